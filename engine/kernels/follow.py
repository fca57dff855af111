"""Follow one game round by round, and say how it goes on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, NamedTuple

import numpy as np
from numba import typeof, uint16, uint64
from numpy.typing import NDArray

from engine.cards import Deal, random_stream
from engine.game import LIMIT, Cycle, Decks, Game, Outcome, Round, Trace, comparison, play_round
from engine.game.referee import stretch_of
from engine.kernels import codes, scalar
from engine.kernels.cache import entry, inline, inline_always
from engine.kernels.calls import RULES, Terms
from engine.kernels.codes import HALF_16, REASONS, Codes, strengths
from engine.kernels.play import play_one
from engine.kernels.scalar import (
    HEAD_1,
    HEAD_2,
    SCALAR_ROUNDS,
    TABLE_1,
    TABLE_2,
    WARS,
    Board,
    lay,
    make_way,
    pay_war,
    pick_up,
    set_out,
    sizes,
    write_decks,
)
from engine.kernels.tallies import UNITS
from engine.rules import Rules

# The game followed card by card, compiled: where every card was after every round, and with which player.
#
# The same game as `scalar` plays, but in the line lie card numbers (player 1's deck from its top is 0, 1,
# 2, ..., player 2's goes on from there), so that equal cards stay distinct; their strengths lie beside it.

Cards = NDArray[np.uint16]
Words = NDArray[np.uint64]


class Notes(NamedTuple):
    """What is to be written down of a game, as arrays to be filled; those without a length are not."""

    sizes: NDArray[np.int16]
    """Player 1's deck before round 1, 2, ... and at the end: rounds + 1 long."""
    depths: NDArray[np.int16]
    """The wars of each round."""
    after: NDArray[np.int64]
    """Given: the rounds, ascending, after which the position is wanted."""
    decks: NDArray[np.uint16]
    """Both decks then, player 1's first (positions x cards)."""
    cuts: NDArray[np.int64]
    """How many of those are player 1's."""
    streams: Words
    """The state of the game's own stream then."""
    edges: NDArray[np.int64]
    """Given: the rounds played before each stretch, and one past the end."""
    held: NDArray[np.int64]
    """Of how many rounds of a stretch player 1 held a card at the start (cards x stretches)."""


class Holdings(NamedTuple):
    """The player that holds each card (1 or 2), and the round after which that is not counted yet."""

    player: NDArray[np.int8]
    since: NDArray[np.int64]


@inline
def _round(board: Board, strong: Cards, rules: Codes, stream: Words) -> int:
    """Play a round as `scalar.play_round` does; return the player who takes the table, 0 for none."""
    cards, at, counts = board
    at[TABLE_1], at[TABLE_2] = at[HEAD_1], at[HEAD_2]
    counts[SCALAR_ROUNDS] += 1
    lay(board, 1, 1)
    while strong[cards[at[HEAD_1] - 1]] == strong[cards[at[HEAD_2] - 1]]:
        counts[WARS] += 1
        if pay_war(board, rules) != codes.GOES_ON:
            return 0
    behind = np.int64(strong[cards[at[HEAD_2] - 1]]) - np.int64(strong[cards[at[HEAD_1] - 1]])
    winner = 1 if behind & rules.half else 2
    pick_up(cards, at, winner, rules, stream)
    return winner


@inline_always
def _count_stretch(holders: Holdings, after: int, held: NDArray[np.int64]) -> None:
    """Count for player 1 what they held up to now in this stretch."""
    for card in range(len(holders.player)):
        if holders.player[card] == 1:
            held[card] += after - holders.since[card]
        holders.since[card] = after


@inline
def _hand_over(
    board: Board, start: int, end: int, player: int, holders: Holdings, held: NDArray[np.int64]
) -> None:
    """Have a player hold the cards of a stretch of the line from after this round on."""
    after = board.counts[SCALAR_ROUNDS]
    for place in range(start, end):
        card = board.cards[place]
        if holders.player[card] != player:
            if holders.player[card] == 1:
                held[card] += after - holders.since[card]
            holders.player[card] = player
            holders.since[card] = after


@entry(
    RULES,
    typeof(Board.of(2)),
    uint16[::1],
    uint16[::1],
    typeof(1),
    uint64[::1],
    typeof(1),
    typeof(
        Notes(
            np.zeros(1, np.int16),
            np.zeros(1, np.int16),
            np.zeros(1, np.int64),
            np.zeros((1, 1), np.uint16),
            np.zeros(1, np.int64),
            np.zeros(1, np.uint64),
            np.zeros(1, np.int64),
            np.zeros((1, 1), np.int64),
        )
    ),
    typeof(Holdings(np.zeros(1, np.int8), np.zeros(1, np.int64))),
)
def follow(
    rules: Codes,
    board: Board,
    numbers: Cards,
    strong: Cards,
    cut: int,
    stream: Words,
    rounds: int,
    notes: Notes,
    holders: Holdings,
) -> None:
    """Play a number of rounds, which the game must have, and write down what is asked for.

    numbers: 0, 1, 2, ...; strong: the strength of each; cut: how many are player 1's.
    """
    set_out(board, numbers, cut)
    position = stretch = 0
    for number in range(rounds + 1):
        size_1, _ = sizes(board.at)
        if len(notes.sizes) > 0:
            notes.sizes[number] = size_1
        if position < len(notes.after) and notes.after[position] == number:
            write_decks(board, notes.decks[position])
            notes.cuts[position] = size_1
            notes.streams[position] = stream[0]
            position += 1
        if number == rounds:
            break
        make_way(board)
        wars = board.counts[WARS]
        winner = _round(board, strong, rules, stream)
        if len(notes.depths) > 0:
            notes.depths[number] = board.counts[WARS] - wars
        if len(notes.edges) > 0:
            if notes.edges[stretch + 1] == number + 1:
                _count_stretch(holders, number + 1, notes.held[:, stretch])
                stretch += 1
            held = notes.held[:, stretch]
            _hand_over(board, board.at[TABLE_1], board.at[HEAD_1], winner or 1, holders, held)
            _hand_over(board, board.at[TABLE_2], board.at[HEAD_2], winner or 2, holders, held)
    if len(notes.edges) > 0:
        _count_stretch(holders, rounds + 1, notes.held[:, stretch])


# One game, decided and followed: as the referee would tell it, in a thousandth of the time.
#
# The kernels say how a game ends, how its decks grow and shrink, and where every card lay after any
# round; from there the law plays any stretch of it, round by round.

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
    words = random_stream.words(random_stream.stream_key(random_stream.PLAYING, seed, number))
    first, _ = play_round(1, (deal.deck_1, deal.deck_2), rules, comparison(deal, rules.order), words)
    return first.decks if first.winner else None


NEAR: Final = 8
"""Rounds that the law plays in the time in which the kernels find a position."""


class Midway(NamedTuple):
    """Where every card lay after a number of rounds."""

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
        """Yield the positions after each number of rounds, ascending."""
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
        """Return the course of the game from a round on: for a number of rounds, or to its end."""
        left = max(0, self.game.rounds - first + 1)
        (position,) = self.positions([first - 1])
        played = islice(self._from(position), left if rounds is None else min(rounds, left))
        return stretch_of(self.game, played, first=first, before=position.decks)

    def _from(self, position: Midway) -> Iterator[Round]:
        deal, rules = self.game.deal, self.game.rules
        ranks = (*deal.deck_1, *deal.deck_2)
        first, second = position.decks
        decks = tuple([ranks[card] for card in first]), tuple([ranks[card] for card in second])
        beats, words = comparison(deal, rules.order), random_stream.words(position.random)
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
        key = random_stream.stream_key(random_stream.PLAYING, self.seed, self.number)
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
