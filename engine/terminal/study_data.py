"""Studies and comparisons as plain data for other programs. The shapes are a promise."""

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite
from typing import Any, Final

from engine.cards import Pack, deal_cards, stream
from engine.game import Reason
from engine.kernels.tallies import ENDLESS, NO_GAME, OUTCOMES, UNITS
from engine.records.kept import endless_deal
from engine.study import TALLIES_VERSION, Study, estimates
from engine.study.comparison import COMPARED_VERSION
from engine.study.differences import (
    PairedDifference,
    changed,
    length_difference,
    moved,
    share_difference,
)
from engine.study.estimates import Estimate
from engine.study.exact import Exact
from engine.study.pairs import LENGTHS_IN, Compared
from engine.study.playing.live import Live
from engine.study.positions import Positions
from engine.study.summary import Summary
from engine.study.sweep import Sweep

PLAYERS: Final = OUTCOMES[:2]
LEVELS: Final = {"median": 0.5, "q05": 0.05, "q25": 0.25, "q75": 0.75, "q95": 0.95, "q99": 0.99}
LENGTH: Final = ("of", "mean", "mean_interval", "sd", "median", "q05", "q95", "q99", "longest")
"""The parts of a length that `war simulate` promises."""


_SAID: Final = ("shares", "endless")
"""What is said of a simulation to people alone."""


def simulation_data(live: Live, rules: str) -> dict[str, Any]:
    """Return all that is said of a simulation.

    `outcomes` are counts of games. All lengths are of the games that finished, `of` says how many;
    quantiles are the smallest value of their bin (exact below 4,096).
    """
    study = live.job.studies()[0]
    return {
        "rules": rules,
        **_head(live),
        **_tallied(live.summary, live.job.studies()[0].pack),
        "extremes": [
            {"kind": kind, "value": value, "game": number}
            for kind, games in live.summary.extremes.items()
            for value, number in games
        ],
        **({"followed": study.followed} if study.followed else {}),
        "endless": _endless(study, live.summary),
        **_foot(live),
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
    return {name: lengths.get(name, value) for name, value in data.items() if name not in _SAID}


def comparison_data(live: Live, names: Sequence[str], swept: Sweep | None = None) -> dict[str, Any]:
    """Return all that is said of a comparison; `names` are those of its rule sets.

    Each rule set's shares and lengths stand as if it had been simulated alone. `pairs` are paired deal
    by deal, those with the rule set that the others are compared with (`against`) first, and in them
    that one first: a difference is the other's value less its own, beside it the interval on the same
    deals and the one that deals of their own would give. Examples are numbers of games.
    """
    base = swept.base if swept else 0
    rule_sets = []
    for place, (study, summary) in enumerate(zip(live.job.studies(), live.summary.summaries, strict=True)):
        value = {"value": swept.values[place]} if swept else {}
        tallied = _tallied(summary, study.pack)
        rule_sets.append({"rules": names[place], "code": study.rules.code, **value, **tallied})
    others = [pair for pair in live.summary.pairs() if base not in pair]
    pairs = [*((base, place) for place in range(len(names)) if place != base), *others]
    head = _head(live)
    return {
        **({"rule": swept.rule} if swept else {}),
        "against": names[base],
        **head,
        "limit": live.job.studies()[0].limit,
        "version": {**head["version"], "compared": COMPARED_VERSION},
        "rule_sets": rule_sets,
        "pairs": [
            {"rules": names[one], "other_rules": names[other], **_pair(live.summary, one, other)}
            for one, other in pairs
        ],
        **_foot(live),
    }


def _head(live: Live) -> dict[str, Any]:
    study = live.job.studies()[0]
    return {
        "pack": study.pack.text,
        **({"hands": study.hands.text} if study.hands else {}),
        "games": live.games,
        "seed": study.seed,
        "version": {"stream": stream.VERSION, "tallies": TALLIES_VERSION},
    }


def _foot(live: Live) -> dict[str, Any]:
    return {
        "complete": live.games == live.job.games,
        "games_done": [list(span) for span in live.done],
        "tallies_sha256": live.summary.sha256(),
        "seconds": round(live.seconds, 3),
        "games_per_second": round(live.games / max(live.seconds, 1e-9)),
    }


def _tallied(tallies: Summary, pack: Pack) -> dict[str, Any]:
    """Return how the games of one rule set with a pack ended, and how long they were."""
    outcomes = tallies.outcomes()
    reasons = tallies.reasons.sum(axis=0)
    return {
        "outcomes": outcomes,
        "shares": {
            outcome: estimate_data(estimates.share(games, tallies.games))
            for outcome, games in outcomes.items()
        },
        "reasons": {reason.value: int(games) for reason, games in zip(Reason, reasons, strict=True)},
        **{unit: _length(tallies, unit, pack) for unit in UNITS},
    }


def estimate_data(estimate: Estimate) -> dict[str, Any]:
    """Return an estimate and both ends of its interval."""
    return {"value": estimate.value, "interval": _interval(estimate)}


def _interval(estimate: Estimate) -> list[float] | None:
    """Return both ends of an interval, or None where games are too few for one of them."""
    ends = [estimate.low, estimate.high]
    return ends if all(map(isfinite, ends)) else None


def _length(tallies: Summary, unit: str, pack: Pack) -> dict[str, Any]:
    """Return the spread of one unit over the finished games; None for what no game can tell."""
    histogram = tallies.finished(unit)
    games, total, squares = tallies.finished_sums(unit)
    quantiles = {name: estimates.quantile(histogram, level) for name, level in LEVELS.items()}
    average = estimates.mean(games, total, squares)
    if average and unit == "depth" and isfinite(average.high):
        # Each war of a round takes a card of both: none is deeper than half the pack.
        average = replace(average, high=min(average.high, pack.size / 2))
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
    return {
        "changed": estimate_data(changed(counts)),
        "other_player_wins": estimate_data(moved(counts, before=PLAYERS, after=PLAYERS)),
        "shares": {outcome: _difference(share_difference(counts, outcome)) for outcome in OUTCOMES},
        **{
            unit: _difference(length_difference(compared.lengths_of(one, other, unit))) for unit in LENGTHS_IN
        },
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


def _difference(difference: PairedDifference | None) -> dict[str, Any]:
    """Return a difference with both intervals, of so many deals (`of`); 0 where no game ends under both."""
    if difference is None:
        return {"of": 0, **dict.fromkeys(("value", "interval", "unpaired_interval"))}
    return {
        "of": difference.paired.games,
        **estimate_data(difference.paired),
        "unpaired_interval": _interval(difference.unpaired),
    }


def exact_data(counted: Exact, *, rules: str) -> dict[str, Any]:
    """Return all deals of a small pack as JSON-ready data; fractions as `a/b`.

    Of hands with known cards, `deals` are ways to deal them, each as likely.
    """
    mean, longest = counted.mean_rounds, counted.longest_deal
    counts = {name: getattr(counted, name) for name in ("player_1", "player_2", "draw", "endless")}
    return {
        "rules": rules,
        "pack": counted.pack.text,
        **({"hands": counted.hands.text} if counted.hands else {}),
        "deals": counted.ways,
        "outcomes": counts,
        "shares": {name: str(counted.share(count)) for name, count in counts.items()},
        "rounds": {
            "of": counted.ways - counted.endless,
            "sum": counted.rounds,
            "mean": None if mean is None else str(mean),
            "longest": counted.longest,
            "longest_deal": longest and longest.text,
        },
    }


def whole_data(whole: Positions) -> dict[str, Any]:
    """Return the whole game of a small pack as JSON-ready data: its cycles, and how every split ends."""
    return {
        "positions": len(whole.met()),
        "cycles": [kind._asdict() for kind in whole.kinds()],
        "splits": [
            {
                "player_1_cards": split.cut,
                **dict(zip(("player_1", "player_2", "draw", "endless"), split.outcomes, strict=True)),
                "longest": split.longest,
            }
            for split in whole.splits()
        ],
    }
