"""What a chat reads of a link: tags in the page, and the picture, asked as a chat would ask."""

import base64
import hashlib
import re
import time
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import quote

import pytest
import streamlit as st
from apps import opened_at
from asgi import ask
from starlette.applications import Starlette

import dashboard
from dashboard import urls
from dashboard.cache.answers import TASKS
from dashboard.files.card import Card, Preview
from dashboard.server import previews
from dashboard.server.gate import policy_headers
from dashboard.ui import streamlit_fixes
from dashboard.urls.codecs import question
from dashboard.urls.links import to_query
from dashboard.urls.screens import AskedCase, CompareScreen, DiagnoseScreen, GameScreen
from engine import Deal
from engine.diagnose import diagnose
from engine.jobs.runs import Run, State, runs
from engine.jobs.settings import Settings
from engine.simulation import paired

GAME = to_query(urls.GAME.to_params(GameScreen(given=Deal.parse("AKQ/KQJ"), rule_set="codingame")))


def asked(path: str, query: str = "") -> tuple[int, str, bytes]:
    """Return status, kind and body of an answer."""
    answer = ask(Starlette(routes=previews.routes()), path, query)
    return answer.status, answer.headers["content-type"], answer.body


def page(path: str, query: str) -> str:
    *kind, body = asked(path, query)
    assert kind == [200, "text/html; charset=utf-8"]
    return body.decode()


@pytest.fixture(autouse=True)
def _however_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no test depend on how busy the machine is."""
    monkeypatch.setattr(previews, "SECONDS", 60.0)
    monkeypatch.setattr(previews, "CARD_SECONDS", 60.0)


@pytest.mark.parametrize("path", ["/", "/simulate", "/rules"])
def test_the_script_that_every_page_runs_first_is_one_that_the_policy_lets_run(path: str) -> None:
    html = page(path, "")
    script = html.partition("<script data-width=")[2].partition(">")[2].partition("</script>")[0]
    assert "MutationObserver" in script
    assert html.index("MutationObserver") < html.index("static/js/index")
    known = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"'sha256-{known}'" in policy_headers("")["Content-Security-Policy"]
    assert ("/PlotlyChart." in html) == (path != "/rules")


def test_what_is_not_there_in_time_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Preview("<b>1</b> & 2", "", Card((), "", ""))
    monkeypatch.setattr(previews, "preview", lambda *_: (told, None))
    assert '<p class="verdict">&lt;b&gt;1&lt;/b&gt; &amp; 2</p>' in page("/", GAME)
    monkeypatch.setattr(previews, "preview", lambda *_: time.sleep(1))
    monkeypatch.setattr(previews, "SECONDS", 0.01)
    monkeypatch.setattr(previews, "CARD_SECONDS", 0.01)
    late = page("/", GAME)
    assert '<p class="verdict">War Room</p>' in late
    assert "<title>War Room</title>" in late
    assert asked("/card.png", GAME)[0] == 503


def test_room_is_kept_for_what_a_page_has() -> None:
    folder = Path(dashboard.__file__).parent
    code = "".join(path.read_text("utf-8") for path in folder.rglob("*.py"))
    keys = {*re.findall(r"st-key-([a-z_]+)", streamlit_fixes.with_verdict("</head>", ""))}
    assert len(keys) > 20
    # Some are made of the page and a name: `diagnose_deal`; others are called as what they choose.
    named = {key: {key, key.partition("_")[2], key.rpartition("_")[2]} - {""} for key in keys}
    assert [
        key for key, names in named.items() if not any(re.search(rf"\b{name}(\b|_)", code) for name in names)
    ] == []


def test_a_comparison_says_what_changes_once_it_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = CompareScreen(games=200, rule_sets=("code-golf", "codingame"))
    played = Run(screen.job, State.FINISHED, summary=paired.tally(screen.job, 0, 200), spans=((0, 200),))
    monkeypatch.setattr(runs(), "get", lambda _: played)
    monkeypatch.setattr(runs(), "start", Mock(side_effect=AssertionError))
    query = to_query(urls.COMPARE.to_params(screen))
    html = page("/compare", query)
    assert "Same cards, other rules" in html
    assert "Code golf, CodinGame." in html
    status, kind, drawn = asked("/card.png", f"of=compare&{query}")
    assert (status, kind, drawn[:4]) == (200, "image/png", b"\x89PNG")


def test_nothing_of_a_query_becomes_html() -> None:
    attack = 'v=1&rules="><script>alert(1)</script>&check=\'"><img src=x>'
    for query in (attack, quote(attack, safe="&="), f'{GAME}&utm="><script>x</script>'):
        html = page("/", query)
        assert "<script>alert" not in html
        assert "<script>x" not in html
        assert "<img" not in html


def test_a_card_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = asked("/card.png", GAME)
    monkeypatch.setattr(previews, "png", lambda _: b"drawn again")
    assert asked("/card.png", GAME) == first
    turned = "&".join(reversed(GAME.split("&")))
    assert asked("/card.png", f"of=&{turned}&fbclid=1") == first


def test_a_diagnosis_says_what_was_found_once_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    case = AskedCase(deal=Deal.parse("AKQ/KQJ"), expected="2 26", got="2 34")
    query = to_query(urls.DIAGNOSE.to_params(DiagnoseScreen(cases=(case,))))
    assert "Why does my program lose at War?" in page("/diagnose", query)
    answer = diagnose(question(DiagnoseScreen(cases=(case,))), judge=None)
    monkeypatch.setattr(TASKS, "answered", lambda *_, **__: answer)
    html = page("/diagnose", query)
    assert "Why does my program" not in html
    assert "rules:" in html


def test_behind_a_proxy_everything_carries_the_public_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previews, "settings", lambda: Settings(public="https://war.example.org"))
    html = page("/", GAME)
    assert 'og:image" content="https://war.example.org/card.png?' in html
    assert 'og:url" content="https://war.example.org/?' in html
    assert "127.0.0.1" not in html


@pytest.mark.parametrize(
    ("params", "name"),
    [({}, "By Bicycle’s rules player 1 wins after 498 rounds."), ({"v": "1"}, "This link cannot be opened.")],
)
def test_the_tab_is_called_by_what_the_page_says(
    params: dict[str, str], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = Mock(side_effect=st.set_page_config)
    monkeypatch.setattr(st, "set_page_config", config)
    opened_at("game", params)
    assert config.call_args.kwargs["page_title"] == f"{name} · War Room"


@pytest.mark.parametrize("path", ["/index.html", "/favicon.png", "/_stcore/health", "/rules/_stcore/health"])
def test_what_streamlit_answers_is_left_to_it(path: str) -> None:
    assert "War Room" not in asked(path)[2].decode()
