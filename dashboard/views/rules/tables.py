"""The rule sets side by side: the table of the Rules page, and which of them are next to each other."""

from typing import Final

from dashboard.address.screens import GameScreen
from dashboard.shell.links import way_to
from dashboard.shell.marks import marked, note
from dashboard.shell.rule_set import from_whom
from dashboard.stories.famous import FAMOUS, OPENING
from engine.rules import PLAYABLE, PRESETS, RULES_SAID, SETTLED, Order, Rules, Shortfall
from engine.words.sentences import rules_in_words

COLUMNS: Final = {name: said.heading for name, said in RULES_SAID.items() if said.heading}
"""All but the order of the ranks, which nearly all agree on: it stands beside those that do not."""


def presets_table(chosen: str) -> list[dict[str, str]]:
    """Return a row for every preset that plays cards, as Markdown; grey is what its source leaves open."""
    rows = []
    for name, rules in PLAYABLE.items():
        # The title is the link: no column more, so that a phone shows the whole table.
        way = way_to(a_deal(name), PRESETS[name].title)
        title = f"**{way}**" if name == chosen else way
        cells = {heading: _cell(name, rules, rule) for rule, heading in COLUMNS.items()}
        rows.append({"Rule set": f"{title}{_order(rules)}", **cells})
    return rows


def _cell(name: str, rules: Rules, rule: str) -> str:
    if rule == "both_out" and rules.shortfall is Shortfall.DRAW:
        return "–"  # whoever is short, the game is drawn
    words = rules.said(rule).cell
    return f":gray[*{words}*]" if rule in PRESETS[name].left_open else words


def _order(rules: Rules) -> str:
    """Say which card wins where it is not the higher one, aces high."""
    return "" if rules.order is Order.HIGH else f", {rules.order.said.brief}"


def a_deal(name: str) -> GameScreen:
    """Return the screen that shows a rule set at work: a famous deal of its own, or the best known one."""
    famous = next((famous for famous in FAMOUS if famous.screen.rule_set == name), None)
    return famous.screen if famous else GameScreen(rule_set=name, given=OPENING.screen.deal)


def in_words(name: str) -> str:
    """Return a rule set in sentences, with its source, as Markdown of our own words."""
    about = PRESETS[name]
    sentences = " ".join(marked(sentence) for sentence in rules_in_words(PLAYABLE[name]).values())
    return f"**{about.title}.** {sentences} {note(from_whom(name))}"


def neighbours(name: str, most: int = 3) -> tuple[str, ...]:
    """Return the presets next to a rule set, those that differ in the fewest rules first.

    >>> neighbours("code-golf", 2)
    ('programming-challenges', 'whats-in-a-game')
    """
    rules = PLAYABLE[name]
    others = [other for other in SETTLED if PLAYABLE[other] != rules]
    return tuple(sorted(others, key=lambda other: len(rules.apart(PLAYABLE[other])))[:most])


def twins(name: str) -> tuple[str, ...]:
    """Return the presets with exactly the same rules.

    >>> twins("code-golf")
    ('codeforces-546c',)
    """
    return tuple(other for other in PLAYABLE if other != name and PLAYABLE[other] == PLAYABLE[name])


def apart_words(one: Rules, other: Rules) -> str:
    """Say in which rules the second rule set differs from the first, and how.

    >>> apart_words(PLAYABLE["code-golf"], PLAYABLE["advent-of-code-22"])
    'winner’s cards first instead of loser’s cards first'
    """
    return "; ".join(
        f"{other.said(rule).brief} instead of {one.said(rule).brief}" for rule in other.apart(one)
    )
