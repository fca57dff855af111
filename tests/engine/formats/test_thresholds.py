"""Every number that decides how a paste is read, from both sides: what just fits and what just does not."""

import pytest

from engine.diagnose import Case, diagnose, read_answer
from engine.formats import LONGEST_TEXT, NotationError, Question, Reading, read
from engine.formats.known_formats import pack_notices
from engine.formats.text import printable


def readings(text: str) -> dict[str, list[str]]:
    """Return the deals of a paste by the format it is read in; several formats where it is asked."""
    found = read(text)
    named = (
        [(found.format, found)]
        if isinstance(found, Reading)
        else [(choice.format, choice.reading) for choice in found.readings]
    )
    return {format: [item.deal.text for item in reading.deals] for format, reading in named}


def codes(text: str) -> list[str]:
    """Return the codes of what is wrong with a paste; none where it is read."""
    try:
        read(text)
    except NotationError as error:
        return [fault.code for fault in error.faults]
    return []


@pytest.mark.parametrize(
    ("fits", "too_long"),
    [
        ("2" * LONGEST_TEXT, "2" * (LONGEST_TEXT + 1)),
        ("♠" * 21_845, "♠" * 21_845 + "22"),  # three bytes each: 65,535
        ("♠" * 21_845 + "2", "♠" * 21_846),
    ],
)
def test_the_longest_text(fits: str, too_long: str) -> None:
    assert LONGEST_TEXT == 65_536
    assert "too-long" not in codes(fits)
    assert codes(too_long) == ["too-long"]


@pytest.mark.parametrize(("wrong", "shown"), [(19, 19), (20, 20), (21, 20), (30, 20)])
def test_how_many_faults_are_told(wrong: int, shown: int) -> None:
    assert codes("AKQJ" * 20 + "X2" * wrong + "\nAKQ") == ["rank"] * shown
    assert codes("AKQJ" * 20 + "é2" * wrong + "\nAKQ") == ["character"] * shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Up to half of the characters may be no rank of the way that fits best; with more it is no deal.
        ("zzzAAA\nzzzAAA", ["rank"] * 6),
        ("zzAAA\nzzzAA", ["rank"] * 5),
        ("zzzAAA\nzzzAA", ["no-deal"]),
        # A word of five characters is taken for cards all the same, one of six is not.
        ("hello", ["rank"] * 4),
        ("hellos", ["no-deal"]),
    ],
)
def test_how_much_of_a_text_may_be_wrong_before_it_is_none(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Two words are two decks from four characters each on; shorter ones may be cards.
        ("AKQ2 KQJ3", {"ranks": ["AKQ2/KQJ3"]}),
        ("AKQ2 KQJ", {"pack-halves": ["AKQ2/KQJ"], "pack-alternate": ["AQKJ/K2Q"]}),
        ("AKQ KQJ3", {"pack-halves": ["AKQK/QJ3"], "pack-alternate": ["AQQ3/KKJ"]}),
        # A pack of a single character has no second deck, one of two has.
        ("KQ", {"pack-halves": ["K/Q"]}),
        # A deal is a list of two strings from four characters each on.
        ('[["AKQJ","2345"],["QJTT","4567"]]', {"list": ["AKQJ/2345", "QJTT/4567"]}),
        ('["AKQJ","2345"]', {"list": ["AKQJ/2345"]}),
        ('[["10H","10S"],["10D","10C"]]', {"list": ["TT/TT"]}),  # of three characters they are cards
        # Two strings of two characters are two decks, two of one character are two cards.
        ('["AK","QJ"]', {"list": ["AK/QJ"]}),
        ('["A","K"]', {"pack-halves": ["A/K"]}),
        # More than half of the words of a deck are single cards: then all must be.
        ("A K QJ T9\n2 3 4 5", {"ranks": ["AKQJT9/2345"]}),
        # A word of up to three characters is one card with its suit, a longer one is a run of them.
        ("4dKs As\n8d 9c", {"cards": ["4KA/89"]}),
        ("10dKs\n8d9c", {"cards": ["TK/89"]}),
        # Words of three hex digits are decks cut in pieces, of one or two they are cards.
        ("AB CDE\n22 333", {"golf": ["TJQKA/22333"]}),
        # A blank line parts two columns of at least three cards in all.
        ("2\n3\n\n4", {"decimal": ["23/4"]}),
        ("2\n\n4", {"ranks": ["2/4"]}),
        # All digits from 2 to 9 without a blank are ranks; with a 0 or a 1 they are numbers.
        ("29\n38", {"ranks": ["29/38"]}),
        ("20\n38", {"decimal": ["20/38"]}),
    ],
)
def test_what_words_are_taken_for(text: str, expected: dict[str, list[str]]) -> None:
    assert readings(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A K QJ\n2 3 4", ["rank"]),  # two of three words are single: QJ is no card
        ("A KQ J T9 8\n2 3 4 5", ["rank", "rank"]),
        ("4dK As\n8d 9c", ["card"]),
        ("AB CD\n22 33", ["rank", "rank", "rank"]),
        ('[["AK","23"],["QJ","45"]]', ["rank", "rank"]),
        ("K", ["deck-missing"]),
    ],
)
def test_what_is_one_card_short_of_it(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


@pytest.mark.parametrize(
    ("text", "deal"),
    [
        ("14 999\n13 0", "14 999/13 0"),
        ("14 1000\n13 0", None),
        ("14 000000999\n13 0", "14 999/13 0"),
        ("14 0000000999\n13 0", None),
        ("14 0\n13 2", "14 0/13 2"),
        ("14 -1\n13 2", None),
    ],
)
def test_the_lowest_and_the_highest_rank_and_the_longest_number(text: str, deal: str | None) -> None:
    if deal is None:
        assert codes(text) == ["range"]
    else:
        assert readings(text) == {"decimal": [deal]}


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("AKQ, KQJ -> 1 " + "9" * 18, "1 " + "9" * 18),
        ("AKQ, KQJ -> 1 " + "9" * 19, None),
        ("AKQ, KQJ -> " + "9" * 18, "9" * 18),
        ("AKQ, KQJ -> " + "9" * 19, None),
        ("1\nAD\n1\nKC\n1 " + "9" * 18, "1 " + "9" * 18),
        ("1\nAD\n1\nKC\n1 " + "9" * 19, None),
        ("1\nAD\n1\nKC\n2 5", "2 5"),
        ("1\nAD\n1\nKC\n3 5", None),
        ("2\n1 5\n1 7\n" + "9" * 18 + " 2", "9" * 18 + " 2"),
        ("2\n1 5\n1 7\n" + "9" * 19 + " 2", None),
        ("2\n1 5\n1 7\n-1", "-1"),
        ("2\n1 5\n1 7\n-2", None),
        ("000001\nAD\n000001\nKC\nPAT", "PAT"),
        ("0000001\nAD\n0000001\nKC\nPAT", None),
    ],
)
def test_the_longest_counts_and_verdicts(text: str, verdict: str | None) -> None:
    if verdict is None:
        assert codes(text)
    else:
        found = read(text)
        assert isinstance(found, Reading)
        assert found.deals[0].expected == verdict


# Packs


LOW = "23456789TJQKA" * 4


PACK = "against a pack of 52 cards"


def notices(*cards: str) -> tuple[str, ...]:
    """Return what is said of deals, each given as all of its cards."""
    decks = (f"{some[: len(some) // 2]}/{some[len(some) // 2 :]}" for some in cards)
    found = read("\n".join(decks))
    assert isinstance(found, Reading)
    return found.notices


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("9TJQKA" * 3 + "9TJQK", ()),
        ("9TJQKA" * 4, ()),
        (
            "9TJQKA" * 3 + "9TJQKK",
            ("against a pack of 24 cards: five kings instead of four, three aces instead of four",),
        ),
        (
            "9TJQKA" * 3 + "9TJQKKK",
            ("against a pack of 24 cards: six kings instead of four, three aces instead of four",),
        ),
    ],
)
def test_from_how_many_cards_on_a_pack_is_missed(cards: str, said: tuple[str, ...]) -> None:
    assert notices(cards) == said


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        (LOW + "234567", f"{PACK}: five twos, threes, fours, fives, sixes and sevens instead of four"),
        (
            LOW + "23456789",
            f"{PACK}: five twos, threes, fours, fives, sixes and sevens instead of four, and 2 more ranks",
        ),
    ],
)
def test_how_many_ranks_are_named(cards: str, said: str) -> None:
    assert notices(cards) == (said,)


def test_the_seventh_rank_is_not_named() -> None:
    (said,) = notices(LOW + "2345678")
    assert (
        said == f"{PACK}: five twos, threes, fours, fives, sixes and sevens instead of four, and 1 more rank"
    )


@pytest.mark.parametrize(
    ("deals", "last"),
    [
        (3, f"deal 3 {PACK}: five twos instead of four"),
        (4, "1 more deal differs from a standard pack"),
        (5, "2 more deals differ from a standard pack"),
        (6, "3 more deals differ from a standard pack"),
    ],
)
def test_how_many_deals_are_told_of(deals: int, last: str) -> None:
    said = notices(*[LOW + "2"] * deals)
    assert said[:3] == tuple(f"deal {number} {PACK}: five twos instead of four" for number in (1, 2, 3))
    assert (len(said), said[-1]) == (min(deals, 4), last)


def test_of_one_deal_no_number_is_said_and_of_whole_packs_nothing() -> None:
    assert notices(LOW + "A") == (f"{PACK}: five aces instead of four",)
    assert notices(LOW, LOW + "A") == (f"deal 2 {PACK}: five aces instead of four",)
    assert notices(LOW, LOW) == ()
    assert pack_notices([]) == ()


@pytest.mark.parametrize(
    "cards", ["789TJQKA" * 4, "6789TJQKA" * 4, "9TJQKA" * 6, "9TJQKA" * 4, LOW, LOW + LOW]
)
def test_no_standard_pack_is_missed(cards: str) -> None:
    assert notices(cards) == ()
    assert notices(f"{cards[1:]}{cards[1]}") != ()


@pytest.mark.parametrize(("letters", "shown"), [(24, "x" * 24), (25, "x" * 23 + "…")])
def test_how_much_of_a_long_word_is_shown(letters: int, shown: str) -> None:
    assert printable("x" * letters) == shown


# Answers


@pytest.mark.parametrize(("length", "fits"), [(2_000, True), (2_001, False)])
def test_the_longest_answer(length: int, fits: bool) -> None:
    text = "2 26".ljust(length)
    if fits:
        assert read_answer(text).forms == ("codingame",)
    else:
        with pytest.raises(NotationError, match=r"an answer of at most 2,000 characters"):
            read_answer(text)


@pytest.mark.parametrize("text", ["{}", "2 {}", "first {}", "a wins in {} steps", "player 1 after {} rounds"])
def test_the_largest_count(text: str) -> None:
    assert read_answer(text.format("9" * 15)).readings[0].count == 10**15 - 1
    with pytest.raises(NotationError, match="an answer was expected"):
        read_answer(text.format("9" * 16))


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        (
            "0",
            [
                ("dailyprogrammer-320", (0,), None),
                ("advent-of-code-22", (), None),
                ("code-golf", (2, 0), None),
            ],
        ),
        ("1", [("dailyprogrammer-320", (1,), None), ("words", (1,), None), ("code-golf", (1,), None)]),
        ("2", [("dailyprogrammer-320", (2,), None), ("words", (2,), None)]),
        ("3", [("words", (), 3), ("advent-of-code-22", (), None)]),
        ("-1", [("codeforces-546c", (), None)]),
        ("1 2", [("codingame", (1,), 2), ("codeforces-546c", (2,), 1)]),
        ("2 3", [("codingame", (2,), 3)]),
        ("3 2", [("codeforces-546c", (2,), 3)]),
        ("1,234", [("words", (), 1_234), ("advent-of-code-22", (), None)]),
    ],
)
def test_what_numbers_alone_may_mean(
    text: str, read_as: list[tuple[str, tuple[int, ...], int | None]]
) -> None:
    assert [(claim.form, claim.winners, claim.count) for claim in read_answer(text).readings] == read_as


@pytest.mark.parametrize("text", ["-2", "3 4", "1 2 3", "12,34"])
def test_what_numbers_alone_cannot_mean(text: str) -> None:
    with pytest.raises(NotationError):
        read_answer(text)


# What is diagnosed


def cases(number: int, cards: int) -> list[Case]:
    found = read(f"{'A' * (cards - 1)}/K")
    assert not isinstance(found, Question)
    return [Case(found.deals[0].deal, got=read_answer("player 1"))] * number


@pytest.mark.parametrize(
    ("number", "cards", "words"),
    [
        (0, 2, "there is no test case: give a deal and what your program says"),
        (501, 2, "501 test cases are too many: take at most 500"),
        (1, 261, "a deal of 261 cards is too large: take one of at most 260"),
    ],
)
def test_too_much_to_diagnose(number: int, cards: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        diagnose(cases(number, cards))


def test_just_enough_to_diagnose() -> None:
    assert diagnose(cases(1, 260)).right
    with pytest.raises(ValueError, match="a deal of 261 cards is too large"):
        diagnose([*cases(499, 2), *cases(1, 261)])  # 500 are not too many
