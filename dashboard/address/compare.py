"""The address of the Compare page."""

from collections.abc import Mapping
from typing import Final

from dashboard.address.common import never_too_long
from dashboard.address.link import Codec, whole_number
from dashboard.address.screens import CompareScreen, Unit
from engine.cards import Pack
from engine.cards.stream import LARGEST_SEED
from engine.rules import rules_called
from engine.study import MOST_GAMES


def _write_compare(screen: CompareScreen) -> dict[str, str]:
    params = {
        "rules": "/".join(screen.rule_sets),
        "pack": screen.pack.text,
        "games": str(screen.games),
        "seed": str(screen.seed),
    }
    if screen.sweep:
        params["sweep"] = screen.sweep
    if screen.unit is not Unit.ROUNDS:  # links are older than this choice, and stay as they were
        params["unit"] = screen.unit.value
    return params


def _read_compare(fields: Mapping[str, str]) -> CompareScreen:
    rule_sets = tuple(fields["rules"].split("/"))
    for name in rule_sets:
        rules_called(name)
    screen = CompareScreen(
        rule_sets=rule_sets,
        pack=Pack.parse(fields["pack"]),
        games=whole_number(fields, "games", MOST_GAMES, least=1),
        seed=whole_number(fields, "seed", LARGEST_SEED),
        sweep=fields.get("sweep", ""),
        unit=Unit(fields.get("unit", Unit.ROUNDS)),
    )
    screen.job  # noqa: B018, raises for rule sets that cannot be compared
    return screen


COMPARE: Final = Codec(
    page="compare",
    names=("rules", "pack", "games", "seed", "sweep", "unit"),
    write=_write_compare,
    read=_read_compare,
    too_long=never_too_long,
)
