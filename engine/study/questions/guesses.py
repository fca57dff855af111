"""What a whole class guessed, as a teacher pastes it: numbers apart in any way, against the answer."""

import re
from dataclasses import dataclass
from statistics import median
from typing import Final

from engine.rules import count
from engine.study.estimates import Estimate
from engine.study.questions.asked import AskedQuestion

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

    >>> from engine.study.questions import QUESTIONS
    >>> read_guesses("300; 12, Anna", QUESTIONS["length"])
    ClassGuesses(guesses=(300.0, 12.0), left_out=("'Anna' in line 1 is no number",))
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
        return "is no number"
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


def compared(guesses: tuple[float, ...], question: AskedQuestion, answer: Estimate) -> tuple[str, str]:
    """Say in two sentences how a class's guesses, at least one, lie to the answer."""
    middle = f"{median(guesses):,.6g}{question.unit}"
    value = f"{question.written(answer.value)}{question.unit}"
    of = count(len(guesses), "guess", "guesses")
    close = f"{NEAR_POINTS} points" if question.guess.unit == "%" else f"{100 * NEAR:g}\N{NO-BREAK SPACE}%"
    within = near(guesses, question, answer)
    return (
        f"The class's median is {middle}, the answer {value}.",
        f"{within:,} of {of} {'is' if within == 1 else 'are'} within {close} of it.",
    )
