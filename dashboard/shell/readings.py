"""How a paste was read, as the Game and Diagnose pages say it: in our own words, never in what was pasted."""

from collections.abc import Callable
from typing import Final

import streamlit as st

from dashboard.shell.marks import note
from dashboard.shell.phrases import begin
from engine.notation import FORMATS, Question, Reading, first_cards
from engine.words.sentences import count

_MOST_LINES: Final = 100


def ask_which(question: Question, key: str, chosen: Callable[[str], None]) -> None:
    """Ask which reading is meant, each said in full, with the first cards of both decks under it."""
    st.text(question.question)
    for choice in question.readings:
        name = choice.format
        label = begin(FORMATS[name].brief)  # a longer one is cut on a phone
        st.button(label, key=f"{key}_{name}", on_click=chosen, args=(name,), width="stretch")
        st.markdown(note(f"{begin(choice.description)}."))
        st.code(first_cards(choice.reading.deals[0].deal), language=None)


def read_as(reading: Reading) -> str:
    """Say in which format something was read, and how many cards.

    >>> from engine.notation import ReadDeal
    >>> from engine.cards import Deal
    >>> read_as(Reading("golf", (ReadDeal(Deal.parse("AKQ/KQJ")),)))
    'Read as code golf, hex digits: 3 and 3 cards.'
    """
    return f"Read as {FORMATS[reading.format].brief}: {size_words(reading)}."


def passed_over(reading: Reading) -> None:
    """Show the lines of a paste that are no part of any deal, as plain text."""
    if reading.passed:
        shown, more = reading.passed[:_MOST_LINES], len(reading.passed) - _MOST_LINES
        with st.expander("What was passed over"):
            st.text("\n".join(map(str, shown)) + (f"\nand {more:,} more" if more > 0 else ""))


def size_words(reading: Reading) -> str:
    """Say how many deals were read, or of how many cards a single one is."""
    if len(reading.deals) > 1:
        return count(len(reading.deals), "deal")
    deal = reading.deals[0].deal
    return f"{len(deal.deck_1)} and {count(len(deal.deck_2), 'card')}"
