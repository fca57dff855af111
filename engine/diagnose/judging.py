"""Whose rules are meant: found from the answers expected, the words they are in, the deals' formats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.cards import Deal
from engine.diagnose.answers import Answer, common_forms
from engine.diagnose.box import Clue
from engine.diagnose.grid import PLACE, RULE_SETS, Played
from engine.diagnose.search import fitting_rules
from engine.game.answer_forms import FORM_OF
from engine.game.shapes import SHAPES
from engine.notation import judge_of
from engine.rules import PLAYABLE, SETTLED, Rules, rules_name


@dataclass(frozen=True, slots=True)
class Case:
    """One test: the deal, what the program said, what the judge expects if he says."""

    deal: Deal
    got: Answer
    expected: Answer | None = None
    format: str = ""
    """The format in which the deal was pasted, which hints at the judge."""


@dataclass(frozen=True, slots=True)
class Judge:
    """The rules taken for the judge's."""

    rules: Rules
    name: str
    """A preset's name, or the code of the rules."""
    fits: bool
    """Whether they give every answer expected."""
    presets: tuple[str, ...]
    """Every preset that does."""
    others: int
    """How many other combinations of rules do."""
    hinted: bool = False
    """Whether somebody named it, or the words of an answer or the format of a deal point to it."""

    @property
    def rivals(self) -> tuple["Judge", ...]:
        """Presets with other rules that fit as well; none where something points to this one."""
        if self.hinted:
            return ()
        others: dict[Rules, str] = {}
        for name in self.presets:
            others.setdefault(PLAYABLE[name], name)
        others.pop(self.rules, None)
        return tuple(replace(self, rules=rules, name=name) for rules, name in others.items())


def find_judge(cases: Sequence[Case], given: Rules | None, played: Played) -> Judge:
    """Find whose rules give the answers expected: a preset's before any other's.

    Raises `ValueError` for given rules that leave games to chance.
    """
    if given is not None and not given.deterministic:
        raise ValueError(f"pickup {given.pickup} leaves games to chance: no answer is the right one")
    expected = {case: case.expected for case in cases if case.expected is not None}
    hints = _hints(cases)
    right = _rules_that_give(expected, played) if expected else set()
    fitting = (name for name in SETTLED if PLAYABLE[name] in right)
    presets = tuple(sorted(fitting, key=lambda name: hints.index(name) if name in hints else len(hints)))
    others = len(right - {*PLAYABLE.values()})
    if given is not None:
        return Judge(given, rules_name(given), given in right, presets, others, hinted=True)
    if right and not presets:
        best = min(right, key=lambda rules: (_away(rules, hints), PLACE[rules]))
        return Judge(best, rules_name(best), True, (), others)
    name = (*presets, *hints, "code-golf" if expected else SETTLED[0])[0]
    return Judge(PLAYABLE[name], name, bool(presets), presets, others, name in hints)


def _rules_that_give(expected: Mapping[Case, Answer], played: Played) -> set[Rules]:
    """Return every rule set that gives all the answers expected, in some way to read them."""
    fits = np.zeros(len(RULE_SETS), np.bool_)
    for form in common_forms([*expected.values()]):
        clues = [Clue(case.deal, answer.reading(form)) for case, answer in expected.items()]
        fits |= fitting_rules(clues, played)
    return {RULE_SETS[place] for place in np.flatnonzero(fits)}


def _hints(cases: Sequence[Case]) -> list[str]:
    """Return the presets that the answers' words and the deals' formats point to, the surest first."""
    judges = [_meant(form, case.deal) for case in cases if case.expected for form in case.expected.forms]
    judges += [judge_of(case.format) for case in cases]
    judges += [_meant(*case.got.forms, case.deal) for case in cases if len(case.got.forms) == 1]
    return list(dict.fromkeys(filter(None, judges)))


def _meant(name: str, deal: Deal) -> str:
    """Return whose rules are meant by an answer in this form, nothing where it is nobody's."""
    form, shape = FORM_OF.get(name), SHAPES.get(name)
    if form is None or (form.is_anybodys and (shape is None or not shape.told_by(deal))):
        return ""
    return form.rule_set


def _away(rules: Rules, hints: Sequence[str]) -> tuple[int, int]:
    """Say how far rules are from the nearest preset, those hinted at first."""
    names = [*hints, *(name for name in PLAYABLE if name not in hints)]
    return min((len(rules.apart(PLAYABLE[name])), place) for place, name in enumerate(names))
