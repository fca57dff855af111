"""The address of the Diagnose page: all its cases, each field of them in one parameter."""

from collections.abc import Mapping
from typing import Final

from dashboard.address.game import suited
from dashboard.address.link import LONGEST_QUERY, Codec, LinkError, whole_number
from dashboard.address.question import check_question
from dashboard.address.screens import AskedCase, DiagnoseScreen
from dashboard.address.squeezed import LONGEST, squeezed, unsqueezed
from engine.notation.links import joined, suits_text
from engine.words.sentences import count


def _write_diagnose(screen: DiagnoseScreen) -> dict[str, str]:
    if not screen.cases:
        return {}
    cases = screen.cases
    if any(len(case.trace) > LONGEST for case in cases):
        raise LinkError(_question_too_long(screen))
    params = {
        "deals": joined(case.deal.text for case in cases),
        "suits": joined(suits_text(case.deal) for case in cases),
        "expected": joined(case.expected for case in cases),
        "got": joined(case.got for case in cases),
        "forms": joined(case.format for case in cases),
        "trace": joined(squeezed(case.trace) for case in cases),
        "judge": screen.judge,
        "program": screen.program,
    }
    said = {name: value for name, value in params.items() if value.strip("_")}
    return {**said, "case": str(screen.case + 1)}


def _read_diagnose(fields: Mapping[str, str]) -> DiagnoseScreen:
    if not fields.keys() - {"v"}:
        return DiagnoseScreen()
    deals = _parted(fields["deals"])
    also = {name: _parted(fields.get(name, "")) for name in ("suits", "expected", "got", "forms", "trace")}
    for name, values in also.items():
        if name not in fields:
            also[name] = [""] * len(deals)
        elif len(values) != len(deals):
            raise ValueError(f"{name} are given for {count(len(values), 'case')} of {len(deals)}")
    cases = tuple(
        AskedCase(
            deal=suited(text, suits), expected=expected, got=got, format=format, trace=unsqueezed(trace)
        )
        for text, suits, expected, got, format, trace in zip(deals, *also.values(), strict=True)
    )
    screen = DiagnoseScreen(
        cases=cases,
        case=whole_number("case", fields["case"], len(cases) + 1, least=1) - 1,
        judge=fields.get("judge", ""),
        program=fields.get("program", ""),
    )
    check_question(screen)
    return screen


def _parted(text: str) -> list[str]:
    """Return the texts that `joined` made one of.

    >>> _parted(joined(["a_b", "", "~"]))
    ['a_b', '', '~']
    """
    return [part.replace("~1", "_").replace("~0", "~") for part in text.split("_")]


def _question_too_long(screen: DiagnoseScreen) -> str:
    traced = " with what the program printed" if any(case.trace for case in screen.cases) else ""
    return (
        f"This question, {count(len(screen.cases), 'case')}{traced}, is more than a link can carry "
        f"({LONGEST_QUERY:,} characters). Take fewer cases, or a log up to the round in question."
    )


DIAGNOSE: Final = Codec(
    page="diagnose",
    names=("deals", "suits", "expected", "got", "forms", "trace", "judge", "program", "case"),
    write=_write_diagnose,
    read=_read_diagnose,
    too_long=_question_too_long,
)
