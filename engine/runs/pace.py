"""How fast jobs are played: guessed, tried with a few games, then seen, and remembered."""

from collections.abc import Callable
from typing import Final

from engine.ledger.ledger import Ledger
from engine.study import jobs
from engine.study.jobs import Job

LEAST_SECONDS: Final = 0.02
"""What is worth a span: the first ones of an unknown pace, the last ones, that all workers share, and
what a worker plays to see how fast a job goes."""
MOST_IN_SPAN: Final = 262_144
GROWTH: Final = 8
"""How much larger than the one before a span may be, while the pace is not known well."""

PACE_SECONDS: Final = 1.0
"""How much work of the past counts for the pace."""
GUESS_SECONDS: Final = 0.001
"""How much work a guess counts for."""
MOST_PACES: Final = 10_000


class Pace:
    """How fast one worker plays: guessed first, then seen. Shared by all runs of the same rules and pack.

    >>> pace = Pace(1_000.0)
    >>> pace.see(500, 1.0)
    >>> round(pace.per_second)
    500
    """

    def __init__(self, per_second: float, *, known: bool = False) -> None:
        self._seconds = PACE_SECONDS if known else GUESS_SECONDS
        self._games = per_second * self._seconds
        self._largest = MOST_IN_SPAN if known else max(1, round(per_second * LEAST_SECONDS))

    @property
    def per_second(self) -> float:
        """Games a second."""
        return self._games / self._seconds

    def see(self, games: int, seconds: float) -> None:
        """Take in a span; long ones tell more than short ones."""
        kept = min(1.0, PACE_SECONDS / (self._seconds + seconds))
        self._games = kept * self._games + games
        self._seconds = kept * self._seconds + max(seconds, 1e-6)
        if games >= self._largest:
            self._largest = min(MOST_IN_SPAN, GROWTH * self._largest)

    def games_in(self, seconds: float) -> int:
        """Return how many games to play in so many seconds, 1 at least."""
        return max(1, min(round(self.per_second * seconds), self._largest))


class Paces:
    """The pace of every job by what decides it: rules and pack, neither seed nor number of games."""

    def __init__(
        self, ledger: Ledger, probe: Callable[[Job, int, Callable[[float], object]], object]
    ) -> None:
        self._ledger = ledger
        self._probe = probe
        self._paces: dict[str, Pace] = {}

    def of(self, job: Job, *, probe: bool = False) -> Pace:
        """Return how a job goes as it was seen, or else a guess; with `probe` a worker tries it then.

        The pace is the same object for all who ask, and learns from whatever is played.
        """
        name = jobs.pace(job)
        if (pace := self._paces.get(name)) is not None:
            return pace
        seen = self._ledger.pace(name)
        pace = Pace(jobs.guess(job) if seen is None else seen, known=seen is not None)
        if len(self._paces) >= MOST_PACES:
            self._paces.clear()
        pace = self._paces.setdefault(name, pace)
        if probe and seen is None:
            games = min(pace.games_in(LEAST_SECONDS), job.games)
            self._probe(job, games, lambda seconds: pace.see(games, seconds))
        return pace

    def remember(self, job: Job) -> None:
        """Write down how a job goes, for after a restart."""
        self._ledger.set_pace(jobs.pace(job), self.of(job).per_second)
