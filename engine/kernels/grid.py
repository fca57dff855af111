"""How large player 1's deck is, round by round, over many games: by the scalar kernel's own rounds."""

from typing import Final

import numpy as np
from numba import int64, typeof, uint16, uint64
from numpy.typing import NDArray

from engine.cards import Pack, stream
from engine.kernels import dealing
from engine.kernels.cache import entry
from engine.kernels.codes import GOES_ON, HALF_16, Codes, Job, strengths
from engine.kernels.dealing import mix, shuffle
from engine.kernels.scalar import Cards, Desk, Words, emptied, next_round, set_out, sizes
from engine.rules import Rules

ROUNDS: Final = 1_024
"""Rounds that the grid follows."""

_TRIED: Final = 32
"""Games looked at together when one is searched for."""


@entry(
    typeof(Codes(1, 1, 1, 1, 1, 1)),
    typeof(Job(np.uint64(1), np.uint64(1), 1, 1, 1, 1)),
    typeof(Desk.of(2)),
    uint16[::1],
    int64,
    uint64[::1],
    int64[:, ::1],
)
def count_sizes(
    rules: Codes, job: Job, desk: Desk, pack: Cards, cut: int, numbers: Words, grid: NDArray[np.int64]
) -> None:
    """Add games to a grid (rounds x cards + 1): player 1's deck before round 1, 2, ... while it goes on.

    pack: strengths of the cards to shuffle; cut: how many are player 1's. Endless games are followed
    to the last round of the grid.
    """
    for game in range(len(numbers)):
        shuffle(pack, mix(job.dealing + numbers[game]), desk.shuffling, desk.dealt, 0)
        desk.stream[0] = mix(job.playing + numbers[game])
        set_out(desk.board, desk.dealt, cut)
        for this in range(len(grid)):
            size_1, size_2 = sizes(desk.board.at)
            if emptied(size_1, size_2, desk.board.counts) != GOES_ON:
                break
            grid[this, size_1] += 1
            if next_round(desk.board, rules, desk.stream) != GOES_ON:
                break


def sizes_by_round(rules: Rules, pack: Pack, *, seed: int, numbers: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return how many of these games go on before round 1, 2, ... with each size of player 1's deck.

    rounds (`ROUNDS`) x cards + 1. Games that have ended by then are counted in no size.
    """
    grid = np.zeros((ROUNDS, pack.size + 1), dtype=np.int64)
    ranks = np.array([[pack.rank_of(card) for card in range(pack.size)]])
    count_sizes(
        Codes.of(rules, HALF_16),
        Job(dealing.study_key(stream.DEALING, seed), dealing.study_key(stream.PLAYING, seed), 1, 0, 0, 0),
        Desk.of(pack.size),
        strengths(ranks, rules.order, HALF_16)[0].astype(np.uint16),
        (pack.size + 1) // 2,
        np.ascontiguousarray(numbers),
        grid,
    )
    return grid


def first_with_size(
    rules: Rules, pack: Pack, *, seed: int, numbers: NDArray[np.uint64], played: int, size: int
) -> int | None:
    """Return the first of these games in which player 1 holds so many cards after so many rounds, or None.

    Tries a few dozen games at a time and then those one by one: a third of a second for 4,096 games.
    Raises `ValueError` for rounds that the grid does not follow.
    """
    if not 0 <= played < ROUNDS:
        raise ValueError(f"round {played} is not followed: take 0 to {ROUNDS - 1}")
    for first in range(0, len(numbers), _TRIED):
        some = numbers[first : first + _TRIED]
        if sizes_by_round(rules, pack, seed=seed, numbers=some)[played, size]:
            return next(
                int(number)
                for number in some
                if sizes_by_round(rules, pack, seed=seed, numbers=np.array([number]))[played, size]
            )
    return None
