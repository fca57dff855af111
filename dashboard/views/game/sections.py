"""Parts of the Game page: what stands beside the board, in a frame, in files."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import pandas as pd
import streamlit as st

from dashboard import ui
from dashboard.cache import ChartData, Key, games, lines_to_send
from dashboard.charts import THEMES, Panel
from dashboard.charts.game import chance, charts, headline, why
from dashboard.components import LinkRow, Replay, board, rows
from dashboard.files import SHADES, Looks, footer, game_report, replay_page
from dashboard.urls import GameScreen
from engine.cards import STANDARD_PACK
from engine.game import Game
from engine.jobs import preparing
from engine.kernels import for_a_page
from engine.library import RECORD_KINDS, asked_by, saved_answer
from engine.numbers import count
from engine.rules import PLAYABLE, rules_name
from engine.simulation import TurningPoint
from engine.tables import csv, slug
from engine.wording import rules_of

COMPUTED: Final = "Counting: both hands are shuffled at a hundred rounds, 200 times each."
_USUAL_CARDS: Final = sorted(STANDARD_PACK.rank_of(card) for card in range(STANDARD_PACK.size))

# A game inside of another site's page: the replay, or one of its charts.


def sections_of(key: Key, game: Game) -> dict[str, str]:
    """Return the sections of a game that a page can show, by name, and what they are called."""
    sections = {"board": "The replay, round by round"}
    whole = games.chart_data(key)
    if whole is not None and game.rounds:
        sections["sizes"] = charts.HANDS
    if games.is_shown(game):
        sections["chance"] = charts.CHANCE
    return sections


def framed(screen: GameScreen, key: Key) -> None:
    """Draw the section of a game that the address asks for."""
    game, whole = games.played_decided(key), games.chart_data(key)
    replay = games.board_payload(key, screen.round)
    if game is None or whole is None or replay is None:
        missing = str(games.played_lost(key, screen.round) or "This game is still being played.")
        ui.embedded_section(ui.GAME, missing, "", lambda: None, ())
        return
    foot = footer.of_game(game, "")[:2]
    section = ui.embedded_name(sections_of(key, game))
    if section == "board":
        verdict, cause = ui.marked(headline(game, screen.rule_set)), ui.marked(why(game, screen.rule_set))
        ui.embedded_section(ui.GAME, verdict, cause, partial(draw_board, replay, screen.round), foot)
        return
    panel = charts.sizes_panel(whole.sizes, whole.title, whole.note)
    if section == "chance":
        points = games.line(key, game)
        if points is None:
            waits = str(games.chances_lost(key, game) or COMPUTED)
            ui.embedded_section(ui.GAME, charts.CHANCE, waits, lambda: None, foot)
            return
        panel = charts.chance_panel(game, points, games.turning_points(key, game))
    figure = panel.draw(THEMES[ui.theme()])
    draw = partial(ui.still_chart, figure, panel.name.replace("-", "_"), panel.title)
    ui.embedded_section(ui.GAME, panel.label, panel.title, draw, footer.of_picture(foot, figure, panel.words))


def draw_board(replay: Replay, shown: int, *, within: float = 0) -> None:
    """Draw the replay at a round; the page follows it. `within`: as for `board`."""
    jumps = ui.GAME.jumps()
    board(replay, key="board", goto=(shown, jumps), on_round_change=partial(_stepped, jumps), within=within)


def _stepped(jumps: int, number: int) -> None:
    """Follow the replay, which is already there, unless the page has chosen another round or game since."""
    if jumps == ui.GAME.jumps():
        ui.GAME.change(round=number, jump=False)


# What is said of a game that beats a record, with the line to send.


def records_beaten(screen: GameScreen, key: Key, game: Game) -> None:
    """Say which records a game beats; nothing where it beats none."""
    lines = lines_to_send(screen, key, game)
    if not lines:
        return
    for better in lines:
        kind = RECORD_KINDS[better.record.feat]
        figure, before = count(better.figure, kind.unit), f"{better.record.figure:,}"
        st.markdown(
            f"**This beats our record.** {kind.title} by {ui.rules_title(screen.rule_set)}: **{figure}**, "
            f"where {before} was the best we know. This is the line to send:"
        )
    st.code("\n".join(lines.values()), language=None, wrap_lines=True)
    st.page_link(ui.RECORDS.page, label=ui.pressable("The records"), icon=":material/open_in_new:")


# The Download menu of the Game page: its report, the replay as a page of its own, the rounds; its charts.


def draw_chart(screen: GameScreen, panel: Panel, on_click: Callable[[ui.Point], None] | None = None) -> None:
    """Draw a chart of the game on the table, with its buttons."""
    key = games.key_of(screen)
    game = games.played_decided(key)
    assert game
    foot = footer.of_game(game, ui.GAME.whole_address(), stream=stream_words(screen))
    ui.draw_alone(panel, file_stem(game, key, panel.name), foot, on_click=on_click)


def stream_words(screen: GameScreen) -> str:
    """Say which of the plays of a shuffling rule set it is."""
    return "" if screen.rules.deterministic else f"game {screen.game:,} of seed {screen.seed:,}"


def menu(screen: GameScreen, key: Key, game: Game) -> None:
    """Draw the menu for a game that has been played."""
    opened = ui.popover()
    if not opened.open:
        return
    whole, rounds = games.chart_data(key), games.rounds_of(key, screen.round)
    replay = games.board_payload(key, screen.round)
    if whole is None or rounds is None or replay is None:
        opened.markdown(ui.note("The rest is here when the game has been told round by round."))
        return
    stream, link = stream_words(screen), ui.GAME.whole_address()

    def report() -> bytes:
        panels = {file_stem(game, key, panel.name): panel for panel in _panels(key, game, whole, rounds)}
        return game_report(game, panels, link, stream=stream)

    def page() -> bytes:
        verdict, cause = headline(game, screen.rule_set), why(game, screen.rule_set)
        foot = footer.of_game(game, link, stream=stream)
        return replay_page(replay, verdict, (cause,), foot, saving_looks())

    for label, contents, ending, make in (
        ("Offline report (HTML, 5 MB)", "report", "html", report),
        ("Offline replay (HTML)", "replay", "html", page),
        (f"Rounds (CSV, {count(len(rounds), 'row')})", "rounds", "csv", partial(csv, rounds)),
    ):
        file, widget = f"{file_stem(game, key, contents)}.{ending}", f"{contents}_file"
        with opened:
            ui.in_menu(label, make, file, widget)


def _panels(key: Key, game: Game, whole: ChartData, rounds: pd.DataFrame) -> list[Panel]:
    """Return the charts of a game that are there, the rounds beside the deck sizes."""
    if not game.rounds:
        return []
    points = known_chances(key, game)
    known = [charts.chance_panel(game, points, games.turning_points(key, game))] if points is not None else []
    sizes = charts.sizes_panel(whole.sizes, whole.title, whole.note, rounds=rounds)
    return [sizes, *known, charts.aces_panel(whole.aces), charts.holders_panel(whole.holders)]


def known_chances(key: Key, game: Game) -> Sequence[chance.Point] | None:
    """Return the chance in the course of a game; None while it is not known, and where none is shown."""
    return games.line(key, game) if games.is_shown(game) else None


def file_stem(game: Game, key: Key, contents: str) -> str:
    """Return the name of a file of a game, without its ending."""
    return f"war-room-{contents}-{slug(rules_name(game.rules))}-{games.digest(key)}"


def saving_looks() -> Looks:
    """Return the shades of the page in both themes, for a page that stands alone."""
    return {
        theme: {shade: str(st.get_option(f"theme.{theme}.{_option(shade)}")) for shade in SHADES}
        for theme in THEMES
    }


def _option(shade: str) -> str:
    """Return the setting that holds a shade.

    >>> _option("blue-text-color")
    'blueTextColor'
    """
    first, *others = shade.split("-")
    return f"{first}{''.join(map(str.capitalize, others))}"


# Who would win if the game went on with shuffled hands: drawn when it is computed, never waited for.


def chance_to_win(screen: GameScreen, key: Key, game: Game | None) -> None:
    """Draw the chance in the course of a game, as far as it is computed, and the rounds that turned it."""
    if game is None or not games.is_shown(game):
        ui.finding(charts.CHANCE, "It is computed for games of up to 104 cards that have been played.")
        return
    points = games.line(key, game)
    lost = games.chances_lost(key, game)
    if lost is not None:
        ui.unanswered(lost, "chance")
    if points is None and lost is not None:
        return
    if points is None:
        ui.finding(charts.CHANCE, COMPUTED)
        with st.container(height=chance.HEIGHT, border=False):
            if preparing(for_a_page()) is not None:
                ui.poll(_preparing, ui.OFTEN)
        return
    turning_points = games.turning_points(key, game)
    draw_chart(screen, charts.chance_panel(game, points, turning_points, screen.round), open_round)
    if turning_points:
        _turning_points(screen, game, turning_points)


def usual_length(screen: GameScreen, game: Game) -> str:
    """Say how long half of all games take by these rules, if this one is of a usual pack and ends."""
    cards = sorted((*game.deal.deck_1, *game.deal.deck_2))
    if screen.rule_set not in PLAYABLE or game.cycle or cards != _USUAL_CARDS:
        return ""
    length = saved_answer(asked_by(screen.rule_set)["length"])
    if length.value is None:
        return ""
    half, games = length.value.value, "finished games" if length.endless else "all games"
    sort = "A long game: half" if game.rounds > 1.5 * half else "Half"
    if 1.5 * game.rounds < half:
        sort = "A short game: half"
    return f"{sort} of {games} end by round {half:,.0f}."


def _preparing() -> None:
    """Say how far the kernels are that reckon it."""
    if (so_far := preparing(for_a_page())) is not None:
        st.progress(so_far.share, text=so_far.text)


def open_round(point: ui.Point) -> None:
    """Jump to the round of the point that was clicked, from the end to the last."""
    game = games.played_decided(games.key_of(ui.GAME.current()))
    if game is not None:
        ui.GAME.change(round=max(1, min(int(point["x"]), game.rounds)))


def shared(screen: GameScreen, key: Key, game: Game) -> str:
    """Return what is told of a game in a chat, above its link."""
    whole, winner, rounds = games.chart_data(key), game.outcome.winner, count(game.rounds, "round")
    result = ui.unmarked(ui.marked(headline(game, screen.rule_set)))
    if winner:
        result = f"Player {winner} won after {rounds} of War."
    if whole and winner and " was down to " in whole.title:
        result = f"{whole.title.partition(' in round')[0]} and still won after {rounds} of War."
    return f"{result} Who wins your deal?\nWar Room, {rules_of(screen.rule_set)}"


def _turning_points(screen: GameScreen, game: Game, turning_points: Sequence[TurningPoint]) -> None:
    """Draw the rounds that turned a game, a row each, which leads there: all but that on the table."""
    table = []
    for turn in turning_points:
        query = ui.GAME.query(screen.changed(round=turn.round)) if turn.round != screen.round else None
        cells, course = chance.turning_point_cells(game, turn), chance.before_and_after(turn)
        table.append(LinkRow(str(turn.round), cells, query, course))

    def choose(number: str) -> None:
        ui.GAME.change(round=int(number))

    rows(chance.TURN, table, key="turns", label="Turning points", on_press=choose)
