"""How an answer is to be graded beside the judge's: right, wrong, or right in a wrong form."""

import re
from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from typing import Final

from engine.diagnose.answers import read_answer
from engine.game.answer_forms import FORM_OF, FORMS, Verdict
from engine.notation import NotationError


class Grade(StrEnum):
    """How a program did on one deal. Only the first is right."""

    RIGHT = "right"
    WRONG = "wrong"
    FORM = "wrong form"
    """The right outcome, but not as the judge writes it."""
    CRASHED = "crashed"
    SILENT = "silent"
    TIMED_OUT = "timed out"


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


def graded(got: str, expected: str, judge: str) -> Grade:
    """Compare an answer with what the judge of this name expects: only the judge's own words are right.

    >>> graded("1 3", "1 3", "codingame").value, graded("Player 1 wins", "1 3", "codingame").value
    ('right', 'wrong form')
    """
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
    same = among or _gist(got) == _gist(expected) or _claims_it(got, form.read(expected))
    return Grade.FORM if same else Grade.WRONG


def _claims_it(got: str, wanted: Verdict | None) -> bool:
    """Say whether an answer can be read as part of an outcome, and as nothing against it."""
    with suppress(NotationError):
        return wanted is not None and any(_agrees(claim, wanted) for claim in read_answer(got).readings)
    return False


def _agrees(claim: Verdict, wanted: Verdict) -> bool:
    if claim.endless or wanted.endless:
        return claim.endless and wanted.endless
    winners = {*claim.winners} & {*wanted.winners}
    pairs = ((claim.count, wanted.count), (claim.score, wanted.score))
    both = [(one, other) for one, other in pairs if one is not None and other is not None]
    against = (claim.winners and wanted.winners and not winners) or any(one != other for one, other in both)
    return not against and bool(winners or both)


def form_of(judge: str, expected: str) -> str:
    """Return in whose form the judge's answer is: his own, or whose it can be; nothing if it is nobody's."""
    names = (judge, *(form.name for form in FORMS))
    return next((name for name in names if name in FORM_OF and FORM_OF[name].read(expected)), "")


def _lines(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines() if line.strip()]


def _gist(text: str) -> list[str]:
    """Return what an answer says, its words and signs in any order."""
    return sorted(_telling({"True": "1", "False": "2"}.get(text, text).lower()))


def _telling(text: str) -> Iterator[str]:
    for word in _WORD.findall(text):
        if word not in _NOISE:
            yield _SAME.get(word, word)
