"""How deals end, side by side: of every split of a pack, and of packs of more and more ranks."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import numpy as np
import pandas as pd

from dashboard.charts.packs.whole import Whole
from dashboard.charts.packs.words import OUTCOMES
from dashboard.charts.parts.drawing import Behind, Drawing
from dashboard.charts.parts.marks import carrying
from dashboard.charts.parts.outcomes import outcome_marker
from dashboard.charts.parts.panel import Panel
from dashboard.charts.parts.theme import Mark, Theme, tally_layout
from engine.study.exact import Exact
from engine.study.tables.endings import OUTCOME_NAMES
from engine.words.sentences import count

Ended = Mapping[str, Sequence[int]]
"""For each place on the axis how many deals end in each of `OUTCOMES`."""

BAR: Final = 0.72


def splits_panel(counted: Exact, whole: Whole) -> Panel:
    """Return the panel of all splits of a pack."""
    ended = {str(split.cut): split.outcomes for split in whole.splits}
    most = max(whole.splits, key=lambda split: split.outcomes[3])
    deals = count(counted.deals, "deal")
    title = "No deal is endless, however it is split"
    if most.outcomes[3]:
        cuts = [split.cut for split in whole.splits if split.outcomes[3] == most.outcomes[3]]
        title = f"Most endless deals: {most.outcomes[3]:,}, with {_cards(cuts)} for player 1"
    note = f"All splits by player 1’s cards, {deals} each; dealt in halves he has {counted.cut}."
    table = _table("player 1's cards", ended) | {"longest": [split.longest for split in whole.splits]}
    return Panel(
        "splits",
        title,
        note,
        f"{title}. {note}",
        partial(figure, ended, "cards for player 1"),
        partial(pd.DataFrame, table),
    )


def _cards(cuts: Sequence[int]) -> str:
    """Say how many cards player 1 has in some splits, at least one.

    >>> _cards([1]), _cards([2, 3]), _cards([2, 3, 5])
    ('1 card', '2 or 3 cards', '2, 3 or 5 cards')
    """
    *others, last = cuts
    return f"{', '.join(map(str, others))} or {last} cards" if others else count(last, "card")


def sizes_panel(counts: Sequence[Exact], rules: str) -> Panel:
    """Return the panel of packs of as many copies and more and more ranks."""
    ended = {one.pack.text: ends_of(one) for one in counts}
    copies = counts[0].pack.copies
    title = f"Ranks x {copies}: {counts[0].pack.text} to {counts[-1].pack.text}"
    note = f"All deals in equal decks by {rules}, pack by pack."
    table = _table("pack", ended) | {"longest": [one.longest for one in counts]}
    return Panel(
        "sizes", title, note, f"{title}. {note}", partial(figure, ended, "pack"), partial(pd.DataFrame, table)
    )


def ends_of(counted: Exact) -> tuple[int, ...]:
    """Return how many deals end in each of `OUTCOMES`."""
    return tuple(getattr(counted, outcome) for outcome in OUTCOMES)


def sequences(counts: Sequence[Exact]) -> dict[str, str]:
    """Return what is counted of pack after pack as whole numbers with commas, as sequences are looked up."""
    first = counts[0].pack.ranks
    columns = {
        "Won by player 1": [one.player_1 for one in counts],
        "Won by player 2": [one.player_2 for one in counts],
        "Never end": [one.endless for one in counts],
        "Longest game that ends": [one.longest for one in counts],
    }
    return {
        f"{name}, from {count(first, 'rank')} on": ", ".join(map(str, values))
        for name, values in columns.items()
    }


def _table(axis: str, ended: Ended) -> dict[str, Sequence[object]]:
    return {
        axis: [*ended],
        "deals": [sum(deals) for deals in ended.values()],
        **{
            OUTCOME_NAMES[name]: [deals[place] for deals in ended.values()]
            for place, name in enumerate(OUTCOMES)
        },
    }


def figure(ended: Ended, axis: str, theme: Theme) -> Drawing:
    """Draw a bar for each place, its parts as shares of all deals there."""
    drawn = tally_layout(theme, x_title=axis)
    drawn["xaxis"] |= {"type": "category"}
    drawn["yaxis"] |= {"range": [0, 1], "tickformat": ".0%", "nticks": 5}
    before = np.zeros(len(ended))
    marks: list[Mark] = []
    for place, outcome in enumerate(OUTCOMES):
        deals = [counts[place] for counts in ended.values()]
        shares = np.array([counts[place] / sum(counts) for counts in ended.values()])
        if not shares.any():
            continue
        said = [
            [f"{OUTCOME_NAMES[outcome]}: {number:,} of {count(sum(counts), 'deal')}"]
            for number, counts in zip(deals, ended.values(), strict=True)
        ]
        marks.append(
            {
                "type": "bar",
                "x": [*ended],
                "y": shares,
                "base": before,
                "width": BAR,
                "marker": outcome_marker(outcome, theme),
                **carrying(said, "%{x}<br>%{customdata[0]}"),
            }
        )
        before = before + shares
    return Drawing(marks, drawn, Behind("bar", [sum(deals) for deals in ended.values()], "deal"))
