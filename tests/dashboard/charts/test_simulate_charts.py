"""The Simulate page's charts, a reviewed file each: what is said in a few states, what is drawn in some.

The games of most states are made by hand, one more or one less on either side of whatever decides.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import pytest
from approved import Reviewed
from chart_states import STUDIES, decided_points, named, simulated, written
from chart_text import LIGHT, chart_text, figure_text, lines, marked, title_and_notes
from tallied import Games, Sizes, cut_off, drawn, endless, lost, summary, won

from dashboard.charts.chart import Panel
from dashboard.charts.simulate import decided_panel, headline, simulate_panels
from engine.cards import Pack
from engine.rules import rules_called
from engine.simulation import Study, Summary

State = Sequence[Games] | tuple[Sequence[Games], dict[str, Any]]

CODINGAME: Final = {"rules": "codingame"}


def each_length(last: int, times: int = 1, **also: Any) -> list[Games]:
    """Return games that last 1, 2, 3, ... rounds, each so many times."""
    return [won(times, rounds=rounds, **also) for rounds in range(1, last + 1)]


def hands(*cards: tuple[int, int, int]) -> list[Games]:
    """Return games by the best cards of player 1: so many, of which player 1 wins some."""
    return [
        game
        for aces, wins, games in cards
        for game in (won(wins, aces=aces, strength=150 + aces), lost(games - wins, aces=aces))
    ]


ACES: Final = hands((0, 200, 1_000), (2, 500, 1_000), (4, 800, 1_000))
LOOPS: Final = [endless(cycle=(10 + place, 60 + 2 * place)) for place in range(75)]

MADE: Final[dict[str, list[State]]] = {
    "outcomes": [
        *([drawn(3), endless(3)], [won(29)], [won(15), lost(15)]),
        *([won(30), lost(40), drawn(20), cut_off(10)], [won(4_900), lost(4_900)], [won(4_740), lost(5_260)]),
        [won(500), lost(300), endless(200)],
    ],
    "lengths": [
        *([endless(1)], each_length(29), each_length(30)),
        *((each_length(100, 10, extra=7), {"unit": "battles"}), [*each_length(999), endless(1)]),
        [won(1_000), won(rounds=100_000), cut_off(1)],
    ],
    "survival": [
        *([cut_off(3)], each_length(29), (each_length(100, 4), {"unit": "plays"}), each_length(100, 10)),
        [won(850, rounds=10), won(100, rounds=20), endless(49), cut_off(1)],
        *([*each_length(100, 19), endless(100)], [*each_length(100, 19), endless(99)]),
    ],
    "depth": [
        *([endless(2)], [won(29)], [won(1_000)], [won(999, depth=1), won(1)], [won(800), won(200, depth=2)]),
        *([won(801), won(199, depth=2), won(40, depth=3)], [won(400), won(9, depth=7), endless(1)]),
        *([won(3_900), won(100, depth=4), endless(1)], [won(700), won(290, depth=4), won(10, depth=9)]),
    ],
    "wars": [
        *([endless(2)], [won(29)], [won(50), won(49, wars=1)]),
        [won(500, wars=2), won(600, wars=5), endless(3)],
    ],
    "aces": [
        *([drawn(1_000, aces=2)], hands((0, 9, 19)), ACES, [*ACES, endless(9)], [*ACES, drawn(9)]),
        *(hands((0, 200, 1_000), (3, 300, 400), (4, 1, 19)), (ACES, {"rules": "spivey"})),
        (hands((0, 200, 1_000), (1, 800, 1_000)), {"pack": "13x1"}),
        (hands((0, 200, 1_000), (1, 800, 1_000)), {"pack": "52x1"}),
    ],
    "strength": [
        *([drawn(1_000)], hands((0, 499, 999)), ACES, [*ACES, endless(9)]),
        ([won(999, strength=6), lost(1)], {"pack": "5x1"}),
    ],
    "parity": [
        *([endless(3)], [won(29, rounds=3)], [won(300, rounds=3), lost(100, rounds=4)]),
        [won(50, rounds=3), lost(950, rounds=4), endless(3)],
    ],
    "coin": [
        *(([drawn(1)], CODINGAME), [won(50), lost(50)], ([won(4_900), lost(4_900)], CODINGAME)),
        *(([won(4_700), lost(4_600)], CODINGAME), ([won(5_150), lost(4_850)], CODINGAME)),
        ([won(6_000), lost(4_000), endless(9)], CODINGAME),
    ],
    "cycle-starts": [
        *([endless(29, cycle=(4, 52))], [endless(25, cycle=(4, 52)), *LOOPS]),
        *([endless(1_000, cycle=(4, 52))], [endless(2, cycle=(4, 52)), won(998)]),
    ],
    "cycle-lengths": [
        *([endless(29, cycle=(4, 52))], [endless(25, cycle=(4, 52)), *LOOPS]),
        [endless(26, cycle=(4, 52)), *LOOPS],
    ],
}
"""What is said of games made by hand, by the chart."""

DRAWN: Final[dict[str, tuple[str, ...]]] = {
    "outcomes": ("codingame", "some cut off", "all drawn"),
    "lengths": ("programming-challenges", "one won", "nothing finished"),
    "survival": ("programming-challenges", "some cut off", "nothing finished"),
    "depth": ("codingame", "one rank", "one endless"),
    "wars": ("two cards", "all drawn"),
    "aces": ("codingame", "one won", "tiny pack"),
    "strength": ("codingame", "odd pack", "two cards"),
    "parity": ("codingame", "tiny pack", "one endless"),
    "coin": ("codingame", "one drawn", "tiny pack"),
    "cycle-starts": ("programming-challenges", "tiny pack"),
    "cycle-lengths": ("one endless", "tiny pack"),
}
"""The states in which a chart is read in detail."""


def study(
    *games: Games, rules: str = "code-golf", pack: str = "13x4", of: int = 0, sizes: Sizes = (), **also: Any
) -> tuple[Study, Summary]:
    tallies = summary(*games, pack=Pack.parse(pack), sizes=sizes)
    one = Study(rules=rules_called(rules), games=of or tallies.games, pack=Pack.parse(pack), **also)
    return one, tallies


def made(name: str, *games: Games, unit: Any = "rounds", **fields: Any) -> Panel:
    """Return a chart of games made by hand."""
    return named(simulate_panels(*study(*games, **fields), unit=unit), name)


def in_words(states: Sequence[State], say: Callable[..., str]) -> str:
    """Return what is said in each of these states, a line a state; of long ones the ends are named."""
    shown = {}
    for state in states:
        games, fields = state if isinstance(state, tuple) else (state, {})
        name = written(*games) if len(games) < 8 else f"{written(*games[:2])} … {written(*games[-2:])}"
        shown[", ".join([name, *map(str, fields.values())])] = say(*games, **fields)
    return lines(shown)


@pytest.mark.parametrize("name", MADE)
def test_chart(name: str, reviewed: Reviewed) -> None:
    words = in_words(MADE[name], lambda *games, **fields: title_and_notes(made(name, *games, **fields)))
    drawings = [f"# {state}\n{chart_text(named(simulated(state), name))}" for state in DRAWN[name]]
    if name == "lengths":
        by_log = named(simulated("programming-challenges", "plays", True), name)
        drawings.append(f"# logarithmic\n{figure_text(by_log.draw(LIGHT))}")
    if name == "depth":
        rare = made(name, won(8_000), won(7, depth=1), won(1, depth=2))
        drawings.append(f"# rare\n{figure_text(rare.draw(LIGHT))}")
    reviewed(words, *drawings)


HALVES: Final = {25: 50, 27: 50}
FOLLOWED: Final[dict[str, tuple[Sizes, dict[str, Any]]]] = {
    "not followed": ([], {}),
    "29 followed": ([(31, {25: 29})], {}),
    "30 followed": ([(31, {25: 15, 27: 15})], {}),
    "all alike": ([(31, {26: 100})], {}),
    "a long tail": ([(201, HALVES), (700, {38: 1})], {}),
    "few go on": ([(1, HALVES), (300, {38: 1})], {"sample": 2}),
    **{f"{rounds} rounds": ([(rounds, HALVES)], {}) for rounds in (2, 501, 1_024)},
}


def test_deck_sizes(reviewed: Reviewed) -> None:
    shown = {
        name: title_and_notes(made("deck-sizes", won(1_000), sizes=sizes, **also))
        for name, (sizes, also) in FOLLOWED.items()
    }
    reviewed(lines(shown), chart_text(named(simulated("programming-challenges"), "deck-sizes")))


def test_decided(reviewed: Reviewed) -> None:
    states = (
        decided_points((0.163, 0.188, 0.213), (0.47, 0.5, 0.53), (0.51, 0.55, 0.59)),
        decided_points((0.0, 0.012, 0.027), (0.3, 0.33, 0.36)),
        decided_points((0.1, 0.3, 0.5), games=50),
        decided_points(None),
    )
    shown = {str(number): title_and_notes(decided_panel(state)) for number, state in enumerate(states)}
    reviewed(lines(shown), chart_text(decided_panel(states[0])))


VERDICTS: Final[list[State]] = [
    *([game(1)] for game in (won, lost, drawn, endless, cut_off)),
    *([won(20), lost(20)], [won(33), lost(7)], [won(330), lost(70)]),
    # Fair: the interval of player 1's share holds one half and is at most a point to either side.
    *([won(4_851), lost(4_851)], [won(4_850), lost(4_850)], [won(4_900), lost(4_900), drawn(490)]),
    # Almost even: surely not even, but by less than half a point.
    *([won(504_999), lost(495_001)], [won(505_001), lost(494_999)]),
    # What has no winner is the headline from 5 of 100 on; what never ends before what is drawn.
    *([won(500), lost(450), endless(50)], [won(500), lost(451), endless(49)]),
    *([won(30), lost(10), drawn(50), endless(10)], [won(30), lost(10), drawn(60)]),
    [won(30), lost(10), cut_off(60)],
    # Runs that go on or were stopped, packs, changed rules.
    *(([won(4_900), lost(4_900)], {"of": 10_000, "running": running}) for running in (False, True)),
    ([won(60), lost(40)], {"pack": "64x64", "rules": "2.LOSER_FIRST.LOSES.DRAW.HIGH"}),
]


def test_verdicts(reviewed: Reviewed) -> None:
    def say(*games: Games, running: bool = False, **fields: Any) -> str:
        return " | ".join(map(marked, headline(*study(*games, **fields), running=running)))

    played = {name: map(marked, headline(*STUDIES[name]())) for name in STUDIES}
    reviewed(in_words(VERDICTS, say), lines(played))
