"""Tallies of many games, from those of few: the same games come again and again."""

from typing import TypeVar

from engine.simulation import Compared, Summary

T = TypeVar("T", Summary, Compared)


def repeated(tallies: T, times: int) -> T:
    """Return the tallies of games that came so many times each."""
    whole = tallies
    for bit in f"{times:b}"[1:]:
        whole = whole + whole
        if bit == "1":
            whole = whole + tallies
    return whole
