"""What a page says of its run, and which runs a link may start: both sides of every number that decides."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest
from tallied import compared, cut_off, summary, won

from dashboard.ui import run_page, streamlit_fixes
from dashboard.ui import state as ui_state
from dashboard.ui.controls import typed_games
from dashboard.ui.state import Desk
from engine.jobs.compile_ahead import CompileProgress
from engine.jobs.job import Job
from engine.jobs.runs import LimitExceeded, Run, State
from engine.jobs.settings import Settings
from engine.rules import PLAYABLE, Rules
from engine.simulation import Study
from engine.simulation.study import Comparison

HUNDRED = Study(rules=Rules(), games=100)
GOES_ON = "The charts count the games so far. You can leave this page: the run goes on."


class Again(Exception):  # noqa: N818, it names what happens
    """The whole page is drawn again."""


@dataclass
class Page:
    """Stands for Streamlit: keeps what a page says and what its buttons are called."""

    lines: list[str] = field(default_factory=list)
    buttons: list[str] = field(default_factory=list)
    session_state: dict[str, Any] = field(default_factory=dict)
    look: Callable[[], None] = lambda: None
    """Draws the part that is drawn again by itself."""

    def button(self, label: str, **also: Any) -> None:
        self.buttons.append(" ".join(filter(None, (label, also.get("help")))))

    def markdown(self, text: str, **_: Any) -> None:
        small = text.removeprefix(":small[:gray[").removesuffix("]]")
        self.lines.append(small.replace("\N{NO-BREAK SPACE}", " "))

    text = markdown

    def progress(self, part: float, text: str = "") -> None:
        self.lines.append(" ".join(filter(None, (f"[{part:.2f}]", text.replace("\N{NO-BREAK SPACE}", " ")))))

    def fragment(self, draw: Callable[[], None], **_: Any) -> Callable[[], None]:
        self.look = draw
        return draw

    def rerun(self) -> None:
        raise Again

    def spinner(self, *_: Any) -> AbstractContextManager[None]:
        return nullcontext()


@dataclass
class Played:
    """Stands for the runs of this machine: no run is there, and each is thought to take so long."""

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

    def stop(self, job: Job) -> Run:
        return Run(job, State.STOPPED)

    def seconds_for(self, _: Job) -> float | None:
        return self.seconds

    def store_trouble(self) -> str:
        return self.trouble


@dataclass
class Shows:
    """A desk on which a job lies."""

    job: Job

    def current(self) -> "Shows":
        return self


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Page:
    made = Page()
    monkeypatch.setattr(run_page, "st", made)
    monkeypatch.setattr(ui_state, "st", made)
    monkeypatch.setattr(run_page, "on_primary", lambda text, _: text)
    monkeypatch.setattr(run_page, "settings", lambda: Settings())
    return made


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    made = Played()
    monkeypatch.setattr(run_page, "runs", lambda: made)
    return made


def desk(job: Job) -> Desk[Any]:
    return cast(Desk[Any], Shows(job))


# Which runs a link may start


def job(rule_sets: int, games: int) -> Job:
    several = tuple(Rules(face_down=down) for down in range(rule_sets))
    if rule_sets == 1:
        return Study(rules=several[0], games=games)
    return Comparison(rule_sets=several, games=games)


@pytest.mark.parametrize(
    ("rule_sets", "games", "starts"),
    [
        (1, 1_000_000, True),
        (1, 1_000_001, False),
        (2, 500_000, True),
        (2, 500_001, False),
        (8, 125_000, True),
        (8, 125_001, False),
        (12, 83_333, True),
        (12, 83_334, False),
    ],
)
@pytest.mark.usefixtures("page")
def test_a_link_starts_so_many_games_of_all_rule_sets_together(
    played: Played, rule_sets: int, games: int, starts: bool
) -> None:
    asked = job(rule_sets, games)
    run = run_page.played_unasked(asked)
    assert played.started == ([asked] if starts else [])
    assert run.state is (State.FINISHED if starts else State.ABSENT)


@pytest.mark.parametrize(("seconds", "starts"), [(60.0, True), (60.1, False)])
@pytest.mark.usefixtures("page")
def test_a_link_starts_what_takes_a_minute_and_nothing_longer(
    played: Played, seconds: float, starts: bool
) -> None:
    played.seconds = seconds
    run_page.played_unasked(HUNDRED)
    assert bool(played.started) == starts


@pytest.mark.parametrize(("games", "starts"), [(80, True), (81, False)])
@pytest.mark.usefixtures("page")
def test_whoever_runs_it_may_set_how_many(
    played: Played, games: int, starts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_page, "settings", lambda: Settings(largest_unasked=640))
    run_page.played_unasked(job(8, games))
    assert bool(played.started) == starts
    title, line = run_page.nothing_yet(Run(job(8, 81), State.ABSENT))
    assert title == "81 deals by 8 rule sets, 648 games, are not played yet."
    assert line == (
        "Runs of more than 640 games, all rule sets together, or of more than a minute, "
        "begin with their button."
    )


# A run that goes on


def going(page: Page, played: Played, run: Run) -> list[Run]:
    """Draw a page of a run that goes on; returns the runs it was drawn for."""
    drawn: list[Run] = []

    def draw(run: Run) -> None:
        drawn.append(streamlit_fixes.steady(run))
        run_page.running_controls(desk(run.job), run, verb="Run")

    played.now = run
    draw(run_page.played_unasked(run.job))
    page.buttons.clear()
    page.lines.clear()
    return drawn


@pytest.fixture
def clock(page: Page, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    monkeypatch.setattr(streamlit_fixes, "st", page)
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_a_look_at_a_run_draws_how_far_it_is_and_nothing_else(
    page: Page, played: Played, clock: list[float]
) -> None:
    first = Run(HUNDRED, State.RUNNING, summary=summary(won(20)), spans=((0, 20),))
    drawn = going(page, played, first)
    clock[0] += 9
    played.now = replace(first, spans=((0, 39),))
    page.look()
    assert drawn == [first]
    assert page.buttons == ["Stop"]
    assert page.lines[0] == "39 of 100 games"
    assert len(page.lines) == 3


@pytest.mark.parametrize(
    "after",
    [
        Run(HUNDRED, State.RUNNING, summary=summary(won(40)), spans=((0, 40),)),
        Run(HUNDRED, State.FINISHED, summary=summary(won(100)), spans=((0, 100),)),
        Run(HUNDRED, State.FAILED, summary=summary(won(20)), spans=((0, 20),)),
    ],
)
def test_the_page_is_drawn_again_when_there_is_more_to_show(
    page: Page, played: Played, clock: list[float], after: Run
) -> None:
    going(page, played, Run(HUNDRED, State.RUNNING, summary=summary(won(20)), spans=((0, 20),)))
    clock[0] += 9
    played.now = after
    with pytest.raises(Again):
        page.look()


@pytest.mark.usefixtures("clock")
def test_the_title_follows_a_run_that_has_no_games_yet(page: Page, played: Played) -> None:
    going(page, played, Run(HUNDRED, State.QUEUED, place=1))
    page.look()
    played.now = Run(HUNDRED, State.RUNNING)
    with pytest.raises(Again):
        page.look()


@pytest.mark.usefixtures("clock")
def test_who_stops_a_run_is_told_so_before_its_charts_are_drawn(page: Page, played: Played) -> None:
    first = Run(HUNDRED, State.RUNNING, summary=summary(won(20)), spans=((0, 20),))
    going(page, played, first)
    played.now = replace(first, state=State.STOPPED, spans=((0, 25),))
    page.look()
    assert page.lines == ["Stopped: 25 of 100 games are done."]
    with pytest.raises(Again):
        page.look()


# Why there is nothing to see yet


@pytest.mark.parametrize(
    ("state", "games", "title", "line"),
    [
        (State.QUEUED, 1_000, "This run waits for its turn.", "1,000 games; shorter runs go first."),
        (State.RUNNING, 1_000, "The first games are being played.", "1,000 games in all."),
        (State.RUNNING, 1, "The first games are being played.", "1 game in all."),
        (State.FAILED, 9, "This run has failed.", "What went wrong stands beside its button."),
        (State.STOPPED, 9, "This run was stopped before its first games.", "9 games in all."),
        (
            State.ABSENT,
            10**9,
            "1,000,000,000 games are not played yet.",
            "Runs of more than 1,000,000 games, or of more than a minute, begin with their button.",
        ),
        (
            State.ABSENT,
            10**9 + 1,
            "1,000,000,001 games are too many for one run.",
            "Take at most 1,000,000,000.",
        ),
    ],
)
@pytest.mark.usefixtures("page")
def test_why_there_is_nothing_to_see(state: State, games: int, title: str, line: str) -> None:
    assert run_page.nothing_yet(Run(replace(HUNDRED, games=games), state)) == (title, line)


# How far a run is and what can be done with it


def finished(*tallies: Any, games: int = 100) -> Run:
    return Run(replace(HUNDRED, games=games), State.FINISHED, summary=tallies[0], spans=((0, games),))


@pytest.mark.parametrize(
    ("run", "buttons", "lines"),
    [
        (
            Run(HUNDRED, State.QUEUED, place=3),
            ["Stop"],
            ["Waiting: place 3 in the queue"],
        ),
        (
            Run(HUNDRED, State.QUEUED, place=1, seconds_left=99.4),
            ["Stop"],
            ["Waiting: place 1 in the queue, about 99 s to go"],
        ),
        (
            Run(HUNDRED, State.QUEUED, place=1, spans=((0, 1),), seconds_left=100.0),
            ["Stop"],
            [
                "1 of 100 games; about 2 minutes to go",
                "[0.01]",
                "The charts count the games so far. You can leave this page: the run goes on.",
            ],
        ),
        (
            Run(HUNDRED, State.RUNNING, spans=((0, 25),), per_second=1_234.6, seconds_left=0.9),
            ["Stop"],
            [
                "25 of 100 games; under a second to go",
                "[0.25]",
                "1,235 games a second. The charts count the games so far. "
                "You can leave this page: the run goes on.",
            ],
        ),
        (
            Run(HUNDRED, State.STOPPED, spans=((0, 25),)),
            ["Go on"],
            ["Stopped: 25 of 100 games are done."],
        ),
        (
            Run(replace(HUNDRED, games=2 * 10**9), State.STOPPED, spans=((0, 25),)),
            [],
            ["Stopped: 25 of 2,000,000,000 games are done."],
        ),
        (
            Run(HUNDRED, State.FAILED, spans=((0, 25),), trouble="games 4 to 9 could not be played: no room"),
            ["Try again"],
            [
                "Failed: 25 of 100 games are done and kept.",
                "Games 4 to 9 could not be played: no room.",
            ],
        ),
        (Run(HUNDRED, State.ABSENT), ["Run"], ["100 games take under a second."]),
        (
            finished(summary(won(100))),
            ["Go on to 1,000 Keeps these games and adds to them: under a second"],
            [":material/check: Finished: 100 games, all played to their end or proved endless."],
        ),
        (
            finished(summary(won(98), cut_off(2))),
            ["Go on to 1,000 Keeps these games and adds to them: under a second"],
            [":material/check: Finished: 100 games; 2 were cut off undecided."],
        ),
        (
            finished(summary(won(1)), games=1),
            ["Go on to 10 Keeps these games and adds to them: under a second"],
            [":material/check: Finished: 1 game."],
        ),
        (
            finished(compared((100, (won(), won()))), games=100),
            ["Go on to 1,000 Keeps these games and adds to them: under a second"],
            [":material/check: Finished: 100 games, all played to their end or proved endless."],
        ),
        (
            finished(compared((60, (won(), cut_off())), (40, (cut_off(), cut_off()))), games=100),
            ["Go on to 1,000 Keeps these games and adds to them: under a second"],
            [":material/check: Finished: 100 deals by 2 rule sets; 140 were cut off undecided of 200 games."],
        ),
        (
            finished(summary(cut_off(1)), games=1),
            ["Go on to 10 Keeps these games and adds to them: under a second"],
            [":material/check: Finished: 1 game; 1 was cut off undecided."],
        ),
        (
            Run(replace(HUNDRED, games=1), State.STOPPED),
            ["Go on"],
            ["Stopped: 0 of 1 game is done."],
        ),
        (
            finished(summary(won(10**9)), games=10**9),
            [],
            [":material/check: Finished: 1,000,000,000 games, all played to their end or proved endless."],
        ),
        (
            finished(summary(won(999_999_999)), games=999_999_999),
            ["Go on to 1,000,000,000 Keeps these games and adds to them: under a second"],
            [":material/check: Finished: 999,999,999 games, all played to their end or proved endless."],
        ),
    ],
)
@pytest.mark.usefixtures("played")
def test_how_far_a_run_is(page: Page, run: Run, buttons: list[str], lines: list[str]) -> None:
    run_page.running_controls(desk(run.job), run, verb="Run")
    assert (page.buttons, page.lines) == (buttons, lines)


@pytest.mark.parametrize(
    ("games", "waited", "lines"),
    [
        (
            0,
            CompileProgress(0.4, 9.6),
            ["[0.40] Preparing the fast engine, once per installation: about 10 s"],
        ),
        (0, CompileProgress(0.0, None), ["[0.00] Preparing the fast engine, once per installation"]),
        (25, CompileProgress(0.4, 9.6), ["25 of 100 games", "[0.25]", GOES_ON]),
        (0, None, ["0 of 100 games", "[0.00]", GOES_ON]),
    ],
)
@pytest.mark.usefixtures("played")
def test_a_run_that_waits_for_the_fast_engine_says_how_long(
    page: Page, monkeypatch: pytest.MonkeyPatch, games: int, waited: CompileProgress | None, lines: list[str]
) -> None:
    monkeypatch.setattr(run_page, "compile_progress", lambda _: waited)
    run_page.running_controls(desk(HUNDRED), Run(HUNDRED, State.RUNNING, spans=((0, games),)), verb="Run")
    assert page.lines == lines


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (None, "a moment"),
        (0.0, "under a second"),
        (0.99, "under a second"),
        (1.0, "about 1 s"),
        (99.9, "about 100 s"),
        (100.0, "about 2 minutes"),
        (5_399.0, "about 90 minutes"),
        (5_400.0, "about 1.5 hours"),
        (36_000.0, "about 10.0 hours"),
    ],
)
def test_how_long_a_run_takes(page: Page, played: Played, seconds: float | None, words: str) -> None:
    played.seconds = seconds
    run_page.running_controls(desk(HUNDRED), Run(HUNDRED, State.ABSENT), verb="Compare")
    assert page.buttons == ["Compare"]
    assert page.lines == [f"100 games take {words}."]


def test_what_went_wrong_is_said_below(page: Page, played: Played) -> None:
    played.refuses = "100 runs wait already: try again later"
    played.trouble = "the store is full: runs are not saved until that is mended"
    run_page.played_unasked(HUNDRED)
    run_page.running_controls(
        desk(HUNDRED), Run(HUNDRED, State.STOPPED, spans=((0, 3),), trouble="it broke."), verb="Run"
    )
    assert page.lines[1:] == [
        "It broke.",
        "100 runs wait already: try again later.",
        "The store is full: runs are not saved until that is mended.",
    ]
    page.lines.clear()
    run_page.running_controls(desk(HUNDRED), Run(HUNDRED, State.STOPPED, spans=((0, 3),)), verb="Run")
    assert "100 runs wait already: try again later." not in page.lines, "a refusal is said once"


def test_the_last_run_of_the_same_kind_is_shown_while_another_begins(page: Page, played: Played) -> None:
    shown = Run(HUNDRED, State.FINISHED, summary=summary(won(100)), spans=((0, 100),))
    assert run_page.last_shown(shown) is shown
    more = Run(replace(HUNDRED, games=1_000), State.RUNNING)
    assert run_page.last_shown(more).job == HUNDRED
    other = Run(replace(HUNDRED, rules=PLAYABLE["norvig"], games=1_000), State.RUNNING)
    assert run_page.last_shown(other) is other
    assert played.started == []
    assert page.lines == []


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("1", 1),
        ("250000", 250_000),
        ("250,000", 250_000),
        ("2.5M", 2_500_000),
        ("2.5 m", 2_500_000),
        ("30k", 30_000),
    ],
)
def test_games_can_be_typed(text: str, games: int) -> None:
    assert typed_games(text) == games


@pytest.mark.parametrize(
    "text", ["", "0", "-1", "1.5", "1.0005k", "many", "1e6", "1000000001", "٣", "9" * 40]
)
def test_what_is_no_number_of_games_is_refused_with_the_repair(text: str) -> None:
    with pytest.raises(
        ValueError, match=r"take a whole number, 1 to 1,000,000,000, such as 250,000 or 2\.5 M$"
    ):
        typed_games(text)
