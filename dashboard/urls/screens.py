"""What is on each screen."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, Never, Self

from engine import library
from engine.cards import STANDARD_PACK, Deal, Hands, Pack, deal_cards, shares
from engine.rules import PLAYABLE, Pickup, Rules, Shortfall, Value, rules_called, rules_name
from engine.simulation import FOLLOWED, Comparison, Study, Sweep, sweep

# What a page shows, as one value each: enough to rebuild the screen, and nothing else.
#
# Here are those of the game itself and of many games; `library` has the others.
#
# A screen is what a link carries. Widgets are set from it and change it; nothing a page shows comes
# from anywhere else.


class _Choice(StrEnum):
    """One of the names that a link may have. Raises `ValueError` with all of them for any other."""

    @classmethod
    def _missing_(cls, value: object) -> Never:
        raise ValueError(
            f"{cls.__name__.lower()} {str(value)[:60]!r} is unknown: use one of {', '.join(cls)}"
        )


class View(_Choice):
    """What is open below the charts of the Game page."""

    OTHER_RULES = "other-rules"
    CHANCE = "chance"
    ACES = "aces"
    HOLDERS = "holders"
    """Which player holds each card: a switch beside the aces."""
    ROUNDS = "rounds"


class Unit(_Choice):
    """What the length of a game is counted in."""

    ROUNDS = "rounds"
    BATTLES = "battles"
    PLAYS = "plays"


class Group(_Choice):
    """The charts that are shown below those in front, on Simulate or on Compare."""

    LENGTH = "length"
    WINNING = "winning"
    COURSE = "course"
    ENDLESS = "endless"
    RECORDS = "records"
    WINNERS = "winners"
    PAIRS = "pairs"
    SURE = "sure"


class Scale(_Choice):
    """How the axis of lengths runs."""

    LINEAR = "linear"
    LOG = "log"


@dataclass(frozen=True, kw_only=True)
class Screen:
    """What a page shows, as one value."""

    @property
    def choice(self) -> str:
        """The rule set that goes with a visitor to other pages; empty where there is none."""
        return ""

    def by(self, rule_set: str) -> Self:
        """Return the screen by the rule set a visitor chose elsewhere; itself if that cannot be shown."""
        if not self.choice or rule_set in ("", self.choice):
            return self
        try:
            return self._by(rule_set)
        except ValueError:
            return self

    def _by(self, rule_set: str) -> Self:
        """Return the screen by another rule set. Raises `ValueError` if that cannot be shown."""
        return self.changed(rule_set=rule_set)

    def changed(self, **fields: Any) -> Self:
        """Return the screen with some fields changed."""
        return replace(self, **fields)


@dataclass(frozen=True, kw_only=True)
class RuleSetScreen(Screen):
    """A screen on which one rule set is chosen. Raises `ValueError` for what is none."""

    rule_set: str = library.USUAL
    """A preset's name, or the code of custom rules. Presets may be equal in rules and differ in judge."""

    def __post_init__(self) -> None:
        rules_called(self.rule_set)

    @property
    def choice(self) -> str:
        """The one rule set."""
        return self.rule_set

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
    view: View = View.OTHER_RULES

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
    charts: Group = Group.LENGTH

    def __post_init__(self) -> None:
        self.job  # noqa: B018, raises for what cannot be played

    @property
    @abstractmethod
    def job(self) -> Study | Comparison:
        """What is played."""

    @property
    def asked(self) -> Study | Comparison | Sweep:
        """What is played, of one rule varied with its values."""
        return self.job

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

    rule_sets: tuple[str, ...] = (library.USUAL, "wikipedia", "codingame", "programming-challenges")
    games: int = 25_000
    sweep: str = ""
    """The single rule that is varied over its values from the first rule set on; empty for none."""

    @property
    def choice(self) -> str:
        """The first rule set, with which the others are compared."""
        return self.rule_sets[0]

    def _by(self, rule_set: str) -> Self:
        others = (name for name in self.rule_sets[1:] if name != rule_set)
        return self.changed(rule_sets=(rule_set, *others))

    @cached_property
    def swept(self) -> Sweep | None:
        """The sweep, if a rule is varied."""
        if not self.sweep:
            return None
        base = rules_called(self.rule_sets[0])
        return sweep(base, self.sweep, games=self.games, pack=self.pack, seed=self.seed, hands=self.hands)

    @property
    def asked(self) -> Comparison | Sweep:
        """What is compared, of one rule varied with its values."""
        return self.swept or self.job

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
        """Return the screen with some fields changed; another question is answered from the start.

        >>> DiagnoseScreen(judge="jouets", program="code-golf").changed(cases=())
        DiagnoseScreen(cases=(), case=0, judge='jouets', program='')
        """
        if {"cases", "judge"} & fields.keys():
            fields.setdefault("program", "")
        return replace(self, **fields)


# What each page of the library shows, as one value: Questions, Rules, Small packs, Records, Literature.


RULE_ANSWERS: Final[dict[str, dict[str, int | Value | None]]] = {
    "face_down": {"one-down": 1, "three-down": 3},
    "pickup": {
        "losers-first": Pickup.LOSER_FIRST,
        "winners-first": Pickup.WINNER_FIRST,
        "player-1s-first": Pickup.PLAYER_1_FIRST,
        "as-dealt": Pickup.AS_DEALT,
        "shuffled": Pickup.RANDOM,
        "other-pickup": None,
    },
    "shortfall": {"short-loses": Shortfall.LOSES, "last-card": Shortfall.LAST_CARD, "other-shortfall": None},
}
"""The answers to the questions of the Rules page, by rule: names in links, and values (None: any other)."""


@dataclass(frozen=True, kw_only=True)
class RulesScreen(Screen):
    """One screen of the Rules page: all rule sets, those with some answers, or a single one.

    Raises `ValueError` for a rule set without a name, for an unknown answer, and for two rule sets to compare
    that leave games to chance.
    """

    rule_set: str = ""
    """The rule set that is shown by itself; empty for all."""
    one: str = ""
    other: str = ""
    """Two rule sets that are compared; empty for none."""
    answers: tuple[str, ...] = ()
    """The answers, by name, that narrow down the list."""

    def __post_init__(self) -> None:
        if self.rule_set and self.rule_set not in PLAYABLE:
            raise ValueError(
                f"rule set {self.rule_set[:60]!r} is not a named rule set: use one of {', '.join(PLAYABLE)}"
            )
        names = [name for answers in RULE_ANSWERS.values() for name in answers]
        for name in self.answers:
            if name not in names:
                raise ValueError(f"answer {name[:30]!r} is unknown: use one of {', '.join(names)}")
        for name in filter(None, (self.one, self.other)):
            settled_rules(name)

    @property
    def rule_sets(self) -> tuple[str, ...]:
        """The rule sets with one of the chosen answers to each question that has any."""
        return tuple(
            name for name, rules in PLAYABLE.items() if all(self._fits(rules, rule) for rule in RULE_ANSWERS)
        )

    def _fits(self, rules: Rules, rule: str) -> bool:
        """Return whether a rule is as one of the answers chosen for it; any rule is if none was chosen."""
        accepted = [value for name, value in RULE_ANSWERS[rule].items() if name in self.answers]
        value = getattr(rules, rule)
        is_other = value not in RULE_ANSWERS[rule].values()
        return not accepted or value in accepted or (is_other and None in accepted)


LONGEST_WORDS: Final = 80  # characters of what is looked for among claims


@dataclass(frozen=True, kw_only=True)
class LiteratureScreen(Screen):
    """One screen of the Literature page: which claims are listed, and which of them is opened.

    Raises `ValueError` for a verdict, a source, rules or a claim that there are not.
    """

    claim: str = ""
    verdict: str = ""
    source: str = ""
    rules: str = ""
    words: str = ""
    """All of them have to stand in a claim; empty for any."""
    by_verdict: bool = False

    def __post_init__(self) -> None:
        if self.claim:
            library.claim_called(self.claim)
        if self.verdict and self.verdict not in [*library.ClaimVerdict]:
            raise ValueError(f"verdict {self.verdict[:60]!r} is unknown: choose one from the page’s list")
        if self.source and self.source not in {claim.source for claim in library.claims().values()}:
            raise ValueError(f"source {self.source[:60]!r} is unknown: choose one from the page’s list")
        if self.rules:
            rules_called(self.rules)
        if len(self.words) > LONGEST_WORDS:
            raise ValueError(f"{self.words[:30]!r} is too long: use at most {LONGEST_WORDS} characters")


FIVE_CARDS: Final = Pack(5, 1)


@dataclass(frozen=True, kw_only=True)
class PacksScreen(RuleSetScreen):
    """One screen of the Small packs page: a pack, and the rule set by which its deals are counted.

    Raises `ValueError` for a rule set that leaves games to chance, and for packs larger than the usual one.
    """

    pack: Pack = FIVE_CARDS

    def __post_init__(self) -> None:
        settled_rules(self.rule_set)
        if self.pack.size > STANDARD_PACK.size:
            raise ValueError(
                f"a pack of {self.pack.text} is not small: use at most {STANDARD_PACK.size} cards"
            )


def settled_rules(name: str) -> Rules:
    """Return a rule set under which the deal settles the game. Raises `ValueError` for any other."""
    rules = rules_called(name)
    if not rules.deterministic:
        raise ValueError(f"rule set {name[:60]!r} shuffles won cards: choose one that does not shuffle")
    return rules


@dataclass(frozen=True, kw_only=True)
class QuestionsScreen(Screen):
    """One screen of the Questions page: the list, or a question before or after it is answered.

    Raises `ValueError` for a question or a rule set that there is not, and for a guess out of its range.
    """

    asked: str = ""
    answered: bool = False
    guess: int | None = None
    """What the visitor guessed, in the unit of the question; None for nothing yet."""
    rule_set: str = ""
    """The named rule set by which questions are asked; empty: each by its usual one."""
    lesson: bool = False

    def __post_init__(self) -> None:
        questions = self.questions
        if self.asked and self.asked not in questions:
            raise ValueError(f"question {self.asked[:30]!r} is unknown: use one of {', '.join(questions)}")
        if self.guess is not None and not 0 <= self.guess <= self.question.guess.high:
            raise ValueError(f"guess {self.guess} is out of range: 0 to {self.question.guess.high}")

    @property
    def choice(self) -> str:
        """The rule set that is named, or the usual one of most questions."""
        return self.rule_set or library.USUAL

    def _by(self, rule_set: str) -> Self:
        return self.changed(rule_set=rule_set, guess=None)

    @property
    def questions(self) -> dict[str, library.AskedQuestion]:
        """Every question by this rule set."""
        return library.asked_by(self.rule_set)

    @property
    def question(self) -> library.AskedQuestion:
        """The question that is open. Raises `KeyError` on the list."""
        return self.questions[self.asked]

    @property
    def shown_rule_set(self) -> str:
        """The rule set that is named on the screen."""
        return self.rule_set or (self.question.rule_set if self.asked else library.USUAL)


@dataclass(frozen=True, kw_only=True)
class RecordsScreen(Screen):
    """One screen of the Records page: which constructed deal is drawn, and which kind of record is listed.

    Raises `ValueError` for a feat that there is not, and for numbers out of range.
    """

    built: int = 0
    feat: str = "longest-finite"

    def __post_init__(self) -> None:
        if self.feat not in library.RECORD_KINDS:
            raise ValueError(
                f"record {self.feat[:40]!r} is unknown: use one of {', '.join(library.RECORD_KINDS)}"
            )
        if not 0 <= self.built <= library.MOST_BUILT:
            raise ValueError(f"built {self.built} is out of range: use 0 to {library.MOST_BUILT}")
