"""The Simulate page: millions of games of one rule set, and how sure each number is."""

from functools import partial
from itertools import zip_longest

import streamlit as st

from dashboard.address.screens import Scale, SimulateScreen, Unit
from dashboard.charts.parts.panel import Panel
from dashboard.charts.simulate import coin
from dashboard.charts.simulate.panels import headline
from dashboard.shell import controls, downloads, running
from dashboard.shell.desk import GAME, SIMULATE, leave
from dashboard.shell.drawing import draw
from dashboard.shell.frame import heading, opens, theme, verdict_row
from dashboard.shell.marks import marked
from dashboard.shell.steady import steady
from dashboard.views.simulate import shown as simulated
from dashboard.views.simulate.clicks import clicked, say_if_none
from dashboard.views.simulate.shown import Shown
from engine.runs.runs import Run
from engine.study.tables.files import file_stem
from engine.words.sentences import count

EXTREMES = {
    "longest": ("Longest", "round"),
    "quickest": ("Quickest", "round"),
    "most wars": ("Most wars", "war"),
    "deepest war": ("Deepest war", "tie"),
    "longest cycle": ("Longest cycle", "round"),
}
"""Kinds of extreme games by what they are called and counted in."""
KEPT_SHOWN = 3


def page() -> None:
    """Draw the page for the address it was opened with."""
    leave()
    if opens(SIMULATE):
        running.watch(SIMULATE, _body)


def _body(run: Run) -> None:
    screen = SIMULATE.current()
    at_hand = steady(running.last_shown(run))
    what = simulated.shown(at_hand, screen.unit, screen.scale)
    if what is None:
        verdict_row(SIMULATE, *running.nothing_yet(run))
    else:
        title, line = headline(what.study, what.summary, running=at_hand.state in running.LIVE)
        verdict_row(
            SIMULATE,
            marked(title),
            marked(line),
            beside=lambda: downloads.menu(
                SIMULATE, what.study, what.summary, simulated.panels(what), (title, line)
            ),
        )
    rail, main = st.columns([0.235, 0.765], gap="large")
    with rail:
        _rail(run)
    with main:
        if what is not None:
            _charts(what)
            _extremes(screen, what)


def _rail(run: Run) -> None:
    controls.rule_set(SIMULATE)
    controls.pack(SIMULATE)
    running.games(SIMULATE)
    controls.seed(SIMULATE)
    controls.problem()
    running.controls(SIMULATE, run, verb="Run")


def _charts(what: Shown) -> None:
    say_if_none()
    first, *rest = simulated.panels(what)
    _chart(first, what)
    _ways()
    for left, right in zip_longest(rest[::2], rest[1::2]):
        one, two = st.columns(2, gap="large")
        with one:
            _chart(left, what)
        if right is not None:
            with two:
                _chart(right, what)


def _ways() -> None:
    """Draw the choice of what lengths are counted in and how their axis runs."""
    with st.container(horizontal=True):
        controls.way(SIMULATE, "unit", "Lengths in", Unit)
        controls.way(SIMULATE, "scale", "Axis of lengths", Scale)


def _chart(panel: Panel, what: Shown) -> None:
    draw(
        panel,
        simulated.figures(what, theme())[panel.name],
        file=file_stem(what.study, panel.name, what.games),
        on_click=partial(clicked, panel.name),
        titled=panel.name != "outcomes",  # the verdict above says the same
        under=partial(_coin, what) if panel.name == "coin" else None,
    )


def _coin(what: Shown) -> None:
    """Say in words what the test of the coin says, and what would be needed to tell."""
    for sentence in coin.sentences(what.study, what.summary):
        st.markdown(f":small[{marked(sentence)}]")


def _extremes(screen: SimulateScreen, what: Shown) -> None:
    kinds = {kind: games for kind, games in what.summary.extremes.items() if games}
    if not kinds:
        return
    heading(
        "The most extreme games", "Each opens on the Game page. Of endless games only those followed count."
    )
    for column, (kind, games) in zip(st.columns(len(EXTREMES)), kinds.items(), strict=False):
        name, unit = EXTREMES[kind]
        column.markdown(f"**{name}**")
        for value, number in games[:KEPT_SHOWN]:
            column.page_link(
                GAME.view, label=count(value, unit), query_params=GAME.params(screen.game(number))
            )


page()
