"""Ranks, packs, hands that are known before the cards are dealt, and deals: the two starting decks.

A rank is a whole number: 2 to 10 as printed, J = 11, Q = 12, K = 13, A = 14. Games with more or
other ranks (0 to 9, 1 to 52) use their own numbers, up to `HIGHEST_RANK`.

A deck is a tuple of ranks, top card (the next to be played) first. It is written with one letter
a card (`23456789TJQKA`) where every rank of the deal has one, and as decimal numbers with spaces
where not. Suits never matter to a result; `Deal` has them for the eye.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import islice
from typing import Final, NamedTuple, Self

from engine.cards import random_stream

LETTERS: Final = "23456789TJQKA"

ACE: Final = 14
HIGHEST_RANK: Final = 999
SUITS: Final = "cdhs"
UNKNOWN_SUIT: Final = "-"

LARGEST_PACK: Final = 4096

_LETTER_OF: Final = dict(enumerate(LETTERS, start=2))
_RANK_OF: Final = {letter: rank for rank, letter in _LETTER_OF.items()}


def has_letter(rank: int) -> bool:
    """Return whether `rank` is one of the thirteen that have a letter.

    >>> has_letter(14), has_letter(1)
    (True, False)
    """
    return rank in _LETTER_OF


def rank_name(rank: int) -> str:
    """Return a rank as it is printed on a card: `10` for ten, `K` for king, `37` for 37.

    >>> [rank_name(rank) for rank in (2, 10, 13, 37)]
    ['2', '10', 'K', '37']
    """
    return _LETTER_OF[rank] if rank > 10 and rank in _LETTER_OF else str(rank)


def deck_text(deck: Iterable[int], *, decimal: bool) -> str:
    """Write a deck, top card first: with letters, or as decimal ranks with spaces.

    >>> deck_text((14, 10, 2), decimal=False), deck_text((1, 10, 37), decimal=True)
    ('AT2', '1 10 37')
    """
    if decimal:
        return " ".join(str(rank) for rank in deck)
    return "".join(_LETTER_OF[rank] for rank in deck)


def letters_deck(text: str) -> tuple[int, ...]:
    """Read a deck written with one letter a card, top card first.

    Raises `KeyError` at the first character that is no rank letter.

    >>> letters_deck("AT2")
    (14, 10, 2)
    """
    return tuple(_RANK_OF[letter] for letter in text)


def decimal_rank(text: str) -> int | None:
    """Return the rank that is written as a decimal number; None for any other text and too high ones.

    >>> decimal_rank("37"), decimal_rank("1000"), decimal_rank("K")
    (37, None, None)
    """
    digits = text.isascii() and text.isdigit() and len(text) < 10
    return int(text) if digits and int(text) <= HIGHEST_RANK else None


@dataclass(frozen=True, slots=True)
class Pack:
    """All the cards in play: `ranks` different ranks, `copies` cards of each.

    Up to thirteen ranks end with the ace, as real packs do (32 cards are 7 to A); more are
    numbered from 1.

    >>> Pack(13, 4).size, Pack(8, 4).rank_of(0), Pack(20, 1).rank_of(19)
    (52, 7, 20)
    """

    ranks: int
    copies: int

    def __post_init__(self) -> None:
        if min(self.ranks, self.copies) < 1 or self.size < 2:
            few = "no cards" if min(self.ranks, self.copies) < 1 else "one card"
            raise ValueError(f"a pack of {self.ranks} x {self.copies} has {few}: use at least 1 x 2")
        if self.ranks > HIGHEST_RANK or self.size > LARGEST_PACK:
            raise ValueError(
                f"a pack of {self.ranks} x {self.copies} has {self.size:,} cards: use at most "
                f"{HIGHEST_RANK} ranks and 2 to {LARGEST_PACK} cards"
            )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `13x4`: ranks, then copies. Raises `ValueError` with the repair.

        >>> Pack.parse("6x6")
        Pack(ranks=6, copies=6)
        """
        match = re.fullmatch("([0-9]{1,4})x([0-9]{1,4})", text.strip().lower())
        if not match:
            raise ValueError(f"{text[:40]!r} is not a pack: write ranks x copies, such as 13x4")
        return cls(int(match[1]), int(match[2]))

    @property
    def size(self) -> int:
        """Number of cards."""
        return self.ranks * self.copies

    @property
    def text(self) -> str:
        """One word for the pack, `13x4`, which `parse` reads."""
        return f"{self.ranks}x{self.copies}"

    def rank_of(self, card: int) -> int:
        """Return the rank of card number `card` (0 to size - 1): numbers go up rank by rank."""
        lowest = ACE + 1 - self.ranks if self.ranks <= len(LETTERS) else 1
        return lowest + card // self.copies

    def suit_of(self, card: int) -> str:
        """Return the suit of card number `card`, for the eye; a fifth copy has clubs again."""
        return SUITS[card % self.copies % len(SUITS)]


STANDARD_PACK: Final = Pack(13, 4)


# Hands: what each player is known to hold before the cards are dealt, in any order.
#
# A hand is written with ranks, `?` for a card drawn from what remains of the pack (`?{22}` for many) and
# `*` for all that remains; `/` parts the two. So `AAAA/*` gives player 1 the four aces and player 2 the
# rest, and `?{20}/?{32}` is the pack cut after twenty cards. As in a deal, ranks without a letter are
# written as numbers with spaces.

_SIGN: Final = re.compile(r" *(?:\?\{[0-9]*\}|[?*]) *")
_MANY: Final = re.compile(r"\?\{([0-9]{1,6})\}")
_TOKEN: Final = re.compile(r"\?\{[0-9]{1,6}\}|[?*]|[0-9]+| +|.")


class KnownHand(NamedTuple):
    """What one player holds: ranks that are known, highest first, and how many cards that are not."""

    known: tuple[int, ...] = ()
    drawn: int | None = 0
    """Cards drawn from what remains of the pack; None for all that remains."""

    def text(self, *, decimal: bool) -> str:
        """Write the hand: `AAAA`, `AAAA?{22}`, `*`."""
        unknown = "*" if self.drawn is None else {0: "", 1: "?"}.get(self.drawn, f"?{{{self.drawn}}}")
        known = deck_text(self.known, decimal=decimal)
        return " ".join(filter(None, (known, unknown))) if decimal else known + unknown


class Shares(NamedTuple):
    """The card numbers of a pack (`Pack.rank_of`) that each player gets, and how many each draws."""

    open: tuple[int, ...]
    """The cards that are drawn from."""
    known_1: tuple[int, ...]
    known_2: tuple[int, ...]
    drawn_1: int
    drawn_2: int

    @property
    def size_1(self) -> int:
        """How many cards player 1 starts with."""
        return len(self.known_1) + self.drawn_1

    @property
    def cards(self) -> int:
        """How many cards are in play; the rest of the pack lies aside."""
        return self.size_1 + len(self.known_2) + self.drawn_2

    def hands(self, pack: Pack) -> "Hands":
        """Write the shares as hands in one form, whatever signs they were asked for with."""
        known_1, known_2 = (tuple(map(pack.rank_of, known)) for known in (self.known_1, self.known_2))
        return Hands(KnownHand(known_1, self.drawn_1), KnownHand(known_2, self.drawn_2))

    def alike(self, pack: Pack) -> bool:
        """Return whether both players are dealt alike: as many cards, and the same known of them."""
        hands = self.hands(pack)
        return hands.hand_1 == hands.hand_2

    def bounds(self) -> list[int]:
        """Return in how many places each card may be put as it joins those before it (`shuffled`).

        First the open cards, all among themselves, then those known of player 1 into the deck that
        player 1 has by then, then those of player 2.
        """
        known_1 = range(self.drawn_1 + 1, self.size_1 + 1)
        known_2 = range(self.drawn_2 + 1, self.drawn_2 + len(self.known_2) + 1)
        return [*range(1, len(self.open) + 1), *known_1, *known_2]


@dataclass(frozen=True, slots=True)
class Hands:
    """What both players are known to hold.

    Raises `ValueError` in one sentence for what no pack could deal.

    >>> Hands.parse("??A*/KQ?{3}?").text
    'A*/KQ?{4}'
    >>> Hands.parse("*/*")
    Traceback (most recent call last):
        ...
    ValueError: hands '*/*' leave all that remains to both players: write * once
    """

    hand_1: KnownHand
    hand_2: KnownHand

    def __post_init__(self) -> None:
        if self.hand_1.drawn is None and self.hand_2.drawn is None:
            raise ValueError(f"hands {self.text!r} leave all that remains to both players: write * once")
        for player, hand in enumerate((self.hand_1, self.hand_2), 1):
            if hand == KnownHand():
                raise ValueError(
                    f"hands {self.text!r} leave player {player} without a card: write at least ?"
                )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read hands, in any order of ranks and signs. Raises `ValueError` with column and repair.

        >>> Hands.parse("AAAA / *") == Hands(KnownHand((14,) * 4), KnownHand(drawn=None))
        True
        >>> Hands.parse("52 51 ?{3}/*").hand_1
        KnownHand(known=(52, 51), drawn=3)
        """
        if text.count("/") != 1:
            raise ValueError(f"{text[:60]!r} has {text.count('/')} slashes: write hands such as AAAA/*")
        first, second = text.split("/")
        # Numbers where two digits have a space between or there is one that no letter is, 0 or 1.
        ranks = {*_SIGN.sub("", first).strip(), *_SIGN.sub("", second).strip()}
        decimal = bool(ranks & {*" 01"}) and not ranks & {*"TJQKA"}
        return cls(_hand(first, 0, decimal=decimal), _hand(second, len(first) + 1, decimal=decimal))

    @property
    def text(self) -> str:
        """The hands on one line, which `parse` reads."""
        known = (*self.hand_1.known, *self.hand_2.known)
        decimal = not all(map(has_letter, known))
        first, second = (hand.text(decimal=decimal) for hand in (self.hand_1, self.hand_2))
        # A single card such as 52 would read as two letters; a leading zero says that it is a number.
        alone = decimal and all(len(hand.known) <= 1 for hand in (self.hand_1, self.hand_2))
        zero = "0" if alone and set("".join(map(str, known))) <= set(LETTERS) else ""
        return f"{zero}{first}/{second}" if self.hand_1.known else f"{first}/{zero}{second}"


def _hand(text: str, offset: int, *, decimal: bool) -> KnownHand:
    """Read one hand; `offset` is how far its text lies from the start of the line."""
    known: list[int] = []
    drawn: int | None = 0
    for token in _TOKEN.finditer(text):
        sign = token[0]
        many = _MANY.fullmatch(sign)
        if sign == "*" or drawn is None:
            drawn = None
        elif many or sign == "?":
            drawn += int(many[1]) if many else 1
        if not (many or sign in "?*" or sign.isspace()):
            known += _ranks(sign, offset + token.start() + 1, decimal=decimal)
    if max(drawn or 0, len(known)) > LARGEST_PACK:
        raise ValueError(f"column {offset + 1}: a hand of more than {LARGEST_PACK:,} cards: use fewer")
    return KnownHand(tuple(sorted(known, reverse=True)), drawn)


def _ranks(token: str, column: int, *, decimal: bool) -> tuple[int, ...]:
    """Read a number, or letters."""
    rank = decimal_rank(token)
    if decimal and rank is not None:
        return (rank,)
    if not decimal and {*token} <= {*LETTERS}:
        return letters_deck(token)
    raise ValueError(
        f"column {column}: {token[:20]!r} is not a rank: write letters {LETTERS} without spaces, "
        "or decimal ranks with spaces; ? or ?{22} for cards drawn, * for all that remains"
    )


def dealt_text(pack: Pack, hands: Hands | None) -> str:
    """Write a pack, and the hands that are dealt from it, on one line: `13x4`, `13x4 AAAA/*`."""
    return " ".join([pack.text, *([hands.text] if hands else [])])


@lru_cache(maxsize=64)
def shares(pack: Pack, hands: Hands | None = None) -> Shares:
    """Return the cards of a pack that each player gets: without hands each half of it, player 1 the odd card.

    The known ranks take the first cards of their rank, player 1's before player 2's. Raises
    `ValueError` in one sentence for hands that the pack cannot deal.

    >>> shares(Pack(4, 2), Hands.parse("AA/*"))
    Shares(open=(0, 1, 2, 3, 4, 5), known_1=(6, 7), known_2=(), drawn_1=0, drawn_2=6)
    >>> shares(Pack(13, 4), Hands.parse("AAAAA/*"))
    Traceback (most recent call last):
        ...
    ValueError: hands 'AAAAA/*' hold A 5 times: a pack of 13x4 has only 4, so write fewer
    """
    if hands is None:
        return Shares(tuple(range(pack.size)), (), (), (pack.size + 1) // 2, pack.size // 2)
    cards_of: dict[int, list[int]] = {}
    for card in range(pack.size):
        cards_of.setdefault(pack.rank_of(card), []).append(card)
    counted = Counter((*hands.hand_1.known, *hands.hand_2.known))
    for rank, number in counted.items():
        there = len(cards_of.get(rank, ()))
        if number > there:
            name = deck_text((rank,), decimal=not has_letter(rank))
            fewer = f"only {there}, so write fewer" if there else "none, so use other ranks"
            raise ValueError(
                f"hands {hands.text!r} hold {name} {number} time{'' if number == 1 else 's'}: "
                f"a pack of {pack.text} has {fewer}"
            )
    known = [tuple(cards_of[rank].pop(0) for rank in hand.known) for hand in (hands.hand_1, hands.hand_2)]
    remaining = sorted(card for cards in cards_of.values() for card in cards)
    asked = (hands.hand_1.drawn or 0) + (hands.hand_2.drawn or 0)
    if asked > len(remaining):
        cards = sum(counted.values()) + asked
        raise ValueError(
            f"hands {hands.text!r} have {cards:,} cards: the pack of {pack.text} has {pack.size:,}, "
            f"so use {cards - pack.size:,} fewer"
        )
    rest = len(remaining) - asked
    drawn = [rest if hand.drawn is None else hand.drawn for hand in (hands.hand_1, hands.hand_2)]
    for player in (1, 2):
        if not known[player - 1] and not drawn[player - 1]:
            raise ValueError(
                f"hands {hands.text!r} leave no card of the pack of {pack.text} for player {player}: "
                "give the other fewer"
            )
    return Shares(tuple(remaining), known[0], known[1], drawn[0], drawn[1])


# The deal: the two starting decks, as one line of text, from a paste, or by number from a seed.

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
                    f"write one of {SUITS}{UNKNOWN_SUIT} for each card"
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

        >>> deal = Deal.parse("23/23").suited()
        >>> deal.suits_1, deal.suits_2
        ('cs', 'dh')
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
                f"column {offset + token.start() + 1}: {token[0][:20]!r} is not a rank: write letters "
                f"{LETTERS} without spaces, or decimal ranks 0 to {HIGHEST_RANK} with spaces"
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


def _inside_out(cards: Iterable[int], places: Iterable[int], onto: Iterable[int] = ()) -> list[int]:
    """Lay cards down one after the other, each in its place, whose card moves behind the others."""
    laid = [*onto]
    for card, place in zip(cards, places, strict=True):
        laid.append(card)
        laid[-1], laid[place] = laid[place], card
    return laid


def _places(bounds: Sequence[int], seed: int, number: int) -> list[int]:
    """Draw a place below each bound, the first of which is 1: none of a deal favours any."""
    bits = 16 if len(bounds) <= NARROW_DRAWS else 32
    source = random_stream.words(random_stream.stream_key(random_stream.DEALING, seed, number))
    while True:
        block = list(islice(source, -(-(len(bounds) - 1) // (64 // bits))))
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
    deck_1, drawn_2 = drawn[: given.drawn_1], drawn[given.drawn_1 : given.drawn_1 + given.drawn_2]
    for card, place in zip(given.known_1, places[opened:behind], strict=True):
        deck_1.insert(0, card)
        deck_1[0], deck_1[place] = deck_1[place], card
    deck_2 = _inside_out(given.known_2, places[behind:], onto=drawn_2)
    ranks_1, ranks_2 = (tuple(map(pack.rank_of, deck)) for deck in (deck_1, deck_2))
    suits_1, suits_2 = ("".join(map(pack.suit_of, deck)) for deck in (deck_1, deck_2))
    return Deal(ranks_1, ranks_2, suits_1, suits_2)
