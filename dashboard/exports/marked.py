"""Sentences of ours, and links, as HTML."""

from html import escape
from typing import Final

from engine.words.sentences import Sentence

WEB: Final = ("http://", "https://")


def marked_html(sentence: Sentence) -> str:
    """Return a sentence as HTML, its parts marked by what they are about."""
    return "".join(
        f'<span class="{part.about.replace(" ", "-")}">{escape(part.text)}</span>'
        if part.about
        else escape(part.text)
        for part in sentence
    )


def linked_html(text: str) -> str:
    """Return a text as HTML: a web address as a link that can be followed, any other as it is."""
    shown = escape(text)
    return f'<a href="{shown}">{shown}</a>' if text.startswith(WEB) else shown
