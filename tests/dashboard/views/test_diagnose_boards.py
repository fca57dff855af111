"""Both boards of a diagnosis and its tables of decks: what the program plays, not what the judge does."""

import json
from itertools import islice
from typing import Any

from traces import record

from dashboard.components.boards import payload, still
from dashboard.examples.facts import CODINGAME, GOLF
from dashboard.views.diagnose import key_of, words
from engine.cards import Deal
from engine.diagnose import Program, first_difference, rounds
from engine.diagnose.mistakes import MISTAKES, Kind
from engine.rules import PLAYABLE

JUDGE = Program(PLAYABLE["codingame"])
QUEUE = Program.parse("code-golf+queue-of-32-loses-new")


def sent(data: dict[str, Any]) -> Any:
    """Return a payload as it comes out of the wire."""
    return json.loads(json.dumps(data))


def test_a_misread_card_keeps_its_suit_and_pictures_keep_their_letters() -> None:
    game = key_of(CODINGAME, Program.parse("codingame+10-as-1"))
    assert game.deal.suits_1 == CODINGAME.suits_1
    named = sent(payload(record(game.deal, game.rules), named=True))
    cards = named["cards"].split()
    plain_cards = sent(payload(record(CODINGAME, JUDGE.rules)))["cards"].split()
    assert cards == [card.replace("10", "1") for card in plain_cards]
    assert [named["numbered"], sent(payload(record(game.deal, game.rules)))["numbered"]] == [False, True]


def test_suits_go_with_their_cards_where_cards_can_be_followed() -> None:
    for mistake, suits in (
        *(("players-swapped", ("hs", "dcc")), ("both-upside-down", ("ccd", "sh"))),
        *(("deck-1-upside-down", ("ccd", "hs")), ("deck-2-upside-down", ("dcc", "sh"))),
        ("10-as-two-cards", ("", "")),
    ):
        deal = Deal((14, 10, 12), (13, 12), "dcc", "hs")
        game = key_of(deal, Program.parse(f"codingame+{mistake}"))
        assert (game.deal.suits_1, game.deal.suits_2) == suits


def test_a_round_shown_alone_is_the_programs_round() -> None:
    number = first_difference(GOLF, Program(PLAYABLE["code-golf"]), QUEUE).cards
    assert number is not None
    this = next(islice(rounds(QUEUE, GOLF), number - 1, None))
    data = sent(still(this, QUEUE.rules))
    assert data["still"] == number
    assert data["first"] == len(this.before[0])
    assert len(data["cards"].split()) == sum(this.sizes)
    assert data["moves"][0]["winner"] == this.winner


def test_every_round_of_every_mistake_has_words() -> None:
    for name in (name for name, mistake in MISTAKES.items() if mistake.kind is Kind.PLAYING):
        for deal in ("22223/222223", "2233/2223", "332/32", "22/22"):
            assert words.rounds_table(Program(JUDGE.rules, (name,)), Deal.parse(deal), 1)
