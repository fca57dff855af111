"""The records: every one is played again, found again where it was shuffled, and beaten only by more."""

import json
import re
from dataclasses import replace
from itertools import islice
from typing import Final

import numpy as np
import pytest
import search_packs
from quick import quick
from there import there

from engine import Deal, deal_cards, play
from engine.cards import STANDARD_PACK, Pack
from engine.game import Cycle, Game, Reason, play_rounds
from engine.kernels import Course, Deals, Terms, decide, last_cards
from engine.library import EndlessDeal, Record, RecordKind, construction
from engine.library import records as known
from engine.rules import PLAYABLE, Order, Pickup, Rules, Shortfall, rules_called


def is_in_halves(deal: Deal, pack: Pack) -> bool:
    cards = [pack.rank_of(card) for card in range(pack.size)]
    even = len(deal.deck_1) - len(deal.deck_2) == pack.size % 2
    return even and sorted((*deal.deck_1, *deal.deck_2)) == cards


def by_the_referee(
    deal: Deal, rules: Rules, seed: int, number: int
) -> tuple[Game, dict[RecordKind, int | None]]:
    """Return the game that the referee plays, and its figures as anybody would count them."""
    game = play(deal, rules, seed=seed, number=number)
    ended, winner, last = game.cycle is None, game.outcome.winner, 0
    if ended:
        rounds = play_rounds(deal, rules, seed=seed, number=number)
        last = sum(this.sizes[max(winner, 1) - 1] == 1 for this in rounds)
    return game, {
        known.LONGEST: game.rounds if ended else None,
        known.MOST_WARS: game.wars if ended else None,
        known.DEEPEST: game.depth if ended else None,
        known.QUICKEST: game.rounds if winner else None,
        known.COMEBACK: last if winner else None,
        known.CYCLE_OF: game.cycle.length if game.cycle else None,
        known.LEAD_IN: game.cycle.start - 1 if game.cycle else None,
    }


@pytest.mark.parametrize("name", ["code-golf", "bicycle", "codingame", "programming-challenges", "jouets"])
def test_figures_and_last_cards_are_those_of_the_referee(name: str) -> None:
    rules, pack = PLAYABLE[name], Pack(5, 4)
    deals = Deals.of_pack(pack, np.arange(30, dtype=np.uint64))
    counted = last_cards(rules, deals, Terms(seed=2, limit=300), shuffled=True)
    for number in range(30):
        deal = deal_cards(pack, seed=2, number=number)
        game, wanted = by_the_referee(deal, rules, 2, number)
        assert {*wanted} == {*known.RECORD_KINDS.values()}
        for kind, figure in wanted.items():
            assert known.figure_of(kind, deal, rules, 2, number) == figure, kind.name
        if game.cycle is None:
            rounds = [this.sizes for this in play_rounds(deal, rules, seed=2, number=number)]
            assert counted[number].tolist() == [sum(of[player] == 1 for of in rounds) for player in (0, 1)]


@pytest.mark.parametrize(("limit", "counted"), [(0, [0, 0]), (1, [1, 0]), (2, [1, 1])])
def test_last_cards_are_counted_in_no_round_beyond_the_limit(limit: int, counted: list[int]) -> None:
    deals = Deals.given(np.array([[14, 2, 3]]), np.array([1]), np.zeros(1, np.uint64))  # A/23
    rounds = last_cards(PLAYABLE["code-golf"], deals, Terms(limit=limit), shuffled=False)
    assert rounds.tolist() == [counted]


def test_every_record_is_whole_and_reaches_its_figure_and_none_beats_another() -> None:
    assert len(known.records()) > 40
    for record in known.records():
        deal, rules = Deal.parse(record.deal), rules_called(record.rules)
        assert record.measured() == record.figure, record.line
        assert is_in_halves(deal, STANDARD_PACK)
        assert record.by
        assert record.date
        assert record.how == "built" or record.games
        assert Record.parse(record.line) == record
        if record.turns or record.how == "shuffled":
            dealt = deal_cards(STANDARD_PACK, seed=record.seed, number=record.game)
            assert known.exchanged(dealt, record.exchanges).text == record.deal, record.line
        game = decide(deal, rules, seed=record.seed, number=record.game)
        assert known.beaten(Course(game, record.seed, record.game)) == (), record.line


@pytest.mark.slow
@pytest.mark.parametrize("record", known.records(), ids=lambda of: f"{of.feat}-{of.rules}-{of.figure}")
def test_the_referee_plays_every_record_to_its_figure(record: Record) -> None:
    rules = rules_called(record.rules)
    _, figures = by_the_referee(Deal.parse(record.deal), rules, record.seed, record.game)
    assert figures[known.RECORD_KINDS[record.feat]] == record.figure


def test_all_but_wars_are_records_of_rounds() -> None:
    units = {kind.unit: kind.name for kind in known.RECORD_KINDS.values() if kind.unit != "round"}
    assert units == {"tie": "deepest-war", "war": "most-wars"}


def test_a_game_beats_a_record_only_by_a_better_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = PLAYABLE["code-golf"]
    held = there(known.best(known.LONGEST, rules))
    deal = Deal.parse(held.deal)
    lower = [replace(one, figure=one.figure - (one.feat == known.LONGEST.name)) for one in known.records()]
    monkeypatch.setattr("engine.library.records.records", lambda: tuple(lower))
    ((record, figure),) = known.beaten(Course(decide(deal, rules)))
    assert (record.feat, figure) == (known.LONGEST.name, held.figure)
    lower = [replace(one, figure=0) for one in known.records() if one.feat == known.LONGEST.name]
    uneven = Deal(deal.deck_1[:-1], (*deal.deck_2, deal.deck_1[-1]))
    for other, beats in ((deal, True), (uneven, False), (Deal.parse("AKQ/KQJ"), False)):
        assert bool(known.beaten(Course(decide(other, rules)))) == beats


def test_a_line_that_is_no_record_is_refused() -> None:
    right = {"feat": "quickest", "rules": "code-golf", "deal": "2/3", "figure": 1, "how": "built"}
    changes = {"feat": "old", "rules": "golf", "how": "luck"}.items()
    wrong = {json.dumps(right | {key: of}): f"{of!r} is unknown: " for key, of in changes}
    for line, why in (wrong | {"no json": "not a record"}).items():
        with pytest.raises(ValueError, match=why):
            Record.parse(line)


QUICK: Final = 25_000  # rounds that the referee plays of an endless deal in a moment


@pytest.mark.parametrize(
    "kept",
    quick(known.endless_deals(), lambda kept: kept.start + kept.length < QUICK),
    ids=lambda kept: f"{kept.pack}-{kept.rules}-{kept.length}-{kept.deal[:4]}",
)
def test_the_referee_plays_every_endless_deal_to_its_cycle(kept: EndlessDeal) -> None:
    deal, rules = Deal.parse(kept.deal), rules_called(kept.rules)
    assert play(deal, rules).cycle == Cycle(kept.start, kept.length)
    rounds = islice(play_rounds(deal, rules), kept.start - 1, kept.start - 1 + kept.length)
    assert sum(this.wars for this in rounds) == kept.wars


def test_every_endless_deal_is_a_whole_pack_in_halves_and_endless() -> None:
    assert len(known.endless_deals()) > 100
    for kept in known.endless_deals():
        deal = Deal.parse(kept.deal)
        assert decide(deal, rules_called(kept.rules)).cycle == Cycle(kept.start, kept.length)
        assert is_in_halves(deal, Pack.parse(kept.pack))


def shuffled(kept: EndlessDeal) -> tuple[int, int]:
    """Return the game and the seed of a deal that was shuffled."""
    game, seed = re.fullmatch(r"game (\d+) of seed (\d+)", kept.note).groups()  # type: ignore[union-attr]
    return int(game), int(seed)


SHUFFLED: Final = [kept for kept in known.endless_deals() if kept.how == "shuffled"]


def test_a_million_deals_of_every_listed_pack_were_searched_and_what_was_found_is_found_again() -> None:
    searched = {(row.pack, row.rules): row for row in known.shuffled_deals()}
    assert {*searched} == {(pack.text, rules.code) for pack, rules in search_packs.listed()}
    assert {(kept.pack, kept.rules) for kept in SHUFFLED} <= {*searched}
    for row in searched.values():
        assert row.deals >= 1_000_000, row
        mine = [kept for kept in SHUFFLED if (kept.pack, kept.rules) == (row.pack, row.rules)]
        assert bool(mine) == bool(row.endless)
        for kept in mine:
            game, seed = shuffled(kept)
            assert (seed, game < row.deals) == (row.seed, True)
            assert deal_cards(Pack.parse(kept.pack), seed=seed, number=game).text == kept.deal


@pytest.mark.parametrize("order", [Order.HIGH, Order.ACE_LOW, Order.LOW_WINS])
@pytest.mark.parametrize("face_down", [0, 1, 3])
@pytest.mark.parametrize("shortfall", [*Shortfall])
def test_losers_first_has_an_endless_whole_pack(order: Order, face_down: int, shortfall: Shortfall) -> None:
    rules = Rules(face_down=face_down, shortfall=shortfall, order=order)
    deal = there(known.endless_deal(rules, STANDARD_PACK))
    assert play(deal, rules).outcome.reason is Reason.CYCLE


def test_of_which_rules_and_packs_an_endless_deal_is_known() -> None:
    for rules, pack, is_known in (
        (Rules(face_down=3, pickup=Pickup.WINNER_FIRST), STANDARD_PACK, True),
        (Rules(face_down=1, pickup=Pickup.WINNER_FIRST), STANDARD_PACK, False),
        (PLAYABLE["codingame"], STANDARD_PACK, True),
        (PLAYABLE["codingame"].changed(pickup=Pickup.PLAYER_2_FIRST), STANDARD_PACK, True),
        (PLAYABLE["wikipedia"], STANDARD_PACK, False),
        (Rules(), Pack(9, 4), True),
        (Rules(), Pack(8, 4), False),
    ):
        assert (known.endless_deal(rules, pack) is not None) == is_known


@pytest.mark.parametrize("number", [0, 1, 7])
def test_a_construction_is_the_deal_that_its_pattern_says(number: int) -> None:
    built = construction(number)
    game = play(built.deal, Rules())
    assert game.cycle == built.cycle
    assert built.cycle.length == built.pattern.length == 1_440
    assert is_in_halves(built.deal, STANDARD_PACK)
    rounds = islice(play_rounds(built.deal, Rules()), built.cycle.start - 1, built.cycle.start - 1 + 1_440)
    assert [this.winner for this in rounds] == ([2] * 4 + [1] * 4) * 180
    assert all(built.rank_of[high] > built.rank_of[low] for high, low in built.beats)
    level_of = {card: level for level, cards in enumerate(built.levels) for card in cards}
    assert sorted(level_of) == [*range(52)]
    assert all(level_of[high] < level_of[low] for high, low in built.beats)
    below = {low: {high for high, other in built.beats if other == low} for low in level_of}
    assert all(
        level == 1 + max((level_of[card] for card in below[low]), default=-1)
        for low, level in level_of.items()
    )


def test_the_first_construction_needs_high_aces() -> None:
    ends = {order: play(construction(0).deal, Rules(order=order)) for order in Order}
    assert (ends[Order.ACE_LOW].rounds, ends[Order.LOW_WINS].rounds) == (463, 490)
    assert ends[Order.ACE_LOW].cycle is None
