"""Words on charts, as a browser draws them: none over another, none outside of its figure."""

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import plotly.graph_objects as go
import pytest
from labels import Figures, all_figures, few_figures
from labels_library import all_of_the_library, few_of_the_library
from playwright.sync_api import Browser, Page
from plotly.offline import get_plotlyjs
from steps import LETTERS, letters

pytestmark = pytest.mark.browser

# Pixels of a chart on a phone, beside another, and alone.
PHONE, PAIRED, ALONE = 358, 520, 1_000

MEASURE = (Path(__file__).parent / "labels.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def paper(browser: Browser) -> Iterator[Page]:
    """Give a page with nothing but Plotly and the letters of the dashboard."""
    page = browser.new_page()
    page.set_content(f'<style>{letters()}</style><body style="margin: 0; {LETTERS}">letters <b>in bold</b>')
    page.add_script_tag(content=get_plotlyjs())
    assert page.evaluate("document.fonts.ready.then((fonts) => fonts.check('12px \"Source Sans\"'))")
    yield page
    page.close()


def faults(paper: Page, figures: Figures, width: int) -> list[str]:
    """Return which words meet or leave their figure, each figure drawn once however often it comes."""
    drawn = {figure.to_json(): name for name, figure in figures}
    sent = [[name, json.loads(figure)] for figure, name in drawn.items()]
    output: list[str] = paper.evaluate(f"([figures, width]) => ({MEASURE})(figures, width)", [sent, width])
    return output


def test_no_words_meet_on_a_phone(paper: Page) -> None:
    assert faults(paper, chain(few_figures(), few_of_the_library()), PHONE) == []


@pytest.mark.slow
@pytest.mark.parametrize("width", [PHONE, PAIRED, ALONE])
def test_no_words_meet_at_any_width(paper: Page, width: int) -> None:
    assert faults(paper, chain(all_figures(), all_of_the_library()), width) == []


def test_words_that_meet_or_leave_are_seen(paper: Page) -> None:
    words = [{"text": text, "x": 1, "y": 1} for text in ("one", "other")]
    outside = {"text": "outside", "x": 1, "y": 0, "xshift": 300}
    layout = {"height": 200, "annotations": [*words, outside]}
    met, left = faults(paper, iter([("drawn", go.Figure(layout=layout))]), PHONE)
    assert met == 'drawn: "one" meets "other"'
    assert left.startswith('drawn: "outside" leaves the figure by')
