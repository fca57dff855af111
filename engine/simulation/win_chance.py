"""The chance to win round by round, and the rounds that changed it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine import kernels
from engine.cards import LARGEST_PACK, deal_cards, random_stream
from engine.game import LIMIT, Decks, Reason
from engine.kernels import Course, draw_words, mixed, strengths
from engine.simulation.estimates import Z_95, Estimate, share
from engine.simulation.study import Study
from engine.simulation.tallies import Ints

# The chance to win in the course of one game: what becomes of it if both decks were shuffled now.
#
# Whole numbers decide: the games from a position that each player won and those that neither
# did, endless ones and those cut off among them. A game's shuffle and its random pick-ups hang on the seed
# and the number of the game that is followed, on the round, and on its own number from 0 up, and on nothing
# else: the same on any machine, and the first 200 of 10,000 are those of 200.

CHANCE_POINTS: Final = 100  # rounds at which the chance is estimated, of a longer game spread over it
CHANCE_GAMES: Final = 200  # games from each of them: a share of a half is known to within 7 points
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
        """Number of games."""
        return self.player_1 + self.player_2 + self.nobody

    def won_by(self, player: int) -> int:
        """Return how many games a player won, or neither (0)."""
        return (self.nobody, self.player_1, self.player_2)[player]

    def share_of(self, player: int) -> Estimate:
        """Estimate how often a player wins, or neither (0)."""
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


def chances(course: Course, *, points: int = CHANCE_POINTS, games: int = CHANCE_GAMES) -> tuple[Point, ...]:
    """Return the chance at about `points` rounds of a game, from the first to the last, and at its end.

    >>> from engine.cards import Deal
    >>> from engine.rules import Rules
    >>> game = kernels.decide(Deal.parse("K2/AQ"), Rules())
    >>> [(point.round, point.cards.player_1) for point in chances(Course(game), games=5)]
    [(1, 0), (2, 0), (3, 0)]
    """
    rounds = spread_rounds(course.game.rounds, points)
    starts = starts_before(course, rounds, games)
    cards = played_from(course, starts)
    counts = played_from(course, [start._replace(known=COUNTS) for start in starts])
    end = at_the_end(course)
    return (*map(Point, rounds, cards, counts), Point(course.game.rounds + 1, end, end))


def spread_rounds(rounds: int, points: int) -> list[int]:
    """Return at most `points` rounds of a game, evenly spread, the first and the last among them.

    >>> spread_rounds(3, 100), spread_rounds(498, 4), spread_rounds(4, 4), spread_rounds(0, 100)
    ([1, 2, 3], [1, 166, 332, 498], [1, 2, 3, 4], [])
    """
    if rounds <= points:
        return list(range(1, rounds + 1))
    return [1 + (rounds - 1) * place // (points - 1) for place in range(points)]


def starts_before(course: Course, rounds: Sequence[int], games: int) -> list[Start]:
    """Return a start before each of some rounds, ascending, with the cards of both players known."""
    positions = course.positions([number - 1 for number in rounds])
    return [Start(number, at.decks, CARDS, 0, games) for number, at in zip(rounds, positions, strict=True)]


def at_the_end(course: Course) -> Chance:
    """Return the outcome of the game that is followed."""
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


def _winners(course: Course, starts: Sequence[Start], places: Ints, numbers: Ints) -> Ints:
    """Shuffle and play a block of games, given by their starts and their numbers there; 0: neither wins."""
    deal, rules = course.game.deal, course.game.rules
    first, last = int(places[0]), int(places[-1]) + 1
    some, places = starts[first:last], places - first
    numbers = numbers + np.array([start.first for start in some])[places]
    from_each = [random_stream.stream_key(start.known, _seed(course), start.round) for start in some]
    keys = np.array(from_each, np.uint64)[places]
    keys = mixed(keys + numbers.astype(np.uint64))
    rows = np.array([(*start.decks[0], *start.decks[1]) for start in some], np.uint64)
    cuts = np.array([len(start.decks[0]) for start in some])
    known = np.array([start.known == CARDS for start in some])
    shuffled = _shuffled(rows, np.where(known, cuts, deal.size), places, keys)
    ranks = np.array((*deal.deck_1, *deal.deck_2), np.int64)
    # A seed of its own keeps pick-ups off the stream of the game that is followed.
    terms = kernels.Terms(seed=_seed(course), limit=cut_off(deal.size))
    results = kernels.play_orders(ranks, shuffled, cuts[places], rules, numbers=keys, terms=terms)
    return results["winner"].astype(np.int64)


def cut_off(cards: int) -> int:
    """Return the rounds after which such a game counts as drawn: hundreds of times the mean length.

    >>> cut_off(2), cut_off(52), cut_off(4096)
    (100000, 173056, 10000000)
    """
    return min(LIMIT, max(100_000, 64 * cards * cards))


def _seed(course: Course) -> int:
    """Return the seed of all games from positions of one: of a deal that settles its game always the same."""
    settled = course.game.rules.deterministic
    return random_stream.stream_key(
        random_stream.RESHUFFLED, *((0, 0) if settled else (course.seed, course.number))
    )


def _shuffled(rows: Words, second_from: Ints, places: Ints, keys: Words) -> Ints:
    """Shuffle a row for each game: its first cards among themselves, and the others among themselves.

    Every card draws 51 bits of a word of the game's stream and its row is sorted by them: with its own
    number below no two are equal, so that it does not matter how a machine sorts.
    """
    at = np.arange(rows.shape[1], dtype=np.uint64)
    second = at >= second_from.astype(np.uint64)[:, np.newaxis]
    fixed = np.where(second, _SECOND, np.uint64(0)) | rows
    words = np.empty((len(keys), rows.shape[1]), np.uint64)
    draw_words(keys, places, fixed, _DRAWN, words)
    # Megabytes: what can be done in place is.
    words.sort(axis=1)
    words &= _NUMBER
    return words.view(np.int64)


# How much of the result the hands decide, in the course of the games of a rule set.
#
# Of a thousand games each is stopped before some of its rounds, both decks are shuffled, and the rest is
# played a few times over. What the hands decide is how much more often two such endings of one game are the
# same than those of two games: as a share of all that can be, the share of the variance of the result (who
# wins, or neither) that the hands explain. It is 0 where they say nothing and 1 where they settle it. Of the
# pairs of endings none is counted with itself, so the share is not flattered by there being few.

DECIDED_GAMES: Final = 1_000
DECIDED_POINTS: Final = 20
"""Rounds before which games are stopped, the first among them."""
ENDINGS: Final = 6  # how often a game is played to its end from each of them
FIRST: Final = 50  # games that show how long the others take
USUAL_ROUNDS: Final = 10_000  # rounds of a game on average, from which on fewer games are played
MOST_PART: Final = 0.95
"""The part of the games that end by the last of the points; if none ends, all are followed."""


class Decided(NamedTuple):
    """How much is decided before one round."""

    round: int
    share: Estimate | None
    """Of the variance of the result; None where all games end alike."""
    going: int
    """Games that have not ended by then."""


def decided(study: Study, *, games: int = DECIDED_GAMES, points: int = DECIDED_POINTS) -> tuple[Decided, ...]:
    """Return how much of the result the hands decide, before round 1 and before some of the later rounds.

    Of `games` games, or of fewer where they are very long; the number stands in every share.

    >>> from engine.cards import Hands
    >>> from engine.rules import Rules
    >>> study = Study(rules=Rules(), games=1, hands=Hands.parse("AA/K?"))
    >>> [(point.round, point.share) for point in decided(study, games=3, points=2)][0]
    (1, None)
    """
    courses = list(_courses(study, 0, min(games, FIRST)))
    rounds = sum(course.game.rounds for course in courses) / len(courses)
    enough = min(games, max(FIRST, round(games * USUAL_ROUNDS / max(rounds, 1))))
    courses += _courses(study, len(courses), enough)
    ended = sorted(course.game.rounds for course in courses if course.game.cycle is None)
    lengths = ended or sorted(course.game.rounds for course in courses)
    numbers = spread_rounds(max(1, lengths[int(MOST_PART * (len(lengths) - 1))]), points)
    endings = np.array([_endings(course, numbers) for course in courses])
    return tuple(
        Decided(
            number,
            _share(endings[:, place]),
            sum(course.game.rounds >= number or course.game.cycle is not None for course in courses),
        )
        for place, number in enumerate(numbers)
    )


def _courses(study: Study, first: int, end: int) -> Iterator[Course]:
    limit = min(study.limit, cut_off(study.cards))
    for number in range(first, end):
        deal = deal_cards(study.pack, seed=study.seed, number=number, hands=study.hands)
        game = kernels.decide(deal, study.rules, seed=study.seed, number=number, limit=limit)
        yield Course(game, study.seed, number)


def _endings(course: Course, numbers: list[int]) -> list[list[int]]:
    """Return how often neither, player 1 and player 2 win from each of these rounds (rounds x 3)."""
    met = [_met(course, number) for number in numbers]
    starts = starts_before(course, sorted({at for at in met if at <= course.game.rounds}), ENDINGS)
    played = zip(starts, played_from(course, starts), strict=True)
    chances = {start.round: [chance.won_by(player) for player in range(3)] for start, chance in played}
    ended = [ENDINGS * at_the_end(course).won_by(player) for player in range(3)]
    return [chances.get(at, ended) for at in met]


def _met(course: Course, number: int) -> int:
    """Return the round before which an endless game was already where it is before this one."""
    cycle = course.game.cycle
    if cycle is None or number < cycle.start + cycle.length:
        return number
    return cycle.start + (number - cycle.start) % cycle.length


def _share(endings: Ints) -> Estimate | None:
    """Estimate the share that is decided, from the endings of every game (games x 3).

    (alike - apart) / (1 - apart), of how often two endings of one game, and two of two games, are the same.
    The error is that of the delta method over games, which do not hang on each other.

    >>> decided = _share(np.array([[0, ENDINGS, 0], [0, 0, ENDINGS]] * 10))
    >>> decided.value, round(decided.low, 2), decided.high
    (1.0, 0.68, 1.0)
    """
    games = len(endings)
    parts = endings / ENDINGS
    alike = (endings * (endings - 1)).sum(axis=1) / (ENDINGS * (ENDINGS - 1))
    total = parts.sum(axis=0)
    across = float((total**2).sum() - (parts**2).sum()) / (games * (games - 1)) if games > 1 else 1.0
    spread = 1 - across
    if not (endings != endings[0]).any():
        return None
    mean = float(alike.mean())
    value = (mean - across) / spread
    moves = alike / spread - (1 - mean) / spread**2 * 2 * (parts @ (total / games))
    reach = Z_95 * float(moves.std(ddof=1)) / sqrt(games)
    if mean == 1:  # none of these games was open any more: how many may be?
        reach = share(0, games).high / spread
    middle = min(max(value, 0.0), 1.0)
    return Estimate(middle, max(value - reach, 0.0), min(middle + reach, 1.0), games)


# The rounds that turned a game: those in which the chance to win changed most, whatever changed it.
#
# Between two points of a course of 200 games each a step of ten points is chance as likely as not, so
# rounds are examined one by one, the more closely the larger their changes may be.

HIGH: Final = 3  # ranks that are high: of a whole pack queens, kings and aces
STAGES: Final = (1_000, 4_000, 10_000)
"""Games before and after a round: after each stage those go on that may be among the largest."""
CLOSE: Final = 100_000  # games of rounds that may or may not have changed the chance by five points
MOST: Final = 5
MOST_ROUNDS: Final = 100
"""Rounds that are examined, those in which the strongest cards changed hands first, and the last ones."""
LAST: Final = 10
MOST_CELLS: Final = 1 << 22
"""Rounds x cards up to which rounds that turned a game are searched."""

OF: Final = 10_000
POINT: Final = OF // 100
LEAST: Final = 5 * POINT
"""How much a round that turned the game changed it."""
Z: Final = 2.0  # standard errors within which one change may be as large as another

Ranks = tuple[int, ...]
Lost = tuple[Ranks, Ranks]


class TurningPoint(NamedTuple):
    """A round that turned a game."""

    round: int
    lost: Lost
    """The high cards that either player lost in it, or all where none was high: ranks, strongest first."""
    before: Chance
    after: Chance

    @property
    def change(self) -> int:
        """Of 10,000 games, how many more player 1 wins after it; one that neither wins is half a win."""
        return round(OF * (_score(self.after) - _score(self.before)))

    @property
    def error(self) -> float:
        """The standard error of the change."""
        return OF * hypot(_error(self.before), _error(self.after))


def turning_points(course: Course) -> tuple[TurningPoint, ...]:
    """Return the rounds that turned a game most, in their order: five or fewer, of five points or more.

    They are more where others may be as large as the fifth.
    """
    lost = cards_lost(course)
    chances: dict[int, Chance] = {course.game.rounds + 1: at_the_end(course)}
    rounds, turned = [*lost], list[TurningPoint]()
    for games in STAGES:
        _play_up_to(games, course, chances, rounds)
        turned = _largest(lost, chances, rounds)
        rounds = [turn.round for turn in turned]
    close = [turn.round for turn in turned if abs(abs(turn.change) - LEAST) < Z * turn.error]
    _play_up_to(CLOSE, course, chances, close)
    turned = _largest(lost, chances, rounds)
    return tuple(sorted(turn for turn in turned if abs(turn.change) >= LEAST))


def _largest(lost: dict[int, Lost], chances: dict[int, Chance], rounds: list[int]) -> list[TurningPoint]:
    """Return the turns that may be of five points and more and as large as the fifth of them."""
    every = (TurningPoint(number, lost[number], chances[number], chances[number + 1]) for number in rounds)
    turned = sorted(every, key=lambda turn: -abs(turn.change))
    if not turned:
        return []
    fifth = turned[:MOST][-1]
    return [
        turn
        for turn in turned
        if abs(turn.change) + Z * turn.error >= LEAST
        and abs(turn.change) + Z * hypot(turn.error, fifth.error) >= abs(fifth.change)
    ]


def cards_lost(course: Course) -> dict[int, Lost]:
    """Return the rounds that may have turned a game, ascending, and the ranks that either player lost.

    Where a high card was lost only the high ones are named. In the last round maybe none changes hands.
    The last round of an endless game and of one that is cut off settles nothing and is left out.

    >>> from engine.cards import Deal
    >>> from engine.kernels import decide
    >>> from engine.rules import Rules
    >>> cards_lost(Course(decide(Deal.parse("AK5/KQ3"), Rules())))
    {1: ((), (13,)), 2: ((), (12,)), 3: ((), (3,))}
    """
    game = course.game
    if not game.rounds or game.rounds * game.deal.size > MOST_CELLS:
        return {}
    ranks = np.array((*game.deal.deck_1, *game.deal.deck_2), np.int64)
    (strong,), _ = strengths(ranks[np.newaxis], game.rules.order)
    _, place = np.unique(strong, return_inverse=True)
    moved = np.diff(course.held(np.arange(game.rounds + 2, dtype=np.int64)), axis=1)
    weights = ((place + 1) ** 2) @ np.abs(moved)
    if game.outcome.reason in (Reason.CYCLE, Reason.LIMIT):
        weights = weights[:-1]
    weights[-LAST:] += weights.max(initial=0)
    chosen = np.sort(np.argsort(-weights, kind="stable")[:MOST_ROUNDS])
    order = np.argsort(-strong, kind="stable")
    high = strong >= np.unique(strong)[-HIGH:][0]
    return {number + 1: _lost(ranks[order], high[order], moved[order, number]) for number in chosen.tolist()}


def _lost(ranks: Ints, high: NDArray[np.bool_], moved: Ints) -> Lost:
    """Return what either player lost in a round, of cards in the order of their strength."""
    named = (moved != 0) & high if (moved[high] != 0).any() else moved != 0
    player_1, player_2 = (tuple(ranks[named & (moved * sign > 0)].tolist()) for sign in (-1, 1))
    return player_1, player_2


def _play_up_to(games: int, course: Course, chances: dict[int, Chance], rounds: Iterable[int]) -> None:
    """Play on from before and after some rounds until `games` games were played from each."""
    numbers = sorted({number + after for number in rounds for after in (0, 1)} - {course.game.rounds + 1})
    starts = []
    for start in starts_before(course, numbers, games):
        done = chances.setdefault(start.round, Chance(0, 0, 0)).games
        starts.append(start._replace(first=done, games=games - done))
    for start, more in zip(starts, played_from(course, starts), strict=True):
        chances[start.round] += more


def _score(chance: Chance) -> float:
    """Return what player 1 wins of a game; one that neither wins counts half."""
    return (chance.player_1 + chance.nobody / 2) / chance.games


def _error(chance: Chance) -> float:
    """Return the standard error of that; a chance that was not seen to fail may fail once more."""
    if chance.ended:
        return 0.0
    games, score = chance.games, _score(chance)
    spread = (chance.player_1 + chance.nobody / 4) / games - score * score
    return sqrt(max(spread, 1 / games) / games)
