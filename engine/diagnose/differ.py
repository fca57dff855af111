"""The smallest disagreement of two rule sets, or of a rule set and the program its source published."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from engine.cards import Deal
from engine.diagnose.parting import Parting, parting
from engine.diagnose.programs import Printed, Program
from engine.diagnose.records import Bools
from engine.diagnose.smallest import ROUNDS, THOROUGH, Effort, smallest
from engine.rules import PLAYABLE, Rules
from engine.words.sentences import Part, Sentence, count, player

Aspect = Literal["any", "winner", "rounds", "end"]
ASPECTS: Final[tuple[Aspect, ...]] = ("any", "winner", "rounds", "end")
"""In what two games can differ: who wins if both end, after how many rounds, whether they end."""

PUBLISHED: Final = {
    "programming-challenges": Program(PLAYABLE["programming-challenges-code"]),
    "code-golf": Program(PLAYABLE["code-golf"], ("card-in-the-air",)),
    "codingame": Program(PLAYABLE["codingame"], ("needs-one-fewer-js",)),
}
"""What the programs do that the sources print beside their rules."""


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
    telling = smallest(programs, lambda printed: _differs(printed, aspect), effort)
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
