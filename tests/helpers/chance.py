"""A test of evenness for fixed seeds, without scipy."""

from collections.abc import Collection
from math import sqrt

QUANTILE = 3.0902323
"""Of the normal distribution: one even sample in 1,000 lies above. Seeds are fixed, so a test that
passes once always does; changing what is drawn costs one retry in 1,000."""


def chi_square(counts: Collection[int]) -> float:
    """Return Pearson's statistic of counts that should all be the same."""
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


def critical(freedom: int) -> float:
    """Return what the statistic exceeds once in 1,000 times (Wilson & Hilferty 1931; within 1 %).

    >>> [round(critical(freedom)) for freedom in (23, 120)]  # tables: 49.73 and 173.62
    [50, 174]
    """
    part = 2 / (9 * freedom)
    return freedom * (1 - part + QUANTILE * sqrt(part)) ** 3
