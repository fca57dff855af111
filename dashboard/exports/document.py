"""A page that is one file: it opens without a network and asks nothing of any machine."""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Final

from dashboard.charts.parts.theme import ThemeName

Looks = Mapping[ThemeName, Mapping[str, str]]
"""Of each theme the shades of a page, by the names that its style has for them."""

ON_PAPER: Final[Looks] = {}
"""The looks of a page that is printed: dark on white whatever the screen."""

_HERE: Final = Path(__file__).parent


def document(
    name: str,
    words: Mapping[str, str],
    *,
    title: str,
    looks: Looks,
    style: str = "",
    scripts: Sequence[str] = (),
) -> bytes:
    """Return the page `name` as HTML (UTF-8): its body with these words, which are HTML, and its style.

    `title` is plain text, `style` comes after the page's own, `scripts` run in their order behind the body.
    """
    return (
        Template(_text("document.html"))
        .substitute(
            policy=escape(_policy(tuple(scripts))),
            schemes="light dark" if looks else "light",
            title=escape(title),
            style="\n".join([*_shades(looks), _text(f"{name}.css"), style]),
            body=Template(_text(f"{name}.html")).substitute(words),
            scripts="".join(f"\n<script>{script}</script>" for script in scripts),
        )
        .encode()
    )


def hashed(script: str) -> str:
    """Return the source by which a policy lets in this script and no other."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def data_in(name: str, text: str) -> str:
    """Return JSON as an element that the page's scripts find by its name; no text in it can break out."""
    safe = text.replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{safe}</script>'


def _text(file: str) -> str:
    return (_HERE / file).read_text(encoding="utf-8").removesuffix("\n")


@cache
def _policy(scripts: tuple[str, ...]) -> str:
    """Return what the page may do: run these scripts, style itself, show pictures it made itself."""
    run = f"script-src {' '.join(map(hashed, scripts))}; " if scripts else ""
    return (
        f"default-src 'none'; {run}style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _shades(looks: Looks) -> list[str]:
    roots = {
        theme: f":root {{ {' '.join(f'--{name}: {shade};' for name, shade in shades.items())} }}"
        for theme, shades in looks.items()
    }
    if "dark" in roots:  # on paper a page is light
        roots["dark"] = f"@media screen and (prefers-color-scheme: dark) {{ {roots['dark']} }}"
    return list(roots.values())
