"""Run a person's program: start it, ask it, read what it printed, end it."""

import os
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count
from typing import IO, Final, NamedTuple

from engine.cards import Deal
from engine.check import watcher
from engine.diagnose import Grade, answer_within, crash_line, graded
from engine.formats import INPUTS
from engine.game import Plan

# Somebody's program, run once on one deal: what it printed, how it ended, within time and memory.
#
# No shell has a part in it: a command is a list of arguments. Its children are killed with it, also after
# it has answered; and if this process ends, in whatever way, `engine.check.watcher` kills all of them. On
# Linux each run is marked in its environment, so that a child in a session of its own is found as well.

MOST_OUTPUT: Final = 65_536
"""Bytes kept of what a program prints: enough for every answer, and a flood fills no memory."""
_PIECE: Final = 65_536
_CLOSING: Final = 1.0  # seconds that a child left behind may hold the output open after its program has ended

_POLL: Final = 0.05  # seconds between two looks at a program that runs, at most

_WATCHER_LOCK: Final = threading.Lock()

_CHECK: Final = secrets.token_hex(8)
"""How the marks of this process's runs begin."""
_RUNS: Final = count()


class CommandError(ValueError):
    """A command that cannot be started at all."""


class Ran(NamedTuple):
    """What came of one run."""

    output: str
    said: str
    """The last line it wrote to standard error, if any."""
    code: int | None
    """Its exit code, below zero for a signal; None where it was stopped because its time was up."""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """A program as it is started: its arguments, and what it may use.

    >>> Command(("./war",))
    Command(arguments=('./war',), seconds=2.0, megabytes=1024, as_arguments=False)
    """

    arguments: tuple[str, ...]
    seconds: float = 2.0
    megabytes: int = 1_024
    """Memory it may fill, where the system can hold it to that."""
    as_arguments: bool = False
    """Whether each line of the input becomes an argument, in place of standard input."""
    _running: "_Running" = field(default_factory=lambda: _Running(), repr=False, compare=False)

    def run(self, text: str) -> Ran:
        """Run the program on one input.

        Raises `CommandError` where it cannot be started, `KeyboardInterrupt` where it has been stopped.
        """
        with self._running.inside(), tempfile.TemporaryFile() as given:
            extra = text.splitlines() if self.as_arguments else []
            if not self.as_arguments:
                given.write(f"{text}\n".encode())
                given.seek(0)
            run = self._started([*self.arguments, *extra], given)
            with run.process:
                return self._watched(run)

    def stop(self) -> None:
        """Kill the program wherever it runs, and start it no more.

        Raises `KeyboardInterrupt` the first time, unless this thread is in a run, which then raises it.

        >>> with suppress(KeyboardInterrupt):
        ...     Command(("cat",)).stop()
        ...     print("goes on")
        """
        self._running.stop()

    @contextmanager
    def stopped_by_errors(self) -> Iterator[None]:
        """Kill the program in every thread where an error or an interrupt ends what asked for its runs."""
        try:
            yield
        except BaseException:
            with suppress(KeyboardInterrupt):
                self._running.stop()
            raise

    def _started(self, arguments: list[str], given: IO[bytes]) -> "_Run":
        pipe, mark = subprocess.PIPE, f"{_CHECK}.{next(_RUNS)}."
        marked = {**os.environ, watcher.MARK: mark}
        _write_to_watcher("")  # it knows the marks before there is a program
        try:
            process = subprocess.Popen(
                arguments, stdin=given, stdout=pipe, stderr=pipe, start_new_session=True, env=marked
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise CommandError(f"{self.arguments[0][:80]!r} cannot be run: {reason}") from None
        _limit_memory(process.pid, self.megabytes)
        return _Run(process, mark)

    def _watched(self, run: "_Run") -> Ran:
        process = run.process
        assert process.stdout is not None
        assert process.stderr is not None
        output, errors = _Output(process.stdout), _Output(process.stderr)
        end = time.monotonic() + self.seconds
        self._running.add(run)
        try:
            ended = _ends(process, self.seconds)
            if ended:
                for kept in (output, errors):
                    kept.wait_closed(max(_CLOSING, end - time.monotonic()), unless=self._running.stopped)
        finally:
            run.kill()
            code = process.wait()
            self._running.remove(run)
        for kept in (output, errors):
            kept.wait_closed(_CLOSING, unless=self._running.stopped)
        text = errors.tail.decode(errors="replace")
        said = next((line.strip() for line in reversed(text.split("\n")) if line.strip()), "")
        return Ran(output.head.decode(errors="replace"), said, code if ended else None, crash_line(text))


@dataclass(frozen=True, slots=True, eq=False)
class _Run:
    """A program that was started, and how its run is marked."""

    process: "subprocess.Popen[bytes]"
    mark: str

    def kill(self) -> None:
        """Kill the program and all that it started."""
        if os.name == "posix":
            watcher.kill_group(self.process.pid)
            watcher.kill_marked(self.mark)
        else:
            self.process.kill()


class _Running:
    """The runs of one command that are under way, in whichever threads."""

    def __init__(self) -> None:
        self.stopped = threading.Event()
        self._runs: set[_Run] = set()
        self._threads: set[int] = set()

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Hold an interrupt back until what this thread starts is known, and raise it before the end."""
        self._threads.add(threading.get_ident())
        try:
            self._raise_if_stopped()
            yield
        finally:
            self._threads.discard(threading.get_ident())
        self._raise_if_stopped()

    def add(self, run: _Run) -> None:
        """Take in a program that was started."""
        self._runs.add(run)
        _write_to_watcher(f"+{run.process.pid}\n")
        if self.stopped.is_set():
            run.kill()

    def remove(self, run: _Run) -> None:
        """Take out a program that ended."""
        self._runs.discard(run)
        _write_to_watcher(f"-{run.process.pid}\n")

    def stop(self) -> None:
        """Kill all that runs; see `Command.stop`."""
        first = not self.stopped.is_set()
        self.stopped.set()
        for run in tuple(self._runs):
            run.kill()
        if first and threading.get_ident() not in self._threads:
            raise KeyboardInterrupt

    def _raise_if_stopped(self) -> None:
        if self.stopped.is_set():
            raise KeyboardInterrupt


class _Output:
    """Reads all that a program writes, and keeps its beginning and its end."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self.head = self.tail = b""
        self._pipe = pipe
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        descriptor = self._pipe.fileno()
        with suppress(OSError):
            while piece := os.read(descriptor, _PIECE):
                self.head += piece[: MOST_OUTPUT - len(self.head)]
                self.tail = (self.tail + piece)[-MOST_OUTPUT:]

    def wait_closed(self, seconds: float, *, unless: threading.Event) -> None:
        """Wait until the program has closed it, but not when an event is set."""
        end = time.monotonic() + seconds
        while self._reader.is_alive() and time.monotonic() < end and not unless.is_set():
            self._reader.join(min(_POLL, max(0, end - time.monotonic())))


def _ends(process: "subprocess.Popen[bytes]", seconds: float) -> bool:
    """Wait until a program ends, at most `seconds`; return whether it did.

    Where the system can, its number is kept: so its group is surely its own when it is killed.
    """
    if not hasattr(os, "waitid"):
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=seconds)
        return process.poll() is not None
    end, pause = time.monotonic() + seconds, 0.0005
    with suppress(ChildProcessError):  # where the system clears ended ones away by itself
        while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
            left = end - time.monotonic()
            if left <= 0:
                return False
            time.sleep(min(pause, left))
            pause = min(2 * pause, _POLL)
    return True


def _write_to_watcher(line: str) -> None:
    """Tell the watcher of a program, where there is one."""
    with suppress(OSError), _WATCHER_LOCK:
        process = _watcher()
        if process is not None and process.stdin is not None:
            os.write(process.stdin.fileno(), line.encode())


@cache
def _watcher() -> "subprocess.Popen[bytes] | None":
    """Start the process that kills what runs when this one is gone, as the pipe to it then ends."""
    if os.name != "posix":
        return None
    pipe, null = subprocess.PIPE, subprocess.DEVNULL
    code = [sys.executable, "-I", "-S", watcher.__file__, _CHECK]
    # Without an environment: a check that is itself under test leaves its watcher to end what it started.
    return subprocess.Popen(code, stdin=pipe, stdout=null, stderr=null, start_new_session=True, env={})


def _limit_memory(process: int, megabytes: int) -> None:
    """Limit what a program may fill; room that it sets aside and never fills, as node does, is free.

    It holds from a moment after the start on: to set it before would take code between fork and exec,
    which is not safe beside threads.
    """
    if sys.platform == "linux":
        import resource

        size = megabytes * 2**20
        with suppress(ProcessLookupError, PermissionError, ValueError):
            resource.prlimit(process, resource.RLIMIT_DATA, (size, size))


# What is to be said of a program's answer to one deal.


class Judged(NamedTuple):
    """How a program did on one deal, what it printed, and its last words where it crashed."""

    kind: Grade
    got: str
    said: str = ""
    line: int | None = None
    answer: str = ""
    """The answer among what it printed, where that is not all."""


def verdict_of(run: Ran, expected: str, judge: str) -> Judged:
    """Compare what a program printed with what the judge expects."""
    got = run.output.strip()
    if run.code is None:
        return Judged(Grade.TIMED_OUT, got, run.said)
    kind = graded(got, expected, judge)
    if run.code:
        ended = run.code > 0 and kind is Grade.RIGHT and run.line is None
        return Judged(Grade.EXIT if ended else Grade.CRASHED, got, run.said or _ending(run.code), run.line)
    if not got:
        return Judged(Grade.SILENT, got, run.said)
    within = answer_within(got, judge) if kind is Grade.WRONG else None
    return Judged(kind, got, answer=within[0] if within else "")


def _ending(code: int) -> str:
    """Return how a program ended that did not end well.

    >>> _ending(1), _ending(-9), _ending(-200)
    ('exit code 1', 'SIGKILL', 'signal 200')
    """
    if code > 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


# A program asked about deals: one process a deal, or many deals to one process.

Asked = tuple[Deal, str]


class Failure(NamedTuple):
    """A deal that was run, what was expected and what came of it."""

    deal: Deal
    expected: str
    verdict: Judged


def ask(plan: Plan, command: Command, deal: Deal, expected: str) -> Failure:
    """Run a program on one deal."""
    deal = INPUTS[plan.input].given(deal)
    run = command.run(INPUTS[plan.input].write(deal))
    return Failure(deal, expected, verdict_of(run, expected, plan.judge))


def ask_many(plan: Plan, command: Command, asked: Sequence[Asked]) -> list[Failure] | None:
    """Run a program on deals one after the other in its input; None where it does not answer each of them."""
    form = INPUTS[plan.input]
    asked = [(form.given(deal), expected) for deal, expected in asked]
    text = "\n".join(form.write(deal) for deal, _ in asked)
    run = replace(command, seconds=command.seconds * len(asked)).run(text)
    lines = [line for line in run.output.splitlines() if line.strip()]
    heights = [len(expected.splitlines()) for _, expected in asked]
    if run.code or run.code is None or len(lines) != sum(heights):
        return None
    trials = []
    for (deal, expected), height in zip(asked, heights, strict=True):
        answer, lines = "\n".join(lines[:height]), lines[height:]
        trials.append(Failure(deal, expected, verdict_of(Ran(answer, "", 0), expected, plan.judge)))
    return trials
