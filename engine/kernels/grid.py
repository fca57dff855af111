"""How large player 1's deck is, round by round, over many games: by the scalar kernel's own rounds."""

from typing import Final

import numpy as np
from numba import int64, typeof
from numpy.typing import NDArray

from engine.cards import Hands, Pack
from engine.kernels.cache import entry
from engine.kernels.calls import CALL, RULES, SOME_DEALS, Call, Deals, Terms, deals_type, lay_deal
from engine.kernels.codes import GOES_ON, HALF_16, Codes
from engine.kernels.dealing import mix
from engine.kernels.scalar import Workspace, emptied, next_round, set_out, sizes
from engine.rules import Rules

ROUNDS: Final = 1_024
"""Rounds that the grid follows."""

_TRIED: Final = 32
"""Games looked at together when one is searched for."""


@entry(RULES, CALL, typeof(Workspace.of(SOME_DEALS)), deals_type(np.uint16), int64[:, ::1])
def count_sizes(rules: Codes, call: Call, space: Workspace, deals: Deals, grid: NDArray[np.int64]) -> None:
    """Add games to a grid (rounds x cards + 1): player 1's deck before round 1, 2, ... while it goes on.

    Endless games are followed to the last round of the grid.
    """
    for game in range(len(deals.numbers)):
        cut = lay_deal(call, deals, game, space.shuffling, space.laid, 0)
        space.stream[0] = mix(call.playing + deals.numbers[game])
        set_out(space.board, space.dealt, cut)
        for this in range(len(grid)):
            size_1, size_2 = sizes(space.board.at)
            if emptied(size_1, size_2, space.board.counts) != GOES_ON:
                break
            grid[this, size_1] += 1
            if next_round(space.board, rules, space.stream) != GOES_ON:
                break


def sizes_by_round(
    rules: Rules, pack: Pack, *, seed: int, numbers: NDArray[np.uint64], hands: Hands | None = None
) -> NDArray[np.int64]:
    """Return how many of these games go on before round 1, 2, ... with each size of player 1's deck.

    rounds (`ROUNDS`) x cards + 1. Games that have ended by then are counted in no size.
    """
    deals, different = Deals.of_pack(pack, numbers, hands).in_strengths(rules.order)
    grid = np.zeros((ROUNDS, deals.cards + 1), dtype=np.int64)
    call = Call.of(rules, Terms(seed=seed), shuffled=True, ranks=different)
    count_sizes(Codes.of(rules, HALF_16), call, Workspace.of(deals), deals, grid)
    return grid


def first_with_size(
    rules: Rules,
    pack: Pack,
    *,
    seed: int,
    numbers: NDArray[np.uint64],
    played: int,
    size: int,
    hands: Hands | None = None,
) -> int | None:
    """Return the first of these games in which player 1 holds so many cards after so many rounds, or None.

    Tries a few dozen games at a time and then those one by one: a third of a second for 4,096 games.
    Raises `ValueError` for rounds that the grid does not follow.
    """
    if not 0 <= played < ROUNDS:
        raise ValueError(f"round {played} is not followed: take 0 to {ROUNDS - 1}")

    def has(some: NDArray[np.uint64]) -> bool:
        return bool(sizes_by_round(rules, pack, seed=seed, numbers=some, hands=hands)[played, size])

    for first in range(0, len(numbers), _TRIED):
        some = numbers[first : first + _TRIED]
        if has(some):
            return next(int(number) for number in some if has(np.array([number])))
    return None
