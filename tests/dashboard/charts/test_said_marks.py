"""What is written in the charts and said when a point is pointed at: labels, marks, hover texts."""

import re

import pytest
from tallied import Games, compared, cut_off, drawn, endless, lost, summary, won

from dashboard.charts import marks as charts_marks
from dashboard.charts.chart import Panel
from dashboard.charts.compare import lengths as compare_lengths
from dashboard.charts.compare import lengths as spreads
from dashboard.charts.compare import pairing
from dashboard.charts.compare import shares as compare_shares
from dashboard.charts.simulate import decks, hands, outcomes, wars
from dashboard.charts.simulate import lengths as simulate_lengths
from dashboard.charts.style import THEMES
from engine.cards import Pack
from engine.jobs.scheduler import play_here
from engine.rules import rules_called
from engine.simulation import Study
from engine.simulation.study import Comparison
from engine.simulation.tallies import Summary
from engine.tables.compared_lengths import rows_of

LIGHT = THEMES["light"]


def study(tallies: Summary, rules: str = "code-golf") -> Study:
    return Study(rules=rules_called(rules), games=tallies.games)


def labels(panel: Panel) -> list[str]:
    return [label.text for label in panel.draw(LIGHT).layout.annotations]


def hovers(panel: Panel) -> list[str]:
    """Return what every point says, as the browser puts it together."""
    said = []
    for trace in panel.draw(LIGHT).data:
        if trace.hovertemplate is None or trace.hoverinfo == "skip":
            continue
        for place, data in enumerate(trace.customdata if trace.customdata is not None else []):
            text = trace.hovertemplate.removesuffix("<extra></extra>")
            for number, value in enumerate(data):
                text = text.replace(f"%{{customdata[{number}]}}", str(value))
                text = text.replace(
                    f"%{{customdata[{number}]:,}}", f"{value:,}" if isinstance(value, int) else ""
                )
            said.append(text.replace("%{x:,}", f"{trace.x[place]:,}").replace("%{y}", str(trace.y[place])))
    return said


def each_length(last: int) -> list[Games]:
    return [won(rounds=number, wars=number) for number in range(1, last + 1)]


# The charts of one study


@pytest.mark.parametrize(
    ("games", "marks"),
    [
        (each_length(100), ["median 50", "95 % by 95"]),
        (each_length(101), ["median 51", "95 % by 96"]),
        ([won(10, rounds=5)], ["median 5"]),  # beside it a phone has no room for more
        ([won(1, rounds=5)], []),
        ([won(949, rounds=1_000), won(51, rounds=2_000)], ["median 1,000", "95 % by 2,000"]),
        ([won(950, rounds=1_000), won(50, rounds=2_000)], ["median 1,000", "95 % by 1,000"]),
        # There is room for a second label from some quarter of the axis, here 100 long, on.
        ([won(600, rounds=10), won(360, rounds=33), won(40, rounds=99)], ["median 10"]),
        ([won(600, rounds=10), won(360, rounds=35), won(40, rounds=99)], ["median 10", "95 % by 35"]),
        # Left of the median there is some for its own from a quarter on.
        ([won(600, rounds=23), won(360, rounds=40), won(40, rounds=99)], ["median 23"]),
        ([won(600, rounds=25), won(360, rounds=40), won(40, rounds=99)], ["median 25", "95 % by 40"]),
    ],
)
def test_the_quantiles_that_are_marked(games: list[Games], marks: list[str]) -> None:
    tallies = summary(*games)
    assert labels(charts_marks.panel(study(tallies), tallies)) == marks


def test_bars_and_means_of_lengths_and_wars() -> None:
    tallies = summary(*each_length(100))
    for draw, noun in ((charts_marks.panel, "rounds"), (wars.wars_panel, "wars")):
        said = hovers(draw(study(tallies), tallies))
        assert said[0] == f"0 to 9 {noun}<br>9 games, 9 % (4 to 17 %)<br>click for one of them"
        assert said[-2] == f"100 or more {noun}<br>1 game, 1 % (0 to 6 %)<br>click for it"
        assert said[-1] == f"mean 50 {noun} (44.3 to 56.7)"
        assert draw(study(tallies), tallies).draw(LIGHT).layout.xaxis.ticktext == ("0", "50", "100+")
    single = hovers(charts_marks.panel(study(summary(won(9, rounds=1))), summary(won(9, rounds=1))))
    assert single[1].startswith("1 round<br>9 games")
    assert single[0] == "0 rounds<br>0 games, under 34 %"


def test_bars_of_cycles() -> None:
    tallies = summary(endless(3, cycle=(1, 1)), endless(9, cycle=(50, 70)))
    begins, long = simulate_lengths.panels(study(tallies, "codingame"), tallies)
    assert hovers(begins)[0].startswith("begins in round 0 to 9<br>3 games, 25 % (5 to 58 %)<br>click")
    assert any(text.startswith("the same ") and " rounds<br>9 games" in text for text in hovers(long))
    assert labels(long) == []
    assert begins.draw(LIGHT).layout.xaxis.title.text == "first round of the cycle"
    assert long.draw(LIGHT).layout.xaxis.title.text == "rounds until the position comes back"


def test_the_curve_of_those_that_go_on() -> None:
    tallies = summary(*each_length(100), endless(20), cut_off(5))
    panel = simulate_lengths.survival_panel(study(tallies), tallies)
    assert labels(panel) == ["<b>never ends</b><br>16 %", "<b>cut off</b><br>4 %", "still going"]
    assert hovers(panel)[1] == (
        "after 1 round<br>124 games still going, 99 %<br>click for one that ended here"
    )
    alone = summary(*each_length(100))
    assert labels(simulate_lengths.survival_panel(study(alone), alone)) == ["still going"]


def test_one_round_one_card_and_one_cycle_are_spoken_of_as_one() -> None:
    one = summary(won(9, rounds=1), endless(1, cycle=(1, 1)))
    of = study(one, "codingame")
    assert hovers(charts_marks.panel(of, summary(won(8, rounds=1), won(1, rounds=2))))[-1].startswith(
        "mean 1"
    )
    begins, long = simulate_lengths.panels(of, one)
    assert (begins.note, long.title) == (
        "1 of 1 endless game, followed to their cycle.",
        "The cycle is 1 round long",
    )
    small = Study(rules=rules_called("code-golf"), games=400, pack=Pack(3, 2), followed=400)
    followed = play_here(small, workers=1).summary
    said = hovers(decks.fan_panel(small, followed))
    assert any("% hold at most 1 of 6 cards<br>" in text for text in said)
    for text in (*said, *hovers(simulate_lengths.survival_panel(small, followed))):
        assert not re.search(r"\b1 (rounds|cards|games|wars|cycles)\b", text), text


def test_bars_of_depths() -> None:
    panel = wars.depth_panel(summary(won(5), won(3, depth=1), won(1, depth=8)))
    assert labels(panel) == ["56 %", "33 %", "none", "none", "none", "none", "none", "11 %"]
    said = hovers(panel)
    assert said[0] == "no war<br>5 games, 56 % (21 to 87 %)<br>click for one of them"
    assert said[1] == "deepest war: 1<br>3 games, 33 % (7 to 71 %)<br>click for one of them"
    assert said[2] == "deepest war: 2<br>0 games, under 34 %"
    assert said[7].startswith("deepest war: 7+<br>1 game, 11 % ")


def test_points_of_hands() -> None:
    tallies = summary(
        won(5, aces=1, strength=150), lost(5, aces=1, strength=170), won(1, aces=4, strength=150)
    )
    said = hovers(hands.aces_panel(study(tallies), tallies))
    assert said == [
        "one ace<br>player 1 wins 5 of 10 decided games<br>50 % (18 to 82 %)<br>click for one of them",
        "four aces<br>player 1 wins 1 of 1 decided game<br>over 2 % (2 to 100 %)<br>click for one of them",
    ]
    by_strength = hovers(hands.strength_panel(study(tallies), tallies))
    assert [text.partition("<br>")[0] for text in by_strength] == ["−7 to +6 points", "+7 to +20 points"]
    assert labels(hands.aces_panel(study(tallies), tallies)) == ["1/2"]
    axis = hands.aces_panel(study(tallies), tallies).draw(LIGHT).layout.xaxis
    assert (axis.title.text, axis.ticktext) == ("aces dealt to player 1", ("0", "1", "2", "3", "4"))


def test_bars_of_odd_and_even_lengths() -> None:
    panel = simulate_lengths.parity_panel(summary(won(5, rounds=3), lost(5, rounds=4), drawn(1, rounds=3)))
    assert labels(panel) == [
        "even<br>none",
        "even<br>45 %",
        "even<br>none",
        "odd<br>45 %",
        "odd<br>none",
        "odd<br>9 %",
    ]
    assert hovers(panel)[1:4] == [
        "player 2, even length<br>5 games, 45 % (16 to 77 %)<br>click for one of them",
        "drawn, even length<br>0 games, under 29 %",
        "player 1, odd length<br>5 games, 45 % (16 to 77 %)<br>click for one of them",
    ]
    assert panel.draw(LIGHT).layout.xaxis.ticktext == ("player 1 wins", "player 2 wins", "drawn")


@pytest.mark.parametrize(
    ("wins", "games", "said", "ticks"),
    [
        (5, 6, "player 1 wins 5 of 6 decided games<br>83 % (35 to 100 %)", ("0 %", "50 %", "100 %")),
        (
            5_000,
            10_000,
            "player 1 wins 5,000 of 10,000 decided games<br>50 % (49 to 51 %)",
            ("49 %", "50 %", "51 %"),
        ),
    ],
)
def test_the_coin(wins: int, games: int, said: str, ticks: tuple[str, ...]) -> None:
    tallies = summary(won(wins), lost(games - wins))
    panel = outcomes.coin_panel(study(tallies), tallies)
    assert hovers(panel) == [said]
    assert labels(panel) == ["a fair coin"]
    assert panel.draw(LIGHT).layout.xaxis.ticktext == ticks


@pytest.mark.parametrize(
    ("games", "parts"),
    [
        ([won(60), lost(40)], ["<b>player 1</b>&nbsp; 60 %", "<b>player 2</b>&nbsp; 40 %"]),
        (
            [won(50_000), lost(50_000), drawn(1), endless(1)],
            ["<b>player 1</b><br>50.0 %", "<b>player 2</b><br>50.0 %", "<b>drawn</b><br>0.001 %"],
        ),
    ],
)
def test_the_outcome_bar(games: list[Games], parts: list[str]) -> None:
    tallies = summary(*games)
    panel = outcomes.outcome_bar_panel(study(tallies), tallies)
    assert labels(panel)[: len(parts)] == parts
    assert hovers(panel)[0].startswith("player 1: deck empty<br>")


# The charts of a comparison


NAMES = "code-golf", "codingame"
DEALS = compared(
    (400, (won(rounds=90), won(rounds=110))),
    (100, (won(rounds=90), drawn(rounds=110))),
    (500, (lost(rounds=110), lost(rounds=110))),
)
ROWS = rows_of(NAMES)


def comparison() -> Comparison:
    return Comparison(rule_sets=tuple(map(rules_called, NAMES)), games=1_000)


def test_labels_and_points_of_who_wins() -> None:
    panel = compare_shares.shares_panel(comparison(), DEALS, ROWS)
    assert labels(panel)[2:-1] == ["50 %", "50 %", "40 %", "50 %", "10 %"]
    legend = labels(panel)[-1]
    for sign in ("■ player 1", "■ player 2", "■ drawn"):
        assert f">{sign}</span>" in legend
    assert "CodinGame: drawn<br>100 games, 10 % (8 to 13 %)<br>click for one of them" in hovers(panel)


def test_cells_of_differences() -> None:
    said = hovers(pairing.changes_panel(DEALS, ROWS))
    assert said[0] == (
        "Code golf and CodinGame<br>10 % of deals end differently (8 to 13 %)<br>"
        "under 0.4 % go to the other player<br>click for one that differs"
    )
    same = pairing.changes_panel(compared((9, (won(), won()))), ROWS)
    assert hovers(same)[0].endswith("go to the other player")
    assert same.draw(LIGHT).data[0].text[0] == "0 %"


def test_cells_of_two_rule_sets() -> None:
    panel = pairing.flows_panel(DEALS, ROWS, 0, 1)
    assert list(panel.draw(LIGHT).data[0].text) == ["40 %", "–", "10 %", "–", "50 %", "–"]
    assert (
        "Code golf: player 1<br>CodinGame: drawn<br>100 games, 10 % (8 to 13 %)<br>click for game 400"
        in hovers(panel)
    )
    assert "Code golf: player 1<br>CodinGame: player 2<br>0 games, under 0.4 %" in hovers(panel)


def test_points_of_lengths() -> None:
    said = hovers(spreads.lengths_panel(DEALS, ROWS))
    assert said[2] == (
        "Code golf<br>half end by round 90 (90 to 110), of 1,000 finished games<br>"
        "mean 100.0 rounds<br>click for one of that length"
    )
    assert said[0].startswith("Code golf<br>5 % end by round 90 (90 to 90), of 1,000 finished games<br>")
    none = compared((5, (endless(), won(rounds=9))), (5, (won(rounds=9), won(rounds=9))))
    assert "<br>50 % of all games are not finished<br>" in hovers(spreads.lengths_panel(none, ROWS))[0]
    assert "no game ends" in labels(spreads.lengths_panel(compared((5, (endless(), won()))), ROWS))


def test_labels_of_strips_and_pairs() -> None:
    strip = labels(compare_lengths.strips_panel(comparison(), DEALS, ROWS))
    assert [text for text in strip if text.startswith("median")] == ["median 90", "median 110"]
    pair = labels(pairing.pairing_panel(DEALS, ROWS, "wins"))
    assert pair[1].startswith("<b>−10.0 ± 2.1</b><span")
    assert pair[1].endswith(">, not ± 4.5</span>")
    assert hovers(pairing.pairing_panel(DEALS, ROWS, "wins"))[0] == (
        "CodinGame, on the same deals<br>−12.1 to −8.1 points (95 %)<br>"
        "click for a deal that ends differently"
    )


def test_no_hover_text_has_a_gap() -> None:
    tallies = summary(*each_length(30), lost(9, aces=2), drawn(2), endless(3, cycle=(4, 9)))
    one = study(tallies, "codingame")
    panels = [
        draw(one, tallies)
        for draw in (
            charts_marks.panel,
            simulate_lengths.survival_panel,
            wars.wars_panel,
            hands.aces_panel,
            outcomes.coin_panel,
        )
    ]
    for panel in (
        *panels,
        wars.depth_panel(tallies),
        simulate_lengths.parity_panel(tallies),
        *simulate_lengths.panels(one, tallies),
    ):
        for text in hovers(panel):
            assert "{" not in text, text
            assert "None" not in text
            assert "  " not in text
