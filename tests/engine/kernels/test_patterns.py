"""Endless deals that are built: orbits against cards followed one by one, ranks against trying them all."""

import random
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from there import there

from engine.cards import Pack
from engine.game import Lay, Reason, pickup_order, play
from engine.kernels import PatternSlots, patterns
from engine.library import endless
from engine.library.records import LONGEST_PATTERN, Evidence, evidence
from engine.rules import PLAYABLE, Order, Pickup, Rules

ORDERS = [pickup for pickup in Pickup if pickup not in (Pickup.RANDOM, Pickup.COIN_FLIP)]


def followed(
    pattern: endless.Pattern, most: int = 3_000
) -> tuple[int, set[endless.Meeting], set[endless.Meeting]] | None:
    """Follow nameless cards until both decks are back: rounds, equal cards, who beats whom."""
    start = decks = [list(range(pattern.sizes[0])), list(range(pattern.sizes[0], sum(pattern.sizes)))]
    decks = [list(deck) for deck in start]
    equal: set[endless.Meeting] = set()
    beats: set[endless.Meeting] = set()
    rounds = 0
    while rounds < most:
        for winner, laid in pattern.rounds:
            laid_1, laid_2 = decks[0][:laid], decks[1][:laid]
            del decks[0][:laid], decks[1][:laid]
            ties = range(0, laid - 1, pattern.need)
            equal |= {(laid_1[tie], laid_2[tie]) for tie in ties}
            last = laid_1[-1], laid_2[-1]
            beats.add(last if winner == 1 else (last[1], last[0]))
            lays = (Lay(1, 1), *(Lay(pattern.need, pattern.need) for _ in ties))
            order = pickup_order(lays, winner, pattern.pickup, iter(()))
            decks[winner - 1] += [(laid_1 + laid_2)[place] for place in order]
            rounds += 1
        if decks == start:
            return rounds, equal, beats
    return None


def named(pattern: endless.Pattern, meetings: set[endless.Meeting]) -> set[endless.Meeting]:
    """Return meetings with each card called by its place in the decks."""
    one, two = pattern.decks()
    place = {card: number for number, card in enumerate((*one, *two))}
    return {(place[high], place[low]) for high, low in meetings}


@pytest.mark.parametrize("pickup", ORDERS)
def test_orbits_say_what_following_every_card_says(pickup: Pickup) -> None:
    war = ((1, 1), (2, 3), (1, 1), (2, 1), (1, 3), (2, 1))
    looked_at = 0
    patterns = [endless.without_wars(one) for length in (2, 4, 6, 8) for one in endless.necklaces(length)]
    for rounds in (*patterns, war):
        for one in range(4, 10):
            pattern = endless.Pattern(rounds, (one, 13 - one), pickup)
            if pattern.closes and (truth := followed(pattern)):
                equal, beats = pattern.meetings()
                assert pattern.length == truth[0]
                assert (named(pattern, equal), named(pattern, beats)) == truth[1:]
                looked_at += 1
    assert looked_at > 10


def test_a_pattern_that_contradicts_itself_leaves_no_ranks() -> None:
    contradictions = 0
    for length in (2, 4, 6):
        for pattern in endless.peaceful(Pickup.LOSER_FIRST, 12, length):
            if pattern.closes and pattern.contradicts_itself():
                equal, beats = pattern.meetings()
                assert endless.ranks_of(12, equal, beats, 12, 1) is None
                contradictions += 1
    assert contradictions > 5


def test_necklaces_are_every_pattern_once_however_it_is_turned() -> None:
    for length in (2, 4, 6, 8, 10):
        seen = set()
        for winners in product((1, 2), repeat=length):
            turned = {winners[turn:] + winners[:turn] for turn in range(length)}
            if winners.count(1) * 2 == length and len(turned) == length:
                seen.add(frozenset(turned))
        mine = {
            frozenset(winners[turn:] + winners[:turn] for turn in range(length))
            for winners in endless.necklaces(length)
        }
        assert mine == seen
        assert len(mine) == len([*endless.necklaces(length)])


def can_be_ranked(cards: int, equal: set[endless.Meeting], beats: set[endless.Meeting], copies: int) -> bool:
    """Try every way to rank cards."""
    ranks = [rank for rank in range(cards // copies) for _ in range(copies)]
    return any(
        all(named_[one] == named_[two] for one, two in equal)
        and all(named_[high] > named_[low] for high, low in beats)
        for named_ in set(permutations(ranks))
    )


meetings = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=6)


@settings(max_examples=150)
@given(meetings, meetings, st.sampled_from((1, 2, 3)))
@example(set(), {(0, 1), (1, 2), (2, 0)}, 1)
@example({(4, 5)}, {(4, 0), (4, 1), (4, 2), (3, 4)}, 2)
@example({(0, 1), (0, 2)}, set(), 3)
@example(set(), {(one, other) for one in (0, 1, 2) for other in (3, 4, 5)}, 3)
def test_ranks_are_found(equal: set[endless.Meeting], beats: set[endless.Meeting], copies: int) -> None:
    ranks = endless.ranks_of(6, equal, beats, 6 // copies, copies)
    assert (ranks is not None) == can_be_ranked(6, equal, beats, copies)
    if ranks is not None:
        assert sorted(ranks) == [rank for rank in range(6 // copies) for _ in range(copies)]
        assert all(ranks[one] == ranks[two] for one, two in equal)
        assert all(ranks[high] > ranks[low] for high, low in beats)


@pytest.mark.parametrize("order", [*Order][:3])
@pytest.mark.parametrize("seed", [0, 1])
def test_an_endless_deal_is_built_and_the_referee_agrees(order: Order, seed: int) -> None:
    rules = PLAYABLE["bicycle"].changed(order=order)
    built = there(endless.build(rules, Pack(13, 4), seed=seed, tried=endless.Tried()))
    game = play(built.deal, rules)
    assert (game.outcome.reason, game.cycle) == (Reason.CYCLE, built.cycle)
    assert (len(built.deal.deck_1), built.wars) == (26, 0)


def test_the_endless_deal_of_three_face_down_winners_first() -> None:
    rules = Rules(face_down=3, pickup=Pickup.WINNER_FIRST)
    half = [(1, 13), *[(1, 1), (2, 1)] * 13, (2, 13)]
    pattern = endless.Pattern(
        tuple(half + [(3 - winner, laid) for winner, laid in half]), (26, 26), rules.pickup, rules.need
    )
    built = there(endless.build(rules, Pack(13, 4), patterns=[pattern], tried=endless.Tried()))
    assert (built.cycle.start, built.cycle.length, built.wars) == (1, 6_384, 1_368)
    assert play(built.deal, rules).cycle == built.cycle


@pytest.mark.parametrize(
    ("ranks", "most", "tried"), [(5, 9, (2, 2, 0)), (7, 9, (3, 3, 0)), (8, 9, (0, 0, 0)), (11, 2, (5, 3, 2))]
)
def test_what_was_tried_is_counted_by_how_it_ended(
    ranks: int, most: int, tried: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endless, "MOST_STEPS", most)
    counted = endless.Tried()
    rules = PLAYABLE["code-golf"]
    patterns = (one for n in (2, 4, 6, 8) for one in endless.peaceful(rules.pickup, 4 * ranks, n))
    assert endless.build(rules, Pack(ranks, 4), patterns=patterns, tried=counted) is None
    assert (counted.closing, counted.impossible, counted.undecided) == tried
    assert f"no ranks fit: {tried[1]}" in counted.words


def test_the_patterns_of_a_pack_come_the_short_ones_first_and_each_once() -> None:
    patterns = [*endless.patterns_of(PLAYABLE["code-golf"], Pack(3, 2))]
    lengths = [len(pattern.rounds) for pattern in patterns]
    without_war = [(one.rounds, one.sizes) for one in patterns if {laid for _, laid in one.rounds} == {1}]
    assert len({*without_war}) == len(without_war)
    assert lengths[:4] == [2] * 4
    assert max(lengths) >= 14


@pytest.mark.parametrize("cards", [20, 36])
@pytest.mark.parametrize("pickup", endless.LEADS)
def test_going_through_all_keeps_what_looking_at_each_keeps(pickup: Pickup, cards: int) -> None:
    for length in (2, 4, 6, 8, 10):
        every = [*endless.peaceful(pickup, cards, length)]
        tried = endless.Tried()
        kept = [*endless.every_pattern(Rules(pickup=pickup), Pack(cards // 4, 4), length, tried)]
        assert tried.patterns + len(kept) == len(every)
        sound = {(one.rounds, one.sizes) for one in every if one.closes and not one.contradicts_itself()}
        assert len(kept) == len(sound)
        assert {(one.rounds, one.sizes) for one in kept} == sound


@pytest.mark.parametrize(
    ("row", "most"),
    [
        pytest.param(row, most, marks=() if most < 20 else pytest.mark.slow)
        for row in evidence()
        if row.rounds is not None and row.pickup in endless.LEADS
        for most in ((row.rounds,) if row.rounds < 20 else (12, row.rounds))
    ],
    ids=lambda one: one if isinstance(one, int) else f"{one.pack}-{one.pickup}",
)
def test_what_was_tried_without_wars_is_tried_again(row: Evidence, most: int) -> None:
    came = endless.gone_through(Rules(pickup=Pickup(row.pickup)), Pack.parse(row.pack), most)
    assert came.built <= row.built
    assert came.proved or not row.proved
    if most == row.rounds:
        assert came == row


def test_what_cannot_be_built_or_gone_through_is_refused() -> None:
    assert len(PatternSlots.make().orbit) == 2 * LONGEST_PATTERN
    with pytest.raises(ValueError, match="with a random pick-up every game ends"):
        endless.build(PLAYABLE["wikipedia"], Pack(13, 4), tried=endless.Tried())
    with pytest.raises(ValueError, match="pickup AS_DEALT is not supported here"):
        endless.gone_through(Rules(pickup=Pickup.AS_DEALT), Pack(5, 4), 8)
    with pytest.raises(ValueError, match="rounds 42 are too many"):
        endless.gone_through(Rules(), Pack(5, 4), 42)


def test_the_circles_of_the_longest_patterns_fit_into_the_bits_of_a_word() -> None:
    chooser, most = random.Random(1), 0
    winners = [1, 2] * (LONGEST_PATTERN // 2)
    for pickup, _, one in product(endless.LEADS, range(40), (LONGEST_PATTERN, 26, 7)):
        pattern = endless.Pattern(endless.without_wars(winners), (one, 2 * LONGEST_PATTERN - one), pickup)
        most = max(most, len(pattern.orbits))
        chooser.shuffle(winners)
    assert 10 < most <= 3 * LONGEST_PATTERN // 2 < 63


def test_a_call_goes_through_no_more_patterns_than_fit_into_a_second() -> None:
    kept = np.zeros((10**5, 2), np.int64)
    stopped, tried, left = patterns.go_through(0, 34, 52, True, PatternSlots.make(), kept)
    assert (stopped < 1 << 33, left + 52 <= len(kept)) == (True, True)
    assert patterns.MOST_AT_ONCE <= tried < patterns.MOST_AT_ONCE + 52
    again, more, _ = patterns.go_through(stopped, 34, 52, True, PatternSlots.make(), kept)
    assert (again > stopped, more >= patterns.MOST_AT_ONCE) == (True, True)


def test_patterns_of_two_wars_have_any_number_of_rounds_between_them() -> None:
    assert {len(pattern.rounds) for pattern in endless.warlike(PLAYABLE["code-golf"], 8)} == {4, 8, 12, 16}
