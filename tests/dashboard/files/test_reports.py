"""Files of their own: reports, the replay, the sheet. Nothing is loaded, nothing breaks out."""

import base64
import hashlib
import io
import json
import re
from collections.abc import Callable
from functools import partial
from html import escape, unescape
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock, Mock

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest
import streamlit as st
from apps import components_of, opened
from hostile import MARK, PAYLOADS
from traces import record

from dashboard import ui
from dashboard.charts.chart import Drawing, Panel
from dashboard.charts.simulate.charts import simulate_panels
from dashboard.charts.style import THEMES, Theme, layout
from dashboard.components import SCRIPT, payload, still_figure, without_clicks
from dashboard.examples.facts import GOLF
from dashboard.files import reports as report
from dashboard.urls.screens import AskedCase, DiagnoseScreen, GameScreen, View
from engine.cards import STANDARD_PACK, Deal, deal_cards
from engine.diagnose import Case, Diagnosis, Program, diagnose, differences, read_answer
from engine.kernels import decide
from engine.library import QUESTIONS, asked_by, beside
from engine.rules import PLAYABLE, PRESETS, Rules
from engine.simulation import Study
from engine.simulation.tallies import tally
from engine.wording.sentences import Part, verdict

STUDY = Study(rules=PRESETS["programming-challenges"].playable, games=3_000, seed=11)
LINK = "https://war.example/?v=1"


def bars(theme: Theme, text: str = "Title") -> Drawing:
    figure = layout(theme, height=200)
    figure["annotations"] = [{"text": text, "x": 0, "y": 1}]
    hover = "%{y:,} games<br>click for one of them<extra></extra>"
    return Drawing([{"type": "bar", "y": np.arange(5, dtype="f4"), "hovertemplate": hover}], figure, None)


def panel(text: str = "Title", table: dict[str, Any] | None = None) -> Panel:
    """Return a panel in which a text stands wherever a text can stand."""
    tabled = partial(pd.DataFrame, {text: [text, None]} if table is None else table)
    return Panel("lengths", text, f"{text}. Click a bar for a game.", partial(bars, text=text), tabled)


def of_run(text: str = "Title", *panels: Panel) -> str:
    sentence = (Part(text, "player 1"), Part(text))
    link = f"{LINK}&q={text}"
    return report.report(STUDY, tally(STUDY, 0, 300), panels or [panel(text)], [sentence] * 2, link).decode()


@pytest.fixture(scope="module")
def golf() -> Diagnosis:
    return diagnose([Case(GOLF, got=read_answer("2 334"), expected=read_answer("True"))])


def of_diagnosis(golf: Diagnosis, text: str = "Title") -> str:
    needed = ("judge", "explanations", "rule_sets", "programs", "right", "right_outcome")
    answer = SimpleNamespace(text=text)
    case = SimpleNamespace(deal=GOLF, got=answer, expected=answer)
    asked: Any = SimpleNamespace(**{name: getattr(golf, name) for name in needed}, cases=[case])
    parted = differences.first_differences([GOLF], Program(golf.judge.rules), golf.explanations[0].program)
    return report.diagnosis_report(asked, (text, "Tried."), parted, {}, f"{LINK}&q={text}").decode()


def scripts(page: str) -> list[str]:
    """Return what stands in each script element: the figures, Plotly, our own."""
    return re.findall(r"(?s)<script[^>]*>(.*?)</script>", page)


def elements(page: str) -> list[str]:
    """Return the tags of a page, but for what stands in scripts."""
    return re.findall(r"<[a-z/!][^ >]*", re.sub(r"(?s)(<script[^>]*>).*?</script>", r"\1</script>", page))


@pytest.mark.parametrize("kind", ["run", "diagnosis"])
def test_nothing_that_is_typed_breaks_out(kind: str, golf: Diagnosis) -> None:
    made: Callable[..., str] = of_run if kind == "run" else partial(of_diagnosis, golf)
    clean = elements(made())
    for typed in PAYLOADS if kind == "diagnosis" else ("</script><script>q7z(1)</script><!-- \" ' & é ",):
        page = made(typed)
        assert elements(page) == clean, typed
        assert escape(f"{LINK}&q={typed}") in page
        assert page.count(MARK) >= 4 * typed.count(MARK)


def test_a_long_table_says_where_it_stops() -> None:
    page = of_run("Title", panel(table={"rounds": np.arange(2_500)}))
    assert page.count("<td") == report.MOST_TABLE_ROWS
    assert "The first 1,000 of 2,500 rows" in page


def test_the_figures_are_those_of_the_panels_in_both_themes_and_promise_no_click() -> None:
    page = of_run()
    (chart,) = json.loads(scripts(page)[0])
    assert chart["image"] == f"war-room-lengths-programming-challenges-300-games-{STUDY.key()[:10]}"
    for name, theme in THEMES.items():
        wanted = bars(theme).to_json().replace("\\u003cbr\\u003eclick for one of them", "")
        assert chart[name] == json.loads(wanted)
        assert chart[name]["layout"]["font"]["color"] == theme.ink
    assert "Click" not in page.partition("<script")[0]
    assert 'data-finding=""' in page  # without a label it stands above the chart alone
    assert without_clicks("A line; click it for a game, or not. Bands: 95 %.") == "A line. Bands: 95 %."
    rows = [[3, "3 games<br>click for one of them"], [-1, "none"]]
    figure = go.Figure({"data": [{"type": "bar", "y": [1, 2], "customdata": rows}]})
    assert still_figure(figure)["data"][0]["customdata"] == [[3, "3 games"], [-1, "none"]]


def test_nothing_is_loaded_and_the_policy_lets_in_these_scripts_alone() -> None:
    page = of_run()
    figures, plotly, own = scripts(page)
    hashes = [hashlib.sha256(script.encode()).digest() for script in (plotly, own)]
    allowed = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in hashes)
    policy = page.index(escape(f"; script-src {allowed}; "))
    assert page.index("http-equiv") < policy < page.index("<script")
    rest = page.replace(plotly, "").replace(LINK, "")
    assert rest.count("http://") == rest.count("http://www.w3.org/2000/svg") == 1  # a name, never fetched
    assert "https://" not in rest
    assert plotly.count("plotly.js v") == 1
    shown = rest.replace(own, "").replace(figures, "")
    attributes = r"\s(src|srcset|data|poster|background|ping|style|on\w+)="
    assert not re.search(rf"{attributes}|url\(|@import|<(link|iframe|object|embed|base|form|img)\b", shown)


def test_the_panels_of_a_study_fit_into_a_report() -> None:
    panels = simulate_panels(STUDY, tally(STUDY, 0, STUDY.games))
    page = of_run("Title", *panels)
    figures = scripts(page)[0]
    assert len(json.loads(figures)) == len(panels) > 10
    output = re.findall(r'aria-label="(.*?)"', page)
    assert "lick" not in "".join((figures, *output))
    assert all(map(str.startswith, output, (escape(panel.label) for panel in panels)))
    assert len(page) < 6_000_000


def test_the_page_draws_both_games_and_offers_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ui, "popover", MagicMock())  # an open one
    monkeypatch.setattr(st, "download_button", button := Mock())
    tried = ((Deal.parse("A/K"), "1 1"), (GOLF, "2 334"))
    cases = tuple(AskedCase(deal=deal, expected="True", got=got, format="golf") for deal, got in tried)
    screen = DiagnoseScreen(cases=cases, case=1)
    app = opened(screen)
    hows = {call.kwargs["on_click"] for call in button.mock_calls}
    assert hows == {"ignore"}, "else the page is drawn again for every download"
    _, make, name = button.call_args.args
    assert re.fullmatch(r"war-room-diagnosis-code-golf-[0-9a-f]{10}\.html", name)
    page = make().decode()
    title = "Both games, deck by deck: first difference in round 25"
    assert "<h1>Your program picks up all of the winner’s cards first." in page
    assert re.findall("<h2>(.*?)</h2>", page) == [report.CASES, report.EXPLANATIONS, title, "Details"]
    assert "<th>first difference</th>" in page
    (chart,) = json.loads(scripts(page)[0])
    assert re.fullmatch(r"war-room-both-games-code-golf-[0-9a-f]{10}", chart["image"])
    assert title in [header.value.replace("\N{NO-BREAK SPACE}", " ") for header in app.header]
    assert [chart.proto.id for chart in app.get("plotly_chart")]


@pytest.mark.parametrize("rule_set", PLAYABLE)
def test_no_answer_of_any_rule_set_waits_to_be_played(rule_set: str) -> None:
    texts = unescape(report.sheet(asked_by(rule_set).values(), "").decode())
    assert "not played" not in texts
    assert texts.count("With one rule changed: ") == len(QUESTIONS)
    four = asked_by(rule_set)["four-aces"]
    for name, number in [*beside(four).items()][1:]:
        assert f"{name} {four.written(number.value)}\N{NO-BREAK SPACE}%" in texts


def test_the_sheet_runs_and_asks_for_nothing_and_escapes_every_text() -> None:
    fair = QUESTIONS["fair"]
    planted = fair._replace(asks="<script>1</script>", others=(("<i>", fair.others[0][1]),))
    text = report.sheet([planted], "http://a/?q=<b>").decode()
    assert "<script" not in text
    assert "<i>" not in text
    assert "<b>." not in text
    assert "q=&lt;b&gt;" in text
    assert not re.search(r"(src|href)=|url\(|@import", text)
    assert "default-src &#x27;none&#x27;; style-src" in text


LOOKS: Any = {theme: {shade: f"{theme}-{shade}" for shade in report.SHADES} for theme in ("light", "dark")}
HOSTILE = '</script><script>alert("1")</script>'


def test_a_report_of_a_game_says_whence_random_pick_ups_come() -> None:
    game = decide(Deal.parse("AKQ/KQJ"), PRESETS["norvig"].playable, seed=7, number=3)
    page = report.game_report(game, {}, "?v=1", stream="game 3 of seed 7").decode()
    assert "<dt>Pick-ups</dt><dd>game 3 of seed 7</dd>" in page
    assert "AKQ/KQJ · game 3 of seed 7" in page


def test_a_replay_is_one_file_that_asks_nobody_and_runs_one_script() -> None:
    trace = record(deal_cards(STANDARD_PACK, seed=7, number=3), PRESETS["programming-challenges"].playable)
    sent = payload(trace)
    page = report.replay_page(
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
    page = report.replay_page(sent, (Part(HOSTILE),), (), [HOSTILE], LOOKS).decode()
    assert f"<p>Rounds 1 to {trace.game.rounds:,} of 1,000,000 rounds.</p>" in page
    assert page.count("<script") == 2
    assert page.count("</script>") == 2


def test_a_game_has_files_of_its_charts_its_replay_and_its_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "download_button", button := Mock())
    screen = GameScreen(rule_set="code-golf", given=Deal.parse("2345/2356"), view=View.HOLDERS)
    app = opened(screen, "downloads")
    files = {call.kwargs["key"]: call.args for call in button.mock_calls}
    (picture,) = (json.loads(part.proto.json) for part in components_of(app, "chart_image"))
    assert picture["chart"] == "holders"
    assert picture["title"] in [header.value for header in app.header]
    assert picture["footer"][:2] == ["Code golf: loser’s cards first", "2345/2356"]
    assert "127.0.0.1" not in " ".join(picture["footer"])
    assert re.fullmatch(r"war-room-holders-code-golf-[0-9a-f]{10}", picture["name"])
    label, make, _ = files["rounds_file"]
    table = pd.read_csv(io.BytesIO(make()))
    assert label == f"Rounds (CSV, {len(table)} rows)"
    assert table["picked up"][0] == "2 3 4 2 3 5"
    assert re.fullmatch(r"war-room-replay-code-golf-[0-9a-f]{10}\.html", files["replay_file"][2])
    whole = files["report_file"][1]().decode()
    assert '<span class="player-2">player 2</span> wins' in whole
    assert "<p>Code golf: loser’s cards first</p><p>2345/2356</p>" in whole  # it begins with what it is of
    titles = ["Cards in player 1’s hand", "6s in player 1’s hand", picture["title"], "Details"]
    assert re.findall(r"<h2>(.*?)</h2>", whole) == titles
    assert '<th class="number">% of rounds with player 1</th>' in whole
    assert "<dt>Deal</dt><dd><code>2345/2356</code></dd>" in whole
    assert "<h3>Code golf, 1.LOSER_FIRST" in whole
    assert "2 3 4 2 3 5" in whole  # the rounds as a table
    page = files["replay_file"][1]().decode()
    assert "--st-text-color: #23221F;" in page
    assert "--st-text-color: #EAE7DF;" in page
    assert '<span class="player-2">player 2</span> wins' in page
