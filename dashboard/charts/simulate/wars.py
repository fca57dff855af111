"""How many wars a finished game has, in bars."""

from functools import partial

from dashboard.charts.parts.histogram import Histogram, figure, table
from dashboard.charts.parts.lengths import bars_note, games_over, lengths
from dashboard.charts.parts.panel import Panel, fitted
from dashboard.charts.parts.theme import WAR, faded
from dashboard.charts.parts.written import one_in, percent
from engine.study import Study
from engine.study.estimates import share
from engine.study.summary import Summary
from engine.words.sentences import count


def panel(study: Study, summary: Summary) -> Panel:
    """Return the panel of the wars of finished games."""
    chart = lengths(study, summary, unit="wars")
    title, note = _title(chart, summary), bars_note(chart, summary)
    draw = partial(figure, chart, colours=(WAR, faded(WAR, 0.45)))
    return Panel("wars", title, note, f"{title}. {note}", draw, table(chart))


def _title(chart: Histogram, summary: Summary) -> str:
    if chart.median is None or chart.upper is None:
        return "No game has ended"
    middle, upper = int(chart.median.value), int(chart.upper.value)
    tally = summary.finished("wars")
    if chart.games == 1:
        return f"The one game that ends has {count(middle, 'war') if middle else 'no war'}"
    fought = games_over(tally, 0)
    if not fought:
        return "No game has a war"
    if not upper:
        return f"{percent(share(fought, chart.games))} of games have a war"
    over = games_over(tally, upper)
    rest = f"one {one_in(over, chart.games).removeprefix('One game ')} over" if over else "none over"
    return fitted(f"Half have up to {count(middle, 'war')}, {rest} {upper:,}")
