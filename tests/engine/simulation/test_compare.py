"""Rule sets on the same deals: tallies against the referee, intervals against what is exactly known."""

import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, replace
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from typing import Any

import numpy as np
import pytest

from engine import Deal, deal_cards
from engine.cards import STANDARD_PACK, Pack
from engine.game import LIMIT, Game, Reason, referee
from engine.kernels.tallies import NO_GAME, OUTCOMES
from engine.rules import PLAYABLE, BothOut, Pickup, Rules, Shortfall, rules_called
from engine.simulation import Study
from engine.simulation import estimates as paired
from engine.simulation.estimates import SKEWED, Estimate, share, student
from engine.simulation.exact import exact
from engine.simulation.paired import LENGTHS_IN, SHOWN, Compared, Lengths, tally
from engine.simulation.study import FEWER_ROUNDS, MOST_RULE_SETS, VARIED, Comparison, sweep
from engine.simulation.tallies import outcomes_of, play
from engine.simulation.tallies import tally as tally_alone
from engine.wording.sentences import named

SMALL = Pack(4, 2)
NAMES = ("code-golf", "advent-of-code-22", "programming-challenges", "codingame", "norvig")
FIVE = Comparison(rule_sets=tuple(PLAYABLE[name] for name in NAMES), games=240, seed=3, pack=Pack(6, 4))


@pytest.fixture(scope="module")
def compared() -> Compared:
    return tally(FIVE, 0, FIVE.games)


def ending(game: Game) -> str:
    if game.cycle:
        return "endless"
    if game.outcome.reason is Reason.LIMIT:
        return "limit"
    return ("draw", "player_1", "player_2")[game.outcome.winner]


def played(comparison: Comparison) -> list[list[Game]]:
    """Play every deal of a comparison by every rule set, with the referee."""
    return [
        [
            referee.play(
                deal_cards(comparison.pack, seed=comparison.seed, number=number),
                rules,
                seed=comparison.seed,
                number=number,
                limit=comparison.limit,
            )
            for number in range(comparison.games)
        ]
        for rules in comparison.rule_sets
    ]


@pytest.mark.parametrize(
    "comparison", [FIVE, replace(FIVE, limit=100, seed=8)], ids=["to the end", "cut off"]
)
def test_pairs_are_tallied_as_the_referee_plays(comparison: Comparison) -> None:
    found = tally(comparison, 0, comparison.games)
    games = played(comparison)
    seen: set[str] = set()
    for first, second in combinations(range(len(games)), 2):
        cells: dict[tuple[str, str], list[int]] = {}
        both = []
        for number, (one, other) in enumerate(zip(games[first], games[second], strict=True)):
            cells.setdefault((ending(one), ending(other)), []).append(number)
            if not {ending(one), ending(other)} & {"endless", "limit"}:
                both.append((one, other))
        seen |= {name for cell in cells for name in cell}
        for a, one_name in enumerate(OUTCOMES):
            for b, other_name in enumerate(OUTCOMES):
                numbers = cells.get((one_name, other_name), [])
                assert found.changes_of(first, second)[a, b] == len(numbers)
                shown = [number for number in found.examples_of(first, second)[a, b] if number != NO_GAME]
                assert shown == numbers[:SHOWN]
        for unit in ("rounds", "battles", "plays"):
            lasted = [(getattr(one, unit), getattr(other, unit)) for one, other in both]
            assert found.lengths_of(first, second, unit) == Lengths(
                len(both),
                sum(a for a, _ in lasted),
                sum(b for _, b in lasted),
                sum(a * a for a, _ in lasted),
                sum(b * b for _, b in lasted),
                sum(a * b for a, b in lasted),
            )
    assert seen == set(OUTCOMES) - ({"limit"} if comparison is FIVE else set())


def test_each_rule_set_is_tallied_as_if_alone(compared: Compared) -> None:
    for study, summary in zip(FIVE.studies(), compared.summaries, strict=True):
        assert summary.sha256() == tally_alone(study, 0, FIVE.games).sha256()


def test_every_pair_agrees_with_the_shares_of_both(compared: Compared) -> None:
    for first, second in compared.pairs():
        counts = compared.changes_of(first, second)
        assert counts.sum() == compared.games
        assert counts.sum(axis=1).tolist() == list(compared.summaries[first].outcomes().values())
        assert counts.sum(axis=0).tolist() == list(compared.summaries[second].outcomes().values())


def test_a_pair_can_be_asked_for_either_way(compared: Compared) -> None:
    for first, second in compared.pairs():
        assert np.array_equal(compared.changes_of(second, first), compared.changes_of(first, second).T)
        there, back = compared.examples_of(first, second), compared.examples_of(second, first)
        assert all(np.array_equal(there[a, b], back[b, a]) for a in range(5) for b in range(5))
        for unit in LENGTHS_IN:
            ahead, turned = (compared.lengths_of(*pair, unit) for pair in ((first, second), (second, first)))
            assert astuple(turned) == tuple(astuple(ahead)[at] for at in (0, 2, 1, 4, 3, 5))
    with pytest.raises(ValueError, match="not in list"):
        compared.changes_of(2, 2)


def test_blocks_add_up_in_any_order_and_on_any_workers(compared: Compared) -> None:
    chooser = random.Random(4)
    with ThreadPoolExecutor(2) as threads:
        for _ in range(6):
            cuts = sorted({0, FIVE.games, *(chooser.randrange(FIVE.games) for _ in range(4))})
            spans = [(start, end - start) for start, end in pairwise(cuts)]
            chooser.shuffle(spans)
            blocks = list(threads.map(lambda span: tally(FIVE, *span), spans))
            total = blocks[0]
            for block in blocks[1:]:
                total = total + block
            assert total.sha256() == compared.sha256()
            assert total.to_bytes() == compared.to_bytes()


def test_bytes_bring_everything_back(compared: Compared) -> None:
    again = Compared.from_bytes(compared.to_bytes())
    assert again.sha256() == compared.sha256()
    assert (again + tally(FIVE, FIVE.games, 5)).games == FIVE.games + 5
    data = bytearray(compared.to_bytes())
    for at in range(0, len(data), len(data) // 40):
        data[at] ^= 4
        with pytest.raises(ValueError, match="count again"):
            Compared.from_bytes(bytes(data))
        data[at] ^= 4
    for broken in (b"", bytes(data[:-1]), compared.summaries[0].to_bytes()):
        with pytest.raises(ValueError, match="count again"):
            Compared.from_bytes(broken)


def test_sums_are_exact_where_machine_integers_are_too_small() -> None:
    from engine.simulation.paired import _products

    one = np.array([10**9, 10**9 - 1, 3] * 20)
    assert _products(one, one) == 20 * (10**18 + (10**9 - 1) ** 2 + 9)
    assert _products(np.array([], np.int64), np.array([], np.int64)) == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rule_sets": (Rules(),)}, "1 rule set cannot be compared: take 2 to 12 of them"),
        (
            {"rule_sets": tuple(Rules(face_down=down) for down in range(MOST_RULE_SETS + 1))},
            "13 rule sets cannot be compared",
        ),
        ({"rule_sets": (Rules(), Rules(face_down=2), Rules())}, "is there twice: change one of the two"),
        ({"games": 0}, "games 0 is out of range: take a whole number"),
        ({"seed": -1}, "seed -1 is out of range"),
        ({"limit": 0}, "limit 0 is out of range"),
    ],
)
def test_impossible_comparisons_are_refused_in_one_sentence(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        replace(FIVE, **change)


def test_equal_comparisons_have_equal_keys_and_others_do_not() -> None:
    again = Comparison.of_canonical(FIVE.canonical())
    assert (again, again.key()) == (FIVE, FIVE.key())
    others = [
        replace(FIVE, games=241),
        replace(FIVE, seed=4),
        replace(FIVE, pack=SMALL),
        replace(FIVE, limit=5),
        replace(FIVE, sample=1),
        replace(FIVE, rule_sets=FIVE.rule_sets[::-1]),
        replace(FIVE, rule_sets=FIVE.rule_sets[:-1]),
    ]
    assert len({FIVE.key(), *(other.key() for other in others)}) == 1 + len(others)


# Differences and their intervals.


def test_intervals_are_added_as_newcombe_does() -> None:
    """Newcombe (1998), 17: 873-890, example a: 56 of 70 against 48 of 80, Wilson's ends of table II."""
    wilson = Estimate(0.6, 0.4904, 0.7004, 80), Estimate(0.8, 0.6918, 0.8773, 70)
    found = paired._square_and_add(*wilson, 0.2, 0.0)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=3e-4)
    # Bentur et al. (2009) as in Fagerland, Lydersen & Laake (2014): 2 of 21 and 8 of 21, 1 in both.
    counts = table({("player_1", "player_1"): 1, ("player_1", "draw"): 1, ("draw", "player_1"): 7}, 21)
    bentur = paired.share_difference(counts, "player_1").paired
    # His own interval, from Wilson's, is 0.026 to 0.507; of few deals it covers too seldom.
    assert bentur.low < 0.026
    assert 0.507 < bentur.high < 0.6


def table(cells: dict[tuple[str, str], int], games: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return counts by outcome and outcome; the games that are left are drawn under both."""
    counts = np.zeros((5, 5), np.int64)
    for (one, other), number in cells.items():
        counts[OUTCOMES.index(one), OUTCOMES.index(other)] = number
    counts[2, 2] += games - counts.sum()
    return counts


def wide(interval: Estimate) -> float:
    return interval.high - interval.low


def test_equal_results_make_pairing_worth_much_and_opposite_ones_less_than_nothing() -> None:
    same = paired.share_difference(
        table({("player_1", "player_1"): 490, ("player_1", "draw"): 10}, 1_000), "player_1"
    )
    assert same.paired.value == same.unpaired.value == pytest.approx(-0.01)
    assert 4 * wide(same.paired) < wide(same.unpaired)
    against = paired.share_difference(
        table({("player_1", "draw"): 450, ("draw", "player_1"): 450}, 1_000), "player_1"
    )
    assert wide(against.paired) > 1.3 * wide(against.unpaired)


def test_a_share_of_none_under_both_keeps_an_interval() -> None:
    found = paired.share_difference(table({}, 1_000), "endless")
    assert found.paired == found.unpaired
    assert (found.paired.value, found.paired.low) == (0, -found.paired.high)
    assert 0.003 < found.paired.high < 0.005


def test_the_change_of_a_change_is_its_opposite() -> None:
    counts = table({("player_1", "endless"): 30, ("player_2", "player_1"): 9, ("endless", "endless"): 5}, 100)
    for outcome in OUTCOMES:
        ahead, back = (paired.share_difference(each, outcome).paired for each in (counts, counts.T))
        assert (ahead.value, ahead.low, ahead.high) == pytest.approx((-back.value, -back.high, -back.low))


def test_what_changes_is_counted_once() -> None:
    counts = table({("player_1", "player_2"): 7, ("player_2", "player_1"): 5, ("player_1", "endless"): 3}, 50)
    assert paired.changed(counts) == share(15, 50)
    assert paired.moved(counts) == paired.changed(counts)
    assert paired.moved(counts, after=["endless"]) == share(3, 50)
    assert paired.moved(counts, before=["player_1"], after=["player_2"]) == share(7, 50)
    assert paired.moved(counts, before=["draw"], after=["draw"]) == share(0, 50)
    same = table({("player_1", "player_1"): 20, ("player_1", "draw"): 4}, 50)
    assert paired.moved(same, before=["player_1"]) == share(4, 50)


def test_mean_differences_are_those_of_the_numbers_themselves() -> None:
    chooser = np.random.default_rng(1)
    one = chooser.integers(1, 500, 300)
    other = one // 2 + chooser.integers(1, 90, 300)
    sums = (int(numbers.sum()) for numbers in (one, other, one * one, other * other, one * other))
    found = paired.length_difference(Lengths(300, *sums))
    assert found is not None
    apart = other - one
    assert found.paired.value == found.unpaired.value == pytest.approx(apart.mean())
    points = student(299) * (1 + SKEWED / 300)
    reach = points * apart.std(ddof=1) / 300**0.5
    assert (found.paired.low, found.paired.high) == pytest.approx(
        (apart.mean() - reach, apart.mean() + reach)
    )
    apart_reach = points * ((one.var(ddof=1) + other.var(ddof=1)) / 300) ** 0.5
    assert found.unpaired.high - found.unpaired.value == pytest.approx(apart_reach)


def test_of_no_game_there_is_no_difference_and_of_one_no_interval() -> None:
    assert paired.length_difference(Lengths()) is None
    one = paired.length_difference(Lengths(1, 5, 9, 25, 81, 45))
    assert one is not None
    assert (one.paired.value, one.paired.high) == (4, float("inf"))


def deals_of(pack: Pack) -> Iterator[Deal]:
    """Yield every distinct deal of a pack in equal decks."""
    cards = [pack.rank_of(card) for card in range(pack.size)]
    for order in set(permutations(cards)):
        yield Deal(order[: pack.size // 2], order[pack.size // 2 :])


def test_intervals_cover_what_is_exactly_true_as_often_as_they_say() -> None:
    """A thousand comparisons of 200 games each, of a pack whose every deal the referee has played."""
    rules = PLAYABLE["code-golf"], PLAYABLE["programming-challenges"]
    pairs = Counter[tuple[str, str]]()
    apart = []
    for deal in deals_of(SMALL):
        one, other = (referee.play(deal, each) for each in rules)
        pairs[ending(one), ending(other)] += 1
        if not one.cycle and not other.cycle:
            apart.append(other.rounds - one.rounds)
    deals = pairs.total()
    assert deals == 2_520
    mean_apart = float(np.mean(apart))
    truth_1, truth_2 = (exact(SMALL, each) for each in rules)
    differ = sum(number for (one, other), number in pairs.items() if one != other) / deals

    records = [play(Study(rules=each, games=200_000, seed=5, pack=SMALL), 0, 200_000) for each in rules]
    ends = [outcomes_of(record).reshape(1_000, 200).astype(np.int64) for record in records]
    rounds = [record["rounds"].reshape(1_000, 200) for record in records]
    hits: Counter[str] = Counter()
    unpaired: Counter[str] = Counter()
    for place in range(1_000):
        one, other = (each[place] for each in ends)
        counts = np.bincount(one * 5 + other, minlength=25).reshape(5, 5)
        for outcome in ("player_1", "player_2", "draw", "endless"):
            true = float(Fraction(getattr(truth_2, outcome) - getattr(truth_1, outcome), deals))
            found = paired.share_difference(counts, outcome)
            hits[outcome] += found.paired.low <= true <= found.paired.high
            unpaired[outcome] += found.unpaired.low <= true <= found.unpaired.high
        found_changed = paired.changed(counts)
        hits["changed"] += found_changed.low <= differ <= found_changed.high
        both = (one <= 2) & (other <= 2)
        first, second = rounds[0][place][both], rounds[1][place][both]
        sums = Lengths(
            int(both.sum()),
            int(first.sum()),
            int(second.sum()),
            int(first @ first),
            int(second @ second),
            int(first @ second),
        )
        lengths = paired.length_difference(sums)
        assert lengths is not None
        hits["rounds"] += lengths.paired.low <= mean_apart <= lengths.paired.high
        unpaired["rounds"] += lengths.unpaired.low <= mean_apart <= lengths.unpaired.high
    # 95 % of 1,000 give or take 3.5 standard deviations; the seeds are fixed, so this cannot flicker.
    assert all(940 <= number <= 985 for number in hits.values()), hits
    # Of the same deals, an interval that knows nothing of the pairing covers too often.
    assert unpaired["player_1"] > hits["player_1"]
    assert unpaired["rounds"] > hits["rounds"]


# One rule varied over its values.


@pytest.mark.parametrize("rule", VARIED)
@pytest.mark.parametrize("name", ["code-golf", "programming-challenges-code", "kbwar"])
def test_a_sweep_varies_one_rule_and_nothing_else(rule: str, name: str) -> None:
    base = PLAYABLE[name]
    found = sweep(base, rule, games=10)
    assert found.values == VARIED[rule]
    assert found.comparison.rule_sets[found.base] == base
    for value, rules in zip(found.values, found.comparison.rule_sets, strict=True):
        assert getattr(rules, rule) == value
        others = [other for other in VARIED if other not in (rule, "both_out")]
        assert all(getattr(rules, other) == getattr(base, other) for other in others)
    assert len(set(found.labels)) == len(found.labels)


def test_a_sweep_keeps_a_value_beyond_its_own() -> None:
    found = sweep(Rules(face_down=9), "face_down", games=10)
    assert (found.values[-1], found.base) == (9, 7)


def test_a_sweep_of_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="both_out cannot be varied with shortfall DRAW"):
        sweep(Rules(shortfall=Shortfall.DRAW), "both_out", games=10)
    found = sweep(Rules(both_out=BothOut.PLAYER_2), "shortfall", games=10)
    assert [rules.both_out for rules in found.comparison.rule_sets].count(BothOut.DRAW) == 1


def test_a_sweep_cuts_off_games_that_go_on_for_millions_of_rounds() -> None:
    for name, rule, limit in (
        ("programming-challenges", "face_down", FEWER_ROUNDS),
        ("programming-challenges", "pickup", LIMIT),
        ("code-golf", "face_down", LIMIT),
        ("2.RANDOM.LOSES.DRAW.HIGH", "pickup", FEWER_ROUNDS),
    ):
        found = sweep(rules_called(name), rule, games=20)
        assert found.comparison.limit == limit
    deal_order = Study(rules=Rules(face_down=0, pickup=Pickup.AS_DEALT), games=40, seed=9, limit=FEWER_ROUNDS)
    assert tally_alone(deal_order, 0, 40).outcomes()["limit"] > 20


def test_exchanging_the_decks_exchanges_the_winner_in_a_sweep_of_pickups() -> None:
    """Orders that look at who won give both players the same chances; fixed ones need not."""
    found = sweep(Rules(), "pickup", games=4_000, pack=Pack(5, 4), seed=2)
    compared = tally(found.comparison, 0, 4_000)
    for value, summary in zip(found.values, compared.summaries, strict=True):
        wins = summary.outcomes()
        if value in (Pickup.LOSER_FIRST, Pickup.WINNER_FIRST):
            assert abs(wins["player_1"] - wins["player_2"]) < 250


@pytest.mark.slow
def test_one_change_of_the_rules_has_its_known_effects() -> None:
    """100,000 deals of seed 7, as in the picture of the Compare page (computed by another program)."""
    names = ("code-golf", "advent-of-code-22", "programming-challenges", "codingame")
    comparison = Comparison(rule_sets=tuple(PLAYABLE[name] for name in names), games=100_000, seed=7)
    compared = tally(comparison, 0, 100_000)
    assert comparison.pack == STANDARD_PACK
    for second, differ, to_endless, rounds, pairs in (
        (1, 0.370, 0.0, (-5, 5), 100_000),
        (2, 0.664, 0.421, (1_405, 25), 57_879),
        (3, 0.876, 0.362, (579, 15), 63_792),
    ):
        counts = compared.changes_of(0, second)
        assert paired.changed(counts).value == pytest.approx(differ, abs=0.006)
        assert paired.moved(counts, after=["endless"]).value == pytest.approx(to_endless, abs=0.006)
        lengths = paired.length_difference(compared.lengths_of(0, second))
        assert lengths is not None
        assert lengths.paired.value == pytest.approx(rounds[0], abs=rounds[1])
        assert lengths.paired.games == pytest.approx(pairs, rel=0.01)


def test_brief_words_fit_a_row_and_tell_values_apart() -> None:
    for name in PLAYABLE:
        title, beside = named(name)
        assert 0 < len(beside) <= 60
        assert title
    for value in Pickup:
        if value not in (Pickup.LOSER_FIRST, Pickup.RANDOM):
            assert named(Rules(pickup=value).code)[0].lower() == value.said.brief.lower()
    assert named("3.RANDOM.LOSES.DRAW.LOW_WINS") == ("Low wins", "otherwise as Norvig")
    assert named(Rules().code) == (
        "Loser’s cards first",
        "otherwise as Programming Challenges",
    )
