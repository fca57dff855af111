"""The figure of a feat, of many games at once: the larger the better, but for the quickest."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.kernels import Records
from engine.kernels.codes import CYCLE, LIMIT
from engine.records.feats import COMEBACK, CYCLE_OF, DEEPEST, LEAD_IN, LONGEST, MOST_WARS, QUICKEST, Feat

Figures = NDArray[np.int64]

NONE: Final = int(np.iinfo(np.int64).min)
"""The figure of a game that has not done the feat: less than every other."""


def figures(feat: Feat, records: Records, last_cards: Figures | None = None) -> Figures:
    """Return the figure of each game, `NONE` where it has none.

    `records` know their cycles where the feat is of cycles; `last_cards` (games x 2) are needed for the
    comeback alone: rounds that either player began with one card.
    """
    cycle = records["reason"] == CYCLE
    ended = ~cycle & (records["reason"] != LIMIT)
    won = ended & (records["winner"] > 0)
    values: dict[str, tuple[Any, Any]] = {
        LONGEST.name: (ended, records["rounds"]),
        CYCLE_OF.name: (cycle, records["cycle_length"]),
        LEAD_IN.name: (cycle, records["cycle_start"] - 1),
        DEEPEST.name: (ended, records["depth"]),
        MOST_WARS.name: (ended, records["wars"]),
        QUICKEST.name: (won, records["rounds"]),
        COMEBACK.name: (won, _of_winner(records, last_cards)),
    }
    there, value = values[feat.name]
    return np.where(there, value.astype(np.int64), NONE)


def _of_winner(records: Records, last_cards: Figures | None) -> Figures:
    if last_cards is None:
        return np.zeros(len(records), np.int64)
    return np.where(records["winner"] == 2, last_cards[:, 1], last_cards[:, 0])
