"""Jobs: each kind with the function that plays its games, and how its tallies are read again.

A job is a frozen value with `games`, `key()` and `canonical()`; `with_games` makes it larger or smaller.
Its tallies add up with `+` in any order, and are equal to the last bit when they are of the same games.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any, Protocol, TypeVar

from engine.cards import STANDARD_PACK
from engine.study.canonical import canonical_json, canonical_sha256
from engine.study.comparison import Comparison
from engine.study.study import Study


class Job(Protocol):
    """Games 0 to `games` - 1 of a seed, to be played by one rule set or by several."""

    @property
    def games(self) -> int:
        """How many games."""

    def key(self) -> str:
        """Return the hash of the canonical form."""

    def studies(self) -> tuple[Study, ...]:
        """Return the study of each rule set that plays them."""

    def canonical(self) -> dict[str, Any]:
        """Return the job as plain data in one fixed form."""


class State(StrEnum):
    """Where a run is."""

    ABSENT = "absent"
    QUEUED = "queued"
    RUNNING = "running"
    STOPPED = "stopped"
    FINISHED = "finished"
    FAILED = "failed"


@dataclass(frozen=True)
class JobKind:
    """One kind of job."""

    name: str
    job: Any
    """The type of its jobs: `of_canonical` makes one of its canonical form."""
    tally: Callable[[Any, int, int], Any]
    """Plays games first to first + count - 1 of a job: (job, first, count) -> tallies."""
    tallies: Any
    """The type of its tallies: `from_bytes` reads what their `to_bytes` wrote."""


AnyJob = TypeVar("AnyJob", bound=Job)


@cache
def _kinds() -> tuple[JobKind, ...]:
    # Only here, where a job is played or read, are the kernels loaded: half a second.
    from engine.study import tally, tally_pairs
    from engine.study.pairs import Compared
    from engine.study.summary import Summary

    return (
        JobKind("study", Study, tally.tally, Summary),
        JobKind("comparison", Comparison, tally_pairs.tally, Compared),
    )


def guess(job: Job) -> float:
    """Return about how many games of a job a worker plays in a second, before any was played."""
    return 1 / sum(1 / _guess(study) for study in job.studies())


def _guess(study: Study) -> float:
    """Guess from what was measured of 52 cards; games of larger packs take longer by more than their size."""
    usual = 1_000_000 if study.rules.deterministic else 250_000
    return usual * (STANDARD_PACK.size / study.cards) ** 2


def kind_of(job: Job) -> JobKind:
    """Return the kind of a job. Raises `TypeError` for what is none."""
    for kind in _kinds():
        if isinstance(job, kind.job):
            return kind
    raise TypeError(f"{type(job).__name__} is no job: take a study or a comparison")


def with_games(job: AnyJob, games: int) -> AnyJob:
    """Return the same job with another number of games."""
    return replace(job, games=games)  # type: ignore[type-var]


def job_text(job: Job) -> str:
    """Return a job as one line of JSON, from which `job_of` makes it again."""
    return canonical_json(_described(job))


def job_of(text: str) -> Job:
    """Return the job written in a text. Raises `ValueError` for anything else, also older versions."""
    try:
        data = json.loads(text)
        (kind,) = [kind for kind in _kinds() if kind.name == data["kind"]]
        job: Job = kind.job.of_canonical(data["job"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"{text[:80]!r} is no job: {error}") from None
    if job_text(job) != text:
        raise ValueError(f"{text[:80]!r} is a job of another version: start it anew")
    return job


def stem(job: Job) -> str:
    """Return the hash of a job without its number of games: whose games can be used for each other."""
    return canonical_sha256(_described(job, "games"))


def pace(job: Job) -> str:
    """Return the hash of what decides how fast a job's games are played: all but their number and seed."""
    return canonical_sha256(_described(job, "games", "seed"))


def _described(job: Job, *left_out: str) -> dict[str, Any]:
    """Return kind and canonical form of a job, less some of its fields."""
    data = {name: value for name, value in job.canonical().items() if name not in left_out}
    return {"kind": kind_of(job).name, "job": data}


def kernels_of(job: Job) -> tuple[Any, ...]:
    """Return the kernels by which the games of a job are played and tallied."""
    from engine import kernels

    return kernels.by_rules(study.rules for study in job.studies())


def play_span(job: Job, first: int, count: int) -> tuple[Any, float]:
    """Play some games of a job, as workers do, and return their tallies and the seconds it took."""
    for kernel in kernels_of(job):
        kernel.warm()  # to be told how fast games are, once they are played
    start = time.perf_counter()
    tallies = kind_of(job).tally(job, first, count)
    return tallies, time.perf_counter() - start


def probe(job: Job, games: int) -> float:
    """Return how many seconds some games of a job take here, once it got going."""
    play_span(job, 0, 1)
    return play_span(job, 0, games)[1]
