"""Charts of endless deals and how they are built."""

from collections.abc import Iterable
from functools import partial
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dashboard.charts.chart import Drawing, Panel
from dashboard.charts.marks import beside, label, scatter
from dashboard.charts.style import PLAYER_1, PLAYER_2, Mark, Theme, faded, layout
from engine.cards import rank_name
from engine.library import Built
from engine.numbers import count, number_words, plural

# First picture of the construction: who wins is decided before any card has a rank.

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

HEIGHT: Final = 252
REPEATS: Final = 5  # turns of the pattern that are drawn
HIDDEN_AXIS: Final = {"showgrid": False, "showticklabels": False, "automargin": False}


def winners_panel(built: Built) -> Panel:
    """Return the chart of player 1's deck, as the pattern of winners has it."""
    winners = [winner for winner, _ in built.pattern.rounds * REPEATS]
    sizes, first = deck_sizes(built), built.cycle.start
    low, high = min(sizes), max(sizes)
    each = count(len(built.pattern.rounds) // 2, "round")
    waves = f"Player 2 wins {each}, then player 1 wins {each}: player 1’s deck goes {high}, {low}, {high}."
    table = {"round": range(first, first + len(winners)), "player 1's cards": sizes[:-1], "winner": winners}
    note = f"Cards in player 1’s deck, first {len(winners)} rounds of the loop."
    figure = partial(winners_figure, built)
    return Panel("winners", "The pattern", note, figure, partial(pd.DataFrame, table), more=waves)


def deck_sizes(built: Built, repeats: int = REPEATS) -> list[int]:
    """Return player 1's deck before each round of some turns of the pattern, and after them."""
    sizes = [built.pattern.sizes[0]]
    for winner, laid in built.pattern.rounds * repeats:
        sizes.append(sizes[-1] + (laid if winner == 1 else -laid))
    return sizes


def winners_figure(built: Built, theme: Theme) -> Drawing:
    """Draw player 1's deck: rising where player 1 wins, falling where player 2 does."""
    sizes, first = np.array(deck_sizes(built)), built.cycle.start
    rounds = np.arange(first, first + len(sizes))
    drawn = layout(theme, height=HEIGHT) | {"template": "none"}
    low, high = int(sizes.min()), int(sizes.max())
    period = len(built.pattern.rounds)
    drawn["margin"] |= {"l": 30, "r": 14, "b": 38}
    drawn["xaxis"] |= {
        "tickvals": rounds[::period],
        "range": [float(rounds[0]) - 0.8, float(rounds[-1]) + 0.8],
        "title": {"text": "rounds", "font": {"size": 12, "color": theme.muted}, "standoff": 4},
    }
    drawn["yaxis"] |= {
        "tickvals": [low, (low + high) / 2, high],
        "range": [low - 1.6, high + 1.6],
        "automargin": False,
    }
    middle, wins = float(rounds.mean()), f"wins {number_words(period // 2)}"
    drawn["annotations"] = [
        label(f"<b>player 1</b> {wins}", theme.player_1_text, x=middle, y=high + 1),
        label(f"<b>player 2</b> {wins}", theme.player_2_text, x=middle, y=low - 1),
    ]
    lines = two_coloured(rounds, sizes, np.diff(sizes) > 0, width=3)
    hover = "before round %{x}: player 1 has %{y} cards<extra></extra>"
    dots = scatter("markers", rounds, sizes, marker={"size": 5, "color": theme.ink}, hovertemplate=hover)
    return Drawing([*lines, dots], drawn, None)


def two_coloured(
    x: Ints | Floats, y: Ints | Floats, rising: NDArray[np.bool_], *, width: float
) -> list[Mark]:
    """Return a line in the colours of the players: of player 1's where it rises, else of player 2's."""
    lines = []
    for which, colour in ((rising, PLAYER_1), (~rising, PLAYER_2)):
        line = {"width": width, "color": colour}
        lines.append(scatter("lines", pieces(x, which), pieces(y, which), line=line, hoverinfo="skip"))
    return lines


def pieces(values: Ints | Floats, which: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Return the stretches of a line between its points that are wanted, parted by gaps.

    >>> pieces(np.array([1.0, 2.0, 3.0]), np.array([False, True])).tolist()
    [2.0, 3.0, nan]
    """
    ends = np.stack((values[:-1], values[1:], np.full(len(which), np.nan)), axis=1)
    return ends[which].reshape(-1).astype(np.float32)


# Third picture of the construction: the rounds that come back for ever, as a ring.

DEEP: Final = 0.045  # how far a card more stands out, as a part of the ring's radius
LEAD: Final = 0.29  # how far to the left of the ring one round before it is drawn


def ring_panel(built: Built) -> Panel:
    """Return the chart of player 1's deck in all rounds that come back for ever."""
    title, before = "Every card returns to its place", built.cycle.start - 1
    note = f"{_repeats(built):,} repeats of the pattern of winners make one loop"
    if before:
        note += f"; {number_words(before)} {plural(before, 'round comes', 'rounds come')} before the loop"
    more = f"The loop has {count(built.cycle.length, 'round')} and no war."
    sizes = deck_sizes(built, _repeats(built))[:-1]
    rounds = range(1, len(sizes) + 1)
    table = partial(pd.DataFrame, {"round of the cycle": rounds, "player 1's cards": sizes})
    return Panel("ring", title, f"{note}.", partial(ring_figure, built), table, more=more)


def _repeats(built: Built) -> int:
    """Return how many turns of the pattern the cycle takes."""
    return built.cycle.length // len(built.pattern.rounds)


def ring_figure(built: Built, theme: Theme) -> Drawing:
    """Draw player 1's deck round the ring, the deal and the rounds before it at the left."""
    sizes = np.array(deck_sizes(built, _repeats(built)))
    middle = (int(sizes.min()) + int(sizes.max())) / 2
    # Only where the line turns: between, it is as good as straight.
    turns = np.flatnonzero(np.diff(np.sign(np.diff(sizes)), prepend=0, append=0))
    angle = np.pi / 2 - 2 * np.pi * turns / (len(sizes) - 1)
    radius = 1 + DEEP * (sizes[turns] - middle)
    x, y = radius * np.cos(angle), radius * np.sin(angle)
    drawn = layout(theme, height=HEIGHT) | {"template": "none"}
    drawn["xaxis"] |= HIDDEN_AXIS | {"range": [-1.75, 1.25]}
    drawn["yaxis"] |= HIDDEN_AXIS | {"range": [-1.22, 1.3], "scaleanchor": "x"}
    drawn["margin"] |= {"b": 4}
    drawn["annotations"] = [
        label(f"<b>{count(built.cycle.length, 'round')}</b>", theme.endless_text, x=0, y=0.1)
        | {"font": {"size": 16, "color": theme.endless_text}},
        label("then the same again", theme.endless_text, x=0, y=-0.13),
    ]
    marks = two_coloured(x, y, np.diff(sizes[turns]) > 0, width=1.2)
    before = built.cycle.start - 1
    if before:
        steps = np.arange(before, -1, -1)
        height = y[0] + np.where(steps > 0, 0.07, 0.0)
        line = {"width": 1.5, "color": theme.ink}
        marker = {"size": np.array([9] + [5] * before), "color": theme.ink, "opacity": 1}
        lead = scatter("lines+markers", -LEAD * steps, height, line=line, marker=marker, hoverinfo="skip")
        at = {"x": -LEAD * before, "y": float(height[0]), "xanchor": "right", "xshift": -8}
        drawn["annotations"].append(label("<b>the deal</b>", theme.ink, **at))
        marks.append(lead)
    return Drawing(marks, drawn, None)


# Second picture of the construction: which card has to beat which, in as few levels as that takes.

SWEEPS: Final = 8  # how often each row is put in the order of those it meets: later ones hardly change
NAMES: Final = 64  # pixels right of the figure, for how many cards stand in a row and which ranks they get
SHORT: Final = 10  # cards of a row that is drawn half as wide


def beating_panel(built: Built) -> Panel:
    """Return the chart of which card has to beat which."""
    title = "Which card must beat which"
    levels = number_words(len(built.levels))
    note = f"{count(len(built.beats), 'comparison')} without a contradiction: {levels} groups of cards."
    rows = "; ".join(f"{count(len(level), 'card')}, {_ranks(built, level)}" for level in built.levels)
    figure, table = partial(beating_figure, built), partial(beating_table, built)
    return Panel("beating", title, note, figure, table, more=f"From the top: {rows}.")


def _ranks(built: Built, level: Iterable[int]) -> str:
    ranks = [built.rank_of[card] for card in level]
    return f"{rank_name(min(ranks))} to {rank_name(max(ranks))}"


def places(built: Built) -> dict[int, tuple[float, int]]:
    """Return where each card stands: across from -1 to 1, and its row, the highest cards in the highest."""
    levels = [list(level) for level in built.levels]
    met: dict[int, list[int]] = {card: [] for level in levels for card in level}
    for high, low in sorted(built.beats):
        met[high].append(low)
        met[low].append(high)
    across: dict[int, float] = {}
    for level in levels:
        across |= _spread(level)
    for _ in range(SWEEPS):
        for level in levels:
            level.sort(key=lambda card: (sum(across[other] for other in met[card]) / len(met[card]), card))
            across |= _spread(level)
    rows = {card: len(levels) - number for number, level in enumerate(levels) for card in level}
    return {card: (across[card], rows[card]) for card in across}


def _spread(level: list[int]) -> dict[int, float]:
    reach = 0.5 if len(level) < SHORT else 1.0
    return dict(zip(level, np.linspace(-reach, reach, len(level)).tolist(), strict=True))


def beating_table(built: Built) -> pd.DataFrame:
    """Return every meeting: the card that wins and the one that loses, by number and by rank."""
    table = pd.DataFrame(sorted(built.beats), columns=["card", "beats"])
    for side in ("card", "beats"):
        table[f"{side} rank"] = table[side].map(built.rank_of).map(rank_name)
    return table


def beating_figure(built: Built, theme: Theme) -> Drawing:
    """Draw every card as a dot and every meeting as a line, from the higher card down to the lower."""
    at = places(built)
    drawn = layout(theme, height=HEIGHT, right=NAMES) | {"template": "none"}
    drawn["xaxis"] |= HIDDEN_AXIS | {"range": [-1.06, 1.06]}
    drawn["yaxis"] |= HIDDEN_AXIS | {"range": [0.5, len(built.levels) + 0.5]}
    drawn["margin"] |= {"b": 10}
    drawn["annotations"] = []
    for row, level in zip(range(len(built.levels), 0, -1), built.levels, strict=True):
        words = f"<b>{count(len(level), 'card')}</b><br>{_ranks(built, level)}"
        drawn["annotations"].append(beside(words, theme.muted, row, align="left"))
    ends = [(at[high], at[low], (np.nan, np.nan)) for high, low in sorted(built.beats)]
    points = np.array(ends, np.float32).reshape(-1, 2)
    line = {"width": 1, "color": faded(theme.ink, 0.13)}
    lines = scatter("lines", points[:, 0], points[:, 1], line=line, hoverinfo="skip")
    cards = sorted(at)
    dots = scatter(
        "markers",
        np.array([at[card][0] for card in cards]),
        np.array([at[card][1] for card in cards]),
        text=[rank_name(built.rank_of[card]) for card in cards],
        marker={"size": 9, "color": theme.ink, "line": {"width": 1.5, "color": theme.paper}},
        hovertemplate="it becomes a %{text}<extra></extra>",
    )
    return Drawing([lines, dots], drawn, None)
