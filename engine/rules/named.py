"""Rule sets by name, and the names of rule sets."""

from typing import Final

from engine.rules.preset import Preset
from engine.rules.presets import PRESETS
from engine.rules.rules import Rules

PLAYABLE: Final[dict[str, Rules]] = {
    preset.name: preset.rules for preset in PRESETS.values() if preset.rules is not None
}
"""The rules of every preset that plays cards."""

USUAL_RULES: Final = "code-golf"
"""The name of the rules that are meant where none are: those of `Rules()`."""

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
