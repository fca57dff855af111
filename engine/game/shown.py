"""How a result shows itself in a notebook: one line of text, and a small table."""

from collections.abc import Iterable
from html import escape


def html_table(rows: Iterable[Iterable[str]], *, header: Iterable[str] = ()) -> str:
    """Return rows as a table in HTML, every text escaped; of each row the first cell names it.

    >>> html_table([("rounds", "8")])
    '<table><tr><th style="text-align:left">rounds</th><td style="text-align:left">8</td></tr></table>'
    """
    titles = "".join(_cell("th", text) for text in header)
    lines = [f"<tr>{titles}</tr>"] if titles else []
    for first, *others in rows:
        lines.append(f"<tr>{_cell('th', first)}{''.join(_cell('td', text) for text in others)}</tr>")
    return f"<table>{''.join(lines)}</table>"


def _cell(kind: str, text: str) -> str:
    return f'<{kind} style="text-align:left">{escape(text)}</{kind}>'
