"""How long finished games last, in bars; and how many games still go on after so long."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np

from dashboard.charts.parts.axes import BarAxis, bar_axis, expected_games
from dashboard.charts.parts.few import all_end, span, too_few
from dashboard.charts.parts.histogram import Histogram, Quantity, bars_within, figure, histogram, table
from dashboard.charts.parts.panel import Panel, fitted, of_finished, one_game
from dashboard.charts.parts.written import number_within, percent
from engine.kernels.tallies import DRAW
from engine.study import Study
from engine.study.estimates import Estimate, games_to_rank, mean, share
from engine.study.summary import Ints, Summary, bin_of
from engine.words.sentences import count

Unit = Literal["rounds", "battles", "plays"]


def finished_firsts(summary: Summary, unit: str) -> Ints:
    """Return the lowest number of a finished game in each bin of a unit: `BINS`."""
    firsts: Ints = np.asarray(summary.firsts[unit])[: DRAW + 1].min(axis=0)
    return firsts


def finished_bars(summary: Summary, unit: str, axis: BarAxis) -> Histogram:
    """Count the finished games of a summary by a unit into the bars of an axis."""
    return histogram(
        summary.finished(unit),
        finished_firsts(summary, unit),
        Quantity(unit.removesuffix("s")),
        axis,
        mean(*summary.finished_sums(unit)),
    )


def lengths(study: Study, summary: Summary, *, unit: str = "rounds", log: bool = False) -> Histogram:
    """Work out what to draw of a unit, or of wars, which are counted alike."""
    axis = bar_axis(summary.finished(unit), expected_games(study, summary), log=log)
    return finished_bars(summary, unit, axis)


def bars_note(chart: Histogram, summary: Summary) -> str:
    """Return the note of a chart of finished games: their mean, and how sure it is."""
    mean = number_within(chart.mean) if chart.mean else ""
    mean_words = [f"Mean {mean}."] if mean else []
    return of_finished(summary, *mean_words, *bars_within(chart))


def panel(study: Study, summary: Summary, *, unit: Unit = "rounds", log: bool = False) -> Panel:
    """Return the panel of the lengths of finished games."""
    chart = lengths(study, summary, unit=unit, log=log)
    title, note = _title(chart, summary, unit), bars_note(chart, summary)
    beyond = (
        f" {count(chart.counts[-1], 'game lies', 'games lie')} beyond the axis." if chart.counts[-1] else ""
    )
    return Panel("lengths", title, note, f"{title}. {note}{beyond}", partial(figure, chart), table(chart))


def _title(chart: Histogram, summary: Summary, unit: Unit) -> str:
    if chart.median is None:
        return "No game has ended"
    most = count(int(chart.median.value), chart.quantity.noun)
    if chart.games == 1:
        return f"The one game that ends takes {most}"
    within = span(chart.median)
    if not within:
        return too_few("how long", games_to_rank(0.5))
    if not games_over(summary.finished(unit), int(chart.median.value)):
        part = percent(share(chart.games, chart.games)).capitalize()
        end = "of games end" if all_end(summary) else "of those that end do so"
        return fitted(f"{part} {end} within {most}", f"{part} that end take up to {most}")
    most = f"{within} {unit if within != '1' else chart.quantity.noun}"
    if all_end(summary):
        return fitted(f"Half of the games end within {most}", f"Half take up to {most}")
    return fitted(
        *(f"Half {who} within {most}" for who in ("of those that end do so", "that end do so", "that end:"))
    )


def games_over(tally: Ints, value: int) -> int:
    """Return how many games of a tally (`BINS`) lie in bins behind that of a value."""
    return int(tally[int(bin_of(np.array([value]))[0]) + 1 :].sum())


@dataclass(frozen=True)
class Curve:
    """The games that go on after each of some lengths."""

    left: tuple[int, ...]
    """Those without an end among them, and those that were cut off."""
    examples: tuple[int, ...]
    """The lowest number of a game that ended since the length before, or `NOT_ONE`."""
    games: int
    """All games, on which the shares are taken."""

    def shares(self) -> list[Estimate]:
        """Return the share of all games that go on, at each length."""
        return [share(left, self.games) for left in self.left]


def still_going(summary: Summary, unit: Unit, bins: list[int]) -> Curve:
    """Count the games that go on after each of some tally bins, in ascending order."""
    ended = np.cumsum(summary.finished(unit))[bins]
    firsts = finished_firsts(summary, unit)
    starts = [0, *(place + 1 for place in bins[:-1])]
    return Curve(
        left=tuple(summary.games - games for games in ended.tolist()),
        examples=tuple(one_game(firsts[start : end + 1]) for start, end in zip(starts, bins, strict=True)),
        games=summary.games,
    )
