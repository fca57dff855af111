"""Lists as JSON and Python print them: `[["A", "K"], ["2", "3"]]`, `"AKQ" "KQJ"`, `{"p1": [14], ...}`."""

import re
from dataclasses import dataclass
from typing import Final

from engine.notation.decks import Cut, Deck, Sheet, SheetRow, Token
from engine.notation.labels import LABEL

_LIST_SIGN: Final = re.compile(r"""[\[\](){}"']""")
_PIECE: Final = re.compile(
    rf"(?P<label>{LABEL.pattern})"
    r"""|(?P<string>"[^"\n]*"|'[^'\n]*')|(?P<open>[\[({])|(?P<close>[\])}])|(?P<key>=>|[:=])"""
    r"""|(?P<skip>[\s,]+)|(?P<stop>;)|(?P<quote>["'])|(?P<word>[^\s"'\[\](){},:=;]+)""",
    LABEL.flags,
)
_CLOSER: Final = {"[": "]", "(": ")", "{": "}"}
_SECOND: Final = re.compile(r".*(?:2|two|second)\W*", re.IGNORECASE)
_LONG_STRING: Final = 4
_PENALTY: Final = 3
"""A stray bracket or quote weighs more than one character: other layouts should get their chance."""


@dataclass(slots=True)
class Node:
    """A list with its items, or (`items` is None) one token, quoted or bare."""

    token: Token
    quoted: bool = False
    items: "list[Node] | None" = None
    key: str = ""

    @property
    def flat(self) -> bool:
        """Whether this is a list of tokens, with no list inside."""
        return self.items is not None and all(item.items is None for item in self.items)

    @property
    def deal(self) -> bool:
        """Whether this is a list of two decks: two flat lists, or two strings too long for a card."""
        return (
            self.items is not None
            and len(self.items) == 2
            and (all(item.flat for item in self.items) or all(item.long for item in self.items))
        )

    @property
    def pair(self) -> bool:
        """Whether this is a list of two quoted strings of more than one character: two decks."""
        items = self.items or []
        return len(items) == 2 and all(item.quoted and len(item.token.text) > 1 for item in items)

    @property
    def long(self) -> bool:
        """Whether this is a quoted string of more than a card or two."""
        return self.quoted and len(self.token.text) >= _LONG_STRING


class _Parser:
    """Builds the tree of lists, row by row, and notes brackets and quotes without a partner."""

    def __init__(self, page: Sheet, cut: Cut) -> None:
        self.page = page
        self.cut = cut
        self.top: list[Node] = []
        self.open: list[Node] = []
        self.key = ""

    def read(self, row: SheetRow) -> None:
        """Read one row."""
        for piece in _PIECE.finditer(self.page.plain, row.start, row.end):
            self._take(piece)

    def finish(self) -> list[Node]:
        """Note what was never closed; return the outermost nodes."""
        for node in self.open:
            closer = _CLOSER[node.token.text]
            self._wrong(node.token, "bracket", f"{closer} to close this bracket", f"Close it with {closer}.")
        return self.top

    def _take(self, piece: re.Match[str]) -> None:
        token = Token(piece.start(), piece.end(), piece[0].upper())
        kind = piece.lastgroup
        if kind == "label":
            self.key = piece["who"]
        elif kind == "string":
            inner = Token(token.start + 1, token.end - 1, token.text[1:-1].strip())
            self._put(Node(inner if inner.text else token._replace(text=""), quoted=True))
        elif kind == "word":
            self._put(Node(token))
        elif kind == "open":
            node = Node(token, items=[])
            self._put(node)
            self.open.append(node)
        elif kind == "close":
            self._close(token)
        elif kind == "key" and self._here and self._here[-1].items is None:
            self.key = self._here.pop().token.text
        elif kind == "stop" and self.open:
            self._wrong(token, "separator", "a comma", "Write a comma between the cards.")
        elif kind == "quote":
            self._wrong(token, "quote", "a closing quote on the same line", "Close the quote.")

    @property
    def _here(self) -> list[Node]:
        items = self.open[-1].items if self.open else None
        return self.top if items is None else items

    def _put(self, node: Node) -> None:
        node.key, self.key = self.key, ""
        self._here.append(node)

    def _close(self, token: Token) -> None:
        if self.open and _CLOSER[self.open[-1].token.text] == token.text:
            self.open.pop()
        elif self.open:
            closer = _CLOSER[self.open.pop().token.text]
            self._wrong(token, "bracket", closer, f"Write {closer} here.")
        else:
            self._wrong(token, "bracket", "a card or an opening bracket", "Take this bracket out.")

    def _wrong(self, token: Token, code: str, expected: str, repair: str) -> None:
        self.cut.problems.note(token, code, expected, repair, weight=_PENALTY)


def listed(page: Sheet) -> Cut | None:
    """Decks as lists of cards or as quoted strings, in any of JSON's and Python's brackets."""
    if not _LIST_SIGN.search(page.plain):
        return None
    cut = page.cut()
    parser = _Parser(page, cut)
    for row in page.rows:
        parser.read(row)
    _add_deals(parser.finish(), page, cut)
    verdicts = [row.verdict for row in page.rows if row.verdict]
    if len(cut.deals) == 1:
        verdicts = verdicts[-1:]
    if verdicts and len(verdicts) == len(cut.deals):
        cut.verdicts[:] = verdicts
    return cut


def _add_deals(nodes: list[Node], page: Sheet, cut: Cut) -> None:
    """Find the decks among the outermost nodes."""
    while len(nodes) == 1 and nodes[0].items is not None and not nodes[0].flat:
        nodes = nodes[0].items
    if len(nodes) == 1 and nodes[0].pair:
        nodes = nodes[0].items or []
    if nodes and all(node.deal for node in nodes):
        for node in nodes:
            _add(cut, page, node.items or [])
    elif len(nodes) == 2 and all(node.flat or node.items is None for node in nodes):
        turned = _SECOND.fullmatch(nodes[0].key) and not _SECOND.fullmatch(nodes[1].key)
        _add(cut, page, nodes[::-1] if turned else nodes)
    elif len(nodes) == 1 and (nodes[0].items or nodes[0].quoted):
        cut.pack = True
        cut.add(_deck(page, nodes[0]), Deck(()))
    elif len(nodes) > 2 and all(node.items is None for node in nodes):
        cut.pack = True
        cut.add(_cards(nodes), Deck(()))
    elif not cut.problems.weight:
        _no_pair(nodes, cut)


def _add(cut: Cut, page: Sheet, nodes: list[Node]) -> None:
    """Add the deal of two nodes, a deck each."""
    first, second = (_deck(page, node) for node in nodes)
    for who, (node, deck) in enumerate(zip(nodes, (first, second), strict=True), start=1):
        if not deck.tokens:
            cut.without_cards(node.token, who)
    cut.add(first, second)


def _no_pair(nodes: list[Node], cut: Cut) -> None:
    """Note that there are more lists than decks, or fewer."""
    if len(nodes) > 2:
        repair = "Give two lists, one a player; or a list of two decks for each deal."
        extra = nodes[2].token
        cut.problems.note(extra, "deck-extra", "nothing after the two decks", repair, weight=_PENALTY)
    else:
        repair = "Write two lists, one a player, such as [14, 3], [2, 5]."
        cut.missing("a list of cards for each player", repair)


def _deck(page: Sheet, node: Node) -> Deck:
    if node.items is not None:
        return _cards(node.items)
    return Deck(page.tokens(node.token) if node.token.text else ())


def _cards(nodes: list[Node]) -> Deck:
    tokens = tuple(node.token for node in nodes)
    return Deck(tokens, single=True, bare=any(not node.quoted for node in nodes))
