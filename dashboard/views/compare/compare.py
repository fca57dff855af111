"""The Compare page: rule sets on the same deals, and what each change of a rule does to them."""

from collections.abc import Sequence
from functools import partial

from dashboard.address.screens import CompareScreen, Unit
from dashboard.charts.compare.panels import compare_panels, sweep_panels
from dashboard.charts.compare.tables import parting_games
from dashboard.charts.compare.words import headline, sweep_headline
from dashboard.charts.parts.panel import Panel
from dashboard.shell import controls
from dashboard.shell.desk import COMPARE, GAME
from dashboard.shell.drawing import Point, folded, named
from dashboard.shell.frame import heading
from dashboard.shell.layout import in_pairs
from dashboard.shell.links import fact_links, game_lists
from dashboard.shell.means import means_of
from dashboard.shell.run_page import RunPage
from dashboard.views.compare.changes import ShownPairs, changes
from dashboard.views.compare.choice import asked, choose
from engine.study.tables.compared.rows import rows_of
from engine.study.tables.compared.sweep import rows_of_sweep
from engine.study.tables.endings import OUTCOME_NAMES
from engine.words.sentences import Sentence

LINKED = 3
"""Ways in which two rule sets part that have a link to a deal under their chart."""


def _headline(shown: ShownPairs) -> tuple[Sentence, Sentence]:
    screen = shown.screen
    if screen.swept is not None:
        return sweep_headline(screen.swept, shown.tallies)
    return headline(screen.job, shown.tallies, screen.names, unit=screen.unit.value)


def _panels(shown: ShownPairs) -> Sequence[Panel]:
    screen = shown.screen
    if screen.swept is not None:
        return sweep_panels(screen.swept, shown.tallies, unit=screen.unit.value)
    return compare_panels(screen.job, shown.tallies, screen.names, unit=screen.unit.value)


def _evidence(shown: ShownPairs, panels: Sequence[Panel]) -> None:
    flows = [panel for panel in panels if panel.name.startswith("flow")]
    pairings = [panel for panel in panels if panel.name.startswith("pairing")]
    first, *others = (panel for panel in panels if panel not in flows and panel not in pairings)
    swept = shown.screen.swept
    if swept is not None:
        PAGE.chart(shown, first, under=_units)
        changes(shown, rows_of_sweep(swept), swept.base)
    else:
        lengths = others.pop(0)
        in_pairs([partial(PAGE.chart, shown, first), partial(PAGE.chart, shown, lengths, under=_units)])
        changes(shown, rows_of(shown.screen.names))
    under = {"length-strips": partial(means_of, shown)}
    in_pairs([partial(PAGE.chart, shown, panel, under=under.get(panel.name)) for panel in others])
    if flows:
        base = rows_of(shown.screen.names)[0].name
        heading(
            f"Where they part from {base}",
            "Every deal by who wins it under both rule sets. Click a number for such a deal.",
        )
        in_pairs([partial(_flow, shown, panel, place) for place, panel in enumerate(flows, 1)])
    if pairings:
        worth = partial(in_pairs, [partial(PAGE.chart, shown, panel) for panel in pairings])
        folded("For statisticians: what playing the same deals is worth", "statisticians", worth)


def _units() -> None:
    """Draw the choice of what lengths are counted in, under the first chart that shows some."""
    controls.segments(COMPARE, "unit", "Lengths in", Unit, key="compare_unit")


def _flow(shown: ShownPairs, panel: Panel, place: int) -> None:
    PAGE.chart(shown, panel)
    parting = parting_games(shown.tallies, 0, place)[:LINKED]
    if not parting:
        return
    ways = [
        (
            f"{OUTCOME_NAMES[one].capitalize()}, then {OUTCOME_NAMES[other]}",
            shown.screen.game(numbers[0], place),
        )
        for one, other, numbers in parting
    ]
    game_lists([("Such a deal:", ways)], key=f"parting_{place}", inline=True)


def _clicked(screen: CompareScreen, _chart: str, point: Point) -> None:
    """Open a deal of the point that was clicked, by the rule set it stands for."""
    number, place = named(point)
    if number is not None:
        GAME.go(screen.game(number, place))


PAGE = RunPage(
    COMPARE,
    verb="Compare",
    asked=asked,
    choose=choose,
    headline=_headline,
    panels=_panels,
    evidence=_evidence,
    clicked=_clicked,
)


def page() -> None:
    """Draw the page."""
    if PAGE.open():
        fact_links("Questions worth asking", "Each opens the screen that answers it.")
