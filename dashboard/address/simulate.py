"""The address of the Simulate page."""

from collections.abc import Mapping
from typing import Final

from dashboard.address.common import never_too_long
from dashboard.address.link import Codec, whole_number
from dashboard.address.screens import Scale, SimulateScreen, Unit
from engine.cards import Pack
from engine.cards.stream import LARGEST_SEED
from engine.rules import rules_called
from engine.study import MOST_GAMES


def _write_simulate(screen: SimulateScreen) -> dict[str, str]:
    return {
        "rules": screen.rule_set,
        "pack": screen.pack.text,
        "games": str(screen.games),
        "seed": str(screen.seed),
        "unit": screen.unit.value,
        "scale": screen.scale.value,
    }


def _read_simulate(fields: Mapping[str, str]) -> SimulateScreen:
    rules_called(fields["rules"])
    return SimulateScreen(
        rule_set=fields["rules"],
        pack=Pack.parse(fields["pack"]),
        games=whole_number(fields, "games", MOST_GAMES, least=1),
        seed=whole_number(fields, "seed", LARGEST_SEED),
        unit=Unit(fields["unit"]),
        scale=Scale(fields["scale"]),
    )


SIMULATE: Final = Codec(
    page="simulate",
    names=("rules", "pack", "games", "seed", "unit", "scale"),
    write=_write_simulate,
    read=_read_simulate,
    too_long=never_too_long,
)
