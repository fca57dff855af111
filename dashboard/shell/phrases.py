"""Names as several pages say them: rule sets, deals, beginnings of sentences."""

from engine.cards import Deal
from engine.rules import PRESETS
from engine.words.brief import named
from engine.words.sentences import Part, Sentence


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
