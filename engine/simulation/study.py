"""What to simulate: a study, a comparison or a sweep, each with its canonical text."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Self

from engine.cards import STANDARD_PACK, Hands, Pack, random_stream, shares
from engine.game import LIMIT
from engine.numbers import count
from engine.rules import ENUMS, Order, Pickup, Rules, Shortfall

# Plain data in one fixed form of text, and the hash by which equal data are known.


def canonical_json(data: Any) -> str:
    """Return plain data as one line of JSON: equal data, equal text.

    >>> canonical_json({"seed": 7, "games": 10}) == canonical_json({"games": 10, "seed": 7})
    True
    """
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def canonical_sha256(data: Any) -> str:
    """Return the hash of plain data in that form."""
    return hashlib.sha256(canonical_json(data).encode()).hexdigest()


# A study: rules, pack, games and seed, as one checked value with a canonical form.

MOST_GAMES: Final = 10**12

USUAL_GAMES: Final = 25_000
"""Deals of a comparison, and games of a notebook, unless asked otherwise: as many as on the Compare page."""

FOLLOWED: Final = 4_096
"""First games that a study of the Simulate page follows round by round: enough for quantile bands of deck
sizes, for a third of a second of work at the most."""

TALLIES_VERSION: Final = 2
"""Version of the tallies (`engine.simulation.tallies`); a change of any of them is a new one."""


RANGES: Final = {
    "games": (1, MOST_GAMES),
    "seed": (0, random_stream.LARGEST_SEED),
    "limit": (1, 10**9),
    "sample": (1, 10**6),
    "followed": (0, 10**6),
}
"""The numbers of a study by name: the least and the most of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """Games number 0 to `games` - 1 of a seed, dealt from a pack and played by the rules.

    Raises `ValueError` in one sentence naming the value and the range.

    >>> Study(rules=Rules(), games=0)
    Traceback (most recent call last):
        ...
    ValueError: games 0 is out of range: use a whole number, 1 to 1000000000000
    """

    rules: Rules
    games: int
    pack: Pack = STANDARD_PACK
    seed: int = 0
    limit: int = LIMIT
    """Rounds after which a game is cut off, counted as such."""
    sample: int = 256
    """Every `sample`th game, by its number, is followed by rounds and, if endless, to its cycle; 1: all."""
    followed: int = 0
    """This many games from number 0 on are followed as well, whatever `sample` says: games are alike
    whatever their number, so a few early ones make a sample of their own."""
    hands: Hands | None = None
    """What the players are known to hold; None for a half of the pack each."""

    def __post_init__(self) -> None:
        for name, (low, high) in RANGES.items():
            value = getattr(self, name)
            if type(value) is not int or not low <= value <= high:
                raise ValueError(f"{name} {value!r} is out of range: use a whole number, {low} to {high}")
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
            **{name: getattr(self, name) for name in RANGES},
            "stream": random_stream.VERSION,
            "tallies": TALLIES_VERSION,
        }

    def key(self) -> str:
        """Return the hash of the canonical form: the name under which runs and files know the study."""
        return canonical_sha256(self.canonical())

    @classmethod
    def of_canonical(cls, data: dict[str, Any]) -> Self:
        """Return the study of a canonical form; its versions are not checked.

        Raises `ValueError`, `KeyError` or `TypeError` for what is none.
        """
        numbers = {name: data[name] for name in RANGES}
        rules, pack = Rules.parse(data["rules"]), Pack.parse(data["pack"])
        return cls(rules=rules, pack=pack, hands=hands_of(data), **numbers)


def hands_of(data: dict[str, Any]) -> Hands | None:
    """Return the hands of a canonical form; it names none where each player gets half of the pack."""
    return Hands.parse(data["hands"]) if "hands" in data else None


# Which rule sets to compare on the same deals, as one checked value with a canonical form.
#
# Game number i of a seed is the same deal under every rule set, so any two can be compared deal by deal.

MOST_RULE_SETS: Final = 12  # rule sets in one comparison: room for every pick-up order

COMPARED_VERSION: Final = 2
"""Version of what is tallied of pairs (`engine.simulation.paired`); a change of it is a new one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Games number 0 to `games` - 1 of a seed, each played by every rule set.

    Raises `ValueError` in one sentence naming the value and the range.

    >>> Comparison(rule_sets=(Rules(), Rules()), games=10)
    Traceback (most recent call last):
        ...
    ValueError: rule set '1.LOSER_FIRST.LOSES.DRAW.HIGH' appears twice: change one of them
    """

    rule_sets: tuple[Rules, ...]
    games: int
    pack: Pack = STANDARD_PACK
    seed: int = 0
    limit: int = LIMIT
    sample: int = 256
    hands: Hands | None = None

    def __post_init__(self) -> None:
        if not 2 <= len(self.rule_sets) <= MOST_RULE_SETS:
            raise ValueError(
                f"{count(len(self.rule_sets), 'rule set')} cannot be compared: "
                f"use 2 to {MOST_RULE_SETS} of them"
            )
        for place, rules in enumerate(self.rule_sets):
            if rules in self.rule_sets[:place]:
                raise ValueError(f"rule set {rules.code!r} appears twice: change one of them")
        self.studies()

    def studies(self) -> tuple[Study, ...]:
        """Return the study of each rule set alone."""
        return tuple(map(self._study, self.rule_sets))

    def canonical(self) -> dict[str, Any]:
        """Return the comparison as plain data in one fixed form: equal comparisons, equal data."""
        common = self._study(self.rule_sets[0]).canonical()
        del common["rules"], common["followed"]
        codes = [rules.code for rules in self.rule_sets]
        return {"rule_sets": codes, **common, "compared": COMPARED_VERSION}

    def key(self) -> str:
        """Return the hash of the canonical form: the name under which runs and files know it."""
        return canonical_sha256(self.canonical())

    @classmethod
    def of_canonical(cls, data: dict[str, Any]) -> Self:
        """Return the comparison of a canonical form; its versions are not checked.

        Raises `ValueError`, `KeyError` or `TypeError` for what is none.
        """
        return cls(
            rule_sets=tuple(Rules.parse(code) for code in data["rule_sets"]),
            pack=Pack.parse(data["pack"]),
            hands=hands_of(data),
            **{name: data[name] for name in ("games", "seed", "limit", "sample")},
        )

    def _study(self, rules: Rules) -> Study:
        common = {name: getattr(self, name) for name in ("games", "pack", "seed", "limit", "sample", "hands")}
        return Study(rules=rules, **common)


# One single rule varied over its values, everything else as it is: a comparison with a word for each.

VARIED: Final[dict[str, tuple[Any, ...]]] = {
    "face_down": tuple(range(7)),
    **{name: tuple(kind) for name, kind in ENUMS.items()},
}
"""The values a rule is varied over, by field name: of cards face down up to 6, of the others all."""


FEWER_ROUNDS: Final = 100_000
"""Rounds after which games are cut off where some rule set's mostly go on for millions."""


class Sweep(NamedTuple):
    """A comparison of rule sets that differ in one rule only."""

    rule: str
    values: tuple[Any, ...]
    """The rule's value in each rule set of the comparison."""
    base: int
    """The place of the rule set that the sweep started from."""
    comparison: Comparison


def varied(rules: Rules) -> list[str]:
    """Return which of these rules can have other values: where nobody wins a war cut short, one has none."""
    return [rule for rule in VARIED if rule != "both_out" or rules.shortfall is not Shortfall.DRAW]


def sweep(rules: Rules, rule: str, **dealt: Any) -> Sweep:
    """Vary one rule of a rule set over its values.

    dealt: games, pack, seed and hands, as of a `Comparison`.

    Raises `ValueError` in one sentence for a rule that is none or cannot be varied.

    >>> sweep(Rules(), "face_down", games=100).values
    (0, 1, 2, 3, 4, 5, 6)
    >>> sweep(Rules(), "jokers", games=100)
    Traceback (most recent call last):
        ...
    ValueError: rule 'jokers' is unknown: use one of face_down, pickup, shortfall, both_out, order
    """
    if rule not in VARIED:
        raise ValueError(f"rule {rule[:60]!r} is unknown: use one of {', '.join(VARIED)}")
    if rule not in varied(rules):
        raise ValueError(
            f"both_out cannot be varied with shortfall {Shortfall.DRAW}, which nobody wins: "
            "use another rule for too few cards"
        )
    own = getattr(rules, rule)
    values = VARIED[rule] if own in VARIED[rule] else (*VARIED[rule], own)
    rule_sets = tuple(rules.changed(**{rule: value}) for value in values)
    limit = FEWER_ROUNDS if any(map(_very_long, rule_sets)) else LIMIT
    return Sweep(rule, values, values.index(own), Comparison(rule_sets=rule_sets, limit=limit, **dealt))


def _very_long(rules: Rules) -> bool:
    """Return whether most games go on for longer than a person can wait.

    Measured of 52 cards: in the order of the deal, or war by war, without a card face down three games
    in four are undecided after 100,000 rounds and more than half after 1,000,000, which takes 0.1 s
    each; war by war with two face down one in four and one in ten. Of no other order and number of
    cards face down more than three games in a hundred passed 100,000.
    """
    long = {(Pickup.AS_DEALT, 0), (Pickup.AS_PROGRAMMED, 0), (Pickup.AS_PROGRAMMED, 2)}
    return (rules.pickup, rules.face_down) in long
