"""All programs at once: rule set x reading x readout, narrowed by one answer after the other.

A readout is how an outcome is turned into an answer: what is counted, one more or less, whose name,
when the program gives up. The kernels play rule sets and readings; readouts are arithmetic on their
records.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from engine.cards import Deal
from engine.diagnose.answers import Claim
from engine.diagnose.explain import Fit
from engine.diagnose.grid import RULE_SETS, Played
from engine.diagnose.misreading import read_deal
from engine.diagnose.mistakes import CAPS, Kind, of_kind, stops_at
from engine.diagnose.programs import WRONG_UNITS, Printed, Program, counted, named
from engine.diagnose.records import Bools, Ints, Records, Winners, never_ends
from engine.game.answer_forms import NOBODY
from engine.rules import Rules, Shortfall

MOST_DIFFERENCES: Final = 3
"""Rules and mistakes in which an explanation differs from the judge's, unless it has rules only."""
MOST_KEPT: Final = 2_000


class Readout(NamedTuple):
    """How an outcome becomes an answer: at most one mistake of each kind."""

    naming: str = ""
    unit: str = ""
    offset: str = ""
    stopping: str = ""

    @property
    def mistakes(self) -> tuple[str, ...]:
        """The mistakes in it."""
        return tuple(name for name in self if name)


def _readouts() -> Iterator[Readout]:
    kinds = (("", *of_kind(Kind.NAMING)), ("", *WRONG_UNITS), ("", *of_kind(Kind.OFFSET)))
    for naming, unit, offset in product(*kinds):
        yield Readout(naming, unit, offset)
    for rounds in CAPS:
        yield Readout(stopping=f"stops-at-{rounds}-drawn")


READOUTS: Final = tuple(_readouts())
READINGS: Final = ("", *of_kind(Kind.READING))
_NEED: Final = np.array([[rules.need] for rules in RULE_SETS])
_LOSES: Final = np.array([[rules.shortfall is Shortfall.LOSES] for rules in RULE_SETS])
_DRAWS: Final = np.array([[rules.shortfall is Shortfall.DRAW] for rules in RULE_SETS])
_SYMMETRIC: Final = np.array([rules.symmetric for rules in RULE_SETS])


Tell = Callable[[int, int], None]
"""Hears how many programs have been tried, and of how many."""


class Clue(NamedTuple):
    """A deal and what a program says about it, in one way to read its words."""

    deal: Deal
    claim: Claim


def says(claim: Claim, printed: Printed) -> Bools:
    """Say where what is printed is what is claimed. Shape as the arrays printed."""
    right = _ends(claim, printed.endless)
    return right & _says_winner(claim, printed.winner) & _says_count(claim, printed.count)


def _ends(claim: Claim, endless: Bools) -> Bools:
    return endless if claim.endless else ~endless


def _says_winner(claim: Claim, winner: Winners) -> Bools:
    """Say where the winner is the one claimed; an endless game has none to be wrong."""
    asked = claim.winners and not claim.endless
    return np.isin(winner, claim.winners) if asked else np.ones(winner.shape, np.bool_)


def _says_count(claim: Claim, count: Ints) -> Bools:
    asked = claim.count is not None and not claim.endless
    right: Bools = count == claim.count if asked else np.ones(count.shape, np.bool_)
    return right


def _says_stopped(claim: Claim, rounds: int) -> bool:
    """Say whether a program that gives up after so many rounds, drawn, would say this."""
    drawn = not claim.winners or NOBODY in claim.winners
    return drawn and not claim.endless and claim.count in (None, rounds)


class Box:
    """All programs that have given every answer so far. `alive`: rule sets x readings x readouts."""

    def __init__(self, judge: Rules, played: Played, tell: Tell) -> None:
        self.judge = judge
        self._played = played
        self._tell = tell
        self.rules = np.array([len(rules.apart(judge)) for rules in RULE_SETS])
        reading = np.array([name != "" for name in READINGS])
        readout = np.array([len(readout.mistakes) for readout in READOUTS])
        self.costs = (
            self.rules[:, None, None] + reading[None, :, None].astype(np.int64) + readout[None, None, :]
        ).astype(np.int8)
        self.alive: Bools = self.costs <= MOST_DIFFERENCES
        self.alive[:, 0, 0] = True
        # Where exchanging the decks exchanges the winner, naming the loser is the same mistake.
        swapped = np.array([readout.naming == "winner-swapped" for readout in READOUTS])
        self.alive[np.ix_(_SYMMETRIC, np.ones(len(READINGS), np.bool_), swapped)] = False
        self.tried = int(self.alive.sum())

    def narrow(self, clues: Sequence[Clue], limit: int) -> None:
        """Keep the programs that give these answers too."""
        deals: dict[Deal, int] = {}
        columns: list[list[int]] = []
        useful = np.any(self.alive, axis=(0, 2)).tolist()
        for deal, _ in clues:
            read = [
                read_deal(name, deal) if name and asked else deal
                for name, asked in zip(READINGS, useful, strict=True)
            ]
            columns.append([deals.setdefault(as_read, len(deals)) for as_read in read])
        wanted = np.asarray(np.any(self.alive, axis=(1, 2)))
        tried = self.tried - self.alive.sum() + np.cumsum(self.alive.sum(axis=(1, 2)))

        def played(rule_sets: int) -> None:
            self._tell(int(tried[rule_sets - 1]), self.tried)

        records = self._played.play_all([*deals], wanted=wanted, limit=limit, played=played)
        rules, readings = np.flatnonzero(wanted), np.flatnonzero(useful)
        readouts = np.flatnonzero(np.any(self.alive, axis=(0, 1)))
        left = np.ix_(rules, readings, readouts)
        alive = self.alive[left]
        for (_, claim), places in zip(clues, columns, strict=True):
            mine = records[np.ix_(rules, np.array(places)[readings])]
            _keep(alive, rules, [READOUTS[place] for place in readouts], mine, claim)
        self.alive[left] = alive

    def fits(self, form: str) -> list[Fit]:
        """Return the programs left with the fewest differences, not all if they are very many."""
        costs = self.costs[self.alive]
        if not len(costs):
            return []
        most = np.sort(costs)[min(len(costs), MOST_KEPT) - 1]
        places = np.argwhere(self.alive & (self.costs <= most))[: 4 * MOST_KEPT]
        return [Fit(_program(*place), self.judge, form) for place in places.tolist()]


def _keep(alive: Bools, rules: Ints, readouts: Sequence[Readout], records: Records, claim: Claim) -> None:
    """Keep of some programs (rule sets x readings x readouts) those whose records give an answer."""
    endless = never_ends(records)
    ends = _ends(claim, endless)
    winner_right = {
        naming: ends & _says_winner(claim, named(records, naming, _NEED[rules], _LOSES[rules], _DRAWS[rules]))
        for naming in {readout.naming for readout in readouts}
    }
    count_right = {
        (unit, offset): _says_count(claim, counted(records, WRONG_UNITS.get(unit, claim.unit), offset))
        for unit, offset in {(readout.unit, readout.offset) for readout in readouts}
    }
    for place, readout in enumerate(readouts):
        right = winner_right[readout.naming] & count_right[readout.unit, readout.offset]
        if readout.stopping:
            last = stops_at(readout.stopping)
            late = endless | (records["rounds"] > last)
            right = np.where(late, _says_stopped(claim, last), right)
        alive[:, :, place] &= right


def _program(rules: int, reading: int, readout: int) -> Program:
    mistakes = (*filter(None, (READINGS[reading],)), *READOUTS[readout].mistakes)
    return Program(RULE_SETS[rules], mistakes)
