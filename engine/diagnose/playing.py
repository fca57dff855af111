"""Play games with a mistake in them."""

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine import kernels
from engine.cards import Deal
from engine.game import LIMIT, Cycle, Decks, Ending, Lay, Outcome, Reason, Round
from engine.kernels import codes
from engine.kernels import faulty as kernel
from engine.rules import RANDOM_PICKUPS, RULE_NAMES, BothOut, Order, Pickup, Rules, Shortfall

# Games of wrong programs in the kernels' own results.

PATIENCE: Final = 20_000
"""Rounds after which a game that has not ended counts as one that does not, for these searches."""
ROUNDS: Final = 4_000
"""Rounds after which a game of a few cards is said not to end; positions run out long before."""
STOPPED: Final = 9  # the reason in a result of a game that the program gave up; the kernels know none of it

Results = NDArray[np.void]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Winners = NDArray[np.int8]


def play_rows(rows: Ints, cuts: Ints, rules: Rules, limit: int) -> Results:
    """Play deals of one size by rules, a row of ranks each."""
    return kernels.play_rows(rows, cuts, rules, terms=kernels.Terms(limit=limit))


def never_ends(results: Results) -> Bools:
    """Return which games go round for ever, or were not over when the search for their end was."""
    never: Bools = (results["reason"] == codes.CYCLE) | (results["reason"] == codes.LIMIT)
    return never


def inside(results: Results) -> Bools:
    """Return which games ended inside a round, for want of cards."""
    short: Bools = (results["reason"] == codes.SHORTFALL) | (results["reason"] == codes.BOTH_OUT)
    return short


# Every rule set a person might have programmed, played at once on the same deals.
#
# Rule sets that differ only in what happens when a player is short play the same game up to that
# moment, so most are played once for all: a game in which nobody was ever short needs no second look.

FACE_DOWN: Final = range(6)
ENDINGS: Final = tuple(
    (shortfall, both_out)
    for shortfall in Shortfall
    for both_out in BothOut
    if shortfall is not Shortfall.DRAW or both_out is BothOut.DRAW
)
"""The endings of a game in which a player is short; the first leaves every game as it is up to there."""

MOST_DEALS_CACHED: Final = 64  # deals whose games are kept for the next judge: some 20 MB of results


_WAR_BY_WAR: Final = (Pickup.AS_PROGRAMMED, Pickup.WINNER_INSIDE_OUT)

RULE_SETS: Final = tuple(
    Rules(face_down=face_down, pickup=pickup, shortfall=shortfall, both_out=both_out, order=order)
    for face_down, pickup, order, (shortfall, both_out) in product(FACE_DOWN, Pickup, Order, ENDINGS)
    # With no card face down every lay is one card each: war by war is as dealt, or that back to front.
    if pickup not in RANDOM_PICKUPS and (face_down or pickup not in _WAR_BY_WAR)
)
"""Every combination of rules in which the deal settles the game, 0 to 5 cards face down."""
PLACE: Final = {rules: place for place, rules in enumerate(RULE_SETS)}
_VALUES: Final = np.array([[getattr(rules, name) for name in RULE_NAMES] for rules in RULE_SETS], np.object_)


def differing_rules(rules: Rules) -> Bools:
    """Return in which rules each rule set differs from a judge's. Shape (`RULE_SETS`, `RULE_NAMES`)."""
    differs: Bools = np.array([getattr(rules, name) for name in RULE_NAMES], np.object_) != _VALUES
    return differs


Batch = tuple[Ints, kernels.Deals, int]
"""The deals of one size for the kernels, ranked for an order: their places among all, and how many ranks."""


class GameCache:
    """Games of one question, each played once: whose rules are meant, and then every judge,
    each for other rule sets."""

    def __init__(self) -> None:
        self._stored: dict[tuple[tuple[Deal, ...], int], tuple[Results, Bools]] = {}

    def play_all(
        self,
        deals: Sequence[Deal],
        *,
        requested: Bools,
        limit: int,
        played: Callable[[int], None] = lambda _: None,
    ) -> Results:
        """Play rule sets on every deal: results, rule sets x deals; rows of others may be filled too.

        requested: which rule sets are asked for.
        played: called with how many of the rule sets, in their order, have been.
        """
        key = tuple(deals), limit
        empty = np.zeros((len(RULE_SETS), len(deals)), codes.RESULT), np.zeros_like(requested)
        results, there = self._stored.get(key, empty)
        missing = requested & ~there
        batches = cache(lambda order: [*_ranked(deals, order)])
        for start in range(0, len(RULE_SETS), len(ENDINGS)):
            if missing[start : start + len(ENDINGS)].any():
                _play_endings(start, results, batches(RULE_SETS[start].order), missing, limit)
            played(start + len(ENDINGS))
        if len(deals) <= MOST_DEALS_CACHED:
            self._stored[key] = results, there | missing
        return results


def _ranked(deals: Sequence[Deal], order: Order) -> Iterator[Batch]:
    for size in sorted({deal.size for deal in deals}):
        places = [place for place, deal in enumerate(deals) if deal.size == size]
        ranks = [(*deals[place].deck_1, *deals[place].deck_2) for place in places]
        rows = np.array(ranks, np.int64).reshape(len(places), -1)
        cuts = np.array([len(deals[place].deck_1) for place in places], np.int64)
        given = kernels.Deals.given(rows, cuts, np.zeros(len(places), np.uint64))
        yield np.array(places), *given.in_strengths(order)


def _play_endings(start: int, results: Results, batches: Sequence[Batch], missing: Bools, limit: int) -> None:
    """Play the rule sets from `start` on that differ only in what happens when a player is short."""

    def play(rule_set: int, asked: Bools) -> None:
        for places, ranked, different in batches:
            mine = asked[places]
            if mine.any():
                rules, terms = RULE_SETS[rule_set], kernels.Terms(limit=limit)
                played = kernels.play_ranked(rules, ranked.only(mine), different, terms)
                results[rule_set, places[mine]] = played

    play(start, np.ones(results.shape[1], np.bool_))
    short = inside(results[start])
    for family in _FAMILIES:
        drawn, *others = (start + place for place in family)
        if not missing[drawn : drawn + len(family)].any():
            continue
        if drawn != start:
            results[drawn] = results[start]
            play(drawn, short)
        for place in others:
            # The drawn one alone knows who ran out together.
            results[place] = results[drawn]
            play(place, results[drawn]["reason"] == codes.BOTH_OUT)


_FAMILIES: Final = tuple(
    [place for place, ending in enumerate(ENDINGS) if ending[0] is shortfall] for shortfall in Shortfall
)
"""The places of the endings with the same shortfall, the one in which both out is drawn first."""


# Games of programs that play wrongly, one by one or many at once, by the kernel of faults.
#
# `engine.diagnose.mistakes` says in words what each fault is.

POSITIONS_STORED: Final = 50_000
"""Positions in which a wrong program's game is watched for a repeat: 50 MB of 52 cards."""
GHOST: Final = 0  # the rank of a card that does not exist: below every other


class FaultyGame(NamedTuple):
    """A game as a wrong program plays it."""

    deal: Deal
    rules: Rules
    fault: codes.PlayFault
    limit: int = LIMIT


def play_faulty(games: Sequence[FaultyGame]) -> Results:
    """Play games, each of its own program: one kernel `RESULT` a game; of an endless one, only that it is."""
    return _play(games)[0]


def play_faulty_rows(
    rows: NDArray[np.int64], cut: int, rules: Rules, fault: codes.PlayFault, limit: int, *, on: bool = False
) -> Results:
    """Play deals of one size, a row of ranks each, player 1's `cut` cards first, by one program.

    on: whether endless games too are played on to the limit, for the decks they have come to.
    """
    number, size = rows.shape
    worths = np.zeros((number, size + 1), np.uint16)
    worths[:, :size] = _worths(rows, rules, fault)
    second = size - cut
    starts = np.tile(np.array([cut, cut, second, second]), (number, 1))
    decks = np.tile(np.array(_laid_out(cut, size, fault), np.uint16), (number, 1))
    rule_codes, faults = _numbers([(rules, fault)])
    numbers = rule_codes.repeat(number), faults.repeat(number)
    led_by = np.zeros((number, int(on)), np.int8)
    return _call((numbers, starts, decks, worths), np.full(number, limit), led_by)[0]


def leaders(game: FaultyGame, rounds: int) -> NDArray[np.int8]:
    """Return who holds more cards after each of the first rounds, -1 once the game is over."""
    led_by = np.full((1, rounds), -1, np.int8)
    _play([game._replace(limit=rounds)], led_by)
    return led_by.reshape(-1)


def decks_at_end(game: FaultyGame) -> Decks:
    """Return both decks when the game stopped; none of a player who lost with a card left."""
    board = _play([game])[1]
    ranks = (*game.deal.deck_1, *game.deal.deck_2, GHOST)
    first, second = (tuple(ranks[place] for place in deck) for deck in _decks(board, game.fault))
    lost = 3 - board.counts[kernel.scalar.WINNER] if game.fault.ends else 0
    return () if lost == 1 else first, () if lost == 2 else second


_Inputs = tuple[tuple[Results, Results], Ints, NDArray[np.uint16], NDArray[np.uint16]]
"""Games as the kernel takes them: rules and faults, where decks start and end, places of cards, worths."""


def _play(
    games: Sequence[FaultyGame], led_by: NDArray[np.int8] | None = None
) -> tuple[Results, kernel.FaultyBoard]:
    limits = np.array([game.limit for game in games], np.int64)
    return _call(_inputs(games), limits, np.zeros((len(games), 0), np.int8) if led_by is None else led_by)


def _inputs(games: Sequence[FaultyGame]) -> _Inputs:
    width = max((game.deal.size for game in games), default=0)
    starts, decks = np.zeros((len(games), 4), np.int64), np.zeros((len(games), width), np.uint16)
    worths = np.zeros((len(games), width + 1), np.uint16)
    known: dict[tuple[Deal, str, bool, bool], Ints] = {}
    for place, (deal, rules, fault, _) in enumerate(games):
        first, second = len(deal.deck_1), len(deal.deck_2)
        starts[place] = first, first, second, second
        decks[place, : deal.size] = _laid_out(first, deal.size, fault)
        key = deal, rules.order, fault.compared == codes.SUMS, fault.lowest == codes.ADD_UP
        if key not in known:
            ranks = np.array([(*deal.deck_1, *deal.deck_2)], np.int64)
            (known[key],) = _worths(ranks, rules, fault)
        worths[place, : deal.size] = known[key]
    return _numbers([(game.rules, game.fault) for game in games]), starts, decks, worths


def _worths(rows: Ints, rules: Rules, fault: codes.PlayFault) -> Ints:
    """Return what each card is worth to the kernel: its place among the ranks, its rank where sums count."""
    if fault.compared == codes.SUMS:
        return rows
    strong, _ = codes.strengths(rows, rules.order)
    between = (strong > 0) & (strong <= codes.HALF_16) & (fault.lowest == codes.ADD_UP)
    return np.where(between, rows + 1, strong)


def _numbers(programs: Sequence[tuple[Rules, codes.PlayFault]]) -> tuple[Results, Results]:
    """Return what the kernel is told of programs, of each program once, however many games it plays."""
    places: dict[tuple[Rules, codes.PlayFault], int] = {}
    which = [places.setdefault(program, len(places)) for program in programs]
    rules = np.array([tuple(codes.Codes.of(rules, codes.HALF_16)) for rules, _ in places], kernel.CODES)
    faults = np.array([tuple(fault) for _, fault in places], codes.FAULT)
    return rules[which], faults[which]


def _call(inputs: _Inputs, limits: Ints, led_by: NDArray[np.int8]) -> tuple[Results, kernel.FaultyBoard]:
    """Call the kernel, which writes who leads after each round into `led_by`, as many as it has room for."""
    numbers, starts, decks, worths = inputs
    results = np.zeros(len(starts), codes.RESULT)
    board = kernel.FaultyBoard.of(worths.shape[1] - 1)
    kernel.play_faulty(*numbers, board, starts, decks, worths, limits, led_by, results)
    return results, board


def _laid_out(first: int, size: int, fault: codes.PlayFault) -> list[int]:
    """Return the places of the cards as they are played: from the bottom where a deck is a stack."""
    decks = [*range(first)], [*range(first, size)]
    for who, deck in enumerate(decks, 1):
        if fault.stack in (who, codes.BOTH, codes.FROM_BELOW):
            deck.reverse()
    return decks[0] + decks[1]


class _Stepped:
    """A game that is played a round at a time, from wherever the last one left it."""

    def __init__(self, game: FaultyGame) -> None:
        self._fault = game.fault
        self._ranks = (*game.deal.deck_1, *game.deal.deck_2, GHOST)
        self._numbers, self._starts, self._cards, self._worths = _inputs([game])
        first = len(game.deal.deck_1)
        self.decks = self._as_ranks((tuple(self._cards[0, :first]), tuple(self._cards[0, first:])))

    def _as_ranks(self, decks: Decks) -> Decks:
        first, second = (tuple(self._ranks[place] for place in deck) for deck in decks)
        return first, second

    @property
    def position(self) -> tuple[object, ...]:
        """What settles how the game goes on, or what the program compares of it."""
        if self._fault.repeat:
            both = self._fault.repeat == codes.SAME_CARDS
            return tuple(tuple(sorted(deck)) for deck in self.decks) if both else self.decks[0]
        return self.decks, self._starts[0, 1], self._starts[0, 3], self._numbers[1]["deeper"][0]

    def step(self, number: int) -> tuple[Round, Outcome | None]:
        """Play a round."""
        before, inputs = self.decks, (self._numbers, self._starts, self._cards, self._worths)
        result, board = _call(inputs, np.ones(1, np.int64), np.zeros((1, 0), np.int8))
        self._numbers[1]["deeper"] += result["wars"] if self._fault.deeper else 0
        ends = board.at[:, :] - board.at[:, :1]
        self._starts = np.array([[ends[0, 2], ends[0, 1], ends[1, 2], ends[1, 1]]])
        lines = [board.cards[who, board.at[who, 0] : board.at[who, 2]] for who in range(2)]
        self._cards = np.concatenate(lines)[None, :].copy() if len(lines[0]) + len(lines[1]) else self._cards
        self.decks = self._as_ranks(_decks(board, self._fault))
        played = self._round(board, number, before)
        reason = int(result["reason"][0])
        if reason in (codes.LIMIT, codes.CYCLE, codes.DECK_EMPTY):
            return played, None
        return played, Outcome(int(result["winner"][0]), codes.REASONS[reason])

    def _round(self, board: kernel.FaultyBoard, number: int, before: Decks) -> Round:
        wars, winner = int(board.took[1]), int(board.took[2])
        tables = tuple(tuple(board.on_table[who, : board.laid[who]].tolist()) for who in range(2))
        lays = tuple(Lay(*board.lays[:, war].tolist()) for war in range(wars + 1) if board.lays[:, war].any())
        places = {card: place for place, card in enumerate((*tables[0], *tables[1]))}
        taken = [places.get(card, -1) for card in board.taken[: board.took[0]].tolist()]
        cards_1, cards_2 = self._as_ranks((tables[0], tables[1]))
        order = tuple(taken) if winner and sorted(taken) == [*range(len(places))] else ()
        return Round(number, before, lays, cards_1, cards_2, winner, order, wars, self.decks)


def _decks(board: kernel.FaultyBoard, fault: codes.PlayFault) -> Decks:
    """Return both decks as they will be played, places of cards."""
    decks = []
    for who in range(2):
        head, pile, tail = board.at[who].tolist()
        won = board.cards[who, pile:tail].tolist()
        if fault.pile == codes.TURNED_OVER:
            won.reverse()
        decks.append((*board.cards[who, head:pile].tolist(), *won))
    return decks[0], decks[1]


def faulty_rounds(game: FaultyGame) -> Generator[Round, None, Ending]:
    """Play on from whatever decks a round leaves as a wrong program does, until the game or a repeat ends."""
    stepped = _Stepped(game)
    earlier: dict[tuple[object, ...], int] = {}
    for number in range(1, game.limit + 1):
        decks = stepped.decks
        ends = game.fault.ends
        left_1, left_2 = (len(deck) > (ends == codes.ONE_LEFT) for deck in decks)
        if not (left_1 and left_2):
            at_start = number == 1 and not all(decks)
            reason = Reason.EMPTY_START if at_start else Reason.DECK_EMPTY
            return Ending(Outcome(1 if left_1 else 2 if left_2 or ends else 0, reason), decks)
        if stepped.position in earlier:
            start = earlier[stepped.position]
            return Ending(Outcome(0, Reason.CYCLE), decks, Cycle(start, number - start))
        if len(earlier) < POSITIONS_STORED:
            earlier[stepped.position] = number
        this, ended = stepped.step(number)
        if this.lays:
            yield this
        if ended is not None:
            return Ending(ended, stepped.decks)
    return Ending(Outcome(0, Reason.LIMIT), stepped.decks)
