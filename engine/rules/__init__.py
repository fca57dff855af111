"""One complete set of rules as a value, and the named ones with their sources."""

from engine.rules.named import PLAYABLE, SETTLED, USUAL_RULES, preset_of, rules_called, rules_name
from engine.rules.numbers import NUMBERS, count, number_words, ordinal
from engine.rules.preset import Preset, Silence
from engine.rules.presets import PRESETS
from engine.rules.rules import ENUMS, MOST_FACE_DOWN, RULE_NAMES, Rules
from engine.rules.said import RULES_SAID
from engine.rules.values import (
    RANDOM_PICKUPS,
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
    "NUMBERS",
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
    "count",
    "number_words",
    "ordinal",
    "preset_of",
    "rules_called",
    "rules_name",
    "said_of",
]
