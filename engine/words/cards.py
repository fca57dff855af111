"""Cards and hands in words: `two queens`, `four aces against the other 48`."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from engine.cards import Hands, Pack, rank_name, shares
from engine.cards.pack import LETTERS
from engine.rules import number_words

_COURT: Final = {"A": "an ace", "K": "a king", "Q": "a queen", "J": "a jack"}


def cards_in_words(rank: str, number: int = 1) -> str:
    """Name some cards of a rank, as it is printed on a card.

    >>> cards_in_words("A"), cards_in_words("Q", 2), cards_in_words("8"), cards_in_words("9", 3)
    ('an ace', 'two queens', 'an 8', 'three 9s')
    """
    if number > 1:
        return f"{number_words(number)} {_COURT[rank].split()[1] if rank in _COURT else rank}s"
    return _COURT.get(rank, f"an {rank}" if rank[0] == "8" or rank in ("11", "18") else f"a {rank}")


def listed(names: Iterable[str]) -> str:
    """List some things, the last behind an "and".

    >>> listed(["a king"]), listed(["an ace", "two kings", "a 9"])
    ('a king', 'an ace, two kings and a 9')
    """
    *others, last = names
    return " and ".join(filter(None, (", ".join(others), last)))


def hands_in_words(pack: Pack, hands: Hands) -> str:
    """Say what the players hold. Raises `ValueError` for hands that the pack cannot deal.

    >>> hands_in_words(Pack(13, 4), Hands.parse("AAAA?{22}/*"))
    'four aces and 22 more cards against the other 26'
    >>> hands_in_words(Pack(13, 4), Hands.parse("A?{25}/A?{25}"))
    'an ace and 25 more cards each'
    """
    dealt = shares(pack, hands)
    written = dealt.hands(pack)
    decimal = pack.ranks > len(LETTERS)

    def named(known: tuple[int, ...], drawn: int) -> str:
        ranks = Counter(str(rank) if decimal else rank_name(rank) for rank in known)
        names = [cards_in_words(rank, number) for rank, number in ranks.items()]
        if drawn:
            more = " more" if names else ""
            names.append(f"{number_words(drawn)}{more} card{'' if drawn == 1 else 's'}")
        return listed(names)

    first, second = (named(hand.known, hand.drawn or 0) for hand in (written.hand_1, written.hand_2))
    if dealt.alike(pack):
        return f"{first} each"
    if dealt.cards == pack.size and not dealt.known_2:
        second = f"the other {number_words(dealt.drawn_2)}"
    return f"{first} against {second}"
