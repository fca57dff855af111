"""The tolerant reader: cards in words, objects, tables and code, found by the form that repeats around them.

What stands between two cards of a deck is the same all over, so a card that was damaged breaks the form and
the text is refused. A reading found here is shown for a yes before it is played.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, pairwise, takewhile
from typing import Final, NamedTuple

from engine.cards import ACE, Deal
from engine.formats import card_styles
from engine.formats.card_styles import A_NAME, A_WORD, AGAIN, FoundCard, Style, Word
from engine.formats.text import RANK_OF, WORDS

Form = tuple[str, ...]
"""What words count as between two cards."""

_FEWEST: Final = 4  # cards in a deal
_FEWEST_ALONE: Final = 6  # cards in a deal without suits, or of two columns
_FEWEST_LARGE: Final = 10  # numbers in a deal of which some are larger than the ace
_FEWEST_IN_A_PACK: Final = 20
_LONGEST_AGAIN: Final = 24  # words behind a card among which its rank or suit may stand once more
_DECKS: Final = 2
_MOST_WORDS: Final = 2  # unknown words per card beside cards without suits: with more, a text is no deal
_LONGEST_LETTERS: Final = 2
_SHORTEST_PLAIN: Final = 4
_SEPARATORS: Final = frozenset(",;|/-.")
_PASSED: Final = WORDS["article"] | WORDS["and"] | {"of", *",;|/", "->"}


MARKS: Final = frozenset((":", "=", "(", "[", "{", "->", "<-", "=>", ":=", "<th>", "</th>", ". ", "! ", "? "))


_SHARED_OUT: Final = frozenset(("each", "half", "halves", "split", "alternate", "alternately", "alternating"))
"""Words that say that one row of cards is two decks."""
_ENDS_A_ROUND: Final = frozenset(
    (")", "]", "}", ";", "</tr>", "vs", "v", "versus", "against", "gegen", "contre")
)

# What stands between cards, and where one deck ends and the next begins.


class _Page(NamedTuple):
    """A text with the cards of one style, and what stands between each card and the next."""

    tokens: list[Word]
    cards: list[FoundCard]
    strays: set[int]
    """Where parts of cards start that belong to no card."""
    gaps: list[Form]
    """What stands between two cards; where no word does, their white space."""
    spaced: list[Form]
    """The same, each with its white space."""

    def before(self, place: int) -> list[Word]:
        """Return the words between a card and the one before it; behind the last one for one more."""
        start = self.cards[place - 1].last + 1 if place else 0
        return self.tokens[start : self.cards[place].first if place < len(self.cards) else None]

    def below(self, place: int) -> Form:
        """Return the form of what stands in front of a card, without the line of the card before it."""
        line = self.tokens[self.cards[place - 1].last].line
        return _form(token for token in self.before(place) if token.line != line)

    def has_stray(self, words: Iterable[Word]) -> bool:
        """Return whether a part of a card is among words."""
        return any(word.start in self.strays for word in words)


def _page(text: str, tokens: list[Word], cards: list[FoundCard], strays: set[int]) -> _Page | None:
    """Find what stands between cards; None where that is a part of a card, or cards of another style."""
    if cards[0].suit:
        tokens = _mark_repeats(tokens, cards)
    mine = {place for card in cards for place in range(card.first, card.last + 1)}
    others = [token for place, token in enumerate(tokens) if place not in mine and token.key != A_WORD]
    signed = any(len(token.text) > 1 and not {*"♣♦♥♠"}.isdisjoint(token.text) for token in others)
    if signed or sum(bool(card_styles.glued(token.text)) for token in others) > 1:
        return None
    if any(token.key == AGAIN for token in tokens) and any(
        token.unknown and token.may_be_card and card_styles.english(token.text) for token in others
    ):
        return None  # a rank or a suit that repeats that of no card belongs to a damaged one
    starts = {tokens[place].start for place in strays if tokens[place].key != AGAIN}
    page = _Page(tokens, cards, starts, [], [])
    for place in range(1, len(cards)):
        words = page.before(place)
        if page.has_stray(words):
            return None
        form = _form(words)
        one, other = tokens[cards[place - 1].last], tokens[cards[place].first]
        blank = card_styles.white_space(text[one.end : other.start]) if one is not other else ""
        page.gaps.append(form or (blank,))
        page.spaced.append((*form, blank))
    names = _names_by_turns(page)
    if names:
        tokens = [
            token._replace(key=A_NAME, unknown=False) if token.key in names else token for token in tokens
        ]
        return _page(text, tokens, cards, strays)
    _smooth(page)
    return page


def _names_by_turns(page: _Page) -> set[str]:
    """Return the names of the players where one of two stands in front of each card."""
    size = len(page.gaps[0])
    counts = Counter([_form(page.before(0))[-size:], *page.gaps])
    if len(counts) != _DECKS or min(counts.values()) < _DECKS or {*map(len, counts)} != {size}:
        return set()
    pairs = [{one, other} for one, other in zip(*counts, strict=True) if one != other]
    names = pairs[0] if len(pairs) == 1 else set()
    return names if all(name[:1].isalpha() and not card_styles.has_card(name) for name in names) else set()


def _mark_repeats(tokens: list[Word], cards: list[FoundCard]) -> list[Word]:
    """Mark where the rank or the suit of each card stands once more behind it, as in objects."""
    ends = [*(card.first for card in cards[1:]), len(tokens)]
    repeats = [
        {
            place - card.last
            for place in range(card.last + 1, min(end, card.last + _LONGEST_AGAIN))
            if card_styles.english(tokens[place].text) in ([(card.rank, "")], [(0, card.suit)])
            or tokens[place].text == str(card.rank)
        }
        for card, end in zip(cards, ends, strict=True)
    ]
    marked = {card.last + behind for behind in set.intersection(*repeats) for card in cards}
    return [
        token._replace(key=AGAIN, unknown=False) if place in marked else token
        for place, token in enumerate(tokens)
    ]


def _smooth(page: _Page) -> None:
    """Let an `and` before the last card of a list count as a comma, and mixed separators as one."""
    usual = Counter(page.gaps).most_common(1)[0][0]
    borders = [place for place, form in enumerate(page.spaced) if form[-1].startswith("\n")]
    borders = borders or [place for place, gap in enumerate(page.gaps) if gap == ("/",)]
    comma = {*usual} - {A_WORD} == {","}
    if not comma and len(borders) != 1:
        return
    words = [page.before(place + 1) for place in range(len(page.gaps))]
    loose = [place not in borders and _separates(gap) for place, gap in enumerate(words)]
    apart = sum(not gap[0].before.strip() for gap, one in zip(words, loose, strict=True) if gap and one)
    unusual = sum(
        bool(gap) and form != usual for gap, form, one in zip(words, page.gaps, loose, strict=True) if one
    )
    # One sign that stands alone, or where others have none, may be a damaged card.
    mixed = (
        sum(loose) + len(borders) == len(loose) > 1 == len(borders)
        and unusual != 1
        and apart != 1
        and ("",) not in page.gaps
    )
    for place, gap in enumerate(words):
        if page.gaps[place] == usual and not mixed:
            continue
        texts = {token.text.casefold() for token in gap} - {",", *WORDS["article"]}
        doubled = [token.text for token in gap].count(",") > 1
        if comma and not doubled and texts <= WORDS["and"] and "\n" not in page.spaced[place][-1]:
            page.gaps[place], page.spaced[place] = usual, (*usual, " ")
        elif mixed and loose[place]:
            page.gaps[place], page.spaced[place] = (",",), (",", " ")


def _separates(gap: Sequence[Word]) -> bool:
    """Return whether nothing stands in a gap but white space or one plain separator."""
    return not gap or (len(gap) == 1 and gap[0].text in _SEPARATORS and not card_styles.is_bad_sign(gap[0]))


def _form(tokens: Iterable[Word]) -> Form:
    """Return the form of words: known ones are all alike."""
    form: list[str] = []
    for token in tokens:
        if token.key != A_WORD or form[-1:] != [A_WORD]:
            form.append(token.key)
    return tuple(form)


class _Beside(NamedTuple):
    """The words beside a deck, the nearest first, and what may be a damaged card among them."""

    words: Sequence[Word]
    line: int
    plain: bool
    """Whether a plain word in small letters is no card."""
    several: bool
    rows: bool
    """Whether a card is damaged with its row only."""


class _Split(NamedTuple):
    """A way to deal the cards of a page: two decks of their places."""

    how: str
    first: Sequence[int]
    second: Sequence[int]
    turned: bool = False
    by_line: bool = False


def _splits(page: _Page) -> Iterator[_Split]:
    """Find every way to deal the cards of a page."""
    number = len(page.cards)
    every = range(number)
    owners = _owners_by_card(page)
    each_owned = sum(map(bool, owners[1:])) * 2 > number
    if each_owned and len(set(page.gaps)) == 1:
        own = _owners_by_card(page, len(page.before(1)))
        one, other = ([place for place in every if own[place][-1:] == [who]] for who in (1, 2))
        if len(one) + len(other) == number:
            yield _Split("owned", one, other)
            return
    columns = _columns(page)
    if columns:
        yield columns._replace(turned=[*owners[0][-2:], *owners[1]][-2:] == [2, 1])
    turns = [who for who, _ in groupby(who[-1:] for who in owners)]
    if each_owned and sorted(turns) != [[1], [2]]:  # else each deck stands by itself
        return
    alike = len(set(page.gaps)) == 1
    borders = _borders(page.gaps) or (_borders(page.spaced) if alike else [])
    breaks = [place for place, gap in enumerate(page.gaps, start=1) if gap[0].startswith("\n")]
    for border in borders:
        if breaks and breaks != [border] and "\n" not in page.spaced[border - 1][-1]:
            continue  # lines end between cards of a deck, and this does not
        first = owners[0][-1] if owners[0] and owners[0] != [1, 2] else 0
        second = owners[border][-1] if owners[border] else 0
        if (first, second) == (2, 1) or (first != 2 and second != 1):
            yield _Split("border", every[:border], every[border:], turned=first == 2)
    wrapped = {*page.gaps} == {(" ",), ("\n",)} and page.gaps.count(("\n",)) > 1
    in_a_pack = number >= _FEWEST_IN_A_PACK or any(
        token.text.casefold() in _SHARED_OUT for token in page.tokens
    )
    if not borders and (wrapped or alike) and in_a_pack:
        half = (number + 1) // 2
        yield _Split("halves", every[:half], every[half:])
        yield _Split("alternate", every[::2], every[1::2])


def _owners_by_card(page: _Page, near: int = 0) -> list[list[int]]:
    """Return the players who are named in front of each card, of the first among the words near it."""
    before = [page.before(place) for place in range(len(page.cards))]
    names = [[token.text for token in words if token.key == A_NAME][-1:] for words in before]
    if names[0]:
        return [[1 + (name != names[0])] for name in names]
    owners = [card_styles.owners_named(words) for words in (before[0][-near:], *before[1:])]
    numbers = set().union(*owners)
    if len(numbers) > _DECKS:  # they count something else
        return [[] for _ in owners]
    return [[number + (0 in numbers) for number in who] for who in owners]


def _columns(page: _Page) -> _Split | None:
    """Return two decks side by side, a round a row."""
    every = range(len(page.cards))
    one_named = card_styles.names_a_deck(page.before(2)) and not card_styles.names_a_deck(page.before(1))
    if len(every) < _FEWEST_ALONE or len(every) % 2 or one_named:
        return None
    ends = page.spaced[1][-1].startswith("\n")
    by_line = ends and not page.spaced[0][-1].startswith("\n")
    signs = {*page.gaps[1], *(token.text for token in page.before(1))}
    if not ends and (len(every) == _FEWEST_ALONE or signs.isdisjoint(_ENDS_A_ROUND)):
        return None
    for forms in (page.gaps, page.spaced):
        rounds, rows = set(forms[::2]), set(forms[1::2])
        if by_line and any(form[-1].startswith("\n") for form in page.spaced[::2]):
            return None
        if by_line:  # whatever follows two cards on their line
            rows = {
                (*page.below(place), form[-1])
                for place, form in enumerate(page.spaced, start=1)
                if not place % 2
            }
        if len(rounds) == len(rows) == 1 and rounds != rows:
            return _Split("columns", every[::2], every[1::2], by_line=by_line)
    return None


def _names_owner(line: Sequence[Word]) -> bool:
    return bool(card_styles.owners_named(line)) or A_NAME in card_styles.keys_of(line)


_STRENGTH: Final[dict[Form, int]] = {("",): 0, (" ",): 1, ("\t",): 2, ("\n",): 3, ("\n\n",): 4}


def _borders(forms: Sequence[Form]) -> list[int]:
    """Return the cards before which a gap stands alone, all the others being alike or weaker white space."""
    counts = Counter(forms)
    alone = {form for form in counts if counts[form] == 1 and len(counts) > 1}
    if len(counts) > _DECKS:
        strength = {form: _STRENGTH.get(form, len(_STRENGTH)) for form in counts}
        *_, second, strongest = sorted(strength.values())
        alone = {form for form in alone if second < strongest == strength[form] and ("",) not in counts}
    found = [place for place, form in enumerate(forms, start=1) if form in alone]
    return found if len(found) <= _DECKS else []


# Whether everything around the decks is explained, so that no word may be a damaged card.


def _explained(page: _Page, split: _Split) -> bool:
    """Return whether nothing around the decks can be a damaged card.

    One would stand where a card may: next to a deck, or behind what stands between two cards. What both
    decks have beside them is no damage.
    """
    if min(len(split.first), len(split.second)) < 2:
        return False
    form = [token.key for token in page.before({"columns": 2, "owned": 1}.get(split.how, split.first[1]))]
    around = _around(page, split, form)
    first = page.cards[0]
    several = page.tokens[first.first].behind == " " and first.first < first.last  # a part of it is left
    glued, uneven = first.first == page.cards[1].first, len(split.first) - len(split.second)
    sides = (*around.backs, *(one[::-1] for one in around.fronts))
    if glued and uneven and any(side[0].text in ".;*" for side in sides if side):
        return False
    plain = several or not (abs(uneven) == 1 or glued)  # no card is missing
    beside = partial(_Beside, plain=plain, several=several, rows=split.by_line)
    fits = partial(_clean, page)
    starts = [page.tokens[page.cards[place].first].line for place in (0, split.second[0])]
    ends = [page.tokens[page.cards[place].last].line for place in (split.second[0] - 1, -1)]
    decks = zip(around.fronts, starts, (split.first, split.second), strict=False)
    at_starts = (beside(side[::-1], line) for side, line, deck in decks if not _quoted(page, deck))
    last_ends = ends[-len(around.backs) :]
    at_ends = (beside(side, line) for side, line in zip(around.backs, last_ends, strict=True))
    starts_well = around.is_labelled or all(fits(one, form[::-1], around.before) for one in at_starts)
    return starts_well and all(fits(one, form, around.behind) for one in at_ends)


class _Around(NamedTuple):
    """What stands before and behind the decks, and how many words of it both decks have."""

    fronts: list[list[Word]]
    backs: list[list[Word]]
    before: int = 0
    behind: int = 0
    is_labelled: bool = False


def _around(page: _Page, split: _Split, form: Sequence[object]) -> _Around:
    front, back = page.before(0), page.before(len(page.cards))
    if split.how == "border":
        border = page.before(split.second[0])
        fronts, backs = [front, border], [border, back]
        before = _shared(*(card_styles.keys_of(side)[::-1] for side in fronts))
        behind = _shared(*([word.text for word in side] for side in backs))
        head, middle = front, border[behind : max(behind, len(border) - before)]
        label = _label(page, head[: len(head) - before], middle)
        if label:
            backs = [border[: len(border) - before - label], back]
        return _Around(fronts, backs, before, behind, label > 0)
    if split.how == "columns" and split.by_line:  # both cards of the last line are there
        line = page.tokens[page.cards[-1].last].line
        return _Around([front], [[token for token in back if token.line != line]])
    if split.how == "owned" and not any(map(_names_owner, card_styles.by_line(front[: -len(form)])[-1:])):
        return _Around([], [back])  # no card can be in a line that names no player
    return _Around([front], [back])


def _quoted(page: _Page, deck: Sequence[int]) -> bool:
    """Return whether a quotation mark opens a deck, not each of its cards: no card stands before it."""
    first, *others = (page.tokens[page.cards[place].first].before for place in deck)
    return first in "'\"" and first not in others


def _shared(*sides: Sequence[str]) -> int:
    """Return with how many words alike all sides begin."""
    return sum(1 for _ in takewhile(lambda keys: len({*keys}) == 1, zip(*sides, strict=False)))


def _clean(page: _Page, beside: _Beside, form: Sequence[str], shared: int) -> bool:
    """Return whether the words beside a deck begin with none that may be a damaged card.

    shared: how many of them both decks have.
    """
    side, line, plain, several, rows = beside
    behind = _shared(card_styles.keys_of(side), form)
    passed = takewhile(
        lambda word: (
            word.text.casefold() in _PASSED
            and not card_styles.is_bad_sign(word)
            and word.start not in page.strays
        ),
        side[behind:],
    )
    place = behind + len([*passed])
    card = page.cards[0]
    if page.has_stray(side[: place + card.last - card.first + 1]):
        return False
    if place == len(side):
        return True
    word, near = side[place], [token for token in side if token.line == side[place].line]
    if place < shared and ((word.line != line and len(near) > _DECKS) or not card_styles.has_card(word.text)):
        return True
    whole = 0 < behind == len(form) and not rows
    if several and not whole:
        return True
    if not word.unknown:
        return not card_styles.is_bad_sign(word) or (word.line != line and not whole and len(near) > 1)
    if word.line != line and not whole:  # alone on the next line, a word may be a card
        lone = sum(token.unknown for token in near) == 1 and not _labelled(near)
        return abs(word.line - line) > 1 or not lone
    after = [
        token for token in side[place + 1 : place + 2] if token.start > word.start and token.line == word.line
    ]
    return any(_names(token) and token.key not in form for token in after) or (
        plain
        and not whole
        and len(word.text) >= _SHORTEST_PLAIN
        and word.text.isalpha()
        and word.text.islower()
    )


def _label(page: _Page, head: Sequence[Word], middle: Sequence[Word]) -> int:
    """Return how many words label the second deck, in the shape of the first one's, a number one higher."""
    named = next((place for place, token in enumerate(middle) if token.text[0].isalnum()), len(middle))
    lead = middle[named:]
    first = len(head) - len(lead)
    if not lead or first < 0 or page.has_stray(head[first:]):
        return 0
    in_front = [token.key for token in head[:first] if token.line == head[first].line]
    if in_front != [token.key for token in middle[:named] if token.line == lead[0].line]:
        return 0
    alike = all(
        one.key == other.key
        or (one.text[1:].isalpha() and other.text[1:].isalpha() and other.text not in _ENDS_A_ROUND)
        or (one.text.isdigit() and other.text.isdigit() and int(one.text) + 1 == int(other.text))
        for one, other in zip(head[first:], lead, strict=True)
    )
    return len(lead) if alike else 0


def _labelled(line: Sequence[Word]) -> bool:
    """Return whether every unknown word of a line has a mark such as a colon, or `has`, behind it."""
    for word in reversed(line):
        if word.key in MARKS or word.text.casefold() in WORDS["has"]:
            return True
        if word.unknown:
            return False
    return True


# The readings of a text.

_EITHER_CARD: Final = re.compile(
    r"\(?\b(?:an? )?(\w+) or (?:maybe )?(?:an? )?(\w+)\b(?: ?\(?\?+| ?\(\w+)?\)?"
)
"""A card that could not be told from another, `a 3 or an 8 (blurred)`."""


class FoundDeal(NamedTuple):
    """A reading: its deal, how its cards are written and dealt, and the lines without cards."""

    deal: Deal
    cards: str
    dealt: str = ""
    numbers: bool = False
    over: tuple[int, ...] = ()


def found_in(text: str) -> list[FoundDeal]:
    """Return every reading of a text in which nothing may be a damaged card."""
    folded = card_styles.fold(text)
    either = _EITHER_CARD.search(folded)
    if either and all(map(card_styles.has_card, either.groups())):
        return [one for card in either.groups() for one in found_in(folded.replace(either[0], card, 1))]
    table = card_styles.table_in_two(folded)
    found = _read_cards(table) if table else []
    start = len(folded) - len(folded.lstrip())
    head = not card_styles.has_card(folded[start:].partition("\n")[0])
    over = (folded.count("\n", 0, start),) * head  # in the rows of a table all is read, only its head is not
    return [one._replace(over=over) for one in found] or _read_cards(folded)


def _read_cards(text: str) -> list[FoundDeal]:
    tokens = card_styles.words_of(text)
    found: dict[Deal, FoundDeal] = {}
    for style, cards, strays in card_styles.in_every_style(tokens):
        if cards and not cards[0].suit:
            cards = _in_rows(tokens, cards)
        if len(cards) < _FEWEST:
            continue
        page = _page(text, tokens, cards, strays)
        if page is None or not _fits_style(page, style):
            continue
        for split in _splits(page):
            if _explained(page, split):
                one = _found(page, split, style)
                found.setdefault(one.deal, one)
    return [*found.values()]


def _in_rows(tokens: list[Word], cards: list[FoundCard]) -> list[FoundCard]:
    """Leave out ranks in lines that begin with words, beside rows of at least three times as many cards."""
    ranks = Counter(tokens[card.first].line for card in cards)
    firsts = {card.first for card in cards}
    words = Counter(token.line for place, token in enumerate(tokens) if token.unknown and place not in firsts)
    words.update(one.line for one, other in pairwise(tokens) if one.text == other.text == "/")  # a comment
    words.subtract(
        {
            tokens[place].line: len(tokens)
            for place in firsts
            if not place or tokens[place - 1].line < tokens[place].line
        }
    )
    most = max(ranks.values())
    prose = {
        line for line, number in ranks.items() if 3 * number <= most and words[line] > 1 and most >= _FEWEST
    }
    return [card for card in cards if tokens[card.first].line not in prose]


def _fits_style(page: _Page, style: Style) -> bool:
    """Return whether a text may be written so: cards without suits need more to be told from other text."""
    firsts = {card.first: page.tokens[card.first].text for card in page.cards}
    if page.cards[0].suit and not style.separate:
        written = " ".join(firsts.values()).upper()  # 0 is a ten only where every ten is 0
        return not (re.search("(?<!1)0", written) and re.search("10|T[CDHS]", written))
    if style.separate:
        return True
    first, last = (page.tokens[page.cards[place].first].line for place in (0, -1))
    beside = [token for place, token in enumerate(page.tokens) if place not in firsts]
    others = [token for token in beside if first <= token.line <= last]
    around = (
        [token for token in line if token.text[0].isalnum()]
        for line in card_styles.by_line(beside)
        if line[0].line not in range(first, last + 1)
    )
    if any(words and all(card_styles.has_card(word.text) for word in words) for words in around):
        return False  # a line of other cards
    unknown = [token.text for token in others if token.unknown]
    numbers = style.name == "numbers"
    if len(unknown) > _MOST_WORDS * len(page.cards) or (numbers and any(map(str.isdigit, unknown))):
        return False
    if numbers and len(firsts) < _FEWEST_LARGE and any(card.rank > ACE for card in page.cards):
        return False  # few numbers, larger than cards have: a program's own
    if style.runs:
        lettered = not all(map(str.isdigit, firsts.values()))
        return lettered and len(firsts) == _DECKS and all(map(_named, card_styles.by_line(others)))
    words = [word for word in firsts.values() if not word.isdigit()]
    foreign = sum(word not in RANK_OF for word in words)
    return (
        len(page.cards) >= _FEWEST_ALONE
        and len({len(word) > _LONGEST_LETTERS or word.islower() for word in words}) < 2
        and (not style.name.endswith(" letters") or foreign > 1)
    )


_NAMING: Final = frozenset((":", "=", ":=", "<-", "->", "=>"))


def _names(word: Word) -> bool:
    """Return whether a word or sign stands behind a name."""
    return word.key in _NAMING or word.text.casefold() in WORDS["has"]


def _named(line: Sequence[Word]) -> bool:
    """Return whether a line has no unknown word, or names something with a colon or the like."""
    return not any(token.unknown for token in line) or not _NAMING.isdisjoint(card_styles.keys_of(line))


def _found(page: _Page, split: _Split, style: Style) -> FoundDeal:
    decks = [[page.cards[place] for place in deck] for deck in (split.first, split.second)]
    if split.turned:
        decks.reverse()
    suits = ["".join(card.suit for card in deck) for deck in decks]
    if [*map(len, suits)] != [*map(len, decks)]:
        suits = ["", ""]
    first, second = (tuple(card.rank for card in deck) for deck in decks)
    with_cards = {token.line for card in page.cards for token in page.tokens[card.first : card.last + 1]}
    over = {token.line for token in page.tokens if token.text[0].isalnum()} - with_cards
    dealt = split.how if split.how in ("halves", "alternate") else ""
    numbers = style.name.startswith("numbers")
    return FoundDeal(Deal(first, second, *suits), style.name, dealt, numbers, tuple(sorted(over)))
