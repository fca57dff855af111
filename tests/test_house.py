"""What keeps the house readable at once: one name for one thing, and functions that fit on a screen."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
LONGEST = 40  # lines of a function's body, its docstring apart
MOST_PARAMETERS = 6
FORBIDDEN = re.compile(
    r"\b(so many|so-manieth|whoever|nought|anew|whence|work out what|say whether|tell whether)\b",
    re.IGNORECASE,
)
"""Words that a stranger has to read twice."""
WRITTEN = {".py", ".md", ".csv", ".js", ".css", ".toml"}


def modules() -> Iterator[tuple[str, ast.Module]]:
    for house in ("engine", "dashboard"):
        for path in sorted((ROOT / house).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    has_docstring = ast.get_docstring(function, clean=False) is not None
    body = function.body[1:] if has_docstring else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    names = [argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)]
    return len([name for name in names if name not in ("self", "cls")])


def test_no_class_name_is_defined_twice() -> None:
    places: dict[str, list[str]] = {}
    for path, module in modules():
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(path)
    assert len(places) > 100
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_functions_outside_the_kernels_are_short_and_take_little() -> None:
    seen: Counter[str] = Counter()
    for path, module in modules():
        if path.startswith("engine/kernels/"):
            continue
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                if body_lines(node) > LONGEST or parameters(node) > MOST_PARAMETERS:
                    seen[f"{path} {node.name}"] += 1
                seen["all"] += 1
    assert seen.pop("all") > 1000
    assert not seen


def test_no_text_has_words_that_strangers_read_twice() -> None:
    roots = (ROOT / "engine", ROOT / "dashboard", ROOT / ".github")
    paths = [path for root in roots for path in root.rglob("*") if path.suffix in WRITTEN]
    assert len(paths) > 200
    found = {
        f"{path.relative_to(ROOT)}: {word}"
        for path in (*paths, ROOT / "README.md")
        for word in FORBIDDEN.findall(path.read_text(encoding="utf-8"))
    }
    assert found == set()


def test_programs_that_use_both_houses_see_their_types() -> None:
    assert all((ROOT / house / "py.typed").is_file() for house in ("engine", "dashboard"))
