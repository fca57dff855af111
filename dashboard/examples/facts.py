"""Facts, contradictions and open questions, each with its screen."""

import tomllib
from pathlib import Path
from typing import Any, Final, NamedTuple

from dashboard.examples.deals import FAMOUS, Showcase
from dashboard.urls import AskedCase, CompareScreen, DiagnoseScreen, SimulateScreen, Unit
from engine.cards import Deal
from engine.diagnose import End, Program, rounds

# Questions that show a first visitor what the Diagnose page does.


def _famous(title: str) -> Deal:
    return next(famous.screen.deal for famous in FAMOUS if famous.title == title)


GOLF: Final = _famous("A comeback, with a triple war")
CODINGAME: Final = _famous("CodinGame: 26 cards, medium length")


def _log() -> str:
    """Return what a program prints that picks the winner's cards up first, some noise around it."""
    program = Program.parse("3.WINNER_FIRST.DRAW.DRAW.HIGH")
    lines = ["reading 26 + 26 cards"]
    for this in rounds(program, CODINGAME):
        decks = (" ".join(CODINGAME.rank_text(rank) for rank in deck) for deck in this.decks)
        lines.append(f"after round {this.number}: {' | '.join(decks)}")
    return "\n".join(lines)


def _example(title: str, deal: Deal, expected: str, format: str, **given: str) -> Showcase[DiagnoseScreen]:
    """Return an example with one test; `said` is what a program answered or printed."""
    case = AskedCase(deal=deal, expected=expected, format=format, **given)
    return Showcase(title, "", DiagnoseScreen(cases=(case,)))


EXAMPLES: Final = {
    "golf": _example("picks up in the wrong order", GOLF, "True", "golf", got="2 334"),
    "ten": _example("reads 10 as 1", _famous("Code golf, test 10 of 14"), "True", "golf", got="2 492"),
    "format": _example("wrong format", _famous("CodinGame: three cards each"), "1 3", "codingame", got="3 1"),
    "log": _example("a log", CODINGAME, "2 26", "codingame", trace=_log()),
}


# What the programs that the sources publish do otherwise than their own texts.


class Sighting(NamedTuple):
    """A deal on which a program ends otherwise than by the text, seen by running the program itself.

    Told here because no model of ours plays such a game, so that none can look for its smallest deal.
    """

    what: str
    deal: str
    end: End


class Contradiction(NamedTuple):
    """A source whose program does not do what its text says.

    `whats`: in what its model (`engine.diagnose.suites.PUBLISHED`) is seen to differ; `seen`: on which
    deals the program itself does.
    """

    preset: str
    story: str
    whats: tuple[str, ...] = ()
    seen: tuple[Sighting, ...] = ()


_TABLES: Final = tomllib.loads(Path(__file__).with_name("facts.toml").read_text("utf-8"))


def _contradiction(
    preset: str, story: str, whats: tuple[str, ...] = (), seen: tuple[dict[str, Any], ...] = ()
) -> Contradiction:
    sightings = tuple(Sighting(one["what"], one["deal"], End(**one["end"])) for one in seen)
    return Contradiction(preset, story, tuple(whats), sightings)


CONTRADICTIONS: Final = tuple(_contradiction(**entry) for entry in _TABLES["contradictions"])

OPEN_QUESTIONS: Final[dict[str, str]] = _TABLES["open_questions"]
"""What nobody knows about War yet: each question with what was tried. Both are Markdown of our own."""


# The striking facts of War, each one click away: a question and the screen that answers it.


def _fact(
    title: str, story: str, compare: dict[str, Any] | None = None, simulate: dict[str, Any] | None = None
) -> Showcase[CompareScreen | SimulateScreen]:
    """Return a fact with its screen: of Compare, or of Simulate."""
    if compare is not None:
        return Showcase(title, story, CompareScreen(**{**compare, "rule_sets": tuple(compare["rule_sets"])}))
    shown = simulate or {}
    return Showcase(title, story, SimulateScreen(**{**shown, "unit": Unit(shown.get("unit", Unit.ROUNDS))}))


FACTS: Final = tuple(_fact(**entry) for entry in _TABLES["facts"])
