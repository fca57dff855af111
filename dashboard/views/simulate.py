"""The Simulate page: millions of games of one rule set, and how sure each number is."""

from collections.abc import Sequence
from functools import partial
from math import ceil
from typing import Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from dashboard.cache import games
from dashboard.cache.games import decided_in_the_end, key_of
from dashboard.cache.tasks import Unanswered
from dashboard.charts.chart import Panel
from dashboard.charts.simulate import outcomes as simulate_outcomes
from dashboard.charts.simulate.charts import headline, simulate_panels
from dashboard.charts.simulate.outcomes import decided_panel, later
from dashboard.charts.style import THEMES
from dashboard.components.chart_image import Saved
from dashboard.files import footer
from dashboard.files.card import Card, in_percent
from dashboard.ui import controls
from dashboard.ui.charts import Point, Shown, draw, folded, game_lists, means_of, named
from dashboard.ui.controls import rule_set
from dashboard.ui.frame import heading, in_pairs, theme, unanswered
from dashboard.ui.marks import marked, note, rules_title
from dashboard.ui.preview import Preview, preview_of, rule_lines, text_preview
from dashboard.ui.run_page import RunPage
from dashboard.ui.state import GAME, SIMULATE, leave
from dashboard.ui.streamlit_fixes.polling import OFTEN, poll
from dashboard.urls.screens import GameScreen, Scale, SimulateScreen, Unit
from engine.jobs.job import with_games
from engine.jobs.runs import UNDER_WAY, runs
from engine.kernels.scalar import GRID_ROUNDS, first_with_size
from engine.numbers import count
from engine.simulation import Study
from engine.simulation.tallies import Summary
from engine.simulation.win_chance import DECIDED_GAMES, DECIDED_POINTS, ENDINGS
from engine.tables.files import file_stem
from engine.tables.outcomes import outcome_bar
from engine.wording.sentences import (
    Part,
    Sentence,
    hands_in_words,
    plain,
)

# What a click on a chart of the Simulate page does: it opens a game that is really there.

DECKS: Final = "deck-sizes"
"""The chart whose points are deck sizes after a round: a game for one of them is searched for."""

MOST_TRIED: Final = 32_768
"""Games looked through for one with a certain deck, in about a second: every game followed of a
study of seven million."""

_NOT_FOUND: Final = "not_found"


def clicked(screen: SimulateScreen, chart: str, point: Point) -> None:
    """Open a game of the point of a chart that was clicked, if it has one."""
    if chart == DECKS:
        game = _searched(screen, int(point["x"]), int(point["y"]))
    else:
        number, _ = named(point)
        game = None if number is None else screen.game(number)
    if game is not None:
        GAME.go(game)


def _searched(screen: SimulateScreen, after: int, size: int) -> GameScreen | None:
    """Return a game with such a deck; if none is found, have it said, though a chart may show some."""
    try:
        game = game_with_deck(screen, after, size)
    except Unanswered as lost:
        st.session_state[_NOT_FOUND] = str(lost)
        return None
    if game is None:
        st.session_state[_NOT_FOUND] = (
            f"Player 1 holds {count(size, 'card')} after {count(after, 'round')} in none of the "
            f"{count(len(followed_games(screen.job)), 'game')} looked through. "
            "Such games are rare: take a point with more of them."
        )
    return game


def say_if_none() -> None:
    """Say once that the click found no game. Not said in `clicked`: while a run goes on, a callback
    of the part that is drawn again may not draw."""
    said = st.session_state.pop(_NOT_FOUND, "")
    if said:
        st.toast(said)


def game_with_deck(screen: SimulateScreen, after: int, size: int) -> GameScreen | None:
    """Return a followed game in which player 1 holds so many cards after so many rounds, there.

    None if none of the first `MOST_TRIED` of them is one.
    """
    study = screen.job
    if not 0 <= after < GRID_ROUNDS:
        return None
    number = first_with_size(
        study.rules,
        study.pack,
        seed=study.seed,
        numbers=followed_games(study),
        played=after,
        size=size,
        hands=study.hands,
    )
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
    first = ceil(len(early) / study.sample) * study.sample
    end = min(study.games, first + study.sample * MOST_TRIED)
    later = np.arange(first, end, study.sample, dtype=np.uint64)
    return np.concatenate((early, later))[:MOST_TRIED]


# How much the deal decides: worked out when somebody opens it, drawn when it is there.


def by_the_deal(shown: Shown[SimulateScreen, Summary]) -> None:
    """Draw the line that opens the chart of how much the deal decides."""
    study = shown.screen.job
    if study.cards <= games.CHANCES_MOST_CARDS:
        folded("How much the deal decides, and how much is left", "by_the_deal", partial(_opened, study))


def _opened(study: Study) -> None:
    points = games.by_the_deal(study)
    lost = games.lost_by_the_deal(study)
    if lost is not None:
        unanswered(lost, "by_the_deal")
        return
    if points is None:
        st.markdown(
            note(
                f"It is being reckoned: {DECIDED_GAMES:,} games are stopped at {DECIDED_POINTS} rounds, "
                "both decks shuffled, "
                f"and each played on {ENDINGS} times."
            )
        )
        poll(partial(_look, study), OFTEN, first=lambda: None)
        return
    drawn = decided_panel(points)
    figure = drawn.draw(THEMES[theme()])
    reckoned = with_games(study, points[0].going)
    foot = footer.of_job(reckoned, reckoned.games, SIMULATE.whole_address())
    draw(
        drawn,
        figure,
        saved=partial(
            Saved,
            file_stem(reckoned, drawn.file, reckoned.games),
            footer.of_picture(foot, figure, drawn.words),
        ),
        under=partial(_told, later(points)),
    )


def _told(words: str) -> None:
    st.markdown(note(words))


def _look(study: Study) -> None:
    """Draw the chart when it has been worked out."""
    leave()  # a click meanwhile runs this part of the page alone
    if games.by_the_deal(study) is not None or games.lost_by_the_deal(study) is not None:
        st.rerun()


# The Simulate page: millions of games of one rule set, and how sure each number is.

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
    for sentence in simulate_outcomes.sentences(shown.screen.job, shown.tallies):
        st.markdown(f":small[{marked(sentence)}]")


def _extremes(shown: Simulated) -> None:
    kinds = {kind: games for kind, games in shown.tallies.extremes.items() if games}
    if not kinds:
        return
    heading(
        "The most extreme games", "Each opens on the Game page. Of endless games only those followed count."
    )
    told = []
    for kind, most in kinds.items():
        name, unit = EXTREMES[kind]
        ways = [(count(value, unit), shown.screen.game(number)) for value, number in most[:KEPT_SHOWN]]
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


def preview(screen: SimulateScreen) -> Preview:
    """Return what is said of a link to a screen."""
    run = runs().get(screen.job)
    foot = f"By the rules of {rules_title(screen.rule_set)}"
    if screen.hands is not None:
        foot += f", {hands_in_words(screen.pack, screen.hands)}"
    summary = run.summary
    if not isinstance(summary, Summary) or not summary.games:
        title: Sentence = (Part(f"{count(screen.games, 'game')} of War"),)
        return text_preview(title, "They are played on the page.", foot, rule_lines(screen.rules))
    title, line = headline(screen.job, summary)
    bars = {"": in_percent(outcome_bar(screen.job, summary).shares)}
    return preview_of(Card(title, plain(line), foot, bars))
