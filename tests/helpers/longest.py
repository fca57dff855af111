"""The longest games that end within a judge's limits: how those of `engine/game/deals.csv` were found.

Of judges with few cards, all different, every deal is played: `python tests/helpers/longest.py NAME`.
"""

import csv
import sys
from collections.abc import Iterator
from itertools import islice, permutations

import numpy as np

from engine import Deal, Reason, kernels
from engine.game.fixed_deals import SHAPES, TABLE
from engine.kernels.codes import REASON_CODES
from engine.rules import PLAYABLE

FEW = 10  # cards up to which every deal is played, a few minutes of ten
BATCH = 1 << 16

with TABLE.open(encoding="utf-8", newline="") as file:
    LONGEST = {row["rules"]: int(row["rounds"]) for row in csv.DictReader(file) if row["rounds"]}
"""The rounds of the longest game by rule set."""


def longest_of(judge: str, size: int, cut: int) -> tuple[int, Deal] | None:
    """Return the longest game that ends of all deals of so many different cards, so many player 1's."""
    best = None
    lowest = SHAPES[judge].lowest
    orders = permutations(range(lowest, lowest + size))
    while some := [*islice(orders, BATCH)]:
        rows = np.array(some, np.int64)
        played = kernels.play_rows(rows, np.full(len(rows), cut), PLAYABLE[judge])
        ended = played["reason"] != REASON_CODES[Reason.CYCLE]
        rounds = np.where(ended, played["rounds"], 0)
        place = int(rounds.argmax())
        if best is None or rounds[place] > best[0]:
            cards = rows[place].tolist()
            best = int(rounds[place]), Deal(tuple(cards[:cut]), tuple(cards[cut:]))
    return best


def every(judge: str) -> Iterator[tuple[int, int, int, Deal]]:
    """Yield size, cards of player 1, rounds and deal of the longest game of each size and cut."""
    shape = SHAPES[judge]
    for size in range(shape.fewest, min(shape.most, FEW) + 1):
        for cut in range(1, size) if shape.uneven else [size // 2]:
            found = longest_of(judge, size, cut)
            if found:
                yield size, cut, *found


if __name__ == "__main__":
    for size, cut, rounds, deal in every(sys.argv[1]):
        print(size, cut, rounds, deal.text, flush=True)
