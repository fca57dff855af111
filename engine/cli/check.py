"""`war check` and `war cases`."""

import argparse
import os
import shlex
import signal
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

from engine import PRESETS, Deal, diagnose, play
from engine.check import INPUTS, Check, Command, CommandError, Failure, Grade, Plan, Watch, ask, check
from engine.cli.diagnose import SHOWN, diagnosis_data
from engine.cli.games import planned
from engine.cli.output import Progress, fields, show
from engine.diagnose import SHUFFLED, Case, Diagnosis, Program, Suite, suite_files, suites_of
from engine.folders import files_zip, write_whole
from engine.formats import HOME, WRITABLE, AnsweredDeal, NotationError, game_link, question_link
from engine.numbers import count
from engine.wording import plain

# What `war check` found out, for reading and as plain data for other programs.

_KINDS: Final = {
    Grade.WRONG: "Wrong.",
    Grade.FORM: "Right outcome, wrong format: the judge expects a different format.",
    Grade.PROMPT: "Right outcome, but a prompt before it: the judge expects the answer alone.",
    Grade.EXTRA: "Right outcome, but other lines around it: the judge expects the answer alone.",
    Grade.EXIT: "Right answer, but an exit code other than 0: judges count that as a crash.",
    Grade.UNSTEADY: "Two different answers to the same deal: something other than the deal decides.",
    Grade.CRASHED: "Your program crashed.",
    Grade.SILENT: "Your program printed nothing.",
    Grade.TIMED_OUT: "Your program gave no answer in time.",
}

TIMEOUT: Final = "timeout"
"""How a program's answer is written that did not come in time."""

STOPPED: Final = "Stopped before the search for a smaller deal and for the mistake was over."

LINKS: Final = {"game": "The deal", "diagnose": "The question"}

MOST_SHOWN: Final = 1_000  # characters of an input or an answer that are shown for people


def check_text(plan: Plan, result: Check, diagnosis: Diagnosis | None, home: str = HOME) -> str:
    """Return a check for reading: the verdict first, the smallest deal, and what explains it.

    home: where the dashboard is, in which the links open.
    """
    runs = f"{count(result.runs, 'deal')} run"
    if result.one_by_one:
        runs += ", one process each, because the program answers only one deal per run"
    if result.left_out:
        runs += f"; {count(result.left_out, 'deal')} left out, which the judge would not ask"
    smallest = result.smallest
    if smallest is None:
        so_far = "Every answer so far is right" if result.runs else "There was no answer yet"
        return f"Stopped. {so_far}: {runs}." if result.stopped else f"Every answer is right: {runs}."
    verdict = _KINDS[smallest.verdict.kind]
    if smallest.verdict.line:
        verdict = f"Your program crashed on line {smallest.verdict.line:,}."
    lines = [f"{verdict} The smallest deal that shows it:", f"  {smallest.deal.text}"]
    lines += _indented("given", INPUTS[plan.input].write(smallest.deal))
    lines += _indented("expected", smallest.expected)
    lines += _indented("got", smallest.verdict.got or "nothing")
    if smallest.verdict.said:
        lines += _indented("it said", smallest.verdict.said)
    if result.carried:
        lines.append(
            "Run alone, this deal gets the right answer: your program keeps data from earlier deals."
        )
    lines += _explained(diagnosis) if diagnosis else []
    hung = sum(trial.verdict.kind is Grade.TIMED_OUT for trial in result.answered)
    if hung and smallest.verdict.kind is Grade.WRONG:
        lines.append(f"Your program gave no answer in time to {count(hung, 'deal')}.")
    more = f", {result.telling:,} to find the mistake" if result.telling else ""
    lines.append(f"{runs}, {result.shrinking:,} more to find a smaller deal{more}.")
    lines += [STOPPED] if result.stopped else []
    lines += [PRESETS[plan.name].remark] if plan.name in PRESETS and PRESETS[plan.name].remark else []
    lines += [f"  {line}" for line in command_lines(plan, smallest, diagnosis)]
    lines += [
        f"{LINKS[name]}: {link}" for name, link in _links(plan, smallest, diagnosis, home).items() if link
    ]
    return "\n".join(lines)


def _links(plan: Plan, smallest: Failure, diagnosis: Diagnosis | None, home: str) -> dict[str, str]:
    """Return the links that open the deal, at the round to look at, and the question; no long ones."""
    explanations = diagnosis.explanations if diagnosis else ()
    turned = explanations[0].first_differences[0].round if explanations else None
    last = play(smallest.deal, plan.rules).rounds
    answered, suits = _diagnosable(plan, smallest, diagnosis), _sees_suits(diagnosis)
    return {
        "game": game_link(smallest.deal, plan.name, round=max(1, min(turned or 1, last)), home=home),
        "diagnose": question_link(answered, plan.name, home=home, suits=suits),
    }


def _sees_suits(diagnosis: Diagnosis | None) -> bool:
    """Return whether suits matter to the likeliest explanation."""
    explanations = diagnosis.explanations if diagnosis else ()
    return bool(explanations) and explanations[0].program.sees_suits


def _diagnosable(plan: Plan, smallest: Failure, diagnosis: Diagnosis | None) -> list[AnsweredDeal]:
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
    """List the mistakes that give all the answers, likeliest first, and the first difference."""
    lines = []
    if diagnosis.constant and all(case.got.text == TIMEOUT for case in diagnosis.cases):
        return ["Your program answers none of the deals in time."]
    if diagnosis.constant:
        lines.append(f"Your program always prints {' / '.join(diagnosis.cases[0].got.text.splitlines())}.")
    if not diagnosis.explanations:
        return lines or ["No known rule set, with or without a known mistake, gives these answers."]
    first, *others = diagnosis.explanations
    if diagnosis.is_guess(first):
        fits = count(len(others) + 1, "known explanation fits", "known explanations fit")
        chance = "" if others else ", which may be chance"
        lines.append(f"These answers are not enough to be sure of the cause: {fits}{chance}.")
    number = count(len(diagnosis.cases), "answer")
    lines.append(f"The likeliest cause of its {number}: {plain(diagnosis.sentence_of(first))}")
    lines.append(f"  {first.first_differences[0].all_words}")
    turned = first.first_differences[0].round
    if turned:
        lines += _round_lines(diagnosis.cases[0].deal, turned, Program(first.judge_rules), first.program)
    lines += [f"  or: {plain(diagnosis.sentence_of(other))}" for other in others[: SHOWN - 1]]
    if len(others) >= SHOWN:
        lines.append(f"  or one of {len(others) - SHOWN + 1:,} more, further from the rules or rarer")
    return lines


def _round_lines(deal: Deal, number: int, right: Program, wrong: Program) -> list[str]:
    """List the cards that both games turn in the first round that differs."""
    lines = []
    for who, program in (("by the rules", right), ("your program", wrong)):
        this = next(islice(diagnose.rounds(program, deal, worths=True), number - 1, None), None)
        text = partial(program.card_text, deal)
        cards = [" ".join(map(text, side)) for side in (this.cards_1, this.cards_2)] if this else []
        lines.append(f"  round {number:,} {who}: {' against '.join(cards) or 'the game is over'}")
    return lines


def command_lines(plan: Plan, failure: Failure, diagnosis: Diagnosis | None) -> list[str]:
    """Return the commands that play the deal, and that ask what such an answer means."""
    lines = [shlex.join(["war", "play", "--rules", plan.name, "--deal", failure.deal.text])]
    for case in _diagnosable(plan, failure, diagnosis)[:1]:
        deal = ["echo", case.deal.text]
        if _sees_suits(diagnosis) and plan.input in WRITABLE:  # as the judge gives it, with its suits
            deal = ["printf", "%s\\n", *INPUTS[plan.input].write(case.deal).splitlines()]
        asks = ["war", "diagnose", "--judge", plan.name, "--expected", case.expected, "--got", case.got]
        lines.append(f"{shlex.join(deal)} | {shlex.join(asks)}")
    return lines


def _readable(got: str) -> bool:
    """Return whether an answer can be diagnosed."""
    with suppress(NotationError):
        return got.replace("\n", "").isprintable() and bool(diagnose.read_answer(got).readings)
    return False


def _indented(name: str, text: str) -> list[str]:
    """Return a text under its name, its length said where it is too long to be shown whole."""
    whole = "".join(sign if sign.isprintable() or sign == "\n" else repr(sign)[1:-1] for sign in text)
    lines = whole[:MOST_SHOWN].splitlines() or [""]
    if len(whole) > MOST_SHOWN:
        lines.append(f"... {count(len(whole) - MOST_SHOWN, 'character')} more; --json has all")
    if len(lines) == 1:
        return [f"  {name}: {lines[0]}"]
    return [f"  {name}:", *(f"    {line}" for line in lines)]


def check_data(plan: Plan, result: Check, diagnosis: Diagnosis | None, home: str = HOME) -> dict[str, Any]:
    """Return a check as JSON-ready data."""
    links = _links(plan, result.smallest, diagnosis, home) if result.smallest else {}
    return {
        "rules": plan.name,
        **fields(plan, "judge", "input"),
        "right": result.right and not result.stopped,
        **fields(result, "runs", "left_out", "shrinking"),
        "first": result.first and _failure_data(plan, result.first),
        "smallest": result.smallest and _failure_data(plan, result.smallest),
        **fields(result, "one_by_one", "carried", "telling"),
        "diagnosis": diagnosis and diagnosis_data(diagnosis),
        "commands": command_lines(plan, result.smallest, diagnosis) if result.smallest else [],
        "stopped": result.stopped,
        "links": {name: links.get(name) or None for name in LINKS},
    }


def _failure_data(plan: Plan, failure: Failure) -> dict[str, Any]:
    return {
        "verdict": failure.verdict.kind.value,
        "deal": failure.deal.text,
        "cards": failure.deal.size,
        "given": INPUTS[plan.input].write(failure.deal),
        "expected": failure.expected,
        **fields(failure.verdict, "got", "said"),
    }


# Which mistake is behind a failed check: asked of the diagnosis, and on of the program itself.

MOST_CASES: Final = 14  # deals of the check that the diagnosis begins with


def diagnosed(plan: Plan, command: Command, result: Check, watch: Watch) -> Diagnosis | None:
    """Find the mistake behind a wrong answer or none in time; None for any other verdict, or a right one.

    Raises `CommandError` where the program can no longer be started.
    """
    smallest = result.smallest
    if smallest is None or result.carried or smallest.verdict.kind not in (Grade.WRONG, Grade.TIMED_OUT):
        return None

    answered = {trial.deal: trial for trial in result.answered}

    def asked(deal: Deal) -> Case | None:
        if deal not in answered:
            expected = plan.expected(deal)
            if expected is None:
                return None
            result.telling += 1
            watch(result)
            answered[deal] = ask(plan, command, deal, expected)
        return case_of(answered[deal])

    if smallest.verdict.kind is Grade.WRONG:
        for deal in (*plan.distinguishing(), *plan.catching()):
            asked(deal)
        result.answered = [*answered.values()]
    cases = [*islice(_cases(plan, result), MOST_CASES)]
    if not cases or cases[0].deal != smallest.deal:
        return None  # what it says of the smallest deal is nothing to diagnose
    with suppress(ValueError):  # a deal that is too large to be diagnosed
        diagnosis = diagnose.settle(cases, asked, rules=plan.rules)
        in_time = [*filter(_if_in_time, cases)]
        if diagnosis.explanations or not 0 < len(in_time) < len(cases):
            return diagnosis
        # It may hang by another mistake than the one that its wrong answers come from.
        return diagnose.settle(in_time, lambda deal: _if_in_time(asked(deal)), rules=plan.rules)
    return None


def _if_in_time(case: Case | None) -> Case | None:
    return case if case and case.got.text != TIMEOUT else None


def _cases(plan: Plan, result: Check) -> Iterator[Case]:
    """Yield what the diagnosis begins with: the smallest failure, the first, what tells most, then others."""
    assert result.first is not None
    assert result.smallest is not None
    known = {*plan.distinguishing(), *plan.catching()}
    deciding = [trial for trial in result.answered if trial.deal in known]
    others = sorted(result.answered, key=lambda trial: (trial.verdict.kind is Grade.RIGHT, trial.deal.size))
    asked = set()
    for trial in chain((result.smallest, result.first), deciding, others):
        case = None if trial.deal in asked else case_of(trial)
        if case is not None:
            asked.add(trial.deal)
            yield case


def case_of(trial: Failure) -> Case | None:
    """Return an answer as the diagnosis reads it, None where there is nothing to read."""
    right = (Grade.FORM, Grade.PROMPT, Grade.EXTRA, Grade.EXIT)
    got = {Grade.TIMED_OUT: TIMEOUT, **dict.fromkeys(right, trial.expected)}
    got |= dict.fromkeys((Grade.CRASHED, Grade.SILENT, Grade.UNSTEADY), "")
    with suppress(NotationError):
        return Case(
            trial.deal,
            got=diagnose.read_answer(got.get(trial.verdict.kind, trial.verdict.answer or trial.verdict.got)),
            expected=diagnose.read_answer(trial.expected),
        )
    return None


# `war check`: a person's own program run deal by deal, its smallest failure and the rule behind it.

WRONG: Final = 1
NOT_RUN: Final = 3
"""Exit codes of a program that fails a deal, and of one that could not be run."""
_KILLED_BY: Final = 128  # exit code after an interrupt, beside the signal's number
_ENDING: Final = ("SIGINT", "SIGTERM", "SIGHUP")


def check_command(options: argparse.Namespace) -> int:
    """Do `war check`. Raises `ValueError` in one sentence for what cannot be checked."""
    if options.many and options.arguments:
        raise ValueError("--many gives deals on standard input: leave out --arguments")
    plan = planned(options, games=options.games)
    command = Command(tuple(options.program), options.time, options.memory, as_arguments=options.arguments)
    progress, start = Progress(), time.monotonic()

    def watch(so_far: Check) -> None:
        progress.say(lambda: progress_line(so_far, time.monotonic() - start))

    diagnosis = None
    try:
        with progress, _stopping(command) as signals:
            result = check(plan, command, jobs=options.jobs, many=options.many, watch=watch)
            try:
                diagnosis = None if result.stopped else diagnosed(plan, command, result, watch)
            except KeyboardInterrupt:
                result.stopped = True
    except CommandError as error:
        print(f"war check: {error}", file=sys.stderr)
        return NOT_RUN
    given = plan, result, diagnosis, options.dashboard
    show(options, check_data(*given), check_text(*given))
    if result.stopped:
        return _KILLED_BY + (*signals, signal.SIGINT)[0]
    return 0 if result.right else WRONG


@contextmanager
def _stopping(command: Command) -> Iterator[list[int]]:
    """Stop the program under test on Ctrl+C or when this process is told to end; yield the signals taken.

    What was found so far is then printed. A signal that is ignored from the start stays so.
    """
    taken: list[int] = []

    def take(number: int, _: object) -> None:
        taken.append(number)
        command.stop()

    before = {}
    if threading.current_thread() is threading.main_thread():
        numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
        numbers = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
        before = {number: signal.signal(number, take) for number in numbers}
    try:
        yield taken
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def progress_line(so_far: Check, seconds: float) -> str:
    """Return the number of deals run and the current step."""
    doing = f"; {so_far.shrinking:,} to find a smaller deal" if so_far.shrinking else ""
    doing += f", {so_far.telling:,} to find the mistake" if so_far.telling else ""
    return f"deal {so_far.runs:,}, {seconds:.0f} s{doing}"


# `war cases`: the fewest deals found that catch every mistake we know for a judge, as pairs of files.


def cases_command(options: argparse.Namespace) -> int:
    """Do `war cases`. Raises `ValueError` in one sentence for what cannot be written."""
    plan = planned(options, games=SHUFFLED)
    folder = Path(options.out)
    published, smallest = suites_of(plan)
    files: Mapping[str, str | bytes] = suite_files(smallest)
    if folder.suffix.lower() == ".zip":
        files, folder = {folder.name: files_zip(files)}, folder.parent
    there = sorted(name for name in files if os.path.lexists(folder / name))
    if there:
        raise ValueError(f"{str(folder / there[0])!r} is there already: choose another place with --out")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            write_whole(folder / name, text)
    except OSError as error:
        raise ValueError(f"cannot write to {options.out[:80]!r}: {error.strerror}") from None
    show(options, cases_data(published, smallest), cases_text(published, smallest))
    return 0


def cases_text(published: Suite, smallest: Suite) -> str:
    """List the files written, and compare them with what the source publishes."""
    known = len(smallest.caught)
    lines = [
        f"{count(len(smallest.deals), 'deal')} for {smallest.plan.name}: "
        f"they catch {smallest.catches:,} of {known:,} mistakes"
    ]
    for number, deal in enumerate(smallest.deals, 1):
        catches = smallest.catches_at(number - 1)
        lines.append(f"  {number}.in, {number}.out: {count(deal.size, 'card')}, catches {catches:,}")
    if smallest.uncaught:
        more = count(len(smallest.uncaught), "more mistake")
        lines.append(f"No deal tried shows {more}: see about/not-caught.txt.")
    if published.deals:
        blind = f", and none about {', '.join(published.blind)}" if published.blind else ""
        caught = f"they catch {published.catches:,} of {known:,}{blind}"
        lines.append(f"Its source publishes {count(len(published.deals), 'deal')}: {caught}.")
    return "\n".join(lines)


def cases_data(published: Suite, smallest: Suite) -> dict[str, Any]:
    """Return both suites as JSON-ready data."""
    plan = smallest.plan
    return {
        "rules": plan.name,
        **fields(plan, "judge", "input"),
        "mistakes": len(smallest.caught),
        "not_caught": smallest.uncaught,
        "deals": [
            {"deal": deal.text, "expected": plan.expected(deal), "catches": smallest.catches_at(place)}
            for place, deal in enumerate(smallest.deals)
        ],
        "published": {"deals": len(published.deals), "catches": published.catches, "blind": published.blind},
    }
