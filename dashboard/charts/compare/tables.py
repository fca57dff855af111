"""Deal by deal: what every rule set changes against one of them, as a table, and deals to look at."""

from itertools import permutations
from math import inf
from typing import Final

import pandas as pd

from dashboard.charts.compare.pairing import signed
from dashboard.charts.parts.written import decimals, how_sure, off, percent, plus_minus
from engine.kernels.tallies import NO_GAME, OUTCOMES
from engine.study.differences import changed, length_difference, moved
from engine.study.estimates import Estimate
from engine.study.pairs import Compared, Lengths
from engine.study.summary import Ints
from engine.study.tables.compared.rows import Rows
from engine.study.tables.going import Unit

NO_BREAK: Final = "\N{NO-BREAK SPACE}"
NOBODY: Final = ("draw", "endless", "limit")
"""Outcomes that no player wins."""
Turn = tuple[tuple[str, ...], tuple[str, ...]]
"""A way in which a result can change: outcomes before and after."""
SWAPS: Final[dict[str, Turn]] = {
    ":blue[Player 1] → :orange[player 2]": (("player_1",), ("player_2",)),
    "back": (("player_2",), ("player_1",)),
}
TURNS: Final[dict[str, Turn]] = {
    "a winner": (NOBODY, ("player_1", "player_2")),
    "a draw": (OUTCOMES, ("draw",)),
    "endless": (OUTCOMES, ("endless",)),
    "the limit": (OUTCOMES, ("limit",)),
}
"""Together they are all. The first stand in one column, as do those of the second of which there is one: a
phone has room for five columns."""


def deal_by_deal(compared: Compared, rows: Rows, *, base: int = 0, unit: Unit = "rounds") -> pd.DataFrame:
    """Return a row for every rule set but the one at the base, as Markdown cells of our own words."""
    counts = {place: compared.changes_of(base, place) for place in range(len(rows)) if place != base}
    turns = {
        name: turn
        for name, turn in TURNS.items()
        if any(_moved(cells, turn).value for cells in counts.values())
    }
    return pd.DataFrame(
        [
            {
                "Rule set": f"**{rows[place].name}**",
                **_changes(cells, turns),
                f"{unit.capitalize()}, where both end": _longer(compared.lengths_of(base, place, unit)),
            }
            for place, cells in counts.items()
        ]
    )


def _moved(counts: Ints, turn: Turn) -> Estimate:
    before, after = turn
    return moved(counts, before=before, after=after)


def _changes(counts: Ints, turns: dict[str, Turn]) -> dict[str, str]:
    """Return the cells that say how often a result differs, and how."""
    differs = changed(counts)
    digits = decimals(differs)
    sure = how_sure(differs).removesuffix(" points")
    sure = f"({sure})" if sure.endswith("%") else sure
    cells = {"Result differs": f"**{_whole(percent(differs, digits))}** {_whole(sure)}"}
    for column, ways in ((" / ".join(SWAPS), SWAPS), (f"To {' / '.join(turns)}", turns)):
        if ways:
            cells[column] = _together([_moved(counts, turn) for turn in ways.values()], digits)
    return cells


def _together(shares: list[Estimate], digits: int) -> str:
    """Write shares in one cell, broken after a slash if at all; the last that is any brings the unit."""
    written = [percent(share, digits) if share.value else "–" for share in shares]
    last = max((place for place, share in enumerate(shares) if share.value), default=None)
    if last is None:
        return "–"
    bare = [words if place == last else words.removesuffix(" %") for place, words in enumerate(written)]
    return f"{NO_BREAK}/ ".join(map(_whole, bare))


def _longer(sums: Lengths) -> str:
    """Say how much longer games are, and of how many."""
    lengths = length_difference(sums)
    if lengths is None:
        return "none do"
    paired = lengths.paired
    reach = off(paired)
    sure = f" {_whole(plus_minus(reach))}" if reach < inf else ""
    deals = "deal" if paired.games == 1 else "deals"
    return f"{signed(paired.value, reach)}{sure} {_whole(f'in {paired.games:,}')} {deals}"


def _whole(words: str) -> str:
    """Keep words on one line: a narrow column must not tear a number from its unit."""
    return words.replace(" ", NO_BREAK)


def parting_games(compared: Compared, base: int, place: int) -> list[tuple[str, str, list[int]]]:
    """Return for every way in which two rule sets part some games: outcome, other outcome, numbers.

    The most frequent first.
    """
    counts, examples = compared.changes_of(base, place), compared.examples_of(base, place)
    cells = [cell for cell in permutations(range(len(OUTCOMES)), 2) if counts[cell]]
    cells.sort(key=lambda cell: (-int(counts[cell]), cell))
    return [
        (OUTCOMES[one], OUTCOMES[other], [game for game in examples[one, other].tolist() if game != NO_GAME])
        for one, other in cells
    ]
