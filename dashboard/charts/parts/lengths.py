"""How long finished games last, in bars; and how many games still go on after so long."""

from functools import partial

import numpy as np

from dashboard.charts.parts.few import span, too_few
from dashboard.charts.parts.histogram import bars_within, figure
from dashboard.charts.parts.panel import Panel, fitted, of_finished
from dashboard.charts.parts.written import number_within, percent
from engine.study import Study
from engine.study.estimates import games_to_rank, share
from engine.study.summary import FINISHED, Ints, Summary, bin_of
from engine.study.tables.columns import all_end
from engine.study.tables.going import Unit
from engine.study.tables.histogram import Histogram, lengths, table
from engine.words.sentences import count


def bars_note(chart: Histogram, summary: Summary) -> str:
    """Return the note of a chart of finished games: their mean, and how sure it is."""
    mean = number_within(chart.mean) if chart.mean else ""
    mean_words = [f"Mean {mean}."] if mean else []
    return of_finished(summary, *mean_words, *bars_within(chart))


def panel(study: Study, summary: Summary, *, unit: Unit = "rounds", log: bool = False) -> Panel:
    """Return the panel of the lengths of finished games."""
    chart = lengths(study, summary, unit=unit, log=log)
    title, note = _title(chart, summary, unit), bars_note(chart, summary)
    beyond = (
        f" {count(chart.counts[-1], 'game lies', 'games lie')} beyond the axis." if chart.counts[-1] else ""
    )
    tabled = partial(table, chart)
    return Panel("lengths", title, note, f"{title}. {note}{beyond}", partial(figure, chart), tabled)


def _title(chart: Histogram, summary: Summary, unit: Unit) -> str:
    if chart.median is None:
        return "No game has ended"
    most = count(int(chart.median.value), chart.quantity.noun)
    if chart.games == 1:
        return f"The one game that ends takes {most}"
    within = span(chart.median)
    if not within:
        return too_few("how long", games_to_rank(0.5), of=FINISHED.nouns(summary))
    if not games_over(summary.finished(unit), int(chart.median.value)):
        part = percent(share(chart.games, chart.games)).capitalize()
        end = "of games end" if all_end(summary) else "of those that end do so"
        return fitted(f"{part} {end} within {most}", f"{part} that end take up to {most}")
    most = f"{within} {unit if within != '1' else chart.quantity.noun}"
    if all_end(summary):
        return fitted(f"Half of the games end within {most}", f"Half take up to {most}")
    return fitted(
        *(f"Half {who} within {most}" for who in ("of those that end do so", "that end do so", "that end:"))
    )


def games_over(tally: Ints, value: int) -> int:
    """Return how many games of a tally (`BINS`) lie in bins behind that of a value."""
    return int(tally[int(bin_of(np.array([value]))[0]) + 1 :].sum())
