"""Every judge's answer, and Skiena's against his own loop."""

from collections import deque
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from engine import PRESETS, Deal, Game, Pack, deal_cards, play, rules_called
from engine.game import judges, referee
from engine.game.judges import FORM_OF, FORMS, JUDGES, AnswerForm, Verdict, judge_answer
from engine.rules import PLAYABLE

BOOK = PRESETS["programming-challenges"].playable


def skiena(deal: Deal, most_steps: int) -> str:
    """Play as the program in "Programming Challenges" (2003) does, a pair of cards a step."""
    a, b, table = deque(deal.deck_1), deque(deal.deck_2), deque[int]()
    steps, in_war = 0, False
    while a and b and steps < most_steps:
        steps += 1
        x, y = a.popleft(), b.popleft()
        table += (x, y)
        if in_war:
            in_war = False
        elif x == y:
            in_war = True
        else:
            (a if x > y else b).extend(table)
            table.clear()
    if a and b:
        return f"game tied after {steps} steps, |a|={len(a)} |b|={len(b)}"
    if a or b:
        return f"{'a' if a else 'b'} wins in {steps} steps"
    return f"a and b tie in {steps} steps"


def assert_same_answer(deal: Deal, most_steps: int = judges.SKIENA_STEPS) -> None:
    assert judge_answer(play(deal, BOOK), "skiena") == skiena(deal, most_steps), (deal.text, most_steps)


@pytest.mark.parametrize("count", [90, pytest.param(300, marks=pytest.mark.slow)])
def test_skiena_on_deals_of_52(count: int) -> None:
    # An endless deal takes his loop 100,000 steps and ours as many: one in 32 of them is enough.
    endless = 0
    for number in range(count):
        deal = deal_cards(Pack(13, 4), seed=21, number=number)
        endless += play(deal, BOOK).cycle is not None
        if play(deal, BOOK).cycle is None or endless % 32 == 1:
            assert_same_answer(deal)
    assert endless > count // 3


def test_an_endless_game_is_not_turned_over_and_over(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = 0

    def counted(*arguments: Any, law: Callable[..., Any] = referee.play_round) -> Any:
        nonlocal rounds
        rounds += 1
        return law(*arguments)

    deal = Deal.parse("2234/3323")
    game = play(deal, BOOK)
    assert game.cycle is not None
    monkeypatch.setattr(referee, "play_round", counted)
    judges._sizes_after_plays.cache_clear()
    assert judge_answer(game, "skiena") == skiena(deal, judges.SKIENA_STEPS)
    assert 0 < rounds <= game.rounds + 2 * game.cycle.length


@pytest.mark.parametrize("most_steps", [1, 2, 3, 4, 5, 7, 12, 40])
def test_skiena_at_the_very_step_at_which_he_gives_up(
    most_steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judges, "SKIENA_STEPS", most_steps)
    for number in range(100):
        for ranks, copies in ((2, 4), (3, 2), (5, 2), (13, 1), (1, 9)):
            assert_same_answer(deal_cards(Pack(ranks, copies), seed=22, number=number), most_steps)
    for length_1, length_2 in product(range(5), repeat=2):
        for cards in product((2, 3), repeat=length_1 + length_2):
            assert_same_answer(Deal(cards[:length_1], cards[length_1:]), most_steps)


def game(text: str, rules: str, limit: int = 1000) -> Game:
    return play(Deal.parse(text), rules_called(rules), limit=limit)


WORDS = pytest.mark.parametrize(
    ("text", "rules", "judge", "answer"),
    [
        ("AKQ/KQJ", "codingame", "codingame", "1 3"),
        ("KQJ/AKQ", "codingame", "codingame", "2 3"),
        ("22/22", "codingame", "codingame", "PAT"),
        ("/", "codingame", "codingame", "PAT"),
        ("23/32", "codingame", "codingame", None),  # endless, which the puzzle excludes
        ("A/2", "code-golf", "code-golf", "True"),
        ("2/A", "code-golf", "code-golf", "False"),
        ("2/2", "code-golf", "code-golf", None),
        ("23/4", "code-golf", "code-golf", None),
        ("A/2", "programming-challenges", "programming-challenges", "TURNS : 1\nWINNER : player1"),
        ("22/22", "programming-challenges", "programming-challenges", None),
        (
            "22/22",
            "programming-challenges-code",
            "programming-challenges-code",
            "TURNS : 1\nWINNER : player2",
        ),
        ("1 3/4 2", "codeforces-546c", "codeforces-546c", "6 2"),
        ("2/1 3", "codeforces-546c", "codeforces-546c", "-1"),
        ("2/2", "codeforces-546c", "codeforces-546c", None),
        ("3/2", "advent-of-code-22", "advent-of-code-22", "8"),
        ("2/2", "advent-of-code-22", "advent-of-code-22", None),
        ("0/9", "pyanitsa", "pyanitsa", "first 1"),
        ("9/0", "pyanitsa", "pyanitsa", "second 1"),
        ("24/53", "1.PLAYER_1_FIRST.LOSES.DRAW.HIGH", "pyanitsa", "botva"),
        ("2/2", "pyanitsa", "pyanitsa", None),
        ("A/2", "programming-challenges", "skiena", "a wins in 1 steps"),
        ("222/22", "programming-challenges", "skiena", "a wins in 2 steps"),
        ("2/22", "programming-challenges", "skiena", "b wins in 1 steps"),
        ("22/22", "programming-challenges", "skiena", "a and b tie in 2 steps"),
        ("/2", "programming-challenges", "skiena", "b wins in 0 steps"),
        ("232/3", "programming-challenges", "skiena", "game tied after 100000 steps, |a|=3 |b|=1"),
    ],
)


def test_no_answer_is_given_for_games_cut_off_and_by_rules_without_a_judge() -> None:
    for judge in {*JUDGES} - {"skiena"}:
        assert judge_answer(game("234/343", judge, limit=1), judge) is None
    for name in ({*PLAYABLE} - {*JUDGES}) | {"nobody"}:
        assert judge_answer(game("A/2", "code-golf"), name) is None
    assert judges.SKIENA_STEPS == 100_000


@WORDS
def test_each_judge_has_these_words(text: str, rules: str, judge: str, answer: str | None) -> None:
    assert judge_answer(game(text, rules), judge) == answer


ENDINGS = {
    "player 1": Verdict(winners=(1,), count=7, score=12),
    "player 2": Verdict(winners=(2,), count=7, score=12),
    "drawn": Verdict(winners=(0,), count=7),
    "endless": Verdict(endless=True, count=7, sizes=", |a|=3 |b|=1"),
}


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
@pytest.mark.parametrize("ending", ENDINGS)
def test_what_a_form_writes_it_reads_as_far_as_it_says_it(form: AnswerForm, ending: str) -> None:
    verdict = ENDINGS[ending]
    text = form.write(verdict)
    has_words = {"drawn": form.drawn, "endless": form.endless}.get(ending, form.wins)
    if not has_words:
        # Programs may still print something of a drawn game; no judge does.
        assert ending == "drawn" or text == ""
        return
    read = form.read(text)
    assert read is not None
    assert read.endless == verdict.endless
    assert form.write(read) == text
    for part, name in (("{count}", "count"), ("{score}", "score"), ("{sizes}", "sizes")):
        expected = getattr(verdict, name) if part in has_words else getattr(Verdict(), name)
        assert getattr(read, name) == expected
    if "{player}" in has_words or ending == "drawn":
        assert read.winners[0] == verdict.winners[0]


@pytest.mark.parametrize(
    ("text", "judges"),
    [
        ("1 3", ["codingame"]),
        ("6 2", ["codeforces-546c"]),
        ("2 1", ["codingame", "codeforces-546c"]),
        ("-1", ["codeforces-546c"]),
        ("306", ["advent-of-code-22"]),
        ("pat", ["codingame"]),
        ("FALSE", ["code-golf"]),
        ("second  23", ["pyanitsa"]),
        ("turns: 26\nwinner: player2", ["programming-challenges"]),
        ("TURNS : 26", []),
        ("a and b tie in 2 steps", ["skiena"]),
        ("game tied after 100000 steps, |a|=3 |b|=1", ["skiena"]),
        ("5 9", []),
        ("0 2", ["codeforces-546c"]),
        ("6 0", []),  # what a program may print of a drawn game is no judge's answer
        ("first", []),
    ],
)
def test_which_judges_could_have_written_an_answer(text: str, judges: list[str]) -> None:
    assert [form.name for form in FORMS if form.read(text)] == judges


def test_every_judge_goes_by_the_rules_of_a_preset_and_has_one_form() -> None:
    assert {form.rule_set for form in FORMS} <= {*PLAYABLE}
    assert len({form.name for form in FORMS}) == len(FORMS)
    assert tuple(FORM_OF) == JUDGES
