"""The finding of a chart of one game, in a title and a note; and how the rule sets differ on its deal."""

from collections import Counter
from collections.abc import Container, Mapping
from typing import Final

import numpy as np

from engine.game import Cycle, Game, Reason
from engine.game.answer_forms import FORM_OF, FORMS, AnswerForm, Verdict
from engine.game.judges import judge_answer
from engine.kernels import Course
from engine.rules import PRESETS, number_words
from engine.words.sentences import count

_LINE: Final = "Player 1’s deck at the start of each round."


def finding(course: Course) -> tuple[str, str]:
    """Return the title (a finding with its number) and the note of the chart of deck sizes."""
    game = course.game
    if not game.rounds:
        return "There was nothing to play", "A deck is empty from the start."
    note = f"{_LINE} A diamond is a war, larger when deeper; click one to see it."
    if game.cycle:
        back = game.cycle.start + game.cycle.length
        note = (
            f"{_LINE} Shaded: the {count(game.cycle.length, 'round')} that come back. "
            f"Both decks before round {back:,} are exactly those before round {game.cycle.start:,}, "
            "so it can never end."
        )
    return _title(course), note


def _title(course: Course) -> str:
    game = course.game
    winner, cycle = game.outcome.winner, game.cycle
    if cycle and (turn := lead_changes(course, turn_of=cycle)):
        return f"The lead changes hands {_times(turn)} every {count(cycle.length, 'round')}"
    if not winner:
        changes = lead_changes(course)
        return f"The lead {f'changed hands {_times(changes)}' if changes else 'never changed hands'}"
    held = course.line()[0][:-1]
    if winner == 2:  # between rounds all cards are in the two decks
        held = game.deal.size - held
    low_at = int(np.argmin(held))
    low = int(held[low_at])
    if 2 * low >= game.deal.size:
        return f"Player {winner} was never behind"
    if 2 * low <= held[0]:
        return f"Player {winner} was down to {count(low, 'card')} in round {low_at + 1:,} and still won"
    if low == held[0] == 1:
        return f"Player {winner} began with one card and still won"
    return f"Player {winner} never held fewer than {count(low, 'card')}"


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number:,} times")


def lead_changes(course: Course, *, turn_of: Cycle | None = None) -> int:
    """Count how often the larger deck changed hands between rounds: cards on the table are nobody's.

    turn_of: the cycle of an endless game, of which one turn is counted, from its end on to its start.
    """
    sizes = course.line()[0][: -1 if course.game.table else None]
    ahead = np.sign(2 * sizes - course.game.deal.size)[turn_of.start - 1 if turn_of else 0 :]
    ahead = ahead[ahead != 0]
    changes = int(np.count_nonzero(ahead[1:] != ahead[:-1]))
    return changes + int(turn_of is not None and len(ahead) > 0 and ahead[0] != ahead[-1])


def verdicts_apart(games: Mapping[str, Game]) -> str:
    """Say in one sentence how the rule sets differ on one deal.

    Rule sets that shuffle the pick-up are left out: the deal alone does not settle their game. Two names for
    the same rules count once.
    """
    settled = {game.rules: game for game in games.values() if game.rules.deterministic}
    verdicts = Counter(map(_verdict, settled.values()))
    all_of_them = f"{number_words(len(settled))} different rule sets that leave nothing to chance"
    if len(verdicts) == 1:
        (verdict,) = verdicts
        return f"All {all_of_them} {_VERDICTS[verdict][1]}."
    parts: list[str] = []
    for verdict, number in verdicts.most_common():
        said = _VERDICTS[verdict][number > 1]
        if parts and " to player " in parts[0]:
            said = said.removeprefix("give this deal ").removeprefix("gives this deal ")
        parts.append(f"{number_words(number)} {said}")
    return f"Of the {all_of_them}, {', '.join(parts[:-1])} and {parts[-1]}."


_VERDICTS: Final = {
    "1": ("gives this deal to player 1", "give this deal to player 1"),
    "2": ("gives this deal to player 2", "give this deal to player 2"),
    "drawn": ("calls it drawn", "call it drawn"),
    "endless": ("never ends", "never end"),
    "cut": ("was cut off", "were cut off"),
}
"""The words for the verdict of one rule set, and of several."""


def _verdict(game: Game) -> str:
    if game.outcome.winner:
        return str(game.outcome.winner)
    return {Reason.CYCLE: "endless", Reason.LIMIT: "cut"}.get(game.outcome.reason, "drawn")


def expectation(expected: str, games: Mapping[str, Game]) -> str:
    """Say which rule sets give the answer a judge expects for one deal.

    Every judge who could have written it is asked, each in his own form: `2 1` is player 2 after one
    round as CodinGame writes it, two rounds and player 1 as Codeforces does.
    """
    readings = {form: verdict for form in FORMS if (verdict := form.read(expected))}
    agree = {form: _agreeing(expected, form, readings, games) for form in readings}
    asked = f"The paste expects {', '.join(expected.splitlines())}"
    if not any(agree.values()):
        return f"{asked}: no rule set here gives that."
    if len(agree) == 1:
        (titles,) = agree.values()
        return f"{asked}; so say {', '.join(titles)}."
    sentences = (
        f"As {PRESETS[form.rule_set].title} writes it, {_meant(readings[form])}, "
        f"{'so say ' + ', '.join(titles) if titles else 'no rule set here gives that'}."
        for form, titles in agree.items()
    )
    return " ".join((f"{asked}.", *sentences))


def _agreeing(
    expected: str, form: AnswerForm, readings: Container[AnswerForm], games: Mapping[str, Game]
) -> list[str]:
    """Return the titles of the rule sets that give an answer in one judge's form.

    A rule set whose own judge could have written it, too, gives it in that judge's form or not at all.
    """
    others = {name for name, own in FORM_OF.items() if own is not form and own in readings}
    return [
        PRESETS[name].title
        for name, game in games.items()
        if name not in others and game.rules.deterministic and judge_answer(game, form.name) == expected
    ]


def _meant(verdict: Verdict) -> str:
    """Say what an answer means that several judges may have written."""
    winner = f"player {verdict.winners[0]}" if verdict.winners else ""
    after = f"after {count(verdict.count, 'round')}" if verdict.count is not None else ""
    return " ".join(filter(None, (winner, after)))
