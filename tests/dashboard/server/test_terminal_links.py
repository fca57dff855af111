"""The links that the terminal prints are links of the dashboard."""

from urllib.parse import parse_qs, urlsplit

import pytest

from dashboard.__main__ import PORT
from dashboard.server.gate import ADDRESS
from dashboard.urls import DIAGNOSE, GAME
from dashboard.urls.screens import GameScreen
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


def test_a_question_has_as_many_cases_as_a_link_carries() -> None:
    link = question_link([AnsweredDeal(DEAL, "TURNS : 26\nWINNER : player2", "2 34")] * 40, "codingame")
    assert len(urlsplit(link).query) <= LONGEST_QUERY
    screen = DIAGNOSE.from_params(params(link))
    assert screen is not None
    assert 5 < len(screen.cases) < 40
    assert question_link([], "codingame") == ""
    long = Deal((2,) * 3_000, (3,) * 3_000)
    assert game_link(long, "codingame") == question_link([AnsweredDeal(long, "", "2 1")], "codingame") == ""
