"""No endless deal has fewer cards than those we name, got by going through every one with the law.

The published counts over every deal of tiny packs are held by `tests/engine/simulation/test_exact.py`.
"""

from itertools import count, permutations, product

from engine import Deal, Pickup, Rules, play

LOSER_FIRST = Rules(pickup=Pickup.LOSER_FIRST)
AS_DEALT = Rules(pickup=Pickup.AS_DEALT)
PLAYER_1_FIRST = Rules(pickup=Pickup.PLAYER_1_FIRST)


def fewest_endless(rules: Rules, *, equal: bool, distinct: bool) -> int:
    """Return with how many cards there is an endless deal, trying every way in which cards can compare."""
    for cards in count(2, 2 if equal else 1):
        for word in permutations(range(cards)) if distinct else product(range(cards), repeat=cards):
            for cut in [cards // 2] if equal else range(1, cards):
                if play(Deal(word[:cut], word[cut:]), rules).cycle:
                    return cards
    raise AssertionError


def test_no_endless_deal_has_fewer_cards() -> None:
    for text, rules, equal, distinct in (
        *(("23/4", LOSER_FIRST, False, False), ("234/343", LOSER_FIRST, True, False)),
        *(("236/475", LOSER_FIRST, True, True), ("232/3", AS_DEALT, False, False)),
        *(("24/53", AS_DEALT, True, True), ("232/3", PLAYER_1_FIRST, False, False)),
        ("24/53", PLAYER_1_FIRST, True, True),
    ):
        deal = Deal.parse(text)
        assert play(deal, rules).cycle
        assert fewest_endless(rules, equal=equal, distinct=distinct) == deal.size
