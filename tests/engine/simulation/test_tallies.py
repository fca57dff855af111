"""What a summary keeps besides counts: the first game of every cell, the extremes; and its bytes."""

import pickle
import random
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from engine import Game, Order, Pack, Reason, deal_cards, play
from engine.jobs.job import Job, kind_of, play_span
from engine.kernels.tallies import EXTREMES, KEPT, NO_GAME, OUTCOMES, UNITS
from engine.rules import PLAYABLE
from engine.simulation import Study
from engine.simulation.packing import DIGEST_BYTES, pack, unpack
from engine.simulation.study import Comparison
from engine.simulation.tallies import KIND, TALLIES, Summary, bin_of, tally

GOLF = Study(rules=PLAYABLE["code-golf"], games=3_000, seed=7, sample=8)
ENDLESS = Study(rules=PLAYABLE["programming-challenges"], games=2_000, seed=5, pack=Pack(6, 4), sample=3)
CAPPED = Study(rules=PLAYABLE["codingame"], games=1_000, seed=9, limit=150, sample=3)

WORST_FIRST = {
    Order.HIGH: lambda rank: rank,
    Order.ACE_LOW: lambda rank: rank % 14,
    Order.LOW_WINS: lambda rank: -rank,
    Order.LOWEST_BEATS_HIGHEST: lambda rank: rank,
}


@cache
def refereed(study: Study) -> list[Game]:
    return [
        play(
            deal_cards(study.pack, seed=study.seed, number=number),
            study.rules,
            seed=study.seed,
            number=number,
            limit=study.limit,
        )
        for number in range(study.games)
    ]


def outcome_of(game: Game) -> str:
    if game.outcome.reason in (Reason.CYCLE, Reason.LIMIT):
        return {Reason.CYCLE: "endless", Reason.LIMIT: "limit"}[game.outcome.reason]
    return ("draw", "player_1", "player_2")[game.outcome.winner]


def cells_of(study: Study, number: int, game: Game) -> dict[str, Any]:
    """Say in which cell of each tally a game belongs, from the rules of counting alone."""
    outcome = OUTCOMES.index(outcome_of(game))
    order = sorted(
        {study.pack.rank_of(card) for card in range(study.pack.size)}, key=WORST_FIRST[study.rules.order]
    )
    cells: dict[str, Any] = {
        "reasons": (outcome, list(Reason).index(game.outcome.reason)),
        "aces": (outcome, game.deal.deck_1.count(order[-1])),
        "strength": (outcome, sum(order.index(rank) for rank in game.deal.deck_1)),
    }
    if game.cycle is None:
        values = np.array([getattr(game, unit) for unit in UNITS])
        cells |= {unit: (outcome, at) for unit, at in zip(UNITS, bin_of(values), strict=True)}
        cells["parity"] = (outcome, game.rounds % 2)
    elif follows(study, number):
        start, length = bin_of(np.array([game.cycle.start, game.cycle.length]))
        cells |= {"cycle_starts": start, "cycle_lengths": length}
    return cells


def follows(study: Study, number: int) -> bool:
    return number % study.sample == 0 or number < study.followed


SMALL_STUDIES = [
    Study(rules=PLAYABLE["code-golf"], games=300, seed=3, sample=4),
    Study(
        rules=PLAYABLE["programming-challenges"], games=300, seed=3, pack=Pack(6, 4), sample=50, followed=90
    ),
    Study(rules=PLAYABLE["codingame"], games=300, seed=4, limit=120, sample=3),
    Study(rules=PLAYABLE["jouets"], games=200, seed=3, pack=Pack(8, 4), sample=2),
    Study(rules=PLAYABLE["whats-in-a-game-steal"], games=200, seed=6, pack=Pack(5, 3), sample=1),
]


@pytest.mark.parametrize("study", SMALL_STUDIES, ids=lambda study: study.rules.code)
def test_every_cell_counts_its_games_and_names_the_first(study: Study) -> None:
    found = tally(study, 0, study.games)
    counts = {name: np.zeros_like(found.counts(name)) for name in TALLIES}
    firsts = {name: np.full_like(found.counts(name), NO_GAME) for name in TALLIES}
    for number, game in enumerate(refereed(study)):
        for name, cell in cells_of(study, number, game).items():
            counts[name][cell] += 1
            firsts[name][cell] = min(number, firsts[name][cell])
    assert set(found.firsts) == set(TALLIES)
    for name in TALLIES:
        assert np.array_equal(found.counts(name), counts[name]), name
        assert np.array_equal(found.firsts[name], firsts[name]), name


@pytest.mark.parametrize("study", SMALL_STUDIES, ids=lambda study: study.rules.code)
def test_extremes_are_those_of_all_games(study: Study) -> None:
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
    found = tally(study, 0, study.games).extremes
    assert list(found) == list(EXTREMES) == list(expected)
    for kind, pairs in expected.items():
        best = tuple((abs(value), number) for value, number in sorted(pairs)[:KEPT])
        assert found[kind] == best, kind


def test_the_studies_above_have_what_they_are_to_show() -> None:
    seen = {outcome_of(game) for study in SMALL_STUDIES for game in refereed(study)}
    assert seen == set(OUTCOMES)
    cycles = tally(SMALL_STUDIES[1], 0, 300).extremes["longest cycle"]
    assert len(cycles) == KEPT
    assert len({length for length, _ in cycles}) < KEPT, "no tie to break"


@pytest.mark.parametrize("study", [GOLF, ENDLESS, CAPPED], ids=lambda study: study.rules.code)
def test_blocks_of_any_size_add_up_in_any_order(study: Study) -> None:
    chooser = random.Random(1)
    whole = tally(study, 0, study.games)
    for _ in range(4):
        cuts = sorted({0, study.games, *chooser.sample(range(study.games), 12)})
        blocks = [tally(study, a, b - a) for a, b in pairwise(cuts)]
        while len(blocks) > 1:
            chooser.shuffle(blocks)
            blocks.append(blocks.pop() + blocks.pop())
        assert blocks[0].canonical() == whole.canonical()


def test_numbers_far_up_are_named_in_full() -> None:
    study = Study(rules=GOLF.rules, games=10**12, seed=1, sample=1)
    found = tally(study, 10**12 - 50, 50)
    numbers = np.concatenate([table[table != NO_GAME] for table in found.firsts.values()])
    assert numbers.min() == 10**12 - 50
    assert numbers.max() < 10**12
    assert Summary.from_bytes(found.to_bytes()).canonical() == found.canonical()


def test_firsts_change_the_hash() -> None:
    found = tally(GOLF, 0, 100)
    for name in ("rounds", "reasons", "parity", "aces", "strength"):
        other = {**found.firsts, name: found.firsts[name] + (found.counts(name) > 0)}
        assert replace(found, firsts=other).sha256() != found.sha256()


@pytest.mark.parametrize("study", [*SMALL_STUDIES, GOLF, ENDLESS, CAPPED], ids=lambda study: study.key()[:8])
def test_bytes_bring_back_every_number(study: Study) -> None:
    found = tally(study, 0, study.games)
    back = Summary.from_bytes(found.to_bytes())
    assert back.canonical() == found.canonical()
    assert replace(back).to_bytes() == found.to_bytes()  # packed anew, not as it was read
    for name in TALLIES:
        assert np.array_equal(back.counts(name), found.counts(name))
        assert np.array_equal(back.firsts[name], found.firsts[name])
        assert back.counts(name).dtype == back.firsts[name].dtype == np.int64
    assert np.array_equal(back.sizes, found.sizes)
    assert (back + found).canonical() == (found + found).canonical()
    assert list(back.sums.items()) == list(found.sums.items())
    assert list(back.extremes.items()) == list(found.extremes.items())


@pytest.mark.parametrize(
    "job", [GOLF, Comparison(rule_sets=(GOLF.rules, ENDLESS.rules), games=1_000)], ids=["study", "comparison"]
)
def test_what_a_worker_sends_takes_no_more_than_what_is_kept(job: Job) -> None:
    tallies, _ = play_span(job, 0, 1_000)
    sent = pickle.dumps(tallies)
    assert len(sent) < len(tallies.to_bytes()) + 200
    assert pickle.loads(sent).canonical() == tallies.canonical()


def test_bytes_hold_sums_of_any_size() -> None:
    found = tally(GOLF, 0, 100)
    many = replace(found, sums={unit: ((2**64 + 1, 3**90), *found.sums[unit][1:]) for unit in UNITS})
    assert Summary.from_bytes(many.to_bytes()).sums == many.sums


def test_bytes_hold_no_games_at_all() -> None:
    some = tally(GOLF, 0, 1)
    none = tally(GOLF, 0, 0)
    assert Summary.from_bytes(none.to_bytes()).canonical() == none.canonical()
    assert (Summary.from_bytes(none.to_bytes()) + some).canonical() == some.canonical()


def test_damaged_bytes_are_refused() -> None:
    data = tally(GOLF, 0, 40).to_bytes()
    chooser = random.Random(4)
    places = [*range(len(KIND) + DIGEST_BYTES + 8), *chooser.sample(range(len(data)), 300), len(data) - 1]
    damaged = [data[:at] + bytes([data[at] ^ 1 << chooser.randrange(8)]) + data[at + 1 :] for at in places]
    damaged += [data[:end] for end in (0, 1, len(KIND), len(KIND) + 3, len(data) // 2, len(data) - 1)]
    damaged += [data + b"\0", data[1:], b"\0" + data, data + data, KIND, b"not tallies at all"]
    for wrong in damaged:
        with pytest.raises(ValueError, match="these bytes are not 'war tallies 2'"):
            Summary.from_bytes(wrong)


def test_bytes_of_another_version_are_refused() -> None:
    facts, columns = unpack(KIND, tally(GOLF, 0, 40).to_bytes())
    with pytest.raises(ValueError, match="these bytes are not 'war tallies 2'"):
        Summary.from_bytes(pack(b"war tallies 1", facts, columns))


@pytest.mark.parametrize(
    "columns",
    [
        [],
        [[]],
        [[0]],
        [[0, 0, 0], [], [255], [256], [2**63 - 1, 0, 1]],
        [list(range(70_000))],
    ],
)
def test_columns_come_back_as_they_were(columns: list[list[int]]) -> None:
    arrays = [np.array(column, dtype=np.int64) for column in columns]
    facts, back = unpack(b"any 1", pack(b"any 1", [2**200, "text"], arrays))
    assert facts == [2**200, "text"]
    assert [column.tolist() for column in back] == columns


def test_columns_below_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="-1"):
        pack(b"any 1", {}, [np.array([3, -1])])


def test_a_few_million_games_take_little_room() -> None:
    """Cells, not games, fill it: a thousand times the games is a little more in each count."""
    found = tally(GOLF, 0, 3_000)
    many = found
    for _ in range(10):
        many += many
    assert len(many.to_bytes()) < 1.5 * len(found.to_bytes()) < 45_000


@pytest.mark.parametrize("job", [GOLF, Comparison(rule_sets=(GOLF.rules, ENDLESS.rules), games=40)])
def test_what_a_worker_sent_is_written_as_it_was_sent_and_never_for_other_games(job: Job) -> None:
    some, more = (kind_of(job).tally(job, first, 20) for first in (0, 20))
    data = some.to_bytes()
    read = type(some).from_bytes(data)
    assert read.to_bytes() is data
    assert (read + more).to_bytes() == (some + more).to_bytes() != data
    assert replace(read).to_bytes() == data
