"""Whether games end after an even or an odd number of rounds, by who wins."""

from functools import partial

from dashboard.charts.parts.axes import named_axis, percent_axis
from dashboard.charts.parts.drawing import Behind, Drawing
from dashboard.charts.parts.few import told
from dashboard.charts.parts.marks import over_whisker, share_bars
from dashboard.charts.parts.outcomes import outcome_marker
from dashboard.charts.parts.panel import Panel, of_finished, pointed_at
from dashboard.charts.parts.theme import Mark, Theme, tally_layout
from dashboard.charts.parts.written import brief, decimals
from engine.study.estimates import share
from engine.study.summary import Summary
from engine.study.tables.bars import nice_up
from engine.study.tables.endings import OUTCOME_NAMES
from engine.study.tables.parity import PARITIES, Parity, parity, table


def panel(summary: Summary) -> Panel:
    """Return the panel of odd and even lengths."""
    chart = parity(summary)
    title = _title(chart)
    note = of_finished(summary, *(["Whiskers: 95 %."] if chart.games > 1 else []))
    return Panel("parity", title, note, f"{title}. {note}", partial(figure, chart), partial(table, chart))


def _title(chart: Parity) -> str:
    if not chart.games:
        return "No game has ended"
    if chart.games == 1:
        return f"The one game that ends has an {PARITIES[chart.odd]} length"
    odd = "end after an odd number" if chart.all_end else "that end take an odd number"
    return told(f"{{}} {odd} of rounds", share=share(chart.odd, chart.games), what="odd or even", of=chart.of)


def figure(chart: Parity, theme: Theme) -> Drawing:
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
