"""Which questions there are, their saved answers, and the guesses of a class."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any, Final

from engine.library.question_kinds import OTHERWISE, USUAL, AskedBy, AskedQuestion, CountedAnswer, Player
from engine.library.questions import (
    aces,
    coin,
    deep,
    fair,
    for_ever,
    four_aces,
    length,
    long,
    odd,
    quick,
    soon,
    steal,
    stronger,
    wars,
)
from engine.numbers import count
from engine.rules import PLAYABLE, PRESETS, Rules
from engine.simulation.estimates import Estimate
from engine.simulation.study import Study

# The questions, in the order in which a page lists them, asked by any named rule set.

_ASKED: Final[tuple[Callable[[AskedBy], AskedQuestion], ...]] = (
    length,
    long,
    soon,
    odd,
    steal,
    fair,
    coin,
    aces,
    four_aces,
    stronger,
    wars,
    deep,
    for_ever,
    quick,
)


@cache
def asked_by(rule_set: str) -> dict[str, AskedQuestion]:
    """Return the questions by their names, asked by a named rule set; with no name each by its usual one.

    Raises `ValueError` for a rule set that has no name or plays no cards.
    """
    if not rule_set:
        usual = asked_by(USUAL)
        return {name: asked_by(OTHERWISE.get(name, USUAL))[name] for name in usual}
    if rule_set not in PLAYABLE:
        if rule_set in PRESETS:
            PRESETS[rule_set].playable  # noqa: B018, raises and says why
        raise ValueError(f"rule set {rule_set[:60]!r} has no name: take one of {', '.join(PLAYABLE)}")
    by = AskedBy(rule_set, PLAYABLE[rule_set])
    return {question.name: question for question in (asks(by) for asks in _ASKED)}


QUESTIONS: Final = asked_by("")

LESSON: Final = {"length": 10, "fair": 8, "aces": 9, "steal": 8, "for-ever": 10}
"""A lesson: which questions in which order, and how many minutes each takes."""


# Saved answers: every question by every named rule set, and by each rule set compared with it.

ANSWERS: Final = Path(__file__).with_name("answers.jsonl")
OWN: Final = "these rules"
"""What the question's own rules are called beside others."""
DIGITS: Final = 9
"""Significant digits of a saved number: more than any interval needs."""

Asked = dict[str, AskedQuestion]


def saved_answer(question: AskedQuestion, rules: Rules | None = None) -> CountedAnswer:
    """Return the saved answer to a question, by its own rules or by others compared with them.

    Raises `KeyError` for rules by which no named rule set asks it.
    """
    answer: CountedAnswer = _saved()[_key(question.study(rules))][question.name]
    return answer


def beside(question: AskedQuestion) -> dict[str, Estimate]:
    """Return the number by the question's own rules and with one rule changed, by names for these."""
    others = {name: saved_answer(question, rules) for name, rules in question.others}
    answers = {OWN: saved_answer(question), **others}
    return {name: answer.value for name, answer in answers.items() if answer.value is not None}


def runs_to_save() -> Iterator[tuple[Study, Asked]]:
    """Yield every run that settles a question, with as many games as any of its questions needs."""
    runs: dict[str, tuple[Study, Asked]] = {}
    for rule_set in PLAYABLE:
        for question in asked_by(rule_set).values():
            for rules in (question.rules, *(rules for _, rules in question.others)):
                study = question.study(rules)
                before, asked = runs.get(_key(study), (study, {}))
                larger = max(before, study, key=lambda one: one.games)
                runs[_key(study)] = larger, {**asked, question.name: question}
    yield from runs.values()


def played_line(study: Study, asked: Asked, player: Player) -> str:
    """Play a run and return its answers as one line of JSON."""
    answers = {name: question.measure(study, player) for name, question in asked.items()}
    rows = {name: _row(answer) for name, answer in answers.items()}
    return json.dumps({"rules": study.rules.code, "hands": _hands(study), "answers": rows})


def _row(answer: CountedAnswer) -> list[Any]:
    return [answer.games, answer.endless, *map(_numbers, (answer.value, answer.beside))]


def _numbers(value: Estimate | None) -> list[float] | None:
    if value is None:
        return None
    return [*(float(f"{end:.{DIGITS}g}") for end in (value.value, value.low, value.high)), value.games]


def saved_line(study: Study, asked: Asked, file: Path = ANSWERS) -> str:
    """Return what a file keeps of a run already; nothing where it was not asked all of these questions."""
    return _lines(file).get(f"{_key(study)} {','.join(sorted(asked))}", "")


@cache
def _lines(file: Path) -> dict[str, str]:
    """Return the lines of a file by their runs and questions."""
    texts = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    lines = [(text, json.loads(text)) for text in texts]
    return {
        f"{data['rules']} {data['hands']} {','.join(sorted(data['answers']))}": text for text, data in lines
    }


@cache
def _saved() -> dict[str, dict[str, CountedAnswer]]:
    """Return every saved answer by its run and its question."""
    lines = map(json.loads, ANSWERS.read_text(encoding="utf-8").splitlines())
    return {
        f"{data['rules']} {data['hands']}": {name: _answer(*row) for name, row in data["answers"].items()}
        for data in lines
    }


def _answer(games: int, endless: int, value: list[Any] | None, beside: list[Any] | None) -> CountedAnswer:
    numbers = [None if of is None else Estimate(*of) for of in (value, beside)]
    return CountedAnswer(numbers[0], games, endless, beside=numbers[1])


def _key(study: Study) -> str:
    return f"{study.rules.code} {_hands(study)}"


def _hands(study: Study) -> str:
    return study.hands.text if study.hands else ""


# What a whole class guessed, as a teacher pastes it: numbers apart in any way, against the answer.

MOST: Final = 500
"""Numbers that are taken: a school, not a class."""
NEAR: Final = 0.1
"""What part of the answer a guess may be off and still be near it."""
NEAR_POINTS: Final = 5
"""By how many points a share may be off and still be near."""
TOLD: Final = 5
"""How many of those left out are told one by one."""
_APART: Final = re.compile(r"[^\s,;/|]+")
_NUMBER: Final = re.compile(r"[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?%?")
_THOUSANDS: Final = re.compile(r"(?<![\d,.])[1-9]\d?,\d{3}(?!\d|,\d)")
"""What may be a number with its thousands parted, or two numbers."""


@dataclass(frozen=True, slots=True)
class ClassGuesses:
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
        for word in _APART.findall(_THOUSANDS.sub(" ", line)):
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
        left_out.insert(0, f"{count(over, 'guess', 'guesses')} beyond the first {MOST}")
    return ClassGuesses(tuple(guesses), tuple(left_out))


def _fault(word: str, question: AskedQuestion) -> str:
    """Say why a word is no guess; nothing if it is one."""
    if not _NUMBER.fullmatch(word):
        return "is not a number"
    low, high = question.guess.low, question.guess.high
    if not low <= float(word.rstrip("%")) <= high:
        return f"is out of range: {low} to {question.guessed(high)}"
    return ""


def left_out(read: ClassGuesses) -> str:
    """Tell what was left out, a line each; of many the first few and how many more."""
    told = [f"Left out: {line}." for line in read.left_out[:TOLD]]
    more = len(read.left_out) - TOLD
    return "\n".join([*told, *([f"And {more:,} more."] if more > 0 else [])])


def near(guesses: tuple[float, ...], question: AskedQuestion, answer: Estimate) -> int:
    """Count the guesses within 10 % of the answer, or of a share within 5 points."""
    value = question.scale * answer.value
    width = NEAR_POINTS if question.guess.unit == "%" else NEAR * value
    return sum(abs(guess - value) <= width for guess in guesses)


def compared(guesses: tuple[float, ...], question: AskedQuestion, answer: Estimate | None) -> tuple[str, str]:
    """Return two sentences on a class's guesses, at least one, and the answer; None while it is hidden."""
    of, middle = count(len(guesses), "guess", "guesses"), median(guesses)
    said = f"{middle:,.6g}{question.unit}"
    if answer is None:
        return f"{of}, half of them below {said}", "The answer is hidden until you show it."
    off = question.off(round(middle), CountedAnswer(answer, answer.games)).partition(": ")[2]
    within = near(guesses, question, answer)
    close = f"{NEAR_POINTS} points" if question.guess.unit == "%" else f"{100 * NEAR:g}\N{NO-BREAK SPACE}%"
    return (
        f"The class guessed {said}, {off}",
        f"{within:,} of {of} {'is' if within == 1 else 'are'} within {close} of the answer.",
    )
