"""A program somebody might have written: a rule set and the mistakes made with it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np

from engine import kernels
from engine.cards import Deal
from engine.diagnose.misreading import read_deal, read_rows
from engine.diagnose.mistakes import MISTAKES, Kind, stops_at
from engine.diagnose.records import (
    Bools,
    Ints,
    Records,
    Winners,
    inside,
    leader_after,
    never_ends,
    record_of,
    stopped_record,
)
from engine.diagnose.wrong import rounds_of
from engine.game import LIMIT, count_rounds
from engine.game.judges import deck_score
from engine.kernels import Terms
from engine.kernels.codes import CYCLE
from engine.rules import Rules, Shortfall, rules_called, rules_name

_SOME: Final = ("10-as-1", "both-upside-down", "counts-battles", "needs-one-more", "stops-at-1000-drawn")


@dataclass(frozen=True, slots=True)
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
            if name not in MISTAKES:
                raise ValueError(f"mistake {name[:60]!r} is unknown: take one such as {', '.join(_SOME)}")
        ordered = tuple(name for name in MISTAKES if name in self.mistakes)
        if len({MISTAKES[name].kind for name in ordered}) < len(self.mistakes):
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
        return next((name for name in self.mistakes if MISTAKES[name].kind is kind), "")

    def reads(self, deal: Deal) -> Deal:
        """Return the deal as the program reads it; suits are lost where cards are."""
        name = self.of(Kind.READING)
        return read_deal(name, deal) if name else deal

    def score(self, deal: Deal, *, limit: int) -> int | None:
        """Return Advent of Code's score of the winner's deck, None where nobody wins."""
        first, second = kernels.final_decks(self.reads(deal), self.rules, terms=Terms(limit=limit))
        return None if first and second else deck_score(first or second)

    def play(self, deals: Sequence[Deal], *, limit: int = LIMIT) -> Records:
        """Play deals: one kernel `RECORD` a deal, with `records.STOPPED` where the program gave up."""
        read = [self.reads(deal) for deal in deals]
        records = kernels.play_many(read, self.rules, terms=Terms(limit=limit))
        return self._replay(read.__getitem__, np.array([deal.size for deal in read]), records, limit)

    def play_rows(self, rows: Ints, cut: int, *, limit: int = LIMIT) -> Records:
        """Play deals of one size, a row of ranks each, player 1's `cut` cards first: as `play`."""

        def deal_at(place: int) -> Deal:
            row = rows[place].tolist()
            return Deal(tuple(row[:cut]), tuple(row[cut:]))

        name = self.of(Kind.READING)
        if name:
            read = read_rows(name, rows, cut)
            if read is None:
                return self.play([deal_at(place) for place in range(len(rows))], limit=limit)
            rows, cut = read
        cuts = np.full(len(rows), cut, np.int64)
        records = kernels.play_rows(rows, cuts, self.rules, terms=Terms(limit=limit))
        return self._replay(deal_at, np.full(len(rows), rows.shape[1]), records, limit)

    def _replay(self, deal_at: Callable[[int], Deal], sizes: Ints, records: Records, limit: int) -> Records:
        """Play those of the law's games again that a mistake can change.

        deal_at: the deal of each record; sizes: how many cards it has.
        """
        playing, stopping = self.of(Kind.PLAYING), self.of(Kind.STOPPING)
        for place in np.flatnonzero(self._touched(sizes, records)).tolist():
            deal = deal_at(place)
            played = rounds_of(deal, self.rules, playing, limit=limit)
            records[place] = record_of(count_rounds(deal, self.rules, played))
        last = stops_at(stopping)
        late = (records["rounds"] > last) | never_ends(records)
        for place in np.flatnonzero(late).tolist() if stopping else ():
            played = rounds_of(deal_at(place), self.rules, playing)
            leader = leader_after(played, last) if stopping.endswith("-more") else 0
            records[place] = stopped_record(last, leader)
        return records

    def _touched(self, sizes: Ints, records: Records) -> Bools:
        """Say which games a playing mistake can change at all; the others need no second game."""
        playing = self.of(Kind.PLAYING)
        touched: Bools = np.zeros(len(records), np.bool_)
        if playing.startswith("queue-of-"):
            places = int(playing.removeprefix("queue-of-").partition("-")[0])
            touched = sizes > places - playing.endswith("-empty")
        elif playing == "needs-one-more":
            touched = (records["wars"] > 0) | (records["reason"] == CYCLE)
        elif playing:
            fewer = np.minimum(records["size_1"], records["size_2"])
            touched = inside(records) & (fewer == self.rules.need - 1)
        return touched

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
        case "drawn-as-1" | "drawn-as-2":
            drawn = inside(records) & draws & (right == 0)
            right = np.where(drawn, 1 if mistake == "drawn-as-1" else 2, right)
    result: Winners = np.asarray(right, np.int8)
    return result
