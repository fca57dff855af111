"""Which deals catch which wrong programs of a judge: how `engine.game.killers` was chosen, and is held."""

import sys
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from planted import WORDS

from engine.cards import Deal
from engine.check import Plan
from engine.diagnose import Program, suites
from engine.diagnose.diagnosis import SHUFFLED
from engine.diagnose.explain import Fit
from engine.game.killers import KILLERS, TELLING
from engine.notation.inputs import INPUT_OF
from engine.rules import PLAYABLE

JUDGES: Final = (*KILLERS,)
FEW: Final = 8
"""Cards of a small deal."""


def plan_of(judge: str, games: int = 200) -> Plan:
    return Plan(PLAYABLE[judge], judge, judge if judge in KILLERS else "", INPUT_OF.get(judge, "line"), games)


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


class Answers:
    """What each wrong program says of some deals: which of them a few of these deals would name first."""

    def __init__(self, judge: str, deals: Sequence[Deal]) -> None:
        right = Program(PLAYABLE[judge])
        claim = suites.claim_of(judge) if judge in KILLERS else WORDS
        if claim.count is None and claim.score is None:
            claim = WORDS  # who looks for a mistake has the rounds printed too
        self.deals, self.programs = deals, [right, *wrong_programs(judge)]
        said = [suites.answers_of(program, deals, claim) for program in self.programs]
        kinds: dict[str, int] = {}
        self.said = np.array([[kinds.setdefault(answer, len(kinds)) for answer in row] for row in said])
        rare = [Fit(program, right.rules).rare for program in self.programs[1:]]
        self.likely = np.array([0, *(1 << max(0, 10 - seldom) for seldom in rare)])
        """How likely each mistake is, the judge's own program left out."""

    def groups(self, places: Sequence[int]) -> NDArray[np.int64]:
        """Number the programs by what they say of the deals at these places."""
        _, groups = np.unique(self.said[:, [*places]], axis=0, return_inverse=True)
        return np.asarray(groups.reshape(-1), np.int64)

    def caught(self, places: Sequence[int]) -> int:
        """Return how much of what is likely says something else than the judge."""
        groups = self.groups(places)
        return int(self.likely[groups != groups[0]].sum())

    def first(self, places: Sequence[int]) -> int:
        """Return how much of what is likely would be named first, as the likeliest that says the same."""
        groups = self.groups(places)
        best = np.zeros(groups.max() + 1, np.int64)
        np.maximum.at(best, groups, self.likely)
        best[groups[0]] = 0
        return int(best.sum())

    def first_after(self, places: Sequence[int], third: Sequence[int]) -> int:
        """Return the same where for each group that these leave the best of several deals comes third."""
        groups = self.groups(places)
        last = np.zeros(groups.max() + 1, np.int64)
        for place in third:
            pairs, parts = np.unique(groups * 100_000 + self.said[:, place], return_inverse=True)
            best = np.zeros(len(pairs), np.int64)
            np.maximum.at(best, parts.reshape(-1), self.likely)
            last = np.maximum(last, np.bincount(pairs // 100_000, best, len(last)).astype(np.int64))
        last[groups[0]] = 0
        return int(last.sum())


def telling(judge: str, games: int = 400) -> list[Deal]:
    """Return two deals after which a third, chosen by what was said, tells mistakes apart best.

    And one for programs that answer these rightly: that which catches most of what they miss.
    """
    plan = plan_of(judge, SHUFFLED)
    deals = [*dict.fromkeys([*filter(plan.asks, plan.ordered()), *asked(judge, games, 77)])]
    answers, every = Answers(judge, deals), range(len(deals))
    third = [place for place, deal in enumerate(deals) if deal in {*plan.ordered()}]
    pair = [max(every, key=lambda place: answers.first([place]))] * 2
    better = [-1]
    while pair != better:
        better = [*pair]
        for place in (1, 0):
            pair[place] = max(every, key=lambda new: answers.first_after([pair[1 - place], new], third))
    last = max(every, key=lambda place: (answers.caught([*pair, place]), answers.first([*pair, place])))
    return [deals[place] for place in (*pair, last)]


if __name__ == "__main__":
    tells = sys.argv[1:2] == ["--telling"]
    choose = telling if tells else chosen
    for name in sys.argv[1 + tells :] or (TELLING if tells else JUDGES):
        print(f'    "{name}": (')
        for deal in choose(name):
            print(f'        "{deal.text}",')
        print("    ),", flush=True)
