"""Servers on a fresh cache compile each kernel once, and leave no process behind that compiles."""

import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import chores
import pytest

from engine.kernels.cache import FOLDER_VARIABLE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes as Linux lists them")

SERVER = """
import sys, time
from pathlib import Path
import chores
from engine import kernels
from engine.jobs import workers
from engine.kernels import play as known
log, names = Path(sys.argv[1]), sys.argv[2:]
needed = kernels.for_a_page() if names == ["page"] else tuple(
    kernel for kernel in known.every() if kernel._name in names)
workers._compile_one = chores.LoggedCompile(log)
workers.compile_in_background(needed, 2, nice=0)
print("begun", flush=True)
while workers.is_compiling(needed):
    time.sleep(0.05)
print(len(kernels.missing(needed)), len(needed), flush=True)
"""


def server(folder: Path, *names: str) -> "subprocess.Popen[str]":
    """Start what a server does first: it has kernels compiled in the background."""
    kernels = {FOLDER_VARIABLE: str(folder / "kernels")}
    return chores.python("-c", SERVER, folder / "log", *names, **kernels)


@pytest.mark.slow
@pytest.mark.parametrize("names", [("draw_words", "go_through"), ("page",)])
def test_two_servers_at_once_compile_each_kernel_once(tmp_path: Path, names: tuple[str, ...]) -> None:
    both = [server(tmp_path, *names) for _ in range(2)]
    missing, number = {tuple(map(int, each.communicate(timeout=300)[0].split()[1:])) for each in both}.pop()
    assert (missing, number) == (0, number)
    notes = Counter((tmp_path / "log").read_text("utf-8").split())
    assert sum(notes[note] for note in notes if note.endswith(":loaded")) <= number
    assert [count for note, count in notes.items() if note.endswith(":compiled")] == [1] * number
    assert {path.suffix for path in (tmp_path / "kernels").iterdir()} == {".kernel"}


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_what_compiles_ahead_ends_with_its_server(tmp_path: Path, how: signal.Signals) -> None:
    with server(tmp_path, "play_games", "play_by_chance", "play_odd") as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "begun\n"
        chores.until(lambda: [*tmp_path.glob("kernels/*.lock")])  # one is being compiled
        compiling = chores.children(running.pid)
        running.send_signal(how)
        running.wait(timeout=20)
        chores.until(lambda: not any(map(chores.is_alive, compiling)), seconds=10)
    assert len(compiling) == 2
    assert not [*tmp_path.glob("kernels/*.kernel")], "it ended before it was done"
    if how is signal.SIGKILL:  # what is left there is the same after each
        assert server(tmp_path, "draw_words").communicate(timeout=300)[0] == "begun\n0 1\n"
