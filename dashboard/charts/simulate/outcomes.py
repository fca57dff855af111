"""How games end."""

from collections.abc import Sequence
from functools import partial
from math import floor
from typing import Any, Final

import numpy as np
import pandas as pd

from dashboard.charts.chart import (
    NOTE_MOST,
    Behind,
    Drawing,
    Panel,
    fitted,
    is_precise,
    of_decided,
    pointed_at,
    told,
    too_few,
)
from dashboard.charts.marks import (
    band,
    bar_labels,
    beside,
    carrying,
    label,
    level,
    upright,
    whiskers,
)
from dashboard.charts.style import (
    PLAYER_1,
    QUARTERS,
    Label,
    Mark,
    Theme,
    faded,
    few_ticks,
    named_axis,
    outcome_marker,
    shares_said,
    tally_layout,
)
from engine.numbers import TWO_DIGITS, count, decimals_of, percent, percent_range, two_digits, up
from engine.simulation import Study
from engine.simulation.coin import ALARM, CoinTest, coin_band, even, fair_by_symmetry, games_to_tell
from engine.simulation.estimates import Estimate, share
from engine.simulation.tallies import WON, Summary
from engine.simulation.win_chance import Decided
from engine.tables.bars import NOT_ONE, nice_up, share_columns
from engine.tables.outcomes import (
    OUTCOME_NAMES,
    OutcomeBar,
    Piece,
    WinShare,
    answered,
    endings_table,
    outcome_bar,
    tossed_table,
)
from engine.wording.sentences import REASON_WORDS, Part, Sentence, player

# Who wins how often, in one bar: parts by winner and by reason.

OUTCOME_BAR_HEIGHT: Final = 112
THICK: Final = 30
FOOT_MOST: Final = 56


def outcome_bar_panel(study: Study, summary: Summary) -> Panel:
    """Return the panel of the outcomes."""
    chart = outcome_bar(study, summary)
    said = shares_said(chart.shares, even=even(summary.outcomes()))
    note = f"Share of all {count(summary.games, 'game')}."
    alt = f"Of {count(summary.games, 'game')}: {said}."
    return Panel(
        "outcomes",
        _outcome_bar_title(chart),
        note,
        alt,
        partial(outcome_bar_figure, chart),
        partial(endings_table, chart),
    )


def _outcome_bar_title(chart: OutcomeBar) -> str:
    """Say what the headline does not: how the winners won."""
    games = sum(piece.games for piece in chart.pieces if piece.won)
    short = sum(piece.games for piece in chart.pieces if piece.short_of_cards)
    if not games:
        return "No game has been won"
    shorts = share(short, games)
    wordings = "In {} of wins the loser is short for a war", "In {} of wins the loser runs short"
    return told(*wordings, share=shorts, what="how they win", of="wins")


def outcome_bar_figure(chart: OutcomeBar, theme: Theme) -> Drawing:
    """Draw the bar, its labels above, what was never seen at the foot."""
    drawn = tally_layout(theme, x_title="", height=OUTCOME_BAR_HEIGHT)
    drawn["xaxis"] |= {"range": [0, 1], "showticklabels": False, "title": None}
    labels = bar_labels(chart.shares, theme)
    above = 36 if "<br>" in labels[0]["text"] else 20
    below = OUTCOME_BAR_HEIGHT - above - THICK
    drawn["yaxis"] |= {
        "range": [-below / THICK, 1],
        "showticklabels": False,
        "showgrid": False,
        "automargin": False,
    }
    drawn["margin"] |= {"l": 6, "r": 6, "t": above, "b": 0}
    bars = [_bar(outcome, chart, theme) for outcome in chart.shares]
    drawn["annotations"] = [*labels, *_foot(chart, theme)]
    return Drawing(bars, drawn, Behind("part", [chart.games]))


def _bar(outcome: str, chart: OutcomeBar, theme: Theme) -> Mark:
    """Return the part of one outcome, a piece for every reason; fainter ones say that a war was too dear."""
    pieces = [piece for piece in chart.pieces if piece.outcome == outcome]
    marker = outcome_marker(outcome, theme)
    if "pattern" not in marker:
        fill = marker["color"]
        marker["color"] = [faded(fill, 0.72) if piece.short_of_cards else fill for piece in pieces]
    return {
        "type": "bar",
        "orientation": "h",
        "y": np.full(len(pieces), 0.5),
        "width": 1,
        "x": np.array([piece.games / chart.games for piece in pieces]),
        "base": np.array([piece.start / chart.games for piece in pieces]),
        "marker": marker,
        **carrying([_said(piece, chart) for piece in pieces], "%{customdata[1]}"),
    }


def _said(piece: Piece, chart: OutcomeBar) -> list[int | str]:
    """Return what a piece carries and says."""
    name = f"{OUTCOME_NAMES[piece.outcome]}: {REASON_WORDS[piece.reason]}"
    return pointed_at(name, piece.games, share(piece.games, chart.games), piece.example)


def _foot(chart: OutcomeBar, theme: Theme) -> list[Label]:
    """Return the lines at the foot: what was never seen, and what faint parts mean."""
    left = {"x": 0.0, "xanchor": "left", "xshift": -2}
    lines = []
    if chart.unseen:
        names = " or ".join(OUTCOME_NAMES[name] for name in chart.unseen)
        bound = percent(next(iter(chart.unseen.values())))
        unseen = fitted(f"none seen: {names} ({bound})", f"nothing else seen ({bound})", most=FOOT_MOST)
        lines.append(label(unseen, theme.ink, yshift=24, **left))
    if any(piece.short_of_cards for piece in chart.pieces):
        lines.append(label("fainter: too few cards for a war", theme.muted, yshift=8, **left))
    return [line | {"xref": "paper", "yref": "paper", "y": 0, "yanchor": "middle"} for line in lines]


# Player 1's share of decided games by what player 1 was dealt: points with whiskers round one half.


def win_share_figure(
    chart: WinShare, theme: Theme, *, reach: tuple[float, float], named: dict[float, str]
) -> Drawing:
    """Draw the points; `reach` is the axis from end to end, `named` its ticks."""
    drawn = tally_layout(theme, x_title=chart.axis, right=26)
    drawn["xaxis"] |= named_axis(*reach, named)
    drawn["yaxis"] |= named_axis(-0.02, 1.02, QUARTERS)
    coin = {"width": 1.3, "color": theme.muted, "dash": "dash"}
    drawn["shapes"] = [level(0.5, 0.5, layer="below", line=coin)]
    drawn["annotations"] = [beside("1/2", theme.muted, 0.5, xshift=6)]
    return Drawing([_points(chart, theme)] if chart.games else [], drawn, Behind("dot", chart.games))


def _points(chart: WinShare, theme: Theme) -> Mark:
    shares = chart.shares
    points = [
        [game, name, percent(share), percent_range(share), f"{wins:,}", count(games, "decided game")]
        for game, name, share, wins, games in zip(
            chart.example, chart.names, shares, chart.wins, chart.games, strict=True
        )
    ]
    words = (
        "%{customdata[1]}<br>player 1 wins %{customdata[4]} of %{customdata[5]}<br>"
        "%{customdata[2]} (%{customdata[3]})<br>click for one of them"
    )
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": np.array(chart.places),
        "y": np.array([share.value for share in shares]),
        "line": {"width": 1.5, "color": faded(PLAYER_1, 0.75)},
        "marker": {"size": 9, "color": PLAYER_1, "line": {"width": 1, "color": theme.paper}},
        "cliponaxis": False,
        **carrying(points, words),
        **whiskers(shares, theme),
    }


# Is it a coin? Player 1's share of the decided games beside what a fair coin would do.

COIN_HEIGHT = 112
SURE = 0.001
"""The p-value below which nothing but "no" is said."""

SMALL = 0.001
"""The difference, a tenth of a point, that the page says how to tell."""


def coin_panel(study: Study, summary: Summary) -> Panel:
    """Return the panel of the coin."""
    test = answered(summary)
    title = _coin_title(test, WON.nouns(summary))
    note = of_decided(summary, "Grey: a fair coin, 95 %.")
    words = " ".join("".join(part.text for part in said) for said in sentences(study, summary))
    return Panel(
        "coin", title, note, f"{title}. {words}", partial(coin_figure, test), partial(tossed_table, test)
    )


def _coin_title(test: CoinTest | None, games: str) -> str:
    if test is None:
        return "No game has been won yet"
    if test.games == 1:
        return "One game is one toss of a coin"
    brief = f"{percent(test.share)}{'' if games == 'games' else f' of {games}'}"
    wins = f"player 1 wins {brief}"
    if test.p < SURE:
        return fitted(f"Not a coin: {wins}", f"No coin: {wins}", f"No coin: {brief}")
    if test.p < ALARM:
        return fitted(f"Hardly a coin: {wins}", f"Hardly a coin: {brief}")
    if not is_precise(test.share):
        return too_few("if it is one", of=games)
    return fitted(f"It may well be a coin: {wins}", f"Perhaps a coin: {wins}", f"Perhaps a coin: {brief}")


def sentences(study: Study, summary: Summary) -> tuple[Sentence, ...]:
    """Answer in words: what the test says, what would be needed to tell, and what is proved anyway."""
    test = answered(summary)
    proved: tuple[Sentence, ...] = ()
    if fair_by_symmetry(study.rules, study.pack, study.hands):
        proved = (
            (
                Part("By proof it is one", "key"),
                Part(": under these rules, exchanging the decks exchanges the winner."),
            ),
        )
    if test is None:
        return ((Part("No game has been won yet, so there is nothing to test."),), *proved)
    if test.games == 1:
        return ((Part("A single toss tells nothing: any coin falls on one of its sides."),), *proved)
    early = summary.games < study.games
    peeked = ((Part("A test looked at again and again alarms too often: judge by the finished run."),),)
    return (_verdict(test), _needed(test), *proved, *(peeked if early else ()))


def _verdict(test: CoinTest) -> Sentence:
    games = count(test.games, "decided game")
    won = percent(test.share) if 0 < test.wins < test.games else "all" if test.wins else "none"
    share = f" wins {won} of {games} (95 %: {percent_range(test.share)})."
    chance = " By the exact binomial test, a fair coin strays at least so far from half in "
    ends = ": no coin." if test.p < SURE else ": hardly a coin."
    if test.p >= ALARM:
        ends = ": no reason to think this is not one."
    return player(1, capital=True), Part(share), Part(f"{chance}{_how_often(test)}{ends}")


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def _how_often(test: CoinTest) -> str:
    """Say a p-value in words."""
    if test.log10_p == 0:
        return "every run"
    if test.p >= 0.01:
        return f"{100 * test.p:.0f} % of such runs"
    power = floor(-test.log10_p)
    if power > 9:
        return f"one of 10{str(power).translate(_RAISED)} such runs"
    step = 10.0 ** (power - 1)
    return f"one of {round(1 / test.p / step) * step:,.0f} such runs"


def _needed(test: CoinTest) -> Sentence:
    """Say how many games would tell the difference seen, or a small one, from none."""
    small = f"one of {100 * SMALL:g} points takes about {_about(games_to_tell(SMALL))}"
    seen = abs(test.share.value - 0.5)
    if test.p < ALARM or not seen:
        return (Part(f"To tell a difference as small as {small} decided games, {_POWER}."),)
    size = f"{100 * seen:.{decimals_of(100 * seen, TWO_DIGITS)}f}"
    return (
        Part(
            f"To tell a difference as small as this one, {size} points, takes about "
            f"{_about(games_to_tell(seen))} decided games, {_POWER}; {small}."
        ),
    )


_POWER = "to succeed four times in five"


def _about(games: int) -> str:
    """Write a number of games in two digits that count.

    >>> _about(1962218), _about(84), _about(5_400_000_000)
    ('2.0 million', '84', '5.4 thousand million')
    """
    rounded = two_digits(games)
    for size, word in ((10**9, "thousand million"), (10**6, "million")):
        if rounded >= size:
            return f"{rounded / size:,.1f} {word}" if rounded < 10 * size else f"{rounded / size:,.0f} {word}"
    return f"{rounded:,}"


def coin_figure(test: CoinTest | None, theme: Theme) -> Drawing:
    """Draw the share with its interval, and where a fair coin stays."""
    drawn = tally_layout(theme, x_title="player 1’s share of decided games", height=COIN_HEIGHT)
    reach = _reach(test)
    ends = 0.5 - reach * 0.8, 0.5, 0.5 + reach * 0.8
    drawn["xaxis"] |= named_axis(
        0.5 - reach, 0.5 + reach, {end: f"{round(100 * end, 6):g} %" for end in ends}
    )
    drawn["yaxis"] |= {"range": [0, 1], "showticklabels": False, "showgrid": False, "automargin": False}
    drawn["margin"] |= {"l": 20, "r": 20}
    dashed = {"width": 1.3, "color": theme.muted, "dash": "dash"}
    drawn["shapes"] = [upright(0.5, 0.5, line=dashed)]
    if test is None:
        return Drawing([], drawn, Behind("dot", [test.games] if test else []))
    low, high = coin_band(test.games)
    band = upright(low, high, layer="below", fillcolor=faded(theme.ink, 0.12), line={"width": 0})
    drawn["shapes"].append(band | {"y0": 0.08, "y1": 0.92})
    name = label("a fair coin", theme.muted, x=0.5, y=1, yref="paper", yanchor="bottom")
    drawn["annotations"] = [name]
    return Drawing([_point(test, theme)], drawn, Behind("dot", [test.games] if test else []))


def _reach(test: CoinTest | None) -> float:
    """Return how far the axis goes to either side of one half: a round number, a quarter more than needed."""
    if test is None:
        return 0.5 / 0.8
    farthest = max(abs(end - 0.5) for end in (test.share.low, test.share.high, *coin_band(test.games)))
    return min(nice_up(farthest), 0.5) / 0.8


def _point(test: CoinTest, theme: Theme) -> Mark:
    said = f"player 1 wins {test.wins:,} of {count(test.games, 'decided game')}"
    return {
        "type": "scatter",
        "mode": "markers",
        "x": np.array([test.share.value]),
        "y": np.array([0.5]),
        "marker": {"size": 11, "color": PLAYER_1, "line": {"width": 1, "color": theme.paper}},
        **carrying([[NOT_ONE]], f"{said}<br>{percent(test.share)} ({percent_range(test.share)})"),
        **whiskers([test.share], theme, along="x", cap=6),
    }


# How much of the result is decided by who holds what: from the deal on, round by round.

Points = Sequence[tuple[Decided, Estimate]]

HALF: Final = 0.5


def decided_panel(points: Sequence[Decided]) -> Panel:
    """Return the panel of what hands decide."""
    known = [(point, point.share) for point in points if point.share is not None]
    title, note = _decided_title(known), _note(points, known)
    draw = partial(decided_figure, known)
    return Panel(
        "decided",
        title,
        note,
        f"{title}. {note} {later(points)}".strip(),
        draw,
        partial(decided_table, known),
    )


def _decided_title(known: Points) -> str:
    """Say how much is decided before the first round."""
    if not known or known[0][0].round > 1:
        return "All games end alike, whatever is dealt"
    first = known[0][1]
    if is_precise(first) and not first.low:
        return f"Who is dealt what decides under {up(100 * first.high, 0):.0f} %"
    return told("Who is dealt what decides {} of the result", share=first, what="what the deal decides")


def _note(points: Sequence[Decided], known: Points) -> str:
    games = count(points[0].going, "game")
    if not known:
        return f"Of {games} none ends otherwise than another."
    said = f"Share of the variance of who wins that hands explain, of {games}."
    return fitted(said, f"Variance of who wins that hands explain, of {games}.", most=NOTE_MOST)


def later(points: Sequence[Decided]) -> str:
    """Say how sure the first share is, by when half is decided, and how many games go on by then."""
    if points[0].share is None:
        return ""
    sure_of = f"At the deal {percent_range(points[0].share)} (95 %). "
    half = [point for point in points if point.share is not None and point.share.low > HALF]
    if not half:
        return f"{sure_of}By round {points[-1].round:,} not even half is surely decided."
    first = half[0]
    if first.round == 1:
        return sure_of.strip()
    going = f"{first.going:,} of {count(points[0].going, 'game')} go on"
    return f"{sure_of}By round {first.round:,} more than half is decided, while {going}."


def decided_table(known: Points) -> pd.DataFrame:
    """Return a row a point."""
    return pd.DataFrame(
        {
            "before round": [point.round for point, _ in known],
            "games going on": [point.going for point, _ in known],
            **share_columns([share for _, share in known]),
        }
    )


def decided_figure(known: Points, theme: Theme) -> Drawing:
    """Draw the share with its 95 % band."""
    drawn = tally_layout(theme, x_title="before round", right=26)
    last = max((point.round for point, _ in known), default=1)
    reach = max(last - 1, 1)
    drawn["xaxis"] |= named_axis(
        1 - reach * 0.02, 1 + reach * 1.02, {tick: f"{tick:,}" for tick in few_ticks(last)}
    )
    drawn["yaxis"] |= named_axis(-0.02, 1.02, QUARTERS)
    if not known:
        return Drawing([], drawn, Behind("dot", [point.going for point, _ in known]))
    rounds = np.array([point.round for point, _ in known], np.int32)
    edge: Mark = {"type": "scatter", "x": rounds, "mode": "lines", "line": {"width": 0}, "hoverinfo": "skip"}
    low, high = (np.array([getattr(share, end) for _, share in known]) for end in ("low", "high"))
    fan = band(edge, low, high, faded(PLAYER_1, 0.2 * theme.bands))
    return Drawing(
        [*fan, _line(known, rounds, theme)], drawn, Behind("dot", [point.going for point, _ in known])
    )


def _line(known: Points, rounds: Any, theme: Theme) -> Mark:
    said = [
        [NOT_ONE, percent(share), percent_range(share), count(point.going, "game")] for point, share in known
    ]
    words = (
        "before round %{x:,}: %{customdata[1]} decided (%{customdata[2]})<br>%{customdata[3]} still going on"
    )
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": rounds,
        "y": np.array([share.value for _, share in known]),
        "line": {"width": 2, "color": PLAYER_1},
        "marker": {"size": 6, "color": PLAYER_1, "line": {"width": 1, "color": theme.paper}},
        **carrying(said, words),
    }
