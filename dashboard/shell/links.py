"""Ways from any page to a game, and to the screens of the striking facts."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import streamlit as st

from dashboard.address.link import to_query
from dashboard.address.screens import CompareScreen, GameScreen
from dashboard.components.width import Width, width
from dashboard.shell.desk import COMPARE, GAME, SIMULATE, Desk
from dashboard.shell.marks import note, pressable
from dashboard.stories.facts import FACTS
from engine.cards import Deal
from engine.rules import Rules, rules_name

COLUMNS: Final = 3
"""Facts beside each other."""


def game_link(rules: Rules, deal: Deal, number: int = 1, *, label: str = "Open in Game") -> None:
    """Draw the way to a game at a round; nothing for a deal that no link can carry."""
    params, why = _params_or_why(rules, deal, number)
    if why:
        st.markdown(note(why))
    else:
        st.page_link(GAME.view, label=pressable(label), icon=":material/open_in_new:", query_params=params)


@lru_cache(maxsize=256)
def _params_or_why(rules: Rules, deal: Deal, number: int) -> tuple[Mapping[str, str], str]:
    return GAME.params_or_why(GameScreen(rule_set=rules_name(rules), given=deal, round=number))


def way_to(screen: GameScreen, label: str) -> str:
    """Return the link to a game as Markdown, for a cell of a table."""
    return f"[{label}](./?{to_query(GAME.params(screen))})"


def fact_links() -> None:
    """Draw every fact as a button with its story under it. The page has to `leave` at its start."""
    beside = 1 if width() is Width.SMALL else COLUMNS
    for first in range(0, len(FACTS), beside):
        # A row of columns each: what stands beside each other begins on one line.
        for place, column in enumerate(st.columns(beside, gap="large"), first):
            if place < len(FACTS):
                with column.container(gap=None):
                    _fact(place)


def _fact(place: int) -> None:
    fact = FACTS[place]
    desk: Desk[Any] = COMPARE if isinstance(fact.screen, CompareScreen) else SIMULATE
    # Not a page link: one to the page it stands on would look as if it were chosen.
    st.button(
        pressable(fact.title), key=f"fact_{place}", type="tertiary", on_click=desk.go, args=(fact.screen,)
    )
    st.markdown(note(fact.story))
