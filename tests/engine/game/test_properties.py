"""What holds for every game, whatever the deal and the rules."""

from collections import Counter

import pytest
from hypothesis import example, given
from strategies import deals, rule_sets
from traces import record

from engine import Deal, Pack, Pickup, Reason, Round, Rules, deal_cards, play, play_rounds
from engine.game import Ending
from engine.rules import PLAYABLE, SYMMETRIC_PICKUPS

LIMIT = 200


def test_how_a_game_ended_is_known_once_its_rounds_have_run_out_and_stays_known() -> None:
    deal = Deal.parse("23/4")
    rounds = play_rounds(deal, Rules())
    for number in (1, 2):
        assert next(rounds).number == number
        assert not hasattr(rounds, "ending")
    assert list(rounds) == list(rounds) == []
    game = play(deal, Rules())
    assert rounds.ending == Ending(game.outcome, game.decks, game.cycle)


@given(deals(), rule_sets())
def test_no_card_is_lost_and_each_counter_is_the_sum_over_rounds(deal: Deal, rules: Rules) -> None:
    rounds: list[Round] = []
    game = play(deal, rules, limit=LIMIT, watch=rounds.append)
    cards, decks = Counter((*deal.deck_1, *deal.deck_2)), (deal.deck_1, deal.deck_2)
    for number, this in enumerate(rounds, 1):
        assert (this.number, this.before) == (number, decks)
        laid = this.cards_1 + this.cards_2
        assert Counter((*this.decks[0], *this.decks[1], *(() if this.winner else laid))) == cards
        assert sorted(this.order) == (list(range(len(laid))) if this.winner else [])
        assert len(this.cards_1) == sum(lay.cards_1 for lay in this.lays)
        assert this.wars == sum(one == other for one, other in this.face_up)
        decks = this.decks
    lays = [lay for this in rounds for lay in this.lays]
    assert game.cycle or game.decks == decks
    assert game.battles == len(lays) == sum(len(this.face_up) for this in rounds)
    assert game.plays == sum(max(lay.cards_1, lay.cards_2) for lay in lays)
    assert (game.rounds, game.wars) == (len(rounds), sum(this.wars for this in rounds))
    assert game.depth == max((this.wars for this in rounds), default=0)
    stolen = [abs(lay.stolen) for lay in lays if lay.stolen]
    assert (game.steals, game.stolen) == (len(stolen), sum(stolen))
    # Only an undecided round, the last, leaves cards on the table.
    inside_a_war = game.outcome.reason in (Reason.SHORTFALL, Reason.BOTH_OUT)
    assert [not this.winner for this in rounds] == [False] * (len(rounds) - 1) + [inside_a_war] * bool(rounds)
    assert bool(game.on_table) == inside_a_war
    nobody = game.outcome.reason in (Reason.BOTH_OUT, Reason.CYCLE, Reason.LIMIT)
    assert not (nobody and game.outcome.winner)
    assert (game.cycle is not None) == (game.outcome.reason is Reason.CYCLE)


@given(deals(), rule_sets().filter(lambda rules: rules.symmetric))
def test_exchanging_the_decks_exchanges_the_winner(deal: Deal, rules: Rules) -> None:
    one, other = play(deal, rules), play(deal.swapped(), rules)
    assert other.outcome.winner == (0, 2, 1)[one.outcome.winner]
    assert other.decks == one.decks[::-1]
    for name in ("rounds", "battles", "plays", "wars", "depth", "steals", "stolen", "cycle"):
        assert getattr(other, name) == getattr(one, name)


# COIN_FLIP is symmetric only as long as both games draw the same coins.
@pytest.mark.parametrize("pickup", sorted({*Pickup} - SYMMETRIC_PICKUPS - {Pickup.COIN_FLIP}))
def test_exchanging_the_decks_does_more_under_every_other_pickup(pickup: Pickup) -> None:
    rules = Rules(pickup=pickup)
    some = [deal_cards(Pack(4, 3), seed=1, number=number) for number in range(200)]
    assert any(
        play(deal, rules).outcome.winner != (0, 2, 1)[play(deal.swapped(), rules).outcome.winner]
        for deal in some
    )


@given(deals(), rule_sets())
@example(Deal.parse("23/22345678"), PLAYABLE["whats-in-a-game-steal"])  # thefts from either side
@example(Deal.parse("22345678/23"), PLAYABLE["whats-in-a-game-steal"])
def test_a_trace_replays_round_for_round(deal: Deal, rules: Rules) -> None:
    ranks = (*deal.deck_1, *deal.deck_2)

    def named(*places: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [tuple(ranks[card] for card in cards) for cards in places]

    rounds = list(play_rounds(deal, rules, number=3, limit=LIMIT))
    positions = list(record(deal, rules, number=3, limit=LIMIT).positions())
    for at, this in zip(positions, rounds, strict=True):
        taken = tuple((this.cards_1 + this.cards_2)[place] for place in this.order)
        cards = named(at.deck_1, at.deck_2, at.cards_1, at.cards_2, at.taken)
        assert (at.number, cards) == (this.number, [*this.before, this.cards_1, this.cards_2, taken])
        assert at.move == (this.lays, this.winner, this.order, this.wars)


@pytest.mark.parametrize("pickup", [Pickup.RANDOM, Pickup.COIN_FLIP])
def test_seed_and_number_settle_a_random_game(pickup: Pickup) -> None:
    rules = Rules(pickup=pickup)
    deal = deal_cards(Pack(13, 4), seed=1, number=0)
    games = [play(deal, rules, seed=seed, number=number) for seed in (1, 2) for number in range(10)]
    assert games == [play(deal, rules, seed=seed, number=number) for seed in (1, 2) for number in range(10)]
    assert len({game.rounds for game in games}) > 10
    assert {game.outcome.reason for game in games} <= {Reason.DECK_EMPTY, Reason.SHORTFALL, Reason.BOTH_OUT}
