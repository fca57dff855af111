"""Dealing by number: the same deal for ever, and every deal as likely."""

from collections import Counter
from itertools import islice

import pytest
from chance import chi_square, critical
from hypothesis import given
from hypothesis import strategies as st
from published import lines

from engine.cards import LARGEST_PACK, Deal, Pack, deal_cards, shuffled
from engine.cards.random_stream import DEALING, LARGEST_SEED, stream_key, words


def test_golden_deals_never_change() -> None:
    for row in lines("deals"):
        deal = deal_cards(Pack.parse(row["pack"]), seed=row["seed"], number=row["number"])
        assert (deal.text, deal.suits_1 + deal.suits_2) == (row["deal"], row["suits"])


def shown(size: int, seed: int, number: int) -> tuple[list[int], int]:
    """Shuffle as the documentation tells it, and count how often the deal was drawn again.

    One piece after the other is cut off a long number, and cards are inserted; nothing is shared
    with `engine.cards` but the stream.
    """
    bits = 16 if size <= 128 else 32
    words_a_try = (size - 1 + 64 // bits - 1) // (64 // bits)
    source = words(stream_key(DEALING, seed, number))
    again = 0
    while True:
        pieces = sum(word << 64 * at for at, word in enumerate(islice(source, words_a_try)))
        cards = [0]
        for card in range(1, size):
            scaled = pieces % 2**bits * (card + 1)
            pieces >>= bits
            place, rest = divmod(scaled, 2**bits)
            if rest < 2**bits % (card + 1):
                break
            cards.append(card)
            cards[place], cards[card] = card, cards[place]
        else:
            return cards, again
        again += 1


@given(st.integers(2, 300), st.integers(0, LARGEST_SEED), st.integers(0, LARGEST_SEED))
def test_shuffling_is_done_as_told(size: int, seed: int, number: int) -> None:
    assert shuffled(size, seed=seed, number=number) == shown(size, seed, number)[0]


def test_one_deal_of_52_in_a_hundred_is_drawn_again() -> None:
    again: Counter[int] = Counter()
    for number in range(10_000):
        cards, tries = shown(52, 1, number)
        again[tries] += 1
        if tries:
            assert shuffled(52, seed=1, number=number) == cards
    kept = 1.0
    for bound in range(2, 53):
        kept *= 1 - 2**16 % bound / 2**16
    assert 0.99 < kept < 0.992
    redrawn = 10_000 - again[0]
    assert abs(redrawn - 10_000 * (1 - kept)) < 4 * (10_000 * kept * (1 - kept)) ** 0.5


@pytest.mark.parametrize(("size", "permutations"), [(4, 24), (5, 120)])
def test_every_permutation_is_as_likely(size: int, permutations: int) -> None:
    counts = Counter(tuple(shuffled(size, seed=11, number=n)) for n in range(300 * permutations))
    assert len(counts) == permutations
    assert chi_square(counts.values()) < critical(permutations - 1)


@given(st.integers(1, 60), st.integers(1, 12), st.integers(0, LARGEST_SEED))
def test_a_pack_is_dealt_whole_and_in_halves(ranks: int, copies: int, number: int) -> None:
    if ranks * copies < 2:
        return
    pack = Pack(ranks, copies)
    deal = deal_cards(pack, seed=3, number=number)
    assert len(deal.deck_1) - len(deal.deck_2) == pack.size % 2
    lowest = 15 - ranks if ranks <= 13 else 1
    cards = Counter((*deal.deck_1, *deal.deck_2))
    assert cards == dict.fromkeys(range(lowest, lowest + ranks), copies)
    suited = Counter(zip((*deal.deck_1, *deal.deck_2), deal.suits_1 + deal.suits_2, strict=True))
    assert max(suited.values()) == -(-copies // 4)
    assert Deal.parse(deal.text) == deal


def test_what_is_no_pack_is_refused_with_the_repair() -> None:
    assert (Pack.parse("1x4096"), Pack.parse("0999X4")) == (Pack(1, 4096), Pack(999, 4))
    for ranks, copies in ((0, 4), (13, 0), (1, 1), (1000, 1), (13, LARGEST_PACK), (-2, -2)):
        with pytest.raises(ValueError, match=rf"^a pack of {ranks} x {copies} has .*: use [^.]*$"):
            Pack(ranks, copies)
    for text in ("", "x", "13", "13x", "x4", "13x4x2", "13 x4", "-1x4", "١٣x4", "99999x1"):
        with pytest.raises(ValueError, match=r"is not a pack: write ranks x copies, such as 13x4$"):
            Pack.parse(text)
