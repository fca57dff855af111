"""The smallest deal on which programs differ: every deal of few cards, then chance and shrinking.

Of two deals the smaller has fewer cards; then a shorter deck of player 1; then lower ranks, card by
card. Both decks hold at least one card. Where only the order of the ranks matters, a deal with other
ranks in the same order is the same deal, so that going through every pattern of ranks goes through
every deal there is.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from random import Random
from typing import Final, NamedTuple

import numpy as np

from engine.cards import ACE, STANDARD_PACK, Deal, deal_cards
from engine.diagnose.misreading import CARD_READERS
from engine.diagnose.mistakes import Kind
from engine.diagnose.programs import Printed, Program
from engine.diagnose.records import Bools, Ints
from engine.rules import Order

DealAt = Callable[[int], Deal]

Tells = Callable[[Sequence[Printed], DealAt], Bools]
"""Says of what several programs print, deal by deal, on which deals they differ as wanted."""

MOST_CARDS: Final = 8
"""Cards up to which every deal can be tried at all: four million of eight."""


class Effort(NamedTuple):
    """How far to look."""

    cards: int
    """Every deal of up to so many cards is tried."""
    few_ranks: Mapping[int, int]
    """Of more cards (key), every deal of so few ranks, before chance has its turn."""
    rows: int
    """Rows of ranks of one size that are tried where single ranks matter, so that patterns are not enough."""
    deals: int
    """Deals tried by chance."""


THOROUGH: Final = Effort(7, {8: 3, 9: 3, 10: 2, 11: 2, 12: 2}, 200_000, 400)
"""A second or two: to be asked once."""
QUICK: Final = Effort(6, {7: 3, 8: 2, 9: 2, 10: 2}, 20_000, 100)
"""A part of a second: for a question with others behind it."""

ROUNDS: Final = 4_000
"""Rounds after which a game of a few cards is said not to end; positions run out long before."""
CHUNK: Final = 50_000
SHRINKINGS: Final = 60


@dataclass(frozen=True, slots=True)
class Smallest:
    """A deal, and whether every smaller one was tried."""

    deal: Deal
    proved: bool


def smallest(programs: Sequence[Program], tells: Tells, effort: Effort = THOROUGH) -> Smallest | None:
    """Return the smallest deal that tells, or the smallest found, or None.

    Raises `ValueError` for random pick-ups, whose games no deal settles, and for too much effort.
    """
    if effort.cards > MOST_CARDS:
        raise ValueError(f"deals of up to {effort.cards} cards are too many: take at most {MOST_CARDS} cards")
    for program in programs:
        if not program.rules.deterministic:
            raise ValueError(f"pickup {program.rules.pickup} leaves games to chance: no deal settles them")
    most_cards, few_ranks = effort.cards, effort.few_ranks
    sizes = range(2, max([most_cards, *few_ranks]) + 1)
    most_ranks = {cards: cards if cards <= most_cards else few_ranks.get(cards, 0) for cards in sizes}
    patterns = ((cards, _patterns(programs, cards, most_ranks[cards], effort.rows)) for cards in sizes)
    cuts = ((rows, cut) for cards, rows in patterns if len(rows) for cut in range(1, cards))
    telling = (_first(programs, tells, rows, cut) for rows, cut in cuts)
    deal = next(filter(None, telling), None)
    if deal is not None and deal.size <= most_cards and not _fixed_ranks(programs):
        return Smallest(deal, True)
    if deal is None or deal.size > most_cards + 1:
        by_chance = _found_by_chance(programs, tells, most_cards, effort.deals)
        if by_chance is not None and by_chance.size < (deal.size if deal else 2 * STANDARD_PACK.size):
            deal = by_chance
    return None if deal is None else Smallest(deal, False)


def _first(programs: Sequence[Program], tells: Tells, patterns: Ints, cut: int) -> Deal | None:
    for start in range(0, len(patterns), CHUNK):
        rows = patterns[start : start + CHUNK]
        deal_at = partial(_deal_at, rows, cut)
        printed = [program.prints(program.play_rows(rows, cut, limit=ROUNDS)) for program in programs]
        told = tells(printed, deal_at)
        if told.any():
            return deal_at(int(told.argmax()))
    return None


def _deal_at(rows: Ints, cut: int, place: int) -> Deal:
    row = rows[place].tolist()
    return Deal(tuple(row[:cut]), tuple(row[cut:]))


def _fixed_ranks(programs: Sequence[Program]) -> tuple[int, ...]:
    """Return the ranks to try where a mistake is about certain ranks; none where only order matters."""
    names = {program.of(Kind.READING) for program in programs} & {*CARD_READERS}
    return tuple(sorted({rank for name in names for rank in CARD_READERS[name].telling}))


def _patterns(programs: Sequence[Program], cards: int, most_ranks: int, most_rows: int) -> Ints:
    """Return the deals of so many cards to try, as rows of ranks in order; no row if too many."""
    ranks = _fixed_ranks(programs)
    if ranks:
        few = len(ranks) ** cards <= most_rows
        return _rows(ranks, cards) if few else np.zeros((0, cards), np.int64)
    rows = _orders(cards, most_ranks)
    if any(program.rules.order is Order.ACE_LOW for program in programs):
        aces = np.where(rows == rows.max(axis=1, keepdims=True), ACE, rows)
        rows = np.unique(np.concatenate((rows, aces)), axis=0)
    return rows


def _rows(ranks: Sequence[int], cards: int) -> Ints:
    """Return every row of so many of these ranks, in order."""
    places = np.arange(len(ranks) ** cards)[:, None] // len(ranks) ** np.arange(cards)[::-1] % len(ranks)
    return np.array(ranks, np.int64)[places]


@lru_cache(maxsize=16)
def _orders(cards: int, most: int) -> Ints:
    """Return every pattern of at most so many ranks: each row uses 2, 3, ... without a gap, in order."""
    ranks = range(2, 2 + most)
    whole = []
    for first in ranks:  # a part at a time: of eight cards there are 16 million rows before the choice
        rows = _rows(ranks, cards - 1)
        rows = np.concatenate((np.full((len(rows), 1), first), rows), axis=1)
        highest = rows.max(axis=1)
        gapless = np.ones(len(rows), np.bool_)
        for rank in ranks:
            gapless &= (rows == rank).any(axis=1) | (highest < rank)
        whole.append(rows[gapless])
    return np.concatenate(whole) if whole else np.zeros((0, cards), np.int64)


def _found_by_chance(programs: Sequence[Program], tells: Tells, most_cards: int, number: int) -> Deal | None:
    """Find a larger deal by chance and take cards away as long as it tells."""
    random = Random("smallest deal")
    deals = [_part_of_a_pack(random, number, most_cards) for number in range(number)]
    for cards in sorted({deal.size for deal in deals}):
        some = [deal for deal in deals if deal.size == cards]
        told = _telling(programs, tells, some)
        if told:
            return _shrunk(programs, tells, told[0])
    return None


def _part_of_a_pack(random: Random, number: int, most_cards: int) -> Deal:
    deal = deal_cards(STANDARD_PACK, seed=0, number=number)
    first, second = (random.randint((most_cards + 1) // 2, len(deal.deck_1)) for _ in range(2))
    return Deal(deal.deck_1[:first], deal.deck_2[:second])


def _telling(programs: Sequence[Program], tells: Tells, deals: Sequence[Deal]) -> list[Deal]:
    deals = [deal.suited() for deal in deals]
    printed = [program.prints(program.play(deals, limit=ROUNDS)) for program in programs]
    told = tells(printed, deals.__getitem__)
    return [deals[place] for place in np.flatnonzero(told).tolist()]


def _shrunk(programs: Sequence[Program], tells: Tells, deal: Deal) -> Deal:
    for _ in range(SHRINKINGS):
        told = _telling(programs, tells, [*_without_one(deal)])
        if not told:
            break
        deal = told[0]
    if not _fixed_ranks(programs):
        told = _telling(programs, tells, [_lowered(deal)])
        deal = told[0] if told else deal
    return deal


def _without_one(deal: Deal) -> Iterator[Deal]:
    first, second = (
        [deck[:place] + deck[place + 1 :] for place in range(len(deck)) if len(deck) > 1]
        for deck in (deal.deck_1, deal.deck_2)
    )
    yield from (Deal(deck, deal.deck_2) for deck in first)
    yield from (Deal(deal.deck_1, deck) for deck in second)
    # Rules that need an even pack lose two cards at once.
    yield from (Deal(one, other) for one, other in product(first, second))


def _lowered(deal: Deal) -> Deal:
    """Return the deal with the ranks 2, 3, ... in the same order."""
    lower = {rank: 2 + place for place, rank in enumerate(sorted({*deal.deck_1, *deal.deck_2}))}
    return Deal(tuple(lower[rank] for rank in deal.deck_1), tuple(lower[rank] for rank in deal.deck_2))
