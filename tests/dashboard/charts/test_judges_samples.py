"""Every published sample of every judge: what is said of it on the Game page, and on the Diagnose page."""

from typing import Final

from approved import Reviewed
from apps import opened_at
from chart_text import lines as written
from published import lines
from there import of_kind

from dashboard.charts.game.charts import expectation
from engine.formats.read import read
from engine.formats.text import Reading
from engine.game.judges import JUDGES
from engine.kernels import decide
from engine.rules import PLAYABLE, PRESETS

ANSWERED: Final = {
    (case["deal"], answer): judge
    for case in lines("cases")
    for judge, answer in case.get("judge", {}).items()
    if answer is not None
}
"""Which judge gives which answer to which deal."""
SAMPLES: Final = [
    *((f"{deal} -> {answer}", answer, judge) for (deal, answer), judge in ANSWERED.items()),
    *(
        (paste["text"], item["expected"], ANSWERED[item["deal"], item["expected"]])
        for paste in lines("pastes")
        for item in paste["deals"]
        if (item["deal"], item["expected"]) in ANSWERED and len(paste["deals"]) == 1
    ),
]
GOLF: Final = [text for text, _, judge in SAMPLES if judge == "code-golf" and "/" not in text][:14]
MORE: Final = (
    "2/3 -> 1 2",  # one round and player 2 in Codeforces' form, where CodinGame's judge would mean player 1
    "9 2 6 3 1/5 8 4 7 10 -> 306",
    "1 3 5 7 9\n2 4 6 8 0\nsecond 5",
    "2/2 -> TURNS : 1\nWINNER : player2",
    "232/3 -> game tied after 100000 steps, |a|=3 |b|=1",
    "AKQ/KQJ -> 1 4",
    "AKQ/KQJ -> 2 3",
)


def test_the_game_page_says_whose_rules_give_a_samples_answer(reviewed: Reviewed) -> None:
    # No source prints an answer by the book's text; Skiena's own and source 1's program's are in MORE.
    # We have no sample of SPOJ's.
    unsampled = {"programming-challenges", "skiena", "spoj-hs08war"}
    assert {judge for _, _, judge in SAMPLES} == {*JUDGES} - unsampled
    texts = {}
    for text, judge in (*((text, judge) for text, _, judge in SAMPLES), *((text, "") for text in MORE)):
        deal, expected = of_kind(Reading, read(text)).deals[0]
        games = {name: decide(deal, rules) for name, rules in PLAYABLE.items()}
        texts[repr(text)] = expectation(str(expected), games)
        if judge:
            assert (PRESETS[judge].title in texts[repr(text)]) != (" Not: " in texts[repr(text)])
    reviewed(written(texts))


def test_diagnose_finds_the_judge_of_a_sample() -> None:
    app = opened_at("diagnose", {})

    def verdict(text: str, answers: str) -> str:
        """Paste a sample, say that the program gives the same, and return what the page says."""
        app.text_area(key="diagnose_deal").set_value(text).run()
        app.text_area(key="diagnose_got").set_value(answers).run()
        output = "\n".join(str(element.value) for element in (*app.title, *app.markdown))
        for box in ("got", "expected", "deal"):
            app.text_area(key=f"diagnose_{box}").set_value("")
        app.run()
        assert "This answer is right." in output
        return output

    for text, answer, judge in SAMPLES:
        if judge != "code-golf":
            assert f"the rules of {PRESETS[judge].title}".replace("'", "’") in verdict(text, answer)
    verdict(
        "2/2 -> TURNS : 1\nWINNER : player2\nA/2 -> TURNS : 1\nWINNER : player1",
        "TURNS : 1 WINNER : player2\nTURNS : 1 WINNER : player1",
    )
    app = opened_at("diagnose", {})
    golf = verdict("\n".join(GOLF), "\n".join(text.rpartition("-> ")[2] for text in GOLF))
    assert "By the rules of Code golf." in golf
