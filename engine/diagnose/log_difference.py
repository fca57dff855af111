"""Compare a program's log with the judge's game, and show where they first differ."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import islice
from typing import Final, NamedTuple

from engine.cards import Deal, deck_text, has_letter
from engine.diagnose.logs import AMBIGUOUS, Log, Pair, Shows, Text, nothing_to_follow
from engine.diagnose.mistakes import Kind, of_kind
from engine.diagnose.playing import ENDINGS, RULE_SETS
from engine.diagnose.programs import Program
from engine.diagnose.search import Fit, near_rules
from engine.game import Decks, Round
from engine.numbers import count
from engine.rules import Rules
from engine.wording import Part, Sentence

# What a program that shows its game shows of it, in each way in which programs do, beside a log.


class Moment(NamedTuple):
    """What is shown at one moment of a game, and in which round, 0 before the first."""

    number: int
    pair: Pair
    leaves: bool = False
    """Whether the game ends here inside a round: what lies where then, every program shows otherwise."""


class GameShown:
    """The game of a program as far as somebody has looked, to be looked at in every way."""

    def __init__(self, program: Program, deal: Deal, most: int) -> None:
        self.deal = program.reads(deal)
        self._rounds = program.rounds(self.deal, limit=most + 1)
        self._played: list[Round] = []

    def rounds(self) -> Iterator[Round]:
        """Yield its rounds, those of a game that never ends over and over."""
        place = 0
        while place < len(self._played) or self._play():
            yield self._played[place]
            place += 1
        cycle = self._rounds.ending.cycle
        while cycle is not None:
            again = self._played[cycle.start - 1 + (place + 1 - cycle.start) % cycle.length]
            place += 1
            yield again._replace(number=place)

    def _play(self) -> bool:
        self._played += islice(self._rounds, 1)
        return bool(self._played) and not hasattr(self._rounds, "ending")

    def agreeing(self, log: Log) -> tuple[int, int]:
        """Return how many entries of a log this game shows, from the first on, and in which way most."""
        ways = WAYS[log.shows]
        # Every round changes the sizes: these say which is likelier of ways that agree as far.
        dealt = self.deal.deck_1, self.deal.deck_2
        if log.shows == "decks":
            is_deal_shown = _sizes(log.seen[0].pair) == _sizes(dealt)
        else:
            is_deal_shown = log.shows == "cards" or log.seen[0].pair == _sizes(dealt)
        order = [*range(len(ways))] if is_deal_shown else [*range(1, len(ways)), 0]
        return max(((self.agreeing_in(log, way), way) for way in order), key=lambda pair: pair[0])

    def agreeing_in(self, log: Log, way: int) -> int:
        """Return how many entries of a log this game shows in one way."""
        agree = 0
        for seen, state in zip(log.seen, WAYS[log.shows][way](self), strict=False):
            if seen.pair != state.pair and not (state.leaves and self._left(log.shows, seen.pair)):
                break
            agree += 1
        return agree

    def _left(self, shows: Shows, pair: Pair) -> bool:
        """Return whether decks or sizes may be those of a game that ended inside a round."""
        sizes = [deck[0] for deck in pair] if shows == "sizes" else [*map(len, pair)]
        while self._play():
            pass
        winner = self._rounds.ending.outcome.winner
        return shows == "cards" or sum(sizes) < self.deal.size or bool(winner and not sizes[2 - winner])

    def at(self, log: Log, place: int, way: int) -> Moment | None:
        """Return what it shows in place of an entry of a log, None where it is over by then."""
        return next(islice(WAYS[log.shows][way](self), place, None), None)


def _after(shown: GameShown, *, deal_first: bool, sizes: bool) -> Iterator[Moment]:
    """Yield the decks after every round, or their sizes."""
    if deal_first:
        dealt = shown.deal.deck_1, shown.deal.deck_2
        yield Moment(0, _sizes(dealt) if sizes else dealt)
    for this in shown.rounds():
        yield Moment(this.number, _sizes(this.decks) if sizes else this.decks, leaves=not this.winner)


def _without(shown: GameShown, *, laid: bool) -> Iterator[Moment]:
    """Yield the decks while cards lie on the table: the first of each, or all."""
    for this in shown.rounds():
        cut = (len(this.cards_1), len(this.cards_2)) if laid else (1, 1)
        one, other = (deck[away:] for deck, away in zip(this.before, cut, strict=True))
        # What differs here has done so since the round before.
        yield Moment(this.number - 1, (one, other), leaves=not this.winner and laid)


def _sizes(decks: Decks) -> Pair:
    return (len(decks[0]),), (len(decks[1]),)


_EVERY: Final = slice(None)
_FIRST: Final = slice(1)
_DECIDING: Final = slice(-1, None)
"""Which of the pairs that are compared in a round."""


def _compared(shown: GameShown, which: slice, *, winner_first: bool = False) -> Iterator[Moment]:
    """Yield pairs of cards that are compared."""
    for this in shown.rounds():
        for one, other in this.face_up[which]:
            turn = winner_first and this.winner == 2
            pair = ((other,), (one,)) if turn else ((one,), (other,))
            yield Moment(this.number, pair, leaves=which == _DECIDING and not this.winner)


def _laid(shown: GameShown) -> Iterator[Moment]:
    """Yield every pair of cards that is laid, face up or down."""
    for this in shown.rounds():
        pairs = [*zip(this.cards_1, this.cards_2, strict=False)]
        # Of a war that cannot be finished many programs still lay the cards that are there.
        pairs += [] if this.winner else zip(*this.decks, strict=False)
        yield from (Moment(this.number, ((one,), (other,))) for one, other in pairs)


Way = Callable[[GameShown], Iterator[Moment]]

WAYS: Final[dict[Shows, tuple[Way, ...]]] = {
    "decks": (
        lambda shown: _after(shown, deal_first=True, sizes=False),
        lambda shown: _after(shown, deal_first=False, sizes=False),
        lambda shown: _without(shown, laid=False),
        lambda shown: _without(shown, laid=True),
    ),
    "cards": (
        lambda shown: _compared(shown, _EVERY),
        lambda shown: _compared(shown, _FIRST),
        _laid,
        lambda shown: _compared(shown, _DECIDING),
        lambda shown: _compared(shown, _DECIDING, winner_first=True),
        lambda shown: _compared(shown, _EVERY, winner_first=True),
    ),
    "sizes": (
        lambda shown: _after(shown, deal_first=True, sizes=True),
        lambda shown: _after(shown, deal_first=False, sizes=True),
    ),
}
"""The ways to show a game, by what is shown; of decks and sizes the first shows the deal too."""


# A program's log against the game: the first round that differs, and what would explain the log.

UNEXPLAINED: Final = (Part("No known rule set, with or without a known mistake, matches more of the log."),)
"""What is said of a log that differs from the game where nothing else gives more of it."""

READ_AS: Final = {"decks": "both decks", "cards": "the two cards turned up", "sizes": "both deck sizes"}

BY_CHANCE: Final = 3  # pairs of cards that agree in a row where it is no chance that they do

FINALISTS: Final = 4  # ways to read the beginning of a log in which all of it is read


@dataclass(frozen=True, slots=True)
class TraceDiff:
    """How far a log agrees with the game by the rules, and which program gives the log."""

    shows: Shows
    """Whether the log shows both decks, the cards turned, or sizes only."""
    states: int
    agree: int
    """How many of them, from the first, are as the rules have them."""
    reproduces: int
    """How many of them the likeliest program gives, or the rules themselves."""
    sentence: Sentence
    """The difference between that program and the rules, in words, or that none gives more of the log."""
    round: int | None = None
    """The first round that differs, counted from 1; 0: the decks differ from the start; None: none does."""
    line: int | None = None
    """Where in the log that stands, from 1."""
    expected: tuple[str, ...] = ()
    """Both players' decks, cards or sizes there by the rules; empty if none differs or the game is over."""
    got: tuple[str, ...] = ()
    program: Program | None = None
    """The likeliest program that goes along with the log furthest; None where the rules themselves do."""

    @property
    def read_as(self) -> str:
        """Return what was found in the log."""
        return f"{READ_AS[self.shows]}, {count(self.states, 'entry', 'entries')}"

    @property
    def explained(self) -> bool:
        """Whether some program gives the whole log."""
        return self.reproduces == self.states


def trace_diff(deal: Deal, rules: Rules, text: str) -> TraceDiff:
    """Compare a program's log with the game of a deal by the rules.

    Raises `NotationError` where nothing in the log can be followed, and `ValueError` for rules
    that leave games to chance.

    >>> log = "3 / 23" + chr(10) + "32 / 3"
    >>> diff = trace_diff(Deal.parse("3/23"), Rules(), log)
    >>> diff.round, diff.expected, diff.got, diff.program.code
    (1, ('23', '3'), ('32', '3'), 'advent-of-code-22')
    """
    if not rules.deterministic:
        raise ValueError("random pick-up: no single log is right. Use rules with a fixed pick-up order")
    right = Program(rules)
    log, shown, agree, way = _best(text, deal, right)
    diff = TraceDiff(log.shows, len(log.seen), agree, agree, Fit(right, rules).sentence)
    if agree == diff.states:
        return diff
    best, reproduces, likely = _likeliest(log, deal, rules)
    if log.shows == "decks" and reproduces < diff.states:
        # Which end of a deck is the top, the program that gives most of the log says.
        turned = log.turned()
        other, more, its_way = _likeliest(turned, deal, rules)
        if more > reproduces:
            log, best, reproduces, likely = turned, other, more, its_way
            agree, way = shown.agreeing(log)
    if agree == diff.states:
        return replace(diff, agree=agree, reproduces=agree)
    if shown.agreeing_in(log, likely) == agree:
        way = likely  # of ways that agree as far, the one in which the likeliest program goes on
    seen, expected = log.seen[agree], shown.at(log, agree, way)
    if log.shows != "decks" and (diff.states == 1 or not reproduces):
        raise nothing_to_follow()
    last = shown.at(log, agree - 1, way) if agree else None
    return replace(
        diff,
        agree=agree,
        reproduces=reproduces,
        sentence=UNEXPLAINED if best.program == right else best.sentence,
        round=expected.number if expected else last.number + 1 if last else 1,
        line=seen.line,
        expected=() if expected is None else _shown(expected.pair, log.shows, deal),
        got=_shown(seen.pair, log.shows, deal),
        program=None if best.program == right else best.program,
    )


def _best(text: str, deal: Deal, right: Program) -> tuple[Log, GameShown, int, int]:
    """Read a log in the way that is meant; return the judge's game too, how far it agrees, and which way.

    The way that covers the most lines and then agrees the longest: any that covers half as many may be it.
    Raises `NotationError` where nothing in it can be followed.
    """
    log = Text(text, deal)
    most, manners = log.manners
    shown = GameShown(right, deal, len(log.lines))
    for lines, kept in ((most, FINALISTS), (len(log.lines), 1)):
        readings = [reading for reading in (log.read(manner, lines) for manner in manners) if reading.seen]
        covered = max(reading.lines for reading in readings)
        weighed = [(reading, *shown.agreeing(reading)) for reading in readings]
        best = sorted(weighed, key=partial(_weight, log, covered), reverse=True)[:kept]
        manners = [reading.manner for reading, _, _ in best]
    reading, agree, way = best[0]
    if not agree and log.is_lonely_pair(reading):
        raise nothing_to_follow()
    return reading, shown, agree, way


def _weight(text: Text, covered: int, read: tuple[Log, int, int]) -> tuple[int, ...]:
    """Weigh a way to read a log, of which so much agrees; covered: the most lines that any way covers."""
    log, agree, _ = read
    # From its lowest card up or down, a deck shows the same deal, however it is then played.
    agree -= log.manner.top_last and not 1 < agree == len(log.seen)
    whole = agree == len(log.seen)
    order = -[*READ_AS].index(log.shows)
    certain = 0
    if log.shows != "cards":
        certain = text.certain(log) * (2 if log.shows == "decks" else 1)
    elif text.size > AMBIGUOUS:
        certain = whole or agree >= BY_CHANCE
    else:
        certain = 2 * (whole and agree >= BY_CHANCE)
    half = 2 * log.lines >= covered
    # A part of all decks of a game agrees sooner than all of them do.
    whole = whole or bool(agree and log.shows == "decks" and text.certain(log, None))
    return half and (agree or certain) > 0, certain, whole, agree, log.lines, order, not log.manner.top_last


def _shown(pair: Pair, shows: Shows, deal: Deal) -> tuple[str, ...]:
    if shows == "sizes":
        return tuple(str(*deck) for deck in pair)
    decimal = deal.decimal or not all(has_letter(rank) for deck in pair for rank in deck)
    return tuple(deck_text(deck, decimal=decimal) for deck in pair)


def _likeliest(log: Log, deal: Deal, rules: Rules) -> tuple[Fit, int, int]:
    """Return the program that gives the most states, how many, and in which way; of several, the nearest
    to the rules.
    """
    fits = _candidates(rules)
    agreeing = [GameShown(fit.program, deal, len(log.seen)).agreeing(log) for fit in fits]
    most = max(agree for agree, _ in agreeing)
    best = ((fit, way) for fit, (agree, way) in zip(fits, agreeing, strict=True) if agree == most)
    fit, way = min(best, key=lambda pair: pair[0].order)
    return fit, most, way


@lru_cache(maxsize=8)
def _candidates(rules: Rules) -> tuple[Fit, ...]:
    """Return the rules, all others, and the mistakes that change a game, near the rules."""
    # A log shows only at its end what is done when cards run out: elsewhere one of them will do.
    ends = {"shortfall": rules.shortfall, "both_out": rules.both_out}
    others = (other.changed(**ends) for other in RULE_SETS[:: len(ENDINGS)])
    near = [rules, *near_rules(rules)]
    programs = [*map(Program, dict.fromkeys((*near, *others)))]
    programs += [Program(other, (name,)) for name in of_kind(Kind.READING) for other in near]
    programs += [Program(rules, (name,)) for name in of_kind(Kind.PLAYING)]
    return tuple(Fit(program, rules) for program in programs)
