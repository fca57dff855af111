"""Search for record games, alone or with several workers."""

import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from math import log
from typing import Any, Final, NamedTuple

import numpy as np

from engine import kernels
from engine.cards import STANDARD_PACK, Deal, Pack, deal_cards, random_stream
from engine.library.records import COMEBACK, NONE, Record, RecordKind, exchanged, figures, is_of
from engine.rules import Rules, rules_called, rules_name
from engine.simulation import Ints

# A hunt for records plays shuffled deals and, by pickup orders that favour a player, exchanges cards of the
# best ones. It goes in batches. Each depends on its number and the seed alone, so any worker can play it,
# a hunt can be resumed, and what it finds can be found again.

SHUFFLED: Final = 16_384  # shuffled deals of a batch
TRIED: Final = 256  # exchanges tried at once; the best of them is taken if it is better
PATIENCE: Final = 16  # times in a row that none is better before the climb ends
TAIL: Final = 0.98  # the part of a batch's figures below the tail from which the largest is expected
SUMS: Final = ("batches", "games", "beyond", "excess")


class Hunt(NamedTuple):
    """What to search for."""

    rules: Rules
    kind: RecordKind
    seed: int = 0
    pack: Pack = STANDARD_PACK

    @property
    def exchanging(self) -> bool:
        """Whether to exchange cards: by other orders a game forgets that within some hundred rounds."""
        return self.rules.deterministic and not self.rules.symmetric

    @property
    def sign(self) -> int:
        """Factor by which better figures become larger ones."""
        return -1 if self.kind.least else 1

    @property
    def terms(self) -> kernels.Terms:
        """The seed of its games, and whether their cycles must be known."""
        return kernels.Terms(seed=self.seed, cycles=self.kind.cycles)


class HuntResult(NamedTuple):
    """The result of some batches of a hunt; results add up in any order."""

    batches: int = 0
    games: int = 0
    figure: int | None = None
    game: int = 0
    exchanges: str = ""
    edge: int | None = None
    """Start of the tail: the figure that few of the first batch's shuffled games exceed."""
    beyond: int = 0
    """Shuffled games in the tail."""
    excess: int = 0
    """Sum of what they exceed its edge by."""

    @property
    def shuffled(self) -> int:
        """Number of games that were shuffled deals."""
        return self.batches * SHUFFLED

    def expected(self) -> float | None:
        """Return the largest figure to expect of the shuffled games, from the tail; None if unknown."""
        if self.edge is None or self.beyond < 2 or not self.excess:
            return None
        return self.edge + self.fold * (log(self.beyond) + np.euler_gamma)

    @property
    def fold(self) -> float:
        """Growth by which figures in the tail become e times as rare."""
        return self.excess / self.beyond


def joined(hunt: Hunt, finds: Iterable[HuntResult]) -> HuntResult:
    """Add up results; of equal figures take the earlier game's."""

    def worse(found: HuntResult) -> tuple[bool, int, int]:
        return found.figure is None, -hunt.sign * (found.figure or 0), found.game

    total = HuntResult()
    for found in finds:
        sums = {name: getattr(total, name) + getattr(found, name) for name in SUMS}
        edge = total.edge if found.edge is None else found.edge
        total = min(total, found, key=worse)._replace(edge=edge, **sums)
    return total


def play_batch(hunt: Hunt, batch: int, edge: int | None = None) -> HuntResult:
    """Play batch number `batch` of a hunt. `edge`: that of the first batch, which computes it."""
    numbers = np.arange(batch * SHUFFLED, (batch + 1) * SHUFFLED, dtype=np.uint64)
    reached = _figures(hunt, kernels.Deals.of_pack(hunt.pack, numbers), shuffled=True)
    there = reached[reached != NONE]
    found = HuntResult(1, len(numbers))
    if len(there):
        better = np.where(reached == NONE, NONE, hunt.sign * reached)
        place = int(better.argmax())
        found = found._replace(figure=int(reached[place]), game=int(numbers[place]))
        if hunt.kind.tail:
            edge = int(np.sort(there)[int(TAIL * len(there))]) if edge is None else edge
            beyond = there[there > edge]
            found = found._replace(edge=edge, beyond=len(beyond), excess=int((beyond - edge).sum()))
    return _climbed(hunt, found) if hunt.exchanging and found.figure is not None else found


def _climbed(hunt: Hunt, found: HuntResult) -> HuntResult:
    """Exchange two cards of the batch's best deal as long as that improves it."""
    deal = deal_cards(hunt.pack, seed=hunt.seed, number=found.game)
    cards = np.array([*deal.deck_1, *deal.deck_2], np.int64)
    words = random_stream.words(random_stream.stream_key(random_stream.EXCHANGING, hunt.seed, found.game))
    best, games, chain, failed = hunt.sign * (found.figure or 0), found.games, [], 0
    while failed < PATIENCE:
        pairs = _pairs(cards, words)
        rows = np.repeat(cards[None, :], TRIED, axis=0)
        ones, others = pairs.T
        rows[np.arange(TRIED), ones], rows[np.arange(TRIED), others] = cards[others], cards[ones]
        cuts = np.full(TRIED, len(deal.deck_1))
        reached = _figures(hunt, kernels.Deals.given(rows, cuts, np.zeros(TRIED, np.uint64)), shuffled=False)
        better = np.where(reached == NONE, NONE, hunt.sign * reached)
        place, games = int(better.argmax()), games + TRIED
        if better[place] > best:
            best, cards, failed = int(better[place]), rows[place], 0
            chain.append(f"{ones[place]}-{others[place]}")
        else:
            failed += 1
    return found._replace(games=games, figure=hunt.sign * best, exchanges=" ".join(chain))


def _pairs(cards: Ints, words: Any) -> Ints:
    """Draw `TRIED` pairs of places that hold cards of different ranks."""
    pairs: list[tuple[int, int]] = []
    while len(pairs) < TRIED:
        one, other = random_stream.below(len(cards), words), random_stream.below(len(cards), words)
        if cards[one] != cards[other]:
            pairs.append((one, other))
    return np.array(pairs, np.int64)


def _figures(hunt: Hunt, deals: kernels.Deals, *, shuffled: bool) -> Ints:
    if shuffled:
        results = kernels.play_numbers(hunt.rules, hunt.pack, numbers=deals.numbers, terms=hunt.terms)
    else:
        results = kernels.play_rows(deals.rows, deals.cuts, hunt.rules, terms=hunt.terms)
    reached = figures(hunt.kind, results)
    if hunt.kind != COMEBACK:
        return reached
    won = reached != NONE
    some = deals.only(won)
    counted = np.zeros((len(results), 2), np.int64)
    counted[won] = kernels.last_cards(hunt.rules, some, hunt.terms, shuffled=shuffled)
    return figures(hunt.kind, results, counted)


def record_of(hunt: Hunt, found: HuntResult, *, by: str = "", date: str = "") -> Record:
    """Return a result as a record, ready to be saved. Raises `ValueError` if nothing was found."""
    if found.figure is None:
        raise ValueError(f"no game of {found.games:,} has a {hunt.kind.title.lower()}: hunt on, or otherwise")
    deal = deal_cards(hunt.pack, seed=hunt.seed, number=found.game)
    return Record(
        feat=hunt.kind.name,
        rules=rules_name(hunt.rules),
        deal=exchanged(deal, found.exchanges).text,
        figure=found.figure,
        how="exchanged" if found.exchanges else "shuffled",
        seed=hunt.seed,
        game=found.game,
        exchanges=found.exchanges,
        games=found.games,
        turns=found.batches,
        tail="" if found.edge is None else f"{found.edge} {found.beyond} {found.excess}",
        by=by,
        date=date,
    )


# The batches of a hunt, played by workers until the time is over.


def go_hunting(
    hunt: Hunt,
    executor: Executor,
    *,
    workers: int,
    seconds: float,
    since: HuntResult,
    on_batch: Callable[[HuntResult], object] = lambda _: None,
) -> HuntResult:
    """Continue from an earlier result for some seconds; play at least one batch.

    Only batches in a row count, so that the hunt can be resumed. An interrupt ends it early and returns the
    result so far. `on_batch` is called with it after every batch.
    """
    over = time.monotonic() + seconds
    found, waiting = since, deque[Future[HuntResult]]()
    try:
        if not found.batches:  # the first batch says where the tail of all begins
            found = joined(hunt, [executor.submit(play_batch, hunt, 0).result()])
        while waiting or time.monotonic() < over:
            while len(waiting) < 2 * workers and time.monotonic() < over:
                batch = found.batches + len(waiting)
                waiting.append(executor.submit(play_batch, hunt, batch, found.edge))
            if waiting:
                found = joined(hunt, [found, waiting.popleft().result()])
                on_batch(found)
    except KeyboardInterrupt:
        for future in waiting:
            future.cancel()
    return found


def gone_on_with(hunt: Hunt, records: Iterable[Record]) -> HuntResult:
    """Return the result of earlier batches of a hunt, from the record with the most of them.

    Raises `ValueError` for a record that its batches do not give.
    """
    mine = [
        record
        for record in records
        if record.turns
        and (record.feat, record.seed) == (hunt.kind.name, hunt.seed)
        and rules_called(record.rules) == hunt.rules
        and is_of(Deal.parse(record.deal), hunt.pack)
    ]
    held = max(mine, key=lambda record: record.turns, default=None)
    if held is None:
        return HuntResult()
    found, shuffled = found_by(held), deal_cards(hunt.pack, seed=held.seed, number=held.game)
    reaches = held.measured() == held.figure and exchanged(shuffled, held.exchanges).text == held.deal
    counted = held.game < found.shuffled <= held.games and 0 <= found.beyond <= found.excess
    if not (reaches and counted):
        raise ValueError(f"a line was changed: its {held.turns:,} turns do not give its deal: remove it")
    return found


def found_by(record: Record) -> HuntResult:
    """Return the hunt's result that a record was made of, with the tail of its figures."""
    tail = map(int, record.tail.split()) if record.tail else (None, 0, 0)
    return HuntResult(record.turns, record.games, record.figure, record.game, record.exchanges, *tail)
