"""One complete set of rules as a value, and the named ones with their sources."""

from engine.rules.presets import (
    PLAYABLE,
    PRESETS,
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
    "ENUMS",
    "MOST_FACE_DOWN",
    "PLAYABLE",
    "PRESETS",
    "RANDOM_PICKUPS",
    "RULES_SAID",
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
