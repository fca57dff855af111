"""Every pattern of winners without wars, up to so many rounds, gone through for a pack: a deal or a proof."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from engine.cards import Pack
from engine.kernels.patterns import PatternSlots, go_through
from engine.records.construct import Built, Tried, build
from engine.records.feats import LONGEST_PATTERN
from engine.records.kept import Evidence
from engine.records.pattern import Pattern, without_wars
from engine.rules import Pickup, Rules

LEADS: Final = {Pickup.WINNER_FIRST: True, Pickup.LOSER_FIRST: False}
"""The orders that are gone through, and whether the winner's cards go first."""
AT_ONCE: Final = 65_536
"""Patterns kept before they are looked at closer."""


def every_pattern(rules: Rules, pack: Pack, rounds: int, tried: Tried) -> Iterator[Pattern]:
    """Yield the patterns of so many rounds in which no card has to beat itself; `tried` counts the others."""
    kept, slots = np.zeros((AT_ONCE + pack.size, 2), np.int64), PatternSlots.make()
    start = 0
    while start < 1 << (rounds - 1):
        start, patterns, left = go_through(start, rounds, pack.size, LEADS[rules.pickup], slots, kept)
        tried.patterns += patterns - left
        for bits, one in kept[:left].tolist():
            winners = [2 if bits >> (rounds - 1 - place) & 1 else 1 for place in range(rounds)]
            yield Pattern(without_wars(winners), (one, pack.size - one), rules.pickup, rules.need)


def gone_through(rules: Rules, pack: Pack, rounds: int, *, seed: int = 0) -> tuple[Evidence, list[Built]]:
    """Go through every pattern of up to so many rounds; return what came of it, and what was built.

    Raises `ValueError` for other orders of picking up, and for more rounds than can be gone through.
    """
    if rules.pickup not in LEADS:
        raise ValueError(f"pickup {rules.pickup} cannot be gone through: take {' or '.join(LEADS)}")
    if rounds > LONGEST_PATTERN:
        raise ValueError(f"rounds {rounds} are too many to go through: take up to {LONGEST_PATTERN}")
    tried, built = Tried(), list[Built]()
    for length in range(2, rounds + 1, 2):
        patterns = every_pattern(rules, pack, length, tried)
        while (one := build(rules, pack, seed=seed, patterns=patterns, tried=tried)) is not None:
            built.append(one)
    came = Evidence(
        pack=pack.text,
        pickup=rules.pickup,
        face_down=None,
        rounds=rounds,
        patterns=tried.patterns,
        closing=tried.closing,
        impossible=tried.impossible,
        undecided=tried.undecided,
        unreached=tried.unreached,
        built=len(built),
    )
    return came, built
