"""One complete set of rules as a value, and every value a rule can take, with what is said of it.

The named sets with their sources stand in `engine.rules.presets`.
"""

import re
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final, Literal, NamedTuple, Self

from engine.numbers import number_words

# What is said of a rule and of its values: the columns of the table of values below.


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
    """The player's number, winner or not; winning, whatever the number; or the game's own stream."""


_RARE_FACE_DOWN: Final = (2, 1, 2, 1, 3, 4)


def face_down_said(cards: int) -> Said:
    """Return what is said of a number of cards face down in a war.

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
    "shortfall": RuleSaid(
        "Too few cards for a war", "The rule for a player short of cards", "Short of cards"
    ),
    "both_out": RuleSaid(
        "Both run out in the same war", "The rule for both players running out", "Both run out"
    ),
    "order": RuleSaid("Which card wins", "The order of the ranks"),
}
"""By field name of `engine.rules.Rules`."""


# The values of each rule, and everything that is said of them: a new value is one more entry here.
#
# What it does is then decided in two places: the law (`engine.game.referee`), which the type checker names
# until it has its branch there, and the kernels' codes (`engine.kernels.codes`), which tests of all rules
# look up.


class Value(StrEnum):
    """A named value of a rule: what the law and the kernels act on, links carry and the terminal takes.

    Raises `TypeError` for a member without a description.
    """

    said: Said

    def __new__(cls, said: Said | str) -> Self:
        """Make a member of its row in the table."""
        if isinstance(said, str):
            raise TypeError(f"nothing is said of {cls.__name__} {said!r}: give it a row as the others have")
        value = str.__new__(cls, said.text)
        value._value_ = said.text
        value.said = said
        return value


class Pickup(Value):
    """The order in which the table goes under the winner's deck, first card uppermost."""

    said: PickupSaid

    AS_DEALT = PickupSaid(
        "AS_DEALT",
        brief="in the order of the deal",
        sentence="The winner takes the cards *as laid*, each of player 1's before player 2's.",
        does="picks the cards up *as they were laid*",
        wants="wants them *as they were laid*",
        rare=3,
        settled_by="seats",
    )
    """Player 1's first card, player 2's first, 1's second, 2's second, ..., winner or not."""
    AS_PROGRAMMED = PickupSaid(
        "AS_PROGRAMMED",
        brief="war by war",
        sentence="The winner takes the cards *war by war*, player 1's before player 2's each time.",
        does="picks the cards up *war by war*",
        wants="wants them *war by war*",
        rare=4,
        settled_by="seats",
    )
    """As dealt for the opening pair, then for each war player 1's cards, then player 2's."""
    PLAYER_1_FIRST = PickupSaid(
        "PLAYER_1_FIRST",
        brief="player 1’s cards first",
        sentence="The winner takes *player 1's cards first*, then player 2's.",
        does="picks up *player 1's cards first*",
        wants="wants *player 1's first*",
        rare=2,
        called="player 1’s",
        settled_by="seats",
    )
    PLAYER_2_FIRST = PickupSaid(
        "PLAYER_2_FIRST",
        brief="player 2’s cards first",
        sentence="The winner takes *player 2's cards first*, then player 1's.",
        does="picks up *player 2's cards first*",
        wants="wants *player 2's first*",
        rare=4,
        called="player 2’s",
        settled_by="seats",
    )
    """That player's cards in played order, then the other's, winner or not."""
    LOSER_FIRST = PickupSaid(
        "LOSER_FIRST",
        brief="loser’s cards first",
        sentence="The winner takes the *loser's cards first*.",
        does="picks up *the loser's cards first*",
        wants="wants *the loser's first*",
        rare=2,
        called="the loser’s",
        settled_by="winner",
    )
    WINNER_FIRST = PickupSaid(
        "WINNER_FIRST",
        brief="winner’s cards first",
        sentence="The winner takes the *winner's cards first*.",
        does="picks up *the winner's cards first*",
        wants="wants *the winner's first*",
        rare=1,
        called="the winner’s",
        settled_by="winner",
    )
    """That side's cards in played order, then the other's."""
    LOSER_ALTERNATING = PickupSaid(
        "LOSER_ALTERNATING",
        brief="in turn, loser’s first",
        sentence="The winner takes *one card of each in turn, the loser's first*.",
        does="picks up *one card of each in turn, the loser's first*",
        wants="wants *one of each in turn, the loser's first*",
        rare=4,
        settled_by="winner",
    )
    WINNER_ALTERNATING = PickupSaid(
        "WINNER_ALTERNATING",
        brief="in turn, winner’s first",
        sentence="The winner takes *one card of each in turn, the winner's first*.",
        does="picks up *one card of each in turn, the winner's first*",
        wants="wants *one of each in turn, the winner's first*",
        rare=4,
        settled_by="winner",
    )
    """One card of each in turn, that side first."""
    WINNER_ALTERNATING_REVERSED = PickupSaid(
        "WINNER_ALTERNATING_REVERSED",
        brief="in turn, last laid first",
        sentence="The winner takes one card of each in turn, the winner's first, "
        "*from the last laid to the first*.",
        does="picks up *one card of each in turn, from the last laid to the first*",
        wants="wants *one of each in turn, from the last laid to the first*",
        rare=5,
        settled_by="winner",
    )
    """The same from the last card laid back to the first."""
    WINNER_INSIDE_OUT = PickupSaid(
        "WINNER_INSIDE_OUT",
        brief="inside out, winner’s first",
        sentence="The winner takes *the last war first* and the opening pair last, "
        "of each the winner's cards before the loser's.",
        does="picks up *the last war first*, of each war the winner's cards first",
        wants="wants *the last war first*, of each the winner's cards first",
        rare=5,
        settled_by="winner",
    )
    """War by war from the last one back to the opening pair, of each that side's cards first."""
    RANDOM = PickupSaid(
        "RANDOM",
        brief="shuffled",
        sentence="The winner *shuffles* the cards before taking them.",
        does="*shuffles* the cards it picks up",
        wants="*shuffles* them",
        rare=5,
        change=("Shuffling the cards before taking them", "Shuffling what is taken"),
        settled_by="chance",
    )
    """The table is shuffled."""
    COIN_FLIP = PickupSaid(
        "COIN_FLIP",
        brief="by a coin",
        sentence="A *coin* decides each time whether the winner's or the loser's cards go first.",
        does="lets *a coin* decide the pick-up",
        wants="lets *a coin* decide it",
        rare=5,
        settled_by="chance",
    )
    """The winner's or the loser's block first, by a fair coin each time."""


class Shortfall(Value):
    """What happens when a player cannot pay for a war."""

    LOSES = Said(
        "LOSES",
        brief="short loses",
        sentence="A player who cannot finish a war *loses*.",
        does="lets a player who cannot finish a war *lose*",
        rare=1,
        called="losing",
    )
    """Cards are laid one at a time by both at once; the player who runs out first loses."""
    DRAW = Said(
        "DRAW",
        brief="short draws",
        sentence="If a player cannot finish a war, the game is *drawn*.",
        does="calls the game *drawn* when a war cannot be finished",
        rare=1,
        called="a draw",
    )
    """The game ends at once, drawn, whichever player is short."""
    LAST_CARD = Said(
        "LAST_CARD",
        brief="short plays the last card",
        sentence="A player short of cards for a war fights with the *last card*; one with none loses.",
        does="lets a player short for a war fight with the *last card*",
        rare=2,
        called="the last card",
    )
    """The short player lays what is there, the last card face up; with none the game is lost."""
    FEWER_DOWN = Said(
        "FEWER_DOWN",
        brief="short means fewer down",
        sentence="If a player is short of cards for a war, *both lay fewer* cards; one with none loses.",
        does="lets *both lay fewer* cards when one is short for a war",
        rare=3,
        called="fewer down",
    )
    """Both lay only as many as the shorter can afford; with none the game is lost."""
    STEAL = Said(
        "STEAL",
        brief="short steals",
        sentence="A player short of cards for a war *takes the missing ones* from the top of the other deck.",
        does="lets a player short for a war *take the missing cards* from the other deck",
        rare=4,
        called="stealing",
    )
    """The short player takes what is missing from the top of the other deck."""


class BothOut(Value):
    """The winner when both are short by the same number where running out loses."""

    DRAW = Said(
        "DRAW",
        brief="both out draws",
        sentence="If both run out in the same war, the game is *drawn*.",
        does="calls the game *drawn* when both run out in the same war",
        rare=2,
    )
    PLAYER_1 = Said(
        "PLAYER_1",
        brief="both out: player 1",
        sentence="If both run out in the same war, *player 1* wins.",
        does="lets *player 1* win when both run out in the same war",
        rare=4,
    )
    PLAYER_2 = Said(
        "PLAYER_2",
        brief="both out: player 2",
        sentence="If both run out in the same war, *player 2* wins.",
        does="lets *player 2* win when both run out in the same war",
        rare=3,
    )


class Order(Value):
    """Which face-up card wins."""

    HIGH = Said(
        "HIGH",
        brief="aces high",
        sentence="The higher card wins and aces are *high*.",
        does="lets the *higher* card win, aces high",
        rare=1,
    )
    """2 is lowest, the ace highest; numbered ranks by their number."""
    ACE_LOW = Said(
        "ACE_LOW",
        brief="aces low",
        sentence="The higher card wins and aces are *low*, below the two.",
        does="has aces *low*",
        rare=2,
    )
    """The ace (14) comes below everything else."""
    LOW_WINS = Said(
        "LOW_WINS",
        brief="low wins",
        sentence="The *lower* card wins.",
        does="lets the *lower* card win",
        rare=3,
    )
    """The lower rank wins: 1 is the highest card."""
    LOWEST_BEATS_HIGHEST = Said(
        "LOWEST_BEATS_HIGHEST",
        brief="lowest beats highest",
        sentence="The higher card wins, but the *lowest beats the highest*.",
        does="lets the *lowest* card beat the highest",
        rare=5,
    )
    """As `HIGH`, but the lowest rank of the deal beats its highest."""


RANDOM_PICKUPS: Final = frozenset(pickup for pickup in Pickup if pickup.said.settled_by == "chance")
SYMMETRIC_PICKUPS: Final = frozenset(pickup for pickup in Pickup if pickup.said.settled_by == "winner")
"""Orders that look only at who won: exchanging the decks exchanges the winner."""


def said_of(value: int | Value) -> Said:
    """Return what is said of a rule's value; a number is one of cards face down.

    >>> said_of(3).brief, said_of(Pickup.LOSER_FIRST).brief, said_of(BothOut.DRAW).brief
    ('3 down', 'loser’s cards first', 'both out draws')
    """
    return value.said if isinstance(value, Value) else face_down_said(value)


# A rule set: one value for each rule, in the dimensions in which rule sets of War differ.

MOST_FACE_DOWN: Final = 99


@dataclass(frozen=True, kw_only=True, slots=True)
class Rules:
    """A rule set: frozen, hashable, compared by value.

    Raises `ValueError` with one sentence for what cannot be played.

    >>> Rules(face_down=3, shortfall=Shortfall.DRAW).need
    4
    >>> Rules(shortfall=Shortfall.DRAW, both_out=BothOut.PLAYER_2)
    Traceback (most recent call last):
        ...
    ValueError: both_out PLAYER_2 is impossible with shortfall DRAW, which nobody wins: take both_out DRAW
    """

    face_down: int = 1
    pickup: Pickup = Pickup.LOSER_FIRST
    shortfall: Shortfall = Shortfall.LOSES
    both_out: BothOut = BothOut.DRAW
    order: Order = Order.HIGH

    def __post_init__(self) -> None:
        if type(self.face_down) is not int or not 0 <= self.face_down <= MOST_FACE_DOWN:
            raise ValueError(
                f"face_down {self.face_down!r} is out of range: take 0 to {MOST_FACE_DOWN} cards"
            )
        for name, kind in ENUMS.items():
            value = getattr(self, name)
            if value not in list(kind):
                raise ValueError(f"{name} {value!r} is unknown: take one of {', '.join(kind)}")
            object.__setattr__(self, name, kind(value))
        if self.shortfall is Shortfall.DRAW and self.both_out is not BothOut.DRAW:
            raise ValueError(
                f"both_out {self.both_out} is impossible with shortfall DRAW, which nobody wins: "
                "take both_out DRAW"
            )

    @property
    def need(self) -> int:
        """Cards each player must hold for a war: those face down and the one face up."""
        return self.face_down + 1

    @property
    def deterministic(self) -> bool:
        """Whether the deal alone settles the game."""
        return self.pickup not in RANDOM_PICKUPS

    @property
    def symmetric(self) -> bool:
        """Whether exchanging the decks exchanges the winner and nothing else."""
        return self.pickup in SYMMETRIC_PICKUPS and self.both_out is BothOut.DRAW

    @property
    def code(self) -> str:
        """One word for the rules, which `parse` reads: for links and the terminal.

        >>> Rules().code
        '1.LOSER_FIRST.LOSES.DRAW.HIGH'
        """
        return ".".join(str(getattr(self, name)) for name in RULE_NAMES)

    @classmethod
    def parse(cls, code: str) -> Self:
        """Read what `code` wrote. Raises `ValueError` in one sentence.

        >>> Rules.parse("1.LOSER_FIRST.LOSES.DRAW.HIGH") == Rules()
        True
        """
        parts = code.split(".")
        if len(parts) != len(RULE_NAMES):
            raise ValueError(f"{code[:60]!r} is no rule set: write {'.'.join(RULE_NAMES)}")
        if not (parts[0].isascii() and parts[0].isdigit() and len(parts[0]) < 4):
            raise ValueError(f"face_down {parts[0][:20]!r} is no number: take 0 to {MOST_FACE_DOWN} cards")
        values: dict[str, Any] = dict(zip(RULE_NAMES, parts, strict=True))
        return cls(**{**values, "face_down": int(parts[0])})

    def said(self, name: str) -> Said:
        """Return what is said of the value of one rule.

        >>> Rules(face_down=3).said("face_down").brief
        '3 down'
        """
        return said_of(getattr(self, name))

    def apart(self, other: "Rules") -> tuple[str, ...]:
        """Return the names of the single rules in which these differ from others.

        >>> Rules(face_down=3).apart(Rules())
        ('face_down',)
        """
        return tuple(name for name in RULE_NAMES if getattr(self, name) != getattr(other, name))

    def changed(self, **single: Any) -> "Rules":
        """Return these rules with single ones changed; `both_out` falls back to `DRAW` where it must.

        >>> Rules(both_out=BothOut.PLAYER_2).changed(shortfall=Shortfall.DRAW).both_out
        <BothOut.DRAW: 'DRAW'>
        """
        if single.get("shortfall") == Shortfall.DRAW and "both_out" not in single:
            single["both_out"] = BothOut.DRAW
        return replace(self, **single)


RULE_NAMES: Final = tuple(field.name for field in fields(Rules))
"""Every rule by field name, in the order in which they are written and told."""

ENUMS: Final[dict[str, type[Value]]] = {
    "pickup": Pickup,
    "shortfall": Shortfall,
    "both_out": BothOut,
    "order": Order,
}
"""The rules whose values are named, by field name."""
