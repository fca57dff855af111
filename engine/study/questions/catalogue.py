"""The questions, in the order in which a page lists them, asked by any named rule set."""

from collections.abc import Callable
from functools import cache
from typing import Final

from engine.rules import PLAYABLE, PRESETS
from engine.study.questions.asked import AskedQuestion
from engine.study.questions.asked_by import OTHERWISE, USUAL, AskedBy
from engine.study.questions.for_ever import deep, for_ever, quick, wars
from engine.study.questions.how_long import length, long, odd, soon, steal
from engine.study.questions.who_wins import aces, coin, fair, four_aces, stronger

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
