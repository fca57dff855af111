"""The smallest deal on which a program still fails in the same way."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Final

from engine.cards import Deal

Says = Callable[[Deal], bool]

_FEW: Final = 12
"""Cards up to which any pair of single cards is tried to be left out."""


def shrink(deal: Deal, fails: Says, *, askable: Says, first: Sequence[Deal] = (), runs: int) -> Deal:
    """Return a deal with fewer cards, then with lower ranks, that fails too; runs at most `runs` deals.

    fails: whether the program fails a deal as it failed the first; askable: whether the judge would
    ask it; first: small deals worth a try before the large one is taken apart.
    """
    asked: set[Deal] = {deal}

    def smaller(candidates: Iterator[Deal]) -> Deal | None:
        for candidate in candidates:
            if len(asked) > runs:
                return None
            if candidate not in asked and askable(candidate):
                asked.add(candidate)
                if fails(candidate):
                    return candidate
        return None

    few = sorted((one for one in first if one.size < deal.size), key=lambda one: one.size)
    deal = smaller(iter(few)) or deal
    while better := smaller(chain(_fewer_cards(deal), _lower_ranks(deal))):
        deal = better
    return deal


def _fewer_cards(deal: Deal) -> Iterator[Deal]:
    """Yield the deal with cards left out of both decks, many at once first, then of one deck alone."""
    one, other = deal.deck_1, deal.deck_2
    length = max(len(one), len(other)) // 2
    while length:
        for start in range(0, max(len(one), len(other)), length):
            yield Deal(_without(one, start, length), _without(other, start, length))
        length //= 2
    if deal.size <= _FEW:
        for place in range(len(one)):
            yield from (Deal(_without(one, place), _without(other, at)) for at in range(len(other)))
    yield from (Deal(_without(one, place), other) for place in range(len(one)))
    yield from (Deal(one, _without(other, place)) for place in range(len(other)))


def _without(deck: tuple[int, ...], start: int, length: int = 1) -> tuple[int, ...]:
    return deck[:start] + deck[start + length :]


def _lower_ranks(deal: Deal) -> Iterator[Deal]:
    """Yield the deal with lower ranks: all closed up from 2 or so, then a rank at a time, then a card."""
    cards, cut = (*deal.deck_1, *deal.deck_2), len(deal.deck_1)
    ranks = sorted({*cards})
    lowest = min(2, ranks[0])
    for start in range(lowest, ranks[0] + 1):
        closed = {rank: start + place for place, rank in enumerate(ranks)}
        lowered = tuple(closed[rank] for rank in cards)
        if lowered < cards:
            yield Deal(lowered[:cut], lowered[cut:])
    for lower, rank in pairwise(ranks):
        lowered = tuple(lower if card == rank else card for card in cards)
        yield Deal(lowered[:cut], lowered[cut:])
    for place, rank in enumerate(cards):
        for lower in range(lowest, rank):
            lowered = (*cards[:place], lower, *cards[place + 1 :])
            yield Deal(lowered[:cut], lowered[cut:])
