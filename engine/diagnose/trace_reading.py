"""Finds in a program's log what it says about the game, round by round, and leaves the rest alone.

Three things are looked for, the most telling first: both decks, the two cards turned, both sizes.
One line (or two, a deck each) is recognised by what must be true of it: the decks hold the cards of
the deal, the cards are the top ones, the sizes add up. Every line of the same make then counts,
whatever it says: that is where the program may be wrong.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from engine.cards import Deal
from engine.diagnose.misreading import read_deal
from engine.diagnose.mistakes import Kind, of_kind
from engine.diagnose.trace_lines import ALPHABETS, Alphabet, Line, Shape, marked
from engine.game import Deck
from engine.notation.page import Page
from engine.notation.results import Fault, NotationError

LONGEST_TRACE: Final = 2_000_000
"""Characters of the longest log that is read: some 10,000 rounds with both decks."""

What = Literal["decks", "cards", "sizes"]
Pair = tuple[Deck, Deck]


class Seen(NamedTuple):
    """What one place of a log says: both decks, the two cards, or both sizes as decks of one number."""

    line: int
    pair: Pair


@dataclass(frozen=True, slots=True)
class Log:
    """What was found in a log, in order; the same decks twice running are taken once."""

    what: What
    alphabet: str
    seen: tuple[Seen, ...]


def read_log(text: str, deal: Deal) -> Log:
    """Find what a log says about the game of this deal.

    Raises `NotationError` where nothing in it can be followed.

    >>> log = read_log("start\\n1: 23 / 4\\n2: 3 / 24\\n", Deal.parse("23/4"))
    >>> log.what, [seen.pair for seen in log.seen]
    ('decks', [((2, 3), (4,)), ((3,), (2, 4))])
    """
    return next(read_logs(text, deal))


def read_logs(text: str, deal: Deal) -> Iterator[Log]:
    """Yield every way to read a log, the most telling first: with a few cards there may be several.

    Raises `NotationError` where nothing in it can be followed.
    """
    if len(text) > LONGEST_TRACE:
        expected = f"a log of at most {LONGEST_TRACE:,} characters"
        raise NotationError(
            (Fault("too-long", 1, 1, f"{len(text):,} characters", expected, "Paste its first rounds."),)
        )
    lines = [marked(line) for line in Page(text).plain.split("\n")]
    misread = [read_deal(name, deal) for name in of_kind(Kind.READING)]
    found = False
    for what in _FINDERS:
        for deals in ([deal], [each for each in misread if each != deal]):
            for alphabet in ALPHABETS:
                log = _FINDERS[what](lines, deals, alphabet)
                if log is not None and log.seen:
                    found = True
                    yield log
    if not found:
        raise NotationError((_NOTHING,))


_NOTHING: Final = Fault(
    "trace",
    1,
    1,
    "no round that can be followed",
    "both decks, the two cards turned, or both sizes, once a round,",
    "Print both decks after every round, such as AK2 / Q39.",
)


def _decks(lines: Sequence[str], deals: Sequence[Deal], alphabet: Alphabet) -> Log | None:
    """Find both decks on one line, or on two that follow each other."""
    packs = [Counter((*deal.deck_1, *deal.deck_2)) for deal in deals]
    cut = [Line.of(line, alphabet.run, alphabet) for line in lines]
    before: tuple[Line, int] | None = None
    for line in cut:
        decks = [deck for _, deck in line.runs]
        for run, (one, other) in enumerate(pairwise(decks)):
            if _is_pack((*one, *other), packs):
                return _one_line(cut, Shape.of(line, run, run + 1), alphabet, "decks")
        for run, deck in enumerate(decks):
            if before is not None and _is_pack((*before[0].runs[before[1]][1], *deck), packs):
                return _two_lines(cut, Shape.of(*before), Shape.of(line, run), alphabet, "decks")
        if decks:
            before = line, max(range(len(decks)), key=lambda run: len(decks[run]))
    return None


def _is_pack(cards: Deck, packs: Sequence[Counter[int]]) -> bool:
    """Say whether cards are those of a deal, perhaps without a few that the program has lost."""
    mine = Counter(cards)
    return any(mine <= pack and 4 * len(cards) >= 3 * pack.total() for pack in packs)


def _one_line(lines: Sequence[Line], shape: Shape, alphabet: Alphabet, what: What) -> Log:
    seen: list[Seen] = []
    for number, line in enumerate(lines, 1):
        decks = shape.read(line)
        if decks and any(decks):
            one, other = decks
            if shape.blank and not other and seen and len(seen[-1].pair[0]) < len(seen[-1].pair[1]):
                one, other = other, one  # nothing but a blank says whose deck is empty: the smaller one
            _see(seen, Seen(number, (one, other)), what)
    return Log(what, alphabet.name, tuple(seen))


def _two_lines(lines: Sequence[Line], first: Shape, second: Shape, alphabet: Alphabet, what: What) -> Log:
    seen: list[Seen] = []
    waiting: Seen | None = None
    for number, line in enumerate(lines, 1):
        if line.rest == "^$" and not line.runs:
            continue
        ours, theirs = first.read(line), second.read(line)
        if waiting is not None and theirs is not None:
            if waiting.pair[0] or theirs[0]:
                _see(seen, Seen(waiting.line, (waiting.pair[0], theirs[0])), what)
            waiting = None
        elif ours is not None:
            waiting = Seen(number, (ours[0], ()))
    return Log(what, alphabet.name, tuple(seen))


def _see(seen: list[Seen], new: Seen, what: What) -> None:
    """Add what is said unless it was just said: many programs print before and after a round.

    Decks and sizes change with every round; the cards turned may well be the same again.
    """
    if what == "cards" or not seen or seen[-1].pair != new.pair:
        seen.append(new)


def _singles(lines: Sequence[str], alphabet: Alphabet) -> list[Line]:
    return [Line.of(line, alphabet.single, alphabet) for line in lines]


def _cards(lines: Sequence[str], deals: Sequence[Deal], alphabet: Alphabet) -> Log | None:
    """Find the two cards turned: first the top ones, on one line."""
    tops = {(deal.deck_1[:1], deal.deck_2[:1]) for deal in deals if deal.deck_1 and deal.deck_2}
    cut = _singles(lines, alphabet)
    for line, run, pair in _pairs(cut):
        if pair in tops:
            log = _one_line(cut, Shape.of(line, run, run + 1), alphabet, "cards")
            return Log("cards", alphabet.name, tuple(each for each in log.seen if all(each.pair)))
    return None


def _pairs(lines: Sequence[Line]) -> Iterator[tuple[Line, int, Pair]]:
    """Yield what stands next to each other on a line, with the number of the first of the two."""
    for line in lines:
        for run, ((_, one), (_, other)) in enumerate(pairwise(line.runs)):
            yield line, run, (one, other)


def _sizes(lines: Sequence[str], deals: Sequence[Deal], alphabet: Alphabet) -> Log | None:
    """Find both sizes: two numbers on one line, or on two, that make up the deal."""
    if alphabet.name != "decimal":
        return None
    totals = {deal.size for deal in deals}
    cut = _singles(lines, alphabet)
    for line, run, (one, other) in _pairs(cut):
        if one[0] + other[0] in totals:
            return _complete(_one_line(cut, Shape.of(line, run, run + 1), alphabet, "sizes"))
    single = [line for line in cut if line.runs]
    for above, line in pairwise(single):
        if above.runs[-1][1][0] + line.runs[-1][1][0] in totals:
            first, second = (Shape.of(each, len(each.runs) - 1) for each in (above, line))
            return _complete(_two_lines(cut, first, second, alphabet, "sizes"))
    return None


def _complete(log: Log) -> Log:
    """Leave out lines of the same make that hold no two numbers."""
    return Log(log.what, log.alphabet, tuple(each for each in log.seen if all(each.pair)))


_FINDERS: Final = {"decks": _decks, "cards": _cards, "sizes": _sizes}
