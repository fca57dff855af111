"""Jobs, runs, spans of finished games, the pace, and runs that are played."""

import json
import time
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import reduce
from itertools import chain, pairwise
from typing import Any, Final

from engine import kernels, simulation
from engine.cards import STANDARD_PACK

Job = simulation.Study | simulation.Comparison
"""Games 0 to `games` - 1 of a seed, by one rule set or several.

Its tallies add up with `+` in any order; of the same games they are equal to the last bit.
"""

_LENGTH_BYTES: Final = 4


class State(StrEnum):
    """State of a run."""

    ABSENT = "absent"
    QUEUED = "queued"
    RUNNING = "running"
    STOPPED = "stopped"
    FINISHED = "finished"
    FAILED = "failed"


UNDER_WAY: Final = (State.QUEUED, State.RUNNING)


@dataclass(frozen=True)
class Run:
    """A job's run at one moment, as it is stored and shown."""

    job: Job
    state: State
    summary: Any = field(default=None, compare=False)  # runs of the same games have the same
    """The tallies of the finished games; None before the first."""
    spans: "Spans" = ()
    seconds: float = 0.0
    seconds_left: float | None = None
    place: int = 0
    """Place in the queue: 1 is next, 0 is not in the queue."""
    trouble: str = ""

    @property
    def games(self) -> int:
        """Number of finished games."""
        return count(self.spans)

    @property
    def per_second(self) -> float:
        """Finished games per second; 0 before the first."""
        return self.games / self.seconds if self.seconds else 0.0


_KINDS: Final[dict[str, Any]] = {"study": simulation.Study, "comparison": simulation.Comparison}


def tally(job: Job, first: int, count: int) -> Any:
    """Play games `first` to `first + count - 1` of a job; return their tallies."""
    if isinstance(job, simulation.Study):
        return simulation.tallies.tally(job, first, count)
    return simulation.paired.tally(job, first, count)


def _tallies_of(job: Job, content: bytes) -> Any:
    """Return the tallies of a job that `to_bytes` wrote. Raises `ValueError` for other bytes."""
    kind: Any = simulation.Summary if isinstance(job, simulation.Study) else simulation.Compared
    return kind.from_bytes(content)


def guess(job: Job) -> float:
    """Guess how many games of a job a worker plays per second.

    From measurements of 52 cards; the time of a game grows with the square of the pack.
    """
    seconds = 0.0
    for study in job.studies():
        usual = 1_000_000 if study.rules.deterministic else 250_000
        seconds += (study.cards / STANDARD_PACK.size) ** 2 / usual
    return 1 / seconds


def job_text(job: Job) -> str:
    """Return a job as one line of JSON, which `job_of` reads."""
    return simulation.canonical_json(_as_data(job))


def job_of(text: str) -> Job:
    """Return the job of a text. Raises `ValueError` for other texts, also of older versions."""
    try:
        data = json.loads(text)
        job: Job = _KINDS[data["kind"]].of_canonical(data["job"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"{text[:80]!r} is not a job: {error}") from None
    if job_text(job) != text:
        raise ValueError(f"{text[:80]!r} is a job of another version: start it again")
    return job


def run_bytes(run: Run) -> bytes:
    """Return a run as bytes, which `run_of` reads: a line of JSON, then its tallies."""
    head = json.dumps([job_text(run.job), run.state.value, run.spans, run.seconds]).encode()
    content = b"" if run.summary is None else run.summary.to_bytes()
    return len(head).to_bytes(_LENGTH_BYTES, "big") + head + content


def run_of(content: bytes) -> Run:
    """Return the run of some bytes. Raises `ValueError`, `KeyError` or `TypeError` for other bytes."""
    size = _LENGTH_BYTES + int.from_bytes(content[:_LENGTH_BYTES], "big")
    text, state, pairs, seconds = json.loads(content[_LENGTH_BYTES:size])
    job = job_of(text)
    spans = tuple((int(first), int(end)) for first, end in pairs)
    summary = _tallies_of(job, content[size:]) if content[size:] else None
    if not are_sound(spans, job.games) or (summary.games if summary else 0) != count(spans):
        raise ValueError("tallies and games of the run do not fit")
    return Run(job, State(state), summary, spans, float(seconds))


def stem(job: Job) -> str:
    """Return the hash of a job without its number of games: equal for jobs that share games."""
    return simulation.canonical_sha256(_as_data(job, "games"))


def pace(job: Job) -> str:
    """Return the hash of what decides the pace of a job: all but its number of games and seed."""
    return simulation.canonical_sha256(_as_data(job, "games", "seed"))


def _as_data(job: Job, *left_out: str) -> dict[str, Any]:
    """Return kind and canonical form of a job, without the fields `left_out`."""
    data = {name: value for name, value in job.canonical().items() if name not in left_out}
    return {"kind": "study" if isinstance(job, simulation.Study) else "comparison", "job": data}


def kernels_of(job: Job) -> tuple[Any, ...]:
    """Return the kernels that play and tally the games of a job."""
    return kernels.by_rules(study.rules for study in job.studies())


def play_span(job: Job, first: int, count: int) -> tuple[Any, float]:
    """Play some games of a job; return their tallies and the seconds it took."""
    for kernel in kernels_of(job):
        kernel.warm()  # not part of the pace
    start = time.perf_counter()
    played = tally(job, first, count)
    return played, time.perf_counter() - start


# Spans of game numbers: (first, one past the last).

Span = tuple[int, int]
Spans = tuple[Span, ...]
"""Spans in order, none empty, with gaps between them."""


def count(spans: Spans) -> int:
    """Return the number of games in the spans."""
    return sum(end - first for first, end in spans)


def joined(spans: Spans, added: Span) -> Spans:
    """Return the spans with another one, which may touch them but not overlap.

    >>> joined(((0, 10), (20, 30)), (10, 20))
    ((0, 30),)
    >>> joined(((0, 10),), (20, 20))
    Traceback (most recent call last):
    ValueError: span (20, 20) is empty or overlaps ((0, 10),): a game counts once
    """
    first, end = added
    before = [span for span in spans if span[1] <= first]
    after = [span for span in spans if span[0] >= end]
    if first >= end or len(before) + len(after) != len(spans):
        raise ValueError(f"span {added} is empty or overlaps {spans}: a game counts once")
    if before and before[-1][1] == first:
        first = before.pop()[0]
    if after and after[0][0] == end:
        end = after.pop(0)[1]
    return (*before, (first, end), *after)


def gap(spans: Spans, games: int, longest: int) -> Span | None:
    """Return the first span of games below `games` that is missing, at most `longest` games.

    >>> gap(((0, 10), (20, 30)), 40, 100), gap(((0, 40),), 40, 100)
    ((10, 20), None)
    """
    first = 0
    for span in spans:
        if span[0] > first:
            return first, min(span[0], first + longest, games)
        first = span[1]
    return (first, min(first + longest, games)) if first < games else None


def are_sound(spans: Spans, games: int) -> bool:
    """Return whether the spans are in order, with gaps, not empty, and below `games`.

    >>> are_sound(((0, 10), (20, 30)), 30)
    True
    >>> bad = [((0, 10), (20, 31)), ((0, 10), (10, 20)), ((0, 10), (5, 20)), ((5, 5),), ((-1, 5),), ((9, 2),)]
    >>> [are_sound(spans, 30) for spans in bad]
    [False, False, False, False, False, False]
    """
    edges = (-1, *chain.from_iterable(spans), games + 1)
    return all(low < high for low, high in pairwise(edges))


# The pace of one worker: first guessed, then measured.

LEAST_SECONDS: Final = 0.02
"""Shortest span: the first ones of an unknown pace, and the last ones, which all workers share."""
MOST_IN_SPAN: Final = 262_144
GROWTH: Final = 8  # largest ratio of a span to the one before, while the pace is not well known

PACE_SECONDS: Final = 1.0  # seconds of work in the past that the pace covers
GUESS_SECONDS: Final = 0.001  # seconds of work that a guess counts as


class Pace:
    """The pace of one worker: first guessed, then measured.

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

    @property
    def per_second(self) -> float:
        """Games per second."""
        return self._games / self._seconds

    def see(self, games: int, seconds: float) -> None:
        """Update the pace with a span; long spans weigh more than short ones."""
        weight = min(1.0, PACE_SECONDS / (self._seconds + seconds))
        self._games = weight * self._games + games
        self._seconds = weight * self._seconds + max(seconds, 1e-6)
        if games >= self._largest:
            self._largest = min(MOST_IN_SPAN, GROWTH * self._largest)

    def games_in(self, seconds: float) -> int:
        """Return how many games take these seconds, at least 1; always a `block` if one is set."""
        return self._block or max(1, min(round(self.per_second * seconds), self._largest))


# An active run: its finished games, the spans that workers play, its pace and its clock.

SPAN_SECONDS: Final = 0.25
"""Usual length of a span of one rule set: short enough to lose or cancel, long enough to pay."""
MOST_SPAN_SECONDS: Final = 0.5
BRIEF_SECONDS: Final = 1.0
"""Seconds of work up to which a run is brief: its spans go before those of longer runs, as a page waits."""


@dataclass(eq=False)
class ActiveRun:
    """A run that waits or is played. Only the scheduler's thread changes it, holding the scheduler's lock."""

    run: Run
    """The run as of the last finished span, stop of its clock, or change of its place."""
    pace: Pace
    order: int = 0
    playing: set[Span] = field(default_factory=set)
    is_active: bool = True
    last_task: int = 0
    """Number of its last task, in the order of all tasks."""
    waited: float = 0.0
    running_since: float | None = None
    save_again: float = 0.0
    """Earliest time of the next save, by the monotonic clock."""

    @property
    def job(self) -> Job:
        """The job that is played."""
        return self.run.job

    @property
    def is_complete(self) -> bool:
        """Whether all games are finished."""
        return self.run.games == self.job.games

    @property
    def work(self) -> float:
        """Seconds that one worker needs for the rest."""
        return (self.job.games - self.run.games) / self.pace.per_second

    @property
    def is_brief(self) -> bool:
        """Whether the rest takes only a moment."""
        return self.work <= BRIEF_SECONDS

    @property
    def now(self) -> Run:
        """The run with its clock."""
        if self.running_since is None:
            return self.run
        return replace(self.run, seconds=self.run.seconds + time.monotonic() - self.running_since)

    def set_running(self, running: bool) -> None:
        """Start or stop its clock."""
        if running and self.running_since is None:
            self.running_since = time.monotonic()
        elif not running and self.running_since is not None:
            self.run = self.now
            self.running_since = None

    def next_span(self, workers: int) -> Span | None:
        """Return the next games to play, or None if none are left.

        As many as take a worker a quarter second; fewer near the end, so that no worker is idle. More of
        several rule sets: their tallies are megabytes, and this process has to add them up.
        """
        sets = len(self.job.studies())
        worth = min(sets * SPAN_SECONDS, MOST_SPAN_SECONDS)
        taken = reduce(joined, self.playing, self.run.spans)
        left = self.job.games - count(taken)
        fair = max(-(-left // workers), self.pace.games_in(sets * LEAST_SECONDS))
        return gap(taken, self.job.games, min(self.pace.games_in(worth), fair))

    def add(self, span: Span, summary: Any, seconds: float) -> None:
        """Add a finished span, with the tallies of all finished games."""
        self.playing.remove(span)
        self.run = replace(self.run, spans=joined(self.run.spans, span), summary=summary, trouble="")
        self.pace.see(span[1] - span[0], seconds)
