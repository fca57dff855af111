"""The Diagnose page: what a program with a wrong answer does wrong."""

import hashlib
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Final

import numpy as np
import streamlit as st

from dashboard.cache import answers, ask_again, games, Key, Unanswered, Waiting
from dashboard.charts import Panel
from dashboard.charts.game import decks
from dashboard.components import board, still, Width, width
from dashboard.examples import EXAMPLES
from dashboard.files import Card, diagnosis_report, of_diagnosis
from dashboard import ui
from dashboard.urls import AskedCase, case_of, DiagnoseScreen, judge_meant, named_judge, question
from dashboard.views.diagnose import inputs, words
from engine import Deal, diagnose
from engine.diagnose import Case, Diagnosis, Explanation, Program
from engine.formats import INPUT_OF, NotationError
from engine.numbers import count, number_words, plural
from engine.rules import PLAYABLE, PRESETS, Rules, rules_name
from engine.tables import slug
from engine.wording import Part, Sentence

# The section of the Diagnose page that follows a program's own log, round by round.

_EXAMPLE: Final = """round 1: 2298J5A7 | AK6TTK9335
round 2: 298J5A7 | K6TTK93352A"""


def section(case: AskedCase | None, judge: Rules) -> None:
    """Draw the box for the log, and what is found in it about the game of a case."""
    mine = inputs.draft()
    about = "Paste what your program prints each round: both decks, the two cards, or both deck sizes."
    ui.remark(about)
    inputs.box(
        "trace",
        "What my program printed, round by round",
        mine.trace,
        _EXAMPLE,
        height=130,
        label_visibility="collapsed",
    )
    too_long = st.session_state.pop("trace_too_long", None)
    if too_long:
        most = f"paste at most {inputs.LONGEST_LOG:,}, from the first round on"
        st.text(f"{too_long:,} characters are too many: {most}.")
    if mine.fault is not None:
        st.text(str(mine.fault))
    if case is not None and case.trace:
        if mine.fault is not None:
            ui.remark("The results below are still for the last log that could be read.")
        with ui.if_answered("trace"):
            _followed(case, judge)
    elif mine.trace and mine.fault is None:
        waits = "War Room reads the log as soon as it can read the boxes above."
        if not mine.deal.strip():
            waits = "Paste the deal too: the log starts from there."
        elif mine.one_deal is None and not mine.wrong:
            waits = "A log is for one deal: paste that deal alone."
        ui.remark(waits)


def _followed(case: AskedCase, judge: Rules) -> None:
    try:
        with st.spinner("Reading the log"):
            log = answers.traced(case.deal, judge, case.trace)
    except NotationError as error:
        st.text(str(error))
        return
    deal = case.deal
    where = f"; the first difference is on line {log.line:,}" if log.line else ""
    ui.heading(words.title(log), f"Read as {log.read_as}{where}.")
    _shorter(case, log)
    if log.round is None:
        return
    if case.got:  # else the verdict above says it
        st.markdown(words.explained(log))
    ui.table(words.trace_table(log, decimal=deal.decimal))
    number = max(log.round, 1)
    right = Program(judge)
    if log.program is None:
        side("The judge", "", deal, right, number, key="trace_judge")
    else:
        boards(deal, right, log.program, number, key="trace_")


def _shorter(case: AskedCase, log: diagnose.TraceDiff) -> None:
    """Offer the beginning of a log that no link carries, where that tells the same and is carried."""
    screen = ui.DIAGNOSE.current()
    if log.line is None or not ui.DIAGNOSE.refused(screen):
        return
    beginning = words.up_to(case.trace, log.line)
    shorter = tuple(replace(asked, trace=beginning) if asked == case else asked for asked in screen.cases)
    if not ui.DIAGNOSE.refused(screen.changed(cases=shorter)):
        st.button(
            f"Keep the log up to line {log.line:,}, which a link can carry",
            key="shorter_log",
            icon=":material/content_cut:",
            on_click=lambda: inputs.take(inputs.draft().typed({"trace": beginning})),
        )


# The Diagnose page: which rule a program got wrong, and where its game leaves the judge's.

Asked = tuple[tuple[Case, ...], Rules | None]
"""A question: the cases, and the rules of the judge that was named."""

_STOPPED: Final = "diagnose_stopped"
"""The question that the visitor stopped, while it is the one asked."""
_WAITED_FOR: Final = "diagnose_waited_for"
"""The question whose answer the visitor waits for."""


def page() -> None:
    """Draw the page for the address it was opened with."""
    ui.leave()
    if not ui.opens(ui.DIAGNOSE):
        return
    if st.session_state.get("diagnose"):  # the button was pressed
        st.session_state.pop(_STOPPED, None)
        ask_again()
    screen = ui.DIAGNOSE.current()
    asked = question(screen), named_judge(screen)
    stopped = bool(asked[0]) and _is_stopped(asked)
    before: Asked | None = st.session_state.get(_WAITED_FOR)
    if before is not None and before != asked:
        _cancel(before)
    diagnosis, trouble, waiting = _diagnosed(asked)
    lost = trouble if isinstance(trouble, Unanswered) else None
    st.session_state[_WAITED_FOR] = asked if waiting else None
    # Always there: what comes and goes above the boxes would make other boxes of them while one types.
    above = st.empty()
    with above.container():
        judge = diagnosis.judge.rules if diagnosis else _judge(screen, asked=bool(waiting or stopped or lost))
    above.empty()
    shown = chosen(screen, diagnosis) if diagnosis else None
    if diagnosis:
        _verdict(screen, diagnosis, shown)
    else:
        nothing = words.LOST if lost else _nothing_yet(screen, judge, waiting=waiting, stopped=stopped)
        ui.verdict_row(ui.DIAGNOSE, *nothing)
    inputs.boxes(diagnosis, waiting=waiting)
    if waiting:
        _watch(asked)
        return  # what else there is would be moved by the answer: it comes with it
    if lost is not None:
        ui.unanswered(lost, "diagnosis")
    elif trouble is not None:
        st.text(f"This cannot be diagnosed: {trouble}.")
    if diagnosis:
        draw_answer(screen, diagnosis, shown)
    _log_and_command(screen, judge, is_answered=diagnosis is not None)


def _finding(diagnosis: Diagnosis, shown: Explanation | None) -> tuple[str, str]:
    return words.finding(diagnosis, shown, answers.judged(diagnosis.cases[0].deal, diagnosis.judge.rules))


def _verdict(screen: DiagnoseScreen, diagnosis: Diagnosis, shown: Explanation | None) -> None:
    verdict, deal = _finding(diagnosis, shown), (screen.shown or screen.cases[0]).deal
    ui.verdict_row(ui.DIAGNOSE, *verdict, beside=partial(menu, deal, diagnosis, shown, verdict))


def _log_and_command(screen: DiagnoseScreen, judge: Rules, *, is_answered: bool) -> None:
    """Draw the log and the command line that tests the program, which folds once there is an answer."""
    with st.expander("Compare a log, round by round", expanded=bool(inputs.draft().trace)):
        section(screen.shown, judge)
    if is_answered:
        ui.folded("Test the program itself", "command", partial(command_line, judge))
    else:
        ui.heading("Test the program itself", "War Room finds the smallest deal your program gets wrong.")
        command_line(judge)


def _diagnosed(asked: Asked) -> tuple[Diagnosis | None, Exception | None, bool]:
    """Return the diagnosis or why there is none, and whether there is none yet; nothing of one stopped."""
    if not asked[0] or _is_stopped(asked):
        return None, None, False
    try:
        answer = answers.diagnosis(*asked, patience=answers.PATIENCE)
    except (ValueError, Unanswered) as error:
        return None, error, False
    return (None, None, True) if isinstance(answer, Waiting) else (answer, None, False)


def _watch(asked: Asked) -> None:
    """Draw how far the diagnosis is, poll it, and draw the page when it is there."""

    def refresh() -> None:
        ui.leave()  # a click meanwhile runs this section of the page alone
        waiting = None
        if not _is_stopped(asked):
            with suppress(ValueError, Unanswered):
                waiting = answers.diagnosis(*asked)
        if not isinstance(waiting, Waiting):
            st.rerun()
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button("Stop", icon=":material/stop:", key="diagnose_stop", on_click=stop)
            ui.remark(words.how_far(waiting))

    def stop() -> None:
        st.session_state[_STOPPED] = asked
        _cancel(asked)

    ui.poll(refresh, ui.OFTEN)


def _cancel(asked: Asked) -> None:
    """Have the workers leave off a question."""
    cases, judge = asked
    answers.TASKS.cancel(*answers.DIAGNOSE, cases, rules=judge)


def _is_stopped(asked: Asked) -> bool:
    return st.session_state.get(_STOPPED) == asked


def _judge(screen: DiagnoseScreen, *, asked: bool) -> Rules:
    """Return the judge's rules where the program gave no answer: they follow from what is expected."""
    case = screen.shown
    if not asked and not screen.judge and case is not None and case.expected:
        answered = case_of(replace(case, got=case.expected))
        with st.spinner("Looking for the judge’s rules"), suppress(ValueError, Unanswered):
            return answers.ask(diagnose.diagnose, (answered,), rules=None).judge.rules
    return judge_meant(screen, case)


def _nothing_yet(screen: DiagnoseScreen, judge: Rules, *, waiting: bool, stopped: bool) -> tuple[str, str]:
    """Return the title and the line under it where there is a log at most, and no answer."""
    if waiting or stopped:
        return words.LOOKING if waiting else words.STOPPED
    case = screen.shown
    if case is None or not case.trace:
        return words.ASK
    try:
        log = answers.traced(case.deal, judge, case.trace)
    except (NotationError, Unanswered):
        return words.ASK
    return f"{words.title(log)}.", words.explained(log) if log.round is not None else ""


def preview(screen: DiagnoseScreen) -> Card:
    """Return what is said of a link to a screen."""
    cases = question(screen)
    foot = f"{count(len(screen.cases), 'test case')}" if screen.cases else "In any language"
    meant = named_judge(screen)
    diagnosis = answers.TASKS.answered(*answers.DIAGNOSE, cases, rules=meant) if cases else None
    if diagnosis is None:
        case = screen.shown or EXAMPLES["golf"].screen.cases[0]
        # Of what was pasted as much as there is room for.
        pasted = {"The judge expects": case.expected, "The program says": case.got}
        lines = [f"{who}: {' '.join(text[:80].split())}" for who, text in pasted.items() if text.strip()]
        lines.insert(0, case.deal.text.replace("/", " / "))
        title, line = words.ASK
        return Card((Part(title),), line, foot, lines)
    title, _ = _finding(diagnosis, chosen(screen, diagnosis))
    judge = f"The judge’s rules: {ui.rules_title(diagnosis.judge.name)}."
    return Card((Part(ui.unmarked(title)),), judge, foot)


# The two games of a diagnosis beside each other, in the round in which they part.


def boards(deal: Deal, judge: Program, program: Program, number: int, *, key: str = "") -> None:
    """Draw both boards at a round, with what each side does, and the way to each game.

    `key` tells these boards from others of the page.
    """
    wants, does = words.sides(judge.rules, program)
    left, right = st.columns(2, gap="medium")
    with left:
        side("The judge", wants, deal, judge, number, key=f"{key}judge")
    with right:
        side("Your program", does, deal, program, number, key=f"{key}program")


def side(name: str, does: str, deal: Deal, program: Program, number: int, *, key: str) -> None:
    """Draw one board under its name and what it does, and the way to its game."""
    head = st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center")
    head.markdown(f":small[**{name}**{', ' if does else ''}{does}]", width="content")
    stops = diagnose.stops_at(program.of(diagnose.Kind.STOPPING), deal.size)
    if program.of(diagnose.Kind.PLAYING) or program.reorders or 0 < stops < number:
        this = next(islice(diagnose.rounds(program, deal), number - 1, None), None)
        if this is None:
            ui.remark(f"Its game is over after round {number - 1:,}.")
            return
        board(still(this, program.rules, named=not deal.decimal), key=f"{key}_board", beside=name)
        ui.remark("It plays by no rules that the Game page knows.")
        return
    game = key_of(deal, program)
    replay = games.payload_in_the_end(game, number, named=not deal.decimal)
    board(replay, key=f"{key}_board", goto=(number, number), beside=name)
    # Beside a long name there is no room for it on a small screen, and boards would begin at two heights.
    with head if width() is not Width.SMALL else st.container():
        ui.game_link(program.rules, game.deal, min(number, max(replay["last"], 1)))


def key_of(deal: Deal, program: Program) -> Key:
    """Return the game of a program that plays by rules."""
    read = program.reads(deal)
    return Key(read.deck_1, read.deck_2, read.suits_1, read.suits_2, program.rules, 0, 0)


def program_link(program: Program, deal: Deal, *, label: str, number: int = 1) -> None:
    """Draw the way to a program's game of a deal; nothing where it plays by no rules that Game knows."""
    if not (program.of(diagnose.Kind.PLAYING) or program.reorders):
        ui.game_link(program.rules, key_of(deal, program).deal, number, label=label)


# What leaves the Diagnose page as a file: the report, and the picture of both games.

MOST_ROUNDS: Final = 20_000  # rounds of either game that are drawn


def menu(deal: Deal, diagnosis: Diagnosis, shown: Explanation | None, verdict: tuple[str, str]) -> None:
    """Draw the Download menu of a diagnosis; `verdict`: the page's title and the line under it."""
    opened = ui.popover()
    if not opened.open:
        return
    with opened, ui.if_answered("saving"):
        with st.spinner("Following both games of every test"):
            program = shown.program if shown is not None and shown.differences else None
            deals, judge = tuple(case.deal for case in diagnosis.cases), Program(diagnosis.judge.rules)
            parted = answers.ask(diagnose.first_differences, deals, judge, program) if program else ()
            panels = {file_stem(diagnosis, one.file): one for one in both_games(deal, diagnosis, shown)}
        plain_verdict, link = [ui.unmarked(text) for text in verdict], ui.DIAGNOSE.whole_address()
        make = partial(diagnosis_report, diagnosis, plain_verdict, parted, panels, link)
        size = ", 5 MB" if panels else ""
        file = f"{file_stem(diagnosis, 'diagnosis')}.html"
        ui.in_menu(f"Offline report (HTML{size})", make, file, "report_file")


def both_games(deal: Deal, diagnosis: Diagnosis, shown: Explanation | None) -> list[Panel]:
    """Return the panel of both games of a deal; none where they do not part."""
    if shown is None or not shown.differences:
        return []
    judge = Program(diagnosis.judge.rules)
    part = answers.ask(diagnose.first_difference, deal, judge, shown.program).cards
    if part is None:
        return []
    both = (judge, shown.program)
    right, wrong = (np.array(answers.ask(diagnose.first_decks, one, deal, MOST_ROUNDS)) for one in both)
    return [decks.panel(decks.TwoGames(right, wrong, deal.size, part))]


def file_stem(diagnosis: Diagnosis, contents: str) -> str:
    """Return the name of a file of a diagnosis, without its ending; other cases, another name."""
    asked = repr([(case.deal, case.expected, case.got) for case in diagnosis.cases])
    digest = hashlib.sha256(f"{asked} {diagnosis.judge.rules.code}".encode()).hexdigest()[:10]
    return f"war-room-{contents}-{slug(diagnosis.judge.name)}-{digest}"


# The diagnosis under the boxes: the smallest deal that shows the cause, the next deal to run, and the rest.


def chosen(screen: DiagnoseScreen, diagnosis: Diagnosis) -> Explanation | None:
    """Return the explanation that is looked at: the one asked for, or the likeliest."""
    asked = (shown for shown in diagnosis.explanations if shown.program.code == screen.program)
    return next(asked, diagnosis.explanations[0] if diagnosis.explanations else None)


def draw_answer(screen: DiagnoseScreen, diagnosis: Diagnosis, shown: Explanation | None) -> None:
    """Draw everything under the boxes."""
    deal = (screen.shown or screen.cases[0]).deal
    if diagnosis.unsteady_words:
        return  # no program comes close to two answers
    if shown is None:
        if diagnosis.nearest:
            _nearest(deal, diagnosis)
        return
    if screen.program not in ("", shown.program.code):
        ui.remark("The link’s explanation is no longer among these. Here is the likeliest.")
    judge = Program(diagnosis.judge.rules)
    if shown.differences and not diagnosis.is_guess(shown):
        with ui.if_answered("evidence"):
            _smallest(judge, shown.program, diagnosis)
    if shown.differences:
        with ui.if_answered("explanations"):
            _next_and_own(screen, diagnosis, shown, deal)
    others = len(diagnosis.explanations) - 1
    if others:
        if screen.program:  # a link to one of them
            st.session_state.setdefault("explanations", True)
        label = f"{number_words(others).capitalize()} {plural(others, 'other explanation')}"
        ui.folded(label, "explanations", partial(_list, diagnosis, shown))
    if shown.differences:
        both = partial(_both_boards, deal, judge, shown.program)
        ui.folded("Both games, round by round", "both_boards", both)
        ui.folded("How sure is this?", "how_sure", partial(_how_sure, diagnosis))


def _how_sure(diagnosis: Diagnosis) -> None:
    st.markdown(
        f"War Room tried {diagnosis.rule_sets:,} rule sets, with and without known mistakes: "
        f"{count(diagnosis.programs, 'program')} in all. Almost certain: no other cause fits, and chance "
        "gives these answers less than 1 time in 100. Very likely: less than 1 time in 20. "
        "A second mistake may show only after you correct this one."
    )


def _nearest(deal: Deal, diagnosis: Diagnosis) -> None:
    ui.heading(
        "Closest programs", "Programs that differ from the judge in one rule or mistake, the closest first."
    )
    claim = diagnosis.cases[0].got.readings[0]
    ui.table(words.nearest_table(diagnosis.nearest, diagnosis.judge.rules, claim))
    with st.container(horizontal=True):
        for near in diagnosis.nearest:
            program_link(near.program, deal, label=words.does_what(diagnosis.judge.rules, near.program))


def _smallest(judge: Program, program: Program, diagnosis: Diagnosis) -> None:
    """Draw both games of the smallest deal that shows the difference, round by round.

    Of a judge that gives no two equal cards it is one of his own deals: any other may have a tie.
    """
    plan = diagnosis.plan
    own = tuple(sorted(plan.ordered() if plan and plan.deals.copies == 1 else (), key=lambda deal: deal.size))
    with st.spinner("Looking for the smallest deal that shows the mistake"):
        smallest = answers.difference(judge, program, unit=diagnosis.claim.unit, among=own)
    if smallest is None:
        ui.heading("No small deal shows it", "War Room tried thousands of small deals and larger ones.")
        return
    ui.heading(f"Smallest deal that shows the mistake: {ui.deal_code(smallest.deal)}", smallest.proof)
    differ = smallest.first_difference
    first = min(filter(None, (differ.decks, differ.cards)), default=0)
    for container, name, side_program, end in zip(
        st.columns(2, gap="medium"), words.SIDES, (judge, program), smallest.ends, strict=True
    ):
        with container, st.container(border=True):
            st.markdown(f"**{name}**: {ui.marked(end.words)}")
            ui.table(words.rounds_table(side_program, smallest.deal, first))
            program_link(side_program, smallest.deal, label="Watch this game")


def _next_and_own(screen: DiagnoseScreen, diagnosis: Diagnosis, shown: Explanation, deal: Deal) -> None:
    """Draw the deal to run next, if any, and both games of the person's own deal if the cause is no guess."""
    with st.spinner("Looking for a deal that decides"):
        following = answers.ask(diagnose.next_deal, diagnosis)
    if following is None:
        if len(diagnosis.explanations) > 1:
            ui.remark(words.never_distinguished(diagnosis))
        _own_test(deal, diagnosis, shown)
        return
    left, right = st.columns(2, gap="large")
    with left:
        st.header("Next: run your program on this deal", anchor=False)
        given = inputs.as_given(following.deal, diagnosis)
        if given.count("\n") > 3:  # a box of code with more lines than it shows cannot be reached by keys
            st.text_area("The whole deal, to be copied", given, inputs.FOUR_LINES, key=f"deal_to_run {given}")
        else:
            st.code(given, language=None)
        if not diagnosis.is_guess(shown):
            ui.table(words.meanings(following, diagnosis))
        inputs.answer_box(screen, diagnosis, following.deal)
    with right:
        if diagnosis.is_guess(shown):
            st.header("What each answer would mean", anchor=False)
            ui.table(words.meanings(following, diagnosis))
        else:
            _own_test(deal, diagnosis, shown)


def _own_test(deal: Deal, diagnosis: Diagnosis, shown: Explanation) -> None:
    """Draw both games of the person's own deal, or what can be counted where only the count differs."""
    judge = Program(diagnosis.judge.rules)
    differ = answers.ask(diagnose.first_difference, deal, judge, shown.program)
    if differ.cards is None:
        st.header(differ.words.removesuffix("."), anchor=False)
        if not answers.judged(deal, judge.rules).endless:
            ui.table(words.counts_table(deal, judge.rules))
        return
    for panel in both_games(deal, diagnosis, shown):
        foot = of_diagnosis(diagnosis, ui.DIAGNOSE.whole_address())
        ui.draw_alone(panel, file_stem(diagnosis, panel.file), foot)
    with st.container(horizontal=True):
        for program, whose in ((judge, "the judge’s"), (shown.program, "your program’s")):
            program_link(program, deal, label=f"Watch {whose} game", number=differ.cards)


def _both_boards(deal: Deal, judge: Program, program: Program) -> None:
    differ = answers.ask(diagnose.first_difference, deal, judge, program)
    if differ.cards is not None:
        st.markdown(f"**{differ.words}**")
        boards(deal, judge, program, differ.cards)


def _list(diagnosis: Diagnosis, shown: Explanation) -> None:
    listed = diagnosis.explanations[: None if st.session_state.get("every_explanation") else words.FIRST]
    if shown not in listed:
        listed = (*listed, shown)
    labels = {one.program.code: words.does_what(diagnosis.judge.rules, one.program) for one in listed}
    ui.bound(
        st.radio,
        ui.DIAGNOSE,
        "explanation",
        shown.program.code,
        lambda code: {"program": code},
        label="Explanations",
        options=[*labels],
        format_func=labels.__getitem__,
        label_visibility="collapsed",
    )
    if len(diagnosis.explanations) > words.FIRST:
        st.toggle(f"All {len(diagnosis.explanations)}", key="every_explanation")


# The program itself, run on the visitor's computer: the command, and test cases to take home.


def command_line(rules: Rules) -> None:
    """Draw the command line that tests a program by a judge's rules, and the judge's test cases."""
    judge = rules_name(rules)
    st.code(f"war check --rules {judge} -- python3 mine.py", language=None, wrap_lines=True)
    ui.remark("Runs on your computer, in any language. Your program reads the deal from its input.")
    names = [name for name in PLAYABLE if name in INPUT_OF]
    first = names.index(judge) if judge in names else 0
    name = st.selectbox("Test cases of", names, first, format_func=ui.rules_title, key="cases_of")
    _, suite = diagnose.stored_suites(name)
    deals, caught = count(len(suite.deals), "deal"), len(suite.caught)
    shown = f"By these rules {deals} catch all {caught:,} known mistakes that a deal can show."
    ui.remark(f"{shown} {PRESETS[name].remark}".strip())
    if suite.uncaught:
        label = f"{count(len(suite.uncaught), 'known mistake')} that no deal shows"
        ui.folded(label, "uncaught", lambda: st.text("\n".join(suite.uncaught)))
    ui.files(
        "Test cases",
        partial(diagnose.suite_files, suite),
        f"war-cases-{name}",
        "A ZIP with inputs, expected outputs and the mistakes each deal catches.",
    )
