"""The law agrees with a second referee, structured differently, on every field of a game."""

from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import Naive
from published import RULE_VALUES, arrangements, every_rules, pack_of
from strategies import deals, rule_sets

from engine import Deal, Pack, Round, Rules, deal_cards, play


def assert_agree(deal: Deal, rules: Rules, *, seed: int = 0, number: int = 0, limit: int = 100_000) -> None:
    rounds: list[Round] = []
    game = play(deal, rules, seed=seed, number=number, limit=limit, watch=rounds.append)
    naive = Naive(deal, rules, seed=seed, number=number, limit=limit)
    ended = {"winner": game.outcome.winner, "reason": game.outcome.reason.value}
    ended["cycle"] = game.cycle and (game.cycle.start, game.cycle.length)
    played = {name: getattr(game, name) for name in naive.result.keys() - ended.keys()} | ended
    assert played == naive.result, (deal.text, rules.code, seed, number)
    assert [this.before for this in rounds] == naive.starts, (deal.text, rules.code, seed, number)


def cuts(cards: tuple[int, ...], at: Iterable[int]) -> list[Deal]:
    return [Deal(cards[:cut], cards[cut:]) for cut in at]


@pytest.mark.parametrize("face_down", range(4))
def test_every_deal_of_2x2_in_every_split_under_every_rules(face_down: int) -> None:
    every = [deal for cards in arrangements(pack_of(2, 2)) for deal in cuts(cards, range(5))]
    assert len(every) == 6 * 5
    for rules in every_rules(range(face_down, face_down + 1)):
        for deal in every:
            assert_agree(deal, rules, seed=1, limit=60)


@pytest.mark.parametrize("apart", [11, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("face_down", range(4))
def test_deals_of_2x3_and_3x2_under_every_rules(face_down: int, apart: int) -> None:
    """Every deal that many apart, other ones for other rules."""
    every = [
        Deal(cards[:3], cards[3:]) for pack in ((2, 3), (3, 2)) for cards in arrangements(pack_of(*pack))
    ]
    assert len(every) == 20 + 90
    for turn, rules in enumerate(every_rules(range(face_down, face_down + 1))):
        for number in range(turn % apart, len(every), apart):
            assert_agree(every[number], rules, seed=2, number=number, limit=100)


def test_random_deals_of_52_under_random_rules() -> None:
    random = Random("52 cards")
    for number in range(200):
        pickup, shortfall, both_out, order = random.choice(RULE_VALUES)
        rules = Rules(
            face_down=random.randrange(6), pickup=pickup, shortfall=shortfall, both_out=both_out, order=order
        )
        assert_agree(deal_cards(Pack(13, 4), seed=5, number=number), rules, seed=5, number=number, limit=1500)


@settings(max_examples=400)
@given(deals(), rule_sets(), st.integers(0, 2**64 - 1))
def test_any_deal_under_any_rules(deal: Deal, rules: Rules, number: int) -> None:
    assert_agree(deal, rules, number=number, limit=300)
