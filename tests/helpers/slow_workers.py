"""Workers for tests of pages that go on while something is worked out."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any
from unittest.mock import Mock

from chores import as_asked

from engine.jobs.workers import CallFuture, WorkerLost


class Slow:
    """Workers that answer when they are told to."""

    def __init__(self) -> None:
        self.asked: list[tuple[CallFuture[Any], Callable[..., Any], tuple[Any, ...]]] = []
        self.cancelled: list[Future[Any]] = []

    def ask(self, function: Callable[..., Any], *arguments: Any, **named: Any) -> "CallFuture[Any]":
        future: CallFuture[Any] = CallFuture()
        function = partial(function, **named) if named else function
        self.asked.append((future, function, arguments))
        return future

    def lose(self) -> None:
        """End as workers do that one question has killed, one after the other."""
        asked, self.asked = self.asked, []
        for future, *_ in asked:
            future.set_exception(WorkerLost("gone"))

    def cancel(self, question: "Future[Any]") -> None:
        self.cancelled.append(question)

    def answer(self) -> None:
        asked, self.asked = self.asked, []
        for future, function, arguments in asked:
            future.set_result(as_asked(function)(*arguments))

    def answer_last(self) -> None:
        """Answer, and be out of reach from then on."""
        self.answer()
        self.ask = Mock(side_effect=OSError("no scheduler"))  # type: ignore[method-assign]
