"""The boxes of the Diagnose page, filled faster than the page answers."""

import re

import pytest
from playwright.sync_api import Page, expect
from steps import Opener, settled

pytestmark = pytest.mark.browser

PAUSES = (0, 0, 0, 0, 0, 0, 0, 10, 20, 30, 40, 60, 90)
"""Milliseconds between two steps of somebody in a hurry; none at all for one who only pastes."""
DEAL, EXPECTED, GOT = "The deal, as the judge shows it", "The judge expects", "My program says"
QUESTIONS = (("AK2, QJ3 -> True", "AK2_QJ3", "True", "False"), ("3Q, 2K -> False", "3Q_2K", "False", "True"))


def in_a_hurry(page: Page, deal: str, answers: str, *, pause: int = 0, type_at: int = 0) -> None:
    """Paste deals and answers and press, without a look at what the page makes of it."""
    page.get_by_label(DEAL, exact=True).fill(deal)
    page.wait_for_timeout(pause)
    box = page.get_by_label(GOT, exact=True)
    box.fill("")
    box.press_sequentially(answers, delay=type_at) if type_at else box.fill(answers)
    page.wait_for_timeout(pause)
    button = page.get_by_role("button", name="Diagnose")
    expect(button).to_have_count(1)  # while it is drawn anew the one before may still be there
    button.click()


@pytest.mark.parametrize("pauses", [PAUSES[5:9], pytest.param(PAUSES, marks=pytest.mark.slow)])
def test_bursts_leave_what_the_judge_expects(open_page: Opener, pauses: tuple[int, ...]) -> None:
    page = open_page("diagnose")
    for number, pause in enumerate(pauses):
        deal, _, expected, got = QUESTIONS[number % 2]
        in_a_hurry(page, deal, got, pause=pause)
        expect(page).to_have_url(re.compile(f"expected={expected}&.*got={got}"))
        expect(page.get_by_label(EXPECTED, exact=True)).to_have_value(expected)
    settled(page)
    assert page.get_by_label(EXPECTED, exact=True).input_value() == expected
