"""The Small packs page."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import ui
from dashboard.cache import Unanswered
from dashboard.cache import answers as asking
from dashboard.charts import NamedTable, Panel, Whole
from dashboard.charts import packs as packs_counts
from dashboard.charts import packs_graph as graph
from dashboard.components import Width, width
from dashboard.files import Card, of_pack
from dashboard.urls import GameScreen, PacksScreen
from engine.cards import Deal, Pack
from engine.numbers import count
from engine.rules import SETTLED, Rules, rules_called
from engine.simulation import Exact, arrangements
from engine.tables import slug
from engine.wording import Part, plain, rules_of

# What the Small packs page is asked for: ranks and copies, with how long they take said before.

MOST_RANKS: Final = 13
FIELDS: Final = (("ranks", "Ranks", MOST_RANKS), ("copies", "Cards per rank", 26))
"""The fields of a pack: name, label, and the most that is offered."""


def pack_fields(screen: PacksScreen) -> None:
    """Draw ranks and copies side by side."""
    for column, (name, label, most) in zip(st.columns(2), FIELDS, strict=True):
        value = getattr(screen.pack, name)
        limits = {"min_value": 1, "max_value": max(most, value)}
        with column:
            ui.bound(
                st.number_input, ui.PACKS, f"packs_{name}", value, partial(_with, name), label=label, **limits
            )


def _with(name: str, value: int) -> dict[str, Pack]:
    """Return the pack with other ranks or copies. Raises `ValueError` for one of a single card."""
    return {"pack": replace(ui.PACKS.current().pack, **{name: value})}


def how_long(screen: PacksScreen) -> str:
    """Say how many deals a pack has, and how long they take to be counted."""
    number = arrangements(screen.pack)
    deals = count(number, "deal")
    if number > asking.MOST_DEALS:
        return f"{deals}: too many for a page."
    if number <= asking.AT_ONCE:
        return f"Counting {deals} takes a moment. This page counts up to four million deals."
    return f"Counting {deals} takes a few seconds the first time."


def rule_sets(screen: PacksScreen) -> dict[str, Rules]:
    """Return the rule sets counted beside each other, by title: one of each game, the chosen first."""
    if arrangements(screen.pack) > asking.BESIDE:
        return {}
    different: dict[Rules, str] = {}
    for name in (screen.rule_set, *SETTLED):
        different.setdefault(rules_called(name), ui.rules_title(name))
    return {title: rules for rules, title in different.items()}


def sizes(screen: PacksScreen) -> list[Pack]:
    """Return the packs of as many copies that are counted at once, from the smallest on."""
    copies = screen.pack.copies
    packs = [Pack(ranks, copies) for ranks in range(1 if copies > 1 else 2, MOST_RANKS + 1)]
    return [pack for pack in packs if arrangements(pack) <= asking.AT_ONCE] or packs[:1]


# The Small packs page: every deal of a pack, counted; the whole game as a picture.

LINKED: Final = 4  # rings that have a link to the game of a position on them
_ASKED: Final = "packs counted for"
"""Where a session keeps the screen that it asked to be counted."""


def page() -> None:
    """Draw the page for the address it was opened with."""
    ui.leave()
    if not ui.opens(ui.PACKS):
        return
    screen = ui.PACKS.current()
    # A pack is counted now if it is small, was counted before, or was asked for.
    is_asked = arrangements(screen.pack) <= asking.MOST_DEALS and st.session_state.get(_ASKED) == screen
    if not is_asked and asking.known(screen.pack, screen.rules) is None:
        _not_counted(screen)
        return
    try:
        _counted(screen)
    except Unanswered as lost:
        _not_counted(screen, lost)


def _not_counted(screen: PacksScreen, lost: Unanswered | None = None) -> None:
    deals = arrangements(screen.pack)
    title = f"{count(deals, 'deal')} of {count(screen.pack.size, 'card')}, not counted yet."
    with _rail(screen, ui.verdict_row(ui.PACKS, title, "")):
        if lost is not None:
            ui.unanswered(lost, "count")
            return
        if deals > asking.MOST_DEALS:
            pack = f"{screen.pack.ranks} x {screen.pack.copies}"
            st.markdown(f"{pack} has {deals:,} deals, too many here. The terminal counts them:")
            text = screen.pack.text
            st.code(
                f"war exact --pack {text} --rules {screen.rule_set} --keep {text}.json",
                language=None,
                wrap_lines=True,
            )
            return
        count_them = partial(st.session_state.update, {_ASKED: screen})
        ui.primary_button("Count them", "count", count_them, icon="calculate")


def _rail(screen: PacksScreen, container: DeltaGenerator) -> DeltaGenerator:
    """Draw what is asked for, and return where goes what comes out."""
    containers = ui.beside_rail(ui.rules_title(screen.rule_set), count(screen.pack.size, "card"), container)
    with containers.rules:
        pack_fields(screen)
        ui.remark(how_long(screen))
    with containers.given:
        ui.choose_rules(ui.PACKS, screen.rule_set, lambda name: {"rule_set": name}, offered=SETTLED)
        ui.describe_rules(screen.rules)
    return containers.main


def _counted(screen: PacksScreen) -> None:
    others = rule_sets(screen)
    with st.spinner("Counting every deal"):
        counts = dict(zip(others, asking.counted_beside(screen.pack, others.values()), strict=True))
        counted = asking.counted(screen.pack, screen.rules)
        whole = asking.whole(screen.pack, screen.rules)
        sized = [asking.counted(pack, screen.rules) for pack in sizes(screen)]
    panels = _panels(counted, whole, sized, rules_of(screen.rule_set))
    sheets: list[Panel | NamedTable] = [*panels.values(), packs_counts.rule_sets_sheet(counts)]
    if whole is not None:
        sheets.append(packs_counts.rings_sheet(whole.rings))
    file = f"small-packs-{screen.pack.text}-{screen.rules.code}"
    headline = map(ui.marked, packs_counts.headline(counted, rules_of(screen.rule_set)))
    container = ui.verdict_row(ui.PACKS, *headline, beside=partial(ui.charts.tables, sheets, file))
    with _rail(screen, container):
        drawn = partial(_draw, screen, counted.deals)
        drawn(panels["outcomes"], titled=False)
        if whole is not None:
            drawn(panels["graph"])
        _other_rules(screen, counts, counted.deals)
        if whole is not None:
            ui.folded("Uneven splits", "uneven", partial(drawn, panels["splits"]))
        ui.folded("Other packs", "others", partial(drawn, panels["sizes"]))
        ui.folded("Loops and longest game", "loops", partial(_loops, screen, counted, whole))
        # Folded: for the first box that is copied a browser loads what colours programs, a sixth of a second.
        ui.folded("Integer sequences", "sequences", partial(_sequences, sized))


def _panels(counted: Exact, whole: Whole | None, sized: Sequence[Exact], rules: str) -> dict[str, Panel]:
    """Return the charts by their names."""
    panels = [packs_counts.panel(counted)]
    if whole is not None:
        panels.append(graph.panel(whole, wide=width() is Width.WIDE))
        panels.append(packs_counts.splits_panel(counted, whole))
    panels.append(packs_counts.sizes_panel(sized, rules))
    return {panel.name: panel for panel in panels}


def _draw(screen: PacksScreen, deals: int, panel: Panel, *, titled: bool = True) -> None:
    foot = of_pack(screen.rules, screen.pack, deals, ui.PACKS.whole_address())
    file = f"small-packs-{screen.pack.text}-{slug(screen.rule_set)}-{panel.name}"
    ui.draw_alone(panel, file, foot, on_click=partial(_clicked, screen), titled=titled)


def _clicked(screen: PacksScreen, point: ui.Point) -> None:
    """Open the game of the position that was clicked."""
    data = point.get("customdata")
    text = data[0] if isinstance(data, list) and data else data
    if isinstance(text, str) and "/" in text:
        ui.GAME.go(GameScreen(rule_set=screen.rule_set, given=Deal.parse(text)))


def _other_rules(screen: PacksScreen, counts: dict[str, Exact], deals: int) -> None:
    if counts:
        ui.heading(f"Other rules, same {count(deals, 'deal')}", "Rule sets with the same result share a row.")
        ui.table(packs_counts.rule_sets_table(counts, ui.rules_title(screen.rule_set)))
    else:
        ui.heading("Other rules", "This pack is counted by one rule set at a time: choose another.")


def _loops(screen: PacksScreen, counted: Exact, whole: Whole | None) -> None:
    if whole is not None and whole.rings:
        ui.remark("Loops of positions: the same rounds repeat.")
        ui.table(packs_counts.rings_table(whole.rings))
        for kind in whole.rings[:LINKED]:
            ui.game_link(screen.rules, Deal.parse(kind.position), label=f"Watch {kind.position}")
    elif whole is not None:
        st.markdown("No position repeats: every game ends.")
    if counted.longest_deal is not None:
        ui.remark(packs_counts.longest(counted))
        ui.game_link(screen.rules, counted.longest_deal, label=f"The longest: {counted.longest_deal.text}")


def _sequences(sized: Sequence[Exact]) -> None:
    packs = ", ".join(one.pack.text for one in sized)
    ui.remark(f"Integer sequences to look up, for packs of {packs}.")
    columns = st.columns(2, gap="large") * 2
    for column, (name, numbers) in zip(columns, packs_counts.sequences(sized).items(), strict=True):
        with column:
            ui.remark(name)
            st.code(numbers, language=None, wrap_lines=True)


def preview(screen: PacksScreen) -> Card:
    """Return what is said of a link to a screen."""
    counted = asking.known(screen.pack, screen.rules)
    rules = ui.rules_title(screen.rule_set)
    if counted is None:
        deals = count(arrangements(screen.pack), "deal")
        return Card((Part(f"All {deals} of a pack of {screen.pack.text}"),), "Counted, not sampled.", rules)
    title, about = packs_counts.headline(counted, rules_of(screen.rule_set))
    return Card(title, plain(about), rules, bars={"": packs_counts.shares(counted)})
