"""What can be run: each kind of job with what plays its games and how its results are read again.

A job is a frozen value with `games`, `key()` and `canonical()`; `with_games` makes it larger or smaller.
Its tallies add up with `+` in any order, and are equal to the last bit when they are of the same games.
"""

import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cache
from typing import Any, Protocol, Self, TypeVar

from engine.cards import STANDARD_PACK, Pack
from engine.rules import Rules
from engine.study.comparison import Comparison
from engine.study.study import Study


class Job(Protocol):
    """What is to be played: games 0 to `games` - 1."""

    @property
    def games(self) -> int:
        """How many games."""

    def key(self) -> str:
        """Return the hash of the canonical form."""

    def canonical(self) -> dict[str, Any]:
        """Return the job as plain data in one fixed form."""


class Tallies(Protocol):
    """What is left of some games of a job."""

    @property
    def games(self) -> int:
        """How many games they are."""

    def __add__(self, other: Self) -> Self: ...

    def to_bytes(self) -> bytes:
        """Return them for a file."""

    def sha256(self) -> str:
        """Return the hash by which equal tallies are known."""


class State(StrEnum):
    """Where a run is."""

    ABSENT = "absent"
    QUEUED = "queued"
    RUNNING = "running"
    STOPPED = "stopped"
    FINISHED = "finished"
    FAILED = "failed"


@dataclass(frozen=True)
class Kind:
    """One kind of job."""

    name: str
    type: type[Any]
    tally: Callable[[Any, int, int], Any]
    """Plays games first to first + count - 1 of a job: (job, first, count) -> tallies."""
    tallies_from: Callable[[bytes], Any]
    job_from: Callable[[dict[str, Any]], Any]
    """Makes a job of its canonical form; raises `ValueError`, `KeyError` or `TypeError` if it is none."""
    guess: Callable[[Any], float]
    """About how many games a second a worker plays."""


AnyJob = TypeVar("AnyJob", bound=Job)


@cache
def _kinds() -> tuple[Kind, ...]:
    # Only here, where a job is played or read, are the kernels loaded: half a second.
    from engine.study import tally, tally_pairs
    from engine.study.pairs import Compared
    from engine.study.summary import Summary

    return (
        Kind("study", Study, tally.tally, Summary.from_bytes, _study, _guess),
        Kind(
            "comparison",
            Comparison,
            tally_pairs.tally,
            Compared.from_bytes,
            Comparison.of_canonical,
            lambda comparison: 1 / sum(1 / _guess(study) for study in comparison.studies()),
        ),
    )


def _study(data: dict[str, Any]) -> Study:
    """Return the study of a canonical form; the versions in it are checked by writing it again."""
    named = {field.name: data[field.name] for field in fields(Study)}
    return Study(**{**named, "rules": Rules.parse(data["rules"]), "pack": Pack.parse(data["pack"])})


def _guess(study: Study) -> float:
    """Guess from what was measured of 52 cards; games of larger packs take longer by more than their size."""
    usual = 1_000_000 if study.rules.deterministic else 250_000
    return usual * (STANDARD_PACK.size / study.pack.size) ** 2


def guess(job: Job) -> float:
    """Return about how many games of a job a worker plays in a second, before any was played."""
    return kind_of(job).guess(job)


def kind_of(job: Job) -> Kind:
    """Return the kind of a job. Raises `TypeError` for what is none."""
    for kind in _kinds():
        if isinstance(job, kind.type):
            return kind
    raise TypeError(f"{type(job).__name__} is no job: take a study or a comparison")


def with_games(job: AnyJob, games: int) -> AnyJob:
    """Return the same job with another number of games."""
    return replace(job, games=games)  # type: ignore[type-var]


def job_text(job: Job) -> str:
    """Return a job as one line of JSON, from which `job_of` makes it again."""
    return _json({"kind": kind_of(job).name, "job": job.canonical()})


def job_of(text: str) -> Job:
    """Return the job written in a text. Raises `ValueError` for anything else, also older versions."""
    try:
        data = json.loads(text)
        (kind,) = [kind for kind in _kinds() if kind.name == data["kind"]]
        job: Job = kind.job_from(data["job"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"{text[:80]!r} is no job: {error}") from None
    if job_text(job) != text:
        raise ValueError(f"{text[:80]!r} is a job of another version: start it anew")
    return job


def stem(job: Job) -> str:
    """Return the hash of a job without its number of games: whose games can be used for each other."""
    return _hash(job, "games")


def pace(job: Job) -> str:
    """Return the hash of what decides how fast a job's games are played: all but their number and seed."""
    return _hash(job, "games", "seed")


def _hash(job: Job, *left_out: str) -> str:
    data = {name: value for name, value in job.canonical().items() if name not in left_out}
    return hashlib.sha256(_json({"kind": kind_of(job).name, "job": data}).encode()).hexdigest()


def _json(data: Any) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def play_span(job: Job, first: int, count: int) -> tuple[Any, float]:
    """Play some games of a job and return their tallies and the seconds it took. What workers do."""
    start = time.perf_counter()
    tallies = kind_of(job).tally(job, first, count)
    return tallies, time.perf_counter() - start


def probe(job: Job, games: int) -> float:
    """Return how many seconds some games of a job take here, once it got going."""
    play_span(job, 0, 1)
    return play_span(job, 0, games)[1]
