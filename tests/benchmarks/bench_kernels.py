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
from engine.cards import Deal, Hands, Pack
from engine.game import play
from engine.kernels.calls import Deals
from engine.rules import PLAYABLE, Rules
from engine.simulation import Study
from engine.simulation.tallies import tally

PACK = Pack(13, 4)
BLOCK = 65_536
MARKS = ("<!-- benchmark: written by tests/benchmarks/bench_kernels.py -->", "<!-- /benchmark -->")
HANDS = ("code-golf AAAA/*", "code-golf AKQJ?{22}/*", "norvig AAAA/*")
"""Games that start from hands, beside those of a whole pack."""
YARDSTICK_KNOWS = {"programming-challenges", "code-golf", "codingame", "whats-in-a-game-steal"}

Engine = Callable[[int, int], None]
"""Plays that many games from that number on."""


def asked(row: str) -> tuple[Rules, Hands | None]:
    """Return the rules and the hands of a row: a preset, and hands behind it where these are known."""
    preset, _, hands = row.partition(" ")
    return PLAYABLE[preset], Hands.parse(hands) if hands else None


def kernel(row: str, choice: kernels.Kernel) -> Engine:
    rules, hands = asked(row)
    terms = kernels.Terms(seed=1, kernel=choice)

    def run(first: int, count: int) -> None:
        for start in range(first, first + count, BLOCK):
            numbers = np.arange(start, min(start + BLOCK, first + count), dtype=np.uint64)
            kernels.play_numbers(rules, PACK, numbers=numbers, terms=terms, hands=hands)

    return run


def tallied(row: str) -> Engine:
    rules, hands = asked(row)
    study = Study(rules=rules, games=1, pack=PACK, seed=1, hands=hands)

    def run(first: int, count: int) -> None:
        for start in range(first, first + count, BLOCK):
            tally(study, start, min(BLOCK, first + count - start))

    return run


def decks(first: int, count: int, hands: Hands | None = None) -> Iterator[tuple[list[int], list[int]]]:
    """Deal by the kernel, so that the time of the slow engines is that of playing."""
    deals = Deals.of_pack(PACK, np.arange(first, first + count, dtype=np.uint64), hands)
    for cards in dealt(deals, seed=1).tolist():
        yield cards[: deals.cuts[0]], cards[deals.cuts[0] : deals.cards]


def referee(row: str) -> Engine:
    rules, hands = asked(row)

    def run(first: int, count: int) -> None:
        for number, (one, two) in enumerate(decks(first, count, hands), first):
            play(Deal(tuple(one), tuple(two)), rules, seed=1, number=number)

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
    engine(0, 1)  # what has to be compiled is compiled by then
    count = 1
    while (speed := rate(engine, count, 0)) * seconds > 4 * count:
        count = max(4 * count, int(min(speed * seconds / 2, 50 * count)))
    return max(1, int(speed * seconds))


def engines(row: str, limit: Path | None) -> dict[str, Engine]:
    found = {
        "scalar": kernel(row, "scalar"),
        "best": kernel(row, "best"),
        "tallied": tallied(row),
        "referee": referee(row),
    }
    if row == "code-golf":
        found["golf"] = golf_loop
    if limit and row in YARDSTICK_KNOWS:
        found["yardstick"] = yardstick(limit, row)
    return found


def measure(row: str, limit: Path | None, seconds: float, rounds: int) -> dict[str, float]:
    chosen = engines(row, limit)
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
    parser.add_argument("rows", nargs="*", help=f"rule sets, or with hands, such as {HANDS[0]!r} (all)")
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
    for row in chosen.rows or [*PLAYABLE, *HANDS]:
        found = measure(row, chosen.limit, chosen.seconds, chosen.rounds)
        if chosen.json:
            print(json.dumps({"rules": row, "games_per_second": found}))
            continue
        cells = [f"{found[name]:,.0f}" if name in found else "" for name in columns]
        cells += [
            f"{found['best'] / found[other]:,.{digits}f}" if other in found else ""
            for other, digits in (("tallied", 2), ("golf", 0), ("yardstick", 2))
        ]
        lines.append(f"| {row} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    if chosen.write:
        before, mark, rest = chosen.write.read_text(encoding="utf-8").partition(MARKS[0])
        _, end, after = rest.partition(MARKS[1])
        text = before + mark + "\n" + "\n".join(lines) + "\n" + end + after
        chosen.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
