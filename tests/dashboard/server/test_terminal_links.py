"""The links that the terminal prints are links of the dashboard."""

from urllib.parse import parse_qs, urlsplit

import pytest
from apps import opened_at

from dashboard.__main__ import PORT
from dashboard.server.gate import ADDRESS
from dashboard.urls import DIAGNOSE, GAME
from dashboard.urls.screens import AskedCase, DiagnoseScreen, GameScreen
from engine.cards import Deal
from engine.formats.write import HOME, LONGEST_QUERY, AnsweredDeal, game_link, question_link
from engine.rules import PLAYABLE

DEAL = Deal.parse("53278755654663374474268322/A9KKKKTT9QJT8QJAJAQAJT98Q9")


def params(link: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(link).query, keep_blank_values=True)


def test_the_dashboard_is_where_the_links_say() -> None:
    assert f"http://{ADDRESS}:{PORT}" == HOME
    assert urlsplit(game_link(DEAL, "codingame", home="https://war.example.org/room/")).path == "/room/"


@pytest.mark.parametrize("rules", [*PLAYABLE, "2.LOSER_FIRST.DRAW.DRAW.HIGH"])
def test_a_deal_opens_on_the_game_page(rules: str) -> None:
    screen = GAME.from_params(params(game_link(DEAL, rules, round=3)))
    assert screen == GameScreen(rule_set=rules, given=DEAL, round=3)


def test_a_question_opens_on_the_diagnose_page() -> None:
    cases = [
        AnsweredDeal(DEAL, "2 26", "2 34", "codingame"),
        AnsweredDeal(Deal.parse("1 3/4 2"), "PAT", "1 2"),
    ]
    link = question_link(cases, "codingame")
    assert urlsplit(link).path == "/diagnose"
    asked = tuple(
        AskedCase(deal=deal, expected=right, got=got, format=form) for deal, right, got, form in cases
    )
    assert DIAGNOSE.from_params(params(link)) == DiagnoseScreen(cases=asked, judge="codingame")


def test_a_question_has_as_many_cases_as_a_link_carries() -> None:
    link = question_link([AnsweredDeal(DEAL, "TURNS : 26\nWINNER : player2", "2 34")] * 40, "codingame")
    assert len(urlsplit(link).query) <= LONGEST_QUERY
    screen = DIAGNOSE.from_params(params(link))
    assert screen is not None
    assert 5 < len(screen.cases) < 40
    assert question_link([], "codingame") == ""
    long = Deal((2,) * 3_000, (3,) * 3_000)
    assert game_link(long, "codingame") == question_link([AnsweredDeal(long, "", "2 1")], "codingame") == ""


def test_both_links_open() -> None:
    query = {name: texts[0] for name, texts in params(game_link(Deal.parse("3/23"), "code-golf")).items()}
    app = opened_at("game", query)
    assert "never ends" in app.title[0].value
    link = question_link([AnsweredDeal(Deal.parse("3/2"), "1 1", "1 2", "codingame")], "codingame")
    app = opened_at("diagnose", {name: texts[0] for name, texts in params(link).items()})
    assert app.title[0].value == (
        "These answers tell almost nothing. Perhaps: "
        "Your program counts one round too many. The judge counts each round once."
    )
