"""Sentences of ours as HTML."""

from html import escape

from engine.words.sentences import Sentence


def marked_html(sentence: Sentence) -> str:
    """Return a sentence as HTML, its parts marked by what they are about."""
    return "".join(
        f'<span class="{part.about.replace(" ", "-")}">{escape(part.text)}</span>'
        if part.about
        else escape(part.text)
        for part in sentence
    )
