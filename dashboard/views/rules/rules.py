"""The Rules page: every rule set side by side, in words, and told apart by the smallest deals."""

from collections.abc import Iterable

import streamlit as st

from dashboard.address.library import RulesScreen
from dashboard.shell.controls import choice
from dashboard.shell.desk import RULES, leave
from dashboard.shell.frame import heading, if_answered, opens, table, verdict_row
from dashboard.shell.links import game_link
from dashboard.shell.marks import note
from dashboard.shell.phrases import rules_title
from dashboard.shell.rule_set import from_whom, rules_told
from dashboard.views.rules.differences import contradictions, next_to, two
from dashboard.views.rules.silences import silences
from dashboard.views.rules.suites import suites
from dashboard.views.rules.tables import a_deal, in_words, presets_table
from engine.rules import PLAYABLE, PRESETS, SETTLED
from engine.words.glossary import GLOSSARY


def page() -> None:
    """Draw the page for the address it was opened with."""
    leave()
    if not opens(RULES):
        return
    screen = RULES.current()
    verdict_row(
        RULES,
        f"{len(PLAYABLE)} named rule sets, {len(set(PLAYABLE.values()))} different games.",
        "Nobody writes the house rules down, and they decide everything. Below, each is told by a deal.",
    )
    _side_by_side(screen)
    _in_words(screen)
    _any_two(screen)
    contradictions()
    silences()
    _words()


def _side_by_side(screen: RulesScreen) -> None:
    with st.container(key="presets"):
        table(presets_table(screen.rule_set))
    st.markdown(
        note(
            "A name opens a deal played by these rules. Aces are high unless it is said. "
            "Grey and slanting: the source does not say, and this is what we chose."
        )
    )
    with st.expander("Every rule set in words, with its source"):
        _in_columns(2, map(in_words, PLAYABLE))


def _words() -> None:
    heading("Words", "Each is explained where it first stands on a page: point at its sign, or tap it.")
    _in_columns(3, (f"**{term.word}.** :gray[{term.meaning}]" for term in GLOSSARY))


def _in_columns(count: int, paragraphs: Iterable[str]) -> None:
    """Draw paragraphs, Markdown of our own, down one column after the other."""
    told = list(paragraphs)
    for number, column in enumerate(st.columns(count, gap="large")):
        its = (text for place, text in enumerate(told) if count * place // len(told) == number)
        column.markdown("\n\n".join(its))


def _in_words(screen: RulesScreen) -> None:
    rail, main = st.columns([0.32, 0.68], gap="large")
    with rail:
        choice(st.selectbox, RULES, "rule_set", "Rule set", [*PLAYABLE], format_func=rules_title)
        rules_told(PLAYABLE[screen.rule_set])
        st.markdown(note(from_whom(screen.rule_set)))
        example = a_deal(screen.rule_set)
        game_link(example.rules, example.deal, example.round, label="A deal to open")
    with main:
        heading(
            f"What sets {PRESETS[screen.rule_set].title} apart",
            "The named rule sets next to it, each with the smallest deal on which it plays otherwise.",
        )
        with if_answered("next_to"):
            next_to(screen.rule_set)
        suites(screen.rule_set)


def _any_two(screen: RulesScreen) -> None:
    heading(
        "The smallest deal that tells two rule sets apart",
        "Every deal of up to seven cards is tried, then larger ones of few ranks, then deals by chance.",
    )
    left, right = st.columns(2, gap="medium")
    with left:
        choice(st.selectbox, RULES, "one", "One rule set", SETTLED, format_func=rules_title)
    with right:
        choice(st.selectbox, RULES, "other", "The other", SETTLED, format_func=rules_title)
    two(screen.one, screen.other)
