"""How fast the kernels are, against three others, in one run: games a second of processor time.

    python tests/benchmarks/bench_kernels.py [--limit PATH/limit] [--seconds 1] [--write README.md]

Engines take turns, so that whatever else the machine does falls on all of them; each figure is the
best of its turns. `--limit` is the yardstick in C, where somebody has built it.
"""

import argparse
import json
import resource
import subprocess
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from dealt import dealt

from engine import kernels
from engine.cards import Deal, Pack
from engine.game import play
from engine.kernels.calls import Deals
from engine.rules import PLAYABLE
from engine.study import Study
from engine.study.tally import tally

PACK = Pack(13, 4)
BLOCK = 65_536
MARKS = ("<!-- benchmark: written by tests/benchmarks/bench_kernels.py -->", "<!-- /benchmark -->")
YARDSTICK_KNOWS = {"programming-challenges", "code-golf", "codingame", "whats-in-a-game-steal"}

Engine = Callable[[int, int], None]
"""Plays that many games from that number on."""


def kernel(preset: str, choice: kernels.Kernel) -> Engine:
    rules, terms = PLAYABLE[preset], kernels.Terms(seed=1, kernel=choice)

    def run(first: int, count: int) -> None:
        for start in range(first, first + count, BLOCK):
            numbers = np.arange(start, min(start + BLOCK, first + count), dtype=np.uint64)
            kernels.play_numbers(rules, PACK, numbers=numbers, terms=terms)

    return run


def tallied(preset: str) -> Engine:
    study = Study(rules=PLAYABLE[preset], games=1, pack=PACK, seed=1)

    def run(first: int, count: int) -> None:
        for start in range(first, first + count, BLOCK):
            tally(study, start, min(BLOCK, first + count - start))

    return run


def decks(first: int, count: int) -> Iterator[tuple[list[int], list[int]]]:
    """Deal by the kernel, so that the time of the slow engines is that of playing."""
    numbers = np.arange(first, first + count, dtype=np.uint64)
    for cards in dealt(Deals.of_pack(PACK, numbers), seed=1).tolist():
        yield cards[: PACK.size // 2], cards[PACK.size // 2 :]


def referee(preset: str) -> Engine:
    def run(first: int, count: int) -> None:
        for number, (one, two) in enumerate(decks(first, count), first):
            play(Deal(tuple(one), tuple(two)), PLAYABLE[preset], seed=1, number=number)

    return run


def golf_loop(first: int, count: int) -> None:
    """The reference of the code-golf question, as source 2 describes it: two deques and a pile."""
    for deck_1, deck_2 in decks(first, count):
        one, two = deque(deck_1), deque(deck_2)
        while one and two:
            pile_1, pile_2 = [one.popleft()], [two.popleft()]
            while pile_1[-1] == pile_2[-1]:
                if len(one) < 2 or len(two) < 2:
                    one, two = (one, deque()) if len(one) > len(two) else (deque(), two)
                    break
                pile_1 += [one.popleft(), one.popleft()]
                pile_2 += [two.popleft(), two.popleft()]
            else:
                if pile_1[-1] > pile_2[-1]:
                    one.extend(pile_2 + pile_1)
                else:
                    two.extend(pile_1 + pile_2)


def yardstick(path: Path, preset: str) -> Engine:
    def run(first: int, count: int) -> None:
        subprocess.run([path, preset, str(count), str(first)], check=True, capture_output=True)

    return run


def spent() -> float:
    """Return the processor time of this program and of those it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def rate(engine: Engine, count: int, first: int) -> float:
    start = spent()
    engine(first, count)
    return count / (spent() - start)


def fitting(engine: Engine, seconds: float) -> int:
    """Return how many games take about so long."""
    count = 1
    while (speed := rate(engine, count, 0)) * seconds > 4 * count:
        count = max(4 * count, int(min(speed * seconds / 2, 50 * count)))
    return max(1, int(speed * seconds))


def engines(preset: str, limit: Path | None) -> dict[str, Engine]:
    found = {
        "scalar": kernel(preset, "scalar"),
        "best": kernel(preset, "best"),
        "tallied": tallied(preset),
        "referee": referee(preset),
    }
    if preset == "code-golf":
        found["golf"] = golf_loop
    if limit and preset in YARDSTICK_KNOWS:
        found["yardstick"] = yardstick(limit, preset)
    return found


def measure(preset: str, limit: Path | None, seconds: float, rounds: int) -> dict[str, float]:
    chosen = engines(preset, limit)
    counts = {name: fitting(engine, seconds) for name, engine in chosen.items()}
    best = dict.fromkeys(chosen, 0.0)
    for turn in range(1, rounds + 1):
        for name, engine in chosen.items():
            best[name] = max(best[name], rate(engine, counts[name], turn * counts[name]))
    return best


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("presets", nargs="*", help="rule sets (all)")
    parser.add_argument("--limit", type=Path, help="the yardstick's program")
    parser.add_argument("--seconds", type=float, default=1.0, help="of a turn (1)")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each engine (3)")
    parser.add_argument("--json", action="store_true", help="a line of JSON a rule set instead")
    parser.add_argument("--write", type=Path, help="put the table into this file, between its marks")
    chosen = parser.parse_args()
    kernels.warm()
    columns = ["scalar", "best", "tallied", "referee", "golf", "yardstick"]
    lines = [
        f"| games/s per core | {' | '.join(columns)} | best / tallied | best / golf | best / yardstick |",
        "|---|" + "---:|" * (len(columns) + 3),
    ]
    if not chosen.json:
        print(*lines, sep="\n")
    for preset in chosen.presets or PLAYABLE:
        found = measure(preset, chosen.limit, chosen.seconds, chosen.rounds)
        if chosen.json:
            print(json.dumps({"rules": preset, "games_per_second": found}))
            continue
        cells = [f"{found[name]:,.0f}" if name in found else "" for name in columns]
        cells += [
            f"{found['best'] / found[other]:,.{digits}f}" if other in found else ""
            for other, digits in (("tallied", 2), ("golf", 0), ("yardstick", 2))
        ]
        lines.append(f"| {preset} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    if chosen.write:
        before, mark, rest = chosen.write.read_text(encoding="utf-8").partition(MARKS[0])
        _, end, after = rest.partition(MARKS[1])
        text = before + mark + "\n" + "\n".join(lines) + "\n" + end + after
        chosen.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
