"""The address of the Game page."""

from collections.abc import Mapping
from typing import Final

from dashboard.address.common import suited, suits_text
from dashboard.address.link import LONGEST_QUERY, Codec, whole_number
from dashboard.address.screens import GameScreen, View
from engine.cards import Pack
from engine.cards.stream import LARGEST_SEED
from engine.game import LIMIT
from engine.rules import rules_called


def _write_game(screen: GameScreen) -> dict[str, str]:
    params = {"rules": screen.rule_set}
    if screen.given is None:
        params["pack"] = screen.pack.text
    else:
        params["deal"] = screen.given.text
        suits = suits_text(screen.given)
        if suits:
            params["suits"] = suits
    numbers = {"seed": screen.seed, "game": screen.game, "round": screen.round}
    return {**params, **{name: str(value) for name, value in numbers.items()}, "view": screen.view.value}


def _read_game(fields: Mapping[str, str]) -> GameScreen:
    rules_called(fields["rules"])
    deal, pack = None, GameScreen().pack
    if "deal" in fields:
        deal = suited(fields["deal"], fields.get("suits", ""))
    else:
        pack = Pack.parse(fields["pack"])
    return GameScreen(
        rule_set=fields["rules"],
        given=deal,
        pack=pack,
        seed=whole_number(fields, "seed", LARGEST_SEED),
        game=whole_number(fields, "game", LARGEST_SEED),
        round=whole_number(fields, "round", LIMIT),
        view=View(fields["view"]),
    )


def _game_too_long(screen: GameScreen) -> str:
    return (
        f"This deal has {screen.deal.size:,} cards, more than a link can carry "
        f"({LONGEST_QUERY:,} characters). Send the deal itself instead."
    )


GAME: Final = Codec(
    page="",
    names=("rules", "pack", "deal", "suits", "seed", "game", "round", "view"),
    write=_write_game,
    read=_read_game,
    too_long=_game_too_long,
)
