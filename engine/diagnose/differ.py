"""Small deals that tell programs apart.

The smallest disagreement of two rule sets, or of a rule set and the program its source published;
and a deal to run the person's program on, when several explanations fit: each would print another answer.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal, Self

import numpy as np

from engine.cards import Deal
from engine.diagnose.answers import Claim
from engine.diagnose.mistakes import Kind
from engine.diagnose.parting import Parting, parting
from engine.diagnose.programs import Printed, Program
from engine.diagnose.records import Bools, Ints
from engine.diagnose.smallest import QUICK, ROUNDS, THOROUGH, DealAt, Effort, Tells, smallest
from engine.rules import PLAYABLE, Rules
from engine.words.sentences import Part, Sentence, count, player

Asks = Callable[[Deal], bool]
"""Says whether a judge would ask a deal."""

Aspect = Literal["any", "winner", "rounds", "end"]
ASPECTS: Final[tuple[Aspect, ...]] = ("any", "winner", "rounds", "end")
"""In what two games can differ: who wins if both end, after how many rounds, whether they end."""

PUBLISHED: Final = {
    "programming-challenges": Program(PLAYABLE["programming-challenges-code"]),
    "code-golf": Program(PLAYABLE["code-golf"], ("card-in-the-air",)),
    "codingame": Program(PLAYABLE["codingame"], ("needs-one-fewer-js",)),
}
"""The programs that sources print beside their rules, as far as they differ from them."""


MOST_TOLD_APART: Final = 4
"""Explanations one deal is asked to tell apart; if it cannot, three, then two."""
SCORED: Final = QUICK._replace(cards=5, few_ranks={6: 3})
"""For scores, which take each deal's decks at the end, one by one."""


@dataclass(frozen=True, slots=True)
class End:
    """How a game ends: who wins (0 nobody) after how many rounds; endless ones have neither."""

    winner: int
    rounds: int
    endless: bool

    @property
    def words(self) -> Sentence:
        """Say it in a few words."""
        if self.endless:
            return (Part("never ends", "endless"),)
        after = f" after {count(self.rounds, 'round')}"
        if self.winner:
            return player(self.winner), Part(f" wins{after}")
        return (Part(f"drawn{after}"),)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The smallest deal found on which two programs differ, and how each game of it ends."""

    one: Program
    other: Program
    aspect: Aspect
    deal: Deal
    ends: tuple[End, End]
    proved: bool
    """Whether every smaller deal was tried; otherwise this is the smallest found."""
    parting: Parting

    @property
    def by_program(self) -> tuple[tuple[Program, End], tuple[Program, End]]:
        """Each program with how its game ends."""
        return (self.one, self.ends[0]), (self.other, self.ends[1])

    @property
    def turned(self) -> Self:
        """The same deal with the programs the other way round."""
        return replace(self, one=self.other, other=self.one, ends=(self.ends[1], self.ends[0]))

    @property
    def proof(self) -> str:
        """Say how sure it is."""
        return "Every smaller deal was tried." if self.proved else "The smallest found."


def differ(
    one: Rules | Program, other: Rules | Program, aspect: Aspect = "any", *, effort: Effort = THOROUGH
) -> Disagreement | None:
    """Return the smallest deal on which two rule sets or programs differ, None if none was found.

    Raises `ValueError` for rules that leave games to chance.

    >>> from engine.rules import PLAYABLE
    >>> smallest = differ(PLAYABLE["code-golf"], PLAYABLE["advent-of-code-22"])
    >>> smallest.deal.text, smallest.proof
    ('3/23', 'Every smaller deal was tried.')
    """
    if aspect not in ASPECTS:
        raise ValueError(f"{aspect!r} is nothing to differ in: take one of {', '.join(ASPECTS)}")
    programs = _program(one), _program(other)
    if programs[0] == programs[1] and programs[0].rules.deterministic:
        return None
    telling = smallest(programs, lambda printed, _: _differs(printed, aspect), effort)
    if telling is None:
        return None
    deal = telling.deal
    ends = end_of(programs[0], deal), end_of(programs[1], deal)
    return Disagreement(*programs, aspect, deal, ends, telling.proved, parting(deal, *programs))


def _program(asked: Rules | Program) -> Program:
    return asked if isinstance(asked, Program) else Program(asked)


def _differs(printed: Sequence[Printed], aspect: Aspect) -> Bools:
    one, other = printed
    both: Bools = ~one.endless & ~other.endless
    end: Bools = one.endless != other.endless
    winner: Bools = both & (one.winner != other.winner)
    rounds: Bools = both & (one.count != other.count)
    aspects = {"winner": winner, "rounds": rounds, "end": end}
    return aspects.get(aspect, winner | rounds | end)


def end_of(program: Program, deal: Deal, *, limit: int = ROUNDS) -> End:
    """Return how a program's game of a deal ends, as the program says; `limit` is enough for a small one."""
    return End(*program.prints(program.play([deal], limit=limit)).first())


@dataclass(frozen=True, slots=True)
class Separation:
    """The shortest deal that tells programs apart, and what each would print."""

    deal: Deal
    answers: tuple[tuple[Program, str], ...]
    proved: bool
    """Whether every smaller deal was tried."""
    together: int = 1
    """How many programs at most say the same there."""


def separate(
    programs: Sequence[Program], claim: Claim, asks: Asks = lambda _: True, *, lowest: int = 2
) -> Separation | None:
    """Return a deal on which the first programs answer differently, as many as one deal can.

    claim: an answer of the person's program, for what it prints and how; asks: whether the judge
    would ask a deal; lowest: the lowest rank that he gives.
    """
    scored = claim.score is not None
    programs = _tellable(programs, claim)
    words, counted = _words(claim)
    most = MOST_TOLD_APART if scored or any(counted) else len({*words})
    for number in range(min(most, MOST_TOLD_APART, len(programs)), 1, -1):
        some = tuple(programs[:number])
        # A deal found by chance is long: worth it only where there is no other.
        effort = (SCORED if scored else QUICK)._replace(deals=QUICK.deals if number == 2 else 0)
        apart = partial(_scored_apart, some) if scored else partial(_all_apart, claim)
        telling = smallest(some, partial(_first_asked, apart, lambda deal: asks(_from(lowest, deal))), effort)
        if telling is not None:
            deal = _from(lowest, telling.deal).suited()
            answers = tuple((program, answer_of(program, deal, claim)) for program in some)
            # A score has the ranks in it: patterns of ranks are not all deals then.
            return Separation(deal, answers, telling.proved and not scored)
    return None


def _first_asked(apart: Tells, asks: Asks, printed: Sequence[Printed], deal_at: DealAt) -> Bools:
    """Leave of the deals that tell programs apart the first that the judge would ask, and what follows."""
    told = apart(printed, deal_at)
    for place in np.flatnonzero(told).tolist():
        if asks(deal_at(place)):
            break
        told[place] = False
    return told


def _from(lowest: int, deal: Deal) -> Deal:
    """Return a deal of ranks from 2 on with ranks from `lowest` on, in the same order."""
    if lowest == 2:
        return deal
    first, second = (tuple(rank - 2 + lowest for rank in deck) for deck in (deal.deck_1, deal.deck_2))
    return Deal(first, second)


def _words(claim: Claim) -> tuple[list[str], list[bool]]:
    """Return what is printed for nobody, player 1 and player 2 after one round; and whether rounds count."""
    words, later = ([claim.written(who, rounds, endless=False) for who in range(3)] for rounds in (1, 2))
    return words, [one != other for one, other in zip(words, later, strict=True)]


def may_be_one(programs: Sequence[Program], claim: Claim) -> bool:
    """Say whether programs of which `separate` tells none apart may play every game alike."""
    return len(_tellable(programs, claim)) > 1


def _tellable(programs: Sequence[Program], claim: Claim) -> list[Program]:
    """Leave out programs of which is known that no deal that is tried tells them from one before."""
    return list(_one_of_a_kind(programs) if claim.score is None else _one_of_a_score(programs))


def _one_of_a_kind(programs: Sequence[Program]) -> Iterator[Program]:
    """Leave out programs that give up, or lose cards, only later than one before: no small deal shows it."""
    kinds = set()
    for program in programs:
        queue = program.of(Kind.PLAYING).startswith("queue")
        kind = "queue" if queue else "stops" if program.of(Kind.STOPPING) else ""
        if not kind or kind not in kinds:
            yield program
        kinds.add(kind)


def _one_of_a_score(programs: Sequence[Program]) -> list[Program]:
    """Leave out programs that play one before them and read its deals: their scores are the same."""
    by_score: dict[tuple[Rules, str, str], Program] = {}
    for program in programs:
        key = program.rules, program.of(Kind.READING), program.of(Kind.PLAYING)
        by_score.setdefault(key, program)
    return [*by_score.values()]


def _all_apart(claim: Claim, printed: Sequence[Printed], _: DealAt) -> Bools:
    """Say on which deals every program answers, and each otherwise."""
    return _each_otherwise([_key(answers, claim) for answers in printed], printed)


def _scored_apart(programs: Sequence[Program], printed: Sequence[Printed], deal_at: DealAt) -> Bools:
    """Say on which deals every program answers with a score, and each with another."""
    deals = [deal_at(place) for place in range(len(printed[0].winner))]
    scores = [[program.score(deal, limit=ROUNDS) or 0 for deal in deals] for program in programs]
    keys = [np.array(of_deals, np.int64) for of_deals in scores]
    won: Bools = np.logical_and.reduce([key > 0 for key in keys])
    return won & _each_otherwise(keys, printed)


def _each_otherwise(keys: Sequence[Ints], printed: Sequence[Printed]) -> Bools:
    apart: Bools = ~np.logical_or.reduce([answers.endless for answers in printed])
    for place, key in enumerate(keys):
        for other in keys[:place]:
            apart &= key != other
    return apart


def _key(printed: Printed, claim: Claim) -> Ints:
    """Return one number for each answer as it is printed: equal answers have equal numbers."""
    words, counted = _words(claim)
    named = np.array([words.index(word) for word in words])[printed.winner]
    key: Ints = named + 3 * np.where(np.array(counted)[printed.winner], printed.count, 0)
    return key


def answer_of(program: Program, deal: Deal, claim: Claim) -> str:
    """Return what a program prints for a small deal, written as in the claim."""
    printed = program.prints(program.play([deal], limit=ROUNDS), claim.unit)
    winner, number, endless = printed.first()
    score = None if claim.score is None else program.score(deal, limit=ROUNDS)
    return claim.written(winner, number, endless=endless, score=score)
