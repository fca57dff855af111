"""Records of single games as data: their kinds, figures and saved lines."""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, fields
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple, Self, TypeVar

import numpy as np

from engine.cards import STANDARD_PACK, Deal, Pack
from engine.game import Reason, ascending
from engine.kernels import CYCLE, LIMIT, Course, Results, decide
from engine.rules import Order, Rules, rules_called
from engine.simulation import Ints

# The kinds of records of single games.


class RecordKind(NamedTuple):
    """One kind of record."""

    name: str
    title: str
    unit: str
    about: str
    """What the figure is of, as a sentence."""
    field: str = ""
    """Where a kernel's record of a game holds the figure; empty if it does not."""
    cycles: bool = False
    """Whether it is of endless games, whose cycles have to be known."""
    tail: bool = False
    """Whether figures of shuffled deals fall off by one factor a step, so that their largest is expected."""

    @property
    def least(self) -> bool:
        """Whether the smallest figure is the record."""
        return self == QUICKEST

    def beats(self, figure: int, other: int) -> bool:
        """Return whether one figure is better than another."""
        return figure < other if self.least else figure > other


LONGEST: Final = RecordKind(
    "longest-finite", "Longest game", "round", "Rounds of a game that ends.", "rounds", tail=True
)
CYCLE_OF: Final = RecordKind(
    "longest-cycle", "Longest loop", "round", "Rounds that repeat for ever.", "cycle_length", cycles=True
)
LEAD_IN: Final = RecordKind(
    "longest-way-in",
    "Most rounds before a loop",
    "round",
    "Rounds before the first position that repeats.",
    "cycle_start",
    cycles=True,
)
DEEPEST: Final = RecordKind(
    "deepest-war", "Longest war", "tie", "Ties in one round of a game that ends.", "depth"
)
MOST_WARS: Final = RecordKind("most-wars", "Most wars", "war", "Wars in a game that ends.", "wars", tail=True)
QUICKEST: Final = RecordKind(
    "quickest", "Quickest win", "round", "Number of rounds in a game with a winner.", "rounds"
)
COMEBACK: Final = RecordKind(
    "greatest-comeback", "Greatest comeback", "round", "Rounds that the winner began with one card left."
)

RECORD_KINDS: Final = {
    kind.name: kind for kind in (LONGEST, CYCLE_OF, LEAD_IN, DEEPEST, MOST_WARS, QUICKEST, COMEBACK)
}
"""Every kind by name, in the order of tables."""

LONGEST_PATTERN: Final = 40  # rounds of the longest patterns of winners that are gone through
MOST_BUILT: Final = 999  # how many built deals beside the first are told apart by a number


# A record: a deal, the figure it reaches under a rule set, and how it was found; a line of JSON each.

HOWS: Final = {
    "shuffled": "the best of shuffled deals",
    "exchanged": "shuffled deals, improved by exchanging cards",
    "built": "built",
    "sent": "sent in by a visitor",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One line of the records. Raises `ValueError` for an unknown kind, rule set or way."""

    feat: str
    rules: str
    """A preset's name or a rule code."""
    deal: str
    figure: int
    how: str
    seed: int = 0
    game: int = 0
    """The deal that was shuffled; with random pick-ups also the game's own stream."""
    exchanges: str = ""
    """Which cards of that deal were exchanged, one pair after the other: `3-41 7-30`, places from 0."""
    games: int = 0
    turns: int = 0
    tail: str = ""
    """How often a hunt took its turn, and the tail that it saw, for going on with it."""
    by: str = ""
    date: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        rules_called(self.rules)
        if self.feat not in RECORD_KINDS:
            raise ValueError(f"feat {self.feat[:40]!r} is unknown: use one of {', '.join(RECORD_KINDS)}")
        if self.how not in HOWS:
            raise ValueError(f"how {self.how[:40]!r} is unknown: use one of {', '.join(HOWS)}")

    @classmethod
    def parse(cls, line: str) -> Self:
        """Read what `line` wrote. Raises `ValueError` in one sentence."""
        try:
            return cls(**json.loads(line))
        except (TypeError, ValueError) as error:
            raise ValueError(f"{line[:60]!r} is not a record: {error}") from None

    @property
    def line(self) -> str:
        """The record as one line of JSON, without what is as usual.

        >>> Record(feat="quickest", rules="code-golf", deal="2/3", figure=1, how="built", tail="", by="").line
        '{"feat": "quickest", "rules": "code-golf", "deal": "2/3", "figure": 1, "how": "built"}'
        """
        usual = {field.name: field.default for field in fields(self)}
        given = {name: value for name, value in asdict(self).items() if value != usual[name]}
        return json.dumps(given, ensure_ascii=False)

    def measured(self) -> int | None:
        """Return the figure that the deal reaches, played again; None if it has none."""
        return figure_of(
            RECORD_KINDS[self.feat], Deal.parse(self.deal), rules_called(self.rules), self.seed, self.game
        )


def figure_of(kind: RecordKind, deal: Deal, rules: Rules, seed: int = 0, number: int = 0) -> int | None:
    """Play a deal and return its figure, None where it has none."""
    return figure_in(kind, Course(decide(deal, rules, seed=seed, number=number), seed, number))


def figure_in(kind: RecordKind, course: Course) -> int | None:
    """Return the figure of a game that was decided, None where it has none."""
    game = course.game
    winner, cycle = game.outcome.winner, game.cycle
    if kind.cycles:
        if cycle is None:
            return None
        return cycle.length if kind == CYCLE_OF else cycle.start - 1
    if cycle is not None or game.outcome.reason is Reason.LIMIT:
        return None
    if kind in (QUICKEST, COMEBACK) and not winner:
        return None
    if kind == COMEBACK:
        sizes, _ = course.line()
        mine = sizes[:-1] if winner == 1 else game.deal.size - sizes[:-1]
        return int((mine == 1).sum())
    figure: int = getattr(game, kind.field)
    return figure


def exchanged(deal: Deal, exchanges: str) -> Deal:
    """Return a deal with pairs of cards exchanged one after the other; places count through both decks.

    >>> exchanged(Deal.parse("234/567"), "0-5 1-0").text
    '374/562'
    """
    cards, cut = [*deal.deck_1, *deal.deck_2], len(deal.deck_1)
    for pair in exchanges.split():
        one, other = map(int, pair.split("-"))
        cards[one], cards[other] = cards[other], cards[one]
    return Deal(tuple(cards[:cut]), tuple(cards[cut:]))


# The figures of many games at once: the larger the better, but for the quickest.

NONE: Final = int(np.iinfo(np.int64).min)
"""The figure of a game that has none: less than every other."""


def figures(kind: RecordKind, games: Results, last_cards: Ints | None = None) -> Ints:
    """Return the figure of each game, `NONE` where it has none.

    `games` know their cycles if the kind is of cycles; `last_cards` (games x 2) are needed for the
    comeback alone: rounds that either player began with one card.
    """
    cycle = games["reason"] == CYCLE
    there = cycle if kind.cycles else ~cycle & (games["reason"] != LIMIT)
    if kind in (QUICKEST, COMEBACK):
        there = there & (games["winner"] > 0)
    if kind != COMEBACK:
        value = games[kind.field].astype(np.int64) - (kind == LEAD_IN)
    elif last_cards is None:
        value = np.zeros(len(games), np.int64)
    else:
        value = np.where(games["winner"] == 2, last_cards[:, 1], last_cards[:, 0])
    return np.where(there, value, NONE)


# The saved records, and what they say of a rule set, a pack or another game.

_HERE: Final = Path(__file__).parent
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class EndlessDeal:
    """A deal that was built, or met, and never ends."""

    rules: str
    pack: str
    deal: str
    start: int
    length: int
    wars: int
    """Wars in one repeat of the cycle."""
    how: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The patterns tried for a pack and a pickup order: all short ones without wars, or some with wars."""

    pack: str
    pickup: str
    face_down: int | None
    """Cards face down in a war; None for patterns without wars."""
    rounds: int | None
    """Length of the longest patterns without wars; all shorter ones were tried too."""
    patterns: int
    closing: int
    """Patterns that leave both decks as they were and in which no card has to beat itself."""
    impossible: int
    """Closing patterns that are proved to have no ranks."""
    undecided: int
    unreached: int
    """Closing patterns with ranks to which no deal in halves was found to lead."""
    built: int

    @property
    def proved(self) -> bool:
        """Whether it is a proof that no such pattern has an endless deal."""
        return self.rounds is not None and self.impossible == self.closing


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffledDeals:
    """The numbers of shuffled deals of a pack in halves, and of endless ones among them."""

    pack: str
    rules: str
    seed: int
    deals: int
    """Games 0 up to this number of the seed."""
    endless: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedPack:
    """The number of all deals of a small pack in halves that never end, by two rules.

    Aces are high, and a player short of cards loses.
    """

    pack: str
    pickup: str
    face_down: int
    deals: int
    endless: int


class Beaten(NamedTuple):
    """A record that a game beats, and by which figure."""

    record: Record
    figure: int


def _read_once(name: str, make: Callable[..., T]) -> Callable[[], tuple[T, ...]]:
    """Return a function that returns the rows of a data file, read when they are first needed."""

    @cache
    def rows() -> tuple[T, ...]:
        lines = (_HERE / name).read_text(encoding="utf-8").splitlines()
        return tuple(make(**json.loads(line)) for line in lines)

    return rows


records: Final = _read_once("records.jsonl", Record)
endless_deals: Final = _read_once("endless.jsonl", EndlessDeal)
"""The saved endless deals, of packs of any size."""
evidence: Final = _read_once("evidence.jsonl", Evidence)
shuffled_deals: Final = _read_once("shuffled.jsonl", ShuffledDeals)
"""How many shuffled deals of each pack were searched for endless ones."""
counted_packs: Final = _read_once("counted.jsonl", CountedPack)
"""The small packs of which every deal was played, by the cards of a rank."""


def best(kind: RecordKind, rules: Rules, *, shuffled: bool = False) -> Record | None:
    """Return the record of a kind under a rule set, or the best of shuffled deals alone."""
    mine = [
        record
        for record in records()
        if record.feat == kind.name
        and rules_called(record.rules) == rules
        and (record.how == "shuffled" or not shuffled)
    ]
    return (min if kind.least else max)(mine, key=lambda record: record.figure, default=None)


def beaten(course: Course) -> tuple[Beaten, ...]:
    """Return the records that a game beats, if it is one of the whole pack in halves."""
    deal = course.game.deal
    if len(deal.deck_1) != len(deal.deck_2) or not is_of(deal, STANDARD_PACK):
        return ()
    better = []
    for kind in RECORD_KINDS.values():
        held, figure = best(kind, course.game.rules), figure_in(kind, course)
        if held is not None and figure is not None and kind.beats(figure, held.figure):
            better.append(Beaten(held, figure))
    return tuple(better)


def is_of(deal: Deal, pack: Pack) -> bool:
    """Return whether a deal has all the cards of a pack."""
    return sorted((*deal.deck_1, *deal.deck_2)) == [pack.rank_of(card) for card in range(pack.size)]


@lru_cache(maxsize=256)
def endless_deal(rules: Rules, pack: Pack) -> Deal | None:
    """Return a saved deal that never ends by a rule set, played to make sure; None if there is none."""
    candidates = _candidates(rules, pack)
    return next((deal for deal in candidates if decide(deal, rules).outcome.reason is Reason.CYCLE), None)


def _candidates(rules: Rules, pack: Pack) -> Iterator[Deal]:
    """Yield the saved deals of a pack, cards renamed for rules by which other cards are high."""
    if not rules.deterministic:
        return
    texts = [endless.deal for endless in endless_deals()]
    if pack == STANDARD_PACK:
        texts += [record.deal for record in records() if RECORD_KINDS[record.feat].cycles]
    for text in texts:
        deal = Deal.parse(text)
        if is_of(deal, pack):
            named = renamed(deal, rules.order)
            yield from (named, named.swapped())


def renamed(deal: Deal, order: Order) -> Deal:
    """Return a deal in which each card beats, by an order, what it beat where high cards win, aces high.

    >>> renamed(Deal.parse("QK/A"), Order.LOW_WINS).text, renamed(Deal.parse("QK/A"), Order.ACE_LOW).text
    ('AK/Q', 'AQ/K')
    """
    ranks = {*deal.deck_1, *deal.deck_2}
    name = dict(zip(sorted(ranks), ascending(ranks, order), strict=True))
    return Deal(tuple(name[rank] for rank in deal.deck_1), tuple(name[rank] for rank in deal.deck_2))
