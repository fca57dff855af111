"""The Simulate page: millions of games of one rule set, and how sure each number is."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from dashboard import ui
from dashboard.cache import Unanswered, answer_of, decided_in_the_end, games, key_of
from dashboard.charts import Chart
from dashboard.charts.simulate import decided_panel, headline, simulate_charts
from dashboard.files import Card, footer, in_percent, rule_lines
from dashboard.urls import GameScreen, Group, Scale, SimulateScreen, Unit
from engine.jobs import UNDER_WAY, runs
from engine.kernels import ENDLESS, GRID_ROUNDS, first_with_size
from engine.numbers import FEW, count
from engine.simulation import DECIDED_GAMES, DECIDED_POINTS, ENDINGS, Study, Summary
from engine.tables import NOT_ONE, file_stem, one_game, outcome_bar
from engine.wording import Part, Sentence, hands_in_words, plain, rules_of

Simulated = ui.Shown[SimulateScreen, Summary]

# What a click on a chart of the Simulate page does: it opens a game that is really there.

DECKS: Final = "deck-sizes"
"""The chart whose points are deck sizes after a round: a game for one of them is searched for."""

MOST_TRIED: Final = 32_768
"""Games looked through for one with a certain deck, in about a second: a study of seven million."""

_NOT_FOUND: Final = "not_found"


def clicked(screen: SimulateScreen, chart: str, point: ui.Point) -> None:
    """Open a game of the point of a chart that was clicked, if it has one."""
    if chart == DECKS:
        game = _searched(screen, int(point["x"]), int(point["y"]))
    else:
        number, _ = ui.named(point)
        game = None if number is None else screen.game(number)
    if game is not None:
        ui.GAME.go(game)


def _searched(screen: SimulateScreen, after: int, size: int) -> GameScreen | None:
    """Return a game with such a deck; if none is found, have it said, though a chart may show some."""
    game = None
    message = (
        f"Player 1 holds {count(size, 'card')} after {count(after, 'round')} in none of the "
        f"{count(len(followed_games(screen.job)), 'game')} searched. "
        "Such games are rare: choose a point with more games."
    )
    try:
        game = game_with_deck(screen, after, size)
    except Unanswered as lost:
        message = str(lost)
    if game is None:
        st.session_state[_NOT_FOUND] = message
    return game


def say_if_none() -> None:
    """Say once that the click found no game. Not said in `clicked`: while a run goes on, a callback
    of the section that is drawn again may not draw."""
    if message := st.session_state.pop(_NOT_FOUND, ""):
        st.toast(message)


def game_with_deck(screen: SimulateScreen, after: int, size: int) -> GameScreen | None:
    """Return a followed game in which player 1 holds n cards after a number of rounds, there.

    None if none of the first `MOST_TRIED` of them is one.
    """
    study = screen.job
    if not 0 <= after < GRID_ROUNDS:
        return None
    dealt: dict[str, Any] = {"seed": study.seed, "numbers": followed_games(study), "hands": study.hands}
    number = first_with_size(study.rules, study.pack, **dealt, played=after, size=size)
    if number is None:
        return None
    game = screen.game(number)
    cycle = decided_in_the_end(key_of(game)).cycle
    upcoming = after + 1
    if cycle is not None and upcoming >= cycle.start:  # each round of a cycle is shown once
        upcoming = cycle.start + (upcoming - cycle.start) % cycle.length
    return game.changed(round=upcoming)


def followed_games(study: Study) -> NDArray[np.uint64]:
    """Return the numbers of the first `MOST_TRIED` games of a study that are followed."""
    early = np.arange(min(study.games, study.followed), dtype=np.uint64)
    end = min(study.games, len(early) + study.sample * MOST_TRIED)
    sampled = np.arange(0, end, study.sample, dtype=np.uint64)
    return np.union1d(early, sampled)[:MOST_TRIED]


# How much the deal decides: worked out when somebody opens it, drawn when it is there.


def by_the_deal(shown: Simulated) -> None:
    """Draw the line that opens the chart of how much the deal decides."""
    study = shown.screen.job
    if study.cards <= games.CHANCES_MOST_CARDS:
        ui.folded("Influence of the hands", "by_the_deal", partial(_opened, study))


def _opened(study: Study) -> None:
    task = games.by_the_deal(study)
    if not task.done():
        ways = f"War Room stops {DECIDED_GAMES:,} games at {DECIDED_POINTS} rounds, shuffles both decks"
        ui.remark(f"Counting: {ways} and plays each on {ENDINGS} times.")
        ui.poll(partial(_look, study), ui.OFTEN, first=lambda: None)
        return
    with ui.if_answered("by_the_deal"):
        points = answer_of(task)
        panel, counted = decided_panel(points), replace(study, games=points[0].going)
        foot = footer.of_job(counted, counted.games, ui.SIMULATE.whole_address())
        ui.draw_alone(panel, file_stem(counted, panel.file, counted.games), foot)


def _look(study: Study) -> None:
    """Draw the chart when it has been worked out."""
    ui.leave()  # a click meanwhile runs this section of the page alone
    if games.by_the_deal(study).done():
        st.rerun()


# The Simulate page: millions of games of one rule set, and how sure each number is.

EXTREMES = {
    "longest": ("Longest", "round"),
    "quickest": ("Quickest", "round"),
    "most wars": ("Most wars", "war"),
    "deepest war": ("Longest war", "tie"),
    "longest cycle": ("Longest loop", "round"),
}
"""Kinds of extreme games by what they are called and counted in."""
LISTED: Final = 3

HIDDEN: Final = ("strength", "deck-sizes")
"""Charts that say nothing of few games."""


def _headline(shown: Simulated) -> tuple[Sentence, Sentence]:
    screen = shown.screen
    return headline(screen.job, shown.tallies, screen.rule_set, running=shown.run.state in UNDER_WAY)


def _watch(shown: Simulated) -> str:
    """Return the link to a game that never ends, if one was met."""
    met = one_game(shown.tallies.firsts["reasons"][ENDLESS])
    return "" if met == NOT_ONE else ui.way_to(shown.screen.game(met), "Watch one")


def _charts(shown: Simulated) -> Sequence[Chart]:
    screen, hidden = shown.screen, HIDDEN if shown.tallies.games < FEW else ()
    log = screen.scale is Scale.LOG
    charts = simulate_charts(screen.job, shown.tallies, unit=screen.unit.value, log=log)
    return [chart for chart in charts if chart.name not in hidden]


def _front(shown: Simulated, charts: Sequence[Chart]) -> None:
    say_if_none()
    outcomes, *others = charts
    PAGE.chart(shown, outcomes)
    ui.endless_link(shown)
    counted = {"lengths": _counted}
    ui.in_pairs([partial(PAGE.chart, shown, chart, counted=counted.get(chart.name)) for chart in others])


def _counted() -> None:
    """Draw the choice of what lengths are counted in, and of their axis."""
    ui.controls.segments(ui.SIMULATE, "unit", "Lengths in", Unit)
    ui.controls.segments(ui.SIMULATE, "scale", "Axis of lengths", Scale)


def _extremes(shown: Simulated) -> None:
    kinds = {kind: games for kind, games in shown.tallies.extremes.items() if games}
    if not kinds:
        return
    ui.finding("Records", "The most extreme games of this run; each opens on the Game page.")
    lists = []
    for kind, most in kinds.items():
        name, unit = EXTREMES[kind]
        ways = [(count(value, unit), shown.screen.game(number)) for value, number in most[:LISTED]]
        lists.append((name, ways))
    ui.game_lists(lists, key="extremes")


PAGE = ui.RunPage(
    ui.SIMULATE,
    asked=lambda screen: ui.rules_title(screen.rule_set),
    choose=partial(ui.rule_set, ui.SIMULATE),
    headline=_headline,
    charts=_charts,
    front=_front,
    clicked=clicked,
    also={Group.COURSE: by_the_deal, Group.RECORDS: _extremes},
    line=_watch,
)


def page() -> None:
    """Draw the page."""
    PAGE.open()


def preview(screen: SimulateScreen) -> Card:
    """Return what is said of a link to a screen."""
    run = runs().get(screen.job)
    foot = f"By {rules_of(screen.rule_set)}"
    if screen.hands is not None:
        foot += f", {hands_in_words(screen.pack, screen.hands)}"
    summary = run.summary
    if not isinstance(summary, Summary) or not summary.games:
        title: Sentence = (Part(f"{count(screen.games, 'game')} of War"),)
        return Card(title, "Open the page to play these games.", foot, rule_lines(screen.rules))
    title, line = headline(screen.job, summary, screen.rule_set)
    bars = {"": in_percent(outcome_bar(screen.job, summary).shares)}
    return Card(title, plain(line), foot, bars=bars)
