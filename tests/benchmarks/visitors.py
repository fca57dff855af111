"""Visitors without a browser: Streamlit's own messages over a raw websocket, many of them cheaply."""

import asyncio
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect


@dataclass
class Visitor:
    """One browser tab, as the server sees it."""

    socket: ClientConnection
    page: str = ""
    query: str = ""
    widgets: dict[str, str] = field(default_factory=dict)
    """Widget keys -> the ids by which the server knows them."""
    charts: dict[str, int] = field(default_factory=dict)
    """Chart keys -> bytes of their figures as last sent."""
    timer: tuple[str, float] | None = None
    """A part of the page that wants to be drawn again: (fragment, seconds)."""
    received: int = 0
    errors: list[str] = field(default_factory=list)

    @classmethod
    async def arrive(cls, address: str, page: str = "", query: str = "") -> "Visitor":
        """Open a page and wait for its first run."""
        url = f"{address.replace('http', 'ws', 1)}/_stcore/stream"
        visitor = cls(await connect(url, max_size=None, subprotocols=["streamlit"]), page, query)  # type: ignore[list-item]
        await visitor.run()
        return visitor

    async def press(self, key: str) -> float:
        """Press the button with this key; returns the seconds until the page is drawn."""
        return await self.run(pressed=self.widgets[key])

    async def run(self, *, pressed: str | None = None, fragment: str = "") -> float:
        """Have the page (or a part of it) drawn; returns the seconds that took."""
        message = BackMsg()
        state = message.rerun_script
        state.query_string = self.query
        state.page_name = self.page
        if not fragment:
            self.timer = None
        else:
            state.fragment_id = fragment
            state.is_auto_rerun = True
        if pressed is not None:
            widget = state.widget_states.widgets.add()
            widget.id = pressed
            widget.trigger_value = True
        start = time.perf_counter()
        await self.socket.send(message.SerializeToString())
        while True:
            data = await self.socket.recv()
            assert isinstance(data, bytes)
            self.received += len(data)
            answer = ForwardMsg.FromString(data)
            if self._take(answer):
                return time.perf_counter() - start

    async def leave(self) -> None:
        """Close the tab."""
        await self.socket.close()

    def _take(self, answer: ForwardMsg) -> bool:
        """Note what a message says; returns whether a run is over (another may follow at once)."""
        kind = answer.WhichOneof("type")
        if kind == "auto_rerun":
            self.timer = answer.auto_rerun.fragment_id, answer.auto_rerun.interval
        elif kind == "stop_auto_rerun" or (
            kind == "script_finished" and answer.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN
        ):
            self.timer = None  # the whole page is drawn anew, and asks again if it still wants to
        elif kind == "page_info_changed":
            self.query = answer.page_info_changed.query_string
        elif kind == "delta":
            self._element(answer)
        return kind == "script_finished" and answer.script_finished in (
            ForwardMsg.FINISHED_SUCCESSFULLY,
            ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY,
        )

    def _element(self, answer: ForwardMsg) -> None:
        element = answer.delta.new_element
        kind = element.WhichOneof("type")
        if kind is None:
            return
        if kind == "exception":
            self.errors.append(element.exception.message)
        body = getattr(element, kind)
        identity = getattr(body, "id", "")
        key = identity.rpartition("-")[2] if identity else ""
        if key:
            self.widgets[key] = identity
        if kind == "plotly_chart":
            self.charts[key] = len(body.spec.encode())


@contextmanager
def server(store: Path, *, log: Path) -> Iterator[tuple[str, int]]:
    """Serve the dashboard on a free port; yields its address and process id."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "dashboard", "--no-browser", "--port", str(port)]
    environment = {**os.environ, "WAR_ROOM_STORE": str(store)}
    with log.open("w") as out, subprocess.Popen(command, stdout=out, stderr=out, env=environment) as process:
        try:
            _wait(address)
            yield address, process.pid
        finally:
            process.terminate()


def _wait(address: str) -> None:
    for _ in range(240):
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.5)
    raise TimeoutError(f"nothing answers at {address}")


def memory(pid: int) -> float:
    """Return a process's resident memory in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def cpu(pid: int) -> float:
    """Return the seconds of processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def keep_watching(visitor: Visitor, until: float, times: list[float]) -> None:
    """Let a page that shows a run be drawn again as often as it asks for."""
    while time.monotonic() < until:
        await asyncio.sleep(visitor.timer[1] if visitor.timer else 1.0)
        times.append(await visitor.run(fragment=visitor.timer[0] if visitor.timer else ""))
