"""How seldom the server looks for garbage, and in what."""

import gc
from collections.abc import Iterator

import pytest

from dashboard.ui import streamlit_fixes


@pytest.fixture
def as_python_has_it() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)
    streamlit_fixes.settle.clear()


@pytest.mark.usefixtures("as_python_has_it")
def test_garbage_is_looked_for_seldom_and_not_in_what_was_there_first() -> None:
    of_the_first_run = [[number] for number in range(100)]
    streamlit_fixes.settle.clear()
    streamlit_fixes.settle()
    assert gc.get_threshold() == (streamlit_fixes.NEW_OBJECTS, 10, 10)
    assert not any(kept is of_the_first_run for kept in gc.get_objects())


@pytest.mark.usefixtures("as_python_has_it")
def test_who_looks_more_seldom_goes_on_to() -> None:
    gc.set_threshold(20_000, 10, 10)
    streamlit_fixes.settle.clear()
    streamlit_fixes.settle()
    assert gc.get_threshold() == (20_000, 10, 10)
