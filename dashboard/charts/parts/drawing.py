"""A chart as plain data, sent as it is: Plotly looks at it only when somebody asks it for a part."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go
import plotly.io
from numpy.typing import NDArray

from dashboard.charts.parts.theme import Layout, Mark

TYPED: Final = ("i1", "u1", "i2", "u2", "i4", "u4", "f4", "f8")
"""Kinds of numbers that a browser takes as they lie in memory."""
LISTED: Final = "base"
"""Where Plotly sends a list all the same."""
EMPTY: Final = ("annotations", "shapes")
"""What Plotly leaves out where there are none."""


INTERVAL: Final = "95 % interval"
"""The name of marks and shapes that are one; error bars always are."""


@dataclass(frozen=True, slots=True)
class Behind:
    """On how many games each mark of a chart rests, in any order; on none there is no mark."""

    mark: str
    games: Sequence[int]
    noun: str = "game"


class Drawing(go.Figure):  # type: ignore[misc]  # it has no types
    """A figure that is what its chart says.

    Checking every key and value of a page of charts took Plotly 45 ms, half of what a new page costs in
    all. The tests look inside of every chart, so that Plotly still refuses what it does not know.
    """

    def __init__(self, marks: list[Mark], layout: Layout, behind: Behind | None) -> None:
        """Take a chart as plain data; `behind` is None where it is not of games that were counted."""
        self._chart: dict[str, Any] = {"data": marks, "layout": layout}
        self._behind = behind

    @property
    def behind(self) -> Behind | None:
        """On how many games each mark rests, None where it is not of games that were counted."""
        return self._behind

    @property
    def has_intervals(self) -> bool:
        """Whether an interval is drawn."""
        parts = [*self._chart["data"], *self._chart["layout"].get("shapes", ())]
        return any(part.get("name") == INTERVAL or _has_error_bars(part) for part in parts)

    def __getattr__(self, name: str) -> Any:
        """Make the figure when the first thing is asked of it that it does not have yet."""
        if name.startswith("__") or "_checked" in self.__dict__:
            raise AttributeError(name)
        self._checked = True
        super().__init__(self._chart)
        return getattr(self, name)

    def to_dict(self) -> dict[str, Any]:
        """Return what is sent: what a figure made of the same chart would send."""
        return self._sent

    @cached_property
    def _sent(self) -> dict[str, Any]:
        layout = {name: part for name, part in self._chart["layout"].items() if part or name not in EMPTY}
        layout["template"] = _template(layout.get("template") or plotly.io.templates.default)
        return _plain({**self._chart, "layout": layout})


def _has_error_bars(part: Mark) -> bool:
    bars = (part[name] for name in ("error_x", "error_y") if name in part)
    return any(np.any(bar.get(side, 0)) for bar in bars for side in ("array", "arrayminus"))


@cache
def _template(name: str) -> dict[str, Any]:
    template: dict[str, Any] = plotly.io.templates[name].to_plotly_json()
    return template


def _plain(part: dict[str, Any]) -> dict[str, Any]:
    """Return a part of a figure without what is None, with its numbers as bytes."""
    return {name: _sendable(name, value) for name, value in part.items() if value is not None}


def _sendable(name: str, value: Any) -> Any:
    if isinstance(value, dict):
        return _plain(value)
    if isinstance(value, np.ndarray):
        return value.tolist() if name == LISTED else _typed(value)
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [_plain(part) for part in value]
    return value


def _typed(numbers: NDArray[Any]) -> dict[str, str] | list[Any]:
    """Return numbers as Plotly's script reads bytes; a list of what it does not know as bytes."""
    if numbers.dtype.kind in "iu" and numbers.itemsize == 8 and numbers.size:
        numbers = numbers.astype(_smallest(numbers))
    kind = numbers.dtype.str[1:]
    if kind not in TYPED or not numbers.size:
        listed: list[Any] = numbers.tolist()
        return listed
    shape = {"shape": str(numbers.shape)[1:-1]} if numbers.ndim > 1 else {}
    return {"dtype": kind, "bdata": b64encode(numbers.tobytes()).decode("ascii"), **shape}


def _smallest(numbers: NDArray[Any]) -> "np.dtype[Any]":
    """Return the smallest kind of number of the same sign that holds all of these."""
    low, high = int(numbers.min()), int(numbers.max())
    sizes = (np.dtype(f"{numbers.dtype.kind}{size}") for size in (1, 2, 4))
    fitting = (kind for kind in sizes if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max)
    return next(fitting, numbers.dtype)
