"""Reports of a game and of a diagnosis, and the replay as a file."""

import json
from collections.abc import Sequence
from datetime import date
from functools import cache
from html import escape
from typing import Final

import pandas as pd

from dashboard.charts.chart import Panel
from dashboard.charts.game.charts import headline, why
from dashboard.components import text_of
from dashboard.components.board import SCRIPT, Replay
from dashboard.files.footer import of_diagnosis, of_game, rule_set_name
from dashboard.files.report import (
    Contents,
    Looks,
    data_in,
    document,
    linked,
    linked_html,
    made_by,
    marked_html,
    page_of,
)
from engine.diagnose import Answer, Diagnosis, FirstDifference
from engine.game import Game
from engine.numbers import count
from engine.rules import rules_name
from engine.wording.sentences import Part, Sentence, plain, rules_in_words

# The report of one game: its charts, its rules and its deal, in a file that opens without a network.


def game_report(
    game: Game, panels: Sequence[Panel], images: Sequence[str], link: str, *, stream: str = ""
) -> bytes:
    """Return the report of a game as HTML (UTF-8); `stream` says where random pick-ups come."""
    made = date.today()
    facts = {
        "Deal": f"<code>{escape(game.deal.text)}</code>",
        "Cards": f"{game.deal.size:,}",
        **({"Pick-ups": escape(stream)} if stream else {}),
        "Length": ", ".join(
            (count(game.rounds, "round"), count(game.battles, "battle"), count(game.wars, "war"))
        ),
        "Made": made_by(made),
        "Link": linked(link),
    }
    rules = {rule_set_name(game.rules): tuple(rules_in_words(game.rules).values())}
    name = rules_name(game.rules)
    said = [headline(game, name), why(game, name)]
    foot = of_game(game, link, made, stream=stream)
    again = "The same deal and rules, and of random pick-ups the same seed, give the same game."
    return page_of(Contents(said, foot, panels, images, rules, facts, again))


# The report of a diagnosis: the judge, each case, what explains the answers, where the games part.

CASES: Final = "The cases"
EXPLANATIONS: Final = "What explains your program’s answers"
NEAREST: Final = "What comes closest"


def diagnosis_report(
    diagnosis: Diagnosis,
    words: Sequence[str],
    first_differences: Sequence[FirstDifference],
    panels: Sequence[Panel],
    images: Sequence[str],
    link: str,
) -> bytes:
    """Return the report of a diagnosis as HTML (UTF-8).

    `words` are the finding and the line under it, plain; `partings` say of each case where the explanation
    that is looked at leaves the judge's game; without one there are none.
    """
    made = date.today()
    headline: list[Sentence] = [(Part(text),) for text in words]
    foot = of_diagnosis(diagnosis, link, made)
    rules = diagnosis.judge.rules
    facts = {
        "Cases": count(len(diagnosis.cases), "case"),
        "Tried": f"{count(diagnosis.rule_sets, 'rule set')}, {count(diagnosis.programs, 'program')}",
        "Made": made_by(made),
        "Link": linked(link),
    }
    judge = {f"The judge: {rule_set_name(rules)}": tuple(rules_in_words(rules).values())}
    tables = {CASES: cases_table(diagnosis, first_differences), **_why(diagnosis)}
    again = "The same deals and answers give the same diagnosis."
    return page_of(Contents(headline, foot, panels, images, judge, facts, again, tables))


def cases_table(diagnosis: Diagnosis, first_differences: Sequence[FirstDifference]) -> pd.DataFrame:
    """Return a row a case: the deal, what was expected and said, and where both games first differ."""
    cases = diagnosis.cases
    columns = {
        "case": range(1, len(cases) + 1),
        "deal": [case.deal.text for case in cases],
        "the judge expects": [_answered(case.expected) for case in cases],
        "your program says": [_answered(case.got) for case in cases],
    }
    if first_differences:
        columns["where the games part"] = [parting.all_words for parting in first_differences]
    return pd.DataFrame(columns)


def _answered(answer: Answer | None) -> str:
    return "not said" if answer is None else ", ".join(answer.text.splitlines())


def _why(diagnosis: Diagnosis) -> dict[str, pd.DataFrame]:
    """Return the explanations, the likeliest first, or what comes closest, by its heading."""
    if diagnosis.right_outcome:
        return {}
    if not diagnosis.explanations:
        near = [
            (plain(near.sentence), "; ".join(", ".join(answer.splitlines()) for answer in near.answers))
            for near in diagnosis.nearest
        ]
        return {NEAREST: pd.DataFrame(near, columns=["a program like this", "would say"])}
    told = [(plain(one.sentence), one.program.code) for one in diagnosis.explanations]
    table = pd.DataFrame(told, columns=["explanation, the likeliest first", "code"])
    return {EXPLANATIONS: table.map(lambda text: text.replace("'", "’"))}


# A replay as one HTML file that plays without a network: the board of the Game page, keys and all.

SHADES: Final = (
    *("background-color", "secondary-background-color", "text-color", "border-color", "primary-color"),
    *("blue-color", "blue-text-color", "orange-color", "orange-text-color"),
    *("yellow-color", "yellow-text-color", "gray-color", "gray-text-color"),
)
"""The shades that the board takes from its page, named as its style sheet names them."""

_EXPORTED: Final = "export default function"


def replay_page(
    replay: Replay, verdict: Sentence, lines: Sequence[Sentence], footer: Sequence[str], looks: Looks
) -> bytes:
    """Return the page as HTML (UTF-8), which may ask nothing of any machine.

    `verdict` and `lines` stand above the board, `footer` under it. Of a long game the replay is a
    stretch; the page says so.
    """
    told = [*map(marked_html, lines), escape(_part(replay))]
    words = {
        "verdict": marked_html(verdict),
        "lines": "".join(f"<p>{line}</p>" for line in told if line),
        "footer": "".join(f"<p>{linked_html(line)}</p>" for line in footer),
        "replay": data_in("replay", json.dumps(replay, separators=(",", ":"))),
    }
    shades = {theme: {f"st-{name}": looks[theme][name] for name in SHADES} for theme in looks}
    style = text_of("board/board.css")
    return document("replay", words, title=plain(verdict), looks=shades, style=style, scripts=[_script()])


def _part(replay: Replay) -> str:
    """Say which rounds are in the file, where not all are."""
    first, played = replay["from"], len(replay["rounds"]) // replay["width"]
    if played == replay["last"]:
        return ""
    return f"Rounds {first:,} to {first + played - 1:,} of {count(replay['last'], 'round')}."


@cache
def _script() -> str:
    """Return the board's script as one that a page can run by itself: nothing is reported to anybody."""
    mount, board = (
        SCRIPT.replace(_EXPORTED, "const mount = function"),
        (
            'mount({ data: { sent: JSON.parse(document.getElementById("replay").textContent), alone: true }, '
            'parentElement: document.getElementById("board"), setStateValue: () => {} });'
        ),
    )
    return f"{mount}\n{board}"
