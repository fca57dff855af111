"""Charts of many games: what is drawn, against the games themselves counted one by one."""

from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from dashboard.charts import marks
from dashboard.charts.chart import span
from dashboard.charts.marks import NARROWEST, bar_labels, labels_apart
from dashboard.charts.simulate import decks as simulate_decks
from dashboard.charts.simulate import hands, outcomes, wars
from dashboard.charts.simulate import lengths as simulate_lengths
from dashboard.charts.style import LETTER, THEMES, ticks
from engine import Deal, deal_cards, kernels, play, play_rounds
from engine.cards import Pack
from engine.game import Reason
from engine.kernels.codes import CYCLE, LIMIT
from engine.kernels.tallies import EXACT_BELOW
from engine.rules import PLAYABLE, Order, rules_called
from engine.simulation import Study
from engine.simulation.estimates import share
from engine.simulation.tallies import Summary, bin_of, bin_start, tally
from engine.tables import bars as cycles_table
from engine.tables import bars as depth_table
from engine.tables import bars as going_table
from engine.tables import bars as histogram_table
from engine.tables import decks as fan_table
from engine.tables import outcomes as dealt_table
from engine.tables import outcomes as endings_table
from engine.tables import outcomes as parity_table
from engine.tables.bars import MOST_BARS, NOT_ONE, bar_axis, nice_up

GAMES = 6_000
STUDIES = ("programming-challenges", "code-golf", "codingame", "norvig")
LIGHT = THEMES["light"]


@dataclass(frozen=True, eq=False)
class Played:
    """A study with its tallies and its games one by one (`RECORD`)."""

    study: Study
    summary: Summary
    games: np.ndarray

    @property
    def finished(self) -> np.ndarray:
        return ~np.isin(self.games["reason"], (CYCLE, LIMIT))


@cache
def played(name: str, *, games: int = GAMES, sample: int = 16, pack: str = "13x4") -> Played:
    study = Study(rules=PLAYABLE[name], games=games, pack=Pack.parse(pack), seed=7, sample=sample)
    numbers, terms = np.arange(games, dtype=np.uint64), kernels.Terms(seed=7, cycles=True)
    records = kernels.play_numbers(study.rules, study.pack, numbers=numbers, terms=terms)
    return Played(study, tally(study, 0, games), records)


@cache
def deal(name: str, number: int) -> Deal:
    return deal_cards(played(name).study.pack, seed=7, number=number)


# Bars


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("unit", ["rounds", "battles", "plays"])
@pytest.mark.parametrize("name", STUDIES)
def test_bars_count_the_games_between_their_edges(name: str, unit: going_table.Unit, log: bool) -> None:
    one = played(name)
    chart = histogram_table.histogram_lengths(one.study, one.summary, unit=unit, log=log)
    values = one.games[unit]
    for (low, high), games, example in zip(chart.spans(), chart.counts, chart.example, strict=True):
        inside = one.finished & (values >= low) & (values <= (high if high is not None else 10**9))
        assert games == np.count_nonzero(inside), (low, high)
        assert example == (int(np.flatnonzero(inside)[0]) if games else NOT_ONE), (low, high)
    assert sum(chart.counts) == chart.games == np.count_nonzero(one.finished)
    if log:
        assert chart.counts[-1] == 0
    else:
        assert 0 < chart.counts[-1] <= 0.01 * chart.games


@pytest.mark.parametrize("name", STUDIES)
def test_the_median_and_the_mean_are_those_of_the_games(name: str) -> None:
    one = played(name)
    chart = histogram_table.histogram_lengths(one.study, one.summary)
    rounds = np.sort(one.games["rounds"][one.finished])
    assert chart.median is not None
    assert chart.upper is not None
    assert chart.mean is not None
    assert chart.median.value == rounds[-(-len(rounds) // 2) - 1]
    late = rounds[-(-len(rounds) * 95 // 100) - 1]
    assert len({*bin_of(np.array([int(chart.upper.value), late])).tolist()}) == 1
    assert chart.upper.low <= late <= chart.upper.high
    assert chart.mean.value == pytest.approx(rounds.mean())
    title = marks.panel(one.study, one.summary).title
    assert f"{span(chart.median)} rounds" in title
    assert chart.median.low <= rounds[-(-len(rounds) // 2) - 1] <= chart.median.high


def test_bars_up_to_the_median_are_dark() -> None:
    one = played("code-golf")
    chart = histogram_table.histogram_lengths(one.study, one.summary)
    bars = marks.figure(chart, LIGHT).data[0]
    assert chart.median is not None
    for (low, _), colour in zip(chart.spans(), bars.marker.color, strict=False):
        assert colour == (LIGHT.before if low <= chart.median.value else LIGHT.after)


def test_a_histogram_draws_its_record() -> None:
    one = played("programming-challenges")
    chart = histogram_table.histogram_lengths(one.study, one.summary)
    bars, beyond, mean = marks.figure(chart, LIGHT).data
    assert np.allclose(bars.y * chart.games, chart.counts[:-1])
    assert np.allclose(bars.x - bars.width / 2, chart.axis.edges[:-1])
    assert [point[0] for point in bars.customdata] == chart.example[:-1]
    assert beyond.y[0] * chart.games == pytest.approx(chart.counts[-1])
    assert beyond.x[0] - beyond.width[0] / 2 > chart.axis.edges[-1] + 10
    assert beyond.customdata[0][0] == chart.example[-1]
    assert mean.x[0] == pytest.approx(chart.mean.value if chart.mean else None)
    drawn = marks.figure(chart, LIGHT).layout
    assert drawn.xaxis.ticktext[-1] == f"{chart.axis.edges[-1]:,}+"
    assert {shape.x0 for shape in drawn.shapes if shape.x0 == shape.x1} == {
        chart.median.value if chart.median else None,
        chart.upper.value if chart.upper else None,
    }


def test_a_logarithmic_axis_is_drawn_at_logarithms() -> None:
    one = played("code-golf")
    chart = histogram_table.histogram_lengths(one.study, one.summary, log=True)
    bars = marks.figure(chart, LIGHT).data[0]
    assert np.allclose(10 ** (bars.x - bars.width / 2), chart.axis.edges[:-1])
    drawn = marks.figure(chart, LIGHT).layout.xaxis
    assert [f"{10**place:,.0f}" for place in drawn.tickvals] == list(drawn.ticktext)


def test_single_values_stand_in_the_middle_of_their_bars() -> None:
    one = played("code-golf", pack="4x2")
    chart = histogram_table.histogram_lengths(one.study, one.summary)
    assert np.array_equal(np.diff(chart.axis.edges), np.ones(len(chart.axis.edges) - 1))
    bars = marks.figure(chart, LIGHT).data[0]
    assert np.allclose(bars.x, chart.axis.edges[:-1])
    assert chart.median is not None
    assert bars.marker.color[int(chart.median.value)] == LIGHT.before
    assert bars.marker.color[int(chart.median.value) + 1] == LIGHT.after


@pytest.mark.parametrize("games", [1, 30, 1_000, 10**9])
@pytest.mark.parametrize("reach", [1, 7, 52, 99, 754, 3_999, 4_096, 4_500, 19_952, 600_000])
@pytest.mark.parametrize("log", [False, True])
def test_edges_begin_tally_bins_and_few_bars_hold_all(games: int, reach: int, log: bool) -> None:
    counts = np.bincount(bin_of(np.array([1, reach])), minlength=6_000).astype(np.int64)
    axis = bar_axis(counts, games, log=log)
    edges = axis.edges.tolist()
    assert [bin_start(int(place)) for place in bin_of(axis.edges)] == edges
    assert all(low < high for low, high in pairwise(edges))
    assert len(edges) - 1 <= MOST_BARS
    assert edges[-1] > reach or (not log and edges[-1] >= reach)
    assert edges[0] <= 1
    widths = set(np.diff(edges))
    if log:
        assert not any(edge % 2 for edge in edges if edge >= 6)
    if not log and reach < EXACT_BELOW:
        assert widths == {1} or (len(widths) == 1 and widths.pop() % 2 == 0)


def test_axes_end_at_round_numbers_that_stay_while_games_come_in() -> None:
    assert [nice_up(value) for value in (0, 0.0118, 0.9, 1, 1.01, 754, 8_001)] == [
        1,
        0.012,
        1,
        1,
        1.2,
        800,
        10_000,
    ]
    for top in (1, 1.2, 0.03, 60, 7_168, 52):
        found = ticks(top)
        assert found[0] == 0
        assert 2 <= len(found) <= 5
        assert found[-1] <= top
    study = Study(rules=PLAYABLE["code-golf"], games=40_000, seed=3)
    part = tally(study, 0, 20_000)
    whole = part + tally(study, 20_000, 20_000)
    for draw in (
        marks.panel,
        simulate_lengths.survival_panel,
        wars.wars_panel,
        hands.strength_panel,
        hands.aces_panel,
    ):
        one, two = (draw(study, some).draw(LIGHT).layout for some in (part, whole))
        assert one.xaxis.range == two.xaxis.range
        assert one.yaxis.range == two.yaxis.range
        assert one.uirevision == two.uirevision is not None


def test_few_games_get_few_bars_with_whiskers() -> None:
    one = played("norvig", games=100)
    few = marks.figure(histogram_table.histogram_lengths(one.study, one.summary), LIGHT).data[0]
    assert len(few.x) <= 12
    chart = histogram_table.histogram_lengths(one.study, one.summary)
    assert chart.median is not None
    bands = [shape for shape in marks.figure(chart, LIGHT).layout.shapes if shape.type == "rect"]
    assert [(band.x0, band.x1) for band in bands] == [(chart.median.low, chart.median.high)]
    assert few.error_y.array is not None
    many = played("norvig")
    bars = marks.figure(histogram_table.histogram_lengths(many.study, many.summary), LIGHT).data[0]
    assert len(bars.x) > 2 * len(few.x)
    # Stopped soon: as many bars as the games there are can fill.
    stopped = Study(rules=one.study.rules, games=10**9, seed=7)
    assert len(histogram_table.histogram_lengths(stopped, one.summary).counts) <= 24


@pytest.mark.parametrize("name", STUDIES)
def test_wars_are_counted(name: str) -> None:
    one = played(name)
    chart = histogram_table.histogram_lengths(one.study, one.summary, unit="wars")
    values = one.games["wars"][one.finished]
    edges = chart.axis.edges
    assert chart.counts[:-1] == np.histogram(values[values < edges[-1]], edges)[0].tolist()
    middle = int(np.sort(values)[-(-len(values) // 2) - 1])
    assert chart.median is not None
    assert chart.median.low <= middle <= chart.median.high
    assert f"{span(chart.median)} wars" in wars.wars_panel(one.study, one.summary).title


# Curve


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("unit", ["rounds", "plays"])
@pytest.mark.parametrize("name", STUDIES)
def test_the_curve_counts_the_games_that_go_on(name: str, unit: going_table.Unit, log: bool) -> None:
    one = played(name)
    chart = going_table.survival(one.study, one.summary, unit=unit, log=log)
    ends = np.where(one.finished, one.games[unit], np.iinfo(np.int64).max)
    before = -1
    curve = chart.curve
    for after, left, found, example in zip(
        chart.after, curve.left, curve.shares, curve.examples, strict=True
    ):
        assert left == np.count_nonzero(ends > after), after
        assert found == share(left, GAMES)
        ended = np.flatnonzero((ends > before) & (ends <= after))
        assert example == (int(ended[0]) if len(ended) else NOT_ONE), after
        before = after
    assert curve.left[0] == GAMES
    assert chart.after[-1] >= chart.axis.edges[-1] - 1
    assert len(chart.after) <= going_table.POINTS + 2


def test_every_end_of_few_games_is_a_step() -> None:
    one = played("norvig", games=30)
    chart = going_table.survival(one.study, one.summary)
    ends = {int(rounds) for rounds in one.games["rounds"] if rounds < chart.axis.edges[-1]}
    assert ends <= set(chart.after)
    assert simulate_lengths.survival_figure(chart, LIGHT).data[-1].line.shape == "hv"


def test_the_floor_is_the_share_that_never_ends() -> None:
    one = played("programming-challenges")
    panel = simulate_lengths.survival_panel(one.study, one.summary)
    never = np.count_nonzero(one.games["reason"] == CYCLE)
    drawn = panel.draw(LIGHT).layout
    assert {shape.y1 for shape in drawn.shapes} == {never / GAMES}
    assert any("never ends" in note.text for note in drawn.annotations)
    at = int(panel.title.split()[2].rstrip(",").replace(",", ""))
    left = np.count_nonzero(~one.finished | (one.games["rounds"] > at))
    assert panel.title.endswith(" % of those left never end")
    # Long games are counted in bins: a few more may be over the round named.
    assert float(panel.title.split()[3]) == pytest.approx(100 * never / left, abs=0.2)


def test_games_cut_off_are_named_apart_from_endless_ones() -> None:
    study = Study(rules=PLAYABLE["programming-challenges"], games=2_000, seed=7, limit=300)
    summary = tally(study, 0, 2_000)
    assert summary.outcomes()["limit"] > summary.outcomes()["endless"] > 0
    drawn = simulate_lengths.survival_panel(study, summary).draw(LIGHT).layout
    never, cut = (summary.outcomes()[outcome] / 2_000 for outcome in ("endless", "limit"))
    assert sorted({shape.y1 for shape in drawn.shapes}) == pytest.approx([never, never + cut])
    for game in histogram_table.histogram_lengths(study, summary).example:
        assert game == NOT_ONE or play(deal("programming-challenges", game), study.rules).rounds <= 300
    assert [note.text.split("<br>")[0] for note in drawn.annotations] == [
        "<b>never ends</b>",
        "<b>cut off</b>",
        "still going",
    ]
    assert "were cut off" in simulate_lengths.survival_panel(study, summary).note
    assert "were cut off" in marks.panel(study, summary).note


# Decks


@cache
def decks(name: str, numbers: tuple[int, ...]) -> list[list[int]]:
    """Play by the referee: player 1's deck before each round of each game that goes on."""
    one = played(name)
    return [
        [
            len(this.before[0])
            for this in play_rounds(deal(name, number), one.study.rules, number=number, seed=7)
        ]
        for number in numbers
    ]


def test_the_fan_holds_the_quantiles_of_the_followed_decks() -> None:
    one = played("code-golf", games=480)
    sizes = decks("code-golf", tuple(range(0, 480, 16)))
    chart = fan_table.fan(one.study, one.summary)
    assert chart.followed == len(sizes) == 30
    assert set(np.diff(chart.after)) == {2 if chart.end <= fan_table.FINE else 4}
    for place, after in enumerate(chart.after.tolist()):
        there = sorted(game[after] for game in sizes if len(game) > after)
        assert chart.going[place] == len(there)
        for level, fewest in zip(fan_table.LEVELS, fan_table.FEWEST, strict=True):
            wanted = there[max(int(np.ceil(len(there) * level)), 1) - 1] if len(there) >= fewest else None
            assert chart.quantiles[level][place] == wanted, (after, level)
        low, high = chart.between[0.5][place]
        assert (low or 0) <= (chart.quantiles[0.5][place] or 0) <= (52 if high is None else high)
    assert {games < 20 for games in chart.going.tolist()} == {False, True}
    assert [size is None for size in chart.quantiles[0.95]] == [games < 20 for games in chart.going.tolist()]
    assert chart.quantiles[0.05][0] == 26


def test_a_lead_is_said_and_a_level_game_not() -> None:
    one = played("code-golf")
    assert simulate_decks.fan_panel(one.study, one.summary).title.startswith("After ")
    assert " half hold " in simulate_decks.fan_panel(one.study, one.summary).title
    tilted = np.zeros_like(one.summary.sizes)
    tilted[0, 26] = 50
    tilted[1:601, 41] = 50
    knows_who_is_who = replace(one.study, rules=rules_called("codingame"))
    for size, title in (
        (41, "By round 600 player 1 mostly holds 41 or more"),
        (9, "By round 600 player 2 mostly holds 43 or more"),
    ):
        tilted[1:601] = 0
        tilted[1:601, size] = 50
        leaning = replace(one.summary, sizes=tilted)
        assert simulate_decks.fan_panel(knows_who_is_who, leaning).title == title
        assert simulate_decks.fan_panel(one.study, leaning).title.startswith(
            "After 600 rounds, at least half hold "
        )
    tilted[1:601] = 0
    tilted[1:601, 20], tilted[1:601, 26] = 30, 20  # the median is 20, its interval reaches 26
    level = replace(one.summary, sizes=tilted)
    assert (
        simulate_decks.fan_panel(knows_who_is_who, level).title
        == "After 600 rounds, at least half hold 20 to 26"
    )


# Bars of kinds


@pytest.mark.parametrize("name", STUDIES)
def test_depths_are_counted(name: str) -> None:
    one = played(name)
    chart = depth_table.depth(one.summary)
    values = one.games["depth"][one.finished]
    last = len(chart.counts) - 1
    for bar, (games, example) in enumerate(zip(chart.counts, chart.example, strict=True)):
        inside = one.finished & (np.minimum(one.games["depth"], last) == bar)
        assert games == np.count_nonzero(inside)
        assert example == (int(np.flatnonzero(inside)[0]) if games else NOT_ONE)
    bars = wars.depth_figure(chart, LIGHT).data[0]
    assert np.allclose(bars.y, np.bincount(np.minimum(values, last), minlength=last + 1) / len(values))
    assert bars.error_y.array is not None


def test_the_deepest_wars_share_the_last_bar() -> None:
    one = played("code-golf", pack="2x20")
    chart = depth_table.depth(one.summary)
    deepest = one.games["depth"][one.finished]
    assert deepest.max() > depth_table.DEEPEST
    assert chart.names[-1] == "7+"
    assert chart.counts[-1] == np.count_nonzero(deepest >= depth_table.DEEPEST)
    assert sum(chart.counts) == len(deepest)


def test_rare_depths_say_how_many_games_they_are() -> None:
    chart = depth_table.Depth([0, 9_000, 10_995, 5, 0], [NOT_ONE, 0, 1, 2, NOT_ONE], 20_000, True)
    texts = [note.text for note in wars.depth_figure(chart, LIGHT).layout.annotations]
    assert texts == ["none", "45.0 %", "55.0 %", "5<br>games", "none"]


@pytest.mark.parametrize("name", STUDIES)
def test_odd_and_even_lengths_are_counted(name: str) -> None:
    one = played(name)
    chart = parity_table.parity(one.summary)
    winners = {"player_1": 1, "player_2": 2, "draw": 0}
    for outcome, counts in chart.counts.items():
        for odd in (0, 1):
            won = one.finished & (one.games["winner"] == winners[outcome])
            inside = won & (one.games["rounds"] % 2 == odd)
            assert counts[odd] == np.count_nonzero(inside)
            examples = np.flatnonzero(inside)
            assert chart.example[outcome][odd] == (int(examples[0]) if len(examples) else NOT_ONE)
    even, odd_bars = simulate_lengths.parity_figure(chart, LIGHT).data
    assert np.allclose(even.y + odd_bars.y, [sum(counts) / chart.games for counts in chart.counts.values()])


@pytest.mark.parametrize("name", STUDIES)
def test_win_shares_by_aces_and_strength_are_those_of_the_games(name: str) -> None:
    one = played(name)
    decided = one.games["winner"] > 0
    by_aces = dealt_table.aces(one.study, one.summary)
    for number, wins, games, example in zip(
        by_aces.places, by_aces.wins, by_aces.games, by_aces.example, strict=True
    ):
        inside = decided & (one.games["aces"] == number)
        assert games == np.count_nonzero(inside)
        assert wins == np.count_nonzero(inside & (one.games["winner"] == 1))
        assert example == np.flatnonzero(inside)[0]
    by_strength = dealt_table.strength(one.study, one.summary)
    wide, most = dealt_table.kinds(one.study, GAMES)
    apart = one.games["strength"] - 156
    step = np.clip(np.floor(apart / wide + 0.5), -most, most)
    assert sum(by_strength.games) == np.count_nonzero(decided)
    for place, wins, games, example in zip(
        by_strength.places, by_strength.wins, by_strength.games, by_strength.example, strict=True
    ):
        inside = decided & (step * wide == place)
        assert games == np.count_nonzero(inside), place
        assert wins == np.count_nonzero(inside & (one.games["winner"] == 1))
        assert example == np.flatnonzero(inside)[0]
    stronger = ((apart > 0) & (one.games["winner"] == 1)) | ((apart < 0) & (one.games["winner"] == 2))
    found = np.count_nonzero(stronger) / np.count_nonzero(decided & (apart != 0))
    title = hands.strength_panel(one.study, one.summary).title
    assert float(title.split()[4]) == pytest.approx(100 * found, abs=0.51)


def test_strength_is_spread_as_its_formula_says() -> None:
    one = played("code-golf")
    values = one.games["strength"]
    assert values.mean() == pytest.approx(dealt_table.mean_strength(one.study), abs=0.6)
    assert values.std() == pytest.approx(dealt_table.deviation(one.study), rel=0.03)


@pytest.mark.parametrize(
    ("pack", "order", "best"),
    [
        ("13x4", Order.HIGH, "ace"),
        ("13x4", Order.LOWEST_BEATS_HIGHEST, "ace"),
        ("13x4", Order.ACE_LOW, "king"),
        ("13x4", Order.LOW_WINS, "2"),
        ("1x4", Order.ACE_LOW, "ace"),
        ("20x1", Order.HIGH, "20"),
        ("14x1", Order.ACE_LOW, "13"),
        ("52x1", Order.LOW_WINS, "1"),
    ],
)
def test_the_best_card_is_the_one_that_is_counted(pack: str, order: Order, best: str) -> None:
    assert dealt_table.best_card(Pack.parse(pack), order) == best
    study = Study(
        rules=PLAYABLE["code-golf"].changed(order=order), games=200, pack=Pack.parse(pack), seed=1, limit=500
    )
    summary = tally(study, 0, 200)
    ranks = {"ace": 14, "king": 13}
    rank = ranks.get(best) or int(best)
    held = [deal_cards(study.pack, seed=1, number=number).deck_1.count(rank) for number in range(200)]
    assert summary.aces.sum(axis=0).tolist() == np.bincount(held, minlength=study.pack.copies + 1).tolist()


@pytest.mark.parametrize("log", [False, True])
def test_cycles_are_those_of_the_followed_endless_games(log: bool) -> None:
    one = played("programming-challenges")
    followed = (np.arange(GAMES) % 16 == 0) & (one.games["reason"] == CYCLE)
    for chart, column in (
        (cycles_table.starts(one.study, one.summary, log=log), "cycle_start"),
        (cycles_table.cycles_lengths(one.study, one.summary), "cycle_length"),
    ):
        values = one.games[column]
        for (low, high), games, example in zip(chart.spans(), chart.counts, chart.example, strict=True):
            inside = followed & (values >= low) & (values <= (high if high is not None else 10**12))
            assert games == np.count_nonzero(inside), (low, high)
            assert example == (int(np.flatnonzero(inside)[0]) if games else NOT_ONE)
    starts, long = simulate_lengths.panels(one.study, one.summary, log=log)
    common = np.count_nonzero(followed & (one.games["cycle_length"] == 52)) / np.count_nonzero(followed)
    assert long.title == f"{100 * common:.0f} % of cycles are 52 rounds long"
    assert (
        f"{np.count_nonzero(followed):,} of {np.count_nonzero(one.games['reason'] == CYCLE):,}" in starts.note
    )
    bars = starts.draw(LIGHT).data[0]
    assert bars.marker.pattern.shape == "/"


def test_without_endless_games_there_are_no_cycles() -> None:
    one = played("code-golf")
    assert simulate_lengths.panels(one.study, one.summary) == ()


# Outcomes


@pytest.mark.parametrize("name", STUDIES)
def test_the_bar_has_a_piece_for_every_winner_and_reason(name: str) -> None:
    one = played(name)
    chart = endings_table.outcome_bar(one.study, one.summary)
    start = 0
    for piece in chart.pieces:
        game = play(deal(name, piece.example), one.study.rules, number=piece.example, seed=7)
        assert game.outcome.reason is piece.reason
        assert game.outcome.winner == {"player_1": 1, "player_2": 2}.get(piece.outcome, 0)
        assert piece.start == start
        start += piece.games
    assert start == GAMES
    figure = outcomes.outcome_bar_figure(chart, LIGHT)
    bars = [trace for trace in figure.data if trace.type == "bar"]
    assert np.concatenate([bar.x for bar in bars]).sum() == pytest.approx(1)
    assert [point[0] for bar in bars for point in bar.customdata] == [piece.example for piece in chart.pieces]


@pytest.mark.parametrize(
    ("name", "unseen"),
    [
        ("norvig", ["draw"]),
        ("code-golf", ["draw", "endless"]),
        ("codingame", []),
        ("programming-challenges-code", []),
    ],
)
def test_only_what_the_rules_allow_is_said_not_to_be_seen(name: str, unseen: list[str]) -> None:
    one = played(name)
    chart = endings_table.outcome_bar(one.study, one.summary)
    assert list(chart.unseen) == unseen
    foot = " ".join(note.text for note in outcomes.outcome_bar_figure(chart, LIGHT).layout.annotations)
    assert ("none seen" in foot) == bool(unseen)
    if unseen:
        assert "(under 0.07 %)" in foot


def test_unseen_reasons_are_not_faint() -> None:
    one = played("code-golf")
    chart = endings_table.outcome_bar(one.study, one.summary)
    bar = outcomes.outcome_bar_figure(chart, LIGHT).data[0]
    reasons = [piece.reason for piece in chart.pieces if piece.outcome == "player_1"]
    assert reasons == [Reason.DECK_EMPTY, Reason.SHORTFALL]
    assert bar.marker.color[0] != bar.marker.color[1]


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
