"""Every deal of a small pack, counted and kept for the next who asks.

The smallest ones are counted here, in milliseconds, by kernels that hold no lock: a server that has just
begun answers them at once. Larger ones are a worker's, and are kept with the runs, also over a restart.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from typing import Final, TypeVar

from dashboard.asking.diagnosed import QUESTIONS, ask
from dashboard.charts.packs import whole as whole_games
from dashboard.charts.packs.whole import Whole, whole_game
from engine.cards import Pack
from engine.rules import Rules
from engine.runs.runs import runs
from engine.study import exact as counting
from engine.study.arrangements import arrangements
from engine.study.canonical import canonical_json
from engine.study.exact import Exact, begun, exact
from engine.study.positions import MOST_POSITIONS, position_count

T = TypeVar("T", Exact, Whole)

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


def _kept(question: str, read: Callable[[str], T]) -> T | None:
    """Return the answer that is kept, if it is one."""
    line = runs().kept(question)
    with suppress(ValueError, TypeError):
        return None if line is None else read(line)
    return None


def _kept_count(pack: Pack, rules: Rules) -> Exact | None:
    return _kept(_question("count", counting.VERSION, pack, rules), begun(pack, rules).read)


def _kept_or_asked(
    question: str, read: Callable[[str], T], work: Callable[[Pack, Rules], T], pack: Pack, rules: Rules
) -> T:
    """Return the answer that is kept; or have a worker work it out, and keep it."""
    answer = _kept(question, read)
    if answer is None:
        answer = ask(work, pack, rules)
        runs().keep(question, answer.written())
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
