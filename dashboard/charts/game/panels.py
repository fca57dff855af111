"""The charts of one game as panels: the words around each, its figure and its table."""

from collections.abc import Sequence
from functools import partial

import numpy as np
import pandas as pd

from dashboard.charts.game import chance, deck_sizes, holders
from dashboard.charts.parts.panel import Panel
from engine.game import Game
from engine.study.chance import Point
from engine.study.turning import Turn


def sizes_panel(
    sizes: deck_sizes.DeckSizes, title: str, note: str, rounds: pd.DataFrame | None = None
) -> Panel:
    """Return the deck sizes, in the words of their finding; `rounds` is their table where it is at hand."""
    drawn = {"round": sizes.rounds, "player 1 deck": sizes.sizes}
    table = partial(pd.DataFrame, drawn if rounds is None else rounds)
    return Panel("deck-sizes", title, note, f"{title}. {note}", partial(deck_sizes.figure, sizes), table)


def chance_panel(game: Game, points: Sequence[Point], turns: Sequence[Turn] | None) -> Panel:
    """Return the chance to win, round by round; `turns` is None while not known."""
    title, note = chance.finding(game, points, turns)
    draw = partial(chance.figure, points, turns or ())
    return Panel("chance", title, note, f"{title}. {note}", draw, partial(chance.table, points))


def holders_panel(held: holders.Holders) -> Panel:
    """Return who holds what, of each card in how many of the rounds it is player 1's."""
    title, rounds = "Who holds what", np.diff(held.edges)
    share = held.share.astype(np.float64) @ rounds / rounds.sum()
    table = partial(pd.DataFrame, {"card": held.names, "% of rounds with player 1": np.round(share, 1)})
    return Panel("holders", title, held.note, f"{title}. {held.note}", partial(holders.figure, held), table)
