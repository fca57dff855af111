"""Accessibility of the pages that one reads, in the theme whose contrasts are the harder ones."""

import pytest
from steps import Opener, Scheme, go, violations

from dashboard.urls import QUESTIONS
from dashboard.urls.links import to_query
from dashboard.urls.screens import QuestionsScreen

LOADED = "literature", "records", "packs", "questions"
ANSWERED = f"questions?{to_query(QUESTIONS.to_params(QuestionsScreen(asked='quick', guess=3)))}"


@pytest.mark.parametrize(
    ("scheme", "width"), [("dark", 1440), pytest.param("light", 390, marks=pytest.mark.slow)]
)
def test_axe_finds_nothing_in_the_library(open_page: Opener, scheme: Scheme, width: int) -> None:
    faults = {}
    for name in LOADED:
        page = open_page(name, width=width, scheme=scheme)
        faults[name] = violations(page)
    go(page, at(page.url, ANSWERED))
    faults[ANSWERED] = violations(page)
    assert not any(faults.values()), faults


def at(url: str, name: str) -> str:
    """Return the address of another page of the same server."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.split('/')[0]}/{name}"
