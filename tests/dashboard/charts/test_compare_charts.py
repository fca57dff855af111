"""The Compare page's charts, a reviewed file each: what is said in many states, what is drawn in some.

The deals of most states are made by hand, one more or one less on either side of whatever decides.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import pytest
from chart_states import (
    COMPARISONS,
    compared_of,
    compared_rules,
    comparison_of,
    named,
    swept,
    varied,
    written,
)
from chart_text import LIGHT, chart_text, lines, marked, said
from tallied import Deals, Games, compared, cut_off, drawn, endless, lost, won

from dashboard.charts.chart import Panel
from dashboard.charts.compare.charts import (
    compare_panels,
    deal_by_deal,
    headline,
    sweep_headline,
    sweep_panels,
)
from dashboard.charts.compare.rows import cut, row_names
from engine.rules import PLAYABLE, rules_called
from engine.simulation.paired import Compared, tally
from engine.simulation.study import sweep
from engine.tables.compared import rows_of_sweep
from engine.tables.compared_lengths import Row, rows_of

Reviewed = Callable[..., None]
State = tuple[tuple[str, ...], Sequence[Deals]]
"""Rule sets, and deals as they play them."""

WINNERS: Final = "code-golf", "advent-of-code-22"
GOLF: Final = "code-golf", "codingame"
FIXED: Final = "programming-challenges", "code-golf"
THREE: Final = "programming-challenges", "codingame", "norvig"
SIX: Final = (*WINNERS, "programming-challenges", "codingame", "kbwar", "spivey")
LONG: Final = "programming-challenges-code", "whats-in-a-game", "whats-in-a-game-steal"


def by_winner(both: int, only_first: int, only_second: int, neither: int) -> list[Deals]:
    """Return deals that player 1 wins under both rule sets, under one of them, under none."""
    return [
        (both, (won(), won())),
        (only_first, (won(), lost())),
        (only_second, (lost(), won())),
        (neither, (lost(), lost())),
    ]


def long_by_winner(
    both: int, only_first: int, only_second: int, neither: int, second: int = 1_000
) -> list[Deals]:
    """Return the same of 1,000 rounds under the first rule set, under the second so many or one off."""
    before, after = {"rounds": 1_000}, {"rounds": second}
    return [
        (both // 2, (won(**before), won(rounds=second - 1))),
        (both // 2, (won(**before), won(rounds=second + 1))),
        (both % 2, (won(**before), won(**after))),
        (only_first, (won(**before), lost(**after))),
        (only_second, (lost(**before), won(**after))),
        (neither, (lost(**before), lost(**after))),
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
        # A fixed order makes games endless: two in a hundred, and fewer than two in a thousand elsewhere.
        (FIXED, [(20, (endless(), won())), (980, (won(), won()))]),
        (FIXED, [(19, (endless(), won())), (981, (won(), won()))]),
        (FIXED, [(1, (endless(), endless())), (299, (endless(), won())), (700, (won(), won()))]),
        (FIXED, [(2, (endless(), endless())), (298, (endless(), won())), (700, (won(), won()))]),
        (
            ("programming-challenges", "codingame", "code-golf"),
            [(200, (endless(), endless(), won())), (160, (endless(), won(), won())), (640, (won(),) * 3)],
        ),
        (THREE, [(200, (endless(), endless(), won())), (4, (endless(), won(), won())), (796, (won(),) * 3)]),
        (THREE, [(10, (endless(), endless(), won())), (190, (endless(), won(), won())), (800, (won(),) * 3)]),
        # Where both orders are fixed, or neither, what differs most is told.
        (THREE[:2], [(300, (endless(), won())), (300, (endless(), lost())), (400, (won(), won()))]),
        (WINNERS, [(300, (drawn(), won())), (300, (drawn(), lost())), (400, (won(), won()))]),
        *(
            (
                WINNERS,
                [(200, (one(), won())), (200, (one(), lost())), (100, (one(),) * 2), (500, (won(), won()))],
            )
            for one in (drawn, cut_off)
        ),
        (
            WINNERS,
            [(200, (lost(), won())), (200, (lost(), drawn())), (100, (lost(),) * 2), (500, (won(), won()))],
        ),
        # Shares hardly change while chance alone might turn as many of the same deals.
        (WINNERS, by_winner(450, 40, 58, 450)),
        (WINNERS, by_winner(450, 40, 63, 450)),
        (WINNERS, by_winner(500, 0, 5, 495)),
        # Shares hardly change where no difference of more than three points is left open.
        (WINNERS, by_winner(117, 0, 0, 0)),
        (WINNERS, by_winner(200, 0, 0, 0)),
        # Of few deals nothing is said to be as good as always so, or as good as never.
        (WINNERS, by_winner(99, 0, 0, 0)),
        (WINNERS, by_winner(100, 0, 0, 0)),
        (WINNERS, by_winner(1, 0, 0, 0)),
        *((FIXED, [(times, (endless(), won()))]) for times in (1, 99, 100)),
        (FIXED, [(1, (endless(), won())), (99, (won(), won()))]),
        (WINNERS, by_winner(500_000_000, 0, 0, 1)),
        # Of each alone nothing tells them apart; on the same deals player 1 surely wins more by the second.
        (WINNERS, by_winner(240, 240, 240, 240)),
        (WINNERS, by_winner(499, 0, 100, 500)),
        (WINNERS, by_winner(50, 0, 10, 40)),
    ],
    "changes": [
        (LONG, [(10, (won(), lost(), lost())), (1, (won(), lost(), won())), (89, (won(),) * 3)]),
        (LONG, [(10, (won(), lost(), won())), (80, (won(), drawn(), lost())), (10, (won(),) * 3)]),
        (LONG, [(80, (won(), won(), drawn())), (20, (won(), drawn(), drawn()))]),
        *((SIX[:number], some(number)) for number in (2, 3, 5, 6)),
        (("code-golf", "bicycle", "kbwar"), some(3)),
        (("code-golf", "whats-in-a-game-steal", "codingame"), some(3)),
        (SIX[:3], [(10**6, (won(), lost(), won())), (9 * 10**8, (won(),) * 3)]),
        (WINNERS, by_winner(1, 0, 0, 0)),
        (WINNERS, by_winner(100, 0, 0, 0)),
        (WINNERS, by_winner(98, 1, 0, 0)),
        (WINNERS, by_winner(99, 1, 0, 0)),
        (SIX[:3], [(1, (won(), lost(), won())), (1, (won(),) * 3)]),
    ],
    "length-spreads": [
        (WINNERS, ENDLESS),
        (WINNERS, lasting(100, 100)),
        (WINNERS, lasting(100, 101), "plays"),
        # How many times they are apart is told from one and a half times on.
        (WINNERS, lasting(100, 149)),
        (WINNERS, lasting(100, 150)),
        (WINNERS, lasting(1_200, 100), "plays"),
        (WINNERS, lasting(1_200, 100), "battles"),
        (SIX[:3], lasting(100, 250, 160)),
        (WINNERS, [(1, (won(rounds=100 + place), won(rounds=590 + place))) for place in range(100)]),
        (WINNERS, [(5, (won(rounds=9), won(rounds=9))), (5, (endless(), won(rounds=9)))]),
        (WINNERS, GROWING),
        (WINNERS, [*GROWING, (25, (endless(), won(rounds=100)))]),
        (WINNERS, [(5, (endless(), won()))]),
        *(
            (WINNERS, [(99, (won(), won())), (1, others)])
            for others in ((won(), endless()), (won(), cut_off()), (endless(), cut_off()))
        ),
    ],
    "length-strips": [
        # Means of 100 games that are 10 off: their intervals are 2.2 to either side.
        *((WINNERS, around(second)) for second in (103, 104, 105, 96, 95)),
        (WINNERS, [(50, (won(rounds=length),) * 2) for length in (20, 180)]),
        (FIXED[::-1], [(1, (won(rounds=1), lost(rounds=2)))]),
        *((FIXED[::-1], [(times, (won(rounds=1), lost(rounds=1)))]) for times in (99, 100)),
        (FIXED[::-1], [(30, (won(rounds=1), endless()))]),
        (FIXED[::-1], [(30, (endless(), won(rounds=9)))]),
        (GOLF[::-1], [(200, (endless(), won(rounds=10))), (200, (endless(), won(rounds=12)))]),
        (WINNERS, ENDLESS, "plays"),
        (WINNERS, [(99, (won(), won())), (1, (endless(), cut_off()))]),
    ],
    "still-going": [
        (WINNERS, ENDLESS),
        (WINNERS, GROWING),
        (WINNERS, [(50, (won(rounds=5), won(rounds=5))), (50, (won(rounds=90),) * 2)], "plays"),
        (WINNERS, [(1, (won(rounds=1), won(rounds=2)))], "battles"),
        (WINNERS, [(3, (won(rounds=9), won(rounds=9))), (7, (won(rounds=9), won(rounds=60)))]),
        (WINNERS, [(3, (won(rounds=9), won(rounds=9))), (7, (won(rounds=60), won(rounds=9)))]),
        # Bands are drawn while they can be seen.
        *(
            (WINNERS, [(games // 2, (won(rounds=5),) * 2), (games // 2, (won(rounds=90),) * 2)])
            for games in (9_700, 9_702)
        ),
    ],
    "pairing-wins": [
        (WINNERS, by_winner(400, 100, 100, 400)),
        (WINNERS, by_winner(240, 240, 240, 240)),
        (WINNERS, by_winner(29, 0, 0, 0)),
        (WINNERS, by_winner(700, 0, 300, 0)),
    ],
    "pairing-lengths": [
        # Intervals narrower by the root of 1,000 / (2 * (1,000 - pairs)).
        *((WINNERS, together(pairs)) for pairs in (523, 540, 900, 949, 951, 997)),
        (WINNERS, [(5, (endless(), won()))]),
        (WINNERS, [(1, (won(rounds=3), won(rounds=4)))]),
        (WINNERS, together(34, 50)),
        (WINNERS, [(14, (won(rounds=3), won(rounds=4))), (15, (won(rounds=5), won(rounds=4)))]),
        (WINNERS, [(2, (won(), lost()))]),
        # Of several differences the best is told; one that cannot be told is none of them.
        (SIX[:3], together(900, 1_000, won(rounds=90))),
        (SIX[:3], together(900, 1_000, endless())),
        (
            WINNERS,
            [(700, (won(rounds=100), won(rounds=120))), (300, (lost(rounds=50), won(rounds=50)))],
            "plays",
        ),
    ],
    "flow-a-b": [
        (GOLF, by_winner(40, 10, 0, 50)),
        (WINNERS, by_winner(40, 10, 0, 50)),
        (("whats-in-a-game-steal", "programming-challenges-code"), by_winner(0, 49, 51, 0)),
        (GOLF, [(70, (won(), won())), (30, (drawn(), endless()))]),
        (GOLF, [(69, (won(), won())), (1, (won(), drawn())), (30, (endless(), cut_off()))]),
        (GOLF, [(70, (won(), won())), (16, (cut_off(), drawn())), (14, (won(), drawn()))]),
        (GOLF, [(99, (won(), won())), (1, (endless(), lost()))]),
        (GOLF, by_winner(99, 0, 0, 1)),
        (GOLF, [(40, (won(), won())), (10, (won(), drawn())), (50, (endless(), lost()))]),
    ],
}
"""What is said of deals made by hand, by the chart."""

DRAWN: Final[dict[str, tuple[str, ...]]] = {
    "who-wins": ("four", "some cut off", "one game"),
    "changes": ("four", "two", "one game"),
    "length-spreads": ("four", "some cut off", "one game"),
    "length-strips": ("four", "cut off"),
    "still-going": ("four", "cut off"),
    "pairing-wins": ("four", "one game"),
    "pairing-lengths": ("four", "cut off"),
    "flow-a-b": ("four", "one game"),
}
"""The states in which a chart is read in detail."""


def written_deals(deals: Sequence[Deals]) -> str:
    """Write deals made by hand: `10 player_1 > player_2`, of many the ends."""
    several = [f"{times:,} {' > '.join(map(written, ends))}" for times, ends in deals if times]
    return ", ".join(several if len(several) < 8 else [*several[:2], "…", *several[-2:]])


def in_words(states: Sequence[Any], say: Callable[..., str]) -> str:
    """Return what is said in each of these states, a line a state."""
    return lines(
        {
            ", ".join([*names, written_deals(deals), *more]): say(names, deals, *more)
            for names, deals, *more in states
        }
    )


def made(name: str, names: tuple[str, ...], deals: Sequence[Deals], unit: Any = "rounds") -> Panel:
    found = compared(*deals)
    return named(compare_panels(comparison_of(names, games=found.games), found, names, unit=unit), name)


@pytest.mark.parametrize("name", MADE)
def test_chart(name: str, reviewed: Reviewed) -> None:
    words = in_words(MADE[name], lambda *state: said(made(name, *state)))
    drawings = [f"# {state}\n{chart_text(named(compared_rules(state), name))}" for state in DRAWN[name]]
    reviewed(words, *drawings)


def verdict(names: tuple[str, ...], deals: Sequence[Deals], of: int = 0, unit: Any = "rounds") -> str:
    found = compared(*deals)
    comparison = comparison_of(names, games=of or found.games)
    return " | ".join(map(marked, headline(comparison, found, names, unit=unit)))


CHANGES: Final = (
    WINNERS,
    WINNERS[::-1],
    *(
        tuple(f"1.PLAYER_{player}_FIRST.LOSES.DRAW.HIGH" for player in players)
        for players in ((2, 1), (1, 2))
    ),
    *(
        tuple("code-golf" if down == 1 else f"{down}.LOSER_FIRST.LOSES.DRAW.HIGH" for down in downs)
        for downs in ((1, 3), (3, 1), (10, 11), (0, 1), (1, 0))
    ),
    ("code-golf", "jouets"),
    ("jouets", "code-golf"),
    ("code-golf", "1.LOSER_FIRST.DRAW.DRAW.HIGH"),
    ("1.LOSER_FIRST.STEAL.DRAW.HIGH", "code-golf"),
    ("bicycle", "1.LOSER_FIRST.FEWER_DOWN.DRAW.HIGH"),
    GOLF,
    ("programming-challenges", "programming-challenges-code"),
)

LONG_WINS: Final = [(50, (won(), won(), won())), (50, (lost(), lost(), won()))]
VERDICTS: Final = [
    *((names, by_winner(50, 0, 0, 50)) for names in CHANGES),
    *((names, by_winner(50, 10, 10, 30)) for names in CHANGES),
    # Who wins, or what comes of it; of few deals how many.
    *(
        (WINNERS, [(99, (won(), won())), (1, turned)])
        for turned in ((won(), drawn()), (endless(), lost()), (cut_off(), endless()), (endless(), endless()))
    ),
    (WINNERS, [(98, (won(), won())), (1, (won(), lost())), (1, (won(), drawn()))]),
    *((WINNERS, by_winner(same, 1, 0, 0)) for same in (1, 98, 99)),
    (WINNERS, by_winner(1, 0, 0, 0)),
    # Of 100,000 deals player 1 wins 999 or 1,001 more, or fewer, than before.
    *(
        (WINNERS, long_by_winner(*ends))
        for ends in (
            (40_000, 3_000, 3_999, 53_001),
            (40_000, 3_999, 3_000, 53_001),
            (40_000, 3_000, 4_001, 52_999),
            (40_000, 4_001, 3_000, 52_999),
            # Two in a hundred deals are nothing to speak of.
            (40_000, 1_000, 1_001, 57_999),
            (40_000, 1_000, 1_000, 58_000),
            # Lengths barely move while they move by less than a twentieth.
            *((40_000, 3_000, 3_000, 54_000, second) for second in (1_049, 951, 1_050, 950)),
            # Whether a share moves is told once its interval is four points wide.
            (1_221,) * 4,
            (1_220,) * 4,
        )
    ),
    # How sure that is and what else moves.
    (WINNERS, [(700, (won(rounds=100), won(rounds=120))), (300, (lost(rounds=50), won(rounds=50)))]),
    (
        GOLF,
        [(700, (won(rounds=100), drawn(rounds=120))), (300, (lost(rounds=50), endless()))],
        5_000,
        "plays",
    ),
    (("code-golf", "jouets", "codingame"), LONG_WINS),
    (("code-golf", "codingame", "jouets"), LONG_WINS, 100, "battles"),
    *((WINNERS, [(times, (won(), endless()))], of) for times, of in ((5, 5), (1, 1), (1, 2))),
    (WINNERS, [(1, (won(rounds=3), won(rounds=5))), (9, (endless(), won()))]),
    (WINNERS, [(1, (endless(), won()))]),
    (WINNERS, by_winner(0, 0, 1, 0)),
]


def test_verdicts(reviewed: Reviewed) -> None:
    states = [(*state[:2], *map(str, state[2:])) for state in VERDICTS]
    told = in_words(states, lambda names, deals, of="0", *unit: verdict(names, deals, int(of), *unit))
    reviewed(told)


def swept_by(
    name: str, rule: str, deals: Sequence[Deals], *, of: int = 0, unit: Any = "rounds"
) -> tuple[str, Panel]:
    """Return the verdict of a rule varied on deals made by hand, and the chart of its values."""
    found: Compared = compared(*deals)
    varied_rule = sweep(rules_called(name), rule, games=of or found.games)
    words = " | ".join(map(marked, sweep_headline(varied_rule, found)))
    return words, sweep_panels(varied_rule, found, unit=unit)[0]


def each(*lengths: int) -> tuple[Games, ...]:
    return tuple(won(rounds=rounds) for rounds in lengths)


def test_sweeps(reviewed: Reviewed) -> None:
    half = (lost(),) * 4
    told = {}
    for rule, values in {"face_down": 7, "shortfall": 5, "both_out": 3, "order": 4, "pickup": 12}.items():
        same, last = (won(),) * values, (*(won(),) * (values - 1), lost())
        told[rule] = swept_by("code-golf", rule, [(50, same), (50, last)])[0]
    told["still going"] = swept_by("code-golf", "order", [(30, (won(),) * 4)], of=400)[0]
    told["one deal"] = swept_by("code-golf", "order", [(1, (won(), won(), lost(), won()))])[0]
    # Second and fourth value part on 30 of 100 deals, no others on more than 20.
    apart = [(10, (won(), lost(), won(), won())), (20, (won(), won(), won(), lost())), (70, (won(),) * 4)]
    told["the pair furthest apart"] = swept_by("code-golf", "order", apart)[0]
    charts = {
        "nothing sure": ([(50, each(10, 10, 10, 30)), (50, half)], "rounds"),
        "nothing at all": ([(50, each(10, 10, 10, 10)), (50, half)], "battles"),
        "shares": ([(50, each(10, 20, 30, 40)), (30, (lost(), *each(20, 30, 60))), (20, half)], "plays"),
    }
    # Means of 100 games that are 10 off have intervals of 2.2 to either side.
    for longest in (104, 105):
        below, above = (each(*(100 + off,) * 3, longest + off) for off in (-10, 10))
        ends = tuple(lost(rounds=game.rounds) for game in above)
        charts[f"up to {longest} rounds"] = ([(50, below), (50, ends)], "rounds")
    told |= {
        name: said(swept_by("code-golf", "order", *state[:1], unit=state[1])[1])
        for name, state in charts.items()
    }
    told["endless"] = said(swept_by("code-golf", "both_out", [(100, (endless(), *each(10, 20)))])[1])
    told["very many"] = said(swept_by("code-golf", "both_out", [(10**9, each(10, 10, 10))])[1])
    for base in ("code-golf", "codingame"):
        rows = rows_of_sweep(sweep(rules_called(base), "face_down", games=1))
        told[base] = str([(row.letter, row.name, row.beside) for row in rows])
    told["played"] = " | ".join(map(marked, sweep_headline(*varied("shortfall"))))
    reviewed(lines(told), *(chart_text(swept(rule)[0]) for rule in ("face_down", "shortfall")))


def test_words(reviewed: Reviewed) -> None:
    """What is said of every comparison that is really played, and deal by deal."""
    told = {}
    for state in COMPARISONS:
        comparison, names = COMPARISONS[state]
        told[state] = " | ".join(map(marked, headline(comparison, compared_of(state), names)))
        told |= {f"{state}, {panel.name}": said(panel) for panel in compared_rules(state, "plays")}
    cells: dict[str, str] = {}
    for state, base, unit in (("four", 0, "rounds"), ("four", 3, "plays"), ("some cut off", 0, "battles")):
        _, names = COMPARISONS[state]
        table = deal_by_deal(compared_of(state), rows_of(names), base=base, unit=unit)  # type: ignore[arg-type]
        cells |= {f"{state}, {base}, {row.pop('Rule set')}": str(row) for row in table.to_dict("records")}
    few = (
        [(1, (won(rounds=9), won(rounds=12))), (9, (won(), endless()))],
        [(9, (won(), endless()))],
        [(1, (won(rounds=9), won(rounds=5))), (1, (won(), won())), (2, (won(), endless()))],
    )
    for deals in few:
        ((_, row),) = deal_by_deal(compared(*deals), rows_of(WINNERS)).iterrows()
        cells[written_deals(deals)] = str(row.to_dict())
    reviewed(lines(told), lines(cells).replace("\N{NO-BREAK SPACE}", "~"))


@pytest.mark.parametrize("one", PLAYABLE)
def test_verdicts_fit_for_every_two_presets(one: str) -> None:
    for other in PLAYABLE:
        if PLAYABLE[one] != PLAYABLE[other]:
            comparison = comparison_of((one, other), games=4)
            first, second = headline(comparison, tally(comparison, 0, 4), (one, other))
            assert len("".join(part.text for part in first)) <= 70, (one, other)
            assert marked(second).endswith(".")


def test_names_are_shortened_where_there_is_no_room(reviewed: Reviewed) -> None:
    beside = [row_names((Row("A", "Golf", "x" * room),), LIGHT)[0]["text"] for room in (48, 49)]
    reviewed(*beside, *(cut("Code golf", most) for most in (9, 8, 5)))
