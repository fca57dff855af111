"""Random numbers a link can depend on: counter-based, ours, with a version that never changes.

Numpy's and Python's generators may change their streams between releases, so nothing that decides
a deal or a pick-up uses them. Word `i` of a stream is `mix(key + (i + 1) * GOLDEN)` in 64-bit
arithmetic: the SplitMix64 generator (Steele, Lea & Flood 2014, with Stafford's constants) started
at a key hashed from (purpose, seed, game number). Any word can be computed alone, which is what
lets a kernel deal game number 800,000,000 without dealing those before it.

Known answers are pinned in `tests/engine/cards/test_stream.py`. A change of any bit is a new `VERSION`.
"""

from collections.abc import Iterator
from typing import Final

VERSION: Final = 1
LARGEST_SEED: Final = 2**64 - 1
"""Seeds and game numbers are whole numbers from 0 to this."""

GOLDEN: Final = 0x9E3779B97F4A7C15
FACTORS: Final = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
MASK: Final = 0xFFFF_FFFF_FFFF_FFFF

PURPOSE_STEP: Final = 0xD1B54A32D192ED03  # keeps the seeds of different purposes far apart

DEALING: Final = 1
PLAYING: Final = 2
RESHUFFLED: Final = 3
EXCHANGING: Final = 4
"""The purposes of streams: those of one game share no words. The third shuffles decks in its course, the
fourth chooses the cards that a hunt for records exchanges."""


def mix(word: int) -> int:
    """Return the SplitMix64 finaliser of a 64-bit word: a bijection that spreads every bit.

    >>> hex(mix(GOLDEN))
    '0xe220a8397b1dcdaf'
    """
    word = ((word ^ (word >> 30)) * FACTORS[0]) & MASK
    word = ((word ^ (word >> 27)) * FACTORS[1]) & MASK
    return word ^ (word >> 31)


def stream_key(purpose: int, seed: int, number: int) -> int:
    """Hash (purpose, seed, game number) to the 64-bit key of a stream.

    For a fixed purpose and seed it is a bijection of the number, so no two games of a study share
    a key. Raises `ValueError` for a seed or number outside 0 to `LARGEST_SEED`.
    """
    for name, value in (("seed", seed), ("game number", number)):
        if not 0 <= value <= LARGEST_SEED:
            raise ValueError(f"{name} {value} is out of range: use 0 to {LARGEST_SEED}")
    return mix((mix((seed + purpose * PURPOSE_STEP) & MASK) + number) & MASK)


def words(key: int) -> Iterator[int]:
    """Yield the 64-bit words of the stream with this key, without end."""
    while True:
        key = (key + GOLDEN) & MASK
        yield mix(key)


def below(bound: int, source: Iterator[int]) -> int:
    """Draw a whole number from 0 to bound - 1, every one exactly as likely (bound up to 2**32).

    Takes the upper half of a word a try and rejects the few that would favour some results
    (Lemire 2019, "Fast random integer generation in an interval").
    """
    reject_under = 2**32 % bound
    while True:
        product = (next(source) >> 32) * bound
        if product & 0xFFFF_FFFF >= reject_under:
            return product >> 32
