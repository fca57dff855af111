"""The arguments that kernels share: which games, by which rules, on which terms; and how a deal is laid."""

from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

import numpy as np
from numba import from_dtype, typeof
from numpy.typing import NDArray

from engine.cards import Hands, Pack, shares, stream
from engine.game import LIMIT
from engine.kernels.cache import tiny
from engine.kernels.codes import HALF_8, RECORD, Codes, strengths
from engine.kernels.dealing import Portions, ShuffleRoom, mix, shuffle, study_key
from engine.rules import Order, Rules

Kernel = Literal["best", "scalar", "window"]

HIGHEST_LIMIT: Final = 2**62


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How games are played beyond their rules and their cards."""

    seed: int = 0
    """Of the study: it settles what is dealt by number, and what random pick-ups draw."""
    limit: int = LIMIT
    """Rounds after which a game is cut off."""
    cycles: bool = False
    """Whether endless games are played a second time, for where their cycle starts, its length, and
    the counts up to the first repeat; an endless game's record says otherwise only that it is."""
    kernel: Kernel = "best"
    """Which plays: the window kernel where it can, also few games, the scalar one, or the quicker of both."""

    def __post_init__(self) -> None:
        if not 0 <= self.seed <= stream.LARGEST_SEED:
            raise ValueError(f"seed {self.seed} is out of range: take 0 to {stream.LARGEST_SEED}")
        if not 0 <= self.limit <= HIGHEST_LIMIT:
            raise ValueError(f"limit {self.limit} is out of range: take 0 to {HIGHEST_LIMIT} rounds")


class Call(NamedTuple):
    """The terms of one call in whole numbers, and what follows from its rules and cards."""

    dealing: np.uint64
    """Hash of the study's seed for dealing (`dealing.study_key`)."""
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
        """Translate the terms of games by these rules, of so many different ranks."""
        return cls(
            study_key(stream.DEALING, terms.seed),
            study_key(stream.PLAYING, terms.seed),
            int(shuffled),
            int(rules.deterministic),
            int(terms.cycles),
            terms.limit,
            ranks,
        )


class Deals(NamedTuple):
    """The cards of the games of one call: a row a game, or one row for all to be shuffled."""

    rows: NDArray[Any]
    """Ranks or strengths (rows x cards), player 1's cards first."""
    cuts: NDArray[np.int64]
    """How many of each row are player 1's."""
    numbers: NDArray[np.uint64]
    """A number a game, for what is drawn from the streams."""
    portions: Portions
    """Of a pack to be shuffled: who gets what. It tells in any case how many cards are in play."""
    bounds: NDArray[np.int64]
    """Of a pack to be shuffled: in how many places each card may be put (`engine.cards.Shares.bounds`)."""

    @classmethod
    def given(cls, rows: NDArray[np.int64], cuts: NDArray[np.int64], numbers: NDArray[np.uint64]) -> "Deals":
        """Take the cards as they lie."""
        return cls(rows, cuts, numbers, Portions(0, 0, rows.shape[1], 0), np.ones(rows.shape[1], np.int64))

    @classmethod
    def of_pack(cls, pack: Pack, numbers: NDArray[np.uint64], hands: Hands | None = None) -> "Deals":
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


def deals_type(width: type[np.unsignedinteger[Any]]) -> Any:
    """Return the type of deals for a kernel that keeps its cards in so many bits."""
    row = np.zeros((1, 1), width)
    return typeof(Deals.given(row, np.zeros(1, np.int64), np.zeros(1, np.uint64)))


SOME_DEALS: Final = Deals.given(np.zeros((1, 2), np.int64), np.ones(1, np.int64), np.zeros(1, np.uint64))
RULES: Final = typeof(Codes(1, 1, 1, 1, 1, 1))
CALL: Final = typeof(Call(np.uint64(1), np.uint64(1), 1, 1, 1, 1, 1))
RECORDS: Final = from_dtype(RECORD)[::1]
"""The types that kernels share."""


@tiny
def in_play(deals: Deals) -> int:
    """Return how many cards each game is played with."""
    portions = deals.portions
    cards: int = portions.known_1 + portions.known_2 + portions.drawn_1 + portions.drawn_2
    return cards


@tiny
def lay_deal(call: Call, deals: Deals, game: int, room: ShuffleRoom, cards: NDArray[Any], at: int) -> int:
    """Lay a game's cards at `cards[at:]`, player 1's first; return how many are his."""
    cut: int = deals.cuts[0] if call.shuffled else deals.cuts[game]
    if call.shuffled:
        key = mix(call.dealing + deals.numbers[game])
        shuffle(deals.rows[0], deals.portions, key, room, cards, at)
    else:
        for card in range(deals.rows.shape[1]):
            cards[at + card] = deals.rows[game, card]
    return cut
