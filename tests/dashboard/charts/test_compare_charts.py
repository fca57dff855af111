"""The Compare page's charts, a reviewed file each: what is said in many states, what is drawn in some.

The deals of most states are made by hand, one more or one less on either side of whatever decides.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import chart_states
import pytest
from approved import Reviewed
from chart_states import COMPARISONS, compared_of, compared_rules, comparison_of, named
from chart_text import LIGHT, chart_text, lines, marked, title_and_notes
from tallied import Deals, Games, compared, cut_off, drawn, endless, lost, won

from dashboard.charts.chart import Panel
from dashboard.charts.compare.charts import another_result, compare_panels, headline
from dashboard.charts.compare.common import cut, row_names
from engine.rules import rules_called
from engine.simulation import Compared, sweep
from engine.simulation.study import VARIED
from engine.tables.comparisons import Row, rows_of

State = tuple[tuple[str, ...], Sequence[Deals]]  # rule sets, and deals as they play them

WINNERS: Final = "code-golf", "advent-of-code-22"
GOLF: Final = "code-golf", "codingame"
FIXED: Final = "programming-challenges", "code-golf"
THREE: Final = "programming-challenges", "codingame", "norvig"
SIX: Final = (*WINNERS, "programming-challenges", "codingame", "kbwar", "spivey")
LONG: Final = "programming-challenges-code", "whats-in-a-game", "whats-in-a-game-steal"


def by_winner(both: int, only_first: int, only_second: int, neither: int) -> list[Deals]:
    """Return deals that player 1 wins under both rule sets, under one of them, under none."""
    return [
        *((both, (won(), won())), (only_first, (won(), lost())), (only_second, (lost(), won()))),
        (neither, (lost(), lost())),
    ]


def lasting(*lengths: int, times: int = 10) -> list[Deals]:
    """Return deals that last so many rounds under the first, the second, ... rule set."""
    return [(times, tuple(won(rounds=rounds) for rounds in lengths))]


def around(second: int) -> list[Deals]:
    """Return deals of ten rounds more or less than 100, and than a number under the second rule set."""
    return [(50, (won(rounds=100 + off), won(rounds=second + off))) for off in (-10, 10)]


def together(pairs: int, of: int = 1_000, *third: Games) -> list[Deals]:
    """Return games of 90 and 110 rounds; twice so many are as long under both rule sets."""
    short, long = won(rounds=90), won(rounds=110)
    ends = ((pairs, short, short), (pairs, long, long), (of - pairs, short, long), (of - pairs, long, short))
    return [(times, (*both, *third)) for times, *both in ends]


def some(rule_sets: int) -> list[Deals]:
    """Return a hundred deals: the second of several rule sets plays ten of them otherwise than all others."""
    return [(10, (won(), lost(), *(won(),) * (rule_sets - 2))), (90, (won(),) * rule_sets)]


ENDLESS: Final[list[Deals]] = [(5, (endless(), endless()))]
GROWING: Final[list[Deals]] = [(1, (won(rounds=place), won(rounds=2 * place))) for place in range(1, 101)]

MADE: Final[dict[str, list[State | tuple[*State, str]]]] = {
    "who-wins": [
        *((WINNERS, by_winner(29, 0, 0, 0)), (FIXED, [(50, (endless(), won())), (950, (won(), won()))])),
        (FIXED, [(49, (endless(), won())), (951, (won(), won()))]),
        (GOLF, [(1, (won(), drawn())), (1, (endless(),) * 2), (18, (won(), won())), (20, (lost(), lost()))]),
        (WINNERS, [(40, (won(), cut_off()))]),
        # On the same deals less of a difference is chance than of each alone.
        *((WINNERS, by_winner(450, 40, 58, 450)), (WINNERS, by_winner(450, 40, 63, 450))),
        *((WINNERS, by_winner(500, 0, 0, 500)), (WINNERS, by_winner(240, 240, 240, 240))),
    ],
    "changes": [
        (LONG, [(10, (won(), lost(), lost())), (1, (won(), lost(), won())), (89, (won(),) * 3)]),
        *((SIX[:number], some(number)) for number in (2, 6)),
        *((WINNERS, by_winner(100, 0, 0, 0)), (WINNERS, by_winner(28, 1, 0, 0))),
        (WINNERS, by_winner(29, 1, 0, 0)),
    ],
    "length-spreads": [
        *((WINNERS, ENDLESS), (WINNERS, lasting(100, 100, times=40))),
        # How many times they are apart is told from one and a half times on.
        *((WINNERS, lasting(100, 149, times=40)), (WINNERS, lasting(100, 150, times=40), "plays")),
        (SIX[:3], lasting(100, 250, 160, times=40)),
        (WINNERS, [*GROWING, (25, (endless(), won(rounds=100)))]),
        (WINNERS, [(99, (won(), won())), (1, (endless(), cut_off()))]),
    ],
    "length-strips": [
        *((WINNERS, around(103)), (WINNERS, around(105)), (FIXED[::-1], [(30, (won(rounds=1), endless()))])),
        (WINNERS, ENDLESS, "plays"),
    ],
    "still-going": [
        *((WINNERS, ENDLESS), (WINNERS, GROWING)),
        (WINNERS, [(5, (won(rounds=9), won(rounds=9))), (30, (won(rounds=9), won(rounds=60)))], "plays"),
        # Bands are drawn while they can be seen.
        *(
            (WINNERS, [(games // 2, (won(rounds=5),) * 2), (games // 2, (won(rounds=90),) * 2)])
            for games in (9_700, 9_702)
        ),
    ],
    "pairing-wins": [
        (WINNERS, by_winner(400, 100, 100, 400)),
        *((WINNERS, by_winner(both, 5, 5, 0)) for both in (19, 20)),
        (WINNERS, by_winner(1, 40, 0, 0)),
    ],
    "pairing-lengths": [
        # Intervals narrower by the root of 1,000 / (2 * (1,000 - pairs)).
        *((WINNERS, together(pairs)) for pairs in (524, 525, 900)),
        *((WINNERS, [(5, (endless(), won()))]), (SIX[:3], together(900, 1_000, endless()))),
    ],
    "flow-a-b": [
        *((GOLF, by_winner(40, 10, 0, 50)), (WINNERS, by_winner(0, 49, 51, 0))),
        *((GOLF, [(70, (won(), won())), (30, (drawn(), endless()))]), (GOLF, by_winner(99, 0, 0, 1))),
        *((GOLF, by_winner(both, 1, 0, 0)) for both in (28, 29)),
    ],
}
"""What is said of deals made by hand, by the chart."""

DRAWN: Final[dict[str, tuple[str, ...]]] = {
    "who-wins": ("four", "some cut off", "two"),
    "changes": ("four", "three games"),
    "length-spreads": ("four", "one game", "cut off"),
    "length-strips": ("four", "cut off"),
    "still-going": ("four", "some cut off"),
    "pairing-wins": ("four", "two"),
    "pairing-lengths": ("cut off", "one game", "two"),
    "flow-a-b": ("four", "two"),
}
"""The states in which a chart is read in detail."""


def written_deals(deals: Sequence[Deals]) -> str:
    """Write deals made by hand: `10 player_1 > player_2`, of many the ends."""
    several = [f"{times:,} {' > '.join(map(chart_states.written, ends))}" for times, ends in deals if times]
    return ", ".join(several if len(several) < 8 else [*several[:2], "…", *several[-2:]])


def in_words(states: Sequence[Any], say: Callable[..., str]) -> str:
    """Return what is said in each of these states, a line a state."""
    shown = {}
    for names, deals, *more in states:
        shown[", ".join([*names, written_deals(deals), *more])] = say(names, deals, *more)
    return lines(shown)


def made(name: str, names: tuple[str, ...], deals: Sequence[Deals], unit: Any = "rounds") -> Panel:
    found = compared(*deals)
    return named(compare_panels(comparison_of(names, games=found.games), found, names, unit=unit), name)


@pytest.mark.parametrize("name", MADE)
def test_chart(name: str, reviewed: Reviewed) -> None:
    words = in_words(MADE[name], lambda *state: title_and_notes(made(name, *state)))
    drawings = [f"# {state}\n{chart_text(named(compared_rules(state), name))}" for state in DRAWN[name]]
    reviewed(words, *drawings)


VERDICTS: Final[list[tuple[tuple[str, ...], Sequence[Deals], int]]] = [
    # What never ends is the headline from 5 of 100 on.
    (FIXED, [(50, (endless(), won())), (950, (won(), won()))], 0),
    (FIXED, [(49, (endless(), won())), (951, (won(), won()))], 0),
    (THREE, [(20, (endless(), won(), won())), (10, (endless(), endless(), won())), (70, (won(),) * 3)], 0),
    (WINNERS, by_winner(50, 0, 0, 50), 0),
    (WINNERS, by_winner(4_500, 400, 430, 4_670), 0),
    (WINNERS, by_winner(4_500, 400, 600, 4_500), 0),
    (SIX[:3], [(10, (won(), lost(), won())), (30, (won(), lost(), lost())), (60, (won(),) * 3)], 0),
    (("code-golf", "jouets"), by_winner(50, 10, 10, 30), 1_000),
    (("2.LOSER_FIRST.LOSES.DRAW.HIGH", "codingame"), [(9, (won(), endless())), (1, (lost(), lost()))], 0),
]


def verdict(names: tuple[str, ...], deals: Sequence[Deals], of: int) -> str:
    found = compared(*deals)
    return " | ".join(map(marked, headline(comparison_of(names, games=of or found.games), found, names)))


def test_verdicts(reviewed: Reviewed) -> None:
    shown = {
        f"{', '.join(names)}, {written_deals(deals)}, of {of}": verdict(names, deals, of)
        for names, deals, of in VERDICTS
    }
    for state, (comparison, names) in COMPARISONS.items():
        shown[state] = " | ".join(map(marked, headline(comparison, compared_of(state), names)))
    reviewed(lines(shown))


def swept_by(rule: str, deals: Sequence[Deals], *, of: int = 0) -> str:
    """Return the verdict of a rule varied on deals made by hand, and what its chart says."""
    found: Compared = compared(*deals)
    varied_rule = sweep(rules_called("code-golf"), rule, games=of or found.games)
    words = " | ".join(map(marked, headline(varied_rule, found)))
    return f"{words} || {title_and_notes(compare_panels(varied_rule, found)[0])}"


def each(*lengths: int) -> tuple[Games, ...]:
    return tuple(won(rounds=rounds) for rounds in lengths)


def test_sweeps(reviewed: Reviewed) -> None:
    falling = [(50, each(*range(70 + off, off, -10))) for off in (10, 12)]
    shown = {
        "shorter": swept_by("face_down", falling),
        "shorter, but not all end": swept_by("face_down", [*falling, (9, (endless(),) * 7)]),
        "no shorter": swept_by("face_down", [(50, each(*[100 + off] * 7)) for off in (0, 5)]),
        "no deal": swept_by("order", [(30, (won(),) * 4)], of=400),
        "the pair furthest apart": swept_by(
            "order",
            [(10, (won(), lost(), won(), won())), (20, (won(), won(), won(), lost())), (70, (won(),) * 4)],
        ),
        "endless": swept_by("both_out", [(100, (endless(), *each(10, 20)))]),
        "played": " | ".join(map(marked, headline(*chart_states.varied("shortfall")))),
    }
    for rule in VARIED:
        rows = rows_of((), sweep(rules_called("code-golf"), rule, games=1))
        shown |= {f"{rule} {row.letter}": f"{row.name} | {row.beside} | {row.by}" for row in rows}
    reviewed(lines(shown), *(chart_text(chart_states.swept(rule)[0]) for rule in ("face_down", "shortfall")))


def test_another_result(reviewed: Reviewed) -> None:
    cells: dict[str, str] = {}
    states: list[tuple[str, int, Any]] = [("four", 0, "rounds"), ("four", 3, "plays"), ("six", 0, "battles")]
    for state, base, unit in states:
        comparison, names = COMPARISONS[state]
        found, rows = compared_of(state), rows_of(names)
        finding, table, note = another_result(comparison, found, rows, base=base, unit=unit)
        cells[f"{state}, {base}"] = f"{finding} {note}"
        cells |= {f"{state}, {base}, {place}": str(row) for place, row in enumerate(table.to_dict("records"))}
    never = [(9, (won(), endless()))]
    cells["never"] = str(another_result(comparison_of(WINNERS), compared(*never), rows_of(WINNERS)))
    reviewed(lines(cells).replace("\N{NO-BREAK SPACE}", "~"))


def test_names_are_shortened_where_there_is_no_room(reviewed: Reviewed) -> None:
    beside = [row_names((Row("A", "Golf", "x" * room, ""),), LIGHT)[0]["text"] for room in (48, 49)]
    reviewed(*beside, *(cut("Code golf", most) for most in (9, 8, 5)))
