"""Pages are drawn a few at a time, and one that only waits holds nobody up."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from threading import Barrier, Event
from typing import Any
from unittest.mock import Mock

import pytest
import streamlit as st
from apps import opened_at, when_over
from streamlit import config
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests

from dashboard.__main__ import look
from dashboard.cache import games, tasks
from dashboard.cache.answers import _answer
from dashboard.charts.chart import Panel
from dashboard.ui import frame, run_page, streamlit_fixes
from dashboard.ui.charts import panels
from dashboard.urls import GAME, SIMULATE
from dashboard.urls.screens import GameScreen, SimulateScreen
from engine.jobs.job import Job
from engine.jobs.runs import Run, Runs

LONG = 60.0


@pytest.fixture
def draw(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Callable[[], object]], "Future[object]"]]:
    """Draws pages, each in a thread of its own, two at a time."""
    monkeypatch.setattr(tasks, "_SLOTS", tasks.RenderSlots(2))
    monkeypatch.setattr(tasks, "PATIENCE", LONG)

    def page(content: Callable[[], object]) -> object:
        with tasks.render_slot():
            return content()

    with ThreadPoolExecutor(8) as visitors:
        yield lambda content: visitors.submit(page, content)


Draw = Callable[[Callable[[], object]], "Future[object]"]


def test_two_pages_are_drawn_at_a_time_and_the_third_after_them(draw: Draw) -> None:
    both, on = Barrier(3), Event()

    def held() -> None:
        both.wait(LONG)
        on.wait(LONG)

    first = [draw(held), draw(held)]
    both.wait(LONG)
    third = draw(lambda: all(page.done() for page in first) or on.is_set())
    assert not third.done()
    on.set()
    assert third.result(LONG)


def test_a_part_is_drawn_in_the_turn_of_its_page(draw: Draw) -> None:
    def with_parts() -> int:
        with tasks.render_slot(), tasks.render_slot():
            return tasks._SLOTS.free

    assert draw(with_parts).result(LONG) == 1
    assert tasks._SLOTS.free == 2


def test_all_pages_are_begun_before_one_goes_on(draw: Draw, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, on, done = tasks.RenderSlots(1), Event(), list[str]()
    monkeypatch.setattr(tasks, "_SLOTS", kept)

    def page() -> None:
        done.append("begun")
        tasks.let_others_begin()
        done.append("whole")

    in_the_way = draw(lambda: on.wait(LONG))
    while kept.free:
        time.sleep(0.01)
    pages = [draw(page) for _ in range(6)]
    while len(kept.waiting) < len(pages):
        time.sleep(0.01)
    on.set()
    for drawn in (in_the_way, *pages):
        drawn.result(LONG)
    assert done == ["begun"] * 6 + ["whole"] * 6
    assert (kept.waiting, kept.free) == ([], 1)


@pytest.mark.parametrize("view", ["literature", "questions", "rules", "diagnose"])
def test_a_page_without_charts_has_what_stands_beside_its_verdict_before_others_begin(
    view: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Coming later it would leave the words less width, and all would move."""
    drawn = list[str]()
    monkeypatch.setattr(frame, "copy_link", lambda *_, **__: drawn.append("link"))
    monkeypatch.setattr(frame, "let_others_begin", lambda: drawn.append("others"))
    opened_at(view, {})
    assert drawn[:2] == ["link", "others"]


@pytest.mark.parametrize("view", ["game", "simulate", "compare"])
def test_a_page_lets_others_begin_when_its_verdict_stands(view: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[str]()
    monkeypatch.setattr(st, "title", lambda *_, **__: drawn.append("verdict"))
    monkeypatch.setattr(st, "plotly_chart", lambda *_, **__: drawn.append("chart"))
    monkeypatch.setattr(frame, "let_others_begin", lambda: drawn.append("others"))
    opened_at(view, {})
    assert drawn[:2] == ["verdict", "others"]


def test_a_game_is_told_round_by_round_when_its_verdict_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, compute = list[str](), games.chart_data

    def noted(key: tasks.Key) -> object:
        drawn.append("told")
        return compute(key)

    monkeypatch.setattr(games, "chart_data", noted)
    monkeypatch.setattr(frame, "let_others_begin", lambda: drawn.append("others"))
    opened_at("game", GAME.to_params(GameScreen(seed=4711)))
    assert drawn[:2] == ["others", "told"]


def test_charts_of_a_run_are_made_when_its_verdict_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = SimulateScreen(games=50, seed=4711)
    app = when_over(opened_at("simulate", SIMULATE.to_params(screen)), screen.job)
    drawn = list[str]()

    def made(*shown: Any) -> Sequence[Panel]:
        drawn.append("charts")
        return panels(*shown)

    monkeypatch.setattr(run_page, "panels", made)
    monkeypatch.setattr(frame, "let_others_begin", lambda: drawn.append("others"))
    app.run()
    assert drawn[:2] == ["others", "charts"]


def test_who_waited_for_a_turn_has_less_patience_left(draw: Draw, monkeypatch: pytest.MonkeyPatch) -> None:
    now, kept = iter((100.0, 100.2, 100.4)), tasks.RenderSlots(1)
    monkeypatch.setattr(tasks, "monotonic", lambda: next(now))
    monkeypatch.setattr(tasks, "_SLOTS", kept)
    assert draw(lambda: (tasks.patience_left(0.3), tasks.patience_left(0.3))).result(LONG) == (
        pytest.approx(0.1),
        0.0,
    )
    assert tasks.patience_left(0.3) == 0.3


@pytest.mark.parametrize(
    ("others", "arrives", "waits"),
    [(tasks.CROWD - 1, True, True), (tasks.CROWD, True, False), (tasks.CROWD, False, True)],
)
def test_who_arrives_in_a_crowd_waits_for_no_run(
    others: int, arrives: bool, waits: bool, draw: Draw, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tasks.RenderSlots(1)
    monkeypatch.setattr(tasks, "_SLOTS", kept)
    with tasks.render_slot(arrives=arrives):
        pages = [draw(lambda: None) for _ in range(others)]
        while len(kept.waiting) < others:
            time.sleep(0)
        assert (tasks.patience_left(LONG) > 0) is waits
    assert [page.result(LONG) for page in pages] == [None] * others


def test_who_has_seen_a_page_arrives_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    arrivals = list[bool]()

    def noted(*, arrives: bool) -> AbstractContextManager[None]:
        arrivals.append(arrives)
        return nullcontext()

    monkeypatch.setattr(frame, "render_slot", noted)
    opened_at("rules", {}).run()
    assert arrivals == [True, False]


def test_nothing_is_drawn_before_it_is_a_pages_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    held = list[bool | None]()
    monkeypatch.setattr(st, "set_page_config", lambda **_: held.append(tasks._has_slot()))
    monkeypatch.setattr(streamlit_fixes, "settle", lambda: held.append(tasks._has_slot()))
    opened_at("rules", {})
    assert len(held) > 1
    assert all(held)
    assert tasks._SLOTS.free == 2


@pytest.mark.parametrize(("others", "looks"), [(0, 1), (3, 4), (50, 11)])
def test_nobody_is_drawn_out_of_turn_while_others_get_theirs(
    others: int, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With two hundred who come at once all were, after a second, and none of them stood for ten."""
    kept, waited = tasks.RenderSlots(0), list[float]()

    class Handed(Event):
        def wait(self, timeout: float | None = None) -> bool:
            waited.append(timeout or 0)
            if len(waited) <= others:
                kept.waiting.append((tasks.BEGINS, -len(waited), Event()))
                kept.waiting.sort()
                kept.release()
            return self.is_set()

    monkeypatch.setattr(tasks, "Event", Handed)
    monkeypatch.setattr(tasks, "monotonic", lambda: tasks.PATIENCE * len(waited))
    assert not kept.acquire(tasks.BEGINS)
    assert len(waited) == looks
    assert kept.waiting == []


@pytest.mark.parametrize(("left", "waited"), [(0.1, [0.1]), (0.0, [])])
def test_a_run_is_waited_for_as_long_as_patience_is_left(
    left: float, waited: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[float]()

    def wait_for(these: Runs, job: Job, seconds: float) -> Run:
        asked.append(seconds)
        return these.get(job)

    monkeypatch.setattr(Runs, "wait_for", wait_for)
    monkeypatch.setattr(run_page, "patience_left", lambda patience: min(left, patience))
    opened_at("simulate", SIMULATE.to_params(SimulateScreen(games=20_000, seed=4712 + len(waited))))
    assert asked == waited


def test_who_alone_is_drawn_goes_on_at_once(draw: Draw) -> None:
    def page() -> bool:
        tasks.let_others_begin()
        return bool(tasks._has_slot())

    assert draw(page).result(LONG)
    assert tasks._SLOTS.free == 2


def test_a_page_that_fails_gives_its_turn_back(draw: Draw) -> None:
    for _ in range(4):
        with pytest.raises(ZeroDivisionError):
            draw(lambda: 1 / 0).result(LONG)
    assert tasks._SLOTS.free == 2


def test_pages_that_wait_for_an_answer_let_others_be_drawn(draw: Draw) -> None:
    answer: Future[str] = Future()
    waiting = [draw(lambda: _answer(answer)) for _ in range(4)]
    assert draw(lambda: answer.set_result("here")).result(LONG) is None
    assert [page.result(LONG) for page in waiting] == ["here"] * 4


def test_nobody_waits_for_ever_for_a_turn(draw: Draw, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "PATIENCE", 0.01)
    on = Event()
    slow = [draw(lambda: on.wait(LONG)) for _ in range(2)]
    assert draw(lambda: "drawn all the same").result(LONG) == "drawn all the same"
    on.set()
    assert all(page.result(LONG) for page in slow)
    assert tasks._SLOTS.free == 2


def test_of_many_reruns_of_a_session_the_newest_alone_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread for each of 3,000 would keep everybody else waiting for 14 seconds."""
    setting = look()["runner.fastReruns"]
    monkeypatch.setattr(config, "get_option", lambda name: {"runner.fastReruns": setting}[name])
    session = Mock(_scriptrunner=(runner := Mock(request_rerun=Mock(return_value=True))))
    for _ in range(3_000):
        AppSession.request_rerun(session, ClientState())
    assert runner.request_rerun.call_count == 3_000
    assert not session._create_scriptrunner.called
    newest = ScriptRequests()
    for number in range(3_000):
        assert newest.request_rerun(RerunData(query_string=str(number)))
    waits = newest.on_scriptrunner_yield()
    assert waits is not None
    assert waits.rerun_data.query_string == "2999"
    assert newest.on_scriptrunner_yield() is None
