"""How much the deal decides: worked out when somebody opens it, drawn when it is there."""

from functools import partial
from typing import Final

import streamlit as st

from dashboard.address.screens import SimulateScreen
from dashboard.asking import chances
from dashboard.charts.parts.theme import THEMES
from dashboard.charts.simulate.decided import later, panel
from dashboard.components.chart_image.mount import Saved
from dashboard.exports import footer
from dashboard.shell import looks
from dashboard.shell.desk import SIMULATE, leave
from dashboard.shell.drawing import draw, folded
from dashboard.shell.frame import theme, unanswered
from dashboard.shell.marks import note
from dashboard.shell.parts import part, renew
from dashboard.shell.shown import Shown
from engine.study import Study
from engine.study.decided import ENDINGS, GAMES, POINTS
from engine.study.jobs import with_games
from engine.study.summary import Summary
from engine.study.tables.files import file_stem

_PART: Final = "decided by the deal"


def by_the_deal(shown: Shown[SimulateScreen, Summary]) -> None:
    """Draw the line that opens the chart of how much the deal decides."""
    study = shown.screen.job
    if study.cards <= chances.MOST_CARDS:
        opened = partial(part, _PART, partial(_opened, study))
        folded("How much the deal decides, and how much is left", "by_the_deal", opened)


def _opened(study: Study) -> None:
    points = chances.by_the_deal(study)
    lost = chances.lost_by_the_deal(study)
    if lost is not None:
        unanswered(lost, "by_the_deal")
        return
    if points is None:
        st.markdown(
            note(
                f"It is being reckoned: {GAMES:,} games are stopped at {POINTS} rounds, both decks shuffled, "
                f"and each played on {ENDINGS} times."
            )
        )
        looks.again(partial(_look, study), looks.OFTEN, first=lambda: None)
        return
    drawn = panel(points)
    figure = drawn.draw(THEMES[theme()])
    reckoned = with_games(study, points[0].going)
    foot = footer.of_job(reckoned, reckoned.games, SIMULATE.whole_address())
    draw(
        drawn,
        figure,
        saved=partial(
            Saved,
            file_stem(reckoned, drawn.file, reckoned.games),
            footer.of_picture(foot, figure, drawn.words),
        ),
        under=partial(_told, later(points)),
    )


def _told(words: str) -> None:
    st.markdown(note(words))


def _look(study: Study) -> None:
    """Draw the chart when it has been worked out."""
    leave()  # a click meanwhile runs this part of the page alone
    if chances.by_the_deal(study) is not None or chances.lost_by_the_deal(study) is not None:
        renew(_PART)
