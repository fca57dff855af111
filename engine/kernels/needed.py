"""Which kernels are needed for what, so that nothing else is compiled or waited for."""

from collections.abc import Iterable
from typing import Final

from engine.kernels import calls, faulty, follow, lanes, patterns, random_pickup, scalar, tallies, window
from engine.kernels.cache import EntryPoint
from engine.rules import Rules

Kernels = tuple[EntryPoint, ...]

COST: Final = {
    scalar.play_games: 7.0,
    lanes.compile_lookup: 1.6,
    window.play_games: 6.4,
    tallies.add_games: 1.0,
    scalar.count_sizes: 1.3,
    follow.follow: 1.8,
    calls.draw_words: 0.2,
    random_pickup.play_by_chance: 4.9,
    faulty.play_faulty: 6.5,
    scalar.count_last_cards: 1.5,
    patterns.go_through: 1.1,
}
"""Every kernel, and how long it takes to compile: processor seconds on one machine, to compare them. In this
order: first one of the shortest with the longest, so that it is soon known how fast this machine is."""

_BY_LANES: Final = (lanes.compile_lookup, window.play_games, random_pickup.play_by_chance)


def by_rules(rule_sets: Iterable[Rules]) -> Kernels:
    """Return the kernels by which games of these rules are played and tallied."""
    needed = {scalar.play_games, tallies.add_games, scalar.count_sizes}
    for rules in rule_sets:
        player = window.play_games if rules.deterministic else random_pickup.play_by_chance
        needed |= {lanes.compile_lookup, player} if lanes.AVAILABLE else set()
    return _in_order(needed)


def for_a_page() -> Kernels:
    """Return the kernels that runs and pages need as they open, those of a run first."""
    of_a_run = by_rules([Rules()])
    return (*of_a_run, follow.follow, calls.draw_words)


def every() -> Kernels:
    """Return all kernels that can run on this machine."""
    return tuple(kernel for kernel in COST if lanes.AVAILABLE or kernel not in _BY_LANES)


def warm() -> None:
    """Compile every kernel, or read it from the disk: half a minute the first time, then a moment."""
    for kernel in every():
        kernel.warm()


def load() -> None:
    """Read from the disk what is there of the kernels that pages need."""
    for kernel in for_a_page():
        if kernel.is_compiled():
            kernel.warm()


def missing(kernels: Iterable[EntryPoint]) -> Kernels:
    """Return those that have to be compiled yet."""
    return tuple(kernel for kernel in kernels if not kernel.is_compiled())


def cost(kernels: Iterable[EntryPoint]) -> float:
    """Return how long kernels take to compile, as `COST` counts."""
    return sum(COST[kernel] for kernel in kernels)


def _in_order(kernels: set[EntryPoint]) -> Kernels:
    return tuple(kernel for kernel in COST if kernel in kernels)
