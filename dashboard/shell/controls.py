"""What the rails of several pages share: rule set, pack, numbers, set from the screen and changing it."""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from typing import Any, Final, TypeVar

import streamlit as st

from dashboard.address.link import whole
from dashboard.address.screens import RuleSetScreen
from dashboard.shell.desk import Desk
from dashboard.shell.frame import theme
from dashboard.shell.marks import marked, note, pressable
from dashboard.shell.phrases import begin, rules_title
from engine.cards import Pack
from engine.cards.stream import LARGEST_SEED
from engine.rules import (
    ENUMS,
    MOST_FACE_DOWN,
    PLAYABLE,
    PRESETS,
    RULES_SAID,
    Rules,
    rules_name,
    said_of,
)
from engine.words.sentences import count, rules_in_words, value_in_words

PACKS: Final = ("13x4", "9x4", "8x4", "6x6", "13x1", "52x1", "13x8")
_PROBLEM: Final = "problem"

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

    def chosen() -> None:
        with refusal_said(say):
            desk.change(**changes(st.session_state[key]))

    st.session_state[key] = value
    widget(key=key, on_change=chosen, **how)


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


def rule_set(desk: Desk[Chosen], *, effect: Callable[[str], str] | None = None) -> None:
    """Draw the rule set of a page: its name, its rules in words, or the fields that change a single one.

    `effect` says in Markdown of our own what the rules now do, against the rule set of before.
    """
    screen = desk.current()
    changing, before = _rule_keys(desk)

    def whole(name: str) -> dict[str, str]:
        st.session_state.pop(before, None)
        return {"rule_set": name}

    bound(
        st.selectbox,
        desk,
        "rule_set",
        screen.rule_set,
        whole,
        label="Rule set",
        options=list(dict.fromkeys((*PLAYABLE, screen.rule_set))),
        format_func=title_of,
    )
    if not st.session_state.get(changing):
        rules_told(screen.rules)
    label, icon = ("Done", "check") if st.session_state.get(changing) else ("Change a rule", "tune")
    st.button(
        pressable(label),
        icon=f":material/{icon}:",
        key="change_rule",
        type="tertiary",
        on_click=lambda: st.session_state.update({changing: not st.session_state.get(changing)}),
    )
    if st.session_state.get(changing):
        _single_rules(desk, effect)


def _rule_keys(desk: Desk[Any]) -> tuple[str, str]:
    """Name what is kept of a page: whether its rules are being changed, and its rule set before that."""
    return f"changing a rule of {desk.view}", f"rule set before, of {desk.view}"


def rules_told(rules: Rules) -> None:
    """Draw a rule set in sentences, one a line."""
    words = rules_in_words(rules).values()
    st.markdown("  \n".join(f":small[{marked(sentence)}]" for sentence in words))


def from_whom(name: str) -> str:
    """Say where a preset is from, and what its source leaves open."""
    return f"From {PRESETS[name].source}. {PRESETS[name].note}".strip()


def title_of(name: str) -> str:
    """Return the title of a rule set, by a preset's name or a code."""
    return PRESETS[name].title if name in PRESETS else "Custom"


def _single_rules(desk: Desk[Chosen], effect: Callable[[str], str] | None) -> None:
    screen = desk.current()
    _, before_key = _rule_keys(desk)
    before = st.session_state.get(before_key, screen.rule_set)
    if before != screen.rule_set:
        if effect is not None:
            st.markdown(f":small[{effect(before)}]")
        st.button(
            pressable(f"Back to {rules_title(before)}"),
            icon=":material/undo:",
            key="rule_back",
            type="tertiary",
            on_click=partial(desk.change, rule_set=before),
        )

    def changes(rule: str, value: Any) -> dict[str, str]:
        st.session_state.setdefault(before_key, screen.rule_set)
        return {"rule_set": rules_name(desk.current().rules.changed(**{rule: value}))}

    bound(
        st.number_input,
        desk,
        "rule_face_down",
        screen.rules.face_down,
        partial(changes, "face_down"),
        label=RULES_SAID["face_down"].label,
        min_value=0,
        max_value=MOST_FACE_DOWN,
        help=value_in_words(screen.rules.face_down),
    )
    for rule, kind in ENUMS.items():
        value = getattr(screen.rules, rule)
        bound(
            st.selectbox,
            desk,
            f"rule_{rule}",
            value,
            partial(changes, rule),
            label=RULES_SAID[rule].label,
            options=[*kind],
            format_func=lambda value: begin(said_of(value).cell),
            filter_mode=None,
            help=value_in_words(value),
        )
    if screen.rule_set in PRESETS:
        st.markdown(note(from_whom(screen.rule_set)))


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


def pack(desk: Desk[Any]) -> None:
    """Draw the choice of the pack."""
    text = desk.current().pack.text
    bound(
        st.selectbox,
        desk,
        "pack",
        text,
        lambda written: {"pack": Pack.parse(written or "")},
        say=said_below,
        label="Pack",
        options=list(dict.fromkeys((*PACKS, text))),
        format_func=_pack_words,
        accept_new_options=True,
    )


def problem() -> None:
    """Say once what could not be taken from a field."""
    said = st.session_state.pop(_PROBLEM, None)
    if said:
        st.text(said)


def _pack_words(text: str) -> str:
    try:
        pack = Pack.parse(text)
    except ValueError:
        return text
    return f"{pack.size} cards: {count(pack.ranks, 'rank')} x {pack.copies}"


def on_primary(text: str, icon: str) -> str:
    """Return a primary button's label; white on the dark theme's light accent could not be read."""
    label = f":material/{icon}: {text}"
    if theme() == "dark":
        return f':color[{label}]{{foreground="#171816"}}'
    return label
