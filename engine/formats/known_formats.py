"""The formats there are, lists of cards, and the packs they mean."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from engine.cards import STANDARD_PACK, Deal, Pack, has_letter
from engine.formats.layouts import (
    blocks,
    codingame,
    comma_lines,
    counted,
    labelled,
    listed,
    simulated,
    slashed,
    two_lines,
    whole_pack,
)
from engine.formats.text import Choice, Question, Reading
from engine.formats.tokens import (
    NUMBERINGS,
    Alphabet,
    Cut,
    Sheet,
    decimals,
    hexes,
    letters,
    line_by_line,
    suited,
)
from engine.formats.write import first_cards
from engine.numbers import count, number_words

# Which standard pack a deal comes nearest to, and what is missing or too much.

STANDARD_PACKS: Final = tuple(
    Pack(ranks, copies) for ranks, copies in ((13, 4), (8, 4), (9, 4), (6, 6), (6, 4), (13, 8))
)
FEWEST_CARDS: Final = 24
"""Smaller deals are made up by hand; no pack is missed there."""

_RANK_NAMES: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
_MOST_NAMED: Final = 6
_MOST_DEALS: Final = 3


def pack_notices(deals: Sequence[Deal]) -> tuple[str, ...]:
    """Say how each deal differs from the nearest standard pack; nothing where it is one.

    >>> pack_notices([Deal.parse("23456789TJQKA2345678/9TJQKA23456789TJQKA3456789TJQKKA")])
    ('against a pack of 52 cards: three twos instead of four, five kings instead of four',)
    """
    numbered = enumerate(map(_difference, deals), start=1)
    if len(deals) == 1:
        return tuple(text for _, text in numbered if text)
    notices = [f"deal {number} {text}" for number, text in numbered if text]
    more = len(notices) - _MOST_DEALS
    said = f"{count(more, 'more deal differs', 'more deals differ')} from a standard pack"
    return (*notices[:_MOST_DEALS], *([said] if more > 0 else []))


def _difference(deal: Deal) -> str:
    if deal.size < FEWEST_CARDS:
        return ""
    counts = Counter((*deal.deck_1, *deal.deck_2))
    if not all(has_letter(rank) for rank in counts):
        return ""
    pack, wrong = min(
        ((pack, _unlike(counts, pack)) for pack in STANDARD_PACKS),
        key=lambda pair: sum(abs(missing) for missing in pair[1].values()),
    )
    if not wrong:
        return ""
    alike: dict[tuple[int, int], list[int]] = {}
    for rank in sorted(wrong)[:_MOST_NAMED]:
        alike.setdefault((counts[rank], counts[rank] - wrong[rank]), []).append(rank)
    told = [_told(ranks, there, wanted) for (there, wanted), ranks in alike.items()]
    more = len(wrong) - _MOST_NAMED
    others = f", and {more} more rank{'s' * (more != 1)}" if more > 0 else ""
    return f"against a pack of {pack.size} cards: {', '.join(told)}{others}"


def _told(ranks: Sequence[int], there: int, wanted: int) -> str:
    """Say how many cards of some ranks there are, and how many there should be.

    >>> _told([2], 3, 4), _told([13, 14], 5, 4), _told([9], 1, 0)
    ('three twos instead of four', 'five kings and aces instead of four', 'one nine instead of none')
    """
    names = [_RANK_NAMES[rank - 2] for rank in ranks]
    if there == 1:
        *first, last = (f"one {name}" for name in names)
    else:
        *first, last = (f"{name}{'es' if name == 'six' else 's'}" for name in names)
    cards = f"{', '.join(first)} and {last}" if first else last
    number = "" if there == 1 else f"{number_words(there)} "
    return f"{number}{cards} instead of {number_words(wanted) if wanted else 'none'}"


def _unlike(counts: Counter[int], pack: Pack) -> dict[int, int]:
    wanted = Counter(pack.rank_of(card) for card in range(pack.size))
    return {rank: counts[rank] - wanted[rank] for rank in {*counts, *wanted} if counts[rank] != wanted[rank]}


# The formats by name, and which layout and alphabet each is made of.


class Format(NamedTuple):
    """One format: what it is, what it is called in a few words, and the judge who prints deals so."""

    description: str
    brief: str
    judge: str = ""


_MOST_FOUND: Final = 24
FOUND_FORMATS: Final = ("found", *(f"found-{number}" for number in range(2, _MOST_FOUND + 1)))
"""The names of what the tolerant reader finds: the only reading or the first, the second and so on."""
DEALT: Final = {"": "", "halves": "dealt in halves", "alternate": "dealt alternately"}

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
    "spoj": Format(
        "SPOJ HS08WAR: 1, how many rounds to play, then each line a count and that many ranks",
        "SPOJ’s input",
        "spoj-hs08war",
    ),
    "labelled": Format("Player 1: and their cards, Player 2: and theirs", "decks with labels"),
    "list": Format("JSON or Python lists, or quoted strings", "lists"),
    "pack-halves": Format(
        "one whole pack, the first half to player 1, the second to player 2", "a pack dealt in halves"
    ),
    "pack-alternate": Format(
        "one whole pack, a card to player 1, a card to player 2, and so on", "a pack dealt alternately"
    ),
    "golf-halves": Format(
        "one whole pack in hex digits, dealt in halves", "a pack in hex digits, dealt in halves"
    ),
    "golf-alternate": Format(
        "one whole pack in hex digits, dealt alternately", "a pack in hex digits, dealt alternately"
    ),
    **{
        name: Format(
            f"cards in words, objects, tables or code; the text's reading number {number}",
            "cards in words, tables or code" if number == 1 else f"reading {number}",
        )
        for number, name in enumerate(FOUND_FORMATS, start=1)
    },
    **{
        f"{name}{ending}": Format(
            f"{whole}{one.description}{dealt}",
            f"{one.brief}{dealt.replace(' dealt', '')}",
            "whats-in-a-game" if name == "remainder" and ending != "-alternate" else "",
        )
        for name, one in NUMBERINGS.items()
        for ending, whole, dealt in (
            ("", "", ""),
            ("-halves", "one whole pack of ", ", dealt in halves"),
            ("-alternate", "one whole pack of ", ", dealt alternately"),
        )
    },
}
"""Every format by its name, as `read` and `war --from` take it."""
LISTED: Final = tuple(name for name in FORMATS if name not in FOUND_FORMATS[1:])
"""The names that people are shown; one such as `found-2` means something only after a question."""


def judge_of(format: str) -> str:
    """Return the judge who prints deals in this format, nothing where none does or none knows it."""
    return FORMATS[format].judge if format in FORMATS else ""


def ask_found(choices: list[Choice]) -> Question:
    """Show a reading of the tolerant reader for a yes, or ask which of several is meant."""
    if len(choices) > 1:
        return Question("These cards can be read in more than one way. Which is it?", tuple(choices))
    deal = choices[0].reading.deals[0].deal
    decks = " / ".join(line[3:] for line in first_cards(deal).splitlines())
    return Question(f"Read as: {decks}. Play this?", tuple(choices))


def numbering_in(format: str) -> str:
    """Return the numbering that a format counts cards by, nothing where it counts none.

    >>> numbering_in("ace-1-halves"), numbering_in("list")
    ('ace-1', '')
    """
    name = format.removesuffix("-halves").removesuffix("-alternate")
    return name if name in NUMBERINGS else ""


def ask(choices: list[Choice]) -> Question:
    """Put what is undecided in one sentence, with the readings to choose from."""
    formats = {choice.format for choice in choices}
    in_hex = any(format.startswith("golf") for format in formats)
    others = [choice.reading for choice in choices if not choice.format.startswith("golf")]
    doubts = []
    numbered = {format for format in formats if numbering_in(format)}
    if "counted" in formats and len(formats - numbered) > 1:
        doubts.append("the first number of a line can be a count or a card")
    elif any(format.endswith(("halves", "alternate")) for format in formats):
        doubts.append("nothing parts the two decks: the pack can be dealt in halves or alternately")
    if numbered:
        doubts.append(_doubt([numbering_in(format) for format in formats], others))
        choices = [
            choice
            if choice.format in numbered
            else replace(choice, description=f"{choice.description}; each number a rank of its own")
            for choice in choices
        ]
    if in_hex and others:
        suits = any(item.deal.suits_1 or item.deal.suits_2 for reading in others for item in reading.deals)
        suited, ranks = (
            "C and D can be suits or queen and king (hex)",
            "A can be ten (hex) or the ace (letters)",
        )
        doubts.append(suited if suits else ranks)
    sentence = ", and ".join(doubts) or "this text can be read in more than one way"
    return Question(f"{sentence[0].upper()}{sentence[1:]}. Which is it?", tuple(choices))


def _doubt(numberings: list[str], readings: list[Reading]) -> str:
    """Say what is not certain about numbers."""
    for number in ("1", "0"):
        if f"ace-{number}" in numberings:
            return f"{number} can be a rank below the others, or count the ace or the two"
    whole = readings[0].deals[0].deal.size == STANDARD_PACK.size
    return (
        "52 numbers, each once, can be cards of thirteen ranks or 52 ranks"
        if whole
        else "numbers up to 52, each once, can be cards of thirteen ranks or ranks of their own"
    )


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
    )


WAYS: Final = (
    Way(slashed, line_by_line, ("line",)),
    Way(slashed, hexes, ("golf",)),
    *_ways(listed, "list"),
    *_ways(labelled, "labelled"),
    Way(codingame, suited, ("codingame",)),
    Way(simulated, decimals, ("spoj",)),
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
