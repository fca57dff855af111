"""The named rule sets, each with its source."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine.rules.rules import Rules

# A named rule set: where it comes from, what its source leaves open and what we chose there.


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


# The named rule sets and where each comes from: a new one is one more entry in `presets.toml`.


def _silence(entry: dict[str, Any]) -> Silence:
    return Silence(**{**entry, "rules": tuple(entry.get("rules", ()))})


def _preset(name: str, entry: dict[str, Any]) -> Preset:
    rules = Rules.parse(entry["rules"]) if "rules" in entry else None
    silences = tuple(_silence(silence) for silence in entry.get("silences", ()))
    return Preset(name, **{**entry, "rules": rules, "silences": silences})


_TABLES: Final = tomllib.loads(Path(__file__).with_name("presets.toml").read_text("utf-8"))

PRESETS: Final[dict[str, Preset]] = {name: _preset(name, entry) for name, entry in _TABLES["presets"].items()}
"""Every named rule set by name: the four sources first, then the literature."""


# Rule sets by name, and the names of rule sets.

PLAYABLE: Final[dict[str, Rules]] = {
    preset.name: preset.rules for preset in PRESETS.values() if preset.rules is not None
}
"""The rules of every preset that plays cards."""

USUAL_RULES: Final = "code-golf"
"""The name of the rules that are meant where none are: those of `Rules()`."""

RULE_GROUPS: Final[dict[str, dict[str, str]]] = _TABLES["groups"]
"""Every rule set that plays cards, by group, with half a line about it."""

BEST_KNOWN: Final = (
    *("bicycle", "wikipedia", "code-golf", "codingame", "programming-challenges"),
    *("whats-in-a-game", "norvig"),
)
"""The rule sets that are listed first."""

SETTLED: Final = tuple(name for name, rules in PLAYABLE.items() if rules.deterministic)
"""The rule sets under which the deal settles the game: only these can be told apart by a deal."""


def preset_of(rules: Rules) -> Preset | None:
    """Return the first preset with exactly these rules, or None: the rules are custom.

    >>> preset_of(Rules()).name
    'code-golf'
    """
    return next((preset for preset in PRESETS.values() if preset.rules == rules), None)


def rules_name(rules: Rules) -> str:
    """Return the preset's name for these rules, or their code when no preset has them."""
    preset = preset_of(rules)
    return preset.name if preset else rules.code


def rules_called(name: str) -> Rules:
    """Return the rules of a preset by name, or those of a rule code (`Rules.code`).

    Raises `ValueError` naming what there is.
    """
    if name in PRESETS:
        return PRESETS[name].playable
    if "." in name:
        return Rules.parse(name)
    raise ValueError(f"rule set {name[:60]!r} is unknown: take one of {', '.join(PRESETS)}")
