"""How often a player was down to the last card, over many games: by the scalar kernel's own rounds."""

import numpy as np
from numba import int64, typeof
from numpy.typing import NDArray

from engine.kernels.cache import entry
from engine.kernels.calls import CALL, RULES, SOME_DEALS, Call, Deals, Terms, deals_type, lay_deal
from engine.kernels.codes import GOES_ON, HALF_16, Codes
from engine.kernels.dealing import mix
from engine.kernels.scalar import ROUNDS, Workspace, emptied, next_round, set_out, sizes
from engine.rules import Rules


@entry(RULES, CALL, typeof(Workspace.of(SOME_DEALS)), deals_type(np.uint16), int64[:, ::1])
def count_last_cards(
    rules: Codes, call: Call, space: Workspace, deals: Deals, counts: NDArray[np.int64]
) -> None:
    """Count for each game the rounds that player 1, and player 2, began with one card (games x 2)."""
    for game in range(len(deals.numbers)):
        cut = lay_deal(call, deals, game, space.shuffling, space.laid, 0)
        space.stream[0] = mix(call.playing + deals.numbers[game])
        set_out(space.board, space.dealt, cut)
        while space.board.counts[ROUNDS] < call.limit:
            size_1, size_2 = sizes(space.board.at)
            if emptied(size_1, size_2, space.board.counts) != GOES_ON:
                break
            counts[game, 0] += size_1 == 1
            counts[game, 1] += size_2 == 1
            if next_round(space.board, rules, space.stream) != GOES_ON:
                break


def last_cards(rules: Rules, deals: Deals, terms: Terms, *, shuffled: bool) -> NDArray[np.int64]:
    """Return in how many rounds of each game either player began with one card (games x 2).

    `shuffled`: the deals are one row for all, to be shuffled by the games' numbers. Endless games are
    followed to the limit of the terms.
    """
    counts = np.zeros((len(deals.numbers), 2), np.int64)
    strong, different = deals.in_strengths(rules.order)
    call = Call.of(rules, terms, shuffled=shuffled, ranks=different)
    count_last_cards(Codes.of(rules, HALF_16), call, Workspace.of(strong), strong, counts)
    return counts
