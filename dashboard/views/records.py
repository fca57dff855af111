"""The Records page."""

from collections.abc import Callable, Iterable
from functools import cache, partial
from itertools import product
from typing import Any, Final

import pandas as pd
import streamlit as st

from dashboard.charts import records as charts_records
from dashboard.charts.chart import Panel
from dashboard.charts.style import THEMES
from dashboard.components.chart_image import Saved
from dashboard.components.width import Width, width
from dashboard.examples.facts import OPEN_QUESTIONS
from dashboard.files.footer import of_lines
from dashboard.ui.charts import draw, folded, way_to
from dashboard.ui.controls import choice
from dashboard.ui.frame import heading, on_primary, opens, side_by_side, table, theme, verdict_row
from dashboard.ui.marks import marked, note, rules_title
from dashboard.ui.preview import Preview, text_preview
from dashboard.ui.state import GAME, RECORDS, leave
from dashboard.urls.screens import GameScreen, RecordsScreen
from engine.cards import STANDARD_PACK, Deal, Pack
from engine.library.endless import Construction, construction
from engine.library.hunt import found_by
from engine.library.records import (
    COMEBACK,
    CYCLE_OF,
    DEEPEST,
    HOWS,
    LEAD_IN,
    LONGEST,
    MOST_BUILT,
    MOST_WARS,
    QUICKEST,
    RECORD_KINDS,
    CountedPack,
    EndlessDeal,
    Evidence,
    Record,
    RecordKind,
    ShuffledDeals,
    best,
    counted_packs,
    endless_deals,
    evidence,
    records,
    shuffled_deals,
)
from engine.numbers import count
from engine.rules import PLAYABLE, PRESETS, Pickup, Rules, rules_called, rules_name
from engine.tables.files import csv
from engine.wording.sentences import Part, Sentence

# The tables of the Records page: who holds what, how it was found, and what is still open.

COLUMNS: Final = {
    "Longest": LONGEST,
    "Cycle": CYCLE_OF,
    "Way in": LEAD_IN,
    "Wars": MOST_WARS,
    "Comeback": COMEBACK,
    "Depth": DEEPEST,
    "Quickest": QUICKEST,
}
NO_CYCLE: Final = ":gray[ends at last]"
NOTHING: Final = "–"


def different() -> dict[str, tuple[str, ...]]:
    """Return the presets with rules of their own, each with all that have the same."""
    names: dict[Rules, list[str]] = {}
    for name, rules in PLAYABLE.items():
        names.setdefault(rules, []).append(name)
    return {same[0]: tuple(same) for same in names.values()}


def game_of(record: Record) -> GameScreen:
    """Return the screen that shows a record; where the pick-up is left to chance, the very game."""
    rule_set = rules_name(rules_called(record.rules))
    if record.how == "shuffled":
        return GameScreen(rule_set=rule_set, pack=STANDARD_PACK, seed=record.seed, game=record.game)
    return GameScreen(rule_set=rule_set, given=Deal.parse(record.deal))


@cache
def records_table() -> pd.DataFrame:
    """Return a row for every rule set of its own, as Markdown: each figure opens its game."""
    rows = []
    for name, same in different().items():
        titles = ", ".join(PRESETS[other].title for other in same)
        cells = {column: _cell(PLAYABLE[name], feat) for column, feat in COLUMNS.items()}
        rows.append({"Rule set": titles, **cells})
    return pd.DataFrame(rows)


def _cell(rules: Rules, feat: RecordKind) -> str:
    record = best(feat, rules)
    if record is None:
        if feat.cycles:
            return _none_of(STANDARD_PACK, rules) if rules.deterministic else NO_CYCLE
        return NOTHING
    way = _way(record)
    return way if record.how == "shuffled" else f"**{way}**"


def _way(record: Record) -> str:
    return way_to(game_of(record), f"{record.figure:,}")


@cache
def holders_table(feat_name: str) -> pd.DataFrame:
    """Return who holds the records of one feat: figure, how it was found, in how many games, by whom."""
    feat, rows = RECORD_KINDS[feat_name], []
    for name in different():
        for shuffled in (False, True):
            record = best(feat, PLAYABLE[name], shuffled=shuffled)
            if record is not None and not (shuffled and record == best(feat, PLAYABLE[name])):
                rows.append(
                    {
                        "Rule set": rules_title(name),
                        f"{count(2, feat.unit).removeprefix('2 ').capitalize()}": _way(record),
                        "How": f"{HOWS[record.how]}{_where(record)}",
                        "Games": f"{record.games:,}" if record.games else NOTHING,
                        "Expected": _expected(record),
                        "By": f"{record.by}, {record.date}",
                        "Beside it": record.note or NOTHING,
                    }
                )
    return pd.DataFrame(rows)


def _expected(record: Record) -> str:
    """Return the figure to be expected of so many shuffled deals, where their tail says it."""
    expected = found_by(record).expected()
    return NOTHING if expected is None else f"{expected:,.0f}"


def _where(record: Record) -> str:
    return f": game {record.game:,} of seed {record.seed}" if record.how == "shuffled" else ""


def _table(rows: Iterable[Any], kind: Any) -> pd.DataFrame:
    """Return rows with all that is known of each: a column per field of their class."""
    return pd.DataFrame([row.__getstate__() for row in rows], columns=[*kind.__slots__])


def records_file() -> pd.DataFrame:
    """Return every record, a row each."""
    columns = {"games": "games searched"}
    return _table(records(), Record).drop(columns=["turns", "tail"]).rename(columns=columns)


def _json(table: pd.DataFrame) -> bytes:
    return table.to_json(orient="records", force_ascii=False, indent=1).encode()


FILES: Final[dict[str, Callable[[], pd.DataFrame]]] = {
    "records": records_file,
    "endless-deals": lambda: _table(endless_deals(), EndlessDeal),
    "searches": lambda: _table(evidence(), Evidence),
    "shuffled-deals": lambda: _table(shuffled_deals(), ShuffledDeals),
    "counted-packs": lambda: _table(counted_packs(), CountedPack),
}
"""The tables to download, by the names of their files."""
WRITTEN: Final[dict[str, Callable[[pd.DataFrame], bytes]]] = {"csv": csv, "json": _json}
"""How they are written, by the ending."""

ORDERS: Final = {Pickup.WINNER_FIRST: "Winner’s first", Pickup.LOSER_FIRST: "Loser’s first"}


@cache
def evidence_table(copies: int = 4) -> pd.DataFrame:
    """Return a row per pack: the longest cycle found without a war and with wars, or what is proved."""
    tried = [row for row in evidence() if Pack.parse(row.pack).copies == copies]
    with_wars = (False, True) if any(row.face_down is not None for row in tried) else (False,)
    rows = []
    for pack in sorted({Pack.parse(row.pack) for row in tried}, key=lambda pack: pack.ranks):
        searched = min(row.deals for row in shuffled_deals() if row.pack == pack.text)
        cells = {"Ranks": str(pack.ranks), "Shuffled deals": f"{searched:,}"}
        for order, words in ORDERS.items():
            for wars in with_wars:
                mine = [row for row in tried if _is_of(row, pack, order, wars)]
                cells[f"{words}, {'wars' if wars else 'no war'}"] = _tables_told(pack, order, mine, wars)
        rows.append(cells)
    return pd.DataFrame(rows)


@cache
def counted_table() -> pd.DataFrame:
    """Return a row for each small pack of which every deal was counted: how many of them never end."""
    rows: dict[str, dict[str, str]] = {}
    for counted in counted_packs():
        cells = rows.setdefault(counted.pack, {"Pack": counted.pack, "Deals": f"{counted.deals:,}"})
        heading = f"{ORDERS[Pickup(counted.pickup)]}, {counted.face_down} down"
        cells[heading] = f"**{counted.endless:,}**" if counted.endless else ":gray[none]"
    return pd.DataFrame([*rows.values()])


def _is_of(row: Evidence, pack: Pack, order: Pickup, wars: bool) -> bool:
    return (row.pack, row.pickup, row.face_down is not None) == (pack.text, order, wars)


def _tables_told(pack: Pack, order: Pickup, rows: Iterable[Evidence], wars: bool) -> str:
    known = [
        deal
        for deal in endless_deals()
        if deal.pack == pack.text and rules_called(deal.rules).pickup is order and bool(deal.wars) == wars
    ]
    if known:
        longest: dict[int, EndlessDeal] = {}
        for deal in known:
            down = rules_called(deal.rules).face_down if wars else 0
            if down not in longest or deal.length > longest[down].length:
                longest[down] = deal
        return "; ".join(
            f"{f'{down} down: ' if wars else ''}**{_endless_way(deal)}**"
            for down, deal in sorted(longest.items())
        )
    proved = max((row.rounds or 0 for row in rows if row.proved), default=0)
    return f":gray[none up to {proved} rounds, proved]" if proved else _none_of(pack, order)


def _none_of(pack: Pack, by: Rules | Pickup) -> str:
    """Say of how many shuffled deals none is endless by some rules, or by all with an order."""
    rows = [(row.deals, rules_called(row.rules)) for row in shuffled_deals() if row.pack == pack.text]
    return f":gray[none of {min(deals for deals, rules in rows if by in (rules, rules.pickup)):,}]"


def _endless_way(deal: EndlessDeal) -> str:
    rules = rules_name(rules_called(deal.rules))
    return way_to(GameScreen(rule_set=rules, given=Deal.parse(deal.deal)), f"{deal.length:,}")


# The Records page: an endless deal and how it is built, the extreme games, and what nobody knows yet.

TITLE: Final = (Part("This deal of an ordinary pack "), Part("never ends", "endless"), Part("."))
LINE: Final = (
    "By code golf, Bicycle and every rule set in which the loser’s cards go first **and aces are high**. "
    "Of 100 million random deals none does; this one was built."
)
OF_WHAT: Final = "Endless where the loser’s cards go first, aces high: no war is fought"
"""What is said under the pictures of the construction."""


def page() -> None:
    """Draw the page for the address it was opened with."""
    leave()
    if not opens(RECORDS):
        return
    screen = RECORDS.current()
    verdict_row(RECORDS, marked(TITLE), LINE)
    _story(construction(screen.built), screen)
    _records(screen)
    _open()
    _files()


def _story(built: Construction, screen: RecordsScreen) -> None:
    pictures = [
        panel(built)
        for panel in (charts_records.winners_panel, charts_records.beating_panel, charts_records.ring_panel)
    ]
    small = width() is Width.SMALL
    for place, picture in zip(side_by_side(len(pictures), fits=not small), pictures, strict=True):
        with place:
            if picture is pictures[0] or not small:
                _picture(picture, built)
            else:  # below the fold there; three charts take a phone's browser more than a second
                folded(picture.title, f"{picture.name}_picture", partial(_picture, picture, built))
    told, deal = st.columns([0.62, 0.38], gap="large")
    told.markdown(_records_told(built))
    with deal:
        one, two = built.deal.text.split("/")
        # No st.code: for its first box a browser loads what colours programs, a sixth of a second's work.
        st.markdown(f"1 `{one}`  \n2 `{two}`")
        with st.container(horizontal=True):
            watch = GameScreen(rule_set="code-golf", given=built.deal)
            label = on_primary("Watch it", "play_arrow")
            st.button(label, type="primary", key="watch", on_click=partial(GAME.go, watch))
            another = screen.built % MOST_BUILT + 1
            st.button(
                "Build another",
                icon=":material/construction:",
                key="another",
                on_click=partial(RECORDS.change, built=another),
            )


def _records_told(built: Construction) -> str:
    one, two = built.pattern.sizes
    return (
        "Forget the ranks and fix the winners: **four rounds to player 2, four to player 1**, and so on. "
        f"With {one} cards against {two} both decks are back after {built.cycle.length:,} rounds. "
        "Each round says that one card beats another; these relations never run in a circle, so ranks can "
        "be given, and they can be given as **four of each of thirteen** with no two equal cards ever "
        "meeting. No war is fought, so the deal is endless under every rule set with aces high in which "
        "the loser’s cards go first. Their **mean length is that of the games that end**; the plain "
        "expectation does not exist."
    )


def _picture(picture: Panel, built: Construction) -> None:
    foot = of_lines(OF_WHAT, built.deal.text, link=RECORDS.whole_address())
    draw(
        picture, picture.draw(THEMES[theme()]), saved=partial(Saved, f"war-room-endless-{picture.name}", foot)
    )


def _records(screen: RecordsScreen) -> None:
    heading(
        "The records, rule set by rule set",
        "Of 52 cards in halves. Rounds of the longest game that ends, of the longest cycle and of the way "
        "into one; wars; rounds that a winner began with one card left; ties in one round; rounds of the "
        "quickest win. Each opens its game. Bold: searched for or built; else the best of shuffled deals. "
        "Gray: so many shuffled deals have none.",
    )
    table(records_table())
    heading("How one of them was found", RECORD_KINDS[screen.feat].about)
    choice(
        st.segmented_control,
        RECORDS,
        "feat",
        "Record",
        [*RECORD_KINDS],
        format_func=lambda name: RECORD_KINDS[name].title,
        required=True,
        label_visibility="collapsed",
    )
    table(holders_table(screen.feat))
    st.markdown(
        note(
            "The best that bounded searches found; that nothing is better is proved only where it says so. "
            "Expected: the largest of so many shuffled deals, where figures fall off step by step. "
            "A deal that you paste on the Game page is measured against these. "
            "Hunt yourself: war hunt --rules code-golf --for longest-finite --seconds 600."
        )
    )


def _open() -> None:
    heading(
        "What nobody knows yet",
        "Each with what was tried: a proof, a deal that was built, a search that found nothing.",
    )
    for question in OPEN_QUESTIONS:
        st.markdown(f"**{question.asked}** {question.tried}")
    heading(
        "Which packs have endless deals",
        "Four cards of each rank, dealt in halves. A number is the longest cycle found and opens its deal. "
        "By each rule we searched as many shuffled deals as the row says, and built deals from patterns of "
        "who wins. There may be longer ones.",
    )
    table(evidence_table())
    folded("Three, two and one card of each rank", "fewer_copies", _fewer_copies)
    folded("Small packs, every deal counted", "counted_packs", _counted_packs)


def _fewer_copies() -> None:
    st.markdown(note("Cycles without a war only. The shuffled deals were played with one card down."))
    for copies in (3, 2, 1):
        st.markdown(f"**{count(copies, 'card')} of each rank**")
        table(evidence_table(copies))


def _counted_packs() -> None:
    st.markdown(
        note(
            "How many of all deals in halves never end, who is short for a war losing: no sample. "
            "Count yourself: war exact --pack 3x4 --pickup LOSER_FIRST --face-down 0."
        )
    )
    table(counted_table())


def _files() -> None:
    with st.container(horizontal=True):
        for (name, make), (ending, written) in product(FILES.items(), WRITTEN.items()):
            st.download_button(
                f"{name.replace('-', ' ').capitalize()} ({ending.upper()})",
                data=partial(_file, make, written),
                file_name=f"war-room-{name}.{ending}",
                key=f"file_{name}_{ending}",
                on_click="ignore",
                icon=":material/download:",
            )


def _file(make: Callable[[], pd.DataFrame], written: Callable[[pd.DataFrame], bytes]) -> bytes:
    return written(make())


def preview(_: RecordsScreen) -> Preview:
    """Return what is said of a link to a screen."""
    title: Sentence = (Part("This deal of an ordinary pack "), Part("never ends", "endless"), Part("."))
    line = "The longest, quickest and strangest games of War, and how they were found."
    foot = "52 cards by the rules of Code golf"
    return text_preview(title, line, foot)
