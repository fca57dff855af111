"""Read a program's log of its rounds."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations, islice, pairwise
from typing import Final, Literal, NamedTuple, Self

from engine.cards import LETTERS, Deal
from engine.diagnose.mistakes import Kind, of_kind
from engine.diagnose.programs import read_deal
from engine.formats import HEX, NotationError, Page
from engine.game import Deck

# Lines of a log: which cards stand in them, and what else, so that lines of the same make are known.

_GAP: Final = r"[ \t,'\"]+"
_NUMBER: Final = r"(?<![A-Z0-9])[0-9]+(?![A-Z0-9])"
_PLAYER: Final = re.compile(r"(PLAYER|DECK|HAND|PILE|\bP)([ _#]*)([12])(?![0-9A-Z])")
_NUMBERED: Final = re.compile(r"^\s*[\[(#]?[0-9]{1,7}[\])]?[:.)]+(?=\s+[0-9A-Z]+[\s,|/-]+[0-9A-Z])")
"""The number of a line that holds more than one thing besides."""
_OBJECT: Final = re.compile(r"CARD[({](?:[A-Z]+[=:] ?)?['\"]?([0-9A-Z]+)['\"]?(?:,[^(){}]*)?[)}]")
"""A card as programs print their own objects: `Card(rank=13, suit='H')`."""
_WHO: Final = {"1": "ONE", "2": "TWO"}
# fmt: off
_NAMES: Final = (
    "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "JACK", "QUEEN", "KING", "ACE",
)
# fmt: on
_OF_SUIT: Final = r"[ _]+OF[ _]+(?:HEART|SPADE|CLUB|DIAMOND)S"


@dataclass(frozen=True)
class Alphabet:
    """One way to write cards in a log: what a card looks like, and its rank."""

    name: str
    card: str
    rank: Callable[[str], int]
    joined: bool
    """Whether cards may stand side by side without a blank."""

    @cached_property
    def card_pattern(self) -> re.Pattern[str]:
        """A card, wherever it stands."""
        return re.compile(self.card)

    @cached_property
    def single(self) -> re.Pattern[str]:
        """A card by itself, or any other number."""
        return re.compile(f"(?P<card>{_by_itself(self.card)})|{_NUMBER}")

    @cached_property
    def run(self) -> re.Pattern[str]:
        """Cards one after the other: a whole word of them, or single ones with blanks between."""
        single = _by_itself(self.card)
        row = f"{single}(?:{_GAP}{single})*"
        word = rf"(?<![A-Z0-9])(?:{self.card}){{2,}}(?![A-Z0-9])"
        return re.compile(f"(?P<card>{word}|{row})" if self.joined else f"(?P<card>{row})")

    def deck(self, text: str) -> Deck:
        """Return the ranks of the cards in a run."""
        return tuple(map(self.rank, self.card_pattern.findall(text)))


def _by_itself(card: str) -> str:
    return rf"(?<![A-Z0-9])(?:{card})(?![A-Z0-9])"


def _letter(card: str) -> int:
    """Return a rank; a lone 1 or 0 is what a program prints that reads 10 as 1, or as two cards."""
    return 10 if card.startswith("10") else int(card[0]) if card[0] in "01" else LETTERS.index(card[0]) + 2


def _named(card: str) -> int:
    """Return the rank of a card in words, such as KING or FIVE OF HEARTS or 5 OF HEARTS."""
    rank = re.split("[ _]", card)[0]
    return _NAMES.index(rank) + 2 if rank in _NAMES else _letter(rank)


DECIMAL: Final = Alphabet("decimal", "[0-9]{1,3}", int, False)
ALPHABETS: Final = (
    Alphabet("suited", "(?:10|[1-9TJQKA])[CDHS♣♦♥♠]", _letter, True),
    DECIMAL,
    Alphabet("letters", "10|[1-9TJQKA]", _letter, True),
    Alphabet("letters and 0", "10|[0-9TJQKA]", _letter, False),
    Alphabet("hex", "[2-9A-E]", lambda card: HEX.index(card) + 2, True),
    Alphabet("words", f"(?:{'|'.join(_NAMES)})(?:{_OF_SUIT})?|(?:10|[2-9TJQKA]){_OF_SUIT}", _named, False),
    Alphabet("from 0", "[0-9]{1,2}", lambda card: int(card) + 2, False),
    Alphabet("from 1", "[0-9]{1,2}", lambda card: int(card) + 1, False),
)
"""From 0 and from 1 are places in a list of ranks, 2 first, as most programs keep them."""


Place = tuple[int, int]
"""Where a run of cards stood: how much else is before it in its line, and the index among those there."""


class Line(NamedTuple):
    """A line with its cards taken out: what is left, without blanks, and where each run stood in it."""

    rest: str
    runs: Mapping[Place, Deck]
    """Numbers that are no cards are empty."""

    @classmethod
    def of(cls, text: str, pattern: re.Pattern[str], alphabet: Alphabet) -> Self:
        """Cut a line of text."""
        rest, at, nth = "^", 0, 0
        runs: dict[Place, Deck] = {}
        for match in pattern.finditer(text):
            between = _plain(text[at : match.start()])
            rest += between
            nth = 0 if between or not runs else nth + 1
            runs[len(rest), nth] = alphabet.deck(match[0]) if match["card"] else ()
            at = match.end()
        return cls(f"{rest}{_plain(text[at:])}$", runs)


_BARE: Final = re.compile(r"[\s,'\"0-9]+")


def _plain(text: str) -> str:
    """Return what a piece of a line has besides cards: no blanks and no numbers."""
    return _BARE.sub("", text)


class Shape(NamedTuple):
    """How the lines look that say something: the signs round the cards, and where these stand."""

    signs: str
    places: tuple[Place, ...]
    """Where in the signs, and the index of the run there."""

    @classmethod
    def of(cls, rest: str, places: Sequence[Place], before: int, after: int) -> Self:
        """Make one of what is left of a line and of places in it, with n signs round these."""
        start = max(0, places[0][0] - before)
        signs = rest[start : places[-1][0] + after]
        return cls(signs, tuple((place - start, nth) for place, nth in places))

    @property
    def blank(self) -> bool:
        """Whether nothing but a blank parts two decks."""
        return len(self.places) == 2 and self.places[0][0] == self.places[1][0]

    def read(self, line: Line) -> tuple[Deck, ...] | None:
        """Return what stands in the places of the cards, None if this is another line."""
        start = line.rest.find(self.signs)
        if start < 0:
            return None
        return tuple(line.runs.get((start + place, nth), ()) for place, nth in self.places)


def marked(line: str) -> str:
    """Return a line in capitals, in which the number of a player or of the line is none of a card."""
    line = _OBJECT.sub(r"\1", _NUMBERED.sub(":", line.upper()))
    return _PLAYER.sub(lambda match: match[1] + _WHO[match[3]], line)


# Finds in a program's log what it says about the game, in every way in which it can be read.
#
# Three things are looked for: both decks, the two cards turned, both sizes. One line (or two, a half
# each) is recognised by what must be true of it: the decks hold the cards of the deal, the cards lie
# as deep as each other, the sizes add up. Every line of the same make then counts, whatever it says:
# that is where the program may be wrong. Which of the ways is meant, the game says (`traces`).

LONGEST_TRACE: Final = 2_000_000
"""Characters of the longest log that is read: some 10,000 rounds with both decks."""
AMBIGUOUS: Final = 8  # cards of a deal up to which a log's two numbers may be decks as well as cards or sizes
SAMPLE: Final = 300
"""Lines at the beginning in which ways to read a log are looked for, unless nothing is there."""

_MOST_MAKES: Final = 16  # makes of lines that are followed, the most frequent first
_MOST_RUNS: Final = 8  # numbers on a line among which two belong together
_DEPTH: Final = 12
"""Cards of each deck, from the top, that may be the first pair of a log: a war may decide its round."""
_ENOUGH: Final = 2  # decks in a row that hold the cards of the deal where that is no chance
_MARGINS: Final = ((8, 2), (8, 0), (0, 0))
"""Signs before and after the cards by which a line of the same make is known."""

Shows = Literal["decks", "cards", "sizes"]
Pair = tuple[Deck, Deck]
Shapes = tuple[Shape, ...]
"""How one line looks that says something, or two of which each says a half."""
Halves = tuple[tuple[str, tuple[Place, ...]], ...]
"""What is left of the line that says something, or of the two, each with places of the runs that count."""


class Seen(NamedTuple):
    """Both decks, the two cards, or both sizes as decks of one number, as one place of a log says them."""

    line: int
    pair: Pair


class Manner(NamedTuple):
    """One way to read a log."""

    shows: Shows
    alphabet: Alphabet
    shapes: Shapes
    top_last: bool = False
    """Whether decks are printed from the lowest card up."""


class Log(NamedTuple):
    """The decks, cards or sizes in a log, in order; the same decks up to thrice running are taken once."""

    manner: Manner
    seen: tuple[Seen, ...]
    lines: int

    @property
    def shows(self) -> Shows:
        """What is read in it."""
        return self.manner.shows

    def turned(self) -> "Log":
        """Return it with every deck read from its other end."""
        manner = self.manner._replace(top_last=not self.manner.top_last)
        seen = tuple(Seen(line, (one[::-1], other[::-1])) for line, (one, other) in self.seen)
        return Log(manner, seen, self.lines)


class Text:
    """A log as lines, cut as often as it is read in another alphabet."""

    def __init__(self, text: str, deal: Deal) -> None:
        """Raise `NotationError` for one that is too long."""
        if len(text) > LONGEST_TRACE:
            limit = f"a log of at most {LONGEST_TRACE:,} characters"
            raise NotationError.of("too-long", f"{len(text):,} characters", limit, "Paste its first rounds.")
        self.lines = [marked(line) for line in Page(text).plain.split("\n")]
        misread = [read_deal(name, deal) for name in of_kind(Kind.READING)]
        self._deals = (deal, *(wrong for wrong in dict.fromkeys(misread) if wrong != deal))
        self.size = deal.size
        self._packs = [Counter((*deal.deck_1, *deal.deck_2)) for deal in self._deals]
        self._cut: dict[tuple[str, bool, int], list[Line]] = {}

    @cached_property
    def manners(self) -> tuple[int, list[Manner]]:
        """Return all ways to read it, and of how many of its lines. Raises `NotationError` for none."""
        for most in (SAMPLE, len(self.lines)):
            manners = [*self._manners(most)]
            if manners:
                return most, manners
        raise nothing_to_follow()

    def _manners(self, most: int) -> Iterator[Manner]:
        for shows, find in _FINDERS.items():
            for alphabet in ALPHABETS if shows != "sizes" else (DECIMAL,):
                times = Counter[tuple[Shapes, ...]]()
                for halves, found in Counter(find(self._lines(shows, alphabet, most), self._deals)).items():
                    times[tuple(_shapes(halves))] += found
                makes = [make for make, _ in times.most_common(_MOST_MAKES)]
                for shapes in dict.fromkeys(shapes for make in makes for shapes in make):
                    yield Manner(shows, alphabet, shapes)
                    if shows == "decks":
                        yield Manner(shows, alphabet, shapes, top_last=True)

    def _lines(self, shows: Shows, alphabet: Alphabet, most: int) -> list[Line]:
        key = alphabet.name, shows == "decks", min(most, len(self.lines))
        if key not in self._cut:
            pattern = alphabet.run if shows == "decks" else alphabet.single
            self._cut[key] = [Line.of(line, pattern, alphabet) for line in self.lines[:most]]
        return self._cut[key]

    def read(self, manner: Manner, most: int) -> Log:
        """Read it in one way, as far as some line.

        Many programs print before and after a round. Decks and sizes change with every round: where they
        stand a fourth time running, nothing does. The cards turned may well be the same again. Of cards
        and sizes there are always two.
        """
        shows, alphabet, shapes, top_last = manner
        read = _on_two_lines if len(shapes) == 2 else _on_one_line
        said: list[Seen] = []
        number = same = 0
        for line, pair in read(self._lines(shows, alphabet, most), *shapes):
            if shows != "decks" and not all(pair):
                continue
            number += 1
            new = Seen(line, (pair[0][::-1], pair[1][::-1]) if top_last else pair)
            same = same + 1 if said and said[-1].pair == new.pair else 0
            if shows == "cards" or same % 3 == 0:
                said.append(new)
        return Log(manner, tuple(said), number * len(shapes))

    def certain(self, log: Log, most: int | None = _ENOUGH) -> bool:
        """Return whether what is read as decks or sizes can hardly be anything else: they make up the deal.

        Of few cards one pair is not enough; of more, two may lie on the table. A program that loses half
        of the deal or more leaves so few that two cards turned look like its decks: these are never sure.
        Looks at the first `most` entries, or at all.
        """
        few = self.size <= AMBIGUOUS
        some = [seen.pair for seen in log.seen[:most]]
        left = [(pack, pack.total()) for pack in self._packs]
        packs = [pack for pack, cards in left if (cards == self.size if few else 2 * cards > self.size)]
        if log.shows == "sizes":
            totals = {pack.total() for pack in packs}
            return not few and len(some) >= _ENOUGH and {one[0] + other[0] for one, other in some} <= totals
        table = 2 if self.size >= 3 * 2 else 0
        return (len(some) >= _ENOUGH or not few) and all(
            any(cards <= pack and cards.total() >= pack.total() - table for pack in packs)
            for cards in (Counter((*one, *other)) for one, other in some)
        )

    def is_lonely_pair(self, log: Log) -> bool:
        """Return whether it is one pair of decks alone, not all the cards of a deal: no sign of a game."""
        if log.shows != "decks" or len(log.seen) > 1:
            return False
        return Counter(sum(log.seen[0].pair, ())) not in self._packs


def nothing_to_follow() -> NotationError:
    """Return what is said of a log in which nothing of the game can be followed."""
    return NotationError.of(
        "trace",
        "no round to compare",
        "both decks or both deck sizes for every round",
        "Print both decks after every round, such as AK2 / Q39. The two cards turned up also work.",
    )


def check_log(text: str, deal: Deal) -> bool:
    """Return that a log can be followed. Raises `NotationError` where nothing in it can be.

    >>> check_log("start\\n1: 23 / 4\\n2: 3 / 24\\n", Deal.parse("23/4"))
    True
    """
    return bool(Text(text, deal).manners)


def _shapes(halves: Halves) -> Iterator[Shapes]:
    """Yield the shapes of what was found, from the most particular to the most general."""
    sides = [_sides(rest, places) for rest, places in halves]
    for (before, _), shapes in zip(_MARGINS, zip(*sides, strict=True), strict=True):
        if before or all(shape.signs.strip("^$") for shape in shapes):
            yield shapes


@lru_cache(maxsize=1_024)
def _sides(rest: str, places: tuple[Place, ...]) -> Sequence[Shape]:
    """Return the shapes of one line, worked out once for all that are alike but for their cards."""
    return [Shape.of(rest, places, before, after) for before, after in _MARGINS]


def _decks(lines: Sequence[Line], deals: Sequence[Deal]) -> Iterator[Halves]:
    """Find both decks on one line, or on two that follow each other."""
    belong = _belonging(deals)
    fewest = min(deal.size for deal in deals) * 3 // 4
    above: tuple[str, Place, Deck] | None = None
    for rest, runs in lines:
        for (first, one), (second, other) in pairwise(runs.items()):
            if len(one) + len(other) >= fewest and belong(tuple(sorted(one + other))):
                yield ((rest, (first, second)),)
        for second, other in runs.items() if above else ():
            assert above is not None
            before, first, one = above
            if len(one) + len(other) >= fewest and belong(tuple(sorted(one + other))):
                yield (before, (first,)), (rest, (second,))
        if runs:
            above = rest, *max(runs.items(), key=lambda run: len(run[1]))


def _belonging(deals: Sequence[Deal]) -> Callable[[Deck], bool]:
    """Return what says whether sorted cards are a deal's, perhaps without a few that the program has lost.

    Most deals are the same cards in another order, and so are most lines of a log.
    """
    packs = [Counter(cards) for cards in {tuple(sorted(deal.deck_1 + deal.deck_2)) for deal in deals}]
    least = [(3 * pack.total(), pack) for pack in packs]

    @cache
    def belong(cards: Deck) -> bool:
        held = Counter(cards).items()
        return any(
            4 * len(cards) >= fewest and all(pack[rank] >= number for rank, number in held)
            for fewest, pack in least
        )

    return belong


def _cards(lines: Sequence[Line], deals: Sequence[Deal]) -> Iterator[Halves]:
    """Find two cards that lie as deep in their decks as each other, the top ones or some in a war."""
    pairs = {pair for deal in deals for pair in [*zip(deal.deck_1, deal.deck_2, strict=False)][:_DEPTH]}
    return _two(lines, lambda one, other: (one, other) in pairs or (other, one) in pairs)


def _sizes(lines: Sequence[Line], deals: Sequence[Deal]) -> Iterator[Halves]:
    """Find both sizes: two numbers that make up the deal."""
    totals = {deal.size for deal in deals}
    return _two(lines, lambda one, other: one + other in totals)


def _two(lines: Sequence[Line], belong: Callable[[int, int], bool]) -> Iterator[Halves]:
    """Find two numbers that belong together, on one line or on two that follow each other."""
    before: str = ""
    above: list[tuple[Place, int]] = []
    for rest, runs in lines:
        numbers = [(place, deck[0]) for place, deck in islice(runs.items(), _MOST_RUNS) if deck]
        for (first, one), (second, other) in combinations(numbers, 2):
            if belong(one, other):
                yield ((rest, (first, second)),)
        for second, other in numbers[:2] + numbers[2:][-1:]:
            for first, one in above:
                if belong(one, other):
                    yield (before, (first,)), (rest, (second,))
        if runs:
            before, above = rest, numbers


_FINDERS: Final[dict[Shows, Callable[[Sequence[Line], Sequence[Deal]], Iterator[Halves]]]] = {
    "decks": _decks,
    "cards": _cards,
    "sizes": _sizes,
}


def _on_one_line(lines: Sequence[Line], shape: Shape) -> Iterator[Seen]:
    last: Pair = (), ()
    made: set[str] = set()
    for number, line in enumerate(lines, 1):
        decks = shape.read(line)
        # Both decks may be empty on a line like those before, but not on a bare one.
        if decks and (any(decks) or line.rest in made):
            made |= {line.rest} - {"^$"}
            one, other = decks
            if shape.blank and not other and len(last[0]) < len(last[1]):
                one, other = other, one  # nothing but a blank says whose deck is empty: the smaller one
            last = one, other
            yield Seen(number, last)


def _on_two_lines(lines: Sequence[Line], first: Shape, second: Shape) -> Iterator[Seen]:
    waiting: tuple[int, Deck] | None = None
    made: set[str] = set()
    for number, line in enumerate(lines, 1):
        if line.rest == "^$" and not line.runs:
            continue
        ours, theirs = first.read(line), second.read(line)
        if waiting is not None and theirs is not None:
            if waiting[1] or theirs[0] or line.rest in made:
                made |= {line.rest} - {"^$"}
                yield Seen(waiting[0], (waiting[1], theirs[0]))
            waiting = None
        elif ours is not None:
            waiting = number, ours[0]
