"""What the deal decides."""

from functools import partial
from math import ceil, floor
from typing import Final

import numpy as np

from dashboard.charts.chart import ENOUGH, Panel, all_decided, fitted, is_precise, of_decided, told, too_few
from dashboard.charts.simulate.outcomes import win_share_figure
from engine.numbers import percent
from engine.simulation import Study
from engine.simulation.estimates import share
from engine.simulation.tallies import WON, Summary
from engine.tables.bars import expected_games
from engine.tables.outcomes import (
    BEST,
    COURT,
    WinShare,
    above,
    aces,
    best_card,
    dealt_table,
    halved,
    kinds,
    mean_strength,
    signed_points,
    strength,
)

# Who wins, by how many of the best cards player 1 is dealt.

MOST_NAMED: Final = 8


def aces_panel(study: Study, summary: Summary) -> Panel:
    """Return the panel of the win share by aces."""
    chart = aces(study, summary)
    title = _aces_title(
        chart, best_card(study.pack, study.rules.order), study.pack.copies, WON.nouns(summary)
    )
    if not all_decided(summary):
        first, told, rest = title.partition(" %,")
        wholes = (f"{first} % of decided games,{rest}", f"{first} % of decided,{rest}")
        title = fitted(*wholes, f"{first} % of decided games") if told else title
    note = of_decided(summary, "Whiskers: 95 %.")
    copies = range(study.pack.copies + 1)
    step = -(-len(copies) // MOST_NAMED)
    named = {float(number): str(number) for number in copies[::step]}
    draw = partial(win_share_figure, chart, reach=(-0.4, study.pack.copies + 0.4), named=named)
    alt = f"{title}: player 1’s share. {note}"
    return Panel("aces", title, note, alt, draw, partial(dealt_table, chart, BEST))


def _aces_title(chart: WinShare, best: str, copies: int, games: str) -> str:
    if not chart.games:
        return "No game has been won yet"
    known = [
        (name, share) for name, share in zip(chart.names, chart.shares, strict=True) if is_precise(share)
    ]
    if len(known) < 2:
        return too_few(
            f"{best}s’ worth", f"{ENOUGH} {'of each kind' if games == 'games' else 'each'}", of=games
        )
    (few, low), (many, high) = known[0], known[-1]
    if copies == 1:
        with_it = f"The {best} wins" if best in COURT.values() else f"Card {best} wins"
        return f"{with_it} {percent(high, 0)}, without it {percent(low, 0)}"
    few = few.removesuffix(f" {best}s").removesuffix(f" {best}") if few != f"no {best}s" else "none"
    verb = "wins" if many == f"one {best}" else "win"
    return fitted(
        f"{many.capitalize()} {verb} {percent(high, 0)}, {few} {percent(low, 0)}",
        f"Most {best}s win {percent(high, 0)}, fewest {percent(low, 0)}",
    )


# Who wins, by how strong a deck player 1 is dealt.


def strength_panel(study: Study, summary: Summary) -> Panel:
    """Return the panel of the win share by strength."""
    chart = strength(study, summary)
    title = _strength_title(study, summary)
    counted = f"Points: 0 to {study.pack.ranks - 1} a card."
    note = of_decided(summary, counted)
    wide, most = kinds(study, expected_games(study, summary))
    reach = (most + 0.6) * wide
    named = {
        float(step * wide): signed_points(step * wide) for step in range(-most, most + 1, max(1, most // 3))
    }
    alt = f"{title}. Player 1’s share by the strength dealt. {note}"
    draw = partial(win_share_figure, chart, reach=(-reach, reach), named=named)
    return Panel("strength", title, note, alt, draw, partial(dealt_table, chart, above(study)))


def _strength_title(study: Study, summary: Summary) -> str:
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
