"""Player 1's deck round by round, over the games that are followed and still going: quantile bands."""

from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from numpy.typing import NDArray

from dashboard.charts.parts.axes import named_axis, nice_up, ticks
from dashboard.charts.parts.drawing import Drawing
from dashboard.charts.parts.few import too_few
from dashboard.charts.parts.marks import beside, unseen
from dashboard.charts.parts.panel import NOT_ONE, NOTE_MOST, Panel, fitted
from dashboard.charts.parts.theme import PLAYER_1, Axis, Label, Mark, Theme, faded, tally_layout
from engine.study import Study
from engine.study.coin import fair_by_symmetry
from engine.study.estimates import games_to_rank, ranks
from engine.study.summary import Ints, Summary
from engine.words.sentences import count

LEVELS: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
MIDDLE: Final = LEVELS[1:4]
FEWEST: Final = (20, 8, 1, 8, 20)
"""Games that must be going for each level: with fewer, the outer ones would be single games."""

FINE: Final = 500
"""Rounds on the axis up to which every second one is drawn; with more, every fourth."""

MOST_ROUNDS: Final = 1_000
"""Rounds on the axis: the round number below what is followed."""

FEWEST_SHOWN: Final = 0.05
"""Part of the followed games down to which rounds are shown, where more than a few are followed."""


@dataclass(frozen=True)
class Fan:
    """Player 1's decks after some of the even rounds, an entry each: sizes alternate in parity."""

    after: Ints
    """Rounds played: 0, 2, 4, ... or 0, 4, 8, ..."""
    going: Ints
    """Followed games that go on after so many rounds, of `followed`."""
    quantiles: dict[float, list[int | None]]
    """Player 1's deck at each level; None where too few games are going to tell."""
    between: dict[float, list[tuple[int | None, int | None]]]
    """The 95 % interval of the quantiles of the middle half; None for an end that is open."""
    last: int
    """The round in which the last of them ends, of those that are counted."""
    followed: int
    cards: int
    end: int
    """Where the axis ends."""


def fan(study: Study, summary: Summary) -> Fan:
    """Work out what to draw."""
    going = summary.sizes.sum(axis=1)
    followed = int(going[0])
    end = last_round(summary.sizes)
    shown = np.flatnonzero(going[: end + 1])[:: 2 if end <= FINE else 4]
    below = np.cumsum(summary.sizes[shown], axis=1)
    counts = going[shown]
    quantiles: dict[float, list[int | None]] = {}
    for level, fewest in zip(LEVELS, FEWEST, strict=True):
        sizes = _of_rank(below, np.ceil(counts * level))
        quantiles[level] = [
            size if games >= fewest else None for size, games in zip(sizes, counts.tolist(), strict=True)
        ]
    between = {level: _between(below, level) for level in MIDDLE}
    return Fan(
        after=shown,
        going=counts,
        quantiles=quantiles,
        between=between,
        last=int(np.count_nonzero(going)),
        followed=followed,
        cards=study.cards,
        end=end,
    )


def last_round(sizes: Ints) -> int:
    """Return up to how many rounds enough of the followed games go on, a round number."""
    going = sizes.sum(axis=1)
    enough = max(1, int(FEWEST_SHOWN * going[0]))
    last = int(np.count_nonzero(going >= enough)) - 1
    return min(int(nice_up(last)), MOST_ROUNDS) if last > 10 else 10


def _of_rank(below: Ints, ranks: NDArray[np.float64]) -> list[int]:
    """Return for each row of running sums the first place that reaches the row's rank."""
    inside = np.clip(ranks, 1, below[:, -1])
    places: list[int] = (below < inside[:, np.newaxis]).sum(axis=1).tolist()
    return places


def _between(below: Ints, level: float) -> list[tuple[int | None, int | None]]:
    """Return between which sizes a quantile lies, row by row."""
    counts = below[:, -1]
    ends = np.array([ranks(games, level) for games in counts.tolist()]).reshape(-1, 2).T
    low, high = (_of_rank(below, rank.astype(np.float64)) for rank in ends)
    return [
        (lowest if lower else None, highest if upper <= games else None)
        for lowest, highest, lower, upper, games in zip(
            low, high, *ends.tolist(), counts.tolist(), strict=True
        )
    ]


def panel(study: Study, summary: Summary) -> Panel:
    """Return the panel of deck sizes by round."""
    chart = fan(study, summary)
    title = _title(chart, even=fair_by_symmetry(study.rules, study.pack, study.hands))
    note = _note(chart, study, summary.games)
    return Panel("deck-sizes", title, note, f"{title}. {note}", partial(figure, chart), table(chart))


def _note(chart: Fan, study: Study, games: int) -> str:
    place = _told(chart)
    if place is None:
        return "No game is followed yet."
    if chart.followed == 1:
        return f"Player 1’s deck in the one game followed of {games:,}."
    every = f", one in {study.sample:,}" if study.sample > 1 and not study.followed else ""
    left = f"{100 * chart.going[place] / chart.followed:.0f} % still going"
    followed = f"Player 1’s deck, {chart.followed:,} games followed"
    return fitted(
        f"{followed}{every}; {left} by then.",
        f"{followed}; {left} by then.",
        most=NOTE_MOST,
    )


def _told(chart: Fan) -> int | None:
    """Return the place of the round that title and note speak of: the last round number well inside."""
    if not len(chart.after):
        return None
    known = [place for place, (low, high) in enumerate(chart.between[0.25]) if None not in (low, high)]
    last = int(chart.after[known[-1]] if known else chart.after[-1])
    at = max((tick for tick in ticks(last, most=6) if tick), default=1)
    return int(np.searchsorted(chart.after, at, side="right")) - 1


def _title(chart: Fan, *, even: bool) -> str:
    """Say what most games have come to, as far as the intervals tell; of an `even` game nobody is ahead."""
    place = _told(chart)
    if place is None:
        return "No deck has been followed yet"
    if not chart.after[place]:
        return f"The games followed end within {count(chart.last, 'round')}"
    (low, _), (least, most), (_, high) = (chart.between[level][place] for level in MIDDLE)
    then = f"After {chart.after[place]:,} rounds"
    if chart.followed == 1:
        return f"{then}, player 1 holds {count(chart.quantiles[0.5][place] or 0, 'card')}"
    if low is None or high is None or least is None or most is None:
        return too_few("who is ahead", f"{games_to_rank(0.25)} going on")
    if not even and not least <= chart.cards / 2 <= most:
        ahead, held = (1, least) if 2 * least > chart.cards else (2, chart.cards - most)
        return f"By round {chart.after[place]:,} player {ahead} mostly holds {held} or more"
    if low == high:
        return f"{then}, at least half hold {count(low, 'card')}"
    return fitted(f"{then}, at least half hold {low} to {high}", f"{then}, half hold {low} to {high}")


def table(chart: Fan) -> pd.DataFrame:
    """Return a row a round."""
    return pd.DataFrame(
        {
            "after rounds": chart.after,
            "games going": chart.going,
            **{
                f"{100 * level:.0f} %": pd.array(sizes, dtype="Int64")
                for level, sizes in chart.quantiles.items()
            },
            "median low": pd.array([low for low, _ in chart.between[0.5]], dtype="Int64"),
            "median high": pd.array([high for _, high in chart.between[0.5]], dtype="Int64"),
        }
    )


def rounds_axis(end: int) -> Axis:
    """Return an axis of rounds played."""
    return named_axis(0, end, {tick: f"{tick:,}" for tick in ticks(end)})


def cards_axis(cards: int, *, spare: float = 0) -> Axis:
    """Return an axis of deck sizes, its quarters named; `spare` is left free at either end."""
    quarters = (cards / 4 * step for step in range(5))
    return named_axis(-spare, cards + spare, {size: f"{size:g}" for size in quarters})


def figure(chart: Fan, theme: Theme) -> go.Figure:
    """Draw the bands, the darker for the middle half, and the median."""
    drawn = tally_layout(theme, x_title="rounds played", right=58)
    drawn["xaxis"] |= rounds_axis(chart.end)
    drawn["yaxis"] |= cards_axis(chart.cards)
    data: list[Mark] = []
    if len(chart.after):
        for low, high, opacity in ((0.05, 0.95, 0.14), (0.25, 0.75, 0.26)):
            data += _band(chart, low, high, faded(PLAYER_1, opacity * theme.bands))
        data.append(_median(chart, theme))
        drawn["annotations"] = _labels(chart, theme)
    return Drawing(data, drawn)


def _line(after: Ints, sizes: list[int | None], points: list[list[int | str]], words: str) -> Mark:
    """Return a line with points that can be clicked but not seen. They name no game: one is searched for."""
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": after.astype(np.int32),
        "y": np.array(sizes, dtype=np.int16),
        "line": {"width": 0},
        **unseen(points, words, size=6),
    }


def _median(chart: Fan, theme: Theme) -> Mark:
    points = [
        [NOT_ONE, games, f" ({low} to {high})" if None not in (low, high) else ""]
        for games, (low, high) in zip(chart.going.tolist(), chart.between[0.5], strict=True)
    ]
    words = (
        "after %{x:,} rounds: median %{y} cards%{customdata[2]}"
        "<br>%{customdata[1]:,} games still going<br>click for one of them"
    )
    middle = _line(chart.after, chart.quantiles[0.5], points, words)
    return middle | {"line": {"width": 2, "color": theme.player_1_text}}


def _band(chart: Fan, low: float, high: float, colour: str) -> list[Mark]:
    known = [place for place, size in enumerate(chart.quantiles[low]) if size is not None]
    lower, upper = (
        _line(
            chart.after[known],
            [chart.quantiles[level][place] for place in known],
            [[NOT_ONE]] * len(known),
            f"after %{{x:,}} rounds: {100 * level:.0f} % hold %{{y}} cards or fewer"
            "<br>click for a game there",
        )
        for level in (low, high)
    )
    return [lower, {**upper, "fill": "tonexty", "fillcolor": colour}]


def _labels(chart: Fan, theme: Theme) -> list[Label]:
    """Name the levels at the end of their bands, as far apart as letters are high."""
    ends = []
    for level, sizes in chart.quantiles.items():
        last = next((size for size in reversed(sizes) if size is not None), None)
        if last is not None and (level == 0.5 or chart.quantiles[level][-1] is not None):
            ends.append((level, float(last)))
    apart = chart.cards * 0.085
    heights: list[float] = []
    for _, height in ends:
        heights.append(max(height, heights[-1] + apart) if heights else height)
    middle = next(place for place, (level, _) in enumerate(ends) if level == 0.5)
    shift = heights[middle] - ends[middle][1]
    words = {level: (f"{100 * level:.0f} %", theme.muted) for level, _ in ends}
    words[0.5] = f"<b>{'median' if chart.followed > 1 else 'player 1'}</b>", theme.player_1_text
    return [beside(*words[level], height - shift) for (level, _), height in zip(ends, heights, strict=True)]
