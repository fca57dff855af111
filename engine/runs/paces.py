"""How fast jobs are played: guessed, tried with a few games, then seen, and remembered."""

from collections.abc import Callable
from typing import Final

from engine.ledger.ledger import Ledger
from engine.study import jobs
from engine.study.jobs import Job
from engine.study.playing.pace import LEAST_SECONDS, Pace

MOST_PACES: Final = 10_000


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
