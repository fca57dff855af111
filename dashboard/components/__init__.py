"""Parts that are drawn in the browser: Python, JavaScript, CSS."""

from dashboard.components.boards import SCRIPT, Replay, board, payload, still
from dashboard.components.chart_image import KINDS, PICTURE, Saved, chart_image, still_figure, without_clicks
from dashboard.components.link_lists import Link, LinkRow, Links, lists, rows, switch
from dashboard.components.window import (
    COOKIE, Width, copy_button, copy_link, is_embedded, print_button, text_of, watch_window, width,
)
