"""Which rule sets to compare on the same deals, as one checked value with a canonical form.

Game number i of a seed is the same deal under every rule set, so any two can be compared deal by deal.
"""

from dataclasses import dataclass
from typing import Any, Final, Self

from engine.cards import STANDARD_PACK, Hands, Pack
from engine.game import LIMIT
from engine.rules import Rules, count
from engine.study.canonical import canonical_sha256
from engine.study.study import Study, hands_of

MOST_RULE_SETS: Final = 12
"""Rule sets in one comparison: room for every pick-up order."""

COMPARED_VERSION: Final = 2
"""Version of what is tallied of pairs (`engine.study.pairs`); a change of it is a new one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Games number 0 to `games` - 1 of a seed, each played by every rule set.

    Raises `ValueError` in one sentence naming the value and the range.

    >>> Comparison(rule_sets=(Rules(), Rules()), games=10)
    Traceback (most recent call last):
        ...
    ValueError: rule set '1.LOSER_FIRST.LOSES.DRAW.HIGH' is there twice: change one of the two
    """

    rule_sets: tuple[Rules, ...]
    games: int
    pack: Pack = STANDARD_PACK
    seed: int = 0
    limit: int = LIMIT
    """As in `Study`."""
    sample: int = 256
    """As in `Study`."""
    hands: Hands | None = None
    """As in `Study`."""

    def __post_init__(self) -> None:
        if not 2 <= len(self.rule_sets) <= MOST_RULE_SETS:
            raise ValueError(
                f"{count(len(self.rule_sets), 'rule set')} cannot be compared: "
                f"take 2 to {MOST_RULE_SETS} of them"
            )
        for place, rules in enumerate(self.rule_sets):
            if rules in self.rule_sets[:place]:
                raise ValueError(f"rule set {rules.code!r} is there twice: change one of the two")
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
        """Return the comparison of a canonical form; its versions are not looked at.

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
