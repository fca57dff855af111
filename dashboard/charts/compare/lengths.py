"""How long games last by each rule set."""

from typing import Any, Final

import numpy as np

from dashboard.charts import marks, style
from dashboard.charts.chart import FEWEST, INTERVAL, Behind, Drawing, Words, click_hint, first_fit, only_few
from dashboard.charts.compare import common
from dashboard.charts.style import Label, Mark, Shape, Theme
from engine import tables
from engine.numbers import count, length_range, of_100, percent, plural, span, widest
from engine.simulation import FINISHED, Compared, Estimate

# How long finished games last under each rule set: median, middle half, and 5 to 95 %.

NOTABLE_RATIO: Final = 1.5  # how many times as long games must at least be for it to be said
LENGTHS_SEEN: Final = 0.02  # part of the axis from which the interval of a median can be told from its stroke


def lengths_words(chart: tables.CompareLengths, compared: Compared) -> Words:
    """Say how many times as long games are by one rule set as by another."""
    note = f"Tick: median {chart.unit}. Box: middle half of games. Line: middle 90 % of games."
    note = f"{note} {left_out(compared)}".strip()
    more = common.row_by_row(chart.rows, (_row_words(spread, chart.unit) for spread in chart.spreads))
    return Words(_times_as_long(chart, compared), note, f"{more}.")


def left_out(compared: Compared) -> str:
    """Say which games have no length to show; nothing where all have."""
    outcomes = [summary.outcomes() for summary in compared.summaries]
    endless, cut = (any(seen[name] for seen in outcomes) for name in ("endless", "limit"))
    if not endless and not cut:
        return ""
    which = "Unfinished games" if cut and endless else "Cut-off games" if cut else "Games that never end"
    return f"{which} are left out."


def _times_as_long(chart: tables.CompareLengths, compared: Compared) -> str:
    medians = [spread.quantiles[tables.MEDIAN] for spread in chart.spreads if spread.quantiles]
    if not medians:
        return "No game has ended."
    if compared.games < FEWEST:
        return only_few(compared.games, "deal")
    games = "finished games" if left_out(compared) else "games"
    least, most = (end(medians, key=lambda median: median.value) for end in (min, max))
    times = most.value / max(least.value, 1)
    if least.high < most.low and times >= NOTABLE_RATIO:
        ratio = f"{times:.0f}" if times >= 2.5 else f"{times:.1f}"
        return f"By some rules {games} last about {ratio} times as long as by others."
    after = span(f"{least.value:,.0f}", f"{most.value:,.0f}")
    rounds = f"{after} {plural(after, chart.unit.removesuffix('s'))}"
    depending = ", depending on the rules" if " to " in after else ""
    half = "the games are over after" if games == "games" else f"{games} last at most"
    return f"Half of {half} {rounds}{depending}."


def _row_words(spread: tables.Spread, unit: tables.Unit) -> str:
    """Say a spread in words, with how many games it leaves out."""
    if not spread.quantiles:
        return "no game ends"
    low, first, _, third, high = (f"{estimate.value:,.0f}" for estimate in spread.quantiles)
    left_out = f", {percent(spread.endless)} not finished" if spread.endless.value else ""
    middle = count(int(spread.quantiles[tables.MEDIAN].value), unit.removesuffix("s"))
    return f"median {middle}, middle half {span(first, third)}, middle 90 % {span(low, high)}{left_out}"


def lengths_figure(chart: tables.CompareLengths, theme: Theme) -> Drawing:
    """Draw a line from 5 to 95 %, a block for the middle half, a stroke for the median."""
    drawn = common.row_layout(theme, len(chart.rows))
    drawn["xaxis"] |= common.drawn_axis(chart.axis, margin=0.06) | {"showgrid": True, "gridcolor": theme.grid}
    drawn["margin"] |= {"l": 10, "r": 14}
    at = chart.axis.at
    left = {"xref": "paper", "x": 0, "xanchor": "left", "xshift": -8, "bgcolor": theme.paper}
    for row, spread in enumerate(chart.spreads):
        if not spread.quantiles:
            no_end = common.above(row, at(chart.axis.low), "no game ends", theme.endless_text, anchor="left")
            drawn["annotations"].append(no_end)
            continue
        drawn["shapes"] += _marks(row, spread, chart.axis, theme)
        median = spread.quantiles[tables.MEDIAN].value
        drawn["annotations"] += [
            common.above(row, at(median), f"<b>{median:,.0f}</b>", theme.ink),
            # On phones the names of the chart beside it stand far above.
            common.at_name(row, chart.rows[row].name, theme.muted, **left),
        ]
    return Drawing([_points(chart)], drawn, Behind("row", [spread.finished for spread in chart.spreads]))


def _marks(row: int, spread: tables.Spread, axis: tables.LengthAxis, theme: Theme) -> list[Shape]:
    low, first, median, third, high = (axis.at(estimate.value) for estimate in spread.quantiles)
    at, half = common.middle(row), common.THICK / 2
    line = {"type": "line", "x0": low, "x1": high, "y0": at, "y1": at}
    block = {"type": "rect", "x0": first, "x1": third, "y0": at - 6, "y1": at + 6, "fillcolor": style.DRAWN}
    stroke = {"type": "line", "x0": median, "x1": median, "y0": at - half, "y1": at + half}
    marks = [
        line | {"line": {"width": 1.3, "color": theme.muted}},
        block | {"line": {"width": 0}},
        stroke | {"line": {"width": 2.5, "color": theme.ink}},
    ]
    interval = spread.quantiles[tables.MEDIAN]
    ends = axis.at(max(interval.low, axis.low)), axis.at(min(interval.high, axis.high))
    if ends[1] - ends[0] >= LENGTHS_SEEN * axis.wide:
        under = at + half + 2
        bracket = {"type": "line", "name": INTERVAL, "x0": ends[0], "x1": ends[1], "y0": under, "y1": under}
        marks.append(bracket | {"line": {"width": 1.3, "color": theme.ink}})
    return marks


def _points(chart: tables.CompareLengths) -> Mark:
    """Return what can be pointed at: every quantile, invisible."""
    quantiles = [
        (row, level, estimate, game)
        for row, spread in enumerate(chart.spreads)
        for level, estimate, game in zip(tables.LEVELS, spread.quantiles, spread.examples, strict=False)
    ]
    points = [
        [game, row, _hover(chart, row, level, estimate, game)] for row, level, estimate, game in quantiles
    ]
    x = np.array([chart.axis.at(estimate.value) for _, _, estimate, _ in quantiles])
    y = np.array([common.middle(row) for row, _, _, _ in quantiles])
    targets = marks.hit_targets(points, "%{customdata[2]}", size=common.THICK)
    return marks.scatter("markers", x, y, **targets)


def _hover(chart: tables.CompareLengths, row: int, level: float, estimate: Estimate, game: int) -> str:
    spread = chart.spreads[row]
    part = "half" if level == 0.5 else f"{100 * level:.0f} %"
    ended = f"{part} end by {chart.unit.removesuffix('s')} {estimate.value:,.0f} ({length_range(estimate)})"
    lines = [chart.rows[row].name, f"{ended}, of {count(spread.finished, 'finished game')}"]
    if level == 0.5 and spread.mean is not None:
        lines.append(f"mean {common.mean_in(spread.mean, chart.unit)}")
    if spread.endless.value:
        lines.append(f"{percent(spread.endless)} of all games are not finished")
    return "<br>".join(lines) + click_hint(game, "one of that length")


# The share of games that go on after n rounds, a line a rule set, told apart by dash and name.

DASHES: Final = (
    "solid",
    "dash",
    "dot",
    "dashdot",
    "longdash",
    "longdashdot",
    "12px 3px 3px 3px 3px 3px",
    "2px 6px",
    "16px 6px",
    "6px 2px",
    "1px 3px 5px 3px",
    "20px 3px 4px 3px",
)

SURVIVAL_SEEN: Final = 0.01  # half width from which a band can be told from its line
NAME_WIDTH: Final = 146
NAME_MOST: Final = 22
NAME_HIGH: Final = 15
LOWEST_NAME: Final = 8
"""Pixels right of the lines, characters of a name there, pixels between two names and below the last."""
PLOT: Final = 110  # pixels of the lines on the narrowest phone
CLEAR: Final = 6  # pixels by which the first length is kept off the 0 % beside it


def survival_words(chart: tables.CompareSurvival, compared: Compared) -> Words:
    """Say how many games go on at the round length where the rule sets are furthest apart."""
    note = "Click a line to watch a game."
    note += " Bands: 95 % intervals." if _bands_seen(chart) else ""
    lines = zip(chart.rows, chart.curves, strict=True)
    ends = "; ".join(f"{row.name} {percent(curve.shares[-1])}" for row, curve in lines)
    more = f"Still going after {count(chart.after[-1], chart.curves[0].noun)}: {ends}."
    return Words(_still_going(chart, compared), note, more)


def _bands_seen(chart: tables.CompareSurvival) -> bool:
    return max(widest(curve.shares) for curve in chart.curves) / 2 >= SURVIVAL_SEEN


def _still_going(chart: tables.CompareSurvival, compared: Compared) -> str:
    if not any(map(FINISHED.games, compared.summaries)):
        return "No game has ended."
    if compared.games < FEWEST:
        return only_few(compared.games, "deal")

    def spread(place: int) -> int:
        left = [curve.left[place] for curve in chart.curves]
        return max(left) - min(left)

    named = [chart.after.index(tick) for tick in tables.counted_exactly(chart.axis) if tick in chart.after]
    place = max(named[1:] or range(len(chart.after)), key=lambda place: (spread(place), -place))
    shares = {row: curve.shares[place] for row, curve in zip(chart.rows, chart.curves, strict=True)}
    few, many = (end(shares, key=lambda row: shares[row].value) for end in (min, max))
    then = f"After {count(chart.after[place], chart.curves[0].noun)}"
    if few == many:
        return f"{then} {of_100(shares[few])} games are still going, whatever the rules."
    most = of_100(shares[many]).partition(" of ")[0]
    return first_fit(
        f"{then} {of_100(shares[few])} games are still going {few.by}, {most} {many.by}.",
        f"{then} {common.from_to(shares[few], shares[many])} games are still going, depending on the rules.",
        most=common.ONE_LINE,
    )


def survival_figure(chart: tables.CompareSurvival, theme: Theme) -> Drawing:
    """Draw the curves, each named at its end."""
    height = style.HALF_WIDTH + NAME_HIGH * max(len(chart.rows) - 8, 0)
    drawn = style.tally_layout(theme, x_title=chart.curves[0].unit, height=height, right=NAME_WIDTH)
    drawn["xaxis"] |= {**common.drawn_axis(chart.axis, pixels=PLOT), "ticklabelstandoff": CLEAR}
    percentages = {int(100 * share): name for share, name in style.QUARTERS.items()}
    drawn["yaxis"] |= style.named_axis(0, 102, percentages)
    plot = height - drawn["margin"]["t"] - drawn["margin"]["b"]
    drawn["annotations"] = _names(chart, theme, plot)
    x = np.array([chart.axis.at(after) for after in chart.after], np.float32)
    bands = _bands(chart, x, theme) if _bands_seen(chart) else []
    lines = [_line(chart, row, x, theme) for row in range(len(chart.rows))]
    return Drawing([*bands, *lines], drawn, Behind("line", [curve.games for curve in chart.curves]))


def _line(chart: tables.CompareSurvival, row: int, x: Any, theme: Theme) -> Mark:
    curve, one = chart.curves[row], chart.curves[0].noun
    points = []  # lists: rows of a typed array reach the page as something else
    for game, after, left, share in zip(curve.examples, curve.after, curve.left, curve.shares, strict=True):
        going = f"{count(left, 'game')}, {percent(share)}, {plural(left, 'goes', 'go')} on"
        points.append([game, row, count(after, one), going])
    going_on = "%{customdata[3]} after %{customdata[2]}"
    words = f"{chart.rows[row].name}<br>{going_on}<br>click for one that ended here"
    y = np.array([100 * left / curve.games for left in curve.left], np.float32)
    line = {"width": 2, "color": theme.ink, "dash": DASHES[row]}
    targets = marks.hit_targets(points, words)
    return marks.scatter("lines+markers", x, y, line=line, **targets)


def _bands(chart: tables.CompareSurvival, x: Any, theme: Theme) -> list[Mark]:
    bands: list[Mark] = []
    for curve in chart.curves:
        ends = [(100 * share.low, 100 * share.high) for share in curve.shares]
        low, high = np.array(ends, np.float32).T
        bands += marks.band(x, low, high, style.faded(theme.ink, 0.08 * theme.bands))
    return bands


def _names(chart: tables.CompareSurvival, theme: Theme, plot: int) -> list[Label]:
    """Name every line at its end."""
    ends = [curve.left[-1] / curve.games * plot / 1.02 for curve in chart.curves]
    heights = [LOWEST_NAME + height for height in common.stacked(ends, NAME_HIGH, plot - LOWEST_NAME)]
    placed = {"xshift": 6, "yref": "paper", "yanchor": "middle"}
    return [
        marks.beside(common.cut(row.name, NAME_MOST), theme.ink, height / plot, **placed)
        for row, height in zip(chart.rows, heights, strict=True)
    ]


# The lengths of finished games under each rule set, in strips of bars over one axis.

HIGHEST: Final = 32  # pixels of the highest bar of all


def strips_words(chart: tables.LengthStrips, compared: Compared) -> Words:
    """Say between which means games last."""
    note = f"{left_out(compared)} Click a bar to watch a game.".strip()
    texts = []
    for strip in chart.strips:
        mean = f"mean {common.mean_in(strip.mean, chart.unit)}" if strip.mean else ""
        texts.append(f"{strip.games:,} of {count(chart.games, 'game')}, {mean}" if mean else "no game ends")
    return Words(_means(chart, compared), note, f"{common.row_by_row(chart.rows, texts)}.")


def _means(chart: tables.LengthStrips, compared: Compared) -> str:
    means = [strip.mean for strip in chart.strips if strip.mean is not None]
    if not means:
        return "No game has ended."
    if chart.games < FEWEST:
        return only_few(chart.games, "deal")
    low, high = min(means, key=lambda mean: mean.value), max(means, key=lambda mean: mean.value)
    least, most = common.means_text([low, high])
    game = "finished game" if left_out(compared) else "game"
    if low.high < high.low:
        return f"A {game} takes {least} to {most} {chart.unit} on average, depending on the rules."
    mean_rounds = span(least, most)
    return f"On average a {game} takes {mean_rounds} {plural(mean_rounds, chart.unit.removesuffix('s'))}."


def strips_figure(chart: tables.LengthStrips, theme: Theme) -> Drawing:
    """Draw the strips, each dark up to its median."""
    drawn = common.row_layout(theme, len(chart.rows))
    drawn["xaxis"] |= style.under_bars(chart.strips[0].axis)
    drawn["annotations"] = common.row_names(chart.rows, theme, most=0)
    shares = (share.value for strip in chart.strips for share in strip.shares[:-1])
    highest = max(shares, default=0.0) or 1.0
    right = {"xref": "paper", "x": 1, "xanchor": "right", "bgcolor": theme.paper}
    for row, strip in enumerate(chart.strips):
        drawn["shapes"].append(marks.level(_floor(row), _floor(row), line={"width": 1, "color": theme.grid}))
        if strip.median is not None:
            words = f"median {strip.median.value:,.0f}"
            drawn["annotations"].append(common.at_name(row, words, theme.muted, **right))
    data = [_bars(chart, row, highest, theme) for row, strip in enumerate(chart.strips) if strip.games]
    return Drawing(data, drawn, Behind("row", [strip.games for strip in chart.strips]))


def _floor(row: int) -> int:
    """Return the height that a row's bars stand on."""
    return common.ROW * (row + 1) - 4


def _bars(chart: tables.LengthStrips, row: int, highest: float, theme: Theme) -> Mark:
    strip = chart.strips[row]
    assert strip.median is not None
    edges = np.array([strip.axis.at(edge) for edge in strip.axis.edges.tolist()])
    bars = [bar for bar, games in enumerate(strip.counts[:-1]) if games]
    spans, shares = strip.spans(), strip.shares
    points = []
    for bar in bars:
        values, games = strip.quantity.values_text(*spans[bar]), count(strip.counts[bar], "game")
        points.append([strip.example[bar], row, values, games, percent(shares[bar])])
    words = "%{customdata[2]}<br>%{customdata[3]}, %{customdata[4]} of finished games"
    hover = f"{chart.rows[row].name}<br>{words}{click_hint(0)}"
    colours = [theme.before if spans[bar][0] <= strip.median.value else theme.after for bar in bars]
    return {
        "type": "bar",
        "x": ((edges[:-1] + edges[1:]) / 2)[bars],
        "width": np.diff(edges)[bars],
        "base": _floor(row),
        "y": np.array([-HIGHEST * shares[bar].value / highest for bar in bars]),
        "marker": {"color": colours, "line": {"width": 1, "color": theme.paper}},
        **marks.carrying(points, hover),
    }
