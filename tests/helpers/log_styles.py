"""Logs of programs in the styles in which people print them: what a right or a wrong game looks like."""

import json
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, NamedTuple

from engine.cards import LETTERS, Deal
from engine.diagnose import Program
from engine.game import Deck, Round

Lines = list[str]
# fmt: off
NAMES: Final = (
    "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace",
)
# fmt: on
WORDS: Final = dict(enumerate(NAMES, start=2))
SUIT_WORDS: Final = ("Hearts", "Spades", "Clubs", "Diamonds")


def card_sign(rank: int) -> str:
    """A card as most print it: 10 in two digits."""
    return LETTERS[rank - 2] if 2 <= rank <= 14 and rank != 10 else str(rank)


def suited(rank: int) -> str:
    return card_sign(rank) + "HDSC"[rank % 4]


def letters(deck: Deck) -> str:
    return "".join("T" if rank == 10 else card_sign(rank) for rank in deck)


def hexadecimal(deck: Deck) -> str:
    return "".join(f"{rank:X}" for rank in deck)


def from_0(rank: int) -> int:
    return rank - 2


def of_suit(rank: int) -> str:
    return f"{WORDS[rank]} of {SUIT_WORDS[rank % 4]}"


def objects(deck: Deck) -> str:
    return f"[{', '.join(f'Card(rank={rank}, suit={rank % 4})' for rank in deck)}]"


def before_and_after(this: Round) -> Lines:
    (one, other), (after_1, after_2) = this.before, this.decks
    return [f"before: {[*one]} {[*other]}", f"after: {[*after_1]} {[*after_2]}"]


class Style(NamedTuple):
    """A way to print a game: what it prints of a round, and of the deal before."""

    name: str
    shows: str
    write: Callable[[Round], Lines]
    before: Callable[[Deal], Lines] = lambda _: []
    letters: bool = False
    """Whether it has names only for the ranks from 2 to the ace."""


def of_decks(name: str, line: Callable[[Deck, Deck], Lines], *, letters: bool = False) -> Style:
    return Style(
        name, "decks", lambda this: line(*this.decks), lambda deal: line(deal.deck_1, deal.deck_2), letters
    )


def of_sizes(name: str, line: Callable[[int, int], Lines]) -> Style:
    return Style(
        name,
        "sizes",
        lambda this: line(*map(len, this.decks)),
        lambda deal: line(len(deal.deck_1), len(deal.deck_2)),
    )


def of_battles(name: str, line: Callable[[int, int], Lines], *, letters: bool = False) -> Style:
    def write(this: Round) -> Lines:
        return [text for pair in this.face_up for text in line(*pair)]

    return Style(name, "cards", write, letters=letters)


def of_rounds(name: str, line: Callable[[int, int, Round], str]) -> Style:
    """Of a round its first pair."""
    return Style(name, "cards", lambda this: [line(this.cards_1[0], this.cards_2[0], this)])


def of_deciding(name: str, line: Callable[[int, int, int], str]) -> Style:
    """Of a round the pair that decides it, with who wins."""
    return Style(name, "cards", lambda this: [line(*this.face_up[-1], this.winner)])


def deck_styles(sign: Callable[[int], str]) -> Iterator[Style]:
    def signs(deck: Deck) -> str:
        return " ".join(map(sign, deck))

    yield of_decks("lists on two lines", lambda a, b: [f"P1: {[*a]}", f"P2: {[*b]}"])
    yield of_decks("a bar between", lambda a, b: [f"{signs(a)} | {signs(b)}"])
    yield of_decks("quoted lists", lambda a, b: [f"{[*map(sign, a)]} {[*map(sign, b)]} cost: 12.5 ms"])
    yield of_decks("deques", lambda a, b: [f"deque({[*a]}) deque({[*b]})"])
    yield of_decks(
        "JSON lines of decks", lambda a, b: [json.dumps({"deck1": [*map(sign, a)], "deck2": [*map(sign, b)]})]
    )
    yield of_decks("JSON lines of numbers", lambda a, b: [json.dumps({"a": a, "b": b, "n1": len(a)})])
    yield of_decks("objects", lambda a, b: [f"one={objects(a)}", f"two={objects(b)}"])
    yield of_decks(
        "decks with their sizes",
        lambda a, b: [f"Player 1 ({len(a)} cards): {signs(a)}", f"Player 2 ({len(b)} cards): {signs(b)}"],
    )
    yield of_decks("top card last", lambda a, b: [f"{[*a[::-1]]} {[*b[::-1]]}"])
    yield Style("before and after", "decks", before_and_after)
    yield Style(
        "cards and the decks left",
        "decks left",
        lambda this: [
            f"{sign(this.cards_1[0])} vs {sign(this.cards_2[0])}, "
            f"left: {signs(this.before[0][1:])} | {signs(this.before[1][1:])}"
        ],
    )


def letter_styles() -> Iterator[Style]:
    yield of_decks(
        "with suits",
        lambda a, b: [f"Player {who} : {' '.join(map(suited, deck))}" for who, deck in enumerate((a, b), 1)],
        letters=True,
    )
    yield of_decks("two words", lambda a, b: [f"{letters(a)} {letters(b)}"], letters=True)
    yield of_decks(
        "indices from 0", lambda a, b: [f"p1 {[*map(from_0, a)]}", f"p2 {[*map(from_0, b)]}"], letters=True
    )
    yield of_decks(
        "indices from 1",
        lambda a, b: [f"{[rank - 1 for rank in a]} / {[rank - 1 for rank in b]}"],
        letters=True,
    )
    yield of_decks("hexadecimal", lambda a, b: [f"{hexadecimal(a)}/{hexadecimal(b)}"], letters=True)
    yield of_decks(
        "words of suits",
        lambda a, b: [f"P1: {', '.join(map(of_suit, a))}", f"P2: {', '.join(map(of_suit, b))}"],
        letters=True,
    )
    yield of_battles("words", lambda a, b: [f"{WORDS[a]} vs {WORDS[b]}"], letters=True)
    yield of_battles("words with suits", lambda a, b: [f"{of_suit(a)} against {of_suit(b)}"], letters=True)
    yield of_battles("pairs from 0", lambda a, b: [f"{from_0(a)} - {from_0(b)}"], letters=True)


def size_styles() -> Iterator[Style]:
    yield of_sizes("two numbers", lambda a, b: [f"{a} {b}"])
    yield of_sizes("sizes in words", lambda a, b: [f"deck 1 has {a} cards", f"deck 2 has {b} cards", ""])
    yield of_sizes("JSON lines of sizes", lambda a, b: [json.dumps({"p1": {"size": a}, "p2": {"size": b}})])
    yield of_sizes("sizes in one sentence", lambda a, b: [f"now {a} cards against {b} cards"])


def card_styles(sign: Callable[[int], str]) -> Iterator[Style]:
    def beats(one: int, other: int, winner: int) -> str:
        high, low = (other, one) if winner == 2 else (one, other)
        verb = "beats" if winner else "ties"
        return f"{sign(high)} {verb} {sign(low)}, player {winner} takes the cards"

    def left(one: int, other: int, this: Round) -> str:
        left_1, left_2 = (size - 1 for size in this.sizes)
        return f"{sign(one)} vs {sign(other)} ({left_1} and {left_2} left)"

    def as_json(one: int, other: int, this: Round) -> str:
        return json.dumps({"round": this.number, "p1": sign(one), "p2": sign(other), "winner": this.winner})

    def wars(this: Round) -> Lines:
        return [
            f"  {'WAR! ' * (depth > 0)}{sign(one)} vs {sign(other)}"
            for depth, (one, other) in enumerate(this.face_up)
        ]

    def laid(this: Round) -> Lines:
        pairs = zip(this.cards_1, this.cards_2, strict=False)
        return [f"laid {sign(one)} and {sign(other)}" for one, other in pairs]

    yield of_battles("battles", lambda a, b: [f"{sign(a)} vs {sign(b)}"])
    yield of_battles("numbers in brackets", lambda a, b: [f"({a}, {b})"])
    yield of_battles(
        "a player a line", lambda a, b: [f"Player 1 plays {sign(a)}", f"Player 2 plays {sign(b)}"]
    )
    yield of_rounds(
        "numbered rounds",
        lambda a, b, this: f"Round {this.number}: {sign(a)} vs {sign(b)} -> P{this.winner} wins",
    )
    yield of_rounds("CSV", lambda a, b, this: f"{this.number},{sign(a)},{sign(b)},{this.winner}")
    yield of_rounds(
        "names of players",
        lambda a, b, this: (
            f"Alice: {sign(a)}, Bob: {sign(b)} {('Tie', 'Alice wins', 'Bob wins')[this.winner]}"
        ),
    )
    yield of_rounds("cards and what is left", left)
    yield of_rounds("JSON lines of cards", as_json)
    yield of_deciding("deciding pair", lambda a, b, _: f"{sign(a)} against {sign(b)}")
    yield of_deciding("who beats whom", beats)
    yield Style("every card laid", "cards", laid)
    yield Style("wars marked", "cards", wars)


def styles(*, letters: bool) -> list[Style]:
    """Return every style for a deal of the ranks from 2 to the ace, or of others."""
    sign = card_sign if letters else str
    more = letter_styles() if letters else ()
    return [*deck_styles(sign), *size_styles(), *card_styles(sign), *more]


def rounds_played(program: Program, deal: Deal, most: int) -> Iterator[Round]:
    """Yield the first rounds of a program's game, round after round where it never ends."""
    played = program.rounds(program.reads(deal), limit=most + 1)
    kept = []
    for this in islice(played, most):
        kept.append(this)
        yield this
    cycle = played.ending.cycle if len(kept) < most else None
    for number in range(len(kept) + 1, most + 1 if cycle else 0):
        assert cycle is not None
        yield kept[cycle.start - 1 + (number - cycle.start) % cycle.length]._replace(number=number)


def log_of(program: Program, deal: Deal, style: Style, *, most: int = 120, plain: bool = False) -> str:
    """Return what a program prints: a greeting and the deal, unless plain, then its rounds, then its time."""
    lines = [] if plain else ["Compiling war v1.2 ... ok", *style.before(program.reads(deal))]
    for this in rounds_played(program, deal, most):
        lines += style.write(this)
    return "\n".join([*lines, *([] if plain else ["done in 0.013 s"])])
