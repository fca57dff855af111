"""What records are kept of: the feats of single games."""

from dataclasses import dataclass
from typing import Final


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
        return self == QUICKEST

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

LONGEST_PATTERN: Final = 40
"""Rounds of the longest patterns of winners that are gone through."""
MOST_BUILT: Final = 999
"""How many built deals beside the first are told apart by a number."""
