"""The Small packs page without a browser: what is asked for, what is counted, what is refused."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from zipfile import ZipFile

import pytest
import streamlit as st
from apps import opened_at, shown_text
from chart_text import lines
from streamlit.testing.v1 import AppTest

from dashboard.cache import answers as asking
from dashboard.cache import tasks
from dashboard.charts import packs as counts
from dashboard.charts import whole_game
from dashboard.ui import GAME
from dashboard.urls import PACKS, CompareScreen, GameScreen, PacksScreen, SimulateScreen
from dashboard.views import compare, packs, simulate
from engine.cards import Deal, Pack
from engine.jobs.registry import Runs
from engine.jobs.settings import Settings
from engine.rules import PLAYABLE, PRESETS
from engine.simulation import counting, exact
from engine.tables.bars import NOT_ONE


def opened(**fields: Any) -> AppTest:
    screen = PacksScreen(**{"rule_set": "code-golf", **fields})
    return opened_at("packs", PACKS.to_params(screen) if fields else {})


@pytest.mark.parametrize("rule_set", ["code-golf", "codingame"])
def test_a_server_without_workers_counts_small_packs(rule_set: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "runs", None)  # a server that has just begun still starts the workers
    asking.TASKS.clear()
    for pack in ("5x1", "7x1", "3x2"):
        app = opened(pack=Pack.parse(pack), rule_set=rule_set)
        assert f"{PRESETS[rule_set].title}’s rules: counted, not sampled." in shown_text(app)
        assert "Rule sets with the same result share a row." in shown_text(app)


def test_every_table_of_the_page_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    offered: dict[str, Any] = {}
    monkeypatch.setattr(st, "download_button", lambda _, make, file, **__: offered.update({file: make}))
    opened(pack=Pack(5, 1))
    saved = offered["small-packs-5x1-1.LOSER_FIRST.LOSES.DRAW.HIGH.zip"]()
    names = [name.removesuffix(".csv") for name in ZipFile(BytesIO(saved)).namelist()]
    assert names == ["outcomes", "graph", "splits", "sizes", "rule-sets", "rings"]


def test_a_pack_of_one_card_is_not_taken() -> None:
    app = opened(pack=Pack(2, 1))
    app.number_input(key="packs_ranks").set_value(1).run()
    assert app.session_state["packs screen"].pack == Pack(2, 1)
    assert "a pack of 1 x 1 has one card" in app.toast[0].value


def test_what_takes_seconds_is_counted_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asking.TASKS.clear()
    asking.counted.cache_clear()  # what another test has counted would be known without being kept
    monkeypatch.setattr(asking, "AT_ONCE", 10)
    monkeypatch.setattr(asking, "BESIDE", 10)
    app = opened(pack=Pack(2, 5), rule_set="spivey")
    assert app.title[0].value == "252 deals of 10 cards, not counted yet."
    app.button(key="count").click().run()
    assert "not counted" not in app.title[0].value
    assert "This pack is counted by one rule set at a time: choose another." in shown_text(app)
    app.radio(key="rules Programming puzzles").set_value("codingame").run()
    assert app.title[0].value == "252 deals of 10 cards, not counted yet."
    assert "not counted" not in opened(pack=Pack(2, 5), rule_set="spivey").title[0].value


Serving = Callable[[Executor], AbstractContextManager[None]]


@pytest.fixture
def serving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Serving:
    """Return how to begin a server that knows what lies on one disk, and no more."""
    for limit in ("AT_ONCE", "POSITIONS_HERE"):
        monkeypatch.setattr(asking, limit, 10)

    @contextmanager
    def begun(workers: Executor) -> Iterator[None]:
        asking.TASKS.clear()
        asking.counted.cache_clear()
        asking.whole.cache_clear()
        with closing(Runs(Settings(store=tmp_path / "own" / "runs.sqlite"), workers)) as made:
            for module in (asking, tasks):
                monkeypatch.setattr(module, "runs", lambda: made)
            yield

    return begun


def test_what_was_counted_is_there_after_a_restart_without_being_played(serving: Serving) -> None:
    with serving(ThreadPoolExecutor(1)):
        app = opened(pack=Pack(2, 5), rule_set="spivey")
        assert app.title[0].value == "252 deals of 10 cards, not counted yet."
        app.button(key="count").click().run()
        counted = app.title[0].value, shown_text(app)
    refusing = ThreadPoolExecutor(1)
    refusing.shutdown()
    with serving(refusing):
        again = opened(pack=Pack(2, 5), rule_set="spivey")
        assert (again.title[0].value, shown_text(again)) == counted
        assert asking.known(Pack(2, 5), PLAYABLE["spivey"]) == exact(Pack(2, 5), PLAYABLE["spivey"])
        assert asking.whole(Pack(2, 5), PLAYABLE["spivey"]) == whole_game(Pack(2, 5), PLAYABLE["spivey"])
        assert asking.known(Pack(2, 5), PLAYABLE["codingame"].changed(face_down=7)) is None


@pytest.mark.parametrize("line", ["", "[]", "{}", "null", '{"pack": "2x5"}'])
def test_what_is_kept_and_is_no_count_is_counted_again(serving: Serving, line: str) -> None:
    pack, rules = Pack(2, 5), PLAYABLE["spivey"]
    with serving(ThreadPoolExecutor(1)):
        runs = asking.runs()
        for asked, version in (("count", counting.VERSION), ("whole", counts.VERSION)):
            runs.store.save_answer(asking.stored_as(asked, version, pack, rules), line)
        assert asking.known(pack, rules) is None
        assert asking.counted(pack, rules) == exact(pack, rules)
        assert asking.whole(pack, rules) == whole_game(pack, rules)


def test_how_long_a_pack_takes_is_said_before(reviewed: Callable[..., None]) -> None:
    screens = (PacksScreen(pack=Pack.parse(text)) for text in ("5x1", "5x2", "10x1", "6x2"))
    reviewed(lines({screen.pack.text: packs.how_long(screen) for screen in screens}))


def test_a_click_on_a_chart_opens_the_game_it_is_of(monkeypatch: pytest.MonkeyPatch) -> None:
    go = Mock()
    monkeypatch.setattr(type(GAME), "go", go)
    run = SimulateScreen(seed=5, games=300)
    several = CompareScreen(rule_sets=("code-golf", "codingame"), seed=6)
    pack, game = PacksScreen(rule_set="codingame"), GameScreen(rule_set="codingame", given=Deal.parse("23/4"))
    simulate.clicked(run, "deck-sizes", {"x": 2, "y": 28})
    for number in (17, NOT_ONE):
        simulate.clicked(run, "lengths", {"customdata": [number, "17 rounds"]})
    compare._clicked(several, "flow", {"customdata": [0, 1, "9"]})
    for data in (["23/4", "1/6"], "23/4", ["no deal", "23/4"], [], None):
        packs._clicked(pack, {"customdata": data})
    runs = [simulate.game_with_deck(run, 2, 28), run.game(17), several.game(0, 1)]
    assert [opens.args[0] for opens in go.call_args_list] == [*runs, game, game]
