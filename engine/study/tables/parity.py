"""Finished games of even and of odd length, by who wins."""

from dataclasses import dataclass
from typing import Final

import pandas as pd

from engine.kernels.tallies import DRAW, OUTCOMES
from engine.study.estimates import Estimate, share
from engine.study.summary import EVERY, FINISHED, Summary
from engine.study.tables.columns import all_end, example_column, games_of, share_columns
from engine.study.tables.endings import OUTCOME_NAMES

PARITIES: Final = ("even", "odd")


@dataclass(frozen=True)
class Parity:
    """Games of even and of odd length, for each outcome that games ended with."""

    counts: dict[str, list[int]]
    example: dict[str, list[int]]
    games: int
    all_end: bool
    of: str = f"{EVERY.noun}s"
    """What these games are called in a title."""

    def shares(self, outcome: str) -> list[Estimate]:
        """Return the even and the odd games of an outcome as shares of all finished games."""
        return [share(games, self.games) for games in self.counts[outcome]]

    @property
    def odd(self) -> int:
        """Games of odd length."""
        return sum(counts[1] for counts in self.counts.values())


def parity(summary: Summary) -> Parity:
    """Work out what to draw."""
    ended = OUTCOMES[: DRAW + 1]
    counts = {name: summary.parity[place].tolist() for place, name in enumerate(ended)}
    firsts = summary.firsts["parity"]
    kept = {name: games for name, games in counts.items() if sum(games) or name != "draw"}
    return Parity(
        counts=kept,
        example={name: games_of(firsts[OUTCOMES.index(name)]) for name in kept},
        games=sum(sum(games) for games in kept.values()),
        all_end=all_end(summary),
        of=FINISHED.nouns(summary),
    )


def table(chart: Parity) -> pd.DataFrame:
    """Return a row for every outcome and parity."""
    bars = [(outcome, odd) for outcome in chart.counts for odd in (0, 1)]
    shares = [chart.shares(outcome)[odd] for outcome, odd in bars] if chart.games else []
    columns = {
        "outcome": [OUTCOME_NAMES[outcome] for outcome, _ in bars],
        "rounds": [PARITIES[odd] for _, odd in bars],
        "games": [chart.counts[outcome][odd] for outcome, odd in bars],
        **(share_columns(shares) if shares else {}),
        "a game": example_column([chart.example[outcome][odd] for outcome, odd in bars]),
    }
    return pd.DataFrame(columns)
