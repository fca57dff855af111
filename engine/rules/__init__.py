"""One complete set of rules as a value, and the named ones with their sources."""

from engine.rules.rules import (
    BEST_KNOWN, ENUMS, MOST_FACE_DOWN, PLAYABLE, PRESETS, RANDOM_PICKUPS, RULE_DESCRIPTIONS, RULE_GROUPS,
    RULE_NAMES, SETTLED, SYMMETRIC_PICKUPS, USUAL_RULES, BothOut, Order, Pickup, Preset, Rules, Shortfall,
    Silence, Value, description_of, preset_of, rules_called, rules_name,
)
