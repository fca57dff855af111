"""The formats there are, lists of cards, and the packs they mean."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.cards import STANDARD_PACK, Deal, Pack
from engine.formats.text import Choice, Question, Reading, table
from engine.formats.tokens import FROM_1, NUMBERINGS
from engine.formats.write import first_cards
from engine.numbers import capital, count, number_words

# Which standard pack a deal comes nearest to, and what is missing or too much.

STANDARD_PACKS: Final = tuple(
    Pack(ranks, copies) for ranks, copies in ((13, 4), (8, 4), (9, 4), (6, 6), (6, 4), (13, 8))
)
FEWEST_CARDS: Final = 24  # smaller deals are made up by hand; no pack is missed there

_RANK_NAMES: Final = (*map(number_words, range(2, 11)), "jack", "queen", "king", "ace")
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
    rest = f"{count(more, 'more deal differs', 'more deals differ')} from a standard pack"
    return (*notices[:_MOST_DEALS], *([rest] if more > 0 else []))


def _difference(deal: Deal) -> str:
    counts = Counter((*deal.deck_1, *deal.deck_2))
    if deal.size < FEWEST_CARDS or deal.decimal:
        return ""
    pack = min(STANDARD_PACKS, key=lambda pack: sum(abs(off) for _, off in _unlike(counts, pack)))
    wrong = _unlike(counts, pack)
    if not wrong:
        return ""
    alike: dict[tuple[int, int], list[int]] = {}
    for rank, off in wrong[:_MOST_NAMED]:
        alike.setdefault((counts[rank], counts[rank] - off), []).append(rank)
    named = [_instead(ranks, there, in_pack) for (there, in_pack), ranks in alike.items()]
    more = len(wrong) - _MOST_NAMED
    others = f", and {count(more, 'more rank')}" if more > 0 else ""
    return f"against a pack of {pack.size} cards: {', '.join(named)}{others}"


def _unlike(counts: Counter[int], pack: Pack) -> list[tuple[int, int]]:
    """Return the ranks of which there are more or fewer cards than in a pack, and by how many."""
    in_pack = Counter(map(pack.rank_of, range(pack.size)))
    off = [(rank, counts[rank] - in_pack[rank]) for rank in sorted({*counts, *in_pack})]
    return [(rank, by) for rank, by in off if by]


def _instead(ranks: Sequence[int], there: int, in_pack: int) -> str:
    """Return how many cards of some ranks there are, and how many there should be.

    >>> _instead([2], 3, 4), _instead([13, 14], 5, 4), _instead([9], 1, 0)
    ('three twos instead of four', 'five kings and aces instead of four', 'one nine instead of none')
    """
    names = [_RANK_NAMES[rank - 2] for rank in ranks]
    if there == 1:
        *first, last = (f"one {name}" for name in names)
    else:
        *first, last = (f"{name}{'es' if name == 'six' else 's'}" for name in names)
    cards = f"{', '.join(first)} and {last}" if first else last
    number = "" if there == 1 else f"{number_words(there)} "
    return f"{number}{cards} instead of {number_words(in_pack) if in_pack else 'none'}"


# The formats by name, and which layout and alphabet each is made of.


class Format(NamedTuple):
    """One format, a row of `formats.csv`: what it is, in a few words and in full."""

    judge: str
    brief: str
    description: str


_MOST_FOUND: Final = 24
FOUND_FORMATS: Final = ("found", *(f"found-{number}" for number in range(2, _MOST_FOUND + 1)))
"""The names of what the tolerant reader finds: the only reading or the first, the second and so on."""


def _formats() -> Iterator[tuple[str, Format]]:
    """Yield every format with its name: those of the table, what is found, and the ways to count cards."""
    rows = {row.pop("name"): Format(**row) for row in table("formats")}
    yield from ((name, row) for name, row in rows.items() if name not in NUMBERINGS)
    for number, name in enumerate(FOUND_FORMATS, start=1):
        brief = "cards in words, tables or code" if number == 1 else f"reading {number}"
        text = f"cards in words, objects, tables or code; the text’s reading number {number}"
        yield name, Format("", brief, text)
    for name in NUMBERINGS:
        judge, brief, text = rows[name.removesuffix(FROM_1)]
        if name.endswith(FROM_1):
            brief, text = f"{brief.removeprefix('card numbers, ')}, from 1", f"{text}, counted from 1"
        yield name, Format(judge, brief, text)
        pack = f"{text}; one whole pack, dealt"
        yield f"{name}-halves", Format(judge, f"{brief}, in halves", f"{pack} in halves")
        yield f"{name}-alternate", Format("", f"{brief}, alternately", f"{pack} alternately")


FORMATS: Final = dict(_formats())
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
    numbered = [choice for choice in choices if numbering_in(choice.format)]
    in_hex = [choice for choice in choices if choice.format.startswith("golf")]
    others = [choice.reading for choice in choices if choice not in in_hex]
    doubts = []
    if len(choices) - len(numbered) > 1 and any(choice.format == "counted" for choice in choices):
        doubts.append("the first number of a line can be a count or a card")
    elif any(choice.format.endswith(("halves", "alternate")) for choice in choices):
        doubts.append("nothing separates the two decks: the pack can be dealt in halves or alternately")
    if numbered:
        doubts.append(_doubt([numbering_in(choice.format) for choice in numbered], others[0]))
        ranks = "; each number a rank of its own"
        choices = [
            one if one in numbered else one._replace(description=f"{one.description}{ranks}")
            for one in choices
        ]
    if in_hex and others:
        suits = any(item.deal.suits_1 or item.deal.suits_2 for reading in others for item in reading.deals)
        suited = "C and D can be suits or queen and king (hex)"
        doubts.append(suited if suits else "A can be ten (hex) or the ace (letters)")
    sentence = ", and ".join(doubts) or "this text can be read in more than one way"
    return Question(f"{capital(sentence)}. Which is it?", tuple(choices))


def _doubt(numberings: list[str], reading: Reading) -> str:
    """Return what is not certain about numbers."""
    for number in ("1", "0"):
        if f"ace-{number}" in numberings:
            return f"{number} can be a rank below the others, or count the ace or the two"
    if reading.deals[0].deal.size == STANDARD_PACK.size:
        return "these 52 numbers may be card numbers of one pack or 52 different ranks"
    return "these numbers up to 52 may be card numbers of one pack or ranks that all differ"
