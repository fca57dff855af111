"""One game, decided and followed: as the referee would tell it, in a thousandth of the time.

The kernels say how a game ends, how its decks grow and shrink, and where every card lay after any
round; from there the law plays any stretch of it, round by round.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards import Deal, stream
from engine.game import LIMIT, Cycle, Decks, Game, Outcome, Round, Trace, comparison, play_round
from engine.game.trace import stretch_of
from engine.kernels import scalar
from engine.kernels.calls import Terms
from engine.kernels.codes import HALF_16, REASONS, Codes, strengths
from engine.kernels.follow import Holdings, Notes, follow
from engine.kernels.play import play_one
from engine.kernels.tallies import UNITS
from engine.rules import Rules

Ints = NDArray[np.int64]

SOME: Final = 256
"""Positions asked for at once: of 4,096 cards, two million bytes."""


def decide(deal: Deal, rules: Rules, *, seed: int = 0, number: int = 0, limit: int = LIMIT) -> Game:
    """Return the game of a deal as `engine.game.play` counts it."""
    terms = Terms(seed=seed, limit=limit, cycles=True)
    end, decks = play_one(deal, rules, number=number, terms=terms)
    start, length = int(end["cycle_start"]), int(end["cycle_length"])
    counts: dict[str, Any] = {name: int(end[name]) for name in (*UNITS, "steals", "stolen")}
    return Game(
        deal=deal,
        rules=rules,
        outcome=Outcome(int(end["winner"]), REASONS[int(end["reason"])]),
        decks=decks,
        after_round_1=_after_round_1(deal, rules, seed, number) if counts["rounds"] else None,
        cycle=Cycle(start, length) if length else None,
        **counts,
    )


def _after_round_1(deal: Deal, rules: Rules, seed: int, number: int) -> Decks | None:
    words = stream.words(stream.stream_key(stream.PLAYING, seed, number))
    first, _ = play_round(1, (deal.deck_1, deal.deck_2), rules, comparison(deal, rules.order), words)
    return first.decks if first.winner else None


NEAR: Final = 8
"""Rounds that the law plays in the time in which the kernels find a position."""


class Midway(NamedTuple):
    """Where every card lay after so many rounds."""

    after: int
    decks: Decks
    """Card numbers, top card first: player 1's deck was dealt 0, 1, 2, ..., player 2's goes on from there."""
    random: int
    """The state of the game's own stream."""


@dataclass(frozen=True)
class Course:
    """A game that was decided, and the stream from which it draws its random pick-ups."""

    game: Game
    seed: int = 0
    number: int = 0

    def line(self) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """Return player 1's deck before round 1, 2, ... and at the end, and the wars of every round."""
        rounds = self.game.rounds
        notes = _notes(sizes=np.zeros(rounds + 1, np.int16), depths=np.zeros(rounds, np.int16))
        self._follow(rounds, notes)
        return notes.sizes, notes.depths

    def held(self, edges: Ints) -> Ints:
        """Return at the start of how many rounds of each stretch player 1 held each card.

        edges: the rounds played before each stretch, the first 0, and one past the end, rounds + 1.
        """
        notes = _notes(edges=edges, held=np.zeros((self.game.deal.size, len(edges) - 1), np.int64))
        self._follow(self.game.rounds, notes)
        return notes.held

    def positions(self, after: Sequence[int]) -> Iterator[Midway]:
        """Yield the positions after so many rounds each, ascending."""
        for start in range(0, len(after), SOME):
            yield from self._positions(np.array(after[start : start + SOME], np.int64))

    def rounds_at(self, numbers: Sequence[int]) -> Iterator[Round]:
        """Yield some rounds of the game, ascending, as the law plays them from where the cards lay."""
        if numbers and numbers[-1] <= NEAR * len(numbers):
            wanted = set(numbers)
            (start,) = self.positions([0])
            played = islice(self._from(start), numbers[-1])
            yield from (this for this in played if this.number in wanted)
            return
        for position in self.positions([number - 1 for number in numbers]):
            yield next(self._from(position))

    def stretch(self, first: int = 1, rounds: int | None = None) -> Trace:
        """Return the way the game went from a round on: so many rounds, or to its end."""
        left = max(0, self.game.rounds - first + 1)
        (position,) = self.positions([first - 1])
        played = islice(self._from(position), left if rounds is None else min(rounds, left))
        return stretch_of(self.game, played, first=first, before=position.decks)

    def _from(self, position: Midway) -> Iterator[Round]:
        deal, rules = self.game.deal, self.game.rules
        ranks = (*deal.deck_1, *deal.deck_2)
        first, second = position.decks
        decks = tuple([ranks[card] for card in first]), tuple([ranks[card] for card in second])
        beats, words = comparison(deal, rules.order), stream.words(position.random)
        for number in range(position.after + 1, self.game.rounds + 1):
            this, _ = play_round(number, decks, rules, beats, words)
            decks = this.decks
            yield this

    def _positions(self, after: Ints) -> Iterator[Midway]:
        notes = _notes(
            after=after,
            decks=np.zeros((len(after), self.game.deal.size), np.uint16),
            cuts=np.zeros(len(after), np.int64),
            streams=np.zeros(len(after), np.uint64),
        )
        self._follow(int(after[-1]), notes)
        for place, rounds in enumerate(after.tolist()):
            cards, cut = notes.decks[place].tolist(), int(notes.cuts[place])
            yield Midway(rounds, (tuple(cards[:cut]), tuple(cards[cut:])), int(notes.streams[place]))

    def _follow(self, rounds: int, notes: Notes) -> None:
        deal, rules = self.game.deal, self.game.rules
        ranks = np.array([(*deal.deck_1, *deal.deck_2)], np.int64)
        strong, _ = strengths(ranks, rules.order)
        cut = len(deal.deck_1)
        dealt_to = np.repeat(np.array([1, 2], np.int8), (cut, deal.size - cut))
        key = stream.stream_key(stream.PLAYING, self.seed, self.number)
        follow(
            Codes.of(rules, HALF_16),
            scalar.Board.of(deal.size),
            np.arange(deal.size, dtype=np.uint16),
            strong[0].astype(np.uint16),
            cut,
            np.array([key], np.uint64),
            rounds,
            notes,
            Holdings(dealt_to, np.zeros(deal.size, np.int64)),
        )


def _notes(**asked: Any) -> Notes:
    nothing = Notes(
        sizes=np.zeros(0, np.int16),
        depths=np.zeros(0, np.int16),
        after=np.zeros(0, np.int64),
        decks=np.zeros((0, 0), np.uint16),
        cuts=np.zeros(0, np.int64),
        streams=np.zeros(0, np.uint64),
        edges=np.zeros(0, np.int64),
        held=np.zeros((0, 0), np.int64),
    )
    return nothing._replace(**asked)
