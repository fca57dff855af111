"""Ctrl+C ends a server in time, also one that waits for somebody who never reads."""

import os
import signal
import socket
import sys
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Final

import pytest
from quick import slow
from serving_pages import free_port, serving, wait_for

from dashboard.server import lifecycle

WAITS: Final = """
{before}
import lifecycle
with lifecycle.end_promptly():
    {within}
    try:
        print("waits", flush=True)
        time.sleep(60)
    except KeyboardInterrupt:
        print("ends", flush=True)
"""
STUCK: Final = """import atexit, threading, time
atexit.register(time.sleep, 60)
threading.Thread(target=time.sleep, args=(60,)).start()"""
LAST: Final = """import time
class Client:
    def __del__(self):
        time.sleep(60)"""
PROGRAMS: Final = {
    "stuck": WAITS.format(before=STUCK, within="pass"),
    "waits last": WAITS.format(before=LAST, within="client = Client(); client.itself = client"),
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
@pytest.mark.parametrize("number", [signal.SIGINT, slow(signal.SIGTERM)])
def test_a_program_ends_in_time_whatever_it_still_waits_for(number: signal.Signals, program: str) -> None:
    folder = Path(lifecycle.__file__).parent  # without the server around it, which takes a second to import
    with Popen([sys.executable, "-c", program], stdout=PIPE, text=True, cwd=folder) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "waits\n"
        process.send_signal(number)
        assert process.stdout.readline() == "ends\n"
        assert process.wait(10) == 0


def test_signals_are_as_they_were_afterwards() -> None:
    before = signal.getsignal(signal.SIGINT)
    with lifecycle.end_promptly():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.slow
def test_a_server_that_is_still_asked_ends(tmp_path: Path) -> None:
    port = free_port()
    environment = {**os.environ, "WAR_ROOM_STORE": str(tmp_path / "own" / "runs.sqlite")}
    with serving("dashboard", "--no-browser", "--port", str(port), env=environment) as process:
        wait_for(f"http://127.0.0.1:{port}")
        with socket.create_connection(("127.0.0.1", port)) as half_asked:
            half_asked.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
            process.send_signal(signal.SIGINT)
            assert process.wait(10) == 0
