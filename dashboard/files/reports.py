"""HTML files of their own: reports, the replay, the sheet to print, the page that is not there."""

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any, Final, NamedTuple

import pandas as pd
from plotly.offline import get_plotlyjs

from dashboard.charts import THEMES, Panel, ThemeName
from dashboard.charts.game import headline as game_headline
from dashboard.charts.game import why
from dashboard.components import PICTURE, SCRIPT, Replay, still_figure, text_of, without_clicks
from dashboard.files import footer
from engine.diagnose import Answer, Diagnosis, FirstDifference
from engine.game import Game
from engine.jobs import Job
from engine.library import AskedQuestion, beside, saved_answer
from engine.numbers import count
from engine.rules import Rules, rules_name
from engine.simulation import Sweep, Tallies
from engine.tables import file_stem, versions
from engine.wording import Part, Sentence, plain, rules_in_words

# A page that is one file: it opens without a network and asks nothing of any machine.

Looks = Mapping[ThemeName, Mapping[str, str]]
"""Of each theme the shades of a page, by the names that its style has for them; a page to print has none."""

_HERE: Final = Path(__file__).parent
_SHADES: Final[Looks] = {
    name: {
        shade.removesuffix("_text").replace("_", "-"): f"{value}" for shade, value in theme._asdict().items()
    }
    for name, theme in THEMES.items()
}


def document(
    name: str,
    words: Mapping[str, str],
    *,
    title: str,
    looks: Looks,
    style: str = "",
    scripts: Sequence[str] = (),
) -> bytes:
    """Return the page `name` as HTML (UTF-8): its body with these words, which are HTML, and its style.

    `title` is plain text, `style` comes after the page's own, `scripts` run in their order behind the body.
    """
    return (
        Template(_text("document.html"))
        .substitute(
            policy=escape(_policy(tuple(scripts))),
            schemes="light dark" if looks else "light",
            title=escape(title),
            style="\n".join([*_document_shades(looks), _text(f"{name}.css"), style]),
            body=Template(_text(f"{name}.html")).substitute(words),
            scripts="".join(f"\n<script>{script}</script>" for script in scripts),
        )
        .encode()
    )


def hashed(script: str) -> str:
    """Return the source by which a policy lets in this script and no other."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def data_in(name: str, text: str) -> str:
    """Return JSON as an element that the page's scripts find by its name; no text in it can break out."""
    safe = text.replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{safe}</script>'


def _text(file: str) -> str:
    return (_HERE / file).read_text(encoding="utf-8").removesuffix("\n")


@cache
def _policy(scripts: tuple[str, ...]) -> str:
    """Return what the page may do: run these scripts, style itself, show pictures it made itself."""
    run = f"script-src {' '.join(map(hashed, scripts))}; " if scripts else ""
    return (
        f"default-src 'none'; {run}style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _document_shades(looks: Looks) -> list[str]:
    roots = {
        theme: f":root {{ {' '.join(f'--{name}: {shade};' for name, shade in shades.items())} }}"
        for theme, shades in looks.items()
    }
    if "dark" in roots:  # on paper a page is light
        roots["dark"] = f"@media screen and (prefers-color-scheme: dark) {{ {roots['dark']} }}"
    return list(roots.values())


# Sentences of ours, and links, as HTML.

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


# The sheet for a class: HTML to print, every question with a box for the guess, then the answers.


def sheet(questions: Iterable[AskedQuestion], link: str) -> bytes:
    """Return the sheet as HTML (UTF-8): the questions on a first page, the answers on a second."""
    asked = [*questions]
    rules = asked[0].by.whose
    title = f"{len(asked)} questions people ask about War"
    words = {
        "title": title,
        "rules": escape(rules),
        "guesses": "\n".join(_guess(question, rules) for question in asked),
        "answers": "\n".join(map(_answer, asked)),
        "made": escape(f"Made {footer.today()} by War Room; every number can be repeated: {link}"),
    }
    return document("sheet", words, title=title, looks={})


def _guess(question: AskedQuestion, rules: str) -> str:
    by = "" if question.by.whose == rules else f" (By {question.by.whose}.)"
    prompt = f"{question.guess.prompt} {question.guess.hint}".strip() + by
    words = f"<div><b>{escape(question.asks)}</b><p>{escape(prompt)}</p></div>"
    return f'<li><div class="ask">{words}<div class="box">{escape(question.guess.unit)}</div></div></li>'


def _answer(question: AskedQuestion) -> str:
    answer = saved_answer(question)
    _, *others = beside(question).items()
    changed = (f"{name} {question.written(number.value)}{question.unit}" for name, number in others)
    lines = (question.precision(answer), f"With one rule changed: {'; '.join(changed)}.")
    notes = "".join(f'<p class="note">{escape(line)}</p>' for line in lines)
    return f"<li><b>{escape(question.sentence(answer))}</b>{notes}</li>"


# What is shown at an address at which there is no page: where one is, and the way to the game.


def not_found(path: str) -> bytes:
    """Return the page that says so as HTML (UTF-8)."""
    title = "There is no page here"
    words = {"title": f"{title}.", "path": escape(path)}
    return document("not_found", words, title=title, looks=_SHADES)


# The report: one HTML file with every chart of a study that opens without a network, for ever.

MOST_TABLE_ROWS: Final = 1_000
"""Rows of a table that a report shows: more make it slow to open and nobody reads them."""

AGAIN: Final = "The same rules, pack, games and seed give the same counts, bit for bit."


class Contents(NamedTuple):
    """What stands in a report."""

    headline: Sequence[Sentence]
    foot: tuple[str, ...]
    """What it is of, as under every picture: the report begins with it."""
    panels: Mapping[str, Panel]
    rules: Mapping[str, Rules]
    facts: Mapping[str, str]
    """All it takes to do it again, by headings; HTML."""
    again: str
    """What doing it again gives."""
    tables: Mapping[str, pd.DataFrame] = {}
    """What is shown without a chart, by headings."""


def report(
    asked: Job | Sweep, summary: Tallies, panels: Sequence[Panel], headline: Sequence[Sentence], link: str
) -> bytes:
    """Return the report of a run as HTML (UTF-8): headline, what was played, every panel with its table.

    `headline` is the verdict and the lines under it.
    """
    job = asked.comparison if isinstance(asked, Sweep) else asked
    named = {file_stem(job, panel.file, summary.games): panel for panel in panels}
    foot = footer.of_job(asked, summary.games, link)
    rules = {footer.rule_set_name(study.rules): study.rules for study in job.studies()}
    facts = {name: escape(text) for name, text in footer.in_words(job, summary.games).items()}
    facts |= {
        "Made": made_by(),
        "Study": f"<code>{job.key()}</code>",
        "Counts": f"<code>{summary.sha256()}</code>",
        "Link": linked(link),
    }
    return page_of(Contents(headline, foot, named, rules, facts, AGAIN))


def page_of(contents: Contents) -> bytes:
    """Return a report as HTML (UTF-8). Plotly is inside, and a policy forbids the file to ask anything of
    any machine.
    """
    panels, charts = list[str](), list[dict[str, Any]]()
    for number, (image, panel) in enumerate(contents.panels.items()):
        drawn = {name: panel.draw(theme) for name, theme in THEMES.items()}
        panels.append(_panel(number, panel, footer.of_picture(contents.foot, drawn["light"], panel.words)))
        charts.append({"image": image, **{name: still_figure(figure) for name, figure in drawn.items()}})
    lines = [*map(marked_html, contents.headline[1:]), *map(escape, contents.foot[:2])]
    words = {
        "finding": marked_html(contents.headline[0]),
        "lines": "".join(f"<p>{line}</p>" for line in lines if line),
        "tables": "\n".join(
            f'<section class="data"><h2>{escape(heading)}</h2>{_table(table)}</section>'
            for heading, table in contents.tables.items()
        ),
        "panels": "\n".join(panels),
        "rules": "\n".join(_rules(name, rules) for name, rules in contents.rules.items()),
        "facts": "\n".join(
            f"<dt>{escape(name)}</dt><dd>{meaning}</dd>" for name, meaning in contents.facts.items()
        ),
        "again": escape(contents.again),
        "charts": data_in("charts", json.dumps(charts, separators=(",", ":"))),
    }
    scripts = _scripts() if contents.panels else ()
    title = plain(contents.headline[0])
    return document("report", words, title=title, looks=_SHADES, scripts=scripts)


@cache
def _scripts() -> tuple[str, str]:
    """Return Plotly and our own script as a browser reads and hashes them: with plain line ends."""
    own = "\n".join((PICTURE, (_HERE / "report.js").read_text(encoding="utf-8")))
    plotly: str = get_plotlyjs()
    return plotly.replace("\r\n", "\n").replace("\r", "\n"), own


def _panel(number: int, panel: Panel, foot: Sequence[str]) -> str:
    title = f"<h2>{escape(panel.heading)}</h2>" if panel.heading else ""
    note, finding = without_clicks(panel.note), panel.title if panel.label else ""
    alt = escape(without_clicks(panel.alt))
    return "\n".join(
        [
            f'<section class="panel" data-title="{escape(panel.heading)}" data-finding="{escape(finding)}"'
            f' data-note="{escape(note)}" data-footer="{escape(chr(10).join(foot))}">',
            title,
            f"<p>{escape(finding)}</p>" if finding else "",
            f'<p class="note">{escape(note)}</p>' if note else "",
            f'<div class="chart" id="chart-{number}" role="img" aria-label="{alt}"></div>',
            '<p class="save"><button type="button">PNG</button> <button type="button">SVG</button></p>',
            f"<details><summary>Table</summary>{_table(panel.table)}</details>",
            "</section>",
        ]
    )


def _table(table: pd.DataFrame) -> str:
    shown = table.head(MOST_TABLE_ROWS)
    numeric = [pd.api.types.is_numeric_dtype(kind) for kind in table.dtypes]
    head = "".join(_cell("th", str(name), right) for name, right in zip(table.columns, numeric, strict=True))
    rows = (
        "".join(_cell("td", _written(value), right) for value, right in zip(row, numeric, strict=True))
        for row in shown.itertuples(index=False, name=None)
    )
    more = ""
    if len(table) > len(shown):
        more = (
            f'<p class="note">The first {len(shown):,} of {len(table):,} rows; '
            "the tables that can be downloaded beside this report hold all.</p>"
        )
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    table_html = f"<table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table>"
    return f'{more}<div class="wide" tabindex="0">{table_html}</div>'


def _cell(tag: str, text: str, right: bool) -> str:
    kind = ' class="number"' if right else ""
    return f"<{tag}{kind}>{escape(text)}</{tag}>"


def _written(value: Any) -> str:
    """Return a cell for reading: numbers with commas and six digits that count, what is missing empty."""
    if value is None or value is pd.NA or value != value:
        return ""
    if isinstance(value, str | bool):
        return str(value)
    return f"{int(value):,}" if float(value).is_integer() else f"{value:,.6g}"


def made_by() -> str:
    """Return when a report was made and by what."""
    by = versions()
    return (
        f"{footer.today()} by War Room {by['war_room']} "
        f"(deals version {by['stream']}, counts version {by['tallies']})"
    )


def _rules(name: str, rules: Rules) -> str:
    lines = "".join(f"<li>{marked_html(sentence)}</li>" for sentence in rules_in_words(rules).values())
    return f"<h3>{escape(name)}</h3><ul>{lines}</ul>"


def linked(link: str) -> str:
    """Return a link that can be followed, or the text of one that needs a War Room's address before it; or
    that there is none.

    >>> linked("")
    'more than a link can carry'
    """
    if not link:
        return "more than a link can carry"
    if link.startswith(WEB):
        return linked_html(link)
    return f"<code>{escape(link)}</code> after the address of any War Room"


# The report of one game: its charts, its rules and its deal, in a file that opens without a network.


def game_report(game: Game, panels: Mapping[str, Panel], link: str, *, stream: str = "") -> bytes:
    """Return the report of a game as HTML (UTF-8), its panels by the names of their pictures.

    `stream` says where random pick-ups come.
    """
    facts = {
        "Deal": f"<code>{escape(game.deal.text)}</code>",
        "Cards": f"{game.deal.size:,}",
        **({"Pick-ups": escape(stream)} if stream else {}),
        "Length": f"{count(game.rounds, 'round')}, {count(game.battles, 'battle')}, "
        f"{count(game.wars, 'war')}",
        "Made": made_by(),
        "Link": linked(link),
    }
    name = rules_name(game.rules)
    headline = [game_headline(game, name), why(game, name)]
    foot = footer.of_game(game, link, stream=stream)
    rules = {footer.rule_set_name(game.rules): game.rules}
    again = "The same deal and rules, and of random pick-ups the same seed, give the same game."
    return page_of(Contents(headline, foot, panels, rules, facts, again))


# The report of a diagnosis: the judge, each case, what explains the answers, where the games part.

CASES: Final = "Tests"
EXPLANATIONS: Final = "Possible causes"
NEAREST: Final = "Closest programs"


def diagnosis_report(
    diagnosis: Diagnosis,
    words: Sequence[str],
    first_differences: Sequence[FirstDifference],
    panels: Mapping[str, Panel],
    link: str,
) -> bytes:
    """Return the report of a diagnosis as HTML (UTF-8).

    `words` are the finding and the line under it, plain; `first_differences` say of each case where the
    explanation that is looked at leaves the judge's game; without one there are none. `panels` are named as
    their pictures.
    """
    headline: list[Sentence] = [(Part(text),) for text in words]
    foot = footer.of_diagnosis(diagnosis, link)
    rules = diagnosis.judge.rules
    facts = {
        "Tests": count(len(diagnosis.cases), "test"),
        "Tried": f"{count(diagnosis.rule_sets, 'rule set')}, {count(diagnosis.programs, 'program')}",
        "Made": made_by(),
        "Link": linked(link),
    }
    judge = {f"The judge: {footer.rule_set_name(rules)}": rules}
    tables = {CASES: cases_table(diagnosis, first_differences), **_why(diagnosis)}
    again = "The same deals and answers give the same diagnosis."
    return page_of(Contents(headline, foot, panels, judge, facts, again, tables))


def cases_table(diagnosis: Diagnosis, first_differences: Sequence[FirstDifference]) -> pd.DataFrame:
    """Return a row a case: the deal, what was expected and said, and where both games first differ."""
    cases = diagnosis.cases
    columns = {
        "test": range(1, len(cases) + 1),
        "deal": [case.deal.text for case in cases],
        "the judge expects": [_answered(case.expected) for case in cases],
        "your program says": [_answered(case.got) for case in cases],
    }
    if first_differences:
        columns["first difference"] = [difference.all_words for difference in first_differences]
    return pd.DataFrame(columns)


def _answered(answer: Answer | None) -> str:
    return "not said" if answer is None else ", ".join(answer.text.splitlines())


def _why(diagnosis: Diagnosis) -> dict[str, pd.DataFrame]:
    """Return the explanations, the likeliest first, or what comes closest, by its heading."""
    if diagnosis.right_outcome:
        return {}
    if not diagnosis.explanations:
        near = [
            (plain(one.sentence), "; ".join(one.answers).replace("\n", ", ")) for one in diagnosis.nearest
        ]
        return {NEAREST: pd.DataFrame(near, columns=["program", "would say"])}
    causes = [(plain(one.sentence), one.program.code) for one in diagnosis.explanations]
    return {EXPLANATIONS: pd.DataFrame(causes, columns=["cause, the likeliest first", "code"])}


# A replay as one HTML file that plays without a network: the board of the Game page, keys and all.

SHADES: Final = (
    *("background-color", "secondary-background-color", "text-color", "border-color", "primary-color"),
    *("blue-color", "blue-text-color", "orange-color", "orange-text-color"),
    *("yellow-color", "yellow-text-color", "gray-color", "gray-text-color"),
)
"""The shades that the board takes from its page, named as its style sheet names them."""

_MOUNTED: Final = """mount({
  data: { sent: JSON.parse(document.getElementById("replay").textContent), alone: true },
  parentElement: document.getElementById("board"), setStateValue: () => {},
});"""


def replay_page(
    replay: Replay, verdict: Sentence, lines: Sequence[Sentence], footer: Sequence[str], looks: Looks
) -> bytes:
    """Return the page as HTML (UTF-8), which may ask nothing of any machine.

    `verdict` and `lines` stand above the board, `footer` under it. Of a long game the replay is a
    stretch; the page says so.
    """
    above = [*map(marked_html, lines), escape(_part(replay))]
    words = {
        "verdict": marked_html(verdict),
        "lines": "".join(f"<p>{line}</p>" for line in above if line),
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
    """Return the board's script as one that a page can run by itself: nothing is reported to the server."""
    mount = SCRIPT.replace("export default function", "const mount = function")
    return f"{mount}\n{_MOUNTED}"
