"""What holds for every chart, in every state: words that fit, numbers that add up, clicks, colours, bytes."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any, Final

import pandas as pd
import plotly.graph_objects as go
import pytest
from chart_states import STUDIES, Panels, compared_rules, comparison_of, simulated, study, swept
from chart_text import LIGHT, figure_text, hovers
from many import repeated

from dashboard.charts import THEMES, Drawing, Panel, Theme
from dashboard.charts.compare.charts import compare_panels
from dashboard.charts.simulate.charts import headline, simulate_charts, simulate_panels
from dashboard.urls.screens import Group
from engine.rules import PLAYABLE
from engine.simulation import Study, paired
from engine.simulation.tallies import tally
from engine.tables.bars import NOT_ONE
from engine.wording.sentences import plain

DARK: Final = THEMES["dark"]._replace(before="#A5A298", war_rim="#E69F01", bands=LIGHT.bands)
"""The dark theme with every shade its own, and tints as strong as on paper."""
NAMES: Final = (
    *("outcomes", "lengths", "aces", "survival", "wars", "deck-sizes", "depth", "parity", "strength"),
    *("cycle-starts", "cycle-lengths", "coin"),
)
BADLY_SAID: Final = re.compile(
    r"nan|inf\b|None(?! (face down|down|drawn|endless))|[*_`$<>{}\[\]]|  |\.\.|,,"
    r"|(?<!to )\b1 (rounds|cards|games|wars|cycles|deals|plays|battles)\b"
)
WORDS: Final = 20  # words of a sentence at most
UNITS: Final = (("rounds", False), ("plays", True))


@cache
def panels(page: str, state: str, unit: str = "rounds", log: bool = False) -> Panels:
    if page == "simulate":
        return simulated(state, unit, log)
    return compared_rules(state, unit) if page == "compare" else swept(state, unit)


@cache
def drawn(page: str, state: str) -> list[tuple[Panel, go.Figure]]:
    return [(panel, panel.draw(LIGHT)) for panel in panels(page, state)]


EVERY: Final = [
    *(
        ("simulate", state)
        for state in ("codingame", "norvig", "one won", "all drawn", "some cut off", "tiny pack")
    ),
    *(("simulate", state) for state in ("odd pack", "many ranks", "large pack", "stopped")),
    *(("compare", state) for state in ("four", "one game", "some cut off", "six")),
    *(("sweep", rule) for rule in ("face_down", "shortfall")),
]


def points(figure: go.Figure) -> Iterator[list[Any]]:
    """Yield what every point carries that is not that of a figure's lines."""
    for trace in figure.data:
        if trace.customdata is not None:
            yield from (list(data) for data in trace.customdata)


@pytest.mark.parametrize(("page", "state"), EVERY)
def test_words_fit_and_are_words(page: str, state: str) -> None:
    for unit, log in UNITS:
        several = panels(page, state, unit, log)
        assert len({panel.name for panel in several}) == len(several)
        for panel in several:
            for words in (panel.label, panel.title, panel.note, panel.alt):
                assert words[:1] in ("", words[:1].upper()) or words.startswith("kbWar"), words
                assert not BADLY_SAID.search(words), words
            assert len(panel.title.split()) <= WORDS, panel.title
            assert all(len(sentence.split()) <= WORDS for sentence in panel.note.split(". ")), panel.note
            assert panel.title.endswith(".")
            assert re.fullmatch("[a-z-]+", panel.name)
            for text in hovers(panel.draw(LIGHT)):
                assert not re.search(
                    r"nan|None(?! (face )?down)|[{}]|  |(?<!to )\b1 (rounds|cards|games|wars|cycles)\b", text
                ), text


@pytest.mark.parametrize(("page", "state"), EVERY)
def test_they_are_small_and_open_games_of_the_run(page: str, state: str) -> None:
    games = STUDIES[state]()[0].games if page == "simulate" else 600
    for _, figure in drawn(page, state):
        assert len(figure.to_json()) < 60_000
        for point in points(figure):
            assert type(point[0]) is int
            assert NOT_ONE <= point[0] < max(games, 100)
            assert page == "simulate" or 0 <= point[1] < 7
        for trace in figure.data:  # a click opens a game, it selects nothing
            if trace.customdata is not None and "marker" in trace and trace.hovertemplate:
                opacity = trace.marker.opacity if trace.marker.opacity is not None else 1
                assert trace.unselected.marker.opacity == trace.selected.marker.opacity == opacity


@pytest.mark.parametrize(("page", "state"), EVERY)
def test_both_themes_draw_the_same_each_in_its_own_shades(page: str, state: str) -> None:
    for panel, light in drawn(page, state):
        dark = panel.draw(DARK)
        assert figure_text(light, LIGHT) == figure_text(dark, DARK)
        assert not set(re.findall("#[0-9A-F]{6}", dark.to_json())) & _shades(LIGHT) - _shades(DARK)


def _shades(theme: Theme) -> set[str]:
    return {shade for shade in theme if isinstance(shade, str)}


@pytest.mark.parametrize(("page", "state"), EVERY)
def test_labels_whiskers_and_titles_look_alike(page: str, state: str) -> None:
    """What texts of charts leave out as usual is there."""
    for _, figure in drawn(page, state):
        for label in figure.layout.annotations:
            assert label.font.size == 12
            assert label.showarrow is False
        title = figure.layout.xaxis.title
        assert not title.text or (title.font.size, title.font.color, title.standoff) == (12, LIGHT.muted, 4)
        for trace in figure.data:
            for bar in (trace[name] for name in ("error_x", "error_y") if name in trace):
                if bar.array is not None:
                    assert (bar.symmetric, bar.thickness, bar.color) == (False, 1.3, LIGHT.ink)
            if trace.type == "bar":
                assert trace.marker.line.width in (1, 2)


@pytest.mark.parametrize("state", STUDIES)
def test_every_study_has_all_charts_in_order_with_numbers_that_add_up(state: str) -> None:
    _, summary = STUDIES[state]()
    outcomes = summary.outcomes()
    there = [name for name in NAMES if outcomes["endless"] or not name.startswith("cycle")]
    assert [panel.name for panel in panels("simulate", state)] == there
    assert {chart.group for chart in simulate_charts(*STUDIES[state]())} <= {"", *Group}
    finished = sum(outcomes[name] for name in ("player_1", "player_2", "draw"))
    totals = {"outcomes": summary.games, **dict.fromkeys(("lengths", "depth", "wars", "parity"), finished)}
    for panel in panels("simulate", state):
        table = panel.table
        if panel.name in totals:
            assert table["games"].sum() == totals[panel.name], panel.name
            assert not totals[panel.name] or table.get("share", pd.Series([1.0])).sum() == pytest.approx(1)
        if "share" in table:
            known = table.dropna(subset=["share"])
            assert (known["share low"] <= known["share"]).all()
            assert (known["share"] <= known["share high"]).all()
        for column, kind in table.dtypes.items():
            texts = column in ("outcome", "because", "rounds", "deepest war", "dealt to player 1")
            assert (kind == "str") == (texts or column == "above an even share") or not len(table), column


@pytest.mark.parametrize("rules", ["programming-challenges", "code-golf"])
def test_a_hundred_million_games_are_no_larger_to_draw(rules: str) -> None:
    one, summary = study(rules, 30_000)
    many = Study(rules=one.rules, games=122_880_000, seed=7)
    tallies = repeated(summary, 4_096)
    for panel in simulate_panels(many, tallies):
        assert len(panel.draw(LIGHT).to_json()) < 40_000, panel.name
    assert plain(headline(many, tallies)[0]).startswith("By ")


@pytest.mark.parametrize("games", [29, 30])
@pytest.mark.parametrize("rules", ["norvig", "programming-challenges"])
def test_fewer_than_thirty_games_have_no_finding(rules: str, games: int) -> None:
    one = Study(rules=PLAYABLE[rules], games=games, followed=games)
    names = (rules, "code-golf", "codingame") if rules == "norvig" else (rules, "jouets")
    asked = comparison_of(names, games=games)
    several = [*compare_panels(asked, paired.tally(asked, 0, games), names)]
    for first in range(0, 3 * games, games):
        several += simulate_panels(one, tally(replace(one, games=10_000), first, games))
    for panel in several:
        only = re.match(r"Only (\d+) |No |Too few ", panel.title)
        assert only or games > 29, panel.title
        of_groups = panel.name in ("aces", "strength")  # each of which needs games enough
        assert not only or of_groups or int(only[1] or 0) < 30, panel.title


def test_a_chart_that_plotly_does_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match="colour"):
        Drawing([{"type": "scatter", "colour": "red"}], {}, None)
