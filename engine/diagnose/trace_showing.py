"""What a program that shows its game shows of it, in each way in which programs do, beside a log."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from engine.cards import Deal
from engine.diagnose.mistakes import Kind
from engine.diagnose.programs import Program
from engine.diagnose.trace_reading import Log, Pair, Shows
from engine.diagnose.wrong import rounds_of
from engine.game import Decks, Round


class Moment(NamedTuple):
    """What is shown at one moment of a game, and in which round, 0 before the first."""

    number: int
    pair: Pair
    leaves: bool = False
    """Whether the game ends here inside a round: what lies where then, every program shows otherwise."""


class GameShown:
    """The game of a program as far as somebody has looked, to be looked at in every way."""

    def __init__(self, program: Program, deal: Deal, most: int) -> None:
        self.deal = program.reads(deal)
        self._rounds = rounds_of(self.deal, program.rules, program.of(Kind.PLAYING), limit=most + 1)
        self._played: list[Round] = []

    def rounds(self) -> Iterator[Round]:
        """Yield its rounds, those of a game that never ends over and over."""
        place = 0
        while place < len(self._played) or self._play():
            yield self._played[place]
            place += 1
        cycle = self._rounds.ending.cycle
        while cycle is not None:
            again = self._played[cycle.start - 1 + (place + 1 - cycle.start) % cycle.length]
            place += 1
            yield again._replace(number=place)

    def _play(self) -> bool:
        self._played += islice(self._rounds, 1)
        return bool(self._played) and not hasattr(self._rounds, "ending")

    def agreeing(self, log: Log) -> tuple[int, int]:
        """Return how many entries of a log this game shows, from the first on, and in which way most."""
        ways = WAYS[log.shows]
        # Every round changes the sizes: these say which is likelier of ways that agree as far.
        first = tuple(map(len, log.seen[0].pair)) if log.shows == "decks" else log.seen[0].pair
        dealt = _sizes((self.deal.deck_1, self.deal.deck_2)) if log.shows == "sizes" else self._dealt
        order = [*range(len(ways))] if log.shows == "cards" or first == dealt else [*range(1, len(ways)), 0]
        return max(((self._agreeing(log, way), way) for way in order), key=lambda pair: pair[0])

    @property
    def _dealt(self) -> tuple[int, int]:
        return len(self.deal.deck_1), len(self.deal.deck_2)

    def _agreeing(self, log: Log, way: int) -> int:
        agree = 0
        for seen, state in zip(log.seen, self.states(log.shows, way), strict=False):
            if seen.pair != state.pair and not (state.leaves and self._left(log.shows, seen.pair)):
                break
            agree += 1
        return agree

    def _left(self, shows: Shows, pair: Pair) -> bool:
        """Say whether decks or sizes may be those of a game that ended inside a round."""
        sizes = [deck[0] for deck in pair] if shows == "sizes" else [*map(len, pair)]
        while self._play():
            pass
        winner = self._rounds.ending.outcome.winner
        return shows == "cards" or sum(sizes) < self.deal.size or bool(winner and not sizes[2 - winner])

    def states(self, shows: Shows, way: int) -> Iterator[Moment]:
        """Yield what is shown of it in one way."""
        return WAYS[shows][way](self)

    def at(self, log: Log, place: int, way: int) -> Moment | None:
        """Return what it shows in place of an entry of a log, None where it is over by then."""
        return next(islice(self.states(log.shows, way), place, None), None)


def _after(shown: GameShown, *, deal_first: bool, sizes: bool) -> Iterator[Moment]:
    show = _sizes if sizes else _same
    if deal_first:
        yield Moment(0, show((shown.deal.deck_1, shown.deal.deck_2)))
    for this in shown.rounds():
        yield Moment(this.number, show(this.decks), leaves=not this.winner)


def _without(shown: GameShown, *, laid: bool) -> Iterator[Moment]:
    """Yield the decks while cards lie on the table: the first of each, or all."""
    for this in shown.rounds():
        cut = (len(this.cards_1), len(this.cards_2)) if laid else (1, 1)
        one, other = (deck[away:] for deck, away in zip(this.before, cut, strict=True))
        # What differs here has done so since the round before.
        yield Moment(this.number - 1, (one, other), leaves=not this.winner and laid)


def _sizes(decks: Decks) -> Pair:
    return (len(decks[0]),), (len(decks[1]),)


def _same(decks: Decks) -> Pair:
    return decks


def _every_battle(this: Round) -> Sequence[tuple[int, int]]:
    return this.face_up


def _first_pair(this: Round) -> Sequence[tuple[int, int]]:
    return this.face_up[:1]


def _deciding_pair(this: Round) -> Sequence[tuple[int, int]]:
    return this.face_up[-1:]


def _every_pair(this: Round) -> Sequence[tuple[int, int]]:
    laid = [*zip(this.cards_1, this.cards_2, strict=False)]
    # Of a war that cannot be finished many programs still lay the cards that are there.
    return laid if this.winner else [*laid, *zip(*this.decks, strict=False)]


def _turned(pairs: Callable[[Round], Sequence[tuple[int, int]]], *, winner_first: bool = False) -> "Way":
    def way(shown: GameShown) -> Iterator[Moment]:
        for this in shown.rounds():
            for one, other in pairs(this):
                turn = winner_first and this.winner == 2
                pair = ((other,), (one,)) if turn else ((one,), (other,))
                yield Moment(this.number, pair, leaves=pairs is _deciding_pair and not this.winner)

    return way


Way = Callable[[GameShown], Iterator[Moment]]

WAYS: Final[dict[Shows, tuple[Way, ...]]] = {
    "decks": (
        lambda shown: _after(shown, deal_first=True, sizes=False),
        lambda shown: _after(shown, deal_first=False, sizes=False),
        lambda shown: _without(shown, laid=False),
        lambda shown: _without(shown, laid=True),
    ),
    "cards": (
        _turned(_every_battle),
        _turned(_first_pair),
        _turned(_every_pair),
        _turned(_deciding_pair),
        _turned(_deciding_pair, winner_first=True),
        _turned(_every_battle, winner_first=True),
    ),
    "sizes": (
        lambda shown: _after(shown, deal_first=True, sizes=True),
        lambda shown: _after(shown, deal_first=False, sizes=True),
    ),
}
"""The ways to show a game, by what is shown; of decks and sizes the first shows the deal too."""
