"""Deals among words: what is read of a text that is more than deals, and which lines are passed over."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.notation.formats import FORMATS
from engine.notation.packs import pack_notices
from engine.notation.page import NO_CARDS_HERE
from engine.notation.prose import Passage, Passages, cut
from engine.notation.results import (
    Choice,
    Fault,
    NotationError,
    PassedOver,
    Question,
    ReadDeal,
    Reading,
    ask,
)
from engine.notation.signs import printable
from engine.rules import count

Result = Reading | Question
Passed = tuple[PassedOver, ...]
ReadOne = Callable[[str, str | None], Result]
"""Reads a text that is nothing but deals, in a format or in any. Raises `NotationError`."""

MOST_PIECES: Final = 500
_LONGEST_SHOWN: Final = 40
_FEWEST_CARDS: Final = 20
"""A single deck of fewer cards is no pack to be dealt: most likely the other deck was not understood."""


def read_among_words(text: str, error: NotationError, read_one: ReadOne, format: str | None) -> Result:
    """Read the deals in a text that is not all deals; `error` is what reading the whole of it gave.

    Raises `NotationError`: the faults in what looks like deals, or in one sentence that nothing does.
    """
    pieces = cut(text)
    if not (pieces.passed or pieces.labels) or len(pieces.cards) > MOST_PIECES:
        raise error
    finder = _Finder(pieces, read_one, format)
    deals = finder.read(pieces.cards) or finder.read([pieces.joined])
    if deals is not None:
        return deals
    if finder.faults:
        raise NotationError(tuple(_with_passed(finder.faults, pieces)))
    if pieces.mostly_words:
        first = pieces.passed[0]
        raise NotationError(tuple(_no_deal(error, first)))
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
        yield replace(fault, repair=f"Passed over in its place: {first}{more}. {fault.repair}")


def _no_deal(error: NotationError, first: PassedOver) -> Iterator[Fault]:
    if error.faults[0].code == "no-deal":
        yield error.faults[0]
        return
    repair = "Write two decks, such as AKQ/KQJ, or one of the known formats."
    yield Fault("no-deal", first.line, 1, printable(first.text), "a pair of decks", repair)


@dataclass
class _Finder:
    """Reads the pieces of one text."""

    pieces: Passages
    read_one: ReadOne
    format: str | None
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
                    faults = _moved(error, piece)
                    if not self.faults or faults[0].code == NO_CARDS_HERE:
                        self.faults = faults
                    return None
                passed += piece.passed
            else:
                if _dealt(result, alone=len(pieces) == 1):
                    deals.append((piece, result))
                else:
                    passed += piece.passed
        return self._together(deals, tuple(sorted(passed))) if deals else None

    def _together(self, deals: Sequence[tuple[Passage, Result]], passed: Passed) -> Result | None:
        """Settle on the format that fits every piece, or ask."""
        names = dict.fromkeys(name for _, result in deals for name in _names(result))
        readings: dict[tuple[ReadDeal, ...], Reading] = {}
        for name in names:
            reading = self._all_as(name, [piece for piece, _ in deals])
            if reading is not None:
                readings.setdefault(reading.deals, _told(reading, passed))
        own = [result for _, result in deals if isinstance(result, Reading)]
        if not readings and len(own) == len(deals):
            pieces = [piece for piece, _ in deals]
            return _told(_joined(own[0].format, pieces, own), passed)
        if len(readings) < 2:
            return next(iter(readings.values()), None)
        return ask([Choice(one.format, FORMATS[one.format].description, one) for one in readings.values()])

    def _all_as(self, name: str, pieces: Sequence[Passage]) -> Reading | None:
        """Read every piece in one format; None where that cannot be."""
        readings = []
        for piece in pieces:
            try:
                reading = self.read_one(piece.text, name)
            except NotationError:
                return None
            if isinstance(reading, Question):
                return None
            readings.append(reading)
        return _joined(name, pieces, readings)


def _names(result: Result) -> list[str]:
    return [result.format] if isinstance(result, Reading) else [choice.format for choice in result.readings]


def _dealt(result: Result, *, alone: bool) -> bool:
    """Say whether two decks with cards are in this; a whole pack is asked about where nothing else is."""
    readings = [result] if isinstance(result, Reading) else [choice.reading for choice in result.readings]
    if not any(item.deal.size for reading in readings for item in reading.deals):
        return False  # among words, a slash alone is no deal
    if not any(name.endswith(("halves", "alternate")) for name in _names(result)):
        return True
    return alone and readings[0].deals[0].deal.size >= _FEWEST_CARDS


def _moved(error: NotationError, piece: Passage) -> tuple[Fault, ...]:
    """Return faults of a piece with their places in the whole text."""
    return tuple(replace(fault, line=fault.line + piece.first - 1) for fault in error.faults)


def _joined(name: str, pieces: Sequence[Passage], readings: Sequence[Reading]) -> Reading:
    """Put the deals of all pieces together, each with the answer that followed it."""
    deals: list[ReadDeal] = []
    notices: list[str] = []
    for piece, reading in zip(pieces, readings, strict=True):
        *others, last = reading.deals
        deals += [*others, replace(last, expected=last.expected or piece.answer)]
        of_packs = pack_notices([item.deal for item in reading.deals])
        notices += [notice for notice in reading.notices if notice not in of_packs]
    packs = pack_notices([item.deal for item in deals])
    return Reading(name, tuple(deals), (*dict.fromkeys(notices), *packs))


def _told(reading: Reading, passed: Passed) -> Reading:
    """Say first how much was found, and how much was passed over."""
    deals, lines = len(reading.deals), len(passed)
    over = f", {lines} line{'s' * (lines != 1)} passed over" if passed else ""
    headline = f"{deals} deal{'s' * (deals != 1)} found{over}"
    return replace(reading, notices=(headline, *reading.notices), passed=passed)
