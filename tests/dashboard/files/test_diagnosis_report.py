"""What leaves the Diagnose page as a file: a report of its question and answer, in which no text is HTML."""

import json
import re
from contextlib import nullcontext
from html import escape
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import streamlit as st
from apps import opened_at
from hostile import MARK, PAYLOADS

from dashboard.charts.game.decks import TwoGames, panel, table
from dashboard.charts.style import THEMES
from dashboard.examples.facts import GOLF
from dashboard.files.report import CASES, EXPLANATIONS, diagnosis_report
from dashboard.urls import DIAGNOSE
from dashboard.urls.screens import AskedCase, DiagnoseScreen
from dashboard.views import diagnose as diagnose_page
from engine.diagnose import (
    Case,
    Diagnosis,
    FirstDifference,
    Program,
    diagnose,
    first_difference,
    first_differences,
    read_answer,
)
from engine.diagnose.deals import first_decks

WORDS = ("Found.", "Tried.")


@pytest.fixture(scope="module")
def golf() -> Diagnosis:
    return diagnose([Case(GOLF, got=read_answer("2 334"), expected=read_answer("True"))])


def report_of(diagnosis: Diagnosis, words: tuple[str, ...] = WORDS, link: str = "?v=1") -> str:
    parted: tuple[FirstDifference, ...] = ()
    if diagnosis.explanations:
        deals = [case.deal for case in diagnosis.cases]
        parted = first_differences(deals, Program(diagnosis.judge.rules), diagnosis.explanations[0].program)
    return diagnosis_report(diagnosis, words, parted, [], [], link).decode()


def elements(page: str) -> list[str]:
    return re.findall(r"<[a-z/!][^ >]*", page.replace("<code>?v=1</code>", "<a></a>"))


def test_nothing_that_is_typed_breaks_out_of_a_report(golf: Diagnosis) -> None:
    clean = elements(report_of(golf))
    needed = ("judge", "explanations", "rule_sets", "programs", "right", "right_outcome")
    facts = {name: getattr(golf, name) for name in needed}
    for payload in PAYLOADS:
        answer = SimpleNamespace(text=payload)
        case = SimpleNamespace(deal=GOLF, got=answer, expected=answer)
        asked: Any = SimpleNamespace(**facts, cases=[case])
        page = report_of(asked, (payload, "Tried."), f"https://a/?q={payload}")
        assert elements(page) == clean, payload
        assert escape(f"https://a/?q={payload}") in page
        assert page.count(MARK) >= 4 * payload.count(MARK)


def test_both_games_are_drawn_as_far_as_they_go_and_tabled_round_by_round(golf: Diagnosis) -> None:
    judge, mine = Program(golf.judge.rules), golf.explanations[0].program
    part = first_difference(GOLF, judge, mine).cards
    assert part == 25
    decks = [np.array(first_decks(program, GOLF, 20_000)) for program in (judge, mine)]
    shown = panel(TwoGames(decks[0], decks[1], GOLF.size, part))
    assert shown.title == "Both games, deck by deck: first difference in round 25"
    rows = table(TwoGames(decks[0], decks[1], GOLF.size, part))
    assert list(rows) == ["round", "player 1 deck, the judge", "player 1 deck, your program"]
    lengths = [int(rows[name].notna().sum()) for name in [*rows][1:]]
    assert lengths == [len(sizes) for sizes in decks]
    assert max(lengths) == len(rows)
    same = rows[rows["round"] < part]
    assert (same.iloc[:, 1] == same.iloc[:, 2]).all()
    for theme in THEMES.values():
        figure = shown.draw(theme)
        assert [trace.y.tolist()[0] for trace in figure.data] == [26, 26]
        assert figure.layout.shapes[0].x0 == part


def test_the_page_draws_both_games_and_offers_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[str, Any] = {}

    class Open(nullcontext[None]):
        open = True

    def button(_label: str, make: Any, name: str, **how: Any) -> None:
        kept["name"], kept["make"] = name, make
        assert how["on_click"] == "ignore", "else the page is drawn again for every download"

    monkeypatch.setattr(diagnose_page, "popover", Open)
    monkeypatch.setattr(st, "download_button", button)
    screen = DiagnoseScreen(cases=(AskedCase(deal=GOLF, expected="True", got="2 334", format="golf"),))
    app = opened_at("diagnose", DIAGNOSE.to_params(screen))
    assert not app.exception
    assert re.fullmatch(r"war-room-diagnosis-code-golf-[0-9a-f]{10}\.html", kept["name"])
    page = kept["make"]().decode()
    title = "Both games, deck by deck: first difference in round 25"
    assert "<h1>Your program picks up the winner’s cards first." in page
    assert re.findall(r"<h2>(.*?)</h2>", page) == [CASES, EXPLANATIONS, title, "What was played"]
    assert "<th>first difference</th>" in page
    (chart,) = json.loads(re.findall(r'id="charts">(.*?)</script>', page, re.DOTALL)[0])
    assert re.fullmatch(r"war-room-both-games-code-golf-[0-9a-f]{10}", chart["image"])
    assert title in [header.value.replace("\N{NO-BREAK SPACE}", " ") for header in app.header]
    assert [chart.proto.id for chart in app.get("plotly_chart")]
