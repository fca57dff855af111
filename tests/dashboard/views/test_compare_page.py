"""The Compare page without a browser: what it says, what its rail changes, and what its link carries."""

from apps import opened, opened_at, shown_text, when_over
from streamlit.testing.v1 import AppTest
from there import there

from dashboard.urls import COMPARE, CompareScreen, Unit

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


def test_a_rule_that_cannot_be_varied_is_not_offered() -> None:
    app = opened(CompareScreen(rule_sets=("codingame",), sweep="shortfall", games=300, seed=23))
    assert app.selectbox(key="compare_rule").options[2:] == ["Too few cards for a war", "Which card wins"]


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
