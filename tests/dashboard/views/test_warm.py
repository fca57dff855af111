"""The first minute of an installation: pages stand before anything is compiled, and nothing else is."""

import gc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from apps import opened_at

from dashboard.cache import answers as cache_answers
from dashboard.cache import games as cache_games
from dashboard.cache import tasks
from dashboard.examples.deals import OPENING
from dashboard.ui import run_page, warm_up
from dashboard.urls import GAME, SimulateScreen, View
from engine import kernels
from engine.jobs.job import State
from engine.jobs.registry import Run
from engine.kernels import play as needed
from engine.kernels.cache import FOLDER_VARIABLE, EntryPoint

WARM = EntryPoint.warm


@pytest.fixture
def nothing_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Return the names of the kernels that are compiled here, or loaded: none are on the disk, nor here."""
    made: list[str] = []
    for kernel in kernels.for_a_page():
        kernel.warm()
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "kernels"))
    for kernel in needed.every():
        monkeypatch.setattr(kernel, "_warm", False)
    monkeypatch.setattr(EntryPoint, "warm", lambda kernel: made.append(kernel.dispatcher.__name__))
    cache_games.GAMES.clear()
    cache_games.DRAWN.clear()
    for derived in (cache_games._payload, cache_games._rounds):
        derived.cache_clear()
    cache_answers._beaten.cache_clear()
    warm_up.prepare.cache_clear()
    yield made
    warm_up.prepare.cache_clear()


@pytest.fixture
def kernels_made(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Stop the thread that has kernels compiled; the event says that it was started."""
    started = Event()
    thread = SimpleNamespace(start=started.set)
    monkeypatch.setattr(warm_up, "Thread", lambda **_: thread)
    return started


def test_the_game_page_compiles_nothing_and_asks_no_worker_for_what_waits_for_kernels(
    monkeypatch: pytest.MonkeyPatch, nothing_compiled: list[str], kernels_made: Event
) -> None:
    """Neither does what comes before it; what has to be compiled is so by others, after it."""
    monkeypatch.setattr(tasks, "runs", Mock(side_effect=AssertionError("a worker is asked")))
    warm_up.prepare()
    assert kernels_made.is_set()
    assert gc.get_threshold()[0] >= warm_up.NEW_OBJECTS
    assert gc.get_freeze_count() > 10_000
    page = opened_at("game", GAME.to_params(replace(OPENING.screen, view=View.CHANCE)))
    assert "wins" in page.title[0].value
    assert nothing_compiled == []


def test_a_game_is_the_same_before_its_kernels_are_there(nothing_compiled: list[str]) -> None:
    key = cache_games.key_of(OPENING.screen)
    before = cache_games.under_every_preset(key), cache_games.chart_data(key), cache_games.stretch(key, 1)
    assert nothing_compiled == []
    with pytest.MonkeyPatch.context() as patch:
        for kernel in needed.every():
            patch.setattr(kernel, "_warm", kernel in kernels.for_a_page())
        patch.delenv(FOLDER_VARIABLE)
        patch.setattr(EntryPoint, "warm", WARM)
        games = {
            name: tasks.decided(key._replace(rules=game.rules))
            for name, game in before[0].items()
            if game is not None
        }
        game, most = games[OPENING.screen.rule_set], 2 * (cache_games.most_rounds(key) // 2)
        after = games, tasks.chart_data(key, game), tasks.stretch(key, game, 1, most)
    assert repr(before) == repr(after)


def test_what_a_page_needs_is_compiled_after_the_first_one_and_workers_start_then(
    monkeypatch: pytest.MonkeyPatch, nothing_compiled: list[str]
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(warm_up, "FIRST_PAGE", SimpleNamespace(wait=lambda _: shown.append("page")))
    monkeypatch.setattr(warm_up, "compile_ahead", lambda wanted, *_, **__: shown.append(f"{len(wanted)}"))
    monkeypatch.setattr(warm_up, "runs", lambda: SimpleNamespace(warm=lambda: shown.append("workers")))
    warm_up._prepare()
    assert shown == ["page", f"{len(kernels.for_a_page())}", "workers"]
    assert len(nothing_compiled) == len(kernels.for_a_page())  # loaded, or made here after all


@pytest.mark.usefixtures("nothing_compiled")
def test_a_run_that_waits_for_kernels_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(SimulateScreen().job, State.RUNNING)
    title, _ = run_page.nothing_yet(run)
    assert title == "Preparing the fast engine, once per installation."
    monkeypatch.setattr(EntryPoint, "is_compiled", lambda _: True)
    assert run_page.nothing_yet(run)[0] == "Playing the first games."
