"""A program's log against the game: the first round that differs, and what would explain the log."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from typing import Final

from engine.cards import Deal, deck_text, has_letter
from engine.diagnose.explain import Fit
from engine.diagnose.grid import ENDINGS, RULE_SETS
from engine.diagnose.mistakes import Kind, of_kind
from engine.diagnose.parting import rounds
from engine.diagnose.programs import Program
from engine.diagnose.trace_reading import Log, Pair, Shows, read_logs
from engine.rules import Rules
from engine.words.sentences import Sentence

READ_AS: Final = {"decks": "both decks", "cards": "the two cards turned", "sizes": "both sizes"}

AMBIGUOUS: Final = 8
"""Cards of a deal up to which a log's two numbers may be decks as well as cards or sizes."""


@dataclass(frozen=True, slots=True)
class TraceDiff:
    """How far a log agrees with the game by the rules, and which program gives the log."""

    shows: Shows
    """Whether the log shows both decks, the cards turned, or sizes only."""
    states: int
    """How many times it shows it."""
    agree: int
    """How many of them, from the first, are as the rules have them."""
    reproduces: int
    """How many of them the likeliest program gives, or the rules themselves."""
    sentence: Sentence
    """The difference between that program and the rules, in words."""
    round: int | None = None
    """The first round that differs, counted from 1; 0: the decks differ from the start; None: none does."""
    line: int | None = None
    """Where in the log that stands, from 1."""
    expected: tuple[str, ...] = ()
    """Both players' decks, cards or sizes there by the rules; empty if none differs or the game is over."""
    got: tuple[str, ...] = ()
    """The same in the log."""
    program: Program | None = None
    """The likeliest program that goes along with the log furthest; None where the rules themselves do."""

    @property
    def read_as(self) -> str:
        """Say what was found in the log."""
        times = "once" if self.states == 1 else f"{self.states:,} times"
        return f"{READ_AS[self.shows]}, {times}"

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
        raise ValueError(f"pickup {rules.pickup} leaves games to chance: no log is the right one")
    right = Program(rules)
    log = _read(text, deal, right)
    agree, way = _agreement(log, deal, right)
    diff = TraceDiff(log.shows, len(log.seen), agree, agree, Fit(right, rules).sentence)
    if agree == diff.states:
        return diff
    seen = log.seen[agree]
    number, expected = _at(log, deal, right, agree, way)
    best, reproduces = _likeliest(log, deal, rules)
    return replace(
        diff,
        reproduces=reproduces,
        sentence=best.sentence,
        round=number,
        line=seen.line,
        expected=() if expected is None else _shown(expected, log.shows, deal),
        got=_shown(seen.pair, log.shows, deal),
        program=None if best.program == right else best.program,
    )


def _read(text: str, deal: Deal, right: Program) -> Log:
    """Read a log; of a few cards, where numbers may be decks, cards or sizes, as agrees longest."""
    logs = read_logs(text, deal)
    if deal.size > AMBIGUOUS:
        return next(logs)
    return max(logs, key=lambda log: _agreement(log, deal, right)[0])


def _states(program: Program, deal: Deal, shows: Shows, way: int) -> Iterator[tuple[int, Pair]]:
    """Yield what a program that shows this would show, each with its round, 0 before the first.

    way: for decks and sizes 0 shows the deal first, 1 does not; for cards 0 shows every battle, 1
    one pair a round, 2 every pair laid.
    """
    if shows == "cards":
        yield from _pairs_turned(program, deal, way)
        return
    read = program.reads(deal)
    if way == 0:
        yield 0, _as_shown((read.deck_1, read.deck_2), shows)
    for this in rounds(program, deal):
        yield this.number, _as_shown(this.decks, shows)


def _as_shown(decks: Pair, shows: Shows) -> Pair:
    return ((len(decks[0]),), (len(decks[1]),)) if shows == "sizes" else decks


def _pairs_turned(program: Program, deal: Deal, way: int) -> Iterator[tuple[int, Pair]]:
    for this in rounds(program, deal):
        pairs: Sequence[tuple[int, int]] = this.face_up
        if way == 2:
            pairs = [*zip(this.cards_1, this.cards_2, strict=False)]
        for one, other in pairs[:1] if way == 1 else pairs:
            yield this.number, ((one,), (other,))


def _agreement(log: Log, deal: Deal, program: Program) -> tuple[int, int]:
    """Return how many states a program gives, and in which way of showing them it gives the most."""
    ways: tuple[int, ...] = (0, 1, 2)
    if log.shows != "cards":
        read = program.reads(deal)
        first = log.seen[0].pair if log.shows == "sizes" else _as_shown(log.seen[0].pair, "sizes")
        # Every round changes the sizes, so that they tell whether the deal itself is shown.
        ways = (0,) if first == _as_shown((read.deck_1, read.deck_2), "sizes") else (1,)
    # Of ways that agree as far, the first.
    agree, way = max((_agreeing(log, deal, program, way), -way) for way in ways)
    return agree, -way


def _agreeing(log: Log, deal: Deal, program: Program, way: int) -> int:
    both = zip(log.seen, _states(program, deal, log.shows, way), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0].pair == pair[1][1], both))


def _at(log: Log, deal: Deal, program: Program, place: int, way: int) -> tuple[int, Pair | None]:
    """Return the round of a state and what is shown; behind the game's last, one round more and nothing."""
    states = [*islice(_states(program, deal, log.shows, way), place + 1)]
    if len(states) > place:
        return states[place]
    return states[-1][0] + 1 if states else 1, None


def _shown(pair: Pair, shows: Shows, deal: Deal) -> tuple[str, ...]:
    if shows == "sizes":
        return tuple(str(*deck) for deck in pair)
    decimal = deal.decimal or not all(has_letter(rank) for deck in pair for rank in deck)
    return tuple(deck_text(deck, decimal=decimal) for deck in pair)


def _likeliest(log: Log, deal: Deal, rules: Rules) -> tuple[Fit, int]:
    """Return the program that gives the most states, and how many; of several, the nearest to the rules."""
    fits = (Fit(program, rules) for program in _candidates(rules))
    agreeing = ((_agreement(log, deal, fit.program)[0], fit) for fit in fits)
    agree, best = min(agreeing, key=lambda pair: (-pair[0], pair[1].order))
    return best, agree


def _candidates(rules: Rules) -> Iterator[Program]:
    """Yield the rules, all others, and the mistakes that change a game, near the rules."""
    # A log shows only at its end what is done when cards run out: elsewhere one of them will do.
    ends = {"shortfall": rules.shortfall, "both_out": rules.both_out}
    others = (other.changed(**ends) for other in RULE_SETS[:: len(ENDINGS)])
    near = [other for other in RULE_SETS if len(other.apart(rules)) < 2]
    yield from map(Program, (rules, *others, *near))
    yield from (Program(other, (name,)) for name in of_kind(Kind.READING) for other in near)
    yield from (Program(rules, (name,)) for name in of_kind(Kind.PLAYING))
