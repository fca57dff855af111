"""What is to be said of a program's answer to one deal."""

import re
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.check.running import Ran
from engine.game.answer_forms import FORM_OF


class Grade(StrEnum):
    """How a program did on one deal. Only the first is right."""

    RIGHT = "right"
    WRONG = "wrong"
    FORM = "wrong form"
    """The right outcome, but not as the judge writes it."""
    CRASHED = "crashed"
    SILENT = "silent"
    TIMED_OUT = "timed out"


@dataclass(frozen=True, slots=True)
class Judged:
    """How a program did on one deal, what it printed, and its last words where it crashed."""

    kind: Grade
    got: str
    said: str = ""


_TRUTH: Final = {
    **dict.fromkeys(("true", "1", "yes", "truthy"), "True"),
    **dict.fromkeys(("false", "0", "no", "falsy", "falsey"), "False"),
}
"""Answers that code golf takes, in any language, for its two."""

_WORD: Final = re.compile(r"[a-z]+|-?[0-9]+")
_SAME: Final = {
    **dict.fromkeys(("first", "one", "a"), "1"),
    **dict.fromkeys(("second", "two", "b"), "2"),
    **dict.fromkeys(("draw", "drawn", "tie", "tied"), "pat"),
}
_NOISE: Final = frozenset(
    ("player", "p", "winner", "win", "wins", "won", "answer", "result", "output", "score", "is", "the")
) | {"in", "after", "with", "round", "rounds", "turn", "turns", "step", "steps", "game", "games", "and"}


def verdict_of(run: Ran, expected: str, judge: str) -> Judged:
    """Compare what a program printed with what the judge expects."""
    got = run.output.strip()
    if run.code is None:
        return Judged(Grade.TIMED_OUT, got, run.said)
    if run.code:
        return Judged(Grade.CRASHED, got, run.said or _ending(run.code))
    if not got:
        return Judged(Grade.SILENT, got, run.said)
    return Judged(_kind(got, expected, judge), got)


def _ending(code: int) -> str:
    if code > 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def _kind(got: str, expected: str, judge: str) -> Grade:
    lines, wanted = _lines(got), _lines(expected)
    truth = _TRUTH.get(got.lower()) if judge == "code-golf" else None
    if lines == wanted or truth == expected:
        return Grade.RIGHT
    form = FORM_OF[judge]
    verdict = None if truth else form.read(got)
    if truth or verdict is not None:
        # A verdict in the judge's words: "1 2" for "2 1" is another outcome, "Pat" for "PAT" is not.
        same = verdict is not None and form.write(verdict) == expected
        return Grade.FORM if same else Grade.WRONG
    among = wanted in (lines[: len(wanted)], lines[-len(wanted) :])
    return Grade.FORM if among or _gist(got) == _gist(expected) else Grade.WRONG


def _lines(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines() if line.strip()]


def _gist(text: str) -> list[str]:
    """Return what an answer says, its words and signs in any order."""
    return sorted(_telling({"True": "1", "False": "2"}.get(text, text).lower()))


def _telling(text: str) -> Iterator[str]:
    for word in _WORD.findall(text):
        if word not in _NOISE:
            yield _SAME.get(word, word)
