"""The rail of the Game page: which rules, which deal. Widgets are set from the screen and change it."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final

import streamlit as st

from dashboard import paste, session
from dashboard.famous import FAMOUS, famous_of
from dashboard.marks import marked, note
from dashboard.screen import Screen
from engine.cards import Pack
from engine.presets import PLAYABLE, PRESETS
from engine.report import rules_name
from engine.rules import ENUMS, MOST_FACE_DOWN, Rules
from engine.stream import LARGEST_SEED
from engine.wording import face_down_words, plain, rules_in_words, value_in_words

PACKS: Final = ("13x4", "9x4", "8x4", "6x6", "13x1", "52x1", "13x8")
RULE_NAMES: Final = {
    "face_down": "Cards face down in a war",
    "pickup": "Pick-up",
    "shortfall": "Too few cards for a war",
    "both_out": "Both run out in the same war",
    "order": "Which card wins",
}


class Source(StrEnum):
    """Where the deal on the table comes from."""

    DEAL = "Deal"
    PASTE = "Paste"
    FAMOUS = "Famous"


def set_widget(key: str, value: Any) -> None:
    """Set a widget's value before it is drawn."""
    st.session_state[key] = value


def rule_set(screen: Screen) -> None:
    """Draw the rule set: its name, its rules in words, and the way to change a single one."""
    names = list(dict.fromkeys((*PLAYABLE, screen.rule_set)))
    set_widget("rule_set", screen.rule_set)
    st.selectbox(
        "Rule set",
        names,
        key="rule_set",
        format_func=lambda name: PRESETS[name].title if name in PRESETS else "Custom",
        on_change=_rule_set_chosen,
    )
    words = rules_in_words(screen.rules).values()
    st.markdown("  \n".join(f":small[{marked(sentence)}]" for sentence in words))
    with st.popover("Change a rule", type="tertiary", icon=":material/tune:"):
        if screen.rule_set in PRESETS:
            about = PRESETS[screen.rule_set]
            st.markdown(note(f"From {about.source}. {about.note}".strip()))
        _single_rules(screen.rules)


def _rule_set_chosen() -> None:
    session.change(rule_set=st.session_state["rule_set"])


def _single_rules(rules: Rules) -> None:
    set_widget("rule_face_down", rules.face_down)
    st.number_input(
        RULE_NAMES["face_down"],
        min_value=0,
        max_value=MOST_FACE_DOWN,
        key="rule_face_down",
        help=plain(face_down_words(rules.face_down)),
        on_change=_rule_changed("face_down"),
    )
    for name, kind in ENUMS.items():
        set_widget(f"rule_{name}", getattr(rules, name))
        st.selectbox(
            RULE_NAMES[name],
            list(kind),
            key=f"rule_{name}",
            format_func=value_in_words,
            on_change=_rule_changed(name),
        )


def _rule_changed(name: str) -> Callable[[], None]:
    def changed() -> None:
        value = st.session_state[f"rule_{name}"]
        try:
            rules = session.current().rules.changed(**{name: value})
            session.change(rule_set=rules_name(rules))
        except ValueError as error:
            st.toast(f"Not changed: {error}.")

    return changed


def deal_source(screen: Screen) -> None:
    """Draw where the deal comes from, and the way to another one."""
    set_widget("source", st.session_state.get("source_chosen") or _source_of(screen))
    source = st.segmented_control(
        "Deal", list(Source), key="source", required=True, width="stretch", on_change=_source_chosen
    )
    match source:
        case Source.PASTE:
            paste.box(screen)
        case Source.FAMOUS:
            _famous(screen)
        case _:
            _seeded(screen)
    _decks(screen)
    with st.container(horizontal=True):
        st.button(
            _on_primary("Random deal", "shuffle"), type="primary", key="random_deal", on_click=_random_deal
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


def _on_primary(text: str, icon: str) -> str:
    """Return a primary button's label; white on the dark theme's light accent could not be read."""
    label = f":material/{icon}: {text}"
    if st.context.theme.type == "dark":
        return f':color[{label}]{{foreground="#171816"}}'
    return label


def _source_of(screen: Screen) -> Source:
    if screen.given is None:
        return Source.DEAL
    return Source.FAMOUS if famous_of(screen.given) else Source.PASTE


def _source_chosen() -> None:
    st.session_state["source_chosen"] = st.session_state["source"]


def follow_screen() -> None:
    """Let the source shown follow the screen again, after a link or a button chose the deal."""
    st.session_state.pop("source_chosen", None)


def _random_deal() -> None:
    follow_screen()
    session.change(given=None, seed=secrets.randbelow(10**6), game=0)


def _play_again() -> None:
    session.change(game=session.current().game + 1)


def _swap() -> None:
    follow_screen()
    session.change(given=session.current().deal.swapped())


def _decks(screen: Screen) -> None:
    deal = screen.deal
    first, second = deal.deck_text(deal.deck_1), deal.deck_text(deal.deck_2)
    st.code(f"1  {first}\n2  {second}", language=None, wrap_lines=len(first) > 400)


def _seeded(screen: Screen) -> None:
    set_widget("seed", str(screen.seed))
    set_widget("game", str(screen.game))
    left, right = st.columns(2)
    left.text_input("Seed", key="seed", on_change=_number_changed("seed"))
    right.text_input(
        "Game",
        key="game",
        on_change=_number_changed("game"),
        help="Every seed has as many deals as you like: game 0, 1, 2 ...",
    )
    packs = list(dict.fromkeys((*PACKS, screen.pack.text)))
    set_widget("pack", screen.pack.text)
    st.selectbox(
        "Pack", packs, key="pack", format_func=_pack_words, accept_new_options=True, on_change=_pack_changed
    )
    problem = st.session_state.pop("seed_problem", None)
    if problem:
        st.text(problem)


def _pack_words(text: str) -> str:
    try:
        pack = Pack.parse(text)
    except ValueError:
        return text
    return f"{pack.size} cards: {pack.ranks} ranks x {pack.copies}"


def _number_changed(name: str) -> Callable[[], None]:
    def changed() -> None:
        text = st.session_state[name].strip()
        if text.isascii() and text.isdigit() and len(text) <= 20 and int(text) <= LARGEST_SEED:
            fields: dict[str, Any] = {name: int(text)}
            session.change(given=None, **fields)
        else:
            st.session_state["seed_problem"] = (
                f"{name} {text[:30]!r}: take a whole number, 0 to {LARGEST_SEED}."
            )

    return changed


def _pack_changed() -> None:
    try:
        session.change(given=None, pack=Pack.parse(st.session_state["pack"] or ""))
    except ValueError as error:
        st.session_state["seed_problem"] = f"{error}."


def _famous(screen: Screen) -> None:
    titles = [famous.title for famous in FAMOUS]
    known = famous_of(screen.given) if screen.given else None
    set_widget("famous", known.title if known else None)
    st.selectbox(
        "Famous deal",
        titles,
        key="famous",
        placeholder="Choose a famous deal",
        on_change=_famous_chosen,
        label_visibility="collapsed",
    )
    if known:
        st.markdown(note(known.story))


def _famous_chosen() -> None:
    famous = next(famous for famous in FAMOUS if famous.title == st.session_state["famous"])
    session.show(replace(famous.screen, view=session.current().view))
