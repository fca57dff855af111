"""How many wars a finished game has, in bars."""

from functools import partial

import numpy as np

from dashboard.charts.parts.histogram import Histogram, bars_within, figure, histogram, table
from dashboard.charts.parts.lengths import finished_firsts
from dashboard.charts.parts.panel import Panel, fitted, of_finished
from dashboard.charts.parts.scales import expected_games, scale_for
from dashboard.charts.parts.theme import WAR, faded
from dashboard.charts.parts.written import number, one_in, percent, plus_minus
from engine.study import Study
from engine.study.estimates import mean, share
from engine.study.summary import Summary, bin_of
from engine.words.sentences import count


def wars(study: Study, summary: Summary) -> Histogram:
    """Work out what to draw."""
    tally = summary.finished("wars")
    return histogram(
        tally,
        finished_firsts(summary, "wars"),
        noun="war",
        scale=scale_for(tally, expected_games(study, summary)),
        mean=mean(*summary.finished_sums("wars")),
    )


def panel(study: Study, summary: Summary) -> Panel:
    """Return the panel of the wars of finished games."""
    chart = wars(study, summary)
    title = _title(chart, summary)
    more = []
    if chart.mean and chart.games > 1:
        reach = (chart.mean.high - chart.mean.low) / 2
        more = [f"Mean {number(chart.mean)} {plus_minus(reach)}."]
    note = of_finished(summary, *more, "Click a bar for a game.", *bars_within(chart))
    draw = partial(figure, chart, colours=(WAR, faded(WAR, 0.45)))
    return Panel("wars", title, note, f"{title}. {note}", draw, table(chart))


def _title(chart: Histogram, summary: Summary) -> str:
    if chart.median is None or chart.upper is None:
        return "No game has ended"
    middle, upper = int(chart.median.value), int(chart.upper.value)
    tally = summary.finished("wars")
    if chart.games == 1:
        return f"The one game that ends has {count(middle, 'war') if middle else 'no war'}"
    if not tally[1:].any():
        return "No game has a war"
    if not upper:
        return f"{percent(share(int(tally[1:].sum()), chart.games))} of games have a war"
    over = int(tally[int(bin_of(np.array([upper]))[0]) + 1 :].sum())
    rest = f"one {one_in(over, chart.games).removeprefix('One game ')} over" if over else "none over"
    return fitted(f"Half have up to {count(middle, 'war')}, {rest} {upper:,}")
