"""What the Download menu hands out, and that the terminal writes the same files byte for byte."""

import io
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest
import streamlit as st
from apps import opened_at, when_over

from dashboard.address import SIMULATE
from dashboard.address.screens import SimulateScreen
from dashboard.shell import downloads
from engine.study.jobs import Job
from engine.study.tables.files import ABOUT
from engine.terminal.main import main

Files = dict[str, Callable[[], bytes]]
"""What makes each file of the menu, by the key of its button."""


@pytest.fixture
def menu(monkeypatch: pytest.MonkeyPatch) -> Files:
    """Have the menu open, and keep what its buttons would hand out."""
    files: Files = {}

    class Open(nullcontext[None]):
        open = True

    def button(label: str, make: Callable[[], bytes], name: str, *, key: str, **_: Any) -> None:
        assert label
        assert name.startswith("war-room-")
        files[key] = make

    def popover(*_: Any, **__: Any) -> AbstractContextManager[None]:
        return Open()

    opened = SimpleNamespace(**{**vars(st), "popover": popover, "download_button": button})
    monkeypatch.setattr(downloads, "st", opened)
    return files


def link_in(parquet: bytes) -> str:
    """Return the link that a Parquet file names."""
    return str(pd.read_parquet(io.BytesIO(parquet)).attrs[ABOUT]["link"])


def written(tmp_path: Path, command: list[str], page: Mapping[str, Callable[[], bytes]]) -> None:
    """Check that a command writes the files of a page's menu."""
    files = {key: make() for key, make in page.items() if key != "report_html"}
    options = {"tallies_csv": "--csv", "tallies_parquet": "--parquet", "games_parquet": "--games-parquet"}
    asked = [text for key in files for text in (options[key], str(tmp_path / key))]
    assert main([*command, *asked, "--link", link_in(files["tallies_parquet"])]) == 0
    for key, content in files.items():
        assert (tmp_path / key).read_bytes() == content, key
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(files)


def shown(view: str, params: Mapping[str, str], job: Job, files: Files) -> Files:
    """Open a page, wait for its run and return the files of its menu."""
    app = when_over(opened_at(view, params), job)
    files.clear()
    app.run()
    assert not app.exception
    return files


def test_the_terminal_writes_what_the_simulate_page_downloads(menu: Files, tmp_path: Path) -> None:
    screen = SimulateScreen(rule_set="programming-challenges", games=6_000, seed=31)
    files = shown("simulate", SIMULATE.to_params(screen), screen.job, menu)
    assert set(files) == {"report_html", "tallies_csv", "tallies_parquet", "games_parquet"}
    command = ["simulate", "--rules", "programming-challenges", "--games", "6000", "--seed", "31"]
    written(tmp_path, command, files)


def test_the_link_is_all_that_another_link_changes(menu: Files, tmp_path: Path) -> None:
    screen = SimulateScreen(rule_set="code-golf", games=200, seed=31)
    files = shown("simulate", SIMULATE.to_params(screen), screen.job, menu)
    assert link_in(files["tallies_parquet"]()).startswith("http://")
    path = tmp_path / "tallies"
    assert main(["simulate", "--games", "200", "--seed", "31", "--parquet", str(path)]) == 0
    mine, page = pd.read_parquet(path), pd.read_parquet(io.BytesIO(files["tallies_parquet"]()))
    pd.testing.assert_frame_equal(mine, page)
    assert mine.attrs[ABOUT] == {**page.attrs[ABOUT], "link": ""}
