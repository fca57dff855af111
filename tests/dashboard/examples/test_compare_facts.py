"""What the facts claim, against the engine: on fewer deals at once, on those of their screens when slow."""

import re
from dataclasses import replace
from functools import cache
from math import ceil

import numpy as np
import pytest

from dashboard.examples import Story
from dashboard.examples.facts import FACTS
from dashboard.urls.screens import CompareScreen, SimulateScreen
from engine.rules import Pickup
from engine.simulation.estimates import (
    Estimate,
    changed,
    length_difference,
    mean_length,
    share,
    share_difference,
)
from engine.simulation.paired import Compared
from engine.simulation.paired import tally as tally_comparison
from engine.simulation.tallies import Summary
from engine.simulation.tallies import tally as tally_study

BY_TITLE = {fact.title: fact for fact in FACTS}
FEW = 2_000


def fact(start: str) -> Story[CompareScreen | SimulateScreen]:
    (found,) = [each for title, each in BY_TITLE.items() if title.startswith(start)]
    return found


@cache
def compared(start: str, games: int | None) -> Compared:
    screen = fact(start).screen
    assert isinstance(screen, CompareScreen)
    job = screen.job if games is None else replace(screen.job, games=games)
    return tally_comparison(job, 0, job.games)


@cache
def simulated(start: str, games: int | None) -> Summary:
    screen = fact(start).screen
    assert isinstance(screen, SimulateScreen)
    job = screen.job if games is None else replace(screen.job, games=games)
    return tally_study(job, 0, job.games)


@pytest.fixture(params=[FEW, pytest.param(None, marks=pytest.mark.slow)], ids=["few", "all"])
def games(request: pytest.FixtureRequest) -> int | None:
    found: int | None = request.param
    return found


def test_titles_fit_and_screens_can_be_opened_without_asking() -> None:
    assert len(BY_TITLE) == len(FACTS)
    for each in FACTS:
        assert len(each.title) <= 48
        assert each.screen.job.games <= 100_000


def test_the_pick_up_order_decides_whether_war_ends(games: int | None) -> None:
    screen = fact("Who picks up").screen
    assert isinstance(screen, CompareScreen)
    swept = screen.swept
    assert swept is not None
    found = compared("Who picks up", games)
    for pickup, summary in zip(swept.values, found.summaries, strict=True):
        endless = summary.outcomes()["endless"] / summary.games
        if pickup in (Pickup.PLAYER_1_FIRST, Pickup.PLAYER_2_FIRST):
            assert 0.78 < endless < 0.86
        if pickup in (Pickup.WINNER_FIRST, Pickup.LOSER_FIRST):
            assert endless == 0


def test_player_1_hardly_ever_wins_by_codingames_rules(games: int | None) -> None:
    usual, turned = (summary.outcomes() for summary in compared("CodinGame", games).summaries)
    of = compared("CodinGame", games).games
    assert share(usual["player_1"], of).high < 0.03
    assert share(turned["player_2"], of).high < 0.03
    assert abs(usual["player_2"] - turned["player_1"]) < 0.03 * of


def test_four_games_in_ten_never_end(games: int | None) -> None:
    summary = simulated("Four games", games)
    assert summary.outcomes()["endless"] / summary.games == pytest.approx(0.42, abs=0.03)


def test_more_than_half_of_the_deals_end_otherwise_by_the_program(games: int | None) -> None:
    found = changed(compared("The text", games).changes_of(0, 1))
    assert found.low > 0.5
    assert found.value == pytest.approx(0.59, abs=0.03)


def test_winners_first_changes_who_wins_and_nothing_else(games: int | None) -> None:
    found = compared("The loser", games)
    counts = found.changes_of(0, 1)
    assert changed(counts).low > 1 / 3
    assert abs(share_difference(counts, "player_1").paired.value) < 0.02
    lengths = length_difference(found.lengths_of(0, 1))
    assert lengths is not None
    base = found.lengths_of(0, 1).sum_1 / found.lengths_of(0, 1).games
    assert abs(lengths.paired.value) < 0.03 * base


def test_stealing_makes_games_longer_by_a_fifth(games: int | None) -> None:
    sums = compared("Does stealing", games).lengths_of(0, 1)
    difference = length_difference(sums)
    assert difference is not None
    assert difference.paired.low > 0
    assert sums.sum_2 / sums.sum_1 == pytest.approx(1.22, abs=0.06)


def test_one_rule_set_has_three_lengths(games: int | None) -> None:
    found = [mean_length(simulated("One rule set", games), unit) for unit in ("rounds", "battles", "plays")]
    rounds, battles, plays = (each for each in found if each is not None)
    assert rounds.value < battles.value < plays.value
    assert plays.value / rounds.value == pytest.approx(293 / 235, abs=0.02)


def test_more_cards_face_down_make_shorter_games(games: int | None) -> None:
    found = [mean_length(summary, "rounds") for summary in compared("More cards", games).summaries]
    means = [each.value for each in found if each is not None]
    assert len(means) == 7
    assert all(np.diff(means) < 0)


def test_an_ace_is_worth_what_is_said(games: int | None) -> None:
    summary = simulated("How much", games)
    wins, dealt = summary.aces[0], summary.aces[:2].sum(axis=0)
    for aces, known in ((0, 0.2), (4, 0.8)):
        found = share(int(wins[aces]), int(dealt[aces]), z=3.5)
        assert found.low - 0.02 <= known <= found.high + 0.02


def stated(estimate: Estimate | None, *, of: float = 1) -> str:
    """Write an estimate as stories do: one decimal, the wider half of its interval rounded up."""
    assert estimate is not None
    half = max(estimate.high - estimate.value, estimate.value - estimate.low)
    return f"{abs(estimate.value) * of:.1f} ± {ceil(half * of * 10) / 10:.1f}"


def outcome(summary: Summary, name: str) -> str:
    return f"{stated(share(summary.outcomes()[name], summary.games), of=100)} %"


def rounds(summary: Summary, unit: str = "rounds") -> str:
    return stated(mean_length(summary, unit))


def aces(summary: Summary, number: int) -> str:
    wins, decided = summary.aces[0][number], summary.aces[:2].sum(axis=0)[number]
    return f"{stated(share(int(wins), int(decided)), of=100)} %"


def test_every_story_states_the_numbers_of_the_run_it_opens() -> None:
    """The whole run, not a part of it: a number that is off by its last digit fails."""
    ends = compared("Who picks up", None).summaries
    game, turned = compared("CodinGame", None).summaries
    text, order, theft = (compared(title, None) for title in ("The text", "The loser", "Does stealing"))
    norvig = simulated("How much", None)
    down = compared("More cards", None).summaries
    numbers = {
        "Who picks up": [outcome(ends[2], "endless")],
        "CodinGame": [outcome(game, "player_1"), outcome(turned, "player_2")],
        "Four games": [outcome(simulated("Four games", None), "endless")],
        "The text": [f"{stated(changed(text.changes_of(0, 1)), of=100)} %"],
        "The loser": [
            stated(paired_rounds(order)),
            f"{stated(changed(order.changes_of(0, 1)), of=100)} %",
        ],
        "Does stealing": [stated(paired_rounds(theft)), rounds(theft.summaries[0])],
        "One rule set": [
            rounds(simulated("One rule set", None), unit) for unit in ("rounds", "battles", "plays")
        ],
        "More cards": [rounds(down[0]), rounds(down[-1])],
        "How much": [aces(norvig, 0), aces(norvig, 4)],
    }
    assert len(numbers) == len(FACTS)
    for start, said in numbers.items():
        assert re.findall(r"[\d.]+ ± [\d.]+(?: %)?", fact(start).story) == said


def paired_rounds(comparison: Compared) -> Estimate:
    difference = length_difference(comparison.lengths_of(0, 1))
    assert difference is not None
    return difference.paired


def test_the_signs_of_the_stories_are_those_of_their_runs() -> None:
    assert paired_rounds(compared("The loser", None)).high < 0
    assert paired_rounds(compared("Does stealing", None)).low > 0
    equal = share_difference(compared("The loser", None).changes_of(0, 1), "player_1").paired
    assert equal.low < 0 < equal.high
    ends = compared("Who picks up", None)
    assert [summary.outcomes()["endless"] for summary in ends.summaries[4:6]] == [0, 0]
    assert ends.games == 10_000
