"""Play games with a mistake in them."""

from collections.abc import Callable, Generator, Sequence
from functools import cache, lru_cache
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
        for start in range(0, len(RULE_SETS), _AT_ONCE):
            _play_endings(start, results, deals, missing, limit)
            played(min(start + _AT_ONCE, len(RULE_SETS)))
        if len(deals) <= MOST_DEALS_CACHED:
            self._stored[key] = results, there | missing
        return results


def _play_endings(start: int, results: Results, deals: Sequence[Deal], missing: Bools, limit: int) -> None:
    """Play the rule sets from `start` on, of those that differ only in what happens when a player is short
    one for all.
    """
    firsts = np.arange(start, min(start + _AT_ONCE, len(RULE_SETS)), len(ENDINGS))
    asked = missing[firsts[:, None] + np.arange(len(ENDINGS))]

    def play(rule_sets: Ints, where: Bools) -> None:
        which, columns = np.nonzero(where)
        some = rule_sets[which]
        if len(some):
            results[some, columns] = _by_rules().play(some, deals, columns, np.full(len(some), limit))

    firsts, asked = firsts[asked.any(axis=1)], asked[asked.any(axis=1)]
    play(firsts, np.ones((len(firsts), len(deals)), np.bool_))
    for family in _FAMILIES:
        mine = firsts[asked[:, family].any(axis=1)]
        if family[0]:
            results[mine + family[0]] = results[mine]
            play(mine + family[0], inside(results[mine]))
        for place in family[1:]:
            # The drawn one alone knows who ran out together.
            results[mine + place] = results[mine + family[0]]
            play(mine + place, results[mine + family[0]]["reason"] == codes.BOTH_OUT)


@cache
def _by_rules() -> "FaultyPlayers":
    return FaultyPlayers([(rules, codes.LAW) for rules in RULE_SETS])


_AT_ONCE: Final = 80 * len(ENDINGS)  # rule sets that are played before it is told how many have been
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
    layout = _Layout.of(rules, fault)
    worths[:, :size] = layout.worths(rows)
    second = size - cut
    starts = np.tile(np.array([cut, cut, second, second]), (number, 1))
    decks = np.tile(np.array(layout.places(cut, size), np.uint16), (number, 1))
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
    lost = 3 - board["counts"][kernel.scalar.WINNER] if 0 < game.fault.ends <= codes.LAST_LAID else 0
    return () if lost == 1 else first, () if lost == 2 else second


_Inputs = tuple[tuple[Results, Results], Ints, NDArray[np.uint16], NDArray[np.uint16]]
"""Games as the kernel takes them: rules and faults, where decks start and end, places of cards, worths."""


class _Layout(NamedTuple):
    """How a deal is laid out for the kernel, by rules and fault."""

    order: Order
    sums: bool
    adds_up: bool
    stack: int

    @classmethod
    def of(cls, rules: Rules, fault: codes.PlayFault) -> "_Layout":
        sums, adds_up = fault.compared == codes.SUMS, fault.lowest == codes.ADD_UP
        return cls(rules.order, sums, adds_up, fault.stack)

    def worths(self, rows: Ints) -> Ints:
        """Return what each card is worth to the kernel: its place among the ranks, its rank for sums."""
        if self.sums:
            return rows
        strong, _ = codes.strengths(rows, self.order)
        between = (strong > 0) & (strong <= codes.HALF_16) & self.adds_up
        return np.where(between, rows + 1, strong)

    def places(self, first: int, size: int) -> list[int]:
        """Return the places of the cards as they are played: from the bottom where a deck is a stack."""
        decks = [*range(first)], [*range(first, size)]
        for who, deck in enumerate(decks, 1):
            if self.stack in (who, codes.BOTH, codes.FROM_BELOW):
                deck.reverse()
        return decks[0] + decks[1]


@lru_cache(maxsize=4_096)
def _laid_out(deal: Deal, layout: _Layout) -> tuple[list[int], Ints]:
    """Return the places of a deal's cards and their worths."""
    ranks = np.array([(*deal.deck_1, *deal.deck_2)], np.int64)
    return layout.places(len(deal.deck_1), deal.size), layout.worths(ranks)[0]


class FaultyPlayers:
    """Rules, each with a fault, made ready once for the kernel."""

    def __init__(self, programs: Sequence[tuple[Rules, codes.PlayFault]]) -> None:
        self._numbers = _numbers(programs)
        layouts: dict[_Layout, int] = {}
        kinds = [layouts.setdefault(_Layout.of(*program), len(layouts)) for program in programs]
        self._layouts, self._layout_of = (*layouts,), np.array(kinds, np.int64)

    def inputs(self, some: Ints, deals: Sequence[Deal], which: Ints) -> _Inputs:
        """Return games for the kernel: of some of them, by place, each with one of the deals."""
        number = len(self._layouts)
        laid_out, rows = np.unique(which * number + self._layout_of[some], return_inverse=True)
        width = max((deal.size for deal in deals), default=0)
        starts, decks = np.zeros((len(laid_out), 4), np.int64), np.zeros((len(laid_out), width), np.uint16)
        worths = np.zeros((len(laid_out), width + 1), np.uint16)
        for place, key in enumerate(laid_out.tolist()):
            deal, layout = deals[key // number], self._layouts[key % number]
            first, second = len(deal.deck_1), len(deal.deck_2)
            starts[place] = first, first, second, second
            decks[place, : deal.size], worths[place, : deal.size] = _laid_out(deal, layout)
        rules, faults = self._numbers
        return (rules[some], faults[some]), starts[rows], decks[rows], worths[rows]

    def play(self, some: Ints, deals: Sequence[Deal], which: Ints, limits: Ints) -> Results:
        """Play them: one kernel `RESULT` a game; of an endless one, only that it is."""
        return _call(self.inputs(some, deals, which), limits, np.zeros((len(some), 0), np.int8))[0]


def _play(
    games: Sequence[FaultyGame], led_by: NDArray[np.int8] | None = None
) -> tuple[Results, kernel.FaultyBoard]:
    limits = np.array([game.limit for game in games], np.int64)
    return _call(_inputs(games), limits, np.zeros((len(games), 0), np.int8) if led_by is None else led_by)


def _inputs(games: Sequence[FaultyGame]) -> _Inputs:
    every = np.arange(len(games))
    return FaultyPlayers([game[1:3] for game in games]).inputs(every, [game.deal for game in games], every)


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
    if (cards := worths.shape[1] - 1) > kernel.decks.MOST_CARDS:
        raise ValueError(f"{cards} cards are too many")
    boards = np.zeros(1, kernel.decks.BOARD)
    kernel.play_faulty(*numbers, boards, starts, decks, worths, limits, led_by, results)
    return results, boards[0]


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
        match self._fault.repeat:
            case codes.DECK_1:
                return self.decks[0]
            case codes.SAME_CARDS | codes.SAME_SIZES as what:
                return tuple(len(d) if what == codes.SAME_SIZES else (*sorted(d),) for d in self.decks)
            case codes.TOP_CARDS:
                return tuple(deck[:1] for deck in self.decks)
            case codes.ANYTHING:
                return ()
        return self.decks, self._starts[0, 1], self._starts[0, 3], self._numbers[1]["deeper"][0]

    def step(self, number: int) -> tuple[Round, Outcome | None]:
        """Play a round."""
        before, inputs = self.decks, (self._numbers, self._starts, self._cards, self._worths)
        result, board = _call(inputs, np.ones(1, np.int64), np.zeros((1, 0), np.int8))
        (rules, fault), wars = self._numbers, result["wars"]
        match self._fault.deeper:
            case codes.OPENS_NEXT:
                fault["deeper"] = codes.OPENED if board["took"][2] == 1 else codes.OPENS_NEXT
            case codes.EACH_ROUND:
                fault["deeper"] += 1 + rules["need"] * wars
            case 1:
                fault["deeper"] += wars
        ends = board["at"][:, :] - board["at"][:, :1]
        self._starts = np.array([[ends[0, 2], ends[0, 1], ends[1, 2], ends[1, 1]]])
        lines = [board["cards"][who, board["at"][who, 0] : board["at"][who, 2]] for who in range(2)]
        self._cards = np.concatenate(lines)[None, :].copy() if len(lines[0]) + len(lines[1]) else self._cards
        self.decks = self._as_ranks(_decks(board, self._fault))
        played = self._round(board, number, before)
        reason = int(result["reason"][0])
        if reason in (codes.LIMIT, codes.CYCLE, codes.DECK_EMPTY):
            return played, None
        return played, Outcome(int(result["winner"][0]), codes.REASONS[reason])

    def _round(self, board: kernel.FaultyBoard, number: int, before: Decks) -> Round:
        wars, winner = int(board["took"][1]), int(board["took"][2])
        tables = tuple(tuple(board["on_table"][who, : board["laid"][who]].tolist()) for who in range(2))
        lays = tuple(
            Lay(*board["lays"][:, war].tolist()) for war in range(wars + 1) if board["lays"][:, war].any()
        )
        places = {card: place for place, card in enumerate((*tables[0], *tables[1]))}
        taken = [places.get(card, -1) for card in board["taken"][: board["took"][0]].tolist()]
        cards_1, cards_2 = self._as_ranks((tables[0], tables[1]))
        order = tuple(taken) if winner and sorted(taken) == [*range(len(places))] else ()
        return Round(number, before, lays, cards_1, cards_2, winner, order, wars, self.decks)


def _decks(board: kernel.FaultyBoard, fault: codes.PlayFault) -> Decks:
    """Return both decks as they will be played, places of cards."""
    decks = []
    for who in range(2):
        head, pile, tail = board["at"][who].tolist()
        won = board["cards"][who, pile:tail].tolist()
        if fault.pile == codes.TURNED_OVER:
            won.reverse()
        decks.append((*board["cards"][who, head:pile].tolist(), *won))
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
