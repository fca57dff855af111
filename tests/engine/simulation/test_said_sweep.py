"""One rule over its values: what each is called, where games are cut off; and when a coin is one by proof."""

import pytest

from engine.cards import Pack
from engine.game import LIMIT
from engine.rules import rules_called
from engine.simulation.coin import fair_by_symmetry
from engine.simulation.study import sweep


@pytest.mark.parametrize(
    ("rule", "labels"),
    [
        ("face_down", "none down, 1 down, 2 down, 3 down, 4 down, 5 down, 6 down"),
        (
            "pickup",
            "in the order of the deal, war by war, player 1’s cards first, player 2’s cards first, "
            "loser’s cards first, winner’s cards first, in turn, loser’s first, in turn, winner’s first, "
            "in turn, last laid first, inside out, winner’s first, shuffled, by a coin",
        ),
        (
            "shortfall",
            "short loses, short draws, short plays the last card, short means fewer down, short steals",
        ),
        ("both_out", "both out draws, both out: player 1, both out: player 2"),
        ("order", "aces high, aces low, low wins, lowest beats highest"),
    ],
)
def test_what_the_values_of_a_rule_are_called(rule: str, labels: str) -> None:
    assert ", ".join(sweep(rules_called("code-golf"), rule, games=9).labels) == labels


@pytest.mark.parametrize(
    ("rules", "rule", "limit"),
    [
        # In the order of the deal without a card face down games go on for millions of rounds.
        ("1.AS_DEALT.LOSES.DRAW.HIGH", "face_down", 100_000),
        ("0.AS_DEALT.LOSES.DRAW.HIGH", "order", 100_000),
        ("1.AS_DEALT.LOSES.DRAW.HIGH", "order", LIMIT),
        ("2.AS_DEALT.LOSES.DRAW.HIGH", "order", LIMIT),
        # War by war with two as well, but not with one or three.
        ("0.AS_PROGRAMMED.LOSES.DRAW.HIGH", "order", 100_000),
        ("1.AS_PROGRAMMED.LOSES.DRAW.HIGH", "order", LIMIT),
        ("2.AS_PROGRAMMED.LOSES.DRAW.HIGH", "order", 100_000),
        ("3.AS_PROGRAMMED.LOSES.DRAW.HIGH", "order", LIMIT),
        ("0.PLAYER_1_FIRST.LOSES.DRAW.HIGH", "order", LIMIT),
        ("0.LOSER_FIRST.LOSES.DRAW.HIGH", "pickup", 100_000),
        ("1.LOSER_FIRST.LOSES.DRAW.HIGH", "pickup", LIMIT),
    ],
)
def test_where_games_are_cut_off(rules: str, rule: str, limit: int) -> None:
    assert sweep(rules_called(rules), rule, games=9).comparison.limit == limit
    assert LIMIT > 100_000


@pytest.mark.parametrize(
    ("rules", "pack", "fair"),
    [
        ("1.LOSER_FIRST.LOSES.DRAW.HIGH", "13x4", True),
        ("1.LOSER_FIRST.LOSES.DRAW.HIGH", "3x2", True),
        ("1.LOSER_FIRST.LOSES.DRAW.HIGH", "3x1", False),
        ("1.LOSER_FIRST.LOSES.PLAYER_1.HIGH", "13x4", False),
        ("1.WINNER_ALTERNATING_REVERSED.LOSES.DRAW.HIGH", "13x4", True),
        ("1.RANDOM.LOSES.DRAW.HIGH", "13x4", True),
        ("1.RANDOM.LOSES.DRAW.HIGH", "5x5", False),
        ("1.COIN_FLIP.LOSES.DRAW.HIGH", "13x4", True),
        ("1.AS_DEALT.LOSES.DRAW.HIGH", "13x4", False),
        ("1.PLAYER_2_FIRST.LOSES.DRAW.HIGH", "13x4", False),
        ("1.AS_PROGRAMMED.LOSES.DRAW.HIGH", "13x4", False),
    ],
)
def test_when_a_game_is_a_coin_by_proof(rules: str, pack: str, fair: bool) -> None:
    assert fair_by_symmetry(rules_called(rules), Pack.parse(pack)) == fair
