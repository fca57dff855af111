"""The layers of the code: imports run one way, and into a package through its `__init__.py` alone."""

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for top in ("engine", "dashboard")
    for path in (ROOT / top).rglob("*.py")
}

Graph = Mapping[str, set[str]]


def is_package(module: str) -> bool:
    return module in MODULES and MODULES[module].name == "__init__.py"


def statements(source: str) -> Iterator[tuple[str, str]]:
    """Yield each module that an import names, wherever in a file, with each name taken from it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import"
            yield from ((str(node.module), alias.name) for alias in node.names)


@cache
def imports(module: str) -> list[tuple[str, str]]:
    return list(statements(MODULES[module].read_text(encoding="utf-8")))


def home(module: str, name: str) -> str:
    """Return the module that defines a name, or hands it on from another package."""
    if f"{module}.{name}" in MODULES:
        return f"{module}.{name}"
    if is_package(module) and "." in module:
        return next((own for own, exported in imports(module) if exported == name), module)
    return module


def named_inside(importer: str, source: str) -> list[str]:
    """Return the modules inside other packages that a module names; one right below the top is public."""
    named = {module for module, _ in statements(source) if module in MODULES and not is_package(module)}
    inside = ((module, module.rpartition(".")[0]) for module in named)
    return [module for module, package in inside if "." in package and not within(importer, package)]


@cache
def graph() -> Graph:
    """Return the modules that define what every module imports, whichever package exports it."""
    return {module: {home(*taken) for taken in imports(module)} for module in MODULES}


@cache
def reached(module: str) -> set[str]:
    """Return everything this module imports, and what that imports."""
    names = graph().get(module, set())
    return names.union(*map(reached, names))


def breaches(modules: Iterable[str], *forbidden: str) -> dict[str, list[str]]:
    """Return which of these modules reach, by whatever way, what they have to do without."""
    used = {module: [name for name in reached(module) if within(name, *forbidden)] for module in modules}
    assert used, "there are no such modules"
    return {module: names for module, names in used.items() if names}


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def modules_in(prefix: str) -> list[str]:
    return sorted(module for module in MODULES if within(module, prefix))


def package_of(module: str, depth: int = 2) -> str:
    """Return the package a module is in: the first `depth` parts of its path.

    >>> package_of("engine.kernels.scalar"), package_of("dashboard.charts.game.decks", 3)
    ('engine.kernels', 'dashboard.charts.game')
    """
    return ".".join(module.split(".")[:depth])


def packages(graph: Graph, top: str) -> dict[str, set[str]]:
    """Return which packages each one below `top` uses; `top` itself only exports names."""
    used: dict[str, set[str]] = {}
    for module, names in graph.items():
        if within(module, top) and module != top:
            mine = package_of(module)
            others = {package_of(name) for name in names if within(name, top) and name != top}
            used.setdefault(mine, set()).update(others - {mine})
    return used


def levels(used: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """Return on which level each package is: one above the highest that it uses, the lowest is 1.

    Raises `CycleError` naming the packages that use each other.
    """
    level: dict[str, int] = {}
    for package in TopologicalSorter(used).static_order():
        level[package] = 1 + max((level[below] for below in used.get(package, ())), default=0)
    return level


def test_no_module_names_a_module_inside_another_package() -> None:
    found = {m: named_inside(m, path.read_text(encoding="utf-8")) for m, path in MODULES.items()}
    assert {module: names for module, names in found.items() if names} == {}
    planted = "def late():\n    from engine.wording.sentences import plain\n"
    assert named_inside("engine.diagnose.search", planted) == ["engine.wording.sentences"]
    assert named_inside("engine.wording.sentences", planted) == []


CHARTS = "dashboard.charts"
PAGES = [f"{CHARTS}.{page}" for page in ("game", "simulate", "compare", "packs", "library", "records")]
BEYOND_THE_LAW = ("engine.kernels", "numba", "numpy")
FORBIDDEN = {
    "engine": ("streamlit", "plotly", "dashboard"),
    # The law needs no kernel and nothing beyond the standard library.
    **dict.fromkeys(("engine.rules", "engine.cards", "engine.game"), BEYOND_THE_LAW),
    CHARTS: ("streamlit",),
    **{page: tuple(other for other in PAGES if other != page) for page in PAGES},
    **dict.fromkeys((f"{CHARTS}.style", f"{CHARTS}.chart", f"{CHARTS}.marks"), tuple(PAGES)),
}


@pytest.mark.parametrize("prefix", FORBIDDEN)
def test_what_a_package_has_to_do_without_is_reached_by_no_way(prefix: str) -> None:
    assert breaches(modules_in(prefix), *FORBIDDEN[prefix]) == {}


def test_no_page_runs_a_terminal_or_anybodys_program() -> None:
    """A notebook's figures are of what the terminal answers; no page imports their module."""
    notebook = {"dashboard", "dashboard.notebook"}
    pages = {*modules_in("dashboard")} - notebook
    assert breaches(pages, "engine.check", "engine.cli", "engine.notebook") == {}


def test_pandas_is_for_the_engines_tables_alone() -> None:
    tables = "engine.tables"
    modules = modules_in("engine")
    pandas = {name for name in modules if any(within(used, "pandas", "pyarrow") for used in graph()[name])}
    users = {name for name in modules if any(within(used, tables) for used in graph()[name])}
    assert pandas - {*modules_in(tables)} <= {"engine.notebook"}  # it names the type alone
    assert users - {*modules_in(tables)} <= {"engine.cli.table_files", "engine.notebook"}


def test_the_engine_and_its_terminal_play_without_pandas() -> None:
    tables = ("engine.tables", "engine.cli.table_files")
    modules = [name for name in modules_in("engine") if not within(name, *tables, "engine.__main__")]
    script = f"""
import importlib, sys
for name in {modules}: importlib.import_module(name)
from engine.cli.main import main
assert main(["simulate", "--games", "100", "--json"]) == 0
print(*{{name.split(".")[0] for name in sys.modules}} & {{"pandas", "pyarrow"}})
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1:] == [""]


# `engine.notebook` exports what others do: one module, ten arrows, and the top level. Ten more arrows
# lead to the lowest level, `engine.numbers`: how numbers are written, on every screen;
# two to `engine.folders` for the one way in which a ZIP is written.
# `engine.worker_main` and `dashboard.notebook` are in no package: its `__init__` would load too much.
MOST = [("engine", 18, 9, 80), ("dashboard", 12, 5, 28)]


@pytest.mark.parametrize(("top", "most_packages", "most_levels", "most_arrows"), MOST)
def test_packages_are_used_one_way(top: str, most_packages: int, most_levels: int, most_arrows: int) -> None:
    used = packages(graph(), top)
    assert len(used) <= most_packages
    assert max(levels(used).values()) <= most_levels  # raises CycleError naming the circle
    assert sum(map(len, used.values())) <= most_arrows


def test_modules_are_few_and_each_can_be_read_in_one_go() -> None:
    assert len(MODULES) <= 168
    most = {name: path.read_text(encoding="utf-8").count("\n") for name, path in MODULES.items()}
    long = {name: lines for name, lines in most.items() if lines > 650}
    assert long == {}


def test_no_page_imports_another_page() -> None:
    for module in modules_in("dashboard.views"):
        views = {package_of(name, 3) for name in graph()[module] if within(name, "dashboard.views")}
        assert views <= {package_of(module, 3)}, module


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Taking a name from a package runs its `__init__`, which imports its modules."""
    loaded = {
        module: {full if (full := f"{taken}.{name}") in MODULES else taken for taken, name in imports(module)}
        for module in MODULES
    }
    assert levels({module: names & {*MODULES} for module, names in loaded.items()})


def test_diagnose_is_at_most_four_levels_of_imports() -> None:
    inside = "engine.diagnose."
    used = {
        module: {name for name in names if name.startswith(inside)}
        for module, names in graph().items()
        if module.startswith(inside)
    }
    assert len(used) >= 10
    assert max(levels(used).values()) <= 4
