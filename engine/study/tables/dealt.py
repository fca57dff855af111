"""Player 1's share of decided games by what player 1 was dealt: the best cards, the strength."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil, sqrt
from typing import Final, assert_never

import numpy as np
import pandas as pd

from engine.cards import ACE, Pack, rank_name, shares
from engine.kernels.codes import strengths
from engine.rules import NUMBERS, Order, number_words
from engine.study.estimates import Estimate, share
from engine.study.study import Study
from engine.study.summary import Ints, Summary
from engine.study.tables.bars import expected_games
from engine.study.tables.columns import example_column, one_game, share_columns

BEST: Final = "dealt to player 1"
"""The column that says how many of the best cards were."""
COURT: Final = {ACE: "ace", 13: "king", 12: "queen", 11: "jack"}


MANY: Final = 5_000
"""Games from which kinds of deal are half a standard deviation wide; with fewer, a whole one."""


@dataclass(frozen=True)
class WinShare:
    """Player 1's wins of the decided games, by kind of deal: a point for every kind with any."""

    places: list[float]
    """Where on the axis the points lie."""
    names: list[str]
    """The hands dealt, in words."""
    wins: list[int]
    games: list[int]
    example: list[int]
    axis: str

    @cached_property
    def shares(self) -> list[Estimate]:
        """Return player 1's share of the games of each kind."""
        return [share(wins, games) for wins, games in zip(self.wins, self.games, strict=True)]


def win_share(
    tally: Ints, firsts: Ints, kinds: list[slice], places: list[float], names: list[str], *, axis: str
) -> WinShare:
    """Add up a tally of hands (outcomes x hands) over each kind; kinds without games are left out."""
    wins = [int(tally[0, kind].sum()) for kind in kinds]
    games = [int(tally[:2, kind].sum()) for kind in kinds]
    kept = [place for place, number in enumerate(games) if number]
    return WinShare(
        places=[places[place] for place in kept],
        names=[names[place] for place in kept],
        wins=[wins[place] for place in kept],
        games=[games[place] for place in kept],
        example=[one_game(firsts[:2, kinds[place]]) for place in kept],
        axis=axis,
    )


def aces(study: Study, summary: Summary) -> WinShare:
    """Work out what to draw: a point for 0, 1, 2, ... of the best cards."""
    best = best_card(study.pack, study.rules.order)
    copies = list(range(study.pack.copies + 1))
    return win_share(
        summary.aces,
        summary.firsts["aces"],
        [slice(number, number + 1) for number in copies],
        [float(number) for number in copies],
        [f"{number_words(number)} {best}{'' if number == 1 else 's'}" for number in copies],
        axis=f"{best}s dealt to player 1",
    )


def table(chart: WinShare, column: str) -> pd.DataFrame:
    """Return a row a point; `column` says what was dealt."""
    return pd.DataFrame(
        {
            column: chart.names,
            "player 1 wins": chart.wins,
            "decided games": chart.games,
            **share_columns(chart.shares),
            "a game": example_column(chart.example),
        }
    )


REACH: Final = 3
"""Standard deviations of strength on either side of the mean that are told apart."""


def best_card(pack: Pack, order: Order) -> str:
    """Name one card of the best rank of a pack.

    >>> best_card(Pack(13, 4), Order.HIGH), best_card(Pack(13, 4), Order.ACE_LOW)
    ('ace', 'king')
    >>> best_card(Pack(52, 1), Order.LOW_WINS), best_card(Pack(13, 4), Order.LOW_WINS)
    ('1', '2')
    """
    best = _best_rank(pack, order)
    lettered = pack.ranks <= len(NUMBERS) + 2
    return COURT[best] if lettered and best in COURT else rank_name(best) if lettered else str(best)


def _best_rank(pack: Pack, order: Order) -> int:
    ranks = [pack.rank_of(place * pack.copies) for place in range(pack.ranks)]
    match order:
        case Order.HIGH | Order.LOWEST_BEATS_HIGHEST:
            return ranks[-1]
        case Order.LOW_WINS:
            return ranks[0]
        case Order.ACE_LOW:
            return max((rank for rank in ranks if rank != ACE), default=ACE)
        case _:
            assert_never(order)


def best_vary(study: Study) -> bool:
    """Say whether player 1 may be dealt more or fewer of the best cards."""
    if study.hands is None:
        return True
    dealt, best = shares(study.pack, study.hands), _best_rank(study.pack, study.rules.order)
    opened = {study.pack.rank_of(card) == best for card in dealt.open}
    return len(opened) > 1 and 0 < dealt.drawn_1 < len(dealt.open)


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
    strong, _ = strengths(ranks, study.rules.order)
    places = strong[0].clip(1, pack.ranks) - 1
    known, opened = (places[np.array(cards, int) // pack.copies] for cards in (dealt.known_1, dealt.open))
    return known, opened, dealt.drawn_1


def strengths_vary(study: Study) -> bool:
    """Say whether player 1 may be dealt decks of different strength."""
    return study.hands is None or deviation(study) > 0


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
        axis=f"points {above(study)}",
    )


def kinds(study: Study, games: int) -> tuple[int, int]:
    """Return how many points one kind of deal spans, and how many kinds lie to either side of the mean.

    >>> from engine.rules import Rules
    >>> [kinds(Study(rules=Rules(), games=1), games) for games in (10**6, 100)]
    [(7, 6), (14, 3)]
    """
    part = 2 if games >= MANY else 1
    return max(1, round(deviation(study) / part)), REACH * part


def halved(study: Study) -> bool:
    """Say whether what one player is dealt more than half of, the other has less than half of."""
    dealt = shares(study.pack, study.hands)
    return study.hands is None or (dealt.alike(study.pack) and dealt.cards == study.pack.size)


def above(study: Study) -> str:
    """Name what the strength of a deck is told against, as a column of it is headed."""
    return "above an even share" if halved(study) else "above the mean hand"


def _span(kind: slice, even: float, step: int, most: int) -> str:
    low, high = kind.start - even, kind.stop - 1 - even
    if step == -most:
        return f"{signed_points(high)} points or less"
    if step == most:
        return f"{signed_points(low)} points or more"
    return (
        f"{signed_points(low)} points"
        if low >= high
        else f"{signed_points(low)} to {signed_points(high)} points"
    )


def signed_points(value: float) -> str:
    """Write a difference with its sign, a real minus.

    >>> signed_points(-6.0), signed_points(0.5), signed_points(0)
    ('−6', '+0.5', '0')
    """
    return f"{value:+g}".replace("-", "−") if value else "0"
