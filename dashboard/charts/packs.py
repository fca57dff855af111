"""Every deal of a small pack, counted."""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from dashboard.charts.chart import Behind, Drawing, NamedTable, Panel
from dashboard.charts.marks import bar_layout, bar_part, carrying, part_labels
from dashboard.charts.style import Mark, Theme, outcome_marker, tally_layout
from engine import Pack, Rules
from engine.numbers import count, fraction_of_rounds, number_words, plural
from engine.simulation import Exact, Positions, RingKind, Split, positions
from engine.tables import OUTCOME_NAMES
from engine.wording import Part, Sentence, player

# The whole game of a small pack as the page needs it: its rings by kind, its splits, what is drawn of it.

VERSION: Final = 1
"""Of the whole games that are kept; raise it where any of this comes out otherwise than before."""
MOST_DRAWN: Final = 1_000  # positions that a picture has room for; of more, the rings alone are drawn
MOST_RING: Final = 400  # positions of the rings that are drawn alone


class Sketch(NamedTuple):
    """Positions to be drawn, and where a round leads from each: to another of them, or behind them all
    to an end by its place in `OUTCOMES`."""

    deals: tuple[str, ...]
    after: tuple[int, ...]
    dealt: tuple[bool, ...]
    """Whether it is a deal in equal decks."""


class Whole(NamedTuple):
    """The whole game of a pack by one rule set."""

    met: int
    """Positions met from deals in equal decks."""
    rings: tuple[RingKind, ...]
    """Of those that are met, the longest first."""
    splits: tuple[Split, ...]
    sketch: Sketch
    """All that is met, or the rings alone; empty where even these are too many."""

    @property
    def is_drawn(self) -> bool:
        """Whether every position that is met is drawn."""
        return len(self.sketch.after) == self.met

    def written(self) -> str:
        """Return it as one line of JSON, from which `read` makes it again."""
        return json.dumps(self)

    @classmethod
    def read(cls, line: str) -> "Whole":
        """Return the whole game that is written on a line. Raises `ValueError` or `TypeError` for none."""
        met, rings, splits, sketch = json.loads(line)
        return cls(
            met,
            tuple(RingKind(*ring) for ring in rings),
            tuple(Split(cut, tuple(outcomes), longest) for cut, outcomes, longest in splits),
            Sketch(*map(tuple, sketch)),
        )


def whole_game(pack: Pack, rules: Rules) -> Whole:
    """Work out the whole game of a pack; a worker's work."""
    every = positions(pack, rules)
    rings = [ring for ring in every.rings() if ring.deals]
    met = every.met()
    drawn = met.tolist()
    if len(met) > MOST_DRAWN:
        chosen = rings if sum(ring.length for ring in rings) <= MOST_RING else []
        drawn = sorted(place for ring in chosen for place in every.along(ring.position))
    return Whole(len(met), every.kinds(), every.splits(), _sketch(every, drawn))


def _sketch(every: Positions, drawn: list[int]) -> Sketch:
    place = {position: at for at, position in enumerate(drawn)}
    after = np.asarray(every.after)[drawn].tolist() if drawn else []
    return Sketch(
        tuple(deal.text for deal in every.dealt(drawn)),
        tuple(place[to] if to < every.number else len(drawn) + to - every.number for to in after),
        tuple(position in every.deals for position in drawn),
    )


# What the Small packs page says: fractions of all deals, counted.

OUTCOMES: Final = ("player_1", "player_2", "draw", "endless")


def ends_of(counted: Exact) -> tuple[int, ...]:
    """Return how many deals end in each of `OUTCOMES`."""
    return tuple(getattr(counted, outcome) for outcome in OUTCOMES)


def share_of(counted: Exact, deals: int) -> str:
    """Write a part of all deals in percent."""
    return f"{100 * deals / counted.deals:.1f} %" if deals else "none"


def shares(counted: Exact) -> dict[str, tuple[float, str]]:
    """Return the outcomes that there are, each with its share of all deals, and that in percent."""
    return {
        outcome: (deals / counted.deals, share_of(counted, deals))
        for outcome, deals in zip(OUTCOMES, ends_of(counted), strict=True)
        if deals
    }


def headline(counted: Exact, rules: str) -> tuple[Sentence, Sentence]:
    """Return how all deals of a pack end, and of how many that is."""
    all_deals = f"All {count(counted.deals, 'deal')}" if counted.deals > 1 else "The only deal"
    cards = f"{count(counted.pack.size, 'card')}, {number_words(counted.pack.copies)} of each rank"
    about = Part(f"{all_deals} of {cards}, by {rules}: counted, not sampled.")
    number = f"With {number_words(counted.pack.size)} cards"
    if counted.endless == counted.deals:
        return (Part(f"{number}, no deal "), Part("ever ends", "endless"), Part(".")), (about,)
    if 2 * counted.endless > counted.deals:
        ends = Part("never end", "endless")
        return (Part(f"{number}, more than half of all deals "), ends, Part(".")), (about,)
    wins = Part(f" wins {_deals_won(counted)}.")
    return (Part(f"{number} "), player(1), wins), (about,)


def _deals_won(counted: Exact) -> str:
    """Say how many of all deals player 1 wins."""
    if counted.player_1 in (0, counted.deals):
        return "every deal" if counted.player_1 else "no deal"
    return f"{share_of(counted, counted.player_1)} of all deals"


def graph_note(whole: Whole) -> str:
    """Return what the map shows."""
    if whole.is_drawn:
        lead = "to a win, or into a loop that repeats for ever" if whole.rings else "to the end of the game"
        positions = count(whole.met, "position")
        return f"All {positions}. Follow the lines inwards: {lead}. Click a dot to play from there."
    if whole.sketch.after:
        return "Too many positions to draw: the chart shows only the loops. Click a dot to play from there."
    if whole.rings:
        return "Too many positions to draw, even for the loops alone. The list below has all loops."
    return "Too many positions to draw. No position repeats: every game ends."


def longest(counted: Exact) -> str:
    """Say how long the longest game is, and all on average."""
    mean = counted.mean_rounds
    if mean is None:
        return "No game ends."
    exact = fraction_of_rounds(mean)
    is_part = "/" in exact
    mean_length = f"{float(mean):,.1f} rounds ({exact})" if is_part else f"{exact} {plural(exact, 'round')}"
    longest = count(counted.longest, "round")
    return f"The longest finished game takes {longest}. Finished games take {mean_length} on average."


# How all deals of a small pack end, in one bar, each part with its fraction.


def panel(counted: Exact) -> Panel:
    """Return the panel of how all deals end."""
    ends = ", ".join(f"{text} {OUTCOME_NAMES[outcome]}" for outcome, (_, text) in shares(counted).items())
    rows = [
        (OUTCOME_NAMES[outcome], deals, counted.deals, str(counted.share(deals)))
        for outcome, deals in zip(OUTCOMES, ends_of(counted), strict=True)
    ]
    table = partial(pd.DataFrame, rows, columns=["outcome", "deals", "of", "fraction"])
    title = f"How {count(counted.deals, 'deal ends', 'deals end')}"
    note = f"Every deal of {counted.cut} against {counted.pack.size - counted.cut} cards, ignoring suits."
    return Panel("outcomes", title, note, partial(bar_figure, counted), table, more=f"{ends}.")


def bar_figure(counted: Exact, theme: Theme) -> Drawing:
    """Draw the bar, and above each part its name and fraction."""
    start, marks = 0.0, []
    parts = shares(counted)
    for outcome, (share, _) in parts.items():
        words = f"{OUTCOME_NAMES[outcome]}: {count(getattr(counted, outcome), 'deal')}"
        marks.append(bar_part(outcome, start, share, [words], "%{customdata[0]}", theme))
        start += share
    drawn = bar_layout(part_labels(parts, theme), theme, above=38, thick=36, below=4)
    return Drawing(marks, drawn, Behind("part", [counted.deals], "deal"))


# How deals end, side by side: of every split of a pack, and of packs of more and more ranks.

Ended = Mapping[str, Sequence[int]]
"""For each place on the axis how many deals end in each of `OUTCOMES`."""


def splits_panel(counted: Exact, whole: Whole) -> Panel:
    """Return the panel of all splits of a pack."""
    ended = {str(split.cut): split.outcomes for split in whole.splits}
    most = max(split.outcomes[3] for split in whole.splits)
    deals = count(counted.deals, "deal")
    title = "Every game ends, however the pack is split"
    if most:
        cuts = [split.cut for split in whole.splits if split.outcomes[3] == most]
        title = f"Deals never end most often with {_cards(cuts)} for player 1: {most:,} of {deals}"
    usual = f"{counted.cut} against {counted.pack.size - counted.cut}"
    note = f"Splits by the number of cards player 1 holds, {deals} each. Usual split: {usual}."
    longest = [split.longest for split in whole.splits]
    return _stacks_panel("splits", title, note, ended, longest, ("player 1's cards", "cards for player 1"))


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
    note = f"All deals in halves{', player 1 with the odd card,' if copies % 2 else ''} by {rules}."
    return _stacks_panel("sizes", title, note, ended, [one.longest for one in counts], ("pack", "pack"))


def _stacks_panel(
    name: str, title: str, note: str, ended: Ended, longest: Sequence[int], axis: tuple[str, str]
) -> Panel:
    """Return the panel of bars side by side; `axis` heads their places in the table and in the chart."""
    column, axis_title = axis
    table: dict[str, Sequence[object]] = {column: [*ended], "deals": [*map(sum, ended.values())]}
    for place, outcome in enumerate(OUTCOMES):
        table[OUTCOME_NAMES[outcome]] = [deals[place] for deals in ended.values()]
    table["longest"] = longest
    figure = partial(stacks_figure, ended, axis_title)
    return Panel(name, title, note, figure, partial(pd.DataFrame, table))


def sequences(counts: Sequence[Exact]) -> dict[str, str]:
    """Return what is counted of pack after pack as whole numbers with commas, as sequences are looked up."""
    first = counts[0].pack.ranks
    columns = {
        "Deals that player 1 wins": "player_1",
        "Deals that player 2 wins": "player_2",
        "Deals that never end": "endless",
        "Longest finished game": "longest",
    }
    return {
        f"{name}, for {first}, {first + 1} … ranks": ", ".join(str(getattr(one, field)) for one in counts)
        for name, field in columns.items()
    }


def stacks_figure(ended: Ended, axis: str, theme: Theme) -> Drawing:
    """Draw a bar for each place, its parts as shares of all deals there."""
    drawn = tally_layout(theme, x_title=axis)
    drawn["xaxis"] |= {"type": "category"}
    drawn["yaxis"] |= {"range": [0, 1], "tickformat": ".0%", "nticks": 5}
    before = np.zeros(len(ended))
    marks: list[Mark] = []
    for place, outcome in enumerate(OUTCOMES):
        shares = np.array([counts[place] / sum(counts) for counts in ended.values()])
        if not shares.any():
            continue
        points = [
            [f"{OUTCOME_NAMES[outcome]}: {counts[place]:,} of {count(sum(counts), 'deal')}"]
            for counts in ended.values()
        ]
        marks.append(
            {
                "type": "bar",
                "x": [*ended],
                "y": shares,
                "base": before,
                "width": 0.72,
                "marker": outcome_marker(outcome, theme),
                **carrying(points, "%{x}<br>%{customdata[0]}"),
            }
        )
        before = before + shares
    return Drawing(marks, drawn, Behind("bar", [*map(sum, ended.values())], "deal"))


# The tables of the Small packs page: rings by kind, and rule sets side by side.

MOST_KINDS: Final = 12  # kinds of rings that a page lists; the download has them all
HEADINGS: Final = {
    "player_1": ":blue[Player 1]",
    "player_2": ":orange[Player 2]",
    "draw": "Drawn",
    "endless": ":violet[Never ends]",
}


def rings_table(kinds: Sequence[RingKind]) -> pd.DataFrame:
    """Return a row for each kind of ring, as Markdown cells of our own words."""
    rows = [
        (f"`{kind.position}`", f"{kind.rings:,}", f"{kind.length:,}", f"{kind.deals:,}")
        for kind in kinds[:MOST_KINDS]
    ]
    return pd.DataFrame(rows, columns=["A position", "Loops", "Rounds", "Deals leading into each"])


def rings_sheet(kinds: Sequence[RingKind]) -> NamedTable:
    """Return every kind of ring to download."""
    columns = ("rings", "rounds", "deals into each", "a position")
    return NamedTable("rings", pd.DataFrame([tuple(kind) for kind in kinds], columns=columns))


def rule_sets_table(counts: Mapping[str, Exact], chosen: str) -> pd.DataFrame:
    """Return a row for each way in which all deals end, with the titles of its rule sets."""
    alike: dict[tuple[int, ...], list[str]] = {}
    for title, one in counts.items():
        titles = alike.setdefault((*ends_of(one), one.longest), [])
        titles.append(f"**{title}**" if title == chosen else title)
    seen = [outcome for outcome in OUTCOMES if any(getattr(one, outcome) for one in counts.values())]
    first = next(iter(counts.values()))
    rows = []
    for (*ends, rounds), titles in alike.items():
        shares = {HEADINGS[name]: share_of(first, ends[OUTCOMES.index(name)]) for name in seen}
        rows.append({"Rule sets": ", ".join(titles), **shares, "Longest": f"{rounds:,} rounds"})
    return pd.DataFrame(rows)


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
