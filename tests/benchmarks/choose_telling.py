"""Choose the deals that Diagnose asks first: rows `telling` for `engine/game/deals.csv`, on standard output.

nice python tests/benchmarks/choose_telling.py [--steps N] [JUDGE ...]
"""

import sys
from collections.abc import Sequence
from random import Random

import numpy as np
from killing import JUDGES, asked, plan_of, wrong_programs
from numpy.typing import NDArray
from planted import WORDS

from engine.cards import Deal
from engine.check import Plan
from engine.diagnose import Program, suites
from engine.diagnose.deals import answers_of
from engine.diagnose.search import Fit
from engine.diagnose.suites import SHUFFLED
from engine.formats.write import INPUT_OF, INPUTS
from engine.game.fixed_deals import fixed_deals
from engine.rules import PLAYABLE


class TellingAnswers:
    """What each wrong program says of some deals: which of them a few of these deals would name first."""

    def __init__(self, judge: str, deals: Sequence[Deal]) -> None:
        right = Program(PLAYABLE[judge])
        claim = suites.claim_of(judge) if judge in JUDGES else WORDS
        if claim.count is None and claim.score is None:
            claim = WORDS  # who looks for a mistake has the rounds printed too
        self.programs = [right, *wrong_programs(judge)]
        self._form = INPUTS[INPUT_OF.get(judge, "line")]
        self._claim, self._kinds = claim, dict[str, int]()
        self.deals: list[Deal] = []
        self.said = np.zeros((len(self.programs), 0), np.int64)
        self.add(deals)
        rare = [Fit(program, right.rules).rare for program in self.programs[1:]]
        self.likely = np.array([0, *(1 << max(0, 10 - seldom) for seldom in rare)])
        """How likely each mistake is, the judge's own program left out."""

    def add(self, deals: Sequence[Deal]) -> range:
        """Ask more deals; return their places."""
        first = len(self.deals)
        given = [self._form.given(deal) for deal in deals]
        rows = [answers_of(program, given, self._claim) for program in self.programs]
        said = [[self._kinds.setdefault(answer, len(self._kinds)) for answer in row] for row in rows]
        self.said = np.concatenate((self.said, np.array(said, np.int64)), axis=1)
        self.deals += deals
        return range(first, len(self.deals))

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


def telling(judge: str, games: int = 150, steps: int = 120) -> list[Deal]:
    """Return two deals after which a third, chosen by what was said, tells mistakes apart best.

    They are made from shuffled ones by changing a few cards again and again. And one for programs that
    answer these rightly: that which catches most of what they miss.
    """
    plan, random = plan_of(judge, SHUFFLED), Random("telling")
    deals = [*dict.fromkeys([*filter(plan.asks, plan.ordered()), *asked(judge, games, 77)])]
    answers, shuffled_ones = TellingAnswers(judge, deals), range(len(deals))
    third = [place for place, deal in enumerate(deals) if deal in {*plan.ordered()}]
    pair = [max(shuffled_ones, key=lambda place: answers.first([place]))] * 2
    for changed in (1, 0, 1, 0):
        other = pair[1 - changed]
        pair[changed] = max(shuffled_ones, key=lambda new: answers.first_after([other, new], third))
    for step in range(steps):
        new = answers.add([_changed(answers.deals[pair[step % 2]], plan, random) for _ in range(24)])
        other, best = pair[1 - step % 2], answers.first_after(pair, third)
        better = max(new, key=lambda place: answers.first_after([other, place], third))
        if answers.first_after([other, better], third) > best:
            pair[step % 2] = better
    last = max(
        shuffled_ones, key=lambda place: (answers.caught([*pair, place]), answers.first([*pair, place]))
    )
    return [answers.deals[place] for place in (*pair, last)]


def _changed(deal: Deal, plan: Plan, random: Random) -> Deal:
    """Return a deal that the judge asks and that differs in a few cards."""
    while True:
        decks = [*deal.deck_1], [*deal.deck_2]
        for _ in range(random.choice((1, 1, 2, 4))):
            one, other = random.choice(((0, 0), (0, 1), (1, 0), (1, 1)))
            here, there = random.randrange(len(decks[one])), random.randrange(len(decks[other]))
            if random.random() < 0.6:
                decks[one][here], decks[other][there] = decks[other][there], decks[one][here]
            elif one != other and len(decks[one]) > 1:
                decks[other].insert(there, decks[one].pop(here))
        changed = Deal(tuple(decks[0]), tuple(decks[1]))
        if changed != deal and plan.asks(changed):
            return changed


if __name__ == "__main__":
    names, most = sys.argv[1:], 120
    if names[:1] == ["--steps"]:
        most, names = int(names[1]), names[2:]
    for name in names or fixed_deals("telling"):
        for deal in telling(name, steps=most):
            print(name, "telling", "", deal.text, sep=",", flush=True)
