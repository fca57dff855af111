"""One block of a study: a worker deals, plays and tallies it, and sends back a `Summary` alone."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine import kernels
from engine.cards import Pack
from engine.game import Reason
from engine.kernels.codes import CYCLE, LIMIT, REASON_CODES, REASONS
from engine.kernels.grid import ROUNDS, sizes_by_round
from engine.kernels.tallies import (
    BINS,
    CAPPED,
    DRAW,
    ENDLESS,
    EXTREMES,
    NO_GAME,
    NO_VALUE,
    OF_FINISHED,
    OUTCOMES,
    UNITS,
    BlockTallies,
    Cells,
    add_games,
)
from engine.study.study import Study
from engine.study.summary import Ints, Summary, bin_of, most_extreme

Outcomes = NDArray[np.int8]
"""A place in `OUTCOMES` for each game."""

WINNERS: Final = np.array([DRAW, OUTCOMES.index("player_1"), OUTCOMES.index("player_2")], np.int8)
"""The outcome of a game that ended by itself, by its winner (0 for nobody)."""

_CODE_OF: Final = [REASON_CODES[reason] for reason in Reason]
"""The kernels' code of each reason, in the order of `Reason`."""


def tally(study: Study, first: int, count: int) -> Summary:
    """Deal, play and tally games `first` to `first + count - 1` of a study."""
    return tally_records(study, first, play(study, first, count))


def play(study: Study, first: int, count: int) -> kernels.Records:
    """Deal and play games `first` to `first + count - 1` of a study: a record a game."""
    numbers = np.arange(first, first + count, dtype=np.uint64)
    terms = kernels.Terms(seed=study.seed, limit=study.limit)
    return kernels.play_numbers(study.rules, study.pack, numbers=numbers, terms=terms, hands=study.hands)


def tally_records(study: Study, first: int, records: kernels.Records) -> Summary:
    """Tally games `first` onwards of a study, played already."""
    pack = study.pack
    numbers = np.arange(first, first + len(records), dtype=np.uint64)
    tallies = BlockTallies.of(reasons=max(REASONS) + 1, aces=pack.copies + 1, strength=_strengths(pack))
    add_games(tallies, records, first)
    followed = (numbers % np.uint64(study.sample) == 0) | (numbers < np.uint64(study.followed))
    endless = numbers[followed & (records["reason"] == CYCLE)]
    # The scalar kernel: the other would only find out again that they are endless.
    terms = kernels.Terms(seed=study.seed, limit=study.limit, cycles=True, kernel="scalar")
    cycles = kernels.play_numbers(study.rules, pack, numbers=endless, terms=terms, hands=study.hands)
    counts, firsts = _by_name(tallies.counts), _by_name(tallies.firsts)
    for name in ("cycle_start", "cycle_length"):
        counts[f"{name}s"], firsts[f"{name}s"] = _bins(cycles[name], endless)
    longest = zip(cycles["cycle_length"].tolist(), endless.tolist(), strict=True)
    return Summary(
        games=len(records),
        histograms={unit: counts.pop(unit) for unit in UNITS},
        sums=_sums(tallies.sums),
        extremes={**_extremes(tallies.extremes), "longest cycle": most_extreme(longest, "longest cycle")},
        sizes=sizes_by_round(
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
    numbers = 2 * tallied + ROUNDS * (pack.size + 1)  # each cell counts games and names the first
    return numbers * np.dtype(np.int64).itemsize


def _strengths(pack: Pack) -> int:
    """Return how many strengths a hand of a pack may differ by."""
    return (pack.ranks - 1) * pack.size + 1


def outcomes_of(records: kernels.Records) -> Outcomes:
    """Return the place in `OUTCOMES` of how each game ended."""
    outcomes: Outcomes = WINNERS[records["winner"]]
    outcomes[records["reason"] == CYCLE] = ENDLESS
    outcomes[records["reason"] == LIMIT] = CAPPED
    return outcomes


def _by_name(cells: Cells) -> dict[str, Ints]:
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


def _extremes(kept: Ints) -> dict[str, tuple[tuple[int, int], ...]]:
    """Name the extreme finished games, without the places that none has taken."""
    return {
        kind: tuple((abs(int(value)), int(number)) for value, number in games if value > NO_VALUE)
        for kind, games in zip(EXTREMES[:OF_FINISHED], kept, strict=True)
    }


def _bins(values: Ints, numbers: NDArray[np.uint64]) -> tuple[Ints, Ints]:
    """Count values by their bin, and find the first game of each bin."""
    bins = bin_of(values)
    firsts = np.full(BINS, NO_GAME)
    np.minimum.at(firsts, bins, numbers.astype(np.int64))
    return np.bincount(bins, minlength=BINS).astype(np.int64), firsts
