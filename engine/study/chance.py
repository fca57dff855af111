"""The chance to win in the course of one game: what becomes of it if both decks were shuffled now.

Whole numbers decide: of so many games from a position, those that each player won and those that nobody
did, endless ones and those cut off among them. A game's shuffle and its random pick-ups hang on the seed
and the number of the game that is followed, on the round, and on its own number from 0 up, and on nothing
else: the same on any machine, and the first 200 of 10,000 are those of 200.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine import kernels
from engine.cards import LARGEST_PACK, stream
from engine.game import LIMIT, Decks
from engine.kernels import Course
from engine.kernels.dealing import draw_words, mixed
from engine.study.estimates import Estimate, share

POINTS: Final = 100
"""Rounds at which the chance is looked at, of a longer game spread over it."""
GAMES: Final = 200
"""Games from each of them: a share of a half is known to within 7 points."""
CELLS: Final = 1 << 18
"""Cards that are shuffled at once: two megabytes, which a worker keeps at hand."""

CARDS: Final = 1
COUNTS: Final = 2
"""What is known of both decks: which cards are in each, or only how many."""

_NUMBER_BITS: Final = (LARGEST_PACK - 1).bit_length()
_SECOND: Final = np.uint64(1 << 63)
_NUMBER: Final = np.uint64((1 << _NUMBER_BITS) - 1)
_DRAWN: Final = ~(_SECOND | _NUMBER)

Words = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Chance:
    """How games from one position ended."""

    player_1: int
    player_2: int
    nobody: int
    ended: bool = False
    """Whether the game that is followed was over by then: what is known and not estimated."""

    @property
    def games(self) -> int:
        """How many games."""
        return self.player_1 + self.player_2 + self.nobody

    def won_by(self, player: int) -> int:
        """Return how many a player won, or nobody (0)."""
        return (self.nobody, self.player_1, self.player_2)[player]

    def share_of(self, player: int) -> Estimate:
        """Estimate how often a player wins, or nobody (0)."""
        won = self.won_by(player)
        if self.ended:
            return Estimate(float(won), float(won), float(won), self.games)
        return share(won, self.games)

    def __add__(self, more: "Chance") -> "Chance":
        return Chance(self.player_1 + more.player_1, self.player_2 + more.player_2, self.nobody + more.nobody)


class Point(NamedTuple):
    """The chance before one round, or after the last."""

    round: int
    cards: Chance
    """With what each player holds known, its order not."""
    counts: Chance
    """With only how many cards each player holds known."""


class Start(NamedTuple):
    """A position from which games are to be played, and the numbers of these."""

    round: int
    decks: Decks
    """Card numbers."""
    known: int
    first: int
    games: int


def chances(course: Course, *, points: int = POINTS, games: int = GAMES) -> tuple[Point, ...]:
    """Return the chance at about so many rounds of a game, the first and the last among them, and at its end.

    >>> from engine.cards import Deal
    >>> from engine.rules import Rules
    >>> game = kernels.decide(Deal.parse("K2/AQ"), Rules())
    >>> [(point.round, point.cards.player_1) for point in chances(Course(game), games=5)]
    [(1, 0), (2, 0), (3, 0)]
    """
    rounds = looked_at(course.game.rounds, points)
    decks = [position.decks for position in course.positions([number - 1 for number in rounds])]
    starts = [
        Start(number, both, known, 0, games)
        for number, both in zip(rounds, decks, strict=True)
        for known in (CARDS, COUNTS)
    ]
    played = played_from(course, starts)
    end = at_the_end(course)
    return (
        *(Point(*line) for line in zip(rounds, played[::2], played[1::2], strict=True)),
        Point(course.game.rounds + 1, end, end),
    )


def looked_at(rounds: int, points: int) -> list[int]:
    """Return at most so many rounds of a game, evenly spread, the first and the last among them.

    >>> looked_at(3, 100), looked_at(498, 4), looked_at(0, 100)
    ([1, 2, 3], [1, 166, 332, 498], [])
    """
    if rounds <= points:
        return list(range(1, rounds + 1))
    return [1 + (rounds - 1) * place // (points - 1) for place in range(points)]


def at_the_end(course: Course) -> Chance:
    """Return what came of the game that is followed."""
    winner = course.game.outcome.winner
    return Chance(int(winner == 1), int(winner == 2), int(not winner), ended=True)


def played_from(course: Course, starts: Sequence[Start]) -> list[Chance]:
    """Play games from positions of a game: as many as each asks for, a block at a time."""
    chances = [Chance(0, 0, 0)] * len(starts)
    most = max(1, CELLS // max(1, course.game.deal.size))
    numbers = np.array([start.games for start in starts], np.int64)
    ends = np.cumsum(numbers)
    for block in range(0, int(numbers.sum()), most):
        span = np.arange(block, min(block + most, int(ends[-1])))
        places = np.searchsorted(ends, span, side="right")
        winners = _winners(course, starts, places, span - (ends - numbers)[places])
        counted = np.bincount(places * 3 + winners, minlength=3 * len(starts)).reshape(-1, 3)
        for place in range(places[0], places[-1] + 1):
            nobody, player_1, player_2 = counted[place].tolist()
            chances[place] += Chance(player_1, player_2, nobody)
    return chances


def _winners(
    course: Course, starts: Sequence[Start], places: NDArray[np.int64], numbers: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Shuffle and play a block of games, given by their starts and their numbers there; 0: nobody wins."""
    deal, rules = course.game.deal, course.game.rules
    first, last = int(places[0]), int(places[-1]) + 1
    some, places = starts[first:last], places - first
    numbers = numbers + np.array([start.first for start in some])[places]
    from_each = [stream.stream_key(start.known, _seed(course), start.round) for start in some]
    keys = np.array(from_each, np.uint64)[places]
    keys = mixed(keys + numbers.astype(np.uint64))
    rows = np.array([(*start.decks[0], *start.decks[1]) for start in some], np.uint64)
    cuts = np.array([len(start.decks[0]) for start in some])
    known = np.array([start.known == CARDS for start in some])
    apart = np.where(known, cuts, deal.size)
    shuffled = _shuffled(rows, apart, places, keys)
    ranks = np.array((*deal.deck_1, *deal.deck_2), np.int64)
    # A seed of its own keeps pick-ups off the stream of the game that is followed.
    terms = kernels.Terms(seed=_seed(course), limit=cut_off(deal.size))
    records = kernels.play_orders(ranks, shuffled, cuts[places], rules, numbers=keys, terms=terms)
    return records["winner"].astype(np.int64)


def cut_off(cards: int) -> int:
    """Return after how many rounds such a game is nobody's: hundreds of times the mean of those that end.

    >>> cut_off(52), cut_off(4096)
    (173056, 10000000)
    """
    return min(LIMIT, max(100_000, 64 * cards * cards))


def _seed(course: Course) -> int:
    """Return the seed of all games from positions of one: of a deal that settles its game always the same."""
    settled = course.game.rules.deterministic
    return stream.stream_key(stream.ANEW, *((0, 0) if settled else (course.seed, course.number)))


def _shuffled(
    rows: Words, apart: NDArray[np.int64], places: NDArray[np.int64], keys: Words
) -> NDArray[np.int64]:
    """Shuffle a row for each game: its first so many cards among themselves, and the others among themselves.

    Every card draws 51 bits of a word of the game's stream and its row is sorted by them: with its own
    number below no two are equal, so that it does not matter how a machine sorts.
    """
    at = np.arange(rows.shape[1], dtype=np.uint64)
    second = at >= apart.astype(np.uint64)[:, np.newaxis]
    fixed = np.where(second, _SECOND, np.uint64(0)) | rows
    words = np.empty((len(keys), rows.shape[1]), np.uint64)
    draw_words(keys, places, fixed, _DRAWN, words)
    # Megabytes: what can be done in place is.
    words.sort(axis=1)
    words &= _NUMBER
    return words.view(np.int64)
