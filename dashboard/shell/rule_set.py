"""The choice of a page's rule set: by name, told in words, and any single rule changed beside its result."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from dashboard.shell.controls import Chosen, bound
from dashboard.shell.desk import Desk
from dashboard.shell.marks import marked, note, pressable
from dashboard.shell.phrases import begin, rules_title
from engine.rules import ENUMS, MOST_FACE_DOWN, PLAYABLE, PRESETS, RULES_SAID, Rules, rules_name, said_of
from engine.words.sentences import rules_in_words, value_in_words


def rule_set(desk: Desk[Chosen], *, effect: Callable[[str], str] | None = None) -> None:
    """Draw the rule set of a page: its name, its rules in words, or the fields that change a single one.

    `effect` says in Markdown of our own what the rules now do, against the rule set of before.
    """
    screen = desk.current()
    open_key, before = _rule_keys(desk)
    changing = bool(st.session_state.get(open_key))

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
    if not changing:
        rules_told(screen.rules)
    label, icon = ("Done", "check") if changing else ("Change a rule", "tune")
    st.button(
        pressable(label),
        icon=f":material/{icon}:",
        key="change_rule",
        type="tertiary",
        on_click=lambda: st.session_state.update({open_key: not changing}),
    )
    if changing:
        _changing(desk, effect)


def _rule_keys(desk: Desk[Any]) -> tuple[str, str]:
    """Name what is kept of a page: whether its rules are being changed, and its rule set before that."""
    return f"changing a rule of {desk.name}", f"rule set before, of {desk.name}"


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


def _changing(desk: Desk[Chosen], effect: Callable[[str], str] | None) -> None:
    """Draw what the changes have done, the way back, and a field for every rule."""
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
    _fields(desk, lambda: st.session_state.setdefault(before_key, desk.current().rule_set))
    if screen.rule_set in PRESETS:
        st.markdown(note(from_whom(screen.rule_set)))


def _fields(desk: Desk[Chosen], on_change: Callable[[], object]) -> None:
    rules = desk.current().rules

    def changes(rule: str, value: Any) -> dict[str, str]:
        on_change()
        return {"rule_set": rules_name(desk.current().rules.changed(**{rule: value}))}

    bound(
        st.number_input,
        desk,
        "rule_face_down",
        rules.face_down,
        partial(changes, "face_down"),
        label=RULES_SAID["face_down"].label,
        min_value=0,
        max_value=MOST_FACE_DOWN,
        help=value_in_words(rules.face_down),
    )
    for rule, kind in ENUMS.items():
        value = getattr(rules, rule)
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
