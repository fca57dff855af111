"""What a mean length is of, where a deal is known that never ends: only of the games that end."""

from typing import Any, Final

import streamlit as st

from dashboard.shell.links import game_link
from dashboard.shell.marks import note
from dashboard.shell.phrases import rules_title
from dashboard.shell.shown import Shown
from engine.cards import Deal
from engine.kernels.tallies import ENDLESS
from engine.records.kept import endless_deal
from engine.rules import rules_called
from engine.study.tables.columns import NOT_ONE, one_game

LABEL: Final = "A deal that never ends"


def means_of(shown: Shown[Any, Any]) -> None:
    """Say under a chart of lengths under which rule sets there is no mean over all deals, and why."""
    known = endless_by(shown)
    if not known:
        return
    st.markdown(note(no_mean(tuple(known), len(shown.screen.names))))
    for name, deal in [*known.items()][:1]:
        game_link(rules_called(name), deal, label=LABEL)


def endless_by(shown: Shown[Any, Any]) -> dict[str, Deal]:
    """Return an endless deal of the pack for each rule set under which one is met here, or known."""
    known = {}
    for place, (name, study, summary) in enumerate(
        zip(shown.screen.names, shown.screen.job.studies(), shown.tallies.summaries, strict=True)
    ):
        met = one_game(summary.firsts["reasons"][ENDLESS])
        deal = None
        if met != NOT_ONE:
            deal = shown.screen.game(met, place).deal
        elif study.hands is None:
            deal = endless_deal(study.rules, study.pack)
        if deal is not None:
            known[name] = deal
    return known


def no_mean(names: tuple[str, ...], of: int) -> str:
    """Say under which of so many rule sets means are of the games that end alone.

    >>> no_mean(("code-golf",), 1)
    'The mean is of the games that end. Not all do: over all deals there is none.'
    >>> no_mean(("code-golf", "bicycle"), 3)
    'Means are of the games that end. By Code golf and Bicycle not all do: over all deals these have none.'
    """
    if of == 1:
        return "The mean is of the games that end. Not all do: over all deals there is none."
    if len(names) == of:
        return "Means are of the games that end. By none of these rules all do: over all deals there is none."
    *others, last = map(rules_title, names)
    listed = f"{', '.join(others)} and {last}" if others else last
    have = "these have none" if others else "it has none"
    return f"Means are of the games that end. By {listed} not all do: over all deals {have}."
