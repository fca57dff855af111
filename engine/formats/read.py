"""The one door: a text in, its deals out, or a question, or every fault with its place."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from engine.cards import STANDARD_PACK, Deal
from engine.formats import layouts, tokens
from engine.formats.known_formats import FORMATS, FOUND_FORMATS, ask, ask_found, numbering_in, pack_notices
from engine.formats.prose import explained, read_deals_and_words, refuse_incomplete
from engine.formats.text import (
    LINE_END,
    MOST_FAULTS,
    NO_CARDS_HERE,
    Choice,
    Fault,
    NotationError,
    PassedOver,
    Problem,
    Problems,
    Question,
    ReadDeal,
    Reading,
    Span,
    bottom_first,
    either_way,
    printable,
)
from engine.formats.tokens import Alphabet, Cards, Cut, Deck, Sheet, numberings
from engine.formats.tolerant import found_in

LONGEST_TEXT: Final = 65_536  # bytes of UTF-8 in the longest text that is read (64 KiB)

TOPS: Final = ("first", "last")
RANKS: Final = ("as-printed", "1-high")

HIGH_NOTICE: Final = "1 is the highest rank: the lower rank wins a battle"
_FEWEST_SIGNS: Final = 6  # shorter texts are taken for cards, however many of their characters are none

_PACK_NAMES: Final = ("pack-halves", "pack-alternate")
_HEX_PACK_NAMES: Final = ("golf-halves", "golf-alternate")
_DEALT: Final = {"": "", "halves": "dealt in halves", "alternate": "dealt alternately"}


Layout = Callable[[Sheet, Cut], bool]
"""Cuts a sheet into decks; returns whether it can be meant."""


class Way(NamedTuple):
    """One way to read a text: a layout with an alphabet, and the format names it goes by if no pack."""

    layout: Layout
    alphabet: Alphabet
    names: tuple[str, ...]


def _ways(layout: Layout, name: str = "") -> tuple[Way, ...]:
    first = (name,) if name else ()
    return (
        Way(layout, tokens.decimals, (*first, "decimal")),
        Way(layout, tokens.letters, (*first, "ranks")),
        Way(layout, tokens.suited, (*first, "cards", "glyphs")),
        Way(layout, tokens.hexes, ("golf",)),
    )


WAYS: Final = (
    Way(layouts.slashed, tokens.line_by_line, ("line",)),
    Way(layouts.slashed, tokens.hexes, ("golf",)),
    *_ways(layouts.listed, "list"),
    *_ways(layouts.labelled, "labelled"),
    Way(layouts.codingame, tokens.suited, ("codingame",)),
    Way(layouts.simulated, tokens.decimals, ("spoj",)),
    Way(layouts.counted, tokens.decimals, ("counted",)),
    Way(layouts.counted, tokens.letters, ("counted",)),
    *_ways(layouts.comma_lines),
    *_ways(layouts.two_lines),
    *_ways(layouts.blocks),
    *_ways(layouts.whole_pack),
)
"""Every way to read a text, the most telling layout first."""


class _Attempt(NamedTuple):
    """One way tried on the whole text: its deals, if nothing was wrong."""

    way: Way
    names: tuple[str, ...]
    deals: tuple[ReadDeal, ...]
    problems: Problems
    notices: tuple[str, ...] = ()

    @property
    def decks(self) -> tuple[Deal, ...]:
        """The deals without what is expected of them."""
        return tuple(read.deal for read in self.deals)


def read(
    text: str, *, format: str | None = None, top: str = "first", ranks: str = "as-printed"
) -> Reading | Question:
    """Read a pasted text in any known format.

    `format` (a key of `FORMATS`) settles what the text cannot, `top` says whether the first or the
    last card written is on top, `ranks="1-high"` that 1 is the highest rank: ranks stay as printed
    and a notice reminds that the order of the game has to say so. Of a text that is more than deals,
    the deals are found and the lines passed over are listed.

    Raises `NotationError` with every fault for a text that is no deal, and `ValueError` for an
    unknown option.

    >>> reading = read("D58B3592, 8E47C38A -> False")
    >>> reading.format, reading.deals[0].deal.text, reading.deals[0].expected
    ('golf', 'K58J3592/8A47Q38T', 'False')
    >>> read("A23\\n456").question
    'A can be ten (hex) or the ace (letters). Which is it?'
    """
    _check_option("format", format, (None, *FORMATS))
    _check_option("top", top, TOPS)
    _check_option("ranks", ranks, RANKS)
    if len(text) > LONGEST_TEXT or len(text.encode(errors="surrogatepass")) > LONGEST_TEXT:
        limit = f"a text of at most 64 KiB ({LONGEST_TEXT:,} bytes)"
        raise NotationError.of("too-long", f"{len(text)} characters", limit, "Paste fewer deals at a time.")
    refuse_incomplete(text)
    if format in FOUND_FORMATS:
        return _read_tolerantly(text, None, format, top, ranks)
    try:
        result = read_deals_and_words(text, format, partial(_read_deals, top=top, ranks=ranks))
    except NotationError as error:
        return _read_tolerantly(text, error, format, top, ranks)
    if format is None and isinstance(result, Reading) and _is_round_per_line(result):
        as_dealt = Choice(result.format, "a deal of two cards per line", result)
        choices = (as_dealt, *_found_choices(text, top, ranks))
        return Question("Each line can be a deal of its own or a round of one deal. Which is it?", choices)
    lines = result.passed if isinstance(result, Reading) and top == "first" else ()
    if any(bottom_first(line.text) or either_way(line.text) for line in lines):
        return _read_tolerantly(text, None, format, top, ranks)
    return result


def _is_round_per_line(reading: Reading) -> bool:
    """Return whether each of several lines holds two cards with a comma, as a table of two columns does."""
    rounds = [item.deal.size == 2 and item.expected is None for item in reading.deals]
    return reading.format != "line" and len(rounds) > 2 and all(rounds)


def _read_tolerantly(
    text: str, error: NotationError | None, format: str | None, top: str, ranks: str
) -> Reading | Question:
    """Read cards in words, tables or code: a question, for such a reading is played after a yes only.

    Raises `NotationError`: the faults of reading strictly, or that there is no such reading.
    """
    choices = [*_found_choices(text, top, ranks)] if format in (None, *FOUND_FORMATS) else []
    if choices and format is None:
        return ask_found(choices)
    for choice in choices:
        if choice.format == format:
            return choice.reading
    repair = "Write two decks, top card first, such as AKQ/KQJ."
    if error:
        raise explained(text, error)
    shown = printable(text.strip())
    raise NotationError((Fault("form", 1, 1, shown, "cards in the same format throughout", repair),))


def _found_choices(text: str, top: str, ranks: str) -> Iterator[Choice]:
    """Return the readings of the tolerant reader, each with its name."""
    lines = LINE_END.split(text)
    is_open = either_way(text)
    is_upward = not is_open and bottom_first(text)
    upward = ["the text says bottom to top: the last card written is on top"] * is_upward
    asked = top == "first" and is_open
    names = iter(FOUND_FORMATS)
    for found in found_in(text):
        numbers = *found.deal.deck_1, *found.deal.deck_2
        ways = numberings([numbers]) if found.numbers and ranks == "as-printed" else {}
        over = tuple(PassedOver(line + 1, lines[line].strip()) for line in found.over if line < len(lines))
        for numbering, (cards,) in {"": [numbers], **ways}.items():
            for last in (False, True) if asked else (top == "last" or bool(upward),):
                name = next(names, None)
                if name is None:
                    return
                described = (
                    found.cards,
                    _DEALT[found.dealt],
                    FORMATS[numbering].description if numbering else "",
                    f"top card {'last' if last else 'first'}" if asked else "",
                )
                deal = _with_ranks(found.deal, cards)
                deal = _turned(deal) if last else deal
                notices = *upward, *[HIGH_NOTICE] * (ranks == "1-high"), *pack_notices([deal])
                reading = Reading(name, (ReadDeal(deal),), notices, over)
                yield Choice(name, "; ".join(filter(None, described)), reading)


def _read_deals(text: str, format: str | None, *, top: str, ranks: str) -> Reading | Question:
    """Read a text that is nothing but deals. Raises `NotationError`."""
    sheet = Sheet(text)
    if not sheet.rows and not sheet.problems:
        raise NotationError.of("empty", "no cards", "a deal", "Paste two decks, such as AKQ/KQJ.")
    attempts = list(_attempts(sheet, _bases(format)))
    if format is None:
        _refuse_empty(sheet, attempts)
    good = [attempt for attempt in attempts if attempt.deals and not attempt.problems.weight]
    numbering = format is not None and numbering_in(format)
    if numbering or (format is None and ranks == "as-printed"):  # who says "1 is high" has ranks
        renumbered = [other for attempt in good for other in _renumbered(attempt)]
        good = [*([] if numbering else good), *(one for one in renumbered if format in (None, *one.names))]
    if sheet.problems or not good:
        raise NotationError(_faults(sheet, attempts, format))
    finish = partial(_finish, sheet, top=top, ranks=ranks)
    if format is not None or len({attempt.decks for attempt in good}) == 1:
        return finish(good[0], format or good[0].names[0])
    return ask(
        [Choice(name, FORMATS[name].description, finish(attempt, name)) for attempt, name in _named(good)]
    )


def _check_option(name: str, value: str | None, known: tuple[str | None, ...]) -> None:
    if value not in known:
        values = ", ".join(name for name in known if name and name not in FOUND_FORMATS[1:])
        raise ValueError(f"{name} {str(value)[:40]!r} is unknown: use one of {values}")


def _bases(format: str | None) -> tuple[str, ...]:
    """Return the formats that a text is read in before its cards are counted; none: in any."""
    if format is None:
        return ()
    numbering = numbering_in(format)
    if not numbering:
        return (format,)
    return ("counted", "decimal") if format == numbering else (f"pack{format.removeprefix(numbering)}",)


def _attempts(sheet: Sheet, formats: Sequence[str]) -> Iterator[_Attempt]:
    """Try every way that can be meant, or that one of `formats` asks for."""
    cuts: dict[Layout, Cut | None] = {}
    for way in WAYS:
        if way.layout not in cuts:
            cut = sheet.cut()
            cuts[way.layout] = cut if way.layout(sheet, cut) else None
        found = cuts[way.layout]
        if found is None or not _plausible(way, found, sheet, formats):
            continue
        pack_names = _HEX_PACK_NAMES if way.alphabet is tokens.hexes else _PACK_NAMES
        names = pack_names if found.pack else way.names
        names = tuple(name for name in names if not formats or name in formats)
        attempts = list(_try(way, found, names, sheet)) if names else []
        yield from attempts
        in_line = attempts[0].decks if attempts and way.alphabet is tokens.line_by_line else ()
        if in_line and not any(deal.suits_1 or deal.suits_2 for deal in in_line):
            # Our own line is a law: there letters mean letters, and no other layout has a slash.
            return


def _refuse_empty(sheet: Sheet, attempts: Sequence[_Attempt]) -> None:
    """Refuse a count of 0 and a deck without cards, unless CodinGame's or in our own line."""
    for attempt in attempts:
        empty = any(not (deal.deck_1 and deal.deck_2) for deal in attempt.decks)
        if attempt.way.layout in (layouts.counted, layouts.simulated) and empty:
            repair = "To play with an empty deck, write, for example, AK/."
            row = sheet.rows[0]
            fault = Problem(row.start, row.end, NO_CARDS_HERE, "two decks with cards", repair)
            raise NotationError(sheet.faults([fault]))


def _renumbered(attempt: _Attempt) -> Iterator[_Attempt]:
    """Count the cards of a deal in numbers every other way they can be meant."""
    if attempt.way.alphabet is not tokens.decimals:
        return
    others = numberings([(*deal.deck_1, *deal.deck_2) for deal in attempt.decks])
    small = any(deal.size < STANDARD_PACK.size for deal in attempt.decks)
    if attempt.way.layout in (layouts.counted, layouts.simulated) and small:
        return  # these judges have small ranks, and mean them
    ending = attempt.names[0].removeprefix("pack") if attempt.names[0].startswith("pack") else ""
    for name, ranks in others.items():
        pairs = zip(attempt.deals, ranks, strict=True)
        counted_so = tuple(item._replace(deal=_with_ranks(item.deal, numbers)) for item, numbers in pairs)
        yield attempt._replace(names=(f"{name}{ending}",), deals=counted_so)


def _plausible(way: Way, cut: Cut, sheet: Sheet, formats: Sequence[str]) -> bool:
    """Leave out what nobody means, so that ordinary pastes need no question."""
    spaced = any(len(deck.tokens) > 1 for deck in cut.decks)
    # A comma that each line has once most likely parts two decks.
    if way.layout is layouts.two_lines and all(len(sheet.signs_in(",", row)) == 1 for row in sheet.rows):
        return way.alphabet is tokens.decimals and all(len(deck.tokens) == 2 for deck in cut.decks)
    if way.layout is layouts.whole_pack and not formats and layouts.two_words(sheet):
        return False
    if way.alphabet is tokens.hexes:
        return not _mixed_case(sheet, cut.decks)
    if way.alphabet is not tokens.decimals or spaced:
        return True
    if way.layout is layouts.comma_lines and len(cut.deals) > 1:
        return False
    digits = all(set(token.text) <= set("23456789") for deck in cut.decks for token in deck.tokens)
    return not digits or "decimal" in formats or any(deck.bare for deck in cut.decks)


def _mixed_case(sheet: Sheet, decks: Iterable[Deck]) -> bool:
    written = {sheet.plain[token.start : token.end] for deck in decks for token in deck.tokens}
    return any(word != word.upper() for word in written) and any(word != word.lower() for word in written)


def _try(way: Way, cut: Cut, names: tuple[str, ...], sheet: Sheet) -> Iterator[_Attempt]:
    """Read the cards of a text that was cut into decks; a whole pack is dealt as each name says."""
    cards = way.alphabet(cut)
    problems = Problems()
    problems.extend(cut.problems)
    problems.extend(cards.problems)
    if not cut.pack:
        in_hex = way.layout is layouts.slashed and way.alphabet is tokens.hexes
        notices = ("A to E read as hex digits, ten to ace",) if in_hex else ()
        yield _Attempt(way, names, _deals(cut, cards, problems), problems, notices)
        return
    if len(cards.decks[0][0]) < 2 and not problems.weight:
        end = Span(sheet.rows[-1].end, sheet.rows[-1].end)
        problems.note(end, "deck-missing", "the second deck", "Write the other deck on the next line.")
    for name in names:
        yield _Attempt(way, (name,), _deals(cut, _dealt(cards, name), problems), problems)


def _dealt(cards: Cards, name: str) -> Cards:
    """Deal a whole pack to two players; the first gets the odd card."""
    ranks, suits = cards.decks[0]
    half = (len(ranks) + 1) // 2
    first, second = slice(None, None, 2), slice(1, None, 2)
    if name.endswith("halves"):
        first, second = slice(half), slice(half, None)
    return Cards([(ranks[first], suits[first]), (ranks[second], suits[second])])


def _deals(cut: Cut, cards: Cards, problems: Problems) -> tuple[ReadDeal, ...]:
    if problems.weight:
        return ()
    pairs = zip(cards.decks[::2], cards.decks[1::2], cut.verdicts, strict=True)
    return tuple(
        ReadDeal(Deal(first, second, suits_1, suits_2), verdict)
        for (first, suits_1), (second, suits_2), verdict in pairs
    )


def _named(good: Sequence[_Attempt]) -> list[tuple[_Attempt, str]]:
    """Find for all attempts with equal deals a name under which reading again ends in these deals."""
    first = {name: attempt for attempt in reversed(good) for name in attempt.names}
    named: dict[tuple[Deal, ...], list[tuple[_Attempt, str]]] = {attempt.decks: [] for attempt in good}
    for attempt in good:
        settling = [(first[name], name) for name in attempt.names if first[name].decks == attempt.decks]
        named[attempt.decks] += settling
    return [names[0] for names in named.values() if names]


def _finish(sheet: Sheet, attempt: _Attempt, name: str, *, top: str, ranks: str) -> Reading:
    """Return the reading of an attempt: decks turned where the last card is on top, and its notices."""
    deals = attempt.deals
    if top == "last":
        deals = tuple(ReadDeal(_turned(read.deal), read.expected) for read in deals)
    if sheet.signs and name == "cards":
        name = "glyphs"
    high = [HIGH_NOTICE] * (ranks == "1-high")
    notices = *sheet.notices, *attempt.notices, *high, *pack_notices([read.deal for read in deals])
    return Reading(name, deals, notices)


def _with_ranks(deal: Deal, ranks: Sequence[int]) -> Deal:
    """Return a deal with other ranks for its cards, player 1's then player 2's."""
    cut = len(deal.deck_1)
    return replace(deal, deck_1=tuple(ranks[:cut]), deck_2=tuple(ranks[cut:]))


def _turned(deal: Deal) -> Deal:
    return Deal(deal.deck_1[::-1], deal.deck_2[::-1], deal.suits_1[::-1], deal.suits_2[::-1])


def _faults(sheet: Sheet, attempts: list[_Attempt], format: str | None) -> tuple[Fault, ...]:
    """Return the faults of the way that fits best, and of characters that fit nowhere."""
    if not attempts and format is None:
        return sheet.faults([])
    start, end = (sheet.rows[0].start, sheet.rows[0].end) if sheet.rows else (0, 0)
    best = min((attempt.problems for attempt in attempts), key=lambda problems: problems.weight, default=None)
    if best is None or not (best.weight or sheet.problems):
        expected = f"the format “{format}” ({FORMATS[str(format)].description})"
        repair = "Choose another format, or none."
        return sheet.faults([Problem(start, end, "form", expected, repair)])
    written = sum(not character.isspace() for character in sheet.plain)
    if best.covered * 2 <= written or written < _FEWEST_SIGNS:
        return sheet.faults(best.first[:MOST_FAULTS])
    repair = "Write two decks, such as AKQ/KQJ, or one of the known formats."
    no_deal = Problem(start, end, "no-deal", "a pair of decks", repair)
    return sheet.faults([] if sheet.problems else [no_deal])
