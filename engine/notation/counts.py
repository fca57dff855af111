"""Layouts with counts in front: CodinGame's input, and the lines of Codeforces 546C."""

import re
from collections.abc import Sequence
from typing import Final

from engine.notation.decks import Cut, Deck, Sheet, SheetRow, Token
from engine.notation.page import HOLE

_COUNT: Final = re.compile(r"[0-9]{1,6}")


def codingame(page: Sheet) -> Cut | None:
    """`3 / AD / KC / QC / 3 / KH / QS / JC`, a line each; then perhaps `1 3` or `PAT`."""
    rows, verdict = _rows_and_verdict(page, "codingame" if len(page.rows) > 2 else "")
    first_line = page.tokens(rows[0]) if len(rows) > 1 else ()
    if not first_line or not (len(first_line) == 1 or _is_count(first_line[0])):
        return None
    cut = page.cut()
    cut.end = rows[-1].end
    tokens = [token for row in rows for token in page.tokens(row)]
    second = _second_count(tokens)
    _check_count(cut, tokens[0], len(tokens[1:second]), "player 1's cards")
    if second is None:
        repair = "Write how many cards player 2 has, then their cards, a line each."
        cut.missing("the number of player 2's cards", repair)
        second = len(tokens)
    else:
        _check_count(cut, tokens[second], len(tokens) - second - 1, "player 2's cards")
    cut.add(
        Deck(tuple(tokens[1:second]), single=True), Deck(tuple(tokens[second + 1 :]), single=True), verdict
    )
    return cut


def _rows_and_verdict(page: Sheet, judge: str) -> tuple[list[SheetRow], str | None]:
    """Return the rows of cards and the verdict, which may be an answer of the judge named on the last row."""
    answer = page.answer_of(judge) if judge else None
    if answer:
        return page.rows[:-1], answer
    return page.rows, page.rows[-1].verdict if page.rows else None


def _second_count(tokens: Sequence[Token]) -> int | None:
    """Return the place of player 2's count: where the first count says, else the next bare number."""
    says = 1 + int(tokens[0].text) if _is_count(tokens[0]) else None
    if says is not None and says < len(tokens) and _is_count(tokens[says]):
        return says
    bare = next((place for place in range(1, len(tokens)) if _is_count(tokens[place])), None)
    if bare is None and says is not None and says < len(tokens):
        return says
    return bare


def counted(page: Sheet) -> Cut | None:
    """A deck a line with its size in front; perhaps the size of the pack on a line above."""
    lines = [page.tokens(row) for row in page.rows]
    answered = len(lines) == 4 or (len(lines) == 3 and all(_fits(line) for line in lines[:-1]))
    rows, verdict = _rows_and_verdict(page, "codeforces-546c" if answered else "")
    lines = lines[: len(rows)]
    if len(lines) not in (2, 3) or not all(lines) or (len(lines) == 3 and len(lines[0]) != 1):
        return _counted_column(page, lines, verdict)
    cut = page.cut()
    *pack, first, second = lines
    _check_count(cut, first[0], len(first) - 1, "player 1's cards")
    _check_count(cut, second[0], len(second) - 1, "player 2's cards")
    for (size,) in pack:
        _check_count(cut, size, len(first) + len(second) - 2, "all cards")
    # Counts that disagree say rather that these are no counts: plain decimal ranks get their chance.
    cut.problems.weight += not pack and cut.problems.weight > 0
    cut.add(*_decks(first, second), verdict)
    return cut


def _decks(first: Sequence[Token], second: Sequence[Token]) -> tuple[Deck, Deck]:
    """Return two decks of numbers, each behind its count."""
    one, other = (Deck(tuple(tokens[1:]), single=True, bare=True) for tokens in (first, second))
    return one, other


def _fits(line: Sequence[Token]) -> bool:
    return bool(line) and _is_count(line[0]) and int(line[0].text) == len(line) - 1


def _counted_column(page: Sheet, lines: Sequence[Sequence[Token]], verdict: str | None) -> Cut | None:
    """A count, that many cards a line each, and the same again; only where both counts are right."""
    tokens = [line[0] for line in lines if len(line) == 1]
    if len(tokens) < len(lines) or not tokens or not _is_count(tokens[0]):
        return None
    second = 1 + int(tokens[0].text)
    if not _fits(tokens[second:]):
        return None
    cut = page.cut()
    cut.add(*_decks(tokens[:second], tokens[second:]), verdict)
    return cut


def _is_count(token: Token) -> bool:
    return _COUNT.fullmatch(token.text) is not None


def _check_count(cut: Cut, token: Token, cards: int, whose: str) -> None:
    """Note what is no count, or one that disagrees with the cards, with both numbers."""
    if _is_count(token) and int(token.text) != cards:
        there = f"{cards} {'card follows' if cards == 1 else 'cards follow'}"
        repair = f"The count says {int(token.text)}, but {there}: write {cards}, or mend the cards."
        cut.problems.note(token, "count-mismatch", f"the number {cards}", repair)
    elif not _is_count(token) and HOLE not in token.text:
        repair = f"Write how many cards there are: the number of {whose}."
        cut.problems.note(token, "count", f"the number of {whose}", repair)
