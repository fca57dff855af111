"""The random numbers a link depends on: known answers, ranges, no favourites."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest
from chance import chi_square, critical

from engine.cards import random_stream
from engine.cards.random_stream import DEALING, LARGEST_SEED, PLAYING, RESHUFFLED, below, stream_key, words


def test_words_are_those_published_for_splitmix64() -> None:
    # Rosetta Code, "Pseudo-random numbers/Splitmix64": the first five outputs of seed 1234567.
    assert list(islice(words(1234567), 5)) == [
        *(6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431),
        16408922859458223821,
    ]


KEYS = {
    # purpose, seed, number: these never change
    (DEALING, 0, 0): 0x4E96155E5F0A1C3F,
    (PLAYING, 0, 0): 0x18799B4A27352D29,
    (DEALING, 1, 0): 0xDF6309D64D15629A,
    (PLAYING, 1, 0): 0xB6BC1AC3D5E5C211,
    (DEALING, 0, 1): 0x54A5CFDC74B81F70,
    (PLAYING, 0, 1): 0x758CC807BA1B4888,
    (RESHUFFLED, 0, 0): 0x6EFF965B8C7D73A0,
    (DEALING, LARGEST_SEED, LARGEST_SEED): 0xBE6EF4024105AC83,
    (PLAYING, LARGEST_SEED, 10**12): 0xB63C91CAFAF810E1,
}


def test_keys_never_change() -> None:
    assert {of: stream_key(*of) for of in KEYS} == KEYS
    assert random_stream.VERSION == 1


def test_no_two_games_and_no_two_purposes_share_a_key() -> None:
    numbers = [*range(2000), LARGEST_SEED]
    keys = [stream_key(purpose, seed, n) for purpose in (1, 2, 3) for seed in (0, 1, 7) for n in numbers]
    assert len(set(keys)) == len(keys)


def test_a_seed_or_number_out_of_range_is_refused_in_one_sentence() -> None:
    for of in ((-1, 0), (2**64, 0), (0, -1), (0, 2**64)):
        wrong = f"seed {of[0]}" if of[0] else f"game number {of[1]}"
        for purpose in (DEALING, PLAYING):
            with pytest.raises(ValueError, match=rf"^{wrong} is out of range: use 0 to {LARGEST_SEED}$"):
                stream_key(purpose, *of)


def test_a_draw_takes_the_upper_half_of_a_word() -> None:
    assert below(10, iter([0xFFFF_FFFF_0000_0000])) == 9
    assert below(10, iter([0x8000_0001_FFFF_FFFF])) == 5
    assert below(2**32, iter([0xDEAD_BEEF_0000_0000])) == 0xDEADBEEF
    assert below(1, iter([0])) == 0


def draws_taken(bound: int, *upper_halves: int) -> tuple[int, int]:
    """Return the result and how many of the words were used for it."""
    source: Iterator[int] = (half << 32 for half in upper_halves)
    result = below(bound, source)
    return result, len(upper_halves) - len(list(source))


def test_a_draw_that_would_favour_some_results_is_rejected() -> None:
    # 2**32 = 3 * 1,431,655,765 + 1: of 2**32 halves one is too many, and it is the first.
    assert draws_taken(3, 0, 1) == (0, 2)
    assert draws_taken(3, 1, 0) == (0, 1)
    # With 2**31 + 1 results, nearly half of the draws are rejected: those whose product's lower
    # half is below 2**31 - 1.
    assert draws_taken(2**31 + 1, 0, 2, 1) == (0, 3)
    assert draws_taken(2**32 - 1, 0, 1) == (0, 2)


def test_every_result_of_a_draw_is_as_likely() -> None:
    for bound in (2, 3, 5, 6, 7, 52, 97):
        source = words(stream_key(PLAYING, 1, bound))
        drawn = Counter(below(bound, source) for _ in range(400 * bound))
        assert set(drawn) == set(range(bound))
        assert chi_square(drawn.values()) < critical(bound - 1)
