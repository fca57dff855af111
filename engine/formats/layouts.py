"""How two decks lie in a text: counts, labels and other layouts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from engine.formats.text import HOLE, NO_CARDS_HERE, Place, Span
from engine.formats.tokens import Cut, Deck, Sheet, SheetRow, Token

# Layouts with counts in front: CodinGame's input, and the lines of Codeforces 546C.

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


def simulated(page: Sheet) -> Cut | None:
    """SPOJ HS08WAR: `1` test, the number of rounds, then a deck a line with its size in front."""
    lines = [page.tokens(row) for row in page.rows]
    rows, verdict = _rows_and_verdict(page, "spoj-hs08war" if len(lines) == 5 else "")
    lines = lines[: len(rows)]
    if len(lines) != 4 or [len(line) for line in lines[:2]] != [1, 1] or not all(lines[2:]):
        return None
    (tests,), (limit,), first, second = lines
    if tests.text != "1" or not _is_count(limit):
        return None
    cut = page.cut()
    _check_count(cut, first[0], len(first) - 1, "player 1's cards")
    _check_count(cut, second[0], len(second) - 1, "player 2's cards")
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


# Decks with the names of the players in front: `Player 1 : 10D 9S ...`.

LABEL: Final = re.compile(
    r"\b(?:player|deck|hand|pile|joueur|spieler|jugador|p)[ \t_#]*(?P<who>1|2|one|two)\b(?:'s)?"
    r"(?:[ \t]+(?:deck|hand|cards))?[ \t]*(?:[:=]|$)",
    re.IGNORECASE | re.MULTILINE,
)
"""The name of a player in front of his deck, `Player 1 :`."""


@dataclass(slots=True)
class Hand:
    """The cards behind one player's label, on its line and on the lines below."""

    who: int
    start: int
    end: int
    beside: list[Token] = field(default_factory=list)
    below: list[tuple[Token, ...]] = field(default_factory=list)
    verdict: str | None = None

    def deck(self) -> Deck:
        """Return the cards; two or more lines of one token each below the label are a card a line."""
        column = not self.beside and all(len(line) == 1 for line in self.below)
        tokens = [*self.beside, *(token for line in self.below for token in line)]
        return Deck(tuple(tokens), single=column and len(self.below) > 1, bare=column and bool(self.below))


def labelled(page: Sheet) -> Cut | None:
    """`Player 1 : 10D 9S ...` and `Player 2 : ...`, the cards behind the label or below it."""
    if not LABEL.search(page.plain):
        return None
    cut = page.cut()
    hands: list[Hand] = []
    for row in page.rows:
        _read_row(page, row, hands, cut)
    while hands:
        hands = _take_pair(hands, cut)
    return cut


def _read_row(page: Sheet, row: SheetRow, hands: list[Hand], cut: Cut) -> None:
    labels = list(LABEL.finditer(page.plain, row.start, row.end))
    ends = [row.start, *(place for label in labels for place in label.span()), row.end]
    for number, (start, end) in enumerate(pairwise(ends)):
        if number % 2:
            who = 1 if labels[number // 2]["who"].lower() in ("1", "one") else 2
            hands.append(Hand(who, start, end))
            continue
        tokens = page.tokens(Span(start, end))
        if tokens and not hands:
            place = Span(tokens[0].start, tokens[-1].end)
            repair = "Begin with Player 1: and their cards."
            cut.problems.note(place, "label", "a label such as Player 1:", repair)
        elif tokens and number:
            hands[-1].beside.extend(tokens)
        elif tokens:
            hands[-1].below.append(tokens)
    if hands and row.verdict:
        hands[-1].verdict = row.verdict


def _take_pair(hands: list[Hand], cut: Cut) -> list[Hand]:
    """Make a deal of the first two hands; return the rest."""
    first, second = hands[0], hands[1] if len(hands) > 1 else None
    other = 3 - first.who
    if second is None:
        repair = f"Write the cards of player {other} with Player {other}: in front."
        cut.missing(f"the deck of player {other}", repair)
        cut.add(first.deck(), Deck(()))
        return []
    if second.who == first.who:
        cut.problems.note(second, "label", f"Player {other}:", f"Write Player {other}: here.")
    one, two = (first, second) if first.who == 1 else (second, first)
    decks = one.deck(), two.deck()
    for who, (hand, deck) in enumerate(zip((one, two), decks, strict=True), start=1):
        if not deck.tokens:
            cut.without_cards(hand, who)
    cut.add(*decks, second.verdict or first.verdict)
    return hands[2:]


# Layouts of plain lines: where one deck ends and the next begins, before anybody reads a card.
#
# A layout returns None where it cannot be meant. Otherwise it cuts what it can and notes what is
# wrong, so that every fault of a paste is found at once.

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
    """Return whether the text is one line of two words too long for cards, each a deck."""
    if len(page.rows) != 1 or page.signs_in(",", page.rows[0]):
        return False
    words = page.tokens(page.rows[0])
    return len(words) == 2 and all(len(word.text) > _LONGEST_CARD for word in words)


def one_comma_each(page: Sheet) -> bool:
    """Return whether every line has exactly one comma, so that it most likely parts two decks."""
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
