"""The boxes of the Diagnose page in a hurry: pasted and pressed before the browser was told anything."""

import json
from pathlib import Path
from typing import Any

import pytest
from apps import at_address, opened_at
from streamlit.testing.v1 import AppTest

from dashboard.views.diagnose.inputs import SentTexts

PUBLISHED = Path(__file__).parents[2] / "published" / "pastes.jsonl"
GOLF_LINES = [
    paste["text"]
    for paste in map(json.loads, PUBLISHED.read_text(encoding="utf-8").splitlines())
    if paste["name"].startswith(("golf-0", "golf-1"))
]


def sent(app: AppTest, *, press: bool = False, **texts: str) -> AppTest:
    """Send what a browser says in one message: texts of boxes, as typed or as it last heard of them."""
    for name, text in texts.items():
        app.text_area(key=f"diagnose_{name}").set_value(text)
    if press:
        app.button(key="diagnose").click()
    app.run()
    return app


def test_fourteen_lines_and_fourteen_answers_are_fourteen_cases() -> None:
    assert len(GOLF_LINES) == 14
    deals, answers = "\n".join(GOLF_LINES), "\n".join(["True"] * 14)
    app = sent(opened_at("diagnose", {}), deal=deals)
    sent(app, got=answers, press=True)
    assert app.selectbox(key="case").label == "14 tests, answered together; on the screen"
    assert app.query_params["got"] == "_".join(["True"] * 14)
    expected = [line.split("-> ")[1] for line in GOLF_LINES]
    assert app.query_params["expected"] == "_".join(expected)


def test_a_press_with_the_boxes_of_before_adds_no_case() -> None:
    deals, answers = "AK/QJ -> True\n23/QJ -> False", "True\nTrue"
    app = sent(opened_at("diagnose", {}), deal=deals)
    sent(app, expected="", got=answers)
    for _ in range(2):
        sent(app, deal=deals, expected="", got=answers, press=True)
    assert app.query_params["deals"] == "AK/QJ_23/QJ"
    assert app.query_params["expected"] == "True_False"
    assert app.text_area(key="diagnose_deal").value == "AK/QJ"


UNHEARD = ({"got": "False"}, {"got": "False", "press": True}, {"trace": "round 1: K Q A | J"})


@pytest.mark.parametrize("message", UNHEARD)
def test_what_the_judge_expects_stays_when_the_browser_has_not_heard_of_it(message: dict[str, Any]) -> None:
    app = sent(opened_at("diagnose", {}), deal="AK/QJ -> True")
    sent(app, expected="", **message)
    assert app.text_area(key="diagnose_expected").value == "True"
    assert app.query_params["expected"] == "True"


def test_what_the_judge_expects_can_be_emptied_by_hand() -> None:
    app = sent(opened_at("diagnose", {}), deal="AK/QJ -> True")
    sent(app, expected="")
    assert app.text_area(key="diagnose_expected").value == ""
    sent(app, got="False")
    assert app.query_params.get("expected") is None


def test_words_of_a_choice_that_read_otherwise_by_now_are_no_choice() -> None:
    app = sent(opened_at("diagnose", {}), deal="AK/QJ -> True")
    sent(app, got="False")
    before = app._tree.get_widget_states()
    assert app.selectbox(key="judge").options[0] == "Taken to be Code golf"
    sent(app, deal="4\n2 1 3\n2 4 2", expected="6 2", got="5 2")
    assert app.selectbox(key="judge").options[0] == "Taken to be Codeforces 546C"
    app._run(before)  # what a browser says that has heard of none of it
    assert "judge" not in app.query_params


def showing(**boxes: str) -> SentTexts:
    texts = SentTexts()
    for name, text in boxes.items():
        texts.show(name, text, holds="another")
    return texts


def test_a_message_is_typed_once() -> None:
    boxes = showing(one="", other="")
    message = {"one": "a", "other": ""}
    assert boxes.typed(message, pressed=False) == {"one": "a"}
    assert boxes.typed(message, pressed=True) == {}


def test_a_text_of_before_is_typed_again_once_the_browser_has_heard_the_new_one() -> None:
    boxes = showing(one="before", other="")
    boxes.show("one", "filled", holds="before")
    assert boxes.typed({"one": "before", "other": "a"}, pressed=False) == {"other": "a"}
    boxes.show("other", "a", holds="a")
    assert boxes.typed({"one": "filled", "other": "b"}, pressed=False) == {"other": "b"}
    assert boxes.typed({"one": "before", "other": "c"}, pressed=True) == {"one": "before", "other": "c"}


def test_a_text_of_two_fillings_ago_is_late_too() -> None:
    boxes = showing(one="", other="")
    boxes.show("one", "filled", holds="")
    boxes.show("one", "filled again", holds="")
    assert boxes.typed({"one": "", "other": ""}, pressed=True) == {}


def test_what_was_typed_is_not_undone_by_a_page_drawn_before_it() -> None:
    boxes = showing(expected="2 26", got="")  # an example that was opened
    assert boxes.typed({"expected": "1 3", "got": ""}, pressed=False) == {"expected": "1 3"}
    assert boxes.show("expected", "1 3", holds="1 3")
    # The example reaches the browser only now, after another answer was typed.
    assert boxes.typed({"expected": "2 26", "got": "2 3"}, pressed=False) == {"got": "2 3"}
    assert boxes.typed({"expected": "2 26", "got": "2 3"}, pressed=True) == {}
    # Once the browser has said what was typed, nothing is under way any more.
    assert boxes.typed({"expected": "1 3", "got": "2 3"}, pressed=True) == {}
    assert boxes.typed({"expected": "2 26", "got": ""}, pressed=True) == {"expected": "2 26", "got": ""}


def test_what_was_typed_is_taken_back_by_hand_at_once() -> None:
    boxes = showing(expected="", got="")
    assert boxes.typed({"expected": "", "got": "2 3"}, pressed=False) == {"got": "2 3"}
    assert boxes.typed({"expected": "", "got": ""}, pressed=False) == {"got": ""}
    assert boxes.typed({"expected": "", "got": "2 3"}, pressed=False) == {"got": "2 3"}


def test_a_box_is_told_no_more_than_it_must() -> None:
    boxes = SentTexts()
    # A box that a link fills is told once.
    assert [boxes.show("deal", "A/K", holds=text) for text in ("", "A/K")] == [True, False]
    assert not boxes.show("got", "", holds="")  # a second drawing of a new page took what was being typed
    boxes.typed({"got": "2 3"}, pressed=False)
    assert not boxes.show("got", "2 3", holds="2 3")
    assert boxes.show("got", "2 4", holds="2 3")  # an example was opened
    # Until the browser says so itself, it is told again: what it was told before may come after.
    assert boxes.show("got", "2 4", holds="2 4")
    boxes.typed({"got": "2 4"}, pressed=True)
    assert not boxes.show("got", "2 4", holds="2 4")


@pytest.mark.parametrize("message", [{"press": True}, {"expected": "cannot be read"}])
def test_a_message_with_the_address_of_before_keeps_the_question(message: dict[str, Any]) -> None:
    app = sent(opened_at("diagnose", {}), deal="AK/QJ -> True")
    sent(app, got="False")
    before = {name: list(texts) for name, texts in app.query_params.items()}
    sent(app, got="True")
    after = dict(app.query_params)
    sent(at_address(app, before), **message)
    assert app.text_area(key="diagnose_got").value == "True"
    assert dict(app.query_params) == after
