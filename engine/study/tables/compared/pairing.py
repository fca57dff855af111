"""The worth of dealing alike: each difference's interval with them and as if each had its own deals."""

from dataclasses import dataclass
from typing import Literal

import pandas as pd

from engine.study.differences import PairedDifference, length_difference, share_difference
from engine.study.estimates import Estimate
from engine.study.pairs import Compared
from engine.study.tables.columns import UNKNOWN, end_columns, estimate_columns
from engine.study.tables.compared.changes import one_parting
from engine.study.tables.compared.rows import Rows
from engine.study.tables.going import Unit

Of = Literal["wins", "lengths"]
"""The difference compared: player 1's share in points, or the mean length where both games end."""


@dataclass(frozen=True)
class Paired:
    """A rule set's difference from the one at the base; None where no game ends under both."""

    place: int
    difference: PairedDifference | None
    example: int


@dataclass(frozen=True)
class Pairing:
    """The differences from one rule set, the base: a row for every other one."""

    of: Of
    lasting: Unit
    """The unit of lengths."""
    rows: Rows
    """All rule sets."""
    base: int
    """The place of the one that the others are compared with."""
    pairs: tuple[Paired, ...]

    @property
    def name(self) -> str:
        """The name of its chart."""
        return f"pairing-{self.of}"

    @property
    def others(self) -> Rows:
        """The rule sets but the one at the base."""
        return tuple(self.rows[pair.place] for pair in self.pairs)

    @property
    def unit(self) -> str:
        """The unit of the differences."""
        return "points" if self.of == "wins" else self.lasting


def pairing(compared: Compared, rows: Rows, of: Of, *, base: int = 0, unit: Unit = "rounds") -> Pairing:
    """Work out what to draw; `unit` is what lengths are counted in."""
    pairs = []
    for place in range(len(rows)):
        if place == base:
            continue
        difference = (
            _in_points(share_difference(compared.changes_of(base, place), "player_1"))
            if of == "wins"
            else length_difference(compared.lengths_of(base, place, unit))
        )
        pairs.append(Paired(place, difference, one_parting(compared, base, place)))
    return Pairing(of, unit, rows, base, tuple(pairs))


def _in_points(difference: PairedDifference) -> PairedDifference:
    def points(share: Estimate) -> Estimate:
        return Estimate(100 * share.value, 100 * share.low, 100 * share.high, share.games)

    return PairedDifference(points(difference.paired), points(difference.unpaired))


def table(chart: Pairing) -> pd.DataFrame:
    """Return a row a rule set: the difference from the base with both intervals."""
    differences = [pair.difference or PairedDifference(UNKNOWN, UNKNOWN) for pair in chart.pairs]
    paired = [difference.paired for difference in differences]
    unpaired = [difference.unpaired for difference in differences]
    columns = {
        "rule set": [row.name for row in chart.others],
        "against": [chart.rows[chart.base].name] * len(chart.pairs),
        "deals": [estimate.games for estimate in paired],
        **estimate_columns(f"difference in {chart.unit}", paired, "paired"),
        **end_columns("unpaired", unpaired),
    }
    return pd.DataFrame(columns)
