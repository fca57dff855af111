"""Deck sizes by round: a game can be found for every size that was counted."""

import numpy as np
import pytest

from engine.cards import Pack, deal_cards
from engine.game import play_rounds
from engine.kernels.scalar import GRID_ROUNDS, first_with_size, sizes_by_round
from engine.rules import PLAYABLE

PACK = Pack(6, 4)
NUMBERS = np.arange(90, dtype=np.uint64)


@pytest.mark.parametrize("name", ["code-golf", "codingame", "jouets"])
def test_the_first_game_with_a_deck_size_is_the_referees(name: str) -> None:
    rules = PLAYABLE[name]
    grid = sizes_by_round(rules, PACK, seed=5, numbers=NUMBERS)
    first: dict[int, int] = {}
    for number in NUMBERS.tolist():
        deal = deal_cards(PACK, seed=5, number=number)
        this = next((r for r in play_rounds(deal, rules, seed=5, number=number) if r.number == 13), None)
        if this is not None:
            first.setdefault(len(this.before[0]), number)
    for size in range(PACK.size + 1):
        found = first_with_size(rules, PACK, seed=5, numbers=NUMBERS, played=12, size=size)
        assert found == (first.get(size) if grid[12, size] else None)
    assert len(first) > 5


def test_rounds_beyond_the_grid_are_refused() -> None:
    with pytest.raises(ValueError, match=f"round {GRID_ROUNDS} is not followed: take 0 to {GRID_ROUNDS - 1}"):
        first_with_size(PLAYABLE["jouets"], PACK, seed=5, numbers=NUMBERS, played=GRID_ROUNDS, size=3)
