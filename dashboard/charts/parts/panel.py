"""A panel: one finding of a study with its chart and its table, and what all of them say alike."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Self

import pandas as pd

from dashboard.charts.parts.drawing import Drawing
from dashboard.charts.parts.theme import Theme
from dashboard.charts.parts.written import counted, percent
from engine.study.estimates import Estimate, share
from engine.study.summary import EVERY, FINISHED, WON, Summary
from engine.study.tables.columns import NOT_ONE, decided_games, finished_games
from engine.words.sentences import count

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
