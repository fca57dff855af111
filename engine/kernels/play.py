"""Games given by their numbers or their cards, played by the kernel that serves.

One `RECORD` a game comes back, in the order asked for, the same whichever kernel played.
"""

from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.cards import Deal, Hands, Pack
from engine.game import Decks
from engine.kernels import lanes, random_pickup, scalar, window
from engine.kernels.calls import Call, Deals, Terms
from engine.kernels.codes import CYCLE, HALF_8, HALF_16, RECORD, UNDECIDED, Codes
from engine.rules import Rules

Records = NDArray[np.void]

USUAL: Final = Terms()

FEW: Final = 24
"""Games for which the window kernel takes longer to begin than the scalar one to play."""


def window_serves(cards: int, ranks: int) -> bool:
    """Return whether the window kernels can play deals of this many cards and ranks."""
    return lanes.AVAILABLE and cards <= window.MOST_CARDS and ranks <= window.MOST_RANKS


def play_numbers(
    rules: Rules, pack: Pack, *, numbers: NDArray[np.uint64], terms: Terms, hands: Hands | None = None
) -> Records:
    """Deal and play games of a study by their numbers: one `RECORD` a number."""
    deals, different = Deals.of_pack(pack, numbers, hands).in_strengths(rules.order)
    return _play(rules, deals, different, terms, shuffled=True)


def play_rows(
    ranks: NDArray[np.signedinteger[Any]],
    cuts: NDArray[np.int64],
    rules: Rules,
    *,
    numbers: NDArray[np.uint64] | None = None,
    terms: Terms = USUAL,
) -> Records:
    """Play given deals of one size, a row of ranks each (games x cards), player 1's cards first.

    cuts: how many of a row are player 1's; numbers: whose streams random pick-ups draw from (0).
    """
    if numbers is None:
        numbers = np.zeros(len(ranks), np.uint64)
    deals, different = Deals.given(ranks.astype(np.int64), cuts, numbers).in_strengths(rules.order)
    return _play(rules, deals, different, terms, shuffled=False)


def play_orders(
    ranks: NDArray[np.int64],
    orders: NDArray[np.int64],
    cuts: NDArray[np.int64],
    rules: Rules,
    *,
    numbers: NDArray[np.uint64],
    terms: Terms = USUAL,
) -> Records:
    """Play the same cards in many orders, as `play_rows` plays `ranks[orders]`, but ranked once for all.

    ranks: a rank a card; orders: a row a game of places among them, player 1's cards first.
    """
    deals, different = Deals.given(ranks[np.newaxis], cuts, numbers).in_strengths(rules.order)
    return _play(rules, deals._replace(rows=deals.rows[0].take(orders)), different, terms, shuffled=False)


def play_one(deal: Deal, rules: Rules, *, number: int = 0, terms: Terms = USUAL) -> tuple[np.void, Decks]:
    """Return the `RECORD` of one game and both decks when it stopped, if endless at the first repeat."""
    ranks = np.array([(*deal.deck_1, *deal.deck_2)], np.int64)
    deals = Deals.given(ranks, np.array([len(deal.deck_1)]), np.array([number], np.uint64))
    deals, different = deals.in_strengths(rules.order)
    call = Call.of(rules, replace(terms, cycles=True), shuffled=False, ranks=different)
    finals = np.zeros(ranks.shape, np.uint16)
    (end,) = _play_scalar(rules, call, deals, finals)
    rank_of = dict(zip(deals.rows[0].tolist(), ranks[0].tolist(), strict=True))
    size_1, size_2 = int(end["size_1"]), int(end["size_2"])
    cards = tuple(rank_of[card] for card in finals[0, : size_1 + size_2].tolist())
    return end, (cards[:size_1], cards[size_1:])


def final_decks(deal: Deal, rules: Rules, *, number: int = 0, terms: Terms = USUAL) -> Decks:
    """Return both decks when one game stopped, at the first repeat if it is endless."""
    return play_one(deal, rules, number=number, terms=terms)[1]


def play_a_round(
    ranks: NDArray[np.int64], cuts: NDArray[np.int64], rules: Rules
) -> tuple[Records, NDArray[np.int64]]:
    """Play one round from each of some positions of one pack, by rules that leave nothing to chance.

    Returns the records, cut off (`LIMIT`) where the game goes on, and both decks then, player 1's first.
    """
    deals, different = Deals.given(ranks, cuts, np.zeros(len(ranks), np.uint64)).in_strengths(rules.order)
    call = Call.of(rules, Terms(limit=1), shuffled=False, ranks=different)._replace(repeats=0)
    finals = np.zeros(ranks.shape, np.uint16)
    records = _play_scalar(rules, call, deals, finals)
    rank_of = np.zeros(int(deals.rows.max(initial=0)) + 1, np.int64)
    rank_of[deals.rows] = ranks
    return records, rank_of[finals]


def _play(rules: Rules, deals: Deals, different: int, terms: Terms, *, shuffled: bool) -> Records:
    """Play every game by the kernel that serves, and by the scalar one what that leaves open.

    The deals are in strengths, of `different` ranks.
    """
    call = Call.of(rules, terms, shuffled=shuffled, ranks=different)
    slow = terms.kernel == "scalar" or (terms.kernel == "best" and len(deals.numbers) < FEW)
    if slow or not window_serves(deals.rows.shape[1], different):
        return _play_scalar(rules, call, deals)
    records = _play_window(rules, call, deals)
    left = records["reason"] == UNDECIDED
    if terms.cycles:
        left |= records["reason"] == CYCLE
    if left.any():
        records[left] = _play_scalar(rules, call, deals.only(left))
    return records


def _play_window(rules: Rules, call: Call, deals: Deals) -> Records:
    records = np.zeros(len(deals.numbers), RECORD)
    codes = Codes.of(rules, HALF_8)
    strong, space = deals.narrow(), window.Slots.of(deals)
    if rules.deterministic:
        compiled = lanes.lookup_of(codes.need, codes.lead, codes.pattern)
        window.play_games(codes, call, space, compiled, strong, records)
    else:
        compiled, war = random_pickup.lookup_for(codes), random_pickup.war_of(codes.need)
        random_pickup.play_by_chance(codes, call, space, compiled, war, strong, records)
    return records


def _play_scalar(rules: Rules, call: Call, deals: Deals, finals: NDArray[np.uint16] | None = None) -> Records:
    records = np.zeros(len(deals.numbers), RECORD)
    space = scalar.Workspace.of(deals)
    if finals is None:
        finals = np.zeros((0, deals.cards), np.uint16)
    scalar.play_games(Codes.of(rules, HALF_16), call, space, deals, records, finals)
    return records
