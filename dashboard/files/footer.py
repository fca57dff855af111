"""What every exported picture says under it, and codes to scan."""

import io
import re
from collections.abc import Sequence
from datetime import date
from typing import Final

import segno

from dashboard.charts import Behind, Drawing
from engine.cards import Pack
from engine.diagnose import Diagnosis
from engine.game import Game
from engine.jobs import Job
from engine.numbers import count, ordinal
from engine.rules import RULE_DESCRIPTIONS, Rules, preset_of, rules_name
from engine.simulation import Sweep
from engine.tables import versions
from engine.wording import hands_in_words, named

# A link as a code to scan, drawn here: nobody else is asked for it.


def code(link: str) -> str:
    """Return a link as the SVG of a QR code, black on white in either theme, or no phone reads it.

    >>> code("https://war.example.org")[:64]  # with four modules of white on each side
    '<svg xmlns="http://www.w3.org/2000/svg" width="132" height="132"'
    """
    file = io.BytesIO()
    made = segno.make_qr(link, error="l")
    made.save(file, kind="svg", xmldecl=False, svgns=True, light="#fff", border=4, scale=4)
    return file.getvalue().decode().strip()


_HERE: Final = re.compile(r"https?://(localhost|127\.|\[::1\])")
"""How the address of a server begins that only this computer reaches."""

# What was played, in words: the facts of a report, and the lines under a picture that leaves the page.

NAMED: Final = 3  # rule sets of a comparison that are named; of more the rest is counted
DEAL_SHOWN: Final = 120  # characters of a deal that are written out: an ordinary pack and more


def of_job(asked: Job | Sweep, games: int, link: str) -> tuple[str, ...]:
    """Return the lines under charts of a job, or of one rule varied, of which n games are counted.

    >>> from engine.simulation import Study
    >>> for line in of_job(Study(rules=Rules(), games=100_000, seed=7), 42_000, "/simulate?v=1"): print(line)
    ... # doctest: +ELLIPSIS
    Code golf: loser’s cards first
    52 cards, 4 of each of 13 ranks, dealt in halves · 42,000 of 100,000 games · seed 7
    /simulate?v=1
    War Room ...
    """
    job = asked.comparison if isinstance(asked, Sweep) else asked
    words = in_words(job, games)
    played = f"{words['Cards']} · {words['Games']} · seed {words['Seed']}"
    rule_sets = [study.rules for study in job.studies()]
    rules = _varied(asked) if isinstance(asked, Sweep) else _rules_line(rule_sets)
    return (rules, played, link, _by())


def _varied(swept: Sweep) -> str:
    """Name the rule that is varied, and the rule set that has all others."""
    base = named(rules_name(swept.comparison.rule_sets[swept.base]))[0]
    label = RULE_DESCRIPTIONS[swept.rule].label
    return f"{label}: all {len(swept.values)} values, other rules as in {base}, on the same deals"


def of_picture(foot: Sequence[str], figure: Drawing, words: str) -> tuple[str, ...]:
    """Return the lines under one chart: in the second, on how many games its marks rest, and how sure it is.

    `words` are those that stand above it. A picture goes to others, for whom a link to this computer is dead.
    """
    title, of_what, *rest = foot
    rest = [line for line in rest if not _HERE.match(line)]
    precision = "95 % intervals" if figure.has_intervals else "± at 95 %" if "±" in words else ""
    return (title, " · ".join(filter(None, (of_what, _rests(figure.behind, of_what), precision))), *rest)


def _rests(behind: Behind | None, text: str) -> str:
    """Say on how many games each mark rests; nothing where none is counted, or where all of it is `said`.

    >>> _rests(Behind("dot", [2191, 376]), ""), _rests(Behind("bar", [500]), "500 games · seed 1")
    ('each dot is based on 376 to 2,191 games', '')
    """
    games = sorted(filter(None, behind.games)) if behind else []
    if not behind or not games:
        return ""
    most = count(games[-1], behind.noun)
    if games[0] < games[-1]:
        return f"each {behind.mark} is based on {games[0]:,} to {most}"
    return "" if most in text.split(" · ") else f"each {behind.mark} is based on {most}"


def of_game(game: Game, link: str, *, stream: str = "") -> tuple[str, ...]:
    """Return the lines under a chart of one game; `stream` says where random pick-ups come."""
    deal = game.deal.text
    shown = deal if len(deal) <= DEAL_SHOWN else f"{count(game.deal.size, 'card')}: {deal[:DEAL_SHOWN]} …"
    return (_rules_line([game.rules]), " · ".join(filter(None, (shown, stream))), link, _by())


def of_pack(rules: Rules, pack: Pack, deals: int, link: str) -> tuple[str, ...]:
    """Return the lines under a chart of every deal of a pack."""
    return (_rules_line([rules]), f"All {count(deals, 'deal')} of {_cards(pack)}: counted", link, _by())


def of_lines(*lines: str, link: str) -> tuple[str, ...]:
    """Return the lines under a chart of no run of ours: what it is of, then what stands under all."""
    return (*lines, link, _by())


def of_diagnosis(diagnosis: Diagnosis, link: str) -> tuple[str, ...]:
    """Return the lines under what is told of a program's answers."""
    judge = f"Judge: {_rules_line([diagnosis.judge.rules])}"
    first = diagnosis.cases[0].deal.text
    tests = count(len(diagnosis.cases), "test")
    asked = first if len(diagnosis.cases) == 1 else f"{tests}, first deal {first}"
    shown = asked if len(asked) <= DEAL_SHOWN else f"{asked[:DEAL_SHOWN]} …"
    return tuple(filter(None, (judge, shown, link, _by())))


def _cards(pack: Pack) -> str:
    return f"{count(pack.size, 'card')}, {pack.copies:,} of each of {count(pack.ranks, 'rank')}"


def today() -> str:
    """Return the day as people write it, such as 2 November 2026."""
    return f"{date.today().day} {date.today():%B %Y}"


def _by() -> str:
    return f"War Room {versions()['war_room']}, {today()}"


def _rules_line(rule_sets: Sequence[Rules]) -> str:
    names = [named(rules_name(rules)) for rules in rule_sets]
    if len(names) == 1:
        return ": ".join(names[0])
    titles = [title for title, _ in names]
    more = [f"{len(titles) - NAMED} more"] if len(titles) > NAMED + 1 else []
    shown = [*(titles[:NAMED] if more else titles), *more]
    return f"{', '.join(shown[:-1])} and {shown[-1]}, on the same deals"


def rule_set_name(rules: Rules) -> str:
    """Return what a rule set is called, with its code."""
    preset = preset_of(rules)
    return f"Custom rules, {rules.code}" if preset is None else f"{preset.title}, {rules.code}"


def in_words(job: Job, games: int) -> dict[str, str]:
    """Say what was played, by headings of a list.

    >>> from engine.simulation import Study
    >>> in_words(Study(rules=Rules(), games=100_000, seed=7), 42_000)["Games"]
    '42,000 of 100,000 games'
    """
    study = job.studies()[0]
    pack, hands = study.pack, study.hands
    dealt = ", dealt in halves" if hands is None else f": {hands_in_words(pack, hands)} ({hands.text})"
    all_of = "" if games == job.games else f"{games:,} of "
    words = {
        "Games": f"{all_of}{count(job.games, 'game')}",
        "Cards": f"{_cards(pack)}{dealt}",
        "Seed": str(study.seed),
        "Cut off": f"after {count(study.limit, 'round')}",
    }
    if study.sample > 1:
        early = f"the first {count(study.followed, 'game').removeprefix('1 ')} and " if study.followed else ""
        words["Recorded in full"] = f"{early}every {ordinal(study.sample)} game, for deck sizes and loops"
    return words
