"""Programs that give up after some rounds: which numbers of rounds their answers leave open."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from engine.cards import Deal
from engine.diagnose.answers import Claim
from engine.diagnose.catalogue import CAPS, stopping
from engine.diagnose.mistakes import MOST_STOP
from engine.diagnose.records import Bools, Records, never_ends
from engine.diagnose.wrong import OddGame, leaders, play_odd
from engine.game.answer_forms import NOBODY
from engine.kernels.odd_codes import LAW, Odd
from engine.rules import Rules

VERDICTS: Final = (("drawn", NOBODY), ("player-1", 1), ("player-2", 2))
"""What a program says when it gives up, whatever the decks are then."""

ENDLESS: Final = MOST_STOP + 1


class Stops:
    """For programs (rule sets x readings) and each verdict, after how many rounds they may give up.

    A deal answered as its game ends was not stopped before; one answered otherwise was.
    """

    def __init__(self, asked: Bools) -> None:
        shape = (*asked.shape, len(VERDICTS))
        self._first = np.ones(shape, np.int64)
        self._last = np.full(shape, ENDLESS, np.int64)
        self._stopped = np.zeros(shape, np.int64)
        # Who always names one player is no program that gives up: some game was played to another end.
        self._shown = np.zeros(len(VERDICTS), np.bool_)
        self._shown[0] = True
        self.tried = int(asked.sum()) * len(VERDICTS)
        self.alive: Bools = asked.copy()

    def narrow(self, some: Any, records: Records, claim: Claim) -> None:
        """Take one more answer into account; `some`: the programs whose records these are."""
        never = never_ends(records)
        rounds = np.where(never, ENDLESS, records["rounds"])
        finished = ~never & _says(claim, records["winner"]) & (not claim.endless)
        if claim.count is not None and not claim.endless:
            finished &= records[claim.unit if claim.unit != "steps" else "plays"] == claim.count
        for place, (_, winner) in enumerate(VERDICTS):
            first, last = self._first[..., place][some], self._last[..., place][some]
            stops = not claim.endless and (not claim.winners or winner in claim.winners)
            if stops:
                last = np.where(finished, last, np.minimum(last, rounds - 1))
                if claim.count is not None:
                    last = np.where(finished, last, np.minimum(last, claim.count))
                    first = np.where(finished, first, np.maximum(first, claim.count))
                self._stopped[..., place][some] += ~finished
            else:
                self._shown[place] = True
                first = np.where(finished, np.maximum(first, rounds), first)
                last = np.where(finished, last, 0)
            self._first[..., place][some], self._last[..., place][some] = first, last
        self.alive[some] &= (self._first[some] <= self._last[some]).any(axis=-1)

    def left(self) -> Iterator[tuple[int, int, str]]:
        """Yield rule set, reading and mistake of those left that were stopped at all.

        A count alone names a number of rounds for every answer with a winner: it has to be a usual
        number, or to come twice.
        """
        number = np.array([place > 0 for place in range(len(VERDICTS))])
        usual = ~number | (self._first < self._last) | (self._stopped > 1) | np.isin(self._first, CAPS)
        open_still = self.alive[..., None] & (self._stopped > 0) & self._shown & usual
        open_still &= self._first <= self._last
        for rules, reading, place in np.argwhere(open_still).tolist():
            first, last = int(self._first[rules, reading, place]), int(self._last[rules, reading, place])
            yield rules, reading, stopping(first, min(last, MOST_STOP), VERDICTS[place][0]).name


def _says(claim: Claim, winner: Any) -> Any:
    return np.isin(winner, claim.winners) if claim.winners else True


def stops_with_more(rules: Rules, clues: Sequence[tuple[Deal, Claim]], limit: int, odd: Odd = LAW) -> str:
    """Return the mistake of a program that gives up and names whoever holds more cards; nothing if none.

    Between the bounds there may be numbers of rounds after which the other player held more.
    """
    fits, stopped = np.ones(limit, np.bool_), np.zeros(limit, np.int64)
    number = np.arange(1, limit + 1)
    for deal, claim in clues:
        if claim.endless or claim.score is not None:
            return ""
        game = OddGame(deal, rules, odd, limit)
        record = play_odd([game])[0]
        rounds = ENDLESS if never_ends(record) else int(record["rounds"])
        late = number < rounds
        told = np.where(late, leaders(game, limit), record["winner"])
        if claim.winners:
            fits &= np.isin(told, claim.winners)
        if claim.count is not None:
            fits &= np.minimum(number, rounds) == claim.count
        stopped += late
    counted = any(claim.count is not None for _, claim in clues)
    usual = np.isin(number, CAPS) | (stopped > 1) | (not counted)
    places = np.flatnonzero(fits & (stopped > 0) & usual)
    return stopping(int(places[0]) + 1, int(places[-1]) + 1, "more").name if len(places) else ""
