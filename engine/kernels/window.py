"""The fast kernel: several games abreast, each in a window of bytes."""

from typing import Any, Final, NamedTuple

import numpy as np
from numba import typeof, uint8

from engine.kernels import calls, codes, lanes, scalar
from engine.kernels.cache import entry, inline, inline_always, noinline
from engine.kernels.calls import Cards, Numbers, Words
from engine.kernels.codes import Codes
from engine.kernels.lanes import LOW_8, LOW_16, ROUNDS_SHIFT, SIZE_SHIFT, SLOTS_EIGHT, put_word, word_at
from engine.kernels.scalar import Board

# Games in turn: where the cards of each lie, what its state is, how it starts, stops and goes on.
#
# What the two fast kernels share: everything that is done rarely, once or a few
# times a game. Player 1's deck lies as it is played and grows upwards; player 2's lies upside down, its
# top card last, and grows downwards, so that one order of sixteen bytes serves the winnings of both.

MOST_CARDS: Final = 255
MOST_RANKS: Final = 128

GAMES: Final = 12
"""Games in turn: a short deck's cards are read soon after they were written, which must have settled by then.

On a processor of 2024, games with 8, 12, 16 in turn: 1, 1.04, 1.06 times as fast.
"""
SWEEPS: Final = 24
"""Steps of each game between two checks of what is due (moving decks back, renewing a saved position)."""
FAR: Final = 448  # decks further than this from the start of their room are moved back: most games end before
DECK_PLACES: Final = 1_152
"""Places for one deck: at most FAR + SWEEPS * 16 from the start, its cards, and sixteen bytes more."""
SAVED_PLACES: Final = 320  # the same for a saved position, which only lies there

FIELDS: Final = 64  # a game's places start with its fields: one line of the processor's cache
DECK_1: Final = FIELDS
DECK_2: Final = FIELDS + 2 * DECK_PLACES
"""Where player 1's deck starts, and where player 2's ends."""
SAVED_1: Final = DECK_2
SAVED_2: Final = DECK_2 + 2 * SAVED_PLACES
PLACES: Final = SAVED_2
STRIDE: Final = PLACES // 8
"""The places of one game, in bytes and in words."""
ASIDE: Final = GAMES * PLACES
"""Where a deal is shuffled, and a round played that the window cannot."""
MASKS: Final = ASIDE + 2 * DECK_PLACES
"""A word by player 1's cards: the bits of pairs that exist."""
TIES: Final = MASKS + 8 * (MOST_CARDS + 1)
"""The same: a tie for each pair that does not exist."""
PAIRS: Final = TIES + 8 * (MOST_CARDS + 1)
"""The same: how many pairs exist, `NO_PAIR` for none."""
NO_PAIR: Final = SLOTS_EIGHT + 1
SPACE: Final = PAIRS + 8 * (MOST_CARDS + 1)

STATE, SLOTS_WORD, STREAM, GAME, RENEW, SAVED_AGE, SAVED_SIZE = range(7)
"""A game's fields: its state, eight cards of the saved position, the state of its own stream, its number;
the plays at which the saved position is renewed, those that it has, and player 1's cards in it.

`SLOTS_WORD` are the first eight places of player 1's deck in the saved position. Where the deck is shorter,
what lies behind it is compared too, and that is no harm: it was written by the step that led there, and
follows from the position before that step (`stuck` clears it). So from the second lap of a cycle on it
comes back as the position does, and some position of that lap is saved.
"""

FIRST_SAVED: Final = 700
"""Plays before the first position is saved: three games in four of code-golf have ended by then."""

NOTHING: Final = -1
"""No saved position; no game."""


class Slots(NamedTuple):
    """Working space of one call."""

    cards: Cards
    """The places of every game, those aside, and what follows from a deck's size."""
    fields: Numbers
    """The same memory in words: the fields of a game lie from `STRIDE` times its slot on."""
    counts: Numbers
    """A row of the scalar kernel's counters a game."""
    at: Numbers
    stream: Words
    queue: Numbers
    """The next game to start, and how many are in play."""
    shuffling: calls.ShuffleScratch

    @classmethod
    def of(cls, deals: calls.Deals) -> "Slots":
        """Make working space for these deals."""
        cards = lanes.aligned(SPACE)
        fields = cards.view(np.int64)
        fields[GAME : GAMES * STRIDE : STRIDE] = NOTHING
        _write_masks(fields, deals.cards)
        return cls(
            cards,
            fields,
            np.zeros((GAMES, scalar.COUNTS), np.int64),
            np.zeros(scalar.ENDS, np.int64),
            np.zeros(1, np.uint64),
            np.zeros(2, np.int64),
            calls.ShuffleScratch.of(deals.bounds),
        )


def _write_masks(fields: Numbers, size: int) -> None:
    for size_1 in range(size + 1):
        pairs = min(size_1, size - size_1, SLOTS_EIGHT)
        none = (1 << (SLOTS_EIGHT - pairs)) - 1
        # The ties come last pair first, as `lanes.compare_eight` has them.
        fields[MASKS // 8 + size_1] = (1 << pairs) - 1 | (LOW_8 ^ none) << SLOTS_EIGHT
        fields[TIES // 8 + size_1] = none << SLOTS_EIGHT
        fields[PAIRS // 8 + size_1] = pairs or NO_PAIR


SLOTS: Final = typeof(Slots.of(calls.SOME_DEALS))


@inline_always
def _move(cards: Cards, start: int, size: int, to: int) -> None:
    """Copy a deck, in whole lines; the bytes that follow it mean nothing."""
    for line in range(0, size, 64):
        lanes.copy_line(cards, start + line, to + line)


@inline_always
def _move_upside_down(cards: Cards, end: int, size: int, to: int) -> None:
    """Copy a deck that lies upside down up to `end`; the bytes before it mean nothing."""
    for line in range(64, size + 64, 64):
        lanes.copy_line(cards, end - line, to - line)


@inline_always
def _lay_reversed(cards: Cards, start: int, size: int, end: int) -> None:
    """Lay a deck upside down up to `end`."""
    for line in range(0, size, 64):
        lanes.copy_back(cards, start + line, end - line - 64)


@inline_always
def _lay_forward(cards: Cards, end: int, size: int, start: int) -> None:
    """Lay a deck that lies upside down up to `end` the right way up again."""
    for line in range(0, size, 64):
        lanes.copy_back(cards, end - line - 64, start + line)


@inline_always
def age(space: Slots, slot: int) -> int:
    """Return the plays of a game so far."""
    plays: int = space.counts[slot, scalar.PLAYS] + (space.fields[slot * STRIDE + STATE] & LOW_16)
    return plays


@inline
def bring_back(space: Slots, slot: int, need: int, total: int) -> None:
    """Move both decks to the start of their rooms, and the counts in the state to the counters."""
    counts, row, front = space.counts, slot * STRIDE, slot * PLACES
    state = space.fields[row + STATE]
    plays, size_1 = state & LOW_16, state >> SIZE_SHIFT & LOW_16
    rounds = state >> ROUNDS_SHIFT & LOW_16
    if plays > rounds:
        # A round without a war is one play, and every war makes `need` more.
        wars = (plays - rounds) // need
        depth = 1 + (state >> lanes.TWO_SHIFT & LOW_8 > 0) + (state >> lanes.THREE_SHIFT > 0)
        counts[slot, scalar.WARS] += wars
        counts[slot, scalar.DEPTH] = max(counts[slot, scalar.DEPTH], depth)
        counts[slot, scalar.BATTLES] += wars
    counts[slot, scalar.SCALAR_ROUNDS] += rounds
    counts[slot, scalar.BATTLES] += rounds
    counts[slot, scalar.PLAYS] += plays
    if plays > 0:
        _move(space.cards, front + DECK_1 + plays, size_1, front + DECK_1)
        _move_upside_down(space.cards, front + DECK_2 - plays, total - size_1, front + DECK_2)
    space.fields[row + STATE] = size_1 << SIZE_SHIFT


@inline_always
def start(space: Slots, slot: int, call: calls.Call, deals: calls.Deals, results: Cards) -> None:
    """Deal the next game into a slot, or leave it empty."""
    fields, cards, game, row = space.fields, space.cards, space.queue[0], slot * STRIDE
    fields[row + STATE], fields[row + GAME] = 0, NOTHING
    fields[row + SAVED_SIZE], fields[row + RENEW] = NOTHING, FIRST_SAVED
    for count in range(scalar.COUNTS):
        space.counts[slot, count] = 0
    if game >= len(results):
        return
    space.queue[0] += 1
    space.queue[1] += 1
    cut = calls.lay_deal(call, deals, game, space.shuffling, cards, ASIDE)
    if call.shuffled:
        scalar.write_hand(results[game], cards, ASIDE, ASIDE + cut, call.ranks)
    front = slot * PLACES
    _move(cards, ASIDE, cut, front + DECK_1)
    _lay_reversed(cards, ASIDE + cut, calls.in_play(deals) - cut, front + DECK_2)
    fields[row + STATE], fields[row + GAME] = cut << SIZE_SHIFT, game


@inline_always
def stuck(space: Slots, slot: int, rules: Codes, total: int) -> int:
    """Go on where the window cannot: see an empty deck, or play one round by the scalar kernel."""
    bring_back(space, slot, rules.need, total)
    cards, at, counts, row, front = space.cards, space.at, space.counts[slot], slot * STRIDE, slot * PLACES
    size_1 = space.fields[row + STATE] >> SIZE_SHIFT
    reason = scalar.emptied(size_1, total - size_1, counts)
    at[scalar.HEAD_1], at[scalar.TAIL_1] = ASIDE, ASIDE + size_1
    at[scalar.HEAD_2], at[scalar.TAIL_2] = ASIDE + DECK_PLACES, ASIDE + DECK_PLACES + total - size_1
    if reason == codes.GOES_ON:
        _move(cards, front + DECK_1, size_1, ASIDE)
        _lay_forward(cards, front + DECK_2, total - size_1, ASIDE + DECK_PLACES)
        space.stream[0] = np.uint64(space.fields[row + STREAM])
        reason = scalar.play_round(Board(cards, at, counts), rules, space.stream)
        space.fields[row + STREAM] = np.int64(space.stream[0])
        if reason == codes.GOES_ON:
            size_1, size_2 = scalar.sizes(at)
            _move(cards, at[scalar.HEAD_1], size_1, front + DECK_1)
            _lay_reversed(cards, at[scalar.HEAD_2], size_2, front + DECK_2)
            put_word(cards, front + DECK_1 + size_1, 0)
            space.fields[row + STATE] = size_1 << SIZE_SHIFT
    return reason


@inline_always
def save(space: Slots, slot: int, total: int, renew: int) -> None:
    """Save a game's position to meet it again, until it has `renew` plays."""
    fields, row, front = space.fields, slot * STRIDE, slot * PLACES
    plays, size_1 = fields[row + STATE] & LOW_16, fields[row + STATE] >> SIZE_SHIFT & LOW_16
    _move(space.cards, front + DECK_1 + plays, size_1, front + SAVED_1)
    _move_upside_down(space.cards, front + DECK_2 - plays, total - size_1, front + SAVED_2)
    fields[row + SLOTS_WORD] = word_at(space.cards, front + DECK_1 + plays)
    fields[row + SAVED_AGE], fields[row + SAVED_SIZE] = age(space, slot), size_1
    fields[row + RENEW] = renew


@inline_always
def finish(space: Slots, slot: int, reason: int, limit: int, results: Any) -> None:
    """Write down a game; one that went past the limit is left to the scalar kernel."""
    result, counts = results[space.fields[slot * STRIDE + GAME]], space.counts[slot]
    space.queue[1] -= 1
    if counts[scalar.SCALAR_ROUNDS] > limit:
        result.reason = codes.UNDECIDED
    elif reason == codes.CYCLE:
        result.reason = codes.CYCLE
    else:
        size_1, size_2 = scalar.sizes(space.at)
        scalar.write_result(result, reason, size_1, size_2, counts)


# The fast kernel: eight cards of each deck at once, several games in turn.
#
# Both decks' heads advance by one card a play, no matter who wins it, so the next eight cards of each
# are known. Comparing them gives sixteen bits (`lanes.compare_eight`), and a lookup compiled from the
# rules says for each pattern how many whole rounds they make and where every card goes, wars included
# (`lanes.lookup_of`). A round that the lookup cannot resolve (a war that outgrows the window, a shortfall, an
# empty deck) is played by the scalar kernel, once or twice a game.
#
# For pick-ups that nothing but the cards decides, and packs of up to `MOST_CARDS`.

STEPS: Final = SWEEPS << 16
"""A step is 2**16 times its sweep, and where its game's places start."""

OLD: Final = 1 << 14
"""Plays after which a game is likely to be in a long cycle."""


@inline_always
def _in_window(cards: Cards, front: int) -> tuple[int, int, int, int]:
    """Return a game's state, how many cards are player 1's, and where the next eight of each deck lie."""
    state = word_at(cards, front + 8 * STATE)
    plays, size_1 = state & LOW_16, state >> SIZE_SHIFT & LOW_16
    return state, size_1, front + DECK_1 + plays, front + DECK_2 - SLOTS_EIGHT - plays


@inline_always
def _entry_of(cards: Cards, size_1: int, one: int, other: int) -> int:
    """Return where the lookup's entry for the pairs in a window starts."""
    pattern = lanes.compare_eight(cards, one, other)
    number: int = pattern & word_at(cards, MASKS + 8 * size_1) | word_at(cards, TIES + 8 * size_1)
    return number << lanes.ENTRY_BITS


@inline
def _step(cards: Cards, lookup: Cards, total: int, front: int) -> bool:
    """Play the rounds that a game's window holds; False if it holds no whole one."""
    state, size_1, one, other = _in_window(cards, front)
    place = _entry_of(cards, size_1, one, other)
    change = word_at(lookup, place + lanes.CHANGE)
    if lanes.unlikely(change & LOW_8 == 0):
        return False
    lanes.pick_up_eight(
        cards, one, other, one + size_1, other + size_1 - (total + SLOTS_EIGHT), lookup, place
    )
    put_word(cards, front + 8 * STATE, state + change)
    return True


@noinline
def _steps(cards: Cards, lookup: Cards, total: int, step: int) -> int:
    """Step game after game; return the step that needs more than the lookup, or `STEPS`.

    A function of its own, in which nothing rare is called: its values then stay in registers.
    """
    lanes.forbid_inlining()
    front, sweep = step & LOW_16, step >> 16
    while sweep < SWEEPS:
        while front < GAMES * PLACES:
            here = front + DECK_1 + (word_at(cards, front + 8 * STATE) & LOW_16)
            if lanes.unlikely(word_at(cards, here) == word_at(cards, front + 8 * SLOTS_WORD)):
                return sweep << 16 | front
            if lanes.unlikely(not _step(cards, lookup, total, front)):
                return sweep << 16 | front
            front += PLACES
        front = 0
        sweep += 1
    return STEPS


@inline_always
def _repeats(space: Slots, slot: int, total: int) -> bool:
    """Return whether a game is in the saved position, after at least one step."""
    fields, cards, row, front = space.fields, space.cards, slot * STRIDE, slot * PLACES
    plays, size_1 = fields[row + STATE] & LOW_16, fields[row + STATE] >> SIZE_SHIFT & LOW_16
    if size_1 != fields[row + SAVED_SIZE] or age(space, slot) == fields[row + SAVED_AGE]:
        return False
    if not scalar.same_cards(cards, front + DECK_1 + plays, size_1, cards, front + SAVED_1):
        return False
    size_2 = total - size_1
    return scalar.same_cards(cards, front + DECK_2 - plays - size_2, size_2, cards, front + SAVED_2 - size_2)


@inline_always
def _attend(space: Slots, slot: int, rules: Codes, total: int, lookup: Cards) -> int:
    """Take a step that needs more than the lookup; return `GOES_ON` or why the game ended."""
    if _repeats(space, slot, total):
        bring_back(space, slot, rules.need, total)
        return codes.CYCLE
    # A look-alike of the saved position takes its step as ever, or a cycle could be stepped over.
    if _step(space.cards, lookup, total, slot * PLACES):
        return codes.GOES_ON
    return stuck(space, slot, rules, total)


@inline_always
def _maintain(space: Slots, slot: int, rules: Codes, total: int, limit: int) -> int:
    """Do all that is due for a game: save a position, move decks back, give up past the limit.

    The saved one is renewed when the game is an eighth older, since most cycles are short; past
    `OLD` plays when it is twice as old, since lengths of 32,880 rounds are common there.
    """
    row, plays = slot * STRIDE, age(space, slot)
    if plays >= space.fields[row + RENEW]:
        save(space, slot, total, plays + 64 + (plays if plays > OLD else plays >> 3))
    if space.fields[row + STATE] & LOW_16 > FAR:
        bring_back(space, slot, rules.need, total)
    return codes.UNDECIDED if space.counts[slot, scalar.SCALAR_ROUNDS] > limit else codes.GOES_ON


@entry(calls.RULES, calls.CALL, SLOTS, uint8[::1], calls.deals_type(np.uint8), calls.RESULTS)
def play_games(
    rules: Codes, call: calls.Call, space: Slots, lookup: Cards, deals: calls.Deals, results: Any
) -> None:
    """Play games into `results`, as `scalar.play_games` without cycles.

    Games that pass the limit come back `UNDECIDED`.
    """
    total, step = calls.in_play(deals), STEPS
    while True:
        due = step == STEPS
        first = 0 if due else (step & LOW_16) // PLACES
        for slot in range(first, GAMES if due else first + 1):
            reason = codes.UNDECIDED
            if space.fields[slot * STRIDE + GAME] != NOTHING:
                if due:
                    reason = _maintain(space, slot, rules, total, call.limit)
                else:
                    reason = _attend(space, slot, rules, total, lookup)
                if reason != codes.GOES_ON:
                    finish(space, slot, reason, call.limit, results)
            if reason != codes.GOES_ON:
                start(space, slot, call, deals, results)
        if space.queue[1] == 0:
            break
        step = _steps(space.cards, lookup, total, 0 if due else step + PLACES)


# The same for pick-ups by chance: the window's eight pairs, and a word of the game's stream a round.
#
# A round without a war takes one word and uses its top bit, so eight words are mixed at once and the
# pairs whose bit says so exchanged. The lookup knows no wars; a war for which both have the cards, and which
# ends in the window, is fought where the cards lie, all else by the scalar kernel. The same games as
# `scalar` plays, word for word of the stream.


def lookup_for(rules: Codes) -> Cards:
    """Return the lookup of rounds without a war, each pair as it lies where its word's top bit is 1."""
    lead = codes.BY_WINNER if rules.lead == codes.BY_COIN else codes.BY_PLAYER_1
    return lanes.lookup_of(1, lead, codes.BLOCKS, 0)


def war_of(need: int) -> Cards:
    """Return what `lanes.lay_war_at_random` knows of a war, and behind its order that from player 2 on."""
    war, laid = lanes.aligned(lanes.WAR_BYTES), need + 1
    if need < SLOTS_EIGHT:
        one, other = np.arange(laid), 2 * SLOTS_EIGHT - 1 - np.arange(laid)
        war[: 2 * laid] = np.concatenate((one, other))
        war[2 * SLOTS_EIGHT : 2 * SLOTS_EIGHT + 2 * laid] = np.concatenate((other, one))
        below = np.arange(2 * laid, 1, -1, dtype=np.int64)
        war[lanes.BOUNDS : lanes.LEAST].view(np.int64)[: len(below)] = below
        war[lanes.LEAST :].view(np.int64)[: len(below)] = 2**32 % below
    return war


@noinline
def _steps_by_chance(cards: Cards, lookup: Cards, total: int) -> int:
    """Step every game once, up to its next war; return a bit for each that is at one, or at its end.

    There is no branch here: the processor would guess it wrong.
    """
    lanes.forbid_inlining()
    front, waiting, bit = 0, 0, 1
    while front < GAMES * PLACES:
        state, size_1, one, other = _in_window(cards, front)
        place = _entry_of(cards, size_1, one, other)
        change = word_at(lookup, place + lanes.CHANGE)
        waiting |= bit if change & LOW_8 < word_at(cards, PAIRS + 8 * size_1) else 0
        stream = word_at(cards, front + 8 * STREAM)
        to_2 = other + size_1 - (total + SLOTS_EIGHT)
        lanes.pick_up_at_random(cards, one, other, one + size_1, to_2, lookup, place, stream)
        put_word(cards, front + 8 * STATE, state + change)
        put_word(cards, front + 8 * STREAM, stream + np.int64(calls.GOLDEN) * (change & LOW_8))
        front += PLACES
        bit += bit
    return waiting


@noinline
def _wars(cards: Cards, war: Cards, total: int, waiting: int, need: int, half: int, coin: int) -> int:
    """Fight the wars that games are at; return a bit for each that is more than one war, or at its end."""
    lanes.forbid_inlining()
    left, laid = 0, need + 1
    while waiting:
        slot = lanes.lowest_bit(waiting)
        waiting &= waiting - 1
        front = slot * PLACES
        stream = word_at(cards, front + 8 * STREAM)
        state, size_1, one, other = _in_window(cards, front)
        card_1 = np.int64(cards[np.uint64(one + need)])
        card_2 = np.int64(cards[np.uint64(other + SLOTS_EIGHT - 1 - need)])
        to_2, wins = other + size_1 - (total + SLOTS_EIGHT), np.int64((card_2 - card_1) & half != 0)
        again = min(size_1, total - size_1) <= need or card_1 == card_2
        if coin:
            heads = np.int64(calls.mix(np.uint64(stream) + calls.GOLDEN) >> np.uint64(63))
            lanes.lay_war(cards, one, other, one + size_1, to_2, war, 2 * SLOTS_EIGHT * (heads ^ wins))
        else:
            again |= lanes.lay_war_at_random(cards, one, other, one + size_1, to_2, war, 2 * laid - 1, stream)
        if lanes.unlikely(again):
            left |= 1 << slot
            continue
        put_word(cards, front + 8 * STREAM, stream + np.int64(calls.GOLDEN) * (1 if coin else 2 * laid - 1))
        change = laid + (laid * (2 * wins - 1) << SIZE_SHIFT) + (1 << ROUNDS_SHIFT)
        put_word(cards, front + 8 * STATE, state + change)
    return left


@inline_always
def _attend_random_pickups(
    space: Slots, slot: int, rules: Codes, call: calls.Call, total: int, deals: calls.Deals, results: Any
) -> None:
    """Go on with a game that the window cannot, or start the next one if it has ended."""
    row, reason = slot * STRIDE, codes.UNDECIDED
    if space.fields[row + GAME] != NOTHING:
        if space.counts[slot, scalar.SCALAR_ROUNDS] <= call.limit:
            reason = stuck(space, slot, rules, total)
        if reason != codes.GOES_ON:
            finish(space, slot, reason, call.limit, results)
    if reason != codes.GOES_ON:
        start(space, slot, call, deals, results)
        game = space.fields[row + GAME]
        if game != NOTHING:
            space.fields[row + STREAM] = np.int64(calls.mix(call.playing + deals.numbers[game]))


@entry(calls.RULES, calls.CALL, SLOTS, uint8[::1], uint8[::1], calls.deals_type(np.uint8), calls.RESULTS)
def play_random_pickups(
    rules: Codes, call: calls.Call, space: Slots, lookup: Cards, war: Cards, deals: calls.Deals, results: Any
) -> None:
    """Play games into `results`, as `scalar.play_games`; those that pass the limit come back `UNDECIDED`."""
    total, coin = calls.in_play(deals), np.int64(rules.lead == codes.BY_COIN)
    waiting, sweep = (1 << GAMES) - 1, 0
    while True:
        while waiting:
            slot = lanes.lowest_bit(waiting)
            waiting &= waiting - 1
            _attend_random_pickups(space, slot, rules, call, total, deals, results)
        if space.queue[1] == 0:
            break
        sweep += 1
        waiting = _steps_by_chance(space.cards, lookup, total)
        if rules.need < SLOTS_EIGHT:
            waiting = _wars(space.cards, war, total, waiting, rules.need, rules.half, coin)
        if sweep % SWEEPS == 0:
            for slot in range(GAMES):
                if space.fields[slot * STRIDE + STATE] & LOW_16 > FAR:
                    bring_back(space, slot, rules.need, total)
                waiting |= np.int64(space.counts[slot, scalar.SCALAR_ROUNDS] > call.limit) << slot
