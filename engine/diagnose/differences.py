"""In which rules two rule sets differ, what that is called, and how usual it is."""

from typing import Final

from engine.rules import BothOut, Order, Pickup, Rules, Shortfall
from engine.words.brief import apart

_RARE: Final[dict[str, dict[object, int]]] = {
    "face_down": {0: 2, 1: 1, 2: 2, 3: 1, 4: 3, 5: 4},
    "pickup": {
        Pickup.WINNER_FIRST: 1,
        Pickup.LOSER_FIRST: 2,
        Pickup.PLAYER_1_FIRST: 2,
        Pickup.AS_DEALT: 3,
        Pickup.PLAYER_2_FIRST: 4,
        Pickup.AS_PROGRAMMED: 4,
        Pickup.WINNER_ALTERNATING: 4,
        Pickup.LOSER_ALTERNATING: 4,
        Pickup.WINNER_ALTERNATING_REVERSED: 5,
    },
    "shortfall": {
        Shortfall.LOSES: 1,
        Shortfall.DRAW: 1,
        Shortfall.LAST_CARD: 2,
        Shortfall.FEWER_DOWN: 3,
        Shortfall.STEAL: 4,
    },
    "both_out": {BothOut.DRAW: 2, BothOut.PLAYER_2: 2, BothOut.PLAYER_1: 3},
    "order": {Order.HIGH: 1, Order.ACE_LOW: 2, Order.LOW_WINS: 3, Order.LOWEST_BEATS_HIGHEST: 5},
}
RARE_RULES: Final = {
    f"{name}={value}": rare for name, values in _RARE.items() for value, rare in values.items()
}
"""How seldom we have met a rule in a program that should have another, the lower the more often."""


def difference_of(rules: Rules, judge: Rules) -> tuple[str, ...]:
    """Return the rules in which the first rule set differs from the second, as `name=value`.

    >>> difference_of(Rules(face_down=3), Rules())
    ('face_down=3',)
    """
    return tuple(f"{name}={getattr(rules, name)}" for name in apart(rules, judge))
