"""What leaves the Game page as a file: pictures that say what they show, and the replay as a page."""

import io
import json
import re
from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest
import streamlit as st
from apps import opened_at

from dashboard.components.board import SCRIPT, payload
from dashboard.files.report import SHADES, game_report, replay_page
from dashboard.urls import GAME
from dashboard.urls.screens import GameScreen, View
from engine.cards import STANDARD_PACK, Deal, deal_cards
from engine.game import record
from engine.kernels import decide
from engine.rules import PRESETS, Rules
from engine.wording.sentences import Part, verdict

LOOKS: Any = {theme: {shade: f"{theme}-{shade}" for shade in SHADES} for theme in ("light", "dark")}
HOSTILE = '</script><script>alert("1")</script>'


def test_a_report_of_a_game_says_whence_random_pick_ups_come() -> None:
    game = decide(Deal.parse("AKQ/KQJ"), PRESETS["norvig"].playable, seed=7, number=3)
    page = game_report(game, {}, "?v=1", stream="game 3 of seed 7").decode()
    assert "<dt>Pick-ups</dt><dd>game 3 of seed 7</dd>" in page
    assert "AKQ/KQJ · game 3 of seed 7" in page


def test_a_replay_is_one_file_that_asks_nobody_and_runs_one_script() -> None:
    trace = record(deal_cards(STANDARD_PACK, seed=7, number=3), PRESETS["programming-challenges"].playable)
    sent = payload(trace)
    page = replay_page(
        sent, verdict(trace.game), (), ["Code golf", "https://example.org/?v=1&a=<b>"], LOOKS
    ).decode()
    assert len(page) < 300_000
    data, script = re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL)
    assert json.loads(data) == json.loads(json.dumps(sent))
    assert script.startswith(SCRIPT.partition("export default")[0])
    assert "export" not in script
    assert '<a href="https://example.org/?v=1&amp;a=&lt;b&gt;">' in page
    assert "--st-primary-color: dark-primary-color;" in page
    assert page.index("@media screen and (prefers-color-scheme: dark)") < page.index("dark-primary-color")
    assert "Rounds 1 to" not in page


def test_a_stretch_of_a_long_game_says_which_rounds_it_has_and_nothing_breaks_out() -> None:
    trace = record(deal_cards(STANDARD_PACK, seed=7, number=3), Rules())
    sent = {**payload(trace), "last": 1_000_000, "shortfall": HOSTILE}
    page = replay_page(sent, (Part(HOSTILE),), (), [HOSTILE], LOOKS).decode()
    assert f"<p>Rounds 1 to {trace.game.rounds:,} of 1,000,000 rounds.</p>" in page
    assert page.count("<script") == 2
    assert page.count("</script>") == 2


def test_a_game_has_files_of_its_charts_its_replay_and_its_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    files: dict[str, tuple[str, str, Callable[[], bytes]]] = {}

    def button(label: str, make: Callable[[], bytes], name: str, *, key: str, **_: Any) -> None:
        files[key] = label, name, make

    monkeypatch.setattr(st, "download_button", button)
    screen = GameScreen(rule_set="code-golf", given=Deal.parse("2345/2356"), view=View.HOLDERS)
    app = opened_at("game", GAME.to_params(screen))
    app.session_state["downloads"] = True
    app.run()
    assert not app.exception
    (picture,) = (
        json.loads(part.proto.json)
        for part in app.get("bidi_component")
        if part.proto.component_name == "war_room_chart_image"
    )
    assert picture["chart"] == "holders"
    assert picture["title"] in [header.value for header in app.header]
    assert picture["footer"][:2] == ["Code golf: loser’s cards first", "2345/2356"]
    assert "127.0.0.1" not in " ".join(picture["footer"])
    assert re.fullmatch(r"war-room-holders-code-golf-[0-9a-f]{10}", picture["name"])
    label, _, make = files["rounds_file"]
    table = pd.read_csv(io.BytesIO(make()))
    assert label == f"Rounds (CSV, {len(table)} rows)"
    assert table["picked up"][0] == "2 3 4 2 3 5"
    assert re.fullmatch(r"war-room-replay-code-golf-[0-9a-f]{10}\.html", files["replay_file"][1])
    report = files["report_file"][2]().decode()
    assert '<span class="player-2">player 2</span> wins' in report
    assert "<p>Code golf: loser’s cards first</p><p>2345/2356</p>" in report  # it begins with what it is of
    titles = ["Cards in player 1’s hand", "6s in player 1’s hand", picture["title"], "What was played"]
    assert re.findall(r"<h2>(.*?)</h2>", report) == titles
    assert '<th class="number">% of rounds with player 1</th>' in report
    assert "<dt>Deal</dt><dd><code>2345/2356</code></dd>" in report
    assert "<h3>Code golf, 1.LOSER_FIRST" in report
    assert "2 3 4 2 3 5" in report  # the rounds as a table
    page = files["replay_file"][2]().decode()
    assert "--st-text-color: #23221F;" in page
    assert "--st-text-color: #EAE7DF;" in page
    assert '<span class="player-2">player 2</span> wins' in page
