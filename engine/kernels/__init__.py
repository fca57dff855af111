"""Games by the million: what `engine.game` plays, compiled. Which kernel plays is decided here.

`play_numbers` plays games of a study by their numbers, `play_many` given deals; both return one
`RECORD` a game, in the order asked for, the same whichever kernel played. A call holds no lock but
cannot be interrupted: ask for blocks of 50 to 250 ms and look in between.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from engine.cards import Deal, Pack, stream
from engine.game import LIMIT
from engine.kernels import dealing, lanes, scalar, window
from engine.kernels.codes import CYCLE, HALF_8, HALF_16, RECORD, UNDECIDED, Codes, Job, strengths
from engine.rules import Rules

Records = NDArray[np.void]
Kernel = Literal["best", "scalar"]

HIGHEST_LIMIT: Final = 2**62


def warm() -> None:
    """Compile every kernel, or read it from the disk: seconds the first time, then a moment."""
    for kernel in (dealing.shuffles, scalar.play_games):
        kernel.warm()
    if lanes.AVAILABLE:
        for kernel in (window.compile_table, window.play_games):
            kernel.warm()


def window_serves(rules: Rules, cards: int, ranks: int) -> bool:
    """Say whether the window kernel can play deals of so many cards of so many ranks."""
    return (
        lanes.AVAILABLE and rules.deterministic and cards <= window.MOST_CARDS and ranks <= window.MOST_RANKS
    )


def deal_numbers(pack: Pack, *, seed: int, numbers: NDArray[np.uint64]) -> NDArray[np.int16]:
    """Deal games by number: ranks (games x cards), player 1's half first, as `engine.cards.deal_cards`."""
    _check(seed, 0)
    ranks = _ranks(pack).astype(np.int16)
    dealt = np.empty((len(numbers), pack.size), np.int16)
    key = dealing.study_key(stream.DEALING, seed)
    dealing.shuffles(key, dealing.ShuffleRoom.of(pack.size), numbers, ranks, dealt)
    return dealt


def play_numbers(
    rules: Rules,
    pack: Pack,
    *,
    seed: int,
    numbers: NDArray[np.uint64],
    cycles: bool = False,
    limit: int = LIMIT,
    kernel: Kernel = "best",
) -> Records:
    """Deal and play games of a study by their numbers: one `RECORD` a number.

    With `cycles`, endless games are played a second time for where their cycle starts, its length,
    and the counts up to the first repeat; without, an endless game's record says only that it is.
    """
    cut = np.array([(pack.size + 1) // 2])
    job = _job(rules, seed, cycles, limit, deals=True)
    return _play(rules, job, _ranks(pack)[np.newaxis], cut, numbers, kernel)


def play_rows(
    ranks: NDArray[np.signedinteger[Any]],
    cuts: NDArray[np.int64],
    rules: Rules,
    *,
    seed: int = 0,
    numbers: NDArray[np.uint64] | None = None,
    cycles: bool = False,
    limit: int = LIMIT,
    kernel: Kernel = "best",
) -> Records:
    """Play given deals of one size, a row of ranks each (games x cards), player 1's cards first.

    cuts: how many of a row are player 1's; numbers: whose streams random pick-ups draw from (0).
    """
    job = _job(rules, seed, cycles, limit, deals=False)
    if numbers is None:
        numbers = np.zeros(len(ranks), np.uint64)
    return _play(rules, job, ranks.astype(np.int64), cuts, numbers, kernel)


def play_many(
    deals: Sequence[Deal],
    rules: Rules,
    *,
    seed: int = 0,
    numbers: NDArray[np.uint64] | None = None,
    cycles: bool = False,
    limit: int = LIMIT,
    kernel: Kernel = "best",
) -> Records:
    """Play given deals of any sizes: one `RECORD` a deal, as `engine.game.play` counts it."""
    if numbers is None:
        numbers = np.zeros(len(deals), np.uint64)
    records = np.zeros(len(deals), RECORD)
    by_size = defaultdict(list)
    for place, deal in enumerate(deals):
        by_size[deal.size].append(place)
    for size, places in by_size.items():
        rows = [(*deals[place].deck_1, *deals[place].deck_2) for place in places]
        records[places] = play_rows(
            np.array(rows, np.int64).reshape(len(places), size),
            np.array([len(deals[place].deck_1) for place in places]),
            rules,
            seed=seed,
            numbers=numbers[places],
            cycles=cycles,
            limit=limit,
            kernel=kernel,
        )
    return records


def final_decks(
    deal: Deal, rules: Rules, *, seed: int = 0, number: int = 0, limit: int = LIMIT
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return both decks when one game stopped: what a wrong pick-up cannot get right."""
    row = np.array([(*deal.deck_1, *deal.deck_2)], np.int64)
    worth = strengths(row, rules.order, HALF_16)
    rank_of = dict(zip(worth[0].tolist(), row[0].tolist(), strict=True))
    finals = np.zeros((1, deal.size), np.uint16)
    job = _job(rules, seed, cycles=True, limit=limit, deals=False)
    cuts, numbers = np.array([len(deal.deck_1)]), np.array([number], np.uint64)
    (end,) = _play_scalar(rules, job, worth, cuts, numbers, finals)
    size_1, size_2 = int(end["size_1"]), int(end["size_2"])
    cards = tuple(rank_of[card] for card in finals[0, : size_1 + size_2].tolist())
    return cards[:size_1], cards[size_1:]


def _ranks(pack: Pack) -> NDArray[np.int64]:
    """Return the rank of every card of a pack, in the order in which it is shuffled."""
    return np.array([pack.rank_of(card) for card in range(pack.size)])


def _check(seed: int, limit: int) -> None:
    if not 0 <= seed <= stream.LARGEST_SEED:
        raise ValueError(f"seed {seed} is out of range: take 0 to {stream.LARGEST_SEED}")
    if not 0 <= limit <= HIGHEST_LIMIT:
        raise ValueError(f"limit {limit} is out of range: take 0 to {HIGHEST_LIMIT} rounds")


def _job(rules: Rules, seed: int, cycles: bool, limit: int, *, deals: bool) -> Job:
    _check(seed, limit)
    return Job(
        dealing.study_key(stream.DEALING, seed),
        dealing.study_key(stream.PLAYING, seed),
        int(deals),
        int(rules.deterministic),
        int(cycles),
        limit,
    )


def _play(
    rules: Rules,
    job: Job,
    ranks: NDArray[np.int64],
    cuts: NDArray[np.int64],
    numbers: NDArray[np.uint64],
    kernel: Kernel,
) -> Records:
    """Play every game by the kernel that serves, and by the scalar one what that leaves open."""
    different = len(np.unique(ranks))
    job = job._replace(ranks=different)
    if kernel == "scalar" or not window_serves(rules, ranks.shape[1], different):
        return _play_scalar(rules, job, strengths(ranks, rules.order, HALF_16), cuts, numbers)
    records = _play_window(rules, job, strengths(ranks, rules.order, HALF_8), cuts, numbers)
    left = records["reason"] == UNDECIDED
    if job.cycles:
        left |= records["reason"] == CYCLE
    if left.any():
        rows = slice(None) if job.deals else left
        worth = strengths(ranks[rows], rules.order, HALF_16)
        records[left] = _play_scalar(rules, job, worth, cuts[rows], numbers[left])
    return records


def _play_window(
    rules: Rules,
    job: Job,
    worth: NDArray[np.int64],
    cuts: NDArray[np.int64],
    numbers: NDArray[np.uint64],
) -> Records:
    records = np.zeros(len(numbers), RECORD)
    codes = Codes.of(rules, HALF_8)
    table = window.table_of(codes.need, codes.lead, codes.pattern)
    desk = window.Slots.of(worth.shape[1])
    window.play_games(codes, job, desk, table, worth.astype(np.uint8), cuts, numbers, records)
    return records


def _play_scalar(
    rules: Rules,
    job: Job,
    worth: NDArray[np.int64],
    cuts: NDArray[np.int64],
    numbers: NDArray[np.uint64],
    finals: NDArray[np.uint16] | None = None,
) -> Records:
    records = np.zeros(len(numbers), RECORD)
    desk = scalar.Desk.of(worth.shape[1])
    if finals is None:
        finals = np.zeros((0, worth.shape[1]), np.uint16)
    scalar.play_games(
        Codes.of(rules, HALF_16), job, desk, worth.astype(np.uint16), cuts, numbers, records, finals
    )
    return records
