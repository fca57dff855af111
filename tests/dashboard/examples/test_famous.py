"""Famous deals: every figure a story tells is what the referee finds."""

from typing import Final

import pytest
from approved import Reviewed
from published import lines

from dashboard.examples import FAMOUS, OPENING, Showcase, famous_of
from dashboard.urls.screens import GameScreen
from engine import Deal, Game, deal_cards, play, play_rounds, rules_called
from engine.cards import STANDARD_PACK
from engine.diagnose import Program
from engine.formats import Reading, read
from engine.game.judges import judge_answer

SEARCHED: Final = 40_000
BY_TITLE: Final = {famous.title: famous for famous in FAMOUS}


def found(game: Game, rule_set: str) -> list[str]:
    """Return what the referee finds: who wins, how long it is, where it comes back, what the judge prints."""
    lengths = f"{game.rounds} rounds, {game.wars} wars, longest {game.depth}"
    cycle = f"from {game.cycle.start} on the same {game.cycle.length}" if game.cycle else ""
    winner = f"player {game.outcome.winner}" if game.outcome.winner else game.outcome.reason.value
    return [winner, lengths, *filter(None, [cycle, judge_answer(game, rule_set)])]


def test_stories(reviewed: Reviewed) -> None:
    """Each story, beside what the referee finds on its deal."""
    assert len(BY_TITLE) == len({famous.screen.deal for famous in FAMOUS}) == len(FAMOUS)
    rows = []
    for famous in FAMOUS:
        screen = famous.screen
        game = play(screen.deal, screen.rules)
        assert 1 <= screen.round <= game.rounds
        assert famous_of(screen.deal) == famous
        facts = "; ".join(found(game, screen.rule_set))
        rows.append(
            f"{famous.title} ({screen.rule_set}, round {screen.round})\n{famous.story}\nFound: {facts}."
        )
    reviewed(*rows)


def held(famous: Showcase[GameScreen]) -> list[int]:
    """Return player 1's deck before each round."""
    return [len(this.before[0]) for this in play_rounds(famous.screen.deal, famous.screen.rules)]


def test_rounds_that_stories_open_on_are_those_they_tell_of() -> None:
    opening, escape, deepest = OPENING, BY_TITLE["Back from one card"], BY_TITLE["The longest war"]
    assert min(held(opening)) == held(opening)[66] == 10
    assert sum(size < 26 for size in held(opening)) > len(held(opening)) / 2
    assert held(escape)[escape.screen.round - 1] == min(held(escape)) == 1
    assert len(held(escape)) - escape.screen.round == 1_840
    wars = [this.wars for this in play_rounds(deepest.screen.deal, deepest.screen.rules)]
    assert wars[deepest.screen.round - 1] == max(wars) == 7


@pytest.mark.slow
def test_the_records_stand_among_the_games_searched() -> None:
    games = [
        play(deal_cards(STANDARD_PACK, seed=1, number=number), rules_called("code-golf"))
        for number in range(SEARCHED)
    ]
    by_length = sorted(games, key=lambda game: game.rounds)
    assert by_length[-1].deal == next(famous for famous in FAMOUS if "longest" in famous.title).screen.deal
    assert by_length[0].rounds == 22
    assert max(game.depth for game in games) == 7


@pytest.mark.parametrize(("pickup", "answer"), [("WINNER_FIRST", "2 34"), ("PLAYER_1_FIRST", "PAT")])
def test_the_story_of_the_26_cards_says_what_a_wrong_program_prints(pickup: str, answer: str) -> None:
    """Reading 10 as 1 alone is a draw after 824 rounds; with the winner's cards first it is 2 34."""
    famous = BY_TITLE["CodinGame: 26 cards, medium length"]
    program = Program.parse(f"3.{pickup}.DRAW.DRAW.HIGH+10-as-1")
    game = play(program.reads(famous.screen.deal), program.rules)
    assert judge_answer(game, "codingame") == answer
    assert "reads 10 as 1 and picks up the winner’s cards first prints “2 34”" in famous.story
    assert answer != "PAT" or game.rounds == 824


def suits_of(deal: Deal) -> tuple[str, str]:
    return deal.suits_1, deal.suits_2


def test_suits_are_those_of_the_published_samples() -> None:
    published = ("codingame-3", "codingame-26", "codingame-5")
    texts = [paste["text"] for paste in lines("pastes") if paste["name"] in published]
    samples = [found.deals[0].deal for text in texts if isinstance(found := read(text), Reading)]
    shown = [famous.screen.deal for title, famous in BY_TITLE.items() if title.startswith("CodinGame: ")]
    assert [suits_of(deal) for deal in shown] == [*map(suits_of, samples)]
