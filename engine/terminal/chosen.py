"""The rules that a command was asked for: a named rule set, and single rules of it changed."""

import argparse

from engine.rules import RULE_NAMES, Order, Rules, rules_called, rules_name


def chosen_rules(options: argparse.Namespace) -> Rules:
    """Return the rules asked for. Raises `ValueError` in one sentence for what is none."""
    single = {name: getattr(options, name) for name in RULE_NAMES}
    single = {name: value for name, value in single.items() if value is not None}
    if options.ranks == "1-high" and "order" not in single:
        single["order"] = Order.LOW_WINS
    return rules_called(options.rules).changed(**single)


def name_of(rules: Rules, options: argparse.Namespace) -> str:
    """Return the name asked for, or the code of the rules where single ones were changed."""
    return str(options.rules) if rules == rules_called(options.rules) else rules_name(rules)
