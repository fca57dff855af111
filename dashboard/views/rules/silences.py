"""What the sources leave open, what we chose there and why, each with a deal that shows it."""

from dashboard.address.screens import GameScreen
from dashboard.shell.frame import heading, table
from dashboard.shell.links import way_to
from dashboard.shell.marks import together
from engine.cards import Deal
from engine.rules import PRESETS, Preset, Silence


def silences() -> None:
    """Draw what the sources leave open, what we chose, and a deal that shows it."""
    heading(
        "Where a source is silent",
        "What it leaves open, what we chose and why. The deal opens in the Game page, by our choice.",
    )
    table(silences_table())


def left_open() -> list[tuple[Preset, Silence]]:
    """Return all that sources leave open; what two presets of one source share is told of the first."""
    told: dict[int, tuple[Preset, Silence]] = {}
    for preset in PRESETS.values():
        for silence in preset.silences:
            # By identity: two sources that happen to leave the same open are two rows.
            told.setdefault(id(silence), (preset, silence))
    return list(told.values())


def silences_table() -> list[dict[str, str]]:
    """Return a row for each thing left open, as Markdown of our own words."""
    rows = []
    for preset, silence in left_open():
        screen = GameScreen(rule_set=preset.name, given=Deal.parse(silence.deal))
        source = f"**{preset.title}** {silence.open}"
        way = way_to(screen, silence.deal)
        rows.append({"The source": source, "Our choice": together(silence.ours), "A deal": way})
    return rows
