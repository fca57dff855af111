"""Decks with the names of the players in front: `Player 1 : 10D 9S ...`."""

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from engine.notation.decks import Cut, Deck, Sheet, SheetRow, Token
from engine.notation.page import Span

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
