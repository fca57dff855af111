"""What Diagnose draws under its boxes: evidence, the next deal, both games, files."""

import hashlib
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Final

import numpy as np
import streamlit as st

from dashboard.cache import answers, games
from dashboard.cache import answers as cache_answers
from dashboard.cache.tasks import Key
from dashboard.charts.chart import Panel
from dashboard.charts.game import decks
from dashboard.charts.style import THEMES
from dashboard.components.board import board, still
from dashboard.components.chart_image import Saved
from dashboard.components.window import Width, width
from dashboard.files.footer import of_diagnosis
from dashboard.files.report import diagnosis_report
from dashboard.ui.charts import draw, files, folded, game_link, popover
from dashboard.ui.controls import bound
from dashboard.ui.frame import (
    deal_code,
    heading,
    if_answered,
    marked,
    note,
    rules_title,
    table,
    theme,
    unmarked,
)
from dashboard.ui.state import DIAGNOSE
from dashboard.urls.screens import DiagnoseScreen
from dashboard.views.diagnose.inputs import FOUR_LINES, answer_box, as_given
from dashboard.views.diagnose.words import (
    FIRST,
    SIDES,
    counts_table,
    does_what,
    meanings,
    nearest_table,
    never_distinguished,
    rounds_table,
    sides,
)
from engine.cards import Deal
from engine.diagnose import (
    Diagnosis,
    Explanation,
    FirstDifference,
    Kind,
    Program,
    first_decks,
    first_difference,
    first_differences,
    rounds,
    stored_suites,
    suite_files,
)
from engine.formats.write import INPUT_OF
from engine.game import Round
from engine.numbers import count, number_words
from engine.rules import PLAYABLE, Rules, rules_name
from engine.tables.files import slug

# The two games of a diagnosis beside each other, in the round in which they part.


def boards(deal: Deal, judge: Program, program: Program, number: int, *, key: str = "") -> None:
    """Draw both boards at a round, with what each side does, and the way to each game.

    `key` tells these boards from others of the page.
    """
    wants, does = sides(judge.rules, program)
    left, right = st.columns(2, gap="medium")
    with left:
        side("The judge", wants, deal, judge, number, key=f"{key}judge")
    with right:
        side("Your program", does, deal, program, number, key=f"{key}program")


def side(name: str, words: str, deal: Deal, program: Program, number: int, *, key: str) -> None:
    """Draw one board under its name and what it does, and the way to its game."""
    head = st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center")
    head.markdown(f":small[**{name}**{', ' if words else ''}{words}]", width="content")
    if program.of(Kind.PLAYING):
        this = round_of(program, deal, number)
        if this is None:
            st.markdown(note(f"Its game is over after round {number - 1:,}."))
            return
        board(still(this, program.rules, named=not deal.decimal), key=f"{key}_board", brief=True, label=name)
        st.markdown(note("It plays by no rules that the Game page knows."))
        return
    game = key_of(deal, program)
    games.wait_for(game, number)
    replay = games.board_payload(game, number, named=not deal.decimal and game.deal.decimal)
    assert replay
    board(replay, key=f"{key}_board", goto=(number, number), brief=True, label=name)
    # Beside a long name there is no room for it on a small screen, and boards would begin at two heights.
    with head if width() is not Width.SMALL else st.container():
        game_link(program.rules, game.deal, min(number, max(replay["last"], 1)))


def key_of(deal: Deal, program: Program) -> Key:
    """Return the game of a program that plays by rules."""
    read = program.reads(deal)
    return Key(read.deck_1, read.deck_2, read.suits_1, read.suits_2, program.rules, 0, 0)


def round_of(program: Program, deal: Deal, number: int) -> Round | None:
    """Return one round of a program's game, None where it is over before."""
    played_rounds: Iterator[Round] = rounds(program, deal)
    return next(islice(played_rounds, number - 1, None), None)


def program_link(program: Program, deal: Deal, *, label: str, number: int = 1) -> None:
    """Draw the way to a program's game of a deal; nothing where it plays by no rules that Game knows."""
    if not program.of(Kind.PLAYING):
        game_link(program.rules, key_of(deal, program).deal, number, label=label)


# What leaves the Diagnose page as a file: the report, and the picture of both games.

MOST_ROUNDS: Final = 20_000
"""Rounds of either game that are drawn."""


def menu(deal: Deal, diagnosis: Diagnosis, shown: Explanation | None, words: tuple[str, str]) -> None:
    """Draw the Download menu of a diagnosis; `words` are the page's title and the line under it."""
    opened = popover()
    if not opened.open:
        return
    with opened, if_answered("saving"):
        with st.spinner("Following both games of every case"):
            parted = _first_differences(diagnosis, shown)
            panels = both_games(deal, diagnosis, shown)
        images = [file_stem(diagnosis, panel.file) for panel in panels]
        told = [unmarked(text) for text in words]
        make = partial(diagnosis_report, diagnosis, told, parted, panels, images, DIAGNOSE.whole_address())
        size = ", 5 MB" if panels else ""
        st.download_button(
            f"Report that opens offline (HTML{size})",
            make,
            f"{file_stem(diagnosis, 'diagnosis')}.html",
            key="report_file",
            on_click="ignore",
            width="stretch",
        )


def _first_differences(diagnosis: Diagnosis, shown: Explanation | None) -> tuple[FirstDifference, ...]:
    if shown is None or not shown.differences:
        return ()
    deals = tuple(case.deal for case in diagnosis.cases)
    return answers.ask(first_differences, deals, Program(diagnosis.judge.rules), shown.program)


def both_games(deal: Deal, diagnosis: Diagnosis, shown: Explanation | None) -> list[Panel]:
    """Return the panel of both games of a deal; none where they do not part."""
    if shown is None or not shown.differences:
        return []
    judge = Program(diagnosis.judge.rules)
    part = answers.ask(first_differences, (deal,), judge, shown.program)[0].cards
    if part is None:
        return []
    right, wrong = (
        np.array(answers.ask(first_decks, program, deal, MOST_ROUNDS)) for program in (judge, shown.program)
    )
    return [decks.panel(decks.TwoGames(right, wrong, deal.size, part))]


def draw_games(deal: Deal, diagnosis: Diagnosis, shown: Explanation) -> None:
    """Draw both games of a deal, with their table and picture."""
    for panel in both_games(deal, diagnosis, shown):
        foot = of_diagnosis(diagnosis, DIAGNOSE.whole_address())
        saved = partial(Saved, file_stem(diagnosis, panel.file), foot)
        draw(panel, panel.draw(THEMES[theme()]), saved=saved)


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
    if shown is None:
        _nearest(deal, diagnosis)
        return
    if screen.program not in ("", shown.program.code):
        st.markdown(note("The explanation asked for is none of these any more: here is the likeliest."))
    judge = Program(diagnosis.judge.rules)
    if shown.differences and not shown.may_be_chance:
        with if_answered("evidence"):
            _smallest(judge, shown.program)
    if shown.differences:
        with if_answered("explanations"):
            _next_and_own(screen, diagnosis, shown, deal)
    others = len(diagnosis.explanations) - 1
    if others:
        if screen.program:  # a link to one of them
            st.session_state.setdefault("explanations", True)
        label = f"{number_words(others).capitalize()} other explanation{'s' if others > 1 else ''}"
        folded(label, "explanations", partial(_list, diagnosis, shown))
    if shown.differences:
        both = partial(_both_boards, deal, judge, shown.program)
        folded("Both games, round by round", "both_boards", both)
        folded("How sure is this?", "how_sure", partial(_how_sure, diagnosis))


def _how_sure(diagnosis: Diagnosis) -> None:
    st.markdown(
        f"{diagnosis.rule_sets:,} rule sets were tried, each also with usual mistakes: "
        f"{count(diagnosis.programs, 'program')} in all. Almost certain: nothing else as simple gives these "
        "answers, and one would by chance in fewer than 1 of 100 cases. Very likely: fewer than 1 of 20."
    )


def _nearest(deal: Deal, diagnosis: Diagnosis) -> None:
    heading("What comes closest", "Programs a single step away from the judge’s rules, the nearest first.")
    claim = diagnosis.cases[0].got.readings[0]
    table(nearest_table(diagnosis.nearest, diagnosis.judge.rules, claim))
    with st.container(horizontal=True):
        for near in diagnosis.nearest:
            program_link(near.program, deal, label=does_what(diagnosis.judge.rules, near.program))


def _smallest(judge: Program, program: Program) -> None:
    """Draw both games of the smallest deal that shows the difference, round by round."""
    with st.spinner("Looking for the smallest deal that shows it"):
        smallest = cache_answers.difference(judge, program)
    if smallest is None:
        heading("No small deal shows it", "Thousands of small ones were tried, and larger random ones.")
        return
    heading(f"The smallest deal that shows it: {deal_code(smallest.deal)}", smallest.proof)
    differ = cache_answers.ask(first_difference, smallest.deal, judge, program)
    first = min(number for number in (differ.decks, differ.cards, 10**9) if number)
    for place, name, side_program, end in zip(
        st.columns(2, gap="medium"), SIDES, (judge, program), smallest.ends, strict=True
    ):
        with place, st.container(border=True):
            st.markdown(f"**{name}**: {marked(end.words)}")
            table(rounds_table(side_program, smallest.deal, first))
            program_link(side_program, smallest.deal, label="Watch this game")


def _next_and_own(screen: DiagnoseScreen, diagnosis: Diagnosis, shown: Explanation, deal: Deal) -> None:
    """Draw the deal to run next, if any, and both games of the person's own deal if the cause is no guess."""
    with st.spinner("Looking for a deal that decides"):
        deals = cache_answers.separations(diagnosis)
    if not deals:
        if len(diagnosis.explanations) > 1:
            st.markdown(note(never_distinguished(diagnosis)))
        _own_test(deal, diagnosis, shown)
        return
    following = deals[0]
    left, right = st.columns(2, gap="large")
    with left:
        st.header("Next: run your program on this deal", anchor=False)
        given = as_given(following.deal, diagnosis)
        if given.count("\n") > 3:  # a box of code with more lines than it shows cannot be reached by keys
            st.text_area("The whole deal, to be copied", given, FOUR_LINES, key=f"deal_to_run {given}")
        else:
            st.code(given, language=None)
        if not shown.may_be_chance:
            table(meanings(following, diagnosis))
        answer_box(screen, diagnosis, following.deal)
    with right:
        if shown.may_be_chance:
            st.header("What it will tell us", anchor=False)
            table(meanings(following, diagnosis))
        else:
            _own_test(deal, diagnosis, shown)


def _own_test(deal: Deal, diagnosis: Diagnosis, shown: Explanation) -> None:
    """Draw both games of the person's own deal, or what can be counted where only the count differs."""
    judge = Program(diagnosis.judge.rules)
    differ = cache_answers.ask(first_difference, deal, judge, shown.program)
    if differ.cards is None:
        st.header(differ.words.removesuffix("."), anchor=False)
        if not cache_answers.judged(deal, judge.rules).endless:
            table(counts_table(deal, judge.rules))
        return
    draw_games(deal, diagnosis, shown)
    with st.container(horizontal=True):
        for program, whose in ((judge, "the judge’s"), (shown.program, "your program’s")):
            program_link(program, deal, label=f"Watch {whose} game", number=differ.cards)


def _both_boards(deal: Deal, judge: Program, program: Program) -> None:
    differ = cache_answers.ask(first_difference, deal, judge, program)
    if differ.cards is None:
        return
    st.markdown(f"**{differ.words}**")
    boards(deal, judge, program, differ.cards)


def _list(diagnosis: Diagnosis, shown: Explanation) -> None:
    listed = diagnosis.explanations[: None if st.session_state.get("every_explanation") else FIRST]
    if shown not in listed:
        listed = (*listed, shown)
    labels = {one.program.code: does_what(diagnosis.judge.rules, one.program) for one in listed}
    bound(
        st.radio,
        DIAGNOSE,
        "explanation",
        shown.program.code,
        lambda code: {"program": code},
        label="Explanations",
        options=[*labels],
        format_func=labels.__getitem__,
        label_visibility="collapsed",
    )
    if len(diagnosis.explanations) > FIRST:
        st.toggle(f"All {len(diagnosis.explanations)}", key="every_explanation")


# The program itself, run on the visitor's computer: the command, and test cases to take home.


def command_line(rules: Rules) -> None:
    """Draw the command line that tests a program by a judge's rules, and the judge's test cases."""
    judge = rules_name(rules)
    st.code(f"war check --rules {judge} -- python3 mine.py", language=None)
    st.markdown(note("Runs on your computer, in any language. Your program reads the deal from its input."))
    names = [name for name in PLAYABLE if name in INPUT_OF]
    first = names.index(judge) if judge in names else 0
    name = st.selectbox("Test cases of", names, first, format_func=rules_title, key="cases_of")
    _, suite = stored_suites(name)
    deals, caught = count(len(suite.deals), "deal"), len(suite.caught)
    st.markdown(note(f"{deals} catch all {caught:,} mistakes we know that some deal shows."))
    files(
        "Test cases",
        partial(suite_files, suite),
        f"war-cases-{name}",
        "What the judge gives and expects, and which deal catches which mistake; in a ZIP.",
    )
