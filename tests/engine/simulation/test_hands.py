"""Hands: what is known of a deal, written and read; dealt by the law and by the kernels, card for card."""

import re
from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from chance import chi_square, critical
from dealt import dealt as dealt_by_kernel
from hypothesis import given, settings
from hypothesis import strategies as st
from results_compared import of_kernel, of_referee

from engine import Deal, Hands, Order, Pack, Pickup, Rules, Shortfall, deal_cards, kernels, play
from engine.cards import KnownHand, shares
from engine.kernels import Deals, Kernel, Terms
from engine.simulation import Comparison, Study

WHOLE = Pack(13, 4)


WRITTEN = {
    "AAAA/*": "AAAA/*",
    " ?A? K / Q * ?": "AK?{2}/Q*",
    "2TA/?": "AT2/?",
    "A K/5 5 ?": "AK/55?",
    "?{1}/?{2}": "?/?{2}",
    "52 51 ?{3}/*": "52 51 ?{3}/*",
    "*/052": "*/052",
    "052/1": "52/1",
    "052 ?/45": "052 ?/45",
    "14 13 1/2 ?": "14 13 1/2 ?",
    "?{4096}/*": "?{4096}/*",
}


def test_hands_are_written_one_way() -> None:
    assert {written: Hands.parse(written).text for written in WRITTEN} == WRITTEN


ranks_held = st.lists(st.integers(2, 14) | st.integers(0, 999), max_size=5)
some_hands = st.builds(
    KnownHand,
    ranks_held.map(lambda ranks: tuple(sorted(ranks, reverse=True))),
    st.none() | st.integers(0, 40),
).filter(lambda hand: hand != KnownHand())


@given(some_hands, some_hands)
def test_any_hands_are_read_back(one: KnownHand, other: KnownHand) -> None:
    if one.drawn is not None or other.drawn is not None:
        hands = Hands(one, other)
        assert Hands.parse(hands.text) == hands


REFUSED = {
    "AAAA": "'AAAA' has 0 slashes: write hands such as AAAA/*",
    "A/B/C": "'A/B/C' has 2 slashes: write hands such as AAAA/*",
    "*/?*": "hands '*/*' leave all that remains to both players: write * once",
    "AAAA/": "hands 'AAAA/' leave player 2 without a card: write at least ?",
    "/AAAA": "hands '/AAAA' leave player 1 without a card: write at least ?",
    "AXA/*": "column 2: 'X' is not a rank: write letters 23456789TJQKA without spaces, or decimal ranks",
    "AA/10 *": "column 4: '10' is not a rank",
    "A/?{2": "column 4: '{' is not a rank",
    "?{4097}/*": "column 1: a hand of more than 4,096 cards: use fewer",
    "1000 1/*": "column 1: '1000' is not a rank",
}


def test_hands_that_mean_nothing_are_refused_with_place_and_repair() -> None:
    for written, why in REFUSED.items():
        with pytest.raises(ValueError, match=rf"^{re.escape(why)}"):
            Hands.parse(written)


UNDEALT = {
    "AAA/AA*": "hands 'AAA/AA*' hold A 5 times: a pack of 13x4 has only 4, so write fewer",
    "3 1/*": "hands '3 1/*' hold 1 1 time: a pack of 13x4 has none, so use other ranks",
    "A?{22}/?{30}": "hands 'A?{22}/?{30}' have 53 cards: the pack of 13x4 has 52, so use 1 fewer",
    "?{52}/*": "hands '?{52}/*' leave no card of the pack of 13x4 for player 2: give the other fewer",
}


def test_what_the_pack_cannot_deal_is_refused_with_its_reason() -> None:
    for text, why in UNDEALT.items():
        hands = Hands.parse(text)
        for deal in (
            lambda: deal_cards(WHOLE, seed=0, number=0, hands=hands),  # noqa: B023, called at once
            lambda: Study(rules=Rules(), games=1, hands=hands),  # noqa: B023
            lambda: Comparison(rule_sets=(Rules(), Rules(face_down=2)), games=1, hands=hands),  # noqa: B023
        ):
            with pytest.raises(ValueError, match=rf"^{re.escape(why)}$"):
                deal()


def test_where_cards_lie_aside_the_lowest_cannot_beat_the_highest_of_the_pack() -> None:
    hands, rules = Hands.parse("AK/QJ"), Rules(order=Order.LOWEST_BEATS_HIGHEST)
    with pytest.raises(ValueError, match=r"leave 48 cards of the pack aside, .* write \* for all"):
        Study(rules=rules, games=1, hands=hands)
    assert Study(rules=rules, games=1, hands=Hands.parse("AK/QJ*")).cards == 52


GIVEN = {
    "13x4": ["AAAA/*", "*/AAAA", "?{20}/?{32}", "AKQJ?{22}/?{26}", "AA?{3}/A22", "?/?", "A*/A"],
    "1x4": ["A/*", "AA/AA"],
    "4x2": ["AK/*", "AAKKQQJ/J", "J?/A?{2}"],
    "52x1": ["52 51 ?{24}/*", "1/2"],
    "13x8": ["?{4}/22?{90}"],
    "13x19": ["AAAA?{100}/22*"],
    "129x1": ["129 ?{3}/*", "128 127/1 ?"],
}
BY_PACK = [(Pack.parse(pack), Hands.parse(text)) for pack, texts in GIVEN.items() for text in texts]


BOTH: tuple[Kernel, ...] = ("window", "scalar")
RULES = (
    Rules(),
    Rules(face_down=3, pickup=Pickup.PLAYER_1_FIRST, shortfall=Shortfall.LAST_CARD, order=Order.ACE_LOW),
    Rules(pickup=Pickup.RANDOM, shortfall=Shortfall.STEAL, order=Order.LOW_WINS),
)


@pytest.mark.parametrize(("pack", "hands"), BY_PACK, ids=lambda value: value.text)
def test_deals_have_the_hands_and_the_kernels_deal_and_play_them_alike(pack: Pack, hands: Hands) -> None:
    numbers = [0, 1, 2, 7, 2**64 - 1]
    deals = Deals.of_pack(pack, np.array(numbers, np.uint64), hands)
    dealt = [deal_cards(pack, seed=5, number=number, hands=hands) for number in numbers]
    parts, inside = shares(pack, hands), Counter(map(pack.rank_of, range(pack.size)))
    for deal, laid in zip(dealt, dealt_by_kernel(deals, seed=5).tolist(), strict=True):
        assert (len(deal.deck_1), deal.size) == (parts.size_1, parts.cards)
        assert Counter(hands.hand_1.known) <= Counter(deal.deck_1)
        assert Counter(hands.hand_2.known) <= Counter(deal.deck_2)
        assert Counter((*deal.deck_1, *deal.deck_2)) <= inside
        cards = [*zip(deal.deck_1, deal.suits_1, strict=True), *zip(deal.deck_2, deal.suits_2, strict=True)]
        assert pack.copies > 4 or len(set(cards)) == deal.size
        assert laid[: deal.size] == [*deal.deck_1, *deal.deck_2]
        assert deals.cuts[0] == len(deal.deck_1)
    for kernel, rules in product(BOTH, RULES):
        terms = Terms(seed=5, cycles=True, limit=2_000, kernel=kernel)
        results = kernels.play_numbers(rules, pack, numbers=deals.numbers, terms=terms, hands=hands)
        best = max(range(pack.size), key=lambda card: card if rules.order is Order.HIGH else -card)
        for number, deal, result in zip(numbers, dealt, results, strict=True):
            game = play(deal, rules, seed=5, number=number, limit=2_000)
            assert of_kernel(result) == of_referee(game), (rules.code, number)
            if rules.order in (Order.HIGH, Order.LOW_WINS):
                assert result["aces"] == deal.deck_1.count(pack.rank_of(best))


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 51), st.integers(0, 2**64 - 1))
def test_hands_without_a_known_card_are_a_cut_of_the_shuffled_pack(size: int, number: int) -> None:
    plain = deal_cards(WHOLE, seed=4, number=number)
    cards = plain.deck_1 + plain.deck_2
    for text in (f"?{{{size}}}/*", f"*/?{{{52 - size}}}", f"?{{{size}}}/?{{{52 - size}}}"):
        deal = deal_cards(WHOLE, seed=4, number=number, hands=Hands.parse(text))
        assert (deal.deck_1, deal.deck_2) == (cards[:size], cards[size:])


def test_every_deal_that_fits_is_as_likely_as_any() -> None:
    """Of a pack of five different cards: 5 in deck 1, 1 in deck 2, two more drawn, one aside."""
    pack, hands = Pack(5, 1), Hands.parse("A?/T?")
    orders = permutations(range(10, 15), 4)
    possible = {Deal(order[:2], order[2:]) for order in orders if 14 in order[:2] and 10 in order[2:]}
    counts = Counter(deal_cards(pack, seed=3, number=number, hands=hands) for number in range(4_800))
    assert set(counts) == possible
    assert len(possible) == 24
    assert chi_square(counts.values()) < critical(23)
