"""The tables of the Small packs page: rings by kind, and rule sets side by side."""

from collections.abc import Mapping, Sequence

import pandas as pd

from dashboard.charts.packs.words import OUTCOMES, fraction
from dashboard.charts.parts.named_table import NamedTable
from engine.study.exact import Exact
from engine.study.positions import RingKind
from engine.study.tables.endings import OUTCOME_NAMES

MOST_KINDS = 12
"""Kinds of rings that a page lists; the download has them all."""
HEADINGS = {
    "player_1": ":blue[Player 1]",
    "player_2": ":orange[Player 2]",
    "draw": "Drawn",
    "endless": ":violet[Never ends]",
}


def rings_table(kinds: Sequence[RingKind]) -> pd.DataFrame:
    """Return a row for each kind of ring, as Markdown cells of our own words."""
    return pd.DataFrame(
        [
            {
                "A position": f"`{kind.position}`",
                "Rings": f"{kind.rings:,}",
                "Rounds": f"{kind.length:,}",
                "Deals into each": f"{kind.deals:,}",
            }
            for kind in kinds[:MOST_KINDS]
        ]
    )


def rings_sheet(kinds: Sequence[RingKind]) -> NamedTable:
    """Return every kind of ring to download."""
    columns = ("rings", "rounds", "deals into each", "a position")
    return NamedTable("rings", pd.DataFrame([tuple(kind) for kind in kinds], columns=columns))


def rule_sets_table(counts: Mapping[str, Exact], chosen: str) -> pd.DataFrame:
    """Return a row for each rule set by its title: fractions of all deals, and the longest game that ends."""
    seen = [outcome for outcome in OUTCOMES if any(getattr(one, outcome) for one in counts.values())]
    return pd.DataFrame(
        [
            {
                "Rule set": f"**{title}**" if title == chosen else title,
                **{HEADINGS[outcome]: fraction(one.share(getattr(one, outcome))) for outcome in seen},
                "Longest": f"{one.longest:,}",
            }
            for title, one in counts.items()
        ]
    )


def rule_sets_sheet(counts: Mapping[str, Exact]) -> NamedTable:
    """Return every rule set to download: whole numbers, and the deal of the longest game."""
    rows = [
        {
            "rule set": title,
            "pack": one.pack.text,
            "deals": one.deals,
            **{OUTCOME_NAMES[outcome]: getattr(one, outcome) for outcome in OUTCOMES},
            "rounds of all that end": one.rounds,
            "longest": one.longest,
            "its deal": one.longest_deal.text if one.longest_deal else "",
        }
        for title, one in counts.items()
    ]
    return NamedTable("rule-sets", pd.DataFrame(rows))
