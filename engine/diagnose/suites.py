"""Suites of deals for a judge: which mistakes each deal brings out, and the fewest that bring out all."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engine.cards import Deal
from engine.diagnose.answers import Claim
from engine.diagnose.mistakes import MISTAKES, Kind
from engine.diagnose.programs import Program
from engine.diagnose.search import PATIENCE, one_step_programs
from engine.game.answer_forms import FORM_OF
from engine.game.plan import Plan
from engine.notation.inputs import INPUTS

SHUFFLED: Final = 60
"""Shuffled deals that are enough to look for the fewest among, beside the published and the killer deals."""
MOST_STEPS: Final = 20_000
"""Choices that are tried for fewer deals than the first found."""

AREAS: Final = {
    "face_down": "cards face down",
    "pickup": "order of picking up",
    "shortfall": "too few cards for a war",
    "both_out": "both too short for a war",
    "order": "order of the ranks",
    Kind.READING: "reading the cards",
    Kind.PLAYING: "playing a round",
    Kind.UNIT: "what is counted",
    Kind.OFFSET: "counting one off",
    Kind.NAMING: "naming the winner",
    Kind.STOPPING: "giving up too soon",
}
"""What a mistake is about, by the rule that it changes or by its kind."""

Caught = Mapping[Program, frozenset[int]]
"""The places of the deals on which each wrong program answers otherwise than the judge."""


@dataclass(frozen=True)
class Suite:
    """Deals that a judge may ask, with what they bring out of all the mistakes that some deal brings out."""

    plan: Plan
    deals: tuple[Deal, ...]
    caught: Caught

    @cached_property
    def catches(self) -> int:
        """How many mistakes one of the deals brings out at least."""
        return sum(map(bool, self.caught.values()))

    def catches_at(self, place: int) -> int:
        """Return how many mistakes one deal brings out."""
        return sum(place in places for places in self.caught.values())

    @cached_property
    def blind(self) -> list[str]:
        """What it sees no mistake about at all, of what there is more than one mistake about."""
        areas = [self._area(program) for program in self.caught]
        seen = {self._area(program) for program, places in self.caught.items() if places}
        known = Counter(areas)
        return [said for area, said in AREAS.items() if known[area] > 1 and area not in seen]

    def _area(self, program: Program) -> str:
        changed = program.rules.apart(self.plan.rules)
        return changed[0] if changed else MISTAKES[program.mistakes[0]].kind


def wrong_programs(judge: Program) -> list[Program]:
    """Return every program one rule or one mistake away from the judge's."""
    rules = judge.rules
    return [program for program in one_step_programs(rules) if program != judge]


def catching(plan: Plan, deals: Sequence[Deal]) -> Caught:
    """Return for each wrong program on which deals it does not answer as the judge does."""
    judge, claim = Program(plan.rules), claim_of(plan.judge)
    deals = [*map(INPUTS[plan.input].given, deals)]
    right = answers_of(judge, deals, claim)
    caught = {}
    for program in wrong_programs(judge):
        said = answers_of(program, deals, claim)
        caught[program] = frozenset(place for place, answer in enumerate(said) if answer != right[place])
    return caught


def suites_of(plan: Plan) -> tuple[Suite, Suite]:
    """Return the deals that the source publishes, and the fewest that bring out all that any deal does.

    They are looked for among the published deals, the killer deals and the shuffled ones of the plan.
    """
    asked = dict.fromkeys(map(INPUTS[plan.input].given, filter(plan.asks, plan.ordered())))
    deals = sorted(asked, key=lambda deal: deal.size)
    every = {program: places for program, places in catching(plan, deals).items() if places}
    published = [deals.index(deal) for deal in plan.published() if plan.asks(deal)]
    # A program may give up after any number of rounds: the longest game is always among them.
    longest = frozenset(
        deals.index(deal) for deal in map(INPUTS[plan.input].given, plan.longest()) if deal in asked
    )
    smallest = sorted({*fewest([*every.values(), *({longest} if longest else ())]), *longest})
    return _suite(plan, published, deals, every), _suite(plan, smallest, deals, every)


def _suite(plan: Plan, places: Sequence[int], deals: Sequence[Deal], every: Caught) -> Suite:
    new = {place: number for number, place in enumerate(places)}
    caught = {
        program: frozenset(new[place] for place in caught_by if place in new)
        for program, caught_by in every.items()
    }
    return Suite(plan, tuple(deals[place] for place in places), caught)


def claim_of(judge: str) -> Claim:
    """Return an answer of a judge, for what he wants printed and how."""
    wins = FORM_OF[judge].wins
    return Claim(
        judge,
        (1,) if "{player}" in wins else (),
        count=1 if "{count}" in wins else None,
        unit=FORM_OF[judge].unit,
        score=1 if "{score}" in wins else None,
    )


def answers_of(program: Program, deals: Sequence[Deal], claim: Claim) -> list[str]:
    """Return what a program prints for each deal."""
    printed = program.prints(program.play(deals, limit=PATIENCE), claim.unit)
    said = []
    for place, deal in enumerate(deals):
        score = program.score(deal, limit=PATIENCE) if claim.score else None
        winner, number = int(printed.winner[place]), int(printed.count[place])
        said.append(claim.written(winner, number, endless=bool(printed.endless[place]), score=score))
    return said


def fewest(wanted: Sequence[frozenset[int]]) -> list[int]:
    """Return the fewest places of which every set has one, as far as a bounded search can tell.

    >>> fewest([frozenset({1, 2}), frozenset({2, 3}), frozenset({4})])
    [2, 4]
    """
    best = _greedy(wanted)
    steps = 0

    def better(left: Sequence[frozenset[int]], taken: list[int]) -> None:
        nonlocal best, steps
        steps += 1
        if not left:
            best = taken
        elif len(taken) + 1 < len(best) and steps < MOST_STEPS:
            tally = Counter(place for places in left for place in places)
            rarest = min(left, key=len)
            for place in sorted(rarest, key=lambda place: (-tally[place], place)):
                better([places for places in left if place not in places], [*taken, place])

    better([*dict.fromkeys(wanted)], [])
    return best


def _greedy(wanted: Sequence[frozenset[int]]) -> list[int]:
    """Return places of which every set has one: each time the one that most sets have."""
    chosen: list[int] = []
    while wanted:
        tally = Counter(place for places in wanted for place in places)
        chosen.append(min(tally, key=lambda place: (-tally[place], place)))
        wanted = [places for places in wanted if chosen[-1] not in places]
    return chosen
