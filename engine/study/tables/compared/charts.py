"""The tables of the charts of a comparison, a table a chart, as the Compare page shows and downloads them."""

from engine.study.comparison import Comparison
from engine.study.pairs import Compared
from engine.study.sweep import Sweep
from engine.study.tables.compared import changes, flows, lengths, pairing, shares, strips, survival, sweep
from engine.study.tables.compared.rows import Rows, rows_of
from engine.study.tables.going import Unit
from engine.study.tables.simulated import ChartTable


def compared_tables(
    comparison: Comparison, compared: Compared, names: tuple[str, ...], *, unit: Unit = "rounds"
) -> tuple[ChartTable, ...]:
    """Return the table of each chart of a comparison, in page order.

    names: each rule set's preset name or code; unit: what lengths are counted in.
    """
    rows = rows_of(names)
    others = [flows.flow(compared, rows, 0, place) for place in range(1, len(rows))]
    return (
        ChartTable(shares.NAME, shares.table(shares.compare_shares(compared, rows))),
        ChartTable(lengths.NAME, lengths.table(lengths.compare_lengths(compared, rows, unit=unit))),
        *_of_pairs(comparison, compared, rows, unit=unit),
        *(ChartTable(chart.name, flows.table(chart)) for chart in others),
    )


def swept_tables(swept: Sweep, compared: Compared, *, unit: Unit = "rounds") -> tuple[ChartTable, ...]:
    """Return the table of each chart of a sweep, in page order."""
    rows = sweep.rows_of_sweep(swept)
    chart = sweep.sweep_chart(swept, compared, unit=unit)
    pairs = _of_pairs(swept.comparison, compared, rows, base=swept.base, unit=unit)
    return (ChartTable(sweep.NAME, sweep.table(swept, chart)), *pairs)


def _of_pairs(
    comparison: Comparison, compared: Compared, rows: Rows, *, base: int = 0, unit: Unit
) -> tuple[ChartTable, ...]:
    wins = pairing.pairing(compared, rows, "wins", base=base)
    lasting = pairing.pairing(compared, rows, "lengths", base=base, unit=unit)
    return (
        ChartTable(changes.NAME, changes.table(changes.changes(compared, rows))),
        ChartTable(survival.NAME, survival.table(survival.compare_survival(compared, rows, unit=unit))),
        ChartTable(strips.NAME, strips.table(strips.length_strips(comparison, compared, rows, unit=unit))),
        *(ChartTable(chart.name, pairing.table(chart)) for chart in (wins, lasting)),
    )
