"""Which records the game on a page beats: looked up once a game, and kept."""

from functools import lru_cache
from typing import Final

from dashboard.address.screens import GameScreen
from dashboard.asking.telling import Key
from engine.game import Game
from engine.kernels import Course, at_once
from engine.records.kept import Beaten, beaten
from engine.records.record import Record

_KEPT: Final = 512


@lru_cache(maxsize=_KEPT)
@at_once()
def _beaten(key: Key, game: Game) -> tuple[Beaten, ...]:
    return beaten(Course(game, key.seed, key.game))


def lines_to_send(screen: GameScreen, key: Key, game: Game) -> dict[Beaten, str]:
    """Return the records that a game beats, each with the line that says so to whoever keeps them."""
    dealt = screen.given is None
    return {
        better: Record(
            feat=better.record.feat,
            rules=screen.rule_set,
            deal=game.deal.text,
            figure=better.figure,
            how="shuffled" if dealt else "sent",
            seed=screen.seed if dealt else key.seed,
            game=screen.game if dealt else key.game,
        ).line
        for better in _beaten(key, game)
    }
