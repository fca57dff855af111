"""The charts of the Small packs page, and every sentence on it."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import dist

import numpy as np
import pytest

from dashboard.charts.packs import counts as packs_counts
from dashboard.charts.packs import graph
from dashboard.charts.packs.counts import (
    Whole,
    rings_sheet,
    rings_table,
    rule_sets_sheet,
    rule_sets_table,
    whole_game,
)
from dashboard.charts.packs.graph import islands
from dashboard.charts.style import THEMES
from engine import Deal, numbers, play
from engine.cards import Pack
from engine.rules import PLAYABLE
from engine.simulation.exact import Exact, exact
from engine.wording.sentences import plain

LIGHT = THEMES["light"]
GOLF = PLAYABLE["code-golf"]


@cache
def five() -> Whole:
    return whole_game(Pack(5, 1), GOLF)


def whole(text: str, name: str) -> Whole:
    return whole_game(Pack.parse(text), PLAYABLE[name])


@pytest.mark.parametrize(
    ("text", "name", "title", "about"),
    [
        (
            "5x1",
            "code-golf",
            "Player 1 wins 1/3, player 2 2/15, 8/15 never end.",
            "All 120 deals of 5 cards (5 ranks x 1) by Code golf: counted, not sampled.",
        ),
        (
            "2x3",
            "bicycle",
            "Player 1 wins 1/5, player 2 1/5, 1/5 are drawn, 2/5 never end.",
            "All 20 deals of 6 cards (2 ranks x 3) by Code golf: counted, not sampled.",
        ),
        (
            "1x2",
            "code-golf",
            "Every deal is drawn.",
            "The only deal of 2 cards (1 rank x 2) by Code golf: counted, not sampled.",
        ),
        (
            "1x3",
            "bicycle",
            "Player 1 wins every deal.",
            "The only deal of 3 cards (1 rank x 3) by Code golf: counted, not sampled.",
        ),
    ],
)
def test_the_headline(text: str, name: str, title: str, about: str) -> None:
    sentences = packs_counts.headline(exact(Pack.parse(text), PLAYABLE[name]), "Code golf")
    assert [*map(plain, sentences)] == [title, about]


@pytest.mark.parametrize(
    ("deals", "about"),
    [(1, "The only deal of 3 cards"), (2, "All 2 deals of 3 cards"), (6, "All 6 deals of")],
)
def test_one_deal_is_the_only_one(deals: int, about: str) -> None:
    counted = Exact(Pack(3, 1), GOLF, 2, deals=deals, endless=deals)
    assert plain(packs_counts.headline(counted, "Code golf")[1]).startswith(about)


@pytest.mark.parametrize(
    ("mean", "said"),
    [
        (Fraction(3), "3"),
        (Fraction(12_345, 9_999), "4115/3333"),
        (Fraction(99_999, 10_000), "99999/10000"),
        (Fraction(100_000, 10_001), "10.00"),
        (Fraction(10_001 * 1_234 + 1, 10_001), "1,234.00"),
    ],
)
def test_a_mean_length_is_a_fraction_while_it_can_be_read(mean: Fraction, said: str) -> None:
    assert numbers.fraction_of_rounds(mean) == said


def test_every_deal_endless_is_said_so() -> None:
    counted = Exact(Pack(3, 1), GOLF, 2, deals=6, endless=6)
    assert plain(packs_counts.headline(counted, "Code golf")[0]) == "Every deal never ends."
    assert packs_counts.longest(counted) == "No game ends."


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (Fraction(1, 2), "1/2"),
        (Fraction(1), "1"),
        (Fraction(9_999, 10_000), "9999/10000"),
        (Fraction(1, 20_001), "< 0.01 %"),
        (Fraction(20_000, 20_001), "> 99.99 %"),
        (Fraction(10_001, 20_002), "1/2"),
        (Fraction(10_001, 20_003), "50.00 %"),
    ],
)
def test_fractions_are_fractions_while_they_can_be_read(share: Fraction, said: str) -> None:
    assert numbers.fraction(share) == said


@pytest.mark.parametrize(
    ("text", "name", "title", "note"),
    [
        ("5x1", "code-golf", "The whole game: 270 positions, 16 rings", "to a win or to a ring"),
        ("3x2", "code-golf", "The whole game: 192 positions, no ring", "lines lead inwards, to how the game"),
        ("2x3", "bicycle", "The whole game: 38 positions, 1 ring", "Click one to play it."),
        ("4x2", "programming-challenges", "The whole game: 6,408 positions, 23 rings", "the rings alone"),
        ("4x2", "code-golf", "The whole game: 6,430 positions, no ring", "and none comes back: every game"),
    ],
)
def test_what_is_said_of_the_picture(text: str, name: str, title: str, note: str) -> None:
    panel = graph.panel(whole(text, name), wide=True)
    assert panel.title == title
    assert note in panel.note


def test_the_rings_are_told_in_words() -> None:
    one, several = (
        five().rings[0]._replace(rings=1, length=1, deals=1),
        five().rings[0]._replace(rings=2, length=3, deals=4),
    )
    told = graph.panel(five()._replace(rings=(one, several)), wide=True).alt
    assert told.endswith(
        ". Rings: 1 of 1 round, with 1 deal that leads into it; "
        "2 of 3 rounds, each with 4 deals that lead into it."
    )
    assert graph.panel(five()._replace(rings=()), wide=True).alt.endswith(". Every game ends.")


def test_rings_that_are_too_many_to_draw_are_listed() -> None:
    many = five()._replace(met=9_999, sketch=five().sketch._replace(deals=(), after=(), dealt=()))
    assert packs_counts.graph_note(many) == (
        "Too many positions to draw, on the rings alone as well: they are listed below."
    )
    assert not islands(many.sketch, graph.ROOMS[True])


@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize(
    ("text", "name"),
    [("5x1", "code-golf"), ("4x1", "programming-challenges"), ("2x3", "bicycle"), ("3x2", "code-golf")],
)
def test_in_the_picture_no_position_lies_on_another(text: str, name: str, wide: bool) -> None:
    sketch = whole(text, name).sketch
    laid = islands(sketch, graph.ROOMS[wide])
    places = {position: island.at(position) for island in laid for position in island.places}
    assert set(range(len(sketch.after))) <= set(places)
    assert min(dist(one, other) for one, other in combinations(places.values(), 2)) > 0.15
    for one, other in combinations(laid, 2):
        assert dist(one.middle, other.middle) > one.reach + other.reach


def test_on_a_phone_the_picture_has_no_air_above_and_below_it() -> None:
    wide, narrow = (graph.figure(five(), LIGHT, wide=wide).layout.height for wide in (True, False))
    assert wide == graph.HEIGHT
    assert graph.UNDER < narrow < 330
    assert graph.figure(whole("2x3", "bicycle"), LIGHT, wide=False).layout.height <= graph.HEIGHT


def test_a_ring_is_a_circle_with_its_positions_on_it() -> None:
    laid = [island for island in islands(five().sketch, graph.ROOMS[True]) if island.turns]
    assert len(laid) == 16
    for island in laid:
        around = [*island.ring, island.ring[0]]
        assert [five().sketch.after[position] for position in island.ring] == around[1:]
        assert np.allclose([np.hypot(*island.places[position]) for position in island.ring], island.radius)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_carries_a_deal_in_every_point(theme: str) -> None:
    drawn = graph.figure(five(), THEMES["dark" if theme == "dark" else "light"], wide=True)
    points = [mark for mark in drawn.data if mark.customdata is not None]
    texts = [data[0] for mark in points for data in mark.customdata]
    assert sorted(texts) == sorted(five().sketch.deals)
    assert len(drawn.layout.shapes) == 16
    for mark in points:
        winner = {play(Deal.parse(data[0]), GOLF).outcome.winner for data in mark.customdata}
        said = mark.customdata[0][1]
        assert winner == {1 if "player 1" in said else 2 if "player 2" in said else 0}


def test_the_table_of_the_picture_says_where_each_position_leads() -> None:
    table = graph.panel(five(), wide=True).table
    assert len(table) == 270
    assert int(table["deal in equal decks"].sum()) == 120
    for row in table.sample(20, random_state=1).to_dict("records"):
        game = play(Deal.parse(row["position"]), GOLF)
        assert row["leads to"] == ("never ends" if game.cycle else f"player {game.outcome.winner} wins")
        assert game.after_round_1
        after = Deal(*game.after_round_1)
        assert row["next"] == (after.text if all(game.after_round_1) else row["leads to"])


def test_the_bar_is_as_wide_as_the_fractions() -> None:
    panel = packs_counts.panel(exact(Pack(5, 1), GOLF))
    assert panel.alt == "Of 120 deals: player 1 1/3, player 2 2/15, never ends 8/15."
    assert panel.table["deals"].tolist() == [40, 16, 0, 64]
    assert panel.table["fraction"].tolist() == ["1/3", "2/15", "0", "8/15"]
    drawn = panel.draw(LIGHT)
    assert [round(float(mark.x[0]), 6) for mark in drawn.data] == [0.333333, 0.133333, 0.533333]
    assert [label.text for label in drawn.layout.annotations] == [
        "<b>player 1</b><br>1/3",
        "<b>player 2</b><br>2/15",
        "<b>never ends</b><br>8/15",
    ]


def test_all_splits_are_drawn_and_said() -> None:
    counted = exact(Pack(5, 1), GOLF)
    panel = packs_counts.splits_panel(counted, five())
    assert panel.title == "Most endless deals: 64, with 2 or 3 cards for player 1"
    assert panel.note == "All splits by player 1’s cards, 120 deals each; dealt in halves he has 3."
    assert panel.table["never ends"].tolist() == [32, 64, 64, 32]
    assert all(len(mark.x) == 4 for mark in panel.draw(LIGHT).data)
    none = packs_counts.splits_panel(exact(Pack(4, 1), GOLF), whole("4x1", "code-golf"))
    assert none.title == "No deal is endless, however it is split"


def test_sizes_are_a_sequence_to_look_up() -> None:
    counts = [exact(Pack(ranks, 1), GOLF) for ranks in range(2, 7)]
    panel = packs_counts.sizes_panel(counts, "Code golf")
    assert (panel.title, panel.note) == (
        "Ranks x 1: 2x1 to 6x1",
        "All deals in equal decks by Code golf, pack by pack.",
    )
    assert packs_counts.sequences(counts) == {
        "Won by player 1, from 2 ranks on": "1, 3, 12, 40, 324",
        "Won by player 2, from 2 ranks on": "1, 1, 12, 16, 324",
        "Never end, from 2 ranks on": "0, 2, 0, 64, 72",
        "Longest game that ends, from 2 ranks on": "1, 2, 6, 6, 17",
    }
    assert panel.table["longest"].tolist() == [1, 2, 6, 6, 17]


def test_rings_are_listed_by_kind() -> None:
    assert rings_table(five().rings).to_dict("records") == [
        {"A position": f"`{five().rings[0].position}`", "Rings": "16", "Rounds": "4", "Deals into each": "4"}
    ]
    cycle = play(Deal.parse(five().rings[0].position), GOLF).cycle
    assert cycle
    assert (cycle.start, cycle.length) == (1, 4)
    four = whole("4x2", "programming-challenges").rings
    sheet = rings_sheet(four).table
    assert int((sheet["rings"] * sheet["deals into each"]).sum()) == 929


def test_rule_sets_stand_side_by_side() -> None:
    pack = Pack(5, 1)
    counts = {"Code golf": exact(pack, GOLF), "Spivey": exact(pack, PLAYABLE["spivey"])}
    assert rule_sets_table(counts, "Spivey").to_dict("records") == [
        {
            "Rule set": "Code golf",
            ":blue[Player 1]": "1/3",
            ":orange[Player 2]": "2/15",
            ":violet[Never ends]": "8/15",
            "Longest": "6",
        },
        {
            "Rule set": "**Spivey**",
            ":blue[Player 1]": "19/40",
            ":orange[Player 2]": "11/40",
            ":violet[Never ends]": "1/4",
            "Longest": "8",
        },
    ]
    sheet = rule_sets_sheet(counts).table
    assert sheet["deals"].tolist() == [120, 120]
    for rules, text, rounds in zip(
        (GOLF, PLAYABLE["spivey"]), sheet["its deal"], sheet["longest"], strict=True
    ):
        assert play(Deal.parse(text), rules).rounds == rounds
