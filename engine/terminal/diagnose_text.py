"""Diagnoses, logs and differences as plain data for other programs, and as text for a terminal."""

from typing import Any, Final

from engine.diagnose import Answer, Diagnosis, Disagreement, Explanation, Parting, TraceDiff
from engine.diagnose.differ import Separation
from engine.diagnose.luck import luck_words
from engine.words.sentences import count, plain

TELL_NOTHING: Final = "These answers tell almost nothing: what fits them fits likely by luck."
SHOWN: Final = 5
"""Explanations printed for people; JSON has all."""


def _facts(thing: object, *names: str) -> dict[str, Any]:
    """Return some attributes by name, as JSON has them."""
    return {name: getattr(thing, name) for name in names}


def log_data(log: TraceDiff, judge: str) -> dict[str, Any]:
    """Return how far a log follows the rules as JSON-ready data."""
    return {
        "judge": judge,
        **_facts(log, "read_as", "agree"),
        "of": log.states,
        **_facts(log, "round", "line", "expected", "got"),
        "program": log.program.code if log.program else None,
        "reproduces": log.reproduces,
        "sentence": plain(log.sentence),
    }


def log_text(log: TraceDiff, judge: str) -> str:
    """Return how far a log follows the rules, for reading."""
    lines = [f"read as {log.read_as}"]
    if log.round is None:
        return "\n".join([*lines, f"All of it is as {judge} has it."])
    where = f"round {log.round:,}" if log.round else "the decks before round 1"
    lines.append(f"The first difference is {where}, line {log.line:,} of the log.")
    lines.append(f"  {judge}: {' / '.join(log.expected) or 'the game is over'}")
    lines.append(f"  the log: {' / '.join(log.got)}")
    if log.program:
        share = "the whole log" if log.explained else f"{log.reproduces:,} of {log.states:,}, the most"
        lines += [plain(log.sentence), f"  {log.program.code} gives {share}"]
    else:
        lines.append(plain(log.sentence))
    return "\n".join(lines)


def difference_data(smallest: Disagreement) -> dict[str, Any]:
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
            for program, end in smallest.by_program
        ],
        "parting": _parting_data(smallest.parting),
    }


def difference_text(smallest: Disagreement) -> str:
    """Return a smallest disagreement for reading."""
    lines = [f"{smallest.deal.text}  ({count(smallest.deal.size, 'card')}). {smallest.proof}"]
    lines += [f"  {program.code}: {plain(end.words)}" for program, end in smallest.by_program]
    return "\n".join([*lines, f"  {smallest.parting.all_words}"])


def diagnosis_data(diagnosis: Diagnosis) -> dict[str, Any]:
    """Return a diagnosis as JSON-ready data."""
    judge, separating = diagnosis.judge, diagnosis.separating
    return {
        "cases": [
            {
                "deal": case.deal.text,
                "expected": case.expected.text if case.expected else None,
                "expected_read_as": _readings(case.expected),
                "got": case.got.text,
                "got_read_as": _readings(case.got),
            }
            for case in diagnosis.cases
        ],
        "judge": {
            "rules": judge.name,
            "code": judge.rules.code,
            **_facts(judge, "fits", "presets", "others"),
        },
        "right": diagnosis.right,
        "always": diagnosis.cases[0].got.text if diagnosis.always is not None else None,
        "sure": diagnosis.sure,
        "explanations": [
            _explanation_data(diagnosis, explanation, parted=place < SHOWN)
            for place, explanation in enumerate(diagnosis.explanations)
        ],
        "separating": separating and _separating_data(separating),
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
        "tried": _facts(diagnosis, "rule_sets", "programs"),
        "wrong_form": plain(diagnosis.form_words) or None,
    }


def _separating_data(separating: Separation) -> dict[str, Any]:
    answers = [{"program": program.code, "answer": answer} for program, answer in separating.answers]
    return {"deal": separating.deal.text, "proved": separating.proved, "answers": answers}


def _readings(answer: Answer | None) -> list[str]:
    return [plain(claim.words) for claim in answer.readings] if answer else []


def _explanation_data(diagnosis: Diagnosis, explanation: Explanation, *, parted: bool) -> dict[str, Any]:
    """Return an explanation; where the games part only if asked, since that means playing them."""
    program = explanation.program
    return {
        "program": program.code,
        "rules": program.rules.code,
        "mistakes": program.mistakes,
        "differences": explanation.differences,
        "sentence": plain(diagnosis.sentence_of(explanation)),
        "by_chance": float(f"{explanation.by_chance:.3g}"),
        "partings": [_parting_data(parting) for parting in explanation.partings] if parted else None,
    }


def _parting_data(parting: Parting) -> dict[str, Any]:
    return {**_facts(parting, "cards", "decks", "end"), "sentence": parting.words}


def diagnosis_text(diagnosis: Diagnosis) -> str:
    """Return a diagnosis for reading: the sentence first, then where the games part."""
    lines = []
    if diagnosis.constant:
        lines.append(f"Your program always says {' / '.join(diagnosis.cases[0].got.text.splitlines())}.")
    if not diagnosis.explanations:
        lines.append("No rule set we know gives these answers, with or without a usual mistake.")
        lines += [f"  near: {' / '.join(near.answers)}: {plain(near.sentence)}" for near in diagnosis.nearest]
    if diagnosis.lucky:
        lines.append(TELL_NOTHING)
    for number, explanation in enumerate(diagnosis.explanations[:SHOWN], 1):
        lines += [f"{number}. {plain(diagnosis.sentence_of(explanation))}", f"   {explanation.program.code}"]
        if explanation.differences:
            lines.append(f"   {explanation.partings[0].all_words}")
            lines.append(f"   {luck_words(explanation.by_chance)}")
    more = len(diagnosis.explanations) - SHOWN
    if more > 0:
        lines.append(f"and {more} more that fit, each further from the judge's rules or rarer")
    if diagnosis.separating:
        lines.append(f"to tell them apart, run it on {diagnosis.separating.deal.text}:")
        for program, answer in diagnosis.separating.answers:
            lines.append(f"  {' / '.join(answer.splitlines())}: {program.code}")
    if diagnosis.wrong_form and not diagnosis.right_outcome:
        lines.append(plain(diagnosis.form_words))
    judge = diagnosis.judge
    expected = any(case.expected for case in diagnosis.cases)
    doubt = "which does not give what is expected" if expected else "with no expected answer to confirm it"
    lines.append(f"judge: {judge.name}" + ("" if judge.fits else f", {doubt}"))
    others = ", ".join(name for name in judge.presets if name != judge.name)
    if others:
        lines.append(f"  the answers expected fit {others} as well; --judge NAME says whose they are")
    lines.append(f"tried: {diagnosis.rule_sets:,} rule sets, {diagnosis.programs:,} programs")
    return "\n".join(lines)
