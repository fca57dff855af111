"""What Simulate and Compare share: a run's sign, progress and charts."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, Generic, Literal, NamedTuple

import streamlit as st

from dashboard.charts import Chart
from dashboard.components import Link, Saved, Width, is_embedded, switch, width
from dashboard.files import footer
from dashboard.ui import charts as ui_charts
from dashboard.ui import controls, frame
from dashboard.ui.charts import Point, R, Shown, T
from dashboard.ui.state import COMPARE, SIMULATE, PageState, leave
from dashboard.ui.streamlit_fixes import poll
from dashboard.urls import CompareScreen, Group, RunScreen, SimulateScreen
from engine import jobs, rules_called
from engine.cards import STANDARD_PACK
from engine.numbers import capital, count, number_words, plural
from engine.simulation import Comparison
from engine.tables import file_stem
from engine.wording import Sentence, hands_in_words

# A page on which a run goes on: it asks for the run, watches it once or twice a second, and can stop it.
#
# The run itself lives outside of the page (`engine.jobs`): leaving, refreshing or a second tab change
# nothing about it.

EVERY: Final = 1.0  # seconds between two looks at a run that goes on,
NEARLY_OVER: Final = 0.5  # and at one that is over before the next: its visitor waits for the first chart
GROWN: Final = 2.0  # how many times as many games as when they were drawn charts must be of to be drawn again
REST: Final = 3.0  # seconds that charts stay at least

SOON: Final = 0.3
"""Seconds for which a page waits for a run that can be done by then, rather than be drawn twice."""

LONGEST_UNASKED: Final = 60.0
"""Seconds that a run may be thought to take and still be started by a link alone."""

_REFUSED: Final = "refused"
_LAST: Final = "last_run"
_STARTED: Final = "started run"


def played_unasked(job: jobs.Job) -> jobs.Run:
    """Return the run of a job, started if it is small, waited for if it is done soon."""
    run = jobs.runs().get(job)
    if run.state is jobs.State.ABSENT and _small(job):
        run = _started(job) or run
    return jobs.runs().wait_for(job, SOON) if run.state in jobs.UNDER_WAY else run


def _small(job: jobs.Job) -> bool:
    """Return whether a job may be started by a link alone: few games, and no hours of endless ones."""
    return (
        job.games * _rule_sets(job) <= jobs.settings().largest_unasked
        and jobs.runs().seconds_for(job) <= LONGEST_UNASKED
    )


def _started(job: jobs.Job) -> jobs.Run | None:
    try:
        return jobs.runs().start(job)
    except jobs.LimitExceeded as error:
        st.session_state[_REFUSED] = str(error)
        return None


def _pressed(page_state: PageState[R]) -> None:
    """Start the run of a page because its visitor pressed for it."""
    screen = page_state.current()
    if _started(screen.job) is not None:
        st.session_state[_STARTED] = page_state, screen


def show_started_run(opened: str) -> None:
    """Draw on the opened page, but not on its own, how far a run is that this visitor started."""
    if _STARTED not in st.session_state:
        return
    page_state, screen = st.session_state[_STARTED]
    if page_state.name == opened or jobs.runs().get(screen.job).state not in jobs.UNDER_WAY:
        return

    def refresh() -> None:
        run = jobs.runs().get(screen.job)
        over = run.state not in jobs.UNDER_WAY
        state = "is over" if over else f"goes on: {100 * run.games // run.job.games}\N{NO-BREAK SPACE}%"
        label = f"Your run of {count(run.job.games, 'game')} {state}"
        ui_charts.link_to(page_state, screen, label, icon=":material/hourglass_top:")

    poll(refresh, EVERY)


def last_shown(run: jobs.Run) -> jobs.Run:
    """Return the run, or while it has nothing to show the last one of the same kind but other games."""
    if run.summary is not None:
        st.session_state[_LAST] = run.job
        return run
    last = st.session_state.get(_LAST)
    if type(last) is type(run.job) and replace(last, games=run.job.games) == run.job:
        return jobs.runs().get(last)
    return run


def nothing_yet(run: jobs.Run) -> tuple[str, str]:
    """Say in a title and a line why there is nothing to show of a run."""
    games = count(run.job.games, "game")
    match run.state:
        case jobs.State.QUEUED:
            return "This run is waiting for its turn.", f"{games}; shorter runs go first."
        case jobs.State.RUNNING if _prepared_for(run) is not None:
            return "Preparing the fast engine, once per installation.", f"{games} in all."
        case jobs.State.RUNNING:
            return "Playing the first games.", f"{games} in all."
        case jobs.State.FAILED:
            return "This run has failed.", "The error message is next to the button that starts the run."
        case jobs.State.STOPPED:
            return "This run was stopped before its first games.", f"{games} in all."
        case _:
            if _too_many(run.job):
                return f"{games} are too many for one run.", f"Take at most {jobs.settings().most_games:,}."
            return _not_played(run.job)


def _not_played(job: jobs.Job) -> tuple[str, str]:
    """Say how many games have not been played yet, and which runs start only when you press their button."""
    sets, games, most = _rule_sets(job), job.games, count(jobs.settings().largest_unasked, "game")
    together = " in total" if sets > 1 else ""
    line = f"A run of over {most}{together} or over a minute starts only when you press the button."
    if sets == 1:
        return f"{count(games, 'game is', 'games are')} not played yet.", line
    are = plural(games, "is", "are")
    return f"{count(games, 'deal')} by {sets} rule sets, {sets * games:,} games, {are} not played yet.", line


def _rule_sets(job: jobs.Job) -> int:
    return len(job.rule_sets) if isinstance(job, Comparison) else 1


def _too_many(job: jobs.Job) -> bool:
    return job.games > jobs.settings().most_games


def follow(run: jobs.Run, draw: Callable[[jobs.Run], None]) -> None:
    """Draw a section of the page from a run, again as long as it goes on, the page when more is to be shown.

    Streamlit takes a chart with other data for another one (streamlit/streamlit#8782): it is gone for up to
    half a second. So charts are drawn again only when a run has doubled its games, and stay for some seconds.
    """
    if run.state not in jobs.UNDER_WAY:
        draw(run)
        return
    drawn_at = time.monotonic()

    def refresh() -> None:
        now = jobs.runs().get(run.job)
        over = now.state not in jobs.UNDER_WAY
        begins = run.summary is None and (now.summary is not None or now.state != run.state)
        if over or begins or (now.games >= GROWN * run.games > 0 and time.monotonic() >= drawn_at + REST):
            st.rerun()
        draw(now)

    nearly_over = run.seconds_left is not None and run.seconds_left < EVERY
    poll(refresh, NEARLY_OVER if nearly_over else EVERY, first=partial(draw, run))


def run_controls(page_state: PageState[R], run: jobs.Run) -> None:
    """Draw what can be done with a run, and how far it is."""
    job = run.job
    start = partial(_pressed, page_state)
    match run.state:
        case jobs.State.QUEUED | jobs.State.RUNNING:
            stop: Callable[[], Any] = partial(jobs.runs().stop, job)
            # On a phone all on one line: what is below moves up when the run is over.
            small = width() is Width.SMALL
            with st.container(horizontal=small, wrap=not small, vertical_alignment="center"):
                st.button("Stop", icon=":material/stop:", key="stop", width=_wide(), on_click=stop)
                _progress(run)
        case jobs.State.FINISHED:
            _more(page_state, run)
            frame.remark(f":material/check: {_all_of(run)}.")
        case jobs.State.FAILED:
            _button("Try again", start)
            frame.remark("Failed. All games so far are saved.")
        case jobs.State.STOPPED:
            if not _too_many(job):
                _button("Continue", start)
            frame.remark("Stopped. All games so far are saved.")
        case _ if not _too_many(job):
            _button(f"Play {_games(job, job.games)}", start)
            frame.remark(f"This takes {_duration(jobs.runs().seconds_for(job))}.")
    for message in (run.trouble, st.session_state.pop(_REFUSED, ""), jobs.runs().store.trouble):
        if message:
            st.text(f"{capital(message).rstrip('.')}.")


def _games(job: jobs.Job, games: int) -> str:
    """Write games of one rule set, or deals of several."""
    return count(games, "deal" if _rule_sets(job) > 1 else "game")


def _all_of(run: jobs.Run) -> str:
    """Say how many games there are, and how many only met the round limit: neither ended nor endless."""
    summaries = run.summary.summaries
    cut = sum(summary.outcomes()["limit"] for summary in summaries)
    several = len(summaries) > 1
    games = _games(run.job, run.games)
    who = "Both" if len(summaries) == 2 else f"All {number_words(len(summaries))}"
    played = f"{who} rule sets played {games} each" if several else f"{games} played"
    if cut:
        return f"{played}; {count(cut, 'game was', 'games were')} cut off undecided"
    if several:
        return played
    endless = summaries[0].outcomes()["endless"]
    to_its_end = " to its end" if run.games == 1 else ", each to its end"
    return f"{played}{to_its_end}{' or proved never to end' if endless else ''}"


def _wide() -> Literal["stretch", "content"]:
    """Say how wide a button is: as the rail, or, where there is none, as its words, as on other pages."""
    return "stretch" if width() is Width.WIDE else "content"


def _button(label: str, on_click: Callable[[], Any], *, help: str | None = None) -> None:
    """Draw the button by which the run goes on."""
    frame.primary_button(label, "run", on_click, icon="play_arrow", width=_wide(), help=help)


def _more(page_state: PageState[R], run: jobs.Run) -> None:
    """Offer ten times as many games; those already played are not played again."""
    games = min(10 * run.job.games, jobs.settings().most_games)
    if games <= run.job.games:
        return

    def go_on() -> None:
        page_state.change(games=games)
        _pressed(page_state)

    seconds = jobs.runs().seconds_for(replace(run.job, games=games))
    label = f"Play {_games(run.job, games)}"
    _button(label, go_on, help=f"Keeps these games and adds more ({_duration(seconds)})")


def _progress(run: jobs.Run) -> None:
    if run.state is jobs.State.QUEUED and not run.games:
        wait = f", {_duration(run.seconds_left)} to go" if run.seconds_left else ""
        st.markdown(f"Waiting: place {run.place} in the queue{wait}")
        return
    compiled = _prepared_for(run)
    if compiled is not None:
        st.progress(compiled.share, text=compiled.text)
        return
    left = f", {_duration(run.seconds_left)} to go" if run.seconds_left else ""
    played = f"{run.games:,} of {_games(run.job, run.job.games)} played{left}."
    st.progress(min(run.games / run.job.games, 1.0), text=played)
    if width() is Width.SMALL:
        return
    rate = f"{count(round(run.per_second), 'game')} per second. " if run.per_second else ""
    frame.remark(f"{rate}The charts count the games so far. You can leave this page: the run goes on.")


def _prepared_for(run: jobs.Run) -> jobs.Preparing | None:
    """Return how far the kernels are that a run waits for; None where it waits for none."""
    return None if run.games else jobs.preparing(jobs.kernels_of(run.job))


def _duration(seconds: float | None) -> str:
    r"""Return a time to wait in words.

    >>> _duration(0.4), _duration(42), _duration(400), _duration(36_000)
    ('under a second', 'about 42\xa0s', 'about 7 minutes', 'about 10.0 hours')
    """
    if seconds is None:
        return "a moment"
    if seconds < 1:
        return "under a second"
    if seconds < 100:
        return f"about {seconds:.0f}\N{NO-BREAK SPACE}s"
    if seconds < 5400:
        return f"about {seconds / 60:.0f} minutes"
    return f"about {seconds / 3600:.1f} hours"


# A page of charts of a run: the verdict and its downloads, the rail with the run's button, the evidence.

GROUPS: Final = {
    Group.LENGTH: ("Length", "Length"),
    Group.WINNING: ("Winning", "Winning"),
    Group.COURSE: ("During a game", "Course"),
    Group.ENDLESS: ("Endless games", "Endless"),
    Group.RECORDS: ("Records", "Records"),
    Group.WINNERS: ("Changed winners", "Winners"),
    Group.PAIRS: ("Pair by pair", "Pairs"),
    Group.SURE: ("How sure is it?", "How sure?"),
}
"""The groups of charts by their names on a desk and on a phone, in page order."""
SEVERAL: Final = ("wikipedia", "codingame", "programming-challenges")


class RunPage(NamedTuple, Generic[R, T]):
    """A page of this kind: its state, and what is its own."""

    page_state: PageState[R]
    asked: Callable[[R], str]
    """Names the rules that are asked for, on one line."""
    choose: Callable[[], None]
    """Draws the choice of rules, above that of games, cards and seed."""
    headline: Callable[[Shown[R, T]], tuple[Sentence, Sentence]]
    """Says what is found and on how many games that rests."""
    charts: Callable[[Shown[R, T]], Sequence[Chart]]
    """The charts of what is shown, in page order, none of them made yet."""
    front: Callable[[Shown[R, T], Sequence[Chart]], None]
    """Draws what stands beside the rail above the groups: the charts without one, by `chart`."""
    clicked: Callable[[R, str, Point], None]
    """Called with the screen, the name of a chart and the point in it that was clicked."""
    also: Mapping[Group, Callable[[Shown[R, T]], None]]
    """What else stands in a group, below its charts."""
    line: Callable[[Shown[R, T]], str] = lambda _: ""
    """Markdown that ends the line below the headline."""

    def open(self) -> bool:
        """Draw the page for the address it was opened with; return whether more may follow under it."""
        leave()
        opened = frame.opens(self.page_state)
        if opened and is_embedded():
            self._draw_section(played_unasked(self.page_state.current().job))
        elif opened:
            ways(self.page_state.current())
            self._draw_run(played_unasked(self.page_state.current().job))
        return opened and not is_embedded()

    def _draw_run(self, run: jobs.Run) -> None:
        drawn = last_shown(run)
        shown: Shown[R, T] | None = None
        charts: Sequence[Chart] = ()
        if drawn.summary is None:
            container = frame.verdict_row(self.page_state, *nothing_yet(run))
        else:
            shown = Shown(self.page_state.current().changed(games=drawn.job.games), drawn)
            charts = self.charts(shown)
            words = self.headline(shown)
            title, line = map(frame.marked, words)
            container = frame.verdict_row(
                self.page_state,
                title,
                line,
                self.line(shown),
                beside=partial(ui_charts.menu, self.page_state, shown, charts, words),
                sections=lambda: {chart.name: chart.label for chart in charts},
            )
        containers = frame.beside_rail(self.asked(self.page_state.current()), self._in_one_line(), container)
        # On a phone what is over makes room: its button lies with the choice of games.
        over = width() is Width.SMALL and run.state is jobs.State.FINISHED
        with containers.given if over else containers.action:
            if over:
                controls.how_many(self.page_state)
            follow(run, partial(run_controls, self.page_state))
        # What a visitor came for is sent before what else he could ask for.
        with containers.main:
            if shown is not None:
                self.front(shown, [chart for chart in charts if not chart.group])
                self._more(shown, charts)
                frame.printed_below(*footer.of_job(shown.screen.asked, shown.tallies.games, "")[:2])
        with containers.rules:
            self.choose()
        with containers.given:
            if not over:
                controls.how_many(self.page_state)
            controls.new_seed(self.page_state)
            ui_charts.folded("Cards and seed", "cards_and_seed", self._dealt)
            controls.problem()

    def _dealt(self) -> None:
        controls.dealt(self.page_state)
        controls.number(self.page_state, "seed", "Seed")

    def _more(self, shown: Shown[R, T], charts: Sequence[Chart]) -> None:
        """Draw the names of the groups, and the charts of the one that is open."""
        there = {chart.group for chart in charts} | {*self.also} - {Group.WINNERS}
        small = width() is Width.SMALL
        st.header("More charts", anchor=False)
        groups = [group for group in GROUPS if group in there]
        named = {"format_func": lambda group: GROUPS[group][small]}
        controls.segments(self.page_state, "charts", "More charts", groups, **named)
        group = shown.screen.charts
        in_group = [chart for chart in charts if chart.group == group]
        if small:  # there a page of charts would be long: the others open one by one
            for chart in in_group[:1]:
                self.chart(shown, chart)
            for chart in in_group[1:]:
                ui_charts.folded(chart.label, f"fold_{chart.name}", partial(self.chart, shown, chart))
        else:
            frame.in_pairs([partial(self.chart, shown, chart) for chart in in_group])
        if group in self.also:
            self.also[group](shown)
        elif not in_group:
            frame.remark("This run has no such charts.")

    def _draw_section(self, run: jobs.Run) -> None:
        """Draw one chart inside of another site's page."""
        follow(run, lambda _: None)
        if run.summary is None:
            title, about = nothing_yet(run)
            ui_charts.embedded_section(self.page_state, title, about, lambda: None, ())
            return
        shown: Shown[R, T] = Shown(self.page_state.current().changed(games=run.job.games), run)
        charts = {chart.name: chart for chart in self.charts(shown)}
        chart = charts[ui_charts.embedded_name({name: chart.label for name, chart in charts.items()})]
        panel, figure = ui_charts.panel_of(shown, chart), ui_charts.figure_of(shown, chart, frame.theme())
        foot = footer.of_picture(footer.of_job(shown.screen.asked, run.games, "")[:2], figure, panel.words)
        ui_charts.embedded_section(
            self.page_state,
            panel.heading,
            panel.about,
            partial(ui_charts.still_chart, figure, panel.name, panel.alt),
            foot,
        )

    def _in_one_line(self) -> str:
        """Say what is played by these rules as the rail would, where there is no room for it."""
        screen = self.page_state.current()
        cards = "" if screen.pack == STANDARD_PACK else f"{count(screen.pack.size, 'card')}, "
        if screen.hands is not None:
            cards += f"{hands_in_words(screen.pack, screen.hands)}, "
        return f"{cards}{_games(screen.job, screen.games)}, seed {screen.seed:,}"

    def chart(self, shown: Shown[R, T], chart: Chart, *, counted: Callable[[], None] | None = None) -> None:
        """Draw one of the charts."""
        panel, figure = ui_charts.panel_of(shown, chart), ui_charts.figure_of(shown, chart, frame.theme())
        job, games = shown.screen.job, shown.tallies.games
        foot = footer.of_job(shown.screen.asked, games, self.page_state.whole_address())
        saved = Saved(file_stem(job, panel.file, games), footer.of_picture(foot, figure, panel.words))
        clicked = partial(self.clicked, shown.screen, panel.name)
        ui_charts.draw(panel, figure, saved, on_click=clicked, counted=counted)


def ways(screen: RunScreen) -> None:
    """Draw the switch between one rule set, several, and one rule varied."""
    compared = screen if isinstance(screen, CompareScreen) else None
    first, *others = compared.rule_sets if compared else screen.names
    others = others or [name for name in SEVERAL if rules_called(name) != rules_called(first)]

    def same(to: R) -> R:
        return to.changed(pack=screen.pack, hands=screen.hands, seed=screen.seed)

    varied = CompareScreen(rule_sets=(first,), sweep="face_down")
    screens: list[tuple[str, str, PageState[Any], RunScreen]] = [
        ("One rule set", "One rule set", SIMULATE, same(SimulateScreen(rule_set=first))),
        ("Several rule sets", "Several", COMPARE, same(CompareScreen(rule_sets=(first, *others)))),
        ("Vary one rule", "Vary one rule", COMPARE, same(varied)),
    ]
    small = width() is Width.SMALL
    switch(
        [
            Link(brief if small else name, ui_charts.address(page_state, to))
            for name, brief, page_state, to in screens
        ],
        opened=0 if compared is None else 2 if compared.sweep else 1,
        key="ways",
        label="What is simulated",
        on_press=lambda place: screens[place][2].go(screens[place][3]),
    )
