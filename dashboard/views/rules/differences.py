"""Rule sets told apart by their smallest deals, each with the way to both games."""

from collections.abc import Mapping, Sequence
from typing import Final

import pandas as pd
import streamlit as st

from dashboard.asking import diagnosed
from dashboard.shell.frame import heading
from dashboard.shell.game_links import game_link
from dashboard.shell.marks import marked, note
from dashboard.shell.phrases import capital, deal_code, rules_title
from dashboard.stories.contradictions import CONTRADICTIONS, Contradiction
from dashboard.views.rules.tables import apart_words, neighbours, twins
from engine.cards import Deal
from engine.diagnose import Program
from engine.diagnose.differ import PUBLISHED, Difference
from engine.rules import PLAYABLE, PRESETS, Rules, rules_called

WHATS: Final = {"winner": "Who wins", "rounds": "How long it takes", "end": "Whether it ends"}
DIFFER: Final = "They differ in"
DEAL: Final = "Smallest deal"
LOOKING: Final = "Looking for the smallest deals"


def two(one: str, other: str) -> None:
    """Draw the smallest deals on which two rule sets differ: in the winner, in the length, in the end."""
    rules, others = rules_called(one), rules_called(other)
    if rules == others:
        st.markdown("These two have the same rules: they play every deal alike.")
        return
    st.markdown(note(f"{rules_title(other)}: {apart_words(rules, others)}."))
    found = _differences(Program(rules), Program(others), tuple(WHATS))
    titles = rules_title(one), rules_title(other)
    _table(found, titles)
    missing = [WHATS[what].lower() for what, each in found.items() if each is None]
    if missing:
        st.markdown(note(f"No deal was found on which they differ in {' or '.join(missing)}."))
    _links([each for each in found.values() if each is not None], titles)


def _differences(one: Program, other: Program, whats: tuple[str, ...]) -> dict[str, Difference | None]:
    with st.spinner(LOOKING):
        diagnosed.prepare_differences(one, other, whats)
        return {what: diagnosed.difference(one, other, what) for what in whats}


def _table(found: Mapping[str, Difference | None], titles: tuple[str, str]) -> None:
    rows = _rows(found, titles)
    if rows:
        st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)


def _rows(found: Mapping[str, Difference | None], titles: tuple[str, str]) -> list[dict[str, str]]:
    rows = []
    for what, each in found.items():
        if each is not None:
            ends = {title: _end(each, side) for side, title in enumerate(titles)}
            rows.append({DIFFER: WHATS[what], DEAL: _deal(each), **ends})
    return rows


def _deal(found: Difference) -> str:
    return f"{deal_code(found.deal)}{'' if found.proved else ' :small[:gray[the smallest found]]'}"


def _end(found: Difference, side: int) -> str:
    return marked(capital(found.ends[side].words))


def _links(found: Sequence[Difference], titles: tuple[str, str]) -> None:
    """Draw the way to both games of each deal."""
    _draw_ways(_ways(found, titles))


def _ways(found: Sequence[Difference], titles: tuple[str, str]) -> dict[tuple[Deal, Rules], str]:
    """Name the games of each deal; a program with mistakes plays by no rules we could open."""
    ways: dict[tuple[Deal, Rules], str] = {}
    for each in found:
        for program, title in zip((each.one, each.other), titles, strict=True):
            if not program.mistakes:
                name = title.replace("The ", "the ", 1)
                ways.setdefault((each.deal, program.rules), f"{each.deal.text} by {name}")
    return ways


def _draw_ways(ways: Mapping[tuple[Deal, Rules], str]) -> None:
    with st.container(horizontal=True):
        for (deal, rules), label in ways.items():
            game_link(rules, deal, label=label)


def next_to(name: str) -> None:
    """Draw the presets next to one, and the smallest deal on which each plays otherwise."""
    rules = PLAYABLE[name]
    if twins(name):
        same = ", ".join(PRESETS[twin].title for twin in twins(name))
        st.markdown(f"{same} {'has' if len(twins(name)) == 1 else 'have'} the same rules.")
    if not rules.deterministic:
        st.markdown("It leaves games to chance, so no deal tells it from others: Compare counts games.")
        return
    mine = Program(rules)
    with st.spinner(LOOKING):
        found = {other: diagnosed.difference(mine, Program(PLAYABLE[other])) for other in neighbours(name)}
    rows = [
        {
            "Next to it": f"{PRESETS[other].title}: {apart_words(rules, PLAYABLE[other])}",
            DEAL: _deal(each),
            PRESETS[name].title: _end(each, 0),
            "The other": _end(each, 1),
        }
        for other, each in found.items()
        if each is not None
    ]
    st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)
    for other, each in found.items():
        if each is not None:
            _links([each], (PRESETS[name].title, PRESETS[other].title))


def contradictions() -> None:
    """Draw where the sources' programs do not do what their texts say."""
    heading(
        "Where a source’s program contradicts its text",
        "The smallest deals that show it: how they end as we play the text, and by the program itself.",
    )
    for each in CONTRADICTIONS:
        st.markdown(f"**{PRESETS[each.preset].title}.** {each.story}")
        _contradiction(each)


def _contradiction(each: Contradiction) -> None:
    rules = PLAYABLE[each.preset]
    text, program = titles = "The text", "The program"
    found: dict[str, Difference | None] = {}
    if each.whats:
        found = _differences(Program(rules), PUBLISHED[each.preset], each.whats)
    rows = _rows(found, titles)
    for one in each.seen:
        ends = {text: diagnosed.judged(Deal.parse(one.deal), rules), program: one.end}
        said = {title: marked(capital(end.words)) for title, end in ends.items()}
        rows.append({DIFFER: WHATS[one.what], DEAL: f"`{one.deal}`", **said})
    st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)
    links = _ways([one for one in found.values() if one is not None], titles)
    for one in each.seen:
        links.setdefault((Deal.parse(one.deal), rules), f"{one.deal} by the text")
    _draw_ways(links)
