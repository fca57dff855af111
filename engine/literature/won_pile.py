"""War with a pile of one's own for the cards won: picked up when the deck is used up, shuffled or as it lies.

No rule set of ours keeps cards apart, so these games are followed here, by the rules of sambecker/rustwar.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt
from typing import Final

import numpy as np

from engine.cards import deal_cards, stream
from engine.literature.figures import Figure
from engine.study import Study
from engine.study.estimates import Z_95

UNDECIDED: Final = -1
"""The turns of a game that is given up."""


class DeckAndPile:
    """A player's deck and the cards won; both are drawn from their ends, the newest card first."""

    def __init__(self, deck: tuple[int, ...], words: Iterator[int] | None) -> None:
        self.deck, self.won, self.words = [*reversed(deck)], list[int](), words

    def __len__(self) -> int:
        return len(self.deck) + len(self.won)

    def draw(self) -> int:
        """Draw the next card; the cards won become the deck when there is no other."""
        if not self.deck:
            self.deck, self.won = self.won, self.deck
            if self.words is not None:
                for last in range(len(self.deck) - 1, 0, -1):
                    other = stream.below(last + 1, self.words)
                    self.deck[last], self.deck[other] = self.deck[other], self.deck[last]
        return self.deck.pop()


def turns(hands: tuple[DeckAndPile, DeckAndPile], need: int, limit: int) -> int:
    """Play a game and return how many turns somebody won; a last war that is not finished is none.

    need: cards that each lays in a war. Games of more than `limit` turns are `UNDECIDED`.
    """
    one, two = hands
    taken = 0
    while one and two:
        table: list[int] = []
        lay = 1
        while True:
            for _ in range(lay):
                if not (one and two):
                    return taken
                table += (one.draw(), two.draw())
            if table[-2] != table[-1]:
                break
            lay = need
        (one if table[-2] > table[-1] else two).won += table
        taken += 1
        if taken > limit:
            return UNDECIDED
    return taken


@lru_cache(maxsize=2)
def _played(study: Study, shuffled: bool) -> tuple[int, ...]:
    """Return the turns of each game of a study."""

    def game(number: int) -> int:
        deal = deal_cards(study.pack, seed=study.seed, number=number)
        words = stream.words(stream.stream_key(stream.ANEW, study.seed, number)) if shuffled else None
        return turns(
            (DeckAndPile(deal.deck_1, words), DeckAndPile(deal.deck_2, words)), study.rules.need, study.limit
        )

    return tuple(map(game, range(study.games)))


def mean_turns(study: Study, shuffled: int, games: int | None) -> Figure:
    """Measure how many turns the games that end take on average."""
    ended = np.array([taken for taken in _played(study, bool(shuffled)) if taken != UNDECIDED])
    value, spread = float(ended.mean()), float(ended.std(ddof=1))
    return _figure(value, spread, len(ended), games)


def undecided(study: Study, shuffled: int, games: int | None) -> Figure:
    """Measure how many games are given up, for each that ends."""
    played = _played(study, bool(shuffled))
    given_up = played.count(UNDECIDED)
    value = given_up / (len(played) - given_up)
    # Of the share p the odds are p / (1 - p): p's own error over (1 - p) squared.
    return _figure(value, sqrt(value) * (1 + value), len(played), games)


def _figure(value: float, spread: float, ours: int, theirs: int | None) -> Figure:
    off, told = (Z_95 * spread / sqrt(number) if number else 0.0 for number in (ours, theirs))
    return Figure(value, value - off, value + off, value - told, value + told)
