"""The gate: whose requests are answered, which are turned away, and what is made of those let in."""

import gzip
import logging
from itertools import product
from logging.handlers import BufferingHandler
from pathlib import Path
from typing import Any

import pytest
from asgi import Answer, ask
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.web.server.starlette import starlette_gzip_middleware

from dashboard.server.gate import Gate, count_malformed_messages
from dashboard.ui.streamlit_fixes import STATIC

HERE = "127.0.0.1:8501"
NAME = "war.example.org"


class Asked:
    """A request, and what a server behind the gate that answers everything saw of it."""

    def __init__(self, path: str = "/", query: str = "", *, hosts: tuple[str, ...] = (), **how: Any) -> None:
        self.scope: Scope = {}
        self.received: list[Message] = []
        self._coming = how.setdefault("messages", [])
        headers = {"host": "host", "origin": "origin", "accepted": "accept-encoding"}
        sent = {header: how.pop(name) for name, header in headers.items() if name in how}
        self.answer: Answer = ask(Gate(self._app, hosts), path, query, sent=sent, **how)

    @property
    def passed(self) -> bool:
        return bool(self.scope)

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope = scope
        self.received = [await receive() for _ in self._coming]
        if scope["type"] == "http":
            await PlainTextResponse("the page")(scope, receive, send)


def socket_of(origin: str | None, host: str = HERE, **how: Any) -> Asked:
    return Asked("/_stcore/stream", type="websocket", origin=origin, host=host, hosts=(NAME,), **how)


LET_IN = (
    *((host, "") for host in (HERE, "localhost", "LOCALHOST:8501", "[::1]:8501")),
    *(("10.77.0.1:8501", "10.77.0.1"), ("[FE80::1]:8501", "fe80::1")),
)
NOBODY = NAME, "localhost.example.org", "127.0.0.1.example.org", "127.0.0.2:8501", "", None
ODD = "somebody@localhost", "localhost:8501/x", f"localhost, {NAME}", "localhost\xa0"
REFUSED = (
    *((host, "10.77.0.1") for host in ("10.77.0.2:8501", "rebound.example:8501")),
    *((host, "") for host in (*NOBODY, *ODD)),
)
"""Names by which a server is asked, and its address where the request arrived."""


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_only_names_of_this_machine_are_answered(kind: str) -> None:
    paths = ("/", "/simulate", "/_stcore/health", "/static/js/index.js")
    for (host, reached), path in product((*LET_IN, *REFUSED), paths):
        asked = Asked(path, host=host, type=kind, server=(reached, 8501) if reached else None)
        assert asked.passed is ((host, reached) in LET_IN), host
        assert asked.passed or kind == "websocket" or asked.answer.status == 421


def test_no_other_sites_page_opens_a_socket() -> None:
    for origin, opened in (
        *((None, True), (f"http://{HERE}", True), ("http://localhost:8501", True)),
        *((f"http://{NAME}", False), ("https://evil.example:8501", False), ("null", False)),
        ("http://127.0.0.1@evil.example", False),
    ):
        asked = socket_of(origin)
        assert asked.passed == opened
        assert opened or asked.answer.messages == [{"type": "websocket.close", "code": 1008}]


def test_a_socket_that_was_let_in_is_not_looked_at_again_by_a_server_that_would_ask_outside() -> None:
    """Behind a proxy the port of the page and that of the server differ."""
    origin = f"https://{NAME}:8443"
    assert [name for name, _ in socket_of(origin, NAME).scope["headers"]] == [b"host"]
    page = Asked(origin=origin, host=NAME, hosts=(NAME,))
    assert [name for name, _ in page.scope["headers"]] == [b"host", b"origin"]


QUOTED = {"deal=\xff\xfe&v=1": b"deal=%FF%FE&v=1", "v=%C3%zz+[=?/&": b"v=%C3%zz+[=?/&"}


@pytest.mark.parametrize(("query", "seen"), QUOTED.items())
def test_bytes_that_no_browser_sends_are_quoted_before_anybody_reads_them(query: str, seen: bytes) -> None:
    assert Asked(query=query).scope["query_string"] == seen
    assert Request({"type": "http", "path": "/", "query_string": seen, "headers": []}).url.query


@pytest.mark.parametrize("path", ["/_stcore/upload_file/a/b", "/_stcore/agent/openapi.json"])
def test_what_no_page_uses_is_not_there(path: str) -> None:
    asked = Asked(path)
    assert (asked.passed, asked.answer.status) == (False, 404)


def test_a_text_on_the_socket_is_handed_on_as_bytes_that_are_no_message() -> None:
    good = {"type": "websocket.receive", "bytes": BackMsg(stop_script=True).SerializeToString(), "text": None}
    texts: list[Message] = [
        {"type": "websocket.receive", "text": "hello"},
        {"type": "websocket.receive", "bytes": None},
    ]
    end = {"type": "websocket.disconnect", "code": 1000}
    received = socket_of(None, messages=[good, *texts, end]).received
    assert (received[0], received[-1]) == (good, end)
    for message in received[1:-1]:
        with pytest.raises(Exception, match="Error parsing message"):
            BackMsg.FromString(message["bytes"])


def test_of_what_is_broken_the_log_has_a_line_for_the_first_the_tenth_and_the_hundredth() -> None:
    noting = BufferingHandler(1_000)
    count_malformed_messages()
    names = (
        "uvicorn.error",
        "streamlit.web.server.starlette.starlette_websocket",
        "streamlit.runtime.app_session",
    )
    logs = [*map(logging.getLogger, names)]
    try:
        for log in logs:
            log.addHandler(noting)
        for number in range(250):
            logs[0].warning("Invalid HTTP request received.")
            logs[1].warning("Error deserializing back message", exc_info=ValueError("theirs"))
            logs[2].warning('No handler for "%s"', number)
        logs[0].error("Exception in ASGI application", exc_info=ValueError("ours"))
    finally:
        for log in logs:
            log.removeHandler(noting)
            log.filters.clear()
    *broken, ours = noting.buffer
    assert [record.getMessage() for record in broken] == [
        f"{output} ({number} of this kind so far)"
        for number in (1, 10, 100)
        for output in (
            "Invalid HTTP request received.",
            "Error deserializing back message",
            f'No handler for "{number - 1}"',
        )
    ]
    assert not any(record.exc_info for record in broken)
    assert (ours.getMessage(), ours.exc_info is not None) == ("Exception in ASGI application", True)


FILES = [next((STATIC / "static" / kind).glob(f"index.*.{kind}")) for kind in ("js", "css")]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.suffix)
def test_scripts_and_styles_are_sent_compressed(file: Path) -> None:
    asked = Asked(f"/static/{file.parent.name}/{file.name}", accepted="gzip, deflate, br")
    assert (asked.passed, asked.answer.headers["content-encoding"]) == (False, "gzip")
    assert gzip.decompress(asked.answer.body) == file.read_bytes()
    length = int(asked.answer.headers["content-length"])
    assert len(asked.answer.body) == length < 0.4 * file.stat().st_size


def test_streamlit_sends_its_scripts_as_they_are() -> None:
    """When this fails, Streamlit compresses them itself, and the gate need not."""
    assert starlette_gzip_middleware._should_bypass_gzip(f"/static/js/{FILES[0].name}")


def test_all_else_is_left_to_streamlit() -> None:
    for path, accepted in (
        *((f"/static/js/{FILES[0].name}", "identity"), ("/", "gzip"), ("/_stcore/health", "gzip")),
        *(("/media/0a1b.csv", "gzip"), ("/static/js/there_is_none.js", "gzip")),
        ("/static/js/../index.html", "gzip"),
    ):
        assert Asked(path, accepted=accepted).answer.body == b"the page"
