"""A page inside of somebody else's: one part, what it is of, the way to War Room."""

import json
from typing import Any

import pytest
from apps import opened_at, when_over
from streamlit.runtime.context import ContextProxy
from streamlit.testing.v1 import AppTest

from dashboard.urls import COMPARE, GAME, SIMULATE
from dashboard.urls.links import framed_html
from dashboard.urls.screens import CompareScreen, GameScreen, SimulateScreen
from engine.cards import Deal

GIVEN = GameScreen(rule_set="code-golf", given=Deal.parse("2345/2356"))


@pytest.fixture
def framed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ContextProxy, "is_embedded", property(lambda _: True))


def charts(app: AppTest) -> list[str]:
    return [chart.proto.id.rsplit("-", 1)[-1] for chart in app.get("plotly_chart")]


def said(app: AppTest) -> str:
    words = " ".join(element.value for element in (*app.header, *app.markdown))
    return words.replace("\N{NO-BREAK SPACE}", " ")


def way(app: AppTest) -> str:
    (link,) = app.get("link_button")
    return str(link.proto.url)


@pytest.mark.usefixtures("framed")
@pytest.mark.parametrize(
    ("show", "chart", "title"),
    [
        ("board", None, ":orange[player 2] wins after"),
        ("sizes", "deck_sizes", "Cards in player 1’s hand"),
        ("nothing", None, ":orange[player 2] wins after"),
    ],
)
def test_a_part_of_a_game_stands_alone(show: str, chart: str | None, title: str) -> None:
    app = opened_at("game", {**GAME.to_params(GIVEN), "show": show})
    assert charts(app) == ([chart] if chart else [])
    boards = [part for part in app.get("bidi_component") if part.proto.component_name == "war_room_board"]
    assert len(boards) == (chart is None)
    assert title in said(app)
    assert "Code golf: loser’s cards first · 2345/2356" in said(app)
    assert "click" not in said(app).lower()
    assert "deal=2345" in way(app)
    assert "embed" not in way(app)
    assert not [*app.button, *app.selectbox, *app.radio, *app.get("page_link"), *app.title]


@pytest.mark.usefixtures("framed")
@pytest.mark.parametrize(
    ("view", "codec", "screen", "show", "foot"),
    [
        (
            "simulate",
            SIMULATE,
            SimulateScreen(rule_set="programming-challenges", games=300, seed=5),
            "wars",
            "300 games · seed 5 · each bar rests on 173 games · 95 % intervals",
        ),
        ("compare", COMPARE, CompareScreen(games=300, seed=5), "changes", "on the same deals · 52 cards"),
    ],
)
def test_one_chart_of_a_run_stands_alone(view: str, codec: Any, screen: Any, show: str, foot: str) -> None:
    app = when_over(opened_at(view, {**codec.to_params(screen), "show": show}), screen.job)
    assert charts(app) == [show]
    assert foot in said(app)
    assert "click" not in said(app).lower()
    assert "seed=5" in way(app)
    assert not [*app.button, *app.title, *app.get("page_link")]


def test_copy_link_offers_the_html_of_every_part_of_a_screen() -> None:
    app = opened_at("game", GAME.to_params(GIVEN))
    (copied,) = (part for part in app.get("bidi_component") if "copy_link" in part.proto.component_name)
    frames = json.loads(copied.proto.json)["frames"]
    assert [title for title, _ in frames][:2] == ["The replay, round by round", "Cards in player 1’s hand"]
    assert frames[0][1] == framed_html("{link}?", "board", "The replay, round by round")
    assert 'src="{link}?&amp;embed=true&amp;show=board"' in frames[0][1]


@pytest.mark.parametrize(("show", "wide", "phone"), [("board", 680, 850), ("lengths", 530, 580)])
def test_a_frame_is_higher_on_a_phone_where_lines_are_short(show: str, wide: int, phone: int) -> None:
    html = framed_html("http://localhost/", show, "")
    assert f'height="{wide}"' in html
    # 40 % of 390 pixels are the 156 by which the middle term is the greatest on a phone.
    assert f"height:clamp({wide}px,{phone + 156}px - 40vw,{phone}px)" in html
