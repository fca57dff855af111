"""Decks among words."""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.cards import rank_name
from engine.formats.card_styles import STYLES, FoundCard, Style, english, fold, in_every_style, words_of
from engine.formats.known_formats import FORMATS, ask, pack_notices
from engine.formats.layouts import LABEL
from engine.formats.text import (
    LINE_END,
    LOOK_ALIKES,
    NO_CARDS_HERE,
    RANK_OF,
    READ_AS,
    WORDS,
    Choice,
    Described,
    Fault,
    NotationError,
    PassedOver,
    Question,
    ReadDeal,
    Reading,
    printable,
)
from engine.game import answer_at
from engine.numbers import count

# Text around deals: headings, sentences and the words of a judge's page, told from lines of cards.
#
# A line is passed over only where most of it is words that no card is called; what looks like cards with a
# mistake in it stays, and its faults are told.

_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[♣♦♥♠]")
_CARDS: Final = re.compile(
    r"(?:10|[2-9TJQKA])+|[2-9A-E]+|[0-9]+|(?:(?:10|[2-9TJQKA])[CDHS])+|[♣♦♥♠]", re.IGNORECASE
)
_PLAYER: Final = re.compile(r"\A\W*(?:player|deck|hand|pile)[ \t_#]*(?:1|2|one|two)\b", re.IGNORECASE)
"""A label that lacks its colon."""
_CARD_SIGNS: Final = frozenset("0123456789TJQKABCDEHS♣♦♥♠")
_SHORTEST_HEADING: Final = 4
_SHORTEST_RULE: Final = 3
_INPUT: Final = re.compile(r"[^:/\n]{0,40}?\binput\b[^:/\n]{0,40}:(?=[ \t]*\S)", re.IGNORECASE)
_OUTPUT: Final = re.compile(
    r"[^:/\n]{0,40}?\b(?:outputs?|expect(?:s|ed)?|answers?|results?|prints?)\b[^:/\n]{0,40}(?::|$)",
    re.IGNORECASE | re.MULTILINE,
)
_FEWEST_SIGNS: Final = 8
_FEWEST_WORDS: Final = 5
_DEALT: Final = re.compile(rf"->|^\s*(?:{_CARDS.pattern})\s*/\s*(?:{_CARDS.pattern})(?:\s|$)", re.IGNORECASE)
"""What only a line with a deal on it has: an arrow, or two decks with a slash between."""
_PROGRAM: Final = re.compile(
    r"^[ \t]*(?:>>> |(?:def|return|class|import|from|for|while|if|assert)\b.*[\w)\]:;]$)"
    r"|\"{3}|^[ \t]*[\w.\[\]]+ = .*\w\(|: Final\b",
    re.MULTILINE,
)
"""Lines of a program: the lists in it are its own, not decks."""
_LISTS: Final = frozenset("[](){}")
_ENDS: Final = re.compile(r"(?:[;{}]|\w[.?!])$")


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
        words = [word for line in self.lines for word in _words(line)]
        few_cards = 2 * sum(_CARDS.fullmatch(word) is not None for word in words) < len(words)
        few = _size(self.lines) <= _FEWEST_SIGNS and (not words or few_cards)
        in_words = any(_in_words(_strange(_words(line))) for line in self.lines)
        return few or (in_words and few_cards) or any(map(_ENDS.search, self.lines))


class Passages:
    """A text cut line by line into pieces of cards with the answers behind them, and lines of words."""

    def __init__(self, text: str) -> None:
        self.text = LINE_END.sub("\n", text)
        self.cards: list[Passage] = []
        self.passed: list[PassedOver] = []
        self.labels = 0
        """How many deals and answers stand behind words such as `Input:` on their line."""
        self._open = self._asked = False
        """Whether the last piece goes on; whether the line before says that an answer follows."""
        start = self._answered = 0
        for number, line in enumerate(self.text.split("\n"), start=1):
            if line.strip() and start >= self._answered:
                self._take(number, line, start)
            start += len(line) + 1

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

    def _take(self, number: int, line: str, start: int) -> None:
        asked = _OUTPUT.match(line)
        label = asked or _INPUT.match(line)
        behind = label.end() if label else 0
        rest = line[behind:].strip()
        self.labels += bool(label and rest)
        expects = bool(asked) or self._asked
        self._asked = bool(asked) and not rest
        if rest and self._answers(start + line.index(rest, behind), expects=expects):
            self._open = False
        elif not rest or is_prose(rest):
            self.passed.append(PassedOver(number, line.strip()))
            self._open = False
        else:
            if not self._open:
                self.cards.append(Passage(number))
            self._open = True
            piece = self.cards[-1]
            piece.lines += [""] * (number - piece.first - len(piece.lines))
            piece.lines.append(" " * behind + line[behind:])

    def _answers(self, at: int, *, expects: bool) -> bool:
        """Take an answer to the deal before; a line of numbers only where one is expected."""
        if not self.cards or self.cards[-1].answer or not (expects or self._open):
            return False
        answer = answer_at(self.text, at, in_words=not expects)
        if answer:
            self.cards[-1].answer, self._answered = answer
        return answer is not None


def _size(lines: Iterable[str]) -> int:
    return sum(len(word) for line in lines for word in line.split())


def is_prose(line: str) -> bool:
    """Return whether a line is words rather than cards.

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
    if _DEALT.search(line) or 2 * sum(map(len, strange)) <= sum(map(len, words)):
        return False
    if all(map(english, strange)):  # `king queen 10 9`
        return False
    return _in_words(strange) or (line.rstrip().endswith(":") and len(strange[0]) >= _SHORTEST_HEADING)


def _in_words(strange: Sequence[str]) -> bool:
    """Return whether the strange words of a line are words: one alone may be a card with a mistake in it."""
    others = [word.lower() for word in strange if word.lower() not in WORDS["verdict"]]
    return len(others) > 1 or any(
        word in WORDS["heading"] or (word.upper() == word and len(word) > _SHORTEST_HEADING)
        for word in others
    )


def _words(line: str) -> list[str]:
    """Return the words of a line before its verdict, without labels, in the characters of cards."""
    plain = "".join(READ_AS[sign][0] if sign in READ_AS else LOOK_ALIKES.get(sign, sign) for sign in line)
    return _WORD.findall(_PLAYER.sub(" - ", LABEL.sub(" - ", plain.partition("->")[0])))


def _strange(words: Iterable[str]) -> list[str]:
    """Return the words that nobody writes for a card, with or without a mistake in it."""
    return [word for word in words if len(word) > 1 and not _CARDS.fullmatch(word) and _in_a_sentence(word)]


def _in_a_sentence(word: str) -> bool:
    letters = word.replace("'", "")
    if not letters.isalpha():
        return False
    if (
        letters.lower() in WORDS["lettered"] or letters.upper() == letters.lower()
    ):  # a script without capitals
        return True
    others = sum(letter.upper() not in _CARD_SIGNS for letter in letters)
    return letters[1:].islower() or (len(letters) >= _SHORTEST_HEADING and 2 * others > len(letters))


# Deals among words: what is read of a text that is more than deals, and which lines are passed over.

Result = Reading | Question
Passed = tuple[PassedOver, ...]
ReadOne = Callable[[str, str | None], Result]
"""Reads a text that is nothing but deals, in a format or in any. Raises `NotationError`."""

MOST_PIECES: Final = 500
_LONGEST_SHOWN: Final = 40
_FEWEST_CARDS: Final = 20
"""A single deck of fewer cards is not a pack to be dealt: most likely the other deck was not understood."""


def read_deals_and_words(text: str, format: str | None, read_one: ReadOne) -> Result:
    """Read a text that is nothing but deals, or deals with lines of words between them.

    Raises `NotationError`: the faults in what looks like deals, or in one sentence that nothing does.
    """
    try:
        return read_one(text, format)
    except NotationError as error:
        return _read_among_words(text, format, read_one, error)


def _read_among_words(text: str, format: str | None, read_one: ReadOne, error: NotationError) -> Result:
    """Read the deals in a text that is not all deals; `error` is what reading the whole of it gave."""
    pieces = Passages(text)
    if not (pieces.passed or pieces.labels) or len(pieces.cards) > MOST_PIECES:
        raise error
    finder = _Finder(pieces, read_one, format, _PROGRAM.search(text) is not None)
    deals = finder.read(pieces.cards) or finder.read([pieces.joined])
    if deals is not None:
        return deals
    if finder.faults:
        raise NotationError(tuple(_with_passed(finder.faults, pieces)))
    if pieces.mostly_words and error.faults[0].code == "no-deal":
        raise NotationError(error.faults[:1])
    if pieces.mostly_words:
        first = pieces.passed[0]
        shown = printable(first.text)
        raise NotationError((Fault("no-deal", first.line, 1, shown, "a pair of decks", _WRITE_TWO),))
    raise error


def _with_passed(faults: Sequence[Fault], pieces: Passages) -> Iterator[Fault]:
    """Add to the fault of each deck without cards what was passed over where they were looked for."""
    lines = [piece.first + number for piece in pieces.cards for number in range(len(piece.lines))]
    for fault in faults:
        end = min((line for line in lines if line > fault.line), default=math.inf)
        passed = [line for line in pieces.passed if fault.line < line.line < end]
        if fault.code != NO_CARDS_HERE or not passed:
            yield fault
            continue
        more = f" and {count(len(passed) - 1, 'more line', 'more lines')}" if len(passed) > 1 else ""
        first = f"line {passed[0].line} ({printable(passed[0].text, _LONGEST_SHOWN)})"
        yield fault._replace(repair=f"Skipped: {first}{more}. {fault.repair}")


# What a text is instead, where nobody can read a deal in it.

_WRITE_TWO: Final = "Write two decks, such as AKQ/KQJ, or one of the known formats."
_NO_DEALS: Final = (
    (r"\A\s*https?://\S+\s*\Z", "an address", "Open it, and paste the two decks from there."),
    (
        r"(?im)^.*(?:Traceback \(most recent call last\)|\bpanicked at\b|Exception in thread|core dumped"
        r"|Uncaught \w*Error|Unhandled exception|Segmentation fault|: fatal error:|^\w*Error: ).*",
        "a program’s crash",
        "Paste the two decks that your program was given.",
    ),
    (r"\[Deal |\b[NESW]:[AKQJT2-9]*\.[AKQJT2-9]*\.", "a deal of Bridge", "Paste two decks of War."),
    (
        r"(?i)\bselect\b.*\bfrom\b",
        "a question to a database, without its answer",
        "Run it, and paste the rows.",
    ),
    (
        r"(?m)^.*(?:\b\w+@[0-9a-f]{6,}\b|<[\w. ]+ object at 0x).*",
        "printed objects, not cards",
        "Make your program print the rank and suit of each card.",
    ),
)
"""What is no deal whatever else stands there: how to know it, what it is, the repair."""
_ONE_CARD: Final = r"(?:10|[2-9TJQKA]|(?i:two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace))"
_CORRECTION: Final = re.compile(
    rf"\b{_ONE_CARD}[cdhs♣♦♥♠]?(?: of \w+)?,? (?:not|instead of|rather than|should be|should have been"
    rf"|is (?:really|actually)) (?:an? |the )?{_ONE_CARD}(?:[cdhs♣♦♥♠]|\b)"
)


_MORE: Final = re.compile(
    rf"(?<!=)\b(?:{_ONE_CARD}[cdhs♣♦♥♠]?['\"]?,?\s+)(?:\.{{3}}|…)|(?:\.{{3}}|…) ?\(?\d+ more\b", re.IGNORECASE
)


def refuse_incomplete(text: str) -> None:
    """Raise `NotationError` where a text corrects the cards written in it, or leaves some out."""
    match = _MORE.search(text)
    if match:
        line = text.count("\n", 0, match.end()) + 1
        repair = "Write every card of both decks."
        raise NotationError((Fault("incomplete", line, 1, printable(match[0].strip()), "all cards", repair),))
    match = _CORRECTION.search(text)
    if match:
        line = text.count("\n", 0, match.start()) + 1
        column = match.start() - text.rfind("\n", 0, match.start())
        repair = "Correct the card in its deck, and take this remark out."
        raise NotationError(
            (Fault("correction", line, column, printable(match[0]), "no correction", repair),)
        )


_TABLE: Final = re.compile(r"^.*\|.*\n.*\|.*$", re.MULTILINE)


def explained(text: str, error: NotationError) -> NotationError:
    """Return the error with what the text is, and how its own cards are to be written."""
    for pattern, what, repair in _NO_DEALS:
        match = re.search(pattern, text)
        if match:
            line = text.count("\n", 0, match.start()) + 1
            return NotationError((Fault("no-deal", line, 1, Described(what), "a pair of decks", repair),))
    first = error.faults[0]
    is_word = (first.line, first.column) == (1, 1) and _strange(_words(first.token))
    if first.code != "no-deal" and not is_word:
        return error
    style, lines = _cards_of(text)
    if first.code != "no-deal" and not lines:
        return error
    if lines:
        shown = " / ".join(lines[:_MOST_LINES]) + " / …" * (len(lines) != _MOST_LINES)
        repair = f"Found {style}. Write the decks with / between them, such as {shown}"
        fault = Fault("no-deal", first.line, first.column, first.token, "a pair of decks", repair)
        return NotationError((fault,))
    if "://" in text:
        repair = "Found an address among words. Open it, and paste the two decks from there."
    elif re.search(r"</\w+>|<\w+[^<>]*>", text):
        repair = f"Found HTML without cards. Copy the decks as a browser shows them. {_WRITE_TWO}"
    elif _PROGRAM.search(text):
        repair = "Found a program without cards. Run it, and paste the two decks that it prints."
    elif _TABLE.search(text):
        repair = "Found a table without cards. Write two decks, such as AKQ/KQJ."
    elif len(text.split()) > 1:
        repair = f"These words contain no cards. {_WRITE_TWO}"
    else:
        return error
    return NotationError((first._replace(repair=repair), *error.faults[1:]))


_MOST_LINES: Final = 2
_MOST_CARDS: Final = 8


def _cards_of(text: str) -> tuple[str, list[str]]:
    """Return how the cards in a text are written, and each line's as they should be.

    A word that no other gap has may be a damaged card: `?` stands for it.
    """
    tokens = words_of(fold(text))
    found = [one for one in in_every_style(tokens) if not one[0].runs]
    style, cards, strays = max(found, key=_how_much, default=(STYLES[0], [], set()))
    if not all(card.suit for card in cards):
        in_line = Counter(tokens[card.first].line for card in cards)
        ranks = [card for card in cards if in_line[tokens[card.first].line] >= _FEWEST_RANKS]
        cards = [card for card in ranks if card.rank in RANK_OF.values()]
    if len(cards) < _FEWEST_WRITTEN:
        return "", []
    starts = [0, *(card.last + 1 for card in cards)]
    gaps = [range(start, card.first) for start, card in zip(starts, cards, strict=False)]
    forms = [[tokens[place].key for place in gap] for gap in gaps]
    common = Counter(map(tuple, forms[1:]))
    usual = min(common, key=lambda form: (-common[form], len(form)))
    lines: dict[int, list[str]] = {}
    for card, gap, form in zip(cards, gaps, forms, strict=True):
        line = tokens[card.first].line
        beside = [place for place in gap if tokens[place].line == line]
        unusual = line in lines and tuple(form) != usual and any(tokens[place].unknown for place in beside)
        damaged = unusual or not strays.isdisjoint(beside)
        lines.setdefault(line, []).extend(["?"] * damaged + [f"{rank_name(card.rank)}{card.suit}"])
    if len(lines) > _FEWEST_RANKS - 1 and all(len(line) == 1 for line in lines.values()):
        lines = {0: [card for line in lines.values() for card in line]}
    written = [" ".join(line[:_MOST_CARDS]) + " …" * (len(line) > _MOST_CARDS) for line in lines.values()]
    number = count(len(cards), "card")
    return f"{number} in {style.name}" if style.name.endswith("words") else number, written


def _how_much(found: tuple[Style, list[FoundCard], set[int]]) -> tuple[int, int]:
    return sum(bool(card.suit) for card in found[1]), len(found[1])


_FEWEST_WRITTEN: Final = 2
_FEWEST_RANKS: Final = 4  # ranks without suits on a line that is taken for cards


@dataclass
class _Finder:
    """Reads the pieces of one text."""

    pieces: Passages
    read_one: ReadOne
    format: str | None
    program: bool
    faults: tuple[Fault, ...] = ()
    """The faults of the first piece that looks like deals with mistakes."""

    def read(self, pieces: Sequence[Passage]) -> Result | None:
        """Read pieces in a format that fits them all; None where one is neither a deal nor passed over."""
        deals: list[tuple[Passage, Result]] = []
        passed = [*self.pieces.passed]
        for piece in pieces:
            try:
                result = self.read_one(piece.text, self.format)
            except NotationError as error:
                if not piece.slight:
                    faults = tuple(one._replace(line=one.line + piece.first - 1) for one in error.faults)
                    if not self.faults or faults[0].code == NO_CARDS_HERE:
                        self.faults = faults
                    return None
                passed += piece.passed
            else:
                if _dealt(result, alone=len(pieces) == 1) and not (self.program and _LISTS & set(piece.text)):
                    deals.append((piece, result))
                else:
                    passed += piece.passed
        return self._together(deals, tuple(sorted(passed))) if deals else None

    def _together(self, deals: Sequence[tuple[Passage, Result]], passed: Passed) -> Result | None:
        """Settle on the format that fits every piece, or ask."""
        pieces = [piece for piece, _ in deals]
        readings: dict[tuple[ReadDeal, ...], Reading] = {}
        for name in dict.fromkeys(name for _, result in deals for name, _ in _named(result)):
            reading = self._all_as(name, pieces)
            if reading is not None:
                readings.setdefault(reading.deals, _with_headline(reading, passed))
        own = [result for _, result in deals if isinstance(result, Reading)]
        if not readings and len(own) == len(deals):
            return _with_headline(_joined(own[0].format, pieces, own), passed)
        if len(readings) < 2:
            return next(iter(readings.values()), None)
        return ask([Choice(one.format, FORMATS[one.format].description, one) for one in readings.values()])

    def _all_as(self, name: str, pieces: Sequence[Passage]) -> Reading | None:
        """Read every piece in one format; None where that cannot be."""
        try:
            results = [self.read_one(piece.text, name) for piece in pieces]
        except NotationError:
            return None
        return _joined(name, pieces, [result for result in results if isinstance(result, Reading)])


def _named(result: Result) -> list[tuple[str, Reading]]:
    """Return each reading of a result under the format that settles on it."""
    if isinstance(result, Reading):
        return [(result.format, result)]
    return [(choice.format, choice.reading) for choice in result.readings]


def _dealt(result: Result, *, alone: bool) -> bool:
    """Return whether two decks with cards are in this; a whole pack is asked about where nothing else is."""
    named = _named(result)
    deals = [item.deal for _, reading in named for item in reading.deals]
    if not all(deal.deck_1 and deal.deck_2 for deal in deals):
        return any(name == "codingame" for name, _ in named)  # among words, a slash is no empty deck
    whole = any(name.endswith(("halves", "alternate")) for name, _ in named)
    return not whole or (alone and deals[0].size >= _FEWEST_CARDS)


def _joined(name: str, pieces: Sequence[Passage], readings: Sequence[Reading]) -> Reading:
    """Put the deals of all pieces together, each with the answer that followed it."""
    deals: list[ReadDeal] = []
    notices: list[str] = []
    for piece, reading in zip(pieces, readings, strict=True):
        *others, last = reading.deals
        deals += [*others, last._replace(expected=last.expected or piece.answer)]
        of_packs = pack_notices([item.deal for item in reading.deals])
        notices += [notice for notice in reading.notices if notice not in of_packs]
    packs = pack_notices([item.deal for item in deals])
    return Reading(name, tuple(deals), (*dict.fromkeys(notices), *packs))


def _with_headline(reading: Reading, passed: Passed) -> Reading:
    """Say first how much was found, and how much was passed over."""
    deals, lines = len(reading.deals), len(passed)
    over = f", {lines} line{'s' * (lines != 1)} skipped" if passed else ""
    headline = f"{deals} deal{'s' * (deals != 1)} found{over}"
    return reading._replace(notices=(headline, *reading.notices), passed=passed)
