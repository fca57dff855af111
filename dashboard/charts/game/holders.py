"""Who holds what: which cards each player owns over the rounds of a game, card by card."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from dashboard.charts.parts.axes import few_ticks, named_axis, with_room
from dashboard.charts.parts.drawing import Drawing
from dashboard.charts.parts.theme import PLAYER_1, PLAYER_2, Theme, layout
from engine.kernels import Course

MOST_BINS: Final = 240
"""Columns of the heatmap; a longer game is shown in stretches of rounds."""

MOST_ROWS: Final = 512
"""Rows of the heatmap, which has fewer pixels; of more cards several share a row."""

MOST_NAMES: Final = 14
"""Ranks named beside the rows."""

SUIT_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


@dataclass(frozen=True)
class Holders:
    """The cards of a game and how long player 1 held each, by stretches of rounds.

    `share` is rows x stretches (uint8, 0 to 100): in what percentage of the rounds of a stretch
    player 1 held the card when the round started, on average of the `each` cards that share a row.
    Rows go up by rank; `names` and `ranks` are a row each. `edges` are the first rounds of the
    stretches and one past the last.
    """

    names: list[str]
    ranks: list[str]
    share: npt.NDArray[np.uint8]
    edges: npt.NDArray[np.int64]
    each: int = 1

    @property
    def note(self) -> str:
        """What a row and its colours are."""
        if self.each > 1:
            return (
                f"A row is {self.each} cards, neighbours in rank: the bluer, the more of them player 1 holds "
                "at the start of a round; vermilion are player 2’s."
            )
        return (
            "A row is a card: blue while player 1 holds it at the start of a round, "
            "vermilion while player 2 does."
        )


def holders(course: Course) -> Holders:
    """Follow every card through a game."""
    deal = course.game.deal
    columns = course.game.rounds + 1
    edges = np.linspace(0, columns, min(columns, MOST_BINS) + 1).astype(np.int64)
    sums = course.held(edges)
    ranks = (*deal.deck_1, *deal.deck_2)
    suits = deal.eye_suits()
    rows = sorted(range(deal.size), key=lambda card: (ranks[card], suits[card], card))
    names = _told_apart([f"{deal.rank_text(ranks[card])}{SUIT_SIGNS[suits[card]]}" for card in rows])
    each = max(1, -(-deal.size // MOST_ROWS))
    firsts = np.arange(0, deal.size, each)
    held = np.add.reduceat(sums[rows], firsts, axis=0) / np.diff([*firsts, deal.size])[:, None]
    return Holders(
        [_spanned(names[first : first + each]) for first in firsts],
        [deal.rank_text(ranks[rows[first]]) for first in firsts],
        np.rint(100 * held / np.diff(edges)).astype(np.uint8),
        edges + 1,
        each,
    )


def _told_apart(names: list[str]) -> list[str]:
    """Number the second card of one name, the third ...: an axis merges equal names.

    >>> _told_apart(["5♠", "5♠", "6♠"])
    ['5♠', '5♠ no. 2', '6♠']
    """
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(name if seen[name] == 1 else f"{name} no. {seen[name]}")
    return numbered


def _spanned(names: list[str]) -> str:
    """Name the cards of one row by the first and the last of them."""
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"


def figure(chart: Holders, theme: Theme) -> Drawing:
    """Draw the heatmap: blue while player 1 holds a card, vermilion while player 2 does."""
    rows = len(chart.names)
    last = int(chart.edges[-1]) - 2
    drawn = layout(theme, height=max(150, min(560, 60 + 7 * rows)), right=28)
    rounds = (chart.edges[:-1] + chart.edges[1:] - 1) / 2
    drawn["margin"]["l"] = 36
    names = {tick: f"{tick:,}" for tick in few_ticks(last)}
    drawn["xaxis"] |= named_axis(1, last + 1, with_room(names, last))
    first_of_rank = [row for row, rank in enumerate(chart.ranks) if row == 0 or rank != chart.ranks[row - 1]]
    named = first_of_rank[:: -(-len(first_of_rank) // MOST_NAMES)]
    drawn["yaxis"] |= {
        "type": "category",
        "tickvals": [chart.names[row] for row in named],
        "ticktext": [chart.ranks[row] for row in named],
        "showgrid": False,
        "automargin": False,
    }
    heatmap = {
        "type": "heatmap",
        "x": rounds.astype(np.float32),
        "y": chart.names,
        "z": chart.share,
        "zmin": 0,
        "zmax": 100,
        "colorscale": [[0, PLAYER_2], [0.5, theme.grid], [1, PLAYER_1]],
        "showscale": False,
        "opacity": 0.85,
        "ygap": 1 if rows <= 60 else 0,
        "hovertemplate": f"%{{y}} around round %{{x:,.0f}}<br>{_said(chart.each)}<extra></extra>",
    }
    return Drawing([heatmap], drawn, None)


def _said(each: int) -> str:
    if each > 1:
        return "player 1 holds %{z} % of these cards, on average"
    return "player 1 holds it %{z} % of the time"
