"""What comes later than its page is drawn by itself: over the wire, as a browser asks for it."""

import asyncio

import pytest
from apps import awaited
from visitors import Visitor

from dashboard.address import GAME
from dashboard.address.link import to_query
from dashboard.address.screens import GameScreen
from engine.cards import Deal

pytestmark = pytest.mark.browser

COMEBACK = Deal.parse("5AK6TTK93A873AT628J6T4JQ47/32298J5A785KQ394467K5Q9QJ2")
"""Turned by an ace more than once; nobody else opens it."""


def test_the_chance_of_a_game_costs_no_second_page_and_is_looked_for_no_longer_than_it_takes(
    server: str,
) -> None:
    query = to_query(GAME.to_params(GameScreen(given=COMEBACK, rule_set="code-golf")))

    async def look() -> None:
        visitor, _ = await Visitor.arrive(server, query=query)
        assert visitor.errors == []
        assert "chance_chart" in visitor.charts
        assert "turns" in visitor.widgets
        assert (visitor.pages, visitor.parts >= 2) == (1, True)
        drawn = visitor.parts
        await asyncio.sleep(1.2)
        assert (visitor.watching, visitor.parts) == (False, drawn)
        await visitor.leave()

    awaited(look())
