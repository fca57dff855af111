"""Every arrangement of a small pack, by its number: lexicographic order of ranks, suits left out."""

from collections.abc import Generator
from math import factorial

import numpy as np
import numpy.typing as npt

from engine.cards import Deal, Pack

Ints = npt.NDArray[np.int64]


def arrangements(pack: Pack) -> int:
    """Return how many different deals a pack has when suits do not matter.

    >>> arrangements(Pack(4, 2))
    2520
    """
    return int(factorial(pack.size) // factorial(pack.copies) ** pack.ranks)


def rows_of(pack: Pack, numbers: Ints) -> Ints:
    """Return the arrangements with these numbers: a row of ranks each.

    Of all arrangements that go on from a prefix, the share that has a given rank next is the share
    of that rank among the cards left; so the number is narrowed card by card, for all rows at once.

    >>> rows_of(Pack(2, 2), np.array([0, 5])).tolist()
    [[13, 13, 14, 14], [14, 14, 13, 13]]
    """
    rest = numbers.copy()
    rows = np.empty((len(numbers), pack.size), dtype=np.int64)
    narrowing = _narrowing(pack, len(numbers))
    below = next(narrowing)
    for place in range(pack.size):
        rank = (below <= rest[:, np.newaxis]).sum(axis=1)
        rest -= np.where(rank > 0, below[np.arange(len(rest)), rank - 1], 0)
        rows[:, place] = pack.rank_of(0) + rank
        below = narrowing.send(rank)
    return rows


def numbers_of(pack: Pack, rows: Ints) -> Ints:
    """Return the numbers of arrangements, a row of ranks each: `rows_of` turned round.

    >>> numbers_of(Pack(2, 2), np.array([[14, 14, 13, 13], [13, 14, 13, 14]])).tolist()
    [5, 1]
    """
    numbers = np.zeros(len(rows), dtype=np.int64)
    narrowing = _narrowing(pack, len(rows))
    below = next(narrowing)
    for place in range(pack.size):
        rank = rows[:, place] - pack.rank_of(0)
        numbers += np.where(rank > 0, below[np.arange(len(rows)), rank - 1], 0)
        below = narrowing.send(rank)
    return numbers


def deal_of(pack: Pack, number: int, cut: int) -> Deal:
    """Return an arrangement cut in two: so many cards are player 1's.

    >>> deal_of(Pack(2, 2), 1, 3).text
    'KAK/A'
    """
    row = rows_of(pack, np.array([number]))[0].tolist()
    return Deal(tuple(row[:cut]), tuple(row[cut:]))


def _narrowing(pack: Pack, rows: int) -> Generator[Ints, Ints, None]:
    """Yield for each place how many arrangements come before the end of each rank there, told the ranks."""
    left = np.full((rows, pack.ranks), pack.copies, dtype=np.int64)
    ways = np.full(rows, arrangements(pack), dtype=np.int64)
    every = np.arange(rows)
    for place in range(pack.size):
        below = np.cumsum(left, axis=1) * ways[:, np.newaxis] // (pack.size - place)
        rank = yield below
        ways = below[every, rank] - np.where(rank > 0, below[every, rank - 1], 0)
        left[every, rank] -= 1
    yield ways
