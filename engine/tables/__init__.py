"""Tables of charts and of games, with pandas."""

from engine.tables import files
from engine.tables.bars import (
    NOT_ONE, POINTS, BarAxis, Depth, Fan, Histogram, Survival, Unit, all_end, estimate_columns, nice_up,
    one_game,
)
from engine.tables.charts import ChartValues, Tables, compared_charts, study_charts, tables_of
from engine.tables.comparisons import (
    LEVELS, MEDIAN, Changes, CompareLengths, CompareShares, CompareSurvival, Flow, LengthAxis, LengthStrips,
    Of, Pair, Paired, Pairing, Row, Rows, Segment, Spread, SweepChart, compare_shares, counted_exactly,
    rows_of,
)
from engine.tables.files import (
    csv, file_stem, games_file, games_table, games_trouble, slug, tables_zip, tallies_parquet, tallies_table,
    versions,
)
from engine.tables.outcomes import (
    OUTCOME_NAMES, PARITIES, OutcomeBar, Parity, Tossed, WinShare, best_card, outcome_bar, signed_points,
)
