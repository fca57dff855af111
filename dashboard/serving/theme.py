"""The theme, which Streamlit tells a browser with every run of a page or a part of one: made once.

Read from its settings anew it is a twentieth of what a busy server works.
"""

from collections.abc import Callable
from typing import Any

Told = Callable[..., None]


def make_once() -> None:
    """Have this server's Streamlit keep what it tells of the theme; one that makes it otherwise stays so."""
    from streamlit.runtime import app_session

    made = getattr(app_session, "_populate_theme_msg", None)
    if made is not None:
        app_session._populate_theme_msg = kept(made)


def kept(made: Told) -> Told:
    """Return what fills in a message about a section of the theme, as `made` did the first time."""
    messages: dict[str, Any] = {}

    def told(message: Any, section: str = "theme") -> None:
        if section not in messages:
            made(message, section)
            messages[section] = type(message)()
            messages[section].CopyFrom(message)
        elif messages[section].ByteSize():  # else it would say that there is something
            message.CopyFrom(messages[section])

    return told
