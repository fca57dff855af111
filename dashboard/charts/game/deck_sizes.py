"""Player 1's deck over the rounds of one game, every war marked by its depth."""

from dataclasses import dataclass
from math import inf
from typing import Final

import numpy as np
import numpy.typing as npt
from tsdownsample import MinMaxDownsampler

from dashboard.charts.parts.axes import few_ticks, named_axis, with_room
from dashboard.charts.parts.drawing import Drawing
from dashboard.charts.parts.marks import beside, carrying, label, unseen, upright
from dashboard.charts.parts.theme import (
    ENDLESS,
    MOST_POINTS,
    PLAYER_1,
    PLAYER_2,
    WAR,
    Axis,
    Label,
    Layout,
    Mark,
    Theme,
    faded,
    layout,
)
from engine.cards import Deal
from engine.game import Round
from engine.kernels import Course
from engine.words.sentences import count

Ints = npt.NDArray[np.int64]
Sizes = npt.NDArray[np.int16] | Ints

MOST_TURNED: Final = 12
"""Cards of one player told of a round: in a pack of one rank a round turns a thousand."""

LEFT: Final = 42
"""Pixels left of this chart and of that of the chance, so that their rounds stand under each other."""

WAR_SIZES: Final = (7, 10, 14)
"""Diameters in pixels of a war 1, 2, and 3 or more deep."""
CROWDED: Final = ((60, 1.0), (150, 0.75), (inf, 0.5))
"""How many wars a chart may show for each part of these: more would cover the line, on a phone all of it."""


@dataclass(frozen=True)
class DeckSizes:
    """Player 1's deck round by round, and the wars.

    `rounds` (1 to the number of rounds + 1; the last is the end) and `sizes` (cards in player 1's
    deck before that round) are the line, thinned to at most `MOST_POINTS` with its peaks kept.
    Cards left on the table at the end changed hands no more: they count for the player who laid them.
    `said` tells what was turned and taken in each of those rounds. The war arrays mark wars the
    same way, the deepest kept where there are too many.
    """

    rounds: Ints
    sizes: Ints
    said: list[str]
    war_rounds: Ints
    war_sizes: Ints
    war_depths: Ints
    war_said: list[str]
    played: int
    cards: int
    cycle: tuple[int, int] | None
    """First round of the cycle and first round after one turn of it."""

    @property
    def wars(self) -> list[tuple[int, int]]:
        """The wars that are marked: round and depth."""
        return list(zip(self.war_rounds.tolist(), self.war_depths.tolist(), strict=True))


def deck_sizes(course: Course) -> DeckSizes:
    """Work out what to draw for a game."""
    game = course.game
    sizes, depths = course.line()
    if game.table:
        sizes[-1] = sizes[-2]
    wars = _deepest(np.flatnonzero(depths), depths, len(sizes))
    shown = thinned(sizes)
    words = _words(course, np.union1d(shown, wars))
    cycle = game.cycle
    return DeckSizes(
        rounds=shown + 1,
        sizes=sizes[shown].astype(np.int64),
        said=[words[place] for place in shown.tolist()],
        war_rounds=wars + 1,
        war_sizes=sizes[wars].astype(np.int64),
        war_depths=depths[wars].astype(np.int64),
        war_said=[words[place] for place in wars.tolist()],
        played=game.rounds,
        cards=game.deal.size,
        cycle=(cycle.start, cycle.start + cycle.length) if cycle else None,
    )


def thinned(sizes: Sizes) -> Ints:
    """Choose at most `MOST_POINTS` places of a line, keeping first, last, and every bin's extremes."""
    if len(sizes) <= MOST_POINTS:
        return np.arange(len(sizes))
    chosen = MinMaxDownsampler().downsample(sizes, n_out=MOST_POINTS - 2)
    return np.unique(np.concatenate(([0], chosen.astype(np.int64), [len(sizes) - 1])))


def _deepest(wars: Ints, depths: Sizes, length: int) -> Ints:
    """Choose at most `MOST_POINTS` wars: all, or the deepest in each of equal stretches of rounds."""
    if len(wars) <= MOST_POINTS:
        return wars
    stretch = wars * MOST_POINTS // length
    order = np.lexsort((wars, -depths[wars], stretch))
    first = np.unique(stretch[order], return_index=True)[1]
    return np.sort(wars[order][first])


def _words(course: Course, places: Ints) -> dict[int, str]:
    """Say for each of these rounds (0 for the first) what was turned and taken."""
    last = course.game.rounds
    numbers = [place + 1 for place in places.tolist() if place < last]
    words = {this.number - 1: _round_words(this, course.game.deal) for this in course.rounds_at(numbers)}
    return {**words, last: "the end, cards on the table counted" if course.game.table else "the end"}


def _round_words(this: Round, deal: Deal) -> str:
    up_1, up_2 = (_turned([deal.rank_text(rank) for rank in up]) for up in zip(*this.face_up, strict=True))
    taken = f"player {this.winner} takes {len(this.order)}" if this.winner else "the game ends here"
    return f"{up_1} against {up_2}<br>{taken}"


def _turned(cards: list[str]) -> str:
    """Write the cards that a player turned in a round; of a very deep war the first and the last."""
    if len(cards) > MOST_TURNED:
        cards = [*cards[: MOST_TURNED - 2], "…", cards[-1]]
    return " ".join(cards)


def figure(chart: DeckSizes, theme: Theme, *, shown: int | None = None, axis_below: bool = False) -> Drawing:
    """Draw the chart; `shown` is the round on the table, marked by a dotted line.

    axis_below: another chart of the same rounds stands right under it, and names them.
    """
    last = chart.played + 1
    drawn = layout(theme, height=162 if axis_below else 190, right=78)
    drawn["margin"] |= {"l": LEFT, "b": 6 if axis_below else 34}
    names = {tick: "" if axis_below else f"{tick:,}" for tick in few_ticks(chart.played)}
    drawn["xaxis"] |= named_axis(1 - last * 0.004, last * 1.004, with_room(names, last))
    drawn["yaxis"] |= {**height_axis(chart.sizes, chart.cards / 2), "automargin": False}
    drawn["annotations"] = [
        beside(f"<b>{player}</b><br>ahead", colour, height, yref="paper", align="left")
        for player, colour, height in (
            ("player 1", theme.player_1_text, 0.9),
            ("player 2", theme.player_2_text, 0.16),
        )
    ]
    drawn["shapes"] = []
    if chart.cycle:
        _shade_cycle(drawn, *chart.cycle, theme)
    if shown is not None:
        line = {"color": theme.ink, "width": 1.5, "dash": "dot"}
        drawn["shapes"].append(upright(shown, shown, line=line))
        drawn["annotations"].append(_playhead_label(shown, last, theme))
    rounds = chart.rounds.astype(np.int32)  # half the bytes of what Plotly would send
    data = [*_ahead(chart, rounds), _line(chart, rounds, theme), _wars(chart, theme)]
    return Drawing(data, drawn, None)


def _ahead(chart: DeckSizes, rounds: npt.NDArray[np.int32]) -> list[Mark]:
    """Return the areas between the line and half of the cards, in the colour of who is ahead."""
    half = chart.cards / 2
    area = {"type": "scatter", "mode": "lines", "hoverinfo": "skip", "line": {"width": 0}}
    level = {**area, "x": rounds[[0, -1]].tolist(), "y": [half, half]}
    areas: list[Mark] = []
    for bound, colour in ((np.maximum, PLAYER_1), (np.minimum, PLAYER_2)):
        reach = {"x": rounds, "y": bound(chart.sizes, half).astype(np.float32)}
        areas += [level, {**area, **reach, "fill": "tonexty", "fillcolor": faded(colour, 0.13)}]
    return areas


def _line(chart: DeckSizes, rounds: npt.NDArray[np.int32], theme: Theme) -> Mark:
    return {
        "type": "scatter",
        "x": rounds,
        "y": chart.sizes.astype(np.int16),
        "mode": "lines+markers",
        "line": {"color": theme.ink, "width": 1.5},
        "hoverinfo": "all",
        **unseen(chart.said, "Round %{x:,}: player 1 has %{y}<br>%{customdata}"),
    }


def _wars(chart: DeckSizes, theme: Theme) -> Mark:
    depths = [f"{depth} deep" if depth > 1 else "a war" for depth in chart.war_depths]
    points = np.array(list(zip(depths, chart.war_said, strict=True))).reshape(-1, 2)
    words = "Round %{x:,}, %{customdata[0]}: player 1 has %{y}<br>%{customdata[1]}"
    part = next(part for most, part in CROWDED if len(chart.war_depths) <= most)
    return {
        "type": "scatter",
        "mode": "markers",
        "x": chart.war_rounds,
        "y": chart.war_sizes,
        "marker": {
            "symbol": "diamond",
            "size": part * np.array(WAR_SIZES)[np.minimum(chart.war_depths, len(WAR_SIZES)) - 1],
            "color": WAR,
            "opacity": 1,
            "line": {"color": theme.war_rim, "width": 1},
        },
        **carrying(points, words, opacity=1),
    }


def height_axis(sizes: Ints, half: float) -> Axis:
    """Return the range of deck sizes shown: the whole pack, or closer where no deck ever grows far."""
    reach = float(np.abs(sizes - half).max())
    reach = reach if reach <= half / 4 else half
    return {
        "range": [half - reach * 1.04, half + reach * 1.08],
        "tickvals": [half - reach, half, half + reach],
    }


def _shade_cycle(drawn: Layout, start: int, back: int, theme: Theme) -> None:
    """Shade the rounds that come back, and say how many they are."""
    edge = {"width": 1, "dash": "dash", "color": ENDLESS}
    shade = upright(start, back, layer="below", fillcolor=faded(ENDLESS, 0.16), line=edge)
    drawn["shapes"].append(shade)
    words = f"<b>{count(back - start, 'round')}, for ever</b>"
    at_foot = {"yref": "paper", "y": 0.02, "yanchor": "bottom", "bgcolor": faded(theme.paper, 0.7)}
    drawn["annotations"].append(label(words, theme.endless_text, x=(start + back) / 2, **at_foot))


def _playhead_label(shown: int, last: int, theme: Theme) -> Label:
    left = shown < last * 0.7
    side = {"xanchor": "left", "xshift": 5} if left else {"xanchor": "right", "xshift": -5}
    at_top = {"yref": "paper", "y": 1, "yanchor": "top", "bgcolor": faded(theme.paper, 0.6)}
    return label(f"round {shown:,}", theme.ink, x=shown, **side, **at_top)
