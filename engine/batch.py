"""One block of a study: deal, play, tally. What a worker does, and all it sends back is a `Summary`."""

from typing import Final

import numpy as np

from engine import kernels
from engine.game import Reason
from engine.kernels.codes import CYCLE, REASONS
from engine.kernels.grid import sizes_by_round
from engine.kernels.tallies import BINS, EXTREMES, UNITS, Tallies, add_games
from engine.study import Study
from engine.summary import Ints, Summary, bin_of

_CODE_OF: Final = [{reason: code for code, reason in REASONS.items()}[reason] for reason in Reason]
"""The kernels' code of each reason, in the order of `Reason`."""


def tally(study: Study, first: int, count: int) -> Summary:
    """Deal, play and tally games `first` to `first + count - 1` of a study."""
    numbers = np.arange(first, first + count, dtype=np.uint64)
    records = kernels.play_numbers(
        study.rules, study.pack, seed=study.seed, numbers=numbers, limit=study.limit
    )
    pack = study.pack
    tallies = Tallies.of(
        reasons=max(REASONS) + 1, aces=pack.copies + 1, strength=(pack.ranks - 1) * pack.size + 1
    )
    add_games(tallies, records)
    followed = numbers % np.uint64(study.sample) == 0
    endless = kernels.play_numbers(
        study.rules,
        study.pack,
        seed=study.seed,
        numbers=numbers[followed & (records["reason"] == CYCLE)],
        cycles=True,
        limit=study.limit,
    )
    return Summary(
        games=count,
        reasons=tallies.reasons[:, _CODE_OF],
        histograms=dict(zip(UNITS, tallies.histograms, strict=True)),
        sums={
            unit: tuple((int(total), (int(upper) << 32) + int(lower)) for total, upper, lower in rows)
            for unit, rows in zip(UNITS, tallies.sums, strict=True)
        },
        parity=tallies.parity,
        aces=tallies.aces,
        strength=tallies.strength,
        extremes={
            kind: tuple((abs(int(value)), first + int(place)) for value, place in kept if value > _NO_GAME)
            for kind, kept in zip(EXTREMES, tallies.extremes, strict=True)
        },
        cycle_starts=_bins(endless["cycle_start"]),
        cycle_lengths=_bins(endless["cycle_length"]),
        sizes=sizes_by_round(study.rules, study.pack, seed=study.seed, numbers=numbers[followed]),
    )


_NO_GAME: Final = np.iinfo(np.int64).min


def _bins(values: Ints) -> Ints:
    """Count values by their bin."""
    counts: Ints = np.bincount(bin_of(values), minlength=BINS).astype(np.int64)
    return counts
