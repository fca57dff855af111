"""Ask an ASGI app as a browser would, without a server."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from apps import awaited
from starlette.types import ASGIApp, Message


@dataclass
class Answer:
    """What an app answered."""

    messages: list[Message] = field(default_factory=list)

    @property
    def status(self) -> int:
        """The status."""
        return int(self.messages[0]["status"])

    @property
    def headers(self) -> dict[str, str]:
        """The headers by their names in small letters."""
        return {name.decode(): value.decode() for name, value in self.messages[0]["headers"]}

    @property
    def body(self) -> bytes:
        """All that was sent."""
        return b"".join(message.get("body", b"") for message in self.messages)


def ask(
    app: ASGIApp,
    path: str = "/",
    query: str = "",
    *,
    sent: Mapping[str, str | None] | None = None,
    messages: Iterable[Message] = (),
    **scope: object,
) -> Answer:
    """Ask for a path with these headers and messages; `scope` is what else a server tells the app."""
    answer, coming = Answer(), iter(messages)

    async def receive() -> Message:
        return next(coming, {"type": "http.request"})

    async def send(message: Message) -> None:
        answer.messages.append(message)

    given = {"host": "127.0.0.1:8501", **(sent or {})}
    whole = {
        "type": "http",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "query_string": query.encode("latin-1"),
        "headers": [(name.encode(), of.encode("latin-1")) for name, of in given.items() if of is not None],
        "server": ("127.0.0.1", 8501),
        **scope,
    }

    async def run() -> None:
        await app(whole, receive, send)

    awaited(run())
    return answer
