"""The screen of each page for one visitor, and how it follows the address."""

from typing import Any, Final, Generic, NamedTuple, TypeVar
from urllib.parse import urlsplit

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from dashboard import urls
from dashboard.examples import OPENING
from dashboard.ui.streamlit_fixes import note_page_complete
from dashboard.urls import Codec, LinkError, screens, to_query
from engine.jobs import settings

# The screen of one visitor: read from the address when it says something new, written back at the end.
#
# The screen is the only truth. Widgets are set from it before they are drawn and change it in their
# callbacks, so a link, a click on the chart and a button all take the same way. Each page has a state
# of its own, which keeps its last screen while the visitor is on another page.

_GO: Final = "go"
_CHOICE: Final = "rule set"
"""Where the rule set lies that was chosen last: it goes with the visitor from page to page."""
_FIRST: Final = "game"


PAGES: Final[dict[str, StreamlitPage]] = {}
"""The pages by their names, as the app last named them to Streamlit: for going there."""

S = TypeVar("S", bound=screens.Screen)


class PageState(NamedTuple, Generic[S]):
    """Where the screen of one page lies, for each visitor."""

    name: str
    codec: Codec[S]
    opening: S
    """The screen of an address without any."""

    @property
    def page(self) -> StreamlitPage:
        """The page itself, for going there."""
        return PAGES[self.name]

    def current(self) -> S:
        """Return the screen of this visitor."""
        screen: S = st.session_state.get(self._key("screen"), self.opening)
        return screen

    def show(self, screen: S, *, jump: bool = True) -> None:
        """Show another screen from the next run on; `jump` makes a replay go to its round."""
        st.session_state[self._key("screen")] = screen
        _keep_choice(screen)
        self.stay()
        if jump:
            self._jump()

    def change(self, *, jump: bool = True, **fields: Any) -> None:
        """Show the current screen with some fields changed."""
        self.show(self.current().changed(**fields), jump=jump)

    def stay(self) -> None:
        """Keep the screen until the page stands: a browser that speaks before may be one address behind."""
        st.session_state[self._key("acted")] = True

    def go(self, screen: S) -> None:
        """Show a screen of this page, from whichever page the visitor is on, at the end of this run."""
        self.show(screen)
        st.session_state[_GO] = self

    def jumps(self) -> int:
        """Return how often the page, not the replay's own controls, has chosen the round."""
        count: int = st.session_state.get(self._key("jumps"), 0)
        return count

    def open_address(self) -> bool:
        """Make the screen follow the address where it differs from what we last wrote there; say if so.

        A run that a widget started keeps its screen (`stay`), and so does one that broke in upon it.
        Raises `LinkError` for an address that cannot be opened.
        """
        state = st.session_state
        stays = self._key("acted") in state or self._address() == state.get(self._key("written"))
        if stays and self._key("screen") in state:
            return False
        screen = self.addressed()
        if screen is None:
            screen = self.current().by(st.session_state.get(_CHOICE, ""))
        else:
            _keep_choice(screen)
        st.session_state[self._key("screen")] = screen
        self._jump()
        return True

    def addressed(self) -> S | None:
        """Return the screen of this page that is in the address, if any; raises `LinkError` as above."""
        return self.codec.from_params({name: st.query_params.get_all(name) for name in st.query_params})

    def write_address(self) -> tuple[str | None, str]:
        """Put the screen into the address; returns the query, or None and why it does not fit a link."""
        params, why = self.params_or_why(self.current())
        address = {name: [value] for name, value in params.items()}
        if self._address() != address:
            st.query_params.from_dict(params)
        st.session_state[self._key("written")] = address
        return to_query(params) or None, why

    @property
    def path(self) -> str:
        """Where the page lies below the address of the whole site."""
        return "" if self.name == _FIRST else self.name

    def public(self) -> str:
        """Return the address of this page as others open it; empty where that is not set."""
        at = settings().public
        return f"{at}/{self.path}" if at else ""

    def whole_address(self) -> str:
        """Return the address of the screen for elsewhere; empty where it does not fit a link."""
        params, why = self.params_or_why(self.current())
        if why:
            return ""
        here = urlsplit(st.context.url or "http://127.0.0.1")
        at = self.public() or f"{here.scheme}://{here.netloc}{here.path or '/'}"
        return f"{at}?{to_query(params)}"

    def params(self, screen: S) -> dict[str, str]:
        """Return the address of a screen of this page. Raises `LinkError` when it does not fit a link."""
        return self.codec.to_params(screen)

    def params_or_why(self, screen: S) -> tuple[dict[str, str], str]:
        """Return the address of a screen; empty, with the reason, where it does not fit a link."""
        try:
            return self.params(screen), ""
        except LinkError as error:
            return {}, str(error)

    def query(self, screen: S) -> str | None:
        """Return the query of a screen's address; None where it does not fit a link."""
        return to_query(self.params_or_why(screen)[0]) or None

    def refused(self, screen: S) -> str:
        """Return why a screen does not fit a link; empty if it does."""
        return self.params_or_why(screen)[1]

    def forget(self) -> None:
        """Start again: an empty address and the opening screen."""
        st.query_params.clear()
        self.show(self.opening)

    def drawn(self) -> None:
        """Note that the page stands as its screen is: what the address says next is news again."""
        st.session_state.pop(self._key("acted"), None)

    def _address(self) -> dict[str, list[str]]:
        names = self.codec.fields
        return {name: st.query_params.get_all(name) for name in names if name in st.query_params}

    def _jump(self) -> None:
        st.session_state[self._key("jumps")] = self.jumps() + 1

    def _key(self, name: str) -> str:
        return f"{self.name} {name}"


def _keep_choice(screen: screens.Screen) -> None:
    """Take the rule set of a link or a click along to the other pages."""
    if screen.choice:
        st.session_state[_CHOICE] = screen.choice


GAME: Final = PageState("game", urls.GAME, OPENING.screen)
SIMULATE: Final = PageState("simulate", urls.SIMULATE, screens.SimulateScreen())
COMPARE: Final = PageState("compare", urls.COMPARE, screens.CompareScreen())
DIAGNOSE: Final = PageState("diagnose", urls.DIAGNOSE, screens.DiagnoseScreen())
RULES: Final = PageState("rules", urls.RULES, screens.RulesScreen())
QUESTIONS: Final = PageState("questions", urls.QUESTIONS, screens.QuestionsScreen())
PACKS: Final = PageState("packs", urls.PACKS, screens.PacksScreen())
RECORDS: Final = PageState("records", urls.RECORDS, screens.RecordsScreen())
LITERATURE: Final = PageState("literature", urls.LITERATURE, screens.LiteratureScreen(verdict="disagrees"))
PAGE_STATES: Final = (GAME, SIMULATE, COMPARE, DIAGNOSE, RULES, QUESTIONS, PACKS, RECORDS, LITERATURE)


def note_page_drawn() -> None:
    """Note at the end of a run that the whole page is drawn."""
    for page_state in PAGE_STATES:
        page_state.drawn()
    note_page_complete()


def leave() -> None:
    """Go to the page that a click on this one asked for, if any did. Ends the run."""
    page_state = st.session_state.pop(_GO, None)
    if page_state is not None:
        params, _ = page_state.params_or_why(page_state.current())
        st.switch_page(page_state.page, query_params=params)
