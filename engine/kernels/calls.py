"""How kernels are called: their arguments, and the deals they are given."""

import sys
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, TypeVar

import numpy as np
from numba import from_dtype, int64, typeof, uint64
from numpy.typing import NDArray

from engine.cards import NARROW_DRAWS, Hands, Pack, random_stream, shares
from engine.game import LIMIT
from engine.kernels.cache import entry, inline, inline_always
from engine.kernels.codes import HALF_8, RESULT, Codes, strengths
from engine.rules import Order, Rules

# `engine.cards.random_stream` and the shuffle of `engine.cards` once more, compiled: the same bits.
#
# Everything is `np.uint64`: numba makes a float of a signed and an unsigned one.

GOLDEN: Final = np.uint64(random_stream.GOLDEN)
FIRST_FACTOR, SECOND_FACTOR = (np.uint64(factor) for factor in random_stream.FACTORS)
LOW_32: Final = np.uint64(0xFFFF_FFFF)

Cards = NDArray[Any]
Numbers = NDArray[np.int64]
Words = NDArray[np.uint64]
OneOrMany = TypeVar("OneOrMany", np.uint64, NDArray[np.uint64])

FLIP_16, FLIP_32 = (0, 0) if sys.byteorder == "little" else (3, 1)
"""Where the lowest bits of a word lie among its pieces in memory."""


def study_key(purpose: int, seed: int) -> np.uint64:
    """Return the part of a stream's key that all games of a study share."""
    return np.uint64(random_stream.mix((seed + purpose * random_stream.PURPOSE_STEP) & random_stream.MASK))


class Portions(NamedTuple):
    """How the cards of a pack are parted among the players: whole numbers of `engine.cards.Shares`."""

    known_1: int
    known_2: int
    drawn_1: int
    drawn_2: int


class ShuffleScratch(NamedTuple):
    """Working space to shuffle packs of one size, parted one way."""

    words: Words
    pieces_16: NDArray[np.uint16]
    """The words once more, in pieces."""
    pieces_32: NDArray[np.uint32]
    places: NDArray[np.uint16]
    bounds: NDArray[np.uint32]
    """For each draw, in how many places its card may be put."""
    unfair: NDArray[np.uint32]
    """For each draw, the least that the lower half of its product must be."""

    @classmethod
    def of(cls, bounds: Numbers) -> "ShuffleScratch":
        """Make room to put each card in one of a number of places (`engine.cards.Shares.bounds`)."""
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


def mixed(word: OneOrMany) -> OneOrMany:
    """Spread every bit of a word, or of each of an array, as `engine.cards.random_stream.mix`."""
    word = (word ^ (word >> np.uint64(30))) * FIRST_FACTOR
    word = (word ^ (word >> np.uint64(27))) * SECOND_FACTOR
    return word ^ (word >> np.uint64(31))


mix: Final = inline_always(mixed)


@entry(uint64[::1], int64[::1], uint64[:, ::1], uint64, uint64[:, ::1])
def draw_words(keys: Words, places: Numbers, rows: Words, drawn: np.uint64, words: Words) -> None:
    """Fill a row of words for each stream: the bits `drawn` of its first ones, over one of the rows."""
    for stream in range(len(keys)):
        row = rows[places[stream]]
        for at in range(len(row)):
            words[stream, at] = (mix(keys[stream] + np.uint64(at + 1) * GOLDEN) & drawn) | row[at]


@inline
def below(bound: int, stream: Words) -> int:
    """Draw a number from 0 to bound - 1 without favour; `stream` (one word) is the state, moved on."""
    wide = np.uint64(bound)
    while True:
        stream[0] += GOLDEN
        product = (mix(stream[0]) >> np.uint64(32)) * wide
        # What must be reached is less than the bound: the division, slow, is seldom needed.
        if product & LOW_32 >= wide or product & LOW_32 >= np.uint64(1 << 32) % wide:
            return np.int64(product >> np.uint64(32))  # type: ignore[return-value]


@inline
def shuffle(
    pack: Cards, portions: Portions, key: np.uint64, scratch: ShuffleScratch, cards: Cards, at: int
) -> None:
    """Lay both decks at `cards[at:]`, player 1's first: arrangement `key`, as `engine.cards.deal_cards`.

    pack: the cards that are drawn from, then those known of player 1, then those of player 2.
    """
    size = len(pack)
    narrow = size <= NARROW_DRAWS
    words = (size + 2) // 4 if narrow else size // 2
    while True:
        # Eight at a time; the last ones mean nothing: what was written in one go is read again fast.
        for word in range((words + 7) & ~7):
            scratch.words[word] = mix(key + np.uint64(word + 1) * GOLDEN)
        key += np.uint64(words) * GOLDEN
        if _draw_16(scratch, size) if narrow else _draw_32(scratch, size):
            break
    # The inside-out shuffle: 54 ns for 52 cards, where exchanging two cards a draw takes 104. Places are
    # unsigned: before each card of a signed one stands a test whether it counts from the end.
    opened, first = size - portions.known_1 - portions.known_2, at + portions.known_1
    base = np.uint64(first)
    cards[base] = pack[0]
    for card in range(np.uint64(1), np.uint64(opened)):
        place = base + np.uint64(scratch.places[card])
        cards[base + card] = cards[place]
        cards[place] = pack[card]
    # What is known of player 1 joins in front of the cards drawn, of player 2 behind them.
    for card in range(opened, size - portions.known_2):
        first -= 1
        place = np.uint64(first + scratch.places[card])
        cards[first] = cards[place]
        cards[place] = pack[card]
    middle = at + portions.known_1 + portions.drawn_1
    last = middle + portions.drawn_2
    for card in range(size - portions.known_2, size):
        place = np.uint64(middle + scratch.places[card])
        cards[last] = cards[place]
        cards[place] = pack[card]
        last += 1


@inline
def _draw_16(scratch: ShuffleScratch, size: int) -> bool:
    """Scale 16-bit draws to places for cards 1, 2, ...; False if one of them favours some place."""
    unfair = 0
    for draw in range(size - 1):
        product = np.uint32(scratch.pieces_16[draw ^ FLIP_16] * scratch.bounds[draw])
        unfair |= int(product & np.uint32(0xFFFF) < scratch.unfair[draw])
        scratch.places[draw + 1] = product >> np.uint32(16)
    return unfair == 0


@inline
def _draw_32(scratch: ShuffleScratch, size: int) -> bool:
    """The same with 32-bit draws."""
    unfair = 0
    for draw in range(size - 1):
        product = np.uint64(scratch.pieces_32[draw ^ FLIP_32]) * np.uint64(scratch.bounds[draw])
        unfair |= int(product & LOW_32 < np.uint64(scratch.unfair[draw]))
        scratch.places[draw + 1] = product >> np.uint64(32)
    return unfair == 0


# The arguments that kernels share: which games, by which rules, on which terms; and how a deal is laid.

Kernel = Literal["best", "scalar", "window"]

HIGHEST_LIMIT: Final = 2**62


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How games are played beyond their rules and their cards."""

    seed: int = 0
    """Of the study: it settles what is dealt by number, and what random pick-ups draw."""
    limit: int = LIMIT
    cycles: bool = False
    """Whether endless games are played a second time, for where their cycle starts, its length, and
    the counts up to the first repeat; an endless game's result says otherwise only that it is."""
    kernel: Kernel = "best"
    """Which plays: the window kernel where it can, also few games, the scalar one, or the quicker of both."""

    def __post_init__(self) -> None:
        if not 0 <= self.seed <= random_stream.LARGEST_SEED:
            raise ValueError(f"seed {self.seed} is out of range: use 0 to {random_stream.LARGEST_SEED}")
        if not 0 <= self.limit <= HIGHEST_LIMIT:
            raise ValueError(f"limit {self.limit} is out of range: use 0 to {HIGHEST_LIMIT} rounds")


class Call(NamedTuple):
    """The terms of one call in whole numbers, and what follows from its rules and cards."""

    dealing: np.uint64
    """Hash of the study's seed for dealing (`study_key`)."""
    playing: np.uint64
    """The same for random pick-ups."""
    shuffled: int
    """1: game i plays a shuffle of row 0 of the deals; 0: it plays row i as it lies."""
    repeats: int
    """1: deterministic, so that a position that comes back proves the game endless."""
    cycles: int
    """1: endless games get a second pass for their counts, start and length; 0: the verdict alone."""
    limit: int
    ranks: int
    """Different ranks among the cards, for the hands that are dealt."""

    @classmethod
    def of(cls, rules: Rules, terms: Terms, *, shuffled: bool, ranks: int) -> "Call":
        """Translate the terms of games by these rules, of `ranks` different ranks."""
        return cls(
            study_key(random_stream.DEALING, terms.seed),
            study_key(random_stream.PLAYING, terms.seed),
            int(shuffled),
            int(rules.deterministic),
            int(terms.cycles),
            terms.limit,
            ranks,
        )


class Deals(NamedTuple):
    """The cards of the games of one call: a row a game, or one row for all to be shuffled."""

    rows: Cards
    """Ranks or strengths (rows x cards), player 1's cards first."""
    cuts: Numbers
    """How many of each row are player 1's."""
    numbers: Words
    """A number a game, for what is drawn from the streams."""
    portions: Portions
    """Of a pack to be shuffled: which cards each player gets. Its sum is always the cards in play."""
    bounds: Numbers
    """Of a pack to be shuffled: in how many places each card may be put (`engine.cards.Shares.bounds`)."""

    @classmethod
    def given(cls, rows: Numbers, cuts: Numbers, numbers: Words) -> "Deals":
        """Take the cards as they lie."""
        return cls(rows, cuts, numbers, Portions(0, 0, rows.shape[1], 0), np.ones(rows.shape[1], np.int64))

    @classmethod
    def of_pack(cls, pack: Pack, numbers: Words, hands: Hands | None = None) -> "Deals":
        """Shuffle the ranks of a pack for games of these numbers, as `engine.cards.deal_cards` deals it."""
        dealt = shares(pack, hands)
        cards = (*dealt.open, *dealt.known_1, *dealt.known_2)
        portions = Portions(len(dealt.known_1), len(dealt.known_2), dealt.drawn_1, dealt.drawn_2)
        ranks, cuts = np.array([[pack.rank_of(card) for card in cards]]), np.array([dealt.size_1])
        return cls(ranks, cuts, np.ascontiguousarray(numbers), portions, np.array(dealt.bounds()))

    @property
    def cards(self) -> int:
        """How many cards are in play: of a pack, some may lie aside."""
        return sum(self.portions)

    def only(self, games: NDArray[np.bool_]) -> "Deals":
        """Return the deals of some of the games."""
        rows, cuts = (of if len(of) < len(games) else of[games] for of in (self.rows, self.cuts))
        return self._replace(rows=rows, cuts=cuts, numbers=self.numbers[games])

    def in_strengths(self, order: Order) -> tuple["Deals", int]:
        """Return the deals with ranks as strengths, in 16 bits, and how many different ranks there are."""
        strong, different = strengths(self.rows, order)
        return self._replace(rows=strong.astype(np.uint16)), different

    def narrow(self) -> "Deals":
        """Return the deals with strengths on a circle of 2 * `HALF_8`, in 8 bits: of few ranks they fit."""
        # Beyond it lies only the highest card that the lowest beats: half a circle and one.
        return self._replace(rows=np.minimum(self.rows, HALF_8 + 1).astype(np.uint8))


SOME_DEALS: Final = Deals.given(np.zeros((1, 2), np.int64), np.ones(1, np.int64), np.zeros(1, np.uint64))


def deals_type(width: type[np.unsignedinteger[Any]]) -> Any:
    """Return the type of deals for a kernel that keeps its cards in integers of this type."""
    return typeof(SOME_DEALS._replace(rows=np.zeros((1, 1), width)))


RULES: Final = typeof(Codes(1, 1, 1, 1, 1, 1))
CALL: Final = typeof(Call(np.uint64(1), np.uint64(1), 1, 1, 1, 1, 1))
RESULTS: Final = from_dtype(RESULT)[::1]


@inline_always
def in_play(deals: Deals) -> int:
    """Return how many cards each game is played with."""
    portions = deals.portions
    cards: int = portions.known_1 + portions.known_2 + portions.drawn_1 + portions.drawn_2
    return cards


@inline_always
def lay_deal(call: Call, deals: Deals, game: int, scratch: ShuffleScratch, cards: Cards, at: int) -> int:
    """Lay a game's cards at `cards[at:]`, player 1's first; return how many are player 1's."""
    cut: int = deals.cuts[0] if call.shuffled else deals.cuts[game]
    if call.shuffled:
        key = mix(call.dealing + deals.numbers[game])
        shuffle(deals.rows[0], deals.portions, key, scratch, cards, at)
    else:
        for card in range(deals.rows.shape[1]):
            cards[at + card] = deals.rows[game, card]
    return cut
