"""The Diagnose page without a browser: boxes, questions, faults, cases, explanations, logs, links."""

from itertools import islice
from urllib.parse import parse_qs

import pytest
from apps import components_of, opened, opened_at, shown_text, verdict
from slow_workers import Slow
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import TextArea
from there import of_kind

from dashboard.cache import answers
from dashboard.examples.facts import CODINGAME, GOLF
from dashboard.urls import GAME, AskedCase, DiagnoseScreen, GameScreen, question
from dashboard.views.diagnose import inputs, key_of, words
from engine import Deal
from engine.diagnose import Program, diagnose, next_deal, rounds
from engine.formats import Reading, read

WINNER_FIRST = "Your program picks up all of the winner’s cards first."
CODINGAME_INPUT = "3\nAD\nKC\nQC\n3\nKH\nQS\nJC\n1 3"
TWO_GOLF_LINES = (
    "D58B35926B92C7C4C7E8D3DAA2, 8E47C38A2DEA43467EB9566B95 -> False\n"
    "669D9D846D4B3BA52452C2EDEB, E747CA988CC76723935A3B8EA5 -> False"
)


def asked(deal: Deal = GOLF, **answers: str) -> DiagnoseScreen:
    return DiagnoseScreen(cases=(AskedCase(deal=deal, **answers),))


GOLF_QUESTION = asked(expected="True", got="2 334", format="golf")


def fill(app: AppTest, **boxes: str) -> AppTest:
    for name, text in boxes.items():
        app.text_area(key=f"diagnose_{name}").set_value(text).run()
    return app


def box(app: AppTest, name: str) -> str:
    return str(app.text_area(key=f"diagnose_{name}").value)


def log_of(code: str, deal: Deal = CODINGAME) -> str:
    """Return what a program prints after every round, up to more than a link can carry."""
    return "\n".join(
        f"turn {this.number}: {' '.join(map(str, this.decks[0]))} | {' '.join(map(str, this.decks[1]))}"
        for this in islice(rounds(Program.parse(code), deal), 250)
    )


def test_the_persons_way_box_by_box() -> None:
    app = fill(opened_at("diagnose", {}), deal=CODINGAME_INPUT)
    assert box(app, "expected") == "1 3"
    assert "Read as CodinGame’s input: two decks of 3 cards." in shown_text(app)
    assert ":blue[player 1] wins, after 3 rounds" in shown_text(app)
    assert "Now paste what your program prints." in shown_text(app)
    fill(app, got="1 4")
    assert verdict(app) == "One test is not enough."
    assert box(app, "deal") == CODINGAME_INPUT
    assert app.query_params["suits"] == "dcc/hsc"


def test_at_a_fault_the_last_test_stays_answered() -> None:
    for name, text in (("got", "2 apples"), ("deal", "AXQ\nK1J")):
        app = opened(GOLF_QUESTION)
        query = dict(app.query_params)
        assert [fill(app, **some).expander[0].proto.expanded for some in ({}, {name: text})] == [False, True]
        assert "The answer below is still for the last test that could be read." in shown_text(app)
        assert (verdict(app), dict(app.query_params)) == (WINNER_FIRST, query)
        fill(app, got="False", deal=GOLF.text)
        assert verdict(app) != WINNER_FIRST


def test_a_deal_that_can_be_read_in_two_ways_is_asked_about() -> None:
    app = fill(opened_at("diagnose", {}), deal="2A3\n4A5", got="2 3")
    assert "A can be ten (hex) or the ace (letters). Which is it?" in shown_text(app)
    assert "deals" not in app.query_params
    app.button(key="diagnose_golf").click().run()
    assert app.query_params["deals"] == "2T3/4T5"
    assert app.query_params["forms"] == "golf"


def test_a_new_deal_brings_its_own_expectation_but_never_overwrites_a_typed_one() -> None:
    first, second = TWO_GOLF_LINES.splitlines()
    app = fill(opened_at("diagnose", {}), deal=first)
    assert box(app, "expected") == "False"
    fill(app, deal=second.replace("False", "True"))
    assert box(app, "expected") == "True"
    fill(app, expected="player 2")
    fill(app, deal=first)
    assert box(app, "expected") == "player 2"


def test_as_many_answers_as_deals_are_wanted() -> None:
    assert "was expected" not in shown_text(fill(opened_at("diagnose", {}), got="1 4")), "of no deal yet"
    app = fill(opened_at("diagnose", {}), deal=TWO_GOLF_LINES, got="True\nTrue\nFalse")
    assert "deals" not in app.query_params
    fill(app, deal=TWO_GOLF_LINES.replace("95 ", "96 ").replace("A5 ", "A6 "))
    assert " instead of four\ndeal 2 against a pack of 52 cards: " in shown_text(app)


def test_cases_are_added_looked_at_and_removed() -> None:
    app = opened(asked(CODINGAME, expected="2 26", got="2 27", format="codingame"))
    app.button(key="add_case").click().run()
    assert box(app, "deal") == ""
    fill(app, deal="AKQ/KQJ", got="1 4")
    assert app.query_params["deals"] == f"{CODINGAME.text}_AKQ/KQJ"
    assert app.query_params["case"] == "2"
    app.selectbox(key="case").set_value(0).run()
    assert box(app, "got") == "2 27"
    app.button(key="remove_case").click().run()
    assert app.query_params["deals"] == "AKQ/KQJ"
    assert box(app, "got") == "1 4"


def test_the_judge_can_be_named_but_none_that_leaves_games_to_chance() -> None:
    app = opened(GOLF_QUESTION)
    assert "Jouets" not in app.selectbox(key="judge").options
    app.selectbox(key="judge").set_value("advent-of-code-22").run()
    assert verdict(app) == "Your program does what the rules of Advent of Code 22 say."
    assert app.query_params["judge"] == "advent-of-code-22"
    app = opened(GOLF_QUESTION.changed(judge="jouets"))
    assert verdict(app) == "This link cannot be opened."
    assert "shuffles won cards" in shown_text(app)


def test_a_log_is_followed_to_its_first_difference() -> None:
    app = fill(opened(asked(CODINGAME, expected="2 26", format="codingame", trace=log_of("codingame"))))
    assert verdict(app) == "The log matches the judge’s game as far as the log goes."
    lines = log_of("codingame").splitlines()
    lines[6] = log_of("codingame+10-as-1").splitlines()[6]
    fill(app, trace="\n".join(("", "", *lines)))
    assert verdict(app) == "The log is right until round 6; in round 7 it differs."
    assert "the first difference is on line 9" in shown_text(app)
    assert "trace" in app.query_params


def test_a_log_that_makes_no_sense_leaves_the_last_one_on_the_screen_and_in_the_link() -> None:
    app = opened_at("diagnose", {})
    app.button(key="example_log").click().run()
    query, title = dict(app.query_params), verdict(app)
    fill(app, trace="segmentation fault")
    assert "The results below are still for the last log that could be read." in shown_text(app)
    assert (dict(app.query_params), verdict(app)) == (query, title)
    fill(app, trace=log_of("codingame"))
    assert verdict(app) == "The log matches the judge’s game as far as the log goes."
    assert "still followed" not in shown_text(app)


def test_a_log_that_makes_no_sense_hinders_no_answer() -> None:
    app = fill(opened_at("diagnose", {}), deal=GOLF.text, expected="True", trace="segmentation fault")
    assert "Now paste what your program prints." in shown_text(app)
    assert "found no round to compare" in shown_text(app)
    fill(app, got="2 334")
    assert verdict(app) == WINNER_FIRST
    assert "found no round to compare" in shown_text(app)
    assert "trace" not in app.query_params


def test_a_log_is_read_again_with_another_deal() -> None:
    app = fill(opened_at("diagnose", {}), deal="AKQ/KQJ", trace="23 / 3\n2 / 33\n32 / 3")
    assert "found no round to compare" in shown_text(app)
    fill(app, deal="3/23")
    assert "found no round" not in shown_text(app)
    assert "Read as both decks, 3 entries" in shown_text(app)


def test_a_log_too_long_is_refused_with_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "LONGEST_LOG", 500)
    app = fill(opened(GOLF_QUESTION), trace="x" * 500)
    assert "too many" not in shown_text(app)
    fill(app, trace="x" * 501)
    assert "501 characters are too many: paste at most 500" in shown_text(app)
    assert "trace" not in app.query_params


def test_a_log_that_no_link_carries_is_followed_and_its_beginning_can_be_kept() -> None:
    right, wrong = (log_of(code, GOLF) for code in ("code-golf", "advent-of-code-22"))
    app = fill(opened(GOLF_QUESTION), trace=right)
    assert "The log matches the judge’s game as far as the log goes" in shown_text(app)
    assert "more than a link can carry (1,900 characters)" in shown_text(app)
    assert not dict(app.query_params)
    fill(app, trace="\n".join((*right.splitlines()[:8], *wrong.splitlines()[8:])))
    assert not dict(app.query_params)
    app.button(key="shorter_log").click().run()
    assert len(box(app, "trace").splitlines()) == 10
    assert "in round 9 it differs" in shown_text(app)
    again = opened_at("diagnose", dict(app.query_params))
    assert "in round 9 it differs" in shown_text(again)


def test_changing_one_case_leaves_those_before_and_after_as_they_are() -> None:
    cases = tuple(AskedCase(deal=CODINGAME, got=f"2 {number}", format="codingame") for number in (27, 28, 29))
    app = fill(opened(DiagnoseScreen(cases=cases, case=1)), got="2 30")
    assert app.query_params["got"] == "2 27_2 30_2 29"


def test_a_link_to_a_game_that_was_opened_here_leads_to_the_game() -> None:
    deal = Deal.parse("3/23")
    app = opened_at("diagnose", GAME.to_params(GameScreen(rule_set="advent-of-code-22", given=deal)))
    assert "wins after 2 rounds" in verdict(app)


def test_the_page_can_be_used_while_it_says_how_far_an_answer_is(slow: Slow) -> None:
    app = opened(GOLF_QUESTION)
    assert verdict(app) == words.LOOKING[0]
    assert "Other diagnoses come first." in shown_text(app)
    ((question, *_),) = slow.asked
    question.progress = 12_000, 19_665
    app.run()
    assert "12,000 of 19,665 possible programs tried." in shown_text(app)
    assert box(app, "got") == "2 334"
    fill(app, got="2 335")
    assert slow.cancelled == [question]
    assert verdict(app) == words.LOOKING[0]
    assert len(slow.asked) == 2


def test_a_diagnosis_that_no_worker_could_make_is_told_once_and_asked_again_by_a_button(slow: Slow) -> None:
    app = opened(GOLF_QUESTION)
    slow.lose()
    for _ in range(3):
        app.run()
        assert verdict(app) == words.LOST[0]
    assert not slow.asked, "at every look it would cost three workers"
    app.button(key="diagnosis_ask_again").click().run()
    assert verdict(app) == words.LOOKING[0]
    assert len(slow.asked) == 1


def test_a_question_can_be_stopped_and_asked_again(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(GOLF_QUESTION.changed(judge="code-golf"))
    ((question, *_),) = slow.asked
    app.button(key="diagnose_stop").click().run()
    assert slow.cancelled == [question]
    assert verdict(app.run()) == words.STOPPED[0]
    assert box(app, "got") == "2 334"
    assert len(slow.asked) == 1, "nothing more is asked once it is stopped"
    assert "diagnose_stop" not in [button.key for button in app.button]
    monkeypatch.undo()
    monkeypatch.setattr(answers, "PATIENCE", 60.0)
    assert verdict(app.run()) == words.STOPPED[0]
    app.button(key="diagnose").click().run()
    assert verdict(app) == WINNER_FIRST
    assert verdict(app.run()) == WINNER_FIRST
    assert "diagnose_stop" not in [button.key for button in app.button]


def shown(app: AppTest) -> TextArea:
    (area,) = (area for area in app.text_area if area.key and area.key.startswith("told "))
    return area


def test_the_next_deal_is_written_as_the_judges_are_and_its_answer_leads_on() -> None:
    screen = asked(CODINGAME, expected="2 26", got="2 34", format="codingame")
    app = opened(screen)
    assert verdict(app) == "One test is not enough."
    deal = Deal.parse(str(shown(app).key).split(" ", 2)[2])
    (given,) = (str(area.value) for area in app.text_area if area.label == "The whole deal, to be copied")
    assert of_kind(Reading, read(given, format="codingame")).deals[0].deal == deal
    shown(app).set_value("two apples").run()
    assert "expected an answer" in shown_text(app)
    following = next_deal(diagnose(question(screen)))
    assert following is not None
    (_, likeliest), *others = following.answers
    answer = next(text for _, text in others if text != likeliest and "never" not in text)
    shown(app).set_value(answer)
    app.button(key="confirm").click().run()
    assert str(app.query_params["deals"]).split("_") == [CODINGAME.text, deal.text]
    assert verdict(app) != "One test is not enough."


def test_another_explanation_can_be_looked_at_and_is_in_the_link() -> None:
    codes = [one.program.code for one in diagnose(question(GOLF_QUESTION)).explanations]
    app = opened(GOLF_QUESTION, "explanations")
    app.radio(key="explanation").set_value(codes[1]).run()
    again = opened_at("diagnose", dict(app.query_params))
    assert verdict(again) == verdict(app) != WINNER_FIRST
    assert again.radio(key="explanation").value == codes[1]


def test_a_program_that_plays_by_no_rules_is_drawn_without_a_way_to_its_game() -> None:
    program = Program.parse("code-golf+queue-of-32-loses-new")
    printed = program.prints(program.play([GOLF]))
    got = f"{int(printed.winner[0])} {int(printed.count[0])}"
    screen = asked(expected="True", got=got, format="golf").changed(program=program.code)
    app = opened(screen, "both_boards")
    assert "room for only 32 cards" in verdict(app)
    assert "It plays by no rules that the Game page knows." in shown_text(app)
    assert len(components_of(app, "board")) == 2


def test_no_round_is_drawn_of_a_program_that_has_given_up() -> None:
    app = opened(asked(expected="1 498", got="2 100"), "both_boards")
    assert "Its game is over after round 100." in shown_text(app)
    assert len(components_of(app, "board")) == 1


def test_a_program_that_misreads_the_deal_opens_with_the_cards_it_plays() -> None:
    app = opened(asked(expected="True", got="1 666", format="golf"))
    program = Program.parse("code-golf+10-as-two-cards")
    ways = [parse_qs(element.proto.query_string) for element in app.get("page_link")]
    deals = [way["deal"][0] for way in ways if "deal" in way]
    assert program.reads(GOLF).text != GOLF.text
    assert program.reads(GOLF).text in deals
    suited = Deal.parse("AKQ/KQ").suited()
    read = key_of(suited, Program.parse("codingame+players-swapped"))
    assert (read.suits_1, read.suits_2) == (suited.suits_2, suited.suits_1)


def test_an_emptied_case_is_gone() -> None:
    app = fill(opened(GOLF_QUESTION), expected="", got="", deal="")
    assert verdict(app) == words.ASK[0]
    assert "deals" not in app.query_params
