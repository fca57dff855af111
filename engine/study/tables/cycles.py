"""Where the cycles of endless games begin and how long they are, in bars."""

import numpy as np

from engine.study.study import Study
from engine.study.summary import Ints, Summary
from engine.study.tables.bars import BarAxis, bar_axis, expected_games
from engine.study.tables.histogram import Histogram, Quantity, histogram


def starts(study: Study, summary: Summary, *, log: bool = False) -> Histogram:
    """Work out what to draw of the cycles' first rounds."""
    tally, firsts = summary.cycle_starts, np.asarray(summary.firsts["cycle_starts"])
    begins = Quantity("round", wording="begins in round {}", title="first round of the cycle")
    return histogram(tally, firsts, begins, _axis(study, summary, tally, log=log))


def lengths(study: Study, summary: Summary) -> Histogram:
    """Work out what to draw of the cycles' lengths."""
    tally, firsts = summary.cycle_lengths, np.asarray(summary.firsts["cycle_lengths"])
    long = Quantity("round", wording="the same {} rounds", title="rounds until the position comes back")
    return histogram(tally, firsts, long, _axis(study, summary, tally, log=True))


def _axis(study: Study, summary: Summary, tally: Ints, *, log: bool) -> BarAxis:
    """Return an axis for the games that will be followed: the early ones, and every so-manieth."""
    games = expected_games(study, summary)
    return bar_axis(tally, min(games, study.followed + games // study.sample), log=log)
