"""Where things stand on a screen of each width, as far as the server decides it."""

from collections.abc import Hashable, Iterator
from typing import Any

import pytest
import streamlit as st
from apps import APP, facts_of, switch_page
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block

from dashboard.charts import records
from dashboard.charts.game.decks import effect
from dashboard.components import width as width_module
from dashboard.components.width import COOKIE, Width, _guessed
from dashboard.examples.facts import FACTS
from dashboard.ui.frame import card
from dashboard.urls import COMPARE, GAME, QUESTIONS, RECORDS, RULES, SIMULATE
from dashboard.urls.links import Codec
from dashboard.urls.screens import (
    CompareScreen,
    GameScreen,
    QuestionsScreen,
    RecordsScreen,
    RulesScreen,
    Screen,
    SimulateScreen,
)
from engine import Deal, play
from engine.cards import Pack
from engine.rules import PLAYABLE, Rules
from engine.wording.sentences import plain

PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148"
)
DESK = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36"


@pytest.mark.parametrize(
    ("headers", "step"),
    [
        ({}, Width.WIDE),
        ({"User-Agent": DESK}, Width.WIDE),
        ({"User-Agent": PHONE}, Width.SMALL),
        ({"User-Agent": DESK, "Sec-Ch-Ua-Mobile": "?1"}, Width.SMALL),
        ({"User-Agent": DESK, "Sec-Ch-Ua-Mobile": "?0"}, Width.WIDE),
    ],
)
def test_before_the_browser_tells_its_width_it_is_guessed(headers: dict[str, str], step: Width) -> None:
    assert _guessed(headers) is step


def test_a_page_is_laid_out_for_the_width_that_it_noted_as_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = {COOKIE: "medium"}
    monkeypatch.setattr(type(st.context), "cookies", noted)
    assert width_module._width() is Width.MEDIUM
    noted[COOKIE] = "<b>"
    assert width_module._width() is Width.WIDE


def opened(step: str, view: str, codec: Codec[Any], screen: Screen) -> AppTest:
    app = AppTest.from_file(APP, default_timeout=60)
    app.session_state["width"] = {"step": step}
    switch_page(app, view)
    for name, value in codec.to_params(screen).items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


ASKED = [
    ("game", GAME, GameScreen(seed=3, game=1204), "**Code golf**: deal 1,204 of seed 3"),
    ("game", GAME, GameScreen(given=Deal.parse("23/4")), "**Code golf**: The smallest endless deal"),
    ("game", GAME, GameScreen(given=Deal.parse("2345/6789")), "**Code golf**: a deal of 8 cards"),
    (
        "simulate",
        SIMULATE,
        SimulateScreen(rule_set="norvig", games=1000, seed=7),
        "**Norvig**, 1,000 games, seed 7",
    ),
    (
        "compare",
        COMPARE,
        CompareScreen(
            rule_sets=("code-golf", "codingame", "norvig"), games=10, pack=Pack.parse("6x4"), seed=1
        ),
        "**Code golf, CodinGame and Norvig**, 24 cards, 10 games, seed 1",
    ),
    (
        "compare",
        COMPARE,
        CompareScreen(rule_sets=("code-golf", "1.WINNER_FIRST.LOSES.DRAW.HIGH"), games=10, seed=1),
        "**Code golf and Winner’s cards first**, 10 games, seed 1",
    ),
    (
        "compare",
        COMPARE,
        CompareScreen(rule_sets=("code-golf",), sweep="pickup", games=10, seed=1),
        "**Code golf: pick-up varied**, 10 games, seed 1",
    ),
]


@pytest.mark.parametrize(("view", "codec", "screen", "line"), ASKED)
def test_without_room_for_a_rail_what_is_asked_for_stands_in_one_line(
    view: str, codec: Codec[Any], screen: Screen, line: str
) -> None:
    for step in ("small", "medium"):
        app = opened(step, view, codec, screen)
        folded = next(expander for expander in app.expander if expander.label == line)
        assert folded.selectbox
        assert line not in [expander.label for expander in opened("wide", view, codec, screen).expander]


def test_a_phone_draws_the_first_picture_of_the_records_and_the_others_once_they_are_wanted() -> None:
    phone = opened("small", "records", RECORDS, RecordsScreen())
    assert len(phone.get("plotly_chart")) == 1
    # Below each other, even where Streamlit would still put them beside each other.
    assert len(opened("wide", "records", RECORDS, RecordsScreen()).columns) == len(phone.columns) + 3
    folded = [expander.label for expander in phone.expander]
    assert any(records.BEATING_TITLE in label for label in folded)
    phone.session_state["ring_picture"] = True
    phone.run()
    assert not phone.exception
    assert len(phone.get("plotly_chart")) == 2
    assert len(opened("wide", "records", RECORDS, RecordsScreen()).get("plotly_chart")) == 3


@pytest.mark.parametrize(
    ("view", "codec", "screen", "beside"),
    [
        ("game", GAME, GameScreen(given=Deal.parse("A/K")), True),
        ("records", RECORDS, RecordsScreen(), False),
    ],
)
def test_on_a_phone_a_long_line_has_the_whole_width_and_a_short_one_stands_beside_the_signs(
    view: str, codec: Codec[Any], screen: Screen, beside: bool
) -> None:
    for step in ("small", "wide"):
        app = opened(step, view, codec, screen)
        line = next(element.value for element in app.main.markdown if element.value.startswith(":gray["))
        row = next(block for block in blocks(app.main) if block.get("bidi_component") and in_one_line(block))
        assert (line in [element.value for element in row.markdown]) == (beside or step == "wide")


@pytest.mark.parametrize(
    ("line", "said", "beside"),
    [
        ("x" * 80, None, True),
        ("x" * 81, None, False),
        ("x" * 40, "y" * 40, True),
        ("x" * 40, "y" * 41, False),
        ("**" + "x" * 80 + "**", None, True),
    ],
)
def test_a_note_of_more_than_four_lines_beside_the_signs_of_a_phone_goes_under_the_verdict(
    line: str, said: str | None, beside: bool
) -> None:
    def page(line: str, said: str | None) -> None:
        from dashboard.ui.frame import verdict_row
        from dashboard.ui.state import GAME

        verdict_row(GAME, "It is over.", line, said=said)

    app = AppTest.from_function(page, args=(line, said))
    app.session_state["width"] = {"step": "small"}
    app.run()
    assert not app.exception
    (row,) = filter(in_one_line, blocks(app.main))
    assert [len(row.markdown), len(row.text)] == [int(beside), int(beside and said is not None)]
    assert [len(app.main.markdown), len(app.main.text)] == [1, int(said is not None)]


PAGES = ["Game", "Simulate", "Compare", "Diagnose", "Questions"]
"""The pages that a phone shows in one row of words; the others stand in the menu behind them."""


def test_on_a_phone_the_pages_are_words_and_tables_are_cards() -> None:
    phone = opened("small", "rules", RULES, RulesScreen())
    assert [element.proto.label for element in phone.get("page_link")][: len(PAGES) + 1] == [*PAGES, "Rules"]
    assert any(":gray[Picks up] " in element.value for element in phone.markdown)
    desk = opened("wide", "rules", RULES, RulesScreen())
    assert "Simulate" not in [element.proto.label for element in desk.get("page_link")]
    assert len(phone.table) < len(desk.table)


@pytest.mark.parametrize(
    ("view", "codec", "screen", "word"),
    [("rules", RULES, RulesScreen(), "**Library**"), ("game", GAME, GameScreen(seed=3), "Library")],
)
def test_on_a_phone_the_library_is_one_word_that_says_whether_one_is_in_it(
    view: str, codec: Codec[Any], screen: Screen, word: str
) -> None:
    app = opened("small", view, codec, screen)
    menu = next(block for block in blocks(app.main) if block.type == "popover")  # the first on the page
    assert menu.proto.popover.label == word
    inside = [element.proto.label for element in menu.get("page_link")]
    assert inside[0] == "Rules"
    assert not set(inside) & set(PAGES)


def in_one_line(block: Block) -> bool:
    """Say whether the parts of a block stand side by side whatever the width."""
    flex = block.proto.flex_container
    return flex.direction == flex.HORIZONTAL and not flex.wrap


def blocks(block: Block) -> Iterator[Block]:
    """Yield every part of a page that holds others."""
    for child in block.children.values():
        if isinstance(child, Block):
            yield child
            yield from blocks(child)


def test_a_row_as_a_card_says_what_its_columns_are() -> None:
    row: dict[Hashable, str] = {"Rule set": "**A**", "Wins": "1", "Rounds": "498"}
    assert card(row) == "**A**  \n:small[:gray[Wins] 1\N{NO-BREAK SPACE}· :gray[Rounds] 498]"


GOLF = PLAYABLE["code-golf"]


@pytest.mark.parametrize(
    ("deal", "rules", "line"),
    [
        ("23/4", GOLF, "Nothing changes: it never ends, as with Before."),
        ("AKQ/KQJ", GOLF, "Nothing changes: player 1 wins after 3 rounds, as with Before."),
        (
            "2/3",
            GOLF.changed(order="LOW_WINS"),
            "Now player 1 wins after 1 round; with Before player 2 wins after 1 round.",
        ),
        (
            "22/22",
            GOLF.changed(shortfall="LOSES", both_out="PLAYER_1"),
            "Now player 1 wins after 1 round; with Before it is drawn after 1 round.",
        ),
    ],
)
def test_what_a_changed_rule_does_is_said_in_one_line(deal: str, rules: Rules, line: str) -> None:
    now, before = (play(Deal.parse(deal), by) for by in (rules, GOLF))
    assert plain(effect(now, before, "Before")) == line


def test_a_game_that_was_only_cut_off_is_not_called_drawn() -> None:
    deal = Deal.parse("AKQJ/2345")
    cut, whole = play(deal, GOLF, limit=2), play(deal, GOLF)
    line = "Now it is stopped after 2 rounds; with Before player 1 wins after 4 rounds."
    assert plain(effect(cut, whole, "Before")) == line


def _in_order(app: AppTest, *keys: str) -> list[str]:
    """Return those of some keys and headings that stand on a page, in its order."""
    stand = [str(getattr(part, "key", None) or getattr(part, "value", "")) for part in app.main]
    return [name for name in stand if name in keys]


@pytest.mark.parametrize(("step", "depth"), [("small", False), ("medium", False), ("wide", True)])
def test_a_narrow_screen_leaves_out_of_the_verdict_how_deep_the_wars_went(step: str, depth: bool) -> None:
    app = opened(step, "game", GAME, GameScreen(given=Deal.parse("5234567/6234589")))
    assert ("the deepest went" in str(app.title[0].value)) == depth


def test_on_a_small_screen_the_next_deal_stands_under_the_board_before_the_chances() -> None:
    app = opened("small", "game", GAME, GameScreen(seed=3, game=1204))
    (title,) = (str(heading.value) for heading in app.header if "chance" in str(heading.value))
    assert _in_order(app, "random_deal", title) == ["random_deal", title]


@pytest.mark.parametrize("step", ["small", "wide"])
def test_facts_are_read_row_by_row(step: str) -> None:
    app = opened(step, "game", GAME, GameScreen(seed=3, game=1204))
    assert [fact["title"] for fact in facts_of(app)] == [fact.title for fact in FACTS]


@pytest.mark.parametrize(("step", "columns"), [("small", 0), ("medium", 0), ("wide", 3)])
def test_questions_stand_beside_each_other_where_each_has_a_line(step: str, columns: int) -> None:
    assert len(opened(step, "questions", QUESTIONS, QuestionsScreen()).columns) == columns
