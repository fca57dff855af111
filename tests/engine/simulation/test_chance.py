"""The chance in the course of a game: against every order of the cards, against what games come to."""

from itertools import pairwise, permutations, product
from math import sqrt
from typing import Any

import pytest
from commands import one_json
from records_compared import play_many

from engine import kernels
from engine.cards import Deal, Pack, deal_cards
from engine.game import Decks, Reason, record
from engine.kernels import Course, decide
from engine.rules import PLAYABLE, Pickup, Rules
from engine.simulation import win_chance
from engine.simulation.estimates import share
from engine.simulation.win_chance import (
    CARDS,
    CHANCE_GAMES,
    COUNTS,
    LAST,
    LEAST,
    MOST_ROUNDS,
    POINT,
    Chance,
    Start,
    at_the_end,
    cards_lost,
    chances,
    cut_off,
    played_from,
    spread_rounds,
    turns,
)

COMEBACK = Deal.parse("32298J5A785KQ394467K5Q9QJ2/5AK6TTK93A873AT628J6T4JQ47")
SURE = 4.9
"""Standard errors: an interval so wide is missed once in a million times."""


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


@pytest.mark.parametrize(
    ("deal", "rules"),
    [("A7K2/97QK", "code-golf"), ("22A/A3347", "codingame"), ("4A/AK4422", "whats-in-a-game-steal")],
)
def test_the_chance_is_that_of_every_order_of_the_cards(deal: str, rules: str) -> None:
    course = course_of(Deal.parse(deal), PLAYABLE[rules])
    ranks = (*course.game.deal.deck_1, *course.game.deal.deck_2)
    points = chances(course, points=4, games=3_000)
    positions = course.positions([point.round - 1 for point in points[:-1]])
    for point, position in zip(points[:-1], positions, strict=True):
        first, second = (tuple(ranks[card] for card in deck) for deck in position.decks)
        for known, apart in ((point.cards, True), (point.counts, False)):
            truth = every_order((first, second), PLAYABLE[rules], apart=apart)
            for player, exactly in truth.items():
                wide = share(known.won_by(player), known.games, z=SURE)
                assert wide.low <= exactly <= wide.high, (point, player, exactly)


@pytest.mark.parametrize("pickup", [Pickup.LOSER_FIRST, Pickup.RANDOM])
def test_equal_hands_by_rules_that_favour_nobody_have_even_chances(pickup: Pickup) -> None:
    deal = Deal.parse("2233445566778899TTJJQQKKAA/2233445566778899TTJJQQKKAA")
    (even,) = played_from(
        course_of(deal, Rules(pickup=pickup)),
        [Start(1, (tuple(range(26)), tuple(range(26, 52))), CARDS, 0, 4_000)],
    )
    assert even.games == 4_000
    assert abs(even.player_1 - even.player_2) < SURE * sqrt(4_000)


@pytest.mark.parametrize("name", ["code-golf", "codingame", "norvig"])
def test_at_the_end_it_is_known(name: str) -> None:
    for number in range(8):
        course = course_of(deal_cards(Pack(13, 4), seed=5, number=number), PLAYABLE[name], 5, number)
        *_, end = chances(course, points=2, games=5)
        winner = course.game.outcome.winner
        assert end.round == course.game.rounds + 1
        for player in (0, 1, 2):
            estimate = end.cards.share_of(player)
            assert (estimate.value, estimate.low, estimate.high) == (float(player == winner),) * 3


def test_endless_and_cut_off_games_are_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    # Of the 18 orders three never end, and eight are drawn.
    rules = PLAYABLE["whats-in-a-game"]
    assert every_order(((2, 3, 4), (3, 3, 4)), rules, apart=True)[0] == 11 / 18
    nobody = chances(course_of(Deal.parse("234/334"), rules), games=5_000)[0].cards.share_of(0)
    assert 0.59 < nobody.low < 11 / 18 < nobody.high < 0.63
    course = course_of(COMEBACK, PLAYABLE["code-golf"])
    monkeypatch.setattr(win_chance, "cut_off", lambda _: 3)
    assert chances(course, points=2)[0].cards.nobody == CHANCE_GAMES


def test_an_empty_deck_has_an_end_alone() -> None:
    course = course_of(Deal.parse("/AK"), Rules())
    assert [(point.round, point.cards) for point in chances(course)] == [(1, at_the_end(course))]
    assert turns(course) == ()


@pytest.mark.parametrize("name", ["code-golf", "norvig"])
def test_the_same_games_whatever_the_block(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    course = course_of(COMEBACK, PLAYABLE[name], 3, 1)
    whole = chances(course, points=7, games=40)
    monkeypatch.setattr(win_chance, "CELLS", 52 * 17)
    assert chances(course, points=7, games=40) == whole
    (position,) = course.positions([0])
    parts = [Start(1, position.decks, COUNTS, 0, 15), Start(1, position.decks, COUNTS, 15, 25)]
    first, rest = played_from(course, parts)
    assert (first + rest) == whole[0].counts


def test_known_answers_never_change() -> None:
    points = chances(course_of(COMEBACK, PLAYABLE["code-golf"]), points=3)
    assert [(point.round, point.cards.player_1, point.counts.player_1) for point in points] == [
        (1, 60, 114),
        (249, 86, 39),
        (498, 200, 199),
        (499, 1, 1),
    ]
    random = chances(course_of(COMEBACK, PLAYABLE["norvig"], 3, 1), points=2)
    assert [(point.round, point.cards.player_1, point.counts.player_1) for point in random] == [
        (1, 78, 95),
        (287, 17, 9),
        (288, 0, 0),
    ]


def test_the_seed_counts_where_the_pick_up_is_left_to_chance_alone() -> None:
    for name, same in (("code-golf", True), ("norvig", False)):
        one, other = (course_of(COMEBACK, PLAYABLE[name], 3, number) for number in (1, 2))
        assert (chances(one, points=2)[0] == chances(other, points=2)[0]) == same


def test_rounds_are_spread_and_all_of_a_short_game() -> None:
    assert spread_rounds(100, 100) == list(range(1, 101))
    spread = spread_rounds(10**9, 100)
    assert (len(spread), spread[0], spread[-1]) == (100, 1, 10**9)
    assert {after - before for before, after in pairwise(spread)} <= {10101010, 10101011}
    assert (cut_off(2), cut_off(52)) == (100_000, 173_056)


@pytest.mark.parametrize("name", ["code-golf", "kbwar", "whats-in-a-game-steal"])
def test_cards_lost_are_those_that_change_hands_the_high_ones_of_these(name: str) -> None:
    deal = COMEBACK
    trace = record(deal, PLAYABLE[name])
    ranks = (*deal.deck_1, *deal.deck_2)
    told = cards_lost(course_of(deal, PLAYABLE[name]))
    assert [*told][-LAST:] == [*range(trace.game.rounds - LAST + 1, trace.game.rounds + 1)]
    assert len(told) <= MOST_ROUNDS
    aces = set[int]()
    for this in trace.positions():
        laid = (this.cards_1, this.cards_2) if this.move.winner else ((), ())
        moved = [
            sorted((ranks[card] for card in laid[player]), reverse=True)
            if this.move.winner != player + 1
            else []
            for player in (0, 1)
        ]
        aces |= {this.number} if 14 in (*moved[0], *moved[1]) else set()
        if any(rank >= 12 for rank in (*moved[0], *moved[1])):
            moved = [[rank for rank in lost if rank >= 12] for lost in moved]
        if this.number in told:
            assert told[this.number] == (tuple(moved[0]), tuple(moved[1]))
    assert aces <= set(told)


def test_the_comeback_was_turned_by_aces() -> None:
    turned = turns(course_of(COMEBACK, PLAYABLE["code-golf"]))
    assert [turn.round for turn in turned] == [148, 231, 242, 340, 372, 401]
    assert all(14 in (*turn.lost[0], *turn.lost[1]) for turn in turned)
    assert turned[0].lost == ((), (14, 12, 12))
    assert [(turn.before.games, turn.after.games) for turn in turned] == [(10_000, 10_000)] * 6
    assert [turn.change > 0 for turn in turned] == [True, True, False, True, False, True]
    assert all(abs(turn.change) >= LEAST for turn in turned)


@pytest.mark.parametrize(
    ("deal", "name", "last"),
    [
        ("TTKJAA/QJKQ99", "whats-in-a-game", 3),
        ("55973TJQJ7K866Q28AQ49JKT7Q/8K35256A6927429TJ83A34T4KA", "whats-in-a-game", 155),
    ],
)
def test_a_last_round_in_which_no_card_changes_hands_turns_a_game(deal: str, name: str, last: int) -> None:
    game = course_of(Deal.parse(deal), PLAYABLE[name])
    turned = turns(game)[-1]
    assert (turned.round, turned.lost, turned.after.ended) == (last, ((), ()), True)
    assert abs(turned.change) > 30 * POINT


def test_the_rounds_told_are_those_of_the_largest_changes() -> None:
    """Every round of a game, 6,000 times each by games of other numbers: what is told is what is largest."""
    deal = Deal.parse("74J35AJJ39T87T28K5976T5236/49KJAKK2QQ9478A8T4623QQA56")
    course = course_of(deal, PLAYABLE["whats-in-a-game-steal"])
    told = {turn.round for turn in turns(course)}
    numbers = range(1, course.game.rounds + 1)
    positions = course.positions([number - 1 for number in numbers])
    starts = [
        Start(number, at.decks, CARDS, 500_000, 6_000) for number, at in zip(numbers, positions, strict=True)
    ]
    at = [*played_from(course, starts), at_the_end(course)]
    won = [100 * chance.player_1 / chance.games for chance in at]
    changes = {number: abs(won[number] - won[number - 1]) for number in numbers}
    assert {number for number, change in changes.items() if change > 7} <= told
    assert told <= {number for number, change in changes.items() if change > 3.5}
    assert told == {13, 22, 57, 58, 62, 101}  # 6, of 4.6 points, is not among them


@pytest.mark.parametrize(("deal", "limit"), [("234/343", 10_000), (COMEBACK.text, 300)])
def test_the_last_round_of_a_game_that_nobody_ended_turns_nothing(deal: str, limit: int) -> None:
    game = kernels.decide(Deal.parse(deal), PLAYABLE["code-golf"], limit=limit)
    assert game.outcome.reason in (Reason.CYCLE, Reason.LIMIT)
    assert game.rounds not in {turn.round for turn in turns(Course(game))}


def calibration(name: str, games: int, kinds: int) -> None:
    """Check that of the moments in round 40 called so and so many percent, as many are won.

    `kinds`: 10 tells those called 70 % (65 to 75) from those called 80 %.
    """
    called: dict[int, list[tuple[float, bool]]] = {}
    for number in range(games):
        course = course_of(deal_cards(Pack(13, 4), seed=9, number=number), PLAYABLE[name], 9, number)
        if course.game.rounds >= 40:
            (position,) = course.positions([39])
            (at,) = played_from(course, [Start(40, position.decks, CARDS, 0, CHANCE_GAMES)])
            said = at.player_1 / CHANCE_GAMES
            called.setdefault(round(kinds * said), []).append((said, course.game.outcome.winner == 1))
    assert sum(map(len, called.values())) > games * 0.8
    assert len(called) == kinds + 1
    for moments in called.values():
        off = sum(won - said for said, won in moments)
        assert abs(off) < 3 * sqrt(sum(said * (1 - said) + 1 / CHANCE_GAMES for said, _ in moments))


@pytest.mark.parametrize("name", ["code-golf", "kbwar", "norvig"])
def test_of_moments_called_so_many_percent_as_many_are_won(name: str) -> None:
    calibration(name, 400, 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["code-golf", "kbwar", "norvig"])
def test_of_two_thousand_moments_called_so_many_percent_as_many_are_won(name: str) -> None:
    calibration(name, 2_000, 10)


def test_the_terminal_tells_the_same_numbers(war: Any) -> None:
    deal = COMEBACK.text
    data = one_json(war("chance", "--deal", deal, "--json"))
    assert list(data) == ["deal", "rules", "seed", "game", "winner", "rounds", "points", "turns"]
    course = course_of(COMEBACK, PLAYABLE["code-golf"])
    points = chances(course)
    assert [point["round"] for point in data["points"]] == [point.round for point in points]
    for told, point in zip(data["points"], points, strict=True):
        for known in ("cards", "counts"):
            at: Chance = getattr(point, known)
            assert list(told[known]) == ["games", "player_1", "player_2", "nobody"]
            assert told[known]["games"] == at.games
            for player, name in enumerate(("nobody", "player_1", "player_2")):
                estimate = at.share_of(player)
                assert told[known][name] == {
                    "won": at.won_by(player),
                    "value": estimate.value,
                    "interval": [estimate.low, estimate.high],
                }
    first = data["turns"][0]
    assert (first["round"], first["lost"]) == (148, {"player_1": "", "player_2": "AQQ"})
    assert [first[when]["games"] for when in ("before", "after")] == [10_000, 10_000]


def test_the_terminal_says_it_for_people_and_nothing_beside(war: Any) -> None:
    code, words, beside = war("chance", "--deal", "AKQJ/QJT2", "--rules", "codingame")
    assert (code, beside) == (0, "")
    assert words.splitlines() == [
        "AKQJ/QJT2  (codingame)",
        "player 1's chance if both decks were shuffled before a round: 200 games each",
        "",
        "      round  cards known     95 % interval  only how many   nobody",
        "          1          41%        34% to 49%             8%      59%",
        "          2          80%        74% to 86%            22%      20%",
        "          3         100%       98% to 100%            34%       0%",
        "          4         100%       98% to 100%            60%       0%",
        "        end         100%      100% to 100%           100%       0%",
        "",
        "  2 rounds turned it:",
        "          1          34% to 80%  player 2 loses Q",
        "          2          80% to 100% player 2 loses J",
    ]
    code, _, beside = war("chance", "--deal", "XY")
    assert code == 2
    assert beside.startswith("war: ")
