"""The reader under load: round trips, made-up pastes by the thousand, single-token corruptions, time."""

import json
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from published import lines
from quick import slow
from there import of_kind

from engine.cards import Deal, Pack, deal_cards
from engine.formats import LONGEST_TEXT, WRITABLE, Fault, NotationError, Question, Reading, read, write

PASTES = [paste["text"] for paste in lines("pastes")]
LINE_END = re.compile(r"\r\n|\r|\n")


def decks(lowest: int, highest: int, fewest: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(st.integers(lowest, highest), min_size=fewest, max_size=30).map(tuple)


@st.composite
def suited_deals(draw: st.DrawFn) -> Deal:
    first, second = draw(decks(2, 14, 1)), draw(decks(2, 14, 1))
    suits = st.text("cdhs", min_size=len(first + second), max_size=len(first + second))
    given_suits = draw(suits)
    return Deal(first, second, given_suits[: len(first)], given_suits[len(first) :])


def read_back(deal: Deal, format: str) -> Deal:
    (only,) = of_kind(Reading, read(write(deal, format), format=format)).deals
    assert only.expected is None
    return only.deal


@settings(deadline=None, derandomize=True, max_examples=100)
@given(suited_deals(), st.sampled_from(sorted(WRITABLE)))
def test_written_deals_read_back(deal: Deal, format: str) -> None:
    again = read_back(deal, format)
    assert again == deal
    if format in ("cards", "glyphs", "codingame", "labelled"):
        assert (again.suits_1, again.suits_2) == (deal.suits_1, deal.suits_2)


@given(
    decks(0, 999, 0), decks(0, 999, 0), st.sampled_from(["line", "counted", "decimal", "labelled", "list"])
)
def test_any_ranks_read_back(first: tuple[int, ...], second: tuple[int, ...], format: str) -> None:
    deal = Deal(first, second)
    if (first and second) or format in ("line", "counted"):
        assert read_back(deal, format) == deal


@settings(deadline=None, derandomize=True, max_examples=150)
@given(st.one_of(st.tuples(decks(0, 99, 0), decks(0, 99, 0)), st.tuples(decks(2, 14, 0), decks(2, 14, 0))))
def test_our_own_line_is_never_questioned(pair: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    deal = Deal(*pair)
    found = of_kind(Reading, read(deal.text))
    assert found.format == "line"
    assert [each.deal for each in found.deals] == [Deal.parse(deal.text)] == [deal]


@pytest.mark.parametrize("format", sorted(WRITABLE))
def test_whole_packs_are_recognised_without_a_question(format: str) -> None:
    for number in range(20):
        deal = deal_cards(Pack(13, 4), seed=5, number=number)
        found = of_kind(Reading, read(write(deal, format)))
        assert (found.format, found.deals[0].deal, found.notices) == (format, deal, ())


def check_faults(text: str, faults: tuple[Fault, ...]) -> None:
    """Assert that every fault is complete and points into the text, or just behind it."""
    lines = LINE_END.split(text)
    assert 1 <= len(faults) <= 20
    for fault in faults:
        assert fault.code
        assert fault.token
        assert fault.expected
        assert fault.repair
        assert (str(fault)).isprintable()
        assert 1 <= fault.line <= len(lines)
        assert 1 <= fault.column <= len(lines[fault.line - 1]) + 1


def check_question(text: str, question: Question) -> None:
    """Assert that the readings differ, and that the format of each settles on it."""
    deals = [[each.deal for each in choice.reading.deals] for choice in question.readings]
    assert len(deals) >= 2 or question.question.endswith("Play this?")
    assert all(deals.count(each) == 1 for each in deals)
    for choice in question.readings:
        assert read(text, format=choice.format) == choice.reading


def check(text: str) -> str:
    try:
        found = read(text)
    except NotationError as error:
        check_faults(text, error.faults)
        return "faults"
    if isinstance(found, Question):
        check_question(text, found)
        return "question"
    assert found.deals
    return "reading"


SIGNS = (
    "23456789TJQKABCDEcdhs10 \n\n,/->:;[]\"'{}()\t\r=♠♥♡🂡🃏🂬\u200b\ufe0f\u00a0КА\uff21٥\ud800\x00\u2028½²"
    "PlayerTrueFalsPAT"
)


def made_up(source: random.Random) -> Iterator[str]:
    """Pastes without end: raw Unicode, loose signs, and known pastes with a few places changed."""
    while True:
        kind = source.random()
        if kind < 0.1:
            yield "".join(chr(source.randrange(0x110000)) for _ in range(source.randrange(30)))
        elif kind < 0.35:
            yield "".join(source.choices(SIGNS, k=source.randrange(60)))
        else:
            text = source.choice(PASTES)[: source.choice((20, 60, 400))]
            for _ in range(source.randrange(1, 5)):
                start = source.randrange(len(text) + 1)
                end = start + source.randrange(4)
                text = text[:start] + "".join(source.choices(SIGNS, k=source.randrange(3))) + text[end:]
            yield text


@pytest.mark.parametrize("count", [1_000, slow(20_000)])
def test_thousands_of_pastes(count: int) -> None:
    pastes = made_up(random.Random(20_000))
    seen = Counter(check(next(pastes)) for _ in range(count))
    assert seen["reading"] > count // 40
    assert seen["question"] > count // 100


BAD_RANKS = "1 0 X Z ? * F é К 🃏 \u0665 S U . \u2028 ; |"
BAD_CARDS = "1H XX Kx 15H K? ? foo Я 11S 0D H 🃏 K 7 10 Qz . 5#"
BAD_NUMBERS = "x 1.5 -3 1000 foo Я \u0665 ? K 9a 🃏 99999999999 1e3 # 12;"


def _lines(deal: Deal, source: random.Random, format: str, ending: str = "") -> str:
    others = [deal_cards(Pack(13, 4), seed=source.randrange(999), number=1) for _ in range(3)]
    return "\n".join(write(each, format) + ending for each in (deal, *others))


def _advent(deal: Deal, _: random.Random) -> str:
    columns = ("\n".join(map(str, deck)) for deck in (deal.deck_1, deal.deck_2))
    return "\n\n".join(f"Player {who}:\n{column}" for who, column in enumerate(columns, start=1))


def _plain(format: str) -> Callable[[Deal, random.Random], str]:
    return lambda deal, _: write(deal, format)


CORRUPTIBLE: dict[str, tuple[Callable[[Deal, random.Random], str], str, str]] = {
    "line": (_plain("line"), r"[2-9TJQKA]", f"{BAD_RANKS} B C"),
    "lines": (lambda deal, source: _lines(deal, source, "line"), r"[2-9TJQKA]", f"{BAD_RANKS} E"),
    "golf": (_plain("golf"), r"[2-9A-E]", f"{BAD_RANKS} K T J"),
    "golf lines": (
        lambda deal, source: _lines(deal, source, "golf", " -> True"),
        r"[2-9A-E](?![a-z])",
        f"{BAD_RANKS} Q J",
    ),
    "ranks": (_plain("ranks"), r"[2-9TJQKA]", f"{BAD_RANKS} B C D E"),
    "cards": (_plain("cards"), r"\S+", BAD_CARDS),
    "glued": (lambda deal, _: write(deal, "cards").replace(" ", ""), r"(?:10|.)[cdhs]", BAD_CARDS),
    "glyphs": (_plain("glyphs"), r"\S+", BAD_CARDS),
    "codingame": (_plain("codingame"), r"(?m)^(?:10|.)[CDHS]$", BAD_CARDS),
    "labelled": (_plain("labelled"), r"(?:10|[2-9JQKA])[CDHS]\b", BAD_CARDS),
    "advent": (_advent, r"(?m)^\d+", BAD_NUMBERS),
    "decimal": (_plain("decimal"), r"\d+", BAD_NUMBERS),
    "counted": (_plain("counted"), r"(?<=\d )\d+", BAD_NUMBERS),
    "list": (_plain("list"), r"\d+", BAD_NUMBERS),
    "strings": (lambda deal, _: json.dumps([*map(list, deal.text.split("/"))]), r'(?<=")\w(?=")', BAD_RANKS),
}


@pytest.mark.parametrize("cases", [300, slow(3_000)])
def test_a_corrupted_token_is_located(cases: int) -> None:
    """Located: the first fault is on the line of the bad token and begins within it.

    Every layout takes turns; a 13 x 4 pack or a smaller one is dealt and written, one card of it,
    drawn at random, is replaced by a token that is no card there.
    """
    source = random.Random(99)
    missed: list[tuple[str, str, object]] = []
    for number in range(cases):
        name = sorted(CORRUPTIBLE)[number % len(CORRUPTIBLE)]
        make, cards, bad = CORRUPTIBLE[name]
        pack = Pack(13, 4) if number % 4 else Pack(source.choice((6, 8, 9)), source.choice((2, 4)))
        text = make(deal_cards(pack, seed=source.randrange(10**6), number=number), source)
        card = source.choice(list(re.finditer(cards, text)))
        token = source.choice(bad.split(" "))
        corrupted = text[: card.start()] + token + text[card.end() :]
        line = text.count("\n", 0, card.start()) + 1
        column = card.start() - text.rfind("\n", 0, card.start())
        try:
            missed.append((name, token, read(corrupted)))
        except NotationError as error:
            first = error.faults[0]
            if first.line != line or not column <= first.column < column + len(token):
                missed.append((name, token, first))
    assert len(missed) <= cases // 100, missed[:10]


def test_the_longest_texts_take_no_time() -> None:
    for text in (
        "D58B35926B92C7C4C7E8D3DAA2, 8E47C38A2DEA43467EB9566B95 -> False\n" * 1_000,
        "2" * 30_000 + ", " + "3" * 30_000,
        "X" * LONGEST_TEXT,
        "[" * LONGEST_TEXT,
        "\"'" * (LONGEST_TEXT // 2),
        "Player 1:" * 7_000,
        "player" + " " * 65_000 + "x",
        "AdKc/KhQs\n" * 6_500,
        "14 " * 10_000 + "\n" + "3 " * 10_000,
        ",\t" * (LONGEST_TEXT // 2),
        "\u200b" * 20_000 + "A",
        "🃏" * 16_000,
        "and here is one\nAKQ, KQJ\n" * 2_600,
        "player 1 and so on\n" * 3_400,
        "Output:\n" * 8_000,
    ):
        begun = time.process_time()
        try:
            read(text := text[: LONGEST_TEXT // 4])
        except NotationError as error:
            check_faults(text, error.faults)
        # Each takes 0.01 to 0.1 s of one core; anything quadratic takes many seconds.
        assert time.process_time() - begun < 2
