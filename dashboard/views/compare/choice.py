"""What the Compare page compares: which rule sets, or which one rule over all its values."""

from enum import StrEnum
from typing import Any, Final

import streamlit as st

from dashboard.address.screens import CompareScreen
from dashboard.charts.compare.rows import rows_of
from dashboard.shell.controls import choice, refusal_said, set_widget
from dashboard.shell.desk import COMPARE
from dashboard.shell.marks import note
from engine.rules import PLAYABLE, RULES_SAID, number_words, rules_called, said_of
from engine.study.sweep import VARIED
from engine.words.brief import named

FEWEST: Final = 2
MOST: Final = 8
"""Rule sets to be chosen side by side; more are no longer told apart."""


class Subject(StrEnum):
    """What is compared."""

    RULE_SETS = "Rule sets"
    ONE_RULE = "One rule, varied"


def choose() -> None:
    """Draw the choice."""
    screen = COMPARE.current()
    set_widget("compare_way", Subject.ONE_RULE if screen.sweep else Subject.RULE_SETS)
    st.segmented_control(
        "Compare",
        list(Subject),
        key="compare_way",
        required=True,
        width="stretch",
        label_visibility="collapsed",
        on_change=_subject_chosen,
    )
    if screen.sweep:
        _one_rule(screen)
    else:
        _rule_sets(screen)


def _subject_chosen() -> None:
    names = COMPARE.current().rule_sets
    if st.session_state["compare_way"] == Subject.ONE_RULE:
        _change(sweep="face_down")
    else:
        _change(sweep="", rule_sets=names if len(names) >= FEWEST else (*names, _others(names)[0]))


def _change(**fields: Any) -> None:
    with refusal_said():
        COMPARE.change(**fields)


def _others(names: tuple[str, ...]) -> list[str]:
    """Return the presets whose rules none of these rule sets has."""
    taken = {rules_called(name) for name in names}
    return [name for name, rules in PLAYABLE.items() if rules not in taken]


def _rule_sets(screen: CompareScreen) -> None:
    names = screen.rule_sets
    rows = rows_of(names)
    for place, name in enumerate(names):
        key = f"compare_{place}"
        set_widget(key, name)
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            st.selectbox(
                f"Rule set {rows[place].letter}",
                [name, *(other for other in _others(names) if other != name)],
                key=key,
                format_func=lambda name: named(name, names)[0],
                on_change=_chosen,
                args=(place,),
                width="stretch",
            )
            if len(names) > FEWEST:
                st.button(
                    "",
                    icon=":material/close:",
                    key=f"compare_drop_{place}",
                    type="tertiary",
                    help=f"Leave out {rows[place].name}",
                    on_click=_dropped,
                    args=(place,),
                )
    if len(names) < MOST:
        with st.container(horizontal=True):
            st.button("Add", icon=":material/add:", key="compare_add", type="tertiary", on_click=_added)
            with st.popover("Change a rule", type="tertiary", icon=":material/tune:"):
                _variant(screen)
    st.markdown(
        note(f"{number_words(FEWEST).capitalize()} to {number_words(MOST)} rule sets, all on the same deals.")
    )


def _chosen(place: int) -> None:
    names = list(COMPARE.current().rule_sets)
    names[place] = st.session_state[f"compare_{place}"]
    _change(rule_sets=tuple(names))


def _dropped(place: int) -> None:
    names = COMPARE.current().rule_sets
    _change(rule_sets=(*names[:place], *names[place + 1 :]))


def _added() -> None:
    names = COMPARE.current().rule_sets
    _change(rule_sets=(*names, _others(names)[0]))


def _variant(screen: CompareScreen) -> None:
    """Draw the way to one more rule set that differs from one of them in a single rule."""
    rows = rows_of(screen.rule_sets)
    places = range(len(rows))
    place = st.selectbox("As", places, key="variant_of", format_func=lambda at: rows[at].heading)
    rule = st.selectbox("but with another", list(VARIED), key="variant_rule", format_func=_label)
    rules = rules_called(screen.rule_sets[place])
    values = [value for value in VARIED[rule] if value != getattr(rules, rule)]
    value = st.selectbox("namely", values, key=f"variant_{rule}", format_func=lambda one: said_of(one).brief)
    st.button("Add it", key="variant_add", on_click=_variant_added, args=(place, rule, value))


def _label(rule: str) -> str:
    return RULES_SAID[rule].label


def _variant_added(place: int, rule: str, value: Any) -> None:
    names = COMPARE.current().rule_sets
    with refusal_said("added"):
        rules = rules_called(names[place]).changed(**{rule: value})
        _change(rule_sets=(*names, rules.code))


def _one_rule(screen: CompareScreen) -> None:
    base = screen.rule_sets[0]
    set_widget("compare_base", base)
    st.selectbox(
        "Rule set",
        list(dict.fromkeys((*PLAYABLE, base))),
        key="compare_base",
        format_func=lambda name: named(name)[0],
        on_change=_base_chosen,
    )
    choice(
        st.selectbox,
        COMPARE,
        "sweep",
        "Rule to vary",
        list(VARIED),
        key="compare_rule",
        format_func=_label,
    )
    st.markdown(note("Everything else stays as it is, and every value plays the same deals."))


def _base_chosen() -> None:
    base = st.session_state["compare_base"]
    others = [name for name in COMPARE.current().rule_sets[1:] if rules_called(name) != rules_called(base)]
    _change(rule_sets=(base, *others))
