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
from engine.cards import shares
from engine.kernels.codes import HALF_16, strengths
from engine.study import Study
from engine.study.estimates import share
from engine.study.summary import Ints, Summary

REACH: Final = 3
"""Standard deviations of strength on either side of the mean that are told apart."""

MANY: Final = 5_000
"""Games from which kinds of deal are half a standard deviation wide; with fewer, a whole one."""


def mean_strength(study: Study) -> float:
    """Return the mean strength of player 1's deck: a card's place among the ranks, from 0, summed.

    >>> from engine.rules import Rules
    >>> mean_strength(Study(rules=Rules(), games=1))
    156.0
    """
    known, opened, drawn = _cards(study)
    return float(known.sum() + drawn * opened.sum() / max(len(opened), 1))


def deviation(study: Study) -> float:
    """Return the standard deviation of that strength, drawing cards without putting them back.

    >>> from engine.rules import Rules
    >>> round(deviation(Study(rules=Rules(), games=1)), 2)
    13.62
    """
    _, opened, drawn = _cards(study)
    if not len(opened):
        return 0.0
    return sqrt(drawn * (len(opened) - drawn) / max(len(opened) - 1, 1) * float(opened.var()))


def _cards(study: Study) -> tuple[Ints, Ints, int]:
    """Return the places of the cards known of player 1, of those drawn from, and how many player 1 draws."""
    dealt, pack = shares(study.pack, study.hands), study.pack
    ranks = np.array([[pack.rank_of(rank * pack.copies) for rank in range(pack.ranks)]])
    # As the kernels count them: two ranks of `LOWEST_BEATS_HIGHEST` lie elsewhere on the circle.
    places = strengths(ranks, study.rules.order, HALF_16)[0].clip(1, pack.ranks) - 1
    known, opened = (places[np.array(cards, int) // pack.copies] for cards in (dealt.known_1, dealt.open))
    return known, opened, dealt.drawn_1


def varies(study: Study) -> bool:
    """Say whether player 1 may be dealt decks of different strength."""
    return deviation(study) > 0


def strength(study: Study, summary: Summary) -> WinShare:
    """Work out what to draw: decks binned by how far they lie from the mean strength."""
    even, (wide, most) = mean_strength(study), kinds(study, expected_games(study, summary))
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
        axis=f"points above {_middle(study)}",
    )


def kinds(study: Study, games: int) -> tuple[int, int]:
    """Return how many points one kind of deal spans, and how many kinds lie to either side of the mean.

    >>> from engine.rules import Rules
    >>> [kinds(Study(rules=Rules(), games=1), games) for games in (10**6, 100)]
    [(7, 6), (14, 3)]
    """
    part = 2 if games >= MANY else 1
    return max(1, round(deviation(study) / part)), REACH * part


def _halved(study: Study) -> bool:
    """Say whether what one player is dealt more than half of, the other has less than half of."""
    dealt = shares(study.pack, study.hands)
    return study.hands is None or (dealt.alike(study.pack) and dealt.cards == study.pack.size)


def _middle(study: Study) -> str:
    return "an even share" if _halved(study) else "the mean hand"


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
    wide, most = kinds(study, expected_games(study, summary))
    reach = (most + 0.6) * wide
    named = {float(step * wide): _signed(step * wide) for step in range(-most, most + 1, max(1, most // 3))}
    alt = f"{title}. Player 1’s share by the strength dealt. {note}"
    draw = partial(figure, chart, reach=(-reach, reach), named=named)
    return Panel("strength", title, note, alt, draw, table(chart, f"above {_middle(study)}"))


def _title(study: Study, summary: Summary) -> str:
    """Say how often the stronger deck wins; if hands differ, what a good one is worth."""
    even = mean_strength(study)
    weaker, stronger = slice(0, ceil(even)), slice(floor(even) + 1, None)
    tally = summary.strength
    whole = "games" if all_decided(summary) else "decided games"
    if not _halved(study):
        wins, games = int(tally[0, stronger].sum()), int(np.sum(tally[:2, stronger]))
        if not games:
            return "No game has been won yet"
        better = f"A hand above the mean wins {{}} of {whole}", "A hand above the mean wins {}"
        return told(*better, share=share(wins, games), what="who wins")
    wins = int(tally[0, stronger].sum() + tally[1, weaker].sum())
    games = int(np.sum(tally[:2, stronger]) + np.sum(tally[:2, weaker]))
    if not games:
        return "No game has been won yet"
    return told(f"The stronger deck wins {{}} of {whole}", share=share(wins, games), what="who wins")
