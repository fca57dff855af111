"""The fast kernel: several games abreast, each in a window of bytes."""

import platform
import sys
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Final, NamedTuple

import numpy as np
from llvmlite import binding, ir
from numba import int64, typeof, types, uint8, uint64
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

from engine.cards import random_stream as law
from engine.kernels import scalar
from engine.kernels.cache import apart, entry, inner, tiny
from engine.kernels.calls import (
    CALL,
    RECORDS,
    RULES,
    SOME_DEALS,
    Call,
    Deals,
    ShuffleRoom,
    deals_type,
    in_play,
    lay_deal,
)
from engine.kernels.codes import CYCLE, GOES_ON, UNDECIDED, Codes
from engine.kernels.scalar import Board, Cards, Numbers, Words

# Eight pairs of cards at once: the few vector instructions the window kernel stands on.
#
# Written as LLVM code, which numba compiles and caches like any other. Only the byte shuffle has to
# be called by a processor's own name: `pshufb` (x86 with SSSE3, 2006) or `tbl` (64-bit Arm).

BYTE: Final = ir.IntType(8)
LANES_WORD: Final = ir.IntType(64)
LANES_EIGHT: Final = ir.VectorType(BYTE, 8)
SIXTEEN: Final = ir.VectorType(BYTE, 16)
LINE: Final = ir.VectorType(BYTE, 64)
EIGHT_WORDS: Final = ir.VectorType(LANES_WORD, 8)
SIXTEEN_WORDS: Final = ir.VectorType(LANES_WORD, 16)

LOW_32: Final = 0xFFFF_FFFF

BOUNDS: Final = 64
LEAST: Final = 192
WAR_BYTES: Final = 320
"""Where things lie in what is known of a war (`lay_war_by_chance`)."""

ARM_SHUFFLE: Final = "llvm.aarch64.neon.tbl1.v16i8"
X86_SHUFFLE: Final = "llvm.x86.ssse3.pshuf.b.128"


def _byte_shuffle() -> str | None:
    """Name this processor's instruction that picks 16 bytes by 16 places; None if it has none."""
    machine = platform.machine().lower()
    if machine in ("aarch64", "arm64"):
        return ARM_SHUFFLE
    if machine in ("x86_64", "amd64") and binding.get_host_cpu_features().get("ssse3"):
        return X86_SHUFFLE
    return None


BYTE_SHUFFLE: Final = _byte_shuffle()
AVAILABLE: Final = BYTE_SHUFFLE is not None and sys.byteorder == "little"
"""Whether the window kernel can run on this machine."""


def lane_code(result: Any) -> Callable[[Callable[..., Any]], Any]:
    """Mark a function as the builder of a piece of LLVM code with this result, to be called from kernels.

    It is given LLVM's builder and the values of the arguments, of an array where its data starts.
    """

    def mark(build: Callable[..., Any]) -> Any:
        def typed(_: Any, *of: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                values = (
                    context.make_array(kind)(context, builder, value).data
                    if isinstance(kind, types.Array)
                    else value
                    for kind, value in zip(signature.args, arguments, strict=True)
                )
                return build(builder, *values) or context.get_dummy_value()

            return result(*of), generate

        return intrinsic(wraps(build)(typed))

    return mark


def _place(builder: Any, data: Any, place: Any, kind: Any) -> Any:
    """Return the address of `data[place]`, to be read as another type, aligned or not."""
    return builder.bitcast(builder.gep(data, [place]), kind.as_pointer())


def _lanes(values: list[int]) -> Any:
    """Return constant places of a vector."""
    return ir.Constant(ir.VectorType(ir.IntType(32), len(values)), values)


def _load(builder: Any, data: Any, place: Any, kind: Any) -> Any:
    """Read as another type what lies from a place on, aligned or not."""
    return builder.load(_place(builder, data, place, kind), align=1)


def _both(builder: Any, cards: Any, one: Any, other: Any) -> Any:
    """Read eight cards of each deck: the first's as it lies, then the second's, which lies upside down."""
    first, second = _load(builder, cards, one, LANES_EIGHT), _load(builder, cards, other, LANES_EIGHT)
    return builder.shuffle_vector(first, second, _lanes(list(range(16))))


def _pick(builder: Any, cards: Any, places: Any) -> Any:
    """Return sixteen bytes picked out of sixteen by their places."""
    kind = ir.FunctionType(SIXTEEN, [SIXTEEN, SIXTEEN])
    return builder.call(builder.module.declare_intrinsic(BYTE_SHUFFLE, (), kind), [cards, places])


def _turned(builder: Any, line: Any) -> Any:
    """Return the bytes of a vector the last first."""
    return builder.shuffle_vector(line, line, _lanes(list(range(line.type.count))[::-1]))


@lane_code(types.int64)
def compare_eight(builder: Any, cards: Any, one: Any, other: Any) -> Any:
    """Compare eight cards of each deck: bit i says card i of the first beats, bit 15 - i says tie.

    A card beats another where their difference is negative in a byte: less than half a circle
    behind (`codes.Codes`). Subtracting costs what comparing costs, and serves every order.
    """
    both = _both(builder, cards, one, other)
    against = _turned(builder, both)
    behind = builder.sub(against, both)
    ties = builder.sext(builder.icmp_unsigned("==", against, both), SIXTEEN)
    said = builder.shuffle_vector(behind, ties, _lanes([*range(8), *range(24, 32)]))
    negative = builder.icmp_signed("<", said, ir.Constant(SIXTEEN, [0] * 16))
    return builder.zext(builder.bitcast(negative, ir.IntType(16)), LANES_WORD)


@lane_code(types.void)
def pick_up_eight(
    builder: Any, cards: Any, one: Any, other: Any, to_1: Any, to_2: Any, lookup: Any, entry: Any
) -> None:
    """Lay both players' winnings out of eight pairs behind their decks, as the lookup's entry orders.

    One order serves both: player 1's from its first byte on, player 2's from its last byte back.
    Sixteen bytes are written whatever was won; those beyond the new tail mean nothing.
    """
    order = builder.load(_place(builder, lookup, entry, SIXTEEN), align=16)
    won = _pick(builder, _both(builder, cards, one, other), order)
    for to in (to_1, to_2):
        builder.store(won, _place(builder, cards, to, SIXTEEN), align=1)


def _every(kind: Any, number: int) -> Any:
    """Return a vector of one constant."""
    return ir.Constant(kind, [number] * kind.count)


def _spread(builder: Any, value: Any, kind: Any) -> Any:
    """Return a vector of one value."""
    first = builder.insert_element(ir.Constant(kind, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, first, _lanes([0] * kind.count))


def _words(builder: Any, stream: Any, kind: Any) -> Any:
    """Return the next words of a stream (`engine.cards.random_stream`), but for the last step of mixing."""
    steps = ir.Constant(kind, [law.GOLDEN * step & law.MASK for step in range(1, kind.count + 1)])
    word = builder.add(_spread(builder, stream, kind), steps)
    for shift, factor in zip((30, 27), law.FACTORS, strict=True):
        mixed = builder.xor(word, builder.lshr(word, _every(kind, shift)))
        word = builder.mul(mixed, _every(kind, factor))
    return word


@lane_code(types.void)
def pick_up_by_chance(
    builder: Any, cards: Any, one: Any, other: Any, to_1: Any, to_2: Any, lookup: Any, entry: Any, stream: Any
) -> None:
    """As `pick_up_eight`, each pair exchanged where the top bit of its word of the stream is 0.

    Eight rounds without a war take eight words; the last step of mixing leaves their top bits as they are.
    """
    both = _both(builder, cards, one, other)
    words = _words(builder, stream, EIGHT_WORDS)
    stays = builder.sext(builder.icmp_signed("<", words, _every(EIGHT_WORDS, 0)), LANES_EIGHT)
    stays = builder.shuffle_vector(stays, stays, _lanes([*range(8), *range(7, -1, -1)]))
    drawn = builder.select(builder.icmp_signed("<", stays, _every(SIXTEEN, 0)), both, _turned(builder, both))
    won = _pick(builder, drawn, builder.load(_place(builder, lookup, entry, SIXTEEN), align=16))
    for to in (to_1, to_2):
        builder.store(won, _place(builder, cards, to, SIXTEEN), align=1)


@lane_code(types.void)
def lay_war(
    builder: Any, cards: Any, one: Any, other: Any, to_1: Any, to_2: Any, order: Any, at: Any
) -> None:
    """Lay the cards of a war behind both decks, in the order that stands at a place of `order`."""
    line = _pick(builder, _both(builder, cards, one, other), _load(builder, order, at, SIXTEEN))
    builder.store(line, _place(builder, cards, to_1, SIXTEEN), align=1)
    builder.store(_turned(builder, line), _place(builder, cards, to_2, SIXTEEN), align=1)


@lane_code(types.boolean)
def lay_war_by_chance(
    builder: Any, cards: Any, one: Any, other: Any, to_1: Any, to_2: Any, war: Any, draws: Any, stream: Any
) -> Any:
    """Lay the cards of a war behind both decks, shuffled by so many draws; true if one has to be drawn again.

    war: the order in which they are shuffled (16 bytes), from `BOUNDS` on what each draw is below (16
    words), from `LEAST` on what its product's lower half must reach (`dealing.below`).
    """
    words, low = _words(builder, stream, SIXTEEN_WORDS), _every(SIXTEEN_WORDS, LOW_32)
    upper, mixed = _every(SIXTEEN_WORDS, 32), builder.lshr(words, _every(SIXTEEN_WORDS, 31))
    bounds, least = (
        _load(builder, war, ir.Constant(LANES_WORD, at), SIXTEEN_WORDS) for at in (BOUNDS, LEAST)
    )
    drawn = builder.lshr(builder.xor(words, mixed), upper)
    product = builder.mul(drawn, builder.and_(bounds, low))
    line = _ordered(builder, cards, one, other, war, ir.Constant(LANES_WORD, 0))
    places = builder.trunc(builder.lshr(product, upper), SIXTEEN)
    _lay(builder, cards, to_1, to_2, _exchanged(builder, line, places, draws))
    unfair = builder.icmp_unsigned("<", builder.and_(product, low), least)
    return builder.icmp_unsigned("!=", builder.bitcast(unfair, ir.IntType(16)), ir.IntType(16)(0))


def _ordered(builder: Any, cards: Any, one: Any, other: Any, orders: Any, at: Any) -> Any:
    """Return the eight cards of both decks in an order."""
    return _pick(builder, _both(builder, cards, one, other), _load(builder, orders, at, SIXTEEN))


def _lay(builder: Any, cards: Any, to_1: Any, to_2: Any, line: Any) -> None:
    """Lay sixteen cards behind either deck: one of them takes them up."""
    builder.store(line, _place(builder, cards, to_1, SIXTEEN), align=1)
    builder.store(_turned(builder, line), _place(builder, cards, to_2, SIXTEEN), align=1)


def _exchanged(builder: Any, line: Any, drawn: Any, draws: Any) -> Any:
    """Exchange the last card with the one drawn first, the last but one with that drawn next, and so on.

    In registers: bytes that were written one by one are slow to be read as a line.
    """
    places = ir.Constant(SIXTEEN, list(range(16)))
    values = (line, drawn, _spread(builder, builder.trunc(draws, BYTE), SIXTEEN))
    line_at, drawn_at, last_at = (cgutils.alloca_once_value(builder, value) for value in values)
    with cgutils.for_range(builder, draws):
        drawn, last = builder.load(drawn_at), builder.load(last_at)
        other = builder.shuffle_vector(drawn, drawn, _lanes([0] * 16))
        order = builder.select(builder.icmp_unsigned("==", places, other), last, places)
        order = builder.select(builder.icmp_unsigned("==", places, last), other, order)
        builder.store(_pick(builder, builder.load(line_at), order), line_at)
        builder.store(builder.shuffle_vector(drawn, drawn, _lanes([*range(1, 16), 0])), drawn_at)
        builder.store(builder.sub(last, _every(SIXTEEN, 1)), last_at)
    return builder.load(line_at)


@lane_code(types.int64)
def lowest_bit(builder: Any, word: Any) -> Any:
    """Return the place of the lowest bit that is set."""
    return builder.cttz(word, ir.Constant(ir.IntType(1), 1))


@lane_code(types.int64)
def word_at(builder: Any, cards: Any, place: Any) -> Any:
    """Read the eight bytes from a place on as one number."""
    return _load(builder, cards, place, LANES_WORD)


@lane_code(types.void)
def put_word(builder: Any, cards: Any, place: Any, word: Any) -> None:
    """Write a number as the eight bytes from a place on."""
    builder.store(word, _place(builder, cards, place, LANES_WORD), align=1)


@lane_code(types.void)
def copy_line(builder: Any, cards: Any, start: Any, to: Any) -> None:
    """Copy 64 bytes at once."""
    builder.store(_load(builder, cards, start, LINE), _place(builder, cards, to, LINE), align=1)


@lane_code(types.void)
def copy_back(builder: Any, cards: Any, start: Any, to: Any) -> None:
    """Copy 64 bytes at once, the last first."""
    line = _turned(builder, _load(builder, cards, start, LINE))
    builder.store(line, _place(builder, cards, to, LINE), align=1)


@lane_code(types.void)
def stay_apart(builder: Any) -> None:
    """Keep the function in which this stands from being written out in its caller."""
    builder.function.attributes.add("noinline")


@lane_code(types.boolean)
def seldom(builder: Any, happens: Any) -> Any:
    """Return a truth that the compiler is to expect false."""
    bit = ir.IntType(1)
    expect = builder.module.declare_intrinsic("llvm.expect", [bit], ir.FunctionType(bit, [bit, bit]))
    return builder.call(expect, [happens, ir.Constant(bit, 0)])


# Games in turn: where the cards of each lie, what its state is, how it starts, stops and goes on.
#
# What the two fast kernels share (`window`, `chance`): everything that is done seldom, once or a few
# times a game. Player 1's deck lies as it is played and grows upwards; player 2's lies upside down, its
# top card last, and grows downwards, so that one order of sixteen bytes serves the winnings of both.

SLOTS_EIGHT: Final = 8
MOST_CARDS: Final = 255
MOST_RANKS: Final = 128

GAMES: Final = 12
"""Games in turn: a short deck's cards are read soon after they were written, which must have settled by then.

On a processor of 2024, games with 8, 12, 16 in turn: 1, 1.04, 1.06 times as fast.
"""
SWEEPS: Final = 24
"""Steps of each game between two looks at what is due (moving decks back, renewing a kept position)."""
FAR: Final = 448
"""Decks further than this from the start of their room are moved back: most games end before."""
ROOM: Final = 1_152
"""Places for one deck: at most FAR + SWEEPS * 16 from the start, its cards, and sixteen bytes more."""
KEPT_ROOM: Final = 320
"""The same for a kept position, which only lies there."""

FIELDS: Final = 64
"""A game's places start with its fields: one line of the processor's cache."""
DECK_1: Final = FIELDS
DECK_2: Final = FIELDS + 2 * ROOM
"""Where player 1's deck starts, and where player 2's ends."""
KEPT_1: Final = DECK_2
KEPT_2: Final = DECK_2 + 2 * KEPT_ROOM
"""The same of the kept position."""
PLACES: Final = KEPT_2
STRIDE: Final = PLACES // 8
"""The places of one game, in bytes and in words."""
ASIDE: Final = GAMES * PLACES
"""Where a deal is shuffled, and a round played that the window cannot."""
MASKS: Final = ASIDE + 2 * ROOM
"""A word by player 1's cards: the bits of pairs that exist."""
TIES: Final = MASKS + 8 * (MOST_CARDS + 1)
"""The same: a tie for each pair that does not exist."""
PAIRS: Final = TIES + 8 * (MOST_CARDS + 1)
"""The same: how many pairs exist, `NO_PAIR` for none."""
NO_PAIR: Final = SLOTS_EIGHT + 1
SPACE: Final = PAIRS + 8 * (MOST_CARDS + 1)

# A game's state between rounds is one word, so that a step is one addition: from the lowest bits
# plays since the decks were moved back (16), player 1's cards (16), rounds (16), and how many
# rounds had two wars or more (8), and three (8): at most (FAR + SWEEPS * 8) / 3 between two looks, below 256.
SIZE_SHIFT: Final = 16
ROUNDS_SHIFT: Final = 32
TWO_SHIFT: Final = 48
THREE_SHIFT: Final = 56
LOW_16: Final = 0xFFFF
LOW_8: Final = 0xFF

STATE: Final = 0
SLOTS_WORD: Final = 1
"""The first eight places of player 1's deck in the kept position.

Where the deck is shorter, what lies behind it is compared too, and that is no harm: it was written by
the step that led there, and follows from the position before that step (`_stuck` clears it). So from
the second lap of a cycle on it comes back as the position does, and some position of that lap is kept.
"""
STREAM: Final = 2
"""The state of the game's own stream."""
GAME: Final = 3
RENEW: Final = 4
KEPT_AGE: Final = 5
KEPT_SIZE: Final = 6

FIRST_KEPT: Final = 700
"""Plays before the first position is kept: three games in four of code-golf have ended by then."""

NOTHING: Final = -1
"""No kept position; no game."""


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
    turn: Numbers
    """The next game to start, and how many are in play."""
    shuffling: ShuffleRoom

    @classmethod
    def of(cls, deals: Deals) -> "Slots":
        """Make working space for these deals."""
        cards = aligned(SPACE)
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
            ShuffleRoom.of(deals.bounds),
        )


def aligned(size: int) -> NDArray[np.uint8]:
    """Return so many bytes that start with a line of the processor's cache."""
    raw = np.zeros(size + 64, np.uint8)
    start = -raw.ctypes.data % 64
    return raw[start : start + size]


def _write_masks(fields: Numbers, size: int) -> None:
    for size_1 in range(size + 1):
        pairs = min(size_1, size - size_1, SLOTS_EIGHT)
        none = (1 << (SLOTS_EIGHT - pairs)) - 1
        # The ties come last pair first, as `lanes.compare_eight` has them.
        fields[MASKS // 8 + size_1] = (1 << pairs) - 1 | (LOW_8 ^ none) << SLOTS_EIGHT
        fields[TIES // 8 + size_1] = none << SLOTS_EIGHT
        fields[PAIRS // 8 + size_1] = pairs or NO_PAIR


SLOTS: Final = typeof(Slots.of(SOME_DEALS))


@tiny
def _move(cards: Cards, start: int, size: int, to: int) -> None:
    """Copy a deck, in whole lines; the bytes that follow it mean nothing."""
    for line in range(0, size, 64):
        copy_line(cards, start + line, to + line)


@tiny
def _move_upside_down(cards: Cards, end: int, size: int, to: int) -> None:
    """Copy a deck that lies upside down up to `end`; the bytes before it mean nothing."""
    for line in range(64, size + 64, 64):
        copy_line(cards, end - line, to - line)


@tiny
def _turn_over(cards: Cards, start: int, size: int, end: int) -> None:
    """Lay a deck upside down up to `end`."""
    for line in range(0, size, 64):
        copy_back(cards, start + line, end - line - 64)


@tiny
def _turn_back(cards: Cards, end: int, size: int, start: int) -> None:
    """Lay a deck that lies upside down up to `end` the right way up again."""
    for line in range(0, size, 64):
        copy_back(cards, end - line - 64, start + line)


@tiny
def age(space: Slots, slot: int) -> int:
    """Return the plays of a game so far."""
    plays: int = space.counts[slot, scalar.PLAYS] + (space.fields[slot * STRIDE + STATE] & LOW_16)
    return plays


@inner
def bring_back(space: Slots, slot: int, need: int, total: int) -> None:
    """Move both decks to the start of their rooms, and the counts in the state to the counters."""
    counts, row, front = space.counts, slot * STRIDE, slot * PLACES
    state = space.fields[row + STATE]
    plays, size_1 = state & LOW_16, state >> SIZE_SHIFT & LOW_16
    rounds = state >> ROUNDS_SHIFT & LOW_16
    if plays > rounds:
        # A round without a war is one play, and every war makes `need` more.
        wars = (plays - rounds) // need
        depth = 1 + (state >> TWO_SHIFT & LOW_8 > 0) + (state >> THREE_SHIFT > 0)
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


@tiny
def start(space: Slots, slot: int, call: Call, deals: Deals, records: Cards) -> None:
    """Deal the next game into a slot, or leave it empty."""
    fields, cards, game, row = space.fields, space.cards, space.turn[0], slot * STRIDE
    fields[row + STATE], fields[row + GAME] = 0, NOTHING
    fields[row + KEPT_SIZE], fields[row + RENEW] = NOTHING, FIRST_KEPT
    for count in range(scalar.COUNTS):
        space.counts[slot, count] = 0
    if game >= len(records):
        return
    space.turn[0] += 1
    space.turn[1] += 1
    cut = lay_deal(call, deals, game, space.shuffling, cards, ASIDE)
    if call.shuffled:
        scalar.write_hand(records[game], cards, ASIDE, ASIDE + cut, call.ranks)
    front = slot * PLACES
    _move(cards, ASIDE, cut, front + DECK_1)
    _turn_over(cards, ASIDE + cut, in_play(deals) - cut, front + DECK_2)
    fields[row + STATE], fields[row + GAME] = cut << SIZE_SHIFT, game


@tiny
def stuck(space: Slots, slot: int, rules: Codes, total: int) -> int:
    """Go on where the window cannot: see an empty deck, or play one round by the scalar kernel."""
    bring_back(space, slot, rules.need, total)
    cards, at, counts, row, front = space.cards, space.at, space.counts[slot], slot * STRIDE, slot * PLACES
    size_1 = space.fields[row + STATE] >> SIZE_SHIFT
    reason = scalar.emptied(size_1, total - size_1, counts)
    at[scalar.HEAD_1], at[scalar.TAIL_1] = ASIDE, ASIDE + size_1
    at[scalar.HEAD_2], at[scalar.TAIL_2] = ASIDE + ROOM, ASIDE + ROOM + total - size_1
    if reason == GOES_ON:
        _move(cards, front + DECK_1, size_1, ASIDE)
        _turn_back(cards, front + DECK_2, total - size_1, ASIDE + ROOM)
        space.stream[0] = np.uint64(space.fields[row + STREAM])
        reason = scalar.play_round(Board(cards, at, counts), rules, space.stream)
        space.fields[row + STREAM] = np.int64(space.stream[0])
        if reason == GOES_ON:
            size_1, size_2 = scalar.sizes(at)
            _move(cards, at[scalar.HEAD_1], size_1, front + DECK_1)
            _turn_over(cards, at[scalar.HEAD_2], size_2, front + DECK_2)
            put_word(cards, front + DECK_1 + size_1, 0)
            space.fields[row + STATE] = size_1 << SIZE_SHIFT
    return reason


@tiny
def keep(space: Slots, slot: int, total: int, renew: int) -> None:
    """Keep a game's position to meet it again, until it has so many plays."""
    fields, row, front = space.fields, slot * STRIDE, slot * PLACES
    plays, size_1 = fields[row + STATE] & LOW_16, fields[row + STATE] >> SIZE_SHIFT & LOW_16
    _move(space.cards, front + DECK_1 + plays, size_1, front + KEPT_1)
    _move_upside_down(space.cards, front + DECK_2 - plays, total - size_1, front + KEPT_2)
    fields[row + SLOTS_WORD] = word_at(space.cards, front + DECK_1 + plays)
    fields[row + KEPT_AGE], fields[row + KEPT_SIZE] = age(space, slot), size_1
    fields[row + RENEW] = renew


@tiny
def finish(space: Slots, slot: int, reason: int, limit: int, records: Any) -> None:
    """Write down a game; one that went past the limit is left to the scalar kernel."""
    record, counts = records[space.fields[slot * STRIDE + GAME]], space.counts[slot]
    space.turn[1] -= 1
    if counts[scalar.SCALAR_ROUNDS] > limit:
        record.reason = UNDECIDED
    elif reason == CYCLE:
        record.reason = CYCLE
    else:
        size_1, size_2 = scalar.sizes(space.at)
        scalar.write_record(record, reason, size_1, size_2, counts)


# The rules compiled: for each way in which eight pairs of cards may compare, whose cards go where.

ENTRY_BITS: Final = 5
"""An entry is half a line of the processor's cache: an order of 16 bytes, and the change of state."""
CHANGE: Final = 16
PATTERNS: Final = 1 << 2 * SLOTS_EIGHT

DEEPEST: Final = 3
"""Wars of one round that the lookup resolves."""

BOARD: Final = typeof(Board(np.zeros(1, np.uint8), np.zeros(1, np.int64), np.zeros(1, np.int64)))


@entry(RULES, BOARD, uint64[::1], uint8[:, ::1], int64[:, ::1], int64)
def compile_lookup(
    rules: Codes, board: Board, stream: Words, orders: Cards, words: Numbers, deepest: int
) -> None:
    """Fill the lookup: for each pattern of eight pairs (`lanes.compare_eight`), whose cards go where.

    orders (65,536 x 32) and words (65,536 x 4) are the same memory. The cards of the board are
    places in the eight pairs as `lanes` reads them, so the scalar kernel's own pick-up writes the order.
    """
    cards, at = board.cards, board.at
    for place in range(SLOTS_EIGHT):
        cards[place], cards[SLOTS_EIGHT + place] = place, 2 * SLOTS_EIGHT - 1 - place
    for pattern in range(len(orders)):
        wins, ties = pattern & LOW_8, 0
        for place in range(SLOTS_EIGHT):
            ties |= (pattern >> (2 * SLOTS_EIGHT - 1 - place) & 1) << place
        if wins & ties:
            continue
        at[scalar.HEAD_1], at[scalar.HEAD_2] = 0, SLOTS_EIGHT
        at[scalar.TAIL_1], at[scalar.TAIL_2] = 2 * SLOTS_EIGHT, 4 * SLOTS_EIGHT
        change = 0
        while True:
            start = at[scalar.HEAD_1]
            last, wars = start, 0
            while last < SLOTS_EIGHT and ties >> last & 1:
                last += rules.need
                wars += 1
            if last >= SLOTS_EIGHT or wars > deepest:
                break
            at[scalar.TABLE_1], at[scalar.HEAD_1] = start, last + 1
            at[scalar.TABLE_2], at[scalar.HEAD_2] = SLOTS_EIGHT + start, SLOTS_EIGHT + last + 1
            scalar.pick_up(cards, at, 1 if wins >> last & 1 else 2, rules, stream)
            change += (1 << ROUNDS_SHIFT) + ((wars > 1) << TWO_SHIFT) + ((wars > 2) << THREE_SHIFT)
        won = at[scalar.TAIL_1] - 2 * SLOTS_EIGHT
        for place in range(won):
            orders[pattern, place] = cards[2 * SLOTS_EIGHT + place]
        for place in range(at[scalar.TAIL_2] - 4 * SLOTS_EIGHT):
            orders[pattern, 2 * SLOTS_EIGHT - 1 - place] = cards[4 * SLOTS_EIGHT + place]
        words[pattern, CHANGE // 8] = change + at[scalar.HEAD_1] + ((won - at[scalar.HEAD_1]) << SIZE_SHIFT)


@lru_cache(maxsize=4)
def lookup_of(need: int, lead: int, pattern: int, deepest: int = DEEPEST) -> NDArray[np.uint8]:
    """Return the lookup of a war size and a pick-up: 2 MB, of which a few hundred entries are used."""
    size = 1 << ENTRY_BITS
    lookup = aligned(PATTERNS * size)
    board = Board(
        np.zeros(6 * SLOTS_EIGHT, np.uint8),
        np.zeros(scalar.ENDS, np.int64),
        np.zeros(scalar.COUNTS, np.int64),
    )
    rules = Codes(need, 0, 0, lead, pattern, 1 << 7)
    orders, words = lookup.reshape(-1, size), lookup.view(np.int64).reshape(-1, size // 8)
    compile_lookup(rules, board, np.zeros(1, np.uint64), orders, words, deepest)
    return lookup


# The fast kernel: eight cards of each deck at once, several games in turn.
#
# Both decks' heads advance by one card a play, no matter who wins it, so the next eight cards of each
# are known. Comparing them gives sixteen bits (`lanes.compare_eight`), and a lookup compiled from the
# rules says for each pattern how many whole rounds they make and where every card goes, wars included
# (`lookup`). A round that the lookup cannot resolve (a war that outgrows the window, a shortfall, an
# empty deck) is played by the scalar kernel, once or twice a game.
#
# For pick-ups that nothing but the cards decides, and packs of up to `MOST_CARDS`.

STEPS: Final = SWEEPS << 16
"""A step is 2**16 times its sweep, and where its game's places start."""

OLD: Final = 1 << 14
"""Plays after which a game is likely to be in a long cycle."""


@inner
def _step(cards: Cards, lookup: Cards, total: int, front: int) -> bool:
    """Play the rounds that a game's window holds; False if it holds no whole one."""
    state = word_at(cards, front + 8 * STATE)
    plays, size_1 = state & LOW_16, state >> SIZE_SHIFT & LOW_16
    one, other = front + DECK_1 + plays, front + DECK_2 - SLOTS_EIGHT - plays
    pattern = compare_eight(cards, one, other)
    place = (pattern & word_at(cards, MASKS + 8 * size_1) | word_at(cards, TIES + 8 * size_1)) << ENTRY_BITS
    change = word_at(lookup, place + CHANGE)
    if seldom(change & LOW_8 == 0):
        return False
    pick_up_eight(cards, one, other, one + size_1, other + size_1 - (total + SLOTS_EIGHT), lookup, place)
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
            if seldom(word_at(cards, here) == word_at(cards, front + 8 * SLOTS_WORD)):
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
    return UNDECIDED if space.counts[slot, scalar.SCALAR_ROUNDS] > limit else GOES_ON


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
