"""`war diagnose` and `war differ`: what a program got wrong, as JSON or for human eyes."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from engine.cards import Deal
from engine.diagnose import (
    PUBLISHED,
    THOROUGH,
    Answer,
    Case,
    Program,
    diagnose,
    differ,
    read_answer,
    trace_diff,
)
from engine.notation import NotationError, Reading, judge_of, read
from engine.rules import rules_called
from engine.terminal import diagnose_text
from engine.words.sentences import count

NO_EXPLANATION: Final = 1
"""Exit code where no program we know gives the answer."""


class AnswerError(ValueError):
    """An answer that cannot be read: where it stood, and every fault in it."""

    def __init__(self, where: str, error: NotationError) -> None:
        super().__init__(f"{where}: {error}")
        self.where = where
        self.faults = error.faults


def cases_of(reading: Reading, options: argparse.Namespace) -> list[Case]:
    """Put deals and answers together, one after the other. Raises `ValueError` with the repair."""
    deals = reading.deals
    for name, answers in (("--got", options.got), ("--expected", options.expected)):
        if answers and len(answers) != len(deals):
            raise ValueError(
                f"{count(len(deals), 'deal')} but {count(len(answers), 'answer')} by {name}: "
                "give it once for each deal"
            )
    if not options.got:
        raise ValueError("what did the program say? Give --got once for each deal, or --cases")
    expected = options.expected or [item.expected for item in deals]
    return [
        _case_of(item.deal, got, wanted, reading.format, where="--")
        for item, got, wanted in zip(deals, options.got, expected, strict=True)
    ]


def cases_in(text: str) -> list[Case]:
    """Read a JSON object a line: `deal` in any format, `got`, and `expected` if the judge says."""
    lines = enumerate(text.splitlines(), 1)
    return [_case(line, f"line {number}") for number, line in lines if line.strip()]


def _case(line: str, where: str) -> Case:
    try:
        data = json.loads(line)
        deal, got, expected = data["deal"], data["got"], data.get("expected")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError(f'{where}: no case: write {{"deal": "AKQ/KQJ", "got": "1 3"}}') from None
    if not all(isinstance(text, str) for text in (deal, got, expected or "")):
        raise ValueError(f"{where}: deal, got and expected are texts: put them in quotes")
    reading = read(deal)
    if not isinstance(reading, Reading):
        raise ValueError(f"{where}: {reading.question} Write the deal as AKQ/KQJ")
    if len(reading.deals) > 1:
        raise ValueError(f"{where}: {len(reading.deals)} deals: write one a line")
    (item,) = reading.deals
    return _case_of(item.deal, got, expected or item.expected, reading.format, where=f"{where}, ")


def _case_of(deal: Deal, got: str, expected: str | None, format: str, *, where: str) -> Case:
    wanted = _answer(f"{where}expected", expected) if expected else None
    return Case(deal, _answer(f"{where}got", got), wanted, format)


def _answer(where: str, text: str) -> Answer:
    try:
        return read_answer(text)
    except NotationError as error:
        raise AnswerError(where, error) from None


def diagnose_command(options: argparse.Namespace, cases: Sequence[Case]) -> int:
    """Do `war diagnose`. Raises `ValueError` in one sentence for what cannot be diagnosed."""
    diagnosis = diagnose(cases, judge=rules_called(options.judge) if options.judge else None)
    _print(
        diagnose_text.diagnosis_data(diagnosis) if options.json else diagnose_text.diagnosis_text(diagnosis)
    )
    return 0 if diagnosis.explanations else NO_EXPLANATION


def _print(said: dict[str, Any] | str) -> None:
    print(said if isinstance(said, str) else json.dumps(said, ensure_ascii=False))


def log_command(options: argparse.Namespace, reading: Reading, log: str) -> int:
    """Compare a program's log with the game by the judge's rules. Raises `ValueError` with the repair."""
    if len(reading.deals) != 1:
        raise ValueError(f"{count(len(reading.deals), 'deal')}: a log is compared with one, give that alone")
    name = options.judge or judge_of(reading.format)
    if not name:
        raise ValueError("whose rules should the log follow? Say it with --judge NAME")
    try:
        diff = trace_diff(reading.deals[0].deal, rules_called(name), log)
    except NotationError as error:
        raise AnswerError("--log", error) from None
    _print(diagnose_text.log_data(diff, name) if options.json else diagnose_text.log_text(diff, name))
    return 0 if diff.explained else NO_EXPLANATION


def differ_command(options: argparse.Namespace) -> int:
    """Do `war differ`. Raises `ValueError` in one sentence for what cannot be compared."""
    one, other = _program(options.one), _program(options.other)
    smallest = differ(one, other, options.aspect, effort=THOROUGH._replace(cards=options.cards))
    if options.json:
        data = {"one": one.code, "other": other.code, "in": options.aspect, "same_rules": one == other}
        _print({**data, "deal": None, **(diagnose_text.difference_data(smallest) if smallest else {})})
    elif smallest is None:
        same = "They are the same rules: every game of theirs is the same."
        _print(same if one == other else "No deal was found on which they differ, large or small.")
    else:
        _print(diagnose_text.difference_text(smallest))
    return 0 if smallest else NO_EXPLANATION


def _program(code: str) -> Program:
    name = code.removesuffix("-program")
    return PUBLISHED[name] if name != code and name in PUBLISHED else Program.parse(code)


def refuse(error: AnswerError, *, as_json: bool, code: int) -> int:
    """Say what is wrong with an answer and return the exit code."""
    if as_json:
        faults = [{"in": error.where, **asdict(fault)} for fault in error.faults]
        _print({"errors": faults})
    else:
        print(f"war: {error}", file=sys.stderr)
    return code
