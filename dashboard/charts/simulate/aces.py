"""Who wins, by how many of the best cards player 1 is dealt."""

from functools import partial
from typing import Final

from dashboard.charts.parts.few import ENOUGH, all_decided, sure, too_few
from dashboard.charts.parts.panel import Panel, fitted, of_decided
from dashboard.charts.parts.written import percent
from dashboard.charts.simulate.win_share import figure
from engine.study import Study
from engine.study.summary import WON, Summary
from engine.study.tables.dealt import BEST, COURT, WinShare, aces, best_card, table

MOST_NAMED: Final = 8


def panel(study: Study, summary: Summary) -> Panel:
    """Return the panel of the win share by aces."""
    chart = aces(study, summary)
    title = _title(chart, best_card(study.pack, study.rules.order), study.pack.copies, WON.nouns(summary))
    if not all_decided(summary):
        first, told, rest = title.partition(" %,")
        wholes = (f"{first} % of decided games,{rest}", f"{first} % of decided,{rest}")
        title = fitted(*wholes, f"{first} % of decided games") if told else title
    note = of_decided(summary, "Whiskers: 95 %.")
    copies = range(study.pack.copies + 1)
    step = -(-len(copies) // MOST_NAMED)
    named = {float(number): str(number) for number in copies[::step]}
    draw = partial(figure, chart, reach=(-0.4, study.pack.copies + 0.4), named=named)
    alt = f"{title}: player 1’s share. {note}"
    return Panel("aces", title, note, alt, draw, partial(table, chart, BEST))


def _title(chart: WinShare, best: str, copies: int, games: str) -> str:
    if not chart.games:
        return "No game has been won yet"
    known = [(name, share) for name, share in zip(chart.names, chart.shares, strict=True) if sure(share)]
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
