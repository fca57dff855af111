"""The Small packs page's charts and sentences, a reviewed file each, and properties of the picture."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import dist
from typing import Final

import numpy as np
import pytest
from approved import Reviewed
from chart_text import LIGHT, chart_text, lines, marked, table_text, title_and_notes

from dashboard.charts import packs as counts
from dashboard.charts import packs_graph as graph
from engine import Deal, play
from engine.cards import Pack
from engine.numbers import fraction_of_rounds
from engine.rules import PLAYABLE
from engine.simulation.counting import Exact, exact

GOLF: Final = PLAYABLE["code-golf"]
WHOLE: Final = (
    *(("5x1", "code-golf"), ("4x1", "programming-challenges"), ("2x3", "bicycle"), ("3x2", "code-golf")),
    *(("4x2", "programming-challenges"), ("4x2", "code-golf"), ("1x2", "code-golf"), ("1x3", "bicycle")),
)


@cache
def whole(text: str, name: str) -> counts.Whole:
    return counts.whole_game(Pack.parse(text), PLAYABLE[name])


def five() -> counts.Whole:
    return whole("5x1", "code-golf")


def counted(text: str, name: str = "code-golf") -> Exact:
    return exact(Pack.parse(text), PLAYABLE[name])


def test_outcomes(reviewed: Reviewed) -> None:
    endless = Exact(Pack(3, 1), GOLF, 2, deals=6, endless=6)
    made = (endless, *(Exact(Pack(3, 1), GOLF, 2, deals=deals, endless=deals) for deals in (1, 2)))
    shown = {
        f"{pack} {name}": map(marked, counts.headline(counted(pack, name), "Code golf’s rules"))
        for pack, name in WHOLE
    }
    shown |= {f"{one.deals} endless": map(marked, counts.headline(one, "Code golf’s rules")) for one in made}
    longest = {f"{pack} {name}": counts.longest(counted(pack, name)) for pack, name in WHOLE}
    charts = [chart_text(counts.panel(counted(pack))) for pack in ("5x1", "4x2")]
    reviewed(lines(shown), lines(longest | {"endless": counts.longest(endless)}), *charts)


def test_fractions(reviewed: Reviewed) -> None:
    means = (
        *(Fraction(3), Fraction(12_345, 9_999), Fraction(99_999, 10_000), Fraction(100_000, 10_001)),
        Fraction(10_001 * 1_234 + 1, 10_001),
    )
    reviewed(lines({str(mean): fraction_of_rounds(mean) for mean in means}))


def test_graph(reviewed: Reviewed) -> None:
    shown = {
        f"{pack} {name}": title_and_notes(graph.panel(whole(pack, name), wide=True))
        for pack, name in WHOLE[:6]
    }
    ring = five().rings[0]
    one, several = ring._replace(rings=1, length=1, deals=1), ring._replace(rings=2, length=3, deals=4)
    shown["rings of two kinds"] = title_and_notes(
        graph.panel(five()._replace(rings=(one, several)), wide=True)
    )
    shown["no ring"] = title_and_notes(graph.panel(five()._replace(rings=()), wide=True))
    many = five()._replace(met=9_999, sketch=five().sketch._replace(deals=(), after=(), dealt=()))
    shown["too many"] = counts.graph_note(many)
    assert not graph.islands(many.sketch, graph.FRAMES[True])
    reviewed(lines(shown), *(chart_text(graph.panel(five(), wide=wide)) for wide in (True, False)))


def test_splits(reviewed: Reviewed) -> None:
    none = counts.splits_panel(counted("4x1"), whole("4x1", "code-golf"))
    reviewed(title_and_notes(none), chart_text(counts.splits_panel(counted("5x1"), five())))


def test_sizes(reviewed: Reviewed) -> None:
    several = [exact(Pack(ranks, 1), GOLF) for ranks in range(2, 8)]
    reviewed(chart_text(counts.sizes_panel(several, "Code golf’s rules")), lines(counts.sequences(several)))


def test_rings_and_rule_sets(reviewed: Reviewed) -> None:
    four = whole("4x2", "programming-challenges").rings
    both = {"Code golf": counted("5x1"), "Spivey": counted("5x1", "spivey")}
    sheets = counts.rings_sheet(four), counts.rule_sets_sheet(both)
    assert int((sheets[0].table["rings"] * sheets[0].table["deals into each"]).sum()) == 929
    assert len(counts.rings_table(four[:1] * 13)) == 12
    for rules, text, rounds in zip(
        (GOLF, PLAYABLE["spivey"]), sheets[1].table["its deal"], sheets[1].table["longest"], strict=True
    ):
        assert play(Deal.parse(text), rules).rounds == rounds
    tables = counts.rings_table(five().rings), counts.rule_sets_table(both, "Spivey")
    reviewed(*map(table_text, tables), *(f"{sheet.name}: {table_text(sheet.table)}" for sheet in sheets))


@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize(("text", "name"), WHOLE[:4])
def test_in_the_picture_no_position_lies_on_another(text: str, name: str, wide: bool) -> None:
    sketch = whole(text, name).sketch
    laid = graph.islands(sketch, graph.FRAMES[wide])
    places = {position: island.at(position) for island in laid for position in island.places}
    assert set(range(len(sketch.after))) <= set(places)
    assert min(dist(one, other) for one, other in combinations(places.values(), 2)) > 0.15
    for one, other in combinations(laid, 2):
        assert dist(one.middle, other.middle) > one.reach + other.reach
    assert graph.figure(whole(text, name), LIGHT, wide=wide).layout.height <= graph.HEIGHT


@pytest.mark.parametrize("room", [0, -1])
def test_of_too_many_positions_only_rings_are_drawn(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    on_rings = sum(kind.rings * kind.length for kind in five().rings)
    monkeypatch.setattr(counts, "MOST_DRAWN", five().met - 1)
    monkeypatch.setattr(counts, "MOST_RING", on_rings + room)
    sketch = counts.whole_game(Pack(5, 1), GOLF).sketch
    assert len(sketch.after) == (0 if room else on_rings)
    assert {*sketch.after} == {*range(len(sketch.after))}


def test_a_ring_is_a_circle_with_its_positions_on_it() -> None:
    laid = [island for island in graph.islands(five().sketch, graph.FRAMES[True]) if island.is_ring]
    assert len(laid) == 16
    for island in laid:
        around = [*island.ring, island.ring[0]]
        assert [five().sketch.after[position] for position in island.ring] == around[1:]
        assert np.allclose([np.hypot(*island.places[position]) for position in island.ring], island.radius)


def test_every_point_carries_its_deal_and_says_how_it_ends() -> None:
    table = graph.panel(five(), wide=True).table
    points = [mark for mark in graph.figure(five(), LIGHT, wide=True).data if mark.customdata is not None]
    assert sorted(data[0] for mark in points for data in mark.customdata) == sorted(five().sketch.deals)
    for mark in points:
        winner = {play(Deal.parse(data[0]), GOLF).outcome.winner for data in mark.customdata}
        words = mark.customdata[0][1]
        assert winner == {1 if "player 1" in words else 2 if "player 2" in words else 0}
    assert int(table["deal in equal decks"].sum()) == 120
    for row in table.sample(20, random_state=1).to_dict("records"):
        game = play(Deal.parse(row["position"]), GOLF)
        assert row["leads to"] == ("never ends" if game.cycle else f"player {game.outcome.winner} wins")
        assert game.after_round_1
        after = Deal(*game.after_round_1)
        assert row["next"] == (after.text if all(game.after_round_1) else row["leads to"])
