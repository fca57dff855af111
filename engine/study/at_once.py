"""Study -> Summary: fixed blocks of game numbers over any executor, the same result for any of them.

A block depends on nothing but the study and its first game, and tallies add up in any order, so
neither the number of workers, nor the size of the blocks, nor a block done twice or lost and done
again can change a bit of the summary.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass, field
from typing import Final

from engine.study.study import Study
from engine.study.summary import Summary
from engine.study.tally import tally

BLOCK: Final = 65_536
"""Games in a block unless asked otherwise: a few dozen milliseconds to a quarter of a second."""

IN_FLIGHT: Final = 8
"""Blocks handed to an executor at a time: enough to keep workers busy, few enough to cancel soon."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a simulation is."""

    games: int
    of: int
    seconds: float
    per_second: float
    seconds_left: float


@dataclass
class Simulated:
    """What a simulation has so far: the summary of the blocks that are done, and which those are."""

    study: Study
    block: int
    summary: Summary | None = None
    done: set[int] = field(default_factory=set)
    """Numbers of finished blocks; block b holds games b * block to (b + 1) * block - 1."""
    seconds: float = 0.0

    @property
    def complete(self) -> bool:
        """Whether every game of the study is in the summary."""
        return len(self.done) == -(-self.study.games // self.block)

    def missing(self) -> Iterator[int]:
        """Yield the numbers of the blocks that are not done."""
        return (number for number in range(-(-self.study.games // self.block)) if number not in self.done)

    def games_done(self) -> list[tuple[int, int]]:
        """Return the finished games as (first, one past the last), neighbours joined."""
        spans: list[tuple[int, int]] = []
        for number in sorted(self.done):
            first, end = number * self.block, min((number + 1) * self.block, self.study.games)
            if spans and spans[-1][1] == first:
                spans[-1] = spans[-1][0], end
            else:
                spans.append((first, end))
        return spans

    def add(self, number: int, tallies: Summary) -> None:
        """Take in a finished block; one that is already in is left out."""
        if number not in self.done:
            self.done.add(number)
            self.summary = tallies if self.summary is None else self.summary + tallies


class WorkersLost(Exception):  # noqa: N818, it names what happened
    """The executor broke; `so_far` can be handed to `simulate` again with a new one."""

    def __init__(self, so_far: Simulated) -> None:
        super().__init__("the workers were lost: start new ones and go on from what is done")
        self.so_far = so_far


def simulate(
    study: Study,
    *,
    executor: Executor | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    cancel: Callable[[], bool] | None = None,
    block: int = BLOCK,
    resume: Simulated | None = None,
) -> Simulated:
    """Play the games of a study and return their tallies.

    Without an `executor` this thread plays them. `cancel` is asked between blocks; after a yes the
    result holds the blocks that are complete and says which (`games_done`). `resume` goes on from
    an earlier result of the same study and block size. Raises `WorkersLost` when the executor breaks
    and `ValueError` for a block that is no size or a result of another study.
    """
    if type(block) is not int or not 1 <= block <= 2**24:
        raise ValueError(f"block {block!r} is out of range: take 1 to {2**24} games")
    if resume is not None and (resume.study, resume.block) != (study, block):
        raise ValueError("a simulation can only go on with the study and the block size it began with")
    state = resume or Simulated(study, block)
    meter = _Meter(state, on_progress)
    for number, tallies in _finished(state, executor, cancel or _never):
        state.add(number, tallies)
        meter.tick()
    return state


def _never() -> bool:
    return False


def _finished(
    state: Simulated, executor: Executor | None, cancel: Callable[[], bool]
) -> Iterator[tuple[int, Summary]]:
    """Yield blocks as they are finished."""
    waiting = state.missing()
    if executor is None:
        for number in waiting:
            if cancel():
                return
            yield number, _block(state, number)
        return
    flying: dict[Future[Summary], int] = {}
    try:
        while not cancel():
            for number in waiting:
                flying[executor.submit(tally, state.study, *_span(state, number))] = number
                if len(flying) >= IN_FLIGHT:
                    break
            if not flying:
                return
            landed, _ = wait(flying, timeout=0.1, return_when=FIRST_COMPLETED)
            for future in landed:
                yield flying.pop(future), future.result()
    except BrokenExecutor:
        raise WorkersLost(state) from None
    finally:
        for future in flying:
            future.cancel()


def _span(state: Simulated, number: int) -> tuple[int, int]:
    first = number * state.block
    return first, min(state.block, state.study.games - first)


def _block(state: Simulated, number: int) -> Summary:
    return tally(state.study, *_span(state, number))


class _Meter:
    """Says how far it is after every block, and keeps the time."""

    def __init__(self, state: Simulated, listener: Callable[[Progress], object] | None) -> None:
        self._state = state
        self._listener = listener
        self._start = time.monotonic()
        self._before = state.seconds
        self._games_before = state.summary.games if state.summary else 0

    def tick(self) -> None:
        state = self._state
        spent = time.monotonic() - self._start
        state.seconds = self._before + spent
        games = state.summary.games if state.summary else 0
        if self._listener is not None:
            rate = (games - self._games_before) / max(spent, 1e-9)
            left = (state.study.games - games) / max(rate, 1e-9)
            self._listener(Progress(games, state.study.games, state.seconds, rate, left))
