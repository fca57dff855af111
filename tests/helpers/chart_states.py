"""States in which charts are looked at: runs really played, by rule sets, packs, and how far they are."""

from collections.abc import Callable
from dataclasses import asdict, replace
from functools import cache, partial, reduce
from typing import Any, Final

from tallied import Games

from dashboard.charts.chart import Panel
from dashboard.charts.compare.charts import compare_panels
from dashboard.charts.simulate.charts import simulate_panels
from engine.cards import Pack
from engine.rules import PLAYABLE, rules_called
from engine.simulation import Compared, Comparison, Decided, Estimate, Study, Sweep, sweep
from engine.simulation.paired import tally as tally_pairs
from engine.simulation.tallies import Summary, tally

Panels = tuple[Panel, ...]


@cache
def study(rules: str, games: int, **fields: Any) -> tuple[Study, Summary]:
    pack = Pack.parse(fields.pop("pack", "13x4"))
    one = Study(rules=PLAYABLE[rules], games=games, pack=pack, seed=7, **fields)
    return one, tally(one, 0, games)


@cache
def only(outcome: str, games: int = 1) -> tuple[Study, Summary]:
    """Return a study of which only the first games with one outcome were played."""
    one, _ = study("codingame", 100)
    alone = (tally(one, number, 1) for number in range(100))
    found = [summary for summary in alone if summary.outcomes()[outcome]][:games]
    return Study(rules=one.rules, games=games, seed=7), reduce(Summary.__add__, found)


STUDIES: Final[dict[str, Callable[[], tuple[Study, Summary]]]] = {
    **{name: partial(study, name, 3_000, followed=200) for name in PLAYABLE},
    "a hundred": partial(study, "norvig", 100),
    "three": partial(study, "code-golf", 3),
    "one won": partial(only, "player_2"),
    "one drawn": partial(only, "draw"),
    "one endless": partial(only, "endless"),
    "all drawn": partial(study, "code-golf", 50, pack="1x2"),
    "all endless": partial(only, "endless", 20),
    "nothing finished": partial(study, "code-golf", 40, limit=1),
    "some cut off": partial(study, "programming-challenges", 2_000, limit=300),
    "tiny pack": partial(study, "programming-challenges", 2_000, pack="5x2", sample=1),
    "two cards": partial(study, "code-golf", 500, pack="2x1"),
    "odd pack": partial(study, "code-golf", 500, pack="5x1"),
    "one rank": partial(study, "kbwar", 200, pack="1x8"),
    "many ranks": partial(study, "spivey", 300, pack="52x1", limit=2_000),
    "large pack": partial(study, "norvig", 60, pack="13x16", sample=1),
    "stopped": lambda: (Study(rules=PLAYABLE["codingame"], games=10**9), study("codingame", 100)[1]),
}


@cache
def simulated(state: str, unit: Any = "rounds", log: bool = False) -> Panels:
    return simulate_panels(*STUDIES[state](), unit=unit, log=log)


FOUR: Final = ("code-golf", "1.WINNER_FIRST.LOSES.DRAW.HIGH", "programming-challenges", "codingame")
SIX: Final = ("code-golf", "codingame", "whats-in-a-game-steal", "kbwar", "jouets", "norvig")


def comparison_of(names: tuple[str, ...], **fields: Any) -> Comparison:
    return Comparison(rule_sets=tuple(map(rules_called, names)), **{"games": 600, "seed": 7, **fields})


COMPARISONS: Final[dict[str, tuple[Comparison, tuple[str, ...]]]] = {
    "four": (comparison_of(FOUR), FOUR),
    "one game": (comparison_of(FOUR, games=1), FOUR),
    "three games": (comparison_of(FOUR, games=3), FOUR),
    "cut off": (comparison_of(FOUR, games=40, limit=1), FOUR),
    "some cut off": (comparison_of(FOUR, games=100, limit=300), FOUR),
    "two": (comparison_of(("bicycle", "kbwar"), games=50, pack=Pack(4, 2)), ("bicycle", "kbwar")),
    "six": (comparison_of(SIX), SIX),
}


@cache
def compared_of(state: str) -> Compared:
    comparison, _ = COMPARISONS[state]
    return tally_pairs(comparison, 0, comparison.games)


@cache
def compared_rules(state: str, unit: Any = "rounds") -> Panels:
    comparison, names = COMPARISONS[state]
    return compare_panels(comparison, compared_of(state), names, unit=unit)


@cache
def varied(rule: str) -> tuple[Sweep, Compared]:
    found = sweep(rules_called("programming-challenges"), rule, games=120, seed=3)
    found = found._replace(comparison=replace(found.comparison, limit=3_000))
    return found, tally_pairs(found.comparison, 0, 120)


@cache
def swept(rule: str, unit: Any = "rounds") -> Panels:
    return compare_panels(*varied(rule), unit=unit)


def named(panels: Panels, name: str) -> Panel:
    """Return the one chart of a name."""
    (panel,) = (panel for panel in panels if panel.name == name)
    return panel


def written(*games: Games) -> str:
    """Write games that were made by hand: `99 player_1, 1 player_1 wars=1`."""
    usual, texts = asdict(Games("")), []
    for alike in games:
        own = {name: of for name, of in asdict(alike).items() if of != usual[name]}
        times = f"{own.pop('times'):,}" if alike.times > 1 else ""
        texts.append(" ".join([times, own.pop("outcome"), *(f"{name}={of}" for name, of in own.items())]))
    return ", ".join(map(str.strip, texts))


def decided_points(*shares: tuple[float, float, float] | None, games: int = 1_000) -> list[Decided]:
    """Return shares (low, value, high) before rounds 1, 101, ..., each with a tenth of the games fewer."""
    points = []
    for place, share in enumerate(shares):
        estimate = share and Estimate(share[1], share[0], share[2], games)
        points.append(Decided(1 + 100 * place, estimate, games - place * games // 10))
    return points
