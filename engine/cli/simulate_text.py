"""What `war` says of studies and comparisons, as text and as data."""

from collections.abc import Sequence
from math import inf, isfinite
from typing import Any, Final

from engine import Reason, simulation
from engine.cards import deal_cards, random_stream
from engine.cli.output import columns
from engine.jobs import Run
from engine.kernels import ENDLESS, NO_GAME, OUTCOMES, UNITS
from engine.library import endless_deal
from engine.numbers import TWO_DIGITS, bound, count, decimals_of, down, plus_minus, up
from engine.rules import description_of
from engine.simulation import LENGTHS_IN, Compared, Study, Summary, Sweep, estimates, even, outcome_words

# Studies and comparisons as plain data for other programs. The shapes are a promise.

LEVELS: Final = {"median": 0.5, "q05": 0.05, "q25": 0.25, "q75": 0.75, "q95": 0.95, "q99": 0.99}
LENGTH: Final = ("of", "mean", "mean_interval", "sd", "median", "q05", "q95", "q99", "longest")
"""The parts of a length that `war simulate` promises."""


_FOR_PEOPLE: Final = ("shares", "endless")
"""What is said of a simulation to people alone."""


def simulation_data(run: Run, rules: str) -> dict[str, Any]:
    """Return all that is said of a simulation.

    `outcomes` are counts of games. All lengths are of the games that finished, `of` says how many;
    quantiles are the smallest value of their bin (exact below 4,096).
    """
    study = run.job.studies()[0]
    return {
        "rules": rules,
        **_head(run),
        **_tallied(run.summary),
        "extremes": [
            {"kind": kind, "value": value, "game": number}
            for kind, games in run.summary.extremes.items()
            for value, number in games
        ],
        **({"followed": study.followed} if study.followed else {}),
        "endless": _endless(study, run.summary),
        **_foot(run),
    }


def _endless(study: Study, summary: Summary) -> str | None:
    """Return a deal that never ends and that the study might deal: one that was met, or one that is known."""
    met = int(summary.firsts["reasons"][ENDLESS].min())
    if met != NO_GAME:
        return deal_cards(study.pack, seed=study.seed, number=met, hands=study.hands).text
    known = endless_deal(study.rules, study.pack) if study.hands is None else None
    return None if known is None else known.text


def simulation_json(data: dict[str, Any]) -> dict[str, Any]:
    """Return what of a simulation is promised: of battles, plays and wars the mean, and no shares.

    Nor the endless deal, which says of what games the means are.
    """
    promised = {unit: LENGTH if unit in ("rounds", "depth") else ("mean",) for unit in UNITS}
    lengths = {unit: {name: data[unit][name] for name in names} for unit, names in promised.items()}
    return {name: lengths.get(name, value) for name, value in data.items() if name not in _FOR_PEOPLE}


def comparison_data(run: Run, names: Sequence[str], swept: Sweep | None = None) -> dict[str, Any]:
    """Return all that is said of a comparison; `names` are those of its rule sets.

    Each rule set's shares and lengths stand as if it had been simulated alone. `pairs` are paired deal
    by deal, those with the rule set that the others are compared with (`against`) first, and in them
    that one first: a difference is the other's value less its own, beside it the interval on the same
    deals and the one that deals of their own would give. Examples are numbers of games.
    """
    base = swept.base if swept else 0
    values = [{"value": value} for value in swept.values] if swept else [{}] * len(names)
    rule_sets = [
        {"rules": name, "code": study.rules.code, **value, **_tallied(summary)}
        for name, study, value, summary in zip(
            names, run.job.studies(), values, run.summary.summaries, strict=True
        )
    ]
    others = [pair for pair in run.summary.pairs() if base not in pair]
    pairs = [*((base, place) for place in range(len(names)) if place != base), *others]
    head = _head(run)
    return {
        **({"rule": swept.rule} if swept else {}),
        "against": names[base],
        **head,
        "limit": run.job.studies()[0].limit,
        "version": {**head["version"], "compared": simulation.COMPARED_VERSION},
        "rule_sets": rule_sets,
        "pairs": [
            {"rules": names[one], "other_rules": names[other], **_pair(run.summary, one, other)}
            for one, other in pairs
        ],
        **_foot(run),
    }


def _head(run: Run) -> dict[str, Any]:
    study = run.job.studies()[0]
    return {
        "pack": study.pack.text,
        **({"hands": study.hands.text} if study.hands else {}),
        "games": run.games,
        "seed": study.seed,
        "version": {"stream": random_stream.VERSION, "tallies": simulation.TALLIES_VERSION},
    }


def _foot(run: Run) -> dict[str, Any]:
    return {
        "complete": run.games == run.job.games,
        "games_done": [list(span) for span in run.spans],
        "tallies_sha256": run.summary.sha256(),
        "seconds": round(run.seconds, 3),
        "games_per_second": round(run.games / max(run.seconds, 1e-9)),
    }


def _tallied(tallies: Summary) -> dict[str, Any]:
    """Return how the games of one rule set ended, and how long they were."""
    outcomes = tallies.outcomes()
    reasons = tallies.reasons.sum(axis=0)
    return {
        "outcomes": outcomes,
        "shares": {name: estimate_data(estimates.share(outcomes[name], tallies.games)) for name in outcomes},
        "reasons": {reason.value: int(games) for reason, games in zip(Reason, reasons, strict=True)},
        **{unit: _study_data_length(tallies, unit) for unit in UNITS},
    }


def estimate_data(estimate: estimates.Estimate) -> dict[str, Any]:
    """Return an estimate and both ends of its interval."""
    return {"value": estimate.value, "interval": _interval(estimate)}


def _interval(estimate: estimates.Estimate) -> list[float] | None:
    """Return both ends of an interval, or None where games are too few for one of them."""
    ends = [estimate.low, estimate.high]
    return ends if all(map(isfinite, ends)) else None


def _study_data_length(tallies: Summary, unit: str) -> dict[str, Any]:
    """Return the spread of one unit over the finished games; None for what no game can tell."""
    histogram = tallies.finished(unit)
    games, total, squares = tallies.sums_of(unit)
    quantiles = {name: estimates.quantile(histogram, level) for name, level in LEVELS.items()}
    average = estimates.mean_length(tallies, unit)
    return {
        "of": games,
        "mean": average.value if average else None,
        "mean_interval": _interval(average) if average else None,
        "sd": estimates.deviation(games, total, squares),
        **{name: int(estimate.value) if estimate else None for name, estimate in quantiles.items()},
        "median_interval": _interval(median) if (median := quantiles["median"]) else None,
        "longest": tallies.extremes["longest"][0][0] if unit == "rounds" and games else None,
    }


def _pair(compared: Compared, one: int, other: int) -> dict[str, Any]:
    """Return what another rule set makes of the same deals."""
    counts, examples = compared.changes_of(one, other), compared.examples_of(one, other)
    lengths = estimates.length_difference
    return {
        "changed": estimate_data(estimates.changed(counts)),
        "other_player_wins": estimate_data(estimates.other_winner(counts)),
        "shares": {outcome: _difference(estimates.share_difference(counts, outcome)) for outcome in OUTCOMES},
        **{unit: _difference(lengths(compared.lengths_of(one, other, unit))) for unit in LENGTHS_IN},
        "deals": [
            {
                "outcome": OUTCOMES[before],
                "other_outcome": OUTCOMES[after],
                "deals": int(counts[before, after]),
                "examples": [int(number) for number in examples[before, after] if number != NO_GAME],
            }
            for before, after in zip(*counts.nonzero(), strict=True)
        ],
    }


def _difference(difference: estimates.PairedDifference | None) -> dict[str, Any]:
    """Return a difference with both intervals and the number of deals, `of`: 0 if no game ends under both."""
    if difference is None:
        return {"of": 0, **dict.fromkeys(("value", "interval", "unpaired_interval"))}
    return {
        "of": difference.paired.games,
        **estimate_data(difference.paired),
        "unpaired_interval": _interval(difference.unpaired),
    }


# Studies and comparisons for human eyes in a terminal: every number with its interval.

NO_MEAN: Final = "the means are of finished games; there is no mean of all deals"
Ends = tuple[float, float]
OPEN: Final = (-inf, inf)
EVEN: Final = "no significant difference between the players"
BAR: Final = 24


def run_line(run: Run) -> str:
    """Say how far a job is that is being played."""
    bar = "#" * (BAR * run.games // run.job.games)
    pace = f"{run.per_second:,.0f} per second, {run.seconds_left or 0:.0f} s to go"
    return f"[{bar:.<{BAR}}] {run.games:,} of {count(run.job.games, 'game')}, {pace}"


def simulation_text(data: dict[str, Any]) -> str:
    """Return a simulation as a table for reading, every share with its interval."""
    rows = []
    for outcome, games in data["outcomes"].items():
        share = data["shares"][outcome]
        interval = _bound(share) if games in (0, data["games"]) else _percentages(*share["interval"])
        rows.append([outcome_words(outcome), f"{games:,}", f"{share['value']:.2%}", f"   {interval}"])
    lines = [f"{count(data['games'], 'game')} of {dealt_words(data)} by {data['rules']}, seed {data['seed']}"]
    lines += ["", *columns(rows, (-10, 15, 10, 0)), *([f"  {EVEN}"] if even(data["outcomes"]) else [])]
    if data["rounds"]["of"] > 1:
        head = ["of finished games", "mean", "95 % interval", "median", "95 %"]
        rows = [head, *(_length_row(unit, data[unit]) for unit in UNITS)]
        lines += ["", *columns(rows, (-18, 10, 22, 9, 8))]
    elif data["rounds"]["of"]:
        lines += ["", "  one finished game: too few for a mean"]
    if data["rounds"]["of"] and data["endless"]:
        lines += ["", f"  {data['endless']} never ends:", f"  {NO_MEAN}"]
    longest = next((game for game in data["extremes"] if game["kind"] == "longest"), None)
    last = "no game has ended"
    if longest:
        last = f"longest: game {longest['game']:,} with {count(longest['value'], 'round')}"
    return "\n".join([*lines, "", f"  {last}", _pace_line(data)])


def _percentages(low: float, high: float) -> str:
    return f"{down(100 * low, 3):.3f}% to {up(100 * high, 3):.3f}%"


def _length_row(unit: str, length: dict[str, Any]) -> list[str]:
    """Return the row of one unit."""
    interval = "all alike"
    if length["mean_interval"]:
        low, high = length["mean_interval"]
        interval = f"{down(low, 2):,.2f} to {up(high, 2):,.2f}"
    return [unit, f"{length['mean']:,.2f}", interval, f"{length['median']:,}", f"{length['q95']:,}"]


def comparison_text(data: dict[str, Any]) -> str:
    """Return a comparison as two tables for reading: each rule set alone, then against one, deal by deal."""
    rule_sets, pairs = data["rule_sets"], [pair for pair in data["pairs"] if pair["rules"] == data["against"]]
    names = {rule_set["rules"]: _name(rule_set) for rule_set in rule_sets}
    seen = [name for name in OUTCOMES if any(rule_set["outcomes"][name] for rule_set in rule_sets)]
    words = list(map(outcome_words, seen))
    alone = [_alone(rule_set, names, seen) for rule_set in rule_sets]
    against = [_against(pair, names, seen) for pair in pairs]
    lines = [
        f"{count(data['games'], 'deal')} of {dealt_words(data)}, seed {data['seed']}, each by every rule set",
        "shares and means with 95 % intervals; rounds of finished games",
        "",
        *columns([["", *words, "mean rounds", "median"], *alone]),
        *_even(data, names),
        "",
        f"differences from {names[data['against']]}, deal by deal",
        "shares in points with 95 % intervals on the same deals; rounds where both games end",
        "",
        *columns([["", "result differs", *words, "mean rounds", "of deals"], *against]),
        "",
        _pace_line(data),
    ]
    return "\n".join(lines)


def _even(data: dict[str, Any], names: dict[str, str]) -> list[str]:
    """Say by which rule sets nothing tells the wins of both players apart."""
    codes = [rule_set["rules"] for rule_set in data["rule_sets"]]
    pairs = {frozenset((pair["rules"], pair["other_rules"])): pair["shares"] for pair in data["pairs"]}

    def differ(one: int, other: int) -> bool:
        low, high = pairs[frozenset((codes[one], codes[other]))]["player_1"]["interval"]
        return bool(low > 0 or high < 0)

    even = simulation.evens([rule_set["outcomes"] for rule_set in data["rule_sets"]], differ)
    named = [names[code] for code, alike in zip(codes, even, strict=True) if alike]
    return [f"  {EVEN}: {', '.join(named)}"] if named else []


def _alone(rule_set: dict[str, Any], names: dict[str, str], seen: list[str]) -> list[str]:
    """Return the row of one rule set."""
    shares = [_share(rule_set["shares"][outcome]) for outcome in seen]
    rounds = rule_set["rounds"]
    mean = _reached(rounds["mean"], rounds["mean_interval"], ends=(0, inf))
    return [names[rule_set["rules"]], *shares, mean, _number(rounds["median"])]


def _against(pair: dict[str, Any], names: dict[str, str], seen: list[str]) -> list[str]:
    """Return the row of one rule set's differences from the one that the others are compared with."""
    points = [_points(pair["shares"][outcome], "+") for outcome in seen]
    rounds = pair["rounds"]
    longer = _reached(rounds["value"], rounds["interval"], "+"), _number(rounds["of"])
    return [names[pair["other_rules"]], _share(pair["changed"]), *points, *longer]


def dealt_words(data: dict[str, Any]) -> str:
    """Return the pack, and the hands if some cards are known."""
    return f"{data['pack']}, hands {data['hands']}" if "hands" in data else str(data["pack"])


def _pace_line(data: dict[str, Any]) -> str:
    return f"  {data['seconds']:.1f} s, {count(data['games_per_second'], 'game')} per second"


def _name(rule_set: dict[str, Any]) -> str:
    """Return the name of a rule set; of one in a sweep the value that is its own."""
    return description_of(rule_set["value"]).brief if "value" in rule_set else str(rule_set["rules"])


def _bound(share: dict[str, Any]) -> str:
    # What was never seen is not impossible, nor certain what always was: the bound is what is known.
    low, high = share["interval"]
    return f"{bound(estimates.Estimate(share['value'], low, high, games=0), TWO_DIGITS)}%"


def _share(share: dict[str, Any]) -> str:
    return f"{_points(share)} %" if 0 < share["value"] < 1 else _bound(share)


def _points(share: dict[str, Any], sign: str = "") -> str:
    interval = [100 * end for end in share["interval"]]
    return _reached(100 * share["value"], interval, sign, (-100 if sign else 0, 100))


def _reached(value: float | None, interval: list[float] | None, sign: str = "", ends: Ends = OPEN) -> str:
    """Write a value and how far it may be off, rounded up, in the digits that this allows.

    With its interval, where so far would be beyond the least or the most that can be, the `ends`.

    >>> _reached(-19.32, [-24.4, -14.2], "+"), _reached(7.0, None), _reached(None, None)
    ('-19.3 ± 5.2', '7', '-')
    >>> _reached(100.0, [-95.1, 100.0], "+", (-100, 100))
    '+100 (-96 to +100)'
    """
    if value is None or interval is None:
        return _number(value)
    reach = max(interval[1] - value, value - interval[0])
    digits = decimals_of(reach, TWO_DIGITS)
    form, (least, most) = f"{sign},.{digits}f", ends
    if value - reach < least or value + reach > most:
        low, high = max(down(interval[0], digits), least), min(up(interval[1], digits), most)
        return f"{value:{form}} ({low:{form}} to {high:{form}})"
    return f"{value:{form}} {plus_minus(reach, TWO_DIGITS)}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f}"
