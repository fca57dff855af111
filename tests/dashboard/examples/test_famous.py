"""Famous deals: every figure a story tells is what the referee finds."""

import re
from functools import cache

import pytest

from dashboard.examples import Story
from dashboard.examples.deals import FAMOUS, OPENING, famous_of
from dashboard.urls.screens import GameScreen
from engine import Game, Reason, deal_cards, play, play_rounds, rules_called
from engine.cards import STANDARD_PACK
from engine.diagnose import Program
from engine.game.judges import judge_answer
from engine.rules import PRESETS

SEARCHED = 40_000


@cache
def game_of(title: str) -> Game:
    (screen,) = [famous.screen for famous in FAMOUS if famous.title == title]
    return play(screen.deal, screen.rules)


@pytest.mark.parametrize("famous", FAMOUS, ids=lambda famous: famous.title)
def test_a_famous_deal_opens_on_one_of_its_rounds(famous: Story[GameScreen]) -> None:
    assert 1 <= famous.screen.round <= game_of(famous.title).rounds
    assert famous_of(famous.screen.deal) == famous


def test_no_source_is_called_by_a_number_that_strangers_cannot_know() -> None:
    stories = [words for story in FAMOUS for words in (story.title, story.story)]
    sources = [words for preset in PRESETS.values() for words in (preset.source, preset.note)]
    assert not [words for words in (*stories, *sources) if re.search(r"source \d", words, re.IGNORECASE)]


def test_titles_and_deals_are_all_different() -> None:
    assert (
        len({famous.title for famous in FAMOUS})
        == len({famous.screen.deal for famous in FAMOUS})
        == len(FAMOUS)
    )


@pytest.mark.parametrize(
    ("title", "figures"),
    [
        ("A comeback, with a triple war", (1, 498, 36, 3)),
        ("Back from one card", (1, 2_002, 187, 2)),
        ("The deepest war", (1, 240, 26, 7)),
        ("The longest of 40,000", (1, 2_482, 196, 3)),
        ("The quickest of 40,000", (2, 22, 4, 2)),
    ],
)
def test_winner_rounds_wars_and_depth_are_those_of_the_story(
    title: str, figures: tuple[int, int, int, int]
) -> None:
    game = game_of(title)
    assert (game.outcome.winner, game.rounds, game.wars, game.depth) == figures


@pytest.mark.parametrize(
    ("title", "cycle"),
    [
        ("The smallest endless deal", (1, 2)),
        ("Endless with equal decks", (4, 4)),
        ("Endless with all cards different", (4, 12)),
        ("A war that comes back for ever", (7, 6)),
        ("Ganley's full pack without end", (27, 26)),
        ("Spivey's cycle of 31,920 rounds", (1, 31_920)),
    ],
)
def test_endless_deals_come_back_where_the_story_says(title: str, cycle: tuple[int, int]) -> None:
    game = game_of(title)
    assert game.outcome.reason is Reason.CYCLE
    assert game.cycle is not None
    assert (game.cycle.start, game.cycle.length) == cycle


@pytest.mark.parametrize(
    ("title", "answer"),
    [
        ("CodinGame: three cards each", "1 3"),
        ("CodinGame: 26 cards, medium length", "2 26"),
        ("CodinGame: one war decides", "2 1"),
        ("Codeforces 546C, first sample", "6 2"),
        ("Advent of Code 2020, day 22", "306"),
        ("Pyanitsa: zero beats nine", "second 23"),
    ],
)
def test_judges_say_what_the_story_says(title: str, answer: str) -> None:
    famous = next(famous for famous in FAMOUS if famous.title == title)
    assert judge_answer(game_of(title), famous.screen.rule_set) == answer


def test_the_opening_story_is_about_its_deal() -> None:
    sizes: list[int] = []
    game = play(
        OPENING.screen.deal, OPENING.screen.rules, watch=lambda this: sizes.append(len(this.before[0]))
    )
    assert game.outcome.winner == 1
    assert min(sizes) == sizes[66] == 10
    assert sum(size < 26 for size in sizes) > len(sizes) / 2


def test_the_narrow_escape_is_from_one_card() -> None:
    famous = next(famous for famous in FAMOUS if famous.title == "Back from one card")
    sizes: list[int] = []
    game = play(famous.screen.deal, famous.screen.rules, watch=lambda this: sizes.append(len(this.before[0])))
    assert game.outcome.winner == 1
    assert sizes[famous.screen.round - 1] == min(sizes) == 1
    assert game.rounds - famous.screen.round == 1_840


def test_the_deepest_war_opens_on_it() -> None:
    famous = next(famous for famous in FAMOUS if famous.title == "The deepest war")
    rounds = [this.wars for this in play_rounds(famous.screen.deal, famous.screen.rules)]
    assert rounds[famous.screen.round - 1] == max(rounds) == 7


@pytest.mark.slow
def test_the_records_stand_among_the_games_searched() -> None:
    games: list[Game] = [
        play(deal_cards(STANDARD_PACK, seed=1, number=number), rules_called("code-golf"))
        for number in range(SEARCHED)
    ]
    by_length = sorted(games, key=lambda game: game.rounds)
    assert by_length[-1].deal == next(famous for famous in FAMOUS if "longest" in famous.title).screen.deal
    assert by_length[0].rounds == 22
    assert max(game.depth for game in games) == 7


@pytest.mark.parametrize(("pickup", "answer"), [("WINNER_FIRST", "2 34"), ("PLAYER_1_FIRST", "PAT")])
def test_what_the_story_of_the_26_cards_says_of_a_wrong_program_is_what_it_prints(
    pickup: str, answer: str
) -> None:
    """Reading 10 as 1 alone is a draw after 824 rounds; with the winner's cards first it is 2 34."""
    famous = next(famous for famous in FAMOUS if famous.title == "CodinGame: 26 cards, medium length")
    program = Program.parse(f"3.{pickup}.DRAW.DRAW.HIGH+10-as-1")
    game = play(program.reads(famous.screen.deal), program.rules)
    assert judge_answer(game, "codingame") == answer
    assert "reads 10 as 1 and picks up the winner’s cards first gets 2 34" in famous.story
    if answer == "PAT":
        assert game.rounds == 824
