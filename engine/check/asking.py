"""A program asked about deals: one process a deal, or many deals to one process."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.cards import Deal
from engine.check.running import Command, Ran
from engine.check.verdicts import Judged, verdict_of
from engine.diagnose.grades import Grade
from engine.game.plan import Plan
from engine.notation.inputs import INPUTS

Asked = tuple[Deal, str]
"""A deal, and what the judge expects."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A deal that was run, what was expected and what came of it."""

    deal: Deal
    expected: str
    verdict: Judged


def ask(plan: Plan, command: Command, deal: Deal, expected: str) -> Failure:
    """Run a program on one deal."""
    deal = INPUTS[plan.input].given(deal)
    run = command.run(INPUTS[plan.input].write(deal))
    return Failure(deal, expected, verdict_of(run, expected, plan.judge))


def ask_again(plan: Plan, command: Command, trial: Failure) -> Failure:
    """Give a program another chance, alone, where only time was short."""
    late = trial.verdict.kind is Grade.TIMED_OUT
    return ask(plan, command, trial.deal, trial.expected) if late else trial


def ask_many(plan: Plan, command: Command, asked: Sequence[Asked]) -> list[Failure] | None:
    """Run a program on deals one after the other in its input; None where it does not answer each of them."""
    form = INPUTS[plan.input]
    asked = [(form.given(deal), expected) for deal, expected in asked]
    text = "\n".join(form.write(deal) for deal, _ in asked)
    run = replace(command, seconds=command.seconds * len(asked)).run(text)
    lines = [line for line in run.output.splitlines() if line.strip()]
    heights = [len(expected.splitlines()) for _, expected in asked]
    if run.code or run.code is None or len(lines) != sum(heights):
        return None
    trials = []
    for (deal, expected), height in zip(asked, heights, strict=True):
        answer, lines = "\n".join(lines[:height]), lines[height:]
        trials.append(Failure(deal, expected, verdict_of(Ran(answer, "", 0), expected, plan.judge)))
    return trials
