"""Compare in words and charts: the headline, the table against one rule set, every chart in page order."""

from collections.abc import Iterable
from itertools import pairwise, permutations
from typing import Final

import pandas as pd

from dashboard.charts.chart import Chart, Design, Panel
from dashboard.charts.compare import common, lengths, pairing, shares
from dashboard.charts.compare.shares import STRIKING, players_share
from engine import numbers
from engine.kernels import NO_GAME, OUTCOMES
from engine.rules import RANDOM_PICKUPS, RULE_DESCRIPTIONS, Rules, rules_name
from engine.simulation import Compared, Comparison, Sweep, changed, length_difference, mean_length, share
from engine.tables import Rows, Unit, compared_charts, rows_of
from engine.wording import Part, Sentence, hands_in_words, named

# The charts: what each shows is computed in `engine.tables`, in this order.

DESIGNS: Final = {
    "who-wins": Design("Who wins", "", shares.shares_words, shares.shares_figure),
    "length-spreads": Design(
        "Length of games", "", lengths.lengths_words, lengths.lengths_figure, in_units=True
    ),
    "sweep": Design(
        "Who wins, and how long games last", "", shares.sweep_words, shares.sweep_figure, in_units=True
    ),
    "changes": Design("Different results", "pairs", pairing.changes_words, pairing.changes_figure),
    "still-going": Design(
        "Games still going", "length", lengths.survival_words, lengths.survival_figure, in_units=True
    ),
    "length-strips": Design(
        "Every length", "length", lengths.strips_words, lengths.strips_figure, in_units=True
    ),
    "pairing-wins": Design("Differences in wins", "sure", pairing.pairing_words, pairing.pairing_figure),
    "pairing-lengths": Design(
        "Differences in length", "sure", pairing.pairing_words, pairing.pairing_figure, in_units=True
    ),
}
FLOW: Final = Design("Change of winner", "winners", pairing.flows_words, pairing.flows_figure)


def compare_charts(
    asked: Comparison | Sweep, compared: Compared, names: tuple[str, ...] = (), *, unit: Unit = "rounds"
) -> tuple[Chart, ...]:
    """Return the charts of a comparison or a sweep in page order, none of them made yet.

    names: each rule set's preset name or code; unit: what lengths are counted in. The second entry of a
    point's customdata is the place of the rule set by which the game in the first is to be opened.
    """
    designs = dict(DESIGNS)
    for row in rows_of(names, asked):
        designs[f"flow-a-{row.letter.lower()}"] = FLOW._replace(label=f"{FLOW.label}: {row.name}")
    charts = compared_charts(asked, compared, names, unit=unit)
    return tuple(designs[name].chart(name, make, (compared,), unit) for name, make in charts.items())


def compare_panels(
    asked: Comparison | Sweep, compared: Compared, names: tuple[str, ...] = (), *, unit: Unit = "rounds"
) -> tuple[Panel, ...]:
    """Return the same charts, made."""
    return tuple(chart.make() for chart in compare_charts(asked, compared, names, unit=unit))


# The headline: what other rules do to the same deals, and the line below it.

COUNTED: Final = 100  # deals below which a headline counts them
LISTED: Final = 4  # rule sets of which each has its number in the line below


def headline(
    asked: Comparison | Sweep, compared: Compared, names: tuple[str, ...] = (), *, unit: Unit = "rounds"
) -> tuple[Sentence, Sentence]:
    """Say how many games never end by some rules, or how many deals end differently; or what a rule does."""
    if isinstance(asked, Sweep):
        return _sweep_headline(asked, compared, unit)
    comparison, rows = asked, rows_of(names, asked)
    by_row = [summary.outcomes()["endless"] for summary in compared.summaries]
    same = "Same cards, other rules: "
    deals = _deals(comparison, compared)
    if max(by_row) >= STRIKING * compared.games:
        first = Part(same), _never_ends(max(by_row), compared), Part(".")
        return first, (Part(f"{_by_each(rows, by_row, compared.games)} {deals}"),)
    most_changed = _most_changed(compared, ((0, place) for place in range(1, len(rows))))
    if not most_changed.value:
        return (Part(f"{same}no deal ends differently."),), (Part(deals),)
    differ = numbers.of_games(most_changed, *common.DIFFER, COUNTED)
    finding = f"{same}{common.up_to(differ) if len(rows) > 2 and compared.games > 1 else differ}."
    return (Part(finding),), (Part(f"{players_share(compared)} {deals}{_chance(comparison.rule_sets)}"),)


def _never_ends(games: int, compared: Compared) -> Part:
    """Say how many games never end by the rule set by which the most do."""
    most = numbers.of_games(share(games, compared.games), "game never ends", "games never end", COUNTED)
    return Part(common.up_to(most) if compared.games > 1 else most, "endless")


def _by_each(rows: Rows, endless: list[int], games: int) -> str:
    """Say how many of 100 games never end by each rule set, the most first."""
    ranked = sorted(zip(rows, endless, strict=True), key=lambda one: -one[1])
    each: list[str] = []
    for row, seen in ranked:
        of_all = numbers.of_100(share(seen, games), COUNTED).removeprefix("about ")
        counted = of_all.partition(" of ")[0] if each else f"{of_all} {numbers.plural(games, 'game')}"
        each += [f"{counted} {row.by.removesuffix(' rules') if each else row.by}"] if seen else []
    none = [row for row, seen in ranked if not seen]
    if len(rows) > LISTED:
        each = each[:2]
    elif none:
        each.append(f"none {common.whose(none)}")
    return f"{numbers.capital(', '.join(each))}."


def _deals(comparison: Comparison, compared: Compared) -> str:
    """Say on how many deals all of this rests, and how sure shares are."""
    so_far = "" if compared.games == comparison.games else f" of {comparison.games:,}"
    hands = "" if comparison.hands is None else f" of {hands_in_words(comparison.pack, comparison.hands)}"
    by = "both" if len(compared.summaries) == 2 else f"all {numbers.number_words(len(compared.summaries))}"
    counts = [games for one in compared.summaries for games in one.outcomes().values()]
    off_by = max(numbers.off(share(games, compared.games)) for games in counts)
    deals = f"{compared.games:,}{so_far} {numbers.plural(comparison.games, 'deal')}{hands}"
    return f"{deals}, played by {by} rule sets; shares {numbers.plus_minus(100 * off_by, 1)} points."


def _chance(rule_sets: tuple[Rules, ...]) -> str:
    """Warn that the same deal ends two ways by itself where the winner shuffles."""
    shuffled = any(rules.pickup in RANDOM_PICKUPS for rules in rule_sets)
    return " Part of the difference is chance, because the winner shuffles the cards." if shuffled else ""


def _sweep_headline(swept: Sweep, compared: Compared, unit: Unit) -> tuple[Sentence, Sentence]:
    """Say what varying the rule does: to lengths, to endless games, or to results."""
    base = named(rules_name(swept.comparison.rule_sets[swept.base]))[0]
    line = f"All other rules as in {base}. {_deals(swept.comparison, compared)}"
    line += _chance(swept.comparison.rule_sets)
    endless = max(summary.outcomes()["endless"] for summary in compared.summaries)
    means = [mean_length(summary, unit) for summary in compared.summaries]
    known = [mean for mean in means if mean is not None]
    falling = len(known) == len(means) and all(one.low > other.high for one, other in pairwise(known))
    subject = RULE_DESCRIPTIONS[swept.rule].varied
    if endless >= STRIKING * compared.games:
        return (Part(f"{subject} matters: "), _never_ends(endless, compared), Part(".")), (Part(line),)
    if swept.rule == "face_down" and falling:
        first, last = (f"{mean.value:,.0f}" for mean in (known[0], known[-1]))
        ends = [
            numbers.number_words(value) if value else "none" for value in (swept.values[0], swept.values[-1])
        ]
        words = f"More cards face down, shorter games: {first} {unit} with {ends[0]}, {last} with {ends[1]}."
        return (Part(words),), (Part(line),)
    most_changed = _most_changed(compared, compared.pairs())
    most = f"the result of {common.up_to(numbers.of_games(most_changed, 'deal', 'deals', COUNTED))}"
    if not most_changed.value:
        most = f"no result in {numbers.count(compared.games, 'deal')}"
    return (Part(f"{subject} changes {most}."),), (Part(line),)


def _most_changed(compared: Compared, pairs: Iterable[tuple[int, int]]) -> numbers.Estimate:
    """Return the largest share of deals that end differently by two rule sets."""
    return max((changed(compared.changes_of(*pair)) for pair in pairs), key=lambda one: one.value)


# The same deal, another result: what every rule set changes against one of them, and deals to look at.


def another_result(
    comparison: Comparison, compared: Compared, rows: Rows, *, base: int = 0, unit: Unit = "rounds"
) -> tuple[str, pd.DataFrame, str]:
    """Return the finding, a row for every rule set but the base, and a note: Markdown of our own words."""
    others = [place for place in range(len(rows)) if place != base]
    differs = {place: changed(compared.changes_of(base, place)) for place in others}
    most = max(others, key=lambda place: differs[place].value)
    finding = common.ends_differently(differs[most], rows[most], rows[base])
    endless = [share(one.outcomes()["endless"], compared.games) for one in compared.summaries]
    shuffled = zip(rows, comparison.rule_sets, strict=True)
    shuffling = [row for row, rules in shuffled if rules.pickup in RANDOM_PICKUPS]
    where = f"{common.whose(shuffling)} " if 0 < len(shuffling) < len(rows) else ""
    chance = f"{where}chance makes the same deal go differently each time."
    cells = [
        {
            f"Instead of {rows[base].by.partition(' ')[2]}": f"**{rows[place].name}**",
            "Different result": f"**{_whole(numbers.of_100(differs[place]))}**",
            "Never ends": _whole(numbers.of_100(endless[place])) if endless[place].value else "none",
            "On average": _longer(compared, base, place, unit),
        }
        for place in others
    ]
    return finding, pd.DataFrame(cells), numbers.capital(chance) if shuffling else ""


def _longer(compared: Compared, base: int, place: int, unit: Unit) -> str:
    """Say how much longer or shorter games are where both end."""
    lengths = length_difference(compared.lengths_of(base, place, unit))
    if lengths is None:
        return "no deal ends under both rule sets"
    paired = lengths.paired
    if paired.low <= 0 <= paired.high:
        about = f"about equal ({numbers.signed(paired.value, numbers.off(paired))} {unit})"
        return about if paired.value else "equal"
    more = numbers.count(round(abs(paired.value)), unit.removesuffix("s"))
    return _whole(f"{more} {'longer' if paired.value > 0 else 'shorter'}")


def _whole(words: str) -> str:
    """Keep words on one line: a narrow column must not tear a number from its unit."""
    return words.replace(" ", "\N{NO-BREAK SPACE}")


def differing_games(compared: Compared, base: int, place: int) -> list[tuple[str, str, list[int]]]:
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
