"""The one door: a text in, its deals out, or a question, or every fault with its place."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from engine.cards import STANDARD_PACK, Deal
from engine.formats.known_formats import (
    DEALT,
    FORMATS,
    FOUND_FORMATS,
    WAYS,
    Way,
    ask,
    ask_found,
    numbering_in,
    pack_notices,
)
from engine.formats.layouts import (
    comma_lines,
    counted,
    one_comma_each,
    simulated,
    slashed,
    two_lines,
    two_words,
    whole_pack,
)
from engine.formats.prose import ReadOne, explained, read_among_words
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
    printable,
)
from engine.formats.tokens import (
    NUMBERINGS,
    Cards,
    Cut,
    Deck,
    Sheet,
    decimals,
    hexes,
    line_by_line,
    numberings,
)
from engine.formats.tolerant import bottom_first, either_way, found_in

LONGEST_TEXT: Final = 65_536
"""Bytes of UTF-8 in the longest text that is read (64 KiB)."""

TOPS: Final = ("first", "last")
RANKS: Final = ("as-printed", "1-high")

HIGH_NOTICE: Final = "1 is the highest rank: the lower rank wins a battle"
_PACK_NAMES: Final = ("pack-halves", "pack-alternate")
_HEX_PACK_NAMES: Final = ("golf-halves", "golf-alternate")


class _Attempt(NamedTuple):
    """One way tried on the whole text: its deals, if nothing was wrong."""

    way: Way
    names: tuple[str, ...]
    deals: tuple[ReadDeal, ...]
    problems: Problems
    notices: tuple[str, ...] = ()


def read(
    text: str, *, format: str | None = None, top: str = "first", ranks: str = "as-printed"
) -> Reading | Question:
    """Read a pasted text in any known format.

    `format` (a key of `FORMATS`) settles what the text cannot, `top` says whether the first or the
    last card written is on top, `ranks="1-high"` that 1 is the highest rank: ranks stay as printed
    and a notice reminds that the order of the game has to say so. Of a text that is more than deals,
    the deals are found and the lines passed over are told.

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
    read_one = partial(_read_deals, top=top, ranks=ranks)
    if format in FOUND_FORMATS:
        return _read_tolerantly(text, None, format, top, ranks)
    try:
        result = _read_strictly(text, format, read_one)
    except NotationError as error:
        return _read_tolerantly(text, error, format, top, ranks)
    if (
        isinstance(result, Reading)
        and top == "first"
        and any(bottom_first(line.text) for line in result.passed)
    ):
        return _read_tolerantly(text, None, format, top, ranks)
    return result


def _read_strictly(text: str, format: str | None, read_one: ReadOne) -> Reading | Question:
    """Read a text that is nothing but deals, or deals with lines of words between them."""
    try:
        return read_one(text, format)
    except NotationError as error:
        return read_among_words(text, error, read_one, format)


def _read_tolerantly(
    text: str, error: NotationError | None, format: str | None, top: str, ranks: str
) -> Reading | Question:
    """Read cards in words, tables or code: a question, for such a reading is played after a yes only.

    Raises `NotationError`: the faults of reading strictly, or that there is no such reading.
    """
    choices = list(_found_choices(text, top, ranks)) if format in (None, *FOUND_FORMATS) else []
    if format is not None and choices:
        choices = [choice for choice in choices if choice.format == format]
        if choices:
            return choices[0].reading
    if choices:
        return ask_found(choices)
    repair = "Write two decks, top card first, such as AKQ/KQJ."
    if error:
        raise explained(text, error)
    raise NotationError.of("form", printable(text.strip()), "cards in a form that repeats", repair)


def _found_choices(text: str, top: str, ranks: str) -> Iterator[Choice]:
    """Return the readings of the tolerant reader, each with its name."""
    lines = LINE_END.split(text)
    turned = (top == "last") != (top == "first" and bottom_first(text))
    directions = (False, True) if top == "first" and either_way(text) else (turned,)
    names = iter(FOUND_FORMATS)
    for found in found_in(text):
        numbers = *found.deal.deck_1, *found.deal.deck_2
        ways = numberings([numbers]) if found.numbers and ranks == "as-printed" else {}
        for numbering, counted_as, last in [
            (*way, last) for way in [("", [numbers]), *ways.items()] for last in directions
        ]:
            name = next(names, None)
            if name is None:
                return
            (cut,) = counted_as
            deal = replace(
                found.deal, deck_1=cut[: len(found.deal.deck_1)], deck_2=cut[len(found.deal.deck_1) :]
            )
            notices = ["the text says bottom to top: the last card written is on top"] * bottom_first(text)
            over = tuple(
                PassedOver(line + 1, lines[line].strip()) for line in found.over if line < len(lines)
            )
            description = "; ".join(
                filter(
                    None,
                    (
                        found.cards,
                        DEALT[found.dealt],
                        NUMBERINGS[numbering].description if numbering else "",
                        f"top card {'last' if last else 'first'}" if len(directions) > 1 else "",
                    ),
                )
            )
            deal = _turned(deal) if last else deal
            notices += [HIGH_NOTICE] * (ranks == "1-high")
            reading = Reading(name, (ReadDeal(deal),), (*notices, *pack_notices([deal])), over)
            yield Choice(name, description, reading)


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
    finish = _finisher(sheet, top, ranks)
    groups = _groups(good)
    if len(groups) == 1 or format is not None:
        return finish(good[0], good[0].names[0] if format is None else format)
    choices = (
        Choice(name, FORMATS[name].description, finish(attempt, name))
        for attempt, name in _named(groups, good)
    )
    return ask([*choices])


def _check_option(name: str, value: str | None, known: tuple[str | None, ...]) -> None:
    if value not in known:
        values = ", ".join(name for name in known if name and name not in FOUND_FORMATS[1:])
        raise ValueError(f"{name} {str(value)[:40]!r} is unknown: take one of {values}")


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
    cuts: dict[Callable[[Sheet], Cut | None], Cut | None] = {}
    for way in WAYS:
        if way.layout not in cuts:
            cuts[way.layout] = way.layout(sheet)
        cut = cuts[way.layout]
        if cut is None or not _plausible(way, cut, sheet, formats):
            continue
        names = way.names
        if cut.pack:
            names = _HEX_PACK_NAMES if way.alphabet is hexes else _PACK_NAMES
        names = tuple(name for name in names if not formats or name in formats)
        attempts = list(_try(way, cut, names, sheet)) if names else []
        yield from attempts
        if way.alphabet is line_by_line and any(_without_suits(attempt) for attempt in attempts):
            # Our own line is a law: there letters mean letters, and no other layout has a slash.
            return


def _refuse_empty(sheet: Sheet, attempts: Sequence[_Attempt]) -> None:
    """Refuse a count of 0 and a deck without cards, unless CodinGame's or in our own line."""
    for attempt in attempts:
        empty = [deck for item in attempt.deals for deck in (item.deal.deck_1, item.deal.deck_2) if not deck]
        if attempt.way.layout in (counted, simulated) and empty:
            repair = "To play with an empty deck, write such as AK/."
            row = sheet.rows[0]
            raise NotationError(
                sheet.faults([Problem(row.start, row.end, NO_CARDS_HERE, "two decks with cards", repair)])
            )


def _renumbered(attempt: _Attempt) -> Iterator[_Attempt]:
    """Count the cards of a deal in numbers every other way they can be meant."""
    if attempt.way.alphabet is not decimals:
        return
    deals = [item.deal for item in attempt.deals]
    others = numberings([(*deal.deck_1, *deal.deck_2) for deal in deals])
    if attempt.way.layout in (counted, simulated) and any(deal.size < STANDARD_PACK.size for deal in deals):
        return  # these judges have small ranks, and mean them
    ending = attempt.names[0].removeprefix("pack") if attempt.names[0].startswith("pack") else ""
    for name, ranks in others.items():
        cut = [
            replace(item, deal=Deal(numbers[: len(item.deal.deck_1)], numbers[len(item.deal.deck_1) :]))
            for item, numbers in zip(attempt.deals, ranks, strict=True)
        ]
        yield attempt._replace(names=(f"{name}{ending}",), deals=tuple(cut))


def _without_suits(attempt: _Attempt) -> bool:
    return bool(attempt.deals) and not any(read.deal.suits_1 or read.deal.suits_2 for read in attempt.deals)


def _plausible(way: Way, cut: Cut, sheet: Sheet, formats: Sequence[str]) -> bool:
    """Leave out what nobody means, so that ordinary pastes need no question."""
    spaced = any(len(deck.tokens) > 1 for deck in cut.decks)
    if way.layout is two_lines and one_comma_each(sheet):
        return way.alphabet is decimals and all(len(deck.tokens) == 2 for deck in cut.decks)
    if way.layout is comma_lines and way.alphabet is decimals and not spaced and len(cut.deals) > 1:
        return False
    if way.layout is whole_pack and not formats and two_words(sheet):
        return False
    if way.alphabet is hexes:
        return not _mixed_case(sheet, cut.decks)
    plain = way.alphabet is decimals and "decimal" not in formats
    if plain and not spaced and not any(deck.bare for deck in cut.decks):
        return not all(set(token.text) <= set("23456789") for deck in cut.decks for token in deck.tokens)
    return True


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
        in_hex = way.layout is slashed and way.alphabet is hexes
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


def _groups(good: list[_Attempt]) -> list[list[_Attempt]]:
    """Put attempts with equal deals together."""
    groups: dict[tuple[Deal, ...], list[_Attempt]] = {}
    for attempt in good:
        groups.setdefault(tuple(read.deal for read in attempt.deals), []).append(attempt)
    return [*groups.values()]


def _named(groups: list[list[_Attempt]], good: list[_Attempt]) -> Iterator[tuple[_Attempt, str]]:
    """Find a name for each group under which reading again ends in that group."""
    for group in groups:
        for name in (name for attempt in group for name in attempt.names):
            first = next(attempt for attempt in good if name in attempt.names)
            if first in group:
                yield first, name
                break


def _finisher(sheet: Sheet, top: str, ranks: str) -> Callable[[_Attempt, str], Reading]:
    def finish(attempt: _Attempt, name: str) -> Reading:
        deals = attempt.deals
        if top == "last":
            deals = tuple(ReadDeal(_turned(read.deal), read.expected) for read in deals)
        if sheet.signs and name == "cards":
            name = "glyphs"
        notices = [*sheet.notices, *attempt.notices]
        if ranks == "1-high":
            notices.append(HIGH_NOTICE)
        return Reading(name, deals, (*notices, *pack_notices([read.deal for read in deals])))

    return finish


def _turned(deal: Deal) -> Deal:
    return Deal(deal.deck_1[::-1], deal.deck_2[::-1], deal.suits_1[::-1], deal.suits_2[::-1])


def _faults(sheet: Sheet, attempts: list[_Attempt], format: str | None) -> tuple[Fault, ...]:
    """Return the faults of the way that fits best, and of characters that fit nowhere."""
    if not attempts and format is None:
        return sheet.faults([])
    start, end = (sheet.rows[0].start, sheet.rows[0].end) if sheet.rows else (0, 0)
    if not attempts:
        expected = f"{format} ({FORMATS[str(format)].description})"
        repair = "Leave the format open, or choose another."
        return sheet.faults([Problem(start, end, "form", expected, repair)])
    best = min(attempts, key=lambda attempt: attempt.problems.weight)
    written = sum(not character.isspace() for character in sheet.plain)
    if best.problems.covered * 2 <= written or written < 6:
        return sheet.faults(best.problems.first[:MOST_FAULTS])
    if sheet.problems:
        return sheet.faults([])
    repair = "Write two decks, such as AKQ/KQJ, or one of the known formats."
    return sheet.faults([Problem(start, end, "no-deal", "a pair of decks", repair)])
