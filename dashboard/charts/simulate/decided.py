"""How much of the result is decided by who holds what: from the deal on, round by round."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import numpy as np
import pandas as pd

from dashboard.charts.parts.axes import QUARTERS, few_ticks, named_axis
from dashboard.charts.parts.drawing import Behind, Drawing
from dashboard.charts.parts.few import sure, told
from dashboard.charts.parts.marks import band, carrying
from dashboard.charts.parts.panel import NOTE_MOST, Panel, fitted
from dashboard.charts.parts.theme import PLAYER_1, Mark, Theme, faded, tally_layout
from dashboard.charts.parts.written import percent, percent_range
from engine.study.decided import Decided
from engine.study.estimates import Estimate
from engine.study.tables.columns import NOT_ONE, share_columns
from engine.words.rounding import up
from engine.words.sentences import count

Points = Sequence[tuple[Decided, Estimate]]

HALF: Final = 0.5


def panel(points: Sequence[Decided]) -> Panel:
    """Return the panel of what hands decide."""
    known = [(point, point.share) for point in points if point.share is not None]
    title, note = _title(known), _note(points, known)
    draw = partial(figure, known)
    return Panel(
        "decided", title, note, f"{title}. {note} {later(points)}".strip(), draw, partial(table, known)
    )


def _title(known: Points) -> str:
    """Say how much is decided before the first round."""
    if not known or known[0][0].round > 1:
        return "All games end alike, whatever is dealt"
    first = known[0][1]
    if sure(first) and not first.low:
        return f"Who is dealt what decides under {up(100 * first.high, 0):.0f} %"
    return told("Who is dealt what decides {} of the result", share=first, what="what the deal decides")


def _note(points: Sequence[Decided], known: Points) -> str:
    games = count(points[0].going, "game")
    if not known:
        return f"Of {games} none ends otherwise than another."
    said = f"Share of the variance of who wins that hands explain, of {games}."
    return fitted(said, f"Variance of who wins that hands explain, of {games}.", most=NOTE_MOST)


def later(points: Sequence[Decided]) -> str:
    """Say how sure the first share is, by when half is decided, and how many games go on by then."""
    if points[0].share is None:
        return ""
    sure_of = f"At the deal {percent_range(points[0].share)} (95 %). "
    half = [point for point in points if point.share is not None and point.share.low > HALF]
    if not half:
        return f"{sure_of}By round {points[-1].round:,} not even half is surely decided."
    first = half[0]
    if first.round == 1:
        return sure_of.strip()
    going = f"{first.going:,} of {count(points[0].going, 'game')} go on"
    return f"{sure_of}By round {first.round:,} more than half is decided, while {going}."


def table(known: Points) -> pd.DataFrame:
    """Return a row a point."""
    return pd.DataFrame(
        {
            "before round": [point.round for point, _ in known],
            "games going on": [point.going for point, _ in known],
            **share_columns([share for _, share in known]),
        }
    )


def figure(known: Points, theme: Theme) -> Drawing:
    """Draw the share with its 95 % band."""
    drawn = tally_layout(theme, x_title="before round", right=26)
    last = max((point.round for point, _ in known), default=1)
    reach = max(last - 1, 1)
    drawn["xaxis"] |= named_axis(
        1 - reach * 0.02, 1 + reach * 1.02, {tick: f"{tick:,}" for tick in few_ticks(last)}
    )
    drawn["yaxis"] |= named_axis(-0.02, 1.02, QUARTERS)
    if not known:
        return Drawing([], drawn, Behind("dot", [point.going for point, _ in known]))
    rounds = np.array([point.round for point, _ in known], np.int32)
    edge: Mark = {"type": "scatter", "x": rounds, "mode": "lines", "line": {"width": 0}, "hoverinfo": "skip"}
    low, high = (np.array([getattr(share, end) for _, share in known]) for end in ("low", "high"))
    fan = band(edge, low, high, faded(PLAYER_1, 0.2 * theme.bands))
    return Drawing(
        [*fan, _line(known, rounds, theme)], drawn, Behind("dot", [point.going for point, _ in known])
    )


def _line(known: Points, rounds: Any, theme: Theme) -> Mark:
    said = [
        [NOT_ONE, percent(share), percent_range(share), count(point.going, "game")] for point, share in known
    ]
    words = (
        "before round %{x:,}: %{customdata[1]} decided (%{customdata[2]})<br>%{customdata[3]} still going on"
    )
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": rounds,
        "y": np.array([share.value for _, share in known]),
        "line": {"width": 2, "color": PLAYER_1},
        "marker": {"size": 6, "color": PLAYER_1, "line": {"width": 1, "color": theme.paper}},
        **carrying(said, words),
    }
