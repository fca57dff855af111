"""The gate: who is let in, under which policies."""

import errno
import logging
import re
import socket
import struct
import sys
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from functools import cache
from itertools import starmap
from typing import Final
from urllib.parse import parse_qs, quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dashboard.files import hashed
from dashboard.ui import STATIC, compressed_answer, streamlit_fixes
from engine.jobs import is_loopback

# What a browser may do with a page of ours: run Streamlit's scripts, and ask nobody but this server.
#
# Whatever text of a stranger should ever be taken for HTML or Markdown, it can run nothing and tell nobody.

INDEX: Final = STATIC / "index.html"
_INLINE: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def policy_headers(query: str) -> dict[str, str]:
    """Return the headers of an answer to a request with this query: only `embed=true` may be framed."""
    framed = "*" if is_framed(query) else "'none'"
    return {
        "Content-Security-Policy": f"{_content()}; frame-ancestors {framed}",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
    }


def is_framed(query: str) -> bool:
    """Return whether the page with this query is to stand inside another site's page."""
    return "true" in map(str.lower, parse_qs(query).get("embed", ()))


@cache
def _content() -> str:
    """Return where scripts, styles and all else may come from."""
    own = (*_INLINE.findall(INDEX.read_text("utf-8")), streamlit_fixes.SCRIPT)
    # Streamlit writes styles as it goes, runs the scripts of components from blobs, and counts in wasm.
    return (
        f"default-src 'self'; script-src 'self' blob: 'wasm-unsafe-eval' {' '.join(map(hashed, own))}; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
        "worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'"
    )


# The gate before every request: what is not for us is turned away in a sentence, the rest gets our policies.
#
# A name that somebody else pointed at this machine is refused, or their page could read ours (DNS rebinding);
# so is a socket opened by another site's page.

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
MOST_FIELDS: Final = 1_000
"""Parameters of an address: Streamlit hands on none at all of more, and the page would open the default."""
CLOSED: Final = ("/_stcore/metrics", "/_stcore/upload_file", "/_stcore/agent")
"""What Streamlit would serve and no page of ours uses."""
_ASCII: Final = "".join(map(chr, range(128)))
_HOST: Final = re.compile(r"(?:\w+://)?(?:\[([0-9A-Fa-f:.]+)\]|([\w.-]+))(?::[0-9]+)?", re.ASCII)


class Gate:
    """Streamlit's server behind the gate; `hosts` are names it answers to beside those of this machine."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] = ()) -> None:
        self._app = app
        self._hosts = LOOPBACK.union(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in or turn it away."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        query = scope["query_string"].decode("latin-1")
        added = policy_headers(query)

        async def send_with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(added)
            await send(message)

        refused = self._refused(scope, query)
        if refused is None:
            app = await compressed_answer(scope) or self._app
            await app(_answered_for(scope), _messages_of(scope, receive), send_with_policy)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            status, why = refused
            await PlainTextResponse(f"{why}\n", status)(scope, receive, send_with_policy)

    def _refused(self, scope: Scope, query: str) -> tuple[int, str] | None:
        """Return the status and the sentence with which a request is turned away, None where it is not."""
        given = Headers(scope=scope)
        host = _name(given.get("host", ""))
        reached, _port = scope.get("server") or ("", None)  # a request that came by a file reached none
        # An address is no name that could be pointed elsewhere: the one that was reached is ours.
        if not host or host not in (*self._hosts, str(reached).lower()):
            names = ", ".join(sorted(self._hosts))
            return 421, f"War Room accepts requests only for {names}. Add other hosts to WAR_ROOM_HOSTS."
        if scope["type"] == "websocket":
            origin = given.get("origin")
            own = origin is None or _name(origin) in LOOPBACK | {host}
            return None if own else (403, "Another site's page may not talk to War Room.")
        if scope["path"].startswith(CLOSED):
            return 404, "There is nothing here."
        if query.count("&") >= MOST_FIELDS:
            return 414, (
                f"This link cannot be opened. It has more than {MOST_FIELDS:,} fields, so War Room "
                "did not make it, or it is damaged. Copy the whole link, or ask the sender for it again."
            )
        return None


def _answered_for(scope: Scope) -> Scope:
    """Return a request that was let in as Streamlit is to see it.

    Of a socket it would look once more at where it comes from, by port as well, which a proxy may change; and
    where the two differ it asks a machine outside for our address. What the gate let in needs neither.
    """
    if scope["type"] != "websocket":
        # Some servers hand on bytes that no browser sends; Starlette cannot read such an address.
        return {**scope, "query_string": quote(scope["query_string"], safe=_ASCII).encode("ascii")}
    return {**scope, "headers": [field for field in scope["headers"] if field[0] != b"origin"]}


def _messages_of(scope: Scope, receive: Receive) -> Receive:
    """Return what hands on a visitor's messages.

    Those of Streamlit's pages are bytes. At a text its server fails; at bytes that say nothing it closes.
    """
    if scope["type"] != "websocket":
        return receive

    async def receive_bytes() -> Message:
        message = await receive()
        broken = message["type"] == "websocket.receive" and message.get("bytes") is None
        return {**message, "bytes": b"\xff"} if broken else message

    return receive_bytes


class MalformedMessages(logging.Filter):
    """Keep what no browser sends from filling the log: of each kind it has the first, the tenth, and so on.

    The traceback is left out: it says where in Streamlit or uvicorn a stranger's bytes were read.
    """

    LOGS: Final = (
        "uvicorn.error",
        "streamlit.web.server.starlette.starlette_websocket",
        "streamlit.runtime.app_session",
    )
    KINDS: Final = (
        "Invalid HTTP request received",
        "Invalid UTF-8 sequence received",
        "Error deserializing back message",
        "Client WebSocket message size",
        "Client tried to",
        "No handler for",
    )

    def __init__(self) -> None:
        super().__init__()
        self._counts: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is written; one of broken messages loses its traceback and is counted."""
        kind = next(filter(str(record.msg).startswith, self.KINDS), None)
        if kind is None:
            return True
        self._counts[kind] += 1
        so_far = self._counts[kind]
        record.msg, record.args = f"{record.getMessage()} ({so_far:,} of this kind so far)", ()
        record.exc_info = record.exc_text = None
        return str(so_far).strip("0") == "1"


def count_malformed_messages() -> None:
    """Begin to count what is broken."""
    broken = MalformedMessages()
    for log in map(logging.getLogger, MalformedMessages.LOGS):
        log.filters = [other for other in log.filters if not isinstance(other, MalformedMessages)]
        log.addFilter(broken)


def _name(host: str) -> str:
    """Return the name in a `Host` or `Origin` header, empty where there is none.

    >>> _name("LocalHost:8501"), _name("http://[::1]:8501"), _name("evil@localhost")
    ('localhost', '::1', '')
    """
    match = _HOST.fullmatch(host)
    return (match[1] or match[2]).lower() if match else ""


# Where War Room can be opened: at the address it listens on, and under which names of this machine.

ADDRESS: Final = "127.0.0.1"
ANY: Final = "0.0.0.0"
_EVERY: Final = {
    ANY: (("203.0.113.1", socket.AF_INET),),
    "::": (("203.0.113.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6)),
}
"""Unused addresses on the internet, per wildcard address: the route to one begins at our own."""
_ADDRESS_OF: Final = 0x8915  # what Linux is asked for the address of one of its networks (SIOCGIFADDR)


def port_trouble(address: str, port: int) -> str:
    """Return why nothing can listen there; empty if it can."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return f"port {port} is busy: stop what listens there or take another with --port"
            if error.errno in (errno.EACCES, errno.EPERM):
                return f"port {port} is kept for the system: take one from 1024 on with --port"
            return f"address {address!r} is none of this machine: take {ADDRESS}, or {ANY} for all it has"
    return ""


def hosts(address: str) -> tuple[str, ...]:
    """Return the names under which others may ask for what listens there: none on the loopback address."""
    if address not in _EVERY:
        return _addresses(address)
    name = socket.gethostname().lower()
    return (*_addresses(address), name, f"{name}.local")


def public(address: str, port: int) -> str:
    """Return where others open what listens there; empty on the loopback address."""
    return next((_url(name, port) for name in _addresses(address)), "")


def address_lines(address: str, port: int, public: str) -> str:
    """Say where War Room can be opened, here and by others.

    >>> print(address_lines("192.168.0.7", 8501, "https://war.example.org"))
    War Room is at http://192.168.0.7:8501 (Ctrl+C ends it)
    Others open it at https://war.example.org
    """
    here = _url(ADDRESS if address in _EVERY else address, port)
    others = f"\nOthers open it at {public}" if public not in ("", here) else ""
    return f"War Room is at {here} (Ctrl+C ends it){others}"


def _url(name: str, port: int) -> str:
    return f"http://{f'[{name}]' if ':' in name else name}:{port}"


def _addresses(address: str) -> tuple[str, ...]:
    if address in _EVERY:
        return tuple(filter(None, starmap(_way_to, _EVERY[address]))) or _in_this_network()
    return () if is_loopback(address) else (address,)


def _way_to(far: str, family: socket.AddressFamily) -> str:
    """Return our address on the way to another one; nothing is sent."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""


def _in_this_network() -> tuple[str, ...]:
    """Return our addresses where no way leads further, as in a class without internet; Linux says them."""
    if sys.platform != "linux":
        return ()
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # it has none
                answer = fcntl.ioctl(probe, _ADDRESS_OF, struct.pack("256s", name.encode()[:15]))
                found.append(socket.inet_ntoa(answer[20:24]))
    return tuple(address for address in found if not is_loopback(address))
