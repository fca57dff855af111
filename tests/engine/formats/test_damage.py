"""Damaged pastes and other texts: another deal than the one pasted is never read without a word."""

import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Final
from zlib import crc32

import pytest
from published import lines
from quick import slow

from engine.cards import Deal
from engine.formats import NotationError, Reading, read

UNSEEN: Final = Path(__file__).with_name("texts.jsonl").read_text(encoding="utf-8").splitlines()
PASTES: Final = [
    *(paste["text"] for name in ("pastes", "people_pastes", "held_pastes") for paste in lines(name)),
    *(json.loads(row)["text"] for row in UNSEEN if '"group": "unseen' in row),
]
DAMAGE: Final = ("X", "zz", "foo", "?", "Jokr", "К", "А")
"""What a word is replaced by; the last two are Cyrillic letters that look like Latin ones."""
WORDS: Final = (r"\S+", r"\w+", r"[^\W_]+")


def readings(text: str) -> list[list[Deal]]:
    """Return the deals of every reading of a text, none where it is refused."""
    try:
        found = read(text)
    except NotationError:
        return []
    every = [found] if isinstance(found, Reading) else [choice.reading for choice in found.readings]
    return [[item.deal for item in reading.deals] for reading in every]


@pytest.mark.parametrize("tries", [150, slow(20_000)])
def test_a_damaged_word_never_gives_another_deal(tries: int) -> None:
    source, undamaged = random.Random(33), cache(readings)
    wrong = []
    for _ in range(tries):
        text = source.choice(PASTES)
        word = source.choice([*re.finditer(source.choice(WORDS), text)] or [*re.finditer(r"\S+", text)])
        damage = source.choice(DAMAGE)
        if damage in "КА" and re.search("[А-Яа-я]", text):
            continue  # noqa: RUF003, in Cyrillic cards К is the king
        damaged = f"{text[: word.start()]}{damage}{text[word.end() :]}"
        found = readings(damaged)
        if len(found) == 1 and undamaged(text) and found[0] not in undamaged(text):
            wrong.append((damaged, found))
    assert not wrong, f"{len(wrong)}: {wrong[:5]}"


def paragraphs() -> list[str]:
    """Return the paragraphs of our own sources and texts that hold no hand."""
    root = Path(__file__).parents[3]
    files = [*root.glob("*.md"), *(root / ".github").glob("*.md"), *sorted((root / "engine").rglob("*.py"))]
    files += [*sorted((root / "dashboard").rglob("*.py")), *sorted((root / "dashboard").rglob("*.js"))]
    texts = [file.read_text(encoding="utf-8") for file in files]
    every = [paragraph for text in texts for paragraph in re.split(r"\n\s*\n", text)]
    return [one for one in every if len(one.split()) > 8 and not re.search(r"\b[2-9TJQKA]{3,}\b|\w/\*", one)]


def test_prose_and_programs_are_not_taken_for_deals() -> None:
    chosen = sorted(paragraphs(), key=lambda text: crc32(text.encode()))[:150]  # others may change
    taken = [(text, found) for text in chosen if len(found := readings(text)) == 1]
    assert not taken, f"{len(taken)}: {taken[:5]}"
