"""Links of the Diagnose and Rules pages: what is written is read back exactly, what is damaged is refused."""

import random
from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.urls import DIAGNOSE, RULES
from dashboard.urls.links import LONGEST, LinkError, squeezed, to_query, unsqueezed
from dashboard.urls.screens import AskedCase, DiagnoseScreen, RulesScreen
from engine.cards import Deal
from engine.rules import PLAYABLE, Rules

ANSWERS = ("2 26", "PAT", "True", "TURNS : 26\nWINNER : player2", "player_2", "a wins in 12 steps", "-1")

decks = st.lists(st.integers(2, 14) | st.integers(0, 60), min_size=1, max_size=12).map(tuple)


@st.composite
def cases(draw: st.DrawFn) -> AskedCase:
    deck_1, deck_2 = draw(decks), draw(decks)
    suits = [
        draw(st.sampled_from([""]) | st.text("cdhs-", min_size=len(deck), max_size=len(deck)))
        for deck in (deck_1, deck_2)
    ]
    return AskedCase(
        deal=Deal(deck_1, deck_2, *suits),
        got=draw(st.sampled_from(("", *ANSWERS))),
        expected=draw(st.sampled_from(("", *ANSWERS))),
        format=draw(st.sampled_from(("", "golf", "codingame", "pack-halves"))),
        trace=draw(st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=40)),
    )


screens = st.lists(cases(), min_size=1, max_size=3).flatmap(
    lambda some: st.builds(
        DiagnoseScreen,
        cases=st.just(tuple(some)),
        case=st.integers(0, len(some)),
        judge=st.sampled_from(("", "codingame", Rules(face_down=2).code)),
        program=st.sampled_from(("", "codingame+10-as-1", "3.WINNER_FIRST.DRAW.DRAW.HIGH+one-too-many")),
    )
)


def back(screen: DiagnoseScreen) -> DiagnoseScreen | None:
    query = to_query(DIAGNOSE.to_params(screen))
    return DIAGNOSE.from_params(parse_qs(query, keep_blank_values=True, strict_parsing=True))


@given(screens)
def test_a_question_comes_back_from_its_address(screen: DiagnoseScreen) -> None:
    found = back(screen)
    assert found == screen
    # Two deals are equal whatever their suits.
    assert [(case.deal.suits_1, case.deal.suits_2) for case in found.cases] == [
        (case.deal.suits_1, case.deal.suits_2) for case in screen.cases
    ]


def test_more_cases_than_a_link_carries_are_refused_in_words() -> None:
    case = AskedCase(deal=Deal((14,) * 26, (2,) * 26), got="1 130")
    with pytest.raises(LinkError, match="40 cases, is more than a link can carry"):
        DIAGNOSE.to_params(DiagnoseScreen(cases=(case,) * 40))


@pytest.mark.parametrize("length", [3_000, LONGEST + 1])
def test_a_log_that_does_not_fit_is_refused_in_words(length: int) -> None:
    noise = "".join(random.Random(1).choices("0123456789 ", k=length))
    case = AskedCase(deal=Deal.parse("AK/Q"), trace=noise)
    with pytest.raises(LinkError, match="what the program printed"):
        DIAGNOSE.to_params(DiagnoseScreen(cases=(case,)))


@given(st.sampled_from([*PLAYABLE]), st.sampled_from([*PLAYABLE]), st.sampled_from([*PLAYABLE]))
def test_the_rules_page_comes_back_from_its_address(rule_set: str, one: str, other: str) -> None:
    params = {"v": "1", "rules": rule_set, "one": one, "other": other}
    fields = {name: [value] for name, value in {**params, "check": RULES.checksum(params)}.items()}
    if PLAYABLE[one].deterministic and PLAYABLE[other].deterministic:
        screen = RulesScreen(rule_set=rule_set, one=one, other=other)
        assert RULES.from_params(fields) == screen
        assert {name: [value] for name, value in RULES.to_params(screen).items()} == fields
    else:
        with pytest.raises(LinkError, match="leaves games to chance"):
            RULES.from_params(fields)
        with pytest.raises(ValueError, match="leaves games to chance"):
            RulesScreen(rule_set=rule_set, one=one, other=other)


@given(st.text(max_size=200))
def test_squeezing_loses_nothing(text: str) -> None:
    clean = text.encode(errors="ignore").decode()
    short = squeezed(clean)
    assert unsqueezed(short) == clean
    assert set(short) <= {*"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-."}


def test_a_short_text_cannot_become_a_huge_one() -> None:
    with pytest.raises(ValueError, match="longer than 65,536 bytes"):
        unsqueezed(squeezed("0" * 10_000_000))
    with pytest.raises(ValueError, match="cut off"):
        unsqueezed(squeezed("round 1: AKQ / KQJ" * 9)[:20])
