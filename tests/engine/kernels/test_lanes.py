"""The vector instructions: what they do here, and that another processor has them too."""

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
from engine.kernels.lanes import LEAST, aligned
from engine.kernels.window import war_of

ARM = "aarch64-unknown-linux-gnu"

pytestmark = pytest.mark.skipif(not lanes.AVAILABLE, reason="no vector instructions here")


def compare_and_pick_up(cards: Any, place: int, table: Any, entry: int) -> Any:
    pattern = lanes.compare_eight(cards, place, place + 8)
    lanes.pick_up_eight(cards, place, place + 8, place + 16, place + 32, table, entry)
    return pattern


def by_chance(cards: Any, place: int, table: Any, entry: int, key: int) -> None:
    lanes.pick_up_by_chance(cards, place, place + 8, place + 16, place + 32, table, entry, key)


def war(cards: Any, place: int, war: Any, draws: int, key: int) -> Any:
    lanes.lay_war(cards, place, place + 8, place + 16, place + 32, war, 16)
    return lanes.lay_war_by_chance(cards, place, place + 8, place + 48, place + 64, war, draws, key)


SIGNATURE = types.int64(uint8[::1], int64, uint8[::1], int64)
BY_CHANCE = types.void(uint8[::1], int64, uint8[::1], int64, int64)
WAR = types.boolean(uint8[::1], int64, uint8[::1], int64, int64)

chance = np.random.default_rng(3)


def some_cards(size: int) -> Any:
    cards = chance.integers(0, 128, size).astype(np.uint8)
    cards[chance.integers(0, size, size // 3)] = 5  # for ties
    return cards


def some_table() -> Any:
    table = aligned(3 * 64)
    table[:] = chance.integers(0, 16, len(table))
    return table


def test_lanes_do_what_they_say() -> None:
    """The second deck lies upside down; a pair is exchanged where the top bit of its word is 0."""
    compiled = numba.njit(SIGNATURE, **OPTIONS)(compare_and_pick_up)
    exchanging = numba.njit(BY_CHANCE, **OPTIONS)(by_chance)
    for _ in range(300):
        cards, table, key = some_cards(60), some_table(), int(chance.integers(2**62))
        place, before, exchanged = int(chance.integers(4)), cards.copy(), cards.copy()
        both = before[place : place + 16].copy()
        pairs = list(enumerate(zip(both[:8], both[:7:-1], strict=True)))
        pattern = compiled(cards, place, table, 64)
        assert pattern == sum(int(a > b) << i | int(a == b) << 15 - i for i, (a, b) in pairs)
        before[place + 16 : place + 32] = before[place + 32 : place + 48] = both[table[64:80]]
        assert np.array_equal(cards, before)
        for (pair, _), word in zip(pairs, random_stream.words(key), strict=False):
            if not word >> 63:
                both[[pair, 15 - pair]] = both[[15 - pair, pair]]
        exchanging(exchanged, place, table, 64, key)
        before[place + 16 : place + 32] = before[place + 32 : place + 48] = both[table[64:80]]
        assert np.array_equal(exchanged, before)


@pytest.mark.parametrize("laid", range(2, 9))
def test_the_cards_of_a_war_are_shuffled_as_the_law_shuffles_them(laid: int) -> None:
    """As `dealing.below` draws: from the last place down, each draw below one less than the one before."""
    compiled = numba.njit(WAR, **OPTIONS)(war)
    for _ in range(100):
        cards, known, key = some_cards(90), war_of(laid - 1), int(chance.integers(2**62))
        place, before = int(chance.integers(4)), cards.copy()
        assert not compiled(cards, place, known, 2 * laid - 1, key)
        one, other = before[place : place + laid], before[place + 16 - laid : place + 16][::-1]
        line, words = [*one, *other], random_stream.words(key)
        assert cards[place + 16 : place + 16 + 2 * laid].tolist() == [*other, *one]
        assert cards[place + 48 - 2 * laid : place + 48].tolist() == [*other, *one][::-1]
        for last in range(2 * laid - 1, 0, -1):
            drawn = random_stream.below(last + 1, words)
            line[last], line[drawn] = line[drawn], line[last]
        assert cards[place + 48 : place + 48 + 2 * laid].tolist() == line
        assert cards[place + 80 - 2 * laid : place + 80].tolist() == line[::-1]


def test_a_draw_that_favours_a_card_is_told() -> None:
    """Which happens once in 10**9: so here the products must reach what they really are, or one more."""
    compiled = numba.njit(WAR, **OPTIONS)(war)
    for draw in range(9):
        known, key = war_of(4), 77 + draw
        words = random_stream.words(key)
        products = [(next(words) >> 32) * (10 - place) & 0xFFFF_FFFF for place in range(9)]
        least = known[LEAST:].view(np.int64)
        least[draw] = products[draw]
        assert not compiled(some_cards(90), 0, known, 9, key)
        least[draw] += 1
        assert compiled(some_cards(90), 0, known, 9, key)


@pytest.mark.parametrize(
    ("function", "signature", "shuffles"),
    [(compare_and_pick_up, SIGNATURE, 1), (by_chance, BY_CHANCE, 1), (war, WAR, 3)],
)
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
