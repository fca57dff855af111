"""Answers of Diagnose, Small packs and Records."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from dashboard.cache.tasks import Key, Tasks, Unanswered, answer_of, wait_for
from dashboard.charts import Whole, whole_game
from dashboard.charts import packs as whole_games
from dashboard.urls import GameScreen
from engine import diagnose, simulation
from engine.cards import Deal, Pack
from engine.formats import NotationError, read
from engine.game import LIMIT, Game
from engine.jobs import runs
from engine.kernels import Course, at_once
from engine.library import Beaten, Record, beaten
from engine.rules import Rules
from engine.simulation import Exact, arrangements, begun, canonical_json, exact, position_count
from engine.worker_main import with_progress

# Tasks of the Diagnose and Rules pages.
#
# A task takes a second or two and holds the GIL for some of it, so workers do it (`engine.jobs`): the
# pages of others do not wait.

T = TypeVar("T")

PATIENCE: Final = 1.0
"""Seconds that a page waits for a diagnosis, most of which take less, before it shows the progress."""

TASKS: Final = Tasks(32, 256)
"""With room for eight, thirty visitors who wait at once would wait for each other's polls as well."""
LOGS: Final = Tasks(32, 24)
"""Logs and pastes are long: fewer are cached."""
_OF_LOGS: Final = (diagnose.check_log, diagnose.trace_diff, read)
DIAGNOSE: Final = (with_progress, diagnose.diagnose)


def ask(function: Callable[..., T], *arguments: Any, **named: Any) -> T:
    """Wait for a worker's answer, or return the cached one.

    Raises what the function raises, and `Unanswered` if no worker answers.
    """
    kind = LOGS if function in _OF_LOGS else TASKS
    return answer_of(wait_for(lambda: kind.poll(function, *arguments, **named)))


class Waiting(NamedTuple):
    """Progress of a task that is not finished."""

    begun: bool
    tried: tuple[int, int] | None
    """How many programs were tried, and of how many, once there is something to count."""


def diagnosis(
    cases: tuple[diagnose.Case, ...], rules: Rules | None, *, patience: float = 0.0
) -> diagnose.Diagnosis | Waiting:
    """Return the diagnosis, or after `patience` seconds how far it is.

    Raises `ValueError` for cases without a diagnosis, and `Unanswered` if no worker answers.
    """
    task = wait_for(lambda: TASKS.poll(*DIAGNOSE, cases, rules=rules), patience)
    if not task.done():
        return Waiting(task.running(), getattr(task, "progress", None))
    found: diagnose.Diagnosis = answer_of(task)
    return found


def difference(
    one: diagnose.Program,
    other: diagnose.Program,
    aspect: str = "any",
    *,
    unit: str = "rounds",
    among: tuple[Deal, ...] = (),
) -> diagnose.Disagreement | None:
    """Return the smallest deal on which two programs differ: from the data file, or from a worker."""
    with suppress(KeyError):
        if unit == "rounds" and not among:  # as what is stored was found
            return diagnose.stored_difference(one, other, aspect)
    return ask(diagnose.differ, one, other, aspect, unit=unit, among=among)


def traced(deal: Deal, rules: Rules, text: str) -> diagnose.TraceDiff:
    """Return how far a log agrees with the game by the rules. Raises `NotationError` if it is no log."""
    return ask(diagnose.trace_diff, deal, rules, text)


def log_fault(deal: Deal, text: str) -> NotationError | None:
    """Return what is wrong with a log that cannot be followed; a long one takes a second.

    None also if no worker answers: `traced` then raises that.
    """
    with suppress(Unanswered):
        try:
            ask(diagnose.check_log, text, deal)
        except NotationError as error:
            return error
    return None


@lru_cache(maxsize=64)
def judged(deal: Deal, rules: Rules) -> diagnose.End:
    """Return how the game of a deal ends by these rules."""
    return diagnose.end_of(diagnose.Program(rules), deal, limit=LIMIT)


def prepare_differences(one: diagnose.Program, other: diagnose.Program, aspects: Iterable[str]) -> None:
    """Have the workers search several differences at once, except those in the data file."""
    for aspect in aspects:
        if not diagnose.is_stored(one, other, aspect):
            TASKS.prepare(diagnose.differ, one, other, aspect)


# Counts of every deal of a small pack.
#
# This process counts the smallest packs in milliseconds, by kernels that release the GIL, so that a server
# answers at once after its start. Workers count larger ones, and the store of runs has their answers.

MOST_DEALS: Final = 4_000_000  # most deals of a pack that a page counts; the terminal counts more
AT_ONCE: Final = 50_000
"""Most deals that this process counts, by one rule set in forty milliseconds, before the visitor asks."""
BESIDE: Final = 400_000  # most deals that a page counts by every rule set
POSITIONS_HERE: Final = 50_000  # most positions of a whole game that this process goes through: as long


def known(pack: Pack, rules: Rules) -> Exact | None:
    """Return how all deals of a pack end if the answer is there at once; None if a worker has to count."""
    if arrangements(pack) <= AT_ONCE:
        return counted(pack, rules)
    return TASKS.answered(exact, pack, rules) or _stored(exact, pack, rules)


@lru_cache(maxsize=1_024)
def counted(pack: Pack, rules: Rules) -> Exact:
    """Return how all deals of a pack end."""
    is_small = arrangements(pack) <= AT_ONCE
    answer: Exact = exact(pack, rules) if is_small else _stored_or_asked(exact, pack, rules)
    return answer


@lru_cache(maxsize=64)
def whole(pack: Pack, rules: Rules) -> Whole | None:
    """Return the whole game of a pack; None if it has too many positions."""
    number = position_count(pack)
    if number > simulation.MOST_POSITIONS:
        return None
    return whole_game(pack, rules) if number <= POSITIONS_HERE else _stored_or_asked(whole_game, pack, rules)


def counted_beside(pack: Pack, rule_sets: Iterable[Rules]) -> list[Exact]:
    """Return how all deals of a pack end by each of several rule sets; all workers count together."""
    rule_sets = [*rule_sets]
    if arrangements(pack) > AT_ONCE:
        for rules in rule_sets:
            if _stored(exact, pack, rules) is None:
                TASKS.prepare(exact, pack, rules)
    return [counted(pack, rules) for rules in rule_sets]


def stored_as(asked: str, version: int, pack: Pack, rules: Rules) -> str:
    """Return the text under which the store has an answer about a pack."""
    return canonical_json({"asked": asked, "version": version, "pack": pack.text, "rules": rules.code})


def _stored_form(work: Callable[[Pack, Rules], Any], pack: Pack, rules: Rules) -> tuple[str, Any]:
    """Return under which text the store has a count or a whole game, and what reads it."""
    if work is exact:
        return stored_as("count", simulation.counting.VERSION, pack, rules), begun(pack, rules).read
    return stored_as("whole", whole_games.VERSION, pack, rules), Whole.read


def _stored(work: Callable[[Pack, Rules], Any], pack: Pack, rules: Rules) -> Any:
    """Return the stored answer; None if there is none that can be read."""
    question, read = _stored_form(work, pack, rules)
    line = runs().store.answer(question)
    with suppress(ValueError, TypeError):
        return None if line is None else read(line)
    return None


def _stored_or_asked(work: Callable[[Pack, Rules], Any], pack: Pack, rules: Rules) -> Any:
    """Return the stored answer; else wait for a worker's, and store it."""
    answer = _stored(work, pack, rules)
    if answer is None:
        answer = ask(work, pack, rules)
        runs().store.save_answer(_stored_form(work, pack, rules)[0], answer.written())
    return answer


# The records that the game on a page beats.


@lru_cache(maxsize=512)
@at_once()
def _beaten(key: Key, game: Game) -> tuple[Beaten, ...]:
    return beaten(Course(game, key.seed, key.game))


def lines_to_send(screen: GameScreen, key: Key, game: Game) -> dict[Beaten, str]:
    """Return the records that a game beats, each with the line to send to the maintainers."""
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
