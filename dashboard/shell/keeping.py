"""Charts and panels kept for the next rerun, shared by all visitors; what they were made of is let go."""

from collections.abc import Callable
from typing import Any, Final, ParamSpec, Protocol, TypeVar

import streamlit as st

MOST: Final = 16
"""Results kept of each function."""

P = ParamSpec("P")
R = TypeVar("R")


class Keyed(Protocol):
    """Something that a short text names, however large it is."""

    @property
    def key(self) -> str:
        """Name it: equal texts, equal things."""


def kept_by_key(of: type[Keyed]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator that keeps what a function makes of such things by their keys.

    The tallies of a run are megabytes: a cache that held on to its arguments would hold on to them.
    """
    key: Callable[[Any], str] = lambda it: it.key  # noqa: E731
    decorate: Callable[[Callable[P, R]], Callable[P, R]] = st.cache_resource(
        max_entries=MOST, show_spinner=False, hash_funcs={of: key}
    )
    return decorate
