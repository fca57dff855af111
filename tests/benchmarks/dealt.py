"""Deals as the kernels lay them, card for card, by a kernel that does nothing else."""

import numba
import numpy as np
from numpy.typing import NDArray

from engine.kernels.cache import OPTIONS
from engine.kernels.calls import Call, Deals, ShuffleScratch, Terms, lay_deal
from engine.rules import Rules


def _lay_deals(call: Call, deals: Deals, room: ShuffleScratch, cards: NDArray[np.int64]) -> None:
    for game in range(len(cards)):
        lay_deal(call, deals, game, room, cards[game], 0)


_compiled = numba.njit(**OPTIONS)(_lay_deals)


def dealt(deals: Deals, *, seed: int) -> NDArray[np.int64]:
    """Shuffle the row of the deals for each of their numbers: games x cards, player 1's first.

    Cards of the pack that lie aside stand behind player 2's.
    """
    size = deals.rows.shape[1]
    cards = np.zeros((len(deals.numbers), size), np.int64)
    call = Call.of(Rules(), Terms(seed=seed), shuffled=True, ranks=size)
    _compiled(call, deals, ShuffleScratch.of(deals.bounds), cards)
    return cards
