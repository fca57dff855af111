"""The Simulate page without a browser: what starts by itself, what a button starts, what it says."""

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs

import pytest
from apps import label_of, opened, switch_page, when_over
from chores import until
from streamlit.testing.v1 import AppTest
from traces import record

from dashboard.urls import SIMULATE, GameScreen, SimulateScreen
from dashboard.views import simulate
from engine import play
from engine.jobs.registry import Run, State, runs

SMALL = SimulateScreen(rule_set="programming-challenges", games=3_000, seed=11)


def test_its_button_starts_it_and_stop_keeps_what_is_there() -> None:
    screen = SimulateScreen(rule_set="codingame", games=50_000_000, seed=13)
    app = opened(screen)
    app.button(key="run").click().run()
    until(lambda: runs().get(screen.job).games)  # workers stand back behind whatever else the machine does
    app.button(key="stop").click().run()
    when_over(app, screen.job)
    run = runs().get(screen.job)
    assert run.state is State.STOPPED
    assert 0 < run.games < 50_000_000
    assert app.button(key="run").label.endswith("Continue")


def test_going_on_keeps_the_games_there_are() -> None:
    first = SMALL.changed(seed=14)
    app = when_over(opened(first), first.job)
    app.button(key="run").click().run()
    larger = first.changed(games=30_000)
    when_over(app, larger.job)
    run = runs().get(larger.job)
    assert run.state is State.FINISHED
    assert run.games == 30_000
    assert app.query_params["games"] == "30000"


def deck_before(screen: GameScreen) -> int:
    """Return how many cards player 1 holds before the round on a screen, as the law plays it."""
    way = record(screen.deal, screen.rules, seed=screen.seed, number=screen.game)
    (there,) = (position for position in way.positions() if position.number == screen.round)
    return len(there.deck_1)


def test_a_deck_size_of_an_endless_game_opens_its_round_of_the_cycle() -> None:
    """Each round of a cycle is shown once: the one that is as the round clicked, not the first."""
    screen = SimulateScreen(rule_set="programming-challenges", games=300, seed=3)
    opened_rounds = set()
    for size in range(2, 51, 2):
        found = simulate.game_with_deck(screen, 900, size)
        cycle = found and play(found.deal, found.rules, seed=found.seed, number=found.game).cycle
        if found and cycle:
            assert deck_before(found) == size
            opened_rounds.add(found.round - cycle.start)
    assert len(opened_rounds) > 3, opened_rounds


@pytest.mark.parametrize("followed", [0, 10, 300])
@pytest.mark.parametrize("sample", [1, 16])
@pytest.mark.parametrize("games", [8, 1_000])
def test_every_followed_game_is_looked_through(followed: int, sample: int, games: int) -> None:
    study = replace(SMALL.job, games=games, sample=sample, followed=followed)
    wanted = [number for number in range(games) if number < followed or number % sample == 0]
    assert simulate.followed_games(study).tolist() == wanted


def test_a_click_on_a_deck_size_of_no_game_says_so() -> None:
    def click(screen: "SimulateScreen") -> None:  # which AppTest cannot do on the page itself
        from dashboard.views import simulate as clicks

        clicks.clicked(screen, "deck-sizes", {"x": 2, "y": 52})
        clicks.say_if_none()

    app = AppTest.from_function(click, args=(SMALL,), default_timeout=60).run()
    assert [toast.value for toast in app.toast] == [
        "Player 1 holds 52 cards after 2 rounds in none of the 3,000 games searched. "
        "Such games are rare: choose a point with more games."
    ]
    assert not any(name in app.session_state for name in ("go", "not_found"))


def test_a_run_that_goes_on_shows_on_other_pages_until_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = SimulateScreen(rule_set="codingame", games=60_000_000, seed=14)
    app = opened(screen)
    app.button(key="run").click().run()
    assert not signs(app)
    monkeypatch.setattr(Run, "games", 31_000_000)
    for view in ("game", "rules"):
        switch_page(app, view).run()
        (sign,) = signs(app)
        assert label_of(sign) == "Your run of 60,000,000 games goes on: 51\N{NO-BREAK SPACE}%"
        assert SIMULATE.from_params(parse_qs(sign.proto.query_string)) == screen
    monkeypatch.undo()
    runs().stop(screen.job)
    app.run()
    assert not signs(app)


def signs(app: AppTest) -> list[Any]:
    return [way for way in app.get("page_link") if "Your run" in way.proto.label]
