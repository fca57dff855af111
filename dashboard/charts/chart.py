"""What every chart has: its name, words, table and figure."""

from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, Final, NamedTuple, Self

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import plotly.io
from numpy.typing import NDArray

from dashboard.charts.style import Layout, Mark, Theme
from engine.numbers import count, counted, half_width, one_in, percent
from engine.simulation.estimates import Estimate, share
from engine.simulation.tallies import EVERY, FINISHED, WON, Summary
from engine.tables.bars import NOT_ONE, decided_games, finished_games

# A chart as plain data, sent as it is: Plotly looks at it only when somebody asks it for a part.

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


# A panel: one finding of a study with its chart and its table, and what all of them say alike.

TITLE_MOST: Final = 48
NOTE_MOST: Final = 70
"""Characters that fit on one line at half a page's width."""


@dataclass(frozen=True, eq=False)
class Panel:
    """A chart of a study with the words around it.

    The first entry of the `customdata` of every point that can be clicked is the number of a game
    of the study, or `NOT_ONE`.
    """

    name: str
    """Stable and fit for a file name."""
    title: str
    """The finding with its number, at most `TITLE_MOST` characters; plain text."""
    note: str
    """The thing shown, of how many games, those left out, the use of a click; plain text."""
    alt: str
    """The finding for those who cannot see it."""
    draw: Callable[[Theme], Drawing]
    tabled: Callable[[], pd.DataFrame]
    """Makes the table of the same data, numbers as numbers."""
    unit: str = ""
    """What its lengths are counted in, of one that shows some."""

    @cached_property
    def table(self) -> pd.DataFrame:
        """The data as a table, made when somebody looks at it or saves it."""
        return self.tabled()

    @property
    def words(self) -> str:
        """What stands above it."""
        return f"{self.title}. {self.note}"

    @property
    def file(self) -> str:
        """What a file of it holds, in its name."""
        return f"{self.name}-{self.unit}" if self.unit else self.name

    def counted_in(self, unit: str) -> Self:
        """Return the panel with its unit said."""
        return replace(self, unit=unit)


def held(contents: str, panels: Sequence[Panel]) -> str:
    """Return what a file of several panels holds, in its name: the contents, and what lengths are counted in.

    >>> depth = Panel("depth", "", "", "", lambda _: go.Figure(), pd.DataFrame)
    >>> held("tables", [depth, depth.counted_in("plays")])
    'tables-plays'
    """
    return "-".join([contents, *dict.fromkeys(panel.unit for panel in panels if panel.unit)])


def fitted(*wordings: str, most: int = TITLE_MOST) -> str:
    """Return the first wording of at most `most` characters, or else the last.

    >>> fitted("a long way to say it", "short", most=10)
    'short'
    """
    return next((words for words in wordings if len(words) <= most), wordings[-1])


def left_out(summary: Summary, *, drawn: bool = False) -> str:
    """Say which share of all games a chart of finished games leaves out; empty if it is none.

    With `drawn` the chart leaves out games that nobody won, too.
    """
    words = ({"draw": "drawn"} if drawn else {}) | {"endless": "never end", "limit": "were cut off"}
    games = {name: summary.outcomes()[name] for name in words}
    return ", ".join(
        f"{percent(share(games[name], summary.games))} {said}" for name, said in words.items() if games[name]
    )


def of_finished(summary: Summary, *more: str) -> str:
    """Say in a note how many finished games are shown and what is left out, then what still fits.

    Words that do not fit on the line with it are left out, as are all where there are no games.
    """
    games = finished_games(summary)
    word = FINISHED.noun if left_out(summary) else EVERY.noun
    return _as_long_as_it_fits(count(games, word), left_out(summary), more if games else ())


def of_decided(summary: Summary, *more: str) -> str:
    """Say in a note how many games that somebody won are shown, and what is left out."""
    games = decided_games(summary)
    return _as_long_as_it_fits(count(games, WON.noun), left_out(summary, drawn=True), more if games else ())


def _as_long_as_it_fits(start: str, without: str, more: tuple[str, ...]) -> str:
    said = f"{start}; {without}." if without else f"{start}."
    for words in more:
        if len(said) + 1 + len(words) <= NOTE_MOST:
            said = f"{said} {words}"
    return said


def click_hint(game: int, which: str = "one of them") -> str:
    """Return the line of a hover text that says what a click does; none where there is no game."""
    return "" if game == NOT_ONE else f"<br>click for {which}"


def pointed_at(name: str, games: int, estimate: Estimate, example: int) -> list[int | str]:
    """Return what a point carries: the game a click opens, and what it says when pointed at."""
    which = "it" if games == 1 else "one of them"
    return [example, f"{name}<br>{counted(games, estimate)}{click_hint(example, which)}"]


# A table to download that belongs to no chart.


class NamedTable(NamedTuple):
    """A table and what its file is called."""

    name: str
    table: pd.DataFrame


# What a title may say of few games: figures whose interval is short, or the interval itself, or nothing.

SURE: Final = 0.102
"""Half width of an interval up to which a share is told."""

ENOUGH: Final = 100
"""Games from which every share is known so well, even one half."""

CLOSE: Final = 0.05
"""Part of a length up to which its interval may be wide for the length to be told without it."""

TWICE: Final = 2.0
"""How many times its lower end the upper end of an interval may be for one game in so many to be told."""


def is_precise(*shares: Estimate) -> bool:
    """Tell whether shares are known well enough to be told.

    >>> is_precise(share(0, 30)), is_precise(share(ENOUGH - 1, 2 * ENOUGH)), is_precise(share(1, 1))
    (True, True, False)
    """
    return all(half_width(one) <= SURE for one in shares)


def told(*wordings: str, share: Estimate, what: str, of: str = "games") -> str:
    """Put a share into the first wording that fits, as `{} of games`, where it is known well enough."""
    if not is_precise(share):
        return too_few(what, of=of)
    written = fitted(*(wording.format(percent(share)) for wording in wordings))
    return written[0].upper() + written[1:]


def too_few(what: str, enough: int | str = ENOUGH, *, of: str = "games") -> str:
    """Say that so few games do not tell, and how many would.

    >>> too_few("how long", 6)
    'Too few games to tell how long: 6 would do'
    """
    return fitted(
        f"Too few {of} to tell {what}: {enough} would do", f"Too few {of} to tell: {enough} would do"
    )


def span(length: Estimate) -> str:
    """Write a length as its interval, or alone where that is short; nothing where an end is open.

    >>> span(Estimate(250, 200, 310, 40)), span(Estimate(250, 246, 255, 10_000))
    ('200 to 310', '250')
    """
    wide = length.high - length.low
    if wide <= CLOSE * length.value:
        return f"{length.value:,.0f}"
    return f"{length.low:,.0f} to {length.high:,.0f}" if wide < float("inf") else ""


def rarely(seen: int, games: int) -> str:
    """Write a small share as one game in so many where that is known, or by what it is at most.

    >>> rarely(2_480, 100_000), rarely(0, 100), rarely(3, 100)
    ('One game in 40', 'Under 4 % of games', 'Under 9 % of games')
    """
    estimate = share(seen, games)
    if estimate.high <= TWICE * estimate.low:
        return one_in(seen, games)
    return f"{percent(Estimate(0, 0, estimate.high, games)).capitalize()} of games"


def all_decided(summary: Summary) -> bool:
    """Tell whether somebody won every game."""
    return decided_games(summary) == summary.games
