"""How all games of a study ended: by winner and by reason."""

from dataclasses import dataclass
from itertools import accumulate
from typing import Final

import pandas as pd

from engine.game import Reason
from engine.kernels.tallies import OUTCOMES
from engine.rules import BothOut, Rules, Shortfall
from engine.study.estimates import Estimate, share
from engine.study.study import Study
from engine.study.summary import Summary
from engine.study.tables.columns import NOT_ONE, example_column, games_of, share_columns
from engine.words.sentences import REASON_WORDS

OUTCOME_NAMES: Final = {
    "player_1": "player 1",
    "player_2": "player 2",
    "draw": "drawn",
    "endless": "never ends",
    "limit": "cut off",
}
"""The outcomes in words."""


@dataclass(frozen=True)
class Piece:
    """The games of one outcome that ended for one reason."""

    outcome: str
    reason: Reason
    games: int
    start: int
    """Games in the pieces before it."""
    example: int

    @property
    def won(self) -> bool:
        """Whether one of the players won them."""
        return self.outcome in OUTCOMES[:2]

    @property
    def short_of_cards(self) -> bool:
        """Whether one of the players won them because the other had too few cards for a war."""
        return self.won and self.reason is not Reason.DECK_EMPTY


@dataclass(frozen=True)
class OutcomeBar:
    """The outcomes of all games of a study, piece by piece."""

    games: int
    pieces: tuple[Piece, ...]
    shares: dict[str, Estimate]
    """Every outcome that was seen, in the order of the bar."""
    unseen: dict[str, Estimate]
    """Outcomes that the rules allow but no game had: their upper bounds."""

    def boundaries(self) -> list[Estimate]:
        """Return where one outcome ends and the next begins, in shares of all games.

        The end of the bar is one too while an outcome that was never seen may lie behind it.
        """
        counts = [round(seen.value * seen.games) for seen in self.shares.values()]
        ends = [share(end, self.games) for end in accumulate(counts)]
        return ends if self.unseen else ends[:-1]


def possible(rules: Rules) -> list[str]:
    """Return the outcomes that a rule set leaves possible; being cut off is none of its own.

    Random pick-ups end every game with probability one (Lakshtanov & Roshchina 2012).
    """
    draws = rules.both_out is BothOut.DRAW or rules.shortfall is Shortfall.DRAW
    allowed = {"player_1": True, "player_2": True, "draw": draws, "endless": rules.deterministic}
    return [outcome for outcome, may_be in allowed.items() if may_be]


def outcome_bar(study: Study, summary: Summary) -> OutcomeBar:
    """Work out what to draw."""
    pieces: list[Piece] = []
    start = 0
    for outcome, counts, firsts in zip(OUTCOMES, summary.reasons, summary.firsts["reasons"], strict=True):
        for reason, games, example in zip(Reason, counts.tolist(), games_of(firsts), strict=True):
            if games:
                pieces.append(Piece(outcome, reason, games, start, example))
                start += games
    outcomes = summary.outcomes()
    every = {name: share(games, summary.games) for name, games in outcomes.items()}
    return OutcomeBar(
        games=summary.games,
        pieces=tuple(pieces),
        shares={name: seen for name, seen in every.items() if seen.value},
        unseen={name: every[name] for name in possible(study.rules) if not every[name].value},
    )


def table(chart: OutcomeBar) -> pd.DataFrame:
    """Return a row for every outcome with its reason, and one for each outcome never seen."""
    pieces, unseen = chart.pieces, chart.unseen
    shares = [share(piece.games, chart.games) for piece in pieces]
    return pd.DataFrame(
        {
            "outcome": [
                OUTCOME_NAMES[outcome] for outcome in (*(piece.outcome for piece in pieces), *unseen)
            ],
            "because": [REASON_WORDS[piece.reason] for piece in pieces] + [""] * len(unseen),
            "games": [piece.games for piece in pieces] + [0] * len(unseen),
            **share_columns([*shares, *unseen.values()]),
            "a game": example_column([piece.example for piece in pieces] + [NOT_ONE] * len(unseen)),
        }
    )
