"""Every program that plays by rules, filtered by one answer after the other."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from engine.cards import Deal
from engine.diagnose.answers import Claim
from engine.diagnose.mistakes import Kind, mistake_called, of_kind
from engine.diagnose.playing import (
    RULE_SETS,
    Bools,
    GameCache,
    Ints,
    Records,
    Winners,
    differing_rules,
    never_ends,
)
from engine.diagnose.programs import WRONG_UNITS, Printed, Program, RoundLimits, counted, named, read_deal
from engine.rules import RULE_NAMES, Rules, Shortfall, preset_of
from engine.wording.sentences import Part, Sentence, sentence

# A program's differences from the judge's rules, in plain words.


@dataclass(frozen=True)
class Fit:
    """A program that answers or plays as the person's does, and how far it is from the judge's rules."""

    program: Program
    judge: Rules
    form: str = ""
    """In whose words the answers were read."""

    @cached_property
    def differences(self) -> tuple[str, ...]:
        """The rules, as `name=value`, and the mistakes in which it differs from the judge, sorted."""
        rules = (f"{name}={self.program.rules.said(name).text}" for name in self._rules)
        return tuple(sorted((*rules, *self.program.mistakes)))

    @cached_property
    def rare(self) -> int:
        """How seldom we have met all this, the lower the more often."""
        rules = sum(self.program.rules.said(name).rare for name in self._rules)
        return rules + sum(mistake_called(name).rare for name in self.program.mistakes)

    @property
    def order(self) -> tuple[int, int]:
        """The likeliest first: the fewest differences, then the more usual ones."""
        # Somebody else's rules taken as a whole are one idea, however many rules it changes.
        whole = not self.program.mistakes and preset_of(self.program.rules) is not None
        return min(len(self.differences), 2 if whole else 99), self.rare

    @property
    def sentence(self) -> Sentence:
        """The differences between program and judge, in plain words."""
        return explanation_words(self.program, self.judge)

    @property
    def _rules(self) -> tuple[str, ...]:
        return self.program.rules.apart(self.judge)


def explanation_words(program: Program, judge: Rules) -> Sentence:
    """Return what the program does otherwise, and what the judge wants instead.

    >>> from engine.rules import PLAYABLE
    >>> from engine.wording.sentences import plain
    >>> plain(explanation_words(Program.parse("code-golf+10-as-1"), PLAYABLE["code-golf"]))
    'Your program reads 10 as 1. The judge means ten.'
    """
    changed = program.rules.apart(judge)
    own, wanted = preset_of(program.rules), preset_of(judge)
    does = [mistake_called(name).does for name in program.mistakes]
    wants = [mistake_called(name).wants for name in program.mistakes]
    if len(changed) > 2 and own is not None and wanted is not None:
        does.append(f"plays by the rules of *{own.title}*")
        wants.append(f"plays by those of *{wanted.title}*")
    else:
        does += [program.rules.said(name).does for name in changed]
        wants += [judge.said(name).wants or judge.said(name).does for name in changed]
    if not does:
        return (Part("Your program does what the judge does."),)
    return sentence(f"Your program {_and(does)}. The judge {_and(list(dict.fromkeys(wants)))}.")


def _and(phrases: Iterable[str]) -> str:
    *first, last = phrases
    return f"{', '.join(first)} and {last}" if first else last


# All programs that play by rules: rule set x reading x readout, narrowed by one answer after the other.
#
# A readout is how an outcome is turned into an answer: what is counted, one more or less, whose name.
# The kernels play rule sets and readings; readouts are arithmetic on their records, and so is when a
# program gives up.

MOST_DIFFERENCES: Final = 3
"""Rules and mistakes in which an explanation differs from the judge's, unless it has rules only."""
MOST_KEPT: Final = 2_000
_OF_SHORTFALL: Final = frozenset({*of_kind(Kind.NAMING)} - {"winner-swapped"})
"""Mistakes in naming who wins where a war cannot be finished."""
_ENDING: Final = [RULE_NAMES.index(name) for name in ("shortfall", "both_out")]
"""The rules that say who wins then, by their places."""


class Readout(NamedTuple):
    """How an outcome becomes an answer: at most one mistake of each kind."""

    naming: str = ""
    unit: str = ""
    offset: str = ""

    @property
    def mistakes(self) -> tuple[str, ...]:
        """The mistakes in it."""
        return tuple(name for name in self if name)


READOUTS: Final = tuple(
    Readout(*names)
    for names in product(("", *of_kind(Kind.NAMING)), ("", *WRONG_UNITS), ("", *of_kind(Kind.OFFSET)))
)
READINGS: Final = ("", *of_kind(Kind.READING))
_SYMMETRIC: Final = np.array([rules.symmetric for rules in RULE_SETS])


Tell = Callable[[int, int], None]
"""Hears how many programs have been tried, and of how many."""


class Clue(NamedTuple):
    """A deal and what a program says about it, in one way to read its words."""

    deal: Deal
    claim: Claim


def matches(claim: Claim, printed: Printed) -> Bools:
    """Return where what is printed is what is claimed. Shape as the arrays printed."""
    right = _ends(claim, printed.endless)
    return right & _says_winner(claim, printed.winner) & _says_count(claim, printed.count)


def _ends(claim: Claim, endless: Bools) -> Bools:
    return endless if claim.endless else ~endless


def _says_winner(claim: Claim, winner: Winners) -> Bools:
    """Return where the winner is the one claimed; an endless game has none to be wrong."""
    asked = claim.winners and not claim.endless
    return np.isin(winner, claim.winners) if asked else np.ones(winner.shape, np.bool_)


def _says_count(claim: Claim, count: Ints) -> Bools:
    asked = claim.count is not None and not claim.endless
    right: Bools = count == claim.count if asked else np.ones(count.shape, np.bool_)
    return right


class Paying(NamedTuple):
    """What of each rule set a mistake in naming the winner turns on, to be broadcast against records."""

    need: Ints
    loses: Bools
    draws: Bools

    @classmethod
    def of(cls, rules: Sequence[Rules]) -> "Paying":
        """Look these up."""
        return cls(
            np.array([[each.need] for each in rules]),
            np.array([[each.shortfall is Shortfall.LOSES] for each in rules]),
            np.array([[each.shortfall is Shortfall.DRAW] for each in rules]),
        )

    def some(self, places: Ints) -> "Paying":
        """Return those of some rule sets."""
        return Paying(self.need[places], self.loses[places], self.draws[places])


_PAYING: Final = Paying.of(RULE_SETS)


class Candidates:
    """All programs that have given every answer so far. `alive`: rule sets x readings x readouts."""

    def __init__(self, judge: Rules, played: GameCache, tell: Tell, *, counts: bool = True) -> None:
        """counts: whether answers name a winner or a count; a score has neither."""
        self.judge = judge
        self._played = played
        self._tell = tell
        apart = differing_rules(judge)
        self.rules = apart.sum(axis=1, dtype=np.int8)
        reading = np.array([name != "" for name in READINGS])
        readout = np.array([len(readout.mistakes) for readout in READOUTS], np.int8)
        self.costs = self.rules[:, None, None] + reading[:, None].astype(np.int8) + readout
        self.alive: Bools = self.costs <= MOST_DIFFERENCES
        # Who reads the cards wrongly got at most one rule wrong besides.
        self.alive &= ~((self.rules > 1)[:, None] & reading)[:, :, None]
        self.alive[:, 0, 0] = True
        # Where exchanging the decks exchanges the winner, naming the loser is the same mistake.
        swapped = np.array([readout.naming == "winner-swapped" for readout in READOUTS])
        self.alive &= ~(_SYMMETRIC[:, None] & swapped)[:, None]
        # Of a shortfall that is somebody else's rule, nothing more is asked: who is named then, say.
        ending: Bools = np.logical_or.reduce(apart[:, _ENDING], axis=1)
        named_so = np.array([readout.naming in _OF_SHORTFALL for readout in READOUTS])
        self.alive &= ~(ending[:, None] & named_so)[:, None]
        if not counts:
            self.alive[:, :, 1:] = False
        self.stops = RoundLimits(self.alive[:, :, 0] & (self.costs[:, :, 0] < MOST_DIFFERENCES - 1))
        self.tried = int(self.alive.sum()) + self.stops.tried

    @property
    def empty(self) -> bool:
        """Whether no program is left."""
        return not (self.alive.any() or self.stops.alive.any())

    def filter(self, clues: Sequence[Clue], limit: int) -> None:
        """Keep the programs that give these answers too."""
        # Misread deals are played by few rule sets only, so these are asked for apart.
        for readings in (np.array([0]), np.arange(1, len(READINGS))):
            self._filter(clues, limit, readings)

    def _filter(self, clues: Sequence[Clue], limit: int, asked: Ints) -> None:
        left = np.any(self.alive[:, asked], axis=2) | self.stops.alive[:, asked]
        rules, readings = np.flatnonzero(left.any(axis=1)), asked[left.any(axis=0)]
        if not len(rules):
            return
        deals: dict[Deal, int] = {}
        columns: list[list[int]] = []
        for deal, _ in clues:
            names = [READINGS[place] for place in readings]
            as_read = [read_deal(name, deal) if name else deal for name in names]
            columns.append([deals.setdefault(read, len(deals)) for read in as_read])
        wanted = left.any(axis=1)
        left_of = np.count_nonzero(self.alive, axis=(1, 2))
        tried = self.tried - left_of.sum() + np.cumsum(left_of)

        def played(rule_sets: int) -> None:
            if asked[0] == 0:  # those that misread deals are so few that nobody waits for them
                self._tell(int(tried[rule_sets - 1]), self.tried)

        records = self._played.play_all([*deals], wanted=wanted, limit=limit, played=played)
        readouts = np.flatnonzero(np.any(self.alive[:, readings], axis=(0, 1)))
        some = np.ix_(rules, readings, readouts)
        alive = self.alive[some]
        for (_, claim), places in zip(clues, columns, strict=True):
            mine = records[np.ix_(rules, np.array(places))]
            filter_alive(alive, _PAYING.some(rules), [READOUTS[place] for place in readouts], mine, claim)
            self.stops.filter(np.ix_(rules, readings), mine, claim)
        self.alive[some] = alive

    def fits(self, form: str) -> list[Fit]:
        """Return the programs left with the fewest differences, not all if they are very many."""
        stopping = [
            Fit(Program(RULE_SETS[rules], (*filter(None, (READINGS[reading],)), name)), self.judge, form)
            for rules, reading, name in self.stops.left()
        ]
        costs = self.costs[self.alive]
        if not len(costs):
            return stopping
        most = np.sort(costs)[min(len(costs), MOST_KEPT) - 1]
        places = np.argwhere(self.alive & (self.costs <= most))[: 4 * MOST_KEPT]
        return [Fit(_program(*place), self.judge, form) for place in places.tolist()] + stopping


def filter_alive(
    alive: Bools, paying: Paying, readouts: Sequence[Readout], records: Records, claim: Claim
) -> None:
    """Keep of some programs (rule sets x readings x readouts) those whose records give an answer."""
    ends = _ends(claim, never_ends(records))
    winner_right = {
        naming: ends & _says_winner(claim, named(records, naming, *paying))
        for naming in {readout.naming for readout in readouts}
    }
    count_right = {
        (unit, offset): _says_count(claim, counted(records, WRONG_UNITS.get(unit, claim.unit), offset))
        for unit, offset in {(readout.unit, readout.offset) for readout in readouts}
    }
    for place, readout in enumerate(readouts):
        alive[:, :, place] &= winner_right[readout.naming] & count_right[readout.unit, readout.offset]


def _program(rules: int, reading: int, readout: int) -> Program:
    mistakes = (*filter(None, (READINGS[reading],)), *READOUTS[readout].mistakes)
    return Program(RULE_SETS[rules], mistakes)
