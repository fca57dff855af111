"""The share of all games that go on after so many rounds, down to those that never end."""

from functools import partial
from typing import Final

import numpy as np

from dashboard.charts.parts.axes import QUARTERS, named_axis, under_bars
from dashboard.charts.parts.bar_labels import moved_apart
from dashboard.charts.parts.drawing import Behind, Drawing
from dashboard.charts.parts.few import rarely, told
from dashboard.charts.parts.lengths import games_over
from dashboard.charts.parts.marks import band, beside, label, level, unseen
from dashboard.charts.parts.panel import NOTE_MOST, Panel, fitted, left_out
from dashboard.charts.parts.theme import ENDLESS, Label, Layout, Mark, Theme, faded, tally_layout
from dashboard.charts.parts.written import brief, percent, widest
from engine.study import Study
from engine.study.estimates import quantile, share
from engine.study.summary import Summary
from engine.study.tables.bars import nice_up
from engine.study.tables.columns import finished_games
from engine.study.tables.going import POINTS, Survival, Unit, survival, table
from engine.words.sentences import count

APART: Final = 0.17
"""Parts of the chart's height between two names of floors, of two lines each."""

SEEN: Final = 0.01
"""Half width from which a band can be told from its line."""


def panel(study: Study, summary: Summary, *, unit: Unit = "rounds", log: bool = False) -> Panel:
    """Return the panel of the games still going."""
    chart = survival(study, summary, unit=unit, log=log)
    title = _title(chart, summary, unit)
    note = _note(chart, unit)
    never = left_out(summary)
    alt = f"{title}. {note}" + (f" {never}." if never else "")
    return Panel("survival", title, note, alt, partial(figure, chart), partial(table, chart))


def _note(chart: Survival, unit: Unit) -> str:
    games = chart.curve.games
    cut = f" {percent(share(chart.capped, games))} were cut off." if chart.capped else ""
    seen = widest(chart.curve.shares) / 2 >= SEEN
    of_all = f"all {games:,} games" if games > 1 else "the one game"
    start = f"Share of {of_all} still going"
    each = "; band: 95 % at each length." if seen else "; the line hides its band."
    return fitted(
        f"{start} after so many {unit}{each}{cut}",
        f"{start}{each}{cut}",
        f"{start} after so many {unit}.{cut}",
        f"{start}.{cut}",
        most=NOTE_MOST,
    )


def _title(chart: Survival, summary: Summary, unit: Unit) -> str:
    one, tally = chart.noun, summary.finished(unit)
    if not finished_games(summary):
        return "No game has ended"
    if summary.games == 1:
        return "One game alone shows no curve"
    if chart.endless:
        upper = quantile(tally, 0.95)
        assert upper is not None
        at = min(int(nice_up(upper.value)), chart.after[-1])
        never = share(chart.endless, games_over(tally, at) + summary.games - finished_games(summary))
        wordings = (f"At {one} {at:,}, {{}} of {who} never end" for who in ("those left", "the rest"))
        return told(*wordings, share=never, what="how many", of="games left")
    upper = quantile(tally, 0.9)
    assert upper is not None
    most = count(int(upper.value), one)
    over = rarely(games_over(tally, int(upper.value)) + chart.capped, summary.games)
    return f"{over} {'take' if over.startswith('Under') else 'takes'} over {most}"


def figure(chart: Survival, theme: Theme) -> Drawing:
    """Draw the curve over the floor of games that never end."""
    drawn = tally_layout(theme, x_title=f"{chart.noun}s", right=74)
    drawn["xaxis"] |= under_bars(chart.axis)
    drawn["yaxis"] |= named_axis(0, 1, QUARTERS)
    _floor(drawn, chart, theme)
    drawn["annotations"].append(_name(chart, theme))
    return Drawing(_lines(chart, theme), drawn, Behind("point", [chart.curve.games]))


def _lines(chart: Survival, theme: Theme) -> list[Mark]:
    """Return the band and over it the curve, whose points are clicked but not seen."""
    x = np.array([chart.axis.at(after) for after in chart.after])
    shape = "hv" if len(x) < POINTS / 2 else "linear"  # few points are steps, many are a line
    shares = chart.curve.shares
    edge = {
        "type": "scatter",
        "mode": "lines",
        "x": x,
        "line": {"width": 0, "shape": shape},
        "hoverinfo": "skip",
    }
    low, high = np.array([share.low for share in shares]), np.array([share.high for share in shares])
    points = [
        [game, count(after, chart.noun), count(left, "game"), percent(share)]
        for game, after, left, share in zip(
            chart.curve.examples, chart.after, chart.curve.left, shares, strict=True
        )
    ]
    words = (
        "after %{customdata[1]}<br>%{customdata[2]} still going, "
        "%{customdata[3]}<br>click for one that ended here"
    )
    curve = {
        **edge,
        "mode": "lines+markers",
        "y": np.array([share.value for share in shares]),
        "line": {"width": 2, "color": theme.ink, "shape": shape},
        "hoverinfo": "all",
        **unseen(points, words),
    }
    return [*band(edge, low, high, faded(theme.ink, 0.16)), curve]


def _floor(drawn: Layout, chart: Survival, theme: Theme) -> None:
    """Draw the share that never ends as a floor, and above it what was cut off."""
    all_games = chart.curve.games
    never = chart.endless / all_games
    floors = (
        (0.0, never, ENDLESS, theme.endless_text, "never ends", chart.endless),
        (never, never + chart.capped / all_games, theme.muted, theme.muted, "cut off", chart.capped),
    )
    drawn_floors = [floor for floor in floors if floor[-1]]
    tops = [min(max(high, 0.08), 0.93) for _, high, *_ in drawn_floors]
    heights = moved_apart(tops, [APART] * len(tops), 0.93 + APART)
    for (low, high, colour, text, name, games), height in zip(drawn_floors, heights, strict=True):
        dashed = {"width": 2, "dash": "dash", "color": colour}
        drawn["shapes"] += [
            level(low, high, fillcolor=faded(theme.ink, 0.09), line={"width": 0}, layer="below"),
            level(high, high, line=dashed, layer="below"),
        ]
        words = f"<b>{name}</b><br>{brief(share(games, all_games))}"
        drawn["annotations"].append(beside(words, text, height, align="left"))


def _name(chart: Survival, theme: Theme) -> Label:
    """Name the curve where it has come half the way down."""
    shares = chart.curve.shares
    half = (shares[0].value + shares[-1].value) / 2
    place = next((place for place, share in enumerate(shares) if share.value <= half), 0)
    beside_curve = {"xanchor": "left", "yanchor": "bottom", "xshift": 6}
    return label("still going", theme.ink, x=chart.axis.at(chart.after[place]), y=half, **beside_curve)
