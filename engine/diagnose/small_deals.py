"""Find small deals that tell programs apart: the smallest on which two differ, and the next one to ask."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from random import Random
from typing import Final, NamedTuple

import numpy as np

from engine.cards import ACE, STANDARD_PACK, Deal, deal_cards
from engine.diagnose.answers import Claim
from engine.diagnose.mistakes import Kind
from engine.diagnose.playing import ROUNDS, Bools, Ints, Results
from engine.diagnose.programs import CARD_READERS, Printed, Program, answer_of
from engine.game import FORM_OF, Plan
from engine.rules import Order, rules_name

# The smallest deal on which programs differ: every deal of few cards, then chance and shrinking.
#
# Of two deals the smaller has fewer cards; then a shorter deck of player 1; then lower ranks, card by
# card. Both decks hold at least one card. Where only the order of the ranks matters, a deal with other
# ranks in the same order is the same deal, so that going through every pattern of ranks goes through
# every deal there is.

Differs = Callable[[Sequence[Program], Sequence[Printed], Iterable[Deal]], Bools]
"""Marks for two programs and what they print, deal by deal, on which deals they differ as wanted."""


class Effort(NamedTuple):
    """How far to look."""

    cards: int
    """Every deal of at most this number of cards is tried."""
    few_ranks: Mapping[int, int]
    """Of more cards (key), every deal of so few ranks, before chance has its turn."""
    rows: int
    """Rows of ranks of one size that are tried where single ranks matter, so that patterns are not enough."""
    deals: int


THOROUGH: Final = Effort(7, {8: 3, 9: 3, 10: 2, 11: 2, 12: 2}, 200_000, 400)
"""A second or two: to be asked once."""
QUICK: Final = Effort(6, {7: 3, 8: 2, 9: 2, 10: 2}, 20_000, 100)

CHUNK: Final = 50_000


class Contest(NamedTuple):
    """A program, those that it is to differ from all at once, and on which deals."""

    leading: Program
    others: Sequence[Program]
    differs: Differs
    unit: str = "rounds"
    """What the judge counts."""
    asks: Callable[[Deal], bool] = lambda _: True
    copies: int = STANDARD_PACK.size
    """How many cards of a rank there may be: with more a deal is not even played."""

    @property
    def fixed_ranks(self) -> tuple[int, ...]:
        """The ranks to try where a mistake is about certain ranks; none where only order matters."""
        names = {program.of(Kind.READING) for program in (self.leading, *self.others[:1])} & {*CARD_READERS}
        return tuple(sorted({rank for name in names for rank in CARD_READERS[name].shown_by}))

    def first(
        self, play: Callable[[Program, Ints], Results], number: int, deal_at: Callable[[int], Deal]
    ) -> Deal | None:
        """Return the first of some deals on which the program differs from all the others, None if none is.

        play: gives the results of a program on some of the deals, by their places.
        """
        places = np.arange(number)
        mine = self.leading.prints(play(self.leading, places), self.unit)
        for other in self.others:
            theirs = other.prints(play(other, places), self.unit)
            deals = map(deal_at, places.tolist())
            differ = self.differs((self.leading, other), (mine, theirs), deals)
            places, mine = places[differ], mine.some(differ)
            if not len(places):
                return None
        return next(filter(self.asks, map(deal_at, places.tolist())), None)

    def first_of(self, deals: Sequence[Deal]) -> Deal | None:
        """Return the first of given deals."""
        deals = [deal.suited() for deal in deals]

        def play(program: Program, places: Ints) -> Results:
            return program.play([deals[place] for place in places], limit=ROUNDS)

        return self.first(play, len(deals), deals.__getitem__)

    def first_of_rows(self, rows: Ints, cut: int) -> Deal | None:
        """Return the first of deals of one size, a row of ranks each."""

        def play(program: Program, places: Ints) -> Results:
            return program.play_rows(rows[places], cut, limit=ROUNDS)

        def deal_at(place: int) -> Deal:
            return Deal(tuple(rows[place, :cut].tolist()), tuple(rows[place, cut:].tolist()))

        return self.first(play, len(rows), deal_at)


_LEFT_TO_CHANCE: Final = "{} rules pick up at random. No deal decides a game: compare many with war compare"


def smallest(contest: Contest, effort: Effort = THOROUGH) -> tuple[Deal, bool] | None:
    """Return the smallest deal found on which a program differs from all others, and whether every smaller
    one was tried; None where none was found.

    Raises `ValueError` for random pick-ups, whose games no deal settles.
    """
    programs = (contest.leading, *contest.others)
    for program in programs:
        if not program.rules.deterministic:
            raise ValueError(_LEFT_TO_CHANCE.format(rules_name(program.rules)))
    most_cards, few_ranks = effort.cards, effort.few_ranks
    sizes = range(2, max([most_cards, *few_ranks]) + 1)
    most_ranks = {cards: cards if cards <= most_cards else few_ranks.get(cards, 0) for cards in sizes}
    ranks, ace_low = contest.fixed_ranks, any(one.rules.order is Order.ACE_LOW for one in programs)
    patterns = ((cards, _patterns(ranks, cards, most_ranks[cards], effort.rows, ace_low)) for cards in sizes)
    some = (
        (rows[start : start + CHUNK], cut)
        for cards, every in patterns
        for rows in [_with_copies(every, contest.copies)]
        for cut in range(1, cards)
        for start in range(0, len(rows), CHUNK)
    )
    deal = next(filter(None, (contest.first_of_rows(*each) for each in some)), None)
    if deal is not None and deal.size <= most_cards and not ranks:
        return deal, True
    if deal is None or deal.size > most_cards + 1:
        by_chance = _found_by_chance(contest, most_cards, effort.deals)
        if by_chance is not None and by_chance.size < (deal.size if deal else 2 * STANDARD_PACK.size):
            deal = by_chance
    return None if deal is None else (deal, False)


def _patterns(ranks: Sequence[int], cards: int, most_ranks: int, most_rows: int, ace_low: bool) -> Ints:
    """Return the deals of `cards` cards to try, as rows of ranks in order; no row if too many.

    ranks: the ranks to try, any in order if none.
    """
    if ranks:
        few = len(ranks) ** cards <= most_rows
        return _rows(ranks, cards) if few else np.zeros((0, cards), np.int64)
    rows = _orders(cards, most_ranks)
    if ace_low:
        aces = np.where(rows == rows.max(axis=1, keepdims=True), ACE, rows)
        rows = np.unique(np.concatenate((rows, aces)), axis=0)
    return rows


def _with_copies(rows: Ints, most: int) -> Ints:
    """Return the rows in which no rank comes more often than `most` times."""
    ranks = np.sort(rows, axis=1)
    fits: Bools = (ranks[:, most:] != ranks[:, :-most]).all(axis=1)
    return rows[fits]


def _rows(ranks: Sequence[int], cards: int) -> Ints:
    """Return every row of `cards` of these ranks, in order."""
    places = np.arange(len(ranks) ** cards)[:, None] // len(ranks) ** np.arange(cards)[::-1] % len(ranks)
    return np.array(ranks, np.int64)[places]


@lru_cache(maxsize=16)
def _orders(cards: int, most: int) -> Ints:
    """Return every pattern of at most n ranks: each row uses 2, 3, ... without a gap, in order."""
    ranks = range(2, 2 + most)
    whole = []
    for first in ranks:  # a part at a time: of eight cards there are 16 million rows before the choice
        rows = _rows(ranks, cards - 1)
        rows = np.concatenate((np.full((len(rows), 1), first), rows), axis=1)
        highest = rows.max(axis=1)
        gapless = np.ones(len(rows), np.bool_)
        for rank in ranks:
            gapless &= (rows == rank).any(axis=1) | (highest < rank)
        whole.append(rows[gapless])
    return np.concatenate(whole) if whole else np.zeros((0, cards), np.int64)


def _found_by_chance(contest: Contest, most_cards: int, number: int) -> Deal | None:
    """Find a larger deal by chance and take cards away as long as it tells."""
    random = Random("smallest deal")
    deals = []
    for place in range(number):
        whole = deal_cards(STANDARD_PACK, seed=0, number=place)
        first, second = (random.randint((most_cards + 1) // 2, len(whole.deck_1)) for _ in range(2))
        deals.append(Deal(whole.deck_1[:first], whole.deck_2[:second]))
    for cards in sorted({deal.size for deal in deals}):
        if found := contest.first_of([deal for deal in deals if deal.size == cards]):
            return _shrunk(contest, found)
    return None


def _shrunk(contest: Contest, deal: Deal) -> Deal:
    while fewer := contest.first_of([*_without_one(deal)]):
        deal = fewer
    if contest.fixed_ranks:
        return deal
    # The ranks 2, 3, ... in the same order.
    lower = {rank: 2 + place for place, rank in enumerate(sorted({*deal.deck_1, *deal.deck_2}))}
    first, second = (tuple(lower[rank] for rank in deck) for deck in (deal.deck_1, deal.deck_2))
    return contest.first_of([Deal(first, second)]) or deal


def _without_one(deal: Deal) -> Iterator[Deal]:
    first, second = (
        [deck[:place] + deck[place + 1 :] for place in range(len(deck)) if len(deck) > 1]
        for deck in (deal.deck_1, deal.deck_2)
    )
    yield from (Deal(deck, deal.deck_2) for deck in first)
    yield from (Deal(deal.deck_1, deck) for deck in second)
    # Rules that need an even pack lose two cards at once.
    yield from (Deal(one, other) for one, other in product(first, second))


# The next deal to run the person's program on, on which the likeliest explanation stands alone.

OTHERS: Final = (12, 6, 3, 1)
"""From how many others an explanation is to differ on one deal; if none does, from fewer."""
MOST_SCORED: Final = 4  # the same at most for scores
SCORED: Final = QUICK._replace(cards=5, few_ranks={6: 3})
"""For scores, which take each deal's decks at the end, one by one."""


@dataclass(frozen=True, slots=True)
class DistinguishingDeal:
    """A deal on which an explanation answers otherwise than others, and what each would print."""

    deal: Deal
    answers: tuple[tuple[Program, str], ...]
    """The explanation's first; the judge's, where he is no explanation, and those of others."""
    proved: bool

    @property
    def together(self) -> int:
        """How many programs print what the first does there, that one included."""
        (_, first), *others = self.answers
        return 1 + sum(answer == first for _, answer in others)


def distinguish(
    leading: Program, others: Sequence[Program], claim: Claim, plan: Plan | None = None
) -> DistinguishingDeal | None:
    """Return a small deal on which a program answers otherwise than the first of others, as many as can be.

    claim: an answer of the person's program, for what it prints and how; plan: what the judge asks.

    >>> leading, judge = map(Program.parse, ("advent-of-code-22+score-from-top", "advent-of-code-22"))
    >>> distinguish(leading, [judge], Claim("advent-of-code-22", score=1)).deal.text
    '2/3'
    """
    scored = claim.score is not None
    leading, *rivals = _tellable([leading, *others], claim)
    lowest = min(plan.deals.lowest, 2) if plan else 2
    copies = plan.deals.copies if plan else STANDARD_PACK.size

    def tells(of: Deal) -> bool:  # by its own ranks: a program that takes a count for a card sees these
        deal = _from(lowest, of)
        asked = not plan or plan.asks(deal)
        return asked and answer_of(leading, deal, claim) != answer_of(rivals[0], deal, claim)

    differs = scores_differ if scored else partial(_answers_differ, claim)
    for number in dict.fromkeys(min(most, len(rivals), MOST_SCORED if scored else most) for most in OTHERS):
        contest = Contest(leading, rivals[:number], differs, claim.unit, tells, copies)
        # A deal found by chance is long: worth it only where there is no other.
        effort = (SCORED if scored else QUICK)._replace(deals=QUICK.deals if number == 1 else 0)
        found = smallest(contest, effort) if number else None
        if found is not None:
            deal = _from(lowest, found[0]).suited()
            answers = tuple((program, answer_of(program, deal, claim)) for program in (leading, *others))
            return DistinguishingDeal(deal, answers, found[1] and not scored)  # in which the ranks count
    return None


def _from(lowest: int, deal: Deal) -> Deal:
    """Return a deal of ranks from 2 on with ranks from `lowest` on, in the same order."""
    first, second = (tuple(rank - 2 + lowest for rank in deck) for deck in (deal.deck_1, deal.deck_2))
    return Deal(first, second)


def may_be_the_same(programs: Sequence[Program], claim: Claim) -> bool:
    """Return whether programs that `distinguish` finds no deal for may play every game alike."""
    return len(_tellable(programs, claim)) > 1


def _tellable(programs: Sequence[Program], claim: Claim) -> list[Program]:
    """Leave out programs of which is known that no deal that is tried tells them from one before."""

    def kind(program: Program) -> object:
        if claim.score is not None:  # which takes no winner
            return program.rules, *map(program.of, (Kind.READING, Kind.PLAYING, Kind.UNIT))
        # Of programs that give up, or lose cards, only later than another no small deal shows it.
        queue = program.of(Kind.PLAYING).startswith("queue")
        return "queue" if queue else "stops" if program.of(Kind.STOPPING) else program

    by_kind: dict[object, Program] = {}
    for program in programs:
        by_kind.setdefault(kind(program), program)
    return [*by_kind.values()]


def _answers_differ(claim: Claim, _: object, printed: Sequence[Printed], __: object) -> Bools:
    """Return on which deals two programs answer, each otherwise; endless ones only if there are words."""
    one, other = printed
    worded = claim.form in FORM_OF and FORM_OF[claim.form].endless != ""
    differ: Bools = np.where(one.endless | other.endless, worded, _key(one, claim) != _key(other, claim))
    return differ & ~(one.endless & other.endless)


def scores_differ(programs: Sequence[Program], printed: Sequence[Printed], deals: Iterable[Deal]) -> Bools:
    """Return on which deals two programs answer with a score, each with another."""
    one, other = printed
    ends = ~one.endless & ~other.endless
    for place, deal in enumerate(deals):
        if ends[place]:
            mine, theirs = (program.score(deal, limit=ROUNDS) for program in programs)
            ends[place] = None not in (mine, theirs) and mine != theirs
    return ends


def _key(printed: Printed, claim: Claim) -> Ints:
    """Return one number for each answer as it is printed: equal answers have equal numbers."""
    words, later = ([claim.written(who, rounds, endless=False) for who in range(3)] for rounds in (1, 2))
    rounds_count = np.array([one != other for one, other in zip(words, later, strict=True)])
    named = np.array([words.index(word) for word in words])[printed.winner]
    key: Ints = named + 3 * np.where(rounds_count[printed.winner], printed.count, 0)
    return key
