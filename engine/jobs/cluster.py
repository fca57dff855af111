"""A Dask cluster as an executor that outlives the loss of its scheduler.

Everything that plays games is in `engine`, so the workers of the cluster need this project installed
in the same version. Calls handed to a scheduler that is lost come back as cancelled, and are handed
out again when it, or another at its address, can be reached.
"""

import logging
import socket
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from threading import Lock
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import distributed

T = TypeVar("T")

_LOG: Final = logging.getLogger(__name__)
for _name in ("tornado.application", *logging.root.manager.loggerDict):
    # They print a page of traceback for a lost connection; one sentence of ours says that it was lost.
    if _name.startswith(("tornado", "distributed")):
        logging.getLogger(_name).setLevel(logging.CRITICAL)

TIMEOUT: Final = "5s"
"""How long one try to reach the scheduler takes."""

CONNECT_SECONDS: Final = 1.0
PORT: Final = 8786
"""Where a scheduler listens whose address names no port."""

COUNT_SECONDS: Final = 5.0
"""How often the workers of the cluster are counted; each time asks the scheduler."""


class Cluster(Executor):
    """The cluster of a scheduler. `submit` raises `OSError` while that cannot be reached."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._lock = Lock()
        self._client: Any = None
        self._closed = False
        self._is_unreachable = False
        self._count = 1
        self._count_again = 0.0

    @property
    def count(self) -> int:
        """Return how many calls the cluster can work on at a time, as of the last count."""
        client, now = self._client, time.monotonic()
        if client is not None and client.status == "running" and now >= self._count_again:
            self._count_again = now + COUNT_SECONDS
            with suppress(OSError):
                self._count = max(1, sum(client.nthreads().values()))
        return self._count

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Have a worker of the cluster call a function."""
        # Not pure: Dask would take a second call for the first, whose result it may have lost.
        executor = self._connected().get_executor(pure=False)
        future: Future[T] = executor.submit(fn, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002, Dask drops all
        """Leave the cluster."""
        with self._lock:
            self._closed = True
            self._disconnect()

    def _connected(self) -> Any:
        with self._lock:
            if self._closed:
                raise RuntimeError("the cluster was left: nothing more can be handed to it")
            if self._client is None or self._client.status != "running":
                self._disconnect()
                self._client = self._connect_again()
            return self._client

    def _connect_again(self) -> Any:
        """Connect to the cluster; log once that it cannot be reached, and once that it is back."""
        try:
            _check_reachable(self._address)
            client = _client(self._address)
        except OSError:
            if not self._is_unreachable:
                _LOG.warning("the scheduler at %s cannot be reached: trying again", self._address)
            self._is_unreachable = True
            raise
        if self._is_unreachable:
            _LOG.warning("the scheduler at %s is back", self._address)
        self._is_unreachable = False
        return client

    def _disconnect(self) -> None:
        if self._client is not None:
            self._client.close(timeout=TIMEOUT)
            self._client = None


def _client(address: str) -> Any:
    """Connect to a cluster. Raises `OSError` where no scheduler answers."""
    make: Any = distributed.Client  # it is untyped
    try:
        return make(address, timeout=TIMEOUT, set_as_default=False)
    except OSError:
        raise
    except Exception as error:  # Dask reads another server's answer as lengths of messages
        raise ConnectionError(f"what answers at {address} is no scheduler") from error


def _check_reachable(address: str) -> None:
    """Raise `OSError` where no server listens: Dask would try for seconds and leave half a client behind."""
    url = urlsplit(address)
    if url.scheme != "ucx":  # which need not listen for TCP
        socket.create_connection((url.hostname, url.port or PORT), CONNECT_SECONDS).close()
