"""Player 1's deck round by round in cells: how many of the followed games are where."""

from dataclasses import dataclass
from math import ceil
from typing import Final

import numpy as np
import pandas as pd

from engine.study.study import Study
from engine.study.summary import Ints, Summary
from engine.study.tables.fan import last_round

COLUMNS: Final = 96


MOST_ROWS: Final = 60
"""A larger pack is shown several sizes to a row."""


BLOCK: Final = 2
"""Cells along each side of what one point stands for that can be clicked: some nine pixels."""


@dataclass(frozen=True)
class Density:
    """A map of player 1's deck over the rounds, to be drawn in cells.

    `counts` is rows x columns: rounds of followed games, by player 1's deck before them. A column
    holds an even number of rounds, for sizes alternate in parity.
    """

    counts: Ints
    wide: int
    """Rounds a column."""
    tall: int
    """Sizes a row."""
    moments: "Moments"
    followed: int
    cards: int
    end: int


@dataclass(frozen=True)
class Moments:
    """The points that can be clicked: in each block of cells that any game is in, the fullest."""

    after: Ints
    """Rounds played."""
    size: Ints
    """Player 1's deck then."""
    games: Ints
    """Followed games of which both are true."""


def density(study: Study, summary: Summary) -> Density:
    """Work out what to draw."""
    end = last_round(summary.sizes)
    wide = 2 * max(1, ceil(end / COLUMNS / 2))
    tall = max(1, ceil((study.cards + 1) / MOST_ROWS))
    shown = summary.sizes[: wide * ceil(end / wide)]
    return Density(
        counts=_blocks(shown, wide, tall).sum(axis=2).T,
        wide=wide,
        tall=tall,
        moments=_fullest(shown[: end + 1], BLOCK * wide, BLOCK * tall),
        followed=int(summary.sizes[0].sum()),
        cards=study.cards,
        end=end,
    )


def _blocks(sizes: Ints, wide: int, tall: int) -> Ints:
    """Cut rounds x sizes into blocks of `wide` rounds and `tall` sizes: blocks x blocks x what is in each."""
    columns, rows = (ceil(length / side) for length, side in zip(sizes.shape, (wide, tall), strict=True))
    padded = np.zeros((columns * wide, rows * tall), dtype=np.int64)
    padded[: len(sizes), : sizes.shape[1]] = sizes
    return padded.reshape(columns, wide, rows, tall).swapaxes(1, 2).reshape(columns, rows, wide * tall)


def _fullest(sizes: Ints, wide: int, tall: int) -> Moments:
    blocks = _blocks(sizes, wide, tall)
    games = blocks.max(axis=2)
    column, row = np.nonzero(games)
    inside = blocks.argmax(axis=2)[column, row]
    return Moments(column * wide + inside // tall, row * tall + inside % tall, games[column, row])


def table(chart: Density) -> pd.DataFrame:
    """Return a row for every cell with games in it."""
    rows, columns = np.nonzero(chart.counts)
    return pd.DataFrame(
        {
            "after rounds": columns * chart.wide,
            "player 1 cards": rows * chart.tall,
            "games x rounds": chart.counts[rows, columns],
        }
    )
