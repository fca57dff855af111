"""A worker process: `main` takes calls from its parent and ends with it.

A call is a pickled (function, arguments, named arguments), an answer a pickled (success, result or
exception), each after its length in eight bytes. Reports of progress before an answer begin with `PROGRESS`.
The first answer means that the worker is ready. Only `engine.jobs.workers` starts it, and only the parent
writes to it.
"""

import os
import pickle
import signal
import time
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, Final, TypeVar

T = TypeVar("T")

LENGTH_BYTES: Final = 8
PROTOCOL: Final = 5
PROGRESS: Final = b"\0"
"""First byte of a report of progress; no pickle begins with it."""
REPORT_SECONDS: Final = 0.1  # time between two reports of progress: people do not read faster


_PARENT: Final[list[IO[bytes]]] = []
"""The pipe to the parent, in a worker process."""


def with_progress(function: Callable[..., T], /, *arguments: Any, **named: Any) -> T:
    """Call a function that reports its progress: it calls `tell` with how much is done, and of how much."""
    next_report = 0.0

    def tell(done: int, of: int) -> None:
        nonlocal next_report
        if _PARENT and (now := time.monotonic()) >= next_report:
            next_report = now + REPORT_SECONDS
            send(_PARENT[0], PROGRESS + pickle.dumps((done, of), PROTOCOL))

    return function(*arguments, tell=tell, **named)


def send(stream: IO[bytes], message: bytes) -> None:
    """Write one message."""
    stream.write(len(message).to_bytes(LENGTH_BYTES, "big"))
    stream.write(message)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes | None:
    """Read one message; None if the other side is gone."""
    length = stream.read(LENGTH_BYTES)
    if len(length) < LENGTH_BYTES:
        return None
    size = int.from_bytes(length, "big")
    message = stream.read(size)
    return message if len(message) == size else None


def answer(call: bytes) -> bytes:
    """Return the pickled answer to a call."""
    try:
        function, arguments, named = pickle.loads(call)
        return pickle.dumps((True, function(*arguments, **named)), PROTOCOL)
    except Exception as error:
        return _failure(error)


def _failure(error: Exception) -> bytes:
    """Return the pickled exception, or one with its text if it cannot be pickled."""
    try:
        failure = pickle.dumps((False, error), PROTOCOL)
        pickle.loads(failure)
    except Exception:
        failure = pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")), PROTOCOL)
    return failure


def _private_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Move the pipes away from standard input and output, so that printed text does not mix with messages."""
    inbox, outbox = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return inbox, outbox


def _take_calls(inbox: IO[bytes], calls: "SimpleQueue[bytes]") -> None:
    """Queue the calls that arrive; end this process when the pipe closes, even in the middle of a call."""
    while (call := receive(inbox)) is not None:
        calls.put(call)
    os._exit(0)


def main(nice: int) -> None:
    """Do calls until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt at the terminal is for the parent
    inbox, outbox = _private_pipes()
    calls: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_take_calls, args=(inbox, calls), daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(nice)
    from engine import kernels  # seconds, in which the parent may go already

    kernels.load()
    _PARENT.append(outbox)
    try:
        send(outbox, pickle.dumps(os.getpid(), PROTOCOL))
        while True:
            send(outbox, answer(calls.get()))
    except OSError:
        os._exit(0)
