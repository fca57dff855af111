"""Who wins, by how strong a deck player 1 is dealt."""

from functools import partial
from itertools import pairwise
from math import ceil, floor, sqrt
from typing import Final

import numpy as np

from dashboard.charts.parts.axes import expected_games
from dashboard.charts.parts.few import all_decided, told
from dashboard.charts.parts.panel import Panel, of_decided
from dashboard.charts.simulate.win_share import WinShare, figure, table, win_share
from engine.cards import Pack
from engine.study import Study
from engine.study.estimates import share
from engine.study.summary import Summary

REACH: Final = 3
"""Standard deviations of strength on either side of the even deal that are told apart."""

MANY: Final = 5_000
"""Games from which kinds of deal are half a standard deviation wide; with fewer, a whole one."""


def even_strength(pack: Pack) -> float:
    """Return the mean strength of player 1's deck: a card's place among the ranks, from 0, summed.

    >>> even_strength(Pack(13, 4))
    156.0
    """
    return (pack.size + 1) // 2 * (pack.ranks - 1) / 2


def deviation(pack: Pack) -> float:
    """Return the standard deviation of that strength, drawing cards without putting them back.

    >>> round(deviation(Pack(13, 4)), 2)
    13.62
    """
    mine = (pack.size + 1) // 2
    return sqrt(mine * (pack.size - mine) / max(pack.size - 1, 1) * (pack.ranks**2 - 1) / 12)


def strength(study: Study, summary: Summary) -> WinShare:
    """Work out what to draw: decks binned by how far they lie from an even share of the strength."""
    pack = study.pack
    even, (wide, most) = even_strength(pack), kinds(pack, expected_games(study, summary))
    ends = [even + (step - 0.5) * wide for step in range(-most, most + 2)]
    firsts = [ceil(end) for end in ends]
    firsts[0], firsts[-1] = 0, summary.strength.shape[1]
    spans = [
        slice(min(max(low, 0), firsts[-1]), min(max(high, 0), firsts[-1])) for low, high in pairwise(firsts)
    ]
    steps = range(-most, most + 1)
    return win_share(
        summary.strength,
        summary.firsts["strength"],
        spans,
        [float(step * wide) for step in steps],
        [_span(span, even, step, most) for span, step in zip(spans, steps, strict=True)],
        axis="points above an even share",
    )


def kinds(pack: Pack, games: int) -> tuple[int, int]:
    """Return how many points one kind of deal spans, and how many kinds lie to either side of even.

    >>> kinds(Pack(13, 4), 10**6), kinds(Pack(13, 4), 100)
    ((7, 6), (14, 3))
    """
    part = 2 if games >= MANY else 1
    return max(1, round(deviation(pack) / part)), REACH * part


def _span(kind: slice, even: float, step: int, most: int) -> str:
    low, high = kind.start - even, kind.stop - 1 - even
    if step == -most:
        return f"{_signed(high)} points or less"
    if step == most:
        return f"{_signed(low)} points or more"
    return f"{_signed(low)} points" if low >= high else f"{_signed(low)} to {_signed(high)} points"


def _signed(value: float) -> str:
    """Write a difference with its sign, a real minus.

    >>> _signed(-6.0), _signed(0.5), _signed(0)
    ('−6', '+0.5', '0')
    """
    return f"{value:+g}".replace("-", "−") if value else "0"


def panel(study: Study, summary: Summary) -> Panel:
    """Return the panel of the win share by strength."""
    chart = strength(study, summary)
    title = _title(study, summary)
    counted = f"Points: 0 to {study.pack.ranks - 1} a card."
    note = of_decided(summary, counted)
    wide, most = kinds(study.pack, expected_games(study, summary))
    reach = (most + 0.6) * wide
    named = {float(step * wide): _signed(step * wide) for step in range(-most, most + 1, max(1, most // 3))}
    alt = f"{title}. Player 1’s share by the strength dealt. {note}"
    draw = partial(figure, chart, reach=(-reach, reach), named=named)
    return Panel("strength", title, note, alt, draw, table(chart, "above an even share"))


def _title(study: Study, summary: Summary) -> str:
    """Say how often the stronger deck wins."""
    even = even_strength(study.pack)
    weaker, stronger = slice(0, ceil(even)), slice(floor(even) + 1, None)
    tally = summary.strength
    wins = int(tally[0, stronger].sum() + tally[1, weaker].sum())
    games = int(np.sum(tally[:2, stronger]) + np.sum(tally[:2, weaker]))
    if not games:
        return "No game has been won yet"
    whole = "games" if all_decided(summary) else "decided games"
    return told(f"The stronger deck wins {{}} of {whole}", share=share(wins, games), what="who wins")
