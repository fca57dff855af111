"""What is said of a rule and of its values: the columns of the table in `engine.rules.values`."""

import re
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from engine.rules.numbers import number_words


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of one value of a rule. `*` surrounds the deciding words of a sentence."""

    text: str
    """The value itself, in links and in the terminal."""
    brief: str
    """In a few words, for the rows and axes of charts."""
    sentence: str
    """As a rule that a twelve-year-old understands."""
    does: str
    """What a program does that has it; goes on after "Your program"."""
    rare: int
    """How seldom we have met it in a program that should have another, the lower the more often."""
    wants: str = ""
    """What a judge wants who has it, after "The judge"; empty where that is what `does` says."""
    called: str = ""
    """What a headline calls it, as in "Taking player 1’s cards first, not the loser’s"."""
    change: tuple[str, ...] = ()
    """How a headline on the change to it begins where it has no such name, at length and in brief."""

    @property
    def cell(self) -> str:
        """In a few words under a heading that names the rule: there "short loses" is "loses"."""
        return re.sub("^(short( means)?|both out:?) ", "", self.brief)


@dataclass(frozen=True, slots=True, kw_only=True)
class PickupSaid(Said):
    """What is said of a pick-up order, and what settles it."""

    settled_by: Literal["seats", "winner", "chance"]
    """Who sits where, whoever wins; who won, whoever sits where; or the game's own stream."""


_RARE_FACE_DOWN: Final = (2, 1, 2, 1, 3, 4)


def face_down_said(cards: int) -> Said:
    """Return what is said of so many cards face down in a war.

    >>> face_down_said(1).sentence
    'In a war, *one card face down*, then one up.'
    """
    number = number_words(cards)
    called = number if cards else "none"
    laid = f"{number} {'card' if cards == 1 else 'cards'} face down"
    return Said(
        str(cards),
        brief=f"{cards or called} down",
        sentence=f"In a war, *{laid}*, then one up."
        if cards
        else "In a war, *no card face down*, just one up.",
        does=f"lays *{laid}* in a war",
        rare=_RARE_FACE_DOWN[min(cards, len(_RARE_FACE_DOWN) - 1)],
        wants=f"wants *{called}*",
        called=called,
    )


class RuleSaid(NamedTuple):
    """What is said of a rule, whatever its value."""

    label: str
    """Over the choice of its value."""
    varied: str
    """What decides, where its values are compared."""
    heading: str = ""
    """Over a column of its values; empty for what stands beside the few rule sets that have it otherwise."""


RULES_SAID: Final = {
    "face_down": RuleSaid("Cards face down in a war", "The number of cards face down", "In a war"),
    "pickup": RuleSaid("Pick-up", "The pick-up order", "Picks up"),
    "shortfall": RuleSaid("Too few cards for a war", "The rule for who is short", "Short of cards"),
    "both_out": RuleSaid("Both run out in the same war", "The rule for both running out", "Both run out"),
    "order": RuleSaid("Which card wins", "The order of the ranks"),
}
"""By field name of `engine.rules.Rules`."""
