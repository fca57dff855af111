"""The Records page without a browser: its pictures, its links, its sentences against what is kept."""

import json
import re
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs

import numpy as np
import pandas as pd
import pytest
from apps import opened_at, when_over
from streamlit.testing.v1 import AppTest

from dashboard.cache import answers as asking
from dashboard.examples.facts import OPEN_QUESTIONS
from dashboard.urls import GAME, RECORDS, SIMULATE
from dashboard.urls.screens import GameScreen, RecordsScreen, SimulateScreen
from dashboard.views import records as views_records
from engine.cards import Deal, Hands, Pack
from engine.kernels import decide
from engine.library.endless import construction
from engine.library.hunt import Hunt, joined, take_turn
from engine.library.records import (
    COMEBACK,
    LONGEST,
    CountedPack,
    Record,
    best,
    counted_packs,
    endless_deals,
    evidence,
    figure_of,
    records,
    shuffled_deals,
)
from engine.rules import PLAYABLE, Pickup, rules_called
from engine.simulation.exact import arrangements, begun, exact, gone_on

LINK = re.compile(r"\[([0-9,]+)\]\(\./\?([^)]+)\)")
FIRST = construction(0)


def opened(screen: RecordsScreen | None = None) -> AppTest:
    return opened_at("records", RECORDS.to_params(screen) if screen else {})


def said(app: AppTest) -> str:
    return "\n".join(str(part.value) for part in (*app.title, *app.header, *app.markdown, *app.text))


def links_of(table: pd.DataFrame) -> list[tuple[str, int, GameScreen]]:
    """Return the column, the figure and the screen of every link in a table."""
    links = []
    for row in table.to_dict("records"):
        for column, cell in row.items():
            for figure, query in LINK.findall(str(cell)):
                screen = GAME.from_params(parse_qs(query))
                assert screen is not None
                links.append((str(column), int(figure.replace(",", "")), screen))
    return links


def test_every_figure_of_the_table_opens_the_game_that_reaches_it() -> None:
    kinds = views_records.COLUMNS | views_records.MORE_COLUMNS
    links = links_of(pd.DataFrame(views_records.records_table((*kinds,))))
    assert len(links) > 60
    for column, figure, screen in links:
        feat = kinds[column]
        assert figure_of(feat, screen.deal, screen.rules, screen.seed, screen.game) == figure, (
            column,
            screen,
        )


def test_a_hunted_record_stands_beside_what_was_to_be_expected() -> None:
    table = views_records.holders_table(LONGEST.name)
    expected = [float(cell.replace(",", "")) for cell in table["Expected"] if cell != views_records.NOTHING]
    assert len(expected) > 8
    for name in ("Norvig", "Jouets"):
        (row,) = (row for row in table.to_dict("records") if row["Rule set"] == name)
        ((_, figure, _),) = links_of(pd.DataFrame([row]))
        assert float(str(row["Expected"]).replace(",", "")) == pytest.approx(figure, rel=0.25)
    assert {*views_records.holders_table("quickest")["Expected"]} == {views_records.NOTHING}


def test_the_table_of_packs_opens_endless_games_and_keeps_proof_from_search() -> None:
    assert [len(views_records.evidence_table(copies)) for copies in (3, 2, 1)] == [8, 9, 9]
    table = views_records.evidence_table()
    every = pd.concat([table, *(views_records.evidence_table(copies) for copies in (3, 2, 1))])
    assert len(links_of(every)) > 35
    for _, length, screen in links_of(every):
        game = decide(screen.deal, screen.rules)
        assert game.cycle is not None
        assert game.cycle.length == length
    ten = table.set_index("Ranks").loc["10"]
    (proved,) = [
        row for row in evidence() if (row.pack, row.pickup, row.face_down) == ("10x4", "LOSER_FIRST", None)
    ]
    assert proved.proved
    assert ten["Loser’s first, no war"] == f":gray[none up to {proved.rounds} rounds, proved]"
    assert ten["Loser’s first, wars"] == ":gray[none of 1,000,000]"


BEATEN = {
    ("5x4", "Loser’s first, wars", 2): 50,
    ("7x4", "Loser’s first, wars", 2): 345,
    ("5x4", "Winner’s first, wars", 0): 72,
    ("5x4", "Winner’s first, wars", 1): 48,
    ("7x4", "Winner’s first, wars", 2): 124,
    ("7x3", "Loser’s first, no war", None): 280,
    ("10x1", "Loser’s first, no war", None): 60,
}
"""Cycles of shuffled deals that the table fell short of, by its pack, its column and the cards down."""


@pytest.mark.parametrize(("place", "length"), BEATEN.items(), ids=str)
def test_the_table_of_packs_falls_short_of_no_deal_that_shuffling_meets_soon(
    place: tuple[str, str, int | None], length: int
) -> None:
    pack, column, down = place
    table = views_records.evidence_table(Pack.parse(pack).copies).set_index("Ranks")
    links = links_of(table.loc[[str(Pack.parse(pack).ranks)], [column]])
    shown = [figure for _, figure, screen in links if down is None or screen.rules.face_down == down]
    assert shown[0] >= length


def test_the_table_of_packs_opens_whole_packs_in_halves_and_says_what_was_searched() -> None:
    for copies in (4, 3, 2, 1):
        table = views_records.evidence_table(copies).set_index("Ranks")
        for ranks, row in table.iterrows():
            pack = Pack(int(str(ranks)), copies)
            mine = [searched.deals for searched in shuffled_deals() if searched.pack == pack.text]
            assert row["Shuffled deals"] == f"{min(mine):,}"
            for _, _, screen in links_of(pd.DataFrame([row])):
                one, two = len(screen.deal.deck_1), len(screen.deal.deck_2)
                assert (one + two, one - two) == (pack.size, pack.size % 2)
            for cell in row:
                assert not re.search("known|found|–", str(cell))


FEW_DEALS = 10_000_000
"""Deals of a pack that are counted again in half a minute."""
SOME_DEALS = 4_200_000


@pytest.mark.parametrize(
    "counted",
    [
        pytest.param(one, marks=() if one.deals < 10_000 else pytest.mark.slow)
        for one in counted_packs()
        if one.deals <= FEW_DEALS
    ],
    ids=lambda one: f"{one.pack}-{one.pickup}-{one.face_down}",
)
def test_small_packs_are_counted_again(counted: CountedPack) -> None:
    again = exact(Pack.parse(counted.pack), counted.rules)
    assert (again.deals, again.endless) == (counted.deals, counted.endless)


@pytest.mark.parametrize(
    "counted",
    [one for one in counted_packs() if one.deals > FEW_DEALS],
    ids=lambda one: f"{one.pack}-{one.pickup}-{one.face_down}",
)
def test_of_a_pack_of_many_deals_some_are_counted_again(counted: CountedPack) -> None:
    pack = Pack.parse(counted.pack)
    assert counted.deals == arrangements(pack)
    assert counted.endless == 0
    # With the winner's cards first and none down the longest game of all, 186 rounds, is among them.
    some = gone_on(replace(begun(pack, counted.rules), deals=SOME_DEALS))
    assert (some.deals > SOME_DEALS, some.endless) == (True, 0)


def test_every_small_pack_up_to_three_ranks_stands_in_the_table_of_those_counted(war: Any) -> None:
    table = views_records.counted_table().set_index("Pack")
    small = {f"{ranks}x{copies}" for copies in (1, 2, 3, 4) for ranks in (1, 2, 3)} - {"1x1"}
    assert small <= {*table.index}
    assert not table.isna().any().any()
    assert {*table.loc["4x4"]} == {"63,063,000", ":gray[none]"}
    assert table.loc["3x4", "Loser’s first, 0 down"] == "**18**"
    assert table.loc["3x4", "Loser’s first, 1 down"] == ":gray[none]"
    code, out, _ = war("exact", "--pack", "3x4", "--pickup", "LOSER_FIRST", "--face-down", "0", "--json")
    assert (code, json.loads(out)["outcomes"]["endless"]) == (0, 18)


def test_of_a_pack_the_longest_cycle_and_the_farthest_proof_are_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    built = next(deal for deal in endless_deals() if (deal.pack, deal.wars) == ("13x4", 0))
    tried = next(row for row in evidence() if row.proved)
    order = rules_called(built.rules).pickup
    (other,) = {*views_records.ORDERS} - {order}
    cycles = [replace(built, length=length) for length in (30, 1_440, 7)]
    proofs = [replace(tried, pack="13x4", pickup=other, rounds=rounds) for rounds in (8, 12, 10)]
    monkeypatch.setattr(views_records, "endless_deals", lambda: cycles)
    monkeypatch.setattr(views_records, "evidence", lambda: proofs)
    (row,) = views_records.evidence_table.__wrapped__().to_dict("records")
    assert [length for _, length, _ in links_of(pd.DataFrame([row]))] == [1_440]
    assert row[f"{views_records.ORDERS[other]}, no war"] == ":gray[none up to 12 rounds, proved]"


def test_another_deal_is_built_and_has_a_link_of_its_own() -> None:
    app = opened()
    app.button(key="another").click().run()
    assert app.query_params["built"] == "1"
    built = "1 `{}`  \n2 `{}`".format(*construction(1).deal.text.split("/"))
    assert built in said(app)
    assert built in said(opened(RecordsScreen(built=1)))
    assert opened(RecordsScreen(built=999)).button(key="another").click().run().query_params["built"] == "1"


def test_watching_it_opens_the_game() -> None:
    app = opened(RecordsScreen(built=2))
    app.button(key="watch").click().run()
    assert app.query_params["deal"] == construction(2).deal.text
    assert "never ends" in app.title[0].value


def _asked(words: str) -> str:
    (question,) = [question for question in OPEN_QUESTIONS if words in question.asked]
    return question.tried


def test_what_was_tried_is_what_the_evidence_says() -> None:
    def rows(pickup: Pickup, face_down: int | None) -> list[Any]:
        return [
            row for row in evidence() if (row.pack, row.pickup, row.face_down) == ("13x4", pickup, face_down)
        ]

    first = _asked("one card down or none")
    assert all(rows(Pickup.WINNER_FIRST, down)[0].built for down in (3, 5, 11))
    assert "three, five or eleven down" in first
    for down in (0, 1):
        (row,) = rows(Pickup.WINNER_FIRST, down)
        assert row.closing == row.impossible > 0
    (free,) = rows(Pickup.WINNER_FIRST, None)
    assert free.proved
    assert f"up to {free.rounds} rounds" in _asked("without any war")
    ten = [row for row in evidence() if row.pack == "10x4"]
    assert not any(row.built for row in ten)
    assert len(ten) == 10
    assert not [deal for deal in endless_deals() if deal.pack == "10x4"]
    searched = [row for row in shuffled_deals() if row.pack == "10x4"]
    assert {(row.deals, row.endless) for row in searched} == {(1_000_000, 0)}
    assert {rules_called(row.rules).face_down for row in searched} == {0, 1, 2, 3}
    assert "Of 10 x 4 none of 1,000,000 shuffled deals is" in _asked("Which packs")
    for row in ten:
        assert row.proved or row.face_down is not None
    (rounds,) = {row.rounds for row in ten if row.rounds is not None}
    assert f"up to {rounds} rounds in both orders" in _asked("Which packs")


@pytest.mark.parametrize(("name", "more"), [("code-golf", 530), ("programming-challenges", 3_100)])
def test_what_ten_times_as_many_deals_buy(name: str, more: int) -> None:
    hunt = Hunt(PLAYABLE[name], LONGEST, seed=7)
    first = take_turn(hunt, 0)
    catch = joined(hunt, [first, *(take_turn(hunt, turn, first.edge) for turn in range(1, 6))])
    assert catch.fold * np.log(10) == pytest.approx(more, rel=0.05)
    assert f"{more:,}" in _asked("How long can a game be")
    held = best(LONGEST, PLAYABLE[name])
    assert held is not None
    assert Deal.parse(held.deal).size == 52


def _run(view: str, codec: Any, screen: Any) -> AppTest:
    return when_over(opened_at(view, codec.to_params(screen)), screen.job)


@pytest.mark.parametrize(
    ("fields", "there"),
    [
        ({"rule_set": "code-golf"}, True),
        ({"rule_set": "programming-challenges", "pack": Pack(5, 2)}, False),  # there one is watched
        ({"rule_set": "norvig"}, False),
        ({"rule_set": "code-golf", "pack": Pack(8, 4)}, False),
        ({"rule_set": "code-golf", "hands": Hands.parse("AA/*")}, False),
    ],
)
def test_simulate_leads_to_an_endless_deal_if_it_met_none(fields: dict[str, Any], there: bool) -> None:
    app = _run("simulate", SIMULATE, SimulateScreen(games=300, seed=3, **fields))
    ways = [way for way in app.get("page_link") if "A deal that never ends" in str(way.proto.label)]
    assert len(ways) == there
    for way in ways:
        screen = GAME.from_params(parse_qs(way.proto.query_string))
        assert screen is not None
        assert decide(screen.deal, screen.rules).cycle is not None


@pytest.fixture
def _lower(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every longest game a round shorter, and every comeback a round smaller, than it is."""
    lower = tuple(
        replace(record, figure=record.figure - (record.feat in (LONGEST.name, COMEBACK.name)))
        for record in records()
    )
    monkeypatch.setattr("engine.library.records.records", lambda: lower)
    asking._beaten.cache_clear()


def _sent(app: AppTest) -> list[Record]:
    """Return the lines to send that a page shows."""
    lines = [line for code in app.code for line in str(code.value).splitlines() if line.startswith("{")]
    return [Record.parse(line) for line in lines]


@pytest.mark.usefixtures("_lower")
@pytest.mark.parametrize(("name", "how"), [("code-golf", "sent"), ("jouets", "shuffled")])
def test_a_game_that_beats_a_record_is_told_so_with_the_line_to_send(name: str, how: str) -> None:
    held = best(LONGEST, PLAYABLE[name])
    assert held is not None
    if how == "sent":
        screen = GameScreen(rule_set=name, given=Deal.parse(held.deal))
    else:
        screen = GameScreen(rule_set=name, seed=held.seed, game=held.game)
    app = opened_at("game", GAME.to_params(screen))
    assert "**This beats our record.** Longest game by " in said(app)
    (record,) = _sent(app)
    assert (record.feat, record.rules, record.how) == (LONGEST.name, name, how)
    assert record.measured() == record.figure == held.figure + 1


def test_a_game_that_beats_none_is_told_nothing() -> None:
    asking._beaten.cache_clear()
    for screen in (GameScreen(seed=5), GameScreen(given=FIRST.deal), GameScreen(given=Deal.parse("AKQ/KQJ"))):
        app = opened_at("game", GAME.to_params(screen))
        assert "beats our record" not in said(app)
        assert not _sent(app)
