"""What each page of the library shows, as one value: Questions, Rules, Small packs, Records, Literature."""

from dataclasses import dataclass
from typing import Final

from dashboard.address.screens import RuleSetScreen, Screen
from engine.cards import STANDARD_PACK, Pack
from engine.literature.claim import claim_called, claims
from engine.literature.verdicts import ClaimVerdict
from engine.records.feats import FEATS, MOST_BUILT
from engine.rules import PLAYABLE, Rules, rules_called
from engine.study.questions import USUAL, AskedQuestion, asked_by


@dataclass(frozen=True, kw_only=True)
class RulesScreen(RuleSetScreen):
    """One screen of the Rules page: the rule set in words, and the two that are told apart.

    Raises `ValueError` for a rule set without a name, and for two that leave games to chance.
    """

    one: str = "code-golf"
    other: str = "advent-of-code-22"

    def __post_init__(self) -> None:
        if self.rule_set not in PLAYABLE:
            raise ValueError(
                f"rule set {self.rule_set[:60]!r} has no name: take one of {', '.join(PLAYABLE)}"
            )
        settled_rules(self.one)
        settled_rules(self.other)


LONGEST_WORDS: Final = 80
"""Characters of what is looked for among claims."""


@dataclass(frozen=True, kw_only=True)
class LiteratureScreen(Screen):
    """One screen of the Literature page: which claims are listed, and which of them is opened.

    Raises `ValueError` for a verdict, a source, rules or a claim that there are not.
    """

    claim: str = ""
    """The name of the claim that is opened; empty for none."""
    verdict: str = ""
    source: str = ""
    rules: str = ""
    words: str = ""
    """All of them have to stand in a claim; empty for any."""
    by_verdict: bool = False
    """Whether claims of one verdict stand together."""

    def __post_init__(self) -> None:
        if self.claim:
            claim_called(self.claim)
        if self.verdict and self.verdict not in [*ClaimVerdict]:
            raise ValueError(f"verdict {self.verdict[:60]!r} is unknown: take one of the list")
        if self.source and self.source not in {claim.source for claim in claims().values()}:
            raise ValueError(f"source {self.source[:60]!r} is unknown: take one of the list")
        if self.rules:
            rules_called(self.rules)
        if len(self.words) > LONGEST_WORDS:
            raise ValueError(f"{self.words[:30]!r} is too long: look for at most {LONGEST_WORDS} characters")


FIVE_CARDS: Final = Pack(5, 1)
"""The pack whose whole game looks best as a picture."""


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
                f"a pack of {self.pack.text} is not small: take at most {STANDARD_PACK.size} cards"
            )


def settled_rules(name: str) -> Rules:
    """Return a rule set under which the deal settles the game. Raises `ValueError` for any other."""
    rules = rules_called(name)
    if not rules.deterministic:
        raise ValueError(f"rule set {name[:60]!r} leaves games to chance: take another one")
    return rules


@dataclass(frozen=True, kw_only=True)
class QuestionsScreen(Screen):
    """One screen of the Questions page: the list, or a question before or after it is answered.

    Raises `ValueError` for a question or a rule set that there is not, and for a guess out of its range.
    """

    asked: str = ""
    """The name of a question; empty for the list."""
    answered: bool = False
    guess: int | None = None
    """What the visitor guessed, in the unit of the question; None for nothing yet."""
    rule_set: str = ""
    """The named rule set by which questions are asked; empty: each by its usual one."""

    def __post_init__(self) -> None:
        questions = self.questions
        if self.asked and self.asked not in questions:
            raise ValueError(f"question {self.asked[:30]!r} is unknown: take one of {', '.join(questions)}")
        if self.guess is not None and not 0 <= self.guess <= self.question.guess.high:
            raise ValueError(f"guess {self.guess} is out of range: 0 to {self.question.guess.high}")

    @property
    def questions(self) -> dict[str, AskedQuestion]:
        """Every question by this rule set."""
        return asked_by(self.rule_set)

    @property
    def question(self) -> AskedQuestion:
        """The question that is open. Raises `KeyError` on the list."""
        return self.questions[self.asked]

    @property
    def shown_rule_set(self) -> str:
        """The rule set that is named on the screen."""
        return self.rule_set or (self.question.rule_set if self.asked else USUAL)


@dataclass(frozen=True, kw_only=True)
class RecordsScreen(Screen):
    """One screen of the Records page: which built deal is drawn, and of which feat it is told who holds it.

    Raises `ValueError` for a feat that there is not, and for numbers out of range.
    """

    built: int = 0
    feat: str = "longest-finite"

    def __post_init__(self) -> None:
        if self.feat not in FEATS:
            raise ValueError(f"feat {self.feat[:40]!r} is unknown: take one of {', '.join(FEATS)}")
        if not 0 <= self.built <= MOST_BUILT:
            raise ValueError(f"built {self.built} is out of range: take 0 to {MOST_BUILT}")
