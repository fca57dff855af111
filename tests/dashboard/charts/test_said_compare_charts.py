"""What the charts of a comparison say: deals made by hand, and the exact title and note over them."""

import pytest
from tallied import Deals, Games, compared, cut_off, drawn, endless, lost, won

from dashboard.charts.chart import Panel, click_hint
from dashboard.charts.compare import lengths as compare_lengths
from dashboard.charts.compare import lengths as spreads
from dashboard.charts.compare import pairing
from dashboard.charts.compare import shares as compare_shares
from dashboard.charts.compare.charts import deal_by_deal
from dashboard.charts.compare.rows import BESIDE_MOST, cut, row_names
from dashboard.charts.compare.shares import shares_title
from dashboard.charts.style import THEMES
from engine.rules import rules_called
from engine.simulation.paired import Compared
from engine.simulation.study import Comparison
from engine.simulation.study import sweep as make_sweep
from engine.tables.bars import Unit
from engine.tables.compared import Of, rows_of_sweep
from engine.tables.compared_lengths import Row, rows_of

TWO = "code-golf", "advent-of-code-22"
SIX = (*TWO, "programming-challenges", "codingame", "kbwar", "spivey")
LIGHT = THEMES["light"]


NONE = compared((5, (endless(), endless())))
"""Deals that never end."""


def comparison(names: tuple[str, ...], found: Compared) -> Comparison:
    return Comparison(rule_sets=tuple(map(rules_called, names)), games=found.games)


def by_winner(both: int, only_first: int, only_second: int, neither: int) -> Compared:
    """Return deals that player 1 wins under both rule sets, under one of them, under none."""
    return compared(
        (both, (won(), won())),
        (only_first, (won(), lost())),
        (only_second, (lost(), won())),
        (neither, (lost(), lost())),
    )


def lasting(*lengths: int, times: int = 10) -> Compared:
    """Return deals that last so many rounds under the first, the second, ... rule set."""
    return compared((times, tuple(won(rounds=rounds) for rounds in lengths)))


# Who wins


def title_of(names: tuple[str, ...], *deals: Deals) -> str:
    found = compared(*deals)
    return shares_title(comparison(names, found), found)


FIXED = "programming-challenges", "code-golf"


@pytest.mark.parametrize(
    ("names", "deals", "title"),
    [
        # A fixed order makes games endless: two in a hundred, and fewer than two in a thousand elsewhere.
        (
            FIXED,
            [(20, (endless(), won())), (980, (won(), won()))],
            "A fixed order makes 2 % of games endless",
        ),
        (
            FIXED,
            [(19, (endless(), won())), (981, (won(), won()))],
            "Player 1 wins 98.1 to over 99.6 % of deals",
        ),
        (
            FIXED,
            [(1, (endless(), endless())), (299, (endless(), won())), (700, (won(), won()))],
            "A fixed order makes 30 % of games endless",
        ),
        (
            FIXED,
            [(2, (endless(), endless())), (298, (endless(), won())), (700, (won(), won()))],
            "Player 1 wins 70 to 99.8 % of deals",
        ),
        (
            ("programming-challenges", "codingame", "code-golf"),
            [(200, (endless(), endless(), won())), (160, (endless(), won(), won())), (640, (won(),) * 3)],
            "A fixed order makes 20 to 36 % of games endless",
        ),
        (
            ("programming-challenges", "codingame", "norvig"),
            [(200, (endless(), endless(), won())), (4, (endless(), won(), won())), (796, (won(),) * 3)],
            "A fixed order makes 20 % of games endless",
        ),
        (
            ("programming-challenges", "codingame", "norvig"),
            [(10, (endless(), endless(), won())), (190, (endless(), won(), won())), (800, (won(),) * 3)],
            "Player 1 wins 80 to over 99.6 % of deals",
        ),
        # Where both orders are fixed, or neither, what differs most is told.
        (
            ("programming-challenges", "codingame"),
            [(300, (endless(), won())), (300, (endless(), lost())), (400, (won(), won()))],
            "From none to 60 % of games never end",
        ),
        (
            TWO,
            [(300, (drawn(), won())), (300, (drawn(), lost())), (400, (won(), won()))],
            "From none to 60 % of games are drawn",
        ),
        (
            TWO,
            [
                (200, (drawn(), won())),
                (200, (drawn(), lost())),
                (100, (drawn(), drawn())),
                (500, (won(), won())),
            ],
            "From 10 to 50 % of games are drawn",
        ),
        (
            TWO,
            [
                (200, (cut_off(), won())),
                (200, (cut_off(), lost())),
                (100, (cut_off(),) * 2),
                (500, (won(), won())),
            ],
            "From 10 to 50 % of games were cut off",
        ),
        (
            TWO,
            [(200, (lost(), won())), (200, (lost(), drawn())), (100, (lost(),) * 2), (500, (won(), won()))],
            "Player 2 wins 10 to 50 % of deals",
        ),
        # Shares hardly change while chance alone might turn as many of the same deals.
        (
            TWO,
            [(40, (won(), lost())), (58, (lost(), won())), (450, (won(), won())), (450, (lost(), lost()))],
            "Who wins differs by under 4 points, if at all",
        ),
        (
            TWO,
            [(40, (won(), lost())), (63, (lost(), won())), (450, (won(), won())), (450, (lost(), lost()))],
            "Player 1 wins 49 to 51 % of deals",
        ),
        # What is no difference as it is written is none in a title.
        (
            TWO,
            [(5, (lost(), won())), (500, (won(), won())), (495, (lost(), lost()))],
            "Shares hardly change: each wins about 50 %",
        ),
        # Shares hardly change where no difference of more than three points is left open.
        (TWO, [(117, (won(), won()))], "Who wins differs by under 4 points, if at all"),
        (TWO, [(200, (won(), won()))], "Shares hardly change: player 1 wins over 98.1 %"),
        # Of few deals nothing is said to be as good as always so, or as good as never.
        (TWO, [(99, (won(), won()))], "Too few deals to tell shares apart"),
        (TWO, [(100, (won(), won()))], "Who wins differs by under 4 points, if at all"),
        (TWO, [(1, (won(), lost()))], "Too few deals to tell shares apart"),
        (FIXED, [(1, (endless(), won()))], "Too few deals to tell shares apart"),
        (FIXED, [(99, (endless(), won()))], "Too few deals to tell shares apart"),
        (FIXED, [(100, (endless(), won()))], "A fixed order makes 100 % of games endless"),
        (
            FIXED,
            [(1, (endless(), won())), (99, (won(), won()))],
            "Who wins differs by under 6 points, if at all",
        ),
    ],
)
def test_who_wins(names: tuple[str, ...], deals: list[Deals], title: str) -> None:
    assert title_of(names, *deals) == title


@pytest.mark.parametrize(
    ("found", "note"),
    [
        (by_winner(1, 0, 0, 0), "The same deal for all; ± 98 points or less. Click a part for a game."),
        (by_winner(5, 0, 0, 5), "The same 10 deals; ± 32 points. Click a part for a game."),
        (by_winner(500, 0, 100, 400), "The same 1,000 deals; ± 3.2 points. Click a part for a game."),
        (by_winner(500_000_000, 0, 0, 1), "The same 500,000,001 deals. Click a part for a game."),
    ],
)
def test_the_note_of_who_wins(found: Compared, note: str) -> None:
    panel = compare_shares.shares_panel(comparison(TWO, found), found, rows_of(TWO))
    assert panel.note == note


def test_who_wins_in_words() -> None:
    found = by_winner(50, 0, 10, 40)
    panel = compare_shares.shares_panel(comparison(TWO, found), found, rows_of(TWO))
    assert panel.alt == (
        "Player 1 wins 50 to 60 % of deals. Code golf: player 1 50 %, player 2 50 %; "
        "Advent of Code 22: player 1 60 %, player 2 40 %."
    )


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (by_winner(240, 240, 240, 240), ["each player about 50 %", "each player about 50 %"]),
        (by_winner(499, 0, 100, 500), ["player 1 45 %, player 2 55 %", "player 1 55 %, player 2 45 %"]),
        # Of each alone nothing tells them apart; on the same deals player 1 surely wins more by the second.
        (by_winner(50, 0, 10, 40), ["player 1 50 %, player 2 50 %", "player 1 60 %, player 2 40 %"]),
    ],
)
def test_what_cannot_be_told_apart_is_said_as_even(found: Compared, said: list[str]) -> None:
    panel = compare_shares.shares_panel(comparison(TWO, found), found, rows_of(TWO))
    rows = zip(("Code golf", "Advent of Code 22"), said, strict=True)
    assert panel.alt == f"{panel.title}. {'; '.join(f'{name}: {shares}' for name, shares in rows)}."


# In how many deals the result changes


DIFFERS = "Deals of 100 whose result differs, ± 8 points. Click for one."


def some(rule_sets: int) -> Compared:
    """Return a hundred deals: the second of several rule sets plays ten of them otherwise than all others."""
    return compared((10, (won(), lost(), *(won(),) * (rule_sets - 2))), (90, (won(),) * rule_sets))


def test_who_differs_most_is_told_where_no_other_two_may() -> None:
    names = "programming-challenges-code", "whats-in-a-game", "whats-in-a-game-steal"
    rows = rows_of(names)
    alike = compared((10, (won(), lost(), lost())), (1, (won(), lost(), won())), (89, (won(),) * 3))
    assert pairing.changes_panel(alike, rows).title == "A and B differ in 11 % of deals"
    surely = compared((10, (won(), lost(), won())), (80, (won(), drawn(), lost())), (10, (won(),) * 3))
    assert pairing.changes_panel(surely, rows).title == "A and B differ in 90 % of deals"
    most = compared((80, (won(), won(), drawn())), (20, (won(), drawn(), drawn())))
    assert pairing.changes_panel(most, rows).title == "A and C differ most: in over 96 % of deals"


@pytest.mark.parametrize(
    ("names", "title", "note"),
    [
        (TWO, "The result differs in 10 % of deals", DIFFERS),
        (SIX[:3], "Code golf and Advent of Code 22: 10 % differ", DIFFERS),
        (
            ("code-golf", "bicycle", "kbwar"),
            "Code golf and Bicycle: 10 % of deals differ",
            DIFFERS,
        ),
        (
            ("code-golf", "whats-in-a-game-steal", "codingame"),
            "A and B differ in 10 % of deals",
            DIFFERS,
        ),
        # Up to five rule sets a cell has room for the unit.
        (SIX[:5], "Code golf and Advent of Code 22: 10 % differ", DIFFERS),
        (
            SIX,
            "Code golf and Advent of Code 22: 10 % differ",
            "Deals of 100 whose result differs in %, ± 8 points. Click for one.",
        ),
    ],
)
def test_how_often_the_result_changes(names: tuple[str, ...], title: str, note: str) -> None:
    panel = pairing.changes_panel(some(len(names)), rows_of(names))
    assert (panel.title, panel.note) == (title, note)
    assert f"{rows_of(names)[0].name} and {rows_of(names)[1].name}: 10 %" in panel.alt
    cells = panel.draw(LIGHT).data[0]
    assert cells.text[0] == ("10 %" if len(names) < 6 else "10")


def test_the_note_of_very_many_deals_leaves_their_number_out() -> None:
    found = compared((10**6, (won(), lost(), won())), (9 * 10**8, (won(), won(), won())))
    note = pairing.changes_panel(found, rows_of(SIX[:3])).note
    assert note == "Deals whose result differs, ± 0.00022 points. Click for one."


# How long games last


ROUNDS, BATTLES, PLAYS = (
    f"{unit} of finished games: median, middle half, 5 % to 95 %." for unit in ("Rounds", "Battles", "Plays")
)


@pytest.mark.parametrize(
    ("found", "unit", "title", "note"),
    [
        (
            NONE,
            "rounds",
            "No game has ended",
            "Rounds: median, middle half, 5 % to 95 %; endless ones left out.",
        ),
        (lasting(100, 100), "rounds", "Half of those that end take up to 100 rounds", ROUNDS),
        (lasting(100, 101), "plays", "Half end by play 100 to 101", PLAYS),
        # How many times they are apart is told from one and a half times on.
        (lasting(100, 149), "rounds", "Half end by round 100 to 149", ROUNDS),
        (lasting(100, 150), "rounds", "Half end by round 100 to 150, 1.5 times apart", ROUNDS),
        (lasting(1_200, 100), "plays", "Half end by play 100 to 1,200, 12.0 times apart", PLAYS),
        (lasting(1_200, 100), "battles", "Half end by battle 100 to 1,200", BATTLES),
        (lasting(100, 250, 160), "rounds", "Half end by round 100 to 250, 2.5 times apart", ROUNDS),
    ],
)
def test_how_long_games_last(found: Compared, unit: Unit, title: str, note: str) -> None:
    panel = spreads.lengths_panel(found, rows_of(SIX[: len(found.summaries)]), unit=unit)
    assert (panel.title, panel.note) == (title, note)


def test_how_many_times_lengths_are_apart_is_that_of_the_medians_that_are_drawn() -> None:
    deals: list[Deals] = [(1, (won(rounds=100 + place), won(rounds=590 + place))) for place in range(100)]
    panel = spreads.lengths_panel(compared(*deals), rows_of(TWO))
    drawn = [float(note.text[3:-4]) for note in panel.draw(LIGHT).layout.annotations if "<b>" in note.text]
    assert drawn[:2] == [149, 639]
    assert panel.title == "Half end by round 149 to 639, 4.3 times apart"


def test_which_games_are_too_few_is_told() -> None:
    few = compared((5, (won(rounds=9), won(rounds=9))), (5, (endless(), won(rounds=9))))
    assert spreads.lengths_panel(few, rows_of(TWO)).title == "Too few finished games to tell: 6 would do"


def test_which_quantiles_are_named() -> None:
    """Of a hundred games the fifth, the 25th, the 50th, the 75th and the 95th."""
    deals: list[Deals] = [(1, (won(rounds=place), won(rounds=2 * place))) for place in range(1, 101)]
    found = compared(*deals)
    panel = spreads.lengths_panel(found, rows_of(TWO))
    assert panel.alt == (
        "Half end by round 50 to 100. "
        "Code golf: median 50 rounds, half from 25 to 75, 5 to 95 % from 5 to 95; "
        "Advent of Code 22: median 100 rounds, half from 50 to 150, 5 to 95 % from 10 to 190."
    )
    more = compared(*deals, (25, (endless(), won(rounds=100))))
    said = spreads.lengths_panel(more, rows_of(TWO)).alt
    assert "from 5 to 95, 20 % not finished; Advent" in said
    assert "no game ends" in spreads.lengths_panel(compared((5, (endless(), won()))), rows_of(TWO)).alt


def around(middle: int, times: int = 50) -> tuple[Games, Games]:
    return won(times, rounds=middle - 10), won(times, rounds=middle + 10)


@pytest.mark.parametrize(
    ("second", "title"),
    [
        # Means of 100 games that are 10 off: their intervals are 2.2 to either side.
        (103, "Lengths hardly differ: mean 100.0 rounds"),
        (104, "Lengths hardly differ: mean 100.0 rounds"),
        (105, "Means from 100.0 to 105.0 rounds"),
        (96, "Lengths hardly differ: mean 96.0 rounds"),
        (95, "Means from 95.0 to 100.0 rounds"),
    ],
)
def test_whether_lengths_differ(second: int, title: str) -> None:
    deals: list[Deals] = [(50, pair) for pair in zip(around(100), around(second), strict=True)]
    found = compared(*deals)
    panel = compare_lengths.strips_panel(comparison(TWO, found), found, rows_of(TWO))
    assert panel.title == title
    assert panel.note == "Games by rounds. Click a bar for one."
    assert panel.alt == (
        f"{title}. Code golf: 100 of 100 games, mean 100.0 rounds; "
        f"Advent of Code 22: 100 of 100 games, mean {second}.0 rounds."
    )


def test_how_far_lengths_may_differ_that_are_poorly_known() -> None:
    found = compared(*((50, (won(rounds=length),) * 2) for length in (20, 180)))
    title = compare_lengths.strips_panel(comparison(TWO, found), found, rows_of(TWO)).title
    assert title == "Mean lengths differ by under 34 rounds, if at all"


@pytest.mark.parametrize(
    ("deals", "title"),
    [
        ((1, (won(rounds=1), lost(rounds=2))), "Too few games to tell lengths apart"),
        ((99, (won(rounds=1), lost(rounds=1))), "Too few games to tell lengths apart"),
        ((100, (won(rounds=1), lost(rounds=1))), "Too few games to tell lengths apart"),
        ((30, (won(rounds=1), endless())), "Only Code golf ends games: mean 1 round"),
        ((30, (endless(), won(rounds=9))), "Only one of them ends games: mean 9 rounds"),
    ],
)
def test_lengths_that_cannot_be_compared(deals: Deals, title: str) -> None:
    names = "code-golf", "programming-challenges"
    found = compared(deals)
    assert compare_lengths.strips_panel(comparison(names, found), found, rows_of(names)).title == title


@pytest.mark.parametrize(
    ("deals", "title"),
    [
        ([(1, (won(), won()))], "No result differs in 1 deal"),
        ([(100, (won(), won()))], "No result differs in 100 deals"),
        ([(98, (won(), won())), (1, (won(), lost()))], "The result differs in 1 of 99 deals"),
        ([(99, (won(), won())), (1, (won(), lost()))], "The result differs in 1 % of deals"),
    ],
)
def test_how_often_the_result_of_few_deals_changes(deals: list[Deals], title: str) -> None:
    assert pairing.changes_panel(compared(*deals), rows_of(TWO)).title == title


def test_where_no_result_differs_there_is_none_to_click_for() -> None:
    assert pairing.changes_panel(compared((5, (won(), won()))), rows_of(TWO)).note == (
        "Deals of 5 whose result differs, ± 53 points."
    )
    three = compared((1, (won(), lost(), won())), (1, (won(),) * 3))
    panel = pairing.changes_panel(three, rows_of(SIX[:3]))
    assert (panel.title, panel.note) == (
        "A and B differ in 1 of 2 deals",
        "Deals of 2 whose result differs, ± 85 points. Click for one.",
    )


def test_strips_without_games() -> None:
    found = NONE
    panel = compare_lengths.strips_panel(comparison(TWO, found), found, rows_of(TWO), unit="plays")
    assert panel.title == "No game has ended"
    assert panel.note == "Games by plays, endless ones left out. Click a bar for one."
    assert panel.alt.endswith("Code golf: no game ends; Advent of Code 22: no game ends.")


@pytest.mark.parametrize(
    ("others", "missing"),
    [
        ((won(), lost()), ""),
        ((won(), endless()), "endless ones left out"),
        ((won(), cut_off()), "cut-off ones left out"),
        ((endless(), cut_off()), "unfinished ones left out"),
    ],
)
def test_the_games_left_out_are_called_what_they_are(others: tuple[Games, Games], missing: str) -> None:
    found = compared((99, (won(), won())), (1, others))
    notes = (
        spreads.lengths_panel(found, rows_of(TWO)),
        compare_lengths.strips_panel(comparison(TWO, found), found, rows_of(TWO)),
    )
    assert notes[0].note.partition("95 %")[2] == (f"; {missing}." if missing else ".")
    assert notes[1].note == f"Games by rounds{', ' if missing else ''}{missing}. Click a bar for one."


def test_one_finished_game_is_one() -> None:
    found = compared((1, (won(rounds=7), lost(rounds=9))))
    spread = spreads.lengths_panel(found, rows_of(TWO)).draw(LIGHT).data[-1].customdata
    assert "half end by round 7 (too few games to tell), of 1 finished game<br>" in spread[2][2]
    *_, line = compare_lengths.survival_panel(found, rows_of(TWO)).draw(LIGHT).data
    assert line.customdata[0][3] == "1 game, over 2 %, goes on"


@pytest.mark.parametrize(
    ("found", "unit", "title"),
    [
        (NONE, "rounds", "No game has ended"),
        (
            compared(*((1, (won(rounds=place), won(rounds=2 * place))) for place in range(1, 101))),
            "rounds",
            "After 100 rounds, under 4 to 50 % still go on",
        ),
        (
            compared((50, (won(rounds=5), won(rounds=5))), (50, (won(rounds=90),) * 2)),
            "plays",
            "After 10 plays, 50 % still go on",
        ),
        (
            compared((1, (won(rounds=1), won(rounds=2)))),
            "rounds",
            "Too few games to tell how many: 100 would do",
        ),
        (
            compared((3, (won(rounds=9), won(rounds=9))), (7, (won(rounds=9), won(rounds=60)))),
            "rounds",
            "Too few games to tell how many: 100 would do",
        ),
        (
            compared((3, (won(rounds=9), won(rounds=9))), (7, (won(rounds=60), won(rounds=9)))),
            "rounds",
            "Too few games to tell how many: 100 would do",
        ),
    ],
)
def test_how_many_still_go_on(found: Compared, unit: Unit, title: str) -> None:
    assert compare_lengths.survival_panel(found, rows_of(TWO), unit=unit).title == title


@pytest.mark.parametrize(("games", "bands"), [(9_700, 4), (9_702, 0)])
def test_bands_are_drawn_while_they_can_be_seen(games: int, bands: int) -> None:
    found = compared((games // 2, (won(rounds=5),) * 2), (games // 2, (won(rounds=90),) * 2))
    assert len(compare_lengths.survival_panel(found, rows_of(TWO)).draw(LIGHT).data) == 2 + bands


@pytest.mark.parametrize(
    ("games", "note"),
    [
        (1, "Share of one game each still going; bands: 95 % at each length."),
        (99, "Share of 99 games each still going; bands: 95 % at each length."),
        (100, "Share of 100 games each still going; bands: 95 % at each length."),
    ],
)
def test_notes_of_those_that_still_go_on(games: int, note: str) -> None:
    assert (
        compare_lengths.survival_panel(compared((games, (won(), won()))), rows_of(TWO), unit="battles").note
        == note
    )


# What the same deals are worth


def together(pairs: int, of: int = 1_000) -> Compared:
    """Return games of 90 and 110 rounds; twice so many are as long under both rule sets."""
    short, long = won(rounds=90), won(rounds=110)
    return compared(
        (pairs, (short, short)),
        (pairs, (long, long)),
        (of - pairs, (short, long)),
        (of - pairs, (long, short)),
    )


@pytest.mark.parametrize(
    ("found", "of", "title"),
    [
        # Intervals narrower by the root of 1,000 / (2 * (1,000 - pairs)).
        (together(523), "lengths", "For lengths the same deals buy next to nothing"),
        (together(540), "lengths", "Same deals: lengths ± 0.60, not ± 0.63 rounds"),
        (together(900), "lengths", "Same deals: lengths ± 0.28, not ± 0.63 rounds"),
        (together(949), "lengths", "Same deals: lengths ± 0.20, not ± 0.63 rounds"),
        (together(951), "lengths", "Same deals: lengths ± 0.20, not ± 0.63 rounds"),
        (together(997), "lengths", "Same deals: lengths ± 0.049, not ± 0.63 rounds"),
        (by_winner(400, 100, 100, 400), "wins", "Same deals: shares ± 2.9, not ± 4.5 points"),
        (by_winner(240, 240, 240, 240), "wins", "For shares the same deals buy next to nothing"),
        (compared((5, (endless(), won()))), "lengths", "No interval can be given yet"),
        (compared((1, (won(rounds=3), won(rounds=4)))), "lengths", "No interval can be given yet"),
        (together(34, of=50), "lengths", "Same deals: lengths ± 2.4, not ± 3.0 rounds"),
        (
            compared((14, (won(rounds=3), won(rounds=4))), (15, (won(rounds=5), won(rounds=4)))),
            "lengths",
            "Too few deals to tell what sharing them is worth",
        ),
        (compared((29, (won(), won()))), "wins", "Too few deals to tell what sharing them is worth"),
        (compared((2, (won(), lost()))), "lengths", "Lengths are the same on every deal"),
    ],
)
def test_what_the_same_deals_are_worth(found: Compared, of: Of, title: str) -> None:
    panel = pairing.pairing_panel(found, rows_of(SIX[: len(found.summaries)]), of)
    assert panel.title == title
    what = "Player 1’s share" if of == "wins" else "Rounds where both end"
    none = title in ("No interval can be given yet", "Lengths are the same on every deal")
    assert panel.note == what + ("." if none else ": 95 % on the same deals; dashed, on their own.")


@pytest.mark.parametrize(
    ("third", "of", "title"),
    [
        # Of several differences the best is told; one that cannot be told is none of them.
        (won(rounds=90), "lengths", "Same deals: at best ± 0.28, not ± 0.63 rounds"),
        (endless(), "lengths", "Same deals: lengths ± 0.28, not ± 0.63 rounds"),
    ],
)
def test_what_the_same_deals_are_worth_at_most(third: Games, of: Of, title: str) -> None:
    short, long = won(rounds=90), won(rounds=110)
    deals = (900, (short, short)), (900, (long, long)), (100, (short, long)), (100, (long, short))
    found = compared(*((times, (*ends, third)) for times, ends in deals))
    assert pairing.pairing_panel(found, rows_of(SIX[:3]), of).title == title


def test_differences_in_words() -> None:
    found = compared((700, (won(rounds=100), won(rounds=120))), (300, (lost(rounds=50), won(rounds=50))))
    wins, lengths = (
        pairing.pairing_panel(found, rows_of(TWO), of, unit="battles") for of in ("wins", "lengths")
    )
    assert wins.alt.endswith("Advent of Code 22: +30.0 ± 3.0 points, on deals of their own ± 3.0.")
    assert lengths.alt.endswith("Advent of Code 22: +14.0 ± 0.58 battles, on deals of their own ± 2.5.")
    assert lengths.note == "Battles where both end: 95 % on the same deals; dashed, on their own."
    turned = pairing.pairing_panel(found, rows_of(TWO), "wins", base=1)
    assert turned.alt.endswith("Code golf: −30.0 ± 3.0 points, on deals of their own ± 3.0.")
    none = pairing.pairing_panel(compared((5, (endless(), won()))), rows_of(TWO), "lengths")
    assert none.alt.endswith("Advent of Code 22: no game ends under both.")


# Where two rule sets part


@pytest.mark.parametrize(
    ("names", "deals", "title", "note"),
    [
        (
            ("code-golf", "codingame"),
            [(40, (won(), won())), (10, (won(), lost())), (50, (lost(), lost()))],
            "CodinGame: 10 % go from player 1 to player 2",
            "Down: under Code golf; across: under CodinGame. Click for a deal.",
        ),
        (
            TWO,
            [(40, (won(), won())), (10, (won(), lost())), (50, (lost(), lost()))],
            "10 % go from player 1 to player 2",
            "Down: under Code golf; across: Advent of Code 22.",
        ),
        (
            ("whats-in-a-game-steal", "programming-challenges-code"),
            [(49, (won(), lost())), (51, (lost(), won()))],
            "51 % go from player 2 to player 1",
            "Down: under A; across: under B. Click for a deal.",
        ),
        (
            ("code-golf", "codingame"),
            [(70, (won(), won())), (30, (drawn(), endless()))],
            "CodinGame: 30 % go from drawn to endless",
            "Down: under Code golf; across: under CodinGame. Click for a deal.",
        ),
        (
            ("code-golf", "codingame"),
            [(69, (won(), won())), (1, (won(), drawn())), (30, (endless(), cut_off()))],
            "CodinGame: 30 % go from endless to cut off",
            "Down: under Code golf; across: under CodinGame. Click for a deal.",
        ),
        (
            ("code-golf", "codingame"),
            [(70, (won(), won())), (16, (cut_off(), drawn())), (14, (won(), drawn()))],
            "CodinGame: 16 % go from cut off to drawn",
            "Down: under Code golf; across: under CodinGame. Click for a deal.",
        ),
        (
            ("code-golf", "codingame"),
            [(99, (won(), won())), (1, (endless(), lost()))],
            "CodinGame: 1 % go from endless to player 2",
            "Down: under Code golf; across: under CodinGame. Click for a deal.",
        ),
        (
            ("code-golf", "codingame"),
            [(99, (won(), won())), (1, (lost(), lost()))],
            "CodinGame changes under 4 % of deals",
            "Down: under Code golf; across: under CodinGame. Click for a deal.",
        ),
    ],
)
def test_where_two_rule_sets_part(names: tuple[str, ...], deals: list[Deals], title: str, note: str) -> None:
    panel = pairing.flows_panel(compared(*deals), rows_of(names), 0, 1)
    assert (panel.name, panel.title, panel.note) == ("flow-a-b", title, note)


def test_every_two_outcomes_in_words() -> None:
    found = compared((40, (won(), won())), (10, (won(), drawn())), (50, (endless(), lost())))
    assert pairing.flows_panel(found, rows_of(("code-golf", "codingame")), 0, 1).alt == (
        "CodinGame: 50 % go from endless to player 2. player 1, then player 1: 40 %; "
        "player 1, then drawn: 10 %; never ends, then player 2: 50 %."
    )


def test_deal_by_deal() -> None:
    found = compared(
        (400, (won(rounds=9), won(rounds=12))),
        (100, (won(), lost())),
        (200, (lost(), won())),
        (150, (drawn(), won())),
        (50, (won(), drawn())),
        (60, (lost(), endless())),
        (40, (lost(), cut_off())),
    )
    (row,) = deal_by_deal(found, rows_of(TWO)).to_dict("records")
    assert {name: cell.replace("\N{NO-BREAK SPACE}", " ") for name, cell in row.items()} == {
        "Rule set": "**Advent of Code 22**",
        "Result differs": "**60 %** ± 3.2",
        ":blue[Player 1] → :orange[player 2] / back": "10 / 20 %",
        "To a winner / a draw / endless / the limit": "15 / 5 / 6 / 4 %",
        "Rounds, where both end": "+1.33 ± 0.10 in 900 deals",
    }


@pytest.mark.parametrize(
    ("deals", "turned", "longer"),
    [
        ([(1, (won(rounds=9), won(rounds=12))), (9, (won(), endless()))], "90 %", "+3 in 1 deal"),
        ([(9, (won(), endless()))], "over 66 %", "none do"),
        (
            [(1, (won(rounds=9), won(rounds=5))), (1, (won(), won())), (2, (won(), endless()))],
            "50 %",
            "−2 ± 102 in 2 deals",
        ),
    ],
)
def test_deal_by_deal_of_few_deals(deals: list[Deals], turned: str, longer: str) -> None:
    (row,) = deal_by_deal(compared(*deals), rows_of(TWO), unit="plays").to_dict("records")
    cells = {name: cell.replace("\N{NO-BREAK SPACE}", " ") for name, cell in row.items()}
    assert (cells["To endless"], cells["Plays, where both end"]) == (turned, longer)
    assert cells[":blue[Player 1] → :orange[player 2] / back"] == "–"


# One rule varied


def swept(rule: str, *deals: Deals, unit: Unit = "rounds") -> Panel:
    found = compared(*deals)
    return compare_shares.sweep_panel(
        make_sweep(rules_called("code-golf"), rule, games=found.games), found, unit=unit
    )


def each(*lengths: int) -> tuple[Games, ...]:
    return tuple(won(rounds=rounds) for rounds in lengths)


HALF = (lost(),) * 4
NOTHING_SURE = "Who wins differs by under 4 points, if at all"


@pytest.mark.parametrize(
    ("deals", "unit", "title"),
    [
        ([(50, each(10, 10, 10, 30)), (50, HALF)], "rounds", NOTHING_SURE),
        ([(50, each(10, 10, 10, 10)), (50, HALF)], "battles", NOTHING_SURE),
        (
            [(50, each(10, 20, 30, 40)), (30, (lost(), *each(20, 30, 60))), (20, HALF)],
            "plays",
            "Player 1 wins 50 to 80 % of deals",
        ),
    ],
)
def test_what_one_rule_moves(deals: list[Deals], unit: Unit, title: str) -> None:
    panel = swept("order", *deals, unit=unit)
    assert panel.title == title
    assert panel.note == f"The same 100 deals, ± 11 points or less; right, mean {unit} of finished games."


@pytest.mark.parametrize(
    ("longest", "title"),
    [(104, NOTHING_SURE), (105, "Mean lengths from 100.0 to 105.0 rounds")],
)
def test_whether_one_rule_moves_lengths(longest: int, title: str) -> None:
    """Means of 100 games that are 10 off have intervals of 2.2 to either side."""
    below, above = (each(100 + off, 100 + off, 100 + off, longest + off) for off in (-10, 10))
    half = tuple(lost(rounds=game.rounds) for game in above)
    assert swept("order", (50, below), (50, half)).title == title


@pytest.mark.parametrize(
    ("base", "beside"),
    [
        ("code-golf", ["", "as in Code golf", "", "", "", "", ""]),
        ("codingame", ["", "", "", "as in CodinGame", "", "", ""]),
    ],
)
def test_the_value_that_a_sweep_started_from_is_named(base: str, beside: list[str]) -> None:
    rows = rows_of_sweep(make_sweep(rules_called(base), "face_down", games=1))
    assert [row.letter for row in rows] == list("ABCDEFG")
    assert [row.name for row in rows] == ["None down", *(f"{number} down" for number in range(1, 7))]
    assert [row.beside for row in rows] == beside


def test_the_words_of_a_sweep() -> None:
    panel = swept("both_out", (100, (endless(), *each(10, 20))))
    assert panel.alt == (
        f"{panel.title}. Both out draws: no game ends; Both out: player 1: mean 10 rounds; "
        "Both out: player 2: mean 20 rounds."
    )
    many = swept("both_out", (10**9, each(10, 10, 10)))
    assert many.note == "The same 1,000,000,000 deals, ± 0.00000037 points; right, mean rounds."


# Rows and names


@pytest.mark.parametrize(("beside", "shown"), [(BESIDE_MOST - 4, True), (BESIDE_MOST - 3, False)])
def test_what_a_rule_set_does_stands_beside_its_name_where_there_is_room(beside: int, shown: bool) -> None:
    assert BESIDE_MOST == 52
    (name,) = row_names((Row("A", "Golf", "x" * beside),), LIGHT)
    assert name["text"].startswith("<b>Golf</b>")
    assert ("x" in name["text"]) == shown


def test_names_are_cut_and_clicks_hinted_at() -> None:
    assert [cut("Code golf", most) for most in (9, 8, 5)] == ["Code golf", "Code go…", "Code…"]
    assert (click_hint(3), click_hint(-1)) == ("<br>click for one of them", "")
    assert click_hint(0, "one of that length") == "<br>click for one of that length"
