"""Ranks, packs, how a deck is written, and what each player is known to hold before the cards are dealt.

A rank is a whole number: 2 to 10 as printed, J = 11, Q = 12, K = 13, A = 14. Games with more or
other ranks (0 to 9, 1 to 52) use their own numbers, up to `HIGHEST_RANK`.

A deck is a tuple of ranks, top card (the next to be played) first. It is written with one letter
a card (`23456789TJQKA`) where every rank of the deal has one, and as decimal numbers with spaces
where not. Suits never matter to a result; see `engine.cards.Deal` for where they are kept.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, Self

LETTERS: Final = "23456789TJQKA"
"""The letters of ranks 2 to 14, in ascending order."""

ACE: Final = 14
HIGHEST_RANK: Final = 999
SUITS: Final = "cdhs"
"""Clubs, diamonds, hearts, spades."""
UNKNOWN_SUIT: Final = "-"

LARGEST_PACK: Final = 4096
"""Cards in the largest pack that can be dealt."""

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
            raise ValueError(f"a pack of {self.ranks} x {self.copies} has {few}: take at least 1 x 2")
        if self.ranks > HIGHEST_RANK or self.size > LARGEST_PACK:
            raise ValueError(
                f"a pack of {self.ranks} x {self.copies} has {self.size:,} cards: take at most "
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
            raise ValueError(f"{text[:40]!r} is no pack: write ranks x copies, such as 13x4")
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


@dataclass(frozen=True, slots=True)
class KnownHand:
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

    def swapped(self) -> "Hands":
        """Return the hands with the two players exchanged."""
        return Hands(self.hand_2, self.hand_1)


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
        raise ValueError(f"column {offset + 1}: a hand of more than {LARGEST_PACK:,} cards: take fewer")
    return KnownHand(tuple(sorted(known, reverse=True)), drawn)


def _ranks(token: str, column: int, *, decimal: bool) -> tuple[int, ...]:
    """Read a number, or letters."""
    rank = decimal_rank(token)
    if decimal and rank is not None:
        return (rank,)
    if not decimal and {*token} <= {*LETTERS}:
        return letters_deck(token)
    raise ValueError(
        f"column {column}: {token[:20]!r} is no rank: write letters {LETTERS} without spaces, "
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
    ValueError: hands 'AAAAA/*' hold A 5 times: the pack of 13x4 has 4, so take fewer of them
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
            raise ValueError(
                f"hands {hands.text!r} hold {name} {number} time{'' if number == 1 else 's'}: the pack of "
                f"{pack.text} has {there or 'none'}, so take {'fewer of them' if there else 'other ranks'}"
            )
    known = [tuple(cards_of[rank].pop(0) for rank in hand.known) for hand in (hands.hand_1, hands.hand_2)]
    remaining = sorted(card for cards in cards_of.values() for card in cards)
    asked = (hands.hand_1.drawn or 0) + (hands.hand_2.drawn or 0)
    if asked > len(remaining):
        cards = sum(counted.values()) + asked
        raise ValueError(
            f"hands {hands.text!r} have {cards:,} cards: the pack of {pack.text} has {pack.size:,}, "
            f"so take {cards - pack.size:,} fewer"
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
