"""Layouts of plain lines: where one deck ends and the next begins, before anybody reads a card.

A layout returns None where it cannot be meant. Otherwise it cuts what it can and notes what is
wrong, so that every fault of a paste is found at once.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from engine.notation.decks import Cut, Deck, Sheet, SheetRow
from engine.notation.page import NO_CARDS_HERE, Place, Span

_TITLE: Final = re.compile(r"(?:decks?|deal)[ \t]*:[ \t]*", re.IGNORECASE)
_LONGEST_CARD: Final = 3


def slashed(page: Sheet) -> Cut | None:
    """A deal a line, `A/B`, with or without `decks:` in front."""
    if "/" not in page.plain:
        return None
    cut = page.cut()
    for row in page.rows:
        title = _TITLE.match(page.plain, row.start, row.end)
        slashes = page.signs_in("/", row)
        if len(slashes) == 1:
            _part(page, cut, row, Span(title.end() if title else row.start, row.end), slashes[0])
        elif slashes:
            repair = "Keep one / and take the others out."
            cut.problems.note(slashes[1], "separator", "a single /", repair)
        else:
            _no_separator(row, cut, "/")
    return cut


def _part(page: Sheet, cut: Cut, row: SheetRow, place: Place, separator: Place) -> None:
    """Add the deal that stands in a place of a row, a deck on each side of the separator."""
    sides = Span(place.start, separator.start), Span(separator.end, place.end)
    first, second = (Deck(page.tokens(side)) for side in sides)
    cut.add(first, second, row.verdict)


def comma_lines(page: Sheet) -> Cut | None:
    """A deal a line, `X, Y`, as code golf prints them."""
    if "," not in page.plain:
        return None
    cut = page.cut()
    for row in page.rows:
        commas = page.signs_in(",", row)
        if len(commas) == 1:
            _part(page, cut, row, row, commas[0])
            sides = Span(row.start, commas[0].end), Span(commas[0].start, row.end)
            for deck, side in zip(cut.deals[-1], sides, strict=True):
                if not deck.tokens:
                    repair = "Write the cards of both decks, one deck on each side of the comma."
                    cut.problems.note(side, NO_CARDS_HERE, "a deck on each side", repair)
        elif commas:
            repair = "Keep the comma between the decks and take the others out."
            cut.problems.note(commas[1], "separator", "a single comma", repair, weight=1 + len(commas))
        else:
            _no_separator(row, cut, "comma")
    return cut if page.rows else None


def _no_separator(row: SheetRow, cut: Cut, name: str) -> None:
    repair = f"Put a {name} between the two decks of this line."
    weight = (row.end - row.start) // 2 + 1
    cut.problems.note(row, "separator", f"a {name} between the two decks", repair, weight=weight)


def two_lines(page: Sheet) -> Cut | None:
    """A deck a line, or two words on one line; then nothing else but a verdict."""
    cut = page.cut()
    rows = page.rows
    if two_words(page):
        words = page.tokens(rows[0])
        cut.add(Deck(words[:1]), Deck(words[1:]), rows[0].verdict)
        return cut
    if len(rows) < 2:
        return None
    verdicts = [row.verdict for row in rows if row.verdict]
    first, second = decks = _row_deck(page, rows[0]), _row_deck(page, rows[1])
    for who, (row, deck) in enumerate(zip(rows, decks, strict=False), start=1):
        if not deck.tokens:
            cut.without_cards(row, who)
    cut.add(first, second, verdicts[-1] if verdicts else None)
    if len(rows) > 2:
        repair = "Take this line out, or put the two decks of each deal on one line with / between."
        weight = sum(row.end - row.start for row in rows[2:])
        cut.problems.note(rows[2], "deck-extra", "nothing after the two decks", repair, weight=weight)
    return cut


def two_words(page: Sheet) -> bool:
    """Say whether the text is one line of two words too long for cards, each a deck."""
    if len(page.rows) != 1 or page.signs_in(",", page.rows[0]):
        return False
    words = page.tokens(page.rows[0])
    return len(words) == 2 and all(len(word.text) > _LONGEST_CARD for word in words)


def one_comma_each(page: Sheet) -> bool:
    """Say whether every line has exactly one comma, so that it most likely parts two decks."""
    return all(len(page.signs_in(",", row)) == 1 for row in page.rows)


def _row_deck(page: Sheet, row: SheetRow) -> Deck:
    return Deck(page.tokens(row), single=bool(page.signs_in(",", row)))


def blocks(page: Sheet) -> Cut | None:
    """A card a line, with a blank line between the two decks."""
    rows = page.rows
    gaps = [place for place in range(1, len(rows)) if rows[place].line > rows[place - 1].line + 1]
    if len(gaps) != 1 or len(rows) < 3:
        return None
    first, second = _column(page, rows[: gaps[0]]), _column(page, rows[gaps[0] :])
    if first is None or second is None:
        return None
    cut = page.cut()
    cut.add(first, second, rows[-1].verdict)
    return cut


def _column(page: Sheet, rows: Sequence[SheetRow]) -> Deck | None:
    lines = [page.tokens(row) for row in rows]
    if any(len(line) != 1 for line in lines):
        return None
    return Deck(tuple(token for (token,) in lines), single=True, bare=True)


def whole_pack(page: Sheet) -> Cut | None:
    """All the cards on one line, or one card a line, with nothing that parts two decks."""
    rows = page.rows
    deck = None
    if len(rows) == 1 and len(page.signs_in(",", rows[0])) != 1:
        deck = _row_deck(page, rows[0])
    elif len(rows) > 2 and all(after.line == row.line + 1 for row, after in pairwise(rows)):
        deck = _column(page, rows)
    if deck is None:
        return None
    cut = page.cut(pack=True)
    cut.add(deck, Deck(()), rows[-1].verdict)
    if len(deck.tokens) == 1 and len(deck.tokens[0].text) == 1:
        cut.missing("the second deck", "Write the other deck on the next line.")
    return cut
