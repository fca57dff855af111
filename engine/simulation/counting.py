"""Every deal of a small pack, counted."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import comb, factorial
from typing import Any, Final

import numpy as np

from engine import kernels
from engine.cards import Deal, Hands, Pack, shares
from engine.numbers import count
from engine.rules import Rules
from engine.simulation.tallies import Ints, outcomes_of

# Every arrangement of a small pack, by its number: lexicographic order of ranks, suits left out.


def arrangements(pack: Pack) -> int:
    """Return how many different deals a pack has when suits do not matter.

    >>> arrangements(Pack(4, 2))
    2520
    """
    return int(factorial(pack.size) // factorial(pack.copies) ** pack.ranks)


def rows_of(pack: Pack, numbers: Ints) -> Ints:
    """Return the arrangements with these numbers: a row of ranks each.

    Of all arrangements that go on from a prefix, the share that has a given rank next is the share
    of that rank among the cards left; so the number is narrowed card by card, for all rows at once.

    >>> rows_of(Pack(2, 2), np.array([0, 5])).tolist()
    [[13, 13, 14, 14], [14, 14, 13, 13]]
    """
    rest = numbers.copy()
    rows = np.empty((len(numbers), pack.size), dtype=np.int64)
    narrowing = _narrowing(pack, len(numbers))
    below = next(narrowing)
    for place in range(pack.size):
        rank = (below <= rest[:, np.newaxis]).sum(axis=1)
        rest -= np.where(rank > 0, below[np.arange(len(rest)), rank - 1], 0)
        rows[:, place] = pack.rank_of(0) + rank
        below = narrowing.send(rank)
    return rows


def numbers_of(pack: Pack, rows: Ints) -> Ints:
    """Return the numbers of arrangements, a row of ranks each: `rows_of` turned round.

    >>> numbers_of(Pack(2, 2), np.array([[14, 14, 13, 13], [13, 14, 13, 14]])).tolist()
    [5, 1]
    """
    numbers = np.zeros(len(rows), dtype=np.int64)
    narrowing = _narrowing(pack, len(rows))
    below = next(narrowing)
    for place in range(pack.size):
        rank = rows[:, place] - pack.rank_of(0)
        numbers += np.where(rank > 0, below[np.arange(len(rows)), rank - 1], 0)
        below = narrowing.send(rank)
    return numbers


def deal_of(pack: Pack, number: int, cut: int) -> Deal:
    """Return an arrangement cut in two: `cut` cards are player 1's.

    >>> deal_of(Pack(2, 2), 1, 3).text
    'KAK/A'
    """
    row = rows_of(pack, np.array([number]))[0].tolist()
    return Deal(tuple(row[:cut]), tuple(row[cut:]))


def _narrowing(pack: Pack, rows: int) -> Generator[Ints, Ints, None]:
    """Yield for each place how many arrangements come before the end of each rank there, given the ranks."""
    left = np.full((rows, pack.ranks), pack.copies, dtype=np.int64)
    ways = np.full(rows, arrangements(pack), dtype=np.int64)
    every = np.arange(rows)
    for place in range(pack.size):
        below = np.cumsum(left, axis=1) * ways[:, np.newaxis] // (pack.size - place)
        rank = yield below
        ways = below[every, rank] - np.where(rank > 0, below[every, rank - 1], 0)
        left[every, rank] -= 1
    yield ways


# Small packs, exactly: every distinct deal, played once.

MOST_DEALS: Final = 10**10
"""Deals up to which a pack is small: half a day of two cores."""
CHUNK: Final = 200_000  # deals that are played in one go: most of a second

VERSION: Final = 1  # of the counts that are stored; raise it where a deal would end otherwise than before

SUMMED: Final = ("deals", "player_1", "player_2", "draw", "endless", "rounds", "picked")

Chunks = Callable[[Callable[[int], "Exact"], Iterable[int]], Iterable["Exact"]]
"""Has chunks of deals played, in order: `map`, or that of an executor."""


@dataclass(frozen=True, slots=True)
class Exact:
    """How the first `deals` deals of a pack end. `rounds` is the sum over finished games, drawn ones too.

    Of hands, a deal counts as often as the known cards can be picked out of it: so each way is as likely.
    """

    pack: Pack
    rules: Rules
    cut: int
    deals: int = 0
    player_1: int = 0
    player_2: int = 0
    draw: int = 0
    endless: int = 0
    rounds: int = 0
    longest: int = 0
    longest_at: int = 0
    """The number of the first of the longest games; of games that end."""
    hands: Hands | None = None
    """What the players are known to hold; None where nothing but how many."""
    picked: int = 0
    """In how many ways these hands can be dealt by the deals counted; 0 without hands."""

    @property
    def ways(self) -> int:
        """How many equally likely ways were counted: deals, or ways to deal the hands."""
        return self.picked if self.hands else self.deals

    @property
    def done(self) -> bool:
        """Whether these are all deals of the pack."""
        return self.deals == arrangements(self.pack)

    @property
    def mean_rounds(self) -> Fraction | None:
        """Mean length of the games that end, exactly; None if none does."""
        finished = self.ways - self.endless
        return Fraction(self.rounds, finished) if finished else None

    @property
    def longest_deal(self) -> Deal | None:
        """The deal of the first of the longest games; None if no game ends."""
        if not self.longest:
            return None
        deal = deal_of(self.pack, self.longest_at, self.cut)
        return Deal(deal.deck_1, deal.deck_2[: self.cards - self.cut])

    @property
    def cards(self) -> int:
        """How many cards are in play."""
        return shares(self.pack, self.hands).cards

    def canonical(self) -> dict[str, Any]:
        """Return what is counted, not how far, as plain data in one fixed form."""
        hands = self.hands and self.hands.text
        return {"pack": self.pack.text, "rules": self.rules.code, "cut": self.cut, "hands": hands}

    def written(self) -> str:
        """Return the count as one line of JSON, from which `read` makes it again."""
        data = self.canonical() | {name: getattr(self, name) for name in COUNTS}
        return json.dumps(data | {"sha256": _checksum(data)})

    def read(self, line: str) -> "Exact":
        """Return the count of this that is written on a line.

        Raises `Wrong` for a count of this that was changed, and `ValueError` for any other line.
        """
        try:
            data = json.loads(line)
            numbers, checksum = {name: data[name] for name in COUNTS}, data["sha256"]
        except (TypeError, KeyError, ValueError):
            raise ValueError(f"{line[:80]!r} is not a saved count") from None
        if {name: data.get(name) for name in self.canonical()} != self.canonical():
            raise ValueError(f"{line[:80]!r} is not a saved count of {self.pack.text} by these rules")
        if checksum != _checksum(self.canonical() | numbers):
            raise Wrong("its checksum is of other counts")
        return replace(self, **numbers)

    def share(self, ways: int) -> Fraction:
        """Return some deals, or ways, as an exact share of all."""
        return Fraction(ways, self.ways)

    def __add__(self, more: "Exact") -> "Exact":
        """Return these deals with those that come next."""
        longer = more if more.longest > self.longest else self
        summed = {name: getattr(self, name) + getattr(more, name) for name in SUMMED}
        return replace(self, **summed, longest=longer.longest, longest_at=longer.longest_at)


class Wrong(ValueError):  # noqa: N818, it says what a count is
    """A written count that was changed; the text says how that is known."""


def _checksum(data: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


COUNTS: Final = tuple(name for name in Exact.__slots__ if name not in ("pack", "rules", "cut", "hands"))


def exact(pack: Pack, rules: Rules, hands: Hands | None = None) -> Exact:
    """Play every distinct deal of a small pack. Raises `ValueError` as `begun` does.

    >>> from engine.rules import PLAYABLE
    >>> counted = exact(Pack(3, 2), PLAYABLE["code-golf"])
    >>> counted.player_1, counted.player_2, counted.draw, counted.rounds
    (36, 36, 18, 288)
    >>> counted = exact(Pack(3, 2), PLAYABLE["code-golf"], hands=Hands.parse("A?/A*"))
    >>> [str(counted.share(won)) for won in (counted.player_1, counted.player_2, counted.draw)]
    ['11/48', '7/12', '3/16']
    """
    counted = begun(pack, rules, hands)
    while not counted.done:
        counted = gone_on(counted)
    return counted


def refuse_if_large(pack: Pack, rules: Rules, number: int, of: str, most: int) -> None:
    """Raise `ValueError` for a pack with more than `most` deals or positions, and for random rules."""
    if number > most:
        raise ValueError(f"pack {pack.text} has {count(number, of)}: use one with at most {most:,}")
    if not rules.deterministic:
        raise ValueError("random pick-up makes results depend on chance: use a fixed pick-up order")


def begun(pack: Pack, rules: Rules, hands: Hands | None = None) -> Exact:
    """Return no deals of a pack, to go on from. In equal decks, unless `hands` says otherwise.

    Raises `ValueError` for larger packs, random rules, and hands that cannot be dealt.
    """
    refuse_if_large(pack, rules, arrangements(pack), "deal", MOST_DEALS)
    dealt = shares(pack, hands)
    return Exact(pack, rules, dealt.size_1, hands=None if dealt == shares(pack) else hands)


def gone_on(counted: Exact, chunks: int = 1, mapped: Chunks = map) -> Exact:
    """Play the deals that come next, at most `chunks` chunks."""
    last = min(counted.deals + chunks * CHUNK, arrangements(counted.pack))
    for more in mapped(partial(_chunk, counted), range(counted.deals, last, CHUNK)):
        counted = counted + more
    return counted


def _chunk(counted: Exact, first: int) -> Exact:
    numbers = np.arange(first, min(first + CHUNK, arrangements(counted.pack)), dtype=np.int64)
    rows = rows_of(counted.pack, numbers)[:, : counted.cards]
    deals, weights = len(rows), np.ones(len(rows), np.int64)
    if counted.hands:
        weights = _ways(counted, rows)
        numbers, rows, weights = numbers[weights > 0], rows[weights > 0], weights[weights > 0]
    looked = Exact(counted.pack, counted.rules, counted.cut, deals, hands=counted.hands)
    if not len(rows):
        return looked
    results = kernels.play_rows(rows, np.full(len(rows), counted.cut), counted.rules)
    outcomes = outcomes_of(results)
    lengths = np.where(outcomes <= kernels.DRAW, results["rounds"], 0)
    place = int(lengths.argmax())
    sums: dict[str, Any] = dict.fromkeys((*kernels.OUTCOMES, "rounds"), 0)
    for weight in np.unique(weights).tolist():  # few: so that sums are of any size
        alike = weights == weight
        ended = np.bincount(outcomes[alike], minlength=len(kernels.OUTCOMES))
        for name, more in zip(sums, (*ended.tolist(), int(lengths[alike].sum())), strict=True):
            sums[name] += weight * more
    picked = sum(sums[name] for name in kernels.OUTCOMES) if counted.hands else 0
    del sums["limit"]  # no game is cut off
    longest, longest_at = int(lengths[place]), int(numbers[place])
    return replace(looked, **sums, longest=longest, longest_at=longest_at, picked=picked)


def _ways(counted: Exact, rows: Ints) -> Ints:
    """Return for each deal in how many ways the known cards can be picked out of it; 0 where they are not.

    Of the ways to draw the others and to shuffle both decks, each as likely, just as many lead to it.
    """
    assert counted.hands is not None
    ways = np.ones(len(rows), np.int64)
    parts = (counted.hands.hand_1, rows[:, : counted.cut]), (counted.hands.hand_2, rows[:, counted.cut :])
    for hand, deck in parts:
        for rank, known in Counter(hand.known).items():
            picks = np.array([comb(held, known) for held in range(counted.pack.copies + 1)])
            ways *= picks[(deck == rank).sum(axis=1)]
    return ways
