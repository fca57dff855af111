"""The address of the Game page."""

from collections.abc import Mapping
from typing import Final

from dashboard.address.fields import HANDS, PACK, RULE_SET, SEED, Field, number, read, written
from dashboard.address.link import LONGEST_QUERY, Codec
from dashboard.address.screens import GameScreen, View
from engine.cards import Deal
from engine.cards.stream import LARGEST_SEED
from engine.game import LIMIT
from engine.notation.links import suits_text

_FIELDS: Final = (SEED, number("game", LARGEST_SEED), number("round", LIMIT), Field("view", "view", View))


def suited(text: str, suits: str) -> Deal:
    """Return a deal from its line and the suits that `suits_text` wrote. Raises `ValueError`."""
    bare = Deal.parse(text)
    suits_1, _, suits_2 = suits.partition("/")
    return Deal(bare.deck_1, bare.deck_2, suits_1, suits_2)


def _write_game(screen: GameScreen) -> dict[str, str]:
    if screen.given is None:
        return written(screen, RULE_SET, PACK, HANDS, *_FIELDS)
    suits = suits_text(screen.given)
    deal = {"deal": screen.given.text, **({"suits": suits} if suits else {})}
    return {**deal, **written(screen, RULE_SET, *_FIELDS)}


def _read_game(params: Mapping[str, str]) -> GameScreen:
    if "deal" not in params:
        return GameScreen(**read(params, RULE_SET, PACK, HANDS, *_FIELDS))
    given = suited(params["deal"], params.get("suits", ""))
    return GameScreen(given=given, **read(params, RULE_SET, *_FIELDS))


def _game_too_long(screen: GameScreen) -> str:
    return (
        f"This deal has {screen.deal.size:,} cards, more than a link can carry "
        f"({LONGEST_QUERY:,} characters). Send the deal itself instead."
    )


GAME: Final = Codec(
    page="",
    names=("rules", "pack", "hands", "deal", "suits", "seed", "game", "round", "view"),
    write=_write_game,
    read=_read_game,
    too_long=_game_too_long,
)
