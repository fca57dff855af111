""""""

from dashboard.charts import library, packs, packs_graph, records
from dashboard.charts.chart import Behind, Chart, Drawing, NamedTable, Panel
from dashboard.charts.packs import Whole, whole_game
from dashboard.charts.style import (
    PLAYER_1, PLAYER_2, THEMES, Theme, ThemeName, outcome_colours, outcome_marker,
)
