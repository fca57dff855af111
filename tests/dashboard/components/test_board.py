"""The replay table's payload: everything the browser needs to show the very game that was played."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import streamlit as st
from claim_figures import SPIVEY
from traces import record

from dashboard.components import boards as components_board
from dashboard.components.boards import ALPHABET, payload
from engine.cards import Deal, Pack, deal_cards
from engine.rules import Order, Pickup, Rules, Shortfall

MANY = deal_cards(Pack(5, 30), seed=1, number=11)
GOLF = Deal.parse("32298J5A785KQ394467K5Q9QJ2/5AK6TTK93A873AT628J6T4JQ47")

Table = tuple[list[int], list[int], list[int], list[int], list[int]]
"""Both decks before a round, the cards each player laid, and the pick-up, in card numbers."""


def moves_of(data: Any) -> list[int]:
    """Undo the numbering of rounds."""
    width = data["width"]
    numbers = []
    for start in range(0, len(data["rounds"]), width):
        number = 0
        for digit in data["rounds"][start : start + width]:
            number = number * len(ALPHABET) + ALPHABET.index(digit)
        numbers.append(number)
    return numbers


def replay(data: Any) -> Iterator[Table]:
    """Play a payload as board.js does: from the moves alone."""
    cards = list(range(len(data["cards"].split())))
    decks = [cards[: data["first"]], cards[data["first"] :]]
    for number in moves_of(data):
        move = data["moves"][number]
        before = [list(deck) for deck in decks]
        laid: list[list[int]] = [[], []]
        for *counts, stolen in move["lays"]:
            thief, victim = (0, 1) if stolen > 0 else (1, 0)
            decks[thief] += decks[victim][: abs(stolen)]
            del decks[victim][: abs(stolen)]
            for side, count in enumerate(counts):
                laid[side] += decks[side][:count]
                del decks[side][:count]
        taken = [(laid[0] + laid[1])[place] for place in move["order"]]
        if move["winner"]:
            decks[move["winner"] - 1] += taken
        yield before[0], before[1], laid[0], laid[1], taken


TRACES = {
    "golf": record(GOLF, Rules()),
    "endless": record(Deal.parse("23/4"), Rules()),
    "one round": record(Deal.parse("A/K"), Rules()),
    "no round": record(Deal((), (2, 3)), Rules()),
    "unequal lays": record(Deal.parse("2A/2K3456"), Rules(face_down=3, shortfall=Shortfall.LAST_CARD)),
    "cut off": record(GOLF, Rules(), limit=100),
    "many moves": record(MANY, Rules(face_down=3, pickup=Pickup.RANDOM)),
    **{
        f"{shortfall} {number}": record(
            deal_cards(Pack(4, 6), seed=1, number=number),
            Rules(face_down=2, shortfall=shortfall, pickup=Pickup.RANDOM),
        )
        for shortfall in Shortfall
        for number in range(4)
    },
}


@pytest.mark.parametrize("name", TRACES)
def test_the_payload_replays_the_trace(name: str) -> None:
    trace = TRACES[name]
    data = json.loads(json.dumps(payload(trace)))  # as it comes out of the wire
    assert moves_of(data) == list(trace.course)
    expected = [
        tuple(list(part) for part in (p.deck_1, p.deck_2, p.cards_1, p.cards_2, p.taken))
        for p in trace.positions()
    ]
    assert list(replay(data)) == expected


SMALL = {
    "suits given": (Deal((14, 10), (13, 2), "hd", "cs"), Rules()),
    "suits made up": (Deal.parse("AK/AK"), Rules()),
    "every rank a number": (Deal.parse("11 37/14 1"), Rules()),
    "ends with an empty deck": (Deal.parse("A/K"), Rules()),
    "ends short of cards": (Deal.parse("2K/2"), Rules()),
    "ends with both out": (Deal.parse("2/2"), Rules()),
    "never ends": (Deal.parse("23/4"), Rules()),
}


def test_what_is_sent_of_small_games(reviewed: Callable[..., None]) -> None:
    reviewed(*(f"{name}: {json.dumps(payload(record(*game)))}" for name, game in SMALL.items()))


def test_equal_games_have_equal_names_and_others_have_not() -> None:
    names = {payload(trace)["game"] for trace in TRACES.values()}
    assert payload(record(GOLF, Rules()))["game"] == payload(TRACES["golf"])["game"]
    assert payload(record(GOLF, Rules(face_down=2)))["game"] not in names
    assert payload(record(Deal(GOLF.deck_1, GOLF.deck_2, "h" * 26, "s" * 26), Rules()))["game"] not in names


def test_many_moves_take_two_digits_a_round() -> None:
    assert {name for name, trace in TRACES.items() if payload(trace)["width"] == 2} == {"many moves"}
    assert len(TRACES["many moves"].moves) > 256


def test_sizes_on_the_wire() -> None:
    thousand = record(deal_cards(Pack(13, 4), seed=1, number=0), Rules(face_down=3))
    for trace in (record(GOLF, Rules()), thousand):
        assert len(json.dumps(payload(trace))) <= len(trace.course) + 3_000
    spivey = record(Deal.parse(SPIVEY), Rules(pickup=Pickup.WINNER_FIRST, order=Order.LOW_WINS))
    assert len(spivey.course) == 31_920
    assert len(json.dumps(payload(spivey))) <= 33_000


def test_only_a_new_report_about_this_game_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(components_board, "_COMPONENT", lambda on_at_change, **_: on_at_change())
    monkeypatch.setattr(components_board, "is_embedded", bool)
    for changed, number in (
        *(({}, 498), ({"game": "another"}, None), ({"goto": 6}, None), ({"round": 0}, None)),
        *(({"round": 499}, None), ({"round": True}, None), ({"round": "3"}, None)),
    ):
        data = payload(record(GOLF, Rules()))
        report = {"game": data["game"], "round": 498, "goto": 7, **changed}
        monkeypatch.setattr(st, "session_state", {"board": {"at": report}})
        shown = list[int]()
        components_board.board(data, key="board", goto=(1, 7), on_round_change=shown.append)
        assert shown == [number] * (number is not None), changed


def test_the_script_is_one_module_that_writes_no_markup() -> None:
    assert components_board.SCRIPT.count("\nexport ") == 1
    assert "\nimport " not in components_board.SCRIPT
    for unsafe in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert unsafe not in components_board.SCRIPT
