"""What a program can do otherwise than any rules say, as whole numbers: what the odd kernel understands."""

from typing import Final, NamedTuple

import numpy as np

FIRST_LAID: Final = 1
ONE_BEFORE: Final = 2
NOBODY_FOR_1: Final = 3
NOBODY_FOR_2: Final = 4
"""What is compared in a war: its first card, the one before the last, nothing (and who takes it then)."""

TO_1: Final = 1
TO_2: Final = 2
RETURNED: Final = 3
THROWN_AWAY: Final = 4
GAME_DRAWN: Final = 5
"""What becomes of a tie that is not fought."""

FIRST_PAIR: Final = 1
FACE_DOWN: Final = 2
ALL_BUT_LAST: Final = 3
BEFORE_LAST_WAR: Final = 4
BEFORE_LAST_TIE: Final = 5
OWN_CARDS: Final = 6
BEFORE_ANY_WAR: Final = 7
"""Which cards of the table nobody gets; of `BEFORE_LAST_TIE`, the pair that made the last war is kept."""

ON_TOP: Final = 1
ON_TOP_EACH: Final = 2
"""Where the table goes: on top of the deck as it lies, or card by card."""

BOTH: Final = 3
"""Whose deck is a stack, or who is looked at: 1, 2, or both."""

TABLE_REVERSED: Final = 1
SIDES_REVERSED: Final = 2
LOWEST_FIRST: Final = 3
HIGHEST_FIRST: Final = 4
NEWEST_FIRST: Final = 5
WAR_BY_WAR: Final = 6
"""How a pick-up departs from the order the rules say."""

TURNED_OVER: Final = 1
NOT_COUNTED: Final = 2
"""Won cards lie apart until the deck is used up: turned over then; or not seen when a war is to be paid."""

LOWEST: Final = 1
NEITHER: Final = 2
"""A card that does not exist is the lowest; or neither greater nor less than any, as in JavaScript."""

LOSES_NEW: Final = 1
LOSES_OLD: Final = 2
LOOKS_EMPTY: Final = 3
"""What becomes of a deck with more cards than its queue has places."""

FROM_BOTTOM: Final = 1
ONE_MORE: Final = 2
WHOLE_WAR: Final = 3
ONTO_TOP: Final = 4
"""How stealing goes wrong."""


class Odd(NamedTuple):
    """All that a program does otherwise; 0 everywhere is the law."""

    compared: int = 0
    tie_from: int = 0
    """The first tie in a row that is not fought, from 1."""
    tie_to: int = 0
    later_need: int = 0
    """Cards laid in a second war in a row and after it."""
    lost: int = 0
    onto: int = 0
    stack: int = 0
    """Whose deck is played from the end to which won cards are added."""
    order: int = 0
    war_lead: int = 0
    war_pattern: int = 0
    """The pick-up after a war, in the codes of the rules, where it is another than after a plain round."""
    pile: int = 0
    checked: int = 0
    """Whose deck is looked at before a war; `BOTH`: it is too short only when both are."""
    spare: int = 0
    """Cards by which a deck may be too short for a war; the last one laid counts. Below 0: more needed."""
    ghost: int = 0
    places: int = 0
    fate: int = 0
    """Of a queue with so many places, and what becomes of cards that do not fit."""
    steal: int = 0
    forgets: int = 0
    """1: rounds with a war are not counted."""


ODD: Final = np.dtype([(name, np.int64) for name in Odd._fields])
LAW: Final = Odd()
