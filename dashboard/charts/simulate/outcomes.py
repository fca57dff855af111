"""How games end: who wins, what aces and good cards are worth, whether a coin would do the same."""

from collections.abc import Sequence
from functools import partial
from math import ceil
from typing import Any, Final, Literal

import numpy as np
import pandas as pd

from dashboard.charts import marks, style
from dashboard.charts.chart import FEWEST, WHISKERS, Behind, Drawing, Panel, Words, only_few, pointed_at
from dashboard.charts.style import Mark, Theme
from engine import numbers, tables
from engine.simulation import WON, Z_95, CoinTest, Decided, Study, Summary, coin_band, fair_by_symmetry, share

# Whether the players win equally often.

FAIR_WITHIN: Final = 0.01  # half width of the interval of player 1's share up to which a game is called fair
ALMOST: Final = 0.005  # difference from one half below which a game that is not fair is called almost even


def fairness(summary: Summary) -> Literal["unknown", "fair", "almost", "uneven"]:
    """Return what the games show: `unknown` if they are too few to tell who is ahead."""
    games = WON.games(summary)
    if not games:
        return "unknown"
    wins = share(summary.outcomes()["player_1"], games)
    if wins.low <= 0.5 <= wins.high:
        return "fair" if numbers.half_width(wins) <= FAIR_WITHIN else "unknown"
    return "almost" if abs(wins.value - 0.5) < ALMOST else "uneven"


# Who wins how often, in one bar.

THICK: Final = 34
NEVER: Final = {"draw": "was drawn", "endless": "lasted for ever"}


def outcome_words(chart: tables.OutcomeBar, _: Study, summary: Summary) -> Words:
    """Say which player wins more often."""
    off = max(
        (numbers.half_width(seen) for seen in (*chart.shares.values(), *chart.absent.values())), default=0.0
    )
    none = " or ".join(NEVER[name] for name in chart.absent if name in NEVER)
    note = f"{numbers.count(chart.games, 'game')}; shares {numbers.plus_minus(100 * off, 1)} points."
    note += f" No game {none}." if none else ""
    if "endless" in chart.shares:
        note += " Hatched: games that never end."
    more = ", ".join(
        f"{numbers.percent(seen)} {tables.OUTCOME_NAMES[name]}" for name, seen in chart.shares.items()
    )
    return Words(_winner(summary), f"{note} Click a colour to watch a game.", f"{more}.")


def _winner(summary: Summary) -> str:
    outcomes = summary.outcomes()
    mine, yours = outcomes["player_1"], outcomes["player_2"]
    games = mine + yours
    if not games:
        return "No game has been won."
    if summary.games < FEWEST:
        return only_few(summary.games)
    who = fairness(summary)
    if who == "unknown":
        return f"{mine:,} wins against {yours:,}: too few to say who wins more."
    if who == "fair":
        return "Both players win equally often."
    if outcomes["draw"] + outcomes["limit"] and games < summary.games:
        first, second = (numbers.of_100(share(won, summary.games)) for won in (mine, yours))
        return f"Player 1 wins {first} games, player 2 wins {second.removesuffix(' of 100')}."
    wins = numbers.of_100(share(mine, games))
    all_won = games == summary.games
    return f"Player 1 wins {wins} {'games' if all_won else 'finished games'}."


def outcome_bar_figure(chart: tables.OutcomeBar, theme: Theme) -> Drawing:
    """Draw the bar, its labels above."""
    labels = marks.bar_labels(chart.shares, theme)
    above = 36 if "<br>" in labels[0]["text"] else 20
    drawn = marks.bar_layout(labels, theme, above=above, thick=THICK, below=8)
    bars = [_bar(outcome, chart, theme) for outcome in chart.shares]
    return Drawing(bars, drawn, Behind("part", [chart.games]))


def _bar(outcome: str, chart: tables.OutcomeBar, theme: Theme) -> Mark:
    """Return the part of one outcome."""
    pieces = [piece for piece in chart.pieces if piece.outcome == outcome]
    games = sum(piece.games for piece in pieces)
    point = pointed_at(tables.OUTCOME_NAMES[outcome], games, chart.shares[outcome], pieces[0].example)
    start, wide = pieces[0].start / chart.games, games / chart.games
    return marks.bar_part(outcome, start, wide, point, "%{customdata[1]}", theme)


# Player 1's share of decided games by the best cards that player 1 was dealt, in bars.

MOST_NAMED: Final = 8
KNOWN: Final = 20  # games of a kind from which the finding may name it


def aces_words(chart: tables.WinShare, study: Study, summary: Summary) -> Words:
    """Say how often player 1 wins with the most of the best cards, and with the fewest."""
    note = WHISKERS if len(chart.games) > 1 or sum(chart.games) > 1 else ""
    known = [place for place, games in enumerate(chart.games) if games >= KNOWN]
    if not chart.games:
        return Words("No game has been won.", note)
    if summary.games < FEWEST or not known:
        return Words(only_few(sum(chart.games)), note)
    most, fewest = known[-1], known[0]
    if fewest < most:
        note = f"With {chart.names[fewest]}, {numbers.of_100(chart.shares[fewest])}. {note}"
    best = tables.best_card(study.pack, study.rules.order)
    wins = part_of(chart, most, summary)
    return Words(f"With {_held(chart, most, best, study.pack.copies)} player 1 wins {wins}.", note)


def _held(chart: tables.WinShare, place: int, best: str, copies: int) -> str:
    """Name the best cards in a hand: all of them, or a number."""
    if copies == 1 and chart.places[place]:
        return f"the card of rank {best}" if best[0].isdigit() else f"the {best}"
    return f"all {chart.names[place]}" if chart.places[place] == copies else chart.names[place]


def part_of(chart: tables.WinShare, place: int, summary: Summary) -> str:
    """Write how many games of one kind player 1 wins."""
    which = "games"
    if WON.games(summary) < summary.games:
        outcomes = summary.outcomes()
        which = "games with a winner" if outcomes["draw"] else "finished games"
    return f"{numbers.of_100(chart.shares[place])} {which}"


def aces_figure(chart: tables.WinShare, theme: Theme) -> Drawing:
    """Draw a bar for each number of the best cards, the darker the more."""
    drawn = style.tally_layout(theme, x_title=chart.axis)
    last = max(chart.places, default=1.0)
    step = -(-(int(last) + 1) // MOST_NAMED)
    names = {number: str(number) for number in range(0, int(last) + 1, step)}
    drawn["xaxis"] |= style.named_axis(-0.6, last + 0.6, names)
    drawn["yaxis"] |= style.named_axis(0, 1.14, style.QUARTERS)
    drawn["shapes"] = [marks.level(0.5, 0.5, layer="below", line=_dashed(theme))]
    if not chart.games:
        return Drawing([], drawn, Behind("bar", []))
    bars = marks.share_bars(chart.places, chart.shares, _won_points(chart), theme)
    shades = [style.faded(style.PLAYER_1, 0.4 + 0.6 * place / max(last, 1)) for place in chart.places]
    bars |= {"width": 0.62, "marker": {"color": shades, "line": {"width": 1, "color": theme.paper}}}
    if len(chart.places) <= MOST_NAMED:
        digits = min(numbers.decimals(*chart.shares), 0)
        drawn["annotations"] = [
            marks.over_whisker(numbers.brief(one, digits), theme, place, one) | {"bgcolor": theme.paper}
            for place, one in zip(chart.places, chart.shares, strict=True)
        ]
    return Drawing([bars], drawn, Behind("bar", chart.games))


def _dashed(theme: Theme) -> Mark:
    """Return the line at one half."""
    return {"width": 1.3, "color": theme.muted, "dash": "dash"}


def _won_points(chart: tables.WinShare) -> list[list[int | str]]:
    """Return what each kind of hand carries: a game, and the words when pointed at."""
    points: list[list[int | str]] = []
    kinds = zip(chart.example, chart.names, chart.shares, chart.wins, chart.games, strict=True)
    for game, name, one, wins, games in kinds:
        won = f"player 1 wins {wins:,} of {numbers.count(games, 'decided game')}"
        share = f"{numbers.percent(one)} ({numbers.percent_range(one)})"
        points.append([game, f"{name}<br>{won}<br>{share}<br>click to watch one"])
    return points


# Player 1's share of decided games by the strength of the hand: points with whiskers round one half.


def strength_words(chart: tables.WinShare, study: Study, summary: Summary) -> Words:
    """Say how often player 1 wins with the best hands."""
    note = f"A card counts 0 to {study.pack.ranks - 1} points. {WHISKERS}"
    known = [place for place, games in enumerate(chart.games) if games >= KNOWN]
    if not chart.games:
        return Words("No game has been won.", note)
    if summary.games < numbers.FEW or not known:
        return Words(only_few(sum(chart.games)), note)
    wins = part_of(chart, known[-1], summary).removeprefix("about ")
    return Words(f"The best hands win {wins}.", note)


def strength_figure(chart: tables.WinShare, theme: Theme) -> Drawing:
    """Draw the points."""
    wide = max(map(abs, chart.places), default=1.0) or 1.0
    drawn = style.tally_layout(theme, x_title=chart.axis, right=26)
    ends = chart.places[:1] + chart.places[-1:]
    names = {place: tables.signed_points(place) for place in chart.places if place in (0, *ends)}
    drawn["xaxis"] |= style.named_axis(-1.1 * wide, 1.1 * wide, names)
    drawn["yaxis"] |= style.named_axis(-0.02, 1.02, style.QUARTERS)
    drawn["shapes"] = [marks.level(0.5, 0.5, layer="below", line=_dashed(theme))]
    drawn["annotations"] = [marks.beside("1/2", theme.muted, 0.5, xshift=6)]
    if not chart.games:
        return Drawing([], drawn, Behind("dot", []))
    points = {
        **_dots(chart.places, chart.shares, 9, theme, style.faded(style.PLAYER_1, 0.75), 1.5),
        "cliponaxis": False,
        **marks.carrying(_won_points(chart), "%{customdata[1]}"),
        **marks.whiskers(chart.shares, theme),
    }
    return Drawing([points], drawn, Behind("dot", chart.games))


def _dots(
    x: Sequence[float], shares: Sequence[numbers.Estimate], size: int, theme: Theme, line: str, width: float
) -> Mark:
    """Return points of player 1's colour, joined by a line of some colour and width."""
    return marks.scatter(
        "lines+markers",
        np.array(x),
        np.array([one.value for one in shares]),
        line={"width": width, "color": line},
        marker={"size": size, "color": style.PLAYER_1, "line": {"width": 1, "color": theme.paper}},
    )


# Is it a coin? Player 1's share of the decided games beside what a fair coin would do.

COIN_HEIGHT = 112
NEVER_SO_FAR: Final = 0.001  # the p-value below which a fair coin is almost never this far off
SMALL: Final = 0.005  # the difference that the note says how to tell


def coin_words(chart: tables.Tossed, study: Study, _: Summary) -> Words:
    """Return whether a fair coin would do the same, and how many games a small difference takes."""
    test = chart.test
    note = "Grey: the shares that a fair coin gives in 19 of 20 runs."
    if fair_by_symmetry(study.rules, study.pack, study.hands):
        note += " By these rules, exchanging the decks exchanges the winner, so the game is provably fair."
    if test is None:
        return Words("No game has been won.", note)
    needed = f"a margin of ± {100 * SMALL:g} points needs {numbers.two_digits(games_to_reach(SMALL)):,} games"
    won = f"{test.wins:,} of {numbers.count(test.games, 'decided game')}"
    note = f"Player 1 wins {won} ({numbers.percent_range(test.share)}). {note}"
    if test.fits_a_fair_coin:
        if numbers.half_width(test.share) > FAIR_WITHIN:
            return Words(f"Too few games: {needed}.", note)
        return Words("Yes: a fair coin would do the same.", note)
    if test.p < NEVER_SO_FAR:
        return Words("Almost certainly not: a fair coin is almost never this far from 50 %.", note)
    often = max(round(100 * test.p), 1)
    return Words(f"Very likely not: a fair coin is this far from 50 % in only {often} of 100 runs.", note)


def games_to_reach(off: float) -> int:
    """Return how many games give a share near one half an interval of so much to either side.

    >>> games_to_reach(0.005)
    38415
    """
    return ceil((Z_95 / 2 / off) ** 2)


def coin_figure(chart: tables.Tossed, theme: Theme) -> Drawing:
    """Draw the share with its interval, and where a fair coin stays."""
    test = chart.test
    drawn = style.tally_layout(theme, x_title="player 1’s share of decided games", height=COIN_HEIGHT)
    reach = _reach(test)
    ends = 0.5 - reach * 0.8, 0.5, 0.5 + reach * 0.8
    names = {end: f"{round(100 * end, 6):g} %" for end in ends}
    drawn["xaxis"] |= style.named_axis(0.5 - reach, 0.5 + reach, names)
    drawn["yaxis"] |= {"range": [0, 1], "showticklabels": False, "showgrid": False, "automargin": False}
    drawn["margin"] |= {"l": 20, "r": 20}
    drawn["shapes"] = [marks.upright(0.5, 0.5, line=_dashed(theme))]
    if test is None:
        return Drawing([], drawn, Behind("dot", []))
    low, high = coin_band(test.games)
    band = marks.upright(low, high, layer="below", fillcolor=style.faded(theme.ink, 0.12), line={"width": 0})
    drawn["shapes"].append(band | {"y0": 0.08, "y1": 0.92})
    name = marks.label("a fair coin", theme.muted, x=0.5, y=1, yref="paper", yanchor="bottom")
    drawn["annotations"] = [name]
    hover = f"player 1 wins {test.wins:,} of {numbers.count(test.games, 'decided game')}"
    hover += f"<br>{numbers.percent(test.share)} ({numbers.percent_range(test.share)})"
    marker = {"size": 11, "color": style.PLAYER_1, "line": {"width": 1, "color": theme.paper}}
    point = marks.scatter("markers", np.array([test.share.value]), np.array([0.5]), marker=marker)
    point |= marks.carrying([[tables.NOT_ONE]], hover) | marks.whiskers([test.share], theme, along="x", cap=6)
    return Drawing([point], drawn, Behind("dot", [test.games]))


def _reach(test: CoinTest | None) -> float:
    """Return how far the axis goes to either side of one half: a round number, a quarter more than needed."""
    if test is None:
        return 0.5 / 0.8
    farthest = max(abs(end - 0.5) for end in (test.share.low, test.share.high, *coin_band(test.games)))
    return min(tables.nice_up(farthest), 0.5) / 0.8


# How much of the result is decided by who holds what: from the deal on, round by round.

Points = Sequence[tuple[Decided, numbers.Estimate]]

TOO_WIDE: Final = 0.102  # half width of an interval from which the share at the deal is not a finding


def decided_panel(points: Sequence[Decided]) -> Panel:
    """Return the panel of what hands decide."""
    known = [(point, point.share) for point in points if point.share is not None]
    label, finding, note = "Influence of the hands", _decided(known), _later(points)
    draw, tabled = partial(decided_figure, known), partial(decided_table, known)
    return Panel("decided", finding, note, draw, tabled, label=label)


def _decided(known: Points) -> str:
    """Say how much is decided before the first round."""
    if not known or known[0][0].round > 1:
        return "All games end in the same way, whatever is dealt."
    first = known[0][1]
    if numbers.half_width(first) > TOO_WIDE:
        return "Too few games to tell what the deal decides."
    most = numbers.percent(first) if first.low else f"under {numbers.up(100 * first.high, 0):.0f} %"
    return f"Who holds which cards decides {most} of the result. Their order decides the rest."


def _later(points: Sequence[Decided]) -> str:
    """Say what is shown, how sure the first share is, and by when half is decided."""
    note = f"How much the hands decide the winner, in {numbers.count(points[0].going, 'game')}."
    if points[0].share is None:
        return note
    note += f" At the start: {numbers.percent_range(points[0].share)} (95 % interval)."
    half = next((point for point in points if point.share is not None and point.share.low > 0.5), None)
    return note if half is None else f"{note} From round {half.round:,} on, the hands decide more than half."


def decided_table(known: Points) -> pd.DataFrame:
    """Return a row a point."""
    return pd.DataFrame(
        {
            "before round": [point.round for point, _ in known],
            "games going on": [point.going for point, _ in known],
            **tables.estimate_columns("share", [share for _, share in known]),
        }
    )


def decided_figure(known: Points, theme: Theme) -> Drawing:
    """Draw the share with its 95 % band."""
    drawn = style.tally_layout(theme, x_title="before round", right=26)
    last = max((point.round for point, _ in known), default=1)
    reach = max(last - 1, 1)
    names = {tick: f"{tick:,}" for tick in style.few_ticks(last)}
    drawn["xaxis"] |= style.named_axis(1 - reach * 0.02, 1 + reach * 1.02, names)
    drawn["yaxis"] |= style.named_axis(-0.02, 1.02, style.QUARTERS)
    behind = Behind("dot", [point.going for point, _ in known])
    if not known:
        return Drawing([], drawn, behind)
    rounds = np.array([point.round for point, _ in known], np.int32)
    low, high = (np.array([getattr(share, end) for _, share in known]) for end in ("low", "high"))
    fan = marks.band(rounds, low, high, style.faded(style.PLAYER_1, 0.2 * theme.bands))
    return Drawing([*fan, _line(known, rounds, theme)], drawn, behind)


def _line(known: Points, rounds: Any, theme: Theme) -> Mark:
    points: list[list[int | str]] = []
    for point, seen in known:
        going = numbers.count(point.going, "game")
        points.append([tables.NOT_ONE, numbers.percent(seen), numbers.percent_range(seen), going])
    decided = "before round %{x:,}: %{customdata[1]} decided (%{customdata[2]})"
    words = f"{decided}<br>%{{customdata[3]}} still going on"
    dots = _dots(rounds, [share for _, share in known], 6, theme, style.PLAYER_1, 2)
    return dots | marks.carrying(points, words)
