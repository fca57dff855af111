"""One complete set of rules as a value, and the named ones with their sources."""

from engine.rules.presets import (
    BEST_KNOWN,
    PLAYABLE,
    PRESETS,
    RULE_GROUPS,
    SETTLED,
    USUAL_RULES,
    Preset,
    Silence,
    preset_of,
    rules_called,
    rules_name,
)
from engine.rules.rules import ENUMS, MOST_FACE_DOWN, RULE_NAMES, Rules
from engine.rules.values import (
    RANDOM_PICKUPS,
    RULES_SAID,
    SYMMETRIC_PICKUPS,
    BothOut,
    Order,
    Pickup,
    Shortfall,
    Value,
    said_of,
)

__all__ = [
    "BEST_KNOWN",
    "ENUMS",
    "MOST_FACE_DOWN",
    "PLAYABLE",
    "PRESETS",
    "RANDOM_PICKUPS",
    "RULES_SAID",
    "RULE_GROUPS",
    "RULE_NAMES",
    "SETTLED",
    "SYMMETRIC_PICKUPS",
    "USUAL_RULES",
    "BothOut",
    "Order",
    "Pickup",
    "Preset",
    "Rules",
    "Shortfall",
    "Silence",
    "Value",
    "preset_of",
    "rules_called",
    "rules_name",
    "said_of",
]
