"""How long games last."""

from functools import partial
from typing import Final

import numpy as np

from dashboard.charts.chart import (
    NOTE_MOST,
    Behind,
    Drawing,
    Panel,
    fitted,
    left_out,
    of_finished,
    pointed_at,
    rarely,
    span,
    told,
    too_few,
)
from dashboard.charts.marks import (
    band,
    beside,
    figure,
    games_over,
    label,
    level,
    moved_apart,
    over_whisker,
    share_bars,
    unseen,
)
from dashboard.charts.style import (
    ENDLESS,
    QUARTERS,
    Label,
    Layout,
    Mark,
    Theme,
    faded,
    named_axis,
    outcome_marker,
    percent_axis,
    tally_layout,
    under_bars,
)
from engine.kernels.tallies import EXACT_BELOW
from engine.numbers import brief, count, decimals, percent, widest
from engine.simulation import Study
from engine.simulation.estimates import games_to_rank, quantile, share
from engine.simulation.tallies import Ints, Summary
from engine.tables.bars import (
    POINTS,
    Histogram,
    Survival,
    Unit,
    cycles_lengths,
    finished_games,
    going_table,
    histogram_table,
    nice_up,
    starts,
    survival,
)
from engine.tables.outcomes import OUTCOME_NAMES, PARITIES, Parity, parity, parity_table

# The share of all games that go on after so many rounds, down to those that never end.

APART: Final = 0.17
"""Parts of the chart's height between two names of floors, of two lines each."""

SEEN: Final = 0.01
"""Half width from which a band can be told from its line."""


def survival_panel(study: Study, summary: Summary, *, unit: Unit = "rounds", log: bool = False) -> Panel:
    """Return the panel of the games still going."""
    chart = survival(study, summary, unit=unit, log=log)
    title = _survival_title(chart, summary, unit)
    note = _survival_note(chart, unit)
    never = left_out(summary)
    alt = f"{title}. {note}" + (f" {never}." if never else "")
    return Panel("survival", title, note, alt, partial(survival_figure, chart), partial(going_table, chart))


def _survival_note(chart: Survival, unit: Unit) -> str:
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


def _survival_title(chart: Survival, summary: Summary, unit: Unit) -> str:
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


def survival_figure(chart: Survival, theme: Theme) -> Drawing:
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


# Whether games end after an even or an odd number of rounds, by who wins.


def parity_panel(summary: Summary) -> Panel:
    """Return the panel of odd and even lengths."""
    chart = parity(summary)
    title = _parity_title(chart)
    note = of_finished(summary, *(["Whiskers: 95 %."] if chart.games > 1 else []))
    return Panel(
        "parity", title, note, f"{title}. {note}", partial(parity_figure, chart), partial(parity_table, chart)
    )


def _parity_title(chart: Parity) -> str:
    if not chart.games:
        return "No game has ended"
    if chart.games == 1:
        return f"The one game that ends has an {PARITIES[chart.odd]} length"
    odd = "end after an odd number" if chart.all_end else "that end take an odd number"
    return told(f"{{}} {odd} of rounds", share=share(chart.odd, chart.games), what="odd or even", of=chart.of)


def parity_figure(chart: Parity, theme: Theme) -> Drawing:
    """Draw two bars for each outcome: even filled, odd hollow."""
    drawn = tally_layout(theme, x_title="even and odd numbers of rounds")
    names = [f"{OUTCOME_NAMES[name]}{'' if name == 'draw' else ' wins'}" for name in chart.counts]
    drawn["xaxis"] |= named_axis(-0.55, len(names) - 0.45, dict(enumerate(names)))
    if not chart.games:
        drawn["yaxis"] |= percent_axis(1.0)
        return Drawing([], drawn, Behind("bar", [chart.games]))
    shares = [share for name in chart.counts for share in chart.shares(name)]
    drawn["yaxis"] |= percent_axis(min(nice_up(1.1 * max(share.high for share in shares)), 1.1))
    digits = decimals(*shares)
    data = []
    for odd in (0, 1):
        places = [place + (0.2 if odd else -0.2) for place in range(len(names))]
        data.append(_bars(chart, odd, places, theme))
        for place, estimate in zip(places, shares[odd::2], strict=True):
            words = f"{PARITIES[odd]}<br>{brief(estimate, digits) if estimate.value else 'none'}"
            drawn["annotations"].append(over_whisker(words, theme, place, estimate))
    return Drawing(data, drawn, Behind("bar", [chart.games]))


def _bars(chart: Parity, odd: int, places: list[float], theme: Theme) -> Mark:
    shares = [chart.shares(name)[odd] for name in chart.counts]
    fills = [outcome_marker(name, theme)["color"] for name in chart.counts]
    points = [
        pointed_at(
            f"{OUTCOME_NAMES[name]}, {PARITIES[odd]} length",
            chart.counts[name][odd],
            share,
            chart.example[name][odd],
        )
        for name, share in zip(chart.counts, shares, strict=True)
    ]
    marker = {"color": theme.paper if odd else fills, "line": {"width": 2, "color": fills}}
    return share_bars(places, shares, points, theme) | {"width": 0.34, "marker": marker}


# Where the cycles of endless games begin and how long they are, in bars.

FEW: Final = too_few("how long", games_to_rank(0.5), of="cycles")


def panels(study: Study, summary: Summary, *, log: bool = False) -> tuple[Panel, ...]:
    """Return the panels of endless games; none where no game is endless."""
    if not summary.outcomes()["endless"]:
        return ()
    begins, long = starts(study, summary, log=log), cycles_lengths(study, summary)
    note = _cycles_note(summary)
    return tuple(
        Panel(
            name,
            title,
            note,
            f"{title}. {note}",
            partial(figure, chart, hatched=True, marks=chart is begins),
            partial(histogram_table, chart),
        )
        for name, title, chart in (
            ("cycle-starts", _start_title(begins), begins),
            ("cycle-lengths", _length_title(long, summary.cycle_lengths), long),
        )
    )


def _cycles_note(summary: Summary) -> str:
    endless = summary.outcomes()["endless"]
    followed = int(summary.cycle_lengths.sum())
    start = f"{followed:,} of {count(endless, 'endless game')}, followed to their cycle."
    return fitted(
        start,
        f"{followed:,} of {count(endless, 'endless game')} followed.",
        most=NOTE_MOST,
    )


def _start_title(chart: Histogram) -> str:
    if chart.median is None:
        return "No cycle has been followed yet"
    if chart.games == 1:
        return f"The cycle begins with round {chart.median.value:,.0f}"
    within = span(chart.median)
    begun = f"have begun by round {within}"
    return fitted(f"Half of the cycles {begun}", f"Half of cycles {begun}") if within else FEW


def _length_title(chart: Histogram, tally: Ints) -> str:
    if not chart.games:
        return "No cycle has been followed yet"
    common = int(np.argmax(tally[:EXACT_BELOW]))
    games = int(tally[common])
    if chart.games == 1 and games:
        return f"The cycle is {count(common, 'round')} long"
    if games > chart.games / 4:
        alike = share(games, chart.games)
        return told(
            f"{{}} of cycles are {count(common, 'round')} long", share=alike, what="how long", of="cycles"
        )
    assert chart.median is not None
    within = span(chart.median)
    if " to " in within:
        return f"The median cycle takes {within} rounds"
    rounds = "round" if within == "1" else "rounds"
    return f"Half of the cycles take up to {within} {rounds}" if within else FEW
