"""Where the cycles of endless games begin and how long they are, in bars."""

from functools import partial
from typing import Final

import numpy as np

from dashboard.charts.parts.few import span, told, too_few
from dashboard.charts.parts.histogram import figure
from dashboard.charts.parts.panel import NOTE_MOST, Panel, fitted
from engine.kernels.tallies import EXACT_BELOW
from engine.study import Study
from engine.study.estimates import games_to_rank, share
from engine.study.summary import Ints, Summary
from engine.study.tables.cycles import lengths, starts
from engine.study.tables.histogram import Histogram, table
from engine.words.sentences import count

FEW: Final = too_few("how long", games_to_rank(0.5), of="cycles")


def panels(study: Study, summary: Summary, *, log: bool = False) -> tuple[Panel, ...]:
    """Return the panels of endless games; none where no game is endless."""
    if not summary.outcomes()["endless"]:
        return ()
    begins, long = starts(study, summary, log=log), lengths(study, summary)
    note = _note(summary)
    return tuple(
        Panel(
            name,
            title,
            note,
            f"{title}. {note}",
            partial(figure, chart, hatched=True, marks=chart is begins),
            partial(table, chart),
        )
        for name, title, chart in (
            ("cycle-starts", _start_title(begins), begins),
            ("cycle-lengths", _length_title(long, summary.cycle_lengths), long),
        )
    )


def _note(summary: Summary) -> str:
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
