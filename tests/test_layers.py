"""The rooms of the house: imports run one way, between folders as between files."""

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
    for house in ("engine", "dashboard")
    for path in (ROOT / house).rglob("*.py")
}

Graph = Mapping[str, set[str]]


def imports(module: str) -> Iterator[str]:
    """Yield the full name of every module this one imports, wherever in it, also inside functions."""
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: a relative import"
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in MODULES else str(node.module) for name in names)


@cache
def graph() -> Graph:
    """Return what every module imports; not before it is asked for, as every process collects tests."""
    return {module: set(imports(module)) for module in MODULES}


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


def room_of(module: str, depth: int = 2) -> str:
    """Return the room a module is in: the first `depth` parts of its path.

    >>> room_of("engine.kernels.scalar"), room_of("dashboard.charts.game.decks", 3)
    ('engine.kernels', 'dashboard.charts.game')
    """
    return ".".join(module.split(".")[:depth])


def rooms(graph: Graph, house: str) -> dict[str, set[str]]:
    """Return what each room of a house uses. The house's own door is none: it only hands names on."""
    used: dict[str, set[str]] = {}
    for module, names in graph.items():
        if within(module, house) and module != house:
            mine = room_of(module)
            others = {room_of(name) for name in names if within(name, house) and name != house}
            used.setdefault(mine, set()).update(others - {mine})
    return used


def levels(used: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """Return on which level each room is: one above the highest that it uses, the ground is 1.

    Raises `CycleError` naming the rooms that use each other.
    """
    level: dict[str, int] = {}
    for room in TopologicalSorter(used).static_order():
        level[room] = 1 + max((level[below] for below in used.get(room, ())), default=0)
    return level


CHARTS = "dashboard.charts"
PAGES = [f"{CHARTS}.{page}" for page in ("game", "simulate", "compare", "packs", "library", "records")]
BEYOND_THE_LAW = ("engine.kernels", "numba", "numpy")
FORBIDDEN = {
    "engine": ("streamlit", "plotly", "dashboard"),
    # The law needs no kernel and nothing beyond the standard library.
    **dict.fromkeys(("engine.rules", "engine.cards", "engine.game"), BEYOND_THE_LAW),
    # The dashboard cannot run anybody's program.
    "dashboard": ("engine.check",),
    CHARTS: ("streamlit",),
    **{page: tuple(other for other in PAGES if other != page) for page in PAGES},
    **dict.fromkeys((f"{CHARTS}.style", f"{CHARTS}.chart", f"{CHARTS}.marks"), tuple(PAGES)),
}


@pytest.mark.parametrize("prefix", FORBIDDEN)
def test_what_a_package_has_to_do_without_is_reached_by_no_way(prefix: str) -> None:
    assert breaches(modules_in(prefix), *FORBIDDEN[prefix]) == {}


def test_no_page_runs_a_terminal() -> None:
    """A notebook's figures are of what the terminal answers; no page imports their module."""
    notebook = {"dashboard", "dashboard.files.notebook"}
    assert breaches({*modules_in("dashboard")} - notebook, "engine.cli", "engine.notebook") == {}


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


def test_rooms_are_used_one_way() -> None:
    for house, most_rooms, most_levels, most_arrows in (("engine", 17, 9, 77), ("dashboard", 11, 5, 26)):
        used = rooms(graph(), house)
        assert len(used) <= most_rooms
        assert max(levels(used).values()) <= most_levels  # raises CycleError naming the circle
        assert sum(map(len, used.values())) <= most_arrows


def test_modules_are_few_and_each_can_be_read_in_one_go() -> None:
    assert len(MODULES) <= 168
    most = {name: path.read_text(encoding="utf-8").count("\n") for name, path in MODULES.items()}
    long = {name: lines for name, lines in most.items() if lines > 650}
    assert long == {}


def test_no_page_imports_another_page() -> None:
    for module in modules_in("dashboard.views"):
        views = {room_of(name, 3) for name in graph()[module] if within(name, "dashboard.views")}
        assert views <= {room_of(module, 3)}, module


def test_no_modules_import_each_other_in_a_circle() -> None:
    own = {module: {name for name in names if name in MODULES} for module, names in graph().items()}
    assert levels(own)


def test_diagnose_is_at_most_four_levels_of_imports() -> None:
    inside = "engine.diagnose."
    used = {
        module: {name for name in names if name.startswith(inside)}
        for module, names in graph().items()
        if module.startswith(inside)
    }
    assert len(used) >= 10
    assert max(levels(used).values()) <= 4
