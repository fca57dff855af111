"""Every rule set a person might have programmed, played at once on the same deals.

Rule sets that differ only in what happens when somebody is short play the same game up to that
moment, so most are played once for all: a game in which nobody was ever short needs no second look.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Final

import numpy as np

from engine.cards import Deal
from engine.diagnose.records import Bools, Records, inside, play_rows
from engine.kernels.codes import BOTH_OUT, RECORD
from engine.rules import RANDOM_PICKUPS, RULE_NAMES, BothOut, Order, Pickup, Rules, Shortfall

FACE_DOWN: Final = range(6)
ENDINGS: Final = tuple(
    (shortfall, both_out)
    for shortfall in Shortfall
    for both_out in BothOut
    if shortfall is not Shortfall.DRAW or both_out is BothOut.DRAW
)
"""The endings of a game in which somebody is short; the first leaves every game as it is up to there."""

MOST_DEALS_KEPT: Final = 64
"""Deals whose games are kept for the next judge: some 20 MB of records."""


_WAR_BY_WAR: Final = (Pickup.AS_PROGRAMMED, Pickup.WINNER_INSIDE_OUT)

RULE_SETS: Final = tuple(
    Rules(face_down=face_down, pickup=pickup, shortfall=shortfall, both_out=both_out, order=order)
    for face_down, pickup, order, (shortfall, both_out) in product(FACE_DOWN, Pickup, Order, ENDINGS)
    # With no card face down every lay is one card each: war by war is as dealt, or that back to front.
    if pickup not in RANDOM_PICKUPS and (face_down or pickup not in _WAR_BY_WAR)
)
"""Every combination of rules in which the deal settles the game, 0 to 5 cards face down."""
PLACE: Final = {rules: place for place, rules in enumerate(RULE_SETS)}
_VALUES: Final = np.array([[getattr(rules, name) for name in RULE_NAMES] for rules in RULE_SETS], np.object_)


def apart_from(judge: Rules) -> Bools:
    """Say in which single rules each rule set differs from a judge's. Shape (`RULE_SETS`, `RULE_NAMES`)."""
    apart: Bools = np.array([getattr(judge, name) for name in RULE_NAMES], np.object_) != _VALUES
    return apart


def play_all(
    deals: Sequence[Deal],
    *,
    wanted: Bools | None = None,
    limit: int,
    played: Callable[[int], None] = lambda _: None,
) -> Records:
    """Play every rule set on every deal: records, rule sets x deals.

    wanted: which rule sets are asked for, all if None; rows of the others are left at 0.
    played: called with how many of the rule sets, in their order, have been.
    """
    if wanted is None:
        wanted = np.ones(len(RULE_SETS), np.bool_)
    records = np.zeros((len(RULE_SETS), len(deals)), RECORD)
    batches = list(_by_size(deals))
    for start in range(0, len(RULE_SETS), len(ENDINGS)):
        if wanted[start : start + len(ENDINGS)].any():
            _play_endings(start, records, batches, wanted, limit)
        played(start + len(ENDINGS))
    return records


class Played:
    """Games of one question, played once for whoever asks: whose rules are meant, and then every judge,
    each for other rule sets."""

    def __init__(self) -> None:
        self._kept: dict[tuple[tuple[Deal, ...], int], tuple[Records, Bools]] = {}

    def play_all(
        self,
        deals: Sequence[Deal],
        *,
        wanted: Bools,
        limit: int,
        played: Callable[[int], None] = lambda _: None,
    ) -> Records:
        """As `play_all`, but rows of rule sets that were not asked for may be filled."""
        key = tuple(deals), limit
        if len(key[0]) > MOST_DEALS_KEPT:
            return play_all(deals, wanted=wanted, limit=limit, played=played)
        records, there = self._kept.get(key, (None, np.zeros_like(wanted)))
        missing = wanted & ~there
        if records is None:
            records = play_all(deals, wanted=missing, limit=limit, played=played)
        elif missing.any():
            records[missing] = play_all(deals, wanted=missing, limit=limit, played=played)[missing]
        self._kept[key] = records, there | missing
        return records


class _Batch:
    """The deals of one size, as rows for the kernels."""

    def __init__(self, places: list[int], deals: Sequence[Deal]) -> None:
        self.places = np.array(places)
        ranks = [(*deals[place].deck_1, *deals[place].deck_2) for place in places]
        self.rows = np.array(ranks, np.int64).reshape(len(places), -1)
        self.cuts = np.array([len(deals[place].deck_1) for place in places], np.int64)

    def play(self, rules: Rules, row: Records, asked: Bools, limit: int) -> None:
        """Play those of its deals that are asked for, into one row of the records."""
        mine = asked[self.places]
        if mine.any():
            row[self.places[mine]] = play_rows(self.rows[mine], self.cuts[mine], rules, limit)


def _by_size(deals: Sequence[Deal]) -> Iterator[_Batch]:
    for size in sorted({deal.size for deal in deals}):
        yield _Batch([place for place, deal in enumerate(deals) if deal.size == size], deals)


def _play_endings(start: int, records: Records, batches: list[_Batch], wanted: Bools, limit: int) -> None:
    """Play the rule sets from `start` on that differ only in what happens when somebody is short."""

    def play(place: int, asked: Bools) -> None:
        for batch in batches:
            batch.play(RULE_SETS[place], records[place], asked, limit)

    play(start, np.ones(records.shape[1], np.bool_))
    short = inside(records[start])
    for family in _FAMILIES:
        drawn, *others = (start + place for place in family)
        if not wanted[drawn : drawn + len(family)].any():
            continue
        if drawn != start:
            records[drawn] = records[start]
            play(drawn, short)
        for place in others:
            # The drawn one alone knows who ran out together.
            records[place] = records[drawn]
            play(place, records[drawn]["reason"] == BOTH_OUT)


_FAMILIES: Final = tuple(
    [place for place, ending in enumerate(ENDINGS) if ending[0] is shortfall] for shortfall in Shortfall
)
"""The places of the endings with the same shortfall, the one in which both out is drawn first."""
