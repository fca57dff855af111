"""An outcome in each judge's own words, ready to be submitted as it stands."""

from collections.abc import Callable
from typing import Final

from engine.cards import Deal
from engine.game.referee import play_rounds
from engine.game.results import Game, Reason
from engine.rules import Rules

SKIENA_STEPS: Final = 100_000
"""Plays after which Skiena's program gives up."""


def judge_answer(game: Game, judge: str) -> str | None:
    """Return what the judge called `judge` (a preset's name, or `skiena`) expects for this game.

    None where that judge has no words for such an outcome, or no form of its own.
    """
    form = _FORMS.get(judge)
    return form(game) if form else None


def _codingame(game: Game) -> str | None:
    if game.outcome.winner:
        return f"{game.outcome.winner} {game.rounds}"
    return None if _unfinished(game) else "PAT"


def _code_golf(game: Game) -> str | None:
    return str(game.outcome.winner == 1) if game.outcome.winner else None


def _source_1(game: Game) -> str | None:
    if not game.outcome.winner:
        return None
    return f"TURNS : {game.rounds}\nWINNER : player{game.outcome.winner}"


def _codeforces(game: Game) -> str | None:
    if game.outcome.winner:
        return f"{game.rounds} {game.outcome.winner}"
    return "-1" if game.outcome.reason is Reason.CYCLE else None


def _advent_of_code(game: Game) -> str | None:
    """Score the winner's deck: the bottom card counts once, the one above it twice, and so on."""
    if not game.outcome.winner:
        return None
    deck = game.decks[game.outcome.winner - 1]
    return str(sum(rank * worth for worth, rank in enumerate(reversed(deck), 1)))


def _pyanitsa(game: Game) -> str | None:
    """The problem's own word for a game that does not end is `botva`."""
    if game.outcome.winner:
        return f"{('first', 'second')[game.outcome.winner - 1]} {game.rounds}"
    return "botva" if game.outcome.reason is Reason.CYCLE else None


def skiena(game: Game) -> str | None:
    """Answer as the program of "Programming Challenges" does: it counts plays and stops at 100,000.

    It lays the cards of a war that cannot be finished one by one until a deck is empty, so those
    count as plays too.
    """
    size_1, size_2 = game.sizes
    laid_at_the_end = min(size_1, size_2) if game.table else 0
    steps = game.plays + laid_at_the_end
    if _unfinished(game) or steps > SKIENA_STEPS:
        size_1, size_2 = _sizes_after_plays(game.deal, game.rules, SKIENA_STEPS)
        return f"game tied after {SKIENA_STEPS} steps, |a|={size_1} |b|={size_2}"
    if size_1 == size_2:
        return f"a and b tie in {steps} steps"
    return f"{'a' if size_1 > size_2 else 'b'} wins in {steps} steps"


def _sizes_after_plays(deal: Deal, rules: Rules, plays: int) -> tuple[int, int]:
    """Return both deck sizes when this many pairs of cards have been laid, and taken if that was due."""
    left = plays
    while True:  # an endless game is played on from where it repeats
        decks = deal.deck_1, deal.deck_2
        for this in play_rounds(deal, rules):
            if this.plays > left or not this.winner:
                return this.sizes[0] - left, this.sizes[1] - left
            left -= this.plays
            decks = this.decks
        deal = Deal(*decks)


def _unfinished(game: Game) -> bool:
    return game.outcome.reason in (Reason.CYCLE, Reason.LIMIT)


_FORMS: Final[dict[str, Callable[[Game], str | None]]] = {
    "codingame": _codingame,
    "code-golf": _code_golf,
    "programming-challenges": _source_1,
    "programming-challenges-code": _source_1,
    "skiena": skiena,
    "codeforces-546c": _codeforces,
    "advent-of-code-22": _advent_of_code,
    "pyanitsa": _pyanitsa,
}
JUDGES: Final = tuple(_FORMS)
"""The judges that have a form of answer."""
