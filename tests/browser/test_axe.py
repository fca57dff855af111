"""Accessibility of every page, as axe finds it: on a desk and on a phone, in both themes."""

import pytest
from browser_pages import PAGES
from steps import SCREENS, Follower, Scheme, settled, violations

pytestmark = pytest.mark.browser

OPENS = {"compare": "Questions worth asking", "rules": "What the sources leave open"}
"""What is opened first of what a page folds away."""


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("scheme", "width"), SCREENS)
def test_axe_finds_nothing(follow: Follower, name: str, scheme: Scheme, width: int) -> None:
    page = follow(PAGES[name], width=width, scheme=scheme)
    if name in OPENS:
        page.get_by_text(OPENS[name]).click()
        settled(page)
    assert violations(page) == []
