"""One complete set of rules as a value, in the dimensions in which rule sets of War differ.

What each value means, in the game and in words, stands in `engine.rules.values`; the named sets with
their sources stand in `engine.rules.presets`.
"""

from dataclasses import dataclass, fields, replace
from typing import Any, Final, Self

from engine.rules.values import (
    RANDOM_PICKUPS,
    SYMMETRIC_PICKUPS,
    BothOut,
    Order,
    Pickup,
    Said,
    Shortfall,
    Value,
    said_of,
)

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
