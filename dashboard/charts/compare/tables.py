"""Deal by deal: what every rule set changes against one of them, as a table, and deals to look at."""

from typing import Final

import pandas as pd

from dashboard.charts.compare.pairing import signed
from dashboard.charts.compare.rows import Row
from dashboard.charts.parts.lengths import Unit
from dashboard.charts.parts.panel import games_of
from dashboard.charts.parts.written import decimals, percent, plus_minus
from engine.kernels.tallies import NO_GAME, OUTCOMES
from engine.study.differences import changed, length_difference, moved
from engine.study.estimates import Estimate
from engine.study.pairs import Compared, Lengths
from engine.study.summary import Ints

NO_BREAK: Final = "\N{NO-BREAK SPACE}"
NOBODY: Final = ("draw", "endless", "limit")
"""Outcomes that no player wins."""
SWAPS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    ":blue[Player 1] → :orange[player 2]": (("player_1",), ("player_2",)),
    "back": (("player_2",), ("player_1",)),
}
TURNS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "a winner": (NOBODY, ("player_1", "player_2")),
    "a draw": (OUTCOMES, ("draw",)),
    "endless": (OUTCOMES, ("endless",)),
    "the limit": (OUTCOMES, ("limit",)),
}
"""Ways in which a result can change: outcomes before and after. Together they are all. The first stand in
one column, as do those of the second of which there is one: a phone has room for five columns."""


def deal_by_deal(
    compared: Compared, rows: tuple[Row, ...], *, base: int = 0, unit: Unit = "rounds"
) -> pd.DataFrame:
    """Return a row for every rule set but the one at the base, as Markdown cells of our own words."""
    others = [place for place in range(len(rows)) if place != base]
    turns = [
        name
        for name, way in TURNS.items()
        if any(_moved(compared, base, place, way).value for place in others)
    ]
    return pd.DataFrame([_row(compared, rows, base, place, turns, unit) for place in others])


def _moved(
    compared: Compared, base: int, place: int, way: tuple[tuple[str, ...], tuple[str, ...]]
) -> Estimate:
    before, after = way
    return moved(compared.changes_of(base, place), before=before, after=after)


def _row(
    compared: Compared, rows: tuple[Row, ...], base: int, place: int, turns: list[str], unit: Unit
) -> dict[str, str]:
    differs = changed(compared.changes_of(base, place))
    digits = decimals(differs)
    sure = plus_minus(50 * (differs.high - differs.low))

    def shares(ways: list[tuple[tuple[str, ...], tuple[str, ...]]]) -> str:
        return _together([_moved(compared, base, place, way) for way in ways], digits)

    cells = {
        "Rule set": f"**{rows[place].name}**",
        "Result differs": f"**{_whole(percent(differs, digits))}** {_whole(sure)}",
        " / ".join(SWAPS): shares(list(SWAPS.values())),
    }
    if turns:
        cells[f"To {' / '.join(turns)}"] = shares([TURNS[name] for name in turns])
    return cells | {f"{unit.capitalize()}, where both end": _longer(compared.lengths_of(base, place, unit))}


def _together(shares: list[Estimate], digits: int) -> str:
    """Write shares in one cell, broken after a slash if at all; the last that is any brings the unit."""
    written = [percent(each, digits) if each.value else "–" for each in shares]
    last = max((place for place, each in enumerate(shares) if each.value), default=None)
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
    reach = (paired.high - paired.low) / 2
    sure = f" {_whole(plus_minus(reach))}" if reach < float("inf") else ""
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
