"""A page of charts of a run: the verdict and its downloads, the rail with the run's button, the evidence."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic

from dashboard.charts.parts.panel import Panel
from dashboard.components.chart_image.mount import Saved
from dashboard.components.charts_soon import charts_soon
from dashboard.components.framed import is_embedded
from dashboard.exports import footer
from dashboard.shell import controls, downloads, running
from dashboard.shell.chart_script import chart_script
from dashboard.shell.desk import Desk, leave
from dashboard.shell.drawing import Point, draw
from dashboard.shell.embedded import part, shown_of, still_chart
from dashboard.shell.frame import opens, theme, verdict_row
from dashboard.shell.how_many import how_many
from dashboard.shell.layout import beside_rail
from dashboard.shell.marks import marked
from dashboard.shell.shown import Panels, R, Shown, T, figures, panels
from dashboard.shell.steady import steady
from engine.cards import STANDARD_PACK
from engine.runs.runs import Run
from engine.study.tables.files import file_stem
from engine.words.cards import hands_in_words
from engine.words.sentences import Sentence, count


@dataclass(frozen=True)
class RunPage(Generic[R, T]):
    """A page of this kind: its desk, and what is its own."""

    desk: Desk[R]
    verb: str
    """What the button that starts a run is called."""
    asked: Callable[[R], str]
    """Names the rules that are asked for, on one line."""
    choose: Callable[[], None]
    """Draws the choice of rules, above that of pack, games and seed."""
    headline: Callable[[Shown[R, T]], tuple[Sentence, Sentence]]
    """Says what is found and how sure that is."""
    panels: Panels[R, T]
    evidence: Callable[[Shown[R, T], Sequence[Panel]], None]
    """Draws what stands beside the rail: the charts, by `chart`, and what is the page's own."""
    clicked: Callable[[R, str, Point], None]
    """Called with the screen, the name of a chart and the point in it that was clicked."""

    def open(self) -> bool:
        """Draw the page for the address it was opened with; say whether more may follow under it."""
        leave()
        opened = opens(self.desk)
        if opened:
            draw_run = self._draw_part if is_embedded() else self._draw_run
            draw_run(running.played_unasked(self.desk.current().job))
        return opened and not is_embedded()

    def _draw_run(self, run: Run) -> None:
        drawn = steady(running.last_shown(run))
        shown: Shown[R, T] | None = None
        if drawn.summary is None:
            verdict_row(self.desk, *running.nothing_yet(run))
        else:
            shown = Shown(self.desk.current().changed(games=drawn.job.games), drawn)
            words = self.headline(shown)
            verdict_row(
                self.desk,
                *map(marked, words),
                beside=partial(self._downloads, shown, words),
                parts=lambda: {panel.name: panel.title for panel in panels(shown, self.panels)},
            )
        places = beside_rail(self._in_one_line())
        with places.action:
            running.controls(self.desk, run, verb=self.verb)
        # What a visitor came for is sent before what else he could ask for.
        with places.main:
            if shown is not None:
                self.evidence(shown, panels(shown, self.panels))
            else:
                charts_soon(chart_script())
        with places.rules:
            self.choose()
        with places.given:
            controls.dealt(self.desk)
            how_many(self.desk)
            controls.seed(self.desk)
            controls.problem()

    def _draw_part(self, run: Run) -> None:
        """Draw one chart inside of somebody else's page."""
        running.look_on(run)
        if run.summary is None:
            title, about = running.nothing_yet(run)
            part(self.desk, title, about, lambda: None, ())
            return
        shown: Shown[R, T] = Shown(self.desk.current().changed(games=run.job.games), run)
        by_name = {panel.name: panel for panel in panels(shown, self.panels)}
        panel = by_name[shown_of({name: panel.title for name, panel in by_name.items()})]
        figure = figures(shown, theme(), self.panels)[panel.name]
        foot = self._foot(shown, panel, footer.of_job(run.job, run.games, "")[:2])
        part(self.desk, panel.title, panel.note, partial(still_chart, figure, panel.name, panel.alt), foot)

    def _in_one_line(self) -> str:
        """Say what is asked for as the rail would, where there is no room for it."""
        screen = self.desk.current()
        cards = "" if screen.pack == STANDARD_PACK else f"{count(screen.pack.size, 'card')}, "
        if screen.hands is not None:
            cards += f"{hands_in_words(screen.pack, screen.hands)}, "
        return f"**{self.asked(screen)}**, {cards}{count(screen.games, 'game')}, seed {screen.seed:,}"

    def _downloads(self, shown: Shown[R, T], words: Sequence[Sentence]) -> None:
        downloads.menu(self.desk, shown.screen.job, shown.tallies, panels(shown, self.panels), words)

    def chart(
        self,
        shown: Shown[R, T],
        panel: Panel,
        *,
        titled: bool = True,
        under: Callable[[], None] | None = None,
    ) -> None:
        """Draw one of the charts."""
        draw(
            panel,
            figures(shown, theme(), self.panels)[panel.name],
            saved=partial(self._saved, shown, panel),
            on_click=partial(self.clicked, shown.screen, panel.name),
            titled=titled,
            under=under,
        )

    def _saved(self, shown: Shown[R, T], panel: Panel) -> Saved:
        job, games, link = shown.screen.job, shown.tallies.games, self.desk.whole_address()
        foot = self._foot(shown, panel, footer.of_job(job, games, link))
        return Saved(file_stem(job, panel.file, games), foot)

    def _foot(self, shown: Shown[R, T], panel: Panel, foot: Sequence[str]) -> tuple[str, ...]:
        figure = figures(shown, theme(), self.panels)[panel.name]
        return footer.of_picture(foot, figure, panel.words)
