"""How two decks lie in a text: counts, labels and other layouts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from engine.formats.text import HOLE, NO_CARDS_HERE, Span
from engine.formats.tokens import Cut, Deck, Sheet, SheetRow, Token
from engine.numbers import count

# Layouts with counts in front: CodinGame's input, and the lines of Codeforces 546C.

_COUNT: Final = re.compile(r"[0-9]{1,6}")


def codingame(page: Sheet, cut: Cut) -> bool:
    """`3 / AD / KC / QC / 3 / KH / QS / JC`, a line each; then perhaps `1 3` or `PAT`."""
    lines, verdict = _lines_and_verdict(page, "codingame", answered=len(page.rows) > 2)
    if len(lines) < 2 or not lines[0] or not (len(lines[0]) == 1 or _is_count(lines[0][0])):
        return False
    cut.end = page.rows[len(lines) - 1].end
    tokens = [token for line in lines for token in line]
    second = _second_count(tokens)
    if second is None:
        repair = "Write how many cards player 2 has, then their cards, one per line."
        cut.missing("the number of player 2’s cards", repair)
        second = len(tokens)
    _add_counted(cut, tokens[:second], tokens[second:], verdict)
    return True


def _lines_and_verdict(
    page: Sheet, judge: str, *, answered: bool
) -> tuple[list[tuple[Token, ...]], str | None]:
    """Return the tokens of each row and the verdict. answered: whether the judge's may be on the last row."""
    answer = page.answer_of(judge) if answered else None
    rows = page.rows[:-1] if answer else page.rows
    return [page.tokens(row) for row in rows], answer or (page.rows[-1].verdict if page.rows else None)


def _second_count(tokens: Sequence[Token]) -> int | None:
    """Return the place of player 2's count: where the first count says, else the next bare number."""
    counts = [place for place in range(1, len(tokens)) if _is_count(tokens[place])]
    says = 1 + int(tokens[0].text) if _is_count(tokens[0]) else len(tokens)
    if says < len(tokens) and (says in counts or not counts):
        return says
    return counts[0] if counts else None


def counted(page: Sheet, cut: Cut) -> bool:
    """A deck a line with its size in front; perhaps the size of the pack on a line above."""
    number = len(page.rows)
    fit = number == 3 and all(_fits(page.tokens(row)) for row in page.rows[:-1])
    lines, verdict = _lines_and_verdict(page, "codeforces-546c", answered=number == 4 or fit)
    if len(lines) not in (2, 3) or not all(lines) or (len(lines) == 3 and len(lines[0]) != 1):
        return _counted_column(cut, lines, verdict)
    *pack, first, second = lines
    _add_counted(cut, first, second, verdict)
    for (size,) in pack:
        _check_count(cut, size, len(first) + len(second) - 2, "all cards")
    # Counts that disagree say rather that these are no counts: plain decimal ranks get their chance.
    cut.problems.weight += not pack and cut.problems.weight > 0
    return True


def simulated(page: Sheet, cut: Cut) -> bool:
    """SPOJ HS08WAR: `1` test, the number of rounds, then a deck a line with its size in front."""
    lines, verdict = _lines_and_verdict(page, "spoj-hs08war", answered=len(page.rows) == 5)
    if len(lines) != 4 or [len(line) for line in lines[:2]] != [1, 1] or not all(lines[2:]):
        return False
    (tests,), (limit,), first, second = lines
    if tests.text != "1" or not _is_count(limit):
        return False
    _add_counted(cut, first, second, verdict)
    return True


def _add_counted(cut: Cut, first: Sequence[Token], second: Sequence[Token], verdict: str | None) -> None:
    """Add the deal of two decks, each behind its count, and check the counts."""
    for who, tokens in enumerate((first, second), start=1):
        if tokens:
            _check_count(cut, tokens[0], len(tokens) - 1, f"player {who}'s cards")
    one, other = (Deck(tuple(tokens[1:]), single=True, bare=True) for tokens in (first, second))
    cut.add(one, other, verdict)


def _fits(line: Sequence[Token]) -> bool:
    return bool(line) and _is_count(line[0]) and int(line[0].text) == len(line) - 1


def _counted_column(cut: Cut, lines: Sequence[Sequence[Token]], verdict: str | None) -> bool:
    """A count, that many cards a line each, and the same again; only where both counts are right."""
    tokens = [line[0] for line in lines if len(line) == 1]
    if len(tokens) < len(lines) or not tokens or not _is_count(tokens[0]):
        return False
    second = 1 + int(tokens[0].text)
    if not _fits(tokens[second:]):
        return False
    _add_counted(cut, tokens[:second], tokens[second:], verdict)
    return True


def _is_count(token: Token) -> bool:
    return _COUNT.fullmatch(token.text) is not None


def _check_count(cut: Cut, token: Token, cards: int, whose: str) -> None:
    """Note what is no count, or one that disagrees with the cards, with both numbers."""
    if _is_count(token) and int(token.text) != cards:
        there = count(cards, "card follows", "cards follow")
        repair = f"The count says {int(token.text)}, but {there}: write {cards}, or correct the cards."
        cut.problems.note(token, "count-mismatch", f"the number {cards}", repair)
    elif not _is_count(token) and HOLE not in token.text:
        repair = "Write it in digits, such as 26."
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


def labelled(page: Sheet, cut: Cut) -> bool:
    """`Player 1 : 10D 9S ...` and `Player 2 : ...`, the cards behind the label or below it."""
    if not LABEL.search(page.plain):
        return False
    hands: list[Hand] = []
    for row in page.rows:
        _read_row(page, row, hands, cut)
    for at in range(0, len(hands), 2):
        _add_pair(cut, *hands[at : at + 2])
    return True


def _read_row(page: Sheet, row: SheetRow, hands: list[Hand], cut: Cut) -> None:
    start, labels = row.start, LABEL.finditer(page.plain, row.start, row.end)
    for label in (*labels, None):
        tokens = page.tokens(Span(start, label.start() if label else row.end))
        if tokens and not hands:
            place = Span(tokens[0].start, tokens[-1].end)
            repair = "Begin with “Player 1:”, then that player’s cards."
            cut.problems.note(place, "label", "a label such as “Player 1:”", repair)
        elif tokens and start > row.start:
            hands[-1].beside.extend(tokens)
        elif tokens:
            hands[-1].below.append(tokens)
        if label:
            hands.append(Hand(1 if label["who"].lower() in ("1", "one") else 2, *label.span()))
            start = label.end()
    if hands and row.verdict:
        hands[-1].verdict = row.verdict


def _add_pair(cut: Cut, first: Hand, second: Hand | None = None) -> None:
    """Add the deal of two hands."""
    other = 3 - first.who
    if second is None:
        repair = f"Write “Player {other}:” and then the cards of player {other}."
        cut.missing(f"the deck of player {other}", repair)
        cut.add(first.deck(), Deck(()))
        return
    if second.who == first.who:
        cut.problems.note(second, "label", f"“Player {other}:”", f"Write “Player {other}:” here.")
    hands = (first, second) if first.who == 1 else (second, first)
    cut.add(hands[0].deck(), hands[1].deck(), second.verdict or first.verdict, places=hands)


# Layouts of plain lines: where one deck ends and the next begins, before anybody reads a card.
#
# A layout returns whether it can be meant. If so it cuts what it can and notes what is
# wrong, so that every fault of a paste is found at once.

_TITLE: Final = re.compile(r"(?:decks?|deal)[ \t]*:[ \t]*", re.IGNORECASE)
_LONGEST_CARD: Final = 3


def slashed(page: Sheet, cut: Cut) -> bool:
    """A deal a line, `A/B`, with or without `decks:` in front."""
    return _separated(page, cut, "/", "/", "Keep one / and take the others out.")


def comma_lines(page: Sheet, cut: Cut) -> bool:
    """A deal a line, `X, Y`, as code golf prints them."""
    return _separated(page, cut, ",", "comma", "Keep the comma between the decks and take the others out.")


def _separated(page: Sheet, cut: Cut, sign: str, name: str, repair: str) -> bool:
    """Cut each line at the sign between its two decks."""
    if sign not in page.plain or not page.rows:
        return False
    for row in page.rows:
        signs = page.signs_in(sign, row)
        if len(signs) == 1:
            _add_sides(page, cut, row, signs[0])
        elif signs:
            weight = 1 + len(signs) if sign == "," else 1
            cut.problems.note(signs[1], "separator", f"a single {name}", repair, weight=weight)
        else:
            weight = (row.end - row.start) // 2 + 1
            put = f"Put a {name} between the two decks of this line."
            cut.problems.note(row, "separator", f"a {name} between the two decks", put, weight=weight)
    return True


def _add_sides(page: Sheet, cut: Cut, row: SheetRow, separator: Span) -> None:
    """Add the deal of a row, a deck on each side of the separator; only a slash may stand beside no card."""
    comma = page.plain[separator.start] == ","
    title = None if comma else _TITLE.match(page.plain, row.start, row.end)
    first = Deck(page.tokens(Span(title.end() if title else row.start, separator.start)))
    second = Deck(page.tokens(Span(separator.end, row.end)))
    cut.add(first, second, row.verdict)
    if comma and not (first.tokens and second.tokens):
        place = Span(separator.start, row.end) if first.tokens else Span(row.start, separator.end)
        repair = "Write the cards of both decks, one deck on each side of the comma."
        cut.problems.note(place, NO_CARDS_HERE, "a deck on each side", repair)


def two_lines(page: Sheet, cut: Cut) -> bool:
    """A deck a line, or two words on one line; then nothing else but a verdict."""
    rows = page.rows
    if two_words(page):
        words = page.tokens(rows[0])
        cut.add(Deck(words[:1]), Deck(words[1:]), rows[0].verdict)
        return True
    if len(rows) < 2:
        return False
    verdict = next((row.verdict for row in reversed(rows) if row.verdict), None)
    cut.add(_row_deck(page, rows[0]), _row_deck(page, rows[1]), verdict, places=rows)
    if len(rows) > 2:
        repair = "Take this line out, or put the two decks of each deal on one line with / between."
        weight = sum(row.end - row.start for row in rows[2:])
        cut.problems.note(rows[2], "deck-extra", "nothing after the two decks", repair, weight=weight)
    return True


def two_words(page: Sheet) -> bool:
    """Return whether the text is one line of two words too long for cards, each a deck."""
    if len(page.rows) != 1 or page.signs_in(",", page.rows[0]):
        return False
    words = page.tokens(page.rows[0])
    return len(words) == 2 and all(len(word.text) > _LONGEST_CARD for word in words)


def _row_deck(page: Sheet, row: SheetRow) -> Deck:
    return Deck(page.tokens(row), single=bool(page.signs_in(",", row)))


def blocks(page: Sheet, cut: Cut) -> bool:
    """A card a line, with a blank line between the two decks."""
    rows = page.rows
    gaps = [place for place in range(1, len(rows)) if rows[place].line > rows[place - 1].line + 1]
    if len(gaps) != 1 or len(rows) < 3:
        return False
    first, second = _column(page, rows[: gaps[0]]), _column(page, rows[gaps[0] :])
    if first is None or second is None:
        return False
    cut.add(first, second, rows[-1].verdict)
    return True


def _column(page: Sheet, rows: Sequence[SheetRow]) -> Deck | None:
    lines = [page.tokens(row) for row in rows]
    if any(len(line) != 1 for line in lines):
        return None
    return Deck(tuple(token for (token,) in lines), single=True)


def whole_pack(page: Sheet, cut: Cut) -> bool:
    """All the cards on one line, or one card a line, with nothing that parts two decks."""
    rows = page.rows
    deck = None
    if len(rows) == 1 and len(page.signs_in(",", rows[0])) != 1:
        deck = _row_deck(page, rows[0])
    elif len(rows) > 2 and all(after.line == row.line + 1 for row, after in pairwise(rows)):
        deck = _column(page, rows)
    if deck is None:
        return False
    cut.pack = True
    cut.add(deck, Deck(()), rows[-1].verdict)
    if len(deck.tokens) == 1 and len(deck.tokens[0].text) == 1:
        cut.missing("the second deck", "Write the other deck on the next line.")
    return True


# Lists as JSON and Python print them: `[["A", "K"], ["2", "3"]]`, `"AKQ" "KQJ"`, `{"p1": [14], ...}`.

_LIST_SIGN: Final = re.compile(r"""[\[\](){}"']""")
_PIECE: Final = re.compile(
    rf"(?P<label>{LABEL.pattern})"
    r"""|(?P<string>"[^"\n]*"|'[^'\n]*')|(?P<open>[\[({])|(?P<close>[\])}])|(?P<key>=>|[:=])"""
    r"""|(?P<skip>[\s,]+)|(?P<stop>;)|(?P<quote>["'])|(?P<word>[^\s"'\[\](){},:=;]+)""",
    LABEL.flags,
)
_CLOSER: Final = {"[": "]", "(": ")", "{": "}"}
_FIRST: Final = re.compile(r".*(?:1|one|first)\W*", re.IGNORECASE)
_SECOND: Final = re.compile(r".*(?:2|two|second)\W*", re.IGNORECASE)
_LONG_STRING: Final = 4
_PENALTY: Final = 3
"""A stray bracket or quote weighs more than one character: other layouts should get their chance."""


@dataclass(slots=True)
class Node:
    """A list with its items, or one token, quoted or bare."""

    token: Token
    quoted: bool = False
    closer: str = ""
    """The bracket that closes the list; empty for a token."""
    items: "list[Node]" = field(default_factory=list)
    key: str = ""

    @property
    def flat(self) -> bool:
        """Whether this is a list of tokens, with no list inside."""
        return self.closer != "" and not any(item.closer for item in self.items)

    @property
    def deal(self) -> bool:
        """Whether this is a list of two decks: two flat lists, or two strings too long for a card."""
        strings = all(item.quoted and len(item.token.text) >= _LONG_STRING for item in self.items)
        return len(self.items) == 2 and (all(item.flat for item in self.items) or strings)

    @property
    def pair(self) -> bool:
        """Whether this is a list of two quoted strings of more than one character: two decks."""
        return len(self.items) == 2 and all(item.quoted and len(item.token.text) > 1 for item in self.items)


class _Lists:
    """The tree of lists in a text; notes brackets and quotes without a partner."""

    def __init__(self, page: Sheet, cut: Cut) -> None:
        self.cut = cut
        self.root = Node(Token(0, 0, ""))
        self.open = [self.root]
        self.key = ""
        for row in page.rows:
            for piece in _PIECE.finditer(page.plain, row.start, row.end):
                self._take(piece, Token(piece.start(), piece.end(), piece[0].upper()))
        for node in self.open[1:]:
            repair = f"Close it with {node.closer}."
            self._wrong(node.token, "bracket", f"{node.closer} to close this bracket", repair)

    def _take(self, piece: re.Match[str], token: Token) -> None:
        items = self.open[-1].items
        match piece.lastgroup:
            case "label":
                self.key = piece["who"]
            case "string":
                inner = Token(token.start + 1, token.end - 1, token.text[1:-1].strip())
                self._put(Node(inner if inner.text else token._replace(text=""), quoted=True))
            case "word":
                self._put(Node(token))
            case "open":
                node = Node(token, closer=_CLOSER[token.text])
                self._put(node)
                self.open.append(node)
            case "close" if len(self.open) == 1:
                self._wrong(token, "bracket", "a card or an opening bracket", "Take this bracket out.")
            case "close":
                closer = self.open.pop().closer
                if closer != token.text:
                    self._wrong(token, "bracket", closer, f"Write {closer} here.")
            case "key" if items and not items[-1].closer:
                self.key = items.pop().token.text
            case "stop" if len(self.open) > 1:
                self._wrong(token, "separator", "a comma", "Write a comma between the cards.")
            case "quote":
                self._wrong(token, "quote", "a closing quote on the same line", "Close the quote.")

    def _put(self, node: Node) -> None:
        node.key, self.key = self.key, ""
        self.open[-1].items.append(node)

    def _wrong(self, token: Token, code: str, expected: str, repair: str) -> None:
        self.cut.problems.note(token, code, expected, repair, weight=_PENALTY)


def listed(page: Sheet, cut: Cut) -> bool:
    """Decks as lists of cards or as quoted strings, in any of JSON's and Python's brackets."""
    if not _LIST_SIGN.search(page.plain):
        return False
    _add_deals(_Lists(page, cut).root.items, page, cut)
    verdicts: list[str | None] = [row.verdict for row in page.rows if row.verdict]
    if len(cut.deals) == 1:
        verdicts = verdicts[-1:]
    if len(verdicts) == len(cut.deals):
        cut.verdicts = verdicts
    return True


def _add_deals(nodes: list[Node], page: Sheet, cut: Cut) -> None:
    """Find the decks among the outermost nodes."""
    while len(nodes) == 1 and nodes[0].closer and not nodes[0].flat:
        nodes = nodes[0].items
    if len(nodes) == 1 and nodes[0].pair:
        nodes = nodes[0].items
    if nodes and all(node.deal for node in nodes):
        for node in nodes:
            _add(cut, page, node.items)
    elif len(nodes) == 2 and all(node.flat or not node.closer for node in nodes):
        first, second = nodes[0].key, nodes[1].key
        turned = (_SECOND.fullmatch(first) and not _SECOND.fullmatch(second)) or (
            _FIRST.fullmatch(second) and not (_FIRST.fullmatch(first) or first.endswith("0"))
        )
        _add(cut, page, nodes[::-1] if turned else nodes)
    elif len(nodes) == 1 and (nodes[0].quoted or any(not item.key for item in nodes[0].items)):
        cut.pack = True
        cut.add(_deck(page, nodes[0]), Deck(()))
    elif len(nodes) > 2 and not any(node.closer for node in nodes):
        cut.pack = True
        cut.add(_cards(nodes), Deck(()))
    elif not cut.problems.weight and len(nodes) > 2:
        repair = "Give two lists, one per player, or a list of two decks for each deal."
        extra = nodes[2].token
        cut.problems.note(extra, "deck-extra", "nothing after the two decks", repair, weight=_PENALTY)
    elif not cut.problems.weight:
        repair = "Write two lists, one per player, such as [14, 3], [2, 5]."
        cut.missing("a list of cards for each player", repair)


def _add(cut: Cut, page: Sheet, nodes: list[Node]) -> None:
    """Add the deal of two nodes, a deck each."""
    cut.add(_deck(page, nodes[0]), _deck(page, nodes[1]), places=[node.token for node in nodes])


def _deck(page: Sheet, node: Node) -> Deck:
    if node.closer:
        return _cards(node.items)
    return Deck(page.tokens(node.token) if node.token.text else ())


def _cards(nodes: list[Node]) -> Deck:
    tokens = tuple(node.token for node in nodes)
    return Deck(tokens, single=True, bare=any(not node.quoted for node in nodes))
