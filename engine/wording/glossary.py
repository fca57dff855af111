"""The few words of ours that a stranger may not know, each explained in a sentence or two."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final


@dataclass(frozen=True, slots=True)
class Term:
    """A word and what it means."""

    word: str
    meaning: str
    written: str
    """How it stands in a sentence: a regular expression of whole words."""


GLOSSARY: Final = tuple(
    Term(*row)
    for row in (
        (
            "Round",
            "Both lay their top card and the winner takes the table; a war is part of its round.",
            r"rounds?",
        ),
        ("War", "The cards that are compared are equal: more are laid, and the last ones decide.", r"wars?"),
        ("Depth", "How many wars follow each other within one round.", r"deep|deeper|deepest|depth"),
        (
            "Battle",
            "One comparison of two face-up cards: one a round, and one more for every war.",
            r"battles?",
        ),
        (
            "Play",
            "A pair of cards laid, one by each player, those face down as well.",
            r"(?<!player )[\d,]+ plays|in plays",
        ),
        (
            "Pick-up",
            "The order in which the winner puts the cards of the table under the deck.",
            r"pick-ups?",
        ),
        (
            "Never ends",
            "Both decks come back exactly as they were before, so the same rounds follow again and again. "
            "That is proved, not guessed from a long game.",
            r"never ends?|endless|for ever|cycles?",
        ),
        (
            "Cut off",
            "Stopped after a limit of rounds, before its end: neither ended nor proved endless.",
            r"cut off|round limit",
        ),
        ("Decided", "Games that somebody wins.", r"decided"),
        ("PAT", "What CodinGame’s judge calls a game that nobody wins.", r"PAT"),
        (
            "Interval",
            "Other deals would give somewhat other numbers. What stands after ± says how far they may be "
            "off: in 95 of 100 runs the true number lies within.",
            r"±|95\s%|intervals?",
        ),
        ("Median", "Half of the games are shorter, half are longer.", r"median|[Hh]alf of|[Hh]alf end"),
        (
            "Seed",
            "A number from which every deal of a run follows: the same seed gives the same games.",
            r"seeds?",
        ),
        ("Judge", "The program of a puzzle’s site that checks answers.", r"judges?(?:’s)?"),
        (
            "The same deals",
            "Rule sets play the very same cards, so that what differs comes of the rules, not of luck.",
            r"same deals?|shared deal",
        ),
    )
)


@lru_cache(maxsize=1024)
def explained(text: str) -> tuple[Term, ...]:
    """Return the terms that stand in a text of ours, in the order of the glossary.

    >>> [term.word for term in explained("In 3 % of games a war is two deep.")]
    ['War', 'Depth']
    """
    return tuple(
        term for term in GLOSSARY if re.search(rf"(?<![\w-])(?:{term.written})(?![\w-])", text, re.IGNORECASE)
    )
