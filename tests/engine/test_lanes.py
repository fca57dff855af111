"""The vector instructions: what they do here, and that another processor has them too."""

import re
from typing import Any

import numba
import numpy as np
import pytest
from llvmlite import binding
from numba import int64, types, uint8

from engine.kernels import lanes
from engine.kernels.cache import INNER_OPTIONS, OPTIONS

ARM = "aarch64-unknown-linux-gnu"

pytestmark = pytest.mark.skipif(not lanes.AVAILABLE, reason="no vector instructions here")


def compare_and_pick_up(cards: Any, place: int, table: Any, entry: int) -> Any:
    pattern = lanes.compare_eight(cards, place, place + 8)
    lanes.pick_up_eight(cards, place, place + 8, place + 16, place + 32, table, entry)
    return pattern


SIGNATURE = types.int64(uint8[::1], int64, uint8[::1], int64)


def test_lanes_do_what_they_say() -> None:
    compiled = numba.njit(SIGNATURE, **OPTIONS)(compare_and_pick_up)
    chance = np.random.default_rng(3)
    for _ in range(300):
        cards = chance.integers(0, 128, 60).astype(np.uint8)
        cards[chance.integers(0, 60, 20)] = 5  # for ties
        aligned = np.zeros(4 * 64, np.uint8)
        table = aligned[-aligned.ctypes.data % 64 :][: 3 * 64]
        table[:] = chance.integers(0, 16, len(table))
        place, before = int(chance.integers(4)), cards.copy()
        pattern = compiled(cards, place, table, 64)
        first, second = before[place : place + 8], before[place + 8 : place + 16]
        assert pattern == sum(int(a > b) << i for i, (a, b) in enumerate(zip(first, second, strict=True))) + (
            sum(int(a == b) << 8 + i for i, (a, b) in enumerate(zip(first, second, strict=True)))
        )
        pairs = np.stack((first, second), axis=1).reshape(-1)
        before[place + 16 : place + 32] = pairs[table[64:80]]
        before[place + 32 : place + 48] = pairs[table[80:96]]
        assert np.array_equal(cards, before)


def test_arm_has_an_instruction_for_each() -> None:
    """Only compiled here: the whole kernel has run under emulation, with the results of every other."""
    try:
        binding.initialize_all_targets()
        binding.initialize_all_asmprinters()
        target = binding.Target.from_triple(ARM)
    except (AttributeError, RuntimeError):
        pytest.skip("this llvmlite compiles for its own processor only")
    compiled = numba.njit(SIGNATURE, **INNER_OPTIONS)(compare_and_pick_up)
    (code,) = compiled.inspect_llvm().values()
    assert lanes.BYTE_SHUFFLE
    assert lanes.ARM_SHUFFLE
    assert lanes.BYTE_SHUFFLE in code
    code = code.replace(lanes.BYTE_SHUFFLE, lanes.ARM_SHUFFLE)
    code = re.sub(r"target datalayout.*\n", "", code)
    code = re.sub(r"target triple.*\n", f'target triple = "{ARM}"\n', code)
    module = binding.parse_assembly(code)
    module.verify()
    assembly = target.create_target_machine(opt=3).emit_assembly(module)
    instructions = re.findall(r"^\s+([a-z]\w*)\s", assembly, re.MULTILINE)
    assert instructions.count("tbl") == 2, assembly
    assert "bl" not in instructions, "a call"
