"""The formats by name, and which layout and alphabet each is made of."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.notation.alphabets import Alphabet, decimals, hexes, letters, line_by_line, suited
from engine.notation.counts import codingame, counted
from engine.notation.decks import Draft, Sheet
from engine.notation.labels import labelled
from engine.notation.layouts import blocks, comma_lines, slashed, two_lines, whole_pack
from engine.notation.lists import listed

FORMATS: Final = {
    "line": "a deal a line, AKQ/KQJ, letters or decimal ranks, A is the ace",
    "golf": "hex digits, 10 as A to 14 as E, the decks on two lines or with a comma between",
    "ranks": "letters T J Q K A, the decks on two lines or with a comma between",
    "cards": "rank and suit, 10D Ks 4h, the decks on two lines or with a comma between",
    "glyphs": "cards with Unicode suit signs or card glyphs, the decks on two lines",
    "decimal": "decimal ranks 0 to 999, the decks on two lines",
    "codingame": "CodinGame's input: the number of cards, a card a line, for each player",
    "counted": "Codeforces 546C: each line a count and that many ranks",
    "labelled": "Player 1: and their cards, Player 2: and theirs",
    "list": "JSON or Python lists, or quoted strings",
    "pack-halves": "one whole pack, the first half to player 1, the second to player 2",
    "pack-alternate": "one whole pack, a card to player 1, a card to player 2, and so on",
    "golf-halves": "one whole pack in hex digits, dealt in halves",
    "golf-alternate": "one whole pack in hex digits, dealt alternately",
}
"""Every format's name, as `form` takes it, and what it is."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to read a text: a layout with an alphabet, and the format names it goes by."""

    layout: Callable[[Sheet], Draft | None]
    alphabet: Alphabet
    names: tuple[str, ...]


def _ways(layout: Callable[[Sheet], Draft | None], name: str = "") -> tuple[Way, ...]:
    first = (name,) if name else ()
    return (
        Way(layout, decimals, (*first, "decimal")),
        Way(layout, letters, (*first, "ranks")),
        Way(layout, suited, (*first, "cards", "glyphs")),
        Way(layout, hexes, ("golf",)),
    )


WAYS: Final = (
    Way(slashed, line_by_line, ("line",)),
    Way(slashed, hexes, ("golf",)),
    *_ways(listed, "list"),
    *_ways(labelled, "labelled"),
    Way(codingame, suited, ("codingame",)),
    *(Way(counted, alphabet, ("counted",)) for alphabet in (decimals, letters)),
    *_ways(comma_lines),
    *_ways(two_lines),
    *_ways(blocks),
    *(
        Way(whole_pack, alphabet, ("pack-halves", "pack-alternate"))
        for alphabet in (decimals, letters, suited)
    ),
    Way(whole_pack, hexes, ("golf-halves", "golf-alternate")),
)
"""Every way to read a text, the most telling layout first."""
