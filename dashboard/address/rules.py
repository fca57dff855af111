"""The address of the Rules page."""

from collections.abc import Mapping
from typing import Final

from dashboard.address.common import never_too_long
from dashboard.address.link import Codec
from dashboard.address.question import settled_rules
from dashboard.address.screens import RulesScreen
from engine.rules import PLAYABLE


def _write_rules(screen: RulesScreen) -> dict[str, str]:
    return {"rules": screen.rule_set, "one": screen.one, "other": screen.other}


def _read_rules(fields: Mapping[str, str]) -> RulesScreen:
    if fields["rules"] not in PLAYABLE:
        raise ValueError(f"rule set {fields['rules'][:60]!r} has no name: take one of {', '.join(PLAYABLE)}")
    for name in ("one", "other"):
        settled_rules(fields[name])
    return RulesScreen(rule_set=fields["rules"], one=fields["one"], other=fields["other"])


RULES: Final = Codec(
    page="rules",
    names=("rules", "one", "other"),
    write=_write_rules,
    read=_read_rules,
    too_long=never_too_long,
)
