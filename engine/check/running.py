"""Somebody's program, run once on one deal: what it printed, how it ended, within time and memory.

No shell has a part in it: a command is a list of arguments. Its children are killed with it.
"""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Final

MOST_OUTPUT: Final = 65_536
"""Bytes kept of what a program prints: enough for every answer, and a flood fills no memory."""
_PIECE: Final = 65_536
_CLOSING: Final = 1.0
"""Seconds that a child left behind may hold the output open after its program has ended."""


class CommandError(ValueError):
    """A command that cannot be started at all."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of one run."""

    output: str
    said: str
    """The last line it wrote to standard error, if any."""
    code: int | None
    """Its exit code, below zero for a signal; None where it was stopped because its time was up."""


@dataclass(frozen=True, slots=True)
class Command:
    """A program as it is started: its arguments, and what it may use."""

    arguments: tuple[str, ...]
    seconds: float = 2.0
    megabytes: int = 1_024
    """Memory it may fill, where the system can hold it to that."""
    as_arguments: bool = False
    """Whether each line of the input becomes an argument, in place of standard input."""

    def run(self, text: str, *, seconds: float | None = None) -> Ran:
        """Run the program on one input. Raises `CommandError` where it cannot be started."""
        with tempfile.TemporaryFile() as given:
            extra = text.splitlines() if self.as_arguments else []
            if not self.as_arguments:
                given.write(f"{text}\n".encode())
                given.seek(0)
            with self._started([*self.arguments, *extra], given) as process:
                return self._watched(process, seconds or self.seconds)

    def _started(self, arguments: list[str], given: IO[bytes]) -> "subprocess.Popen[bytes]":
        pipe = subprocess.PIPE
        try:
            process = subprocess.Popen(
                arguments, stdin=given, stdout=pipe, stderr=pipe, start_new_session=True
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise CommandError(f"{self.arguments[0][:80]!r} cannot be run: {reason}") from None
        _limit_memory(process.pid, self.megabytes)
        return process

    def _watched(self, process: "subprocess.Popen[bytes]", seconds: float) -> Ran:
        assert process.stdout is not None
        assert process.stderr is not None
        output, errors = _Kept(process.stdout), _Kept(process.stderr)
        end = time.monotonic() + seconds
        code: int | None
        try:
            code = process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            code = None
        except BaseException:
            _kill(process)
            raise
        if code is None or not all(
            kept.closed(max(_CLOSING, end - time.monotonic())) for kept in (output, errors)
        ):
            _kill(process)
            process.wait()
        for kept in (output, errors):
            kept.closed(_CLOSING)
        lines = errors.tail.decode(errors="replace").split("\n")
        said = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return Ran(output.head.decode(errors="replace"), said, code)


class _Kept:
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

    def closed(self, seconds: float) -> bool:
        """Wait until the program has closed it; say whether it has."""
        self._reader.join(seconds)
        return not self._reader.is_alive()


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """Kill a program and all that it started."""
    if os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


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
