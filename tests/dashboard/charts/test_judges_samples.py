"""Every published sample of every judge, pasted on the Game page and on the Diagnose page."""

from collections.abc import Callable

import pytest
from apps import opened_at
from published import lines
from streamlit.testing.v1 import AppTest

from dashboard.charts.game.charts import expectation
from engine import Deal, play
from engine.game.judges import JUDGES
from engine.rules import PLAYABLE, PRESETS

ANSWERED = {
    (case["deal"], answer): judge
    for case in lines("cases")
    for judge, answer in case.get("judge", {}).items()
    if answer is not None
}
"""Which judge gives which answer to which deal."""

SAMPLES = [
    *((f"{deal} -> {answer}", answer, judge) for (deal, answer), judge in ANSWERED.items()),
    *(
        (paste["text"], item["expected"], ANSWERED[item["deal"], item["expected"]])
        for paste in lines("pastes")
        for item in paste["deals"]
        if (item["deal"], item["expected"]) in ANSWERED and len(paste["deals"]) == 1
    ),
]
GOLF = [text for text, _, judge in SAMPLES if judge == "code-golf" and "/" not in text]
OTHERS = [sample for sample in SAMPLES if sample[2] != "code-golf"]


@pytest.fixture(scope="module")
def pasted() -> Callable[[str], str]:
    """Return how to paste a text on one open Game page; it answers with the page's plain lines."""
    app = opened_at("game", {})
    app.segmented_control(key="source").set_value("Paste").run()

    def paste(text: str) -> str:
        app.text_area(key="paste_text").set_value(text).run()
        assert not app.exception
        return "\n".join(str(element.value) for element in app.text)

    return paste


def test_every_judge_has_a_sample() -> None:
    # No source prints an answer by the book's text: Skiena's own, and that of source 1's program, are below.
    assert {judge for _, _, judge in SAMPLES} == {*JUDGES} - {"programming-challenges", "skiena"}
    assert (len(GOLF), len(SAMPLES)) == (15, 52)


@pytest.mark.parametrize(("text", "answer", "judge"), SAMPLES)
def test_the_game_page_says_that_the_judges_rules_give_it(
    pasted: Callable[[str], str], text: str, answer: str, judge: str
) -> None:
    said = pasted(text)
    assert f"The paste expects {answer}".replace("\n", ", ") in said
    assert "Read as " in said
    (sentence,) = (line for line in said.splitlines() if line.startswith("The paste expects"))
    _, _, rule_sets = sentence.partition("so say ")
    assert PRESETS[judge].title in rule_sets.split(". ")[0]


LATE = "Advent of Code 22, SPOJ HS08WAR, Daily Programmer 320"
ALL_BUT_OTHERS = "Code golf, What's in a game, What's in a game, with stealing, Bicycle, Codeforces 546C"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "4\n2 1 3\n2 4 2\n6 2",
            f"The paste expects 6 2; so say {ALL_BUT_OTHERS}, {LATE}.",
        ),
        ("3\n1 2\n2 1 3\n-1", f"The paste expects -1; so say {ALL_BUT_OTHERS}."),
        (
            "5\n8C\nKD\nAH\nQH\n2S\n5\n8D\n2D\n3H\n4D\n3S\n2 1",
            "The paste expects 2 1. As CodinGame writes it, player 2 after 1 round, so say CodinGame, "
            "What's in a game, What's in a game, with stealing, Daily Programmer 320. "
            "As Codeforces 546C writes it, "
            "player 1 after 2 rounds, no rule set here gives that.",
        ),
        # One round and player 2 in Codeforces' form, where CodinGame's own judge would mean player 1.
        (
            "2/3 -> 1 2",
            "The paste expects 1 2. As CodinGame writes it, player 1 after 2 rounds, no rule set here "
            "gives that. As Codeforces 546C writes it, player 2 after 1 round, so say Programming "
            "Challenges, Programming Challenges, as its program plays, Code golf, What's in a game, "
            f"What's in a game, with stealing, Bicycle, Codeforces 546C, {LATE}.",
        ),
        ("9 2 6 3 1/5 8 4 7 10 -> 306", f"The paste expects 306; so say {LATE}."),
        ("1 3 5 7 9\n2 4 6 8 0\nsecond 5", "The paste expects second 5; so say Pyanitsa."),
        (
            "2/2 -> TURNS : 1\nWINNER : player2",
            "The paste expects TURNS : 1, WINNER : player2; "
            "so say Programming Challenges, as its program plays.",
        ),
        (
            "232/3 -> game tied after 100000 steps, |a|=3 |b|=1",
            "The paste expects game tied after 100000 steps, |a|=3 |b|=1; so say "
            "Programming Challenges, Programming Challenges, as its program plays, CodinGame.",
        ),
        ("AKQ/KQJ -> 1 4", "The paste expects 1 4: no rule set here gives that."),
        ("AKQ/KQJ -> 2 3", "The paste expects 2 3; so say Spivey."),
    ],
)
def test_the_game_page_says_exactly_who_gives_it(
    pasted: Callable[[str], str], text: str, sentence: str
) -> None:
    assert sentence in pasted(text)


def test_a_rule_set_answers_an_ambiguous_answer_in_its_own_judges_form_alone() -> None:
    games = {name: play(Deal.parse("2/3"), PLAYABLE[name]) for name in ("codingame", "codeforces-546c")}
    assert expectation("2 1", games) == (
        "The paste expects 2 1. As CodinGame writes it, player 2 after 1 round, so say CodinGame. "
        "As Codeforces 546C writes it, player 1 after 2 rounds, no rule set here gives that."
    )


@pytest.fixture(scope="module")
def diagnose_page() -> AppTest:
    return opened_at("diagnose", {})


def diagnosed(app: AppTest, text: str, answers: str) -> str:
    """Paste a sample on the Diagnose page and say that the program gives the same; return its verdict."""
    app.text_area(key="diagnose_deal").set_value(text).run()
    assert app.text_area(key="diagnose_expected").value == answers
    app.text_area(key="diagnose_got").set_value(answers).run()
    assert not app.exception
    verdict = "\n".join(str(element.value) for element in (*app.title, *app.markdown))
    for box in ("got", "expected", "deal"):
        app.text_area(key=f"diagnose_{box}").set_value("")
    app.run()
    return verdict


@pytest.mark.parametrize(("text", "answer", "judge"), OTHERS)
def test_diagnose_finds_the_judge_of_a_sample(
    diagnose_page: AppTest, text: str, answer: str, judge: str
) -> None:
    verdict = diagnosed(diagnose_page, text, answer)
    assert "Your program gives what the judge expects." in verdict
    assert f"By the judge’s rules, {PRESETS[judge].title}, " in verdict


def test_diagnose_finds_the_judge_of_code_golfs_samples(diagnose_page: AppTest) -> None:
    answers = "\n".join(text.rpartition("-> ")[2] for text in GOLF[:14])
    verdict = diagnosed(diagnose_page, "\n".join(GOLF[:14]), answers)
    assert "Your program gives what the judge expects." in verdict
    assert "The judge’s rules: Code golf." in verdict


def test_diagnose_takes_several_deals_with_answers_of_two_lines(diagnose_page: AppTest) -> None:
    deals = "2/2 -> TURNS : 1\nWINNER : player2\nA/2 -> TURNS : 1\nWINNER : player1"
    verdict = diagnosed(diagnose_page, deals, "TURNS : 1 WINNER : player2\nTURNS : 1 WINNER : player1")
    assert "Your program gives what the judge expects." in verdict
