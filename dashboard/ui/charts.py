"""Charts on a page: drawn, with downloads and links."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from threading import Condition
from typing import Any, Final, Generic, TypeVar

import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from cachetools import LRUCache, cached
from streamlit.elements.lib.mutable_popover_container import PopoverContainer

from dashboard.charts.chart import Panel, held
from dashboard.charts.style import THEMES, ThemeName
from dashboard.components.chart_image import Saved, chart_image, still, without_clicks
from dashboard.components.lists import Fact, Link, Links, facts, lists
from dashboard.components.width import Width, width
from dashboard.examples.facts import FACTS
from dashboard.files.report import report
from dashboard.ui.frame import heading, theme
from dashboard.ui.marks import note, pressable, rules_title, together
from dashboard.ui.state import COMPARE, GAME, SIMULATE, PageState, S
from dashboard.urls.links import SHOW, chosen, to_query
from dashboard.urls.screens import CompareScreen, GameScreen, RunScreen, Screen, SimulateScreen
from engine.cards import Deal
from engine.folders import files_zip
from engine.jobs.job import with_games
from engine.jobs.runs import Run
from engine.kernels.tallies import ENDLESS
from engine.library.records import endless_deal
from engine.numbers import count
from engine.rules import Rules, rules_called, rules_name
from engine.simulation import Study
from engine.simulation.paired import Compared, Tallies
from engine.simulation.study import Comparison
from engine.simulation.tallies import Summary
from engine.tables.bars import NOT_ONE, one_game
from engine.tables.files import (
    Named,
    file_stem,
    games_cost,
    games_csv,
    games_parquet,
    games_trouble,
    tables_zip,
    tallies_parquet,
)
from engine.wording.sentences import Sentence

# What a page shows of a run, and its charts kept for the next rerun: bounded, shared by all visitors.

MOST: Final = 16
"""Results kept of each function."""

R = TypeVar("R", bound=RunScreen)
T = TypeVar("T", Summary, Compared)


@dataclass(frozen=True, slots=True)
class Shown(Generic[R, T]):
    """The tallies of one moment of a run and how they are looked at: equal keys, equal charts."""

    screen: R
    """The screen of as many games as the run is of."""
    run: Run

    @property
    def tallies(self) -> T:
        """The tallies of the games that are done."""
        tallies: T = self.run.summary
        return tallies

    @property
    def key(self) -> Hashable:
        """Name what is shown, without the megabytes of it."""
        return self.screen, self.run.games, self.run.change


Panels = Callable[[Shown[R, T]], Sequence[Panel]]


def _key(shown: Shown[Any, Any], *how: Any) -> Hashable:
    *theme, _page = how  # the page is made anew for every visitor; the screen's type says which it is
    return shown.key, *theme


# By a key: the tallies of a run are megabytes, and a cache that held on to arguments would hold on to them.
@cached(LRUCache(MOST), key=_key, condition=Condition())
def panels(shown: Shown[R, T], page: Panels[R, T]) -> Sequence[Panel]:
    """Return the charts that a page makes of what is shown, in order."""
    return page(shown)


@cached(LRUCache(MOST), key=_key, condition=Condition())
def figures(shown: Shown[R, T], theme: ThemeName, page: Panels[R, T]) -> dict[str, go.Figure]:
    """Return the charts of a page drawn, by name."""
    return {panel.name: panel.draw(THEMES[theme]) for panel in panels(shown, page)}


# The Download menu: what the page shows, as files. Nothing is made before a visitor asks for it.


def menu(
    page_state: PageState[S],
    job: Study | Comparison,
    tallies: Tallies,
    panels: Sequence[Panel],
    headline: Sequence[Sentence],
) -> None:
    """Draw the menu for what a page shows of a job."""
    opened = popover()
    if not opened.open:
        return
    link = page_state.whole_address()
    with opened:
        st.markdown(note(f"Of {count(tallies.games, 'game')}. Pictures of single charts stand under each."))
        for label, contents, ending, make in (
            (
                "Report that opens offline (HTML, 5 MB)",
                "report",
                "html",
                partial(report, job, tallies, panels, headline, link),
            ),
            ("Tables of the charts (CSV, in a ZIP)", "tables", "zip", partial(tables_zip, panels)),
            ("All tallies (Parquet)", "tallies", "parquet", partial(tallies_parquet, job, tallies, link)),
        ):
            holds = contents if contents == "tallies" else held(contents, panels)  # these hold every unit
            name = f"{file_stem(job, holds, tallies.games)}.{ending}"
            key = f"{contents}_{ending}"
            st.download_button(label, make, name, key=key, on_click="ignore", width="stretch")
        if isinstance(job, Study):
            _games(with_games(job, tallies.games), link)


def popover() -> PopoverContainer:
    """Draw the button that opens the menu; on a phone, where words need the room, its sign alone."""
    show_started_run = ":material/download:"
    if width() is Width.SMALL:
        return st.popover(show_started_run, key="downloads", on_change="rerun", help="Download")
    return st.popover("Download", icon=show_started_run, key="downloads", on_change="rerun")


def _games(study: Study, link: str) -> None:
    """Offer a row a game, of as many games as are done."""
    trouble = games_trouble(study)
    for label, ending, make in (
        ("One row a game (CSV)", "csv", partial(games_csv, study)),
        ("One row a game (Parquet)", "parquet", partial(games_parquet, study, link)),
    ):
        st.download_button(
            label,
            make,
            f"{file_stem(study, 'games')}.{ending}",
            key=f"games_{ending}",
            on_click="ignore",
            disabled=bool(trouble),
            width="stretch",
        )
    st.markdown(note(trouble or f"{games_cost(study)}."))


def tables(named: Sequence[Named], file: str) -> None:
    """Draw the button that saves the tables of a page without a run, as `file` with its ending."""
    st.download_button(
        "Tables",
        partial(tables_zip, named),
        f"{file}.zip",
        icon=":material/download:",
        key="tables",
        on_click="ignore",
        help="Every table of this page: a CSV each, in a ZIP.",
    )


def files(label: str, make: Callable[[], Mapping[str, str]], file: str, tip: str) -> None:
    """Draw the button that saves texts by their names in a ZIP, as `file` with its ending."""
    st.download_button(
        label,
        lambda: files_zip(make()),
        f"{file}.zip",
        icon=":material/download:",
        key=file,
        on_click="ignore",
        help=tip,
    )


# A chart on a page: its title and note, the figure, a click into a game, its table and its picture.

Point = dict[str, Any]


def draw(
    panel: Panel,
    figure: go.Figure,
    *,
    saved: Callable[[], Saved],
    on_click: Callable[[Point], None] | None = None,
    titled: bool = True,
    under: Callable[[], None] | None = None,
) -> None:
    """Draw a panel. `saved` says what its picture is called and shows, once a visitor
    opens what lies under it; `under` follows the figure.
    """
    if titled:
        heading(panel.title, panel.note)
    key = panel.name.replace("-", "_")
    plot(figure, key, alt=panel.alt, on_click=on_click)
    if under is not None:
        under()
    folded(
        "Table, picture",
        f"{key}_more",
        partial(picture_and_table, key, saved, (panel.title, panel.note), lambda: panel.table),
    )


def picture_and_table(
    key: str, saved: Callable[[], Saved], words: tuple[str, str], tabled: Callable[[], pd.DataFrame]
) -> None:
    """Draw what a chart can be had as; `words` are its title and its note."""
    chart_image(key, saved(), *words)
    st.dataframe(tabled(), hide_index=True)


def folded(label: str, key: str, draw_inside: Callable[[], None]) -> None:
    """Draw a line that opens: what is inside is made once a visitor opens it."""
    # A compact expander fades its label, ink to 4.2 : 1; pure black or white ends up at 5.7 : 1 or more.
    strongest = "#FFFFFF" if theme() == "dark" else "#000000"
    label = f':color[{label}]{{foreground="{strongest}"}}'
    more = st.expander(label, key=key, type="compact", on_change="rerun")
    if more.open:
        with more:
            draw_inside()


def plot(figure: go.Figure, key: str, *, alt: str, on_click: Callable[[Point], None] | None = None) -> None:
    """Draw a figure. `alt` says it to those who cannot see it."""
    st.plotly_chart(
        figure,
        key=key,
        theme=None,
        config={"displayModeBar": False},
        on_select=partial(_clicked, key, on_click) if on_click else "ignore",
        selection_mode="points",
        alt=alt,
    )


def _clicked(key: str, on_click: Callable[[Point], None]) -> None:
    for point in st.session_state[key].selection.points[:1]:
        on_click(point)


def named(point: Point) -> tuple[int | None, int]:
    """Return the game a point names, None if none, and what comes second: on Compare, the rule set."""
    data = point.get("customdata")
    first, second = (*data, 0, 0)[:2] if isinstance(data, list) and data else (data, 0)
    game = int(first) if isinstance(first, int | float) and first >= 0 else None
    return game, int(second) if isinstance(second, int | float) else 0


# Ways from any page to a game, and to the screens of the striking facts.


def game_link(rules: Rules, deal: Deal, number: int = 1, *, label: str = "Open in Game") -> None:
    """Draw the way to a game at a round; nothing for a deal that no link can carry."""
    params, why = GAME.params_or_why(GameScreen(rule_set=rules_name(rules), given=deal, round=number))
    if why:
        st.markdown(note(why))
    else:
        st.page_link(GAME.page, label=pressable(label), icon=":material/open_in_new:", query_params=params)


def way_to(screen: Screen, label: str, page_state: PageState[Any] = GAME) -> str:
    """Return the link to a screen, a game's if no page is named, as Markdown for a cell of a table."""
    return f"[{label}](./{_address(page_state, screen)})"


def game_lists(
    told: Sequence[tuple[str, Sequence[tuple[str, GameScreen]]]], *, key: str, inline: bool = False
) -> None:
    """Draw titles, each with a few words that lead to a game. The page has to `leave` at its start."""
    lists(
        [
            Links(title, tuple(Link(words, _address(GAME, screen)) for words, screen in ways))
            for title, ways in told
        ],
        key=key,
        on_press=lambda place, line: GAME.go(told[place][1][line][1]),
        inline=inline,
    )


def _address(page_state: PageState[S], screen: S) -> str:
    """Return the address of a screen for a link on any page."""
    return f"{page_state.path}?{to_query(page_state.params(screen))}"


def fact_links(title: str, about: str) -> None:
    """Draw every fact as a link with its story under it. The page has to `leave` at its start."""
    heading(title, about)
    facts(_facts(), key="facts", label=title, on_press=_opened)


@cache
def _facts() -> tuple[Fact, ...]:
    """Return the facts with the addresses of their screens, which never change."""
    return tuple(
        Fact(fact.title, _unbroken(fact.story), _address(_desk_of(fact.screen), fact.screen))
        for fact in FACTS
    )


def _unbroken(story: str) -> str:
    """Keep a number on the line of its error and of its unit."""
    return together(story).replace(" ± ", "\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}")


def _desk_of(screen: CompareScreen | SimulateScreen) -> PageState[Any]:
    return COMPARE if isinstance(screen, CompareScreen) else SIMULATE


def _opened(place: int) -> None:
    screen = FACTS[place].screen
    _desk_of(screen).go(screen)


# What a mean length is of, where a deal is known that never ends: only of the games that end.

LABEL: Final = "A deal that never ends"


def means_of(shown: Shown[Any, Any]) -> None:
    """Say under a chart of lengths under which rule sets there is no mean over all deals, and why."""
    known = endless_by(shown)
    if not known:
        return
    st.markdown(note(no_mean(tuple(known), len(shown.screen.names))))
    for name, deal in [*known.items()][:1]:
        game_link(rules_called(name), deal, label=LABEL)


def endless_by(shown: Shown[Any, Any]) -> dict[str, Deal]:
    """Return an endless deal of the pack for each rule set under which one is met here, or known."""
    known = {}
    for place, (name, study, summary) in enumerate(
        zip(shown.screen.names, shown.screen.job.studies(), shown.tallies.summaries, strict=True)
    ):
        met = one_game(summary.firsts["reasons"][ENDLESS])
        deal = None
        if met != NOT_ONE:
            deal = shown.screen.game(met, place).deal
        elif study.hands is None:
            deal = endless_deal(study.rules, study.pack)
        if deal is not None:
            known[name] = deal
    return known


def no_mean(names: tuple[str, ...], of: int) -> str:
    """Say under which of `of` rule sets mean lengths are of finished games only.

    >>> no_mean(("code-golf",), 1)
    'The mean is of the games that end. Not all do: over all deals there is none.'
    >>> no_mean(("code-golf", "bicycle"), 3)
    'Means are of the games that end. By Code golf and Bicycle not all do: over all deals these have none.'
    """
    if of == 1:
        return "The mean is of the games that end. Not all do: over all deals there is none."
    if len(names) == of:
        return "Means are of the games that end. By none of these rules all do: over all deals there is none."
    *others, last = map(rules_title, names)
    listed = f"{', '.join(others)} and {last}" if others else last
    have = "these have none" if others else "it has none"
    return f"Means are of the games that end. By {listed} not all do: over all deals {have}."


# A page inside another site's page: one part of it, what it is of, and the way to War Room; nothing else.


def embedded_name(parts: Mapping[str, str]) -> str:
    """Return the name of the part that the address asks for, of those there are, by name and title."""
    return chosen(st.query_params.get(SHOW), parts)


def embedded_part(
    page_state: PageState[Any], title: str, about: str, draw: Callable[[], None], foot: Sequence[str]
) -> None:
    """Draw a part of a screen: title and note, the part, under it what it is of and the way to all of it."""
    heading(title, without_clicks(about))
    draw()
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(note(" · ".join(foot)), width="stretch")
        st.link_button(
            "Open in War Room", page_state.whole_address(), icon=":material/open_in_new:", type="tertiary"
        )


def still_chart(figure: go.Figure, key: str, alt: str) -> None:
    """Draw a chart in which nothing can be clicked: its games are in War Room."""
    plot(go.Figure(still(figure)), key, alt=alt)
