"""The text of a paste: its lines, places and signs."""

import csv
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple, Protocol, Self

from engine.cards import LETTERS, SUITS, Deal


def table(name: str) -> list[dict[str, str]]:
    """Return the rows of a table beside this file."""
    with Path(__file__).with_name(f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


WORDS: Final = {row["kind"]: frozenset(row["words"].split()) for row in table("words")}
"""Words that stand around decks by kind, each of which `words.csv` explains."""

# The characters of pastes: what they are called, what they stand for, what they are mistaken for.

SUIT_SIGNS: Final = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}

SUIT_OF: Final = {**SUIT_SIGNS, **{letter: suit for suit in SUITS for letter in (suit, suit.upper())}}

RANK_OF: Final = {"10": 10, **{letter: rank for rank, letter in enumerate(LETTERS, start=2)}}
"""The ranks by their letters in capitals; the ten in digits, too."""

_OUTLINED: Final = {"♧": "♣", "♢": "♦", "♡": "♥", "♤": "♠"}

_GLYPH_BLOCKS: Final = {0x1F0A0: "♠", 0x1F0B0: "♥", 0x1F0C0: "♦", 0x1F0D0: "♣"}
_GLYPH_RANKS: Final = {0x1: "A", **{n: str(n) for n in range(2, 10)}, 0xA: "T", 0xB: "J", 0xD: "Q", 0xE: "K"}
_GLYPHS: Final = {
    chr(block + number): rank + suit
    for block, suit in _GLYPH_BLOCKS.items()
    for number, rank in _GLYPH_RANKS.items()
}
"""The 52 card glyphs of Unicode and the rank and suit each shows."""

NO_CARDS: Final = {
    sign: (row["code"], row["expected"], row["repair"]) for row in table("no_cards") for sign in row["signs"]
}
"""Code, what is expected and the repair of the glyphs that show none of the 52 cards."""

_SPACES: Final = frozenset(
    "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)

INVISIBLE: Final = frozenset(
    "\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff"
)
"""Characters without width that copying leaves behind."""

SELECTORS: Final = frozenset("\ufe0e\ufe0f")
"""The variation selectors that belong to a suit sign (as text, as a picture)."""

_CURLY_QUOTES: Final = {"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'"}

LOOK_ALIKES: Final = {
    **dict(zip("АВСЕКТНавсектһ", "ABCEKTHabcekth", strict=True)),
    **dict(zip("ЅѕЈј", "SsJj", strict=True)),
    **dict(zip("ΑΒΕΚΤΗακτ", "ABEKTHakt", strict=True)),
}
"""Letters of other alphabets that look like the Latin letters of ranks and suits."""

READ_AS: Final = {
    **{character: (character, "") for character in (*map(chr, range(32, 127)), "\n", "\t", *SUIT_SIGNS)},
    "\r": ("\n", ""),
    **dict.fromkeys("→⇒", ("->", "")),
    **{sign: (plain, "") for sign, plain in {**_OUTLINED, **_GLYPHS}.items()},
    **dict.fromkeys(INVISIBLE, ("", "invisible characters dropped: #")),
    **dict.fromkeys(_SPACES, (" ", "unusual spaces read as spaces: #")),
    **{chr(0xFEE0 + c): (chr(c), "full-width characters read as ordinary ones: #") for c in range(33, 127)},
    **{quote: (plain, "curly quotes read as straight ones: #") for quote, plain in _CURLY_QUOTES.items()},
}
"""The reading of each character that formats know, and the notice of it; `#` stands for how many."""

_LONGEST_TOKEN: Final = 24


def name_of(character: str) -> str:
    """Return a character's Unicode name, or its number where it has none.

    >>> name_of("\\u200b"), name_of("\\x07")
    ('ZERO WIDTH SPACE', 'U+0007')
    """
    return unicodedata.name(character, f"U+{ord(character):04X}")


class Described(str):
    """A token in words of ours, not the text's own: messages do not quote it."""

    __slots__ = ()


def printable(token: str, longest: int = _LONGEST_TOKEN) -> str:
    """Show a token as plain text: invisible characters by name, long tokens cut.

    >>> printable("K\\u200bx"), printable("A" * 40)
    ('K<ZERO WIDTH SPACE>x', 'AAAAAAAAAAAAAAAAAAAAAAA…')
    """
    if len(token) == 1 and not token.isprintable():
        return Described(name_of(token))
    cut = token if len(token) <= longest else f"{token[: longest - 1]}…"
    return "".join(
        character if character.isprintable() and character not in INVISIBLE else f"<{name_of(character)}>"
        for character in cut
    )


# Which end of a deck is its top.

_IS: Final = (
    r"(?:[^.,;\n]{0,30}(?:\b(?:is|are|being|comes?|at|on)\b|=))?"
    r"[^\w.,;?!]+(?:(?:card|the|at|on|of|very|a|my)\W+){0,3}"
)
_BOTTOM_FIRST: Final = re.compile(
    "|".join(
        rf"\b{one}\b{_IS}{other}\b"
        for pair in (("top", "(?:last|end|right(?:most)?|tail)"), ("bottom", "(?:first|start|left(?:most)?)"))
        for one, other in (pair, pair[::-1])
    )
    + r"|bottom\W+(?:card\W+)?(?:to|up)\W+(?:the\W+)?top\b",
    re.IGNORECASE,
)
_EITHER_WAY: Final = re.compile(
    r"\b(?:first|left\w*|start|beginning|top)\b[^.\n]{0,30}\bor\b[^.\n]{0,30}\b(?:last|right\w*|end|bottom)\b",
    re.IGNORECASE,
)
_OF_A_TOP: Final = re.compile(
    r"\b(?:to (?:the )?top|bottom to|(?:last|right) (?:end|element|card|one))\b"
    r"|(?:\bis|\bare|=) ?(?:\w+ ){0,2}top\b|\btop(?: card)? ?(?:=|is\b)",
    re.IGNORECASE,
)
"""What says something of a top, or of the last card."""
_TOP_FIRST: Final = re.compile(
    r"\b(?:first|left\w*|start|heads?|begin\w*|top to|from the top|(?:index|pos) [01])\b", re.IGNORECASE
)


def bottom_first(text: str) -> bool:
    """Return whether a text says that its cards are written from the bottom to the top."""
    return _BOTTOM_FIRST.search(text) is not None


def either_way(text: str) -> bool:
    """Return whether a text leaves open which card of a line is on top."""
    said = bottom_first(text) or _TOP_FIRST.search(text)
    return bool(
        ("top" in text.lower() and _EITHER_WAY.search(text))
        or (".pop()" in text and not bottom_first(text))
        or (not said and _OF_A_TOP.search(text))
    )


# The results of reading a paste: deals, a question, or faults that say where and how to mend.

_LONGEST_LINE: Final = 72


class ReadDeal(NamedTuple):
    """One deal of a paste, and the judge's verdict that stood with it (`True`, `1 3`, `PAT` ...)."""

    deal: Deal
    expected: str | None = None


class PassedOver(NamedTuple):
    """A line of a paste that is no part of any deal, 1-based."""

    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.line}: {printable(self.text, _LONGEST_LINE)}"


class Reading(NamedTuple):
    """A paste understood: its format, its deals in order, and what was noticed on the way."""

    format: str
    deals: tuple[ReadDeal, ...]
    notices: tuple[str, ...] = ()
    passed: tuple[PassedOver, ...] = ()
    """The lines between and around the deals, where the text is more than these."""


class Choice(NamedTuple):
    """One of several possible readings; reading again with `format` settles on it."""

    format: str
    description: str
    reading: Reading


class Question(NamedTuple):
    """A paste that can be read in more than one way, with different deals: nothing is guessed."""

    question: str
    readings: tuple[Choice, ...]


class Fault(NamedTuple):
    """One thing wrong in a paste: a stable code, the place (1-based, in characters), the repair.

    >>> str(Fault("rank", 2, 7, "1", "a rank", "Did you mean T or 10?"))
    'Line 2, column 7: found “1”, expected a rank. Did you mean T or 10?'
    """

    code: str
    line: int
    column: int
    token: str
    expected: str
    repair: str

    def __str__(self) -> str:
        found = self.token if isinstance(self.token, Described) else f"“{self.token}”"
        place = f"Line {self.line}, column {self.column}"
        return f"{place}: found {found}, expected {self.expected}. {self.repair}"


class NotationError(ValueError):
    """A text that is no deal: every fault found, in the order of the text, at most 20."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(faults)
        self.faults = faults

    @classmethod
    def of(cls, code: str, token: str, expected: str, repair: str) -> Self:
        """Make one of a single fault, about the text as a whole, whose token describes it."""
        return cls((Fault(code, 1, 1, Described(token), expected, repair),))

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)


# A pasted text made plain: few characters, each knowing where in the original it stood.
#
# Every format reads the same plain text. What had to be changed to get it is told in notices, and a
# character that no format knows leaves a `HOLE`, so that the rest can still be checked.

HOLE: Final = "\x00"
"""Stands where a character was that has its fault already."""

MOST_FAULTS: Final = 20
END: Final = Described("the end of the text")
NO_CARDS_HERE: Final = "deck-empty"
_CARDS_BESIDE: Final = ("range", NO_CARDS_HERE)
"""Faults at characters that somebody who knows the format may write there."""

LINE_END: Final = re.compile(r"\r\n|\r|\n")


class Place(Protocol):
    """Something that covers a span of the plain text: a row, a token, a label."""

    @property
    def start(self) -> int:
        """Its first character."""

    @property
    def end(self) -> int:
        """The one behind its last."""


class Span(NamedTuple):
    """A span of the plain text by itself."""

    start: int
    end: int


class Problem(NamedTuple):
    """A fault before it is put in words for people: a span of the plain text, code and repair."""

    start: int
    end: int
    code: str
    expected: str
    repair: str


class Problems:
    """The problems of one way of reading: the first few, and how much they weigh in all.

    The way of reading with the least `weight` is the one the writer most likely meant, and its
    problems are the ones shown; `covered` counts the characters that are no rank or suit in it.
    """

    def __init__(self) -> None:
        self.first: list[Problem] = []
        self.weight = 0
        self.covered = 0

    def note(self, at: Place, code: str, expected: str, repair: str, *, weight: int | None = None) -> None:
        """Note a problem; it weighs the characters it covers unless told otherwise."""
        characters = at.end - at.start
        self.weight += max(1, characters) if weight is None else weight
        self.covered += characters if code not in _CARDS_BESIDE else 0
        if len(self.first) <= MOST_FAULTS:
            self.first.append(Problem(at.start, at.end, code, expected, repair))

    def extend(self, other: "Problems") -> None:
        """Take over the problems of a part of the text."""
        self.weight += other.weight
        self.covered += other.covered
        if len(self.first) <= MOST_FAULTS:
            self.first.extend(other.first)


class Page:
    """A text as the formats read it.

    `plain` has printable ASCII, the four suit signs, tabs, `\\n` and holes, nothing else; `problems`
    are the characters no format knows; `notices` say what was dropped or folded.

    >>> page = Page("\\ufeff\\uff21K\\r\\n🂱")
    >>> page.plain, page.notices[0]
    ('AK\\nA♥', 'invisible characters dropped: 1 (first at line 1, column 1)')
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.problems: list[Problem] = []
        self.signs = False
        self._origin: list[int] = []
        self._changed: dict[str, list[int]] = {}
        self._starts = [0, *(match.end() for match in LINE_END.finditer(text))]
        plain: list[str] = []
        for index, character in enumerate(text):
            plain.extend(self._plain(character, index, plain))
            self._origin.extend([index] * (len(plain) - len(self._origin)))
        self.plain = "".join(plain)
        self.notices = tuple(
            f"{what} (first at line {line}, column {column})".replace("#", str(len(places)))
            for what, places in self._changed.items()
            for line, column in [self._place_of(places[0])]
        )

    def fault(self, problem: Problem) -> Fault:
        """Put a problem in words, with its place and token in the original text."""
        first = self._original(problem.start)
        token = self.text[first : self._original(problem.end - 1) + 1] if problem.end > problem.start else ""
        line, column = self._place_of(first)
        return Fault(problem.code, line, column, printable(token) or END, problem.expected, problem.repair)

    def faults(self, problems: Iterable[Problem]) -> tuple[Fault, ...]:
        """Put problems in words, in the order of the text, each place once, at most 20."""
        chosen: dict[int, Problem] = {}
        # Of two at the same place the character's own comes first: it says more.
        for problem in sorted((*self.problems, *problems), key=lambda problem: (problem.start, problem.end)):
            chosen.setdefault(problem.start, problem)
        return tuple(self.fault(problem) for problem in list(chosen.values())[:MOST_FAULTS])

    def _original(self, index: int) -> int:
        return self._origin[index] if index < len(self._origin) else len(self.text)

    def _place_of(self, original: int) -> tuple[int, int]:
        line = bisect_right(self._starts, original)
        return line, original - self._starts[line - 1] + 1

    def _plain(self, character: str, index: int, before: list[str]) -> str:
        if character == "\n" and self.text[index - 1 : index] == "\r":
            return ""
        if character not in READ_AS:
            return self._unknown(character, len(before))
        piece, notice = READ_AS[character]
        self.signs = self.signs or piece[-1:] in SUIT_SIGNS
        if notice and not (character in SELECTORS and before and before[-1] in SUIT_SIGNS):
            self._changed.setdefault(notice, []).append(index)
        return piece

    def _unknown(self, character: str, at: int) -> str:
        """Note the fault of a character that no format knows, and return what to read in its place."""
        stand_in = LOOK_ALIKES.get(character) or (str(int(character)) if character.isdecimal() else HOLE)
        if character in LOOK_ALIKES:
            code, expected = "look-alike", f"the Latin letter {stand_in}, not {name_of(character)}"
            repair = f"Write the Latin letter {stand_in}."
        elif character in NO_CARDS:
            code, expected, repair = NO_CARDS[character]
        elif character.isdigit():
            code, expected = "foreign-digit", f"one of the digits 0 to 9, not {name_of(character)}"
            repair = f"Write {stand_in}." if stand_in != HOLE else "Write it with the digits 0 to 9."
        else:
            code, expected = "character", "a card or a separator"
            repair = "Remove this character."
        if len(self.problems) <= MOST_FAULTS:
            self.problems.append(Problem(at, at + 1, code, expected, repair))
        return stand_in
