"""The Literature page: what others published about War, each figure beside ours."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from dashboard.address.library import LiteratureScreen
from dashboard.address.link import to_query
from dashboard.charts.literature.rows import (
    HEADINGS,
    cells,
    choices,
    line_of,
    rule_sets,
    selected,
    sheet,
    sources,
)
from dashboard.components.rows import LinkRow, rows
from dashboard.shell import downloads
from dashboard.shell.controls import bound, choice
from dashboard.shell.desk import LITERATURE, leave
from dashboard.shell.frame import opens, verdict_row
from dashboard.shell.marks import note, pressable
from dashboard.views.literature.opened import opened, rules_brief
from engine.literature.claim import PublishedClaim, claim_called
from engine.literature.data import json_lines
from engine.literature.results import kept
from engine.literature.said import HOW, headline
from engine.words.brief import called

AT_FIRST = 25
"""Rows that are drawn before all are asked for."""
_ALL = "all claims"
_ANY_SOURCE = "Every source"
_ANY_RULES = "Every rule set"


def page() -> None:
    """Draw the page for the address it was opened with."""
    leave()
    if not opens(LITERATURE):
        return
    screen = LITERATURE.current()
    chosen = selected(
        verdict=screen.verdict,
        words=screen.words,
        source=screen.source,
        rules=screen.rules,
        by_verdict=screen.by_verdict,
    )
    tables = [sheet(chosen, rules_brief)]
    verdict_row(LITERATURE, *headline(), beside=partial(downloads.tables, tables, "war-literature"))
    _filter(screen)
    if screen.claim:
        opened(claim_called(screen.claim))
    _table(screen, chosen)
    if chosen:
        st.download_button(
            "These claims (JSON)",
            partial(_json, chosen),
            "war-literature.jsonl",
            icon=":material/download:",
            key="json",
            on_click="ignore",
            help="An object a line, as war literature --json prints it.",
        )


def _json(chosen: Sequence[PublishedClaim]) -> str:
    """Return claims as the terminal prints them."""
    return json_lines([(claim, kept(claim)) for claim in chosen], called)


def _filter(screen: LiteratureScreen) -> None:
    """Draw what narrows the claims down: the verdict, words, the source, the rule set, and their order."""
    counted = choices()
    choice(
        st.segmented_control,
        LITERATURE,
        "verdict",
        "Verdict",
        [*counted],
        format_func=lambda one: counted.get(one, one),
        required=True,
        label_visibility="collapsed",
    )
    widths = [0.3, 0.24, 0.28, 0.18]
    words, source, rules, order = st.columns(widths, gap="medium", vertical_alignment="center")
    with words:
        bound(
            st.text_input,
            LITERATURE,
            "words",
            screen.words,
            lambda text: {"words": text or ""},
            label="Words",
            placeholder="aces, Norvig, 52 cards",
            icon=":material/search:",
            label_visibility="collapsed",
        )
    with source:
        _one_of("source", "Source", sources(), lambda name: name or _ANY_SOURCE)
    with rules:
        _one_of("rules", "Rule set", rule_sets(), lambda code: rules_brief(code) if code else _ANY_RULES)
    with order:
        _order(screen)


def _order(screen: LiteratureScreen) -> None:
    """Draw whether claims of one verdict stand together."""
    bound(
        st.toggle,
        LITERATURE,
        "by_verdict",
        screen.by_verdict,
        lambda sorted_so: {"by_verdict": sorted_so},
        label="By verdict",
    )


def _one_of(name: str, label: str, options: Sequence[str], said: Callable[[str], str]) -> None:
    """Draw the choice of one of several, or of any."""
    hidden = {"format_func": said, "label_visibility": "collapsed"}
    choice(st.selectbox, LITERATURE, name, label, ["", *options], **hidden)


def _table(screen: LiteratureScreen, chosen: Sequence[PublishedClaim]) -> None:
    st.markdown(note(f"{line_of(chosen)} {HOW}"))
    whole = st.session_state.get(_ALL) or len(chosen) <= AT_FIRST
    shown = chosen if whole else chosen[:AT_FIRST]
    if shown:
        rows(
            HEADINGS,
            [LinkRow(claim.name, cells(claim, rules_brief), _query(screen, claim)) for claim in shown],
            key="claims",
            label="Published figures",
            on_press=lambda name: LITERATURE.change(claim=name),
        )
    if not whole:
        st.button(
            pressable(f"Show all {len(chosen)}"),
            key="show_all",
            type="tertiary",
            on_click=lambda: st.session_state.update({_ALL: True}),
        )


def _query(screen: LiteratureScreen, claim: PublishedClaim) -> str | None:
    """Return the address of a claim that is opened, but not of the one that is."""
    if claim.name == screen.claim:
        return None
    params, _ = LITERATURE.params_or_why(screen.changed(claim=claim.name))
    return to_query(params) or None
