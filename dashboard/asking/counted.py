"""Every deal of a small pack, counted by a worker and kept for the next who asks."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from dashboard.asking.diagnosed import QUESTIONS, ask
from dashboard.asking.questions import UNREACHABLE
from dashboard.charts.packs.whole import Whole, whole_game
from engine.cards import Pack
from engine.rules import Rules
from engine.study.arrangements import arrangements
from engine.study.exact import Exact, exact
from engine.study.positions import MOST_POSITIONS, position_count

MOST_DEALS: Final = 4_000_000
"""Deals of a pack that a page has counted; the terminal counts more."""
AT_ONCE: Final = 50_000
"""Deals that are counted without being asked for: a second's work in all."""
BESIDE: Final = 400_000
"""Deals that are counted by every rule set."""

DEALS_A_SECOND: Final = 500_000
POSITIONS_A_SECOND: Final = 150_000
"""What a worker does that has half a core to itself."""


def seconds(pack: Pack, rule_sets: int) -> float:
    """Return about how long a pack takes to be counted, by so many rule sets if by all, and gone through."""
    deals, positions = arrangements(pack), position_count(pack)
    sets = rule_sets if deals <= BESIDE else 1
    through = positions if positions <= MOST_POSITIONS else 0
    return deals * sets / DEALS_A_SECOND + through / POSITIONS_A_SECOND


def is_counted(pack: Pack, rules: Rules) -> bool:
    """Say whether a pack was counted before."""
    return QUESTIONS.answered(exact, pack, rules) is not None


def counted(pack: Pack, rules: Rules) -> Exact:
    """Return how all deals of a pack end."""
    return ask(exact, pack, rules)


def whole(pack: Pack, rules: Rules) -> Whole | None:
    """Return the whole game of a pack; None where it has too many positions."""
    return ask(whole_game, pack, rules) if position_count(pack) <= MOST_POSITIONS else None


def prepare(asked: Iterable[tuple[Pack, Rules]]) -> None:
    """Have packs counted, for those who ask for them next."""
    with suppress(*UNREACHABLE):
        for pack, rules in asked:
            QUESTIONS.prepare(exact, pack, rules)
