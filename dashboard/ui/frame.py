"""What stands around every page, and how its words are marked."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final, NamedTuple

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.navigation.page import StreamlitPage

from dashboard.cache import Unanswered, ask_again
from dashboard.charts import ThemeName
from dashboard.components import Width, copy_link, is_embedded, width
from dashboard.files import code
from dashboard.ui.state import GAME, PageState
from dashboard.urls import LinkError, framed_html
from engine import PRESETS, Deal
from engine.wording import About, Sentence, explained, named

# Our own sentences as Streamlit Markdown: players in their colours, deciding words bold.
#
# Only `engine.wording.sentences` speaks here. Nothing a visitor typed ever becomes Markdown; it is shown by
# `st.text`, `st.code` or a component's `textContent`.

_WRAP: Final[dict[About, str]] = {
    "": "{}",
    "key": "**{}**",
    "aside": ":gray[{}]",
    "player 1": ":blue[{}]",
    "player 2": ":orange[{}]",
    "endless": ":violet[{}]",
}


def marked(sentence: Sentence) -> str:
    """Return a sentence as Markdown.

    >>> from engine.wording import Part
    >>> marked((Part("Player 1", "player 1"), Part(" wins.")))
    ':blue[Player 1] wins.'
    """
    return together("".join(_WRAP[part.about].format(part.text) for part in sentence))


def verbatim(text: str) -> str:
    """Return Markdown that shows pasted text unchanged, on one line.

    >>> verbatim("1 *3*"), verbatim("a`b")
    ('`1 *3*`', '`` a`b ``')
    """
    text = " ".join(text.split())
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}" if longest else f"{fence}{text}{fence}"


def unmarked(markdown: str) -> str:
    """Return the text of Markdown of our own.

    >>> unmarked(":blue[Player 1] wins; **which** deals")
    'Player 1 wins; which deals'
    """
    return re.sub(r":[a-z]+\[([^]]*)\]", r"\1", markdown).replace("**", "").replace("`", "")


def together(text: str) -> str:
    """Keep a percent sign and a ± on the line of the number they belong to."""
    return re.sub(r"(?<=[0-9]) (?=%)|(?<=±) |(?<=[0-9]) (?=±)", "\N{NO-BREAK SPACE}", text)


def note(text: str) -> str:
    """Return Markdown for a small grey line, such as the one under a chart's title.

    What can be pressed is small twice, which looks no smaller: `first.css` leaves it out on paper.
    """
    text = text.replace("Click", "Tap") if width() is Width.SMALL else text
    text = re.sub("(Click|Tap)[^.]*[.]", r":small[\g<0>]", together(text))
    return f":small[:gray[{text}]]"


def remark(text: str, **how: Any) -> None:
    """Draw such a small grey line; `how`: what else Streamlit is told of it."""
    st.markdown(note(text), **how)


def pressable(text: str) -> str:
    """Return the label of something that leads elsewhere, so that it looks it."""
    return f":primary[{text}]"


# Names as several pages say them: rule sets, deals, beginnings of sentences.


def rules_title(name: str) -> str:
    """Return what a rule set is called in a sentence: a preset's title, or what it changes in one."""
    if name in PRESETS:
        return PRESETS[name].title
    title, beside = named(name)
    return f"{title}, {beside}"


def deal_code(deal: Deal) -> str:
    """Return a deal as Markdown code; it is letters, digits and blanks, whatever was pasted."""
    return f"`{deal.text}`"


# What every page does alike: open its address, say its verdict, show a chart with its title.

_EXPLAINED: Final = "explained"
_COLUMNS: Final = 2  # columns of a table that a phone has room for
_EMPTY: Final = ("none", "–")


def theme() -> ThemeName:
    """Return the theme the visitor looks at."""
    return "dark" if st.context.theme.type == "dark" else "light"


def on_primary(text: str, icon: str = "") -> str:
    """Return a primary button's label; white on the dark theme's light accent could not be read."""
    label = f":material/{icon}: {text}" if icon else text
    if theme() == "dark":
        return f':color[{label}]{{foreground="#171816"}}'
    return label


def primary_button(label: str, key: str, on_click: Callable[[], Any], *, icon: str, **how: Any) -> None:
    """Draw the button of what is done first on a page; `how`: what else it is given."""
    st.button(on_primary(label, icon), key=key, type="primary", on_click=on_click, **how)


def quiet_button(label: str, key: str, on_click: Callable[[], None], *, icon: str = "") -> None:
    """Draw a button that stands back: words that look pressable."""
    sign = f":material/{icon}:" if icon else None
    st.button(pressable(label), icon=sign, key=key, type="tertiary", on_click=on_click)


def opens(page_state: PageState[Any], *, on_new: Callable[[], None] | None = None) -> bool:
    """Follow the address; return whether the page can be drawn. A link that cannot be opened says why.

    `on_new` is called when the address brought another screen than the visitor had.
    """
    try:
        if page_state.open_address() and on_new is not None:
            on_new()
    except LinkError as error:
        _go_where_it_belongs()
        closed(page_state, str(error))
        return False
    return True


def _go_where_it_belongs() -> None:
    """Open an address that is the Game page's own over there. Ends the run.

    Streamlit writes the links to its first page without a path: copied, or opened in a new tab, they
    lead to the page on which they stand.
    """
    with suppress(LinkError):
        screen = GAME.addressed()
        if screen is not None:
            st.switch_page(GAME.page, query_params=GAME.params(screen))


def closed(page_state: PageState[Any], why: str) -> None:
    """Explain a link that cannot be opened; nothing else is shown in its place."""
    title = "This link cannot be opened."
    _name_tab(title)
    st.title(title, anchor=False)
    st.text(why)
    st.button(on_primary("Open War Room afresh", "refresh"), type="primary", on_click=page_state.forget)


def verdict_row(
    page_state: PageState[Any],
    title: str,
    *lines: str,
    said: str | None = None,
    beside: Callable[[], None] | None = None,
    sections: Callable[[], Mapping[str, str]] | None = None,
    shared: str = "",
) -> DeltaGenerator:
    """Draw the row every page begins with: the sentence, a grey line, and what shares this screen.

    Returns the container before Share for the rules of a phone: the sentence takes the whole width there.

    `title` and `lines` are Markdown of our own; `said` is plain text; `beside` draws what stands
    next to Share; `sections` returns those that another site's page can show, by name and title; `shared` is
    the text that is copied with the link, in place of the sentence.
    """
    _name_tab(title)
    small = width() is Width.SMALL
    query, why = page_state.write_address()

    def sentence() -> None:
        st.title(title, anchor=False)
        st.markdown(f":gray[{' '.join(filter(None, lines))}]")
        if said is not None:
            st.text(said)

    if small:
        sentence()
    with st.container(horizontal=True, wrap=False, vertical_alignment="center"):
        container = st.container(gap=None)
        if not small:
            with container:
                sentence()
        with st.container(width="content"), st.popover("Share", key="share"):
            named = (sections or dict)().items()
            frames = {about: framed_html("{link}?", name, about) for name, about in named}
            copy_link(query, shared or unmarked(title), why=why, public=page_state.public(), frames=frames)
            tip = "Point a phone camera at the code to open this screen."
            if query and page_state.public() and st.toggle("Show code", key="code", help=tip):
                st.image(code(f"{page_state.public()}?{query}"), width=360)
        if beside is not None:
            with st.container(width="content"):
                beside()
    return container


def printed_below(*lines: str) -> None:
    """Write lines that are seen on paper alone: what the page is of."""
    with st.container(key="printed"):
        st.text("\n".join(lines))


def _name_tab(title: str) -> None:
    """Call the browser's tab, its history and its bookmarks by what the page says."""
    st.set_page_config(page_title=f"{unmarked(title)} · War Room")


def table(cells: pd.DataFrame | Sequence[Mapping[str, str]]) -> None:
    """Draw a small table: all of it, with Markdown of our own in its cells. On a phone each row is two lines.

    `cells`: a row each by their headings, all rows with the same.
    """
    rows = pd.DataFrame(cells)
    if width() is Width.SMALL and len(rows.columns) > _COLUMNS:
        st.markdown("\n\n".join(map(card, rows.to_dict("records"))))
    else:
        st.table(rows, border="horizontal", hide_index=True)


def card(row: Mapping[Any, Any]) -> str:
    """Return a row of a table as two lines of Markdown: its first cell, then the others with their headings.

    A cell that says only that there is nothing is left out.

    >>> card({"Rule set": "**Code golf**", "Wins": "player 1", "Rounds": "498"})
    '**Code golf**  \\n:small[:gray[Wins] player 1\\xa0· :gray[Rounds] 498]'
    """
    first, *others = row.items()
    others = [(heading, cell) for heading, cell in others if cell not in _EMPTY]
    # A dot ends a line and never begins one.
    cells = "\N{NO-BREAK SPACE}· ".join(f":gray[{heading}] {cell}" for heading, cell in others)
    return f"{first[1]}  \n:small[{cells}]"


def heading(title: str, about: str) -> None:
    """Draw a chart's title, which is its finding, and the note under it. Both are words of our own."""
    with st.container(gap=None):
        st.header(together(title), anchor=False)
        remark(about, help=first_time(f"{title} {about}"))


@contextmanager
def if_answered(section: str) -> Iterator[None]:
    """Draw a section of a page; without an answer, say why and offer to ask again."""
    try:
        yield
    except Unanswered as lost:
        unanswered(lost, section)


def unanswered(lost: Unanswered, section: str) -> None:
    """Say that no worker answered, and offer to ask again. `section` tells this button from others."""
    st.text(str(lost))
    st.button("Ask again", icon=":material/refresh:", key=f"{section}_ask_again", on_click=ask_again)


def reset_explained() -> None:
    """Begin a page: each word of the glossary is explained where it first stands on it."""
    st.session_state[_EXPLAINED] = set()


def first_time(text: str) -> str | None:
    """Return what the words in a text mean that have not stood on the page before; None if all have."""
    before: set[str] = st.session_state.setdefault(_EXPLAINED, set())
    new = [term for term in explained(text) if term.word not in before]
    before.update(term.word for term in new)
    return "\n\n".join(f"**{term.word}.** {term.meaning}" for term in new) or None


# Where things stand on a screen of each width: navigation, page, rail and what lies beside it.

WIDEST: Final = 1360  # pixels a page takes at most: longer lines and wider charts are harder to read
UNGROUPED: Final = ""
"""The group of pages that stand by themselves; Streamlit makes every other one a menu of its name."""
_RAIL: Final = 270  # pixels of the rail on a wide screen: its labels whole, and the rest for the charts


def opened_page(groups: Mapping[str, Sequence[StreamlitPage]]) -> StreamlitPage:
    """Draw the way between the pages, along the top or on a phone in words; return the one that is open.

    Inside of another site's page there is none.
    """
    if is_embedded():
        return st.navigation(groups, position="hidden")
    if width() is not Width.SMALL:
        return st.navigation(groups, position="top")
    opened = st.navigation(groups, position="hidden")  # Streamlit's own would stand behind a sign
    row = st.container(horizontal=True, gap="xsmall", vertical_alignment="center", key="pages")
    for group, pages in groups.items():
        shown = [page for page in pages if page.visibility == "visible"]
        container = row
        if group != UNGROUPED:
            name = f"**{group}**" if opened in shown else group
            # A key a page: a menu that led to another page would stay open over it.
            container = row.popover(name, type="tertiary", key=f"{group} {opened.url_path}")
        for page in shown:
            container.page_link(page)
    return opened


@contextmanager
def page_frame() -> Iterator[None]:
    """Draw a page in the middle of the window."""
    with st.container(horizontal_alignment="center").container(width=WIDEST), if_answered("page"):
        yield


class Containers(NamedTuple):
    """Where the sections of a page go that has a rail, in the order in which a screen has them."""

    rules: DeltaGenerator
    given: DeltaGenerator
    """The choice of what is played by them."""
    action: DeltaGenerator
    """What starts it: never folded away."""
    main: DeltaGenerator


def beside_rail(rules: str, asked: str, container: DeltaGenerator) -> Containers:
    """Return the containers of a page with a rail. Where there is no room, it folds into a line with
    the rules and what is asked for, Markdown of our own; on a phone into a button in `container`.
    """
    if width() is Width.WIDE:
        row = st.container(horizontal=True, gap="large")
        rail, main = row.container(width=_RAIL), row.container(width="stretch")
        return Containers(rail.container(), rail.container(), rail.container(), main)
    if width() is Width.SMALL:
        rail = container.popover(f"Rules: **{rules}**", key="asked", width="stretch")
        return Containers(rail.container(), rail.container(), st.container(), st.container())
    left, right = st.expander(f"Rules: **{rules}**, {asked}", key="asked").columns(2, gap="medium")
    # A button across the whole of a tablet would outshout what it leads to.
    return Containers(left, right, st.container(width=_RAIL), st.container())


def side_by_side(number: int, *, fits: bool) -> list[DeltaGenerator]:
    """Return containers beside each other where they fit, else one below the other, as columns are by
    themselves on the narrowest phones alone.
    """
    return st.columns(number, gap="large") if fits else [st.container() for _ in range(number)]


def in_pairs(draws: Sequence[Callable[[], None]]) -> None:
    """Draw charts two in a row; one in a row on a phone, and the last one where it would stand alone."""
    paired = 0 if width() is Width.SMALL else len(draws) // 2 * 2
    for left, right in zip(draws[:paired:2], draws[1:paired:2], strict=True):
        for column, draw_chart in zip(st.columns(2, gap="large"), (left, right), strict=True):
            with column:
                draw_chart()
    for draw_chart in draws[paired:]:
        draw_chart()
