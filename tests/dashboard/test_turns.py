"""Pages are drawn a few at a time, and one that only waits holds nobody up."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Barrier, Event, Semaphore

import pytest

from dashboard.asking import turns
from dashboard.asking.diagnosed import _answer

LONG = 60.0


@pytest.fixture
def draw(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Callable[[], object]], "Future[object]"]]:
    """Draws pages, each in a thread of its own, two at a time."""
    monkeypatch.setattr(turns, "_FREE", Semaphore(2))
    monkeypatch.setattr(turns, "PATIENCE", LONG)

    def page(content: Callable[[], object]) -> object:
        with turns.turn():
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
        with turns.turn(), turns.turn():
            return turns._FREE._value

    assert draw(with_parts).result(LONG) == 1
    assert turns._FREE._value == 2


def test_a_page_that_fails_gives_its_turn_back(draw: Draw) -> None:
    for _ in range(4):
        with pytest.raises(ZeroDivisionError):
            draw(lambda: 1 / 0).result(LONG)
    assert turns._FREE._value == 2


def test_pages_that_wait_for_an_answer_let_others_be_drawn(draw: Draw) -> None:
    answer: Future[str] = Future()
    waiting = [draw(lambda: _answer(answer)) for _ in range(4)]
    assert draw(lambda: answer.set_result("here")).result(LONG) is None
    assert [page.result(LONG) for page in waiting] == ["here"] * 4


def test_nobody_waits_for_ever_for_a_turn(draw: Draw, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 0.01)
    on = Event()
    slow = [draw(lambda: on.wait(LONG)) for _ in range(2)]
    assert draw(lambda: "drawn all the same").result(LONG) == "drawn all the same"
    on.set()
    assert all(page.result(LONG) for page in slow)
    assert turns._FREE._value == 2
