"""Charts: the record of what is drawn, by equality, and what a figure carries of it."""

import numpy as np
import pytest

from dashboard.charts.game import decks
from dashboard.charts.game.charts import finding, lead_changes, rounds_table, verdicts_apart
from dashboard.charts.style import MOST_POINTS, PLAYER_1, PLAYER_2, THEMES, Theme, faded, few_ticks
from dashboard.examples.deals import FAMOUS, OPENING
from engine import Deal, Rules, deal_cards, play, play_rounds, record, rules_called
from engine.cards import STANDARD_PACK
from engine.kernels import Course, decide
from engine.rules import PLAYABLE

SPIVEY = next(famous for famous in FAMOUS if famous.screen.rule_set == "spivey")


def course_of(line: str, rules: str = "code-golf") -> Course:
    return Course(decide(Deal.parse(line), rules_called(rules)))


@pytest.fixture(scope="module")
def opening() -> Course:
    return Course(decide(OPENING.screen.deal, OPENING.screen.rules))


@pytest.fixture(scope="module")
def spivey() -> Course:
    return Course(decide(SPIVEY.screen.deal, SPIVEY.screen.rules))


@pytest.mark.parametrize("rules", PLAYABLE)
def test_sizes_are_those_of_the_referee(rules: str) -> None:
    for number in range(5):
        deal = deal_cards(STANDARD_PACK, seed=5, number=number)
        sizes, _ = Course(decide(deal, PLAYABLE[rules])).line()
        rounds = list(play_rounds(deal, PLAYABLE[rules]))
        assert sizes.tolist() == [len(this.before[0]) for this in rounds] + [len(rounds[-1].decks[0])]


def test_a_short_game_is_drawn_round_for_round() -> None:
    chart = decks.deck_sizes(course_of("234/343"))
    assert chart.rounds.tolist() == [1, 2, 3, 4, 5, 6, 7, 8]
    assert chart.sizes.tolist() == [3, 2, 1, 2, 3, 4, 3, 2]
    assert chart.said[-1] == "the end"
    assert chart.cycle == (4, 8)


@pytest.mark.parametrize(
    ("line", "rules", "rounds", "above", "below"),
    [
        ("234/343", "code-golf", 8, [3, 3, 3, 3, 3, 4, 3, 3], [3, 2, 1, 2, 3, 3, 3, 2]),
        ("AK/23", "code-golf", 3, [2, 3, 4], [2, 2, 2]),
        ("A/A", "codingame", 2, [1, 1], [1, 1]),  # both decks end empty, and nobody is behind
        ("23A/2A", "codingame", 2, [3, 3], [2.5, 2.5]),  # the longer deck ends short of cards for a war
        ("AKQJT/KQJTA", "code-golf", 8, [5, 6, 7, 8, 9, 8, 9, 9], [5] * 8),  # the loser is short of cards
    ],
)
def test_who_is_ahead_is_shaded_to_the_end_and_cards_on_the_table_count_for_who_laid_them(
    line: str, rules: str, rounds: int, above: list[float], below: list[float]
) -> None:
    figure = decks.deck_sizes_figure(decks.deck_sizes(course_of(line, rules)), THEMES["light"])
    middle, first, level, second, drawn = figure.data[:5]
    assert drawn.y.tolist() == np.where(first.y > level.y[0], first.y, second.y).tolist()
    assert middle.x == level.x == (1, rounds)
    assert first.x.tolist() == second.x.tolist() == [*range(1, rounds + 1)]
    assert (first.y.tolist(), second.y.tolist()) == (above, below)
    assert (first.fillcolor, second.fillcolor) == (faded(PLAYER_1, 0.13), faded(PLAYER_2, 0.13))
    assert (first.fill, second.fill) == ("tonexty", "tonexty")


def test_wars_carry_their_round_depth_and_words(opening: Course) -> None:
    chart = decks.deck_sizes(opening)
    assert len(chart.war_rounds) == sum(1 for this in play_rounds(OPENING.screen.deal, Rules()) if this.wars)
    at = chart.war_rounds.tolist().index(231)
    assert chart.war_depths[at] == 3
    assert chart.war_said[at] == "3 4 7 6 against 3 4 7 5<br>player 1 takes 14"


def test_a_long_line_keeps_its_peaks_in_at_most_a_thousand_points(spivey: Course) -> None:
    sizes, _ = spivey.line()
    chart = decks.deck_sizes(spivey)
    assert len(sizes) == 31_921
    assert 900 <= len(chart.rounds) <= MOST_POINTS
    assert (chart.rounds[0], chart.rounds[-1]) == (1, 31_921)
    assert np.array_equal(chart.sizes, sizes[chart.rounds - 1])
    assert (chart.sizes.min(), chart.sizes.max()) == (sizes.min(), sizes.max())


def test_too_many_wars_keep_the_deepest() -> None:
    depths = np.zeros(50_000, dtype=np.int64)
    depths[::7] = 1
    depths[[10_010, 33_333]] = 4
    kept = decks._deepest(np.flatnonzero(depths), depths, len(depths))
    assert len(kept) <= MOST_POINTS
    assert {10_010, 33_333} <= set(kept.tolist())


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_the_figure_draws_the_record(opening: Course, theme: Theme) -> None:
    chart = decks.deck_sizes(opening)
    figure = decks.deck_sizes_figure(chart, theme, shown=231)
    line, wars = figure.data[-2:]
    assert np.array_equal(line.y, chart.sizes)
    assert np.array_equal(wars.x, chart.war_rounds)
    assert [shape.x0 for shape in figure.layout.shapes] == [231]
    assert set(wars.marker.size) == set(decks.WAR_SIZES)
    assert len(figure.to_json()) < 60_000


def test_many_wars_are_drawn_small_so_that_the_line_is_seen() -> None:
    longest = next(famous.screen for famous in FAMOUS if famous.title == "The longest of 40,000")
    rules = PLAYABLE["programming-challenges"]
    games = [decide(deal_cards(STANDARD_PACK, seed=1, number=number), rules) for number in range(12)]
    seen = set()
    for game in (*games, decide(longest.deal, longest.rules)):
        chart = decks.deck_sizes(Course(game))
        part = 1 if len(chart.wars) <= 60 else 0.75 if len(chart.wars) <= 150 else 0.5
        wars = decks.deck_sizes_figure(chart, THEMES["light"]).data[-1]
        assert set(wars.marker.size) <= {part * size for size in decks.WAR_SIZES}
        seen.add(part)
    assert seen == {1, 0.75, 0.5}


def test_an_endless_game_shades_its_cycle() -> None:
    chart = decks.deck_sizes(course_of("2234/3323", "programming-challenges"))
    figure = decks.deck_sizes_figure(chart, THEMES["light"])
    assert [(shape.x0, shape.x1) for shape in figure.layout.shapes] == [(7, 13)]
    assert "6 rounds, for ever" in figure.layout.annotations[-1].text


def test_a_long_figure_stays_small(spivey: Course) -> None:
    figure = decks.deck_sizes_figure(decks.deck_sizes(spivey), THEMES["light"], shown=1)
    assert len(figure.to_json()) < 100_000


def test_holders_follow_every_card() -> None:
    chart = decks.holders(course_of("23/4"))
    assert chart.names == ["2♠", "3♠", "4♠"]
    # Round 1: 2 and 3 are player 1's; round 2: player 2 has taken the 2; then it is back.
    assert chart.share.tolist() == [[100, 0, 100], [100, 100, 100], [0, 0, 0]]


def test_a_table_that_nobody_takes_stays_with_those_who_laid_it() -> None:
    both_out = decks.holders(course_of("2/2"))
    assert both_out.names == ["2♥", "2♠"]
    assert both_out.share.tolist() == [[0, 0], [100, 100]]
    # Player 1 has one card for the war, steals three fours, lays them, ties and is out.
    robbed = decks.holders(course_of("25/24446674888", "whats-in-a-game-steal"))
    assert robbed.share.shape == (13, 2)
    rows = dict(zip(robbed.names, robbed.share.tolist(), strict=True))
    assert [name for name, held in rows.items() if held == [100, 100]] == ["2♠", "5♠"]
    assert [name for name, held in rows.items() if held == [0, 100]] == ["4♦", "4♥", "4♠"]
    assert all(held[0] == held[1] for name, held in rows.items() if name not in ("4♦", "4♥", "4♠"))


@pytest.mark.parametrize("rules", ["code-golf", "whats-in-a-game-steal", "programming-challenges", "kbwar"])
def test_holders_agree_with_the_decks(rules: str) -> None:
    for number in range(12):
        trace = record(deal_cards(STANDARD_PACK, seed=9, number=number), PLAYABLE[rules])
        chart = decks.holders(Course(trace.game))
        deal = trace.game.deal
        order = sorted(
            range(52), key=lambda card: ((*deal.deck_1, *deal.deck_2)[card], deal.eye_suits()[card], card)
        )
        owned = np.array([[card in position.deck_1 for card in order] for position in trace.positions()])
        for column in range(chart.share.shape[1] - 1):
            first, end = chart.edges[column] - 1, chart.edges[column + 1] - 1
            wanted = np.rint(100 * owned[first:end].mean(axis=0))
            assert np.array_equal(chart.share[:, column], wanted), (number, column)


def test_holders_of_a_long_game_are_binned(spivey: Course) -> None:
    chart = decks.holders(spivey)
    assert chart.share.shape == (52, decks.MOST_BINS)
    assert len(decks.holders_figure(chart, THEMES["dark"]).to_json()) < 60_000


def test_two_cards_of_one_name_keep_their_rows() -> None:
    chart = decks.holders(course_of("55555/55555", "jouets"))
    assert len(set(chart.names)) == 10


def test_rounds_table_shows_cards_and_pick_up() -> None:
    table = rounds_table(record(Deal.parse("2345/2356"), Rules()))
    assert table.iloc[0].tolist() == [1, 4, 4, "2 (3) 4", "2 (3) 5", 1, 2, 6, "2 3 4 2 3 5"]
    assert len(table) == play(Deal.parse("2345/2356"), Rules()).rounds


def test_findings_speak_of_what_is_drawn(opening: Course, spivey: Course) -> None:
    assert finding(opening)[0] == "Player 1 was down to 10 cards in round 67 and still won"
    assert finding(course_of("AKQ/KQJ", "codingame"))[0] == "Player 1 was never behind"
    title, note = finding(spivey)
    assert "exactly those before round 1, so it can never end" in note
    turn = lead_changes(spivey, turn_of=spivey.game.cycle)
    assert title == f"The lead changes hands {turn:,} times every 31,920 rounds"
    assert turn == lead_changes(spivey) + 1, "with the change from the end of a turn to its start"
    assert finding(course_of("/23")) == ("There was nothing to play", "A deck is empty from the start.")


def test_the_contrast_counts_rule_sets_without_chance() -> None:
    games = {name: play(OPENING.screen.deal, rules) for name, rules in PLAYABLE.items()}
    assert verdicts_apart(games) == (
        "Of the 12 different rule sets that leave nothing to chance, six give this deal to player 1, "
        "five to player 2 and one never ends."
    )
    same = {
        name: play(Deal.parse("AKQJ/2345"), rules)
        for name, rules in PLAYABLE.items()
        if name not in ("spivey", "pyanitsa")
    }
    assert verdicts_apart(same) == (
        "All ten different rule sets that leave nothing to chance give this deal to player 1."
    )


@pytest.mark.parametrize(
    ("last", "ticks"),
    [(1, [1]), (5, [1, 2, 3, 4, 5]), (498, [1, 100, 200, 300, 400, 498]), (31_920, None)],
)
def test_ticks_are_few_and_hold_first_and_last(last: int, ticks: list[int] | None) -> None:
    found = few_ticks(last)
    assert ticks is None or found == ticks
    assert (found[0], found[-1]) == (1, last)
    assert len(found) <= 8
