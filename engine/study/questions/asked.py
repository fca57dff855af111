"""A question: what is asked by a rule set, what can be guessed, what settles it, the answer in words."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor, isfinite
from typing import Final, Literal

from engine.cards import Hands
from engine.rules import Rules, count
from engine.study import FOLLOWED, Study
from engine.study.questions.values import CountedAnswer, Measure

SEED: Final = 7
GAMES: Final = 1_000_000
"""Games behind an answer by the rule set that a question is usually asked of,"""
BY_ANY: Final = 100_000
"""by any other,"""
OTHERS: Final = 20_000
"""and behind the same number with one rule changed, which stands beside it."""
LONG_GAMES: Final = {GAMES: BY_ANY, BY_ANY: OTHERS, OTHERS: OTHERS}
"""The same of rules that look at who sits where, whose games are long, and many of them endless."""

PERCENT: Final = "\N{NO-BREAK SPACE}%"

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
    hint: str = ""
    """What the unit of a guess means where that has to be said."""


def never_ends(answer: CountedAnswer) -> str:
    """Say how many games never ended."""
    return (
        f"{count(answer.endless, 'game never ends', 'games never end')}."
        if answer.endless
        else "None of them goes on for ever."
    )


@dataclass(frozen=True)
class AskedQuestion:
    """A question that a number answers, asked by the rules of one rule set."""

    name: str
    group: Group
    asks: str
    guess: Guess
    measure: Measure
    """The answer in the unit of the guess; of no value where no game tells."""
    answer: str
    """The answer as a sentence, with `{}` for the number and `{of}` for what its measure divides by."""
    why: tuple[str, str, str]
    """Three sentences, true by these rules."""
    others: tuple[tuple[str, Rules], ...]
    """The same with one rule changed: what is changed, and the rules."""
    teaches: str
    """What a class can learn from it: its name, and one sentence."""
    rule_set: str
    """The rule set it is asked by: a preset's name."""
    rules: Rules
    """What is played: the rule set's, but for what the question itself sets."""
    by: str
    """The rules that are played, after "the rules of"."""
    usual: bool
    """Whether this is the rule set that the question is asked of where none is named."""
    hands: str = ""
    """What each player is known to hold before the deal; nothing."""
    adds: Callable[[CountedAnswer], str] = never_ends
    """What is told beside how sure the answer is."""

    def study(self, rules: Rules | None = None, games: int | None = None) -> Study:
        """Return the run that settles the question; by other rules than its own, that beside the answer."""
        known = Hands.parse(self.hands) if self.hands else None
        rules = rules or self.rules
        usual = (GAMES if self.usual else BY_ANY) if rules == self.rules else OTHERS
        games = games or (LONG_GAMES[usual] if rules.pickup.said.settled_by == "seats" else usual)
        return Study(rules=rules, games=games, seed=SEED, followed=FOLLOWED, hands=known)

    def sentence(self, answer: CountedAnswer) -> str:
        """Return the answer. Raises `ValueError` where no game tells."""
        value = answer.value
        if value is None:
            raise ValueError("no game of this run tells")
        of = self.measure.whole.called(value.games, answer.games)
        text = self.answer.format(self.written(value.value), of=of)
        return text[:1].upper() + text[1:]

    def sure(self, answer: CountedAnswer) -> str:
        """Say how sure the answer is, and what else is to be told of these games."""
        value, games = answer.value, count(answer.games, "game")
        if value is None or not (isfinite(value.low) and isfinite(value.high)):
            return f"{games}: too few to tell."
        digits = self._digits(value.value)
        low, high = (self._end(end, out, digits) for end, out in ((value.low, floor), (value.high, ceil)))
        interval = f"95{PERCENT} interval {low} to {high}{self.unit}"
        counted = f"{count(value.games, self.measure.whole.noun)} of {answer.games:,}"
        games = games if value.games == answer.games else counted
        return f"{games} by the rules of {self.by}; {interval}. {self.adds(answer)}"

    def guessed(self, guess: int) -> str:
        """Write a guess with its unit.

        >>> from engine.study.questions import QUESTIONS
        >>> QUESTIONS["length"].guessed(1_000), QUESTIONS["odd"].guessed(50)
        ('1,000 rounds', '50\xa0%')
        """
        return f"{guess:,}{self.unit}"

    def off(self, guess: int, answer: CountedAnswer) -> str:
        """Say how a guess compares with the answer, in a few words."""
        value = answer.value
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
        return PERCENT if self.guess.unit == "%" else f" {self.guess.unit}"

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
