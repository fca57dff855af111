"""A program that gives up one round before the longest game ends fails the fixed deals of its judge."""

from typing import Any

import pytest
from deal_choice import JUDGES, plan_of
from longest import LONGEST, every, longest_of

from engine.diagnose.suites import stored_suites
from engine.game import play
from engine.game.fixed_deals import SHAPES
from engine.library.records import records
from engine.rules import PLAYABLE


@pytest.mark.parametrize("judge", LONGEST)
def test_the_longest_game_is_one_the_judge_gives_and_ends_when_it_says(judge: str) -> None:
    plan = plan_of(judge)
    (deal,) = plan.longest()
    assert plan.asks(deal)
    assert play(deal, plan.rules).rounds == LONGEST[judge]
    assert deal in list(plan.ordered())[: -plan.games]


@pytest.mark.parametrize("judge", JUDGES)
def test_who_gives_up_a_round_before_fails_fixed_and_written_deals(judge: str) -> None:
    plan = plan_of(judge)
    fixed = [*plan.published(), *plan.catching(), *plan.longest()]
    for deals in (fixed, stored_suites(judge)[1].deals):
        longest = max(play(deal, plan.rules).rounds for deal in deals if plan.asks(deal))
        assert longest == LONGEST[judge]


def test_giving_up_after_100_fights_is_found_by_the_longest_game_alone() -> None:
    plan = plan_of("codeforces-546c")
    games = [play(deal, plan.rules) for deal in (*plan.published(), *plan.catching(), *plan.longest())]
    wrong = [game.deal for game in games if game.cycle is None and game.rounds > 100]
    assert wrong == plan.longest()


@pytest.mark.parametrize("judge", [name for name in LONGEST if name not in SHAPES or name == "codingame"])
def test_no_record_is_longer(judge: str) -> None:
    found = [one.figure for one in records() if (one.feat, one.rules) == ("longest-finite", judge)]
    assert LONGEST[judge] == max(found)


def test_every_deal_of_few_cards_was_played() -> None:
    """Return to the search on cards that are soon gone through, beside games played one by one."""
    found = longest_of("codeforces-546c", 6, 5)
    assert found is not None
    rounds, deal = found
    assert (rounds, play(deal, PLAYABLE["codeforces-546c"]).rounds) == (19, 19)


@pytest.mark.slow
@pytest.mark.parametrize("judge", ["codeforces-546c", "pyanitsa"])
def test_of_every_deal_none_is_longer(judge: str) -> None:
    found: list[Any] = [rounds for _, _, rounds, _ in every(judge)]
    assert max(found) == LONGEST[judge]
