"""The whole game of small packs as a graph, against the law and against what was published."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from published import lines

from engine import Deal, Pickup, Reason, Rules, play
from engine.cards import Pack
from engine.game import comparison, play_round
from engine.rules import PLAYABLE, Order, Shortfall
from engine.simulation.exact import arrangements, exact, numbers_of, rows_of
from engine.simulation.game_graph import MOST_POSITIONS, position_count, positions

RULES = {
    "code-golf": PLAYABLE["code-golf"],
    "programming-challenges": PLAYABLE["programming-challenges"],
    "codingame": PLAYABLE["codingame"],
    "steal": PLAYABLE["whats-in-a-game-steal"],
    "bicycle": PLAYABLE["bicycle"],
    "lowest beats highest": Rules(
        face_down=0,
        pickup=Pickup.WINNER_ALTERNATING_REVERSED,
        shortfall=Shortfall.FEWER_DOWN,
        order=Order.LOWEST_BEATS_HIGHEST,
    ),
    "low wins": Rules(pickup=Pickup.AS_DEALT, order=Order.LOW_WINS),
    "aces low": Rules(pickup=Pickup.LOSER_ALTERNATING, order=Order.ACE_LOW),
}


@pytest.mark.parametrize("text", ["4x2", "5x1", "3x3", "13x1"])
def test_an_arrangement_and_its_number_are_the_same(text: str) -> None:
    pack = Pack.parse(text)
    last = min(arrangements(pack), 500)
    numbers = np.arange(last)
    rows = rows_of(pack, numbers)
    assert np.array_equal(numbers_of(pack, rows), numbers)
    assert sorted(map(tuple, rows)) == [*map(tuple, rows)]
    assert len({tuple(row) for row in rows.tolist()}) == last


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("text", ["2x2", "4x1", "5x1", "2x3", "3x2"])
def test_a_round_leads_where_the_law_says(text: str, rules: Rules) -> None:
    pack = Pack.parse(text)
    whole = positions(pack, rules)
    place = {whole.deal(position): position for position in range(whole.number)}
    assert len(place) == whole.number == position_count(pack)
    for deal, position in place.items():
        decks = deal.deck_1, deal.deck_2
        this, outcome = play_round(1, decks, rules, comparison(deal, rules.order))
        after = int(whole.after[position])
        if outcome is None and all(this.decks):
            assert whole.deal(after) == Deal(*this.decks)
        else:
            winner = outcome.winner if outcome else 1 if this.decks[0] else 2
            assert after - whole.number == (2, 0, 1)[winner]


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_every_cycle_is_the_laws_and_so_many_deals_lead_into_it(rules: Rules) -> None:
    whole = positions(Pack(3, 2), rules)
    lengths: Counter[int] = Counter()
    for position in range(whole.number):
        game = play(whole.deal(position), rules)
        ended = {1: 0, 2: 1, 0: 2}[game.outcome.winner]
        assert whole.outcomes[position] == (3 if game.outcome.reason is Reason.CYCLE else ended)
        lengths[game.cycle.length if game.cycle else 0] += 1
    del lengths[0]
    rings: Counter[int] = Counter()
    for ring in whole.rings():
        rings[ring.length] += ring.all_deals
        assert ring.length == len(set(whole.along(ring.position)))
        assert min(whole.along(ring.position)) == ring.position
    assert rings == lengths


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("text", ["5x1", "2x4", "4x2"])
def test_every_split_is_what_counting_it_says(text: str, rules: Rules) -> None:
    pack = Pack.parse(text)
    whole = positions(pack, rules)
    for split in whole.splits():
        counted = exact(pack, rules, split.cut)
        assert split.outcomes == (counted.player_1, counted.player_2, counted.draw, counted.endless)
        assert split.longest == counted.longest
    half = whole.splits()[(pack.size + 1) // 2 - 1]
    assert sum(ring.deals for ring in whole.rings()) == half.outcomes[3]


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, marks=pytest.mark.slow if row["ranks"] == 8 else ())
        for row in lines("distinct_ranks")
    ],
    ids=lambda row: f"{row['ranks']}-{row['pickup']}",
)
def test_the_published_counts_of_all_splits(row: dict[str, Any]) -> None:
    whole = positions(Pack(row["ranks"], 1), Rules(pickup=Pickup(row["pickup"])))
    assert whole.number == row["deals"]
    assert sum(split.outcomes[3] for split in whole.splits()) == row["endless"]


def test_what_is_met_is_what_games_go_through() -> None:
    whole = positions(Pack(4, 1), PLAYABLE["programming-challenges"])
    met = set()
    for position in whole.deals:
        while position < whole.number and position not in met:
            met.add(position)
            position = int(whole.after[position])
    assert sorted(met) == whole.met().tolist()
    assert len(met) == 48


def test_large_packs_and_random_rules_are_refused() -> None:
    with pytest.raises(
        ValueError, match=f"has 82,328,400 positions: take one with at most {MOST_POSITIONS:,}"
    ):
        positions(Pack(6, 2), Rules())
    with pytest.raises(ValueError, match="leaves games to chance"):
        positions(Pack(3, 1), PLAYABLE["jouets"])
