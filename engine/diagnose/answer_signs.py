"""The signs an answer may have around and between its words; any other makes it no answer that we know."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_PAIRS: Final = tuple(
    re.compile(rf"(?<![A-Za-z0-9]){pair}(?![A-Za-z0-9])")
    for pair in ('"[^"]+"', "'[^']+'", r"\([^()]+\)", r"\[[^\[\]]+\]", r"\{[^{}:]+:[^{}]+\}")
)
"""What an answer may stand in, once: quotes, brackets, and the braces of a record with names."""

_BETWEEN: Final = re.compile(
    r"""(?mx)
      ^[ \t]*[-=]?>(?=\s)                           # -> False
    | (?<=[A-Za-z])[ \t]*[:=]                       # WINNER : player2
    | (?<=[A-Za-z])_(?=[A-Za-z0-9])                 # player_2
    | (?<=[A-Za-z])[ \t]+\#(?=[0-9])                # player #2
    | (?<=[A-Za-z])[ \t]+-(?=[ \t])                 # player 2 wins - 26 rounds
    | (?<=[A-Za-z][ ][12][ ])-(?=[ \t])             # player 2 - 26 rounds
    | -(?=[0-9])                                    # the sign of a number
    | (?<=[A-Za-z0-9])[ \t]*[,;]                    # (2, 26)
    | (?<=[A-Za-z0-9])[ \t]*[.!]+(?=[ \t,]*$)       # Player 2 wins!
    | (?<=[A-Za-z])[.!](?=[ \t])                    # Player 2 wins. 26 rounds
    | (?<=[0-9])[.!](?=[ \t]+[A-Za-z])              # Rounds: 26. Player 2 wins
    """
)
_SIGN: Final = re.compile(r"[^\sA-Za-z0-9]")


class Chunk(NamedTuple):
    """What stands between two blanks, and its signs that no answer has there."""

    start: int
    end: int
    signs: tuple[str, ...]


def odd_chunks(text: str) -> Iterator[Chunk]:
    """Return what of an answer in plain text has signs that no judge writes and nobody adds.

    >>> [text for text in ("{{7*7}}", "7/7", "(2, 26)", "WINNER : player_2!") if any(odd_chunks(text))]
    ['{{7*7}}', '7/7']
    """
    for pair in _PAIRS:
        text = pair.sub(lambda match: f" {match[0][1:-1]} ", text)
    text = _BETWEEN.sub(lambda match: " " * len(match[0]), text)
    for chunk in re.finditer(r"\S+", text):
        if signs := _SIGN.findall(chunk[0]):
            yield Chunk(*chunk.span(), tuple(dict.fromkeys(signs)))
