"""The construction of an endless deal of an ordinary pack, as far as it can be drawn."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import Final

from engine.cards import STANDARD_PACK, Deal
from engine.game import Cycle, play_rounds
from engine.records.construct import Tried, build
from engine.records.pattern import Meeting, Pattern, without_wars
from engine.rules import Rules

RULES: Final = Rules()
"""The loser's cards first, aces high; no war is fought, so nothing else matters."""
FOUR_EACH: Final = Pattern(without_wars([2] * 4 + [1] * 4), (24, 28), RULES.pickup)
FIRST: Final = Deal.parse("6T278J78KA244Q689A234Q4TQA/9K7TJK355869JK357J6T9A253Q")


@dataclass(frozen=True)
class Construction:
    """An endless deal with the pattern of winners that it was built from."""

    deal: Deal
    cycle: Cycle
    pattern: Pattern

    @cached_property
    def beats(self) -> set[Meeting]:
        """Which card beats which when they meet."""
        return self.pattern.meetings()[1]

    @cached_property
    def rank_of(self) -> dict[int, int]:
        """The rank of each card."""
        before = islice(play_rounds(self.deal, RULES), self.cycle.start - 1, self.cycle.start)
        (one, two), (cards_1, cards_2) = next(before).before, self.pattern.decks()
        return dict(zip((*cards_1, *cards_2), (*one, *two), strict=True))

    @cached_property
    def levels(self) -> list[list[int]]:
        """The cards by how many must be above each other over them, the highest first."""
        left, levels = set(self.rank_of), []
        while left:
            beaten = {low for high, low in self.beats if high in left}
            levels.append(sorted(left - beaten))
            left &= beaten
        return levels


@lru_cache(maxsize=64)
def construction(number: int) -> Construction:
    """Return the first deal that was built, by 0, or another from the same pattern of winners."""
    if number == 0:
        return Construction(FIRST, Cycle(3, FOUR_EACH.length), FOUR_EACH)
    built = build(RULES, STANDARD_PACK, seed=number, patterns=[FOUR_EACH], tried=Tried())
    assert built is not None, "the pattern has ranks, whatever the seed"
    return Construction(built.deal, built.cycle, FOUR_EACH)
