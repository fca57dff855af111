"""The Rules page without a browser: the table, the words, any two told apart, the sources’ programs."""

import re
from contextlib import nullcontext
from dataclasses import replace
from functools import cache
from unittest.mock import Mock
from urllib.parse import parse_qs

import pytest
import streamlit as st
from apps import label_of, opened_at
from streamlit.testing.v1 import AppTest

from dashboard.cache import answers
from dashboard.examples.facts import CONTRADICTIONS
from dashboard.ui.marks import together
from dashboard.urls import GAME, RULES
from dashboard.urls.screens import RulesScreen
from dashboard.views import rules as views_rules
from dashboard.views.rules import (
    COLUMNS,
    _looking_for,
    left_open,
    neighbours,
    presets_table,
    published_words,
    silences_table,
    suite_table,
    twins,
)
from engine.cards import Deal
from engine.diagnose import Program
from engine.diagnose.suites import kept_suites, suite_files
from engine.game import Reason, play
from engine.rules import PLAYABLE, PRESETS, SETTLED, Order, Pickup, Preset, Rules, Shortfall, Silence
from engine.tables.files import files_zip
from engine.wording.sentences import rules_in_words


def opened(screen: RulesScreen | None = None, **params: str) -> AppTest:
    return opened_at("rules", {**(RULES.to_params(screen) if screen else {}), **params})


def said(app: AppTest) -> str:
    return "\n".join(str(element.value) for element in (*app.header, *app.markdown, *app.text))


def table_with(app: AppTest, column: str, number: int = 0) -> str:
    found = [table.value for table in app.table if column in table.value.columns]
    return str(found[number].to_csv())


def deals_linked(app: AppTest) -> dict[str, tuple[str, str]]:
    """Return label -> (rule set, deal) of every way to a game, each a link that opens."""
    found = {}
    for element in app.get("page_link"):
        proto = element.proto
        params = parse_qs(proto.query_string)
        if params:
            found[label_of(element)] = (params["rules"][0], params["deal"][0])
    return found


def test_every_preset_stands_in_the_table_with_all_its_rules() -> None:
    table = presets_table("code-golf")
    assert len(table) == len(PLAYABLE)
    assert sum(title.startswith("**[Code golf](") for title in cells_of(table, "Rule set")) == 1
    assert row_of(table, "CodinGame")["Both run out"] == "–"
    assert row_of(table, "CodinGame")["Short of cards"] == "draws"
    assert row_of(table, "Bicycle")["Picks up"] == ":gray[*loser’s cards first*]"
    assert row_of(table, "Programming Challenges, as its program plays")["Both run out"] == "player 2"
    assert row_of(table, "Spivey")["Rule set"].endswith("), low wins")
    said_otherwise = [title for title in cells_of(table, "Rule set") if not title.endswith((")", ")**"))]
    assert len(said_otherwise) == sum(rules.order is not Order.HIGH for rules in PLAYABLE.values())


def cells_of(table: list[dict[str, str]], heading: str) -> list[str]:
    return [row[heading] for row in table]


def row_of(table: list[dict[str, str]], title: str) -> dict[str, str]:
    (row,) = [row for row in table if f"[{title}](" in row["Rule set"]]
    return row


def test_every_title_of_the_table_opens_a_deal_by_these_rules() -> None:
    cells = cells_of(presets_table("code-golf"), "Rule set")
    for name, cell in zip(PLAYABLE, cells, strict=True):
        screen = GAME.from_params(parse_qs(cell.partition("(./?")[2].partition(")")[0]))
        assert screen is not None
        assert (screen.rules, screen.given is not None) == (PLAYABLE[name], True)


@cache
def paragraphs() -> list[str]:
    """Return all that the page says in Markdown, as it opens."""
    return [words for each in opened().markdown for words in each.value.split("\n\n")]


@pytest.mark.parametrize("name", PLAYABLE)
def test_every_rule_set_is_told_in_words_with_its_source(name: str) -> None:
    title = f"**{PRESETS[name].title}.**"
    (told,) = [words for words in paragraphs() if words.startswith(title) and "From " in words]
    assert PRESETS[name].source in told
    assert PRESETS[name].note in told
    assert told.count(". ") >= len(rules_in_words(PLAYABLE[name]))


def test_rules_are_called_silent_only_where_the_presets_note_says_so() -> None:
    for preset in PRESETS.values():
        if preset.left_open:
            assert preset.note
            assert "both_out" not in preset.left_open or preset.playable.shortfall is not Shortfall.DRAW


def test_neighbours_are_next_to_a_rule_set_and_never_the_same() -> None:
    for name, rules in PLAYABLE.items():
        found = neighbours(name)
        steps = [len(PLAYABLE[other].apart(rules)) for other in found]
        others = [len(PLAYABLE[other].apart(rules)) for other in SETTLED if PLAYABLE[other] != rules]
        assert steps == sorted(others)[: len(steps)]
        assert 0 not in steps
        assert not {*found} & {*twins(name)}


def test_it_opens_with_the_table_the_words_and_the_deals() -> None:
    app = opened()
    assert (
        app.title[0].value == f"{len(PLAYABLE)} named rule sets, {len({*PLAYABLE.values()})} different games."
    )
    assert "The winner takes the **loser’s cards first**." in said(app).replace("'", "’")
    assert "Codeforces 546C has the same rules." in said(app)
    assert "`3/23`,:violet[Never ends],:blue[Player 1] wins after 2 rounds" in table_with(
        app, "They differ in"
    )
    links = deals_linked(app)
    assert links["3/23 by Advent of Code 22"] == ("advent-of-code-22", "3/23")
    assert links["A deal to open"][0] == "code-golf"


def test_every_way_to_a_game_is_a_link_that_opens() -> None:
    ways = [element.proto.query_string for element in opened().get("page_link")]
    screens = [GAME.from_params(parse_qs(way)) for way in ways if way]
    assert len(screens) > 12
    assert all(screen is not None and screen.given is not None for screen in screens)


def test_two_other_rule_sets_are_told_apart_and_are_in_the_link() -> None:
    app = opened()
    app.selectbox(key="one").set_value("codingame").run()
    app.selectbox(key="other").set_value("programming-challenges-code").run()
    assert app.query_params["one"] == "codingame"
    assert app.query_params["other"] == "programming-challenges-code"
    found = answers.difference(
        Program(PLAYABLE["codingame"]), Program(PLAYABLE["programming-challenges-code"]), "winner"
    )
    assert found is not None
    assert f"`{found.deal.text}`" in table_with(app, "They differ in")
    assert "war by war instead of player 1’s cards first" in said(app)


def test_the_deals_shown_do_tell_the_rule_sets_apart() -> None:
    one, other = PLAYABLE["code-golf"], PLAYABLE["whats-in-a-game"]
    for what in ("winner", "rounds", "end"):
        found = answers.difference(Program(one), Program(other), what)
        assert found is not None
        first, second = (play(found.deal, rules) for rules in (one, other))
        ends = [game.outcome.reason is Reason.CYCLE for game in (first, second)]
        match what:
            case "winner":
                assert first.outcome.winner != second.outcome.winner
                assert ends == [False, False]
            case "rounds":
                assert first.rounds != second.rounds
                assert ends == [False, False]
            case _:
                assert sorted(ends) == [False, True]


def test_equal_rule_sets_are_called_equal() -> None:
    app = opened(RulesScreen(one="code-golf", other="codeforces-546c"))
    assert "These two have the same rules" in said(app)


def test_a_custom_rule_set_of_a_link_is_told_apart_too() -> None:
    code = Rules(face_down=2).code
    app = opened(RulesScreen(one=code, other="code-golf"))
    assert app.selectbox(key="one").value == code
    assert "2 down, otherwise as Code golf" in table_with(app, "They differ in")


def test_a_rule_set_of_chance_has_no_single_deal() -> None:
    app = opened(RulesScreen(rule_set="norvig"))
    assert "It leaves games to chance" in said(app)
    assert "norvig" not in app.selectbox(key="one").options


@pytest.mark.parametrize("name", PLAYABLE)
def test_every_rule_set_can_be_chosen(name: str) -> None:
    app = opened(RulesScreen(rule_set=name))
    assert f"What sets {PRESETS[name].title} apart" in said(app)
    assert PRESETS[name].source in said(app)
    assert "A deal to open" in deals_linked(app)


def test_every_contradiction_has_deals_that_show_it() -> None:
    app = opened()
    links = deals_linked(app)
    for number, each in enumerate(CONTRADICTIONS):
        assert together(each.story) in said(app)
        table = table_with(app, "The program", number)
        assert table.count("`") == 2 * (len(each.whats) + len(each.seen))
        for shown in each.seen:
            assert f"`{shown.deal}`" in table
            assert f"{shown.deal} by the text" in links
    golf, steal = table_with(app, "The program", 1), table_with(app, "The program", 3)
    assert "`2/2`,Drawn after 1 round,:orange[Player 2] wins after 1 round" in golf
    assert "`3/32`,:orange[Player 2] wins after 1 round,:blue[Player 1] wins after 1 round" in steal
    assert "`2/2`,Drawn after 1 round,:violet[Never ends]" in steal


def test_a_percent_sign_stays_on_the_line_of_its_number() -> None:
    app = opened()
    words = said(app) + "".join(table.value.to_csv() for table in app.table)
    assert len(re.findall(r"[0-9]\N{NO-BREAK SPACE}%", words)) >= 5
    assert not re.findall(r"[0-9] %", words)


def test_what_is_kept_is_not_said_to_be_looked_for() -> None:
    golf, other = Program(PLAYABLE["code-golf"]), Program(PLAYABLE["bicycle"])
    custom = Program(Rules(face_down=2, pickup=Pickup.LOSER_FIRST))
    assert isinstance(_looking_for([(golf, other, "any")]), nullcontext)
    assert not isinstance(_looking_for([(golf, other, "any"), (golf, custom, "any")]), nullcontext)


def test_everything_left_open_has_a_deal_that_opens() -> None:
    table = silences_table()
    shown = opened().table[-1].value
    assert shown.to_dict("records") == table
    for (preset, silence), cell in zip(left_open(), cells_of(table, "A deal"), strict=True):
        screen = GAME.from_params(parse_qs(cell.partition("(./?")[2].partition(")")[0]))
        assert screen is not None
        assert screen.rule_set == preset.name
        assert screen.given == Deal.parse(silence.deal)


def test_what_is_left_open_is_what_the_table_shows_in_grey() -> None:
    table = presets_table("code-golf")
    for name, row in zip(PLAYABLE, table, strict=True):
        grey = {rule for rule, heading in COLUMNS.items() if row[heading].startswith(":gray[*")}
        assert grey == PRESETS[name].left_open
    told = [silence for _, silence in left_open()]
    assert all(silence in told for preset in PRESETS.values() for silence in preset.silences)


def test_a_preset_whose_source_is_silent_appears_there_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    before = silences_table()
    silence = Silence(
        ("pickup",), "is silent on the pick-up.", "The winner’s first.", "3/23", "It is silent."
    )
    planted = Preset("planted", "Planted", "a test", Rules(pickup=Pickup.WINNER_FIRST), (silence,))
    monkeypatch.setitem(PRESETS, "planted", planted)
    monkeypatch.setitem(PLAYABLE, "planted", planted.playable)
    assert planted.note == "It is silent."
    assert presets_table("planted")[-1]["Picks up"] == ":gray[*winner’s cards first*]"
    table = silences_table()
    assert len(table) == len(before) + 1
    assert table[-1]["The source"] == "**Planted** is silent on the pick-up."
    assert "3/23" in table[-1]["A deal"]


def test_what_two_sources_leave_open_alike_is_told_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    before = silences_table()
    alike = tuple(replace(silence) for silence in PRESETS["bicycle"].silences)
    monkeypatch.setitem(PRESETS, "planted", Preset("planted", "Planted", "a test", Rules(), alike))
    assert len(silences_table()) == len(before) + 1


def test_the_deals_of_what_is_left_open_show_our_choice() -> None:
    for preset, silence in left_open():
        if not preset.playable.deterministic:
            continue
        outcome = play(Deal.parse(silence.deal), preset.playable).outcome
        assert (outcome.reason is Reason.CYCLE) == ("We prove it" in silence.ours or silence.deal == "3/23")
        if silence.ours.startswith("Drawn"):
            assert outcome.reason is Reason.BOTH_OUT
            assert outcome.winner == 0
    short = play(Deal.parse("23/2234567"), PLAYABLE["whats-in-a-game-steal"]).outcome
    enough = play(Deal.parse("23/22345678"), PLAYABLE["whats-in-a-game-steal"]).outcome
    assert (short.winner, short.reason) == (2, Reason.SHORTFALL)
    assert enough.reason is not Reason.SHORTFALL


@pytest.mark.parametrize("change", [{"one": "norvig"}, {"rules": "x"}, {"check": "aaaaaaaa"}])
def test_a_damaged_link_says_why(change: dict[str, str]) -> None:
    app = opened(RulesScreen(), **change)
    assert app.title[0].value == "This link cannot be opened."


def test_what_published_deals_catch_is_said_and_the_fewest_are_to_take_home() -> None:
    app = opened(RulesScreen(rule_set="pyanitsa"))
    assert "Pyanitsa publishes 2 deals. They catch" in said(app)
    assert "in at most 20,000 steps: a longer search may find fewer." in said(app)
    rows = table_with(app, "Catches alone")
    assert "[5 and 5 cards](./?" in rows
    buttons = [button for button in app.get("download_button") if "as files" in button.proto.label]
    assert [button.proto.label for button in buttons] == ["1 deal as files"]


@pytest.mark.parametrize("name", ["codingame", "whats-in-a-game-steal"])
def test_what_is_kept_of_named_rule_sets_is_drawn_without_asking_a_worker(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    answers.TASKS.clear()
    monkeypatch.setattr(answers.TASKS, "subscribe", lambda *question: asked.append(question))
    monkeypatch.setattr(answers.TASKS, "prepare", lambda *question: asked.append(question))
    app = opened(RulesScreen(rule_set=name, one=name, other="spivey"))
    assert not app.exception
    assert not asked
    assert "Next to it" in app.table[1].value.columns


def test_a_rule_set_without_a_judge_has_no_deals_to_catch_mistakes() -> None:
    assert "Deals that catch mistakes" not in said(opened(RulesScreen(rule_set="jouets")))


def test_the_files_of_a_suite_are_written_when_somebody_takes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    _, smallest = kept_suites("codingame")
    expected = files_zip(suite_files(smallest))
    written, button = Mock(wraps=suite_files), Mock()
    monkeypatch.setattr(views_rules, "suite_files", written)
    monkeypatch.setattr(st, "download_button", button)
    opened(RulesScreen(rule_set="codingame"))
    assert not written.called
    take = button.call_args.args[1]
    assert take() == expected


def test_the_suites_of_a_judge_are_read_once() -> None:
    assert kept_suites("codingame") is kept_suites("codingame")


def test_what_a_suite_of_published_deals_does_not_see_is_named() -> None:
    published, smallest = kept_suites("codingame")
    words = published_words(published)
    assert words.startswith(
        f"CodinGame publishes 3 deals. They catch {published.catches} of the {len(published.caught)} mistakes"
    )
    assert "They see nothing of: order of picking up" in words
    table = suite_table(smallest)
    for way, deal in zip(cells_of(table, "Deal"), smallest.deals, strict=True):
        screen = GAME.from_params(parse_qs(way.partition("(./?")[2].removesuffix(")")))
        assert screen is not None
        assert (screen.given, screen.rules) == (deal, PLAYABLE["codingame"])
    none = replace(published, deals=(), caught=smallest.caught)
    assert published_words(none).startswith("CodinGame publishes no deals")
