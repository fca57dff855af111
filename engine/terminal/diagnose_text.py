"""Diagnoses, logs and differences as plain data for other programs, and as text for a terminal."""

from typing import Any, Final

from engine.diagnose.claims import Answer
from engine.diagnose.diagnosis import Diagnosis, Explanation, Near
from engine.diagnose.differ import Difference
from engine.diagnose.parting import Parting
from engine.diagnose.separate import Separation
from engine.diagnose.traces import TraceDiff
from engine.words.sentences import count, plain

SHOWN: Final = 5
"""Explanations printed for people; JSON has all."""


def log_data(found: TraceDiff, judge: str) -> dict[str, Any]:
    """Return how far a log follows the rules as JSON-ready data."""
    return {
        "judge": judge,
        "read_as": found.read_as,
        "agree": found.agree,
        "of": found.states,
        "round": found.round,
        "line": found.line,
        "expected": list(found.expected),
        "got": list(found.got),
        "program": found.program.code if found.program else None,
        "reproduces": found.reproduces,
        "sentence": plain(found.sentence),
    }


def log_text(found: TraceDiff, judge: str) -> str:
    """Return how far a log follows the rules, for reading."""
    lines = [f"read as {found.read_as}"]
    if found.round is None:
        return "\n".join([*lines, f"All of it is as {judge} has it."])
    where = f"round {found.round:,}" if found.round else "the decks before round 1"
    lines.append(f"The first difference is {where}, line {found.line:,} of the log.")
    lines.append(f"  {judge}: {' / '.join(found.expected) or 'the game is over'}")
    lines.append(f"  the log: {' / '.join(found.got)}")
    if found.program:
        share = "the whole log" if found.explained else f"{found.reproduces:,} of {found.states:,}, the most,"
        lines += [plain(found.sentence), f"  {found.program.code} gives {share}".rstrip(",")]
    else:
        lines.append("No rule set we know comes further, with or without a usual mistake.")
    return "\n".join(lines)


def difference_data(found: Difference) -> dict[str, Any]:
    """Return a smallest disagreement as JSON-ready data."""
    return {
        "deal": found.deal.text,
        "cards": found.deal.size,
        "proved": found.proved,
        "ends": [
            {
                "program": program.code,
                "winner": end.winner or None,
                "rounds": None if end.endless else end.rounds,
                "endless": end.endless,
            }
            for program, end in zip((found.one, found.other), found.ends, strict=True)
        ],
        "parting": _parting_data(found.parting),
    }


def difference_text(found: Difference) -> str:
    """Return a smallest disagreement for reading."""
    lines = [f"{found.deal.text}  ({count(found.deal.size, 'card')}). {found.proof}"]
    for program, end in zip((found.one, found.other), found.ends, strict=True):
        lines.append(f"  {program.code}: {plain(end.words)}")
    lines.append("  " + " ".join(filter(None, (found.parting.words, found.parting.deck_words))))
    return "\n".join(lines)


def diagnosis_data(found: Diagnosis) -> dict[str, Any]:
    """Return a diagnosis as JSON-ready data."""
    judge = found.judge
    return {
        "cases": [
            {
                "deal": case.deal.text,
                "expected": case.expected.text if case.expected else None,
                "expected_read_as": _readings(case.expected),
                "got": case.got.text,
                "got_read_as": _readings(case.got),
            }
            for case in found.cases
        ],
        "judge": {
            "rules": judge.name,
            "code": judge.rules.code,
            "fits": judge.fits,
            "presets": list(judge.presets),
            "others": judge.others,
        },
        "right": found.right,
        "explanations": [
            _explanation_data(each, parted=place < SHOWN) for place, each in enumerate(found.explanations)
        ],
        "separating": _separation_data(found.separating) if found.separating else None,
        "nearest": [_near_data(each) for each in found.nearest],
        "tried": {"rule_sets": found.rule_sets, "programs": found.programs},
    }


def _readings(answer: Answer | None) -> list[str]:
    return [plain(claim.words) for claim in answer.readings] if answer else []


def _separation_data(separating: Separation) -> dict[str, Any]:
    return {
        "deal": separating.deal.text,
        "proved": separating.proved,
        "answers": [
            {"program": program.code, "answer": answer}
            for program, answer in zip(separating.programs, separating.answers, strict=True)
        ],
    }


def _explanation_data(each: Explanation, *, parted: bool) -> dict[str, Any]:
    """Return an explanation; where the games part only if asked, since that means playing them."""
    return {
        "program": each.program.code,
        "rules": each.program.rules.code,
        "mistakes": list(each.program.mistakes),
        "differences": list(each.differences),
        "sentence": plain(each.sentence),
        "partings": [_parting_data(parting) for parting in each.partings] if parted else None,
    }


def _parting_data(parting: Parting) -> dict[str, Any]:
    return {
        "cards": parting.cards,
        "decks": parting.decks,
        "end": parting.end,
        "sentence": parting.words,
    }


def _near_data(each: Near) -> dict[str, Any]:
    return {
        "program": each.program.code,
        "sentence": plain(each.sentence),
        "cases_right": each.right,
        "winners_right": each.winners,
        "answers": list(each.answers),
    }


def diagnosis_text(found: Diagnosis) -> str:
    """Return a diagnosis for reading: the sentence first, then where the games part."""
    lines = []
    if not found.explanations:
        lines.append("No rule set we know gives these answers, with or without a usual mistake.")
        lines += [f"  near: {' / '.join(each.answers)}: {plain(each.sentence)}" for each in found.nearest]
    for number, each in enumerate(found.explanations[:SHOWN], 1):
        lines.append(f"{number}. {plain(each.sentence)}")
        lines.append(f"   {each.program.code}")
        if each.differences:
            first = each.partings[0]
            lines.append("   " + " ".join(filter(None, (first.words, first.deck_words))))
    more = len(found.explanations) - SHOWN
    if more > 0:
        lines.append(f"and {more} more that fit, each further from the judge's rules or rarer")
    if found.separating:
        lines.append(f"to tell them apart, run it on {found.separating.deal.text}:")
        for program, answer in zip(found.separating.programs, found.separating.answers, strict=True):
            lines.append(f"  {' / '.join(answer.splitlines())}: {program.code}")
    judge = found.judge
    lines.append(f"judge: {judge.name}" + ("" if judge.fits else ", although no answer expected confirms it"))
    others = [name for name in judge.presets if name != judge.name]
    if others:
        lines.append(
            f"  the answers expected fit {', '.join(others)} as well; --judge NAME says whose they are"
        )
    lines.append(f"tried: {found.rule_sets:,} rule sets, {found.programs:,} programs")
    return "\n".join(lines)
