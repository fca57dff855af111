"""Counts of every deal: packs with an odd number of cards by the naive referee, others as published."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from naive import Naive
from published import lines

from engine.cards import Deal, Pack
from engine.rules import PRESETS, BothOut, Pickup, Rules, Shortfall
from engine.simulation.exact import Exact, arrangements, exact, numbers_of

RULES = {
    "usual": Rules(),
    "player 1's first": Rules(face_down=0, pickup=Pickup.PLAYER_1_FIRST, both_out=BothOut.PLAYER_2),
    "drawn": Rules(face_down=2, pickup=Pickup.AS_DEALT, shortfall=Shortfall.DRAW),
    "last card": Rules(pickup=Pickup.WINNER_FIRST, shortfall=Shortfall.LAST_CARD, both_out=BothOut.PLAYER_1),
}
PACKS = ("3x1", "5x1", "1x3", "1x5", "3x3")


def counted(pack: Pack, rules: Rules) -> tuple[Counter[str], dict[tuple[int, ...], int]]:
    """Return how every deal of a pack ends, and how long those last that end: the first deck has one more."""
    cards = [pack.rank_of(card) for card in range(pack.size)]
    ends: Counter[str] = Counter()
    lengths = {}
    for order in set(permutations(cards)):
        cut = (pack.size + 1) // 2
        game = Naive(Deal(order[:cut], order[cut:]), rules).result
        ends["endless" if game["cycle"] else ("draw", "player_1", "player_2")[game["winner"]]] += 1
        if not game["cycle"]:
            lengths[order] = game["rounds"]
    return ends, lengths


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("text", PACKS)
def test_every_deal_of_an_odd_pack(text: str, rules: Rules) -> None:
    pack = Pack.parse(text)
    ends, lengths = counted(pack, rules)
    longest = max(lengths.values())
    orders = np.array([order for order, rounds in lengths.items() if rounds == longest])
    assert exact(pack, rules) == Exact(
        pack,
        rules,
        cut=(pack.size + 1) // 2,
        deals=ends.total(),
        player_1=ends["player_1"],
        player_2=ends["player_2"],
        draw=ends["draw"],
        endless=ends["endless"],
        rounds=sum(lengths.values()),
        longest=longest,
        longest_at=int(numbers_of(pack, orders).min()),
    )
    assert ends.total() == arrangements(pack)


@pytest.mark.parametrize("row", lines("tiny_packs"), ids=lambda row: f"{row['pack']}-{row['rules']}")
def test_the_published_counts_of_small_packs(row: dict[str, Any]) -> None:
    found = exact(Pack.parse(row["pack"]), PRESETS[row["rules"]].playable)
    counts = (found.player_1, found.player_2, found.draw, found.endless, found.rounds, found.longest)
    assert counts == tuple(
        row[name] for name in ("player_1", "player_2", "drawn", "endless", "rounds", "longest")
    )
    assert found.deals == arrangements(found.pack) == sum(counts[:4])


def test_three_cards_by_hand() -> None:
    """Whoever's only card is the lowest has lost, 32/4 is player 2's, 42/3 player 1's; 23/4 and 24/3 turn."""
    found = exact(Pack(3, 1), Rules())
    assert (found.deals, found.player_1, found.player_2, found.draw, found.endless) == (6, 3, 1, 0, 2)
    assert (found.rounds, found.longest) == (1 + 1 + 1 + 2, 2)
    assert found.mean_rounds == Fraction(5, 4)
    assert found.share(found.endless) == Fraction(1, 3)
