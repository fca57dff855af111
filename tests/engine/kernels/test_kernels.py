"""Both kernels play what the referee plays: every field of every game, on decks of every kind."""

import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, product
from random import Random
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from published import arrangements, every_rules, pack_of
from quick import slow
from results_compared import of_kernel, of_referee, play_many, verdict_alone
from strategies import any_deals, deals, decks, rule_sets

from engine import kernels
from engine.cards import Deal, Pack, deal_cards
from engine.game import comparison, play, play_rounds
from engine.kernels import Terms, codes, lanes, scalar, window
from engine.kernels import play as playing
from engine.kernels.calls import Call, Deals
from engine.kernels.codes import CYCLE, HALF_8, HALF_16, REASONS, ranks_in_order
from engine.kernels.scalar import GRID_ROUNDS, first_with_size, sizes_by_round
from engine.rules import PLAYABLE, Order, Pickup, Rules, Shortfall

BOTH: tuple[kernels.Kernel, ...] = ("scalar", "window")


@pytest.fixture(scope="session", autouse=True)
def _warm() -> None:
    kernels.warm()


def assert_as_referee(
    dealt: Sequence[Deal],
    rules: Rules,
    *,
    numbers: NDArray[np.uint64] | None = None,
    limit: int = 100_000,
    seed: int = 3,
    final: bool = False,
) -> None:
    """Both kernels, with and without cycles, against the referee on the same deals."""
    numbers = np.arange(len(dealt), dtype=np.uint64) if numbers is None else numbers
    games = [
        play(deal, rules, seed=seed, number=number, limit=limit)
        for number, deal in zip(numbers.tolist(), dealt, strict=True)
    ]
    for kernel in BOTH:
        for cycles in (True, False):
            terms = Terms(seed=seed, cycles=cycles, limit=limit, kernel=kernel)
            results = play_many(dealt, rules, numbers=numbers, terms=terms)
            for game, result in zip(games, results, strict=True):
                expected = of_referee(game)
                if game.cycle and not cycles:
                    expected = verdict_alone(expected)
                assert of_kernel(result) == expected, (kernel, rules.code, game.deal.text, limit)
    if final:
        for number, game in enumerate(games):
            found = kernels.decide(game.deal, rules, seed=seed, number=number, limit=limit)
            assert found == game, (rules.code, game.deal.text, limit)


def by_both(rules: Rules, pack: Pack, numbers: NDArray[np.uint64], terms: Terms) -> list[kernels.Results]:
    """Return what both kernels make of the same games, the scalar one first."""
    each = (replace(terms, kernel=kernel) for kernel in BOTH)
    return [kernels.play_numbers(rules, pack, numbers=numbers, terms=one) for one in each]


def random_deal(chance: Random, sizes: tuple[int, int], ranks: Sequence[int]) -> Deal:
    deck_1, deck_2 = (tuple(chance.choices(ranks, k=chance.randint(*sizes))) for _ in range(2))
    return Deal(deck_1, deck_2)


def halves(ranks: int, copies: int) -> list[Deal]:
    size = ranks * copies // 2
    return [Deal(cards[:size], cards[size:]) for cards in arrangements(pack_of(ranks, copies))]


TINY = {"2x2": halves(2, 2), "3x2": halves(3, 2), "2x4": halves(2, 4)}


@pytest.mark.parametrize("step", [97, slow(1)])
@pytest.mark.parametrize("face_down", range(6))
def test_small_packs_under_every_rules(face_down: int, step: int) -> None:
    """Packs that the window plays, full of wars and shortfalls, equal and unequal decks.

    With up to three face down also all of 2 x 2; of 3 x 2 and 2 x 4 every `step`th deal, other ones for other
    rules.
    """
    chance = Random(face_down)
    larger = TINY["3x2"] + TINY["2x4"]
    for number, rules in enumerate(every_rules(range(face_down, face_down + 1))):
        ranks = chance.choice([(2, 3), (2, 3, 14), (1, 2, 14), (2, 4, 5, 14), tuple(range(9, 15))])
        odd = random_deal(chance, ((8, 14), (2, 16))[number % 2], ranks)
        tiny = [*TINY["2x2"], *islice(larger, number % step, None, step)] if face_down < 4 else []
        assert_as_referee([odd, *tiny], rules, limit=2_000, final=step == 1)


@pytest.mark.parametrize(("first", "games"), [(0, 30), slow(2**63, 20_000)])
@pytest.mark.parametrize("preset", PLAYABLE)
def test_random_deals_of_52_cards(preset: str, first: int, games: int) -> None:
    numbers = np.arange(first, first + games, dtype=np.uint64)
    dealt = [deal_cards(Pack(13, 4), seed=3, number=number) for number in numbers.tolist()]
    assert_as_referee(dealt, PLAYABLE[preset], numbers=numbers, limit=10**7)


@pytest.mark.parametrize("pack", ["8x4", "13x8", "52x1", "2x60", "13x19", "120x2", "129x1", "512x8"])
def test_other_packs(pack: str) -> None:
    chosen = Pack.parse(pack)
    numbers = np.arange(1 if pack == "512x8" else 3, dtype=np.uint64)
    dealt = [deal_cards(chosen, seed=3, number=number) for number in numbers.tolist()]
    for rules in (
        Rules(face_down=99 if pack == "512x8" else 1, shortfall=Shortfall.STEAL),
        Rules(face_down=2, pickup=Pickup.WINNER_ALTERNATING_REVERSED, shortfall=Shortfall.LAST_CARD),
        Rules(face_down=0, pickup=Pickup.WINNER_FIRST, order=Order.LOWEST_BEATS_HIGHEST),
        Rules(face_down=5, pickup=Pickup.RANDOM, shortfall=Shortfall.STEAL, order=Order.ACE_LOW),
    ):
        assert_as_referee(dealt, rules, limit=150 if pack == "512x8" else 3_000)
        dealing = kernels.play_numbers(rules, chosen, numbers=numbers, terms=Terms(seed=3, limit=3_000))
        results = play_many(dealt, rules, numbers=numbers, terms=Terms(seed=3, limit=3_000))
        names = [name for name in dealing.dtype.names or () if name not in ("aces", "strength")]
        assert np.array_equal(dealing[names], results[names]), "games by number are those of their deals"


LARGER = st.builds(
    Deal, decks(st.sampled_from((0, 2, 3, 14)), longest=40), decks(st.integers(9, 14), longest=40)
)


@settings(max_examples=250, derandomize=True, deadline=None)
@given(
    rule_sets(most_face_down=9),
    st.lists(deals() | any_deals() | LARGER | LARGER.map(Deal.swapped), min_size=1, max_size=4),
    st.integers(0, 60),
)
def test_any_rules_on_any_deals(rules: Rules, dealt: list[Deal], limit: int) -> None:
    assert_as_referee(dealt, rules, limit=limit * limit, final=True)


def test_endless_games_whose_every_step_is_the_scalar_kernels() -> None:
    """Decks are moved back at each such step: a check tied to the head would never come (a hang)."""
    rules = Rules(face_down=7, pickup=Pickup.LOSER_FIRST, shortfall=Shortfall.FEWER_DOWN)
    chance = Random(5)
    dealt = [random_deal(chance, (8, 60), (2, 2, 2, 2, 2, 2, 3)) for _ in range(200)]
    results = play_many(dealt, rules, terms=Terms(cycles=True))
    endless = results["reason"] == CYCLE
    assert endless.sum() >= 3
    assert (results["wars"] >= results["rounds"])[endless].all()
    assert_as_referee(dealt[:60], rules, limit=5_000)


@pytest.mark.skipif(not lanes.AVAILABLE, reason="no window kernel here")
@pytest.mark.parametrize("pickup", [pickup for pickup in Pickup if Rules(pickup=pickup).deterministic])
def test_the_window_itself_sees_every_repeat_and_no_other(pickup: Pickup) -> None:
    """What it does not see until the limit is left to the other kernel: right, and a hang for the reader.

    A position is kept until the game is an eighth older, and steps of up to eight rounds meet it
    within eight laps, so a cycle of 250 rounds is seen before round 64 * 250 and some.
    """
    chance = np.random.default_rng(1)
    seen = 0
    for size, face_down in product((2, 3, 5, 8, 13, 15, 16, 17, 20, 26, 33), (0, 1, 3, 5)):
        rules = Rules(face_down=face_down, pickup=pickup, shortfall=chance.choice(list(Shortfall)))
        ranks = chance.integers(2, chance.choice([4, 5, 9, 15]), (400, size))
        cuts, numbers = chance.integers(0, size + 1, 400), np.zeros(400, np.uint64)
        slow = kernels.play_rows(ranks, cuts, rules, terms=Terms(cycles=True, limit=20_000, kernel="scalar"))
        soon = (slow["reason"] == CYCLE) & (slow["cycle_start"] < 2_000) & (slow["cycle_length"] <= 250)
        call = Call.of(rules, Terms(limit=20_000), shuffled=False, ranks=size)
        deals, _ = Deals.given(ranks, cuts, numbers).in_strengths(rules.order)
        fast = playing._play_window(rules, call, deals)
        assert (fast["reason"][soon] == CYCLE).all(), (rules.code, size)
        ended = (slow["reason"] != CYCLE) & (slow["reason"] != codes.LIMIT)
        assert np.array_equal(fast[ended], slow[ended]), (rules.code, size)
        seen += soon.sum()
    assert seen > 300


@pytest.mark.parametrize("rules", [PLAYABLE["norvig"], *(Rules(order=order) for order in Order)])
def test_the_same_cards_in_many_orders_play_as_their_rows_do(rules: Rules) -> None:
    chance = np.random.default_rng(5)
    ranks = np.array([Pack(13, 4).rank_of(card) for card in range(52)])[chance.permutation(52)]
    orders = np.argsort(chance.random((60, 52)), axis=1)
    cuts, numbers = chance.integers(0, 53, 60), np.arange(60, dtype=np.uint64)
    for terms in (Terms(seed=2, cycles=True), Terms(seed=2, kernel="scalar", limit=40)):
        results = kernels.play_orders(ranks, orders, cuts, rules, numbers=numbers, terms=terms)
        assert (results == kernels.play_rows(ranks[orders], cuts, rules, numbers=numbers, terms=terms)).all()


def test_a_saved_position_is_forgotten_with_its_game() -> None:
    """A long game that ends in every slot, then others there that go through the same positions."""
    for text, code in (
        ("22233444243433422/234333423244", "1.LOSER_FIRST.FEWER_DOWN.DRAW.HIGH"),
        ("23343342322/433323344243222422", "1.LOSER_FIRST.FEWER_DOWN.DRAW.HIGH"),
        ("435235253434424543/22424255", "0.PLAYER_1_FIRST.STEAL.DRAW.HIGH"),
    ):
        long, rules = Deal.parse(text), Rules.parse(code)
        later = [Deal(*this.before) for this in play_rounds(long, rules)]
        assert len(later) > window.FIRST_SAVED
        fast, slow = (
            play_many([long] * window.GAMES + later, rules, terms=Terms(kernel=kernel)) for kernel in BOTH
        )
        assert np.array_equal(fast, slow)
        assert not (slow["reason"] == CYCLE).any()


def test_wars_deeper_than_the_table_and_longer_than_the_window() -> None:
    for face_down in range(9):
        same = tuple([2] * 14)
        dealt = [Deal((*same[:tie], 3, *same[tie:]), (*same[:tie], 4, *same[tie:])) for tie in range(14)]
        assert_as_referee(dealt, Rules(face_down=face_down, shortfall=Shortfall.LAST_CARD), limit=500)
    assert_as_referee([Deal((2,) * 300, (2,) * 300)], Rules(face_down=0))  # 299 wars, more than a byte holds


@settings(max_examples=80, derandomize=True, deadline=None)
@given(
    rule_sets() | st.sampled_from([Rules(pickup=pickup) for pickup in (Pickup.RANDOM, Pickup.COIN_FLIP)]),
    deals(longest=14),
)
@example(PLAYABLE["codingame"], deal_cards(Pack(13, 4), seed=4, number=0))
@example(PLAYABLE["programming-challenges"], deal_cards(Pack(13, 4), seed=4, number=1))
def test_the_limit_cuts_at_the_referees_round(rules: Rules, deal: Deal) -> None:
    """A game that ends, or repeats, at the limit has done so; one round less and it is cut off."""
    rounds = play(deal, rules, seed=3, limit=10_000).rounds
    for limit in {0, 1, 2, max(rounds - 1, 0), rounds, rounds + 1, rounds + 60}:
        assert_as_referee([deal], rules, limit=limit, final=True)


def test_a_cycle_that_closes_before_the_limit_but_meets_no_kept_position_before_it() -> None:
    # The last two are back as they were dealt, after more rounds than they have cards: at that very limit.
    texts = ("23/4", "232/3", "234/343", "236/475", "2234/3323", "9QJ/ATK", "A9Q/TJK")
    for pickup, limit in product((Pickup.AS_DEALT, Pickup.LOSER_FIRST), range(40)):
        assert_as_referee([*map(Deal.parse, texts)], Rules(pickup=pickup), limit=limit)


@pytest.mark.parametrize("count", [3_000, slow(100_000)])
@pytest.mark.parametrize("preset", ["programming-challenges", "codingame", "norvig"])
def test_nothing_hangs_and_what_is_left_open_is_played_as_the_same_games(preset: str, count: int) -> None:
    numbers = np.arange(5, 5 + count, dtype=np.uint64)
    for terms in (Terms(seed=9), Terms(seed=9, limit=200), Terms(seed=9, cycles=True)):
        slow, fast = by_both(PLAYABLE[preset], Pack(13, 4), numbers, terms)
        assert set(np.unique(fast["reason"])) <= set(REASONS)
        assert np.array_equal(fast, slow)


@given(st.sampled_from(Order), st.lists(st.integers(0, 128), min_size=2, max_size=40), st.booleans())
def test_strengths_say_what_the_order_says(order: Order, ranks: list[int], narrow: bool) -> None:
    row = np.array([ranks], np.int64)
    deals, _ = Deals.given(row, np.zeros(1, np.int64), np.zeros(1, np.uint64)).in_strengths(order)
    half = HALF_8 if narrow else HALF_16
    worth = (deals.narrow() if narrow else deals).rows[0].tolist()
    beats = comparison(Deal(tuple(ranks), ()), order)
    for one, other in product(range(len(ranks)), repeat=2):
        if ranks[one] != ranks[other]:
            assert bool((worth[other] - worth[one]) & half) == beats(ranks[one], ranks[other])
    assert max(worth) < 2 * half - 1


def test_the_window_serves_what_it_can_play() -> None:
    assert playing.window_serves(52, 13) == lanes.AVAILABLE
    assert playing.window_serves(0, 0) == playing.window_serves(255, 128) == lanes.AVAILABLE
    assert not playing.window_serves(256, 13)
    assert not playing.window_serves(200, 129)


@pytest.mark.skipif(not lanes.AVAILABLE, reason="no window kernel here")
@pytest.mark.parametrize("name", ["wikipedia", "jouets", "norvig", "kbwar"])
def test_a_war_that_favours_a_card_is_the_scalar_kernels(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A draw of 10**9 does; here every war's second, and what the window lays of it is no card of the war."""
    war = window.war_of(PLAYABLE[name].need)
    war[lanes.LEAST :].view(np.int64)[1] = 2**32
    war[: lanes.BOUNDS] = 0
    monkeypatch.setattr(window, "war_of", {PLAYABLE[name].need: war}.__getitem__)
    slow, fast = by_both(PLAYABLE[name], Pack(13, 4), np.arange(400, dtype=np.uint64), Terms(seed=6))
    assert np.array_equal(fast, slow)


@pytest.mark.skipif(not lanes.AVAILABLE, reason="no window kernel here")
def test_random_pickups_are_played_by_a_kernel_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same games as the scalar kernel's on packs of every kind, wars of every length, double wars."""
    for number, (pickup, shortfall, face_down) in enumerate(
        product((Pickup.RANDOM, Pickup.COIN_FLIP), Shortfall, range(9))
    ):
        rules = Rules(pickup=pickup, shortfall=shortfall, face_down=face_down)
        pack = Pack.parse(("13x4", "6x4", "13x8", "10x1", "4x4", "3x3")[number % 6])
        numbers = np.arange(50 * number, 50 * number + 50, dtype=np.uint64)
        slow, terms = (Terms(seed=5, limit=2_000, kernel=kernel) for kernel in BOTH)
        expected = kernels.play_numbers(rules, pack, numbers=numbers, terms=slow)
        ended = expected["reason"] != codes.LIMIT
        with monkeypatch.context() as patch:
            patch.setattr(scalar, "play_deals", None)
            fast = kernels.play_numbers(rules, pack, numbers=numbers[ended], terms=terms)
        assert np.array_equal(fast, expected[ended]), (rules.code, pack.text)


@pytest.mark.skipif(not lanes.AVAILABLE, reason="no window kernel here")
def test_few_games_are_the_scalar_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window kernel would take longer to begin; a caller who asks for it has it all the same."""
    asked = Mock(wraps=playing._play_window)
    monkeypatch.setattr(playing, "_play_window", asked)

    def by_window(games: int, kernel: kernels.Kernel = "best") -> bool:
        asked.reset_mock()
        numbers = np.arange(games, dtype=np.uint64)
        kernels.play_numbers(Rules(), Pack(13, 4), numbers=numbers, terms=Terms(kernel=kernel))
        return asked.called

    assert (by_window(playing.FEW), by_window(playing.FEW - 1)) == (True, False)
    assert (by_window(playing.FEW - 1, "window"), by_window(playing.FEW, "scalar")) == (True, False)
    monkeypatch.setattr(lanes, "AVAILABLE", False)
    kernels.warm()
    assert not by_window(playing.FEW)


@given(st.lists(st.lists(st.integers(-1, 14) | st.integers(-1, 999), min_size=3, max_size=3), max_size=9))
def test_ranks_are_placed_as_sorting_places_them_however_far_apart(rows: list[list[int]]) -> None:
    ranks = np.array(rows, np.int64).reshape(-1, 3)
    places, different = ranks_in_order(ranks)
    kinds, sorted_places = np.unique(ranks, return_inverse=True)
    assert (places - 1).tolist() == sorted_places.reshape(ranks.shape).tolist()
    assert different == len(kinds)


def test_seeds_and_limits_out_of_range() -> None:
    for seed, limit in ((-1, 5), (2**64, 5), (1, -1), (1, 2**63)):
        with pytest.raises(ValueError, match="is out of range: use 0 to"):
            Terms(seed=seed, limit=limit)


def test_kernels_run_while_other_threads_do() -> None:
    """They hold no interpreter lock: this thread goes on counting while another plays."""
    numbers = np.arange(150_000, dtype=np.uint64)
    playing = threading.Thread(
        target=kernels.play_numbers,
        args=(PLAYABLE["code-golf"], Pack(13, 4)),
        kwargs={"numbers": numbers, "terms": Terms(seed=1, kernel="scalar")},
    )
    playing.start()
    steps = 0
    while playing.is_alive():
        steps += 1
        time.sleep(0.001)
    assert steps > 10


@pytest.mark.parametrize("name", ["code-golf", "codingame", "jouets"])
def test_the_first_game_with_a_deck_size_is_the_referees(name: str) -> None:
    rules, pack, numbers = PLAYABLE[name], Pack(6, 4), np.arange(90, dtype=np.uint64)
    grid = sizes_by_round(rules, pack, seed=5, numbers=numbers)
    first: dict[int, int] = {}
    for number in numbers.tolist():
        rounds = play_rounds(deal_cards(pack, seed=5, number=number), rules, seed=5, number=number)
        this = next((this for this in rounds if this.number == 13), None)
        if this is not None:
            first.setdefault(len(this.before[0]), number)
    for size in range(pack.size + 1):
        found = first_with_size(rules, pack, seed=5, numbers=numbers, played=12, size=size)
        assert found == (first.get(size) if grid[12, size] else None)
    assert len(first) > 5
    with pytest.raises(ValueError, match=f"round {GRID_ROUNDS} is not followed: take 0 to {GRID_ROUNDS - 1}"):
        first_with_size(rules, pack, seed=5, numbers=numbers, played=GRID_ROUNDS, size=3)
