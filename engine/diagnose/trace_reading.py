"""Finds in a program's log what it says about the game, round by round, and leaves the rest alone.

Three things are looked for, the most telling first: both decks, the two cards turned, both sizes.
One line (or two, a deck each) is recognised by what must be true of it: the decks hold the cards of
the deal, the cards are the top ones, the sizes add up. Every line of the same make then counts,
whatever it says: that is where the program may be wrong.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from engine.cards import Deal
from engine.diagnose.misreading import read_deal
from engine.diagnose.mistakes import Kind, of_kind
from engine.diagnose.trace_lines import ALPHABETS, DECIMAL, Line, Shape, marked
from engine.game import Deck
from engine.notation.page import Page
from engine.notation.results import NotationError

LONGEST_TRACE: Final = 2_000_000
"""Characters of the longest log that is read: some 10,000 rounds with both decks."""

Shows = Literal["decks", "cards", "sizes"]
Pair = tuple[Deck, Deck]
Shapes = tuple[Shape, ...]
"""How one line looks that says something, or two of which each says a half; nothing where none does."""


class Seen(NamedTuple):
    """Both decks, the two cards, or both sizes as decks of one number, as one place of a log says them."""

    line: int
    pair: Pair


@dataclass(frozen=True, slots=True)
class Log:
    """The decks, cards or sizes in a log, in order; the same decks twice running are taken once."""

    shows: Shows
    alphabet: str
    seen: tuple[Seen, ...]


def read_log(text: str, deal: Deal) -> Log:
    """Find what a log says about the game of this deal.

    Raises `NotationError` where nothing in it can be followed.

    >>> log = read_log("start\\n1: 23 / 4\\n2: 3 / 24\\n", Deal.parse("23/4"))
    >>> log.shows, [seen.pair for seen in log.seen]
    ('decks', [((2, 3), (4,)), ((3,), (2, 4))])
    """
    return next(read_logs(text, deal))


def read_logs(text: str, deal: Deal) -> Iterator[Log]:
    """Yield every way to read a log, the most telling first: with a few cards there may be several.

    Raises `NotationError` where nothing in it can be followed.
    """
    if len(text) > LONGEST_TRACE:
        limit = f"a log of at most {LONGEST_TRACE:,} characters"
        raise NotationError.of("too-long", f"{len(text):,} characters", limit, "Paste its first rounds.")
    lines = [marked(line) for line in Page(text).plain.split("\n")]
    misread = [read_deal(name, deal) for name in of_kind(Kind.READING)]
    followed = False
    for shows, find in _FINDERS.items():
        for deals in ([deal], [wrong for wrong in misread if wrong != deal]):
            for alphabet in ALPHABETS if shows != "sizes" else (DECIMAL,):
                pattern = alphabet.run if shows == "decks" else alphabet.single
                cut = [Line.of(line, pattern, alphabet) for line in lines]
                seen = _seen(cut, find(cut, deals), shows)
                if seen:
                    followed = True
                    yield Log(shows, alphabet.name, seen)
    if not followed:
        raise NotationError.of(
            "trace",
            "no round that can be followed",
            "both decks, the two cards turned, or both sizes, once a round,",
            "Print both decks after every round, such as AK2 / Q39.",
        )


def _decks(lines: Sequence[Line], deals: Sequence[Deal]) -> Shapes:
    """Find both decks on one line, or on two that follow each other."""
    packs = [Counter((*deal.deck_1, *deal.deck_2)) for deal in deals]
    before: tuple[Line, int] | None = None
    for line in lines:
        decks = [deck for _, deck in line.runs]
        for run, (one, other) in enumerate(pairwise(decks)):
            if _is_pack((*one, *other), packs):
                return (Shape.of(line, run, run + 1),)
        for run, deck in enumerate(decks):
            if before is not None and _is_pack((*before[0].runs[before[1]][1], *deck), packs):
                return Shape.of(*before), Shape.of(line, run)
        if decks:
            before = line, max(range(len(decks)), key=lambda run: len(decks[run]))
    return ()


def _is_pack(cards: Deck, packs: Sequence[Counter[int]]) -> bool:
    """Say whether cards are those of a deal, perhaps without a few that the program has lost."""
    mine = Counter(cards)
    return any(mine <= pack and 4 * len(cards) >= 3 * pack.total() for pack in packs)


def _cards(lines: Sequence[Line], deals: Sequence[Deal]) -> Shapes:
    """Find the two cards turned: first the top ones, on one line."""
    tops = {(deal.deck_1[:1], deal.deck_2[:1]) for deal in deals if deal.deck_1 and deal.deck_2}
    return next(((Shape.of(line, run, run + 1),) for line, run, pair in _pairs(lines) if pair in tops), ())


def _sizes(lines: Sequence[Line], deals: Sequence[Deal]) -> Shapes:
    """Find both sizes: two numbers on one line, or on two, that make up the deal."""
    totals = {deal.size for deal in deals}
    for line, run, (one, other) in _pairs(lines):
        if one[0] + other[0] in totals:
            return (Shape.of(line, run, run + 1),)
    for above, line in pairwise(line for line in lines if line.runs):
        if above.runs[-1][1][0] + line.runs[-1][1][0] in totals:
            return Shape.of(above, len(above.runs) - 1), Shape.of(line, len(line.runs) - 1)
    return ()


def _pairs(lines: Sequence[Line]) -> Iterator[tuple[Line, int, Pair]]:
    """Yield what stands next to each other on a line, with the number of the first of the two."""
    for line in lines:
        for run, ((_, one), (_, other)) in enumerate(pairwise(line.runs)):
            yield line, run, (one, other)


_FINDERS: Final[dict[Shows, Callable[[Sequence[Line], Sequence[Deal]], Shapes]]] = {
    "decks": _decks,
    "cards": _cards,
    "sizes": _sizes,
}


def _seen(lines: Sequence[Line], shapes: Shapes, shows: Shows) -> tuple[Seen, ...]:
    """Return what all lines of these shapes say, once where it was just said.

    Many programs print before and after a round. Decks and sizes change with every round; the cards
    turned may well be the same again. Of cards and sizes there are always two.
    """
    read = _on_two_lines if len(shapes) == 2 else _on_one_line
    said: list[Seen] = []
    for new in read(lines, *shapes) if shapes else ():
        again = shows != "cards" and said and said[-1].pair == new.pair
        if not again and (shows == "decks" or all(new.pair)):
            said.append(new)
    return tuple(said)


def _on_one_line(lines: Sequence[Line], shape: Shape) -> Iterator[Seen]:
    last: Pair = (), ()
    for number, line in enumerate(lines, 1):
        decks = shape.read(line)
        if decks and any(decks):
            one, other = decks
            if shape.blank and not other and len(last[0]) < len(last[1]):
                one, other = other, one  # nothing but a blank says whose deck is empty: the smaller one
            last = one, other
            yield Seen(number, last)


def _on_two_lines(lines: Sequence[Line], first: Shape, second: Shape) -> Iterator[Seen]:
    waiting: tuple[int, Deck] | None = None
    for number, line in enumerate(lines, 1):
        if line.rest == "^$" and not line.runs:
            continue
        ours, theirs = first.read(line), second.read(line)
        if waiting is not None and theirs is not None:
            if waiting[1] or theirs[0]:
                yield Seen(waiting[0], (waiting[1], theirs[0]))
            waiting = None
        elif ours is not None:
            waiting = number, ours[0]
