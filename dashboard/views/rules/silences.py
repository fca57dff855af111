"""What the sources leave open, what we chose there and why, each with a deal that shows it."""

from dataclasses import dataclass
from typing import Final

import pandas as pd
import streamlit as st

from dashboard.address.screens import GameScreen
from dashboard.shell.frame import heading
from dashboard.views.rules.tables import way_to
from engine.cards import Deal
from engine.rules import PRESETS


@dataclass(frozen=True, slots=True)
class Silence:
    """Something left open. `open` goes on after the source's title; `ours` says what we chose, and why."""

    preset: str
    open: str
    ours: str
    deal: str


_ENDLESS: Final = "We prove it where a position comes back, and never stop a game by a count."
_NO_WARS: Final = "As Code golf has them; its own deals never get there."

SILENCES: Final = (
    Silence(
        "programming-challenges",
        "does not say who wins when both run out in the same war.",
        "Drawn: neither has a card more than the other.",
        "2/2",
    ),
    Silence(
        "programming-challenges",
        "plays until somebody wins. That a game may never end is a guess beneath its program.",
        f"{_ENDLESS} Of 52 cards, 42 % of deals never end.",
        "23/32",
    ),
    Silence(
        "code-golf",
        "takes for granted that one player runs out first. A last war can take the cards of both.",
        "Drawn: cards are laid one at a time by both at once, as it says, so neither is first.",
        "2/2",
    ),
    Silence(
        "code-golf",
        "takes for granted that every game ends. A comment beneath it asks about three cards that do not.",
        f"{_ENDLESS} Of 52 cards none was met in 20 million deals.",
        "3/23",
    ),
    Silence(
        "codingame",
        "promises that its tests end, and says nothing of games that do not.",
        f"{_ENDLESS} Of 52 cards, 36 % of deals never end.",
        "23/32",
    ),
    Silence(
        "whats-in-a-game",
        "does not say in which order cards are picked up.",
        "The loser’s first, as its program does.",
        "3/23",
    ),
    Silence(
        "whats-in-a-game",
        "lets the player lose who runs out, and is silent where both do.",
        "Drawn; its program finds no end there.",
        "2/2",
    ),
    Silence(
        "whats-in-a-game-steal",
        "does not say which cards are taken, nor what happens when both decks together cannot pay for a war.",
        "The top ones, as its program takes them. With fewer than eight in all nobody steals, "
        "and who is short loses: a theft could only move the lack to the other side.",
        "23/2234567",
    ),
    Silence(
        "bicycle",
        "does not say in which order cards are picked up.",
        "The loser’s first: that favours neither player, and the deal settles the game.",
        "3/222",
    ),
    Silence(
        "wikipedia",
        "does not say in which order cards are picked up.",
        "Shuffled: no order favours anybody, and no game is endless.",
        "3/222",
    ),
    *(
        Silence(name, "has ranks that are all different, and so no rules of war.", _NO_WARS, deal)
        for name, deal in (
            ("codeforces-546c", "13/42"),
            ("advent-of-code-22", "9 2 6 3 1/5 8 4 7 10"),
            ("pyanitsa", "1 3 5 7 9/2 4 6 8 0"),
            ("spivey", "1 2/3"),
        )
    ),
)


def silences() -> None:
    """Draw what the sources leave open, what we chose, and a deal that shows it."""
    heading(
        "Where a source is silent",
        "What it leaves open, what we chose and why. The deal opens in the Game page, by our choice.",
    )
    st.table(silences_table(), border="horizontal", hide_index=True)


def silences_table() -> pd.DataFrame:
    """Return a row for each thing left open, as Markdown of our own words."""
    return pd.DataFrame(
        [
            {
                "The source": f"**{PRESETS[each.preset].title}** {each.open}",
                "Our choice": each.ours,
                "A deal": way_to(screen_of(each), each.deal),
            }
            for each in SILENCES
        ]
    )


def screen_of(silence: Silence) -> GameScreen:
    """Return the screen that shows what we chose."""
    return GameScreen(rule_set=silence.preset, given=Deal.parse(silence.deal))
