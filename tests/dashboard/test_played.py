"""Games kept for pages: what a page cuts off is still decided."""

import pytest

from dashboard.address.screens import GameScreen
from dashboard.asking import played
from engine.game import LIMIT, play
from engine.rules import PLAYABLE


@pytest.mark.parametrize("name", list(PLAYABLE))
def test_a_game_cut_off_on_the_page_is_decided_as_the_referee_does(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(played, "CARD_STEPS", 52 * 20)  # twenty rounds
    for number in range(3):
        key = played.key_of(GameScreen(rule_set=name, seed=31, game=number))
        whole = play(key.deal, key.rules, seed=key.seed, number=key.game, limit=LIMIT)
        assert whole.rounds > 20
        assert played.traced(key).game.rounds == 20
        assert played.decided(key) == whole
        assert played.under_every_preset(key)[name] == whole
