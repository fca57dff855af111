"""Eight pairs of cards at once: the few vector instructions the window kernel stands on.

Written as LLVM code, which numba compiles and caches like any other. Only the byte shuffle has to
be called by a processor's own name: `pshufb` (x86 with SSSE3, 2006) or `tbl` (64-bit Arm).
"""

import platform
import sys
from collections.abc import Callable
from typing import Any, Final

from llvmlite import binding, ir
from numba import types
from numba.extending import intrinsic

BYTE: Final = ir.IntType(8)
WORD: Final = ir.IntType(64)
EIGHT: Final = ir.VectorType(BYTE, 8)
SIXTEEN: Final = ir.VectorType(BYTE, 16)
LINE: Final = ir.VectorType(BYTE, 64)


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


def _place(context: Any, builder: Any, array_type: Any, array: Any, place: Any, kind: Any) -> Any:
    """Return the address of `array[place]`, to be read as another type, aligned or not."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [place]), kind.as_pointer())


def _lanes(values: list[int]) -> Any:
    """Return constant places of a vector."""
    return ir.Constant(ir.VectorType(ir.IntType(32), len(values)), values)


def _load_eight(context: Any, builder: Any, array_type: Any, array: Any, place: Any) -> Any:
    """Read eight cards."""
    return builder.load(_place(context, builder, array_type, array, place, EIGHT), align=1)


def lane_code(function: Callable[..., Any]) -> Any:
    """Mark a function as the builder of a piece of LLVM code, to be called from kernels."""
    return intrinsic(function)


@lane_code
def compare_eight(typing: Any, cards: Any, one: Any, other: Any) -> Any:  # noqa: ARG001
    """Compare eight cards of each deck: bit i says card i of the first beats, bit 8 + i says tie.

    A card beats another where their difference is negative in a byte: less than half a circle
    behind (`codes.Codes`). Subtracting costs what comparing costs, and serves every order.
    """

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array_type = signature.args[0]
        first = _load_eight(context, builder, array_type, arguments[0], arguments[1])
        second = _load_eight(context, builder, array_type, arguments[0], arguments[2])
        behind = builder.sub(second, first)
        ties = builder.sext(builder.icmp_unsigned("==", first, second), EIGHT)
        both = builder.shuffle_vector(behind, ties, _lanes(list(range(16))))
        negative = builder.icmp_signed("<", both, ir.Constant(SIXTEEN, [0] * 16))
        return builder.zext(builder.bitcast(negative, ir.IntType(16)), WORD)

    return types.int64(cards, one, other), build


@lane_code
def pick_up_eight(
    typing: Any,  # noqa: ARG001
    cards: Any,
    one: Any,
    other: Any,
    to_1: Any,
    to_2: Any,
    table: Any,
    entry: Any,
) -> Any:
    """Lay both players' winnings out of eight pairs behind their decks, as the table's entry orders.

    Sixteen bytes are written whatever was won; those beyond the new tail mean nothing.
    """

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        cards_type, table_type = signature.args[0], signature.args[5]
        array, one, other, to_1, to_2, table, entry = arguments
        first = _load_eight(context, builder, cards_type, array, one)
        second = _load_eight(context, builder, cards_type, array, other)
        pairs = builder.shuffle_vector(
            first, second, _lanes([lane // 2 + lane % 2 * 8 for lane in range(16)])
        )
        shuffle = builder.module.declare_intrinsic(
            BYTE_SHUFFLE, (), ir.FunctionType(SIXTEEN, [SIXTEEN, SIXTEEN])
        )
        orders = []
        for offset in (0, 16):
            at = builder.add(entry, ir.Constant(WORD, offset))
            address = _place(context, builder, table_type, table, at, SIXTEEN)
            orders.append(builder.load(address, align=16))
        for to, order in zip((to_1, to_2), orders, strict=True):
            address = _place(context, builder, cards_type, array, to, SIXTEEN)
            builder.store(builder.call(shuffle, [pairs, order]), address, align=1)
        return context.get_dummy_value()

    return types.void(cards, one, other, to_1, to_2, table, entry), build


@lane_code
def word_at(typing: Any, cards: Any, place: Any) -> Any:  # noqa: ARG001
    """Read the eight bytes from a place on as one number."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _place(context, builder, signature.args[0], arguments[0], arguments[1], WORD)
        return builder.load(address, align=1)

    return types.int64(cards, place), build


@lane_code
def copy_line(typing: Any, cards: Any, start: Any, to: Any) -> Any:  # noqa: ARG001
    """Copy 64 bytes at once."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, start, to = arguments
        line = builder.load(_place(context, builder, signature.args[0], array, start, LINE), align=1)
        builder.store(line, _place(context, builder, signature.args[0], array, to, LINE), align=1)
        return context.get_dummy_value()

    return types.void(cards, start, to), build


@lane_code
def seldom(typing: Any, happens: Any) -> Any:  # noqa: ARG001
    """Return a truth that the compiler is to expect false."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        bit = ir.IntType(1)
        expect = builder.module.declare_intrinsic("llvm.expect", [bit], ir.FunctionType(bit, [bit, bit]))
        return builder.call(expect, [arguments[0], ir.Constant(bit, 0)])

    return types.boolean(happens), build
