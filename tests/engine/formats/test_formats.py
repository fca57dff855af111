"""Pastes as their sources print them and as people make them, options, and what goes between processes."""

import pickle
from typing import Any

import pytest
from published import lines

from engine.cards import Deal
from engine.formats import FORMATS, WRITABLE, NotationError, Reading, read, write
from engine.formats.known_formats import FOUND_FORMATS, numbering_in

PASTES = lines("pastes")


@pytest.mark.parametrize("paste", PASTES, ids=lambda paste: paste["name"])
def test_published_pastes(paste: dict[str, Any]) -> None:
    named = {"from": "format", "top": "top", "ranks": "ranks"}
    found = read(paste["text"], **{option: paste[name] for name, option in named.items() if name in paste})
    assert isinstance(found, Reading), found
    assert found.format == paste["format"]
    assert [{"deal": each.deal.text, "expected": each.expected} for each in found.deals] == paste["deals"]
    assert list(found.notices) == paste.get("notices", [])
    if "suits" in paste:
        assert [found.deals[0].deal.suits_1, found.deals[0].deal.suits_2] == paste["suits"]


def test_every_format_has_a_published_paste_or_a_question() -> None:
    asked = {name for name in FORMATS if numbering_in(name)} | {*FOUND_FORMATS}
    assert {paste["format"] for paste in PASTES} | asked | {"golf-halves", "golf-alternate"} == set(FORMATS)
    assert set(WRITABLE) <= set(FORMATS)


@pytest.mark.parametrize("paste", lines("people_pastes") + lines("held_pastes"), ids=lambda of: of["name"])
def test_pastes_that_people_make(paste: dict[str, Any]) -> None:
    """`gives` is what each gives: read, a yes, asked (the right reading is offered), or refused."""
    try:
        found = read(paste["text"])
    except NotationError:
        assert paste["gives"] == "refused"
        return
    readings = [found] if isinstance(found, Reading) else [choice.reading for choice in found.readings]
    gives = "read" if isinstance(found, Reading) else "yes" if len(readings) == 1 else "asked"
    assert gives == paste["gives"]
    assert Deal.parse(paste["deal"]) in [reading.deals[0].deal for reading in readings]
    for choice in () if isinstance(found, Reading) else found.readings:
        assert read(paste["text"], format=choice.format) == choice.reading


def test_unknown_options() -> None:
    for option, name, words in (
        ("format", "chess", "line, golf"),
        ("top", "middle", "first, last$"),
        ("ranks", "ace", "as-printed, 1-high$"),
    ):
        with pytest.raises(ValueError, match=f"^{option} '{name}' is unknown: use one of {words}"):
            read("AKQ/KQJ", **{option: name})
    with pytest.raises(ValueError, match=r"^format 'pack-halves' cannot be written: use one of line"):
        write(Deal((2,), (3,)), "pack-halves")


def test_faults_travel_between_processes() -> None:
    with pytest.raises(NotationError) as caught:
        read("P1: J vs P1: 4 vs P1: 6 6 vs P1: 4\nP2: 2 vs ")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.faults, str(again)) == (caught.value.faults, str(caught.value))
