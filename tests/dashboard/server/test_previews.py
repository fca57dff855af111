"""What a chat reads of a link: tags in the page, and the picture, asked as a chat would ask."""

import base64
import hashlib
import io
import re
import time
from concurrent.futures import Future
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
import streamlit as st
from apps import awaited, opened_at
from PIL import Image, ImageFont
from starlette.applications import Starlette
from starlette.types import Message

import dashboard
from dashboard import urls
from dashboard.cache import answers as asking
from dashboard.cache.answers import TASKS
from dashboard.charts.style import THEMES
from dashboard.files import card as files_card
from dashboard.files.card import _TITLES, SIZE, Canvas, Card, _lines, png
from dashboard.server import previews
from dashboard.server.gate import policy_headers
from dashboard.ui import streamlit_fixes
from dashboard.ui.preview import Preview
from dashboard.ui.streamlit_fixes import LOADING, chart_script
from dashboard.urls.codecs import question
from dashboard.urls.links import to_query
from dashboard.urls.screens import (
    AskedCase,
    CompareScreen,
    DiagnoseScreen,
    GameScreen,
    LiteratureScreen,
    PacksScreen,
    SimulateScreen,
)
from engine import Deal
from engine.cards import Pack
from engine.diagnose import diagnose
from engine.jobs.job import Job
from engine.jobs.runs import Run, State, runs
from engine.jobs.settings import Settings
from engine.library.claim_results import headline
from engine.rules import PLAYABLE
from engine.simulation import paired
from engine.simulation.tallies import tally
from engine.wording.sentences import Part, plain, sentence

TAG = re.compile(r'<meta property="([^"]+)" content="([^"]*)">')
GAME = to_query(urls.GAME.to_params(GameScreen(given=Deal.parse("AKQ/KQJ"), rule_set="codingame")))
STUDY = SimulateScreen(games=300)
PAIR = CompareScreen(games=200, rule_sets=("code-golf", "codingame"))
EIGHT = CompareScreen(games=20, rule_sets=tuple(PLAYABLE)[:8])


def asked(path: str, query: str = "", agent: str = "") -> tuple[int, dict[str, str], bytes]:
    """Return status, headers and body of an answer."""
    messages: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        messages.append(message)

    scope = {
        "type": "http",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "query_string": query.encode("ascii"),
        "headers": [(b"host", b"127.0.0.1:8501"), (b"user-agent", agent.encode())],
        "server": ("127.0.0.1", 8501),
    }
    awaited(Starlette(routes=previews.routes())(scope, receive, send))
    headers = {name.decode(): value.decode() for name, value in messages[0]["headers"]}
    return messages[0]["status"], headers, b"".join(message.get("body", b"") for message in messages)


def page(path: str, query: str) -> str:
    status, headers, body = asked(path, query)
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    return body.decode()


def card(query: str) -> Image.Image:
    status, headers, body = asked("/card.png", query)
    assert (status, headers["content-type"]) == (200, "image/png"), body
    return Image.open(io.BytesIO(body))


def ink_of_picture(image: Image.Image) -> set[tuple[int, ...]]:
    """Return the colours of the card between its line and its foot."""
    colours = image.convert("RGB").crop((64, 280, 1136, 530)).getcolors(1 << 20)
    assert colours
    return {colour for games, colour in colours if games > 200 and isinstance(colour, tuple)}


@pytest.fixture(autouse=True)
def _however_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no test depend on how busy the machine is, nor open types for each that asks."""
    monkeypatch.setattr(previews, "SECONDS", 60.0)
    monkeypatch.setattr(previews, "CARD_SECONDS", 60.0)
    monkeypatch.setattr(previews, "open_types", lambda: None)


@pytest.fixture
def finished(monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """Have every run be finished that is looked at, and note what is started."""
    started: list[Job] = []
    summaries = {
        STUDY.job: tally(STUDY.job, 0, STUDY.games),
        PAIR.job: paired.tally(PAIR.job, 0, PAIR.games),
        EIGHT.job: paired.tally(EIGHT.job, 0, EIGHT.games),
    }
    monkeypatch.setattr(
        runs(), "get", lambda job: Run(job, State.FINISHED, summary=summaries[job], spans=((0, job.games),))
    )
    monkeypatch.setattr(runs(), "start", started.append)
    return started


def test_a_game_says_its_verdict_and_its_rules() -> None:
    html = page("/", GAME)
    assert "<title>Player 1 wins after 3 rounds. · War Room</title>" in html
    assert '<meta property="og:title" content="Player 1 wins after 3 rounds.">' in html
    assert "6 cards by the rules of CodinGame." in html
    assert f'content="http://127.0.0.1:8501/card.png?{GAME.replace("&", "&amp;")}"' in html
    assert "./static/js/index" in html


def test_its_card_says_the_verdict_why_and_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    image = card(GAME)
    assert (image.size, image.format) == (SIZE, "PNG")
    written: list[str] = []
    monkeypatch.setattr(Canvas, "text", lambda _, __, text, *___: written.append(text))
    previews._CARDS.clear()
    assert asked("/card.png", GAME)[0] == 200
    assert "".join(written).startswith("Player 1 wins after 3 rounds.")
    assert "Player 2 has no cards left." in written
    assert "6 cards by the rules of CodinGame" in written
    previews._CARDS.clear()


@pytest.mark.parametrize("path", ["/", "/simulate", "/rules"])
def test_the_script_that_every_page_runs_first_is_one_that_the_policy_lets_run(path: str) -> None:
    html = page(path, "")
    script = html.partition('<script data-charts="')[2].partition(">")[2].partition("</script>")[0]
    assert "MutationObserver" in script
    assert html.index("MutationObserver") < html.index("static/js/index")
    known = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"'sha256-{known}'" in policy_headers("")["Content-Security-Policy"]
    assert (f'data-charts="static/js/{chart_script()}"' in html) == (path != "/rules")


EARLY = re.compile(r'<div class="early">(.*?)</div>', re.DOTALL)


@pytest.mark.parametrize(
    ("path", "query", "verdict"),
    [
        ("/", GAME, "Player 1 wins after 3 rounds."),
        ("/", "", "Player 1 wins after 498 rounds and 36 wars; the deepest went 3 deep."),
        ("/rules", "", "Code golf: the rules in plain words"),
        ("/", f"{GAME[:-1]}_", "This link cannot be opened."),
    ],
)
def test_the_first_answer_shows_the_verdict_before_the_browser_asks_for_anything_else(
    path: str, query: str, verdict: str
) -> None:
    html = page(path, query)
    (early,) = EARLY.findall(html)
    assert re.findall("<p[^>]*>([^<]*)</p>", early) == [verdict, LOADING]
    assert "<svg" in early
    # What waits for a style is not shown before that has come.
    assert html.index('class="early"') < html.index('rel="stylesheet"') < html.index('<div id="root">')
    assert html.count('rel="stylesheet"') == 1
    for theme in THEMES.values():
        assert f"--paper: {theme.paper}; --ink: {theme.ink}" in html
    assert html.index("prefers-color-scheme: dark") < html.index(THEMES["dark"].paper)


def test_a_verdict_that_is_not_there_in_time_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previews, "preview", lambda *_: Preview("<b>1</b> & 2", "", Card((), "", "")))
    assert '<p class="verdict">&lt;b&gt;1&lt;/b&gt; &amp; 2</p>' in page("/", GAME)
    monkeypatch.setattr(previews, "preview", lambda *_: time.sleep(1))
    monkeypatch.setattr(previews, "SECONDS", 0.01)
    assert '<p class="verdict">War Room</p>' in page("/", GAME)


def test_inside_of_another_sites_page_nothing_but_the_ground_comes_first() -> None:
    html = page("/", f"{GAME}&embed=true")
    assert not EARLY.findall(html)
    assert "prefers-color-scheme: dark" in html
    assert "Early Serif" not in html


def test_room_is_kept_for_what_a_page_has() -> None:
    folder = Path(dashboard.__file__).parent
    code = "".join(path.read_text("utf-8") for path in folder.rglob("*.py"))
    keys = {*re.findall(r"st-key-([a-z_]+)", streamlit_fixes._style())}
    assert len(keys) > 20
    # Some are made of the page and a name: `diagnose_deal`; others are called as what they choose.
    named = {key: {key, key.partition("_")[2], key.rpartition("_")[2]} - {""} for key in keys}
    assert [
        key for key, names in named.items() if not any(re.search(rf"\b{name}(\b|_)", code) for name in names)
    ] == []


def test_a_link_without_a_word_shows_the_opening_game() -> None:
    html = page("/", "")
    assert 'og:title" content="Player 1 wins after 498 rounds and 36 wars' in html
    assert 'og:image" content="http://127.0.0.1:8501/card.png">' in html


def test_a_study_says_its_shares_and_draws_them(finished: list[Job]) -> None:
    query = to_query(urls.SIMULATE.to_params(STUDY))
    assert "of games never end" in page("/simulate", query)
    assert {(0x00, 0x72, 0xB2), (0xD5, 0x5E, 0x00)} <= ink_of_picture(card(f"of=simulate&{query}"))
    assert not finished


def test_a_comparison_says_what_changes_and_draws_a_bar_for_each(finished: list[Job]) -> None:
    query = to_query(urls.COMPARE.to_params(PAIR))
    html = page("/compare", query)
    assert "of deals" in html
    assert "Code golf, CodinGame." in html
    assert {(0x00, 0x72, 0xB2), (0xD5, 0x5E, 0x00)} <= ink_of_picture(card(f"of=compare&{query}"))
    assert not finished


def test_a_small_pack_says_its_fractions_and_a_larger_one_where_it_was_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = PacksScreen(pack=Pack(3, 1), rule_set="6.LOSER_FIRST.LOSES.DRAW.HIGH")
    query = to_query(urls.PACKS.to_params(screen))
    with monkeypatch.context() as context:
        context.setattr(asking, "HERE", 5)
        assert 'og:title" content="All 6 deals of a pack of 3x1"' in page("/packs", query)
    assert 'og:title" content="Player 1 wins 1/2, player 2 1/6, 1/3 never end."' in page("/packs", query)
    assert card(f"of=packs&{query}").size == SIZE


def test_a_published_figure_is_told_with_ours() -> None:
    html = page("/literature", to_query(urls.LITERATURE.to_params(LiteratureScreen(claim="flawless"))))
    assert 'og:title" content="One player wins 26 rounds in a row once in 159,620,171.7 games"' in html
    assert "Ours: 1 in 159,620,171.7. They agree." in html
    assert f'og:title" content="{headline()[0]}"' in page("/literature", "")


def test_games_that_nobody_played_are_not_played_for_a_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Job] = []
    monkeypatch.setattr(runs(), "start", started.append)
    screen = SimulateScreen(games=987_654, seed=99)
    query = to_query(urls.SIMULATE.to_params(screen))
    assert 'og:title" content="987,654 games of War"' in page("/simulate", query)
    assert card(f"of=simulate&{query}").size == SIZE
    assert not started
    assert runs().get(screen.job).state is State.ABSENT


@pytest.mark.parametrize(
    "path", ["/", "/simulate", "/compare", "/diagnose", "/rules", "/packs", "/literature"]
)
def test_a_damaged_link_says_so_and_has_no_picture(path: str) -> None:
    damaged = f"{GAME[:-1]}_"
    html = page(path, damaged)
    assert 'og:title" content="This link cannot be opened."' in html
    assert "og:image" not in html
    status, _, body = asked("/card.png", f"of={path[1:]}&{damaged}")
    assert status == 400
    assert body.startswith(b"This link cannot be opened. ")


def test_nothing_of_a_query_becomes_html() -> None:
    attack = 'v=1&rules="><script>alert(1)</script>&check=\'"><img src=x>'
    for query in (attack, quote(attack, safe="&="), f'{GAME}&utm="><script>x</script>'):
        html = page("/", query)
        assert "<script>alert" not in html
        assert "<script>x" not in html
        assert "<img" not in html


CHATS = (
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "WhatsApp/2.23.20.0",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "Twitterbot/1.0",
)
SCREENS = [
    ("", GAME, "Player 1 wins after 3 rounds."),
    ("simulate", "", "100,000 games of War"),
    ("compare", "", "4 rule sets on the same 25,000 deals"),
    ("diagnose", "", "Why does my program lose at War?"),
    ("questions", "", "14 questions people ask about War"),
    ("rules", "", "Code golf: the rules in plain words"),
    ("packs", "", "Player 1 wins 1/3, player 2 2/15, 8/15 never end."),
    ("records", "", "This deal of an ordinary pack never ends."),
    ("literature", "", headline()[0]),
]


@pytest.mark.parametrize(("path", "query", "title"), SCREENS, ids=[path or "game" for path, *_ in SCREENS])
def test_every_page_has_what_chats_show(
    path: str, query: str, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs(), "get", lambda job: Run(job, State.ABSENT))
    pages = {asked(f"/{path}", query, agent=agent)[2].decode() for agent in CHATS}
    (html,) = pages
    tags = {name: unescape(said) for name, said in TAG.findall(html)}
    assert tags["og:title"] == title
    assert len(tags["og:description"]) > 20
    assert "War Room." not in tags["og:description"]
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")
    assert tags["twitter:card"] == "summary_large_image"
    base, image = tags["og:image"][:21], urlsplit(tags["og:image"])
    assert (base, image.path) == ("http://127.0.0.1:8501", "/card.png")
    assert card(image.query).size == SIZE


def test_every_page_that_has_something_to_show_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs(), "get", lambda job: Run(job, State.ABSENT))
    written: list[str] = []
    monkeypatch.setattr(Canvas, "text", lambda _, __, text, *___: written.append(text))
    previews._CARDS.clear()
    shown = {
        "simulate": "Who cannot finish a war loses.",
        "compare": "D CodinGame",
        "rules": "The winner takes the loser’s cards first.",
        "questions": "How long does a game of War last?",
        "literature": "Player 1 wins about 40 % of games",
        "records": "War Room",
        "packs": "8/15",
        "diagnose": "The program says: 2 334",
    }
    for path, words in shown.items():
        written.clear()
        assert asked("/card.png", f"of={path}")[0] == 200
        assert words in written, path


def test_what_was_pasted_is_one_short_line_on_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(Canvas, "text", lambda _, __, text, *___: written.append(text))
    case = AskedCase(deal=Deal.parse("AKQ/KQJ"), expected="2\n26", got="2\t\n34")
    query = to_query(urls.DIAGNOSE.to_params(DiagnoseScreen(cases=(case,))))
    assert asked("/card.png", f"of=diagnose&{query}")[0] == 200
    assert {"AKQ / KQJ", "The judge expects: 2 26", "The program says: 2 34"} <= {*written}
    assert not [text for text in written if "\n" in text or "\t" in text or len(text) > 130]


def test_why_a_link_cannot_be_shown_ends_in_one_full_stop() -> None:
    case = AskedCase(deal=Deal.parse("AKQ/KQJ"), expected="2 26", got="2 34 5")
    query = to_query(urls.DIAGNOSE.to_params(DiagnoseScreen(cases=(case,))))
    said = asked("/card.png", f"of=diagnose&{query}")[2].decode()
    assert said.endswith(" such as 2 26.\n")


def test_no_line_of_a_title_is_wider_than_the_card() -> None:
    title = sentence("Player 1 wins 136/315, *player 2* 136/315, *43/315* are drawn")
    for drawn in _TITLES:
        lines = list(_lines((*title, Part(".")), drawn, 1072))
        assert all(sum(drawn.width(part.text) for part in line) <= 1072 for line in lines)
        said = [plain(tuple(line)) for line in lines]
        assert " ".join(said) == "Player 1 wins 136/315, player 2 136/315, 43/315 are drawn."


def test_a_card_of_no_page_is_refused() -> None:
    assert asked("/card.png", "of=nothing")[0] == 404


def test_a_preview_that_takes_long_is_left_out_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(*_: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(previews, "preview", too_long)
    assert "<title>War Room</title>" in page("/", GAME)
    assert asked("/card.png", GAME)[0] == 503


def test_a_card_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = asked("/card.png", GAME)
    monkeypatch.setattr(previews, "png", lambda _: b"drawn again")
    assert asked("/card.png", GAME) == first
    turned = "&".join(reversed(GAME.split("&")))
    assert asked("/card.png", f"of=&{turned}&fbclid=1") == first


def test_a_diagnosis_is_drawn_once_too(monkeypatch: pytest.MonkeyPatch) -> None:
    first = asked("/card.png", "of=diagnose")
    monkeypatch.setattr(previews, "png", lambda _: b"drawn again")
    assert asked("/card.png", "of=diagnose") == first


def test_types_are_opened_once_before_any_card_is_drawn(
    finished: list[Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[tuple[object, ...]] = []
    truetype = ImageFont.truetype

    def noted(path: Path, size: float) -> ImageFont.FreeTypeFont:
        opened.append((path, size))
        return truetype(path, size)

    monkeypatch.setattr(ImageFont, "truetype", noted)
    files_card._font.cache_clear()
    files_card.open_types()
    beforehand = len(opened)
    assert beforehand >= 10
    previews._CARDS.clear()
    for query in (
        f"of=simulate&{to_query(urls.SIMULATE.to_params(STUDY))}",
        f"of=compare&{to_query(urls.COMPARE.to_params(PAIR))}",
        f"of=compare&{to_query(urls.COMPARE.to_params(EIGHT))}",
        "of=diagnose",
        GAME,
    ):
        assert card(query).size == SIZE
    assert len(opened) == beforehand
    assert not finished


def test_they_are_while_the_server_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: Future[None] = Future()
    monkeypatch.setattr(previews, "open_types", lambda: begun.set_result(None))
    previews.routes()
    begun.result(60)


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


def test_no_word_of_a_verdict_is_missing_on_a_card_without_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(Canvas, "text", lambda _, __, text, *___: written.append(text))
    title = " ".join(["Your program lays no cards face down in a war."] * 5)
    png(Card((Part(title),), "line " * 60, "foot"))
    drawn = "".join(written)
    assert drawn.replace(" ", "").startswith(title.replace(" ", ""))
    assert "line line…" in drawn


@pytest.mark.parametrize(
    ("params", "name"),
    [
        ({}, "Player 1 wins after 498 rounds and 36 wars; the deepest went 3 deep. · War Room"),
        ({"v": "1", "rules": "codingame"}, "This link cannot be opened. · War Room"),
    ],
)
def test_the_tab_is_called_by_what_the_page_says(
    params: dict[str, str], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[str] = []
    config = st.set_page_config

    def noted(**given: Any) -> None:
        names.append(given["page_title"])
        config(**given)

    monkeypatch.setattr(st, "set_page_config", noted)
    opened_at("game", params)
    assert names[-1] == name


@pytest.mark.parametrize("path", ["/nonsense", "/Simulate", "/Game", "/pack"])
def test_where_there_is_no_page_is_said_in_our_words_with_the_way_to_the_game(path: str) -> None:
    status, headers, body = asked(path)
    text = body.decode()
    assert (status, headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "<title>There is no page here · War Room</title>" in text
    assert f"Nothing of War Room stands at <b>{path}</b>." in text
    assert re.findall(r'<a href="([^"]*)">([^<]*)</a>', text) == [("./", "Open the Game page")]


@pytest.mark.parametrize("query", ["", "deal=AKQ%2FKQJ&rules=codingame"])
def test_the_game_is_found_by_its_name_too(query: str) -> None:
    status, headers, _ = asked("/game", query)
    assert (status, headers["location"]) == (307, f"./?{query}" if query else "./")


@pytest.mark.parametrize("path", ["/index.html", "/favicon.png", "/_stcore/health", "/rules/_stcore/health"])
def test_what_streamlit_answers_is_left_to_it(path: str) -> None:
    assert "War Room" not in asked(path)[2].decode()
