"""The Records page without a browser: its pictures, its links, its sentences against what is kept."""

import json
import re
from dataclasses import replace
from io import BytesIO
from itertools import islice, pairwise
from typing import Any
from urllib.parse import parse_qs

import numpy as np
import pandas as pd
import pytest
from apps import opened_at, pictures_of, when_over
from figures import check_sent
from streamlit.testing.v1 import AppTest

from dashboard.cache import answers as asking
from dashboard.charts import records as charts_records
from dashboard.charts.style import PLAYER_1, PLAYER_2, THEMES
from dashboard.examples.facts import OPEN_QUESTIONS
from dashboard.ui.charts import LABEL
from dashboard.urls import COMPARE, GAME, RECORDS, SIMULATE
from dashboard.urls.screens import CompareScreen, GameScreen, RecordsScreen, SimulateScreen
from dashboard.views import records as views_records
from engine import kernels
from engine.cards import STANDARD_PACK, Deal, Hands, Pack
from engine.game import play, play_rounds
from engine.kernels import decide
from engine.library.endless import FOUR_EACH, construction
from engine.library.hunt import Hunt, joined, take_turn
from engine.library.records import (
    COMEBACK,
    LONGEST,
    RECORD_KINDS,
    CountedPack,
    Record,
    best,
    counted_packs,
    endless_deal,
    endless_deals,
    evidence,
    figure_of,
    records,
    shuffled_deals,
)
from engine.rules import PLAYABLE, Pickup, Rules, rules_called
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
    links = links_of(views_records.records_table())
    assert len(links) > 60
    for column, figure, screen in links:
        feat = views_records.COLUMNS[column]
        assert figure_of(feat, screen.deal, screen.rules, screen.seed, screen.game) == figure, (
            column,
            screen,
        )


def test_the_table_has_every_rule_set_once_and_says_where_there_is_no_cycle() -> None:
    rows = {str(row["Rule set"]): row for row in views_records.records_table().to_dict("records")}
    assert sum(len(names.split(", ")) for names in rows) >= len(PLAYABLE)
    assert rows["Wikipedia, kbWar"]["Cycle"] == rows["Jouets"]["Way in"] == views_records.NO_CYCLE
    for title in ("Advent of Code 22", "Spivey", "SPOJ HS08WAR", "Daily Programmer 320"):
        assert {rows[title]["Cycle"], rows[title]["Way in"]} == {":gray[none of 1,000,000]"}
    assert endless_deal(PLAYABLE["advent-of-code-22"], STANDARD_PACK) is None
    assert "**" in str(rows["Bicycle"]["Cycle"])
    assert "**" not in str(rows["Bicycle"]["Longest"])


@pytest.mark.parametrize("feat", RECORD_KINDS)
def test_how_each_record_was_found_is_told_with_its_games(feat: str) -> None:
    table = views_records.holders_table(feat)
    assert len(links_of(table)) == len(table) > 3
    for _, row in table.iterrows():
        assert "War Room, 2026-11" in row["By"]
        assert row["Games"] != views_records.NOTHING or row["How"] == "built"


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


def test_packs_of_fewer_copies_are_searched_as_their_table_says() -> None:
    few = [row for row in shuffled_deals() if Pack.parse(row.pack).copies < 4]
    assert len(few) == (8 + 9 + 9) * 2
    assert {rules_called(row.rules).face_down for row in few} == {1}
    for copies in (3, 2, 1):
        assert not [
            column for column in views_records.evidence_table(copies) if str(column).endswith(", wars")
        ]
    app = opened()
    app.session_state["fewer_copies"] = True
    words = said(app.run())
    assert "Cycles without a war only. The shuffled deals were played with one card down." in words


def test_nothing_is_said_to_be_known_of_packs_but_what_was_searched() -> None:
    words = said(opened())
    packs = words[words.index("Which packs have endless deals") :]
    assert "as many shuffled deals as the row says" in packs
    for text in (packs, *(question.tried for question in OPEN_QUESTIONS)):
        assert not re.search(r"\bknown\b|none found", text)


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


def test_the_page_tells_the_story_from_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*_: Any, **__: Any) -> None:
        raise AssertionError("the page waits for a game")

    for name in ("decide", "play_many", "play_rows", "play_numbers"):
        monkeypatch.setattr(kernels, name, run)
    app = opened()
    assert app.title[0].value == "This deal of an ordinary pack :violet[never ends]."
    words = said(app)
    assert "With 24 cards against 28 both decks are back after 1,440 rounds" in words
    assert "and aces are high" in words
    assert "1 `6T278J78KA244Q689A234Q4TQA`  \n2 `9K7TJK355869JK357J6T9A253Q`" in words
    assert not app.code
    assert [header.value for header in app.header][:3] == [
        charts_records.WINNERS_TITLE,
        charts_records.BEATING_TITLE,
        charts_records.RING_TITLE,
    ]
    assert len(app.table) == 3


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


def test_a_record_that_is_chosen_is_told_and_goes_into_the_link() -> None:
    app = opened(RecordsScreen(feat="quickest"))
    assert "Rounds of a game that somebody wins." in said(app)
    assert "The best that bounded searches found; that nothing is better is proved only" in said(app)
    assert "built" in str(app.table[1].value.to_csv())


@pytest.mark.parametrize(
    ("fields", "why"),
    [({"feat": "oldest"}, "feat 'oldest' is unknown"), ({"built": 1000}, "built 1000 is out")],
)
def test_a_screen_that_there_is_not_is_refused(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        RecordsScreen(**fields)


@pytest.mark.parametrize("number", [0, 1, 7])
def test_what_is_built_is_endless_and_its_cards_beat_as_drawn(number: int) -> None:
    built = construction(number)
    game = play(built.deal, Rules())
    assert game.cycle == built.cycle
    assert all(built.rank_of[high] > built.rank_of[low] for high, low in built.beats)
    assert sorted(built.rank_of.values()) == [STANDARD_PACK.rank_of(card) for card in range(52)]
    assert [len(level) for level in built.levels] == [7, 20, 19, 6]
    for high, low in built.beats:
        rows = [next(row for row, level in enumerate(built.levels) if card in level) for card in (high, low)]
        assert rows[0] < rows[1]


@pytest.mark.parametrize("theme", THEMES.values(), ids=str)
def test_the_pictures_are_sent_whole(theme: Any) -> None:
    for panel in (
        charts_records.winners_panel(FIRST),
        charts_records.beating_panel(FIRST),
        charts_records.ring_panel(FIRST),
    ):
        figure = panel.draw(theme)
        check_sent(figure)
        assert len(figure.to_json()) < 30_000
        assert panel.title in panel.alt


def test_the_first_picture_rises_for_player_1_and_falls_for_player_2() -> None:
    rising, falling, dots = charts_records.winners_figure(FIRST, THEMES["light"]).data
    assert (rising.line.color, falling.line.color) == (PLAYER_1, PLAYER_2)
    assert np.nanmax(np.diff(rising.y)) == 1
    assert np.nanmin(np.diff(falling.y)) == -1
    assert (dots.x[0], dots.x[-1], min(dots.y), max(dots.y)) == (3, 43, 20, 24)
    game = play(FIRST.deal, Rules())
    assert game.cycle is not None
    assert charts_records.winners_note(FIRST) == "Nameless cards; four rounds each way. Player 1’s deck."


def test_the_second_picture_has_every_card_and_every_meeting() -> None:
    lines, dots = charts_records.beating_figure(FIRST, THEMES["light"]).data
    assert len(dots.x) == 52
    assert int(np.isnan(np.array(lines.x)).sum()) == len(FIRST.beats) == 348
    assert charts_records.beating_note(FIRST) == "348 meetings, no circle: four levels are enough."
    assert charts_records.beating_alt(FIRST).endswith(
        "7 cards, K to A; 20 cards, 8 to K; 19 cards, 3 to 8; 6 cards, 2 to 3."
    )


def test_the_third_picture_goes_round_once() -> None:
    rising, falling, lead = charts_records.ring_figure(FIRST, THEMES["light"]).data
    for teeth in (rising, falling):
        assert int(np.isnan(np.array(teeth.x)).sum()) == 180
    assert len(lead.x) == FIRST.cycle.start
    assert charts_records.ring_note(FIRST) == "180 times the pattern is one turn; two rounds lead in."
    assert FIRST.cycle.length == FOUR_EACH.length == 180 * 8


def test_the_files_hold_every_record_deal_and_search() -> None:
    assert {*RECORD_KINDS} == {*views_records.records_file()["feat"]}
    assert views_records.endless_file()["length"].min() > 0
    assert len(views_records.evidence_file()) == len(evidence())


@pytest.mark.parametrize("name", views_records.FILES)
def test_a_file_reads_back_as_csv_and_as_json(name: str) -> None:
    table = views_records.FILES[name]()
    read = pd.read_csv(BytesIO(views_records.WRITTEN["csv"](table)))
    rows = json.loads(views_records.WRITTEN["json"](table))
    assert len(read) == len(rows) == len(table)
    assert [*read.columns] == [*rows[0]] == [*table.columns]


def test_every_picture_can_be_saved_with_what_it_is_of() -> None:
    names = ["winners", "beating", "ring"]
    pictures = pictures_of(opened(), *names)
    assert [saved["name"] for saved in pictures] == [f"war-room-endless-{name}" for name in names]
    for saved in pictures:
        assert saved["footer"][0] == "Endless where the loser’s cards go first, aces high: no war is fought"
        assert saved["footer"][1] == FIRST.deal.text
        assert "feat=longest-finite" in saved["footer"][2]
        assert saved["footer"][3].startswith("War Room ")


def test_the_tables_under_the_pictures_say_what_they_draw() -> None:
    rounds = charts_records.winners_table(FIRST)
    assert [*rounds["round"]] == [*range(3, 43)]
    for before, after in pairwise(rounds.to_dict("records")):
        step = after["player 1's cards"] - before["player 1's cards"]
        assert step == (1 if before["winner"] == 1 else -1)
    meetings = charts_records.beating_table(FIRST)
    assert len(meetings) == 348
    order = "23456789TJQKA"
    for row in meetings.to_dict("records"):
        high, low = (
            order.index({"10": "T"}.get(row[side], row[side])) for side in ("card rank", "beats rank")
        )
        assert high > low
    cycle = charts_records.ring_table(FIRST)
    game = play(FIRST.deal, Rules())
    sizes = [this.sizes[0] for this in islice(play_rounds(FIRST.deal, Rules()), 2, 2 + len(cycle))]
    assert game.cycle is not None
    assert len(cycle) == game.cycle.length
    assert [*cycle["player 1's cards"]] == sizes


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
        ({"rule_set": "programming-challenges", "pack": Pack(5, 2)}, True),
        ({"rule_set": "norvig"}, False),
        ({"rule_set": "code-golf", "pack": Pack(8, 4)}, False),
        ({"rule_set": "code-golf", "hands": Hands.parse("AA/*")}, False),
    ],
)
def test_simulate_says_of_which_games_its_mean_is(fields: dict[str, Any], there: bool) -> None:
    app = _run("simulate", SIMULATE, SimulateScreen(games=300, seed=3, **fields))
    assert ("The mean is of the games that end. Not all do" in said(app)) == there
    ways = [way for way in app.get("page_link") if LABEL in str(way.proto.label)]
    assert len(ways) == there
    for way in ways:
        screen = GAME.from_params(parse_qs(way.proto.query_string))
        assert screen is not None
        assert decide(screen.deal, screen.rules).cycle is not None


@pytest.mark.parametrize(
    ("names", "line"),
    [
        (
            ("code-golf", "norvig", "bicycle"),
            "By Code golf and Bicycle not all do: over all deals these have none.",
        ),
        (("code-golf", "norvig"), "By Code golf not all do: over all deals it has none."),
        (("code-golf", "codingame"), "By none of these rules all do: over all deals there is none."),
        (("jouets", "norvig"), ""),
    ],
)
def test_compare_says_of_which_games_its_means_are(names: tuple[str, ...], line: str) -> None:
    app = _run("compare", COMPARE, CompareScreen(rule_sets=names, games=200, seed=3))
    assert ("Means are of the games that end. " in said(app)) == bool(line)
    assert line in said(app)


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


@pytest.mark.usefixtures("_lower")
def test_a_pasted_comeback_is_told_so() -> None:
    held = best(COMEBACK, PLAYABLE["code-golf"])
    assert held is not None
    app = opened_at("game", GAME.to_params(GameScreen(rule_set="code-golf", given=Deal.parse(held.deal))))
    assert [record.feat for record in _sent(app)] == [COMEBACK.name]
    assert f"**{held.figure + 1} rounds**, where {held.figure} was the best we know" in said(app)


def test_a_game_that_beats_none_is_told_nothing() -> None:
    asking._beaten.cache_clear()
    for screen in (GameScreen(seed=5), GameScreen(given=FIRST.deal), GameScreen(given=Deal.parse("AKQ/KQJ"))):
        app = opened_at("game", GAME.to_params(screen))
        assert "beats our record" not in said(app)
        assert not _sent(app)
