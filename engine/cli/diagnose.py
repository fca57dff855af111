"""`war diagnose`, `differ`."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any, Final

from engine import Deal, diagnose, rules_called
from engine.cli.games import BAD_INPUT, check_settled, reading_of, text_of
from engine.cli.output import fields, show
from engine.formats import NotationError, Reading, judge_of, read
from engine.numbers import count
from engine.wording import plain

# Diagnoses, logs and differences as plain data for other programs, and as text for a terminal.

SHOWN: Final = 5  # explanations printed for people; JSON has all


def log_data(log: diagnose.TraceDiff, judge: str) -> dict[str, Any]:
    """Return how far a log follows the rules as JSON-ready data."""
    return {
        "judge": judge,
        **fields(log, "read_as", "agree"),
        "of": log.states,
        **fields(log, "round", "line", "expected", "got"),
        "program": log.program.code if log.program else None,
        "reproduces": log.reproduces,
        "sentence": plain(log.sentence),
    }


def log_text(log: diagnose.TraceDiff, judge: str) -> str:
    """Return how far a log follows the rules, for reading."""
    lines = [f"read as {log.read_as}"]
    if log.round is None:
        return "\n".join([*lines, f"The whole log matches {judge}."])
    where = f"round {log.round:,}" if log.round else "the decks before round 1"
    lines.append(f"The first difference is in {where}, line {log.line:,} of the log.")
    lines.append(f"  {judge}: {' / '.join(log.expected) or 'the game is over'}")
    lines.append(f"  the log: {' / '.join(log.got)}")
    lines.append(plain(log.sentence))
    if log.program:
        part = f"{log.reproduces:,} of {log.states:,} entries, the most"
        lines.append(f"  {log.program.code} matches {'the whole log' if log.explained else part}")
    return "\n".join(lines)


def difference_data(smallest: diagnose.Disagreement) -> dict[str, Any]:
    """Return a smallest disagreement as JSON-ready data."""
    return {
        "deal": smallest.deal.text,
        "cards": smallest.deal.size,
        "proved": smallest.proved,
        "ends": [
            {
                "program": program.code,
                "winner": end.winner or None,
                "rounds": None if end.endless else end.rounds,
                "endless": end.endless,
            }
            | ({} if end.score is None else {"score": end.score})
            for program, end in smallest.by_program
        ],
        "parting": _difference(smallest.first_difference),
    }


def difference_text(smallest: diagnose.Disagreement) -> str:
    """Return a smallest disagreement for reading."""
    lines = [f"{smallest.deal.text}  ({count(smallest.deal.size, 'card')}). {smallest.proof}"]
    lines += [f"  {program.code}: {plain(end.words)}" for program, end in smallest.by_program]
    return "\n".join([*lines, f"  {smallest.first_difference.all_words}"])


def diagnosis_data(diagnosis: diagnose.Diagnosis) -> dict[str, Any]:
    """Return a diagnosis as JSON-ready data."""
    judge, deciding = diagnosis.judge, diagnosis.distinguishing_deal
    return {
        "cases": list(map(_case_data, diagnosis.cases)),
        "judge": {
            "rules": judge.name,
            "code": judge.rules.code,
            **fields(judge, "fits", "presets", "others"),
        },
        "right": diagnosis.right and not diagnosis.unexpected_words,
        "always": diagnosis.cases[0].got.text if diagnosis.always is not None else None,
        "sure": diagnosis.sure,
        "explanations": [
            _explanation_data(diagnosis, explanation, with_difference=place < SHOWN)
            for place, explanation in enumerate(diagnosis.explanations)
        ],
        "separating": deciding and _separating_data(deciding),
        "nearest": [
            {
                "program": near.program.code,
                "sentence": plain(near.sentence),
                "cases_right": near.right,
                "winners_right": near.winners,
                "answers": near.answers,
            }
            for near in diagnosis.nearest
        ],
        "tried": fields(diagnosis, "rule_sets", "programs"),
        "wrong_form": plain(diagnosis.form_words) or None,
        "two_answers": diagnosis.unsteady_words or None,
    }


def _case_data(case: diagnose.Case) -> dict[str, Any]:
    return {
        "deal": case.deal.text,
        "expected": case.expected.text if case.expected else None,
        "expected_read_as": _readings(case.expected),
        "got": case.got.text,
        "got_read_as": _readings(case.got),
    }


def _separating_data(deciding: diagnose.DistinguishingDeal) -> dict[str, Any]:
    answers = [{"program": program.code, "answer": answer} for program, answer in deciding.answers]
    return {"deal": deciding.deal.text, "proved": deciding.proved, "answers": answers}


def _readings(answer: diagnose.Answer | None) -> list[str]:
    return [plain(claim.words) for claim in answer.readings] if answer else []


def _explanation_data(
    diagnosis: diagnose.Diagnosis, explanation: diagnose.Explanation, *, with_difference: bool
) -> dict[str, Any]:
    """Return an explanation; where the games part only if asked, since that means playing them."""
    program = explanation.program
    return {
        "program": program.code,
        "rules": program.rules.code,
        "mistakes": program.mistakes,
        "differences": explanation.differences,
        "sentence": plain(diagnosis.sentence_of(explanation)),
        "by_chance": float(f"{explanation.by_chance:.3g}"),
        "partings": [*map(_difference, explanation.first_differences)] if with_difference else None,
    }


def _difference(first: diagnose.FirstDifference) -> dict[str, Any]:
    return {**fields(first, "cards", "decks", "end"), "sentence": first.words}


def diagnosis_text(diagnosis: diagnose.Diagnosis) -> str:
    """Return a diagnosis for reading: the sentence first, then where the games part."""
    if diagnosis.unsteady_words:
        return f"{diagnosis.unsteady_words} Something other than the deal decides."
    lines = []
    if diagnosis.constant:
        lines.append(f"Your program always prints {' / '.join(diagnosis.cases[0].got.text.splitlines())}.")
    elif not diagnosis.explanations:
        lines.append("No known rule set, with or without a known mistake, gives these answers.")
        lines += [f"  near: {' / '.join(near.answers)}: {plain(near.sentence)}" for near in diagnosis.nearest]
    lines += _undecided(diagnosis)
    for number, explanation in enumerate(diagnosis.explanations[:SHOWN], 1):
        lines += [f"{number}. {plain(diagnosis.sentence_of(explanation))}", f"   {explanation.program.code}"]
        if explanation.differences:
            lines.append(f"   {explanation.first_differences[0].all_words}")
            lines.append(f"   {diagnose.chance_words(explanation.by_chance)}")
    more = len(diagnosis.explanations) - SHOWN
    if more > 0:
        lines.append(f"and {more} more that fit, but are further from the judge's rules or rarer")
    if diagnosis.wrong_form and not diagnosis.right_outcome:
        lines.append(plain(diagnosis.form_words))
    judge = diagnosis.judge
    doubt = "with no expected answer to confirm it"
    if any(case.expected for case in diagnosis.cases):
        doubt = "whose rules do not give the expected answer"
    lines.append(f"judge: {judge.name}" + ("" if judge.fits else f", {doubt}"))
    others = ", ".join(other.name for other in judge.alternatives)
    if others:
        lines.append(f"  the expected answers also fit {others}; choose the judge with --judge NAME")
    lines.append(f"tried: {count(diagnosis.rule_sets, 'rule set')}, {count(diagnosis.programs, 'program')}")
    return "\n".join(lines)


def _undecided(diagnosis: diagnose.Diagnosis) -> Iterator[str]:
    """Yield what is said before explanations of which none is certain: which deal to run the program on next,
    and what each answer to it would mean.
    """
    fitting = len(diagnosis.explanations)
    if diagnosis.sure or diagnosis.constant or diagnosis.right_outcome or not fitting:
        return
    deal, tests = diagnosis.distinguishing_deal, len(diagnosis.cases)
    enough = "One test is" if tests == 1 else f"These {tests:,} tests are"
    part = ", which may be chance" if fitting == 1 else ""
    if diagnosis.unshown:
        part = "; the tests do not show all that it does"
    fits = count(fitting, "known explanation fits", "known explanations fit")
    yield f"{enough} not enough to be sure of the cause: {fits}{part}."
    if deal is None:
        return
    places = {found.program: str(place) for place, found in enumerate(diagnosis.explanations, 1)}
    by_answer: dict[str, list[str]] = {}
    for program, answer in deal.answers:
        meanings = by_answer.setdefault(" / ".join(answer.splitlines()), [])
        meanings.append(places.get(program, "a correct program"))
    yield f"Run your program on {deal.deal.text} next. What its answer would mean:"
    for answer, meanings in [*by_answer.items()][:SHOWN]:
        meant = meanings[:SHOWN] + ([f"{len(meanings) - SHOWN} more"] if len(meanings) > SHOWN else [])
        yield f"  {answer}: {', '.join(meant)}"


# `war diagnose` and `war differ`: what a program got wrong, as JSON or for human eyes.

MOST_OF_A_LOG: Final = 4_000_000
"""Bytes of a program's log; what is too long is refused by `engine.diagnose` in its own words."""
NO_EXPLANATION: Final = 1  # exit code where no program we know gives the answer


class AnswerError(ValueError):
    """An answer that cannot be read: where it stood, and every fault in it."""

    def __init__(self, where: str, error: NotationError) -> None:
        super().__init__(str(error) if isinstance(error, diagnose.CrashError) else f"{where}: {error}")
        self.where = where
        self.faults = error.faults


def cases_of(reading: Reading, options: argparse.Namespace) -> list[diagnose.Case]:
    """Put deals and answers together, one after the other. Raises `ValueError` with the repair."""
    deals = reading.deals
    for name, answers in (("--got", options.got), ("--expected", options.expected)):
        if answers and len(answers) != len(deals):
            counts = f"{name} gives {count(len(answers), 'answer')} for {count(len(deals), 'deal')}"
            raise ValueError(f"{counts}: give it once for each deal")
    if not options.got:
        raise ValueError("--got is missing: give the program's answer once for each deal, or use --cases")
    expected = options.expected or [item.expected for item in deals]
    answered = zip(deals, options.got, expected, strict=True)
    return [_case_of(item.deal, got, right, reading.format, where="--") for item, got, right in answered]


def cases_in(text: str) -> list[diagnose.Case]:
    """Read a JSON object a line: `deal` in any format, `got`, and `expected` if the judge says."""
    lines = enumerate(text.splitlines(), 1)
    return [_case(line, f"line {number}") for number, line in lines if line.strip()]


def _case(line: str, where: str) -> diagnose.Case:
    try:
        data = json.loads(line)
        deal, got, expected = data["deal"], data["got"], data.get("expected")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError(f'{where}: no case: write {{"deal": "AKQ/KQJ", "got": "1 3"}}') from None
    if not all(isinstance(text, str) for text in (deal, got, expected or "")):
        raise ValueError(f"{where}: deal, got and expected must be strings: put them in quotes")
    reading = read(deal)
    if not isinstance(reading, Reading):
        raise ValueError(f"{where}: {reading.question} Write the deal as AKQ/KQJ")
    if len(reading.deals) > 1:
        raise ValueError(f"{where}: {len(reading.deals)} deals: write one per line")
    (item,) = reading.deals
    return _case_of(item.deal, got, expected or item.expected, reading.format, where=f"{where}, ")


def _case_of(deal: Deal, got: str, expected: str | None, format: str, *, where: str) -> diagnose.Case:
    right = _answer(f"{where}expected", expected) if expected else None
    return diagnose.Case(deal, _answer(f"{where}got", got), right, format)


def _answer(where: str, text: str) -> diagnose.Answer:
    try:
        return diagnose.read_answer(text)
    except NotationError as error:
        raise AnswerError(where, error) from None


def diagnose_command(options: argparse.Namespace) -> int:
    """Do `war diagnose`. Raises `ValueError` in one sentence for what cannot be diagnosed."""
    try:
        if options.cases is not None:
            return _diagnosed(options, cases_in(text_of(options.cases)))
        reading = reading_of(text_of(options.file), options)
        if options.log is not None:
            return _log_compared(options, reading, text_of(options.log, at_most=MOST_OF_A_LOG))
        return _diagnosed(options, cases_of(reading, options))
    except AnswerError as error:
        if options.json:
            faults = [{"in": error.where, **fault._asdict()} for fault in error.faults]
            print(json.dumps({"errors": faults}, ensure_ascii=False))
        else:
            print(f"war: {error}", file=sys.stderr)
        return BAD_INPUT


def _diagnosed(options: argparse.Namespace, cases: Sequence[diagnose.Case]) -> int:
    diagnosis = diagnose.diagnose(cases, rules=rules_called(options.judge) if options.judge else None)
    show(options, diagnosis_data(diagnosis), diagnosis_text(diagnosis))
    return 0 if diagnosis.explanations or diagnosis.constant else NO_EXPLANATION


def _log_compared(options: argparse.Namespace, reading: Reading, log: str) -> int:
    """Compare a program's log with the game by the judge's rules. Raises `ValueError` with the repair."""
    if len(reading.deals) != 1:
        raise ValueError(
            f"{count(len(reading.deals), 'deal')}: a log is compared with one deal: give that deal alone"
        )
    name = options.judge or judge_of(reading.format)
    if not name:
        raise ValueError("--judge is missing: name the rule set that the log should follow")
    try:
        diff = diagnose.trace_diff(reading.deals[0].deal, rules_called(name), log)
    except NotationError as error:
        raise AnswerError("--log", error) from None
    show(options, log_data(diff, name), log_text(diff, name))
    return 0 if diff.explained else NO_EXPLANATION


def differ_command(options: argparse.Namespace) -> int:
    """Do `war differ`. Raises `ValueError` in one sentence for what cannot be compared."""
    one, other = _program(options.one), _program(options.other)
    smallest = None
    if one != other:
        _check_comparable(options, one, other)
        effort = diagnose.THOROUGH._replace(cards=options.cards)
        smallest = diagnose.differ(one, other, options.aspect, effort=effort)
    data = {"one": one.code, "other": other.code, "in": options.aspect, "same_rules": one == other}
    if smallest:
        show(options, data | difference_data(smallest), difference_text(smallest))
        return 0
    none = "No deal was found, large or small, that the two rule sets play differently."
    if one == other:
        none = "The two rule sets are the same: every game goes the same way."
    show(options, data | {"deal": None}, none)
    return NO_EXPLANATION


def _check_comparable(options: argparse.Namespace, one: diagnose.Program, other: diagnose.Program) -> None:
    """Raise `ValueError` where no single deal can show a difference, with what can be compared instead."""
    instead = f"Compare many games with war compare {options.one} {options.other}"
    if one.mistakes or other.mistakes:  # which no simulated game has
        instead = "Choose rules that leave nothing to chance"
    for name, program in ((options.one, one), (options.other, other)):
        check_settled(program.rules, name, f"no single deal shows a difference. {instead}")


def _program(code: str) -> diagnose.Program:
    published = {f"{name}-program": program for name, program in diagnose.PUBLISHED.items()}
    return published.get(code) or diagnose.Program.parse(code)
