"""Charts of questions, published figures and endless deals that were built: a reviewed file each."""

from types import SimpleNamespace
from typing import Any

from approved import Reviewed
from chart_text import LIGHT, chart_text, figure_text, lines, table_text, title_and_notes

from dashboard.charts import library, records
from engine.library import QUESTIONS, beside, claims, construction, published
from engine.rules import PRESETS

ACCENT = "#123456"


def title(code: str) -> str:
    return PRESETS[code].title if code in PRESETS else code


def test_answers(reviewed: Reviewed) -> None:
    drawn = []
    for name, guess in (("long", None), ("long", 30), ("long", 1_000), ("four-aces", 90), ("wars", None)):
        answers = beside(QUESTIONS[name])
        figure = library.dots_figure(QUESTIONS[name], answers, guess, ACCENT, LIGHT)
        table = table_text(library.table(QUESTIONS[name], answers))
        drawn.append(f"# {name}, guess {guess}\n{figure_text(figure)}\n{table}")
    reviewed(*drawn)


def test_a_class(reviewed: Reviewed) -> None:
    drawn = []
    for name, guesses in (("long", (300.0, 302.0, 900.0, 301.0)), ("four-aces", (75.0,) * 30)):
        answer = next(iter(beside(QUESTIONS[name]).values()))
        for shown in (answer, None):
            drawn.append(figure_text(library.class_strip(QUESTIONS[name], guesses, shown, ACCENT, LIGHT)))
    reviewed(*drawn)


def test_claims(reviewed: Reviewed) -> None:
    """Every claim's words, and the chart of the first of each verdict."""
    shown = {name: claim for name, claim in claims().items() if library.is_drawn(claim)}
    first: dict[str, str] = {}
    for name, claim in shown.items():
        first.setdefault(published.saved_verdict(claim).value, name)
    texts = {name: title_and_notes(library.panel(claim, title)) for name, claim in shown.items()}
    reviewed(lines(texts), *(chart_text(library.panel(claims()[name], title)) for name in first.values()))


def test_the_table_of_claims(reviewed: Reviewed) -> None:
    chosen = [*claims().values()]
    cells = {
        one.name: " | ".join(part.text for cell in library.cells(one, title) for part in cell)
        for one in chosen
    }
    found = {
        f"{words} {source}": library.line_of(
            library.selected(verdict="", words=words, source=source, rules="", by_verdict=True)
        )
        for words, source in (("", ""), ("wars", ""), ("no such word", ""), ("", library.sources()[0]))
    }
    sheet = library.sheet(chosen, title)
    reviewed(lines(cells), lines(found), str(library.choices()), f"{sheet.name}: {table_text(sheet.table)}")


def test_a_card_stands_in_the_middle_of_those_that_it_meets() -> None:
    met: Any = SimpleNamespace(levels=[(5, 0, 1), (2, 3, 4)], beats={(5, 2), (0, 4), (1, 3), (1, 4)})
    across = {card: place for card, (place, _) in records.places(met).items()}
    assert across[5] < across[1] < across[0]


def test_endless_deals(reviewed: Reviewed) -> None:
    drawn: list[str] = []
    texts: dict[str, str] = {}
    for number in (0, 1, 2, 3):
        built = construction(number)
        panels = records.winners_panel(built), records.ring_panel(built), records.beating_panel(built)
        texts |= {f"{panel.name} {number}": title_and_notes(panel) for panel in panels}
        if not number:
            drawn = [chart_text(panel) for panel in panels]
    reviewed(lines(texts), *drawn)
