"""Which cases of a test run always, and which are slow tests."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def slow(*case: Any, **named: str) -> Any:
    """Return a case that is a slow test, by its parameters; named: its `id`, where it has one."""
    return pytest.param(*case, **named, marks=pytest.mark.slow)


def quick(cases: Iterable[Any], is_quick: Callable[[Any], bool]) -> list[Any]:
    """Return cases, of which those that are not quick are slow tests; several parameters are a tuple."""
    rows = [(case, case if type(case) is tuple else (case,)) for case in cases]
    return [pytest.param(*row) if is_quick(case) else slow(*row) for case, row in rows]
