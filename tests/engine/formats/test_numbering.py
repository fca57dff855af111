"""Packs of card numbers, as source 4's program deals them: asked about, and ranked as is chosen."""

import json
import random
from collections import deque
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.formats import FORMATS, Question, Reading, read
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
    plain, remainder, quotient = asked.readings
    assert (remainder.format, quotient.format) == ("remainder", "quotient")
    assert plain.reading.deals[0].deal.deck_1 == tuple(pack[:26])
    assert plain.description.endswith("; each number a rank of its own")
    assert remainder.reading.deals[0].deal.deck_1 == tuple(2 + number % 13 for number in pack[:26])
    assert quotient.reading.deals[0].deal.deck_2 == tuple(2 + (number - first) // 4 for number in pack[26:])
    for choice in asked.readings:
        assert settled(layout(pack), choice.format) == choice.reading


def test_a_whole_pack_of_numbers_is_asked_about_in_one_question() -> None:
    asked = question(" ".join(map(str, numbers(3))))
    assert [choice.format for choice in asked.readings] == [
        f"{cards}-{dealt}" for cards in ("pack", "remainder", "quotient") for dealt in ("halves", "alternate")
    ]
    assert asked.question.startswith("Nothing parts the two decks: ")
    assert asked.question.endswith(f", and {SENTENCE}")


def test_other_numbers_and_our_own_line_are_not_asked_about() -> None:
    pack = numbers(5)
    for other in ([*pack[:51], 53], [*pack[:51], pack[0]], [number + 1 for number in pack], pack[:50]):
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
