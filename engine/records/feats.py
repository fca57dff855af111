"""What records are kept of: the feats of single games, each with the figure that measures it."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.kernels import Records
from engine.kernels.codes import CYCLE, LIMIT

Figures = NDArray[np.int64]

NONE: Final = int(np.iinfo(np.int64).min)
"""The figure of a game that has not done the feat: less than every other."""


@dataclass(frozen=True, slots=True)
class Feat:
    """One kind of record."""

    name: str
    title: str
    unit: str
    """What its figure counts, one of them."""
    about: str
    """What the figure is of, as a sentence."""
    cycles: bool = False
    """Whether it is of endless games, whose cycles have to be known."""
    tail: bool = False
    """Whether figures of shuffled deals fall off by the same factor step by step, so that their largest
    can be expected."""

    @property
    def least(self) -> bool:
        """Whether the smallest figure is the record."""
        return self is QUICKEST

    def beats(self, figure: int, other: int) -> bool:
        """Say whether one figure is better than another."""
        return figure < other if self.least else figure > other


LONGEST: Final = Feat("longest-finite", "Longest game", "round", "Rounds of a game that ends.", tail=True)
CYCLE_OF: Final = Feat("longest-cycle", "Longest cycle", "round", "Rounds that come back for ever.", True)
LEAD_IN: Final = Feat(
    "longest-way-in", "Longest way in", "round", "Rounds before the first position that comes back.", True
)
DEEPEST: Final = Feat("deepest-war", "Deepest war", "tie", "Ties in one round of a game that ends.")
MOST_WARS: Final = Feat("most-wars", "Most wars", "war", "Wars in a game that ends.", tail=True)
QUICKEST: Final = Feat("quickest", "Quickest win", "round", "Rounds of a game that somebody wins.")
COMEBACK: Final = Feat(
    "greatest-comeback", "Greatest comeback", "round", "Rounds that the winner began with one card left."
)

FEATS: Final = {
    feat.name: feat for feat in (LONGEST, CYCLE_OF, LEAD_IN, DEEPEST, MOST_WARS, QUICKEST, COMEBACK)
}
"""Every feat by name, in the order of tables."""


def figures(feat: Feat, records: Records, last_cards: Figures | None = None) -> Figures:
    """Return the figure of each game, `NONE` where it has none.

    `records` know their cycles where the feat is of cycles; `last_cards` (games x 2) are needed for the
    comeback alone: rounds that either player began with one card.
    """
    cycle = records["reason"] == CYCLE
    ended = ~cycle & (records["reason"] != LIMIT)
    won = ended & (records["winner"] > 0)
    values: dict[str, tuple[Any, Any]] = {
        LONGEST.name: (ended, records["rounds"]),
        CYCLE_OF.name: (cycle, records["cycle_length"]),
        LEAD_IN.name: (cycle, records["cycle_start"] - 1),
        DEEPEST.name: (ended, records["depth"]),
        MOST_WARS.name: (ended, records["wars"]),
        QUICKEST.name: (won, records["rounds"]),
        COMEBACK.name: (won, _of_winner(records, last_cards)),
    }
    there, value = values[feat.name]
    return np.where(there, value.astype(np.int64), NONE)


def _of_winner(records: Records, last_cards: Figures | None) -> Figures:
    if last_cards is None:
        return np.zeros(len(records), np.int64)
    return np.where(records["winner"] == 2, last_cards[:, 1], last_cards[:, 0])
