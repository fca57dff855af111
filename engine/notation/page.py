"""A pasted text made plain: few characters, each knowing where in the original it stood.

Every format reads the same plain text. What had to be changed to get it is told in notices, and a
character that no format knows leaves a `HOLE`, so that the rest can still be checked.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol

from engine.notation.results import Fault
from engine.notation.signs import LOOK_ALIKES, NO_CARDS, READ_AS, SELECTORS, SUIT_SIGNS, name_of, printable

HOLE: Final = "\x00"
"""Stands where a character was that has its fault already."""

MOST_FAULTS: Final = 20
END: Final = "the end of the text"
NO_CARDS_HERE: Final = "deck-empty"
"""The code of the fault that a deck has no cards."""
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
        if not self.full:
            self.first.append(Problem(at.start, at.end, code, expected, repair))

    def extend(self, other: "Problems") -> None:
        """Take over the problems of a part of the text."""
        self.weight += other.weight
        self.covered += other.covered
        if not self.full:
            self.first.extend(other.first)

    @property
    def full(self) -> bool:
        """Whether there are more problems than will be shown."""
        return len(self.first) > MOST_FAULTS

    def pass_over(self, characters: int) -> None:
        """Weigh a problem that will not be shown."""
        self.weight += max(1, characters)
        self.covered += characters


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
        self.plain = self._make_plain()
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
        shown = printable(token.rstrip("\r\n")) or ("the end of the line" if token else END)
        return Fault(problem.code, line, column, shown, problem.expected, problem.repair)

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

    def _make_plain(self) -> str:
        plain: list[str] = []
        for index, character in enumerate(self.text):
            for piece in self._plain(character, index, plain):
                plain.append(piece)
                self._origin.append(index)
        return "".join(plain)

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
            code, expected = "look-alike", f"the Latin letter {stand_in}, not {name_of(character)},"
            repair = f"Write the Latin letter {stand_in}."
        elif character in NO_CARDS:
            code, expected, repair = NO_CARDS[character]
        elif character.isdigit():
            code, expected = "foreign-digit", f"one of the digits 0 to 9, not {name_of(character)},"
            repair = f"Write {stand_in}." if stand_in != HOLE else "Write it with the digits 0 to 9."
        else:
            code, expected = "character", f"a card or a separator, not {name_of(character)},"
            repair = "Take this character out."
        if len(self.problems) <= MOST_FAULTS:
            self.problems.append(Problem(at, at + 1, code, expected, repair))
        return stand_in
