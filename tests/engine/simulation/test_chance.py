"""The chance in the course of a game, and how much the hands decide: against every order of the cards.

What `war chance` prints stands in the approval file of the terminal's outputs.
"""

from collections import Counter
from functools import cache
from itertools import permutations, product

import numpy as np
import pytest
from quick import quick
from results_compared import play_many
from there import there
from traces import record

from engine import Deal, Hands, Pack, deal_cards, kernels
from engine.game import Decks, Reason
from engine.kernels import Course, decide
from engine.rules import PLAYABLE, Rules
from engine.simulation import Study, share, win_chance
from engine.simulation.counting import arrangements, rows_of

COMEBACK = Deal.parse("32298J5A785KQ394467K5Q9QJ2/5AK6TTK93A873AT628J6T4JQ47")
SURE = 2.5  # widths of an interval of 95 % either side: it is missed once in a million times


def course_of(deal: Deal, rules: Rules, seed: int = 0, number: int = 0) -> Course:
    return Course(decide(deal, rules, seed=seed, number=number), seed, number)


def every_order(decks: Decks, rules: Rules, *, apart: bool) -> dict[int, float]:
    """Play every order of two decks of ranks, each by itself or both together; return who wins what share."""
    cut = len(decks[0])
    hands = decks if apart else ((*decks[0], *decks[1]),)
    orders = product(*(set(permutations(hand)) for hand in hands))
    rows = [tuple(card for hand in order for card in hand) for order in orders]
    records = play_many([Deal(row[:cut], row[cut:]) for row in rows], rules)
    return {player: float((records["winner"] == player).mean()) for player in (0, 1, 2)}


ORDERED = {
    "A7K2/97QK": "code-golf",
    "22A/A3347": "codingame",
    "4A/AK4422": "whats-in-a-game-steal",
    "234/334": "whats-in-a-game",  # of its 18 orders three never end, and eight are drawn
}


@pytest.mark.parametrize(("deal", "rules"), ORDERED.items())
def test_the_chance_is_that_of_every_order_of_the_cards(deal: str, rules: str) -> None:
    course = course_of(Deal.parse(deal), PLAYABLE[rules])
    ranks = (*course.game.deal.deck_1, *course.game.deal.deck_2)
    points = win_chance.chances(course, points=4, games=3_000)
    positions = course.positions([point.round - 1 for point in points[:-1]])
    for point, position in zip(points[:-1], positions, strict=True):
        first, second = (tuple(ranks[card] for card in deck) for deck in position.decks)
        for known, apart in ((point.cards, True), (point.counts, False)):
            truth = every_order((first, second), PLAYABLE[rules], apart=apart)
            for player, exactly in truth.items():
                found = share(known.won_by(player), known.games)
                low, high = (SURE * (end - found.value) for end in (found.low, found.high))
                assert low <= exactly - found.value <= high, (point, player, exactly)


@pytest.mark.parametrize("name", ["code-golf", "codingame", "norvig"])
def test_at_the_end_it_is_known(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(8):
        course = course_of(deal_cards(Pack(13, 4), seed=5, number=number), PLAYABLE[name], 5, number)
        *_, end = win_chance.chances(course, points=2, games=5)
        assert end.round == course.game.rounds + 1
        for player in (0, 1, 2):
            estimate = end.cards.share_of(player)
            won = float(player == course.game.outcome.winner)
            assert (estimate.value, estimate.low, estimate.high) == (won, won, won)
    monkeypatch.setattr(win_chance, "cut_off", lambda _: 3)
    first, *_ = win_chance.chances(course, points=2)
    assert first.cards.nobody == win_chance.CHANCE_GAMES, "cut-off games are nobody's"
    empty = course_of(Deal.parse("/AK"), Rules())
    (point,) = win_chance.chances(empty)
    assert (point.round, point.cards) == (1, win_chance.at_the_end(empty))
    assert win_chance.turning_points(empty) == ()


@pytest.mark.parametrize("name", ["code-golf", "norvig"])
def test_the_same_games_whatever_the_block_and_the_seed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    course, other = (course_of(COMEBACK, PLAYABLE[name], 3, number) for number in (1, 2))
    whole = win_chance.chances(course, points=7, games=40)
    assert (win_chance.chances(other, points=7, games=40)[0] == whole[0]) == (name == "code-golf")
    monkeypatch.setattr(win_chance, "CELLS", 52 * 17)
    assert win_chance.chances(course, points=7, games=40) == whole
    (position,) = course.positions([0])
    some = win_chance.Start(1, position.decks, win_chance.COUNTS, 0, 15)
    parts = [some, win_chance.Start(1, position.decks, win_chance.COUNTS, 15, 25)]
    first, rest = win_chance.played_from(course, parts)
    assert (first + rest) == whole[0].counts


def test_known_answers_never_change() -> None:
    known = {
        "code-golf": [(1, 60, 114), (249, 86, 39), (498, 200, 199), (499, 1, 1)],
        "norvig": [(1, 78, 95), (144, 106, 125), (287, 17, 9), (288, 0, 0)],
    }
    for name, answers in known.items():
        points = win_chance.chances(course_of(COMEBACK, PLAYABLE[name], 3, 1), points=3)
        assert [(point.round, point.cards.player_1, point.counts.player_1) for point in points] == answers


@pytest.mark.parametrize("name", ["code-golf", "kbwar", "whats-in-a-game-steal"])
def test_cards_lost_are_those_that_change_hands_the_high_ones_of_these(name: str) -> None:
    trace = record(COMEBACK, PLAYABLE[name])
    ranks = (*COMEBACK.deck_1, *COMEBACK.deck_2)
    found = win_chance.cards_lost(course_of(COMEBACK, PLAYABLE[name]))
    assert [*found][-10:] == [*range(trace.game.rounds - 9, trace.game.rounds + 1)]
    assert len(found) == min(100, trace.game.rounds)
    for this in trace.positions():
        laid = (this.cards_1, this.cards_2) if this.move.winner else ((), ())
        moved = [
            sorted((ranks[card] for card in laid[player]), reverse=True)
            if this.move.winner != player + 1
            else []
            for player in (0, 1)
        ]
        assert 14 not in (*moved[0], *moved[1]) or this.number in found
        if any(rank >= 12 for rank in (*moved[0], *moved[1])):
            moved = [[rank for rank in lost if rank >= 12] for lost in moved]
        if this.number in found:
            assert found[this.number] == (tuple(moved[0]), tuple(moved[1]))


def test_the_comeback_was_turned_by_aces() -> None:
    turned = win_chance.turning_points(course_of(COMEBACK, PLAYABLE["code-golf"]))
    assert [turn.round for turn in turned] == [148, 231, 242, 340, 372, 401]
    assert turned[0].lost == ((), (14, 12, 12))
    assert [turn.change > 0 for turn in turned] == [True, True, False, True, False, True]
    for turn in turned:
        assert 14 in (*turn.lost[0], *turn.lost[1])
        assert turn.before.games == turn.after.games == 10_000
        assert abs(turn.change) >= win_chance.LEAST


def test_a_last_round_turns_a_game_that_ends_in_it_and_no_other() -> None:
    for deal, name, last in (
        ("TTKJAA/QJKQ99", "whats-in-a-game", 3),
        ("55973TJQJ7K866Q28AQ49JKT7Q/8K35256A6927429TJ83A34T4KA", "whats-in-a-game", 155),
    ):
        turned = win_chance.turning_points(course_of(Deal.parse(deal), PLAYABLE[name]))[-1]
        assert (turned.round, turned.lost, turned.after.ended) == (last, ((), ()), True)
        assert abs(turned.change) > 30 * win_chance.POINT
    for deal, limit in (("234/343", 10_000), (COMEBACK.text, 300)):
        game = kernels.decide(Deal.parse(deal), PLAYABLE["code-golf"], limit=limit)
        assert game.outcome.reason in (Reason.CYCLE, Reason.LIMIT)
        assert game.rounds not in {turn.round for turn in win_chance.turning_points(Course(game))}


def test_the_rounds_found_are_those_of_the_largest_changes() -> None:
    """Every round of a game, 6,000 times each by games of other numbers: what is found is what is largest."""
    deal = Deal.parse("74J35AJJ39T87T28K5976T5236/49KJAKK2QQ9478A8T4623QQA56")
    course = course_of(deal, PLAYABLE["whats-in-a-game-steal"])
    found = {turn.round for turn in win_chance.turning_points(course)}
    numbers = range(1, course.game.rounds + 1)
    starts = [start._replace(first=500_000) for start in win_chance.starts_before(course, numbers, 6_000)]
    at = [*win_chance.played_from(course, starts), win_chance.at_the_end(course)]
    won = [100 * chance.player_1 / chance.games for chance in at]
    changes = {number: abs(won[number] - won[number - 1]) for number in numbers}
    assert {number for number, change in changes.items() if change > 7} <= found
    assert found <= {number for number, change in changes.items() if change > 3.5}
    assert found == {13, 22, 57, 58, 62, 101}  # 6, of 4.6 points, is not among them


# How much of the result the hands decide.


@cache
def exactly(pack: Pack, name: str) -> float:
    """Return the share that hands decide before round 1, from every deal of a pack, each as likely."""
    rows, cut = rows_of(pack, np.arange(arrangements(pack), dtype=np.int64)), (pack.size + 1) // 2
    winners = kernels.play_rows(rows, np.full(len(rows), cut), PLAYABLE[name])["winner"].tolist()
    ends: dict[tuple[int, ...], Counter[int]] = {}
    for row, winner in zip(rows.tolist(), winners, strict=True):
        ends.setdefault(tuple(sorted(row[:cut])), Counter())[winner] += 1
    alike = sum(number**2 / of.total() for of in ends.values() for number in of.values()) / len(rows)
    apart = sum((number / len(rows)) ** 2 for number in Counter(winners).values())
    return (alike - apart) / (1 - apart)


def before_round_1(pack: Pack, name: str, *, seed: int, games: int) -> tuple[float, float, float]:
    first = win_chance.decided(
        Study(rules=PLAYABLE[name], games=1, pack=pack, seed=seed), games=games, points=2
    )[0]
    part = there(first.share)
    assert (first.round, first.going, part.games) == (1, games, games)
    return part.low, part.value, part.high


ALWAYS = {("4x2", "code-golf"), ("2x4", "codingame"), ("8x1", "programming-challenges"), ("4x2", "codingame")}


ALL = product(("4x2", "2x4", "8x1"), ("code-golf", "codingame", "programming-challenges"))


@pytest.mark.parametrize(("pack", "name"), quick(ALL, lambda case: case in ALWAYS))
def test_the_share_is_that_of_all_deals_within_its_error(pack: str, name: str) -> None:
    low, value, high = before_round_1(Pack.parse(pack), name, seed=5, games=1_000)
    assert high - low < 0.14
    assert value == pytest.approx(exactly(Pack.parse(pack), name), abs=high - low)


def test_nineteen_intervals_in_twenty_hold_the_share() -> None:
    truth = exactly(Pack(4, 2), "code-golf")
    ends = [before_round_1(Pack(4, 2), "code-golf", seed=seed, games=80) for seed in range(40)]
    assert 34 <= sum(low <= truth <= high for low, _, high in ends) <= 40
    mean = sum(value for _, value, _ in ends) / len(ends)
    assert mean == pytest.approx(truth, abs=0.03)  # not flattered by there being few games


def test_where_hands_settle_the_game_all_is_decided_and_where_they_are_the_same_nothing() -> None:
    golf = PLAYABLE["code-golf"]
    one_each = Study(rules=golf, games=1, pack=Pack(52, 1), hands=Hands.parse("?/?"))
    (first,) = win_chance.decided(one_each, games=100)
    assert there(first.share).value == pytest.approx(1)
    same = win_chance.decided(Study(rules=golf, games=1, hands=Hands.parse("AAAA/*")), games=300, points=2)[0]
    assert there(same.share).low == 0
    assert there(same.share).value < 0.05
    alone = win_chance.decided(Study(rules=golf, games=1, hands=Hands.parse("A/K")), games=20)
    assert [(point.round, point.share, point.going) for point in alone] == [(1, None, 20)]


def test_in_the_course_of_the_games_more_and_more_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    study = Study(rules=PLAYABLE["code-golf"], games=1, seed=7)
    points = win_chance.decided(study, games=300, points=6)
    assert points == win_chance.decided(study, games=300, points=6)
    shares = [point.share.value for point in points if point.share is not None]
    assert (len(shares), shares) == (6, sorted(shares))
    assert shares[0] < 0.3 < 0.9 < shares[-1]
    going = [point.going for point in points]
    assert (going, going[0]) == (sorted(going, reverse=True), 300)
    assert going[-1] == pytest.approx(15, abs=3)
    monkeypatch.setattr(win_chance, "USUAL_ROUNDS", 100)  # of very long games fewer are played
    (first, *_) = win_chance.decided(study, games=60, points=2)
    assert first.going == there(first.share).games == 50


def test_an_endless_game_is_followed_where_it_is_again() -> None:
    for deal, before in (
        ("23/4", {1: 1, 2: 2, 3: 1, 4: 2, 7: 1}),
        ("234/343", {1: 1, 4: 4, 7: 7, 8: 4, 9: 5, 12: 4}),
        ("AK/QJ", {99: 99}),
    ):
        course = Course(decide(Deal.parse(deal), PLAYABLE["code-golf"]))
        assert {number: win_chance._met(course, number) for number in before} == before
