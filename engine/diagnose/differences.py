"""Where two games of one deal first differ, and how a game ends."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Final

from engine.cards import Deal
from engine.diagnose.mistakes import Kind, stops_at
from engine.diagnose.playing import ROUNDS
from engine.diagnose.programs import Program
from engine.game import Outcome, Round, Rounds
from engine.numbers import count
from engine.wording.sentences import Part, Sentence, player

MOST_ROUNDS: Final = 20_000
"""Rounds in which two games are compared; those that part later are said not to part."""


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
        'The same cards until round 24; in round 25 they part.'
        """
        if self.end is not None:
            when = f"The same cards to the end; in round {self.end:,}" if self.end else "Before round 1"
            return f"{when} the games end differently."
        if self.cards is None:
            return "The games are the same; only the answer differs."
        if self.cards == 1:
            return "They part in round 1."
        return f"The same cards until round {self.cards - 1:,}; in round {self.cards:,} they part."

    @property
    def deck_words(self) -> str:
        """Return when the decks differ, where that is sooner; nothing where it is not."""
        if self.decks is None or (self.cards is not None and self.decks >= self.cards):
            return ""
        if self.decks == 0:
            return "The decks differ from the start."
        return f"The decks differ already after round {self.decks:,}."

    @property
    def all_words(self) -> str:
        """Return both in words."""
        return " ".join(filter(None, (self.words, self.deck_words)))


def rounds(program: Program, deal: Deal) -> Rounds[Outcome | None]:
    """Return the rounds a program plays; their ending is the outcome, None if it stops before one."""
    return Rounds(_rounds(program, deal))


def _rounds(program: Program, deal: Deal) -> Generator[Round, None, Outcome | None]:
    most = stops_at(program.of(Kind.STOPPING)) or MOST_ROUNDS
    played = program.rounds(program.reads(deal), limit=MOST_ROUNDS)
    for this in played:
        yield this
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
    decks = None
    number = 0
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


def first_differences(deals: Sequence[Deal], one: Program, other: Program) -> tuple[FirstDifference, ...]:
    """Compare two games of each deal."""
    return tuple(first_difference(deal, one, other) for deal in deals)


def first_decks(program: Program, deal: Deal, most: int) -> tuple[int, ...]:
    """Return player 1's deck before each of the first rounds of a program's game."""
    return tuple(this.sizes[0] for this in islice(rounds(program, deal), most))


def _game_of(program: Program) -> tuple[object, ...]:
    """Return what settles how a program plays, whatever it then says."""
    return program.rules, *(program.of(kind) for kind in (Kind.READING, Kind.PLAYING, Kind.STOPPING))


def _seen(this: Round) -> tuple[object, ...]:
    return this.cards_1, this.cards_2, this.winner


@dataclass(frozen=True, slots=True)
class End:
    """How a game ends: who wins (0 nobody) after how many rounds; endless ones have neither."""

    winner: int
    rounds: int
    endless: bool

    @property
    def words(self) -> Sentence:
        """Return it in a few words."""
        if self.endless:
            return (Part("never ends", "endless"),)
        after = f" after {count(self.rounds, 'round')}"
        if self.winner:
            return player(self.winner), Part(f" wins{after}")
        return (Part(f"drawn{after}"),)


def end_of(program: Program, deal: Deal, *, limit: int = ROUNDS) -> End:
    """Return how a program's game of a deal ends, as the program says; `limit` is enough for a small one."""
    return End(*program.prints(program.play([deal], limit=limit)).first())
