"""The part of the Game page's rail that chooses the deal: by seed, by paste, or a famous one."""

from dataclasses import replace
from enum import StrEnum
from typing import Final

import streamlit as st

from dashboard.address.screens import GameScreen
from dashboard.shell.controls import dealt, identity, is_news, number, problem, random_seed
from dashboard.shell.desk import GAME
from dashboard.shell.frame import on_primary
from dashboard.shell.marks import note
from dashboard.shell.phrases import rules_title
from dashboard.stories.famous import FAMOUS, famous_of
from dashboard.views.game import paste
from engine.words.cards import hands_in_words
from engine.words.sentences import count

LONG: Final = 400
"""Signs of two decks that a rail of 270 pixels shows whole, in some thirteen lines."""
TALLEST: Final = 320
"""Pixels that longer ones take."""


class Source(StrEnum):
    """Where the deal on the table comes from."""

    DEAL = "Deal"
    PASTE = "Paste"
    FAMOUS = "Famous"


def deal_source(screen: GameScreen) -> None:
    """Draw where the deal comes from, and the way to another one."""
    shown = st.session_state.get("source_chosen") or _source_of(screen)
    key = identity("source", shown)
    st.session_state[key] = shown
    source = st.segmented_control(
        "Deal", list(Source), key=key, required=True, width="stretch", on_change=_source_chosen, args=(key,)
    )
    match source:
        case Source.PASTE:
            paste.box(screen)
        case Source.FAMOUS:
            _famous(screen)
        case _:
            _seeded()
    _decks(screen)


def other_deals(screen: GameScreen) -> None:
    """Draw the ways to another deal that never fold away."""
    with st.container(horizontal=True):
        st.button(
            on_primary("Random deal", "shuffle"), type="primary", key="random_deal", on_click=_random_deal
        )
        if screen.given and not screen.rules.deterministic:
            st.button(
                "Play again",
                icon=":material/replay:",
                key="play_again",
                on_click=_play_again,
                help="The same deal with other pick-ups",
            )
        st.button(
            "Swap", icon=":material/swap_vert:", key="swap", on_click=_swap, help="Exchange the two decks"
        )


def asked(screen: GameScreen) -> str:
    """Say by which rules which deal is played, on one line."""
    known = famous_of(screen.given) if screen.given else None
    if known:
        deal = known.title
    elif screen.given:
        deal = f"a deal of {count(screen.deal.size, 'card')}"
    else:
        deal = f"deal {screen.game:,} of seed {screen.seed:,}"
        if screen.hands is not None:
            deal += f", {hands_in_words(screen.pack, screen.hands)}"
    return f"**{rules_title(screen.rule_set)}**: {deal}"


def _source_of(screen: GameScreen) -> Source:
    if screen.given is None:
        return Source.DEAL
    return Source.FAMOUS if famous_of(screen.given) else Source.PASTE


def _source_chosen(key: str) -> None:
    GAME.stay()
    if is_news("source", key):
        st.session_state["source_chosen"] = st.session_state[key]


def follow_screen() -> None:
    """Let the source shown follow the screen again, after a link or a button chose the deal."""
    st.session_state.pop("source_chosen", None)


def _random_deal() -> None:
    follow_screen()
    GAME.change(seed=random_seed(), game=0)


def _play_again() -> None:
    screen = GAME.current()
    GAME.change(given=screen.given, game=screen.game + 1)


def _swap() -> None:
    follow_screen()
    GAME.change(given=GAME.current().deal.swapped())


def _decks(screen: GameScreen) -> None:
    """Draw the cards of both decks, thousands of them in a box of their own that scrolls."""
    # Not as a block of code: Streamlit loads 1.6 MB to colour some, and runs it for a third of a second.
    deal = screen.deal
    decks = "  \n".join(
        f"{number} `{deal.deck_text(deck)}`"
        for number, deck in enumerate((deal.deck_1, deal.deck_2), start=1)
    )
    with st.container(height=TALLEST if len(decks) > LONG else "content", border=False):
        st.markdown(decks)


def _seeded() -> None:
    left, right = st.columns(2)
    with left:
        number(GAME, "seed", "Seed")
    with right:
        number(GAME, "game", "Game", help="Every seed has as many deals as you like: game 0, 1, 2 ...")
    dealt(GAME)
    problem()


def _famous(screen: GameScreen) -> None:
    titles = [famous.title for famous in FAMOUS]
    known = famous_of(screen.given) if screen.given else None
    shown = known.title if known else None
    key = identity("famous", shown)
    st.session_state[key] = shown
    st.selectbox(
        "Famous deal",
        titles,
        key=key,
        placeholder="Choose a famous deal",
        on_change=_famous_chosen,
        args=(key,),
        label_visibility="collapsed",
    )
    if known:
        st.markdown(note(known.story))


def _famous_chosen(key: str) -> None:
    GAME.stay()
    if is_news("famous", key):
        famous = next(famous for famous in FAMOUS if famous.title == st.session_state[key])
        GAME.show(replace(famous.screen, view=GAME.current().view))
