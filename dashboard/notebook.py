"""The dashboard's figures in a notebook: of one result all its charts, by name.

>>> from dashboard import figures
>>> from engine.notebook import play
>>> list(figures(play("AKQ/KQJ", "codingame")))
['deck-sizes', 'aces', 'holders']
>>> from engine.notebook import compare, simulate
>>> one, two = simulate("codingame", 30, pack="4x2"), compare("codingame", "jouets", games=30, pack="4x2")
>>> figures(one, unit="plays")["lengths"].layout.xaxis.title.text
'plays'
>>> figures(two, unit="battles")["still-going"].layout.xaxis.title.text
'battles'
"""

from collections.abc import Iterable
from typing import Final

import plotly.graph_objects as go

from dashboard.charts import THEMES, Panel, Theme, ThemeName, game
from dashboard.charts.compare import compare_panels
from dashboard.charts.simulate import simulate_panels
from dashboard.components import still_figure, without_clicks
from engine.game import Game
from engine.kernels import Course
from engine.notebook import ChanceToWin, ComparedRules, Simulated
from engine.tables import Unit

Result = Game | ChanceToWin | Simulated | ComparedRules

ABOVE: Final = 72


def figures(result: Result, *, theme: ThemeName = "light", unit: Unit = "rounds") -> dict[str, go.Figure]:
    """Return the charts that a page draws of a result, in page order, each with its finding above it.

    `unit` is what lengths of many games are counted in. Raises `ValueError` for one game with random
    pick-ups: only `chance` knows from which seed these were drawn.
    """
    shades = THEMES[theme]
    if isinstance(result, Simulated):
        return _drawn(simulate_panels(result.study, result.summary, unit=unit), shades)
    if isinstance(result, ComparedRules):
        return _drawn(compare_panels(result.comparison, result.compared, result.names, unit=unit), shades)
    if isinstance(result, ChanceToWin):
        standing = game.chance_panel(result.course.game, result.points, result.turns)
        return _drawn([*_of_game(result.course), standing], shades)
    if not result.rules.deterministic:
        raise ValueError("these pick-ups are random: ask chance(deal, rules, seed=..., number=...) instead")
    return _drawn(_of_game(Course(result)), shades)


def _of_game(course: Course) -> list[Panel]:
    sizes = game.sizes_panel(game.deck_sizes(course), *game.finding(course))
    return [sizes, game.aces_panel(game.aces(course)), game.holders_panel(game.holders(course))]


def _drawn(panels: Iterable[Panel], shades: Theme) -> dict[str, go.Figure]:
    return {panel.name: _titled(panel.draw(shades), panel.title, panel.note, shades) for panel in panels}


def _titled(figure: go.Figure, title: str, note: str, shades: Theme) -> go.Figure:
    """Return a figure of its own, on the page's ground, with the words above it that a page writes there."""
    titled = go.Figure(still_figure(figure))
    drawn = titled.layout
    words = {"text": title, "subtitle": {"text": without_clicks(note), "font": {"color": shades.muted}}}
    place = {"x": 0, "xref": "paper", "y": 1, "yref": "container", "yanchor": "top", "pad": {"t": 16}}
    titled.update_layout(
        title=words | place,
        margin_t=drawn.margin.t + ABOVE,
        height=drawn.height + ABOVE,
        paper_bgcolor=shades.paper,
    )
    return titled
