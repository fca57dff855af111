"""Questions that show a first visitor what the Diagnose page does."""

from dataclasses import dataclass
from typing import Final

from dashboard.address.screens import AskedCase, DiagnoseScreen
from dashboard.stories.famous import FAMOUS
from engine.cards import Deal
from engine.diagnose import Program
from engine.diagnose.parting import rounds


@dataclass(frozen=True, slots=True)
class Example:
    """A question with an answer worth seeing."""

    title: str
    screen: DiagnoseScreen


def _famous(title: str) -> Deal:
    return next(famous.screen.deal for famous in FAMOUS if famous.title == title)


GOLF: Final = _famous("A comeback, with a triple war")
CODINGAME: Final = _famous("CodinGame: 26 cards, medium length")


def _asked(case: AskedCase) -> DiagnoseScreen:
    return DiagnoseScreen(cases=(case,))


def _log() -> str:
    """Return what a program prints that picks the winner's cards up first, some noise around it."""
    program = Program.parse("3.WINNER_FIRST.DRAW.DRAW.HIGH")
    lines = ["reading 26 + 26 cards"]
    for this in rounds(program, CODINGAME):
        decks = (" ".join(CODINGAME.rank_text(rank) for rank in deck) for deck in this.decks)
        lines.append(f"after round {this.number}: {' | '.join(decks)}")
    return "\n".join(lines)


EXAMPLES: Final = {
    "golf": Example(
        "2 334 instead of True",
        _asked(AskedCase(deal=GOLF, expected="True", got="2 334", format="golf")),
    ),
    "codingame": Example(
        "2 34 instead of 2 26",
        _asked(AskedCase(deal=CODINGAME, expected="2 26", got="2 34", format="codingame")),
    ),
    "log": Example(
        "a log that goes astray",
        _asked(AskedCase(deal=CODINGAME, expected="2 26", trace=_log(), format="codingame")),
    ),
}
