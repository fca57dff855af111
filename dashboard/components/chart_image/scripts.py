"""The scripts that make a picture of a chart and save it: for the page's buttons and for the report."""

from pathlib import Path
from typing import Final

_HERE: Final = Path(__file__).parent


def script(name: str) -> str:
    """Return a script of this folder."""
    return (_HERE / name).read_text(encoding="utf-8")


PICTURE: Final = f"{script('picture.js')}\n{script('save.js')}"
"""Plain functions, without imports and exports: they are put before whatever uses them."""
