"""What a program is to be checked by, as a command was asked for it."""

import argparse

from engine.game.judges import JUDGES
from engine.game.plan import Plan
from engine.game.shapes import DealShape
from engine.notation.inputs import INPUT_OF
from engine.rules import preset_of
from engine.terminal.chosen import chosen_rules, name_of


def planned(options: argparse.Namespace, *, games: int) -> Plan:
    """Return the plan, with so many shuffled deals. Raises `ValueError` where no answer is the right one."""
    rules = chosen_rules(options)
    if not rules.deterministic:
        raise ValueError(f"pickup {rules.pickup} leaves games to chance: no answer is the right one")
    name = name_of(rules, options)
    preset = preset_of(rules)
    name = name if preset is None or name in JUDGES else preset.name
    judge = options.judge or (name if name in JUDGES else "")
    if not judge:
        raise ValueError(f"{name} has no judge of its own: choose how it answers with --answer")
    form = options.input or INPUT_OF[name if name in INPUT_OF else judge]
    shape = DealShape.whole(options.pack) if options.pack else None
    return Plan(rules, name, judge, form, games, options.seed, shape)
