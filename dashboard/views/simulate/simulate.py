"""The Simulate page: millions of games of one rule set, and how sure each number is."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from dashboard.address.screens import Scale, SimulateScreen, Unit
from dashboard.charts.parts.panel import Panel
from dashboard.charts.simulate import coin
from dashboard.charts.simulate.panels import headline, simulate_panels
from dashboard.shell import controls
from dashboard.shell.desk import SIMULATE
from dashboard.shell.frame import heading
from dashboard.shell.layout import in_pairs
from dashboard.shell.links import game_lists
from dashboard.shell.marks import marked, note
from dashboard.shell.means import means_of
from dashboard.shell.phrases import rules_title
from dashboard.shell.rule_set import rule_set
from dashboard.shell.run_page import RunPage
from dashboard.shell.shown import Shown
from dashboard.views.simulate.clicks import clicked, say_if_none
from dashboard.views.simulate.deal import by_the_deal
from engine.runs.runs import UNDER_WAY
from engine.study.summary import Summary
from engine.words.sentences import Sentence, count

EXTREMES = {
    "longest": ("Longest", "round"),
    "quickest": ("Quickest", "round"),
    "most wars": ("Most wars", "war"),
    "deepest war": ("Deepest war", "tie"),
    "longest cycle": ("Longest cycle", "round"),
}
"""Kinds of extreme games by what they are called and counted in."""
KEPT_SHOWN = 3

Simulated = Shown[SimulateScreen, Summary]


def _headline(shown: Simulated) -> tuple[Sentence, Sentence]:
    return headline(shown.screen.job, shown.tallies, running=shown.run.state in UNDER_WAY)


def _panels(shown: Simulated) -> Sequence[Panel]:
    screen = shown.screen
    log = screen.scale is Scale.LOG
    return simulate_panels(screen.job, shown.tallies, unit=screen.unit.value, log=log)


def _evidence(shown: Simulated, panels: Sequence[Panel]) -> None:
    say_if_none()
    outcomes, *others = panels
    PAGE.chart(shown, outcomes, titled=False)  # the verdict above says the same
    st.markdown(note("Every bar, point and field of these charts opens a game of it."))
    with st.container(horizontal=True):
        controls.segments(SIMULATE, "unit", "Lengths in", Unit)
        controls.segments(SIMULATE, "scale", "Axis of lengths", Scale)
    under = {"coin": partial(_coin, shown), "lengths": partial(means_of, shown)}
    in_pairs([partial(PAGE.chart, shown, panel, under=under.get(panel.name)) for panel in others])
    by_the_deal(shown)
    _extremes(shown)


def _coin(shown: Simulated) -> None:
    """Say in words what the test of the coin says, and what would be needed to tell."""
    for sentence in coin.sentences(shown.screen.job, shown.tallies):
        st.markdown(f":small[{marked(sentence)}]")


def _extremes(shown: Simulated) -> None:
    kinds = {kind: games for kind, games in shown.tallies.extremes.items() if games}
    if not kinds:
        return
    heading(
        "The most extreme games", "Each opens on the Game page. Of endless games only those followed count."
    )
    told = []
    for kind, games in kinds.items():
        name, unit = EXTREMES[kind]
        ways = [(count(value, unit), shown.screen.game(number)) for value, number in games[:KEPT_SHOWN]]
        told.append((name, ways))
    game_lists(told, key="extremes")


PAGE = RunPage(
    SIMULATE,
    verb="Run",
    asked=lambda screen: rules_title(screen.rule_set),
    choose=partial(rule_set, SIMULATE),
    headline=_headline,
    panels=_panels,
    evidence=_evidence,
    clicked=clicked,
)


def page() -> None:
    """Draw the page."""
    PAGE.open()
