"""How fast one worker plays a job: guessed first, then seen."""

from typing import Final

LEAST_SECONDS: Final = 0.02
"""The shortest play worth a span: the first ones of an unknown pace, the last ones, that all workers
share, and those that show how fast a job goes."""
MOST_IN_SPAN: Final = 262_144
GROWTH: Final = 8
"""How much larger than the one before a span may be, while the pace is not known well."""

PACE_SECONDS: Final = 1.0
"""How much work of the past counts for the pace."""
GUESS_SECONDS: Final = 0.001
"""How much work a guess counts for."""


class Pace:
    """How fast one worker plays: guessed first, then seen. Shared by all runs of the same rules and pack.

    >>> pace = Pace(1_000.0)
    >>> pace.see(500, 1.0)
    >>> round(pace.per_second)
    500
    """

    def __init__(self, per_second: float, *, known: bool = False, block: int | None = None) -> None:
        self._block = block
        self._seconds = PACE_SECONDS if known else GUESS_SECONDS
        self._games = per_second * self._seconds
        self._largest = MOST_IN_SPAN if known else max(1, round(per_second * LEAST_SECONDS))
        self.cost = 0.0
        """Seconds that a span costs whoever adds it up."""

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

    def see_cost(self, seconds: float) -> None:
        """Take in what a span cost."""
        self.cost += (seconds - self.cost) / 4

    def games_in(self, seconds: float) -> int:
        """Return how many games to play in so many seconds, 1 at least; always a `block` where one is set."""
        return self._block or max(1, min(round(self.per_second * seconds), self._largest))
