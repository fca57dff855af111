"""The records that are kept, and what they say of a rule set, a pack or another game."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from engine.cards import ACE, STANDARD_PACK, Deal, Pack
from engine.game import Reason
from engine.kernels import Course, decide
from engine.records.feats import FEATS, Feat
from engine.records.record import Record, figure_in
from engine.rules import Order, Pickup, Rules, rules_called

_HERE: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class EndlessDeal:
    """A deal that was built, or met, and never ends."""

    rules: str
    pack: str
    deal: str
    start: int
    length: int
    wars: int
    """Wars in one turn of the cycle."""
    how: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What was tried for a pack and an order: every pattern without wars up to so many rounds, or one
    family of patterns with wars.
    """

    pack: str
    pickup: str
    face_down: int | None
    """Of the patterns with wars; None where there are none."""
    rounds: int | None
    """Rounds of the longest patterns without wars: all up to it were tried."""
    patterns: int
    closing: int
    """Patterns after which both decks are back, and in which no card has to beat itself."""
    impossible: int
    """Of these, those that are proved to have no ranks."""
    undecided: int
    unreached: int
    """Those with ranks that no deal in halves was seen to lead to."""
    built: int

    @property
    def proved(self) -> bool:
        """Whether it is a proof that no such pattern has an endless deal."""
        return self.rounds is not None and self.impossible == self.closing


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffledDeals:
    """How many shuffled deals of a pack in halves were searched for endless ones, and how many are."""

    pack: str
    rules: str
    seed: int
    deals: int
    """Games 0 up to this number of the seed."""
    endless: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedPack:
    """How many of all deals of a small pack in halves never end, by an order and so many cards down."""

    pack: str
    pickup: str
    face_down: int
    deals: int
    endless: int

    @property
    def rules(self) -> Rules:
        """The rules by which they were counted: aces high, and who is short loses."""
        return Rules(face_down=self.face_down, pickup=Pickup(self.pickup))


class Beaten(NamedTuple):
    """A record that a game beats, and by which figure."""

    record: Record
    figure: int


@cache
def records() -> tuple[Record, ...]:
    """Return every record that is kept, of 52 cards."""
    return tuple(map(Record.parse, _lines("records.jsonl")))


@cache
def endless_deals() -> tuple[EndlessDeal, ...]:
    """Return the endless deals that are kept, of packs of any size."""
    return tuple(EndlessDeal(**json.loads(line)) for line in _lines("endless.jsonl"))


@cache
def evidence() -> tuple[Evidence, ...]:
    """Return what was tried to build endless deals."""
    return tuple(Evidence(**json.loads(line)) for line in _lines("evidence.jsonl"))


@cache
def shuffled_deals() -> tuple[ShuffledDeals, ...]:
    """Return how many shuffled deals of each pack were searched for endless ones."""
    return tuple(ShuffledDeals(**json.loads(line)) for line in _lines("shuffled.jsonl"))


@cache
def counted_packs() -> tuple[CountedPack, ...]:
    """Return the small packs of which every deal was played, by the cards of a rank."""
    return tuple(CountedPack(**json.loads(line)) for line in _lines("counted.jsonl"))


def _lines(name: str) -> list[str]:
    return (_HERE / name).read_text(encoding="utf-8").splitlines()


def best(feat: Feat, rules: Rules, *, shuffled: bool = False) -> Record | None:
    """Return the record of a feat under a rule set, or the best of shuffled deals alone."""
    held = None
    for record in records():
        if record.feat == feat.name and rules_called(record.rules) == rules:
            if shuffled and record.how != "shuffled":
                continue
            if held is None or feat.beats(record.figure, held.figure):
                held = record
    return held


def beaten(course: Course) -> tuple[Beaten, ...]:
    """Return the records that a game beats, if it is one of the whole pack in halves."""
    deal, rules = course.game.deal, course.game.rules
    if len(deal.deck_1) != len(deal.deck_2) or sorted((*deal.deck_1, *deal.deck_2)) != _cards(STANDARD_PACK):
        return ()
    better = []
    for feat in FEATS.values():
        held = best(feat, rules)
        figure = None if held is None else figure_in(feat, course)
        if held is not None and figure is not None and feat.beats(figure, held.figure):
            better.append(Beaten(held, figure))
    return tuple(better)


def _cards(pack: Pack) -> list[int]:
    return [pack.rank_of(card) for card in range(pack.size)]


@lru_cache(maxsize=256)
def endless_deal(rules: Rules, pack: Pack) -> Deal | None:
    """Return a kept deal of a pack that never ends under a rule set, None if there is none; it is played."""
    for deal in _candidates(rules, pack):
        if decide(deal, rules).outcome.reason is Reason.CYCLE:
            return deal
    return None


def _candidates(rules: Rules, pack: Pack) -> Iterator[Deal]:
    """Yield the kept deals of a pack, their cards renamed for rules under which other cards are high."""
    if not rules.deterministic:
        return
    texts = [endless.deal for endless in endless_deals()]
    if pack == STANDARD_PACK:
        texts += [record.deal for record in records() if FEATS[record.feat].cycles]
    for text in texts:
        deal = Deal.parse(text)
        if sorted((*deal.deck_1, *deal.deck_2)) == _cards(pack):
            named = renamed(deal, rules.order)
            yield from (named, named.swapped())


def renamed(deal: Deal, order: Order) -> Deal:
    """Return a deal in which each card beats, by an order, what it beat where high cards win, aces high.

    >>> renamed(Deal.parse("QK/A"), Order.LOW_WINS).text, renamed(Deal.parse("QK/A"), Order.ACE_LOW).text
    ('AK/Q', 'AQ/K')
    """
    ranks = sorted({*deal.deck_1, *deal.deck_2})
    if order is Order.LOW_WINS:
        name = dict(zip(ranks, ranks[::-1], strict=True))
    elif order is Order.ACE_LOW and ACE in ranks:
        name = dict(zip(ranks, [ACE, *ranks[:-1]], strict=True))
    else:
        return deal
    return Deal(tuple(name[rank] for rank in deal.deck_1), tuple(name[rank] for rank in deal.deck_2))
