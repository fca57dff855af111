"""The compiled generator and shuffle are the law's, bit for bit."""

import numba
import numpy as np
import pytest
from dealt import dealt
from numpy.typing import NDArray

from engine.cards import Pack, random_stream, shuffled
from engine.kernels.cache import OPTIONS
from engine.kernels.calls import Deals, below

SEEDS = (0, 1, 12_345, 2**63, 2**64 - 1)


def draws(state: NDArray[np.uint64], bound: int, out: NDArray[np.int64]) -> None:
    """Fill `out` with numbers below `bound` from a stream, given its key."""
    for place in range(len(out)):
        out[place] = below(bound, state)


compiled_draws = numba.njit(**OPTIONS)(draws)


def shuffles(size: int, seed: int, numbers: list[int]) -> list[list[int]]:
    deals = Deals.of_pack(Pack(1, size), np.array(numbers, np.uint64))
    deals = deals._replace(rows=np.arange(size)[np.newaxis])
    cards: list[list[int]] = dealt(deals, seed=seed).tolist()
    return cards


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 8, 31, 52, 64, 104, 127, 128, 129, 130, 255, 1_000, 4_096])
def test_shuffles_are_the_laws(size: int) -> None:
    """16-bit draws up to 128 cards, 32-bit draws above; small packs reject and redraw often."""
    count = 400 if size <= 8 else 100 if size <= 128 else 12 if size < 300 else 2
    for seed in SEEDS:
        numbers = [*range(count), 2**32, 2**63, 2**64 - 1]
        for number, cards in zip(numbers, shuffles(size, seed, numbers), strict=True):
            assert cards == shuffled(size, seed=seed, number=number), (size, seed, number)


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 52, 4_096, 2**31 + 1, 3 * 2**30, 2**32 - 1, 2**32])
def test_draws_below_a_bound_are_the_laws(bound: int) -> None:
    """Bounds like 3 * 2**30 reject a quarter of the words."""
    for seed in SEEDS:
        key = random_stream.stream_key(random_stream.PLAYING, seed, 5)
        out, words = np.zeros(200, np.int64), random_stream.words(key)
        compiled_draws(np.full(1, key, np.uint64), bound, out)
        assert out.tolist() == [random_stream.below(bound, words) for _ in range(200)]
