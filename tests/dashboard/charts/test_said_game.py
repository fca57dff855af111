"""What is said of one game, and of one deal under several rule sets: exact words for small deals."""

import pytest

from dashboard.charts.game import decks
from dashboard.charts.game.charts import VERDICT, expectation, finding, verdict_rows, verdicts_apart
from dashboard.charts.style import THEMES
from dashboard.ui.marks import marked
from engine import Deal, Game, play, rules_called
from engine.kernels import Course, decide
from engine.wording.sentences import plain

LIGHT = THEMES["light"]
ARROWS = (
    "Player 1’s deck at the start of each round. A diamond is a war, larger when deeper; click one to see it."
)


def course_of(deal: str, rules: str) -> Course:
    return Course(decide(Deal.parse(deal), rules_called(rules)))


GOLF, WINNERS, LOW, DEALT, DRAWS, STEALS = (
    "code-golf",
    "advent-of-code-22",
    "spivey",
    "programming-challenges",
    "codingame",
    "whats-in-a-game-steal",
)

COMEBACK = "Player {} was down to {} in round {} and still won"
FEWEST = "Player {} never held fewer than {} cards"
LEAD = "The lead changed hands {}"


@pytest.mark.parametrize(
    ("deal", "rules", "sizes", "title"),
    [
        # Down to half of what the winner began with is a comeback, more is not.
        ("2373/4732", GOLF, "43234565476", COMEBACK.format(1, "2 cards", 3)),
        ("2437/2266", GOLF, "4123434565", COMEBACK.format(1, "1 card", 2)),
        ("5464/3642", GOLF, "454565456545410", COMEBACK.format(2, "2 cards", 5)),
        ("7646/3577", DEALT, "456545476765210", COMEBACK.format(2, "1 card", 8)),
        ("22327/64634", GOLF, "54321234787", COMEBACK.format(1, "1 card", 5)),
        ("2633/7235", DEALT, "43476765", FEWEST.format(1, 3)),
        ("34675/46643", GOLF, "543674", FEWEST.format(1, 3)),
        ("37545/76352", GOLF, "54565674", FEWEST.format(1, 4)),
        ("6347/5552", DEALT, "45434523212323210", FEWEST.format(2, 3)),
        # What lies on the table in the end is not held by anybody: the last moment is none to tell of.
        ("2324/4323", GOLF, "436767652", FEWEST.format(1, 3)),
        ("6364/5266", GOLF, "4565", "Player 1 was never behind"),
        ("2644/6764", GOLF, "43210", "Player 2 was never behind"),
        # Decks may be unequal from the start: behind is who holds fewer than the other.
        ("AAK/2345678", GOLF, "3456565678910", FEWEST.format(1, 3)),
        ("A/2345678", GOLF, "121212123434345678", "Player 1 began with one card and still won"),
        ("AAKK/234", GOLF, "4567", "Player 1 was never behind"),
        # A lead that only cards on the table would make is none.
        ("4234/23", "spivey", "43430", "The lead never changed hands"),
        # Of two lowest moments the first is told.
        ("3327/5552", GOLF, "43212123458", COMEBACK.format(1, "1 card", 4)),
        # Where nobody wins it is told how often the lead changed hands; equal decks are nobody's lead.
        ("54/25", DEALT, "23232", "The lead never changed hands"),
        ("27/62", DEALT, "21232", LEAD.format("once")),
        ("635/724", DEALT, "32343232323232323", LEAD.format("twice")),
        ("725/436", DEALT, "3432345454543232323232323", LEAD.format("3 times")),
        # Of a lead that goes on changing for ever there is no number but that of one turn of the cycle.
        ("457/376", GOLF, "343432343234323", "The lead changes hands 6 times every 12 rounds"),
        ("234/343", GOLF, "32123432", "The lead changes hands twice every 4 rounds"),
        ("2234/3323", DEALT, "4323454523234", "The lead changes hands twice every 6 rounds"),
    ],
)
def test_findings(deal: str, rules: str, sizes: str, title: str) -> None:
    course = course_of(deal, rules)
    assert "".join(map(str, course.line()[0].tolist())) == sizes
    assert finding(course)[0] == title


def test_notes_of_findings() -> None:
    assert finding(course_of("/2", "code-golf")) == (
        "There was nothing to play",
        "A deck is empty from the start.",
    )
    assert finding(course_of("3/2", "code-golf"))[1] == ARROWS
    assert finding(course_of("234/343", "code-golf"))[1] == (
        "Player 1’s deck at the start of each round. Shaded: the 4 rounds that come back. "
        "Both decks before round 8 are exactly those before round 4, so it can never end."
    )


# How the rule sets differ on one deal


ALL_TWO = "All two different rule sets that leave nothing to chance"
OF_TWO = "Of the two different rule sets that leave nothing to chance,"
OF_THREE = OF_TWO.replace("two", "three")


def games(deal: str, *names: str, limit: int = 1_000) -> dict[str, Game]:
    return {name: play(Deal.parse(deal), rules_called(name), limit=limit) for name in names}


@pytest.mark.parametrize(
    ("deal", "names", "words"),
    [
        ("3/2", (GOLF, DRAWS), f"{ALL_TWO} give this deal to player 1."),
        ("2/3", (GOLF, DRAWS, "jouets"), f"{ALL_TWO} give this deal to player 2."),
        ("2/2", (GOLF, DRAWS), f"{ALL_TWO} call it drawn."),
        ("23/4", (GOLF, "1.LOSER_FIRST.DRAW.DRAW.HIGH"), f"{ALL_TWO} never end."),
        (
            "3/2",
            (GOLF, DRAWS, LOW),
            f"{OF_THREE} two give this deal to player 1 and one to player 2.",
        ),
        (
            "2/3",
            (GOLF, DRAWS, LOW),
            f"{OF_THREE} two give this deal to player 2 and one to player 1.",
        ),
        (
            "3/2",
            (GOLF, LOW, "jouets"),
            f"{OF_TWO} one gives this deal to player 1 and one to player 2.",
        ),
        ("23/4", (GOLF, WINNERS), f"{OF_TWO} one never ends and one gives this deal to player 2."),
        ("2/22", (GOLF, DRAWS), f"{OF_TWO} one gives this deal to player 2 and one calls it drawn."),
        (
            "23/4",
            (GOLF, WINNERS, LOW),
            f"{OF_THREE} one never ends, one gives this deal to player 2 "
            "and one gives this deal to player 1.",
        ),
    ],
)
def test_how_the_rule_sets_differ(deal: str, names: tuple[str, ...], words: str) -> None:
    assert verdicts_apart(games(deal, *names)) == words


def test_two_names_for_the_same_rules_count_once() -> None:
    same = games("3/2", GOLF, "codeforces-546c", DRAWS)
    assert verdicts_apart(same) == f"{ALL_TWO} give this deal to player 1."


def test_games_that_were_cut_off_and_many_rule_sets() -> None:
    cut = games("23/4", GOLF, limit=1)
    assert verdicts_apart(cut | games("23/4", WINNERS)) == (
        f"{OF_TWO} one was cut off and one gives this deal to player 2."
    )
    many = {
        f"{down} down": play(Deal.parse("3/2"), rules_called(f"{down}.LOSER_FIRST.LOSES.DRAW.HIGH"))
        for down in range(12)
    }
    assert verdicts_apart(dict([*many.items()][:10])).startswith("All ten different rule sets ")
    assert verdicts_apart(dict([*many.items()][:11])).startswith("All 11 different rule sets ")
    assert verdicts_apart({**many, LOW: games("3/2", LOW)[LOW]}) == (
        OF_TWO.replace("two", "13") + " 12 give this deal to player 1 and one to player 2."
    )


@pytest.mark.parametrize(
    ("deal", "expected", "words"),
    [
        ("3/2", "True", "The paste expects True; so say Code golf, CodinGame."),
        ("3/2", "False", "The paste expects False; so say Spivey."),
        ("2/2", "PAT", "The paste expects PAT; so say Code golf, CodinGame, Spivey."),
        ("3/2", "PAT", "The paste expects PAT: no rule set here gives that."),
    ],
)
def test_which_rule_sets_give_what_is_expected(deal: str, expected: str, words: str) -> None:
    assert expectation(expected, games(deal, GOLF, DRAWS, LOW, "jouets")) == words


BLUE, ORANGE, VIOLET = ":blue[Player 1]", ":orange[Player 2]", ":violet[Never ends]"


@pytest.mark.parametrize(
    ("deal", "name", "limit", "cells"),
    [
        ("3/2", GOLF, 99, ("Code golf", BLUE, "1", "deck empty", "True")),
        ("2/3", DRAWS, 99, ("CodinGame", ORANGE, "1", "deck empty", "2 1")),
        ("2/2", DRAWS, 99, ("CodinGame", "**Drawn**", "1; 1 war", "too few cards for a war", "PAT")),
        ("2/2", GOLF, 99, ("Code golf", "**Drawn**", "1; 1 war", "both out in the same war", "–")),
        ("2/22", GOLF, 99, ("Code golf", ORANGE, "1; 1 war", "too few cards for a war", "False")),
        (
            "222/2222",
            GOLF,
            99,
            ("Code golf", ORANGE, "1; 2 wars, 2 deep", "too few cards for a war", "False"),
        ),
        ("23/4", GOLF, 99, ("Code golf", VIOLET, "∞", "the same 2 rounds from 1 on", "–")),
        ("23/4", GOLF, 1, ("Code golf", "**Cut off**", "1", "stopped by the round limit", "–")),
        (
            "3/2",
            DEALT,
            99,
            ("Programming Challenges", BLUE, "1", "deck empty", "TURNS : 1, WINNER : player1"),
        ),
        ("3/2", "jouets", 99, ("Jouets", BLUE, "1", "deck empty", "–")),
    ],
)
def test_one_row_of_the_verdicts(deal: str, name: str, limit: int, cells: tuple[str, ...]) -> None:
    found = games(deal, name, limit=limit)
    ((title, *row),) = verdict_rows(found, found[name], name).values()
    assert marked(title) == f"{cells[0]} :gray[on the table]"
    assert [marked(cell) for cell in row] == list(cells[1:])
    assert len(VERDICT) == len(cells)


def test_the_chosen_rule_set_is_first_and_custom_rules_have_no_name() -> None:
    found = games("3/2", GOLF, DRAWS, "jouets")
    rows = verdict_rows(found, found[DRAWS], DRAWS)
    assert [plain(cells[0]) for cells in rows.values()] == [
        "CodinGame on the table",
        "Code golf",
        "Jouets one play of many",
    ]
    assert list(rows) == [DRAWS, GOLF, "jouets"]
    custom = play(Deal.parse("3/2"), rules_called("7.LOSER_FIRST.LOSES.DRAW.HIGH"))
    first = next(iter(verdict_rows(found, custom, "7.LOSER_FIRST.LOSES.DRAW.HIGH").values()))[0]
    assert plain(first) == "Custom rules on the table"


def test_a_game_that_is_still_being_played_has_a_row_that_says_so() -> None:
    rows = verdict_rows({GOLF: None}, None, DRAWS)
    assert [plain(cells[1]) for cells in rows.values()] == ["still being played"] * 2


# The chart of deck sizes


def test_what_a_round_says() -> None:
    chart = decks.deck_sizes(course_of("2345/2356", GOLF))
    assert chart.said[0] == "2 4 against 2 5<br>player 2 takes 6"
    assert chart.said[-1] == "the end"
    drawn = decks.deck_sizes(course_of("2/2", GOLF))
    assert drawn.said == ["2 against 2<br>the game ends here", "the end, cards on the table counted"]


def test_a_very_deep_war_is_told_by_its_first_cards_and_its_last() -> None:
    rules = rules_called("0.LOSER_FIRST.LOSES.DRAW.HIGH")
    deep = Course(decide(Deal((3,) * 23 + (5,), (3,) * 23 + (4,)), rules))
    up = "3 3 3 3 3 3 3 3 3 3 …"
    assert decks.deck_sizes(deep).said[0] == f"{up} 5 against {up} 4<br>player 1 takes 48"
    twelve = Course(decide(Deal((3,) * 11 + (5,), (3,) * 11 + (4,)), rules))
    assert decks.deck_sizes(twelve).said[0].startswith(f"{'3 ' * 11}5 against")


@pytest.mark.parametrize(("shown", "side"), [(1, "left"), (3, "left"), (4, "right"), (5, "right")])
def test_the_round_on_the_table_is_named_where_there_is_room(shown: int, side: str) -> None:
    chart = decks.deck_sizes(course_of("2644/6764", GOLF))
    label = decks.deck_sizes_figure(chart, LIGHT, shown=shown).layout.annotations[-1]
    assert (label.text, label.xanchor) == (f"round {shown}", side)


def test_a_cycle_is_named() -> None:
    chart = decks.deck_sizes(course_of("234/343", GOLF))
    texts = [note.text for note in decks.deck_sizes_figure(chart, LIGHT).layout.annotations]
    assert texts == ["<b>player 1</b><br>ahead", "<b>player 2</b><br>ahead", "<b>4 rounds, for ever</b>"]
