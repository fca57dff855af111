"""The report of a diagnosis: the judge, each case, what explains the answers, where the games part."""

from collections.abc import Sequence
from datetime import date
from typing import Final

import pandas as pd

from dashboard.charts.parts.panel import Panel
from dashboard.exports.footer import of_diagnosis, rule_set_name
from dashboard.exports.report import Contents, linked, made_by, page_of
from engine.diagnose import Answer, Diagnosis, Parting
from engine.words.sentences import Part, Sentence, count, plain, rules_in_words

CASES: Final = "The cases"
EXPLANATIONS: Final = "What explains your program’s answers"
NEAREST: Final = "What comes closest"


def diagnosis_report(
    diagnosis: Diagnosis,
    words: Sequence[str],
    partings: Sequence[Parting],
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
    tables = {CASES: cases_table(diagnosis, partings), **_why(diagnosis)}
    again = "The same deals and answers give the same diagnosis."
    return page_of(Contents(headline, foot, panels, images, judge, facts, again, tables))


def cases_table(diagnosis: Diagnosis, partings: Sequence[Parting]) -> pd.DataFrame:
    """Return a row a case: the deal, what was expected and said, and where both games first differ."""
    cases = diagnosis.cases
    columns = {
        "case": range(1, len(cases) + 1),
        "deal": [case.deal.text for case in cases],
        "the judge expects": [_answered(case.expected) for case in cases],
        "your program says": [_answered(case.got) for case in cases],
    }
    if partings:
        columns["where the games part"] = [parting.all_words for parting in partings]
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
