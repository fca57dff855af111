"""The Records page: an endless deal and how it is built, the extreme games, and what nobody knows yet."""

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Final

import pandas as pd
import streamlit as st

from dashboard.address.library import RecordsScreen
from dashboard.address.screens import GameScreen
from dashboard.charts.parts.panel import Panel
from dashboard.charts.parts.theme import THEMES
from dashboard.charts.records import beating, ring, winners
from dashboard.components.chart_image.mount import Saved
from dashboard.components.width import Width, width
from dashboard.exports.footer import of_lines
from dashboard.shell.controls import choice
from dashboard.shell.desk import GAME, RECORDS, leave
from dashboard.shell.drawing import draw, folded
from dashboard.shell.frame import heading, on_primary, opens, table, theme, verdict_row
from dashboard.shell.layout import abreast
from dashboard.shell.marks import marked, note
from dashboard.stories.open_questions import OPEN_QUESTIONS
from dashboard.views.records import tables
from engine.records.feats import FEATS, MOST_BUILT
from engine.records.story import Construction, construction
from engine.words.sentences import Part, count

TITLE: Final = (Part("This deal of an ordinary pack "), Part("never ends", "endless"), Part("."))
LINE: Final = (
    "By code golf, Bicycle and every rule set in which the loser’s cards go first **and aces are high**. "
    "Of 100 million random deals none does; this one was built."
)
OF_WHAT: Final = "Endless where the loser’s cards go first, aces high: no war is fought"
"""What is said under the pictures of the construction."""


def page() -> None:
    """Draw the page for the address it was opened with."""
    leave()
    if not opens(RECORDS):
        return
    screen = RECORDS.current()
    verdict_row(RECORDS, marked(TITLE), LINE)
    _story(construction(screen.built), screen)
    _records(screen)
    _open()
    _files()


def _story(built: Construction, screen: RecordsScreen) -> None:
    pictures = [panel(built) for panel in (winners.panel, beating.panel, ring.panel)]
    small = width() is Width.SMALL
    for place, picture in zip(abreast(len(pictures), fits=not small), pictures, strict=True):
        with place:
            if picture is pictures[0] or not small:
                _picture(picture, built)
            else:  # below the fold there; three charts take a phone's browser more than a second
                folded(picture.title, f"{picture.name}_picture", partial(_picture, picture, built))
    told, deal = st.columns([0.62, 0.38], gap="large")
    told.markdown(_told(built))
    with deal:
        one, two = built.deal.text.split("/")
        # No st.code: for its first box a browser loads what colours programs, a sixth of a second's work.
        st.markdown(f"1 `{one}`  \n2 `{two}`")
        with st.container(horizontal=True):
            watch = GameScreen(rule_set="code-golf", given=built.deal)
            label = on_primary("Watch it", "play_arrow")
            st.button(label, type="primary", key="watch", on_click=partial(GAME.go, watch))
            another = screen.built % MOST_BUILT + 1
            st.button(
                "Build another",
                icon=":material/construction:",
                key="another",
                on_click=partial(RECORDS.change, built=another),
            )


def _told(built: Construction) -> str:
    one, two = built.pattern.sizes
    return (
        "Forget the ranks and fix the winners: **four rounds to player 2, four to player 1**, and so on. "
        f"With {one} cards against {two} both decks are back after {built.cycle.length:,} rounds. "
        "Each round says that one card beats another; these relations never run in a circle, so ranks can "
        "be given, and they can be given as **four of each of thirteen** with no two equal cards ever "
        "meeting. No war is fought, so the deal is endless under every rule set with aces high in which "
        "the loser’s cards go first. Their **mean length is that of the games that end**; the plain "
        "expectation does not exist."
    )


def _picture(picture: Panel, built: Construction) -> None:
    foot = of_lines(OF_WHAT, built.deal.text, link=RECORDS.whole_address())
    draw(
        picture, picture.draw(THEMES[theme()]), saved=partial(Saved, f"war-room-endless-{picture.name}", foot)
    )


def _records(screen: RecordsScreen) -> None:
    heading(
        "The records, rule set by rule set",
        "Of 52 cards in halves. Rounds of the longest game that ends, of the longest cycle and of the way "
        "into one; wars; rounds that a winner began with one card left; ties in one round; rounds of the "
        "quickest win. Each opens its game. Bold: searched for or built; else the best of shuffled deals. "
        "Gray: so many shuffled deals have none.",
    )
    table(tables.records_table())
    heading("How one of them was found", FEATS[screen.feat].about)
    choice(
        st.segmented_control,
        RECORDS,
        "feat",
        "Record",
        [*FEATS],
        format_func=lambda name: FEATS[name].title,
        required=True,
        label_visibility="collapsed",
    )
    table(tables.holders_table(screen.feat))
    st.markdown(
        note(
            "The best that bounded searches found; that nothing is better is proved only where it says so. "
            "Expected: the largest of so many shuffled deals, where figures fall off step by step. "
            "A deal that you paste on the Game page is measured against these. "
            "Hunt yourself: war hunt --rules code-golf --for longest-finite --seconds 600."
        )
    )


def _open() -> None:
    heading(
        "What nobody knows yet",
        "Each with what was tried: a proof, a deal that was built, a search that found nothing.",
    )
    for question in OPEN_QUESTIONS:
        st.markdown(f"**{question.asked}** {question.tried}")
    heading(
        "Which packs have endless deals",
        "Four cards of each rank, dealt in halves. A number is the longest cycle found and opens its deal. "
        "By each rule we searched as many shuffled deals as the row says, and built deals from patterns of "
        "who wins. There may be longer ones.",
    )
    table(tables.evidence_table())
    folded("Three, two and one card of each rank", "fewer_copies", _fewer_copies)
    folded("Small packs, every deal counted", "counted_packs", _counted_packs)


def _fewer_copies() -> None:
    st.markdown(note("Cycles without a war only. The shuffled deals were played with one card down."))
    for copies in (3, 2, 1):
        st.markdown(f"**{count(copies, 'card')} of each rank**")
        table(tables.evidence_table(copies))


def _counted_packs() -> None:
    st.markdown(
        note(
            "How many of all deals in halves never end, who is short for a war losing: no sample. "
            "Count yourself: war exact --pack 3x4 --pickup LOSER_FIRST --face-down 0."
        )
    )
    table(tables.counted_table())


def _files() -> None:
    with st.container(horizontal=True):
        for (name, make), (ending, written) in product(tables.FILES.items(), tables.WRITTEN.items()):
            st.download_button(
                f"{name.replace('-', ' ').capitalize()} ({ending.upper()})",
                data=partial(_file, make, written),
                file_name=f"war-room-{name}.{ending}",
                key=f"file_{name}_{ending}",
                on_click="ignore",
                icon=":material/download:",
            )


def _file(make: Callable[[], pd.DataFrame], written: Callable[[pd.DataFrame], bytes]) -> bytes:
    return written(make())
