"""Charts of the Compare page: what is drawn, what a click opens, and words that say what was counted."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from math import log10
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from figures import check_sent

from dashboard.charts.chart import NOTE_MOST, TITLE_MOST, Panel
from dashboard.charts.compare import charts as compare_words
from dashboard.charts.compare import lengths as compare_lengths
from dashboard.charts.compare import lengths as compare_survival
from dashboard.charts.compare import lengths as length_strips
from dashboard.charts.compare import pairing, shares
from dashboard.charts.compare import shares as compare_shares
from dashboard.charts.compare.charts import (
    SWAPS,
    TURNS,
    compare_panels,
    deal_by_deal,
    headline,
    parting_games,
    sweep_headline,
    sweep_panels,
)
from dashboard.charts.compare.rows import ROW
from dashboard.charts.compare.shares import shares_title
from dashboard.charts.marks import NARROWEST
from dashboard.charts.style import LETTER, THEMES
from engine.cards import Pack, deal_cards
from engine.game import Game, Reason, referee
from engine.kernels.tallies import BINS, EXACT_BELOW, OUTCOMES
from engine.rules import PLAYABLE, rules_called
from engine.simulation.estimates import changed, length_difference, mean_length, moved, share
from engine.simulation.paired import LENGTHS_IN, Compared, tally
from engine.simulation.study import Comparison
from engine.simulation.study import sweep as make_sweep
from engine.simulation.tallies import bin_start
from engine.tables.bars import Unit
from engine.tables.compared import Of, flow
from engine.tables.compared import changes as changes_of
from engine.tables.compared import compare_shares as shares_of
from engine.tables.compared import pairing as pairing_of
from engine.tables.compared_lengths import compare_lengths as spreads_of
from engine.tables.compared_lengths import compare_survival as curves_of
from engine.tables.compared_lengths import length_strips as strips_of
from engine.tables.compared_lengths import rows_of
from engine.wording.sentences import plain

NAMES = ("code-golf", "1.WINNER_FIRST.LOSES.DRAW.HIGH", "programming-challenges", "codingame")
SIX = ("code-golf", "codingame", "whats-in-a-game-steal", "kbwar", "jouets", "norvig")
ROWS = rows_of(NAMES)


def comparison_of(names: tuple[str, ...], **also: Any) -> Comparison:
    return Comparison(
        rule_sets=tuple(rules_called(name) for name in names), **{"games": 600, "seed": 7, **also}
    )


FOUR = comparison_of(NAMES)


@pytest.fixture(scope="module")
def four() -> Compared:
    return tally(FOUR, 0, FOUR.games)


def outcome_of(game: Game) -> str:
    if game.cycle:
        return "endless"
    if game.outcome.reason is Reason.LIMIT:
        return "limit"
    return ("draw", "player_1", "player_2")[game.outcome.winner]


@cache
def play(comparison: Comparison, number: int, place: int) -> Game:
    deal = deal_cards(comparison.pack, seed=comparison.seed, number=number)
    rules = comparison.rule_sets[place]
    return referee.play(deal, rules, seed=comparison.seed, number=number, limit=comparison.limit)


def points(figure: go.Figure) -> Iterator[tuple[Any, int, list[Any]]]:
    """Yield every point that carries a game: its trace, its place in it, its data."""
    for trace in figure.data:
        if trace.customdata is not None:
            for place, data in enumerate(trace.customdata):
                if data[0] != -1:
                    yield trace, place, list(data)


CASES: dict[str, tuple[Comparison, tuple[str, ...]]] = {
    "four": (FOUR, NAMES),
    "one game": (replace(FOUR, games=1), NAMES),
    "three games": (replace(FOUR, games=3), NAMES),
    "cut off": (replace(FOUR, games=40, limit=1), NAMES),
    "some cut off": (replace(FOUR, games=100, limit=300), NAMES),
    "two": (comparison_of(("bicycle", "kbwar"), games=50, pack=Pack(4, 2)), ("bicycle", "kbwar")),
    "six": (comparison_of(SIX), SIX),
}


def case(name: str) -> tuple[Comparison, tuple[str, ...], Compared]:
    comparison, names = CASES[name]
    return comparison, names, tally(comparison, 0, comparison.games)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("unit", LENGTHS_IN)
def test_every_panel_is_fit_to_be_shown(name: str, unit: Unit) -> None:
    comparison, names, compared = case(name)
    panels = compare_panels(comparison, compared, names, unit=unit)
    check_panels(panels, comparison, note_most=NOTE_MOST)
    for words in headline(comparison, compared, names, unit=unit):
        assert plain(words)
        assert "  " not in plain(words)
    assert len(plain(headline(comparison, compared, names)[0])) <= compare_words.LONGEST


@pytest.mark.parametrize("rule", ["face_down", "pickup", "shortfall"])
def test_every_panel_of_a_sweep_is_fit_to_be_shown(rule: str) -> None:
    found = make_sweep(rules_called("programming-challenges"), rule, games=120, seed=3)
    swept = replace(found, comparison=replace(found.comparison, limit=3_000))
    compared = tally(swept.comparison, 0, 120)
    for unit in LENGTHS_IN:
        first, *rest = sweep_panels(swept, compared, unit=unit)
        check_panels((first,), swept.comparison, note_most=90)
        check_panels(tuple(rest), swept.comparison, note_most=NOTE_MOST)
        means = [mean_length(summary, unit) for summary in compared.summaries]
        assert first.table[f"mean {unit}"].dropna().tolist() == [found.value for found in means if found]
    assert len(plain(sweep_headline(swept, compared)[0])) <= compare_words.LONGEST
    assert first.table[rule].tolist() == [str(value) for value in swept.values]
    assert len(first.table) == len(swept.values)


def check_panels(panels: tuple[Panel, ...], comparison: Comparison, *, note_most: int) -> None:
    assert len({panel.name for panel in panels}) == len(panels)
    for panel in panels:
        assert panel.name.replace("-", "").isalnum()
        assert 0 < len(panel.title) <= TITLE_MOST, panel.title
        assert 0 < len(panel.note) <= note_most, panel.note
        assert panel.title in panel.alt
        assert len(panel.table)
        for theme in THEMES.values():
            figure = panel.draw(theme)
            check_sent(figure)
            assert len(figure.to_json()) < 60_000
            for _, _, data in points(figure):
                assert 0 <= data[0] < comparison.games
                assert 0 <= data[1] < len(comparison.rule_sets)


def test_a_part_of_the_bar_opens_a_game_that_ended_so(four: Compared) -> None:
    figure = compare_shares.shares_figure(shares_of(four, ROWS), THEMES["light"])
    seen = 0
    for trace, place, data in points(figure):
        game = outcome_of(play(FOUR, data[0], data[1]))
        summary = four.summaries[data[1]]
        assert trace.x[place] == pytest.approx(summary.outcomes()[game] / 600)
        before = OUTCOMES[: OUTCOMES.index(game)]
        assert trace.base[place] == pytest.approx(sum(summary.outcomes()[name] for name in before) / 600)
        seen += 1
    assert seen == sum(count > 0 for summary in four.summaries for count in summary.outcomes().values())


def test_rows_side_by_side_have_the_same_height_and_order(four: Compared) -> None:
    left, right = (panel.draw(THEMES["light"]) for panel in compare_panels(FOUR, four, NAMES)[:2])
    for name in ("height", "yaxis.range", "margin.t", "margin.b"):
        assert left.layout[name] == right.layout[name]
    assert left.layout.height == 4 * ROW + left.layout.margin.t + left.layout.margin.b


@pytest.mark.parametrize("name", ["four", "three games", "some cut off"])
def test_no_label_covers_another_on_the_narrowest_phone(name: str) -> None:
    _, names, compared = case(name)
    chart = shares_of(compared, rows_of(names))
    for width in (NARROWEST, NARROWEST * shares.SPLIT):
        for row in range(len(names)):
            labels = [
                label
                for label in compare_shares.share_labels(chart, THEMES["light"], width=width)
                if ROW * row <= label["y"] < ROW * (row + 1)
            ]
            boxes = [
                (label["x"] * width + label["xshift"], LETTER * (len(label["text"]) + 1)) for label in labels
            ]
            for (left, wide), (right, other) in pairwise(boxes):
                assert left + wide / 2 <= right - other / 2 + 3


@pytest.mark.parametrize("unit", LENGTHS_IN)
def test_lengths_are_drawn_where_the_quantiles_are(four: Compared, unit: Unit) -> None:
    chart = spreads_of(four, ROWS, unit=unit)
    figure = compare_lengths.lengths_figure(chart, THEMES["light"])
    for row, summary in enumerate(four.summaries):
        starts = [bin_start(place) for place in range(BINS)]
        lengths = np.repeat(starts, summary.finished(unit))
        line, block, stroke = [
            shape for shape in figure.layout.shapes if ROW * row <= shape.y0 < ROW * (row + 1)
        ][:3]
        ordered = np.sort(lengths)
        at = [
            log10(ordered[int(np.ceil(len(ordered) * level)) - 1]) for level in (0.05, 0.25, 0.5, 0.75, 0.95)
        ]
        # Long games are known to a bin, a part in 64 of the length: 0.007 of a decade.
        assert (line.x0, line.x1) == pytest.approx((at[0], at[4]), abs=0.007)
        assert (block.x0, block.x1) == pytest.approx((at[1], at[3]), abs=0.007)
        assert stroke.x0 == stroke.x1 == pytest.approx(at[2])
    for trace, place, data in points(figure):
        game = play(FOUR, data[0], data[1])
        assert log10(getattr(game, unit)) == pytest.approx(trace.x[place], abs=0.007)


@pytest.mark.parametrize("unit", LENGTHS_IN)
def test_curves_count_the_games_that_go_on(four: Compared, unit: Unit) -> None:
    chart = curves_of(four, ROWS, unit=unit)
    figure = compare_survival.survival_figure(chart, THEMES["light"])
    played = [play(FOUR, number, 0) for number in range(600)]
    for row in (0,):
        for after, left in list(zip(chart.after, chart.curves[row].left, strict=True))[::9]:
            assert left == sum(game.cycle is not None or getattr(game, unit) > after for game in played)
    starts = dict(zip(chart.after[1:], chart.after, strict=False))
    for trace, place, data in list(points(figure))[::7]:
        lasted = getattr(play(FOUR, int(data[0]), int(data[1])), unit)
        after = chart.after[place]
        assert starts.get(after, 0) < lasted <= after
        assert trace.name is None
    dashes = [trace.line.dash for trace in figure.data if trace.customdata is not None]
    assert len(set(dashes)) == len(NAMES)
    assert {tick for tick in chart.axis.ticks() if tick < EXACT_BELOW} <= set(chart.after)


def test_charts_of_large_packs_of_which_every_game_is_long_are_drawn() -> None:
    names = ("code-golf", "spivey")
    large = comparison_of(names, games=2, pack=Pack(60, 60))
    tallies = tally(large, 0, 2)
    chart = curves_of(tallies, rows_of(names))
    assert min(chart.axis.ticks()) > EXACT_BELOW
    for panel in compare_panels(large, tallies, names, unit="rounds"):
        assert panel.draw(THEMES["light"]).data


@pytest.mark.parametrize("unit", LENGTHS_IN)
def test_strips_hold_every_finished_game(four: Compared, unit: Unit) -> None:
    chart = strips_of(FOUR, four, ROWS, unit=unit)
    for strip, summary in zip(chart.strips, four.summaries, strict=True):
        assert sum(strip.counts) == summary.finished(unit).sum()
        starts = np.array([bin_start(place) for place in range(BINS)])
        wanted, _ = np.histogram(starts, [*strip.axis.edges, np.inf], weights=summary.finished(unit))
        assert list(strip.counts) == wanted.tolist()
        assert np.array_equal(strip.axis.edges, chart.strips[0].axis.edges)
    for trace, place, data in points(length_strips.strips_figure(chart, THEMES["dark"])):
        ends = [int(end) for end in re.findall(r"[0-9]+", data[2].replace(",", ""))]
        assert data[2].endswith(f" {unit}")
        assert ends[0] <= getattr(play(FOUR, data[0], data[1]), unit) <= ends[-1]
        assert trace.y[place] < 0


def test_the_matrix_counts_every_pair_and_opens_a_deal_that_differs(four: Compared) -> None:
    chart = changes_of(four, ROWS)
    assert [(pair.first, pair.second) for pair in chart.pairs] == list(combinations(range(4), 2))
    for pair in chart.pairs:
        assert pair.changed == changed(four.changes_of(pair.first, pair.second))
        games = [play(FOUR, pair.example, place) for place in (pair.first, pair.second)]
        assert outcome_of(games[0]) != outcome_of(games[1])
    (cells,) = pairing.changes_figure(chart, THEMES["light"]).data
    assert len(cells.x) == 12
    found = {
        (int(base + 0.5), int(x)): text for base, x, text in zip(cells.base, cells.x, cells.text, strict=True)
    }
    assert found[0, 2] == found[2, 0] == f"{100 * chart.pairs[1].changed.value:.0f} %"
    assert {data[1] for _, _, data in points(go.Figure([cells]))} == {0, 1, 2, 3}


def test_a_cell_of_outcomes_opens_a_deal_with_both(four: Compared) -> None:
    for first, second in ((0, 3), (3, 2)):
        chart = flow(four, ROWS, first, second)
        (cells,) = pairing.flows_figure(chart, THEMES["light"]).data
        total = 0
        for base, x, data in zip(cells.base, cells.x, cells.customdata, strict=True):
            one, other = chart.before[int(base + 0.5)], chart.after[int(x)]
            count, examples = chart.cell(one, other)
            total += count
            assert (data[0] == -1) == (count == 0)
            for number in examples:
                assert outcome_of(play(FOUR, number, first)) == one
                assert outcome_of(play(FOUR, number, second)) == other
        assert total == 600


@pytest.mark.parametrize("of", ["wins", "lengths"])
def test_pairing_draws_both_intervals_round_the_difference(four: Compared, of: Of) -> None:
    chart = pairing_of(four, ROWS, of, base=2)
    assert [pair.place for pair in chart.pairs] == [0, 1, 3]
    figure = pairing.pairing_figure(chart, THEMES["light"])
    for pair, (paired, unpaired) in zip(
        chart.pairs, zip(figure.data[::2], figure.data[1::2], strict=True), strict=True
    ):
        assert pair.difference is not None
        for trace, found in ((paired, pair.difference.paired), (unpaired, pair.difference.unpaired)):
            assert (trace.x[0], trace.x[2]) == pytest.approx(
                (found.low - found.value, found.high - found.value)
            )
    if of == "lengths":
        for unit in LENGTHS_IN:
            chart = pairing_of(four, ROWS, of, base=2, unit=unit)
            assert chart.pairs[2].difference == length_difference(four.lengths_of(2, 3, unit))
            assert chart.unit == unit
    else:
        one, other = (summary.outcomes()["player_1"] for summary in (four.summaries[2], four.summaries[3]))
        assert chart.pairs[2].difference is not None
        assert chart.pairs[2].difference.paired.value == pytest.approx(100 * (other - one) / 600)


def test_titles_say_what_was_counted(four: Compared) -> None:
    endless = [round(100 * four.summaries[place].outcomes()["endless"] / 600) for place in (2, 3)]
    panels = {panel.name: panel for panel in compare_panels(FOUR, four, NAMES)}
    assert (
        panels["who-wins"].title == f"A fixed order makes {min(endless)} to {max(endless)} % of games endless"
    )
    spreads = panels["length-spreads"].table
    low, high = spreads["rounds 50 %"].min(), spreads["rounds 50 %"].max()
    title = f"Half end by round {low:,.0f} to {high:,.0f}, {high / low:.1f} times apart"
    assert panels["length-spreads"].title == title
    means = panels["length-strips"]
    assert means.title.startswith("Means from ")
    assert panels["flow-a-b"].table["deals"].sum() == 600
    alike = comparison_of(("code-golf", "whats-in-a-game"))
    assert shares_title(alike, tally(alike, 0, 600)).startswith("Who wins differs by under ")


def test_what_was_never_seen_has_an_upper_bound_in_the_table(four: Compared) -> None:
    table = compare_shares.shares_panel(FOUR, four, ROWS).table
    never = table[(table["rule set"] == "Code golf") & (table["outcome"] == "never ends")]
    assert never["share high"].tolist() == [share(0, 600).high]
    assert never["a game"].isna().all()


def test_the_verdict_says_how_often_the_second_rule_set_gives_another_result(four: Compared) -> None:
    first, second = (plain(words) for words in headline(FOUR, four, NAMES))
    counts = four.changes_of(0, 1)
    assert first == (
        f"Taking the winner’s cards first changes who wins in {100 * changed(counts).value:.0f} % of deals."
    )
    assert second.startswith("± 4.1 points (95 %), the same 600 deals under every rule set.")
    names = ("programming-challenges", "codingame")
    other = comparison_of(names)
    assert plain(headline(other, tally(other, 0, 600), names)[0]).startswith(
        "Programming Challenges and CodinGame part on "
    )


@pytest.mark.parametrize("one", PLAYABLE)
def test_verdicts_fit_for_every_two_presets(one: str) -> None:
    for other in PLAYABLE:
        if PLAYABLE[one] != PLAYABLE[other]:
            names = (one, other)
            comparison = comparison_of(names, games=4, pack=Pack(3, 2))
            compared = tally(comparison, 0, 4)
            for words in headline(comparison, compared, names):
                assert plain(words).endswith(".")
            assert len(plain(headline(comparison, compared, names)[0])) <= compare_words.LONGEST, names


def test_deal_by_deal_every_change_is_in_one_column(four: Compared) -> None:
    ways = (*SWAPS.values(), *TURNS.values())
    everything = [(one, other) for before, after in ways for one in before for other in after if one != other]
    assert len(everything) == len(set(everything)) == 20
    table = deal_by_deal(four, ROWS)
    assert table["Rule set"].tolist() == [f"**{row.name}**" for row in ROWS[1:]]
    assert len(table.columns) == 5
    turned = table["To a draw / endless"].tolist()
    assert turned[0] == "–"  # of loser's or winner's cards first, neither brings draws nor endless games
    assert turned[1].startswith("–\N{NO-BREAK SPACE}/ ")
    draws, endless = (moved(four.changes_of(0, 3), after=[outcome]).value for outcome in ("draw", "endless"))
    assert turned[2].replace("\N{NO-BREAK SPACE}", " ") == f"{100 * draws:.0f} / {100 * endless:.0f} %"
    assert "To a winner / endless" in deal_by_deal(four, ROWS, base=3).columns


@pytest.mark.parametrize("unit", LENGTHS_IN)
def test_deal_by_deal_lengths_are_in_the_unit_chosen(four: Compared, unit: Unit) -> None:
    said = deal_by_deal(four, ROWS, unit=unit)[f"{unit.capitalize()}, where both end"].tolist()
    for place, words in enumerate(said, 1):
        sums = four.lengths_of(0, place, unit)
        value, _, games = words.replace("\N{NO-BREAK SPACE}", " ").replace(",", "").partition(" in ")
        number = float(value.partition(" ")[0].replace("−", "-"))
        assert number == pytest.approx((sums.sum_2 - sums.sum_1) / sums.games, abs=0.51)
        assert games == f"{sums.games} deals"


def test_games_on_which_rule_sets_part_are_those_games(four: Compared) -> None:
    found = parting_games(four, 0, 3)
    counts = four.changes_of(0, 3)
    sizes = [int(counts[OUTCOMES.index(one), OUTCOMES.index(other)]) for one, other, _ in found]
    assert sizes == sorted(sizes, reverse=True)
    for one, other, numbers in found:
        assert numbers
        for number in numbers:
            assert (outcome_of(play(FOUR, number, 0)), outcome_of(play(FOUR, number, 3))) == (one, other)
