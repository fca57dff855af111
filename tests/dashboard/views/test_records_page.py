"""The Records page without a browser: its pictures, its links, its sentences against what is kept."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from approved import Reviewed
from apps import opened, screen_at, shown_text, when_over
from page_text import page_lines
from quick import quick
from streamlit.testing.v1 import AppTest
from there import there

from dashboard.cache import answers as asking
from dashboard.examples.facts import OPEN_QUESTIONS
from dashboard.ui.state import GAME
from dashboard.urls.screens import GameScreen, RecordsScreen, SimulateScreen
from dashboard.views import records as page
from engine.cards import Deal, Hands, Pack
from engine.kernels import decide
from engine.library import construction
from engine.library import records as known
from engine.library.hunt import Hunt, joined, play_batch
from engine.library.records import LONGEST, CountedPack, Record
from engine.rules import PLAYABLE, Pickup, Rules, rules_called
from engine.simulation.counting import arrangements, begun, exact, gone_on

LINK = re.compile(r"\[([0-9,]+)\]\(\./\?([^)]+)\)")
FIRST = construction(0)


def links_of(table: pd.DataFrame) -> list[tuple[str, int, GameScreen]]:
    """Return the column, the figure and the screen of every link in a table."""
    links = []
    for row in table.to_dict("records"):
        for column, cell in row.items():
            for figure, query in LINK.findall(str(cell)):
                links.append((str(column), int(figure.replace(",", "")), screen_at(GAME, query)))
    return links


def test_every_figure_of_the_table_opens_the_game_that_reaches_it() -> None:
    kinds = page.COLUMNS | page.MORE_COLUMNS
    links = links_of(pd.DataFrame(page.records_table((*kinds,))))
    assert len(links) > 60
    for column, figure, screen in links:
        feat = kinds[column]
        reached = known.figure_of(feat, screen.deal, screen.rules, screen.seed, screen.game)
        assert reached == figure, (column, screen)


def cells(title: str, table: pd.DataFrame) -> str:
    """Return the rows of a table, of each link its figure alone."""
    rows = [" | ".join(map(str, table.columns)), *(" | ".join(row) for row in table.itertuples(index=False))]
    return "\n".join([title, *(LINK.sub(r"[\1]", row) for row in rows)])


def test_tables(reviewed: Reviewed) -> None:
    """Every cell: who holds what, which packs have endless deals, how many of a small pack's deals are."""
    columns = (*page.COLUMNS, *page.MORE_COLUMNS)
    reviewed(
        cells("# The longest games", pd.DataFrame(page.records_table(columns))),
        cells("# How each was found", page.holders_table(LONGEST.name)),
        *(cells(f"# {copies} of a rank", page.evidence_table(copies)) for copies in (4, 3, 2, 1)),
        cells("# Every deal counted", page.counted_table()),
    )


def test_every_link_of_the_table_of_packs_opens_an_endless_game() -> None:
    tables = pd.concat([page.evidence_table(copies) for copies in (4, 3, 2, 1)])
    assert len(links_of(tables)) > 35
    for _, length, screen in links_of(tables):
        cycle = there(decide(screen.deal, screen.rules).cycle)
        assert cycle.length == length


SOME_DEALS = 4_200_000
"""Deals of a large pack; of one with at most ten million all are counted again, in half a minute."""


COUNTED = quick(known.counted_packs(), lambda one: not 10_000 <= one.deals <= 10_000_000)


@pytest.mark.parametrize("counted", COUNTED, ids=lambda one: f"{one.pack}-{one.pickup}-{one.face_down}")
def test_packs_are_counted_again(counted: CountedPack) -> None:
    pack = Pack.parse(counted.pack)
    rules = Rules(face_down=counted.face_down, pickup=Pickup(counted.pickup))
    if counted.deals <= 10_000_000:
        again = exact(pack, rules)
        assert (again.deals, again.endless) == (counted.deals, counted.endless)
        return
    assert (counted.deals, counted.endless) == (arrangements(pack), 0)
    # With the winner's cards first and none down the longest game of all, 186 rounds, is among them.
    some = gone_on(replace(begun(pack, rules), deals=SOME_DEALS))
    assert (some.deals > SOME_DEALS, some.endless) == (True, 0)


def test_after_the_last_deal_that_is_built_comes_the_first() -> None:
    for last, then in ((998, "999"), (999, "1")):
        app = opened(RecordsScreen(built=last)).button(key="another").click().run()
        assert app.query_params["built"] == then


def _asked(words: str) -> str:
    (tried,) = [tried for question, tried in OPEN_QUESTIONS.items() if words in question]
    return tried


def test_what_was_tried_is_what_the_evidence_says() -> None:
    mine = {
        row.face_down: row
        for row in known.evidence()
        if (row.pack, row.pickup) == ("13x4", Pickup.WINNER_FIRST)
    }
    assert all(mine[down].built for down in (3, 5, 11))
    assert "three, five or eleven cards face down" in _asked("one or no card face down")
    assert all(mine[down].closing == mine[down].impossible > 0 for down in (0, 1))
    assert mine[None].proved
    assert f"up to {mine[None].rounds} rounds" in _asked("without any war")
    ten = [row for row in known.evidence() if row.pack == "10x4"]
    assert not any(row.built for row in ten)
    assert len(ten) == 10
    assert not [deal for deal in known.endless_deals() if deal.pack == "10x4"]
    searched = [row for row in known.shuffled_deals() if row.pack == "10x4"]
    assert {(row.deals, row.endless) for row in searched} == {(1_000_000, 0)}
    assert {rules_called(row.rules).face_down for row in searched} == {0, 1, 2, 3}
    assert "For 10 x 4, all of 1,000,000 shuffled deals end" in _asked("Which packs")
    assert all(row.proved or row.face_down is not None for row in ten)
    (rounds,) = {row.rounds for row in ten if row.rounds is not None}
    assert f"up to {rounds} rounds in both orders" in _asked("Which packs")


@pytest.mark.parametrize(("name", "more"), [("code-golf", 530), ("programming-challenges", 3_100)])
def test_what_ten_times_as_many_deals_buy(name: str, more: int) -> None:
    hunt = Hunt(PLAYABLE[name], LONGEST, seed=7)
    first = play_batch(hunt, 0)
    catch = joined(hunt, [first, *(play_batch(hunt, turn, first.edge) for turn in range(1, 6))])
    assert catch.fold * np.log(10) == pytest.approx(more, rel=0.05)
    assert f"{more:,}" in _asked("How long can a finished game be")


def test_simulate_leads_to_an_endless_deal_if_it_met_none() -> None:
    for run, is_led in (
        (SimulateScreen(rule_set="code-golf"), True),
        (SimulateScreen(rule_set="programming-challenges", pack=Pack(5, 2)), False),  # there one is watched
        (SimulateScreen(rule_set="norvig"), False),
        (SimulateScreen(rule_set="code-golf", pack=Pack(8, 4)), False),
        (SimulateScreen(rule_set="code-golf", hands=Hands.parse("AA/*")), False),
    ):
        few = run.changed(games=300, seed=3)
        app = when_over(opened(few), few.job)
        ways = [way for way in app.get("page_link") if "See a deal that never ends" in str(way.proto.label)]
        assert len(ways) == is_led
        for way in ways:
            screen = screen_at(GAME, way.proto.query_string)
            assert decide(screen.deal, screen.rules).cycle is not None


@pytest.fixture
def _lower(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every longest game a round shorter, and every comeback a round smaller, than it is."""
    lower = tuple(
        replace(record, figure=record.figure - (record.feat in (LONGEST.name, known.COMEBACK.name)))
        for record in known.records()
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
    held = there(known.best(LONGEST, PLAYABLE[name]))
    screen, seed = GameScreen(rule_set=name, given=Deal.parse(held.deal), seed=9), 0
    if how == "shuffled":
        screen, seed = GameScreen(rule_set=name, seed=held.seed, game=held.game), held.seed
    app = opened(screen)
    assert "**This beats our record.** Longest game by " in shown_text(app)
    assert "link :material/open_in_new: :primary[The records] -> records?\n" in page_lines(app)
    (record,) = _sent(app)
    assert (record.feat, record.rules, record.how, record.seed) == (LONGEST.name, name, how, seed)
    assert record.measured() == record.figure == held.figure + 1


def test_a_game_that_beats_none_is_told_nothing() -> None:
    asking._beaten.cache_clear()
    for screen in (GameScreen(seed=5), GameScreen(given=FIRST.deal), GameScreen(given=Deal.parse("AKQ/KQJ"))):
        app = opened(screen)
        assert "beats our record" not in shown_text(app)
        assert not _sent(app)
