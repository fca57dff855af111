"""The chance to win on the Game page: what it says, what it draws, and that nobody waits."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from apps import APP, rows_of, said
from slow_workers import Slow
from streamlit.testing.v1 import AppTest

from dashboard.cache import games as cache_games
from dashboard.cache import tasks
from dashboard.cache.tasks import ask_again
from dashboard.urls.screens import GameScreen, View
from dashboard.views.game.parts import COMPUTED
from engine import Deal
from engine.cards import Pack
from engine.game import Game
from engine.kernels import Course, decide
from engine.rules import PLAYABLE
from engine.simulation.win_chance import chances as engines_chances
from engine.simulation.win_chance import turns as engines_turns

COMEBACK = Deal.parse("32298J5A785KQ394467K5Q9QJ2/5AK6TTK93A873AT628J6T4JQ47")
SCREEN = GameScreen(given=COMEBACK, rule_set="code-golf", round=231, view=View.CHANCE)


@cache
def golf() -> Game:
    return decide(COMEBACK, PLAYABLE["code-golf"])


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    workers = Slow()
    cache_games.CHANCES.clear()
    monkeypatch.setattr(tasks, "runs", lambda: workers)
    yield workers
    cache_games.CHANCES.clear()


def opened(screen: GameScreen) -> AppTest:
    app = AppTest.from_file(APP, default_timeout=60)
    app.session_state["game screen"] = screen
    app.session_state["game acted"] = True
    app.run()
    assert not app.exception
    return app


def test_the_page_waits_for_nothing_and_tells_what_the_engine_counts(slow: Slow) -> None:
    app = opened(SCREEN)
    key = cache_games.key_of(SCREEN)
    assert COMPUTED in said(app)
    assert cache_games.awaited(key, golf()) == ("line", "turns")
    charts = len(app.get("plotly_chart"))
    slow.answer()
    app.run()
    assert "The turning points are being searched." in said(app)
    assert len(app.get("plotly_chart")) == charts + 1
    assert cache_games.awaited(key, golf()) == ("turns",)
    slow.answer()
    app.run()
    lost = "player 2 lost an ace and two queens."
    assert f"In round 148 player 1’s chance rose from 26 to 50 in 100: {lost}" in said(app)
    assert cache_games.awaited(key, golf()) == ()
    assert not slow.asked
    table = rows_of(app, key="turns")
    assert list(table) == ["148", "231", "242", "340", "372", "401"]
    assert table["148"]["cells"] == ["Round 148", "26 → 50 %", "Player 2 loses an ace and two queens. "]
    assert "round=148" in table["148"]["query"] or "148" in table["148"]["query"]
    assert table["231"]["query"] is None
    assert "Dots: six turning points, in the colour of the player who gained." in said(app)
    assert cache_games.line(key, golf()) == engines_chances(Course(golf()))
    assert cache_games.turns(key, golf()) == engines_turns(Course(golf()))


def test_a_game_too_large_or_without_a_round_has_none(slow: Slow) -> None:
    sizes: list[dict[str, Any]] = [{"pack": Pack(13, 9)}, {"given": Deal((), (14,))}]
    for fields in sizes:
        app = opened(GameScreen(**fields, view=View.CHANCE))
        assert COMPUTED not in said(app)
    assert COMPUTED not in said(opened(replace(SCREEN, view=View.ACES)))  # only what is open is computed
    assert not slow.asked
    assert not cache_games.is_shown(None)
    assert cache_games.awaited(cache_games.key_of(SCREEN), None) == ()


def test_thirty_who_come_at_once_leave_no_worker_idle_until_they_all_look_again(slow: Slow) -> None:
    """Two workers answer about ten between two looks, and pages that came together look together."""
    keys = [cache_games.key_of(GameScreen(seed=seed)) for seed in range(30)]
    games: list[Game] = [tasks.decided(key) for key in keys]
    worked_out = list[int]()
    while sum(worked_out) < len(keys):
        for key, game in zip(keys, games, strict=True):
            cache_games.line(key, game)
        worked_out.append(len(slow.asked))
        for future, *_ in slow.asked:
            future.set_result(())
        slow.asked.clear()
    assert worked_out == [10, 10, 10]


def test_few_questions_are_open_at_once_and_a_lost_one_is_asked_again_by_a_button(slow: Slow) -> None:
    keys = [cache_games.key_of(GameScreen(seed=seed)) for seed in range(cache_games.CHANCES.room + 1)]
    games: list[Game] = [tasks.decided(key) for key in keys]
    for key, game in zip(keys, games, strict=True):
        assert cache_games.line(key, game) is None
    assert len(slow.asked) == cache_games.CHANCES.room
    slow.lose()
    assert [cache_games.line(keys[0], games[0]) for _ in range(3)] == [None] * 3
    assert cache_games.awaited(keys[0], games[0]) == ()
    assert slow.asked == []
    ask_again()
    assert cache_games.awaited(keys[0], games[0]) == ("line", "turns")
    assert len(slow.asked) == 1


def test_a_page_says_where_no_worker_could_reckon(slow: Slow) -> None:
    app = opened(SCREEN)
    slow.lose()
    app.run()
    assert "every worker that tried it ended" in said(app)
    assert COMPUTED not in said(app)
    app.button(key="chance_ask_again").click().run()
    assert COMPUTED in said(app)
    assert not app.exception
