"""The deal: the two starting decks, as one line of text, from a paste, or by number from a seed."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Final, Self

from engine.cards import random_stream
from engine.cards.pack import (
    HIGHEST_RANK,
    LETTERS,
    SUITS,
    UNKNOWN_SUIT,
    Hands,
    Pack,
    decimal_rank,
    deck_text,
    has_letter,
    letters_deck,
    rank_name,
    shares,
)

NARROW_DRAWS: Final = 128
"""Packs up to this size are shuffled with 16-bit draws, larger ones with 32-bit draws."""


@dataclass(frozen=True)
class Deal:
    """Two starting decks of ranks, top card first, and the suits if they are known.

    Suits (one of `cdhs`, or `-` where unknown, a character a card; empty when none were given) are
    for the eye and take no part in comparing two deals.

    >>> deal = Deal.parse("AKQ/KQJ")
    >>> deal.deck_1, deal.text
    ((14, 13, 12), 'AKQ/KQJ')
    >>> Deal((1, 3), (4, 2)).text
    '1 3/4 2'
    """

    deck_1: tuple[int, ...]
    deck_2: tuple[int, ...]
    suits_1: str = field(default="", compare=False)
    suits_2: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        for rank in (*self.deck_1, *self.deck_2):
            if not 0 <= rank <= HIGHEST_RANK:
                raise ValueError(f"rank {rank} is out of range: ranks go from 0 to {HIGHEST_RANK}")
        for suits, deck in ((self.suits_1, self.deck_1), (self.suits_2, self.deck_2)):
            if suits and (len(suits) != len(deck) or not set(suits) <= {*SUITS, UNKNOWN_SUIT}):
                raise ValueError(
                    f"suits {suits[:60]!r} do not fit a deck of size {len(deck)}: "
                    f"one of {SUITS}{UNKNOWN_SUIT} a card"
                )

    @classmethod
    def parse(cls, line: str) -> Self:
        """Read the one line of text that `text` writes: `A/B`, letters or decimal ranks.

        Raises `ValueError` with the column (1-based) and the repair. `engine.formats` reads
        every other format.

        >>> Deal.parse("23 / 4") == Deal((2, 3), (4,))
        True
        """
        if line.count("/") != 1:
            raise ValueError(
                f"{line[:60]!r} has {line.count('/')} slashes: "
                "write both decks with one / between, top card first"
            )
        first, second = line.split("/")
        letters = all(character in LETTERS or character == " " for character in line.replace("/", ""))
        if letters and not any(" " in part.strip() for part in (first, second)):
            return cls(letters_deck(first.strip()), letters_deck(second.strip()))
        return cls(_decimal_deck(first, 0), _decimal_deck(second, len(first) + 1))

    @cached_property
    def decimal(self) -> bool:
        """Whether the deal is written with decimal ranks, because some rank has no letter."""
        return not all(has_letter(rank) for rank in (*self.deck_1, *self.deck_2))

    @cached_property
    def text(self) -> str:
        """The deal on one line, `A/B`, ranks only; `parse` reads it back."""
        first, second = self.deck_text(self.deck_1), self.deck_text(self.deck_2)
        # Two single cards such as 23/45 would read as letters; a leading zero says they are numbers.
        zero = "0" if self.decimal and set(first + second) <= set(LETTERS) else ""
        return f"{zero}{first}/{second}" if first else f"/{zero}{second}"

    def deck_text(self, deck: Iterable[int]) -> str:
        """Write any deck of this deal's cards the way the deal itself is written."""
        return deck_text(deck, decimal=self.decimal)

    def rank_text(self, rank: int) -> str:
        """Write one rank as printed on a card; in a deal of numbered ranks 13 is no king.

        >>> Deal((13,), (2,)).rank_text(13), Deal((13,), (52,)).rank_text(13)
        ('K', '13')
        """
        return str(rank) if self.decimal else rank_name(rank)

    @property
    def size(self) -> int:
        """Number of cards in both decks."""
        return len(self.deck_1) + len(self.deck_2)

    def swapped(self) -> "Deal":
        """Return the deal with the two decks exchanged."""
        return Deal(self.deck_2, self.deck_1, self.suits_2, self.suits_1)

    def eye_suits(self) -> str:
        """Return a suit for every card, player 1's then player 2's: as given, or made up.

        Made-up suits go round spades, hearts, diamonds, clubs rank by rank, first those that no
        given card of that rank has.
        """
        ranks = (*self.deck_1, *self.deck_2)
        given = (self.suits_1 or UNKNOWN_SUIT * len(self.deck_1)) + (
            self.suits_2 or UNKNOWN_SUIT * len(self.deck_2)
        )
        taken = Counter(pair for pair in zip(ranks, given, strict=True) if pair[1] != UNKNOWN_SUIT)
        shown = []
        for rank, suit in zip(ranks, given, strict=True):
            if suit == UNKNOWN_SUIT:
                suit = min("shdc", key=lambda candidate: taken[rank, candidate])
                taken[rank, suit] += 1
            shown.append(suit)
        return "".join(shown)

    def suited(self) -> Self:
        """Return the deal with a suit for every card, as a judge gives them; where it has suits, as it is.

        Of an even rank the lower suits come first, of an odd one the higher: neither player has the
        higher suit in every tie.

        >>> Deal.parse("23/23").suited().suits_2
        'dh'
        """
        if self.suits_1 or self.suits_2:
            return self
        before: Counter[int] = Counter()
        suits = ""
        for rank in (*self.deck_1, *self.deck_2):
            suits += SUITS[(before[rank] if rank % 2 == 0 else -1 - before[rank]) % len(SUITS)]
            before[rank] += 1
        cut = len(self.deck_1)
        return replace(self, suits_1=suits[:cut], suits_2=suits[cut:])


def _decimal_deck(text: str, offset: int) -> tuple[int, ...]:
    ranks = []
    for token in re.finditer("[^ ]+", text):
        rank = decimal_rank(token[0])
        if rank is None:
            raise ValueError(
                f"column {offset + token.start() + 1}: {token[0][:20]!r} is no rank: write letters {LETTERS} "
                f"without spaces, or decimal ranks 0 to {HIGHEST_RANK} with spaces"
            )
        ranks.append(rank)
    return tuple(ranks)


def shuffled(size: int, *, seed: int, number: int) -> list[int]:
    """Shuffle cards 0 to size - 1: arrangement number `number` of seed `seed`, every one as likely.

    The inside-out shuffle: card i goes to a place j drawn from 0 to i, and the card that lay there
    moves to place i. Draw number i - 1 is a 16-bit piece of a stream word (lowest bits first; 32
    bits above `NARROW_DRAWS` cards) scaled by Lemire's multiplication; if any draw of the deal
    would favour some place, the whole deal is drawn again from the words that follow, which costs
    1 % of deals and keeps every draw at a fixed position in the stream.

    >>> shuffled(8, seed=1, number=0)
    [1, 4, 3, 0, 5, 6, 7, 2]
    """
    return _inside_out(range(size), _places(range(1, size + 1), seed, number))


def _inside_out(cards: Iterable[int], places: Iterable[int]) -> list[int]:
    """Lay cards down one after the other, each in its place, whose card moves behind the others."""
    laid: list[int] = []
    for card, place in zip(cards, places, strict=True):
        laid.append(card)
        laid[-1], laid[place] = laid[place], card
    return laid


def _places(bounds: Sequence[int], seed: int, number: int) -> list[int]:
    """Draw a place below each bound, the first of which is 1: none of a deal favours any."""
    bits = 16 if len(bounds) <= NARROW_DRAWS else 32
    per_word = 64 // bits
    source = random_stream.words(random_stream.stream_key(random_stream.DEALING, seed, number))
    while True:
        block = list(islice(source, -(-(len(bounds) - 1) // per_word)))
        places = _fair_places(block, bounds, bits)
        if places is not None:
            return places


def _fair_places(block: Sequence[int], bounds: Sequence[int], bits: int) -> list[int] | None:
    """Return a place for each card, or None when a draw has to be rejected."""
    places = [0]
    mask = (1 << bits) - 1
    for draw, bound in enumerate(bounds[1:]):
        word, piece = divmod(draw, 64 // bits)
        product = (block[word] >> piece * bits & mask) * bound
        if product & mask < (1 << bits) % bound:
            return None
        places.append(product >> bits)
    return places


def deal_cards(pack: Pack, *, seed: int, number: int, hands: Hands | None = None) -> Deal:
    """Deal game number `number` of seed `seed`: shuffle the pack and cut it in halves.

    Player 1 gets the upper half, and the odd card of an odd pack. With `hands` the cards that no player is
    known to hold are shuffled and cut, and each player's known ones join them in random places, by draws
    that go on where those of the shuffle end: hands without a known card are a cut of the shuffled pack.
    The same arguments give the same deal for ever (stream version 1). Raises `ValueError` for hands that
    the pack cannot deal.

    >>> deal_cards(Pack(4, 2), seed=1, number=0).text
    'JKQJ/KAAQ'
    >>> deal_cards(Pack(4, 2), seed=1, number=0, hands=Hands.parse("AA/*")).text
    'AA/JKQJKQ'
    """
    given = shares(pack, hands)
    places = _places(given.bounds(), seed, number)
    opened, behind = len(given.open), len(given.open) + len(given.known_1)
    drawn = _inside_out(given.open, places[:opened])
    deck_1, deck_2 = drawn[: given.drawn_1], drawn[given.drawn_1 : given.drawn_1 + given.drawn_2]
    for card, place in zip(given.known_1, places[opened:behind], strict=True):
        deck_1.insert(0, card)
        deck_1[0], deck_1[place] = deck_1[place], card
    for card, place in zip(given.known_2, places[behind:], strict=True):
        deck_2.append(card)
        deck_2[-1], deck_2[place] = deck_2[place], card
    ranks_1, ranks_2 = (tuple(map(pack.rank_of, deck)) for deck in (deck_1, deck_2))
    suits_1, suits_2 = ("".join(map(pack.suit_of, deck)) for deck in (deck_1, deck_2))
    return Deal(ranks_1, ranks_2, suits_1, suits_2)
