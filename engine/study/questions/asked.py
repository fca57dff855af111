"""A question: what is asked, what can be guessed, the run that settles it, and the answer in a sentence."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor, isfinite
from typing import Final, Literal

from engine.cards import Hands
from engine.rules import PRESETS, Rules, count, rules_called
from engine.study import FOLLOWED, Study
from engine.study.estimates import Estimate
from engine.study.summary import Summary

USUAL: Final = "bicycle"
"""The rules that most families play: what is asked without naming any is asked of them."""
SEED: Final = 7
GAMES: Final = 1_000_000
"""Games behind an answer: of rule sets that shuffle what is won, a tenth, as they take longer."""
OTHERS: Final = 50_000
"""Games behind the same number by other rules, which stands beside it."""

Unit = Literal["rounds", "%", "wars"]
Group = Literal["How long", "Who wins", "War and for ever"]


@dataclass(frozen=True, slots=True)
class Guess:
    """What a visitor can guess: whole numbers from `low` to `high`, `step` apart, beginning at `start`."""

    prompt: str
    unit: Unit
    high: int
    start: int
    step: int = 1
    low: int = 0


@dataclass(frozen=True)
class AskedQuestion:
    """A question that a number answers."""

    name: str
    group: Group
    asks: str
    guess: Guess
    value: Callable[[Summary], Estimate | None]
    """The answer in the unit of the guess, from the tallies; None where no game tells."""
    answer: str
    """The answer as a sentence, with `{}` for the number and `{of}` for the games it is a share of."""
    of: tuple[str, str]
    """What the games are called when the number is of all, and when some are left out."""
    why: tuple[str, str, str]
    """Three sentences."""
    others: tuple[tuple[str, str], ...]
    """The same asked of other rules: what differs, and the rule set."""
    teaches: str
    """What a class can learn from it: its name, and one sentence."""
    usual: str = USUAL
    hands: str = ""
    """What each player is known to hold before the deal; nothing."""
    chart: str = ""
    """The chart of the Simulate page that shows it; none: the number beside those of other rules."""

    def study(self, rule_set: str, games: int | None = None) -> Study:
        """Return the run that settles the question by the rules of a rule set."""
        rules = rules_called(rule_set)
        return study_of(rules, self.hands, games or (GAMES if rules.deterministic else GAMES // 10))

    def other(self, rule_set: str) -> Study:
        """Return the run for another rule set, beside the answer."""
        return self.study(rule_set, OTHERS)

    def sentence(self, summary: Summary) -> str:
        """Return the answer. Raises `ValueError` where no game tells."""
        value = self.value(summary)
        if value is None:
            raise ValueError("no game of this run tells")
        of = self.of[value.games < summary.games]
        text = self.answer.format(self.written(value.value), of=of)
        return text[:1].upper() + text[1:]

    def sure(self, summary: Summary) -> str:
        """Say how sure the answer is, and how many games never ended."""
        value = self.value(summary)
        if value is None or not (isfinite(value.low) and isfinite(value.high)):
            return f"{summary.games:,} games: too few to tell."
        digits = self._digits(value.value)
        low, high = (self._end(end, out, digits) for end, out in ((value.low, floor), (value.high, ceil)))
        endless = summary.outcomes()["endless"]
        never = f"{endless:,} of them never end" if endless else "None of them goes on for ever"
        rules = PRESETS[self.usual].title
        return f"{summary.games:,} games by {rules} rules; 95 % interval {low} to {high}{self.unit}. {never}."

    def guessed(self, guess: int) -> str:
        """Write a guess with its unit.

        >>> from engine.study.questions import QUESTIONS
        >>> QUESTIONS["length"].guessed(1_000), QUESTIONS["odd"].guessed(50)
        ('1,000 rounds', '50\xa0%')
        """
        return f"{guess:,}{self.unit}"

    def off(self, guess: int, summary: Summary) -> str:
        """Say how a guess compares with the answer, in a few words."""
        value = self.value(summary)
        if value is None:
            return f"You said {self.guessed(guess)}"
        low, high = self.scale * value.low, self.scale * value.high
        if low <= guess <= high or round(self.scale * value.value) == guess:
            return f"You said {self.guessed(guess)}: right"
        far = abs(guess - round(self.scale * value.value))
        apart = count(far, "point") if self.guess.unit == "%" else f"{far:,}"
        ways = ("high", "low") if self.guess.unit == "%" else ("many", "few")
        return f"You said {self.guessed(guess)}: {apart} too {ways[guess < low]}"

    @property
    def unit(self) -> str:
        """The unit as it follows a number."""
        return "\N{NO-BREAK SPACE}%" if self.guess.unit == "%" else f" {self.guess.unit}"

    def written(self, value: float) -> str:
        """Write a number in the unit of the guess, without the unit.

        >>> from engine.study.questions import QUESTIONS
        >>> QUESTIONS["length"].written(232.0), QUESTIONS["odd"].written(0.043)
        ('232', '4.3')
        """
        digits = self._digits(value)
        return f"{self.scale * value:,.{digits}f}"

    @property
    def scale(self) -> int:
        """By how much a number is multiplied to be in the unit of the guess."""
        return 100 if self.guess.unit == "%" else 1

    def _digits(self, value: float) -> int:
        """Return how many digits follow the point: of shares one, of small shares three."""
        if self.guess.unit != "%":
            return 0
        return 3 if 0 < value < 0.01 else 1

    def _end(self, end: float, out: Callable[[float], int], digits: int) -> str:
        """Write an end of the interval, rounded outward."""
        return f"{out(self.scale * end * 10**digits) / 10**digits:,.{digits}f}"


def study_of(rules: Rules, hands: str, games: int) -> Study:
    """Return a run of shuffled ordinary packs, or of hands."""
    known = Hands.parse(hands) if hands else None
    return Study(rules=rules, games=games, seed=SEED, followed=FOLLOWED, hands=known)
