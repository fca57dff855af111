"""What the rails of several pages share: rule set, pack, numbers, set from the screen and changing it."""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from typing import Any, Final, TypeVar

import streamlit as st

from dashboard.address.link import whole
from dashboard.address.screens import RuleSetScreen
from dashboard.shell.desk import Desk
from dashboard.shell.marks import pressable
from dashboard.shell.phrases import begin
from dashboard.stories.hands import famous_hands
from engine.cards import STANDARD_PACK, Hands, Pack, dealt_text
from engine.cards.stream import LARGEST_SEED
from engine.words.cards import hands_in_words
from engine.words.sentences import count

PACKS: Final = ("13x4", "9x4", "8x4", "6x6", "13x1", "52x1", "13x8")
_PROBLEM: Final = "problem"
_DRAWN: Final = "drawn"

_NEWS: Final = object()
"""Stands for a value that was chosen in the widget."""

Chosen = TypeVar("Chosen", bound=RuleSetScreen)


def toast(why: str) -> None:
    """Say in passing why nothing was changed."""
    st.toast(f"Not changed: {why}.")


def said_below(why: str) -> None:
    """Say under the fields, by `problem`, why nothing was changed."""
    st.session_state[_PROBLEM] = f"{why}."


@contextmanager
def refusal_said(say: Callable[[str], None] = toast) -> Iterator[None]:
    """Say why something is refused, where it is."""
    try:
        yield
    except ValueError as error:
        say(str(error))


def identity(key: str, value: Any) -> str:
    """Return the key under which a widget shows a value: another one when the page has changed the value.

    So what a browser says that has not heard of the change is said of a widget that is gone.
    """
    drawn: dict[str, tuple[Any, int]] = st.session_state.setdefault(_DRAWN, {})
    before, changes = drawn.get(key, (value, 0))
    if before not in (value, _NEWS):
        changes += 1
    drawn[key] = value, changes
    return _numbered(key, changes)


def is_news(key: str, own: str) -> bool:
    """Say whether somebody has chosen the value of a widget, and let it keep its key with it.

    If not, a browser has said what stood there before the page changed it, or took the widget away:
    Streamlit takes that for a change.
    """
    before, changes = st.session_state[_DRAWN][key]
    news: bool = own == _numbered(key, changes) and st.session_state[own] != before
    if news:
        st.session_state[_DRAWN][key] = _NEWS, changes
    return news


def _numbered(key: str, changes: int) -> str:
    return f"{key} {changes}" if changes else key


def bound(
    widget: Callable[..., Any],
    desk: Desk[Any],
    key: str,
    value: Any,
    changes: Callable[[Any], Mapping[str, Any]],
    *,
    say: Callable[[str], None] = toast,
    **how: Any,
) -> None:
    """Draw a widget that shows a value of the screen; what is chosen in it changes the screen's fields.

    `changes` returns the fields, or raises `ValueError`, whose reason is given to `say`. `how`: what
    else the widget is given.
    """

    own = identity(key, value)

    def chosen() -> None:
        desk.stay()
        if _is_offered(st.session_state[own], **how) and is_news(key, own):
            with refusal_said(say):
                desk.change(**changes(st.session_state[own]))

    st.session_state[own] = value
    widget(key=own, on_change=chosen, **how)


def _is_offered(value: Any, options: Sequence[Any] | None = None, **how: Any) -> bool:
    """Say whether a widget offers this value, or takes any.

    A browser sends an option's words. Those of an option that reads otherwise by now, Streamlit passes on
    as they came: nobody chose them.
    """
    return options is None or bool(how.get("accept_new_options")) or value in options


def choice(
    widget: Callable[..., Any], desk: Desk[Any], name: str, label: str, options: Sequence[Any], **how: Any
) -> None:
    """Draw a widget that chooses the screen's field of this name, from the options and what is chosen."""
    value = getattr(desk.current(), name)
    options = list(dict.fromkeys((*options, value)))
    key, jump = how.pop("key", name), how.pop("jump", True)
    bound(
        widget, desk, key, value, lambda new: {name: new, "jump": jump}, label=label, options=options, **how
    )


def segments(desk: Desk[Any], name: str, label: str, values: type[StrEnum], **how: Any) -> None:
    """Draw the choice between a few values side by side: how a page's evidence is looked at."""
    how = {"required": True, "format_func": str.capitalize, "label_visibility": "collapsed", **how}
    choice(st.segmented_control, desk, name, label, [*values], **how)


def number(desk: Desk[Any], name: str, label: str, *, help: str | None = None) -> None:
    """Draw a field for a whole number of the screen that chooses a deal."""

    def read(text: str | None) -> dict[str, int]:
        digits = (text or "").strip().replace(",", "").replace(" ", "")
        value = whole(digits, 0, LARGEST_SEED)
        if value is None:
            raise ValueError(f"{label} {digits[:30]!r}: take a whole number, 0 to {LARGEST_SEED:,}")
        return {name: value}

    text = str(getattr(desk.current(), name))
    bound(st.text_input, desk, name, text, read, say=said_below, label=label, help=help)


def seed(desk: Desk[Any]) -> None:
    """Draw the seed, and the way to a new one."""
    left, right = st.columns(2, vertical_alignment="bottom")
    with left:
        number(desk, "seed", "Seed")
    with right:
        st.button(
            pressable("New seed"),
            icon=":material/casino:",
            key="new_seed",
            type="tertiary",
            on_click=lambda: desk.change(seed=random_seed()),
        )


def random_seed() -> int:
    """Return a seed short enough to be said aloud."""
    return secrets.randbelow(10**6)


def dealt(desk: Desk[Any]) -> None:
    """Draw the choice of what is dealt: a whole pack in halves, or hands of it, famous or typed."""
    screen = desk.current()
    text = dealt_text(screen.pack, screen.hands)
    famous = {dealt_text(screen.pack, hands): name for hands, name in famous_hands(screen.pack).items()}
    bound(
        st.selectbox,
        desk,
        "pack",
        text,
        lambda written: typed_deal(written or "", screen.pack),
        say=said_below,
        label="Pack or hands",
        options=list(dict.fromkeys((*PACKS, *famous, text))),
        format_func=lambda text: famous.get(text) or _dealt_words(text),
        accept_new_options=True,
        help=(
            "Half of a pack each, or hands of your own: ranks, `?` for a card drawn, `?{22}` for many, `*` "
            "for all that remains. So `AAAA?{22}/*` are four aces and 22 more cards against the rest."
        ),
    )


def typed_deal(text: str, pack: Pack) -> dict[str, Any]:
    """Read what is to be dealt: a pack, hands of this one, or both. Raises `ValueError` with the repair.

    >>> typed_deal("8x4", Pack(13, 4)), typed_deal("8x4 AAAA/*", Pack(13, 4))["hands"].text
    ({'pack': Pack(ranks=8, copies=4), 'hands': None}, 'AAAA/*')
    """
    first, _, others = text.strip().partition(" ")
    if "/" not in text:
        if "x" not in text.lower():
            raise ValueError(
                f"{text[:40]!r} is no pack and no hands: write ranks x copies, such as 13x4, or hands, such "
                "as AAAA/* or ?{20}/?{32}"
            )
        return {"pack": Pack.parse(text), "hands": None}
    if "x" in first.lower():
        pack, text = Pack.parse(first), others
    return {"pack": pack, "hands": Hands.parse(text)}


def problem() -> None:
    """Say once what could not be taken from a field."""
    said = st.session_state.pop(_PROBLEM, None)
    if said:
        st.text(said)


def _dealt_words(text: str) -> str:
    try:
        pack, hands = typed_deal(text, STANDARD_PACK).values()
        if hands is not None:
            return begin(hands_in_words(pack, hands))
    except ValueError:
        return text
    return f"{pack.size} cards: {count(pack.ranks, 'rank')} x {pack.copies}"
