"""The script of Streamlit's that draws charts: to load it early, its name has to be known."""

from functools import cache
from pathlib import Path
from typing import Final

import streamlit

SCRIPTS: Final = Path(streamlit.__file__).parent / "static" / "static" / "js"


@cache
def chart_script() -> str:
    """Return the file name of the script that draws charts, empty if Streamlit has it elsewhere."""
    return next((path.name for path in SCRIPTS.glob("PlotlyChart.*.js")), "")
