"""Search for record games, alone or with several workers."""

import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from math import log
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine import kernels
from engine.cards import STANDARD_PACK, Deal, Pack, deal_cards, random_stream
from engine.kernels.calls import Deals, Terms
from engine.kernels.scalar import last_cards
from engine.library.records import COMEBACK, NONE, Feat, Figures, Record, exchanged, figures
from engine.rules import Rules, rules_called, rules_name

# A hunt for records: shuffled deals, and in orders that favour a player cards exchanged where it pays.
#
# A hunt goes in turns. Each turn is settled by its number and the seed alone, whoever plays it and when:
# so a hunt can be gone on with, and what it finds can be found again.

Cards = NDArray[np.int64]

SHUFFLED: Final = 16_384
"""Shuffled deals of a turn."""
TRIED: Final = 256
"""Exchanges tried at once; the best of them is kept if it is better."""
PATIENCE: Final = 16
"""How often in a row none may be better before a climb is given up."""
TAIL: Final = 0.98
"""The part of a turn's figures below the tail from which the largest is expected."""
EULER: Final = 0.5772156649015329


@dataclass(frozen=True, slots=True)
class Hunt:
    """What is hunted for."""

    rules: Rules
    feat: Feat
    seed: int = 0
    pack: Pack = STANDARD_PACK

    @property
    def exchanging(self) -> bool:
        """Whether cards are exchanged: elsewhere a game forgets an exchange within some hundred rounds."""
        return self.rules.deterministic and not self.rules.symmetric

    @property
    def sign(self) -> int:
        """What makes the better figure the larger one."""
        return -1 if self.feat.least else 1

    def terms(self) -> Terms:
        """Return on which terms its games are played."""
        return Terms(seed=self.seed, cycles=self.feat.cycles)


@dataclass(frozen=True, slots=True)
class Catch:
    """What some turns of a hunt found; two add up in any order."""

    turns: int = 0
    games: int = 0
    figure: int | None = None
    game: int = 0
    exchanges: str = ""
    edge: int | None = None
    """Where the tail begins: the figure that few of the first turn's shuffled games exceed."""
    beyond: int = 0
    """Shuffled games in the tail."""
    excess: int = 0
    """By how much they exceed its edge, all together."""

    @property
    def shuffled(self) -> int:
        """How many of the games were shuffled deals."""
        return self.turns * SHUFFLED

    def expected(self) -> float | None:
        """Return the largest figure to expect of the shuffled games, from the tail; None if unknown."""
        if self.edge is None or self.beyond < 2 or not self.excess:
            return None
        return self.edge + self.fold * (log(self.beyond) + EULER)

    @property
    def fold(self) -> float:
        """By how much figures must grow to be e times as rare, in the tail."""
        return self.excess / self.beyond


def joined(hunt: Hunt, catches: Iterable[Catch]) -> Catch:
    """Add up what turns found; of equal figures the one of the earlier game stays."""
    total = Catch()
    for catch in catches:
        best = min((total, catch), key=lambda one: _worse(hunt, one))
        total = Catch(
            total.turns + catch.turns,
            total.games + catch.games,
            best.figure,
            best.game,
            best.exchanges,
            total.edge if catch.edge is None else catch.edge,
            total.beyond + catch.beyond,
            total.excess + catch.excess,
        )
    return total


def _worse(hunt: Hunt, catch: Catch) -> tuple[bool, int, int]:
    return catch.figure is None, -hunt.sign * (catch.figure or 0), catch.game


def take_turn(hunt: Hunt, turn: int, edge: int | None = None) -> Catch:
    """Take turn number `turn` of a hunt. `edge` is that of the first turn, which finds it."""
    numbers = np.arange(turn * SHUFFLED, (turn + 1) * SHUFFLED, dtype=np.uint64)
    reached = _figures(hunt, Deals.of_pack(hunt.pack, numbers), shuffled=True)
    there = reached[reached != NONE]
    catch = Catch(1, len(numbers))
    if len(there):
        better = np.where(reached == NONE, NONE, hunt.sign * reached)
        place = int(better.argmax())
        catch = replace(catch, figure=int(reached[place]), game=int(numbers[place]))
        if hunt.feat.tail:
            catch = _with_tail(catch, there, edge)
    return _climbed(hunt, catch) if hunt.exchanging and catch.figure is not None else catch


def _with_tail(catch: Catch, reached: Figures, edge: int | None) -> Catch:
    if edge is None:
        edge = int(np.sort(reached)[int(TAIL * len(reached))])
    beyond = reached[reached > edge]
    return replace(catch, edge=edge, beyond=len(beyond), excess=int((beyond - edge).sum()))


def _climbed(hunt: Hunt, catch: Catch) -> Catch:
    """Exchange two cards of the turn's best deal again and again, as long as it pays."""
    deal = deal_cards(hunt.pack, seed=hunt.seed, number=catch.game)
    cards = np.array([*deal.deck_1, *deal.deck_2], np.int64)
    words = random_stream.words(random_stream.stream_key(random_stream.EXCHANGING, hunt.seed, catch.game))
    best, games, chain, failed = hunt.sign * (catch.figure or 0), catch.games, [], 0
    while failed < PATIENCE:
        pairs = _pairs(cards, words)
        rows = np.repeat(cards[None, :], TRIED, axis=0)
        ones, others = pairs.T
        rows[np.arange(TRIED), ones], rows[np.arange(TRIED), others] = cards[others], cards[ones]
        cuts = np.full(TRIED, len(deal.deck_1))
        reached = _figures(hunt, Deals.given(rows, cuts, np.zeros(TRIED, np.uint64)), shuffled=False)
        better = np.where(reached == NONE, NONE, hunt.sign * reached)
        place, games = int(better.argmax()), games + TRIED
        if better[place] > best:
            best, cards, failed = int(better[place]), rows[place], 0
            chain.append(f"{ones[place]}-{others[place]}")
        else:
            failed += 1
    return replace(catch, games=games, figure=hunt.sign * best, exchanges=" ".join(chain))


def _pairs(cards: Cards, words: Any) -> Cards:
    """Draw places of two cards of different ranks, as often as exchanges are tried at once."""
    pairs: list[tuple[int, int]] = []
    while len(pairs) < TRIED:
        one, other = random_stream.below(len(cards), words), random_stream.below(len(cards), words)
        if cards[one] != cards[other]:
            pairs.append((one, other))
    return np.array(pairs, np.int64)


def _figures(hunt: Hunt, deals: Deals, *, shuffled: bool) -> Figures:
    if shuffled:
        records = kernels.play_numbers(hunt.rules, hunt.pack, numbers=deals.numbers, terms=hunt.terms())
    else:
        records = kernels.play_rows(deals.rows, deals.cuts, hunt.rules, terms=hunt.terms())
    if hunt.feat != COMEBACK:
        return figures(hunt.feat, records)
    reached = figures(hunt.feat, records)
    won = reached != NONE
    some = deals.only(won)
    counted = np.zeros((len(records), 2), np.int64)
    counted[won] = last_cards(hunt.rules, some, hunt.terms(), shuffled=shuffled)
    return figures(hunt.feat, records, counted)


def record_of(hunt: Hunt, catch: Catch, *, by: str = "", date: str = "") -> Record:
    """Return what turns found as a record, ready to be kept. Raises `ValueError` where they found nothing."""
    if catch.figure is None:
        raise ValueError(f"no game of {catch.games:,} has a {hunt.feat.title.lower()}: hunt on, or otherwise")
    deal = deal_cards(hunt.pack, seed=hunt.seed, number=catch.game)
    return Record(
        feat=hunt.feat.name,
        rules=rules_name(hunt.rules),
        deal=exchanged(deal, catch.exchanges).text,
        figure=catch.figure,
        how="exchanged" if catch.exchanges else "shuffled",
        seed=hunt.seed,
        game=catch.game,
        exchanges=catch.exchanges,
        games=catch.games,
        turns=catch.turns,
        tail="" if catch.edge is None else f"{catch.edge} {catch.beyond} {catch.excess}",
        by=by,
        date=date,
    )


# The turns of a hunt, handed to workers and taken in one after the other, until the time is over.


def go_hunting(
    hunt: Hunt,
    executor: Executor,
    *,
    workers: int,
    seconds: float,
    since: Catch,
    look: Callable[[Catch], object] = lambda _: None,
) -> Catch:
    """Hunt on from what earlier turns found, for so many seconds; at least one turn.

    Only turns in a row count, so that the hunt can be gone on with. An interrupt ends it early, and what
    was found until then is returned. `look` is called with it now and then.
    """
    over = time.monotonic() + seconds
    catch, waiting = since, deque[Future[Catch]]()
    try:
        if not catch.turns:  # the first turn says where the tail of all begins
            catch = joined(hunt, [executor.submit(take_turn, hunt, 0).result()])
        while waiting or time.monotonic() < over:
            while len(waiting) < 2 * workers and time.monotonic() < over:
                turn = catch.turns + len(waiting)
                waiting.append(executor.submit(take_turn, hunt, turn, catch.edge))
            if waiting:
                catch = joined(hunt, [catch, waiting.popleft().result()])
                look(catch)
    except KeyboardInterrupt:
        for future in waiting:
            future.cancel()
    return catch


def gone_on_with(hunt: Hunt, records: Iterable[Record]) -> Catch:
    """Return what earlier turns of a hunt found, of the record that has taken most of them.

    Raises `ValueError` for one that is not what its turns find.
    """
    mine = (record for record in records if record.turns and _is_of(record, hunt))
    held = max(mine, key=lambda record: record.turns, default=None)
    if held is None:
        return Catch()
    _check(held, hunt)
    return caught(held)


def _check(record: Record, hunt: Hunt) -> None:
    """Play a record again. Raises `ValueError` where it is not what so many turns find."""
    measured = record.measured()
    dealt = deal_cards(hunt.pack, seed=record.seed, number=record.game)
    if measured != record.figure:
        raise ValueError(f"a line was changed: its deal reaches {measured}, not {record.figure}: remove it")
    if exchanged(dealt, record.exchanges).text != record.deal:
        raise ValueError(f"a line was changed: its deal is not game {record.game:,} of its seed: remove it")
    catch = caught(record)
    if not (record.game < catch.shuffled <= record.games and 0 <= catch.beyond <= catch.excess):
        raise ValueError(f"a line was changed: {record.turns:,} turns have other games: remove it")


def caught(record: Record) -> Catch:
    """Return what the hunt found that a record was made of, with the tail that it saw."""
    edge, beyond, excess = map(int, record.tail.split()) if record.tail else (None, 0, 0)
    return Catch(
        record.turns, record.games, record.figure, record.game, record.exchanges, edge, beyond, excess
    )


def _is_of(record: Record, hunt: Hunt) -> bool:
    deal = Deal.parse(record.deal)
    pack = [hunt.pack.rank_of(card) for card in range(hunt.pack.size)]
    return (record.feat, rules_called(record.rules), record.seed, sorted((*deal.deck_1, *deal.deck_2))) == (
        hunt.feat.name,
        hunt.rules,
        hunt.seed,
        pack,
    )
