"""Visitors without a browser: Streamlit's own messages over a raw websocket, many of them cheaply.

A visitor does on the wire what a browser does: keeps what it was sent and says so, looks again as often
as the page asks for it, and has a button's part of the page drawn where the button lies in one.
"""

import asyncio
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

TIMEOUT: Final = 30.0  # seconds after which nobody waits any longer for an answer
KEPT_RUNS: Final = 2  # runs for which a browser keeps a message that is not needed
HERE: Final = Path(__file__).parents[2]


class Lost(Exception):  # noqa: N818, it names what happened
    """A visitor got no answer, or one without charts."""


class Answer(NamedTuple):
    """Seconds from a press until something of its answer stood there, and until all of its charts did."""

    first: float
    charts: float


@dataclass
class _Waiting:
    """What a visitor waits for."""

    since: float
    over: "asyncio.Future[None]"
    begun: bool = False
    """Whether the server has begun to draw: what comes before is of what was asked for earlier."""
    first: float = 0.0
    drawn: float = 0.0
    """When the last chart came."""


@dataclass
class Visitor:
    """One browser tab, as the server sees it."""

    socket: ClientConnection
    page: str = ""
    query: str = ""
    widgets: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Widget keys -> the ids by which the server knows them, and the part of the page they lie in."""
    charts: dict[str, int] = field(default_factory=dict)
    """Chart keys -> bytes of their figures as last sent."""
    received: int = 0
    looks: list[float] = field(default_factory=list)
    """Seconds that each look at a run took which a timer asked for."""
    errors: list[str] = field(default_factory=list)
    pages: int = 0
    """How often a whole page was begun to be drawn for this visitor,"""
    parts: int = 0
    """and how often parts of one, by themselves."""
    _watching_is_enough: bool = False
    """Whether a page that goes on being looked at is an answer: one that shows a long run."""
    _timers: dict[str, "asyncio.Task[None]"] = field(default_factory=dict)
    _shown: dict[tuple[int, ...], bytes] = field(default_factory=dict)
    _kept: dict[str, tuple[int, Delta]] = field(default_factory=dict)
    """Large messages by hash, with the run that sent or named them last."""
    _runs: int = 0
    _page_hash: str = ""
    """The name of the page on the server, once that has said it."""
    _waiting: _Waiting | None = None
    _looked: float = 0.0
    _reader: "asyncio.Task[None] | None" = None

    @classmethod
    async def arrive(
        cls, address: str, page: str = "", query: str = "", *, charts: bool = True, watching: bool = False
    ) -> tuple["Visitor", Answer]:
        """Open a page and wait until it is there, with its charts if it has any."""
        start = time.perf_counter()
        url = f"{address.replace('http', 'ws', 1)}/_stcore/stream"
        async with asyncio.timeout(TIMEOUT):
            connection = await connect(url, max_size=None, subprotocols=["streamlit"], open_timeout=None)  # type: ignore[list-item]
        visitor = cls(connection, page, query, _watching_is_enough=watching)
        visitor._reader = asyncio.create_task(visitor._read())
        try:
            return visitor, await visitor._answered(BackMsg(), start=start, charts=charts)
        except BaseException:
            await visitor.leave()  # who is lost does not stay: the server would keep what is his
            raise

    @classmethod
    async def watch(cls, address: str, page: str, query: str) -> "Visitor":
        """Open the page of a run that goes on."""
        visitor, _ = await cls.arrive(address, page, query, charts=False, watching=True)
        return visitor

    async def press(self, key: str, *, charts: bool = True) -> Answer:
        """Press the button with this key and wait for its answer. Raises `Lost`."""
        identity, part = self.widgets[key]
        message = BackMsg()
        message.rerun_script.fragment_id = part
        widget = message.rerun_script.widget_states.widgets.add()
        widget.id, widget.trigger_value = identity, True
        return await self._answered(message, charts=charts)

    async def again(self) -> float:
        """Have the whole page drawn again; returns the seconds that took."""
        return (await self._answered(BackMsg(), charts=False)).charts

    async def leave(self) -> None:
        """Close the tab."""
        self._clear_timers()
        if self._reader is not None:
            self._reader.cancel()
        await self.socket.close()

    @property
    def watching(self) -> bool:
        """Whether the page asks to be looked at again and again."""
        return bool(self._timers)

    async def _answered(self, message: BackMsg, *, charts: bool, start: float = 0.0) -> Answer:
        waiting = self._waiting = _Waiting(start or time.perf_counter(), asyncio.Future())
        await self._send(message)
        try:
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + TIMEOUT):
                await waiting.over
        except TimeoutError:
            raise Lost(f"no answer within {TIMEOUT:.0f} s") from None
        finally:
            self._waiting = None
        if charts and not waiting.drawn:
            raise Lost("an answer without charts")
        end = waiting.drawn if charts else time.perf_counter()
        return Answer((waiting.first or end) - waiting.since, end - waiting.since)

    async def _send(self, message: BackMsg) -> None:
        state = message.rerun_script
        state.query_string = self.query
        state.page_script_hash = self._page_hash
        state.page_name = "" if self._page_hash else self.page
        state.cached_message_hashes.extend(self._kept)
        await self.socket.send(message.SerializeToString())

    async def _read(self) -> None:
        try:
            while True:
                data = await self.socket.recv()
                assert isinstance(data, bytes)
                self.received += len(data)
                self._take(ForwardMsg.FromString(data))
        except Exception as error:
            if self._waiting is not None and not self._waiting.over.done():
                self._waiting.over.set_exception(Lost(f"the server hung up: {error!r}"))

    def _take(self, answer: ForwardMsg) -> None:
        """Note what a message says."""
        match answer.WhichOneof("type"):
            case "new_session":
                if answer.metadata.run.fragment_ids:
                    self.parts += 1
                else:
                    self.pages += 1
                    self._clear_timers()
                if self._waiting is not None:
                    self._waiting.begun = True
            case "auto_rerun":
                self._set_timer(answer.auto_rerun.fragment_id, answer.auto_rerun.interval)
            case "stop_auto_rerun":
                for part in answer.stop_auto_rerun.fragment_ids:
                    self._clear_timer(part)
            case "navigation":
                self._page_hash = answer.navigation.page_script_hash
            case "page_info_changed":
                self.query = answer.page_info_changed.query_string
            case "delta":
                if answer.metadata.cacheable:
                    self._kept[answer.hash] = self._runs, answer.delta
                self._element(tuple(answer.metadata.delta_path), answer.delta)
            case "ref_hash":
                _, delta = self._kept[answer.ref_hash]
                self._kept[answer.ref_hash] = self._runs, delta
                self._element(tuple(answer.metadata.delta_path), delta)
            case "script_finished":
                self._forget(answer.script_finished, set(answer.metadata.run.fragment_ids))
                self._finished(answer.script_finished)

    def _forget(self, how: int, parts: set[str]) -> None:
        """Let go of messages that were not needed lately, when a browser does."""
        if how == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            return
        self._runs += 1
        for name, (run, delta) in list(self._kept.items()):
            if (not parts or delta.fragment_id in parts) and self._runs - run > KEPT_RUNS:
                del self._kept[name]

    def _finished(self, how: int) -> None:
        if self._looked:
            self.looks.append(time.perf_counter() - self._looked)
            self._looked = 0.0
        well = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
        waiting = self._waiting
        if waiting is None or waiting.over.done() or not waiting.begun or how not in well:
            return
        if not self.watching or self._watching_is_enough:
            waiting.over.set_result(None)

    def _element(self, path: tuple[int, ...], delta: Delta) -> None:
        element = delta.new_element
        kind = element.WhichOneof("type")
        if kind is None:
            return
        now, waiting = time.perf_counter(), self._waiting
        content = element.SerializeToString()
        if self._shown.get(path) != content:
            self._shown[path] = content
            if waiting is not None and waiting.begun and not waiting.first and kind not in _NO_ANSWER:
                waiting.first = now
        if kind == "exception":
            self.errors.append(element.exception.message)
        body = getattr(element, kind)
        identity = getattr(body, "id", "")
        key = identity.rpartition("-")[2] if identity else ""
        if key:
            self.widgets[key] = identity, delta.fragment_id
        if kind == "plotly_chart":
            self.charts[key] = len(body.spec.encode())
            if waiting is not None and waiting.begun:
                waiting.drawn = now

    def _set_timer(self, part: str, seconds: float) -> None:
        if part not in self._timers:
            self._timers[part] = asyncio.create_task(self._look_again(part, seconds))

    async def _look_again(self, part: str, seconds: float) -> None:
        with suppress(Exception):  # a server that is gone is noticed by whoever reads
            while True:
                await asyncio.sleep(seconds)
                message = BackMsg()
                message.rerun_script.fragment_id = part
                message.rerun_script.is_auto_rerun = True
                self._looked = self._looked or time.perf_counter()
                await self._send(message)

    def _clear_timer(self, part: str) -> None:
        if (timer := self._timers.pop(part, None)) is not None:
            timer.cancel()

    def _clear_timers(self) -> None:
        for part in list(self._timers):
            self._clear_timer(part)


_NO_ANSWER: Final = ("spinner", "empty", "skeleton")
"""Elements that only say that an answer will come."""


async def begin_long_run(address: str, page: str, query: str, button: str) -> Visitor:
    """Start a run that goes on all the time, and watch it as a browser does."""
    visitor, _ = await Visitor.arrive(address, page, query, charts=False)
    visitor._watching_is_enough = True
    await visitor.press(button, charts=False)
    return visitor


@contextmanager
def server(store: Path, *, log: Path, tree: Path = HERE) -> Iterator[tuple[str, int]]:
    """Serve the dashboard of a checkout on a free port; yields its address and process id."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "dashboard", "--no-browser", "--port", str(port)]
    environment = {**os.environ, "WAR_ROOM_STORE": str(store), "PYTHONPATH": str(tree)}
    with (
        log.open("w") as out,
        subprocess.Popen(command, cwd=tree, stdout=out, stderr=out, env=environment) as process,
    ):
        try:
            wait_until_it_answers(address)
            yield address, process.pid
        finally:
            process.terminate()


def free_port() -> int:
    """Return a port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def wait_until_it_answers(address: str) -> None:
    """Wait for a server that was just started."""
    for _ in range(240):
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.5)
    raise TimeoutError(f"nothing answers at {address}")


def memory(pid: int, name: str = "VmRSS") -> float:
    """Return a process's resident memory in MB; `VmHWM` is the most it ever was."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith(name))
    return int(line.split()[1]) / 1024


def cpu(pid: int) -> float:
    """Return the seconds of processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def workers_cpu(pid: int) -> float:
    """Return the seconds of processor time that the processes a server started have used."""
    children = Path(f"/proc/{pid}/task").glob("*/children")
    return sum(cpu(int(child)) for listed in children for child in listed.read_text().split())
