"""Check a program deal by deal, and shrink the first deal it fails."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice, pairwise
from typing import Final

from engine.cards import Deal
from engine.check.program import Asked, Command, Failure, Judged, ask, ask_many
from engine.diagnose import Grade
from engine.game import Plan

# The smallest deal on which a program still fails in the same way.

Says = Callable[[Deal], bool]

_FEW: Final = 12  # cards up to which any pair of single cards is tried to be left out


def shrink(deal: Deal, fails: Says, *, askable: Says, first: Sequence[Deal] = (), runs: int) -> Deal:
    """Return a deal with fewer cards, then with lower ranks, that fails too; runs at most `runs` deals.

    fails: whether the program fails a deal as it failed the first; askable: whether the judge would
    ask it; first: small deals worth a try before the large one is taken apart.
    """
    asked: set[Deal] = {deal}

    def smaller(candidates: Iterator[Deal]) -> Deal | None:
        for candidate in candidates:
            if len(asked) > runs:
                return None
            if candidate not in asked and askable(candidate):
                asked.add(candidate)
                if fails(candidate):
                    return candidate
        return None

    few = sorted((one for one in first if one.size < deal.size), key=lambda one: one.size)
    deal = smaller(iter(few)) or deal
    while better := smaller(chain(_fewer_cards(deal), _lower_ranks(deal))):
        deal = better
    return deal


def _fewer_cards(deal: Deal) -> Iterator[Deal]:
    """Yield the deal with cards left out of both decks, many at once first, then of one deck alone."""
    one, other = deal.deck_1, deal.deck_2
    length = max(len(one), len(other)) // 2
    while length:
        for start in range(0, max(len(one), len(other)), length):
            yield Deal(_without(one, start, length), _without(other, start, length))
        length //= 2
    if deal.size <= _FEW:
        for place in range(len(one)):
            yield from (Deal(_without(one, place), _without(other, at)) for at in range(len(other)))
    yield from (Deal(_without(one, place), other) for place in range(len(one)))
    yield from (Deal(one, _without(other, place)) for place in range(len(other)))


def _without(deck: tuple[int, ...], start: int, length: int = 1) -> tuple[int, ...]:
    return deck[:start] + deck[start + length :]


def _lower_ranks(deal: Deal) -> Iterator[Deal]:
    """Yield the deal with lower ranks: all closed up from 2 or so, then a rank at a time, then a card."""
    cards, cut = (*deal.deck_1, *deal.deck_2), len(deal.deck_1)
    ranks = sorted({*cards})
    lowest = min(2, ranks[0])
    for start in range(lowest, ranks[0] + 1):
        closed = {rank: start + place for place, rank in enumerate(ranks)}
        lowered = tuple(closed[rank] for rank in cards)
        if lowered < cards:
            yield Deal(lowered[:cut], lowered[cut:])
    for lower, rank in pairwise(ranks):
        lowered = tuple(lower if card == rank else card for card in cards)
        yield Deal(lowered[:cut], lowered[cut:])
    for place, rank in enumerate(cards):
        for lower in range(lowest, rank):
            lowered = (*cards[:place], lower, *cards[place + 1 :])
            yield Deal(lowered[:cut], lowered[cut:])


# A program run on published deals, on those that catch the usual mistakes, then on shuffled ones.

MOST_SHRINKING: Final = 300
MOST_SLOW_SHRINKING: Final = 20
"""Runs to make a failing deal smaller; of a program that does not answer, each takes all its time."""
MOST_RIGHT: Final = 200  # right answers that are kept, for the diagnosis
MANY: Final = 500  # deals that one process is given at once
_SIGNALS_SEEN: Final = 0.05  # seconds after which a signal is taken at the latest


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
    one_by_one: bool = False
    """Whether the program was to take many deals at once and did not answer each of them."""
    carried: bool = False
    """Whether it fails the deal only after others, in the same process."""
    stopped: bool = False
    answered: list[Failure] = field(default_factory=list)
    """Deals with what came of them, in the order of the runs; of those answered rightly the first ones."""

    @property
    def right(self) -> bool:
        """Whether it answered every deal as the judge does."""
        return self.first is None


Watch = Callable[[Check], object]


def check(
    plan: Plan, command: Command, *, jobs: int = 1, many: bool = False, watch: Watch = lambda _: None
) -> Check:
    """Run a program until it fails a deal, and make that deal small; `watch` sees how far it is.

    many: whether one process is given many deals, as far as the program takes them. An interrupt ends
    it, with what was found so far. Raises `CommandError` where the program cannot be started,
    `ValueError` for deals that its form of input cannot write.
    """
    result = Check()
    try:
        _check(plan, command, result, jobs, many, watch)
        if result.first:
            _shrink(plan, command, result, watch)
    except KeyboardInterrupt:
        result.stopped = True
        result.smallest = result.smallest or result.first
    return result


def _check(plan: Plan, command: Command, result: Check, jobs: int, many: bool, watch: Watch) -> None:
    """Run a program until it fails a deal."""
    asked = _asked(plan, result)
    with ThreadPoolExecutor(jobs) as pool, command.stopped_by_errors():
        while result.right and (batch := [*islice(asked, MANY if many else jobs)]):
            trials = ask_many(plan, command, batch) if many and not result.one_by_one else None
            if trials is not None:
                _take(plan, command, result, trials)
                if result.first:
                    alone = ask(plan, command, result.first.deal, result.first.expected)
                    result.carried = alone.verdict.kind is Grade.RIGHT
                    result.first = result.first if result.carried else alone
                continue
            result.one_by_one = many
            for start in range(0, len(batch), jobs):
                runs = [pool.submit(ask, plan, command, *pair) for pair in batch[start : start + jobs]]
                # Python takes signals in this thread alone, which nothing wakes where another was given one.
                while wait(runs, _SIGNALS_SEEN).not_done:
                    pass
                _take(plan, command, result, [run.result() for run in runs])
                watch(result)
                if result.first:
                    break


def _asked(plan: Plan, result: Check) -> Iterator[Asked]:
    for deal in plan.ordered():
        expected = plan.expected(deal)
        if expected is None:
            result.left_out += 1
        else:
            yield deal, expected


def _take(plan: Plan, command: Command, result: Check, trials: list[Failure]) -> None:
    """Count what was run, and keep the first failure, once its time has been short twice."""
    for trial in trials:
        if result.first is None and trial.verdict.kind is Grade.TIMED_OUT:
            trial = ask(plan, command, trial.deal, trial.expected)
        result.runs += 1
        if trial.verdict.kind is not Grade.RIGHT or len(result.answered) < MOST_RIGHT:
            result.answered.append(trial)
        if result.first is None and trial.verdict.kind is not Grade.RIGHT:
            result.first = trial


def _shrink(plan: Plan, command: Command, result: Check, watch: Watch) -> None:
    assert result.first is not None
    first = result.smallest = result.first
    if result.carried:
        return
    if not _is_steady(plan, command, result):
        result.first = result.smallest
        return

    def fails(kind: Grade, deal: Deal) -> bool:
        trial = ask(plan, command, deal, plan.expected(deal) or "")
        result.shrinking += 1
        result.answered.append(trial)
        watch(result)
        if trial.verdict.kind is not kind:
            return False
        result.smallest = trial
        return True

    kind, start, runs, small = first.verdict.kind, first.deal, MOST_SHRINKING, plan.catching()
    if kind is Grade.TIMED_OUT:
        # A wrong answer says more than none, and is found sooner: it is looked for on small deals first.
        few = sorted(filter(plan.asks, small), key=lambda deal: deal.size)[:MOST_SLOW_SHRINKING]
        wrong = next((deal for deal in few if fails(Grade.WRONG, deal)), None)
        if wrong is None:
            runs = MOST_SLOW_SHRINKING
        else:
            kind, start = Grade.WRONG, wrong
    shrink(start, partial(fails, kind), askable=plan.asks, first=small, runs=runs)
    _is_steady(plan, command, result)


ASKED_AGAIN: Final = 2  # times that a deal is given once more, to see whether the answer stays the same


def _is_steady(plan: Plan, command: Command, result: Check) -> bool:
    """Return whether the smallest failure is answered as before; otherwise that becomes its verdict."""
    failure = result.smallest
    assert failure is not None
    for _ in range(ASKED_AGAIN):
        before, now = failure.verdict, ask(plan, command, failure.deal, failure.expected).verdict
        if Grade.TIMED_OUT in (before.kind, now.kind):
            return True
        if now.got != before.got:
            verdict = Judged(Grade.UNSTEADY, before.got, f"asked again: {now.got or 'nothing'}")
            result.smallest = failure._replace(verdict=verdict)
            return False
    return True
