"""The rooms of the house: imports run one way."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for room in ("engine", "dashboard")
    for path in (ROOT / room).rglob("*.py")
}


def imports(module: str) -> Iterator[str]:
    """Yield the full name of every module this one imports, wherever in it, also inside functions."""
    path = MODULES[module]
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                name = f"{source}.{alias.name}"
                yield name if name in MODULES else source


GRAPH = {module: set(imports(module)) for module in MODULES}


def reached(module: str) -> set[str]:
    """Return everything this module imports, and what that imports."""
    found: set[str] = set()
    left = [module]
    while left:
        for name in GRAPH.get(left.pop(), ()):
            if name not in found:
                found.add(name)
                left.append(name)
    return found


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def room(prefix: str) -> list[str]:
    return sorted(module for module in MODULES if within(module, prefix))


def test_there_are_rooms_to_look_at() -> None:
    assert {"engine.game", "engine.notation.door", "dashboard.app"} <= set(MODULES)
    assert GRAPH["engine.game"] >= {"engine.rules", "engine.pickup", "engine.deal", "engine.stream"}


@pytest.mark.parametrize("module", room("engine"))
def test_the_engine_knows_of_no_screen(module: str) -> None:
    screens = "streamlit", "plotly", "pandas", "dashboard"
    assert not [name for name in reached(module) if within(name, *screens)]


@pytest.mark.parametrize("module", room("dashboard.charts"))
def test_charts_do_without_streamlit(module: str) -> None:
    assert not [name for name in reached(module) if within(name, "streamlit")]


@pytest.mark.parametrize(
    "module", ["engine.game", "engine.pickup", "engine.rules", "engine.stream", "engine.deal"]
)
def test_the_law_needs_no_kernel_and_nothing_beyond_the_standard_library(module: str) -> None:
    kernels = "engine.kernels", "engine.simulate", "numba", "numpy"
    assert not [name for name in reached(module) if within(name, *kernels)]


def test_no_modules_import_each_other_in_a_circle() -> None:
    own = {module: {name for name in names if name in MODULES} for module, names in GRAPH.items()}
    assert list(TopologicalSorter(own).static_order())  # raises CycleError naming the circle
