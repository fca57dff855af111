"""Deal by deal: what every rule set changes against one of them, as a table to read and one to keep."""

from typing import Final

import pandas as pd

from dashboard.charts.pairing import signed
from dashboard.charts.panel import games_of
from dashboard.charts.rows import Row
from dashboard.charts.written import decimals, percent, plus_minus
from engine.compared import Compared
from engine.estimates import Estimate
from engine.kernels.tallies import NO_GAME, OUTCOMES
from engine.paired import changed, length_difference, moved, share_difference
from engine.summary import Ints

NOBODY: Final = ("draw", "endless", "limit")
"""Outcomes that no player wins."""
MOVES: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    ":blue[Player 1] → :orange[player 2]": (("player_1",), ("player_2",)),
    ":orange[Player 2] → :blue[player 1]": (("player_2",), ("player_1",)),
    "To a winner": (NOBODY, ("player_1", "player_2")),
    "To a draw": (OUTCOMES, ("draw",)),
    "To endless": (OUTCOMES, ("endless",)),
    "To the limit": (OUTCOMES, ("limit",)),
}
"""The columns of ways in which a result can change: outcomes before and after. Together they are all."""
ALWAYS: Final = 2
"""The first so many stand in every table; the others where there is such a change."""


def deal_by_deal(compared: Compared, rows: tuple[Row, ...], *, base: int = 0) -> pd.DataFrame:
    """Return a row for every rule set but the one at the base, as Markdown cells of our own words."""
    others = [place for place in range(len(rows)) if place != base]
    shown = [
        name
        for at, (name, (before, after)) in enumerate(MOVES.items())
        if at < ALWAYS or any(_moved(compared, base, place, before, after).value for place in others)
    ]
    return pd.DataFrame([_row(compared, rows, base, place, shown) for place in others])


def _moved(
    compared: Compared, base: int, place: int, before: tuple[str, ...], after: tuple[str, ...]
) -> Estimate:
    return moved(compared.changes_of(base, place), before=before, after=after)


def _row(
    compared: Compared, rows: tuple[Row, ...], base: int, place: int, shown: list[str]
) -> dict[str, str]:
    differs = changed(compared.changes_of(base, place))
    digits = decimals(differs)
    sure = plus_minus(50 * (differs.high - differs.low))
    cells = {
        "Rule set": f"**{rows[place].name}**",
        "Result differs": f"**{_whole(percent(differs, digits))}** {_whole(sure)}",
    }
    for name in shown:
        found = _moved(compared, base, place, *MOVES[name])
        cells[name] = _whole(percent(found, digits)) if found.value else "–"
    lengths = length_difference(compared.lengths_of(base, place))
    if lengths is None:
        return cells | {"Rounds, where both end": "–", "Pairs": "0"}
    paired = lengths.paired
    reach = (paired.high - paired.low) / 2
    rounds = signed(paired.value, reach)
    if reach < float("inf"):
        rounds += f" {_whole(plus_minus(reach))}"
    return cells | {"Rounds, where both end": rounds, "Pairs": f"{paired.games:,}"}


def _whole(words: str) -> str:
    """Keep words on one line: a narrow column must not tear a number from its unit."""
    return words.replace(" ", "\N{NO-BREAK SPACE}")


def pairs_table(compared: Compared, rows: tuple[Row, ...]) -> pd.DataFrame:
    """Return a row for every two rule sets: numbers as numbers, every difference with both intervals."""
    found = []
    for first, second in compared.pairs():
        counts = compared.changes_of(first, second)
        cells: dict[str, str | int | float | None] = {
            "rule set": rows[first].name,
            "other rule set": rows[second].name,
            "deals": compared.games,
        }
        cells |= _with_ends("result differs", changed(counts))
        for outcome in OUTCOMES:
            difference = share_difference(counts, outcome)
            name = outcome.replace("_", " ")
            cells |= _with_ends(f"{name} share, difference", difference.paired)
            cells |= {
                f"{name} share, unpaired low": difference.unpaired.low,
                f"{name} share, unpaired high": difference.unpaired.high,
            }
        lengths = length_difference(compared.lengths_of(first, second))
        cells["deals that end under both"] = compared.lengths_of(first, second).games
        if lengths is not None:
            cells |= _with_ends("mean rounds, difference", lengths.paired)
            cells |= {
                "mean rounds, unpaired low": lengths.unpaired.low,
                "mean rounds, unpaired high": lengths.unpaired.high,
            }
        found.append(cells)
    return pd.DataFrame(found)


def _with_ends(name: str, found: Estimate) -> dict[str, float]:
    return {name: found.value, f"{name} low": found.low, f"{name} high": found.high}


def parting_games(compared: Compared, base: int, place: int) -> list[tuple[str, str, list[int]]]:
    """Return for every way in which two rule sets part some games: outcome, other outcome, numbers.

    The most frequent first.
    """
    counts, examples = compared.changes_of(base, place), compared.examples_of(base, place)
    cells = [
        (one, other)
        for one in range(len(OUTCOMES))
        for other in range(len(OUTCOMES))
        if one != other and counts[one, other]
    ]
    cells.sort(key=lambda cell: (-int(counts[cell]), cell))
    return [(OUTCOMES[one], OUTCOMES[other], _numbers(examples[one, other])) for one, other in cells]


def _numbers(examples: Ints) -> list[int]:
    return games_of(examples[examples != NO_GAME])
