"""Streamlit's scripts and styles, compressed once for all visitors."""

import asyncio
import gzip
from functools import cache
from pathlib import Path
from typing import Final

import streamlit
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Scope

STATIC: Final = Path(streamlit.__file__).parent / "static"
"""What Streamlit sends to browsers: its first page `index.html`, and below `static/` all that asks for."""
KINDS: Final = {".js": "text/javascript", ".css": "text/css"}


async def compressed_answer(scope: Scope) -> Response | None:
    """Return a compressed file of Streamlit's; None where Streamlit is to answer."""
    path = scope["path"]
    if scope["type"] != "http" or path not in _paths():
        return None
    if "gzip" not in Headers(scope=scope).get("accept-encoding", "").lower():
        return None
    return Response(
        await asyncio.to_thread(_compressed, path),
        media_type=KINDS[Path(path).suffix],
        headers={
            "Content-Encoding": "gzip",
            "Vary": "Accept-Encoding",
            # The name of a file changes with its content.
            "Cache-Control": "public, immutable, max-age=31536000",
        },
    )


@cache
def _compressed(path: str) -> bytes:
    return gzip.compress((STATIC / path[1:]).read_bytes(), mtime=0)


@cache
def _paths() -> frozenset[str]:
    """Return the paths of the files that are sent compressed."""
    files = (file for file in (STATIC / "static").rglob("*") if file.suffix in KINDS)
    return frozenset(f"/{file.relative_to(STATIC).as_posix()}" for file in files)
