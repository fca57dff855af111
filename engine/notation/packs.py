"""Which standard pack a deal comes nearest to, and what is missing or too much."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.cards import Deal, Pack, has_letter
from engine.rules import count, number_words

STANDARD_PACKS: Final = tuple(
    Pack(ranks, copies) for ranks, copies in ((13, 4), (8, 4), (9, 4), (6, 6), (6, 4), (13, 8))
)
FEWEST_CARDS: Final = 24
"""Smaller deals are made up by hand; no pack is missed there."""

_RANK_NAMES: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
_MOST_NAMED: Final = 6
_MOST_DEALS: Final = 3


def pack_notices(deals: Sequence[Deal]) -> tuple[str, ...]:
    """Say how each deal differs from the nearest standard pack; nothing where it is one.

    >>> pack_notices([Deal.parse("23456789TJQKA2345678/9TJQKA23456789TJQKA3456789TJQKKA")])
    ('against a pack of 52 cards: three twos instead of four, five kings instead of four',)
    """
    numbered = enumerate(map(_difference, deals), start=1)
    if len(deals) == 1:
        return tuple(text for _, text in numbered if text)
    notices = [f"deal {number} {text}" for number, text in numbered if text]
    more = len(notices) - _MOST_DEALS
    said = f"{count(more, 'more deal differs', 'more deals differ')} from a standard pack"
    return (*notices[:_MOST_DEALS], *([said] if more > 0 else []))


def _difference(deal: Deal) -> str:
    if deal.size < FEWEST_CARDS:
        return ""
    counts = Counter((*deal.deck_1, *deal.deck_2))
    if not all(has_letter(rank) for rank in counts):
        return ""
    pack, wrong = min(
        ((pack, _unlike(counts, pack)) for pack in STANDARD_PACKS),
        key=lambda pair: sum(abs(missing) for missing in pair[1].values()),
    )
    if not wrong:
        return ""
    alike: dict[tuple[int, int], list[int]] = {}
    for rank in sorted(wrong)[:_MOST_NAMED]:
        alike.setdefault((counts[rank], counts[rank] - wrong[rank]), []).append(rank)
    told = [_told(ranks, there, wanted) for (there, wanted), ranks in alike.items()]
    more = len(wrong) - _MOST_NAMED
    others = f", and {more} more rank{'s' * (more != 1)}" if more > 0 else ""
    return f"against a pack of {pack.size} cards: {', '.join(told)}{others}"


def _told(ranks: Sequence[int], there: int, wanted: int) -> str:
    """Say how many cards of some ranks there are, and how many there should be.

    >>> _told([2], 3, 4), _told([13, 14], 5, 4), _told([9], 1, 0)
    ('three twos instead of four', 'five kings and aces instead of four', 'one nine instead of none')
    """
    names = [_RANK_NAMES[rank - 2] for rank in ranks]
    if there == 1:
        *first, last = (f"one {name}" for name in names)
    else:
        *first, last = (f"{name}{'es' if name == 'six' else 's'}" for name in names)
    cards = f"{', '.join(first)} and {last}" if first else last
    number = "" if there == 1 else f"{number_words(there)} "
    return f"{number}{cards} instead of {number_words(wanted) if wanted else 'none'}"


def _unlike(counts: Counter[int], pack: Pack) -> dict[int, int]:
    wanted = Counter(pack.rank_of(card) for card in range(pack.size))
    return {rank: counts[rank] - wanted[rank] for rank in {*counts, *wanted} if counts[rank] != wanted[rank]}
