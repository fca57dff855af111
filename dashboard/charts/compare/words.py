"""The Compare page in two sentences: what a change of the rules does to the same deals."""

from math import inf
from typing import Final

from dashboard.charts.compare.pairing import points, signed
from dashboard.charts.compare.rows import part_of
from dashboard.charts.parts.panel import fitted
from dashboard.charts.parts.written import how_sure, off, plus_minus
from engine.kernels.tallies import OUTCOMES
from engine.rules import RULES_SAID, Rules, number_words
from engine.study.comparison import Comparison
from engine.study.differences import changed, length_difference, moved, share_difference
from engine.study.estimates import Estimate
from engine.study.pairs import Compared
from engine.study.sweep import Sweep
from engine.study.tables.compared.rows import rows_of
from engine.study.tables.going import Unit
from engine.words.cards import hands_in_words
from engine.words.sentences import Part, Sentence, count

LONGEST: Final = 70
"""Characters of the first sentence: one line beside two buttons."""


def headline(
    comparison: Comparison, compared: Compared, names: tuple[str, ...], *, unit: Unit = "rounds"
) -> tuple[Sentence, Sentence]:
    """Say how often the second rule set gives another result than the first, and what else it moves."""
    counts = compared.changes_of(0, 1)
    differs = changed(counts)
    players = OUTCOMES[:2]
    only_winners = moved(counts, before=players, after=players) == differs
    changes = f"changes {'who wins in' if only_winners else 'the result of'} {part_of(differs)}"
    part = f"part on {part_of(differs)}"
    if not differs.value:
        changes = f"changes none of {count(differs.games, 'deal')}"
        part = f"part on none of {count(differs.games, 'deal')}"
    one, other = rows_of(names)[:2]
    first = fitted(
        *(f"{subject} {changes}." for subject in _subjects(*comparison.rule_sets[:2])),
        f"{one.name} and {other.name} {part}.",
        f"Rule sets {one.letter} and {other.letter} {part}.",
        most=LONGEST,
    )
    return (Part(first),), _second(comparison, compared, differs, unit)


def _subjects(first: Rules, second: Rules) -> tuple[str, ...]:
    """Return what makes the change, said at length and briefly; nothing where several rules differ."""
    one, other = first.pickup.said, second.pickup.said
    match second.apart(first):
        case ("face_down",):
            cards = "card" if second.face_down == 1 else "cards"
            brief = f"Laying {number_words(second.face_down)} {cards} face down"
            return f"{brief}, not {first.said('face_down').called},", brief
        case ("pickup",) if one.called and other.called:
            brief = f"Taking {other.called} cards first"
            return f"{brief}, not {one.called},", brief
        case ("pickup",):
            return other.change
        case ("shortfall",):
            return (f"For who is short, {second.shortfall.said.called}, not {first.shortfall.said.called},",)
        case _:
            return ()


def _second(comparison: Comparison, compared: Compared, differs: Estimate, unit: Unit) -> Sentence:
    """Say how sure that is, and what becomes of player 1's share and of the lengths."""
    sides = "both rule sets" if len(comparison.rule_sets) == 2 else "every rule set"
    sure = f"{how_sure(differs)} (95 %), {_deals(comparison, compared)} under {sides}."
    sure += _chance(comparison.rule_sets[:2])
    wins = share_difference(compared.changes_of(0, 1), "player_1").paired
    sums = compared.lengths_of(0, 1, unit)
    lengths = length_difference(sums)
    if lengths is None:
        return (Part(f"{sure} No game ends under both."),)
    longer = lengths.paired
    little = abs(wins.value) < 0.01 and wins.high - wins.low < 0.04
    alike = max(-longer.low, longer.high) < 0.05 * sums.sum_1 / sums.games
    if little and alike and differs.value > 0.02:
        return (
            Part(f"{sure} Shares and lengths barely move; "),
            Part("which", "key"),
            Part(" deals are won does."),
        )
    moves = f"{points(wins)}."
    reach = off(longer)
    if reach < inf:
        moves += f" Where both end, {signed(longer.value, reach)} {plus_minus(reach)} {unit}."
    return Part(f"{sure} "), Part("Player 1", "player 1"), Part(f"’s share moves by {moves}")


def _chance(rule_sets: tuple[Rules, ...]) -> str:
    """Warn that the same deal goes two ways by itself where a pick-up is shuffled."""
    if all(rules.deterministic for rules in rule_sets):
        return ""
    return " Part of that is chance, for a pick-up is left to it."


def _deals(comparison: Comparison, compared: Compared) -> str:
    of = f" of {comparison.games:,}" if compared.games < comparison.games else ""
    hands = comparison.hands
    held = "" if hands is None else f" of {hands_in_words(comparison.pack, hands)}"
    return (f"the same {compared.games:,}{of} deals" if comparison.games > 1 else "the same deal") + held


def sweep_headline(swept: Sweep, compared: Compared) -> tuple[Sentence, Sentence]:
    """Say which two values of the rule are furthest apart, and in how many deals."""
    far = max(compared.pairs(), key=lambda pair: changed(compared.changes_of(*pair)).value)
    differs = changed(compared.changes_of(*far))
    one, other = (swept.labels[place] for place in far)
    pair = f"{'' if _surely(far, compared) else 'for instance '}between “{one}” and “{other}”"
    none = f"none of {count(differs.games, 'deal')}"
    deals = f"up to {part_of(differs)}" if differs.value else none
    sure = (
        f"{how_sure(differs)} (95 %), {pair}; "
        f"{_deals(swept.comparison, compared)} for all {len(swept.values)} values."
        f"{_chance(tuple(swept.comparison.rule_sets[place] for place in far))}"
    )
    return (Part(f"{RULES_SAID[swept.rule].varied} decides {deals}."),), (Part(sure),)


def _surely(far: tuple[int, int], compared: Compared) -> bool:
    """Return whether no other pair of rule sets may differ in as many deals as this one does."""
    most = changed(compared.changes_of(*far))
    others = (changed(compared.changes_of(*pair)) for pair in compared.pairs() if pair != far)
    return all(other.high < most.low for other in others)
