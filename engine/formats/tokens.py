"""Cards in a text: alphabets of ranks and suits, numberings, decks."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple

from engine.cards import ACE, HIGHEST_RANK, LETTERS
from engine.formats.text import HOLE, NO_CARDS_HERE, RANK_OF, SUIT_OF, SUIT_SIGNS, Page, Place, Problems, Span
from engine.game import FORM_OF, answer_at

# Tokens and decks: the pieces that every layout cuts a text into, and every alphabet reads.

_TOKEN: Final = re.compile(r"[^\s,]+")
_GAP: Final = re.compile(r",[ \t]*(?=,).")
_FENCE: Final = re.compile(r"(?:```|~~~)[\w+-]*")
_ARROW: Final = re.compile(r"->[ \t]*")


class Token(NamedTuple):
    """A piece of the plain text, without the blanks and commas round it, in capitals."""

    start: int
    end: int
    text: str


class Deck(NamedTuple):
    """The tokens of one deck, top card first.

    `single` says that the layout promises one card a token; `bare` that its numbers are numbers
    (a JSON list without quotes, a card a line) even if each could be two rank letters.
    """

    tokens: tuple[Token, ...]
    single: bool = False
    bare: bool = False


@dataclass(slots=True)
class Cut:
    """A text cut into decks by one layout, before anybody reads the cards."""

    deals: list[tuple[Deck, Deck]] = field(default_factory=list)
    verdicts: list[str | None] = field(default_factory=list)
    problems: Problems = field(default_factory=Problems)
    pack: bool = False
    end: int = 0
    """Where the cards of the text end: what is missing is missing there."""

    def add(
        self, first: Deck, second: Deck, verdict: str | None = None, *, places: Sequence[Place] = ()
    ) -> None:
        """Add a deal. places: of the decks, neither of which may be empty; without, both may be."""
        self.deals.append((first, second))
        self.verdicts.append(verdict)
        for who, (place, deck) in enumerate(zip(places, (first, second), strict=False), start=1):
            if not deck.tokens:
                repair = (
                    f"Write the cards of player {who}. To play with an empty deck, write, for example, AK/."
                )
                self.problems.note(place, NO_CARDS_HERE, f"the deck of player {who}", repair, weight=1)

    def missing(self, what: str, repair: str) -> None:
        """Note that a deck is missing at the end."""
        self.problems.note(Span(self.end, self.end), "deck-missing", what, repair)

    @property
    def decks(self) -> list[Deck]:
        """Every deck of every deal, in order."""
        return [deck for deal in self.deals for deck in deal]


@dataclass(slots=True)
class SheetRow:
    """A line that is not blank, cut before its verdict; `line` is its number in the plain text."""

    start: int
    end: int
    line: int
    verdict: str | None = None


class Sheet(Page):
    """A page cut into rows: no blank lines, no code fences, verdicts taken off.

    A verdict is an answer in some judge's form: it follows an arrow (`-> True`) or, where it has
    words in it, stands on lines of its own (`False`, `PAT`, `second 23`). The row keeps it as the
    judge writes it.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._cut_problems = Problems()
        self.rows: list[SheetRow] = []
        start = self._answered = 0
        for number, line in enumerate(self.plain.split("\n")):
            row = SheetRow(start + len(line) - len(line.lstrip()), start + len(line.rstrip()), number)
            start += len(line) + 1
            if self._answered <= row.start < row.end and not _FENCE.fullmatch(self.plain, row.start, row.end):
                self._add(row)

    def cut(self) -> Cut:
        """Begin to cut this sheet into decks, with the problems already met."""
        cut = Cut(end=self.rows[-1].end if self.rows else len(self.plain))
        cut.problems.extend(self._cut_problems)
        return cut

    def tokens(self, place: Place) -> tuple[Token, ...]:
        """Cut a row or another place at blanks and commas."""
        matches = _TOKEN.finditer(self.plain, place.start, place.end)
        return tuple(Token(*match.span(), match[0].upper()) for match in matches)

    def signs_in(self, sign: str, place: Place) -> list[Span]:
        """Return where a sign stands in a row or another place."""
        span = range(place.start, place.end)
        return [Span(at, at + 1) for at in span if self.plain[at] == sign]

    def answer_of(self, judge: str) -> str | None:
        """Return what the last row says if it is an answer in this judge's form."""
        answer = FORM_OF[judge].found_at(self.plain, self.rows[-1].start, in_words=False)
        return answer[0] if answer else None

    def _add(self, row: SheetRow) -> None:
        if self.rows and self._take_verdict(self.rows[-1], row.start, in_words=True):
            return
        arrow = _ARROW.search(self.plain, row.start, row.end)
        if arrow:
            end, row.end = row.end, row.start + len(self.plain[row.start : arrow.start()].rstrip())
            if not self._take_verdict(row, arrow.end(), in_words=False):
                place = Span(arrow.end(), end) if arrow.end() < end else Span(arrow.start(), end)
                repair = "Write True, False, PAT, or an answer such as 1 3."
                self._cut_problems.note(place, "verdict", "an answer after the arrow", repair)
        for gap in _GAP.finditer(self.plain, row.start, row.end):
            repair = "Take one comma out, or write the missing card."
            place = Span(gap.end() - 1, gap.end())
            self._cut_problems.note(place, "separator", "a card between the commas", repair)
        if row.start < row.end:
            self.rows.append(row)
        elif self.rows:
            self.rows[-1].verdict = row.verdict

    def _take_verdict(self, row: SheetRow, start: int, *, in_words: bool) -> bool:
        """Give a row the verdict at a place; return whether there is one."""
        answer = answer_at(self.plain, start, in_words=in_words)
        if answer:
            row.verdict, self._answered = answer
        return answer is not None


# The four ways to write ranks: letters, hex digits, decimal numbers, cards with suits.
#
# An alphabet reads the decks of one text together, because the whole text decides what is meant.

HEX: Final = "23456789ABCDE"

HEX_RANK_OF: Final = {digit: rank for rank, digit in enumerate(HEX, start=2)}
_LETTERS: Final = {letter: RANK_OF[letter] for letter in LETTERS}
_CARD: Final = "(10|[2-9TJQKA])([CDHS♣♦♥♠])"
_TURNED: Final = "([♣♦♥♠])(10|[2-9TJQKA])"
_NUMBER: Final = re.compile(r"-?[0-9]+")
_LONG_NUMBER: Final = 9
_RANK_REPAIR: Final = "Write one of 2 to 9, T, J, Q, K, A."

_HEX_REPAIR: Final = "Write one of 2 to 9, A to E"
_TEN_REPAIR: Final = "Did you mean T or 10?"

Card = tuple[int, str]
"""A rank and a suit, which is empty where none was written."""
Reader = Callable[[Token, Problems], Iterator[Card]]
"""Reads the cards in a token and notes what is none."""


@dataclass(slots=True)
class Cards:
    """Ranks and suits of the decks of a text, in their order there, and what did not fit."""

    decks: list[tuple[tuple[int, ...], str]] = field(default_factory=list)
    problems: Problems = field(default_factory=Problems)


Alphabet = Callable[[Cut], Cards]


def _read(cut: Cut, reader_of: Callable[[Deck], Reader]) -> Cards:
    """Read every deck of a text, each with the reader that fits it."""
    cards = Cards()
    for deck in cut.decks:
        reader = reader_of(deck)
        read = [card for token in deck.tokens for card in reader(token, cards.problems)]
        cards.decks.append((tuple(rank for rank, _ in read), "".join(suit for _, suit in read)))
    return cards


def letters(cut: Cut) -> Cards:
    """Read `T J Q K A` and `2` to `9`, a character a card; `10` too where letters are about."""
    lettered = any(set(token.text) & set("TJQKA") for deck in cut.decks for token in deck.tokens)

    def reader_of(deck: Deck) -> Reader:
        several = len(deck.tokens) > 1
        single = _all_single(deck) or (several and not lettered)
        return partial(_signs, RANK_OF if lettered or several or deck.single else _LETTERS, single)

    return _read(cut, reader_of)


def hexes(cut: Cut) -> Cards:
    """Read hex digits, `2` to `9` and `A` (ten) to `E` (ace), in capitals or not but not mixed."""

    def reader_of(deck: Deck) -> Reader:
        pairs = len(deck.tokens) > 1 and all(len(token.text) <= 2 for token in deck.tokens)
        return partial(_signs, HEX_RANK_OF, _all_single(deck) or pairs)

    return _read(cut, reader_of)


def _all_single(deck: Deck) -> bool:
    """Return whether each token of a deck is meant as one card: most of several tokens are, at least."""
    singles = sum(len(token.text) == 1 or token.text == "10" for token in deck.tokens)
    return deck.single or (len(deck.tokens) > 1 and singles * 2 > len(deck.tokens))


def _signs(ranks: Mapping[str, int], single: bool, token: Token, problems: Problems) -> Iterator[Card]:
    """Read a sign a card. single: whether a token is one card."""
    repair = f"{_HEX_REPAIR}." if ranks is HEX_RANK_OF else _RANK_REPAIR
    if token.text in ranks:
        yield ranks[token.text], ""
    elif single and len(token.text) != 1:
        _refuse(problems, token, repair)
    else:
        if ranks is HEX_RANK_OF:
            repair = f"{_HEX_REPAIR} (A is ten, E the ace)."
        for match in re.finditer("10|." if "10" in ranks else ".", token.text):
            if match[0] in ranks:
                yield ranks[match[0]], ""
            else:
                ten = match[0] in "01" and ranks is not HEX_RANK_OF
                _refuse(problems, _part(token, match), _TEN_REPAIR if ten else repair)


def decimals(cut: Cut) -> Cards:
    """Read whole numbers, 0 to 999."""
    return _read(cut, lambda _: _decimal)


def _decimal(token: Token, problems: Problems) -> Iterator[Card]:
    if not _NUMBER.fullmatch(token.text):
        _refuse(problems, token, f"Write a number from 0 to {HIGHEST_RANK}.", "a whole number")
    elif token.text[0] == "-" or len(token.text) > _LONG_NUMBER or int(token.text) > HIGHEST_RANK:
        expected = f"a rank from 0 to {HIGHEST_RANK}"
        _refuse(problems, token, "Write a rank in this range.", expected, code="range")
    else:
        yield int(token.text), ""


def line_by_line(cut: Cut) -> Cards:
    """Read our own lines as `Deal.parse` does, each by itself; cards with suits too.

    Letters without blanks are letters, digits with a blank anywhere are decimal ranks.
    """
    cards = Cards()
    for first, second in cut.deals:
        digits = all(token.text.isdigit() for deck in (first, second) for token in deck.tokens)
        spaced = len(first.tokens) > 1 or len(second.tokens) > 1
        order = (decimals, letters, suited) if digits and spaced else (letters, decimals, suited)
        one = Cut([(first, second)], [None])
        best = min((read(one) for read in order), key=lambda cards: cards.problems.weight)
        cards.decks.extend(best.decks)
        cards.problems.extend(best.problems)
    return cards


def suited(cut: Cut) -> Cards:
    """Read cards: a rank, then a suit letter or sign; or a suit sign, then a rank."""
    return _read(cut, lambda deck: partial(_with_suits, deck.single))


_CARDS: Final = re.compile(f"{_CARD}|(?:(?!{_CARD}).)+")
_TURNED_CARDS: Final = re.compile(f"{_TURNED}|(?:(?!{_TURNED}).)+")
"""A card, or all the characters before the next one."""


def _with_suits(single: bool, token: Token, problems: Problems) -> Iterator[Card]:
    turned = token.text[:1] in SUIT_SIGNS
    matches = [*(_TURNED_CARDS if turned else _CARDS).finditer(token.text)]
    if (single or len(token.text) <= 3) and not (len(matches) == 1 and matches[0][1]):
        _refuse_card(problems, token)
        return
    for match in matches:
        if match[1]:
            rank, suit = match.group(2, 1) if turned else match.group(1, 2)
            yield RANK_OF[rank], SUIT_OF[suit]
        else:
            _refuse_card(problems, _part(token, match))


def _part(token: Token, match: re.Match[str]) -> Token:
    return Token(token.start + match.start(), token.start + match.end(), match[0])


def _refuse_card(problems: Problems, token: Token) -> None:
    rank, suit = token.text[:-1], token.text[-1:]
    if suit not in SUIT_OF and rank in RANK_OF:
        _refuse(problems, token, "Write c, d, h or s after the rank.", "a card with a suit", code="suit")
    elif token.text in RANK_OF:
        repair = f"Write its suit too, such as {token.text}H."
        _refuse(problems, token, repair, "a card with a suit", code="suit")
    elif suit in SUIT_OF and rank in ("1", "0"):
        _refuse(problems, token, f"Did you mean T{suit} or 10{suit}?")
    elif suit in SUIT_OF:
        _refuse(problems, token, "Write one of 2 to 10, J, Q, K, A, then the suit.")
    else:
        _refuse(problems, token, "Write a card such as 10H or Kd.", "a card", code="card")


def _refuse(
    problems: Problems, token: Token, repair: str, expected: str = "a rank", code: str = "rank"
) -> None:
    if HOLE not in token.text:
        problems.note(token, code, expected, repair)


# Numbers that stand for cards: which rank each may mean, where a program counts from 0 or 1.
#
# The program of "What's in a game" deals 1 to 52 and compares their remainders by 13.

_RANKS: Final = 13
_SUITS: Final = 4
_SIZE: Final = _RANKS * _SUITS
_LOWEST: Final = 2
_TEN: Final = 10
FROM_1: Final = "-from-1"
_FEWEST_NUMBERS: Final = 6  # fewer numbers above 14 are taken as ranks, as written


Numbering = Callable[[int, int], int]
"""Returns the rank of a card's number, given the first number of the pack, 0 or 1, too."""


def _suits(number: int, start: int) -> int:
    return (number - start) % _RANKS + _LOWEST


def _fours(number: int, start: int) -> int:
    return (number - start) // _SUITS + _LOWEST


def _ace_first(rank: int) -> int:
    """Return a rank where the ace is counted before the two: what would be the two is the ace."""
    return ACE if rank == _LOWEST else rank - 1


_OF_CARDS: Final[dict[str, Numbering]] = {
    "quotient": _fours,
    "two-first": _suits,
    "ace-first": lambda number, start: _ace_first(_suits(number, start)),
    "aces-first": lambda number, start: _ace_first(_fours(number, start)),
}

NUMBERINGS: Final[dict[str, Numbering]] = {
    "ace-1": lambda number, _: ACE if number == 1 else number,
    "two-1": lambda number, _: number + 1,
    "two-0": lambda number, _: number + _LOWEST,
    "ace-0": lambda number, _: number + 1 if number else ACE,
    "remainder": lambda number, _: _suits(number, 0),
    **_OF_CARDS,
    **{f"{name}{FROM_1}": numbering for name, numbering in _OF_CARDS.items()},
}
"""Every way to count cards by its name, described in `formats.csv`. Where a deal does not state whether its
pack is counted from 0 or from 1, names without an ending count from 0."""


def numberings(deals: Sequence[Sequence[int]]) -> dict[str, list[tuple[int, ...]]]:
    """Return how else the numbers of deals can be meant than as ranks of their own, and their ranks then.

    >>> numberings([[10, 9, 13, 1, 7, 1]])
    {'ace-1': [(10, 9, 13, 14, 7, 14)], 'two-1': [(11, 10, 14, 2, 8, 2)]}
    >>> numberings([[9, 2, 6, 3, 1], [14, 3, 2, 5]])
    {}
    """
    found = {name: start for numbers in deals for name, start in _countings(numbers)}
    return {
        name: [tuple(NUMBERINGS[name](number, start) for number in numbers) for numbers in deals]
        for name, start in found.items()
    }


def _countings(numbers: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Find the numberings that fit, each with the first number of the pack."""
    different, low, high = set(numbers), min(numbers, default=0), max(numbers, default=0)
    size = len(numbers) if len(different) == len(numbers) else 0
    whole = size == high - low + 1 and low <= 1  # a row of numbers from 0 or 1 on: ranks, if it is not a pack
    if low <= 1 and _TEN <= high - low + 1 <= _RANKS and (not whole or size == _RANKS):
        yield from ((f"{card}-{low}", low) for card in (("ace", "two") if low else ("two", "ace")))
    elif size >= _FEWEST_NUMBERS and ACE < high <= _SIZE and (not whole or size == _SIZE):
        yield "remainder", 0
        starts = [0] * (high < _SIZE) + [1] * (low > 0)
        for start in starts:
            ending = FROM_1 if start and len(starts) > 1 else ""
            yield from ((f"{name}{ending}", start) for name in _OF_CARDS if start or name != "two-first")
