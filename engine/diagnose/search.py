"""Find the programs that fit the answers."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, product
from typing import Final, NamedTuple

import numpy as np

from engine.cards import Deal
from engine.diagnose.answers import Claim
from engine.diagnose.mistakes import MISTAKES, Kind, mistake_called, of_kind, stops_at
from engine.diagnose.playing import (
    PLACE,
    RULE_SETS,
    Bools,
    Ints,
    OddGame,
    Played,
    Records,
    Winners,
    apart_from,
    never_ends,
    play_odd,
)
from engine.diagnose.programs import (
    WRONG_UNITS,
    Printed,
    Program,
    Stops,
    counted,
    named,
    read_deal,
    stops_with_more,
)
from engine.kernels.codes import HIGHEST_FIRST, LAW, LOWEST_FIRST
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
    """Say what the program does otherwise, and what the judge wants instead.

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


class Box:
    """All programs that have given every answer so far. `alive`: rule sets x readings x readouts."""

    def __init__(self, judge: Rules, played: Played, tell: Tell) -> None:
        self.judge = judge
        self._played = played
        self._tell = tell
        apart = apart_from(judge)
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
        self.stops = Stops(self.alive[:, :, 0] & (self.costs[:, :, 0] < MOST_DIFFERENCES - 1))
        self.tried = int(self.alive.sum()) + self.stops.tried

    @property
    def empty(self) -> bool:
        """Whether no program is left."""
        return not (self.alive.any() or self.stops.alive.any())

    def narrow(self, clues: Sequence[Clue], limit: int) -> None:
        """Keep the programs that give these answers too."""
        # Misread deals are played by few rule sets only, so these are asked for apart.
        for readings in (np.array([0]), np.arange(1, len(READINGS))):
            self._narrow(clues, limit, readings)

    def _narrow(self, clues: Sequence[Clue], limit: int, asked: Ints) -> None:
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
            keep(alive, _PAYING.some(rules), [READOUTS[place] for place in readouts], mine, claim)
            self.stops.narrow(np.ix_(rules, readings), mine, claim)
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


def keep(alive: Bools, paying: Paying, readouts: Sequence[Readout], records: Records, claim: Claim) -> None:
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


# Which programs that play a round wrongly give these answers, alone and beside one thing more.
#
# Beside an odd way to play there is at most one rule, one misreading or one wrong readout; they are
# tried as far as the answers can tell them apart at all.

_SINGLE = np.array([len(readout.mistakes) < 2 for readout in READOUTS])
_PLAIN = np.array([len(readout.mistakes) == 0 for readout in READOUTS])


def near_rules(judge: Rules) -> list[Rules]:
    """Return every rule set that differs from the judge's in one rule."""
    return [RULE_SETS[place] for place in np.flatnonzero(apart_from(judge).sum(axis=1) == 1)]


def odd_programs(judge: Rules) -> Iterator[Program]:
    """Yield the judge's rules with each mistake in playing or counting rounds that means something there."""
    for name in chain(of_kind(Kind.PLAYING), ("forgets-wars",)):
        if MISTAKES[name].means_something(judge):
            yield Program(judge, (name,))


def pairs(judge: Rules) -> Iterator[Program]:
    """Yield these with one other rule, or with one misreading."""
    near = near_rules(judge)
    for program in odd_programs(judge):
        (name,) = program.mistakes
        for rules in near:
            if MISTAKES[name].means_something(rules) and _apart(name, rules, judge):
                yield Program(rules, (name,))
        for reading in READINGS[1:]:
            yield Program(judge, (reading, name))


def _apart(name: str, rules: Rules, judge: Rules) -> bool:
    """Say whether a mistake and a changed rule are two things: not both about the pick-up, or about the
    end of a war that cannot be paid for.
    """
    odd = MISTAKES[name].odd
    changed = {*rules.apart(judge)}
    if odd.war_lead or odd.order in (LOWEST_FIRST, HIGHEST_FIRST):
        return "pickup" not in changed
    about_ends = odd.spare or odd.checked or odd.ghost or odd.steal
    return not (about_ends and {"shortfall", "both_out"} & changed)


class OddPrograms:
    """Programs that play wrongly and have given every answer so far. `alive`: programs x readouts."""

    def __init__(self, judge: Rules, *, deep: bool) -> None:
        self.judge = judge
        single = [*odd_programs(judge)]
        self.programs = single + ([*pairs(judge)] if deep else [])
        self.alive: Bools = np.zeros((len(self.programs), len(READOUTS)), np.bool_)
        self.alive[: len(single)] = _SINGLE if deep else _PLAIN
        self.alive[len(single) :] = _PLAIN
        ends = [
            mistake_called(program.of(Kind.PLAYING)).odd for program in single if program.of(Kind.PLAYING)
        ]
        counting = np.array([readout.unit != "" or readout.offset != "" for readout in READOUTS])
        forgets = np.array([program.odd.forgets > 0 for program in self.programs])
        self.alive[np.ix_(forgets, counting)] = False
        naming = np.array([readout.naming != "" for readout in READOUTS])
        for place, odd in enumerate(ends):
            if odd.spare or odd.checked or odd.ghost:
                self.alive[place, naming] = False
        if judge.shortfall not in (Shortfall.LOSES, Shortfall.DRAW):
            self.alive[:, naming] = False
        if judge.symmetric:
            self.alive[:, [readout.naming == "winner-swapped" for readout in READOUTS]] = False
        self.tried = int(self.alive.sum())

    def narrow(self, clue: Clue, limit: int) -> None:
        """Keep the programs that give this answer too."""
        left = np.flatnonzero(self.alive.any(axis=1))
        if not len(left):
            return
        deal, claim = clue
        read = {name: read_deal(name, deal) if name else deal for name in READINGS}
        if claim.count is not None and not claim.endless:
            limit = min(limit, 2 * claim.count + 8)
        games = [
            OddGame(read[program.of(Kind.READING)], program.rules, program.odd, limit)
            for program in (self.programs[place] for place in left)
        ]
        records = play_odd(games)[:, None]
        alive = self.alive[left][:, None, :]
        paying = Paying.of([game.rules for game in games])
        keep(alive, paying, READOUTS, records, claim)
        self.alive[left] = alive[:, 0, :]

    def fits(self, form: str) -> list[Fit]:
        """Return the programs left."""
        return [
            Fit(Program(program.rules, (*program.mistakes, *READOUTS[readout].mistakes)), self.judge, form)
            for program, readout in (
                (self.programs[place], readout) for place, readout in np.argwhere(self.alive).tolist()
            )
        ]


def narrowed(judge: Rules, clues: Sequence[Clue], limit: int, *, deep: bool) -> OddPrograms:
    """Return what gives all these answers, the deals that cost least asked first."""
    programs = OddPrograms(judge, deep=deep)
    for clue in sorted(clues, key=_cost):
        programs.narrow(clue, limit)
    return programs


def _cost(clue: Clue) -> tuple[bool, int]:
    """Order answers by what it takes to look at them: those with a count tell most and are cut off early."""
    return clue.claim.count is None, clue.claim.count or clue.deal.size


# How many programs would be expected to give some answers by chance.
#
# A wrong program that has nothing to do with the person's gives an answer as often as the usual wrong
# programs do: the judge's own as often as these are right, any other as often as they name that
# winner, and a count about as often as their counts lie near it. Of independent programs, so many
# times the product over all answers are expected to fit by luck.

LIKELY: Final = 0.5
"""So many programs expected by chance are likely luck."""
SURE: Final = 0.05
"""Fewer are none."""
_NEAR: Final = 1.5
"""Counts within this factor are near."""
_ENOUGH: Final = 1e-9
"""A chance beyond which no further answer is looked at."""


def luck_words(by_chance: float) -> str:
    """Say how many programs would be expected to fit by luck.

    >>> luck_words(45.4), luck_words(0.6), luck_words(0.004)
    ('some 45 such programs would fit by luck', 'one such program would fit by luck', \
'such a program fits by luck in one of 250 questions')
    """
    if by_chance >= 1.5:
        return f"some {by_chance:,.0f} such programs would fit by luck"
    if by_chance >= LIKELY:
        return "one such program would fit by luck"
    return f"such a program fits by luck in one of {1 / max(by_chance, 1e-6):,.0f} questions"


def chance(clues: Sequence[Clue], judge: Rules, limit: int) -> float:
    """Return the chance that a wrong program gives all these answers for no reason."""
    programs = [(judge, LAW, "")]
    programs += [(rules, LAW, "") for rules in near_rules(judge)]
    programs += [(judge, program.odd, "") for program in odd_programs(judge)]
    programs += [(judge, LAW, reading) for reading in READINGS[1:]]
    whole = 1.0
    for deal, claim in clues:
        read = {name: read_deal(name, deal) if name else deal for name in READINGS}
        records = play_odd([OddGame(read[reading], rules, odd, limit) for rules, odd, reading in programs])
        printed = Printed(records["winner"], counted(records, claim.unit, ""), never_ends(records))
        whole *= _chance(Clue(deal, claim), printed)
        if whole < _ENOUGH:
            break
    return whole


def _chance(clue: Clue, printed: Printed) -> float:
    """Return the chance of one answer; the first program that printed is the judge's own."""
    claim = clue.claim
    number = len(printed.winner)
    right = says(claim, printed)
    if right[0] or claim.endless or claim.score is not None:
        return float(right.sum() + 1) / (number + 1)
    ends = ~printed.endless
    named = ends & np.isin(printed.winner, claim.winners) if claim.winners else ends
    share = float(named.sum() + 1) / (number + 1)
    if claim.count is None:
        return share
    near = ends & (printed.count >= claim.count / _NEAR) & (printed.count <= claim.count * _NEAR)
    width = claim.count * (_NEAR - 1 / _NEAR) + 1
    return share * float(near.sum() + 1) / (number + 1) / width


# Which programs give these answers: every rule set with every mistake, against every case.
#
# Programs that play a round wrongly are in `OddPrograms`; all others are in the `Box`.

PATIENCE: Final = 20_000
"""Rounds after which a game that has not ended counts as one that does not, for these searches."""
MOST_PATIENCE: Final = 100_000
"""The same where an answer names a count that is larger; the longest game met in 20 million had 19,952."""
MOST_EXPLANATIONS: Final = 120
SINGLE: Final = 200
"""Programs one rule or one mistake away from a judge's, about."""
DEEP: Final = 0.01
"""Chance of the answers up to which a mistake in playing is tried beside other mistakes."""


def patience(clues: Sequence[Clue]) -> int:
    """Return how many rounds a game is followed: twice any count claimed, but not for ever."""
    counts = (claim.count for _, claim in clues if claim.count is not None and not claim.endless)
    return min(max([PATIENCE, *(2 * count for count in counts)]), MOST_PATIENCE)


def fitting_rules(clues: Sequence[Clue], played: Played) -> Bools:
    """Say which rule sets alone give every answer. Shape (`RULE_SETS`,)."""
    fits = np.ones(len(RULE_SETS), np.bool_)
    limit = patience(clues)
    clues = different(clues)
    for some in _few_then_more(clues):
        records = played.play_all([deal for deal, _ in some], wanted=fits, limit=limit)
        for (_, claim), mine in zip(some, records.T, strict=True):
            fits &= says(claim, Printed(mine["winner"], counted(mine, claim.unit, ""), never_ends(mine)))
    if any(claim.score is not None for _, claim in clues):
        # A score takes the decks at the end: only named rules are asked for that.
        for place, rules in enumerate(RULE_SETS):
            fits[place] &= preset_of(rules) is not None and _scores(Program(rules), clues)
    return fits


def different(clues: Sequence[Clue]) -> list[Clue]:
    """Leave out clues that come again, whatever their suits."""
    return [*dict.fromkeys(clues)]


def _few_then_more(clues: Sequence[Clue]) -> Iterator[Sequence[Clue]]:
    """Cut clues into parts that grow: the first ones leave few programs for the others."""
    start, size = 0, 1
    while start < len(clues):
        yield clues[start : start + size]
        start, size = start + size, 8 * size


def one_step_programs(judge: Rules) -> tuple[Program, ...]:
    """Return the judge's rules and every program one rule or one mistake away from them."""
    names = [name for name, mistake in MISTAKES.items() if mistake.means_something(judge)]
    return (
        Program(judge),
        *map(Program, near_rules(judge)),
        *(Program(judge, (name,)) for name in names),
    )


class Found(NamedTuple):
    """What gives every answer, and how much was tried for it."""

    fits: list[Fit]
    tried: int
    chance: float
    """That a wrong program gives these answers for no reason."""

    def by_chance(self, fit: Fit) -> float:
        """Return how many programs as simple as this one would be expected to fit by luck."""
        differences = len(fit.differences)
        programs = SINGLE if differences == 1 else self.tried if differences else 0
        return programs * self.chance


def programs_that_say(clues: Sequence[Clue], judge: Rules, played: Played, tell: Tell) -> Found:
    """Return the programs that give every answer, the likeliest first."""
    box = Box(judge, played, tell)
    clues = different(clues)
    limit = patience(clues)
    form = clues[0].claim.form
    for some in _few_then_more(clues):
        if not box.empty:
            box.narrow(some, limit)
    luck = chance(clues, judge, limit)
    # Where a simple program fits by luck already, pairs would fit by the hundred and say nothing.
    odd = narrowed(judge, clues, limit, deep=luck < DEEP)
    fits = box.fits(form) + odd.fits(form)
    if name := stops_with_more(judge, clues, limit):
        fits.append(Fit(Program(judge, (name,)), judge, form))
    tried = box.tried + odd.tried + 1
    if judge not in PLACE:
        # More cards face down than anybody would think of: the box has none of these rules.
        near = one_step_programs(judge)
        fits += [Fit(program, judge, form) for program in near if _gives(program, clues, limit)]
        tried += len(near)
    fits.sort(key=lambda fit: (fit.order, _place(fit.program)))
    if any(claim.score is not None for _, claim in clues):
        scored = (fit for fit in fits if _scores(fit.program, clues))
        fits = [*islice(scored, MOST_EXPLANATIONS)]
    return Found(fits, tried, luck)


def _place(program: Program) -> tuple[int, int, tuple[str, ...]]:
    """Settle which of several goes first: of programs that give up, the one that goes on longest."""
    return -stops_at(program.of(Kind.STOPPING)), PLACE.get(program.rules, -1), program.mistakes


def _gives(program: Program, clues: Sequence[Clue], limit: int) -> bool:
    """Say whether a program gives every answer, looking no further than it has to."""
    for deal, claim in clues:
        cut_off = claim.count is not None and not claim.endless and not program.of(Kind.STOPPING)
        enough = min((claim.count or 0) + 2, limit) if cut_off else limit
        if not says(claim, program.prints(program.play([deal], limit=enough), claim.unit)).all():
            return False
    return True


def _scores(program: Program, clues: Sequence[Clue]) -> bool:
    return all(claim.score in (None, program.score(deal, limit=PATIENCE)) for deal, claim in clues)
