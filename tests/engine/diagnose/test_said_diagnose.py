"""What is said of wrong programs, answers and logs: exact words on both sides of what decides."""

from dataclasses import replace

import pytest

from engine.cards import Deal
from engine.cli.diagnose import diagnosis_text, difference_text, log_text
from engine.diagnose import (
    Case,
    Claim,
    Diagnosis,
    Disagreement,
    DistinguishingDeal,
    End,
    Explanation,
    FirstDifference,
    Judge,
    Near,
    Program,
    TraceDiff,
    read_answer,
    trace_diff,
)
from engine.diagnose.log_difference import UNEXPLAINED
from engine.rules import rules_called
from engine.wording.sentences import Part, plain

GOLF = rules_called("code-golf")


@pytest.mark.parametrize(
    ("parting", "words", "decks"),
    [
        (FirstDifference(None, None), "The games are the same; only the answer differs.", ""),
        (
            FirstDifference(0, None, 0),
            "Before round 1 the games end differently.",
            "The decks differ from the start.",
        ),
        (
            FirstDifference(None, None, 1),
            "The same cards to the end; in round 1 the games end differently.",
            "",
        ),
        (
            FirstDifference(None, None, 1_000),
            "The same cards to the end; in round 1,000 the games end differently.",
            "",
        ),
        (FirstDifference(0, 1), "They part in round 1.", "The decks differ from the start."),
        (FirstDifference(1, 1), "They part in round 1.", ""),
        (FirstDifference(None, 2), "The same cards until round 1; in round 2 they part.", ""),
        (
            FirstDifference(1, 2),
            "The same cards until round 1; in round 2 they part.",
            "The decks differ already after round 1.",
        ),
        (FirstDifference(2, 2), "The same cards until round 1; in round 2 they part.", ""),
        (
            FirstDifference(1_234, 2_001),
            "The same cards until round 2,000; in round 2,001 they part.",
            "The decks differ already after round 1,234.",
        ),
        (
            FirstDifference(3, None, 9),
            "The same cards to the end; in round 9 the games end differently.",
            "The decks differ already after round 3.",
        ),
        (
            FirstDifference(0, None),
            "The games are the same; only the answer differs.",
            "The decks differ from the start.",
        ),
    ],
)
def test_where_two_games_part(parting: FirstDifference, words: str, decks: str) -> None:
    assert (parting.words, parting.deck_words) == (words, decks)


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (End(1, 1, False), "player 1 wins after 1 round"),
        (End(2, 1_002, False), "player 2 wins after 1,002 rounds"),
        (End(0, 2, False), "drawn after 2 rounds"),
        (End(0, 0, True), "never ends"),
    ],
)
def test_how_a_game_ends(end: End, words: str) -> None:
    assert plain(end.words) == words


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (Claim("words", (1,)), "player 1 wins"),
        (Claim("words", (2,), count=1), "player 2 wins, after 1 round"),
        (Claim("words", (2,), count=1_234, unit="battles"), "player 2 wins, after 1,234 battles"),
        (Claim("words", (0,), count=2, unit="plays"), "drawn, after 2 plays"),
        (Claim("words", (0,)), "drawn"),
        (Claim("code-golf", (2, 0)), "player 2 wins, or nobody"),
        (Claim("words", count=1, unit="wars"), "1 war"),
        (Claim("words", count=0, unit="steps"), "0 steps"),
        (Claim("advent-of-code-22", score=12_306), "a score of 12,306"),
        (Claim("words", endless=True), "never ends"),
        (Claim("skiena", endless=True, count=100_000, unit="steps"), "never ends within 100,000 steps"),
        (Claim("words", endless=True, count=1), "never ends within 1 round"),
    ],
)
def test_what_an_answer_means(claim: Claim, words: str) -> None:
    assert plain(claim.words) == words


@pytest.mark.parametrize(
    ("claim", "won", "drawn", "endless"),
    [
        (Claim("codingame", (2,), count=3), "2 26", "PAT", "no answer: it never ends"),
        (Claim("code-golf", (1,)), "False", "False", "no answer: it never ends"),
        (Claim("codeforces-546c", (2,), count=3), "26 2", None, "-1"),
        (Claim("pyanitsa", (2,), count=3), "second 26", None, "botva"),
        (
            Claim("words", (2,), count=3),
            "player 2, 26 rounds",
            "drawn, 26 rounds",
            "no answer: it never ends",
        ),
        (Claim("words", (2,)), "player 2", "drawn", "no answer: it never ends"),
        (Claim("words", count=3, unit="plays"), "26 plays", "26 plays", "no answer: it never ends"),
        (
            Claim("programming-challenges", (2,), count=3),
            "TURNS : 26\nWINNER : player2",
            None,
            "no answer: it never ends",
        ),
        (
            Claim("skiena", (2,), count=3, unit="steps"),
            "b wins in 26 steps",
            "a and b tie in 26 steps",
            "game tied after 100000 steps",
        ),
    ],
)
def test_how_an_outcome_is_written(claim: Claim, won: str, drawn: str | None, endless: str) -> None:
    assert claim.written(2, 26, endless=False) == won
    assert drawn is None or claim.written(0, 26, endless=False) == drawn
    assert claim.written(0, 0, endless=True) == endless


def test_how_a_score_is_written() -> None:
    claim = Claim("advent-of-code-22", score=306)
    assert claim.written(2, 26, endless=False, score=291) == "291"
    assert claim.written(0, 26, endless=False, score=None) == "no score"


# In the terminal


@pytest.mark.parametrize(
    ("proved", "proof"), [(True, "Every smaller deal was tried."), (False, "The smallest found.")]
)
def test_a_smallest_difference(proved: bool, proof: str) -> None:
    one, other = Program(GOLF), Program(rules_called("advent-of-code-22"))
    ends = End(0, 0, True), End(1, 2, False)
    found = Disagreement(one, other, "any", Deal.parse("3/23"), ends, proved, FirstDifference(1, 2))
    assert difference_text(found) == (
        f"3/23  (3 cards). {proof}\n"
        "  code-golf: never ends\n"
        "  advent-of-code-22: player 1 wins after 2 rounds\n"
        "  The same cards until round 1; in round 2 they part. The decks differ already after round 1."
    )
    same = replace(found, first_difference=FirstDifference(None, None))
    assert difference_text(same).splitlines()[-1] == "  The games are the same; only the answer differs."


def found_in(states: int, *, reproduces: int, first: int | None = 3, program: bool = True) -> TraceDiff:
    """Return how a log differs, by hand: it is the winner's cards first from some round on."""
    return TraceDiff(
        shows="decks",
        states=states,
        agree=2,
        round=first,
        line=None if first is None else 1_004,
        expected=("AK", "Q") if first != 7 else (),
        got=("A", "KQ"),
        program=Program(rules_called("advent-of-code-22")) if program else None,
        reproduces=reproduces,
        sentence=(Part("Your program "), Part("errs", "key"), Part(".")) if program else UNEXPLAINED,
    )


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (
            found_in(1, reproduces=0, first=None),
            "read as both decks, once\nAll of it is as code-golf has it.",
        ),
        (
            found_in(2_000, reproduces=2_000),
            "read as both decks, 2,000 times\n"
            "The first difference is round 3, line 1,004 of the log.\n"
            "  code-golf: AK / Q\n"
            "  the log: A / KQ\n"
            "Your program errs.\n"
            "  advent-of-code-22 gives the whole log",
        ),
        (
            found_in(2_000, reproduces=1_999, first=0),
            "read as both decks, 2,000 times\n"
            "The first difference is the decks before round 1, line 1,004 of the log.\n"
            "  code-golf: AK / Q\n"
            "  the log: A / KQ\n"
            "Your program errs.\n"
            "  advent-of-code-22 gives 1,999 of 2,000, the most",
        ),
        (
            found_in(2, reproduces=1, first=7, program=False),
            "read as both decks, 2 times\n"
            "The first difference is round 7, line 1,004 of the log.\n"
            "  code-golf: the game is over\n"
            "  the log: A / KQ\n"
            "No rule set we know comes further, with or without a usual mistake.",
        ),
    ],
)
def test_a_log_in_words(found: TraceDiff, text: str) -> None:
    assert log_text(found, "code-golf") == text


def test_what_was_read_in_a_log() -> None:
    deal = Deal.parse("3/23")
    decks = trace_diff(deal, GOLF, "3 / 23\n32 / 3")
    assert decks.read_as == "both decks, 2 times"
    assert trace_diff(deal, GOLF, "3 / 23").read_as == "both decks, once"
    assert (
        log_text(decks, "code-golf").splitlines()[1] == "The first difference is round 1, line 2 of the log."
    )


JUDGE = Judge(GOLF, "code-golf", fits=True, presets=("code-golf",), others=0)
CASE = Case(Deal.parse("3/23"), got=read_answer("1 2"), expected=read_answer("1 2"))


def explanation(code: str, *differences: str) -> Explanation:
    found = Explanation(Program.parse(code), GOLF, "codingame", (CASE,))
    assert found.differences == differences
    return found


def diagnosed(
    *explanations: Explanation,
    judge: Judge = JUDGE,
    nearest: tuple[Near, ...] = (),
    distinguishing_deal: DistinguishingDeal | None = None,
) -> list[str]:
    """Return the lines of a diagnosis made by hand."""
    found = Diagnosis((CASE,), judge, explanations, nearest, rule_sets=2_756, programs=1_234_567)
    found.__dict__["distinguishing_deal"] = distinguishing_deal  # looking for such a deal takes a second
    return diagnosis_text(found).splitlines()


WINNERS = explanation("advent-of-code-22", "pickup=WINNER_FIRST")
TRIED = "tried: 2,756 rule sets, 1,234,567 programs"


def test_a_program_that_is_right() -> None:
    assert diagnosed(explanation("code-golf")) == [
        "1. Your program does what the judge does.",
        "   code-golf",
        "judge: code-golf",
        TRIED,
    ]


def test_a_program_that_is_wrong() -> None:
    separation = DistinguishingDeal(
        Deal.parse("2/3"), ((WINNERS.program, "1 2"), (Program(GOLF), "2\n1")), proved=True
    )
    alternatives = ("code-golf", "codeforces-546c", "norvig")
    assert diagnosed(
        WINNERS, judge=replace(JUDGE, presets=alternatives, fits=False), distinguishing_deal=separation
    ) == [
        "1. Your program picks up the winner's cards first. The judge wants the loser's first.",
        "   advent-of-code-22",
        "   The same cards until round 1; in round 2 they part. The decks differ already after round 1.",
        "   such a program fits by luck in one of 1,000,000 questions",
        "to confirm explanation 1, run it on 2/3:",
        "  1 2: 1",
        "  2 / 1: a right program",
        "judge: code-golf, which does not give what is expected",
        "  the answers expected fit codeforces-546c, norvig as well; --judge NAME says whose they are",
        TRIED,
    ]


@pytest.mark.parametrize(
    ("presets", "others"), [(("code-golf",), ""), (("code-golf", "norvig"), "norvig"), ((), "")]
)
def test_other_judges_that_fit_are_named(presets: tuple[str, ...], others: str) -> None:
    lines = diagnosed(explanation("code-golf"), judge=replace(JUDGE, presets=presets))
    words = f"  the answers expected fit {others} as well; --judge NAME says whose they are"
    assert lines[2:-1] == ["judge: code-golf", *([words] if others else [])]


def test_an_answer_that_nobody_gives() -> None:
    words = (Part("Your program errs."),)
    near = (
        Near(Program(GOLF), words, right=0, winners=1, off=1, answers=("1 3",)),
        Near(Program(GOLF), words, right=0, winners=0, off=1, answers=("2 3", "1 2")),
    )
    assert diagnosed(nearest=near) == [
        "No rule set we know gives these answers, with or without a usual mistake.",
        "  near: 1 3: Your program errs.",
        "  near: 2 3 / 1 2: Your program errs.",
        "judge: code-golf",
        TRIED,
    ]


@pytest.mark.parametrize(("explanations", "more"), [(5, 0), (6, 1), (12, 7)])
def test_five_explanations_are_printed_and_the_others_counted(explanations: int, more: int) -> None:
    lines = diagnosed(*[WINNERS] * explanations)
    assert [line[0] for line in lines if line[0].isdigit()] == ["1", "2", "3", "4", "5"]
    words = f"and {more} more that fit, each further from the judge's rules or rarer"
    assert (words in lines) == (more > 0)
