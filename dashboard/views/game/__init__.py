"""The Game page: one deal, watched, told and explained."""

import time
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

import streamlit as st

from dashboard.cache import games as cache_games
from dashboard.cache.tasks import Key
from dashboard.charts.game import decks
from dashboard.charts.game.charts import VERDICT, around, expectation, verdict_rows, verdicts_apart
from dashboard.charts.game.decks import effect
from dashboard.charts.style import THEMES
from dashboard.components import is_embedded
from dashboard.components.board import board
from dashboard.components.lists import LinkRow, rows
from dashboard.components.width import Width, width
from dashboard.ui.charts import Point, fact_links, plot
from dashboard.ui.controls import rule_set, segments
from dashboard.ui.frame import (
    beside_rail,
    closed,
    heading,
    opens,
    theme,
    unanswered,
    verdict_row,
)
from dashboard.ui.marks import marked, note, rules_title
from dashboard.ui.preview import Preview, rule_lines, text_preview
from dashboard.ui.state import GAME, leave
from dashboard.ui.streamlit_fixes.polling import OFTEN, poll
from dashboard.urls.links import to_query
from dashboard.urls.screens import GameScreen, View
from dashboard.views.game import dealing, parts
from dashboard.views.game.parts import framed, parts_of, records_beaten, standing, stepped, turned
from engine.game import Game
from engine.numbers import count, number_words
from engine.wording.sentences import (
    Part,
    Sentence,
    because,
    plain,
    verdict,
)

# The Game page: a sentence, the evidence, the table.

_SENT: Final = "replay_sent"
"""The replay that the visitor has, and of which game: it stays while another stretch of it is fetched."""


def page() -> None:
    """Draw the page for the address it was opened with."""
    leave()
    if not opens(GAME, on_new=dealing.follow_screen):
        return
    screen = GAME.current()
    key = cache_games.key_of(screen)
    cache_games.wait_shortly(key, screen.round)
    waiting = _awaited(screen)
    game = cache_games.played_decided(key)
    if game is not None and not 1 <= screen.round <= max(game.rounds, 1):
        closed(
            GAME,
            f"The link points at round {screen.round:,}, but this game has "
            f"{count(game.rounds, 'round')}. Ask for it again.",
        )
        return
    if is_embedded():
        framed(screen, key)
    else:
        _whole(screen, key, game)
    if waiting:
        _wait(waiting)


def _whole(screen: GameScreen, key: Key, game: Game | None) -> None:
    """Draw all that is said of a game, which may still be played, or of which something is still awaited."""
    lost = cache_games.played_lost(key, screen.round)
    _verdict(screen, key, game, lost=lost is not None)
    if lost is not None:
        unanswered(lost, "game")
    if game is not None:
        records_beaten(screen, key, game)
    places, small = beside_rail(dealing.asked(screen)), width() is Width.SMALL
    with places.rules:
        rule_set(GAME, effect=partial(_effect, screen, key))
    with places.given:
        dealing.deal_source(screen)
    with places.main:
        stood = game if cache_games.is_shown(game) else None
        _sizes(screen, key, axis_below=stood is not None and not small)
        if stood is not None and not small:
            standing(screen, key, stood)
        _board(screen, key)
        with places.action if width() is Width.WIDE else st.container(horizontal=True):
            dealing.other_deals(screen)
        if stood is not None and small:
            standing(screen, key, stood)
        if stood is not None:
            turned(screen, key, stood)
        _every_preset(screen, key, game)
        if game is None or game.rounds:
            _more(screen, key)
        fact_links("What millions of games say", "Each plays under your eyes when you open it.")


def _awaited(screen: GameScreen) -> tuple[str, ...]:
    """Name the answers that the page still waits for."""
    key = cache_games.key_of(screen)
    games = [cache_games.GAME] * len(cache_games.open_tasks(key, screen.round))
    return (*games, *cache_games.awaited(key, cache_games.played_decided(key)))


def _wait(waiting: tuple[str, ...]) -> None:
    """Draw the page again when what it was drawn without is there: games at once, the rest together."""
    since = time.monotonic()

    def refresh() -> None:
        leave()  # a click while a game is played runs this part of the page alone
        if cache_games.is_drawn_again(waiting, _awaited(GAME.current()), time.monotonic() - since):
            st.rerun()

    poll(refresh, OFTEN, first=lambda: None)


def _verdict(screen: GameScreen, key: Key, game: Game | None, *, lost: bool) -> None:
    games = cache_games.under_every_preset(key)
    there = {name: game for name, game in games.items() if game is not None}
    if game is None and lost:
        title, why = "This game was not played to its end.", "Other deals and rules can be chosen here."
    elif game is None:
        title = "This game is still being played."
        why = (
            f"It is longer than {cache_games.DECIDED_HERE:,} rounds, so it is played apart from this page; "
            "everything else here can be used meanwhile."
        )
    else:
        title, why = marked(verdict(game, brief=width() is not Width.WIDE)), marked(because(game))
    wanted = dealing.expected(screen)
    verdict_row(
        GAME,
        title,
        why,
        "" if screen.rules.deterministic else _chance(screen),
        "" if width() is Width.SMALL else _apart(games),
        said=expectation(wanted, there) if wanted and len(there) == len(games) else None,
        beside=None if game is None else partial(parts.menu, screen, key, game),
        parts=None if game is None else partial(parts_of, key, game),
    )


def _apart(games: Mapping[str, Game | None]) -> str:
    """Say how the rule sets differ on this deal, or how many have not been heard yet."""
    there = {name: game for name, game in games.items() if game is not None}
    if len(there) == len(games):
        return verdicts_apart(there)
    return f"By {number_words(len(games) - len(there))} of the rule sets it is still being played."


def _chance(screen: GameScreen) -> str:
    return f"The pick-up is left to chance: this is game {screen.game:,} of seed {screen.seed:,}."


def _effect(screen: GameScreen, key: Key, before: str) -> str:
    """Say what a changed rule did to this game."""
    now, former = (
        cache_games.played_decided(key),
        cache_games.played_decided(cache_games.key_of(replace(screen, rule_set=before))),
    )
    if now is None or former is None:
        return "This game is still being played."
    return marked(effect(now, former, rules_title(before)))


def _sizes(screen: GameScreen, key: Key, *, axis_below: bool) -> None:
    told = cache_games.chart_data(key)
    if told is None:
        heading("The course of this game is still to come", "It is drawn when the game has been played.")
        return
    heading(told.title, told.note)
    if not told.sizes.played:
        return
    figure = decks.deck_sizes_figure(told.sizes, THEMES[theme()], shown=screen.round, axis_below=axis_below)
    plot(figure, "sizes_chart", alt=f"{told.title}. {told.note}", on_click=_clicked)


def _clicked(point: Point) -> None:
    """Jump to the round of the point that was clicked."""
    told = cache_games.chart_data(cache_games.key_of(GAME.current()))
    if told is not None:
        GAME.change(round=max(1, min(int(point["x"]), told.sizes.played)))


def _board(screen: GameScreen, key: Key) -> None:
    """Draw the replay: the game, or of a long one the stretch in which the round on the table is."""
    replay = cache_games.board_payload(key, screen.round)
    if replay is None:
        whose, replay = st.session_state.get(_SENT, (None, None))
        if replay is None or whose != key:
            return
    st.session_state[_SENT] = key, replay
    if replay["last"]:
        jumps = GAME.jumps()
        board(replay, key="board", goto=(screen.round, jumps), on_round_change=partial(stepped, jumps))


def _every_preset(screen: GameScreen, key: Key, game: Game | None) -> None:
    games = cache_games.under_every_preset(key)
    apart = f"{_apart(games)} " if width() is Width.SMALL else ""  # there the verdict has no room for it
    heading("The same deal under every rule set", f"{apart}A row opens that game.")
    rows(
        VERDICT,
        [_row(screen, name, cells) for name, cells in verdict_rows(games, game, screen.rule_set).items()],
        key="rule_sets",
        label="The same deal under every rule set",
        on_press=lambda name: GAME.change(rule_set=name),
    )


def _row(screen: GameScreen, name: str, cells: tuple[Sentence, ...]) -> LinkRow:
    """Return the row of a rule set, which opens its game: all but that of the game on the table."""
    if name == screen.rule_set:
        return LinkRow(name, cells, None)
    params, _ = GAME.params_or_why(screen.changed(rule_set=name))
    return LinkRow(name, cells, to_query(params) or None)


def _more(screen: GameScreen, key: Key) -> None:
    names = {View.HOLDERS: "Who holds what", View.ROUNDS: "Round by round"}
    segments(GAME, "view", "More about this game", View, jump=False, format_func=names.__getitem__)
    if screen.view is View.ROUNDS:
        _rounds(screen, key)
    else:
        _holders(key)


def _holders(key: Key) -> None:
    told = cache_games.chart_data(key)
    if told is None:
        heading("Who holds what", "It is drawn when the game has been played.")
        return
    heading("Who holds what", told.holders.note)
    plot(cache_games.holders_figure(key, theme()), "holders", alt="Which player holds each card, by round")


def _rounds(screen: GameScreen, key: Key) -> None:
    table, game = cache_games.rounds_of(key, screen.round), cache_games.played_decided(key)
    if table is None or game is None:
        st.markdown(note("The rounds are listed when they have been played."))
        return
    shown = around(table, screen.round)
    if len(shown) < game.rounds:
        first, last = shown["round"].iloc[0], shown["round"].iloc[-1]
        more = "" if len(shown) == len(table) else f" The download has {len(table):,}."
        st.markdown(
            note(f"Rounds {first:,} to {last:,} of {game.rounds:,}, around the one on the table.{more}")
        )
    st.dataframe(shown, hide_index=True, height=380)


def preview(screen: GameScreen) -> Preview:
    """Return what is said of a link to a screen."""
    key = cache_games.key_of(screen)
    game = cache_games.played_decided(key)
    foot = f"{count(screen.deal.size, 'card')} by the rules of {rules_title(screen.rule_set)}"
    if game is None:
        return text_preview((Part("A long game of War"),), "It is played when the link is opened.", foot)
    return text_preview(verdict(game), plain(because(game)), foot, rule_lines(screen.rules))
