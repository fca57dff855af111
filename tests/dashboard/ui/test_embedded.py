"""A page inside of somebody else's: one part, what it is of, the way to War Room."""

from typing import Any

import pytest
from approved import Reviewed
from apps import opened_at, when_over
from page_text import page_lines
from streamlit.runtime.context import ContextProxy

from dashboard.urls import COMPARE, GAME, SIMULATE, Codec, framed_html
from dashboard.urls.screens import CompareScreen, GameScreen, SimulateScreen
from engine.cards import Deal

GIVEN = GameScreen(rule_set="code-golf", given=Deal.parse("2345/2356"))
RUN = SimulateScreen(rule_set="programming-challenges", games=300, seed=5)
SECTIONS: list[tuple[str, Codec[Any], Any, str]] = [
    *(("game", GAME, GIVEN, show) for show in ("board", "sizes", "nothing")),
    ("simulate", SIMULATE, RUN, "wars"),
    ("simulate", SIMULATE, RUN.changed(games=2_000_000), "wars"),
    ("compare", COMPARE, CompareScreen(games=300, seed=5), "changes"),
]


def test_a_part_stands_alone(reviewed: Reviewed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ContextProxy, "is_embedded", property(lambda _: True))
    output = []
    for view, codec, screen, show in SECTIONS:
        app = opened_at(view, {**codec.to_params(screen), "show": show})
        if view != "game":
            app = when_over(app, screen.job)
        output.append(f"# {view}, {show}\n{page_lines(app)}")
    assert "Click" not in "".join(output)
    reviewed(*output)


@pytest.mark.parametrize(("show", "wide", "phone"), [("board", 680, 850), ("lengths", 530, 580)])
def test_a_frame_is_higher_on_a_phone_where_lines_are_short(show: str, wide: int, phone: int) -> None:
    html = framed_html("http://localhost/", show, "")
    assert f'height="{wide}"' in html
    # 40 % of 390 pixels are the 156 by which the middle term is the greatest on a phone.
    assert f"height:clamp({wide}px,{phone + 156}px - 40vw,{phone}px)" in html
