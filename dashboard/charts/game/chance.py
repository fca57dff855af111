"""Player 1's chance over the rounds of one game, if both decks were shuffled then."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
import pandas as pd

from dashboard.charts.chart import Behind, Drawing
from dashboard.charts.game.decks import LEFT
from dashboard.charts.marks import band, beside, carrying, unseen, upright
from dashboard.charts.style import (
    PLAYER_1,
    PLAYER_2,
    Layout,
    Mark,
    Theme,
    faded,
    few_ticks,
    hatching,
    layout,
    named_axis,
    with_room,
)
from engine.game import Game
from engine.numbers import number_words
from engine.simulation.win_chance import Chance, Point, Turn
from engine.wording.sentences import Part, Sentence, because, cards_in_words, listed, player

Rounds = npt.NDArray[np.int32]

OFTEN: Final = 0.1
"""The share of games, on average over the points, from which on nobody's are drawn as well."""
HEIGHT: Final = 132


def nobody_often(points: Sequence[Point]) -> bool:
    """Return whether enough games are won by no one that three shares are drawn."""
    played = points[:-1]
    return sum(point.cards.nobody for point in played) > OFTEN * sum(point.cards.games for point in played)


def finding(game: Game, points: Sequence[Point], turns: Sequence[Turn] | None) -> tuple[str, str]:
    """Return what the chart shows, in one sentence, and the note; `turns` is None while not known."""
    note = "How often player 1 wins if both hands are shuffled now (band: 95 %)."
    if nobody_often(points):
        start = points[0].cards
        ends = "never end" if game.cycle else "are won by nobody"
        return (
            f"Reshuffled, {_percent(start, 0)} of 100 such games {ends}.",
            "Who wins if both hands are shuffled now.",
        )
    if turns is None:
        return "The turning points are being searched.", note
    if not turns:
        return "The chance hardly changed.", note
    dots = "a turning point" if len(turns) == 1 else f"{number_words(len(turns))} turning points"
    note += f" Dots: {dots}, in the colour of the player who gained."
    winner = game.outcome.winner
    gains = [turn for turn in turns if (turn.change > 0) == (winner == 1)] if winner else []
    most = max(gains or turns, key=lambda turn: (abs(turn.change), -turn.round))
    gained = winner if gains else 1 if most.change > 0 else 2
    before, after = (_percent(chance, gained) for chance in (most.before, most.after))
    lost = most.lost[gained % 2]
    if most.round == game.rounds and not any(most.lost):
        because = f": player {3 - gained} had too few cards for a war"
    else:
        because = f": player {3 - gained} lost {listed(_named(game, lost))}" if lost else ""
    return (
        f"In round {most.round:,} player {gained}’s chance rose from {before} to {after} in 100{because}.",
        note,
    )


def _named(game: Game, lost: Sequence[int]) -> list[str]:
    """Name the high cards that a player lost."""
    return [cards_in_words(*counted) for counted in Counter(map(game.deal.rank_text, lost)).items()]


def _percent(chance: Chance, player: int) -> int:
    return round(100 * chance.won_by(player) / chance.games)


TURN: Final = ("Round", "Player 1’s chance", "What was lost")
"""The columns of the rounds that turned a game."""


def turn_rows(game: Game, turns: Sequence[Turn]) -> dict[str, tuple[Sentence, ...]]:
    """Return a row for each round that turned a game, by its number."""
    return {
        str(turn.round): (
            (Part(f"Round {turn.round:,}"),),
            (Part("{} → {} %".format(*course(turn))),),
            _losses(game, turn),
        )
        for turn in turns
    }


def course(turn: Turn) -> tuple[int, int]:
    """Return player 1's percentage before a turn and after it."""
    return _percent(turn.before, 1), _percent(turn.after, 1)


def _losses(game: Game, turn: Turn) -> Sentence:
    """Say which high cards either player lost in a round, or why it was the last."""
    if turn.round == game.rounds and not any(turn.lost):
        return because(game)
    said: list[Part] = []
    for number, lost in enumerate(turn.lost, 1):
        if lost:
            said += [player(number, capital=True), Part(f" loses {listed(_named(game, lost))}. ")]
    return tuple(said)


def figure(
    points: Sequence[Point], turns: Sequence[Turn], theme: Theme, *, shown: int | None = None
) -> Drawing:
    """Draw the chart; `shown` is the round on the table, marked by a dotted line."""
    last = points[-1].round
    drawn = layout(theme, height=HEIGHT, right=78)
    drawn["margin"] |= {"l": LEFT, "t": 6, "b": 30}
    names = {tick: f"{tick:,}" for tick in few_ticks(last - 1)}
    drawn["xaxis"] |= named_axis(1 - last * 0.004, last * 1.004, with_room(names, last))
    drawn["yaxis"] |= named_axis(-4, 104, {0: "0 %", 50: "50 %", 100: "100 %"}) | {"automargin": False}
    drawn["shapes"] = []
    if shown is not None:
        line = {"color": theme.ink, "width": 1.5, "dash": "dot"}
        drawn["shapes"].append(upright(shown, shown, line=line))
    rounds = np.array([point.round for point in points], np.int32)
    if nobody_often(points):
        _name_ends(drawn, {"player 2": 0.9, "nobody": 0.5, "player 1": 0.1}, theme)
        return Drawing(_three(points, rounds, theme), drawn, _behind([point.cards for point in points]))
    _name_ends(drawn, {"player 1": 0.9, "player 2": 0.16}, theme)
    behind = _behind([point.cards for point in points] + [turn.after for turn in turns])
    return Drawing([*_lines(points, rounds, theme), *_turned(turns, theme)], drawn, behind)


def _behind(seen: Sequence[Chance]) -> Behind:
    return Behind("point", [chance.games for chance in seen if not chance.ended], "shuffled game")


def _name_ends(drawn: Layout, heights: dict[str, float], theme: Theme) -> None:
    colours = {"player 1": theme.player_1_text, "player 2": theme.player_2_text, "nobody": theme.endless_text}
    drawn["annotations"] = [
        beside(
            f"<b>{name}</b>" + ("<br>wins" if len(heights) < len(colours) else ""),
            colours[name],
            height,
            yref="paper",
            align="left",
        )
        for name, height in heights.items()
    ]


def _lines(points: Sequence[Point], rounds: Rounds, theme: Theme) -> list[Mark]:
    """Return the band and the line."""
    shares = [point.cards.share_of(1) for point in points]
    edge = {"type": "scatter", "mode": "lines", "x": rounds, "hoverinfo": "skip", "line": {"width": 0}}
    low, high = (_hundredths([getattr(share, end) for share in shares]) for end in ("low", "high"))
    counts = _hundredths([point.counts.share_of(1).value for point in points])
    said = [
        f"{100 * share.low:.0f} to {100 * share.high:.0f} %; only how many: {known:.0f} %"
        for share, known in zip(shares, counts.tolist(), strict=True)
    ]
    return [
        *band(edge, low, high, faded(theme.ink, 0.13)),
        {
            "type": "scatter",
            "x": rounds,
            "y": _hundredths([share.value for share in shares]),
            "mode": "lines+markers",
            "line": {"color": theme.ink, "width": 1.5},
            "hoverinfo": "all",
            **unseen(said, "Round %{x:,}: player 1 wins %{y:.0f} %<br>%{customdata}"),
        },
    ]


def _hundredths(shares: Sequence[float]) -> npt.NDArray[np.float32]:
    return np.array([100 * share for share in shares], np.float32)


def _turned(turns: Sequence[Turn], theme: Theme) -> list[Mark]:
    """Return the rounds that turned the game, in the colour of who gained, at the chance after them."""
    if not turns:
        return []
    before = [_percent(turn.before, 1) for turn in turns]
    after = [_percent(turn.after, 1) for turn in turns]
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "x": np.array([turn.round for turn in turns], np.int32),
            "y": np.array(after, np.int32),
            "marker": {
                "size": 10,
                "color": [PLAYER_1 if turn.change > 0 else PLAYER_2 for turn in turns],
                "opacity": 1,
                "line": {"color": theme.paper, "width": 1.5},
            },
            **carrying(
                before, "Round %{x:,}: player 1’s chance went from %{customdata} to %{y} %", opacity=1
            ),
        }
    ]


def _three(points: Sequence[Point], rounds: Rounds, theme: Theme) -> list[Mark]:
    """Return three shares one upon another: player 1, nobody, player 2."""
    fills: dict[int, Mark] = {
        1: {"fillcolor": faded(PLAYER_1, 0.55)},
        0: {"fillpattern": hatching(theme)},
        2: {"fillcolor": faded(PLAYER_2, 0.55)},
    }
    names = {1: "player 1", 0: "nobody", 2: "player 2"}
    return [
        {
            "type": "scatter",
            "mode": "lines+markers",
            "x": rounds,
            "y": _hundredths([point.cards.share_of(player).value for point in points]),
            "stackgroup": "shares",
            "line": {"width": 0},
            **fill,
            **unseen(
                [f"{_percent(point.cards, player)} %" for point in points],
                f"Round %{{x:,}}: {names[player]} wins %{{customdata}}",
            ),
        }
        for player, fill in fills.items()
    ]


def table(points: Sequence[Point]) -> pd.DataFrame:
    """Return the chance round by round as a table, shares of one."""
    rows = []
    for point in points:
        share = point.cards.share_of(1)
        row = (
            point.round,
            share.value,
            share.low,
            share.high,
            point.counts.share_of(1).value,
            point.cards.games,
        )
        rows.append(row)
    names = ["round", "player 1, cards known", "low", "high", "player 1, only how many", "games"]
    return pd.DataFrame(rows, columns=names)
