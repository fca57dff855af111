"""Player 1's chance over the rounds of one game, if both decks were shuffled then."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
import pandas as pd

from dashboard.charts.chart import Behind, Drawing
from dashboard.charts.game.decks import at_the_end, over_rounds
from dashboard.charts.marks import band, carrying, hit_targets, pointed_line, scatter
from dashboard.charts.style import PLAYER_1, PLAYER_2, Mark, Theme, faded, hatching, named_axis
from engine.game import Game
from engine.numbers import number_words, span
from engine.simulation import Chance, Point, TurningPoint
from engine.wording import Part, Sentence, because, cards_in_words, listed, player

Rounds = npt.NDArray[np.int32]

OFTEN: Final = 0.1  # the share of games, on average over the points, from which on nobody's are drawn as well
HEIGHT: Final = 132
GOOD: Final = 6  # of 10 games how many the player wins whom it is a good guess to name


def nobody_often(points: Sequence[Point]) -> bool:
    """Return whether enough games are won by no one that three shares are drawn."""
    played = points[:-1]
    return sum(point.cards.nobody for point in played) > OFTEN * sum(point.cards.games for point in played)


def finding(game: Game, points: Sequence[Point], turning: Sequence[TurningPoint] | None) -> tuple[str, str]:
    """Return what the chart shows, in one sentence, and the note; `turning` is None while not known."""
    note = "For each round: how often player 1 wins if both hands are then shuffled (band: 95 % interval)."
    if nobody_often(points):
        ends = "never end" if game.cycle else "have no winner"
        return (
            f"If both hands are shuffled before round 1, {_percent(points[0].cards, 0)} of 100 games {ends}.",
            "For each round: who wins if both hands are then shuffled.",
        )
    if turning is None:
        return "War Room is looking for the turning points.", note
    if not turning:
        return "Player 1’s chance of winning hardly changed.", note
    dots = "a turning point" if len(turning) == 1 else f"{number_words(len(turning))} turning points"
    note += f" Dots: {dots}, in the colour of the player who gained."
    winner = game.outcome.winner
    gains = [turn for turn in turning if (turn.change > 0) == (winner == 1)] if winner else []
    most = max(gains or turning, key=lambda turn: (abs(turn.change), -turn.round))
    gained = winner if gains else 1 if most.change > 0 else 2
    before, after = (_percent(chance, gained) for chance in (most.before, most.after))
    lost = most.lost[gained % 2]
    if most.round == game.rounds and not any(most.lost):
        because = f" Player {3 - gained} had too few cards for a war."
    else:
        because = f" Player {3 - gained} lost {_cards(game, lost)}." if lost else ""
    rose = f"player {gained}’s chance of winning rose from {before} % to {after} %"
    return f"In round {most.round:,} {rose}.{because}", note


def guessed(guess: int, winner: int, points: Sequence[Point] | None) -> str:
    """Return what is said of a guess, and for a wrong one whether it was good; `points` may not be known.

    >>> guessed(1, 1, None), guessed(2, 1, [Point(1, Chance(60, 140, 0), Chance(0, 0, 0))])
    ... # doctest: +NORMALIZE_WHITESPACE
    ('You were right.', 'You said player 2.
    A good guess: with these cards, shuffled, player 2 wins about 7 games in 10.')
    """
    if guess == winner:
        return "You were right."
    tenths = round(_percent(points[0].cards, guess) / 10) if points else 0
    cards = f" A good guess: with these cards, shuffled, player {guess} wins about {tenths} games in 10."
    return f"You said player {guess}.{cards if tenths >= GOOD else ''}"


def _cards(game: Game, lost: Sequence[int]) -> str:
    """Name the high cards that a player lost."""
    counted = Counter(map(game.deal.rank_text, lost))
    return listed([cards_in_words(rank, number) for rank, number in counted.items()])


def _percent(chance: Chance, player: int) -> int:
    return round(100 * chance.won_by(player) / chance.games)


TURN: Final = ("Round", "Player 1’s chance", "Cards lost")


def turning_point_cells(game: Game, turn: TurningPoint) -> tuple[Sentence, ...]:
    """Return the row of a round that turned a game, by `TURN`.

    >>> from engine.notebook import play
    >>> from engine.wording import plain
    >>> turn = TurningPoint(1, ((), (13,)), Chance(40, 60, 0), Chance(70, 30, 0))
    >>> dict(zip(TURN, map(plain, turning_point_cells(play("AKQ/KQJ", "codingame"), turn))))
    {'Round': 'Round 1', 'Player 1’s chance': '40 → 70 %', 'Cards lost': 'Player 2 loses a king. '}
    >>> plain(turning_point_cells(play("2/2", "codingame"), turn._replace(lost=((), ())))[2])
    'Both players ran out of cards in the same war. The rules say who wins then.'
    """
    change = "{} → {} %".format(*before_and_after(turn))
    return (Part(f"Round {turn.round:,}"),), (Part(change),), _losses(game, turn)


def before_and_after(turn: TurningPoint) -> tuple[int, int]:
    """Return player 1's percentage before a turn and after it."""
    return _percent(turn.before, 1), _percent(turn.after, 1)


def _losses(game: Game, turn: TurningPoint) -> Sentence:
    """Say which high cards either player lost in a round, or why it was the last."""
    if turn.round == game.rounds and not any(turn.lost):
        return because(game)
    parts: list[Part] = []
    for number, lost in enumerate(turn.lost, 1):
        if lost:
            parts += [player(number, capital=True), Part(f" loses {_cards(game, lost)}. ")]
    return tuple(parts)


def figure(
    points: Sequence[Point], turning: Sequence[TurningPoint], theme: Theme, *, shown: int | None = None
) -> Drawing:
    """Draw the chart; `shown` is the round on the table, marked by a dotted line."""
    last = points[-1].round
    drawn = over_rounds(theme, last - 1, last, HEIGHT, dotted=shown)
    drawn["margin"] |= {"t": 6, "b": 30}
    drawn["yaxis"] |= named_axis(-4, 104, {0: "0 %", 50: "50 %", 100: "100 %"})
    rounds = np.array([point.round for point in points], np.int32)
    chances = [point.cards for point in points]
    blue, vermilion = theme.player_1_text, theme.player_2_text
    if nobody_often(points):
        marks = _three(points, rounds, theme)
        ends = [("player 2", vermilion, 0.9), ("nobody", theme.endless_text, 0.5), ("player 1", blue, 0.1)]
        drawn["annotations"] = [at_the_end(f"<b>{name}</b>", shade, height) for name, shade, height in ends]
    else:
        marks = [*_lines(points, rounds, theme), *_turned(turning, theme)]
        chances += [turn.after for turn in turning]
        drawn["annotations"] = [
            at_the_end("<b>player 1</b><br>wins", blue, 0.9),
            at_the_end("<b>player 2</b><br>wins", vermilion, 0.16),
        ]
    games = [chance.games for chance in chances if not chance.ended]
    return Drawing(marks, drawn, Behind("point", games, "shuffled game"))


def _lines(points: Sequence[Point], rounds: Rounds, theme: Theme) -> list[Mark]:
    """Return the band and the line."""
    shares = [point.cards.share_of(1) for point in points]
    value = _percents([share.value for share in shares])
    low, high = _percents([share.low for share in shares]), _percents([share.high for share in shares])
    counts = _percents([point.counts.share_of(1).value for point in points])
    intervals = [
        f"{span(f'{100 * share.low:.0f}', f'{100 * share.high:.0f}')} %; card counts only: {known:.0f} %"
        for share, known in zip(shares, counts.tolist(), strict=True)
    ]
    words = "Round %{x:,}: player 1 wins %{y:.0f} %<br>%{customdata}"
    line = pointed_line(rounds, value, {"color": theme.ink, "width": 1.5}, intervals, words)
    return [*band(rounds, low, high, faded(theme.ink, 0.13)), line]


def _percents(shares: Sequence[float]) -> npt.NDArray[np.float32]:
    return np.array([100 * share for share in shares], np.float32)


def _turned(turning: Sequence[TurningPoint], theme: Theme) -> list[Mark]:
    """Return the rounds that turned the game, in the colour of who gained, at the chance after them."""
    if not turning:
        return []
    before, after = zip(*map(before_and_after, turning), strict=True)
    rounds = np.array([turn.round for turn in turning], np.int32)
    colours = [PLAYER_1 if turn.change > 0 else PLAYER_2 for turn in turning]
    rim = {"color": theme.paper, "width": 1.5}
    marker = {"size": 10, "color": colours, "opacity": 1, "line": rim}
    dots = scatter("markers", rounds, np.array(after, np.int32), marker=marker)
    return [dots | carrying(before, "Round %{x:,}: player 1’s chance went from %{customdata} to %{y} %")]


def _three(points: Sequence[Point], rounds: Rounds, theme: Theme) -> list[Mark]:
    """Return three shares one upon another: player 1, nobody, player 2."""
    fills: dict[int, Mark] = {
        1: {"fillcolor": faded(PLAYER_1, 0.55)},
        0: {"fillpattern": hatching(theme)},
        2: {"fillcolor": faded(PLAYER_2, 0.55)},
    }
    names = {1: "player 1", 0: "nobody", 2: "player 2"}
    marks = []
    for winner, fill in fills.items():
        shares = _percents([point.cards.share_of(winner).value for point in points])
        written = [f"{_percent(point.cards, winner)} %" for point in points]
        targets = hit_targets(written, f"Round %{{x:,}}: {names[winner]} wins %{{customdata}}")
        stacked = {"stackgroup": "shares", "line": {"width": 0}, **fill}
        marks.append(scatter("lines+markers", rounds, shares, **stacked, **targets))
    return marks


def table(points: Sequence[Point]) -> pd.DataFrame:
    """Return the chance round by round as a table, shares of one."""
    shares = [point.cards.share_of(1) for point in points]
    return pd.DataFrame(
        {
            "round": [point.round for point in points],
            "player 1, cards known": [share.value for share in shares],
            "low": [share.low for share in shares],
            "high": [share.high for share in shares],
            "player 1, only how many": [point.counts.share_of(1).value for point in points],
            "games": [point.cards.games for point in points],
        }
    )
