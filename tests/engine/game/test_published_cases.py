"""Single games with published answers, one test each."""

from typing import Any

import pytest
from published import lines

from engine import Deal, Game, play, rules_called
from engine.cli.games import game_data
from engine.game.judges import judge_answer

CASES: list[dict[str, Any]] = lines("cases")


def output(game: Game, case: dict[str, Any]) -> dict[str, Any]:
    """Return a game in the words of the file: what the terminal prints, 0 for no winner."""
    data = game_data(game, rules=case["rules"], judge=case["rules"])
    data["winner"] = data["winner"] or 0
    data["cycle"] = game.cycle and [game.cycle.start, game.cycle.length]
    data["period"] = game.cycle and game.cycle.length
    return data


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_published_case(case: dict[str, Any]) -> None:
    game = play(Deal.parse(case["deal"]), rules_called(case["rules"]))
    data = output(game, case)
    assert {name: data[name] for name in case["expected"]} == case["expected"]
    for judge, answer in case.get("judge", {}).items():
        assert judge_answer(game, judge) == answer


def test_every_case_has_a_name_of_its_own_and_a_source() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES) == 46
    assert all(case["source"] for case in CASES)
