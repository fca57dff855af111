"""Studies and comparisons for human eyes in a terminal: every number with its interval."""

from math import floor, inf, log10
from typing import Any, Final

from engine.kernels.tallies import OUTCOMES, UNITS
from engine.rules import said_of
from engine.study.coin import even, evens
from engine.study.playing.foreman import Standing
from engine.study.summary import outcome_words
from engine.words.rounding import down, up
from engine.words.sentences import count

NO_MEAN: Final = "the means are of the games that end; over all deals there is none"
EVEN: Final = "nothing tells the wins of both players apart"
BAR: Final = 24
"""Characters of a full bar of progress."""


def standing_line(standing: Standing) -> str:
    """Say how far a job is that is being played."""
    live = standing.live
    filled = BAR * live.games // live.job.games
    return (
        f"[{'#' * filled}{'.' * (BAR - filled)}] {live.games:,} of {count(live.job.games, 'game')}, "
        f"{live.per_second:,.0f} a second, {standing.seconds_left:.0f} s to go"
    )


def simulation_text(data: dict[str, Any]) -> str:
    """Return a simulation as a table for reading, every share with its interval."""
    lines = [f"{count(data['games'], 'game')} of {_dealt(data)} by {data['rules']}, seed {data['seed']}", ""]
    for outcome, games in data["outcomes"].items():
        share = data["shares"][outcome]
        low, high = share["interval"]
        ends = f"{down(100 * low, 3):.3f}% to {up(100 * high, 3):.3f}%"
        interval = _bound(share) if games in (0, data["games"]) else ends
        lines.append(f"  {outcome_words(outcome):<10}{games:>15,}{share['value']:>10.2%}   {interval}")
    lines += [f"  {EVEN}"] if even(data["outcomes"]) else []
    lengths = [_length(unit, data[unit]) for unit in UNITS if data[unit]["of"] > 1]
    if lengths:
        lines += ["", f"  {'of finished games':<18}{'mean':>10}{'95 % interval':>22}{'median':>9}{'95 %':>8}"]
    elif data["rounds"]["of"]:
        lengths = ["", "  one finished game: too few for a mean"]
    lines += lengths
    if lengths and data["endless"]:
        lines += ["", f"  {data['endless']} never ends:", f"  {NO_MEAN}"]
    longest = (game for game in data["extremes"] if game["kind"] == "longest")
    told = [f"longest: game {game['game']:,} with {count(game['value'], 'round')}" for game in longest][:1]
    return "\n".join([*lines, "", f"  {(told or ['no game has ended'])[0]}", _pace_line(data)])


def _length(unit: str, length: dict[str, Any]) -> str:
    """Return the row of one unit."""
    low, high = length["mean_interval"] or (inf, inf)
    sure = f"{down(low, 2):,.2f} to {up(high, 2):,.2f}" if low < inf else "all alike"
    return f"  {unit:<18}{length['mean']:>10,.2f}{sure:>22}{length['median']:>9,}{length['q95']:>8,}"


def comparison_text(data: dict[str, Any]) -> str:
    """Return a comparison as two tables for reading: each rule set alone, then against one, deal by deal."""
    names = {rule_set["rules"]: _name(rule_set) for rule_set in data["rule_sets"]}
    seen = [
        outcome
        for outcome in OUTCOMES
        if any(rule_set["outcomes"][outcome] for rule_set in data["rule_sets"])
    ]
    return "\n".join(
        [
            f"{count(data['games'], 'deal')} of {_dealt(data)}, seed {data['seed']}, each by every rule set",
            "shares and means with 95 % intervals; rounds of the games that end by themselves",
            "",
            *_aligned(
                ["", *map(outcome_words, seen), "mean rounds", "median"],
                *(_alone(rule_set, names, seen) for rule_set in data["rule_sets"]),
            ),
            *_even(data, names),
            "",
            f"what changes against {names[data['against']]}, deal by deal",
            "shares in points with 95 % intervals on the same deals; rounds where both games end",
            "",
            *_aligned(
                ["", "result differs", *map(outcome_words, seen), "mean rounds", "of deals"],
                *(_against(pair, names, seen) for pair in data["pairs"] if pair["rules"] == data["against"]),
            ),
            "",
            _pace_line(data),
        ]
    )


def _even(data: dict[str, Any], names: dict[str, str]) -> list[str]:
    """Say by which rule sets nothing tells the wins of both players apart."""
    codes = [rule_set["rules"] for rule_set in data["rule_sets"]]
    moves = {
        frozenset((pair["rules"], pair["other_rules"])): pair["shares"]["player_1"]["interval"]
        for pair in data["pairs"]
    }

    def apart(one: int, other: int) -> bool:
        low, high = moves[frozenset((codes[one], codes[other]))]
        return bool(low > 0 or high < 0)

    even = evens([rule_set["outcomes"] for rule_set in data["rule_sets"]], apart)
    named = [names[code] for code, alike in zip(codes, even, strict=True) if alike]
    return [f"  {EVEN}: {', '.join(named)}"] if named else []


def _alone(rule_set: dict[str, Any], names: dict[str, str], seen: list[str]) -> list[str]:
    """Return the row of one rule set."""
    shares = [_share(rule_set["shares"][outcome]) for outcome in seen]
    rounds = rule_set["rounds"]
    return [names[rule_set["rules"]], *shares, _reached(rounds, "mean", least=0), _number(rounds["median"])]


def _against(pair: dict[str, Any], names: dict[str, str], seen: list[str]) -> list[str]:
    """Return the row of one rule set's differences from the one that the others are compared with."""
    points = [_points(pair["shares"][outcome], "+") for outcome in seen]
    longer = _reached(pair["rounds"], "value", "+"), _number(pair["rounds"]["of"])
    return [names[pair["other_rules"]], _share(pair["changed"]), *points, *longer]


def exact_text(data: dict[str, Any]) -> str:
    """Return all deals of a small pack for reading."""
    deals = count(data["deals"], *(("equally likely deal",) if "hands" in data else ("deal",)))
    lines = [f"{deals} of {_dealt(data)} by {data['rules']}, every one counted", ""]
    lines += [
        f"  {outcome_words(outcome):<10}{deals:>12,}  {data['shares'][outcome]}"
        for outcome, deals in data["outcomes"].items()
    ]
    rounds = data["rounds"]
    if not rounds["of"]:
        return "\n".join([*lines, "", "  no game ends"])
    mean = "1 round" if rounds["mean"] == "1" else f"{rounds['mean']} rounds"
    lines += ["", f"  {count(rounds['of'], 'game ends', 'games end')}, on average after {mean}"]
    lines.append(f"  the longest takes {count(rounds['longest'], 'round')}: {rounds['longest_deal']}")
    return "\n".join(lines)


def whole_text(data: dict[str, Any]) -> str:
    """Return the whole game of a small pack for reading: its cycles, then a line a split."""
    number = sum(kind["rings"] for kind in data["cycles"])
    cycles = count(number, "cycle") if number else "no cycle"
    lines = ["", f"  {count(data['positions'], 'position')}, {cycles}"]
    lines += [
        f"  {count(kind['rings'], 'cycle')} of {count(kind['length'], 'round')}, "
        f"{count(kind['deals'], 'deal leads', 'deals lead')} into {'it' if kind['rings'] == 1 else 'each'}: "
        f"{kind['position']}"
        for kind in data["cycles"]
    ]
    heads = "".join(f"{head:>12}" for head in ("wins", "loses", "draw", "endless"))
    lines += ["", f"  {'player 1 has':>14}{heads}{'longest':>10}"]
    for split in data["splits"]:
        ends = "".join(f"{split[name]:>12,}" for name in ("player_1", "player_2", "draw", "endless"))
        lines.append(f"  {split['player_1_cards']:>14,}{ends}{split['longest']:>10,}")
    return "\n".join(lines)


def _dealt(data: dict[str, Any]) -> str:
    return f"{data['pack']}, hands {data['hands']}" if "hands" in data else str(data["pack"])


def _pace_line(data: dict[str, Any]) -> str:
    return f"  {data['seconds']:.1f} s, {count(data['games_per_second'], 'game')} a second"


def _name(rule_set: dict[str, Any]) -> str:
    """Return the name of a rule set; of one in a sweep the value that is its own."""
    return said_of(rule_set["value"]).brief if "value" in rule_set else str(rule_set["rules"])


def _bound(share: dict[str, Any]) -> str:
    # What was never seen is not impossible, nor certain what always was: the bound is what is known.
    low, high = share["interval"]
    beyond = 100 * (1 - low if share["value"] else high)
    digits = max(1 - floor(log10(beyond)), 0)
    bound = up(beyond, digits)
    return f"over {100 - bound:.{digits}f}%" if share["value"] else f"under {bound:.{digits}f}%"


def _share(share: dict[str, Any]) -> str:
    return f"{_points(share)} %" if 0 < share["value"] < 1 else _bound(share)


def _points(share: dict[str, Any], sign: str = "") -> str:
    hundredfold = {"value": 100 * share["value"], "interval": [100 * end for end in share["interval"]]}
    return _reached(hundredfold, "value", sign, least=-100 if sign else 0, most=100)


def _reached(
    estimate: dict[str, Any], name: str, sign: str = "", *, least: float = -inf, most: float = inf
) -> str:
    """Write a value and how far it may be off, rounded up, in the digits that this allows.

    With its interval, where so far would be beyond the least or the most that can be.

    >>> _reached({"value": -19.32, "interval": [-24.4, -14.2]}, "value", "+")
    '-19.3 ± 5.2'
    >>> _reached({"mean": 7.0, "mean_interval": None}, "mean"), _reached({"mean": None}, "mean")
    ('7', '-')
    >>> _reached({"value": 100.0, "interval": [-95.1, 100.0]}, "value", "+", least=-100, most=100)
    '+100 (-96 to +100)'
    """
    value = estimate[name]
    interval = estimate.get("interval", estimate.get("mean_interval"))
    if value is None or interval is None:
        return _number(value)
    reach = max(interval[1] - value, value - interval[0])
    digits = max(0, 1 - floor(log10(reach))) if reach else 0
    if value - reach < least or value + reach > most:
        low, high = max(down(interval[0], digits), least), min(up(interval[1], digits), most)
        return f"{value:{sign},.{digits}f} ({low:{sign},.{digits}f} to {high:{sign},.{digits}f})"
    return f"{value:{sign},.{digits}f} ± {up(reach, digits):,.{digits}f}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f}"


def _aligned(*rows: list[str]) -> list[str]:
    """Return rows with their columns under each other: names to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for name, *cells in rows:
        right = (f"{cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True))
        lines.append("  ".join(["", f"{name:<{widths[0]}}", *right]))
    return lines
