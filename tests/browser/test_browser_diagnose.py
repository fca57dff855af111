"""The Diagnose page as the person with the failing program uses it: real server, real browser."""

from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from steps import SCREENS, Elsewhere, Follower, Opener, Scheme, settled, violations

from dashboard.examples.facts import CODINGAME, EXAMPLES, GOLF
from dashboard.urls import DIAGNOSE, GAME
from dashboard.urls.links import to_query
from dashboard.urls.screens import AskedCase, DiagnoseScreen
from engine.cards import Deal
from engine.kernels import decide

pytestmark = pytest.mark.browser

GOLF_QUESTION = DiagnoseScreen(cases=(AskedCase(deal=GOLF, expected="True", got="2 334", format="golf"),))
NOTHING_FITS = DiagnoseScreen(cases=(AskedCase(deal=GOLF, expected="True", got="1 7777", format="golf"),))
LOG = "What my program printed, round by round"
WINNER_FIRST = "Your program picks up the winner’s cards first. The judge wants the loser’s first."


def codingame_input() -> str:
    """Return the test of 26 cards as CodinGame shows it."""
    lines = []
    for deck, suits in ((CODINGAME.deck_1, CODINGAME.suits_1), (CODINGAME.deck_2, CODINGAME.suits_2)):
        lines.append(str(len(deck)))
        lines += [CODINGAME.rank_text(rank) + suit.upper() for rank, suit in zip(deck, suits, strict=True)]
    return "\n".join(lines)


def link_to(screen: DiagnoseScreen) -> str:
    return f"diagnose?{to_query(DIAGNOSE.to_params(screen))}"


NO_QUESTION = link_to(DiagnoseScreen())
"""The link of what stands before somebody who comes without one."""


def paste(page: Page, label: str, text: str) -> None:
    page.get_by_label(label, exact=True).fill(text)
    page.keyboard.press("Control+Enter")
    settled(page)


def cards(page: Page, board: int) -> list[str]:
    found: list[str] = (
        page.locator(".board")
        .nth(board)
        .locator("[data-card]")
        .evaluate_all("cards => cards.map(card => card.dataset.card)")
    )
    return found


def test_the_three_pastes_end_in_the_rule_and_the_round(open_page: Opener) -> None:
    page = open_page("diagnose")
    expect(page.locator("h1")).to_contain_text("Paste the deal")
    paste(page, "The deal, as the judge shows it", codingame_input())
    expect(page.get_by_text("Read as CodinGame’s input: 26 and 26 cards.")).to_be_visible()
    paste(page, "The judge expects", "2 26")
    page.get_by_label("My program says", exact=True).fill("2 34")
    page.get_by_role("button", name="Diagnose", exact=False).click()
    settled(page)
    expect(page.locator("h1")).to_contain_text("reads 10 as 1")
    expect(page.get_by_text("The same cards until round 6; in round 7 they part")).to_be_visible()
    expect(page.locator(".board")).to_have_count(2)
    assert cards(page, 0) == ["5♦", "10♠"]
    assert cards(page, 1) == ["5♦", "1♠"]
    expect(page.locator(".board .told").nth(1)).to_have_text("Five beats 1. Player 1 takes both cards. ")


def test_a_bad_answer_is_named_and_the_last_conclusion_stays(open_page: Opener) -> None:
    page = open_page(link_to(GOLF_QUESTION))
    paste(page, "My program says", "2 apples")
    expect(page.get_by_text("Line 1, column 3: found apples")).to_be_visible()
    expect(page.get_by_text("The last question that could be read is still answered here.")).to_be_visible()
    expect(page.locator("h1")).to_have_text(WINNER_FIRST)
    expect(page.locator(".board")).to_have_count(2)


def test_what_can_be_read_in_two_ways_is_asked(open_page: Opener) -> None:
    page = open_page("diagnose")
    paste(page, "The deal, as the judge shows it", "2A3\n4A5")
    expect(page.get_by_text("A can be ten (hex) or the ace (letters). Which is it?")).to_be_visible()
    page.get_by_role("button", name="Letters T J Q K A").click()
    settled(page)
    expect(page.get_by_text("Read as letters T J Q K A: 3 and 3 cards.")).to_be_visible()


def test_an_example_steps_and_leads_to_both_games(context: BrowserContext, follow: Follower) -> None:
    page = follow(NO_QUESTION)
    page.get_by_role("button", name=EXAMPLES["golf"].title).click()
    settled(page)
    expect(page.locator("h1")).to_have_text(WINNER_FIRST)
    judge, program = page.locator(".board").nth(0), page.locator(".board").nth(1)
    expect(judge).to_have_attribute("data-round", "25")
    sent: list[object] = []
    client = context.new_cdp_session(page)
    client.send("Network.enable")
    client.on("Network.webSocketFrameSent", lambda frame: sent.append(frame))
    judge.get_by_role("button", name="Step back").click()
    expect(judge.locator(".heading")).to_have_text("Round 24, a war")
    expect(program.locator(".heading")).to_have_text("Round 25")
    page.wait_for_timeout(600)
    client.detach()
    assert not sent
    parted = sorted(cards(page, 1))
    page.get_by_role("link", name="Open in Game").nth(1).click()
    expect(page.locator(".board")).to_have_count(1)
    settled(page)
    assert sorted(cards(page, 0)) == parted
    expect(page.locator("h1")).to_contain_text("Player 2 wins after 334 rounds")
    expect(page.locator(".board")).to_have_attribute("data-round", "25")
    assert "rules=advent-of-code-22" in page.url


def test_a_copied_link_reproduces_the_conclusion_elsewhere(
    context: BrowserContext, follow: Follower, elsewhere: Elsewhere
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = follow(NO_QUESTION)
    page.get_by_role("button", name=EXAMPLES["log"].title).click()
    settled(page)
    expect(page.locator("h1")).to_contain_text("differs from the judge’s game in round 1")
    page.get_by_role("button", name="Copy link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert len(link) < 2_000
    other = elsewhere(link)
    assert told(other) == told(page)
    assert cards(other, 0) == cards(page, 0)
    for label in ("The deal, as the judge shows it", "The judge expects", LOG):
        assert other.get_by_label(label).input_value() == page.get_by_label(label).input_value()


def test_back_brings_the_question_before(follow: Follower) -> None:
    page = follow(link_to(GOLF_QUESTION))
    paste(page, "My program says", "True")
    expect(page.locator("h1")).to_have_text("Your program gives what the judge expects.")
    page.go_back()
    expect(page.locator("h1")).to_have_text(WINNER_FIRST)
    expect(page.get_by_label("My program says", exact=True)).to_have_value("2 334")


def test_pasted_markup_stays_text_and_loads_nothing(open_page: Opener) -> None:
    page = open_page("diagnose")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    evil = "![x](http://192.0.2.1/x.png) <img src=http://192.0.2.1/y.png>"
    paste(page, "The deal, as the judge shows it", f"{evil}\n{evil}")
    paste(page, "My program says", evil)
    paste(page, LOG, evil)
    page.wait_for_timeout(300)
    assert not [url for url in asked if "192.0.2.1" in url]
    assert page.locator("img[src*='192.0.2.1']").count() == 0


SHOWN = "[data-testid=stMain] :is(h1, h2, h3, table, [role=radiogroup], pre, .board)"
"""Where a conclusion is told: titles, tables, the explanations, deals to run, both boards."""

CONCLUSIONS = {
    "explanation": GOLF_QUESTION,
    "another one": GOLF_QUESTION.changed(
        program="1.LOSER_FIRST.LOSES.DRAW.LOWEST_BEATS_HIGHEST+deck-2-upside-down"
    ),
    "several cases": DiagnoseScreen(
        cases=(
            AskedCase(deal=GOLF, expected="True", got="2 334", format="golf"),
            AskedCase(deal=Deal.parse("AKQ2/JT39"), expected="True", got="1 8", format="golf"),
        ),
        case=1,
    ),
    "none": NOTHING_FITS,
}
"""Beside the log, whose link is copied above."""
QUICK = "another one", "several cases"


def told(page: Page) -> list[str]:
    """Return what the page concludes."""
    return page.locator(SHOWN).all_inner_texts()


@pytest.mark.parametrize(
    "screen",
    [
        pytest.param(screen, id=name, marks=() if name in QUICK else pytest.mark.slow)
        for name, screen in CONCLUSIONS.items()
    ],
)
def test_the_copied_link_of_every_conclusion_shows_the_same_elsewhere(
    context: BrowserContext, follow: Follower, follow_elsewhere: Follower, screen: DiagnoseScreen
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = follow(link_to(screen))
    here = told(page)
    assert len(here) > 2
    page.get_by_role("button", name="Copy link").click()
    other = follow_elsewhere(page.evaluate("navigator.clipboard.readText()"))
    assert told(other) == here


def test_deals_to_run_and_the_judges_game_open_as_they_are_told(
    follow: Follower, elsewhere: Elsewhere, follow_elsewhere: Follower
) -> None:
    page = follow(link_to(GOLF_QUESTION))
    told = page.get_by_role("link", name=", answered ")
    labels = [text.splitlines()[-1] for text in told.all_inner_texts()]  # an icon stands before
    assert labels
    for label, (winner, rounds) in {
        **{label: label.partition(", answered ")[2].split() for label in labels},
        "The judge’s game of it": ("0", None),
        "Your program’s game of it": ("1", "2"),
    }.items():
        address = page.get_by_role("link", name=label).first.get_attribute("href")
        assert address
        screen = GAME.from_params(parse_qs(urlsplit(address).query))
        assert screen
        game = decide(screen.deal, screen.rules)
        assert (str(game.outcome.winner), None if game.cycle else str(game.rounds)) == (winner, rounds), label
    there = elsewhere(urljoin(page.url, address))
    expect(there.locator("h1")).to_contain_text("Player 1 wins after 2 rounds")
    links = page.get_by_role("link", name="Open in Game")  # the program's is followed above
    expect(links).to_have_count(2)
    address = links.first.get_attribute("href")
    assert address
    there = follow_elsewhere(urljoin(there.url, address))
    expect(there.locator(".board")).to_have_attribute("data-round", "25")
    assert sorted(cards(there, 0)) == sorted(cards(page, 0))


def test_a_log_that_makes_no_sense_leaves_the_last_one(open_page: Opener) -> None:
    page = open_page(link_to(EXAMPLES["log"].screen))
    address = page.url
    paste(page, LOG, "segmentation fault")
    expect(page.get_by_text("Line 1, column 1: found no round that can be followed")).to_be_visible()
    expect(page.get_by_text("The last log that could be followed is still followed here.")).to_be_visible()
    expect(page.locator("h1")).to_contain_text("differs from the judge’s game in round 1")
    expect(page.locator(".board")).to_have_count(2)
    assert page.url == address


CUT = "parts => parts.filter(part => part.scrollWidth > part.clientWidth + 1).length"
"""How many parts do not show all that they hold: tables, links, the page."""


@pytest.mark.parametrize(("scheme", "width"), SCREENS)
def test_axe_finds_nothing_in_our_own_parts_and_nothing_is_cut(
    open_page: Opener, scheme: Scheme, width: int
) -> None:
    page = open_page(link_to(GOLF_QUESTION), width=width, scheme=scheme)
    over = page.locator("[data-testid=stMain], [data-testid=stTable], [data-testid=stPageLink] p")
    assert over.evaluate_all(CUT) == 0
    assert violations(page) == []
    paste(page, "My program says", "1 7777")
    expect(page.locator("h1")).to_contain_text("No rule set we know")
    assert over.evaluate_all(CUT) == 0
    paste(page, "The judge expects", "maybe")
    paste(page, LOG, "segmentation fault")
    expect(page.get_by_text("found maybe")).to_be_visible()
    assert violations(page) == []


def test_a_phone_needs_no_sideways_scrolling(follow: Follower) -> None:
    page = follow(link_to(EXAMPLES["log"].screen), width=390, height=844)
    main = page.locator("[data-testid=stMain]")
    assert main.evaluate("element => element.scrollWidth - element.clientWidth") <= 0
    small = page.locator(".board button:visible").evaluate_all(
        "buttons => buttons.map(button => button.getBoundingClientRect().height)"
    )
    assert len(small) == 4
    assert min(small) >= 44
