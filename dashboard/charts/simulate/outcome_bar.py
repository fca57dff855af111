"""Who wins how often, in one bar: parts by winner and by reason, brackets where they meet."""

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.parts.bar_labels import NAMES, bar_labels
from dashboard.charts.parts.panel import NOT_ONE, Panel, games_of, pointed_at
from dashboard.charts.parts.shares import example_column, hatching, share_columns, unfaded
from dashboard.charts.parts.theme import DRAWN, PLAYER_1, PLAYER_2, Theme, faded, tally_layout
from dashboard.charts.parts.written import percent
from engine.game import Reason
from engine.kernels.tallies import OUTCOMES
from engine.rules import BothOut, Rules, Shortfall
from engine.study import Study
from engine.study.estimates import Estimate, share
from engine.study.summary import Summary
from engine.words.sentences import REASON_WORDS, count

HEIGHT: Final = 112
THICK: Final = 30


@dataclass(frozen=True)
class Piece:
    """The games of one outcome that ended for one reason."""

    outcome: str
    reason: Reason
    games: int
    start: int
    """Games in the pieces before it."""
    example: int


@dataclass(frozen=True)
class OutcomeBar:
    """What the chart draws."""

    games: int
    pieces: tuple[Piece, ...]
    shares: dict[str, Estimate]
    """Every outcome that was seen, in the order of the bar."""
    unseen: dict[str, Estimate]
    """Outcomes that the rules allow but no game had: their upper bounds."""

    def boundaries(self) -> list[Estimate]:
        """Return where one outcome ends and the next begins, in shares of all games.

        The end of the bar is one too while an outcome that was never seen may lie behind it.
        """
        ends = np.cumsum([round(found.value * found.games) for found in self.shares.values()]).tolist()
        found = [share(end, self.games) for end in ends]
        return found if self.unseen else found[:-1]


def possible(rules: Rules) -> list[str]:
    """Return the outcomes that a rule set leaves possible; being cut off is none of its own.

    Random pick-ups end every game with probability one (Lakshtanov & Roshchina 2012).
    """
    draws = rules.both_out is BothOut.DRAW or rules.shortfall is Shortfall.DRAW
    found = ["player_1", "player_2", *(["draw"] if draws else [])]
    return [*found, "endless"] if rules.deterministic else found


def outcome_bar(study: Study, summary: Summary) -> OutcomeBar:
    """Work out what to draw."""
    pieces: list[Piece] = []
    start = 0
    for outcome, counts, firsts in zip(OUTCOMES, summary.reasons, summary.firsts["reasons"], strict=True):
        for reason, games, example in zip(Reason, counts.tolist(), games_of(firsts), strict=True):
            if games:
                pieces.append(Piece(outcome, reason, games, start, example))
                start += games
    outcomes = summary.outcomes()
    every = {name: share(games, summary.games) for name, games in outcomes.items()}
    return OutcomeBar(
        games=summary.games,
        pieces=tuple(pieces),
        shares={name: found for name, found in every.items() if found.value},
        unseen={name: every[name] for name in possible(study.rules) if not every[name].value},
    )


def panel(study: Study, summary: Summary) -> Panel:
    """Return the panel of the outcomes."""
    chart = outcome_bar(study, summary)
    said = ", ".join(f"{NAMES[name]} {percent(found)}" for name, found in chart.shares.items())
    note = f"Share of all {summary.games:,} games. Click a part for a game."
    if summary.games == 1:
        note = "Click the bar to see the game."
    alt = f"Of {count(summary.games, 'game')}: {said}."
    return Panel("outcomes", _title(chart), note, alt, partial(figure, chart), table(chart))


def _title(chart: OutcomeBar) -> str:
    """Say what the headline does not: how the winners won."""
    wins = [piece for piece in chart.pieces if piece.outcome in ("player_1", "player_2")]
    games = sum(piece.games for piece in wins)
    short = sum(piece.games for piece in wins if piece.reason is not Reason.DECK_EMPTY)
    if not games:
        return "No game has been won"
    if not short:
        return "Who wins, wins by an empty deck"
    if short == games:
        return "Who wins, wins by a war that cannot be paid"
    return f"In {percent(share(short, games))} of wins the loser is short for a war"


def table(chart: OutcomeBar) -> pd.DataFrame:
    """Return a row for every outcome with its reason, and one for each outcome never seen."""
    rows: list[tuple[str, str, int, Estimate]] = [
        (NAMES[piece.outcome], REASON_WORDS[piece.reason], piece.games, share(piece.games, chart.games))
        for piece in chart.pieces
    ]
    rows += [(NAMES[name], "", 0, found) for name, found in chart.unseen.items()]
    examples = [piece.example for piece in chart.pieces] + [NOT_ONE] * len(chart.unseen)
    return pd.DataFrame(
        {
            "outcome": [row[0] for row in rows],
            "because": [row[1] for row in rows],
            "games": [row[2] for row in rows],
            **share_columns([row[3] for row in rows], len(rows)),
            "a game": example_column(examples),
        }
    )


def figure(chart: OutcomeBar, theme: Theme) -> go.Figure:
    """Draw the bar, its labels above, the brackets below, what was never seen at the foot."""
    drawn = tally_layout(theme, x_title="", height=HEIGHT)
    drawn["xaxis"] |= {"range": [0, 1], "showticklabels": False, "title": None}
    labels = bar_labels(chart.shares, theme)
    above = 36 if "<br>" in labels[0]["text"] else 20
    # The axis goes on below the bar, where the brackets are: what lies outside it would be cut off.
    below = HEIGHT - above - THICK
    drawn["yaxis"] |= {
        "range": [-below / THICK, 1],
        "showticklabels": False,
        "showgrid": False,
        "automargin": False,
    }
    drawn["margin"] |= {"l": 6, "r": 6, "t": above, "b": 0}
    bars = [_bar(outcome, chart, theme) for outcome in chart.shares]
    drawn["annotations"] = [*labels, *_foot(chart, theme)]
    return go.Figure({"data": [*bars, *_brackets(chart, theme)], "layout": drawn})


def _bar(outcome: str, chart: OutcomeBar, theme: Theme) -> dict[str, Any]:
    """Return the part of one outcome, a piece for every reason."""
    pieces = [piece for piece in chart.pieces if piece.outcome == outcome]
    marker: dict[str, Any] = {
        "color": [_fill(piece) for piece in pieces],
        "line": {"width": 1, "color": theme.paper},
    }
    if outcome == "endless":
        marker |= {"color": theme.endless_ground, "pattern": hatching(theme)}
    if outcome == "limit":
        crossed = {"shape": "x", "fgcolor": theme.muted, "bgcolor": theme.grid}
        marker |= {"color": theme.grid, "pattern": hatching(theme) | crossed}
    return {
        "type": "bar",
        "orientation": "h",
        "y": np.full(len(pieces), 0.5),
        "width": 1,
        "x": np.array([piece.games / chart.games for piece in pieces]),
        "base": np.array([piece.start / chart.games for piece in pieces]),
        "customdata": [_said(piece, chart) for piece in pieces],
        "hovertemplate": "%{customdata[1]}<extra></extra>",
        "marker": marker,
        **unfaded(),
    }


def _fill(piece: Piece) -> str:
    """Return a winner's colour, fainter where the other player was short of cards for a war."""
    if piece.outcome not in ("player_1", "player_2"):
        return DRAWN
    colour = PLAYER_1 if piece.outcome == "player_1" else PLAYER_2
    return colour if piece.reason is Reason.DECK_EMPTY else faded(colour, 0.72)


def _said(piece: Piece, chart: OutcomeBar) -> list[int | str]:
    """Return what a piece carries and says."""
    what = f"{NAMES[piece.outcome]}: {REASON_WORDS[piece.reason]}"
    return pointed_at(what, piece.games, share(piece.games, chart.games), piece.example)


def _brackets(chart: OutcomeBar, theme: Theme) -> list[dict[str, Any]]:
    found = chart.boundaries()
    if not found:
        return []
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "x": np.array([boundary.value for boundary in found]),
            "y": np.full(len(found), -0.35),
            "cliponaxis": False,
            "hoverinfo": "skip",
            "customdata": [[NOT_ONE]] * len(found),
            "marker": {"size": 1, "color": theme.ink},
            "error_x": {
                "type": "data",
                "symmetric": False,
                "array": np.array([boundary.high - boundary.value for boundary in found]),
                "arrayminus": np.array([boundary.value - boundary.low for boundary in found]),
                "color": theme.ink,
                "thickness": 1.3,
                "width": 5,
            },
            **unfaded(),
        }
    ]


def _foot(chart: OutcomeBar, theme: Theme) -> list[dict[str, Any]]:
    """Return the lines at the foot: what was never seen, and what brackets and faint parts mean."""
    lines = []
    if chart.unseen:
        names = " or ".join(NAMES[name] for name in chart.unseen)
        bound = percent(next(iter(chart.unseen.values())))
        lines.append((0.0, "left", 24, f"none seen: {names} ({bound})", theme.ink))
    winners = [piece for piece in chart.pieces if piece.outcome in ("player_1", "player_2")]
    if any(piece.reason is not Reason.DECK_EMPTY for piece in winners):
        lines.append((0.0, "left", 8, "fainter: too few cards for a war", theme.muted))
    if chart.boundaries():
        lines.append((1.0, "right", 8, "brackets: 95 % interval", theme.muted))
    return [
        {
            "xref": "paper",
            "yref": "paper",
            "x": x,
            "y": 0,
            "xanchor": anchor,
            "yanchor": "middle",
            "yshift": shift,
            "xshift": -2 if anchor == "left" else 2,
            "showarrow": False,
            "text": text,
            "font": {"size": 12, "color": colour},
        }
        for x, anchor, shift, text, colour in lines
    ]
