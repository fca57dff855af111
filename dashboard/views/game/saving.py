"""The Download menu of the Game page: pictures of its charts, the replay as a page of its own, the rounds."""

from functools import partial
from typing import Final

import pandas as pd
import streamlit as st

from dashboard.address.screens import GameScreen, View
from dashboard.asking import chances, played
from dashboard.asking.telling import Key
from dashboard.charts.game.panels import chance_panel, holders_panel, sizes_panel
from dashboard.charts.parts.panel import Panel
from dashboard.charts.parts.theme import THEMES, ThemeName
from dashboard.components.chart_image.mount import Saved, chart_image
from dashboard.exports import footer
from dashboard.exports.document import Looks
from dashboard.exports.game_report import game_report
from dashboard.exports.replay import SHADES, replay_page
from dashboard.shell.desk import GAME
from dashboard.shell.downloads import popover
from dashboard.shell.marks import note
from engine.game import Game
from engine.rules import rules_name
from engine.study.tables.files import csv, slug
from engine.words.sentences import because, count, verdict

_THEMES: Final[tuple[ThemeName, ...]] = ("light", "dark")


_CHARTS: Final = {
    "deck-sizes": ("sizes_chart", "Deck sizes"),
    "chance": ("chance_chart", "Chance to win"),
    "holders": ("holders", "Who holds what"),
}
"""Of each chart, by its panel's name, its key on the page and what it is called."""


def menu(screen: GameScreen, key: Key, game: Game) -> None:
    """Draw the menu for a game that has been played."""
    opened = popover()
    if not opened.open:
        return
    chosen = "" if screen.rules.deterministic else f"game {screen.game:,} of seed {screen.seed:,}"
    foot = footer.of_game(game, GAME.whole_address(), stream=chosen)
    with opened:
        for panel in _panels(key, game):
            chart, name = _CHARTS[panel.name]
            if panel.name == "holders" and screen.view is not View.HOLDERS:
                continue  # a picture is of what stands on the page
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f":small[{name}]")
                with st.container(width="content"):
                    under = footer.of_picture(foot, panel.draw(THEMES["light"]), panel.words)
                    saved = Saved(file_stem(game, key, panel.name), under)
                    chart_image(chart, saved, panel.title, panel.note)
        _files(screen, key, game, chosen)


def _files(screen: GameScreen, key: Key, game: Game, stream: str) -> None:
    foot = footer.of_game(game, GAME.whole_address(), stream=stream)
    replay, table = played.board_payload(key, screen.round), played.rounds_of(key, screen.round)
    if replay is None or table is None:
        st.markdown(note("The rest is here when the game has been told round by round."))
        return
    page = partial(replay_page, replay, verdict(game), (because(game),), foot, looks())
    told = partial(_report, key, game, table, stream)
    for label, contents, ending, make in (
        ("Report that opens offline (HTML, 5 MB)", "report", "html", told),
        ("Replay that opens offline (HTML)", "replay", "html", page),
        (f"Rounds (CSV, {count(len(table), 'row')})", "rounds", "csv", partial(csv, table)),
    ):
        file = f"{file_stem(game, key, contents)}.{ending}"
        st.download_button(label, make, file, key=f"{contents}_file", on_click="ignore", width="stretch")


def _report(key: Key, game: Game, rounds: pd.DataFrame, stream: str) -> bytes:
    panels = _panels(key, game, rounds)
    images = [file_stem(game, key, panel.name) for panel in panels]
    return game_report(game, panels, images, GAME.whole_address(), stream=stream)


def _panels(key: Key, game: Game, rounds: pd.DataFrame | None = None) -> list[Panel]:
    """Return the charts of a game that are there, the rounds beside the deck sizes."""
    panels = []
    told = played.told(key)
    if told is not None and told.sizes.played:
        panels.append(sizes_panel(told.sizes, told.title, told.note, rounds))
    points = chances.line(key, game) if chances.is_shown(game) else None
    if points is not None:
        panels.append(chance_panel(game, points, chances.turns(key, game)))
    if told is not None and told.sizes.played:
        panels.append(holders_panel(told.holders))
    return panels


def file_stem(game: Game, key: Key, contents: str) -> str:
    """Return the name of a file of a game, without its ending."""
    return f"war-room-{contents}-{slug(rules_name(game.rules))}-{played.digest(key)}"


def looks() -> Looks:
    """Return the shades of the page in both themes, for a page that stands alone."""
    return {
        theme: {shade: str(st.get_option(_option(theme, shade))) for shade in SHADES} for theme in _THEMES
    }


def _option(theme: ThemeName, shade: str) -> str:
    """Return the setting that holds a shade.

    >>> _option("dark", "blue-text-color")
    'theme.dark.blueTextColor'
    """
    first, *others = shade.split("-")
    return f"theme.{theme}.{first}{''.join(map(str.capitalize, others))}"
