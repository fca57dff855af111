"""Sums that no machine integer holds: long games whose squares add up to more than 2^63."""

from fractions import Fraction
from typing import Final

import numpy as np
import pytest
from tallied import compared, lost, summary, won

from engine import kernels
from engine.cards import Pack
from engine.kernels.codes import DECK_EMPTY, RECORD
from engine.kernels.tallies import OUTCOMES, UNITS
from engine.rules import Rules
from engine.simulation import Study, paired
from engine.simulation.estimates import SKEWED, deviation, length_difference, mean, student
from engine.simulation.packing import pack, unpack
from engine.simulation.paired import Compared, Lengths
from engine.simulation.study import Comparison
from engine.simulation.tallies import Summary, tally_records

LONG: Final = 10**9
"""The most rounds a game may have: nine squares of it are within 2^63, ten are not."""
SMALL: Final = Pack(3, 2)


def records(*rounds: int) -> kernels.Records:
    """Return the records of games that player 1 wins after so many rounds."""
    played = np.zeros(len(rounds), RECORD)
    played["winner"], played["reason"] = 1, DECK_EMPTY
    for unit in ("rounds", "battles", "plays", "wars"):
        played[unit] = rounds
    return played


def test_ten_squares_are_beyond_a_machine_integer_and_nine_are_not() -> None:
    assert 9 * LONG**2 < 2**63 < 10 * LONG**2


@pytest.mark.parametrize("games", [9, 10, 40])
def test_a_block_of_long_games_is_added_up_exactly(games: int) -> None:
    rounds = [LONG - place for place in range(games)]
    study = Study(rules=Rules(), games=games, pack=SMALL, limit=LONG)
    found = tally_records(study, 0, records(*rounds))
    known = games, sum(rounds), sum(number**2 for number in rounds)
    for unit in UNITS[:4]:
        assert found.sums_of(unit) == known
        assert found.sums[unit][OUTCOMES.index("player_1")] == known[1:]
    assert Summary.from_bytes(found.to_bytes()).sums == found.sums
    twice = found + Summary.from_bytes(found.to_bytes())
    assert twice.sums_of("rounds") == tuple(2 * number for number in known)


def test_sums_of_both_players_games_are_one() -> None:
    found = summary(won(7, rounds=LONG), lost(8, rounds=LONG - 1))
    assert found.sums_of("rounds") == (
        15,
        7 * LONG + 8 * (LONG - 1),
        7 * LONG**2 + 8 * (LONG - 1) ** 2,
    )
    assert Summary.from_bytes(found.to_bytes()).canonical() == found.canonical()


def test_the_mean_of_long_games_that_hardly_differ_has_a_narrow_interval() -> None:
    """Where floats take squares from squares, nothing but their rounding would be left."""
    rounds = [LONG - 1, LONG, LONG + 1] * 2_000
    games, total, squares = len(rounds), sum(rounds), sum(number**2 for number in rounds)
    assert squares > 2**63
    assert deviation(games, total, squares) == pytest.approx((4_000 / 5_999) ** 0.5, rel=1e-12)
    found = mean(games, total, squares)
    assert found is not None
    assert found.high - found.low < 0.05


def pair_of(monkeypatch: pytest.MonkeyPatch, one: list[int], other: list[int]) -> Compared:
    """Return the tallies of two rule sets whose games last so long, not one of which is played."""
    both = iter((records(*one), records(*other)))
    monkeypatch.setattr(paired, "play", lambda *_: next(both))
    comparison = Comparison(rule_sets=(Rules(), Rules(face_down=0)), games=len(one), pack=SMALL, limit=LONG)
    return paired.tally(comparison, 0, len(one))


# The largest product times the number of games is just within 2^63, and just beyond it.
EDGE: Final = 3_037_000_499
"""The largest number whose square is below 2^63."""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([EDGE], [EDGE]),
        ([EDGE + 1], [EDGE]),
        ([EDGE, EDGE], [EDGE, EDGE]),
        ([LONG] * 9, [LONG] * 9),
        ([LONG] * 10, [LONG] * 10),
        ([LONG - place for place in range(25)], [LONG - 7 * place for place in range(25)]),
        ([1] * 12, [LONG] * 12),
    ],
)
def test_products_of_long_games_are_exact(
    one: list[int], other: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = pair_of(monkeypatch, one, other).lengths_of(0, 1)
    assert found == Lengths(
        len(one),
        sum(one),
        sum(other),
        sum(number**2 for number in one),
        sum(number**2 for number in other),
        sum(first * second for first, second in zip(one, other, strict=True)),
    )


def test_sums_of_pairs_keep_their_size_in_bytes_and_in_additions() -> None:
    found = compared((11, (won(rounds=LONG), lost(rounds=LONG - 2))))
    back = Compared.from_bytes(found.to_bytes())
    assert back.lengths == found.lengths
    assert (back + found).lengths_of(0, 1).products == 22 * LONG * (LONG - 2)
    assert found.lengths_of(1, 0).squares_1 == 11 * (LONG - 2) ** 2 > 2**63


def test_differences_of_long_games_are_exact() -> None:
    pairs = [(LONG, LONG + 1), (LONG + 3, LONG + 6)] * 6
    found = length_difference(
        Lengths(
            12,
            sum(one for one, _ in pairs),
            sum(other for _, other in pairs),
            sum(one**2 for one, _ in pairs),
            sum(other**2 for _, other in pairs),
            sum(one * other for one, other in pairs),
        ),
        z=1,
    )
    assert found is not None
    assert found.paired.value == 2
    # Differences of 1 and 3, six of each: a variance of 12 / 11.
    assert found.paired.high - 2 == pytest.approx(
        student(11, 1.0) * (1 + SKEWED / 12) * float(Fraction(1, 11)) ** 0.5
    )


@pytest.mark.parametrize("largest", [0, 255, 256, 2**31, 2**56 - 1, 2**56, 2**63 - 1])
def test_columns_keep_the_largest_numbers(largest: int) -> None:
    facts, (back,) = unpack(b"any 1", pack(b"any 1", {"squares": 2**63 + largest}, [np.array([0, largest])]))
    assert facts == {"squares": 2**63 + largest}
    assert back.tolist() == [0, largest]
