"""Who wins, by how strong a deck player 1 is dealt."""

from functools import partial
from math import ceil, floor

import numpy as np

from dashboard.charts.parts.few import told
from dashboard.charts.parts.panel import Panel, of_decided
from dashboard.charts.simulate.win_share import figure
from engine.study import Study
from engine.study.estimates import share
from engine.study.summary import WON, Summary
from engine.study.tables.bars import expected_games
from engine.study.tables.dealt import (
    above,
    halved,
    kinds,
    mean_strength,
    signed_points,
    strength,
    table,
)


def panel(study: Study, summary: Summary) -> Panel:
    """Return the panel of the win share by strength."""
    chart = strength(study, summary)
    title = _title(study, summary)
    counted = f"Points: 0 to {study.pack.ranks - 1} a card."
    note = of_decided(summary, counted)
    wide, most = kinds(study, expected_games(study, summary))
    reach = (most + 0.6) * wide
    named = {
        float(step * wide): signed_points(step * wide) for step in range(-most, most + 1, max(1, most // 3))
    }
    alt = f"{title}. Player 1’s share by the strength dealt. {note}"
    draw = partial(figure, chart, reach=(-reach, reach), named=named)
    return Panel("strength", title, note, alt, draw, partial(table, chart, above(study)))


def _title(study: Study, summary: Summary) -> str:
    """Say how often the stronger deck wins; if hands differ, what a good one is worth."""
    even = mean_strength(study)
    weaker, stronger = slice(0, ceil(even)), slice(floor(even) + 1, None)
    tally = summary.strength
    whole = WON.nouns(summary)
    if not halved(study):
        wins, games = int(tally[0, stronger].sum()), int(np.sum(tally[:2, stronger]))
        if not games:
            return "No game has been won yet"
        better = f"A hand above the mean wins {{}} of {whole}", f"A good hand wins {{}} of {whole}"
        return told(*better, share=share(wins, games), what="who wins", of=whole)
    wins = int(tally[0, stronger].sum() + tally[1, weaker].sum())
    games = int(np.sum(tally[:2, stronger]) + np.sum(tally[:2, weaker]))
    if not games:
        return "No game has been won yet"
    return told(
        f"The stronger deck wins {{}} of {whole}", share=share(wins, games), what="who wins", of=whole
    )
