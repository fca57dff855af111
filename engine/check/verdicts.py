"""What is to be said of a program's answer to one deal."""

import signal
from dataclasses import dataclass

from engine.check.running import Ran
from engine.diagnose.grades import Grade, graded


@dataclass(frozen=True, slots=True)
class Judged:
    """How a program did on one deal, what it printed, and its last words where it crashed."""

    kind: Grade
    got: str
    said: str = ""


def verdict_of(run: Ran, expected: str, judge: str) -> Judged:
    """Compare what a program printed with what the judge expects."""
    got = run.output.strip()
    if run.code is None:
        return Judged(Grade.TIMED_OUT, got, run.said)
    if run.code:
        return Judged(Grade.CRASHED, got, run.said or _ending(run.code))
    if not got:
        return Judged(Grade.SILENT, got, run.said)
    return Judged(graded(got, expected, judge), got)


def _ending(code: int) -> str:
    if code > 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
