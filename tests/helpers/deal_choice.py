"""Which deals catch which wrong programs of a judge: how those of `engine/game/deals.csv` were chosen."""

import sys
from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np
from natural_programs import STRANGERS, Natural
from numpy.typing import NDArray
from planted import WORDS

from engine.cards import Deal
from engine.check import Plan
from engine.diagnose import Program, suites
from engine.diagnose.programs import answers_of
from engine.diagnose.search import Fit
from engine.formats.write import INPUT_OF, INPUTS
from engine.game import FORM_OF
from engine.game.fixed_deals import fixed_deals
from engine.rules import PLAYABLE

JUDGES: Final = (*fixed_deals("catching"),)
FEW: Final = 8  # cards of a small deal
_OFTEN: Final = 200  # by how much likelier a mistake is for each stranger's program that makes it


def plan_of(judge: str, games: int = 200) -> Plan:
    return Plan(PLAYABLE[judge], judge, judge if judge in JUDGES else "", INPUT_OF.get(judge, "line"), games)


def wrong_programs(judge: str) -> list[Program]:
    """Return every program one rule or one mistake away from the judge's."""
    return suites.wrong_programs(Program(PLAYABLE[judge]))


def by_strangers(judge: str) -> list[Natural]:
    """Return the wrong programs that strangers wrote for a judge."""
    return [wrong for wrong in STRANGERS if wrong.edits and FORM_OF[wrong.judge].rule_set == judge]


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
        claim = suites.claim_of(judge) if judge in JUDGES else WORDS
        written = Counter(Program.parse(wrong.cause) for wrong in by_strangers(judge) if wrong.cause)
        self.programs = [*dict.fromkeys((right, *wrong_programs(judge), *written))]
        self._form, self._claim, self._numbers = INPUTS[INPUT_OF.get(judge, "line")], claim, dict[str, int]()
        self.deals: list[Deal] = []
        self.answers = np.zeros((len(self.programs), 0), np.int64)
        """A row a program, a column a deal: equal numbers for equal answers."""
        self.add(deals)
        rare = [Fit(program, right.rules).rare for program in self.programs[1:]]
        often = [_OFTEN * written[program] for program in self.programs]
        self.likely = np.array([0, *(1 << max(0, 10 - seldom) for seldom in rare)]) + often
        """How likely each mistake is, the judge's own program left out: what strangers wrote is likelier."""

    def add(self, deals: Sequence[Deal]) -> range:
        """Ask more deals; return their places."""
        first, given = len(self.deals), [self._form.given(deal) for deal in deals]
        rows = [answers_of(program, given, self._claim) for program in self.programs]
        numbers = [[self._numbers.setdefault(answer, len(self._numbers)) for answer in row] for row in rows]
        self.answers = np.concatenate((self.answers, np.array(numbers, np.int64)), axis=1)
        self.deals += deals
        return range(first, len(self.deals))

    def groups(self, places: Sequence[int]) -> NDArray[np.int64]:
        """Number the programs by what they say of the deals at these places."""
        _, groups = np.unique(self.answers[:, [*places]], axis=0, return_inverse=True)
        return np.asarray(groups.reshape(-1), np.int64)

    def first(self, places: Sequence[int]) -> int:
        """Return how much of what is likely would be named first, as the likeliest that says the same."""
        groups = self.groups(places)
        best = np.zeros(groups.max() + 1, np.int64)
        np.maximum.at(best, groups, self.likely)
        best[groups[0]] = 0
        return int(best.sum())


if __name__ == "__main__":
    for name in sys.argv[1:] or JUDGES:
        for deal in chosen(name):
            print(name, "catching", "", deal.text, sep=",", flush=True)
