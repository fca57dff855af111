"""Where the cycles of endless games begin and how long they are, in bars."""

from functools import partial

import numpy as np

from dashboard.charts.parts.histogram import Histogram, figure, histogram, table
from dashboard.charts.parts.panel import NOTE_MOST, Panel, fitted
from dashboard.charts.parts.scales import expected_games, scale_for
from dashboard.charts.parts.written import percent
from engine.kernels.tallies import EXACT_BELOW
from engine.study import Study
from engine.study.estimates import share
from engine.study.summary import Ints, Summary


def starts(study: Study, summary: Summary, *, log: bool = False) -> Histogram:
    """Work out what to draw of the cycles' first rounds."""
    return histogram(
        summary.cycle_starts,
        np.asarray(summary.firsts["cycle_starts"]),
        noun="round",
        scale=scale_for(summary.cycle_starts, _expected(study, summary), log=log),
        wording="begins in round {}",
        axis="first round of the cycle",
    )


def lengths(study: Study, summary: Summary) -> Histogram:
    """Work out what to draw of the cycles' lengths."""
    return histogram(
        summary.cycle_lengths,
        np.asarray(summary.firsts["cycle_lengths"]),
        noun="round",
        scale=scale_for(summary.cycle_lengths, _expected(study, summary), log=True),
        wording="the same {} rounds",
        axis="rounds until the position comes back",
    )


def _expected(study: Study, summary: Summary) -> int:
    """Return how many games will be followed: the early ones, and every so-manieth."""
    games = expected_games(study, summary)
    return min(games, study.followed + games // study.sample)


def panels(study: Study, summary: Summary, *, log: bool = False) -> tuple[Panel, ...]:
    """Return the panels of endless games; none where no game is endless."""
    if not summary.outcomes()["endless"]:
        return ()
    begins, long = starts(study, summary, log=log), lengths(study, summary)
    note = _note(summary)
    first, second = _start_title(begins), _length_title(long, summary.cycle_lengths)
    return (
        Panel(
            "cycle-starts",
            first,
            note,
            f"{first}. {note}",
            partial(figure, begins, hatched=True),
            table(begins),
        ),
        Panel(
            "cycle-lengths",
            second,
            note,
            f"{second}. {note}",
            partial(figure, long, hatched=True, marks=False),
            table(long),
        ),
    )


def _note(summary: Summary) -> str:
    endless = summary.outcomes()["endless"]
    followed = int(summary.cycle_lengths.sum())
    start = f"{followed:,} of {endless:,} endless games, followed to their cycle."
    return fitted(
        f"{start} Click a bar for one." if followed else start,
        start,
        f"{followed:,} of {endless:,} endless games followed.",
        most=NOTE_MOST,
    )


def _start_title(chart: Histogram) -> str:
    if chart.median is None:
        return "No cycle has been followed yet"
    if chart.games == 1:
        return f"The cycle begins with round {chart.median.value:,.0f}"
    return fitted(f"Half of the cycles have begun by round {chart.median.value:,.0f}")


def _length_title(chart: Histogram, tally: Ints) -> str:
    if not chart.games:
        return "No cycle has been followed yet"
    common = int(np.argmax(tally[:EXACT_BELOW]))
    games = int(tally[common])
    if chart.games == 1 and games:
        return f"The cycle is {common:,} rounds long"
    if games > chart.games / 4:
        return f"{percent(share(games, chart.games))} of cycles are {common:,} rounds long"
    assert chart.median is not None
    return f"Half of the cycles take up to {chart.median.value:,.0f} rounds"
