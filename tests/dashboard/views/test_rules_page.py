"""The Rules page without a browser: rule sets by their answers, and deals that show differences."""

from itertools import product
from unittest.mock import Mock

import pytest
import streamlit as st
from approved import Reviewed
from apps import opened, screen_at, shown_text
from chart_text import lines

from dashboard.cache import answers
from dashboard.ui import GAME, together
from dashboard.urls.screens import RULE_ANSWERS, RulesScreen
from dashboard.views import rules as page
from engine.cards import STANDARD_PACK, Deal
from engine.diagnose import Program, stored_suites, suite_files
from engine.folders import files_zip
from engine.game import Reason, play
from engine.library import records
from engine.rules import PLAYABLE, PRESETS, SETTLED, Pickup, Preset, Rules, Silence


def test_every_rule_set_has_one_answer_to_each_question() -> None:
    for answers_of in RULE_ANSWERS.values():
        sets = [RulesScreen(answers=(name,)).rule_sets for name in answers_of]
        assert sorted(name for some in sets for name in some) == sorted(PLAYABLE)
    assert {*page.LABELS} == {name for names in RULE_ANSWERS.values() for name in names}
    assert page.rule_sets_table([*reversed(PLAYABLE)]) == page.rule_sets_table(PLAYABLE)


def test_an_answer_lists_the_rule_sets_that_give_it(reviewed: Reviewed) -> None:
    names = [name for answers_of in RULE_ANSWERS.values() for name in answers_of]
    reviewed(lines({page.LABELS[name]: ", ".join(RulesScreen(answers=(name,)).rule_sets) for name in names}))


def test_answers_of_a_question_add_up_and_those_of_others_narrow_down() -> None:
    def fits(*names: str) -> set[str]:
        return {*RulesScreen(answers=names).rule_sets}

    pickups, shortfalls = RULE_ANSWERS["pickup"], RULE_ANSWERS["shortfall"]
    for one, other in product(pickups, pickups):
        assert fits(one, other) == fits(one) | fits(other)
    for one, other in product(pickups, shortfalls):
        assert fits(one, other) == fits(one) & fits(other)


def test_neighbours_are_next_to_a_rule_set_and_never_the_same() -> None:
    for name, rules in PLAYABLE.items():
        steps = [len(PLAYABLE[other].differing(rules)) for other in page.neighbours(name)]
        others = [len(PLAYABLE[other].differing(rules)) for other in SETTLED if PLAYABLE[other] != rules]
        assert steps == sorted(others)[:3]


def test_the_deals_shown_do_tell_the_rule_sets_apart() -> None:
    one, other = PLAYABLE["code-golf"], PLAYABLE["whats-in-a-game"]
    for aspect in page.ASPECTS:
        found = answers.difference(Program(one), Program(other), aspect)
        assert found is not None
        first, second = (play(found.deal, rules) for rules in (one, other))
        ends = [game.outcome.reason is Reason.CYCLE for game in (first, second)]
        assert sum(ends) == (aspect == "end")
        if aspect == "winner":
            assert first.outcome.winner != second.outcome.winner
        assert aspect != "rounds" or first.rounds != second.rounds
        for cell, rules in zip(page._results(found), (one, other), strict=True):
            screen = screen_at(GAME, cell.partition("(./?")[2].removesuffix(")"))
            assert (screen.given, screen.rules) == (found.deal, rules)


def test_games_are_said_never_to_end_only_where_one_is_known() -> None:
    for name, rules in PLAYABLE.items():
        words = page.never_ends(name)
        known = records.endless_deal(rules, STANDARD_PACK) if rules.deterministic else None
        assert (words == "only deals built for it" or "%" in words) == (known is not None)


def test_a_preset_whose_source_is_silent_appears_there_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    before = page.left_open()
    silence = Silence(("pickup",), "does not say.", "The winner’s first.", "3/23", "It does not say.")
    planted = Preset("planted", "Planted", "a test", Rules(pickup=Pickup.WINNER_FIRST), (silence,))
    monkeypatch.setitem(PRESETS, "planted", planted)
    assert page.left_open() == [*before, (planted, silence)]


def test_the_deals_of_what_is_left_open_show_our_choice() -> None:
    for preset, silence in page.left_open():
        if not preset.playable.deterministic:
            continue
        outcome = play(Deal.parse(silence.deal), preset.playable).outcome
        assert (outcome.reason is Reason.CYCLE) == (
            "proves that a game never ends" in silence.ours or silence.deal == "3/23"
        )
        if silence.ours.startswith("Drawn"):
            assert (outcome.reason, outcome.winner) == (Reason.BOTH_OUT, 0)
    short, enough = (
        play(Deal.parse(f"23/{more}"), PLAYABLE["whats-in-a-game-steal"]).outcome
        for more in ("2234567", "22345678")
    )
    assert (short.winner, short.reason) == (2, Reason.SHORTFALL)
    assert enough.reason is not Reason.SHORTFALL


@pytest.mark.parametrize("name", ["codingame", "whats-in-a-game-steal"])
def test_stored_results_are_drawn_without_a_worker(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    answers.TASKS.clear()
    monkeypatch.setattr(answers.TASKS, "poll", lambda *question: asked.append(question))
    monkeypatch.setattr(answers.TASKS, "prepare", lambda *question: asked.append(question))
    app = opened(RulesScreen(rule_set=name, one=name, other="spivey"))
    assert not asked
    assert "Difference" in app.table[1].value.columns
    assert "They differ in" in app.table[2].value.columns


def test_the_files_of_a_suite_are_written_when_somebody_takes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    published, smallest = stored_suites("codingame")
    expected = files_zip(suite_files(smallest))
    written, button = Mock(wraps=suite_files), Mock()
    monkeypatch.setattr(page.diagnose, "suite_files", written)
    monkeypatch.setattr(st, "download_button", button)
    app = opened(RulesScreen(rule_set="codingame"), "suite")
    assert not written.called
    assert button.call_args.args[1]() == expected
    assert together(page.published_words(published)) in shown_text(app)
    for row, deal in zip(page.suite_table(smallest), smallest.deals, strict=True):
        screen = screen_at(GAME, row["Deal"].partition("(./?")[2].removesuffix(")"))
        assert (screen.given, screen.rules) == (deal, PLAYABLE["codingame"])
