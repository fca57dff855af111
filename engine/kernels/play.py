"""Games given by their numbers or their cards, played by the kernel that serves.

One `RESULT` a game comes back, in the order asked for, the same whichever kernel played.
"""

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.cards import Hands, Pack
from engine.kernels import calls, faulty, follow, lanes, patterns, scalar, tallies, window
from engine.kernels.cache import EntryPoint
from engine.kernels.calls import Call, Deals, Numbers, Terms, Words
from engine.kernels.codes import CYCLE, HALF_8, RESULT, UNDECIDED, Codes
from engine.rules import Rules

Results = NDArray[np.void]

USUAL: Final = Terms()

FEW: Final = 24  # games for which the window kernel takes longer to begin than the scalar one to play


def window_serves(cards: int, ranks: int) -> bool:
    """Return whether the window kernels can play deals of this many cards and ranks."""
    return lanes.AVAILABLE and cards <= window.MOST_CARDS and ranks <= window.MOST_RANKS


def play_numbers(
    rules: Rules, pack: Pack, *, numbers: Words, terms: Terms, hands: Hands | None = None
) -> Results:
    """Deal and play games of a study by their numbers: one `RESULT` a number."""
    deals, different = Deals.of_pack(pack, numbers, hands).in_strengths(rules.order)
    return _play(rules, deals, different, terms, shuffled=True)


def play_rows(
    ranks: NDArray[Any], cuts: Numbers, rules: Rules, *, numbers: Words | None = None, terms: Terms = USUAL
) -> Results:
    """Play given deals of one size, a row of ranks each (games x cards), player 1's cards first.

    cuts: how many of a row are player 1's; numbers: whose streams random pick-ups draw from (0).
    """
    if numbers is None:
        numbers = np.zeros(len(ranks), np.uint64)
    deals, different = Deals.given(ranks.astype(np.int64), cuts, numbers).in_strengths(rules.order)
    return _play(rules, deals, different, terms, shuffled=False)


def play_orders(
    ranks: Numbers, orders: Numbers, cuts: Numbers, rules: Rules, *, numbers: Words, terms: Terms
) -> Results:
    """Play the same cards in many orders, as `play_rows` plays `ranks[orders]`, but ranked once for all.

    ranks: a rank a card; orders: a row a game of places among them, player 1's cards first.
    """
    deals, different = Deals.given(ranks[np.newaxis], cuts, numbers).in_strengths(rules.order)
    deals = deals._replace(rows=deals.rows[0].take(orders))
    return _play(rules, deals, different, terms, shuffled=False)


def play_a_round(ranks: Numbers, cuts: Numbers, rules: Rules) -> tuple[Results, Numbers]:
    """Play one round from each of some positions of one pack, by rules that leave nothing to chance.

    Returns the results, cut off (`LIMIT`) where the game goes on, and both decks then, player 1's first.
    """
    deals, different = Deals.given(ranks, cuts, np.zeros(len(ranks), np.uint64)).in_strengths(rules.order)
    call = Call.of(rules, Terms(limit=1), shuffled=False, ranks=different)._replace(repeats=0)
    finals = np.zeros(ranks.shape, np.uint16)
    results = scalar.play_deals(rules, call, deals, finals)
    rank_of = np.zeros(int(deals.rows.max(initial=0)) + 1, np.int64)
    rank_of[deals.rows] = ranks
    return results, rank_of[finals]


def _play(rules: Rules, deals: Deals, different: int, terms: Terms, *, shuffled: bool) -> Results:
    """Play every game by the kernel that serves, and by the scalar one what that leaves open.

    The deals are in strengths, of `different` ranks.
    """
    call = Call.of(rules, terms, shuffled=shuffled, ranks=different)
    slow = terms.kernel == "scalar" or (terms.kernel == "best" and len(deals.numbers) < FEW)
    if slow or not window_serves(deals.rows.shape[1], different):
        return scalar.play_deals(rules, call, deals)
    results = _play_window(rules, call, deals)
    left = results["reason"] == UNDECIDED
    if terms.cycles:
        left |= results["reason"] == CYCLE
    if left.any():
        results[left] = scalar.play_deals(rules, call, deals.only(left))
    return results


def _play_window(rules: Rules, call: Call, deals: Deals) -> Results:
    results = np.zeros(len(deals.numbers), RESULT)
    codes = Codes.of(rules, HALF_8)
    strong, space = deals.narrow(), window.Slots.of(deals)
    if rules.deterministic:
        compiled = lanes.lookup_of(codes.need, codes.lead, codes.pattern)
        window.play_games(codes, call, space, compiled, strong, results)
    else:
        compiled, war = window.lookup_for(codes), window.war_of(codes.need)
        window.play_random_pickups(codes, call, space, compiled, war, strong, results)
    return results


# Which kernels are needed for what, so that nothing else is compiled or waited for.

Kernels = tuple[EntryPoint, ...]

COST: Final = {
    scalar.play_games: 7.0,
    lanes.compile_lookup: 1.6,
    window.play_games: 6.4,
    tallies.add_games: 1.0,
    scalar.count_sizes: 1.3,
    follow.follow: 1.8,
    calls.draw_words: 0.2,
    window.play_random_pickups: 4.9,
    faulty.play_faulty: 6.5,
    patterns.go_through: 1.1,
}
"""Every kernel, and processor seconds that it takes to compile, to compare them. In this order."""

_BY_LANES: Final = (lanes.compile_lookup, window.play_games, window.play_random_pickups)


def by_rules(rule_sets: Iterable[Rules]) -> Kernels:
    """Return the kernels by which games of these rules are played and tallied."""
    needed = {scalar.play_games, tallies.add_games, scalar.count_sizes}
    for rules in rule_sets:
        player = window.play_games if rules.deterministic else window.play_random_pickups
        needed |= {lanes.compile_lookup, player} if lanes.AVAILABLE else set()
    return tuple(kernel for kernel in COST if kernel in needed)


def for_a_page() -> Kernels:
    """Return the kernels that runs and pages need as they open, those of a run first."""
    of_a_run = by_rules([Rules()])
    return (*of_a_run, follow.follow, calls.draw_words)


def every() -> Kernels:
    """Return all kernels that can run on this machine."""
    return tuple(kernel for kernel in COST if lanes.AVAILABLE or kernel not in _BY_LANES)


def warm() -> None:
    """Compile every kernel, or read it from the disk: half a minute the first time, then a moment."""
    for kernel in every():
        kernel.warm()


def load() -> None:
    """Read from the disk what is there of the kernels that pages need."""
    for kernel in for_a_page():
        if kernel.is_compiled():
            kernel.warm()


def missing(kernels: Iterable[EntryPoint]) -> Kernels:
    """Return those that have to be compiled yet."""
    return tuple(kernel for kernel in kernels if not kernel.is_compiled())


def cost(kernels: Iterable[EntryPoint]) -> float:
    """Return how long kernels take to compile, as `COST` counts."""
    return sum(COST[kernel] for kernel in kernels)
