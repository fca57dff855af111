"""`engine.cards.stream` and the shuffle of `engine.cards` once more, compiled: the same bits.

Everything is `np.uint64`: numba makes a float of a signed and an unsigned one.
"""

import sys
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from engine.cards import NARROW_DRAWS
from engine.cards import stream as law
from engine.kernels.cache import entry, inner, tiny

GOLDEN: Final = np.uint64(law.GOLDEN)
FIRST_FACTOR, SECOND_FACTOR = (np.uint64(factor) for factor in law.FACTORS)
LOW_32: Final = np.uint64(0xFFFF_FFFF)

Word = np.uint64
Words = TypeVar("Words", np.uint64, NDArray[np.uint64])

TURN_16, TURN_32 = (0, 0) if sys.byteorder == "little" else (3, 1)
"""Where the lowest bits of a word lie among its pieces in memory."""


def study_key(purpose: int, seed: int) -> np.uint64:
    """Return the part of a stream's key that all games of a study share."""
    return np.uint64(law.mix((seed + purpose * law.PURPOSE_STEP) & law.MASK))


class Portions(NamedTuple):
    """How the cards of a pack are parted among the players: whole numbers of `engine.cards.Shares`."""

    known_1: int
    known_2: int
    drawn_1: int
    drawn_2: int


class ShuffleRoom(NamedTuple):
    """Working space to shuffle packs of one size, parted one way."""

    words: NDArray[np.uint64]
    pieces_16: NDArray[np.uint16]
    """The words once more, in pieces."""
    pieces_32: NDArray[np.uint32]
    places: NDArray[np.uint16]
    bounds: NDArray[np.uint32]
    """For each draw, in how many places its card may be put."""
    unfair: NDArray[np.uint32]
    """For each draw, the least that the lower half of its product must be."""

    @classmethod
    def of(cls, bounds: NDArray[np.int64]) -> "ShuffleRoom":
        """Make room to put so many cards each in one of so many places (`engine.cards.Shares.bounds`)."""
        size = len(bounds)
        words = np.zeros(size // 2 + 8, np.uint64)
        bits = 16 if size <= NARROW_DRAWS else 32
        drawn = bounds[1:].astype(np.uint32)
        return cls(
            words,
            words.view(np.uint16),
            words.view(np.uint32),
            np.zeros(size + 8, np.uint16),
            drawn,
            (2**bits % bounds[1:]).astype(np.uint32),
        )


def mixed(word: Words) -> Words:
    """Spread every bit of a word, or of each of an array, as `engine.cards.stream.mix`."""
    word = (word ^ (word >> np.uint64(30))) * FIRST_FACTOR
    word = (word ^ (word >> np.uint64(27))) * SECOND_FACTOR
    return word ^ (word >> np.uint64(31))


mix: Final = tiny(mixed)


@entry(uint64[::1], int64[::1], uint64[:, ::1], uint64, uint64[:, ::1])
def draw_words(
    keys: NDArray[np.uint64],
    places: NDArray[np.int64],
    rows: NDArray[np.uint64],
    drawn: Word,
    words: NDArray[np.uint64],
) -> None:
    """Fill a row of words for each stream: the bits `drawn` of its first ones, over one of the rows."""
    for stream in range(len(keys)):
        row = rows[places[stream]]
        for at in range(len(row)):
            words[stream, at] = (mix(keys[stream] + np.uint64(at + 1) * GOLDEN) & drawn) | row[at]


@inner
def below(bound: int, stream: NDArray[np.uint64]) -> int:
    """Draw a number from 0 to bound - 1 without favour; `stream` (one word) is the state, moved on."""
    wide = np.uint64(bound)
    while True:
        stream[0] += GOLDEN
        product = (mix(stream[0]) >> np.uint64(32)) * wide
        # What must be reached is less than the bound: the division, slow, is seldom needed.
        if product & LOW_32 >= wide or product & LOW_32 >= np.uint64(1 << 32) % wide:
            return np.int64(product >> np.uint64(32))  # type: ignore[return-value]


@inner
def shuffle(
    pack: NDArray[Any], portions: Portions, key: Word, room: ShuffleRoom, cards: NDArray[Any], at: int
) -> None:
    """Lay both decks at `cards[at:]`, player 1's first: arrangement `key`, as `engine.cards.deal_cards`.

    pack: the cards that are drawn from, then those known of player 1, then those of player 2.
    """
    size = len(pack)
    narrow = size <= NARROW_DRAWS
    words = (size + 2) // 4 if narrow else size // 2
    while True:
        # Eight at a time, the last of which mean nothing: what was written in one go is read again fast.
        for word in range((words + 7) & ~7):
            room.words[word] = mix(key + np.uint64(word + 1) * GOLDEN)
        key += np.uint64(words) * GOLDEN
        if _draw_16(room, size) if narrow else _draw_32(room, size):
            break
    # The inside-out shuffle: 54 ns for 52 cards, where exchanging two cards a draw takes 104. Places are
    # unsigned: before each card of a signed one stands a test whether it counts from the end.
    opened, first = size - portions.known_1 - portions.known_2, at + portions.known_1
    base = np.uint64(first)
    cards[base] = pack[0]
    for card in range(np.uint64(1), np.uint64(opened)):
        place = base + np.uint64(room.places[card])
        cards[base + card] = cards[place]
        cards[place] = pack[card]
    # What is known of player 1 joins in front of the cards drawn, of player 2 behind them.
    for card in range(opened, size - portions.known_2):
        first -= 1
        place = np.uint64(first + room.places[card])
        cards[first] = cards[place]
        cards[place] = pack[card]
    middle = at + portions.known_1 + portions.drawn_1
    last = middle + portions.drawn_2
    for card in range(size - portions.known_2, size):
        place = np.uint64(middle + room.places[card])
        cards[last] = cards[place]
        cards[place] = pack[card]
        last += 1


@inner
def _draw_16(room: ShuffleRoom, size: int) -> bool:
    """Scale 16-bit draws to places for cards 1, 2, ...; False if one of them favours some place."""
    unfair = 0
    for draw in range(size - 1):
        product = np.uint32(room.pieces_16[draw ^ TURN_16] * room.bounds[draw])
        unfair |= int(product & np.uint32(0xFFFF) < room.unfair[draw])
        room.places[draw + 1] = product >> np.uint32(16)
    return unfair == 0


@inner
def _draw_32(room: ShuffleRoom, size: int) -> bool:
    """The same with 32-bit draws."""
    unfair = 0
    for draw in range(size - 1):
        product = np.uint64(room.pieces_32[draw ^ TURN_32]) * np.uint64(room.bounds[draw])
        unfair |= int(product & LOW_32 < np.uint64(room.unfair[draw]))
        room.places[draw + 1] = product >> np.uint64(32)
    return unfair == 0
