"""What the Compare page compares: which rule sets, or which one rule over all its values."""

from collections.abc import Iterable
from enum import StrEnum
from functools import partial
from typing import Any, Final

import streamlit as st

from dashboard.address.screens import CompareScreen
from dashboard.shell.controls import bound, choice, refusal_said
from dashboard.shell.desk import COMPARE
from dashboard.shell.marks import note, pressable
from dashboard.shell.phrases import rules_title
from engine.rules import PLAYABLE, RULES_SAID, Rules, number_words, rules_called, said_of
from engine.study.sweep import VARIED
from engine.study.tables.compared.rows import rows_of
from engine.words.brief import named

FEWEST: Final = 2
MOST: Final = 8
"""Rule sets to be chosen side by side; more are no longer told apart."""


class Subject(StrEnum):
    """What is compared."""

    RULE_SETS = "Rule sets"
    ONE_RULE = "One rule, varied"


def asked(screen: CompareScreen) -> str:
    """Name what is compared, on one line."""
    if screen.sweep:
        return f"{rules_title(screen.rule_sets[0])}: {_label(screen.sweep).lower()} varied"
    *others, last = (row.name for row in rows_of(screen.rule_sets))
    return f"{', '.join(others)} and {last}"


def choose() -> None:
    """Draw the choice."""
    screen = COMPARE.current()
    bound(
        st.segmented_control,
        COMPARE,
        "compare_way",
        Subject.ONE_RULE if screen.sweep else Subject.RULE_SETS,
        partial(_about, screen.rule_sets),
        label="Compare",
        options=[*Subject],
        required=True,
        width="stretch",
        label_visibility="collapsed",
    )
    if screen.sweep:
        _one_rule(screen)
    else:
        _rule_sets(screen)


def _about(names: tuple[str, ...], subject: Subject) -> dict[str, Any]:
    if subject == Subject.ONE_RULE:
        return {"sweep": "face_down"}
    return {"sweep": "", "rule_sets": names if len(names) >= FEWEST else (*names, _others(names)[0])}


def _others(names: tuple[str, ...]) -> list[str]:
    """Return the presets whose rules none of these rule sets has."""
    taken = {rules_called(name) for name in names}
    return [name for name, rules in PLAYABLE.items() if rules not in taken]


def _rule_sets(screen: CompareScreen) -> None:
    names = screen.rule_sets
    rows = rows_of(names)
    for place, name in enumerate(names):
        before, after = names[:place], names[place + 1 :]
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            bound(
                st.selectbox,
                COMPARE,
                f"compare_{place}",
                name,
                partial(_between, before, after),
                label=f"Rule set {rows[place].letter}",
                options=[name, *_others(names)],
                format_func=lambda name: named(name, names)[0],
                width="stretch",
            )
            if len(names) > FEWEST:
                st.button(
                    "",
                    icon=":material/close:",
                    key=f"compare_drop_{place}",
                    type="tertiary",
                    help=f"Leave out {rows[place].name}",
                    on_click=partial(COMPARE.change, rule_sets=(*before, *after)),
                )
    if len(names) < MOST:
        _one_more(names)
    fewest, most = number_words(FEWEST).capitalize(), number_words(MOST)
    st.markdown(note(f"{fewest} to {most} rule sets, all on the same deals."))


def _between(before: tuple[str, ...], after: tuple[str, ...], name: str) -> dict[str, Any]:
    return {"rule_sets": (*before, name, *after)}


def _one_more(names: tuple[str, ...]) -> None:
    """Draw the ways to one more rule set: any, or one that is put together once that is opened."""
    with st.container(horizontal=True):
        more = partial(COMPARE.change, rule_sets=(*names, _others(names)[0]))
        st.button(pressable("Add"), icon=":material/add:", key="compare_add", type="tertiary", on_click=more)
        label, icon = pressable("Change a rule"), ":material/tune:"
        variant = st.popover(label, type="tertiary", icon=icon, key="variant", on_change="rerun")
        if variant.open:
            with variant:
                _variant(names)


def _variant(names: tuple[str, ...]) -> None:
    """Draw the way to one more rule set that differs from one of them in a single rule."""
    rows = rows_of(names)
    places = range(len(rows))
    place = st.selectbox("As", places, key="variant_of", format_func=lambda at: rows[at].heading)
    rule = st.selectbox("but with another", list(VARIED), key="variant_rule", format_func=_label)
    rules = rules_called(names[place])
    values = [value for value in VARIED[rule] if value != getattr(rules, rule)]
    value = st.selectbox("namely", values, key=f"variant_{rule}", format_func=lambda one: said_of(one).brief)
    st.button("Add it", key="variant_add", on_click=_variant_added, args=(names, rules, {rule: value}))


def _variant_added(names: tuple[str, ...], rules: Rules, change: dict[str, Any]) -> None:
    with refusal_said(_not_added):
        variant = rules.changed(**change)
        with refusal_said():
            COMPARE.change(rule_sets=(*names, variant.code))


def _not_added(why: str) -> None:
    st.toast(f"Not added: {why}.")


def _label(rule: str) -> str:
    return RULES_SAID[rule].label


def _one_rule(screen: CompareScreen) -> None:
    base, *others = screen.rule_sets
    bound(
        st.selectbox,
        COMPARE,
        "compare_base",
        base,
        lambda chosen: {"rule_sets": (chosen, *_unlike(chosen, others))},
        label="Rule set",
        options=list(dict.fromkeys((*PLAYABLE, base))),
        format_func=lambda name: named(name)[0],
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


def _unlike(name: str, others: Iterable[str]) -> list[str]:
    """Return the rule sets that have other rules than one."""
    return [other for other in others if rules_called(other) != rules_called(name)]
