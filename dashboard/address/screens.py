"""What a page shows, as one value each: enough to rebuild the screen, and nothing else.

Here are those of the game itself and of many games; `library` has the others.

A screen is what a link carries. Widgets are set from it and change it; nothing a page shows comes
from anywhere else.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Self

from engine.cards import STANDARD_PACK, Deal, Hands, Pack, deal_cards, shares
from engine.rules import Rules, rules_called, rules_name
from engine.study import FOLLOWED, Study
from engine.study.comparison import Comparison
from engine.study.sweep import Sweep, sweep


class View(StrEnum):
    """What is unfolded under the verdicts of the Game page."""

    HOLDERS = "holders"
    ROUNDS = "rounds"


class Unit(StrEnum):
    """What the length of a game is counted in."""

    ROUNDS = "rounds"
    BATTLES = "battles"
    PLAYS = "plays"


class Scale(StrEnum):
    """How the axis of lengths runs."""

    LINEAR = "linear"
    LOG = "log"


@dataclass(frozen=True, kw_only=True)
class Screen:
    """What a page shows, as one value."""

    def changed(self, **fields: Any) -> Self:
        """Return the screen with some fields changed."""
        return replace(self, **fields)


@dataclass(frozen=True, kw_only=True)
class RuleSetScreen(Screen):
    """A screen on which one rule set is chosen. Raises `ValueError` for what is none."""

    rule_set: str = "code-golf"
    """A preset's name, or the code of custom rules. Presets may be equal in rules and differ in judge."""

    def __post_init__(self) -> None:
        rules_called(self.rule_set)

    @property
    def rules(self) -> Rules:
        """The rules of the rule set."""
        return rules_called(self.rule_set)


@dataclass(frozen=True, kw_only=True)
class GameScreen(RuleSetScreen):
    """One screen of the Game page.

    Without a `given` deal the cards are dealt from `pack`, so that the players hold the `hands`, by `seed`
    and `game` number. The same two numbers choose the game's own random stream under rules with random
    pick-ups. Raises `ValueError` for hands that the pack cannot deal.
    """

    given: Deal | None = None
    pack: Pack = STANDARD_PACK
    hands: Hands | None = None
    seed: int = 0
    game: int = 0
    round: int = 1
    view: View = View.HOLDERS

    def __post_init__(self) -> None:
        super().__post_init__()
        shares(self.pack, self.hands)

    @property
    def deal(self) -> Deal:
        """The deal on the table."""
        return self.given or deal_cards(self.pack, seed=self.seed, number=self.game, hands=self.hands)

    def changed(self, **fields: Any) -> Self:
        """Return the screen with some fields changed; anything but a new round starts at round 1.

        Another pack, hands, seed or game are dealt, whatever deal was given, unless that is among the fields.
        """
        if {"pack", "hands", "seed", "game"} & fields.keys():
            fields.setdefault("given", None)
        if not {"round", "view"} & fields.keys():
            fields["round"] = 1
        return replace(self, **fields)


@dataclass(frozen=True, kw_only=True)
class RunScreen(Screen, ABC):
    """One screen of a page on which games are played by the million.

    Raises `ValueError` for what cannot be played, such as a rule set compared with itself.
    """

    pack: Pack = STANDARD_PACK
    hands: Hands | None = None
    games: int
    seed: int = 7
    unit: Unit = Unit.ROUNDS

    def __post_init__(self) -> None:
        self.job  # noqa: B018, raises for what cannot be played

    @property
    @abstractmethod
    def job(self) -> Study | Comparison:
        """What is played."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """The rule sets that play, by their presets' names or codes."""

    def game(self, number: int, place: int = 0) -> GameScreen:
        """Return the screen that shows one of the games, by the rule set at a place of `names`."""
        return GameScreen(
            rule_set=self.names[place], pack=self.pack, hands=self.hands, seed=self.seed, game=number
        )


@dataclass(frozen=True, kw_only=True)
class SimulateScreen(RunScreen, RuleSetScreen):
    """One screen of the Simulate page: a study, and how its lengths are looked at."""

    rule_set: str = "programming-challenges"
    games: int = 100_000
    scale: Scale = Scale.LINEAR

    @cached_property
    def job(self) -> Study:
        """What is simulated."""
        return Study(
            rules=self.rules,
            games=self.games,
            pack=self.pack,
            seed=self.seed,
            followed=FOLLOWED,
            hands=self.hands,
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The one rule set."""
        return (self.rule_set,)


@dataclass(frozen=True, kw_only=True)
class CompareScreen(RunScreen):
    """One screen of the Compare page: two or more rule sets on the same deals."""

    rule_sets: tuple[str, ...] = (
        "code-golf",
        "1.WINNER_FIRST.LOSES.DRAW.HIGH",
        "programming-challenges",
        "codingame",
    )
    games: int = 25_000
    sweep: str = ""
    """The single rule that is varied over its values from the first rule set on; empty for none."""

    @cached_property
    def swept(self) -> Sweep | None:
        """The sweep, if a rule is varied."""
        if not self.sweep:
            return None
        base = rules_called(self.rule_sets[0])
        return sweep(base, self.sweep, games=self.games, pack=self.pack, seed=self.seed, hands=self.hands)

    @cached_property
    def job(self) -> Comparison:
        """What is compared."""
        swept = self.swept
        if swept is not None:
            return swept.comparison
        rules = tuple(map(rules_called, self.rule_sets))
        return Comparison(rule_sets=rules, games=self.games, pack=self.pack, seed=self.seed, hands=self.hands)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The rule sets that are compared: those chosen, or one for each value of the rule varied."""
        return tuple(map(rules_name, self.job.rule_sets)) if self.sweep else self.rule_sets


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedCase:
    """One test case of the Diagnose page: a deal, and what was pasted about it, in its own words."""

    deal: Deal
    expected: str = ""
    """What the judge expects; empty where he does not say."""
    got: str = ""
    """What the program says; empty where only its trace is asked about."""
    format: str = ""
    """The format in which the deal was pasted, which hints at the judge."""
    trace: str = ""
    """What the program printed round by round."""


@dataclass(frozen=True, kw_only=True)
class DiagnoseScreen(Screen):
    """One screen of the Diagnose page: test cases, and which of them and of the answers is looked at."""

    cases: tuple[AskedCase, ...] = ()
    case: int = 0
    """The case on the screen; equal to their number while the next one is being pasted."""
    judge: str = ""
    """Whose rules are meant; empty: found from the answers expected."""
    program: str = ""
    """The code of the explanation that is looked at; empty for the likeliest."""

    @property
    def shown(self) -> AskedCase | None:
        """The case on the screen, None while the next one is being pasted."""
        return self.cases[self.case] if self.case < len(self.cases) else None

    def changed(self, **fields: Any) -> Self:
        """Return the screen with some fields changed; another question is answered from the start."""
        if {"cases", "judge"} & fields.keys():
            fields.setdefault("program", "")
        return replace(self, **fields)
