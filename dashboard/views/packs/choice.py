"""What the Small packs page is asked for: ranks and copies, with how long they take said before."""

from dataclasses import replace
from functools import partial
from math import ceil

import streamlit as st

from dashboard.address.library import PacksScreen
from dashboard.asking import counted as asking
from dashboard.shell.controls import bound
from dashboard.shell.desk import PACKS
from dashboard.shell.phrases import rules_title
from engine.cards import Pack
from engine.rules import SETTLED, Rules, rules_called
from engine.study.arrangements import arrangements
from engine.words.sentences import count

MOST_RANKS = 13
MOST_COPIES = 26


def pack_fields(screen: PacksScreen) -> None:
    """Draw ranks and copies side by side."""
    pack = screen.pack
    for column, name, most in zip(
        st.columns(2),
        ("ranks", "copies"),
        (max(MOST_RANKS, pack.ranks), max(MOST_COPIES, pack.copies)),
        strict=True,
    ):
        with column:
            bound(
                st.number_input,
                PACKS,
                f"packs_{name}",
                getattr(pack, name),
                partial(_with, name),
                label=name.capitalize(),
                min_value=1,
                max_value=most,
            )


def _with(name: str, value: int) -> dict[str, Pack]:
    """Return the pack with other ranks or copies. Raises `ValueError` for one of a single card."""
    return {"pack": replace(PACKS.current().pack, **{name: value})}


def how_long(screen: PacksScreen) -> str:
    """Say how many deals a pack has, and how long they take to be counted."""
    deals = arrangements(screen.pack)
    said = count(deals, "deal")
    if deals > asking.MOST_DEALS:
        return f"{said}: too many for a page."
    seconds = asking.seconds(screen.pack, len(SETTLED))
    if seconds < 1:
        return f"{said}, counted in a moment. Up to four million are counted here."
    return f"{said}, counted in about {count(ceil(seconds), 'second')} the first time."


def line_for_the_terminal(screen: PacksScreen) -> str:
    """Return the command that counts a pack that is too large for a page."""
    pack = screen.pack.text
    return f"war exact --pack {pack} --rules {screen.rule_set} --keep {pack}.json"


def rule_sets(screen: PacksScreen) -> dict[str, Rules]:
    """Return the rule sets counted beside each other, by title: one of each game, the chosen first."""
    if arrangements(screen.pack) > asking.BESIDE:
        return {}
    different: dict[Rules, str] = {}
    for name in (screen.rule_set, *SETTLED):
        different.setdefault(rules_called(name), rules_title(name))
    return {title: rules for rules, title in different.items()}


def sizes(screen: PacksScreen) -> list[Pack]:
    """Return the packs of as many copies that are counted at once, from the smallest on."""
    copies = screen.pack.copies
    packs = [Pack(ranks, copies) for ranks in range(1 if copies > 1 else 2, MOST_RANKS + 1)]
    small = [pack for pack in packs if arrangements(pack) <= asking.AT_ONCE]
    return small or packs[:1]
