"""What is on the Diagnose page as a question to `engine.diagnose`."""

from dashboard.address.library import settled_rules
from dashboard.address.screens import AskedCase, DiagnoseScreen
from engine import notation
from engine.diagnose import Case, Program, read_answer
from engine.rules import Rules, rules_called


def question(screen: DiagnoseScreen) -> tuple[Case, ...]:
    """Return the cases in which the program gave an answer. Raises `NotationError` for what is none."""
    return tuple(case_of(case) for case in screen.cases if case.got)


def case_of(case: AskedCase) -> Case:
    """Return one case, its answers read."""
    return Case(
        case.deal,
        got=read_answer(case.got),
        expected=read_answer(case.expected) if case.expected else None,
        format=case.format,
    )


def named_judge(screen: DiagnoseScreen) -> Rules | None:
    """Return the rules that are meant, None where they are to be found."""
    return rules_called(screen.judge) if screen.judge else None


def check_question(screen: DiagnoseScreen) -> None:
    """Raise `ValueError` for a screen whose question cannot be asked."""
    question(screen)
    unknown = next((case.format for case in screen.cases if case.format not in ("", *notation.FORMATS)), None)
    if unknown is not None:
        raise ValueError(f"format {unknown[:30]!r} is none of {', '.join(notation.FORMATS)}")
    if screen.judge:
        settled_rules(screen.judge)
    if screen.program:
        Program.parse(screen.program)


def judge_meant(screen: DiagnoseScreen, case: AskedCase | None) -> Rules:
    """Return the rules that are meant where the answers do not say: those of the deal's own judge."""
    given = named_judge(screen)
    if given is not None:
        return given
    return rules_called((notation.judge_of(case.format) if case else "") or "code-golf")
