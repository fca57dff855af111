"""Hands: what is known of a deal, written and read; dealt by the law and by the kernels, card for card."""

from collections import Counter
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from chance import chi_square, critical
from dealt import dealt
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Deal, Hands, Order, Pack, Pickup, Rules, Shortfall, deal_cards, kernels, play
from engine.cards import KnownHand, Shares, shares
from engine.kernels import Kernel, Terms
from engine.kernels.calls import Deals
from engine.kernels.codes import REASONS
from engine.rules import PLAYABLE
from engine.simulation import Study
from engine.simulation.study import Comparison
from engine.simulation.tallies import tally

WHOLE = Pack(13, 4)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("AAAA/*", "AAAA/*"),
        ("AAAA?{22}/*", "AAAA?{22}/*"),
        ("?{20}/?{32}", "?{20}/?{32}"),
        ("AKQJ?{22}/?{26}", "AKQJ?{22}/?{26}"),
        (" ?A? K / Q * ?", "AK?{2}/Q*"),
        ("2TA/?", "AT2/?"),
        ("A K/5 5 ?", "AK/55?"),
        ("?{1}/?{2}", "?/?{2}"),
        ("52 51 ?{3}/*", "52 51 ?{3}/*"),
        ("*/052", "*/052"),
        ("052/1", "52/1"),
        ("052 ?/45", "052 ?/45"),
        ("14 13 1/2 ?", "14 13 1/2 ?"),
    ],
)
def test_hands_are_written_one_way_and_read_back(written: str, text: str) -> None:
    hands = Hands.parse(written)
    assert hands.text == text
    assert Hands.parse(text) == hands


some_hands = st.builds(
    KnownHand,
    st.lists(st.integers(2, 14) | st.integers(0, 999), max_size=5).map(
        lambda ranks: tuple(sorted(ranks, reverse=True))
    ),
    st.none() | st.integers(0, 40),
).filter(lambda hand: hand != KnownHand())


@given(some_hands, some_hands)
def test_any_hands_are_read_back(one: KnownHand, other: KnownHand) -> None:
    if one.drawn is not None or other.drawn is not None:
        hands = Hands(one, other)
        assert Hands.parse(hands.text) == hands
        assert hands.swapped().swapped() == hands


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("AAAA", "'AAAA' has 0 slashes: write hands such as AAAA/*"),
        ("A/B/C", "'A/B/C' has 2 slashes: write hands such as AAAA/*"),
        ("*/?*", "hands '*/*' leave all that remains to both players: write * once"),
        ("AAAA/", "hands 'AAAA/' leave player 2 without a card: write at least ?"),
        ("/AAAA", "hands '/AAAA' leave player 1 without a card: write at least ?"),
        ("AXA/*", "column 2: 'X' is no rank: write letters 23456789TJQKA without spaces, or decimal ranks"),
        ("AA/10 *", "column 4: '10' is no rank"),
        ("A/?{2", "column 4: '{' is no rank"),
        ("?{9999}/*", "column 1: a hand of more than 4,096 cards: take fewer"),
        ("1000 1/*", "column 1: '1000' is no rank"),
    ],
)
def test_hands_that_mean_nothing_are_refused_with_place_and_repair(written: str, why: str) -> None:
    with pytest.raises(ValueError, match=r"\w") as refused:
        Hands.parse(written)
    assert str(refused.value).startswith(why)


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        ("AAA/AA*", "hands 'AAA/AA*' hold A 5 times: the pack of 13x4 has 4, so take fewer of them"),
        ("3 1/*", "hands '3 1/*' hold 1 1 time: the pack of 13x4 has none, so take other ranks"),
        ("A?{22}/?{30}", "hands 'A?{22}/?{30}' have 53 cards: the pack of 13x4 has 52, so take 1 fewer"),
        (
            "?{52}/*",
            "hands '?{52}/*' leave no card of the pack of 13x4 for player 2: give the other fewer",
        ),
    ],
)
def test_what_the_pack_cannot_deal_is_refused_with_its_reason(hands: str, why: str) -> None:
    for deal in (
        lambda: deal_cards(WHOLE, seed=0, number=0, hands=Hands.parse(hands)),
        lambda: Study(rules=Rules(), games=1, hands=Hands.parse(hands)),
        lambda: Comparison(rule_sets=(Rules(), Rules(face_down=2)), games=1, hands=Hands.parse(hands)),
    ):
        with pytest.raises(ValueError, match=r"\w") as refused:
            deal()
        assert str(refused.value) == why


def test_where_cards_lie_aside_the_lowest_cannot_beat_the_highest_of_the_pack() -> None:
    hands, rules = Hands.parse("AK/QJ"), Rules(order=Order.LOWEST_BEATS_HIGHEST)
    with pytest.raises(ValueError, match=r"leave 48 cards of the pack aside, .* write \* for all"):
        Study(rules=rules, games=1, hands=hands)
    assert Study(rules=rules, games=1, hands=Hands.parse("AK/QJ*")).cards == 52


GIVEN = {
    "13x4": [
        "AAAA/*",
        "*/AAAA",
        "AAAA?{22}/*",
        "?{20}/?{32}",
        "AKQJ?{22}/?{26}",
        "AA?{3}/A22",
        "?/?",
        "A*/A",
    ],
    "1x4": ["A/*", "AA/AA", "A?/A"],
    "4x2": ["AK/*", "AAKKQQJ/J", "J?/A?{2}", "AAKK/QQJJ"],
    "52x1": ["52 51 ?{24}/*", "1/2"],
    "13x8": ["AAAAAAAA/*", "?{4}/22?{90}"],
    "13x19": ["AAAA?{100}/22*"],
    "129x1": ["129 ?{3}/*", "128 127/1 ?"],
}
BY_PACK = [(Pack.parse(pack), Hands.parse(text)) for pack, texts in GIVEN.items() for text in texts]


def holds(deal: Deal, parts: Shares, pack: Pack, hands: Hands) -> bool:
    """Say whether a deal has the hands, out of the pack."""
    inside = Counter(map(pack.rank_of, range(pack.size)))
    return (
        (len(deal.deck_1), deal.size) == (parts.size_1, parts.cards)
        and Counter(hands.hand_1.known) <= Counter(deal.deck_1)
        and Counter(hands.hand_2.known) <= Counter(deal.deck_2)
        and Counter(deal.deck_1) + Counter(deal.deck_2) <= inside
    )


@pytest.mark.parametrize(("pack", "hands"), BY_PACK, ids=lambda value: value.text)
def test_deals_have_the_hands_and_are_the_kernels_card_for_card(pack: Pack, hands: Hands) -> None:
    numbers = [0, 1, 2, 7, 10**9, 2**64 - 1]
    deals = Deals.of_pack(pack, np.array(numbers, np.uint64), hands)
    parts = shares(pack, hands)
    for number, laid in zip(numbers, dealt(deals, seed=6).tolist(), strict=True):
        deal = deal_cards(pack, seed=6, number=number, hands=hands)
        assert holds(deal, parts, pack, hands)
        cards = [*zip(deal.deck_1, deal.suits_1, strict=True), *zip(deal.deck_2, deal.suits_2, strict=True)]
        assert pack.copies > 4 or len(set(cards)) == deal.size
        assert laid[: deal.size] == [*deal.deck_1, *deal.deck_2]
        assert deals.cuts[0] == len(deal.deck_1)


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


def outcome(record: np.void) -> tuple[object, ...]:
    names = ("winner", "rounds", "battles", "plays", "wars", "depth", "size_1", "size_2")
    return (REASONS[int(record["reason"])], *(int(record[name]) for name in names))


@pytest.mark.parametrize("kernel", ["window", "scalar"])
@pytest.mark.parametrize(("pack", "hands"), BY_PACK, ids=lambda value: value.text)
def test_games_of_hands_are_the_referees(pack: Pack, hands: Hands, kernel: Kernel) -> None:
    numbers = np.array([0, 1, 2, 3, 2**63], np.uint64)
    for rules in (
        Rules(),
        Rules(face_down=3, pickup=Pickup.PLAYER_1_FIRST, shortfall=Shortfall.LAST_CARD, order=Order.ACE_LOW),
        Rules(pickup=Pickup.RANDOM, shortfall=Shortfall.STEAL, order=Order.LOW_WINS),
    ):
        terms = Terms(seed=5, cycles=True, limit=2_000, kernel=kernel)
        records = kernels.play_numbers(rules, pack, numbers=numbers, terms=terms, hands=hands)
        best = max(range(pack.size), key=lambda card: card if rules.order is Order.HIGH else -card)
        for number, record in zip(numbers.tolist(), records, strict=True):
            deal = deal_cards(pack, seed=5, number=number, hands=hands)
            game = play(deal, rules, seed=5, number=number, limit=2_000)
            counts = (game.rounds, game.battles, game.plays, game.wars, game.depth, *game.sizes)
            assert outcome(record) == (game.outcome.reason, game.outcome.winner, *counts), (
                rules.code,
                number,
            )
            if rules.order in (Order.HIGH, Order.LOW_WINS):
                assert record["aces"] == deal.deck_1.count(pack.rank_of(best))


@pytest.mark.parametrize(("face_down", "published"), [(1, 0.809), (2, 0.717), (3, 0.655)])
def test_four_aces_against_the_rest_win_as_often_as_published(face_down: int, published: float) -> None:
    """A shuffled pick-up; the shares stand in print with one decimal of a percent."""
    study = Study(
        rules=replace(PLAYABLE["jouets"], face_down=face_down),
        games=20_000,
        seed=7,
        hands=Hands.parse("AAAA/*"),
    )
    outcomes = tally(study, 0, study.games).outcomes()
    error = 1.96 * (published * (1 - published) / study.games) ** 0.5
    assert abs(outcomes["player_1"] / study.games - published) < error + 0.0005
    assert outcomes["player_1"] + outcomes["player_2"] == study.games
