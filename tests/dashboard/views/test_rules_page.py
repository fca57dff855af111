"""The Rules page without a browser: the table, the words, any two told apart, the sources’ programs."""

from contextlib import nullcontext
from dataclasses import replace
from unittest.mock import Mock
from urllib.parse import parse_qs

import pytest
import streamlit as st
from apps import label_of, opened_at
from streamlit.testing.v1 import AppTest

from dashboard.cache import answers
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
from engine.diagnose import Program, stored_suites, suite_files
from engine.folders import files_zip
from engine.game import Reason, play
from engine.rules import PLAYABLE, PRESETS, SETTLED, Pickup, Preset, Rules, Silence


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


def cells_of(table: list[dict[str, str]], heading: str) -> list[str]:
    return [row[heading] for row in table]


def test_every_title_of_the_table_opens_a_deal_by_these_rules() -> None:
    cells = cells_of(presets_table("code-golf"), "Rule set")
    for name, cell in zip(PLAYABLE, cells, strict=True):
        screen = GAME.from_params(parse_qs(cell.partition("(./?")[2].partition(")")[0]))
        assert screen is not None
        assert (screen.rules, screen.given is not None) == (PLAYABLE[name], True)


def test_neighbours_are_next_to_a_rule_set_and_never_the_same() -> None:
    for name, rules in PLAYABLE.items():
        found = neighbours(name)
        steps = [len(PLAYABLE[other].apart(rules)) for other in found]
        others = [len(PLAYABLE[other].apart(rules)) for other in SETTLED if PLAYABLE[other] != rules]
        assert steps == sorted(others)[: len(steps)]
        assert 0 not in steps
        assert not {*found} & {*twins(name)}


def test_every_way_to_a_game_is_a_link_that_opens() -> None:
    ways = [element.proto.query_string for element in opened().get("page_link")]
    screens = [GAME.from_params(parse_qs(way)) for way in ways if way]
    assert len(screens) > 12
    assert all(screen is not None and screen.given is not None for screen in screens)


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


def test_a_custom_rule_set_of_a_link_is_told_apart_too() -> None:
    code = Rules(face_down=2).code
    app = opened(RulesScreen(one=code, other="code-golf"))
    assert app.selectbox(key="one").value == code
    assert "2 down, otherwise as Code golf" in table_with(app, "They differ in")


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


def test_the_files_of_a_suite_are_written_when_somebody_takes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    _, smallest = stored_suites("codingame")
    expected = files_zip(suite_files(smallest))
    written, button = Mock(wraps=suite_files), Mock()
    monkeypatch.setattr(views_rules, "suite_files", written)
    monkeypatch.setattr(st, "download_button", button)
    opened(RulesScreen(rule_set="codingame"))
    assert not written.called
    take = button.call_args.args[1]
    assert take() == expected


def test_what_a_suite_of_published_deals_does_not_see_is_named() -> None:
    published, smallest = stored_suites("codingame")
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
