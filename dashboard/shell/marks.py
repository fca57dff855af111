"""Our own sentences as Streamlit Markdown: players in their colours, deciding words bold.

Only `engine.words.sentences` speaks here. Nothing a visitor typed ever becomes Markdown; it is shown by
`st.text`, `st.code` or a component's `textContent`.
"""

import re
from typing import Final

from engine.words.sentences import About, Sentence

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

    >>> from engine.words.sentences import Part
    >>> marked((Part("Player 1", "player 1"), Part(" wins.")))
    ':blue[Player 1] wins.'
    """
    return together("".join(_WRAP[part.about].format(part.text) for part in sentence))


def verbatim(text: str) -> str:
    """Return Markdown that shows somebody's text on one line as it stands.

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
    return re.sub(r":[a-z]+\[([^]]*)\]", r"\1", markdown).replace("**", "")


def together(text: str) -> str:
    """Keep a percent sign on the line of its number."""
    return re.sub(r"(?<=[0-9]) (?=%)", "\N{NO-BREAK SPACE}", text)


def note(text: str) -> str:
    """Return Markdown for a small grey line, such as the one under a chart's title."""
    return f":small[:gray[{together(text)}]]"


def pressable(text: str) -> str:
    """Return the label of something that leads elsewhere, so that it looks it."""
    return f":primary[{text}]"
