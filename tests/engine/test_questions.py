"""What people ask about War: every sentence recomputed, every number counted once more game by game."""

import json
from collections.abc import Callable

import numpy as np
import pytest

from engine import Reason, deal_cards, play_rounds
from engine.kernels.tallies import OUTCOMES
from engine.study.estimates import Estimate, share
from engine.study.playing.alone import play_here
from engine.study.questions import LESSON, QUESTIONS
from engine.study.questions.asked import AskedQuestion
from engine.study.questions.guesses import MOST, compared, left_out, near, read_guesses
from engine.study.summary import Summary
from engine.study.tables.rows import games_table
from engine.terminal.main import main

SOME = 4_000


def played(question: AskedQuestion, games: int | None = None) -> Summary:
    summary: Summary = play_here(question.study(question.usual, games), workers=2).summary
    return summary


@pytest.fixture(scope="module")
def tallies() -> dict[str, Summary]:
    return {name: played(question, SOME) for name, question in QUESTIONS.items()}


ANSWERS = {
    "length": (
        "Half of all games are over within 230 rounds.",
        ("Bicycle", "222 to 238 rounds", "None of them goes on for ever"),
    ),
    "long": (
        "One in twenty of all games takes more than 796 rounds.",
        ("Bicycle", "767 to 840 rounds", "None of them goes on for ever"),
    ),
    "odd": (
        "5.2\N{NO-BREAK SPACE}% of all games end after an odd number of rounds.",
        ("Bicycle", "4.5 to 6.0\N{NO-BREAK SPACE}%", "None of them goes on for ever"),
    ),
    "steal": (
        "With stealing, the mean of all games is 225 rounds.",
        ("What's in a game, with stealing", "219 to 232 rounds", "None of them goes on for ever"),
    ),
    "fair": (
        "Player 1 wins 50.2\N{NO-BREAK SPACE}% of all games.",
        ("Bicycle", "48.6 to 51.8\N{NO-BREAK SPACE}%", "None of them goes on for ever"),
    ),
    "aces": (
        "All four aces win 92.5\N{NO-BREAK SPACE}% of the games in which somebody has them.",
        ("Bicycle", "89.5 to 94.9\N{NO-BREAK SPACE}%", "None of them goes on for ever"),
    ),
    "four-aces": (
        "Four aces alone win 81.5\N{NO-BREAK SPACE}% of all games against the other 48 cards.",
        ("Bicycle", "80.2 to 82.7\N{NO-BREAK SPACE}%", "None of them goes on for ever"),
    ),
    "stronger": (
        "The stronger deck wins 59.8\N{NO-BREAK SPACE}% of the games in which one is stronger.",
        ("Bicycle", "58.2 to 61.4\N{NO-BREAK SPACE}%", "None of them goes on for ever"),
    ),
    "wars": (
        "Half of all games have at most 18 wars.",
        ("Bicycle", "17 to 18 wars", "None of them goes on for ever"),
    ),
    "deep": (
        "In 11.6\N{NO-BREAK SPACE}% of all games one war goes three deep or deeper.",
        ("Bicycle", "10.5 to 12.6\N{NO-BREAK SPACE}%", "None of them goes on for ever"),
    ),
    "for-ever": (
        "Picked up in the order of the deal, 42.1\N{NO-BREAK SPACE}% of all games never end.",
        ("Programming Challenges", "40.5 to 43.7\N{NO-BREAK SPACE}%", "1,685 of them never end"),
    ),
    "quick": (
        "0.0\N{NO-BREAK SPACE}% of all games are over within 26 rounds.",
        ("Bicycle", "0.0 to 0.1\N{NO-BREAK SPACE}%", "None of them goes on for ever"),
    ),
}
"""Of the first games of the runs."""

WHOLE = {
    "length": "Half of all games are over within 232 rounds.",
    "long": "One in twenty of all games takes more than 788 rounds.",
    "odd": "4.8\N{NO-BREAK SPACE}% of all games end after an odd number of rounds.",
    "steal": "With stealing, the mean of all games is 222 rounds.",
    "fair": "Player 1 wins 50.0\N{NO-BREAK SPACE}% of all games.",
    "aces": "All four aces win 92.1\N{NO-BREAK SPACE}% of the games in which somebody has them.",
    "four-aces": "Four aces alone win 81.8\N{NO-BREAK SPACE}% of all games against the other 48 cards.",
    "stronger": "The stronger deck wins 59.8\N{NO-BREAK SPACE}% of the games in which one is stronger.",
    "wars": "Half of all games have at most 18 wars.",
    "deep": "In 12.3\N{NO-BREAK SPACE}% of all games one war goes three deep or deeper.",
    "for-ever": "Picked up in the order of the deal, 42.2\N{NO-BREAK SPACE}% of all games never end.",
    "quick": "0.018\N{NO-BREAK SPACE}% of all games are over within 26 rounds.",
}
"""Of all of them."""


@pytest.mark.parametrize("name", QUESTIONS)
def test_an_answer_of_a_few_thousand_games(name: str, tallies: dict[str, Summary]) -> None:
    question = QUESTIONS[name]
    sentence, (rules, interval, never) = ANSWERS[name]
    assert question.sentence(tallies[name]) == sentence
    assert question.sure(tallies[name]) == (
        f"4,000 games by {rules} rules; 95 % interval {interval}. {never}."
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", QUESTIONS)
def test_the_answers_that_the_page_gives(name: str) -> None:
    assert QUESTIONS[name].sentence(played(QUESTIONS[name])) == WHOLE[name]


def counted(question: AskedQuestion) -> float:
    """Count the answer from a row a game, without any tally."""
    table = games_table(question.study(question.usual, SOME))
    ended = table[table.winner.ne("nobody") | table.rounds.notna()]
    won = table[table.winner.ne("nobody")]
    first = won.winner.eq("player_1")
    lengths = ended.rounds.astype(float)
    strong = won.strength.astype(int)
    answers: dict[str, Callable[[], float]] = {
        "length": lambda: float(np.sort(lengths)[(len(lengths) - 1) // 2]),
        "long": lambda: float(np.quantile(lengths, 0.95, method="inverted_cdf")),
        "odd": lambda: float((lengths % 2 == 1).mean()),
        "steal": lambda: float(lengths.mean()),
        "fair": lambda: float(first.mean()),
        "four-aces": lambda: float(first.mean()),
        "aces": lambda: float(first[won.aces.isin([0, 4])].eq(won.aces.eq(4)[won.aces.isin([0, 4])]).mean()),
        "stronger": lambda: float(first[strong != 156].eq((strong > 156)[strong != 156]).mean()),
        "wars": lambda: float(np.quantile(ended.wars.astype(float), 0.5, method="inverted_cdf")),
        "deep": lambda: float((ended.depth.astype(float) >= 3).mean()),
        "for-ever": lambda: float(table.rounds.isna().mean()),
        "quick": lambda: float((lengths <= 26).mean()),
    }
    return answers[question.name]()


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_number_is_what_counting_the_games_one_by_one_gives(name: str, tallies: dict[str, Summary]) -> None:
    value = QUESTIONS[name].value(tallies[name])
    assert value is not None
    assert value.value == pytest.approx(counted(QUESTIONS[name]), rel=1e-12)
    assert value.low <= value.value <= value.high


def test_only_a_war_that_is_not_paid_in_full_makes_a_length_odd() -> None:
    """The reason that is given for rare odd lengths, looked at in the games themselves."""
    study = QUESTIONS["odd"].study("bicycle", SOME)
    table = games_table(study)
    odd = table[table.rounds.astype(int) % 2 == 1].number[:60]
    assert len(odd) == 60
    for number in odd:
        rounds = play_rounds(deal_cards(study.pack, seed=study.seed, number=int(number)), study.rules)
        lays = [lay for this in rounds for lay in this.lays]
        unpaid = [lay for lay in lays if lay.cards_1 != lay.cards_2]
        assert unpaid or rounds.ending.outcome.reason is Reason.SHORTFALL


def test_a_guess_is_told_how_far_off_it_is(tallies: dict[str, Summary]) -> None:
    length, fair = QUESTIONS["length"], QUESTIONS["fair"]
    median = round(length.value(tallies["length"]).value)  # type: ignore[union-attr]
    assert length.off(median, tallies["length"]) == f"You said {median} rounds: right"
    assert length.off(1_000, tallies["length"]) == f"You said 1,000 rounds: {1_000 - median} too many"
    assert length.off(median - 100, tallies["length"]).endswith(": 100 too few")
    assert fair.off(50, tallies["fair"]) == "You said 50\N{NO-BREAK SPACE}%: right"
    assert fair.off(90, tallies["fair"]).endswith("points too high")
    assert fair.off(10, tallies["fair"]).endswith("points too low")


def test_few_games_say_that_they_are_few() -> None:
    question = QUESTIONS["long"]
    assert question.sure(played(question, 3)) == "3 games: too few to tell."


def test_a_share_that_leaves_games_out_names_its_whole() -> None:
    never = QUESTIONS["for-ever"]
    length = QUESTIONS["length"]
    summary = played(never, SOME)
    assert length.sentence(summary).startswith("Half of the games that end are over within")
    assert "of all games never end" in never.sentence(summary)
    assert f"{summary.outcomes()[OUTCOMES[3]]:,} of them never end." in never.sure(summary)


def test_the_terminal_answers_the_same(
    capsys: pytest.CaptureFixture[str], tallies: dict[str, Summary]
) -> None:
    assert main(["questions", "aces", "--games", str(SOME), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    value = QUESTIONS["aces"].value(tallies["aces"])
    assert value is not None
    assert (data["answer"], data["value"], data["interval"]) == (
        QUESTIONS["aces"].sentence(tallies["aces"]),
        value.value,
        [value.low, value.high],
    )
    assert data["teaches"] == QUESTIONS["aces"].teaches
    assert main(["questions", "--games", "100"]) == 0
    assert capsys.readouterr().out.count("\n  ") == 2 * len(QUESTIONS)
    assert main(["questions", "nothing"]) == 2
    assert "question 'nothing' is unknown: take one of length" in capsys.readouterr().err


def test_a_lesson_takes_45_minutes_and_has_what_a_class_should_meet() -> None:
    assert len(LESSON) == 5
    assert sum(LESSON.values()) == 45
    taught = [QUESTIONS[name].teaches for name in LESSON]
    for subject in ("Sampling error", "Conditioning", "Paired comparison", "Proof against limit"):
        assert any(sentence.startswith(f"{subject}: ") for sentence in taught), subject
    every = [question.teaches for question in QUESTIONS.values()]
    assert len({*every}) == len(QUESTIONS)
    assert all(sentence.count(".") == 1 and sentence.endswith(".") for sentence in every)


def test_the_paired_comparison_of_the_lesson_plays_the_same_deals() -> None:
    steal = QUESTIONS["steal"]
    ((_, without),) = steal.others
    own, other = games_table(steal.study(steal.usual, 200)), games_table(steal.study(without, 200))
    hands = ["aces", "strength"]
    assert own[hands].equals(other[hands])
    assert not own.rounds.equals(other.rounds)
    assert steal.other(without).seed == steal.study(steal.usual).seed


def test_a_class_writes_its_guesses_in_any_way() -> None:
    length, fair = QUESTIONS["length"], QUESTIONS["fair"]
    assert read_guesses("300 250\n\n12.5;400,\t7/8|9", length).guesses == (300, 250, 12.5, 400, 7, 8, 9)
    assert read_guesses("50% 60 % 0", fair).guesses == (50, 60, 0)
    assert read_guesses("", fair) == read_guesses(" , \n", fair)


def test_what_is_no_guess_is_told_with_its_line_and_its_reason() -> None:
    read = read_guesses("300, Anna\n-5 1201\n1,000 nan " + "x" * 40, QUESTIONS["length"])
    assert read.guesses == (300,)
    assert read.left_out == (
        "'Anna' in line 1 is no number",
        "'-5' in line 2 is out of range: 0 to 1,200 rounds",
        "'1201' in line 2 is out of range: 0 to 1,200 rounds",
        "'1,000' in line 3 may be one number or two: write it without the comma",
        "'nan' in line 3 is no number",
        f"'{'x' * 20}…' in line 3 is no number",
    )
    assert left_out(read).splitlines()[::5] == ["Left out: 'Anna' in line 1 is no number.", "And 1 more."]
    assert read_guesses("1,500", QUESTIONS["long"]).guesses == ()  # never 1 and 500 without a word
    assert read_guesses("300,250,400 20,30", QUESTIONS["length"]).guesses == (300, 250, 400, 20, 30)
    many = read_guesses("7 " * (MOST + 3), QUESTIONS["length"])
    assert len(many.guesses) == MOST
    assert left_out(many) == "Left out: 3 guesses beyond the first 500."
    assert read_guesses("9" * 400, QUESTIONS["length"]).guesses == ()


def test_a_class_is_told_its_median_and_how_many_were_near() -> None:
    four, wars = QUESTIONS["four-aces"], QUESTIONS["wars"]
    answer = share(800, 1_000)
    guesses = (75.0, 85.0, 74.9, 85.1, 20.0)
    assert near(guesses, four, answer) == 2
    assert compared(guesses, four, answer) == (
        "The class's median is 75\N{NO-BREAK SPACE}%, the answer 80.0\N{NO-BREAK SPACE}%.",
        "2 of 5 guesses are within 5 points of it.",
    )
    value = Estimate(20.0, 19.0, 21.0, 1_000)
    assert near((18.0, 22.0, 17.9, 22.1), wars, value) == 2
    assert compared((18.0, 30.5), wars, value) == (
        "The class's median is 24.25 wars, the answer 20 wars.",
        "1 of 2 guesses is within 10\N{NO-BREAK SPACE}% of it.",
    )
