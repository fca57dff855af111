"""What the server answers, and what a chat reads of a link: headers, tags, first HTML, pictures."""

import base64
import hashlib
import re
import time
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import Mock
from urllib.parse import quote

import pytest
import streamlit as st
from approved import Reviewed
from apps import opened_at
from asgi import Answer, ask
from slow_workers import Slow
from starlette.applications import Starlette
from starlette.types import ASGIApp

import dashboard
from dashboard import urls
from dashboard.cache import answers
from dashboard.files.card import Canvas, Card
from dashboard.server import previews
from dashboard.server.gate import Gate, policy_headers
from dashboard.ui import STATIC, streamlit_fixes
from dashboard.urls import Codec, question, to_query
from dashboard.urls import screens as at
from engine import Deal, Hands, Pack
from engine.jobs.job import Job
from engine.jobs.registry import Run, State, runs
from engine.jobs.settings import Settings
from engine.simulation import paired, tallies
from engine.wording.sentences import Part


def link(codec: Codec[Any], screen: at.Screen) -> str:
    return to_query(codec.to_params(screen))


GAME: Final = to_query(urls.GAME.to_params(at.GameScreen(given=Deal.parse("AKQ/KQJ"), rule_set="codingame")))
CASE: Final = at.AskedCase(deal=Deal.parse("AKQ/KQJ"), expected="2\n26", got="2\t\n34")
COMPARED: Final = at.CompareScreen(games=200, rule_sets=("code-golf", "codingame"))
SIMULATED: Final = at.SimulateScreen(games=200)
SCRIPT: Final = next((STATIC / "static/js").glob("index.*.js")).name


class Asked(NamedTuple):
    """What is asked of the server."""

    path: str
    query: str = ""
    host: str = "127.0.0.1:8501"


LINKS: Final = {
    "game": Asked("", GAME),
    "game, none asked for": Asked(""),
    "game, damaged": Asked("", f"{GAME[:-1]}_"),
    "game's link at another page": Asked("rules", GAME),
    "game, too long": Asked("", link(urls.GAME, at.GameScreen(pack=Pack(999, 4)))),
    "simulate, not played": Asked("simulate", link(urls.SIMULATE, at.SimulateScreen(games=987_654))),
    "simulate, hands": Asked("simulate", link(urls.SIMULATE, at.SimulateScreen(hands=Hands.parse("AA/*")))),
    "simulate, played": Asked("simulate", link(urls.SIMULATE, SIMULATED)),
    "compare": Asked("compare"),
    "compare, played": Asked("compare", link(urls.COMPARE, COMPARED)),
    "diagnose": Asked("diagnose"),
    "diagnose, asked": Asked("diagnose", link(urls.DIAGNOSE, at.DiagnoseScreen(cases=(CASE,)))),
    "questions": Asked("questions"),
    "question": Asked("questions", link(urls.QUESTIONS, at.QuestionsScreen(asked="aces"))),
    "question, answered": Asked(
        "questions", link(urls.QUESTIONS, at.QuestionsScreen(asked="aces", answered=True))
    ),
    "rules": Asked("rules"),
    "packs": Asked("packs"),
    "packs, not counted": Asked("packs", link(urls.PACKS, at.PacksScreen(pack=Pack(5, 2)))),
    "records": Asked("records"),
    "literature": Asked("literature"),
    "claim": Asked("literature", link(urls.LITERATURE, at.LiteratureScreen(claim="flawless"))),
}
ANSWERS: Final = {
    "a page": Asked("/", GAME),
    "a page in a frame": Asked("/", f"{GAME}&embed=true"),
    "another host's name": Asked("/", host="war.example.org"),
    "what is closed": Asked("/_stcore/metrics"),
    "too many fields": Asked("/", "&".join(["a=1"] * 1_001)),
    "no page": Asked("/nonsense"),
    "no page by a name with a capital": Asked("/Nonsense"),
    "the game by its name": Asked("/game", "deal=AKQ%2FKQJ"),
    "a script": Asked(f"/static/js/{SCRIPT}"),
    "a picture": Asked("/card.png", GAME),
    "a picture of a damaged link": Asked("/card.png", f"{GAME[:-1]}_"),
    "a picture of no page": Asked("/card.png", "of=nothing"),
}


@pytest.fixture(autouse=True)
def _however_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no test depend on how busy the machine is."""
    monkeypatch.setattr(previews, "SECONDS", 60.0)
    monkeypatch.setattr(previews, "CARD_SECONDS", 60.0)


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> ASGIApp:
    simulated, compared = tallies.tally(SIMULATED.job, 0, 200), paired.tally(COMPARED.job, 0, 200)
    played: dict[Job, Any] = {SIMULATED.job: simulated, COMPARED.job: compared}
    state = {job: Run(job, State.FINISHED, summary=of, spans=((0, 200),)) for job, of in played.items()}
    monkeypatch.setattr(runs(), "get", lambda job: state.get(job) or Run(job, State.ABSENT))
    monkeypatch.setattr(runs(), "start", Mock(side_effect=AssertionError))
    previews._CARDS.clear()
    return Gate(Starlette(routes=previews.routes()))


def answer(app: ASGIApp, asked: Asked) -> Answer:
    path = asked.path if asked.path.startswith("/") else f"/{asked.path}"
    return ask(app, path, asked.query, sent={"host": asked.host, "accept-encoding": "gzip, br"})


def first_html(html: str) -> list[str]:
    """Return what is seen of a page before its scripts run, in order, and what is told of it."""
    html = re.sub(r"<(script|style|svg|noscript)([^>]*)>.*?</\1>", r"<\1\2>…</\1>", html, flags=re.DOTALL)
    html = re.sub(r'<link rel="modulepreload" crossorigin[^>]*>', "", html)  # Streamlit's own
    html = re.sub(r"\.[\w-]{8}\.(js|css|woff2)", r".HASH.\1", html)
    return [line for line in re.sub(r"(<[^/])", r"\n\1", html).splitlines() if line.strip()]


def headers(found: Answer) -> str:
    """Return the status and the headers of an answer but for its length, and hashes without their letters."""
    lines = [f"{name}: {value}" for name, value in sorted(found.headers.items()) if name != "content-length"]
    return "\n".join([str(found.status), *lines]).replace("; ", ";\n    ")


def test_links(slow: Slow, app: ASGIApp, monkeypatch: pytest.MonkeyPatch, reviewed: Reviewed) -> None:
    """What chats read of links, and what stands on their pictures."""
    del slow  # no worker answers
    written = list[str]()
    monkeypatch.setattr(Canvas, "text", lambda _, __, text, *___: written.append(text))
    output = []
    for name, asked in LINKS.items():
        html = answer(app, asked).body.decode()
        tags = re.findall(r"<title>.*?</title>|<meta property[^>]*>", html)
        written.clear()
        answer(app, Asked("/card.png", f"of={asked.path}&{asked.query}"))
        output += [f"# {name}", *(re.sub(r"check=\w+", "check=…", tag) for tag in tags), " | ".join(written)]
    reviewed("\n".join(output))


def test_headers(app: ASGIApp, reviewed: Reviewed) -> None:
    output = []
    for name, asked in ANSWERS.items():
        found = answer(app, asked)
        text = found.headers.get("content-type", "").startswith("text/plain")
        output += [f"# {name}", headers(found), *([found.body.decode()] if text else [])]
    policy = re.sub(r"sha256-[\w+/]+=*", "sha256-…", "\n".join(output))
    reviewed(policy)


@pytest.mark.parametrize("name", ["a page", "a page in a frame", "no page"])
def test_first_html(app: ASGIApp, name: str, reviewed: Reviewed) -> None:
    html = answer(app, ANSWERS[name]).body.decode()
    reviewed("\n".join(first_html(html)))


def answered(path: str, query: str = "") -> tuple[int, str, bytes]:
    """Return status, kind and body of an answer without a gate before it."""
    found = ask(Starlette(routes=previews.routes()), path, query)
    return found.status, found.headers["content-type"], found.body


def page(path: str, query: str) -> str:
    *kind, body = answered(path, query)
    assert kind == [200, "text/html; charset=utf-8"]
    return body.decode()


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
    shown = Card((Part("<b>1</b> & 2"),), "", "")
    monkeypatch.setattr(previews, "preview", lambda *_: (shown, None))
    monkeypatch.setattr(previews, "_OPENINGS", {})
    previews.prepare()
    html = page("/", GAME)
    assert '<p class="verdict">&lt;b&gt;1&lt;/b&gt; &amp; 2</p>' in html
    assert "<b>1" not in html
    picture, other = answered("/card.png", GAME), Card((Part("2"),), "", "")
    monkeypatch.setattr(previews, "preview", lambda *_: (other, None))
    assert answered("/card.png", GAME) != picture  # of the same screen with other words
    monkeypatch.setattr(previews, "preview", lambda *_: time.sleep(1))
    monkeypatch.setattr(previews, "SECONDS", 0.01)
    monkeypatch.setattr(previews, "CARD_SECONDS", 0.01)
    assert '<p class="verdict">War Room</p>' in page("/", GAME)
    assert '<p class="verdict">&lt;b&gt;1&lt;/b&gt; &amp; 2</p>' in page("/", "")
    late = 503, "text/plain; charset=utf-8", b"This picture takes too long just now.\n"
    assert answered("/card.png", GAME) == late


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


def test_nothing_of_a_query_becomes_html() -> None:
    attack = 'v=1&rules="><script>alert(1)</script>&check=\'"><img src=x>'
    for query in (attack, quote(attack, safe="&="), f'{GAME}&utm="><script>x</script>'):
        html = page("/", query)
        assert "<script>alert" not in html
        assert "<script>x" not in html
        assert "<img" not in html


def test_a_card_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = answered("/card.png", GAME)
    monkeypatch.setattr(previews, "png", lambda _: b"drawn again")
    assert answered("/card.png", GAME) == first
    turned = "&".join(reversed(GAME.split("&")))
    assert answered("/card.png", f"of=&{turned}&fbclid=1") == first


def test_a_diagnosis_says_what_was_found_once_it_was(reviewed: Reviewed) -> None:
    answers.TASKS.clear()
    output = []
    for expected, got in (("2 26", "2 34"), ("1 3", "1 4"), ("1 3", "1 3"), ("1 3", "3 1"), ("1 3", "1 77")):
        screen = at.DiagnoseScreen(
            cases=(at.AskedCase(deal=Deal.parse("AKQ/KQJ"), expected=expected, got=got),)
        )
        query = link(urls.DIAGNOSE, screen)
        assert "Find the mistake in your program." in page("/diagnose", query)
        answers.diagnosis(question(screen), None, patience=60.0)
        tags = re.findall(r'og:(?:title|description)" content="(.*?)"', page("/diagnose", query))
        output += [f"{got} for {expected}: {' | '.join(tags)}"]
    reviewed("\n".join(output))


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
def test_the_tabs_name(params: dict[str, str], name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    config = Mock(side_effect=st.set_page_config)
    monkeypatch.setattr(st, "set_page_config", config)
    opened_at("game", params)
    assert config.call_args.kwargs["page_title"] == f"{name} · War Room"


@pytest.mark.parametrize("path", ["/index.html", "/favicon.png", "/_stcore/health", "/rules/_stcore/health"])
def test_what_streamlit_answers_is_left_to_it(path: str) -> None:
    assert "War Room" not in answered(path)[2].decode()
