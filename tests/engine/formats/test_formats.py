"""Pastes in every format, as their sources print them, and deals written out again."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.cards import STANDARD_PACK, Deal, Pack, deal_cards
from engine.formats import FORMATS, WRITABLE, NotationError, Question, ReadDeal, Reading, read, write
from engine.formats.known_formats import FOUND_FORMATS, numbering_in, pack_notices

PASTES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "published" / "pastes.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]


def reading(text: str, **options: str) -> Reading:
    found = read(text, **options)
    assert isinstance(found, Reading), found
    return found


@pytest.mark.parametrize("paste", PASTES, ids=lambda paste: paste["name"])
def test_published_pastes(paste: dict[str, Any]) -> None:
    named = {"from": "format", "top": "top", "ranks": "ranks"}
    options = {option: paste[name] for name, option in named.items() if name in paste}
    found = reading(paste["text"], **options)
    assert found.format == paste["format"]
    assert [{"deal": each.deal.text, "expected": each.expected} for each in found.deals] == paste["deals"]
    assert list(found.notices) == paste.get("notices", [])
    if "suits" in paste:
        assert [found.deals[0].deal.suits_1, found.deals[0].deal.suits_2] == paste["suits"]


def test_every_format_has_a_published_paste_or_a_question() -> None:
    asked = {name for name in FORMATS if numbering_in(name)} | {
        "golf-halves",
        "golf-alternate",
        *FOUND_FORMATS,
    }
    assert {paste["format"] for paste in PASTES} | asked == set(FORMATS)


PEOPLE = [
    json.loads(line)
    for name in ("people_pastes.jsonl", "held_pastes.jsonl")
    for line in (Path(__file__).parents[2] / "published" / name).read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("paste", PEOPLE, ids=lambda paste: paste["name"])
def test_pastes_that_people_make(paste: dict[str, Any]) -> None:
    """`gives` is what each gives: read, a yes, asked (the right reading is offered), or refused."""
    try:
        found = read(paste["text"])
    except NotationError:
        assert paste["gives"] == "refused"
        return
    readings = [found] if isinstance(found, Reading) else [choice.reading for choice in found.readings]
    gives = "read" if isinstance(found, Reading) else "yes" if len(readings) == 1 else "asked"
    assert gives == paste["gives"]
    assert Deal.parse(paste["deal"]) in [reading.deals[0].deal for reading in readings]
    if isinstance(found, Question):
        for choice in found.readings:
            assert read(paste["text"], format=choice.format) == choice.reading


def test_the_text_says_which_card_is_on_top() -> None:
    text = "bottom to top:\nAlice has 10H 9S KD\nBob has JS QD 3C"
    assert isinstance(asked := read(text), Question)
    assert asked.question == "Read as: K 9 10 / 3 Q J. Play this?"
    assert reading(text, format="found").deals[0].deal.text == "K9T/3QJ"


def test_a_reading_is_named_when_settled() -> None:
    assert reading("2C3D4C5D", format="golf-halves").deals[0].deal.text == "2Q3K/4Q5K"
    assert reading("2C3D4C5D", format="golf-alternate").deals[0].deal.text == "2345/QKQK"
    assert reading("2C3D4C5D", format="pack-alternate").deals[0].deal == Deal((2, 4), (3, 5))


@pytest.mark.parametrize("format", ["glyphs", "cards"])
def test_signs_and_letters_of_suits_go_by_both_names(format: str) -> None:
    assert reading("Ad Kc\nQh Js", format=format).deals[0].deal.text == "AK/QJ"
    assert reading("A♦ K♣\nQ♥ J♠", format=format).deals[0].deal.suits_2 == "hs"


def test_top_last_turns_decks_and_suits() -> None:
    found = reading("Ad Kc\nQh Js", top="last").deals[0].deal
    assert (found.deck_1, found.suits_1, found.deck_2, found.suits_2) == ((13, 14), "cd", (11, 12), "sh")


def test_one_high_keeps_the_ranks_and_says_so() -> None:
    found = reading("1 3\n2 4", ranks="1-high")
    assert found.deals == (ReadDeal(Deal((1, 3), (2, 4))),)
    assert found.notices == ("1 is the highest rank: the lower rank wins a battle",)


@pytest.mark.parametrize(
    ("text", "notice"),
    [
        ("\ufeffAKQ\nKQJ", "invisible characters dropped: 1 (first at line 1, column 1)"),
        ("A\u200bK\u200dQ\nKQJ", "invisible characters dropped: 2 (first at line 1, column 2)"),
        ("AK\ufe0fQ\nKQJ", "invisible characters dropped: 1 (first at line 1, column 3)"),
        ("A K\nQ\u00a0J", "unusual spaces read as spaces: 1 (first at line 2, column 2)"),
        (
            "\uff21\uff2b\uff31\n\uff12\uff13J",
            "full-width characters read as ordinary ones: 5 (first at line 1, column 1)",
        ),
        (
            "\u201cAKQ\u201d \u201cKQJ\u201d",
            "curly quotes read as straight ones: 4 (first at line 1, column 1)",
        ),
    ],
)
def test_what_was_changed_is_told(text: str, notice: str) -> None:
    assert reading(text).notices == (notice,)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_any_line_end(newline: str) -> None:
    found = reading(newline.join(["", "AKQ", "", "KQJ", "", ""]))
    assert found.deals[0].deal.text == "AKQ/KQJ"
    assert found.notices == ()


def test_windows_line_ends_are_no_blank_lines() -> None:
    assert reading("K\r\n3\r\n\r\nQ\r\n5\r\n").deals[0].deal.text == "K3/Q5"


def test_pack_notices() -> None:
    whole = deal_cards(STANDARD_PACK, seed=1, number=1).text
    assert reading(whole).notices == ()
    kings = whole.replace("7", "K", 1)
    assert reading(kings).notices == (
        "against a pack of 52 cards: three sevens instead of four, five kings instead of four",
    )
    assert reading(f"{whole}\n{kings}").notices == (
        "deal 2 against a pack of 52 cards: three sevens instead of four, five kings instead of four",
    )
    assert reading("\n".join([kings] * 5)).notices[3:] == ("2 more deals differ from a standard pack",)


@pytest.mark.parametrize("pack", ["13x4", "8x4", "9x4", "6x6", "6x4", "13x8"])
def test_standard_packs_need_no_notice(pack: str) -> None:
    assert pack_notices([deal_cards(Pack.parse(pack), seed=2, number=0)]) == ()


def test_small_and_numbered_packs_need_no_notice() -> None:
    assert (
        pack_notices([Deal.parse("AKQJT98765/AKQJT98765"), deal_cards(Pack(40, 1), seed=1, number=1)]) == ()
    )


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("line", "A2T/K3"),
        ("golf", "E2A, D3"),
        ("ranks", "A2T\nK3"),
        ("cards", "Ad 2c 10h\nKs 3d"),
        ("glyphs", "A♦ 2♣ 10♥\nK♠ 3♦"),
        ("decimal", "14 2 10\n13 3"),
        ("codingame", "3\nAD\n2C\n10H\n2\nKS\n3D"),
        ("counted", "5\n3 14 2 10\n2 13 3"),
        ("spoj", "1\n999999\n3 14 2 10\n2 13 3"),
        ("labelled", "Player 1: AD 2C 10H\nPlayer 2: KS 3D"),
        ("list", "[[14, 2, 10], [13, 3]]"),
    ],
)
def test_written_forms(format: str, text: str) -> None:
    deal = Deal((14, 2, 10), (13, 3), "dch", "sd")
    assert write(deal, format) == text
    assert reading(text, format=format).deals[0].deal == deal


def test_labels_without_suits() -> None:
    assert write(Deal((23,), (45,)), "labelled") == "Player 1: 023\nPlayer 2: 45"


@pytest.mark.parametrize("format", ["golf", "ranks", "cards", "glyphs", "codingame"])
def test_ranks_without_a_letter_are_refused(format: str) -> None:
    with pytest.raises(ValueError, match=rf"^{format} has no way to write rank 1: "):
        write(Deal((1, 3), (4, 2)), format)


@pytest.mark.parametrize("format", ["golf", "ranks", "cards", "glyphs", "decimal", "labelled", "list"])
def test_empty_decks_are_refused(format: str) -> None:
    with pytest.raises(ValueError, match=rf"^{format} cannot write an empty deck: "):
        write(Deal((), (4, 2)), format)


def test_unknown_options() -> None:
    with pytest.raises(ValueError, match=r"^format 'chess' is unknown: take one of line, golf"):
        read("AKQ/KQJ", format="chess")
    with pytest.raises(ValueError, match=r"^top 'middle' is unknown: take one of first, last$"):
        read("AKQ/KQJ", top="middle")
    with pytest.raises(ValueError, match=r"^ranks 'ace' is unknown: take one of as-printed, 1-high$"):
        read("AKQ/KQJ", ranks="ace")
    with pytest.raises(ValueError, match=r"^format 'pack-halves' cannot be written: take one of line"):
        write(Deal((2,), (3,)), "pack-halves")


def test_every_writable_form_is_a_format() -> None:
    assert set(WRITABLE) <= set(FORMATS)
