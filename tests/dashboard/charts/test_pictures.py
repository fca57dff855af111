"""What stands under a chart that leaves the page: the games behind each mark, and intervals if any."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
import pytest
from chart_states import compared_rules, simulated, swept
from chart_text import LIGHT, lines
from labels_library import both_games, built, claimed, counted

from dashboard.charts import Drawing, Panel, library
from dashboard.charts.game import chance_panel, decks
from dashboard.charts.library import class_strip
from dashboard.charts.simulate.outcomes import decided_panel
from dashboard.files import footer
from engine.cards import Pack, deal_cards
from engine.kernels import Course, decide
from engine.library import QUESTIONS, beside, claims
from engine.rules import PLAYABLE
from engine.simulation import Decided, Estimate, turning_points, win_chance

PLAYED: Final = "what was played"
PROMISE: Final = re.compile(r"(?i)(whiskers|bands?|lines?): 95 %|: 95 % on the same deals")
FILLED: Final = ("deck-sizes", "sizes")
"""Charts with areas that are none: of quantiles, and of what one player holds."""


class Picture(NamedTuple):
    """A chart as it leaves its page, and the words above it."""

    name: str
    words: str
    figure: Drawing

    @property
    def under(self) -> str:
        """What stands under this chart and not under every one of its run."""
        foot = ("Rules", PLAYED, "?v=1", "War Room")
        return footer.of_picture(foot, self.figure, self.words)[1].removeprefix(PLAYED)


def of_panels(state: str, *panels: Panel) -> Iterator[tuple[str, Picture]]:
    for panel in panels:
        yield f"{state}, {panel.name}", Picture(panel.name, panel.words, panel.draw(LIGHT))


def of_one_game() -> Iterator[tuple[str, Picture]]:
    course = Course(decide(deal_cards(Pack(13, 4), seed=1, number=0), PLAYABLE["code-golf"]))
    points = win_chance.chances(course, games=40)
    nobody = [point._replace(cards=replace(point.cards, nobody=900)) for point in points]
    yield from of_panels("won", chance_panel(course.game, points, turning_points(course)))
    yield from of_panels("mostly nobody's", chance_panel(course.game, nobody, ()))
    yield "holders", Picture("holders", "", decks.holders_figure(decks.holders(course), LIGHT))
    yield "sizes", Picture("sizes", "", decks.deck_sizes_figure(decks.deck_sizes(course), LIGHT))


def of_the_library() -> Iterator[tuple[str, Picture]]:
    for name, question in QUESTIONS.items():
        answers = beside(question)
        dots = library.dots_figure(question, answers, None, "#123456", LIGHT)
        yield f"answer {name}", Picture("answer", "", dots)
        strip = class_strip(question, (20.0,), next(iter(answers.values())), "#123456", LIGHT)
        yield f"class {name}", Picture("class", "", strip)
    for figures in (claimed(claims()), counted(("3x2", "code-golf")), built(0), both_games((5, 5, 5))):
        for name, figure in figures:
            shown = "packs" if name == "sizes" else name
            yield shown, Picture(shown, "", figure)


@pytest.fixture(scope="module")
def pictures() -> dict[str, Picture]:
    shares = [Estimate(0.2, 0.15, 0.25, 1_000), Estimate(0.4, 0.3, 0.5, 1_000)]
    points = [Decided(1 + 100 * place, share, 1_000 - 400 * place) for place, share in enumerate(shares)]
    return dict(
        chain(
            *(of_panels(state, *simulated(state)) for state in ("codingame", "a hundred", "one won")),
            of_panels("made up", decided_panel(points)),
            *(of_panels(state, *compared_rules(state)) for state in ("four", "two", "one game")),
            of_panels("varied", *swept("face_down")),
            of_one_game(),
            of_the_library(),
        )
    )


def seen(picture: Picture) -> bool:
    """Say whether something in a chart looks like an interval."""
    sent = picture.figure.to_dict()
    marks = sent["data"]
    bars = [trace[name] for trace in picture.figure.data for name in ("error_x", "error_y") if name in trace]
    whiskers = any(np.any(bar.array) or np.any(bar.arrayminus) for bar in bars if bar.array is not None)
    ends = any("line-ns" in str(mark.get("marker", {}).get("symbol")) for mark in marks)
    if picture.name == "pairing-lengths":
        ends = ends and "95 %" in picture.words
    bands = picture.name not in FILLED and any(mark.get("fill") == "tonexty" for mark in marks)
    shapes = [shape["type"] for shape in sent["layout"].get("shapes", ())]
    brackets = picture.name == "length-spreads" and shapes.count("line") > 2 * shapes.count("rect")
    return whiskers or ends or bands or brackets


def test_what_stands_under_them(pictures: dict[str, Picture], reviewed: Callable[..., None]) -> None:
    reviewed(lines({name: picture.under for name, picture in pictures.items()}))


def test_intervals_are_said_where_they_are_drawn_and_nowhere_else(pictures: dict[str, Picture]) -> None:
    assert {seen(picture) for picture in pictures.values()} == {False, True}
    for name, picture in pictures.items():
        assert ("95 % intervals" in picture.under) == seen(picture), name
        assert ("interval" in picture.under) == seen(picture), name
        assert seen(picture) or not PROMISE.search(picture.words), name
        assert "±" not in picture.words or "95 %" in picture.under, name
