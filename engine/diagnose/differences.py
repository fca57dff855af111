"""Compare the games of two programs, and find small deals on which they differ."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice, product, zip_longest
from random import Random
from typing import Final, Literal, NamedTuple

import numpy as np

from engine.cards import ACE, STANDARD_PACK, Deal, deal_cards
from engine.diagnose.answers import Claim
from engine.diagnose.mistakes import Kind, stops_at
from engine.diagnose.playing import PATIENCE, ROUNDS, Bools, Ints, Results
from engine.diagnose.programs import CARD_READERS, SCORES, Printed, Program
from engine.game import FORM_OF, Outcome, Plan, Reason, Round, Rounds
from engine.numbers import count
from engine.rules import PLAYABLE, Order, Rules, rules_name
from engine.wording import Part, Sentence, player

MOST_ROUNDS: Final = 20_000  # in which two games are compared; those that part later are said not to part


@dataclass(frozen=True, slots=True)
class FirstDifference:
    """The first difference of two games. Rounds count from 1; None where there is none."""

    decks: int | None
    """After which round the decks first differ; 0: they differ from the start."""
    cards: int | None
    """In which round the cards laid, or who takes them, first differ; or one game has ended before it."""
    end: int | None = None
    """In which round both games end, with the same cards and another outcome."""

    @property
    def round(self) -> int | None:
        """The round to look at."""
        return self.cards or self.end

    @property
    def words(self) -> str:
        """Return it in one sentence.

        >>> FirstDifference(1, 25).words
        'The same cards come up in both games until round 24. The games first differ in round 25.'
        """
        if self.end is not None:
            same = f"The same cards come up in both games, but round {self.end:,} ends them differently."
            return same if self.end else "The games end differently before round 1."
        if self.cards is None:
            return "The games are the same; only the answer differs."
        if self.cards == 1:
            return "The games first differ in round 1."
        same = f"The same cards come up in both games until round {self.cards - 1:,}."
        return f"{same} The games first differ in round {self.cards:,}."

    @property
    def deck_words(self) -> str:
        """Return when the decks differ, where that is sooner; nothing where it is not."""
        if self.decks is None or (self.cards is not None and self.decks >= self.cards):
            return ""
        if self.decks == 0:
            return "The decks differ from the start."
        return f"The order of cards in the decks differs earlier, after round {self.decks:,}."

    @property
    def all_words(self) -> str:
        """Return both in words."""
        return " ".join(filter(None, (self.words, self.deck_words)))


def rounds(program: Program, deal: Deal, *, worths: bool = False) -> Rounds[Outcome | None]:
    """Return the rounds a program plays; their ending is the outcome, None if it stops before one.

    worths: with what cards are worth to it in place of the ranks written on them.
    """
    return Rounds(_rounds(program, deal, worths))


def _rounds(program: Program, deal: Deal, worths: bool) -> Generator[Round, None, Outcome | None]:
    most = stops_at(program.of(Kind.STOPPING), deal.size) or MOST_ROUNDS
    played = program.rounds(program.reads(deal), limit=MOST_ROUNDS)
    for this in played:
        yield this if worths else program.as_written(this)
        if this.number == most:
            return None
    return played.ending.outcome


def first_difference(deal: Deal, one: Program, other: Program) -> FirstDifference:
    """Compare two games of one deal round by round, up to the first round with other cards.

    >>> from engine.rules import Pickup, Rules
    >>> first_difference(Deal.parse("3/23"), Program(Rules()), Program(Rules(pickup=Pickup.WINNER_FIRST)))
    FirstDifference(decks=1, cards=2, end=None)
    """
    plays = (Kind.READING, Kind.PLAYING, Kind.STOPPING)  # whatever they then say
    if one.rules == other.rules and [*map(one.of, plays)] == [*map(other.of, plays)]:
        return FirstDifference(None, None)
    games = rounds(one, deal), rounds(other, deal)
    decks, number = None, 0
    for number, (first, second) in enumerate(zip_longest(*games), 1):
        if first is None or second is None:
            return FirstDifference(decks, number)
        if decks is None and first.before != second.before:
            decks = number - 1
        if (first.cards_1, first.cards_2, first.winner) != (second.cards_1, second.cards_2, second.winner):
            if decks is None and first.decks != second.decks:
                decks = number
            return FirstDifference(decks, number)
    ends = {game.ending for game in games}
    return FirstDifference(decks, None, number if len(ends) > 1 else None)


def first_differences(deals: Sequence[Deal], one: Program, other: Program) -> tuple[FirstDifference, ...]:
    """Compare two games of each deal."""
    return tuple(first_difference(deal, one, other) for deal in deals)


def first_decks(program: Program, deal: Deal, most: int) -> tuple[int, ...]:
    """Return player 1's deck before each of the first rounds of a program's game."""
    return tuple(this.sizes[0] for this in islice(rounds(program, deal), most))


MOST_COMPARED: Final = 1_000  # rounds of a game that are compared with the judge's, each from the same decks

Way = tuple[str, int]
"""A way in which a round differs from the judge's: what first does, and who takes the table."""


def unshown(
    program: Program, reference: Program, shown: Sequence[Deal], others: Sequence[Deal], *, counted: bool
) -> list[Deal]:
    """Return those of other deals on which a program differs from the judge in a way none shown tells of.

    Without that way, as where it is wrong for one player only, it would answer those shown alike.
    counted: whether its answers tell the rounds.
    """
    if program.rules == reference.rules and not program.of(Kind.PLAYING):
        return []
    ways: dict[Way, Deal] = {}
    for deal in others:
        for this in islice(rounds(program, deal, worths=True), MOST_COMPARED):
            if way := _way(this, _as_judged(reference, this)[0]):
                ways.setdefault(way, deal)
    ends = [(deal, _end_without(program, reference, deal, None, MOST_COMPARED)) for deal in shown]

    def alike(way: Way) -> bool:
        for deal, (winner, number) in ends:
            other = _end_without(
                program, reference, deal, way, number + 1 if counted and number else MOST_COMPARED
            )
            if other[0] != winner or (counted and other[1] != number):
                return False
        return True

    return [*dict.fromkeys(deal for way, deal in ways.items() if alike(way))]


def _end_without(
    program: Program, reference: Program, deal: Deal, way: Way | None, most: int
) -> tuple[int | None, int]:
    """Return who wins after how many rounds by a program that plays as the judge does where it would differ
    from him in one way; None and 0 where the game is not over by then, or never.
    """
    decks, number = program.reads(deal), 0
    while number < most:
        played = program.rounds(decks, limit=most - number)
        for this in played:
            number += 1
            right, outcome = _as_judged(reference, this) if way else (this, None)
            if way and _way(this, right) == way:
                break
        else:
            ended = played.ending.outcome
            return (None, 0) if ended.reason in (Reason.LIMIT, Reason.CYCLE) else (ended.winner, number)
        if not right.winner and outcome:
            return outcome.winner, number
        decks = Deal(*right.decks)
    return None, 0


def _as_judged(reference: Program, this: Round) -> tuple[Round, Outcome | None]:
    """Return the judge's round from the decks of another, and the outcome where the game ends in it."""
    played = reference.rounds(Deal(*this.before), limit=1)
    right = next(played, this)
    return right, None if next(played, None) else played.ending.outcome


def _way(this: Round, right: Round) -> Way | None:
    """Return how a round differs from the judge's; None where nobody takes the table, or it does not."""
    if not this.winner:
        return None
    if (this.cards_1, this.cards_2) != (right.cards_1, right.cards_2):
        return "cards", this.winner
    if this.winner != right.winner:
        return "winner", this.winner
    return ("decks", this.winner) if this.decks != right.decks else None


@dataclass(frozen=True, slots=True)
class End:
    """How a game ends: who wins (0 nobody) after how many rounds; endless ones have neither."""

    winner: int
    rounds: int
    endless: bool
    unit: str = "rounds"
    """What is counted in their place."""
    score: int | None = None

    @property
    def words(self) -> Sentence:
        """Return it in a few words."""
        if self.endless:
            return (Part("never ends", "endless"),)
        score = "" if self.score is None else f" with a score of {self.score:,}"
        after = f" after {count(self.rounds, self.unit.removesuffix('s'))}{score}"
        if self.winner:
            return player(self.winner), Part(f" wins{after}")
        return (Part(f"drawn{after}"),)


def end_of(
    program: Program, deal: Deal, *, limit: int = ROUNDS, unit: str = "rounds", scored: bool = False
) -> End:
    """Return how a program's game of a deal ends, as the program says; `limit` is enough for a small one."""
    score = program.score(deal, limit=limit) if scored else None
    return End(*program.prints(program.play([deal], limit=limit), unit).at(0), unit, score)


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


# Small deals that tell programs apart.
#
# The smallest disagreement of two rule sets, or of a rule set and the program its source published;
# and a deal to run the person's program on, on which the likeliest explanation stands alone.

Aspect = Literal["any", "winner", "rounds", "end"]
ASPECTS: Final[tuple[Aspect, ...]] = ("any", "winner", "rounds", "end")
"""In what two games can differ: who wins if both end, after how many rounds, whether they end."""

PUBLISHED: Final = {
    "programming-challenges": Program(PLAYABLE["programming-challenges-code"]),
    "code-golf": Program(PLAYABLE["code-golf"], ("card-in-the-air",)),
    "codingame": Program(PLAYABLE["codingame"], ("needs-one-fewer-js",)),
}
"""The programs that sources print beside their rules, as far as they differ from them."""


OTHERS: Final = (12, 6, 3, 1)
"""From how many others an explanation is to differ on one deal; if none does, from fewer."""
MOST_SCORED: Final = 4  # the same at most for scores
SCORED: Final = QUICK._replace(cards=5, few_ranks={6: 3})
"""For scores, which take each deal's decks at the end, one by one."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The smallest deal found on which two programs differ, and how each game of it ends."""

    one: Program
    other: Program
    aspect: Aspect
    deal: Deal
    ends: tuple[End, End]
    proved: bool
    """Whether every smaller deal was tried."""
    first_difference: FirstDifference

    @property
    def by_program(self) -> tuple[tuple[Program, End], tuple[Program, End]]:
        """Each program with how its game ends."""
        return (self.one, self.ends[0]), (self.other, self.ends[1])

    @property
    def proof(self) -> str:
        """Return how sure it is."""
        return "War Room tried every smaller deal." if self.proved else "The smallest found."


def differ(
    one: Rules | Program,
    other: Rules | Program,
    aspect: Aspect = "any",
    *,
    effort: Effort = THOROUGH,
    unit: str = "rounds",
    among: Sequence[Deal] = (),
) -> Disagreement | None:
    """Return the smallest deal on which two rule sets or programs differ, None if none was found.

    unit: what is counted, as the judge does; among: deals to take the first of, in place of a search.
    Raises `ValueError` for rules that leave games to chance.

    >>> from engine.rules import PLAYABLE
    >>> smallest = differ(PLAYABLE["code-golf"], PLAYABLE["advent-of-code-22"])
    >>> smallest.deal.text, smallest.proof
    ('3/23', 'War Room tried every smaller deal.')
    >>> from engine.wording import plain
    >>> scored = Program.parse("advent-of-code-22"), Program.parse("advent-of-code-22+score-of-player-2")
    >>> smallest = differ(*scored, among=[*map(Deal.parse, ("4/5", "5/4", "6/4"))])
    >>> smallest.deal.text, plain(differ(*scored).ends[1].words)
    ('5/4', 'player 1 wins after 1 round with a score of 0')
    """
    first, second = (asked if isinstance(asked, Program) else Program(asked) for asked in (one, other))
    if first == second and first.rules.deterministic:
        return None
    scored = aspect == "any" and not {first.of(Kind.UNIT), second.of(Kind.UNIT)}.isdisjoint(SCORES)
    contest = Contest(first, [second], _scores_differ if scored else partial(_differs, aspect), unit)
    if among:
        deal, proved = contest.first_of(among), False
    else:
        deal, proved = smallest(contest, SCORED if scored else effort) or (None, False)
    if deal is None:
        return None
    proved &= not scored  # a score has the ranks in it: patterns of ranks are not all deals then
    ends = end_of(first, deal, unit=unit, scored=scored), end_of(second, deal, unit=unit, scored=scored)
    return Disagreement(first, second, aspect, deal, ends, proved, first_difference(deal, first, second))


def _differs(aspect: Aspect, _: object, printed: Sequence[Printed], __: object) -> Bools:
    one, other = printed
    both: Bools = ~one.endless & ~other.endless
    end: Bools = one.endless != other.endless
    aspects = {"winner": both & (one.winner != other.winner), "rounds": both & (one.count != other.count)}
    return end if aspect == "end" else aspects.get(aspect, aspects["winner"] | aspects["rounds"] | end)


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

    differs = _scores_differ if scored else partial(_answers_differ, claim)
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


def _scores_differ(programs: Sequence[Program], printed: Sequence[Printed], deals: Iterable[Deal]) -> Bools:
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


def answers_of(program: Program, deals: Sequence[Deal], claim: Claim, *, limit: int = PATIENCE) -> list[str]:
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
    (answer,) = answers_of(program, [deal], claim, limit=ROUNDS)
    return answer
