"""The exact words of answers to questions, on both sides of every number that decides between two."""

from math import inf

import pytest

from engine import Deal, play_rounds
from engine.library import QUESTIONS, CountedAnswer, asked_by
from engine.library.question_kinds import compared, near
from engine.rules import PLAYABLE
from engine.simulation.estimates import Estimate

PERCENT = "\N{NO-BREAK SPACE}%"


def answer(value: float, low: float, high: float) -> CountedAnswer:
    return CountedAnswer(Estimate(value, low, high, 1_000), 1_000)


@pytest.mark.parametrize(
    ("guess", "told"),
    [
        (225, "7 too few"),
        (229, "3 too few"),
        (230, "right"),
        (234, "right"),
        (235, "3 too many"),
        (1_232, "1,000 too many"),
    ],
)
def test_a_guess_of_rounds_is_right_within_the_interval_its_ends_included(guess: int, told: str) -> None:
    assert QUESTIONS["length"].off(guess, answer(232, 230, 234)) == f"You said {guess:,} rounds: {told}"


@pytest.mark.parametrize(
    ("guess", "told"),
    [(3, "2 points too low"), (4, "1 point too low"), (5, "right"), (6, "1 point too high")],
)
def test_a_guess_in_percent_is_right_where_the_answer_rounds_to_it(guess: int, told: str) -> None:
    said = QUESTIONS["odd"].off(guess, answer(0.0482, 0.0478, 0.0486))
    assert said == f"You said {guess}{PERCENT}: {told}"


@pytest.mark.parametrize(
    ("share", "written"),
    [(0.0, "0.0"), (0.00004, "0.004"), (0.00999, "0.999"), (0.01, "1.0"), (0.0151, "1.5"), (1.0, "100.0")],
)
def test_a_share_below_one_in_a_hundred_has_three_digits(share: float, written: str) -> None:
    assert QUESTIONS["quick"].written(share) == written


@pytest.mark.parametrize(
    ("low", "high", "interval"),
    [
        (0.04781, 0.04859, f"4.7 to 4.9{PERCENT}"),
        (0.047, 0.049, f"4.7 to 4.9{PERCENT}"),
        (0.0, 1.0, f"0.0 to 100.0{PERCENT}"),
    ],
)
def test_an_interval_is_rounded_outward(low: float, high: float, interval: str) -> None:
    said = QUESTIONS["odd"].sure(answer(0.048, low, high))
    assert said == f"1,000 games by the rules of Bicycle; 95{PERCENT} interval {interval}. " + (
        "None of them goes on for ever."
    )


@pytest.mark.parametrize(("low", "high"), [(230, inf), (-inf, 234)])
def test_an_open_interval_is_of_too_few_games(low: float, high: float) -> None:
    assert QUESTIONS["length"].sure(answer(232, low, high)) == "1,000 games: too few to tell."


@pytest.mark.parametrize(
    ("won", "share", "runs"),
    [
        (5_000, "50.0", ""),
        (5_129, "51.3", ""),
        (5_130, "51.3", "100"),
        (5_190, "51.9", "1,000"),
        (5_200, "52.0", "10,000"),
        (9_999, "100.0", "1,000,000,000"),
    ],
)
def test_it_is_no_coin_where_one_strays_so_far_less_than_once_in_a_hundred(
    won: int, share: str, runs: str
) -> None:
    """p is 0.01017 of 5,129 wins and 0.00959 of 5,130."""
    coin = asked_by("codingame")["coin"]
    beside = Estimate(won / 10_000, 0, 1, 10_000)
    said = coin.sure(CountedAnswer(Estimate(0.2, 0.1, 0.3, 9), 9, beside=beside))
    wins = f"player 1 wins {share}{PERCENT} of 10,000 decided games"
    told = f"Before the deal it may be a coin: {wins}."
    if runs:
        strays = f"a coin strays so far in fewer than one of {runs} such runs."
        told = f"Even before the deal it is no fair coin: {wins}, and {strays}"
    assert said.split(f"30.0{PERCENT}. ")[1] == told


@pytest.mark.parametrize("rule_set", PLAYABLE)
def test_as_many_cards_are_on_the_table_after_a_war_as_is_said(rule_set: str) -> None:
    rules = PLAYABLE[rule_set]
    more = (3,) * (2 * rules.face_down + 2)
    first = play_rounds(
        Deal((5, *more[: rules.face_down], 9, *more), (5, *more[: rules.face_down], 8, *more)), rules
    )
    table = sum(lay.cards_1 + lay.cards_2 for lay in next(first).lays)
    (_, said, _) = asked_by(rule_set)["quick"].why
    assert said.endswith(f" is won or lost with {table} cards on the table.")


@pytest.mark.parametrize(("guess", "is_near"), [(208, False), (209, True), (255, True), (256, False)])
def test_a_guess_is_near_within_a_tenth_of_the_answer(guess: int, is_near: bool) -> None:
    right = Estimate(232, 230, 234, 1_000)
    assert near((guess,), QUESTIONS["length"], right) == is_near
    first, second = compared((guess, guess), QUESTIONS["length"], right)
    assert first == f"The class's median is {guess} rounds, the answer 232 rounds."
    assert second == f"{2 * is_near} of 2 guesses are within 10{PERCENT} of it."


@pytest.mark.parametrize(("guess", "is_near"), [(44, False), (45, True), (55, True), (56, False)])
def test_a_guess_in_percent_is_near_within_five_points(guess: int, is_near: bool) -> None:
    right = Estimate(0.5, 0.49, 0.51, 1_000)
    assert near((guess,), QUESTIONS["fair"], right) == is_near
    _, second = compared((guess,), QUESTIONS["fair"], right)
    assert second == f"{int(is_near)} of 1 guess {'is' if is_near else 'are'} within 5 points of it."
