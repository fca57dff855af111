"""Several rule sets on the same deals as charts and tables."""

from dashboard.charts.compare import charts
from dashboard.charts.compare.charts import compare_panels
