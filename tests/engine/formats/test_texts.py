"""What is read of hundreds of texts, each kind of fault and every threshold from both sides, for review.

`texts.jsonl` has a text a row, `about` what it and those below it are there for.
"""

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from engine.cards import Deal
from engine.formats import FORMATS, WRITABLE, NotationError, Reading, read, write
from engine.formats.card_styles import A_NUMBER, A_WORD, fold, words_of
from engine.formats.known_formats import FOUND_FORMATS
from engine.formats.prose import is_prose
from engine.formats.text import bottom_first, either_way
from engine.formats.write import INPUTS

TEXTS: Final[dict[str, list[dict[str, Any]]]] = {}
for row in Path(__file__).with_name("texts.jsonl").read_text(encoding="utf-8").splitlines():
    TEXTS.setdefault(json.loads(row)["group"], []).append(json.loads(row))


def of_reading(reading: Reading) -> list[str]:
    """Return the lines that show a reading."""
    deals = [(item.deal, f" -> {item.expected!r}" if item.expected else "") for item in reading.deals]
    suits = [f" ({deal.suits_1}/{deal.suits_2})" if deal.suits_1 else "" for deal, _ in deals]
    shown = [f"{deal.text}{suit}{verdict}" for (deal, verdict), suit in zip(deals, suits, strict=True)]
    over = [f"  passed over {line}" for line in reading.passed]
    return [f"  {reading.format}: {'; '.join(shown)}", *(f"  note: {one}" for one in reading.notices), *over]


def outcome(text: str, options: dict[str, str]) -> list[str]:
    """Return the lines that show what is read, asked or refused."""
    try:
        found = read(text, **options)
    except NotationError as error:
        return [f"  {fault.code}: {fault}" for fault in error.faults]
    if isinstance(found, Reading):
        return of_reading(found)
    lines = [f"  {found.question}"]
    for choice in found.readings:
        lines += [f"  --from {choice.format} ({choice.description})", *of_reading(choice.reading)]
        assert read(text, **options | {"format": choice.format}) == choice.reading
    return lines


def cut(text: str, _: dict[str, str]) -> list[str]:
    """Return what is left of a text if less, and its words: known ones in brackets, counters behind #."""
    left = fold(text)
    words = [
        {A_WORD: f"({one.text})", A_NUMBER: f"#{one.text}"}.get(one.key, one.key) for one in words_of(left)
    ]
    return [f"  {left!r}"] * (left != text) + [f"  {' '.join(words)}"]


def told(text: str, _: dict[str, str]) -> list[str]:
    """Return what each line of a text is taken for."""
    every = (bottom_first, either_way, is_prose)
    return [f"  {', '.join(one.__name__ for one in every if one(line))}: {line}" for line in text.split("\n")]


@pytest.mark.parametrize("group", TEXTS)
def test_what_is_read(group: str, reviewed: Callable[..., None]) -> None:
    lines = []
    for row in TEXTS[group]:
        options: dict[str, str] = {name: row[name] for name in ("format", "top", "ranks") if name in row}
        lines += [f"# {row['about']}"] if "about" in row else []
        show = {"words": cut, "lines": told}.get(group, outcome)
        lines += [f"{row['text']!r}{options or ''}", *show(row["text"], options)]
    reviewed("\n".join(lines))


def test_signs_that_are_read_as_others(reviewed: Callable[..., None]) -> None:
    read_as: dict[str, str] = {}
    for sign in map(chr, (*range(0x3100), *range(0xFE00, 0x10000), *range(0x1F000, 0x1F110))):
        if unicodedata.normalize("NFC", sign) == sign != (plain := fold(sign)):
            read_as[plain] = read_as.get(plain, "") + (sign if sign.isprintable() else f" {ord(sign):x}")
    reviewed("\n".join(f"{plain!r}: {signs}" for plain, signs in sorted(read_as.items())))


def test_what_formats_are_called(reviewed: Callable[..., None]) -> None:
    names = [name for name in FORMATS if name not in FOUND_FORMATS[2:]]
    reviewed("\n".join(": ".join((name, *FORMATS[name])) for name in names))


DEALS: Final = (
    Deal((14, 2, 10), (13, 3), "dch", "sd"),
    Deal((14, 2, 10), (13, 13)),
    Deal((14, 2), (13, 3), suits_2="sd"),
    Deal((23,), (45,)),
    Deal((1, 3), (4, 2)),
    Deal((), (4, 2)),
)


def written(deal: Deal, name: str) -> str:
    try:
        return repr(INPUTS[name].write(deal) if name in INPUTS else write(deal, name))
    except ValueError as error:
        return f"refused: {error}"


def test_how_deals_are_written(reviewed: Callable[..., None]) -> None:
    names = dict.fromkeys((*WRITABLE, *INPUTS))
    reviewed(
        *("\n".join([f"# {deal.text}", *(f"{of}: {written(deal, of)}" for of in names)]) for deal in DEALS)
    )
    for name in {*WRITABLE} & {*INPUTS}:
        assert INPUTS[name].write(DEALS[0]) == write(DEALS[0], name)
