"""Ways from any page to a game, and to the screens of the striking facts."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import streamlit as st

from dashboard.address.link import to_query
from dashboard.address.screens import CompareScreen, GameScreen, SimulateScreen
from dashboard.components.facts import Fact, facts
from dashboard.components.lists import Link, Links, lists
from dashboard.shell.desk import COMPARE, GAME, SIMULATE, Desk, S
from dashboard.shell.frame import heading
from dashboard.shell.marks import note, pressable, together
from dashboard.stories.facts import FACTS
from engine.cards import Deal
from engine.rules import Rules, rules_name


def game_link(rules: Rules, deal: Deal, number: int = 1, *, label: str = "Open in Game") -> None:
    """Draw the way to a game at a round; nothing for a deal that no link can carry."""
    params, why = _params_or_why(rules, deal, number)
    if why:
        st.markdown(note(why))
    else:
        st.page_link(GAME.page, label=pressable(label), icon=":material/open_in_new:", query_params=params)


@lru_cache(maxsize=256)
def _params_or_why(rules: Rules, deal: Deal, number: int) -> tuple[Mapping[str, str], str]:
    return GAME.params_or_why(GameScreen(rule_set=rules_name(rules), given=deal, round=number))


def way_to(screen: GameScreen, label: str) -> str:
    """Return the link to a game as Markdown, for a cell of a table."""
    return f"[{label}](./{_address(GAME, screen)})"


def game_lists(
    told: Sequence[tuple[str, Sequence[tuple[str, GameScreen]]]], *, key: str, inline: bool = False
) -> None:
    """Draw titles, each with a few words that lead to a game. The page has to `leave` at its start."""
    lists(
        [
            Links(title, tuple(Link(words, _address(GAME, screen)) for words, screen in ways))
            for title, ways in told
        ],
        key=key,
        on_press=lambda place, line: GAME.go(told[place][1][line][1]),
        inline=inline,
    )


@lru_cache(maxsize=256)
def _address(desk: Desk[S], screen: S) -> str:
    """Return the address of a screen for a link on any page."""
    return f"{desk.path}?{to_query(desk.params(screen))}"


def fact_links(title: str, about: str) -> None:
    """Draw every fact as a link with its story under it. The page has to `leave` at its start."""
    heading(title, about)
    facts(_facts(), key="facts", label=title, on_press=_opened)


@cache
def _facts() -> tuple[Fact, ...]:
    """Return the facts with the addresses of their screens, which never change."""
    return tuple(
        Fact(fact.title, _unbroken(fact.story), _address(_desk_of(fact.screen), fact.screen))
        for fact in FACTS
    )


def _unbroken(story: str) -> str:
    """Keep a number on the line of its error and of its unit."""
    return together(story).replace(" ± ", "\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}")


def _desk_of(screen: CompareScreen | SimulateScreen) -> Desk[Any]:
    return COMPARE if isinstance(screen, CompareScreen) else SIMULATE


def _opened(place: int) -> None:
    screen = FACTS[place].screen
    _desk_of(screen).go(screen)
