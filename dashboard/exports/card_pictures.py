"""What is on a screen as the picture on its card: pure drawings of what the charts draw."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from dashboard.charts.game.deck_sizes import WAR_SIZES, DeckSizes
from dashboard.charts.parts.axes import bar_names
from dashboard.charts.parts.outcomes import outcome_colours, outcome_marker
from dashboard.charts.parts.theme import WAR
from dashboard.charts.parts.written import decimals, percent
from dashboard.exports.canvas import Box, Canvas, Point, Type
from dashboard.exports.card import LOOK, TYPES, Picture
from engine.study.estimates import Estimate
from engine.study.tables.compared.shares import CompareShares
from engine.study.tables.endings import OUTCOME_NAMES
from engine.study.tables.histogram import Histogram

Numbers = npt.NDArray[np.float64]

_AHEAD: Final = ("#D6E6EE", "#F6E2D3")
"""The tints under player 1's part of the line and over player 2's."""
_NAMES: Final = 330
"""Pixels of the names of rule sets."""
_SMALL: Final = Type(22)
_BOLD: Final = Type(22, "Semibold")
_NAME: Final = Type(24, "Semibold")
_NARROW: Final = Type(18, "Semibold")
"""The type of names where there are many."""
_SAID: Final = Type(26)
_APART: Final = 43
"""Pixels from one line of text to the next."""

Parts = dict[str, tuple[float, str]]
"""Outcomes, each with its share and how that is said."""


def open_types() -> None:
    """Open every type that cards are written in, which else the first cards would wait for."""
    for drawn in (*TYPES, _SMALL, _BOLD, _NAME, _NARROW, _SAID):
        assert drawn.drawn


def of_game(sizes: DeckSizes) -> Picture:
    """Return the picture of the deck sizes over a game."""
    return partial(_sizes, sizes)


def of_study(shares: dict[str, Estimate], lengths: Histogram, title: str) -> Picture:
    """Return the picture of outcomes and lengths; `title` is what the lengths say."""
    return partial(_study, shares, lengths, title)


def of_comparison(chart: CompareShares) -> Picture:
    """Return the picture of the outcomes under each rule set."""
    return partial(_comparison, chart)


def of_count(parts: Parts) -> Picture:
    """Return the picture of how all deals of a small pack end."""
    return partial(_count, parts)


def of_lines(lines: Sequence[str]) -> Picture:
    """Return the picture of sentences one under the other, as many as there is room for."""
    return partial(_written, lines)


def _sizes(sizes: DeckSizes, canvas: Canvas, box: Box) -> None:
    left, top, right, bottom = box[0] + 46, box[1] + 14, box[2] - 126, box[3] - 36
    for cards in (0, sizes.cards / 2, sizes.cards):
        y = bottom - cards / sizes.cards * (bottom - top)
        canvas.line(((left, y), (right, y)), LOOK.grid)
        canvas.text((left - 12, y), f"{cards:,.0f}", LOOK.muted, _SMALL, "rm")
    canvas.text((left, bottom + 22), "round 1", LOOK.muted, _SMALL)
    canvas.text((right, bottom + 22), f"{sizes.played:,}", LOOK.muted, _SMALL, "rm")
    _line(sizes, canvas, (left, top, right, bottom))
    for name, colour, y in (("1", LOOK.player_1_text, top + 34), ("2", LOOK.player_2_text, bottom - 52)):
        canvas.text((right + 18, y), f"player {name}", colour, _BOLD)
        canvas.text((right + 18, y + 26), "ahead", colour, _SMALL)


def _line(sizes: DeckSizes, canvas: Canvas, box: Box) -> None:
    """Draw the line of the decks between its tints, and the wars."""
    left, top, right, bottom = box

    def at(rounds: npt.ArrayLike, cards: npt.ArrayLike) -> list[Point]:
        across = left + (np.asarray(rounds) - 1) / max(sizes.played, 1) * (right - left)
        down = bottom - np.asarray(cards) / sizes.cards * (bottom - top)
        return list(zip(across.tolist(), down.tolist(), strict=True))

    half = sizes.cards / 2
    rounds, cards = _with_crossings(sizes.rounds.astype(float), sizes.sizes.astype(float), half)
    ends = at([rounds[-1], rounds[0]], [half, half])
    canvas.area([*at(rounds, np.maximum(cards, half)), *ends], _AHEAD[0])
    canvas.area([*at(rounds, np.minimum(cards, half)), *ends], _AHEAD[1])
    canvas.line(at(rounds, cards), LOOK.ink, 2)
    radii = np.take(WAR_SIZES, np.minimum(sizes.war_depths, len(WAR_SIZES)) - 1) * 0.9
    for (x, y), radius in zip(at(sizes.war_rounds, sizes.war_sizes), radii.tolist(), strict=True):
        canvas.area([(x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius)], WAR, LOOK.war_rim)


def _with_crossings(x: Numbers, y: Numbers, level: float) -> tuple[Numbers, Numbers]:
    """Return a line with the points where it crosses a level."""
    above = y - level
    crossed = np.flatnonzero(above[:-1] * above[1:] < 0)
    part = above[crossed] / (above[crossed] - above[crossed + 1])
    between = x[crossed] + part * (x[crossed + 1] - x[crossed])
    return np.insert(x, crossed + 1, between), np.insert(y, crossed + 1, level)


def _study(shares: dict[str, Estimate], lengths: Histogram, title: str, canvas: Canvas, box: Box) -> None:
    left, top, right, bottom = box
    _outcomes(canvas, _in_percent(shares), (left, top + 22, right, top + 60), named=True)
    if lengths.games:
        _bars(lengths, title, canvas, (left, top + 88, right, bottom - 34))


def _count(parts: Parts, canvas: Canvas, box: Box) -> None:
    left, top, right, bottom = box
    _outcomes(canvas, parts, (left, top + 56, right, min(top + 176, bottom)), named=True)


def _written(lines: Sequence[str], canvas: Canvas, box: Box) -> None:
    left, top, right, bottom = box
    for place, line in enumerate(lines[: int((bottom - top) // _APART)]):
        canvas.text((left, top + (place + 0.7) * _APART), _SAID.cut(line, right - left), LOOK.ink, _SAID)


def _in_percent(shares: dict[str, Estimate]) -> Parts:
    digits = decimals(*shares.values())
    return {name: (share.value, percent(share, digits)) for name, share in shares.items()}


def _outcomes(canvas: Canvas, parts: Parts, box: Box, *, named: bool) -> None:
    """Draw the bar of outcomes, each with its share, and with its name, where there is room."""
    left, top, right, bottom = box
    colours = outcome_colours(LOOK)
    x = left
    for name, (share, value) in parts.items():
        marker = outcome_marker(name, LOOK)
        end = x + share * (right - left)
        hatched = marker["pattern"]["fgcolor"] if "pattern" in marker else None
        canvas.bar((x, top, max(x + 1, end - 1), bottom), marker["color"], hatched)
        said = f"{OUTCOME_NAMES[name]} " if named else ""
        if _BOLD.width(said) + _SMALL.width(value) < end - x:
            canvas.text((x + 2, top - 18), said, colours[name], _BOLD)
            canvas.text((x + 2 + _BOLD.width(said), top - 18), value, colours[name], _SMALL)
        x = end


def _bars(lengths: Histogram, title: str, canvas: Canvas, box: Box) -> None:
    left, top, right, bottom = box
    axis = lengths.axis
    median = lengths.median.value if lengths.median else 0

    def at(place: float) -> float:
        return left + (place - axis.start) / axis.wide * (right - left)

    highest = max(lengths.counts)
    bars = zip(pairwise(axis.borders()), lengths.counts[:-1], lengths.spans()[:-1], strict=True)
    for (start, end), games, (low, _) in bars:
        if games:
            y = bottom - games / highest * (bottom - top - 34)
            colour = LOOK.after if low > median else LOOK.before
            canvas.bar((at(start) + 0.5, min(y, bottom - 1), at(end) - 0.5, bottom), colour)
    canvas.text((left, top + 8), title, LOOK.ink, _SMALL)
    for place, name in bar_names(axis).items():
        half = _SMALL.width(name) / 2
        x = min(max(at(place), left + half), right - half)
        canvas.text((x, bottom + 20), name, LOOK.muted, _SMALL, "mm")


def _comparison(chart: CompareShares, canvas: Canvas, box: Box) -> None:
    left, top, right, bottom = box
    high = min((bottom - top) / len(chart.rows), 84)
    name = _NAME if high > 40 else _NARROW
    for place, row in enumerate(chart.rows):
        y = top + (place + 0.62) * high
        canvas.text((left, y), name.cut(row.heading, _NAMES - 20), LOOK.ink, name)
        bar = (left + _NAMES, y - 0.24 * high, right, y + 0.24 * high)
        _outcomes(canvas, _in_percent(chart.shares(place)), bar, named=place == 0)
