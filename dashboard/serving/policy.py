"""What a browser may do with a page of ours: run Streamlit's scripts, and ask nobody but this server.

Whatever text of a stranger should ever be taken for HTML or Markdown, it can run nothing and tell nobody.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs

import streamlit

from dashboard.exports.document import hashed
from dashboard.shell.early import SCRIPT

INDEX: Final = Path(streamlit.__file__).parent / "static" / "index.html"
"""The page that Streamlit sends to begin with."""
_INLINE: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def headers(query: str) -> dict[str, str]:
    """Return the headers of an answer to a request with this query: only `embed=true` may be framed."""
    framed = "*" if is_framed(query) else "'none'"
    return {
        "Content-Security-Policy": f"{_content()}; frame-ancestors {framed}",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
    }


def is_framed(query: str) -> bool:
    """Return whether the page with this query is to stand inside of somebody else's."""
    return "true" in map(str.lower, parse_qs(query).get("embed", ()))


@cache
def _content() -> str:
    """Return where scripts, styles and all else may come from."""
    # Streamlit writes styles as it goes, runs the scripts of components from blobs, and counts in wasm.
    scripts = " ".join(
        [
            "'self'",
            "blob:",
            "'wasm-unsafe-eval'",
            *map(hashed, (*_INLINE.findall(INDEX.read_text("utf-8")), SCRIPT)),
        ]
    )
    sources = {
        "default-src": "'self'",
        "script-src": scripts,
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "worker-src": "'self' blob:",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{kind} {source}" for kind, source in sources.items())
