"""How long hands take to be dealt, beside a shuffled pack, in turn: nanoseconds of processor time a deal.

    python tests/benchmarks/bench_hands.py [HANDS ...]

The ratio is the median of those of neighbouring turns, so that whatever else the machine does cancels out.
"""

import sys
import time
from statistics import median

import numpy as np
from dealt import dealt

from engine.cards import STANDARD_PACK, Hands
from engine.kernels.calls import Deals

DEALS = 40_000
TURNS = 41
USUAL = ("?{26}/?{26}", "AAAA/*", "AAAA?{22}/*", "AKQJ?{22}/?{26}", "AAKKQQ?{20}/AAKKQQ?{20}")


def spent(deals: Deals) -> float:
    """Return the nanoseconds that one of so many deals takes."""
    start = time.process_time()
    dealt(deals, seed=3)
    return (time.process_time() - start) / len(deals.numbers) * 1e9


def main() -> None:
    numbers = np.arange(DEALS, dtype=np.uint64)
    shuffled = Deals.of_pack(STANDARD_PACK, numbers)
    asked = sys.argv[1:] or USUAL
    hands = {text: Deals.of_pack(STANDARD_PACK, numbers, Hands.parse(text)) for text in asked}
    spent(shuffled)
    times: dict[str, list[tuple[float, float]]] = {text: [] for text in hands}
    for _ in range(TURNS):
        for text, deals in hands.items():
            times[text].append((spent(deals), spent(shuffled)))
    print("| hands | ns a deal | of a shuffled pack |", "|---|---:|---:|", sep="\n")
    for text, turns in times.items():
        print(f"| {text} | {median(one for one, _ in turns):.0f} | {median(a / b for a, b in turns):.2f} |")


if __name__ == "__main__":
    main()
