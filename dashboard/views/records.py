"""The Records page."""

from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import cache, partial
from itertools import product
from typing import Any, Final

import pandas as pd
import streamlit as st

from dashboard import ui
from dashboard.charts import Panel
from dashboard.charts import records as charts_records
from dashboard.components import Width, copy_button, width
from dashboard.examples import OPEN_QUESTIONS
from dashboard.files import Card, of_lines
from dashboard.urls import GameScreen, RecordsScreen
from engine import library
from engine.cards import STANDARD_PACK, Deal, Pack
from engine.library import records as known
from engine.numbers import count
from engine.rules import PLAYABLE, Pickup, Rules, rules_called, rules_name
from engine.tables import csv
from engine.wording import Part

# The tables of the Records page: who holds what, how it was found, and what is still open.

COLUMNS: Final = {
    "Longest game that ends": known.LONGEST,
    "Longest loop": known.CYCLE_OF,
    "Most wars": known.MOST_WARS,
}
MORE_COLUMNS: Final = {
    "Quickest win (rounds)": known.QUICKEST,
    "Longest war (ties)": known.DEEPEST,
    "Greatest comeback (rounds)": known.COMEBACK,
    "Most rounds before a loop": known.LEAD_IN,
}
NOTHING: Final = "–"
FIRST: Final = 8  # rule sets that are listed before all are asked for, those with the longest games


def different() -> dict[str, tuple[str, ...]]:
    """Return the presets with rules of their own, each with all that have the same."""
    names: dict[Rules, list[str]] = {}
    for name, rules in PLAYABLE.items():
        names.setdefault(rules, []).append(name)
    return {same[0]: tuple(same) for same in names.values()}


def game_of(record: library.Record) -> GameScreen:
    """Return the screen that shows a record; where the pick-up is left to chance, the very game."""
    rule_set = rules_name(rules_called(record.rules))
    if record.how == "shuffled":
        return GameScreen(rule_set=rule_set, pack=STANDARD_PACK, seed=record.seed, game=record.game)
    return GameScreen(rule_set=rule_set, given=Deal.parse(record.deal))


@cache
def records_table(columns: tuple[str, ...] = (*COLUMNS,)) -> list[dict[str, str]]:
    """Return a row for every rule set of its own, the longest games first, as Markdown with links."""
    kinds = COLUMNS | MORE_COLUMNS
    longest = {
        name: record.figure for name in different() if (record := library.best(known.LONGEST, PLAYABLE[name]))
    }
    return [
        {
            "Rule set": ", ".join(ui.rules_title(same) for same in different()[name]),
            **{column: _cell(PLAYABLE[name], kinds[column]) for column in columns},
        }
        for name in sorted(longest, key=longest.__getitem__, reverse=True)
    ]


def _cell(rules: Rules, kind: library.RecordKind) -> str:
    record = library.best(kind, rules)
    if record is not None:
        return _way(record) if record.how == "shuffled" else f"**{_way(record)}**"
    if not kind.cycles:
        return NOTHING
    return _none_of(STANDARD_PACK, rules) if rules.deterministic else ":gray[none (shuffled)]"


def _way(record: library.Record) -> str:
    return ui.way_to(game_of(record), f"{record.figure:,}")


@cache
def holders_table(kind_name: str) -> pd.DataFrame:
    """Return who holds the records of one kind: figure, how it was found, in how many games, by whom."""
    kind, rows = library.RECORD_KINDS[kind_name], []
    for name in different():
        held = [library.best(kind, PLAYABLE[name], shuffled=shuffled) for shuffled in (False, True)]
        rows += [_holder(name, kind, record) for record in dict.fromkeys(held) if record is not None]
    return pd.DataFrame(rows)


def _holder(name: str, kind: library.RecordKind, record: library.Record) -> dict[str, str]:
    game = f": game {record.game:,} of seed {record.seed}" if record.how == "shuffled" else ""
    expected = library.found_by(record).expected()
    return {
        "Rule set": ui.rules_title(name),
        f"{kind.unit.capitalize()}s": _way(record),
        "How": f"{known.HOWS[record.how]}{game}",
        "Games": f"{record.games:,}" if record.games else NOTHING,
        "Expected": NOTHING if expected is None else f"{expected:,.0f}",
        "By": f"{record.by}, {record.date}",
        "Note": record.note or NOTHING,
    }


def _table(rows: Iterable[Any]) -> pd.DataFrame:
    """Return rows with all that is known of each: a column per field of their class."""
    return pd.DataFrame(map(asdict, rows)).drop(columns=["turns", "tail"], errors="ignore")


def _json(table: pd.DataFrame) -> bytes:
    return table.to_json(orient="records", force_ascii=False, indent=1).encode()


FILES: Final[dict[str, Callable[[], pd.DataFrame]]] = {
    "records": lambda: _table(known.records()).rename(columns={"games": "games searched"}),
    "endless-deals": lambda: _table(known.endless_deals()),
    "searches": lambda: _table(known.evidence()),
    "shuffled-deals": lambda: _table(known.shuffled_deals()),
    "counted-packs": lambda: _table(known.counted_packs()),
}
WRITTEN: Final[dict[str, Callable[[pd.DataFrame], bytes]]] = {"csv": csv, "json": _json}

ORDERS: Final = {Pickup.WINNER_FIRST: "Winner’s cards first", Pickup.LOSER_FIRST: "Loser’s cards first"}


@cache
def evidence_table(copies: int = 4) -> pd.DataFrame:
    """Return a row per pack: the longest cycle found without a war and with wars, or what is proved."""
    tried = [row for row in known.evidence() if Pack.parse(row.pack).copies == copies]
    with_wars = (False, True) if any(row.face_down is not None for row in tried) else (False,)
    rows = []
    for pack in sorted({Pack.parse(row.pack) for row in tried}, key=lambda pack: pack.ranks):
        searched = min(row.deals for row in known.shuffled_deals() if row.pack == pack.text)
        cells = {"Ranks": str(pack.ranks), "Shuffled deals": f"{searched:,}"}
        for order, words in ORDERS.items():
            for wars in with_wars:
                cells[f"{words}, {'with wars' if wars else 'no war'}"] = _longest_cycle(pack, order, wars)
        rows.append(cells)
    return pd.DataFrame(rows)


@cache
def counted_table() -> pd.DataFrame:
    """Return a row for each small pack of which every deal was counted: how many of them never end."""
    rows: dict[str, dict[str, str]] = {}
    for counted in known.counted_packs():
        cells = rows.setdefault(counted.pack, {"Pack": counted.pack, "Deals": f"{counted.deals:,}"})
        heading = f"{ORDERS[Pickup(counted.pickup)]}, {counted.face_down} face down"
        cells[heading] = f"**{counted.endless:,}**" if counted.endless else ":gray[none]"
    return pd.DataFrame([*rows.values()])


def _longest_cycle(pack: Pack, order: Pickup, wars: bool) -> str:
    """Say of a pack which endless deals are known by an order, or up to which length none is."""
    longest: dict[int, library.EndlessDeal] = {}
    for deal in known.endless_deals():
        rules = rules_called(deal.rules)
        if (deal.pack, rules.pickup, deal.wars > 0) == (pack.text, order, wars):
            down = rules.face_down if wars else 0
            longest[down] = max(longest.get(down, deal), deal, key=lambda one: one.length)
    if longest:
        return "; ".join(
            f"{f'{down} face down: ' if wars else ''}**{_endless_way(deal)}**"
            for down, deal in sorted(longest.items())
        )
    for row in known.evidence():
        if row.proved and (row.pack, row.pickup, wars) == (pack.text, order, False):
            return f":gray[no loop of up to {row.rounds} rounds, proved]"
    return _none_of(pack, order)


def _none_of(pack: Pack, by: Rules | Pickup) -> str:
    """Say of how many shuffled deals none is endless by some rules, or by all with an order."""
    rows = [(row.deals, rules_called(row.rules)) for row in known.shuffled_deals() if row.pack == pack.text]
    return f":gray[none in {min(deals for deals, rules in rows if by in (rules, rules.pickup)):,} deals]"


def _endless_way(deal: library.EndlessDeal) -> str:
    rules = rules_name(rules_called(deal.rules))
    return ui.way_to(GameScreen(rule_set=rules, given=Deal.parse(deal.deal)), f"{deal.length:,}")


# The Records page: a deal that never ends, the longest games known, and research in folds.

TITLE: Final = (Part("A pack of cards can be dealt so that War "), Part("never ends", "endless"), Part("."))
LINE: Final = (
    "By Bicycle, Code golf and all other rules with the loser’s cards first and aces high. "
    "We built this deal: none of 100 million shuffled deals goes on for ever."
)
OF_WHAT: Final = "Never ends with the loser’s cards first and aces high: there is no war"


def page() -> None:
    """Draw the page for the address it was opened with."""
    ui.leave()
    if not ui.opens(ui.RECORDS):
        return
    screen = ui.RECORDS.current()
    built = library.construction(screen.built)
    ui.verdict_row(ui.RECORDS, ui.marked(TITLE), LINE, beside=_files)
    ui.records_or_published(ui.RECORDS)
    _endless(built, screen)
    _longest()
    ui.folded(
        "Four more records: quickest win, longest war, greatest comeback, most rounds before a loop",
        "more_records",
        lambda: ui.table(records_table((*MORE_COLUMNS,))),
    )
    if screen.feat != RecordsScreen.feat:  # a link to one kind of record
        st.session_state.setdefault("how_found", True)
    ui.folded("How each record was found", "how_found", partial(_how_found, screen))
    ui.folded("How the endless deal was built", "how_built", partial(_how_built, built))
    ui.folded("Which packs have deals that never end: 5 to 13 ranks", "which_packs", _which_packs)
    ui.folded("Open questions: five that nobody has answered", "open_questions", _open_questions)


def _endless(built: library.Built, screen: RecordsScreen) -> None:
    """Draw the deal that never ends: its loop, how it goes, and the way to it."""
    left, right = st.columns([0.4, 0.6], gap="large")
    with left:
        _picture(charts_records.ring_panel(built), built)
    with right:
        one, two = built.pattern.sizes
        st.markdown(
            f"Take {one} cards against {two} and let player 2 win four rounds, player 1 four, and so on. "
            f"After {built.cycle.length:,} rounds every card is back in its place. Now choose ranks so that "
            "the right player wins each of those rounds. Four cards of each rank are enough. "
            "No two equal cards ever meet, so there is no war."
        )
        # No st.code: for its first box a browser loads what colours programs, a sixth of a second's work.
        st.markdown("1 `{}`  \n2 `{}`".format(*built.deal.text.split("/")))
        with st.container(horizontal=True):
            watch = partial(ui.GAME.go, GameScreen(rule_set="bicycle", given=built.deal))
            ui.primary_button("Watch it", "watch", watch, icon="play_arrow")
            copy_button("Copy deal", built.deal.text, key="copy_deal")
            another = partial(ui.RECORDS.change, built=screen.built % known.MOST_BUILT + 1)
            st.button("Build another", icon=":material/construction:", key="another", on_click=another)
        if width() is not Width.SMALL:
            _picture(charts_records.winners_panel(built), built)


def _picture(panel: Panel, built: library.Built) -> None:
    foot = of_lines(OF_WHAT, built.deal.text, link=ui.RECORDS.whole_address())
    ui.draw_alone(panel, f"war-room-endless-{panel.name}", foot)


def _longest() -> None:
    ui.heading(
        "The longest games known",
        "Games of 52 cards; lengths in rounds. Click a number to watch it. Bold: searched for or built.",
    )
    rows = records_table()
    shown = rows if st.session_state.get("every_record") else rows[:FIRST]
    if width() is Width.SMALL:
        st.markdown(
            "\n\n".join(
                f"{name} · {longest}  \n{ui.note(f'longest loop: {loop} · most wars: {wars}')}"
                for name, longest, loop, wars in (row.values() for row in shown)
            )
        )
    else:
        ui.table(shown)
    if shown is not rows:
        show = partial(st.session_state.update, every_record=True)
        st.button(f"Show all {len(rows)} rule sets", key="show_all", on_click=show)


def _how_found(screen: RecordsScreen) -> None:
    titles = {name: kind.title for name, kind in library.RECORD_KINDS.items()}
    ui.controls.segments(ui.RECORDS, "feat", "Record", titles, format_func=titles.get)
    ui.remark(library.RECORD_KINDS[screen.feat].about)
    ui.table(holders_table(screen.feat))
    ui.remark(
        "The best games found so far. A record that nobody can beat has a named proof. "
        "“Expected”: the largest value to expect among n shuffled deals. "
        "The Game page compares a pasted deal with these. "
        "To search for records yourself: war hunt --rules code-golf --for longest-finite --seconds 600."
    )


def _how_built(built: library.Built) -> None:
    st.markdown(
        "In each round one card must beat another. These conditions never contradict each other, so the "
        "cards can have such ranks. There is no war, so the game never ends by any rules with aces high "
        "and the loser’s cards first. The **mean length counts only finished games**: "
        "with games that never end there is no mean."
    )
    if width() is Width.SMALL:
        _picture(charts_records.winners_panel(built), built)
    _picture(charts_records.beating_panel(built), built)


def _open_questions() -> None:
    for question, tried in OPEN_QUESTIONS.items():
        st.markdown(f"**{question}** {tried}")


def _which_packs() -> None:
    ui.remark(
        "Dealt in equal halves. Each number is the longest loop found; click it to see the deal. "
        "Each row shows how many shuffled deals were searched. "
        "We built other deals from a fixed order of winners."
    )
    for copies in (4, 3, 2, 1):
        st.markdown(f"**{count(copies, 'card')} of each rank**")
        ui.table(evidence_table(copies))
    st.markdown("**Small packs, every deal counted**")
    ui.remark(
        "How many deals in halves never end. A player with too few cards for a war loses. "
        "To count them yourself, run: war exact --pack 3x4 --pickup LOSER_FIRST --face-down 0."
    )
    ui.table(counted_table())


def _files() -> None:
    opened = ui.popover()
    if opened.open:
        for name, ending in product(FILES, WRITTEN):
            opened.download_button(
                f"{name.replace('-', ' ').capitalize()} ({ending.upper()})",
                data=partial(_file, name, ending),
                file_name=f"war-room-{name}.{ending}",
                key=f"file_{name}_{ending}",
                on_click="ignore",
            )


def _file(name: str, ending: str) -> bytes:
    return WRITTEN[ending](FILES[name]())


def preview(_: RecordsScreen) -> Card:
    """Return what is said of a link to a screen."""
    line = "The longest, quickest and strangest games of War, and how they were found."
    return Card(TITLE, line, "52 cards by Bicycle and Code golf")
