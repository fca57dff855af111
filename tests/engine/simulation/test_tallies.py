"""Tallies and pairs against the referee, cell by cell; added in any order; and their bytes."""

import pickle
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from results_compared import outcome_of
from tallied import Games, summary

from engine import Deal, Game, Order, Pack, Round, Rules, deal_cards, kernels, play, play_rounds
from engine.cards import Hands, shares
from engine.game import Ending, Rounds
from engine.jobs.job import Job, play_span
from engine.jobs.job import tally as play_tally
from engine.kernels.codes import DECK_EMPTY, RESULT
from engine.kernels.tallies import BINS, EXACT_BELOW, EXTREME_GAMES, EXTREMES, NO_GAME, OUTCOMES, UNITS
from engine.rules import PLAYABLE
from engine.simulation import Comparison, Study, tallies
from engine.simulation.paired import LENGTHS_IN, SHOWN, Lengths, _lengths
from engine.simulation.paired import tally as tally_pairs

GOLF = Study(rules=PLAYABLE["code-golf"], games=300, seed=3, sample=4)
STUDIES = [
    GOLF,
    Study(
        rules=PLAYABLE["programming-challenges"], games=300, seed=3, pack=Pack(6, 4), sample=50, followed=90
    ),
    Study(rules=PLAYABLE["codingame"], games=300, seed=4, limit=120, sample=3),
    Study(rules=PLAYABLE["whats-in-a-game-steal"], games=200, seed=6, pack=Pack(5, 3), sample=1),
    Study(rules=Rules(), games=50, hands=Hands.parse("AAA?/KKK"), sample=1),
    *(Study(rules=rules, games=60, seed=3, pack=Pack(7, 4), sample=8) for rules in PLAYABLE.values()),
]
WORST_FIRST = {
    Order.HIGH: lambda rank: rank,
    Order.ACE_LOW: lambda rank: rank % 14,
    Order.LOW_WINS: lambda rank: -rank,
    Order.LOWEST_BEATS_HIGHEST: lambda rank: rank,
}
by_code = pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.key()[:8])


def deal_of(study: Study, number: int) -> Deal:
    return deal_cards(study.pack, seed=study.seed, number=number, hands=study.hands)


@cache
def refereed(study: Study) -> list[Game]:
    return [
        play(deal_of(study, number), study.rules, seed=study.seed, number=number, limit=study.limit)
        for number in range(study.games)
    ]


def follows(study: Study, number: int) -> bool:
    return number % study.sample == 0 or number < study.followed


def by_hand(study: Study, number: int, game: Game) -> Games:
    """Return what tallies made by hand are told of a game, from the rules of counting alone."""
    order = sorted(
        {study.pack.rank_of(card) for card in range(study.pack.size)}, key=WORST_FIRST[study.rules.order]
    )
    return Games(
        outcome=outcome_of(game),
        rounds=game.rounds,
        extra=game.battles - game.rounds,
        plays=game.plays,
        wars=game.wars,
        depth=game.depth,
        reason=game.outcome.reason,
        aces=game.deal.deck_1.count(order[-1]),
        strength=sum(order.index(rank) for rank in game.deal.deck_1),
        cycle=(game.cycle.start, game.cycle.length) if game.cycle and follows(study, number) else None,
    )


@by_code
def test_every_cell_counts_its_games_and_names_the_first_as_tallies_by_hand_do(study: Study) -> None:
    """Tallies made by hand, with which charts are tested, are those that games leave."""
    found, games = tallies.tally(study, 0, study.games), refereed(study)
    alike = [by_hand(study, number, game) for number, game in enumerate(games)]
    mine = summary(*alike, pack=study.pack)
    assert set(found.firsts) == set(tallies.TALLIES)
    for name in tallies.TALLIES:
        assert np.array_equal(found.counts(name), mine.counts(name)), name
        assert np.array_equal(found.firsts[name], mine.firsts[name]), name
    assert (found.games, found.outcomes(), found.sums) == (mine.games, mine.outcomes(), mine.sums)
    thrice = summary(*(replace(one, times=3) for one in alike), pack=study.pack)
    assert thrice.sha256() == summary(*(one for one in alike for _ in range(3)), pack=study.pack).sha256()
    assert found.outcomes() == {name: [*map(outcome_of, games)].count(name) for name in OUTCOMES}
    for unit in UNITS:
        for outcome, sums in zip(OUTCOMES, found.sums[unit], strict=True):
            counted = [getattr(one, unit) for one in games if outcome_of(one) == outcome and not one.cycle]
            assert sums == (sum(counted), sum(number**2 for number in counted))


def going_on(rounds: Rounds[Ending], rules: Rules) -> Iterator[Round]:
    """Go on with an endless game where it came back."""
    yield from rounds
    while rounds.ending.cycle:
        rounds = play_rounds(Deal(*rounds.ending.decks), rules)
        yield from rounds


@by_code
def test_extremes_and_deck_sizes_are_those_of_the_games(study: Study) -> None:
    games = list(enumerate(refereed(study)))
    ended = [pair for pair in games if outcome_of(pair[1]) not in ("endless", "limit")]
    cycles = [pair for pair in games if pair[1].cycle and follows(study, pair[0])]
    expected = {
        "longest": [(-game.rounds, number) for number, game in ended],
        "quickest": [(game.rounds, number) for number, game in ended],
        "most wars": [(-game.wars, number) for number, game in ended],
        "deepest war": [(-game.depth, number) for number, game in ended],
        "longest cycle": [(-game.cycle.length, number) for number, game in cycles if game.cycle],
    }
    found = tallies.tally(study, 0, study.games)
    assert list(found.extremes) == list(EXTREMES) == list(expected)
    for kind, pairs in expected.items():
        best = tuple((abs(value), number) for value, number in sorted(pairs)[:EXTREME_GAMES])
        assert found.extremes[kind] == best, kind
    assert found.cards == shares(study.pack, study.hands).cards
    grid = np.zeros_like(found.sizes)
    for number in filter(lambda number: follows(study, number), range(study.games)):
        rounds = play_rounds(deal_of(study, number), study.rules, seed=study.seed, number=number)
        for at, this in zip(range(len(grid)), going_on(rounds, study.rules), strict=False):
            grid[at, len(this.before[0])] += 1
    assert np.array_equal(found.sizes, grid)


# Pairs of rule sets on the same deals.

NAMES = ("code-golf", "advent-of-code-22", "programming-challenges", "codingame", "norvig")
FIVE = Comparison(rule_sets=tuple(PLAYABLE[name] for name in NAMES), games=240, seed=3, pack=Pack(6, 4))


def sums(lasted: list[tuple[int, int]]) -> Lengths:
    one, other = zip(*lasted, strict=True) if lasted else ((), ())
    squares = sum(a * a for a in one), sum(b * b for b in other)
    return Lengths(len(lasted), sum(one), sum(other), *squares, sum(a * b for a, b in lasted))


@pytest.mark.parametrize("comparison", [FIVE, replace(FIVE, limit=100, seed=8)], ids=["whole", "cut off"])
def test_pairs_are_tallied_as_the_referee_plays(comparison: Comparison) -> None:
    found = tally_pairs(comparison, 0, comparison.games)
    studies = comparison.studies()
    alone = [tallies.tally(study, 0, comparison.games).sha256() for study in studies]
    assert [each.sha256() for each in found.summaries] == alone
    for first, second in combinations(range(len(studies)), 2):
        both = [*zip(refereed(studies[first]), refereed(studies[second]), strict=True)]
        for a, b in np.ndindex(len(OUTCOMES), len(OUTCOMES)):
            ends = OUTCOMES[a], OUTCOMES[b]
            numbers = [n for n, pair in enumerate(both) if tuple(map(outcome_of, pair)) == ends]
            counts = found.changes_of(first, second)[a, b], found.changes_of(second, first)[b, a]
            assert [*map(int, counts)] == [len(numbers)] * 2
            for shown in (found.examples_of(first, second)[a, b], found.examples_of(second, first)[b, a]):
                assert [number for number in shown if number != NO_GAME] == numbers[:SHOWN]
        ended = [pair for pair in both if not {*map(outcome_of, pair)} & {"endless", "limit"}]
        for unit in LENGTHS_IN:
            lasted = [(getattr(one, unit), getattr(other, unit)) for one, other in ended]
            assert found.lengths_of(first, second, unit) == sums(lasted)
            assert found.lengths_of(second, first, unit) == sums([(b, a) for a, b in lasted])
    with pytest.raises(ValueError, match="not in list"):
        found.changes_of(2, 2)


EDGE = 3_037_000_499  # the largest number whose square is below 2^63
long = st.integers(EDGE - 9, EDGE + 9) | st.integers(1, 10**9)


@given(st.lists(st.tuples(long, long), max_size=25))
def test_products_of_long_games_are_exact(lasted: list[tuple[int, int]]) -> None:
    columns = np.array(lasted, np.int64).reshape(-1, 2)
    found = _lengths(columns[:, 0].copy(), columns[:, 1].copy())
    assert (found, found.turned()) == (sums(lasted), sums([(b, a) for a, b in lasted]))
    assert found + found == sums(lasted * 2)


Asked = Study | Comparison
JOBS: list[Asked] = [*STUDIES, FIVE]


@cache
def whole(job: Asked) -> Any:
    return play_tally(job, 0, job.games)


@settings(max_examples=40)
@given(st.sampled_from(JOBS), st.sets(st.integers(1, 299), max_size=8), st.randoms(use_true_random=False))
def test_blocks_of_any_size_add_up_in_any_order(job: Asked, cuts: set[int], chooser: random.Random) -> None:
    edges = [0, *sorted(cut for cut in cuts if cut < job.games), job.games]
    blocks = [play_tally(job, first, end - first) for first, end in pairwise(edges)]
    while len(blocks) > 1:
        chooser.shuffle(blocks)
        blocks.append(type(whole(job)).from_bytes(blocks.pop().to_bytes()) + blocks.pop())
    assert (blocks[0].canonical(), blocks[0].sha256()) == (whole(job).canonical(), whole(job).sha256())
    assert blocks[0].to_bytes() == whole(job).to_bytes()


def test_the_kernel_changes_no_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    hashes = [whole(study).sha256() for study in STUDIES]
    monkeypatch.setattr(kernels.play, "window_serves", lambda *_: False)
    assert [tallies.tally(study, 0, study.games).sha256() for study in STUDIES] == hashes


def test_numbers_far_up_are_named_in_full_and_sums_may_be_of_any_size() -> None:
    found = tallies.tally(Study(rules=GOLF.rules, games=10**12, seed=1, sample=1), 10**12 - 50, 50)
    numbers = np.concatenate([table[table != NO_GAME] for table in found.firsts.values()])
    assert (numbers.min(), numbers.max() < 10**12) == (10**12 - 50, True)
    none = tallies.tally(GOLF, 0, 0)
    assert (tallies.Summary.from_bytes(none.to_bytes()) + found).canonical() == found.canonical()
    large = replace(found, sums={unit: ((2**64 + 1, 3**90), *found.sums[unit][1:]) for unit in UNITS})
    assert tallies.Summary.from_bytes(large.to_bytes()).sums == large.sums


@pytest.mark.parametrize("games", [9, 10, 40])
def test_long_games_are_added_up_exactly(games: int) -> None:
    """Nine squares of the most rounds that a game may have are within 2^63, ten are not."""
    rounds = [10**9 - place for place in range(games)]
    results = np.zeros(games, RESULT)
    results["winner"], results["reason"] = 1, DECK_EMPTY
    for unit in UNITS[:4]:
        results[unit] = rounds
    found = tallies.tally_results(replace(GOLF, games=games, limit=10**9), 0, results)
    known = games, sum(rounds), sum(number**2 for number in rounds)
    twice = found + tallies.Summary.from_bytes(found.to_bytes())
    for unit in UNITS[:4]:
        assert found.sums_of(unit) == known
        assert twice.sums_of(unit) == tuple(2 * number for number in known)


@given(st.lists(st.integers(0, 20_000) | st.integers(0, 2**40 - 1), min_size=1))
def test_bins_are_exact_below_and_fine_above(numbers: list[int]) -> None:
    bins = tallies.bin_of(np.array(numbers)).tolist()
    assert max(bins) < BINS
    for value, at in zip(numbers, bins, strict=True):
        start, end = tallies.bin_start(at), tallies.bin_start(at + 1)
        assert start <= value < end
        assert end - start == 1 if value < EXACT_BELOW else end - start <= value / 64


@pytest.mark.parametrize("job", [GOLF, STUDIES[1], FIVE], ids=["study", "followed", "comparison"])
def test_bytes_bring_back_every_number_and_are_never_written_for_other_games(job: Job) -> None:
    some, more = (play_tally(job, first, 20) for first in (0, 20))
    data = some.to_bytes()
    read = type(some).from_bytes(data)
    assert (read.canonical(), read.to_bytes()) == (some.canonical(), data)
    assert (read + more).to_bytes() == (some + more).to_bytes() != data
    sent = pickle.dumps(play_span(job, 0, job.games)[0])
    assert len(sent) < len(pickle.loads(sent).to_bytes()) + 200
    many = pickle.loads(sent)
    for _ in range(10):
        many += many
    assert len(many.to_bytes()) < 1.5 * len(sent)  # cells, not games, fill it
    for one, other in zip(read.summaries, some.summaries, strict=True):
        for name in tallies.TALLIES:
            assert one.counts(name).dtype == one.firsts[name].dtype == np.int64
            if name in ("rounds", "reasons", "parity", "aces", "strength"):
                changed = {**other.firsts, name: other.firsts[name] + (other.counts(name) > 0)}
                assert replace(other, firsts=changed).sha256() != other.sha256()


@pytest.mark.parametrize("job", [GOLF, FIVE], ids=["study", "comparison"])
def test_damaged_bytes_and_those_of_another_version_are_refused(job: Job) -> None:
    whole_of = play_tally(job, 0, 40)
    data, chooser = whole_of.to_bytes(), random.Random(4)
    places = [
        *range(len(tallies.KIND) + tallies.DIGEST_BYTES + 8),
        *chooser.sample(range(len(data)), 100),
        len(data) - 1,
    ]
    damaged = [data[:at] + bytes([data[at] ^ 1 << chooser.randrange(8)]) + data[at + 1 :] for at in places]
    damaged += [
        data[:end] for end in (0, 1, len(tallies.KIND), len(tallies.KIND) + 3, len(data) // 2, len(data) - 1)
    ]
    damaged += [data + b"\0", data[1:], b"\0" + data, data + data, tallies.KIND, b"not tallies at all"]
    damaged.append(
        tallies.to_content(b"war tallies 1", *tallies.of_content(tallies.KIND, whole(GOLF).to_bytes()))
    )
    for wrong in damaged:
        with pytest.raises(ValueError, match=r"these bytes are not 'war .* 2': count again"):
            type(whole_of).from_bytes(wrong)


numbers = st.lists(st.integers(0, 300) | st.integers(0, 2**63 - 1), max_size=50)


@given(st.lists(numbers, max_size=4), st.integers(0, 2**200))
def test_columns_come_back_as_they_were(columns: list[list[int]], fact: int) -> None:
    arrays = [np.array(column, dtype=np.int64) for column in columns]
    facts, back = tallies.of_content(b"any 1", tallies.to_content(b"any 1", [fact, "text"], arrays))
    assert (facts, [column.tolist() for column in back]) == ([fact, "text"], columns)
