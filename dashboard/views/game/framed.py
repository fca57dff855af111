"""A game inside of somebody else's page: the replay, or one of its charts."""

from functools import partial

from dashboard.address.screens import GameScreen
from dashboard.asking import chances, played
from dashboard.asking.telling import Key
from dashboard.charts.game import chance, deck_sizes
from dashboard.charts.parts.theme import THEMES
from dashboard.components.board.mount import board
from dashboard.exports import footer
from dashboard.shell.desk import GAME
from dashboard.shell.embedded import part, shown_of, still_chart
from dashboard.shell.frame import theme
from dashboard.shell.marks import marked
from engine.game import Game
from engine.words.sentences import because, verdict


def parts_of(key: Key, game: Game) -> dict[str, str]:
    """Return the parts of a game that a page can show, by name, and what they are called."""
    parts = {"board": "The replay, round by round"}
    told = played.told(key)
    if told is not None and told.sizes.played:
        parts["sizes"] = told.title
    if chances.is_shown(game):
        parts["chance"], _ = _standing(key, game)
    return parts


def _standing(key: Key, game: Game) -> tuple[str, str]:
    """Return title and note of the chance to win, or that it is still to come."""
    points = chances.line(key, game)
    if points is None:
        lost = chances.lost(key, game)
        return "The chance to win, round by round", str(lost or "It is being reckoned.")
    return chance.finding(game, points, chances.turns(key, game))


def framed(screen: GameScreen, key: Key) -> None:
    """Draw the part of a game that the address asks for."""
    game, told = played.decided(key), played.told(key)
    replay = played.board_payload(key, screen.round)
    if game is None or told is None or replay is None:
        why = str(played.lost(key, screen.round) or "This game is still being played.")
        part(GAME, why, "", lambda: None, ())
        return
    foot = footer.of_game(game, "")[:2]
    shown = shown_of(parts_of(key, game))
    look = THEMES[theme()]
    if shown == "board":
        jumps = GAME.jumps()
        follow = partial(stepped, jumps)
        draw = partial(board, replay, key="board", goto=(screen.round, jumps), on_round_change=follow)
        part(GAME, marked(verdict(game)), marked(because(game)), draw, foot)
    elif shown == "sizes":
        figure = deck_sizes.figure(told.sizes, look)
        part(GAME, told.title, told.note, partial(still_chart, figure, "sizes_chart", told.title), foot)
    else:
        title, note = _standing(key, game)
        points = chances.line(key, game)
        if points is None:
            part(GAME, title, note, lambda: None, foot)
            return
        figure = chance.figure(points, chances.turns(key, game) or (), look)
        under = footer.of_picture(foot, figure, f"{title}. {note}")
        part(GAME, title, note, partial(still_chart, figure, "chance_chart", title), under)


def stepped(jumps: int, number: int) -> None:
    """Follow the replay, which is already there, unless the page has chosen another round or game since."""
    if jumps == GAME.jumps():
        GAME.change(round=number, jump=False)
