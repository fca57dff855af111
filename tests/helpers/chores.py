"""Work for worker processes in tests: what workers can be asked to do must be importable there."""

import operator
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from engine import Deal, Rules, worker_main
from engine.jobs.job import UNDER_WAY, Job, Run, State, play_span
from engine.jobs.registry import Runs
from engine.jobs.workers import Workers
from engine.kernels import Course, EntryPoint, decide
from engine.simulation.win_chance import chances

T = TypeVar("T")

BLOCK = 65_536


def as_asked(function: Callable[..., T]) -> Callable[..., T]:
    """Return a function as it is asked of workers: what goes there and what comes back is pickled."""

    def answered(*arguments: Any, **named: Any) -> Any:
        call = pickle.dumps((function, arguments, named), worker_main.PROTOCOL)
        good, value = pickle.loads(worker_main.answer(call))
        if good:
            return value
        raise value

    return answered


def note(path: Path, text: str) -> None:
    """Add a line to a file in one write, so that several processes can."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(file, f"{text}\n".encode())
    os.close(file)


def noted_wait(path: Path, name: str, gate: Path) -> str:
    note(path, name)
    until(gate.exists, 600)
    return name


def die(path: Path) -> NoReturn:
    note(path, "dies")
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("still alive")


def die_once(path: Path) -> str:
    if path.exists():
        return "alive"
    die(path)


def chatter(lines: int) -> int:
    """Write to standard output in every way there is, and read from standard input."""
    for _ in range(lines):
        print("stray line")
        os.write(1, b"\x00\x00\x00\x00\x00\x00\x00\x01x")
    sys.stdout.flush()
    return len(sys.stdin.read())


class AwkwardError(Exception):
    """Cannot be unpickled: it needs more than its text."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} and {two}")


def raise_awkward() -> NoReturn:
    raise AwkwardError("this", "that")


def path_and_main() -> tuple[list[str], str]:
    return sys.path, str(getattr(sys.modules["__main__"], "__file__", ""))


def pages_given(deal: Deal, rules: Rules) -> int:
    """Return how many pages of memory the system had to give for a question that was asked before."""
    import resource  # only POSIX has it

    course = Course(decide(deal, rules))
    chances(course)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    chances(course)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def busy(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def undisturbed(job: Any) -> Any:
    """Return the tallies of a job, played by this thread a block after the other."""
    blocks = (play_span(job, first, min(BLOCK, job.games - first)) for first in range(0, job.games, BLOCK))
    return reduce(operator.add, (tallies for tallies, _ in blocks))


def is_alive(pid: int) -> bool:
    """Say whether a process runs; one that is dead and not yet buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def pids(workers: Workers, *, begun: bool = False) -> list[int]:
    """Return the process ids of the workers that run, or only of those that have begun with a call."""
    processes = [thread._process for thread in workers._threads if thread._process is not None]
    return [one._popen.pid for one in processes if one.alive and (one._ready or not begun)]


def children(pid: int) -> list[int]:
    """Return the processes that a process has started and that run."""
    started = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for file in started for child in file.read_text().split() if is_alive(int(child))]


def python(*arguments: object, stderr: Any = None, **more: str) -> "subprocess.Popen[str]":
    """Start Python where it finds what tests find, with more in its environment."""
    command = [sys.executable, "-W", "error", *map(str, arguments)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **more}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True, env=env)


class LoggedCompile:
    """Makes kernels ready as processes do that compile ahead, and notes which were compiled."""

    def __init__(self, log: Path) -> None:
        self.log = log

    def __call__(self, kernel: EntryPoint) -> None:
        kernel.warm()
        compiled = kernel.dispatcher.stats.cache_misses.total()
        note(self.log, f"{kernel.__module__}.{kernel.__reduce__()}:{'compiled' if compiled else 'loaded'}")


def until(condition: Callable[[], Any], seconds: float = 60) -> Any:
    """Wait until something is so and return it."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.005)
    return found


def finished(made: Runs, job: Job) -> Run:
    """Wait until a run is done and return it: on a busy machine processes start slowly."""
    until(lambda: made.get(job).state not in UNDER_WAY, 300)
    run = made.get(job)
    assert run.state is State.FINISHED, run.trouble
    return run
