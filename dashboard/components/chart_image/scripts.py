"""The scripts that make a picture of a chart and save it: for the page's buttons and for the report."""

from typing import Final

from dashboard.components import text_of

PICTURE: Final = text_of("chart_image/picture.js", "chart_image/save.js")
"""Plain functions, without imports and exports: they are put before whatever uses them."""
