"""Words of a pasted text, and the cards among them: what cards are called in 17 languages."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from html import unescape
from itertools import chain, groupby, pairwise
from operator import attrgetter
from textwrap import dedent
from typing import Final, NamedTuple

from engine.cards import LETTERS, SUITS
from engine.formats.text import INVISIBLE, LINE_END, RANK_OF, READ_AS, SUIT_OF, SUIT_SIGNS, WORDS, table
from engine.formats.tokens import HEX_RANK_OF

# Languages, and the words around decks.

# `languages.csv` has a row each: the words for its ranks and suits, other spellings behind a bar, and the
# letters of its jack, queen, king and ace where they are not J, Q, K and A.

_COURT: Final = (11, 12, 13, 14)


class Language(NamedTuple):
    """The cards of one language: its words for ranks and suits, and the letters of its court cards."""

    name: str
    ranks: dict[str, int]
    suits: dict[str, str]
    letters: dict[str, int]
    compound: re.Pattern[str]
    """A suit and a rank written as one word, in either order."""


def _language(row: dict[str, str]) -> Language:
    rank_words = {word: RANK_OF[letter] for letter in LETTERS for word in row[letter].split("|")}
    suit_words = {word: suit for suit in SUITS for word in row[suit].split("|")}
    court = dict(zip(row["letters"].split() or "JQKA", _COURT, strict=True))
    rank, suit = ("|".join(sorted(words, key=len, reverse=True)) for words in (rank_words, suit_words))
    rank = f"{rank}|10|[2-9jqka]"
    compound = re.compile(rf"(?:(?P<r>{rank})(?:of)?(?P<s>{suit})|(?P<t>{suit})(?P<q>{rank}))", re.IGNORECASE)
    return Language(row["language"], rank_words, suit_words, court, compound)


LANGUAGES: Final = tuple(map(_language, table("languages")))

LABELS: Final = {word for word in WORDS["label"] | WORDS["owner"] if len(word) > 1}
"""Words that a number may follow without being a card."""
KNOWN: Final = WORDS["label"] | WORDS["owner"] | WORDS["around"] | WORDS["has"] | WORDS["article"]
"""Words that stand around decks, and are no damaged cards."""

# The text as tokens: words, signs and tags, each with what it counts as between cards.

_KEYCAP: Final = "\u20e3"
_FOLDED: Final = {
    **{sign: plain for sign, (plain, _) in READ_AS.items() if len(sign) == 1},
    **dict.fromkeys((*INVISIBLE, _KEYCAP), ""),
    **dict.fromkeys("–—−‑", "-"),
    **dict.fromkeys("•●▪‣◦·∙", "*"),
    **dict.fromkeys("│┃｜", "|"),
    **dict.fromkeys("«»‹›`´", "'"),
    "🔟": "10",
    "\r": "",
}
_TAGS: Final = "t[dhr]|h[1-6]|table|tbody|thead|li|[uo]l|p|br|b|i|div|span|code|pre|strong|em"
_PICTURES: Final = re.compile("[\U0001f100-\U0001faff]")
"""Emoji that stand around cards; playing cards lie below."""
_BEFORE_LINES: Final = re.compile(
    r"^[ \t]*(?:(?:irb\S*?)?(?:>[ \t]*)+|(?:;;+|--+)[ \t]|\[?(?:\d{1,4}[./-]\d\d?[./-]\d{1,4},?[ \t]+)?"
    r"\d\d?:\d\d(?::\d\d)?(?:[.,]\d+)?(?:[ \t]?[ap]m)?(?:, \d\d?[./-]\d\d?[./-]\d{2,4})?\]?"
    r"(?:[ \t]+-(?=[ \t]))?)|^[ \t]*\[\d+\](?=[ \t])",
    re.MULTILINE | re.IGNORECASE,
)
"""What mail, chats and consoles print in front of a line: `> `, `[19:02] `, `3/4/24, 9:05 pm - `, `[1] `."""
_SPEAKER: Final = re.compile(rf"^[ \t]*<(?!/?(?:{_TAGS})\b)[@+~]?(\w[\w .-]{{0,24}})>(?=[ ])", re.MULTILINE)
"""Who says a line of a chat, `<anna> `."""
_COMMENT: Final = re.compile(
    r"(?:(?<=[,;{}()\[\]])[ \t]*|(?<=:)[ \t]+|(?<=\S)[ \t]{2,})(?://|[#%][ \t])[^\n]*$", re.MULTILINE
)
_CONTINUED: Final = re.compile(r"(['\"])[ \t]*[+.&\\]?[ \t]*\n[ \t]*\1")
"""Where a string of a program goes on in the next line."""
_BEFORE_WORDS: Final = re.compile(r"(?<=[=>]):(?=\w)|(?<=[{(\[]):(?=\w)|(?<=[\s,]):(?=[a-z]{2})")
"""The mark of a name in Ruby and Elixir, `rank=:king` beside `rank=2`."""
_ADDRESS: Final = re.compile(r":?\b0x[0-9a-f]{6,}\b|(?<=\w): ?'?\w+'?(?=>)", re.IGNORECASE)
"""Where an object lies in memory, and the value of a name, `<Rank.TWO: 2>`."""
_TIMES: Final = re.compile(r"\b(?!0)(\w+)(?: ?[x×]|[x×] )([2-4])\b")
_CONTRACTED: Final = re.compile(r"(?<=\w)'(?:s|t|re|ll|ve|m|d)\b|\b[DLdl]'(?=\w)")
_REMARK: Final = re.compile(
    r"(?<![ \t])[ \t]*\((?!(?:an? )?(?:10|[2-9TJQKAtjqka]) or )"
    r"(?=[^()\n]*[^\W\d_]{2} [^\W\d_]{2,} [^\W\d_]{2})[^()\n]*\)"
)
"""A remark in brackets; `(3 or maybe an 8)` is none."""
_MOST_REMARKS: Final = 50
_WHOLE: Final = re.compile(r"\b(\d+)\.0+\b")
_TOKEN: Final = re.compile(
    rf"(?P<tag></?(?:{_TAGS})\b[^<>\n]{{0,80}}>)|(?P<word>(?:[^\W_]|[♣♦♥♠])+)|"
    r"(?P<sign>(?<![\w♣♦♥♠])(?P<quote>['\"])[^\w\s,♣♦♥♠](?P=quote)|->|<-|=>|:=|[^\s\w]|_)"
)
_LEGEND: Final = re.compile(
    r"(?P<open>[([#/][/*]*[^\S\n]*)?"
    r"(?:\b\w{1,6}[^\S\n]*(?:=|(?(open)(?<=[^\S\n])-(?=[^\S\n])|=)|\bis\b)[^\S\n]*\w{1,8}\b[,;)\]*/ \t]*){3,}"
)
"""What letters or numbers stand for, such as `(W - walet, D - dama, K - król)` or `11=J 12=Q 13=K`."""
_RANGE: Final = re.compile(
    r"\b(?:number\w*|ranks?|values?|cards?)\b[^\d\n]{0,20}(\d{1,2})[ \t]*"
    r"(?:to|through|up to|-)[ \t]*(\d{1,2})\b",
    re.IGNORECASE,
)
_DECLARED: Final = re.compile(r"<\?[^>\n]*\?>|\\(?:begin|end|hline)\b.*|^\(\d+ rows?\)$", re.MULTILINE)
"""What XML, LaTeX and databases put around data."""
_INDEX: Final = re.compile(r"^[ \t*|$-]*\(?(\d{1,2})(?=[.):][ \t]|[ \t]*[|=])", re.MULTILINE)
_COUNT: Final = re.compile(
    r"(\d{1,3})(?=[ \t]*-?(?:cards?|kart\w*|cart\w*|карт\w*|elements?|items?|entries)\b)"
    r"|\b(?:remaining|count|size|len(?:gth)?|max_?len|capacity|total)['\"]?[ \t]*[:=]?[ \t]*(\d{1,3})\b",
    re.IGNORECASE,
)
_OF_PLAYER: Final = re.compile(
    r"\b(?:player|owner|hand|deck)\w*['\"]?[:=][ \t]*['\"]?([12])\b(?=['\"]?[\s,;]+['\"]?[a-z_]+['\"]?[:=])",
    re.IGNORECASE,
)
"""The number of a player in a row of fields, `player=1 card=...`."""
_COUNTERS: Final = (
    re.compile(r"\b(?P<by>[^\W\d_]+)[ \t#_-]*(?P<number>\d{1,3})\b"),
    re.compile(r"(?<![^\s(])(?P<number>\d{1,2})(?P<by>[.):])(?=\s)"),
)
"""Numbers behind a word, `flip 1`, or before a sign, `1)`, which may count what follows."""
_NAME: Final = re.compile(
    r"^[^\n:=]{0,24}?\b([AB]|one|two)\b(?:[ \t]+\w+){0,2}[ \t]*(?:\([^()\n]*\))?[ \t]*[:=]",
    re.IGNORECASE | re.MULTILINE,
)
"""A deck named by a letter or a word, `A:` or `Player two deck =`."""
NAMED_DECK: Final = re.compile(r"([^\W\d_]+)(\d{1,2})")


_FEWEST_COUNTED: Final = 3
_DECKS: Final = 2
_ORDINAL: Final = re.compile(r"\d+(?:st|nd|rd|th)")


A_WORD: Final = "a known word"
A_NUMBER: Final = "a counter"
AGAIN: Final = "its rank or suit"
A_NAME: Final = "one of two names"


_MAY_BE_CARDS: Final = {"a", *(f"{letter}{number}" for letter in "hd" for number in ("", "a", *range(2, 11)))}


class Word(NamedTuple):
    """A word, sign or tag; `key` is what it counts as where forms are compared."""

    text: str
    start: int
    end: int
    line: int
    key: str
    may_be_card: bool
    """Whether a card or a part of one may stand here."""
    unknown: bool
    """Whether this is a word that may be a damaged card."""
    before: str
    behind: str


def fold(text: str) -> str:
    """Return a text with plain signs for all that look like them, and without the marks of quoted mail."""
    folded = "".join(
        _FOLDED.get(sign, sign) for sign in unicodedata.normalize("NFC", LINE_END.sub("\n", unescape(text)))
    )
    if "   " in folded and not re.search(r"\S\S", folded):  # each letter stands by itself
        folded = re.sub(r"(?<! ) (?! )", "", folded)
    if "<t" not in folded:
        folded = _SPEAKER.sub(r"\1:", _BEFORE_LINES.sub("", folded))
    folded = _CONTINUED.sub("\n", _PICTURES.sub(":", folded))
    for pattern in (_DECLARED, _COMMENT, _BEFORE_WORDS, _ADDRESS):
        folded = pattern.sub("", folded)
    folded = _LEGEND.sub(lambda legend: " " * len(legend[0]), folded)
    folded = _TIMES.sub(lambda times: ", ".join([times[1]] * int(times[2])), folded)
    folded = _REMARK.sub(_without_cards, folded, count=_MOST_REMARKS)
    return _WHOLE.sub(r"\1", _CONTRACTED.sub("", folded))


def _without_cards(remark: re.Match[str]) -> str:
    """Return nothing for a remark in brackets that no word of a card is in, else the remark."""
    return remark[0] if has_card(" ".join(re.findall(r"[^\W\d_]{2,}", remark[0]))) else ""


@lru_cache(maxsize=1)
def words_of(text: str) -> list[Word]:
    """Cut a folded text into tokens."""
    found = [
        match for pattern in (_INDEX, _COUNT, _RANGE, _OF_PLAYER, _NAME) for match in pattern.finditer(text)
    ]
    numbered = {match.start(group + 1) for match in found for group in range(len(match.groups()))}
    numbered |= _counted(text)
    tokens: list[Word] = []
    line, at = 0, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        if match[0] in "'\"" or (len(match[0]) > 1 and match[0].casefold() in WORDS["article"]):
            continue
        key = _key(match, tokens, numbered)
        text_of, spelled = match[0], match[0][0].isalnum() or match[0][0] in "♣♦♥♠"
        field = text[match.end() : match.end() + 2] in ("':", '":')
        marked = (
            field or key in (A_NUMBER, AGAIN) or (key == A_WORD and text_of.casefold() not in _MAY_BE_CARDS)
        )
        unknown = key not in (A_WORD, A_NUMBER) and spelled
        beside = text[at - 1 : at], text[match.end() : match.end() + 1]
        tokens.append(Word(text_of, *match.span(), line, key, spelled and not marked, unknown, *beside))
    return tokens


def _counted(text: str) -> set[int]:
    """Return where numbers count from 0 or 1 beside the same word or sign."""
    beside: dict[str, list[tuple[int, int]]] = {}
    for match in chain(*(pattern.finditer(text) for pattern in _COUNTERS)):
        beside.setdefault(match["by"].casefold(), []).append((int(match["number"]), match.start("number")))
    counted: set[int] = set()
    for word, found in beside.items():
        numbers = [number for number, _ in found]
        rows = sum(number == numbers[0] for number in numbers)
        up = all(other in (one + 1, numbers[0]) for one, other in pairwise(numbers))
        if numbers[0] < _DECKS and up and len(numbers) >= _FEWEST_COUNTED * rows and not has_card(word):
            counted.update(place for _, place in found)
    return counted


def _key(match: re.Match[str], before: Sequence[Word], numbered: set[int]) -> str:
    word = match[0].casefold()
    if match.lastgroup == "tag":
        return f"{re.split(r'[ >]', word)[0]}>"
    if _ORDINAL.fullmatch(word):
        return A_NUMBER
    if match.lastgroup == "sign":
        ends = word in ".!?" and not match.string[match.end() : match.end() + 1].strip()
        return f"{word} " if ends else word
    named = NAMED_DECK.fullmatch(word)
    names_a_deck = named is not None and named[1] in LABELS | WORDS["owner"]
    if names_a_deck or (word in KNOWN and (len(word) > 1 or match[0] == word or not word.isascii())):
        return A_NUMBER if match.start() in numbered else A_WORD
    if (word.isascii() and word.isdigit()) or word in ("one", "two", "a", "b"):
        last = [token.text.casefold() for token in before[-3:] if token.text not in "#_-~"]
        of_field = [text for text in last if text not in "=:\"'"]
        beside = before and "\n" not in match.string[before[-1].end : match.start()]
        of_label = beside and word not in ("a", "b") and not LABELS.isdisjoint(last[-1:])
        if of_label or not WORDS["field"].isdisjoint(of_field[-1:]):
            return A_WORD
        if match.start() in numbered:
            return A_NUMBER
    return word


_PLAIN_SIGNS: Final = frozenset("()[]{}<>\"',;:=|/\\-.*#_$@&+~%") | {"->", "<-", "=>", ":="}


def by_line(tokens: Iterable[Word]) -> list[list[Word]]:
    """Return the words of each line."""
    return [[*line] for _, line in groupby(tokens, key=attrgetter("line"))]


def keys_of(tokens: Iterable[Word]) -> list[str]:
    """Return what words count as where forms are compared."""
    return [token.key for token in tokens]


def white_space(between: str) -> str:
    """Return what kind of white space is in a gap: lines apart, a line, a tab, a blank, none."""
    if "\n" in between:
        return "\n\n" if re.search(r"\n[ \t]*\n", between) else "\n"
    if "\t" in between or "   " in between or re.search("['\"] +['\"]", between):
        return "\t"
    return " " if between else ""


def is_bad_sign(token: Word) -> bool:
    """Return whether a sign may stand for a damaged card: an unusual one, or one that stands alone."""
    if token.text[0].isalnum() or token.key[0] == "<":
        return False
    if token.text in "?!":
        return not token.before.isalnum() or token.behind.isalnum()
    if token.text in ".;#":
        return token.behind in (",", "]") or not (token.before.strip(" \n\t[(,") or token.behind.strip())
    return token.text not in _PLAIN_SIGNS or (
        token.text == "-" and not token.before.strip() and token.behind.isdigit()
    )


def names_a_deck(gap: Sequence[Word]) -> bool:
    """Return whether a gap ends with the name of a deck, which then is the line's."""
    line = [token.text.casefold() for token in gap if token.line == gap[-1].line]
    names = (NAMED_DECK.fullmatch(text) for text in line)
    return not WORDS["owner"].isdisjoint((*line, *(name[1] for name in names if name)))


def owners_named(tokens: Sequence[Word]) -> list[int]:
    """Return the numbers of the players who are named in the last line that names anything."""
    for line in reversed(by_line(tokens)):
        text = " ".join(token.text for token in line).casefold()
        names = re.findall(r"([^\W\d_]+)[ _#:=~-]*([012]|one|two)\b", text)
        found = [
            {"one": 1, "two": 2}.get(number) or int(number)
            for name, number in names
            if name in WORDS["owner"]
        ]
        if found or any(token.unknown and token.text[0].isalpha() for token in line):
            return found
    return []


# The ways to write a card, each tried on the whole text.


class FoundCard(NamedTuple):
    """A card in the text, from its first token to its last."""

    rank: int
    suit: str
    first: int
    last: int


Atoms = Sequence[tuple[int, str]]
"""(rank, ""), (0, suit) or (rank, suit) for each card or part of a card in a word, in their order."""
Reader = Callable[[str], Atoms]


class Style(NamedTuple):
    """One way to write cards: what each word of a text is."""

    name: str
    atoms: Reader
    separate: bool = False
    runs: bool = False


_SUITED: Final = re.compile("(?P<rank>10|[2-9TJQKA0])(?P<suit>[CDHS♣♦♥♠])", re.IGNORECASE)
_TURNED: Final = re.compile("(?P<suit>[CDHS♣♦♥♠])(?P<rank>10|[2-9TJQKA])", re.IGNORECASE)
_NUMBER_GLUED: Final = re.compile(r"(\d{1,2})([CDHS♣♦♥♠])", re.IGNORECASE)
_RUN: Final = re.compile(r"(?:10|[2-9TJQKA]){3,}")
_HEX_RUN: Final = re.compile(r"(?=.*\d)[2-9A-E]{3,}")
_RANKS: Final = {**RANK_OF, "0": 10}


def glued(word: str, card: re.Pattern[str] = _SUITED) -> Atoms:
    """Return the cards of a word that is nothing but cards with their suits."""
    cards = [*card.finditer(word)]
    if sum(len(one[0]) for one in cards) != len(word):
        return ()
    return [(_RANKS[one["rank"].upper()], SUIT_OF[one["suit"]]) for one in cards]


def _number_glued(word: str) -> Atoms:
    match = _NUMBER_GLUED.fullmatch(word)
    return [(int(match[1]), SUIT_OF[match[2]])] if match else ()


def _number(word: str) -> Atoms:
    if word.isascii() and word.isdigit() and len(word) <= 3:
        return [(int(word), "")]
    return [(int(word, 16), "")] if re.fullmatch(r"0[xX][0-9a-fA-F]", word) else ()


def _run(word: str, run: re.Pattern[str] = _RUN, ranks: Mapping[str, int] = RANK_OF) -> Atoms:
    return [(ranks[sign], "") for sign in re.findall("10|.", word)] if run.fullmatch(word) else ()


def _of_language(language: Language, letters: dict[str, int], *, suits: bool = False) -> Reader:
    """Return how to read words of a language, its court cards also by letters, with suits or without."""
    ranks = {**language.ranks, **letters, **{str(number): number for number in range(2, 11)}}
    exact = {word: (rank, "") for word, rank in ranks.items()}
    small = {word.casefold(): (rank, "") for word, rank in ranks.items() if len(word) > 1}
    if suits:
        in_words = {**language.suits, **(SUIT_SIGNS if {"T", "t"}.isdisjoint(letters) else SUIT_OF)}
        small = {**{word: (0, suit) for word, suit in in_words.items()}, **small}

    def whole(word: str) -> tuple[int, str] | None:
        return exact.get(word) or small.get(word.casefold())

    def atoms(word: str) -> Atoms:
        one = whole(word)
        if one or not suits:
            return [one] if one else []
        match = language.compound.fullmatch(word)
        if match:
            rank, suit = match["r"] or match["q"], match["s"] or match["t"]
            found = whole(rank) or whole(rank.upper()), whole(suit)
            return [(found[0][0], found[1][1])] if found[0] and found[1] else []
        sign = next((sign for sign in SUIT_SIGNS if sign in word), "")
        if sign and (word[0] == sign or word[-1] == sign):
            bare = whole(word.replace(sign, "", 1))
            return [(bare[0], SUIT_OF[sign])] if bare and bare[0] else []
        return []

    return lru_cache(maxsize=1_024)(atoms)


_ENGLISH: Final = LANGUAGES[0]
_ENGLISH_LETTERS: Final = {"T": 10, **_ENGLISH.letters}
_SMALL_LETTERS: Final = {letter.lower(): rank for letter, rank in _ENGLISH_LETTERS.items()}
_SUIT_WORDS: Final = {**SUIT_OF, **{word: suit for one in LANGUAGES for word, suit in one.suits.items()}}


def _separate_numbers(word: str) -> Atoms:
    suit = _SUIT_WORDS.get(word.casefold())
    return [(0, suit)] if suit else [atom for atom in _number(word) if atom[0]]


english: Final = _of_language(_ENGLISH, _ENGLISH_LETTERS, suits=True)
_english_letters: Final = _of_language(_ENGLISH, _ENGLISH_LETTERS)


def _small_letters(word: str) -> Atoms:
    return _english_letters(word.upper()) if word == word.lower() and len(word) <= 2 else ()


def _small_run(word: str) -> Atoms:
    return _run(word.upper()) if word == word.lower() and not word.isalpha() else ()


STYLES: Final = (
    # `asks` is a word, and not four cards.
    Style("cards", lambda word: () if len(word) > 2 and word.isalpha() and word.islower() else glued(word)),
    Style("cards", partial(glued, card=_TURNED)),
    *(
        Style(f"{language.name} words", _of_language(language, letters, suits=True), separate=True)
        for language in LANGUAGES
        for letters in (_ENGLISH_LETTERS, language.letters)
    ),
    Style("English words", _of_language(_ENGLISH, _SMALL_LETTERS, suits=True), separate=True),
    Style("numbers and suits", _separate_numbers, separate=True),
    Style("numbers and suits", _number_glued),
    Style("letters", _english_letters),
    Style("letters", _small_letters),
    *(Style(f"{language.name} letters", _of_language(language, language.letters)) for language in LANGUAGES),
    Style("numbers", _number),
    Style("letters", _run, runs=True),
    Style("letters", _small_run, runs=True),
    Style("hex digits", partial(_run, run=_HEX_RUN, ranks=HEX_RANK_OF), runs=True),
)


@lru_cache(maxsize=4_096)
def has_card(text: str) -> bool:
    """Return whether a word of a text is a card or a part of one in some style."""
    return any(style.atoms(word) for style in STYLES for word in re.findall(r"[^\W_]+", text))


def in_every_style(tokens: Sequence[Word]) -> Iterator[tuple[Style, list[FoundCard], set[int]]]:
    """Yield the cards of a text in each style that reads its words otherwise than those before it.

    With them come the places of parts of cards that belong to none.
    """
    words = [(place, token.text) for place, token in enumerate(tokens) if token.may_be_card]
    different = {*(word for _, word in words)}
    seen: list[tuple[bool, dict[str, Atoms]]] = []
    for style in STYLES:
        atoms = {word: found for word in different if (found := style.atoms(word))}
        suits = any(suit for found in atoms.values() for _, suit in found)
        if (style.separate, atoms) not in seen and (suits or not style.separate):
            seen.append((style.separate, atoms))
            parts = [
                FoundCard(rank, suit, place, place)
                for place, word in words
                if word in atoms
                for rank, suit in atoms[word]
            ]
            yield style, *_cards_of(tokens, style, parts)


def _cards_of(
    tokens: Sequence[Word], style: Style, parts: list[FoundCard]
) -> tuple[list[FoundCard], set[int]]:
    if style.separate:
        whole = [part for part in parts if part.rank and part.suit]
        rest = [part for part in parts if not (part.rank and part.suit)]
        cards, strays = _paired(tokens, rest)
        between = {token.key for card in cards for token in tokens[card.first + 1 : card.last]}
        if between <= {A_WORD}:  # some languages write cards in one word or in two
            return sorted([*whole, *cards], key=attrgetter("first")), strays
        return (whole, {part.first for part in rest}) if len(whole) * 2 > len(parts) else (cards, strays)
    letters = [sign for part in parts if (sign := tokens[part.first].text[0]).isalpha()]
    if sum(map(str.isupper, letters)) * 2 > len(letters):  # then words such as `as` are no aces
        parts = [part for part in parts if not tokens[part.first].text[0].islower()]
    return parts, set()


_LONGEST_FORM: Final = 13


def _paired(tokens: Sequence[Word], parts: list[FoundCard]) -> tuple[list[FoundCard], set[int]]:
    """Put ranks and suits together that have the same form between them as most others."""
    pairs = []
    for one, other in pairwise(parts):
        between = tokens[one.last + 1 : other.first]
        form = bool(one.rank), *(token.key for token in between if token.key != A_WORD)  # `of` tells nothing
        if form[0] != bool(other.rank) and one.first != other.first and len(form) <= _LONGEST_FORM:
            pairs.append((form, one, other))
    if not pairs:
        return [], set()
    ((usual, _),) = Counter(form for form, _, _ in pairs).most_common(1)
    cards, used = [], set()
    for form, one, other in pairs:
        if form == usual and one.first not in used:
            cards.append(FoundCard(one.rank + other.rank, one.suit + other.suit, one.first, other.first))
            used |= {one.first, other.first}
    return cards, {part.first for part in parts} - used


# Tables, written as two decks: rows of cells, a row a line or of a statement in SQL.

_CELL_END: Final = re.compile(r"[,;|&\t]| {3,}|(?<=\w):[ \t]")
_NO_CELL: Final = re.compile(r"\b(?:NaN|None|null|NA)\b|<NA>")
_INSERT: Final = re.compile(
    r"insert\s+into\s+['\w.]+\s*(?:\(([^()]*)\)\s*)?values\s*((?:\([^()]*\)[\s,]*)+);?", re.IGNORECASE
)
"""A statement in SQL: the names of its columns, and its rows."""
_NO_ROW: Final = re.compile(r"^create table.*;$|^--.*$", re.IGNORECASE | re.MULTILINE)


def _rows_of(text: str) -> list[list[str]]:
    """Return the cells of a table's rows, all of one length; none where a text is no table."""
    inserts = [*_INSERT.finditer(text)]
    if inserts and not re.search(r"[()'\"]", _NO_ROW.sub("", _INSERT.sub("", text))):
        lines = [one[1] for one in inserts[:1] if one[1]]
        lines += [row for one in inserts for row in re.findall(r"\(([^()]*)\)", one[2])]
    else:
        written = [line.rstrip(" \\") for line in dedent(text).splitlines() if re.search(r"[^\s|:+=-]", line)]
        lines = [re.sub(r"^ *\||\|$", "", line) for line in written]
    spaced = bool(_NO_CELL.search(text)) and not re.search("[,;|&:\t]", text)
    ends = next(
        (re.compile(re.escape(sign)) for sign in "|;" if all(sign in line for line in lines)), _CELL_END
    )
    ends = re.compile(r"(?<=\S)\s+") if spaced else ends
    rows = [[_NO_CELL.sub("", cell).strip(" '\"") for cell in ends.split(line)] for line in lines]
    width = max(map(len, rows), default=1)
    if spaced and len(rows[0]) == width - 1:  # the column that counts has no name
        rows[0] = ["", *rows[0]]
    if not re.search("[,;:]", text):  # a program leaves the last cells of a row out
        rows = [row + [""] * (width - len(row)) for row in rows]
    if width == 1 or any(len(row) != width for row in rows):
        return []
    columns = [column for column in zip(*rows, strict=True) if any(column)]
    return [[*row] for row in zip(*columns, strict=True)]


_FEWEST_ROWS: Final = 3
_MOST_ROWS: Final = 1_000
_NAMING_COLUMN: Final = {*WORDS["owner"], "owner", "who", "name"}
_NAME_PAIRS: Final = ({"1", "2"}, {"0", "1"}, {"a", "b"})


def table_in_two(text: str) -> str | None:
    """Write a table as two decks: one with a card a row and its owner, or two columns of unequal length."""
    rows = _rows_of(text)
    if not _FEWEST_ROWS <= len(rows) <= _MOST_ROWS:
        return None
    head = [name.casefold() for name in rows[0]]
    named = [place for place, name in enumerate(head) if name.removesuffix("_id") in _NAMING_COLUMN]
    columns = [*zip(*rows[bool(named) :], strict=True)]
    whole = all(map(all, rows))
    if not (named or (whole and any(map(has_card, head)))):
        return _by_column(columns)
    owners = named or [place for place, column in enumerate(columns) if _two_names(column)]
    names = [*dict.fromkeys(columns[owners[0]])] if whole and len(owners) == 1 else []
    if len(names) != 2:
        return None
    decks: list[list[tuple[str, ...]]] = [[], []]
    for place, column in enumerate(columns):
        cells = [
            [cell for cell, who in zip(column, columns[owners[0]], strict=True) if who == name]
            for name in names
        ]
        if all(map(_counts, cells)) or (
            named and place not in owners and head[place].split("_")[-1] in WORDS["field"]
        ):
            numbers = [[int(cell) if cell.isdecimal() else 0 for cell in deck] for deck in cells]
            if [*map(sorted, numbers)] != numbers or not all(map(str.isdecimal, column)):
                return None  # the cards are not in their order, or what counts them is damaged
        elif place != owners[0]:
            decks = [[*deck, tuple(more)] for deck, more in zip(decks, cells, strict=True)]
    lines = ["\n".join(map(" ".join, zip(*deck, strict=True))) for deck in decks]
    return "Player 1:\n{}\n\nPlayer 2:\n{}".format(*lines)


def _two_names(cells: Sequence[str]) -> bool:
    """Return whether a column has the names of two players, and no parts of cards."""
    names = {cell.casefold() for cell in cells}
    return len(names) == 2 and (names in _NAME_PAIRS or not any(map(has_card, names)))


def _by_column(columns: Sequence[Sequence[str]]) -> str | None:
    """Write two columns as two decks, one of which ends before the other; a column that counts is none."""
    decks = [[*column] for column in columns if not (_counts(column) or _counts(column[1:]))]
    if len(decks) != 2 or not all(map(has_card, filter(None, (*decks[0][1:], *decks[1][1:])))):
        return None
    if all("" in deck for deck in decks):
        return None
    if not any(has_card(deck[0]) for deck in decks):
        decks = [[f"{deck[0]}:", *deck[1:]] for deck in decks]
    written = ["\n".join(deck).rstrip() for deck in decks]
    return None if any("\n\n" in deck for deck in written) else "\n\n".join(written)


def _counts(cells: Sequence[str]) -> bool:
    """Return whether cells are numbers from 0 or 1 on."""
    return [*cells] in ([str(number + first) for number in range(len(cells))] for first in (0, 1))
