"""Where things stand on a screen of each width, as far as the server decides it."""

from collections.abc import Iterator

import pytest
from streamlit.testing.v1.element_tree import Block

from dashboard.charts.game.decks import effect
from engine import Deal, play
from engine.rules import PLAYABLE, Rules
from engine.wording.sentences import plain


def in_one_line(block: Block) -> bool:
    """Say whether the parts of a block stand side by side whatever the width."""
    flex = block.proto.flex_container
    return flex.direction == flex.HORIZONTAL and not flex.wrap


def blocks(block: Block) -> Iterator[Block]:
    """Yield every part of a page that holds others."""
    for child in block.children.values():
        if isinstance(child, Block):
            yield child
            yield from blocks(child)


GOLF = PLAYABLE["code-golf"]


@pytest.mark.parametrize(
    ("deal", "rules", "line"),
    [
        ("23/4", GOLF, "Nothing changes: it never ends, as with Before."),
        ("AKQ/KQJ", GOLF, "Nothing changes: player 1 wins after 3 rounds, as with Before."),
        (
            "2/3",
            GOLF.changed(order="LOW_WINS"),
            "Now player 1 wins after 1 round; with Before player 2 wins after 1 round.",
        ),
        (
            "22/22",
            GOLF.changed(shortfall="LOSES", both_out="PLAYER_1"),
            "Now player 1 wins after 1 round; with Before it is drawn after 1 round.",
        ),
    ],
)
def test_what_a_changed_rule_does_is_said_in_one_line(deal: str, rules: Rules, line: str) -> None:
    now, before = (play(Deal.parse(deal), by) for by in (rules, GOLF))
    assert plain(effect(now, before, "Before")) == line


def test_a_game_that_was_only_cut_off_is_not_called_drawn() -> None:
    deal = Deal.parse("AKQJ/2345")
    cut, whole = play(deal, GOLF, limit=2), play(deal, GOLF)
    line = "Now it is stopped after 2 rounds; with Before player 1 wins after 4 rounds."
    assert plain(effect(cut, whole, "Before")) == line
