"""What the server answers, as files that were read and approved: headers, tags, first HTML, pictures."""

import re
from typing import Any, Final, NamedTuple

import pytest
from approved import TextFile
from asgi import Answer, ask
from starlette.applications import Starlette
from starlette.types import ASGIApp
from syrupy.assertion import SnapshotAssertion

from dashboard import urls
from dashboard.files.card import Canvas
from dashboard.server import previews
from dashboard.server.gate import Gate
from dashboard.ui.streamlit_fixes import STATIC
from dashboard.urls.links import Codec, to_query
from dashboard.urls.screens import (
    AskedCase,
    DiagnoseScreen,
    GameScreen,
    LiteratureScreen,
    QuestionsScreen,
    Screen,
    SimulateScreen,
)
from engine import Deal
from engine.jobs.runs import Run, State, runs


def link(codec: Codec[Any], screen: Screen) -> str:
    return to_query(codec.to_params(screen))


GAME: Final = to_query(urls.GAME.to_params(GameScreen(given=Deal.parse("AKQ/KQJ"), rule_set="codingame")))
CASE: Final = AskedCase(deal=Deal.parse("AKQ/KQJ"), expected="2\n26", got="2\t\n34")
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
    "simulate, not played": Asked("simulate", link(urls.SIMULATE, SimulateScreen(games=987_654))),
    "compare": Asked("compare"),
    "diagnose": Asked("diagnose"),
    "diagnose, asked": Asked("diagnose", link(urls.DIAGNOSE, DiagnoseScreen(cases=(CASE,)))),
    "questions": Asked("questions"),
    "question": Asked("questions", link(urls.QUESTIONS, QuestionsScreen(asked="aces", answered=True))),
    "rules": Asked("rules"),
    "packs": Asked("packs"),
    "records": Asked("records"),
    "literature": Asked("literature"),
    "claim": Asked("literature", link(urls.LITERATURE, LiteratureScreen(claim="flawless"))),
}
ANSWERS: Final = {
    "a page": Asked("/", GAME),
    "a page in a frame": Asked("/", f"{GAME}&embed=true"),
    "another host's name": Asked("/", host="war.example.org"),
    "what is closed": Asked("/_stcore/metrics"),
    "too many fields": Asked("/", "&".join(["a=1"] * 1_001)),
    "no page": Asked("/nonsense"),
    "the game by its name": Asked("/game", "deal=AKQ%2FKQJ"),
    "a script": Asked(f"/static/js/{SCRIPT}"),
    "a picture": Asked("/card.png", GAME),
    "a picture of a damaged link": Asked("/card.png", f"{GAME[:-1]}_"),
    "a picture of no page": Asked("/card.png", "of=nothing"),
}


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> ASGIApp:
    monkeypatch.setattr(previews, "SECONDS", 60.0)
    monkeypatch.setattr(previews, "CARD_SECONDS", 60.0)
    monkeypatch.setattr(runs(), "get", lambda job: Run(job, State.ABSENT))
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


def test_links(app: ASGIApp, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion) -> None:
    """What chats read of links, and what stands on their pictures."""
    written = list[str]()
    monkeypatch.setattr(Canvas, "text", lambda _, __, text, *___: written.append(text))
    said = []
    for name, asked in LINKS.items():
        html = answer(app, asked).body.decode()
        tags = re.findall(r"<title>.*?</title>|<meta property[^>]*>", html)
        written.clear()
        answer(app, Asked("/card.png", f"of={asked.path}&{asked.query}"))
        said += [f"# {name}", *(re.sub(r"check=\w+", "check=…", tag) for tag in tags), " | ".join(written)]
    assert "\n".join(said) == snapshot(extension_class=TextFile)


def test_headers(app: ASGIApp, snapshot: SnapshotAssertion) -> None:
    said = []
    for name, asked in ANSWERS.items():
        found = answer(app, asked)
        text = found.headers.get("content-type", "").startswith("text/plain")
        said += [f"# {name}", headers(found), *([found.body.decode()] if text else [])]
    policy = re.sub(r"sha256-[\w+/]+=*", "sha256-…", "\n".join(said))
    assert policy == snapshot(extension_class=TextFile)


@pytest.mark.parametrize("name", ["a page", "a page in a frame", "no page"])
def test_first_html(app: ASGIApp, name: str, snapshot: SnapshotAssertion) -> None:
    html = answer(app, ANSWERS[name]).body.decode()
    assert "\n".join(first_html(html)) == snapshot(extension_class=TextFile)
