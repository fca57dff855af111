"""The vector instructions: what hardly ever happens, and that another processor has them too.

What they do in every game is held by `test_kernels`.
"""

import re
from typing import Any

import numba
import numpy as np
import pytest
from llvmlite import binding
from numba import int64, types, uint8

from engine.cards import random_stream
from engine.kernels import lanes
from engine.kernels.cache import INLINE_OPTIONS, OPTIONS
from engine.kernels.lanes import LEAST
from engine.kernels.window import war_of

ARM = "aarch64-unknown-linux-gnu"

pytestmark = pytest.mark.skipif(not lanes.AVAILABLE, reason="no vector instructions here")


def compare_and_pick_up(cards: Any, place: int, table: Any, entry: int) -> Any:
    pattern = lanes.compare_eight(cards, place, place + 8)
    lanes.pick_up_eight(cards, place, place + 8, place + 16, place + 32, table, entry)
    return pattern


def by_chance(cards: Any, place: int, table: Any, entry: int, key: int) -> None:
    lanes.pick_up_at_random(cards, place, place + 8, place + 16, place + 32, table, entry, key)


def war(cards: Any, place: int, war: Any, draws: int, key: int) -> Any:
    lanes.lay_war(cards, place, place + 8, place + 16, place + 32, war, 16)
    return lanes.lay_war_at_random(cards, place, place + 8, place + 48, place + 64, war, draws, key)


SIGNATURE = types.int64(uint8[::1], int64, uint8[::1], int64)
BY_CHANCE = types.void(uint8[::1], int64, uint8[::1], int64, int64)
WAR = types.boolean(uint8[::1], int64, uint8[::1], int64, int64)


def test_a_draw_that_favours_a_card_is_told() -> None:
    """Which happens once in 10**9: so here the products must reach what they really are, or one more."""
    compiled = numba.njit(WAR, **OPTIONS)(war)
    for draw in range(9):
        known, key = war_of(4), 77 + draw
        words = random_stream.words(key)
        products = [(next(words) >> 32) * (10 - place) & 0xFFFF_FFFF for place in range(9)]
        least = known[LEAST:].view(np.int64)
        least[draw] = products[draw]
        assert not compiled(np.zeros(90, np.uint8), 0, known, 9, key)
        least[draw] += 1
        assert compiled(np.zeros(90, np.uint8), 0, known, 9, key)


COMPILED = [(compare_and_pick_up, SIGNATURE, 1), (by_chance, BY_CHANCE, 1), (war, WAR, 3)]


@pytest.mark.parametrize(("function", "signature", "shuffles"), COMPILED)
def test_arm_has_an_instruction_for_each(function: Any, signature: Any, shuffles: int) -> None:
    """Only compiled here: the whole kernel has run under emulation, with the results of every other."""
    try:
        binding.initialize_all_targets()
        binding.initialize_all_asmprinters()
        target = binding.Target.from_triple(ARM)
    except (AttributeError, RuntimeError):
        pytest.skip("this llvmlite compiles for its own processor only")
    compiled = numba.njit(signature, **INLINE_OPTIONS)(function)
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
    assert instructions.count("tbl") >= shuffles, assembly
    assert "bl" not in instructions, "a call"
