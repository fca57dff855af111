"""Parts of the Game page: what stands beside the board, in a frame, in files."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import pandas as pd
import streamlit as st

from dashboard.cache import games
from dashboard.cache.answers import lines_to_send
from dashboard.cache.tasks import Key
from dashboard.charts.chart import Drawing, Panel
from dashboard.charts.game import chance, decks
from dashboard.charts.game.charts import (
    CHANCE,
    HANDS,
    aces_panel,
    chance_panel,
    headline,
    holders_panel,
    sizes_panel,
    why,
)
from dashboard.charts.style import THEMES, ThemeName
from dashboard.components.board import board
from dashboard.components.chart_image import Saved
from dashboard.components.lists import LinkRow, rows
from dashboard.files import footer
from dashboard.files.game_reports import SHADES, game_report, replay_page
from dashboard.files.report import Looks
from dashboard.ui.charts import Point, draw, embedded_name, embedded_part, finding, popover, still_chart
from dashboard.ui.frame import table, theme, unanswered
from dashboard.ui.marks import begin, marked, note, pressable, rules_title, unmarked
from dashboard.ui.state import GAME, RECORDS
from dashboard.ui.streamlit_fixes.polling import OFTEN, poll
from dashboard.urls.links import to_query
from dashboard.urls.screens import GameScreen
from engine.cards import STANDARD_PACK
from engine.game import Game
from engine.jobs.compile_ahead import compile_progress
from engine.kernels import for_a_page
from engine.library import asked_by, saved_answer
from engine.library.records import RECORD_KINDS, Beaten
from engine.numbers import count
from engine.rules import PLAYABLE, Order, rules_name
from engine.simulation.win_chance import Turn
from engine.tables.files import csv, slug
from engine.wording.sentences import cards_in_words, rules_of

COMPUTED: Final = "Counting: both hands are shuffled at a hundred rounds, 200 times each."
"""Stands where the chance will."""
_USUAL_CARDS: Final = sorted(STANDARD_PACK.rank_of(card) for card in range(STANDARD_PACK.size))

# A game inside of another site's page: the replay, or one of its charts.


def parts_of(key: Key, game: Game) -> dict[str, str]:
    """Return the parts of a game that a page can show, by name, and what they are called."""
    parts = {"board": "The replay, round by round"}
    told = games.chart_data(key)
    if told is not None and told.sizes.played:
        parts["sizes"] = HANDS
    if games.is_shown(game):
        parts["chance"] = CHANCE
    return parts


def _standing(key: Key, game: Game) -> tuple[str, str]:
    """Return title and note of the chance to win, or that it is still to come."""
    points = games.line(key, game)
    if points is None:
        return "", str(games.chances_lost(key, game) or COMPUTED)
    return chance.finding(game, points, games.turns(key, game))


def framed(screen: GameScreen, key: Key) -> None:
    """Draw the part of a game that the address asks for."""
    game, told = games.played_decided(key), games.chart_data(key)
    replay = games.board_payload(key, screen.round)
    if game is None or told is None or replay is None:
        missing = str(games.played_lost(key, screen.round) or "This game is still being played.")
        embedded_part(GAME, missing, "", lambda: None, ())
        return
    foot = footer.of_game(game, "")[:2]
    shown = embedded_name(parts_of(key, game))
    look = THEMES[theme()]
    if shown == "board":
        jumps = GAME.jumps()
        follow = partial(stepped, jumps)
        draw = partial(board, replay, key="board", goto=(screen.round, jumps), on_round_change=follow)
        embedded_part(
            GAME, marked(headline(game, screen.rule_set)), marked(why(game, screen.rule_set)), draw, foot
        )
    elif shown == "sizes":
        figure = decks.deck_sizes_figure(told.sizes, look)
        embedded_part(GAME, HANDS, told.title, partial(still_chart, figure, "deck_sizes", told.title), foot)
    else:
        title, about = _standing(key, game)
        points = games.line(key, game)
        if points is None:
            embedded_part(GAME, CHANCE, about, lambda: None, foot)
            return
        figure = chance.figure(points, games.turns(key, game) or (), look)
        under = footer.of_picture(foot, figure, f"{title} {about}")
        embedded_part(GAME, CHANCE, title, partial(still_chart, figure, "chance", title), under)


def stepped(jumps: int, number: int) -> None:
    """Follow the replay, which is already there, unless the page has chosen another round or game since."""
    if jumps == GAME.jumps():
        GAME.change(round=number, jump=False)


# What is said of a game that beats a record, with the line to send.


def records_beaten(screen: GameScreen, key: Key, game: Game) -> None:
    """Say which records a game beats; nothing where it beats none."""
    lines = lines_to_send(screen, key, game)
    if not lines:
        return
    for better in lines:
        st.markdown(beats(better, screen.rule_set))
    st.code("\n".join(lines.values()), language=None, wrap_lines=True)
    st.page_link(RECORDS.page, label=pressable("The records"), icon=":material/open_in_new:")


def beats(better: Beaten, rule_set: str) -> str:
    """Say one record that is beaten, as Markdown of our own."""
    feat = RECORD_KINDS[better.record.feat]
    figure, before = count(better.figure, feat.unit), f"{better.record.figure:,}"
    return (
        f"**This beats our record.** {feat.title} by {rules_title(rule_set)}: **{figure}**, "
        f"where {before} was the best we know. This is the line to send:"
    )


# The Download menu of the Game page: its report, the replay as a page of its own, the rounds; its charts.

_THEMES: Final[tuple[ThemeName, ...]] = ("light", "dark")


def menu(screen: GameScreen, key: Key, game: Game) -> None:
    """Draw the menu for a game that has been played."""
    opened = popover()
    if opened.open:
        with opened:
            _files(screen, key, game)


def draw_chart(
    screen: GameScreen, panel: Panel, figure: Drawing, on_click: Callable[[Point], None] | None = None
) -> None:
    """Draw a chart of the game on the table, with its buttons."""
    key = games.key_of(screen)
    game = games.played_decided(key)
    assert game

    def saved() -> Saved:
        foot = footer.of_game(game, GAME.whole_address(), stream=_stream(screen))
        return Saved(file_stem(game, key, panel.name), footer.of_picture(foot, figure, panel.words))

    draw(panel, figure, saved=saved, on_click=on_click)


def _stream(screen: GameScreen) -> str:
    """Say which of the plays of a shuffling rule set it is."""
    return "" if screen.rules.deterministic else f"game {screen.game:,} of seed {screen.seed:,}"


def _files(screen: GameScreen, key: Key, game: Game) -> None:
    stream = _stream(screen)
    foot = footer.of_game(game, GAME.whole_address(), stream=stream)
    replay, table = games.board_payload(key, screen.round), games.rounds_of(key, screen.round)
    if replay is None or table is None:
        st.markdown(note("The rest is here when the game has been told round by round."))
        return
    page = partial(
        replay_page,
        replay,
        headline(game, screen.rule_set),
        (why(game, screen.rule_set),),
        foot,
        saving_looks(),
    )
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
    told = games.chart_data(key)
    if told is not None and told.sizes.played:
        panels.append(sizes_panel(told.sizes, told.title, told.note, rounds))
    points = games.line(key, game) if games.is_shown(game) else None
    if points is not None:
        panels.append(chance_panel(game, points, games.turns(key, game)))
    if told is not None and told.sizes.played:
        panels += [aces_panel(told.aces), holders_panel(told.holders)]
    return panels


def file_stem(game: Game, key: Key, contents: str) -> str:
    """Return the name of a file of a game, without its ending."""
    return f"war-room-{contents}-{slug(rules_name(game.rules))}-{games.digest(key)}"


def saving_looks() -> Looks:
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


# Who would win if the game went on with shuffled hands: drawn when it is computed, never waited for.


def chance_to_win(screen: GameScreen, key: Key, game: Game | None) -> None:
    """Draw the chance in the course of a game, as far as it is computed, and the rounds that turned it."""
    if game is None or not games.is_shown(game):
        finding(CHANCE, "It is computed for games of up to 104 cards that have been played.")
        return
    points = games.line(key, game)
    lost = games.chances_lost(key, game)
    if lost is not None:
        unanswered(lost, "chance")
    if points is None and lost is not None:
        return
    if points is None:
        finding(CHANCE, COMPUTED)
        with st.container(height=chance.HEIGHT, border=False):
            if compile_progress(for_a_page()) is not None:
                poll(_preparing, OFTEN)
        return
    turns = games.turns(key, game)
    figure = chance.figure(points, turns or (), THEMES[theme()], shown=screen.round)
    draw_chart(screen, chance_panel(game, points, turns), figure, _clicked)
    if turns:
        _turning_points(screen, game, turns)


def usual_length(screen: GameScreen, game: Game) -> str:
    """Say how long half of all games take by these rules, if this one is of a usual pack and ends."""
    cards = sorted((*game.deal.deck_1, *game.deal.deck_2))
    if screen.rule_set not in PLAYABLE or game.cycle or cards != _USUAL_CARDS:
        return ""
    length = saved_answer(asked_by(screen.rule_set)["length"])
    if length.value is None:
        return ""
    half, games_are = length.value.value, "the games that end are" if length.endless else "all games are"
    sort = "A long game: half" if game.rounds > 1.5 * half else "Half"
    if 1.5 * game.rounds < half:
        sort = "A short game: half"
    return f"{sort} of {games_are} over after {half:,.0f} rounds."


def _preparing() -> None:
    """Say how far the kernels are that reckon it."""
    waited = compile_progress(for_a_page())
    if waited is not None:
        st.progress(waited.done, text=waited.text)


def _clicked(point: Point) -> None:
    """Jump to the round of the point that was clicked, from the end to the last."""
    GAME.change(round=max(1, int(point["x"])))


def shared(screen: GameScreen, key: Key, game: Game) -> str:
    """Return what is told of a game in a chat, above its link."""
    whole, winner, rounds = games.chart_data(key), game.outcome.winner, count(game.rounds, "round")
    said = unmarked(marked(headline(game, screen.rule_set)))
    if winner:
        said = f"Player {winner} won after {rounds} of War."
    if whole and winner and " was down to " in whole.title:
        said = f"{whole.title.partition(' in round')[0]} and still won after {rounds} of War."
    return f"{said} Who wins your deal?\nWar Room, {rules_of(screen.rule_set)}"


def _turning_points(screen: GameScreen, game: Game, turns: Sequence[Turn]) -> None:
    """Draw the rounds that turned a game, a row each, which leads there."""
    rows(
        chance.TURN,
        [
            LinkRow(number, cells, _query(screen, int(number)), chance.before_and_after(turn))
            for turn, (number, cells) in zip(turns, chance.turn_rows(game, turns).items(), strict=True)
        ],
        key="turns",
        label="Turning points",
        on_press=lambda number: GAME.change(round=int(number)),
    )


def _query(screen: GameScreen, number: int) -> str | None:
    """Return the address of a round, but not of the one on the table."""
    if number == screen.round:
        return None
    params, _ = GAME.params_or_why(screen.changed(round=number))
    return to_query(params) or None


# Guess first: new cards, and the question who will win before the game is shown. No link asks it.

_GUESS: Final = "guess"


def guess_of(screen: GameScreen) -> int | None:
    """Return the player who was guessed to win, 0 while it is asked; None where nothing is asked."""
    seed, said = st.session_state.get(_GUESS, (None, 0))
    is_asked = seed == screen.seed and screen.game == 0 and screen.given is None
    return said if is_asked else None


def keep_guess(player: int | None) -> None:
    """Keep who is guessed to win the deal on the table; 0 asks, None asks no more."""
    GAME.stay()
    st.session_state[_GUESS] = GAME.current().seed, player


def ask_who_wins(screen: GameScreen, other_cards: Callable[[], None]) -> None:
    """Draw the high cards of both hands, and the answers."""
    deal = screen.deal
    high = sorted({*deal.deck_1, *deal.deck_2}, reverse=screen.rules.order is not Order.LOW_WINS)[:4]
    names = {rank: begin(cards_in_words(deal.rank_text(rank), 2).partition(" ")[2]) for rank in high}
    table(
        [
            {
                "": f":{colour}[Player {number}]",
                **{names[rank]: str(deck.count(rank)) for rank in high},
                "Cards": f"{len(deck):,}",
            }
            for number, colour, deck in ((1, "blue", deal.deck_1), (2, "orange", deal.deck_2))
        ]
    )
    with st.container(horizontal=True):
        for player in (1, 2):
            st.button(f"Player {player}", key=f"guess_{player}", on_click=keep_guess, args=(player,))
        st.button(pressable("Just play"), key="just_play", type="tertiary", on_click=keep_guess, args=(None,))
        st.button(pressable("Other cards"), key="other_cards", type="tertiary", on_click=other_cards)


def guessed_words(guess: int, winner: int) -> str:
    """Return whether a guess was right.

    >>> guessed_words(1, 1), guessed_words(1, 0)
    ('You were right.', 'You said player 1.')
    """
    return "You were right." if guess == winner else f"You said player {guess}."
