"""The characters of pastes: what they are called, what they stand for, what they are mistaken for."""

import unicodedata
from typing import Final

SUIT_SIGNS: Final = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
"""The four suit signs and the letters of their suits."""

_OUTLINED: Final = {"♧": "♣", "♢": "♦", "♡": "♥", "♤": "♠"}

_GLYPH_BLOCKS: Final = {0x1F0A0: "♠", 0x1F0B0: "♥", 0x1F0C0: "♦", 0x1F0D0: "♣"}
_GLYPH_RANKS: Final = {0x1: "A", **{n: str(n) for n in range(2, 10)}, 0xA: "T", 0xB: "J", 0xD: "Q", 0xE: "K"}
_GLYPHS: Final = {
    chr(block + number): rank + suit
    for block, suit in _GLYPH_BLOCKS.items()
    for number, rank in _GLYPH_RANKS.items()
}
"""The 52 card glyphs of Unicode and the rank and suit each shows."""

NO_CARDS: Final = {
    **dict.fromkeys(
        "\U0001f0bf\U0001f0cf\U0001f0df",
        ("joker", "a card of one of the thirteen ranks", "Take the jokers out."),
    ),
    **dict.fromkeys(
        (chr(block + 0xC) for block in _GLYPH_BLOCKS),
        (
            "knight",
            "a card of one of the thirteen ranks, not a knight,",
            "Use the glyph of the queen or the jack, or take the knights out.",
        ),
    ),
    "\U0001f0a0": ("card-back", "a card with its face shown", "Write the card itself."),
}
"""Code, what is expected and the repair of the glyphs that show none of the 52 cards."""

_SPACES: Final = frozenset(
    "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)
"""Spaces other than the ordinary one."""

INVISIBLE: Final = frozenset(
    "\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff"
)
"""Characters without width that copying leaves behind."""

SELECTORS: Final = frozenset("\ufe0e\ufe0f")
"""The variation selectors that belong to a suit sign (as text, as a picture)."""

_CURLY_QUOTES: Final = {"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'"}

LOOK_ALIKES: Final = {
    **dict(zip("АВСЕКТНавсекТһ", "ABCEKTHabcekTh", strict=True)),
    **dict(zip("ЅѕЈј", "SsJj", strict=True)),
    **dict(zip("ΑΒΕΚΤΗακτ", "ABEKTHakt", strict=True)),
}
"""Letters of other alphabets that look like the Latin letters of ranks and suits."""

READ_AS: Final = {
    **{character: (character, "") for character in (*map(chr, range(32, 127)), "\n", "\t", *SUIT_SIGNS)},
    "\r": ("\n", ""),
    **dict.fromkeys("→⇒", ("->", "")),
    **{sign: (plain, "") for sign, plain in {**_OUTLINED, **_GLYPHS}.items()},
    **dict.fromkeys(INVISIBLE, ("", "invisible characters dropped: #")),
    **dict.fromkeys(_SPACES, (" ", "unusual spaces read as spaces: #")),
    **{chr(0xFEE0 + c): (chr(c), "full-width characters read as ordinary ones: #") for c in range(33, 127)},
    **{quote: (plain, "curly quotes read as straight ones: #") for quote, plain in _CURLY_QUOTES.items()},
}
"""The reading of each character that formats know, and the notice of it; `#` stands for how many."""

_LONGEST_TOKEN: Final = 24


def name_of(character: str) -> str:
    """Return a character's Unicode name, or its number where it has none.

    >>> name_of("\\u200b"), name_of("\\x07")
    ('ZERO WIDTH SPACE', 'U+0007')
    """
    return unicodedata.name(character, f"U+{ord(character):04X}")


def printable(token: str, longest: int = _LONGEST_TOKEN) -> str:
    """Show a token as plain text: invisible characters by name, long tokens cut.

    >>> printable("K\\u200bx"), printable("A" * 40)
    ('K<ZERO WIDTH SPACE>x', 'AAAAAAAAAAAAAAAAAAAAAAA…')
    """
    if len(token) == 1 and not token.isprintable():
        return name_of(token)
    cut = token if len(token) <= longest else f"{token[: longest - 1]}…"
    return "".join(
        character if character.isprintable() and character not in INVISIBLE else f"<{name_of(character)}>"
        for character in cut
    )
