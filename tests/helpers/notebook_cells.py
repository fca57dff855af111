"""The example notebook's cells, run one after the other as a notebook runs them."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

NOTEBOOK = Path(__file__).parents[2] / ".github" / "notebook.ipynb"


class Ran(NamedTuple):
    """A cell of code, what the file keeps as its answer, and what it answers now."""

    source: str
    kept: str
    answer: str


def run(notebook: dict[str, Any]) -> Iterator[Ran]:
    """Run all code cells in one namespace; the answer of a cell is the `repr` of its last expression."""
    names: dict[str, Any] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            source = "".join(cell["source"])
            kept = "".join("".join(output["data"]["text/plain"]) for output in cell["outputs"])
            yield Ran(source, kept, _answer(source, names))


def _answer(source: str, names: dict[str, Any]) -> str:
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    return repr(eval(ast.unparse(last), names)) if last else ""


def read() -> dict[str, Any]:
    """Return the example notebook."""
    notebook: dict[str, Any] = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    return notebook
