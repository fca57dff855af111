"""The fast kernel for pick-ups by chance: the window's eight pairs, and a word of the game's stream a round.

A round without a war takes one word and uses its top bit, so eight words are mixed at once and the
pairs whose bit says so exchanged. The lookup knows no wars; a war for which both have the cards, and which
ends in the window, is fought where the cards lie, all else by the scalar kernel. The same games as
`scalar` plays, word for word of the stream.
"""

from typing import Any

import numpy as np
from numba import uint8
from numpy.typing import NDArray

from engine.kernels import scalar
from engine.kernels.cache import entry, inline_always, noinline
from engine.kernels.calls import CALL, GOLDEN, RECORDS, RULES, Call, Deals, deals_type, in_play, mix
from engine.kernels.codes import BLOCKS, BY_COIN, BY_PLAYER_1, BY_WINNER, GOES_ON, UNDECIDED, Codes
from engine.kernels.lanes import (
    BOUNDS,
    CHANGE,
    ENTRY_BITS,
    LEAST,
    LOW_8,
    LOW_16,
    ROUNDS_SHIFT,
    SIZE_SHIFT,
    SLOTS_EIGHT,
    WAR_BYTES,
    aligned,
    compare_eight,
    forbid_inlining,
    lay_war,
    lay_war_by_chance,
    lookup_of,
    lowest_bit,
    pick_up_by_chance,
    put_word,
    unlikely,
    word_at,
)
from engine.kernels.scalar import Cards
from engine.kernels.window import (
    DECK_1,
    DECK_2,
    FAR,
    GAME,
    GAMES,
    MASKS,
    NOTHING,
    PAIRS,
    PLACES,
    SLOTS,
    STATE,
    STREAM,
    STRIDE,
    SWEEPS,
    TIES,
    Slots,
    bring_back,
    finish,
    start,
    stuck,
)


def lookup_for(codes: Codes) -> NDArray[np.uint8]:
    """Return the lookup of rounds without a war, each pair as it lies where its word's top bit is 1."""
    return lookup_of(1, BY_WINNER if codes.lead == BY_COIN else BY_PLAYER_1, BLOCKS, 0)


def war_of(need: int) -> NDArray[np.uint8]:
    """Return what `lanes.lay_war_by_chance` knows of a war, and behind its order that from player 2 on."""
    war, laid = aligned(WAR_BYTES), need + 1
    if need < SLOTS_EIGHT:
        one, other = np.arange(laid), 2 * SLOTS_EIGHT - 1 - np.arange(laid)
        war[: 2 * laid] = np.concatenate((one, other))
        war[2 * SLOTS_EIGHT : 2 * SLOTS_EIGHT + 2 * laid] = np.concatenate((other, one))
        below = np.arange(2 * laid, 1, -1, dtype=np.int64)
        war[BOUNDS:LEAST].view(np.int64)[: len(below)] = below
        war[LEAST:].view(np.int64)[: len(below)] = 2**32 % below
    return war


@noinline
def _steps(cards: Cards, lookup: Cards, total: int) -> int:
    """Step every game once, up to its next war; return a bit for each that is at one, or at its end.

    There is no branch here: the processor would guess it wrong.
    """
    forbid_inlining()
    front, waiting, bit = 0, 0, 1
    while front < GAMES * PLACES:
        state = word_at(cards, front + 8 * STATE)
        plays, size_1 = state & LOW_16, state >> SIZE_SHIFT & LOW_16
        one, other = front + DECK_1 + plays, front + DECK_2 - SLOTS_EIGHT - plays
        pattern = compare_eight(cards, one, other)
        place = (
            pattern & word_at(cards, MASKS + 8 * size_1) | word_at(cards, TIES + 8 * size_1)
        ) << ENTRY_BITS
        change = word_at(lookup, place + CHANGE)
        waiting |= bit if change & LOW_8 < word_at(cards, PAIRS + 8 * size_1) else 0
        stream = word_at(cards, front + 8 * STREAM)
        to_2 = other + size_1 - (total + SLOTS_EIGHT)
        pick_up_by_chance(cards, one, other, one + size_1, to_2, lookup, place, stream)
        put_word(cards, front + 8 * STATE, state + change)
        put_word(cards, front + 8 * STREAM, stream + np.int64(GOLDEN) * (change & LOW_8))
        front += PLACES
        bit += bit
    return waiting


@noinline
def _wars(cards: Cards, war: Cards, total: int, waiting: int, need: int, half: int, coin: int) -> int:
    """Fight the wars that games are at; return a bit for each that is more than one war, or at its end."""
    forbid_inlining()
    left, laid = 0, need + 1
    while waiting:
        slot = lowest_bit(waiting)
        waiting &= waiting - 1
        front = slot * PLACES
        state, stream = word_at(cards, front + 8 * STATE), word_at(cards, front + 8 * STREAM)
        plays, size_1 = state & LOW_16, state >> SIZE_SHIFT & LOW_16
        one, other = front + DECK_1 + plays, front + DECK_2 - SLOTS_EIGHT - plays
        card_1 = np.int64(cards[np.uint64(one + need)])
        card_2 = np.int64(cards[np.uint64(other + SLOTS_EIGHT - 1 - need)])
        to_2, wins = other + size_1 - (total + SLOTS_EIGHT), np.int64((card_2 - card_1) & half != 0)
        again = min(size_1, total - size_1) <= need or card_1 == card_2
        if coin:
            heads = np.int64(mix(np.uint64(stream) + GOLDEN) >> np.uint64(63))
            lay_war(cards, one, other, one + size_1, to_2, war, 2 * SLOTS_EIGHT * (heads ^ wins))
        else:
            again |= lay_war_by_chance(cards, one, other, one + size_1, to_2, war, 2 * laid - 1, stream)
        if unlikely(again):
            left |= 1 << slot
            continue
        put_word(cards, front + 8 * STREAM, stream + np.int64(GOLDEN) * (1 if coin else 2 * laid - 1))
        change = laid + (laid * (2 * wins - 1) << SIZE_SHIFT) + (1 << ROUNDS_SHIFT)
        put_word(cards, front + 8 * STATE, state + change)
    return left


@inline_always
def _attend(
    space: Slots, slot: int, rules: Codes, call: Call, total: int, deals: Deals, records: Any
) -> None:
    """Go on with a game that the window cannot, or start the next one if it has ended."""
    row, reason = slot * STRIDE, UNDECIDED
    if space.fields[row + GAME] != NOTHING:
        if space.counts[slot, scalar.SCALAR_ROUNDS] <= call.limit:
            reason = stuck(space, slot, rules, total)
        if reason != GOES_ON:
            finish(space, slot, reason, call.limit, records)
    if reason != GOES_ON:
        start(space, slot, call, deals, records)
        game = space.fields[row + GAME]
        if game != NOTHING:
            space.fields[row + STREAM] = np.int64(mix(call.playing + deals.numbers[game]))


@entry(RULES, CALL, SLOTS, uint8[::1], uint8[::1], deals_type(np.uint8), RECORDS)
def play_by_chance(
    rules: Codes, call: Call, space: Slots, lookup: Cards, war: Cards, deals: Deals, records: Any
) -> None:
    """Play games into `records`, as `scalar.play_games`; those that pass the limit come back `UNDECIDED`."""
    total, coin = in_play(deals), np.int64(rules.lead == BY_COIN)
    waiting, sweep = (1 << GAMES) - 1, 0
    while True:
        while waiting:
            slot = lowest_bit(waiting)
            waiting &= waiting - 1
            _attend(space, slot, rules, call, total, deals, records)
        if space.turn[1] == 0:
            break
        sweep += 1
        waiting = _steps(space.cards, lookup, total)
        if rules.need < SLOTS_EIGHT:
            waiting = _wars(space.cards, war, total, waiting, rules.need, rules.half, coin)
        if sweep % SWEEPS == 0:
            for slot in range(GAMES):
                if space.fields[slot * STRIDE + STATE] & LOW_16 > FAR:
                    bring_back(space, slot, rules.need, total)
                waiting |= np.int64(space.counts[slot, scalar.SCALAR_ROUNDS] > call.limit) << slot
