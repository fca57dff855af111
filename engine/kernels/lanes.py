"""Eight pairs of cards at once: the few vector instructions the window kernel stands on.

Written as LLVM code, which numba compiles and caches like any other. Only the byte shuffle has to
be called by a processor's own name: `pshufb` (x86 with SSSE3, 2006) or `tbl` (64-bit Arm).
"""

import platform
import sys
from collections.abc import Callable
from functools import wraps
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


@lane_code(types.int64)
def compare_eight(builder: Any, cards: Any, one: Any, other: Any) -> Any:
    """Compare eight cards of each deck: bit i says card i of the first beats, bit 8 + i says tie.

    A card beats another where their difference is negative in a byte: less than half a circle
    behind (`codes.Codes`). Subtracting costs what comparing costs, and serves every order.
    """
    first, second = _load(builder, cards, one, EIGHT), _load(builder, cards, other, EIGHT)
    behind = builder.sub(second, first)
    ties = builder.sext(builder.icmp_unsigned("==", first, second), EIGHT)
    both = builder.shuffle_vector(behind, ties, _lanes(list(range(16))))
    negative = builder.icmp_signed("<", both, ir.Constant(SIXTEEN, [0] * 16))
    return builder.zext(builder.bitcast(negative, ir.IntType(16)), WORD)


@lane_code(types.void)
def pick_up_eight(
    builder: Any, cards: Any, one: Any, other: Any, to_1: Any, to_2: Any, lookup: Any, entry: Any
) -> None:
    """Lay both players' winnings out of eight pairs behind their decks, as the lookup's entry orders.

    Sixteen bytes are written whatever was won; those beyond the new tail mean nothing.
    """
    first, second = _load(builder, cards, one, EIGHT), _load(builder, cards, other, EIGHT)
    pairs = builder.shuffle_vector(first, second, _lanes([lane // 2 + lane % 2 * 8 for lane in range(16)]))
    shuffle = builder.module.declare_intrinsic(BYTE_SHUFFLE, (), ir.FunctionType(SIXTEEN, [SIXTEEN, SIXTEEN]))
    orders = []
    for offset in (0, 16):
        at = builder.add(entry, ir.Constant(WORD, offset))
        orders.append(builder.load(_place(builder, lookup, at, SIXTEEN), align=16))
    for to, order in zip((to_1, to_2), orders, strict=True):
        builder.store(builder.call(shuffle, [pairs, order]), _place(builder, cards, to, SIXTEEN), align=1)


@lane_code(types.int64)
def word_at(builder: Any, cards: Any, place: Any) -> Any:
    """Read the eight bytes from a place on as one number."""
    return _load(builder, cards, place, WORD)


@lane_code(types.void)
def copy_line(builder: Any, cards: Any, start: Any, to: Any) -> None:
    """Copy 64 bytes at once."""
    builder.store(_load(builder, cards, start, LINE), _place(builder, cards, to, LINE), align=1)


@lane_code(types.boolean)
def seldom(builder: Any, happens: Any) -> Any:
    """Return a truth that the compiler is to expect false."""
    bit = ir.IntType(1)
    expect = builder.module.declare_intrinsic("llvm.expect", [bit], ir.FunctionType(bit, [bit, bit]))
    return builder.call(expect, [happens, ir.Constant(bit, 0)])
