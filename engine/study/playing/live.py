"""A run under way: what is done of it, what is being played, how fast it goes, when it will be done."""

import time
from collections import deque
from dataclasses import dataclass, field
from functools import cached_property, reduce
from typing import Any, Final

from engine.study.jobs import Job
from engine.study.playing import spans
from engine.study.playing.pace import LEAST_SECONDS, Pace
from engine.study.playing.spans import Span, Spans

SPAN_SECONDS: Final = 0.25
"""Play that a worker is given at a time: little enough to be lost or cancelled, much enough to pay."""
MOST_SPAN_SECONDS: Final = 0.5
COST_COUNTS: Final = 12
"""How many times what a span costs this process it must be worth: tallies of a dozen rule sets are
megabytes, and whoever looks at pages meanwhile should not notice."""
RATE_SECONDS: Final = 5.0
"""How far back the rate looks that is shown."""


@dataclass(eq=False)
class Live:
    """A run that is waiting or running. Only the foreman's thread changes it."""

    job: Job
    pace: Pace
    order: int = 0
    """How many runs were started before."""
    done: Spans = ()
    summary: Any = None
    """The tallies of what is done."""
    seconds_before: float = 0.0
    """How long it had been running when its clock was last stopped."""
    flying: set[Span] = field(default_factory=set)
    """The spans that are being played."""
    wanted: bool = True
    """Whether it still waits or runs; set with the foreman's lock held."""
    turn: int = 0
    """When it last had a span handed out, counted in spans."""
    waited: float = 0.0
    """Seconds it had to wait for its turn."""
    running_since: float | None = None
    written: int = 0
    """How many of its games were done when it was last written down."""
    record_again: float = 0.0
    """When it is to be written down again at the earliest, by the monotonic clock."""
    trouble: str = ""
    _seen: deque[tuple[float, int]] = field(default_factory=deque)

    @cached_property
    def key(self) -> str:
        """The name of its job."""
        return self.job.key()

    @property
    def games(self) -> int:
        """How many games are done."""
        return spans.count(self.done)

    @property
    def seconds(self) -> float:
        """How long it has been running, waiting left out."""
        since = self.running_since
        return self.seconds_before + (0.0 if since is None else time.monotonic() - since)

    @property
    def per_second(self) -> float:
        """Games a second over the last few seconds; 0 until it can be told."""
        if len(self._seen) < 2:
            return 0.0
        (then, before), (now, games) = self._seen[0], self._seen[-1]
        return (games - before) / max(now - then, 1e-9)

    @property
    def work(self) -> float:
        """Seconds one worker would need for the rest."""
        return (self.job.games - self.games) / self.pace.per_second

    def ends_soon(self, workers: int) -> bool:
        """Say whether no more is left than a span for each worker: what a kill would lose anyhow."""
        return self.work <= SPAN_SECONDS * workers

    def run(self, running: bool) -> None:
        """Set its clock going, or stop it."""
        if running and self.running_since is None:
            self.running_since = time.monotonic()
            self._seen.clear()
            self._see()
        elif not running and self.running_since is not None:
            self.seconds_before = self.seconds
            self.running_since = None

    def next_span(self, workers: int) -> Span | None:
        """Return the games to be played next, or None if all are taken.

        About as many as take a worker a quarter second, fewer where the rest would keep one worker
        busy and leave the others idle, but as many as are worth what a span costs this process.
        """
        pays = COST_COUNTS * self.pace.cost
        worth = min(max(SPAN_SECONDS, pays), MOST_SPAN_SECONDS)
        taken = reduce(spans.joined, self.flying, self.done)
        left = self.job.games - spans.count(taken)
        fair = max(-(-left // workers), self.pace.games_in(max(LEAST_SECONDS, pays)))
        size = min(self.pace.games_in(worth), fair)
        return spans.gap(taken, self.job.games, size)

    def take(self, span: Span, turn: int) -> None:
        """Note that a span is being played."""
        self.flying.add(span)
        self.turn = turn

    def lose(self, span: Span) -> None:
        """Note that a span was not played after all."""
        self.flying.remove(span)

    def add(self, span: Span, tallies: Any, seconds: float) -> None:
        """Take in a span that is done."""
        self.flying.remove(span)
        self.done = spans.joined(self.done, span)
        self.summary = tallies if self.summary is None else self.summary + tallies
        self.trouble = ""
        self.pace.see(span[1] - span[0], seconds)
        self._see()

    def _see(self) -> None:
        now = time.monotonic()
        self._seen.append((now, self.games))
        while len(self._seen) > 2 and self._seen[0][0] < now - RATE_SECONDS:
            self._seen.popleft()
