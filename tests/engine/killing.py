"""Which deals catch which wrong programs of a judge: how `engine.game.killers` was chosen, and is held."""

import sys
from collections.abc import Sequence
from typing import Final

from engine.cards import Deal
from engine.check import Plan
from engine.diagnose import Program, suites
from engine.game.killers import KILLERS
from engine.rules import PLAYABLE

JUDGES: Final = (*KILLERS,)
FEW: Final = 8
"""Cards of a small deal."""


def plan_of(judge: str, games: int = 200) -> Plan:
    return Plan(PLAYABLE[judge], judge, judge, "line", games)


def wrong_programs(judge: str) -> list[Program]:
    """Return every program one rule or one mistake away from the judge's."""
    return suites.wrong_programs(Program(PLAYABLE[judge]))


def asked(judge: str, games: int, seed: int) -> list[Deal]:
    """Return shuffled deals that the judge would ask, small to large."""
    plan = plan_of(judge)
    deals = (plan.deals.shuffled(place, games, seed=seed) for place in range(games))
    return [deal for deal in deals if plan.asks(deal)]


def catching(judge: str, deals: Sequence[Deal]) -> suites.Caught:
    """Return for each wrong program the places of the deals that it fails."""
    return suites.catching(plan_of(judge), deals)


def chosen(judge: str) -> list[Deal]:
    """Return few deals that catch all that a thousand catch, by deals of few cards as far as these can."""
    deals = sorted(dict.fromkeys(asked(judge, 1_000, 77)), key=lambda deal: deal.size)
    few = {place for place, deal in enumerate(deals) if deal.size <= FEW}
    caught = [places for places in catching(judge, deals).values() if places]
    places = suites.fewest([places & few or places for places in caught])
    return [deals[place] for place in sorted(places)]


if __name__ == "__main__":
    for name in sys.argv[1:] or JUDGES:
        print(f'    "{name}": (')
        for deal in chosen(name):
            print(f'        "{deal.text}",')
        print("    ),", flush=True)
