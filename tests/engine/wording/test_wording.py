"""The words: every value of every rule, every way a game can end."""

import pytest

from engine import BothOut, Deal, Game, Order, Pickup, Reason, Shortfall, play, rules_called
from engine.numbers import NUMBERS, count
from engine.rules import ENUMS, PLAYABLE
from engine.wording.sentences import (
    REASON_WORDS,
    Part,
    because,
    plain,
    player,
    rules_in_words,
    value_in_words,
    verdict,
)

SENTENCES = {
    (Pickup, "AS_DEALT"): "The winner takes the cards as laid, each of player 1's before player 2's.",
    (Pickup, "AS_PROGRAMMED"): (
        "The winner takes the cards war by war, player 1's before player 2's each time."
    ),
    (Pickup, "PLAYER_1_FIRST"): "The winner takes player 1's cards first, then player 2's.",
    (Pickup, "PLAYER_2_FIRST"): "The winner takes player 2's cards first, then player 1's.",
    (Pickup, "LOSER_FIRST"): "The winner takes the loser's cards first.",
    (Pickup, "WINNER_FIRST"): "The winner takes the winner's cards first.",
    (Pickup, "LOSER_ALTERNATING"): "The winner takes one card of each in turn, the loser's first.",
    (Pickup, "WINNER_ALTERNATING"): "The winner takes one card of each in turn, the winner's first.",
    (Pickup, "WINNER_ALTERNATING_REVERSED"): (
        "The winner takes one card of each in turn, the winner's first, from the last laid to the first."
    ),
    (Pickup, "WINNER_INSIDE_OUT"): (
        "The winner takes the last war first and the opening pair last, "
        "of each the winner's cards before the loser's."
    ),
    (Pickup, "RANDOM"): "The winner shuffles the cards before taking them.",
    (Pickup, "COIN_FLIP"): "A coin decides each time whether the winner's or the loser's cards go first.",
    (Shortfall, "LOSES"): "Who cannot finish a war loses.",
    (Shortfall, "DRAW"): "If anybody cannot finish a war, the game is drawn.",
    (Shortfall, "LAST_CARD"): "Who is short for a war fights with the last card; who has none loses.",
    (Shortfall, "FEWER_DOWN"): "If somebody is short for a war, both lay fewer cards; who has none loses.",
    (Shortfall, "STEAL"): "Who is short for a war takes the missing cards from the top of the other deck.",
    (BothOut, "DRAW"): "If both run out in the same war, the game is drawn.",
    (BothOut, "PLAYER_1"): "If both run out in the same war, player 1 wins.",
    (BothOut, "PLAYER_2"): "If both run out in the same war, player 2 wins.",
    (Order, "HIGH"): "The higher card wins and aces are high.",
    (Order, "ACE_LOW"): "The higher card wins and aces are low, below the two.",
    (Order, "LOW_WINS"): "The lower card wins.",
    (Order, "LOWEST_BEATS_HIGHEST"): "The higher card wins, but the lowest beats the highest.",
}


def test_every_value_of_every_rule_has_its_sentence() -> None:
    # By type and name: DRAW is a value of two rules, and equal as text.
    assert {
        (kind, value.value): value_in_words(value) for kind in ENUMS.values() for value in kind
    } == SENTENCES


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        (0, "In a war, no card face down, just one up."),
        (1, "In a war, one card face down, then one up."),
        (2, "In a war, two cards face down, then one up."),
        (10, "In a war, ten cards face down, then one up."),
        (11, "In a war, 11 cards face down, then one up."),
        (99, "In a war, 99 cards face down, then one up."),
    ],
)
def test_how_many_cards_are_laid_in_a_war(cards: int, sentence: str) -> None:
    assert value_in_words(cards) == sentence
    assert len(NUMBERS) == 11


@pytest.mark.parametrize("name", PLAYABLE)
def test_every_rule_of_every_preset_is_one_plain_sentence_with_its_deciding_words(name: str) -> None:
    rules = PLAYABLE[name]
    sentences = rules_in_words(rules)
    assert list(sentences) == ["face_down", *ENUMS]
    for field, sentence in sentences.items():
        text = plain(sentence)
        assert text.endswith(".")
        assert text.count(".") == 1
        assert "*" not in text
        assert [part.about for part in sentence].count("key") == 1
        assert all(part.text for part in sentence)
        if field != "face_down":
            assert text == value_in_words(getattr(rules, field))


LAST_CARD = "1.LOSER_FIRST.LAST_CARD.DRAW.HIGH"
PLAYER_1_IF_BOTH = "1.LOSER_FIRST.LOSES.PLAYER_1.HIGH"
COMEBACK_OF_SOURCE_2 = "32298J5A785KQ394467K5Q9QJ2/5AK6TTK93A873AT628J6T4JQ47"

VERDICTS = [
    ("A/2", "code-golf", "Player 1 wins after 1 round.", "Player 2 has no cards left."),
    ("2/A", "code-golf", "Player 2 wins after 1 round.", "Player 1 has no cards left."),
    (
        COMEBACK_OF_SOURCE_2,
        "code-golf",
        "Player 1 wins after 498 rounds and 36 wars; the deepest went 3 deep.",
        "Player 2 had too few cards left for the last war.",
    ),
    (
        "2/22",
        "code-golf",
        "Player 2 wins after 1 round and 1 war.",
        "Player 1 had too few cards left for the last war.",
    ),
    ("2A/2K", "code-golf", "Drawn after 1 round and 1 war.", "Both ran out in the same war."),
    (
        "AAAAA2/AAAAAK",
        "code-golf",
        "Drawn after 1 round and 3 wars; the deepest went 3 deep.",
        "Both ran out in the same war.",
    ),
    (
        "2/2",
        "programming-challenges-code",
        "Player 2 wins after 1 round and 1 war.",
        "Both ran out in the same war, which the rules settle.",
    ),
    (
        "22/22",
        PLAYER_1_IF_BOTH,
        "Player 1 wins after 1 round and 1 war.",
        "Both ran out in the same war, which the rules settle.",
    ),
    (
        "2222/22222",
        "codingame",
        "Drawn after 1 round and 1 war.",
        "Player 1 could not finish the last war.",
    ),
    (
        "22222/2222",
        "codingame",
        "Drawn after 1 round and 1 war.",
        "Player 2 could not finish the last war.",
    ),
    ("222/22", "codingame", "Drawn after 1 round and 1 war.", "Neither player could finish the last war."),
    (
        "2232222/2242222",
        LAST_CARD,
        "Player 2 wins after 2 rounds and 4 wars; the deepest went 3 deep.",
        "Player 1 had too few cards left for the last war.",
    ),
    (
        "23/4",
        "code-golf",
        "This game never ends: after 2 rounds the deal is back.",
        "Proved: the position before round 1 returns exactly before round 3.",
    ),
    (
        "234/343",
        "code-golf",
        "This game never ends: from round 4 on, the same 4 rounds come back for ever.",
        "Proved: the position before round 4 returns exactly before round 8.",
    ),
    ("/", "code-golf", "Drawn: both decks are empty from the start.", ""),
    ("2/", "code-golf", "Player 1 wins: the other deck is empty from the start.", ""),
    ("/2", "code-golf", "Player 2 wins: the other deck is empty from the start.", ""),
]


@pytest.mark.parametrize(("deal", "rules", "first", "second"), VERDICTS)
def test_verdict_and_why(deal: str, rules: str, first: str, second: str) -> None:
    game = play(Deal.parse(deal), rules_called(rules))
    assert (plain(verdict(game)), plain(because(game))) == (first, second)


def test_a_game_that_was_cut_off_is_not_called_drawn() -> None:
    game = play(Deal.parse("234/343"), rules_called("code-golf"), limit=3)
    assert plain(verdict(game)) == "Stopped after 3 rounds: nobody has won yet."
    assert plain(because(game)) == "The round limit cut it off, which proves nothing about this game."


def test_the_verdicts_above_show_every_reason_but_the_limit() -> None:
    games: list[Game] = [play(Deal.parse(deal), rules_called(rules)) for deal, rules, _, _ in VERDICTS]
    assert {game.outcome.reason for game in games} == {*Reason} - {Reason.LIMIT}


def test_players_and_endlessness_can_be_coloured() -> None:
    won = verdict(play(Deal.parse("2/A"), rules_called("code-golf")))
    assert won[0] == Part("Player 2", "player 2") == player(2, capital=True)
    assert player(1) == Part("player 1", "player 1")
    endless = verdict(play(Deal.parse("23/4"), rules_called("code-golf")))
    assert Part("never ends", "endless") in endless


def test_every_reason_has_words_for_a_table() -> None:
    assert REASON_WORDS == {
        "deck_empty": "deck empty",
        "shortfall": "too few cards for a war",
        "both_out": "both out in the same war",
        "cycle": "the same position came back",
        "limit": "stopped by the round limit",
        "empty_start": "empty from the start",
    }


def test_counts_are_written_with_their_noun() -> None:
    assert [count(number, "war") for number in (0, 1, 2, 31920)] == [
        "0 wars",
        "1 war",
        "2 wars",
        "31,920 wars",
    ]
