"""How games end by each rule set."""

from functools import partial
from math import inf
from typing import Final

import numpy as np

from dashboard.charts import marks, style
from dashboard.charts.chart import FEWEST, Behind, Drawing, Words, click_hint, only_few
from dashboard.charts.compare import common
from dashboard.charts.style import Label, Mark, Theme
from engine import numbers
from engine.simulation import Compared, Estimate, evens, share, share_difference
from engine.tables import OUTCOME_NAMES, CompareShares, LengthAxis, Segment, SweepChart

# Who wins under each rule set on the same deals: a stacked bar a rule set.

STRIKING: Final = 0.05  # share of games without a winner from which they are the finding
NEAR: Final = 0.01  # how far shares may surely differ at most where a finding says that they hardly do


def shares_words(chart: CompareShares, compared: Compared) -> Words:
    """Say what most strikes of who wins."""
    note = f"{precision(chart)} Click a colour to watch a game."
    even = evens([summary.outcomes() for summary in compared.summaries], partial(_shares_differ, compared))
    texts = (style.shares_in_words(chart.shares(row), even=even[row]) for row in range(len(chart.rows)))
    return Words(who_wins(chart, compared), note, f"{common.row_by_row(chart.rows, texts)}.")


def who_wins(chart: CompareShares, compared: Compared) -> str:
    """Say by which rules most games are drawn or never end, or how much the winners differ."""
    if compared.games < FEWEST:
        return only_few(compared.games, "deal")
    for name, words in (("draw", "are drawn"), ("endless", "never end"), ("limit", "were cut off")):
        most = max(chart.segments, key=lambda segment: segment.games * (segment.outcome == name))
        if most.outcome == name and most.games >= STRIKING * compared.games:
            by = chart.rows[most.row].by
            comma = "," if by.startswith("with ") else ""
            return f"{numbers.capital(by)}{comma} {numbers.of_100(chart.share(most))} games {words}."
    return players_share(compared)


def players_share(compared: Compared) -> str:
    """Say between which shares player 1 wins by these rule sets, as far as the same deals tell them apart."""
    wins = [summary.outcomes()["player_1"] for summary in compared.summaries]
    low, *_, high = sorted(range(len(wins)), key=wins.__getitem__)
    paired = share_difference(compared.changes_of(low, high), "player_1").paired
    if paired.low > 0:
        least, most = (share(wins[place], compared.games) for place in (low, high))
        return f"Player 1 wins {common.from_to(least, most)} games, depending on the rules."
    if max(paired.high, -paired.low) <= NEAR:
        return "The rules hardly affect how often each player wins."
    if compared.games < FEWEST:
        return "Too few deals to compare how often each player wins."
    return "We found no difference between the rule sets in how often each player wins."


SIGNS: Final = {"player_1": "■", "player_2": "■", "draw": "■", "endless": "▨", "limit": "▩"}
"""The look of an outcome's part of a bar, in a legend."""


def _shares_differ(compared: Compared, first: int, second: int) -> bool:
    """Return whether player 1 surely wins more of the deals by one of two rule sets."""
    moves = share_difference(compared.changes_of(first, second), "player_1").paired
    return moves.low > 0 or moves.high < 0


def precision(chart: CompareShares) -> str:
    """Say how far a share may be off at most."""
    return f"Shares: {numbers.within_points(*map(chart.share, chart.segments))}."


def shares_figure(chart: CompareShares, theme: Theme) -> Drawing:
    """Draw the bars, labels above each part."""
    drawn = common.row_layout(theme, len(chart.rows))
    drawn["xaxis"] |= {"range": [0, 1], "showticklabels": False}
    labels = [*share_labels(chart, theme), share_legend(chart, theme)]
    drawn["annotations"] = [*common.row_names(chart.rows, theme), *labels]
    return Drawing(share_marks(chart, theme), drawn, Behind("bar", [chart.games]))


def share_marks(chart: CompareShares, theme: Theme) -> list[Mark]:
    """Return the bars, those of one outcome together."""
    return [_bars(chart, name, theme) for name in chart.outcomes()]


def _bars(chart: CompareShares, outcome: str, theme: Theme) -> Mark:
    """Return the segments of one outcome."""
    segments = [segment for segment in chart.segments if segment.outcome == outcome]
    points = [[segment.example, segment.row, _shares_hover(chart, segment)] for segment in segments]
    bars = {
        "y": np.array([common.middle(segment.row) for segment in segments]),
        "width": common.THICK,
        "x": np.array([segment.games / chart.games for segment in segments]),
        "base": np.array([segment.start / chart.games for segment in segments]),
        "marker": style.outcome_marker(outcome, theme),
    }
    return {"type": "bar", "orientation": "h", **bars, **marks.carrying(points, "%{customdata[2]}")}


def _shares_hover(chart: CompareShares, segment: Segment) -> str:
    share_words = numbers.counted(segment.games, chart.share(segment))
    name = f"{chart.rows[segment.row].name}: {OUTCOME_NAMES[segment.outcome]}"
    return f"{name}<br>{share_words}{click_hint(segment.example)}"


def share_labels(chart: CompareShares, theme: Theme, *, width: float = marks.NARROWEST) -> list[Label]:
    """Return the shares above the parts.

    `width`: of the bars on the narrowest phone; what is clear there is clear everywhere.
    """
    labels: list[Label] = []
    for row in range(len(chart.rows)):
        shares = chart.shares(row)
        digits = numbers.decimals(*shares.values())
        written = [numbers.percent(share, digits) for share in shares.values()]
        for fewer in (digits, 0):
            if sum(map(_wide, written)) > width:
                written = [numbers.brief(share, fewer) for share in shares.values()]
        labels += _row_labels(row, shares, written, theme, width)
    return labels


def share_legend(chart: CompareShares, theme: Theme) -> Label:
    """Return the names of the outcomes in their colours, for the foot of the chart."""
    colours = style.outcome_colours(theme)
    words = "&nbsp;&nbsp; ".join(
        f'<span style="color:{colours[name]}">{SIGNS[name]} {OUTCOME_NAMES[name]}</span>'
        for name in chart.outcomes()
    )
    left = {"xref": "paper", "x": 0, "xanchor": "left", "xshift": -2}
    return marks.label(words, theme.muted, **left, yref="paper", y=0, yanchor="top", yshift=-6)


def _wide(text: str) -> float:
    """Return how many pixels a label takes, with the space behind it."""
    return style.LETTER * (len(text) + 1)


def _row_labels(
    row: int, shares: dict[str, Estimate], written: list[str], theme: Theme, width: float
) -> list[Label]:
    """Return the labels of one row, each over the middle of its part unless it would cover another."""
    colours = style.outcome_colours(theme)
    widths = list(map(_wide, written))
    ends = np.cumsum([share.value for share in shares.values()]).tolist()
    middles = [end - share.value / 2 for end, share in zip(ends, shares.values(), strict=True)]
    starts = [place * width - long / 2 for place, long in zip(middles, widths, strict=True)]
    shifts = marks.label_shifts(starts, widths, width)
    return [
        common.above(row, place, text, colours[name], shift=shift)
        for name, text, place, shift in zip(shares, written, middles, shifts, strict=True)
    ]


# One rule varied over its values: who wins and how long finished games last, a row a value.

SEEN: Final = 0.06  # part of the axis that a point is wide

SPLIT: Final = 0.6
GAP: Final = 0.08
"""Parts of the width that the bars take, and that lie between them and the lengths."""
BESIDE_MOST: Final = 32
"""Characters of a name and what stands beside it: the first row's are followed by words over the lengths."""

UNDER_TICKS: Final = 18
"""Pixels by which the names of the outcomes stand lower on a phone, under the lengths' ticks."""


def sweep_words(chart: SweepChart, compared: Compared) -> Words:
    """Say what varying the rule does to who wins, or else to the lengths."""
    texts = (f"mean {common.mean_in(mean, chart.unit)}" if mean else "no game ends" for mean in chart.means)
    note = f"{precision(chart.shares)} On the right: mean {chart.unit} of finished games."
    return Words(who_wins(chart.shares, compared), note, f"{common.row_by_row(chart.shares.rows, texts)}.")


def sweep_figure(chart: SweepChart, theme: Theme) -> Drawing:
    """Draw the shares as stacked bars and right of them the mean lengths."""
    rows = chart.shares.rows
    drawn = common.row_layout(theme, len(rows), right=14)
    drawn["xaxis"] |= {"range": [0, 1], "domain": [0, SPLIT], "showticklabels": False}
    drawn["xaxis2"] = {
        **drawn["xaxis"],
        **common.drawn_axis(chart.axis, margin=0.06, pixels=marks.NARROWEST * (1 - SPLIT - GAP)),
        "domain": [SPLIT + GAP, 1],
        "anchor": "y",
        "showticklabels": True,
        "showgrid": True,
        "gridcolor": theme.grid,
    }
    labels = share_labels(chart.shares, theme, width=marks.NARROWEST * SPLIT)
    legend = share_legend(chart.shares, theme)
    legend["yshift"] -= UNDER_TICKS
    drawn["height"] += UNDER_TICKS
    drawn["margin"]["b"] += UNDER_TICKS
    drawn["annotations"] = [*common.row_names(rows, theme, most=BESIDE_MOST), *labels, legend]
    texts = iter(common.means_text([mean for mean in chart.means if mean is not None]))
    for row, length in enumerate(chart.means):
        place = chart.axis.at(length.value if length else chart.axis.low)
        text = f"<b>{next(texts)}</b>" if length else "no game ends"
        label = common.above(row, place, text, theme.ink)
        drawn["annotations"].append(label | {"xref": "x2", "bgcolor": theme.paper, "borderpad": 0})
    name = common.at_name(0, f"mean {chart.unit}", theme.muted, xref="x2 domain", x=0, xanchor="left")
    drawn["annotations"].append(name | {"bgcolor": theme.paper})
    bars = share_marks(chart.shares, theme)
    return Drawing([*bars, *_means(chart, theme)], drawn, Behind("mean", chart.finished))


def _means(chart: SweepChart, theme: Theme) -> list[Mark]:
    shown = [(row, mean) for row, mean in enumerate(chart.means) if mean is not None]
    if not shown:
        return []
    drawn = [_drawn(mean, chart.axis) for _, mean in shown]
    seen = numbers.widest(drawn) >= SEEN * chart.axis.wide
    points = [[chart.examples[row], row, _sweep_hover(chart, row, mean)] for row, mean in shown]
    x, y = np.array([mean.value for mean in drawn]), np.array([common.middle(row) for row, _ in shown])
    mode = "lines+markers" if chart.ordered else "markers"
    marker = {"size": 9, "color": theme.ink, "line": {"width": 1, "color": theme.paper}}
    joined = {"width": 1, "color": theme.muted}
    line = marks.scatter(mode, x, y, xaxis="x2", line=joined, marker=marker)
    whiskers = marks.whiskers(drawn, theme, along="x") if seen else {}
    return [line | whiskers | marks.carrying(points, "%{customdata[2]}")]


def _drawn(mean: Estimate, axis: LengthAxis) -> Estimate:
    """Return a mean where the axis has it, with no interval where one game alone gives none."""
    low, high = (mean.low, mean.high) if mean.high < inf else (mean.value, mean.value)
    return Estimate(axis.at(mean.value), axis.at(low), axis.at(high), mean.games)


def _sweep_hover(chart: SweepChart, row: int, mean: Estimate) -> str:
    interval = ""
    if mean.high < inf:
        low, high = f"{numbers.down(mean.low, 1):,.1f}", f"{numbers.up(mean.high, 1):,.1f}"
        interval = f" ({numbers.span(low, high)})"
    lines = [chart.shares.rows[row].name, f"mean {common.mean_in(mean, chart.unit)}{interval}"]
    lines.append(f"of {numbers.count(chart.finished[row], 'finished game')}")
    unfinished = share(chart.shares.games - chart.finished[row], chart.shares.games)
    if unfinished.value:
        lines.append(f"{numbers.percent(unfinished)} of all games are not finished")
    return "<br>".join(lines) + click_hint(chart.examples[row])
