"""Rule sets on the same deals: what each pair makes of every deal, against the referee."""

from dataclasses import astuple, replace
from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from records_compared import outcome_of
from tallied import compared as by_hand
from tallied import lost, won

from engine import deal_cards
from engine.cards import Pack
from engine.game import referee
from engine.kernels.codes import DECK_EMPTY, RECORD
from engine.kernels.tallies import NO_GAME, OUTCOMES
from engine.rules import PLAYABLE, Rules
from engine.simulation import paired
from engine.simulation.estimates import changed, length_difference, moved
from engine.simulation.paired import LENGTHS_IN, SHOWN, Compared, Lengths, tally
from engine.simulation.study import Comparison
from engine.simulation.tallies import tally as tally_alone

NAMES = ("code-golf", "advent-of-code-22", "programming-challenges", "codingame", "norvig")
FIVE = Comparison(rule_sets=tuple(PLAYABLE[name] for name in NAMES), games=240, seed=3, pack=Pack(6, 4))


@pytest.fixture(scope="module")
def compared() -> Compared:
    return tally(FIVE, 0, FIVE.games)


def sums(lasted: list[tuple[int, int]]) -> Lengths:
    one, other = zip(*lasted, strict=True) if lasted else ((), ())
    squares = sum(a * a for a in one), sum(b * b for b in other)
    return Lengths(len(lasted), sum(one), sum(other), *squares, sum(a * b for a, b in lasted))


@pytest.mark.parametrize(
    "comparison", [FIVE, replace(FIVE, limit=100, seed=8)], ids=["to the end", "cut off"]
)
def test_pairs_are_tallied_as_the_referee_plays(comparison: Comparison) -> None:
    found = tally(comparison, 0, comparison.games)
    deals = [deal_cards(comparison.pack, seed=comparison.seed, number=n) for n in range(comparison.games)]
    games = [
        [
            referee.play(deal, rules, seed=comparison.seed, number=number, limit=comparison.limit)
            for number, deal in enumerate(deals)
        ]
        for rules in comparison.rule_sets
    ]
    assert {outcome_of(game) for each in games for game in each} >= set(OUTCOMES) - {"limit"}
    for first, second in combinations(range(len(games)), 2):
        both = [*zip(games[first], games[second], strict=True)]
        for a, b in np.ndindex(len(OUTCOMES), len(OUTCOMES)):
            ends = OUTCOMES[a], OUTCOMES[b]
            numbers = [
                n for n, (one, other) in enumerate(both) if (outcome_of(one), outcome_of(other)) == ends
            ]
            assert (
                found.changes_of(first, second)[a, b] == found.changes_of(second, first)[b, a] == len(numbers)
            )
            for shown in (found.examples_of(first, second)[a, b], found.examples_of(second, first)[b, a]):
                assert [number for number in shown if number != NO_GAME] == numbers[:SHOWN]
        ended = [pair for pair in both if not {*map(outcome_of, pair)} & {"endless", "limit"}]
        for unit in LENGTHS_IN:
            lasted = [(getattr(one, unit), getattr(other, unit)) for one, other in ended]
            assert found.lengths_of(first, second, unit) == sums(lasted)
            assert found.lengths_of(second, first, unit) == sums([(b, a) for a, b in lasted])
    with pytest.raises(ValueError, match="not in list"):
        found.changes_of(2, 2)


def test_each_rule_set_is_tallied_as_if_alone(compared: Compared) -> None:
    for study, summary in zip(FIVE.studies(), compared.summaries, strict=True):
        assert summary.sha256() == tally_alone(study, 0, FIVE.games).sha256()


@settings(max_examples=8)
@given(st.sets(st.integers(1, 239), max_size=4), st.randoms(use_true_random=False))
def test_blocks_add_up_in_any_order(cuts: set[int], chooser: Random) -> None:
    blocks = [tally(FIVE, start, end - start) for start, end in pairwise([0, *sorted(cuts), FIVE.games])]
    while len(blocks) > 1:
        chooser.shuffle(blocks)
        blocks.append(Compared.from_bytes(blocks.pop().to_bytes()) + blocks.pop())
    whole = tally(FIVE, 0, FIVE.games)
    assert (blocks[0].sha256(), blocks[0].to_bytes()) == (whole.sha256(), whole.to_bytes())


def test_damaged_bytes_are_counted_again(compared: Compared) -> None:
    data = bytearray(compared.to_bytes())
    for at in range(0, len(data), len(data) // 40):
        data[at] ^= 4
        with pytest.raises(ValueError, match="count again"):
            Compared.from_bytes(bytes(data))
        data[at] ^= 4
    for broken in (b"", bytes(data[:-1]), compared.summaries[0].to_bytes()):
        with pytest.raises(ValueError, match="count again"):
            Compared.from_bytes(broken)


EDGE = 3_037_000_499
"""The largest number whose square is below 2^63."""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(([EDGE], [EDGE]), ([EDGE + 1], [EDGE]), ([EDGE, EDGE], [EDGE, EDGE]), ([1] * 12, [10**9] * 12)),
        ([10**9 - place for place in range(25)], [10**9 - 7 * place for place in range(25)]),
    ],
)
def test_products_of_long_games_are_exact(
    one: list[int], other: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By machine integers or beyond them, not one of the games being played."""
    games = []
    for rounds in (one, other):
        records = np.zeros(len(rounds), RECORD)
        records["winner"], records["reason"] = 1, DECK_EMPTY
        for unit in LENGTHS_IN:
            records[unit] = rounds
        games.append(records)
    both = iter(games)
    monkeypatch.setattr(paired, "play", lambda *_: next(both))
    two = Comparison(rule_sets=(Rules(), Rules(face_down=0)), games=len(one), pack=Pack(3, 2), limit=10**9)
    assert tally(two, 0, len(one)).lengths_of(0, 1) == sums([*zip(one, other, strict=True)])
    long = by_hand((11, (won(rounds=10**9), lost(rounds=10**9 - 2))))
    back = Compared.from_bytes(long.to_bytes())
    assert astuple((back + long).lengths_of(0, 1)) == tuple(
        2 * each for each in astuple(long.lengths_of(0, 1))
    )
    assert long.lengths_of(1, 0).squares_1 == 11 * (10**9 - 2) ** 2 > 2**63


@pytest.mark.slow
def test_one_change_of_the_rules_has_its_known_effects() -> None:
    """100,000 deals of seed 7, as in the picture of the Compare page (computed by another program)."""
    names = ("code-golf", "advent-of-code-22", "programming-challenges", "codingame")
    comparison = Comparison(rule_sets=tuple(PLAYABLE[name] for name in names), games=100_000, seed=7)
    compared = tally(comparison, 0, 100_000)
    for second, differ, to_endless, rounds, pairs in (
        (1, 0.370, 0.0, (-5, 5), 100_000),
        (2, 0.664, 0.421, (1_405, 25), 57_879),
        (3, 0.876, 0.362, (579, 15), 63_792),
    ):
        counts = compared.changes_of(0, second)
        assert changed(counts).value == pytest.approx(differ, abs=0.006)
        assert moved(counts, after=["endless"]).value == pytest.approx(to_endless, abs=0.006)
        lengths = length_difference(compared.lengths_of(0, second))
        assert lengths is not None
        assert lengths.paired.value == pytest.approx(rounds[0], abs=rounds[1])
        assert lengths.paired.games == pytest.approx(pairs, rel=0.01)
