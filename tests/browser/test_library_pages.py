"""Accessibility of the pages that one reads, in the theme whose contrasts are the harder ones."""

import pytest
from steps import Opener, Scheme, go, settled, violations

from dashboard.address import QUESTIONS
from dashboard.address.library import QuestionsScreen
from dashboard.address.link import to_query

ANSWER = f"questions?{to_query(QUESTIONS.to_params(QuestionsScreen(asked='quick', guess=3)))}"


@pytest.mark.parametrize(
    ("scheme", "width"), [("dark", 1440), pytest.param("light", 390, marks=pytest.mark.slow)]
)
def test_axe_finds_nothing_in_the_library(open_page: Opener, scheme: Scheme, width: int) -> None:
    page = open_page("records", width=width, scheme=scheme)
    faults = {}
    for name in ("records", "literature", "packs", "questions", ANSWER):
        if name == ANSWER:  # where the bare page was loaded
            go(page, at(page.url, name))
        elif name != "records":
            page.goto(at(page.url, name))
            settled(page)
        faults[name] = violations(page)
    assert not any(faults.values()), faults


def at(url: str, name: str) -> str:
    """Return the address of another page of the same server."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.split('/')[0]}/{name}"
