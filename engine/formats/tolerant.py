"""The tolerant reader: cards in words, objects, tables and code, found by the form that repeats around them.

What stands between two cards of a deck is the same all over, so a card that was damaged breaks the form and
the text is refused. A reading found here is shown for a yes before it is played.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from engine.cards import Deal
from engine.formats.card_styles import (
    A_WORD,
    AGAIN,
    AND,
    AROUND,
    COURT,
    FIELDS,
    GLUED,
    MARKS,
    NAMED_DECK,
    OWNERS,
    PLAIN_SIGNS,
    SENTENCE,
    STANDARD,
    STYLES,
    FoundCard,
    Style,
    Word,
    cards_in,
    english,
    fold,
    words_of,
)

# What stands between cards, and where one deck ends and the next begins.


@dataclass(slots=True)
class _Page:
    """A text with the cards of one style."""

    text: str
    tokens: list[Word]
    cards: list[FoundCard]
    strays: set[int]
    gaps: list[tuple[str, ...]] = field(default_factory=list)
    lines: list[tuple[str, ...]] = field(default_factory=list)
    """The gaps once more, with their line ends."""

    def between(self, place: int) -> list[Word]:
        """Return the tokens between a card and the next."""
        return self.tokens[self.cards[place].last + 1 : self.cards[place + 1].first]


def _page(
    text: str, tokens: list[Word], style: Style, cards: list[FoundCard], strays: set[int]
) -> _Page | None:
    if _other_cards(tokens, cards):
        return None
    if cards[0].suit:
        tokens = _retold(tokens, cards)
        strays = {place for place in strays if tokens[place].key != AGAIN}
    again = any(token.key == AGAIN for token in tokens)
    if again and not style.apart and cards[0].suit:  # a rank or suit of no card belongs to a damaged one
        mine = {card.first for card in cards}
        rest = (token for place, token in enumerate(tokens) if place not in mine and token.unknown)
        if any(token.may_be_card and english(token.text) for token in rest):
            return None
    page = _Page(text, tokens, cards, strays)
    for place in range(len(cards) - 1):
        one, other = cards[place], cards[place + 1]
        if any(at in strays for at in range(one.last + 1, other.first)):
            return None  # a part of a card alone between cards
        blank = (
            "" if one.last == other.first else _blank(text[tokens[one.last].end : tokens[other.first].start])
        )
        words = _form(page.between(place))
        page.gaps.append(words or (blank,))
        page.lines.append((*words, blank))
    _unify_lists(page)
    return page


_FEWEST: Final = 4


def _retold(tokens: list[Word], cards: list[FoundCard]) -> list[Word]:
    """Mark where the rank or the suit of a card is told once more behind it, as objects do."""
    again = [
        {
            place - card.last
            for place in range(card.last + 1, min(before, card.last + _LONGEST_AGAIN))
            if english(tokens[place].text) in ([(card.rank, "")], [(0, card.suit)])
            or tokens[place].text == str(card.rank)
        }
        for card, before in zip(cards, [*(card.first for card in cards[1:]), len(tokens)], strict=True)
    ]
    marked = {card.last + behind for behind in set.intersection(*again) for card in cards}
    return [
        token._replace(key=AGAIN, unknown=False) if place in marked else token
        for place, token in enumerate(tokens)
    ]


_LONGEST_AGAIN: Final = 24


def _unify_lists(page: _Page) -> None:
    """Let an `and` before the last card of a list count as the comma that stands between the others."""
    if not page.gaps or Counter(page.gaps).most_common(1)[0][0] != (",",):
        return
    for place, gap in enumerate(page.gaps):
        texts = {token.text.casefold() for token in page.between(place)} - {","}
        if gap != (",",) and texts and texts <= AND and "\n" not in page.lines[place][-1]:
            page.gaps[place], page.lines[place] = (",",), (",", " ")


def _other_cards(tokens: Sequence[Word], cards: Sequence[FoundCard]) -> bool:
    """Say whether words such as `10H` are no cards of this style: then another style is meant."""
    mine = {place for card in cards for place in (card.first, card.last)}
    others = [token.text for place, token in enumerate(tokens) if place not in mine and token.key != A_WORD]
    glued = sum(GLUED.fullmatch(text) is not None for text in others)
    return glued > 1 or any(len(text) > 1 and re.search("[♣♦♥♠]", text) for text in others)


def _form(tokens: Iterable[Word]) -> tuple[str, ...]:
    """Return the form of tokens: known words are all alike."""
    form: list[str] = []
    for token in tokens:
        if token.key != A_WORD or form[-1:] != [A_WORD]:
            form.append(token.key)
    return tuple(form)


def _blank(between: str) -> str:
    """Return what kind of white space is in a gap: lines apart, a line, a tab, a blank, none."""
    ends = between.count("\n")
    if ends:
        return "\n\n" if re.search(r"\n[ \t]*\n", between) else "\n"
    return (
        "\t" if "\t" in between or "   " in between else " " * bool(between.strip(" ") != between or between)
    )


class TwoDecks(NamedTuple):
    """A way to deal the cards of a page: two decks of their places."""

    how: str
    first: list[int]
    second: list[int]
    turned: bool = False
    """Whether the second player's deck stands first."""


def _splits(page: _Page) -> Iterator[TwoDecks]:
    """Find every way to deal the cards of a page."""
    number = len(page.cards)
    every = [*range(number)]
    owners = [_owners(page.between(place)) for place in range(number - 1)]
    if sum(map(bool, owners)) * 2 > number:  # each card names its deck
        if all(owners) and len(set(page.gaps)) == 1:
            names = [
                (_owners(page.tokens[: page.cards[0].first]) or [0])[-1],
                *(named[-1] for named in owners),
            ]
            first, second = ([place for place in every if names[place] == who] for who in (1, 2))
            yield TwoDecks("owned", first, second)
        return
    borders = _borders(page.gaps) or (_borders(page.lines) if len(set(page.gaps)) == 1 else [])
    for border in borders:
        if not _on_a_line(page, border):
            yield TwoDecks("border", every[: border + 1], every[border + 1 :])
    for forms in (page.gaps, page.lines):
        rounds, rows = set(forms[::2]), set(forms[1::2])
        if number % 2 or number < _FEWEST_ROUNDS or _owned(page.between(1)) or not _row_ends(page):
            break
        if len(rounds) == len(rows) == 1 and rounds != rows:
            yield TwoDecks("columns", every[::2], every[1::2])
            break
    longer = _one_longer(page)
    if longer:
        yield longer
    wrapped = {*page.gaps} == {(" ",), ("\n",)} and page.gaps.count(("\n",)) > 1
    if not borders and (wrapped or len(set(page.gaps)) == 1) and number >= _FEWEST_IN_A_PACK:
        half = (number + 1) // 2
        yield TwoDecks("halves", every[:half], every[half:])
        yield TwoDecks("alternate", every[::2], every[1::2])


def _on_a_line(page: _Page, border: int) -> bool:
    """Say whether a border stands on a line while lines end between cards elsewhere: then it is none."""
    others = (gap[0] for place, gap in enumerate(page.gaps) if place != border)
    return "\n" not in page.lines[border][-1] and any(first.startswith("\n") for first in others)


def _one_longer(page: _Page) -> TwoDecks | None:
    """Return decks side by side of which the first is longer: rows of two cards, then rows of one."""
    rows: dict[int, list[int]] = {}
    for place, card in enumerate(page.cards):
        rows.setdefault(page.tokens[card.first].line, []).append(place)
    sizes = [len(row) for row in rows.values()]
    pairs = sizes.count(2)
    behind = page.cards[-1].last + 1
    if behind < len(page.tokens) and page.tokens[behind].line == page.tokens[behind - 1].line:
        return None
    if (
        pairs < _FEWEST_ROUNDS // 2
        or sizes != [2] * pairs + [1] * (len(sizes) - pairs)
        or pairs == len(sizes)
    ):
        return None
    if len(set(page.lines[: 2 * pairs : 2])) > 1 or {
        *page.lines[1 : 2 * pairs : 2],
        *page.lines[2 * pairs :],
    } != {("\n",)}:
        return None
    if any(line.rstrip(" ") != line.rstrip() for line in page.text.splitlines()):
        return None  # a tab at the end of a line: a card may be missing behind it
    return TwoDecks(
        "columns", [row[0] for row in rows.values()], [row[1] for row in rows.values() if len(row) > 1]
    )


def _row_ends(page: _Page) -> bool:
    """Say whether a line, a bracket or a row of a table ends behind the second card."""
    if page.lines[1][-1].startswith("\n"):
        return True
    return len(page.cards) > _FEWEST_ROUNDS and not {")", "]", "}", ";", "</tr>"}.isdisjoint(page.gaps[1])


def _owned(gap: Sequence[Word]) -> bool:
    """Say whether a gap ends with the name of a deck, which then is the line's."""
    line = [token for token in gap if token.line == gap[-1].line]
    names = (NAMED_DECK.fullmatch(token.text.casefold()) for token in line)
    return any(token.text.casefold() in OWNERS for token in line) or any(
        name is not None and name[1] in OWNERS for name in names
    )


def _owned_by(page: _Page, split: TwoDecks) -> TwoDecks | None:
    """Turn the decks where player 2's stands first; None where only one of two labels says so."""
    head = _owners(page.tokens[: page.cards[0].first])
    if split.how == "owned":
        return split if len(split.first) + len(split.second) == len(page.cards) else None
    if split.how == "columns":
        return split._replace(turned=head[-2:] == [2, 1])
    border = _owners(page.between(split.first[-1])) if split.how == "border" else []
    first, second = (head[-1] if head != [1, 2] else 0) if head else 0, border[-1] if border else 0
    if (first, second) == (2, 1):
        return split._replace(turned=True)
    return None if first == 2 or second == 1 else split


def _owners(tokens: Sequence[Word]) -> list[int]:
    """Return the numbers of the players who are named."""
    text = " ".join(token.text for token in tokens).casefold()
    names = re.findall(r"([^\W\d_]+)[ _#-]*([12]|one|two)\b", text)
    return [2 if number in ("2", "two") else 1 for name, number in names if name in OWNERS]


_FEWEST_ROUNDS: Final = 6
_FEWEST_IN_A_PACK: Final = 20
_STRENGTH: Final[dict[tuple[str, ...], int]] = {("",): 0, (" ",): 1, ("\t",): 2, ("\n",): 3, ("\n\n",): 4}


def _borders(forms: Sequence[tuple[str, ...]]) -> list[int]:
    """Return the gaps that stand alone, all the others being alike."""
    counts = Counter(forms)
    found = []
    for place, form in enumerate(forms):
        if counts[form] > 1:
            continue
        others = {*counts} - {form}
        blank = others <= {*_STRENGTH}
        stronger = _STRENGTH.get(form, 9) > max((_STRENGTH.get(other, 9) for other in others), default=9)
        if len(others) == 1 or (blank and stronger and ("",) not in others):
            found.append(place)
    return found if len(found) <= 2 else []


# Whether everything around the decks is explained, so that no word may be a damaged card.


class _Around(NamedTuple):
    """What stands before, between and behind two decks, and the form between their cards.

    `start` of the form's words stand in front of each deck too, and `end` behind it.
    """

    before: list[Word]
    border: list[Word]
    after: list[Word]
    form: list[str]
    start: int
    end: int

    @property
    def head(self) -> list[Word]:
        """What stands before the decks and is no part of the form."""
        return self.before[: len(self.before) - self.start]

    @property
    def middle(self) -> list[Word]:
        """What stands between the decks and is no part of the form."""
        return self.border[self.end : max(self.end, len(self.border) - self.start)]


def _around(page: _Page, split: TwoDecks) -> _Around:
    separator = page.between({"columns": 1, "owned": 0}.get(split.how, split.first[0]))
    form = [token.key for token in separator]
    before, after = page.tokens[: page.cards[0].first], page.tokens[page.cards[-1].last + 1 :]
    border = page.between(split.first[-1]) if split.how == "border" else []
    between = [border] if border else []
    start = _common([before, *between], form, at_end=True)
    end = _common([after, *between], form, at_end=False)
    return _Around(before, border, after, form, start, end)


def _explained(page: _Page, split: TwoDecks) -> bool:
    """Say whether nothing around the decks can be a damaged card."""
    if min(len(split.first), len(split.second)) < 2:
        return False
    around = _around(page, split)
    head, middle, form, start = around.head, around.middle, around.form, around.start
    named = next((place for place, token in enumerate(middle) if token.text[0].isalnum()), len(middle))
    parallel = _parallel(page, head, middle[named:])
    if not parallel and (_uneven(page, split, around) or any(_card_ends(side, form) for side in around[:2])):
        return False
    if any(_card_begins(side, form) for side in around[1:3]):
        return False
    if start and form[-start] in MARKS:
        head = around.before[: len(head) + 1]
        middle = [*middle, *around.border[len(around.border) - start :][:1]]
    return (
        _border_fits(page, around.border, middle, form, parallel=parallel)
        and _head_fits(page, head, parallel=parallel)
        and _tail_fits(page, around.after[around.end :])
    )


def _uneven(page: _Page, split: TwoDecks, around: _Around) -> bool:
    """Say whether a deck has one card more, and what stands beside them may be the missing one."""
    if abs(len(split.first) - len(split.second)) != 1:
        return False
    behind = {token.text for token in around.after[around.end : around.end + 1]}
    return _near_unknown(page, around.head, around.middle) or not SENTENCE.isdisjoint(behind)


def _near_unknown(page: _Page, head: list[Word], middle: list[Word]) -> bool:
    """Say whether an unknown word stands on the line of the first card, or between the decks."""
    first = page.tokens[page.cards[0].first].line
    lines = _by_line([*(token for token in head if token.line == first), *middle])
    named = (":", "=", ":=", "<-", "->")
    return any(
        any(token.unknown for token in line) and not any(token.key in named for token in line)
        for line in lines
    )


def _card_ends(side: list[Word], form: list[str]) -> bool:
    """Say whether a side ends with a word and the whole form behind it, as a damaged card would."""
    number = len(form)
    return (
        0 < number < len(side)
        and [token.key for token in side[-number:]] == form
        and _no_card(side[-number - 1])
    )


def _card_begins(side: list[Word], form: list[str]) -> bool:
    """Say whether a side begins with the whole form and a word behind it, as a damaged card would."""
    number = len(form)
    return (
        0 < number < len(side) and [token.key for token in side[:number]] == form and _no_card(side[number])
    )


def _no_card(token: Word) -> bool:
    """Say whether a token in the place of a card may be a damaged one."""
    return token.unknown or (not token.text[0].isalnum() and token.key[0] != "<" and token.text not in AROUND)


def _common(sides: list[list[Word]], form: list[str], *, at_end: bool) -> int:
    """Return how many tokens of a form all sides share, at their end or at their start."""
    number = 0
    for place in range(1, len(form) + 1):
        at = -place if at_end else place - 1
        if any(len(side) < place or side[at].key != form[at] for side in sides):
            break
        number = place
    return number


def _parallel(page: _Page, head: Sequence[Word], lead: Sequence[Word]) -> bool:
    """Say whether the label of the second deck has the shape of the first one's, a number one higher."""
    first = len(head) - len(lead)
    if not lead or first < 0 or any(place in page.strays for place in range(first, len(head))):
        return False
    firsts = [page.tokens[card.first] for card in page.cards]
    second = next(token for token in firsts if token.start > lead[-1].start)
    if (head[-1].line == firsts[0].line) != (lead[-1].line == second.line):
        return False  # one label stands on the line of its cards, the other above
    if first and head[first - 1].line == head[first].line and head[first - 1].text[0].isalnum():
        return False
    return all(
        (one.unknown and other.unknown and one.text[1:].isalpha() and other.text[1:].isalpha())
        or one.key == other.key
        or (one.text.isdigit() and other.text.isdigit() and int(one.text) + 1 == int(other.text))
        for one, other in zip(head[first:], lead, strict=True)
    )


def _border_fits(
    page: _Page, border: list[Word], middle: list[Word], form: list[str], *, parallel: bool
) -> bool:
    """Say whether nothing between two decks can be a damaged card."""
    if any(_bad_sign(page, token) for token in middle):
        return False
    if (
        form
        and len(border) > len(form)
        and [token.key for token in border] == form * (len(border) // len(form))
    ):
        return False  # twice the separator: a card is missing
    if parallel:
        return True
    if middle and middle[0].unknown and middle[0].line == _line_before(page, middle[0]):
        return False
    beside = {page.tokens[card.first].line for card in page.cards}
    return all(
        _labelled(line, field=line[0].line not in beside) or (line[0].line not in beside and _sentence(line))
        for line in _by_line(middle)
    )


def _line_before(page: _Page, token: Word) -> int:
    """Return the line of the token before."""
    place = page.tokens.index(token)
    return page.tokens[place - 1].line if place else -1


def _by_line(tokens: Sequence[Word]) -> list[list[Word]]:
    lines: dict[int, list[Word]] = {}
    for token in tokens:
        lines.setdefault(token.line, []).append(token)
    return [*lines.values()]


def _labelled(line: Sequence[Word], *, field: bool = False) -> bool:
    """Say whether every unknown word of a line has a mark such as a colon behind it.

    field: whether a last word may be the value of a field, `name: bob` or `name="Bob">`.
    """
    for place in range(len(line) - 1, -1, -1):
        if line[place].key in MARKS:
            return True
        if line[place].unknown:
            before = [token.key for token in line[:place] if token.key not in ("'", '"')]
            return field and before[-1:] in (["="], [":"])
    return True


def _named(line: Sequence[Word]) -> bool:
    """Say whether a line has no unknown word, or names what stands on it or below with a colon or `=`."""
    words = [place for place, token in enumerate(line) if token.unknown]
    return not words or any(token.key in (":", "=", ":=", "<-", "=>") for token in line[words[-1] :])


def _bad_sign(page: _Page, token: Word) -> bool:
    """Say whether a sign may stand for a damaged card: an unusual one, or one that stands alone."""
    if token.text[0].isalnum() or token.key[0] == "<":
        return False
    before, after = page.text[token.start - 1 : token.start], page.text[token.end : token.end + 1]
    if token.text in "?!":
        return not before.isalnum()
    if token.text in ".;#":
        return not before.strip() and not after.strip()
    return token.text not in PLAIN_SIGNS or (token.text == "-" and not before.strip() and after.isdigit())


def _head_fits(page: _Page, head: list[Word], *, parallel: bool) -> bool:
    """Say whether nothing before the first card can be a damaged card."""
    if not head:
        return True
    first = page.cards[0].first
    strays = page.strays
    place = len(head)
    own = [token for token in head if token.line == page.tokens[first].line]
    if any(at in strays for at in range(place - len(own), place)) or any(
        _bad_sign(page, token) for token in own
    ):
        return False
    if not parallel and not _labelled(own):
        return False
    above = _by_line(head[: place - len(own)])
    if not above:
        return True
    start = place - len(own) - len(above[-1])
    if any(at in strays for at in range(start, place - len(own))) and not _sentence(above[-1]):
        return False
    near = not own and page.tokens[first].line - above[-1][-1].line < 2
    return parallel or not near or not _lone(page, above[-1])


def _sentence(line: Sequence[Word]) -> bool:
    """Say whether a line is a sentence: words, and hardly any signs."""
    signs = [token.text for token in line if not token.text[0].isalnum()]
    of_programs = AROUND & {*signs} - {*",:-'()"}
    asked = line[-1].key == "? " and line[-2].start == line[-1].start - len(line[-2].text)
    words = len(line) - len(signs)
    return asked or (words >= max(_FEWEST_IN_A_SENTENCE, _WORDS_A_SIGN * len(signs)) and not of_programs)


def _lone(page: _Page, line: Sequence[Word]) -> bool:
    """Say whether a line of its own has a single unknown word and no mark behind it, or a sign for it."""
    words = [token for token in line if token.unknown]
    if words:
        return len(words) == 1 and not _labelled(line)
    return len(line) == 1 and _bad_sign(page, line[0])


_FEWEST_IN_A_SENTENCE: Final = 5
_WORDS_A_SIGN: Final = 2


def _tail_fits(page: _Page, tail: list[Word]) -> bool:
    """Say whether nothing behind the last card can be a damaged card."""
    if not tail:
        return True
    last = page.tokens[page.cards[-1].last]
    place = len(page.tokens) - len(tail)
    own = [token for token in tail if token.line == last.line]
    if any(at in page.strays for at in range(place, place + len(own))):
        return False
    told = next((token for token in own if token.unknown or token.text in SENTENCE), None)
    if (told and told.unknown) or any(_bad_sign(page, token) for token in own):
        return False
    below = _by_line(tail[len(own) :])
    if not below:
        return True
    at = len(page.tokens) - len(tail) + len(own)
    if any(place in page.strays for place in range(at, at + len(below[0]))) and not _sentence(below[0]):
        return False
    return below[0][0].line - last.line >= 2 or not _lone(page, below[0])


def _counters_fit(page: _Page, split: TwoDecks) -> bool:
    """Say whether the numbers between cards are all the same, or count on."""
    borders = {split.first[-1]} if split.how == "border" else set()
    columns: dict[tuple[tuple[str, ...], int], list[int]] = {}
    for place in range(len(page.cards) - 1):
        if place in borders:
            continue
        numbers = [
            token
            for token in page.between(place)
            if token.text.isdigit() and token.key not in (A_WORD, AGAIN)
        ]
        for slot, token in enumerate(numbers):
            columns.setdefault((page.gaps[place], slot), []).append(int(token.text))
    for values in columns.values():
        steps = {after - before for before, after in pairwise(values)}
        if not (steps <= {0} or steps <= {1} or (len(borders) and len(steps) == 2 and 1 in steps)):
            return False
    return True


# The readings of a text.

_BOTTOM_FIRST: Final = re.compile(
    r"bottom\W+(?:card\W+)?(?:(?:to|up)\W+(?:the\W+)?top|first)"
    r"|(?:top\W+(?:card\W+)?(?:is\W+|comes\W+|at\W+the\W+)?(?:last|end|right)"
    r"|(?:last|rightmost)\W+(?:card\W+)?(?:is\W+|=\W*)?(?:on\W+)?(?:the\W+)?top)\b",
    re.IGNORECASE,
)


def bottom_first(text: str) -> bool:
    """Say whether a text says that its cards are written from the bottom to the top."""
    return _BOTTOM_FIRST.search(text) is not None


_EITHER_WAY: Final = re.compile(
    r"\b(?:first|left\w*|start|beginning)\b[^.\n]{0,30}\bor\b[^.\n]{0,30}\b(?:last|right\w*|end)\b",
    re.IGNORECASE,
)


def either_way(text: str) -> bool:
    """Say whether a text leaves open which card of a line is on top."""
    return "top" in text and _EITHER_WAY.search(text) is not None


class FoundDeal(NamedTuple):
    """A reading: its deal, how its cards are written and dealt, and the lines without cards."""

    deal: Deal
    cards: str
    dealt: str
    numbers: bool
    over: tuple[int, ...]


def found_in(text: str) -> list[FoundDeal]:
    """Return every reading of a text in which nothing may be a damaged card."""
    folded = fold(text)
    folded = _table_by_owner(folded) or folded
    rows = _counted_rows(folded)
    if rows:
        return [rows]
    tokens = words_of(folded)
    found: dict[Deal, FoundDeal] = {}
    known: list[tuple[bool, list[FoundCard], set[int]]] = []
    for style in STYLES:
        cards, strays = cards_in(tokens, style)
        if len(cards) < _FEWEST or (style.apart, cards, strays) in known:
            continue
        known.append((style.apart, cards, strays))
        page = _page(folded, tokens, style, cards, strays)
        if page is None or not _fits_style(page, style):
            continue
        for split in filter(None, (_owned_by(page, split) for split in _splits(page))):
            if _explained(page, split) and _counters_fit(page, split):
                one = _found(page, split, style)
                found.setdefault(one.deal, one)
    return [*found.values()]


def _table_by_owner(text: str) -> str | None:
    """Write a table with a card a row, one column of which names the player, as two decks."""
    lines = [line.strip("| \t") for line in text.splitlines()]
    rows = [
        [field.strip() for field in re.split(r"[,;|\t]", line)]
        for line in lines
        if re.search("[^\\s|:-]", line)
    ]
    head = [field.casefold() for field in rows[0]] if rows else []
    columns = {place for place, name in enumerate(head) if name in OWNERS | _OWNER_COLUMNS}
    if len(columns) != 1 or len(rows) < _FEWEST or any(len(row) != len(head) or not all(row) for row in rows):
        return None
    (owner,) = columns
    decks: dict[str, list[str]] = {}
    for row in rows[1:]:
        cells = [cell for place, cell in enumerate(row) if place != owner and head[place] not in FIELDS]
        decks.setdefault(row[owner], []).append(" ".join(cells))
    if len(decks) != 2:
        return None
    return "\n".join(
        f"\nPlayer {who}:\n" + "\n".join(deck) for who, deck in enumerate(decks.values(), start=1)
    )


_OWNER_COLUMNS: Final = frozenset(("owner", "who", "name", "side"))


def _counted_rows(text: str) -> FoundDeal | None:
    """Read two lines of a count and that many ranks, below lines of one number each (SPOJ HS08WAR)."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    *single, first, second = lines if len(lines) > 2 else [[], [], []]
    if len(single) < 2 or any(len(line) != 1 for line in single):
        return None
    if not all(word.isascii() and word.isdigit() and len(word) <= 3 for line in lines for word in line):
        return None
    if any(int(deck[0]) != len(deck) - 1 or len(deck) < 2 for deck in (first, second)):
        return None
    one, other = (tuple(map(int, deck[1:])) for deck in (first, second))
    return FoundDeal(Deal(one, other), "ranks behind their count", "", numbers=True, over=())


_PROGRAM: Final = re.compile(
    r"\"{3}|^[ \t]*(?:def|return|class|import|from|for|while|if|elif|else)\b.*[:)\]]$", re.MULTILINE
)
"""Lines of a program: the numbers in it are its own, not decks."""
_MOST_WORDS: Final = 2
"""Unknown words per card beside cards without suits: with more, a text is no deal."""


def _fits_style(page: _Page, style: Style) -> bool:
    """Say whether a text may be written so: cards without suits need more to be told from other text."""
    written = " ".join(page.tokens[card.first].text.upper() for card in page.cards if card.suit)
    if re.search("(?<!1)0", written) and re.search("10|T[CDHS]", written):
        return False  # 0 is a ten only where every ten is 0
    if style.apart or any(card.suit for card in page.cards):
        court = [page.tokens[card.first].text for card in page.cards if card.rank in COURT]
        return not style.apart or len({len(word) > 1 for word in court if word.isalpha()}) < 2
    places = {card.first for card in page.cards}
    others = [token for place, token in enumerate(page.tokens) if place not in places]
    unknown = sum(token.unknown for token in others)
    if unknown > _MOST_WORDS * len(page.cards) or any(
        token.unknown and token.text.isdigit() for token in others
    ):
        return False
    if _PROGRAM.search(page.text):
        return False
    if style.runs:
        sizes = Counter(card.first for card in page.cards).values()
        if max(sizes) - min(sizes) == 1 and not any(token.key in (":", "=") for token in others):
            return False
        return len(places) == 2 and all(_named(line) for line in _by_line(others))
    if len(page.cards) < _FEWEST_ROUNDS:
        return False
    words = {page.tokens[place].text for place in places if not page.tokens[place].text.isdigit()}
    if len({len(word) > _LONGEST_LETTERS for word in words}) > 1:
        return False  # letters and words together
    foreign = style.name.endswith(" letters")
    return not foreign or sum(page.tokens[place].text in words - {*STANDARD} for place in places) > 1


_LONGEST_LETTERS: Final = 2


def _found(page: _Page, split: TwoDecks, style: Style) -> FoundDeal:
    decks = [[page.cards[place] for place in places] for places in (split.first, split.second)]
    suits = ["".join(card.suit for card in deck) for deck in decks]
    if not all(len(suit) == len(deck) for suit, deck in zip(suits, decks, strict=True)):
        suits = ["", ""]
    first, second = (tuple(card.rank for card in deck) for deck in decks)
    if split.turned:
        first, second, suits = second, first, suits[::-1]
    with_cards = {token.line for card in page.cards for token in page.tokens[card.first : card.last + 1]}
    words = {token.line for token in page.tokens if token.text[0].isalnum()}
    over = tuple(sorted(words - with_cards))
    dealt = split.how if split.how in ("halves", "alternate") else ""
    return FoundDeal(Deal(first, second, *suits), style.name, dealt, style.name.startswith("numbers"), over)
