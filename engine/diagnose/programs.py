"""A program somebody might have written: a rule set and the mistakes made with it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Self

import numpy as np

from engine.cards import Deal
from engine.diagnose.misreading import read_deal, read_rows
from engine.diagnose.mistakes import Kind, mistake_called, mistake_of, stops_at
from engine.diagnose.records import (
    Bools,
    Ints,
    Records,
    Winners,
    inside,
    never_ends,
    play_rows,
    stopped_records,
)
from engine.diagnose.wrong import OddGame, decks_at_end, play_odd_rows
from engine.game import LIMIT
from engine.game.judges import deck_score
from engine.kernels import Terms, final_decks
from engine.kernels.codes import RECORD
from engine.kernels.odd_codes import LAW, Odd
from engine.rules import Rules, Shortfall, rules_called, rules_name

_SOME: Final = ("10-as-1", "both-upside-down", "counts-battles", "needs-one-more", "stops-at-1000-drawn")


@dataclass(frozen=True)
class Program:
    """Rules and mistakes (names of `MISTAKES`), at most one of a kind, in their order there.

    Raises `ValueError` for mistakes that nobody knows or that exclude each other.

    >>> Program.parse("codingame+10-as-1").code
    'codingame+10-as-1'
    """

    rules: Rules
    mistakes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in self.mistakes:
            if mistake_of(name) is None:
                raise ValueError(f"mistake {name[:60]!r} is unknown: take one such as {', '.join(_SOME)}")
        by_kind = {mistake_called(name).kind: name for name in self.mistakes}
        ordered = tuple(by_kind[kind] for kind in Kind if kind in by_kind)
        if len(ordered) < len(self.mistakes):
            raise ValueError(f"mistakes {'+'.join(self.mistakes)} exclude each other: take one of a kind")
        object.__setattr__(self, "mistakes", ordered)

    @property
    def code(self) -> str:
        """One word for the program, which `parse` reads: for links, data and the terminal."""
        return "+".join((rules_name(self.rules), *self.mistakes))

    @classmethod
    def parse(cls, code: str) -> Self:
        """Read a rule set's name or code, with a `+` before each mistake. Raises `ValueError`."""
        rules, *mistakes = code.split("+")
        return cls(rules_called(rules), tuple(mistakes))

    def of(self, kind: Kind) -> str:
        """Return the mistake of one kind, or nothing."""
        return next((name for name in self.mistakes if mistake_called(name).kind is kind), "")

    def reads(self, deal: Deal) -> Deal:
        """Return the deal as the program reads it; suits are lost where cards are."""
        name = self.of(Kind.READING)
        return read_deal(name, deal) if name else deal

    @cached_property
    def odd(self) -> Odd:
        """What is odd about its rounds, and about how they are counted."""
        counting = mistake_called(self.of(Kind.UNIT)).odd if self.of(Kind.UNIT) else LAW
        playing = mistake_called(self.of(Kind.PLAYING)) if self.of(Kind.PLAYING) else None
        odd = playing.odd if playing and playing.means_something(self.rules) else LAW
        return odd._replace(forgets=counting.forgets)

    def score(self, deal: Deal, *, limit: int) -> int | None:
        """Return Advent of Code's score of the winner's deck, None where nobody wins."""
        read = self.reads(deal)
        if self.odd == LAW:
            first, second = final_decks(read, self.rules, terms=Terms(limit=limit))
        else:
            first, second = decks_at_end(OddGame(read, self.rules, self.odd, limit))
        return None if first and second else deck_score(first or second)

    def play(self, deals: Sequence[Deal], *, limit: int = LIMIT) -> Records:
        """Play deals: one kernel `RECORD` a deal, with `records.STOPPED` where the program gave up."""
        read = [self.reads(deal) for deal in deals]
        records = np.zeros(len(read), RECORD)
        shapes = [(deal.size, len(deal.deck_1)) for deal in read]
        for size, cut in {*shapes}:
            places = [place for place, shape in enumerate(shapes) if shape == (size, cut)]
            ranks = [(*read[place].deck_1, *read[place].deck_2) for place in places]
            rows = np.array(ranks, np.int64).reshape(len(places), size)
            records[places] = self._play_read(rows, cut, limit)
        return records

    def play_rows(self, rows: Ints, cut: int, *, limit: int = LIMIT) -> Records:
        """Play deals of one size, a row of ranks each, player 1's `cut` cards first: as `play`."""
        name = self.of(Kind.READING)
        read = read_rows(name, rows, cut) if name else (rows, cut)
        if read is not None:
            return self._play_read(*read, limit)
        decks = [(tuple(row[:cut]), tuple(row[cut:])) for row in rows.tolist()]
        return self.play([Deal(*both) for both in decks], limit=limit)

    def _play_read(self, rows: Ints, cut: int, limit: int) -> Records:
        """Play deals as it reads them."""
        stopping = self.of(Kind.STOPPING)
        if self.odd != LAW:
            records = play_odd_rows(rows, cut, self.rules, self.odd, limit)
        else:
            records = play_rows(rows, np.full(len(rows), cut, np.int64), self.rules, limit)
        last = stops_at(stopping)
        late = (records["rounds"] > last) | never_ends(records)
        if stopping and late.any():
            records[late] = stopped_records(last, self._leader(rows[late], cut, last, stopping))
        return records

    def _leader(self, rows: Ints, cut: int, last: int, stopping: str) -> Winners:
        """Return whom it names when it gives up."""
        if not stopping.endswith("-more"):
            named = int(stopping[-1]) if stopping[-1].isdigit() else 0
            return np.full(len(rows), named, np.int8)
        played = play_odd_rows(rows, cut, self.rules, self.odd, last, on=True)
        more = np.sign(played["size_1"].astype(np.int64) - played["size_2"])
        return np.asarray(np.where(more > 0, 1, np.where(more < 0, 2, 0)), np.int8)

    def prints(self, records: Records, unit: str = "rounds") -> "Printed":
        """Return what it prints for records of games it played, counts in `unit` if it gets that right."""
        need, shortfall = np.int64(self.rules.need), self.rules.shortfall
        winner = named(
            records,
            self.of(Kind.NAMING),
            need,
            np.bool_(shortfall is Shortfall.LOSES),
            np.bool_(shortfall is Shortfall.DRAW),
        )
        number = counted(records, WRONG_UNITS.get(self.of(Kind.UNIT), unit), self.of(Kind.OFFSET))
        return Printed(winner, number, never_ends(records))


@dataclass(frozen=True, slots=True)
class Printed:
    """Answers of a program, an entry a game: who won (0 nobody), the count, and whether any comes."""

    winner: Winners
    count: Ints
    endless: Bools

    def first(self) -> tuple[int, int, bool]:
        """Return the first answer: winner, count, endless."""
        return int(self.winner[0]), int(self.count[0]), bool(self.endless[0])


WRONG_UNITS: Final = {"counts-battles": "battles", "counts-plays": "plays", "counts-wars": "wars"}


def counted(records: Records, unit: str, offset: str) -> Ints:
    """Return the count a program prints. Shape as `records`."""
    if unit == "steps":
        # Skiena's program lays the cards of a war that cannot be finished one by one.
        last = np.where(inside(records), np.minimum(records["size_1"], records["size_2"]), 0)
        number = records["plays"] + last
    else:
        number = records[unit]
    result: Ints = np.asarray(number + _OFFSETS[offset](records), np.int64)
    return result


_OFFSETS: Final[dict[str, Callable[[Records], Any]]] = {
    "": lambda _: 0,
    "one-too-many": lambda _: 1,
    "one-too-few": lambda _: -1,
    "last-war-uncounted": lambda records: -inside(records).astype(np.int64),
}
"""The number that each mistake in counting adds to a right count."""


def named(records: Records, mistake: str, need: Any, loses: Any, draws: Any) -> Winners:
    """Return the winner a program names: how wrong programs tell it, not how the rules do.

    need, loses, draws: of the rules of each game, to be broadcast against `records`; a mistake
    says nothing where the rules settle it in another way.
    """
    right: Winners = records["winner"]
    short = inside(records) & loses
    short_1, short_2 = records["size_1"] < need, records["size_2"] < need
    match mistake:
        case "winner-swapped":
            right = np.where(right > 0, 3 - right, 0)
        case "player-1-checked-first":
            right = np.where(short & short_1, 2, np.where(short & short_2, 1, right))
        case "player-2-checked-first":
            right = np.where(short & short_2, 1, np.where(short & short_1, 2, right))
        case "card-in-the-air":
            right = np.where(short, np.where(records["size_1"] >= records["size_2"] + 2, 1, 2), right)
        case "short-to-1" | "short-to-2":
            right = np.where(short, int(mistake[-1]), right)
        case "short-swapped":
            right = np.where(short & (right > 0), 3 - right, right)
        case "drawn-as-1" | "drawn-as-2":
            drawn = inside(records) & draws & (right == 0)
            right = np.where(drawn, 1 if mistake == "drawn-as-1" else 2, right)
    result: Winners = np.asarray(right, np.int8)
    return result
