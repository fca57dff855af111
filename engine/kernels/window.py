"""The fast kernel: eight cards of each deck at once, several games in turn.

Both decks' heads advance by one card a play, no matter who wins it, so the next eight cards of each
are known. Comparing them gives sixteen bits (`lanes.compare_eight`), and a lookup compiled from the
rules says for each pattern how many whole rounds they make and where every card goes, wars included
(`compile_lookup`). A round that the lookup cannot resolve (a war that outgrows the window, a
shortfall, an empty deck) is played by the scalar kernel, once or twice a game.

For pick-ups that nothing but the cards decides, and packs of up to `MOST_CARDS`.
"""

from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numba import int64, typeof, uint8, uint64
from numpy.typing import NDArray

from engine.kernels import scalar
from engine.kernels.cache import entry, inner, tiny
from engine.kernels.calls import CALL, RECORDS, RULES, SOME_DEALS, Call, Deals, deals_type, in_play, lay_deal
from engine.kernels.codes import CYCLE, GOES_ON, UNDECIDED, Codes
from engine.kernels.dealing import ShuffleRoom
from engine.kernels.lanes import compare_eight, copy_line, pick_up_eight, seldom, word_at
from engine.kernels.scalar import Board, Cards, Numbers, Words

EIGHT: Final = 8
MOST_CARDS: Final = 255
MOST_RANKS: Final = 128

GAMES: Final = 8
"""Games in turn, to hide how long one step takes."""
SWEEPS: Final = 24
"""Steps of each game between two looks at what is due (moving decks back, renewing a kept position)."""
STEPS: Final = SWEEPS * GAMES
FAR: Final = 128
"""Decks further than this from the start of their room are moved back."""
ROOM: Final = 896
"""Places for one deck: at most FAR + SWEEPS * 8 from the start, its cards, and twice the pack won."""
KEPT: Final = 2 * ROOM
KEPT_ROOM: Final = 320
"""Where the kept position lies in a game's places, and how far apart its decks."""
PLACES: Final = KEPT + 2 * KEPT_ROOM

FIRST_KEPT: Final = 700
"""Plays before the first position is kept: three games in four of code-golf have ended by then."""

OLD: Final = 1 << 14
"""Plays after which a game is likely to be in a long cycle."""

ENTRY_BITS: Final = 6
"""An entry is one line of the processor's cache: two orders of 16 bytes, and the change of state."""
CHANGE: Final = 32
DEEPEST: Final = 3
"""Wars of one round that the lookup resolves."""

# A game's state between rounds is one word, so that a step is one addition: from the lowest bits
# plays since the decks were moved back (16), player 1's cards (16), rounds (16), and how many
# rounds had two wars or more (8), and three (8).
SIZE_SHIFT: Final = 16
ROUNDS_SHIFT: Final = 32
TWO_SHIFT: Final = 48
THREE_SHIFT: Final = 56
LOW_16: Final = 0xFFFF
LOW_8: Final = 0xFF

STATE: Final = 0
WORD: Final = 1
"""The first eight places of player 1's deck in the kept position.

Where the deck is shorter, the cards behind it are compared too, and that is no harm: their use by
the window follows from the position alone, so they come back as it does.
(2.8 million endless games of 16 to 40 cards: all were seen, hardly one later than by its cards alone.)
"""
FRONT: Final = 2
"""Where the game's places start in the line of cards."""
GAME: Final = 3
RENEW: Final = 4
KEPT_AGE: Final = 5
KEPT_SIZE: Final = 6
FIELDS: Final = 8
"""A game's row in `slots`: one line of the processor's cache."""

TIES: Final = MOST_CARDS + 1

NOTHING: Final = -1
"""No kept position; no game."""


class Slots(NamedTuple):
    """Working space of one call."""

    cards: Cards
    slots: Numbers
    """A row of `FIELDS` a game."""
    counts: Numbers
    """A row of the scalar kernel's counters a game."""
    at: Numbers
    stream: Words
    turn: Numbers
    """The next game to start, and how many are in play."""
    masks: Numbers
    """By player 1's cards: the bits of pairs that exist; from `TIES` on a tie for each that does not."""
    shuffling: ShuffleRoom

    @classmethod
    def of(cls, deals: Deals) -> "Slots":
        """Make working space for these deals."""
        size, masks = deals.cards, np.zeros(2 * TIES, np.int64)
        for size_1 in range(size + 1):
            pairs = (1 << min(size_1, size - size_1, EIGHT)) - 1
            masks[size_1] = pairs | pairs << EIGHT
            masks[TIES + size_1] = (LOW_8 ^ pairs) << EIGHT
        slots = np.zeros((GAMES, FIELDS), np.int64)
        slots[:, FRONT] = np.arange(GAMES) * PLACES
        return cls(
            np.zeros(GAMES * PLACES, np.uint8),
            slots.reshape(-1),
            np.zeros((GAMES, scalar.COUNTS), np.int64),
            np.zeros(scalar.ENDS, np.int64),
            np.zeros(1, np.uint64),
            np.zeros(2, np.int64),
            masks,
            ShuffleRoom.of(deals.bounds),
        )


BOARD: Final = typeof(Board(np.zeros(1, np.uint8), np.zeros(1, np.int64), np.zeros(1, np.int64)))


@entry(RULES, BOARD, uint64[::1], uint8[:, ::1], int64[:, ::1])
def compile_lookup(rules: Codes, board: Board, stream: Words, orders: Cards, words: Numbers) -> None:
    """Fill the lookup: for each pattern of eight pairs, whose cards go where.

    orders (65,536 x 64) and words (65,536 x 8) are the same memory. The cards of the board are
    places in the interleaved eight pairs, so the scalar kernel's own pick-up writes the order.
    """
    cards, at = board.cards, board.at
    for place in range(EIGHT):
        cards[place], cards[EIGHT + place] = 2 * place, 2 * place + 1
    for pattern in range(len(orders)):
        wins, ties = pattern & LOW_8, pattern >> EIGHT
        if wins & ties:
            continue
        at[scalar.HEAD_1], at[scalar.HEAD_2] = 0, EIGHT
        at[scalar.TAIL_1], at[scalar.TAIL_2] = 2 * EIGHT, 4 * EIGHT
        change = 0
        while True:
            start = at[scalar.HEAD_1]
            last, wars = start, 0
            while last < EIGHT and ties >> last & 1:
                last += rules.need
                wars += 1
            if last >= EIGHT or wars > DEEPEST:
                break
            at[scalar.TABLE_1], at[scalar.HEAD_1] = start, last + 1
            at[scalar.TABLE_2], at[scalar.HEAD_2] = EIGHT + start, EIGHT + last + 1
            scalar.pick_up(cards, at, 1 if wins >> last & 1 else 2, rules, stream)
            change += (1 << ROUNDS_SHIFT) + ((wars > 1) << TWO_SHIFT) + ((wars > 2) << THREE_SHIFT)
        for place in range(2 * EIGHT):
            orders[pattern, place] = cards[2 * EIGHT + place]
            orders[pattern, 2 * EIGHT + place] = cards[4 * EIGHT + place]
        won = at[scalar.TAIL_1] - 2 * EIGHT
        words[pattern, CHANGE // 8] = change + at[scalar.HEAD_1] + ((won - at[scalar.HEAD_1]) << SIZE_SHIFT)


@lru_cache(maxsize=4)
def lookup_of(need: int, lead: int, pattern: int) -> NDArray[np.uint8]:
    """Return the lookup of a war size and a pick-up: 4 MB, of which a few hundred entries are used."""
    entry_size = 1 << ENTRY_BITS
    raw = np.zeros((1 << 2 * EIGHT) * entry_size + entry_size, np.uint8)
    start = -raw.ctypes.data % entry_size
    lookup = raw[start : start + (1 << 2 * EIGHT) * entry_size]
    board = Board(
        np.zeros(6 * EIGHT, np.uint8), np.zeros(scalar.ENDS, np.int64), np.zeros(scalar.COUNTS, np.int64)
    )
    rules = Codes(need, 0, 0, lead, pattern, 1 << 7)
    orders = lookup.reshape(-1, entry_size)
    compile_lookup(rules, board, np.zeros(1, np.uint64), orders, lookup.view(np.int64).reshape(-1, 8))
    return lookup


@tiny
def _move(cards: Cards, start: int, size: int, to: int) -> None:
    """Copy a deck, in whole lines; the bytes that follow it mean nothing."""
    for line in range(0, size, 64):
        copy_line(cards, start + line, to + line)


@tiny
def _age(space: Slots, slot: int) -> int:
    """Return the plays of a game so far."""
    plays: int = space.counts[slot, scalar.PLAYS] + (space.slots[slot * FIELDS + STATE] & LOW_16)
    return plays


@inner
def _bring_back(space: Slots, slot: int, need: int, total: int) -> None:
    """Move both decks to the start of their rooms, and the counts in the state to the counters."""
    counts, row = space.counts, slot * FIELDS
    state, front = space.slots[row + STATE], space.slots[row + FRONT]
    plays, size_1 = state & LOW_16, state >> SIZE_SHIFT & LOW_16
    rounds = state >> ROUNDS_SHIFT & LOW_16
    if plays > rounds:
        # A round without a war is one play, and every war makes `need` more.
        wars = (plays - rounds) // need
        depth = 1 + (state >> TWO_SHIFT & LOW_8 > 0) + (state >> THREE_SHIFT > 0)
        counts[slot, scalar.WARS] += wars
        counts[slot, scalar.DEPTH] = max(counts[slot, scalar.DEPTH], depth)
        counts[slot, scalar.BATTLES] += wars
    counts[slot, scalar.ROUNDS] += rounds
    counts[slot, scalar.BATTLES] += rounds
    counts[slot, scalar.PLAYS] += plays
    if plays > 0:
        _move(space.cards, front + plays, size_1, front)
        _move(space.cards, front + plays + ROOM, total - size_1, front + ROOM)
    space.slots[row + STATE] = size_1 << SIZE_SHIFT


@tiny
def _start(space: Slots, slot: int, call: Call, deals: Deals, records: Cards) -> None:
    """Deal the next game into a slot, or leave it empty."""
    slots, cards, game, row = space.slots, space.cards, space.turn[0], slot * FIELDS
    slots[row + STATE], slots[row + GAME] = 0, NOTHING
    slots[row + KEPT_SIZE], slots[row + RENEW] = NOTHING, FIRST_KEPT
    for count in range(scalar.COUNTS):
        space.counts[slot, count] = 0
    if game >= len(records):
        space.turn[1] -= 1
        return
    space.turn[0] += 1
    front = slots[row + FRONT]
    cut = lay_deal(call, deals, game, space.shuffling, cards, front)
    if call.shuffled:
        scalar.write_hand(records[game], cards, front, front + cut, call.ranks)
    _move(cards, front + cut, in_play(deals) - cut, front + ROOM)
    slots[row + STATE], slots[row + GAME] = cut << SIZE_SHIFT, game


@tiny
def _stuck(space: Slots, slot: int, rules: Codes, total: int) -> int:
    """Go on where the lookup cannot: see an empty deck, or play one round by the scalar kernel."""
    _bring_back(space, slot, rules.need, total)
    at, counts, row = space.at, space.counts[slot], slot * FIELDS
    size_1, front = space.slots[row + STATE] >> SIZE_SHIFT, space.slots[row + FRONT]
    at[scalar.HEAD_1], at[scalar.TAIL_1] = front, front + size_1
    at[scalar.HEAD_2], at[scalar.TAIL_2] = front + ROOM, front + ROOM + total - size_1
    reason = scalar.emptied(size_1, total - size_1, counts)
    if reason == GOES_ON:
        reason = scalar.play_round(Board(space.cards, at, counts), rules, space.stream)
        if reason == GOES_ON:
            size_1, size_2 = scalar.sizes(at)
            _move(space.cards, at[scalar.HEAD_1], size_1, front)
            _move(space.cards, at[scalar.HEAD_2], size_2, front + ROOM)
            space.slots[row + STATE] = size_1 << SIZE_SHIFT
    return reason


@tiny
def _keep(space: Slots, slot: int, total: int) -> None:
    """Keep a game's position to meet it again, and say when to keep the next.

    The kept one is renewed when the game is an eighth older, since most cycles are short; past
    `OLD` plays when it is twice as old, since lengths of 32,880 rounds are common there.
    """
    slots, row, age = space.slots, slot * FIELDS, _age(space, slot)
    state, front = slots[row + STATE], slots[row + FRONT]
    here, size_1 = front + (state & LOW_16), state >> SIZE_SHIFT & LOW_16
    _move(space.cards, here, size_1, front + KEPT)
    _move(space.cards, here + ROOM, total - size_1, front + KEPT + KEPT_ROOM)
    slots[row + WORD] = word_at(space.cards, here)
    slots[row + KEPT_AGE], slots[row + KEPT_SIZE] = age, size_1
    slots[row + RENEW] = age + 64 + (age if age > OLD else age >> 3)


@tiny
def _repeats(space: Slots, slot: int, total: int) -> bool:
    """Say whether a game is in the position that was kept, after at least one step."""
    slots, cards, row = space.slots, space.cards, slot * FIELDS
    state, kept = slots[row + STATE], slots[row + FRONT] + KEPT
    here, size_1 = slots[row + FRONT] + (state & LOW_16), state >> SIZE_SHIFT & LOW_16
    if size_1 != slots[row + KEPT_SIZE] or _age(space, slot) == slots[row + KEPT_AGE]:
        return False
    if not scalar.same_cards(cards, here, size_1, cards, kept):
        return False
    return scalar.same_cards(cards, here + ROOM, total - size_1, cards, kept + KEPT_ROOM)


@tiny
def _finish(space: Slots, slot: int, reason: int, limit: int, records: Cards) -> None:
    """Write down a game; one that went past the limit is left to the scalar kernel."""
    record, counts = records[space.slots[slot * FIELDS + GAME]], space.counts[slot]
    if counts[scalar.ROUNDS] > limit:
        record.reason = UNDECIDED
    elif reason == CYCLE:
        record.reason = CYCLE
    else:
        size_1, size_2 = scalar.sizes(space.at)
        scalar.write_record(record, reason, size_1, size_2, counts)


@inner
def _step(space: Slots, total: int, lookup: Cards, row: int) -> bool:
    """Play the rounds that a game's window holds; False if it holds no whole one."""
    state = space.slots[row + STATE]
    one, size_1 = space.slots[row + FRONT] + (state & LOW_16), state >> SIZE_SHIFT & LOW_16
    pattern = compare_eight(space.cards, one, one + ROOM)
    place = (pattern & space.masks[size_1] | space.masks[TIES + size_1]) << ENTRY_BITS
    change = word_at(lookup, place + CHANGE)
    if seldom(change & LOW_8 == 0):
        return False
    pick_up_eight(space.cards, one, one + ROOM, one + size_1, one + ROOM + total - size_1, lookup, place)
    space.slots[row + STATE] = state + change
    return True


@tiny
def _steps(space: Slots, total: int, lookup: Cards, step: int) -> int:
    """Step game after game; return the step that needs more than the lookup, or `STEPS`.

    Nothing seldom is called from this loop: its values then stay in registers.
    """
    while step < STEPS:
        row = (step & (GAMES - 1)) * FIELDS
        here = space.slots[row + FRONT] + (space.slots[row + STATE] & LOW_16)
        if seldom(word_at(space.cards, here) == space.slots[row + WORD]):
            return step
        if seldom(not _step(space, total, lookup, row)):
            return step
        step += 1
    return step


@tiny
def _attend(space: Slots, slot: int, rules: Codes, total: int, lookup: Cards) -> int:
    """Take a step that needs more than the lookup; return `GOES_ON` or why the game ended."""
    if _repeats(space, slot, total):
        _bring_back(space, slot, rules.need, total)
        return CYCLE
    # A look-alike of the kept position takes its step as ever, or a cycle could be stepped over.
    if _step(space, total, lookup, slot * FIELDS):
        return GOES_ON
    return _stuck(space, slot, rules, total)


@tiny
def _look_after(space: Slots, slot: int, rules: Codes, total: int, limit: int) -> int:
    """Do all that is due for a game: keep a position, move decks back, give up past the limit."""
    row = slot * FIELDS
    if _age(space, slot) >= space.slots[row + RENEW]:
        _keep(space, slot, total)
    if space.slots[row + STATE] & LOW_16 > FAR:
        _bring_back(space, slot, rules.need, total)
    return UNDECIDED if space.counts[slot, scalar.ROUNDS] > limit else GOES_ON


@entry(RULES, CALL, typeof(Slots.of(SOME_DEALS)), uint8[::1], deals_type(np.uint8), RECORDS)
def play_games(rules: Codes, call: Call, space: Slots, lookup: Cards, deals: Deals, records: Any) -> None:
    """Play games into `records`, as `scalar.play_games` without cycles.

    Games that pass the limit come back `UNDECIDED`.
    """
    total = in_play(deals)
    space.turn[0], space.turn[1] = 0, GAMES
    for slot in range(GAMES):
        _start(space, slot, call, deals, records)
    step = 0
    while space.turn[1] > 0:
        step = _steps(space, total, lookup, step)
        due = step == STEPS
        first = 0 if due else step & (GAMES - 1)
        for slot in range(first, GAMES if due else first + 1):
            if space.slots[slot * FIELDS + GAME] != NOTHING:
                if due:
                    reason = _look_after(space, slot, rules, total, call.limit)
                else:
                    reason = _attend(space, slot, rules, total, lookup)
                if reason != GOES_ON:
                    _finish(space, slot, reason, call.limit, records)
                    _start(space, slot, call, deals, records)
        step = 0 if due else step + 1
