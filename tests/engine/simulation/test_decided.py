"""How much of the result the hands decide: against every order of small packs, and honest about its error."""

from collections import Counter
from functools import cache

import numpy as np
import pytest

from engine.cards import Deal, Hands, Pack
from engine.kernels import Course, decide, play_rows
from engine.rules import PLAYABLE
from engine.simulation import Study
from engine.simulation import win_chance as deciding
from engine.simulation.exact import arrangements, rows_of
from engine.simulation.win_chance import _met as met_before
from engine.simulation.win_chance import decided


@cache
def exactly(pack: Pack, name: str) -> float:
    """Return the share that hands decide before round 1, from every deal of a pack, each as likely."""
    rows, cut = rows_of(pack, np.arange(arrangements(pack), dtype=np.int64)), (pack.size + 1) // 2
    winners = play_rows(rows, np.full(len(rows), cut), PLAYABLE[name])["winner"].tolist()
    ends: dict[tuple[int, ...], Counter[int]] = {}
    for row, winner in zip(rows.tolist(), winners, strict=True):
        ends.setdefault(tuple(sorted(row[:cut])), Counter())[winner] += 1
    alike = sum(number**2 / of.total() for of in ends.values() for number in of.values()) / len(rows)
    apart = sum((number / len(rows)) ** 2 for number in Counter(winners).values())
    return (alike - apart) / (1 - apart)


def before_round_1(pack: Pack, name: str, *, seed: int, games: int) -> tuple[float, float, float]:
    first = decided(Study(rules=PLAYABLE[name], games=1, pack=pack, seed=seed), games=games, points=2)[0]
    assert first.share is not None
    assert (first.round, first.going, first.share.games) == (1, games, games)
    return first.share.low, first.share.value, first.share.high


@pytest.mark.parametrize("name", ["code-golf", "codingame", "programming-challenges"])
@pytest.mark.parametrize("pack", ["4x2", "2x4", "8x1"])
def test_the_share_is_that_of_all_deals_within_its_error(pack: str, name: str) -> None:
    low, value, high = before_round_1(Pack.parse(pack), name, seed=5, games=1_000)
    assert high - low < 0.14
    assert value == pytest.approx(exactly(Pack.parse(pack), name), abs=high - low)


def test_nineteen_intervals_in_twenty_hold_the_share() -> None:
    pack = Pack(4, 2)
    truth = exactly(pack, "code-golf")
    ends = [before_round_1(pack, "code-golf", seed=seed, games=80) for seed in range(40)]
    held = sum(low <= truth <= high for low, _, high in ends)
    assert 34 <= held <= 40
    mean = sum(value for _, value, _ in ends) / len(ends)
    assert mean == pytest.approx(truth, abs=0.03)  # not flattered by there being few games


def test_where_hands_settle_the_game_all_is_decided_and_where_they_are_the_same_nothing() -> None:
    golf = PLAYABLE["code-golf"]
    one_each = Study(rules=golf, games=1, pack=Pack(52, 1), hands=Hands.parse("?/?"))
    (first,) = decided(one_each, games=100)
    assert first.share is not None
    assert first.share.value == pytest.approx(1)
    same = decided(Study(rules=golf, games=1, hands=Hands.parse("AAAA/*")), games=300, points=2)[0]
    assert same.share is not None
    assert same.share.low == 0
    assert same.share.value < 0.05
    alone = decided(Study(rules=golf, games=1, hands=Hands.parse("A/K")), games=20)
    assert [(point.round, point.share, point.going) for point in alone] == [(1, None, 20)]


def test_in_the_course_of_the_games_more_and_more_is_decided() -> None:
    study = Study(rules=PLAYABLE["code-golf"], games=1, seed=7)
    points = decided(study, games=300, points=6)
    assert points == decided(study, games=300, points=6)
    shares = [point.share.value for point in points if point.share is not None]
    assert len(shares) == 6
    assert shares == sorted(shares)
    assert 0.1 < shares[0] < 0.3
    assert shares[-1] > 0.9
    going = [point.going for point in points]
    assert going == sorted(going, reverse=True)
    assert going[0] == 300
    assert going[-1] == pytest.approx(15, abs=3)


def test_an_endless_game_is_looked_at_where_it_is_again() -> None:
    endless = Course(decide(Deal.parse("23/4"), PLAYABLE["code-golf"]))
    assert endless.game.cycle is not None
    assert [met_before(endless, number) for number in range(1, 8)] == [1, 2, 1, 2, 1, 2, 1]
    later = Course(decide(Deal.parse("234/343"), PLAYABLE["code-golf"]))
    assert [met_before(later, number) for number in (1, 4, 7, 8, 9, 12)] == [1, 4, 7, 4, 5, 4]
    ended = Course(decide(Deal.parse("AK/QJ"), PLAYABLE["code-golf"]))
    assert met_before(ended, 99) == 99


def test_fewer_games_are_played_where_they_are_very_long(monkeypatch: pytest.MonkeyPatch) -> None:
    study = Study(rules=PLAYABLE["code-golf"], games=1)
    assert decided(study, games=60, points=2)[0].going == 60
    monkeypatch.setattr(deciding, "USUAL_ROUNDS", 100)
    (first, *_) = decided(study, games=60, points=2)
    assert first.share is not None
    assert first.going == first.share.games == 50
