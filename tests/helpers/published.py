"""What `tests/published` holds, and dealing every deal of a pack: shared by the engine's tests."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from engine.rules import BothOut, Order, Pickup, Rules, Shortfall

PUBLISHED = Path(__file__).parents[1] / "published"

NONE_DOWN = [
    Rules(face_down=0, pickup=pickup, shortfall=shortfall, both_out=both_out, order=order)
    for pickup, shortfall, both_out, order in product(Pickup, Shortfall, BothOut, Order)
    if shortfall is not Shortfall.DRAW or both_out is BothOut.DRAW
]


def lines(name: str) -> list[Any]:
    """Return the objects of a file with one JSON object a line."""
    with (PUBLISHED / f"{name}.jsonl").open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def every_rules(face_down: range) -> list[Rules]:
    """Return every possible combination of rules."""
    return [replace(rules, face_down=cards) for cards in face_down for rules in NONE_DOWN]


def arrangements(pack: Counter[int]) -> Iterator[tuple[int, ...]]:
    """Yield every distinct order of a pack's cards once, given how many there are of each rank."""
    if not pack.total():
        yield ()
    for rank in sorted(pack):
        if pack[rank]:
            pack[rank] -= 1
            for rest in arrangements(pack):
                yield (rank, *rest)
            pack[rank] += 1


def pack_of(ranks: int, copies: int) -> Counter[int]:
    """Return how many cards of each rank a pack has; the lowest is a 2."""
    return Counter(dict.fromkeys(range(2, 2 + ranks), copies))
