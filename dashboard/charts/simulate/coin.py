"""Is it a coin? Player 1's share of the decided games beside what a fair coin would do."""

from functools import partial
from math import floor, log10

import numpy as np

from dashboard.charts.parts.axes import named_axis
from dashboard.charts.parts.drawing import Behind, Drawing
from dashboard.charts.parts.few import sure, too_few
from dashboard.charts.parts.marks import carrying, label, upright, whiskers
from dashboard.charts.parts.panel import Panel, fitted, of_decided
from dashboard.charts.parts.theme import PLAYER_1, Mark, Theme, faded, tally_layout
from dashboard.charts.parts.written import percent, percent_range, two_digits
from engine.study import Study
from engine.study.coin import ALARM, CoinTest, coin_band, fair_by_symmetry, games_to_tell
from engine.study.summary import WON, Summary
from engine.study.tables.bars import nice_up
from engine.study.tables.columns import NOT_ONE
from engine.study.tables.tossed import answered, table
from engine.words.sentences import Part, Sentence, count, player

HEIGHT = 112
SURE = 0.001
"""The p-value below which nothing but "no" is said."""

SMALL = 0.001
"""The difference, a tenth of a point, that the page says how to tell."""


def panel(study: Study, summary: Summary) -> Panel:
    """Return the panel of the coin."""
    test = answered(summary)
    title = _title(test, WON.nouns(summary))
    note = of_decided(summary, "Grey: a fair coin, 95 %.")
    words = " ".join("".join(part.text for part in said) for said in sentences(study, summary))
    return Panel("coin", title, note, f"{title}. {words}", partial(figure, test), partial(table, test))


def _title(test: CoinTest | None, games: str) -> str:
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
    if not sure(test.share):
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
    size = f"{100 * seen:.{max(1 - floor(log10(100 * seen)), 0)}f}"
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


def figure(test: CoinTest | None, theme: Theme) -> Drawing:
    """Draw the share with its interval, and where a fair coin stays."""
    drawn = tally_layout(theme, x_title="player 1’s share of decided games", height=HEIGHT)
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
