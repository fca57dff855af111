"""Layouts with counts in front: CodinGame's input, and the lines of Codeforces 546C."""

import re
from collections.abc import Sequence
from typing import Final

from engine.game.answer_forms import FORM_OF
from engine.notation.decks import Deck, Draft, Row, Sheet, Token, end_problem, tokens_of
from engine.notation.page import HOLE, Problem

_COUNT: Final = re.compile(r"[0-9]{1,6}")


def codingame(page: Sheet) -> Draft | None:
    """`3 / AD / KC / QC / 3 / KH / QS / JC`, a line each; then perhaps `1 3` or `PAT`."""
    draft = page.draft()
    rows = page.rows
    verdict = rows[-1].verdict if rows else None
    answer = _answer(page, "codingame") if len(rows) > 2 else None
    if answer:
        verdict, rows = answer, rows[:-1]
    tokens = [token for row in rows for token in tokens_of(page, row.start, row.end)]
    first_line = tokens_of(page, rows[0].start, rows[0].end) if rows else ()
    if len(rows) < 2 or not first_line or not (len(first_line) == 1 or _is_count(tokens[0])):
        return None
    cut = _second_count(tokens)
    if not _is_count(tokens[0]):
        _no_count(draft, tokens[0], 1)
    if cut is None:
        repair = "Write how many cards player 2 has, then their cards, a line each."
        draft.problems.add(end_problem(rows, page, "deck-missing", "the number of player 2's cards", repair))
        cut = len(tokens)
    elif not _is_count(tokens[cut]):
        _no_count(draft, tokens[cut], 2)
    first, second = tuple(tokens[1:cut]), tuple(tokens[cut + 1 :])
    _compare(draft, tokens[0], len(first))
    if cut < len(tokens):
        _compare(draft, tokens[cut], len(second))
    draft.add(Deck(first, single=True), Deck(second, single=True), verdict)
    return draft


def _answer(page: Sheet, judge: str) -> str | None:
    """Return what the last row says if it is the answer of the judge whose layout this is."""
    found = FORM_OF[judge].found_at(page.plain, page.rows[-1].start, in_words=False)
    return found[0] if found else None


def _second_count(tokens: Sequence[Token]) -> int | None:
    """Return the place of player 2's count: where the first count says, else the next bare number."""
    says = 1 + int(tokens[0].text) if _is_count(tokens[0]) else None
    if says is not None and says < len(tokens) and _is_count(tokens[says]):
        return says
    bare = next((place for place in range(1, len(tokens)) if _is_count(tokens[place])), None)
    if bare is None and says is not None and says < len(tokens):
        return says
    return bare


def counted(page: Sheet) -> Draft | None:
    """A deck a line with its size in front; perhaps the size of the pack on a line above."""
    draft = page.draft()
    rows = page.rows
    verdict = rows[-1].verdict if rows else None
    answer = _answer(page, "codeforces-546c") if len(rows) in (3, 4) else None
    if answer and (len(rows) == 4 or _fits(page, rows[:-1])):
        verdict, rows = answer, rows[:-1]
    if len(rows) not in (2, 3):
        return _counted_column(page, rows, verdict)
    lines = [tokens_of(page, row.start, row.end) for row in rows]
    if not all(lines) or (len(rows) == 3 and len(lines[0]) != 1):
        return _counted_column(page, rows, verdict)
    for who, line in enumerate(lines[-2:], start=1):
        if _is_count(line[0]):
            _compare(draft, line[0], len(line) - 1)
        else:
            _no_count(draft, line[0], who)
    if len(lines) == 3:
        if _is_count(lines[0][0]):
            _compare(draft, lines[0][0], sum(len(line) - 1 for line in lines[1:]))
        else:
            _no_count(draft, lines[0][0], 0)
    # Counts that disagree say rather that these are no counts: plain decimal ranks get their chance.
    draft.problems.weight += len(rows) == 2 and draft.problems.weight > 0
    draft.add(
        Deck(lines[-2][1:], single=True, bare=True), Deck(lines[-1][1:], single=True, bare=True), verdict
    )
    return draft


def _fits(page: Sheet, rows: list[Row]) -> bool:
    lines = [tokens_of(page, row.start, row.end) for row in rows]
    return all(line and _is_count(line[0]) and int(line[0].text) == len(line) - 1 for line in lines)


def _counted_column(page: Sheet, rows: list[Row], verdict: str | None) -> Draft | None:
    """A count, that many cards a line each, and the same again; only where both counts are right."""
    lines = [tokens_of(page, row.start, row.end) for row in rows]
    tokens = [line[0] for line in lines if len(line) == 1]
    if len(tokens) < len(lines) or not tokens or not _is_count(tokens[0]):
        return None
    cut = 1 + int(tokens[0].text)
    if cut >= len(tokens) or not _is_count(tokens[cut]) or int(tokens[cut].text) != len(tokens) - cut - 1:
        return None
    draft = page.draft()
    first, second = tuple(tokens[1:cut]), tuple(tokens[cut + 1 :])
    draft.add(Deck(first, single=True, bare=True), Deck(second, single=True, bare=True), verdict)
    return draft


def _is_count(token: Token) -> bool:
    return _COUNT.fullmatch(token.text) is not None


def _no_count(draft: Draft, token: Token, who: int) -> None:
    if HOLE not in token.text:
        whose = f"player {who}'s cards" if who else "all cards"
        repair = f"Write how many cards there are: the number of {whose}."
        draft.problems.add(Problem(token.start, token.end, "count", f"the number of {whose}", repair))


def _compare(draft: Draft, count: Token, cards: int) -> None:
    """Note a count that disagrees with the cards, with both numbers."""
    if not _is_count(count) or int(count.text) == cards:
        return
    there = f"{cards} {'card follows' if cards == 1 else 'cards follow'}"
    repair = f"The count says {int(count.text)}, but {there}: write {cards}, or mend the cards."
    draft.problems.add(Problem(count.start, count.end, "count-mismatch", f"the number {cards}", repair))
