"""The fast kernel: eight cards of each deck at once, several games in turn.

Both decks' heads advance by one card a play, no matter who wins it, so the next eight cards of each
are known. Comparing them gives sixteen bits (`lanes.compare_eight`), and a lookup compiled from the
rules says for each pattern how many whole rounds they make and where every card goes, wars included
(`lookup`). A round that the lookup cannot resolve (a war that outgrows the window, a shortfall, an
empty deck) is played by the scalar kernel, once or twice a game.

For pick-ups that nothing but the cards decides, and packs of up to `MOST_CARDS`.
"""

from typing import Any, Final

import numpy as np
from numba import uint8

from engine.kernels import scalar
from engine.kernels.cache import apart, entry, inner, tiny
from engine.kernels.calls import CALL, RECORDS, RULES, Call, Deals, deals_type, in_play
from engine.kernels.codes import CYCLE, GOES_ON, UNDECIDED, Codes
from engine.kernels.lanes import compare_eight, pick_up_eight, put_word, seldom, stay_apart, word_at
from engine.kernels.lookup import CHANGE, ENTRY_BITS
from engine.kernels.scalar import Cards
from engine.kernels.slots import (
    DECK_1,
    DECK_2,
    EIGHT,
    FAR,
    GAME,
    GAMES,
    KEPT_1,
    KEPT_2,
    KEPT_AGE,
    KEPT_SIZE,
    LOW_8,
    LOW_16,
    MASKS,
    NOTHING,
    PLACES,
    RENEW,
    SIZE_SHIFT,
    SLOTS,
    STATE,
    STRIDE,
    SWEEPS,
    TIES,
    WORD,
    Slots,
    age,
    bring_back,
    finish,
    keep,
    start,
    stuck,
)

STEPS: Final = SWEEPS << 16
"""A step is 2**16 times its sweep, and where its game's places start."""

OLD: Final = 1 << 14
"""Plays after which a game is likely to be in a long cycle."""


@inner
def _step(cards: Cards, lookup: Cards, total: int, front: int) -> bool:
    """Play the rounds that a game's window holds; False if it holds no whole one."""
    state = word_at(cards, front + 8 * STATE)
    plays, size_1 = state & LOW_16, state >> SIZE_SHIFT & LOW_16
    one, other = front + DECK_1 + plays, front + DECK_2 - EIGHT - plays
    pattern = compare_eight(cards, one, other)
    place = (pattern & word_at(cards, MASKS + 8 * size_1) | word_at(cards, TIES + 8 * size_1)) << ENTRY_BITS
    change = word_at(lookup, place + CHANGE)
    if seldom(change & LOW_8 == 0):
        return False
    pick_up_eight(cards, one, other, one + size_1, other + size_1 - (total + EIGHT), lookup, place)
    put_word(cards, front + 8 * STATE, state + change)
    return True


@apart
def _steps(cards: Cards, lookup: Cards, total: int, step: int) -> int:
    """Step game after game; return the step that needs more than the lookup, or `STEPS`.

    A function of its own, in which nothing seldom is called: its values then stay in registers.
    """
    stay_apart()
    front, sweep = step & LOW_16, step >> 16
    while sweep < SWEEPS:
        while front < GAMES * PLACES:
            here = front + DECK_1 + (word_at(cards, front + 8 * STATE) & LOW_16)
            if seldom(word_at(cards, here) == word_at(cards, front + 8 * WORD)):
                return sweep << 16 | front
            if seldom(not _step(cards, lookup, total, front)):
                return sweep << 16 | front
            front += PLACES
        front = 0
        sweep += 1
    return STEPS


@tiny
def _repeats(space: Slots, slot: int, total: int) -> bool:
    """Say whether a game is in the position that was kept, after at least one step."""
    fields, cards, row, front = space.fields, space.cards, slot * STRIDE, slot * PLACES
    plays, size_1 = fields[row + STATE] & LOW_16, fields[row + STATE] >> SIZE_SHIFT & LOW_16
    if size_1 != fields[row + KEPT_SIZE] or age(space, slot) == fields[row + KEPT_AGE]:
        return False
    if not scalar.same_cards(cards, front + DECK_1 + plays, size_1, cards, front + KEPT_1):
        return False
    size_2 = total - size_1
    return scalar.same_cards(cards, front + DECK_2 - plays - size_2, size_2, cards, front + KEPT_2 - size_2)


@tiny
def _attend(space: Slots, slot: int, rules: Codes, total: int, lookup: Cards) -> int:
    """Take a step that needs more than the lookup; return `GOES_ON` or why the game ended."""
    if _repeats(space, slot, total):
        bring_back(space, slot, rules.need, total)
        return CYCLE
    # A look-alike of the kept position takes its step as ever, or a cycle could be stepped over.
    if _step(space.cards, lookup, total, slot * PLACES):
        return GOES_ON
    return stuck(space, slot, rules, total)


@tiny
def _look_after(space: Slots, slot: int, rules: Codes, total: int, limit: int) -> int:
    """Do all that is due for a game: keep a position, move decks back, give up past the limit.

    The kept one is renewed when the game is an eighth older, since most cycles are short; past
    `OLD` plays when it is twice as old, since lengths of 32,880 rounds are common there.
    """
    row, plays = slot * STRIDE, age(space, slot)
    if plays >= space.fields[row + RENEW]:
        keep(space, slot, total, plays + 64 + (plays if plays > OLD else plays >> 3))
    if space.fields[row + STATE] & LOW_16 > FAR:
        bring_back(space, slot, rules.need, total)
    return UNDECIDED if space.counts[slot, scalar.ROUNDS] > limit else GOES_ON


@entry(RULES, CALL, SLOTS, uint8[::1], deals_type(np.uint8), RECORDS)
def play_games(rules: Codes, call: Call, space: Slots, lookup: Cards, deals: Deals, records: Any) -> None:
    """Play games into `records`, as `scalar.play_games` without cycles.

    Games that pass the limit come back `UNDECIDED`.
    """
    total, step = in_play(deals), STEPS
    while True:
        due = step == STEPS
        first = 0 if due else (step & LOW_16) // PLACES
        for slot in range(first, GAMES if due else first + 1):
            reason = UNDECIDED
            if space.fields[slot * STRIDE + GAME] != NOTHING:
                if due:
                    reason = _look_after(space, slot, rules, total, call.limit)
                else:
                    reason = _attend(space, slot, rules, total, lookup)
                if reason != GOES_ON:
                    finish(space, slot, reason, call.limit, records)
            if reason != GOES_ON:
                start(space, slot, call, deals, records)
        if space.turn[1] == 0:
            break
        step = _steps(space.cards, lookup, total, 0 if due else step + PLACES)
