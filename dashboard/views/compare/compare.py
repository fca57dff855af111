"""The Compare page: rule sets on the same deals, and what each change of a rule does to them."""

from collections.abc import Callable
from functools import partial
from itertools import zip_longest

import streamlit as st

from dashboard.address.screens import Unit
from dashboard.charts.compare.tables import deal_by_deal, parting_games
from dashboard.charts.parts.bar_labels import NAMES
from dashboard.charts.parts.panel import Panel
from dashboard.shell import controls, downloads, running
from dashboard.shell.desk import COMPARE, GAME, leave
from dashboard.shell.drawing import Point, draw, named
from dashboard.shell.fact_links import fact_links
from dashboard.shell.frame import heading, opens, theme, verdict_row
from dashboard.shell.marks import marked, note
from dashboard.shell.steady import steady
from dashboard.views.compare import shown as comparing
from dashboard.views.compare.rail import rail
from dashboard.views.compare.shown import Shown
from engine.runs.runs import Run
from engine.study.tables.files import file_stem

LENGTHS = "length-spreads"
SIDE_BY_SIDE = ("who-wins", LENGTHS)
EXAMPLES = 3
"""Ways in which two rule sets part that have a link to a deal under their chart."""


def page() -> None:
    """Draw the page for the address it was opened with."""
    leave()
    if not opens(COMPARE):
        return
    running.watch(COMPARE, _body)
    heading("Questions worth asking", "Each opens the screen that answers it.")
    fact_links()


def _body(run: Run) -> None:
    at_hand = steady(running.last_shown(run))
    what = comparing.shown(at_hand, COMPARE.current())
    if what is None:
        verdict_row(COMPARE, *running.nothing_yet(run))
    else:
        title, line = comparing.verdict(what)
        verdict_row(
            COMPARE,
            marked(title),
            marked(line),
            beside=lambda: downloads.menu(
                COMPARE,
                what.comparison,
                what.compared,
                tuple(comparing.panels(what).values()),
                (title, line),
            ),
        )
    left, main = st.columns([0.235, 0.765], gap="large")
    with left:
        rail(run)
    with main:
        if what is not None:
            _evidence(what)


def _evidence(what: Shown) -> None:
    panels = dict(comparing.panels(what))
    flows = {name: panels.pop(name) for name in list(panels) if name.startswith("flow")}
    if what.swept is None:
        for column, name in zip(st.columns(2, gap="large"), SIDE_BY_SIDE, strict=True):
            with column:
                _chart(panels.pop(name), what, under=_units if name == LENGTHS else None)
    else:
        _chart(panels.pop("sweep"), what, under=_units)
    _deal_by_deal(what)
    _in_pairs([partial(_chart, panel, what) for panel in panels.values()])
    if flows:
        heading(
            f"Where they part from {what.rows[0].name}",
            "Every deal by who wins it under both rule sets. Click a number for such a deal.",
        )
        others = range(1, len(what.rows))
        _in_pairs(
            [partial(_flow, panel, what, place) for panel, place in zip(flows.values(), others, strict=True)]
        )


def _units() -> None:
    """Draw the choice of what lengths are counted in, under the first chart that shows some."""
    controls.way(COMPARE, "unit", "Lengths in", Unit, key="compare_unit")


def _in_pairs(draws: list[partial[None]]) -> None:
    """Draw charts two in a row."""
    for left, right in zip_longest(draws[::2], draws[1::2]):
        for column, drawn in zip(st.columns(2, gap="large"), (left, right), strict=True):
            if drawn is not None:
                with column:
                    drawn()


def _deal_by_deal(what: Shown) -> None:
    st.header(f"Deal by deal against {what.rows[what.base].name}", anchor=False)
    st.table(
        deal_by_deal(what.compared, what.rows, base=what.base, unit=what.unit.value),
        border="horizontal",
        hide_index=True,
    )


def _flow(panel: Panel, what: Shown, place: int) -> None:
    _chart(panel, what)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(note("Such a deal:"), width="content")
        for one, other, numbers in parting_games(what.compared, 0, place)[:EXAMPLES]:
            st.page_link(
                GAME.view,
                label=f"{NAMES[one].capitalize()}, then {NAMES[other]}",
                query_params=GAME.params(comparing.game(what, numbers[0], place)),
            )


def _chart(panel: Panel, what: Shown, *, under: Callable[[], None] | None = None) -> None:
    draw(
        panel,
        comparing.figures(what, theme())[panel.name],
        file=file_stem(what.comparison, panel.name, what.games),
        on_click=partial(_clicked, what),
        under=under,
    )


def _clicked(what: Shown, point: Point) -> None:
    """Open a deal of the point that was clicked, by the rule set it stands for."""
    number, place = named(point)
    if number is not None:
        GAME.go(comparing.game(what, number, place))


page()
