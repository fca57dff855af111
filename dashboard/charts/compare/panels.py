"""The panels of the Compare page, in page order."""

from dashboard.charts.compare import changes, flows, pairing, sweep
from dashboard.charts.compare import lengths as compare_lengths
from dashboard.charts.compare import shares as compare_shares
from dashboard.charts.compare import strips as length_strips
from dashboard.charts.compare import survival as compare_survival
from dashboard.charts.parts.panel import Panel
from engine.study.comparison import Comparison
from engine.study.pairs import Compared
from engine.study.sweep import Sweep
from engine.study.tables.compared.rows import Rows, rows_of
from engine.study.tables.compared.sweep import rows_of_sweep
from engine.study.tables.going import Unit


def compare_panels(
    comparison: Comparison, compared: Compared, names: tuple[str, ...], *, unit: Unit = "rounds"
) -> tuple[Panel, ...]:
    """Return the panels of a comparison; the first two stand side by side and share their rows.

    names: each rule set's preset name or code; unit: what lengths are counted in. The second entry of a
    point's customdata is the place of the rule set by which the game in the first is to be opened.
    """
    rows = rows_of(names)
    return (
        compare_shares.panel(comparison, compared, rows),
        compare_lengths.panel(compared, rows, unit=unit).counted_in(unit),
        *_pairs(comparison, compared, rows, unit=unit),
        *(flows.panel(compared, rows, 0, place) for place in range(1, len(rows))),
    )


def sweep_panels(swept: Sweep, compared: Compared, *, unit: Unit = "rounds") -> tuple[Panel, ...]:
    """Return the panels of a sweep; the first takes a whole row."""
    rows = rows_of_sweep(swept)
    return (
        sweep.panel(swept, compared, unit=unit).counted_in(unit),
        *_pairs(swept.comparison, compared, rows, base=swept.base, unit=unit),
    )


def _pairs(
    comparison: Comparison, compared: Compared, rows: Rows, *, base: int = 0, unit: Unit
) -> tuple[Panel, ...]:
    return (
        changes.panel(compared, rows),
        compare_survival.panel(compared, rows, unit=unit).counted_in(unit),
        length_strips.panel(comparison, compared, rows, unit=unit).counted_in(unit),
        pairing.panel(compared, rows, "wins", base=base),
        pairing.panel(compared, rows, "lengths", base=base, unit=unit).counted_in(unit),
    )
