"""Words on the page: marked sentences, notes, phrases."""

import re
from typing import Final

from engine.cards import Deal
from engine.rules import PRESETS
from engine.wording.sentences import About, Part, Sentence, named

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

    >>> from engine.wording.sentences import Part
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


# Names as several pages say them: rule sets, deals, beginnings of sentences.


def rules_title(name: str) -> str:
    """Return what a rule set is called in a sentence: a preset's title, or what it changes in one."""
    if name in PRESETS:
        return PRESETS[name].title
    title, beside = named(name)
    return f"{title}, {beside}"


def begin(words: str) -> str:
    """Return words with a capital letter first, the others left as they are."""
    return words[:1].upper() + words[1:]


def deal_code(deal: Deal) -> str:
    """Return a deal as Markdown code; it is letters, digits and blanks, whatever was pasted."""
    return f"`{deal.text}`"


def capital(sentence: Sentence) -> Sentence:
    """Return a sentence that begins with a capital letter."""
    first, *rest = sentence
    return (Part(begin(first.text), first.about), *rest)
