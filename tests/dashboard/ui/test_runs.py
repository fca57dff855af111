"""What a page says of its run, which runs a link may start, and when the page of a run is drawn again."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Self
from unittest.mock import Mock

import pytest
import streamlit as st
from approved import Reviewed
from page_text import page_lines
from streamlit.testing.v1 import AppTest
from tallied import compared, cut_off, summary, won

from dashboard.ui import SIMULATE, run_page
from dashboard.ui.controls import typed_games
from engine.jobs import Job, Settings
from engine.jobs.registry import LimitExceeded, Run, State
from engine.jobs.workers import Preparing, preparing_text
from engine.rules import PLAYABLE, Rules
from engine.simulation import Comparison, Study

HUNDRED = Study(rules=Rules(), games=100)


@dataclass
class Played:
    """Stands for the runs of this machine: each job is thought to take so many seconds."""

    seconds: float | None = 0.5
    trouble: str = ""
    refuses: str = ""
    started: list[Job] = field(default_factory=list)
    now: Run | None = None

    def get(self, job: Job) -> Run:
        return self.now or Run(job, State.ABSENT)

    def wait_for(self, job: Job, _: float) -> Run:
        return self.get(job)

    def start(self, job: Job) -> Run:
        if self.refuses:
            raise LimitExceeded(self.refuses)
        self.started.append(job)
        return Run(job, State.FINISHED)

    def stop(self, job: Job) -> None:
        self.started.remove(job)

    def seconds_for(self, _: Job) -> float | None:
        return self.seconds

    @property
    def store(self) -> Self:
        return self


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    made = Played()
    monkeypatch.setattr(run_page.jobs, "runs", lambda: made)
    monkeypatch.setattr(run_page.jobs, "settings", Settings)
    monkeypatch.setattr(run_page.jobs, "preparing", lambda _: None)
    monkeypatch.setattr(st, "session_state", {})
    return made


def job(rule_sets: int, games: int) -> Job:
    sets = tuple(Rules(face_down=down) for down in range(rule_sets))
    return Comparison(rule_sets=sets, games=games) if rule_sets > 1 else Study(rules=sets[0], games=games)


def test_a_link_starts_a_million_games_that_take_a_minute_and_no_more(played: Played) -> None:
    for rule_sets, games, seconds, starts in (
        *((1, 1_000_000, 60.0, True), (1, 1_000_001, 0.5, False), (8, 125_000, 0.5, True)),
        *((8, 125_001, 0.5, False), (1, 100, 60.1, False)),
    ):
        played.seconds, played.started = seconds, []
        asked = job(rule_sets, games)
        run = run_page.played_unasked(asked)
        assert played.started == ([asked] if starts else [])
        assert run.state is (State.FINISHED if starts else State.ABSENT)


def of(state: State, games: int = 0, *, all_in: int = 100, **more: Any) -> Run:
    return Run(replace(HUNDRED, games=all_in), state, spans=((0, games),) if games else (), **more)


def finished(tallies: Any, games: int) -> Run:
    return of(State.FINISHED, games, all_in=games, summary=tallies)


RUNS = {
    "third in the queue": of(State.QUEUED, place=3),
    "first in the queue": of(State.QUEUED, place=1, seconds_left=99.4),
    "back in the queue": of(State.QUEUED, 1, place=1, seconds_left=100.0),
    "begins": of(State.RUNNING),
    "runs": of(State.RUNNING, 25, seconds=25 / 1_234.6, seconds_left=0.9),
    "runs for hours": of(State.RUNNING, 25, all_in=10**9, seconds=25.0, seconds_left=5_400.0),
    "stopped before its first game": of(State.STOPPED, all_in=1),
    "stopped": of(State.STOPPED, 25),
    "stopped, too many": of(State.STOPPED, 25, all_in=2 * 10**9),
    "failed": of(State.FAILED, 25, trouble="War Room could not play games 4 to 9: no room"),
    "not played": of(State.ABSENT, all_in=10**9),
    "too many": of(State.ABSENT, all_in=10**9 + 1),
    "compared, not played": Run(job(8, 200_000), State.ABSENT),
    "finished": finished(summary(won(100)), 100),
    "finished, one game": finished(summary(won(1)), 1),
    "finished, cut off": finished(summary(won(98), cut_off(2)), 100),
    "finished, nearly as many as may be": finished(summary(won(999_999_999)), 999_999_999),
    "finished, as many as may be": finished(summary(won(10**9)), 10**9),
    "compared": finished(compared((100, (won(), won()))), 100),
    "compared, cut off": finished(compared((60, (won(), cut_off())), (40, (cut_off(), cut_off()))), 100),
}


def controls(run: "Run") -> None:
    from functools import partial

    from dashboard.ui import run_page
    from dashboard.ui.state import SIMULATE

    run_page.follow(run, partial(run_page.run_controls, SIMULATE))


def shown(run: Run, width: str = "wide") -> str:
    st.session_state["width"] = {"step": width}
    return page_lines(AppTest.from_function(controls, args=(run,)).run())


def test_how_far_a_run_is_and_what_can_be_done_with_it(played: Played, reviewed: Reviewed) -> None:
    output = []
    for name, run in RUNS.items():
        played.now = run
        title = "" if run.summary else "\n".join(run_page.nothing_yet(run)) + "\n"
        output.append(f"# {name}\n{title}{shown(run)}")
    for width in ("medium", "small"):
        played.now = of(State.RUNNING, 25)
        output.append(f"# {width}\n{shown(played.now, width)}")
    reviewed("\n".join(output))


def test_a_run_that_waits_for_the_fast_engine_and_what_went_wrong(
    played: Played, monkeypatch: pytest.MonkeyPatch, reviewed: Reviewed
) -> None:
    played.trouble = "the store is full: War Room cannot save runs until you fix this"
    output = []
    for so_far in (Preparing(0.4, preparing_text(0.4, 6.0)), Preparing(0.0, preparing_text(0.0, 0.0))):
        monkeypatch.setattr(run_page.jobs, "preparing", lambda _, so_far=so_far: so_far)
        output += [
            shown(of(State.RUNNING)),
            shown(of(State.RUNNING, 25)),
            run_page.nothing_yet(of(State.RUNNING))[0],
        ]
    output.append(shown(of(State.STOPPED, 3, trouble="it broke.")))
    reviewed("\n".join(output))


def test_how_long_a_run_takes(played: Played) -> None:
    for seconds, words in (
        *((None, "a moment"), (0.99, "under a second"), (1.0, "about 1 s"), (99.9, "about 100 s")),
        *((100.0, "about 2 minutes"), (5_399.0, "about 90 minutes"), (5_400.0, "about 1.5 hours")),
    ):
        played.seconds = seconds
        assert f"This takes {words}." in shown(of(State.ABSENT)).replace("\N{NO-BREAK SPACE}", " ")


def test_a_refusal_is_said_once(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    played.refuses, output = "100 runs wait already: try again later", list[str]()
    run_page.played_unasked(HUNDRED)
    monkeypatch.setattr(st, "text", output.append)
    for _ in range(2):
        run_page.run_controls(SIMULATE, of(State.STOPPED, 3))
    assert output == ["100 runs wait already: try again later."]


class Redrawn(Exception):  # noqa: N818, it names what happens
    """The whole page is drawn again."""


def polled(
    first: Run, then: Run, seconds: float, played: Played, monkeypatch: pytest.MonkeyPatch
) -> list[Run]:
    """Follow a run that becomes another one after some seconds; return what a poll then draws."""
    now, drawn, polls = [100.0], list[Run](), list[Callable[[], None]]()
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(st, "rerun", Mock(side_effect=Redrawn))

    def poll(refresh: Callable[[], None], _: float, first: Callable[[], None]) -> None:
        polls.append(refresh)
        first()

    monkeypatch.setattr(run_page, "poll", poll)
    run_page.follow(first, drawn.append)
    assert drawn.pop() is first
    played.now = then
    now[0] += seconds
    with suppress(Redrawn):
        polls[0]()
    return drawn


def running(games: int) -> Run:
    return of(State.RUNNING, games, summary=summary(won(games)))


def test_a_page_is_drawn_again_when_there_is_more(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    for first, then, seconds, redrawn in (
        *((running(20), running(39), 9.0, False), (running(20), running(40), 2.9, False)),
        *((running(20), running(40), 3.0, True), (running(20), of(State.FINISHED, 100), 0.1, True)),
        *((running(20), of(State.FAILED, 20), 0.1, True), (running(20), of(State.STOPPED, 25), 0.1, True)),
        (of(State.QUEUED, place=2), of(State.QUEUED, place=1), 9.0, False),
        (of(State.QUEUED, place=1), of(State.RUNNING), 0.1, True),
        (of(State.RUNNING), running(1), 0.1, True),
    ):
        assert polled(first, then, seconds, played, monkeypatch) == ([] if redrawn else [then])


@pytest.mark.parametrize(("left", "seconds"), [(0.6, 0.5), (60.0, 1.0), (None, 1.0)])
@pytest.mark.usefixtures("played")
def test_the_end_is_polled_often(left: float | None, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[float]()
    monkeypatch.setattr(run_page, "poll", lambda _, every, **__: asked.append(every))
    run_page.follow(of(State.RUNNING, 5, seconds_left=left), lambda _: None)
    assert asked == [seconds]


def test_the_last_run_of_the_same_kind_is_shown_while_another_begins(played: Played) -> None:
    shown = finished(summary(won(100)), 100)
    assert run_page.last_shown(shown) is shown
    assert run_page.last_shown(of(State.RUNNING, all_in=1_000)).job == HUNDRED
    for other in (replace(HUNDRED, rules=PLAYABLE["norvig"]), replace(HUNDRED, seed=7, games=1_000)):
        run = Run(other, State.RUNNING)
        assert run_page.last_shown(run) is run
    assert played.started == []


@pytest.mark.parametrize("text", ["", "0", "-1", "1.5", "1.0005k", "many", "1e6", "1" * 11, "٣", "9" * 40])
def test_what_is_no_number_of_games_is_refused_with_the_repair(text: str) -> None:
    with pytest.raises(ValueError, match=r"use a whole number, 1 to 1,000,000,000, such as 250,000 or"):
        typed_games(text)
