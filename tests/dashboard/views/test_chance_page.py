"""The chance to win on the Game page: what it says, what it draws, and that nobody waits."""

from dataclasses import replace
from functools import cache
from unittest.mock import Mock, call

import pytest
from apps import at_address, components_of, opened, rows_of, shown_text
from page_acts import acts_lines
from slow_workers import Slow
from streamlit.runtime.context import ContextProxy

from dashboard.cache import games as cache_games
from dashboard.ui import state
from dashboard.urls import GAME, GameScreen, View
from dashboard.views import game as game_page
from dashboard.views.game import sections
from dashboard.views.game.sections import COMPUTED
from engine import Deal
from engine.cards import Pack
from engine.game import Game
from engine.jobs.workers import Preparing
from engine.kernels import Course, decide
from engine.rules import PLAYABLE
from engine.simulation import chances as engines_chances
from engine.simulation import turning_points as engines_turns

COMEBACK = Deal.parse("32298J5A785KQ394467K5Q9QJ2/5AK6TTK93A873AT628J6T4JQ47")
MILLION = GameScreen(rule_set="codingame", seed=1, game=57_432)
SCREEN = GameScreen(given=COMEBACK, rule_set="code-golf", round=231, view=View.CHANCE)


@cache
def golf() -> Game:
    return decide(COMEBACK, PLAYABLE["code-golf"])


def test_the_page_waits_not_and_tells_what_is_counted(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sections, "preparing", lambda _: Preparing(0.4, "Preparing"))
        assert [bar.proto.value for bar in opened(SCREEN).get("progress")] == [40]
    app = opened(SCREEN)
    key = cache_games.key_of(SCREEN)
    assert COMPUTED in shown_text(app)
    assert cache_games.awaited(key, golf()) == ("line", "turns")
    charts = len(app.get("plotly_chart"))
    slow.answer()
    app.run()
    assert "War Room is looking for the turning points." in shown_text(app)
    assert len(app.get("plotly_chart")) == charts + 1
    assert cache_games.awaited(key, golf()) == ("turns",)
    slow.answer()
    app.run()
    lost = "Player 2 lost an ace and two queens."
    assert f"In round 148 player 1’s chance of winning rose from 26 % to 50 %. {lost}" in shown_text(app)
    assert cache_games.awaited(key, golf()) == ()
    assert not slow.asked
    table = rows_of(app, key="turns")
    assert list(table) == ["148", "231", "242", "340", "372", "401"]
    assert table["148"]["cells"] == ["Round 148", "26 → 50 %", "Player 2 loses an ace and two queens. "]
    assert "round=148" in table["148"]["query"]
    assert table["231"]["query"] is None
    assert "turns: game: round 401" in acts_lines(app)
    assert "Dots: six turning points, in the colour of the player who gained." in shown_text(app)
    assert cache_games.line(key, golf()) == engines_chances(Course(golf()))
    assert cache_games.turning_points(key, golf()) == engines_turns(Course(golf()))


def test_a_part_in_a_frame_says_what_it_waits_for(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ContextProxy, "is_embedded", property(lambda _: True))
    framed = opened(SCREEN, show="chance")
    assert [header.value for header in framed.header] == ["Chance of winning"]
    assert COMPUTED in shown_text(framed)
    assert game_page._awaited(SCREEN.changed(view=View.ACES)) == ("line", "turns")
    slow.answer()
    assert "each point is based on 200 shuffled games" in shown_text(framed.run())
    framed = opened(MILLION)
    assert [header.value for header in framed.header] == ["This game is still being played."]
    assert slow.asked


@pytest.mark.usefixtures("slow")
def test_while_a_game_is_played_the_board_of_another_is_gone() -> None:
    app = opened(SCREEN)
    boards = [len(components_of(app, "board"))]
    at_address(app, GAME.to_params(MILLION)).run()
    assert app.title[0].value == "This game is still being played."
    assert [*boards, len(components_of(app, "board"))] == [1, 0]


@pytest.mark.usefixtures("slow")
def test_another_part_below_the_board_leaves_it_where_it_is() -> None:
    app = opened(replace(SCREEN, view=View.ACES))
    before = components_of(app, "board")[0].proto.json
    app.segmented_control(key="view").set_value(View.ROUNDS).run()
    assert components_of(app, "board")[0].proto.json == before


def test_a_game_too_large_or_without_a_round_has_none(slow: Slow) -> None:
    for screen in (GameScreen(pack=Pack(13, 9)), GameScreen(given=Deal((), (14,)))):
        app = opened(replace(screen, view=View.CHANCE))
        assert COMPUTED not in shown_text(app)
    app = opened(replace(SCREEN, view=View.ACES))  # only what is open is computed
    assert COMPUTED not in shown_text(app)
    assert not slow.asked
    assert not cache_games.is_shown(None)
    deals = (Deal((2,) * 52, (3,) * cards) for cards in (52, 53))
    assert [cache_games.is_shown(Mock(rounds=1, deal=deal)) for deal in deals] == [True, False]
    assert cache_games.awaited(cache_games.key_of(SCREEN), None) == ()


def test_of_ten_games_at_once_the_chances_are_computed_no_more(slow: Slow) -> None:
    for seed in range(12):
        screen = GameScreen(rule_set="code-golf", seed=seed)
        assert cache_games.awaited(cache_games.key_of(screen), decide(screen.deal, screen.rules))
    assert len(slow.asked) == 10


def test_a_page_says_where_no_worker_could_reckon(slow: Slow) -> None:
    app = opened(SCREEN)
    slow.lose()
    app.run()
    assert "every worker that tried it ended" in shown_text(app)
    assert COMPUTED not in shown_text(app)
    app.button(key="chance_ask_again").click().run()
    assert COMPUTED in shown_text(app)


def test_a_press_on_a_chart_opens_its_round_and_on_the_end_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    change = Mock()
    monkeypatch.setattr(state.PageState, "change", change)
    monkeypatch.setattr(state.PageState, "current", lambda _: SCREEN)
    for place in (0, 231, golf().rounds + 1):
        sections.open_round({"x": place})
    assert change.call_args_list == [call(round=1), call(round=231), call(round=golf().rounds)]
