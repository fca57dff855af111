"""Which standard pack a deal comes nearest to, and what is missing or too much."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.cards import Deal, Pack, has_letter, rank_name
from engine.rules import count

STANDARD_PACKS: Final = tuple(
    Pack(ranks, copies) for ranks, copies in ((13, 4), (8, 4), (9, 4), (6, 6), (6, 4), (13, 8))
)
FEWEST_CARDS: Final = 24
"""Smaller deals are made up by hand; no pack is missed there."""

_MOST_NAMED: Final = 6
_MOST_DEALS: Final = 3


def pack_notices(deals: Sequence[Deal]) -> tuple[str, ...]:
    """Say how each deal differs from the nearest standard pack; nothing where it is one.

    >>> pack_notices([Deal.parse("23456789TJQKA2345678/9TJQKK23456789TJQKA23456789TJQKKK3A")])
    ('against a 52-card pack: 3 x 5, K x 7, A x 3',)
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
    named = [f"{rank_name(rank)} x {counts[rank]}" for rank in sorted(wrong)]
    more = f" and {count(len(named) - _MOST_NAMED, 'more rank')}" if len(named) > _MOST_NAMED else ""
    return f"against a {pack.size}-card pack: {', '.join(named[:_MOST_NAMED])}{more}"


def _unlike(counts: Counter[int], pack: Pack) -> dict[int, int]:
    wanted = Counter(pack.rank_of(card) for card in range(pack.size))
    return {rank: counts[rank] - wanted[rank] for rank in {*counts, *wanted} if counts[rank] != wanted[rank]}
