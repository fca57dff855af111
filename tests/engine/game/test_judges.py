"""Every judge's answer, and Skiena's against his own loop."""

from collections import deque
from itertools import product

import pytest
from approved import Reviewed
from quick import slow

from engine import PRESETS, Deal, Pack, deal_cards, play
from engine.game import FORM_OF, FORMS, JUDGES, judge_answer, judges
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


@pytest.mark.parametrize("count", [45, slow(300)])
def test_skiena_on_deals_of_52(count: int) -> None:
    # An endless deal takes his loop 100,000 steps and ours as many: one in 32 of them is enough.
    endless = 0
    for number in range(count):
        deal = deal_cards(Pack(13, 4), seed=21, number=number)
        endless += play(deal, BOOK).cycle is not None
        if play(deal, BOOK).cycle is None or endless % 32 == 1:
            assert_same_answer(deal)
    assert endless > count // 3


@pytest.mark.parametrize("most_steps", [1, 2, 3, 4, 5, 7, 12, 40])
def test_skiena_at_the_step_at_which_he_gives_up(most_steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judges, "SKIENA_STEPS", most_steps)
    for number in range(100):
        for ranks, copies in ((2, 4), (3, 2), (5, 2), (13, 1), (1, 9)):
            assert_same_answer(deal_cards(Pack(ranks, copies), seed=22, number=number), most_steps)
    for length_1, length_2 in product(range(5), repeat=2):
        for cards in product((2, 3), repeat=length_1 + length_2):
            assert_same_answer(Deal(cards[:length_1], cards[length_1:]), most_steps)


DEALS = (
    *("AKQ/KQJ", "KQJ/AKQ", "A/2", "3/2", "2/A", "0/9", "9/0", "1 3/4 2", "2/1 3"),  # won
    *("2/2", "22/22", "222/22", "2/22", "/2", "/"),  # short, both out, nothing to begin with
    *("23/32", "23/4", "24/53", "232/3"),  # endless for some
)
TEXTS = (
    *("1 3", "6 2", "2 1", "-1", "306", "pat", "FALSE", "second  23", "turns: 26\nwinner: player2"),
    *("TURNS : 26", "a and b tie in 2 steps", "game tied after 100000 steps, |a|=3 |b|=1"),
    *("5 9", "0 2", "6 0", "first"),
)


def test_what_each_judge_answers_and_who_could_have_written_a_text(reviewed: Reviewed) -> None:
    output = []
    for judge in JUDGES:
        rules = BOOK if judge == "skiena" else PLAYABLE[judge]
        games = [play(Deal.parse(text), rules) for text in DEALS]
        output += [f"{judge}, {game.deal.text}: {judge_answer(game, judge)!r}" for game in games]
    output += [repr(play(Deal.parse(text), BOOK)) for text in DEALS]
    output += [f"{text!r}: {[form.name for form in FORMS if form.read(text)]}" for text in TEXTS]
    reviewed("\n".join(output))


def test_no_answer_is_given_for_games_cut_off_and_by_rules_without_a_judge() -> None:
    cut = play(Deal.parse("234/343"), BOOK, limit=1)
    assert {judge_answer(cut, judge) for judge in {*JUDGES} - {"skiena"}} == {None}
    won = play(Deal.parse("A/2"), BOOK)
    assert {judge_answer(won, name) for name in ({*PLAYABLE} - {*JUDGES}) | {"nobody"}} == {None}
    assert judges.SKIENA_STEPS == 100_000


def test_every_judge_goes_by_the_rules_of_a_preset_and_has_one_form() -> None:
    assert {form.rule_set for form in FORM_OF.values()} <= {*PLAYABLE}
    assert len({form.name for form in FORMS}) == len(FORMS)
