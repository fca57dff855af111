"""A study: rules, pack, games and seed, as one checked value with a canonical form."""

from dataclasses import dataclass, fields
from typing import Any, Final, Self

from engine.cards import STANDARD_PACK, Hands, Pack, shares, stream
from engine.game import LIMIT
from engine.rules import Order, Rules
from engine.study.canonical import canonical_sha256

MOST_GAMES: Final = 10**12

USUAL_GAMES: Final = 25_000
"""Deals of a comparison, and games of a notebook, unless asked otherwise: as many as on the Compare page."""

FOLLOWED: Final = 4_096
"""First games that a study of the Simulate page follows round by round: enough for quantile bands of deck
sizes, for a third of a second of work at the most."""

TALLIES_VERSION: Final = 2
"""Version of the tallies (`engine.study.summary`); a change of any of them is a new one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """Games number 0 to `games` - 1 of a seed, dealt from a pack and played by the rules.

    Raises `ValueError` in one sentence naming the value and the range.

    >>> Study(rules=Rules(), games=0)
    Traceback (most recent call last):
        ...
    ValueError: games 0 is out of range: take a whole number, 1 to 1000000000000
    """

    rules: Rules
    games: int
    pack: Pack = STANDARD_PACK
    seed: int = 0
    limit: int = LIMIT
    """Rounds after which a game is cut off, counted as such."""
    sample: int = 256
    """Every so-manieth game, by its number, is followed round by round and, if endless, to its cycle;
    1 follows them all."""
    followed: int = 0
    """So many games from number 0 on are followed as well, whatever `sample` says: games are alike
    whatever their number, so a few early ones make a sample of their own."""
    hands: Hands | None = None
    """What the players are known to hold; None for a half of the pack each."""

    def __post_init__(self) -> None:
        for name, low, high in (
            ("games", 1, MOST_GAMES),
            ("seed", 0, stream.LARGEST_SEED),
            ("limit", 1, 10**9),
            ("sample", 1, 10**6),
            ("followed", 0, 10**6),
        ):
            value = getattr(self, name)
            if type(value) is not int or not low <= value <= high:
                raise ValueError(f"{name} {value!r} is out of range: take a whole number, {low} to {high}")
        if self.hands and self.cards < self.pack.size and self.rules.order is Order.LOWEST_BEATS_HIGHEST:
            raise ValueError(
                f"hands {self.hands.text!r} leave {self.pack.size - self.cards} cards of the pack aside, and "
                f"order {self.rules.order} looks at its lowest and highest: write * for all that remains"
            )

    @property
    def cards(self) -> int:
        """How many cards are in play."""
        return shares(self.pack, self.hands).cards

    def studies(self) -> "tuple[Study, ...]":
        """Return the study of each rule set, as of a comparison: this one alone."""
        return (self,)

    def canonical(self) -> dict[str, Any]:
        """Return the study as plain data in one fixed form: equal studies, equal data."""
        dealt = shares(self.pack, self.hands)
        return {
            "rules": self.rules.code,
            "pack": self.pack.text,
            **({} if dealt == shares(self.pack) else {"hands": dealt.hands(self.pack).text}),
            "games": self.games,
            "seed": self.seed,
            "limit": self.limit,
            "sample": self.sample,
            "followed": self.followed,
            "stream": stream.VERSION,
            "tallies": TALLIES_VERSION,
        }

    def key(self) -> str:
        """Return the hash of the canonical form: the name under which runs and files know the study."""
        return canonical_sha256(self.canonical())

    @classmethod
    def of_canonical(cls, data: dict[str, Any]) -> Self:
        """Return the study of a canonical form; its versions are not looked at.

        Raises `ValueError`, `KeyError` or `TypeError` for what is none.
        """
        named = {field.name: data[field.name] for field in fields(cls) if field.name != "hands"}
        rules, pack = Rules.parse(data["rules"]), Pack.parse(data["pack"])
        return cls(**{**named, "rules": rules, "pack": pack, "hands": hands_of(data)})


def hands_of(data: dict[str, Any]) -> Hands | None:
    """Return the hands of a canonical form; it names none where each player gets half of the pack."""
    return Hands.parse(data["hands"]) if "hands" in data else None
