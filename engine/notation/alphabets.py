"""The four ways to write ranks: letters, hex digits, decimal numbers, cards with suits.

An alphabet reads the decks of one draft together, because the whole text decides what is meant.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from engine.cards import HIGHEST_RANK, LETTERS, SUITS
from engine.notation.decks import Deck, Draft, Token
from engine.notation.page import HOLE, Problem, Problems
from engine.notation.signs import SUIT_SIGNS

HEX: Final = "23456789ABCDE"
"""The hex digits of ranks 2 to 14, in ascending order."""

_LETTER_RANK: Final = {letter: rank for rank, letter in enumerate(LETTERS, start=2)}
_HEX_RANK: Final = {digit: rank for rank, digit in enumerate(HEX, start=2)}
_SUIT: Final = {**{suit.upper(): suit for suit in SUITS}, **SUIT_SIGNS}
_CARD: Final = re.compile("(10|[2-9TJQKA])([CDHS♣♦♥♠])")
_TURNED: Final = re.compile("([♣♦♥♠])(10|[2-9TJQKA])")
_NUMBER: Final = re.compile(r"-?[0-9]+")
_LONG_NUMBER: Final = 9

A_RANK: Final = "a rank"
_RANK_REPAIR: Final = "Write one of 2 to 9, T, J, Q, K, A."
_TEN: Final = "Did you mean T or 10?"


@dataclass(slots=True)
class Cards:
    """Ranks and suits of the decks of a draft, in the order of the draft, and what did not fit."""

    decks: list[tuple[tuple[int, ...], str]] = field(default_factory=list)
    problems: Problems = field(default_factory=Problems)


Alphabet = Callable[[Draft], Cards]


def letters(draft: Draft) -> Cards:
    """Read `T J Q K A` and `2` to `9`, a character a card; `10` too where letters are about."""
    cards = Cards()
    lettered = any(set(token.text) & set("TJQKA") for deck in draft.decks for token in deck.tokens)
    for deck in draft.decks:
        single = deck.single or _mostly_single(deck)
        grouped = len(deck.tokens) > 1 and not lettered
        ranks: list[int] = []
        for token in deck.tokens:
            if token.text == "10" and (lettered or len(deck.tokens) > 1 or deck.single):
                ranks.append(10)
            elif (single or grouped) and len(token.text) != 1:
                _refuse(cards.problems, token, _rank_repair(token.text))
            elif len(token.text) == 1:
                _one_letter(token, 0, ranks, cards.problems)
            else:
                _letter_run(token, lettered, ranks, cards.problems)
        cards.decks.append((tuple(ranks), ""))
    return cards


def _letter_run(token: Token, lettered: bool, ranks: list[int], problems: Problems) -> None:
    skip = False
    for place, character in enumerate(token.text):
        if skip:
            skip = False
        elif lettered and character == "1" and token.text[place + 1 : place + 2] == "0":
            ranks.append(10)
            skip = True
        else:
            _one_letter(token, place, ranks, problems)


def _one_letter(token: Token, place: int, ranks: list[int], problems: Problems) -> None:
    character = token.text[place]
    if character in _LETTER_RANK:
        ranks.append(_LETTER_RANK[character])
    else:
        part = Token(token.start + place, token.start + place + 1, character)
        _refuse(problems, part, _rank_repair(character))


def _rank_repair(text: str) -> str:
    return _TEN if text in ("0", "1") else _RANK_REPAIR


def hexes(draft: Draft) -> Cards:
    """Read hex digits, `2` to `9` and `A` (ten) to `E` (ace), in capitals or not but not mixed."""
    cards = Cards()
    for deck in draft.decks:
        single = deck.single or _mostly_single(deck)
        pairs = len(deck.tokens) > 1 and all(len(token.text) <= 2 for token in deck.tokens)
        ranks: list[int] = []
        for token in deck.tokens:
            if (single or pairs) and len(token.text) != 1:
                _refuse(cards.problems, token, "Write one of 2 to 9, A to E.")
                continue
            for place, character in enumerate(token.text):
                if character in _HEX_RANK:
                    ranks.append(_HEX_RANK[character])
                else:
                    part = Token(token.start + place, token.start + place + 1, character)
                    _refuse(cards.problems, part, "Write one of 2 to 9, A to E (A is ten, E the ace).")
        cards.decks.append((tuple(ranks), ""))
    return cards


def decimals(draft: Draft) -> Cards:
    """Read whole numbers, 0 to 999."""
    cards = Cards()
    for deck in draft.decks:
        ranks: list[int] = []
        for token in deck.tokens:
            if not _NUMBER.fullmatch(token.text):
                _refuse(cards.problems, token, f"Write a number from 0 to {HIGHEST_RANK}.", "a whole number")
            elif token.text[0] == "-" or len(token.text) > _LONG_NUMBER or int(token.text) > HIGHEST_RANK:
                _refuse(
                    cards.problems,
                    token,
                    f"Ranks go from 0 to {HIGHEST_RANK}.",
                    f"a rank from 0 to {HIGHEST_RANK}",
                    code="range",
                )
            else:
                ranks.append(int(token.text))
        cards.decks.append((tuple(ranks), ""))
    return cards


def line_by_line(draft: Draft) -> Cards:
    """Read our own lines as `Deal.parse` does, each by itself; cards with suits too.

    Letters without blanks are letters, digits with a blank anywhere are decimal ranks.
    """
    cards = Cards()
    for first, second in draft.deals:
        digits = all(token.text.isdigit() for deck in (first, second) for token in deck.tokens)
        spaced = len(first.tokens) > 1 or len(second.tokens) > 1
        order = (decimals, letters, suited) if digits and spaced else (letters, decimals, suited)
        one = Draft([(first, second)], [None])
        best = order[0](one)
        for read in order[1:]:
            if best.problems.weight:
                best = min(best, read(one), key=lambda found: found.problems.weight)
        cards.decks.extend(best.decks)
        cards.problems.extend(best.problems)
    return cards


def suited(draft: Draft) -> Cards:
    """Read cards: a rank, then a suit letter or sign; or a suit sign, then a rank."""
    cards = Cards()
    for deck in draft.decks:
        found: list[tuple[int, str]] = []
        for token in deck.tokens:
            found.extend(_cards_in(token, deck.single, cards.problems))
        cards.decks.append((tuple(rank for rank, _ in found), "".join(suit for _, suit in found)))
    return cards


def _cards_in(token: Token, single: bool, problems: Problems) -> Iterator[tuple[int, str]]:
    turned = token.text[:1] in SUIT_SIGNS
    pattern = _TURNED if turned else _CARD
    if (single or len(token.text) <= 3) and not pattern.fullmatch(token.text):
        _refuse_card(problems, token)
        return
    bad, at = -1, 0
    while at < len(token.text):
        match = pattern.match(token.text, at)
        if match:
            if bad >= 0:
                _refuse_card(problems, _part(token, bad, at))
                bad = -1
            rank, suit = (match[2], match[1]) if turned else (match[1], match[2])
            yield (10 if rank == "10" else _LETTER_RANK[rank]), _SUIT[suit]
            at = match.end()
        else:
            bad = at if bad < 0 else bad
            at += 1
    if bad >= 0:
        _refuse_card(problems, _part(token, bad, len(token.text)))


def _part(token: Token, start: int, end: int) -> Token:
    return Token(token.start + start, token.start + end, token.text[start:end])


def _refuse_card(problems: Problems, token: Token) -> None:
    rank, suit = token.text[:-1], token.text[-1:]
    if suit not in _SUIT and (rank == "10" or rank in _LETTER_RANK):
        _refuse(problems, token, "Write c, d, h or s after the rank.", "a card with a suit", code="suit")
    elif token.text == "10" or token.text in _LETTER_RANK:
        repair = f"Write its suit too, such as {token.text}H."
        _refuse(problems, token, repair, "a card with a suit", code="suit")
    elif suit in _SUIT and rank in ("1", "0"):
        _refuse(problems, token, f"Did you mean T{suit} or 10{suit}?")
    elif suit in _SUIT:
        _refuse(problems, token, "Write one of 2 to 10, J, Q, K, A, then the suit.")
    else:
        _refuse(problems, token, "Write a card such as 10H or Kd.", "a card", code="card")


def _mostly_single(deck: Deck) -> bool:
    if len(deck.tokens) < 2:
        return False
    singles = sum(len(token.text) == 1 or token.text == "10" for token in deck.tokens)
    return singles * 2 > len(deck.tokens)


def _refuse(
    problems: Problems, token: Token, repair: str, expected: str = A_RANK, *, code: str = "rank"
) -> None:
    if problems.full:
        problems.pass_over(len(token.text))
    elif HOLE not in token.text:
        problems.add(Problem(token.start, token.end, code, expected, repair))
