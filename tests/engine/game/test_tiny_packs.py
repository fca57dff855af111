"""Published counts over every deal of tiny packs, got by going through every one with the law."""

from itertools import count, permutations, product
from math import factorial
from typing import Any

import pytest
from published import arrangements, lines, pack_of

from engine import PRESETS, Deal, Pickup, Reason, Rules, play

LOSER_FIRST = Rules(pickup=Pickup.LOSER_FIRST)
AS_DEALT = Rules(pickup=Pickup.AS_DEALT)
PLAYER_1_FIRST = Rules(pickup=Pickup.PLAYER_1_FIRST)


def rows(name: str, *columns: str, slow: set[Any]) -> list[Any]:
    """Return the rows of a published file, named by some columns; those of some packs are slow to check."""
    return [
        pytest.param(
            row,
            id="-".join(str(row[column]) for column in columns),
            marks=pytest.mark.slow if row[columns[0]] in slow else (),
        )
        for row in lines(name)
    ]


@pytest.mark.parametrize("row", rows("tiny_packs", "pack", "rules", slow={"5x2"}))
def test_every_arrangement_in_equal_decks(row: dict[str, Any]) -> None:
    ranks, copies = map(int, row["pack"].split("x"))
    rules = PRESETS[row["rules"]].playable
    half = ranks * copies // 2
    tally = {"player_1": 0, "player_2": 0, "drawn": 0, "endless": 0}
    names = ("drawn", "player_1", "player_2")
    lengths = []
    for cards in arrangements(pack_of(ranks, copies)):
        game = play(Deal(cards[:half], cards[half:]), rules)
        if game.outcome.reason is Reason.CYCLE:
            tally["endless"] += 1
        else:
            tally[names[game.outcome.winner]] += 1
            lengths.append(game.rounds)
    counted = tally | {"rounds": sum(lengths), "longest": max(lengths)}
    assert counted == {name: row[name] for name in counted}
    assert sum(tally.values()) == factorial(ranks * copies) // factorial(copies) ** ranks


@pytest.mark.parametrize("row", rows("distinct_ranks", "ranks", "pickup", slow={7, 8}))
def test_every_split_of_distinct_ranks(row: dict[str, Any]) -> None:
    ranks = row["ranks"]
    rules = Rules(pickup=Pickup(row["pickup"]))
    deals = [
        Deal(cards[:cut], cards[cut:])
        for cards in permutations(range(1, ranks + 1))
        for cut in range(1, ranks)
    ]
    assert len(deals) == row["deals"]
    assert sum(play(deal, rules).outcome.reason is Reason.CYCLE for deal in deals) == row["endless"]


def fewest_endless(rules: Rules, *, equal: bool, distinct: bool) -> int:
    """Return with how many cards there is an endless deal, trying every way in which cards can compare."""
    for cards in count(2, 2 if equal else 1):
        for word in permutations(range(cards)) if distinct else product(range(cards), repeat=cards):
            for cut in [cards // 2] if equal else range(1, cards):
                if play(Deal(word[:cut], word[cut:]), rules).cycle:
                    return cards
    raise AssertionError


@pytest.mark.parametrize(
    ("text", "rules", "equal", "distinct"),
    [
        ("23/4", LOSER_FIRST, False, False),
        ("234/343", LOSER_FIRST, True, False),
        ("236/475", LOSER_FIRST, True, True),
        ("232/3", AS_DEALT, False, False),
        ("24/53", AS_DEALT, True, True),
        ("232/3", PLAYER_1_FIRST, False, False),
        ("24/53", PLAYER_1_FIRST, True, True),
    ],
)
def test_no_endless_deal_has_fewer_cards(text: str, rules: Rules, equal: bool, distinct: bool) -> None:
    deal = Deal.parse(text)
    assert play(deal, rules).cycle
    assert fewest_endless(rules, equal=equal, distinct=distinct) == deal.size
