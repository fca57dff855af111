"""Follow one game round by round, and say how it goes on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, NamedTuple

import numpy as np
from numba import typeof, uint16, uint64
from numpy.typing import NDArray

from engine.cards import Deal, random_stream
from engine.game import LIMIT, Cycle, Decks, Game, Outcome, Round, Trace, comparison, play_round, stretch_of
from engine.kernels import calls, codes, scalar
from engine.kernels.cache import entry, inline, inline_always
from engine.kernels.calls import Cards, Numbers, Words
from engine.kernels.codes import HALF_16, REASONS, Codes, strengths
from engine.kernels.tallies import UNITS
from engine.rules import Rules

# The game followed card by card, compiled: where every card was after every round, and with which player.
#
# The same game as `scalar` plays, but in the line lie card numbers (player 1's deck from its top is 0, 1,
# 2, ..., player 2's goes on from there), so that equal cards stay distinct; their strengths lie beside it.


NONE: Final[Numbers] = np.zeros(0, np.int64)


class Notes(NamedTuple):
    """What is written down of a game, as arrays to be filled; what is not asked for is empty."""

    sizes: NDArray[np.int16]
    """Player 1's deck before round 1, 2, ... and at the end: rounds + 1 long."""
    depths: NDArray[np.int16]
    after: NDArray[np.int64]
    """Given: the rounds, ascending, after which the position is asked for."""
    decks: NDArray[np.uint16]
    """Both decks then, player 1's first (positions x cards)."""
    cuts: NDArray[np.int64]
    """How many of those are player 1's."""
    streams: Words
    edges: NDArray[np.int64]
    """Given: the rounds played before each stretch, and one past the end."""
    held: NDArray[np.int64]
    """Of how many rounds of a stretch player 1 held a card at the start (cards x stretches)."""

    @classmethod
    def of(cls, cards: int, rounds: int = 0, after: Numbers = NONE, edges: Numbers = NONE) -> "Notes":
        """Make notes of a game with some cards: on each of its rounds, some positions, or some stretches."""
        return cls(
            np.zeros(rounds + 1, np.int16),
            np.zeros(rounds, np.int16),
            after,
            np.zeros((len(after), cards), np.uint16),
            np.zeros(len(after), np.int64),
            np.zeros(len(after), np.uint64),
            edges,
            np.zeros((cards, max(len(edges) - 1, 0)), np.int64),
        )


class Holdings(NamedTuple):
    """The player that holds each card (1 or 2), and the round after which that is not counted yet."""

    player: NDArray[np.int8]
    since: NDArray[np.int64]


@inline
def _round(board: scalar.Board, strong: Cards, rules: Codes, stream: Words) -> int:
    """Play a round as `scalar.play_round` does; return the player who takes the table, 0 for none."""
    cards, at, counts = board
    at[scalar.TABLE_1], at[scalar.TABLE_2] = at[scalar.HEAD_1], at[scalar.HEAD_2]
    counts[scalar.SCALAR_ROUNDS] += 1
    scalar.lay(board, 1, 1)
    while strong[cards[at[scalar.HEAD_1] - 1]] == strong[cards[at[scalar.HEAD_2] - 1]]:
        counts[scalar.WARS] += 1
        if scalar.pay_war(board, rules) != codes.GOES_ON:
            return 0
    behind = np.int64(strong[cards[at[scalar.HEAD_2] - 1]]) - np.int64(strong[cards[at[scalar.HEAD_1] - 1]])
    winner = 1 if behind & rules.half else 2
    scalar.pick_up(cards, at, winner, rules, stream)
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
    board: scalar.Board, start: int, end: int, player: int, holders: Holdings, held: NDArray[np.int64]
) -> None:
    """Have a player hold the cards of a stretch of the line from after this round on."""
    after = board.counts[scalar.SCALAR_ROUNDS]
    for place in range(start, end):
        card = board.cards[place]
        if holders.player[card] != player:
            if holders.player[card] == 1:
                held[card] += after - holders.since[card]
            holders.player[card] = player
            holders.since[card] = after


@entry(
    calls.RULES,
    typeof(scalar.Board.of(2)),
    uint16[::1],
    uint16[::1],
    typeof(1),
    uint64[::1],
    typeof(1),
    typeof(Notes.of(1)),
    typeof(Holdings(np.zeros(1, np.int8), np.zeros(1, np.int64))),
)
def follow(
    rules: Codes,
    board: scalar.Board,
    numbers: Cards,
    strong: Cards,
    cut: int,
    stream: Words,
    rounds: int,
    notes: Notes,
    holders: Holdings,
) -> None:
    """Play a number of rounds, which the game must have, and write down how it went.

    numbers: 0, 1, 2, ...; strong: the strength of each; cut: how many are player 1's.
    """
    scalar.set_out(board, numbers, cut)
    position = stretch = 0
    for number in range(rounds + 1):
        size_1, _ = scalar.sizes(board.at)
        if number < len(notes.sizes):
            notes.sizes[number] = size_1
        if position < len(notes.after) and notes.after[position] == number:
            scalar.write_decks(board, notes.decks[position])
            notes.cuts[position] = size_1
            notes.streams[position] = stream[0]
            position += 1
        if number == rounds:
            break
        scalar.make_way(board)
        wars = board.counts[scalar.WARS]
        winner = _round(board, strong, rules, stream)
        if number < len(notes.depths):
            notes.depths[number] = board.counts[scalar.WARS] - wars
        if len(notes.edges) > 0:
            if notes.edges[stretch + 1] == number + 1:
                _count_stretch(holders, number + 1, notes.held[:, stretch])
                stretch += 1
            held = notes.held[:, stretch]
            _hand_over(board, board.at[scalar.TABLE_1], board.at[scalar.HEAD_1], winner or 1, holders, held)
            _hand_over(board, board.at[scalar.TABLE_2], board.at[scalar.HEAD_2], winner or 2, holders, held)
    if len(notes.edges) > 0:
        _count_stretch(holders, rounds + 1, notes.held[:, stretch])


# One game, decided and followed: as the referee would tell it, in a thousandth of the time.
#
# The kernels say how a game ends, how its decks grow and shrink, and where every card lay after any
# round; from there the law plays any stretch of it, round by round.

SOME: Final = 256  # positions asked for at once: of 4,096 cards, two million bytes


def decide(deal: Deal, rules: Rules, *, seed: int = 0, number: int = 0, limit: int = LIMIT) -> Game:
    """Return the game of a deal as `engine.game.play` counts it."""
    ranks = np.array([(*deal.deck_1, *deal.deck_2)], np.int64)
    numbers, finals = np.array([number], np.uint64), np.zeros(ranks.shape, np.uint16)
    deals, different = calls.Deals.given(ranks, np.array([len(deal.deck_1)]), numbers).in_strengths(
        rules.order
    )
    terms = calls.Terms(seed=seed, limit=limit, cycles=True)
    call = calls.Call.of(rules, terms, shuffled=False, ranks=different)
    (end,) = scalar.play_deals(rules, call, deals, finals)
    rank_of = dict(zip(deals.rows[0].tolist(), ranks[0].tolist(), strict=True))
    size_1, size_2 = int(end["size_1"]), int(end["size_2"])
    cards = tuple(rank_of[card] for card in finals[0, : size_1 + size_2].tolist())
    start, length = int(end["cycle_start"]), int(end["cycle_length"])
    counts: dict[str, Any] = {name: int(end[name]) for name in (*UNITS, "steals", "stolen")}
    return Game(
        deal=deal,
        rules=rules,
        outcome=Outcome(int(end["winner"]), REASONS[int(end["reason"])]),
        decks=(cards[:size_1], cards[size_1:]),
        after_round_1=_after_round_1(deal, rules, seed, number) if counts["rounds"] else None,
        cycle=Cycle(start, length) if length else None,
        **counts,
    )


def _after_round_1(deal: Deal, rules: Rules, seed: int, number: int) -> Decks | None:
    words = random_stream.words(random_stream.stream_key(random_stream.PLAYING, seed, number))
    first, _ = play_round(1, (deal.deck_1, deal.deck_2), rules, comparison(deal, rules.order), words)
    return first.decks if first.winner else None


class Midway(NamedTuple):
    """Where every card lay after a number of rounds."""

    after: int
    decks: Decks
    """Card numbers, top card first: player 1's deck was dealt 0, 1, 2, ..., player 2's goes on from there."""
    random: int


@dataclass(frozen=True)
class Course:
    """A game that was decided, and the stream from which it draws its random pick-ups."""

    game: Game
    seed: int = 0
    number: int = 0

    def line(self) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """Return player 1's deck before round 1, 2, ... and at the end, and the wars of every round."""
        notes = self._follow(self.game.rounds, Notes.of(self.game.deal.size, self.game.rounds))
        return notes.sizes, notes.depths

    def held(self, edges: Numbers) -> Numbers:
        """Return at the start of how many rounds of each stretch player 1 held each card.

        edges: the rounds played before each stretch, the first 0, and one past the end, rounds + 1.
        """
        return self._follow(self.game.rounds, Notes.of(self.game.deal.size, edges=edges)).held

    def positions(self, after: Sequence[int]) -> Iterator[Midway]:
        """Yield the positions after each number of rounds, ascending."""
        for start in range(0, len(after), SOME):
            some = after[start : start + SOME]
            notes = self._follow(some[-1], Notes.of(self.game.deal.size, after=np.array(some, np.int64)))
            for place, rounds in enumerate(some):
                cards, cut = notes.decks[place].tolist(), int(notes.cuts[place])
                yield Midway(rounds, (tuple(cards[:cut]), tuple(cards[cut:])), int(notes.streams[place]))

    def rounds_at(self, numbers: Sequence[int]) -> Iterator[Round]:
        """Yield some rounds of the game, ascending, as the law plays them from where the cards lay."""
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

    def _follow(self, rounds: int, notes: Notes) -> Notes:
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
        return notes
