"""Tables of deck sizes over the rounds."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from engine.simulation.estimates import ranks
from engine.simulation.study import Study
from engine.simulation.tallies import Ints, Summary
from engine.tables import bars

# Player 1's deck round by round, over the games that are followed and still going.

LEVELS: Final = (0.05, 0.25, 0.5, 0.75, 0.95)


FEWEST: Final = (20, 8, 1, 8, 20)
"""Games that must be going for each level: with fewer, the outer ones would be single games."""


FINE: Final = 500
"""Rounds on the axis up to which every second one is drawn; with more, every fourth."""


MOST_ROUNDS: Final = 1_000
"""Rounds on the axis: the round number below what is followed."""


FEWEST_SHOWN: Final = 0.05
"""Part of the followed games down to which rounds are shown, where more than a few are followed."""


@dataclass(frozen=True)
class Fan:
    """Player 1's decks after some of the even rounds, an entry each: sizes alternate in parity."""

    after: Ints
    """Rounds played: 0, 2, 4, ... or 0, 4, 8, ..."""
    going: Ints
    """Followed games that go on after each number of rounds, of `followed`."""
    quantiles: dict[float, list[int | None]]
    """Player 1's deck at each level; None where too few games are going to tell."""
    between: list[tuple[int | None, int | None]]
    """The 95 % interval of the median; None for an end that is open."""
    last: int
    """The round in which the last of them ends, of those that are counted."""
    followed: int
    cards: int
    end: int
    """Where the axis ends."""

    def table(self) -> pd.DataFrame:
        """Return a row a round."""
        return pd.DataFrame(
            {
                "after rounds": self.after,
                "games going": self.going,
                **{
                    f"{100 * level:.0f} %": pd.array(sizes, dtype="Int64")
                    for level, sizes in self.quantiles.items()
                },
                "median low": pd.array([low for low, _ in self.between], dtype="Int64"),
                "median high": pd.array([high for _, high in self.between], dtype="Int64"),
            }
        )


def fan(study: Study, summary: Summary) -> Fan:
    """Compute the sizes of decks by round."""
    going = summary.sizes.sum(axis=1)
    followed = int(going[0])
    end = last_round(summary.sizes)
    shown = np.flatnonzero(going[: end + 1])[:: 2 if end <= FINE else 4]
    below = np.cumsum(summary.sizes[shown], axis=1)
    counts = going[shown]
    quantiles: dict[float, list[int | None]] = {}
    for level, fewest in zip(LEVELS, FEWEST, strict=True):
        sizes = zip(_of_rank(below, np.ceil(counts * level)), counts.tolist(), strict=True)
        quantiles[level] = [size if games >= fewest else None for size, games in sizes]
    return Fan(
        after=shown,
        going=counts,
        quantiles=quantiles,
        between=_between(below, 0.5),
        last=int(np.count_nonzero(going)),
        followed=followed,
        cards=study.cards,
        end=end,
    )


def last_round(sizes: Ints) -> int:
    """Return up to how many rounds enough of the followed games go on, a round number."""
    going = sizes.sum(axis=1)
    enough = max(1, int(FEWEST_SHOWN * going[0]))
    last = int(np.count_nonzero(going >= enough)) - 1
    return min(int(bars.nice_up(last)), MOST_ROUNDS) if last > 10 else 10


def _of_rank(below: Ints, ranks: NDArray[np.float64]) -> list[int]:
    """Return for each row of running sums the first place that reaches the row's rank."""
    inside = np.clip(ranks, 1, below[:, -1])
    places: list[int] = (below < inside[:, np.newaxis]).sum(axis=1).tolist()
    return places


def _between(below: Ints, level: float) -> list[tuple[int | None, int | None]]:
    """Return between which sizes a quantile lies, row by row."""
    counts = below[:, -1]
    ends = np.array([ranks(games, level) for games in counts.tolist()]).reshape(-1, 2).T
    low, high = (_of_rank(below, rank.astype(np.float64)) for rank in ends)
    found = zip(low, high, *ends.tolist(), counts.tolist(), strict=True)
    return [
        (lowest if lower else None, highest if upper <= games else None)
        for lowest, highest, lower, upper, games in found
    ]
