"""One game as charts and tables."""

from dashboard.charts.game import chance, charts, decks
from dashboard.charts.game.chance import nobody_often
from dashboard.charts.game.charts import (
    aces_panel, chance_panel, finding, headline, holders_panel, rounds_table, sizes_panel, why,
)
from dashboard.charts.game.decks import Aces, DeckSizes, Holders, aces, deck_sizes, holders
