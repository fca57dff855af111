"""Streamlit's scripts and styles, compressed once for all: a first visit asks for megabytes of them.

Streamlit sends them as they are, since it would compress them anew for everybody. Here each is compressed
when somebody first asks for it, and kept: 1 MB for our pages as they open, 6 MB were all there is asked for.
"""

import asyncio
import gzip
import hashlib
from functools import cache
from threading import Lock
from typing import Final, NamedTuple

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from dashboard.serving import chart_file
from dashboard.serving.policy import INDEX

KINDS: Final = {".js": "text/javascript", ".css": "text/css"}
PIECE: Final = 65_536
"""Bytes that wait for a visitor who reads slowly."""

_LASTING: Final = {"Cache-Control": "public, immutable, max-age=31536000"}
"""The names of these files change with what is in them."""


class Packed(NamedTuple):
    """A file as it is kept, and the name of what is in it."""

    body: bytes
    tag: str


_KEPT: Final[dict[str, Packed]] = {}
_PACKING: Final = Lock()


def headers(path: str) -> dict[str, str]:
    """Return the header of an answer that is not the same for everybody who asks for this path."""
    return {"Vary": "Accept-Encoding"} if path in _paths() else {}


async def answer(scope: Scope) -> ASGIApp | None:
    """Return what is sent in place of a file of Streamlit's; None where that is the file itself."""
    path = scope["path"]
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or path not in _paths():
        return None
    given = Headers(scope=scope)
    if not _takes_gzip(given.get("accept-encoding", "")):
        changed = await asyncio.to_thread(chart_file.changed, path)
        return _sent(path, changed) if changed else None
    packed = _KEPT[path] if path in _KEPT else await asyncio.to_thread(_pack, path)
    if packed.tag in given.get("if-none-match", ""):
        return Response(status_code=304, headers={"ETag": packed.tag, **_LASTING})
    return _sent(path, packed.body, {"ETag": packed.tag, "Content-Encoding": "gzip"})


def _sent(path: str, body: bytes, also: dict[str, str] | None = None) -> ASGIApp:
    """Return the answer that is this body, of which each piece is handed on when the one before has gone."""
    kind = KINDS[path[path.rindex(".") :]]
    begun = Response(body, media_type=kind, headers={**_LASTING, **(also or {})})

    async def sent(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": begun.raw_headers})
        for start in range(0, len(body), PIECE):
            piece, more = body[start : start + PIECE], start + PIECE < len(body)
            await send({"type": "http.response.body", "body": piece, "more_body": more})

    return sent


def _takes_gzip(accepted: str) -> bool:
    """Tell whether a visitor reads what is compressed.

    >>> [_takes_gzip(accepted) for accepted in ("gzip, br", "br;q=1, GZIP; q=0.5", "gzip;q=0.0", "")]
    [True, True, False, False]
    """
    codings = (coding.partition(";q=") for coding in accepted.lower().replace(" ", "").split(","))
    return any(name == "gzip" and (not weight or weight.strip("0.")) for name, _, weight in codings)


def _pack(path: str) -> Packed:
    """Compress a file, once, whoever else waits for it: zlib lets others go on meanwhile."""
    with _PACKING:
        if path not in _KEPT:
            body = gzip.compress(chart_file.changed(path) or (INDEX.parent / path[1:]).read_bytes(), mtime=0)
            _KEPT[path] = Packed(body, f'"{hashlib.sha256(body).hexdigest()[:32]}"')
        return _KEPT[path]


@cache
def _paths() -> frozenset[str]:
    """Return the paths of the files that can be compressed and whose names change with what is in them."""
    root = INDEX.parent
    files = (file for file in (root / "static").rglob("*") if file.suffix in KINDS)
    return frozenset(f"/{file.relative_to(root).as_posix()}" for file in files)
