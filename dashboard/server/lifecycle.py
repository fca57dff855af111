"""How the server starts and ends."""

import atexit
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from threading import Event, Timer
from types import FrameType
from typing import Any, Final

# Ctrl+C ends the server within two seconds, even if it still answers a request.
#
# Finished games are in the store already and workers go with their parent, so nothing has to be waited for:
# what ends by itself in that time does, the rest is left.

SECONDS: Final = 1.5
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)

_ENDING: Final = Event()

Handler = Callable[[int, FrameType | None], Any] | int | None


@contextmanager
def end_promptly() -> Iterator[None]:
    """Have the signals that end a program end this one in time, whatever else they do."""
    # First registered, this is done last: what Python would then take apart may wait for threads long gone.
    atexit.register(_leave)
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    for number, handler in before.items():
        signal.signal(number, partial(_end, handler))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@asynccontextmanager
async def lifespan(_app: object) -> AsyncIterator[None]:
    """Do so while the server serves: it has handlers of its own by then."""
    with end_promptly():
        yield


def _end(handler: Handler, number: int, frame: FrameType | None) -> None:
    _ENDING.set()
    leaving = Timer(SECONDS, _leave)
    leaving.daemon = True
    leaving.start()
    if callable(handler):
        handler(number, frame)
    elif handler is signal.SIG_DFL:
        raise KeyboardInterrupt


def _leave() -> None:
    """Leave at once if the server was told to end."""
    if _ENDING.is_set():
        sys.stdout.flush()
        os._exit(0)
