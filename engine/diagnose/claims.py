"""What an answer claims: who wins, or nobody, or never, and a count; each part only if it was said."""

from dataclasses import dataclass
from typing import Final

from engine.game.judges import SKIENA_STEPS
from engine.words.sentences import Part, Sentence, count, player

NOBODY: Final = 0
UNITS: Final = ("rounds", "battles", "plays", "wars", "steps")
"""What a count can be of. Steps are the plays of Skiena's program, the last cards laid one by one too."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One reading of an answer, in parts; a part that was not said is empty.

    >>> claim = Claim("codingame", winners=(2,), count=26)
    >>> claim.written(2, 26, endless=False), claim.written(0, 26, endless=False)
    ('2 26', 'PAT')
    """

    form: str
    """In whose words it is: a judge's name, or `words`."""
    winners: tuple[int, ...] = ()
    """Who may have won: 1, 2, `NOBODY` for a drawn game."""
    endless: bool = False
    """That the game never ends, or that the program never answered."""
    count: int | None = None
    unit: str = "rounds"
    score: int | None = None
    """Advent of Code's score of the winner's deck."""

    @property
    def words(self) -> Sentence:
        """What was understood, to be shown after "read as"."""
        if self.endless:
            within = f" within {count(self.count, self.unit[:-1])}" if self.count is not None else ""
            return Part("never ends", "endless"), Part(within)
        parts: list[Part] = []
        if self.winners == (NOBODY,):
            parts = [Part("drawn")]
        elif self.winners:
            parts = [player(self.winners[0]), Part(" wins")]
        if NOBODY in self.winners[1:]:
            parts.append(Part(", or nobody"))
        if self.score is not None:
            parts.append(Part(f"a score of {self.score:,}"))
        if self.count is not None:
            parts.append(Part(f"{', after ' if parts else ''}{count(self.count, self.unit[:-1])}"))
        return tuple(parts)

    def written(self, winner: int, number: int, *, endless: bool, score: int | None = None) -> str:
        """Write an outcome the way this answer is written, as its program would print it."""
        if endless:
            return _ENDLESS.get(self.form, "no answer: it never ends")
        who = f"player {winner}" if winner else "drawn"
        match self.form:
            case "codingame":
                return f"{winner} {number}" if winner else "PAT"
            case "code-golf":
                return str(winner == 1)
            case "codeforces-546c":
                return f"{number} {winner}"
            case "pyanitsa" if winner:
                return f"{('first', 'second')[winner - 1]} {number}"
            case "programming-challenges":
                return _turns(self, winner, number)
            case "skiena" if winner:
                return f"{'ab'[winner - 1]} wins in {number} steps"
            case "skiena":
                return f"a and b tie in {number} steps"
            case "advent-of-code-22":
                return "no score" if score is None else str(score)
        said = [who] if self.winners or self.count is None else []
        return ", ".join(said + ([f"{number} {self.unit}"] if self.count is not None else []))


def _turns(claim: Claim, winner: int, number: int) -> str:
    lines = [f"TURNS : {number}"] if claim.count is not None else []
    if claim.winners:
        lines.append(f"WINNER : player{winner}" if winner else "WINNER : nobody")
    return "\n".join(lines)


_ENDLESS: Final = {
    "codeforces-546c": "-1",
    "pyanitsa": "botva",
    "skiena": f"game tied after {SKIENA_STEPS} steps",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it was pasted, and every way to understand it, the likeliest first."""

    text: str
    readings: tuple[Claim, ...]

    @property
    def forms(self) -> tuple[str, ...]:
        """In whose words it may be."""
        return tuple(claim.form for claim in self.readings)

    def reading(self, form: str) -> Claim | None:
        """Return the reading in these words, if there is one."""
        return next((claim for claim in self.readings if claim.form == form), None)
