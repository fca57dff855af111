"""Runs as they are seen from outside, and the refusal of one that is too large."""

from dataclasses import dataclass, field
from typing import Any, Self

from engine.ledger.ledger import Entry
from engine.study.jobs import Job, State
from engine.study.playing.spans import Spans


class TooMuch(ValueError):  # noqa: N818, it names what is wrong
    """More than the settings allow; the text names the value and the cap."""


@dataclass(frozen=True)
class Run:
    """One run at one moment."""

    job: Job
    state: State
    summary: Any = field(default=None, compare=False)  # of one change there is only one
    """The tallies of the games that are done; None before the first."""
    games: int = 0
    spans: Spans = ()
    """Which games are done."""
    seconds: float = 0.0
    """How long it has been running."""
    per_second: float = 0.0
    seconds_left: float | None = None
    place: int = 0
    """Place in the queue: 1 is next, 0 does not wait."""
    change: int = 0
    """Larger whenever state or tallies are others: what was drawn for the same number is still right."""
    trouble: str = ""
    """The trouble it has, in one sentence."""

    @classmethod
    def of_entry(cls, entry: Entry, change: int) -> Self:
        """Return what the ledger has: finished or, whatever it was when it was written, stopped."""
        games = entry.summary.games
        return cls(
            job=entry.job,
            state=State.FINISHED if games == entry.job.games else State.STOPPED,
            summary=entry.summary,
            games=games,
            spans=entry.spans,
            seconds=entry.seconds,
            per_second=games / max(entry.seconds, 1e-9),
            change=change,
        )
