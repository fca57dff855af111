"""Compare the games of two programs: where they part, and how each ends."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Final

from engine.cards import Deal
from engine.diagnose.mistakes import Kind, stops_at
from engine.diagnose.playing import ROUNDS
from engine.diagnose.programs import Program
from engine.game import Outcome, Reason, Round, Rounds
from engine.numbers import count
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
    if _game_of(one) == _game_of(other):
        return FirstDifference(None, None)
    games = rounds(one, deal), rounds(other, deal)
    decks, number = None, 0
    for number, (first, second) in enumerate(zip_longest(*games), 1):
        if first is None or second is None:
            return FirstDifference(decks, number)
        if decks is None and first.before != second.before:
            decks = number - 1
        if _seen(first) != _seen(second):
            if decks is None and first.decks != second.decks:
                decks = number
            return FirstDifference(decks, number)
    ends = {game.ending for game in games}
    return FirstDifference(decks, None, number if len(ends) > 1 else None)


def _game_of(program: Program) -> tuple[object, ...]:
    """Return what settles how a program plays, whatever it then says."""
    return program.rules, *map(program.of, (Kind.READING, Kind.PLAYING, Kind.STOPPING))


def _seen(this: Round) -> tuple[object, ...]:
    return this.cards_1, this.cards_2, this.winner


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
    deal = program.suited(deal)
    score = program.score(deal, limit=limit) if scored else None
    return End(*program.prints(program.play([deal], limit=limit), unit).at(0), unit, score)
