"""Figures of the library's pages and of Diagnose, whose words are measured."""

from collections.abc import Iterable
from itertools import product

import numpy as np
from labels import LIGHT, Figures

from dashboard.charts import library, packs, packs_graph, records
from dashboard.charts.game import decks
from dashboard.charts.game.decks import TwoGames
from dashboard.ui.frame import rules_title
from engine.cards import Pack
from engine.library import QUESTIONS, AskedQuestion, beside, claims, construction
from engine.rules import PLAYABLE
from engine.simulation.counting import exact

ACCENT = "#123456"


def asked(questions: Iterable[AskedQuestion]) -> Figures:
    """Yield each question's dots without a guess and with low, middle and high ones, and a class's strip."""
    for question in questions:
        answers, guess = beside(question), question.guess
        own = next(iter(answers.values()))
        for output in (None, 0, guess.high // 2, guess.high):
            figure = library.dots_figure(question, answers, output, ACCENT, LIGHT)
            yield f"{question.name}, guess {output}", figure
        for guesses in ([0] * 30, [guess.high] * 30, range(0, guess.high, guess.step)):
            some = tuple(map(float, [*guesses][:30]))
            yield f"{question.name}, a class", library.class_strip(question, some, own, ACCENT, LIGHT)


def claimed(names: Iterable[str]) -> Figures:
    """Yield the figures of published claims that have one."""
    for name in names:
        claim = claims()[name]
        if library.is_drawn(claim):
            yield f"claim {name}", library.panel(claim, rules_title).draw(LIGHT)


def counted(*cases: tuple[str, str]) -> Figures:
    """Yield the figures of small packs by rule sets."""
    for text, name in cases:
        pack, rules = Pack.parse(text), PLAYABLE[name]
        count, whole = exact(pack, rules), packs.whole_game(pack, rules)
        case = f"{text} {name}"
        yield f"outcomes, {case}", packs.panel(count).draw(LIGHT)
        yield f"splits, {case}", packs.splits_panel(count, whole).draw(LIGHT)
        if whole.is_drawn:
            yield f"graph, {case}", packs_graph.panel(whole, wide=False).draw(LIGHT)
    counts = [exact(Pack(ranks, 2), PLAYABLE["code-golf"]) for ranks in range(1, 5)]
    yield "sizes", packs.sizes_panel(counts, "Code golf’s rules").draw(LIGHT)


def built(*numbers: int) -> Figures:
    """Yield the pictures of endless deals that were built."""
    for number in numbers:
        steps = construction(number)
        for panel in (records.winners_panel(steps), records.ring_panel(steps), records.beating_panel(steps)):
            yield f"endless {panel.name} {number}", panel.draw(LIGHT)


def both_games(*cases: tuple[int, int, int]) -> Figures:
    """Yield both games of Diagnose, of so many rounds each, parting in such a round."""
    for judge, program, part in cases:
        right, wrong = (np.arange(rounds, dtype=np.int64) * 7 % 53 for rounds in (judge, program))
        chart = TwoGames(right, wrong, 52, part)
        yield f"both games {judge} {program} {part}", decks.two_games_figure(chart, LIGHT)


def few_of_the_library() -> Figures:
    """Yield the figures whose words have had the least room."""
    yield from asked([QUESTIONS["long"], QUESTIONS["four-aces"]])
    yield from counted(("5x1", "code-golf"), ("2x4", "bicycle"))
    yield from built(0)
    yield from both_games((1, 1, 1), (100_000, 26, 3), (40, 1_000, 1))


def all_of_the_library() -> Figures:
    """Yield figures of every kind of the library's."""
    yield from asked(QUESTIONS.values())
    yield from claimed(claims())
    settled = [name for name, rules in PLAYABLE.items() if rules.deterministic]
    yield from counted(*product(("1x2", "2x2", "5x1", "3x3", "4x2", "6x1"), settled))
    yield from built(0, 1, 2, 3)
    yield from both_games((1, 1, 1), (100_000, 26, 3), (40, 1_000, 1), (5, 5, 5), (100_000, 99_999, 50_000))
