"""Decks over the rounds."""

import numpy as np

from dashboard.charts import marks, style
from dashboard.charts.chart import FEWEST, Behind, Drawing, Words, only_few
from dashboard.charts.style import Label, Mark, Theme
from engine.numbers import count
from engine.simulation import Study
from engine.simulation.tallies import Ints, Summary
from engine.tables.bars import NOT_ONE
from engine.tables.decks import Fan

# Player 1's deck round by round, over the games that are followed and still going: quantile bands.


def fan_words(chart: Fan, _: Study, __: Summary) -> Words:
    """Say between which sizes half of the decks lie at a round number of rounds."""
    note = f"{count(chart.followed, 'game')} followed. Only games still going. Click for such a game."
    if chart.followed < FEWEST:
        return Words(only_few(chart.followed), note)
    # The last round number of the first half: later, few games go on.
    last = int(chart.after[-1])
    named = max((tick for tick in style.ticks(last) if 0 < tick <= last / 2), default=0)
    place = int(np.searchsorted(chart.after, named, side="right")) - 1
    low, high = (chart.quantiles[level][place] for level in (0.25, 0.75))
    if not chart.after[place] or low is None or high is None:
        return Words(f"Few of these games go on beyond {count(chart.last, 'round')}.", note)
    hold = f"{low} to {high}" if high > low else f"{low}"
    then = f"After {count(int(chart.after[place]), 'round')}"
    return Words(f"{then}, half of the hands hold {hold} cards.", note)


def fan_figure(chart: Fan, theme: Theme) -> Drawing:
    """Draw the bands, the darker for the middle half, and the median."""
    drawn = style.tally_layout(theme, x_title="rounds played", right=58)
    drawn["xaxis"] |= style.named_axis(0, chart.end, {tick: f"{tick:,}" for tick in style.ticks(chart.end)})
    quarters = (chart.cards / 4 * step for step in range(5))
    drawn["yaxis"] |= style.named_axis(0, chart.cards, {size: f"{size:g}" for size in quarters})
    data: list[Mark] = []
    if len(chart.after):
        for low, high, opacity in ((0.05, 0.95, 0.14), (0.25, 0.75, 0.26)):
            data += _band(chart, low, high, style.faded(style.PLAYER_1, opacity * theme.bands))
        data.append(_median(chart, theme))
        drawn["annotations"] = _labels(chart, theme)
    return Drawing(data, drawn, Behind("round", chart.going.tolist()))


def _line(after: Ints, sizes: list[int | None], points: list[list[int | str]], words: str) -> Mark:
    """Return a line with points that can be clicked but not seen. They name no game: one is searched for."""
    ends = {"x": after.astype(np.int32), "y": np.array(sizes, dtype=np.int16), "line": {"width": 0}}
    return {"type": "scatter", "mode": "lines+markers", **ends, **marks.unseen(points, words, size=6)}


def _median(chart: Fan, theme: Theme) -> Mark:
    points = [
        [NOT_ONE, games, f" ({low} to {high})" if None not in (low, high) else ""]
        for games, (low, high) in zip(chart.going.tolist(), chart.between, strict=True)
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
    """Name the bands at their upper ends, as far apart as letters are high."""
    names = {0.5: "<b>middle</b>", 0.75: "half", 0.95: "9 of 10"}
    labels: list[Label] = []
    free = 0.0
    for level, name in names.items():
        last = next((size for size in reversed(chart.quantiles[level]) if size is not None), None)
        if last is not None:
            height = max(float(last), free)
            free = height + chart.cards * 0.085
            colour = theme.player_1_text if level == 0.5 else theme.muted
            labels.append(marks.beside(name, colour, height))
    return labels
