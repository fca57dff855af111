"""The Simulate page's charts, a reviewed file each: what is said in many states, what is drawn in some.

The games of most states are made by hand, one more or one less on either side of whatever decides.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import pytest
from chart_states import STUDIES, decided_points, named, simulated, written
from chart_text import LIGHT, chart_text, figure_text, lines, marked, said
from tallied import Games, Sizes, cut_off, drawn, endless, lost, summary, won

from dashboard.charts.chart import Panel
from dashboard.charts.simulate.charts import headline, simulate_panels
from dashboard.charts.simulate.outcomes import decided_panel, later, sentences
from engine.cards import Pack
from engine.game import Reason
from engine.rules import rules_called
from engine.simulation import Study
from engine.simulation.tallies import Summary

Reviewed = Callable[..., None]
State = Sequence[Games]

SHORT: Final = Reason.SHORTFALL
CODINGAME: Final = {"rules": "codingame"}


def each_length(last: int, times: int = 1, **also: Any) -> list[Games]:
    """Return games that last 1, 2, 3, ... rounds, each so many times."""
    return [won(times, rounds=rounds, **also) for rounds in range(1, last + 1)]


def hands(*cards: tuple[int, int, int], **also: Any) -> list[Games]:
    """Return games by the best cards of player 1: so many, of which player 1 wins some."""
    return [
        game
        for aces, wins, games in cards
        for game in (won(wins, aces=aces, **also), lost(games - wins, aces=aces, **also))
    ]


def cycles(games: int) -> list[Games]:
    """Return endless games whose cycles begin in round 11, 12, ... and last 62, 64, ... rounds."""
    return [endless(cycle=(10 + place, 60 + 2 * place)) for place in range(1, games + 1)]


def two_lengths(short: int, long: int) -> list[Games]:
    return [won(short, rounds=10, wars=10), lost(long, rounds=60, wars=60)]


THOUSANDS: Final = [won(51, rounds=1_000), won(49, rounds=2_000), endless(1)]

MADE: Final[dict[str, list[State | tuple[State, dict[str, Any]]]]] = {
    "outcomes": [
        [won(50), lost(50)],
        [won(25, reason=SHORT), won(25), lost(50)],
        [won(99, reason=SHORT), lost(1)],
        [won(50, reason=SHORT), drawn(50, reason=SHORT)],
        [drawn(3), endless(3)],
        [won(3), cut_off(3)],
        [lost(1)],
        [won(50_000), lost(50_000), drawn(1), endless(1)],
    ],
    "lengths": [
        [endless(1)],
        [won(rounds=1)],
        ([won(rounds=2)], {"unit": "plays"}),
        [won(rounds=6), won(rounds=8)],
        [won(30, rounds=10), lost(30, rounds=20)],
        [won(29, rounds=10), lost(31, rounds=20)],
        each_length(99),
        each_length(101),
        [*each_length(101), endless(1)],
        ([*each_length(101, extra=7), endless(1)], {"unit": "battles"}),
        THOUSANDS,
        (THOUSANDS, {"unit": "battles"}),
        two_lengths(831, 831),
        two_lengths(832, 832),
        two_lengths(4_900, 4_900),
        each_length(100, 10),
        [won(1_000), won(rounds=100_000)],
        [won(9, rounds=1)],
        [won(8, rounds=1), won(1, rounds=2)],
    ],
    "survival": [
        [cut_off(3)],
        [won(1)],
        [won(2)],
        ([won(2)], {"unit": "plays"}),
        each_length(9),
        each_length(10),
        (each_length(10, extra=1), {"unit": "plays"}),
        each_length(100),
        [won(90, rounds=1), won(10, rounds=2)],
        [won(89, rounds=1), won(11, rounds=2)],
        [won(900, rounds=10), won(100, rounds=20)],
        [won(900, rounds=10), cut_off(100, rounds=10_000)],
        [won(950, rounds=90), won(50, rounds=290), endless(150)],
        ([won(950, rounds=101), won(50, rounds=290), endless(50)], {"unit": "battles"}),
        [*each_length(105, 10), won(10, rounds=130), endless(30)],
        two_lengths(4_850, 4_850),
        two_lengths(4_851, 4_851),
        [won(80), endless(10), cut_off(10)],
        [*each_length(100), endless(20), cut_off(5)],
    ],
    "depth": [
        [endless(2)],
        [won(1)],
        [won(1, depth=2)],
        [won(1, depth=7)],
        [won(2)],
        [won(4, depth=1)],
        [won(80), won(20, depth=2)],
        [won(81), won(19, depth=2)],
        [won(80), won(17, depth=2), won(3, depth=3), endless(1)],
        [won(100, depth=3)],
        [won(90, depth=6), won(10, depth=7)],
        [won(999), won(1, depth=2)],
        [won(9_999), won(1, depth=2)],
        [won(900, depth=1), won(100, depth=2)],
        [won(900, depth=1), won(100, depth=3), endless(1)],
        [won(1_000), won(1, depth=1)],
        [won(3_000), won(2, depth=1)],
    ],
    "wars": [
        [endless(2)],
        [won(1)],
        [won(1, wars=1)],
        [won(1, wars=3)],
        [won(2)],
        [won(99), won(1, wars=1)],
        [won(95), won(5, wars=2)],
        [won(94), won(6, wars=2)],
        [won(50), won(1, wars=1), won(49, wars=9)],
        [won(50), won(1, wars=1), won(49, wars=9), endless(1)],
        [won(49), won(2, wars=1), won(49, wars=9)],
        [won(19, wars=3), won(1, wars=4)],
        [won(950, wars=1_000), won(50, wars=2_000)],
        [won(920, wars=3), won(80, wars=9), endless(1)],
        [won(50, wars=3), won(50, wars=5)],
        [won(1_920), won(80, wars=1), endless(5)],
        two_lengths(4_900, 4_900),
    ],
    "aces": [
        [drawn(1_000, aces=2)],
        hands((0, 200, 1_000), (4, 800, 1_000)),
        [*hands((0, 200, 1_000), (4, 800, 1_000)), endless(9)],
        hands((0, 200, 1_000), (2, 500, 1_000), (3, 1, 2), (4, 800, 1_000)),
        hands((0, 1, 2), (1, 200, 1_000), (2, 500, 1_000), (4, 1, 2)),
        hands((1, 200, 1_000), (3, 300, 1_000)),
        (hands((0, 200, 1_000), (4, 800, 1_000)), {"rules": "spivey"}),
        (hands((0, 200, 1_000), (4, 800, 1_000)), {"rules": "1.LOSER_FIRST.LOSES.DRAW.ACE_LOW"}),
        (hands((0, 200, 1_000), (1, 800, 1_000)), {"pack": "13x1"}),
        (hands((0, 200, 1_000), (1, 800, 1_000)), {"pack": "52x1"}),
        (hands((9, 200, 1_000), (10, 900, 1_000)), {"pack": "13x16"}),
        (hands((11, 200, 1_000), (16, 900, 1_000)), {"pack": "13x16"}),
        hands((0, 200, 1_000), (4, 50, 100)),
        hands((0, 200, 1_000), (4, 49, 98)),
        hands((2, 200, 1_000)),
    ],
    "strength": [
        [won(300, strength=157), lost(100, strength=157)],
        [lost(300, strength=155), won(100, strength=155)],
        [won(100, strength=157), won(100, strength=155)],
        [won(300, strength=156), lost(200, strength=156)],
        [won(300, strength=157), lost(100, strength=157), drawn(9, strength=157), endless(9, strength=155)],
        ([won(300, strength=7), lost(400, strength=5), won(300, strength=5)], {"pack": "5x1"}),
        ([won(300, strength=6)], {"pack": "5x1"}),
        ([won(300, strength=4), won(100, strength=2)], {"pack": "4x1"}),
        ([won(300, strength=3), won(100, strength=1)], {"pack": "3x1"}),
    ],
    "parity": [
        [endless(3)],
        [won(1, rounds=3)],
        [won(1, rounds=4)],
        [won(3, rounds=3), drawn(3, rounds=4)],
        [won(50, rounds=3), drawn(50, rounds=4)],
        [won(50, rounds=3), lost(50, rounds=4), endless(3)],
        [won(1, rounds=3), lost(999, rounds=4)],
        [won(20, rounds=4)],
    ],
    "coin": [
        *(
            ([won(wins), lost(100 - wins)], CODINGAME)
            for wins in (50, 49, 60, 61, 39, 63, 64, 66, 67, 81, 82)
        ),
        *(([won(wins), lost(10 - wins)], CODINGAME) for wins in (0, 10)),
        ([drawn(1)], CODINGAME),
        [drawn(1)],
        ([won(1)], {**CODINGAME, "of": 9}),
        [lost(1)],
        [won(50), lost(50)],
        ([won(50), lost(50)], {"of": 101}),
        ([won(60), lost(40), drawn(100)], {**CODINGAME, "of": 201}),
        ([won(5_010), lost(4_990)], CODINGAME),
        ([won(50_001_000), lost(49_999_000)], CODINGAME),
        [*hands((0, 200, 1_000), (4, 1_600, 2_000)), endless(9)],
    ],
    "cycle-starts": [
        [endless(2)],
        [endless(cycle=(4, 52))],
        [endless(cycle=(4_095, 4_095))],
        [endless(25, cycle=(4, 52)), *cycles(75)],
        [endless(26, cycle=(4, 52)), *cycles(75)],
        [endless(10**6, cycle=(4, 52)), endless(10**9)],
        [endless(10**9, cycle=(4, 52)), endless(9 * 10**9)],
    ],
    "cycle-lengths": [
        [endless(2)],
        [won(9, rounds=1), endless(1, cycle=(1, 1))],
        [endless(25, cycle=(4, 52)), *cycles(75)],
        [endless(26, cycle=(4, 52)), *cycles(75)],
    ],
}
"""What is said of games made by hand, by the chart."""

DRAWN: Final[dict[str, tuple[str, ...]]] = {
    "outcomes": ("codingame", "some cut off", "a hundred", "one won"),
    "lengths": ("programming-challenges", "a hundred", "one won"),
    "survival": ("programming-challenges", "some cut off", "one won"),
    "depth": ("codingame", "one won"),
    "wars": ("codingame", "two cards"),
    "aces": ("codingame", "one won"),
    "strength": ("codingame", "odd pack"),
    "parity": ("codingame", "one drawn"),
    "coin": ("codingame", "a hundred", "one drawn"),
    "cycle-starts": ("programming-challenges", "one endless"),
    "cycle-lengths": ("programming-challenges", "one endless"),
}
"""The states in which a chart is read in detail."""


def made(name: str, *games: Games, unit: Any = "rounds", **fields: Any) -> Panel:
    """Return a chart of games made by hand."""
    return named(simulate_panels(*study(*games, **fields), unit=unit), name)


def study(
    *games: Games, rules: str = "code-golf", pack: str = "13x4", of: int = 0, sizes: Sizes = (), **also: Any
) -> tuple[Study, Summary]:
    tallies = summary(*games, pack=Pack.parse(pack), sizes=sizes)
    one = Study(rules=rules_called(rules), games=of or tallies.games, pack=Pack.parse(pack), **also)
    return one, tallies


def in_words(states: Sequence[State | tuple[State, dict[str, Any]]], say: Callable[..., str]) -> str:
    """Return what is said in each of these states, a line a state; of long ones the ends are named."""
    told = {}
    for state in states:
        games, fields = state if isinstance(state, tuple) else (state, {})
        name = written(*games) if len(games) < 8 else f"{written(*games[:2])} … {written(*games[-2:])}"
        told[", ".join([name, *map(str, fields.values())])] = say(*games, **fields)
    return lines(told)


@pytest.mark.parametrize("name", MADE)
def test_chart(name: str, reviewed: Reviewed) -> None:
    words = in_words(MADE[name], lambda *games, **fields: said(made(name, *games, **fields)))
    drawings = [f"# {state}\n{chart_text(named(simulated(state), name))}" for state in DRAWN[name]]
    if name in ("lengths", "survival"):
        by_log = named(simulated("programming-challenges", "plays", True), name)
        drawings.append(f"# logarithmic\n{figure_text(by_log.draw(LIGHT))}")
    reviewed(words, *drawings)


AFTER_30: Final[list[dict[int, int]]] = [
    # At least half lie between the lower end of the first quartile of 100, which is the 17th game, and the
    # upper end of the third, the 84th.
    {10: 17, 20: 33, 30: 34, 40: 16},
    {10: 16, 20: 34, 30: 33, 40: 17},
    {26: 100},
    # Both ends are known from 13 games on.
    {25: 6, 27: 6},
    {25: 6, 27: 7},
    {1: 1},
    {2: 1},
    {38: 2},
    # The interval of the median of 100 goes from the 40th to the 61st.
    {21: 20, 25: 41, 27: 39},
    {25: 60, 27: 40},
    {26: 39, 28: 41, 30: 20},
    {26: 40, 28: 60},
    {20: 30, 26: 20},
]
HALVES: Final = {25: 50, 27: 50}
FOLLOWED: Final[dict[str, tuple[Sizes, dict[str, Any]]]] = {
    "not followed": ([], {}),
    **{f"{rounds} rounds": ([(rounds, HALVES)], {}) for rounds in (2, 11, 31, 61, 501, 503, 1_000)},
    **{f"nine, {also}": ([(1, {26: 9}), (30, {25: 8})], also) for also in ({"sample": 2}, {"sample": 1})},
    "the first": ([(1, {26: 9}), (30, {25: 8})], {"sample": 2, "followed": 1}),
    "ten": ([(1, {26: 10}), (30, {25: 8})], {"sample": 2}),
    "one in 20": ([(11, {25: 150, 27: 150}), (20, {25: 8, 27: 8})], {}),
    "fewer": ([(11, {25: 150, 27: 150}), (20, {25: 7, 27: 7})], {}),
    "one still going": ([(1, {26: 5}), (300, {38: 1})], CODINGAME),
}


def test_deck_sizes(reviewed: Reviewed) -> None:
    told: dict[str, str] = {}
    for held in AFTER_30:
        for rules in ("code-golf", "codingame"):
            told[f"{held}, {rules}"] = said(made("deck-sizes", won(100), rules=rules, sizes=[(31, held)]))
    for name, (sizes, also) in FOLLOWED.items():
        told[name] = said(made("deck-sizes", won(100), sizes=sizes, **also))
    ends = {}
    for rounds in (2, 11, 12, 13, 14, 801, 802, 1_024):
        drawn = made("deck-sizes", won(100), sizes=[(rounds, HALVES)]).draw(LIGHT)
        ends[f"{rounds} rounds, the axis ends at"] = str(drawn.layout.xaxis.range[1])
    detail = [
        chart_text(named(simulated(state), "deck-sizes")) for state in ("programming-challenges", "three")
    ]
    reviewed(lines(told), lines(ends), *detail)


def test_decided(reviewed: Reviewed) -> None:
    states = (
        decided_points((0.163, 0.188, 0.213), (0.47, 0.5, 0.53), (0.51, 0.55, 0.59)),
        decided_points((0.0, 0.012, 0.027), (0.3, 0.33, 0.36)),
        decided_points((0.97, 1.0, 1.0)),
        decided_points((0.1, 0.3, 0.5), games=50),
        decided_points(None),
    )
    told = {
        str(number): f"{said(decided_panel(state))} || {later(state)}" for number, state in enumerate(states)
    }
    reviewed(lines(told), chart_text(decided_panel(states[0])), chart_text(decided_panel(states[-1])))


VERDICTS: Final[list[State | tuple[State, dict[str, Any]]]] = [
    *([game(1)] for game in (won, lost, drawn, endless, cut_off)),
    # Up to twenty games are counted, of more of them shares are said.
    *([won(wins), lost(games - wins)] for wins, games in ((11, 20), (9, 20), (10, 20), (11, 21), (17, 21))),
    # A difference that a fair coin makes as well is none.
    [won(499_900), lost(500_100)],
    [won(498_500), lost(501_500)],
    *([won(20 - games), other(games)] for other in (endless, drawn, cut_off) for games in (1, 2)),
    [won(2), endless(18)],
    [drawn(9), cut_off(7), won(4)],
    # The most striking is first, what nobody won stands together.
    [won(30), lost(40), drawn(20), endless(10)],
    [won(35), lost(25), endless(40)],
    [drawn(60), endless(40)],
    # First the words get shorter, then the rarest is left out.
    [won(300), lost(250), drawn(200), endless(250)],
    [won(300), lost(250), drawn(200), endless(150), cut_off(100)],
    [won(6), lost(5), drawn(4), endless(3), cut_off(2)],
    # How sure it is, of runs that go on or were stopped, and of packs.
    *(
        ([won(60), lost(40)], {"of": of, "running": running})
        for of in (100, 101)
        for running in (False, True)
    ),
    ([endless(1)], {"of": 9, "running": True}),
    [won(5_000), lost(5_000)],
    [cut_off(9_604)],
    ([won(1)], {"pack": "64x64"}),
]


def test_verdicts(reviewed: Reviewed) -> None:
    def say(*games: Games, running: bool = False, **fields: Any) -> str:
        return " | ".join(map(marked, headline(*study(*games, **fields), running=running)))

    played = {name: map(marked, headline(*STUDIES[name]())) for name in STUDIES}
    coin = {name: map(marked, sentences(*STUDIES[name]())) for name in ("code-golf", "codingame", "stopped")}
    reviewed(in_words(VERDICTS, say), lines(played), lines(coin))


def test_words_of_every_rule_set(reviewed: Reviewed) -> None:
    """Each chart's words in states that are really played, and what stands under the bar of outcomes."""
    told: dict[str, str] = {}
    for state in (
        "norvig",
        "kbwar",
        "all drawn",
        "all endless",
        "nothing finished",
        "many ranks",
        "large pack",
    ):
        told |= {f"{state}, {panel.name}": said(panel) for panel in simulated(state)}
    reviewed(lines(told), lines({name: foot(name) for name in STUDIES}))


def foot(state: str) -> str:
    """Return what stands under the bar of outcomes."""
    labels = named(simulated(state), "outcomes").draw(LIGHT).layout.annotations
    return " | ".join(label.text for label in labels if not label.text.startswith("<b>"))
