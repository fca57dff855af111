"""Choose the deals that Diagnose asks first: rows `telling` for `engine/game/deals.csv`, on standard output.

nice python tests/benchmarks/choose_distinguishing.py [--steps N | --written] [JUDGE ...]

CodinGame's were chosen in 500 steps; Programming Challenges' and those of both rule sets of What's in a game
in 120. With `--written`: the pairs of deals by which strangers' programs are told apart best. Code golf's and
Codeforces' are such a pair each, the one after which Diagnose named most of a hundred programs first; code
golf's was chosen among 240 shuffled deals, with the third deal that went best with it.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import numpy as np
from deal_choice import Answers, asked, by_strangers, plan_of

from engine.cards import Deal
from engine.check import Plan
from engine.diagnose.suites import SHUFFLED
from engine.game.fixed_deals import fixed_deals


class Chosen(Answers):
    """Answers to deals from which the best are chosen."""

    def caught(self, places: Sequence[int]) -> int:
        """Return how much of what is likely says something else than the judge."""
        groups = self.groups(places)
        return int(self.likely[groups != groups[0]].sum())

    def first_after(self, places: Sequence[int], third: Sequence[int]) -> int:
        """Return the same where for each group that these leave the best of several deals comes third."""
        groups = self.groups(places)
        last = np.zeros(groups.max() + 1, np.int64)
        for place in third:
            pairs, parts = np.unique(groups * 100_000 + self.answers[:, place], return_inverse=True)
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
    answers, shuffled_ones = Chosen(judge, deals), range(len(deals))
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


def pairs_for_strangers(judge: str, games: int = 100, most: int = 5) -> Iterator[tuple[int, Deal, Deal]]:
    """Yield the best pairs of shuffled deals, each after how many programs are the commonest that answer so.

    With the best third deal, the same for every answer.
    """
    deals = [deal.suited() for deal in asked(judge, games, 77)]
    right = tuple(plan_of(judge).expected(deal) or "" for deal in deals)
    said = Counter(tuple(map(solve, deals)) for solve in (one.solver() for one in by_strangers(judge)))

    def alone(places: tuple[int, ...]) -> int:
        largest = dict[object, int]()
        for answers, programs in said.items():
            given = tuple(answers[place] for place in places)
            if given != tuple(right[place] for place in places):
                largest[given] = max(largest.get(given, 0), programs)
        return sum(largest.values())

    def value(pair: tuple[int, int]) -> int:
        return max(alone((*pair, third)) for third in range(len(deals)))

    telling = sorted(range(len(deals)), key=lambda place: -len({answers[place] for answers in said}))
    for one, other in sorted(combinations(telling[:20], 2), key=value, reverse=True)[:most]:
        yield value((one, other)), deals[one], deals[other]


if __name__ == "__main__":
    names, most = sys.argv[1:], 120
    if names[:1] == ["--written"]:
        for name in names[1:]:
            for told, one, other in pairs_for_strangers(name):
                print(name, told, one.text, other.text)
        sys.exit()
    if names[:1] == ["--steps"]:
        most, names = int(names[1]), names[2:]
    for name in names or fixed_deals("distinguishing"):
        for deal in telling(name, steps=most):
            print(name, "distinguishing", "", deal.text, sep=",", flush=True)
