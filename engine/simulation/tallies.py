"""Mergeable counts of the games of a study, the summary read from them, and their bytes."""

import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from engine import kernels
from engine.cards import Pack
from engine.game import Reason, html_table
from engine.kernels import BINS, CYCLE, DRAW, EXTREMES, LIMIT, NO_GAME, OUTCOMES, PER_OCTAVE, UNITS
from engine.kernels import tallies as kernel_tallies
from engine.numbers import count
from engine.simulation.study import TALLIES_VERSION, Study, canonical_json, canonical_sha256

# The tallies of many games: integers that add up, in memory that does not grow with the games.
#
# A `Summary` is what is left of a block of games. Adding two gives what the games of both would have
# left, in any order, so a study can be cut into blocks, spread over workers and put together again.
# Nothing here is estimated; `engine.simulation.estimates` does that, from these tallies and nothing else.

Ints = NDArray[np.int64]

TALLIES: Final = (*UNITS, "reasons", "parity", "aces", "strength", "cycle_starts", "cycle_lengths")
"""The tallies that know the first game of every cell, by their names in `Summary.firsts`."""

ENDED: Final = slice(DRAW + 1)
"""The outcomes of games that end by themselves."""


class Denominator(NamedTuple):
    """The games that shares are of: which outcomes are counted, and what these games are called.

    What divides a share and what names its whole are one value, so the two cannot differ.
    """

    outcomes: slice
    named: str
    noun: str
    """One of them, after a number: `decided game`."""

    def of(self, tally: Ints) -> Ints:
        """Return the rows of a tally (outcomes first) that are counted."""
        return tally[self.outcomes]

    def games(self, summary: "Summary") -> int:
        """Return how many games of a summary are counted."""
        return int(self.of(summary.reasons).sum())


EVERY: Final = Denominator(slice(None), "games", "game")
FINISHED: Final = Denominator(ENDED, "finished games", "finished game")
WON: Final = Denominator(slice(0, DRAW), "games with a winner", "decided game")

COUNTED: Final = ("reasons", "parity", "aces", "strength", "cycle_starts", "cycle_lengths", "sizes")

SHAPED: Final = ("reasons", "parity", "aces", "strength", "sizes")
"""The arrays whose shape depends on pack and rules, or may do so one day."""

KIND: Final = f"war tallies {TALLIES_VERSION}".encode()


def bin_of(values: Ints) -> Ints:
    """Return the histogram bin of each value (0 or more, below 2**40).

    >>> bin_of(np.array([0, 4095, 4096, 4160, 8192])).tolist()
    [0, 4095, 4096, 4097, 4160]
    """
    large = np.maximum(values, kernels.EXACT_BELOW)
    octave = np.frexp(large.astype(np.float64))[1] - 1  # exact: values below 2**53
    piece = (large >> (octave - PER_OCTAVE.bit_length() + 1)) - PER_OCTAVE
    coarse = kernels.EXACT_BELOW + (octave - kernel_tallies.FIRST_OCTAVE) * PER_OCTAVE + piece
    return np.where(values < kernels.EXACT_BELOW, values, coarse).astype(np.int64)


def bin_start(index: int) -> int:
    """Return the smallest value of a bin; one past the last bin is allowed.

    >>> bin_start(4095), bin_start(4096), bin_start(4097), bin_start(4160)
    (4095, 4096, 4160, 8192)
    """
    if index < kernels.EXACT_BELOW:
        return index
    octave, piece = divmod(index - kernels.EXACT_BELOW, PER_OCTAVE)
    return (PER_OCTAVE + piece) << (kernel_tallies.FIRST_OCTAVE + octave - PER_OCTAVE.bit_length() + 1)


@dataclass(frozen=True, repr=False)
class Summary:
    """The tallies of some games of one study. Add two with `+`; both sides stay as they are.

    The first axis of every array is the outcome, in the order of `OUTCOMES`, but for cycles and sizes.
    """

    games: int
    reasons: Ints
    """outcomes x reasons: games."""
    histograms: Mapping[str, Ints]
    """For each unit, outcomes x `BINS`: games."""
    sums: Mapping[str, tuple[tuple[int, int], ...]]
    """For each unit and outcome the exact sum and sum of squares, of any size."""
    parity: Ints
    """outcomes x (even, odd number of rounds): games."""
    aces: Ints
    """outcomes x cards of the best rank (aces, where high cards win) dealt to player 1: games."""
    strength: Ints
    """outcomes x strength of player 1's deck, the sum of its cards' places from 0 for the worst: games."""
    extremes: Mapping[str, tuple[tuple[int, int], ...]]
    """For each kind the (value, game number) of at most `EXTREME_GAMES` games, the most extreme first."""
    cycle_starts: Ints
    cycle_lengths: Ints
    """`BINS`: sampled endless games by the first round of their cycle, and by its length."""
    sizes: Ints
    """rounds x cards + 1: sampled games still going before round 1, 2, ... by player 1's deck."""
    firsts: Mapping[str, Ints]
    """For each of `TALLIES`, in its shape: the lowest number of a game in each cell, or `NO_GAME`."""

    def __add__(self, other: Self) -> Self:
        return type(self)(
            games=self.games + other.games,
            histograms={unit: self.histograms[unit] + other.histograms[unit] for unit in UNITS},
            sums={
                unit: tuple(
                    (mine[0] + theirs[0], mine[1] + theirs[1])
                    for mine, theirs in zip(self.sums[unit], other.sums[unit], strict=True)
                )
                for unit in UNITS
            },
            extremes={
                kind: most_extreme({*self.extremes[kind], *other.extremes[kind]}, kind) for kind in EXTREMES
            },
            **{name: getattr(self, name) + getattr(other, name) for name in COUNTED},
            firsts={name: np.minimum(self.firsts[name], other.firsts[name]) for name in TALLIES},
        )

    def __repr__(self) -> str:
        ended = (f"{outcome_words(name)} {games:,}" for name, games in self.outcomes().items() if games)
        return f"<Summary of {count(self.games, 'game')}: {', '.join(ended)}>"

    def _repr_html_(self) -> str:
        rows = (
            (outcome_words(name), f"{games:,}", f"{games / self.games:.2%}" if self.games else "")
            for name, games in self.outcomes().items()
        )
        return html_table(rows, header=("", "games", f"of {self.games:,}"))

    @property
    def summaries(self) -> "tuple[Summary, ...]":
        """The tallies of each rule set, as of a comparison: these alone."""
        return (self,)

    def counts(self, name: str) -> Ints:
        """Return one of `TALLIES` or `sizes`: games in each cell, in the shape of its `firsts`."""
        return self.histograms[name] if name in UNITS else getattr(self, name)

    @property
    def cards(self) -> int:
        """The cards that the players are dealt together."""
        return int(self.sizes.shape[1]) - 1

    def outcomes(self) -> dict[str, int]:
        """Return how many games ended in each way."""
        return dict(zip(OUTCOMES, self.reasons.sum(axis=1).tolist(), strict=True))

    def finished(self, unit: str) -> Ints:
        """Return the histogram of a unit over the games that ended by themselves: `BINS`."""
        histogram: Ints = self.histograms[unit][ENDED].sum(axis=0)
        return histogram

    def sums_of(self, unit: str, whole: Denominator = FINISHED) -> tuple[int, int, int]:
        """Return games, exact sum and exact sum of squares of a unit over the games of `whole`."""
        pairs = self.sums[unit][whole.outcomes]
        return whole.games(self), sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)

    def canonical(self) -> dict[str, Any]:
        """Return the tallies as plain data in one fixed form: equal tallies, equal data."""
        return {
            "version": TALLIES_VERSION,
            "games": self.games,
            "histograms": {unit: _sparse(self.histograms[unit]) for unit in UNITS},
            "sums": {unit: [list(pair) for pair in self.sums[unit]] for unit in UNITS},
            "extremes": {kind: [list(pair) for pair in self.extremes[kind]] for kind in EXTREMES},
            **{name: _sparse(getattr(self, name)) for name in COUNTED},
            "firsts": {name: _sparse(self.firsts[name], NO_GAME) for name in TALLIES},
        }

    def sha256(self) -> str:
        """Return the hash of the canonical tallies."""
        return canonical_sha256(self.canonical())

    def __reduce__(self) -> tuple[Callable[[bytes], Self], tuple[bytes]]:
        # Three megabytes, nearly all of them zeros, are what a worker would send after every span.
        return type(self).from_bytes, (self.to_bytes(),)

    def to_bytes(self) -> bytes:
        """Return the tallies in a form to store or to send."""
        columns = []
        for name in (*TALLIES, "sizes"):
            counts = self.counts(name).reshape(-1)
            cells = np.flatnonzero(counts)
            firsts = [self.firsts[name].reshape(-1)[cells]] if name in self.firsts else []
            columns += [np.diff(cells, prepend=0), counts[cells], *firsts]  # mostly the next cell: 1
        facts = {
            "games": self.games,
            "sums": self.sums,
            "extremes": self.extremes,
            "shapes": {name: getattr(self, name).shape for name in SHAPED},
        }
        return to_content(KIND, facts, columns)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Return the tallies that `to_bytes` wrote. Raises `ValueError` for other bytes."""
        facts, columns = of_content(KIND, data)
        shapes = {
            **dict.fromkeys(UNITS, (len(OUTCOMES), BINS)),
            **dict.fromkeys(("cycle_starts", "cycle_lengths"), (BINS,)),
            **facts["shapes"],
        }
        counts, firsts = {}, {}
        for at, name in enumerate(TALLIES):
            steps, games, numbers = columns[3 * at : 3 * at + 3]
            counts[name] = _spread(steps, games, shapes[name], 0)
            firsts[name] = _spread(steps, numbers, shapes[name], NO_GAME)
        return cls(
            games=facts["games"],
            histograms={unit: counts.pop(unit) for unit in UNITS},
            sums=_pairs(facts["sums"], UNITS),
            extremes=_pairs(facts["extremes"], EXTREMES),
            sizes=_spread(columns[-2], columns[-1], shapes["sizes"], 0),
            firsts=firsts,
            **counts,
        )


def outcome_words(outcome: str) -> str:
    """Return one of `OUTCOMES` as a row is headed.

    >>> outcome_words("player_1"), outcome_words("limit")
    ('player 1', 'cut off')
    """
    return "cut off" if outcome == "limit" else outcome.replace("_", " ")


def most_extreme(pairs: Iterable[tuple[int, int]], kind: str) -> tuple[tuple[int, int], ...]:
    """Keep the most extreme games; of equal ones those with the lowest number."""
    sign = 1 if kind == "quickest" else -1
    return tuple(sorted(pairs, key=lambda pair: (sign * pair[0], pair[1]))[: kernel_tallies.EXTREME_GAMES])


def _sparse(table: Ints, empty: int = 0) -> list[list[list[int]]]:
    """Return each row as (index, number) pairs without the empty cells."""
    rows = np.atleast_2d(table)
    cells = np.flatnonzero(rows != empty)  # of all rows at once: most tables have many short ones
    row_of, at = np.divmod(cells, rows.shape[1])
    pairs = np.stack((at, rows.reshape(-1)[cells]), axis=1).tolist()
    return [pairs[first:end] for first, end in pairwise(np.searchsorted(row_of, range(len(rows) + 1)))]


def _spread(steps: Ints, numbers: Ints, shape: tuple[int, ...], empty: int) -> Ints:
    """Put numbers back into their cells."""
    # Memory that is zero takes room only where something is put into it.
    table = np.full(shape, empty) if empty else np.zeros(shape, np.int64)
    table.reshape(-1)[np.cumsum(steps)] = numbers
    return table


def _pairs(
    lists: Mapping[str, list[list[int]]], names: Iterable[str]
) -> dict[str, tuple[tuple[int, int], ...]]:
    """Return what JSON made of pairs as pairs again, in the order of the names."""
    return {name: tuple((one, other) for one, other in lists[name]) for name in names}


# Facts and columns of whole numbers as bytes: small, equal for equal contents, and safe from damage.
#
# A kind and version in the clear, a digest, then facts as JSON and columns cut down to the bytes that
# their largest number needs, all compressed. Nothing is ever unpickled.

DIGEST_BYTES: Final = 16
LENGTH_BYTES: Final = 8
COMPRESSION: Final = 1
"""The quickest: higher levels save a tenth of the bytes for several times the milliseconds."""


def to_content(kind: bytes, facts: Any, columns: Sequence[Ints]) -> bytes:
    """Return facts (JSON-ready, whole numbers of any size) and columns (of numbers from 0) as bytes.

    `kind` says what they are, version included; `of_content` asks for it again.
    """
    widths = [-(-int(column.max(initial=0)).bit_length() // 8) for column in columns]
    described = {"facts": facts, "columns": [[len(column) for column in columns], widths]}
    head = canonical_json(described).encode()
    pieces = [len(head).to_bytes(LENGTH_BYTES, "little"), head]
    for column, width in zip(columns, widths, strict=True):
        # The lowest byte of every number, then the next of every one: like compresses with like.
        pieces.append(column.astype("<i8").view(np.uint8).reshape(-1, 8)[:, :width].T.tobytes())
    payload = zlib.compress(b"".join(pieces), COMPRESSION)
    return kind + _digest(kind + payload) + payload


def of_content(kind: bytes, data: bytes) -> tuple[Any, list[Ints]]:
    """Return the facts and columns of some bytes. Raises `ValueError` for anything else.

    >>> facts, columns = of_content(b"marks 1", to_content(b"marks 1", {"of": 2**70}, [np.array([3, 700])]))
    >>> facts, columns[0].tolist()
    ({'of': 1180591620717411303424}, [3, 700])
    >>> of_content(b"marks 2", to_content(b"marks 1", {}, []))
    Traceback (most recent call last):
        ...
    ValueError: these bytes are not 'marks 2': count again
    """
    digest, payload = data[len(kind) :][:DIGEST_BYTES], data[len(kind) + DIGEST_BYTES :]
    if not data.startswith(kind) or digest != _digest(kind + payload):
        raise ValueError(f"these bytes are not {kind.decode()!r}: count again")
    content = zlib.decompress(payload)
    start = LENGTH_BYTES + int.from_bytes(content[:LENGTH_BYTES], "little")
    described = json.loads(content[LENGTH_BYTES:start])
    columns = []
    for length, width in zip(*described["columns"], strict=True):
        wide = np.zeros((length, 8), np.uint8)
        planes = np.frombuffer(content, np.uint8, count=length * width, offset=start)
        wide[:, :width] = planes.reshape(width, length).T
        columns.append(wide.view("<i8").reshape(length).astype(np.int64))
        start += length * width
    return described["facts"], columns


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=DIGEST_BYTES).digest()


# One block of a study: a worker deals, plays and tallies it, and sends back a `Summary` alone.

Outcomes = NDArray[np.int8]
"""A place in `OUTCOMES` for each game."""

WINNERS: Final = np.array([DRAW, OUTCOMES.index("player_1"), OUTCOMES.index("player_2")], np.int8)
"""The outcome of a game that ended by itself, by its winner (0 for none)."""

_CODE_OF: Final = [kernels.REASON_CODES[reason] for reason in Reason]
"""The kernels' code of each reason, in the order of `Reason`."""


def tally(study: Study, first: int, count: int) -> Summary:
    """Deal, play and tally games `first` to `first + count - 1` of a study."""
    return tally_results(study, first, play(study, first, count))


def play(study: Study, first: int, count: int) -> kernels.Results:
    """Deal and play games `first` to `first + count - 1` of a study: a result a game."""
    numbers = np.arange(first, first + count, dtype=np.uint64)
    terms = kernels.Terms(seed=study.seed, limit=study.limit)
    return kernels.play_numbers(study.rules, study.pack, numbers=numbers, terms=terms, hands=study.hands)


def tally_results(study: Study, first: int, results: kernels.Results) -> Summary:
    """Tally games `first` onwards of a study, played already."""
    pack = study.pack
    numbers = np.arange(first, first + len(results), dtype=np.uint64)
    tallies = kernel_tallies.BlockTallies.of(
        reasons=max(kernels.REASONS) + 1, aces=pack.copies + 1, strength=_strengths(pack)
    )
    kernel_tallies.add_games(tallies, results, first)
    followed = (numbers % np.uint64(study.sample) == 0) | (numbers < np.uint64(study.followed))
    endless = numbers[followed & (results["reason"] == CYCLE)]
    # The scalar kernel: the other would only find out again that they are endless.
    terms = kernels.Terms(seed=study.seed, limit=study.limit, cycles=True, kernel="scalar")
    cycles = kernels.play_numbers(study.rules, pack, numbers=endless, terms=terms, hands=study.hands)
    counts, firsts = _by_name(tallies.counts), _by_name(tallies.firsts)
    for name in ("cycle_start", "cycle_length"):
        counts[f"{name}s"], firsts[f"{name}s"] = _bins(cycles[name], endless)
    longest = zip(cycles["cycle_length"].tolist(), endless.tolist(), strict=True)
    return Summary(
        games=len(results),
        histograms={unit: counts.pop(unit) for unit in UNITS},
        sums=_sums(tallies.sums),
        extremes={**_extremes(tallies.extremes), "longest cycle": most_extreme(longest, "longest cycle")},
        sizes=kernels.sizes_by_round(
            study.rules, pack, seed=study.seed, numbers=numbers[followed], hands=study.hands
        ),
        firsts=firsts,
        **counts,
    )


def bytes_at_hand(pack: Pack) -> int:
    """Return how much memory a summary takes, nearly: of large packs much, however few games it is of.

    >>> bytes_at_hand(Pack(13, 4)), bytes_at_hand(Pack(999, 2))
    (3027792, 178439824)
    """
    tallied = len(OUTCOMES) * (len(UNITS) * BINS + _strengths(pack)) + 2 * BINS
    numbers = 2 * tallied + kernels.GRID_ROUNDS * (pack.size + 1)  # a cell: its games and the first one
    return numbers * np.dtype(np.int64).itemsize


def _strengths(pack: Pack) -> int:
    """Return how many strengths a hand of a pack may differ by."""
    return (pack.ranks - 1) * pack.size + 1


def outcomes_of(results: kernels.Results) -> Outcomes:
    """Return the place in `OUTCOMES` of how each game ended."""
    outcomes: Outcomes = WINNERS[results["winner"]]
    outcomes[results["reason"] == CYCLE] = kernel_tallies.ENDLESS
    outcomes[results["reason"] == LIMIT] = kernel_tallies.CAPPED
    return outcomes


def _by_name(cells: kernel_tallies.Cells) -> dict[str, Ints]:
    """Name the tallies; reasons come in the order of `Reason`."""
    return {
        **dict(zip(UNITS, cells.histograms, strict=True)),
        "reasons": cells.reasons[:, _CODE_OF],
        "parity": cells.parity,
        "aces": cells.aces,
        "strength": cells.strength,
    }


def _sums(rows: Ints) -> dict[str, tuple[tuple[int, int], ...]]:
    """Name the sums and the sums of squares, which the kernel keeps in two halves."""
    return {
        unit: tuple((int(total), (int(upper) << 32) + int(lower)) for total, upper, lower in outcomes)
        for unit, outcomes in zip(UNITS, rows, strict=True)
    }


def _extremes(cells: Ints) -> dict[str, tuple[tuple[int, int], ...]]:
    """Name the extreme finished games, without the places that none has taken."""
    return {
        kind: tuple(
            (abs(int(value)), int(number)) for value, number in games if value > kernel_tallies.NO_VALUE
        )
        for kind, games in zip(EXTREMES[: kernel_tallies.OF_FINISHED], cells, strict=True)
    }


def _bins(values: Ints, numbers: NDArray[np.uint64]) -> tuple[Ints, Ints]:
    """Count values by their bin, and find the first game of each bin."""
    bins = bin_of(values)
    firsts = np.full(BINS, NO_GAME)
    np.minimum.at(firsts, bins, numbers.astype(np.int64))
    return np.bincount(bins, minlength=BINS).astype(np.int64), firsts
