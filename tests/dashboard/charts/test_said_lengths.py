"""What the charts of lengths say: tallies made by hand, and the exact title and note over them.

Wherever a number decides between two sentences, both are here: one game less, and one game more.
"""

from typing import Any

import pytest
from tallied import Games, cut_off, drawn, endless, lost, summary, won

from dashboard.charts import marks
from dashboard.charts.chart import NOTE_MOST, of_decided, of_finished
from dashboard.charts.simulate import lengths as simulate_lengths
from dashboard.charts.simulate import wars
from dashboard.charts.style import THEMES
from engine.rules import rules_called
from engine.simulation import Study
from engine.tables.bars import Unit

LIGHT = THEMES["light"]


def study(games: int, rules: str = "code-golf", **fields: Any) -> Study:
    return Study(rules=rules_called(rules), games=games, **fields)


def each_length(last: int, times: int = 1, **also: Any) -> list[Games]:
    """Return games that last 1, 2, 3, ... rounds, each so many times."""
    return [won(times, rounds=rounds, **also) for rounds in range(1, last + 1)]


# What every note says of the games shown


@pytest.mark.parametrize(
    ("games", "finished", "decided"),
    [
        ([won(1)], "1 game.", "1 decided game."),
        ([won(1_000), lost(2_000)], "3,000 games.", "3,000 decided games."),
        ([won(1), endless(1)], "1 finished game; 50 % never end.", "1 decided game; 50 % never end."),
        (
            [won(90), drawn(10)],
            "100 games.",
            "90 decided games; 10 % drawn.",
        ),
        (
            [won(80), drawn(10), endless(5), cut_off(5)],
            "90 finished games; 5 % never end, 5 % were cut off.",
            "80 decided games; 10 % drawn, 5 % never end, 5 % were cut off.",
        ),
    ],
)
def test_notes_begin_with_the_games_shown_and_what_is_left_out(
    games: list[Games], finished: str, decided: str
) -> None:
    tallies = summary(*games)
    assert of_finished(tallies) == finished
    assert of_decided(tallies) == decided


def test_notes_go_on_with_what_fits_on_their_line() -> None:
    tallies = summary(won(100))  # "100 games." and a blank are 11 characters
    just = "x" * (NOTE_MOST - 11)
    assert of_finished(tallies, just) == f"100 games. {just}"
    assert of_finished(tallies, f"{just}x") == "100 games."
    assert of_finished(tallies, f"{just}x", "Click.") == "100 games. Click."
    assert NOTE_MOST == 70
    assert of_finished(summary(cut_off(2), endless(2)), "Click.").endswith("50 % were cut off.")
    assert of_decided(summary(drawn(2), endless(2)), "Click.").startswith("0 decided games; 50 % drawn")


# How long games last


@pytest.mark.parametrize(
    ("games", "unit", "title", "note"),
    [
        ([endless(1)], "rounds", "No game has ended", "0 finished games; over 2 % never end."),
        (
            [won(rounds=1)],
            "rounds",
            "The one game that ends takes 1 round",
            "1 game.",
        ),
        ([won(rounds=2)], "plays", "The one game that ends takes 2 plays", "1 game."),
        (
            [won(rounds=6), won(rounds=8)],
            "rounds",
            "Too few games to tell how long: 6 would do",
            "2 games.",
        ),
        (
            [won(30, rounds=10), lost(30, rounds=20)],
            "rounds",
            "Half of the games end within 10 to 20 rounds",
            "60 games. Mean 15.0 ± 1.5.",
        ),
        (
            [won(29, rounds=10), lost(31, rounds=20)],
            "rounds",
            "Over 94 % of games end within 20 rounds",
            "60 games. Mean 15.2 ± 1.5.",
        ),
        # The median of 99 is the 50th, that of 101 the 51st.
        (
            each_length(99),
            "rounds",
            "Half of the games end within 40 to 60 rounds",
            "99 games. Mean 50 ± 7.",
        ),
        (
            each_length(101),
            "rounds",
            "Half of the games end within 41 to 61 rounds",
            "101 games. Mean 51 ± 7.",
        ),
        (
            [*each_length(101), endless(1)],
            "rounds",
            "Half that end do so within 41 to 61 rounds",
            "101 finished games; 1 % never end. Mean 51 ± 7.",
        ),
        (
            [*each_length(101, extra=7), endless(1)],
            "battles",
            "Half that end do so within 48 to 68 battles",
            "101 finished games; 1 % never end. Mean 58 ± 7.",
        ),
        # A title has room for 48 characters.
        (
            [won(51, rounds=1_000), won(49, rounds=2_000), endless(1)],
            "rounds",
            "Half that end do so within 1,000 to 2,000 rounds",
            "100 finished games; 1 % never end. Mean 1,490 ± 106.",
        ),
        (
            [won(51, rounds=1_000), won(49, rounds=2_000), endless(1)],
            "battles",
            "Half that end: within 1,000 to 2,000 battles",
            "100 finished games; 1 % never end. Mean 1,490 ± 106.",
        ),
    ],
)
def test_lengths(games: list[Games], unit: Unit, title: str, note: str) -> None:
    tallies = summary(*games)
    panel = marks.panel(study(tallies.games), tallies, unit=unit)
    assert (panel.title, panel.note) == (title, note)
    assert panel.alt.startswith(f"{panel.title}. {panel.note}")


@pytest.mark.parametrize(
    ("games", "note"),
    [
        (831, "1,662 games. Mean 35.0 ± 1.3."),
        (832, "1,664 games. Mean 35.0 ± 1.3."),
    ],
)
def test_how_sure_bars_are_is_said_where_their_whiskers_are_too_short_to_be_seen(
    games: int, note: str
) -> None:
    tallies = summary(won(games, rounds=10, wars=10), won(games, rounds=60, wars=60))
    assert marks.panel(study(2 * games), tallies).note == note
    assert wars.wars_panel(study(2 * games), tallies).note == note
    bars = marks.panel(study(2 * games), tallies).draw(LIGHT).data[0]
    assert (bars.error_y.array is None) == ("Bars" in note)


def test_how_many_games_lie_beyond_the_axis_is_said_to_those_who_cannot_see_it() -> None:
    tallies = summary(*each_length(100, 10))
    panel = marks.panel(study(1_000), tallies)
    beyond = int(panel.table["games"].iloc[-1])
    assert beyond > 1
    assert panel.alt == f"{panel.title}. {panel.note} {beyond} games lie beyond the axis."
    one = marks.panel(study(1_000), summary(won(1_000), won(rounds=100_000)))
    assert one.alt == f"{one.title}. {one.note} 1 game lies beyond the axis."
    within = marks.panel(study(1_000), summary(won(1_000)))
    assert within.alt == f"{within.title}. {within.note}"


# How many go on


@pytest.mark.parametrize(
    ("games", "unit", "title"),
    [
        ([cut_off(3)], "rounds", "No game has ended"),
        ([endless(3)], "rounds", "No game has ended"),
        ([won(1)], "rounds", "One game alone shows no curve"),
        ([won(2)], "rounds", "Under 85 % of games take over 10 rounds"),
        # Of nine games the ninth is the one by which 90 % are over, of ten it is the ninth too.
        (each_length(9), "rounds", "Under 34 % of games take over 9 rounds"),
        (each_length(10), "rounds", "Under 45 % of games take over 9 rounds"),
        (each_length(10, extra=1), "plays", "Under 45 % of games take over 10 plays"),
        (each_length(100), "rounds", "Under 18 % of games take over 90 rounds"),
        ([won(90, rounds=1), won(10, rounds=2)], "rounds", "Under 18 % of games take over 1 round"),
        ([won(89, rounds=1), won(11, rounds=2)], "rounds", "Under 4 % of games take over 2 rounds"),
        # Where games never end, it is told from the round number on by which 95 % of the others are over.
        (
            [won(950, rounds=90), won(50, rounds=290), endless(150)],
            "rounds",
            "At round 100, 75 % of those left never end",
        ),
        (
            [won(950, rounds=101), won(50, rounds=290), endless(50)],
            "battles",
            "At battle 120, 50 % of those left never end",
        ),
        (
            [*each_length(105, 10), won(10, rounds=130), endless(30)],
            "rounds",
            "Too few games left to tell: 100 would do",
        ),
    ],
)
def test_how_many_go_on(games: list[Games], unit: Unit, title: str) -> None:
    tallies = summary(*games)
    assert simulate_lengths.survival_panel(study(tallies.games), tallies, unit=unit).title == title


@pytest.mark.parametrize(
    ("games", "unit", "note"),
    [
        ([won(1)], "rounds", "Share of the one game still going; band: 95 % at each length."),
        ([won(2)], "plays", "Share of all 2 games still going; band: 95 % at each length."),
        (
            [won(4_850, rounds=10), won(4_850, rounds=60)],
            "rounds",
            "Share of all 9,700 games still going; band: 95 % at each length.",
        ),
        (
            [won(4_851, rounds=10), won(4_851, rounds=60)],
            "rounds",
            "Share of all 9,702 games still going; the line hides its band.",
        ),
        ([won(90), cut_off(10)], "rounds", "Share of all 100 games still going. 10 % were cut off."),
        (
            [won(80), endless(10), cut_off(10)],
            "rounds",
            "Share of all 100 games still going. 10 % were cut off.",
        ),
    ],
)
def test_notes_of_the_games_that_go_on(games: list[Games], unit: Unit, note: str) -> None:
    tallies = summary(*games)
    panel = simulate_lengths.survival_panel(study(tallies.games), tallies, unit=unit)
    assert panel.note == note
    never = " 10 % never end," if len(games) > 2 else ""
    left = f"{never} 10 % were cut off." if "cut off" in note else ""
    assert panel.alt == f"{panel.title}. {note}{left}"


# Endless games


def various(games: int) -> list[Games]:
    """Return endless games whose cycles begin in round 11, 12, ... and last 62, 64, ... rounds."""
    return [endless(cycle=(10 + place, 60 + 2 * place)) for place in range(1, games + 1)]


@pytest.mark.parametrize(
    ("games", "begins", "lasts"),
    [
        ([endless(2)], "No cycle has been followed yet", "No cycle has been followed yet"),
        ([endless(1, cycle=(4, 52))], "The cycle begins with round 4", "The cycle is 52 rounds long"),
        (
            [endless(1, cycle=(4_095, 4_095))],
            "The cycle begins with round 4,095",
            "The cycle is 4,095 rounds long",
        ),
        # A length is named that more than a quarter of the cycles have.
        (
            [endless(25, cycle=(4, 52)), *various(75)],
            "Half of the cycles have begun by round 25 to 46",
            "The median cycle takes 90 to 132 rounds",
        ),
        (
            [endless(26, cycle=(4, 52)), *various(75)],
            "Half of the cycles have begun by round 25 to 45",
            "26 % of cycles are 52 rounds long",
        ),
    ],
)
def test_cycles(games: list[Games], begins: str, lasts: str) -> None:
    tallies = summary(*games)
    first, second = simulate_lengths.panels(study(tallies.games, "codingame"), tallies)
    assert (first.title, second.title) == (begins, lasts)


@pytest.mark.parametrize(
    ("followed", "others", "note"),
    [
        (0, 5, "0 of 5 endless games, followed to their cycle."),
        (9, 0, "9 of 9 endless games, followed to their cycle."),
        (9, 990, "9 of 999 endless games, followed to their cycle."),
        (9, 9_990, "9 of 9,999 endless games, followed to their cycle."),
        (10**6, 10**9, "1,000,000 of 1,001,000,000 endless games, followed to their cycle."),
        (10**9, 9 * 10**9, "1,000,000,000 of 10,000,000,000 endless games followed."),
    ],
)
def test_notes_of_cycles(followed: int, others: int, note: str) -> None:
    tallies = summary(endless(followed, cycle=(4, 52)), endless(others))
    panels = simulate_lengths.panels(study(10**6, "codingame"), tallies)
    assert [panel.note for panel in panels] == [note, note]
    assert panels[0].alt == f"{panels[0].title}. {note}"
    assert simulate_lengths.panels(study(9, "codingame"), summary(won(9))) == ()


def test_the_mark_of_the_mean_has_its_name() -> None:
    panel = marks.panel(Study(rules=rules_called("code-golf"), games=60), summary(won(60, rounds=15)))
    (mark,) = (trace for trace in panel.draw(THEMES["light"]).data if trace["type"] == "scatter")
    assert list(mark["text"]) == ["mean"]
