"""The tallies of one study as charts."""

from dashboard.charts.simulate.charts import headline, simulate_charts, simulate_panels
from dashboard.charts.simulate.outcomes import decided_panel
