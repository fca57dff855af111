"""The law agrees with a second referee, structured differently, on every field of a game.

Every deal of tiny packs under all rules is played against the kernels: `tests/engine/kernels`.
"""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from naive import Naive
from strategies import deals, rule_sets

from engine import Deal, Round, Rules, play


@settings(max_examples=400)
@given(deals(), rule_sets(), st.integers(0, 2**64 - 1))
def test_any_deal_under_any_rules(deal: Deal, rules: Rules, number: int) -> None:
    rounds: list[Round] = []
    game = play(deal, rules, number=number, limit=300, watch=rounds.append)
    naive = Naive(deal, rules, number=number, limit=300)
    ended: dict[str, Any] = {"winner": game.outcome.winner, "reason": game.outcome.reason.value}
    ended["cycle"] = game.cycle and (game.cycle.start, game.cycle.length)
    played = {name: getattr(game, name) for name in naive.result.keys() - ended.keys()} | ended
    assert played == naive.result, (deal.text, rules.code, number)
    assert [this.before for this in rounds] == naive.starts, (deal.text, rules.code, number)
