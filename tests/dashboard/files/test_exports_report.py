"""The report: one whole HTML file in which nothing is loaded, nothing breaks out, and everything is said."""

import base64
import hashlib
import json
from datetime import date
from functools import partial
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest

from dashboard.charts.chart import Drawing, Panel
from dashboard.charts.simulate.charts import simulate_panels
from dashboard.charts.style import THEMES, Theme, layout
from dashboard.components.chart_image import still, without_clicks
from dashboard.files.report import MOST_TABLE_ROWS, report
from engine import PRESETS
from engine.simulation import Study
from engine.simulation.tallies import tally
from engine.wording.sentences import Part

HOSTILE = "</script><script>alert(1)</script><!-- \" onload='x' & é "
VOID = {"meta", "link", "br", "hr", "img", "input"}
HEADLINE = (
    (Part("42.1 % of games never end", "endless"), Part("; "), Part("player 1", "player 1"), Part(" wins.")),
    (Part("3,000 random deals."),),
)


class Read(HTMLParser):
    """Reads a page, refusing whatever is not closed in the order in which it was opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute of <{tag}> is there twice"
        self.elements.append((tag, dict(attrs)))
        self.texts.append((tag, ""))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts.append((self.open[-1], data))

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data[:60]}")

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]

    def text(self, *within: str) -> str:
        return "".join(text for tag, text in self.texts if tag in within or not within)


def read(data: bytes) -> Read:
    page = Read()
    page.feed(data.decode())
    page.close()
    assert page.open == []
    return page


def scripts(page: Read) -> list[str]:
    """Return what stands in each script element: the figures, Plotly, our own."""
    found: list[str] = []
    for tag, text in page.texts:
        if tag == "script" and text == "":
            found.append("")
        elif tag == "script":
            found[-1] += text
    assert len(found) == 3
    return found


def bars(theme: Theme) -> Drawing:
    figure = layout(theme, height=200)
    figure["annotations"] = [{"text": HOSTILE, "x": 0, "y": 1}]
    points = np.arange(5, dtype=np.float32)
    trace = {
        "type": "bar",
        "y": points,
        "hovertemplate": "%{y:,} games<br>click for one of them<extra></extra>",
    }
    return Drawing([trace], figure, None)


def panel(**more: object) -> Panel:
    told = {
        "name": "lengths",
        "title": "Half of the games end within 1,312 rounds",
        "note": "57,879 finished games; 42.1 % never end. Click a bar for a game.",
        "alt": "Histogram of lengths",
        "draw": bars,
        "tabled": partial(
            pd.DataFrame, {"rounds": [12, 1312], "share": [0.123456789, 2.0], "of": ["a", None]}
        ),
    }
    return Panel(**{**told, **more})  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def study() -> Study:
    return Study(rules=PRESETS["programming-challenges"].playable, games=3_000, seed=11)


def made(study: Study, *panels: Panel, link: str = "?v=2&rules=code-golf", games: int | None = None) -> bytes:
    summary = tally(study, 0, games or study.games)
    return report(study, summary, panels, HEADLINE, link, made=date(2026, 3, 9))


def test_a_long_table_says_where_it_stops(study: Study) -> None:
    page = read(made(study, panel(tabled=partial(pd.DataFrame, {"rounds": np.arange(2_500)}))))
    assert len(page.all("td")) == MOST_TABLE_ROWS
    assert "The first 1,000 of 2,500 rows" in page.text("p")


def test_the_figures_are_those_of_the_panels_in_both_themes(study: Study) -> None:
    (chart,) = json.loads(scripts(read(made(study, panel())))[0])
    assert chart["image"] == f"war-room-lengths-programming-challenges-3000-games-{study.key()[:10]}"
    for name, theme in THEMES.items():
        wanted = bars(theme).to_json().replace("\\u003cbr\\u003eclick for one of them", "")
        assert chart[name] == json.loads(wanted)
        assert chart[name]["layout"]["font"]["color"] == theme.ink


def test_nothing_breaks_out_of_its_place(study: Study) -> None:
    hostile = panel(
        title=HOSTILE, note=HOSTILE, alt=HOSTILE, tabled=partial(pd.DataFrame, {HOSTILE: [HOSTILE, None]})
    )
    sentence = (Part(HOSTILE, "player 1"), Part(HOSTILE))
    summary = tally(study, 0, 100)
    page = read(report(study, summary, [hostile], [sentence, sentence], f"https://x/?{HOSTILE}"))
    plain_page = read(made(study, panel()))
    tags = [name for name, _ in page.elements if name not in ("td", "th", "tr", "p", "span", "code", "a")]
    assert tags == [name for name, _ in plain_page.elements if name in set(tags)]
    assert page.text("h2").startswith(HOSTILE)
    assert page.text("h1") + page.text("span")[: len(HOSTILE)] == HOSTILE * 2
    assert page.text("th") == HOSTILE
    assert [div["aria-label"] for div in page.all("div") if "aria-label" in div] == [HOSTILE]
    assert page.all("a") == [{"href": f"https://x/?{HOSTILE}"}]
    unlinked = read(made(study, panel(), link="javascript:alert(1)"))
    assert (unlinked.all("a"), "javascript:alert(1)" in unlinked.text("code")) == ([], True)


def test_the_policy_lets_in_these_scripts_and_stands_before_them(study: Study) -> None:
    page = read(made(study, panel()))
    (policy,) = [meta["content"] for meta in page.all("meta") if meta.get("http-equiv")]
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()) for script in scripts(page)[1:]]
    allowed = " ".join(f"'sha256-{digest.decode()}'" for digest in hashes)
    assert f"; script-src {allowed}; " in str(policy)
    order = [name for name, attributes in page.elements if attributes.get("http-equiv") or name == "script"]
    assert order == ["meta", "script", "script", "script"]


def test_nothing_is_loaded_from_anywhere(study: Study) -> None:
    data = made(study, panel())
    page = read(data)
    for tag, attributes in page.elements:
        assert not {"src", "srcset", "data", "poster", "background", "ping", "style"} & set(attributes), tag
        assert not [name for name in attributes if name.startswith("on")], tag
    assert not {"link", "iframe", "object", "embed", "base", "form", "img"} & {
        tag for tag, _ in page.elements
    }
    style = page.text("style")
    assert "url(" not in style
    assert "@import" not in style
    own = data.decode().replace(max(scripts(page)[1:], key=len), "")
    assert own.count("http://") == own.count("http://www.w3.org/2000/svg") == 1  # a name, never fetched
    assert "https://" not in own
    assert data.count(b"plotly.js v") == 1
    assert len(data) < 5_500_000


def test_no_click_is_promised_where_none_works(study: Study) -> None:
    page = read(made(study, panel()))
    assert "Click" not in page.text("p")
    assert "click for" not in scripts(page)[0]
    assert without_clicks("Click a bar for a game.") == ""
    assert without_clicks("A line; click it for a game, or not. Bands: 95 %.") == "A line. Bands: 95 %."
    rows = [[3, "3 games<br>click for one of them"], [-1, "none"]]
    figure = go.Figure({"data": [{"type": "bar", "y": [1, 2], "customdata": rows}]})
    assert still(figure)["data"][0]["customdata"] == [[3, "3 games"], [-1, "none"]]


def test_the_panels_of_a_study_fit_into_a_report(study: Study) -> None:
    panels = simulate_panels(study, tally(study, 0, study.games))
    data = made(study, *panels)
    page = read(data)
    assert len(json.loads(scripts(page)[0])) == len(panels) > 10
    assert "lick" not in scripts(page)[0]
    assert [div["aria-label"] for div in page.all("div") if "aria-label" in div] == [
        panel.alt for panel in panels
    ]
    assert len(data) < 6_000_000
