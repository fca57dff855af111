"""The formats by name, and which layout and alphabet each is made of."""

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.notation.alphabets import Alphabet, decimals, hexes, letters, line_by_line, suited
from engine.notation.counts import codingame, counted
from engine.notation.decks import Cut, Sheet
from engine.notation.labels import labelled
from engine.notation.layouts import blocks, comma_lines, slashed, two_lines, whole_pack
from engine.notation.lists import listed
from engine.notation.numbering import by_quotient, by_remainder


class Format(NamedTuple):
    """One format: what it is, what it is called in a few words, and the judge who prints deals so."""

    description: str
    brief: str
    judge: str = ""


FORMATS: Final = {
    "line": Format(
        "a deal a line, AKQ/KQJ, letters or decimal ranks, A is the ace", "one line, A is the ace"
    ),
    "golf": Format(
        "hex digits, 10 as A to 14 as E, the decks on two lines or with a comma between",
        "code golf, hex digits",
        "code-golf",
    ),
    "ranks": Format("letters T J Q K A, the decks on two lines or with a comma between", "letters T J Q K A"),
    "cards": Format(
        "rank and suit, 10D Ks 4h, the decks on two lines or with a comma between", "cards with suits"
    ),
    "glyphs": Format(
        "cards with Unicode suit signs or card glyphs, the decks on two lines", "cards with suit signs"
    ),
    "decimal": Format("decimal ranks 0 to 999, the decks on two lines", "decimal ranks"),
    "codingame": Format(
        "CodinGame's input: the number of cards, a card a line, for each player",
        "CodinGame’s input",
        "codingame",
    ),
    "counted": Format(
        "Codeforces 546C: each line a count and that many ranks", "Codeforces’ input", "codeforces-546c"
    ),
    "labelled": Format("Player 1: and their cards, Player 2: and theirs", "decks with labels"),
    "list": Format("JSON or Python lists, or quoted strings", "lists"),
    "pack-halves": Format(
        "one whole pack, the first half to player 1, the second to player 2", "a pack dealt in halves"
    ),
    "pack-alternate": Format(
        "one whole pack, a card to player 1, a card to player 2, and so on", "a pack dealt alternately"
    ),
    "remainder": Format(
        "card numbers, ranked by their remainders by 13: 13, 26 and 39 are lowest, with 0 or 52",
        "card numbers by remainder",
        "whats-in-a-game",
    ),
    "quotient": Format(
        "card numbers, four in a row of one rank, the first four lowest", "card numbers, four of a rank"
    ),
    "golf-halves": Format(
        "one whole pack in hex digits, dealt in halves", "a pack in hex digits, dealt in halves"
    ),
    "golf-alternate": Format(
        "one whole pack in hex digits, dealt alternately", "a pack in hex digits, dealt alternately"
    ),
    "remainder-halves": Format(
        "one whole pack of card numbers, ranked by their remainders by 13, dealt in halves",
        "card numbers by remainder, in halves",
        "whats-in-a-game",
    ),
    "remainder-alternate": Format(
        "one whole pack of card numbers, ranked by their remainders by 13, dealt alternately",
        "card numbers by remainder, alternately",
    ),
    "quotient-halves": Format(
        "one whole pack of card numbers, four in a row of one rank, dealt in halves",
        "card numbers, four of a rank, in halves",
    ),
    "quotient-alternate": Format(
        "one whole pack of card numbers, four in a row of one rank, dealt alternately",
        "card numbers, four of a rank, alternately",
    ),
}
"""Every format by its name, as `read` and `war --from` take it."""


def judge_of(format: str) -> str:
    """Return the judge who prints deals in this format, nothing where none does or none knows it."""
    return FORMATS[format].judge if format in FORMATS else ""


class Way(NamedTuple):
    """One way to read a text: a layout with an alphabet, and the format names it goes by."""

    layout: Callable[[Sheet], Cut | None]
    alphabet: Alphabet
    names: tuple[str, ...]


def _ways(layout: Callable[[Sheet], Cut | None], name: str = "") -> tuple[Way, ...]:
    first = (name,) if name else ()
    return (
        Way(layout, decimals, (*first, "decimal")),
        Way(layout, letters, (*first, "ranks")),
        Way(layout, suited, (*first, "cards", "glyphs")),
        Way(layout, hexes, ("golf",)),
        *_numbered(layout),
    )


def _numbered(layout: Callable[[Sheet], Cut | None]) -> tuple[Way, ...]:
    return Way(layout, by_remainder, ("remainder",)), Way(layout, by_quotient, ("quotient",))


WAYS: Final = (
    Way(slashed, line_by_line, ("line",)),
    Way(slashed, hexes, ("golf",)),
    *_ways(listed, "list"),
    *_ways(labelled, "labelled"),
    Way(codingame, suited, ("codingame",)),
    *(Way(counted, alphabet, ("counted",)) for alphabet in (decimals, letters)),
    *_numbered(counted),
    *_ways(comma_lines),
    *_ways(two_lines),
    *_ways(blocks),
    *(
        Way(whole_pack, alphabet, ("pack-halves", "pack-alternate"))
        for alphabet in (decimals, letters, suited)
    ),
    Way(whole_pack, hexes, ("golf-halves", "golf-alternate")),
    *_numbered(whole_pack),
)
"""Every way to read a text, the most telling layout first."""
