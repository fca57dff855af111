"""The deal: one line of text that is read back, refusals with the column, suits for the eye."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_deals, deals

from engine.cards import HIGHEST_RANK, Deal

WRITTEN = {
    "/": Deal((), ()),
    "A/": Deal((14,), ()),
    "/T2": Deal((), (10, 2)),
    "23/45": Deal((2, 3), (4, 5)),
    "023/45": Deal((23,), (45,)),
    "023/": Deal((23,), ()),
    "/023": Deal((), (23,)),
    "1 14/13": Deal((1, 14), (13,)),
    "0/999": Deal((0,), (999,)),
}


def test_how_a_deal_is_written() -> None:
    assert {deal.text: deal for deal in WRITTEN.values()} == WRITTEN


SLASHES = "slashes: write both decks with one / between, top card first"
RANKS = "is not a rank: write letters 23456789TJQKA without spaces, or decimal ranks 0 to 999 with spaces"
REFUSED = {
    "": f"'' has 0 {SLASHES}",
    "2/3/4": f"'2/3/4' has 2 {SLASHES}",
    "2X/3": f"column 1: '2X' {RANKS}",
    "1 2/3 1000": f"column 7: '1000' {RANKS}",
    "1 2/3 ٣": f"column 7: '٣' {RANKS}",
    "1  -2/3": f"column 4: '-2' {RANKS}",
}


def test_what_is_no_deal_is_refused_with_column_and_repair() -> None:
    for line, sentence in REFUSED.items():
        with pytest.raises(ValueError, match=rf"^{re.escape(sentence)}$"):
            Deal.parse(line)
    for rank in (-1, HIGHEST_RANK + 1):
        for decks in (((rank,), ()), ((), (rank,))):
            with pytest.raises(ValueError, match=rf"^rank {rank} is out of range: ranks go from 0 to 999$"):
                Deal(*decks)
    for suits in (("c", ""), ("cx", ""), ("", "cc"), ("cdh", "")):
        with pytest.raises(
            ValueError, match=r"do not fit a deck of size \d: write one of cdhs- for each card$"
        ):
            Deal((2, 3), (4,), *suits)


some_text = st.text(alphabet="0123456789TJQKA /x\n", max_size=30) | st.text(max_size=30)


@given(some_text)
def test_any_line_is_a_deal_that_is_read_back_or_a_value_error(line: str) -> None:
    try:
        deal = Deal.parse(line)
    except ValueError:
        return
    assert Deal.parse(deal.text) == deal
    assert (deal.text.strip(), "\n" in deal.text) == (deal.text, False)


@given(any_deals() | deals())
def test_a_deal_is_read_back(deal: Deal) -> None:
    assert Deal.parse(deal.text) == deal


@given(deals(), st.data())
def test_given_suits_are_kept_and_the_others_are_made_up(deal: Deal, data: st.DataObject) -> None:
    def suits(deck: tuple[int, ...]) -> str:
        return data.draw(st.just("") | st.text("cdhs-", min_size=len(deck), max_size=len(deck)))

    given_1, given_2 = suits(deal.deck_1), suits(deal.deck_2)
    shown = Deal(deal.deck_1, deal.deck_2, given_1, given_2).eye_suits()
    asked = (given_1 or "-" * len(deal.deck_1)) + (given_2 or "-" * len(deal.deck_2))
    assert len(shown) == deal.size
    assert set(shown) <= set("cdhs")
    assert all(asked_for in ("-", suit) for asked_for, suit in zip(asked, shown, strict=True))
    # No card is shown twice as long as four suits are enough and the given ones do not clash.
    ranks = (*deal.deck_1, *deal.deck_2)
    twice = Counter(zip(ranks, asked, strict=True))
    if all(number == 1 for (_, suit), number in twice.items() if suit != "-"):
        for rank, number in Counter(ranks).items():
            different = {suit for one, suit in zip(ranks, shown, strict=True) if one == rank}
            assert len(different) == min(number, 4)


def test_suits_take_no_part_in_comparing_and_are_swapped_with_their_decks() -> None:
    assert Deal((2,), (3,), "c", "d") == Deal((2,), (3,))
    assert hash(Deal((2,), (3,), "c", "d")) == hash(Deal((2,), (3,)))
    swapped = Deal((2, 3), (4,), "cd", "h").swapped()
    assert (swapped, swapped.suits_1, swapped.suits_2) == (Deal((4,), (2, 3)), "h", "cd")
    assert swapped.swapped().suits_1 == "cd"
    assert Deal((2,) * 9, (), "ss-------").eye_suits() == "sshdchdcs"
