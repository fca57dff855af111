"""Text around deals: headings, sentences and the words of a judge's page, told from lines of cards.

A line is passed over only where most of it is words that no card is called; what looks like cards with a
mistake in it stays, and its faults are told.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from engine.game.answer_forms import answer_at
from engine.notation.labels import LABEL
from engine.notation.page import LINE_END
from engine.notation.results import PassedOver
from engine.notation.signs import LOOK_ALIKES, READ_AS

_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[♣♦♥♠]")
_CARDS: Final = re.compile(
    r"(?:10|[2-9TJQKA])+|[2-9A-E]+|[0-9]+|(?:(?:10|[2-9TJQKA])[CDHS])+|[♣♦♥♠]", re.IGNORECASE
)
_PLAYER: Final = re.compile(r"\A\W*(?:player|deck|hand|pile)[ \t_#]*(?:1|2|one|two)\b", re.IGNORECASE)
"""A label that lacks its colon."""
_CARD_SIGNS: Final = frozenset("0123456789TJQKABCDEHS♣♦♥♠")
_CARD_NAMES: Final = frozenset(
    {"jack", "queen", "king", "joker", "knight", "three", "four", "five", "seven", "eight", "nine"}
)
_IN_CAPITALS: Final = frozenset(
    {"spades", "hearts", "diamonds", "clubs", "suit", "suits", "card", "cards"}
    | {"deck", "decks", "test", "tests", "case", "cases"}
)
"""Words of nothing but letters that ranks and suits have, too."""
_SHORTEST_HEADING: Final = 4
_SHORTEST_RULE: Final = 3
_INPUT: Final = re.compile(r"[^:/\n]{0,40}?\binput\b[^:/\n]{0,40}:(?=[ \t]*\S)", re.IGNORECASE)
_OUTPUT: Final = re.compile(
    r"[^:/\n]{0,40}?\b(?:outputs?|expect(?:s|ed)?|answers?|results?|prints?)\b[^:/\n]{0,40}(?::|$)",
    re.IGNORECASE | re.MULTILINE,
)
_FEWEST_SIGNS: Final = 8
_FEWEST_WORDS: Final = 5
_ENDS: Final = (".", ";", "{", "}", "?", "!")


@dataclass(slots=True)
class Passage:
    """Lines of cards with nothing else between them, and the answer that follows them, if one does."""

    first: int
    lines: list[str] = field(default_factory=list)
    answer: str | None = None

    @property
    def text(self) -> str:
        """The lines together."""
        return "\n".join(self.lines)

    @property
    def passed(self) -> tuple[PassedOver, ...]:
        """The lines as such that are no part of any deal."""
        lines = enumerate(self.lines, start=self.first)
        return tuple(PassedOver(number, line.strip()) for number, line in lines if line.strip())

    @property
    def slight(self) -> bool:
        """Whether this may be anything: a piece of a sentence or a program, or too short for a deal."""
        few = _size(self.lines) <= _FEWEST_SIGNS
        return few or any(line.endswith(_ENDS) or _strange(_words(line)) for line in self.lines)


@dataclass(slots=True)
class Passages:
    """A text cut into pieces of cards, and the lines of words between them."""

    cards: list[Passage] = field(default_factory=list)
    passed: list[PassedOver] = field(default_factory=list)
    labels: int = 0
    """How many deals and answers stand behind words such as `Input:` on their line."""

    @property
    def joined(self) -> Passage:
        """All lines of cards as one piece, each on its line of the text."""
        joined = Passage(1, answer=self.cards[-1].answer if len(self.cards) == 1 else None)
        for piece in self.cards:
            joined.lines += [""] * (piece.first - 1 - len(joined.lines))
            joined.lines += piece.lines
        return joined

    @property
    def mostly_words(self) -> bool:
        """Whether most of the text was passed over, and that is more than a mistyped card or two."""
        words = _size(line.text for line in self.passed)
        return words > max(_size(line for piece in self.cards for line in piece.lines), _FEWEST_WORDS)


def _size(lines: Iterable[str]) -> int:
    return sum(len(word) for line in lines for word in line.split())


class _Knife:
    """Cuts a text line by line."""

    def __init__(self, text: str) -> None:
        self.text = LINE_END.sub("\n", text)
        self.pieces = Passages()
        self._open = False
        self._asked = False
        """Whether the line before says that an answer follows."""
        self._answered = 0

    def cut(self) -> Passages:
        """Take every line."""
        start = 0
        for number, line in enumerate(self.text.split("\n"), start=1):
            if line.strip() and start >= self._answered:
                self._take(number, line, start)
            start += len(line) + 1
        return self.pieces

    def _take(self, number: int, line: str, start: int) -> None:
        asked = _OUTPUT.match(line)
        label = asked or _INPUT.match(line)
        behind = label.end() if label else 0
        rest = line[behind:].strip()
        self.pieces.labels += bool(label and rest)
        expects = bool(asked) or self._asked
        self._asked = bool(asked) and not rest
        if rest and self._answers(start + line.index(rest, behind), expects=expects):
            return
        if not rest or is_prose(rest):
            self.pieces.passed.append(PassedOver(number, line.strip()))
            self._open = False
        else:
            self._keep(number, " " * behind + line[behind:])

    def _answers(self, at: int, *, expects: bool) -> bool:
        """Take an answer to the deal before; a line of numbers only where one is expected."""
        cards = self.pieces.cards
        if not cards or cards[-1].answer or not (expects or self._open):
            return False
        answer = answer_at(self.text, at, in_words=not expects)
        if answer:
            cards[-1].answer, self._answered = answer
            self._open = False
        return answer is not None

    def _keep(self, number: int, line: str) -> None:
        if not self._open:
            self.pieces.cards.append(Passage(number))
        self._open = True
        piece = self.pieces.cards[-1]
        piece.lines += [""] * (number - piece.first - len(piece.lines))
        piece.lines.append(line)


def cut(text: str) -> Passages:
    """Cut a text into lines of cards, the answers behind them, and lines of words."""
    return _Knife(text).cut()


def is_prose(line: str) -> bool:
    """Say whether a line is words rather than cards.

    >>> is_prose("Then after one game turn, it will be:"), is_prose("Test Cases")
    (True, True)
    >>> is_prose("Player 1 : 10D 9S 8D"), is_prose("A K Q foo 2 3"), is_prose("king")
    (False, False, False)
    """
    words = _words(line)
    if not words:
        signs = line.strip()
        return len(signs) >= _SHORTEST_RULE and not any(sign.isalnum() for sign in signs)
    strange = _strange(words)
    if 2 * sum(map(len, strange)) <= sum(map(len, words)):
        return False
    return len(words) > 1 or (len(strange[0]) >= _SHORTEST_HEADING and strange[0].lower() not in _CARD_NAMES)


def _words(line: str) -> list[str]:
    """Return the words of a line before its verdict, without labels, in the characters of cards."""
    plain = "".join(READ_AS[sign][0] if sign in READ_AS else LOOK_ALIKES.get(sign, sign) for sign in line)
    return _WORD.findall(_PLAYER.sub(" - ", LABEL.sub(" - ", plain.partition("->")[0])))


def _strange(words: list[str]) -> list[str]:
    """Return the words that nobody writes for a card, with or without a mistake in it."""
    return [word for word in words if len(word) > 1 and not _CARDS.fullmatch(word) and _in_a_sentence(word)]


def _in_a_sentence(word: str) -> bool:
    letters = word.replace("'", "")
    if not letters.isalpha():
        return False
    if letters.lower() in _IN_CAPITALS or letters.upper() == letters.lower():  # a script without capitals
        return True
    others = sum(letter.upper() not in _CARD_SIGNS for letter in letters)
    return letters[1:].islower() or (len(letters) >= _SHORTEST_HEADING and 2 * others > len(letters))
