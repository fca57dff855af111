"""What the first visitor would otherwise wait for, done before serving."""

from dashboard import played
from dashboard.charts import deck_sizes
from dashboard.charts.theme import THEMES
from dashboard.famous import OPENING


def up() -> None:
    """Play the opening game and draw its charts once: most of it is importing what draws them."""
    key = played.key_of(OPENING.screen)
    played.under_every_preset(key)
    played.board_payload(key)
    for name, theme in THEMES.items():
        deck_sizes.figure(played.sizes_chart(key), theme, shown=OPENING.round).to_json()
        played.holders_figure(key, name)
