"""Everything that is said of a rule's value stands in its row, and no value is without one."""

import pickle
from copy import deepcopy
from dataclasses import fields

import pytest

from engine.rules import (
    ENUMS,
    RULE_NAMES,
    RULES_SAID,
    BothOut,
    Order,
    Pickup,
    Rules,
    Shortfall,
    Value,
    said_of,
)
from engine.rules.values import PickupSaid, Said

BRIEF: dict[type[Value], dict[str, tuple[str, str, str]]] = {
    Pickup: {
        "AS_DEALT": ("in the order of the deal", "", ""),
        "AS_PROGRAMMED": ("war by war", "", ""),
        "PLAYER_1_FIRST": ("player 1’s cards first", "", "player 1’s"),
        "PLAYER_2_FIRST": ("player 2’s cards first", "", "player 2’s"),
        "LOSER_FIRST": ("loser’s cards first", "", "the loser’s"),
        "WINNER_FIRST": ("winner’s cards first", "", "the winner’s"),
        "LOSER_ALTERNATING": ("in turn, loser’s first", "", ""),
        "WINNER_ALTERNATING": ("in turn, winner’s first", "", ""),
        "WINNER_ALTERNATING_REVERSED": ("in turn, last laid first", "", ""),
        "WINNER_INSIDE_OUT": ("inside out, winner’s first", "", ""),
        "RANDOM": ("shuffled", "", ""),
        "COIN_FLIP": ("by a coin", "", ""),
    },
    Shortfall: {
        "LOSES": ("short loses", "loses", "losing"),
        "DRAW": ("short draws", "draws", "a draw"),
        "LAST_CARD": ("short plays the last card", "plays the last card", "the last card"),
        "FEWER_DOWN": ("short means fewer down", "fewer down", "fewer down"),
        "STEAL": ("short steals", "steals", "stealing"),
    },
    BothOut: {
        "DRAW": ("both out draws", "draws", ""),
        "PLAYER_1": ("both out: player 1", "player 1", ""),
        "PLAYER_2": ("both out: player 2", "player 2", ""),
    },
    Order: {
        "HIGH": ("aces high", "", ""),
        "ACE_LOW": ("aces low", "", ""),
        "LOW_WINS": ("low wins", "", ""),
        "LOWEST_BEATS_HIGHEST": ("lowest beats highest", "", ""),
    },
}
"""Of each value: in brief, in a cell under its heading (empty: the same), in a headline on a change."""

EVERY = [value for kind in ENUMS.values() for value in kind]


def few_words(said: Said) -> tuple[str, str, str]:
    return said.brief, said.cell if said.cell != said.brief else "", said.called


def test_every_value_has_its_few_words() -> None:
    assert {kind: {value.value: few_words(value.said) for value in kind} for kind in ENUMS.values()} == BRIEF


@pytest.mark.parametrize("value", EVERY, ids=repr)
def test_a_row_leaves_nothing_out(value: Value) -> None:
    said = value.said
    assert said.text == value.value == value.name
    assert isinstance(said, PickupSaid) == isinstance(value, Pickup)
    assert said_of(value) is said
    assert 1 <= said.rare <= 5
    for words in (said.sentence, said.does, said.wants or said.does):
        assert words.count("*") == 2
        assert "**" not in words
    assert said.sentence.endswith(".")
    others = [other.said for other in type(value) if other is not value]
    for name in ("brief", "sentence", "does"):
        assert getattr(said, name) not in [getattr(other, name) for other in others]


def test_every_shortfall_can_stand_in_a_headline() -> None:
    assert all(shortfall.said.called for shortfall in Shortfall)


def test_a_value_of_which_nothing_is_said_cannot_be() -> None:
    with pytest.raises(
        TypeError, match=r"^nothing is said of Planted 'BARE': give it a row as the others have$"
    ):

        class Planted(Value):
            BARE = "BARE"


def test_a_row_that_leaves_something_out_cannot_be() -> None:
    with pytest.raises(TypeError, match="missing 2 required positional arguments: 'does' and 'rare'"):
        Said("NEW", brief="new", sentence="A *new* one.")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'settled_by'"):
        PickupSaid("NEW", "new", "A *new* one.", "picks up *anew*", 5)  # type: ignore[call-arg]


@pytest.mark.parametrize("value", EVERY, ids=repr)
def test_a_value_stays_what_it_is_between_processes_and_in_text(value: Value) -> None:
    assert pickle.loads(pickle.dumps(value)) is deepcopy(value) is type(value)(value.value) is value
    assert f"{value}" == str(value) == value.value
    assert value == value.name


def test_every_rule_is_named_once_and_said_everywhere() -> None:
    assert tuple(field.name for field in fields(Rules)) == RULE_NAMES == tuple(RULES_SAID)
    assert ("face_down", *ENUMS) == RULE_NAMES
    labels = [(said.label, said.varied) for said in RULES_SAID.values()]
    assert labels == [
        ("Cards face down in a war", "The number of cards face down"),
        ("Pick-up", "The pick-up order"),
        ("Too few cards for a war", "The rule for who is short"),
        ("Both run out in the same war", "The rule for both running out"),
        ("Which card wins", "The order of the ranks"),
    ]
    headings = ["In a war", "Picks up", "Short of cards", "Both run out", ""]
    assert [said.heading for said in RULES_SAID.values()] == headings


@pytest.mark.parametrize(
    ("cards", "brief", "does", "wants", "rare"),
    [
        (0, "none down", "lays *no cards face down* in a war", "wants *none*", 2),
        (1, "1 down", "lays *one card face down* in a war", "wants *one*", 1),
        (10, "10 down", "lays *ten cards face down* in a war", "wants *ten*", 4),
        (99, "99 down", "lays *99 cards face down* in a war", "wants *99*", 4),
    ],
)
def test_cards_face_down_are_said_by_their_number(
    cards: int, brief: str, does: str, wants: str, rare: int
) -> None:
    said = Rules(face_down=cards).said("face_down")
    assert (said.brief, said.does, said.wants, said.rare) == (brief, does, wants, rare)


def test_rules_apart_are_named_in_the_order_of_the_rules() -> None:
    rules = Rules(face_down=3, pickup=Pickup.RANDOM, order=Order.LOW_WINS)
    assert rules.apart(Rules()) == Rules().apart(rules) == ("face_down", "pickup", "order")
    assert rules.apart(rules) == ()
    # By rule, not by text: DRAW is a value of two rules.
    assert Rules(shortfall=Shortfall.DRAW).apart(Rules()) == ("shortfall",)
