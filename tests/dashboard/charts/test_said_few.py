"""What titles say of few games: nothing that their intervals do not carry, and which games they are of."""

import re

import pytest
from tallied import Games, Sizes, compared, cut_off, drawn, endless, lost, summary, won

from dashboard.charts.chart import ENOUGH, TITLE_MOST, is_precise, rarely, span, told, too_few
from dashboard.charts.compare import lengths as compare_lengths
from dashboard.charts.compare.charts import compare_panels
from dashboard.charts.simulate import decks, outcomes, wars
from dashboard.charts.simulate import hands as simulate_hands
from dashboard.charts.simulate import lengths as simulate_lengths
from dashboard.charts.simulate.charts import simulate_panels
from engine.rules import rules_called
from engine.simulation import Study
from engine.simulation.estimates import Estimate, share
from engine.simulation.paired import tally as tally_pairs
from engine.simulation.study import Comparison
from engine.simulation.tallies import tally
from engine.tables.compared_lengths import rows_of

RULES = "norvig", "code-golf", "codingame", "programming-challenges"
UNKNOWN = re.compile(
    r"Too few|No |The one game|One game (alone|is one toss)|In \d+ % of rounds (seen|followed)"
    r"|After [\d,]+ rounds, player 1 holds|The games followed end|The cycle |Where the decks"
    r"|.*\d+ of \d+( deals?)?( differ)?$|Only .* ends? games|Lengths are the same on"
)
"""Beginnings of titles that say no more than what was seen."""
BOUND = re.compile(r"(Under|Over|over|under) [\d.]+ %")


def study(games: int, rules: str = "code-golf") -> Study:
    return Study(rules=rules_called(rules), games=games, followed=games)


@pytest.mark.parametrize("games", [1, 2, 5])
@pytest.mark.parametrize("rules", RULES)
def test_up_to_five_games_carry_bounds_alone(rules: str, games: int) -> None:
    for first in range(0, 12 * games, games):
        tallies = tally(study(10_000, rules), first, games)
        for panel in simulate_panels(study(games, rules), tallies):
            assert UNKNOWN.match(panel.title) or BOUND.search(panel.title), (first, panel.title)
            assert len(panel.title) <= TITLE_MOST


@pytest.mark.parametrize("games", [1, 2, 5, 10])
def test_of_a_game_that_is_even_by_proof_nobody_is_ever_said_to_be_ahead(games: int) -> None:
    for first in range(0, 60 * games, games):
        title = decks.fan_panel(study(games, "norvig"), tally(study(10_000, "norvig"), first, games)).title
        assert "mostly" not in title


@pytest.mark.parametrize("games", [1, 2, 5, 10])
def test_few_deals_compare_nothing(games: int) -> None:
    rule_sets = ("norvig", "code-golf", "codingame")
    asked = Comparison(rule_sets=tuple(map(rules_called, rule_sets)), games=games)
    for first in range(0, 5 * games, games):
        for panel in compare_panels(asked, tally_pairs(asked, first, games), rule_sets):
            lengths = panel.name == "length-spreads" and games >= 6
            assert lengths or UNKNOWN.match(panel.title), panel.title


def test_lengths_of_which_one_rule_set_has_none_are_not_said_to_hardly_differ() -> None:
    found = compared((200, (endless(), won(rounds=10))), (200, (endless(), won(rounds=12))))
    names = ("codingame", "code-golf")
    asked = Comparison(rule_sets=tuple(map(rules_called, names)), games=400)
    assert (
        compare_lengths.strips_panel(asked, found, rows_of(names)).title
        == "Only Code golf ends games: mean 11.00 rounds"
    )


@pytest.mark.parametrize(
    ("estimate", "known"),
    [
        (share(ENOUGH // 2, ENOUGH), True),
        (share(ENOUGH // 2 - 2, ENOUGH - 4), False),
        (share(0, 17), True),
        (share(0, 16), False),
        (share(1, 1), False),
    ],
)
def test_a_share_is_told_from_some_ten_points_to_either_side_on(estimate: Estimate, known: bool) -> None:
    assert is_precise(estimate) is known
    said = told("{} of games", share=estimate, what="how many")
    assert said.startswith("Too few games to tell how many: 100 would do") is not known


def test_none_and_all_are_told_alike() -> None:
    assert told("{} of games", share=share(0, 100), what="") == "Under 4 % of games"
    assert told("{} of games", share=share(100, 100), what="") == "Over 96 % of games"


@pytest.mark.parametrize(
    ("seen", "games", "said"),
    [
        (0, 100, "Under 4 % of games"),
        (10, 100, "Under 18 % of games"),
        (25, 250, "Under 15 % of games"),
        (40, 400, "One game in 10"),
        (2_480, 100_000, "One game in 40"),
    ],
)
def test_one_game_in_so_many_is_told_where_it_is_known_to_a_factor_of_two(
    seen: int, games: int, said: str
) -> None:
    assert rarely(seen, games) == said


def test_lengths_are_told_as_their_interval_until_that_is_short() -> None:
    assert span(Estimate(100, 98, 103, 9)) == "100"
    assert span(Estimate(100, 98, 104, 9)) == "98 to 104"
    assert span(Estimate(100, 98, float("inf"), 9)) == ""
    assert too_few("how long", 6) == "Too few games to tell how long: 6 would do"


# Titles name the games they are of


def hands(wins: int, games: int, cards: int) -> list[Games]:
    return [won(wins, aces=cards, strength=157), lost(games - wins, aces=cards, strength=157)]


DECIDED = [*hands(200, 1_000, 0), *hands(800, 1_000, 4)]


@pytest.mark.parametrize(
    ("games", "strong", "best", "fair"),
    [
        (
            DECIDED,
            "The stronger deck wins 50 % of games",
            "Four aces win 80 %, none 20 %",
            "It may well be a coin: player 1 wins 50 %",
        ),
        (
            [*DECIDED, drawn(1_000)],
            "The stronger deck wins 50 % of decided games",
            "Four aces win 80 % of decided games, none 20 %",
            "Perhaps a coin: 50 % of decided games",
        ),
        (
            [*hands(200, 1_000, 0), *hands(1_600, 2_000, 4), endless(9)],
            "The stronger deck wins 60 % of decided games",
            "Four aces win 80 % of decided games, none 20 %",
            "Not a coin: player 1 wins 60 % of decided games",
        ),
    ],
)
def test_shares_of_decided_games_say_so(games: list[Games], strong: str, best: str, fair: str) -> None:
    tallies = summary(*games)
    one = study(tallies.games)
    assert simulate_hands.strength_panel(one, tallies).title == strong
    assert simulate_hands.aces_panel(one, tallies).title == best
    assert outcomes.coin_panel(one, tallies).title == fair


@pytest.mark.parametrize(
    ("more", "odd", "fought"),
    [
        ([], "50 % end after an odd number of rounds", "4.0 % of games have a war"),
        (
            [endless(5)],
            "50 % that end take an odd number of rounds",
            "4.0 % of games that end have a war",
        ),
    ],
)
def test_shares_of_finished_games_say_so(more: list[Games], odd: str, fought: str) -> None:
    tallies = summary(won(1_000, rounds=3), won(920, rounds=4), won(80, rounds=4, wars=1), *more)
    assert simulate_lengths.parity_panel(tallies).title == odd
    assert wars.wars_panel(study(tallies.games), tallies).title == fought


def test_games_that_were_cut_off_go_on() -> None:
    tallies = summary(won(900, rounds=10), won(100, rounds=20))
    assert (
        simulate_lengths.survival_panel(study(1_000), tallies).title == "One game in 10 takes over 10 rounds"
    )
    tallies = summary(won(900, rounds=10), cut_off(100, rounds=10_000))
    assert (
        simulate_lengths.survival_panel(study(1_000), tallies).title == "One game in 10 takes over 10 rounds"
    )


def test_one_game_still_going_says_nothing_of_the_others() -> None:
    sizes: Sizes = [(1, {26: 5}), (300, {38: 1})]
    panel = decks.fan_panel(study(5, "codingame"), summary(won(5), sizes=sizes))
    assert panel.title == "Too few games to tell: 13 going on would do"
