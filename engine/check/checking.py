"""A program run on published deals, on those that catch the usual mistakes, then on shuffled ones."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Final

from engine.cards import Deal
from engine.check.inputs import INPUTS
from engine.check.killers import KILLERS
from engine.check.published import PUBLISHED
from engine.check.running import Command
from engine.check.shapes import SHAPES, Shape
from engine.check.shrink import shrink
from engine.check.verdicts import Kind, Verdict, verdict_of
from engine.game import play
from engine.game.judges import judge_answer
from engine.rules import Rules

MOST_SHRINKING: Final = 300
MOST_SLOW_SHRINKING: Final = 20
"""Runs to make a failing deal smaller; of a program that does not answer, each takes all its time."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a program is checked by: the rules, how deals are written for it, how it answers."""

    rules: Rules
    name: str
    """The rules' name: whose published deals and shape of deals are taken."""
    judge: str
    """Whose form of answer it gives."""
    input: str
    games: int = 200
    """Shuffled deals."""
    seed: int = 0
    shape: Shape | None = None

    @property
    def deals(self) -> Shape:
        """Return which deals it may be given."""
        return self.shape or SHAPES.get(self.name, Shape())

    def expected(self, deal: Deal) -> str | None:
        """Return what the judge expects; None where he would not ask, as where the game never ends."""
        return _expected(deal, self.rules, self.judge) if self.deals.has(deal) else None

    def asks(self, deal: Deal) -> bool:
        """Say whether the judge would ask this deal."""
        return self.expected(deal) is not None

    def ordered(self) -> Iterator[Deal]:
        """Yield the deals in the order in which they are run."""
        yield from map(Deal.parse, PUBLISHED.get(self.name, ()))
        yield from self.killers()
        yield from (self.deals.shuffled(place, self.games, seed=self.seed) for place in range(self.games))

    def killers(self) -> list[Deal]:
        """Return the deals that between them catch every mistake we know for this judge."""
        return [Deal.parse(line) for line in KILLERS.get(self.name, ())]


@lru_cache(maxsize=4_096)
def _expected(deal: Deal, rules: Rules, judge: str) -> str | None:
    return judge_answer(play(deal, rules), judge)


@dataclass(frozen=True, slots=True)
class Failure:
    """A deal that was run, what was expected and what came of it."""

    deal: Deal
    expected: str
    verdict: Verdict


@dataclass(slots=True)
class Check:
    """All that was found out: the first failure and the smallest of its kind, or none."""

    runs: int = 0
    left_out: int = 0
    """Deals that the judge would not ask: endless ones, and drawn ones where he has no word for these."""
    first: Failure | None = None
    smallest: Failure | None = None
    shrinking: int = 0
    """Runs that went into finding the smallest."""
    telling: int = 0
    """Runs on deals that tell one explanation from another."""
    answered: list[Failure] = field(default_factory=list)
    """Every deal that was answered, rightly or not, in the order of the runs."""

    @property
    def right(self) -> bool:
        """Whether it answered every deal as the judge does."""
        return self.first is None


Watch = Callable[[Check], object]


def check(plan: Plan, command: Command, *, jobs: int = 1, watch: Watch = lambda _: None) -> Check:
    """Run a program until it fails a deal, and make that deal small; `watch` sees how far it is.

    Raises `CommandError` where the program cannot be started, `ValueError` for deals that its form
    of input cannot write.
    """
    result = Check()
    with ThreadPoolExecutor(jobs) as pool:
        asked = _asked(plan, result)
        while batch := [*islice(asked, jobs)]:
            for trial in pool.map(lambda pair: ask(plan, command, *pair), batch):
                result.runs += 1
                result.answered.append(trial)
                if trial.verdict.kind is not Kind.RIGHT and result.first is None:
                    result.first = trial
            watch(result)
            if result.first and _again(plan, command, result):
                break
    if result.first:
        _shrink(plan, command, result, watch)
    return result


def ask(plan: Plan, command: Command, deal: Deal, expected: str) -> Failure:
    """Run a program on one deal."""
    run = command.run(INPUTS[plan.input].write(deal))
    return Failure(deal, expected, verdict_of(run, expected, plan.judge))


def _asked(plan: Plan, result: Check) -> Iterator[tuple[Deal, str]]:
    for deal in plan.ordered():
        expected = plan.expected(deal)
        if expected is None:
            result.left_out += 1
        else:
            yield deal, expected


def _again(plan: Plan, command: Command, result: Check) -> bool:
    """Say whether a failure is one: where only time was short, it gets another chance, alone."""
    first = result.first
    if first is not None and first.verdict.kind is Kind.TIMED_OUT:
        again = ask(plan, command, first.deal, first.expected)
        result.first = None if again.verdict.kind is Kind.RIGHT else again
    return result.first is not None


def _shrink(plan: Plan, command: Command, result: Check, watch: Watch) -> None:
    assert result.first is not None
    first = result.smallest = result.first

    def fails(deal: Deal) -> bool:
        trial = ask(plan, command, deal, plan.expected(deal) or "")
        result.shrinking += 1
        result.answered.append(trial)
        watch(result)
        if trial.verdict.kind is not first.verdict.kind:
            return False
        result.smallest = trial
        return True

    runs = MOST_SLOW_SHRINKING if first.verdict.kind is Kind.TIMED_OUT else MOST_SHRINKING
    shrink(first.deal, fails, askable=plan.asks, first=plan.killers(), runs=runs)
