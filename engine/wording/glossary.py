"""The few words of ours that a stranger may not know, each explained in a sentence or two."""

import csv
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Term:
    """A word and what it means: a row of `glossary.csv`."""

    word: str
    meaning: str
    written: str
    """How it stands in a sentence: a regular expression of whole words."""


with Path(__file__).with_name("glossary.csv").open(encoding="utf-8", newline="") as _file:
    GLOSSARY: Final = tuple(Term(**row) for row in csv.DictReader(_file))


@lru_cache(maxsize=1024)
def explained(text: str) -> tuple[Term, ...]:
    """Return the terms that stand in a text of ours, in the order of the glossary.

    >>> [term.word for term in explained("In 3 % of games a war is two deep.")]
    ['War', 'Depth']
    """
    return tuple(
        term for term in GLOSSARY if re.search(rf"(?<![\w-])(?:{term.written})(?![\w-])", text, re.IGNORECASE)
    )
