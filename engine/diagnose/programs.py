"""Programs that a wrong answer may come from: rule sets, misreadings of the input, games cut short."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple, Self

import numpy as np

from engine.cards import ACE, HIGHEST_RANK, LETTERS, SUITS, Deal
from engine.diagnose import mistakes, playing
from engine.diagnose.answers import Claim
from engine.diagnose.mistakes import CAPS, MOST_STOP, Kind, mistake_called, of_kind, stopping, stops_at
from engine.diagnose.playing import Bools, FaultyGame, Ints, Results, Winners
from engine.game import FORM_OF, LIMIT, NOBODY, Decks, Ending, Round, Rounds, deck_score, play_rounds
from engine.kernels import CYCLE, LAW, RESULT, PlayFault, decide
from engine.rules import Rules, Shortfall, rules_called, rules_name

# The cards a program plays with when it reads a deal wrongly: one deal at a time, or many as rows.

Cards = tuple[int, ...]


def _places(names: list[str], first: int = 2) -> dict[int, Cards]:
    """Give ranks from `first` on the worth of their places when these names of theirs are sorted as text."""
    places = {name: place for place, name in enumerate(sorted(names), first)}
    return {rank: (places[name],) for rank, name in enumerate(names, first)}


class CardReader(NamedTuple):
    """A mistake that sees each card alone: what is read for some ranks, and the ranks that bring it out."""

    worth: dict[int, Cards]
    shown_by: Cards


_ZEROS: Final[dict[int, Cards]] = dict.fromkeys(range(11, ACE + 1), (0,))
CARD_READERS: Final = {
    "10-as-1": CardReader({10: (1,)}, (2, 3, 10, ACE)),
    "10-as-two-cards": CardReader({10: (1, 0)}, (2, 3, 10, ACE)),
    "10-left-out": CardReader({10: ()}, (2, 3, 10, ACE)),
    "ten-as-ace": CardReader({10: (ACE,)}, (2, 10, 13, ACE)),
    "ace-as-ten": CardReader({ACE: (10,)}, (2, 10, 13, ACE)),
    "ten-above-ace": CardReader({10: (14,), 11: (10,), 12: (11,), 13: (12,), 14: (13,)}, (2, 10, 11, ACE)),
    "letters-as-text": CardReader(_places([*LETTERS]), (2, 10, 11, 13, ACE)),
    "numbers-as-text": CardReader(_places([*map(str, range(2, 11)), *LETTERS[9:]]), (2, 9, 10, 13, ACE)),
    "decimals-as-text": CardReader(_places([*map(str, range(HIGHEST_RANK + 1))], 0), (2, 9, 10, ACE)),
    "jack-below-ten": CardReader({10: (11,), 11: (10,)}, (9, 10, 11, 12)),
    "queen-below-jack": CardReader({11: (12,), 12: (11,)}, (10, 11, 12, 13)),
    "ace-below-king": CardReader({13: (14,), 14: (13,)}, (11, 12, 13, ACE)),
    "king-below-queen": CardReader({12: (13,), 13: (12,)}, (11, 12, 13, ACE)),
    "letters-backwards": CardReader({rank: (25 - rank,) for rank in range(11, ACE + 1)}, (10, 11, 13, ACE)),
    "letters-a-j-k-q": CardReader({11: (12,), 12: (14,), ACE: (11,)}, (10, 11, 13, ACE)),
    "king-as-0": CardReader({13: (0,)}, (2, 12, 13, ACE)),
    "king-as-0-ace-as-1": CardReader({13: (0,), ACE: (1,)}, (2, 12, 13, ACE)),
    "ace-as-11": CardReader({ACE: (11,)}, (10, 11, 12, ACE)),
    "jack-as-ten": CardReader({11: (10,)}, (9, 10, 11, 12)),
    "queen-as-jack": CardReader({12: (11,)}, (10, 11, 12, 13)),
    "king-as-queen": CardReader({13: (12,)}, (11, 12, 13, ACE)),
    "ace-as-king": CardReader({ACE: (13,)}, (11, 12, 13, ACE)),
    "pictures-as-ten": CardReader({11: (10,), 12: (10,), 13: (10,)}, (9, 10, 11, 13)),
    "letters-as-ten": CardReader(dict.fromkeys(range(11, ACE + 1), (10,)), (9, 10, 11, ACE)),
    "letters-as-0": CardReader(_ZEROS, (2, 10, 11, ACE)),
    "letters-from-0": CardReader({rank: (rank - 11,) for rank in range(11, ACE + 1)}, (2, 10, 11, ACE)),
    "tens-from-0": CardReader({rank: (rank - 10,) for rank in range(10, ACE + 1)}, (2, 9, 10, ACE)),
    "hexadecimal-as-letters": CardReader({10: (ACE,)} | _ZEROS, (2, 10, 11, ACE)),
}
"""The mistakes that see each card alone; other cards are read right."""

SUITED: Final = {"suits-break-ties": SUITS, "suits-break-ties-dhsc": "dhsc"}
"""The mistakes that see suits, and their order: one source’s `rank_card` gives each card a place of its own,
clubs lowest; others follow a judge who names diamonds first."""


def _in_one(first: Any, second: Any) -> Any:
    """Put two decks, their suits, or both decks of many deals together."""
    return np.concatenate((first, second)) if isinstance(first, np.ndarray) else first + second


def _before(number: int, deck: Any) -> Any:
    """Put a number on top of a deck, or of a deck of many deals."""
    return _in_one(np.full((1, *deck.shape[1:]), number) if isinstance(deck, np.ndarray) else (number,), deck)


def _cut_in_half(line: Any) -> tuple[Any, Any]:
    """Cut a line of cards with a count in the middle as if both decks were as large."""
    half = (len(line) - 1) // 2
    return line[:half], line[half + 1 :]


WITH_NUMBERS: Final[dict[str, Callable[[Any, Any], tuple[Any, Any]]]] = {
    "count-as-card": lambda first, second: (_before(len(first), first), _before(len(second), second)),
    "count-1-as-card": lambda first, second: (_before(len(first), first), second),
    "count-2-as-card": lambda first, second: (first, _before(len(second), second)),
    "count-for-last-card": lambda one, two: (_before(len(one), one[:-1]), _before(len(two), two[:-1])),
    "count-1-for-last-card": lambda one, two: (_before(len(one), one[:-1]), two),
    "count-2-for-last-card": lambda one, two: (one, _before(len(two), two[:-1])),
    "player-number-as-card": lambda first, second: (_before(1, first), _before(2, second)),
    "line-end-as-card": lambda first, second: (_before(0, first[::-1])[::-1], _before(0, second[::-1])[::-1]),
    "cut-at-half-with-count": lambda one, two: _cut_in_half(_in_one(one, _before(len(two), two))),
}
"""Those that take what stands beside the cards, such as a number, for a card, which has no suit."""
DECK_READERS: Final[dict[str, Callable[[Any, Any], tuple[Any, Any]]]] = {
    "both-upside-down": lambda first, second: (first[::-1], second[::-1]),
    "deck-1-upside-down": lambda first, second: (first[::-1], second),
    "deck-2-upside-down": lambda first, second: (first, second[::-1]),
    "players-swapped": lambda first, second: (second, first),
    "dealt-alternately": lambda *decks: (_in_one(*decks)[::2], _in_one(*decks)[1::2]),
    "last-cards-left-out": lambda first, second: (first[:-1], second[:-1]),
    "first-cards-left-out": lambda first, second: (first[1:], second[1:]),
    "last-card-1-left-out": lambda first, second: (first[:-1], second),
    "last-card-2-left-out": lambda first, second: (first, second[:-1]),
    "deck-2-cut-to-deck-1": lambda first, second: (first, second[: len(first)]),
    "only-last-cards": lambda first, second: (first[-1:], second[-1:]),
    "only-26-cards": lambda first, second: (first[:26], second[:26]),
    "cut-at-26": lambda *decks: (_in_one(*decks)[:26], _in_one(*decks)[26:]),
    **WITH_NUMBERS,
}
"""How programs read two decks, their suits, or both decks of many deals as cards x deals."""


def read_deal(name: str, deal: Deal) -> Deal:
    """Return the deal that a program with a reading mistake, or none, plays with; suits are lost with cards.

    >>> read_deal("10-as-1", Deal.parse("TA/KT")).text
    '1 14/13 1'
    """
    if not name:
        return deal
    if name in DECK_READERS:
        read = DECK_READERS[name]
        suits = () if name in WITH_NUMBERS else read(deal.suits_1, deal.suits_2)
        return Deal(*read(deal.deck_1, deal.deck_2), *suits)
    if name in SUITED:
        return _suited(deal, SUITED[name])
    table = CARD_READERS[name].worth
    first, second = (
        tuple(card for rank in deck for card in table.get(rank, (rank,)))
        for deck in (deal.deck_1, deal.deck_2)
    )
    if (len(first), len(second)) == (len(deal.deck_1), len(deal.deck_2)):
        return Deal(first, second, deal.suits_1, deal.suits_2)
    return Deal(first, second)


def _suited(deal: Deal, order: str) -> Deal:
    """Return a deal in which suits break ties; as it is where not all of them are known."""
    suits = deal.suits_1 + deal.suits_2
    if len(suits) < deal.size or not {*suits} <= {*SUITS}:
        return deal
    ranks = (*deal.deck_1, *deal.deck_2)
    worth = tuple(len(SUITS) * rank + order.index(suit) for rank, suit in zip(ranks, suits, strict=True))
    return Deal(worth[: len(deal.deck_1)], worth[len(deal.deck_1) :], deal.suits_1, deal.suits_2)


def _suits(rows: Ints) -> Ints:
    """Return the suits of deals as `Deal.suited` gives them, as places among `SUITS`. Shape as rows."""
    before = np.zeros_like(rows)
    for place in range(1, rows.shape[1]):
        before[:, place] = (rows[:, :place] == rows[:, place : place + 1]).sum(axis=1)
    return np.where(rows % 2 == 0, before, -1 - before) % len(SUITS)


def read_rows(name: str, rows: Ints, cut: int) -> tuple[Ints, int] | None:
    """Do the same to many deals of one size and cut, as rows; None where sizes would differ."""
    if name in DECK_READERS:
        first, second = DECK_READERS[name](rows.T[:cut], rows.T[cut:])
        return np.ascontiguousarray(np.concatenate((first, second)).T), len(first)
    if name in SUITED:
        places = np.array([SUITED[name].index(suit) for suit in SUITS])
        return len(SUITS) * rows + places[_suits(rows)], cut
    table = CARD_READERS[name].worth
    if any(len(cards) != 1 for cards in table.values()):
        return None
    worth = np.arange(HIGHEST_RANK + 1)
    for rank, cards in table.items():
        worth[rank] = cards[0]
    return worth[rows], cut


# Programs that give up after some rounds: which numbers of rounds their answers leave open.

NEVER: Final = 3
VERDICTS: Final = (
    ("drawn", NOBODY),
    ("player-1", 1),
    ("player-2", 2),
    ("endless", NEVER),
    ("endless-per-card", NEVER),
)
"""What a program says when it gives up, whatever the decks are then: a winner, or that it never ends. The
last counts rounds by the cards of the deal."""

ENDLESS: Final = MOST_STOP + 1


def _usual(rounds: Ints) -> Bools:
    """Return after which numbers of rounds programs are known, or by their hundreds likely, to give up."""
    usual: Bools = np.isin(rounds, CAPS) | (rounds % 100 == 0)
    return usual


class RoundLimits:
    """For programs and each verdict, after how many rounds they may give up.

    A deal answered as its game ends was not stopped before; one answered otherwise was.
    """

    def __init__(self, asked: Bools) -> None:
        shape = (*asked.shape, len(VERDICTS))
        self._first = np.ones(shape, np.int64)
        self._last = np.full(shape, ENDLESS, np.int64)
        self._stopped = np.zeros(shape, np.int64)
        # Who always names one player is no program that gives up: some game was played to another end.
        self._shown = np.array([winner in (NOBODY, NEVER) for _, winner in VERDICTS])
        self.tried = int(asked.sum()) * len(VERDICTS)
        self._sizes: set[int] = set()
        self.alive: Bools = asked.copy()

    def filter(self, some: Ints, results: Results, claim: Claim, cards: int = 1) -> None:
        """Take one more answer; `some`: the programs whose results these are; cards: of the deal."""
        self._sizes.add(cards)
        never = playing.never_ends(results)
        in_all = np.where(never, ENDLESS, results["rounds"])
        finished = ~never & (not claim.endless)
        if claim.winners:
            finished &= np.isin(results["winner"], claim.winners)
        if claim.count is not None and not claim.endless:
            finished &= counted(results, claim.unit, "") == claim.count
        # No answer in time is none of a program that gives up.
        worded = claim.endless and claim.form in FORM_OF
        for place, (name, winner) in enumerate(VERDICTS):
            rounds = -(-in_all // cards) if name.endswith("per-card") else in_all
            first, last = self._first[..., place][some], self._last[..., place][some]
            stops = not claim.endless and winner != NEVER and (not claim.winners or winner in claim.winners)
            stops |= worded and winner == NEVER
            if stops:
                last = np.where(finished, last, np.minimum(last, rounds - 1))
                if claim.count is not None and not worded:
                    last = np.where(finished, last, np.minimum(last, claim.count))
                    first = np.where(finished, first, np.maximum(first, claim.count))
                self._stopped[..., place][some] += ~finished & ~(never & worded)
            else:
                self._shown[place] = True
                first = np.where(finished, np.maximum(first, rounds), first)
                last = np.where(finished, last, 0)
            self._first[..., place][some], self._last[..., place][some] = first, last
        self.alive[some] &= (self._first[some] <= self._last[some]).any(axis=-1)

    def left(self) -> Iterator[tuple[int, str]]:
        """Yield place and mistake of those left that were stopped at all.

        A count alone names a number of rounds for every answer with a winner: it has to be a usual
        number, or to come twice.
        """
        number = np.array([place > 0 for place in range(len(VERDICTS))])
        usual = ~number | (self._first < self._last) | (self._stopped > 1) | _usual(self._first)
        open_still = self.alive[..., None] & (self._stopped > 0) & self._shown & usual
        open_still &= self._first <= self._last
        open_still[:, -1] &= len(self._sizes) > 1  # else it is a number as any other
        for program, place in np.argwhere(open_still).tolist():
            first, last = int(self._first[program, place]), int(self._last[program, place])
            yield program, stopping(first, min(last, MOST_STOP), VERDICTS[place][0]).name


def stops_with_more(rules: Rules, clues: Sequence[tuple[Deal, Claim]], limit: int) -> str:
    """Return the mistake of a program that gives up and names the player with more cards; nothing if none.

    Between the bounds there may be numbers of rounds after which the other player held more.
    """
    fits, stopped = np.ones(limit, np.bool_), np.zeros(limit, np.int64)
    number = np.arange(1, limit + 1)
    for deal, claim in clues:
        if claim.endless or claim.score is not None:
            return ""
        game = FaultyGame(deal, rules, LAW, limit)
        result = playing.play_faulty([game])[0]
        rounds = ENDLESS if playing.never_ends(result) else int(result["rounds"])
        late = number < rounds
        named_winner = np.where(late, playing.leaders(game, limit), result["winner"])
        if claim.winners:
            fits &= np.isin(named_winner, claim.winners)
        if claim.count is not None:
            fits &= np.minimum(number, rounds) == claim.count
        stopped += late
    counted = any(claim.count is not None for _, claim in clues)
    usual = _usual(number) | (stopped > 1) | (not counted)
    places = np.flatnonzero(fits & (stopped > 0) & usual)
    return stopping(int(places[0]) + 1, int(places[-1]) + 1, "more").name if len(places) else ""


# A program as people might write it: a rule set and the mistakes made with it.


@lru_cache
def _ranks(reading: str) -> dict[int, int]:
    """Return the rank written on a card by its worth to a program, of worths that one rank alone has."""
    table = {rank: (rank,) for rank in range(2, ACE + 1)}
    ranks: dict[Cards, list[int]] = {}
    for rank, worth in (table | (CARD_READERS[reading].worth if reading in CARD_READERS else {})).items():
        ranks.setdefault(worth, []).append(rank)
    return {worth[0]: alike[0] for worth, alike in ranks.items() if len(worth) == len(alike) == 1}


@lru_cache
def _reorders(reading: str) -> bool:
    """Return whether a program ranks the cards of the deal in an order of its own, that no rules have."""
    if reading in SUITED:
        return True
    ranks = _ranks(reading)
    others = {worth for worth, rank in ranks.items() if worth != rank}
    return bool(others) and others <= {*ranks.values()} and len(ranks) >= ACE - 1


_SOME: Final = ("10-as-1", "both-upside-down", "counts-battles", "needs-one-more", "stops-at-1000-drawn")


@dataclass(frozen=True)
class Program:
    """Rules and mistakes (names of `MISTAKES`), at most one of a kind, in their order there.

    Raises `ValueError` for mistakes that are unknown or that exclude each other.

    >>> Program.parse("codingame+10-as-1").code
    'codingame+10-as-1'
    """

    rules: Rules
    mistakes: tuple[str, ...] = ()
    _by_kind: dict[Kind, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        try:
            by_kind = {mistake_called(name).kind: name for name in self.mistakes}
        except KeyError as unknown:
            name, some = unknown.args[0][:60], ", ".join(_SOME)
            raise ValueError(f"mistake {name!r} is unknown: use one such as {some}") from None
        if len(by_kind) < len(self.mistakes):
            raise ValueError(f"mistakes {'+'.join(self.mistakes)} exclude each other: use one of each kind")
        if len(by_kind) > 1:
            object.__setattr__(self, "mistakes", tuple(by_kind[kind] for kind in Kind if kind in by_kind))
        object.__setattr__(self, "_by_kind", by_kind)

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
        return self._by_kind.get(kind, "")

    def reads(self, deal: Deal) -> Deal:
        """Return the deal as the program reads it; suits are lost where cards are."""
        return read_deal(self.of(Kind.READING), deal)

    @property
    def sees_suits(self) -> bool:
        """Whether suits break ties for it."""
        return self.of(Kind.READING) in SUITED

    def suited(self, deal: Deal) -> Deal:
        """Return a deal with suits where the program sees them, else as it is."""
        return deal.suited() if self.sees_suits else deal

    @property
    def reorders(self) -> bool:
        """Whether it ranks the cards of the deal in an order of its own, that no rules have."""
        return _reorders(self.of(Kind.READING))

    def as_written(self, this: Round) -> Round:
        """Return a round of its own with the ranks written on the cards where it ranks them otherwise."""
        ranks = self._written
        before, decks = ((ranks(first), ranks(second)) for first, second in (this.before, this.decks))
        return this._replace(
            before=before, cards_1=ranks(this.cards_1), cards_2=ranks(this.cards_2), decks=decks
        )

    def _written(self, cards: Cards) -> Cards:
        """Return the ranks written on cards that it ranks in an order of its own."""
        if not self.reorders:
            return cards
        if self.sees_suits and max(cards, default=0) > ACE:
            return tuple(worth // len(SUITS) for worth in cards)
        return tuple(_ranks(self.of(Kind.READING)).get(worth, worth) for worth in cards)

    def card_text(self, deal: Deal, worth: int) -> str:
        """Return a card as the deal writes it, by its worth to the program: `Jc` where that sees suits."""
        if self.sees_suits and deal.suits_1:
            rank, suit = divmod(worth, len(SUITS))
            return deal.rank_text(rank) + SUITED[self.of(Kind.READING)][suit]
        return deal.rank_text(_ranks(self.of(Kind.READING)).get(worth, worth))

    @cached_property
    def fault(self) -> PlayFault:
        """How its rounds, and how it counts them, differ from its rules."""
        counting = mistake_called(self.of(Kind.UNIT)).fault if self.of(Kind.UNIT) else LAW
        wrong = mistake_called(self.of(Kind.PLAYING)) if self.of(Kind.PLAYING) else None
        fault = wrong.fault if wrong and wrong.means_something(self.rules) else LAW
        return fault._replace(forgets=counting.forgets)

    def rounds(self, read: Deal, *, limit: int = LIMIT) -> Rounds[Ending]:
        """Play a deal that it has read, round by round, to the end."""
        fault = self.fault._replace(forgets=0)
        if fault == LAW:
            return play_rounds(read, self.rules, limit=limit)
        return Rounds(playing.faulty_rounds(FaultyGame(read, self.rules, fault, limit)))

    def score(self, deal: Deal, *, limit: int) -> int | None:
        """Return Advent of Code's score of the winner's deck, None where nobody wins."""
        decks = _decks_at_end(FaultyGame(self.reads(deal), self.rules, self.fault, limit))
        first, second = map(self._written, decks)
        if first and second:
            return None
        won, unit = first or second, self.of(Kind.UNIT)
        if unit in ("score-from-top", f"score-from-top-if-{1 if first else 2}-wins"):
            return deck_score(won[::-1])
        if unit == "score-without-top":
            return deck_score(won[1:])
        if unit == "score-of-ten":
            return sum(rank * worth for rank, worth in zip(won, range(10, 0, -1), strict=False))
        if unit == "score-without-bottom":
            return deck_score((*won[:-1], 0))
        lower = {"score-from-0": 1, f"score-length-of-{2 if first else 1}": len(won)}.get(unit, 0)
        decks_scored = {"score-of-player-1": first, "score-of-player-2": second}
        return deck_score(decks_scored.get(unit, won)) - lower * sum(won)

    def play(self, deals: Sequence[Deal], *, limit: int = LIMIT) -> Results:
        """Play deals: one kernel `RESULT` a deal, with `playing.STOPPED` where the program gave up."""
        read = [self.reads(deal) for deal in deals]
        results = np.zeros(len(read), RESULT)
        shapes = [(its.size, len(its.deck_1), deal.size) for its, deal in zip(read, deals, strict=True)]
        for size, cut, cards in {*shapes}:
            places = [place for place, shape in enumerate(shapes) if shape == (size, cut, cards)]
            ranks = [(*read[place].deck_1, *read[place].deck_2) for place in places]
            rows = np.array(ranks, np.int64).reshape(len(places), size)
            results[places] = self._play_read(rows, cut, limit, cards)
        return results

    def play_rows(self, rows: Ints, cut: int, *, limit: int = LIMIT) -> Results:
        """Play deals of one size, a row of ranks each, player 1's `cut` cards first: as `play`."""
        name = self.of(Kind.READING)
        read = read_rows(name, rows, cut) if name else (rows, cut)
        if read is not None:
            return self._play_read(*read, limit, rows.shape[1])
        decks = [(tuple(row[:cut]), tuple(row[cut:])) for row in rows.tolist()]
        return self.play([Deal(*both) for both in decks], limit=limit)

    def _play_read(self, rows: Ints, cut: int, limit: int, cards: int) -> Results:
        """Play deals as it reads them; cards: of each as it is written."""
        stopping = self.of(Kind.STOPPING)
        if self.fault != LAW:
            results = playing.play_faulty_rows(rows, cut, self.rules, self.fault, limit)
        else:
            results = playing.play_rows(rows, np.full(len(rows), cut, np.int64), self.rules, limit)
        last = stops_at(stopping, cards)
        late = (results["rounds"] > last) | playing.never_ends(results)
        if stopping and late.any():
            stopped = np.zeros(np.count_nonzero(late), RESULT)
            stopped["winner"] = self._leader(rows[late], cut, last, stopping)
            stopped["reason"] = CYCLE if "-endless" in stopping else playing.STOPPED
            for unit in ("rounds", "battles", "plays"):
                stopped[unit] = last
            results[late] = stopped
        return results

    def _leader(self, rows: Ints, cut: int, last: int, stopping: str) -> Winners:
        """Return whom it names when it gives up."""
        if not stopping.endswith("-more"):
            named = int(stopping[-1]) if stopping[-1].isdigit() else 0
            return np.full(len(rows), named, np.int8)
        played = playing.play_faulty_rows(rows, cut, self.rules, self.fault, last, on=True)
        more = np.sign(played["size_1"].astype(np.int64) - played["size_2"])
        return np.asarray(np.where(more > 0, 1, np.where(more < 0, 2, 0)), np.int8)

    def prints(self, results: Results, unit: str = "rounds") -> "Printed":
        """Return what it prints for results of games it played, counts in `unit` if it gets that right."""
        winner = named(results, self.of(Kind.NAMING), *short_of_cards([self.rules])[:, 0])
        number = counted(results, mistakes.WRONG_UNITS.get(self.of(Kind.UNIT), unit), self.of(Kind.OFFSET))
        return Printed(winner, number, playing.never_ends(results))


class Players:
    """Programs made ready once to play a deal each."""

    def __init__(self, programs: Sequence[Program]) -> None:
        self._faulty = playing.FaultyPlayers([(one.rules, one.fault) for one in programs])
        readings: dict[str, int] = {}
        which = [readings.setdefault(one.of(Kind.READING), len(readings)) for one in programs]
        self._readings, self._reading_of = (*readings,), np.array(which, np.int64)
        self.every = np.arange(len(programs))

    def play(self, deal: Deal, some: Ints, limit: int) -> Results:
        """Play a deal by some of them, by place: one kernel `RESULT` each."""
        deals = [read_deal(name, deal) for name in self._readings]
        return self._faulty.play(some, deals, self._reading_of[some], np.full(len(some), limit))


@lru_cache(maxsize=8_192)
def _decks_at_end(game: FaultyGame) -> Decks:
    if game.fault == LAW:
        return decide(game.deal, game.rules, limit=game.limit).decks
    return playing.decks_at_end(game)


@dataclass(frozen=True, slots=True)
class Printed:
    """Answers of a program, an entry a game: who won (0 nobody), the count, and whether any comes."""

    winner: Winners
    count: Ints
    endless: Bools

    @classmethod
    def rightly(cls, results: Results, unit: str) -> Self:
        """Return the answers of programs that name the winner and count as they should."""
        return cls(results["winner"], counted(results, unit, ""), playing.never_ends(results))

    def some(self, which: Bools) -> "Printed":
        """Return the answers to some of the games."""
        return Printed(self.winner[which], self.count[which], self.endless[which])

    def at(self, place: int) -> tuple[int, int, bool]:
        """Return the answer to one game: winner, count, endless."""
        return int(self.winner[place]), int(self.count[place]), bool(self.endless[place])


def answers_of(
    program: Program, deals: Sequence[Deal], claim: Claim, *, limit: int = playing.PATIENCE
) -> list[str]:
    """Return what a program prints for each deal, written as in the claim."""
    printed = program.prints(program.play(deals, limit=limit), claim.unit)
    answers = []
    for place, deal in enumerate(deals):
        winner, number, endless = printed.at(place)
        score = None if claim.score is None else program.score(deal, limit=limit)
        answers.append(claim.written(winner, number, endless=endless, score=score))
    return answers


def answer_of(program: Program, deal: Deal, claim: Claim) -> str:
    """Return what a program prints for a small deal, written as in the claim."""
    (answer,) = answers_of(program, [deal], claim, limit=playing.ROUNDS)
    return answer


SCORES: Final = tuple(name for name in of_kind(Kind.UNIT) if name.startswith("score-"))
"""Mistakes in counting a score: only judges that want one see them."""
_LAST_TOO: Final = {"steps": "plays", "face-up": "battles", "whole-wars": "plays"}
"""Skiena's program lays the cards of a war that cannot be finished one by one, and counts these too."""


def may_count(mistake: str, unit: str) -> bool:
    """Return whether a program counts wrongly by a mistake where the judge counts in a unit."""
    counted_so = mistakes.WRONG_UNITS.get(mistake)
    return counted_so != unit and (counted_so not in _LAST_TOO or unit == "steps")


def counted(results: Results, unit: str, offset: str) -> Ints:
    """Return the count a program prints. Shape as `results`."""
    number = results[_LAST_TOO.get(unit, unit)]
    if unit in _LAST_TOO:
        # Both pairs of one of Skiena's wars, or as many as can be laid.
        last = 2 if unit == "whole-wars" else np.minimum(results["size_1"], results["size_2"])
        number = number + playing.inside(results) * last
    result: Ints = np.asarray(number + _OFFSETS[offset](results), np.int64)
    return result


_OFFSETS: Final[dict[str, Callable[[Results], Any]]] = {
    "": lambda _: 0,
    "one-too-many": lambda _: 1,
    "one-too-few": lambda _: -1,
    "last-war-uncounted": lambda results: -playing.inside(results).astype(np.int64),
    "last-war-twice": playing.inside,
}
"""The number that each mistake in counting adds to a right count."""


def short_of_cards(rules: Sequence[Rules]) -> Ints:
    """Return of rule sets the cards a war needs, whether a player short of them loses, whether it is a draw.

    Shape 3 x rule sets.
    """
    each = [(one.need, one.shortfall is Shortfall.LOSES, one.shortfall is Shortfall.DRAW) for one in rules]
    return np.array(each, np.int64).reshape(-1, 3).T


def named(results: Results, mistake: str, need: Ints, loses: Ints, draws: Ints) -> Winners:
    """Return the winner a program names: how wrong programs tell it, not how the rules do.

    need, loses, draws: of the rules of each game, as `short_of_cards` returns them; a mistake
    says nothing where the rules settle it in another way.
    """
    right: Winners = results["winner"]
    short = playing.inside(results) & (loses > 0)
    short_1, short_2 = results["size_1"] < need, results["size_2"] < need
    match mistake:
        case "winner-swapped":
            right = np.where(right > 0, 3 - right, 0)
        case "players-from-0":
            right = np.maximum(right - 1, 0)
        case "player-1-checked-first":
            right = np.where(short & short_1, 2, np.where(short & short_2, 1, right))
        case "player-2-checked-first":
            right = np.where(short & short_2, 1, np.where(short & short_1, 2, right))
        case "short-both-drawn":
            right = np.where(short & short_1 & short_2, 0, right)
        case "card-in-the-air":
            right = np.where(short, np.where(results["size_1"] >= results["size_2"] + 2, 1, 2), right)
        case "left-card-to-1" | "left-card-to-2":
            left, other = (1, 2) if mistake.endswith("1") else (2, 1)
            right = np.where(short, np.where(results[f"size_{left}"] > 0, left, other), right)
        case "short-to-1" | "short-to-2":
            right = np.where(short, int(mistake[-1]), right)
        case "short-swapped":
            right = np.where(short & (right > 0), 3 - right, right)
        case "drawn-as-1" | "drawn-as-2":
            drawn = playing.inside(results) & (draws > 0) & (right == 0)
            right = np.where(drawn, 1 if mistake == "drawn-as-1" else 2, right)
    result: Winners = np.asarray(right, np.int8)
    return result
