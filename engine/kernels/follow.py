"""The game followed card by card, compiled: what was where after every round, and who held what.

The same game as `scalar` plays, but in the line lie card numbers (player 1's deck from its top is 0, 1,
2, ..., player 2's goes on from there), so that equal cards are told apart; their strengths lie beside it.
"""

from typing import NamedTuple

import numpy as np
from numba import typeof, uint16, uint64
from numpy.typing import NDArray

from engine.kernels import codes
from engine.kernels.cache import entry, inner, tiny
from engine.kernels.calls import RULES
from engine.kernels.codes import Codes
from engine.kernels.scalar import (
    HEAD_1,
    HEAD_2,
    ROUNDS,
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
    """Who holds each card (1 or 2), and since after which round that is not counted yet."""

    player: NDArray[np.int8]
    since: NDArray[np.int64]


@inner
def _round(board: Board, strong: Cards, rules: Codes, stream: Words) -> int:
    """Play a round as `scalar.play_round` does; return who takes the table, 0 where nobody does."""
    cards, at, counts = board
    at[TABLE_1], at[TABLE_2] = at[HEAD_1], at[HEAD_2]
    counts[ROUNDS] += 1
    lay(board, 1, 1)
    while strong[cards[at[HEAD_1] - 1]] == strong[cards[at[HEAD_2] - 1]]:
        counts[WARS] += 1
        if pay_war(board, rules) != codes.GOES_ON:
            return 0
    behind = np.int64(strong[cards[at[HEAD_2] - 1]]) - np.int64(strong[cards[at[HEAD_1] - 1]])
    winner = 1 if behind & rules.half else 2
    pick_up(cards, at, winner, rules, stream)
    return winner


@tiny
def _count_stretch(holders: Holdings, after: int, held: NDArray[np.int64]) -> None:
    """Count for player 1 what he held up to now in this stretch."""
    for card in range(len(holders.player)):
        if holders.player[card] == 1:
            held[card] += after - holders.since[card]
        holders.since[card] = after


@inner
def _hand_over(
    board: Board, start: int, end: int, player: int, holders: Holdings, held: NDArray[np.int64]
) -> None:
    """Have a player hold the cards of a stretch of the line from after this round on."""
    after = board.counts[ROUNDS]
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
    """Play so many rounds, which the game must have, and write down what is asked for.

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
