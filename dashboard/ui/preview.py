"""What a link says before it is opened: words and a card. Each page has a `preview` of its screens."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dashboard.files.card import Card
from engine.rules import Rules
from engine.wording.sentences import Sentence, plain, rules_in_words


@dataclass(frozen=True)
class Preview:
    """What is said of a link. Only what is saved or quickly computed: no run is started."""

    title: str
    about: str
    card: Card


def preview_of(card: Card) -> Preview:
    """Return the preview whose words are those of its card."""
    return Preview(plain(card.title), f"{card.line} {card.foot}.".strip(), card)


def text_preview(title: Sentence, line: str, foot: str, lines: Sequence[str] = ()) -> Preview:
    """Return a preview without a chart."""
    return preview_of(Card(title, line, foot, lines=lines))


def curly(words: Sentence) -> Sentence:
    """Return a sentence with typographic apostrophes."""
    return tuple(replace(part, text=part.text.replace("'", "’")) for part in words)


def rule_lines(rules: Rules) -> list[str]:
    """Return a rule set in sentences, a line each."""
    return [plain(curly(words)) for words in rules_in_words(rules).values()]
