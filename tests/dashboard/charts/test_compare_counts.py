"""Charts of a comparison against the games themselves: what is counted, drawn, and opened by a click."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from math import log10
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest
from chart_states import COMPARISONS, FOUR, compared_of, compared_rules, comparison_of, named
from records_compared import outcome_of

from dashboard.charts.compare import shares
from dashboard.charts.compare.charts import another_result, compare_panels, parting_games
from dashboard.charts.compare.common import ROW
from dashboard.charts.marks import NARROWEST
from dashboard.charts.style import LETTER, THEMES
from engine.cards import Pack, deal_cards
from engine.game import Game, referee
from engine.kernels.tallies import BINS, EXACT_BELOW, OUTCOMES
from engine.simulation.estimates import changed, length_difference, share
from engine.simulation.paired import LENGTHS_IN, Compared, tally
from engine.simulation.tallies import bin_start
from engine.tables import comparisons as tables
from engine.tables.bars import Unit
from engine.tables.comparisons import Of, compare_survival, length_strips, rows_of

LIGHT = THEMES["light"]
ROWS = rows_of(FOUR)
ASKED = COMPARISONS["four"][0]
STARTS = np.array([bin_start(place) for place in range(BINS)])


@pytest.fixture(scope="module")
def four() -> Compared:
    return compared_of("four")


def figure(name: str, unit: Unit = "rounds") -> go.Figure:
    return named(compared_rules("four", unit), name).draw(LIGHT)


@cache
def play(number: int, place: int) -> Game:
    deal = deal_cards(ASKED.pack, seed=ASKED.seed, number=number)
    return referee.play(deal, ASKED.rule_sets[place], seed=ASKED.seed, number=number, limit=ASKED.limit)


def points(figure: go.Figure) -> Iterator[tuple[Any, int, list[Any]]]:
    """Yield every point that carries a game: its trace, its place in it, its data."""
    for trace in figure.data:
        if trace.customdata is not None:
            for place, data in enumerate(trace.customdata):
                if data[0] != -1:
                    yield trace, place, list(data)


@pytest.mark.parametrize("state", COMPARISONS)
def test_a_click_opens_a_deal_of_the_comparison_by_one_of_its_rule_sets(state: str) -> None:
    comparison, _ = COMPARISONS[state]
    for panel in compared_rules(state):
        assert panel.title in panel.alt
        assert len(panel.table)
        for _, _, data in points(panel.draw(LIGHT)):
            assert 0 <= data[0] < comparison.games
            assert 0 <= data[1] < len(comparison.rule_sets)


def test_a_part_of_the_bar_opens_a_game_that_ended_so(four: Compared) -> None:
    seen = 0
    for trace, place, data in points(figure("who-wins")):
        game = outcome_of(play(data[0], data[1]))
        summary = four.summaries[data[1]]
        assert trace.x[place] == pytest.approx(summary.outcomes()[game] / 600)
        before = OUTCOMES[: OUTCOMES.index(game)]
        assert trace.base[place] == pytest.approx(sum(summary.outcomes()[name] for name in before) / 600)
        seen += 1
    assert seen == sum(count > 0 for summary in four.summaries for count in summary.outcomes().values())
    never = named(compared_rules("four"), "who-wins").table.query("outcome == 'never ends'").iloc[0]
    assert never["share high"] == share(0, 600).high
    assert never["a game"] is pd.NA


def test_rows_side_by_side_have_the_same_height_and_order() -> None:
    left, right = (panel.draw(LIGHT) for panel in compared_rules("four")[:2])
    for name in ("height", "yaxis.range", "margin.t", "margin.b"):
        assert left.layout[name] == right.layout[name]
    assert left.layout.height == 4 * ROW + left.layout.margin.t + left.layout.margin.b


@pytest.mark.parametrize("state", ["four", "three games", "some cut off"])
def test_no_label_covers_another_on_the_narrowest_phone(state: str) -> None:
    _, names = COMPARISONS[state]
    chart = tables.compare_shares(compared_of(state), rows_of(names))
    for width in (NARROWEST, NARROWEST * shares.SPLIT):
        for row in range(len(names)):
            boxes = [
                (label["x"] * width + label["xshift"], LETTER * (len(label["text"]) + 1))
                for label in shares.share_labels(chart, LIGHT, width=width)
                if ROW * row <= label["y"] < ROW * (row + 1)
            ]
            for (left, wide), (right, other) in pairwise(boxes):
                assert left + wide / 2 <= right - other / 2 + 3


@pytest.mark.parametrize("unit", LENGTHS_IN)
def test_lengths_are_drawn_where_the_quantiles_are(four: Compared, unit: Unit) -> None:
    drawn = figure("length-spreads", unit)
    for row, summary in enumerate(four.summaries):
        ordered = np.sort(np.repeat(STARTS, summary.finished(unit)))
        levels = (0.05, 0.25, 0.5, 0.75, 0.95)
        at = [log10(ordered[int(np.ceil(len(ordered) * level)) - 1]) for level in levels]
        line, block, stroke = [
            shape for shape in drawn.layout.shapes if ROW * row <= shape.y0 < ROW * (row + 1)
        ][:3]
        # Long games are known to a bin, a part in 64 of the length: 0.007 of a decade.
        assert (line.x0, line.x1) == pytest.approx((at[0], at[4]), abs=0.007)
        assert (block.x0, block.x1) == pytest.approx((at[1], at[3]), abs=0.007)
        assert stroke.x0 == stroke.x1 == pytest.approx(at[2])
    for trace, place, data in points(drawn):
        assert log10(getattr(play(data[0], data[1]), unit)) == pytest.approx(trace.x[place], abs=0.007)


@pytest.mark.parametrize("unit", LENGTHS_IN)
def test_curves_count_the_games_that_go_on(four: Compared, unit: Unit) -> None:
    chart = compare_survival(four, ROWS, unit=unit)
    played = [play(number, 0) for number in range(600)]
    for after, left in list(zip(chart.after, chart.curves[0].left, strict=True))[::9]:
        assert left == sum(game.cycle is not None or getattr(game, unit) > after for game in played)
    starts = dict(zip(chart.after[1:], chart.after, strict=False))
    drawn = figure("still-going", unit)
    for _, place, data in list(points(drawn))[::7]:
        after = chart.after[place]
        assert starts.get(after, 0) < getattr(play(int(data[0]), int(data[1])), unit) <= after
    dashes = [trace.line.dash for trace in drawn.data if trace.customdata is not None]
    assert len(set(dashes)) == len(FOUR)
    assert {tick for tick in chart.axis.ticks() if tick < EXACT_BELOW} <= set(chart.after)


def test_charts_of_large_packs_of_which_every_game_is_long_are_drawn() -> None:
    names = ("code-golf", "spivey")
    large = comparison_of(names, games=2, pack=Pack(60, 60))
    tallies = tally(large, 0, 2)
    assert min(compare_survival(tallies, rows_of(names)).axis.ticks()) > EXACT_BELOW
    for panel in compare_panels(large, tallies, names):
        assert panel.draw(LIGHT).data


@pytest.mark.parametrize("unit", LENGTHS_IN)
def test_strips_hold_every_finished_game(four: Compared, unit: Unit) -> None:
    chart = length_strips(ASKED, four, ROWS, unit=unit)
    for strip, summary in zip(chart.strips, four.summaries, strict=True):
        wanted, _ = np.histogram(STARTS, [*strip.axis.edges, np.inf], weights=summary.finished(unit))
        assert list(strip.counts) == wanted.tolist()
        assert np.array_equal(strip.axis.edges, chart.strips[0].axis.edges)
    for trace, place, data in points(figure("length-strips", unit)):
        ends = [int(end) for end in re.findall(r"[0-9]+", data[2].replace(",", ""))]
        assert data[2].endswith(f" {unit}")
        assert ends[0] <= getattr(play(data[0], data[1]), unit) <= ends[-1]
        assert trace.y[place] < 0


def test_the_matrix_counts_every_pair_and_opens_a_deal_that_differs(four: Compared) -> None:
    chart = tables.changes(four, ROWS)
    assert [(pair.first, pair.second) for pair in chart.pairs] == list(combinations(range(4), 2))
    for pair in chart.pairs:
        assert pair.changed == changed(four.changes_of(pair.first, pair.second))
        assert len({outcome_of(play(pair.example, place)) for place in (pair.first, pair.second)}) == 2
    (cells,) = figure("changes").data
    found = {
        (int(base + 0.5), int(x)): text for base, x, text in zip(cells.base, cells.x, cells.text, strict=True)
    }
    assert len(found) == 12
    for pair in chart.pairs:
        text = f"{100 * pair.changed.value:.0f} %"
        assert found[pair.first, pair.second] == found[pair.second, pair.first] == text


def test_a_cell_of_outcomes_opens_a_deal_with_both(four: Compared) -> None:
    chart = tables.flow(four, ROWS, 0, 3)
    (cells,) = figure("flow-a-d").data
    total = 0
    for base, x, data in zip(cells.base, cells.x, cells.customdata, strict=True):
        one, other = chart.before[int(base + 0.5)], chart.after[int(x)]
        deals, number = chart.deals(one, other), chart.example(one, other)
        total += deals
        assert data[0] == number
        assert (number == -1) == (deals == 0)
        if deals:
            assert (outcome_of(play(number, 0)), outcome_of(play(number, 3))) == (one, other)
    assert total == 600


@pytest.mark.parametrize("of", ["wins", "lengths"])
def test_pairing_draws_both_intervals_round_the_difference(four: Compared, of: Of) -> None:
    chart = tables.pairing(four, ROWS, of)
    drawn = figure(f"pairing-{of}")
    assert [pair.place for pair in chart.pairs] == [1, 2, 3]
    for pair, *traces in zip(chart.pairs, drawn.data[::2], drawn.data[1::2], strict=True):
        assert pair.difference
        for trace, found in zip(traces, (pair.difference.paired, pair.difference.unpaired), strict=True):
            assert (trace.x[0], trace.x[2]) == pytest.approx(
                (found.low - found.value, found.high - found.value)
            )
    turned = tables.pairing(four, ROWS, of, base=2, unit="plays").pairs
    assert [pair.place for pair in turned] == [0, 1, 3]
    assert turned[2].difference
    if of == "lengths":
        assert turned[2].difference == length_difference(four.lengths_of(2, 3, "plays"))
    else:
        one, other = (four.summaries[place].outcomes()["player_1"] for place in (2, 3))
        assert turned[2].difference.paired.value == pytest.approx(100 * (other - one) / 600)


@pytest.mark.parametrize("unit", LENGTHS_IN)
def test_another_result_says_how_many_deals_and_how_much_longer(four: Compared, unit: Unit) -> None:
    _, table = another_result(ASKED, four, ROWS, unit=unit)
    for place, row in enumerate(table.to_dict("records"), 1):
        counts = four.changes_of(0, place)
        assert row["Another result"].strip("*").split("\N{NO-BREAK SPACE}")[0] == str(600 - np.trace(counts))
        sums = four.lengths_of(0, place, unit)
        found = re.search(r"([−0-9,.]+)\s", row["On average"].replace("\N{NO-BREAK SPACE}", " "))
        assert found
        number = float(found[1].replace(",", "").replace("−", "-"))
        longer = (sums.sum_2 - sums.sum_1) / sums.games
        assert abs(number) == pytest.approx(abs(longer), abs=0.51)


def test_games_on_which_rule_sets_part_are_those_games(four: Compared) -> None:
    found = parting_games(four, 0, 3)
    counts = four.changes_of(0, 3)
    sizes = [int(counts[OUTCOMES.index(one), OUTCOMES.index(other)]) for one, other, _ in found]
    assert sizes == sorted(sizes, reverse=True)
    for one, other, numbers in found:
        assert numbers
        for number in numbers:
            assert (outcome_of(play(number, 0)), outcome_of(play(number, 3))) == (one, other)


def test_few_deals_compare_nothing() -> None:
    names = ("norvig", "code-golf", "codingame")
    asked = comparison_of(names, games=29)
    for panel in compare_panels(asked, tally(asked, 0, 29), names):
        assert re.match(r"Only 29 deals|No |Too few ", panel.title), panel.title
