"""A single game decided and followed by the kernels: card for card what the law plays."""

import numpy as np
import pytest
from traces import record

from engine import Deal, Pack, Reason, Trace, deal_cards
from engine.kernels import Course, decide
from engine.rules import PLAYABLE, Pickup, Rules, Shortfall

STEALS = Rules(face_down=2, shortfall=Shortfall.STEAL)
RULES = {
    **PLAYABLE,
    "steals": STEALS,
    "fewer down": Rules(face_down=3, shortfall=Shortfall.FEWER_DOWN, pickup=Pickup.COIN_FLIP),
    "reversed": Rules(face_down=2, shortfall=Shortfall.LAST_CARD, pickup=Pickup.WINNER_ALTERNATING_REVERSED),
}


def both(deal: Deal, rules: Rules, number: int) -> tuple[Trace, Course]:
    """Play a game by the law and by the kernels, which must count alike."""
    trace = record(deal, rules, seed=5, number=number)
    game = decide(deal, rules, seed=5, number=number)
    assert game == trace.game
    return trace, Course(game, 5, number)


def owned(trace: Trace) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Return whether player 1 holds each card before each round, and at the end (cards x rounds + 1)."""
    size = trace.game.deal.size
    held = np.array([[card in this.deck_1 for card in range(size)] for this in trace.positions()])
    last = [*trace.positions()][-1]
    end = held[-1].copy()
    for player, cards in ((1, last.cards_1), (2, last.cards_2)):
        end[list(cards)] = (last.move.winner or player) == 1
    return np.vstack((held, end)).T


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("pack", ["13x4", "4x3", "2x5", "7x1", "1x600"])
def test_a_course_is_what_the_law_plays(name: str, pack: str) -> None:
    for number in range(4):
        trace, course = both(deal_cards(Pack.parse(pack), seed=5, number=number), RULES[name], number)
        positions = list(trace.positions())
        sizes, depths = course.line()
        assert sizes.tolist()[:-1] == [len(this.deck_1) for this in positions]
        assert sizes[-1] == trace.game.sizes[0]
        assert depths.tolist() == [this.move.wars for this in positions]
        whole = course.stretch()
        assert (whole.moves, whole.course, list(whole.positions())) == (trace.moves, trace.course, positions)
        every_ninth = positions[8::9]
        rounds = [
            (this.number, this.lays, this.order)
            for this in course.rounds_at([at.number for at in every_ninth])
        ]
        assert rounds == [(at.number, at.move.lays, at.move.order) for at in every_ninth]
        middle = 1 + trace.game.rounds // 2
        assert list(course.stretch(middle, 5).positions()) == positions[middle - 1 : middle + 4]
        edges = np.unique(np.linspace(0, trace.game.rounds + 1, 8).astype(np.int64))
        assert np.array_equal(course.held(edges), np.add.reduceat(owned(trace), edges[:-1], 1, int))


def test_games_with_steals_and_without_a_winner_are_followed_too() -> None:
    for deal, rules in (
        ("25/24446674888", PLAYABLE["whats-in-a-game-steal"]),
        *((deal, Rules()) for deal in ("2/2", "/", "/23", "2/")),  # both out, and over before they begin
    ):
        trace, course = both(Deal.parse(deal), rules, 0)
        assert bool(trace.game.steals) == (rules != Rules())
        assert course.stretch().course == trace.course
        assert course.line()[0].tolist()[-1] == trace.game.sizes[0]
        assert list(course.rounds_at([])) == []
        if trace.game.rounds:
            assert np.array_equal(course.held(np.arange(trace.game.rounds + 2)), owned(trace))


def test_the_longest_known_cycle_is_followed_to_its_end() -> None:
    course = Course(decide(deal_cards(Pack(13, 4), seed=1, number=57_432), PLAYABLE["codingame"]))
    assert course.game.cycle is not None
    assert course.game.cycle.length == 1_151_640
    last = course.stretch(course.game.rounds, 1)
    (position,) = last.positions()
    assert position.number == course.game.rounds == course.game.cycle.start + 1_151_639
    (back,) = course.stretch(course.game.cycle.start, 1).positions()
    ranks = (*course.game.deal.deck_1, *course.game.deal.deck_2)
    after = position.deck_1[len(position.cards_1) :] + position.taken * (position.move.winner == 1)
    assert [ranks[card] for card in after] == [ranks[card] for card in back.deck_1]


@pytest.mark.parametrize("name", ["code-golf", "programming-challenges", "kbwar"])
def test_a_game_that_is_cut_off_is_cut_off_alike(name: str) -> None:
    deal = deal_cards(Pack(13, 4), seed=5, number=1)
    trace = record(deal, PLAYABLE[name], limit=20)
    game = decide(deal, PLAYABLE[name], limit=20)
    assert (game, game.outcome.reason) == (trace.game, Reason.LIMIT)
    assert Course(game).stretch().course == trace.course
