"""The Simulate page in words and charts: the headline, then every chart in page order."""

from typing import Final

from dashboard.charts import marks
from dashboard.charts.chart import Chart, Design, Panel
from dashboard.charts.simulate import lengths, outcomes
from dashboard.charts.simulate.outcomes import fairness
from engine.numbers import count, of_100, percent, plural
from engine.rules import PRESETS, rules_name
from engine.simulation import WON, Study, Summary, quantile, share
from engine.tables import Unit, all_end, study_charts
from engine.wording import About, Part, Sentence, hands_in_words, named, player, rules_of

# The charts: what each shows is computed in `engine.tables`, in this order.

DESIGNS: Final = {
    "outcomes": Design("Who wins", "", outcomes.outcome_words, outcomes.outcome_bar_figure),
    "lengths": Design("Length of games", "", lengths.lengths_words, marks.figure, in_units=True),
    "aces": Design("Aces and winning", "", outcomes.aces_words, outcomes.aces_figure),
    "survival": Design(
        "Games still going", "length", lengths.survival_words, lengths.survival_figure, in_units=True
    ),
    "wars": Design("Wars in a game", "length", lengths.wars_words, lengths.wars_figure),
    "depth": Design("Longest war in a game", "course", lengths.depth_words, lengths.depth_figure),
    "parity": Design("Even or odd", "course", lengths.parity_words, lengths.parity_figure),
    "strength": Design(
        "Better cards and winning", "winning", outcomes.strength_words, outcomes.strength_figure
    ),
    "deck-sizes": Design("Cards during the game", "course", lengths.fan_words, lengths.fan_figure),
    "cycle-starts": Design("Start of the loop", "endless", lengths.starts_words, lengths.starts_figure),
    "cycle-lengths": Design("Length of the loop", "endless", lengths.loops_words, lengths.loops_figure),
    "coin": Design("Is it fair?", "sure", outcomes.coin_words, outcomes.coin_figure),
}


def simulate_charts(
    study: Study, summary: Summary, *, unit: Unit = "rounds", log: bool = False
) -> tuple[Chart, ...]:
    """Return the charts of a study in page order, none of them made yet.

    `unit` is what lengths are counted in, `log` whether their axis is logarithmic.
    """
    data = study_charts(study, summary, unit=unit, log=log)
    return tuple(DESIGNS[name].chart(name, make, (study, summary), unit) for name, make in data.items())


def simulate_panels(
    study: Study, summary: Summary, *, unit: Unit = "rounds", log: bool = False
) -> tuple[Panel, ...]:
    """Return the same charts, made."""
    return tuple(chart.make() for chart in simulate_charts(study, summary, unit=unit, log=log))


# The headline: by whose rules, and what is most striking; below it how many games, and what they add.

COUNTED: Final = 100  # games below which a headline counts them
STRIKING: Final = 0.05  # share of games without a winner from which they are the headline
SECONDS: Final = 6  # seconds that a round takes at a table

_NO_WINNER: Final[dict[str, tuple[str, str]]] = {
    "endless": ("never ends", "never end"),
    "draw": ("is drawn", "are drawn"),
    "limit": ("was cut off", "were cut off"),
}
"""In the order in which they make a headline."""


def headline(
    study: Study, summary: Summary, name: str = "", *, running: bool = False
) -> tuple[Sentence, Sentence]:
    """Say what the games show by whose rules, and on how many games that rests.

    `name` is the preset or the code by which the rules were chosen. A summary of fewer games than the
    study is of a run that goes on (`running`) or was stopped.
    """
    name = name or rules_name(study.rules)
    by, striking = f"By {rules_of(name)} ", _striking(summary)
    if summary.games == 1:
        first = _only(summary, by)
    elif striking:
        seen = of_100(share(summary.outcomes()[striking], summary.games), COUNTED)
        about: About = "endless" if striking == "endless" else ""
        first = (Part(by), Part(f"{seen} games {_NO_WINNER[striking][1]}", about), Part("."))
    else:
        first = _winners(summary, by, running=running)
    return first, _line(study, summary, name, running=running)


def _striking(summary: Summary) -> str:
    """Return the outcome without a winner that makes the headline; empty if none does."""
    seen = summary.outcomes()
    return next((name for name in _NO_WINNER if seen[name] >= STRIKING * summary.games), "")


def _only(summary: Summary, by: str) -> Sentence:
    outcome = next(name for name, games in summary.outcomes().items() if games)
    if outcome in _NO_WINNER:
        return (Part(f"{by}the one game played {_NO_WINNER[outcome][0]}."),)
    return Part(by), player(1 if outcome == "player_1" else 2), Part(" wins the one game played.")


def _winners(summary: Summary, by: str, *, running: bool) -> Sentence:
    """Say who wins more often, if anyone does."""
    games, outcomes = summary.games, summary.outcomes()
    won = [outcomes["player_1"], outcomes["player_2"]]
    mine, yours = (share(wins, games) for wins in won)
    ahead = player(1 if mine.value > yours.value else 2)
    wins = max(mine, yours, key=lambda one: one.value)
    match fairness(summary):
        case "unknown":
            wins_1 = f" wins {won[0]:,} of {count(games, 'game')} and "
            return Part(by), player(1), Part(wins_1), player(2), Part(f" wins {won[1]:,}.")
        case "fair" if running:
            return (Part(f"{by}War looks fair so far: each player wins about half of the games."),)
        case "fair":
            all_won = WON.games(summary) > 0.99 * games
            each = "half of all games." if all_won else f"{of_100(mine)} games. The rest have no winner."
            return (Part(f"{by}War is fair: each player wins {each}"),)
        case "almost":
            return Part(f"{by}War is almost even: "), ahead, Part(f" wins {percent(wins)} of games.")
        case "uneven":
            return Part(by), ahead, Part(f" wins more often: {of_100(wins, COUNTED)} games.")


def _line(study: Study, summary: Summary, name: str, *, running: bool) -> Sentence:
    """Say how many games there are, and what else is to be known of them."""
    games = summary.games
    parts = [_dealt(study, games)]
    if games < study.games:
        of_all = f"{games:,} of {count(study.games, 'game')}"
        parts = [f"{count(games, 'game')} counted so far." if running else f"Stopped after {of_all}."]
    if games == 1:
        return (Part(parts[0]),)
    if summary.outcomes()["endless"]:
        parts.append("These games provably never end: the cards reach the same order again, for ever.")
    elif fairness(summary) == "unknown" and not _striking(summary):
        parts.append("Too few games to say who is ahead. Play more.")
    elif all_end(summary) and not running:
        middle = quantile(summary.finished("rounds"), 0.5)
        assert middle is not None
        rounds = count(int(middle.value), "round")
        parts.append(f"Half of the games are over after {rounds}, {_time(middle.value)} with real cards.")
    if name not in PRESETS:
        parts.append(f"{'; '.join(named(name))}.")
    return (Part(" ".join(parts)),)


def _time(rounds: float) -> str:
    """Say how long some rounds take at a table.

    >>> _time(4), _time(20), _time(1_190), _time(1_750)
    ('under a minute', 'about 2 minutes', 'about 119 minutes', 'about 3 hours')
    """
    minutes = round(rounds * SECONDS / 60)
    if not minutes:
        return "under a minute"
    return f"about {count(minutes, 'minute') if minutes < 120 else f'{round(minutes / 60)} hours'}"


def _dealt(study: Study, games: int) -> str:
    if study.hands is not None:
        return f"{count(games, 'deal')} of {hands_in_words(study.pack, study.hands)}."
    cards = "" if study.pack.size == 52 else f" of {count(study.pack.size, 'card')}"
    return f"{games:,} {plural(games, 'shuffled deal')}{cards}."
