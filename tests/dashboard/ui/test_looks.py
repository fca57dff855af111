"""A look that may have cost its visitor the whole page has that drawn once more, and no other look has."""

import time
from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest

from dashboard.ui import state


class Again(Exception):  # noqa: N818, it names what happens
    """The whole page is drawn again."""


class Page:
    """Stands for Streamlit: keeps the part that is drawn again by itself."""

    def __init__(self) -> None:
        self.session_state: dict[str, Any] = {}
        self.seen = 0
        self.now = 100.0

    def fragment(self, look: Callable[[], None], *, run_every: float) -> Callable[[], None]:
        self.look, self.every = look, run_every
        return look

    def rerun(self) -> None:
        raise Again

    def draw(self) -> None:
        """Draw the whole page, in a run of its own."""

        def run() -> None:
            state.again(self._look, 1.0)
            state.note_page_stands()

        thread = Thread(target=run)
        thread.start()
        thread.join()

    def _look(self) -> None:
        self.seen += 1


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Page:
    made = Page()
    monkeypatch.setattr(state, "st", made)
    monkeypatch.setattr(time, "monotonic", lambda: made.now)
    made.draw()
    assert (made.seen, made.every) == (1, 1.0)
    return made


@pytest.mark.parametrize("seconds", [0.0, 0.79])
def test_a_look_that_no_timer_of_the_page_can_have_asked_for_draws_it_once_more(
    seconds: float, page: Page
) -> None:
    page.now += seconds
    with pytest.raises(Again):
        page.look()
    assert page.seen == 1


def test_a_look_in_its_time_is_a_look(page: Page) -> None:
    page.now += 0.81
    page.look()
    assert page.seen == 2


def test_a_look_that_the_run_of_the_page_takes_over_is_a_look(page: Page) -> None:
    state.note_page_stands()  # by this thread, which looks next
    page.look()
    assert page.seen == 2


def test_a_page_that_takes_long_to_draw_is_drawn_once_more_at_most_in_ten_seconds(page: Page) -> None:
    with pytest.raises(Again):
        page.look()
    page.now += 9.9
    page.draw()
    page.look()
    page.now += 0.2
    page.draw()
    with pytest.raises(Again):
        page.look()
