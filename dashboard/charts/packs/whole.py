"""The whole game of a small pack as the page needs it: its rings by kind, its splits, what is drawn of it."""

import json
from typing import Final, NamedTuple

import numpy as np

from engine.cards import Pack
from engine.rules import Rules
from engine.study.positions import Positions, RingKind, Split, positions

VERSION: Final = 1
"""Of the whole games that are kept; raise it where any of this comes out otherwise than before."""
MOST_DRAWN: Final = 1_000
"""Positions that a picture has room for; of more, the rings alone are drawn."""
MOST_RING: Final = 400
"""Positions of the rings that are drawn alone."""


class Sketch(NamedTuple):
    """Positions to be drawn, and where a round leads from each: to another of them, or behind them all
    to an end by its place in `OUTCOMES`."""

    deals: tuple[str, ...]
    """Each position on one line."""
    after: tuple[int, ...]
    dealt: tuple[bool, ...]
    """Whether it is a deal in equal decks."""


class Whole(NamedTuple):
    """The whole game of a pack by one rule set."""

    met: int
    """Positions met from deals in equal decks."""
    rings: tuple[RingKind, ...]
    """Of those that are met, the longest first."""
    splits: tuple[Split, ...]
    sketch: Sketch
    """All that is met, or the rings alone; empty where even these are too many."""

    @property
    def is_drawn(self) -> bool:
        """Whether every position that is met is drawn."""
        return len(self.sketch.after) == self.met

    def written(self) -> str:
        """Return it as one line of JSON, from which `read` makes it again."""
        return json.dumps(self)

    @classmethod
    def read(cls, line: str) -> "Whole":
        """Return the whole game that is written on a line. Raises `ValueError` or `TypeError` for none."""
        met, rings, splits, sketch = json.loads(line)
        return cls(
            met,
            tuple(RingKind(*ring) for ring in rings),
            tuple(Split(cut, tuple(outcomes), longest) for cut, outcomes, longest in splits),
            Sketch(*map(tuple, sketch)),
        )


def whole_game(pack: Pack, rules: Rules) -> Whole:
    """Work out the whole game of a pack; a worker's work."""
    every = positions(pack, rules)
    rings = [ring for ring in every.rings() if ring.deals]
    met = every.met()
    drawn = met.tolist()
    if len(met) > MOST_DRAWN:
        on_rings = sum(ring.length for ring in rings)
        chosen = rings if on_rings <= MOST_RING else []
        drawn = sorted(place for ring in chosen for place in every.along(ring.position))
    return Whole(len(met), every.kinds(), every.splits(), _sketch(every, drawn))


def _sketch(every: Positions, drawn: list[int]) -> Sketch:
    place = {position: at for at, position in enumerate(drawn)}
    after = np.asarray(every.after)[drawn].tolist() if drawn else []
    return Sketch(
        tuple(every.deal(position).text for position in drawn),
        tuple(place[to] if to < every.number else len(drawn) + to - every.number for to in after),
        tuple(position in every.deals for position in drawn),
    )
