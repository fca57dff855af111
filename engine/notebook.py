"""War Room in a notebook: what `war` can be asked, as functions whose answers show themselves.

Names and defaults are those of the terminal. A deal may be a text in any format that is read, rules a
preset's name, a rule code or `Rules`.

>>> play("2234/2243", "programming-challenges")
<Game of 8 cards by programming-challenges: player 2 wins, deck_empty after 8 rounds and 3 wars>
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from engine import cli, kernels, simulation
from engine.cards import STANDARD_PACK, Deal, Hands, Pack
from engine.diagnose import Diagnosis
from engine.diagnose import diagnose as diagnosis_of
from engine.formats import Question, Reading, read
from engine.game import Game
from engine.jobs import play_here
from engine.rules import USUAL_RULES, Rules, rules_called, rules_name
from engine.simulation import FOLLOWED, USUAL_GAMES, Compared, Comparison, Point, Study, Summary, TurningPoint

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False, eq=False)
class Answered:
    """An answer as the terminal gives it: `text` for reading, `data` as its JSON."""

    text: str
    data: dict[str, Any]

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text)}</pre>"


def _tallies_table(job: Study | Comparison, tallies: Summary | Compared) -> "pd.DataFrame":
    from engine.tables import tallies_table  # pandas takes half a second to load

    return tallies_table(job, tallies)


@dataclass(frozen=True, repr=False, eq=False)
class Simulated(Answered):
    """A simulation: its study, and the tallies that are left of its games."""

    study: Study
    summary: Summary

    def table(self) -> "pd.DataFrame":
        """Return every tally as one long table."""
        return _tallies_table(self.study, self.summary)


@dataclass(frozen=True, repr=False, eq=False)
class ComparedRules(Answered):
    """A comparison of rule sets on the same deals: the names they were asked by, and the tallies."""

    names: tuple[str, ...]
    comparison: Comparison
    compared: Compared

    def table(self) -> "pd.DataFrame":
        """Return every tally of each rule set and of each pair as one long table."""
        return _tallies_table(self.comparison, self.compared)


@dataclass(frozen=True, repr=False, eq=False)
class ChanceToWin(Answered):
    """How a game stood round by round: the chance to win, and the rounds that turned it."""

    course: kernels.Course
    points: tuple[Point, ...]
    turns: tuple[TurningPoint, ...]


@dataclass(frozen=True, repr=False, eq=False)
class Diagnosed(Answered):
    """Which rule a program got wrong."""

    diagnosis: Diagnosis


def play(deal: Deal | str, rules: Rules | str = USUAL_RULES, *, seed: int = 0, number: int = 0) -> Game:
    """Play one deal to its end; random pick-ups are drawn for game `number` of `seed`.

    Raises `ValueError` for a text that is not one deal, or can be read in more than one way.
    """
    return kernels.decide(_deal(deal), _rules(rules), seed=seed, number=number)


def games(
    rules: Rules | str = USUAL_RULES,
    games: int = USUAL_GAMES,
    *,
    pack: Pack | str = STANDARD_PACK,
    hands: Hands | str | None = None,
    seed: int = 0,
) -> "pd.DataFrame":
    """Play shuffled deals and return a row a game: number, winner, reason, lengths, player 1's hand.

    The lengths of endless games are missing: they have none. Raises `ValueError` above a million games.
    """
    from engine.tables import games_table  # pandas takes half a second to load

    study = Study(rules=_rules(rules), games=games, pack=_pack(pack), seed=seed, hands=_hands(hands))
    return games_table(study)


def simulate(
    rules: Rules | str = USUAL_RULES,
    games: int = USUAL_GAMES,
    *,
    pack: Pack | str = STANDARD_PACK,
    hands: Hands | str | None = None,
    seed: int = 0,
    workers: int | None = None,
) -> Simulated:
    """Play shuffled deals on all cores and return their tallies: the run of the Simulate page."""
    chosen = _rules(rules)
    study = Study(
        rules=chosen, games=games, pack=_pack(pack), seed=seed, followed=FOLLOWED, hands=_hands(hands)
    )
    run = play_here(study, workers=workers)
    data = cli.simulation_data(run, rules_name(chosen))
    return Simulated(cli.simulation_text(data), data, study, run.summary)


def compare(
    *rules: Rules | str,
    games: int = USUAL_GAMES,
    pack: Pack | str = STANDARD_PACK,
    hands: Hands | str | None = None,
    seed: int = 0,
    workers: int | None = None,
) -> ComparedRules:
    """Play the same shuffled deals by each rule set: the run of the Compare page."""
    chosen = tuple(map(_rules, rules))
    names = tuple(map(rules_name, chosen))
    comparison = Comparison(rule_sets=chosen, games=games, pack=_pack(pack), hands=_hands(hands), seed=seed)
    run = play_here(comparison, workers=workers)
    data = cli.comparison_data(run, names)
    return ComparedRules(cli.comparison_text(data), data, names, comparison, run.summary)


def chance(
    deal: Deal | str, rules: Rules | str = USUAL_RULES, *, seed: int = 0, number: int = 0
) -> ChanceToWin:
    """Return player 1's chance before each of up to a hundred rounds, and the rounds that turned the game."""
    course = kernels.Course(play(deal, rules, seed=seed, number=number), seed, number)
    points, turned = simulation.chances(course), simulation.turning_points(course)
    data = cli.chance_data(course, points, turned, rules_name(course.game.rules))
    return ChanceToWin(cli.chance_text(data), data, course, points, turned)


def diagnose(
    deals: str,
    got: str | Sequence[str],
    expected: str | Sequence[str] = (),
    *,
    judge: Rules | str | None = None,
) -> Diagnosed:
    """Return which rule a program got wrong that said `got` of these deals where the judge says `expected`.

    One answer a deal. Raises `ValueError` for what cannot be read, or can be in more than one way.
    """
    reading = _read(deals)
    answers = argparse.Namespace(got=_listed(got), expected=_listed(expected))
    diagnosis = diagnosis_of(cli.cases_of(reading, answers), rules=None if judge is None else _rules(judge))
    return Diagnosed(cli.diagnosis_text(diagnosis), cli.diagnosis_data(diagnosis), diagnosis)


def _listed(answers: str | Sequence[str]) -> list[str]:
    return [answers] if isinstance(answers, str) else list(answers)


def _rules(rules: Rules | str) -> Rules:
    return rules_called(rules) if isinstance(rules, str) else rules


def _pack(pack: Pack | str) -> Pack:
    """Return a pack that may be written as a text.

    >>> _pack("4x2"), _pack(Pack(4, 2))
    (Pack(ranks=4, copies=2), Pack(ranks=4, copies=2))
    """
    return Pack.parse(pack) if isinstance(pack, str) else pack


def _hands(hands: Hands | str | None) -> Hands | None:
    return Hands.parse(hands) if isinstance(hands, str) else hands


def _read(text: str) -> Reading:
    """Return what a text says. Raises `ValueError` for what can be read in two ways.

    >>> _read("2A3\\n4A5")
    Traceback (most recent call last):
    ValueError: A can be ten (hex) or the ace (letters). Which is it?
    """
    reading = read(text)
    if isinstance(reading, Question):
        raise ValueError(reading.question)
    return reading


def _deal(deal: Deal | str) -> Deal:
    if isinstance(deal, Deal):
        return deal
    reading = _read(deal)
    if len(reading.deals) != 1:
        raise ValueError(f"{len(reading.deals)} deals are in this text: give one of them")
    return reading.deals[0].deal
