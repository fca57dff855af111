"""Tables of charts against the games themselves, counted one by one; properties of axes and labels."""

import re
from collections.abc import Iterable
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pandas as pd
import pytest
from chart_states import COMPARISONS, FOUR, compared_of, compared_rules, comparison_of, named

from dashboard.charts.chart import Panel
from dashboard.charts.compare.charts import another_result, compare_panels, differing_games
from dashboard.charts.marks import NARROWEST, bar_labels
from dashboard.charts.simulate.charts import simulate_panels
from dashboard.charts.style import LETTER, THEMES, ticks
from engine import Hands, Order, Pack, deal_cards, kernels, play_rounds, rules_called
from engine.kernels import CYCLE, EXACT_BELOW, LIMIT, OUTCOMES, REASONS
from engine.simulation import LENGTHS_IN, Study, paired, share
from engine.simulation.tallies import Summary, bin_of, bin_start, tally
from engine.tables import bars, comparisons, outcomes, rows_of
from engine.tables.bars import MOST_BARS, bar_axis, nice_up
from engine.wording.sentences import REASON_WORDS

GAMES = 6_000
STUDIES = ("programming-challenges", "code-golf", "codingame", "norvig")
LIGHT = THEMES["light"]
NEVER = np.iinfo(np.int64).max
ROWS = rows_of(FOUR)
DEALS = COMPARISONS["four"][0].games


@cache
def played(name: str, *, games: int = GAMES, pack: str = "13x4") -> tuple[Study, Summary]:
    study = Study(rules=rules_called(name), games=games, pack=Pack.parse(pack), seed=7, sample=16)
    return study, tally(study, 0, games)


def rows_as_dicts(table: pd.DataFrame) -> list[dict[str, Any]]:
    return [{str(name): value for name, value in row.items()} for row in table.to_dict("records")]


@cache
def records(name: str, *, games: int = GAMES, pack: str = "13x4") -> pd.DataFrame:
    """Return the games one by one: how they ended, why, and all that is counted of them."""
    study, _ = played(name, games=games, pack=pack)
    numbers, terms = np.arange(games, dtype=np.uint64), kernels.Terms(seed=7, cycles=True)
    found = kernels.play_numbers(study.rules, study.pack, numbers=numbers, terms=terms)
    table = pd.DataFrame({field: found[field].astype(np.int64) for field in found.dtype.names or ()})
    ways = [table.winner == 1, table.winner == 2, table.reason == CYCLE, table.reason == LIMIT]
    table["outcome"] = np.select(ways, ["player 1", "player 2", "never ends", "cut off"], "drawn")
    return table.assign(finished=~table.outcome.isin(("never ends", "cut off")))


def rows(panel: Panel) -> list[dict[str, Any]]:
    return rows_as_dicts(panel.table)


def chart(name: str, panel: str, unit: Any = "rounds", log: bool = False) -> list[dict[str, Any]]:
    return rows(named(simulate_panels(*played(name), unit=unit, log=log), panel))


def compared(panel: str, unit: str = "rounds") -> list[dict[str, Any]]:
    return rows(named(compared_rules("four", unit), panel))


def place_of(row: dict[str, Any], column: str = "rule set") -> int:
    return [one.name for one in ROWS].index(row[column])


def games_of(row: dict[str, Any]) -> pd.DataFrame:
    """Return the games of the comparison by the rule set of a row."""
    return records(FOUR[place_of(row)]).head(DEALS)


def check(row: dict[str, Any], inside: pd.Series, games: str = "games", example: str = "a game") -> None:
    """See that so many games are counted, and that the first of them is the one that a click opens."""
    assert row[games] == np.count_nonzero(inside)
    first = None if pd.isna(row[example]) else row[example]
    assert first == (int(np.flatnonzero(inside)[0]) if inside.any() else None)


def between(values: pd.Series, row: dict[str, Any], unit: str) -> pd.Series:
    """Return which values a bar holds."""
    high = row[f"{unit} to"]
    return values.between(row[f"{unit} from"], NEVER if pd.isna(high) else high)


def check_going(table: Iterable[dict[str, Any]], games: pd.DataFrame, unit: str) -> None:
    """See that each row counts the games that go on, and names one that ended since the row before."""
    ends, before = games[unit].where(games.finished, NEVER), -1
    for row in table:
        after = row[f"after {unit}"]
        assert row["games still going"] == np.count_nonzero(ends > after)
        ended = (ends > before) & (ends <= after)
        check(row | {"ended": np.count_nonzero(ended)}, ended, "ended", "a game that ended")
        before = after


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("unit", ["rounds", "battles", "plays"])
@pytest.mark.parametrize("name", STUDIES)
def test_bars_and_curves_count_the_games(name: str, unit: str, log: bool) -> None:
    games = records(name)
    lengths, going = chart(name, "lengths", unit, log), chart(name, "survival", unit, log)
    for row in lengths:
        check(row, games.finished & between(games[unit], row, unit))
    assert sum(row["games"] for row in lengths) == games.finished.sum()
    check_going(going, games, unit)
    assert going[0]["games still going"] == GAMES
    assert len(going) <= bars.POINTS + 2
    middle = np.sort(games[unit][games.finished])[(int(games.finished.sum()) + 1) // 2 - 1]
    title = named(simulate_panels(*played(name), unit=unit), "lengths").title  # type: ignore[arg-type]
    shown = int(re.findall(r"(?:after|at most) ([\d,]+)", title)[0].replace(",", ""))
    assert bin_of(np.array([shown])) == bin_of(np.array([middle]))


@pytest.mark.parametrize("name", STUDIES)
def test_wars_depths_odd_lengths_and_endings_are_counted(name: str) -> None:
    games = records(name)
    linear, by_log = (named(simulate_panels(*played(name), log=log), "wars").table for log in (False, True))
    assert linear.equals(by_log)  # the scale is that of lengths alone
    for row in chart(name, "wars"):
        check(row, games.finished & between(games.wars, row, "wars"))
    for row in chart(name, "depth"):
        depth = row["deepest war"].replace("no war", "0")
        deep = games.depth >= 7 if depth == "7+" else games.depth == int(depth)
        check(row, games.finished & deep)
    for row in chart(name, "parity"):
        check(row, (games.outcome == row["outcome"]) & (games.rounds % 2 == (row["rounds"] == "odd")))
    why = games.reason.map({code: REASON_WORDS[reason] for code, reason in REASONS.items()})
    for row in chart(name, "outcomes"):
        check(row, (games.outcome == row["outcome"]) & (why == row["because"]))


@pytest.mark.parametrize("log", [False, True])
def test_cycles_are_those_of_the_followed_endless_games(log: bool) -> None:
    games = records("programming-challenges")
    followed = (games.index % 16 == 0) & (games.outcome == "never ends")
    for name, values in (("cycle-starts", games.cycle_start), ("cycle-lengths", games.cycle_length)):
        for row in chart("programming-challenges", name, log=log):
            check(row, followed & between(values, row, "rounds"))


@pytest.mark.parametrize("name", STUDIES)
def test_win_shares_by_aces_and_strength_are_those_of_the_games(name: str) -> None:
    (study, summary), games = played(name), records(name)
    decided, won = games.winner > 0, games.winner == 1
    wide, most = outcomes.kinds(study, GAMES)
    steps = np.clip(np.floor((games.strength - 156) / wide + 0.5), -most, most) * wide
    by_aces, by_strength = outcomes.aces(study, summary), outcomes.strength(study, summary)
    for kinds, values in ((by_aces, games.aces), (by_strength, steps)):
        assert sum(kinds.games) == np.count_nonzero(decided)
        for place, row in zip(kinds.places, rows_as_dicts(kinds.table()), strict=True):
            check(row, decided & (values == place), "decided games")
            assert row["player 1 wins"] == np.count_nonzero(won & (values == place))
    assert games.strength.mean() == pytest.approx(outcomes.mean_strength(study), abs=0.6)
    assert games.strength.std() == pytest.approx(outcomes.deviation(study), rel=0.03)


def test_every_end_of_few_games_is_a_step() -> None:
    chart, ends = bars.survival(*played("norvig", games=30)), records("norvig", games=30).rounds
    assert {*ends[ends < chart.axis.edges[-1]]} <= {*chart.curve.after}


def test_the_fan_holds_the_quantiles_of_the_followed_decks() -> None:
    study, summary = played("code-golf", games=480)
    sizes = []
    for number in range(0, 480, 16):
        deal = deal_cards(study.pack, seed=7, number=number)
        way = play_rounds(deal, study.rules, number=number, seed=7)
        sizes.append([len(this.before[0]) for this in way])
    chart = bars.fan(study, summary)
    assert chart.followed == len(sizes) == 30
    assert set(np.diff(chart.after)) == {2 if chart.end <= bars.FINE else 4}
    for place, after in enumerate(chart.after.tolist()):
        there = sorted(game[after] for game in sizes if len(game) > after)
        assert chart.going[place] == len(there)
        for level, fewest in zip(bars.FAN_LEVELS, bars.FAN_FEWEST, strict=True):
            wanted = there[max(int(np.ceil(len(there) * level)), 1) - 1] if len(there) >= fewest else None
            assert chart.quantiles[level][place] == wanted, (after, level)
        low, high = chart.median_interval[place]
        assert (low or 0) <= (chart.quantiles[0.5][place] or 0) <= (52 if high is None else high)
    assert {games < 20 for games in chart.going.tolist()} == {False, True}
    dealt = Study(rules=study.rules, games=20, hands=Hands.parse("AA/?{3}"), sample=1)
    assert bars.fan(dealt, tally(dealt, 0, 20)).cards == 5


BEST = {
    "1x4": "ace ace ace ace",
    "2x4": "ace king king ace",
    "3x4": "ace king queen ace",
    "4x4": "ace king jack ace",
    "5x4": "ace king 10 ace",
    "13x4": "ace king 2 ace",
    "14x1": "14 13 1 14",
    "52x1": "52 52 1 52",
}
"""The best card of a pack by each order."""


@pytest.mark.parametrize("pack", BEST)
def test_the_best_card_is_the_one_that_is_counted(pack: str) -> None:
    orders = Order.HIGH, Order.ACE_LOW, Order.LOW_WINS, Order.LOWEST_BEATS_HIGHEST
    for order, name in zip(orders, BEST[pack].split(), strict=True):
        rules = rules_called("code-golf").changed(order=order)
        study = Study(rules=rules, games=50, pack=Pack.parse(pack), seed=1, limit=500)
        assert outcomes.best_card(study.pack, order) == name
        rank = {"ace": 14, "king": 13, "queen": 12, "jack": 11}.get(name) or int(name)
        held = [deal_cards(study.pack, seed=1, number=number).deck_1.count(rank) for number in range(50)]
        counts = np.bincount(held, minlength=study.pack.copies + 1)
        assert tally(study, 0, 50).aces.sum(axis=0).tolist() == counts.tolist()


# Several rule sets on the same deals.


def test_outcomes_by_each_rule_set_are_those_of_the_games() -> None:
    for row in compared("who-wins"):
        check(row, games_of(row).outcome == row["outcome"])


@pytest.mark.parametrize("unit", LENGTHS_IN)
def test_lengths_by_each_rule_set_are_those_of_the_games(unit: str) -> None:
    for row in compared("length-strips", unit):
        games = games_of(row)
        check(row, games.finished & between(games[unit], row, unit))
    curves = pd.DataFrame(compared("still-going", unit)).groupby("rule set")
    for name, curve in curves:
        check_going(rows_as_dicts(curve), games_of({"rule set": name}), unit)
    for row in compared("length-spreads", unit):
        games = games_of(row)
        ordered = np.sort(games[unit][games.finished])
        for level in (5, 25, 50, 75, 95):
            reached = ordered[-(-len(ordered) * level // 100) - 1]
            assert row[f"{unit} {level} %"] == pytest.approx(reached, rel=1 / 64)  # long ones to a bin
        assert row["mean"] == pytest.approx(ordered.mean())
        assert games[unit][row["a game"]] == pytest.approx(row[f"{unit} 50 %"], rel=0.02)


def test_pairs_differ_in_the_deals_that_end_differently() -> None:
    pairs = compared("changes")
    places = [(place_of(row), place_of(row, "other rule set")) for row in pairs]
    assert places == list(combinations(range(4), 2))
    ended = [records(name).outcome.head(DEALS) for name in FOUR]
    for row in pairs:
        one, other = (ended[place_of(row, column)] for column in ("rule set", "other rule set"))
        check(row | {"differ": round(row["result differs, share"] * DEALS)}, one != other, "differ")
        both = one.isin(("player 1", "player 2")) & other.isin(("player 1", "player 2"))
        moved = np.count_nonzero(both & (one != other))
        assert row["the other player wins, share"] == moved / DEALS
    for row in compared("flow-a-d"):
        ways = row[f"under {ROWS[0].name}"], row[f"under {ROWS[3].name}"]
        check(row, (ended[0] == ways[0]) & (ended[3] == ways[1]), "deals")
    found = differing_games(compared_of("four"), 0, 3)
    for first, second, numbers in found:
        labels = (outcomes.OUTCOME_NAMES[name] for name in (first, second))
        inside = (ended[0] == next(labels)) & (ended[3] == next(labels))
        assert numbers == np.flatnonzero(inside)[: len(numbers)].tolist() != []
    assert len(found) == sum(a != b for a, b in {*zip(ended[0], ended[3], strict=True)})


@pytest.mark.parametrize("base", [0, 2])
@pytest.mark.parametrize("unit", LENGTHS_IN)
def test_differences_are_those_of_the_games(unit: Any, base: int) -> None:
    found = compared_of("four")
    longer = rows_as_dicts(comparisons.pairing(found, ROWS, "lengths", base=base, unit=unit).table())
    wins = rows_as_dicts(comparisons.pairing(found, ROWS, "wins", base=base).table())
    _, table, _ = another_result(COMPARISONS["four"][0], found, ROWS, base=base, unit=unit)
    own = games_of({"rule set": ROWS[base].name})
    for lengths, points, words in zip(longer, wins, rows_as_dicts(table), strict=True):
        games = games_of(lengths)
        both = own.finished & games.finished
        difference = (games[unit] - own[unit])[both]
        assert lengths["deals"] == both.sum()
        assert lengths[f"difference in {unit}"] == pytest.approx(difference.mean())
        won = (games.winner == 1).mean() - (own.winner == 1).mean()
        assert points["difference in points"] == pytest.approx(100 * won)
        differ = (games.outcome != own.outcome).sum()
        assert words["Different result"].startswith(f"**{differ}\N{NO-BREAK SPACE}")
        (number,) = re.findall(r"([−0-9,.]+)\s", words["On average"].replace("\N{NO-BREAK SPACE}", " "))[:1]
        output = abs(float(number.replace(",", "").replace("−", "-")))
        assert output == pytest.approx(abs(difference.mean()), abs=0.51)


def test_charts_of_large_packs_of_which_every_game_is_long_are_drawn() -> None:
    names = ("code-golf", "spivey")
    large = comparison_of(names, games=2, pack=Pack(60, 60))
    tallies = paired.tally(large, 0, 2)
    assert min(comparisons.compare_survival(tallies, rows_of(names)).axis.ticks()) > EXACT_BELOW
    for panel in compare_panels(large, tallies, names):
        assert panel.draw(LIGHT).data


def test_an_axis_holds_the_lengths_that_it_is_for_and_is_narrow() -> None:
    lengths = {(5.0,): (5, 10), (70.0, 3.0): (2, 100), (1.0, 1.0): (1, 2), (0.0, 9_000.0): (1, 10_000)}
    for ends, axis in lengths.items():
        assert comparisons.axis_through([*ends]) == comparisons.LengthAxis(*axis)


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
    study = Study(rules=rules_called("code-golf"), games=40_000, seed=3)
    part = tally(study, 0, 20_000)
    whole = simulate_panels(study, part + tally(study, 20_000, 20_000))
    for before, after in zip(simulate_panels(study, part), whole, strict=True):
        one, two = before.draw(LIGHT).layout, after.draw(LIGHT).layout
        assert one.uirevision == two.uirevision is not None
        if before.name in ("lengths", "survival", "wars", "strength", "aces"):
            assert (one.xaxis.range, one.yaxis.range) == (two.xaxis.range, two.yaxis.range)


HARD = ((17, 209, 411, 363, 0), (1, 1, 1, 996, 1), (10**9, 1, 1, 1, 1), (200,) * 5, (499, 499, 1, 1, 0))
"""Games of each outcome whose names hardly fit."""


@pytest.mark.parametrize("counts", HARD)
def test_labels_never_cover_each_other_on_the_narrowest_bar(counts: tuple[int, ...]) -> None:
    parts = {name: share(games, sum(counts)) for name, games in zip(OUTCOMES, counts, strict=True) if games}
    labels = bar_labels(parts, LIGHT)
    right = -2.0
    for label in labels:
        left = label["x"] * NARROWEST + label["xshift"]
        assert left >= right - 1, label["text"]
        lines = re.sub("</?b>", "", label["text"].replace("&nbsp; ", "  ")).split("<br>")
        right = left + LETTER * max(map(len, lines))
    assert right <= NARROWEST + 1
    assert len({"<br>" in label["text"] for label in labels}) == 1
