"""The Compare page in two sentences: what a change of the rules does to the same deals."""

from typing import Final

from dashboard.charts.compare.pairing import signed
from dashboard.charts.compare.rows import Row, rows_of
from dashboard.charts.parts.lengths import Unit
from dashboard.charts.parts.panel import fitted
from dashboard.charts.parts.written import percent, plus_minus
from engine.kernels.tallies import OUTCOMES
from engine.rules import RULES_SAID, Rules, number_words
from engine.study.comparison import Comparison
from engine.study.differences import changed, length_difference, moved, share_difference
from engine.study.estimates import Estimate
from engine.study.pairs import Compared
from engine.study.sweep import Sweep
from engine.words.sentences import Part, Sentence, count

LONGEST: Final = 70
"""Characters of the first sentence: one line beside two buttons."""


def headline(
    comparison: Comparison, compared: Compared, names: tuple[str, ...], *, unit: Unit = "rounds"
) -> tuple[Sentence, Sentence]:
    """Say how often the second rule set gives another result than the first, and what else it moves."""
    rows = rows_of(names)
    counts = compared.changes_of(0, 1)
    found = changed(counts)
    players = OUTCOMES[:2]
    only_winners = moved(counts, before=players, after=players) == found
    first, second = comparison.rule_sets[:2]
    wordings = _wordings(first, second, rows, found, only_winners=only_winners)
    return (Part(fitted(*wordings, most=LONGEST)),), _second(comparison, compared, found, unit)


def _wordings(
    first: Rules, second: Rules, rows: tuple[Row, ...], found: Estimate, *, only_winners: bool
) -> list[str]:
    """Return sentences for the finding: by the one rule that differs, by the names, by the letters."""
    if not found.value:
        changes, apart_on = (
            f"changes none of {count(found.games, 'deal')}",
            f"part on none of {found.games:,} deals",
        )
    else:
        does = "changes who wins in" if only_winners else "changes the result of"
        changes = f"{does} {percent(found)} of deals"
        apart_on = f"part on {percent(found)} of deals"
    by_rule = [f"{subject} {changes}." for subject in _subjects(first, second)]
    one, other = rows[:2]
    return [
        *by_rule,
        f"{one.name} and {other.name} {apart_on}.",
        f"Rule sets {one.letter} and {other.letter} {apart_on}.",
    ]


def _subjects(first: Rules, second: Rules) -> tuple[str, ...]:
    """Return what makes the change, said at length and briefly; nothing where several rules differ."""
    one, other = first.pickup.said, second.pickup.said
    match second.apart(first):
        case ("face_down",):
            cards = f"{number_words(second.face_down)} card{'' if second.face_down == 1 else 's'}"
            brief = f"Laying {cards} face down"
            return f"{brief}, not {number_words(first.face_down)},", brief
        case ("pickup",) if one.called and other.called:
            brief = f"Taking {other.called} cards first"
            return f"{brief}, not {one.called},", brief
        case ("pickup",):
            return other.change
        case ("shortfall",):
            return (f"For who is short, {second.shortfall.said.called}, not {first.shortfall.said.called},",)
        case _:
            return ()


def _second(comparison: Comparison, compared: Compared, found: Estimate, unit: Unit) -> Sentence:
    """Say how sure that is, and what becomes of player 1's share and of the lengths."""
    reach = 50 * (found.high - found.low)
    every = "both rule sets" if len(comparison.rule_sets) == 2 else "every rule set"
    parts = f"{plus_minus(reach)} points (95 %), {_deals(comparison, compared)} under {every}."
    parts += _chance(comparison.rule_sets[:2])
    wins = share_difference(compared.changes_of(0, 1), "player_1").paired
    sums = compared.lengths_of(0, 1, unit)
    lengths = length_difference(sums)
    little = abs(wins.value) < 0.01 and wins.high - wins.low < 0.04
    if lengths is None:
        return (Part(f"{parts} No game ends under both."),)
    alike = abs(lengths.paired.value) < 0.05 * sums.sum_1 / sums.games
    if little and alike and found.value > 0.02:
        return (
            Part(f"{parts} Shares and lengths barely move; "),
            Part("which", "key"),
            Part(" deals are won does."),
        )
    points = signed(100 * wins.value, 50 * (wins.high - wins.low))
    longer = f" {_longer(lengths.paired, unit)}" if lengths.paired.games > 1 else ""
    return (
        Part(f"{parts} "),
        Part("Player 1", "player 1"),
        Part(f"’s share moves by {points} {plus_minus(50 * (wins.high - wins.low))} points.{longer}"),
    )


def _chance(rule_sets: tuple[Rules, ...]) -> str:
    """Warn that the same deal goes two ways by itself where a pick-up is shuffled."""
    if all(rules.deterministic for rules in rule_sets):
        return ""
    return " Part of that is chance, for a pick-up is left to it."


def _deals(comparison: Comparison, compared: Compared) -> str:
    of = f" of {comparison.games:,}" if compared.games < comparison.games else ""
    return f"the same {compared.games:,}{of} deals" if comparison.games > 1 else "the same deal"


def _longer(found: Estimate, unit: Unit) -> str:
    reach = (found.high - found.low) / 2
    return f"Where both end, {signed(found.value, reach)} {plus_minus(reach)} {unit}."


def sweep_headline(swept: Sweep, compared: Compared) -> tuple[Sentence, Sentence]:
    """Say which two values of the rule are furthest apart, and in how many deals."""
    far = max(compared.pairs(), key=lambda pair: changed(compared.changes_of(*pair)).value)
    found = changed(compared.changes_of(*far))
    labels = [swept.labels[place] for place in far]
    deals = f"up to {percent(found)} of deals" if found.value else f"none of {count(found.games, 'deal')}"
    first = (Part(f"{RULES_SAID[swept.rule].varied} decides {deals}."),)
    reach = 50 * (found.high - found.low)
    second = (
        Part(
            f"{plus_minus(reach)} points (95 %), between “{labels[0]}” and “{labels[1]}”; "
            f"{_deals(swept.comparison, compared)} for all {len(swept.values)} values."
            f"{_chance(tuple(swept.comparison.rule_sets[place] for place in far))}"
        ),
    )
    return first, second
