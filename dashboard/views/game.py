"""The Game page: a sentence, the evidence, the table."""

from functools import partial

import streamlit as st

from dashboard import controls, paste, played, session
from dashboard.board.mount import board
from dashboard.charts import deck_sizes
from dashboard.charts.theme import THEMES, ThemeName
from dashboard.copylink import copy_link
from dashboard.findings import expectation, verdicts_apart
from dashboard.link import LinkError
from dashboard.marks import marked, note
from dashboard.played import Key
from dashboard.screen import Screen, View
from dashboard.tables import csv, verdict_table
from engine.wording import because, verdict

SLOW_CARDS = 200
"""Cards from which playing a deal under every rule set may take seconds."""

CHART = "sizes_chart"
PLAIN_CHART = {"displayModeBar": False}


def page() -> None:
    """Draw the page for the address it was opened with."""
    try:
        if session.open_address():
            controls.follow_screen()
    except LinkError as error:
        _closed(str(error))
        return
    screen = session.current()
    key = played.key_of(screen)
    if screen.deal.size > SLOW_CARDS:
        with st.spinner(f"Playing {screen.deal.size:,} cards under every rule set: some seconds"):
            played.under_every_preset(key)
    trace = played.traced(key)
    if not 1 <= screen.round <= max(trace.game.rounds, 1):
        _closed(
            f"The link points at round {screen.round:,}, but this game has {trace.game.rounds:,} rounds. "
            "Ask for it again."
        )
        return
    _verdict(screen, key)
    rail, main = st.columns([0.235, 0.765], gap="large")
    with rail:
        controls.rule_set(screen)
        controls.deal_source(screen)
    with main:
        _sizes(screen, key)
        if trace.game.rounds:
            board(
                played.board_payload(key),
                key="board",
                goto=(screen.round, session.jumps()),
                on_round_change=_stepped,
            )
        _every_preset(screen, key)
        if trace.game.rounds:
            _more(screen, key)


def _closed(why: str) -> None:
    """Explain a link that cannot be opened; no other game is shown in its place."""
    st.title("This link cannot be opened.", anchor=False)
    st.text(why)
    st.button("Open War Room afresh", type="primary", on_click=session.forget)


def _theme() -> ThemeName:
    return "dark" if st.context.theme.type == "dark" else "light"


def _verdict(screen: Screen, key: Key) -> None:
    game = played.traced(key).game
    left, right = st.columns([0.88, 0.12], vertical_alignment="center")
    with left.container(gap=None):
        st.title(marked(verdict(game)), anchor=False)
        apart = verdicts_apart(played.under_every_preset(key))
        chance = "" if screen.rules.deterministic else _chance(screen)
        st.markdown(f":gray[{' '.join(filter(None, (marked(because(game)), chance, apart)))}]")
        wanted = paste.expected(screen)
        if wanted is not None:
            st.text(expectation(wanted, played.under_every_preset(key)))
    with right:
        query, why = session.write_address(screen)
        copy_link(query, why=why)


def _chance(screen: Screen) -> str:
    return f"The pick-up is left to chance: this is game {screen.game:,} of seed {screen.seed:,}."


def _sizes(screen: Screen, key: Key) -> None:
    trace = played.traced(key)
    title, about = played.finding_of(key)
    with st.container(gap=None):
        st.header(title, anchor=False)
        st.markdown(note(about))
    if not trace.game.rounds:
        return
    st.plotly_chart(
        deck_sizes.figure(played.sizes_chart(key), THEMES[_theme()], shown=screen.round),
        key=CHART,
        theme=None,
        config=PLAIN_CHART,
        on_select=_clicked,
        selection_mode="points",
        alt=f"{title}. {about}",
    )


def _clicked() -> None:
    """Jump to the round of the point that was clicked."""
    points = st.session_state[CHART].selection.points
    if points:
        trace = played.traced(played.key_of(session.current()))
        session.change(round=max(1, min(int(points[0]["x"]), trace.game.rounds)))


def _stepped(number: int) -> None:
    """Follow the replay: it is already there."""
    session.change(round=number, jump=False)


def _every_preset(screen: Screen, key: Key) -> None:
    st.header("The same deal under every rule set", anchor=False)
    st.table(
        verdict_table(played.under_every_preset(key), played.traced(key).game, screen.rule_set),
        border="horizontal",
        hide_index=True,
    )


def _more(screen: Screen, key: Key) -> None:
    st.session_state["view"] = screen.view
    st.segmented_control(
        "More about this game",
        list(View),
        key="view",
        required=True,
        format_func={View.HOLDERS: "Who holds what", View.ROUNDS: "Round by round"}.__getitem__,
        on_change=_view_chosen,
        label_visibility="collapsed",
    )
    if screen.view is View.ROUNDS:
        _rounds(key)
    else:
        _holders(key)


def _view_chosen() -> None:
    session.change(view=View(st.session_state["view"]), jump=False)


def _holders(key: Key) -> None:
    figure = played.holders_figure(key, _theme())
    with st.container(gap=None):
        st.header("Who holds what", anchor=False)
        st.markdown(
            note(
                "A row is a card: blue while player 1 holds it at the start of a round, "
                "vermilion while player 2 does."
            )
        )
    if figure is None:
        st.text("This game has too many cards and rounds to follow every card.")
        return
    st.plotly_chart(
        figure, key="holders", theme=None, config=PLAIN_CHART, alt="Which player holds each card, by round"
    )


def _rounds(key: Key) -> None:
    table = played.rounds_of(key)
    st.dataframe(table, hide_index=True, height=380)
    st.download_button(
        "Download CSV",
        data=partial(csv, table),
        file_name=f"war-room-rounds-{played.digest(key)}.csv",
        mime="text/csv",
        on_click="ignore",
        icon=":material/download:",
    )


page()
