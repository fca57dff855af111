"""Answers of Diagnose, Small packs and Records."""

import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, wait
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from dashboard.cache.tasks import Key, Questions, Room, Unanswered, answer_of, wait_a_look
from dashboard.charts.packs import counts as whole_games
from dashboard.charts.packs.counts import Whole, whole_game
from dashboard.urls.screens import GameScreen
from engine.cards import Deal, Pack
from engine.diagnose import (
    Case,
    Diagnosis,
    Disagreement,
    DistinguishingDeal,
    End,
    Program,
    TraceDiff,
    diagnose,
    differ,
    distinguishing_deals,
    end_of,
    is_stored,
    read_log,
    stored_difference,
    trace_diff,
)
from engine.formats import NotationError
from engine.game import LIMIT, Game
from engine.jobs.runs import runs
from engine.kernels import Course, at_once
from engine.library.records import Beaten, Record, beaten
from engine.rules import Rules
from engine.simulation import exact as counting
from engine.simulation.exact import Exact, arrangements, begun, exact
from engine.simulation.game_graph import MOST_POSITIONS, position_count
from engine.simulation.study import canonical_json

# What the Diagnose and Rules pages ask.
#
# A question takes a second or two, some of it with the interpreter held, so the workers answer it
# (`engine.jobs.runs`): nobody else's page waits.

T = TypeVar("T")

PATIENCE: Final = 1.0
"""Seconds that a page waits for a diagnosis, most of which take less, before it says how far it is."""

ROOM: Final = Room(8)
QUESTIONS: Final = Questions(256, ROOM, tells=(diagnose,))
OF_LOGS: Final = Questions(24, ROOM)
"""Logs are long: fewer are kept."""


def ask(function: Callable[..., T], *arguments: Any, questions: Questions = QUESTIONS, **named: Any) -> T:
    """Have a worker answer, or take the answer it gave before.

    Raises what the function raises, and `Unanswered` where no worker answers.
    """
    with questions.wanted(function, *arguments, **named) as question:
        answer: T = _answer(question)
        return answer


def _answer(question: "Future[T]") -> T:
    """Wait for an answer, but not for one that the visitor no longer wants."""
    while not question.done():
        wait_a_look([question])
    return answer_of(question)


class Waiting(NamedTuple):
    """How far a question is that is not answered yet."""

    begun: bool
    """Whether a worker is at it."""
    tried: tuple[int, int] | None
    """How many programs were tried, and of how many, once there is something to count."""


def diagnosis(cases: tuple[Case, ...], judge: Rules | None, *, patience: float = 0.0) -> Diagnosis | Waiting:
    """Return the diagnosis, or how far it is after a moment.

    Raises `ValueError` for what has none, and `Unanswered` where no worker answers.
    """
    question = QUESTIONS.look(diagnose, cases, judge=judge)
    if question is None:
        return Waiting(begun=False, tried=None)
    if patience and not question.done():
        _wait_shortly(question, patience)
    if not question.done():
        return Waiting(question.running(), getattr(question, "progress", None))
    return answer_of(question)


def _wait_shortly(question: "Future[Any]", patience: float) -> None:
    until = time.monotonic() + patience
    while not question.done() and (left := until - time.monotonic()) > 0:
        wait_a_look([question], left)


def separations(diagnosis: Diagnosis) -> tuple[DistinguishingDeal, ...]:
    """Return the deals on which the explanations answer differently, first the likeliest ones."""
    return ask(distinguishing_deals, diagnosis)


def difference(one: Program, other: Program, aspect: str = "any") -> Disagreement | None:
    """Return the smallest deal on which two programs differ: as it is kept, or as a worker finds it."""
    with suppress(KeyError):
        return stored_difference(one, other, aspect)
    return ask(differ, one, other, aspect)


def traced(deal: Deal, rules: Rules, text: str) -> TraceDiff:
    """Return how far a log agrees with the game by the rules. Raises `NotationError` for what is none."""
    return ask(trace_diff, deal, rules, text, questions=OF_LOGS)


def log_fault(deal: Deal, text: str) -> NotationError | None:
    """Return what is wrong with a log of which nothing can be followed; a long one takes a second to tell.

    None as well where no worker answers: whoever has the log followed then hears of it.
    """
    try:
        with OF_LOGS.wanted(read_log, text, deal) as question:
            wait([question])
            answer_of(question)
    except NotationError as error:
        return error
    except Unanswered:
        return None
    return None


@lru_cache(maxsize=64)
def judged(deal: Deal, rules: Rules) -> End:
    """Return how the game of a deal ends by rules."""
    return end_of(Program(rules), deal, limit=LIMIT)


def prepare_differences(one: Program, other: Program, aspects: Iterable[str]) -> None:
    """Have the workers look for several differences at once that are not kept, for those who ask next."""
    for aspect in aspects:
        if not is_stored(one, other, aspect):
            QUESTIONS.prepare(differ, one, other, aspect)


# Every deal of a small pack, counted and kept for the next who asks.
#
# The smallest ones are counted here, in milliseconds, by kernels that hold no lock: a server that has just
# begun answers them at once. Larger ones are a worker's, and are kept with the runs, also over a restart.

Counted = TypeVar("Counted", Exact, Whole)

MOST_DEALS: Final = 4_000_000
"""Deals of a pack that a page has counted; the terminal counts more."""
AT_ONCE: Final = 50_000
"""Deals that are counted without being asked for: a second's work in all."""
BESIDE: Final = 400_000
"""Deals that are counted by every rule set."""
HERE: Final = 50_000
"""Deals that are counted here where one rule set is asked about: forty milliseconds;"""
HERE_BESIDE: Final = 5_040
"""and where all are: five milliseconds each."""
POSITIONS_HERE: Final = 50_000
"""Positions of a whole game that is worked out here: as long."""

DEALS_A_SECOND: Final = 500_000
POSITIONS_A_SECOND: Final = 150_000
"""What a worker does that has half a core to itself."""


def seconds(pack: Pack, rule_sets: int) -> float:
    """Return about how long a pack takes to be counted, by so many rule sets if by all, and gone through."""
    deals, positions = arrangements(pack), position_count(pack)
    sets = rule_sets if deals <= BESIDE else 1
    through = positions if positions <= MOST_POSITIONS else 0
    return deals * sets / DEALS_A_SECOND + through / POSITIONS_A_SECOND


def known(pack: Pack, rules: Rules) -> Exact | None:
    """Return how all deals of a pack end where that is there at once; None where a worker has to count."""
    if arrangements(pack) <= HERE:
        return _counted_here(pack, rules)
    return QUESTIONS.answered(exact, pack, rules) or _kept_count(pack, rules)


def counted(pack: Pack, rules: Rules, *, here: int | None = None) -> Exact:
    """Return how all deals of a pack end; of so many deals, or `HERE`, it is counted here."""
    most = HERE if here is None else here
    return _counted_here(pack, rules) if arrangements(pack) <= most else _counted_there(pack, rules)


def whole(pack: Pack, rules: Rules) -> Whole | None:
    """Return the whole game of a pack; None where it has too many positions."""
    number = position_count(pack)
    if number <= POSITIONS_HERE:
        return _whole_here(pack, rules)
    return _whole_there(pack, rules) if number <= MOST_POSITIONS else None


def counted_beside(pack: Pack, rule_sets: Iterable[Rules]) -> list[Exact]:
    """Return how all deals of a pack end by each of several rule sets, counted by all workers together."""
    rule_sets = [*rule_sets]
    if arrangements(pack) > HERE_BESIDE:
        for rules in rule_sets:
            if _kept_count(pack, rules) is None:
                QUESTIONS.prepare(exact, pack, rules)
    return [counted(pack, rules, here=HERE_BESIDE) for rules in rule_sets]


def _question(asked: str, version: int, pack: Pack, rules: Rules) -> str:
    """Return the question under which the answer about a pack is kept."""
    return canonical_json({"asked": asked, "version": version, "pack": pack.text, "rules": rules.code})


def _kept(question: str, read: Callable[[str], Counted]) -> Counted | None:
    """Return the answer that is kept, if it is one."""
    line = runs().stored_answer(question)
    with suppress(ValueError, TypeError):
        return None if line is None else read(line)
    return None


def _kept_count(pack: Pack, rules: Rules) -> Exact | None:
    return _kept(_question("count", counting.VERSION, pack, rules), begun(pack, rules).read)


def _kept_or_asked(
    question: str,
    read: Callable[[str], Counted],
    work: Callable[[Pack, Rules], Counted],
    pack: Pack,
    rules: Rules,
) -> Counted:
    """Return the answer that is kept; or have a worker work it out, and keep it."""
    answer = _kept(question, read)
    if answer is None:
        answer = ask(work, pack, rules)
        runs().save_answer(question, answer.written())
    return answer


@lru_cache(maxsize=256)
def _counted_there(pack: Pack, rules: Rules) -> Exact:
    """Return how all deals of a pack end: as it is kept, or as a worker counts it now."""
    question = _question("count", counting.VERSION, pack, rules)
    return _kept_or_asked(question, begun(pack, rules).read, exact, pack, rules)


@lru_cache(maxsize=64)
def _whole_there(pack: Pack, rules: Rules) -> Whole:
    """Return the whole game of a pack: as it is kept, or as a worker works it out now."""
    question = _question("whole", whole_games.VERSION, pack, rules)
    return _kept_or_asked(question, Whole.read, whole_game, pack, rules)


_counted_here = lru_cache(maxsize=1_024)(exact)
_whole_here = lru_cache(maxsize=64)(whole_game)


# Which records the game on a page beats: looked up once a game, and kept.

_KEPT: Final = 512


@lru_cache(maxsize=_KEPT)
@at_once()
def _beaten(key: Key, game: Game) -> tuple[Beaten, ...]:
    return beaten(Course(game, key.seed, key.game))


def lines_to_send(screen: GameScreen, key: Key, game: Game) -> dict[Beaten, str]:
    """Return the records that a game beats, each with the line that says so to whoever keeps them."""
    dealt = screen.given is None
    return {
        better: Record(
            feat=better.record.feat,
            rules=screen.rule_set,
            deal=game.deal.text,
            figure=better.figure,
            how="shuffled" if dealt else "sent",
            seed=screen.seed if dealt else key.seed,
            game=screen.game if dealt else key.game,
        ).line
        for better in _beaten(key, game)
    }
