"""The Compare page without a browser: what it says, what its rail changes, and what its link carries."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs

import pytest
import streamlit as st
from apps import APP, facts_of, opened_at, said, switch_page, when_over
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block

from dashboard.charts.compare.charts import parting_games
from dashboard.examples.facts import FACTS
from dashboard.ui import state as ui_state
from dashboard.ui import streamlit_fixes
from dashboard.urls import COMPARE, GAME
from dashboard.urls.screens import CompareScreen, Unit
from engine.jobs.runs import Run, State, runs
from engine.rules import Shortfall, rules_called
from engine.simulation.paired import tally

WINNERS = "1.WINNER_FIRST.LOSES.DRAW.HIGH"
THREE = CompareScreen(rule_sets=("code-golf", WINNERS, "codingame"), games=2_000, seed=21)
SWEEP = CompareScreen(rule_sets=("code-golf",), sweep="shortfall", games=500, seed=22)


def opened(screen: CompareScreen, **params: str) -> AppTest:
    return opened_at("compare", {**COMPARE.to_params(screen), **params})


def over(app: AppTest) -> AppTest:
    """Wait until the run on the screen is over and draw the page again."""
    return when_over(app, shown(app).job)


def shown(app: AppTest) -> CompareScreen:
    """Return the screen that the address of the page says it shows."""
    screen = COMPARE.from_params(
        {name: [app.query_params[name]] for name in COMPARE.fields if name in app.query_params}
    )
    assert screen is not None
    return screen


def test_a_link_shows_its_comparison() -> None:
    app = over(opened(THREE))
    assert app.title[0].value.startswith("Taking the winner’s cards first changes who wins in ")
    assert "the same 2,000 deals under every rule set" in said(app)
    assert "Deal by deal against Code golf" in said(app)
    assert [app.selectbox(key=f"compare_{place}").value for place in range(3)] == list(THREE.rule_sets)
    table = app.table[0].value
    assert table["Rule set"].tolist() == ["**Winner’s cards first**", "**CodinGame**"]
    assert len(app.get("plotly_chart")) == 2 + 3 + 2  # two more are for statisticians
    assert shown(app) == THREE


@pytest.mark.parametrize(
    ("screen", "rows"), [(replace(THREE, rule_sets=THREE.rule_sets[:2]), 2), (THREE, 3), (SWEEP, 1)]
)
def test_no_row_has_an_empty_half(screen: CompareScreen, rows: int) -> None:
    assert list(rows_of_charts(over(opened(screen)).main)) == [[1, 1]] * rows


def rows_of_charts(block: Block) -> Iterator[list[int]]:
    """Yield of each row of columns, the innermost ones, how many charts stand in each."""
    halves = [part for part in block.children.values() if isinstance(part, Block)]
    deeper = [row for half in halves for row in rows_of_charts(half)]
    yield from deeper
    if not deeper and any(half.type == "column" for half in halves):
        charts = [len(half.get("plotly_chart")) for half in halves]
        if any(charts):
            yield charts


def test_what_the_same_deals_are_worth_is_folded_away() -> None:
    app = over(opened(THREE))
    words = "Same deals: "
    assert words not in said(app)
    app.session_state["statisticians"] = True
    assert words in said(app.run())


def test_a_sweep_shows_every_value_of_its_rule() -> None:
    app = over(opened(SWEEP))
    assert app.title[0].value.startswith("The rule for who is short decides ")
    assert len(app.table[0].value) == 4
    assert app.selectbox(key="compare_rule").value == "shortfall"
    assert "Where they part" not in said(app)
    app.selectbox(key="compare_rule").set_value("order").run()
    assert shown(over(app)).sweep == "order"
    app.selectbox(key="compare_base").set_value("codingame").run()
    assert shown(over(app)).rule_sets == ("codingame",)


def test_a_rule_that_cannot_be_varied_is_not() -> None:
    screen = CompareScreen(rule_sets=("codingame",), sweep="shortfall", games=300, seed=23)
    app = over(opened(screen))
    app.selectbox(key="compare_rule").set_value("both_out").run()
    assert "both_out cannot be varied with shortfall DRAW" in app.toast[0].value
    assert shown(app) == screen


def test_rule_sets_are_chosen_added_changed_and_left_out() -> None:
    app = over(opened(THREE))
    app.selectbox(key="compare_2").set_value("kbwar").run()
    assert shown(over(app)).rule_sets == ("code-golf", WINNERS, "kbwar")
    app.button(key="compare_add").click().run()
    four = shown(over(app)).rule_sets
    assert len(four) == len({rules_called(name) for name in four}) == 4
    app.button(key="compare_drop_0").click().run()
    assert shown(over(app)).rule_sets == four[1:]
    app.session_state["variant"] = True  # what it holds is made once it is opened
    app.run()
    app.selectbox(key="variant_of").set_value(0).run()
    app.selectbox(key="variant_rule").set_value("shortfall").run()
    app.selectbox(key="variant_shortfall").set_value(Shortfall.STEAL).run()
    app.button(key="variant_add").click().run()
    assert shown(over(app)).rule_sets[-1] == "1.WINNER_FIRST.STEAL.DRAW.HIGH"


def test_no_rule_set_can_be_chosen_twice() -> None:
    app = opened(THREE)
    for place in range(3):
        options = app.selectbox(key=f"compare_{place}").options
        assert len(options) == len(set(options))
        assert "Codeforces 546C" not in options  # its rules are code golf's
        assert "Advent of Code 22" not in options  # and these are the winner's cards first
    doubled = COMPARE.to_params(THREE) | {"rules": "code-golf/codeforces-546c"}
    doubled["check"] = COMPARE.checksum(doubled)
    app = AppTest.from_file(APP, default_timeout=60)
    switch_page(app, "compare")
    for name, value in doubled.items():
        app.query_params[name] = value
    app.run()
    assert app.title[0].value == "This link cannot be opened."
    assert "is there twice" in said(app)


def test_lengths_are_counted_in_what_is_chosen_and_the_link_says_so() -> None:
    app = over(opened(THREE))
    assert "unit" not in app.query_params
    app.segmented_control(key="compare_unit").set_value(Unit.PLAYS).run()
    assert not app.exception
    assert shown(app) == THREE.changed(unit=Unit.PLAYS)
    assert app.query_params["unit"] == "plays"
    assert "Plays, where both end" in app.table[0].value.columns
    assert "Plays: median, middle half" in said(app)
    app.segmented_control(key="compare_way").set_value("One rule, varied").run()
    app = over(app)
    assert "right, mean plays of finished games" in said(app)
    again = opened(shown(app))
    assert again.segmented_control(key="compare_unit").value == Unit.PLAYS


def test_links_that_are_older_than_the_choice_of_unit_still_open() -> None:
    old = {
        "v": ["1"],
        "rules": ["code-golf/codingame"],
        "pack": ["13x4"],
        "games": ["50000"],
        "seed": ["7"],
        "check": ["qh5mebpw"],
    }
    wanted = CompareScreen(rule_sets=("code-golf", "codingame"), games=50_000)
    assert COMPARE.from_params(old) == wanted
    assert COMPARE.to_params(wanted) == {name: value for name, (value,) in old.items()}


def test_between_rule_sets_and_one_rule_there_and_back() -> None:
    app = over(opened(THREE))
    app.segmented_control(key="compare_way").set_value("One rule, varied").run()
    assert shown(over(app)).sweep == "face_down"
    app.segmented_control(key="compare_way").set_value("Rule sets").run()
    assert shown(over(app)) == THREE
    app = over(opened(SWEEP))
    app.segmented_control(key="compare_way").set_value("Rule sets").run()
    assert len(shown(over(app)).rule_sets) == 2


def test_two_rule_sets_are_the_fewest_and_eight_the_most() -> None:
    app = opened(THREE.changed(rule_sets=THREE.rule_sets[:2], seed=24))
    assert not [button for button in app.button if (button.key or "").startswith("compare_drop")]
    eight = (
        "code-golf",
        "codingame",
        "programming-challenges",
        "kbwar",
        "jouets",
        "norvig",
        "spivey",
        "pyanitsa",
    )
    app = opened(THREE.changed(rule_sets=eight, games=50))
    assert not [button for button in app.button if button.key == "compare_add"]


def test_deals_on_which_they_part_are_one_click_away() -> None:
    app = over(opened(THREE))
    game = THREE.game(5, 2)
    assert (game.rule_set, game.pack, game.seed, game.game) == ("codingame", THREE.pack, 21, 5)
    told = parting_links(app)
    assert list(told) == ["parting_1", "parting_2"]
    texts = [link["text"] for links in told.values() for link in links]
    assert "Player 1, then player 2" in texts
    assert "Player 1, then never ends" in texts
    tallies = tally(THREE.job, 0, THREE.games)
    for place, links in enumerate(told.values(), 1):
        for link, (*_, numbers) in zip(links, parting_games(tallies, 0, place), strict=False):
            screen = GAME.from_params(parse_qs(link["address"].removeprefix("?")))
            assert screen == THREE.game(numbers[0], place)


def parting_links(app: AppTest) -> dict[str, list[dict[str, str]]]:
    """Return the links to deals on which rule sets part, of each list by its key."""
    told: dict[str, list[dict[str, str]]] = {}
    for part in app.get("bidi_component"):
        if part.proto.component_name == "war_room_lists":
            ((title, told[str(part.key)]),) = (row.values() for row in json.loads(part.proto.json)["lists"])
            assert title == "Such a deal:"
    return told


def test_every_fact_leads_to_its_screen() -> None:
    told = facts_of(opened(THREE))
    assert [(fact["title"], fact["story"].replace("\N{NO-BREAK SPACE}", " ")) for fact in told] == [
        (fact.title, fact.story) for fact in FACTS
    ]
    for fact, link in zip(FACTS, told, strict=True):
        page, _, query = link["address"].partition("?")
        desks: dict[str, ui_state.Desk[Any]] = {"compare": ui_state.COMPARE, "simulate": ui_state.SIMULATE}
        assert desks[page].read(parse_qs(query)) == fact.screen


def a_fact_pressed() -> None:
    import streamlit as st

    from dashboard.ui import charts as links

    links._opened(st.session_state["place"])


@pytest.mark.parametrize("place", range(len(FACTS)))
def test_a_fact_that_is_pressed_opens_its_screen(place: int) -> None:
    app = AppTest.from_function(a_fact_pressed)
    app.session_state["place"] = place
    app.run()
    assert not app.exception
    assert app.session_state[f"{app.session_state['go'].name} screen"] == FACTS[place].screen


@pytest.mark.parametrize(
    "change", [{"games": "0"}, {"check": "aaaaaaaa"}, {"sweep": "jokers"}, {"unit": "cards"}, {"rules": "x"}]
)
def test_a_damaged_link_says_why(change: dict[str, str]) -> None:
    app = opened(THREE.changed(seed=25), **change)
    assert app.title[0].value == "This link cannot be opened."


def test_a_deal_is_offered_only_of_rule_sets_that_part() -> None:
    # Won alike whoever takes first, drawn by CodinGame.
    app = over(opened(THREE.changed(games=1, seed=7)))
    assert list(parting_links(app)) == ["parting_2"]


def test_a_large_comparison_waits_for_its_button() -> None:
    screen = THREE.changed(games=400_000, seed=26)
    app = opened(screen)
    assert runs().get(screen.job).state is State.ABSENT
    assert app.button(key="run").label.endswith("Compare")
    assert not app.get("plotly_chart")


def test_charts_of_a_run_that_goes_on_are_drawn_again_once_it_has_grown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(st, "session_state", {})
    compared = tally(THREE.job, 0, 10)

    def run(games: int, state: State = State.RUNNING, seed: int = 21) -> Run:
        return Run(THREE.changed(seed=seed).job, state, compared, spans=((0, games),))

    clock = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: clock)
    assert streamlit_fixes.steady(run(100)).games == 100
    clock += 2
    assert streamlit_fixes.steady(run(900)).games == 100  # not so soon again
    clock += 2
    assert streamlit_fixes.steady(run(199)).games == 100
    assert streamlit_fixes.steady(run(200)).games == 200
    clock += 9
    assert streamlit_fixes.steady(run(399)).games == 200
    assert not streamlit_fixes.grown(run(399))
    assert streamlit_fixes.grown(run(400))
    assert streamlit_fixes.steady(run(399, State.STOPPED)).games == 399
    assert streamlit_fixes.steady(run(400, State.FINISHED)).games == 400
    assert streamlit_fixes.steady(run(100, seed=22)).games == 100
    assert streamlit_fixes.steady(run(110, seed=22)).games == 100
    assert streamlit_fixes.steady(run(90, seed=22)).games == 90


def test_one_rule_varied_opens_with_its_charts_and_so_does_its_link() -> None:
    app = opened(CompareScreen(seed=31))
    app.segmented_control(key="compare_way").set_value("One rule, varied").run()
    swept = shown(app)
    assert swept.sweep == "face_down"
    assert "not played yet" not in over(app).title[0].value
    assert "not played yet" not in over(opened(swept)).title[0].value
