"""Search the programs that fit the answers: those that play by rules, and those with a fault in playing."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, islice, product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards import Deal
from engine.diagnose import mistakes, playing, programs
from engine.diagnose.answers import Claim
from engine.diagnose.mistakes import CHECKED, MISTAKES, WRONG_UNITS, Kind, mistake_called, of_kind, stops_at
from engine.diagnose.playing import RULE_SETS, Bools, GameCache, Ints, Results
from engine.diagnose.programs import Players, Printed, Program, RoundLimits
from engine.game import FORM_OF, deck_score
from engine.kernels import HIGHEST_FIRST, LAW, LOWEST_FIRST
from engine.numbers import number_words
from engine.rules import RULE_NAMES, Order, Rules, Shortfall, preset_of
from engine.wording import Part, Sentence, listed, sentence

# A program's differences from the judge's rules, in plain words.


@dataclass(frozen=True)
class Fit:
    """A program that answers or plays as the person's does, and how far it is from the judge's rules."""

    program: Program
    judge_rules: Rules
    form: str = ""

    @cached_property
    def differences(self) -> tuple[str, ...]:
        """The rules, as `name=value`, and the mistakes in which it differs from the judge, sorted."""
        rules = (f"{name}={self.program.rules.description(name).text}" for name in self._rules)
        return tuple(sorted((*rules, *self.program.mistakes)))

    @cached_property
    def rare(self) -> int:
        """How seldom we have met all this, the lower the more often."""
        rules = sum(self.program.rules.description(name).rare for name in self._rules)
        return rules + sum(mistake_called(name).rare for name in self.program.mistakes)

    @cached_property
    def order(self) -> tuple[int, int]:
        """The likeliest first: the fewest differences, then the more usual ones."""
        # Somebody else's rules taken as a whole are one idea, however many rules it changes.
        whole = not self.program.mistakes and preset_of(self.program.rules) is not None
        one = self._has_to_settle or asks_as_before(self.program, self.judge_rules)
        number = len(self._rules) + len(self.program.mistakes) - one
        return min(number, 2 if whole else 99), self.rare

    @property
    def _has_to_settle(self) -> bool:
        """Whether by a mistake it meets what the judge never does: how it settles that is no second one.

        A count taken for a card can equal another; who loses if short of cards has to say who if both are.
        """
        made = {*self.program.mistakes}
        if made & {*programs.WITH_NUMBERS} and not mistakes.has_equal_cards(self.form):
            return any(mistake_called(name).fault.tie_from for name in made)
        other = {*self._rules} - {"both_out"}
        draws = self.judge_rules.shortfall is Shortfall.DRAW
        meets = other and (draws or (self.form in FORM_OF and not FORM_OF[self.form].drawn))
        settles = made & {*CHECKED} or "both_out" in self._rules
        return bool(meets and settles and self.program.rules.shortfall is Shortfall.LOSES)

    @property
    def sentence(self) -> Sentence:
        """The differences between program and judge, in plain words."""
        return explanation_words(self.program, self.judge_rules, self.form)

    @cached_property
    def _rules(self) -> tuple[str, ...]:
        return self.program.rules.differing(self.judge_rules)


def explanation_words(program: Program, judge_rules: Rules, form: str = "") -> Sentence:
    """Return what the program does otherwise, each mistake with what the judge who asks in a form does there.

    >>> from engine.rules import PLAYABLE
    >>> from engine.wording import plain
    >>> plain(explanation_words(Program.parse("code-golf+10-as-1"), PLAYABLE["code-golf"]))
    'Your program reads 10 as 1. The judge reads 10 as ten.'
    >>> fewer = Program.parse("0.LOSER_FIRST.LOSES.DRAW.HIGH+needs-one-more")
    >>> print(plain(explanation_words(fewer, PLAYABLE["code-golf"])))
    Your program lays no cards face down in a war, but still needs two cards for it. The judge lays one card \
face down in a war.
    """
    changed = program.rules.differing(judge_rules)
    own, judges = preset_of(program.rules), preset_of(judge_rules)
    does = defaultdict[str, list[str]](list)
    needs = f", but still needs {number_words(judge_rules.need)} cards for it"
    asks = needs if asks_as_before(program, judge_rules) else ""
    made = () if asks else program.mistakes
    if {*made} & {*programs.WITH_NUMBERS} and not mistakes.has_equal_cards(form):
        # A count can equal a card: what is then done with a tie is no mistake of its own.
        made = tuple(name for name in made if not mistake_called(name).fault.tie_from)
    for name in made:
        did, wanted = mistakes.words_of(name, judge_rules, form)
        does[wanted].append(did)
    if len(changed) > 2 and own is not None and judges is not None:
        does[f"plays by the rules of *{judges.title}*"].append(f"plays by the rules of *{own.title}*")
    else:
        for name in changed:
            wanted, did = (mistakes.does_by_rule(name, rules, form) for rules in (judge_rules, program.rules))
            if wanted == did:
                wanted, did = (rules.description(name).does for rules in (judge_rules, program.rules))
            does[wanted].insert(0, did + asks)
    if not does:
        return (Part("Your program does what the judge does."),)
    pairs = (f"{listed(faults)}. The judge {wants}." for wants, faults in does.items())
    aces = "" if Order.ACE_LOW in (program.rules.order, judge_rules.order) else ", aces high"
    return sentence(f"Your program {' Your program also '.join(pairs)}".replace(aces, ""))


# All programs that play by rules: rule set x reading x readout, narrowed by one answer after the other.
#
# A readout is how an outcome is turned into an answer: what is counted, one more or less, whose name.
# The kernels play rule sets and readings; readouts are arithmetic on their results, and so is when a
# program gives up.

MOST_DIFFERENCES: Final = 3
"""Rules and mistakes in which an explanation differs from the judge's, unless it has rules only."""
MOST_FITS: Final = 500
_OF_SHORTFALL: Final = frozenset({*of_kind(Kind.NAMING)} - {"winner-swapped", "players-from-0"})
"""Mistakes in naming who wins where a war cannot be finished."""
_ENDING: Final = [RULE_NAMES.index(name) for name in ("shortfall", "both_out")]
"""The rules that say who wins then, by their places."""


class Readout(NamedTuple):
    """How an outcome becomes an answer: at most one mistake of each kind, empty where there is none."""

    naming: str
    unit: str
    offset: str


READOUTS: Final = tuple(
    Readout(*names)
    for names in product(("", *of_kind(Kind.NAMING)), ("", *WRONG_UNITS), ("", *of_kind(Kind.OFFSET)))
)
READINGS: Final = ("", *of_kind(Kind.READING))
_EXCHANGED: Final = "players-swapped"
"""By symmetric rules the same mistake as naming the loser, which people make more often."""
_MISTAKES: Final = np.array([sum(map(bool, readout)) for readout in READOUTS], np.int8)
_NAMING: Final = np.array([readout.naming != "" for readout in READOUTS])
_COUNTING: Final = np.array([readout.unit != "" or readout.offset != "" for readout in READOUTS])
_SYMMETRIC: Final = np.array([rules.symmetric for rules in RULE_SETS])
_SHORT_OF_CARDS: Final = programs.short_of_cards(RULE_SETS)


Tell = Callable[[int, int], None]
"""Hears how many programs have been tried, and of how many."""


class Clue(NamedTuple):
    """A deal and what a program says about it, in one way to read its words."""

    deal: Deal
    claim: Claim


def matches(claim: Claim, printed: Printed) -> Bools:
    """Return where what is printed is what is claimed. Shape as the arrays printed."""
    if claim.endless:  # and has no winner or count to be wrong
        return printed.endless
    right = ~printed.endless
    if claim.winners:
        right &= np.isin(printed.winner, claim.winners)
    if claim.count is not None:
        right &= printed.count == claim.count
    return right


@lru_cache(maxsize=4)
def _open_at_first(judge_rules: Rules, counts: bool) -> tuple[Ints, NDArray[np.int8], Bools]:
    """Return programs by rule set and reading, and with each readout how many things differ from the judge
    and whether it is looked at.

    Shapes 2 x programs, programs x readouts, and again.
    """
    differs = playing.differing_rules(judge_rules)
    number = differs.sum(axis=1, dtype=np.int8)
    # Who reads the cards wrongly got at most one rule wrong besides.
    rules, readings = np.nonzero((number <= 1)[:, None] | (np.arange(len(READINGS)) == 0))
    costs = (number[rules] + (readings > 0))[:, None] + _MISTAKES
    alive: Bools = costs <= MOST_DIFFERENCES
    alive[readings == 0, 0] = True
    alive[_SYMMETRIC[rules] & (readings == READINGS.index(_EXCHANGED))] = False
    # Of a shortfall that is somebody else's rule, nothing more is asked: who is named then, say.
    ending: Bools = np.logical_or.reduce(differs[:, _ENDING], axis=1)
    settled = _OF_SHORTFALL if judge_rules.shortfall is not Shortfall.DRAW else _OF_SHORTFALL - {*CHECKED}
    named_so = np.array([readout.naming in settled for readout in READOUTS])
    alive &= ~(ending[rules][:, None] & named_so)
    if not counts:
        alive[:, 1:] = False
    return np.array((rules, readings)), costs, alive


class Candidates:
    """All programs that have given every answer so far. `alive`: programs x readouts."""

    def __init__(self, judge_rules: Rules, played: GameCache, tell: Tell, *, counts: bool = True) -> None:
        """counts: whether answers name a winner or a count; a score has neither."""
        self.judge_rules = judge_rules
        self._played = played
        self._tell = tell
        (self._rules, self._readings), self.costs, alive = _open_at_first(judge_rules, counts)
        self.alive = alive.copy()
        self._left = np.count_nonzero(alive, axis=1)
        self.stops = RoundLimits(self.alive[:, 0] & (self.costs[:, 0] < MOST_DIFFERENCES - 1))
        self.tried = int(self._left.sum()) + self.stops.tried

    @property
    def empty(self) -> bool:
        """Whether no program is left."""
        return not (self._left.any() or self.stops.alive.any())

    def filter(self, clues: Sequence[Clue], limit: int) -> None:
        """Keep the programs that give these answers too."""
        # Misread deals are played by few rule sets only, so these are asked for apart.
        for asked in (self._readings == 0, self._readings > 0):
            self._filter(clues, limit, np.flatnonzero(asked & ((self._left > 0) | self.stops.alive)))

    def _filter(self, clues: Sequence[Clue], limit: int, some: Ints) -> None:
        if not len(some):
            return
        rules, (readings, columns) = self._rules[some], np.unique(self._readings[some], return_inverse=True)
        deals: dict[Deal, int] = {}
        read = [
            [deals.setdefault(programs.read_deal(READINGS[place], deal), len(deals)) for place in readings]
            for deal, _ in clues
        ]
        requested = np.zeros(len(RULE_SETS), np.bool_)
        requested[rules] = True
        left_of = np.bincount(self._rules, self._left, len(RULE_SETS)).astype(np.int64)
        tried = self.tried - left_of.sum() + np.cumsum(left_of)

        def played(rule_sets: int) -> None:
            if readings[0] == 0:  # those that misread deals are so few that nobody waits for them
                self._tell(int(tried[rule_sets - 1]), self.tried)

        results = self._played.play_all([*deals], requested=requested, limit=limit, played=played)
        readouts = np.flatnonzero(self.alive[some].any(axis=0))
        left_readouts, alive = [READOUTS[place] for place in readouts], self.alive[np.ix_(some, readouts)]
        for (deal, claim), places in zip(clues, read, strict=True):
            mine = results[rules, np.array(places)[columns]]
            filter_alive(alive, _SHORT_OF_CARDS[:, rules], left_readouts, mine, claim)
            self.stops.filter(some, mine, claim, deal.size)
        self.alive[np.ix_(some, readouts)] = alive
        self._left[some] = np.count_nonzero(alive, axis=1)

    def fits(self, form: str) -> list[Fit]:
        """Return the programs left with the fewest differences, not all if they are very many."""

        def fit(place: int, *names: str) -> Fit:
            reading = READINGS[self._readings[place]]
            return Fit(_program(RULE_SETS[self._rules[place]], reading, *names), self.judge_rules, form)

        stopping = [fit(place, name) for place, name in self.stops.left()]
        which, readouts = np.nonzero(self.alive)
        costs = self.costs[which, readouts]
        if not len(costs):
            return stopping
        most = np.sort(costs)[min(len(costs), MOST_FITS) - 1]
        number = min(np.count_nonzero(costs <= most), 4 * MOST_FITS)
        first = np.argsort(costs, kind="stable")[:number]
        return [fit(which[one], *READOUTS[readouts[one]]) for one in first.tolist()] + stopping


def _program(rules: Rules, *names: str) -> Program:
    """Return a program with these mistakes; an empty name is none."""
    return Program(rules, tuple(filter(None, names)))


def filter_alive(
    alive: Bools, short: Ints, readouts: Sequence[Readout], results: Results, claim: Claim
) -> None:
    """Keep of some programs (programs x readouts) those whose results, one each, give an answer.

    short: what `short_of_cards` returns for their rules.
    """
    endless = playing.never_ends(results)
    winner, number = replace(claim, count=None), replace(claim, winners=())
    winner_right = {
        naming: matches(winner, Printed(programs.named(results, naming, *short), results["rounds"], endless))
        & (naming != "players-from-0" or claim.form == "codeforces-546c")  # which alone reads a 0
        for naming in {readout.naming for readout in readouts}
    }
    count_right = {}
    for unit, offset in {(readout.unit, readout.offset) for readout in readouts}:
        counts = programs.counted(results, WRONG_UNITS.get(unit, claim.unit), offset)
        right = matches(number, Printed(results["winner"], counts, endless))
        count_right[unit, offset] = right & programs.may_count(unit, claim.unit)
    for place, readout in enumerate(readouts):
        alive[:, place] &= winner_right[readout.naming] & count_right[readout.unit, readout.offset]


# Which programs that play a round wrongly give these answers, alone and beside one thing more.
#
# Beside a fault in playing there is at most one rule, one misreading or one wrong readout; they are
# tried as far as the answers can tell them apart at all.


def near_rules(judge_rules: Rules) -> list[Rules]:
    """Return every rule set that differs from the judge's in one rule."""
    return [
        RULE_SETS[place] for place in np.flatnonzero(playing.differing_rules(judge_rules).sum(axis=1) == 1)
    ]


def faulty_programs(judge_rules: Rules) -> Iterator[Program]:
    """Yield the judge's rules with each mistake in playing or counting rounds that means something there."""
    for name in chain(of_kind(Kind.PLAYING), of_kind(Kind.UNIT)):
        if MISTAKES[name].fault != LAW and MISTAKES[name].means_something(judge_rules):
            yield Program(judge_rules, (name,))


def asks_as_before(program: Program, judge_rules: Rules) -> bool:
    """Return whether all it does otherwise is to lay more or fewer cards in a war than it asks for."""
    if program.rules.differing(judge_rules) != ("face_down",) or len(program.mistakes) > 1:
        return False
    return program.fault == LAW._replace(spare=program.rules.face_down - judge_rules.face_down)


def pairs(judge_rules: Rules) -> Iterator[Program]:
    """Yield these with one other rule, or with one misreading; not those that count by who wins the game."""
    near = near_rules(judge_rules)
    for program in (one for one in faulty_programs(judge_rules) if one.fault.forgets <= 3):
        (name,) = program.mistakes
        for rules in near:
            if MISTAKES[name].means_something(rules) and _differ_in_kind(name, rules, judge_rules):
                yield Program(rules, (name,))
        for reading in READINGS[1:]:
            if not (judge_rules.symmetric and reading == _EXCHANGED):
                yield Program(judge_rules, (reading, name))


def _differ_in_kind(name: str, rules: Rules, judge_rules: Rules) -> bool:
    """Return whether a mistake and a changed rule are two things: not both about the pick-up, or about the
    end of a war that cannot be paid for.
    """
    fault = MISTAKES[name].fault
    changed = {*rules.differing(judge_rules)}
    if fault.war_lead or fault.order in (LOWEST_FIRST, HIGHEST_FIRST):
        return "pickup" not in changed
    about_ends = fault.spare or fault.checked or fault.ghost or fault.steal
    return not (about_ends and {"shortfall", "both_out"} & changed)


def faulty_fits(
    judge_rules: Rules, clues: Sequence[Clue], limit: int, *, deep: bool
) -> tuple[list[Fit], int]:
    """Return the programs with a fault in playing that give all these answers, and how many were tried.

    deep: whether each is tried beside a rule, a misreading or a wrong readout too.
    """
    counted = any(claim.count is not None for _, claim in clues)
    faulty, players, at_first = _faulty_at_first(judge_rules, deep, counted)
    alive, short = at_first.copy(), programs.short_of_cards([one.rules for one in faulty])
    tried = int(alive.sum())
    # Those with a count first, as they tell most and are cut off early.
    for deal, claim in sorted(
        clues, key=lambda clue: (clue.claim.count is None, clue.claim.count or clue.deal.size)
    ):
        left = np.flatnonzero(alive.any(axis=1))
        if not len(left):
            break
        most_rounds = limit if claim.count is None or claim.endless else min(limit, 2 * claim.count + 8)
        giving = alive[left]
        filter_alive(giving, short[:, left], READOUTS, players.play(deal, left, most_rounds), claim)
        alive[left] = giving
    fits = [
        Fit(_program(one.rules, *one.mistakes, *READOUTS[readout]), judge_rules, clues[0].claim.form)
        for one, readout in ((faulty[place], readout) for place, readout in np.argwhere(alive).tolist())
    ]
    return fits, tried


@lru_cache(maxsize=8)
def _faulty_at_first(judge_rules: Rules, deep: bool, counted: bool) -> tuple[list[Program], Players, Bools]:
    """Return the programs with a fault in playing, twice, and which readouts are looked at beside each.

    counted: whether answers name a count, without which a fault in counting shows nowhere.
    """
    beside = (one for one in pairs(judge_rules) if deep or asks_as_before(one, judge_rules))
    every = [*faulty_programs(judge_rules), *beside]
    faulty = [one for one in every if counted or not one.fault.forgets]
    most = np.array([deep and one.rules == judge_rules and len(one.mistakes) == 1 for one in faulty])
    return faulty, Players(faulty), (most[:, None] >= _MISTAKES) & _tellable(faulty, judge_rules)


def faulty_fits_that_stop(judge_rules: Rules, clues: Sequence[Clue], limit: int) -> tuple[list[Fit], int]:
    """Return the programs with a fault in playing that give all answers as they also give up after some
    rounds, in games that go on for long by the fault alone, and how many were tried.
    """
    faulty = [*faulty_programs(judge_rules)]
    players, stops = Players(faulty), RoundLimits(np.ones(len(faulty), np.bool_))
    for deal, claim in clues:
        left = np.flatnonzero(stops.alive)
        stops.filter(left, players.play(deal, left, limit), claim, deal.size)
    fits = [
        Fit(_program(judge_rules, *faulty[place].mistakes, name), judge_rules, clues[0].claim.form)
        for place, name in stops.left()
    ]
    return fits, stops.tried


def _tellable(faulty: Sequence[Program], judge_rules: Rules) -> Bools:
    """Return which readouts mean something beside the faults of programs. Shape programs x readouts."""
    means = np.ones((len(faulty), len(READOUTS)), np.bool_)
    for place, fault in enumerate(program.fault for program in faulty):
        if fault.forgets:
            means[place, _COUNTING] = False
        if fault.spare or fault.checked or fault.ghost:
            means[place, _NAMING] = False
    if judge_rules.shortfall not in (Shortfall.LOSES, Shortfall.DRAW):
        means[:, _NAMING] = False
    return means


# How many programs would be expected to give some answers by chance.
#
# A wrong program that has nothing to do with the person's gives an answer as often as the usual wrong
# programs do: the judge's own as often as these are right, any other as often as they name that
# winner, and a count about as often as their counts lie near it. Of independent programs, as many
# times the product over all answers are expected to fit by luck.

LIKELY: Final = 0.5  # from this number of programs expected by chance on, a match is likely chance
SURE: Final = 0.05  # fewer are none
_NEAR: Final = 1.5  # counts within this factor are near
_MIDDLE: Final = 6
"""How much likelier the likeliest score is than if all between the lowest and the highest were as likely."""
_ENOUGH: Final = 1e-9  # a chance beyond which no further answer is looked at


def chance_words(by_chance: float) -> str:
    """Return in words how many programs would be expected to fit by luck.

    >>> chance_words(45.4), chance_words(0.6), chance_words(0.004)
    ('by chance: about 45 matching programs', 'by chance: about one matching program', \
'by chance: 1 time in 250')
    """
    if by_chance >= 1.5:
        return f"by chance: about {by_chance:,.0f} matching programs"
    if by_chance >= LIKELY:
        return "by chance: about one matching program"
    return f"by chance: 1 time in {1 / max(by_chance, 1e-6):,.0f}"


def chance(clues: Sequence[Clue], judge_rules: Rules, limit: int) -> float:
    """Return the chance that a wrong program gives all these answers for no reason."""
    usual, whole = _usual(judge_rules), 1.0
    for deal, claim in clues:
        if claim.score is None or claim.score == Program(judge_rules).score(deal, limit=limit):
            whole *= _chance(claim, Printed.rightly(usual.play(deal, usual.every, limit), claim.unit))
        else:
            whole *= _chance_of_score(deal)
        if whole < _ENOUGH:
            break
    return whole


@lru_cache(maxsize=8)
def _usual(judge_rules: Rules) -> Players:
    """Return the usual wrong programs, after the judge's own."""
    usual = [Program(judge_rules), *map(Program, near_rules(judge_rules)), *faulty_programs(judge_rules)]
    return Players([*usual, *(Program(judge_rules, (reading,)) for reading in READINGS[1:])])


def _chance_of_score(deal: Deal) -> float:
    """Return the chance of a wrong score, at most: those near the middle are the likeliest."""
    ranks = sorted((*deal.deck_1, *deal.deck_2))
    return min(1.0, _MIDDLE / (1 + abs(deck_score((*ranks,)) - deck_score((*reversed(ranks),)))))


def _chance(claim: Claim, printed: Printed) -> float:
    """Return the chance of one answer; the first program that printed is the judge's own."""
    number = len(printed.winner)
    right = matches(claim, printed)
    if right[0] or claim.endless or claim.score is not None:
        return float(right.sum() + 1) / (number + 1)
    ends = ~printed.endless
    winning = ends & np.isin(printed.winner, claim.winners) if claim.winners else ends
    share = float(winning.sum() + 1) / (number + 1)
    if claim.count is None:
        return share
    near = ends & (printed.count >= claim.count / _NEAR) & (printed.count <= claim.count * _NEAR)
    width = claim.count * (_NEAR - 1 / _NEAR) + 1
    return share * float(near.sum() + 1) / (number + 1) / width


# Which programs give these answers: every rule set with every mistake, against every case.
#
# Programs that play a round wrongly are in `FaultyPrograms`; all others are in `Candidates`.

MOST_PATIENCE: Final = 100_000
"""The same where an answer names a count that is larger; the longest game met in 20 million had 19,952."""
MOST_EXPLANATIONS: Final = 120
SINGLE: Final = 200  # programs one rule or one mistake away from a judge's, about
DEEP: Final = 0.01  # chance of the answers up to which a mistake in playing is tried beside other mistakes


def patience(clues: Sequence[Clue]) -> int:
    """Return how many rounds a game is followed: twice any count claimed, but not for ever."""
    counts = (claim.count for _, claim in clues if claim.count is not None and not claim.endless)
    return min(max([playing.PATIENCE, *(2 * count for count in counts)]), MOST_PATIENCE)


def fitting_rules(clues: Sequence[Clue], played: GameCache) -> Bools:
    """Return which rule sets alone give every answer. Shape (`RULE_SETS`,)."""
    fits = np.ones(len(RULE_SETS), np.bool_)
    for some in _few_then_more(clues):
        results = played.play_all([deal for deal, _ in some], requested=fits, limit=patience(clues))
        for (_, claim), mine in zip(some, results.T, strict=True):
            fits &= matches(claim, Printed.rightly(mine, claim.unit))
    if any(claim.score is not None for _, claim in clues):
        # A score takes the decks at the end: only named rules are asked for that.
        for place, rules in enumerate(RULE_SETS):
            fits[place] &= preset_of(rules) is not None and _scores(Program(rules), clues)
    return fits


def _few_then_more(clues: Sequence[Clue]) -> Iterator[Sequence[Clue]]:
    """Cut different clues into parts that grow: the first ones leave few programs for the others.

    >>> [*_few_then_more("abcdefghijka")]
    [['a'], ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'], ['j', 'k']]
    """
    clues = [*dict.fromkeys(clues)]
    start, size = 0, 1
    while start < len(clues):
        yield clues[start : start + size]
        start, size = start + size, 8 * size


def one_step_programs(judge_rules: Rules) -> tuple[Program, ...]:
    """Return the judge's rules and every program one rule or one mistake away from them."""
    names = [name for name, mistake in MISTAKES.items() if mistake.means_something(judge_rules)]
    return (
        Program(judge_rules),
        *map(Program, near_rules(judge_rules)),
        *(Program(judge_rules, (name,)) for name in names),
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
        number = SINGLE if differences == 1 else self.tried if differences else 0
        return number * self.chance


def programs_that_say(clues: Sequence[Clue], judge_rules: Rules, played: GameCache, tell: Tell) -> Found:
    """Return the programs that give every answer, the likeliest first; a right one alone."""
    clues = [*dict.fromkeys(clues)]
    limit, form, right = patience(clues), clues[0].claim.form, Program(judge_rules)
    if _gives(right, clues, limit) and _scores(right, clues):
        return Found([Fit(right, judge_rules, form)], 1, 0.0)
    scored = any(claim.score is not None for _, claim in clues)
    candidates = Candidates(judge_rules, played, tell, counts=not scored)
    for some in _few_then_more(clues):
        if not candidates.empty:
            candidates.filter(some, limit)
    chance_alone = chance(clues, judge_rules, limit)
    # Where a simple program fits by luck already, pairs would fit by the hundred and say nothing.
    faulty, tried = faulty_fits(judge_rules, clues, limit, deep=chance_alone < DEEP)
    fits = candidates.fits(form) + faulty
    if name := programs.stops_with_more(judge_rules, clues, limit):
        fits.append(Fit(Program(judge_rules, (name,)), judge_rules, form))
    tried += candidates.tried + 1
    if judge_rules not in playing.PLACE:
        # More cards face down than anybody would think of: the box has none of these rules.
        near = one_step_programs(judge_rules)
        fits += [Fit(program, judge_rules, form) for program in near if _gives(program, clues, limit)]
        tried += len(near)
    if not fits and not scored:
        stopping, more = faulty_fits_that_stop(judge_rules, clues, limit)
        fits, tried = stopping, tried + more
    fits.sort(key=lambda fit: (fit.order, _place(fit.program)))
    if scored:
        fits = [*islice(_that_score(fits, clues), MOST_EXPLANATIONS)]
    return Found(fits, tried, chance_alone)


def _place(program: Program) -> tuple[int, int, tuple[str, ...]]:
    """Settle which of several goes first: of programs that give up, the one that goes on longest."""
    return -stops_at(program.of(Kind.STOPPING)), playing.PLACE.get(program.rules, -1), program.mistakes


def _gives(program: Program, clues: Sequence[Clue], limit: int) -> bool:
    """Return whether a program gives every answer."""
    return all(
        matches(claim, program.prints(program.play([deal], limit=limit), claim.unit)).all()
        for deal, claim in clues
    )


def _that_score(fits: Sequence[Fit], clues: Sequence[Clue]) -> Iterator[Fit]:
    """Yield the programs that give these scores, counted rightly or wrongly, the likeliest first."""
    ways = [
        replace(fit, program=Program(fit.program.rules, (*fit.program.mistakes, name)))
        for fit in fits
        for name in programs.SCORES
        if not fit.program.of(Kind.UNIT) and len(fit.differences) < MOST_DIFFERENCES - 1
    ]
    every = sorted((*fits, *ways), key=lambda fit: (fit.order, _place(fit.program)))
    clues = sorted(clues, key=lambda clue: clue.deal.size)
    return (fit for fit in every if _scores(fit.program, clues))


def _scores(program: Program, clues: Sequence[Clue]) -> bool:
    return all(claim.score in (None, program.score(deal, limit=playing.PATIENCE)) for deal, claim in clues)
