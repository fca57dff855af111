"""Ways to a game from any page."""

import streamlit as st

from dashboard.address.screens import GameScreen
from dashboard.shell.desk import GAME
from dashboard.shell.marks import note
from engine.cards import Deal
from engine.rules import Rules, rules_name


def game_link(rules: Rules, deal: Deal, number: int = 1, *, label: str = "Open in Game") -> None:
    """Draw the way to a game at a round; nothing for a deal that no link can carry."""
    params, why = GAME.params_or_why(GameScreen(rule_set=rules_name(rules), given=deal, round=number))
    if why:
        st.markdown(note(why))
    else:
        st.page_link(GAME.view, label=label, icon=":material/open_in_new:", query_params=params)
