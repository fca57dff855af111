"""Decks over the rounds."""

from functools import partial

import numpy as np

from dashboard.charts.chart import NOTE_MOST, Behind, Drawing, Panel, fitted, too_few
from dashboard.charts.marks import beside, unseen
from dashboard.charts.style import PLAYER_1, Label, Mark, Theme, faded, named_axis, tally_layout, ticks
from engine.numbers import count
from engine.simulation import Study
from engine.simulation.coin import fair_by_symmetry
from engine.simulation.estimates import games_to_rank
from engine.simulation.tallies import Ints, Summary
from engine.tables.bars import NOT_ONE
from engine.tables.decks import MIDDLE, Fan, fan, fan_table

# Player 1's deck round by round, over the games that are followed and still going: quantile bands.


def fan_panel(study: Study, summary: Summary) -> Panel:
    """Return the panel of deck sizes by round."""
    chart = fan(study, summary)
    title = _fan_title(chart, even=fair_by_symmetry(study.rules, study.pack, study.hands))
    note = _note(chart, study, summary.games)
    return Panel(
        "deck-sizes", title, note, f"{title}. {note}", partial(fan_figure, chart), partial(fan_table, chart)
    )


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


def _fan_title(chart: Fan, *, even: bool) -> str:
    """Say what most games have come to, as far as the intervals tell; of an `even` game nobody is ahead."""
    place = _told(chart)
    if place is None:
        return "No deck has been followed yet"
    if not chart.after[place]:
        return f"The games followed end within {count(chart.last, 'round')}"
    (low, _), (least, most), (_, high) = (chart.between[level][place] for level in MIDDLE)
    then = f"After {count(int(chart.after[place]), 'round')}"
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


def fan_figure(chart: Fan, theme: Theme) -> Drawing:
    """Draw the bands, the darker for the middle half, and the median."""
    drawn = tally_layout(theme, x_title="rounds played", right=58)
    drawn["xaxis"] |= named_axis(0, chart.end, {tick: f"{tick:,}" for tick in ticks(chart.end)})
    quarters = (chart.cards / 4 * step for step in range(5))
    drawn["yaxis"] |= named_axis(0, chart.cards, {size: f"{size:g}" for size in quarters})
    data: list[Mark] = []
    if len(chart.after):
        for low, high, opacity in ((0.05, 0.95, 0.14), (0.25, 0.75, 0.26)):
            data += _band(chart, low, high, faded(PLAYER_1, opacity * theme.bands))
        data.append(_median(chart, theme))
        drawn["annotations"] = _labels(chart, theme)
    return Drawing(data, drawn, Behind("round", chart.going.tolist()))


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
        f"after round %{{x:,}}: median %{{y}} of {chart.cards} cards%{{customdata[2]}}"
        "<br>games still going: %{customdata[1]:,}<br>click for one of them"
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
            f"after round %{{x:,}}: {100 * level:.0f} % hold at most %{{y}} of {chart.cards} cards"
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
