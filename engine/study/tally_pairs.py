"""One block of a comparison: every rule set plays the same deals, each once, and every pair is tallied."""

from itertools import combinations

import numpy as np

from engine.kernels.tallies import DRAW, NO_GAME, OUTCOMES
from engine.study.comparison import Comparison
from engine.study.pairs import LENGTHS_IN, SHOWN, Compared, Lengths
from engine.study.summary import Ints
from engine.study.tally import Outcomes, outcomes_of, play, tally_records


def tally(comparison: Comparison, first: int, count: int) -> Compared:
    """Play games `first` to `first + count - 1` by every rule set, each once, and tally every pair."""
    summaries, outcomes, lasted = [], [], []
    for study in comparison.studies():
        records = play(study, first, count)
        summaries.append(tally_records(study, first, records))
        outcomes.append(outcomes_of(records))
        lasted.append({unit: records[unit].copy() for unit in LENGTHS_IN})  # views would keep all records
    places = list(combinations(range(len(summaries)), 2))
    cells = [outcomes[one] * np.int8(len(OUTCOMES)) + outcomes[other] for one, other in places]
    both = [np.flatnonzero((outcomes[one] <= DRAW) & (outcomes[other] <= DRAW)) for one, other in places]
    size = len(OUTCOMES) ** 2
    shape = (len(places), len(OUTCOMES), len(OUTCOMES))
    return Compared(
        games=count,
        summaries=tuple(summaries),
        changes=np.stack([np.bincount(pair, minlength=size) for pair in cells]).reshape(shape),
        examples=np.stack([_lowest(pair, size, first) for pair in cells]).reshape(*shape, SHOWN),
        lengths={
            unit: tuple(
                _lengths(lasted[one][unit][ended], lasted[other][unit][ended])
                for (one, other), ended in zip(places, both, strict=True)
            )
            for unit in LENGTHS_IN
        },
    )


def _lowest(cells: Outcomes, size: int, first: int) -> Ints:
    """Return size x `SHOWN`: the lowest game numbers in each cell; the games are in order."""
    order = np.argsort(cells, kind="stable")
    ends = np.cumsum(np.bincount(cells, minlength=size))
    starts = np.concatenate(([0], ends[:-1]))
    wanted = starts[:, np.newaxis] + np.arange(SHOWN)
    there = wanted < ends[:, np.newaxis]
    lowest = np.full((size, SHOWN), NO_GAME)
    lowest[there] = first + order[wanted[there]]
    return lowest


def _lengths(one: Ints, other: Ints) -> Lengths:
    """Return the sums over the games that end under both rule sets, given how long each lasts."""
    return Lengths(
        games=len(one),
        sum_1=int(one.sum()),
        sum_2=int(other.sum()),
        squares_1=_products(one, one),
        squares_2=_products(other, other),
        products=_products(one, other),
    )


def _products(one: Ints, other: Ints) -> int:
    """Return the exact sum of products: by machine integers where these can hold it."""
    largest = int(one.max(initial=0)) * int(other.max(initial=0)) * len(one)
    return int(one @ other if largest < 2**63 else one.astype(object) @ other.astype(object))
