"""A Dask cluster as an executor that reconnects to its scheduler.

The workers of the cluster need this project in the same version. If the scheduler is lost, its calls come
back as cancelled; the runs submit them again once a scheduler answers at the same address.
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

for _name in ("tornado.application", *logging.root.manager.loggerDict):
    # They print a page of traceback for a lost connection; a run says in a sentence what it waits for.
    if _name.startswith(("tornado", "distributed")):
        logging.getLogger(_name).setLevel(logging.CRITICAL)

TIMEOUT: Final = "5s"

CONNECT_SECONDS: Final = 1.0
PORT: Final = 8786

COUNT_SECONDS: Final = 5.0  # time between two counts of the workers, for which the scheduler is asked


class Cluster(Executor):
    """The cluster of a scheduler. `submit` raises `OSError` while the scheduler cannot be reached."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._lock = Lock()
        self._client: Any = None
        self._calls: set[Future[Any]] = set()
        """Calls of the client that are not done."""
        self._closed = False
        self._count = 1
        self._count_again = 0.0

    @property
    def count(self) -> int:
        """Return how many calls the cluster does at once, as of the last count."""
        client, now = self._client, time.monotonic()
        if client is not None and client.status == "running" and now >= self._count_again:
            self._count_again = now + COUNT_SECONDS
            with suppress(OSError):
                self._count = max(1, sum(client.nthreads().values()))
        return self._count

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Call a function in a worker of the cluster."""
        # Not pure: Dask would take a second call for the first, whose result it may have lost.
        executor = self._connected().get_executor(pure=False)
        future: Future[T] = executor.submit(fn, *args, **kwargs)
        self._calls.add(future)
        future.add_done_callback(self._calls.discard)
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
                self._client = _client(self._address)
            return self._client

    def _disconnect(self) -> None:
        if self._client is not None:
            self._client.close(timeout=TIMEOUT)
            self._client = None
            for call in [*self._calls]:
                call.cancel()  # a client that closes while it loses its scheduler leaves some pending


def _client(address: str) -> Any:
    """Connect to a cluster. Raises `OSError` if no scheduler answers."""
    url = urlsplit(address)
    if url.scheme != "ucx":  # which need not listen for TCP
        # Where no server listens Dask would try for seconds and leave half a client behind.
        socket.create_connection((url.hostname, url.port or PORT), CONNECT_SECONDS).close()
    make: Any = distributed.Client  # it is untyped
    try:
        return make(address, timeout=TIMEOUT, set_as_default=False)
    except OSError:
        raise
    except Exception as error:  # Dask reads another server's answer as lengths of messages
        raise ConnectionError(f"what answers at {address} is not a scheduler") from error
