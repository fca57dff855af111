"""Which deals catch which wrong programs of a judge: how `engine.check.killers` was chosen, and is held."""

import sys
from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.cards import Deal
from engine.check import Plan
from engine.diagnose import Claim, Program
from engine.diagnose.search import one_step_programs, slow_programs
from engine.rules import PLAYABLE

JUDGES: Final = {
    "codingame": Claim("codingame", (1,), count=1),
    "code-golf": Claim("code-golf", (1,)),
    "programming-challenges": Claim("programming-challenges", (1,), count=1),
    "programming-challenges-code": Claim("programming-challenges", (1,), count=1),
    "codeforces-546c": Claim("codeforces-546c", (1,), count=1),
    "advent-of-code-22": Claim("advent-of-code-22", score=1),
    "pyanitsa": Claim("pyanitsa", (1,), count=1),
}
PATIENCE: Final = 20_000
FEW: Final = 8
"""Cards of a small deal."""


def plan_of(judge: str, games: int = 200) -> Plan:
    return Plan(PLAYABLE[judge], judge, judge, "line", games)


def wrong_programs(judge: str) -> list[Program]:
    """Return every program one rule or one mistake away from the judge's."""
    rules = PLAYABLE[judge]
    return [
        program for program in (*one_step_programs(rules), *slow_programs(rules)) if program != Program(rules)
    ]


def asked(judge: str, games: int, seed: int) -> list[Deal]:
    """Return shuffled deals that the judge would ask, small to large."""
    plan = plan_of(judge)
    deals = (plan.deals.shuffled(place, games, seed=seed) for place in range(games))
    return [deal for deal in deals if plan.asks(deal)]


def answers(judge: str, program: Program, deals: Sequence[Deal]) -> list[str]:
    """Return what a program prints for each deal."""
    claim = JUDGES[judge]
    printed = program.prints(program.play(deals, limit=PATIENCE), claim.unit)
    said = []
    for place, deal in enumerate(deals):
        score = program.score(deal, limit=PATIENCE) if claim.score else None
        winner, number = int(printed.winner[place]), int(printed.count[place])
        said.append(claim.written(winner, number, endless=bool(printed.endless[place]), score=score))
    return said


def catching(judge: str, deals: Sequence[Deal]) -> dict[Program, set[int]]:
    """Return for each wrong program the places of the deals that it fails."""
    right = answers(judge, Program(PLAYABLE[judge]), deals)
    caught = {}
    for program in wrong_programs(judge):
        said = answers(judge, program, deals)
        caught[program] = {place for place, answer in enumerate(said) if answer != right[place]}
    return caught


def chosen(judge: str) -> list[Deal]:
    """Return few deals that catch all that a thousand catch, by deals of few cards as far as these can."""
    deals = sorted(dict.fromkeys(asked(judge, 1_000, 77)), key=lambda deal: deal.size)
    few = {place for place, deal in enumerate(deals) if deal.size <= FEW}
    caught = [places for places in catching(judge, deals).values() if places]
    places = _cover([places & few or places for places in caught])
    return [deals[place] for place in sorted(places)]


def _cover(caught: list[set[int]]) -> list[int]:
    """Return places of which every set has one: each time the one that most sets have."""
    chosen: list[int] = []
    while caught:
        tally = Counter(place for places in caught for place in places)
        best = min(tally, key=lambda place: (-tally[place], place))
        chosen.append(best)
        caught = [places for places in caught if best not in places]
    return chosen


if __name__ == "__main__":
    for name in sys.argv[1:] or JUDGES:
        print(f'    "{name}": (')
        for deal in chosen(name):
            print(f'        "{deal.text}",')
        print("    ),", flush=True)
