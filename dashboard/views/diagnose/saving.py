"""What leaves the Diagnose page as a file: the report, and the picture of both games."""

import hashlib
from functools import partial
from typing import Final

import numpy as np
import streamlit as st

from dashboard.asking import diagnosed
from dashboard.charts.game import two_games
from dashboard.charts.parts.panel import Panel
from dashboard.charts.parts.theme import THEMES
from dashboard.components.chart_image.mount import Saved
from dashboard.exports.diagnosis_report import diagnosis_report
from dashboard.exports.footer import of_diagnosis
from dashboard.shell.desk import DIAGNOSE
from dashboard.shell.downloads import popover
from dashboard.shell.drawing import draw
from dashboard.shell.frame import if_answered, theme
from dashboard.shell.marks import unmarked
from engine.cards import Deal
from engine.diagnose import Diagnosis, Explanation, Parting, Program, first_decks, partings
from engine.study.tables.files import slug

MOST_ROUNDS: Final = 20_000
"""Rounds of either game that are drawn."""


def menu(deal: Deal, diagnosis: Diagnosis, shown: Explanation | None, words: tuple[str, str]) -> None:
    """Draw the Download menu of a diagnosis; `words` are the page's title and the line under it."""
    opened = popover()
    if not opened.open:
        return
    with opened, if_answered("saving"):
        with st.spinner("Following both games of every case"):
            parted = _partings(diagnosis, shown)
            panels = both_games(deal, diagnosis, shown)
        images = [file_stem(diagnosis, panel.file) for panel in panels]
        told = [unmarked(text) for text in words]
        make = partial(diagnosis_report, diagnosis, told, parted, panels, images, DIAGNOSE.whole_address())
        size = ", 5 MB" if panels else ""
        st.download_button(
            f"Report that opens offline (HTML{size})",
            make,
            f"{file_stem(diagnosis, 'diagnosis')}.html",
            key="report_file",
            on_click="ignore",
            width="stretch",
        )


def _partings(diagnosis: Diagnosis, shown: Explanation | None) -> tuple[Parting, ...]:
    if shown is None or not shown.differences:
        return ()
    deals = tuple(case.deal for case in diagnosis.cases)
    return diagnosed.ask(partings, deals, Program(diagnosis.judge.rules), shown.program)


def both_games(deal: Deal, diagnosis: Diagnosis, shown: Explanation | None) -> list[Panel]:
    """Return the panel of both games of a deal; none where they do not part."""
    if shown is None or not shown.differences:
        return []
    judge = Program(diagnosis.judge.rules)
    part = diagnosed.ask(partings, (deal,), judge, shown.program)[0].cards
    if part is None:
        return []
    right, wrong = (
        np.array(diagnosed.ask(first_decks, program, deal, MOST_ROUNDS)) for program in (judge, shown.program)
    )
    return [two_games.panel(two_games.TwoGames(right, wrong, deal.size, part))]


def draw_games(deal: Deal, diagnosis: Diagnosis, shown: Explanation) -> None:
    """Draw both games of a deal, with their table and picture."""
    for panel in both_games(deal, diagnosis, shown):
        foot = of_diagnosis(diagnosis, DIAGNOSE.whole_address())
        saved = partial(Saved, file_stem(diagnosis, panel.file), foot)
        draw(panel, panel.draw(THEMES[theme()]), saved=saved)


def file_stem(diagnosis: Diagnosis, contents: str) -> str:
    """Return the name of a file of a diagnosis, without its ending; other cases, another name."""
    asked = repr([(case.deal, case.expected, case.got) for case in diagnosis.cases])
    digest = hashlib.sha256(f"{asked} {diagnosis.judge.rules.code}".encode()).hexdigest()[:10]
    return f"war-room-{contents}-{slug(diagnosis.judge.name)}-{digest}"
