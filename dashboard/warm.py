"""What the first visitor would otherwise wait for, done before serving."""

from dashboard.charts import deck_sizes
from dashboard.charts.theme import THEMES
from dashboard.game import played
from dashboard.game.famous import OPENING
from engine import kernels
from engine.runs import runs


def up() -> None:
    """Compile or load the kernels, play the opening game and draw its charts once.

    Most of the latter is importing what draws them. The kernels take some fifteen seconds once per
    installation, then half a second.
    """
    kernels.warm()
    runs().warm()
    key = played.key_of(OPENING.screen)
    played.under_every_preset(key)
    played.board_payload(key)
    for name, theme in THEMES.items():
        deck_sizes.figure(played.sizes_chart(key), theme, shown=OPENING.round).to_json()
        played.holders_figure(key, name)
