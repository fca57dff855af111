"""Charts of many games against the games themselves, counted one by one; properties of axes and labels."""

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from chart_states import named

from dashboard.charts.marks import NARROWEST, bar_labels, labels_apart
from dashboard.charts.simulate.charts import simulate_panels
from dashboard.charts.style import LETTER, THEMES, ticks
from engine import Deal, deal_cards, kernels, play, play_rounds
from engine.cards import Pack
from engine.kernels.codes import CYCLE, LIMIT
from engine.kernels.tallies import EXACT_BELOW
from engine.rules import PLAYABLE, Order
from engine.simulation import Study
from engine.simulation.estimates import share
from engine.simulation.tallies import Summary, bin_of, bin_start, tally
from engine.tables import bars, decks, outcomes
from engine.tables.bars import MOST_BARS, NOT_ONE, Histogram, Unit, bar_axis, nice_up

GAMES = 6_000
STUDIES = ("programming-challenges", "code-golf", "codingame", "norvig")
LIGHT = THEMES["light"]
NEVER = np.iinfo(np.int64).max


@dataclass(frozen=True, eq=False)
class Played:
    """A study with its tallies and its games one by one (`RECORD`)."""

    study: Study
    summary: Summary
    games: np.ndarray

    @property
    def finished(self) -> np.ndarray:
        return ~np.isin(self.games["reason"], (CYCLE, LIMIT))

    def title(self, name: str) -> str:
        return named(simulate_panels(self.study, self.summary), name).title


@cache
def played(name: str, *, games: int = GAMES, pack: str = "13x4") -> Played:
    study = Study(rules=PLAYABLE[name], games=games, pack=Pack.parse(pack), seed=7, sample=16)
    numbers, terms = np.arange(games, dtype=np.uint64), kernels.Terms(seed=7, cycles=True)
    records = kernels.play_numbers(study.rules, study.pack, numbers=numbers, terms=terms)
    return Played(study, tally(study, 0, games), records)


@cache
def deal(name: str, number: int) -> Deal:
    return deal_cards(played(name).study.pack, seed=7, number=number)


def check_counted(inside: np.ndarray, games: int, example: int) -> None:
    """See that so many games are counted, and that the first of them is the one that a click opens."""
    assert games == np.count_nonzero(inside)
    assert example == (int(np.flatnonzero(inside)[0]) if games else NOT_ONE)


def check_bars(chart: Histogram, values: np.ndarray, counted: np.ndarray) -> None:
    for (low, high), games, example in zip(chart.spans(), chart.counts, chart.example, strict=True):
        check_counted(
            counted & (values >= low) & (values <= (NEVER if high is None else high)), games, example
        )
    assert sum(chart.counts) == chart.games == np.count_nonzero(counted)


LENGTHS = [
    *((unit, log) for unit in ("rounds", "battles", "plays") for log in (False, True)),
    ("wars", False),
]


@pytest.mark.parametrize(("unit", "log"), LENGTHS)
@pytest.mark.parametrize("name", STUDIES)
def test_bars_count_the_games_between_their_edges(name: str, unit: Any, log: bool) -> None:
    one = played(name)
    chart = bars.histogram_lengths(one.study, one.summary, unit=unit, log=log)
    check_bars(chart, one.games[unit], one.finished)
    values = np.sort(one.games[unit][one.finished])
    middle, late = (values[-(-len(values) * part // 100) - 1] for part in (50, 95))
    assert chart.median
    assert chart.upper
    assert chart.mean
    assert chart.median.low <= middle <= chart.median.high
    assert (
        bin_of(np.array([chart.median.value, chart.upper.value], int)).tolist()
        == bin_of(np.array([middle, late])).tolist()
    )
    assert chart.upper.low <= late <= chart.upper.high
    assert chart.mean.value == pytest.approx(values.mean())
    said = {"rounds": f"over after {chart.median.value:,.0f} rounds", "wars": f"than {middle + 1} wars"}
    assert said.get(unit, "") in one.title("wars" if unit == "wars" else "lengths")


@pytest.mark.parametrize("games", [1, 30, 1_000, 10**9])
@pytest.mark.parametrize("reach", [1, 7, 52, 99, 754, 3_999, 4_096, 4_500, 19_952, 600_000])
@pytest.mark.parametrize("log", [False, True])
def test_edges_begin_tally_bins_and_few_bars_hold_all(games: int, reach: int, log: bool) -> None:
    counts = np.bincount(bin_of(np.array([1, reach])), minlength=6_000).astype(np.int64)
    axis = bar_axis(counts, games, log=log)
    edges = axis.edges.tolist()
    assert [bin_start(int(place)) for place in bin_of(axis.edges)] == edges
    assert all(low < high for low, high in pairwise(edges))
    assert len(edges) - 1 <= (MOST_BARS if games > 100 else 24)
    assert edges[-1] > reach or (not log and edges[-1] >= reach)
    assert edges[0] <= 1
    widths = set(np.diff(edges))
    if log:
        assert axis.wide > 0.9  # a decade, but for edges that are whole numbers
        assert not any(edge % 2 for edge in edges if edge >= 6)
    if not log and reach < EXACT_BELOW:
        assert widths == {1} or (len(widths) == 1 and widths.pop() % 2 == 0)


def test_axes_end_at_round_numbers_that_stay_while_games_come_in() -> None:
    tops = {0: 1, 0.0118: 0.012, 0.9: 1, 1: 1, 1.01: 1.2, 754: 800, 8_001: 10_000}
    assert {top: nice_up(top) for top in tops} == tops
    for top in (1, 1.2, 0.03, 60, 7_168, 52):
        found = ticks(top)
        assert found[0] == 0
        assert 2 <= len(found) <= 5
        assert found[-1] <= top
    study = Study(rules=PLAYABLE["code-golf"], games=40_000, seed=3)
    part = tally(study, 0, 20_000)
    pairs = zip(
        simulate_panels(study, part), simulate_panels(study, part + tally(study, 20_000, 20_000)), strict=True
    )
    stay = {"lengths", "survival", "wars", "strength", "aces"}
    for before, after in pairs:
        one, two = before.draw(LIGHT).layout, after.draw(LIGHT).layout
        assert one.uirevision == two.uirevision is not None
        if before.name in stay:
            assert (one.xaxis.range, one.yaxis.range) == (two.xaxis.range, two.yaxis.range)


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("unit", ["rounds", "plays"])
@pytest.mark.parametrize("name", STUDIES)
def test_the_curve_counts_the_games_that_go_on(name: str, unit: Unit, log: bool) -> None:
    one = played(name)
    chart = bars.survival(one.study, one.summary, unit=unit, log=log)
    ends = np.where(one.finished, one.games[unit], NEVER)
    before = -1
    curve = chart.curve
    for after, left, found, example in zip(
        chart.curve.after, curve.left, curve.shares, curve.examples, strict=True
    ):
        assert left == np.count_nonzero(ends > after), after
        assert found == share(left, GAMES)
        ended = (ends > before) & (ends <= after)
        check_counted(ended, int(np.count_nonzero(ended)), example)
        before = after
    assert curve.left[0] == GAMES
    assert chart.curve.after[-1] >= chart.axis.edges[-1] - 1
    assert len(chart.curve.after) <= bars.POINTS + 2


def test_every_end_of_few_games_is_a_step() -> None:
    one = played("norvig", games=30)
    chart = bars.survival(one.study, one.summary)
    assert {int(rounds) for rounds in one.games["rounds"] if rounds < chart.axis.edges[-1]} <= set(
        chart.curve.after
    )


def test_the_fan_holds_the_quantiles_of_the_followed_decks() -> None:
    one = played("code-golf", games=480)
    sizes = [
        [
            len(this.before[0])
            for this in play_rounds(deal("code-golf", number), one.study.rules, number=number, seed=7)
        ]
        for number in range(0, 480, 16)
    ]
    chart = decks.fan(one.study, one.summary)
    assert chart.followed == len(sizes) == 30
    assert set(np.diff(chart.after)) == {2 if chart.end <= decks.FINE else 4}
    for place, after in enumerate(chart.after.tolist()):
        there = sorted(game[after] for game in sizes if len(game) > after)
        assert chart.going[place] == len(there)
        for level, fewest in zip(decks.LEVELS, decks.FEWEST, strict=True):
            wanted = there[max(int(np.ceil(len(there) * level)), 1) - 1] if len(there) >= fewest else None
            assert chart.quantiles[level][place] == wanted, (after, level)
        low, high = chart.between[place]
        assert (low or 0) <= (chart.quantiles[0.5][place] or 0) <= (52 if high is None else high)
    assert {games < 20 for games in chart.going.tolist()} == {False, True}
    assert chart.quantiles[0.05][0] == 26


@pytest.mark.parametrize("name", STUDIES)
def test_depths_and_odd_lengths_are_counted(name: str) -> None:
    one = played(name, pack="2x20" if name == "code-golf" else "13x4")
    chart = bars.depth(one.summary)
    depths = np.minimum(one.games["depth"], len(chart.counts) - 1)
    for bar, (games, example) in enumerate(zip(chart.counts, chart.example, strict=True)):
        check_counted(one.finished & (depths == bar), games, example)
    both = outcomes.parity(one.summary)
    for outcome, winner in {"player_1": 1, "player_2": 2, "draw": 0}.items():
        for odd in (0, 1):
            inside = one.finished & (one.games["winner"] == winner) & (one.games["rounds"] % 2 == odd)
            if outcome in both.counts:
                check_counted(inside, both.counts[outcome][odd], both.example[outcome][odd])
            else:
                assert not inside.any()


@pytest.mark.parametrize("name", STUDIES)
def test_win_shares_by_aces_and_strength_are_those_of_the_games(name: str) -> None:
    one = played(name)
    decided, won = one.games["winner"] > 0, one.games["winner"] == 1
    wide, most = outcomes.kinds(one.study, GAMES)
    apart = one.games["strength"] - 156
    steps = np.clip(np.floor(apart / wide + 0.5), -most, most) * wide
    for chart, values in (
        (outcomes.aces(one.study, one.summary), one.games["aces"]),
        (outcomes.strength(one.study, one.summary), steps),
    ):
        assert sum(chart.games) == np.count_nonzero(decided)
        for place, wins, games, example in zip(
            chart.places, chart.wins, chart.games, chart.example, strict=True
        ):
            check_counted(decided & (values == place), games, example)
            assert wins == np.count_nonzero(won & (values == place))
    best = max(step for step in np.unique(steps) if np.count_nonzero(decided & (steps == step)) >= 20)
    found = np.count_nonzero(won & (steps == best)) / np.count_nonzero(decided & (steps == best))
    wins, games = (int(number.replace(",", "")) for number in re.findall(r"[\d,]+", one.title("strength")))
    assert wins / games == pytest.approx(found, abs=0.006)
    assert one.games["strength"].mean() == pytest.approx(outcomes.mean_strength(one.study), abs=0.6)
    assert one.games["strength"].std() == pytest.approx(outcomes.deviation(one.study), rel=0.03)


@pytest.mark.parametrize(
    ("pack", "best"),
    [
        ("1x4", "ace ace ace ace"),
        ("2x4", "ace king king ace"),
        ("3x4", "ace king queen ace"),
        ("4x4", "ace king jack ace"),
        ("5x4", "ace king 10 ace"),
        ("13x4", "ace king 2 ace"),
        ("14x1", "14 13 1 14"),
        ("52x1", "52 52 1 52"),
    ],
)
def test_the_best_card_is_the_one_that_is_counted(pack: str, best: str) -> None:
    orders = Order.HIGH, Order.ACE_LOW, Order.LOW_WINS, Order.LOWEST_BEATS_HIGHEST
    for order, name in zip(orders, best.split(), strict=True):
        rules = PLAYABLE["code-golf"].changed(order=order)
        study = Study(rules=rules, games=50, pack=Pack.parse(pack), seed=1, limit=500)
        assert outcomes.best_card(study.pack, order) == name
        rank = {"ace": 14, "king": 13, "queen": 12, "jack": 11}.get(name) or int(name)
        held = [deal_cards(study.pack, seed=1, number=number).deck_1.count(rank) for number in range(50)]
        assert (
            tally(study, 0, 50).aces.sum(axis=0).tolist()
            == np.bincount(held, minlength=study.pack.copies + 1).tolist()
        )


@pytest.mark.parametrize("log", [False, True])
def test_cycles_are_those_of_the_followed_endless_games(log: bool) -> None:
    one = played("programming-challenges")
    followed = (np.arange(GAMES) % 16 == 0) & (one.games["reason"] == CYCLE)
    check_bars(bars.starts(one.study, one.summary, log=log), one.games["cycle_start"], followed)
    check_bars(bars.cycles_lengths(one.study, one.summary), one.games["cycle_length"], followed)


@pytest.mark.parametrize("name", STUDIES)
def test_the_bar_has_a_piece_for_every_winner_and_reason(name: str) -> None:
    one = played(name)
    chart = outcomes.outcome_bar(one.study, one.summary)
    start = 0
    for piece in chart.pieces:
        game = play(deal(name, piece.example), one.study.rules, number=piece.example, seed=7)
        assert game.outcome.reason is piece.reason
        assert game.outcome.winner == {"player_1": 1, "player_2": 2}.get(piece.outcome, 0)
        assert piece.start == start
        start += piece.games
    assert start == GAMES


@pytest.mark.parametrize(
    "counts",
    [
        (307, 271, 0, 422, 0),
        (17, 209, 411, 363, 0),
        (1, 1, 1, 996, 1),
        (996, 1, 1, 1, 1),
        (200, 200, 200, 200, 200),
        (499, 499, 1, 1, 0),
        (0, 0, 0, 1000, 0),
        (1, 0, 998, 0, 1),
    ],
)
def test_labels_never_cover_each_other_on_the_narrowest_bar(counts: tuple[int, ...]) -> None:
    names = ("player_1", "player_2", "draw", "endless", "limit")
    shares = {name: share(count, 1_000) for name, count in zip(names, counts, strict=True) if count}
    labels = bar_labels(shares, LIGHT)
    right = -2.0
    for label in labels:
        left = label["x"] * NARROWEST + label["xshift"]
        assert left >= right - 1, label["text"]
        lines = label["text"].replace("&nbsp; ", "  ").replace("<b>", "").replace("</b>", "").split("<br>")
        right = left + LETTER * max(map(len, lines))
    assert right <= NARROWEST + 1
    assert len({"<br>" in label["text"] for label in labels}) == 1


def test_labels_move_no_further_than_they_must() -> None:
    assert labels_apart([0, 100, 200], [90, 90, 90]) == [0, 0, 0]
    assert labels_apart([0, 50, 300], [90, 90, 90]) == [0, 40, -52]
