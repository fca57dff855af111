"""Layouts of plain lines: where one deck ends and the next begins, before anybody reads a card.

A layout returns None where it cannot be meant. Otherwise it cuts what it can and notes what is
wrong, so that every fault of a paste is found at once.
"""

import re
from itertools import pairwise
from typing import Final

from engine.notation.decks import Deck, Draft, Row, Sheet, Token, commas_in, end_problem, tokens_of
from engine.notation.page import Problem

_TITLE: Final = re.compile(r"(?:decks?|deal)[ \t]*:[ \t]*", re.IGNORECASE)
_LONGEST_CARD: Final = 3
_SECOND_DECK: Final = "the second deck"


def slashed(page: Sheet) -> Draft | None:
    """A deal a line, `A/B`, with or without `decks:` in front."""
    if "/" not in page.plain:
        return None
    draft = page.draft()
    for row in page.rows:
        title = _TITLE.match(page.plain, row.start, row.end)
        start = title.end() if title else row.start
        slashes = [place for place in range(start, row.end) if page.plain[place] == "/"]
        if len(slashes) == 1:
            first, second = tokens_of(page, start, slashes[0]), tokens_of(page, slashes[0] + 1, row.end)
            draft.add(Deck(first), Deck(second), row.verdict)
        elif slashes:
            repair = "Keep one / and take the others out."
            draft.problems.add(Problem(slashes[1], slashes[1] + 1, "separator", "a single /", repair))
        else:
            _no_separator(row, draft, "/")
    return draft


def comma_lines(page: Sheet) -> Draft | None:
    """A deal a line, `X, Y`, as code golf prints them."""
    if "," not in page.plain:
        return None
    draft = page.draft()
    rows = page.rows
    for row in rows:
        commas = commas_in(page, row)
        if len(commas) == 1:
            first, second = tokens_of(page, row.start, commas[0]), tokens_of(page, commas[0] + 1, row.end)
            for deck, start, end in ((first, row.start, commas[0] + 1), (second, commas[0], row.end)):
                if not deck:
                    repair = "Write the cards of both decks, one deck on each side of the comma."
                    draft.problems.add(Problem(start, end, "deck-empty", "a deck on each side", repair))
            draft.add(Deck(first), Deck(second), row.verdict)
        elif commas:
            repair = "Keep the comma between the decks and take the others out."
            draft.problems.add(Problem(commas[1], commas[1] + 1, "separator", "a single comma", repair))
            draft.problems.weight += len(commas)
        else:
            _no_separator(row, draft, ",")
    return draft if rows else None


def _no_separator(row: Row, draft: Draft, sign: str) -> None:
    name = "comma" if sign == "," else sign
    draft.problems.add(
        Problem(
            row.start,
            row.end,
            "separator",
            f"a {name} between the two decks",
            f"Put a {name} between the two decks of this line.",
        ),
        weight=(row.end - row.start) // 2 + 1,
    )


def two_lines(page: Sheet) -> Draft | None:
    """A deck a line, or two words on one line; then nothing else but a verdict."""
    draft = page.draft()
    rows = page.rows
    if two_words(page):
        words = tokens_of(page, rows[0].start, rows[0].end)
        draft.add(Deck(words[:1]), Deck(words[1:]), rows[0].verdict)
        return draft
    if len(rows) < 2:
        return None
    decks = [_row_deck(page, row) for row in rows[:2]]
    verdicts = [row.verdict for row in rows if row.verdict]
    draft.add(decks[0], decks[1], verdicts[-1] if verdicts else None)
    if len(rows) > 2:
        extra = rows[2]
        draft.problems.add(
            Problem(
                extra.start,
                extra.end,
                "deck-extra",
                "nothing after the two decks",
                "Take this line out, or put the two decks of each deal on one line with / between.",
            ),
            weight=sum(row.end - row.start for row in rows[2:]),
        )
    return draft


def two_words(page: Sheet) -> bool:
    """Say whether the text is one line of two words too long for cards, each a deck."""
    if len(page.rows) != 1 or commas_in(page, page.rows[0]):
        return False
    words = tokens_of(page, page.rows[0].start, page.rows[0].end)
    return len(words) == 2 and all(len(word.text) > _LONGEST_CARD for word in words)


def one_comma_each(page: Sheet) -> bool:
    """Say whether every line has exactly one comma, so that it most likely parts two decks."""
    rows = page.rows
    return all(len(commas_in(page, row)) == 1 for row in rows)


def _row_deck(page: Sheet, row: Row) -> Deck:
    return Deck(tokens_of(page, row.start, row.end), single=bool(commas_in(page, row)))


def blocks(page: Sheet) -> Draft | None:
    """A card a line, with a blank line between the two decks."""
    draft = page.draft()
    rows = page.rows
    cuts = [place for place in range(1, len(rows)) if rows[place].line > rows[place - 1].line + 1]
    if len(cuts) != 1 or len(rows) < 3:
        return None
    columns = [_column(page, part) for part in (rows[: cuts[0]], rows[cuts[0] :])]
    if columns[0] is None or columns[1] is None:
        return None
    draft.add(columns[0], columns[1], rows[-1].verdict)
    return draft


def _column(page: Sheet, rows: list[Row]) -> Deck | None:
    tokens: list[Token] = []
    for row in rows:
        here = tokens_of(page, row.start, row.end)
        if len(here) != 1:
            return None
        tokens.extend(here)
    return Deck(tuple(tokens), single=True, bare=True)


def whole_pack(page: Sheet) -> Draft | None:
    """All the cards on one line, or one card a line, with nothing that parts two decks."""
    draft = page.draft(pack=True)
    rows = page.rows
    if len(rows) == 1 and len(commas_in(page, rows[0])) != 1:
        deck: Deck | None = _row_deck(page, rows[0])
    elif len(rows) > 2 and all(after.line == row.line + 1 for row, after in pairwise(rows)):
        deck = _column(page, rows)
    else:
        return None
    if deck is None:
        return None
    draft.add(deck, Deck(()), rows[-1].verdict)
    if len(deck.tokens) == 1 and len(deck.tokens[0].text) == 1:
        draft.problems.add(
            end_problem(rows, page, "deck-missing", _SECOND_DECK, "Write the other deck on the next line.")
        )
    return draft
