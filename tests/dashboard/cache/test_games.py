"""Games kept for pages: short ones are told at once, all others by the workers, and nothing else differs."""

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, wait
from unittest.mock import Mock

import pytest
from apps import opened
from slow_workers import Slow
from streamlit.testing.v1 import AppTest
from there import there
from traces import record

from dashboard.cache import Key, Unanswered, games, tasks
from dashboard.urls.screens import GameScreen, View
from engine.cards import Deal, Pack
from engine.game import referee
from engine.kernels import follow
from engine.rules import PLAYABLE

CYCLE = GameScreen(rule_set="codingame", seed=1, game=57_432)  # a game with a cycle of 1,151,640 rounds


def wait_for_all(key: Key, number: int) -> None:
    while waiting := games.open_tasks(key, number):
        wait(waiting, timeout=1, return_when=FIRST_COMPLETED)


@pytest.mark.parametrize("name", list(PLAYABLE))
def test_a_game_that_is_not_told_here_is_the_same(
    name: str, forgotten: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    key = games.key_of(GameScreen(rule_set=name, seed=31, game=2))
    here = games.chart_data(key), games.played_decided(key), games.under_every_preset(key)
    whole = record(key.deal, key.rules, seed=key.seed, number=key.game)
    assert whole.game.rounds > 20
    assert here[1] == here[2][name] == whole.game
    forgotten()
    monkeypatch.setattr(games, "DECIDED_HERE", 20)
    monkeypatch.setattr(games, "SHORT", 552 * 20)
    assert games.played_decided(key) is None
    wait_for_all(key, 15)
    assert (games.played_decided(key), games.under_every_preset(key)) == here[1:]
    assert repr(games.chart_data(key)) == repr(here[0])
    for number in (1, 15, whole.game.rounds):
        wait_for_all(key, number)
        part = there(games.stretch(key, number))
        first, end = part.trace.first, part.trace.first + len(part.trace.course)
        assert first <= number < end <= first + 20
        assert list(part.trace.positions()) == list(whole.positions())[first - 1 : end - 1]
        wars = [this.number for this in whole.positions() if this.move.wars]
        before = max((war for war in wars if war < first), default=None)
        assert part.nearest == (before, min((war for war in wars if war >= end), default=None))


@pytest.mark.usefixtures("forgotten")
def test_a_short_game_of_long_moves_comes_in_stretches_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "MOST_BYTES", 300)
    key = games.key_of(GameScreen(rule_set="norvig", seed=31, game=2))
    positions = list(record(key.deal, key.rules, seed=key.seed, number=key.game).positions())
    firsts = set()
    for number in range(1, len(positions) + 1):
        part = there(games.stretch(key, number))
        first, end = part.trace.first, part.trace.first + len(part.trace.course)
        assert first <= number < end
        assert list(part.trace.positions()) == positions[first - 1 : end - 1]
        firsts.add(first)
    assert sorted(firsts) == [1, 6, 8, 13, 14, 24, 26]
    assert all(games.payload_in_the_end(key, first, named=False)["ticks"] for first in firsts)


@pytest.mark.usefixtures("forgotten")
def test_no_long_game_is_played_by_the_law_in_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    law = Mock(wraps=referee.play_round)
    monkeypatch.setattr(referee, "play_round", law)
    monkeypatch.setattr(follow, "play_round", law, raising=False)
    name = "whats-in-a-game"
    monkeypatch.setattr(games, "PLAYABLE", {name: PLAYABLE[name]})
    for screen in (CYCLE, GameScreen(rule_set=name, pack=Pack(64, 64), view=View.ROUNDS)):
        app = opened(screen)
        wait_for_all(games.key_of(screen), 1)
        app.run()
        assert "still" not in app.title[0].value
    key = games.key_of(CYCLE)
    assert 0 < law.call_count < 3 * games.most_rounds(key)
    uneven = key._replace(deck_1=key.deck_1[:1], deck_2=key.deck_1[1:] + key.deck_2)
    assert games.most_rounds(uneven) == games.most_rounds(key), "a round weighs as much whoever holds cards"


def board_of(app: AppTest) -> str:
    """Return what is sent to the board of a page."""
    (sent,) = (part.proto.json for part in app.get("bidi_component") if '"from"' in part.proto.json)
    return str(sent)


def test_a_long_game_says_that_it_is_being_played_and_then_how_it_ended(slow: Slow) -> None:
    assert "being played" not in opened(GameScreen(rule_set="programming-challenges", seed=3)).title[0].value
    assert not slow.asked, "this process plays a short game"
    app = opened(CYCLE)
    assert app.title[0].value == "This game is still being played."
    assert app.session_state["game screen"].rule_set == "codingame"
    while slow.asked:
        slow.answer()
        app.run()
    assert "From round 1,447 on the same 1,151,640 rounds repeat for ever" in app.markdown[0].value
    assert '"last":1153086' in board_of(app).replace(" ", "")
    assert len(board_of(app)) <= 256_000


def test_nothing_is_asked_for_pages_that_nobody_looks_at_any_more(slow: Slow) -> None:
    left = [games.key_of(GameScreen(pack=Pack(64, 64), seed=seed)) for seed in range(3)]
    for key in left:
        assert len(games.open_tasks(key, 1)) == 2 + len(PLAYABLE)
    assert len(slow.asked) == games.GAMES.capacity
    mine = games.key_of(CYCLE)
    assert games.played_decided(mine) is None
    assert len(slow.asked) == games.GAMES.capacity
    asked = list(slow.asked)
    slow.asked.clear()
    for future, *_ in asked:
        future.set_result(tasks.decided(mine))  # whatever it was
    assert games.played_decided(mine) is None
    assert [(function, arguments) for _, function, arguments in slow.asked] == [(tasks.decided, (mine,))]


def test_another_stretch_leaves_the_board_where_it_is(slow: Slow) -> None:
    app = opened(CYCLE)
    while slow.asked:
        slow.answer()
        app.run()
    before = board_of(app).partition('"goto"')[0]
    app.session_state["game screen"] = CYCLE.changed(round=900_000)
    app.session_state["game acted"] = True
    app.run()
    assert slow.asked
    assert board_of(app).partition('"goto"')[0] == before
    slow.answer()
    app.run()
    assert board_of(app).partition('"goto"')[0] != before


def test_a_game_that_no_worker_could_play_is_not_played_here(slow: Slow) -> None:
    app = opened(CYCLE)
    asked = len(slow.asked)
    slow.lose()
    for _ in range(3):
        app.run()
        assert app.title[0].value == "This game was not played to its end."
        assert "every worker that tried it ended" in app.text[0].value
    assert slow.asked == []
    key = games.key_of(CYCLE)
    assert games.played_decided(key) is None
    assert games.open_tasks(key, 1) == []
    with pytest.raises(Unanswered):
        games.decided_in_the_end(key)
    app.button(key="game_ask_again").click().run()
    assert len(slow.asked) == asked
    slow.answer()
    app.run()
    assert app.title[0].value != "This game was not played to its end."


def test_what_follows_a_game_is_not_taken_for_done_when_the_game_is(slow: Slow) -> None:
    key = games.key_of(CYCLE)
    chart_data, stretch, *_ = games.open_tasks(key, 1)
    slow.answer()
    assert games.played_decided(key) is not None
    assert not chart_data.done()
    assert not stretch.done()


@pytest.mark.parametrize(("length", "asks"), [(4_000, False), (4_001, True)])
def test_a_worker_reads_only_long_pastes(length: int, monkeypatch: pytest.MonkeyPatch, *, asks: bool) -> None:
    ask = Mock(side_effect=lambda read, text: read(text))
    monkeypatch.setattr(games, "ask", ask)
    games.read_paste("AKQ/KQJ".ljust(length))
    assert ask.called == asks


def test_suits_are_those_of_the_deal_asked_for() -> None:
    hearts, spades = (Deal((2, 3), (4, 5), suits * 2, suits * 2) for suits in "hs")
    shown = [games.chart_data(games.key_of(GameScreen(given=deal))) for deal in (hearts, spades)]
    assert [one.holders.names[0] for one in shown if one] == ["2♥", "2♠"]
    mixed = Deal((2, 3), (4, 5), "hs", "dc")
    assert games.key_of(GameScreen(given=mixed)).deal == mixed


def test_turning_points_can_be_lost_after_the_chances(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games.CHANCES, "capacity", 4)
    games.CHANCES.clear()
    key = games.key_of(GameScreen(rule_set="code-golf", seed=4711))
    game = there(games.played_decided(key))
    assert (games.line(key, game), games.awaited(key, game)) == (None, ("line", "turns"))
    slow.answer()
    assert (games.turning_points(key, game), games.chances_lost(key, game)) == (None, None)
    slow.lose()
    assert isinstance(games.chances_lost(key, game), Unanswered)
    assert (games.awaited(key, game), games.line(key, game) is None) == ((), False)
    games.CHANCES.clear()
