"""The claims of an answer: who wins, or nobody, or never, and a count; each part only if it was said."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game.answer_forms import FORM_OF, NOBODY, Verdict
from engine.game.judges import SKIENA_STEPS
from engine.words.sentences import Part, Sentence, count, player


@dataclass(frozen=True, slots=True)
class Claim(Verdict):
    """One reading of an answer, of a judge's or of a program's; its form may be `words` too.

    >>> claim = Claim("codingame", winners=(2,), count=26)
    >>> claim.written(2, 26, endless=False), claim.written(0, 26, endless=False)
    ('2 26', 'PAT')
    """

    @property
    def words(self) -> Sentence:
        """The claim in our own words, to be shown after "read as"."""
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
        form = FORM_OF.get(self.form)
        if endless:
            words = form.write(Verdict(endless=True, count=SKIENA_STEPS)) if form else ""
            return words or "no answer: it never ends"
        if self.score is not None and score is None:
            return "no score"
        verdict = Verdict(winners=(winner,), count=number, score=score)
        if form and form.in_lines:  # of which the program prints perhaps one
            said = (winner,) if self.winners else ()
            verdict = Verdict(winners=said, count=None if self.count is None else number)
        return (form.write(verdict) if form else "") or self._in_words(winner, number)

    def _in_words(self, winner: int, number: int) -> str:
        said = [f"player {winner}" if winner else "drawn"] if self.winners or self.count is None else []
        return ", ".join(said + ([f"{number} {self.unit}"] if self.count is not None else []))


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it was pasted, and every way to understand it, the likeliest first."""

    text: str
    readings: tuple[Claim, ...]

    @property
    def forms(self) -> tuple[str, ...]:
        """In whose words it may be."""
        return tuple(claim.form for claim in self.readings)

    def reading(self, form: str) -> Claim:
        """Return the reading in these words, or the likeliest."""
        return next((claim for claim in self.readings if claim.form == form), self.readings[0])


def common_forms(answers: Sequence[Answer]) -> tuple[str, ...]:
    """Return in whose words all these answers may be; an empty name where they have none in common."""
    first, *others = (answer.forms for answer in answers)
    return tuple(form for form in first if all(form in forms for forms in others)) or ("",)
