"""Tallies of many games, from those of few: every count times a number, as if the games came again."""

from dataclasses import astuple, replace

from engine.kernels.tallies import UNITS
from engine.simulation.paired import LENGTHS_IN, Compared, Lengths
from engine.simulation.tallies import COUNTED, Summary


def repeated(summary: Summary, times: int) -> Summary:
    """Return the tallies of games that came so many times each; examples stay as they are."""
    return replace(
        summary,
        games=summary.games * times,
        histograms={unit: summary.histograms[unit] * times for unit in UNITS},
        sums={
            unit: tuple((total * times, squares * times) for total, squares in summary.sums[unit])
            for unit in UNITS
        },
        **{name: getattr(summary, name) * times for name in COUNTED},
    )


def repeated_pairs(compared: Compared, times: int) -> Compared:
    """Return the tallies of a comparison on deals that came so many times each."""
    return replace(
        compared,
        games=compared.games * times,
        summaries=tuple(repeated(summary, times) for summary in compared.summaries),
        changes=compared.changes * times,
        lengths={
            unit: tuple(
                Lengths(*(times * value for value in astuple(pair))) for pair in compared.lengths[unit]
            )
            for unit in LENGTHS_IN
        },
    )
