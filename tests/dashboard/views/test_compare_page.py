"""The Compare page without a browser: what it says, what its rail changes, and what its link carries."""

import json
from urllib.parse import parse_qs

from apps import components_of, opened, opened_at, shown_text, when_over
from streamlit.testing.v1 import AppTest
from there import there

from dashboard.charts.compare.charts import differing_games
from dashboard.urls import COMPARE, GAME, SIMULATE, CompareScreen, Group, Unit
from engine.cards import Hands
from engine.rules import Shortfall, rules_called
from engine.simulation.paired import tally
from engine.tables.outcomes import OUTCOME_NAMES

WINNERS = "1.WINNER_FIRST.LOSES.DRAW.HIGH"
THREE = CompareScreen(rule_sets=("code-golf", WINNERS, "codingame"), games=2_000, seed=21)
SWEEP = CompareScreen(rule_sets=("code-golf",), sweep="shortfall", games=500, seed=22)


def over(app: AppTest) -> AppTest:
    """Wait until the run on the screen is over and draw the page again."""
    return when_over(app, shown(app).job)


def shown(app: AppTest) -> CompareScreen:
    """Return the screen that the address of the page says it shows."""
    params = {name: [app.query_params[name]] for name in COMPARE.fields if name in app.query_params}
    return there(COMPARE.from_params(params))


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
    app = opened_at("compare", doubled)
    assert app.title[0].value == "This link cannot be opened."
    assert "appears twice" in shown_text(app)


def test_lengths_are_counted_in_what_is_chosen_and_the_link_says_so() -> None:
    app = over(opened(THREE))
    assert "unit" not in app.query_params
    app.session_state["length_spreads_more"] = True  # what it holds is made once it is opened
    app.run()
    app.segmented_control(key="compare_unit").set_value(Unit.PLAYS).run()
    assert shown(app) == THREE.changed(unit=Unit.PLAYS)
    assert "plays longer" in app.table[0].value.to_string().replace("\N{NO-BREAK SPACE}", " ")


def test_the_switch_leads_between_one_several_and_varied_rule_sets() -> None:
    one, several, vary = switch_of(over(opened(THREE)))
    first = there(SIMULATE.from_params(one))
    assert (first.rule_set, first.seed, first.pack) == ("code-golf", THREE.seed, THREE.pack)
    assert COMPARE.from_params(several) == CompareScreen(rule_sets=THREE.rule_sets, seed=21)
    assert COMPARE.from_params(vary) == CompareScreen(rule_sets=("code-golf",), sweep="face_down", seed=21)
    hands, sets = Hands.parse("AA/*"), ("code-golf", "wikipedia", "codingame", "programming-challenges")
    of_hands = COMPARE.from_params(switch_of(over(opened(SWEEP.changed(hands=hands))))[1])
    assert of_hands == CompareScreen(rule_sets=sets, hands=hands, seed=22)


def switch_of(app: AppTest) -> list[dict[str, list[str]]]:
    """Return what the links of the switch above the headline ask for."""
    (part,) = components_of(app, "switch")
    links = json.loads(part.proto.json)["links"]
    return [parse_qs(link["address"].partition("?")[2]) for link in links]


def test_deals_on_which_they_part_are_one_click_away() -> None:
    app = over(opened(THREE.changed(charts=Group.WINNERS)))
    parts = components_of(app, "lists")
    assert [str(part.key) for part in parts] == ["parting_1", "parting_2"]
    tallies = tally(THREE.job, 0, THREE.games)
    for place, part in enumerate(parts, 1):
        ((title, links),) = (row.values() for row in json.loads(part.proto.json)["lists"])
        assert title.startswith("Such a deal by Code golf’s rules and by ")
        for link, (one, other, numbers) in zip(links, differing_games(tallies, 0, place), strict=False):
            ways = f"From {OUTCOME_NAMES[one]} to {OUTCOME_NAMES[other]}"
            screen = GAME.from_params(parse_qs(link["address"].removeprefix("?")))
            assert (link["text"], screen) == (ways, THREE.game(numbers[0], place))
