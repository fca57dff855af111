"""Bad pastes: every code with its place, its token and its repair; all faults at once."""

import pickle

import pytest

from engine.formats import LONGEST_TEXT, Fault, NotationError, read


def faults(text: str, **options: str) -> tuple[Fault, ...]:
    with pytest.raises(NotationError) as caught:
        read(text, **options)
    return caught.value.faults


CASES = [
    ("", "empty", 1, 1, "no cards", "AKQ/KQJ"),
    (" \r\n\t", "empty", 1, 1, "no cards", "AKQ/KQJ"),
    ("hello there, world", "no-deal", 1, 1, "hello there, world", "AKQ/KQJ"),
    ("A1Q\nK23", "rank", 1, 2, "1", "Did you mean T or 10?"),
    ("AKQ\nK2X", "rank", 2, 3, "X", "T, J, Q, K, A"),
    ("AKQJ98/KQ23Z5", "rank", 1, 12, "Z", "T, J, Q, K, A"),
    ("A K Q J\n2 3 XY 4", "rank", 2, 5, "XY", "T, J, Q, K, A"),
    ("D58B3, 8E4KC -> False", "rank", 1, 11, "K", "A to E"),
    ("14 3 2 5\n12 6 x 7", "rank", 2, 6, "x", "0 to 999"),
    ("4d Ks As\r\n8d 1c 9c", "rank", 2, 4, "1c", "TC or 10C"),
    ("4d Ks As\r8d Zc 9c", "rank", 2, 4, "Zc", "then the suit"),
    ("4d Ks As\n8d 8x 9c", "suit", 2, 4, "8x", "c, d, h or s"),
    ("4d Ks As\n8d 8 9c", "suit", 2, 4, "8", "8H"),
    ("4d Ks As\n8d ?! 9c", "card", 2, 4, "?!", "10H or Kd"),
    ("4dKsAs\n8d8x9c", "suit", 2, 3, "8x", "c, d, h or s"),
    ("14 3 2\n-3 5", "range", 2, 1, "-3", "0 to 999"),
    ("14 3 2\n13 1000", "range", 2, 4, "1000", "0 to 999"),
    ("3\nAD\nKC\nQC\nxx\nKH\nQS\nJC", "count", 5, 1, "xx", "player 2's cards"),
    ("3\nAD\n7\nQC\n3\nKH\nQS\nJC", "suit", 3, 1, "7", "7H"),
    ("x\nAD\nKC\nQC\n3\nKH\nQS\nJC", "count", 1, 1, "x", "player 1's cards"),
    ("4\nAD\nKC\nQC\n3\nKH\nQS\nJC", "count-mismatch", 1, 1, "4", "says 4, but 3 cards follow"),
    ("2\nAD\nKC\n2\nKH\nPAT", "count-mismatch", 4, 1, "2", "says 2, but 1 card follows"),
    ("5\n2 1 3\n2 4 2", "count-mismatch", 1, 1, "5", "says 5, but 4 cards follow"),
    ("1\n100\n3 14 13 12\n4 13 12 11", "count-mismatch", 4, 1, "4", "says 4, but 3 cards follow: write 3"),
    ("4\n3 1 3\n2 4 2", "count-mismatch", 2, 1, "3", "says 3, but 2 cards follow"),
    ("x\n2 1 3\n2 4 2", "count", 1, 1, "x", "all cards"),
    ("3\nAD\nKC\nQC", "deck-missing", 4, 3, "the end of the text", "player 2"),
    ("Player 1: AKQ\n", "deck-missing", 1, 14, "the end of the text", "Player 2:"),
    ("K", "deck-missing", 1, 2, "the end of the text", "next line"),
    ("[]", "deck-missing", 1, 3, "the end of the text", "[14, 3], [2, 5]"),
    ("AKQ,", "deck-empty", 1, 4, ",", "each side"),
    (", AKQ", "deck-empty", 1, 1, ",", "each side"),
    ("AKQ\n,", "deck-empty", 2, 1, ",", "such as AK/"),
    ("Player 1:\nPlayer 2:\n3 4", "deck-empty", 1, 1, "Player 1:", "such as AK/"),
    ("Hand 2: AK\nHand 1 =", "deck-empty", 2, 1, "Hand 1 =", "of player 1"),
    ("Player 1: AK\nPlayer 2: ,", "deck-empty", 2, 1, "Player 2:", "of player 2"),
    ("[]\n[14]", "deck-empty", 1, 1, "[", "such as AK/"),
    ("[[14], []]", "deck-empty", 1, 8, "[", "of player 2"),
    ('{"p2": [], "p1": [3]}', "deck-empty", 1, 8, "[", "of player 2"),
    ("'AKQJ' ''", "deck-empty", 1, 8, "''", "of player 2"),
    ("AKQ\nKQJ\n234", "deck-extra", 3, 1, "234", "Take this line out"),
    ("[2,3],[4,5],[6,7]", "deck-extra", 1, 13, "[", "two lists"),
    ("AKQ/KQJ/QJ", "separator", 1, 8, "/", "Keep one /"),
    ("AK/QJ\nAKQJ\nAK/QJ", "separator", 2, 1, "AKQJ", "Put a / between"),
    ("AK, QJ\nAK QJ\nAK, QJ", "separator", 2, 1, "AK QJ", "Put a comma between"),
    ("AKQ, KQJ, QJT", "separator", 1, 9, ",", "Keep the comma"),
    ("14,3,,2\n13,12,11", "separator", 1, 6, ",", "the missing card"),
    ("[14, 3; 2], [4, 5, 6]", "separator", 1, 7, ";", "a comma"),
    ("AKQ23\nPlayer 1: AKQT98\nPlayer 2: KQ567", "label", 1, 1, "AKQ23", "Player 1:"),
    ("Player 1: AKQT98\nPlayer 1: KQ567", "label", 2, 1, "Player 1:", "Player 2:"),
    ("AKQ, KQJ -> maybe", "verdict", 1, 13, "maybe", "True, False, PAT"),
    ("[14, 3, [2, 5]", "bracket", 1, 1, "[", "]"),
    ('[14, 3, 2, 5], [2, "5, 7, 8]', "quote", 1, 20, '"', "Close the quote"),
    ("14 3\n2 5", "form", 1, 1, "14 3", "another"),
    ("АKQ\nKQJ", "look-alike", 1, 1, "А", "Latin letter A"),
    ("AΚQ\nKQJ", "look-alike", 1, 2, "Κ", "Latin letter K"),
    ("AKQ\n\u0663QJ", "foreign-digit", 2, 1, "\u0663", "Write 3."),
    ("AKQ\n²QJ", "foreign-digit", 2, 1, "²", "0 to 9"),
    ("🂡🂢\n🃏🂡", "joker", 2, 1, "🃏", "jokers out"),
    ("🂡🂢\n🂡🂬", "knight", 2, 2, "🂬", "knights out"),
    ("🂡🂢\n🂡🂠", "card-back", 2, 2, "🂠", "the card itself"),
    ("AKQ\nKé2", "character", 2, 2, "é", "out"),
    ("AKQ\nK\x002", "character", 2, 2, "U+0000", "out"),
    ("AKQ\nK\u20282", "character", 2, 2, "LINE SEPARATOR", "out"),
    ("AKQ\nK\ud8002", "character", 2, 2, "U+D800", "out"),
]


@pytest.mark.parametrize(("text", "code", "line", "column", "token", "repair"), CASES)
def test_one_fault(text: str, code: str, line: int, column: int, token: str, repair: str) -> None:
    options = {"format": "labelled"} if code == "form" else {}
    first, *others = faults(text, **options)
    assert (first.code, first.line, first.column, first.token) == (code, line, column, token)
    assert repair in first.repair
    assert not others


CARDS_AS_WORDS = [
    "player1:\n  cards:\n    - {rank: ten}\nplayer2:\n  cards:\n    - {rank: two}\n",
    "Deck 1:\nthese are words\nand these\nDeck 2:\nwords again\nand more\n",
]


@pytest.mark.parametrize("text", CARDS_AS_WORDS)
def test_decks_are_not_empty_because_their_cards_were_not_understood(text: str) -> None:
    lines = text.splitlines()
    second = next(number for number, line in enumerate(lines) if line[-2:] in (" 2", "2:"))
    for fault, at in zip(faults(text), (0, second), strict=True):
        assert (fault.code, fault.line, fault.column, fault.token) == ("deck-empty", at + 1, 1, lines[at])
        passed = f"Passed over in its place: line {at + 2} ({lines[at + 1].strip()}) and 1 more line. "
        assert fault.repair.startswith(passed)


@pytest.mark.parametrize(
    "text", ["Test cases\n/\nare in this folder/", "``` text\n/\n```", "foo bar baz\n\n/"]
)
def test_a_slash_among_words_is_no_deal(text: str) -> None:
    assert faults(text)[0].code == "no-deal"


def test_the_sentence() -> None:
    (fault,) = faults("AKQJT98\nAKQJT91")
    assert str(fault) == "Line 2, column 7: found 1; a rank was expected. Did you mean T or 10?"


def test_look_alikes_and_foreign_digits_are_named() -> None:
    found = faults("К\u0664Q\nKQJ")
    assert [fault.expected for fault in found] == [
        "the Latin letter K, not CYRILLIC CAPITAL LETTER KA,",
        "one of the digits 0 to 9, not ARABIC-INDIC DIGIT FOUR,",
    ]


def test_all_faults_at_once_in_the_order_of_the_text() -> None:
    found = faults("AKQJX98К\n2345з7Z9\nTrue")
    assert [(f.code, f.line, f.column) for f in found] == [
        ("rank", 1, 5),
        ("look-alike", 1, 8),
        ("character", 2, 5),
        ("rank", 2, 7),
    ]


def test_faults_on_many_lines() -> None:
    found = faults("AKQJT/98765\nAKQ1T/98765\nAKQJT/98X65\nAKQJT98765")
    assert [(f.code, f.line, f.column) for f in found] == [
        ("rank", 2, 4),
        ("rank", 3, 9),
        ("separator", 4, 1),
    ]


def test_at_most_twenty_faults() -> None:
    found = faults("AKQJX98\n2345\n".replace("X", "X2" * 30).replace("2345", "K" * 60))
    assert len(found) == 20
    assert [fault.column for fault in found] == list(range(5, 45, 2))
    assert len(faults("К" * 50)) == 20


def test_long_tokens_are_cut() -> None:
    (fault,) = faults("z" * 100)
    assert fault.token == "z" * 23 + "…"


def test_invisible_characters_inside_a_token_are_named() -> None:
    (fault,) = faults("14 3 2 5 6 7\n13 x\u200by 2 3 4 5")
    assert (fault.column, fault.token) == (4, "x<ZERO WIDTH SPACE>y")


def test_places_are_in_the_text_as_pasted() -> None:
    (fault,) = faults("\ufeffA\u200b K Q J\r\n\r\n\tT\u00a09 1 5 6 7")
    assert (fault.line, fault.column, fault.token) == (3, 6, "1")


def test_longer_than_64_kib() -> None:
    (fault,) = faults("2" * (LONGEST_TEXT + 1))
    assert (fault.code, fault.line, fault.column, fault.token) == ("too-long", 1, 1, "65537 characters")
    assert "64 KiB (65,536 bytes)" in fault.expected
    assert faults("\u2660" * 22_000)[0].code == "too-long"
    assert faults("\ud800" * 21_845)[0].code != "too-long"


def test_faults_travel_between_processes() -> None:
    error = NotationError(faults("AKQ\nK2X"))
    again = pickle.loads(pickle.dumps(error))
    assert (again.faults, str(again)) == (error.faults, str(error))


@pytest.mark.parametrize(
    ("text", "line", "repair"),
    [
        ("https://example.com/deal?x=3\n", 1, "Open it, and paste the two decks from there."),
        ("$ war\nTraceback (most recent call last):\n  pop([1, 2], [3], [4])", 2, "your program was given"),
        ("Card@1b6d3586 Card@4554617c\nCard@74a14482", 1, "print the rank and the suit of each card"),
        ("| Evening | Kate |\n|---|---|\n| Monday | 31 |\n| Total | 22 |", 3, "a table without cards"),
        ("for i in range(52):\n    deck.append(i)\n", 1, "Run it"),
        ("When I was seven I learned a game of cards", 1, "words without cards"),
        ("Десятка червей, король пик, туз бубен", 1, "3 cards in Russian words. Write each deck on a line"),
        (
            "Ten of Hearts, X, King of Spades\nnine of zz, Two of Hearts, Ace of Spades",
            1,
            "in this way: 10h ? Ks / ? 2h As",
        ),
    ],
)
def test_a_refusal_says_what_was_found(text: str, line: int, repair: str) -> None:
    (fault,) = faults(text)
    assert (fault.code, fault.line, fault.column) == ("no-deal", line, 1)
    assert repair in fault.repair
