"""Games played for pages, kept for the next rerun: bounded, shared by all visitors, keyed by value."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
import plotly.graph_objects as go

from dashboard.address.screens import GameScreen
from dashboard.charts.game import deck_sizes, holders
from dashboard.charts.game.findings import finding
from dashboard.charts.game.tables import rounds_table
from dashboard.charts.parts.theme import THEMES, ThemeName
from dashboard.components.board.payload import payload
from engine import kernels
from engine.cards import Deal
from engine.game import LIMIT, Cycle, Game, Outcome, Reason, Trace, play, record
from engine.kernels.codes import REASONS
from engine.kernels.tallies import UNITS
from engine.rules import PLAYABLE, Rules

T = TypeVar("T")

CARD_STEPS: Final = 40_000_000
"""Rounds x cards after which a page cuts a game off: about four seconds of work. At 52 cards that
is 769,230 rounds; longer games are decided by the kernels (`decided`)."""


class Key(NamedTuple):
    """Everything a game on a page depends on, suits included: equal keys, equal screens."""

    deck_1: tuple[int, ...]
    deck_2: tuple[int, ...]
    suits_1: str
    suits_2: str
    rules: Rules
    seed: int
    game: int

    @property
    def deal(self) -> Deal:
        """The deal."""
        return Deal(self.deck_1, self.deck_2, self.suits_1, self.suits_2)

    @property
    def limit(self) -> int:
        """Rounds this game may take on a page."""
        return min(LIMIT, CARD_STEPS // max(len(self.deck_1) + len(self.deck_2), 1))


def key_of(screen: GameScreen) -> Key:
    """Return the key of the game on a screen."""
    deal = screen.deal
    stream = (0, 0) if screen.rules.deterministic else (screen.seed, screen.game)
    return Key(deal.deck_1, deal.deck_2, deal.suits_1, deal.suits_2, screen.rules, *stream)


def digest(key: Key) -> str:
    """Return a short name for a game, for files."""
    return hashlib.sha256(repr(key).encode()).hexdigest()[:10]


@lru_cache(maxsize=64)
def traced(key: Key) -> Trace:
    """Play a game and keep the way it went."""
    return record(key.deal, key.rules, seed=key.seed, number=key.game, limit=key.limit)


@lru_cache(maxsize=64)
def decided(key: Key) -> Game:
    """Return the game to its true end, also where it is longer than a page can trace."""
    return _decided(traced(key).game, key)


def _decided(game: Game, key: Key) -> Game:
    """Have the kernels, a thousand times as fast, play on what a page had to cut off.

    CodinGame's rules have a cycle of 1,151,640 rounds (seed 1, game 57,432).
    """
    if game.outcome.reason is not Reason.LIMIT:
        return game
    terms = kernels.Terms(seed=key.seed, cycles=True)
    numbers = np.array([key.game], np.uint64)
    (end,) = kernels.play_many([key.deal], game.rules, numbers=numbers, terms=terms)
    start, length = int(end["cycle_start"]), int(end["cycle_length"])
    counts: dict[str, Any] = {name: int(end[name]) for name in (*UNITS, "steals", "stolen")}
    return replace(
        game,
        **counts,
        outcome=Outcome(int(end["winner"]), REASONS[int(end["reason"])]),
        decks=kernels.final_decks(key.deal, game.rules, number=key.game, terms=terms),
        cycle=Cycle(start, length) if length else None,
    )


@lru_cache(maxsize=64)
def under_every_preset(key: Key) -> dict[str, Game]:
    """Play a deal under every preset, by name. The key's own rules take no part."""
    return {
        name: _decided(play(key.deal, rules, seed=key.seed, number=key.game, limit=key.limit), key)
        for name, rules in PLAYABLE.items()
    }


def _made_of_trace(make: Callable[[Trace], T], kept: int = 64) -> Callable[[Key], T]:
    """Return a function that makes something of the trace of a game, and keeps what it made of some."""
    return lru_cache(maxsize=kept)(lambda key: make(traced(key)))


sizes_chart: Final = _made_of_trace(deck_sizes.deck_sizes)
"""Returns what the chart of deck sizes draws."""
finding_of: Final = _made_of_trace(finding)
"""Returns the title and the note of that chart."""
rounds_of: Final = _made_of_trace(rounds_table, kept=8)
"""Returns the table of rounds."""
board_payload: Final = _made_of_trace(payload)
"""Returns what the replay board is drawn from."""
holders_of: Final = _made_of_trace(holders.holders, kept=32)
"""Returns what the chart of who holds what draws, or None when there is too much to follow."""


@lru_cache(maxsize=32)
def holders_figure(key: Key, theme: ThemeName) -> go.Figure | None:
    """Return the chart of who holds what, or None when there is too much to follow."""
    chart = holders_of(key)
    return None if chart is None else holders.figure(chart, THEMES[theme])
