"""By whose rules questions are asked: a rule set, its best cards, and the same with one rule changed."""

from dataclasses import dataclass
from typing import Any, Final

from engine.rules import PRESETS, Order, Pickup, Rules, Shortfall, number_words

Others = tuple[tuple[str, Rules], ...]

USUAL: Final = "bicycle"
"""The rules that most families play: what is asked without naming any is asked of them,"""
OTHERWISE: Final = {"steal": "whats-in-a-game-steal", "for-ever": "programming-challenges"}
"""but for questions about what another rule set is known for."""

ORDERS: Final = (
    Pickup.LOSER_FIRST,
    Pickup.WINNER_FIRST,
    Pickup.RANDOM,
    Pickup.PLAYER_1_FIRST,
    Pickup.AS_DEALT,
)
"""Pick-up orders by which a number is told beside the rule set's own."""
DOWN: Final = (0, 1, 2, 3, 4)
"""Numbers of cards face down by which a number is told beside the rule set's own;"""
ODD_DOWN: Final = (1, 3, 5)
"""where pick-up orders look at who sits where, odd ones: with even ones cycles take minutes to be found."""
LONGER: Final = 5
"""How many times as long games take, at the most, that are picked up by who sits where."""

_BEST: Final = {
    Order.HIGH: "ace",
    Order.ACE_LOW: "king",
    Order.LOW_WINS: "two",
    Order.LOWEST_BEATS_HIGHEST: "ace",
}


@dataclass(frozen=True)
class AskedBy:
    """A named rule set by whose rules questions are asked."""

    rule_set: str
    rules: Rules

    @property
    def title(self) -> str:
        """What the rule set is called."""
        return PRESETS[self.rule_set].title

    @property
    def as_they_are(self) -> dict[str, Any]:
        """What a question has that is asked of the rules as they are."""
        usual = self.rule_set == USUAL
        return {"rule_set": self.rule_set, "rules": self.rules, "by": self.title, "usual": usual}

    @property
    def by_seats(self) -> bool:
        """Whether cards are picked up by who sits where."""
        return self.rules.pickup.said.settled_by == "seats"

    @property
    def best(self) -> str:
        """The card that beats the others."""
        return _BEST[self.rules.order]

    @property
    def a_best(self) -> str:
        """One of these."""
        return f"{'an' if self.best == 'ace' else 'a'} {self.best}"

    @property
    def all_best(self) -> str:
        """All of these as a hand."""
        return 4 * {"ace": "A", "king": "K", "two": "2"}[self.best]

    @property
    def war(self) -> str:
        """By what the best card is lost."""
        return "a war, or a two" if self.rules.order is Order.LOWEST_BEATS_HIGHEST else "a war"

    @property
    def down(self) -> str:
        """How many cards go face down in a war."""
        cards = self.rules.face_down
        return f"{number_words(cards)} card{'' if cards == 1 else 's'} face down"

    def up_to(self, high: int) -> int:
        """Return how far guesses at a length go that go so far by the usual rules."""
        return high * (LONGER if self.by_seats else 1)

    @property
    def downs(self) -> Others:
        """These rules with other numbers of cards face down, by what is then so."""
        return tuple(
            (f"{number} face down" if number else "none face down", self.rules.changed(face_down=number))
            for number in (ODD_DOWN if self.by_seats else DOWN)
            if number != self.rules.face_down
        )

    @property
    def fewest_and_most_down(self) -> Others:
        """These rules with the fewest and the most of these."""
        return self.downs[0], self.downs[-1]

    def orders(self) -> Others:
        """Return these rules with other pick-up orders."""
        return tuple(
            (order.said.brief, self.rules.changed(pickup=order))
            for order in ORDERS
            if order is not self.rules.pickup
        )

    @property
    def lengths(self) -> Others:
        """Return what changes lengths: the fewest and the most face down, and the pick-up order."""
        return (*self.fewest_and_most_down, *self.orders())

    def with_pickup(self, pickup: Pickup) -> "AskedBy":
        """Return the same rule set with another pick-up order."""
        return AskedBy(self.rule_set, self.rules.changed(pickup=pickup))

    def with_shortfall(self, shortfall: Shortfall) -> "AskedBy":
        """Return the same rule set with another rule for who is short of cards."""
        return AskedBy(self.rule_set, self.rules.changed(shortfall=shortfall))
