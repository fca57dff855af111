"""What stands under a chart that leaves the page: the games behind each mark, and intervals if any."""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd
import pytest
from labels import LIGHT, NAMES, played
from labels_library import both_games, built, claimed, counted
from many import repeated_pairs

from dashboard import charts
from dashboard.charts import library
from dashboard.charts.chart import INTERVAL, Drawing, Panel
from dashboard.charts.compare.charts import compare_panels, sweep_panels
from dashboard.charts.game import decks
from dashboard.charts.game.charts import chance_panel
from dashboard.charts.library import class_strip
from dashboard.charts.simulate import outcomes as simulate_outcomes
from dashboard.charts.simulate.charts import simulate_panels
from dashboard.files import footer
from engine.cards import Pack, deal_cards
from engine.kernels import Course, decide
from engine.library import QUESTIONS, beside
from engine.library.claims import claims
from engine.rules import PLAYABLE, rules_called
from engine.simulation import win_chance
from engine.simulation.estimates import Estimate
from engine.simulation.paired import tally as tally_pairs
from engine.simulation.study import Comparison, sweep
from engine.simulation.win_chance import Decided, turns

PLAYED: Final = "what was played"
RESTS: Final = re.compile(r"each (\w+) rests on (?:([\d,]+) to )?([\d,]+) [a-z ]*(games?|deals?)\b")
PROMISE: Final = re.compile(r"(?i)(whiskers|bands?|lines?): 95 %|: 95 % on the same deals")
FILLED: Final = ("deck-sizes", "sizes")
"""Charts with areas that are none: of quantiles, and of what one player holds."""
OF_ONE_GAME: Final = ("holders", "sizes", "both-games")
OF_NO_GAMES: Final = ("class", "graph", "endless", "both games")
COUNTED: Final = {
    "aces": "decided games",
    "strength": "decided games",
    "decided": "games going on",
    "answer": "games",
}
"""Columns of tables with the games of each mark."""


@dataclass(frozen=True)
class Picture:
    """A chart as it leaves its page, and the words above it."""

    name: str
    case: str
    words: str
    figure: Drawing
    table: Callable[[], pd.DataFrame] = pd.DataFrame

    @property
    def under(self) -> str:
        """What stands under this chart and not under every one of its run."""
        foot = ("Rules", PLAYED, "?v=1", "War Room")
        return footer.of_picture(foot, self.figure, self.words)[1].removeprefix(PLAYED)


def of_panels(case: str, *panels: Panel) -> Iterator[Picture]:
    for panel in panels:
        yield Picture(panel.name, case, panel.words, panel.draw(LIGHT), panel.tabled)


def simulated() -> Iterator[Picture]:
    for games in (1, 100, 10**9):
        yield from of_panels(f"{games:,}", *simulate_panels(*played("codingame", "13x4", games)))
    shares = [Estimate(0.2, 0.15, 0.25, 1_000), Estimate(0.4, 0.3, 0.5, 1_000)]
    points = [Decided(1 + 100 * place, share, 1_000 - 400 * place) for place, share in enumerate(shares)]
    yield from of_panels("made up", simulate_outcomes.decided_panel(points))


def compared() -> Iterator[Picture]:
    comparison = Comparison(rule_sets=tuple(map(rules_called, NAMES[:3])), games=100, seed=7, limit=5_000)
    varied = sweep(rules_called("programming-challenges"), "face_down", games=100, seed=3)
    varied = replace(varied, comparison=replace(varied.comparison, limit=3_000))
    for games in (1, 100, 10**9):
        few = min(games, 100)
        tallies = repeated_pairs(tally_pairs(comparison, 0, few), games // few)
        yield from of_panels(f"{games:,}", *compare_panels(comparison, tallies, NAMES[:3]))
        tallies = repeated_pairs(tally_pairs(varied.comparison, 0, few), games // few)
        yield from of_panels(f"{games:,}, varied", *sweep_panels(varied, tallies))


def of_one_game() -> Iterator[Picture]:
    course = Course(decide(deal_cards(Pack(13, 4), seed=1, number=0), PLAYABLE["code-golf"]))
    points = win_chance.chances(course, games=40)
    nobody = [point._replace(cards=replace(point.cards, nobody=900)) for point in points]
    yield from of_panels("won", chance_panel(course.game, points, turns(course)))
    yield from of_panels("mostly nobody's", chance_panel(course.game, nobody, ()))
    yield Picture("holders", "", "", decks.holders_figure(decks.holders(course), LIGHT))
    yield Picture("sizes", "", "", decks.deck_sizes_figure(decks.deck_sizes(course), LIGHT))


def of_the_library() -> Iterator[Picture]:
    for name, question in QUESTIONS.items():
        answers = beside(question)
        figure = library.dots_figure(question, answers, None, "#123456", LIGHT)
        yield Picture("answer", name, "", figure, lambda answers=answers: library.table(answers))  # type: ignore[misc]
        strip = class_strip(question, (20.0,), next(iter(answers.values())), "#123456", LIGHT)
        yield Picture("class", name, "", strip)
    for figures in (claimed(claims()), counted(("3x2", "code-golf")), built(0), both_games((5, 5, 5))):
        for name, figure in figures:
            yield Picture(name if name != "sizes" else "packs", "", "", figure)


PICTURES: Final = (simulated, compared, of_one_game, of_the_library)


@pytest.fixture(scope="module")
def drawn() -> Iterator[tuple[list[Picture], set[str]]]:
    """Give the pictures, and the functions that drew them."""
    functions: set[str] = set()
    init = Drawing.__init__

    def noting(self: Drawing, *args: Any) -> None:
        caller = sys._getframe(1).f_code
        functions.add(f"{caller.co_filename}: {caller.co_name}")
        init(self, *args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Drawing, "__init__", noting)
        yield [picture for several in PICTURES for picture in several()], functions


@pytest.fixture(scope="module")
def pictures(drawn: tuple[list[Picture], set[str]]) -> list[Picture]:
    return drawn[0]


def test_every_chart_there_is_was_drawn(drawn: tuple[list[Picture], set[str]]) -> None:
    drawing = {
        f"{path}: {function.name}"
        for path in Path(charts.__file__).parent.rglob("*.py")
        for function in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(function, ast.FunctionDef) and "return Drawing(" in ast.unparse(function)
    }
    assert len(drawing) > 20
    assert drawn[1] == drawing


def seen(picture: Picture) -> bool:
    """Say whether something in a chart looks like an interval."""
    sent = picture.figure.to_dict()
    marks = sent["data"]
    whiskers = any(
        np.any(trace[name].array) or np.any(trace[name].arrayminus)
        for trace in picture.figure.data
        for name in ("error_x", "error_y")
        if name in trace and trace[name].array is not None
    )
    ends = any("line-ns" in str(mark.get("marker", {}).get("symbol")) for mark in marks)
    if picture.name == "pairing-lengths":
        ends = ends and "95 %" in picture.words
    bands = picture.name not in FILLED and any(mark.get("fill") == "tonexty" for mark in marks)
    boxes = [shape for shape in sent["layout"].get("shapes", ()) if shape["type"] == "rect"]
    lines = len([shape for shape in sent["layout"].get("shapes", ()) if shape["type"] == "line"])
    brackets = picture.name == "length-spreads" and lines > 2 * len(boxes)
    return whiskers or ends or bands or brackets


def test_intervals_are_said_where_they_are_drawn_and_nowhere_else(pictures: list[Picture]) -> None:
    assert {seen(picture) for picture in pictures} == {False, True}
    for picture in pictures:
        assert ("95 % intervals" in picture.under) == seen(picture), picture
        assert ("interval" in picture.under) == seen(picture), picture


def test_what_lies_round_a_median_is_known_as_an_interval(pictures: list[Picture]) -> None:
    several = [picture.figure.layout.shapes for picture in pictures if picture.name in ("lengths", "wars")]
    boxes = [shape for shapes in several for shape in shapes if shape.x0 < shape.x1]
    assert boxes
    assert {box.name for box in boxes} == {INTERVAL}


def test_a_note_promises_what_is_drawn(pictures: list[Picture]) -> None:
    promised = [picture for picture in pictures if PROMISE.search(picture.words)]
    assert len({picture.name for picture in promised}) > 5
    assert [picture for picture in promised if not seen(picture)] == []


def test_what_is_off_by_so_much_says_how_surely(pictures: list[Picture]) -> None:
    off = [picture for picture in pictures if "±" in picture.words]
    assert {seen(picture) for picture in off} == {False, True}
    for picture in off:
        assert "95 %" in picture.under, picture


def test_the_games_behind_each_mark_are_said(pictures: list[Picture]) -> None:
    for picture in pictures:
        if picture.name in OF_ONE_GAME or picture.name.startswith(OF_NO_GAMES):
            assert picture.under == "", picture
        elif picture.figure.data:
            found = RESTS.search(picture.under)
            assert found, picture


@pytest.mark.parametrize(("name", "column"), COUNTED.items())
def test_they_are_those_of_its_table(pictures: list[Picture], name: str, column: str) -> None:
    several = [picture for picture in pictures if picture.name == name and picture.figure.data]
    assert several
    for picture in several:
        games = picture.table()[column].astype(int)
        most = f"{games.max():,}"
        numbers = most if games.min() == games.max() else f"{games.min():,} to {most}"
        assert f"rests on {numbers} " in picture.under, picture


def test_as_many_games_as_were_played_are_not_said_again() -> None:
    study, summary = played("codingame", "13x4", 100)
    (outcomes, lengths, *_, last) = simulate_panels(study, summary)
    foot = footer.of_job(study, 100, "?v=1")
    assert footer.of_picture(foot, outcomes.draw(LIGHT), outcomes.words)[1] == foot[1]
    assert footer.of_picture(foot, lengths.draw(LIGHT), lengths.words)[1].endswith(" · 95 % intervals")
    assert "each bar rests on 44 games" in footer.of_picture(foot, last.draw(LIGHT), last.words)[1]
    assert "interval" not in foot[1]
