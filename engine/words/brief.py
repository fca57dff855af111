"""Rules in a few words, for the rows and axes of charts; full sentences are in `engine.words.sentences`."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final

from engine.rules import PLAYABLE, PRESETS, BothOut, Order, Pickup, Rules, Shortfall

USUAL: Final = "code-golf"
"""The preset whose rules are those of `Rules()`."""

_PICKUPS: Final = {
    Pickup.AS_DEALT: "in the order of the deal",
    Pickup.AS_PROGRAMMED: "war by war",
    Pickup.PLAYER_1_FIRST: "player 1’s cards first",
    Pickup.PLAYER_2_FIRST: "player 2’s cards first",
    Pickup.LOSER_FIRST: "loser’s cards first",
    Pickup.WINNER_FIRST: "winner’s cards first",
    Pickup.LOSER_ALTERNATING: "in turn, loser’s first",
    Pickup.WINNER_ALTERNATING: "in turn, winner’s first",
    Pickup.WINNER_ALTERNATING_REVERSED: "in turn, last laid first",
    Pickup.RANDOM: "shuffled",
    Pickup.COIN_FLIP: "by a coin",
}
_SHORTFALLS: Final = {
    Shortfall.LOSES: "short loses",
    Shortfall.DRAW: "short draws",
    Shortfall.LAST_CARD: "short plays the last card",
    Shortfall.FEWER_DOWN: "short means fewer down",
    Shortfall.STEAL: "short steals",
}
_BOTH_OUT: Final = {
    BothOut.DRAW: "both out draws",
    BothOut.PLAYER_1: "both out: player 1",
    BothOut.PLAYER_2: "both out: player 2",
}
_ORDERS: Final = {
    Order.HIGH: "aces high",
    Order.ACE_LOW: "aces low",
    Order.LOW_WINS: "low wins",
    Order.LOWEST_BEATS_HIGHEST: "lowest beats highest",
}


def value_in_brief(value: int | Pickup | Shortfall | BothOut | Order) -> str:
    """Return one value of a rule in a few words; a number is one of cards face down.

    >>> value_in_brief(3), value_in_brief(Pickup.LOSER_FIRST), value_in_brief(BothOut.DRAW)
    ('3 down', 'loser’s cards first', 'both out draws')
    """
    # By type, not by value: DRAW is a value of two rules.
    tables: dict[type, dict[Any, str]] = {
        Pickup: _PICKUPS,
        Shortfall: _SHORTFALLS,
        BothOut: _BOTH_OUT,
        Order: _ORDERS,
    }
    return tables[type(value)][value] if type(value) in tables else f"{value or 'none'} down"


def apart(rules: Rules, base: Rules) -> tuple[str, ...]:
    """Return the names of the single rules in which two rule sets differ.

    >>> apart(Rules(face_down=3), Rules())
    ('face_down',)
    """
    names = (field.name for field in fields(Rules))
    return tuple(name for name in names if getattr(rules, name) != getattr(base, name))


def in_brief(rules: Rules) -> str:
    """Return what sets rules apart: their pick-up order, and whatever else is not as usual.

    >>> in_brief(Rules())
    'loser’s cards first'
    >>> in_brief(PLAYABLE["codingame"])
    '3 down, player 1’s cards first, short draws'
    """
    said = {"pickup", *apart(rules, Rules())}
    names = [field.name for field in fields(Rules) if field.name in said]
    return ", ".join(value_in_brief(getattr(rules, name)) for name in names)


def named(name: str, near: Sequence[str] = (USUAL,)) -> tuple[str, str]:
    """Return the title of a rule set and what to say beside it, by a preset's name or a rule code.

    A code is called after what it changes in the nearest preset that is not the same; of equally near
    ones the first of `near`, names of presets, is taken.

    >>> named("code-golf")
    ('Code golf', 'loser’s cards first')
    >>> named("2.LOSER_FIRST.LOSES.DRAW.HIGH")
    ('2 down', 'otherwise as Code golf')
    """
    if name in PRESETS:
        return PRESETS[name].title, in_brief(PRESETS[name].playable)
    rules = Rules.parse(name)
    # A code, not a name, was asked for: said as a change even where another preset has these rules.
    others = [other for other in (*near, USUAL, *PLAYABLE) if PLAYABLE.get(other, rules) != rules]
    closest = min(others, key=lambda other: len(apart(rules, PLAYABLE[other])))
    changes = [value_in_brief(getattr(rules, rule)) for rule in apart(rules, PLAYABLE[closest])]
    words = ", ".join(changes)
    return words[0].upper() + words[1:], f"otherwise as {PRESETS[closest].title}"
