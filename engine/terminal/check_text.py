"""What `war check` found out, for reading and as plain data for other programs."""

import shlex
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any, Final

from engine.cards import SUITS, Deal
from engine.check import INPUTS, Check, Failure, Grade, Plan
from engine.diagnose import Diagnosis, Program, plain, read_answer
from engine.diagnose.misreading import SUITED
from engine.diagnose.parting import rounds
from engine.game import play
from engine.notation import WRITABLE, NotationError
from engine.notation.links import HOME, AnsweredDeal, game_link, question_link
from engine.terminal.diagnose_text import SHOWN, TELL_NOTHING, diagnosis_data
from engine.words.sentences import count

_KINDS: Final = {
    Grade.WRONG: "Wrong.",
    Grade.FORM: "Right outcome, wrong form: not as the judge writes it.",
    Grade.CRASHED: "Your program crashed.",
    Grade.SILENT: "Your program said nothing.",
    Grade.TIMED_OUT: "Your program gave no answer in time.",
}

STOPPED: Final = "Stopped before the search for a smaller deal and for the mistake was over."

MOST_SHOWN: Final = 1_000
"""Characters of an input or an answer that are shown for people."""


def check_text(plan: Plan, result: Check, diagnosis: Diagnosis | None, home: str = HOME) -> str:
    """Return a check for reading: the verdict first, the smallest deal, and what explains it.

    home: where the dashboard is, in which the links open.
    """
    out = (
        f"; {count(result.left_out, 'deal')} left out that the judge would not ask" if result.left_out else ""
    )
    apart = "; one process each, as it did not answer many at once" if result.one_by_one else ""
    runs = f"{count(result.runs, 'deal')} run{apart}{out}"
    smallest = result.smallest
    if smallest is None:
        return f"{_stopped(result)}: {runs}." if result.stopped else f"Right: {runs}."
    lines = [f"{_KINDS[smallest.verdict.kind]} The smallest deal found:", f"  {smallest.deal.text}"]
    lines += _indented("given", INPUTS[plan.input].write(smallest.deal))
    lines += _indented("expected", smallest.expected)
    lines += _indented("got", smallest.verdict.got or "nothing")
    if smallest.verdict.said:
        lines += _indented("it said", smallest.verdict.said)
    if result.carried:
        lines.append("Alone it is answered rightly: something is kept from the deals before it.")
    lines += _explained(diagnosis) if diagnosis else []
    more = f", {result.telling:,} to find the mistake" if result.telling else ""
    lines.append(f"{runs}, {result.shrinking:,} more to find a smaller one{more}.")
    lines += [STOPPED] if result.stopped else []
    lines += [f"  {line}" for line in command_lines(plan, smallest, diagnosis)]
    lines += [f"{words}: {link}" for words, link in _links(plan, smallest, diagnosis, home).items() if link]
    return "\n".join(lines)


def _stopped(result: Check) -> str:
    """Say what is known of a program whose check was stopped before it was wrong: nothing of no answer."""
    return "Stopped. Every answer so far is right" if result.runs else "Stopped. There was no answer yet"


def _links(plan: Plan, smallest: Failure, diagnosis: Diagnosis | None, home: str) -> dict[str, str]:
    """Return the links that open the deal, at the round to look at, and the question; no long ones."""
    turned = diagnosis.explanations[0].partings[0].round if diagnosis and diagnosis.explanations else None
    last = play(smallest.deal, plan.rules).rounds
    game = game_link(smallest.deal, plan.name, round=max(1, min(turned or 1, last)), home=home)
    return {
        "The deal": game,
        "The question": question_link(
            _told(plan, smallest, diagnosis), plan.name, home=home, suits=_sees_suits(diagnosis)
        ),
    }


def _sees_suits(diagnosis: Diagnosis | None) -> bool:
    """Say whether suits matter to the likeliest explanation."""
    return bool(diagnosis and diagnosis.explanations and SUITED in diagnosis.explanations[0].program.mistakes)


def _told(plan: Plan, smallest: Failure, diagnosis: Diagnosis | None) -> list[AnsweredDeal]:
    """Return what Diagnose may be asked: what was diagnosed, or else a wrong answer that it can read."""
    format = plan.input if plan.input in WRITABLE else ""
    if diagnosis:
        return [
            AnsweredDeal(case.deal, case.expected.text if case.expected else "", case.got.text, format)
            for case in diagnosis.cases
        ]
    wrong = smallest.verdict.kind is Grade.WRONG and _readable(smallest.verdict.got)
    return [AnsweredDeal(smallest.deal, smallest.expected, smallest.verdict.got, format)] if wrong else []


def _explained(diagnosis: Diagnosis) -> list[str]:
    """Say which mistakes give all the answers, the likeliest first, and where its game leaves the judge's."""
    lines = []
    if diagnosis.constant:
        lines.append(f"It always says {' / '.join(diagnosis.cases[0].got.text.splitlines())}.")
    if not diagnosis.explanations:
        return [*lines, "No rule set we know gives its answers, with or without a usual mistake."]
    first, *others = diagnosis.explanations
    if diagnosis.lucky:
        lines.append(TELL_NOTHING)
    number = count(len(diagnosis.cases), "answer")
    lines.append(f"What gives its {number}: {plain(diagnosis.sentence_of(first))}")
    lines.append(f"  {first.partings[0].all_words}")
    turned = first.partings[0].round
    if turned:
        lines += _round_lines(diagnosis.cases[0].deal, turned, Program(first.judge), first.program)
    lines += [f"  or: {plain(diagnosis.sentence_of(other))}" for other in others[: SHOWN - 1]]
    if len(others) >= SHOWN:
        lines.append(f"  or one of {len(others) - SHOWN + 1:,} more, further from the rules or rarer")
    return lines


def _round_lines(deal: Deal, number: int, right: Program, wrong: Program) -> list[str]:
    """Say which cards both games turn in the round in which they part."""
    lines = []
    for who, program in (("by the rules", right), ("your program", wrong)):
        this = next(islice(rounds(program, deal), number - 1, None), None)
        text = partial(_card_text, deal, SUITED in program.mistakes)
        cards = [" ".join(map(text, side)) for side in (this.cards_1, this.cards_2)] if this else []
        lines.append(f"  round {number:,} {who}: {' against '.join(cards) or 'the game is over'}")
    return lines


def _card_text(deal: Deal, suited: bool, worth: int) -> str:
    """Write a card as a program sees it: `Jc` where it sees suits, which makes other worths of the ranks."""
    rank, suit = divmod(worth, len(SUITS))
    return deal.rank_text(rank) + SUITS[suit] if suited else deal.rank_text(worth)


def command_lines(plan: Plan, failure: Failure, diagnosis: Diagnosis | None) -> list[str]:
    """Return the commands that play the deal, and that ask what such an answer means."""
    rules, deal = shlex.quote(plan.name), shlex.quote(failure.deal.text)
    lines = [f"war play --rules {rules} --deal {deal}"]
    for case in _told(plan, failure, diagnosis)[:1]:
        expected, got = shlex.quote(case.expected), shlex.quote(case.got)
        asks = f"war diagnose --judge {rules} --expected {expected} --got {got}"
        lines.append(f"{_says(plan, case.deal, diagnosis)} | {asks}")
    return lines


def _says(plan: Plan, deal: Deal, diagnosis: Diagnosis | None) -> str:
    """Return the command that says a deal: as the judge gives it where its suits matter, else in short."""
    if not (_sees_suits(diagnosis) and plan.input in WRITABLE):
        return f"echo {shlex.quote(deal.text)}"
    return shlex.join(["printf", "%s\\n", *INPUTS[plan.input].write(deal).splitlines()])


def _readable(got: str) -> bool:
    """Say whether an answer is one that can be diagnosed."""
    with suppress(NotationError):
        return got.replace("\n", "").isprintable() and bool(read_answer(got).readings)
    return False


def _indented(name: str, text: str) -> list[str]:
    """Return a text under its name, its length said where it is too long to be shown whole."""
    whole = "".join(sign if sign.isprintable() or sign == "\n" else repr(sign)[1:-1] for sign in text)
    lines = whole[:MOST_SHOWN].splitlines() or [""]
    if len(whole) > MOST_SHOWN:
        lines.append(f"... {count(len(whole) - MOST_SHOWN, 'character')} more; --json has all")
    return (
        [f"  {name}: {lines[0]}"] if len(lines) == 1 else [f"  {name}:", *(f"    {line}" for line in lines)]
    )


def check_data(plan: Plan, result: Check, diagnosis: Diagnosis | None, home: str = HOME) -> dict[str, Any]:
    """Return a check as JSON-ready data."""
    links = [*_links(plan, result.smallest, diagnosis, home).values()] if result.smallest else ["", ""]
    return {
        "rules": plan.name,
        "judge": plan.judge,
        "input": plan.input,
        "right": result.right and not result.stopped,
        "runs": result.runs,
        "left_out": result.left_out,
        "shrinking": result.shrinking,
        "first": result.first and _failure_data(plan, result.first),
        "smallest": result.smallest and _failure_data(plan, result.smallest),
        "one_by_one": result.one_by_one,
        "carried": result.carried,
        "telling": result.telling,
        "diagnosis": diagnosis and diagnosis_data(diagnosis),
        "commands": command_lines(plan, result.smallest, diagnosis) if result.smallest else [],
        "stopped": result.stopped,
        "links": dict(zip(("game", "diagnose"), (link or None for link in links), strict=True)),
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
