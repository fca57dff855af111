"""The Simulate page without a browser: what starts by itself, what a button starts, what it says."""

import os
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
import streamlit as st
from apps import APP, label_of, opened_at, said, switch_page, when_over
from streamlit.testing.v1 import AppTest

from dashboard.charts.simulate import decks
from dashboard.charts.style import THEMES
from dashboard.ui import run_page
from dashboard.ui.state import GAME
from dashboard.urls import SIMULATE
from dashboard.urls.screens import GameScreen, Scale, SimulateScreen, Unit
from dashboard.views import simulate
from engine import record
from engine.jobs.runs import Run, Runs, State, runs
from engine.jobs.settings import Settings
from engine.simulation.tallies import tally
from engine.tables.bars import NOT_ONE

SMALL = SimulateScreen(rule_set="programming-challenges", games=3_000, seed=11)
LARGE = SimulateScreen(rule_set="code-golf", games=1_000_001, seed=12)


def opened(screen: SimulateScreen, **params: str) -> AppTest:
    return opened_at("simulate", {**SIMULATE.to_params(screen), **params})


def over(app: AppTest, screen: SimulateScreen) -> AppTest:
    """Wait until the run is over and draw the page again."""
    return when_over(app, screen.job)


def test_a_small_run_starts_by_itself_and_says_its_finding_with_games_and_interval() -> None:
    app = over(opened(SMALL), SMALL)
    assert "never end" in app.title[0].value
    assert "3,000 random deals" in said(app)
    assert "points (95\N{NO-BREAK SPACE}%)" in said(app)
    assert "Finished: 3,000 games" in said(app)


def test_what_comes_out_is_sent_before_what_else_could_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    app = over(opened(SMALL), SMALL)
    sent = list[str]()
    monkeypatch.setattr(run_page, "draw", lambda *_, **__: sent.append("chart"))
    monkeypatch.setattr(run_page, "how_many", lambda *_: sent.append("choice"))
    app.run()
    assert not app.exception
    assert (sent[0], sent[-1], sent.count("choice")) == ("chart", "choice", 1)


@pytest.mark.parametrize(("left", "seconds"), [(0.6, 0.5), (60.0, 1.0), (None, 1.0)])
def test_a_run_that_is_nearly_over_is_looked_at_more_often(
    left: float | None, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Run(SimulateScreen().job, State.RUNNING, seconds_left=left)
    fragment, asked = st.fragment, list[float]()

    def noted(look: Callable[[], None], *, run_every: float) -> Callable[[], None]:
        asked.append(run_every)
        return fragment(look, run_every=run_every)

    monkeypatch.setattr(run_page, "played_unasked", lambda _: run)
    monkeypatch.setattr(st, "fragment", noted)
    opened_at("simulate", {})
    assert asked == [seconds]


def test_a_link_never_starts_more_than_a_million_games_by_itself() -> None:
    app = opened(LARGE)
    assert app.title[0].value == "1,000,001 games are not played yet."
    assert runs().get(LARGE.job).state is State.ABSENT
    assert app.button(key="run").label.endswith("Run")


def test_its_button_starts_it_and_stop_keeps_what_is_there() -> None:
    screen = SimulateScreen(rule_set="codingame", games=50_000_000, seed=13)
    app = opened(screen)
    app.button(key="run").click().run()
    for _ in range(600):  # workers stand back behind whatever else the machine does
        if runs().get(screen.job).games:
            break
        time.sleep(0.1)
    app.button(key="stop").click().run()
    over(app, screen)
    run = runs().get(screen.job)
    assert run.state is State.STOPPED
    assert 0 < run.games < 50_000_000
    assert f"Stopped: {run.games:,} of 50,000,000 games are done" in said(app)
    assert "of 50,000,000" not in app.title[0].value
    assert app.button(key="run").label.endswith("Go on")


def test_going_on_keeps_the_games_there_are() -> None:
    first = SMALL.changed(seed=14)
    app = over(opened(first), first)
    app.button(key="run").click().run()
    larger = first.changed(games=30_000)
    over(app, larger)
    run = runs().get(larger.job)
    assert run.state is State.FINISHED
    assert run.games == 30_000
    assert app.query_params["games"] == "30000"


def test_more_games_than_allowed_are_refused_with_the_cap() -> None:
    screen = LARGE.changed(games=10**10)
    app = opened(screen)
    assert app.title[0].value == "10,000,000,000 games are too many for one run."
    assert "Take at most 1,000,000,000." in said(app)
    assert "run" not in [button.key for button in app.button]
    assert runs().get(screen.job).state is State.ABSENT


@pytest.mark.parametrize("change", [{"games": "0"}, {"check": "aaaaaaaa"}, {"unit": "hours"}, {"v": "2"}])
def test_a_damaged_link_says_why_and_starts_nothing(change: dict[str, str]) -> None:
    screen = SMALL.changed(seed=15)
    app = opened(screen, **change)
    assert app.title[0].value == "This link cannot be opened."
    assert runs().get(screen.job).state is State.ABSENT


def test_a_game_pages_link_goes_on_to_the_game_page() -> None:
    from dashboard.urls import GAME
    from dashboard.urls.screens import GameScreen

    app = AppTest.from_file(APP, default_timeout=60)
    switch_page(app, "simulate")
    for name, value in GAME.to_params(GameScreen()).items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    assert app.title[0].value != "This link cannot be opened."
    assert [button.key for button in app.button if button.key == "random_deal"]


def test_a_number_that_is_none_is_said_and_nothing_changes() -> None:
    app = over(opened(SMALL), SMALL)
    app.text_input(key="seed").set_value("twelve").run()
    assert "Seed 'twelve': take a whole number, 0 to" in said(app)
    assert app.query_params["seed"] == "11"


@pytest.mark.parametrize("rule_set", ["code-golf", "codingame", "jouets", "whats-in-a-game-steal"])
@pytest.mark.parametrize("games", [1, 30])
def test_few_games_of_any_kind_are_drawn(rule_set: str, games: int) -> None:
    screen = SimulateScreen(rule_set=rule_set, games=games, seed=3, unit=Unit.PLAYS, scale=Scale.LOG)
    app = over(opened(screen), screen)
    assert len(app.get("plotly_chart")) >= 8


def test_the_way_lengths_are_counted_is_in_the_link() -> None:
    app = over(opened(SMALL), SMALL)
    app.segmented_control(key="unit").set_value(Unit.BATTLES).run()
    assert app.query_params["unit"] == "battles"
    assert any("battles" in element.value for element in app.header)


def test_a_new_seed_is_another_study() -> None:
    app = over(opened(SMALL), SMALL)
    app.button(key="new_seed").click().run()
    other = SMALL.changed(seed=int(app.query_params["seed"]))
    assert other != SMALL
    over(app, other)
    assert runs().get(other.job).state is State.FINISHED
    assert "Finished: 3,000 games" in said(app)


def deck_before(screen: GameScreen) -> int:
    """Return how many cards player 1 holds before the round on a screen, as the law plays it."""
    way = record(screen.deal, screen.rules, seed=screen.seed, number=screen.game)
    (there,) = (position for position in way.positions() if position.number == screen.round)
    return len(there.deck_1)


@pytest.mark.parametrize("rule_set", ["code-golf", "codingame", "programming-challenges"])
@pytest.mark.parametrize("after", [0, 40, 1_000])
def test_a_deck_size_opens_a_game_and_round_that_has_it(rule_set: str, after: int) -> None:
    screen = SimulateScreen(rule_set=rule_set, games=3_000, seed=3)
    size = 26 if after == 0 else 30
    found = simulate.game_with_deck(screen, after, size)
    assert found is not None
    assert deck_before(found) == size


def test_every_point_of_the_chart_of_decks_opens_a_game_that_is_there() -> None:
    screen = SimulateScreen(rule_set="whats-in-a-game-steal", games=300, seed=3)
    summary = tally(screen.job, 0, 300)
    for trace in decks.fan_panel(screen.job, summary).draw(THEMES["light"]).data:
        if trace.hoverinfo == "skip":
            continue
        for after, size in list(zip(trace.x.tolist(), trace.y.tolist(), strict=True))[:: len(trace.x) // 12]:
            found = simulate.game_with_deck(screen, after, size)
            assert found is not None
            assert deck_before(found) == size


@pytest.mark.parametrize("followed", [0, 10, 300])
@pytest.mark.parametrize("sample", [1, 16])
@pytest.mark.parametrize("games", [8, 1_000])
def test_every_followed_game_is_looked_through(followed: int, sample: int, games: int) -> None:
    study = replace(SMALL.job, games=games, sample=sample, followed=followed)
    wanted = [number for number in range(games) if number < followed or number % sample == 0]
    assert simulate.followed_games(study).tolist() == wanted


def test_a_huge_study_is_not_looked_through_to_its_end() -> None:
    numbers = simulate.followed_games(replace(SMALL.job, games=10**9))
    assert len(numbers) == len(set(numbers.tolist())) == simulate.MOST_TRIED


def clicked_on(chart: str, point: dict[str, Any]) -> AppTest:
    """Click a point of a chart of `SMALL`, which AppTest cannot do on the page itself."""

    def click(chart: str, point: "dict[str, Any]", screen: "SimulateScreen") -> None:
        from dashboard.views import simulate as clicks

        clicks.clicked(screen, chart, point)
        clicks.say_if_none()

    app = AppTest.from_function(click, args=(chart, point, SMALL), default_timeout=60).run()
    assert not app.exception
    return app


def test_a_size_that_no_game_has_is_said_and_the_page_stays() -> None:
    app = clicked_on("deck-sizes", {"x": 2, "y": 52, "customdata": [NOT_ONE, 1]})
    (toast,) = app.toast
    assert toast.value == (
        "Player 1 holds 52 cards after 2 rounds in none of the 3,000 games looked through. "
        "Such games are rare: take a point with more of them."
    )
    assert "go" not in app.session_state


def test_the_page_says_it_once() -> None:
    app = over(opened(SMALL), SMALL)
    app.session_state["not_found"] = "In none of them."
    app.run()
    assert [toast.value for toast in app.toast] == ["In none of them."]
    app.run()
    assert not app.toast


@pytest.mark.parametrize(
    ("chart", "point"),
    [
        ("deck-sizes", {"x": 2, "y": 28, "customdata": [NOT_ONE, 1]}),
        ("lengths", {"customdata": [17, "17"]}),
    ],
)
def test_a_point_with_games_leaves_for_one(chart: str, point: dict[str, Any]) -> None:
    app = clicked_on(chart, point)
    assert not app.toast
    assert app.session_state["go"] is GAME


def test_a_bar_without_games_opens_none() -> None:
    app = clicked_on("lengths", {"x": 3, "y": 0, "customdata": [NOT_ONE, "no game"]})
    assert not app.toast
    assert "go" not in app.session_state


def test_a_run_that_goes_on_shows_on_every_other_page_until_it_is_over() -> None:
    screen = SimulateScreen(rule_set="codingame", games=60_000_000, seed=14)
    app = opened(screen)
    app.button(key="run").click().run()
    assert not signs(app)
    for view in ("game", "rules"):
        switch_page(app, view).run()
        (sign,) = signs(app)
        assert re.fullmatch(r"Your run of 60,000,000 games goes on: \d+\N{NO-BREAK SPACE}%", label_of(sign))
        assert SIMULATE.from_params(parse_qs(sign.proto.query_string)) == screen
    runs().stop(screen.job)
    app.run()
    assert not signs(app)


def signs(app: AppTest) -> list[Any]:
    return [way for way in app.get("page_link") if "Your run" in way.proto.label]


@pytest.mark.parametrize("length", [0, 1_000])
def test_a_run_lost_with_its_store_is_told_on_its_page_and_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, length: int
) -> None:
    store = tmp_path / "own" / "runs.sqlite"
    before = Runs(Settings(workers=1, store=store), ThreadPoolExecutor(1))
    before.start(SMALL.job)
    assert before.wait_for(SMALL.job, 30).state is State.FINISHED
    before.close()
    os.truncate(store, length)
    after = Runs(Settings(workers=1, store=store), ThreadPoolExecutor(1))
    monkeypatch.setattr(run_page, "runs", lambda: after)
    (told,) = [text.value for text in opened(SMALL).text if "store" in text.value]
    assert told.startswith("The store runs.sqlite was ")
    assert told.endswith("a new one is begun without its runs.")
    assert [record.getMessage() for record in caplog.records if record.name == "engine.jobs.store"] == [
        f"war-room: the {told[4:-1]}"
    ]
    after.close()
