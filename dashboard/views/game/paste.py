"""The paste box: what somebody pasted, what was read, and what to do where it cannot be.

The last good deal stays on the table until another one has been read. What was pasted is echoed
by `st.text` alone, which renders nothing.
"""

from typing import Final

import streamlit as st

from dashboard.address.screens import GameScreen
from dashboard.asking.pasted import read_paste
from dashboard.shell.controls import identity
from dashboard.shell.desk import GAME
from dashboard.shell.marks import note, pressable
from dashboard.shell.readings import ask_which, passed_over, read_as
from engine.cards import Deal
from engine.notation import NotationError, Question, Reading, judge_of
from engine.rules import PRESETS, Order, rules_name
from engine.words.sentences import count

_TEXT: Final = "paste_text"
_BROUGHT: Final = "paste_brought"
_LAST: Final = "paste_last"
_RESULT: Final = "paste_result"

PLACEHOLDER: Final = """D58B35926B…, 8E47C38A2D… -> False
or two lines, a judge's input,
AD KC QC, 10 9 2, [14, 3], A♠ K♥ …"""


def box(screen: GameScreen) -> None:
    """Draw the box and everything about what is in it."""
    _keep_in_step(screen)
    st.text_area(
        "Paste two decks",
        key=_box(),
        height=150,
        placeholder=PLACEHOLDER,
        label_visibility="collapsed",
        on_change=_changed,
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Play this deal", key="paste_play", on_click=_read)
        with st.popover(pressable("How to read it"), type="tertiary"):
            st.toggle("Top card last", key="paste_top_last", on_change=_changed)
            st.toggle("1 is the highest card", key="paste_one_high", on_change=_changed)
    result = st.session_state.get(_RESULT)
    if isinstance(result, Reading):
        _reading(result)
        return
    if isinstance(result, Question):
        ask_which(result, "reading", _read)
    elif isinstance(result, NotationError):
        st.text("\n".join(map(str, result.faults)))
    if result is not None:
        st.markdown(note("The last good deal is still on the table."))


def _keep_in_step(screen: GameScreen) -> None:
    """Put the deal on the table into the box where a link, not a paste, brought it."""
    if screen.given is None or st.session_state.get("paste_deal") == screen.given:
        return
    if isinstance(st.session_state.get(_RESULT), NotationError | Question):
        return
    st.session_state["paste_deal"] = st.session_state[_BROUGHT] = screen.given
    st.session_state[_box()] = screen.given.text
    st.session_state[_LAST] = _asked()
    st.session_state.pop(_RESULT, None)


def _box() -> str:
    """Return the key of the box: another one for every deal that was not pasted into it."""
    return identity(_TEXT, st.session_state.get(_BROUGHT))


def _asked() -> tuple[str, str, str]:
    """Return what is in the box, and how it is to be read."""
    top = "last" if st.session_state.get("paste_top_last") else "first"
    ranks = "1-high" if st.session_state.get("paste_one_high") else "as-printed"
    return st.session_state.get(_box()) or "", top, ranks


def _changed() -> None:
    """Read the box if it was changed by hand, not by a browser that says what stood in it before."""
    GAME.stay()
    if _asked() != st.session_state.get(_LAST):
        _read()


def _read(format: str | None = None) -> None:
    """Read the box; a single clear reading goes on the table at once."""
    text, top, ranks = st.session_state[_LAST] = _asked()
    try:
        result: Reading | Question = read_paste(text, format=format, top=top, ranks=ranks)
    except NotationError as error:
        st.session_state[_RESULT] = error
        return
    st.session_state[_RESULT] = result
    if isinstance(result, Reading):
        _put_on_table(result.deals[0].deal)


def _put_on_table(deal: Deal) -> None:
    st.session_state["paste_deal"] = deal
    screen = GAME.current()
    low = screen.rules.order is Order.LOW_WINS
    if st.session_state.get("paste_one_high") and not low:
        GAME.change(given=deal, rule_set=rules_name(screen.rules.changed(order=Order.LOW_WINS)))
    else:
        GAME.change(given=deal)


def _reading(reading: Reading) -> None:
    """Say how the text was read, and let one of several deals be chosen."""
    if len(reading.deals) > 1:
        st.selectbox(
            f"{count(len(reading.deals), 'deal')} read; on the table",
            range(len(reading.deals)),
            key="paste_choice",
            format_func=lambda index: f"{index + 1}: {reading.deals[index].deal.text[:24]}",
            on_change=_chosen,
        )
    st.text("\n".join((read_as(reading), *reading.notices)))
    passed_over(reading)
    own = judge_of(reading.format)
    if own and own != GAME.current().rule_set:
        st.button(
            f"Play by the rules of {PRESETS[own].title}",
            key="own_rules",
            on_click=lambda: GAME.change(rule_set=own),
        )


def _chosen() -> None:
    reading, place = st.session_state[_RESULT], st.session_state["paste_choice"]
    if place in range(len(reading.deals)):  # else a browser sends the words of a deal pasted before
        _put_on_table(reading.deals[place].deal)


def expected(screen: GameScreen) -> str | None:
    """Return what the paste says the judge expects for the deal on the table, if it says so."""
    result = st.session_state.get(_RESULT)
    if not isinstance(result, Reading):
        return None
    return next((item.expected for item in result.deals if item.deal == screen.given), None)
