"""Packs of card numbers, as source 4's program deals them: asked about, and ranked as is chosen."""

import json
import random
from collections import deque

import pytest
from there import of_kind

from engine.formats import Question, Reading, read
from engine.game import play
from engine.rules import PLAYABLE

SENTENCE = "These 52 numbers may be card numbers of one pack or 52 different ranks. Which is it?"


def numbers(seed: int, first: int = 1) -> list[int]:
    """Return the card numbers of one pack, shuffled."""
    pack = [*range(first, first + 52)]
    random.Random(seed).shuffle(pack)
    return pack


def two_lines(pack: list[int]) -> str:
    return " ".join(map(str, pack[:26])) + "\n" + " ".join(map(str, pack[26:]))


def question(text: str) -> Question:
    return of_kind(Question, read(text))


def settled(text: str, format: str) -> Reading:
    return of_kind(Reading, read(text, format=format))


LAYOUTS = {
    "two lines": two_lines,
    "lists": lambda pack: json.dumps([pack[:26], pack[26:]]),
    "labels": lambda pack: "Player 1: {}\nPlayer 2: {}".format(*two_lines(pack).split("\n")),
    "counts": lambda pack: "52\n26 {}\n26 {}".format(*two_lines(pack).split("\n")),
    "a card a line": lambda pack: "\n".join(map(str, pack[:26])) + "\n\n" + "\n".join(map(str, pack[26:])),
}


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_in_every_layout_it_is_asked_what_the_numbers_are(layout: object, first: int) -> None:
    assert callable(layout)
    pack = numbers(7, first)
    asked = question(layout(pack))
    assert asked.question == SENTENCE
    names = [choice.format for choice in asked.readings]
    two_first = ["two-first"] if first else []
    assert names[1:] == ["remainder", "quotient", *two_first, "ace-first", "aces-first"]
    ranks = {choice.format: choice.reading.deals[0].deal.deck_1 for choice in asked.readings[1:]}
    assert asked.readings[0].reading.deals[0].deal.deck_1 == tuple(pack[:26])
    assert asked.readings[0].description.endswith("; each number a rank of its own")
    for place, number in enumerate(pack[:26]):
        suit, four = (number - first) % 13, (number - first) // 4
        assert ranks["remainder"][place] == 2 + number % 13
        assert ranks["quotient"][place] == 2 + four
        assert ranks["ace-first"][place] == (suit + 1 if suit else 14)
        assert ranks["aces-first"][place] == (four + 1 if four else 14)
        assert not first or ranks["two-first"][place] == 2 + suit
    for choice in asked.readings:
        assert settled(layout(pack), choice.format) == choice.reading


def test_a_whole_pack_of_numbers_is_asked_about_in_one_question() -> None:
    asked = question(" ".join(map(str, numbers(3))))
    numberings = ("remainder", "quotient", "two-first", "ace-first", "aces-first")
    assert [choice.format for choice in asked.readings] == [
        f"{cards}-{dealt}"
        for some in (("pack",), numberings)
        for dealt in ("halves", "alternate")
        for cards in some
    ]
    assert asked.question.startswith("Nothing separates the two decks: ")
    assert asked.question.endswith(f", and {SENTENCE[0].lower()}{SENTENCE[1:]}")


def winner_by_remainders(pack: list[int]) -> int:
    """Play the numbers as the source's program does; 0 where somebody cannot pay for a war, or after long."""
    decks = deque(pack[:26]), deque(pack[26:])
    for _ in range(5_000):
        stacks = [decks[0].popleft()], [decks[1].popleft()]
        while stacks[0][-1] % 13 == stacks[1][-1] % 13:
            if min(map(len, decks)) < 4:
                return 0
            for stack, deck in zip(stacks, decks, strict=True):
                stack.extend(deck.popleft() for _ in range(4))
        winner = int(stacks[1][-1] % 13 > stacks[0][-1] % 13)
        decks[winner].extend(stacks[1 - winner] + stacks[winner])
        if not decks[1 - winner]:
            return winner + 1
    return 0


def test_by_remainder_the_source_s_own_winner_wins() -> None:
    games = {seed: winner_by_remainders(numbers(seed)) for seed in range(80)}
    shown = {seed: winner for seed, winner in games.items() if winner}
    assert len(shown) > 30
    for seed, winner in shown.items():
        deal = settled(two_lines(numbers(seed)), "remainder").deals[0].deal
        assert play(deal, PLAYABLE["whats-in-a-game"]).outcome.winner == winner
