"""An outcome in each judge's own words, ready to be submitted as it stands."""

from functools import lru_cache
from typing import Final

from engine.cards import Deal
from engine.game.answer_forms import FORM_OF, NOBODY, Verdict
from engine.game.referee import play_rounds
from engine.game.results import Deck, Game, Reason
from engine.rules import Rules

SKIENA_STEPS: Final = 100_000
"""Plays after which Skiena's program gives up."""

JUDGES: Final = tuple(FORM_OF)
"""The judges that have a form of answer."""


def judge_answer(game: Game, judge: str) -> str | None:
    """Return what the judge called `judge` (a preset's name, or `skiena`) expects for this game.

    None where that judge has no words for such an outcome, or no form of its own.
    """
    form = FORM_OF.get(judge)
    if form is None:
        return None
    verdict = _in_steps(game) if form.unit == "steps" else _in_rounds(game)
    if verdict is None or (verdict.winners == (NOBODY,) and not form.drawn):
        return None
    return form.write(verdict) or None


def deck_score(deck: Deck) -> int:
    """Score a winner's deck as Advent of Code does: the bottom card once, the one above twice, and so on."""
    return sum(rank * worth for worth, rank in enumerate(reversed(deck), 1))


def _in_rounds(game: Game) -> Verdict | None:
    if game.outcome.reason is Reason.LIMIT:
        return None
    winner = game.outcome.winner
    score = deck_score(game.decks[winner - 1]) if winner else None
    endless = game.outcome.reason is Reason.CYCLE
    return Verdict(winners=() if endless else (winner,), endless=endless, count=game.rounds, score=score)


def _in_steps(game: Game) -> Verdict:
    """Count as the program of "Programming Challenges" does: plays, of which it stops at 100,000.

    It lays the cards of a war that cannot be finished one by one until a deck is empty, so those
    count as plays too.
    """
    size_1, size_2 = game.sizes
    laid_at_the_end = min(size_1, size_2) if game.table else 0
    steps = game.plays + laid_at_the_end
    if game.outcome.reason in (Reason.CYCLE, Reason.LIMIT) or steps > SKIENA_STEPS:
        size_1, size_2 = _sizes_after_plays(game.deal, game.rules, SKIENA_STEPS)
        return Verdict(endless=True, count=SKIENA_STEPS, sizes=f", |a|={size_1} |b|={size_2}")
    winner = 1 if size_1 > size_2 else 2 if size_2 > size_1 else NOBODY
    return Verdict(winners=(winner,), count=steps)


@lru_cache(maxsize=64)
def _sizes_after_plays(deal: Deal, rules: Rules, plays: int) -> tuple[int, int]:
    """Return both deck sizes when this many pairs of cards have been laid, and taken if that was due."""
    left, turning = plays, False
    while True:  # an endless game is played on from where it repeats
        decks = deal.deck_1, deal.deck_2
        before = left
        for this in play_rounds(deal, rules):
            if this.plays > left or not this.winner:
                return this.sizes[0] - left, this.sizes[1] - left
            left -= this.plays
            decks = this.decks
        if turning:  # that was a whole turn of the cycle, as all that follow would be
            left %= before - left
        deal, turning = Deal(*decks), True
