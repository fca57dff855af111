"""The charts of a comparison, in page order, and their tables."""

from itertools import permutations
from math import inf
from typing import Final

import pandas as pd

from dashboard.charts.chart import Panel, fitted
from dashboard.charts.compare import lengths as compare_lengths
from dashboard.charts.compare import lengths as compare_survival
from dashboard.charts.compare import lengths as length_strips
from dashboard.charts.compare import pairing, shares
from dashboard.charts.compare import shares as compare_shares
from dashboard.charts.compare.rows import part_of
from engine.kernels.tallies import NO_GAME, OUTCOMES
from engine.numbers import count, decimals, how_sure, number_words, off, percent, plus_minus, points, signed
from engine.rules import RULES_SAID, Rules
from engine.simulation.estimates import Estimate, changed, length_difference, moved, share_difference
from engine.simulation.paired import Compared, Lengths
from engine.simulation.study import Comparison, Sweep
from engine.simulation.tallies import Ints
from engine.tables.bars import Unit
from engine.tables.compared import rows_of_sweep
from engine.tables.compared_lengths import Rows, rows_of
from engine.wording.sentences import Part, Sentence, hands_in_words

# The Compare page in two sentences: what a change of the rules does to the same deals.

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


# Deal by deal: what every rule set changes against one of them, as a table, and deals to look at.

NO_BREAK: Final = "\N{NO-BREAK SPACE}"
NOBODY: Final = ("draw", "endless", "limit")
"""Outcomes that no player wins."""
Turn = tuple[tuple[str, ...], tuple[str, ...]]
"""A way in which a result can change: outcomes before and after."""
SWAPS: Final[dict[str, Turn]] = {
    ":blue[Player 1] → :orange[player 2]": (("player_1",), ("player_2",)),
    "back": (("player_2",), ("player_1",)),
}
TURNS: Final[dict[str, Turn]] = {
    "a winner": (NOBODY, ("player_1", "player_2")),
    "a draw": (OUTCOMES, ("draw",)),
    "endless": (OUTCOMES, ("endless",)),
    "the limit": (OUTCOMES, ("limit",)),
}
"""Together they are all. The first stand in one column, as do those of the second of which there is one: a
phone has room for five columns."""


def deal_by_deal(compared: Compared, rows: Rows, *, base: int = 0, unit: Unit = "rounds") -> pd.DataFrame:
    """Return a row for every rule set but the one at the base, as Markdown cells of our own words."""
    counts = {place: compared.changes_of(base, place) for place in range(len(rows)) if place != base}
    turns = {
        name: turn
        for name, turn in TURNS.items()
        if any(_moved(cells, turn).value for cells in counts.values())
    }
    return pd.DataFrame(
        [
            {
                "Rule set": f"**{rows[place].name}**",
                **_changes(cells, turns),
                f"{unit.capitalize()}, where both end": _longer(compared.lengths_of(base, place, unit)),
            }
            for place, cells in counts.items()
        ]
    )


def _moved(counts: Ints, turn: Turn) -> Estimate:
    before, after = turn
    return moved(counts, before=before, after=after)


def _changes(counts: Ints, turns: dict[str, Turn]) -> dict[str, str]:
    """Return the cells that say how often a result differs, and how."""
    differs = changed(counts)
    digits = decimals(differs)
    sure = how_sure(differs).removesuffix(" points")
    sure = f"({sure})" if sure.endswith("%") else sure
    cells = {"Result differs": f"**{_whole(percent(differs, digits))}** {_whole(sure)}"}
    for column, ways in ((" / ".join(SWAPS), SWAPS), (f"To {' / '.join(turns)}", turns)):
        if ways:
            cells[column] = _together([_moved(counts, turn) for turn in ways.values()], digits)
    return cells


def _together(shares: list[Estimate], digits: int) -> str:
    """Write shares in one cell, broken after a slash if at all; the last that is any brings the unit."""
    written = [percent(share, digits) if share.value else "–" for share in shares]
    last = max((place for place, share in enumerate(shares) if share.value), default=None)
    if last is None:
        return "–"
    bare = [words if place == last else words.removesuffix(" %") for place, words in enumerate(written)]
    return f"{NO_BREAK}/ ".join(map(_whole, bare))


def _longer(sums: Lengths) -> str:
    """Say how much longer games are, and of how many."""
    lengths = length_difference(sums)
    if lengths is None:
        return "none do"
    paired = lengths.paired
    reach = off(paired)
    sure = f" {_whole(plus_minus(reach))}" if reach < inf else ""
    deals = "deal" if paired.games == 1 else "deals"
    return f"{signed(paired.value, reach)}{sure} {_whole(f'in {paired.games:,}')} {deals}"


def _whole(words: str) -> str:
    """Keep words on one line: a narrow column must not tear a number from its unit."""
    return words.replace(" ", NO_BREAK)


def parting_games(compared: Compared, base: int, place: int) -> list[tuple[str, str, list[int]]]:
    """Return for every way in which two rule sets part some games: outcome, other outcome, numbers.

    The most frequent first.
    """
    counts, examples = compared.changes_of(base, place), compared.examples_of(base, place)
    cells = [cell for cell in permutations(range(len(OUTCOMES)), 2) if counts[cell]]
    cells.sort(key=lambda cell: (-int(counts[cell]), cell))
    return [
        (OUTCOMES[one], OUTCOMES[other], [game for game in examples[one, other].tolist() if game != NO_GAME])
        for one, other in cells
    ]


# The panels of the Compare page, in page order.


def compare_panels(
    comparison: Comparison, compared: Compared, names: tuple[str, ...], *, unit: Unit = "rounds"
) -> tuple[Panel, ...]:
    """Return the panels of a comparison; the first two stand side by side and share their rows.

    names: each rule set's preset name or code; unit: what lengths are counted in. The second entry of a
    point's customdata is the place of the rule set by which the game in the first is to be opened.
    """
    rows = rows_of(names)
    return (
        compare_shares.shares_panel(comparison, compared, rows),
        compare_lengths.lengths_panel(compared, rows, unit=unit).counted_in(unit),
        *_pairs(comparison, compared, rows, unit=unit),
        *(pairing.flows_panel(compared, rows, 0, place) for place in range(1, len(rows))),
    )


def sweep_panels(swept: Sweep, compared: Compared, *, unit: Unit = "rounds") -> tuple[Panel, ...]:
    """Return the panels of a sweep; the first takes a whole row."""
    rows = rows_of_sweep(swept)
    return (
        shares.sweep_panel(swept, compared, unit=unit).counted_in(unit),
        *_pairs(swept.comparison, compared, rows, base=swept.base, unit=unit),
    )


def _pairs(
    comparison: Comparison, compared: Compared, rows: Rows, *, base: int = 0, unit: Unit
) -> tuple[Panel, ...]:
    return (
        pairing.changes_panel(compared, rows),
        compare_survival.survival_panel(compared, rows, unit=unit).counted_in(unit),
        length_strips.strips_panel(comparison, compared, rows, unit=unit).counted_in(unit),
        pairing.pairing_panel(compared, rows, "wins", base=base),
        pairing.pairing_panel(compared, rows, "lengths", base=base, unit=unit).counted_in(unit),
    )
