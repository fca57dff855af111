"""Games of wrong programs in the kernels' own records: what a mistake can change is played again."""

from collections.abc import Callable
from itertools import islice
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.cards import Deal
from engine.diagnose.mistakes import stops_at
from engine.diagnose.wrong import rounds_of
from engine.game import LIMIT, Ending, Game, Reason, Rounds, count_rounds
from engine.kernels.codes import BOTH_OUT, CYCLE, REASON_CODES, RECORD, SHORTFALL
from engine.kernels.codes import LIMIT as CUT_OFF
from engine.rules import Rules

STOPPED: Final = 9
"""The reason in a record of a game that the program gave up; the kernels know none of it."""

Records = NDArray[np.void]
Bools = NDArray[np.bool_]


def never_ends(records: Records) -> Bools:
    """Say which games go round for ever, or were not over when the search for their end was."""
    never: Bools = (records["reason"] == CYCLE) | (records["reason"] == CUT_OFF)
    return never


def inside(records: Records) -> Bools:
    """Say which games ended inside a round, for want of cards."""
    short: Bools = (records["reason"] == SHORTFALL) | (records["reason"] == BOTH_OUT)
    return short


def replayed(
    deal_at: Callable[[int], Deal],
    sizes: NDArray[np.int64],
    records: Records,
    rules: Rules,
    playing: str,
    stopping: str,
    *,
    limit: int = LIMIT,
) -> Records:
    """Return records of the law's games with those played again that a mistake can change.

    deal_at: the deal of each record; sizes: how many cards it has.
    """
    if playing:
        for place in np.flatnonzero(_touched(sizes, records, rules, playing)).tolist():
            deal = deal_at(place)
            played = rounds_of(deal, rules, playing, limit=limit)
            records[place] = _record_of(count_rounds(deal, rules, played))
    if stopping:
        last, more = stops_at(stopping), stopping.endswith("-more")
        late = (records["rounds"] > last) | never_ends(records)
        for place in np.flatnonzero(late).tolist():
            winner = 0
            if more:
                size_1, size_2 = _sizes_after(rounds_of(deal_at(place), rules, playing), last)
                winner = 1 if size_1 > size_2 else 2 if size_2 > size_1 else 0
            records[place] = np.zeros((), RECORD)
            records[place]["winner"] = winner
            records[place]["reason"] = STOPPED
            for unit in ("rounds", "battles", "plays"):
                records[place][unit] = last
    return records


def _touched(sizes: NDArray[np.int64], records: Records, rules: Rules, playing: str) -> Bools:
    """Say which games a playing mistake can change at all; the others need no second game."""
    if playing.startswith("queue-of-"):
        places = int(playing.removeprefix("queue-of-").partition("-")[0])
        outgrown: Bools = sizes > places - playing.endswith("-empty")
        return outgrown
    if playing == "needs-one-more":
        wars: Bools = (records["wars"] > 0) | (records["reason"] == CYCLE)
        return wars
    fewer = np.minimum(records["size_1"], records["size_2"])
    just: Bools = inside(records) & (fewer == rules.need - 1)
    return just


def _record_of(game: Game) -> Any:
    """Write a game down as the kernels do; of an endless one, only that it is."""
    record = np.zeros((), RECORD)
    record["reason"] = REASON_CODES[game.outcome.reason]
    if game.outcome.reason is Reason.CYCLE:
        return record
    record["winner"] = game.outcome.winner
    record["size_1"], record["size_2"] = game.sizes
    for name in ("rounds", "battles", "plays", "wars", "depth"):
        record[name] = getattr(game, name)
    return record


def _sizes_after(played: Rounds[Ending], rounds: int) -> tuple[int, int]:
    """Return both deck sizes after so many rounds of a game that lasts longer, an endless one too."""
    sizes = [(0, 0)]
    for this in islice(played, rounds):
        if this.number == 1:
            sizes[0] = this.sizes
        sizes.append((len(this.decks[0]), len(this.decks[1])))
    if len(sizes) > rounds:
        return sizes[rounds]
    cycle = played.ending.cycle
    back = rounds if cycle is None else cycle.start - 1 + (rounds - cycle.start + 1) % cycle.length
    return sizes[min(back, len(sizes) - 1)]
