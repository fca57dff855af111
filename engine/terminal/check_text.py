"""What `war check` found out, for reading and as plain data for other programs."""

import shlex
from typing import Any

from engine.check import INPUTS, Check, Failure, Kind, Plan
from engine.words.sentences import count

_KINDS = {
    Kind.WRONG: "Wrong.",
    Kind.FORM: "The right outcome, but not in the judge's form.",
    Kind.CRASHED: "Your program crashed.",
    Kind.SILENT: "Your program said nothing.",
    Kind.TIMED_OUT: "Your program gave no answer in time.",
}


def check_text(plan: Plan, result: Check) -> str:
    """Return a check for reading: the verdict first, then the smallest deal."""
    out = (
        f"; {count(result.left_out, 'deal')} left out that the judge would not ask" if result.left_out else ""
    )
    runs = f"{count(result.runs, 'deal')} run{out}"
    smallest = result.smallest
    if smallest is None:
        return f"Right: {runs}."
    lines = [f"{_KINDS[smallest.verdict.kind]} The smallest deal found:", f"  {smallest.deal.text}"]
    lines += _indented("given", INPUTS[plan.input].write(smallest.deal))
    lines += _indented("expected", smallest.expected)
    lines += _indented("got", smallest.verdict.got or "nothing")
    if smallest.verdict.said:
        lines.append(f"  it said: {smallest.verdict.said}")
    lines.append(f"{runs}, {result.shrinking:,} more to find a smaller one.")
    lines += [f"  {line}" for line in command_lines(plan, smallest)]
    return "\n".join(lines)


def command_lines(plan: Plan, failure: Failure) -> list[str]:
    """Return the commands that play the deal, and that ask what such an answer means."""
    rules, deal = shlex.quote(plan.name), shlex.quote(failure.deal.text)
    lines = [f"war play --rules {rules} --deal {deal}"]
    if failure.verdict.kind is Kind.WRONG:
        expected, got = shlex.quote(failure.expected), shlex.quote(failure.verdict.got)
        lines.append(f"echo {deal} | war diagnose --judge {rules} --expected {expected} --got {got}")
    return lines


def _indented(name: str, text: str) -> list[str]:
    lines = text.splitlines()
    return (
        [f"  {name}: {lines[0]}"] if len(lines) == 1 else [f"  {name}:", *(f"    {line}" for line in lines)]
    )


def check_data(plan: Plan, result: Check) -> dict[str, Any]:
    """Return a check as JSON-ready data."""
    return {
        "rules": plan.name,
        "judge": plan.judge,
        "input": plan.input,
        "right": result.right,
        "runs": result.runs,
        "left_out": result.left_out,
        "shrinking": result.shrinking,
        "first": result.first and _failure_data(plan, result.first),
        "smallest": result.smallest and _failure_data(plan, result.smallest),
        "commands": command_lines(plan, result.smallest) if result.smallest else [],
    }


def _failure_data(plan: Plan, failure: Failure) -> dict[str, Any]:
    return {
        "verdict": failure.verdict.kind.value,
        "deal": failure.deal.text,
        "cards": failure.deal.size,
        "given": INPUTS[plan.input].write(failure.deal),
        "expected": failure.expected,
        "got": failure.verdict.got,
        "said": failure.verdict.said,
    }
