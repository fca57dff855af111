"""The chance under the deck sizes on the Game page: what it says, what it draws, and that nobody waits."""

from collections.abc import Iterator
from functools import cache

import pytest
from apps import APP, rows_of, said
from slow_workers import Slow
from streamlit.testing.v1 import AppTest

from dashboard.cache import games as cache_games
from dashboard.cache import tasks
from dashboard.cache.tasks import ask_again
from dashboard.charts.game import chance, decks
from dashboard.charts.style import THEMES
from dashboard.urls.screens import GameScreen
from engine import Deal
from engine.cards import Pack
from engine.game import Game
from engine.kernels import Course, decide
from engine.rules import PLAYABLE
from engine.simulation.win_chance import Chance, Point, Turn
from engine.simulation.win_chance import chances as engines_chances
from engine.simulation.win_chance import turns as engines_turns

COMEBACK = Deal.parse("32298J5A785KQ394467K5Q9QJ2/5AK6TTK93A873AT628J6T4JQ47")
LIGHT = THEMES["light"]
SCREEN = GameScreen(given=COMEBACK, rule_set="code-golf", round=231)


@cache
def golf() -> Game:
    return decide(COMEBACK, PLAYABLE["code-golf"])


def of(wins: int, others: int, nobody: int = 0) -> Chance:
    return Chance(wins, others, nobody)


def points(*chances_of: Chance) -> tuple[Point, ...]:
    return tuple(Point(number, at, at) for number, at in enumerate(chances_of, 1))


LEVEL = points(of(50, 50), of(60, 40), Chance(1, 0, 0, ended=True))
ACE = Turn(148, ((), (14, 12)), of(2564, 7436), of(4994, 5006))
QUEEN = Turn(1_300, ((12,), ()), of(80, 20), of(40, 60))
SHORT = Turn(498, ((), ()), of(49, 51), Chance(1, 0, 0, ended=True))
NOTE = (
    "How often player 1 wins if both decks are shuffled now, knowing which cards each holds "
    "(line; band: 95 %) or only how many (dashed)."
)


@pytest.mark.parametrize(
    ("turns", "title"),
    [
        (None, "The chance to win, round by round"),
        ((ACE, QUEEN), "Player 1’s chance rose from 26 to 50 % in round 148, when an ace was won"),
        ((QUEEN,), "No single round won it: player 1’s chance was never below 40 %"),
        (
            (SHORT,),
            "Player 1’s chance rose from 49 to 100 % in round 498, when player 2 had too few cards for a war",
        ),
        ((), "No round turned it: player 1’s chance was never below 50 %"),
    ],
)
def test_the_title_is_the_largest_rise_of_the_winner(turns: tuple[Turn, ...] | None, title: str) -> None:
    assert chance.finding(golf(), LEVEL, turns) == (title, NOTE)


def test_of_player_2_it_is_his_chance() -> None:
    swapped = decide(Deal(COMEBACK.deck_2, COMEBACK.deck_1), PLAYABLE["code-golf"])
    assert swapped.outcome.winner == 2
    title, _ = chance.finding(swapped, LEVEL, (ACE, QUEEN))
    assert title == "Player 2’s chance rose from 20 to 60 % in round 1,300, when a queen was won"


@pytest.mark.parametrize(("nobody", "often"), [(20, False), (21, True)])
def test_from_a_tenth_on_nobodys_share_is_drawn(nobody: int, often: bool) -> None:
    some = points(of(100 - nobody, 0, nobody), of(100, 0), Chance(0, 0, 1, ended=True))
    assert chance.nobody_often(some) == often
    title, note = chance.finding(golf(), some, ())
    figure = chance.figure(some, (), LIGHT)
    stacked = [mark for mark in figure.data if mark.stackgroup]
    assert len(stacked) == (3 if often else 0)
    assert (title == "Shuffled at the deal, 21 % of such games are won by nobody") == often
    assert note.startswith("Who wins if both decks are shuffled now") == often
    if often:
        assert [mark.y.tolist() for mark in stacked] == [[79, 100, 0], [21, 0, 100], [0, 0, 0]]


def test_what_is_drawn_is_what_the_engine_counted() -> None:
    course = Course(golf())
    line, turns = engines_chances(course), engines_turns(course)
    figure = chance.figure(line, turns, LIGHT, shown=231)
    drawn = figure.data[3]
    assert drawn.x.tolist() == [point.round for point in line]
    assert drawn.y.tolist() == pytest.approx([100 * point.cards.share_of(1).value for point in line])
    assert drawn.customdata[0] == "24 to 37 %; only how many: 57 %"
    diamonds = figure.data[4]
    assert diamonds.x.tolist() == [turn.round for turn in turns]
    assert diamonds.marker.color[:3] == ("#0072B2", "#0072B2", "#D55E00")
    assert figure.layout.shapes[0].x0 == 231


def test_rounds_stand_under_each_other() -> None:
    course = Course(golf())
    above = decks.deck_sizes_figure(decks.deck_sizes(course), LIGHT, axis_below=True).layout
    below = chance.figure(engines_chances(course, games=5), (), LIGHT).layout
    for one, other in ((above.margin.l, below.margin.l), (above.margin.r, below.margin.r)):
        assert one == other
    assert above.xaxis.range == below.xaxis.range
    assert above.xaxis.tickvals == below.xaxis.tickvals
    assert (above.yaxis.automargin, below.yaxis.automargin) == (False, False)


def test_rounds_that_turned_it_are_told_by_what_was_lost() -> None:
    assert chance.turns_title(golf(), (ACE,)) == "One round turned it: an ace changed hands"
    assert chance.turns_title(golf(), (ACE, QUEEN)) == "Two rounds turned it"
    both = Turn(9, ((14, 13, 13), (12,)), of(1, 1), of(2, 0))
    cells = chance.turn_rows(golf(), (both,))["9"]
    assert ["".join(part.text for part in cell) for cell in cells] == [
        "Round 9",
        "50 → 100 %",
        "Player 1 loses an ace and two kings. Player 2 loses a queen. ",
    ]
    assert chance.course(both) == (50, 100)


def test_a_last_round_without_a_card_lost_says_why_it_was_the_last() -> None:
    game = decide(Deal.parse("TTKJAA/QJKQ99"), PLAYABLE["whats-in-a-game"])
    turns = engines_turns(Course(game))
    ((_, course, why),) = chance.turn_rows(game, turns).values()
    assert why[0].text + why[1].text == "Player 1 had too few cards left for the last war."
    assert course[0].text.endswith("→ 0 %")
    title, _ = chance.finding(game, engines_chances(Course(game)), turns)
    assert (
        title
        == "Player 2’s chance rose from 14 to 100 % in round 3, when player 1 had too few cards for a war"
    )


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    workers = Slow()
    cache_games.TASKS.clear()
    monkeypatch.setattr(tasks, "runs", lambda: workers)
    yield workers
    cache_games.TASKS.clear()


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
    assert "It is being reckoned" in said(app)
    assert cache_games.awaited(key, golf()) == ("line", "turns")
    charts = len(app.get("plotly_chart"))
    slow.answer()
    app.run()
    assert "The chance to win, round by round" in said(app)
    assert len(app.get("plotly_chart")) == charts + 1
    assert cache_games.awaited(key, golf()) == ("turns",)
    slow.answer()
    app.run()
    assert "Player 1’s chance rose from 26 to 50 % in round 148, when an ace was won" in said(app).replace(
        "\xa0", " "
    )
    assert cache_games.awaited(key, golf()) == ()
    assert not slow.asked
    table = rows_of(app, key="turns")
    assert list(table) == ["148", "231", "242", "340", "372", "401"]
    assert table["148"]["cells"] == ["Round 148", "26 → 50 %", "Player 2 loses an ace and two queens. "]
    assert "round=148" in table["148"]["query"] or "148" in table["148"]["query"]
    assert table["231"]["query"] is None
    assert "Six rounds turned it: in each an ace changed hands" in said(app)
    assert cache_games.line(key, golf()) == engines_chances(Course(golf()))
    assert cache_games.turns(key, golf()) == engines_turns(Course(golf()))


@pytest.mark.parametrize(
    ("waiting", "left", "seconds", "again"),
    [
        ("line turns", "line turns", 60.0, False),
        ("line turns", "turns", 0.5, False),
        ("line turns", "turns", cache_games.TOGETHER, True),
        ("line turns", "", 0.5, True),
        ("game game line turns", "game line turns", 0.5, False),
        ("game game line turns", "game line turns", cache_games.TOGETHER, True),
        ("game game", "line turns", 0.5, True),
    ],
)
def test_the_page_is_drawn_again_for_the_games_and_for_the_rest_not_for_each_answer(
    waiting: str, left: str, seconds: float, *, again: bool
) -> None:
    assert cache_games.is_drawn_again(tuple(waiting.split()), tuple(left.split()), seconds) == again


def test_a_game_too_large_or_without_a_round_has_none(slow: Slow) -> None:
    for screen in (GameScreen(pack=Pack(13, 9)), GameScreen(given=Deal((), (14,)))):
        app = opened(screen)
        assert "being reckoned" not in said(app)
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


def test_few_questions_are_open_at_once_and_a_lost_one_is_asked_again_by_a_button(
    slow: Slow,
) -> None:
    keys = [
        cache_games.key_of(GameScreen(seed=seed)) for seed in range(cache_games.CHANCES_CAPACITY.most + 1)
    ]
    games: list[Game] = [tasks.decided(key) for key in keys]
    for key, game in zip(keys, games, strict=True):
        assert cache_games.line(key, game) is None
    assert len(slow.asked) == cache_games.CHANCES_CAPACITY.most
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
    assert "It is being reckoned" not in said(app)
    app.button(key="chance_ask_again").click().run()
    assert "It is being reckoned" in said(app)
    assert not app.exception
