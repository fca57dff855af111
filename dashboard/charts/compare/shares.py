"""How games end by each rule set."""

from functools import partial
from math import inf
from typing import Final

import numpy as np

from dashboard.charts.chart import NOTE_MOST, Behind, Drawing, Panel, click_hint, fitted
from dashboard.charts.compare.rows import (
    FEW,
    THICK,
    above,
    at_name,
    drawn_axis,
    mean_in,
    means_text,
    middle,
    row_by_row,
    row_layout,
    row_names,
)
from dashboard.charts.marks import NARROWEST, brackets, carrying, label, labels_apart, whiskers
from dashboard.charts.style import (
    LETTER,
    Axis,
    Label,
    Mark,
    Theme,
    named_axis,
    outcome_colours,
    outcome_marker,
    shares_said,
)
from engine.kernels.tallies import OUTCOMES
from engine.numbers import brief, count, counted, decimals, down, percent, up, widest, within_points
from engine.rules import RANDOM_PICKUPS, SYMMETRIC_PICKUPS
from engine.simulation.coin import even, evens
from engine.simulation.estimates import Estimate, share, share_difference
from engine.simulation.paired import Compared
from engine.simulation.study import Comparison, Sweep
from engine.tables.bars import Unit
from engine.tables.compared import (
    SHARES_NAME,
    SWEEP_NAME,
    CompareShares,
    Segment,
    SweepChart,
    compare_shares,
    shares_table,
    sweep_chart,
    sweep_table,
)
from engine.tables.compared_lengths import LengthAxis, Rows
from engine.tables.outcomes import OUTCOME_NAMES

# The difference that rule sets make to who wins on the same deals, in one finding.

HARDLY: Final = "Shares hardly change"
UNSURE: Final = "Who wins differs by under"
NEAR: Final = 0.03
"""How far shares may surely differ at most where a title says that they hardly do."""
TOO_FEW: Final = "Too few deals to tell shares apart"
NO_FINDING: Final = (HARDLY, UNSURE, TOO_FEW)
"""How titles begin where there is no finding."""


def shares_title(comparison: Comparison, compared: Compared) -> str:
    """Say what the rule sets make of who wins: that a fixed order has no end, or what differs most."""
    ends = [summary.outcomes() for summary in compared.summaries]
    fixed = [rules.pickup not in RANDOM_PICKUPS | SYMMETRIC_PICKUPS for rules in comparison.rule_sets]
    endless = [outcomes["endless"] / compared.games for outcomes in ends]
    of_fixed = [part for part, fix in zip(endless, fixed, strict=True) if fix]
    of_others = [part for part, fix in zip(endless, fixed, strict=True) if not fix]
    surely = (
        compared.games >= FEW
        and of_fixed
        and of_others
        and _shares_title_apart(of_others, of_fixed, compared.games)
    )
    if surely and min(of_fixed) >= 0.02 and max(of_others) < 0.002:
        low, high = round(100 * min(of_fixed)), round(100 * max(of_fixed))
        some = f"{low} to {high}" if low != high else f"{low}"
        return f"A fixed order makes {some} % of games endless"
    places = range(len(ends))
    order = {name: sorted(places, key=lambda place: ends[place][name]) for name in OUTCOMES}
    widest = max(order, key=lambda name: ends[order[name][-1]][name] - ends[order[name][0]][name])
    first, last = order[widest][0], order[widest][-1]
    least, most = (share(ends[place][widest], compared.games) for place in (first, last))
    digits = decimals(least, most)
    lowest = percent(least, digits) if least.value else "none"
    highest = percent(most, digits)
    # On the same deals less of a difference is chance than two intervals side by side would have it.
    paired = share_difference(compared.changes_of(first, last), widest).paired
    if compared.games < FEW:
        return TOO_FEW
    if paired.low > 0 and lowest != highest:
        return _SPANS[widest].format(lowest.removesuffix(" %"), highest)
    reach = max(-paired.low, paired.high)
    if reach > NEAR:
        return f"{UNSURE} {up(100 * reach, 0):.0f} points, if at all"
    who = "each wins about" if even(ends[0]) else "player 1 wins"
    return f"{HARDLY}: {who} {percent(share(ends[0]['player_1'], compared.games))}"


def _shares_title_apart(lower: list[float], higher: list[float], games: int) -> bool:
    """Say whether the largest of some shares lies below the smallest of others, with their intervals."""
    low, high = share(round(max(lower) * games), games), share(round(min(higher) * games), games)
    return low.high < high.low


_SPANS: Final = {
    "player_1": "Player 1 wins {} to {} of deals",
    "player_2": "Player 2 wins {} to {} of deals",
    "draw": "From {} to {} of games are drawn",
    "endless": "From {} to {} of games never end",
    "limit": "From {} to {} of games were cut off",
}


# Who wins under each rule set on the same deals: a stacked bar a rule set.

BRACKETS_FROM: Final = 0.01
"""Half width from which an interval can be told from the bar's own edge."""


SIGNS: Final = {"player_1": "■", "player_2": "■", "draw": "■", "endless": "▨", "limit": "▩"}
"""The look of an outcome's part of a bar, in a legend."""


def shares_panel(comparison: Comparison, compared: Compared, rows: Rows) -> Panel:
    """Return the panel of who wins."""
    chart = compare_shares(compared, rows)
    title = shares_title(comparison, compared)
    deals, sure = same_deals(compared), sure_of(chart)
    note = fitted(
        f"{deals} for all; {sure} or less. Click a part for a game.",
        f"{deals}; {sure}. Click a part for a game.",
        f"{deals}. Click a part for a game.",
        most=NOTE_MOST,
    )
    even = evens([summary.outcomes() for summary in compared.summaries], partial(_shares_apart, compared))
    said = (shares_said(chart.shares(row), even=even[row]) for row in range(len(rows)))
    alt = f"{title}. {row_by_row(rows, said)}."
    return Panel(SHARES_NAME, title, note, alt, partial(shares_figure, chart), partial(shares_table, chart))


def _shares_apart(compared: Compared, first: int, second: int) -> bool:
    """Say whether player 1 surely wins more of the deals by one of two rule sets."""
    moves = share_difference(compared.changes_of(first, second), "player_1").paired
    return moves.low > 0 or moves.high < 0


def sure_of(chart: CompareShares) -> str:
    """Write how far a share may be off at most."""
    return within_points(*map(chart.share, chart.segments))


def same_deals(compared: Compared) -> str:
    """Say what every rule set has played, as the beginning of a sentence."""
    return f"The same {compared.games:,} deals" if compared.games > 1 else "The same deal"


def shares_figure(chart: CompareShares, theme: Theme) -> Drawing:
    """Draw the bars, labels above each part; brackets below where intervals can be seen."""
    drawn = row_layout(theme, len(chart.rows))
    drawn["xaxis"] |= {"range": [0, 1], "showticklabels": False}
    drawn["annotations"] = [
        *row_names(chart.rows, theme),
        *share_labels(chart, theme),
        share_legend(chart, theme),
    ]
    return Drawing(share_marks(chart, theme), drawn, Behind("bar", [chart.games]))


def share_marks(chart: CompareShares, theme: Theme) -> list[Mark]:
    """Return the bars, and the brackets under the boundaries where they can be seen."""
    return [*(_bars(chart, name, theme) for name in chart.outcomes()), *_brackets(chart, theme)]


def _bars(chart: CompareShares, outcome: str, theme: Theme) -> Mark:
    """Return the segments of one outcome."""
    segments = [segment for segment in chart.segments if segment.outcome == outcome]
    points = [[segment.example, segment.row, _shares_hover(chart, segment)] for segment in segments]
    return {
        "type": "bar",
        "orientation": "h",
        "y": np.array([middle(segment.row) for segment in segments]),
        "width": THICK,
        "x": np.array([segment.games / chart.games for segment in segments]),
        "base": np.array([segment.start / chart.games for segment in segments]),
        "marker": outcome_marker(outcome, theme),
        **carrying(points, "%{customdata[2]}"),
    }


def _shares_hover(chart: CompareShares, segment: Segment) -> str:
    said = counted(segment.games, chart.share(segment))
    name = f"{chart.rows[segment.row].name}: {OUTCOME_NAMES[segment.outcome]}"
    return f"{name}<br>{said}{click_hint(segment.example)}"


def _brackets(chart: CompareShares, theme: Theme) -> list[Mark]:
    """Return the 95 % intervals of the boundaries, if they are wide enough to be seen."""
    if widest(map(chart.share, chart.segments)) / 2 < BRACKETS_FROM:
        return []
    rows = range(len(chart.rows))
    boundaries = [boundary for row in rows for boundary in chart.boundaries(row)]
    heights = [middle(row) + THICK / 2 + 5 for row in rows for _ in chart.boundaries(row)]
    return [brackets(boundaries, heights, theme, cap=3) | {"marker": {"size": 1, "opacity": 0}}]


def share_labels(chart: CompareShares, theme: Theme, *, width: float = NARROWEST) -> list[Label]:
    """Return the shares above the parts.

    `width`: of the bars on the narrowest phone; what is clear there is clear everywhere.
    """
    labels: list[Label] = []
    for row in range(len(chart.rows)):
        shares = chart.shares(row)
        digits = decimals(*shares.values())
        said = {name: percent(share, digits) for name, share in shares.items()}
        if sum(map(_wide, said.values())) > width:
            said = {name: brief(share, digits) for name, share in shares.items()}
        labels += _row_labels(row, shares, said, theme, width)
    return labels


def share_legend(chart: CompareShares, theme: Theme) -> Label:
    """Return the names of the outcomes in their colours, for the foot of the chart."""
    colours = outcome_colours(theme)
    words = "&nbsp;&nbsp; ".join(
        f'<span style="color:{colours[name]}">{SIGNS[name]} {OUTCOME_NAMES[name]}</span>'
        for name in chart.outcomes()
    )
    left = {"xref": "paper", "x": 0, "xanchor": "left", "xshift": -2}
    return label(words, theme.muted, **left, yref="paper", y=0, yanchor="top", yshift=-6)


def _wide(text: str) -> float:
    """Return how many pixels a label takes, with the space behind it."""
    return LETTER * (len(text) + 1)


def _row_labels(
    row: int, shares: dict[str, Estimate], said: dict[str, str], theme: Theme, width: float
) -> list[Label]:
    """Return the labels of one row, each over the middle of its part unless it would cover another."""
    colours = outcome_colours(theme)
    widths = list(map(_wide, said.values()))
    ends = np.cumsum([share.value for share in shares.values()]).tolist()
    middles = [end - share.value / 2 for end, share in zip(ends, shares.values(), strict=True)]
    starts = [place * width - long / 2 for place, long in zip(middles, widths, strict=True)]
    return [
        above(row, place, said[name], colours[name], shift=shift)
        for name, place, shift in zip(said, middles, labels_apart(starts, widths, width), strict=True)
    ]


# One rule varied over its values: who wins and how long finished games last, a row a value.

SEEN: Final = 0.06
"""Part of the axis that a point is wide."""

SPLIT: Final = 0.6
GAP: Final = 0.08
"""Parts of the width that the bars take, and that lie between them and the lengths."""
BESIDE_FIRST: Final = 32
"""Characters of the first row's name and what stands beside it: the words over the lengths follow."""

UNDER_TICKS: Final = 18
"""Pixels by which the names of the outcomes stand lower than beside bars alone: on a phone they reach
under the lengths' ticks."""


def sweep_panel(swept: Sweep, compared: Compared, *, unit: Unit = "rounds") -> Panel:
    """Return the panel of a sweep."""
    chart = sweep_chart(swept, compared, unit=unit)
    title = _title(chart, swept, compared)
    deals, sure = same_deals(compared), sure_of(chart.shares)
    note = fitted(
        f"{deals}, {sure} or less; right, mean {unit} of finished games.",
        f"{deals}, {sure}; right, mean {unit}.",
        most=88,
    )
    said = (f"mean {mean_in(mean, unit)}" if mean else "no game ends" for mean in chart.means)
    alt = f"{title}. {row_by_row(chart.shares.rows, said)}."
    return Panel(
        SWEEP_NAME, title, note, alt, partial(sweep_figure, chart), partial(sweep_table, swept, chart)
    )


def _title(chart: SweepChart, swept: Sweep, compared: Compared) -> str:
    """Say how who wins moves, or where it does not, how the lengths do."""
    shares = shares_title(swept.comparison, compared)
    means = sorted((mean for mean in chart.means if mean is not None), key=lambda mean: mean.value)
    if not shares.startswith(NO_FINDING) or not means or means[0].high >= means[-1].low:
        return shares
    least, most = means_text([means[0], means[-1]])
    return f"Mean lengths from {least} to {most} {chart.unit}"


def sweep_figure(chart: SweepChart, theme: Theme) -> Drawing:
    """Draw the shares as stacked bars and right of them the mean lengths."""
    rows = chart.shares.rows
    drawn = row_layout(theme, len(rows), right=14)
    drawn["xaxis"] |= {"range": [0, 1], "domain": [0, SPLIT], "showticklabels": False}
    drawn["xaxis2"] = {
        **drawn["xaxis"],
        **_few(drawn_axis(chart.axis, room=0.06, pixels=NARROWEST * (1 - SPLIT - GAP))),
        "domain": [SPLIT + GAP, 1],
        "anchor": "y",
        "showticklabels": True,
        "showgrid": True,
        "gridcolor": theme.grid,
    }
    labels = share_labels(chart.shares, theme, width=NARROWEST * SPLIT)
    legend = share_legend(chart.shares, theme)
    legend["yshift"] -= UNDER_TICKS
    drawn["height"] += UNDER_TICKS
    drawn["margin"]["b"] += UNDER_TICKS
    drawn["annotations"] = [*row_names(rows, theme, first=BESIDE_FIRST), *labels, legend]
    texts = iter(means_text([mean for mean in chart.means if mean is not None]))
    for row, length in enumerate(chart.means):
        place = chart.axis.at(length.value if length else chart.axis.low)
        text = f"<b>{next(texts)}</b>" if length else "no game ends"
        label = above(row, place, text, theme.ink)
        drawn["annotations"].append(label | {"xref": "x2", "bgcolor": theme.paper, "borderpad": 0})
    name = at_name(0, f"mean {chart.unit}", theme.muted, xref="x2 domain", x=0, xanchor="left")
    drawn["annotations"].append(name | {"bgcolor": theme.paper})
    return Drawing(
        [*share_marks(chart.shares, theme), *_means(chart, theme)], drawn, Behind("mean", chart.finished)
    )


def _few(axis: Axis) -> Axis:
    """Name the ends of an axis and one place far from both: the axis is a third of the chart wide."""
    places = axis["tickvals"]
    if len(places) <= 3:
        return axis
    names = dict(zip(places, axis["ticktext"], strict=True))
    centre = (places[0] + places[-1]) / 2
    inner = min(places[1:-1], key=lambda place: abs(place - centre))
    start, end = axis["range"]
    return named_axis(start, end, {place: names[place] for place in (places[0], inner, places[-1])})


def _means(chart: SweepChart, theme: Theme) -> list[Mark]:
    shown = [(row, mean) for row, mean in enumerate(chart.means) if mean is not None]
    if not shown:
        return []
    drawn = [_drawn(mean, chart.axis) for _, mean in shown]
    seen = widest(drawn) >= SEEN * chart.axis.wide
    points = [[chart.examples[row], row, _sweep_hover(chart, row, mean)] for row, mean in shown]
    return [
        {
            "type": "scatter",
            "mode": "lines+markers" if chart.ordered else "markers",
            "xaxis": "x2",
            "x": np.array([mean.value for mean in drawn]),
            "y": np.array([middle(row) for row, _ in shown]),
            "line": {"width": 1, "color": theme.muted},
            "marker": {"size": 9, "color": theme.ink, "line": {"width": 1, "color": theme.paper}},
            **(whiskers(drawn, theme, along="x") if seen else {}),
            **carrying(points, "%{customdata[2]}"),
        }
    ]


def _drawn(mean: Estimate, axis: LengthAxis) -> Estimate:
    """Return a mean where the axis has it, with no interval where one game alone gives none."""
    low, high = (mean.low, mean.high) if mean.high < inf else (mean.value, mean.value)
    return Estimate(axis.at(mean.value), axis.at(low), axis.at(high), mean.games)


def _sweep_hover(chart: SweepChart, row: int, mean: Estimate) -> str:
    games = chart.shares.games
    sure = f" ({down(mean.low, 1):,.1f} to {up(mean.high, 1):,.1f})" if mean.high < inf else ""
    lines = [
        chart.shares.rows[row].name,
        f"mean {mean_in(mean, chart.unit)}{sure}",
        f"of {count(chart.finished[row], 'finished game')}",
    ]
    if chart.finished[row] < games:
        lines.append(f"{percent(share(games - chart.finished[row], games))} of all games are not finished")
    return "<br>".join(lines) + click_hint(chart.examples[row])
