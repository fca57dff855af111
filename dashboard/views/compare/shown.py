"""What the Compare page shows of a run, kept for the next rerun: bounded, shared by all visitors."""

from dataclasses import dataclass, field, replace

import plotly.graph_objects as go

from dashboard.address.screens import CompareScreen, GameScreen, Unit
from dashboard.charts.compare.panels import compare_panels, sweep_panels
from dashboard.charts.compare.rows import Row, rows_of
from dashboard.charts.compare.sweep import rows_of_sweep
from dashboard.charts.compare.words import headline, sweep_headline
from dashboard.charts.parts.panel import Panel
from dashboard.charts.parts.theme import THEMES, ThemeName
from dashboard.shell.keeping import kept_by_key
from engine.rules import rules_name
from engine.runs.runs import Run
from engine.study.comparison import Comparison
from engine.study.pairs import Compared
from engine.study.sweep import Sweep
from engine.words.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Shown:
    """The tallies of one moment of a run and how they are named: equal values, equal charts."""

    comparison: Comparison
    names: tuple[str, ...]
    """The rule sets by their presets' names or codes."""
    swept: Sweep | None
    unit: Unit
    games: int
    change: int
    compared: Compared = field(compare=False)

    @property
    def key(self) -> str:
        """Name what is shown, without the megabytes of it."""
        swept = self.swept and self.swept.rule
        return f"{self.comparison.key()} {self.games} {self.change} {self.unit} {self.names} {swept}"

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rule sets as the charts name them."""
        return rows_of_sweep(self.swept) if self.swept else rows_of(self.names)

    @property
    def base(self) -> int:
        """The place of the rule set that the others are compared with."""
        return self.swept.base if self.swept else 0


def shown(run: Run, screen: CompareScreen) -> Shown | None:
    """Return what there is to show of a run, None before its first games."""
    comparison, compared = run.job, run.summary
    if compared is None:
        return None
    assert isinstance(comparison, Comparison)
    assert isinstance(compared, Compared)
    swept = screen.swept
    if swept is not None:
        swept = replace(swept, comparison=comparison)
    names = tuple(map(rules_name, comparison.rule_sets)) if swept else screen.rule_sets
    return Shown(comparison, names, swept, screen.unit, compared.games, run.change, compared)


def game(what: Shown, number: int, place: int) -> GameScreen:
    """Return the screen that shows one deal by one of the rule sets."""
    comparison = what.comparison
    return GameScreen(rule_set=what.names[place], pack=comparison.pack, seed=comparison.seed, game=number)


def verdict(what: Shown) -> tuple[Sentence, Sentence]:
    """Return the page's two sentences."""
    if what.swept is not None:
        return sweep_headline(what.swept, what.compared)
    return headline(what.comparison, what.compared, what.names, unit=what.unit.value)


@kept_by_key(Shown)
def panels(what: Shown) -> dict[str, Panel]:
    """Return the page's charts by name, in order."""
    found = (
        sweep_panels(what.swept, what.compared, unit=what.unit.value)
        if what.swept is not None
        else compare_panels(what.comparison, what.compared, what.names, unit=what.unit.value)
    )
    return {panel.name: panel for panel in found}


@kept_by_key(Shown)
def figures(what: Shown, theme: ThemeName) -> dict[str, go.Figure]:
    """Return the charts drawn, by name."""
    return {name: panel.draw(THEMES[theme]) for name, panel in panels(what).items()}
