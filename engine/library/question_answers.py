"""A question about War: how it is asked, guessed and answered, its saved answers, a class's guesses."""

import json
import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from math import inf, isfinite
from pathlib import Path
from statistics import median
from typing import Any, Final, Literal, NamedTuple

import numpy as np

from engine import simulation
from engine.cards import STANDARD_PACK, Hands
from engine.numbers import capital, count, down, span, up
from engine.rules import PRESETS, Pickup, Rules, Shortfall, description_of, rules_called
from engine.simulation import Decided, Denominator, Estimate, Ints, Study, Summary
from engine.wording import rules_of

# The numbers that answer questions, from the games of a run: each with its interval.

MIDDLE: Final = STANDARD_PACK.copies * sum(range(STANDARD_PACK.ranks)) // 2
"""The strength of a deck that is as good as the other."""
HALF: Final = 0.5


class CountedAnswer(NamedTuple):
    """The number that answers a question, and what else its games show."""

    value: Estimate | None
    games: int
    endless: int = 0
    beside: Estimate | None = None
    """A second number, for questions that have one."""


class Player(NamedTuple):
    """Plays what answers a question: the tallies of a run, and what hands decide in its games."""

    tallies: Callable[[Study], Summary]
    decided: Callable[[Study], tuple[Decided, ...]]


class Measure(NamedTuple):
    """How to count the number that answers a question, and among which games."""

    whole: Denominator
    answer: Callable[[Study, Player], CountedAnswer]


Value = Callable[[Denominator, Summary], Estimate | None]


def tallied(whole: Denominator, value: Value) -> Measure:
    """Return the measure of a number that the tallies of a run hold."""
    return Measure(whole, partial(_tallied, whole, value))


def _tallied(whole: Denominator, value: Value, study: Study, player: Player) -> CountedAnswer:
    summary = player.tallies(study)
    return CountedAnswer(value(whole, summary), summary.games, summary.outcomes()["endless"])


def _half_decided(study: Study, player: Player) -> CountedAnswer:
    """Return the round before which hands decide half of the result, and the share decided at the deal."""
    points = player.decided(study)
    known = [(point.round, point.share) for point in points if point.share is not None]
    return CountedAnswer(_crossing(known) if known else None, points[0].going, beside=points[0].share)


def _decided_at_the_deal(study: Study, player: Player) -> CountedAnswer:
    """Return the share of the result that hands decide at the deal, and player 1's share of the wins."""
    first = player.decided(study)[0]
    return CountedAnswer(
        first.share, first.going, beside=won_by_player_1(simulation.WON, player.tallies(study))
    )


HALF_DECIDED: Final = Measure(simulation.EVERY, _half_decided)
DECIDED_AT_THE_DEAL: Final = Measure(simulation.EVERY, _decided_at_the_deal)


def _crossing(known: Sequence[tuple[int, Estimate]]) -> Estimate:
    """Estimate the round before which half is decided, on straight lines between the rounds looked at.

    Its interval is of the rounds whose own interval has a half in it: those that no test of one round by
    itself refuses. So it holds as often as theirs. An end that the games do not reach is open.
    """
    rounds = [number for number, _ in known]
    value = _reached(rounds, [share.value for _, share in known])
    low = _reached(rounds, [share.high for _, share in known])
    back = [-number for number in reversed(rounds)]
    last_in_doubt = -_reached(back, [1 - share.low for _, share in reversed(known)])
    high = inf if last_in_doubt == rounds[-1] else max(last_in_doubt, value)
    games = known[0][1].games
    return Estimate(float(np.round(value)), float(np.floor(min(low, value))), float(np.ceil(high)), games)


def _reached(rounds: Sequence[int], shares: Sequence[float]) -> float:
    """Return where the shares first reach a half, infinite where they do not."""
    place = next((place for place, share in enumerate(shares) if share >= HALF), None)
    if not place:
        return inf if place is None else rounds[0]
    part = (HALF - shares[place - 1]) / (shares[place] - shares[place - 1])
    return rounds[place - 1] + part * (rounds[place] - rounds[place - 1])


def level(whole: Denominator, summary: Summary, *, unit: str, level: float) -> Estimate | None:
    """Return the length within which a share (`level`) of the games ends."""
    return simulation.quantile(_lengths(whole, summary, unit), level)


def odd(whole: Denominator, summary: Summary) -> Estimate | None:
    """Return the share of the games that take an odd number of rounds."""
    even, uneven = (int(count) for count in whole.of(summary.parity).sum(axis=0))
    return _of(uneven, even + uneven)


def won_by_player_1(whole: Denominator, summary: Summary) -> Estimate | None:
    """Return the share of the games that player 1 wins."""
    return _of(summary.outcomes()["player_1"], whole.games(summary))


def with_all_aces(whole: Denominator, summary: Summary) -> Estimate | None:
    """Return the share of wins for a player who was dealt all cards of the best rank."""
    first, second = summary.aces[0], summary.aces[1]
    return _of(int(first[-1] + second[0]), int(whole.of(summary.aces)[:, [0, -1]].sum()))


def stronger(whole: Denominator, summary: Summary) -> Estimate | None:
    """Return the share of wins for the deck with the larger sum of ranks.

    For an ordinary pack dealt in halves: both sums together are twice `MIDDLE`.
    """
    first, second = summary.strength[0], summary.strength[1]
    places = np.arange(len(first))
    wins = int(first[places > MIDDLE].sum() + second[places < MIDDLE].sum())
    return _of(wins, int(whole.of(summary.strength)[:, places != MIDDLE].sum()))


def share_within(whole: Denominator, summary: Summary, *, unit: str, lengths: slice) -> Estimate | None:
    """Return the share of the games whose number of a unit, below 4,096, is in a slice."""
    counts = _lengths(whole, summary, unit)
    return _of(int(counts[lengths].sum()), int(counts.sum()))


def endless(whole: Denominator, summary: Summary) -> Estimate | None:
    """Return the share of the games that never end."""
    return _of(summary.outcomes()["endless"], whole.games(summary))


def _lengths(whole: Denominator, summary: Summary, unit: str) -> Ints:
    """Return the histogram of a unit over the games."""
    histogram: Ints = whole.of(summary.histograms[unit]).sum(axis=0)
    return histogram


def _of(hits: int, games: int) -> Estimate | None:
    return simulation.share(hits, games) if games else None


# A question: what is asked by a rule set, what can be guessed, what settles it, the answer in words.

SEED: Final = 7
GAMES: Final = 1_000_000  # games behind an answer by the rule set that a question is usually asked of,
BY_ANY: Final = 100_000  # by any other,
OTHERS: Final = 20_000  # and behind the same number with one rule changed, which stands beside it
LONG_GAMES: Final = {GAMES: BY_ANY, BY_ANY: OTHERS, OTHERS: OTHERS}
"""The same of rules that look at who sits where, whose games are long, and many of them endless."""

PERCENT: Final = "\N{NO-BREAK SPACE}%"

Unit = Literal["rounds", "%", "wars"]


class Guess(NamedTuple):
    """The guesses a visitor can make: whole numbers from 0 to `high` in steps, first `start`."""

    prompt: str
    unit: Unit
    high: int
    start: int
    step: int = 1
    hint: str = ""
    """What the unit of a guess means where that has to be said."""


class AskedQuestion(NamedTuple):
    """A question that a number answers, asked by the rules of one rule set."""

    by: "AskedBy"
    asks: str
    guess: Guess
    settled: "Settled"
    answer: str
    """The answer as a sentence, with `{number}` for the number and `{of}` for what its measure divides by."""
    why: tuple[str, ...]
    """Three sentences, true by these rules."""
    others: tuple[tuple[str, Rules], ...]
    """The same with one rule changed: a name for the change, and the rules."""
    teaches: str
    """What a class can learn from it: its name, and one sentence."""
    name: str
    group: str
    """Where a page lists it."""
    hands: str
    """Cards that each player is known to hold; empty if none."""

    @property
    def rule_set(self) -> str:
        """The rule set it is asked by: a preset's name, or a code of rules."""
        return self.by.rule_set

    @property
    def rules(self) -> Rules:
        """The rules that are played: the rule set's, except for what the question itself sets."""
        return self.by.rules

    def study(self, rules: Rules | None = None, games: int | None = None) -> Study:
        """Return the run that settles the question; by other rules than its own, that beside the answer."""
        known = Hands.parse(self.hands) if self.hands else None
        rules = rules or self.rules
        usual = OTHERS
        if rules == self.rules:
            usual = GAMES if self.rule_set == usual_for(self.name) else BY_ANY
        games = games or (LONG_GAMES[usual] if rules.pickup.description.settled_by == "seats" else usual)
        return Study(rules=rules, games=games, seed=SEED, followed=simulation.FOLLOWED, hands=known)

    def yes_or_no(self, answer: CountedAnswer) -> str:
        """Return a yes or no that comes before the answer; empty if the question asks for a number."""
        return self.settled.yes_or_no(self.by, answer)

    def sentence(self, answer: CountedAnswer) -> str:
        """Return the answer as a sentence. Raises `ValueError` if no game counts."""
        value = answer.value
        if value is None:
            raise ValueError("no game of this run tells")
        of = (self.settled.measure.whole if value.games < answer.games else simulation.EVERY).named
        text = self.answer.format(number=self.written(value.value), of=of)
        text = text if value.value else self.settled.none(self.by) or text
        return f"{self.yes_or_no(answer)} {capital(text)}".strip()

    def precision(self, answer: CountedAnswer) -> str:
        """Return the number of games, the rules, the interval and what else these games show."""
        value, games, more = answer.value, count(answer.games, "game"), self.settled.adds(self.by, answer)
        if value is None or not (isfinite(value.low) and isfinite(value.high)):
            return f"{games}: too few to tell."
        if not value.value and self.name == "for-ever":
            return f"{games} by {self.by.whose}. {more}"
        digits = self._digits(value.value or value.high)
        low, high = down(self.scale * value.low, digits), up(self.scale * value.high, digits)
        ends = f"{low:,.{digits}f}", f"{high:,.{digits}f}"
        exactly = "exactly " if ends[0] == ends[1] else ""
        interval = f"95{PERCENT} interval {exactly}{span(*ends)}{self.unit}"
        counted = f"{count(value.games, self.settled.measure.whole.noun)} among {answer.games:,}"
        games = games if value.games == answer.games else counted
        return f"{games} by {self.by.whose}; {interval}. {more}"

    def guessed(self, guess: int) -> str:
        """Write a guess with its unit.

        >>> from engine.library import QUESTIONS
        >>> QUESTIONS["length"].guessed(1_000), QUESTIONS["odd"].guessed(50)
        ('1,000 rounds', '50\xa0%')
        """
        return f"{guess:,}{self.unit}"

    def off(self, guess: int, answer: CountedAnswer) -> str:
        """Return a few words that compare a guess with the answer."""
        value = answer.value
        if value is None:
            return f"You guessed {self.guessed(guess)}"
        low, high = self.scale * value.low, self.scale * value.high
        if low <= guess <= high or round(self.scale * value.value) == guess:
            return f"You guessed {self.guessed(guess)}: right"
        far = abs(guess - round(self.scale * value.value))
        difference = count(far, "point") if self.guess.unit == "%" else f"{far:,}"
        ways = ("high", "low") if self.guess.unit == "%" else ("many", "few")
        return f"You guessed {self.guessed(guess)}: {difference} too {ways[guess < low]}"

    @property
    def unit(self) -> str:
        """The unit as it follows a number."""
        return PERCENT if self.guess.unit == "%" else f" {self.guess.unit}"

    def written(self, value: float) -> str:
        """Write a number in the unit of the guess, without the unit.

        >>> from engine.library import QUESTIONS
        >>> QUESTIONS["length"].written(232.0), QUESTIONS["odd"].written(0.043)
        ('232', '4.3')
        """
        return f"{self.scale * value:,.{self._digits(value)}f}"

    @property
    def scale(self) -> int:
        """Factor that converts a number to the unit of the guess."""
        return 100 if self.guess.unit == "%" else 1

    def _digits(self, value: float) -> int:
        """Return the number of decimals: 1 for shares, 3 for small shares, else 0."""
        if self.guess.unit != "%":
            return 0
        return 3 if 0 < value < 0.01 else 1


# By whose rules questions are asked: a rule set, and the same with one rule changed.

Others = tuple[tuple[str, Rules], ...]

USUAL: Final = "bicycle"
"""The rules that most families play: what is asked without naming any is asked of them,"""
OTHERWISE: Final = {"steal": "whats-in-a-game-steal", "for-ever": "programming-challenges"}
"""but for questions about what another rule set is known for."""


def usual_for(name: str) -> str:
    """Return the rule set that a question is asked by if none is named."""
    return OTHERWISE.get(name, USUAL)


ORDERS: Final = (
    Pickup.LOSER_FIRST,
    Pickup.WINNER_FIRST,
    Pickup.RANDOM,
    Pickup.PLAYER_1_FIRST,
    Pickup.AS_DEALT,
)
"""Pick-up orders by which a number is told beside the rule set's own."""
DOWN: Final = (0, 1, 2, 3, 4)
"""Numbers of cards face down by which a number is told beside the rule set's own;"""
ODD_DOWN: Final = (1, 3, 5)
"""where pick-up orders look at who sits where, odd ones: with even ones cycles take minutes to be found."""
LONGER: Final = 5  # how many times as long games take, at the most, that are picked up by who sits where


class AskedBy(NamedTuple):
    """A rule set by whose rules questions are asked: its name or code, and the rules."""

    rule_set: str
    rules: Rules

    @property
    def whose(self) -> str:
        """Whose rules they are, in a sentence: `Bicycle’s rules`."""
        whose = rules_of(self.rule_set) if self.rule_set in PRESETS else f"the rules of {self.rule_set}"
        return whose if self.rules == rules_called(self.rule_set) else f"{whose} (with stealing)"

    @property
    def by_seats(self) -> bool:
        """Whether cards are picked up by who sits where."""
        return self.rules.pickup.description.settled_by == "seats"

    def up_to(self, high: int) -> int:
        """Return how far guesses at a length go that go so far by the usual rules."""
        return high * (LONGER if self.by_seats else 1)

    @property
    def downs(self) -> Others:
        """These rules with other numbers of cards face down, by what is then so."""
        return tuple(
            (description_of(number).brief, self.rules.changed(face_down=number))
            for number in (ODD_DOWN if self.by_seats else DOWN)
            if number != self.rules.face_down
        )

    @property
    def fewest_and_most_down(self) -> Others:
        """These rules with the fewest and the most of these."""
        return self.downs[0], self.downs[-1]

    def orders(self) -> Others:
        """Return these rules with other pick-up orders."""
        return tuple(
            (order.description.brief, self.rules.changed(pickup=order))
            for order in ORDERS
            if order is not self.rules.pickup
        )

    def with_shortfall(self, shortfall: Shortfall) -> "AskedBy":
        """Return the same rule set with another rule for who is short of cards."""
        return AskedBy(self.rule_set, self.rules.changed(shortfall=shortfall))


def never_ends(_: AskedBy, answer: CountedAnswer) -> str:
    """Return a sentence with the number of games that never ended."""
    if answer.endless:
        return f"{count(answer.endless, 'game never ends', 'games never end')}."
    return "None of these games goes on for ever."


class Settled(NamedTuple):
    """How a question is counted, and what else is said by the rules it is asked of."""

    measure: Measure
    """How to compute the answer in the unit of the guess; its value is None if no game counts."""
    others: Callable[[AskedBy], Others]
    """The same with one rule changed, which stands beside the answer."""
    adds: Callable[[AskedBy, CountedAnswer], str] = never_ends
    """A sentence that follows the interval."""
    yes_or_no: Callable[[AskedBy, CountedAnswer], str] = lambda *_: ""
    """A yes or no that comes before the answer; empty if the question asks for a number."""
    none: Callable[[AskedBy], str] = lambda _: ""
    """What is said instead of the answer if the number is 0."""


# Saved answers: every question by every named rule set, and by each rule set compared with it.

ANSWERS: Final = Path(__file__).with_name("answers.jsonl")
OWN: Final = "these rules"
"""What the question's own rules are called beside others."""
DIGITS: Final = 9  # significant digits of a saved number: more than any interval needs


def saved_answer(question: AskedQuestion, rules: Rules | None = None) -> CountedAnswer:
    """Return the saved answer to a question, by its own rules or by others compared with them.

    Raises `KeyError` for rules by which no named rule set asks it.
    """
    _, answers = _lines(ANSWERS)[run_key(question.study(rules))]
    games, endless, *numbers = answers[question.name]
    value, beside = (None if number is None else Estimate(*number) for number in numbers)
    return CountedAnswer(value, games, endless, beside)


def beside(question: AskedQuestion) -> dict[str, Estimate]:
    """Return the number by the question's own rules and with one rule changed, by names for these."""
    others = {name: saved_answer(question, rules) for name, rules in question.others}
    answers = {OWN: saved_answer(question), **others}
    return {name: answer.value for name, answer in answers.items() if answer.value is not None}


def played_line(study: Study, asked: dict[str, AskedQuestion], player: Player) -> str:
    """Play a run and return its answers as one line of JSON."""
    rows = {}
    for name, question in asked.items():
        answer = question.settled.measure.answer(study, player)
        rows[name] = [answer.games, answer.endless, _numbers(answer.value), _numbers(answer.beside)]
    hands = study.hands.text if study.hands else ""
    return json.dumps({"rules": study.rules.code, "hands": hands, "answers": rows})


def _numbers(value: Estimate | None) -> list[float] | None:
    if value is None:
        return None
    return [*(float(f"{end:.{DIGITS}g}") for end in (value.value, value.low, value.high)), value.games]


def saved_line(study: Study, asked: dict[str, AskedQuestion], file: Path = ANSWERS) -> str:
    """Return what a file keeps of a run already; nothing where it was not asked all of these questions."""
    line, answers = _lines(file).get(run_key(study), ("", {}))
    return line if {*answers} == {*asked} else ""


@cache
def _lines(file: Path) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the lines of a file and the answers on them, by their runs."""
    found = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file.is_file() else ():
        data = json.loads(line)
        found[f"{data['rules']} {data['hands']}"] = line, data["answers"]
    return found


def run_key(study: Study) -> str:
    """Return what tells a run from others that settle questions: its rules and hands."""
    return f"{study.rules.code} {study.hands.text if study.hands else ''}"


# What a whole class guessed, as a teacher pastes it: numbers apart in any way, against the answer.

MOST: Final = 500  # numbers that are taken: a school, not a class
NEAR: Final = 0.1  # what part of the answer a guess may be off and still be near it
NEAR_POINTS: Final = 5  # by how many points a share may be off and still be near
LISTED: Final = 5  # how many of those left out are listed one by one
_WORDS: Final = re.compile(r"[^\s,;/|]+")
_NUMBER: Final = re.compile(r"[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?%?")
_THOUSANDS: Final = re.compile(r"(?<![\d,.])[1-9]\d?,\d{3}(?!\d|,\d)")
"""What may be a number with its thousands parted, or two numbers."""


class ClassGuesses(NamedTuple):
    """The guesses of a class, and what else was pasted: each a line that says which, where and why."""

    guesses: tuple[float, ...]
    left_out: tuple[str, ...]


def read_guesses(text: str, question: AskedQuestion) -> ClassGuesses:
    """Read what was pasted: spaces, lines, commas, semicolons, slashes and bars part the numbers.

    >>> from engine.library import QUESTIONS
    >>> read_guesses("300; 12, Anna", QUESTIONS["length"])
    ClassGuesses(guesses=(300.0, 12.0), left_out=("'Anna' in line 1 is not a number",))
    """
    guesses: list[float] = []
    left_out: list[str] = []
    over = 0
    for number, line in enumerate(text.splitlines(), 1):
        for both in _THOUSANDS.findall(line):
            left_out.append(f"{both!r} in line {number} may be one number or two: write it without the comma")
        for word in _WORDS.findall(_THOUSANDS.sub(" ", line)):
            if word == "%":
                continue
            fault = _fault(word, question)
            if fault:
                shown = word if len(word) <= 20 else f"{word[:20]}…"
                left_out.append(f"{shown!r} in line {number} {fault}")
            elif len(guesses) < MOST:
                guesses.append(float(word.rstrip("%")))
            else:
                over += 1
    if over:
        left_out.insert(0, f"{count(over, 'guess', 'guesses')} over the limit of {MOST}")
    return ClassGuesses(tuple(guesses), tuple(left_out))


def _fault(word: str, question: AskedQuestion) -> str:
    """Say why a word is no guess; nothing if it is one."""
    if not _NUMBER.fullmatch(word):
        return "is not a number"
    if not 0 <= float(word.rstrip("%")) <= question.guess.high:
        return f"is out of range: 0 to {question.guessed(question.guess.high)}"
    return ""


def left_out(read: ClassGuesses) -> str:
    """Tell what was left out, a line each; of many the first few and how many more."""
    lines = [f"Left out: {line}." for line in read.left_out[:LISTED]]
    if len(read.left_out) > LISTED:
        lines.append(f"And {len(read.left_out) - LISTED:,} more.")
    return "\n".join(lines)


def near(guesses: tuple[float, ...], question: AskedQuestion, answer: Estimate) -> int:
    """Count the guesses within 10 % of the answer, or of a share within 5 points."""
    value = question.scale * answer.value
    width = NEAR_POINTS if question.guess.unit == "%" else NEAR * value
    return sum(abs(guess - value) <= width for guess in guesses)


def compared(guesses: tuple[float, ...], question: AskedQuestion, answer: Estimate | None) -> tuple[str, str]:
    """Return two sentences on a class's guesses, at least one, and the answer; None while it is hidden."""
    of, middle = count(len(guesses), "guess", "guesses"), median(guesses)
    median_text = f"{middle:,.6g}{question.unit}"
    if answer is None:
        return f"{of}, half of them below {median_text}", "The answer is hidden until you show it."
    off = question.off(round(middle), CountedAnswer(answer, answer.games)).partition(": ")[2]
    within = near(guesses, question, answer)
    close = f"{NEAR_POINTS} points" if question.guess.unit == "%" else f"{100 * NEAR:g}\N{NO-BREAK SPACE}%"
    return (
        f"The class guessed {median_text}, {off}",
        f"{within:,} of {of} {'is' if 1 in (within, len(guesses)) else 'are'} within {close} of the answer.",
    )
