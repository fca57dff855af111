"""One complete set of rules as a value, and the named ones with their sources."""

from engine.rules.presets import PLAYABLE, PRESETS, SETTLED, Preset, preset_of, rules_called, rules_name
from engine.rules.rules import (
    ENUMS,
    MOST_FACE_DOWN,
    RANDOM_PICKUPS,
    SYMMETRIC_PICKUPS,
    BothOut,
    Order,
    Pickup,
    Rules,
    Shortfall,
)

__all__ = [
    "ENUMS",
    "MOST_FACE_DOWN",
    "PLAYABLE",
    "PRESETS",
    "RANDOM_PICKUPS",
    "SETTLED",
    "SYMMETRIC_PICKUPS",
    "BothOut",
    "Order",
    "Pickup",
    "Preset",
    "Rules",
    "Shortfall",
    "preset_of",
    "rules_called",
    "rules_name",
]
