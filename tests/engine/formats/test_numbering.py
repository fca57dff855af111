"""Packs of card numbers, as source 4's program deals them: asked about, and ranked as is chosen."""

import json
import random
from collections import deque
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.formats import FORMATS, NotationError, Question, Reading, read
from engine.game import play
from engine.rules import PLAYABLE

RULES = PLAYABLE["whats-in-a-game"]
SENTENCE = "52 numbers, each once, can be cards of thirteen ranks or 52 ranks. Which is it?"


def numbers(seed: int, first: int = 1) -> list[int]:
    """Return the card numbers of one pack, shuffled."""
    pack = [*range(first, first + 52)]
    random.Random(seed).shuffle(pack)
    return pack


def two_lines(pack: list[int]) -> str:
    return " ".join(map(str, pack[:26])) + "\n" + " ".join(map(str, pack[26:]))


def question(text: str) -> Question:
    asked = read(text)
    assert isinstance(asked, Question)
    return asked


def settled(text: str, format: str) -> Reading:
    reading = read(text, format=format)
    assert isinstance(reading, Reading)
    return reading


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
    assert asked.question.startswith("Nothing parts the two decks: ")
    assert asked.question.endswith(f", and {SENTENCE}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10 9 13 2 7\n11 12 3 1 5", {"ace-1": "T9K27/JQ3A5", "two-1": "JTA38/QK426"}),
        ("10 9 1 2 7\n8 6 3 1 5", {"ace-1": "T9A27/863A5"}),
        ("8 7 11 0 5\n9 10 1 12 3", {"two-0": "T9K27/JQ3A5", "ace-0": "98QA6/TJ2K4"}),
        ("34 46 24 0 31\n48 23 1 38 42", {"remainder": "T9K27/JQ3A5"}),
        ("48 8 24 1 28\n36 23 4 40 13", {"ace-first": "T9Q23/JJ52A", "aces-first-from-1": "Q26A7/96AT4"}),
        ("9 2 6 3 1\n5 8 4 7 10", {}),  # Advent of Code: a row of small ranks
        ("1 3 5 7 9\n2 4 6 8 0", {}),
        ("14 3 2 5\n1 13 9 9", {}),
        ("40 3 2\n5 7", {}),
        ("11\n5 10 9 8 2 7\n6 1 3 4 6 5 11", {}),  # Codeforces
    ],
)
def test_numbers_that_may_count_cards_are_asked_about(text: str, expected: dict[str, str]) -> None:
    found = read(text)
    assert isinstance(found, Question) == bool(expected)
    if isinstance(found, Question):
        deals = {choice.format: choice.reading.deals[0].deal.text for choice in found.readings}
        assert found.readings[0].description.endswith("; each number a rank of its own")
        assert {name: deals[name] for name in expected} == expected


@pytest.mark.parametrize("text", ["2\n0\n2 1 3", "0\n2 1 3", "0\n0", "words come first here\n/23"])
def test_empty_decks_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read(text)


def test_other_numbers_and_our_own_line_are_not_asked_about() -> None:
    pack = numbers(5)
    for other in ([*pack[:51], 53], [*pack[:51], pack[0]], [number + 1 for number in pack]):
        assert settled(two_lines(other), "decimal") == read(two_lines(other))
    line = read(two_lines(pack).replace("\n", "/"))
    assert isinstance(line, Reading)
    assert (line.format, line.deals[0].deal.deck_1) == ("line", tuple(pack[:26]))
    one_high = read(two_lines(pack), ranks="1-high")
    assert isinstance(one_high, Reading)
    assert one_high.format == "decimal"


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
    told = {seed: winner for seed, winner in games.items() if winner}
    assert len(told) > 30
    for seed, winner in told.items():
        deal = settled(two_lines(numbers(seed)), "remainder").deals[0].deal
        assert play(deal, RULES).outcome.winner == winner


def test_the_judge_is_known_by_the_format() -> None:
    assert FORMATS["remainder"].judge == "whats-in-a-game"


def test_the_terminal_asks_with_code_3_and_takes_the_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "numbers.txt"
    file.write_text(two_lines(numbers(1)))
    assert main(["read", str(file)]) == 3
    asked = capsys.readouterr().err
    for name in ("decimal", "remainder", "quotient"):
        assert f"  --from {name}: {FORMATS[name].description}" in asked
    deal = settled(two_lines(numbers(1)), "remainder").deals[0].deal
    cards = " ".join(deal.rank_text(rank) for rank in deal.deck_2[:8])
    assert f"\n      2  {cards} …\n" in asked
    assert main(["read", "--from", "remainder", str(file)]) == 0
    assert deal.text in capsys.readouterr().out


def test_the_terminal_waits_for_a_yes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "words.txt"
    file.write_text(
        "Mine:\nTen of Hearts, Nine of Spades, Two of Clubs\nJack of Spades, Queen of Diamonds, Six of Hearts"
    )
    assert main(["read", str(file)]) == 3
    asked = capsys.readouterr().err
    assert asked.startswith("Read as: 10 9 2 / J Q 6. Play this?\n")
    assert asked.endswith("\n  passed over, line 1: Mine:\n  --yes: read it so\n")
    assert main(["read", "--yes", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "T92/JQ6"
