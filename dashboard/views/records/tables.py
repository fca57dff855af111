"""The tables of the Records page: who holds what, how it was found, and what is still open."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Final

import pandas as pd

from dashboard.address.screens import GameScreen
from dashboard.shell.links import way_to
from dashboard.shell.phrases import rules_title
from engine.cards import STANDARD_PACK, Deal, Pack
from engine.records.feats import (
    COMEBACK,
    CYCLE_OF,
    DEEPEST,
    FEATS,
    LEAD_IN,
    LONGEST,
    MOST_WARS,
    QUICKEST,
    Feat,
)
from engine.records.kept import (
    CountedPack,
    EndlessDeal,
    Evidence,
    ShuffledDeals,
    best,
    counted_packs,
    endless_deals,
    evidence,
    records,
    shuffled_deals,
)
from engine.records.party import caught
from engine.records.record import HOWS, Record
from engine.rules import PLAYABLE, PRESETS, Pickup, Rules, count, rules_called, rules_name
from engine.study.tables.files import csv

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


def _cell(rules: Rules, feat: Feat) -> str:
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
    feat, rows = FEATS[feat_name], []
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
    expected = caught(record).expected()
    return NOTHING if expected is None else f"{expected:,.0f}"


def _where(record: Record) -> str:
    return f": game {record.game:,} of seed {record.seed}" if record.how == "shuffled" else ""


def records_file() -> pd.DataFrame:
    """Return every record with all that is known of it, a row each."""
    return pd.DataFrame(
        [
            {
                "feat": record.feat,
                "rules": record.rules,
                "deal": record.deal,
                "figure": record.figure,
                "how": record.how,
                "seed": record.seed,
                "game": record.game,
                "exchanges": record.exchanges,
                "games searched": record.games,
                "by": record.by,
                "date": record.date,
                "note": record.note,
            }
            for record in records()
        ]
    )


def endless_file() -> pd.DataFrame:
    """Return every endless deal that is kept, a row each."""
    return pd.DataFrame([deal.__getstate__() for deal in endless_deals()], columns=[*EndlessDeal.__slots__])


def evidence_file() -> pd.DataFrame:
    """Return what was tried for every pack and order, a row each."""
    return pd.DataFrame([row.__getstate__() for row in evidence()], columns=[*Evidence.__slots__])


def shuffled_file() -> pd.DataFrame:
    """Return how many shuffled deals of every pack were searched, a row each."""
    columns = [*ShuffledDeals.__slots__]
    return pd.DataFrame([searched.__getstate__() for searched in shuffled_deals()], columns=columns)


def counted_file() -> pd.DataFrame:
    """Return how many deals of every small pack never end, a row each."""
    columns = [*CountedPack.__slots__]
    return pd.DataFrame([counted.__getstate__() for counted in counted_packs()], columns=columns)


def _json(table: pd.DataFrame) -> bytes:
    return table.to_json(orient="records", force_ascii=False, indent=1).encode()


FILES: Final = {
    "records": records_file,
    "endless-deals": endless_file,
    "searches": evidence_file,
    "shuffled-deals": shuffled_file,
    "counted-packs": counted_file,
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
                cells[f"{words}, {'wars' if wars else 'no war'}"] = _told(pack, order, mine, wars)
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


def _told(pack: Pack, order: Pickup, rows: Iterable[Evidence], wars: bool) -> str:
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
