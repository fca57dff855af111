"""What the facts claim, against the engine, on the deals of their screens."""

import re
from functools import cache
from math import ceil

import numpy as np
from there import of_kind, there

from dashboard.examples import FACTS, Showcase
from dashboard.urls.screens import CompareScreen, SimulateScreen
from engine.rules import Pickup
from engine.simulation import Compared, Summary
from engine.simulation.estimates import Estimate, changed, length_difference, mean, share, share_difference
from engine.simulation.paired import tally as tally_comparison
from engine.simulation.tallies import tally as tally_study

BY_TITLE = {fact.title: fact for fact in FACTS}


def fact(start: str) -> Showcase[CompareScreen | SimulateScreen]:
    (found,) = [each for title, each in BY_TITLE.items() if title.startswith(start)]
    return found


@cache
def compared(start: str) -> Compared:
    screen = of_kind(CompareScreen, fact(start).screen)
    return tally_comparison(screen.job, 0, screen.job.games)


@cache
def simulated(start: str) -> Summary:
    screen = of_kind(SimulateScreen, fact(start).screen)
    return tally_study(screen.job, 0, screen.job.games)


def test_titles_fit_and_screens_can_be_opened_without_asking() -> None:
    assert len(BY_TITLE) == len(FACTS)
    for each in FACTS:
        assert len(each.title) <= 48
        assert each.screen.job.games <= 100_000


def test_what_stories_say_beyond_numbers_holds() -> None:
    ends, order = compared("The pick-up"), compared("The loser")
    swept = there(of_kind(CompareScreen, fact("The pick-up").screen).swept)
    for pickup, summary in zip(swept.values, ends.summaries, strict=True):
        endless = summary.outcomes()["endless"]
        assert pickup not in (Pickup.WINNER_FIRST, Pickup.LOSER_FIRST) or endless == 0
    found = [mean(*summary.sums_of("rounds")) for summary in compared("More cards").summaries]
    means = [there(each).value for each in found]
    assert len(means) == 7
    assert all(np.diff(means) < 0)
    assert paired_rounds(order).high < 0 < paired_rounds(compared("Does stealing")).low
    equal = share_difference(order.changes_of(0, 1), "player_1").paired
    assert equal.low < 0 < equal.high


def stated(estimate: Estimate | None, *, of: float = 1) -> str:
    """Write an estimate as stories do: one decimal, the wider half of its interval rounded up."""
    assert estimate is not None
    half = max(estimate.high - estimate.value, estimate.value - estimate.low)
    return f"{abs(estimate.value) * of:.1f} ± {ceil(half * of * 10) / 10:.1f}"


def outcome(summary: Summary, name: str) -> str:
    return f"{stated(share(summary.outcomes()[name], summary.games), of=100)} %"


def rounds(summary: Summary, unit: str = "rounds") -> str:
    return stated(mean(*summary.sums_of(unit)))


def aces(summary: Summary, number: int) -> str:
    wins, decided = summary.aces[0][number], summary.aces[:2].sum(axis=0)[number]
    return f"{stated(share(int(wins), int(decided)), of=100)} %"


def test_every_story_states_the_numbers_of_the_run_it_opens() -> None:
    """The whole run, not a part of it: a number that is off by its last digit fails."""
    ends = compared("The pick-up").summaries
    game, turned = compared("CodinGame").summaries
    text, order, theft = (compared(title) for title in ("The text", "The loser", "Does stealing"))
    norvig = simulated("How much")
    down = compared("More cards").summaries
    numbers = {
        "The pick-up": [outcome(ends[2], "endless")],
        "CodinGame": [outcome(game, "player_1"), outcome(turned, "player_2")],
        "Four games": [outcome(simulated("Four games"), "endless")],
        "The text": [f"{stated(changed(text.changes_of(0, 1)), of=100)} %"],
        "The loser": [stated(paired_rounds(order)), f"{stated(changed(order.changes_of(0, 1)), of=100)} %"],
        "Does stealing": [rounds(theft.summaries[0]), stated(paired_rounds(theft))],
        "One rule set": [rounds(simulated("One rule set"), unit) for unit in ("rounds", "battles", "plays")],
        "More cards": [rounds(down[0]), rounds(down[-1])],
        "How much": [aces(norvig, 0), aces(norvig, 4)],
    }
    assert len(numbers) == len(FACTS)
    for start, said in numbers.items():
        assert re.findall(r"[\d.]+ ± [\d.]+(?: %)?", fact(start).story) == said


def paired_rounds(comparison: Compared) -> Estimate:
    return there(length_difference(comparison.lengths_of(0, 1))).paired
