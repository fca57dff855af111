"""What the charts of wars and of their depth say, from both sides of every number that decides."""

import pytest
from tallied import Games, endless, summary, won

from dashboard.charts.chart import Panel
from dashboard.charts.simulate import wars
from dashboard.charts.style import THEMES
from engine.rules import Rules
from engine.simulation import Study

LIGHT = THEMES["light"]


def study(games: int) -> Study:
    return Study(rules=Rules(), games=games)


def annotations(panel: Panel) -> list[str]:
    return [note.text for note in panel.draw(LIGHT).layout.annotations]


@pytest.mark.parametrize(
    ("games", "title"),
    [
        ([endless(2)], "No game has ended"),
        ([won(1)], "The one game that ends has no war"),
        ([won(1, wars=1)], "The one game that ends has 1 war"),
        ([won(1, wars=3)], "The one game that ends has 3 wars"),
        ([won(2)], "Too few games to tell how many: 6 would do"),
        ([won(99), won(1, wars=1)], "1 % of games have a war"),
        # In 95 of 100 games there is none: only then is their share all that is told.
        ([won(95), won(5, wars=2)], "5 % of games have a war"),
        ([won(94), won(6, wars=2)], "Half have up to 0 wars"),
        ([won(50), won(1, wars=1), won(49, wars=9)], "The median has 0 to 9 wars"),
        ([won(49), won(2, wars=1), won(49, wars=9)], "The median has 0 to 9 wars"),
        ([won(wars=number) for number in range(1, 101)], "The median has 40 to 61 wars"),
        ([won(19, wars=3), won(1, wars=4)], "Half have up to 3 wars"),
        ([won(18, wars=3), won(1, wars=4)], "Half have up to 3 wars"),
        ([won(95, wars=1_000), won(5, wars=2_000)], "Half have up to 1,000 wars"),
    ],
)
def test_wars(games: list[Games], title: str) -> None:
    tallies = summary(*games)
    assert wars.wars_panel(study(tallies.games), tallies).title == title


def test_the_mean_of_one_game_is_not_told() -> None:
    assert wars.wars_panel(study(1), summary(won(1, wars=3))).note == "1 game."
    two = wars.wars_panel(study(2), summary(won(1, wars=3), won(1, wars=5))).note
    assert two == "2 games."
    note = wars.wars_panel(study(100), summary(won(50, wars=3), won(50, wars=5))).note
    assert note == "100 games. Mean 4.00 ± 0.22."


@pytest.mark.parametrize(
    ("games", "title"),
    [
        ([endless(2)], "No game has ended"),
        ([won(1)], "The one game that ends has no war"),
        ([won(1, depth=2)], "The one game that ends goes two deep"),
        ([won(2)], "Too few games to tell if any has: 100 would do"),
        ([won(4, depth=1)], "Under 61 % of games meet a war two deep"),
        # Fewer than one game in five is rare; one in five is not.
        ([won(80), won(20, depth=2)], "Under 4 % of games meet a war three deep"),
        ([won(81), won(19, depth=2)], "Under 29 % of games meet a war two deep"),
        ([won(80), won(17, depth=2), won(3, depth=3)], "Under 9 % of games meet a war three deep"),
        ([won(100, depth=3)], "Under 4 % of games meet a war four deep"),
        ([won(90, depth=6), won(10, depth=7)], "Under 18 % of games meet a war seven deep"),
        ([won(999), won(1, depth=2)], "Under 0.6 % of games meet a war two deep"),
        ([won(9_999), won(1, depth=2)], "Under 0.06 % of games meet a war two deep"),
    ],
)
def test_the_deepest_wars(games: list[Games], title: str) -> None:
    panel = wars.depth_panel(summary(*games))
    assert panel.title == title
    # Of one game no whisker is drawn: none is promised either.
    ended = sum(told.times for told in games if told.outcome != "endless")
    assert ("Whiskers: 95 %." in panel.note) == (ended > 1)
    drawn = [trace.error_y.array is not None for trace in panel.draw(LIGHT).data]
    assert drawn == ([ended > 1] if ended else [])


@pytest.mark.parametrize(
    ("games", "rarest"),
    [
        ([won(999), won(1, depth=1)], "0.1 %"),
        ([won(1_000), won(1, depth=1)], "1<br>game"),
        ([won(3_000), won(2, depth=1)], "2<br>games"),
        ([won(30)], "none"),
    ],
)
def test_bars_of_rare_depths_name_their_games(games: list[Games], rarest: str) -> None:
    assert annotations(wars.depth_panel(summary(*games)))[1] == rarest


@pytest.mark.parametrize(
    ("deepest", "names"),
    [
        (1, ["no war", "1", "2", "3", "4"]),
        (4, ["no war", "1", "2", "3", "4"]),
        (5, ["no war", "1", "2", "3", "4", "5"]),
        (7, ["no war", "1", "2", "3", "4", "5", "6", "7+"]),
        (9, ["no war", "1", "2", "3", "4", "5", "6", "7+"]),
    ],
)
def test_what_the_bars_of_depths_are_called(deepest: int, names: list[str]) -> None:
    table = wars.depth_panel(summary(won(5), won(2, depth=deepest))).table
    assert table["deepest war"].tolist() == names
    assert table["games"].tolist()[min(deepest, 7)] == 2
