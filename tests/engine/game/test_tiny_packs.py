"""Published counts over every deal of tiny packs, got by going through every one with the law."""

from itertools import permutations, product
from math import factorial
from typing import Any

import pytest
from published import arrangements, lines, pack_of

from engine import PRESETS, Deal, Game, Pickup, Reason, Rules, play, play_rounds

LOSER_FIRST = Rules(pickup=Pickup.LOSER_FIRST)
AS_DEALT = Rules(pickup=Pickup.AS_DEALT)
PLAYER_1_FIRST = Rules(pickup=Pickup.PLAYER_1_FIRST)


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(
            row, id=f"{row['pack']}-{row['rules']}", marks=pytest.mark.slow if row["pack"] == "5x2" else ()
        )
        for row in lines("tiny_packs")
    ],
)
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


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(
            row, id=f"{row['ranks']}-{row['pickup']}", marks=pytest.mark.slow if row["ranks"] >= 7 else ()
        )
        for row in lines("distinct_ranks")
    ],
)
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


def rank_patterns(cards: int) -> list[tuple[int, ...]]:
    """Return every way in which that many cards can compare: ranks 1 to n without a gap."""
    return [
        word for word in product(range(1, cards + 1), repeat=cards) if set(word) == {*range(1, max(word) + 1)}
    ]


def endless(cards: int, rules: Rules, *, equal: bool = False, distinct: bool = False) -> list[Deal]:
    """Return every endless deal of that many cards, up to the names of the ranks."""
    return [
        deal
        for word in rank_patterns(cards)
        if not distinct or len(set(word)) == cards
        for cut in ([cards // 2] if equal else range(1, cards))
        for deal in [Deal(word[:cut], word[cut:])]
        if play(deal, rules).cycle
    ]


def pattern(text: str) -> Deal:
    """Return a deal with its ranks renamed 1 to n."""
    deal = Deal.parse(text)
    ranks = sorted({*deal.deck_1, *deal.deck_2})
    named = {rank: at for at, rank in enumerate(ranks, 1)}
    deck_1, deck_2 = (tuple(named[rank] for rank in deck) for deck in (deal.deck_1, deal.deck_2))
    return Deal(deck_1, deck_2)


@pytest.mark.parametrize(
    ("text", "rules", "how"),
    [
        ("23/4", LOSER_FIRST, {}),
        ("234/343", LOSER_FIRST, {"equal": True}),
        ("236/475", LOSER_FIRST, {"equal": True, "distinct": True}),
        ("232/3", AS_DEALT, {}),
        ("23/32", AS_DEALT, {"equal": True}),
        ("24/53", AS_DEALT, {"equal": True, "distinct": True}),
        ("232/3", PLAYER_1_FIRST, {}),
        ("23/32", PLAYER_1_FIRST, {"equal": True}),
        ("24/53", PLAYER_1_FIRST, {"equal": True, "distinct": True}),
    ],
)
def test_no_endless_deal_has_fewer_cards(text: str, rules: Rules, how: dict[str, bool]) -> None:
    deal = pattern(text)
    step = 2 if how else 1
    for fewer in range(2, deal.size, step):
        assert endless(fewer, rules, **how) == []
    assert deal in endless(deal.size, rules, **how)


def has_a_war_in_its_cycle(game: Game) -> bool:
    assert game.cycle
    return any(this.wars for this in play_rounds(game.deal, game.rules) if this.number >= game.cycle.start)


def test_2234_3323_is_smallest_in_equal_decks_with_a_war_in_its_cycle() -> None:
    assert has_a_war_in_its_cycle(play(Deal.parse("2234/3323"), AS_DEALT))
    for cards in (2, 4, 6):
        for deal in endless(cards, AS_DEALT, equal=True):
            assert not has_a_war_in_its_cycle(play(deal, AS_DEALT)), deal.text
