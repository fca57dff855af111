"""Rules in a few words, and what a program does otherwise than its judge: words for every value there is."""

from collections.abc import Mapping
from typing import Any, Final

import pytest

from engine.diagnose import Program
from engine.diagnose.candidates import explanation_words
from engine.rules import PLAYABLE, BothOut, Order, Pickup, Rules, Shortfall, rules_called, said_of
from engine.wording.sentences import in_brief, named, plain

BRIEF: Final[Mapping[Any, str]] = {
    Pickup.AS_DEALT: "in the order of the deal",
    Pickup.AS_PROGRAMMED: "war by war",
    Pickup.PLAYER_1_FIRST: "player 1’s cards first",
    Pickup.PLAYER_2_FIRST: "player 2’s cards first",
    Pickup.LOSER_FIRST: "loser’s cards first",
    Pickup.WINNER_FIRST: "winner’s cards first",
    Pickup.LOSER_ALTERNATING: "in turn, loser’s first",
    Pickup.WINNER_ALTERNATING: "in turn, winner’s first",
    Pickup.WINNER_ALTERNATING_REVERSED: "in turn, last laid first",
    Pickup.WINNER_INSIDE_OUT: "inside out, winner’s first",
    Pickup.RANDOM: "shuffled",
    Pickup.COIN_FLIP: "by a coin",
    Shortfall.LOSES: "short loses",
    Shortfall.LAST_CARD: "short plays the last card",
    Shortfall.FEWER_DOWN: "short means fewer down",
    Shortfall.STEAL: "short steals",
    BothOut.PLAYER_1: "both out: player 1",
    BothOut.PLAYER_2: "both out: player 2",
    Order.HIGH: "aces high",
    Order.ACE_LOW: "aces low",
    Order.LOW_WINS: "low wins",
    Order.LOWEST_BEATS_HIGHEST: "lowest beats highest",
}


def test_every_value_in_brief() -> None:
    assert {value: said_of(value).brief for value in BRIEF} == BRIEF
    # Two rules have a value of this name.
    assert said_of(Shortfall.DRAW).brief == "short draws"
    assert said_of(BothOut.DRAW).brief == "both out draws"
    values = {str(value) for kind in (Pickup, Shortfall, BothOut, Order) for value in kind}
    assert values - {"DRAW"} == {str(value) for value in BRIEF}
    cards = [Rules(face_down=number).said("face_down").brief for number in (0, 1, 99)]
    assert cards == ["none down", "1 down", "99 down"]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("1.LOSER_FIRST.LOSES.DRAW.HIGH", "loser’s cards first"),
        ("1.RANDOM.LOSES.DRAW.HIGH", "shuffled"),
        ("3.LOSER_FIRST.LOSES.DRAW.HIGH", "3 down, loser’s cards first"),
        (
            "0.RANDOM.STEAL.PLAYER_1.LOW_WINS",
            "none down, shuffled, short steals, both out: player 1, low wins",
        ),
    ],
)
def test_rules_in_brief_say_the_pick_up_and_what_is_not_usual(code: str, words: str) -> None:
    assert in_brief(Rules.parse(code)) == words


@pytest.mark.parametrize(
    ("name", "title", "beside"),
    [
        ("codingame", "CodinGame", "3 down, player 1’s cards first, short draws"),
        ("spivey", "Spivey", "winner’s cards first, low wins"),
        ("2.LOSER_FIRST.LOSES.DRAW.HIGH", "2 down", "otherwise as Code golf"),
        ("2.PLAYER_2_FIRST.LOSES.DRAW.HIGH", "2 down, player 2’s cards first", "otherwise as Code golf"),
        ("3.PLAYER_1_FIRST.LOSES.DRAW.HIGH", "Short loses", "otherwise as CodinGame"),
        ("1.LOSER_FIRST.LOSES.DRAW.HIGH", "Loser’s cards first", "otherwise as Programming Challenges"),
        ("3.RANDOM.STEAL.DRAW.HIGH", "Shuffled", "otherwise as What's in a game, with stealing"),
    ],
)
def test_rule_sets_are_called_after_what_they_change(name: str, title: str, beside: str) -> None:
    assert named(name) == (title, beside)


def test_of_equally_near_presets_the_one_asked_for_is_named() -> None:
    assert named("1.WINNER_FIRST.LOSES.DRAW.HIGH") == ("Winner’s cards first", "otherwise as Code golf")
    code = "1.PLAYER_1_FIRST.LOSES.DRAW.HIGH"
    assert named(code)[1] == "otherwise as Code golf"
    assert named(code, ("programming-challenges",))[1] == "otherwise as Programming Challenges"
    assert named(code, ("kbwar",))[1] == "otherwise as Code golf"
    near = "norvig", "kbwar"
    assert named("3.RANDOM.FEWER_DOWN.DRAW.HIGH", near) == ("Short means fewer down", "otherwise as Norvig")
    assert named("3.RANDOM.FEWER_DOWN.DRAW.HIGH", near[::-1])[1] == "otherwise as kbWar"


def test_in_which_rules_two_rule_sets_differ() -> None:
    assert Rules().apart(Rules()) == ()
    assert Rules(face_down=3, order=Order.ACE_LOW).apart(Rules()) == ("face_down", "order")
    names = ("face_down", "pickup", "shortfall", "both_out", "order")
    other = Rules.parse("0.RANDOM.STEAL.PLAYER_1.LOW_WINS")
    assert other.apart(Rules()) == names
    for name in names:
        assert Rules(**{name: getattr(other, name)}).apart(Rules()) == (name,)


# What a program does otherwise than the judge


def explained(program: str, judge: str) -> str:
    return plain(explanation_words(Program.parse(program), rules_called(judge)))


USUAL = "1.LOSER_FIRST.LOSES.DRAW.HIGH"
EXPLAINED: Final = {
    "0.LOSER_FIRST.LOSES.DRAW.HIGH": "lays no cards face down in a war",
    "2.LOSER_FIRST.LOSES.DRAW.HIGH": "lays two cards face down in a war",
    "11.LOSER_FIRST.LOSES.DRAW.HIGH": "lays 11 cards face down in a war",
    "1.AS_DEALT.LOSES.DRAW.HIGH": "picks the cards up as they were laid",
    "1.AS_PROGRAMMED.LOSES.DRAW.HIGH": "picks the cards up war by war",
    "1.PLAYER_1_FIRST.LOSES.DRAW.HIGH": "picks up player 1's cards first",
    "1.PLAYER_2_FIRST.LOSES.DRAW.HIGH": "picks up player 2's cards first",
    "1.WINNER_FIRST.LOSES.DRAW.HIGH": "picks up the winner's cards first",
    "1.LOSER_ALTERNATING.LOSES.DRAW.HIGH": "picks up one card of each in turn, the loser's first",
    "1.WINNER_ALTERNATING.LOSES.DRAW.HIGH": "picks up one card of each in turn, the winner's first",
    "1.WINNER_ALTERNATING_REVERSED.LOSES.DRAW.HIGH": (
        "picks up one card of each in turn, from the last laid to the first"
    ),
    "1.WINNER_INSIDE_OUT.LOSES.DRAW.HIGH": (
        "picks up the last war first, of each war the winner's cards first"
    ),
    "1.RANDOM.LOSES.DRAW.HIGH": "shuffles the cards it picks up",
    "1.COIN_FLIP.LOSES.DRAW.HIGH": "lets a coin decide the pick-up",
    "1.LOSER_FIRST.DRAW.DRAW.HIGH": "calls the game drawn when a war cannot be finished",
    "1.LOSER_FIRST.LAST_CARD.DRAW.HIGH": "lets a player short for a war fight with the last card",
    "1.LOSER_FIRST.FEWER_DOWN.DRAW.HIGH": "lets both lay fewer cards when one is short for a war",
    "1.LOSER_FIRST.STEAL.DRAW.HIGH": (
        "lets a player short for a war take the missing cards from the other deck"
    ),
    "1.LOSER_FIRST.LOSES.PLAYER_1.HIGH": "lets player 1 win when both run out in the same war",
    "1.LOSER_FIRST.LOSES.PLAYER_2.HIGH": "lets player 2 win when both run out in the same war",
    "1.LOSER_FIRST.LOSES.DRAW.ACE_LOW": "has aces low",
    "1.LOSER_FIRST.LOSES.DRAW.LOW_WINS": "lets the lower card win",
    "1.LOSER_FIRST.LOSES.DRAW.LOWEST_BEATS_HIGHEST": "lets the lowest card beat the highest",
}
WANTED: Final = {
    "face_down": "wants one",
    "pickup": "wants the loser's first",
    "shortfall": "lets a player who cannot finish a war lose",
    "both_out": "calls the game drawn when both run out in the same war",
    "order": "lets the higher card win, aces high",
}


@pytest.mark.parametrize("code", EXPLAINED)
def test_one_rule_that_is_otherwise(code: str) -> None:
    (name,) = Rules.parse(code).apart(Rules())
    assert explained(code, USUAL) == f"Your program {EXPLAINED[code]}. The judge {WANTED[name]}."


TURNED: Final = {
    "3.LOSER_FIRST.LOSES.DRAW.HIGH": "wants three",
    "11.LOSER_FIRST.LOSES.DRAW.HIGH": "wants 11",
    "1.AS_DEALT.LOSES.DRAW.HIGH": "wants them as they were laid",
    "1.AS_PROGRAMMED.LOSES.DRAW.HIGH": "wants them war by war",
    "1.PLAYER_1_FIRST.LOSES.DRAW.HIGH": "wants player 1's first",
    "1.PLAYER_2_FIRST.LOSES.DRAW.HIGH": "wants player 2's first",
    "1.WINNER_FIRST.LOSES.DRAW.HIGH": "wants the winner's first",
    "1.LOSER_ALTERNATING.LOSES.DRAW.HIGH": "wants one of each in turn, the loser's first",
    "1.WINNER_ALTERNATING.LOSES.DRAW.HIGH": "wants one of each in turn, the winner's first",
    "1.WINNER_ALTERNATING_REVERSED.LOSES.DRAW.HIGH": (
        "wants one of each in turn, from the last laid to the first"
    ),
    "1.WINNER_INSIDE_OUT.LOSES.DRAW.HIGH": "wants the last war first, of each the winner's cards first",
    "1.RANDOM.LOSES.DRAW.HIGH": "shuffles them",
    "1.COIN_FLIP.LOSES.DRAW.HIGH": "lets a coin decide it",
    "1.LOSER_FIRST.STEAL.DRAW.HIGH": (
        "lets a player short for a war take the missing cards from the other deck"
    ),
    "1.LOSER_FIRST.LOSES.DRAW.ACE_LOW": "has aces low",
}
DOES: Final = {
    "face_down": "lays one card face down in a war",
    "pickup": "picks up the loser's cards first",
    "shortfall": "lets a player who cannot finish a war lose",
    "order": "lets the higher card win, aces high",
}


@pytest.mark.parametrize("code", TURNED)
def test_what_the_judge_wants_instead(code: str) -> None:
    (name,) = Rules.parse(code).apart(Rules())
    assert explained(USUAL, code) == f"Your program {DOES[name]}. The judge {TURNED[code]}."


@pytest.mark.parametrize(
    ("program", "judge", "sentence"),
    [
        ("code-golf", "code-golf", "Your program does what the judge does."),
        (
            "3.WINNER_FIRST.LOSES.DRAW.HIGH",
            USUAL,
            "Your program lays three cards face down in a war and picks up the winner's cards first. "
            "The judge wants one and wants the loser's first.",
        ),
        # Somebody else's rules as a whole are named from the third difference on.
        (
            "codingame",
            "code-golf",
            "Your program plays by the rules of CodinGame. The judge plays by those of Code golf.",
        ),
        (
            "wikipedia",
            "norvig",
            "Your program lets a player short for a war fight with the last card. "
            "The judge lets a player who cannot finish a war lose.",
        ),
        (
            "0.AS_DEALT.STEAL.DRAW.HIGH",
            "code-golf",
            "Your program lays no cards face down in a war, picks the cards up as they were laid "
            "and lets a player short for a war take the missing cards from the other deck. "
            "The judge wants one, wants the loser's first and lets a player who cannot finish a war lose.",
        ),
        (
            "code-golf+10-as-1",
            "code-golf",
            "Your program reads 10 as 1. The judge means ten.",
        ),
        (
            "advent-of-code-22+10-as-1+one-too-many",
            "code-golf",
            "Your program reads 10 as 1, counts one round too many and picks up the winner's cards first. "
            "The judge means ten, counts each round once and wants the loser's first.",
        ),
        (
            "code-golf+stops-at-1000-drawn",
            "code-golf",
            "Your program stops after 1,000 rounds and calls the game drawn. The judge plays on.",
        ),
        (
            "code-golf+stops-at-100-more",
            "code-golf",
            "Your program stops after 100 rounds and names whoever holds more cards. The judge plays on.",
        ),
        (
            "code-golf+queue-of-26-loses-new",
            "code-golf",
            "Your program has a queue of 26 places a deck: cards that do not fit are lost. "
            "The judge has room for every card.",
        ),
        # What the judge wants for two mistakes alike is said once.
        (
            "code-golf+10-as-1+counts-battles+one-too-few",
            "code-golf",
            "Your program reads 10 as 1, counts battles and counts one round too few. "
            "The judge means ten, counts rounds and counts each round once.",
        ),
    ],
)
def test_several_differences_in_one_sentence(program: str, judge: str, sentence: str) -> None:
    assert explained(program, judge) == sentence


def test_the_deciding_words_are_marked() -> None:
    parts = explanation_words(Program(PLAYABLE["advent-of-code-22"]), PLAYABLE["code-golf"])
    assert [part.text for part in parts if part.about == "key"] == [
        "the winner's cards first",
        "the loser's first",
    ]
