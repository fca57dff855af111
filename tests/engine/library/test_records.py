"""The records: every one is played again, found again where it was shuffled, and beaten only by more."""

import re
from dataclasses import replace
from itertools import islice
from typing import Final

import numpy as np
import pytest
import search_packs

from engine import Deal, deal_cards, play
from engine.cards import STANDARD_PACK, Pack
from engine.game import Cycle, Reason, play_rounds
from engine.kernels import Course, Terms, decide
from engine.kernels.calls import Deals
from engine.kernels.scalar import last_cards
from engine.library.hunt import Hunt, gone_on_with
from engine.library.records import (
    COMEBACK,
    CYCLE_OF,
    DEEPEST,
    FEATS,
    LEAD_IN,
    LONGEST,
    MOST_WARS,
    QUICKEST,
    EndlessDeal,
    Record,
    beaten,
    best,
    endless_deal,
    endless_deals,
    exchanged,
    figure_of,
    records,
    renamed,
    shuffled_deals,
)
from engine.rules import PLAYABLE, Order, Pickup, Rules, Shortfall, rules_called

DETERMINISTIC = "code-golf", "bicycle", "codingame", "programming-challenges"
NUMBERS = np.arange(40, dtype=np.uint64)


def test_every_record_reaches_its_figure_when_it_is_played_again() -> None:
    assert len(records()) > 40
    assert {record.line: record.measured() for record in records()} == {
        record.line: record.figure for record in records()
    }


def by_the_law(record: Record) -> int:
    """Play a record by the law alone and return its figure."""
    deal, rules = Deal.parse(record.deal), rules_called(record.rules)
    game = play(deal, rules, seed=record.seed, number=record.game)
    cycle = game.cycle or Cycle(0, 0)
    if record.feat == COMEBACK.name:
        rounds = play_rounds(deal, rules, seed=record.seed, number=record.game)
        return sum(this.sizes[game.outcome.winner - 1] == 1 for this in rounds)
    return {
        LONGEST.name: game.rounds,
        QUICKEST.name: game.rounds,
        MOST_WARS.name: game.wars,
        DEEPEST.name: game.depth,
        CYCLE_OF.name: cycle.length,
        LEAD_IN.name: cycle.start - 1,
    }[record.feat]


@pytest.mark.slow
@pytest.mark.parametrize(
    "record", records(), ids=lambda record: f"{record.feat}-{record.rules}-{record.figure}"
)
def test_the_law_alone_plays_every_record_to_its_figure(record: Record) -> None:
    assert by_the_law(record) == record.figure


def test_every_record_is_of_the_whole_pack_in_halves() -> None:
    pack = sorted(STANDARD_PACK.rank_of(card) for card in range(52))
    for record in records():
        deal = Deal.parse(record.deal)
        assert sorted((*deal.deck_1, *deal.deck_2)) == pack
        assert len(deal.deck_1) == 26


def test_what_was_shuffled_or_exchanged_is_found_again() -> None:
    again = [record for record in records() if record.turns or record.how == "shuffled"]
    assert len(again) > 3
    for record in again:
        deal = deal_cards(STANDARD_PACK, seed=record.seed, number=record.game)
        assert exchanged(deal, record.exchanges).text == record.deal, record.line


def test_every_record_says_who_when_and_how() -> None:
    for record in records():
        assert record.by
        assert record.date
        assert record.how == "built" or record.games
        assert Record.parse(record.line) == record


@pytest.mark.parametrize("name", PLAYABLE)
def test_every_rule_set_has_a_deepest_war_and_a_quickest_win(name: str) -> None:
    rules = PLAYABLE[name]
    deepest, quickest = best(DEEPEST, rules), best(QUICKEST, rules)
    assert deepest is not None
    assert quickest is not None
    assert deepest.figure == 1 + (
        -(-25 // rules.need)
        if rules.shortfall in (Shortfall.LAST_CARD, Shortfall.FEWER_DOWN)
        else 25 // rules.need
    )
    assert quickest.figure in (1, 2)


def test_the_referee_agrees_on_what_figures_count() -> None:
    for name in (*DETERMINISTIC, "jouets"):
        rules = PLAYABLE[name]
        for number in range(12):
            deal = deal_cards(Pack(6, 4), seed=3, number=number)
            game = play(deal, rules, seed=3, number=number)
            ended = game.outcome.reason is not Reason.CYCLE
            last = 0
            for this in play_rounds(deal, rules, seed=3, number=number):
                if this.number <= game.rounds:
                    last += this.sizes[max(game.outcome.winner, 1) - 1] == 1
            wanted = {
                LONGEST: game.rounds if ended else None,
                MOST_WARS: game.wars if ended else None,
                DEEPEST: game.depth if ended else None,
                QUICKEST: game.rounds if game.outcome.winner else None,
                COMEBACK: last if game.outcome.winner else None,
                CYCLE_OF: game.cycle.length if game.cycle else None,
                LEAD_IN: game.cycle.start - 1 if game.cycle else None,
            }
            assert {feat: figure_of(feat, deal, rules, 3, number) for feat in FEATS.values()} == wanted


@pytest.mark.parametrize("name", ["code-golf", "codingame", "jouets"])
def test_last_cards_are_counted_as_the_referee_plays(name: str) -> None:
    rules, pack = PLAYABLE[name], Pack(5, 4)
    terms = Terms(seed=2, limit=300)
    counted = last_cards(rules, Deals.of_pack(pack, NUMBERS), terms, shuffled=True)
    for number in range(len(NUMBERS)):
        deal = deal_cards(pack, seed=2, number=number)
        if play(deal, rules, seed=2, number=number).outcome.reason is Reason.CYCLE:
            continue
        rounds = [this.sizes for this in play_rounds(deal, rules, seed=2, number=number)]
        assert counted[number].tolist() == [sum(size[player] == 1 for size in rounds) for player in (0, 1)]


@pytest.mark.parametrize(("limit", "counted"), [(0, [0, 0]), (1, [1, 0]), (2, [1, 1])])
def test_last_cards_are_counted_in_no_round_beyond_the_limit(limit: int, counted: list[int]) -> None:
    deals = Deals.given(np.array([[14, 2, 3]]), np.array([1]), np.zeros(1, np.uint64))  # A/23
    rounds = last_cards(PLAYABLE["code-golf"], deals, Terms(limit=limit), shuffled=False)
    assert rounds.tolist() == [counted]


QUICK: Final = 25_000
"""Rounds that the referee plays of an endless deal in a moment."""


@pytest.mark.parametrize(
    "kept",
    [
        pytest.param(kept, marks=() if kept.start + kept.length < QUICK else pytest.mark.slow)
        for kept in endless_deals()
    ],
    ids=lambda kept: f"{kept.pack}-{kept.rules}-{kept.length}-{kept.deal[:4]}",
)
def test_the_referee_plays_every_endless_deal_to_its_cycle(kept: EndlessDeal) -> None:
    deal, rules = Deal.parse(kept.deal), rules_called(kept.rules)
    assert play(deal, rules).cycle == Cycle(kept.start, kept.length)
    rounds = islice(play_rounds(deal, rules), kept.start - 1, kept.start - 1 + kept.length)
    assert sum(this.wars for this in rounds) == kept.wars


def test_every_endless_deal_is_a_whole_pack_in_halves_and_endless() -> None:
    assert len(endless_deals()) > 100
    for kept in endless_deals():
        deal, pack = Deal.parse(kept.deal), Pack.parse(kept.pack)
        assert decide(deal, rules_called(kept.rules)).cycle == Cycle(kept.start, kept.length)
        assert sorted((*deal.deck_1, *deal.deck_2)) == [pack.rank_of(card) for card in range(pack.size)]
        assert len(deal.deck_1) - len(deal.deck_2) == pack.size % 2, kept.deal


def shuffled(kept: EndlessDeal) -> tuple[int, int]:
    """Return the game and the seed of a deal that was shuffled."""
    game, seed = re.fullmatch(r"game (\d+) of seed (\d+)", kept.note).groups()  # type: ignore[union-attr]
    return int(game), int(seed)


SHUFFLED: Final = [kept for kept in endless_deals() if kept.how == "shuffled"]


def test_every_listed_pack_was_searched_and_what_was_shuffled_is_found_again() -> None:
    searched = {(row.pack, row.rules): row for row in shuffled_deals()}
    assert {(kept.pack, kept.rules) for kept in SHUFFLED} <= {*searched}
    assert {*searched} == {(pack.text, rules.code) for pack, rules in search_packs.listed()}
    for row in searched.values():
        assert row.deals >= 1_000_000, row
        mine = [kept for kept in SHUFFLED if (kept.pack, kept.rules) == (row.pack, row.rules)]
        assert bool(mine) == bool(row.endless)
        for kept in mine:
            game, seed = shuffled(kept)
            assert (seed, game < row.deals) == (row.seed, True)
            assert deal_cards(Pack.parse(kept.pack), seed=seed, number=game).text == kept.deal


@pytest.mark.parametrize(
    "kept",
    [kept for kept in SHUFFLED if shuffled(kept)[0] < 6_000 and kept.start + kept.length < 3_000],
    ids=lambda kept: f"{kept.pack}-{kept.rules}-{kept.length}",
)
def test_a_search_finds_the_longest_cycle_again(kept: EndlessDeal) -> None:
    game, seed = shuffled(kept)
    pack, rules = Pack.parse(kept.pack), rules_called(kept.rules)
    _, longest = search_packs.search(pack, rules, seed=seed, deals=game + 1)
    assert kept in longest
    searched, fewer = search_packs.search(pack, rules, seed=seed, deals=max(game, 1))
    assert (kept in fewer) == (game == 0)
    assert searched.deals == max(game, 1)


def test_of_a_search_each_kind_of_cycle_is_the_longest_by_the_referee() -> None:
    rules = Rules(face_down=1)
    games = [play(deal_cards(Pack(7, 3), seed=1, number=number), rules) for number in range(60)]
    lengths: dict[bool, int] = {}
    for number, game in enumerate(games):
        if game.cycle is not None:
            deal = deal_cards(Pack(7, 3), seed=1, number=number)
            turn = islice(play_rounds(deal, rules), game.cycle.start - 1, None)
            wars = any(this.wars for this in islice(turn, game.cycle.length))
            lengths[wars] = max(lengths.get(wars, 0), game.cycle.length)
    searched, longest = search_packs.search(Pack(7, 3), rules, seed=1, deals=60)
    assert {bool(kept.wars): kept.length for kept in longest} == lengths
    assert searched.endless == sum(game.cycle is not None for game in games)


@pytest.mark.parametrize("order", [Order.HIGH, Order.ACE_LOW, Order.LOW_WINS])
@pytest.mark.parametrize("face_down", [0, 1, 3])
@pytest.mark.parametrize("shortfall", [*Shortfall])
def test_losers_first_has_an_endless_deal_of_an_ordinary_pack(
    order: Order, face_down: int, shortfall: Shortfall
) -> None:
    rules = Rules(face_down=face_down, shortfall=shortfall, order=order)
    deal = endless_deal(rules, STANDARD_PACK)
    assert deal is not None
    assert play(deal, rules).outcome.reason is Reason.CYCLE


def test_the_first_story_needs_high_aces() -> None:
    deal = Deal.parse("6T278J78KA244Q689A234Q4TQA/9K7TJK355869JK357J6T9A253Q")
    ends = {order: play(deal, Rules(order=order)) for order in Order}
    assert ends[Order.HIGH].cycle == Cycle(3, 1_440)
    assert ends[Order.ACE_LOW].rounds == 463
    assert ends[Order.LOW_WINS].rounds == 490
    assert ends[Order.ACE_LOW].cycle is None


@pytest.mark.parametrize(
    ("rules", "pack", "known"),
    [
        (Rules(face_down=3, pickup=Pickup.WINNER_FIRST), STANDARD_PACK, True),
        (Rules(face_down=1, pickup=Pickup.WINNER_FIRST), STANDARD_PACK, False),
        (PLAYABLE["codingame"], STANDARD_PACK, True),
        (PLAYABLE["codingame"].changed(pickup=Pickup.PLAYER_2_FIRST), STANDARD_PACK, True),
        (PLAYABLE["wikipedia"], STANDARD_PACK, False),
        (Rules(), Pack(9, 4), True),
        (Rules(), Pack(8, 4), False),
    ],
)
def test_of_which_rules_and_packs_an_endless_deal_is_known(rules: Rules, pack: Pack, known: bool) -> None:
    assert (endless_deal(rules, pack) is not None) == known


def test_a_game_beats_a_record_only_by_a_better_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = PLAYABLE["code-golf"]
    held = best(LONGEST, rules)
    assert held is not None
    deal = Deal.parse(held.deal)
    assert beaten(Course(decide(deal, rules))) == ()
    lower = tuple(
        replace(record, figure=record.figure - 1) if record.feat == LONGEST.name else record
        for record in records()
    )
    monkeypatch.setattr("engine.library.records.records", lambda: lower)
    ((record, figure),) = beaten(Course(decide(deal, rules)))
    assert (record.feat, figure) == (LONGEST.name, held.figure)
    uneven = Deal(deal.deck_1[:-1], (*deal.deck_2, deal.deck_1[-1]))
    assert beaten(Course(decide(uneven, rules))) == ()


def test_cards_are_renamed_so_that_the_same_card_wins() -> None:
    deal = Deal.parse("2K/AQ")
    assert renamed(deal, Order.HIGH).text == "2K/AQ"
    assert renamed(deal, Order.ACE_LOW).text == "AQ/K2"
    assert renamed(deal, Order.LOW_WINS).text == "AQ/2K"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"feat": "oldest", "rules": "code-golf", "deal": "2/3", "figure": 1, "how": "built"}', "'oldest'"),
        ('{"feat": "quickest", "rules": "golf", "deal": "2/3", "figure": 1, "how": "built"}', "'golf'"),
        ('{"feat": "quickest", "rules": "code-golf", "deal": "2/3", "figure": 1, "how": "luck"}', "'luck'"),
        ("no json", "no record"),
    ],
)
def test_a_line_that_is_no_record_is_refused(line: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Record.parse(line)


def test_no_record_beats_another() -> None:
    for record in records():
        rules = rules_called(record.rules)
        game = decide(Deal.parse(record.deal), rules, seed=record.seed, number=record.game)
        assert beaten(Course(game, record.seed, record.game)) == (), record.line


def test_the_records_that_are_kept_are_gone_on_with() -> None:
    turned = [record for record in records() if record.turns]
    assert len(turned) > 3
    for record in turned:
        hunt = Hunt(rules_called(record.rules), FEATS[record.feat], record.seed)
        assert gone_on_with(hunt, [record]).turns == record.turns
