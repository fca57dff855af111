"""A poll that may have cost its visitor the whole page has that drawn once more, and no other poll has."""

import time
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from unittest.mock import Mock, call

import pytest
import streamlit as st

from dashboard.ui.streamlit_fixes import note_page_complete, poll


class Redrawn(Exception):  # noqa: N818, it names what happens
    """The whole page is drawn again."""


class Page:
    """A page with a part that is polled once a second."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.refresh = 100.0, Mock()
        monkeypatch.setattr(st, "session_state", {})
        monkeypatch.setattr(st, "fragment", self._fragment)
        self.rerun = Mock(side_effect=Redrawn)
        monkeypatch.setattr(st, "rerun", self.rerun)
        monkeypatch.setattr(time, "monotonic", lambda: self.now)
        self.draw()

    def draw(self) -> None:
        """Draw the whole page, in a run of its own."""

        def run() -> None:
            poll(self.refresh, 1.0)
            note_page_complete()

        thread = Thread(target=run)
        thread.start()
        thread.join()

    def _fragment(self, draw: Callable[[], None], *, run_every: float) -> Callable[[], None]:
        assert run_every == 1.0
        self.poll = draw
        return draw

    def is_redrawn_by_a_poll(self) -> bool:
        """Poll; return whether that drew the whole page, and not only what is polled."""
        before = self.refresh.call_count
        with suppress(Redrawn):
            self.poll()
        return self.refresh.call_count == before


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Page:
    return Page(monkeypatch)


@pytest.mark.parametrize(("seconds", "redrawn"), [(0.0, True), (0.79, True), (0.8, False)])
def test_a_poll_that_no_timer_asked_for_draws_the_page(seconds: float, page: Page, *, redrawn: bool) -> None:
    assert page.refresh.call_count == 1
    page.now += seconds
    assert page.is_redrawn_by_a_poll() == redrawn
    assert page.rerun.mock_calls == [call()] * redrawn, "the whole page, not the part that is polled"


def test_a_poll_that_the_run_of_the_page_takes_over_is_a_poll(page: Page) -> None:
    note_page_complete()  # by this thread, which polls next
    assert not page.is_redrawn_by_a_poll()


def test_a_page_that_takes_long_to_draw_is_drawn_once_more_at_most_in_ten_seconds(page: Page) -> None:
    for seconds, redrawn in ((0.0, True), (9.875, False), (0.125, True)):
        page.now += seconds
        page.draw()
        assert page.is_redrawn_by_a_poll() == redrawn
