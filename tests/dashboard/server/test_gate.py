"""The gate: whose requests are answered, which are turned away, and what every answer forbids a browser."""

import gzip
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from logging.handlers import BufferingHandler
from pathlib import Path

import pytest
from apps import awaited
from asgi import Answer
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.web.server.starlette import starlette_gzip_middleware

from dashboard.server.gate import Gate, MalformedMessages, count_malformed_messages
from dashboard.ui.streamlit_fixes import STATIC

HERE = "127.0.0.1:8501"


@dataclass
class Answered(Answer):
    """What came back from the gate."""

    passed: bool = False
    headers_seen: tuple[bytes, ...] = ()
    """Names of the headers that the server behind the gate was given."""
    query_seen: bytes = b""
    received: list[Message] = field(default_factory=list)
    """The messages that it was handed from a socket."""

    @property
    def text(self) -> str:
        return self.body.decode()


def asked(
    path: str = "/",
    query: str = "",
    *,
    host: str | None = HERE,
    origin: str | None = None,
    kind: str = "http",
    hosts: tuple[str, ...] = (),
    sent: Mapping[str, str] | None = None,
    messages: Iterable[Message] = (),
    reached: str | None = None,
) -> Answered:
    """Ask a server behind the gate that answers everything."""
    answered = Answered()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        answered.passed = True
        answered.headers_seen = tuple(name for name, _ in scope["headers"])
        answered.query_seen = scope["query_string"]
        answered.received = [await receive() for _ in coming]
        if scope["type"] == "http":
            await PlainTextResponse("the page")(scope, receive, send)

    coming = [*messages]
    waiting = iter(coming)

    async def receive() -> Message:
        return next(waiting, {"type": "http.request"})

    async def send(message: Message) -> None:
        answered.messages.append(message)

    given: Mapping[str, str | None] = {"host": host, "origin": origin, **(sent or {})}
    scope = {
        "type": kind,
        "method": "GET",
        "path": path,
        "query_string": query.encode("latin-1"),
        "headers": [
            (name.encode(), value.encode("latin-1")) for name, value in given.items() if value is not None
        ],
    }
    if reached:
        scope["server"] = (reached, 8501)
    awaited(Gate(app, hosts)(scope, receive, send))
    return answered


@pytest.mark.parametrize("host", [HERE, "localhost", "LOCALHOST:8501", "[::1]:8501", "127.0.0.1"])
def test_this_machines_own_names_are_answered(host: str) -> None:
    assert asked(host=host).passed


@pytest.mark.parametrize(
    "host",
    [
        "war.example.org",
        "rebound.example:8501",
        "localhost.example.org",
        "127.0.0.1.example.org",
        "127.0.0.2:8501",
        "somebody@localhost",
        "localhost:8501/x",
        "localhost, war.example.org",
        "localhost\xa0",
        "",
        None,
    ],
)
@pytest.mark.parametrize("path", ["/", "/simulate", "/_stcore/health", "/static/js/index.js"])
def test_other_names_are_refused_with_the_way_to_allow_them(host: str | None, path: str) -> None:
    answered = asked(path, host=host)
    assert (answered.passed, answered.status) == (False, 421)
    assert "127.0.0.1, ::1, localhost only: name other hosts in WAR_ROOM_HOSTS" in answered.text
    assert not asked(path, host=host, kind="websocket").passed


@pytest.mark.parametrize(
    ("query", "seen"), [("deal=\xff\xfe&v=1", b"deal=%FF%FE&v=1"), ("v=%C3%zz+[=?/&", b"v=%C3%zz+[=?/&")]
)
def test_bytes_that_no_browser_sends_are_quoted_before_anybody_reads_them(query: str, seen: bytes) -> None:
    assert asked(query=query).query_seen == seen
    assert Request({"type": "http", "path": "/", "query_string": seen, "headers": []}).url.query


def test_a_text_on_the_socket_is_handed_on_as_bytes_that_are_no_message() -> None:
    good = {"type": "websocket.receive", "bytes": BackMsg(stop_script=True).SerializeToString(), "text": None}
    texts: list[Message] = [
        {"type": "websocket.receive", "text": "hello"},
        {"type": "websocket.receive", "bytes": None},
    ]
    end = {"type": "websocket.disconnect", "code": 1000}
    received = asked("/_stcore/stream", kind="websocket", messages=[good, *texts, end]).received
    assert (received[0], received[-1]) == (good, end)
    for message in received[1:-1]:
        with pytest.raises(Exception, match="Error parsing message"):
            BackMsg.FromString(message["bytes"])


def test_of_what_is_broken_the_log_has_a_line_for_the_first_the_tenth_and_the_hundredth() -> None:
    noting = BufferingHandler(1_000)
    count_malformed_messages()
    logs = [logging.getLogger(name) for name in MalformedMessages.LOGS]
    try:
        for log in logs:
            log.addHandler(noting)
        for number in range(250):
            logs[1].warning("Error deserializing back message", exc_info=ValueError("theirs"))
            logs[2].warning('No handler for "%s"', number)
        logs[0].error("Exception in ASGI application", exc_info=ValueError("ours"))
    finally:
        for log in logs:
            log.removeHandler(noting)
            log.filters.clear()
    *broken, ours = noting.buffer
    assert [record.getMessage() for record in broken] == [
        f"{said} ({number} of this kind so far)"
        for number in (1, 10, 100)
        for said in ("Error deserializing back message", f'No handler for "{number - 1}"')
    ]
    assert not any(record.exc_info for record in broken)
    assert (ours.getMessage(), ours.exc_info is not None) == ("Exception in ASGI application", True)


@pytest.mark.parametrize(
    ("host", "reached", "passed"),
    [
        ("10.77.0.1:8501", "10.77.0.1", True),
        ("[FE80::1]:8501", "fe80::1", True),
        ("10.77.0.2:8501", "10.77.0.1", False),
        ("rebound.example:8501", "10.77.0.1", False),
        ("", None, False),
    ],
)
def test_the_address_at_which_we_were_reached_is_ours(host: str, reached: str | None, passed: bool) -> None:
    assert asked(host=host, reached=reached).passed is passed


@pytest.mark.parametrize(
    ("origin", "opened"),
    [
        (None, True),
        (f"http://{HERE}", True),
        ("http://localhost:8501", True),
        ("http://war.example.org", False),
        ("https://evil.example:8501", False),
        ("null", False),
        ("http://127.0.0.1@evil.example", False),
    ],
)
def test_no_other_sites_page_opens_a_socket(origin: str | None, opened: bool) -> None:
    answered = asked("/_stcore/stream", origin=origin, kind="websocket", hosts=("war.example.org",))
    assert answered.passed == opened
    assert opened or answered.messages == [{"type": "websocket.close", "code": 1008}]


FILES = [next((STATIC / "static" / kind).glob(f"index.*.{kind}")) for kind in ("js", "css")]
COMPRESSED = {"accept-encoding": "gzip, deflate, br"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.suffix)
def test_scripts_and_styles_are_sent_compressed_and_for_good(file: Path) -> None:
    path = f"/static/{file.parent.name}/{file.name}"
    answered = asked(path, sent=COMPRESSED)
    assert (answered.passed, answered.headers["content-encoding"]) == (False, "gzip")
    assert gzip.decompress(answered.body) == file.read_bytes()
    assert len(answered.body) == int(answered.headers["content-length"]) < 0.4 * file.stat().st_size
    assert answered.headers["cache-control"] == "public, immutable, max-age=31536000"
    assert answered.headers["vary"] == "Accept-Encoding"
    assert answered.headers["x-content-type-options"] == "nosniff"


def test_streamlit_sends_its_scripts_as_they_are() -> None:
    """When this fails, Streamlit compresses them itself, and the gate need not."""
    assert starlette_gzip_middleware._should_bypass_gzip(f"/static/js/{FILES[0].name}")


@pytest.mark.parametrize(
    ("path", "accepted"),
    [
        (f"/static/js/{FILES[0].name}", "identity"),
        ("/", "gzip"),
        ("/_stcore/health", "gzip"),
        ("/media/0a1b.csv", "gzip"),
        ("/static/js/there_is_none.js", "gzip"),
        ("/static/js/../index.html", "gzip"),
    ],
)
def test_all_else_is_left_to_streamlit(path: str, accepted: str) -> None:
    answered = asked(path, sent={"accept-encoding": accepted})
    assert (answered.passed, answered.text) == (True, "the page")


def test_a_socket_that_was_let_in_is_not_looked_at_again_by_a_server_that_would_ask_outside() -> None:
    """Behind a proxy the port of the page and that of the server differ."""
    stream = partial(
        asked, "/_stcore/stream", kind="websocket", host="war.example.org", hosts=("war.example.org",)
    )
    let_in = stream(origin="https://war.example.org:8443")
    assert let_in.passed
    assert let_in.headers_seen == (b"host",)
    assert not stream(origin="https://evil.example").passed
    assert stream(kind="http", origin="https://war.example.org").headers_seen == (b"host", b"origin")
