"""All programs at once: rule set x reading x readout, narrowed by one answer after the other.

A readout is how an outcome is turned into an answer: what is counted, one more or less, whose name,
when the program gives up. The kernels play rule sets and readings; readouts are arithmetic on their
records.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards import Deal
from engine.diagnose.claims import Claim
from engine.diagnose.grid import RULE_SETS, Played
from engine.diagnose.misreading import read_deal
from engine.diagnose.mistakes import CAPS, MISTAKES, Kind, of_kind, stops_at
from engine.diagnose.programs import WRONG_UNITS, Printed, Program, counted, named
from engine.diagnose.records import never_ends
from engine.rules import Rules, Shortfall, preset_of

Records = NDArray[np.void]
Bools = NDArray[np.bool_]

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
_SYMMETRIC: Final = np.array([[rules.symmetric] for rules in RULE_SETS])


class Question(NamedTuple):
    """A deal and what a program says about it, in one way to read its words."""

    deal: Deal
    claim: Claim


@dataclass(frozen=True, slots=True)
class Found:
    """A program that gives every answer, and how far it is from the judge's rules."""

    program: Program
    differences: frozenset[str]
    rare: int
    form: str

    @property
    def order(self) -> tuple[int, int]:
        """The likeliest first: the fewest differences, then the more usual ones."""
        # Somebody else's rules taken as a whole are one idea, however many rules it changes.
        whole = not self.program.mistakes and preset_of(self.program.rules) is not None
        return min(len(self.differences), 2 if whole else 99), self.rare


def found_to_fit(program: Program, judge: Rules, form: str) -> Found:
    """Put down a program that fits."""
    said = {name: program.rules.said(name) for name in program.rules.apart(judge)}
    rules = [f"{name}={value.text}" for name, value in said.items()]
    rare = sum(value.rare for value in said.values()) + sum(MISTAKES[name].rare for name in program.mistakes)
    return Found(program, frozenset((*rules, *program.mistakes)), rare, form)


def says(claim: Claim, printed: Printed) -> Bools:
    """Say where what is printed is what is claimed. Shape as the arrays printed."""
    if claim.endless:
        return printed.endless
    right: Bools = ~printed.endless
    if claim.winners:
        right = right & np.isin(printed.winner, claim.winners)
    if claim.count is not None:
        right = right & (printed.count == claim.count)
    return right


class Box:
    """All programs that have given every answer so far. `alive`: rule sets x readings x readouts."""

    def __init__(self, judge: Rules, played: Played) -> None:
        self.judge = judge
        self._played = played
        self.rules = np.array([len(rules.apart(judge)) for rules in RULE_SETS])
        reading = np.array([name != "" for name in READINGS])
        readout = np.array([len(each.mistakes) for each in READOUTS])
        self.costs = (
            self.rules[:, None, None] + reading[None, :, None].astype(np.int64) + readout[None, None, :]
        ).astype(np.int8)
        self.alive: Bools = self.costs <= MOST_DIFFERENCES
        self.alive[:, 0, 0] = True
        swapped = [place for place, each in enumerate(READOUTS) if each.naming == "winner-swapped"]
        # Where exchanging the decks exchanges the winner, naming the loser is the same mistake.
        for place in swapped:
            self.alive[_SYMMETRIC[:, 0], :, place] = False
        self.tried = int(self.alive.sum())

    def narrow(self, questions: Sequence[Question], limit: int) -> None:
        """Keep the programs that give these answers too."""
        deals: dict[Deal, int] = {}
        columns: list[list[int]] = []
        useful = np.any(self.alive, axis=(0, 2)).tolist()
        for deal, _ in questions:
            read = [
                read_deal(name, deal) if name and asked else deal
                for name, asked in zip(READINGS, useful, strict=True)
            ]
            columns.append([deals.setdefault(each, len(deals)) for each in read])
        wanted = np.asarray(np.any(self.alive, axis=(1, 2)))
        records = self._played.play_all([*deals], wanted=wanted, limit=limit)
        for (_, claim), places in zip(questions, columns, strict=True):
            self._keep(records[:, places], claim)

    def _keep(self, records: Records, claim: Claim) -> None:
        endless = never_ends(records)
        nothing = np.zeros(records.shape, np.int64)
        winner_right, count_right = {}, {}
        for naming in {each.naming for each in READOUTS}:
            winner = named(records, naming, _NEED, _LOSES, _DRAWS)
            only_winner = Claim(claim.form, claim.winners, claim.endless)
            winner_right[naming] = says(only_winner, Printed(winner, nothing, endless))
        for unit, offset in {(each.unit, each.offset) for each in READOUTS}:
            number = counted(records, WRONG_UNITS.get(unit, claim.unit), offset)
            only_count = Claim(claim.form, (), claim.endless, claim.count)
            count_right[unit, offset] = says(only_count, Printed(records["winner"], number, endless))
        for place, each in enumerate(READOUTS):
            right = winner_right[each.naming] & count_right[each.unit, each.offset]
            if each.stopping:
                last = stops_at(each.stopping)
                late = endless | (records["rounds"] > last)
                stopped = (not claim.endless) and says_stopped(claim, last)
                right = np.where(late, stopped, right)
            self.alive[:, :, place] &= right

    def found(self, form: str) -> list[Found]:
        """Return the programs left with the fewest differences, not all if they are very many."""
        costs = self.costs[self.alive]
        if not len(costs):
            return []
        most = np.sort(costs)[min(len(costs), MOST_KEPT) - 1]
        places = np.argwhere(self.alive & (self.costs <= most))[: 4 * MOST_KEPT]
        return [self._program(*place, form=form) for place in places.tolist()]

    def _program(self, rules: int, reading: int, readout: int, *, form: str) -> Found:
        mistakes = (*filter(None, (READINGS[reading],)), *READOUTS[readout].mistakes)
        return found_to_fit(Program(RULE_SETS[rules], mistakes), self.judge, form)


def says_stopped(claim: Claim, rounds: int) -> bool:
    """Say whether a program that gives up after so many rounds, drawn, would say this."""
    return (not claim.winners or 0 in claim.winners) and claim.count in (None, rounds)
