"""The turns of a hunt, handed to workers and taken in one after the other, until the time is over."""

import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future

from engine.cards import Deal, deal_cards
from engine.records.hunt import Catch, Hunt, joined, take_turn
from engine.records.record import Record, exchanged
from engine.rules import rules_called


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
