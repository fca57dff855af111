"""Eight pairs of cards at once: the vector instructions of the window kernels, and the rules as a lookup.

Written as LLVM code, which numba compiles and caches like any other. Only the byte shuffle has to
be called by a processor's own name: `pshufb` (x86 with SSSE3, 2006) or `tbl` (64-bit Arm).
"""

import platform
import sys
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Final

import numpy as np
from llvmlite import binding, ir
from numba import int64, typeof, types, uint8, uint64
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

from engine.cards import random_stream as law
from engine.kernels import scalar
from engine.kernels.cache import entry
from engine.kernels.calls import RULES, Cards, Numbers, Words
from engine.kernels.codes import Codes
from engine.kernels.scalar import Board

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
"""Where things lie in what is known of a war (`lay_war_at_random`)."""

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
    """Compare eight cards of each deck: bit i is 1 where card i of the first beats, bit 15 - i in a tie.

    A card beats another where their difference is negative in a byte: less than half a circle
    behind (`codes.Codes`). Subtracting costs what comparing costs, and serves every order.
    """
    both = _both(builder, cards, one, other)
    against = _turned(builder, both)
    behind = builder.sub(against, both)
    ties = builder.sext(builder.icmp_unsigned("==", against, both), SIXTEEN)
    results = builder.shuffle_vector(behind, ties, _lanes([*range(8), *range(24, 32)]))
    negative = builder.icmp_signed("<", results, ir.Constant(SIXTEEN, [0] * 16))
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
def pick_up_at_random(
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
    _lay(builder, cards, to_1, to_2, _ordered(builder, cards, one, other, order, at))


@lane_code(types.boolean)
def lay_war_at_random(
    builder: Any, cards: Any, one: Any, other: Any, to_1: Any, to_2: Any, war: Any, draws: Any, stream: Any
) -> Any:
    """Lay the cards of a war behind both decks, shuffled by `draws` draws; true if one has to be drawn again.

    war: the order in which they are shuffled (16 bytes), from `BOUNDS` on what each draw is below (16
    words), from `LEAST` on what its product's lower half must reach (`calls.below`).
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
def forbid_inlining(builder: Any) -> None:
    """Keep the function that calls this from being inlined in its caller."""
    builder.function.attributes.add("noinline")


@lane_code(types.boolean)
def unlikely(builder: Any, happens: Any) -> Any:
    """Return a truth that the compiler is to expect false."""
    bit = ir.IntType(1)
    expect = builder.module.declare_intrinsic("llvm.expect", [bit], ir.FunctionType(bit, [bit, bit]))
    return builder.call(expect, [happens, ir.Constant(bit, 0)])


# The rules compiled: for each way in which eight pairs of cards may compare, whose cards go where.

SLOTS_EIGHT: Final = 8

# A game's state between rounds is one word, so that a step is one addition: from the lowest bits
# plays since the decks were moved back (16), player 1's cards (16), rounds (16), and how many rounds
# had two wars or more (8), and three (8): at most (FAR + SWEEPS * 8) / 3 between two checks, below 256.
SIZE_SHIFT: Final = 16
ROUNDS_SHIFT: Final = 32
TWO_SHIFT: Final = 48
THREE_SHIFT: Final = 56
LOW_16: Final = 0xFFFF
LOW_8: Final = 0xFF

ENTRY_BITS: Final = 5
"""An entry is half a line of the processor's cache: an order of 16 bytes, and the change of state."""
CHANGE: Final = 16
PATTERNS: Final = 1 << 2 * SLOTS_EIGHT

DEEPEST: Final = 3  # wars of one round that the lookup resolves

BOARD: Final = typeof(Board(np.zeros(1, np.uint8), np.zeros(1, np.int64), np.zeros(1, np.int64)))


def aligned(size: int) -> NDArray[np.uint8]:
    """Return `size` bytes that start with a line of the processor's cache."""
    raw = np.zeros(size + 64, np.uint8)
    start = -raw.ctypes.data % 64
    return raw[start : start + size]


@entry(RULES, BOARD, uint64[::1], uint8[:, ::1], int64[:, ::1], int64)
def compile_lookup(
    rules: Codes, board: Board, stream: Words, orders: Cards, words: Numbers, deepest: int
) -> None:
    """Fill the lookup: for each pattern of eight pairs (`compare_eight`), whose cards go where.

    orders (65,536 x 32) and words (65,536 x 4) are the same memory. The cards of the board are
    places in the eight pairs as they are read here, so the scalar kernel's own pick-up writes the order.
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
    """Return the lookup of a war size and a pick-up: 2 MB, with a few hundred entries in use."""
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
