"""The share of all games that go on after so many rounds, down to those that never end."""

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.parts.lengths import Unit, finished_firsts
from dashboard.charts.parts.panel import NOTE_MOST, Panel, finished_games, fitted, left_out, one_game
from dashboard.charts.parts.scales import Scale, expected_games, nice_up, scale_for
from dashboard.charts.parts.shares import example_column, share_columns
from dashboard.charts.parts.theme import ENDLESS, Theme, faded, tally_layout
from dashboard.charts.parts.written import one_in, percent
from engine.study import Study
from engine.study.estimates import Estimate, quantile, share
from engine.study.summary import Ints, Summary, bin_of, bin_start
from engine.words.sentences import count

SEEN: Final = 0.01
"""Half width from which a band can be told from its line."""

POINTS: Final = 160
"""Points of the line: one for every two or three pixels."""


@dataclass(frozen=True)
class Survival:
    """What the chart draws: a point for each length in `after`."""

    noun: str
    scale: Scale
    after: list[int]
    left: list[int]
    """Games that go on after that length, of all `games`; those without an end among them."""
    shares: list[Estimate]
    example: list[int]
    """The lowest number of a game that ended since the point before, or `NOT_ONE`."""
    games: int
    endless: int
    capped: int


def survival(study: Study, summary: Summary, *, unit: Unit = "rounds", log: bool = False) -> Survival:
    """Work out what to draw. Games that were cut off are taken to go on."""
    tally = summary.finished(unit)
    scale = scale_for(tally, expected_games(study, summary), log=log)
    bins = _bins(tally, scale)
    ended = np.cumsum(tally)[bins]
    left = [summary.games - games for games in ended.tolist()]
    firsts = finished_firsts(summary, unit)
    starts = [0, *(bins[:-1] + 1).tolist()]
    outcomes = summary.outcomes()
    return Survival(
        noun=unit.removesuffix("s"),
        scale=scale,
        after=[bin_start(index + 1) - 1 for index in bins.tolist()],
        left=left,
        shares=[share(games, summary.games) for games in left],
        example=[one_game(firsts[start : end + 1]) for start, end in zip(starts, bins.tolist(), strict=True)],
        games=summary.games,
        endless=outcomes["endless"],
        capped=outcomes["limit"],
    )


def _bins(tally: Ints, scale: Scale) -> Ints:
    """Return the tally bins at whose ends the line is drawn, from before the first to the axis' end.

    Every bin with a game in it where these are few, or else some at equal distances on the axis.
    Within a bin nothing is known; at its end it is.
    """
    lowest, highest = int(scale.edges[0]), int(scale.edges[-1])
    first, last = bin_of(np.array([max(lowest - 1, 0), highest])).tolist()
    inner = np.flatnonzero(tally[:last])
    if len(inner) > POINTS:
        places = np.linspace(scale.start, scale.end, POINTS)
        inner = bin_of((10**places if scale.log else places).astype(np.int64))
    return np.unique(np.concatenate(([first], inner, [last])))


def panel(study: Study, summary: Summary, *, unit: Unit = "rounds", log: bool = False) -> Panel:
    """Return the panel of the games still going."""
    chart = survival(study, summary, unit=unit, log=log)
    title = _title(chart, summary, unit)
    note = _note(chart, unit)
    never = left_out(summary)
    alt = f"{title}. {note}" + (f" {never}." if never else "")
    return Panel("survival", title, note, alt, partial(figure, chart), table(chart))


def _note(chart: Survival, unit: Unit) -> str:
    cut = f" {percent(share(chart.capped, chart.games))} were cut off." if chart.capped else ""
    band = _band_words(chart)
    of_all = f"all {chart.games:,} games" if chart.games > 1 else "the one game"
    start = f"Share of {of_all} still going after so many {unit}.{cut}"
    return fitted(f"{start} {band}", start, f"Share of {of_all} still going.{cut}", most=NOTE_MOST)


def _band_words(chart: Survival) -> str:
    widest = max(found.high - found.low for found in chart.shares) / 2
    return "Band: 95 %." if widest >= SEEN else "Band: hidden by the line."


def _title(chart: Survival, summary: Summary, unit: Unit) -> str:
    one = chart.noun
    if not finished_games(summary):
        return "No game has ended"
    if chart.games == 1:
        return "One game alone shows no curve"
    if chart.endless:
        upper = quantile(summary.finished(unit), 0.95)
        assert upper is not None
        at = min(int(nice_up(upper.value)), chart.after[-1])
        going = summary.games - int(summary.finished(unit)[: int(bin_of(np.array([at]))[0]) + 1].sum())
        never = percent(Estimate(chart.endless / going, 0, 0.02, going))
        return fitted(f"At {one} {at:,}, {never} of those left never end")
    upper = quantile(summary.finished(unit), 0.9)
    assert upper is not None
    most = count(int(upper.value), one)
    over = int(summary.finished(unit)[int(bin_of(np.array([int(upper.value)]))[0]) + 1 :].sum())
    if not over:
        return f"No game takes more than {most}"
    return fitted(f"{one_in(over, chart.games)} takes over {most}")


def table(chart: Survival) -> pd.DataFrame:
    """Return a row a point of the line."""
    return pd.DataFrame(
        {
            f"after {chart.noun}s": chart.after,
            "games still going": chart.left,
            **share_columns(chart.shares, len(chart.after)),
            "a game that ended": example_column(chart.example),
        }
    )


def figure(chart: Survival, theme: Theme) -> go.Figure:
    """Draw the curve over the floor of games that never end."""
    drawn = tally_layout(theme, x_title=f"{chart.noun}s", right=74)
    scale = chart.scale
    values = scale.tick_values()
    drawn["xaxis"] |= {
        "range": [scale.start, scale.end],
        "tickvals": [scale.at(value) for value in values],
        "ticktext": [f"{value:,}" for value in values],
    }
    drawn["yaxis"] |= {
        "range": [0, 1],
        "tickvals": [0, 0.25, 0.5, 0.75, 1],
        "ticktext": ["0 %", "25 %", "50 %", "75 %", "100 %"],
    }
    x = np.array([scale.at(after) for after in chart.after])
    shape = "hv" if len(x) < POINTS / 2 else "linear"  # few points are steps, many are a line
    line = {
        "type": "scatter",
        "mode": "lines",
        "x": x,
        "line": {"width": 0, "shape": shape},
        "hoverinfo": "skip",
    }
    band = [
        {**line, "y": np.array([found.low for found in chart.shares])},
        {
            **line,
            "y": np.array([found.high for found in chart.shares]),
            "fill": "tonexty",
            "fillcolor": faded(theme.ink, 0.16),
        },
    ]
    curve = {
        **line,
        "mode": "lines+markers",
        "y": np.array([found.value for found in chart.shares]),
        "line": {"width": 2, "color": theme.ink, "shape": shape},
        "marker": {"size": 8, "opacity": 0},
        "hoverinfo": "all",
        "customdata": [
            [game, after, count(left, "game"), percent(found)]
            for game, after, left, found in zip(
                chart.example, chart.after, chart.left, chart.shares, strict=True
            )
        ],
        "hovertemplate": f"after %{{customdata[1]:,}} {chart.noun}s<br>%{{customdata[2]}} still going, "
        "%{customdata[3]}<br>click for one that ended here<extra></extra>",
        **{state: {"marker": {"opacity": 0}} for state in ("selected", "unselected")},
    }
    _floor(drawn, chart, theme)
    _name(drawn, chart, theme)
    return go.Figure({"data": [*band, curve], "layout": drawn})


def _floor(drawn: dict[str, Any], chart: Survival, theme: Theme) -> None:
    """Draw the share that never ends as a floor, and above it what was cut off."""
    never = chart.endless / chart.games
    floors = (
        (0.0, never, ENDLESS, theme.endless_text, "never ends", chart.endless),
        (never, never + chart.capped / chart.games, theme.muted, theme.muted, "cut off", chart.capped),
    )
    for low, high, colour, text, name, games in floors:
        if not games:
            continue
        box = {"type": "rect", "xref": "paper", "x0": 0, "x1": 1, "y0": low, "y1": high, "line": {"width": 0}}
        drawn["shapes"].append(box | {"fillcolor": faded(theme.ink, 0.09), "layer": "below"})
        dashed = {"width": 2, "dash": "dash", "color": colour}
        drawn["shapes"].append(box | {"type": "line", "y0": high, "line": dashed, "layer": "below"})
        drawn["annotations"].append(
            _beside(f"<b>{name}</b><br>{percent(share(games, chart.games))}", high, text)
        )


def _beside(text: str, height: float, colour: str) -> dict[str, Any]:
    return {
        "xref": "paper",
        "x": 1,
        "y": min(max(height, 0.08), 0.93),
        "xanchor": "left",
        "xshift": 8,
        "align": "left",
        "showarrow": False,
        "text": text,
        "font": {"size": 12, "color": colour},
    }


def _name(drawn: dict[str, Any], chart: Survival, theme: Theme) -> None:
    """Name the curve where it has come half the way down."""
    half = (chart.shares[0].value + chart.shares[-1].value) / 2
    place = next((at for at, found in enumerate(chart.shares) if found.value <= half), 0)
    drawn["annotations"].append(
        {
            "x": chart.scale.at(chart.after[place]),
            "y": half,
            "xanchor": "left",
            "yanchor": "bottom",
            "xshift": 6,
            "showarrow": False,
            "text": "still going",
            "font": {"size": 12, "color": theme.ink},
        }
    )
