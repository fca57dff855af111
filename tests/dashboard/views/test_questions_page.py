"""The Questions page: guess first, then the number, its interval, the same by other rules, and why."""

from html import unescape
from typing import Any
from urllib.parse import parse_qs

import pytest
import streamlit as st
from apps import label_of, opened
from streamlit.testing.v1 import AppTest

from dashboard.cache import tasks as asking
from dashboard.ui import run_page
from dashboard.urls.screens import QuestionsScreen
from engine.game import Reason, play
from engine.jobs.registry import runs
from engine.library import QUESTIONS as ASKED
from engine.library import asked_by, saved_answer
from engine.rules import BEST_KNOWN, PLAYABLE, RULE_GROUPS, rules_called


@pytest.fixture(autouse=True)
def nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no runs that could be started, looked at or asked: no page about questions does any of it."""
    monkeypatch.setattr(run_page.jobs, "runs", None)
    monkeypatch.setattr(asking, "runs", None)


def button(app: AppTest, label: str) -> None:
    (found,) = (button for button in app.button if label in button.label)
    found.click()
    app.run()


def choose(app: AppTest, rule_set: str) -> None:
    """Choose a rule set in the menu, which lists all of them once it is asked to."""
    if rule_set not in BEST_KNOWN:
        app.button(key="show_all_rules_menu").click().run()
    (group,) = (group for group, names in RULE_GROUPS.items() if rule_set in names)
    app.radio(key=f"rules {group}").set_value(rule_set).run()


def test_one_guesses_first_and_is_told_how_far_off_that_was() -> None:
    app = opened(QuestionsScreen())
    button(app, "How long does a game of War last?")
    assert app.title[0].value == "How long does a game of War last?"
    assert not app.get("plotly_chart")
    app.slider[0].set_value(500).run()
    button(app, "Show the answer")
    button(app, "All questions")
    assert any("232 rounds; you guessed 500 rounds" in element.value for element in app.markdown)


@pytest.mark.parametrize("name", ASKED)
def test_every_question_is_answered_at_once_and_its_games_can_be_seen(name: str) -> None:
    app, answer = opened(QuestionsScreen(asked=name, answered=True)), saved_answer(ASKED[name])
    assert app.title[0].value == ASKED[name].sentence(answer)
    (way,) = (link.proto for link in app.get("page_link") if "on Simulate" in link.proto.label)
    assert int(parse_qs(way.query_string)["games"][0]) >= answer.games


@pytest.mark.parametrize("rule_set", ["bicycle", "programming-challenges", "norvig"])
def test_endless_games_are_opened_and_answers_listed(rule_set: str, monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(QuestionsScreen(asked="for-ever", answered=True, rule_set=rule_set))
    says = asked_by(rule_set)["for-ever"].yes_or_no(saved_answer(asked_by(rule_set)["for-ever"]))
    rows = app.table[0].value.to_dict("records")
    (mine,) = (row for row in rows if "yours" in row["Rule sets"])
    assert mine["Answer"] == f"**{says.rstrip('.')}**"
    assert sum(row["Rule sets"].count("](./questions?") for row in rows) == len(PLAYABLE) - 1
    monkeypatch.setattr(asking, "runs", runs)  # the Game page plays
    app.button(key="watch").click().run()
    watched = app.session_state["game screen"]
    assert play(watched.given, rules_called(watched.rule_set)).outcome.reason is Reason.CYCLE


@pytest.mark.parametrize("rule_set", ["spivey", "programming-challenges"])
def test_another_rule_set_answers_the_same_questions_and_goes_along(rule_set: str) -> None:
    app = opened(QuestionsScreen())
    choose(app, rule_set)
    asked = asked_by(rule_set)
    ways = [button for button in app.button if str(button.key).startswith("ask_")]
    assert [label_of(button) for button in ways] == [question.asks for question in asked.values()]
    button(app, asked["aces"].asks)
    assert app.query_params["rules"] == rule_set
    button(app, "Just show me")
    assert app.title[0].value == asked["aces"].sentence(saved_answer(asked["aces"]))
    choose(app, "norvig")
    norvig = asked_by("norvig")["aces"]
    assert app.title[0].value == norvig.sentence(saved_answer(norvig))
    button(app, f"Next: {asked_by('norvig')['four-aces'].asks}")
    assert app.query_params["rules"] == "norvig"


def test_a_guess_that_is_out_of_the_range_of_another_rule_set_is_not_kept() -> None:
    app = opened(QuestionsScreen(asked="length", answered=True, guess=4_000, rule_set="codingame"))
    assert app.header[0].value.startswith("You guessed 4,000 rounds: ")
    choose(app, "bicycle")
    assert app.header[0].value == "How long does a game of War last?"
    assert app.query_params["rules"] == "bicycle"


def test_a_class_sees_its_guesses_at_first_without_the_answer_and_nothing_of_them_is_markdown() -> None:
    app = opened(QuestionsScreen(asked="length"))
    app.segmented_control[0].set_value(True).run()
    app.text_area[0].set_value("200; 300, 250\n**Anna** <img src=x>").run()
    assert "answer" not in app.get("plotly_chart")[0].proto.spec
    words = [element.value for element in (*app.markdown, *app.header)]
    assert not any("Anna" in line or "img" in line for line in words)
    assert "Left out: '**Anna**' in line 2 is not a number." in app.text[0].value
    assert "200" not in str(app.query_params)
    button(app, "Show the answer")
    assert app.header[0].value == "How long does a game of War last?"
    assert "answer: 232" in app.get("plotly_chart")[0].proto.spec
    app.button(key="full_screen").click().run()
    assert len(app.get("plotly_chart")) == 2
    app.text_area[0].set_value("no number").run()
    assert not app.get("plotly_chart")


def test_the_list_offers_a_sheet_of_all_answers_by_the_rule_set(monkeypatch: pytest.MonkeyPatch) -> None:
    offered: dict[str, Any] = {}
    monkeypatch.setattr(st, "download_button", lambda label, make, *_, **__: offered.update({label: make}))
    for rule_set in ("", "spivey"):
        opened(QuestionsScreen(rule_set=rule_set))
        assert list(offered) == ["Print the question sheet"]
        text = unescape(offered["Print the question sheet"]().decode())
        for question in asked_by(rule_set).values():
            assert question.sentence(saved_answer(question)) in text
