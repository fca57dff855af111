"""What the charts of who wins say, and by what was dealt, from both sides of every number that decides."""

from typing import Any

import pytest
from tallied import Games, cut_off, drawn, endless, lost, summary, won

from dashboard.charts.chart import Panel
from dashboard.charts.simulate import hands as simulate_hands
from dashboard.charts.simulate import lengths, outcomes
from dashboard.charts.style import THEMES
from engine.cards import Pack
from engine.game import Reason
from engine.rules import Order, rules_called
from engine.simulation import Study
from engine.tables import outcomes as dealt_table

LIGHT = THEMES["light"]
SHORT = Reason.SHORTFALL


def study(games: int, rules: str = "code-golf", **fields: Any) -> Study:
    return Study(rules=rules_called(rules), games=games, **fields)


def annotations(panel: Panel) -> list[str]:
    return [note.text for note in panel.draw(LIGHT).layout.annotations]


# Hands


def hands(cards: int, wins: int, games: int) -> list[Games]:
    return [won(wins, aces=cards), lost(games - wins, aces=cards)]


@pytest.mark.parametrize(
    ("rules", "cards", "games", "title"),
    [
        (
            "code-golf",
            "13x4",
            [*hands(0, 200, 1_000), *hands(4, 800, 1_000)],
            "Four aces win 80 %, none 20 %",
        ),
        (
            "code-golf",
            "13x4",
            [*hands(0, 200, 1_000), *hands(2, 500, 1_000), *hands(3, 1, 2), *hands(4, 800, 1_000)],
            "Four aces win 80 %, none 20 %",
        ),
        (
            "code-golf",
            "13x4",
            [*hands(0, 1, 2), *hands(1, 200, 1_000), *hands(2, 500, 1_000), *hands(4, 1, 2)],
            "Two aces win 50 %, one 20 %",
        ),
        (
            "code-golf",
            "13x4",
            [*hands(1, 200, 1_000), *hands(3, 300, 1_000)],
            "Three aces win 30 %, one 20 %",
        ),
        ("code-golf", "13x4", [*hands(0, 200, 1_000), *hands(1, 300, 1_000)], "One ace wins 30 %, none 20 %"),
        ("spivey", "13x4", [*hands(0, 200, 1_000), *hands(4, 800, 1_000)], "Four 2s win 80 %, none 20 %"),
        (
            "1.LOSER_FIRST.LOSES.DRAW.ACE_LOW",
            "13x4",
            [*hands(0, 200, 1_000), *hands(4, 800, 1_000)],
            "Four kings win 80 %, none 20 %",
        ),
        (
            "code-golf",
            "13x1",
            [*hands(0, 200, 1_000), *hands(1, 800, 1_000)],
            "The ace wins 80 %, without it 20 %",
        ),
        (
            "code-golf",
            "52x1",
            [*hands(0, 200, 1_000), *hands(1, 800, 1_000)],
            "Card 52 wins 80 %, without it 20 %",
        ),
        (
            "code-golf",
            "13x16",
            [*hands(9, 200, 1_000), *hands(10, 900, 1_000)],
            "Ten aces win 90 %, nine 20 %",
        ),
        ("code-golf", "13x16", [*hands(11, 200, 1_000), *hands(16, 900, 1_000)], "16 aces win 90 %, 11 20 %"),
        # A share is told from an interval of ten points to either side on: that takes 99 games of one half.
        (
            "code-golf",
            "13x4",
            [*hands(0, 200, 1_000), *hands(4, 49, 98)],
            "Too few games to tell: 100 of each kind would do",
        ),
        (
            "code-golf",
            "13x4",
            [*hands(0, 200, 1_000), *hands(4, 46, 93)],
            "Too few games to tell: 100 of each kind would do",
        ),
        ("code-golf", "13x4", [*hands(2, 200, 1_000)], "Too few games to tell: 100 of each kind would do"),
        ("code-golf", "13x4", [drawn(1_000, aces=2)], "No game has been won yet"),
    ],
)
def test_what_the_best_cards_are_worth(rules: str, cards: str, games: list[Games], title: str) -> None:
    pack = Pack.parse(cards)
    tallies = summary(*games, pack=pack)
    panel = simulate_hands.aces_panel(study(tallies.games, rules, pack=pack), tallies)
    assert panel.title == title
    assert panel.alt == f"{title}: player 1’s share. {panel.note}"
    if title != "No game has been won yet":
        assert panel.note == f"{tallies.games:,} decided games. Whiskers: 95 %."


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        # High, ace low, low wins, lowest beats highest. Cards of up to 13 ranks have letters.
        ("1x4", ("ace", "ace", "ace", "ace")),
        ("2x4", ("ace", "king", "king", "ace")),
        ("3x4", ("ace", "king", "queen", "ace")),
        ("4x4", ("ace", "king", "jack", "ace")),
        ("5x4", ("ace", "king", "10", "ace")),
        ("13x4", ("ace", "king", "2", "ace")),
        ("14x4", ("14", "13", "1", "14")),
    ],
)
def test_what_the_best_card_is_called(cards: str, best: tuple[str, ...]) -> None:
    orders = Order.HIGH, Order.ACE_LOW, Order.LOW_WINS, Order.LOWEST_BEATS_HIGHEST
    assert tuple(dealt_table.best_card(Pack.parse(cards), order) for order in orders) == best


@pytest.mark.parametrize(
    ("cards", "games", "title"),
    [
        # An even share of 52 cards' strength is 156: neither deck is the stronger.
        (
            "13x4",
            [won(300, strength=157), lost(100, strength=157)],
            "The stronger deck wins 75 % of games",
        ),
        (
            "13x4",
            [lost(300, strength=155), won(100, strength=155)],
            "The stronger deck wins 75 % of games",
        ),
        (
            "13x4",
            [won(100, strength=157), won(100, strength=155)],
            "The stronger deck wins 50 % of games",
        ),
        ("13x4", [won(300, strength=156), lost(200, strength=156)], "No game has been won yet"),
        ("13x4", [drawn(3, strength=150)], "No game has been won yet"),
        (
            "13x4",
            [
                won(300, strength=157),
                lost(100, strength=157),
                drawn(9, strength=157),
                endless(9, strength=155),
            ],
            "The stronger deck wins 75 % of decided games",
        ),
        # Of five cards player 1 has three: an even share is 6.
        (
            "5x1",
            [won(300, strength=7), lost(400, strength=5), won(300, strength=5)],
            "The stronger deck wins 70 % of games",
        ),
        ("5x1", [won(300, strength=6)], "No game has been won yet"),
        # Of four cards an even share is 3, of three it is 2.
        ("4x1", [won(300, strength=4), won(100, strength=2)], "The stronger deck wins 75 % of games"),
        ("3x1", [won(300, strength=3), won(100, strength=1)], "The stronger deck wins 75 % of games"),
    ],
)
def test_how_often_the_stronger_deck_wins(cards: str, games: list[Games], title: str) -> None:
    pack = Pack.parse(cards)
    tallies = summary(*games, pack=pack)
    assert simulate_hands.strength_panel(study(tallies.games, pack=pack), tallies).title == title


@pytest.mark.parametrize(("games", "wide"), [(4_999, "14"), (5_000, "7")])
def test_how_far_decks_of_one_kind_are_from_an_even_share(games: int, wide: str) -> None:
    tallies = summary(won(games - 2, strength=156), won(1, strength=0), won(1, strength=312))
    panel = simulate_hands.strength_panel(study(games), tallies)
    assert panel.note == f"{games:,} decided games. Points: 0 to 12 a card."
    ticks = panel.draw(LIGHT).layout.xaxis.ticktext
    assert (ticks[0], ticks[-1]) == ("−42", "+42")
    names = panel.table["above an even share"].tolist()
    kinds = {"14": ["−36 points or less", "−7 to +6 points", "+35 points or more"]}
    assert names == kinds.get(wide, ["−39 points or less", "−3 to +3 points", "+39 points or more"])


@pytest.mark.parametrize(
    ("games", "title"),
    [
        ([endless(3)], "No game has ended"),
        ([won(1, rounds=3)], "The one game that ends has an odd length"),
        ([won(1, rounds=4)], "The one game that ends has an even length"),
        ([won(3, rounds=3), drawn(3, rounds=4)], "Too few games to tell odd or even: 100 would do"),
        ([won(50, rounds=3), drawn(50, rounds=4)], "50 % end after an odd number of rounds"),
        ([won(50, rounds=3), lost(50, rounds=4), endless(3)], "50 % that end take an odd number of rounds"),
        ([won(1, rounds=3), lost(999, rounds=4)], "0.1 % end after an odd number of rounds"),
        ([won(20, rounds=4)], "Under 17 % end after an odd number of rounds"),
    ],
)
def test_odd_and_even_lengths(games: list[Games], title: str) -> None:
    assert lengths.parity_panel(summary(*games)).title == title


# Who wins


@pytest.mark.parametrize(
    ("games", "title", "alt"),
    [
        (
            [won(50), lost(50)],
            "In under 4 % of wins the loser runs short",
            "Of 100 games: each player about 50 %.",
        ),
        (
            [won(25, reason=SHORT), won(25), lost(50)],
            "In 25 % of wins the loser is short for a war",
            "Of 100 games: each player about 50 %.",
        ),
        (
            [won(99, reason=SHORT), lost(1)],
            "In 99 % of wins the loser is short for a war",
            "Of 100 games: player 1 99 %, player 2 1 %.",
        ),
        (
            [won(50, reason=SHORT), drawn(50, reason=SHORT)],
            "In over 92 % of wins the loser runs short",
            "Of 100 games: player 1 50 %, drawn 50 %.",
        ),
        ([drawn(3), endless(3)], "No game has been won", "Of 6 games: drawn 50 %, never ends 50 %."),
        (
            [won(3), cut_off(3)],
            "Too few wins to tell how they win: 100 would do",
            "Of 6 games: player 1 50 %, cut off 50 %.",
        ),
    ],
)
def test_who_wins(games: list[Games], title: str, alt: str) -> None:
    tallies = summary(*games)
    panel = outcomes.outcome_bar_panel(study(tallies.games), tallies)
    assert (panel.title, panel.alt) == (title, alt)
    assert panel.note == f"Share of all {tallies.games:,} games."


def test_the_bar_of_one_game() -> None:
    assert outcomes.outcome_bar_panel(study(1), summary(lost(1))).note == "Share of all 1 game."


@pytest.mark.parametrize(
    ("rules", "games", "foot"),
    [
        (
            "code-golf",
            [won(50), lost(50)],
            ["none seen: drawn or never ends (under 4 %)"],
        ),
        ("norvig", [won(50), lost(50)], ["none seen: drawn (under 4 %)"]),
        ("kbwar", [won(50), lost(49), drawn(1)], []),
        (
            "codingame",
            [won(50), drawn(50)],
            ["none seen: player 2 or never ends (under 4 %)"],
        ),
        (
            "programming-challenges-code",
            [won(50), lost(50)],
            ["none seen: never ends (under 4 %)"],
        ),
        (
            "norvig",
            [won(50, reason=SHORT), lost(49), drawn(1)],
            ["fainter: too few cards for a war"],
        ),
    ],
)
def test_the_foot_of_the_bar(rules: str, games: list[Games], foot: list[str]) -> None:
    tallies = summary(*games)
    said = annotations(outcomes.outcome_bar_panel(study(tallies.games, rules), tallies))
    assert [text for text in said if not text.startswith("<b>")] == foot
