"""Figures whose words are measured: of one game, of a thousand million, and of games that hardly are."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

import plotly.graph_objects as go
from chart_states import FOUR, SIX, comparison_of, study
from chart_text import LIGHT
from many import repeated
from tallied import Games, compared, cut_off, drawn, endless, lost, summary, won

from dashboard.cache import games as cache_games
from dashboard.charts.compare.charts import compare_panels
from dashboard.charts.game import chance as game_chance
from dashboard.charts.game import decks
from dashboard.charts.simulate.charts import simulate_panels
from engine.cards import Pack, deal_cards
from engine.kernels import Course, decide
from engine.rules import PLAYABLE, rules_called
from engine.simulation import Compared, Comparison, Study, sweep, turning_points, win_chance
from engine.simulation.paired import tally as tally_pairs
from engine.simulation.tallies import Summary

Figures = Iterator[tuple[str, go.Figure]]

SIZES = (1, 100, 100_000, 10**9)
MOST = SIZES[-1:]
PLAYED = 4_000  # games that are really played; where there are more, they came again and again

NAMES = (*FOUR, *SIX[2:])  # rule sets that are compared
FEW = 400  # deals on which they are really played
WITH_LOG = ("lengths", "survival", "cycle-starts", "cycle-lengths")

M, LONG, HALF = 10**9, 1_000_000, 5 * 10**8

BY_HAND: dict[str, tuple[Games, ...]] = {
    "one endless": (endless(cycle=(3, 999_999)),),
    "all endless": (endless(M, cycle=(LONG, LONG)),),
    "nearly all endless": (endless(M, cycle=(7, 100)), won(500, rounds=40), lost(500, rounds=LONG)),
    "nearly all won": (won(M, rounds=123, wars=9, depth=1), lost(500), drawn(20), endless(90), cut_off(30)),
    "very long": (won(HALF, rounds=LONG, wars=LONG // 14, depth=6), lost(HALF, rounds=999_983, wars=1)),
    "short and very long": (
        won(9 * 10**8, rounds=26, wars=2, depth=1),
        lost(10**8, rounds=LONG, wars=99_999, depth=30),
    ),
    "each outcome once": (won(), lost(), drawn(), endless(cycle=(1, 2)), cut_off()),
    "three alike": (won(333_333_333), lost(333_333_333), drawn(333_333_334)),
    "one length": (won(M, rounds=1),),
    "two lengths": (won(5 * 10**8, rounds=1_000), lost(5 * 10**8, rounds=1_001)),
    "cut off": (cut_off(M),),
    "deep": tuple(won(10 ** max(9 - 2 * war, 0), rounds=30 + war, wars=war, depth=war) for war in range(9)),
}
"""Tallies that hardly any rules give."""


@cache
def played(name: str, pack: str, games: int) -> tuple[Study, Summary]:
    few = min(games, PLAYED)
    one, tallies = study(name, few, pack=pack, sample=16 if few > 199 else 1)
    return replace(one, games=games), repeated(tallies, games // few)


HARDEST = ("nearly all won", "very long")


def simulated(*studies: tuple[str, str], sizes: Sequence[int] = SIZES, made: Iterable[str] = ()) -> Figures:
    """Yield the charts of studies and of tallies made by hand, with both axes of lengths."""
    cases = {f"{name} {pack} {n:,}": played(name, pack, n) for name, pack in studies for n in sizes}
    for case in made:
        tallies = summary(*BY_HAND[case])
        cases[case] = Study(rules=PLAYABLE["code-golf"], games=tallies.games), tallies
    for case, asked in cases.items():
        for linear, by_log in zip(simulate_panels(*asked), simulate_panels(*asked, log=True), strict=True):
            yield f"{linear.name}, {case}", linear.draw(LIGHT)
            if linear.name in WITH_LOG:
                yield f"{linear.name} on a log axis, {case}", by_log.draw(LIGHT)


def compared_rules(*counts: int, sizes: Sequence[int] = SIZES, made: Iterable[str] = ()) -> Figures:
    """Yield the charts of comparisons of so many rule sets, and of tallies made by hand."""
    for names in (NAMES[:count] for count in counts):
        comparison = comparison_of(names, games=FEW, limit=5_000)
        for games in sizes:
            panels = compare_panels(replace(comparison, games=games), tallied(comparison, games), names)
            for panel in panels:
                yield f"{panel.name}, {len(names)} rule sets, {games:,}", panel.draw(LIGHT)
    three = comparison_of(NAMES[:3], games=1)
    for case in made:
        alike = BY_HAND[case]
        ends = ((one.times, (one, alike[-1], replace(one, outcome="player_2"))) for one in alike)
        tallies = compared(*ends)
        for panel in compare_panels(replace(three, games=tallies.games), tallies, NAMES[:3]):
            yield f"{panel.name}, {case}", panel.draw(LIGHT)


def tallied(comparison: Comparison, games: int) -> Compared:
    few = min(games, FEW)
    return repeated(tally_pairs(comparison, 0, few), games // few)


def swept(*rules: str, sizes: Sequence[int] = SIZES) -> Figures:
    """Yield the charts of one rule varied."""
    for rule in rules:
        varied = sweep(rules_called("programming-challenges"), rule, games=FEW, seed=3)
        varied = varied._replace(comparison=replace(varied.comparison, limit=3_000))
        for games in sizes:
            for panel in compare_panels(varied, tallied(varied.comparison, games)):
                yield f"{panel.name}, {rule} varied, {games:,}", panel.draw(LIGHT)


def single_games(*deals: tuple[str, str, int]) -> Figures:
    """Yield the charts of the Game page, of some deals by rule set, pack and number."""
    for name, pack, number in deals:
        course = Course(decide(deal_cards(Pack.parse(pack), seed=1, number=number), PLAYABLE[name]))
        case = f"{name} {pack} no. {number}"
        yield f"who holds what, {case}", decks.holders_figure(decks.holders(course), LIGHT)
        chart = decks.deck_sizes(course)
        rounds = sorted({1, chart.game.rounds // 2 + 1, chart.game.rounds + 1})
        for shown in rounds:
            yield f"deck sizes, {case}, round {shown}", decks.deck_sizes_figure(chart, LIGHT, shown=shown)
        yield from _standings(course, case, rounds)


def _standings(course: Course, case: str, rounds: Iterable[int]) -> Figures:
    """Yield the chart of the chance in a game that has one, with the rounds that turned it and without."""
    if not cache_games.is_shown(course.game):
        return
    points, turned = win_chance.chances(course, games=FEW // 10), turning_points(course)
    for shown in rounds:
        yield f"chance, {case}, round {shown}", game_chance.figure(points, turned, LIGHT, shown=shown)
    yield f"chance, {case}, not turned", game_chance.figure(points, (), LIGHT)


def few_figures() -> Figures:
    """Yield the figures whose words have had the least room."""
    yield from simulated(("code-golf", "13x4"), sizes=MOST, made=HARDEST)
    yield from compared_rules(8, sizes=MOST, made=HARDEST[:1])
    yield from swept("pickup", sizes=MOST)
    yield from single_games(("codingame", "52x1", 2))


def all_figures() -> Figures:
    """Yield figures of every kind."""
    studies = (("programming-challenges", "13x4"), ("codingame", "52x1"), ("kbwar", "2x12"))
    yield from simulated(*studies, made=BY_HAND)
    yield from compared_rules(2, 8, made=BY_HAND)
    yield from swept("face_down", "pickup", "shortfall")
    rules_of = {"13x4": "code-golf", "1x4096": "codingame", "2x1": "code-golf", "999x4": "kbwar"}
    yield from single_games(*((rules, pack, number) for pack, rules in rules_of.items() for number in (0, 1)))
