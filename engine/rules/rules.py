"""One complete set of rules as a value, in the dimensions in which rule sets of War differ.

The members' texts are what the law (`engine.game`) and the kernels act on, what links carry, and
what the terminal takes. What each one means in words stands in `engine.words.sentences`; the named sets
with their sources stand in `engine.rules`.
"""

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final, Self

MOST_FACE_DOWN: Final = 99


class Pickup(StrEnum):
    """The order in which the table goes under the winner's deck, first card uppermost."""

    AS_DEALT = "AS_DEALT"
    """Player 1's first card, player 2's first, 1's second, 2's second, ... whoever wins."""
    AS_PROGRAMMED = "AS_PROGRAMMED"
    """As dealt for the opening pair, then for each war player 1's cards, then player 2's."""
    PLAYER_1_FIRST = "PLAYER_1_FIRST"
    PLAYER_2_FIRST = "PLAYER_2_FIRST"
    """That player's cards in played order, then the other's, whoever wins."""
    LOSER_FIRST = "LOSER_FIRST"
    WINNER_FIRST = "WINNER_FIRST"
    """That side's cards in played order, then the other's."""
    LOSER_ALTERNATING = "LOSER_ALTERNATING"
    WINNER_ALTERNATING = "WINNER_ALTERNATING"
    """One card of each in turn, that side first."""
    WINNER_ALTERNATING_REVERSED = "WINNER_ALTERNATING_REVERSED"
    """The same from the last card laid back to the first."""
    RANDOM = "RANDOM"
    """The table is shuffled."""
    COIN_FLIP = "COIN_FLIP"
    """The winner's or the loser's block first, by a fair coin each time."""


class Shortfall(StrEnum):
    """What happens when a player cannot pay for a war."""

    LOSES = "LOSES"
    """Cards are laid one at a time by both at once; who runs out first loses."""
    DRAW = "DRAW"
    """The game ends at once, drawn, whoever is short."""
    LAST_CARD = "LAST_CARD"
    """The short player lays what is there, the last card face up; with none the game is lost."""
    FEWER_DOWN = "FEWER_DOWN"
    """Both lay only as many as the shorter can afford; with none the game is lost."""
    STEAL = "STEAL"
    """The short player takes what is missing from the top of the other deck."""


class BothOut(StrEnum):
    """Who wins when both are short by the same number where running out loses."""

    DRAW = "DRAW"
    PLAYER_1 = "PLAYER_1"
    PLAYER_2 = "PLAYER_2"


class Order(StrEnum):
    """Which face-up card wins."""

    HIGH = "HIGH"
    """2 is lowest, the ace highest; numbered ranks by their number."""
    ACE_LOW = "ACE_LOW"
    """The ace (14) comes below everything else."""
    LOW_WINS = "LOW_WINS"
    """The lower rank wins: 1 is the highest card."""
    LOWEST_BEATS_HIGHEST = "LOWEST_BEATS_HIGHEST"
    """As `HIGH`, but the lowest rank of the deal beats its highest."""


RANDOM_PICKUPS: Final = frozenset({Pickup.RANDOM, Pickup.COIN_FLIP})
SYMMETRIC_PICKUPS: Final = frozenset(
    {
        Pickup.LOSER_FIRST,
        Pickup.WINNER_FIRST,
        Pickup.LOSER_ALTERNATING,
        Pickup.WINNER_ALTERNATING,
        Pickup.WINNER_ALTERNATING_REVERSED,
    }
)
"""Orders that look only at who won: exchanging the decks exchanges the winner."""


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
        return ".".join(str(getattr(self, field.name)) for field in fields(self))

    @classmethod
    def parse(cls, code: str) -> Self:
        """Read what `code` wrote. Raises `ValueError` in one sentence.

        >>> Rules.parse("1.LOSER_FIRST.LOSES.DRAW.HIGH") == Rules()
        True
        """
        parts = code.split(".")
        names = [field.name for field in fields(cls)]
        if len(parts) != len(names):
            raise ValueError(f"{code[:60]!r} is no rule set: write {'.'.join(names)}")
        if not (parts[0].isascii() and parts[0].isdigit() and len(parts[0]) < 4):
            raise ValueError(f"face_down {parts[0][:20]!r} is no number: take 0 to {MOST_FACE_DOWN} cards")
        values: dict[str, Any] = dict(zip(names, parts, strict=True))
        return cls(**{**values, "face_down": int(parts[0])})

    def changed(self, **single: Any) -> "Rules":
        """Return these rules with single ones changed; `both_out` falls back to `DRAW` where it must.

        >>> Rules(both_out=BothOut.PLAYER_2).changed(shortfall=Shortfall.DRAW).both_out
        <BothOut.DRAW: 'DRAW'>
        """
        if single.get("shortfall") == Shortfall.DRAW and "both_out" not in single:
            single["both_out"] = BothOut.DRAW
        return replace(self, **single)


ENUMS: Final[dict[str, type[Pickup] | type[Shortfall] | type[BothOut] | type[Order]]] = {
    "pickup": Pickup,
    "shortfall": Shortfall,
    "both_out": BothOut,
    "order": Order,
}
"""The rules whose values are named, by field name."""
