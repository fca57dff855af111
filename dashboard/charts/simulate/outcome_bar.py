"""Who wins how often, in one bar: parts by winner and by reason, brackets where they meet."""

from functools import partial
from typing import Final

import numpy as np

from dashboard.charts.parts.bar_labels import bar_labels
from dashboard.charts.parts.drawing import Behind, Drawing
from dashboard.charts.parts.few import told
from dashboard.charts.parts.marks import brackets, carrying, label, unfaded
from dashboard.charts.parts.outcomes import outcome_marker, shares_said
from dashboard.charts.parts.panel import Panel, fitted, pointed_at
from dashboard.charts.parts.theme import Label, Mark, Theme, faded, tally_layout
from dashboard.charts.parts.written import percent
from engine.study import Study
from engine.study.coin import even
from engine.study.estimates import share
from engine.study.summary import Summary
from engine.study.tables.endings import OUTCOME_NAMES, OutcomeBar, Piece, outcome_bar, table
from engine.words.sentences import REASON_WORDS, count

HEIGHT: Final = 112
THICK: Final = 30
FOOT_MOST: Final = 56


def panel(study: Study, summary: Summary) -> Panel:
    """Return the panel of the outcomes."""
    chart = outcome_bar(study, summary)
    said = shares_said(chart.shares, even=even(summary.outcomes()))
    note = f"Share of all {count(summary.games, 'game')}."
    alt = f"Of {count(summary.games, 'game')}: {said}."
    return Panel("outcomes", _title(chart), note, alt, partial(figure, chart), partial(table, chart))


def _title(chart: OutcomeBar) -> str:
    """Say what the headline does not: how the winners won."""
    games = sum(piece.games for piece in chart.pieces if piece.won)
    short = sum(piece.games for piece in chart.pieces if piece.short_of_cards)
    if not games:
        return "No game has been won"
    shorts = share(short, games)
    wordings = "In {} of wins the loser is short for a war", "In {} of wins the loser runs short"
    return told(*wordings, share=shorts, what="how they win", of="wins")


def figure(chart: OutcomeBar, theme: Theme) -> Drawing:
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
    return Drawing([*bars, *_brackets(chart, theme)], drawn, Behind("part", [chart.games]))


def _bar(outcome: str, chart: OutcomeBar, theme: Theme) -> Mark:
    """Return the part of one outcome, a piece for every reason; fainter ones say that a war was too dear."""
    pieces = [piece for piece in chart.pieces if piece.outcome == outcome]
    marker = outcome_marker(outcome, theme)
    if "pattern" not in marker:
        fill = marker["color"]
        marker["color"] = [faded(fill, 0.72) if piece.short_of_cards else fill for piece in pieces]
    return {
        "type": "bar",
        "orientation": "h",
        "y": np.full(len(pieces), 0.5),
        "width": 1,
        "x": np.array([piece.games / chart.games for piece in pieces]),
        "base": np.array([piece.start / chart.games for piece in pieces]),
        "marker": marker,
        **carrying([_said(piece, chart) for piece in pieces], "%{customdata[1]}"),
    }


def _said(piece: Piece, chart: OutcomeBar) -> list[int | str]:
    """Return what a piece carries and says."""
    name = f"{OUTCOME_NAMES[piece.outcome]}: {REASON_WORDS[piece.reason]}"
    return pointed_at(name, piece.games, share(piece.games, chart.games), piece.example)


def _brackets(chart: OutcomeBar, theme: Theme) -> list[Mark]:
    boundaries = chart.boundaries()
    if not boundaries:
        return []
    drawn = brackets(boundaries, [-0.35] * len(boundaries), theme) | unfaded()
    return [drawn | {"cliponaxis": False, "marker": {"size": 1, "color": theme.ink}}]


def _foot(chart: OutcomeBar, theme: Theme) -> list[Label]:
    """Return the lines at the foot: what was never seen, and what brackets and faint parts mean."""
    left = {"x": 0.0, "xanchor": "left", "xshift": -2}
    right = {"x": 1.0, "xanchor": "right", "xshift": 2}
    lines = []
    if chart.unseen:
        names = " or ".join(OUTCOME_NAMES[name] for name in chart.unseen)
        bound = percent(next(iter(chart.unseen.values())))
        unseen = fitted(f"none seen: {names} ({bound})", f"nothing else seen ({bound})", most=FOOT_MOST)
        lines.append(label(unseen, theme.ink, yshift=24, **left))
    if any(piece.short_of_cards for piece in chart.pieces):
        lines.append(label("fainter: too few cards for a war", theme.muted, yshift=8, **left))
    if chart.boundaries():
        lines.append(label("brackets: 95 % interval", theme.muted, yshift=8, **right))
    return [line | {"xref": "paper", "yref": "paper", "y": 0, "yanchor": "middle"} for line in lines]
