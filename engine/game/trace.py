"""A whole game in a byte or two a round: what a replay, a chart or a table of rounds is drawn from.

A round is settled by its *move*: how many cards each player laid and stole, who won, and in which
order the table was picked up. A game has few different moves (a plain round won by player 1, one
won by player 2, a war won by player 1 ...), so a trace is the deal, the list of different moves
and one small number a round. Replaying it needs no rules.
"""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.cards import Deal
from engine.game.pickup import Lay
from engine.game.referee import LIMIT, lay_cards, play
from engine.game.results import Decks, Game, Round
from engine.rules import Rules


class Move(NamedTuple):
    """How the cards moved in a round, no matter which cards they were."""

    lays: tuple[Lay, ...]
    winner: int
    order: tuple[int, ...]
    wars: int


class Position(NamedTuple):
    """The table of one round, in card numbers: player 1's deck is dealt 0, 1, 2, ... from its top,
    player 2's deck goes on from there."""

    number: int
    deck_1: tuple[int, ...]
    deck_2: tuple[int, ...]
    """Both decks before the round, top card first."""
    cards_1: tuple[int, ...]
    cards_2: tuple[int, ...]
    """The cards laid, in played order, those stolen for it among them."""
    taken: tuple[int, ...]
    """The pick-up, uppermost first; empty when the game ended before it."""
    move: Move


@dataclass(frozen=True, slots=True)
class Trace:
    """A game and the way it went, or went for a stretch of its rounds."""

    game: Game
    moves: tuple[Move, ...]
    course: "array[int]"
    """For every round of it the index of its move, in `moves`."""
    first: int = 1
    """The round with which it begins."""
    before: Decks | None = None
    """Both decks before that round, in card numbers; None as they were dealt."""

    @property
    def start(self) -> Decks:
        """Both decks before its first round, in card numbers."""
        split = len(self.game.deal.deck_1)
        return self.before or (tuple(range(split)), tuple(range(split, self.game.deal.size)))

    def positions(self) -> Iterator[Position]:
        """Yield every round of it as card numbers, so that single cards can be followed."""
        decks = self.start
        for number, index in enumerate(self.course, self.first):
            move = self.moves[index]
            before = decks
            cards_1: tuple[int, ...] = ()
            cards_2: tuple[int, ...] = ()
            for lay in move.lays:
                (laid_1, laid_2), decks = lay_cards(lay, decks)
                cards_1, cards_2 = cards_1 + laid_1, cards_2 + laid_2
            table = cards_1 + cards_2
            taken = tuple([table[place] for place in move.order])
            if move.winner == 1:
                decks = decks[0] + taken, decks[1]
            elif move.winner == 2:
                decks = decks[0], decks[1] + taken
            yield Position(number, *before, cards_1, cards_2, taken, move)


def record(deal: Deal, rules: Rules, *, seed: int = 0, number: int = 0, limit: int = LIMIT) -> Trace:
    """Play a deal and keep the way it went. Arguments as in `engine.game.play`.

    >>> trace = record(Deal.parse("23/4"), Rules())
    >>> [position.taken for position in trace.positions()]
    [(0, 2), (0, 1)]
    """
    moves: dict[Move, int] = {}
    course = array("I")

    def watch(this: Round) -> None:
        course.append(moves.setdefault(move_of(this), len(moves)))

    game = play(deal, rules, seed=seed, number=number, limit=limit, watch=watch)
    return Trace(game, tuple(moves), course)


def stretch_of(game: Game, rounds: Iterable[Round], *, first: int, before: Decks) -> Trace:
    """Return the stretch of a game that these rounds are; `before`: both decks, in card numbers."""
    moves: dict[Move, int] = {}
    course = array("I", [moves.setdefault(move_of(this), len(moves)) for this in rounds])
    return Trace(game, tuple(moves), course, first, before)


def move_of(this: Round) -> Move:
    """Return how the cards moved in a round."""
    return Move(this.lays, this.winner, this.order, this.wars)
