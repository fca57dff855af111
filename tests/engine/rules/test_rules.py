"""Rules as a value: what cannot be played is refused, codes are read back, presets are as published."""

import pickle
from copy import deepcopy
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import rule_sets
from syrupy.assertion import SnapshotAssertion

from engine import PRESETS, BothOut, Deal, Order, Pickup, Preset, Rules, Shortfall, preset_of, rules_called
from engine import rules as known

EVERY = [value for kind in known.ENUMS.values() for value in kind]


def refusal(wrong: dict[str, Any] | str) -> str:
    """Return the one sentence with which fields, or a code, are refused."""
    with pytest.raises(ValueError, match=r"^[^\n]+$") as refused:
        Rules.parse(wrong) if isinstance(wrong, str) else Rules(**wrong)
    return f"{wrong!r}: {refused.value}"


def test_what_cannot_be_played_is_refused_in_one_sentence(snapshot: SnapshotAssertion) -> None:
    wrong: list[dict[str, Any] | str] = [
        *({"face_down": value} for value in (-1, 100, True, 1.0, "1")),
        *({"pickup": "LOSER"}, {"shortfall": "RUNS"}, {"order": "high"}),
        *({"both_out": "PLAYER_3"}, {"both_out": None}),
        *({"shortfall": Shortfall.DRAW, "both_out": player} for player in ("PLAYER_1", BothOut.PLAYER_2)),
        *("", "1.RANDOM", "1.RANDOM.LOSES.NOBODY.HIGH"),
        *(f"{cards}.RANDOM.LOSES.DRAW.HIGH" for cards in ("x", "-1", "١", "1000000", "100")),
    ]
    assert "\n".join(map(refusal, wrong)) == snapshot
    assert [Rules(face_down=cards).need for cards in range(known.MOST_FACE_DOWN + 1)] == list(range(1, 101))


def test_texts_become_members() -> None:
    rules = Rules(pickup="RANDOM", shortfall="STEAL", both_out="PLAYER_1", order="ACE_LOW")  # type: ignore[arg-type]
    assert (rules.pickup, rules.shortfall) == (Pickup.RANDOM, Shortfall.STEAL)
    assert (rules.both_out, rules.order) == (BothOut.PLAYER_1, Order.ACE_LOW)
    assert all(isinstance(getattr(rules, name), kind) for name, kind in known.ENUMS.items())


@given(rule_sets(most_face_down=known.MOST_FACE_DOWN), rule_sets())
def test_a_code_is_read_back_and_names_of_rules_that_differ(rules: Rules, other: Rules) -> None:
    assert Rules.parse(rules.code) == rules_called(rules.code) == rules
    differ = tuple(name for name in known.RULE_NAMES if getattr(rules, name) is not getattr(other, name))
    assert rules.differing(other) == other.differing(rules) == differ
    assert (rules.code == other.code) == (not differ)


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
    with pytest.raises(ValueError, match="use both_out DRAW"):
        rules.changed(shortfall=Shortfall.DRAW, both_out=BothOut.PLAYER_1)


def test_which_rules_need_more_than_the_deal_and_which_favour_a_player() -> None:
    assert {pickup for pickup in Pickup if not Rules(pickup=pickup).deterministic} == known.RANDOM_PICKUPS
    assert {Pickup.RANDOM, Pickup.COIN_FLIP} == known.RANDOM_PICKUPS
    assert Rules().symmetric
    assert not Rules(both_out=BothOut.PLAYER_1).symmetric


def test_every_preset_is_as_published(snapshot: SnapshotAssertion) -> None:
    rows = [
        "\n    ".join(
            (
                f"{name}: {preset.rules and preset.rules.code}; "
                f"open: {', '.join(sorted(preset.left_open)) or '-'}",
                f"{preset.title}: {preset.source}",
                *(f"{silence.deal}: {silence.open} | {silence.ours}" for silence in preset.silences),
            )
        )
        for name, preset in PRESETS.items()
    ]
    assert "\n".join(rows) == snapshot
    assert list(known.PLAYABLE) == [name for name, preset in PRESETS.items() if preset.rules]
    assert len({preset.title for preset in PRESETS.values()}) == len(PRESETS)
    grouped = [name for names in known.RULE_GROUPS.values() for name in names]
    assert sorted(grouped) == sorted(known.PLAYABLE)
    assert [name for name in grouped if name in known.BEST_KNOWN] == [*known.BEST_KNOWN]


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_what_a_source_leaves_open_is_described_with_a_deal(preset: Preset) -> None:
    assert PRESETS[preset.name] is preset
    for silence in preset.silences:
        assert {*silence.rules} <= {*known.RULE_NAMES}
        assert (silence.open[-1], silence.ours[-1]) == (".", ".")
        assert Deal.parse(silence.deal).text == silence.deal
    notes = [silence.note for silence in preset.silences if silence.note]
    assert notes[:1] == ([preset.note] if preset.silences and preset.note else [])


def test_a_preset_is_found_by_name_and_by_its_rules() -> None:
    for name, rules in known.PLAYABLE.items():
        found = preset_of(rules)
        assert rules_called(name) == PRESETS[name].playable == rules
        assert found is not None
        assert found.rules == rules
    assert preset_of(Rules(face_down=7)) is None
    refusals: list[Any] = [lambda: PRESETS["coin-flip"].playable, lambda: rules_called("coin-flip")]
    for refuse in refusals:
        with pytest.raises(ValueError, match=r"^coin-flip is a coin toss, not a card game: choose another"):
            refuse()
    with pytest.raises(ValueError, match=r"^rule set 'golf' is unknown: use one of ") as refused:
        rules_called("golf")
    assert str(refused.value).endswith(", ".join(PRESETS))


@pytest.mark.parametrize("value", EVERY, ids=repr)
def test_a_value_is_described_and_stays_what_it_is_between_processes(value: known.Value) -> None:
    output = value.description
    assert output.text == value.value == value.name == str(value) == f"{value}"
    assert bool(output.settled_by) == isinstance(value, Pickup)
    for words in (output.sentence, output.does):
        assert words.count("*") == 2
        assert "**" not in words
    others = [other.description for other in type(value) if other is not value]
    for name in ("brief", "sentence", "does"):
        assert getattr(output, name) not in [getattr(other, name) for other in others]
    assert pickle.loads(pickle.dumps(value)) is deepcopy(value) is type(value)(value.value) is value


def test_no_value_and_no_rule_is_without_a_description() -> None:
    assert tuple(field.name for field in fields(Rules)) == known.RULE_NAMES == tuple(known.RULE_DESCRIPTIONS)
    assert ("face_down", *known.ENUMS) == known.RULE_NAMES
    with pytest.raises(KeyError, match="Planted"):

        class Planted(known.Value):
            BARE = "BARE"
