"""`war check` on wrong programs as people write them: each fails soon, and on a deal of few cards.

They are run in this process: what is measured is which deals are asked. `pytest -m slow -s` prints it.
"""

from dataclasses import dataclass, field
from statistics import median

import pytest
from natural_programs import TIMEOUT, WRONG, Natural
from there import there

from engine.check import Check, Command, Grade, Plan, check
from engine.check.program import Ran
from engine.cli.check import check_text, diagnosed
from engine.formats.write import INPUT_OF
from engine.game.judges import JUDGES
from engine.rules import PLAYABLE


@dataclass(frozen=True, slots=True)
class Here(Command):
    """A natural program that is run in this process, and answers as the judge of a plan does."""

    natural: Natural = field(default=WRONG[0])
    judge: str = ""

    def run(self, text: str) -> Ran:
        output = self.natural.solver_of_texts()(text)
        if output is None:
            return Ran("", "IndexError", 1)
        return Ran("", "", None) if output == TIMEOUT else Ran(self._as_judge(output), "", 0)

    def _as_judge(self, output: str) -> str:
        """Write `player 1, 24 rounds` as the judge does; other answers are written so."""
        if not output.startswith("player"):
            return output
        player, rounds = output.removeprefix("player ").split(", ")
        if self.judge == "code-golf":
            return str(player == "1")
        return f"TURNS : {rounds.split()[0]}\nWINNER : player{player}"


def checked(natural: Natural) -> Check:
    name = natural.judge
    judge = name if name in JUDGES else "programming-challenges"
    plan = Plan(PLAYABLE[name], name, judge, INPUT_OF.get(name, "decimal"))
    return check(plan, Here(("natural",), natural=natural, judge=judge))


@pytest.mark.parametrize("natural", WRONG[:100:99], ids=lambda natural: natural.cause)
def test_it_fails_soon_and_on_few_cards(natural: Natural) -> None:
    result = checked(natural)
    assert result.runs < 30
    assert there(result.smallest).deal.size <= 8


class Hanging(Here):
    """One that does not answer a deal of a whole pack."""

    def run(self, text: str) -> Ran:
        return super().run(text) if len(text.split()) < 54 else Ran("", "", None)


def test_a_program_that_hangs_too_is_told_the_mistake_of_its_wrong_answers() -> None:
    plan = Plan(PLAYABLE["codingame"], "codingame", "codingame", "codingame")
    command = Hanging(("natural",), natural=WRONG[0], judge="codingame")
    result = check(plan, command)
    assert there(result.first).verdict.kind is Grade.TIMED_OUT
    assert there(result.smallest).deal.size == 4
    diagnosis = there(diagnosed(plan, command, result, lambda _: None))
    assert [each.program.code for each in diagnosis.explanations] == [WRONG[0].cause]
    assert "Your program gave no answer in time to " in check_text(plan, result, diagnosis)


@pytest.mark.slow
def test_each_fails_within_a_hundred_runs_at_the_median_and_on_eight_cards_at_most() -> None:
    runs, sizes, right = [], [], []
    for natural in WRONG:
        result = checked(natural)
        runs.append(result.runs)
        if result.smallest is None:
            right.append(f"{natural.style.name} {natural.cause}")
        else:
            sizes.append(result.smallest.deal.size)
    print(*right, sep="\n")
    print(f"{len(sizes)} of {len(runs)} fail: after {median(runs)} runs, at most {max(runs)};")
    print(f"on {median(sizes)} cards at the median, at most {max(sizes)}")
    assert len(right) <= 0.05 * len(runs)
    assert median(runs) < 100
    assert median(sizes) <= 8
