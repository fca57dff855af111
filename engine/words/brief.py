"""Rules in a few words, for the rows and axes of charts; full sentences are in `engine.words.sentences`."""

from functools import lru_cache

from engine.rules import PLAYABLE, PRESETS, RULE_NAMES, USUAL_RULES, Rules, rules_called


@lru_cache(256)
def in_brief(rules: Rules) -> str:
    """Return what sets rules apart: their pick-up order, and whatever else is not as usual.

    >>> in_brief(Rules())
    'loser’s cards first'
    >>> in_brief(PLAYABLE["codingame"])
    '3 down, player 1’s cards first, short draws'
    """
    told = {"pickup", *rules.apart(Rules())}
    return ", ".join(rules.said(name).brief for name in RULE_NAMES if name in told)


def called(name: str) -> str:
    """Return what a rule set is called: a preset's title, or what sets its rules apart.

    >>> called("codingame"), called("1.LOSER_FIRST.LOSES.DRAW.HIGH")
    ('CodinGame', 'loser’s cards first')
    """
    return PRESETS[name].title if name in PRESETS else in_brief(rules_called(name))


@lru_cache(1024)  # every choice of a rule set names them all, each time a page is drawn
def named(name: str, near: tuple[str, ...] = (USUAL_RULES,)) -> tuple[str, str]:
    """Return the title of a rule set and what to say beside it, by a preset's name or a rule code.

    A code is called after what it changes in the nearest preset that is not the same; of equally near
    ones the first of `near`, names of presets, is taken.

    >>> named("code-golf")
    ('Code golf', 'loser’s cards first')
    >>> named("2.LOSER_FIRST.LOSES.DRAW.HIGH")
    ('2 down', 'otherwise as Code golf')
    """
    if name in PRESETS:
        return PRESETS[name].title, in_brief(PRESETS[name].playable)
    rules = Rules.parse(name)
    # A code, not a name, was asked for: said as a change even where another preset has these rules.
    others = [other for other in (*near, USUAL_RULES, *PLAYABLE) if PLAYABLE.get(other, rules) != rules]
    closest = min(others, key=lambda other: len(rules.apart(PLAYABLE[other])))
    words = ", ".join(rules.said(rule).brief for rule in rules.apart(PLAYABLE[closest]))
    return words[0].upper() + words[1:], f"otherwise as {PRESETS[closest].title}"
