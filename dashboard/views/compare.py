"""The Compare page: rule sets on the same deals."""

from collections.abc import Sequence
from functools import partial
from threading import Condition
from typing import Any, Final

import pandas as pd
import streamlit as st
from cachetools import LRUCache, cached

from dashboard import ui
from dashboard.charts import Chart
from dashboard.charts.compare import charts
from dashboard.files import Card, in_percent
from dashboard.urls import CompareScreen, Group, Unit
from engine.jobs import runs
from engine.numbers import count
from engine.rules import PLAYABLE, RULE_DESCRIPTIONS, Rules, description_of, rules_called
from engine.simulation import VARIED, Compared, varied
from engine.tables import OUTCOME_NAMES, compare_shares, rows_of
from engine.wording import Part, Sentence, plain
from engine.wording import named as brief_named

ShownPairs = ui.Shown[CompareScreen, Compared]

# What the Compare page compares: which rule sets, or which one rule over all its values.

FEWEST: Final = 2
CHOICE_MOST: Final = 8  # rule sets to be chosen side by side; more are no longer told apart


def asked(screen: CompareScreen) -> str:
    """Name what is compared, on one line."""
    if screen.sweep:
        return f"{ui.rules_title(screen.rule_sets[0])}, one varied"
    first, *others = (row.name for row in rows_of(screen.rule_sets))
    return f"{first} and {others[0] if len(others) == 1 else f'{len(others)} more'}"


def choose() -> None:
    """Draw the choice."""
    screen = ui.COMPARE.current()
    if screen.sweep:
        _one_rule(screen)
    else:
        _rule_sets(screen)


def _others(names: tuple[str, ...]) -> list[str]:
    """Return the presets whose rules none of these rule sets has."""
    taken = {rules_called(name) for name in names}
    return [name for name, rules in PLAYABLE.items() if rules not in taken]


def _rule_sets(screen: CompareScreen) -> None:
    names = screen.rule_sets
    rows = rows_of(names)
    for place, name in enumerate(names):
        before, after = names[:place], names[place + 1 :]
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            ui.bound(
                st.selectbox,
                ui.COMPARE,
                f"compare_{place}",
                name,
                partial(_between, before, after),
                label=("Compare", "with")[min(place, 1)],
                label_visibility="visible" if place < 2 else "collapsed",
                options=[name, *_others(names)],
                format_func=lambda name: brief_named(name, names)[0],
                width="stretch",
            )
            if len(names) > FEWEST:
                st.button(
                    "",
                    icon=":material/close:",
                    key=f"compare_drop_{place}",
                    type="tertiary",
                    help=f"Leave out {rows[place].name}",
                    on_click=partial(ui.COMPARE.change, rule_sets=(*before, *after)),
                )
    if len(names) < CHOICE_MOST:
        _one_more(names)


def _between(before: tuple[str, ...], after: tuple[str, ...], name: str) -> dict[str, Any]:
    return {"rule_sets": (*before, name, *after)}


def _one_more(names: tuple[str, ...]) -> None:
    """Draw the ways to one more rule set: any, or one that is put together once that is opened."""
    with st.container(horizontal=True):
        more = partial(ui.COMPARE.change, rule_sets=(*names, _others(names)[0]))
        ui.quiet_button("Add a rule set", "compare_add", more, icon="add")
        label, icon = ui.pressable("Change a rule"), ":material/tune:"
        variant = st.popover(label, type="tertiary", icon=icon, key="variant", on_change="rerun")
        if variant.open:
            with variant:
                _variant(names)


def _variant(names: tuple[str, ...]) -> None:
    """Draw the way to one more rule set that differs from one of them in a single rule."""
    rows = rows_of(names)
    places = range(len(rows))
    place = st.selectbox("As", places, key="variant_of", format_func=lambda at: rows[at].heading)
    rules = rules_called(names[place])
    rule = st.selectbox("but with another", varied(rules), key="variant_rule", format_func=_label)
    there = [rules_called(name) for name in names]
    variants = {value: rules.changed(**{rule: value}) for value in VARIED[rule]}
    values = [value for value, variant in variants.items() if variant not in there]
    words = {value: description_of(value).brief for value in values}
    value = st.selectbox("namely", values, key=f"variant_{rule}", format_func=words.__getitem__)
    added = names, variants.get(value)
    st.button("Add rule set", key="variant_add", on_click=_add, args=added, disabled=not values)


def _add(names: tuple[str, ...], variant: Rules) -> None:
    with ui.show_refusal():
        ui.COMPARE.change(rule_sets=(*names, variant.code))


def _label(rule: str) -> str:
    return RULE_DESCRIPTIONS[rule].label


def _one_rule(screen: CompareScreen) -> None:
    base, *others = screen.rule_sets
    rules = varied(rules_called(base))
    ui.choice(st.selectbox, ui.COMPARE, "sweep", "Vary", rules, key="compare_rule", format_func=_label)
    ui.bound(
        st.selectbox,
        ui.COMPARE,
        "compare_base",
        base,
        lambda chosen: {
            "rule_sets": (chosen, *(name for name in others if rules_called(name) != rules_called(chosen)))
        },
        label="otherwise as",
        options=[
            name for name in dict.fromkeys((*PLAYABLE, base)) if screen.sweep in varied(rules_called(name))
        ],
        format_func=lambda name: brief_named(name)[0],
    )


# The Compare page: rule sets on the same deals, and what each change of a rule does to them.

ANOTHER = "The same deal, another result"
LINKED = 3  # ways in which two rule sets part that have a link to a deal under their chart


def _headline(shown: ShownPairs) -> tuple[Sentence, Sentence]:
    screen = shown.screen
    return charts.headline(screen.asked, shown.tallies, screen.names, unit=screen.unit.value)


def _charts(shown: ShownPairs) -> Sequence[Chart]:
    screen = shown.screen
    return charts.compare_charts(screen.asked, shown.tallies, screen.names, unit=screen.unit.value)


def _front(shown: ShownPairs, front: Sequence[Chart]) -> None:
    counted = {"length-spreads": _units, "sweep": _units}
    ui.in_pairs([partial(PAGE.chart, shown, chart, counted=counted.get(chart.name)) for chart in front])
    if len(shown.screen.names) > charts.LISTED:
        ui.folded(ANOTHER, "another_result", partial(_another_result, shown))
    else:
        _another_result(shown)


def _another_result(shown: ShownPairs) -> None:
    sentence, cells, about = _table(shown)
    ui.finding(ANOTHER, sentence)
    ui.table(cells)
    if about:
        ui.remark(about)


def _units() -> None:
    """Draw the choice of what lengths are counted in."""
    ui.controls.segments(ui.COMPARE, "unit", "Lengths in", Unit, key="compare_unit")


@cached(LRUCache(ui.MOST), key=lambda shown: shown.key, condition=Condition())
def _table(shown: ShownPairs) -> tuple[str, pd.DataFrame, str]:
    screen, swept = shown.screen, shown.screen.swept
    rows, base = rows_of(screen.names, swept), swept.base if swept else 0
    return charts.another_result(screen.job, shown.tallies, rows, base=base, unit=screen.unit.value)


def _parting(shown: ShownPairs) -> None:
    """Draw the ways to deals that end differently by the first rule set and each other one."""
    if shown.screen.swept is not None:
        return
    names = rows_of(shown.screen.names)
    for place in range(1, len(names)):
        ways = []
        for one, other, numbers in charts.differing_games(shown.tallies, 0, place)[:LINKED]:
            label = f"From {OUTCOME_NAMES[one]} to {OUTCOME_NAMES[other]}"
            ways.append((label, shown.screen.game(numbers[0], place)))
        if ways:
            title = f"Such a deal {names[0].by} and {names[place].by}:"
            ui.game_lists([(title, ways)], key=f"parting_{place}", inline=True)


def _clicked(screen: CompareScreen, _chart: str, point: ui.Point) -> None:
    """Open a deal of the point that was clicked, by the rule set it stands for."""
    number, place = ui.named(point)
    if number is not None:
        ui.GAME.go(screen.game(number, place))


PAGE = ui.RunPage(
    ui.COMPARE,
    asked=asked,
    choose=choose,
    headline=_headline,
    charts=_charts,
    front=_front,
    clicked=_clicked,
    also={Group.WINNERS: _parting},
)


def page() -> None:
    """Draw the page."""
    if PAGE.open():
        ui.folded("Questions worth asking", "questions", ui.fact_links)


def preview(screen: CompareScreen) -> Card:
    """Return what is said of a link to a screen."""
    run = runs().get(screen.job)
    rows = rows_of(screen.names, screen.swept)
    foot = _some_of([row.name for row in rows])
    tallies = run.summary
    if not isinstance(tallies, Compared) or not tallies.games:
        title: Sentence = (Part(f"{len(rows)} rule sets on the same {count(screen.games, 'deal')}"),)
        return Card(title, "Open the page to play these games.", foot, [row.heading for row in rows])
    title, line = charts.headline(screen.asked, tallies, screen.names)
    chart = compare_shares(tallies, rows)
    bars = {row.heading: in_percent(chart.shares(place)) for place, row in enumerate(chart.rows)}
    return Card(title, plain(line), foot, bars=bars)


def _some_of(names: Sequence[str]) -> str:
    """Name some of many.

    >>> _some_of(["A", "B"]), _some_of(["A", "B", "C", "D"])
    ('A, B', 'A, B and 2 more')
    """
    return ", ".join(names) if len(names) < 4 else f"{', '.join(names[:2])} and {len(names) - 2} more"
