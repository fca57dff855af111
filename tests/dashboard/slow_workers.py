"""Workers for tests of pages that go on while something is worked out."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any


class Slow:
    """Workers that answer when they are told to."""

    def __init__(self) -> None:
        self.asked: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []

    def ask(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        self.asked.append((future, function, arguments))
        return future

    def answer(self) -> None:
        asked, self.asked = self.asked, []
        for future, function, arguments in asked:
            future.set_result(function(*arguments))
