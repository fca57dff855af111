"""The Download menu: what the page shows, as files. Nothing is made before somebody asks for it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import streamlit as st
from streamlit.elements.lib.mutable_popover_container import PopoverContainer

from dashboard.charts.parts.panel import Panel, held
from dashboard.components.width import Width, width
from dashboard.exports.report import report
from dashboard.shell.desk import Desk, S
from dashboard.shell.marks import note
from engine.study import Study
from engine.study.comparison import Comparison
from engine.study.jobs import with_games
from engine.study.pairs import Tallies
from engine.study.tables.files import Named, file_stem, files_zip, tables_zip
from engine.study.tables.rows import games_cost, games_csv, games_parquet, games_trouble
from engine.study.tables.tallies import tallies_parquet
from engine.words.sentences import Sentence, count


def menu(
    desk: Desk[S],
    job: Study | Comparison,
    tallies: Tallies,
    panels: Sequence[Panel],
    headline: Sequence[Sentence],
) -> None:
    """Draw the menu for what a page shows of a job."""
    opened = popover()
    if not opened.open:
        return
    link = desk.whole_address()
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
    sign = ":material/download:"
    if width() is Width.SMALL:
        return st.popover(sign, key="downloads", on_change="rerun", help="Download")
    return st.popover("Download", icon=sign, key="downloads", on_change="rerun")


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
