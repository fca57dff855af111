"""The diagnosis under the boxes: the explanations of an answer, both games, the proof by a deal."""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from dashboard.address.screens import DiagnoseScreen
from dashboard.asking import diagnosed
from dashboard.shell.controls import bound
from dashboard.shell.desk import DIAGNOSE
from dashboard.shell.frame import heading, if_answered, table
from dashboard.shell.links import game_link
from dashboard.shell.marks import note
from dashboard.shell.phrases import deal_code
from dashboard.views.diagnose import tables
from dashboard.views.diagnose.boards import boards, program_link
from dashboard.views.diagnose.by_hand import as_given, by_hand
from dashboard.views.diagnose.saving import draw_games
from dashboard.views.diagnose.words import how_many, never_told_apart
from engine.cards import Deal
from engine.diagnose import Diagnosis, Explanation, Program, Separation, parting
from engine.rules import number_words

FIRST: Final = 5
"""Explanations listed at once; the others when asked for."""
_SHORT: Final = 20
"""Cards of the largest deal that is written out in a sentence."""
_WIDE: Final = 320
"""Pixels of a deal to be copied: what a phone has, since it is of a few cards."""


def chosen(screen: DiagnoseScreen, diagnosis: Diagnosis) -> Explanation | None:
    """Return the explanation that is looked at: the one asked for, or the likeliest."""
    asked = (shown for shown in diagnosis.explanations if shown.program.code == screen.program)
    return next(asked, diagnosis.explanations[0] if diagnosis.explanations else None)


def answer(screen: DiagnoseScreen, diagnosis: Diagnosis, shown: Explanation | None) -> None:
    """Draw everything under the boxes."""
    deal = (screen.shown or screen.cases[0]).deal
    if shown is None:
        _nearest(deal, diagnosis)
        return
    if screen.program not in ("", shown.program.code):
        st.markdown(note("The explanation asked for is none of these any more: here is the likeliest."))
    if len(diagnosis.explanations) > 1:
        with if_answered("explanations"):
            _explanations(screen, diagnosis, shown)
    if shown.differences:
        with if_answered("evidence"):
            _evidence(deal, diagnosis, shown)


def _nearest(deal: Deal, diagnosis: Diagnosis) -> None:
    heading("What comes closest", "Programs a single step away from the judge’s rules, the nearest first.")
    claim = diagnosis.cases[0].got.readings[0]
    table(tables.nearest_table(diagnosis.nearest, diagnosis.judge.rules, claim))
    st.markdown(note(f"Their games of {'this deal' if len(diagnosis.cases) > 1 else 'the deal'}:"))
    with st.container(horizontal=True):
        for near in diagnosis.nearest:
            program_link(near.program, deal, label=tables.does_what(diagnosis.judge.rules, near.program))


def _explanations(screen: DiagnoseScreen, diagnosis: Diagnosis, shown: Explanation) -> None:
    """List the explanations that fit, and the deals that tell them apart."""
    number = len(diagnosis.explanations)
    with st.spinner("Looking for a deal that tells them apart"):
        deals = diagnosed.separations(diagnosis)
    separation = deals[0] if deals else None
    title = how_many(number)
    answers: dict[Program, str] = {}
    if separation is None:
        heading(title, never_told_apart(diagnosis))
    else:
        answers = {program: ", ".join(text.splitlines()) for program, text in separation.answers}
        heading(title, told_apart(separation, number))
        by_hand(screen, diagnosis, [telling.deal for telling in deals])
    listed = diagnosis.explanations[: None if st.session_state.get("every_explanation") else FIRST]
    if shown not in listed:
        listed = (*listed, shown)
    _list(listed, diagnosis, shown, answers)
    if number > FIRST:
        st.toggle(f"All {number}", key="every_explanation")
    if separation is not None:
        with st.container(horizontal=True):
            for program, says in [*answers.items()][:FIRST]:
                name = separation.deal.text if separation.deal.size <= _SHORT else "That deal"
                program_link(program, separation.deal, label=f"{name}, answered {says}")


def told_apart(separation: Separation, number: int) -> str:
    """Say what the first deal to run tells of so many explanations."""
    if separation.together > 1:
        left = number_words(separation.together)
        return (
            f"Run your program on the first deal below: of the likeliest it leaves at most {left} together."
        )
    sure = "No smaller deal does." if separation.proved else "It is the smallest found."
    told = len(separation.answers)
    which = "which it is" if told == number else f"the first {number_words(told)} apart"
    if separation.deal.size > _SHORT:
        return f"Run your program on the first deal below: what it says there tells {which}."
    return f"Run your program on {deal_code(separation.deal)}: what it says there tells {which}. {sure}"


def _to_run(deal: Deal, diagnosis: Diagnosis) -> None:
    """Draw a deal as the person's program takes it, ready to be copied, where that is not our own line."""
    given = as_given(deal, diagnosis)
    if given != deal.text:
        st.code(given, language=None, wrap_lines=True, width=_WIDE)


def _list(
    listed: Sequence[Explanation], diagnosis: Diagnosis, shown: Explanation, answers: dict[Program, str]
) -> None:
    labels = {}
    for program in (explanation.program for explanation in listed):
        says = f", if it says `{answers[program]}`" if program in answers else ""
        labels[program.code] = tables.does_what(diagnosis.judge.rules, program) + says
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


def _evidence(deal: Deal, diagnosis: Diagnosis, shown: Explanation) -> None:
    judge = Program(diagnosis.judge.rules)
    parts = diagnosed.ask(parting, deal, judge, shown.program)
    st.header(parts.words.removesuffix("."), anchor=False)
    if parts.cards is not None:
        boards(deal, judge, shown.program, parts.cards)
        draw_games(deal, diagnosis, shown)
    left, right = st.columns(2, gap="medium")
    with left:
        if parts.cards is None:
            _counts(deal, judge)
        elif parts.decks is not None and parts.decks < parts.cards:
            _decks(deal, judge, shown.program, parts.decks)
    with right:
        _smallest(judge, diagnosis, shown.program)


def _counts(deal: Deal, judge: Program) -> None:
    if diagnosed.judged(deal, judge.rules).endless:
        heading("The game never ends", "Every program has to stop it somewhere, or to prove it.")
        return
    heading("What there is to count", "The same game, counted in every way.")
    table(tables.counts_table(deal, judge.rules))


def _decks(deal: Deal, judge: Program, program: Program, after: int) -> None:
    decks = tables.decks_table(deal, judge, program, after)
    if decks is None or len(decks.columns) < 2:
        return
    when = f"already after round {after:,}" if after else "from the start"
    heading(f"The decks differ {when}", "Top card first; the cards that differ are bold.")
    table(decks)


def _smallest(judge: Program, diagnosis: Diagnosis, program: Program) -> None:
    with st.spinner("Looking for the smallest deal that tells the two apart"):
        smallest = diagnosed.difference(judge, program)
    if smallest is None:
        heading(
            "No small deal tells the two apart",
            "Thousands of small ones were tried, and larger ones by chance.",
        )
        return
    heading("The smallest deal that tells the two apart", f"{smallest.proof} Run your program on it.")
    table(tables.smallest_table(smallest, judge.rules, program))
    _to_run(smallest.deal, diagnosis)
    with st.container(horizontal=True):
        game_link(judge.rules, smallest.deal, label="The judge’s game of it")
        program_link(program, smallest.deal, label="Your program’s game of it")
