"""Charts on a page: drawn, with downloads and links."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from threading import Condition
from typing import Any, Final, Generic, NamedTuple, TypeVar

import plotly.graph_objects as go
import streamlit as st
from cachetools import LRUCache, cached
from streamlit.elements.lib.mutable_popover_container import PopoverContainer

from dashboard import components, urls
from dashboard.charts import THEMES, Chart, Drawing, NamedTable, Panel, ThemeName
from dashboard.examples import FACTS
from dashboard.files import of_picture, report
from dashboard.ui.frame import first_time, heading, note, pressable, remark, theme, together
from dashboard.ui.state import COMPARE, GAME, SIMULATE, PageState, S
from engine.cards import Deal
from engine.folders import files_zip
from engine.jobs import Run
from engine.library import endless_deal
from engine.numbers import count
from engine.rules import Rules, rules_name
from engine.simulation import Compared, Study, Summary
from engine.tables import files as exports
from engine.wording import Sentence

# What a page shows of a run, and its charts kept for the next rerun: bounded, shared by all visitors.

MOST: Final = 16
MOST_CHARTS: Final = 160
"""Results kept of each function: about n screens, and n of their charts."""

R = TypeVar("R", bound=urls.RunScreen)
T = TypeVar("T", Summary, Compared)


class Shown(NamedTuple, Generic[R, T]):
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
        return self.screen, self.run.spans


# By a key: the tallies of a run are megabytes, and a cache that held on to arguments would hold on to them.
@cached(LRUCache(MOST_CHARTS), key=lambda shown, chart: (shown.key, chart.name), condition=Condition())
def panel_of(shown: Shown[Any, Any], chart: Chart) -> Panel:
    """Return a chart of what is shown, made."""
    del shown
    return chart.make()


@cached(
    LRUCache(MOST_CHARTS),
    key=lambda shown, chart, theme: (shown.key, chart.name, theme),
    condition=Condition(),
)
def figure_of(shown: Shown[Any, Any], chart: Chart, theme: ThemeName) -> Drawing:
    """Return a chart of what is shown, drawn."""
    return panel_of(shown, chart).draw(THEMES[theme])


# The Download menu: what the page shows, as files. Nothing is made before a visitor asks for it.


def menu(
    page_state: PageState[Any], shown: Shown[Any, Any], charts: Sequence[Chart], words: Sequence[Sentence]
) -> None:
    """Draw the menu for what a page shows of a run: all its charts, below the words of its headline."""
    opened = popover()
    if not opened.open:
        return
    job, tallies, unit = shown.screen.job, shown.tallies, shown.screen.unit.value
    link, stem = page_state.whole_address(), partial(exports.file_stem, job, games=tallies.games)

    def panels() -> list[Panel]:
        return [panel_of(shown, chart) for chart in charts]

    with opened:
        remark(f"Charts of {count(tallies.games, 'game')}. To save a chart, press “Save image” below it.")
        in_menu(
            "Offline report (HTML, 5 MB)",
            lambda: report(shown.screen.asked, tallies, panels(), words, link),
            f"{stem(f'report-{unit}')}.html",
            "report_html",
        )
        in_menu(
            "Tables of the charts (CSV, in a ZIP)",
            lambda: _tables_zip(panels()),
            f"{stem(f'tables-{unit}')}.zip",
            "tables_zip",
        )
        whole = partial(exports.tallies_parquet, job, tallies, link)
        in_menu("All counts (Parquet)", whole, f"{stem('tallies')}.parquet", "tallies_parquet")
        if isinstance(job, Study):
            _games(replace(job, games=tallies.games), link)


def _games(study: Study, link: str) -> None:
    """Offer a row a game, of as many games as are done."""
    trouble, stem = exports.games_trouble(study), exports.file_stem(study, "games")
    is_off = bool(trouble)
    as_csv, as_parquet = partial(exports.games_file, study), partial(exports.games_file, study, link)
    in_menu("One row per game (CSV)", as_csv, f"{stem}.csv", "games_csv", off=is_off)
    in_menu("One row per game (Parquet)", as_parquet, f"{stem}.parquet", "games_parquet", off=is_off)
    remark(trouble or f"{exports.games_cost(study)}.")


def _tables_zip(named: Sequence[Panel | NamedTable]) -> bytes:
    return exports.tables_zip({one.name: one.table for one in named})


def in_menu(label: str, make: Callable[[], bytes | str], file: str, key: str, *, off: bool = False) -> None:
    """Draw the line of a file, made when it is pressed, in a Download menu."""
    st.download_button(label, make, file, key=key, on_click="ignore", disabled=off, width="stretch")


def popover() -> PopoverContainer:
    """Draw the button that opens the menu; on a phone, where words need the room, its sign alone."""
    icon = ":material/download:"
    if components.width() is components.Width.SMALL:
        return st.popover(icon, key="downloads", on_change="rerun", help="Download")
    return st.popover("Download", icon=icon, key="downloads", on_change="rerun")


def tables(named: Sequence[Panel | NamedTable], file: str) -> None:
    """Draw the button that saves the tables of a page without a run, as `file` with its ending."""
    tip = "All tables on this page, as CSV files in a ZIP."
    save_button("Tables", partial(_tables_zip, named), f"{file}.zip", "tables", tip)


def files(label: str, make: Callable[[], Mapping[str, str]], file: str, tip: str) -> None:
    """Draw the button that saves texts by their names in a ZIP, as `file` with its ending."""
    save_button(label, lambda: files_zip(make()), f"{file}.zip", file, tip)


def save_button(
    label: str, make: Callable[[], bytes | str], file: str, key: str, tip: str, *, icon: str = "download"
) -> None:
    """Draw a button that saves a file, made when it is pressed."""
    sign = f":material/{icon}:"
    st.download_button(label, make, file, key=key, icon=sign, on_click="ignore", help=tip)


# A chart on a page: its label, finding and figure; below it the note, its picture and its table.

Point = dict[str, Any]
_BUTTONS: Final = 240  # pixels of the buttons under a chart, which stand right of its note,
_BUTTON: Final = 90  # and of one more


def draw(
    panel: Panel,
    figure: go.Figure,
    saved: components.Saved,
    *,
    on_click: Callable[[Point], None] | None = None,
    titled: bool = True,
    counted: Callable[[], None] | None = None,
) -> None:
    """Draw a panel. `saved` says what its picture is called and shows; `counted` draws above its table
    how it is counted.
    """
    key = panel.name.replace("-", "_")
    with st.container(gap="xsmall"):
        if panel.label:
            finding(panel.label, panel.title)
        elif titled:
            heading(panel.title, panel.note)
        plot(figure, key, alt=panel.alt, on_click=on_click)
        _below(panel, key, saved, counted)


def draw_alone(panel: Panel, file: str, foot: Sequence[str], *, text: str = "", **how: Any) -> None:
    """Draw a panel of a page without a run; its picture is saved as `file`, with lines under it.

    text: as in `Saved`.
    """
    figure = panel.draw(THEMES[theme()])
    draw(panel, figure, components.Saved(file, of_picture(foot, figure, panel.words), text), **how)


def _below(panel: Panel, key: str, image: components.Saved, counted: Callable[[], None] | None) -> None:
    """Draw the note of a chart, and its buttons right of it or, where there is no room, below it."""
    row = st.container(horizontal=True, gap="xsmall")
    if panel.label and panel.note:
        row.markdown(note(panel.note), width="stretch")
    kinds = (*components.KINDS[:2], *components.KINDS[3:]) if image.text else components.KINDS[:2]
    wide = _BUTTONS + (len(kinds) - 2) * _BUTTON
    with row.container(horizontal=True, wrap=False, vertical_alignment="center", gap=None, width=wide):
        words = panel.heading, panel.note, panel.title if panel.label else ""
        components.chart_image(key, image, *words, kinds=kinds)
        more = st.popover("Table", key=f"{key}_more", type="tertiary", on_change="rerun")
        if more.open:
            with more:
                if counted is not None:
                    remark("How it is counted")
                    counted()
                st.dataframe(panel.table, hide_index=True)
                components.chart_image(key, image, *words, kinds=components.KINDS[2:3])


def finding(label: str, sentence: str) -> None:
    """Draw a chart's label, and below it the sentence that says what the chart shows."""
    with st.container(gap=None):
        st.header(label, anchor=False)
        st.markdown(together(sentence), help=first_time(f"{label} {sentence}"))


def folded(label: str, key: str, draw_inside: Callable[[], object]) -> None:
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
        alt=alt.replace("Click", "Select"),  # a screen reader's user has no mouse
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
    link_to(GAME, urls.GameScreen(rule_set=rules_name(rules), given=deal, round=number), label)


def link_to(page_state: PageState[S], screen: S, label: str, *, icon: str = ":material/open_in_new:") -> None:
    """Draw the way to a screen of a page; why there is none for one that no link can carry."""
    params, why = page_state.params_or_why(screen)
    if why:
        remark(why)
    else:
        st.page_link(page_state.page, label=pressable(label), icon=icon, query_params=params)


def way_to(screen: urls.Screen, label: str, page_state: PageState[Any] = GAME) -> str:
    """Return the link to a screen, a game's if no page is named, as Markdown for a cell of a table."""
    return f"[{label}](./{address(page_state, screen)})"


def game_lists(
    titled: Sequence[tuple[str, Sequence[tuple[str, urls.GameScreen]]]], *, key: str, inline: bool = False
) -> None:
    """Draw titles, each with a few words that lead to a game. The page has to `leave` at its start."""
    drawn = [
        components.Links(
            title, tuple(components.Link(words, address(GAME, screen)) for words, screen in ways)
        )
        for title, ways in titled
    ]

    def pressed(place: int, line: int) -> None:
        GAME.go(titled[place][1][line][1])

    components.lists(drawn, key=key, on_press=pressed, inline=inline)


def address(page_state: PageState[S], screen: S) -> str:
    """Return the address of a screen for a link on any page."""
    return f"{page_state.path}?{urls.to_query(page_state.params(screen))}"


def fact_links() -> None:
    """Draw every fact as a link with its story under it. The page has to `leave` at its start."""
    title = "Questions worth asking"
    heading(title, "Each question opens its answer.")

    def opened(_: int, place: int) -> None:
        screen = FACTS[place].screen
        _state_of(screen).go(screen)

    components.lists([components.Links(title, _facts())], key="facts", on_press=opened)


@cache
def _facts() -> tuple[components.Link, ...]:
    """Return the facts with the addresses of their screens, which never change."""
    return tuple(
        components.Link(fact.title, address(_state_of(fact.screen), fact.screen), together(fact.story))
        for fact in FACTS
    )


def _state_of(screen: urls.CompareScreen | urls.SimulateScreen) -> PageState[Any]:
    return COMPARE if isinstance(screen, urls.CompareScreen) else SIMULATE


# A deal that never ends, of a run in which none was met.


def endless_link(shown: Shown[urls.SimulateScreen, Summary]) -> None:
    """Draw the way to a deal that never ends, where one is known and no game of the run is one."""
    study = shown.screen.job
    if study.hands is None and not shown.tallies.outcomes()["endless"]:
        deal = endless_deal(study.rules, study.pack)
        if deal is not None:
            game_link(study.rules, deal, label="See a deal that never ends")


# A page inside another site's page: one section of it, what it is of, and the way to War Room; nothing else.


def embedded_name(sections: Mapping[str, str]) -> str:
    """Return the name of the section that the address asks for, of those there are, by name and title."""
    return urls.chosen(st.query_params.get(urls.SHOW), sections)


def embedded_section(
    page_state: PageState[Any], title: str, about: str, draw: Callable[[], None], foot: Sequence[str]
) -> None:
    """Draw a section of a screen: title, note, the section; under it what it is of and the way to all."""
    heading(title, components.without_clicks(about))
    draw()
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        remark(" · ".join(foot), width="stretch")
        st.link_button(
            "Open in War Room", page_state.whole_address(), icon=":material/open_in_new:", type="tertiary"
        )


def still_chart(figure: go.Figure, key: str, alt: str) -> None:
    """Draw a chart in which nothing can be clicked: its games are in War Room."""
    plot(go.Figure(components.still_figure(figure)), key, alt=components.without_clicks(alt))
