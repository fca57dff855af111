"""Deck sizes and card holders over the rounds of one game."""

from collections import Counter
from functools import partial
from math import ceil, inf
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd
from tsdownsample import MinMaxDownsampler

from dashboard.charts import style
from dashboard.charts.chart import Drawing, Panel
from dashboard.charts.marks import beside, carrying, label, pointed_line, scatter, upright
from dashboard.charts.style import Label, Layout, Mark, Theme
from engine import Deal, Game, Order, Round
from engine.kernels import Course
from engine.numbers import count, number_words
from engine.wording import cards_in_words

# Player 1's deck over the rounds of one game, every war marked by its depth.

Ints = npt.NDArray[np.int64]
Sizes = npt.NDArray[np.int16] | Ints

FEW_ROUNDS: Final = 2  # rounds of a game that is too short for a chart

MOST_TURNED: Final = 12  # cards of one player told of a round: in a pack of one rank a round turns a thousand

LEFT: Final = 42
"""Pixels left of this chart and of that of the chance, so that their rounds stand under each other."""

WAR_SIZES: Final = (7, 10, 14)
"""Diameters in pixels of a war 1, 2, and 3 or more deep."""
CROWDED: Final = ((60, 1.0), (150, 0.75), (inf, 0.5))
"""How many wars a chart may show for each part of these: more would cover the line, on a phone all of it."""


class DeckSizes(NamedTuple):
    """Player 1's deck round by round, and the wars.

    `rounds` (1 to the number of rounds + 1; the last is the end) and `sizes` (cards in player 1's
    deck before that round) are the line, thinned to at most `MOST_POINTS` with its peaks kept.
    Cards left on the table at the end changed hands no more: they count for the player who laid them.
    `descriptions` tell what was turned and taken in each of those rounds. The war arrays mark wars the
    same way, only the deepest where there are too many.
    """

    rounds: Ints
    sizes: Ints
    descriptions: list[str]
    war_rounds: Ints
    war_sizes: Ints
    war_depths: Ints
    war_descriptions: list[str]
    game: Game

    @property
    def is_drawn(self) -> bool:
        """Whether there are rounds enough for a chart."""
        return self.game.rounds > FEW_ROUNDS or self.game.cycle is not None

    @property
    def wars(self) -> list[tuple[int, int]]:
        """The wars that are marked: round and depth."""
        return list(zip(self.war_rounds.tolist(), self.war_depths.tolist(), strict=True))


def deck_sizes(course: Course) -> DeckSizes:
    """Compute a game's deck sizes as they are drawn."""
    game = course.game
    sizes, depths = course.line()
    if game.on_table:
        sizes[-1] = sizes[-2]
    wars = _deepest(np.flatnonzero(depths), depths, len(sizes))
    shown = thinned(sizes)
    words = _words(course, np.union1d(shown, wars))
    return DeckSizes(
        rounds=shown + 1,
        sizes=sizes[shown].astype(np.int64),
        descriptions=[words[place] for place in shown.tolist()],
        war_rounds=wars + 1,
        war_sizes=sizes[wars].astype(np.int64),
        war_depths=depths[wars].astype(np.int64),
        war_descriptions=[words[place] for place in wars.tolist()],
        game=game,
    )


def thinned(sizes: Sizes) -> Ints:
    """Choose at most `MOST_POINTS` places of a line, keeping first, last, and every bin's extremes."""
    if len(sizes) <= style.MOST_POINTS:
        return np.arange(len(sizes))
    chosen = MinMaxDownsampler().downsample(sizes, n_out=style.MOST_POINTS - 2)
    return np.unique(np.concatenate(([0], chosen.astype(np.int64), [len(sizes) - 1])))


def _deepest(wars: Ints, depths: Sizes, length: int) -> Ints:
    """Choose at most `MOST_POINTS` wars: all, or the deepest in each of equal stretches of rounds."""
    if len(wars) <= style.MOST_POINTS:
        return wars
    stretch = wars * style.MOST_POINTS // length
    order = np.lexsort((wars, -depths[wars], stretch))
    return np.sort(wars[order][np.unique(stretch[order], return_index=True)[1]])


def _words(course: Course, places: Ints) -> dict[int, str]:
    """Say for each of these rounds (0 for the first) what was turned and taken."""
    last = course.game.rounds
    numbers = [place + 1 for place in places.tolist() if place < last]
    words = {this.number - 1: _round_words(this, course.game.deal) for this in course.rounds_at(numbers)}
    return {**words, last: "the end, cards on the table included" if course.game.on_table else "the end"}


def _round_words(this: Round, deal: Deal) -> str:
    """Write the cards turned in a round, of a very deep war the first and the last, and who took them."""
    hands = []
    for up in zip(*this.face_up, strict=True):
        cards = [deal.rank_text(rank) for rank in up]
        hands.append(cards if len(cards) <= MOST_TURNED else [*cards[: MOST_TURNED - 2], "…", cards[-1]])
    taken = (
        f"player {this.winner} takes {count(len(this.order), 'card')}"
        if this.winner
        else "the game ends here"
    )
    return f"{' '.join(hands[0])} against {' '.join(hands[1])}<br>{taken}"


def over_rounds(
    theme: Theme, rounds: int, last: int, height: int, *, dotted: int | None = None, right: int = 78
) -> Layout:
    """Return the layout of a chart over the rounds of a game, on an axis from 1 to `last`.

    `rounds` is the last one named, `dotted` the one at which a line stands.
    """
    drawn = style.layout(theme, height=height, right=right)
    drawn["margin"]["l"] = LEFT
    names = {tick: f"{tick:,}" for tick in style.few_ticks(rounds)}
    drawn["xaxis"] |= style.named_axis(1 - last * 0.004, last * 1.004, style.names_that_fit(names, last))
    drawn["yaxis"]["automargin"] = False
    line = {"color": theme.ink, "width": 1.5, "dash": "dot"}
    drawn["shapes"] = [] if dotted is None else [upright(dotted, dotted, line=line)]
    return drawn


def at_the_end(words: str, colour: str, height: float) -> Label:
    """Return words right of a chart over rounds, at a part of its height."""
    return beside(words, colour, height, yref="paper", align="left")


def deck_sizes_figure(chart: DeckSizes, theme: Theme, *, shown: int | None = None) -> Drawing:
    """Draw the chart; `shown` is the round on the table, marked by a dotted line."""
    game, last = chart.game, chart.game.rounds + 1
    drawn = over_rounds(theme, game.rounds, last, 190, dotted=shown)
    drawn["yaxis"] |= _height_axis(chart.sizes, game.deal.size / 2)
    drawn["annotations"] = [
        at_the_end("<b>player 1</b><br>ahead", theme.player_1_text, 0.9),
        at_the_end("<b>player 2</b><br>ahead", theme.player_2_text, 0.16),
    ]
    if game.cycle:
        _shade_cycle(drawn, game.cycle.start, game.cycle.start + game.cycle.length, theme)
    if shown is not None:
        left = shown < last * 0.7
        side = {"xanchor": "left", "xshift": 5} if left else {"xanchor": "right", "xshift": -5}
        at_top = {"yref": "paper", "y": 1, "yanchor": "top", "bgcolor": style.faded(theme.paper, 0.6)}
        drawn["annotations"].append(label(f"round {shown:,}", theme.ink, x=shown, **side, **at_top))
    rounds = chart.rounds.astype(np.int32)  # half the bytes of what Plotly would send
    words = "Round %{x:,}: player 1 has %{y} cards<br>%{customdata}"
    line = {"color": theme.ink, "width": 1.5}
    sizes = pointed_line(rounds, chart.sizes.astype(np.int16), line, chart.descriptions, words)
    return Drawing([*_ahead(chart, rounds), sizes, _wars(chart, theme)], drawn, None)


def _ahead(chart: DeckSizes, rounds: npt.NDArray[np.int32]) -> list[Mark]:
    """Return the areas between the line and half of the cards, in the colour of who is ahead."""
    half = chart.game.deal.size / 2
    area = {"type": "scatter", "mode": "lines", "hoverinfo": "skip", "line": {"width": 0}}
    level = {**area, "x": rounds[[0, -1]].tolist(), "y": [half, half]}
    areas: list[Mark] = []
    for bound, colour in ((np.maximum, style.PLAYER_1), (np.minimum, style.PLAYER_2)):
        reach = {"x": rounds, "y": bound(chart.sizes, half).astype(np.float32)}
        areas += [level, {**area, **reach, "fill": "tonexty", "fillcolor": style.faded(colour, 0.13)}]
    return areas


def _wars(chart: DeckSizes, theme: Theme) -> Mark:
    depths = [f"{number_words(depth)} wars" if depth > 1 else "a war" for depth in chart.war_depths]
    points = np.array(list(zip(depths, chart.war_descriptions, strict=True))).reshape(-1, 2)
    words = "Round %{x:,}, %{customdata[0]}: player 1 has %{y} cards<br>%{customdata[1]}"
    part = next(part for most, part in CROWDED if len(chart.war_depths) <= most)
    marker = {
        "symbol": "diamond",
        "size": part * np.array(WAR_SIZES)[np.minimum(chart.war_depths, len(WAR_SIZES)) - 1],
        "color": style.WAR,
        "opacity": 1,
        "line": {"color": theme.war_rim, "width": 1},
    }
    return scatter("markers", chart.war_rounds, chart.war_sizes, marker=marker, **carrying(points, words))


def _height_axis(sizes: Ints, half: float) -> style.Axis:
    """Return the range of deck sizes shown: the whole pack, or closer where no deck ever grows far."""
    reach = float(np.abs(sizes - half).max())
    reach = reach if reach <= half / 4 else half
    return {
        "range": [half - reach * 1.04, half + reach * 1.08],
        "tickvals": [half - reach, half, half + reach],
    }


def _shade_cycle(drawn: Layout, start: int, back: int, theme: Theme) -> None:
    """Shade the rounds that come back, and say how many they are."""
    edge = {"width": 1, "dash": "dash", "color": style.ENDLESS}
    shade = upright(start, back, layer="below", fillcolor=style.faded(style.ENDLESS, 0.16), line=edge)
    drawn["shapes"].insert(0, shade)  # under the dotted line
    words = f"<b>{count(back - start, 'round')}, for ever</b>"
    at_foot = {"yref": "paper", "y": 0.02, "yanchor": "bottom", "bgcolor": style.faded(theme.paper, 0.7)}
    drawn["annotations"].append(label(words, theme.endless_text, x=(start + back) / 2, **at_foot))


# How many of the best cards player 1 holds.


class Aces(NamedTuple):
    """How many of the best cards player 1 holds, on average over each stretch of rounds."""

    names: str
    """What the cards are called: aces, or what is best among others."""
    rounds: Ints
    held: npt.NDArray[np.float32]
    finding: str


def aces(course: Course) -> Aces:
    """Compute the chart's data: the aces of a game, or the best cards of one without."""
    game = course.game
    ranks = (*game.deal.deck_1, *game.deal.deck_2)
    best = (min if game.rules.order is Order.LOW_WINS else max)(ranks, default=2)
    cards = [card for card, rank in enumerate(ranks) if rank == best]
    columns = game.rounds + 1
    edges = np.linspace(0, columns, min(columns, style.MOST_POINTS) + 1).astype(np.int64)
    held = course.held(edges)[cards].sum(axis=0) / np.diff(edges)
    rank = game.deal.rank_text(best)
    names = cards_in_words(rank, 2).partition(" ")[2]
    return Aces(names, edges[:-1] + 1, held.astype(np.float32), _of_aces(game, rank, len(cards), edges, held))


def _of_aces(game: Game, rank: str, cards: int, edges: Ints, held: npt.NDArray[np.float64]) -> str:
    """Say how many player 1 began with, and what became of them."""
    one, many = cards_in_words(rank), cards_in_words(rank, 2).partition(" ")[2]
    kind = one.partition(" ")[2]

    def some(number: int) -> str:
        return f"{number_words(number)} {kind if number == 1 else many}"

    if game.cycle:
        loop = held[np.searchsorted(edges, game.cycle.start - 1) : -1]
        low, high = int(loop.min(initial=cards)), ceil(loop.max(initial=0))
        if low < high:
            least = f"{number_words(low)} to" if low else "up to"
            return f"In the loop player 1 holds {least} {some(high)}."
        return f"In the loop player 1 {'always' if low else 'never'} holds {one if low < 2 else some(low)}."
    if held.min(initial=cards) == held.max(initial=0):
        return f"No {kind} changed hands."
    end = round(float(held[-1]))
    all_of_them = {1: "it", 2: "both"}.get(cards, f"all {number_words(cards)}")
    ended = all_of_them if end == cards else "none" if end == 0 else number_words(end)
    return f"Player 1 began with {some(round(float(held[0])))} and ended with {ended}."


def aces_figure(chart: Aces, theme: Theme) -> Drawing:
    """Draw the number of cards as steps."""
    last = int(chart.rounds[-1])
    drawn = over_rounds(theme, max(last - 1, 1), last, 162)
    top = max(1, ceil(float(chart.held.max(initial=0))))
    names = {tick: f"{tick}" for tick in style.ticks(top) if tick == int(tick)}
    drawn["yaxis"] |= style.named_axis(0, top * 1.04, names)
    steps = scatter(
        "lines",
        chart.rounds.astype(np.int32),
        chart.held,
        line={"color": theme.player_1_text, "width": 1.5, "shape": "hv"},
        fill="tozeroy",
        fillcolor=style.faded(style.PLAYER_1, 0.13),
        hovertemplate=f"Round %{{x:,}}: player 1 holds %{{y:.2~f}} {chart.names}<extra></extra>",
    )
    return Drawing([steps], drawn, None)


# Which player holds each card over the rounds of a game.

HOLDERS: Final = "Which player holds each card."

MOST_BINS: Final = 240  # columns of the heatmap; a longer game is shown in stretches of rounds

MOST_ROWS: Final = 512  # rows of the heatmap, which has fewer pixels; of more cards several share a row

MOST_NAMES: Final = 14  # ranks named beside the rows

SUIT_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


class Holders(NamedTuple):
    """The cards of a game and how long player 1 held each, by stretches of rounds.

    `share` is rows x stretches (uint8, 0 to 100): in what percentage of the rounds of a stretch
    player 1 held the card when the round started, on average of the `each` cards that share a row.
    Rows go up by rank; `names` and `ranks` are a row each. `edges` are the first rounds of the
    stretches and one past the last.
    """

    names: list[str]
    ranks: list[str]
    share: npt.NDArray[np.uint8]
    edges: npt.NDArray[np.int64]
    each: int

    @property
    def note(self) -> str:
        """What a row and its colours are."""
        if self.each > 1:
            which = f"{self.each} cards of neighbouring ranks"
            return f"Each row is {which}. Blue: player 1 holds more of them; orange: player 2."
        return "Each row is one card: blue in rounds that start with player 1 holding it, otherwise orange."


def holders(course: Course) -> Holders:
    """Follow every card through a game."""
    deal = course.game.deal
    columns = course.game.rounds + 1
    edges = np.linspace(0, columns, min(columns, MOST_BINS) + 1).astype(np.int64)
    sums = course.held(edges)
    ranks = (*deal.deck_1, *deal.deck_2)
    suits = deal.eye_suits()
    rows = sorted(range(deal.size), key=lambda card: (ranks[card], suits[card], card))
    names = _numbered([f"{deal.rank_text(ranks[card])}{SUIT_SIGNS[suits[card]]}" for card in rows])
    each = max(1, -(-deal.size // MOST_ROWS))
    firsts = np.arange(0, deal.size, each)
    held = np.add.reduceat(sums[rows], firsts, axis=0) / np.diff([*firsts, deal.size])[:, None]
    spans = [names[first : first + each] for first in firsts]
    return Holders(
        [span[0] if len(span) == 1 else f"{span[0]} to {span[-1]}" for span in spans],
        [deal.rank_text(ranks[rows[first]]) for first in firsts],
        np.rint(100 * held / np.diff(edges)).astype(np.uint8),
        edges + 1,
        each,
    )


def _numbered(names: list[str]) -> list[str]:
    """Number the second card of one name, the third ...: an axis merges equal names.

    >>> _numbered(["5♠", "5♠", "6♠"])
    ['5♠', '5♠ no. 2', '6♠']
    """
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(name if seen[name] == 1 else f"{name} no. {seen[name]}")
    return numbered


def holders_figure(chart: Holders, theme: Theme) -> Drawing:
    """Draw the heatmap: blue while player 1 holds a card, vermilion with player 2."""
    rows = len(chart.names)
    last = int(chart.edges[-1]) - 2
    drawn = style.layout(theme, height=max(150, min(560, 60 + 7 * rows)), right=28)
    rounds = (chart.edges[:-1] + chart.edges[1:] - 1) / 2
    drawn["margin"]["l"] = 36
    names = {tick: f"{tick:,}" for tick in style.few_ticks(last)}
    drawn["xaxis"] |= style.named_axis(1, last + 1, style.names_that_fit(names, last))
    first_of_rank = [row for row, rank in enumerate(chart.ranks) if row == 0 or rank != chart.ranks[row - 1]]
    named = first_of_rank[:: -(-len(first_of_rank) // MOST_NAMES)]
    drawn["yaxis"] |= {
        "type": "category",
        "tickvals": [chart.names[row] for row in named],
        "ticktext": [chart.ranks[row] for row in named],
        "showgrid": False,
        "automargin": False,
    }
    held = "it %{z} % of the time" if chart.each == 1 else "%{z} % of these cards, on average"
    heatmap = {
        "type": "heatmap",
        "x": rounds.astype(np.float32),
        "y": chart.names,
        "z": chart.share,
        "zmin": 0,
        "zmax": 100,
        "colorscale": [[0, style.PLAYER_2], [0.5, theme.grid], [1, style.PLAYER_1]],
        "showscale": False,
        "opacity": 0.85,
        "ygap": 1 if rows <= 60 else 0,
        "hovertemplate": f"%{{y}} around round %{{x:,.0f}}<br>player 1 holds {held}<extra></extra>",
    }
    return Drawing([heatmap], drawn, None)


# Player 1's deck over the rounds of two games of one deal: the judge's and a program's.


class TwoGames(NamedTuple):
    """Two games of one deal: player 1's deck before each round, and the round in which they part."""

    judge: Ints
    program: Ints
    cards: int
    part: int

    @property
    def last(self) -> int:
        """The last round that either game has."""
        return max(len(self.judge), len(self.program))


def panel(chart: TwoGames) -> Panel:
    """Return the panel of two games that part."""
    title = f"Both games, deck by deck: first difference in round {chart.part:,}"
    note = "Player 1’s cards at the start of each round. Solid: the judge’s game. Dashed: your program’s."
    judges = count(len(chart.judge), "round")
    ends = f"The judge’s game lasts {judges}; your program’s game lasts {count(len(chart.program), 'round')}."
    draw, tabled = partial(two_games_figure, chart), partial(table, chart)
    return Panel("both-games", title, note, draw, tabled, more=ends)


def table(chart: TwoGames) -> pd.DataFrame:
    """Return a row a round; a game that is over has no decks any more."""
    decks = {
        f"player 1 deck, {whose}": pd.array([*sizes, *[None] * (chart.last - len(sizes))], dtype="Int64")
        for whose, sizes in (("the judge", chart.judge.tolist()), ("your program", chart.program.tolist()))
    }
    return pd.DataFrame({"round": np.arange(1, chart.last + 1), **decks})


def two_games_figure(chart: TwoGames, theme: Theme) -> Drawing:
    """Draw both lines, and where they part."""
    drawn = over_rounds(theme, chart.last, chart.last, 190, dotted=chart.part, right=104)
    sizes = np.concatenate((chart.judge, chart.program))
    drawn["yaxis"] |= _height_axis(sizes, chart.cards / 2)
    drawn["annotations"] = [
        at_the_end("<b>the judge</b><br>solid", theme.ink, 0.9),
        at_the_end("<b>your program</b><br>dashed", theme.muted, 0.16),
    ]
    solid = {"color": theme.ink, "width": 1.5}
    dashed = {"color": theme.muted, "width": 1.5, "dash": "6px 4px"}
    games = ((chart.judge, "the judge’s game", solid), (chart.program, "your program’s game", dashed))
    lines = []
    for held, whose, line in games:
        shown = thinned(held)
        rounds, sizes = (shown + 1).astype(np.int32), held[shown].astype(np.int16)
        words = "Round %{x:,}, %{customdata}: player 1 has %{y} cards"
        lines.append(pointed_line(rounds, sizes, line, [whose] * len(shown), words))
    return Drawing(lines, drawn, None)
