"""What the Diagnose page says: diagnoses and logs made by hand, and the exact words for them."""

from dataclasses import replace

import pytest

from dashboard.ui.controls import size_words
from dashboard.ui.marks import begin, capital, deal_code, marked, note, rules_title
from dashboard.views.diagnose import explained, title, up_to
from dashboard.views.diagnose.answer import (
    close_words,
    confirming,
    differing,
    does_what,
    finding,
    how_many,
    never_distinguished,
    said,
    sides,
)
from dashboard.views.diagnose.inputs import answer_words
from engine.cards import Deal
from engine.diagnose import (
    Case,
    Claim,
    Diagnosis,
    DistinguishingDeal,
    End,
    Explanation,
    Judge,
    Near,
    Program,
    TraceDiff,
    plain,
    read_answer,
)
from engine.formats import ReadDeal, Reading
from engine.numbers import count
from engine.rules import PLAYABLE, Rules
from engine.wording.sentences import Part

GOLF = PLAYABLE["code-golf"]
JUDGE = Judge(GOLF, "code-golf", fits=True, presets=("code-golf",), others=0)
CASE = Case(Deal.parse("3/23"), got=read_answer("1 2"), expected=read_answer("1 2"))
ENDLESS = End(0, 0, True)
TRIED = "2,756 rule sets tried, also with usual mistakes"
BY = "By the judge’s rules, Code golf, :violet[never ends]."


def explanation(code: str, *differences: str) -> Explanation:
    found = Explanation(Program.parse(code), GOLF, "codingame", (CASE,))
    assert found.differences == differences
    return found


RIGHT = explanation("code-golf")
WRONG = explanation("advent-of-code-22", "pickup=WINNER_FIRST")
OTHER = explanation("code-golf+10-as-1", "10-as-1")
WRONG_WORDS = "Your program picks up the winner’s cards first. The judge wants the loser’s first."


def diagnosed(*explanations: Explanation, judge: Judge = JUDGE, cases: int = 1) -> Diagnosis:
    return Diagnosis((CASE,) * cases, judge, explanations, (), rule_sets=2_756, programs=9)


@pytest.mark.parametrize(
    ("codes", "words"),
    [
        (
            ("advent-of-code-22+newest-war-first", "1.WINNER_INSIDE_OUT.LOSES.DRAW.HIGH"),
            "None of the deals tried, small ones and shuffled ones, tells the first ones apart: "
            "they may be one program by two names.",
        ),
        (
            ("code-golf+stops-at-100-drawn", "code-golf+stops-at-1000-drawn"),
            "No small deal tells the first ones apart. Another test case may.",
        ),
    ],
)
def test_why_no_deal_to_run_tells_explanations_apart(codes: tuple[str, str], words: str) -> None:
    explanations = [Explanation(Program.parse(code), GOLF, "codingame", (CASE,)) for code in codes]
    diagnosis = diagnosed(*explanations)
    deal = diagnosis.distinguishing_deal
    assert deal is not None
    assert deal.together == (1 if "stops" in codes[0] else 2), (
        "such a deal tells them from the judge at least"
    )
    assert never_distinguished(diagnosis) == words


@pytest.mark.parametrize(
    ("found", "shown", "words", "line"),
    [
        (diagnosed(RIGHT), RIGHT, "Your program gives what the judge expects.", BY),
        (
            diagnosed(RIGHT, judge=replace(JUDGE, fits=False)),
            RIGHT,
            "Your program does what the rules of Code golf say.",
            f"These rules do not give what the judge expects. {BY}",
        ),
        (
            diagnosed(RIGHT, judge=replace(JUDGE, fits=False, presets=(), others=1)),
            RIGHT,
            "Your program does what the rules of Code golf say.",
            f"These rules do not give what the judge expects. {BY}",
        ),
        (
            diagnosed(RIGHT, judge=replace(JUDGE, fits=False, presets=(), others=0)),
            RIGHT,
            "Your program does what the rules of Code golf say.",
            f"No rule set we know gives what the judge expects. {BY}",
        ),
        (diagnosed(), None, "No rule set we know gives your answer on this deal.", f"{TRIED}. {BY}"),
        (
            diagnosed(cases=2),
            None,
            "No rule set we know gives your answers on these deals.",
            f"{TRIED}. The judge’s rules: Code golf.",
        ),
        (
            diagnosed(WRONG),
            WRONG,
            WRONG_WORDS,
            f"{TRIED}: nothing else as simple gives :blue[1 2]. {BY}",
        ),
        (
            diagnosed(WRONG, OTHER),
            WRONG,
            WRONG_WORDS,
            f"{TRIED}: two of the simplest give :blue[1 2], this one is the likeliest. {BY}",
        ),
        (
            diagnosed(OTHER, WRONG),
            WRONG,
            WRONG_WORDS,
            f"{TRIED}: two of the simplest give :blue[1 2]. {BY}",
        ),
        (
            diagnosed(WRONG, *[OTHER] * 10, cases=2),
            WRONG,
            WRONG_WORDS,
            f"{TRIED}: 11 of the simplest give both answers, this one is the likeliest. "
            "The judge’s rules: Code golf.",
        ),
        (
            diagnosed(WRONG, *[OTHER] * 9, cases=3),
            OTHER,
            "Your program reads 10 as 1. The judge means ten.",
            f"{TRIED}: ten of the simplest give all three answers. The judge’s rules: Code golf.",
        ),
    ],
)
def test_findings(found: Diagnosis, shown: Explanation | None, words: str, line: str) -> None:
    first, second = finding(found, shown, ENDLESS)
    assert (first, " ".join(second.split())) == (words, line)


def test_what_is_said_where_nothing_was_expected() -> None:
    alone = replace(diagnosed(RIGHT, judge=replace(JUDGE, fits=False)), cases=(replace(CASE, expected=None),))
    _, line = finding(alone, RIGHT, End(2, 1, False))
    assert line == (
        "What the judge expects was not said. "
        "By the judge’s rules, Code golf, :orange[player 2] wins after 1 round."
    )


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (2, "Two explanations fit, the likeliest first"),
        (10, "Ten explanations fit, the likeliest first"),
        (11, "11 explanations fit, the likeliest first"),
        (119, "119 explanations fit, the likeliest first"),
        (120, "The 120 likeliest of the explanations that fit"),
    ],
)
def test_how_many_explanations_fit(number: int, words: str) -> None:
    assert how_many(number) == words


@pytest.mark.parametrize(
    ("claim", "words", "about"),
    [
        (Claim("codingame", (2,), count=334), "2 334", "player 2"),
        (Claim("codingame", (0,)), "PAT", ""),
        (Claim("code-golf", (1,)), "True", "player 1"),
        (Claim("codeforces-546c", endless=True), "-1", "endless"),
        (Claim("programming-challenges", (1,), count=2), "TURNS : 2, WINNER : player1", "player 1"),
        (Claim("advent-of-code-22", score=306), "306", ""),
    ],
)
def test_answers_in_their_own_short_form(claim: Claim, words: str, about: str) -> None:
    (part,) = said(claim)
    assert (part.text, part.about) == (words, about)


def test_everything_an_answer_may_mean() -> None:
    assert plain(answer_words(read_answer("2 1"))) == (
        "player 2 wins, after 1 round; or player 1 wins, after 2 rounds"
    )
    assert plain(answer_words(read_answer("PAT"))) == "drawn"


def test_what_each_side_does() -> None:
    program = Program.parse("3.WINNER_FIRST.LOSES.DRAW.HIGH+10-as-1")
    assert sides(GOLF, program) == (
        "means ten, 1 down, loser’s cards first",
        "reads 10 as 1, 3 down, winner’s cards first",
    )
    assert does_what(GOLF, program) == "Reads 10 as 1, 3 down, winner’s cards first"
    assert does_what(GOLF, Program(GOLF)) == "Does what the judge does"


def near(right: int, winners: int, off: int, answers: int) -> Near:
    return Near(Program(GOLF), (), right, winners, off, ("1 2",) * answers)


@pytest.mark.parametrize(
    ("close", "answer", "words"),
    [
        (near(1, 1, 0, 1), "1 2", "the same"),
        (near(3, 3, 0, 3), "1 2", "the same"),
        (near(0, 1, 4, 1), "1 2", "your winner, off by 4"),
        (near(0, 1, 4, 1), "True", "your winner"),
        (near(0, 0, 19_999, 1), "1 2", "another winner, off by 19,999"),
        (near(0, 0, 20_000, 1), "1 2", "another winner"),
        (near(2, 3, 4, 4), "1 2", "your answer in 2 of 4 cases, your winner in 3"),
        # Where no winner was named, none is right or wrong.
        (near(0, 0, 297, 1), "306", "off by 297"),
        (near(0, 0, 20_000, 1), "botva", "another answer"),
        (near(2, 0, 4, 4), "306", "your answer in 2 of 4 cases"),
    ],
)
def test_how_close_a_program_comes(close: Near, answer: str, words: str) -> None:
    assert close_words(close, read_answer(answer).readings[0]) == words


def log(first: int | None, *, reproduces: int = 4, program: bool = True) -> TraceDiff:
    return TraceDiff(
        shows="cards",
        states=4,
        agree=1,
        round=first,
        line=None,
        expected=(),
        got=(),
        program=Program(GOLF) if program else None,
        reproduces=reproduces,
        sentence=(Part("Your program doesn't "), Part("stop", "key"), Part(".")),
    )


@pytest.mark.parametrize(
    ("first", "words"),
    [
        (None, "The log is the judge’s game, as far as it goes"),
        (0, "The log differs from the deal before the first round"),
        (1, "The log differs from the judge’s game in round 1"),
        (2, "The log is right until round 1; in round 2 it differs"),
        (1_001, "The log is right until round 1,000; in round 1,001 it differs"),
    ],
)
def test_how_far_a_log_is_right(first: int | None, words: str) -> None:
    assert title(log(first)) == words


def test_what_explains_a_log() -> None:
    sentence = "Your program doesn’t **stop**."
    assert explained(log(2)) == f"{sentence} That gives the whole log."
    assert explained(log(2, reproduces=3)) == (
        f"{sentence} That goes along with 3 of the 4 entries, further than all else we know."
    )
    assert explained(log(2, reproduces=1, program=False)) == (
        "No rule and no mistake we know goes along with the log any further."
    )
    assert up_to("a\nb\nc\nd", 2) == "a\nb\nc"


@pytest.mark.parametrize(
    ("one", "other", "first", "second"),
    [
        ("A395", "A593", "`A` **`3`** `9` **`5`**", "`A` **`5`** `9` **`3`**"),
        ("A39", "A3459", "`A 3 9`", "`A 3` **`4 5`** `9`"),
        ("", "A", "no card", "**`A`**"),
        ("AKQ", "AKQ", "`A K Q`", "`A K Q`"),
    ],
)
def test_decks_that_differ(one: str, other: str, first: str, second: str) -> None:
    assert differing(one, other) == (first, second)


@pytest.mark.parametrize(
    ("cards", "before", "after"), [(22, False, False), (23, False, True), (40, False, True)]
)
def test_how_much_of_a_deck_is_shown(cards: int, before: bool, after: bool) -> None:
    shown, _ = differing("2" * cards, "3" + "2" * (cards - 1))
    assert shown.count("2") == min(cards, 22)
    assert ("… " in shown, " …" in shown) == (before, after)


@pytest.mark.parametrize(
    ("deals", "words"),
    [
        (("AKQ/KQJ",), "3 and 3 cards"),
        (("AK/Q",), "2 and 1 card"),
        (("A/",), "1 and 0 cards"),
        (("A/K", "Q/J"), "2 deals"),
    ],
)
def test_how_many_cards_were_read(deals: tuple[str, ...], words: str) -> None:
    assert size_words(Reading("line", tuple(ReadDeal(Deal.parse(deal)) for deal in deals))) == words


# Words that several pages share


def test_phrases() -> None:
    assert rules_title("codingame") == "CodinGame"
    assert rules_title("2.LOSER_FIRST.LOSES.DRAW.HIGH") == "2 down, otherwise as Code golf"
    assert [begin(words) for words in ("aces low", "", "10 as 1", "Jack")] == [
        "Aces low",
        "",
        "10 as 1",
        "Jack",
    ]
    assert deal_code(Deal.parse("AK/Q")) == "`AK/Q`"
    assert capital((Part("player 1", "player 1"), Part(" wins"))) == (
        Part("Player 1", "player 1"),
        Part(" wins"),
    )
    assert count(0, "case") == "0 cases"


def test_our_sentences_as_markdown() -> None:
    parts = (
        Part("Player 1", "player 1"),
        Part(" or "),
        Part("player 2", "player 2"),
        Part(" wins "),
        Part("30 %", "key"),
        Part(", 2 % "),
        Part("never end", "endless"),
    )
    assert marked(parts) == (
        ":blue[Player 1] or :orange[player 2] wins **30\N{NO-BREAK SPACE}%**, "
        "2\N{NO-BREAK SPACE}% :violet[never end]"
    )
    assert note("5 % of %") == ":small[:gray[5\N{NO-BREAK SPACE}% of %]]"


def test_what_each_answer_to_the_first_deal_means() -> None:
    small, large = Deal.parse("3/23"), Deal.parse("32298J5A785KQ394467K5Q9QJ2/5AK6TTK93A873AT628J6T4JQ47")
    judge, *others = (Program(Rules(face_down=down)) for down in (1, 2, 3))
    answers = tuple(zip((others[0], judge, others[1]), ("2 3", "1 3", "2 3"), strict=True))
    told = [
        (
            DistinguishingDeal(small, answers[:2], True),
            f"Run your program on {deal_code(small)}. `2 3` means the likeliest; "
            "a right program says `1 3`. Every smaller deal was tried.",
        ),
        (
            DistinguishingDeal(large, answers, False),
            "Run your program on the first deal below. `2 3` means the likeliest or one of the others; "
            "a right program says `1 3`.",
        ),
        (
            DistinguishingDeal(large, answers[1:], False),
            "Run your program on the first deal below. `1 3` means the likeliest.",
        ),
    ]
    for deal, words in told:
        assert confirming(deal, judge) == words


def test_a_right_outcome_in_a_wrong_form() -> None:
    case = replace(CASE, got=read_answer("Player 1 wins"), expected=read_answer("1 2"))
    found = replace(diagnosed(RIGHT), cases=(case,))
    assert finding(found, RIGHT, ENDLESS) == (
        "Right outcome, wrong form: the judge wants “`1 2`”, your program printed “`Player 1 wins`”.",
        f" {BY}",
    )
