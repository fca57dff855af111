"""What the two charts of decks round by round say, from both sides of every number that decides."""

from dataclasses import replace
from typing import Any

import pytest
from tallied import Sizes, summary, won

from dashboard.charts.simulate import decks as simulate_decks
from dashboard.charts.style import THEMES
from engine.cards import STANDARD_PACK, Pack
from engine.rules import Rules, rules_called
from engine.simulation import Study
from engine.simulation.tallies import Summary

LIGHT = THEMES["light"]
FIRST: tuple[int, dict[int, int]] = (1, {26: 100})


def decks(sizes: Sizes, pack: Pack = STANDARD_PACK, **fields: Any) -> tuple[Study, Summary]:
    return Study(rules=Rules(), games=100, pack=pack, **fields), summary(won(100), pack=pack, sizes=sizes)


@pytest.mark.parametrize(
    ("after_30", "title"),
    [
        # At least half lie between the lower end of the first quartile of 100, which is the 17th game, and
        # the upper end of the third, the 84th.
        ({10: 17, 20: 33, 30: 34, 40: 16}, "After 30 rounds, at least half hold 10 to 30"),
        ({10: 16, 20: 34, 30: 33, 40: 17}, "After 30 rounds, at least half hold 20 to 40"),
        ({26: 100}, "After 30 rounds, at least half hold 26 cards"),
        # Both ends are known from 13 games on.
        ({25: 6, 27: 6}, "Too few games to tell: 13 going on would do"),
        ({25: 6, 27: 7}, "After 30 rounds, at least half hold 25 to 27"),
        ({1: 1}, "After 30 rounds, player 1 holds 1 card"),
        ({2: 1}, "After 30 rounds, player 1 holds 2 cards"),
        ({38: 2}, "Too few games to tell: 13 going on would do"),
    ],
)
def test_decks_by_round(after_30: dict[int, int], title: str) -> None:
    games = sum(after_30.values())
    assert simulate_decks.fan_panel(*decks([(31, after_30)])).title == title
    note = simulate_decks.fan_panel(*decks([(31, after_30)], sample=1)).note
    if games == 1:
        assert note == "Player 1’s deck in the one game followed of 100."
    else:
        assert note == f"Player 1’s deck, {games} games followed; 100 % still going by then."


@pytest.mark.parametrize(
    ("after_30", "title"),
    [
        # The interval of the median of 100 goes from the 40th to the 61st.
        ({21: 20, 25: 41, 27: 39}, "By round 30 player 2 mostly holds 27 or more"),
        ({25: 60, 27: 40}, "After 30 rounds, at least half hold 25 to 27"),
        ({26: 39, 28: 41, 30: 20}, "By round 30 player 1 mostly holds 28 or more"),
        ({26: 40, 28: 60}, "After 30 rounds, at least half hold 26 to 28"),
    ],
)
def test_who_is_ahead_is_told_where_the_rules_know_who_is_who(after_30: dict[int, int], title: str) -> None:
    one, tallies = decks([(31, after_30)])
    assert simulate_decks.fan_panel(replace(one, rules=rules_called("codingame")), tallies).title == title
    assert simulate_decks.fan_panel(one, tallies).title.startswith("After 30 rounds, at least half hold ")


@pytest.mark.parametrize(
    ("rounds", "told"),
    [
        (11, "After 10 rounds"),
        (31, "After 30 rounds"),
        (61, "After 60 rounds"),
        (501, "After 500 rounds"),
        (503, "After 500 rounds"),
        (1_000, "After 800 rounds"),
    ],
)
def test_the_round_told_of_is_the_last_round_number_well_inside(rounds: int, told: str) -> None:
    assert (
        simulate_decks.fan_panel(*decks([(rounds, {25: 50, 27: 50})])).title
        == f"{told}, at least half hold 25 to 27"
    )


@pytest.mark.parametrize(
    ("rounds", "end"),
    [(2, 10), (11, 10), (12, 12), (13, 12), (14, 15), (801, 800), (802, 1_000), (1_024, 1_000)],
)
def test_where_the_axis_of_rounds_ends(rounds: int, end: int) -> None:
    sizes = [(rounds, {25: 50, 27: 50})]
    assert simulate_decks.fan_panel(*decks(sizes)).draw(LIGHT).layout.xaxis.range[1] == end


def test_decks_of_games_that_are_not_followed_or_over_at_once() -> None:
    assert simulate_decks.fan_panel(*decks([])).title == "No deck has been followed yet"
    assert simulate_decks.fan_panel(*decks([])).note == "No game is followed yet."
    assert simulate_decks.fan_panel(*decks([FIRST])).title == "The games followed end within 1 round"
    assert (
        simulate_decks.fan_panel(*decks([(2, {26: 100})])).title == "The games followed end within 2 rounds"
    )


@pytest.mark.parametrize(
    ("fields", "followed", "note"),
    [
        ({"sample": 1}, 9, "Player 1’s deck, 9 games followed; 89 % still going by then."),
        ({"sample": 2}, 9, "Player 1’s deck, 9 games followed, one in 2; 89 % still going by then."),
        ({"sample": 2}, 10, "Player 1’s deck, 10 games followed; 80 % still going by then."),
        ({"sample": 2, "followed": 1}, 9, "Player 1’s deck, 9 games followed; 89 % still going by then."),
    ],
)
def test_how_many_games_are_followed(fields: dict[str, Any], followed: int, note: str) -> None:
    assert simulate_decks.fan_panel(*decks([(1, {26: followed}), (30, {25: 8})], **fields)).note == note


@pytest.mark.parametrize(("going", "rounds"), [(16, 30), (14, 10)])
def test_rounds_are_told_of_while_one_game_in_twenty_goes_on(going: int, rounds: int) -> None:
    half = going // 2
    title = simulate_decks.fan_panel(*decks([(11, {25: 150, 27: 150}), (20, {25: half, 27: half})])).title
    assert title == f"After {rounds} rounds, at least half hold 25 to 27"
