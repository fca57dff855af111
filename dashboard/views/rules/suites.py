"""Deals that catch mistakes: what a judge's published ones see, and the fewest that see all, to take home."""

from functools import partial
from typing import Final

import streamlit as st

from dashboard.address.screens import GameScreen
from dashboard.shell.downloads import files
from dashboard.shell.frame import heading, table
from dashboard.shell.links import way_to
from dashboard.shell.marks import note, together
from engine.cards import Deal
from engine.diagnose.kept import kept_suites
from engine.diagnose.suite_files import suite_files
from engine.diagnose.suites import MOST_STEPS, SHUFFLED, Suite
from engine.notation.inputs import INPUT_OF
from engine.rules import PRESETS
from engine.words.sentences import count

BOUNDED: Final = (
    f"Looked for among the published deals, the smallest that tell one mistake and {SHUFFLED} shuffled ones, "
    f"in at most {MOST_STEPS:,} steps: a longer search may find fewer."
)


def suites(name: str) -> None:
    """Draw what the published deals of a judge catch, and the fewest that catch all; he may be none."""
    if name not in INPUT_OF:
        return
    heading(
        "Deals that catch mistakes",
        "What the published ones see of wrong rules and slips, one at a time; the fewest found that see all.",
    )
    published, smallest = kept_suites(name)
    st.markdown(together(published_words(published)))
    table(suite_table(smallest))
    st.markdown(note(BOUNDED))
    files(
        f"{count(len(smallest.deals), 'deal').capitalize()} as files",
        partial(suite_files, smallest),
        f"war-cases-{name}",
        "What the judge gives as 1.in and expects as 1.out, and which deal catches which mistake; in a ZIP.",
    )


def published_words(published: Suite) -> str:
    """Say how much the published deals catch, and what they see nothing of."""
    title, known = PRESETS[published.plan.name].title, len(published.caught)
    if not published.deals:
        return f"{title} publishes no deals with answers. Some deal brings out {known:,} mistakes we know."
    caught = f"{published.catches:,} of the {known:,} mistakes we know that some deal brings out"
    share = f"{100 * published.catches / known:.0f} %"
    blind = f" They see nothing of: {', '.join(published.blind)}." if published.blind else ""
    return f"{title} publishes {count(len(published.deals), 'deal')}. They catch {caught} ({share}).{blind}"


def suite_table(suite: Suite) -> list[dict[str, str]]:
    """Return a row for every deal, the way to its game, with how many mistakes it catches alone."""
    rows = []
    for place, deal in enumerate(suite.deals):
        way = way_to(GameScreen(rule_set=suite.plan.name, given=deal), size_of(deal))
        rows.append({"Deal": way, "Catches alone": f"{suite.catches_at(place):,} of {len(suite.caught):,}"})
    return rows


def size_of(deal: Deal) -> str:
    """Say how large a deal is: written out it would be wider than a phone."""
    return f"{len(deal.deck_1)} and {count(len(deal.deck_2), 'card')}"
