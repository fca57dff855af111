"""What the chart of how much the deal decides says and draws, and that it is worked out by a worker."""

import pytest
from slow_workers import Slow
from streamlit.testing.v1 import AppTest

from dashboard.cache import games as cache_games
from dashboard.cache import tasks
from dashboard.charts.chart import TITLE_MOST
from dashboard.charts.simulate.outcomes import decided_panel, later
from dashboard.charts.style import THEMES
from engine.rules import PLAYABLE
from engine.simulation import Study
from engine.simulation.estimates import Estimate
from engine.simulation.win_chance import Decided, decided

LIGHT = THEMES["light"]


def points(*shares: tuple[float, float, float] | None, games: int = 1_000) -> list[Decided]:
    """Return shares (low, value, high) before rounds 1, 101, ..., each with a tenth of the games fewer."""
    return [
        Decided(
            1 + 100 * place,
            share and Estimate(share[1], share[0], share[2], games),
            games - place * games // 10,
        )
        for place, share in enumerate(shares)
    ]


@pytest.mark.parametrize(
    ("told", "title", "words"),
    [
        (
            points((0.163, 0.188, 0.213), (0.47, 0.5, 0.53), (0.51, 0.55, 0.59)),
            "Who is dealt what decides 19 % of the result",
            "At the deal 16 to 22 % (95 %). "
            "By round 201 more than half is decided, while 800 of 1,000 games go on.",
        ),
        (
            points((0.0, 0.012, 0.027), (0.3, 0.33, 0.36)),
            "Who is dealt what decides under 3 %",
            "At the deal 0 to 3 % (95 %). By round 101 not even half is surely decided.",
        ),
        (
            points((0.97, 1.0, 1.0)),
            "Who is dealt what decides over 97 % of the result",
            "At the deal 97 to 100 % (95 %).",
        ),
        (
            points((0.1, 0.3, 0.5), games=50),
            "Too few games to tell: 100 would do",
            "At the deal 10 to 50 % (95 %). By round 1 not even half is surely decided.",
        ),
        (points(None), "All games end alike, whatever is dealt", ""),
    ],
)
def test_it_says_what_is_known_and_how_surely(told: list[Decided], title: str, words: str) -> None:
    drawn = decided_panel(told)
    assert drawn.title == title
    assert later(told) == words
    assert words in drawn.alt
    assert "1,000 games" in drawn.note or "50 games" in drawn.note


def test_its_table_and_its_figure_are_the_points() -> None:
    told = decided(Study(rules=PLAYABLE["code-golf"], games=1, seed=7), games=100, points=4)
    drawn = decided_panel(told)
    assert len(drawn.title) <= TITLE_MOST
    assert drawn.table["before round"].tolist() == [point.round for point in told]
    assert drawn.table["games going on"].tolist() == [point.going for point in told]
    shares = [point.share for point in told if point.share is not None]
    assert drawn.table["share"].tolist() == [share.value for share in shares]
    low, high, line = drawn.draw(LIGHT).data
    assert list(low.y) == [share.low for share in shares]
    assert list(high.y) == [share.high for share in shares]
    assert list(line.y) == [share.value for share in shares]
    assert decided_panel(points(None)).draw(LIGHT).data == ()


def opened() -> None:
    from dashboard.views.simulate import _opened
    from engine.rules import PLAYABLE
    from engine.simulation import Study

    _opened(Study(rules=PLAYABLE["code-golf"], games=5_000, seed=71))


def test_opened_it_says_that_it_is_reckoned_and_is_drawn_when_it_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cache_games.TASKS.clear()
    workers = Slow()
    monkeypatch.setattr(cache_games.CHANCES_CAPACITY, "most", 4)
    monkeypatch.setattr(tasks, "runs", lambda: workers)
    app = AppTest.from_function(opened, default_timeout=60).run()
    assert not app.exception
    assert "1,000 games are stopped at 20 rounds" in app.markdown[0].value
    assert not app.get("plotly_chart")
    ((future, function, arguments),) = workers.asked
    assert (function, arguments) == (decided, (Study(rules=PLAYABLE["code-golf"], games=1, seed=71),))
    future.set_result(tuple(points((0.163, 0.188, 0.213), (0.51, 0.55, 0.59))))
    app.run()
    assert not app.exception
    assert len(app.get("plotly_chart")) == 1
    assert app.header[0].value == "Who is dealt what decides 19\N{NO-BREAK SPACE}% of the result"
    assert "By round 101 more than half is decided" in app.markdown[-1].value
    cache_games.TASKS.clear()
