"""The Game page: a sentence, the evidence, the table."""

from dataclasses import replace
from functools import partial

import streamlit as st

from dashboard.address.screens import GameScreen, View
from dashboard.asking import played
from dashboard.asking.played import Key
from dashboard.charts.game import deck_sizes
from dashboard.charts.game.change import effect
from dashboard.charts.game.findings import expectation, verdicts_apart
from dashboard.charts.game.tables import around, verdict_table
from dashboard.charts.parts.theme import THEMES
from dashboard.components.board.mount import board
from dashboard.components.width import Width, width
from dashboard.shell.controls import rule_set, segments
from dashboard.shell.desk import GAME, leave
from dashboard.shell.drawing import Point, plot
from dashboard.shell.frame import closed, heading, opens, table, theme, verdict_row
from dashboard.shell.layout import beside_rail
from dashboard.shell.links import fact_links
from dashboard.shell.marks import marked, note
from dashboard.shell.phrases import rules_title
from dashboard.views.game import dealing, paste
from engine.study.tables.files import csv
from engine.words.sentences import because, count, verdict

SLOW_CARDS = 200
"""Cards from which playing a deal under every rule set may take seconds."""


def page() -> None:
    """Draw the page for the address it was opened with."""
    leave()
    if not opens(GAME, on_new=dealing.follow_screen):
        return
    screen = GAME.current()
    key = played.key_of(screen)
    if screen.deal.size > SLOW_CARDS:
        with st.spinner(f"Playing {screen.deal.size:,} cards under every rule set: some seconds"):
            played.under_every_preset(key)
    trace = played.traced(key)
    if not 1 <= screen.round <= max(trace.game.rounds, 1):
        closed(
            GAME,
            f"The link points at round {screen.round:,}, but this game has "
            f"{count(trace.game.rounds, 'round')}. Ask for it again.",
        )
        return
    _verdict(screen, key)
    places = beside_rail(dealing.asked(screen))
    with places.rules:
        rule_set(GAME, effect=partial(_effect, screen, key))
    with places.given:
        dealing.deal_source(screen)
    with places.main:
        _sizes(screen, key)
        if trace.game.rounds:
            board(
                played.board_payload(key),
                key="board",
                goto=(screen.round, GAME.jumps()),
                on_round_change=_stepped,
            )
        with places.action if width() is Width.WIDE else st.container(horizontal=True):
            dealing.other_deals(screen)
        _every_preset(screen, key)
        if trace.game.rounds:
            _more(screen, key)
        heading("What millions of games say", "Each plays under your eyes when you open it.")
        fact_links()


def _verdict(screen: GameScreen, key: Key) -> None:
    games = played.under_every_preset(key)
    game = played.decided(key)
    wanted = paste.expected(screen)
    verdict_row(
        GAME,
        marked(verdict(game)),
        marked(because(game)),
        "" if screen.rules.deterministic else _chance(screen),
        _cut(played.traced(key).game.rounds, game.rounds),
        "" if width() is Width.SMALL else verdicts_apart(games),
        said=None if wanted is None else expectation(wanted, games),
    )


def _cut(shown: int, rounds: int) -> str:
    return f"Below are its first {shown:,} rounds." if shown < rounds else ""


def _chance(screen: GameScreen) -> str:
    return f"The pick-up is left to chance: this is game {screen.game:,} of seed {screen.seed:,}."


def _effect(screen: GameScreen, key: Key, before: str) -> str:
    """Say what a changed rule did to this game."""
    former = played.decided(played.key_of(replace(screen, rule_set=before)))
    return marked(effect(played.decided(key), former, rules_title(before)))


def _sizes(screen: GameScreen, key: Key) -> None:
    trace = played.traced(key)
    title, about = played.finding_of(key)
    heading(title, about)
    if not trace.game.rounds:
        return
    figure = deck_sizes.figure(played.sizes_chart(key), THEMES[theme()], shown=screen.round)
    plot(figure, "sizes_chart", alt=f"{title}. {about}", on_click=_clicked)


def _clicked(point: Point) -> None:
    """Jump to the round of the point that was clicked."""
    rounds = played.traced(played.key_of(GAME.current())).game.rounds
    GAME.change(round=max(1, min(int(point["x"]), rounds)))


def _stepped(number: int) -> None:
    """Follow the replay: it is already there."""
    GAME.change(round=number, jump=False)


def _every_preset(screen: GameScreen, key: Key) -> None:
    games = played.under_every_preset(key)
    st.header("The same deal under every rule set", anchor=False)
    if width() is Width.SMALL:  # the verdict has no room for it
        st.markdown(note(verdicts_apart(games)))
    table(verdict_table(games, played.decided(key), screen.rule_set))


def _more(screen: GameScreen, key: Key) -> None:
    names = {View.HOLDERS: "Who holds what", View.ROUNDS: "Round by round"}
    segments(GAME, "view", "More about this game", View, jump=False, format_func=names.__getitem__)
    if screen.view is View.ROUNDS:
        _rounds(screen, key)
    else:
        _holders(key)


def _holders(key: Key) -> None:
    chart, figure = played.holders_of(key), played.holders_figure(key, theme())
    if chart is None or figure is None:
        heading("Who holds what", "This game has too many cards and rounds to follow every card.")
        return
    heading("Who holds what", chart.note)
    plot(figure, "holders", alt="Which player holds each card, by round")


def _rounds(screen: GameScreen, key: Key) -> None:
    table = played.rounds_of(key)
    shown = around(table, screen.round)
    if len(shown) < len(table):
        first, last = shown["round"].iloc[0], shown["round"].iloc[-1]
        st.markdown(
            note(
                f"Rounds {first:,} to {last:,} of {len(table):,}, around the one on the table; "
                "the download has all."
            )
        )
    st.dataframe(shown, hide_index=True, height=380)
    st.download_button(
        "Download CSV",
        data=partial(csv, table),
        file_name=f"war-room-rounds-{played.digest(key)}.csv",
        mime="text/csv",
        on_click="ignore",
        icon=":material/download:",
    )


page()
