"""Rules as a value: what cannot be played is refused, codes are read back, presets are as published."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from published import every_rules
from strategies import rule_sets

from engine import PRESETS, BothOut, Deal, Order, Pickup, Preset, Rules, Shortfall, preset_of, rules_called
from engine.rules import ENUMS, MOST_FACE_DOWN, PLAYABLE, RANDOM_PICKUPS, RULE_NAMES


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"face_down": -1}, "face_down -1 is out of range: take 0 to 99 cards"),
        ({"face_down": 100}, "face_down 100 is out of range: take 0 to 99 cards"),
        ({"face_down": True}, "face_down True is out of range: take 0 to 99 cards"),
        ({"face_down": 1.0}, "face_down 1.0 is out of range: take 0 to 99 cards"),
        ({"face_down": "1"}, "face_down '1' is out of range: take 0 to 99 cards"),
        (
            {"shortfall": "RUNS"},
            "shortfall 'RUNS' is unknown: take one of LOSES, DRAW, LAST_CARD, FEWER_DOWN, STEAL",
        ),
        ({"both_out": "PLAYER_3"}, "both_out 'PLAYER_3' is unknown: take one of DRAW, PLAYER_1, PLAYER_2"),
        ({"both_out": None}, "both_out None is unknown: take one of DRAW, PLAYER_1, PLAYER_2"),
        (
            {"order": "high"},
            "order 'high' is unknown: take one of HIGH, ACE_LOW, LOW_WINS, LOWEST_BEATS_HIGHEST",
        ),
        (
            {"shortfall": Shortfall.DRAW, "both_out": BothOut.PLAYER_1},
            "both_out PLAYER_1 is impossible with shortfall DRAW, which nobody wins: take both_out DRAW",
        ),
        (
            {"shortfall": "DRAW", "both_out": "PLAYER_2"},
            "both_out PLAYER_2 is impossible with shortfall DRAW, which nobody wins: take both_out DRAW",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$") as refused:
        Rules(**wrong)
    assert str(refused.value) == sentence


def test_an_unknown_pickup_names_every_known_one() -> None:
    with pytest.raises(ValueError, match=r"^pickup 'LOSER' is unknown: take one of ") as refused:
        Rules(pickup="LOSER")  # type: ignore[arg-type]
    assert str(refused.value).endswith(", ".join(Pickup))


def test_texts_become_members() -> None:
    rules = Rules(pickup="RANDOM", shortfall="STEAL", both_out="PLAYER_1", order="ACE_LOW")  # type: ignore[arg-type]
    assert rules.pickup is Pickup.RANDOM
    assert rules.shortfall is Shortfall.STEAL
    assert rules.both_out is BothOut.PLAYER_1
    assert rules.order is Order.ACE_LOW


def test_a_war_needs_the_cards_face_down_and_one_more() -> None:
    assert [Rules(face_down=cards).need for cards in range(MOST_FACE_DOWN + 1)] == list(range(1, 101))


def test_there_are_as_many_values_as_the_rules_have() -> None:
    assert {name: [str(value) for value in kind] for name, kind in ENUMS.items()} == {
        "pickup": [
            "AS_DEALT",
            "AS_PROGRAMMED",
            "PLAYER_1_FIRST",
            "PLAYER_2_FIRST",
            "LOSER_FIRST",
            "WINNER_FIRST",
            "LOSER_ALTERNATING",
            "WINNER_ALTERNATING",
            "WINNER_ALTERNATING_REVERSED",
            "WINNER_INSIDE_OUT",
            "RANDOM",
            "COIN_FLIP",
        ],
        "shortfall": ["LOSES", "DRAW", "LAST_CARD", "FEWER_DOWN", "STEAL"],
        "both_out": ["DRAW", "PLAYER_1", "PLAYER_2"],
        "order": ["HIGH", "ACE_LOW", "LOW_WINS", "LOWEST_BEATS_HIGHEST"],
    }


def test_every_combination_has_a_code_of_its_own_that_is_read_back() -> None:
    every = every_rules(range(4))
    assert len({rules.code for rules in every}) == len({*every}) == len(every) == 4 * 12 * 4 * 13
    assert all(Rules.parse(rules.code) == rules for rules in every)


@given(rule_sets(most_face_down=MOST_FACE_DOWN))
def test_a_code_is_read_back(rules: Rules) -> None:
    assert Rules.parse(rules.code) == rules
    assert rules_called(rules.code) == rules


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("", "'' is no rule set: write face_down.pickup.shortfall.both_out.order"),
        ("1.RANDOM", "'1.RANDOM' is no rule set: write face_down.pickup.shortfall.both_out.order"),
        ("x.RANDOM.LOSES.DRAW.HIGH", "face_down 'x' is no number: take 0 to 99 cards"),
        ("-1.RANDOM.LOSES.DRAW.HIGH", "face_down '-1' is no number: take 0 to 99 cards"),
        ("١.RANDOM.LOSES.DRAW.HIGH", "face_down '١' is no number: take 0 to 99 cards"),
        ("1000000.RANDOM.LOSES.DRAW.HIGH", "face_down '1000000' is no number: take 0 to 99 cards"),
        ("100.RANDOM.LOSES.DRAW.HIGH", "face_down 100 is out of range: take 0 to 99 cards"),
        ("1.RANDOM.LOSES.NOBODY.HIGH", "both_out 'NOBODY' is unknown: take one of DRAW, PLAYER_1, PLAYER_2"),
    ],
)
def test_what_is_no_code_is_refused_in_one_sentence(code: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$") as refused:
        Rules.parse(code)
    assert str(refused.value) == sentence


PARTS = "1", "07", "", "100", "x", *Pickup, *Shortfall, *BothOut, *Order


@given(st.lists(st.sampled_from(PARTS), min_size=4, max_size=6).map(".".join) | st.text(max_size=30))
def test_any_text_is_a_code_or_a_value_error(text: str) -> None:
    try:
        rules = Rules.parse(text)
    except ValueError:
        return
    assert rules.code.split(".")[1:] == text.split(".")[1:]


def test_changing_a_rule_to_drawn_takes_a_winner_of_both_out_away() -> None:
    rules = Rules(both_out=BothOut.PLAYER_1)
    assert rules.changed(shortfall=Shortfall.DRAW) == Rules(shortfall=Shortfall.DRAW)
    assert rules.changed(face_down=3) == Rules(face_down=3, both_out=BothOut.PLAYER_1)
    with pytest.raises(ValueError, match="take both_out DRAW"):
        rules.changed(shortfall=Shortfall.DRAW, both_out=BothOut.PLAYER_1)


def test_only_random_pickups_need_more_than_the_deal() -> None:
    assert {pickup for pickup in Pickup if not Rules(pickup=pickup).deterministic} == RANDOM_PICKUPS
    assert {Pickup.RANDOM, Pickup.COIN_FLIP} == RANDOM_PICKUPS


def test_a_player_favoured_when_both_are_out_is_no_symmetry() -> None:
    assert Rules().symmetric
    assert not Rules(both_out=BothOut.PLAYER_1).symmetric


TABLE = {
    "programming-challenges": "1.AS_DEALT.LOSES.DRAW.HIGH",
    "programming-challenges-code": "1.AS_PROGRAMMED.LOSES.PLAYER_2.HIGH",
    "code-golf": "1.LOSER_FIRST.LOSES.DRAW.HIGH",
    "codingame": "3.PLAYER_1_FIRST.DRAW.DRAW.HIGH",
    "whats-in-a-game": "3.LOSER_FIRST.LOSES.DRAW.HIGH",
    "whats-in-a-game-steal": "3.LOSER_FIRST.STEAL.DRAW.HIGH",
    "coin-flip": None,
    "bicycle": "1.LOSER_FIRST.LAST_CARD.DRAW.HIGH",
    "wikipedia": "3.RANDOM.LAST_CARD.DRAW.HIGH",
    "jouets": "1.RANDOM.LOSES.DRAW.HIGH",
    "norvig": "3.RANDOM.LOSES.DRAW.HIGH",
    "kbwar": "3.RANDOM.LAST_CARD.DRAW.HIGH",
    "codeforces-546c": "1.LOSER_FIRST.LOSES.DRAW.HIGH",
    "advent-of-code-22": "1.WINNER_FIRST.LOSES.DRAW.HIGH",
    "pyanitsa": "1.PLAYER_1_FIRST.LOSES.DRAW.LOWEST_BEATS_HIGHEST",
    "spivey": "1.WINNER_FIRST.LOSES.DRAW.LOW_WINS",
    "spoj-hs08war": "1.WINNER_ALTERNATING_REVERSED.LOSES.DRAW.HIGH",
    "dailyprogrammer-320": "3.WINNER_INSIDE_OUT.FEWER_DOWN.DRAW.HIGH",
}


def test_every_preset_is_as_published() -> None:
    assert {name: preset.rules and preset.rules.code for name, preset in PRESETS.items()} == TABLE
    assert {name: rules.code for name, rules in PLAYABLE.items()} == {
        name: code for name, code in TABLE.items() if code
    }


@pytest.mark.parametrize("name", TABLE)
def test_every_preset_has_a_title_and_a_source(name: str) -> None:
    preset = PRESETS[name]
    assert preset.name == name
    assert preset.title == preset.title.strip() != ""
    assert preset.source == preset.source.strip() != ""
    assert preset.note == "" or preset.note.endswith(".")
    assert len({other.title for other in PRESETS.values()}) == len(PRESETS)


WARS = {"face_down", "shortfall", "both_out"}
LEFT_OPEN = {
    "programming-challenges": {"both_out"},
    "code-golf": {"both_out"},
    "whats-in-a-game": {"pickup", "both_out"},
    "whats-in-a-game-steal": {"pickup", "both_out"},
    "bicycle": {"pickup"},
    "wikipedia": {"pickup"},
    "codeforces-546c": WARS,
    "advent-of-code-22": WARS,
    "pyanitsa": WARS,
    "spivey": WARS,
}
SILENT_TOO = ("codingame",)
"""On what is no rule of `Rules`: games that never end."""


def test_what_the_sources_leave_open_is_as_published() -> None:
    assert {name: preset.left_open for name, preset in PRESETS.items() if preset.left_open} == LEFT_OPEN
    assert {name for name, preset in PRESETS.items() if preset.silences} == {*LEFT_OPEN, *SILENT_TOO}


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_what_a_source_leaves_open_is_said_with_a_deal(preset: Preset) -> None:
    for silence in preset.silences:
        assert {*silence.rules} <= {*RULE_NAMES}
        assert silence.open.endswith(".")
        assert silence.ours.endswith(".")
        assert Deal.parse(silence.deal).text == silence.deal
    assert [silence.note for silence in preset.silences if silence.note][:1] == (
        [preset.note] if preset.silences and preset.note else []
    )


SAYS_SILENCE = re.compile(
    r"\b(silen(t|ce)|open|leaves?|excludes?|unclear|nothing|we (chose|choose|take)"
    r"|(gives?|has|have|names?|tells?) (no|none)|(not|never|n't) (say|give|tell|name|settle|decide)"
    r"|ranks are all different)\b",
    re.IGNORECASE,
)


def test_how_a_source_is_called_silent_is_recognised() -> None:
    spoken = [silence.note for preset in PRESETS.values() for silence in preset.silences if silence.note]
    other = "With too few cards in both decks together nobody steals, and who runs out first loses."
    assert [note for note in spoken if not SAYS_SILENCE.search(note)] == [other]


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_a_source_is_called_silent_only_with_a_silence_that_shows_it(preset: Preset) -> None:
    """What else is said of a preset must not say so: `Preset.silences` alone has a deal and a row."""
    for words in (preset.title, preset.source, preset.remark):
        assert not SAYS_SILENCE.search(words), f"{preset.name} calls its source silent: add a Silence"


@pytest.mark.parametrize("name", PLAYABLE)
def test_a_preset_is_found_by_name_and_by_its_rules(name: str) -> None:
    rules = rules_called(name)
    assert rules == PRESETS[name].playable
    found = preset_of(rules)
    assert found is not None
    assert found.rules == rules


def test_custom_rules_have_no_preset() -> None:
    assert preset_of(Rules(face_down=7)) is None


def test_the_coin_flip_plays_no_cards_and_says_so() -> None:
    refusals: list[Callable[[], Rules]] = [
        lambda: PRESETS["coin-flip"].playable,
        lambda: rules_called("coin-flip"),
    ]
    for refuse in refusals:
        with pytest.raises(
            ValueError, match=r"^coin-flip plays no cards, it is a fair coin: choose another rule set$"
        ):
            refuse()


def test_an_unknown_rule_set_names_all_that_there_are() -> None:
    with pytest.raises(ValueError, match=r"^rule set 'golf' is unknown: take one of ") as refused:
        rules_called("golf")
    assert str(refused.value).endswith(", ".join(TABLE))
