"""What the referee and a kernel's result say of a game, field by field."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine import Cycle, Deal, Game, Reason, Rules, kernels
from engine.kernels import REASONS, Terms, codes
from engine.kernels.play import USUAL

COUNTED = ("depth", "rounds", "battles", "plays", "wars", "steals", "stolen")


def of_referee(game: Game) -> dict[str, Any]:
    cycle, (size_1, size_2) = game.cycle or Cycle(0, 0), game.sizes
    return {name: getattr(game, name) for name in COUNTED} | {
        "winner": game.outcome.winner,
        "reason": game.outcome.reason,
        "size_1": size_1,
        "size_2": size_2,
        "cycle_start": cycle.start,
        "cycle_length": cycle.length,
    }


def of_kernel(result: np.void) -> dict[str, Any]:
    fields = dict(zip(codes.RESULT.fields or (), result.tolist(), strict=True))
    del fields["aces"], fields["strength"]  # of the deal, not of the game: they have a test of their own
    return fields | {"reason": REASONS[fields["reason"]]}


def verdict_alone(expected: dict[str, Any]) -> dict[str, Any]:
    """What a result says of an endless game whose cycle nobody asked for."""
    return dict.fromkeys(expected, 0) | {"reason": expected["reason"]}


def outcome_of(game: Game) -> str:
    """Return the outcome by which tallies count a game of the referee."""
    if game.outcome.reason in (Reason.CYCLE, Reason.LIMIT):
        return {Reason.CYCLE: "endless", Reason.LIMIT: "limit"}[game.outcome.reason]
    return ("draw", "player_1", "player_2")[game.outcome.winner]


def play_many(
    deals: Sequence[Deal], rules: Rules, *, numbers: NDArray[np.uint64] | None = None, terms: Terms = USUAL
) -> kernels.Results:
    """Play deals of any sizes by a kernel: one result a deal."""
    numbers = np.zeros(len(deals), np.uint64) if numbers is None else numbers
    results = np.zeros(len(deals), codes.RESULT)
    for size in {deal.size for deal in deals}:
        places = [place for place, deal in enumerate(deals) if deal.size == size]
        rows = np.array([(*deals[place].deck_1, *deals[place].deck_2) for place in places], np.int64)
        cuts = np.array([len(deals[place].deck_1) for place in places])
        rows = rows.reshape(len(places), size)
        results[places] = kernels.play_rows(rows, cuts, rules, numbers=numbers[places], terms=terms)
    return results
