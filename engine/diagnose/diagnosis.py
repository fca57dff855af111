"""The question "why is my answer not the judge's?" and all that can be said to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engine.diagnose.box import Found, Question, says
from engine.diagnose.explain import explanation_words
from engine.diagnose.grid import RULE_SETS, Played
from engine.diagnose.judging import Case, Judge, claim_of, find_judge
from engine.diagnose.parting import Parting, parting
from engine.diagnose.programs import Program
from engine.diagnose.search import (
    MOST_EXPLANATIONS,
    one_step_programs,
    patience,
    programs_that_say,
    score_of,
)
from engine.diagnose.separate import Separation, separate
from engine.rules import Rules
from engine.words.sentences import Sentence

LARGEST_DEAL: Final = 260
"""Cards of the largest deal that is diagnosed: five packs; games of more would take minutes."""
MOST_CASES: Final = 500


@dataclass(frozen=True)
class Explanation:
    """A program that gives every answer the person's program gave."""

    program: Program
    judge: Rules
    cases: tuple[Case, ...]
    differences: tuple[str, ...]
    form: str

    @property
    def sentence(self) -> Sentence:
        """What it does otherwise than the judge, in plain words."""
        return explanation_words(self.program, self.judge)

    @cached_property
    def partings(self) -> tuple[Parting, ...]:
        """Where its game leaves the judge's, for each case."""
        right = Program(self.judge)
        return tuple(parting(case.deal, right, self.program) for case in self.cases)


@dataclass(frozen=True, slots=True)
class Near:
    """A program that does not give every answer, and how close it comes."""

    program: Program
    sentence: Sentence
    right: int
    """Cases answered as the person's program does."""
    winners: int
    """Cases with the same winner."""
    off: int
    """By how much its counts differ in all."""
    answers: tuple[str, ...]


@dataclass(frozen=True)
class Diagnosis:
    """All that can be said. `explanations` are ranked, the likeliest first; empty when none fits."""

    cases: tuple[Case, ...]
    judge: Judge
    explanations: tuple[Explanation, ...]
    nearest: tuple[Near, ...]
    rule_sets: int
    """Rule sets tried."""
    programs: int
    """Programs tried: rule sets with mistakes."""

    @cached_property
    def separating(self) -> Separation | None:
        """The shortest deal that tells the first explanations apart; None where there is nothing to tell."""
        if not self.explanations:
            return None
        claims = [claim_of(case.got, self.explanations[0].form) for case in self.cases]
        counting = next((claim for claim in claims if claim.count is not None), claims[0])
        return separate([each.program for each in self.explanations], counting)

    @property
    def right(self) -> bool:
        """Whether the program answers as the judge's rules do, on every case."""
        return bool(self.explanations) and not self.explanations[0].differences


def diagnose(cases: Sequence[Case], *, judge: Rules | None = None) -> Diagnosis:
    """Find the programs that give these answers, ranked by how little they differ from the judge.

    `judge` says whose rules are meant; without, they are found from the answers expected. Raises
    `ValueError` for no case, too many, or too large a deal.
    """
    _check(cases)
    cases = tuple(cases)
    judged, played = find_judge(cases, judge), Played()
    every, tried = _programs(cases, judged.rules, played)
    for rival in judged.rivals:
        others, programs = _programs(cases, rival.rules, played)
        tried = max(tried, programs)
        # Of judges that the answers fit as well, whoever makes the program the least wrong.
        if others and (not every or others[0].order < every[0].order):
            judged, every = rival, others
    explanations = tuple(
        Explanation(each.program, judged.rules, cases, tuple(sorted(each.differences)), each.form)
        for each in _simplest(every)
    )
    nearest = () if explanations else _nearest(cases, judged.rules)
    return Diagnosis(cases, judged, explanations, nearest, len(RULE_SETS), tried)


def _programs(cases: Sequence[Case], judge: Rules, played: Played) -> tuple[list[Found], int]:
    """Return the programs that give every answer in some way to read them, and how many were tried."""
    every: dict[Program, Found] = {}
    tried = 0
    for form in _forms(cases):
        questions = [Question(case.deal, claim_of(case.got, form)) for case in cases]
        some, programs = programs_that_say(questions, judge, played)
        tried = max(tried, programs)
        for each in some:
            every.setdefault(each.program, each)
    return sorted(every.values(), key=lambda each: each.order), tried


def _check(cases: Sequence[Case]) -> None:
    if not cases:
        raise ValueError("there is no test case: give a deal and what your program says")
    if len(cases) > MOST_CASES:
        raise ValueError(f"{len(cases)} test cases are too many: take at most {MOST_CASES}")
    for case in cases:
        if case.deal.size > LARGEST_DEAL:
            raise ValueError(
                f"a deal of {case.deal.size} cards is too large: take one of at most {LARGEST_DEAL}"
            )


def _forms(cases: Sequence[Case]) -> tuple[str, ...]:
    """Return the words in which all answers of the program can be read; the judge's, if among them."""
    common = [form for form in cases[0].got.forms if all(form in case.got.forms for case in cases)]
    wanted = {form for case in cases if case.expected for form in case.expected.forms}
    if len(common) > 1 and len(wanted & {*common}) == 1:
        common = [form for form in common if form in wanted]
    return tuple(common) or ("",)


def _simplest(every: Sequence[Found]) -> list[Found]:
    """Leave out programs that make all the mistakes of a simpler one, and those far behind the first."""
    chosen: list[Found] = []
    for each in every:
        if each.order[0] > every[0].order[0] + 1:
            break
        if not any(simple.differences <= each.differences for simple in chosen):
            chosen.append(each)
        if len(chosen) == MOST_EXPLANATIONS:
            break
    return chosen


def _nearest(cases: Sequence[Case], judge: Rules) -> tuple[Near, ...]:
    """Return the programs one step from the judge's that come closest to the answers."""
    forms = _forms(cases)
    questions = [Question(case.deal, claim_of(case.got, forms[0])) for case in cases]
    limit = patience([question.claim for question in questions])
    near = [_near(program, questions, judge, limit) for program in one_step_programs(judge)]
    near.sort(key=lambda each: (-each.right, -each.winners, each.off))
    return tuple(near[:5])


def _near(program: Program, questions: Sequence[Question], judge: Rules, limit: int) -> Near:
    right = winners = off = 0
    answers = []
    records = program.play([deal for deal, _ in questions], limit=limit)
    for place, (deal, claim) in enumerate(questions):
        printed = program.prints(records[place : place + 1], claim.unit)
        winner, number, endless = printed.first()
        right += bool(says(claim, printed)[0])
        winners += not endless and winner in claim.winners
        off += abs(number - claim.count) if claim.count is not None and not endless else limit
        score = score_of(program, deal) if claim.score is not None else None
        answers.append(claim.written(winner, number, endless=endless, score=score))
    return Near(program, explanation_words(program, judge), right, winners, off, tuple(answers))
