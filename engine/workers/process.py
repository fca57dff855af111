"""One worker process (`engine.workers.child`) as its parent sees it."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from engine.workers import child

FAREWELL_SECONDS: Final = 5.0
"""How long a process may take to end by itself."""


class Process:
    """One worker process and the pipes to it."""

    def __init__(self, nice: int) -> None:
        self._popen = subprocess.Popen(
            [sys.executable, "-P", "-m", "engine.workers.child", str(nice)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=_environment(),
            # Not of our group, so that Ctrl+C at the terminal is ours alone; but of our session, since
            # Linux weighs whole sessions against each other and niceness only within one.
            process_group=0 if os.name == "posix" else None,
        )
        self._ready = False

    @property
    def pid(self) -> int:
        """The number the system knows it by."""
        return self._popen.pid

    @property
    def alive(self) -> bool:
        """Whether it has not ended."""
        return self._popen.poll() is None

    def is_ready(self) -> bool:
        """Wait until the process can take calls; False if it ended before."""
        assert self._popen.stdout is not None
        with suppress(OSError):
            self._ready = self._ready or child.receive(self._popen.stdout) is not None
        return self._ready

    def ask(self, message: bytes, hear: Callable[[Any], None]) -> bytes | None:
        """Return the answer to a call, or None if the process died first; `hear` how far it is meanwhile."""
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        try:
            child.send(self._popen.stdin, message)
            while (answer := child.receive(self._popen.stdout)) is not None and answer.startswith(child.SAID):
                hear(pickle.loads(answer.removeprefix(child.SAID)))
            return answer
        except OSError:
            return None

    def kill(self) -> None:
        """End it at once."""
        self._popen.kill()

    def end(self) -> None:
        """Send the process home and clear away what is left of it."""
        for pipe in (self._popen.stdin, self._popen.stdout):
            assert pipe is not None
            with suppress(OSError):  # what a dead process had not read yet
                pipe.close()
        try:
            self._popen.wait(FAREWELL_SECONDS)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()


def _environment() -> dict[str, str]:
    """Return the environment of a worker: modules are found where this process finds them, no others.

    One thread each is all it needs of what multiplies matrices. Nothing that begins with NUMBA_ may
    differ from here: the kernels would be compiled anew.
    """
    path = os.pathsep.join(str(Path(entry).absolute()) for entry in sys.path)
    single = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    # Freed memory goes back to the system, but for as much as is asked for again and again: to be given
    # an array of two megabytes anew, page by page, takes a worker as long as what it does with it.
    kept = {"ARENA_MAX": 2, "MMAP_THRESHOLD_": 2**22, "TRIM_THRESHOLD_": 2**24}
    memory = {f"MALLOC_{name}": str(size) for name, size in kept.items()}
    return {**os.environ, **single, **memory, "PYTHONPATH": path}
