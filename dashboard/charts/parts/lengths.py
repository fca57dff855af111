"""How long finished games last, in bars."""

from functools import partial
from typing import Literal

import numpy as np

from dashboard.charts.parts.histogram import Histogram, bars_within, figure, histogram, table
from dashboard.charts.parts.panel import Panel, finished_games, fitted, of_finished
from dashboard.charts.parts.scales import expected_games, scale_for
from dashboard.charts.parts.written import number, plus_minus
from engine.kernels.tallies import DRAW
from engine.study import Study
from engine.study.estimates import mean
from engine.study.summary import Ints, Summary, bin_of
from engine.words.sentences import count

Unit = Literal["rounds", "battles", "plays"]


def finished_firsts(summary: Summary, unit: str) -> Ints:
    """Return the lowest number of a finished game in each bin of a unit: `BINS`."""
    firsts: Ints = np.asarray(summary.firsts[unit])[: DRAW + 1].min(axis=0)
    return firsts


def lengths(study: Study, summary: Summary, *, unit: Unit = "rounds", log: bool = False) -> Histogram:
    """Work out what to draw."""
    tally = summary.finished(unit)
    return histogram(
        tally,
        finished_firsts(summary, unit),
        noun=unit.removesuffix("s"),
        scale=scale_for(tally, expected_games(study, summary), log=log),
        mean=mean(*summary.finished_sums(unit)),
    )


def panel(study: Study, summary: Summary, *, unit: Unit = "rounds", log: bool = False) -> Panel:
    """Return the panel of the lengths of finished games."""
    chart = lengths(study, summary, unit=unit, log=log)
    title = _title(chart, summary, unit)
    note = of_finished(summary, *_mean_words(chart), "Click a bar for a game.", *bars_within(chart))
    beyond = f" {count(chart.counts[-1], 'game')} lie beyond the axis." if chart.counts[-1] else ""
    return Panel("lengths", title, note, f"{title}. {note}{beyond}", partial(figure, chart), table(chart))


def _title(chart: Histogram, summary: Summary, unit: Unit) -> str:
    if chart.median is None:
        return "No game has ended"
    most = f"{chart.median.value:,.0f} {unit if chart.median.value != 1 else chart.noun}"
    if chart.games == 1:
        return f"The one game that ends takes {most}"
    if not summary.finished(unit)[int(bin_of(np.array([int(chart.median.value)]))[0]) + 1 :].any():
        return fitted(f"All games that end do so within {most}", f"All that end take up to {most}")
    if finished_games(summary) == summary.games:
        return fitted(f"Half of the games end within {most}", f"Half take up to {most}")
    return fitted(f"Half of those that end do so within {most}", f"Half that end take up to {most}")


def _mean_words(chart: Histogram) -> list[str]:
    if chart.mean is None or chart.games == 1:
        return []
    reach = (chart.mean.high - chart.mean.low) / 2
    return [f"Mean {number(chart.mean)} {plus_minus(reach)}."]
