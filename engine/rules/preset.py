"""A named rule set: where it comes from, what its source leaves open and what we chose there."""

from dataclasses import dataclass

from engine.rules.rules import Rules


@dataclass(frozen=True, slots=True)
class Silence:
    """Something that a source leaves open, and what we chose there."""

    rules: tuple[str, ...]
    """The rules that it does not give, by field name; none where it is about something else."""
    open: str
    """What it leaves open; goes on after the source's title."""
    ours: str
    """What we chose, and why."""
    deal: str
    """A deal that shows what we chose."""
    note: str = ""
    """What is open and what we chose, in one sentence."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named `Rules` with its source. `rules` is None only for the coin flip, which is no game."""

    name: str
    title: str
    source: str
    rules: Rules | None
    silences: tuple[Silence, ...] = ()
    """What the source leaves open: said in the note, grey in the table of rules, told with its deal."""
    remark: str = ""
    """What else is to be known of it, in one sentence."""

    @property
    def note(self) -> str:
        """What is to be known of it, with the first thing that its source leaves open and what we chose."""
        silent = (silence.note for silence in self.silences if silence.note)
        return " ".join(filter(None, (self.remark, next(silent, ""))))

    @property
    def left_open(self) -> frozenset[str]:
        """The rules that the source does not give, by field name: there the choice is ours."""
        return frozenset(rule for silence in self.silences for rule in silence.rules)

    @property
    def playable(self) -> Rules:
        """The rules; raises `ValueError` for the coin flip."""
        if self.rules is None:
            raise ValueError(f"{self.name} plays no cards, it is a fair coin: choose another rule set")
        return self.rules
