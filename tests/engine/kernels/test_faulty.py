"""The compiled games of wrong programs: the law without a fault, a readable twin with one."""

from random import Random

import pytest
from mistaken import Mistaken
from published import arrangements, pack_of
from quick import slow
from results_compared import COUNTED, of_kernel, of_referee, verdict_alone

from engine.cards import Deal, Pack, deal_cards
from engine.diagnose.mistakes import MISTAKES, mistake_called
from engine.diagnose.playing import RULE_SETS, FaultyGame, decks_at_end, play_faulty
from engine.game import Reason, play
from engine.kernels.codes import CYCLE, LAW, LIMIT
from engine.rules import Rules, Shortfall

TINY = [
    Deal(cards[:cut], cards[cut:])
    for ranks, suits in ((2, 2), (2, 3), (3, 2))
    for cards in arrangements(pack_of(ranks, suits))
    for cut in range(1, ranks * suits)
]
PLAYING = [name for name, mistake in MISTAKES.items() if mistake.fault != LAW]
ROUNDS = 2_000  # more than any small game lasts that ends, and than it takes to see that the others do not


def assert_the_law(games: list[FaultyGame]) -> int:
    """Compare every field with the referee's; return how many games are endless."""
    endless = 0
    for game, result in zip(games, play_faulty(games), strict=True):
        law = play(game.deal, game.rules, limit=game.limit)
        expected = of_referee(law) | {"cycle_start": 0, "cycle_length": 0}
        if law.outcome.reason is Reason.CYCLE:
            endless += 1
            expected = verdict_alone(expected)
        assert of_kernel(result) == expected, (game.deal.text, game.rules.code)
    return endless


@pytest.mark.parametrize("apart", [19, slow(1)])
def test_without_a_mistake_tiny_packs_are_played_by_the_law_under_every_rules(apart: int) -> None:
    """Every deal that many apart of all in every split, other ones for other rules."""
    assert len(TINY) == 6 * 3 + 20 * 5 + 90 * 5
    step = 17 * apart
    games = [
        FaultyGame(TINY[number], rules, LAW, ROUNDS)
        for turn, rules in enumerate(RULE_SETS)
        for number in range(turn % step, len(TINY), step)
    ]
    assert {game.rules for game in games} == {*RULE_SETS}
    assert assert_the_law(games) > len(games) // 50


def test_without_a_mistake_52_cards_are_played_by_the_law() -> None:
    games = [
        FaultyGame(deal_cards(Pack(13, 4), seed=21, number=number), rules, LAW, 20_000)
        for number, rules in enumerate(RULE_SETS[::97])
    ]
    assert assert_the_law(games) > 3
    for game in games[:4]:
        law = play(game.deal, game.rules, limit=20_000)
        if law.cycle is None:
            assert decks_at_end(game) == law.decks


def test_a_game_that_is_cut_off_is_left_as_the_law_leaves_it() -> None:
    deal = deal_cards(Pack(13, 4), seed=22, number=0)
    assert_the_law([FaultyGame(deal, RULE_SETS[0], LAW, limit) for limit in (0, 1, 2, 17)])
    with pytest.raises(ValueError, match="528 cards are too many"):
        assert_the_law([FaultyGame(Deal((2,) * cards, (3,)), RULE_SETS[0], LAW, 9) for cards in (526, 527)])


def small_deal(random: Random) -> Deal:
    cards = random.choices((2, 4, 5, 13, 14), k=random.randrange(4, 17))
    cut = random.randrange(1, len(cards))
    return Deal(tuple(cards[:cut]), tuple(cards[cut:]))


def assert_twins(name: str, games: list[FaultyGame], called: str = "") -> int:
    """Compare every field with the twin's; return how many games go otherwise than by the law."""
    apart = 0
    law = play_faulty([game._replace(fault=LAW) for game in games])
    for game, result, lawful in zip(games, play_faulty(games), law, strict=True):
        twin = Mistaken(game.deal, game.rules, called or name, limit=game.limit).result
        expected = {key: twin[key] for key in ("winner", *COUNTED)} | {"cycle_start": 0, "cycle_length": 0}
        expected |= {"size_1": twin["sizes"][0], "size_2": twin["sizes"][1], "reason": Reason(twin["reason"])}
        if twin["reason"] == "cycle":
            # The kernel looks for a repeat now and then, and may be cut off before it meets one.
            assert result["reason"] in (CYCLE, LIMIT), (name, game.deal.text, game.rules.code)
        else:
            assert of_kernel(result) == expected, (name, game.deal.text, game.rules.code)
        apart += result != lawful
    return apart


def mistaken_games(name: str, number: int) -> list[FaultyGame]:
    """Return small games by any rules under which the mistake means something."""
    random, mistake = Random(name), mistake_called(name)
    games: list[FaultyGame] = []
    while len(games) < number:
        rules = random.choice(RULE_SETS)
        if mistake.means_something(rules) and has_words(name, rules):
            games.append(FaultyGame(small_deal(random), rules, mistake.fault, ROUNDS))
    return games


def has_words(name: str, rules: Rules) -> bool:
    """Say whether a mistake's words settle how it plays: not where a stack is stolen from, say."""
    if name.startswith("stack") or name == "from-below":
        return rules.shortfall is not Shortfall.STEAL
    return name != "sides-reversed" or not rules.pickup.endswith("_REVERSED")


@pytest.mark.parametrize("number", [60, slow(1_000)])
@pytest.mark.parametrize("name", [name for name in PLAYING if MISTAKES[name].fault.places < 1])
def test_a_mistake_plays_as_its_words_say(name: str, number: int) -> None:
    assert assert_twins(name, mistaken_games(name, number)) > 0


@pytest.mark.parametrize("fate", ["loses-new", "loses-old", "looks-empty"])
def test_a_queue_too_short_plays_as_its_words_say(fate: str) -> None:
    random = Random(fate)
    fault = MISTAKES[f"queue-of-26-{fate}"].fault._replace(places=9)
    games = [FaultyGame(small_deal(random), random.choice(RULE_SETS), fault, ROUNDS) for _ in range(150)]
    assert assert_twins(fate, games, f"queue-of-9-{fate}") > 10
    assert {MISTAKES[f"queue-of-{n}-{fate}"].fault.places for n in (26, 32, 40, 50)} == {26, 32, 40, 50}
