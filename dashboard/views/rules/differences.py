"""Rule sets told apart by their smallest deals, each with the way to both games."""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Final

import streamlit as st

from dashboard.asking import diagnosed
from dashboard.shell.frame import heading, if_answered, table
from dashboard.shell.links import game_link
from dashboard.shell.marks import marked, note, together
from dashboard.shell.phrases import capital, deal_code, rules_title
from dashboard.stories.contradictions import CONTRADICTIONS, Contradiction
from dashboard.views.rules.tables import apart_words, neighbours, twins
from engine.cards import Deal
from engine.diagnose import PUBLISHED, Disagreement, End, Program
from engine.diagnose.kept import is_kept
from engine.rules import PLAYABLE, PRESETS, Rules, rules_called

WHATS: Final = {"winner": "Who wins", "rounds": "How long it takes", "end": "Whether it ends"}
DIFFER: Final = "They differ in"
DEAL: Final = "Smallest deal"
LOOKING: Final = "Looking for the smallest deals"

Titles = tuple[str, str]
Row = dict[str, str]
Ways = dict[tuple[Deal, Rules], str]
"""Games that can be opened, each with the words of its link."""


def two(one: str, other: str) -> None:
    """Draw the smallest deals on which two rule sets differ: in the winner, in the length, in the end."""
    rules, others = rules_called(one), rules_called(other)
    if rules == others:
        st.markdown("These two have the same rules: they play every deal alike.")
        return
    st.markdown(note(f"{rules_title(other)}: {apart_words(rules, others)}."))
    with if_answered("two"):
        _two(rules, others, (rules_title(one), rules_title(other)))


def _two(rules: Rules, others: Rules, titles: Titles) -> None:
    differences, missing = _smallest(Program(rules), Program(others), tuple(WHATS))
    if differences:
        table([_row(difference, titles) for difference in differences])
    if missing:
        st.markdown(note(f"No deal was found on which they differ in {' or '.join(missing)}."))
    _draw_ways(_ways(differences, titles))


def _smallest(one: Program, other: Program, whats: tuple[str, ...]) -> tuple[list[Disagreement], list[str]]:
    """Return the smallest differences of two programs, and in what none was found."""
    with _looking_for([(one, other, what) for what in whats]):
        diagnosed.prepare_differences(one, other, whats)
        looked_for = {what: diagnosed.difference(one, other, what) for what in whats}
    differences = [difference for difference in looked_for.values() if difference is not None]
    return differences, [WHATS[what].lower() for what, none in looked_for.items() if none is None]


def _looking_for(asked: Iterable[tuple[Program, Program, str]]) -> AbstractContextManager[object]:
    """Say that something is looked for, if any of it is not kept."""
    return nullcontext() if all(is_kept(*what) for what in asked) else st.spinner(LOOKING)


def _row(difference: Disagreement, titles: Titles) -> Row:
    ends = {title: _said(end) for title, end in zip(titles, difference.ends, strict=True)}
    return {DIFFER: WHATS[difference.aspect], DEAL: _deal(difference), **ends}


def _deal(difference: Disagreement) -> str:
    smallest = "" if difference.proved else " :small[:gray[the smallest found]]"
    return f"{deal_code(difference.deal)}{smallest}"


def _said(end: End) -> str:
    return marked(capital(end.words))


def _ways(differences: Iterable[Disagreement], titles: Titles) -> Ways:
    """Name both games of each deal; a program with mistakes plays by no rules we could open."""
    ways: Ways = {}
    for difference in differences:
        for program, title in zip((difference.one, difference.other), titles, strict=True):
            if not program.mistakes:
                name = title.replace("The ", "the ", 1)
                ways.setdefault((difference.deal, program.rules), f"{difference.deal.text} by {name}")
    return ways


def _draw_ways(ways: Ways) -> None:
    with st.container(horizontal=True):
        for (deal, rules), label in ways.items():
            game_link(rules, deal, label=label)


def next_to(name: str) -> None:
    """Draw the presets next to one, and the smallest deal on which each plays otherwise."""
    rules, title = PLAYABLE[name], PRESETS[name].title
    same = [PRESETS[twin].title for twin in twins(name)]
    if same:
        st.markdown(f"{', '.join(same)} {'has' if len(same) == 1 else 'have'} the same rules.")
    if not rules.deterministic:
        st.markdown("It leaves games to chance, so no deal tells it from others: Compare counts games.")
        return
    with _looking_for((Program(rules), Program(PLAYABLE[other]), "any") for other in neighbours(name)):
        differences = list(_from_neighbours(name))
    rows = [
        {
            "Next to it": f"{PRESETS[other].title}: {apart_words(rules, PLAYABLE[other])}",
            DEAL: _deal(difference),
            title: _said(difference.ends[0]),
            "The other": _said(difference.ends[1]),
        }
        for other, difference in differences
    ]
    table(rows)
    for other, difference in differences:
        _draw_ways(_ways([difference], (title, PRESETS[other].title)))


def _from_neighbours(name: str) -> Iterator[tuple[str, Disagreement]]:
    for other in neighbours(name):
        difference = diagnosed.difference(Program(PLAYABLE[name]), Program(PLAYABLE[other]))
        if difference is not None:
            yield other, difference


def contradictions() -> None:
    """Draw where the sources' programs do not do what their texts say."""
    heading(
        "Where a source’s program contradicts its text",
        "The smallest deals that show it: how they end as we play the text, and by the program itself.",
    )
    for contradiction in CONTRADICTIONS:
        story = together(contradiction.story)
        st.markdown(f"**{PRESETS[contradiction.preset].title}.** {story}")
        with if_answered(contradiction.preset):
            _contradiction(contradiction)


def _contradiction(contradiction: Contradiction) -> None:
    rules = PLAYABLE[contradiction.preset]
    text, program = titles = "The text", "The program"
    differences: list[Disagreement] = []
    if contradiction.whats:
        differences, _ = _smallest(Program(rules), PUBLISHED[contradiction.preset], contradiction.whats)
    rows = [_row(difference, titles) for difference in differences]
    ways = _ways(differences, titles)
    for seen in contradiction.seen:
        deal = Deal.parse(seen.deal)
        by_text = diagnosed.judged(deal, rules)
        ends = {text: _said(by_text), program: _said(seen.end)}
        rows.append({DIFFER: WHATS[seen.what], DEAL: deal_code(deal), **ends})
        ways.setdefault((deal, rules), f"{deal.text} by the text")
    table(rows)
    _draw_ways(ways)
